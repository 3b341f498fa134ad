"""Sections 12.4, 12.51 and 12.71: the best plan against every plan, and against the rules of a refit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.breakout_normandy import GAME, terms
from adjudicator.breakout_normandy.questions_night import RefitPlan, Refits, Supply
from adjudicator.breakout_normandy.r12_payment import bill_of
from adjudicator.breakout_normandy.r12_plan import Payment, Plan, refit_plan
from adjudicator.breakout_normandy.r12_refit import Refit
from adjudicator.errors import PositionError
from adjudicator.game import apply, check
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking
from tests.breakout_normandy.build_r4 import at, board_of, position
from tests.playing import allowed

COAST = board_of("zone-b", "mezidon", "argences", "troarn", "caen")
UTAH = board_of("utah-beach", "montebourg", "gold-beach", "bayeux")


def depots(**places: tuple[str, int]) -> dict[Any, Any]:
    """Facts of Depots: ``ge_1=("mezidon", 5)``."""
    facts: dict[Any, Any] = {}
    for name, (area, points) in places.items():
        facts["depot", name.replace("_", "-")] = area
        facts["depot-points", name.replace("_", "-")] = points
    return facts


def night(pieces: list[Piece], facts: Mapping[Any, Any], side: str = "german", **more: Any) -> Position:
    """A Refit Phase on part of the map."""
    return position(pieces, facts, phase=f"refit-{side}", side=side, **({"board": COAST} | more))


def worth(place: Position, before: Position) -> tuple[int, int, int]:
    """Units made Fresh, levels recovered, points left."""
    up = [u for u, p in place.pieces.items() if p.status != before.pieces[u].status]
    fresh = sum(place.pieces[u].status == terms.FRESH for u in up)
    left = sum(place.number("depot-points", d) for d in place.subjects("depot"))
    return fresh, len(up), left


def every(place: Position, before: Position) -> tuple[int, int, int]:
    """The best that any order of legal refits reaches."""
    found = [every(apply(place, action), before) for action in allowed(place, "refit")]
    return max([worth(place, before), *found])


def carried_out(place: Position, plan: Plan) -> Position:
    """The position after every refit of a plan; each must be legal."""
    for payment in plan.payments:
        place = apply(place, Refit(payment.unit, payment.depots, payment.points))
    return place


# --- what a plan is -------------------------------------------------------------------------------------


def test_the_cost_of_a_payment_is_what_its_depots_give() -> None:
    assert Payment("ge-1", ("ge-1", "ge-2"), (2, 1)).cost == 3


def test_a_plan_counts_its_levels() -> None:
    assert Plan((Payment("ge-1", ("ge-1",), (1,)),), 1, 4, exact=True).levels == 1


def test_without_depots_nothing_is_planned() -> None:
    assert refit_plan(GAME.scenario("d-day"), "german") == Plan((), 0, 0, exact=True)


def test_fresh_units_come_before_levels() -> None:
    units = [at("mezidon", "ge-a", "spent"), at("mezidon", "ge-b", "d1"), at("argences", "ge-c", "spent")]
    plan = refit_plan(night(units, depots(ge_1=("mezidon", 3))), "german")
    assert {p.unit: p.cost for p in plan.payments} == {"ge-a": 1, "ge-c": 2}
    assert (plan.fresh, plan.left, plan.exact) == (2, 0, True)


def test_levels_come_before_points_kept() -> None:
    units = [at("mezidon", "ge-a", "spent"), at("mezidon", "ge-b", "d2")]
    plan = refit_plan(night(units, depots(ge_1=("mezidon", 3))), "german")
    assert (plan.fresh, plan.levels, plan.left) == (1, 2, 0)


def test_points_are_kept_where_two_depots_can_pay() -> None:
    units = [at("mezidon", "ge-a", "spent")]
    facts = depots(ge_1=("argences", 5), ge_2=("mezidon", 5))
    plan = refit_plan(night(units, facts), "german")
    assert plan.payments == (Payment("ge-a", ("ge-2",), (1,)),)
    assert plan.left == 9


def test_depots_in_one_area_pay_together() -> None:
    units = [at("mezidon", "ge-a", "d1")]
    facts = depots(ge_1=("mezidon", 1), ge_2=("mezidon", 1))
    plan = refit_plan(night(units, facts), "german")
    assert plan.payments == (Payment("ge-a", ("ge-1", "ge-2"), (1, 1)),)


def test_depots_in_two_areas_pay_together_what_the_farther_one_asks() -> None:
    units = [at("mezidon", "ge-a", "d1")]
    facts = depots(ge_1=("mezidon", 1), ge_2=("argences", 2))
    plan = refit_plan(night(units, facts), "german")
    assert [p.cost for p in plan.payments] == [3]


def test_units_that_have_refitted_or_are_fresh_are_left_out() -> None:
    units = [at("mezidon", "ge-a", "d1"), at("mezidon", "ge-b"), at("eliminated", "ge-c", "spent")]
    facts = depots(ge_1=("mezidon", 5)) | {("refitted", "ge-a"): True}
    assert refit_plan(night(units, facts), "german").payments == ()


def test_a_unit_that_no_depot_reaches_is_left_out() -> None:
    units = [at("caen", "ge-a", "spent")]
    cut = board_of("mezidon", "caen")
    assert refit_plan(night(units, depots(ge_1=("mezidon", 5)), board=cut), "german").payments == ()


def test_each_allied_nation_draws_on_its_own() -> None:
    units = [at("utah-beach", "us-a", "spent"), at("gold-beach", "br-a", "d1"), at("bayeux", "us-b", "spent")]
    facts = depots(utah=("utah-beach", 5), gold=("gold-beach", 5))
    place = night(
        units, facts, "allied", board=UTAH, us=["utah-beach", "montebourg"], allied=["gold-beach", "bayeux"]
    )
    plan = refit_plan(place, "allied")
    assert {(p.unit, *p.depots) for p in plan.payments} == {("us-a", "utah"), ("br-a", "gold")}


def test_too_many_distributions_make_the_plan_inexact_but_payable() -> None:
    units = [at("mezidon", f"ge-{n}", "spent") for n in range(6)]
    place = night(units, depots(ge_1=("mezidon", 5), ge_2=("argences", 5)))
    plan = refit_plan(place, "german", most=2)
    assert not plan.exact
    assert plan.levels == 6
    carried_out(place, plan)


def test_many_depots_and_units_stay_within_the_bound() -> None:
    areas = ("mezidon", "argences", "troarn", "caen", "mezidon", "argences")
    facts = depots(**{f"ge_{n}": (area, 10) for n, area in enumerate(areas, 1)})
    states = ("spent", "d1", "d2")
    units = [at(areas[n % 4], f"ge-{n:02}", states[n % 3]) for n in range(40)]
    place = night(units, facts)
    plan = refit_plan(place, "german")
    after = carried_out(place, plan)
    assert worth(after, place) == (plan.fresh, plan.levels, plan.left)
    assert plan.levels <= len(units)


# --- against every plan ---------------------------------------------------------------------------------

PLACES = st.sampled_from(["mezidon", "argences", "troarn"])
UNITS = st.lists(st.tuples(PLACES, st.sampled_from(["spent", "d1", "d2"])), min_size=1, max_size=3)
STORES = st.lists(st.tuples(PLACES, st.integers(1, 4)), min_size=1, max_size=2)


@given(UNITS, STORES)
@settings(max_examples=40, deadline=None)
def test_no_order_of_legal_refits_does_better(
    units: list[tuple[str, str]], stores: list[tuple[str, int]]
) -> None:
    pieces = [at(area, f"ge-{n}", status) for n, (area, status) in enumerate(units)]
    place = night(pieces, depots(**{f"ge_{n}": store for n, store in enumerate(stores, 1)}))
    plan = refit_plan(place, "german")
    assert plan.exact
    assert worth(carried_out(place, plan), place) == (plan.fresh, plan.levels, plan.left)
    assert every(place, place) == (plan.fresh, plan.levels, plan.left)


# --- the questions --------------------------------------------------------------------------------------


def test_the_question_tells_each_refit_with_its_cost_and_rules() -> None:
    units = [at("mezidon", "ge-a", "spent"), at("argences", "ge-b", "d1")]
    place = night(units, depots(ge_1=("mezidon", 5)))
    ruling = RefitPlan().answer(Asking(GAME, place))
    assert ruling.verdict == "2 units refit, 1 of them become Fresh; 1 point is left."
    assert ruling.answer["refits"][1] == {"unit": "ge-b", "cost": 3, "depots": {"ge-1": 3}}
    assert {"12.4", "12.51", "12.53"} <= set(ruling.rules)


@pytest.mark.parametrize(("phase", "section"), [("daylight", "6.4"), ("refit-german", "12.51")])
def test_the_question_needs_a_refit_phase_and_depots(phase: str, section: str) -> None:
    ruling = RefitPlan().answer(Asking(GAME, position([], phase=phase)))
    assert [v.rule for v in ruling.violations] == [section]


def test_a_fresh_unit_has_no_refit_to_price() -> None:
    ruling = Refits(unit="ge-916", depot="trevieres").answer(Asking(GAME, GAME.scenario("d-day")))
    assert [v.rule for v in ruling.violations] == ["12.4"]


def test_a_refit_names_the_level_of_the_unit() -> None:
    place = night([at("mezidon", "ge-a", "d1")], depots(ge_1=("mezidon", 5)))
    steps = check(place, Refit("ge-a", ("ge-1",))).steps
    assert [s.value for s in steps if s.rule == "12.2"] == [terms.LEVEL["d1"]]
    assert bill_of(place.pieces["ge-a"]).disrupted


def test_a_contested_depot_says_whom_it_feeds() -> None:
    units = [at("utah-beach", "us-a", "spent"), at("utah-beach", "ge-a", "d1")]
    place = night(units, depots(utah=("utah-beach", 5)), "allied", board=UTAH, us=["utah-beach"])
    assert "12.52" in check(place, Refit("us-a", ("utah",))).rules


def test_supply_is_traced_once_for_questions_and_rules() -> None:
    ruling = Supply(subject="2/919").answer(Asking(GAME, GAME.scenario("d-day")))
    names = " - ".join(GAME.scenario("d-day").board.name(s) for s in ruling.answer["path"])
    assert ruling.answer["supplied"] is True
    assert ruling.verdict.endswith(f" is in supply: {names}.")
    assert "12.6" in ruling.rules


def test_strict_supply_refuses_what_a_position_does_not_say() -> None:
    d_day = GAME.scenario("d-day")
    loose = Supply(subject="german").answer(Asking(GAME, d_day))
    assert loose.answer["side"] == "german"
    unsaid = Position(d_day.game, d_day.board, d_day.schema, d_day.pieces, {}, unknown=d_day.schema.items)
    with pytest.raises(PositionError):
        Supply(subject="2/919").answer(Asking(GAME, unsaid, strict=True))
