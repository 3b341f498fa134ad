"""Section 3.0 and the Play Book: the position before the June 6 turn, on both maps or on a part of them."""

from __future__ import annotations

from pathlib import Path

from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r04_weather, r07_activation, r10_schedule, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.assembly import GAME
from adjudicator.position import Draft, Fact, Key, Piece, Position, View
from adjudicator.ruling import Used
from counters.catalog import Unit, load_units
from maps.board import Board
from maps.june_six.board import load_board

__all__ = ["explain_set_up", "first_space", "set_up"]

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


@rule("1.0", "3.1", "3.2", "3.3", "4.12", "7.11")
def set_up(scenario: str = "campaign", overlay: Path | None = None) -> Position:
    """Set a scenario up: June 6, Clear, Allied initiative, before the airdrops and bombardments.

    Parameters
    ----------
    scenario
        Its name in ``scenarios.toml``; on a part of the maps only who has to do with it takes part.

    Raises
    ------
    DataError
        A unit or marker is to be set up in a space that the map does not have.
    """
    board = load_board(overlay)
    pieces: dict[str, Piece] = {}
    for unit in load_units(_SLUG, overlay).values():
        space = _begins(board, unit, scenario)
        if space and space not in board.spaces:
            raise DataError(
                "units.csv", f"unit {unit.id}, column entry", f"a space of the map, not {space!r}"
            )
        if space:
            pieces[unit.id] = Piece(unit, space, terms.FULL)
    draft = GAME.empty(board, pieces, {} if scenario == "campaign" else {("scenario", ""): scenario}).draft()
    for facts in (_clock, _cup, _on_map):
        for (item, subject), value in facts(draft).items():
            draft.set(item, value, subject)
    return draft.finish()


@rule("1.0", "10.11")
def _begins(board: Board, unit: Unit, scenario: str) -> str:
    """Where a unit stands before play; empty where it takes no part."""
    space, part = first_space(unit), r01_part.part_of(board, scenario)
    if part is None:
        return space
    last = r01_part.scenarios(board)[scenario].number("turn")
    return r01_part.moved(part).get(unit.id, space) if r01_part.comes(part, unit, space, last) else ""


@rule("3.1", "3.3", "4.12", "17.11", "18.11")
def _clock(draft: Draft) -> dict[Key, Fact]:
    air, naval = r04_weather.received(draft, "clear")
    return {
        ("phase", ""): "bombardment",
        ("turn", ""): 1,
        ("side", ""): terms.ALLIED,
        ("air", ""): air,
        ("naval", ""): naval,
    }


@rule("1.0", "3.2", "3.4", "4.12")
def _cup(draft: Draft) -> dict[Key, Fact]:
    """Markers of June 6: those of the schedule whose HQs are there, and the Free Ops marker of Clear."""
    found: dict[Key, Fact] = {}
    for group, row in r10_schedule.schedule(draft, "cup").items():
        if any(r07_activation.arrived(draft, hq) for hq in markers.hqs_of_group(draft, group)):
            found |= {("am", chit): markers.CUP for chit in markers.chits_of(group)[: row.number("markers")]}
    clear = r01_part.free_ops(draft, r04_weather.effects(draft, "clear").number("free_ops_allied"))
    free = markers.chits_of(markers.FREE_OPS[terms.ALLIED])[:clear]
    return found | {("am", chit): markers.CUP for chit in free}


@rule("1.0", "7.11", "7.26", "19.1")
def _on_map(draft: Draft) -> dict[Key, Fact]:
    """RE markers of the Cherbourg HQ and of units whose HQ takes no part, and Delay Points."""
    found: dict[Key, Fact] = {}
    for piece in draft.pieces.values():
        if terms.is_hq(piece.printed) and "cherbourg" in piece.printed.marks:
            found["re", piece.uid] = True
        if _without_hq(draft, piece):
            found |= {("re", piece.uid): True, ("parent-lost", piece.uid): "lost"}
    for row in r10_schedule.schedule(draft, "delay_point").values():
        if row.text("hex") not in draft.board.spaces:
            place = f"[delay_point.{row.id}], key hex"
            raise DataError(row.file, place, f"a hex of the map, not {row.text('hex')!r}")
        if row.text("hex") not in r01_part.outside(draft):
            found["dp", row.text("hex")] = True
    return found


@rule("1.0", "6.16")
def _without_hq(view: View, piece: Piece) -> bool:
    """Whether the formation of a unit takes no part, its HQ being on another part of the front."""
    own = piece.printed.division
    return bool(own) and terms.on_map(view, piece) and terms.hq_of(view, own) is None


@rule("10.11", "10.22", "10.23", "6.14")
def explain_set_up(inquiry: Inquiry, unit: Unit) -> str:
    """Say where a unit is set up, or when and where it comes.

    Returns
    -------
    str
        As `first_space`; empty where it takes no part in the scenario.
    """
    scenario = inquiry.text("scenario")
    space = _begins(inquiry.board, unit, scenario)
    title = r01_part.scenario_of(inquiry).text("title")
    if not space:
        inquiry.note("1.0", f"{unit.title} takes no part in {title}")
        return ""
    if space != first_space(unit):
        inquiry.note("1.0", f"{unit.title} begins {title} in {inquiry.board.name(space)}")
        return space
    closed = {*r01_part.LETTERS} - {*r01_part.letters(inquiry)}
    open_ = (e for e in unit.entry if e not in closed)
    where = " or ".join(inquiry.board.name(e) if e in inquiry.board.spaces else e for e in open_)
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
