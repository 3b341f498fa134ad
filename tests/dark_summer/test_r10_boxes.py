"""Sections 10.4 to 10.4.5."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r10_boxes import enter_faults, leave_faults, lettered
from adjudicator.dark_summer.r10_movement import Move
from adjudicator.dark_summer.r10_reach import reach, refusals
from adjudicator.position import Fact, Key, Position
from tests.dark_summer.build import board, hexes, unit
from tests.dark_summer.moving import situation
from tests.playing import barred, done, look

NORTH = board(
    [*hexes(12, 20, 0, 4), "2403", *hexes(21, 25, 0, 5)], letters={"2505": "E"}, roads=["1400/1401"]
)
SOUTH = board(hexes(25, 31, 22, 28), letters={"3027": "S", "2927": "S", "3122": "E"}, roads=["3026/3027"])
EAST = board(hexes(32, 47, 0, 7), letters={"4702": "E", "4704": "E", "4706": "E", "4700": "(E)"})
US, FRENCH, BRITISH, GERMAN = unit("us-1"), unit("fr-1"), unit("br-1"), unit("ge-1")
UTAH: dict[Key, Fact] = {("beach", "2403"): "open"}


def north(*placed: object, group: str = "us", **more: object) -> Position:
    facts = {**UTAH, **more.pop("facts", {})}  # type: ignore[dict-item]
    return situation(NORTH, *placed, group=group, facts=facts, **more)  # type: ignore[arg-type]


def south(*placed: object, group: str = "us", **more: object) -> Position:
    return situation(SOUTH, *placed, group=group, **more)  # type: ignore[arg-type]


def east(*placed: object, group: str = "us", marker: str = "", at: str = "", **more: object) -> Position:
    facts: dict[Key, Fact] = {
        ("beach", "3303"): "open",
        ("beach", "4603"): "open",
        ("boundary-lifted", ""): True,
        ("caen-taken-turn", ""): 4,
    }
    facts.update(more.pop("facts", {}))  # type: ignore[call-overload]
    if marker:
        facts["exit-marker", at] = marker
    return situation(EAST, *placed, group=group, facts=facts, **more)  # type: ignore[arg-type]


def test_lettered_hexes_of_a_board() -> None:
    assert lettered(NORTH)["1200"] == "C"
    assert set(lettered(EAST).values()) == {"E", "(E)"}


# --- Cherbourg ----------------------------------------------------------------------------------------------


def test_into_cherbourg_for_one_more_point_even_if_enemies_are_inside() -> None:
    here = north((US, "1401"), (unit("ge-2"), "cherbourg"))
    after = done(here, Move("us-1", ("1400", "cherbourg")))
    assert after.pieces["us-1"].space == "cherbourg"
    assert after.text("control", "1400") == "allied"
    assert "2 MP of 6 MP are used" in [s.text for s in look(here, Move("us-1", ("1400", "cherbourg"))).steps]


def test_only_from_c_hexes_and_only_with_the_points() -> None:
    assert barred(north((US, "1401")), Move("us-1", ("cherbourg",))) == ["10.4.1"]
    slow = unit("us-1", mf=2)
    here = north((slow, "1402"))
    assert barred(here, Move("us-1", ("1401", "1400", "cherbourg"))) == ["10.1"]


def test_movement_ends_in_the_box() -> None:
    here = north((US, "1400"))
    assert barred(here, Move("us-1", ("cherbourg", "1500"))) == ["10.4.3"]


def test_out_of_a_zoc_only_if_it_started_there() -> None:
    enemy = (GERMAN, "1300")
    assert barred(north((US, "1502"), enemy), Move("us-1", ("1501", "1500", "1400", "cherbourg"))) == [
        "10.4.1"
    ]
    assert not barred(north((US, "1400"), enemy), Move("us-1", ("cherbourg",)))


def test_british_and_french_units_stay_out() -> None:
    assert barred(north((BRITISH, "1400"), group="british"), Move("br-1", ("cherbourg",))) == ["10.4.3"]
    assert barred(north((FRENCH, "1400")), Move("fr-1", ("cherbourg",))) == ["10.4.3"]
    other = north((FRENCH, "1400"), options={"french-boxes": "B"})
    assert not barred(other, Move("fr-1", ("cherbourg",)))


def test_germans_until_it_is_captured() -> None:
    assert not barred(north((GERMAN, "1400"), group="german"), Move("ge-1", ("cherbourg",)))
    taken = north((GERMAN, "1400"), group="german", cherbourg_taken_turn=3)
    assert barred(taken, Move("ge-1", ("cherbourg",))) == ["10.4.3"]


def test_out_of_cherbourg_by_any_c_hex_while_no_enemy_is_inside() -> None:
    here = north((US, "cherbourg"))
    assert not barred(here, Move("us-1", ("1200",)))
    assert not barred(here, Move("us-1", ("2000", "2001")))
    assert barred(here, Move("us-1", ("1301",))) == ["10.4.2"]
    both = north((US, "cherbourg"), (unit("ge-2"), "cherbourg"))
    assert barred(both, Move("us-1", ("1200",))) == ["10.4.3"]


def test_no_german_leaves_isolated_cherbourg() -> None:
    here = north((GERMAN, "cherbourg"), group="german", cherbourg_isolated=True)
    assert barred(here, Move("ge-1", ("1200", "1201"))) == ["13.5"]
    assert not reach(here, "ge-1").destinations
    free = north((GERMAN, "cherbourg"), group="german")
    assert not barred(free, Move("ge-1", ("1200", "1201")))
    assert barred(free, Move("ge-1", ("1200",))) == ["10.1"]


def test_the_c_hex_may_be_in_a_zoc_but_not_occupied() -> None:
    here = north((US, "cherbourg"), (GERMAN, "1301"))
    assert not barred(here, Move("us-1", ("1300",)))
    assert barred(here, Move("us-1", ("1300", "1400"))) == ["6.3"]
    assert barred(north((US, "cherbourg"), (GERMAN, "1300")), Move("us-1", ("1300",))) == ["10.1"]


def test_out_of_supply_units_use_their_three_points() -> None:
    here = situation(NORTH, (US, "1403"), group="us")
    assert not barred(here, Move("us-1", ("1402", "1401", "1400")))
    assert barred(here, Move("us-1", ("1402", "1401", "1400", "cherbourg"))) == ["10.1"]
    assert not barred(situation(NORTH, (US, "1402"), group="us"), Move("us-1", ("1401", "1400", "cherbourg")))


def test_units_of_a_formation_react_out_of_the_box() -> None:
    here = north((GERMAN, "cherbourg"), group="german", kind="reaction", facts={("active", "ge-1"): True})
    assert not barred(here, Move("ge-1", ("1400", "1401")))


# --- Combined Action Rounds ---------------------------------------------------------------------------------


def test_a_combined_round_counts_the_box_as_a_hex() -> None:
    here = north((US, "1400"), (unit("us-2"), "1401"), (unit("us-3"), "1501"), kind="combined")
    assert not barred(here, Move("us-1", ("cherbourg",)))
    assert not barred(here, Move("us-2", ("1400", "cherbourg")))
    assert barred(here, Move("us-3", ("1500", "cherbourg"))) == ["9.3.3"]


def test_a_combined_round_out_of_a_box() -> None:
    here = north((US, "cherbourg"), kind="combined")
    assert not barred(here, Move("us-1", ("1500",)))
    assert not barred(here, Move("us-1", ("1400", "1401")))
    assert barred(here, Move("us-1", ("1500", "1501"))) == ["9.3.3"]
    assert barred(here, Move("us-1", ("1400", "cherbourg"))) == ["9.3.3"]
    assert {"1200", "1401", "1400"} <= set(reach(here, "us-1").destinations)
    assert "1501" not in reach(here, "us-1").destinations


# --- Brittany -----------------------------------------------------------------------------------------------


def test_the_first_us_unit_in_brittany_is_noted() -> None:
    here = south((US, "2726"))
    after = done(here, Move("us-1", ("2727", "brittany-entered")))
    assert after.pieces["us-1"].space == "brittany-entered"
    assert after.number("brittany-turn") == 5
    later = south((US, "2727"), brittany_turn=4)
    assert done(later, Move("us-1", ("brittany-entered",))).number("brittany-turn") == 4


def test_who_may_not_enter_brittany() -> None:
    assert barred(south((GERMAN, "2727"), group="german"), Move("ge-1", ("brittany-entered",))) == ["10.4.4"]
    assert barred(south((BRITISH, "2727"), group="british"), Move("br-1", ("brittany-entered",)))[:1] == [
        "10.4.4"
    ]
    assert barred(south((FRENCH, "2727")), Move("fr-1", ("brittany-entered",))) == ["10.4.4"]
    assert barred(south((US, "2727")), Move("us-1", ("brittany-may-leave",))) == ["10.4.1"]
    assert barred(south((US, "3027")), Move("us-1", ("brittany-entered",))) == ["10.4.1"]


@pytest.mark.parametrize(("turn", "open_"), [(5, True), (6, False)])
def test_the_turn_of_the_first_return_is_the_last_of_entry(turn: int, open_: bool) -> None:
    here = south((US, "2727"), turn=turn, brittany_return_turn=5)
    assert (not barred(here, Move("us-1", ("brittany-entered",)))) is open_


def test_only_units_that_may_leave_come_back_by_s_hexes() -> None:
    assert barred(south((US, "brittany-entered")), Move("us-1", ("3027",))) == ["10.4.4"]
    here = south((US, "brittany-may-leave"))
    assert barred(here, Move("us-1", ("2727",))) == ["10.4.2"]
    after = done(here, Move("us-1", ("3027", "3026")))
    assert after.flag("via-brittany", "us-1")
    assert after.number("brittany-return-turn") == 5
    again = south((US, "brittany-may-leave"), brittany_return_turn=4)
    assert done(again, Move("us-1", ("3027",))).number("brittany-return-turn") == 4


def test_not_from_brittany_to_the_exit_box_in_one_movement() -> None:
    ground = board(hexes(28, 31, 24, 27), letters={"3027": "S", "3026": "E"})
    facts: dict[Key, Fact] = {("boundary-lifted", ""): True}
    here = situation(ground, (US, "brittany-may-leave"), group="us", facts=facts)
    assert "10.4.4" in barred(here, Move("us-1", ("3027", "3026", "exit-allied")))
    assert "exit-allied" not in reach(here, "us-1").destinations


# --- the Eastern Exit Box -----------------------------------------------------------------------------------


def test_us_units_leave_once_the_boundary_is_lifted_and_mark_the_hex() -> None:
    after = done(east((US, "4703")), Move("us-1", ("4704", "exit-allied")))
    assert after.pieces["us-1"].space == "exit-allied"
    assert after.text("exit-marker", "4704") == "us"
    held = east((US, "4704"), facts={("boundary-lifted", ""): False})
    assert "10.4.5" in barred(held, Move("us-1", ("exit-allied",)))


def test_british_units_leave_once_caen_was_held() -> None:
    here = east((BRITISH, "4704"), group="british")
    assert done(here, Move("br-1", ("exit-allied",))).text("exit-marker", "4704") == "british"
    before = east((BRITISH, "4704"), group="british", facts={("caen-taken-turn", ""): 0})
    assert barred(before, Move("br-1", ("exit-allied",))) == ["10.4.5"]


@pytest.mark.parametrize(
    ("uid", "marker", "at", "legal"),
    [
        ("us-1", "british", "4706", False),  # north of a British marker
        ("us-1", "british", "4702", True),
        ("us-1", "british", "4704", False),
        ("us-1", "us", "4706", True),
        ("br-1", "us", "4702", False),  # south of a US marker
        ("br-1", "us", "4706", True),
        ("br-1", "us", "4704", False),
        ("br-1", "british", "4702", True),
    ],
)
def test_markers_of_the_other_nationality(uid: str, marker: str, at: str, legal: bool) -> None:
    printed, group = (US, "us") if uid == "us-1" else (BRITISH, "british")
    here = east((printed, "4704"), group=group, marker=marker, at=at)
    assert (not barred(here, Move(uid, ("exit-allied",)))) is legal


def test_not_past_units_of_the_other_nationality() -> None:
    here = east((US, "4703"), (BRITISH, "4704"))
    assert barred(here, Move("us-1", ("4704", "exit-allied"))) == ["10.4.5"]


def test_allied_units_out_of_supply_stay() -> None:
    cut = east((US, "4704"), facts={("beach", "3303"): ""})
    assert barred(cut, Move("us-1", ("exit-allied",))) == ["10.4.5"]
    assert "exit-allied" not in reach(cut, "us-1").destinations
    assert "exit-allied" in refusals(cut, reach(cut, "us-1"))


def test_germans_leave_out_of_supply_but_not_past_a_marker() -> None:
    here = east((GERMAN, "4704"), group="german")
    after = done(here, Move("ge-1", ("exit-german",)))
    assert not after.subjects("exit-marker")
    for marker in ("us", "british"):
        marked = east((GERMAN, "4704"), group="german", marker=marker, at="4704")
        assert barred(marked, Move("ge-1", ("exit-german",))) == ["10.4.5"]


def test_each_side_has_its_own_section() -> None:
    assert barred(east((GERMAN, "4704"), group="german"), Move("ge-1", ("exit-allied",))) == ["10.4.5"]
    assert barred(east((US, "4704")), Move("us-1", ("exit-german",))) == ["10.4.5"]


@pytest.mark.parametrize(
    ("printed", "group", "box"), [(US, "us", "exit-allied"), (GERMAN, "german", "exit-german")]
)
def test_the_e_hex_in_brackets_is_no_exit(printed: object, group: str, box: str) -> None:
    here = east((printed, "4700"), group=group)
    (uid,) = here.pieces
    assert barred(here, Move(uid, (box,))) == ["10.4.5"]
    assert reach(here, uid).ways[box][1] == "4702"


def test_nothing_comes_back_from_the_exit_box() -> None:
    assert barred(east((US, "exit-allied")), Move("us-1", ("4704",))) == ["10.4.5"]
    here = east((US, "exit-allied"))
    assert not reach(here, "us-1").destinations


def test_faults_one_by_one() -> None:
    here = east((US, "4703"))
    piece = here.pieces["us-1"]
    assert [v.rule for v in enter_faults(here, piece, "4703", "exit-allied")] == ["10.4.1"]
    assert [v.rule for v in leave_faults(here, piece, "brittany-may-leave", "4703")] == ["10.4.2"]
    assert [v.rule for v in leave_faults(here, piece, "turn-track", "4703")] == ["10.4.2"]


def test_from_box_to_box_and_from_box_to_nowhere() -> None:
    here = north((US, "cherbourg"))
    assert barred(here, Move("us-1", ("brittany-entered",))) == ["10.4.1"]
    assert barred(here, Move("us-1", ("approach-2403",))) == ["10.1"]


def test_a_flooded_lettered_hex_is_no_way_out() -> None:
    ground = board(hexes(12, 16, 0, 3), terrain={"1400": "flooded"})
    here = situation(ground, (US, "cherbourg"), group="us")
    assert barred(here, Move("us-1", ("1400",))) == ["2.4"]
    assert "1400" not in reach(here, "us-1").destinations


def test_the_rounds_in_which_boxes_are_entered_and_what_opens_them() -> None:
    move = Move("us-1", ("cherbourg",))
    assert barred(north((US, "1400"), kind="combat"), move) == ["10.1", "10.4"]
    said = {(s.rule, s.text) for s in look(north((US, "1400")), move).steps}
    assert ("10.4", "in this Round units may move between the map and the boxes") in said
    assert ("10.4.3", "Cherbourg is open to it, enemy units there or not, and it stops there") in said
    back = look(south((US, "brittany-may-leave")), Move("us-1", ("3027",)))
    assert ("10.4.4", "it entered Brittany in an earlier turn and may leave") in {
        (s.rule, s.text) for s in back.steps
    }
