"""One combat from its declaration to the last advance: what is known of it while it is under way.

A combat under way is a pending step that nobody decides; the decisions that it asks for lie above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.frames import Frame, always
from adjudicator.position import Decision, Draft, Piece, State, View
from adjudicator.views import state_of
from module_builder.vassal.values import dataclass

__all__ = [
    "COMBAT",
    "FIRE",
    "FORCED",
    "AttackRecord",
    "Battle",
    "amend",
    "begin",
    "current",
    "defenders_of",
    "fighters",
    "frozen",
    "is_spent",
    "on_board",
    "read",
    "record_of",
    "units_of",
]

COMBAT = "combat"
FIRE, FORCED = "fire", "forced"


@dataclass(frozen=True, slots=True)
class AttackRecord:
    """An attack as both sides have declared it so far.

    Parameters
    ----------
    attackers
        Ids of the attacking ground units, support units (19.6) among them.
    support
        Ids of artillery and ships that support the attack.
    air
        Ground Support Points of the attacker.
    defence_support
        Ids of artillery and ships that support the defence.
    defence_air
        Ground Support Points of the defender.
    bonus
        German artillery that only adds to the die (12.5.1o).
    csp
        Combat Supply Points that were paid for the attack.
    lead
        Lead Regiment of a Major Attack (12.6o).
    aa, defence_aa
        Air Points of attacker and defender that were aborted, and lost.
    roll
        What the die showed; 0 before it falls.

    Examples
    --------
    >>> AttackRecord("allied", "c3014", ("us-1",), air=2, aa=(1, 0)).planes
    1
    """

    side: str
    hex: str
    attackers: tuple[str, ...]
    support: tuple[str, ...] = always(())
    air: int = always(0)
    defence_support: tuple[str, ...] = always(())
    defence_air: int = always(0)
    bonus: tuple[str, ...] = always(())
    csp: int = always(0)
    lead: str = always("")
    aa: tuple[int, ...] = always((0, 0))
    defence_aa: tuple[int, ...] = always((0, 0))
    roll: int = always(0)

    @property
    def defending(self) -> str:
        """The defending side."""
        return terms.enemy_of(self.side)

    @property
    def planes(self) -> int:
        """Ground Support Points of the attacker that came through the AA fire."""
        return max(0, self.air - sum(self.aa))

    @property
    def defence_planes(self) -> int:
        """Ground Support Points of the defender that came through the AA fire."""
        return max(0, self.defence_air - sum(self.defence_aa))


@dataclass(frozen=True, slots=True)
class Battle:
    """A combat, a fire or a forced retreat under way.

    Parameters
    ----------
    kind
        ``combat``; ``fire`` for artillery and ships alone (13.0); ``forced`` for a retreat of 12.3.
    combined
        ``yes`` or ``no`` for the bonus of Combined Arms once the attacker could choose.
    column, modified
        The column and the modified die roll once the die has fallen.
    better
        The die roll modified with Combined Arms; 0 where it may not be used.
    defenders
        Ids of the units that defended when the die fell; those that retreated into the hex before are none.
    engineers
        Ids of Engineers that gave their bonus (14.3o).
    result
        Steps and retreats of attacker and defender: [steps, retreat, steps, retreat].
    lost
        Unit -> steps that it has lost in this combat.
    crt
        1 where the steps of the table itself have left no defender (12.11).
    ignored
        Sides that took a step in place of a retreat.
    origins
        Retreated unit -> hex where it stood.
    stopped
        Units that reached the end of their retreat.
    paid
        Hexes whose stack has paid its step for an enemy ZOC, as ``origin>hex``.
    advanced
        Units that have advanced.
    over
        Stages that the player has ended.
    chooser
        Side that chooses the retreats; empty for the owner.

    Examples
    --------
    >>> Battle(AttackRecord("allied", "c3014", ("us-1",))).defending
    'german'
    """

    attack: AttackRecord
    kind: str = always(COMBAT)
    stage: str = ""
    combined: str = ""
    column: str = ""
    modified: int = 0
    better: int = 0
    defenders: tuple[str, ...] = ()
    engineers: tuple[str, ...] = ()
    result: tuple[int, ...] = ()
    lost: Mapping[str, int] = field(default_factory=dict)
    crt: int = 0
    ignored: tuple[str, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict)
    stopped: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()
    advanced: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    chooser: str = ""

    @property
    def side(self) -> str:
        """The attacking side."""
        return self.attack.side

    @property
    def hex(self) -> str:
        """The hex attacked."""
        return self.attack.hex

    @property
    def defending(self) -> str:
        """The defending side."""
        return self.attack.defending


_COMBAT = Frame(COMBAT, "12.4", Battle)


# --- on the stack of decisions ----------------------------------------------------------------------------


def begin(draft: Draft, battle: Battle) -> None:
    """Put a combat on the stack: its next stage comes when nothing lies above it."""
    _COMBAT.push(draft, battle)


def read(decision: Decision) -> Battle:
    """The combat that a pending step carries on."""
    return _COMBAT.read(decision)


def current(view: View) -> Battle | None:
    """The combat under way, the last that began; None without."""
    return _COMBAT.current(view)


def amend(draft: Draft, **changes: Any) -> Battle:
    """Change what is known of the combat under way.

    Parameters
    ----------
    **changes
        Fields of `Battle`.

    Raises
    ------
    PositionError
        No combat is under way.
    """
    try:
        return _COMBAT.amend(draft, **changes)
    except LookupError:
        raise PositionError(["no combat is under way (12.4)"]) from None


def frozen(view: View) -> State:
    """A position to look at: a draft as it stands now, so that its layers are computed once."""
    state = state_of(view)
    return state.finish() if isinstance(state, Draft) else state


# --- who fights -------------------------------------------------------------------------------------------


def record_of(view: View, target: str, attackers: Iterable[str], **more: Any) -> AttackRecord:
    """An attack looked up: whose units these are, and that there are such units and such a hex.

    Parameters
    ----------
    target, attackers
        The hex, and ids of the attacking units.
    **more
        Other fields of `AttackRecord`.

    Raises
    ------
    MalformedAction
        Nobody attacks, or there is no such unit or hex.
    """
    named = tuple(attackers)
    unknown = [u for u in (*named, *more.get("support", ())) if u not in view.pieces]
    if unknown or not named:
        raise MalformedAction(f"no such unit: {', '.join(unknown)}" if unknown else "no unit attacks")
    if target not in view.board.spaces:
        raise MalformedAction(f"no such hex: {target}")
    return AttackRecord(view.pieces[named[0]].side, target, named, **more)


def units_of(view: View, uids: Iterable[str]) -> tuple[Piece, ...]:
    """Those of some units that still stand in a hex of the map or at sea."""
    known = view.pieces
    return tuple([known[u] for u in uids if u in known and on_board(view, known[u])])


def on_board(view: View, piece: Piece) -> bool:
    """Whether a unit is in play: in a hex of the map."""
    return piece.space not in terms.OFF_MAP and terms.on_map(view, piece)


@rule("12.1", "12.10")
def defenders_of(view: View, attack: AttackRecord) -> tuple[Piece, ...]:
    """Units that defend a hex: all of the other side, but those that retreated into it in this phase.

    Returns
    -------
    tuple of Piece
        None where all retreated there: they have been attacked already (12.1).
    """
    there = [p for p in terms.enemies(view, attack.hex, attack.side) if not terms.is_naval(p.printed)]
    return tuple([p for p in there if not view.flag("retreated", p.uid)])


@rule("12.9", "12.10")
def fighters(view: View, battle: Battle, *, attacking: bool) -> tuple[Piece, ...]:
    """Units of a side of a combat that are still there."""
    return units_of(view, battle.attack.attackers if attacking else battle.defenders)


@rule("12.1", "13.1")
def is_spent(view: View, target: str) -> bool:
    """Whether a hex was attacked already in this phase, by ground combat or by fire."""
    return view.flag("hex-attacked", target)
