"""Section 5.2 and 5.3: Supply Sources and Lines of Communication."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r05_loc import explain_loc, has_loc, loc_path, without_loc
from adjudicator.june_six.r05_sources import holds_cherbourg, sources, standing
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from maps.board import edge_id
from tests.june_six.build import board, hexes, hq, position, unit

BLOCK = hexes(30, 36, 10, 16)
ROAD = ["e1034/e1134", "e1134/e1234", "e1234/e1334", "e1334/e1434"]
EXIT = {"e1034": {"edge": "south"}}


def german(where: str, *others: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    """A German unit on a block with a Primary Road that leaves the south edge at E1034."""
    on = board(BLOCK, roads=dict.fromkeys(ROAD, "primary"), features=EXIT)
    return position(on, (unit("ge-1", division="ge-352"), where), *others, facts=facts)


def test_two_hexes_off_the_road_and_any_length_along_it() -> None:
    assert loc_path(german("e1434"), "ge-1")[-1] == "e1034"
    path = loc_path(german("e1633"), "ge-1")
    assert path[0] == "e1633"
    assert path[2] == "e1434"
    assert has_loc(german("e1633"), "ge-1")


def test_three_hexes_off_the_road_are_too_many() -> None:
    here = german("e1630")
    assert not has_loc(here, "ge-1")
    inquiry = Inquiry(here)
    assert not explain_loc(inquiry, "ge-1")
    assert "5.31" in {s.rule for s in inquiry.steps}
    assert without_loc(here) == ("ge-1",)


def test_the_road_must_lead_to_a_source() -> None:
    on = board(BLOCK, roads=dict.fromkeys(ROAD, "primary"))
    assert not has_loc(position(on, (unit("ge-1"), "e1434")), "ge-1")


@pytest.mark.parametrize("where", ["e1134", "e1234"])
def test_an_enemy_unit_on_the_road_cuts_it(where: str) -> None:
    assert not has_loc(german("e1434", (unit("us-1", "anti-tank"), where)), "ge-1")


def test_a_vacant_hex_in_an_enemy_zoc_cuts_it() -> None:
    here = german("e1434", (unit("us-1"), "e1235"))
    inquiry = Inquiry(here)
    assert not explain_loc(inquiry, "ge-1")
    told = [s for s in inquiry.steps if s.rule == "5.32"]
    assert any("vacant and in the ZOC" in s.text for s in told)
    assert any("left" in s.text for s in told)


def test_combat_support_projects_no_zoc_and_cuts_nothing_beside_the_road() -> None:
    assert has_loc(german("e1434", (unit("us-1", "anti-tank"), "e1235")), "ge-1")


def test_friendly_units_let_a_line_through_a_zoc_but_a_friendly_zoc_does_not() -> None:
    foe = (unit("us-1"), "e1235")
    cut = ["e1134", "e1234", "e1334"]
    on_it = [(unit(f"ge-{n}", "flak"), where) for n, where in enumerate(cut, 2)]
    assert has_loc(german("e1434", foe, *on_it), "ge-1")
    beside = [(unit("ge-9"), "e1233")]
    assert not has_loc(german("e1434", foe, *beside), "ge-1")


def test_the_own_hex_of_the_unit_never_counts() -> None:
    assert has_loc(german("e1034", (unit("us-1"), "e1035")), "ge-1")


def test_a_blown_bridge_ends_the_road() -> None:
    on = board(
        BLOCK,
        roads=dict.fromkeys(ROAD, "primary"),
        sides={"e1134/e1234": "major-river"},
        features=EXIT,
    )
    here = position(on, (unit("ge-1"), "e1434"))
    assert has_loc(here, "ge-1")
    blown = position(on, (unit("ge-1"), "e1434"), facts={("blown", "e1134/e1234"): True})
    assert not has_loc(blown, "ge-1")


def test_off_the_road_no_line_crosses_a_cliff_or_an_unbridged_major_river() -> None:
    ring = {edge_id("e1434", n): "cliff" for n in ("e1333", "e1433", "e1533", "e1534", "e1435")}
    on = board(BLOCK, roads=dict.fromkeys(ROAD[:2], "primary"), sides=ring, features=EXIT)
    here = position(on, (unit("ge-1"), "e1434"))
    assert has_loc(here, "ge-1")
    closed = {**ring, "e1334/e1434": "cliff"}
    on = board(BLOCK, roads=dict.fromkeys(ROAD[:2], "primary"), sides=closed, features=EXIT)
    assert not has_loc(position(on, (unit("ge-1"), "e1434")), "ge-1")


@pytest.mark.parametrize(("nation", "beach", "traced"), [("us", "omaha", True), ("br", "omaha", False)])
def test_allied_sources_are_the_beaches_of_the_nation(nation: str, beach: str, traced: bool) -> None:
    on = board(BLOCK, beaches={"e1634": beach})
    assert has_loc(position(on, (unit(f"{nation}-1"), "e1434")), f"{nation}-1") is traced


def test_a_road_beside_a_beach_enters_it() -> None:
    on = board(BLOCK, beaches={"e1634": "gold"}, roads=["e1433/e1533", "e1333/e1433", "e1233/e1333"])
    here = position(on, (unit("br-1"), "e1032"))
    assert loc_path(here, "br-1")[-2:] == ("e1533", "e1634")


def test_an_enemy_on_the_beach_closes_the_source() -> None:
    on = board(BLOCK, beaches={"e1634": "gold"})
    here = position(on, (unit("br-1"), "e1434"), (unit("ge-1", "strongpoint"), "e1634"))
    assert not has_loc(here, "br-1")


def test_an_allied_line_crosses_a_pontoon_bridge_off_the_road_and_a_german_one_does_not() -> None:
    around = ("e1333", "e1334", "e1433", "e1435", "e1533", "e1534")
    sides = {edge_id("e1434", n): "major-river" for n in around}
    on = board(BLOCK, beaches={"e1634": "gold"}, sides=sides)
    foot = (unit("br-1"), "e1434")
    assert not has_loc(position(on, foot), "br-1")
    pontoon: dict[Key, Fact] = {("pontoon", "e1434/e1534"): True}
    here = position(on, foot, facts=pontoon)
    assert has_loc(here, "br-1")
    assert not standing(here, "e1434", "e1534", "german")


def test_cherbourg_supplies_only_its_command_and_only_while_it_is_german() -> None:
    on = board(BLOCK, features={"e1634": {"cherbourg": True}, "e1635": {"cherbourg": True}})
    garrison, other = unit("ge-1", division="ge-cherbourg"), unit("ge-2", division="ge-709")
    here = position(on, (garrison, "e1434"), (other, "e1433"))
    assert has_loc(here, "ge-1")
    assert not has_loc(here, "ge-2")
    fallen = position(on, (garrison, "e1434"), facts={("control", "e1635"): "allied"})
    assert not holds_cherbourg(fallen)
    assert not has_loc(fallen, "ge-1")
    lost = position(on, (garrison, "e1434"), facts={("cherbourg-lost", ""): True})
    assert not has_loc(lost, "ge-1")


def test_cherbourg_is_never_an_allied_source() -> None:
    on = board(BLOCK, features={"e1634": {"cherbourg": True}})
    assert not sources(position(on), "us")


@pytest.mark.parametrize(
    ("sheet", "edge", "counts"), [("e", "east", True), ("w", "south", True), ("w", "east", False)]
)
def test_which_edges_of_which_sheet_are_german_sources(sheet: str, edge: str, counts: bool) -> None:
    block = hexes(25, 31, 10, 16, sheet)
    on = board(block, features={f"{sheet}1028": {"edge": edge}})
    assert bool(sources(position(on), "german")) is counts


def test_units_off_the_map_trace_nothing() -> None:
    on = board(BLOCK)
    assert has_loc(position(on, (unit("us-1"), "landing-utah")), "us-1")


def test_allied_units_in_cherbourg_end_it_as_a_source_and_the_roads_are_left_to_the_garrison() -> None:
    on = board(
        BLOCK,
        roads=dict.fromkeys(ROAD, "primary"),
        features={"e1634": {"cherbourg": True}, "e1034": {"edge": "south"}},
    )
    garrison = (unit("ge-1", division="ge-cherbourg"), "e1434")
    here = position(on, garrison, (unit("us-1", "anti-tank"), "e1634"))
    assert not holds_cherbourg(here)
    inquiry = Inquiry(here)
    assert explain_loc(inquiry, "ge-1")
    assert ("5.21", "E1034 is a Supply Source") in {(s.rule, s.text) for s in inquiry.steps}


def test_a_pontoon_bridge_is_told_to_both_sides() -> None:
    sides = {
        edge_id("e1434", n): "major-river" for n in ("e1433", "e1435", "e1533", "e1534", "e1333", "e1334")
    }
    on = board(BLOCK, beaches={"e1634": "gold"}, sides=sides)
    facts: dict[Key, Fact] = {("pontoon", "e1434/e1534"): True}
    for uid, traced in (("br-1", True), ("ge-1", False)):
        inquiry = Inquiry(position(on, (unit(uid), "e1434"), facts=facts))
        assert explain_loc(inquiry, uid) is traced
        assert "20.54" in {s.rule for s in inquiry.steps}


def test_what_a_loc_means_for_an_hq_is_told() -> None:
    on = board(BLOCK, roads=dict.fromkeys(ROAD, "primary"), features=EXIT)
    for where, traced in (("e1434", True), ("e1636", False)):
        inquiry = Inquiry(position(on, (hq("ge-hq", "ge-352"), where)))
        assert explain_loc(inquiry, "ge-hq") is traced
        assert "5.2" in {s.rule for s in inquiry.steps}
