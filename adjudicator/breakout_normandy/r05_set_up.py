"""Section 5: the position at the start of play, and the counters' set-up codes (4.33)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.assembly import GAME
from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import load_units
from maps.breakout_normandy.board import load_board

if TYPE_CHECKING:
    from counters.catalog import Unit

__all__ = ["D_DAY", "extended_game", "first_space", "set_up"]

D_DAY = 6


@rule("4.33", "5.3", "21.2")
def first_space(unit: Unit) -> str:
    """Where a unit stands before play: on board, in its Drop Area, or on the Setup card.

    Returns
    -------
    str
        Id of a space.

    Examples
    --------
    >>> units = load_units("breakout-normandy")
    >>> first_space(units["ge-1-919"]), first_space(units["us-4-8"])
    ('utah-beach', 'setup-card')
    """
    on_board = unit.arrival is None or (unit.airborne and unit.arrival == D_DAY)
    return unit.entry[0] if on_board else terms.SETUP_CARD


@rule("5.1", "5.2", "5.3", "5.4")
def set_up(overlay: Path | None = None, options: Mapping[str, str] | None = None) -> Position:
    """The position before the Airborne Phase of 6 June: everything else stands at its default (5.1, 5.2).

    Parameters
    ----------
    options
        What the players have agreed on beforehand.

    Raises
    ------
    DataError
        A unit is to be set up in a space that the map does not have.

    Examples
    --------
    >>> position = set_up()
    >>> position.text("phase"), position.pieces["ge-1-919"].status
    ('airborne', 'fresh')
    """
    board = load_board(overlay)
    pieces: dict[str, Piece] = {}
    for unit in load_units(GAME.slug, overlay).values():
        for space in unit.entry:
            if space not in board.spaces:
                raise DataError(
                    "units.csv", f"unit {unit.id}, column entry", f"a space of the map, not {space!r}"
                )
        pieces[unit.id] = Piece(unit, first_space(unit), terms.FRESH)
    facts: dict[Key, Fact] = {("phase", ""): "airborne", ("side", ""): terms.ALLIED}
    return GAME.empty(board, pieces, facts, options)


@rule("5.3", "24.1")
def extended_game(overlay: Path | None = None) -> Position:
    """The same set up for play beyond 12 June, with the units that enter then.

    Raises
    ------
    DataError
        As `set_up`.

    Examples
    --------
    >>> extended_game().option("extended-game"), set_up().option("extended-game")
    ('B', 'A')
    """
    return set_up(overlay, {"extended-game": "B"})
