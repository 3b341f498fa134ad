"""Sections 9.2 and 9.3: every letter of Attack Value and Defense Value, and the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.breakout_normandy.r09_values import attack_value, defense_factor, defense_value, line_up
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from counters.catalog import Unit
from tests.breakout_normandy.build_r2 import attackers, came, ge, position, unit


def av(
    state: Position, area: str, units: list[str], point: str, support: list[str] | None = None
) -> dict[str, int]:
    total = attack_value(state, line_up(state, area, units, point, support or []))
    assert sum(-s.value if s.op == "-" else s.value or 0 for s in total.steps if s.value) == total.value
    return {s.rule: s.value or 0 for s in total.steps} | {"total": total.value}


def dv(state: Position, area: str, units: list[str], forward: str) -> dict[str, int]:
    total = defense_value(state, line_up(state, area, units, units[0]), state.pieces[forward])
    found: dict[str, int] = {}
    for step in total.steps:
        found[step.rule] = found.get(step.rule, 0) + (-1 if step.op == "-" else 1) * (step.value or 0)
    return found | {"total": total.value}


def omaha(weather: str = "overcast", **more: Any) -> Position:
    return position([*attackers(4, "omaha"), ge("916", "omaha")], weather=weather, **more)


def test_point_unit_counts_its_attack_factor_and_each_other_unit_one() -> None:
    state = position([*attackers(2, "omaha"), ge("916", "omaha")], weather="overcast")
    assert av(state, "omaha", ["us-1-1", "us-1-2"], "us-1-1") == {"9.2A": 6, "9.2B": 1, "18.3": 0, "total": 7}
    assert av(state, "omaha", ["us-1-1"], "us-1-1")["total"] == 6


def test_supporting_artillery_adds_one_each() -> None:
    guns = [unit(f"us-art-{n}", "omaha", type="field-artillery", division="1") for n in (1, 2)]
    state = position([*attackers(1, "omaha"), *guns, ge("916", "omaha")], weather="overcast")
    found = av(state, "omaha", ["us-1-1"], "us-1-1", ["us-art-1", "us-art-2"])
    assert (found["9.2C"], found["9.2D"], found["total"]) == (2, 1, 9)


@pytest.mark.parametrize(("count", "bonus"), [(2, 0), (3, 1), (4, 1)])
def test_divisional_integrity_takes_three_units(count: int, bonus: int) -> None:
    units = [f"us-1-{n}" for n in range(1, count + 1)]
    assert av(omaha(), "omaha", units, "us-1-1").get("9.2D", 0) == bonus


def test_each_division_with_three_units_has_its_integrity() -> None:
    pieces = [*attackers(3, "omaha"), *attackers(3, "omaha", "29"), ge("916", "omaha")]
    state = position(pieces, weather="overcast")
    total = attack_value(state, line_up(state, "omaha", [p.uid for p in pieces[:-1]], "us-1-1"))
    assert [s.rule for s in total.steps].count("9.2D") == 2
    assert total.value == 6 + 5 + 2


def test_units_without_a_division_make_no_integrity() -> None:
    rangers = [unit(f"us-ranger-{n}", "omaha", values="3-3-5-2") for n in range(3)]
    state = position([*rangers, ge("916", "omaha")], weather="overcast")
    assert "9.2D" not in av(state, "omaha", [p.uid for p in rangers], "us-ranger-0")


def test_same_number_of_us_and_british_divisions_is_not_one_division() -> None:
    pieces = [*attackers(2, "omaha", "3"), unit("br-3-8", "omaha", division="3"), ge("916", "omaha")]
    state = position(pieces, weather="overcast")
    assert "9.2D" not in av(state, "omaha", ["us-3-1", "us-3-2", "br-3-8"], "us-3-1")


@pytest.mark.parametrize(
    ("area", "phase", "weather", "rule", "value"),
    [
        ("omaha", "daylight", "clear", "9.2E", 1),
        ("omaha", "amphibious", "clear", "9.2E", 1),
        ("omaha", "daylight", "overcast", "18.3", 0),
        ("omaha", "daylight", "storm", "18.3", 0),
        ("omaha", "airborne", "clear", "21.2", 0),
        ("zone-c", "daylight", "clear", "14.4", 0),
    ],
)
def test_air_support_of_the_allies(area: str, phase: str, weather: str, rule: str, value: int) -> None:
    state = position([*attackers(1, area), ge("916", area)], phase=phase, weather=weather)
    found = av(state, area, ["us-1-1"], "us-1-1")
    assert found[rule] == value
    assert found["total"] == 6 + value


def test_weather_change_of_the_impulse_decides_air_support() -> None:
    state = position([*attackers(1, "omaha"), ge("916", "omaha")], {("weather-change", "0"): "overcast"})
    assert av(state, "omaha", ["us-1-1"], "us-1-1")["18.3"] == 0


def test_germans_get_no_air_support_for_their_attack() -> None:
    state = position([ge("1", "omaha"), unit("us-1", "omaha")], side="german")
    assert av(state, "omaha", ["ge-1"], "ge-1") == {"9.2A": 4, "total": 4}


def mixture(branch: str, **options: Any) -> dict[str, int]:
    pieces = [ge("ss", "omaha", branch="ss"), ge("x", "omaha", branch=branch), unit("us-1", "omaha")]
    state = position(pieces, side="german", **options)
    return av(state, "omaha", ["ge-ss", "ge-x"], "ge-ss")


def test_ss_with_wehrmacht_costs_one() -> None:
    assert mixture("wehrmacht") == {"9.2A": 4, "9.2B": 1, "9.2F": 1, "total": 4}
    assert "9.2F" not in mixture("ss")


def test_ss_with_luftwaffe_is_an_open_reading() -> None:
    assert mixture("luftwaffe")["total"] == 4
    assert mixture("luftwaffe", ss_with_luftwaffe="B")["total"] == 5


@pytest.mark.parametrize(("letter", "total"), [("A", 5), ("B", 4)])
def test_wehrmacht_guns_behind_ss_are_an_open_reading(letter: str, total: int) -> None:
    guns = ge("art", "omaha", type="field-artillery", corps="84")
    pieces = [ge("ss", "omaha", branch="ss"), guns, unit("us-1", "omaha")]
    state = position(pieces, side="german", mixed_support=letter)
    assert av(state, "omaha", ["ge-ss"], "ge-ss", ["ge-art"])["total"] == total


@pytest.mark.parametrize(("status", "factor"), [("fresh", 5), ("spent", 3), ("d1", 2), ("d2", 1)])
def test_forward_unit_counts_its_factor_less_disruption(status: str, factor: int) -> None:
    state = position([*attackers(1, "port"), ge("916", "port", status, "4-5-4-3")], weather="overcast")
    found = dv(state, "port", ["us-1-1"], "ge-916")
    assert found == {"9.3A": factor, "9.3B": 1, "total": factor + 1}


@pytest.mark.parametrize(("letter", "total"), [("A", 1), ("B", -1)])
def test_floor_of_a_disrupted_defense_factor_is_an_open_reading(letter: str, total: int) -> None:
    pieces = [*attackers(1, "port"), ge("1-919", "port", "d2", "1-2-3-0")]
    state = position(pieces, weather="overcast", disrupted_df_floor=letter)
    assert dv(state, "port", ["us-1-1"], "ge-1-919")["total"] == total


def test_zone_has_no_terrain_and_no_air() -> None:
    state = position([ge("1", "zone-c"), unit("us-1", "zone-c")], side="german")
    assert dv(state, "zone-c", ["ge-1"], "us-1") == {"9.3A": 5, "14.4": 0, "total": 5}


@pytest.mark.parametrize(("weather", "bonus"), [("clear", 2), ("overcast", 0)])
def test_allied_air_helps_the_defense_by_two(weather: str, bonus: int) -> None:
    state = position([ge("1", "port"), unit("us-1", "port")], side="german", weather=weather)
    assert dv(state, "port", ["ge-1"], "us-1")["total"] == 5 + 1 + bonus


def test_every_other_fresh_defender_adds_one() -> None:
    others = [ge("2", "port"), ge("3", "port", "spent"), ge("4", "port", type="field-artillery")]
    state = position([*attackers(1, "port"), ge("1", "port"), *others])
    assert dv(state, "port", ["us-1-1"], "ge-1")["9.3G"] == 2
    assert dv(state, "port", ["us-1-1"], "ge-3")["9.3G"] == 3


def test_fortification_helps_germans_only() -> None:
    assert dv(omaha(), "omaha", ["us-1-1"], "ge-916")["9.3E"] == 2
    turned = position([ge("1", "omaha"), unit("us-1", "omaha", "d1")], side="german")
    assert "9.3E" not in dv(turned, "omaha", ["ge-1"], "us-1")
    gone = omaha().draft()
    gone.set("fortification-destroyed", True, "omaha")
    assert "9.3E" not in dv(gone.finish(), "omaha", ["us-1-1"], "ge-916")


@pytest.mark.parametrize(
    ("way", "held", "rule", "value"),
    [
        (("valognes", "bridge", "labbe"), False, "9.3C", 1),
        (("valognes", "bridge", "labbe"), True, "9.3C", 2),
        (("carentan", "bridge", "mereglise"), False, "9.3C", 2),
        (("carentan", "bridge", "mereglise"), True, "9.3C", 3),
        (("valognes", "river", "labbe"), False, "9.3D", 2),
        (("valognes", "river", "labbe"), True, "9.3D", 2),
    ],
)
def test_mandatory_crossings(way: tuple[str, str, str], held: bool, rule: str, value: int) -> None:
    origin, crossed, area = way
    facts = came("ge-1", origin, crossed, bridge_was_held=held)
    state = position([ge("1", area), unit("us-1", area)], facts, side="german", weather="overcast")
    found = dv(state, area, ["ge-1"], "us-1")
    assert found[rule] == value
    assert found["total"] == 5 + 3 + value


def test_optional_crossing_costs_nothing() -> None:
    facts = came("ge-1", "valognes", "river", mandatory=False)
    state = position([ge("1", "labbe"), unit("us-1", "labbe")], facts, side="german", weather="overcast")
    assert dv(state, "labbe", ["ge-1"], "us-1")["total"] == 8


def test_open_ground_costs_nothing_in_a_mandatory_assault() -> None:
    state = position(
        [ge("1", "port"), unit("us-1", "port")], came("ge-1", "omaha"), side="german", weather="storm"
    )
    assert dv(state, "port", ["ge-1"], "us-1")["total"] == 6


def crossings(**options: Any) -> dict[str, int]:
    facts = came("ge-1", "valognes", "bridge") | came("ge-2", "mereglise", "bridge", bridge_was_held=True)
    pieces = [ge("1", "labbe"), ge("2", "labbe"), unit("us-1", "labbe")]
    state = position(pieces, facts, side="german", weather="overcast", **options)
    return dv(state, "labbe", ["ge-1", "ge-2"], "us-1")


def test_several_bridges_are_an_open_reading() -> None:
    assert crossings()["9.3C"] == 2
    assert crossings(several_bridges="B")["9.3C"] == 3


@pytest.mark.parametrize("letter", ["A", "B"])
@pytest.mark.parametrize(("held", "rule", "value"), [(True, "9.3C", 3), (False, "9.3C", 2)])
def test_bridge_and_river_never_add(letter: str, held: bool, rule: str, value: int) -> None:
    facts = came("ge-1", "carentan", "bridge", bridge_was_held=held) | came("ge-2", "labbe", "river")
    pieces = [ge("1", "mereglise"), ge("2", "mereglise"), unit("us-1", "mereglise")]
    state = position(pieces, facts, side="german", weather="overcast", several_bridges=letter)
    found = dv(state, "mereglise", ["ge-1", "ge-2"], "us-1")
    assert found["total"] == 5 + 3 + value
    assert rule in found
    assert "9.3D" not in found


def test_river_beats_a_friendly_bridge_over_a_river() -> None:
    facts = came("ge-1", "valognes", "bridge") | came("ge-2", "valognes", "river")
    pieces = [ge("1", "labbe"), ge("2", "labbe"), unit("us-1", "labbe")]
    found = dv(position(pieces, facts, side="german", weather="overcast"), "labbe", ["ge-1", "ge-2"], "us-1")
    assert "9.3C" not in found
    assert found["9.3D"] == 2


def test_artillery_that_follows_does_not_cross_in_the_assault() -> None:
    facts = came("ge-1", "labbe", "open") | came("ge-art", "valognes", "river")
    pieces = [ge("1", "labbe"), ge("art", "labbe", type="field-artillery"), unit("us-1", "labbe")]
    state = position(pieces, facts, side="german", weather="overcast")
    assert "9.3D" not in dv(state, "labbe", ["ge-1"], "us-1")


def test_an_inquiry_records_every_letter_and_assumption() -> None:
    state = position([*attackers(1, "omaha"), ge("916", "omaha")])
    unknown = Position(
        state.game, state.board, state.schema, state.pieces, state.facts, unknown={"mandatory"}
    )
    inquiry = Inquiry(unknown)
    line = line_up(inquiry, "omaha", ["us-1-1"], "us-1-1")
    assert attack_value(inquiry, line).value == 7
    assert defense_value(inquiry, line, state.pieces["ge-916"]).value == 7
    ruling = inquiry.ruling("odds", "7:7")
    assert ruling.rules == ("9.2A", "9.2E", "9.3A", "9.3B", "9.3E")
    assert ruling.assumptions == ("assumed: Unit us-1-1 does not have to assault (8.51)",)


def test_a_reading_is_recorded_only_where_it_matters() -> None:
    inquiry = Inquiry(position([ge("1", "port", "d1", "4-4-4-1")]))
    assert [v for _, v, _ in defense_factor(inquiry, inquiry.pieces["ge-1"])] == [1, 1]
    assert inquiry.ruling("", "").interpretations == ()
    inquiry = Inquiry(position([ge("1", "port", "d2", "4-4-4-1")]))
    assert [v for _, v, _ in defense_factor(inquiry, inquiry.pieces["ge-1"])] == [1, 2, 0]
    assert inquiry.ruling("", "").interpretations == ("disrupted-df-floor=A",)


# --- worked examples ------------------------------------------------------------------------------------


def test_example_1_st_mere_eglise() -> None:
    drop = [unit(f"us-82-{n}", "mereglise", values="3-4-5-2", division="82") for n in range(3)]
    drop.append(unit("us-101-1", "mereglise", values="3-4-5-2", division="101"))
    martin = ge("martin", "mereglise", values="x-2-x-1", type="coastal-artillery")
    state = position([*drop, martin], phase="airborne")
    units = [p.uid for p in drop]
    assert {av(state, "mereglise", units, u)["total"] for u in units} == {7}
    assert dv(state, "mereglise", units, "ge-martin")["total"] == 5


def test_example_1_pont_labbe() -> None:
    drop = [unit(f"us-82-{n}", "labbe", values="3-4-5-2", division="82") for n in range(2)]
    state = position([*drop, ge("1057", "labbe", values="4-5-4-3")], phase="airborne")
    assert av(state, "labbe", ["us-82-0", "us-82-1"], "us-82-0")["total"] == 4
    assert dv(state, "labbe", ["us-82-0", "us-82-1"], "ge-1057")["total"] == 8


def test_example_4_utah() -> None:
    pieces = [*attackers(2, "utah", "4"), unit("us-4-3", "utah", "spent", division="4")]
    pieces.append(ge("1-919", "utah", "spent", "1-2-3-0"))
    facts = {("interdicted", "us-4-3"): True}
    state = position(pieces, facts, phase="amphibious")
    assert av(state, "utah", ["us-4-1", "us-4-2"], "us-4-1")["total"] == 8
    assert dv(state, "utah", ["us-4-1", "us-4-2"], "ge-1-919")["total"] == 3


def test_example_4_omaha() -> None:
    wave = [*attackers(3, "omaha"), *attackers(2, "omaha", "29")]
    wave += [unit(f"us-ranger-{n}", "omaha", values="3-3-5-2") for n in range(2)]
    germans = [
        ge("vierville", "omaha", "spent", "x-5-x-4", type="coastal-artillery"),
        ge("916", "omaha"),
        ge("726", "omaha"),
        ge("art", "omaha", type="field-artillery"),
    ]
    state = position([*wave, *germans], phase="amphibious")
    units = [p.uid for p in wave]
    assert av(state, "omaha", units, "us-1-1")["total"] == 14
    assert dv(state, "omaha", units, "ge-vierville")["total"] == 10


def test_example_6_short_route() -> None:
    facts = came("ge-1058", "valognes", "bridge", bridge_was_held=True)
    drop = [unit(f"us-82-{n}", "labbe", "spent", "3-4-5-2") for n in range(2)]
    state = position([ge("1058", "labbe"), *drop], facts, side="german")
    assert av(state, "labbe", ["ge-1058"], "ge-1058")["total"] == 4
    assert dv(state, "labbe", ["ge-1058"], "us-82-0")["total"] == 9


@pytest.mark.parametrize(("mandatory", "total"), [(True, 7), (False, 5)])
def test_example_7_st_mere_eglise(mandatory: bool, total: int) -> None:
    facts = came("ge-6", "carentan", "bridge", mandatory=mandatory)
    pieces = [ge("6", "mereglise", values="6-6-5-3"), unit("us-82", "mereglise", "spent", "3-4-5-2")]
    state = position(pieces, facts, side="german", weather="overcast")
    assert av(state, "mereglise", ["ge-6"], "ge-6")["total"] == 6
    assert dv(state, "mereglise", ["ge-6"], "us-82")["total"] == total


def test_example_8_omaha() -> None:
    force: list[Piece] = [*attackers(3, "omaha")]
    force += [unit(f"us-ranger-{n}", "omaha", values="3-3-5-2") for n in range(2)]
    guns = unit("us-1-art", "omaha", type="field-artillery", division="1")
    pieces = [*force, guns, ge("916", "omaha"), ge("726", "omaha", values="3-3-4-2")]
    state = position(pieces, {("fortification-destroyed", "omaha"): True})
    units = [p.uid for p in force]
    assert av(state, "omaha", units, "us-1-1", ["us-1-art"])["total"] == 13
    assert dv(state, "omaha", units, "ge-916")["total"] == 6


@pytest.mark.parametrize(("mandatory", "total"), [(False, 13), (True, 15)])
def test_example_11_st_lo(mandatory: bool, total: int) -> None:
    force = [*attackers(3, "stlo", "29"), *attackers(3, "stlo", "30")]
    guns = [unit(f"us-{d}-art", "isigny", type="field-artillery", division=d) for d in ("29", "30")]
    germans = [ge("fs", "stlo", values="6-7-4-4"), *(ge(f"{n}", "stlo") for n in range(3))]
    facts = came("us-30-3", "isigny", "river", mandatory=mandatory)
    for piece in force[:5]:
        facts |= came(piece.uid, "isigny", "bridge", mandatory=False)
    state = position([*force, *guns, *germans], facts, weather="overcast")
    units = [p.uid for p in force]
    assert av(state, "stlo", units, "us-29-1", ["us-29-art", "us-30-art"])["total"] == 15
    assert dv(state, "stlo", units, "ge-fs")["total"] == total


def test_a_factor_that_is_not_said_is_asked_for() -> None:
    bare = Piece(Unit("us-x", "x", "Unit x", "allied", "us", type="infantry"), "port", "fresh")
    state = position([bare, ge("1", "port")])
    with pytest.raises(Exception, match="does not say the AF of Unit x"):
        attack_value(state, line_up(state, "port", ["us-x"], "us-x"))
