"""Exact odds of assaults: the printed examples, all dice, best choices, and the worth of a reroll."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.breakout_normandy.r09_chances import Prospect, odds, odds_of_numbers
from adjudicator.breakout_normandy.r09_odds import best_forward, best_point, odds_of_position
from adjudicator.breakout_normandy.r09_values import line_up
from adjudicator.dice import DR
from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from tests.breakout_normandy.build_r2 import attackers, came, ge, position, unit

PROSPECTS = st.builds(
    Prospect, st.integers(0, 25), st.integers(0, 25), st.integers(1, 40), st.booleans(), st.booleans()
)


def by_hand(prospect: Prospect) -> Counter[str]:
    """Results by throwing all four dice."""
    ways: Counter[str] = Counter()
    for a, b, c, d in itertools.product(range(1, 7), repeat=4):
        margin = prospect.av + a + b - prospect.dv - c - d
        points = margin - prospect.bocage
        if margin <= 0:
            ways["stalemate" if margin == 0 else "repulse"] += 1
        elif points > prospect.capacity:
            ways["overrun" if prospect.overrun else "destroyed"] += 1
        else:
            ways[str(points)] += 1
    return ways


@given(PROSPECTS)
def test_the_distribution_is_that_of_four_dice(prospect: Prospect) -> None:
    found = odds(prospect)
    assert dict(found.outcomes.items()) == by_hand(prospect)
    assert found.outcomes.total == 1296


@given(PROSPECTS)
def test_outcomes_run_from_worst_to_best(prospect: Prospect) -> None:
    found = odds(prospect)
    chances = [found.at_least(o) for o in found.outcomes]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1


@given(PROSPECTS)
def test_a_better_attack_value_is_never_worse(prospect: Prospect) -> None:
    better = Prospect(prospect.av + 1, prospect.dv, prospect.capacity, prospect.bocage, prospect.overrun)
    assert odds(better).success >= odds(prospect).success
    assert odds(better).mean >= odds(prospect).mean


@given(PROSPECTS)
def test_only_the_margin_counts(prospect: Prospect) -> None:
    shifted = Prospect(prospect.av + 3, prospect.dv + 3, prospect.capacity, prospect.bocage, prospect.overrun)
    assert odds(shifted).outcomes == odds(prospect).outcomes


def test_mean_counts_what_takes_effect() -> None:
    found = odds(Prospect(20, 0, 4))
    assert found.ways("overrun") == 1296
    assert found.mean == Fraction(4)


# --- bare numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("av", "dv", "success", "stalemate"),
    [(14, 10, 1090, 80), (7, 5, 861, 125), (4, 8, 126, 80), (8, 3, 1170, 56), (6, 7, 435, 140)],
)
def test_numbers_of_the_examples(av: int, dv: int, success: int, stalemate: int) -> None:
    answer = odds_of_numbers(av, dv).answer
    won = sum(w for o, w in answer["outcomes"].items() if o.isdigit() or o == "overrun")
    assert (won, answer["outcomes"]["stalemate"], answer["of"]) == (success, stalemate, 1296)


def test_defenders_bound_the_casualties() -> None:
    answer = odds_of_numbers(8, 3, ["spent"]).answer
    assert answer["capacity"] == 3
    assert list(answer["outcomes"]) == ["repulse", "stalemate", "1", "2", "3", "overrun"]
    barred = odds_of_numbers(8, 3, ["spent"], overrun=False).answer["outcomes"]
    assert barred["destroyed"] == answer["outcomes"]["overrun"]


def test_bocage_forgives_a_point_and_bars_the_overrun() -> None:
    ruling = odds_of_numbers(8, 3, ["spent"], bocage=True)
    outcomes = ruling.answer["outcomes"]
    assert outcomes["0"] == 80
    assert "overrun" not in outcomes
    assert ruling.rules == ("9.2", "9.3", "9.5")


def test_without_defenders_casualties_are_unbounded() -> None:
    assert "overrun" not in odds_of_numbers(20, 3).answer["outcomes"]


def test_unknown_statuses_are_named() -> None:
    with pytest.raises(MalformedAction, match=r"'tired' is no status\. Known: fresh, spent, d1, d2"):
        odds_of_numbers(8, 3, ["tired"])


def test_the_worth_of_a_reroll_is_exact() -> None:
    worth = odds_of_numbers(7, 7).answer["reroll"]["stalemate"]
    assert worth == {"once": 721, "attacker": 1296**2 - 575**2, "defender": 721**2}


def test_the_verdict_is_one_sentence() -> None:
    assert odds_of_numbers(14, 10, ["fresh"]).verdict == "14:10, success 1090/1296 (84.1%), mean 2.82 CP."


# --- positions ------------------------------------------------------------------------------------------


def omaha(**more: object) -> Position:
    pieces = [*attackers(3, "omaha"), unit("us-ranger", "omaha", values="3-3-5-2")]
    pieces += [ge("vierville", "omaha", "spent", "x-5-x-4", type="coastal-artillery"), ge("916", "omaha")]
    return position([*pieces, ge("726", "omaha", values="3-3-4-2")], **more)  # type: ignore[arg-type]


UNITS = ["us-1-1", "us-1-2", "us-1-3", "us-ranger"]


def test_a_position_answers_with_the_best_choices() -> None:
    ruling = odds_of_position(omaha(), "omaha", UNITS)
    answer = ruling.answer
    assert answer["point"] == "us-1-1"
    # the Spent battery gives 4 + 2 Fresh others, the 916th 4 + 1, the 726th 3 + 1
    assert answer["dv_by_forward"] == {"ge-vierville": 9, "ge-916": 8, "ge-726": 7}
    assert (answer["forward"], answer["av"], answer["dv"], answer["capacity"]) == ("ge-vierville", 11, 9, 11)
    assert {"9.2A", "9.2B", "9.2D", "9.2E", "9.3A", "9.3B", "9.3E", "9.3G", "9.5"} <= set(ruling.rules)


def test_choices_can_be_fixed() -> None:
    answer = odds_of_position(omaha(), "omaha", UNITS, point="us-ranger", forward="ge-726").answer
    assert (answer["point"], answer["forward"], answer["av"], answer["dv"]) == ("us-ranger", "ge-726", 8, 7)
    assert answer["dv_by_forward"] == {}


def test_the_best_forward_unit_has_the_highest_value_and_then_the_most_levels() -> None:
    state = position([*attackers(1, "port"), ge("1", "port"), ge("2", "port", values="4-4-4-2")])
    line = line_up(state, "port", ["us-1-1"], "us-1-1")
    assert [(p.uid, dv) for p, dv in best_forward(state, line)] == [("ge-1", 6), ("ge-2", 6)]
    mixed = position(
        [*attackers(1, "port"), ge("1", "port", "spent", "5-5-4-5"), ge("2", "port", values="4-4-4-2")]
    )
    line = line_up(mixed, "port", ["us-1-1"], "us-1-1")
    assert best_forward(mixed, line)[0][0].uid == "ge-1"


def test_of_equal_point_units_the_weaker_defender_leads() -> None:
    strong, weak = unit("us-1", "port"), unit("us-2", "port", values="6-5-5-2")
    flak = ge("flak", "port", values="x-3-4-1", type="flak")
    state = position([strong, weak, flak])
    chosen = best_point(state, [strong, weak])
    assert chosen is not None
    assert chosen.uid == "us-2"
    assert best_point(state, [flak]) is None


def test_bars_to_an_overrun_are_told() -> None:
    facts = came("us-1-1", "labbe", mandatory=False)
    state = position([*attackers(1, "mereglise"), ge("1", "mereglise", "d2")], facts)
    ruling = odds_of_position(state, "mereglise", ["us-1-1"])
    assert "8.53" in ruling.rules
    assert "overrun" not in ruling.answer["outcomes"]


def test_cards_count_what_is_left() -> None:
    drawn = {("cards-drawn", "allied"): "12345654311"}
    state = omaha(facts=drawn, combat_cards="B")
    answer = odds_of_position(state, "omaha", UNITS).answer
    # one Jack is left: the Allies draw 11, the Germans any card
    assert answer["of"] == 36
    assert answer["outcomes"].get("repulse", 0) == 0


def test_nobody_to_attack_is_an_error() -> None:
    state = position(attackers(1, "port"))
    with pytest.raises(MalformedAction, match="no enemy defends Port"):
        odds_of_position(state, "port", ["us-1-1"])


def test_no_point_unit_is_an_error() -> None:
    state = position([ge("flak", "port", type="flak"), unit("us-1", "port")])
    with pytest.raises(MalformedAction, match="no Point Unit attacks Port"):
        odds_of_position(state, "port", ["ge-flak"])


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (odds_of_position(omaha(), "omaha", UNITS) for _ in range(2))
    assert first == second


def test_chance_of_success_agrees_with_the_roll_table() -> None:
    tie = sum(DR[n] ** 2 for n in range(2, 13))
    assert odds(Prospect(7, 7, 4)).at_least("stalemate") == Fraction(1296 + tie, 2 * 1296)
