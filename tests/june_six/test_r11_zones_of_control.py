from __future__ import annotations

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r11_zones_of_control as zones
from adjudicator.position import Position
from tests.june_six.build import board, hexes, hq, position, situation, unit

BLOCK = hexes(36, 44, 16, 24)
RING = {"e1939", "e1941", "e1840", "e1841", "e2040", "e2041"}  # of E1940, example of 12.53
RIVER = {"e1940/e2040": "major-river", "e1940/e2041": "cliff", "e1840/e1940": "sea"}


def test_a_combat_unit_projects_into_its_six_neighbours() -> None:
    here = position(board(BLOCK), (unit("ge-1"), "e1940"))
    assert set(zones.zoc_of(here, "german")) == RING
    assert zones.zoc_of(here, "allied") == {}
    assert zones.in_enemy_zoc(here, "e1840", "allied")
    assert not zones.in_enemy_zoc(here, "e1840", "german")
    assert not zones.in_enemy_zoc(here, "e1940", "allied")


def test_support_units_hqs_and_delay_points_project_none() -> None:
    here = position(
        board(BLOCK), (unit("ge-1", "anti-tank"), "e1940"), (hq("ge-hq", "ge-352"), "e2040"),
        facts={("dp", "e1740"): True},
    )  # fmt: skip
    assert zones.zoc_of(here, "german") == {}
    inquiry = Inquiry(here)
    assert not zones.explain_zoc(inquiry, "e1941", "allied")
    assert [s.rule for s in inquiry.steps] == ["2.4"]
    assert not zones.explain_zoc(inquiry, "e1741", "allied")
    assert inquiry.steps[-1].rule == "19.1"


def test_strongpoints_and_detachments_do() -> None:
    here = position(
        board(BLOCK), (unit("ge-1", "strongpoint"), "e1940"), (unit("ge-2", "detachment"), "e2243")
    )
    assert set(zones.zoc_of(here, "german")) > RING
    assert zones.in_enemy_zoc(here, "e2343", "allied")


def test_a_zoc_passes_rivers_and_cliffs_unless_read_otherwise() -> None:
    on = board(BLOCK, sides=RIVER)
    assert set(zones.zoc_of(position(on, (unit("ge-1"), "e1940")), "german")) == RING
    strict = situation(on, (unit("ge-1"), "e1940"), options={"zoc-rivers": "B"})
    assert set(zones.zoc_of(strict, "german")) == RING - {"e2040", "e2041", "e1840"}


def test_a_bridge_lets_it_over_in_that_reading() -> None:
    on = board(BLOCK, sides=RIVER, bridges=["e1940/e2040"])

    def beyond(**facts: bool) -> bool:
        known = {(item, "e1940/e2040"): value for item, value in facts.items()}
        here = situation(on, (unit("ge-1"), "e1940"), options={"zoc-rivers": "B"}, facts=known)
        return zones.in_enemy_zoc(here, "e2040", "allied")

    assert beyond()
    assert not beyond(blown=True)
    assert beyond(blown=True, pontoon=True)


def test_no_zoc_reaches_a_landing_box() -> None:
    here = position(board(hexes(38, 42, 24, 27)), (unit("ge-1"), "e2640"))
    assert "landing-sword" not in zones.zoc_of(here, "german")


def test_a_friendly_unit_contests_but_does_not_cancel() -> None:
    here = position(board(BLOCK), (unit("ge-1"), "e1940"), (unit("us-1"), "e1840"))
    assert zones.in_enemy_zoc(here, "e1840", "allied")
    assert not zones.uncontested(here, "e1840", "allied")
    assert zones.uncontested(here, "e1841", "allied")
    assert not zones.uncontested(here, "e2243", "allied")
    assert zones.projectors(here, "e1840", "allied") == ("e1940",)


def test_the_explanation_names_what_stops_a_zoc() -> None:
    on = board(BLOCK, sides=RIVER)
    here = situation(on, (unit("ge-1"), "e1940"), options={"zoc-rivers": "B"})
    inquiry = Inquiry(here)
    assert not zones.explain_zoc(inquiry, "e2040", "allied")
    assert "Major River" in inquiry.steps[0].text
    assert zones.explain_zoc(inquiry, "e1841", "allied")


def test_off_the_map_nothing_projects() -> None:
    here: Position = position(board(BLOCK), (unit("ge-1"), "eliminated"), (unit("ge-2"), "turn-track"))
    assert zones.zoc_of(here, "german") == {}


def test_a_landing_edge_carries_no_zoc() -> None:
    on = board(hexes(38, 42, 24, 27))
    edge = on.edges["e2640/landing-sword"]
    assert zones.extends(position(on), edge, "german")[0] is False
