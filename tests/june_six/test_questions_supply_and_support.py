"""Questions about supply, isolation, refit, victory, bombardments, reinforcements and Detachments."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.asking.typed import with_given
from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.june_six import questions_supply as supply
from adjudicator.june_six import questions_support as support
from adjudicator.position import Position
from adjudicator.questions import Asking, Question
from adjudicator.ruling import Ruling
from tests.june_six.build import board, hexes, hq, position, unit

GAME = load("june-six")
START = GAME.scenario("campaign")


def ask(question: Question, here: Position = START) -> Ruling:
    return question.answer(Asking(GAME, here, "public"))


def answer(question: Question, here: Position = START) -> Any:
    return ask(question, here).answer


def turn(number: int, *given: str) -> Position:
    return with_given(START, GAME, [f"turn={number}", *given])


@pytest.mark.parametrize(
    "question",
    [
        supply.Sources(group="french"),
        supply.Refit(unit="ge-352-916", kind="total"),
        support.Bombardment(target="e1940", kind="gas"),
        support.Release(formation="the old guard"),
        support.Entry(formation="Panzer"),
    ],
)
def test_words_that_mean_nothing(question: Question) -> None:
    with pytest.raises(MalformedAction):
        ask(question)


@pytest.mark.parametrize("word", ["ge-lehr", "Panzer Lehr Division", "Lehr"])
def test_a_formation_goes_by_its_slug_its_name_or_what_its_counters_print(word: str) -> None:
    assert answer(support.Release(formation=word), turn(2))["number"] == 6


def test_every_german_unit_has_a_loc_at_the_start() -> None:
    assert answer(supply.Supply(unit="german")) == []


def test_reconstructed_sources_are_named() -> None:
    told = " ".join(str(used) for used in ask(supply.Sources(group="german")).sources)
    assert "edge of W0114" in told


def test_the_toll_of_a_side_lists_only_its_own_units() -> None:
    here = position(board(hexes(36, 41, 16, 20)), (unit("ge-1"), "e1837"), (unit("us-1"), "e1840"))
    assert set(answer(supply.Isolation(unit="german"), here)) == {"ge-1"}
    assert set(answer(supply.Isolation(unit="allied"), here)) == {"us-1"}


def test_the_quota_of_reduced_refits_is_told() -> None:
    here = position(
        board(hexes(36, 41, 16, 20)), (unit("ge-1"), "e1837 reduced"), facts={("reduced-refits", "german"): 1}
    )
    steps = {(s.rule, s.value) for s in ask(supply.Refit(unit="ge-1"), here).steps}
    assert ("21.33", 0) in steps


def test_a_bombardment_by_a_unit_is_ruled_on_as_a_whole() -> None:
    corps = (hq("us-v-hq", "us-v", size="corps"), "e1840")
    here = position(
        board(hexes(36, 41, 16, 20)),
        corps,
        (unit("ge-1"), "e1837"),
        facts={("phase", ""): "me", ("activation", ""): "me", ("active", "us-v-hq"): True},
    )
    ruling = ask(support.Bombardment(target="e1837", by="us-v-hq"), here)
    assert ruling.ok
    assert "16.12" in ruling.rules
    assert not ask(support.Bombardment(target="e1838", by="us-v-hq"), here).ok


def test_arrivals_name_boxes_formations_and_units_that_join_theirs() -> None:
    found = answer(support.Arrivals(), turn(3))
    assert "us-2-hq" in found["landing-omaha"]
    assert "ge-lehr" in found["german"]
    assert "ge-lxxxiv-kg275" in found["german"]
    assert answer(support.Arrivals(), turn(1)) == {}


def test_markers_left_and_received() -> None:
    assert answer(support.Markers()) == {"received": [8, 6], "air": 8, "naval": 6}


def test_the_places_that_are_held_are_told() -> None:
    caen = [f"control:{h}=allied" for h in ("e1938", "e2038", "e1839")]
    here = with_given(START, GAME, caen)
    before = answer(supply.Victory(), here)
    assert before["points"] == sum(before["held"].values())
