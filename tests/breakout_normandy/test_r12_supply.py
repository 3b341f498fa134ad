"""Sections 12.5, 12.6, 12.7 and 12.8: supply lines, sources and isolation."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.breakout_normandy import GAME, terms
from adjudicator.breakout_normandy.r12_explain import explain_line, supply
from adjudicator.breakout_normandy.r12_lines import depot_line
from adjudicator.breakout_normandy.r12_sources import (
    NATIONS,
    beaches,
    has_depots,
    note_beaches,
    side_of,
    source_of,
)
from adjudicator.breakout_normandy.r12_supply import (
    area_in_supply,
    barrier,
    flood,
    in_supply,
    isolated_germans,
    reaches_zone,
    roads,
    trace,
)
from adjudicator.errors import MalformedAction, UnsupportedRule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r4 import EVERYTHING, at, board_of, position

COAST = board_of("utah-beach", "st-mere-eglise", "montebourg", "valognes", "carentan", "pont-labbe")
BEACHES = ["utah-beach", "omaha-beach", "gold-beach", "juno-beach", "sword-beach"]


def supplied(place: Position, uid: str) -> bool:
    return in_supply(place, place.pieces[uid])


# --- German lines ---------------------------------------------------------------------------------------


def test_every_german_is_in_supply_at_the_start_but_the_allied_drops_are_not() -> None:
    d_day = GAME.scenario("d-day")
    assert isolated_germans(d_day) == ()
    allied = [p for p in d_day.pieces.values() if p.side == "allied" and terms.on_map(d_day, p.space)]
    assert allied
    assert not any(in_supply(d_day, p) for p in allied)


def test_a_zone_is_a_source_only_under_german_control() -> None:
    board = board_of("zone-b", "mezidon")
    unit = at("mezidon", "ge-916")
    assert supplied(position([unit], board=board), "ge-916")
    assert not supplied(position([unit], board=board, us=["zone-b"]), "ge-916")


def test_a_contested_zone_still_is_a_source() -> None:
    board = board_of("zone-b", "mezidon")
    there = [at("mezidon", "ge-916"), at("zone-b", "us-4-8"), at("zone-b", "ge-915")]
    assert supplied(position(there, board=board), "ge-916")


def test_a_line_passes_contested_areas_of_ones_own() -> None:
    board = board_of("zone-b", "mezidon", "argences", "troarn", argences__mezidon=("open", False))
    there = [at("troarn", "ge-916"), at("argences", "us-4-8"), at("argences", "ge-915")]
    assert supplied(position(there, board=board), "ge-916")


def test_a_line_passes_no_enemy_area_contested_or_not() -> None:
    board = board_of("zone-b", "mezidon", "argences", "troarn", argences__mezidon=("open", False))
    there = [at("troarn", "ge-916"), at("argences", "us-4-8"), at("argences", "ge-915")]
    place = position(there, board=board, us=["argences"])
    assert not supplied(place, "ge-916")
    assert supplied(place, "ge-915"), "12.51: a unit may begin its trace in an enemy-controlled Area"


@pytest.mark.parametrize(
    ("kind", "bridge", "state", "last", "through"),
    [
        ("open", False, "", True, True),
        ("river", False, "", True, False),
        ("river", True, "german", True, True),
        ("river", True, "destroyed", True, False),
        ("flooded", False, "", False, False),
        ("flooded", True, "german", True, True),
        ("flooded", True, "destroyed", False, False),
    ],
)
def test_boundaries(kind: str, bridge: bool, state: str, last: bool, through: bool) -> None:
    board = board_of(
        "zone-b",
        "mezidon",
        "argences",
        "troarn",
        argences__mezidon=(kind, bridge),
        argences__troarn=("open", False),
    )
    facts = {("bridge", "argences/mezidon"): state} if state else {}
    place = position([at("argences", "ge-915"), at("troarn", "ge-916")], facts, board=board)
    assert supplied(place, "ge-915") == last
    assert supplied(place, "ge-916") == through


def test_a_bridge_that_airborne_units_secured_stays_allied_between_german_areas() -> None:
    board = board_of("zone-b", "mezidon", "argences", "troarn")
    marked = {("bridge", "argences/mezidon"): "allied"}
    assert not supplied(position([at("troarn", "ge-916")], marked, board=board), "ge-916")


def test_supply_enters_an_enemy_area_over_a_flooded_boundary_only_by_a_friendly_bridge() -> None:
    board = board_of("carentan", "st-jores", "zone-e", st_jores__zone_e=("arrow", False))
    there = [at("carentan", "ge-6-fs"), at("carentan", "us-4-8")]
    held = position(there, board=board, us=["carentan"])
    assert supplied(held, "ge-6-fs")
    lost = position(there, {("bridge", "carentan/st-jores"): "allied"}, board=board, us=["carentan"])
    assert not supplied(lost, "ge-6-fs")


def test_an_enemy_held_river_does_not_stop_the_last_step_unless_the_reading_says_so() -> None:
    board = board_of("zone-b", "mezidon", "argences", argences__mezidon=("river", True))
    there = [at("argences", "ge-916"), at("argences", "us-4-8")]
    facts = {("bridge", "argences/mezidon"): "allied"}
    assert supplied(position(there, facts, board=board, us=["argences"]), "ge-916")
    strict = position(there, facts, board=board, us=["argences"], supply_over_enemy_river="B")
    assert not supplied(strict, "ge-916")


# --- Cherbourg ------------------------------------------------------------------------------------------


def test_a_line_to_cherbourg_saves_from_isolation_but_is_no_line_to_a_zone() -> None:
    board = board_of("cherbourg", "valognes", "montebourg")
    place = position([at("montebourg", "ge-916")], board=board)
    assert supplied(place, "ge-916")
    assert not reaches_zone(place, "montebourg")
    assert source_of(place, "cherbourg", "german")[0] == "12.62"


def test_cherbourg_under_allied_control_feeds_those_inside_by_the_first_reading() -> None:
    board = board_of("cherbourg", "valognes")
    there = [at("cherbourg", "ge-152-flak"), at("cherbourg", "us-4-8"), at("valognes", "ge-916")]
    place = position(there, board=board, us=["cherbourg"])
    assert supplied(place, "ge-152-flak")
    assert not supplied(place, "ge-916")
    other = position(there, board=board, us=["cherbourg"], cherbourg_not_controlled="B")
    assert not supplied(other, "ge-152-flak")


# --- Allied lines ---------------------------------------------------------------------------------------


def test_each_nation_has_its_own_beaches_and_may_cross_the_areas_of_the_other() -> None:
    board = board_of("omaha-beach", "port-en-bessin", "gold-beach", "bayeux")
    there = [at("bayeux", "us-4-8"), at("bayeux", "br-50-231")]
    place = position(
        there, board=board, us=["omaha-beach"], allied=["port-en-bessin", "gold-beach", "bayeux"]
    )
    assert trace(place, "bayeux", "us").path[-1] == "omaha-beach"
    assert trace(place, "bayeux", "british").path == ("bayeux", "gold-beach")
    alone = position(there, board=board, allied=["gold-beach", "bayeux", "port-en-bessin"])
    assert not supplied(alone, "us-4-8")
    assert supplied(alone, "br-50-231")


@pytest.mark.parametrize("us", [["utah-beach", "montebourg"], ["montebourg"]])
def test_a_contested_beach_supplies_only_those_in_it_whoever_controls_it(us: list[str]) -> None:
    there = [at("utah-beach", "us-4-8"), at("utah-beach", "ge-1-919"), at("montebourg", "us-4-12")]
    place = position(there, board=COAST, us=us)
    assert supplied(place, "us-4-8")
    assert not supplied(place, "us-4-12")


def test_a_german_beach_without_allied_units_is_no_source() -> None:
    place = position([at("montebourg", "us-4-12")], board=COAST, us=["montebourg"])
    assert source_of(place, "utah-beach", "us")[0] == ""


def test_a_beach_that_the_germans_regained_has_no_depots_until_the_day_after() -> None:
    def night(control: str, **more: int) -> Position:
        draft = position(
            [at("utah-beach", "us-4-8"), at("utah-beach", "ge-916")],
            {
                ("beach-held", "utah-beach"): True,
                "date": 8,
                **{k.replace("_", "-"): v for k, v in more.items()},
            },
            board=COAST,
        ).draft()
        draft.set("control", control, "utah-beach")
        note_beaches(draft)
        return draft.finish()

    lost = night("german")
    assert not has_depots(lost, "utah-beach")
    assert not supplied(lost, "us-4-8"), "contested again, but regained before"
    draft = lost.draft()
    draft.set("control", "us", "utah-beach")
    note_beaches(draft)
    assert not has_depots(draft, "utah-beach")
    draft.set("date", 9)
    note_beaches(draft)
    assert has_depots(draft, "utah-beach")


def test_on_the_day_of_recapture_the_beach_is_a_source_by_the_first_reading() -> None:
    facts = {("beach-held", "utah-beach"): True, ("beach-closed", "utah-beach"): 8, "date": 8}
    there = [at("utah-beach", "us-4-8")]
    assert supplied(position(there, facts, board=COAST, us=["utah-beach"]), "us-4-8")
    assert not supplied(position(there, facts, board=COAST, us=["utah-beach"], closed_beach="B"), "us-4-8")


def test_a_working_minor_port_is_a_us_source_of_the_extended_game() -> None:
    board = board_of("st-vaast", "montebourg")
    facts = {("port-ready", "st-vaast"): 18, "date": 18}
    there = [at("montebourg", "us-4-8"), at("montebourg", "br-50-231")]
    place = position(there, facts, board=board, us=["st-vaast", "montebourg"], extended_game="B")
    assert supplied(place, "us-4-8")
    assert not supplied(place, "br-50-231")
    early = position(
        there, {**facts, "date": 17}, board=board, us=["st-vaast", "montebourg"], extended_game="B"
    )
    assert not supplied(early, "us-4-8")


def test_units_off_the_map_need_no_line() -> None:
    board = board_of("utah-beach", "approach-utah")
    place = position([at("approach-utah", "us-4-8"), at("offshore-box", "us-4-12")], board=board)
    assert supplied(place, "us-4-8")
    assert supplied(place, "us-4-12")
    assert "off the map" in supply(place, "us-4-8").steps[0].text


def test_no_line_leads_through_an_approach_box() -> None:
    edge = EVERYTHING.edge("approach-utah", "utah-beach")
    assert edge is not None
    assert barrier(position(), edge, "allied", last=True)[0] == "3.4"
    assert "approach-utah" not in roads(EVERYTHING)


# --- Areas ----------------------------------------------------------------------------------------------


def test_an_area_is_joined_to_the_sources_of_the_nation_that_controls_it() -> None:
    board = board_of("omaha-beach", "port-en-bessin", "gold-beach", "bayeux")
    place = position(board=board, us=["bayeux"], allied=["gold-beach", "port-en-bessin"])
    assert not area_in_supply(place, "bayeux")
    assert area_in_supply(place, "port-en-bessin")
    either = position(
        board=board, us=["bayeux"], allied=["gold-beach", "port-en-bessin"], isolated_area_nation="B"
    )
    assert area_in_supply(either, "bayeux")


def test_germans_who_contest_an_area_or_the_way_do_not_cut_it() -> None:
    board = board_of("gold-beach", "bayeux", "balleroy")
    there = [
        at("bayeux", "ge-916"),
        at("bayeux", "br-50-231"),
        at("balleroy", "ge-915"),
        at("balleroy", "br-50-69"),
    ]
    place = position(there, board=board, allied=["gold-beach", "bayeux", "balleroy"])
    assert area_in_supply(place, "balleroy")


def test_a_box_is_never_joined() -> None:
    assert not area_in_supply(position(), "approach-utah")
    assert depot_line(position(), "trevieres", "german", "approach-utah") is None


def test_the_flood_is_kept_with_the_position() -> None:
    d_day = GAME.scenario("d-day")
    assert flood(d_day, "german") is flood(d_day, "german")
    assert flood(d_day, "german") is flood(Inquiry(d_day), "german")
    assert flood(d_day.draft(), "german") == flood(d_day, "german")


def test_beaches_of_each_nation() -> None:
    assert set(beaches(position(), "us")) == set(BEACHES[:2])
    assert set(beaches(position())) == set(BEACHES)


# --- the answer -----------------------------------------------------------------------------------------


def test_the_answer_names_the_path_with_every_boundary() -> None:
    board = board_of("carentan", "isigny", "st-lo", "zone-d")
    ruling = supply(position([at("carentan", "ge-6-fs", "spent")], board=board), "ge-6-fs")
    assert ruling.ok
    assert ruling.answer["path"] == ["carentan", "isigny", "st-lo", "zone-d"]
    assert ruling.steps[0].under[0].text == "Carentan / Isigny: flooded, with a friendly bridge"
    assert ruling.steps[0].under[-1].rule == "12.6"
    assert ruling.answer["depots"] == [
        {"depot": "ge-1", "area": "carentan", "cost": 1, "left": 5, "path": ["carentan"], "placed": False}
    ]


def test_the_answer_tells_of_the_unbridged_last_step() -> None:
    board = board_of("zone-b", "mezidon", "argences", argences__mezidon=("river", False))
    ruling = supply(position([at("argences", "ge-916")], board=board), "ge-916")
    assert "only to enter the Area being supplied" in ruling.steps[0].under[0].text


def test_a_cut_names_each_boundary_and_area_with_its_rule() -> None:
    there = [at("st-mere-eglise", "us-82-505")]
    place = position(there, board=COAST, us=["st-mere-eglise"])
    ruling = supply(place, "us-82-505")
    assert not ruling.ok
    found = {(cut["from"], cut["to"], cut["rule"]) for cut in ruling.answer["cut"]}
    assert ("st-mere-eglise", "utah-beach", "12.5") in found
    assert ("st-mere-eglise", "utah-beach", "12.51") in found
    assert ("st-mere-eglise", "montebourg", "12.51") in found
    assert len(ruling.violations) == len(ruling.answer["cut"])
    assert ruling.answer["pocket"] == ["st-mere-eglise"]


def test_a_cut_tells_of_beaches_that_do_not_count() -> None:
    there = [at("utah-beach", "us-4-8"), at("utah-beach", "ge-1-919"), at("montebourg", "us-4-12")]
    place = position(there, board=COAST, us=["utah-beach", "montebourg"])
    texts = [v.text for v in supply(place, "us-4-12").violations]
    assert "Utah Beach is Contested and supplies only units in it" in texts
    board = board_of("gold-beach", "bayeux")
    foreign = position([at("bayeux", "us-4-8")], board=board, allied=["gold-beach", "bayeux"])
    assert [v.rule for v in supply(foreign, "us-4-8").violations] == ["12.71"]


def test_the_bridge_that_is_missing_is_named() -> None:
    board = board_of("zone-b", "mezidon", "argences", "troarn")
    place = position([at("troarn", "ge-916")], {("bridge", "argences/mezidon"): "destroyed"}, board=board)
    ruling = supply(place, "ge-916")
    assert [v.text for v in ruling.violations] == [
        "Argences / Mezidon is a river without a friendly bridge: its bridge is destroyed"
    ]
    assert ruling.steps[-1].value == 1, "the level of a Fresh unit"


def test_isolated_allies_count_neither_for_breakout_nor_for_points() -> None:
    place = position([at("montebourg", "us-4-12")], board=COAST, us=["montebourg"])
    assert "Breakout" in supply(place, "us-4-12").steps[-1].text


def test_a_whole_side_lists_the_supplied_and_the_isolated() -> None:
    d_day = GAME.scenario("d-day")
    german, allied = supply(d_day, "german"), supply(d_day, "allied")
    assert german.verdict == "Every german unit is in supply."
    on_map = [p for p in d_day.pieces.values() if p.side == "german" and terms.on_map(d_day, p.space)]
    assert sum(len(g["units"]) for g in german.answer["supplied"]) == len(on_map)
    assert allied.verdict.endswith("units are isolated.")
    assert {g["space"] for g in allied.answer["isolated"]} >= {"st-mere-eglise", "pont-labbe"}
    assert not allied.ok


def test_a_side_in_an_area_entered_over_a_river_is_told_step_by_step() -> None:
    board = board_of("zone-b", "mezidon", "argences", argences__mezidon=("river", False))
    ruling = supply(position([at("argences", "ge-916")], board=board), "german")
    assert ruling.answer["supplied"][0]["path"] == ["argences", "mezidon", "zone-b"]
    assert ruling.steps[0].under[0].under[0].text.startswith("Argences / Mezidon: a river")


def test_an_unknown_subject_is_malformed() -> None:
    with pytest.raises(MalformedAction, match="no unit 'nobody'"):
        supply(GAME.scenario("d-day"), "nobody")


def test_strict_refuses_reconstructed_boundaries() -> None:
    with pytest.raises(UnsupportedRule):
        supply(GAME.scenario("d-day"), "ge-916", strict=True)


def test_the_depots_on_the_map_are_priced() -> None:
    board = board_of("trevieres", "bayeux", "port-en-bessin", "balleroy")
    facts: dict[Any, Any] = {("depot", "ge-1"): "trevieres", ("depot-points", "ge-1"): 6}
    there = [at("port-en-bessin", "ge-longues", "spent"), at("balleroy", "ge-zone", df=1)]
    place = position(there, facts, board=board)
    answer = explain_line(Inquiry(place), "port-en-bessin", "german")
    assert not answer["supplied"], "no Zone on this part of the map"
    joined = board_of("trevieres", "bayeux", "port-en-bessin", "zone-c", bayeux__zone_c=("arrow", False))
    ruling = supply(position(there[:1], facts, board=joined), "ge-longues")
    assert [d["cost"] for d in ruling.answer["depots"]] == [2]
    assert ruling.answer["depots"][0]["placed"]


def test_an_allied_unit_is_priced_from_its_beaches() -> None:
    there = [at("montebourg", "us-4-8", "d1")]
    ruling = supply(position(there, board=COAST, us=["utah-beach", "montebourg"]), "us-4-8")
    assert [(d["depot"], d["cost"], d["left"]) for d in ruling.answer["depots"]] == [("utah", 3, 10)]


# --- properties -----------------------------------------------------------------------------------------

LAND = sorted(s.id for s in EVERYTHING.spaces.values() if s.kind in {"area", "zone"})
BRIDGES = sorted(e.id for e in EVERYTHING.edges.values() if e.bridge)
STATES = st.sampled_from(["german", "allied", "destroyed"])


@st.composite
def anything(draw: st.DrawFn) -> Position:
    """The printed map under any control, with any bridges and units."""
    us = draw(st.sets(st.sampled_from(LAND), max_size=30))
    british = draw(st.sets(st.sampled_from(LAND), max_size=30)) - us
    bridges = draw(st.dictionaries(st.sampled_from(BRIDGES), STATES, max_size=25))
    where = draw(st.lists(st.sampled_from(LAND), max_size=12))
    kinds = ("ge", "us", "br")
    units: list[Piece] = [at(s, f"{kinds[n % 3]}-{n}", af=1) for n, s in enumerate(where)]
    river = draw(st.sampled_from("AB"))
    facts = {("bridge", b): state for b, state in bridges.items()}
    return position(units, facts, us=us, allied=british, supply_over_enemy_river=river)


@settings(max_examples=60, deadline=None)
@given(anything())
def test_the_flood_and_the_single_traces_agree(place: Position) -> None:
    for piece in place.pieces.values():
        nation = terms.nationality(piece)
        assert in_supply(place, piece) == trace(place, piece.space, nation).found


@settings(max_examples=40, deadline=None)
@given(anything(), st.sampled_from(NATIONS))
def test_the_flood_is_that_of_networkx(place: Position, nation: str) -> None:
    side = side_of(nation)
    graph = nx.Graph()
    graph.add_nodes_from(s for s in LAND if terms.control_side(place, s) == side)
    for edge in EVERYTHING.edges.values():
        if edge.a in graph and edge.b in graph and not barrier(place, edge, side, last=False)[0]:
            graph.add_edge(edge.a, edge.b)
    ends = [s for s in LAND if source_of(place, s, nation)[0] and not source_of(place, s, nation)[2]]
    joined = nx.multi_source_dijkstra_path_length(graph, ends) if ends else {}
    found = flood(place, nation)
    assert set(found.toward) == set(joined)
    assert all(len(found.path(s)) - 1 == joined[s] for s in found.toward)


@settings(max_examples=40, deadline=None)
@given(anything(), st.sampled_from(LAND), st.sampled_from(LAND))
def test_the_price_of_a_line_is_that_of_networkx(place: Position, depot: str, end: str) -> None:
    graph = nx.DiGraph()
    graph.add_node(depot)
    if terms.is_free(place, depot, "german"):
        for edge in EVERYTHING.edges.values():
            for at_, to in ((edge.a, edge.b), (edge.b, edge.a)):
                toll = at_ != depot and terms.is_contested(place, at_)
                through = terms.is_friendly_controlled(place, to, "german")
                if not terms.is_friendly_controlled(place, at_, "german"):
                    continue
                if through and not barrier(place, edge, "german", last=False)[0]:
                    graph.add_edge(at_, to, weight=1 + toll)
                if to == end and not barrier(place, edge, "german", last=True)[0]:
                    graph.add_edge(at_, "END", weight=1 + toll)
    line = depot_line(place, depot, "german", end)
    if depot == end:
        assert line is not None
        assert line.surcharge == 0
    elif graph.has_node("END") and nx.has_path(graph, depot, "END"):
        assert line is not None
        assert line.surcharge == nx.dijkstra_path_length(graph, depot, "END")
        assert (line.path[0], line.path[-1]) == (depot, end)
    else:
        assert line is None
