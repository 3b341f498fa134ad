"""Section 12: Combat Support markers."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r12_support import (
    announce_faults,
    available,
    choices,
    combination_faults,
    marker,
    spend,
    support_faults,
    value,
)
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from counters.catalog import Unit
from maps.filing import OURS
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(30, 40, 2, 10)
US, FR, BR, CA = unit("us-16"), unit("fr-gtv"), unit("br-69"), unit("ca-7")
GE, GE2 = unit("ge-914"), unit("ge-915")
ALL_WEATHER = ("sun", "cloud", "showers", "rain", "storm")


def field(
    *placed: tuple[Unit, str],
    terrain: dict[str, str] | None = None,
    gun_line: tuple[str, ...] = ("3303", "3304", "3305", "4003", "3904"),
    **facts: Any,
) -> Position:
    """Turn 4, a Sun Combat Round, everybody In Supply."""
    ground = board(BLOCK, terrain=terrain, letters={"3610": "S"}, gun_line=gun_line)
    given: dict[tuple[str, str], Any] = {
        ("beach", "3303"): "open",
        ("beach", "4003"): "open",
        ("turn", ""): 4,
        ("weather", ""): "sun",
        ("round-kind", ""): "combat",
        ("round", ""): 5,
    }
    for name, worth in facts.items():
        item, _, subject = name.partition("__")
        given[item.replace("_", "-"), subject.replace("_", "-")] = worth
    return position(ground, *placed, facts=given)


def plain(**facts: Any) -> Position:
    return field((US, "3304"), (GE, "3305"), **facts)


def attack(here: Position, marker_id: str, *attackers: str, target: str = "3305") -> list[str]:
    side = here.pieces[(attackers or ("us-16",))[0]].side
    return [s for s, _ in support_faults(here, marker_id, target, attackers or ("us-16",), side)]


def defense(here: Position, marker_id: str, *attackers: str, target: str) -> list[str]:
    side = "allied" if here.pieces[attackers[0]].side == "german" else "german"
    return [s for s, _ in support_faults(here, marker_id, target, attackers, side)]


# --- in general (12.0) ------------------------------------------------------------------------------------


def test_every_marker_that_fits_a_plain_us_attack() -> None:
    here = plain()
    assert available(here, "3305", ["us-16"], "allied") == (
        "tac-air-us-1", "tac-air-us-2", "naval-us", "eighth-af", "td-1", "td-2",
    )  # fmt: skip
    assert available(here, "3305", ["us-16"], "german") == ("nebelwerfer",)


def test_markers_arrive_on_their_turn() -> None:
    assert attack(plain(turn=1), "td-1") == ["12.0"]
    assert attack(plain(turn=2), "td-1") == []
    assert defense(plain(turn=1), "nebelwerfer", "us-16", target="3305") == ["12.0"]


def test_no_marker_supports_the_enemy() -> None:
    assert attack(plain(), "nebelwerfer") == ["12.0"]
    assert defense(plain(), "naval-us", "us-16", target="3305") == ["12.0"]


def test_no_support_in_the_first_wave_round() -> None:
    here = field((US, "approach-3203"), (GE, "3203"), round_kind="first-wave", turn=1, weather="showers")
    assert available(here, "3203", ["us-16"], "allied") == ()
    assert "9.4.1" in [s for s, _ in support_faults(here, "naval-us", "3203", ["us-16"], "allied")]


def test_an_unknown_marker_is_no_marker() -> None:
    with pytest.raises(MalformedAction, match="no Support marker"):
        marker(OURS, "panzerfaust")


def test_a_round_that_the_position_does_not_name_forbids_nothing() -> None:
    assert attack(plain(round_kind=""), "tac-air-us-1") == []


# --- Carpet Bombing (12.1) --------------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ALL_WEATHER)
def test_carpet_bombing_wants_sun_or_cloud(weather: str) -> None:
    assert attack(plain(weather=weather), "eighth-af") == ([] if weather in {"sun", "cloud"} else ["12.1"])


def test_carpet_bombing_in_combat_rounds_only() -> None:
    assert attack(plain(round_kind="combined"), "eighth-af") == ["12.1"]


def test_each_air_force_has_its_nationality() -> None:
    here = field((BR, "3904"), (CA, "3904"), (GE, "3905"))
    assert attack(here, "bomber-command", "br-69", "ca-7", target="3905") == []
    assert attack(here, "eighth-af", "br-69", target="3905") == ["12.1"]
    assert attack(plain(), "bomber-command") == ["12.1"]


def test_once_per_turn_and_twice_per_game() -> None:
    assert attack(plain(support_turn__eighth_af=1), "eighth-af") == ["12.1"]
    assert attack(plain(support_game__eighth_af=1), "eighth-af") == []
    assert attack(plain(support_game__eighth_af=2), "eighth-af") == ["12.1"]
    assert attack(plain(support_turn__eighth_af=1, support_game__eighth_af=2), "eighth-af") == [
        "12.1", "12.1",
    ]  # fmt: skip


def test_carpet_bombing_wants_a_german_in_the_hex() -> None:
    assert attack(plain(), "eighth-af", target="3306") == ["12.1"]


def test_carpet_bombing_is_for_attacks() -> None:
    assert "12.1" in defense(plain(), "eighth-af", "ge-914", target="3304")


@pytest.mark.parametrize(
    ("markers", "faults"),
    [
        (["eighth-af", "td-1"], 0),
        (["bomber-command", "td-1"], 1),
        (["eighth-af", "tac-air-us-1"], 1),
        (["eighth-af", "naval-us"], 1),
        (["eighth-af", "naval-us", "tac-air-us-1"], 2),
        (["eighth-af", "bomber-command"], 1),
        (["tac-air-us-1", "naval-us", "td-1"], 0),
        (["tac-air-us-1", "tac-air-us-2"], 1),
        (["td-1", "td-2"], 1),
        (["naval-us", "naval-br"], 1),
        (["naval-us", "naval-us"], 1),
        (["nebelwerfer", "german-artillery", "assault-gun"], 0),
        ([], 0),
    ],
)
def test_what_may_be_combined(markers: list[str], faults: int) -> None:
    assert len(combination_faults(OURS, markers)) == faults


# --- Tac Air (12.2) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "used", "faults"),
    [
        ("sun", {}, 0),
        ("cloud", {"support_turn__tac-air-us-1": 3}, 0),
        ("sun", {"support_round__tac-air-us-1": 1, "support_turn__tac-air-us-1": 1}, 1),
        ("showers", {}, 0),
        ("showers", {"support_turn__tac-air-us-1": 1}, 1),
        ("rain", {}, 1),
        ("storm", {}, 1),
    ],
)
def test_tac_air_and_the_weather(weather: str, used: dict[str, int], faults: int) -> None:
    assert attack(plain(weather=weather, **used), "tac-air-us-1") == ["12.2"] * faults


def test_tac_air_is_for_attacks_of_its_nationality() -> None:
    assert "12.2" in defense(plain(), "tac-air-us-1", "ge-914", target="3304")
    assert attack(plain(), "tac-air-br-1") == ["12.2"]
    assert attack(plain(round_kind="combined"), "tac-air-us-1") == []
    french = field((FR, "3304"), (GE, "3305"))
    assert attack(french, "tac-air-us-1", "fr-gtv") == []


@pytest.mark.parametrize(
    ("kind", "worth"), [("clear", 4), ("bocage", 4), ("city", 4), ("woods", 3), ("forest", 2)]
)
def test_woods_and_forest_reduce_tac_air(kind: str, worth: int) -> None:
    here = plain(terrain={"3305": kind})
    assert value(here, "tac-air-us-1", "3305") == worth
    assert value(here, "naval-us", "3305") == 6
    inquiry = Inquiry(here)
    value(inquiry, "tac-air-us-1", "3305")
    assert inquiry.sources


@pytest.mark.parametrize(("option", "faults"), [("A", 1), ("B", 0)])
def test_tac_air_in_the_second_wave_round(option: str, faults: int) -> None:
    here = field((US, "3303"), (GE, "3304"), round_kind="second-wave", weather="showers", turn=2)
    here.options = {"wave-tac-air": option}
    assert len(attack(here, "tac-air-us-1", target="3304")) == faults


# --- Naval Support (12.3) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ALL_WEATHER)
def test_naval_support_and_the_weather(weather: str) -> None:
    good = weather in {"sun", "cloud", "showers"}
    assert attack(plain(weather=weather), "naval-us") == ([] if good else ["12.3"])


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("clear", True),
        ("town", True),
        ("woods", False),
        ("bocage", False),
        ("city", False),
        ("forest", False),
    ],
)
def test_naval_support_wants_clear_or_a_town(kind: str, allowed: bool) -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": kind, "3304": kind})
    assert attack(here, "naval-us") == ([] if allowed else ["12.3"])
    assert defense(here, "naval-us", "ge-914", target="3304") == ([] if allowed else ["12.3"])


@pytest.mark.parametrize("state", ["open", "closed"])
def test_a_beach_counts_as_clear(state: str) -> None:
    here = field((US, "3304"), (GE, "3303"), terrain={"3303": "bocage"}, beach__3303=state)
    assert attack(here, "naval-us", target="3303") == []


def test_the_hex_lies_inside_the_gun_line() -> None:
    assert attack(plain(gun_line=()), "naval-us") == ["12.3"]


def test_naval_support_has_a_nationality() -> None:
    mixed = field((FR, "3304"), (GE, "3305"), (CA, "3904"), (GE2, "3905"), gun_line=("3305", "3905"))
    assert attack(mixed, "naval-us", "fr-gtv") == []
    assert attack(mixed, "naval-br", "fr-gtv") == ["12.3"]
    assert attack(mixed, "naval-br", "ca-7", target="3905") == []


def test_one_attack_a_round_but_again_in_the_next() -> None:
    assert attack(plain(support_round__naval_us=1), "naval-us") == ["12.3"]
    assert attack(plain(support_turn__naval_us=4), "naval-us") == []


def test_defenders_may_be_out_of_supply() -> None:
    here = field((US, "3304"), (GE, "3305"), beach__3303="closed", round_kind="reaction")
    assert defense(here, "naval-us", "ge-914", target="3304") == []
    assert defense(here, "td-1", "ge-914", target="3304") == ["12.4"]


@pytest.mark.parametrize(
    ("beach", "own", "other"), [("3303", "naval-us", "naval-br"), ("4003", "naval-br", "naval-us")]
)
def test_an_open_beach_alone(beach: str, own: str, other: str) -> None:
    here = field((GE, "3304"), (GE2, "3904"), round_kind="combat")
    attacker = "ge-914" if beach == "3303" else "ge-915"
    assert defense(here, own, attacker, target=beach) == []
    assert defense(here, other, attacker, target=beach) == ["12.3"]
    assert "12.4" in defense(here, "td-1", attacker, target=beach)


@pytest.mark.parametrize(
    ("kind", "number", "faults"),
    [("second-wave", 3, 0), ("reaction", 2, 1), ("reaction", 4, 0), ("combat", 5, 0)],
)
def test_naval_support_begins_with_the_second_wave(kind: str, number: int, faults: int) -> None:
    here = field((US, "3304"), (GE, "3305"), turn=1, weather="showers", round_kind=kind, round=number)
    if kind == "second-wave":
        assert attack(here, "naval-us") == []
    else:
        assert len(defense(here, "naval-us", "ge-914", target="3304")) == faults


def test_not_in_a_move_round() -> None:
    assert attack(plain(round_kind="move"), "naval-us") == ["12.3"]


# --- Tank Destroyers (12.4) -------------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ALL_WEATHER)
def test_tank_destroyers_care_for_no_weather(weather: str) -> None:
    assert attack(plain(weather=weather), "td-1") == []
    assert defense(plain(weather=weather), "td-1", "ge-914", target="3304") == []


def test_once_per_turn() -> None:
    assert attack(plain(support_turn__td_1=1), "td-1") == ["12.4"]
    assert attack(plain(support_turn__td_1=1), "td-2") == []


def test_us_units_only() -> None:
    british = field((BR, "3904"), (GE, "3905"))
    assert set(attack(british, "td-1", "br-69", target="3905")) == {"12.4"}
    french = field((FR, "3304"), (GE, "3305"))
    assert attack(french, "td-1", "fr-gtv") == ["12.4"]
    both = field((FR, "3304"), (US, "3304"), (GE, "3305"))
    assert attack(both, "td-1", "fr-gtv", "us-16") == []


# --- German markers (12.5 to 12.7) ------------------------------------------------------------------------


def test_nebelwerfer_on_both_sides() -> None:
    here = plain()
    assert attack(here, "nebelwerfer", "ge-914", target="3304") == []
    assert defense(here, "nebelwerfer", "us-16", target="3305") == []
    assert attack(plain(support_turn__nebelwerfer=1), "nebelwerfer", "ge-914", target="3304") == ["12.5"]


def cut(*placed: tuple[Unit, str], option: str = "A", **facts: Any) -> Position:
    """A board whose only German source is 3610, with a wall of Allies before 3305."""
    around = [(unit(f"us-{n}"), n) for n in ("3304", "3404", "3405", "3306", "3205", "3204")]
    here = field(*around, *placed, **facts)
    here.options = {"supported-defenders": option}
    return here


def test_nebelwerfer_wants_supply() -> None:
    here = cut((GE, "3305"))
    assert defense(here, "nebelwerfer", "us-3304", target="3305") == ["12.5"]
    assert attack(here, "nebelwerfer", "ge-914", target="3304") == ["12.5"]


def test_one_supplied_attacker_is_enough() -> None:
    here = cut((GE, "3305"), (GE2, "3406"))
    assert attack(here, "nebelwerfer", "ge-914", "ge-915", target="3405") == []


@pytest.mark.parametrize(("option", "faults"), [("A", ["12.5"]), ("B", [])])
def test_defenders_partly_in_supply(option: str, faults: list[str]) -> None:
    strongpoint = unit("ge-sp", "strongpoint", steps=1)
    here = cut((GE, "3305"), (strongpoint, "3305"), option=option, turn=2)
    assert defense(here, "nebelwerfer", "us-3304", target="3305") == faults


@pytest.mark.parametrize("weather", ALL_WEATHER)
def test_artillery_wants_rain_or_storm(weather: str) -> None:
    here = field((BR, "3904"), (GE, "3905"), weather=weather)
    good = weather in {"rain", "storm"}
    assert attack(here, "german-artillery", "ge-914", target="3904") == ([] if good else ["12.6"])


def test_artillery_is_not_for_combats_with_us_or_french_units() -> None:
    for printed in (US, FR):
        here = field((printed, "3304"), (GE, "3305"), weather="rain")
        assert attack(here, "german-artillery", "ge-914", target="3304") == ["12.6"]
        assert defense(here, "german-artillery", printed.id, target="3305") == ["12.6"]


@pytest.mark.parametrize(("group", "faults"), [("british", []), ("us", ["12.6"])])
def test_artillery_in_combined_action_rounds(group: str, faults: list[str]) -> None:
    here = field((BR, "3904"), (GE, "3905"), weather="rain", round_kind="combined", round_group=group)
    assert defense(here, "german-artillery", "br-69", target="3905") == faults


def test_artillery_arrives_on_turn_3_once_a_turn_and_needs_no_supply() -> None:
    early = field((BR, "3904"), (GE, "3905"), weather="rain", turn=2)
    assert defense(early, "german-artillery", "br-69", target="3905") == ["12.0"]
    used = field((BR, "3904"), (GE, "3905"), weather="rain", support_turn__german_artillery=1)
    assert defense(used, "german-artillery", "br-69", target="3905") == ["12.6"]


def guns(option: str = "B", **facts: Any) -> Position:
    here = plain(**facts)
    here.options = {"assault-gun": option}
    return here


def test_the_assault_gun_is_optional() -> None:
    assert defense(guns(), "assault-gun", "us-16", target="3305") == []
    assert defense(guns("A"), "assault-gun", "us-16", target="3305") == ["12.7"]


def test_the_assault_gun_defends_only() -> None:
    assert attack(guns(), "assault-gun", "ge-914", target="3304") == ["12.7"]


@pytest.mark.parametrize(("weather", "used", "faults"), [("sun", 1, 1), ("cloud", 1, 0), ("rain", 2, 1)])
def test_the_assault_gun_once_in_sun_else_twice(weather: str, used: int, faults: int) -> None:
    here = guns(weather=weather, support_turn__assault_gun=used)
    assert defense(here, "assault-gun", "us-16", target="3305") == ["12.7"] * faults


# --- together ---------------------------------------------------------------------------------------------


def test_choices_are_the_sets_without_a_fault() -> None:
    found = choices(plain(), "3305", ["us-16"], "allied")
    assert found[0] == ()
    assert ("tac-air-us-1", "naval-us", "td-1") in found
    assert ("eighth-af", "td-2") in found
    assert all(not announce_faults(plain(), c, "3305", ["us-16"], "allied") for c in found)
    assert len(set(found)) == len(found) == 2 * 3 * 3 + 3  # Naval, Tac Air, TD; or the 8th Air Force with TD


def test_all_faults_are_told() -> None:
    here = plain(weather="storm")
    faults = announce_faults(here, ["tac-air-us-1", "naval-br", "eighth-af"], "3305", ["us-16"], "allied")
    assert [s for s, _ in faults] == ["12.2", "12.3", "12.3", "12.1", "12.1", "12.1"]


def test_a_draft_answers_alike() -> None:
    here = cut((GE, "3305"))
    assert announce_faults(here.draft(), ["nebelwerfer"], "3305", ["us-3304"], "german") == announce_faults(
        here, ["nebelwerfer"], "3305", ["us-3304"], "german"
    )


def test_uses_are_counted() -> None:
    draft = plain().draft()
    spend(draft, ["eighth-af", "td-1"])
    spend(draft, ["td-2"])
    assert draft.number("support-turn", "eighth-af") == 1
    assert draft.number("support-game", "eighth-af") == 1
    assert draft.number("support-round", "td-2") == 1
    assert available(draft, "3305", ["us-16"], "allied") == ("tac-air-us-1", "tac-air-us-2", "naval-us")
