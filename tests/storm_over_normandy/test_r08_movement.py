"""Section 8.0: moves checked step by step and carried out, with the Movement example (SON-E01 to SON-E07)."""

from __future__ import annotations

from typing import cast

import pytest

from adjudicator.asking.typed import read_action
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Fact, Key, Piece, Position
from adjudicator.storm_over_normandy import GAME
from adjudicator.storm_over_normandy.r08_movement import HANDLERS, Move
from adjudicator.storm_over_normandy.r08_steps import allowance, check_step, step_faults
from counters.catalog import load_units
from maps.storm_over_normandy.board import load_board
from tests.playing import barred, look
from tests.storm_over_normandy.build import board, held, strongpoint, unit
from tests.storm_over_normandy.moving import carried_on, done, situation

EXAMPLE = board(
    ["a11 2", "a12", "a15", "a16 3 red bocage", "a17"],
    ["a16/a17", "a16/a15", "a16/a11", "a11/a12", "a11/a15", "a11/a17"],
)
LINE = board(
    ["p", "q", "r", "s", "sword british", "utah us", "zone-a us"],
    ["p/q", "q/r", "r/s odl", "p/s impassable", "q/sword", "sword/utah", "utah/zone-a"],
)


def texts(here: Position, action: Move) -> list[str]:
    return [v.text for v in look(here, action).violations]


# --- the price of a way -----------------------------------------------------------------------------------


def test_an_empty_enemy_area_is_paid_on_entry_and_not_on_exit() -> None:
    """SON-E02."""
    here = situation(LINE, (unit("us-1", mf=3), "p"), facts=held("p", "r"))
    inquiry = look(here, Move(("us-1",), ("q", "r")))
    assert not inquiry.violations
    assert "the way to R costs 3 of 3 movement points" in [s.text for s in inquiry.steps]
    assert "Q becomes Allied controlled" in [s.text for s in inquiry.steps]
    assert inquiry.state is here
    assert here.text("control", "q") == "german"
    after = done(here, Move(("us-1",), ("q", "r")))
    assert after.text("control", "q") == "allied"
    assert after.pieces["us-1"] == Piece(here.pieces["us-1"].printed, "r", "spent")


def contested(*more: tuple[str, str], points: int = 4) -> Position:
    placed = [(unit(uid, mf=points), where) for uid, where in (("us-1", "a11"), ("ge-11", "a11"), *more)]
    return situation(EXAMPLE, *placed, facts=held("a11", "a16"))


def test_the_area_left_goes_back_when_the_last_unit_leaves() -> None:
    """SON-E06."""
    here = contested(points=3)
    after = done(here, Move(("us-1",), ("a12",)))
    assert (after.text("control", "a12"), after.text("control", "a11")) == ("allied", "german")
    assert "A11 becomes German controlled" in [s.text for s in look(here, Move(("us-1",), ("a12",))).steps]
    with_another = contested(("us-2", "a11"))
    after = done(with_another, Move(("us-1",), ("a12",)))
    assert (after.text("control", "a12"), after.text("control", "a11")) == ("allied", "allied")


def test_not_enough_points_is_no_entry() -> None:
    assert texts(contested(points=2), Move(("us-1",), ("a12",))) == [
        "the way to A12 costs 3 of 2 movement points"
    ]
    slow = situation(EXAMPLE, (unit("us-1", mf=1), "a16"), facts=held("a16", "a17"))
    assert barred(slow, Move(("us-1",), ("a15",))) == ["8.0"]
    assert not barred(slow, Move(("us-1",), ("a17",)))


def test_no_rule_stops_a_unit_among_enemies() -> None:
    fast = situation(
        EXAMPLE, (unit("us-1", mf=5), "a16"), (unit("ge-1"), "a11"), facts=held("a16", "a17", "a12")
    )
    inquiry = look(fast, Move(("us-1",), ("a11", "a17")))
    assert not inquiry.violations
    assert [s.value for s in inquiry.steps if s.op == "+"] == [1, 1, 1, 1]
    after = done(fast, Move(("us-1",), ("a11", "a17")))
    assert after.text("control", "a11") == "german"


def test_a_stack_has_the_lowest_movement_value() -> None:
    here = situation(
        LINE,
        (unit("us-1", mf=6), "p"),
        (unit("us-2", mf=2), "p"),
        (unit("us-3", mf=0), "p"),
        facts=held("p", "r"),
    )
    assert not barred(here, Move(("us-1",), ("q", "r")))
    both = Move(("us-1", "us-2"), ("q", "r"))
    assert texts(here, both) == ["the way to R costs 3 of 2 movement points"]
    assert "the stack has the 2 movement points of us-2" in [s.text for s in look(here, both).steps]
    after = done(here, Move(("us-1", "us-2"), ("q",)))
    assert {after.pieces[u].space for u in ("us-1", "us-2")} == {"q"}
    assert after.pieces["us-3"].status == "fresh"
    assert allowance(here, []) == 0


# --- what nobody, or one side, may do ---------------------------------------------------------------------


@pytest.mark.parametrize(("uid", "sections"), [("us-1", ["8.0"]), ("ge-1", ["8.0"])])
def test_a_red_dashed_line_stops_everybody(uid: str, sections: list[str]) -> None:
    here = situation(LINE, (unit(uid), "p"), side="allied" if uid == "us-1" else "german")
    assert barred(here, Move((uid,), ("s",))) == sections
    assert "red dashed line" in texts(here, Move((uid,), ("s",)))[0]


def test_the_dividing_line_stops_the_allies_only() -> None:
    allied = situation(LINE, (unit("us-1"), "r"), facts=held("r"))
    assert texts(allied, Move(("us-1",), ("s",))) == [
        "R / S is the Operational Dividing Line: Allied units do not cross it"
    ]
    german = situation(LINE, (unit("ge-1"), "r"), side="german")
    assert done(german, Move(("ge-1",), ("s",))).pieces["ge-1"].space == "s"


def test_allied_units_stay_with_a_strongpoint() -> None:
    here = situation(
        LINE,
        (unit("us-1"), "sword"),
        (unit("us-2", mf=9), "q"),
        (strongpoint("ge-s"), "sword"),
        facts=held("q"),
    )
    assert texts(here, Move(("us-1",), ("q",))) == [
        "Allied units do not move from Sword, which contains a strongpoint"
    ]
    assert barred(here, Move(("us-1",), ("landing-sword",))) == ["8.0"]
    assert not barred(here, Move(("us-2",), ("sword",)))
    assert barred(here, Move(("us-2",), ("sword", "utah"))) == ["8.0"]
    german = situation(LINE, (unit("ge-1"), "sword"), (strongpoint("ge-s"), "sword"), side="german")
    assert not barred(german, Move(("ge-1",), ("q",)))


def test_strongpoints_do_not_move() -> None:
    here = situation(LINE, (strongpoint("ge-s"), "sword"), (unit("ge-1"), "sword"), side="german")
    assert "2.1.1" in barred(here, Move(("ge-s",), ("q",)))
    assert "2.1.1" in barred(here, Move(("ge-1", "ge-s"), ("q",)))


@pytest.mark.parametrize(
    ("uid", "frm", "path", "lacking"),
    [
        ("br-1", "q", ("sword",), []),
        ("us-1", "q", ("sword",), ["Sword has no US airborne symbol for us-1"]),
        ("us-1", "q", ("sword", "utah"), ["Sword has no US airborne symbol for us-1"]),
        ("us-1", "utah", ("zone-a",), []),
        ("br-1", "utah", ("zone-a",), ["Zone A has no British airborne symbol for br-1"]),
        ("br-1", "sword", ("landing-sword",), []),
        ("us-1", "sword", ("landing-sword",), ["Sword Landing has no US airborne symbol for us-1"]),
    ],
)
def test_airborne_units_need_their_symbol_everywhere(
    uid: str, frm: str, path: tuple[str, ...], lacking: list[str]
) -> None:
    here = situation(LINE, (unit(uid, mf=9, airborne=True), frm), facts=held(frm))
    assert texts(here, Move((uid,), path)) == lacking
    ordinary = situation(LINE, (unit(uid, mf=9), frm), facts=held(frm))
    assert not texts(ordinary, Move((uid,), path))


def test_no_box_off_the_map_shows_a_symbol() -> None:
    here = situation(LINE, (unit("us-1", airborne=True), "utah"))
    sections = [section for section, _ in step_faults(here, [here.pieces["us-1"]], "utah", "turn-track")]
    assert sections == ["8.0", "8.0"]


def test_german_parachutists_need_no_symbol() -> None:
    here = situation(LINE, (unit("ge-1", airborne=True), "p"), side="german")
    assert not barred(here, Move(("ge-1",), ("q",)))


def test_every_reason_against_a_move_is_told() -> None:
    units = [(unit(f"us-{n}"), "sword") for n in range(2)]
    full = [(unit(f"br-{n}"), "q") for n in range(5)]
    here = situation(LINE, *units, *full, (strongpoint("ge-s"), "sword"), side="german", facts=held("q"))
    found = texts(here, Move(("us-0", "us-1"), ("q", "nowhere", "p")))
    assert found == [
        "the German player has the impulse, not the Allied player",
        "Allied units do not move from Sword, which contains a strongpoint",
        "Q holds 5 Allied units, and 2 more would be over the limit of 6",
        "there is no space 'nowhere' on the map",
    ]
    assert look(here, Move(("us-0", "us-1"), ("q",))).violations[-1].spaces == ("q",)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ((), "the move names no space to go to"),
        (("s",), "P / S is a red dashed line: nobody crosses it"),
        (("r",), "P and R are not adjacent"),
        (("turn-track",), "P and Turn Track are not adjacent"),
    ],
)
def test_paths_that_lead_nowhere(path: tuple[str, ...], reason: str) -> None:
    here = situation(LINE, (unit("us-1"), "p"), facts=held("p", "s"))
    assert texts(here, Move(("us-1",), path)) == [reason]


def test_units_of_two_areas_do_not_move_together() -> None:
    """SON-E01: one action, one destination."""
    here = situation(LINE, (unit("us-1"), "p"), (unit("us-2"), "q"), facts=held("p", "q"))
    assert barred(here, Move(("us-1", "us-2"), ("r",))) == ["7.1"]
    assert barred(here, Move((), ("r",))) == ["7.1"]


@pytest.mark.parametrize(("option", "sections"), [("A", []), ("B", ["8.0"])])
def test_there_and_back(option: str, sections: list[str]) -> None:
    here = situation(LINE, (unit("us-1"), "p"), facts=held("p"), options={"round-trip": option})
    assert barred(here, Move(("us-1",), ("q", "p"))) == sections
    if option == "A":
        after = done(here, Move(("us-1",), ("q", "p")))
        assert (after.pieces["us-1"].space, after.text("control", "q")) == ("p", "allied")


def test_a_way_back_is_dearer_where_control_has_gone_back_too() -> None:
    """The Area left turns German behind the last unit, which pays for it on its way back."""
    here = contested(points=9)
    inquiry = look(here, Move(("us-1",), ("a12", "a11")))
    assert [s.value for s in inquiry.steps if s.op == "+"] == [1, 1, 1, 1, 1]
    told = "A11 is German controlled and holds 1 German unit, and is entered"
    assert told in [s.text for s in inquiry.steps]


def test_a_unit_in_the_area_it_enters_counts_once() -> None:
    full = [(unit(f"us-{n}"), "q") for n in range(6)]
    here = situation(LINE, *full, facts=held("p", "q"))
    everybody = tuple(f"us-{n}" for n in range(6))
    assert not barred(here, Move(everybody, ("p", "q")))


# --- single steps for other sections ----------------------------------------------------------------------


def test_a_single_step_as_an_assault_makes_it() -> None:
    here = contested(("us-2", "a16"))
    inquiry = Inquiry(here)
    assert check_step(inquiry, [here.pieces["us-2"]], "a16", "a15") == 2
    assert not inquiry.violations
    assert check_step(inquiry, [here.pieces["us-2"]], "a16", "a12") == 0
    assert [v.text for v in inquiry.violations] == ["A16 and A12 are not adjacent"]
    assert check_step(Inquiry(here), [], "a16", "a15") == 0


def test_faults_of_a_step_with_an_unknown_space() -> None:
    here = contested()
    assert step_faults(here, [], "nowhere", "a11") == [("8.0", "there is no space 'nowhere' on the map")]
    assert step_faults(here, [], "a11", "a12") == []


# --- Bocage (14.2) ----------------------------------------------------------------------------------------

HEDGES = board(["p bocage", "q bocage", "r"], ["p/q", "q/r"])
CARD: dict[Key, Fact] = {("card", "german-bocage-1"): "hand"}


def begun(here: Position, action: Move) -> Draft:
    """The move as far as it comes before the German player answers."""
    assert not look(here, action).violations
    draft = here.draft()
    HANDLERS[0].perform(draft, action)
    return carried_on(draft).draft()


def decline(draft: Draft) -> None:
    """Take the question and the offer below it off the stack."""
    assert draft.settle().kind == "window"
    assert draft.settle().kind == "offer"


def test_a_card_may_keep_units_in_the_bocage() -> None:
    here = situation(HEDGES, (unit("us-1"), "p"), (unit("us-2"), "p"), facts={**held("p", "q", "r"), **CARD})
    draft = begun(here, Move(("us-1", "us-2"), ("q", "r")))
    assert (draft.pending[-1].player, draft.pending[-1].data["window"]) == ("german", "leaving")
    assert draft.pending[-1].data["units"] == ["us-1", "us-2"]
    assert draft.pieces["us-1"].space == "p"
    for uid in ("us-1", "us-2"):
        draft.set_status(uid, "spent")
    assert draft.settle().kind == "window"
    kept = carried_on(draft)
    assert [kept.pieces[u].space for u in ("us-1", "us-2")] == ["p", "p"]
    assert [d.kind for d in kept.pending] == ["impulse-end"]


def test_without_a_card_the_move_goes_on_to_its_end() -> None:
    here = situation(HEDGES, (unit("us-1"), "p"), facts={**held("p", "q", "r"), **CARD})
    draft = begun(here, Move(("us-1",), ("q", "r")))
    decline(draft)
    after = carried_on(draft)
    assert after.pieces["us-1"] == Piece(here.pieces["us-1"].printed, "r", "spent")


@pytest.mark.parametrize(
    ("uid", "frm", "to"), [("ge-1", "p", "q"), ("us-1", "r", "q")], ids=["a German unit", "not out of bocage"]
)
def test_moves_that_no_bocage_card_stops(uid: str, frm: str, to: str) -> None:
    side = "german" if uid == "ge-1" else "allied"
    here = situation(HEDGES, (unit(uid), frm), side=side, facts={**held("p", "q", "r", side=side), **CARD})
    assert done(here, Move((uid,), (to,))).pieces[uid].space == to


def test_no_question_without_a_german_card() -> None:
    here = situation(HEDGES, (unit("us-1"), "p"), facts=held("p", "q", "r"))
    assert done(here, Move(("us-1",), ("q", "r"))).pieces["us-1"].space == "r"


def test_a_card_may_also_stop_units_on_their_way() -> None:
    facts = {**held("q", "r"), **CARD}
    here = situation(
        HEDGES, (unit("us-1"), "p"), (unit("ge-1"), "p"), facts=facts, options={"bocage-in-transit": "B"}
    )
    draft = begun(here, Move(("us-1",), ("q", "r")))
    decline(draft)
    draft = carried_on(draft).draft()
    assert draft.pieces["us-1"].space == "q"
    assert draft.pending[-1].kind == "window"
    draft.set_status("us-1", "spent")
    decline(draft)
    assert carried_on(draft).pieces["us-1"].space == "q"


# --- what may be announced --------------------------------------------------------------------------------


def test_what_is_offered_is_legal() -> None:
    here = contested(("us-2", "a11"), ("br-1", "a11"), ("us-3", "a16"))
    offered = list(HANDLERS[0].options(here))
    assert len(set(offered)) == len(offered) == 19
    assert not [a for a in offered if look(here, a).violations]
    assert Move(("us-1", "us-2"), ("a12",)) in offered
    assert Move(("br-1",), ("a17",)) in offered


def test_reconstructed_values_are_named() -> None:
    map_, units = load_board(), load_units("storm-over-normandy")
    pieces = {u: Piece(units[u], "ste-mere-eglise", "fresh") for u in ("us-82-505", "us-82-507")}
    here = GAME.empty(map_, pieces, held("ste-mere-eglise"))
    inquiry = look(here, Move(tuple(pieces), ("montebourg",)))
    assert not inquiry.violations
    named = {s.text for s in inquiry.sources}
    assert "MF of 505 Para Rgt, 82 AB Div" in named
    assert "us-airborne of Montebourg" in named
    assert cast("Position", inquiry.state) is here


# --- as players type it -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "units", "path"),
    [
        ("move 18/1 omaha-1", ["us-1-18"], ["omaha-1"]),
        ("move 18/1 16/1 omaha-1", ["us-1-18", "us-1-16"], ["omaha-1"]),
        ("move 18/1 omaha-1 trevieres", ["us-1-18"], ["omaha-1", "trevieres"]),
        ("move 18/1 16/1 omaha-1 trevieres", ["us-1-18", "us-1-16"], ["omaha-1", "trevieres"]),
        ("move omaha-1 trevieres --with 18/1 16/1", ["us-1-18", "us-1-16"], ["omaha-1", "trevieres"]),
        ("move 505 ste-mere-eglise utah", ["us-82-505"], ["utah"]),
    ],
)
def test_units_and_the_way_are_told_apart(words: str, units: list[str], path: list[str]) -> None:
    read = read_action(GAME.scenario("invasion"), GAME, words)
    assert read == Move(tuple(units), tuple(path))
