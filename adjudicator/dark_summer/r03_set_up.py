"""Section 3.1: the position at the start of the Campaign Scenario."""

from __future__ import annotations

from pathlib import Path

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.assembly import GAME
from adjudicator.dark_summer.r11_hidden import kind_of_hidden
from adjudicator.errors import DataError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Piece, Position, View
from counters.catalog import Unit, load_units
from maps.board import Board

__all__ = ["OMAHA", "explain_set_up", "first_space", "set_up", "set_up_spaces", "starts_reduced"]

OMAHA = ("3203", "3303")
_SLUG = "dark-summer"
_OFF = frozenset({"eliminated", "withdrawn", "exit-allied", "exit-german"})
_BEACHES = frozenset({"utah", "omaha", "gold", "juno", "sword"})


@rule("3.1")
def starts_reduced(unit: Unit) -> bool:
    """Whether a unit begins the game on its reduced side: the 914th Regiment of the 352nd Division.

    Examples
    --------
    >>> starts_reduced(Unit("ge-352-914", "914", "914/352", "german", "german", division="352", steps=2))
    True
    """
    return unit.side == terms.GERMAN and unit.division == "352" and unit.name == "914"


@rule("3.1", "8.1.3")
def first_space(unit: Unit) -> str:
    """Where a unit stands before play: its set-up space, or the Turn Record Track.

    Returns
    -------
    str
        Id of a space; Strongpoints and Ost battalions without a place of their own wait to be drawn.

    Examples
    --------
    >>> first_space(Unit("us-2-9", "9", "9/2", "allied", "us", entry=("omaha",), marks=("wave-3",)))
    'third-wave-omaha'
    >>> first_space(Unit("us-3-7", "7", "7/3", "allied", "us", arrival=2))
    'turn-track'
    """
    if unit.arrival is not None or not unit.entry:
        return terms.POOL
    first = unit.entry[0]
    return f"third-wave-{first}" if first in _BEACHES else first


@rule("3.1", "2.4", "3.2.2")
def set_up(overlay: Path | None = None) -> Position:
    """Set the Campaign Scenario up: Showers, Turn 1, before the chits of the Action Phase are prepared.

    Raises
    ------
    DataError
        A unit is to be set up in a space, or to enter at a letter, that the map does not have.

    Examples
    --------
    >>> position = set_up()
    >>> position.number("turn"), position.text("phase"), position.text("weather")
    (1, 'action', 'showers')
    """
    from maps.dark_summer.board import load_board

    board = load_board(overlay)
    letters = {str(s["letter"]) for s in board.spaces.values() if s["letter"]}
    pieces: dict[str, Piece] = {}
    for unit in load_units(_SLUG, overlay).values():
        _check(unit, board, letters)
        status = terms.REDUCED if starts_reduced(unit) else terms.FULL
        pieces[unit.id] = Piece(unit, first_space(unit), status)
    facts: dict[Key, Fact] = {("augmented", h): True for h in OMAHA if h in board.spaces}
    for piece in pieces.values():
        if terms.is_airborne(piece.printed) and terms.is_hex(board.spaces[piece.space]):
            facts["control", piece.space] = terms.ALLIED
    return GAME.empty(board, pieces, facts)


def _check(unit: Unit, board: Board, letters: set[str]) -> None:
    """Refuse an entry that the map, or the Turn of arrival, does not allow."""
    fault = _fault(unit, board, letters)
    if fault:
        raise DataError("units.csv", f"unit {unit.id}, column entry", fault)


def _fault(unit: Unit, board: Board, letters: set[str]) -> str:
    if unit.arrival is not None:
        wrong = [e for e in unit.entry if e not in letters] if unit.side == terms.GERMAN else list(unit.entry)
        if unit.side == terms.GERMAN and not unit.entry:
            return "the letter of its Lettered hexes, not an empty cell"
        if wrong and unit.side == terms.GERMAN:
            return f"letters of Lettered hexes ({', '.join(sorted(letters))}), not {wrong[0]!r}"
        return f"an empty cell for an Allied Reinforcement, not {wrong[0]!r}" if wrong else ""
    if not unit.entry:
        drawn = terms.is_strongpoint(unit) or "ost" in unit.marks
        return "" if drawn else "the space where it is set up, not an empty cell"
    space = board.spaces.get(first_space(unit))
    if space is None or space.id in _OFF:
        return f"a space of the map, not {unit.entry[0]!r}"
    if terms.is_hex(space) and space["terrain"] in {"flooded", "sea"}:
        return f"a land hex, not {unit.entry[0]!r}"
    return ""


# --- asked about one unit ---------------------------------------------------------------------------------


@rule("3.1")
def set_up_spaces(view: View, unit: Unit) -> tuple[str, ...]:
    """Where a unit may be set up: its printed place, or one of the symbols among which it is drawn.

    Returns
    -------
    tuple of str
        Ids of spaces, sorted; of a Reinforcement the Turn Record Track.
    """
    kind = kind_of_hidden(unit)
    if not kind or "hidden" in unit.marks:
        return (first_space(unit),)
    symbols = [p.printed for p in view.pieces.values() if "hidden" in p.printed.marks]
    return tuple(sorted({first_space(u) for u in symbols if kind_of_hidden(u) == kind}))


@rule("3.1")
def explain_set_up(inquiry: Inquiry, unit: Unit, to: str = "") -> tuple[str, ...]:
    """Say where a unit is set up and on which side, or why not in some space.

    Parameters
    ----------
    to
        A space to judge; empty for all.

    Returns
    -------
    tuple of str
        As `set_up_spaces`.
    """
    found, name = set_up_spaces(inquiry, unit), inquiry.board.name
    where = ", ".join(map(name, found))
    if unit.arrival is not None:
        text = f"{unit.title} is a Reinforcement: it waits on the Turn Record Track"
        inquiry.note("3.1", text, unit.arrival)
    elif kind_of_hidden(unit):
        inquiry.note("3.1", f"drawn at random, face down, among the symbols in {where}")
        if terms.is_strongpoint(unit):
            inquiry.note("3.1", "on Omaha Beach it gets an Augmented Omaha Defense marker")
    else:
        inquiry.note("3.1", f"{unit.title} is set up where its counter says: {where}")
    if starts_reduced(unit):
        inquiry.note("3.1", f"{unit.title} begins on its reduced side")
    if to:
        failed = f"{unit.title} is not set up in {name(to)} but in {where}"
        inquiry.require("3.1", to in found, f"{name(to)} is its place", failed, spaces=[to])
    return found
