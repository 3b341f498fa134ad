"""Section 21.0: the campaign before the June 6 Night turn, and a small battle around Carentan."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import r03_control, r04_phases, r21_victory, terms
from adjudicator.battle_for_normandy.assembly import GAME
from adjudicator.battle_for_normandy.formations import load_formations
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Fact, Key, Piece, Position
from adjudicator.ruling import Used
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from counters.catalog import Unit, load_units
from maps.board import Board
from maps.filing import Filing, by_filing
from maps.loader import read_toml

__all__ = ["campaign", "carentan", "day_name", "explain_set_up", "first_space"]

_SLUG = "battle-for-normandy"
_HERE = Path(__file__).parent
_FIRST_DAY = 10
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "unit": {"hex": str, "status": str},
    "control": {"hexes": str},
    "number": {"value": int},
}


@by_filing
def _carentan_data(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_HERE / "carentan.toml"), _GROUPS)


@by_filing
def _schedule(filing: Filing) -> Mapping[str, Mapping[str, int]]:
    """Numbers of ``schedule.toml``."""
    found: Mapping[str, Mapping[str, int]] = read_toml(filing.path(_HERE / "schedule.toml"))["number"]
    return found


# --- where units begin ------------------------------------------------------------------------------------


@rule("21.0", "2.4.2", "18.2")
def first_space(unit: Unit, board: Board) -> str:
    """Where a unit stands before play: its hex or box, a Holding Box, the pool, or the Turn Track.

    Returns
    -------
    str
        Units that land at any beach of a site begin in the Holding Box of its first beach; ships in the pool,
        until the End Phase of the invasion; named airborne companies with the companies.

    Examples
    --------
    >>> first_space(Unit("us-2-9", "9", "1/9/2", "allied", "us", entry=("omaha",), arrival=7), Board([], []))
    'turn-track'
    """
    if unit.arrival is not None:
        return terms.TRACK
    if terms.is_naval(unit) or not unit.entry:
        return terms.POOL
    place = unit.entry[0]
    if terms.is_company(unit) and any(m.startswith("of=") for m in unit.marks) and len(unit.entry) == 1:
        return terms.COMPANIES
    if place in board.spaces:
        return place
    return f"holding-{place}" if f"holding-{place}" in board.spaces else _box_of_site(board, place)


def _box_of_site(board: Board, site: str) -> str:
    return _boxes_of_sites(board).get(site, site)


@functools.lru_cache(maxsize=8)
def _boxes_of_sites(board: Board) -> Mapping[str, str]:
    """Landing Site -> the Holding Box of its first beach."""
    found: dict[str, str] = {}
    for space in board.spaces.values():
        if space.kind == "holding":
            found.setdefault(str(space["site"]), space.id)
    return found


def _load_board(overlay: Path | None) -> Board:
    from maps.battle_for_normandy.board import load_board

    return load_board(overlay)


def _pieces(board: Board, overlay: Path | None) -> dict[str, Piece]:
    pieces: dict[str, Piece] = {}
    for unit in load_units(_SLUG, overlay).values():
        space = first_space(unit, board)
        if space not in board.spaces:
            place = f"unit {unit.id}, column entry"
            raise DataError("units.csv", place, f"a space of the map, not {space!r}")
        pieces[unit.id] = Piece(unit, space, terms.FULL)
    return pieces


# --- the campaign -----------------------------------------------------------------------------------------


@rule("21.0", "11.1.1", "7.6.2", "9.6")
def campaign(overlay: Path | None = None) -> Position:
    """Set the campaign up: 6 June, before the parachute drop; Strongpoints lie where they can be moved.

    Raises
    ------
    DataError
        A unit is to be set up in a space that the map does not have.
    """
    board = _load_board(overlay)
    draft = GAME.empty(board, _pieces(board, overlay), _clock("set-up", 6, terms.GERMAN)).draft()
    draft.set("csp", _schedule(draft)["csp-start"]["value"])
    _feldersatz(draft)
    r18_strongpoints.place_all(draft)
    return draft.finish()


def _clock(phase: str, date: int, side: str) -> dict[Key, Fact]:
    weather = "overcast" if date == 6 else "cloudy"
    return {
        ("phase", ""): phase,
        ("date", ""): date,
        ("time", ""): "night",
        ("side", ""): side,
        ("weather", ""): weather,
    }


@rule("9.6")
def _feldersatz(draft: Draft) -> None:
    """Put its Feldersatz points under the HQ of each division."""
    known = load_formations(draft)
    heads = [p.printed for p in draft.pieces.values() if terms.is_hq(p.printed)]
    for head in heads:
        points = known[head.division].feldersatz if head.division in known else 0
        if points:
            draft.set("feldersatz", points, head.id)


# --- around Carentan --------------------------------------------------------------------------------------


@rule("21.0")
def carentan(overlay: Path | None = None) -> Position:
    """Set the battle around Carentan up, from the Night turn of 10 June to 14 June.

    Raises
    ------
    DataError
        The file names a unit or a hex that is not there.
    """
    board, units = _load_board(overlay), load_units(_SLUG, overlay)
    data = _carentan_data(board)
    pieces = {u.id: Piece(u, terms.COMPANIES, terms.FULL) for u in units.values() if terms.is_company(u)}
    for uid, row in data["unit"].items():
        if uid not in units or row.text("hex") not in board.spaces:
            raise DataError(row.file, f"[unit.{uid}]", "a unit of units.csv and a space of the map")
        pieces[uid] = Piece(units[uid], row.text("hex"), row.text("status"))
    draft = GAME.empty(board, pieces, _clock("weather", _FIRST_DAY, terms.ALLIED)).draft()
    _carentan_facts(draft)
    r03_control.update(draft)
    draft.set("vp", r21_victory.place_points(draft))
    r04_phases.enter_phase(draft, "weather")
    return draft.finish()


def _carentan_facts(draft: Draft) -> None:
    data = _carentan_data(draft)
    draft.set("scenario", "carentan")
    draft.set("csp", data["number"]["csp"].number("value"))
    draft.set("air-points", data["number"]["air-points"].number("value"))
    draft.set("aa-points", data["number"]["aa-points"].number("value"))
    draft.set("beachhead", "uncle-red", "utah")
    draft.set("beachhead", "easy-green", "omaha")
    _feldersatz(draft)
    for row in data["control"].values():
        for space in row.text("hexes").split():
            draft.set("control", terms.ALLIED, space)


# --- answers ----------------------------------------------------------------------------------------------


@rule("21.0", "2.4.2", "9.2")
def explain_set_up(inquiry: Inquiry, unit: Unit) -> str:
    """Say where a unit is set up, or when and where it comes.

    Returns
    -------
    str
        As `first_space`.
    """
    space = first_space(unit, inquiry.board)
    where = " or ".join(inquiry.board.name(e) if e in inquiry.board.spaces else e for e in unit.entry)
    for column in ("arrival", "entry"):
        source = unit.sources.of(column)
        if source in {"reconstructed", "unknown"}:
            inquiry.source("21.0", Used(f"{column} of {unit.title}", "units.csv", unit.id, column), source)
    if unit.arrival is not None:
        inquiry.note("2.4.2", f"{unit.title} comes on {day_name(unit.arrival)} by {where}", unit.arrival)
    elif space == terms.POOL:
        inquiry.note("21.0", f"{unit.title} lies in the pool until a rule brings it into play")
    elif space == terms.COMPANIES:
        inquiry.note("15.1", f"{unit.title} lies with the breakdown companies")
    else:
        inquiry.note("21.0", f"{unit.title} begins the game in {inquiry.board.name(space)}")
    return space


def day_name(date: int) -> str:
    """A day counted from 1 June in words.

    Examples
    --------
    >>> day_name(7), day_name(31), day_name(68)
    ('7 June', '1 July', '7 August')
    """
    if date < terms.JULY:
        return f"{date} June"
    if date < terms.AUGUST:
        return f"{date - terms.JULY + 1} July"
    return f"{date - terms.AUGUST + 1} August"
