"""Sections 12.4 to 12.72 and 24.7: Depots, refits, reserves; example 9 and the example of 12.53."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.actions import Action
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r12_depots import (
    ALLIED_DEPOTS,
    GERMAN_DEPOTS,
    depot_name,
    depot_value,
    depots_tonight,
    interdictors,
    nation_of,
)
from adjudicator.breakout_normandy.r12_lines import depot_line, refit_cost
from adjudicator.breakout_normandy.r12_payment import Bill, payers
from adjudicator.breakout_normandy.r12_refit import (
    Augment,
    BuyImpulses,
    PlaceDepot,
    Refit,
    bank_unused,
    place_sources,
)
from adjudicator.errors import UnsupportedRule
from adjudicator.game import apply, check
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r4 import at, board_of, play, position, reasons, rules
from tests.playing import allowed

BESSIN = board_of(
    "trevieres",
    "omaha-beach",
    "port-en-bessin",
    "grandcamp",
    "bayeux",
    "tilly",
    "caumont",
    "zone-c",
    caumont__zone_c=("arrow", False),
)
PLAIN = board_of(
    "zone-b",
    "mezidon",
    "argences",
    "troarn",
    "cagny",
    argences__mezidon=("open", False),
    mezidon__zone_b=("arrow", False),
)
EXAMPLE = [
    at("trevieres", "ge-916", "spent"),
    at("trevieres", "ge-726", "d1"),
    at("port-en-bessin", "ge-longues", "spent"),
    at("omaha-beach", "ge-vierville", "d2"),
    at("omaha-beach", "us-1-18", "spent"),
    at("grandcamp", "ge-grandcamp", "spent"),
]


def night(side: str, pieces: list[Piece], facts: Any = None, **more: Any) -> Position:
    """A Refit Phase of a side."""
    return position(pieces, facts, phase=f"refit-{side}", side=side, **more)


def with_depot(area: str, points: int, *pieces: Piece, depot: str = "ge-1", **more: Any) -> Position:
    side = "german" if nation_of(depot) == "german" else "allied"
    facts = {("depot", depot): area, ("depot-points", depot): points}
    return night(side, list(pieces), facts | more.pop("facts", {}), **more)


# --- example 9 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uid", "cost"),
    [("ge-916", 1), ("ge-726", 2), ("ge-longues", 2), ("ge-vierville", 3), ("ge-grandcamp", 4)],
)
def test_example_9_costs(uid: str, cost: int) -> None:
    place = with_depot("trevieres", 6, *EXAMPLE, board=BESSIN)
    after = apply(place, Refit(uid, ("ge-1",)))
    assert after.number("depot-points", "ge-1") == 6 - cost


def test_example_9_longues_over_the_bridge_of_bayeux_would_cost_three() -> None:
    board = board_of("trevieres", "bayeux", "port-en-bessin", port_en_bessin__trevieres=("flooded", False))
    line = depot_line(position(board=board), "trevieres", "german", "port-en-bessin")
    assert line is not None
    assert line.path == ("trevieres", "bayeux", "port-en-bessin")
    assert refit_cost(line, position(board=board)).value == 3


def test_example_9_spending_plan() -> None:
    place = with_depot("trevieres", 6, *EXAMPLE, board=BESSIN)
    plan = (Refit(uid, ("ge-1",)) for uid in ("ge-916", "ge-726", "ge-longues"))
    draft = play(place, *plan).draft()
    bank_unused(draft, "german")
    assert draft.number("reserves", "german") == 1
    assert [draft.pieces[u].status for u in ("ge-916", "ge-726", "ge-longues")] == ["fresh", "spent", "fresh"]


def test_example_9_six_points_do_not_refit_all_five() -> None:
    place = with_depot("trevieres", 6, *EXAMPLE, board=BESSIN)
    after = play(place, Refit("ge-grandcamp", ("ge-1",)), Refit("ge-916", ("ge-1",)))
    assert reasons(after, Refit("ge-726", ("ge-1",))) == [
        "726 Rgt, 716 Div needs 2 points, and these Depots have 1"
    ]


def test_every_step_of_the_price_is_told() -> None:
    place = with_depot("trevieres", 6, *EXAMPLE, board=BESSIN)
    steps = check(place, Refit("ge-grandcamp", ("ge-1",))).steps
    under = next(step for step in steps if step.under).under
    assert [(s.rule, s.value) for s in under] == [("12.51", 1), ("12.51", 2), ("12.51", 1)]
    assert under[-1].text == "Omaha Beach on the way is Contested"


# --- the price ------------------------------------------------------------------------------------------


def test_neither_the_depots_area_nor_the_units_counts_as_between() -> None:
    there = [at("mezidon", "ge-914", "spent"), at("argences", "ge-915", "spent"), at("argences", "us-4-8")]
    line = depot_line(position(there, board=PLAIN), "mezidon", "german", "argences")
    assert line is not None
    assert (line.boundaries, line.contested) == (1, ())


def test_a_detour_around_a_contested_area_is_taken_when_it_is_cheaper() -> None:
    board = board_of("troarn", "cagny", "argences", "bourguebus", "merville")
    there = [at("cagny", "ge-915"), at("cagny", "us-4-8")]
    line = depot_line(position(there, board=board), "bourguebus", "german", "troarn")
    assert line is not None
    assert line.path == ("bourguebus", "argences", "troarn")
    assert line.surcharge == 2


def test_arrows_count_as_boundaries_by_the_first_reading_only() -> None:
    for letter, cost in (("A", 3), ("B", 2)):
        place = position(board=PLAIN, zone_arrow_boundary=letter)
        line = depot_line(place, "zone-b", "german", "argences")
        assert line is not None
        assert refit_cost(line, place).value == cost


def test_a_disrupted_unit_costs_one_more_at_either_level_and_a_spent_one_does_not() -> None:
    for status, cost in (("spent", 1), ("d1", 2), ("d2", 2)):
        place = with_depot("mezidon", 5, at("mezidon", "ge-916", status), board=PLAIN)
        assert apply(place, Refit("ge-916", ("ge-1",))).number("depot-points", "ge-1") == 5 - cost


# --- who may refit --------------------------------------------------------------------------------------


def test_disrupt_2_takes_three_nights() -> None:
    place = with_depot("mezidon", 9, at("mezidon", "ge-916", "d2"), board=PLAIN)
    seen = []
    for _ in range(3):
        place = apply(place, Refit("ge-916", ("ge-1",)))
        seen.append(place.pieces["ge-916"].status)
        assert rules(place, Refit("ge-916", ("ge-1",))) == ["12.4"]
        draft = place.draft()
        draft.clear("refitted")
        place = draft.finish()
    assert seen == ["d1", "spent", "fresh"]
    assert reasons(place, Refit("ge-916", ("ge-1",))) == ["916 Rgt, 352 Div is Fresh"]


def test_the_enemy_does_not_refit_and_neither_does_who_is_off_the_map() -> None:
    there = [at("mezidon", "us-4-8", "spent"), at("setup-card", "ge-916", "spent")]
    place = with_depot("mezidon", 5, *there, board=PLAIN)
    assert rules(place, Refit("us-4-8", ("ge-1",))) == ["6.4"]
    assert rules(place, Refit("ge-916", ("ge-1",))) == ["12.4"]


@pytest.mark.parametrize(
    "action",
    [
        Refit("nobody", ("ge-1",)),
        Refit("ge-916", ()),
        Refit("ge-916", ("ge-1", "ge-1")),
        Refit("ge-916", ("ge-2",)),
        Refit("ge-916", ("nothing",)),
        Refit("ge-916", ("ge-1",), (1, 1)),
        Refit("ge-916", ("ge-1",), (0,)),
        Refit("ge-916", ("ge-1",), (2,)),
        PlaceDepot("nothing", "mezidon"),
        PlaceDepot("utah", "mezidon"),
        PlaceDepot("ge-2", "nowhere"),
        PlaceDepot("ge-2", "eliminated"),
        PlaceDepot("ge-1", "argences"),
        BuyImpulses(1),
        Augment(1),
    ],
)
def test_anything_else_is_refused_without_a_fault(action: Action) -> None:
    place = with_depot("mezidon", 5, at("mezidon", "ge-916", "spent"), board=PLAIN)
    assert not check(place, action).ok


def test_nobody_refits_in_the_wrong_phase() -> None:
    place = position([at("mezidon", "ge-916", "spent")], phase="daylight", board=PLAIN)
    assert "not part of the Daylight Phase" in reasons(place, Refit("ge-916", ("ge-1",)))[0]


# --- several Depots -------------------------------------------------------------------------------------


def two_depots(first: int, second: int, status: str = "spent") -> Position:
    facts = {("depot", "ge-2"): "zone-b", ("depot-points", "ge-2"): second}
    return with_depot("argences", first, at("argences", "ge-916", status), board=PLAIN, facts=facts)


def test_several_depots_pay_the_cost_of_the_farthest() -> None:
    place = two_depots(1, 9, "d1")
    assert rules(place, Refit("ge-916", ("ge-1",)))
    after = apply(place, Refit("ge-916", ("ge-1", "ge-2")))
    assert after.number("depot-points", "ge-1") == 0
    assert after.number("depot-points", "ge-2") == 9 - 3, (
        "1 + Disrupted + two boundaries is 4, one from the near"
    )


def test_shares_may_be_named() -> None:
    after = apply(two_depots(5, 9), Refit("ge-916", ("ge-1", "ge-2"), (2, 1)))
    assert (after.number("depot-points", "ge-1"), after.number("depot-points", "ge-2")) == (3, 8)
    assert rules(two_depots(5, 9), Refit("ge-916", ("ge-1", "ge-2"), (1, 1))) == ["12.51"]
    assert rules(two_depots(1, 9), Refit("ge-916", ("ge-1", "ge-2"), (2, 1))) == ["12.51"]


def test_a_depot_that_is_not_needed_is_refused() -> None:
    found = reasons(two_depots(5, 9), Refit("ge-916", ("ge-1", "ge-2")))
    assert found == ["Depot 2 is not needed: the others pay for 916 Rgt, 352 Div"]


def test_the_options_offer_every_single_depot_and_pairs_where_one_is_too_poor() -> None:
    assert allowed(two_depots(1, 9, "d1"), "refit") == {
        Refit("ge-916", ("ge-2",)),
        Refit("ge-916", ("ge-1", "ge-2")),
    }
    assert allowed(two_depots(0, 0), "refit") == set()


def test_three_poor_depots_pay_together() -> None:
    facts = {("depot", d): "argences" for d in ("ge-2", "ge-3")} | {
        ("depot-points", "ge-2"): 1,
        ("depot-points", "ge-3"): 1,
    }
    place = with_depot("argences", 1, at("zone-b", "ge-916", "spent"), board=PLAIN, facts=facts)
    assert list(payers(place, Bill("it", "german", ("zone-b",)))) == [("ge-1", "ge-2", "ge-3")]
    assert apply(place, Refit("ge-916", ("ge-1", "ge-2", "ge-3"))).number("depot-points", "ge-3") == 0


def test_equal_depots_are_offered_once() -> None:
    facts = {("depot", "ge-2"): "argences", ("depot-points", "ge-2"): 5}
    place = with_depot("argences", 5, at("argences", "ge-916", "spent"), board=PLAIN, facts=facts)
    assert allowed(place, "refit") == {Refit("ge-916", ("ge-1",))}
    assert check(place, Refit("ge-916", ("ge-2",))).ok


# --- German Depots --------------------------------------------------------------------------------------


def test_a_german_depot_stands_in_a_free_area_joined_to_a_zone() -> None:
    there = [at("troarn", "us-4-8"), at("troarn", "ge-915")]
    place = night("german", there, board=PLAIN, us=["cagny"])
    assert rules(place, PlaceDepot("ge-1", "troarn")) == ["12.61"], "Contested"
    assert rules(place, PlaceDepot("ge-1", "cagny")) == ["12.61"], "enemy-controlled"
    after = apply(place, PlaceDepot("ge-1", "argences"))
    assert (after.text("depot", "ge-1"), after.number("depot-points", "ge-1")) == ("argences", 5)
    cut = night("german", [], board=PLAIN, us=["mezidon", "zone-b"])
    assert reasons(cut, PlaceDepot("ge-1", "argences")) == [
        "no supply line leads from Argences to a German-controlled Zone"
    ]


def test_cherbourg_is_no_source_of_mobile_depots() -> None:
    board = board_of("cherbourg", "valognes")
    assert rules(night("german", [], board=board), PlaceDepot("ge-1", "valognes")) == ["12.61"]


def test_depots_in_zones_and_behind_rivers_depend_on_the_reading() -> None:
    river = board_of("zone-b", "mezidon", "argences", argences__mezidon=("river", False))
    for letter, legal in (("A", True), ("B", False)):
        place = night("german", [], board=river, depot_over_river=letter, depot_in_zone=letter)
        assert check(place, PlaceDepot("ge-1", "argences")).ok is legal
        assert check(place, PlaceDepot("ge-1", "zone-b")).ok is legal
        assert check(place, PlaceDepot("ge-1", "mezidon")).ok


@pytest.mark.parametrize(
    ("weather", "impulses", "overcast", "value"),
    [
        ("clear", 9, 0, 5),
        ("clear", 9, 4, 7),
        ("overcast", 9, 9, 10),
        ("overcast", 8, 7, 9),
        ("overcast", 8, 4, 8),
    ],
)
def test_the_value_of_a_depot_follows_the_weather(
    weather: str, impulses: int, overcast: int, value: int
) -> None:
    facts = {"weather-today": weather, "impulses-today": impulses, "overcast-today": overcast}
    place = apply(night("german", [], facts, board=PLAIN), PlaceDepot("ge-3", "mezidon"))
    assert place.number("depot-points", "ge-3") == value


def test_six_depots_and_no_more_and_any_number_in_one_area() -> None:
    place = night("german", [], board=PLAIN)
    for depot in GERMAN_DEPOTS:
        assert {a.depot for a in allowed(place, "place-depot") if isinstance(a, PlaceDepot)} == {depot}
        place = apply(place, PlaceDepot(depot, "mezidon"))
    assert allowed(place, "place-depot") == set()
    assert rules(place, PlaceDepot("ge-7", "mezidon")) == ["12.51"]


def test_zones_refit_their_german_units_without_depots() -> None:
    there = [at("zone-b", "ge-916", "d2"), at("zone-b", "ge-915"), at("mezidon", "ge-914", "spent")]
    draft = night("german", there, board=PLAIN).draft()
    place_sources(draft, "german")
    assert [draft.pieces[u].status for u in ("ge-916", "ge-915", "ge-914")] == ["d1", "fresh", "spent"]
    assert draft.flag("refitted", "ge-916")
    assert not draft.flag("refitted", "ge-915")


@pytest.mark.parametrize(("letter", "status"), [("A", "spent"), ("B", "fresh")])
def test_a_lost_zone_refits_nobody_by_the_first_reading(letter: str, status: str) -> None:
    there = [at("zone-b", "ge-916", "spent"), at("zone-b", "us-4-8")]
    draft = night("german", there, board=PLAIN, us=["zone-b"], zone_refit_control=letter).draft()
    place_sources(draft, "german")
    assert draft.pieces["ge-916"].status == status


# --- Allied Depots --------------------------------------------------------------------------------------

LANDING = board_of(
    "utah-beach", "omaha-beach", "gold-beach", "port-en-bessin", "bayeux", "montebourg", "valognes"
)
ASHORE = ["utah-beach", "omaha-beach"]


def landed(pieces: list[Piece] | None = None, facts: Any = None, **more: Any) -> Position:
    """The Allied Refit Phase after its Depots have appeared."""
    place = night("allied", pieces or [], facts, **({"board": LANDING} | more))
    draft = place.draft()
    place_sources(draft, "allied")
    return draft.finish()


def test_depots_appear_in_their_beaches() -> None:
    place = landed(us=ASHORE, allied=["gold-beach"])
    assert {d: place.text("depot", d) for d in place.subjects("depot")} == {
        "utah": "utah-beach",
        "omaha-1": "omaha-beach",
        "omaha-2": "omaha-beach",
        "gold": "gold-beach",
    }
    assert {place.number("depot-points", d) for d in place.subjects("depot")} == {10}


def test_no_allied_unit_on_a_german_beach_no_depot() -> None:
    assert list(depots_tonight(landed())) == []
    assert list(depots_tonight(landed([at("utah-beach", "us-4-8")]))) == ["utah"]


def test_each_fresh_battery_in_or_next_to_the_beach_takes_a_point_of_each_depot() -> None:
    there = [at("port-en-bessin", "ge-longues"), at("gold-beach", "ge-mont-fleury", "spent")]
    place = landed(there, us=ASHORE, allied=["gold-beach"])
    assert [p.uid for p in interdictors(place, "omaha-beach")] == ["ge-longues"]
    assert place.number("depot-points", "omaha-1") == place.number("depot-points", "omaha-2") == 9
    assert place.number("depot-points", "gold") == 9
    assert place.number("depot-points", "utah") == 10


def test_a_depot_is_never_worth_less_than_nothing() -> None:
    guns = [at("st-vaast", f"ge-gun-{n}", kind="coastal-artillery", af=None, mf=None) for n in range(2)]
    board = board_of("st-vaast", "montebourg")
    facts = {("port-ready", "st-vaast"): 18, "date": 18}
    place = landed([*guns, at("st-vaast", "us-4-8")], facts, board=board, us=["st-vaast"], extended_game="B")
    assert depot_value(place, "port-st-vaast").value == 0
    assert place.text("depot", "port-st-vaast") == "st-vaast"


def test_us_depots_feed_us_units_only() -> None:
    there = [at("port-en-bessin", "br-50-231", "spent"), at("port-en-bessin", "us-1-18", "spent")]
    place = landed(there, us=[*ASHORE, "port-en-bessin"], allied=["gold-beach"])
    assert rules(place, Refit("br-50-231", ("omaha-1",))) == ["12.71"]
    assert apply(place, Refit("br-50-231", ("gold",))).pieces["br-50-231"].status == "fresh"
    assert apply(place, Refit("us-1-18", ("omaha-1",))).number("depot-points", "omaha-1") == 8


def test_a_contested_beach_feeds_only_those_on_it() -> None:
    there = [
        at("utah-beach", "us-4-8", "spent"),
        at("utah-beach", "ge-1-919"),
        at("montebourg", "us-4-12", "spent"),
    ]
    place = landed(there, us=["utah-beach", "montebourg"])
    assert check(place, Refit("us-4-8", ("utah",))).ok
    assert rules(place, Refit("us-4-12", ("utah",))) == ["12.52"]
    assert rules(place, PlaceDepot("utah", "montebourg")) == ["12.71"]


def test_a_german_controlled_contested_beach_does_so_too() -> None:
    place = landed([at("utah-beach", "us-4-8", "spent"), at("utah-beach", "ge-1-919")])
    assert check(place, Refit("us-4-8", ("utah",))).ok
    assert rules(place, PlaceDepot("utah", "montebourg")) == ["12.71", "12.71", "12.71"]


def test_a_depot_moves_inland_over_free_areas_of_its_nation() -> None:
    place = landed(us=[*ASHORE, "montebourg", "valognes"])
    assert check(place, PlaceDepot("utah", "valognes")).ok
    after = apply(place, PlaceDepot("utah", "valognes"))
    assert after.text("depot", "utah") == "valognes"
    assert rules(after, PlaceDepot("utah", "montebourg")) == ["12.71"], "once"


def test_a_depot_does_not_pass_contested_or_foreign_areas_or_bare_rivers() -> None:
    there = [at("montebourg", "us-4-12"), at("montebourg", "ge-916")]
    contested = landed(there, us=["utah-beach", "montebourg", "valognes"])
    assert rules(contested, PlaceDepot("utah", "valognes")) == ["12.71"]
    foreign = landed(us=["omaha-beach", "bayeux"], allied=["port-en-bessin"])
    assert rules(foreign, PlaceDepot("omaha-1", "port-en-bessin")) == ["12.71"]
    assert rules(foreign, PlaceDepot("omaha-1", "bayeux")) == ["12.71"]
    river = board_of("utah-beach", "montebourg", montebourg__utah_beach=("river", False))
    assert rules(landed(board=river, us=["utah-beach", "montebourg"]), PlaceDepot("utah", "montebourg")) == [
        "12.71"
    ]


def test_a_depot_that_has_fed_somebody_stays() -> None:
    place = landed([at("utah-beach", "us-4-8", "spent")], us=["utah-beach", "montebourg"])
    after = apply(place, Refit("us-4-8", ("utah",)))
    assert rules(after, PlaceDepot("utah", "montebourg")) == ["12.71"]
    assert rules(place, PlaceDepot("utah", "utah-beach")) == ["12.71"], "it is there already"
    assert rules(place, PlaceDepot("gold", "montebourg")) == ["12.71"], "not on the map"


def test_of_the_two_of_omaha_only_one_is_offered() -> None:
    place = landed(us=["omaha-beach", "port-en-bessin"])
    assert allowed(place, "place-depot") == {PlaceDepot("omaha-1", "port-en-bessin")}
    after = apply(place, PlaceDepot("omaha-1", "port-en-bessin"))
    assert allowed(after, "place-depot") == {PlaceDepot("omaha-2", "port-en-bessin")}


def test_mulberries_and_ports() -> None:
    board = board_of("gold-beach", "st-vaast", "montebourg", "port-en-bessin")
    facts = {("port-ready", "gold-beach"): 17, ("port-ready", "st-vaast"): 18, "date": 18}
    place = landed(
        None, facts, board=board, us=["st-vaast", "montebourg"], allied=["gold-beach"], extended_game="B"
    )
    assert {d: place.number("depot-points", d) for d in place.subjects("depot")} == {
        "gold": 10,
        "mulberry-gold": 10,
        "port-st-vaast": 1,
    }
    assert rules(place, PlaceDepot("port-st-vaast", "montebourg")) == ["24.2"]
    other = landed(
        None, facts, board=board, us=["st-vaast", "montebourg"], extended_game="B", port_depot_moves="B"
    )
    assert check(other, PlaceDepot("port-st-vaast", "montebourg")).ok


def test_the_storm_halves_the_depots_of_the_beaches_but_not_of_the_ports() -> None:
    facts = {"date": 16, "storm-day": 16, ("port-ready", "st-vaast"): 16}
    board = board_of("utah-beach", "st-vaast")
    place = landed(None, facts, board=board, us=["utah-beach", "st-vaast"], extended_game="B")
    assert (place.number("depot-points", "utah"), place.number("depot-points", "port-st-vaast")) == (5, 1)
    later = landed(None, {**facts, "date": 17}, board=board, us=["utah-beach", "st-vaast"], extended_game="B")
    assert later.number("depot-points", "utah") == 2


def test_names_of_depots() -> None:
    assert {nation_of(d) for d in ALLIED_DEPOTS} == {"us", "british"}
    assert depot_name("ge-6") == "Depot 6"
    assert nation_of("ge-7") == ""


# --- reserves -------------------------------------------------------------------------------------------


def test_only_depots_in_free_areas_bank() -> None:
    there = [at("utah-beach", "us-4-8"), at("utah-beach", "ge-1-919")]
    draft = landed(there, us=ASHORE).draft()
    bank_unused(draft, "allied")
    assert draft.number("reserves", "allied") == 20, "two of Omaha, none of contested Utah"
    assert draft.subjects("depot") == ()
    assert draft.subjects("depot-points") == ()


def test_banking_one_side_leaves_the_other() -> None:
    draft = with_depot("mezidon", 4, board=PLAIN, facts={("reserves", "german"): 7}).draft()
    bank_unused(draft, "allied")
    assert (draft.number("reserves", "german"), draft.text("depot", "ge-1")) == (7, "mezidon")
    bank_unused(draft, "german")
    assert draft.number("reserves", "german") == 11


@pytest.mark.parametrize(("letter", "held"), [("A", 103), ("B", 99)])
def test_the_supply_track_limits_reserves_under_one_reading_only(letter: str, held: int) -> None:
    facts = {("reserves", "german"): 99}
    draft = with_depot("mezidon", 4, board=PLAIN, facts=facts, reserves_limit=letter).draft()
    bank_unused(draft, "german")
    assert draft.number("reserves", "german") == held


def test_a_regained_beach_places_no_depot() -> None:
    facts = {("beach-held", "utah-beach"): True, ("beach-closed", "utah-beach"): 8, "date": 8}
    assert landed(None, facts, us=ASHORE).subjects("depot") == ("omaha-1", "omaha-2")


def test_what_a_payment_rests_on_is_recorded() -> None:
    place = with_depot("trevieres", 6, *EXAMPLE, board=BESSIN)
    assert check(place, Refit("ge-longues", ("ge-1",))).sources == (), "example 9 tells of that river"
    arrow = with_depot("zone-b", 6, at("mezidon", "ge-916", "spent"), board=PLAIN)
    assert "zone-arrow-boundary=A" in check(arrow, Refit("ge-916", ("ge-1",))).interpretations
    assert [str(u) for u in check(place, Refit("ge-grandcamp", ("ge-1",))).sources]
    with pytest.raises(UnsupportedRule):
        check(place, Refit("ge-grandcamp", ("ge-1",)), strict=True)


def buying(side: str, reserve: int, impulse: int = 0) -> Position:
    facts = {("reserves", side): reserve, "impulse": impulse}
    return position([], facts, phase=f"purchase-{side}", side=side)


def test_example_of_12_53() -> None:
    german = apply(buying("german", 15), BuyImpulses(1))
    assert (german.number("impulse"), german.number("reserves", "german")) == (1, 5)
    allied = apply(buying("allied", 30, impulse=1), BuyImpulses(-3))
    assert (allied.number("impulse"), allied.number("reserves", "allied")) == (-2, 0)


@pytest.mark.parametrize(
    ("reserve", "spaces", "broken"),
    [
        (100, 4, ["12.53"]),
        (100, 0, ["12.53"]),
        (29, 3, ["12.53"]),
        (9, -4, ["12.53", "12.53", "3.8"]),
        (30, 3, []),
    ],
)
def test_limits_of_a_purchase(reserve: int, spaces: int, broken: list[str]) -> None:
    assert rules(buying("german", reserve), BuyImpulses(spaces)) == broken


def test_one_purchase_a_day_and_not_off_the_track() -> None:
    after = apply(buying("german", 60), BuyImpulses(2))
    assert rules(after, BuyImpulses(1)) == ["12.53"]
    assert rules(buying("allied", 60, impulse=-3), BuyImpulses(-1)) == ["3.8"]


def test_the_options_of_a_purchase() -> None:
    assert allowed(buying("german", 25), "buy-impulses") == {BuyImpulses(n) for n in (-2, -1, 1, 2)}


# --- 24.7 -----------------------------------------------------------------------------------------------


def storm(reserve: int, **more: Any) -> Position:
    facts = {"date": 17, "storm-day": 16, ("reserves", "allied"): reserve}
    return landed(None, facts, us=ASHORE, **({"extended_game": "B"} | more))


def test_reserves_raise_every_beach_depot_alike() -> None:
    after = apply(storm(20), Augment(6))
    assert {after.number("depot-points", d) for d in after.subjects("depot")} == {8}
    assert after.number("reserves", "allied") == 2


@pytest.mark.parametrize(("points", "reserve"), [(9, 99), (0, 99), (7, 20), (-1, 99)])
def test_not_above_ten_nor_beyond_the_reserve(points: int, reserve: int) -> None:
    assert set(rules(storm(reserve), Augment(points))) == {"24.7"}


def test_not_when_a_depot_is_worth_ten_nor_in_the_short_game() -> None:
    calm = landed(None, {("reserves", "allied"): 50}, us=ASHORE, extended_game="B")
    assert set(rules(calm, Augment(1))) == {"24.7"}
    assert "12.53" in rules(storm(50, extended_game="A"), Augment(1))
    assert "24.7" in rules(night("allied", [], {("reserves", "allied"): 50}, extended_game="B"), Augment(1))


def test_unspent_augmentation_returns_even_from_a_contested_beach() -> None:
    there = [at("utah-beach", "us-4-8"), at("utah-beach", "ge-1-919")]
    facts = {"date": 17, "storm-day": 16, ("reserves", "allied"): 9}
    place = apply(landed(there, facts, us=ASHORE, extended_game="B"), Augment(3))
    draft = place.draft()
    bank_unused(draft, "allied")
    assert draft.number("reserves", "allied") == 3 + 5 + 5


def test_without_depots_or_reserves_nothing_is_offered() -> None:
    bare = night("allied", [at("utah-beach", "us-4-8", "spent")], board=LANDING)
    assert allowed(bare, "refit") == set()
    assert allowed(bare, "augment") == set()


def test_the_options_of_augmenting_are_legal_ones() -> None:
    assert allowed(storm(9), "augment") == {Augment(1), Augment(2), Augment(3)}


# --- properties -----------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.sampled_from(["spent", "d1", "d2"]), min_size=1, max_size=6), st.integers(0, 6), st.randoms()
)
def test_refits_never_overdraw_and_points_are_conserved(
    statuses: list[str], points: int, random: Any
) -> None:
    there = [
        at(random.choice(["argences", "mezidon", "troarn"]), f"ge-{n}", s, af=1)
        for n, s in enumerate(statuses)
    ]
    facts = {("depot", "ge-2"): "mezidon", ("depot-points", "ge-2"): points}
    place = with_depot("argences", 5, *there, board=PLAIN, facts=facts)
    left = [5, points]
    while options := sorted(allowed(place, "refit"), key=repr):
        before = sum(place.number("depot-points", d) for d in ("ge-1", "ge-2"))
        place = apply(place, random.choice(options))
        left = [place.number("depot-points", d) for d in ("ge-1", "ge-2")]
        assert min(left) >= 0
        assert sum(left) < before
    draft = place.draft()
    bank_unused(draft, "german")
    assert draft.number("reserves", "german") == sum(left)


def test_the_phase_of_the_scenario_offers_no_refit() -> None:
    assert GAME.handlers["refit"].phases == {"refit-german", "refit-allied"}
