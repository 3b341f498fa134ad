"""Section 3.1."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r03_points import places, victory_tables
from adjudicator.dark_summer.r03_set_up import (
    _fault,
    explain_set_up,
    first_space,
    set_up,
    set_up_spaces,
    starts_reduced,
)
from adjudicator.dark_summer.r03_victory import caen, controller
from adjudicator.dark_summer.r13_cherbourg import is_isolated
from adjudicator.dark_summer.r13_sources import ground
from adjudicator.dark_summer.r13_supply import out_of_supply
from adjudicator.errors import DataError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from counters.catalog import load_units
from maps.board import Board, Space
from maps.filing import OURS
from tests.dark_summer.build import board, unit


@pytest.fixture(scope="module")
def start() -> Position:
    return set_up()


def test_it_begins_with_the_action_phase_of_turn_1_in_showers(start: Position) -> None:
    assert (start.number("turn"), start.text("phase"), start.text("weather")) == (1, "action", "showers")
    assert start.number("half-vp", "allied") == start.number("half-vp", "german") == 0
    assert not start.pending


def test_every_counter_stands_somewhere_on_the_board(start: Position) -> None:
    assert start.pieces.keys() == load_units("dark-summer").keys()
    assert all(p.space in start.board.spaces for p in start.pieces.values())


def test_the_914th_regiment_begins_reduced_in_3207_and_nobody_else_does(start: Position) -> None:
    reduced = [p for p in start.pieces.values() if p.status == terms.REDUCED]
    assert [(p.printed.name, p.printed.division, p.space) for p in reduced] == [("914", "352", "3207")]


def test_reinforcements_wait_on_the_turn_record_track(start: Position) -> None:
    for piece in start.pieces.values():
        assert piece.printed.arrival is None or piece.space == terms.POOL


def test_a_hidden_strongpoint_stands_on_every_beach(start: Position) -> None:
    for beach in terms.BEACHES:
        there = [p for p in start.units_in(beach) if terms.is_strongpoint(p.printed)]
        assert len(there) == 1
        assert terms.is_hidden(start, there[0])
    assert any(terms.is_hidden(start, p) for p in start.units_in(terms.CHERBOURG))


def test_augmented_omaha_defenses(start: Position) -> None:
    assert start.subjects("augmented") == ("3203", "3303")


def test_airborne_units_control_their_hexes_and_the_german_the_rest(start: Position) -> None:
    drops = {p.space for p in start.pieces.values() if terms.is_airborne(p.printed) and p.space[0] in "234"}
    assert set(start.subjects("control")) == drops
    assert controller(start, "2726") == "german"


def test_waves_stand_offshore(start: Position) -> None:
    for piece in start.pieces.values():
        for wave, kinds in (
            ("wave-1", {"approach"}),
            ("wave-2", {"offshore"}),
            ("wave-3", {"offshore", "airfield"}),
        ):
            if wave in piece.printed.marks:
                assert start.board.spaces[piece.space].kind in kinds


def test_every_unit_on_the_map_is_german_or_airborne(start: Position) -> None:
    for piece in start.pieces.values():
        if terms.is_hex(start.board.spaces[piece.space]):
            assert piece.side == terms.GERMAN or terms.is_airborne(piece.printed)


def test_germans_are_supplied_and_cherbourg_is_not_isolated(start: Position) -> None:
    assert out_of_supply(start, terms.GERMAN) == ()
    assert not is_isolated(start)


def test_lettered_hexes_and_places_that_the_rules_name(start: Position) -> None:
    letters = ground(start.board).letters
    assert letters["C"] == tuple(f"{c}00" for c in range(12, 21))
    assert letters["W"] == ("2628", "2727", "2828")
    assert letters["(E)"] == ("5400",)
    assert len(letters["S"]) == 5
    assert "6028" in letters["S"]
    assert len(caen(start)) == 3
    for group in ("objective", "held"):
        for record in victory_tables(OURS)[group].values():
            assert places(start, record.text("town")), record.id


def test_first_spaces() -> None:
    assert first_space(unit("us-1", entry=("approach-3303",))) == "approach-3303"
    assert first_space(unit("us-2", entry=("omaha",))) == "third-wave-omaha"
    assert first_space(unit("ge-1", arrival=2, entry=("E",))) == "turn-track"
    assert first_space(unit("ge-sp", "strongpoint")) == "turn-track"
    assert not starts_reduced(unit("ge-914", division="353"))


LETTERED = board(["3207", "3208"], terrain={"3208": "flooded"})


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (unit("ge-1", entry=("3207",)), ""),
        (unit("ge-1", entry=("3299",)), "a space of the map"),
        (unit("ge-1", entry=("eliminated",)), "a space of the map"),
        (unit("ge-1", entry=("3208",)), "a land hex"),
        (unit("ge-1"), "the space where it is set up"),
        (unit("ge-1", "strongpoint"), ""),
        (unit("ge-1", "garrison", marks=("ost",)), ""),
        (unit("ge-1", arrival=2, entry=("E", "W")), ""),
        (unit("ge-1", arrival=2, entry=("Q",)), "letters of Lettered hexes (E, W), not 'Q'"),
        (unit("ge-1", arrival=2), "the letter of its Lettered hexes"),
        (unit("us-1", arrival=2), ""),
        (unit("us-1", arrival=2, entry=("E",)), "an empty cell for an Allied Reinforcement"),
    ],
)
def test_entries_are_checked(made: object, expected: str) -> None:
    fault = _fault(made, LETTERED, {"E", "W"})  # type: ignore[arg-type]
    assert fault.startswith(expected)
    assert bool(fault) == bool(expected)


def test_an_entry_that_the_map_does_not_have_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Board([Space("3207", "3207", "hex", {"terrain": "clear"})], [])
    monkeypatch.setattr("maps.dark_summer.board.load_board", lambda overlay: bare)
    with pytest.raises(DataError, match=r"units\.csv, unit .*, column entry: expected"):
        set_up(tmp_path)


def test_a_strongpoint_may_lie_at_any_symbol_an_ost_battalion_at_its_own(start: Position) -> None:
    strongpoint, ost = start.pieces["ge-sp-5"].printed, start.pieces["ge-ost-441"].printed
    assert set(terms.BEACHES) < set(set_up_spaces(start, strongpoint))
    assert terms.CHERBOURG in set_up_spaces(start, strongpoint)
    assert not set(terms.BEACHES) & set(set_up_spaces(start, ost))
    assert set_up_spaces(start, start.pieces["ge-sp-hidden-2"].printed) == ("3203",)


@pytest.mark.parametrize(("uid", "to", "ok"), [("us-82-505", "2103", True), ("us-82-505", "2104", False)])
def test_a_unit_is_set_up_where_its_counter_says(start: Position, uid: str, to: str, ok: bool) -> None:
    inquiry = Inquiry(start)
    assert explain_set_up(inquiry, start.pieces[uid].printed, to) == ("2103",)
    assert [v.rule for v in inquiry.violations] == ([] if ok else ["3.1"])


def test_a_reinforcement_waits_and_the_914th_is_reduced(start: Position) -> None:
    inquiry = Inquiry(start)
    waiting = next(p.printed for p in start.pieces.values() if p.printed.arrival == 2)
    assert explain_set_up(inquiry, waiting) == (terms.POOL,)
    explain_set_up(inquiry, start.pieces["ge-352-914"].printed)
    assert any("reduced" in step.text for step in inquiry.steps)
