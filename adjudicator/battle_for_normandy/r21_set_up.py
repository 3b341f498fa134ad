"""Section 21.0: the campaign before the June 6 Night turn, and the small scenarios."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import r03_control, r04_phases, r21_part, r21_victory, terms
from adjudicator.battle_for_normandy.assembly import GAME
from adjudicator.battle_for_normandy.formations import load_formations
from adjudicator.battle_for_normandy.r07.sources import MULBERRY_POINTS
from adjudicator.battle_for_normandy.r16_june_6 import JUNE_6
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.battle_for_normandy.r22 import bloody_omaha as r22_bloody_omaha
from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Fact, Key, Piece, Position
from adjudicator.ruling import Used
from adjudicator.tables import Record
from counters.catalog import Unit, load_units
from maps.board import Board
from maps.filing import Filing, Located, by_filing
from maps.loader import read_rows, read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "COLUMNS",
    "SET_UPS",
    "Standing",
    "campaign",
    "day_name",
    "explain_set_up",
    "first_space",
    "lay_feldersatz",
    "set_ups",
    "small",
    "small_clock",
    "units_of",
]

_SLUG = "battle-for-normandy"
_HERE = Path(__file__).parent
COLUMNS = ("id", "hex", "status", "source")
SET_UPS = "set_ups.csv"


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
    lay_feldersatz(draft)
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
def lay_feldersatz(draft: Draft) -> None:
    """Put its Feldersatz points under the HQ of each division."""
    known = load_formations(draft)
    heads = [p.printed for p in draft.pieces.values() if terms.is_hq(p.printed)]
    for head in heads:
        points = known[head.division].feldersatz if head.division in known else 0
        if points:
            draft.set("feldersatz", points, head.id)


# --- the small scenarios ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a unit stands when a small scenario begins.

    Parameters
    ----------
    source
        Of its hex.

    Examples
    --------
    >>> Standing("c3830", "full", "reconstructed").space
    'c3830'
    """

    space: str
    status: str
    source: str


@by_filing
def set_ups(filing: Filing) -> Mapping[str, Standing]:
    """Every unit of every small scenario, as ``epsom:br-15-hq``.

    Raises
    ------
    DataError
        A status is neither full nor reduced.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> set_ups(OURS)["cherbourg:ge-sp-35"].space
    'a2035'
    """
    rows = read_rows(filing.path(_HERE / SET_UPS), COLUMNS, key=lambda row: row.text("id"))
    return {
        row.text("id"): Standing(
            row.text("hex"), row.choice("status", terms.STATUSES), row.sources().of("hex")
        )
        for row in rows
    }


def units_of(at: Located, name: str) -> Mapping[str, Standing]:
    """Units of a small scenario.

    Parameters
    ----------
    name
        Of the scenario.
    """
    each = ((id_.partition(":"), standing) for id_, standing in set_ups(at).items())
    return {uid: standing for (scenario, _, uid), standing in each if scenario == name}


def small_clock(name: str, date: int) -> dict[Key, Fact]:
    """The clock of a small scenario before its first weather roll, and its name."""
    return {**_clock("weather", date, terms.ALLIED), ("scenario", ""): name}


@rule("21.0")
def small(name: str, overlay: Path | None = None) -> Position:
    """Set a small scenario up, from the Night turn of its first day.

    Parameters
    ----------
    name
        Of the scenario, in ``scenarios.toml``.

    Raises
    ------
    DataError
        The file of its set-up names a unit, a hex or a status that is not there.
    """
    board = _load_board(overlay)
    record = r21_part.scenarios(board)[name]
    if record.number("first") == JUNE_6:
        return _invasion(board, overlay, record)
    units = load_units(_SLUG, overlay)
    pieces = {u.id: Piece(u, space, terms.FULL) for u in units.values() if (space := _at_hand(u))}
    for uid, standing in units_of(board, name).items():
        if uid not in units or standing.space not in board.spaces:
            raise DataError(SET_UPS, f"{name}:{uid}", "a unit of units.csv with a space of the map")
        pieces[uid] = Piece(units[uid], standing.space, standing.status)
    draft = GAME.empty(board, pieces, small_clock(name, record.number("first"))).draft()
    _small_facts(draft, record)
    for space in record.text("allied").split() or _nearer_to_allies(draft):
        draft.set("control", terms.ALLIED, space)
    r03_control.update(draft)
    draft.set("vp", r21_victory.place_points(draft))
    r04_phases.enter_phase(draft, "weather")
    return draft.finish()


@rule("15.1", "20.1", "20.3", "21.0")
def _at_hand(unit: Unit) -> str:
    """The box of what rules may bring into any scenario: companies, trucks, Kampfgruppe HQs; else empty."""
    if unit.type == "truck" or terms.is_kg_hq(unit):
        return terms.POOL
    return terms.COMPANIES if terms.is_company(unit) else ""


@rule("18.1", "18.2", "21.0")
def _invasion(board: Board, overlay: Path | None, record: Record) -> Position:
    """A scenario of 6 June: the campaign's own set-up, as far as its part of the map is concerned."""
    clock = {**_clock("set-up", JUNE_6, terms.GERMAN), ("scenario", ""): record.id}
    pieces = _pieces(board, overlay)
    out = r21_part.outside_of(board, record.text("part"))
    taking_part = {u: p for u, p in pieces.items() if _takes_part(board, p, out, record.number("last"))}
    draft = GAME.empty(board, taking_part, clock).draft()
    _small_facts(draft, record)
    for uid in r22_bloody_omaha.named(board) & taking_part.keys():
        draft.place(uid, terms.POOL)  # beyond the part in play, from where an option brings them
    r18_strongpoints.place_all(draft)
    return draft.finish()


@rule("21.0", "22.8o")
def _takes_part(board: Board, piece: Piece, out: frozenset[str], last: int) -> bool:
    """Whether a unit of the campaign stands, lands or comes in the part in play by the last day."""
    unit, space = piece.printed, board.spaces[piece.space]
    if terms.is_hex(space):
        return space.id not in out or unit.id in r22_bloody_omaha.named(board)
    if space.id == terms.COMPANIES:
        return not any(mark.startswith("of=") for mark in unit.marks)
    if _at_hand(unit) == terms.POOL:
        return True
    if unit.side == terms.GERMAN or unit.type == "pathfinder" or (unit.arrival or 0) > last:
        return False
    sites = {b.site for b in r18_beaches.beaches(board).values() if b.hex not in out}
    named = (
        str(board.spaces[f"holding-{e}"]["site"]) if f"holding-{e}" in board.spaces else e for e in unit.entry
    )
    return bool(sites & {*named}) or (space.id == terms.POOL and terms.marked(unit, "assault-engineer"))


@rule("7.6.2", "11.1.1", "18.8.2", "19.4.1", "20.4", "21.0")
def _small_facts(draft: Draft, record: Record) -> None:
    for item, key in (("csp", "csp"), ("air-points", "air_points"), ("aa-points", "aa_points")):
        draft.set(item, record.number(key))
    for site, _, beach in (word.partition("=") for word in record.text("beachheads").split()):
        draft.set("beachhead", beach, site)
    for site in record.text("mulberries").split():
        draft.set("mulberry", MULBERRY_POINTS, site)
        draft.set("mulberry-ready", record.number("first") - 1, site)
    lay_feldersatz(draft)


@rule("3.3", "21.0")
def _nearer_to_allies(draft: Draft) -> list[str]:
    """Land hexes in play that lie nearer to an Allied unit than to any German one."""
    out = r21_part.outside(draft)
    ground = (p for p in draft.pieces.values() if terms.on_map(draft, p) and not terms.is_naval(p.printed))
    holds = {p.space: p.side for p in sorted(ground, key=lambda piece: piece.side)}
    rim = list(holds)
    while rim:
        reached: dict[str, str] = {}
        for space in rim:
            for near in terms.neighbours(space):
                if near not in holds and near not in out and terms.is_land(draft.board, near):
                    german = terms.GERMAN in {holds[space], reached.get(near)}
                    reached[near] = terms.GERMAN if german else terms.ALLIED
        holds |= reached
        rim = list(reached)
    return sorted(space for space, side in holds.items() if side == terms.ALLIED)


# --- answers ----------------------------------------------------------------------------------------------


@rule("21.0", "2.4.2", "9.2", "22.8o")
def explain_set_up(inquiry: Inquiry, unit: Unit) -> str:
    """Say where a unit is set up, or when and where it comes.

    Returns
    -------
    str
        As `first_space`; in a small scenario the hex of its set-up, empty for a unit that takes no part.
    """
    small = r21_part.record(inquiry)
    if small is not None and small.number("first") > JUNE_6 and not _at_hand(unit):
        return _explain_small(inquiry, unit, small)
    space = first_space(unit, inquiry.board)
    if space in r21_part.outside(inquiry):
        inquiry.note("22.8o", f"{unit.title} begins out of play, and comes only by this option")
        return terms.POOL
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


@rule("21.0", "9.2")
def _explain_small(inquiry: Inquiry, unit: Unit, small: Record) -> str:
    """The same in a small scenario; empty for a unit that takes no part in it."""
    standing, title = units_of(inquiry, small.id).get(unit.id), small.text("title")
    if standing is None:
        inquiry.note("21.0", f"{unit.title} takes no part in {title}")
        return ""
    if standing.source == "reconstructed":
        used = Used(f"hex of {unit.title}", SET_UPS, f"{small.id}:{unit.id}", "hex")
        inquiry.source("21.0", used, standing.source)
    if standing.space == terms.TRACK and unit.arrival is not None:
        inquiry.note("2.4.2", f"{unit.title} comes on {day_name(unit.arrival)}", unit.arrival)
    else:
        where = inquiry.board.name(standing.space)
        inquiry.note("21.0", f"{unit.title} begins {title} in {where}, {standing.status}")
    return standing.space


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
