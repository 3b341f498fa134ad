"""Section 1.0: the reconstructed table of victory."""

from __future__ import annotations

import pytest

from adjudicator.game import load
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_victory as victory
from adjudicator.june_six import r03_end
from adjudicator.position import Position
from maps.filing import OURS
from tests.june_six.build import board, position, unit

CAEN = ("e1938", "e2038", "e1839")
MAP = board([h for place in victory.places(OURS).values() for h in place.text("hexes").split()])


def held(*hexes: str, **options: str) -> Position:
    """Hexes under Allied control, nothing on the map."""
    here = position(MAP, facts={("control", h): "allied" for h in hexes})
    return Position(here.game, here.board, here.schema, here.pieces, here.facts, options=options)


def test_nothing_is_held_at_first() -> None:
    assert victory.points(held()) == 0
    assert victory.winner(held()) == "german"


def test_a_place_counts_when_every_hex_of_it_is_held() -> None:
    assert victory.points(held(*CAEN)) == 10
    assert victory.points(held(*CAEN[:2])) == 0


def test_units_hold_the_hex_they_stand_in() -> None:
    facts = {("control", h): "allied" for h in CAEN}
    assert victory.points(position(MAP, (unit("ge-1"), "e1938"), facts=facts)) == 0
    assert (
        victory.points(position(MAP, (unit("us-1"), "e1938"), facts={k: facts[k] for k in list(facts)[1:]}))
        == 10
    )


def test_every_place_lies_on_our_map_and_is_worth_something() -> None:
    ours = load("june-six").scenario("campaign").board
    for place in victory.places(OURS).values():
        assert place.number("points") > 0
        assert all(h in ours.spaces for h in place.text("hexes").split())


@pytest.mark.parametrize(
    ("total", "winner"), [(0, "german"), (23, "german"), (24, "draw"), (30, "draw"), (31, "allied")]
)
def test_levels(total: int, winner: str) -> None:
    assert victory.level(OURS, total).text("winner") == winner


@pytest.mark.parametrize(("total", "winner"), [(4, "german"), (5, "draw"), (6, "allied")])
def test_levels_of_the_first_week(total: int, winner: str) -> None:
    assert victory.level(OURS, total, "first-week").text("winner") == winner


@pytest.mark.parametrize(("scenario", "last"), [("first-week", 4), ("campaign", 13)])
def test_a_scenario_ends_with_its_last_turn(scenario: str, last: int) -> None:
    start = load("june-six").scenario(scenario)
    for turn, over in ((last - 1, False), (last, True)):
        draft = start.draft()
        draft.set("turn", turn)
        r03_end.next_turn(draft)
        assert (draft.text("phase") == "over") is over
        assert bool(draft.text("winner")) is over


def test_all_places_together_win() -> None:
    everything = [h for place in victory.places(OURS).values() for h in place.text("hexes").split()]
    assert victory.winner(held(*everything)) == "allied"


def test_the_players_may_decide_for_themselves() -> None:
    assert victory.winner(held(*CAEN, victory="B")) == ""
    assert victory.explain_victory(Inquiry(held(*CAEN, victory="B"))) == ""


def test_each_place_is_told_with_its_points() -> None:
    inquiry = Inquiry(held(*CAEN))
    assert victory.explain_victory(inquiry) == "german"
    assert ("the Allied player holds Caen", 10) in {(s.text, s.value) for s in inquiry.steps}
    assert {s.rule for s in inquiry.steps} == {"1.0", "3.87"}
