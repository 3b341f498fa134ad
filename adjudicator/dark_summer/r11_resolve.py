"""Section 11.3: one Combat from its declaration to the advance, stage by stage.

A Combat travels as plain data with the decisions that it asks for; `begin` takes it up again after each. Only
the order of the stages stands here: each section says under ``STAGE_RULES`` what happens in its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer import r11_mandatory, terms
from adjudicator.frames import always, strict
from adjudicator.game import load
from adjudicator.position import Draft, Piece, View
from module_builder.vassal.values import dataclass

__all__ = [
    "ORDER",
    "WAVES",
    "Combat",
    "Waiting",
    "attackers_of",
    "attacking_side",
    "begin",
    "combat_in",
    "defenders_of",
    "is_empty",
    "start",
]

WAVES = frozenset({"first-wave", "second-wave"})
ORDER = (
    "reveal",
    "support",
    "answer",
    "dice",
    "result",
    "defender",
    "attacker",
    "retreat",
    "advance",
    "done",
)


@dataclass(frozen=True, slots=True)
class Combat:
    """One Combat under way.

    Parameters
    ----------
    target
        The defending hex, or the Cherbourg Box.
    attackers
        Ids of the attacking units that are left.
    wave
        ``first-wave``, ``second-wave`` or empty.
    support, against
        Markers of the attacker and of the defender.
    column, code
        Column of the table and result, once known.
    attacker_losses, defender_losses
        Steps still to be lost.
    retreat
        Whether the defenders must retreat.
    falls
        Whether the Open Beach in the hex falls, if a German unit advances into it.
    stands
        Ids of defenders that the result does not move.
    ends
        Hexes where defenders ended their retreat.

    Examples
    --------
    >>> Combat("3304", ("us-1",)).at("advance", retreat=True).stage
    'advance'
    """

    target: str
    attackers: tuple[str, ...]
    wave: str = ""
    stage: str = always("reveal")
    support: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    column: str = ""
    code: str = ""
    attacker_losses: int = 0
    defender_losses: int = 0
    retreat: bool = False
    falls: bool = False
    stands: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    def at(self, stage: str, **changes: Any) -> Combat:
        """The same Combat at another stage, with changes."""
        return dataclasses.replace(self, stage=stage, **changes)


# --- who fights -----------------------------------------------------------------------------------------


def attackers_of(view: View, combat: Combat) -> tuple[Piece, ...]:
    """Attacking units that are still in play."""
    pieces = (view.pieces[uid] for uid in combat.attackers)
    return tuple(p for p in pieces if p.space not in terms.OFF_MAP)


def attacking_side(view: View, combat: Combat) -> str:
    """Side of the attackers."""
    return view.pieces[combat.attackers[0]].side if combat.attackers else view.text("side")


def defenders_of(view: View, combat: Combat) -> tuple[Piece, ...]:
    """Units that stand in the defending space and are no attackers."""
    return terms.enemies(view, combat.target, attacking_side(view, combat))


@rule("11.9", "11.3.8")
def is_empty(view: View, combat: Combat) -> bool:
    """Whether nothing defends the hex any more: no unit, and no Open Beach that still stands."""
    if defenders_of(view, combat):
        return False
    beach = attacking_side(view, combat) == terms.GERMAN and terms.is_open_beach(view, combat.target)
    return combat.falls or not beach


# --- stages ---------------------------------------------------------------------------------------------


@rule("11.1", "11.3.1", "9.3.4")
def start(draft: Draft, target: str, attackers: Iterable[str], *, wave: str = "") -> None:
    """Begin a Combat: note who attacks what and what else must be attacked, then go on.

    Parameters
    ----------
    target, attackers
        The defending hex and the ids of the attacking units.
    wave
        ``first-wave`` or ``second-wave`` in these Rounds.
    """
    units = tuple(attackers)
    r11_mandatory.record(draft, target, units)
    draft.set("hex-attacked", True, target)
    for uid in units:
        draft.set("attacked", True, uid)
    if draft.text("round-kind") == "reaction":
        draft.set("reaction-attacked", True)
    begin(draft, Combat(target, units, wave))


def combat_in(data: Mapping[str, Any]) -> Combat:
    """The Combat that a decision or a roll carries along as plain data."""
    return strict(Combat, data["combat"])


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a decision holds after which a Combat goes on, and nothing else."""

    combat: Combat


def begin(draft: Draft, combat: Combat) -> None:
    """Carry a Combat on until it asks something or is over."""
    stages, now = load(draft.game).rules.stages, combat
    while now is not None and now.stage != "done":
        now = stages[now.stage](draft, now.at(ORDER[ORDER.index(now.stage) + 1]))
