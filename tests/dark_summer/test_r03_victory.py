"""Sections 2.4 (Hex Control) and 3.2; 8.3 at the end of Turn 5."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.dark_summer.r03_points import awards, complete_divisions, places, victory_tables
from adjudicator.dark_summer.r03_victory import (
    caen,
    controller,
    counted_beaches,
    explain_sudden_death,
    explain_victory,
    final_result,
    score,
    sudden_death,
    take_control,
)
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from adjudicator.ruling import Step
from counters.catalog import Unit
from maps.board import Board
from maps.filing import OURS
from tests.dark_summer.build import BEACHES, board, hexes, position, unit

TOWNS = {
    "4405": "Caen west", "4505": "Caen", "4605": "Caen east", "2726": "Avranches", "2911": "St-Lô",
    "5115": "Falaise",
}  # fmt: skip
NUMBERS = [*BEACHES, *TOWNS, "5016", "5116", "6028"]
BEACH_WIN = "Beach hexes captured by the German"


def ground(letters: dict[str, str] | None = None) -> Board:
    return board(NUMBERS, towns=TOWNS, letters=letters)


def at(
    *placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None, options: dict[str, str] | None = None
) -> Position:
    """A position in which a German unit in the S hex 6028 keeps the Allies from winning at once."""
    found = position(ground(), (unit("ge-0"), "6028"), *placed, facts=facts)
    return Position(found.game, found.board, found.schema, found.pieces, found.facts, options=options)


def captured(*beaches: str) -> dict[Key, Fact]:
    found: dict[Key, Fact] = {("beach-captured", b): True for b in beaches}
    return found | {("beach", b): "closed" for b in beaches}


def winner(of: Position) -> str:
    won = sudden_death(of)
    inquiry = Inquiry(of)
    assert explain_sudden_death(inquiry) == won
    assert len(inquiry.steps) == 4
    return won[0] if won else ""


# --- hex control ------------------------------------------------------------------------------------------


def test_a_unit_takes_every_hex_that_it_passes() -> None:
    draft = at((unit("us-1"), "exit-allied")).draft()
    assert controller(draft, "2726") == "german"
    take_control(draft, "us-1", ("2911", "2726", "exit-allied"))
    assert controller(draft, "2726") == controller(draft, "2911") == "allied"
    assert draft.subjects("control") == ("2726", "2911")
    take_control(draft, "ge-0", ("2726",))
    assert controller(draft, "2726") == "german"


def test_a_unit_controls_the_hex_where_it_stands() -> None:
    here = at((unit("us-1"), "2726"), (unit("ge-1"), "2911"), facts={("control", "2911"): "allied"})
    assert [controller(here, h) for h in ("2726", "2911")] == ["allied", "german"]


def test_the_turn_in_which_all_of_caen_was_first_held_is_kept() -> None:
    draft = at((unit("br-1"), "4505"), facts={("turn", ""): 6}).draft()
    assert caen(draft) == ("4405", "4505", "4605")
    take_control(draft, "br-1", ("4405", "4505"))
    assert draft.number("caen-taken-turn") == 0
    take_control(draft, "br-1", ("4605",))
    assert draft.number("caen-taken-turn") == 6
    draft.set("turn", 7)
    take_control(draft, "ge-0", ("4605",))
    take_control(draft, "br-1", ("4605",))
    assert draft.number("caen-taken-turn") == 6


def test_cherbourg_belongs_to_the_german_until_it_is_captured() -> None:
    assert controller(at(), "cherbourg") == "german"
    assert controller(at(facts={("cherbourg-taken-turn", ""): 4}), "cherbourg") == "allied"


# --- sudden death: Beaches --------------------------------------------------------------------------------


def test_nobody_wins_at_first() -> None:
    assert winner(at()) == ""


@pytest.mark.parametrize(
    ("beaches", "expected"),
    [
        (("3203", "3303", "2403"), "german"),
        (("4003", "4102", "4603"), "german"),
        (("4102", "4203", "2403"), "german"),
        (("4203", "4302", "2403"), "german"),
        (("2403", "4603", "3203"), ""),
        (("2403", "4603", "3203", "4003"), ""),
        (("4003", "4203", "4603"), ""),
        (("3203", "3303"), ""),
    ],
)
def test_three_beaches_of_which_two_are_contiguous(beaches: tuple[str, ...], expected: str) -> None:
    assert winner(at(facts=captured(*beaches))) == expected


def test_exactly_four_pairs_of_beaches_are_contiguous() -> None:
    found = {
        pair
        for pair in itertools.combinations(sorted(BEACHES), 2)
        if any(winner(at(facts=captured(*pair, third))) for third in ("2403", "4603") if third not in pair)
    }
    assert found == {("3203", "3303"), ("4003", "4102"), ("4102", "4203"), ("4203", "4302")}


def test_a_beach_that_was_lost_again_still_counts() -> None:
    facts = {**captured("3203", "3303", "4003"), ("control", "3203"): "allied", ("control", "3303"): "allied"}
    assert winner(at(facts=facts)) == "german"


def test_beaches_never_taken_count_by_the_other_reading_only() -> None:
    facts: dict[Key, Fact] = {("beach", b): "closed" for b in ("3203", "3303", "2403")}
    assert winner(at(facts=facts)) == ""
    other = at(facts=facts, options={"beach-count": "B"})
    assert counted_beaches(other) == ("2403", "3203", "3303")
    assert winner(other) == "german"


# --- sudden death: Cherbourg, Avranches, supply -----------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "phase", "taken", "expected"),
    [
        (7, "victory", 0, "german"),
        (7, "cleanup", 0, ""),
        (7, "action", 0, ""),
        (6, "victory", 0, ""),
        (7, "victory", 7, ""),
        (7, "victory", 4, ""),
    ],
)
def test_cherbourg_at_the_end_of_turn_7(turn: int, phase: str, taken: int, expected: str) -> None:
    facts: dict[Key, Fact] = {("turn", ""): turn, ("phase", ""): phase, ("cherbourg-taken-turn", ""): taken}
    assert winner(at(facts=facts)) == expected


@pytest.mark.parametrize(
    ("brittany", "kind", "control", "expected"),
    [
        (8, "", "german", "german"),
        (8, "move", "german", ""),
        (8, "", "allied", ""),
        (0, "", "german", ""),
    ],
)
def test_avranches_as_a_round_ends(brittany: int, kind: str, control: str, expected: str) -> None:
    facts: dict[Key, Fact] = {
        ("turn", ""): 8,
        ("brittany-turn", ""): brittany,
        ("round-kind", ""): kind,
        ("control", "2726"): control,
    }
    assert winner(at(facts=facts)) == expected


def test_avranches_is_not_judged_where_the_round_is_not_known() -> None:
    facts: dict[Key, Fact] = {("brittany-turn", ""): 8}
    found = at(facts=facts)
    partial = Position(found.game, found.board, found.schema, found.pieces, facts, unknown=["round-kind"])
    assert sudden_death(partial) is None


@pytest.mark.parametrize(("turn", "expected"), [(3, "allied"), (9, "allied"), (10, "")])
def test_the_allies_win_when_no_german_on_the_map_is_supplied(turn: int, expected: str) -> None:
    cut = position(ground(), (unit("ge-1"), "2726"), (unit("ge-2"), "cherbourg"), facts={("turn", ""): turn})
    assert winner(cut) == expected


def test_germans_in_boxes_do_not_save_the_game_but_strongpoints_of_turn_2_do() -> None:
    boxes = position(ground(), (unit("ge-1"), "cherbourg"), (unit("ge-2"), "exit-german"))
    assert winner(boxes) == "allied"
    strongpoint = position(ground(), (unit("ge-sp", "strongpoint", steps=1), "4603"), facts={("turn", ""): 2})
    assert winner(strongpoint) == ""


def test_a_part_of_a_map_or_of_a_position_decides_nothing() -> None:
    assert winner(position(board(hexes(30, 32, 3, 5)), (unit("ge-1"), "3104"))) == ""
    found = position(ground(), (unit("ge-1"), "2726"))
    partial = Position(found.game, found.board, found.schema, found.pieces, {}, unknown=["beach"])
    assert winner(partial) == ""


# --- Victory Points ---------------------------------------------------------------------------------------


def halves(of: Position) -> dict[str, int]:
    draft = of.draft()
    score(draft)
    return {side: draft.number("half-vp", side) for side in ("allied", "german")}


def lines(of: Position) -> dict[str, int]:
    return {a.text: a.half for a in awards(Inquiry(of))}


def test_a_place_scores_once_and_less_when_late() -> None:
    early = at(facts={("turn", ""): 6, ("control", "2911"): "allied"}).draft()
    score(early)
    assert early.number("half-vp", "allied") == victory_tables(OURS)["objective"]["st-lo"].number("early")
    score(early)
    assert early.number("half-vp", "allied") == 4
    late = at(facts={("turn", ""): 7, ("control", "2911"): "allied"})
    assert halves(late)["allied"] == victory_tables(OURS)["objective"]["st-lo"].number("late")


def test_all_hexes_of_caen_are_needed() -> None:
    facts: dict[Key, Fact] = {("control", h): "allied" for h in ("4405", "4505")} | {("turn", ""): 3}
    assert lines(at(facts=facts)) == {"the German holds a hex of Caen at the end of Turn 3": 2}
    facts["control", "4605"] = "allied"
    assert lines(at(facts=facts)) == {"Caen is Allied-controlled": 8}


@pytest.mark.parametrize("turn", range(1, 8))
def test_cherbourg_by_the_turn_of_its_capture(turn: int) -> None:
    draft = at(facts={("cherbourg-taken-turn", ""): turn, ("turn", ""): turn}).draft()
    score(draft)
    worth = draft.number("half-vp", "allied")
    assert worth == victory_tables(OURS)["cherbourg"][f"turn-{turn}"].number("half") > 0
    score(draft)
    assert draft.number("half-vp", "allied") == worth


def test_a_beach_captured_by_the_german_scores_once() -> None:
    draft = at(facts=captured("3203")).draft()
    score(draft)
    score(draft)
    assert draft.number("half-vp", "german") == 4


AIRBORNE = (
    (unit("us-505", "paratrooper"), "2403"),
    (unit("us-325", "glider"), "2911"),
    (unit("us-501", "paratrooper"), "eliminated"),
    (unit("us-502", "paratrooper"), "withdrawn"),
    (unit("us-rng", "special-forces", size="battalion"), "cherbourg"),
    (unit("br-ss-1", "special-forces", size="brigade"), "eliminated"),
    (unit("us-1"), "eliminated"),
)


def test_airborne_ranger_and_special_service_units_at_the_end_of_turn_5() -> None:
    found = at(*AIRBORNE, facts={("turn", ""): 5})
    scored = {a.text: a.half for a in awards(Inquiry(found)) if a.rule == "8.3"}
    assert scored == {
        "us-505 has not been withdrawn": 1,
        "us-325 has not been withdrawn": 1,
        "us-rng has not been withdrawn": 1,
        "us-501 has been eliminated": 2,
        "br-ss-1 has been eliminated": 2,
    }
    assert all(a.side == "german" for a in awards(Inquiry(found)) if a.rule == "8.3")


@pytest.mark.parametrize("turn", [4, 6])
def test_they_score_in_no_other_turn(turn: int) -> None:
    assert not [a for a in awards(Inquiry(at(*AIRBORNE, facts={("turn", ""): turn}))) if a.rule == "8.3"]


def regiments(name: str, *where: str) -> list[tuple[Unit, str]]:
    return [(unit(f"{name}-{n}", division=name[3:]), space) for n, space in enumerate(where)]


def test_a_division_scores_only_with_all_its_units_at_any_strength() -> None:
    whole = regiments("us-8", "brittany-entered", "brittany-may-leave reduced", "brittany-may-leave")
    facts: dict[Key, Fact] = {("turn", ""): 10, **{("control", h): "allied" for h in TOWNS}}
    assert lines(at(*whole, facts=facts))["all units of the 8 Division are in the Brittany Box"] == 2
    for elsewhere in ("eliminated", "2911", "turn-track"):
        broken = [*whole[:2], (whole[2][0], elsewhere)]
        assert not any("Brittany" in text for text in lines(at(*broken, facts=facts)))


def test_brittany_counts_at_the_end_of_turn_10_only() -> None:
    whole = regiments("us-8", "brittany-may-leave", "brittany-may-leave")
    assert not any("Brittany" in t for t in lines(at(*whole, facts={("turn", ""): 9})))


def test_units_that_left_the_map_to_the_east() -> None:
    gone = [
        *regiments("br-7A", "exit-allied", "exit-allied"),
        *regiments("ge-12", "exit-german", "exit-german"),
        *regiments("ge-21", "exit-german", "5115"),
        (unit("ge-tiger", "armor", size="battalion"), "exit-german"),
        (unit("po-1"), "exit-allied"),
    ]
    facts: dict[Key, Fact] = {("turn", ""): 10, **{("control", h): "allied" for h in TOWNS}}
    found = {t: h for t, h in lines(at(*gone, facts=facts)).items() if "Exit" in t}
    assert found == {
        "all units of the 7A Division are in the Eastern Exit Box": 4,
        "all units of the 12 Division are in the Eastern Exit Box": 3,
        "ge-tiger is in the Eastern Exit Box": 1,
    }


def test_divisions_of_one_number_are_kept_apart_by_nationality() -> None:
    found = at(*regiments("us-3", "brittany-entered"), *regiments("ca-3", "4603"))
    assert complete_divisions(found, "allied", frozenset({"brittany-entered"})) == ("us 3",)


def test_every_rate_is_marked_as_reconstructed_and_told() -> None:
    for group in victory_tables(OURS).values():
        for record in group.values():
            assert record.sources.default == "reconstructed"
    inquiry = Inquiry(at(facts={("turn", ""): 3}))
    awards(inquiry)
    assert inquiry.ruling("victory", "").sources


def test_names_are_matched_without_accents() -> None:
    assert places(at(), "St-Lo") == ("2911",)
    assert places(at(), "Caen") == ("4405", "4505", "4605")
    assert places(at(), "Bayeux") == ()


# --- the winner -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allied", "german", "expected"),
    [(21, 20, "allied"), (20, 20, "german"), (19, 20, "german"), (0, 0, "german")],
)
def test_the_allies_need_more_points(allied: int, german: int, expected: str) -> None:
    found = at(facts={("half-vp", "allied"): allied, ("half-vp", "german"): german})
    assert final_result(found)[0] == expected


def test_half_points_are_told() -> None:
    found = at(facts={("half-vp", "allied"): 8, ("half-vp", "german"): 7})
    assert final_result(found) == ("allied", "Allied 4 VP, German 3 1/2 VP", "3.2.3")


def steps(of: Position) -> list[Step]:
    inquiry = Inquiry(of)
    explain_victory(inquiry)
    return inquiry.steps


def test_the_state_of_the_game_is_told() -> None:
    assert explain_victory(Inquiry(at(facts={("winner", ""): "german", ("won-by", ""): "Beaches"}))) == (
        "german",
        "Beaches",
        "3.2.1",
    )
    at_once = explain_victory(Inquiry(at(facts=captured("3203", "3303", "2403"))))
    assert at_once is not None
    assert at_once[1].startswith(BEACH_WIN)
    assert explain_victory(Inquiry(at(facts={("turn", ""): 3}))) is None
    assert any("holds a hex of Caen" in s.text for s in steps(at(facts={("turn", ""): 3})))


def test_the_winner_as_turn_10_ends() -> None:
    facts: dict[Key, Fact] = {("turn", ""): 10, ("phase", ""): "victory", ("half-vp", "allied"): 60}
    won = explain_victory(Inquiry(at(facts=facts)))
    assert won is not None
    assert won[0] == "allied"
    assert won[2] == "3.2.3"
    facts["half-vp", "allied"] = 0
    lost = explain_victory(Inquiry(at(facts=facts)))
    assert lost is not None
    assert lost[0] == "german"


def test_a_game_that_is_over_is_told_with_its_winner() -> None:
    inquiry = Inquiry(
        at(facts={("winner", ""): "german", ("won-by", ""): "Cherbourg", ("phase", ""): "over"})
    )
    assert explain_victory(inquiry) == ("german", "Cherbourg", "3.2.1")
    assert [step.rule for step in inquiry.steps] == ["3.2", "3.2.1"]


@pytest.mark.parametrize(
    ("turn", "beaches", "section"),
    [(10, (), "3.2.3"), (10, ("3203", "3303", "2403"), "3.2.1"), (9, (), "3.2.1")],
)
@pytest.mark.parametrize("told", ["Allied 0 VP, German 0 VP", "as both agreed"])
def test_the_section_of_a_victory_is_not_read_out_of_its_sentence(
    turn: int, beaches: tuple[str, ...], section: str, told: str
) -> None:
    over: dict[Key, Fact] = {("winner", ""): "german", ("won-by", ""): told, ("phase", ""): "over"}
    found = explain_victory(Inquiry(at(facts={**over, ("turn", ""): turn, **captured(*beaches)})))
    assert found == ("german", told, section)


def test_an_unknown_winner_is_no_winner() -> None:
    known = at()
    sketched = Position(known.game, known.board, known.schema, known.pieces, known.facts, unknown={"winner"})
    inquiry = Inquiry(sketched)
    assert explain_victory(inquiry) is None
    assert not inquiry.ruling("victory", "").assumptions
