"""One combat from its declaration to the last advance: what is known of it, and the stages it goes through.

A combat under way is a pending step that nobody decides; the decisions it asks for lie above it. A German
counterattack, an Attacker Rout or a second attack of a Breakthrough lies above the combat that it interrupts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from adjudicator.citation import rule
from adjudicator.frames import Frame, always, plain
from adjudicator.june_six import terms
from adjudicator.position import Decision, Draft, Piece, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "ATTACK",
    "BREAKTHROUGH",
    "COMBAT",
    "GCA",
    "KINDS",
    "ROUT",
    "Battle",
    "amend",
    "attackers_of",
    "battles",
    "begin",
    "current",
    "defenders_of",
    "eligible",
    "is_spent",
    "lenders_of",
    "read",
    "skip",
    "units_of",
]

COMBAT = "combat"
ATTACK, BREAKTHROUGH, ROUT, GCA = "attack", "breakthrough", "rout", "gca"
KINDS = (ATTACK, BREAKTHROUGH, ROUT, GCA)
_NO_POINTS: Mapping[str, Mapping[str, int]] = {"attack": {}, "defence": {}}


@dataclass(frozen=True, slots=True)
class Battle:
    """One combat under way.

    Parameters
    ----------
    kind
        ``attack``, ``breakthrough`` (13.53), ``rout`` (13.63) or ``gca`` (14.2).
    side, hex
        The attacking side and the defender hex.
    attackers
        Ids of the attacking units, as announced.
    crossing
        Those of them that attack over an unbridged Major River (20.3).
    attack_mode, defence_mode
        ``probe`` or ``assault``, ``stand`` or ``retreat``; empty until chosen.
    artillery
        ``attack`` and ``defence`` -> id -> points committed.
    air, naval
        Markers of the Allied side.
    modified
        The die with every DRM; None before the roll.
    defenders
        Ids of the units that defended when the die fell.
    lenders
        Ids of units next to the defender hex that attacked with their artillery only (13.0).
    best
        ``attack`` and ``defence`` -> highest cohesion of a side when the die fell (13.73).
    called
        Hexes that the result makes the defenders retreat.
    retreats
        Hexes that each unit has retreated; 0 for one that stayed, 9 for one that left the map.
    vacated
        Hexes that attackers retreated from.
    entered
        Id of the first unit that advanced into the defender hex.
    advanced
        Unit that has advanced -> hex where it came from.
    second
        Units that have advanced a second hex.
    gca
        ``asked`` once a counterattack could be declared, ``made`` once it was.
    ambushed
        Ids of units that a Bocage Ambush will disorder after the advance.
    again
        Ids of units that have made their attack of a Breakthrough or Rout.
    over
        Stages that the player who decided in them has ended.

    Examples
    --------
    >>> Battle("attack", "allied", "e1940", ("us-1",)).defending
    'german'
    """

    kind: str
    side: str
    hex: str
    attackers: tuple[str, ...]
    crossing: tuple[str, ...] = always(())
    stage: str = ""
    attack_mode: str = always("")
    defence_mode: str = always("")
    artillery: Mapping[str, Mapping[str, int]] = always(_NO_POINTS)
    air: int = always(0)
    naval: int = always(0)
    modified: int | None = None
    defenders: tuple[str, ...] = ()
    lenders: tuple[str, ...] = ()
    best: Mapping[str, int] = field(default_factory=dict)
    called: int = 0
    retreats: Mapping[str, int] = field(default_factory=dict)
    vacated: tuple[str, ...] = ()
    entered: str = ""
    advanced: Mapping[str, str] = field(default_factory=dict)
    second: tuple[str, ...] = ()
    gca: str = ""
    ambushed: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    over: tuple[str, ...] = ()

    def attack(self) -> dict[str, Any]:
        """The attack as the line-up reads it."""
        return {name: value for name, value in plain(self).items() if name in _TOLD}

    @property
    def defending(self) -> str:
        """The defending side."""
        return terms.enemy_of(self.side)

    @property
    def supported(self) -> bool:
        """Whether artillery, air and naval points can be used (13.53, 13.63, 14.24)."""
        return self.kind == ATTACK


_TOLD = (
    "kind", "side", "hex", "attackers", "crossing", "attack_mode", "defence_mode", "artillery", "air",
    "naval",
)  # fmt: skip


_COMBAT = Frame(COMBAT, "12.4", Battle)


# --- the stack --------------------------------------------------------------------------------------------


def begin(draft: Draft, battle: Battle) -> None:
    """Put a combat on the stack; it goes on once it is on top."""
    _COMBAT.push(draft, battle)


def battles(view: View) -> tuple[Battle, ...]:
    """Combats under way, the one that interrupts all others last."""
    return _COMBAT.every(view)


def read(decision: Decision) -> Battle:
    """The combat that a pending step carries on."""
    return _COMBAT.read(decision)


def current(view: View) -> Battle | None:
    """The innermost combat under way; None without one."""
    return _COMBAT.current(view)


def amend(draft: Draft, **changes: Any) -> Battle:
    """Change what is known of the innermost combat.

    Parameters
    ----------
    **changes
        Fields of `Battle`.

    Returns
    -------
    Battle
        As it is now.

    Raises
    ------
    LookupError
        No combat is under way.
    """
    return _COMBAT.amend(draft, **changes)


def skip(draft: Draft, stage: str) -> None:
    """Note that the innermost combat asks no more in a stage, since its player has had enough.

    Parameters
    ----------
    stage
        Kind of the decision that the stage asks for.
    """
    battle = current(draft)
    if battle is not None:
        amend(draft, over=(*battle.over, stage))


# --- who fights -------------------------------------------------------------------------------------------


def units_of(view: View, uids: Iterable[str]) -> tuple[Piece, ...]:
    """Those of some units that are on the map."""
    known = view.pieces
    return tuple(p for p in (known[u] for u in uids if u in known) if terms.on_map(view, p))


def attackers_of(view: View, battle: Battle) -> tuple[Piece, ...]:
    """Attacking units that are still on the map."""
    return units_of(view, battle.attackers)


@rule("12.23")
def defenders_of(view: View, battle: Battle) -> tuple[Piece, ...]:
    """Units of the defender in the defender hex, all of which are attacked."""
    return terms.friends(view, battle.hex, battle.defending)


@rule("12.23")
def is_spent(view: View, target: str) -> bool:
    """Whether a hex cannot be attacked any more in this activation, since it was attacked before."""
    return view.flag("hex-attacked", target) and view.option("same-hex") == "A"


@rule("13.0")
def lenders_of(view: View, battle: Battle) -> tuple[Piece, ...]:
    """Units next to the defender hex that lend the attacker artillery points without attacking themselves.

    Returns
    -------
    tuple of Piece
        None by the second reading of ``artillery-results``.
    """
    if view.option("artillery-results") == "B":
        return ()
    used = [u for u, points in battle.artillery["attack"].items() if points and u not in battle.attackers]
    near = {other for _, other in view.board.neighbours(battle.hex)}
    return tuple(p for p in units_of(view, sorted(used)) if p.space in near)


@rule("13.41", "13.62", "12.24")
def eligible(view: View, uid: str, section: str = "13.41") -> tuple[Fault, ...]:
    """What keeps a unit from advancing after combat: a Disorder, Scattered, Pinned or Isolated marker.

    Parameters
    ----------
    section
        Section about the advance.

    Returns
    -------
    tuple of (str, str)
        Section and sentence of each; empty when nothing does.
    """
    title, found = view.pieces[uid].printed.title, []
    if level := view.number("disorder", uid):
        found.append(Fault(section, f"{title} bears a Disorder-{level} marker"))
    worn = [marker.title() for marker in ("scattered", "pinned") if view.flag(marker, uid)]
    found += [Fault(section, f"{title} bears a {marker} marker") for marker in worn]
    if view.flag("isolated", uid) and view.option("isolated-advance") == "A":
        found.append(Fault("12.24", f"{title} bears an Isolated marker"))
    return tuple(found)
