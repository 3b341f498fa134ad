"""The way through spaces that are named costs what the rules make it, and is never open where they refuse."""

from __future__ import annotations

import pytest

from adjudicator import ask, open_position
from adjudicator.asking.measures import measured
from adjudicator.errors import MalformedAction
from adjudicator.ruling import Ruling
from adjudicator.supposing import suppose

SLOW = pytest.mark.slow
UNITS = [
    pytest.param("june", "505", id="june"),
    pytest.param("bridges", "1058", id="bridges", marks=SLOW),
    pytest.param("storm", "69 bde", id="storm", marks=SLOW),
    pytest.param("summer", "lehr/901", id="summer", marks=SLOW),
    pytest.param("epsom", "10hli", id="epsom", marks=SLOW),
]


def cost(told: dict[str, object]) -> int:
    measure = measured(told)
    assert measure is not None, told
    found = told[measure.key]
    assert isinstance(found, int)
    return found


def bare(path: list[str]) -> list[str]:
    return [step.removeprefix("~") for step in path]


@pytest.mark.parametrize(("save", "unit"), UNITS)
def test_through_the_spaces_of_the_best_way_nothing_costs_more(save: str, unit: str) -> None:
    position = open_position(f"tests/saves/{save}.vsav")
    legal = {d["space"]: d for d in ask(position, "legal", unit).answer["destinations"]}
    longer = [d for d in legal.values() if len(d["path"]) > 1 and bare(d["path"])[0] in legal][:12:3]
    assert longer
    for there in longer:
        first = bare(there["path"])[0]
        found = ask(position, "route", unit, first, there["space"])
        assert not found.violations
        assert cost(found.answer["way"]) == cost(there)
        assert bare(found.answer["way"]["path"])[0] == first


@pytest.mark.parametrize(("save", "unit"), UNITS)
def test_nothing_is_against_where_it_may_go_on(save: str, unit: str) -> None:
    position = open_position(f"tests/saves/{save}.vsav")
    legal = ask(position, "legal", unit).answer["destinations"]
    near = min(legal, key=lambda d: (len(d["path"]), cost(d)))
    answer = ask(position, "route", unit, near["space"]).answer
    assert answer["onward"]
    best = {d["space"]: cost(d) for d in legal}
    for there in answer["onward"][::7]:
        assert cost(there) >= best[there["space"]]
        assert not ask(position, "route", unit, near["space"], there["space"]).violations


def refused(save: str, *words: str) -> Ruling:
    return ask(open_position(f"tests/saves/{save}.vsav"), "route", *words)


def test_a_way_that_is_too_dear_as_a_whole_says_so() -> None:
    found = refused("june", "505", "w3421", "w3120")
    assert {v.rule for v in found.violations} == {"8.12", "19.13"}
    assert "W3421" in found.verdict


def test_where_there_is_no_way_the_reasons_are_those_of_that_leg() -> None:
    found = refused("bridges", "1058", "montebourg", "caen")
    assert found.verdict.startswith("No way from Montebourg to Caen")
    assert found.violations


@pytest.mark.slow
def test_a_full_hex_may_be_passed() -> None:
    position = open_position("tests/saves/epsom.vsav")
    assert "c3630" in ask(position, "legal", "10hli").answer["crowded"]
    found = ask(position, "route", "10hli", "c3630", "c3528")
    assert not found.violations
    assert found.answer["way"]["path"][0] == "c3630"
    assert found.answer["onward"]


@pytest.mark.parametrize("words", [("1058", "valognes"), ("1058", "montebourg", "montebourg"), ("1058",)])
def test_a_way_to_where_it_is_is_none(words: tuple[str, ...]) -> None:
    with pytest.raises(MalformedAction):
        refused("bridges", *words)


def test_the_whole_way_is_one_move_that_can_be_typed() -> None:
    from adjudicator.asking.route import Route
    from adjudicator.asking.typed import parse_action
    from adjudicator.game import load
    from adjudicator.questions import Asking
    from adjudicator.wording import describe

    position = open_position("tests/saves/bridges.vsav")
    game = load(position.game)
    (only,) = Route(unit="1058", path=("st-sauveur", "periers")).supposes(Asking(game, position))
    assert parse_action(position, game, describe(position, only.action).split()) == only.action
    assert not suppose(position, only.action).violations
