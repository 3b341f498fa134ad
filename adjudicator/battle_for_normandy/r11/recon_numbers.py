"""Sections 11.3.1 to 11.3.3: Hit Number, modifiers and exact chances of Armed Recon."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r11.anti_air import flak
from adjudicator.battle_for_normandy.r11.tables import row_from
from adjudicator.battle_for_normandy.r12.modifiers import settled
from adjudicator.battle_for_normandy.r12.ratio import LIMIT
from adjudicator.battle_for_normandy.r12.strength import has_entrenchment
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Piece, View
from adjudicator.tables import Record, cite
from maps.board import Edge
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "DIE",
    "MOST_POINTS",
    "Chances",
    "allowance",
    "bridge_at",
    "chances",
    "chances_of",
    "die_adding",
    "flak_of",
    "hexes_of",
    "hit_number",
    "is_on_main_road",
    "targets",
]

DIE = range(1, 11)
MOST_POINTS = 20
_MAIN = frozenset({"highway", "primary"})
_DUG_IN, _NEAR, _LOST = -3, 2, 1


@dataclass(frozen=True, slots=True)
class Chances:
    """Exact chances of one Armed Recon attack.

    Parameters
    ----------
    hit_on
        Lowest roll of the die that hits; 11 where none does.
    lost_on
        Highest roll that loses an Air Point; 0 where none does.

    Examples
    --------
    >>> chances_of(5, -2)
    Chances(hit_on=7, lost_on=3, hit=Fraction(2, 5), lost=Fraction(3, 10))
    """

    hit_on: int
    lost_on: int
    hit: Fraction
    lost: Fraction


# --- the chart --------------------------------------------------------------------------------------------


@rule("11.3", "11.3.1")
def allowance(at: Located, points: int) -> Record:
    """Row of the Armed Recon Chart for Air Points: attacks of the day, and their Hit Number.

    Parameters
    ----------
    points
        Up to 20.

    Returns
    -------
    Record
        With ``attacks`` and ``hit``.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> row = allowance(OURS, 12)
    >>> row.number("attacks"), row.number("hit")
    (4, 7)
    """
    return row_from(at, "recon", points)


@rule("11.3.1", "11.3.3")
def hit_number(view: View) -> int:
    """The Hit Number of the day's Armed Recon; that of 20 points where the position does not say it."""
    known = view.number("recon-hit")
    return known or cite(view, allowance(view, MOST_POINTS), "hit", "11.3.1")


@rule("11.3.3")
def chances_of(number: int, modifier: int) -> Chances:
    """Exact chances of an attack with a Hit Number and a modifier of the die.

    Parameters
    ----------
    number, modifier
        The Hit Number, and what is added to the die.

    Examples
    --------
    >>> found = chances_of(5, -5)
    >>> found.hit_on, found.lost_on
    (10, 6)
    """
    hits = [roll for roll in DIE if roll + modifier >= number]
    lost = [roll for roll in DIE if roll + modifier <= _LOST]
    share = (Fraction(len(hits), len(DIE)), Fraction(len(lost), len(DIE)))
    return Chances(min(hits, default=len(DIE) + 1), max(lost, default=0), *share)


# --- the target -------------------------------------------------------------------------------------------


def bridge_at(view: View, target: str) -> Edge | None:
    """The hexside of a target that is a bridge; None for a hex."""
    return view.board.edges.get(target) if "/" in target else None


def hexes_of(view: View, target: str) -> tuple[str, ...]:
    """The hex of a target, or the two hexes that a bridge joins."""
    edge = bridge_at(view, target)
    return (target,) if edge is None else (edge.a, edge.b)


@rule("11.3.3", "9.6")
def targets(view: View, space: str) -> tuple[Piece, ...]:
    """German units in a hex, or in a box of 22.6o, that a hit may harm."""
    return tuple([p for p in terms.friends(view, space, terms.GERMAN) if p.printed.type != "truck"])


@rule("11.3.3", "11.6", "22.6o")
def flak_of(view: View, target: str) -> tuple[Piece, ...]:
    """FLAK units in or next to a target, the German HQs in it with them.

    Returns
    -------
    tuple of Piece
        In a box of 22.6o those of the stack only.
    """
    spaces = hexes_of(view, target)
    if not terms.is_hex(view.board.spaces[spaces[0]]):
        there = terms.friends(view, spaces[0], terms.GERMAN)
        return tuple([p for p in there if terms.is_flak(p.printed) or terms.is_hq(p.printed)])
    found = {p.uid: p for space in spaces for p in flak(view, space)}
    return tuple([found[uid] for uid in sorted(found)])


@rule("11.3.2")
def is_on_main_road(view: View, space: str) -> bool:
    """Whether a Highway or Primary Road runs through a hex."""
    return any(edge.road in _MAIN for edge, _ in view.board.neighbours(space))


@rule("11.3.2")
def _is_near_enemy(view: View, space: str, side: str) -> bool:
    """Whether an enemy ground unit is within two hexes of a hex."""
    around, seen = {space}, {space}
    for _ in range(_NEAR):
        around = {n for a in around for n in terms.neighbours(a)} - seen
        seen |= around
    return any(
        terms.has_zoc(p.printed) for n in seen if n in view.board.spaces for p in terms.enemies(view, n, side)
    )


# --- the die ----------------------------------------------------------------------------------------------


@rule("11.3.2", "11.3.3")
def die_adding(
    view: View,
    target: str,
    *,
    side: str = terms.GERMAN,
    extra: int = 0,
    shielded: bool = True,
    roads: bool = True,
) -> Adding:
    """What is added to the die of an attack, step by step.

    Parameters
    ----------
    side
        Whose units are there: Allied ones only by Friendly Fire (11.3.1o).
    shielded
        Whether FLAK fires.
    roads
        Whether a Highway or Primary Road takes the terrain away.
    """
    adding = Adding(view if isinstance(view, Inquiry) else None, "die")
    if bridge_at(view, target) is not None:
        _say(adding, "11.3.2", "a bridge counts as Clear")
    elif terms.is_hex(view.board.spaces[target]):
        _add_ground(adding, view, target, side, roads=roads)
    if extra:
        adding.add("11.3.1o", "Friendly Fire", extra)
    guns = flak_of(view, target) if side == terms.GERMAN and shielded else ()
    if guns:
        hqs = [p for p in guns if terms.is_hq(p.printed)]
        if hqs:
            _say(adding, "11.6", f"{terms.titles(hqs)} counts as a FLAK unit over its own hex")
        each = view.option("flak-count") == "A" if len(guns) > 1 else True
        adding.add("11.3.3", f"FLAK: {terms.titles(guns)}", -len(guns) if each else -1)
    return adding


def _say(adding: Adding, section: str, text: str) -> None:
    if adding.inquiry is not None:
        adding.inquiry.note(section, text)


@rule("11.3.2")
def _add_ground(adding: Adding, view: View, space: str, side: str, *, roads: bool) -> None:
    """Strategic Movement, or terrain with what is dug in: three either way at the most."""
    there = terms.friends(view, space, side)
    if any(view.flag("strategic", p.uid) for p in there):
        adding.add("11.3.2", "Strategic Movement: no terrain counts", 1)
        return
    if roads and is_on_main_road(view, space):
        _say_road(adding, view, space, side, there)
    if not (roads and _is_stripped(view, space, side, there)):
        for section, text, value in settled(view, space, tuple(there)):
            _say(adding, "11.3.2", f"terrain protects from Armed Recon: {text}")
            adding.add(section, text, value)
    dug = has_entrenchment(view, space, side) or any(terms.is_strongpoint(p.printed) for p in there)
    if dug:
        adding.add("11.3.2", "Entrenchment or Strongpoint", _DUG_IN)
    if abs(adding.value) > LIMIT:
        op, most = ("max", -LIMIT) if adding.value < 0 else ("min", LIMIT)
        adding.add("11.3.2", "three at the most", most, op)


@rule("11.3.2", "11.3.2o")
def _say_road(adding: Adding, view: View, space: str, side: str, there: Sequence[Piece]) -> None:
    """Say what a Highway or Primary Road does to the terrain."""
    if _is_stripped(view, space, side, there):
        _say(adding, "11.3.2", "a Highway or Primary Road: the hex counts as Clear")
    elif _is_tactical(view, there):
        _say(adding, "11.3.2o", "a TAC MOVE marker: the Highway or Primary Road is ignored")
    else:
        _say(adding, "11.3.2", "an enemy within two hexes: the Highway or Primary Road is ignored")


@rule("11.3.2o")
def _is_tactical(view: View, there: Sequence[Piece]) -> bool:
    return terms.has_option(view, "11.3.2o") and any(view.flag("tac-move", p.uid) for p in there)


@rule("11.3.2", "11.3.2o")
def _is_stripped(view: View, space: str, side: str, there: Sequence[Piece]) -> bool:
    """Whether a road takes the terrain away: a Highway or Primary Road with no enemy within two hexes."""
    if not is_on_main_road(view, space):
        return False
    if _is_tactical(view, there):
        return False
    return not _is_near_enemy(view, space, side)


@rule("11.3.3")
def chances(view: View, target: str) -> Chances:
    """Exact chances of one attack on a hex or bridge."""
    return chances_of(hit_number(view), die_adding(view, target).value)
