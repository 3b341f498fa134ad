"""Sections 11.3.3 to 11.3.5: odds, shifts, chances."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r11_line_up import shifts
from adjudicator.dark_summer.r11_numbers import ruling_of_numbers
from adjudicator.dark_summer.r11_odds import best_odds, chances, line_up, odds, odds_of_numbers
from adjudicator.dark_summer.r11_strength import combat
from adjudicator.dark_summer.r11_tables import result
from adjudicator.errors import MalformedAction, UnsupportedRule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.tables import DIE
from counters.catalog import Unit
from maps.filing import OURS
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(30, 40, 2, 10)
US, US2, GE, GE2 = unit("us-16", factor=9), unit("us-18", factor=3), unit("ge-914"), unit("ge-915")


def field(
    *placed: tuple[Unit, str],
    terrain: dict[str, str] | None = None,
    sides: dict[str, str] | None = None,
    roads: tuple[str, ...] = (),
    gun_line: tuple[str, ...] = (),
    **facts: Any,
) -> Position:
    """A block of hexes where everybody is In Supply."""
    ground = board(BLOCK, terrain=terrain, sides=sides, roads=roads, letters={"3610": "S"}, gun_line=gun_line)
    given: dict[tuple[str, str], Any] = {("beach", "3303"): "open"}
    for name, value in facts.items():
        item, _, subject = name.partition("__")
        given[item.replace("_", "-"), subject.replace("_", "-")] = value
    return position(ground, *placed, facts=given)


def net(here: Position, target: str, *attackers: str, support: tuple[str, ...] = ()) -> int:
    return shifts(here, combat(here, target, attackers, support)).value


# --- shifts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "shift"),
    [("clear", 0), ("town", -1), ("city", -2), ("bocage", -2), ("woods", 0), ("forest", -1)],
)
def test_terrain_of_the_defender_shifts_to_the_left(kind: str, shift: int) -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": kind, "3304": "city"})
    assert net(here, "3305", "us-16") == shift


def test_the_river_bonus_wants_every_attacker_to_cross() -> None:
    rivers = {"3304/3305": "minor-river", "3305/3404": "major-river", "3305/3405": "open"}
    here = field((US, "3304"), (US2, "3405"), (GE, "3305"), sides=rivers)
    assert net(here, "3305", "us-16") == -1
    assert net(here, "3305", "us-16", "us-18") == 0
    inquiry = Inquiry(here)
    shifts(inquiry, combat(here, "3305", ["us-16", "us-18"]))
    assert inquiry.steps[-1].rule == "11.6"


def test_a_bridge_does_not_take_the_river_bonus() -> None:
    here = field((US, "3304"), (GE, "3305"), sides={"3304/3305": "major-river"}, roads=("3304/3305",))
    assert net(here, "3305", "us-16") == -1


def test_flak_that_does_not_cross_prevents_the_river_bonus() -> None:
    flak = unit("ge-flak", "flak", af=0, df=4)
    here = field((US, "3305"), (GE, "3304"), (flak, "3405"), sides={"3304/3305": "minor-river"})
    assert net(here, "3305", "ge-914") == -1
    assert net(here, "3305", "ge-914", "ge-flak") == 0


def test_river_and_terrain_add_up() -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": "bocage"}, sides={"3304/3305": "minor-river"})
    assert net(here, "3305", "us-16") == -3


@pytest.mark.parametrize(
    ("facts", "allied", "german"),
    [
        ({"round_kind": "combined"}, -1, 0),
        ({"round_kind": "combat", "prepared": True}, 1, 0),
        ({"round_kind": "combat"}, 0, 0),
        ({"weather": "sun"}, 0, -1),
        ({"weather": "cloud"}, 0, -1),
        ({"weather": "showers"}, 0, 0),
        ({"weather": "rain"}, 0, 0),
        ({"weather": "storm"}, 0, 0),
    ],
)
def test_shifts_of_the_round_and_of_the_weather(facts: dict[str, Any], allied: int, german: int) -> None:
    here = field((US, "3304"), (GE, "3305"), **facts)
    assert net(here, "3305", "us-16") == allied
    assert net(here, "3304", "ge-914") == german


@pytest.mark.parametrize(
    ("kind", "shift"), [("bocage", 1), ("city", -1), ("forest", 1), ("town", 1), ("clear", 1), ("woods", 1)]
)
def test_carpet_bombing_cancels_terrain_but_a_city(kind: str, shift: int) -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": kind})
    assert net(here, "3305", "us-16", support=("eighth-af",)) == shift


def test_carpet_bombing_leaves_the_river() -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": "bocage"}, sides={"3304/3305": "major-river"})
    assert net(here, "3305", "us-16", support=("eighth-af",)) == 0


# --- the column -------------------------------------------------------------------------------------------


def test_the_line_up_of_a_plain_attack() -> None:
    here = field((US, "3304"), (US2, "3404"), (GE, "3305"), terrain={"3305": "bocage"})
    line = line_up(here, "3305", ["us-16", "us-18"])
    assert (line.av, line.dv, line.start, line.shift, line.column, line.auto) == (
        12,
        3,
        "4-1",
        -2,
        "2-1",
        False,
    )


@pytest.mark.parametrize(
    ("attack", "defense", "shift", "column", "auto"),
    [
        (33, 10, 0, "3-1", False),
        (11, 1, -2, "4-1", False),
        (1, 5, 1, "1-4", True),
        (1, 4, 1, "1-3", False),
        (1, 4, 0, "1-4", True),
        (1, 3, -2, "1-3", False),
        (10, 31, 0, "1-4", True),
        (6, 1, 1, "6-1", False),
    ],
)
def test_odds_of_bare_numbers(attack: int, defense: int, shift: int, column: str, auto: bool) -> None:
    found = odds_of_numbers(OURS, attack, defense, shift)
    assert (found["column"], found["automatic"]) == (column, auto)
    assert found["faces"] == [result(OURS, column, die) for die in DIE]
    assert sum(found["results"].values()) == 6
    if auto:
        assert found["results"] == {"AL2": 6}


@pytest.mark.parametrize(
    ("attack", "defense", "terrain", "shift", "column", "sources"),
    [
        (14, 5, "clear", 0, "2-1", 6),
        (14, 5, "bocage", 1, "1-1", 6),
        (14, 6, "woods", 0, "2-1", 6),
        (14, 7, "woods", 0, "1-1", 6),
        (14, 5, "town", 0, "1-1", 7),
        (1, 9, "clear", 2, "1-7", 0),
    ],
)
def test_rulings_of_bare_numbers(
    attack: int, defense: int, terrain: str, shift: int, column: str, sources: int
) -> None:
    ruling = ruling_of_numbers(OURS, attack, defense, terrain=terrain, shift=shift)
    assert ruling.answer["column"] == column
    assert len(ruling.sources) == sources
    assert {"11.3.3", "11.3.5"} <= set(ruling.rules)
    assert f"{attack}:{defense + (terrain == 'woods')}, column {column}" in ruling.verdict


def test_an_attack_below_1_3_is_al2_whatever_the_die() -> None:
    small = unit("us-2", factor=1)
    strong = unit("ge-pz", factor=9)
    here = field((small, "3304"), (strong, "3305"))
    ruling = odds(here, "3305", ["us-2"])
    assert ruling.answer["automatic"]
    assert ruling.answer["results"] == {"AL2": 6}
    assert ruling.answer["attacker_losses"] == {"2": 6}
    assert "11.3.3" in ruling.rules


def test_attackers_without_strength_are_below_every_column() -> None:
    flak = unit("ge-flak", "flak", af=0, df=4)
    here = field((US, "3304"), (flak, "3305"))
    line = line_up(here, "3304", ["ge-flak"])
    assert (line.av, line.auto) == (0, True)


@pytest.mark.parametrize(("option", "column"), [("A", "6-1"), ("B", "3-1")])
def test_a_hex_that_adds_nothing(option: str, column: str) -> None:
    here = field((US2, "3304"), (GE, "3305"), retreated__ge_914=True)
    here.options = {"no-defense": option}
    assert line_up(here, "3305", ["us-18"]).column == column


def test_the_trail_names_totals_shifts_and_what_is_reconstructed() -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": "town"})
    ruling = odds(here, "3305", ["us-16"], ["naval-us"], ["nebelwerfer"])
    assert {"11.3.1", "11.3.3", "11.3.4", "12.3"} <= set(ruling.rules)
    assert "value of Nebelwerfer" in [str(s) for s in ruling.sources]
    assert "shift of Town" in [str(s) for s in ruling.sources]
    assert sum("Combat Results Table" in str(s) for s in ruling.sources) == 6
    with pytest.raises(UnsupportedRule):
        odds(here, "3305", ["us-16"], strict=True)


# --- chances ----------------------------------------------------------------------------------------------


def test_each_face_of_the_die() -> None:
    here = field((US, "3304"), (GE, "3305"))
    line = line_up(here, "3305", ["us-16"])
    assert line.column == "3-1"
    found = chances(here, line)
    assert [o.printed for o in found] == [result(OURS, "3-1", die) for die in DIE]
    exchange = next(o for o in found if o.code == "EX")
    assert (exchange.attacker, exchange.defender, exchange.destroyed) == (2, 2, True)
    retreat = next(o for o in found if o.code == "DR")
    assert (retreat.attacker, retreat.defender, retreat.cleared, retreat.destroyed) == (0, 0, True, False)


def test_faces_that_leave_the_attacker_a_choice() -> None:
    kg = unit("ge-kg", "mechanized", factor=9)
    here = field((US2, "3304"), (kg, "3305"))
    faces = odds(here, "3304", ["ge-kg"]).answer["faces"]
    assert [f["bl1_choice"] for f in faces] == [f["code"] == "EX" for f in faces]
    assert any(f["bl1_choice"] for f in faces)


def test_losses_are_no_more_than_there_is() -> None:
    lone, battalion = unit("us-rng", factor=1, steps=1), unit("ge-1", factor=5, steps=1)
    here = field((lone, "3304"), (battalion, "3305"))
    ruling = odds(here, "3305", ["us-rng"])
    assert ruling.answer["attacker_losses"] == {"1": 6}


def test_the_answer_counts_every_way_once() -> None:
    here = field((US, "3304"), (US2, "3404"), (GE, "3305"), terrain={"3305": "city"})
    answer = odds(here, "3305", ["us-16", "us-18"]).answer
    assert answer["of"] == 6
    for key in ("results", "attacker_losses", "defender_losses"):
        assert sum(answer[key].values()) == 6
    assert [f["die"] for f in answer["faces"]] == [*DIE]
    assert answer["cleared"] == sum(f["cleared"] for f in answer["faces"])
    assert "-" in answer["results"] or "DR" not in [f["printed"] for f in answer["faces"]]


def test_bocage_readings_are_in_the_chances() -> None:
    big = unit("us-big", factor=18)
    here = field((big, "3304"), (GE, "3305"), terrain={"3305": "bocage"})
    answer = odds(here, "3305", ["us-big"]).answer
    assert answer["column"] == "4-1"
    assert [f["code"] for f in answer["faces"]] == ["BL1", "EX", "-", "-", "BL1", "BL1"]
    assert "11.8" in odds(here, "3305", ["us-big"]).rules


def test_support_that_is_not_allowed_is_a_violation_but_odds_are_told() -> None:
    here = field((US, "3304"), (GE, "3305"), weather="storm")
    ruling = odds(here, "3305", ["us-16"], ["naval-us"])
    assert {v.rule for v in ruling.violations} == {"12.3"}
    assert len(ruling.violations) == 2
    assert ruling.answer["av"] == 15
    enemy = odds(here, "3305", ["us-16"], [], ["nebelwerfer"])
    assert [v.text for v in enemy.violations] == ["Nebelwerfer arrives on Turn 2"]


def test_allied_attackers_out_of_supply_are_a_violation() -> None:
    here = field((US, "3304"), (GE, "3305"), beach__3303="closed")
    ruling = odds(here, "3305", ["us-16"])
    assert [(v.rule, v.units) for v in ruling.violations] == [("11.0", ("us-16",))]
    assert ruling.answer["av"] == 4


def test_there_must_be_something_to_attack() -> None:
    with pytest.raises(MalformedAction):
        odds(field((US, "3304")), "3305", ["us-16"])


# --- best choices -----------------------------------------------------------------------------------------


def test_best_support_of_both_sides() -> None:
    here = field(
        (US, "3304"), (GE, "3305"), gun_line=("3305",), turn=3, weather="showers", round_kind="combat"
    )
    ruling = best_odds(here, "3305", ["us-16"])
    answer = ruling.answer
    assert ruling.ok
    assert answer["support_d"] == ["nebelwerfer"]
    assert "naval-us" in answer["support_a"]
    bare = odds(here, "3305", ["us-16"], [], ["nebelwerfer"]).answer
    assert answer["cleared"] >= bare["cleared"]
    for reply in ([], ["nebelwerfer"]):
        assert (
            odds(here, "3305", ["us-16"], answer["support_a"], reply).answer["cleared"] >= answer["cleared"]
        )


def test_no_marker_is_wasted() -> None:
    huge = unit("us-huge", factor=30)
    here = field(
        (huge, "3304"), (GE, "3305"), gun_line=("3305",), turn=1, weather="showers", round_kind="combat"
    )
    answer = best_odds(here, "3305", ["us-huge"]).answer
    assert (answer["support_a"], answer["support_d"]) == ([], [])


def test_best_choices_with_hidden_units() -> None:
    hidden = unit("ge-sp-hidden-1", "strongpoint", steps=1, factor=None, marks=("hidden",))
    known = [unit(f"ge-sp-{n}", "strongpoint", steps=1, factor=n) for n in (1, 3)]
    here = field(
        (US, "3304"), (hidden, "3305"), *[(k, "turn-track") for k in known], turn=2, round_kind="combat"
    )
    answer = best_odds(here, "3305", ["us-16"]).answer
    assert answer["of"] == 12


# --- who cannot retreat -----------------------------------------------------------------------------------


def test_faces_name_the_units_that_have_nowhere_to_retreat_to() -> None:
    kg = unit("ge-kg", "mechanized", factor=1)
    rivers = dict.fromkeys(["3205/3305", "3206/3305", "3305/3306", "3305/3406", "3305/3405"], "major-river")
    here = field((US, "3304"), (GE, "3305"), (kg, "3305"), sides=rivers)
    answer = odds(here, "3305", ["us-16"], paths=True).answer
    stuck = {f["printed"]: f["no_retreat"] for f in answer["faces"]}
    assert stuck["DR"] == ["ge-kg"]
    assert stuck["EX"] == []
    assert "no_retreat" not in odds(here, "3305", ["us-16"]).answer["faces"][0]


def test_best_support_names_them_too() -> None:
    here = field((US, "3304"), (GE, "3305"))
    assert best_odds(here, "3305", ["us-16"], paths=True).answer["faces"][5]["no_retreat"] == []
