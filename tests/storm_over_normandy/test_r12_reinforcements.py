"""Sections 12.1 and 12.2: who arrives, and where."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy import r05_flow, r12_reinforcements
from adjudicator.storm_over_normandy.r12_reinforcements import PlaceReinforcement
from tests.playing import decision, options, play, reasons
from tests.storm_over_normandy.build import board, position, unit
from tests.storm_over_normandy.fighting import where

AREAS = ("ranville 1 british", "sword 1 british", "rear 1", "zone-a 2")


def arriving(*gliders: str, there: int = 0, **letters: str) -> Position:
    """Turn 1 ends: airborne units come to an Area that holds some already."""
    placed = [(unit(f"br-{n}"), "ranville") for n in range(there)]
    placed += [
        (unit(u, arrival=1, entry=("ranville",), airborne=True, type="glider"), "turn-track spent")
        for u in gliders
    ]
    placed += [(unit("ge-1", arrival=1, entry=("zone-a",)), "turn-track")]
    placed += [(unit("ge-2", arrival=2, entry=("zone-a",)), "turn-track")]
    placed += [(unit("br-8", arrival=1, entry=("landing-sword",)), "turn-track")]
    options = {name.replace("_", "-"): letter for name, letter in letters.items()}
    return position(board(AREAS, ["rear/zone-a"]), *placed, options=options)


def placed(state: Position) -> Position:
    draft = state.draft()
    r05_flow.enter_phase(draft, "reinforcements-allied")
    return draft.finish()


def test_units_of_the_turn_are_due() -> None:
    state = arriving("br-6ab")
    assert [p.uid for p in r12_reinforcements.due(state, "allied")] == ["br-6ab", "br-8"]
    assert [p.uid for p in r12_reinforcements.due(state, "german", 2)] == ["ge-2"]


def test_units_that_should_have_come_earlier_are_named() -> None:
    draft = arriving("br-6ab").draft()
    assert r12_reinforcements.overdue(draft.finish(), "allied") == ()
    draft.set("turn", 2)
    state = draft.finish()
    assert [p.uid for p in r12_reinforcements.overdue(state, "allied")] == ["br-6ab", "br-8"]
    inquiry = Inquiry(state)
    r12_reinforcements.explain(inquiry, "german")
    assert any("still wait" in step.text and step.value == 1 for step in inquiry.steps)


def test_each_goes_where_its_counter_says_fresh() -> None:
    state = placed(arriving("br-6ab"))
    assert where(state, "br-6ab", "br-8") == ["ranville fresh", "landing-sword fresh"]
    assert state.text("control", "ranville") == "allied"
    assert state.pieces["ge-1"].space == "turn-track"


def test_the_german_comes_after_into_his_box() -> None:
    draft = arriving().draft()
    r12_reinforcements.begin(draft, "german")
    assert where(draft.finish(), "ge-1", "ge-2") == ["zone-a fresh", "turn-track fresh"]


@pytest.mark.parametrize(("letter", "points"), [("A", 0), ("B", -1)])
def test_one_too_many_in_an_area_is_eliminated(letter: str, points: int) -> None:
    state = placed(arriving("br-6ab", there=6, reinforcement_losses=letter))
    assert state.pieces["br-6ab"].space == "eliminated"
    assert state.number("vp") == points
    assert state.number("lost", "airborne") == 0


def test_the_owner_says_who_finds_room() -> None:
    state = placed(arriving("br-6ab", "br-7ab", there=5))
    assert decision(state) == "reinforcement"
    assert {a.unit for a in options(state, PlaceReinforcement)} == {"br-6ab", "br-7ab"}
    assert "not placed in" in reasons(state, PlaceReinforcement("br-6ab", "sword"))
    assert "not to be placed" in reasons(state, PlaceReinforcement("br-8", "landing-sword"))
    state = play(state, PlaceReinforcement("br-7ab", "ranville"), PlaceReinforcement("br-6ab", "ranville"))
    assert where(state, "br-7ab", "br-6ab") == ["ranville fresh", "eliminated fresh"]


def test_two_landing_boxes_are_a_choice_and_have_no_limit() -> None:
    both = ("landing-sword", "landing-gold")
    on = board(["sword 1", "gold 1"])
    crowd = [(unit(f"br-{n}"), "landing-gold") for n in range(9)]
    state = placed(position(on, *crowd, (unit("br-x", arrival=1, entry=both), "turn-track")))
    assert len(options(state, PlaceReinforcement)) == 2
    state = play(state, PlaceReinforcement("br-x", "landing-gold"))
    assert len(state.units_in("landing-gold")) == 10


def test_what_is_told() -> None:
    inquiry = Inquiry(arriving("br-6ab", there=6))
    coming = r12_reinforcements.explain(inquiry, "allied")
    assert [r12_reinforcements.places(p) for p in coming] == [("ranville",), ("landing-sword",)]
    text = " ".join(s.text for s in inquiry.steps)
    assert "Ranville is full" in text
    assert "from turn 2 on" in text
    crowded = Inquiry(arriving("br-6ab", "br-7ab", there=5))
    r12_reinforcements.explain(crowded, "allied")
    assert "has not room for all" in " ".join(s.text for s in crowded.steps)
    assert not r12_reinforcements.explain(Inquiry(arriving()), "german", 7)
