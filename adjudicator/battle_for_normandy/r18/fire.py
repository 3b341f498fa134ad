"""Sections 17.4, 18.4 and 18.5: the Fire Combat of June 6, its Hit Number and its chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r19 import funnies as r19_funnies
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from maps.board import edge_id
from module_builder.vassal.values import dataclass

__all__ = [
    "DD_FIRE",
    "Swum",
    "Volley",
    "can_be_hit",
    "chance",
    "combined_arms",
    "explain_hit",
    "faults",
    "fires",
    "hit_number",
    "joined",
    "lone_support",
    "out_of_landing",
    "stack_strength",
    "strength",
    "targets",
    "victims",
]

Faults = list[Fault]
TEN = 10
FREE_UNITS = 2  # on a Beach hex, each further one helps German fire
_POINTE, _TOP = "b1205", "b1305"
_SILENT = frozenset({"support", "pathfinder", "truck", "naval"})


@dataclass(frozen=True, slots=True)
class Swum:
    """A DD Tank that has just landed, and may fire at once (18.3.1)."""

    unit: str


DD_FIRE = Frame("dd-fire", "18.3.1", Swum)


@dataclass(frozen=True, slots=True)
class Volley:
    """One Fire Combat.

    Parameters
    ----------
    units
        Who fires, all in one hex.
    target
        Hex fired at.
    guns
        The artillery unit that adds its strength (18.7); empty without one.
    ships
        Ships of the Emergency Naval Support (18.5).

    Examples
    --------
    >>> Volley(("ge-sp-1",), "c1829").guns
    ''
    """

    units: tuple[str, ...]
    target: str
    guns: str = ""
    ships: tuple[str, ...] = ()


# --- strengths --------------------------------------------------------------------------------------------


@rule("18.4", "18.9.1", "20.5", "17.2")
def strength(view: View, piece: Piece) -> int:
    """Attack Strength of a unit in Fire Combat against the next hex.

    Returns
    -------
    int
        1 for artillery (its Defense Factor), batteries and HQs; 0 for units that do not fire.
    """
    unit = piece.printed
    if unit.type in _SILENT:
        return 0
    if terms.is_artillery(unit) or terms.is_hq(unit):
        return 1
    printed = terms.rating(view, piece, "as", "18.4")
    if terms.is_strongpoint(unit) and not printed:
        return terms.rating(view, piece, "ds", "18.9.1")
    return printed


def fires(view: View, piece: Piece) -> bool:
    """Whether a unit can take part in Fire Combat: on land, with a strength of its own."""
    space = view.board.spaces.get(piece.space)
    if space is None or not terms.is_hex(space) or piece.printed.type in _SILENT:
        return False
    return terms.terrain(view, piece.space, "18.4") != "sea"


@rule("18.4", "17.2")
def stack_strength(view: View, space: str, side: str) -> int:
    """Attack Strength of all units of a side in a hex."""
    return sum(strength(view, p) for p in terms.friends(view, space, side) if fires(view, p))


@rule("18.4", "19.6.1", "19.7")
def can_be_hit(piece: Piece) -> bool:
    """Whether a unit may be removed for a step: no support unit, no Pathfinder, no ship."""
    return piece.printed.type not in _SILENT


def victims(view: View, space: str, side: str) -> tuple[Piece, ...]:
    """Units of a side in a hex that a hit can reduce."""
    return tuple([p for p in terms.friends(view, space, side) if can_be_hit(p)])


@rule("19.6.1", "19.7")
def lone_support(view: View, space: str, side: str) -> tuple[Piece, ...]:
    """Support units of a side that are alone in a hex: an attack removes them.

    Returns
    -------
    tuple of Piece
        Empty where another unit could take the loss.
    """
    there = terms.friends(view, space, side)
    if any(can_be_hit(p) for p in there):
        return ()
    return tuple([p for p in there if terms.is_support(p.printed)])


# --- who may fire at whom ---------------------------------------------------------------------------------


@rule("20.6", "18.4")
def joined(a: str, b: str) -> bool:
    """Whether two hexes are next to each other for Fire Combat: the Pointe is joined to its top only.

    Examples
    --------
    >>> joined("b1205", "b1305"), joined("b1205", "b1206"), joined("c1829", "c1929")
    (True, False, True)
    """
    if _POINTE in {a, b} and _TOP not in {a, b}:
        return False
    return b in terms.neighbours(a)


def targets(view: View, space: str, side: str) -> tuple[str, ...]:
    """Hexes at which a side may fire out of a hex: next to it, on land, with enemy units."""
    enemy = terms.enemy_of(side)
    near = (n for n in terms.neighbours(space) if n in view.board.spaces and joined(space, n))
    return tuple([n for n in near if _is_target(view, n, enemy) and not _at_sea(view, n)])


def _is_target(view: View, space: str, side: str) -> bool:
    """Whether a hex holds units of a side that fire can harm."""
    return bool(victims(view, space, side) or lone_support(view, space, side))


def _at_sea(view: View, space: str) -> bool:
    return terms.terrain(view, space, "18.4") == "sea"


def out_of_landing(view: View, piece: Piece) -> str:
    """Why a unit does not fire where it stands: at sea, in a box; empty where it may."""
    space = view.board.spaces.get(piece.space)
    if space is None or not terms.is_hex(space):
        return f"{piece.printed.title} is not on the map"
    return f"{piece.printed.title} has not landed" if _at_sea(view, piece.space) else ""


@rule("18.4", "18.5", "17.4")
def faults(view: View, volley: Volley, side: str, *, again: bool = False) -> Faults:
    """What forbids a Fire Combat of units next to their target; its support is not looked at.

    Parameters
    ----------
    again
        Whether units may fire that have fired in this phase: the first fire of a DD Tank.
    """
    pieces = [view.pieces[uid] for uid in dict.fromkeys(volley.units)]
    if not pieces:
        return [Fault("18.4", "no unit fires")]
    found = _unit_faults(view, pieces, side, again=again)
    if len({p.space for p in pieces}) > 1:
        found.append(Fault("18.4", "units in different hexes cannot fire together"))
    if not terms.on_map(view, pieces[0]):
        return found
    return [*found, *_target_faults(view, pieces[0].space, volley.target, side)]


def _unit_faults(view: View, pieces: Sequence[Piece], side: str, *, again: bool) -> Faults:
    found: Faults = []
    for piece in pieces:
        name = piece.printed.title
        if piece.side != side:
            found.append(Fault("18.4", f"{name} is an enemy unit"))
        elif piece.printed.type in _SILENT:
            found.append(Fault("18.4", f"{name} has no strength of its own"))
        elif why := out_of_landing(view, piece):
            found.append(Fault("18.5", why))
        if view.flag("fired", piece.uid) and not again:
            found.append(Fault("18.4", f"{name} has fired in this phase"))
    return found


def _target_faults(view: View, space: str, target: str, side: str) -> Faults:
    if target not in view.board.spaces or not terms.is_hex(view.board.spaces[target]):
        return [Fault("18.4", f"{target} is no hex")]
    where = view.board.name(target)
    if not joined(space, target):
        return [Fault("18.4", f"{where} is not adjacent: only adjacent units are fired at")]
    if _at_sea(view, target):
        return [Fault("18.4", f"{where} lies at sea: a target is a Beach or land hex")]
    if not _is_target(view, target, terms.enemy_of(side)):
        return [Fault("18.4", f"no enemy unit that can be hit stands in {where}")]
    return []


# --- the Hit Number ---------------------------------------------------------------------------------------


@rule("18.4", "12.6.2")
def combined_arms(view: View, volley: Volley) -> bool:
    """Whether infantry and tanks fire together at a stack without tanks, AT or heavy FLAK."""
    pieces = [view.pieces[uid] for uid in volley.units]
    units = [p.printed for p in pieces]
    if not any(map(terms.is_tank, units)) or not any(map(terms.is_infantry_type, units)):
        return False
    there = terms.enemies(view, volley.target, pieces[0].side)
    if any(terms.is_tank(p.printed) or terms.is_at(p.printed) for p in there):
        return False
    return not _closed_to_tanks(view, pieces[0].space, volley.target)


@rule("12.6.2", "10.6")
def _closed_to_tanks(view: View, space: str, target: str) -> bool:
    """Whether mechanized units could not go from a hex into the next one, roads ignored."""
    edge = view.board.edges.get(edge_id(space, target))
    barrier = edge is not None and edge.boundary in {"stream", "major-river", "bluff", "cliff"}
    terrain = terms.terrain(view, target, "12.6.2")
    dug = terrain in {"bocage", "forest"} and view.option("dug-tanks") == "B"
    return barrier or terrain == "flooded" or dug


@rule("18.4", "10.6", "20.6")
def _is_bluff(view: View, space: str, target: str) -> bool:
    if {space, target} == {_POINTE, _TOP}:
        return True
    edge = view.board.edges.get(edge_id(space, target))
    return edge is not None and view.boundary(edge, "18.4") in {"bluff", "cliff"}


def _climbers(pieces: Iterable[Piece]) -> bool:
    return all(terms.marked(p.printed, "commando", "ranger") for p in pieces)


@rule("18.4", "18.5", "19.5", "19.6.1", "19.7", "10.6")
def _modify(inquiry: Inquiry | View, total: Adding, volley: Volley) -> None:
    """Everything but strengths that changes the Hit Number."""
    pieces = [inquiry.pieces[uid] for uid in volley.units]
    space, side = pieces[0].space, pieces[0].side
    target = volley.target
    if side == terms.GERMAN and terms.terrain(inquiry, target, "18.4") == "beach":
        units = len([p for p in terms.enemies(inquiry, target, side) if p.printed.type != "pathfinder"])
        if units > FREE_UNITS:
            total.add("18.4", f"units on the Beach hex beyond the second: {units}", units - FREE_UNITS)
    if combined_arms(inquiry, volley):
        total.add("18.4", "Combined Arms", 1)
    uphill = side == terms.ALLIED or inquiry.option("bluff-fire") == "A"
    if uphill and _is_bluff(inquiry, space, target):
        if _climbers(pieces):
            total.add("10.6", "Commandos and Rangers ignore the Bluff", 0)
        else:
            total.add("18.4", "a Bluff lies between", -1)
    if side == terms.ALLIED:
        for section, text, value in r19_funnies.bonuses(inquiry, space, target, volley.units):
            total.add(section, text, value)


@rule("18.4", "18.5", "18.7")
def hit_number(view: View, volley: Volley) -> int:
    """The number that a D10 must not exceed; 1 always hits and 10 always misses all the same."""
    return explain_hit(view, volley).value


def explain_hit(view: View, volley: Volley) -> Adding:
    """The Hit Number line by line; see `hit_number`."""
    inquiry = view if isinstance(view, Inquiry) else None
    total = Adding(inquiry, "Hit Number")
    for uid in volley.units:
        piece = view.pieces[uid]
        total.add("18.4", f"{piece.printed.title} fires", strength(view, piece))
    if volley.guns:
        piece = view.pieces[volley.guns]
        section = "18.7" if piece.side == terms.GERMAN else "18.5"
        total.add(section, f"{piece.printed.title} supports", terms.rating(view, piece, "as", section))
    for uid in volley.ships:
        piece = view.pieces[uid]
        total.add("18.5", f"{piece.printed.title} supports", terms.rating(view, piece, "as", "18.5"))
    _modify(view, total, volley)
    return total


@rule("18.4", "17.4")
def chance(number: int) -> Fraction:
    """Chance of a hit: a 1 always hits, a 10 always misses.

    Examples
    --------
    >>> chance(0), chance(3), chance(14)
    (Fraction(1, 10), Fraction(3, 10), Fraction(9, 10))
    """
    return Fraction(min(max(number, 1), TEN - 1), TEN)
