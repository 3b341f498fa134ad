"""Sections 10.2 and 7.2.2."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer import r10_cost as costs
from adjudicator.errors import UnsupportedRule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from maps.board import Board, Edge
from maps.loader import Sources
from tests.dark_summer.build import board, hexes, position, unit
from tests.dark_summer.moving import situation

BLOCK = hexes(30, 36, 2, 8)
PANZER, FOOT, US = unit("ge-p", "armor"), unit("ge-1"), unit("us-1")


def price(ground: Board, who: str, weather: str = "showers", **facts: bool) -> costs.Price:
    """Price of the step 3304 to 3305 for a unit that stands in 3304."""
    printed = {"ge": FOOT, "us": US, "tank": PANZER}[who]
    extra = {(k, printed.id): v for k, v in facts.items()}
    here = situation(ground, (printed, "3304"), group="german", weather=weather, facts=extra)
    kind = costs.class_of(here, [here.pieces[printed.id]])
    edge = ground.edge("3304", "3305")
    assert edge is not None
    return costs.price(ground, edge, "3305", kind)


@pytest.mark.parametrize(
    ("weather", "half"), [("sun", 4), ("cloud", 4), ("showers", 4), ("rain", 2), ("storm", 2)]
)
def test_clear_terrain_costs_a_german_two_and_in_the_wet_one(weather: str, half: int) -> None:
    assert price(board(BLOCK), "ge", weather).half == half
    assert price(board(BLOCK), "us", weather).half == 2


@pytest.mark.parametrize(("ground", "half"), [("town", 2), ("bocage", 4), ("woods", 4), ("forest", 6)])
def test_only_clear_depends_on_the_weather(ground: str, half: int) -> None:
    there = board(BLOCK, terrain={"3305": ground})
    assert (
        price(there, "ge", "rain").half == price(there, "ge", "sun").half == price(there, "us").half == half
    )


@pytest.mark.parametrize(("river", "half"), [("minor-river", 4), ("major-river", 6)])
def test_hex_and_hexside_are_both_paid_and_a_bridge_cancels_the_hexside(river: str, half: int) -> None:
    sides = {"3304/3305": river}
    assert price(board(BLOCK, sides=sides), "us").half == half
    assert price(board(BLOCK, sides=sides, roads=["3304/3305"]), "ge", "sun").half == 4
    assert price(board(BLOCK, sides=sides, roads=["3304/3305"]), "us").by_road


@pytest.mark.parametrize(("weather", "by_road"), [("sun", False), ("cloud", False), ("showers", True)])
def test_roads_are_closed_to_germans_in_fine_weather_unless_they_enter(weather: str, by_road: bool) -> None:
    ground = board(BLOCK, roads=["3304/3305"])
    assert price(ground, "ge", weather).by_road is by_road
    assert price(ground, "ge", weather, entered=True).by_road
    assert price(ground, "us", weather).by_road


def test_the_road_cost_is_used_only_where_it_is_cheaper() -> None:
    assert price(board(BLOCK, roads=["3304/3305"]), "us").half == 2
    assert price(board(BLOCK, roads=["3304/3305"], terrain={"3305": "bocage"}), "us").half == 2


def test_the_first_reaction_knows_no_road_rate() -> None:
    here = situation(board(BLOCK), (FOOT, "3304"), group="german", kind="reaction", turn=1, round=2)
    assert costs.is_first_reaction(here)
    assert costs.roads_allowed(here, here.pieces["ge-1"])[:2] == (False, "9.4.2")
    later = situation(board(BLOCK), (FOOT, "3304"), group="german", kind="reaction", turn=1, round=4)
    assert costs.roads_allowed(later, later.pieces["ge-1"]) == (True, "", "")


# --- crossing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "able"),
    [
        ("armor", False),
        ("armored-cavalry", False),
        ("flak", False),
        ("mechanized", False),
        ("infantry", True),
        ("garrison", True),
        ("paratrooper", True),
    ],
)
def test_vehicles_need_a_bridge_over_a_major_river_only(type_: str, able: bool) -> None:
    printed = unit("ge-x", type_)
    for river, roads, expected in (
        ("major-river", [], able),
        ("major-river", ["3304/3305"], True),
        ("minor-river", [], True),
    ):
        ground = board(BLOCK, sides={"3304/3305": river}, roads=roads)
        edge = ground.edge("3304", "3305")
        assert edge is not None
        assert (not costs.crossing_faults(position(ground), printed, edge)) is expected


@pytest.mark.parametrize(
    ("terrain", "sides"),
    [({"3305": "flooded"}, {}), ({"3304": "sea"}, {}), ({}, {"3304/3305": "sea"})],
)
def test_impassable_hexes_and_hexsides(terrain: dict[str, str], sides: dict[str, str]) -> None:
    ground = board(BLOCK, terrain=terrain, sides=sides)
    edge = ground.edge("3304", "3305")
    assert edge is not None
    assert [v.rule for v in costs.crossing_faults(position(ground), FOOT, edge)] == ["2.4"]


def test_a_chevron_can_be_crossed() -> None:
    ground = board(hexes(32, 34, 2, 5))
    edge = ground.edge("approach-3303", "3303")
    assert edge is not None
    assert not costs.crossing_faults(position(ground), US, edge)


# --- tables and explanations --------------------------------------------------------------------------------


def test_a_stack_is_as_hindered_as_its_worst_member() -> None:
    here = situation(
        board(BLOCK), (FOOT, "3304"), (PANZER, "3304"), group="german", weather="sun",
        facts={("entered", "ge-p"): True},
    )  # fmt: skip
    both = costs.class_of(here, list(here.pieces.values()))
    assert both == costs.Class("german", wet=False, vehicle=True, road=False)


def test_the_step_table_agrees_with_prices_and_crossings() -> None:
    ground = board(
        BLOCK,
        terrain={"3305": "bocage", "3405": "flooded"},
        sides={"3304/3404": "major-river", "3303/3304": "sea", "3204/3304": "minor-river"},
        roads=["3304/3305"],
    )
    kind = costs.Class("allied", wet=False, vehicle=True, road=True)
    table = {to: (half, road) for to, half, road in costs.step_table(ground, kind)["3304"]}
    assert table == {"3204": (4, False), "3205": (2, False), "3305": (2, True)}
    assert not costs.step_table(ground, kind)["3405"]


def explained(here: Position) -> Inquiry:
    inquiry = Inquiry(here)
    edge = here.board.edge("3304", "3305")
    assert edge is not None
    costs.explain_price(inquiry, edge, "3305", costs.class_of(here, [here.pieces["ge-1"]]))
    return inquiry


def test_reconstructed_costs_are_named_and_printed_ones_are_not() -> None:
    bocage = situation(board(BLOCK, terrain={"3305": "bocage"}), (FOOT, "3304"), group="german")
    assert [(s.file, s.row, s.column) for s in explained(bocage).sources] == [
        ("terrain.toml", "terrain.bocage", "german")
    ]
    clear = situation(board(BLOCK), (FOOT, "3304"), group="german")
    assert not explained(clear).sources
    assert [s.rule for s in explained(clear).steps] == ["7.2.2"]


def test_strict_questions_refuse_reconstructed_costs() -> None:
    here = situation(board(BLOCK, terrain={"3305": "bocage"}), (FOOT, "3304"), group="german")
    edge = here.board.edge("3304", "3305")
    assert edge is not None
    kind = costs.class_of(here, [here.pieces["ge-1"]])
    with pytest.raises(UnsupportedRule, match="MP cost of Bocage"):
        costs.explain_price(Inquiry(here, strict=True), edge, "3305", kind)


def test_a_bridge_is_explained() -> None:
    ground = board(BLOCK, sides={"3304/3305": "major-river"}, roads=["3304/3305"])
    steps = explained(situation(ground, (FOOT, "3304"), group="german")).steps
    assert [s.rule for s in steps] == ["10.2", "10.2"]
    assert "bridge" in steps[1].text


def test_a_reconstructed_road_is_named() -> None:
    plain = board(BLOCK)
    drawn = Edge("3304", "3305", "open", sources=Sources("reconstructed", {}), road="minor")
    ground = Board(plain.spaces.values(), [drawn if e.id == drawn.id else e for e in plain.edges.values()])
    named = [(s.file, s.column) for s in explained(situation(ground, (FOOT, "3304"), group="german")).sources]
    assert named == [("terrain.toml", "cost"), ("edges.csv", "road")]


@pytest.mark.parametrize(
    ("weather", "facts", "said"),
    [
        ("sun", {}, "German units may not use the Road costs on a Sun turn"),
        ("cloud", {"entered": True}, "Reinforcements that enter use the Road costs on a Cloud turn"),
        ("rain", {}, ""),
    ],
)
def test_what_the_weather_does_to_a_german_on_a_road_is_said(
    weather: str, facts: dict[str, bool], said: str
) -> None:
    ground = board(BLOCK, roads=["3304/3305"])
    extra = {(k, "ge-1"): v for k, v in facts.items()}
    here = situation(ground, (FOOT, "3304"), group="german", weather=weather, facts=extra)
    edge, inquiry = ground.edge("3304", "3305"), Inquiry(here)
    assert edge is not None
    costs.explain_price(inquiry, edge, "3305", costs.class_of(here, [here.pieces["ge-1"]]))
    assert (said in [s.text for s in inquiry.steps]) == bool(said)


def test_a_river_and_the_german_cost_of_clear_are_both_cited() -> None:
    ground = board(BLOCK, sides={"3304/3305": "minor-river"})
    here = situation(ground, (FOOT, "3304"), group="german")
    edge, inquiry = ground.edge("3304", "3305"), Inquiry(here)
    assert edge is not None
    costs.explain_price(inquiry, edge, "3305", costs.class_of(here, [here.pieces["ge-1"]]))
    assert [(s.rule, s.text) for s in inquiry.steps] == [
        ("7.2.2", "Clear costs a German unit 2 MP this turn"),
        ("10.2", "into 3305: Clear 2 MP + Minor River 1 MP"),
    ]
