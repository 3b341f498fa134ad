"""Section 21.0: the campaign before the June 6 Night turn, and a small battle around Carentan."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit, load_units
from maps.board import Board

__all__ = ["campaign", "carentan", "first_space"]

_SLUG = "battle-for-normandy"


@rule("21.0", "2.4.2")
def first_space(unit: Unit) -> str:
    """Where a unit stands before play: its hex or box, the pool, or the Turn Track.

    Parameters
    ----------
    unit
        The counter.

    Returns
    -------
    str

    Examples
    --------
    >>> first_space(Unit("ge-914", "914", "I/914/352", "german", "german", entry=("b2106",)))
    'b2106'
    >>> first_space(Unit("us-2-9", "9", "1/9/2", "allied", "us", entry=("omaha",), arrival=7))
    'turn-track'
    """
    if unit.arrival is not None:
        return terms.TRACK
    return unit.entry[0] if unit.entry else terms.POOL


def _board(overlay: Path | None) -> Board:
    board: Board = importlib.import_module("maps.battle_for_normandy.board").load_board(overlay)
    return board


@rule("21.0", "11.1.1")
def campaign(overlay: Path | None = None) -> Position:
    """Set the campaign up: 6 June, before the parachute drop.

    Parameters
    ----------
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    Position

    Raises
    ------
    DataError
        A unit is to be set up in a space that the map does not have.
    """
    from adjudicator.battle_for_normandy.assembly import empty_position

    board = _board(overlay)
    return empty_position(board, _pieces(board, overlay), _CLOCK)


def _pieces(board: Board, overlay: Path | None) -> dict[str, Piece]:
    pieces: dict[str, Piece] = {}
    for unit in load_units(_SLUG, overlay).values():
        space = first_space(unit)
        if space not in board.spaces:
            place = f"unit {unit.id}, column entry"
            raise DataError("units.csv", place, f"a space of the map, not {space!r}")
        pieces[unit.id] = Piece(unit, space, terms.FULL)
    return pieces


_CLOCK: Mapping[Key, Fact] = {
    ("phase", ""): "set-up",
    ("date", ""): 6,
    ("time", ""): "night",
    ("side", ""): terms.GERMAN,
    ("weather", ""): "overcast",
}


@rule("21.0")
def carentan(overlay: Path | None = None) -> Position:
    """Set the battle around Carentan up, 10 to 14 June.

    Parameters
    ----------
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    Position
    """
    position = campaign(overlay)
    draft = position.draft()
    draft.set("date", 10)
    return draft.finish()
