"""Section 3.0: the position before turn 1, ready made or set up by the players, and what a set-up must keep.

Strongpoints wait in the space ``cup`` until three are drawn for each beach; those that are not drawn stay
there, out of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Fact, Key, Piece, Position, View
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r13_control, terms
from adjudicator.storm_over_normandy.assembly import GAME
from counters.catalog import Unit, load_units
from maps.board import Board
from maps.filing import Filing, Located, by_filing
from maps.loader import Sources, read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "EACH_BEACH",
    "MOST_LANDING",
    "Deployment",
    "check_all",
    "explain_set_up",
    "first_space",
    "free_set_up",
    "load_deployment",
    "set_up",
    "set_up_ruling",
    "set_up_spaces",
    "waits_ashore",
]

EACH_BEACH, MOST_LANDING = 3, 6
_SLUG, _FILE = "storm-over-normandy", "deployment.toml"
_FAST = 5
_LISTS = ("invasion", "exploitation", "strongpoints")


@dataclass(frozen=True, slots=True)
class Deployment:
    """How a beach stands in the ready-made set-up.

    Parameters
    ----------
    invasion, exploitation
        Ids of the units in the sections of its Landing Box.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> load_deployment(OURS)["utah"].invasion
    ('us-4-8', 'us-4-12', 'us-4-22')
    """

    id: str
    invasion: tuple[str, ...]
    exploitation: tuple[str, ...]
    strongpoints: tuple[str, ...]
    sources: Sources


@by_filing
def load_deployment(filing: Filing) -> Mapping[str, Deployment]:
    """The ready-made deployment of every beach.

    Returns
    -------
    mapping
        Beach -> Deployment.

    Raises
    ------
    DataError
        A beach lacks a list, or a unit is named twice.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> sorted(load_deployment(OURS))
    ['gold', 'juno', 'omaha-1', 'omaha-2', 'sword', 'utah']
    """
    file = filing.path(Path(__file__).parent / _FILE)
    rows = read_toml(file, ["beach"])["beach"]
    found = {row.get("id"): _deployment(file.name, number, row) for number, row in enumerate(rows, 1)}
    seen: set[str] = set()
    for one in found.values():
        for uid in (*one.invasion, *one.exploitation, *one.strongpoints):
            if uid in seen:
                raise DataError(file.name, f"beach {one.id}", f"each unit once, not {uid!r} twice")
            seen.add(uid)
    return found


def _deployment(file: str, number: int, row: Mapping[str, Any]) -> Deployment:
    place = f"[[beach]] {number}"
    if set(row) != {"id", "source", *_LISTS}:
        raise DataError(file, place, f"the keys id, {', '.join(_LISTS)}, source")
    if row["id"] not in terms.BEACHES:
        raise DataError(file, f"{place}, key id", f"one of {', '.join(terms.BEACHES)}, not {row['id']!r}")
    try:
        sources = Sources.parse(row["source"])
    except ValueError as fault:
        raise DataError(file, f"{place}, key source", str(fault)) from None
    invasion, exploitation, strongpoints = (tuple(row[key]) for key in _LISTS)
    return Deployment(row["id"], invasion, exploitation, strongpoints, sources)


# --- where a unit may stand -------------------------------------------------------------------------------


def _is_seaborne(unit: Unit) -> bool:
    return any(e.startswith("landing-") for e in unit.entry)


@rule("3.0", "2.1.1")
def first_space(unit: Unit) -> str:
    """Where a unit stands before anybody has chosen or drawn anything.

    Returns
    -------
    str
        Its Area; the Invasion section of its (first) Landing Box; the turn track, the container of the
        strongpoints, or what is set aside for cards.

    Examples
    --------
    >>> first_space(Unit("us-2-9", "9", "9/2", "allied", "us", arrival=2, entry=("landing-utah",)))
    'turn-track'
    >>> first_space(Unit("ge-goetz", "", "Götz Recon", "german", "german"))
    'set-aside'
    """
    if terms.is_strongpoint(unit):
        return terms.CUP
    if unit.arrival is not None:
        return terms.POOL
    return unit.entry[0] if unit.entry else terms.SET_ASIDE


@rule("3.0")
def set_up_spaces(view: View, unit: Unit) -> tuple[str, ...]:
    """Every space in which a unit may be set up.

    Returns
    -------
    tuple of str
        A seaborne unit may stand in both sections of its Landing Boxes, a strongpoint on every beach.
    """
    if terms.is_strongpoint(unit):
        return (*terms.beaches(view), terms.CUP)
    if unit.arrival is not None or not _is_seaborne(unit):
        return (first_space(unit),) if unit.arrival is not None or not unit.entry else unit.entry
    return tuple(s for e in unit.entry for s in (e, e.replace("landing-", "exploitation-", 1)))


def waits_ashore(unit: Unit) -> bool:
    """Whether a unit is one that the Allied player divides among the Landing Boxes.

    Examples
    --------
    >>> waits_ashore(Unit("us-4-8", "8", "8/4", "allied", "us", entry=("landing-utah",)))
    True
    """
    return unit.side == terms.ALLIED and unit.arrival is None and _is_seaborne(unit)


# --- positions --------------------------------------------------------------------------------------------


def _pieces(board: Board, units: Iterable[Unit]) -> dict[str, Piece]:
    """Every unit fresh, in its place; seaborne units as in ``deployment.toml``."""
    pieces: dict[str, Piece] = {}
    for unit in units:
        for space in unit.entry:
            if space not in board.spaces:
                text = f"a space of the map, not {space!r}"
                raise DataError("units.csv", f"unit {unit.id}, column entry", text)
        pieces[unit.id] = Piece(unit, first_space(unit), terms.FRESH)
    named = _deployed(board)
    for piece in [p for p in pieces.values() if waits_ashore(p.printed)]:
        pieces[piece.uid] = Piece(piece.printed, _section(pieces, piece.printed, named), terms.FRESH)
    return pieces


def _deployed(at: Located) -> dict[str, str]:
    """Seaborne unit -> section, as in ``deployment.toml``."""
    sections: dict[str, str] = {}
    for one in load_deployment(at).values():
        sections |= dict.fromkeys(one.invasion, f"landing-{one.id}")
        sections |= dict.fromkeys(one.exploitation, f"exploitation-{one.id}")
    return sections


def _section(pieces: Mapping[str, Piece], unit: Unit, named: Mapping[str, str]) -> str:
    """Section of a Landing Box for a seaborne unit that nobody has placed yet."""
    box = named.get(unit.id, "")
    if box.partition("-")[2] in {e.partition("-")[2] for e in unit.entry}:
        return box
    first = unit.entry[0]
    there = sum(p.space == first for p in pieces.values())
    slow = unit.mf is not None and unit.mf < _FAST
    return first if slow and there <= MOST_LANDING else first.replace("landing-", "exploitation-", 1)


def _position(overlay: Path | None, phase: str, side: str, *, drawn: bool) -> Position:
    from maps.storm_over_normandy.board import load_board

    board = load_board(overlay)
    pieces = _pieces(board, load_units(_SLUG, overlay).values())
    facts: dict[Key, Fact] = {("phase", ""): phase, ("side", ""): side}
    for space in board.spaces.values():
        if terms.is_area(space) and space["start"] == terms.ALLIED:
            facts["control", space.id] = terms.ALLIED
    if drawn:
        _draw_as_deployed(board, pieces)
    return GAME.empty(board, pieces, facts)


def _draw_as_deployed(at: Located, pieces: dict[str, Piece]) -> None:
    """Put the strongpoints of ``deployment.toml`` on the beaches; others of the cup where one is missing."""
    plan = load_deployment(at)
    listed = {uid for one in plan.values() for uid in one.strongpoints}
    spare = [p.uid for p in pieces.values() if p.space == terms.CUP and p.uid not in listed]
    for one in plan.values():
        known = [uid for uid in one.strongpoints if uid in pieces]
        while len(known) < EACH_BEACH and spare:
            known.append(spare.pop(0))
        for uid in known:
            pieces[uid] = Piece(pieces[uid].printed, one.id, terms.FRESH)


@rule("3.0", "13.0")
def set_up(overlay: Path | None = None) -> Position:
    """The ready-made set-up, before the American airborne units are rolled for.

    Areas where airborne units stand alone are marked as theirs.

    Raises
    ------
    DataError
        A unit is to be set up in a space that the map does not have.

    Examples
    --------
    >>> position = set_up()
    >>> position.number("turn"), position.text("phase"), position.pieces["us-rng-5"].space
    (1, 'airborne', 'landing-omaha-2')
    """
    draft = _position(overlay, "airborne", terms.ALLIED, drawn=True).draft()
    r13_control.update(draft)
    return draft.finish()


@rule("3.0")
def free_set_up(overlay: Path | None = None) -> Position:
    """The set-up still to be made: all strongpoints in the cup, seaborne units to be placed otherwise.

    Raises
    ------
    DataError
        A unit is to be set up in a space that the map does not have.

    Examples
    --------
    >>> position = free_set_up()
    >>> position.text("phase"), position.pieces["ge-sp-1"].space
    ('set-up', 'cup')
    """
    return _position(overlay, "set-up", terms.GERMAN, drawn=False)


# --- what a set-up must keep ------------------------------------------------------------------------------


@rule("3.0")
def check_all(inquiry: Inquiry) -> None:
    """Check a set-up: every fault of it is recorded."""
    beaches = terms.beaches(inquiry)
    for beach in beaches:
        _check_strongpoints(inquiry, beach)
    for beach in beaches:
        _check_section(inquiry, terms.landing_box(beach))
    for piece in inquiry.pieces.values():
        _check_place(inquiry, piece)
    _check_markers(inquiry)


def _check_strongpoints(inquiry: Inquiry, beach: str) -> None:
    count, name = len(terms.strongpoints(inquiry, beach)), inquiry.board.name(beach)
    failed = f"{name} has {count} strongpoints, not {EACH_BEACH}"
    inquiry.require("3.0", count == EACH_BEACH, f"{name} has {count} strongpoints", failed, spaces=[beach])


def _check_section(inquiry: Inquiry, box: str) -> None:
    count, name = len(inquiry.units_in(box)), inquiry.board.name(box)
    fits = 1 <= count <= MOST_LANDING
    failed = f"{name} holds {many(count, 'unit')}, not 1 to {MOST_LANDING}"
    inquiry.require("3.0", fits, f"{name} holds {many(count, 'unit')}", failed, spaces=[box])


def _check_place(inquiry: Inquiry, piece: Piece) -> None:
    """Where a unit stands, and that it is fresh; only faults are told, of so many units."""
    where, name, title = set_up_spaces(inquiry, piece.printed), inquiry.board.name, piece.printed.title
    section = "2.1.1" if where == (terms.SET_ASIDE,) else "3.0"
    failed = f"{title} is not set up in {name(piece.space)} but in {_or(map(name, where))}"
    units, spaces = [piece.uid], [piece.space]
    inquiry.require(section, piece.space in where, "", failed, units=units, spaces=spaces)
    fresh = piece.status == terms.FRESH
    inquiry.require("3.0", fresh, "", f"{title} is spent: units are set up face up", units=units)


def _or(words: Iterable[str]) -> str:
    return " or ".join(words)


def _check_markers(inquiry: Inquiry) -> None:
    turn, points = inquiry.number("turn"), inquiry.number("vp")
    inquiry.require("3.0", turn == 1, "the turn marker is on turn 1", f"the turn marker is on turn {turn}")
    failed = f"the Victory Point markers show {points}, not 0"
    inquiry.require("3.0", points == 0, "the Victory Point markers show 0", failed)
    for space in terms.areas(inquiry):
        held, start = terms.controller(inquiry, space.id), str(space["start"] or terms.GERMAN)
        alone = not terms.enemies(inquiry, space.id, terms.ALLIED)
        dropped = held == terms.ALLIED and alone and bool(terms.friends(inquiry, space.id, terms.ALLIED))
        failed = f"{space.name} is {start.capitalize()} controlled when the game begins"
        inquiry.require("13.0", held == start or dropped, "", failed, spaces=[space.id])


def set_up_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Answer whether a position is a legal set-up."""
    inquiry = Inquiry(position, strict=strict)
    check_all(inquiry)
    verdict = "The set-up is legal." if not inquiry.violations else "The set-up is not legal."
    return inquiry.ruling("set-up", verdict, not inquiry.violations)


@rule("3.0", "2.1.1", "12.1")
def explain_set_up(inquiry: Inquiry, unit: Unit, to: str = "") -> Sequence[str]:
    """Say where a unit is set up, or why not in some space.

    Parameters
    ----------
    to
        A space to judge; empty for none.

    Returns
    -------
    sequence of str
        As `set_up_spaces`.
    """
    found, name = set_up_spaces(inquiry, unit), inquiry.board.name
    if terms.is_strongpoint(unit):
        text = "drawn at random: three for each beach, the others stay out of the game"
        inquiry.note("3.0", text)
    elif unit.arrival is not None:
        text = f"{unit.title} waits on the turn track and is placed in {_or(map(name, unit.entry))}"
        inquiry.note("12.1", text, unit.arrival)
    elif not unit.entry:
        inquiry.note("2.1.1", f"{unit.title} has no set-up area: a card brings it into play")
    else:
        inquiry.note("3.0", f"{unit.title} is set up in {_or(map(name, found))}")
    if to:
        failed = f"{unit.title} is not set up in {name(to)}"
        inquiry.require("3.0", to in found, f"{name(to)} is one of its places", failed, spaces=[to])
    return found
