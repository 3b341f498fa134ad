"""Sections 8.12, 8.373 and 9.6 to 9.67: where defenders retreat, in what order, and who never does."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.breakout_normandy.r09_retreat_areas import boundary_fault, destinations
from adjudicator.breakout_normandy.r09_retreats import (
    RetreatAttackers,
    RetreatDefender,
    StandFast,
    attacker_destination,
    offer_attackers,
    offer_defenders,
)
from adjudicator.game import check, legal
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r2 import came, ge, position, unit
from tests.playing import play, reasons, rules


def beaten(space: str, *pieces: Piece, **more: Any) -> Position:
    """The German may retreat from a space."""
    state = position([unit("us-0", space, "spent"), *pieces], **more)
    draft = state.draft()
    offer_defenders(draft, space, "german")
    return draft.finish()


def to(state: Position, uid: str) -> tuple[str, ...]:
    return destinations(state, state.pieces[uid])


def crowd(space: str, count: int, **printed: Any) -> list[Piece]:
    return [ge(f"{space}-{n}", space, "spent", **printed) for n in range(count)]


# --- boundaries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["infantry", "armor", "field-artillery", "flak", "pak"])
@pytest.mark.parametrize(
    ("bridge", "river", "infantry_only", "rule"),
    [
        ("german", "german", False, ""),
        ("allied", "german", True, "9.63B"),
        ("destroyed", "german", True, "9.63A"),
        ("destroyed", "allied", True, "9.63B"),
    ],
)
def test_retreat_over_a_river(kind: str, bridge: str, river: str, infantry_only: bool, rule: str) -> None:
    facts = {("bridge", "labbe/valognes"): bridge, ("river", "labbe/valognes"): river}
    state = position([ge("1", "labbe", type=kind)], facts, control={"valognes": "us"})
    edge = state.board.edges["labbe/valognes"]
    found = boundary_fault(state, state.pieces["ge-1"], edge)[0]
    free = kind == "infantry" and rule == "9.63A"
    assert found == ("" if free else rule)


def test_only_infantry_retreats_over_a_river_without_bridge() -> None:
    foot = beaten("trevieres", ge("1", "trevieres"))
    assert "port" in to(foot, "ge-1")
    tanks = beaten("trevieres", ge("1", "trevieres", type="armor"))
    assert rules(tanks, RetreatDefender("ge-1", "port")) == {"9.63A"}
    assert "port" not in to(tanks, "ge-1")


@pytest.mark.parametrize(("bridge", "rule"), [("german", ""), ("allied", "9.63B"), ("destroyed", "9.63B")])
def test_flooded_boundaries_take_a_friendly_bridge(bridge: str, rule: str) -> None:
    facts = {("bridge", "carentan/mereglise"): bridge}
    state = position([ge("1", "mereglise")], facts, control={"carentan": "us"})
    assert boundary_fault(state, state.pieces["ge-1"], state.board.edges["carentan/mereglise"])[0] == rule


def test_flooded_boundary_without_a_printed_bridge() -> None:
    state = position([ge("1", "grandcamp")])
    fault = boundary_fault(state, state.pieces["ge-1"], state.board.edges["grandcamp/isigny"])
    assert fault == ("9.63B", "Grandcamp / Isigny is Flooded and has no bridge")


def test_allied_infantry_needs_the_river_to_be_theirs() -> None:
    facts = {("bridge", "isigny/stlo"): "destroyed"}
    control = {"stlo": "us", "isigny": "german"}
    state = position([unit("us-1", "stlo"), ge("1", "stlo")], facts, control=control)
    edge = state.board.edges["isigny/stlo"]
    assert boundary_fault(state, state.pieces["us-1"], edge)[0] == "9.63B"
    held = position([unit("us-1", "stlo")], facts | {("river", "isigny/stlo"): "allied"}, control=control)
    assert boundary_fault(held, held.pieces["us-1"], edge)[0] == ""


def test_the_sea_is_closed() -> None:
    state = beaten("omaha", ge("1", "omaha"))
    assert rules(state, RetreatDefender("ge-1", "approach-omaha")) == {"9.63B"}
    assert "sea" in reasons(state, RetreatDefender("ge-1", "approach-omaha"))


# --- Areas ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vacant", [True, False])
def test_uncontested_enemy_areas_are_closed(vacant: bool) -> None:
    others = [] if vacant else [unit("us-p", "port")]
    state = beaten("omaha", ge("1", "omaha"), *others, control={"port": "us"})
    assert rules(state, RetreatDefender("ge-1", "port")) == {"9.63C"}


def test_coastal_artillery_never_retreats() -> None:
    gun = ge("ca", "omaha", "spent", type="coastal-artillery")
    state = beaten("omaha", gun, ge("1", "omaha"))
    assert to(state, "ge-ca") == ()
    assert rules(state, RetreatDefender("ge-ca", "grandcamp")) == {"8.373"}
    assert beaten("omaha", gun).decision is None


def test_free_area_with_the_fewest_enemy_neighbours_first() -> None:
    germans = beaten("omaha", ge("1", "omaha"))
    assert to(germans, "ge-1") == ("grandcamp", "port", "trevieres")
    british_gold = beaten("omaha", ge("1", "omaha"), control={"gold": "british"})
    assert to(british_gold, "ge-1") == ("grandcamp", "trevieres")
    assert rules(british_gold, RetreatDefender("ge-1", "port")) == {"9.64A"}
    assert "rather retreat to Grandcamp, Trevieres" in reasons(british_gold, RetreatDefender("ge-1", "port"))


def test_zones_among_the_neighbours_are_an_open_reading() -> None:
    control = {"zone-c": "us"}
    facts = {("river", "stlo/vire"): "german"}
    counted = beaten("vire", ge("1", "vire"), facts=facts, control=control)
    assert to(counted, "ge-1") == ("isigny",)
    ignored = beaten("vire", ge("1", "vire"), facts=facts, control=control, retreat_counts_zones="B")
    assert to(ignored, "ge-1") == ("isigny", "stlo")


def test_friendly_contested_then_enemy_contested() -> None:
    both = [
        ge("p", "port", "spent"),
        unit("us-p", "port"),
        ge("t", "trevieres", "spent"),
        unit("us-t", "trevieres"),
    ]
    full = crowd("grandcamp", 10)
    state = beaten("omaha", ge("1", "omaha"), *both, *full, control={"trevieres": "us"})
    assert to(state, "ge-1") == ("port",)
    assert rules(state, RetreatDefender("ge-1", "port")) == set()
    assert rules(state, RetreatDefender("ge-1", "trevieres")) == {"9.64B"}
    enemy = beaten("omaha", ge("1", "omaha"), *both, *full, control={"trevieres": "us", "port": "us"})
    assert set(to(enemy, "ge-1")) == {"port", "trevieres"}
    assert rules(enemy, RetreatDefender("ge-1", "grandcamp")) == {"9.63D"}


def test_zones_take_any_number() -> None:
    state = beaten("stlo", ge("1", "stlo"), *crowd("zone-c", 12), control={"isigny": "us", "vire": "us"})
    assert to(state, "ge-1") == ("zone-c",)


def test_two_corps_artillery_units_never_share_an_area() -> None:
    gun = ge("84", "omaha", type="field-artillery", corps="84")
    other = ge("ss", "grandcamp", type="field-artillery", corps="I SS")
    state = beaten("omaha", gun, other)
    assert to(state, "ge-84") == ("port", "trevieres")
    assert rules(state, RetreatDefender("ge-84", "grandcamp")) == {"16.13"}


# --- full Areas -----------------------------------------------------------------------------------------


def test_a_unit_with_no_other_way_goes_through_a_full_area() -> None:
    state = beaten("verson", ge("1", "verson"), *crowd("bretteville", 10))
    assert to(state, "ge-1") == ("bretteville",)
    onward = play(state, RetreatDefender("ge-1", "bretteville"))
    assert onward.decision is not None
    assert (onward.decision.kind, onward.decision.rule) == ("retreat-onward", "9.66")
    assert list(legal(onward)) == [RetreatDefender("ge-1", "gold")]
    assert rules(onward, RetreatDefender("ge-1", "verson")) == {"9.63C"}
    assert rules(onward, RetreatDefender("ge-bretteville-0", "gold")) == {"9.66"}
    assert rules(onward, StandFast()) == {"9.66"}
    done = play(onward, RetreatDefender("ge-1", "gold"))
    assert done.pieces["ge-1"].space == "gold"
    assert done.pieces["ge-1"].status == "spent"
    assert done.decision is None


def test_a_full_area_that_leads_nowhere_is_closed() -> None:
    blocked = {"gold": "british"}
    state = beaten("verson", ge("1", "verson"), *crowd("bretteville", 10), control=blocked)
    assert state.decision is None
    assert to(state, "ge-1") == ()


def test_a_full_area_is_the_last_choice() -> None:
    state = beaten("omaha", ge("1", "omaha"), *crowd("grandcamp", 10), *crowd("port", 10))
    assert to(state, "ge-1") == ("trevieres",)
    assert rules(state, RetreatDefender("ge-1", "port")) == {"9.64A"}


# --- voluntary retreats ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "after"), [("fresh", "spent"), ("spent", "spent"), ("d1", "d1"), ("d2", "d2")]
)
def test_only_fresh_units_pay_for_a_voluntary_retreat(status: str, after: str) -> None:
    state = beaten("omaha", ge("1", "omaha", status))
    done = play(state, RetreatDefender("ge-1", "grandcamp"))
    assert (done.pieces["ge-1"].space, done.pieces["ge-1"].status) == ("grandcamp", after)
    assert done.text("control", "omaha") == "us"


def test_units_may_go_different_ways_one_after_the_other() -> None:
    state = beaten("omaha", ge("1", "omaha"), ge("2", "omaha"), ge("3", "omaha"))
    after = play(
        state, RetreatDefender("ge-1", "grandcamp"), RetreatDefender("ge-2", "trevieres"), StandFast()
    )
    assert [after.pieces[f"ge-{n}"].space for n in (1, 2, 3)] == ["grandcamp", "trevieres", "omaha"]
    assert after.decision is None


@pytest.mark.parametrize(
    "action",
    [
        RetreatDefender("us-0", "port"),
        RetreatDefender("ge-far", "omaha"),
        RetreatDefender("nobody", "port"),
        RetreatDefender("ge-1", "nowhere"),
        RetreatDefender("ge-1", "verson"),
        RetreatDefender("ge-1", "omaha"),
    ],
)
def test_nonsense_is_refused(action: RetreatDefender) -> None:
    state = beaten("omaha", ge("1", "omaha"), ge("far", "verson"))
    assert not check(state, action).ok
    assert action not in legal(state)


def test_nobody_moves_in_an_enemy_impulse_but_by_retreat() -> None:
    state = position([ge("1", "omaha"), unit("us-1", "omaha")])
    assert rules(state, RetreatDefender("ge-1", "grandcamp")) == {"9.62"}
    assert rules(state, StandFast()) == {"9.62"}
    assert rules(state, RetreatAttackers(())) == {"9.61"}


def test_options_name_one_unit_of_each_class() -> None:
    state = beaten("omaha", ge("1", "omaha"), ge("2", "omaha"), ge("3", "omaha", "spent"))
    offered = [a for a in legal(state) if isinstance(a, RetreatDefender)]
    assert {(a.unit, a.to) for a in offered} == {
        (u, s) for u in ("ge-1", "ge-3") for s in ("grandcamp", "port", "trevieres")
    }


def test_an_allied_retreat_may_change_the_nationality_in_control() -> None:
    pieces = [unit("us-1", "port"), unit("br-1", "port"), ge("1", "port", "spent")]
    control = {"port": "us", "omaha": "us", "gold": "us"}
    state = position(pieces, side="german", control=control)
    draft = state.draft()
    offer_defenders(draft, "port", "allied")
    after = play(draft.finish(), RetreatDefender("us-1", "gold"))
    assert after.text("control", "port") == "us"  # Contested: nothing changes yet


def test_a_retreated_unit_may_be_attacked_and_retreat_again() -> None:
    state = beaten("omaha", ge("1", "omaha"))
    moved = play(state, RetreatDefender("ge-1", "port")).draft()
    offer_defenders(moved, "port", "german")
    again = play(moved.finish(), RetreatDefender("ge-1", "gold"))
    assert again.pieces["ge-1"].space == "gold"
    assert again.text("start", "ge-1") == "omaha"


# --- attackers ------------------------------------------------------------------------------------------


def attackers_back(**more: Any) -> Position:
    facts = came("us-1", "omaha", mandatory=False) | came("us-2", "grandcamp", mandatory=False)
    pieces = [
        unit("us-1", "port", "d1"),
        unit("us-2", "port", "d1"),
        unit("us-3", "port", "d1"),
        ge("1", "port"),
    ]
    state = position(
        [*pieces, *more.pop("others", ())], facts, control={"omaha": "us", "grandcamp": "us"}, **more
    )
    draft = state.draft()
    offer_attackers(draft, "port", ["us-1", "us-2", "us-3"], "allied")
    return draft.finish()


def test_attackers_go_only_where_they_came_from() -> None:
    state = attackers_back()
    assert state.decision is not None
    assert state.decision.data["units"] == ["us-1", "us-2"]
    after = play(state, RetreatAttackers(("us-1", "us-2")))
    assert [after.pieces[f"us-{n}"].space for n in (1, 2, 3)] == ["omaha", "grandcamp", "port"]


def test_units_that_began_in_the_area_never_retreat() -> None:
    assert rules(attackers_back(), RetreatAttackers(("us-3",))) == {"9.61"}
    assert rules(attackers_back(), RetreatAttackers(("us-1", "us-1"))) == {"9.61"}


def test_attackers_do_not_retreat_into_a_full_area() -> None:
    others = [unit(f"us-o{n}", "omaha") for n in range(9)]
    one = unit("us-4", "port", "d1")
    facts = came("us-1", "omaha", mandatory=False) | came("us-4", "omaha", mandatory=False)
    state = position(
        [unit("us-1", "port", "d1"), one, ge("1", "port"), *others], facts, control={"omaha": "us"}
    )
    draft = state.draft()
    offer_attackers(draft, "port", ["us-1", "us-4"], "allied")
    ready = draft.finish()
    assert rules(ready, RetreatAttackers(("us-1", "us-4"))) == {"7.1"}
    assert rules(ready, RetreatAttackers(("us-4",))) == set()


@pytest.mark.parametrize("phase", ["airborne", "amphibious"])
def test_attackers_never_retreat_in_the_first_phases_of_d_day(phase: str) -> None:
    facts = came("us-1", "approach-omaha", "landing")
    state = position([unit("us-1", "omaha", "d1")], facts, phase=phase)
    assert attacker_destination(state, state.pieces["us-1"], forced=True) == ""


def test_the_attacker_retreats_before_the_defender() -> None:
    state = attackers_back()
    assert state.decision is not None
    assert state.decision.kind == "retreat-attackers"
    after = play(state, RetreatAttackers(()))
    assert after.decision is not None
    assert (after.decision.kind, after.decision.player) == ("retreat-defenders", "german")


def test_a_way_on_that_closed_meanwhile_lets_the_unit_stay() -> None:
    state = beaten("verson", ge("1", "verson"), *crowd("bretteville", 10))
    onward = play(state, RetreatDefender("ge-1", "bretteville")).draft()
    onward.set("control", "british", "gold")
    stuck = onward.finish()
    assert list(legal(stuck)) == [StandFast()]
    assert play(stuck, StandFast()).pieces["ge-1"].space == "bretteville"
