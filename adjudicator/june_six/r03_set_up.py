"""Section 3.0 and the Play Book: the position before the June 6 turn."""

from __future__ import annotations

from pathlib import Path

from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r04_weather, r10_schedule, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.assembly import GAME
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.ruling import Used
from counters.catalog import Unit, load_units
from maps.board import Board
from maps.june_six.board import load_board

__all__ = ["explain_set_up", "first_space", "first_week", "set_up"]

_SLUG = "june-six"


@rule("10.11", "10.21", "10.22")
def first_space(unit: Unit) -> str:
    """Where a unit stands before play: its hex, its box, or the Turn Record Track.

    Examples
    --------
    >>> first_space(Unit("us-1-16", "16", "16/1", "allied", "us", entry=("landing-omaha",)))
    'landing-omaha'
    >>> first_space(Unit("us-2-9", "9", "9/2", "allied", "us", entry=("landing-omaha",), arrival=2))
    'turn-track'
    """
    return terms.POOL if unit.arrival is not None or not unit.entry else unit.entry[0]


@rule("3.1", "3.2", "3.3", "4.12", "7.11")
def set_up(overlay: Path | None = None) -> Position:
    """Set the campaign up: June 6, Clear, Allied initiative, before the airdrops and bombardments.

    Raises
    ------
    DataError
        A unit or marker is to be set up in a space that the map does not have.
    """
    board = load_board(overlay)
    pieces: dict[str, Piece] = {}
    for unit in load_units(_SLUG, overlay).values():
        space = first_space(unit)
        if space not in board.spaces:
            raise DataError(
                "units.csv", f"unit {unit.id}, column entry", f"a space of the map, not {space!r}"
            )
        pieces[unit.id] = Piece(unit, space, terms.FULL)
    return GAME.empty(board, pieces, {**_clock(board), **_cup(board), **_on_map(board, pieces)})


@rule("1.0", "3.1")
def first_week(overlay: Path | None = None) -> Position:
    """The same set up for a game that ends with the June 11-12 turn.

    Raises
    ------
    DataError
        As `set_up`.
    """
    draft = set_up(overlay).draft()
    draft.set("scenario", "first-week")
    return draft.finish()


@rule("3.1", "3.3", "4.12", "17.11", "18.11")
def _clock(board: Board) -> dict[Key, Fact]:
    clear = r04_weather.effects(board, "clear")
    return {
        ("phase", ""): "bombardment",
        ("turn", ""): 1,
        ("side", ""): terms.ALLIED,
        ("air", ""): clear.number("air"),
        ("naval", ""): clear.number("naval"),
    }


@rule("3.2", "3.4", "4.12")
def _cup(board: Board) -> dict[Key, Fact]:
    """Markers of June 6: those of the schedule, and the Free Ops marker of Clear weather."""
    found: dict[Key, Fact] = {}
    for group, row in r10_schedule.schedule(board, "cup").items():
        found |= {("am", chit): markers.CUP for chit in markers.chits_of(group)[: row.number("markers")]}
    clear = r04_weather.effects(board, "clear").number("free_ops_allied")
    free = markers.chits_of(markers.FREE_OPS[terms.ALLIED])[:clear]
    return found | {("am", chit): markers.CUP for chit in free}


@rule("7.11", "19.1")
def _on_map(board: Board, pieces: dict[str, Piece]) -> dict[Key, Fact]:
    found: dict[Key, Fact] = {}
    for piece in pieces.values():
        if terms.is_hq(piece.printed) and "cherbourg" in piece.printed.marks:
            found["re", piece.uid] = True
    for row in r10_schedule.schedule(board, "delay_point").values():
        if row.text("hex") not in board.spaces:
            place = f"[delay_point.{row.id}], key hex"
            raise DataError(row.file, place, f"a hex of the map, not {row.text('hex')!r}")
        found["dp", row.text("hex")] = True
    return found


@rule("10.11", "10.22", "10.23", "6.14")
def explain_set_up(inquiry: Inquiry, unit: Unit) -> str:
    """Say where a unit is set up, or when and where it comes.

    Returns
    -------
    str
        As `first_space`.
    """
    space = first_space(unit)
    where = " or ".join(inquiry.board.name(e) if e in inquiry.board.spaces else e for e in unit.entry)
    source = unit.sources.of("entry")
    if source in {"reconstructed", "unknown"}:
        inquiry.source("10.11", Used(f"entry of {unit.title}", "units.csv", unit.id, "entry"), source)
    if unit.arrival is not None:
        days = r10_schedule.label_of(inquiry, unit.arrival)
        inquiry.note("10.11", f"{unit.title} comes on the {days} turn by {where}", unit.arrival)
    elif space == terms.POOL and "floating" in unit.marks:
        inquiry.note(
            "6.14", f"{unit.title} comes only if its optional group does, and is assigned to a Corps"
        )
    elif unit.id in r10_schedule.schedule(inquiry, "drop"):
        inquiry.note("10.22", f"{unit.title} waits in {where} to be dropped before the invasion")
    elif space.startswith("airfield"):
        inquiry.note("10.23", f"{unit.title} lands by glider when its Division's marker is drawn on June 6")
    else:
        inquiry.note("10.11", f"{unit.title} begins the game in {where}")
    return space
