"""Sections 7.1 to 7.5: sources, lines, HQs as bridges, the exceptions of June 6."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy.r07.combat import in_combat_supply
from adjudicator.battle_for_normandy.r07.general import in_supply, supply_line
from adjudicator.battle_for_normandy.r07.lines import ranges
from adjudicator.battle_for_normandy.r07.rulings import explain, explain_combat, out_of_supply
from adjudicator.battle_for_normandy.r07.sources import sources
from adjudicator.battle_for_normandy.r07.tracing import hq_line
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from maps.board import Board
from tests.battle_for_normandy.build import board, hexes, hq, road, sides, situation, unit

GOLD = {"c2010": {"terrain": "beach", "beach": "king-red", "site": "gold"}}
LANDED = {("beachhead", "gold"): "king-red"}
EAST = {"c3001": {"edge": "east"}}


def allied(*placed: tuple[object, str], on: Board | None = None, **more: object) -> Position:
    """A CW position with a Beachhead at C2010; corps HQs have landed."""
    facts = {**LANDED, **more.pop("facts", {})}  # type: ignore[dict-item]
    where = on or board(hexes("c2001", "c4020"), features=GOLD)
    return situation(where, *placed, supplied=False, facts=facts, date=more.pop("date", 12), **more)  # type: ignore[arg-type]


def german(*placed: tuple[object, str], on: Board | None = None, **more: object) -> Position:
    where = on or board(hexes("c2001", "c4020"), features=EAST)
    return situation(where, *placed, supplied=False, **more)  # type: ignore[arg-type]


CORPS = (hq("br-xxx", size="corps"), "c2210")
DIVISION = (hq("br-50"), "c2510")


# --- 7.3.1: lengths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "supplied"), [("c3110", True), ("c3210", False)])
def test_a_division_unit_traces_six_hexes_to_its_hq(where: str, supplied: bool) -> None:
    forest = board(
        hexes("c2001", "c4020"), features=GOLD, terrain=dict.fromkeys(hexes("c2601", "c4020"), "forest")
    )
    here = allied(CORPS, DIVISION, (unit("br-a", division="br-50"), where), on=forest)
    assert in_supply(here, "br-a") is supplied


def test_six_mps_reach_farther_than_six_hexes_along_a_primary_road() -> None:
    """Example of 7.3: unit G is farther than six hexes but within 6 MPs."""
    way = [f"c{row}10" for row in range(25, 35)]
    paved = board(hexes("c2001", "c4020"), features=GOLD, roads=road(*way, kind="primary"))
    unit_g = (unit("br-g", division="br-50"), way[-1])
    line = supply_line(allied(CORPS, DIVISION, unit_g, on=paved), "br-g")
    assert line is not None
    assert (line.measure, line.length) == ("sixths", 27)
    plain = allied(CORPS, DIVISION, unit_g)
    assert not in_supply(plain, "br-g")


@pytest.mark.parametrize(("where", "supplied"), [("c4010", True), ("c3910", True)])
def test_a_division_hq_traces_twenty_mps(where: str, supplied: bool) -> None:
    here = allied(CORPS, (hq("br-50"), where))
    assert in_supply(here, "br-50-hq") is supplied


def test_a_division_hq_beyond_twenty_mps_is_out_of_supply() -> None:
    bocage = board(
        hexes("c2001", "c4020"), features=GOLD, terrain=dict.fromkeys(hexes("c2301", "c4020"), "bocage")
    )
    assert not in_supply(allied(CORPS, (hq("br-50"), "c3010"), on=bocage), "br-50-hq")
    assert in_supply(allied((hq("br-xxx", size="corps"), "c3810"), on=bocage), "br-xxx-hq")


def test_a_corps_unit_needs_a_corps_hq_and_a_division_unit_its_own() -> None:
    here = allied(
        (hq("br-xxx", size="corps"), "c2810"),
        (unit("br-b"), "c3410"),
        (unit("br-a", division="br-50"), "c3411"),
    )
    assert in_supply(here, "br-b")
    assert not in_supply(here, "br-a")


def test_a_us_corps_hq_does_not_supply_commonwealth_corps_units() -> None:
    here = allied((hq("us-v", size="corps"), "c2810"), (unit("br-b"), "c3410"), (unit("us-b"), "c3411"))
    assert not in_supply(here, "br-b")
    assert in_supply(here, "us-b")


# --- 7.3, 5.4: what cuts a line ---------------------------------------------------------------------------


def wall(*columns: int) -> list[tuple[object, str]]:
    return [(unit(f"ge-{c}"), f"c28{c:02d}") for c in columns]


def test_enemies_and_their_zocs_cut_a_line_but_a_friend_negates_a_zoc() -> None:
    line = wall(1, 4, 7, 10, 13, 16, 19)
    trapped = (unit("br-b"), "c3110")
    here = allied(*line, trapped)
    assert not in_supply(here, "br-b")
    assert out_of_supply(here, "allied") == ["br-b"]
    held = [(unit(f"br-{n}"), at) for n, at in enumerate(("c2912", "c2811", "c2712"))]
    assert in_supply(allied(*line, trapped, (hq("br-xxx", size="corps"), "c2611"), *held), "br-b")


def test_the_ruling_names_what_cuts_the_line() -> None:
    asked = Inquiry(allied(*wall(1, 4, 7, 10, 13, 16, 19), (unit("br-b"), "c3010")))
    assert not explain(asked, "br-b")
    said = " ".join(step.text for step in asked.ruling("q", "v").steps)
    assert "vacant and in the EZOC of" in said


def test_a_strongpoint_closes_its_hex() -> None:
    narrow = board(["c2010", "c2110", "c2210", "c2310"], features=GOLD)
    blocked = allied((unit("ge-sp", "sp"), "c2110"), (unit("br-b"), "c2310"), on=narrow)
    assert not in_supply(blocked, "br-b")


# --- 7.3.2: streams, rivers, HQs as bridges ---------------------------------------------------------------

RIVER = sides(*(f"{a}/{b}" for a in hexes("c2601", "c2620") for b in hexes("c2701", "c2720")
                if abs(int(a[3:]) - int(b[3:])) <= 1), kind="major-river")  # fmt: skip


def test_only_a_unit_beside_an_unbridged_river_traces_over_it() -> None:
    wet = board(hexes("c2001", "c4020"), features=GOLD, sides=RIVER)
    here = allied(
        (hq("br-xxx", size="corps"), "c2610"), (unit("br-a"), "c2710"), (unit("br-b"), "c2810"), on=wet
    )
    assert in_supply(here, "br-a")
    assert not in_supply(here, "br-b")


def test_a_bridge_lets_lines_pass_until_it_is_blown() -> None:
    bridged = board(hexes("c2001", "c4020"), features=GOLD, sides=RIVER, roads=road("c2610", "c2710"))
    far = (unit("br-b"), "c2810")
    corps = (hq("br-xxx", size="corps"), "c2610")
    assert in_supply(allied(corps, far, on=bridged), "br-b")
    assert not in_supply(allied(corps, far, on=bridged, facts={("blown", "c2610/c2710"): True}), "br-b")


def test_an_hq_beside_a_river_counts_from_the_far_side() -> None:
    """Bridging example of 23: units beyond the river are in supply through the HQ on the far bank."""
    wet = board(hexes("c2001", "c4020"), features=GOLD, sides=RIVER)
    here = allied(CORPS, (hq("br-50"), "c2710"), (unit("br-a", division="br-50"), "c3010"), on=wet)
    line = hq_line(here, here.pieces["br-50-hq"])
    assert line is not None
    assert line.path[1].startswith("c26")
    assert line.length == 4 * 6  # four hexes from the far bank to the corps HQ
    assert in_supply(here, "br-a")


def test_an_hq_that_bridges_makes_the_river_a_bridge_for_lines() -> None:
    wet = board(hexes("c2001", "c4020"), features=GOLD, sides=RIVER)
    placed = (CORPS, (hq("br-50"), "c2610"), (unit("br-b"), "c2810"))
    assert not in_supply(allied(*placed, on=wet, date=12), "br-b")
    spanned = allied(*placed, on=wet, facts={("bridging", "br-50-hq"): "c2610/c2710"})
    assert in_supply(spanned, "br-b")


# --- 7.3.3: weather ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ["heavy-rain", "storm"])
def test_bad_weather_halves_all_ranges(weather: str) -> None:
    near, far = (unit("br-a"), "c2510"), (unit("br-b"), "c2610")
    here = allied(CORPS, near, far, weather=weather)
    assert ranges(here) == (3, 3, 10)
    assert in_supply(here, "br-a")
    assert not in_supply(here, "br-b")


def test_clear_weather_and_showers_leave_them() -> None:
    assert ranges(allied(CORPS, weather="light-showers")) == (6, 6, 20)


# --- 7.4: sources -----------------------------------------------------------------------------------------


def test_any_beachhead_gives_general_but_only_their_own_combat_supply() -> None:
    us = [
        (hq("us-v", size="corps"), "c2211"),
        (hq("us-1"), "c2411"),
        (unit("us-a", division="us-1"), "c2611"),
    ]
    here = allied(*us)
    assert in_supply(here, "us-a")
    assert not in_combat_supply(here, "us-a")
    british = allied(CORPS, DIVISION, (unit("br-a", division="br-50"), "c2611"))
    assert in_combat_supply(british, "br-a")


def test_a_finished_mulberry_widens_the_beachhead() -> None:
    wide = {**GOLD, "c2009": {"terrain": "beach"}, "c2011": {"terrain": "beach"}}
    on = board(hexes("c2001", "c4020"), features=wide)
    assert set(sources(allied(on=on), "allied")) == {"c2010"}
    assert set(sources(allied(on=on, facts={("mulberry", "gold"): 21}), "allied")) == {
        "c2009",
        "c2010",
        "c2011",
    }


def test_pathfinders_supply_airborne_units_until_the_end_of_7_june_am() -> None:
    drop = (
        (unit("br-pf", "pathfinder"), "c3010"),
        (unit("br-p", "para", division="br-6"), "c3310"),
        (unit("br-b"), "c3311"),
    )
    for date, time, supplied in ((6, "pm", True), (7, "am", True), (7, "pm", False)):
        here = allied(*drop, date=date, time=time)
        assert in_supply(here, "br-p") is supplied
        assert not in_supply(here, "br-b")
    assert not in_combat_supply(allied(*drop, date=6, time="pm"), "br-p")


def test_german_cities_give_general_supply_only_while_german() -> None:
    caen = board(hexes("c2001", "c4020"), features={**EAST, "c3015": {"terrain": "city", "town": "Caen"}})
    placed = (
        (hq("ge-lxxxiv", size="corps"), "c3013"),
        (hq("ge-21"), "c3213"),
        (unit("ge-a", division="ge-21"), "c3413"),
    )
    cut = [(unit(f"br-{n}"), f"c{n}08") for n in range(20, 41, 2)]
    assert in_supply(german(*placed, *cut, on=caen), "ge-a")
    assert not in_combat_supply(german(*placed, *cut, on=caen), "ge-a")
    lost = german(*placed, *cut, on=caen, facts={("control", "c3015"): "allied"})
    assert not in_supply(lost, "ge-a")
    assert in_combat_supply(german(*placed, on=caen), "ge-a")


# --- 7.5: exceptions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("time", "supplied"), [("night", True), ("am", True), ("pm", False)])
def test_nobody_is_out_of_supply_in_the_invasion_turns(time: str, supplied: bool) -> None:
    here = german((unit("ge-a", division="ge-716"), "c3515"), date=6, time=time, side="german")
    assert in_supply(here, "ge-a") is supplied
    assert in_combat_supply(here, "ge-a") is supplied


# --- 7.6.1: Combat Supply ---------------------------------------------------------------------------------


def test_a_division_hq_may_skip_the_corps_for_general_but_not_for_combat_supply() -> None:
    here = allied((hq("br-50"), "c2210"), (unit("br-a", division="br-50"), "c2410"))
    assert in_supply(here, "br-a")
    assert not in_combat_supply(here, "br-a")
    asked = Inquiry(here)
    assert not explain_combat(asked, "br-a")


def test_until_11_june_a_beachhead_acts_as_corps_hq() -> None:
    placed = ((hq("br-50"), "c2210"), (unit("br-a", division="br-50"), "c2410"), (unit("br-b"), "c2411"))
    early, late = allied(*placed, date=10), allied(*placed, date=11)
    assert in_combat_supply(early, "br-a")
    assert in_combat_supply(early, "br-b")
    assert not in_combat_supply(late, "br-a")
    assert not in_combat_supply(late, "br-b")


def test_corps_units_draw_it_from_a_corps_hq() -> None:
    assert in_combat_supply(allied(CORPS, (unit("br-b"), "c2810")), "br-b")


def test_the_position_may_state_supply() -> None:
    facts = {**LANDED, ("general-supply", "br-b"): "out"}
    here = board(hexes("c2008", "c2412"), features=GOLD)
    stated = situation(here, (unit("br-b"), "c2410"), facts=facts, supplied=False, date=12)
    assert not in_supply(stated, "br-b")
    assert not in_combat_supply(stated, "br-b")


def test_a_sketch_without_any_source_assumes_supply() -> None:
    bare = situation(board(hexes("c2008", "c2412")), (unit("br-b"), "c2410"), supplied=False, date=12)
    assert in_supply(bare, "br-b")
    asked = Inquiry(bare)
    assert explain(asked, "br-b")
