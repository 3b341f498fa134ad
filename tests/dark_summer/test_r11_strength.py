"""Sections 11.3.1, 11.4.1, 11.6, 11.9, 13.4: Combat Strength."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r11_strength import Combat, attack_total, combat, defense_total, wave_of
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(30, 40, 2, 10)
US, US2, GE, GE2 = unit("us-16", factor=5), unit("us-18", factor=4), unit("ge-914", factor=4), unit("ge-915")
ALWAYS: dict[tuple[str, str], Any] = {("beach", "3303"): "open"}


def field(*placed: tuple[Unit, str], terrain: dict[str, str] | None = None, **facts: Any) -> Position:
    """A block of hexes with a US Open Beach at 3303 and a German source at 3610."""
    ground = board(BLOCK, terrain=terrain, letters={"3610": "S"})
    given = {**ALWAYS, **{("retreated", uid.replace("_", "-")): v for uid, v in facts.items()}}
    return position(ground, *placed, facts=given)


def fight(here: Position, target: str, *attackers: str, **more: Any) -> Combat:
    return combat(here, target, attackers, **more)


def test_factors_of_all_units_are_added() -> None:
    here = field((US, "3304"), (US2, "3404"), (GE, "3305"), (GE2, "3305"))
    line = fight(here, "3305", "us-16", "us-18")
    assert (attack_total(here, line).value, defense_total(here, line).value) == (9, 7)


def test_attack_and_defense_factors_may_differ_and_so_do_reduced_ones() -> None:
    tank = unit("us-tk", "armor", af=6, df=4, reduced_af=3, reduced_df=2, size="brigade")
    full, reduced = field((tank, "3304"), (GE, "3305")), field((tank, "3304 reduced"), (GE, "3305"))
    assert attack_total(full, fight(full, "3305", "us-tk")).value == 6
    assert attack_total(reduced, fight(reduced, "3305", "us-tk")).value == 3
    assert defense_total(full, fight(full, "3304", "ge-914")).value == 4
    assert defense_total(reduced, fight(reduced, "3304", "ge-914")).value == 2


def cut_off(*germans: tuple[Unit, str], **more: Any) -> Position:
    """Germans without any source on the map."""
    return position(board(BLOCK, **more), (US, "3304"), *germans, facts=ALWAYS)


def test_out_of_supply_is_halved_hex_by_hex_and_rounded_down() -> None:
    third = unit("ge-916", factor=3)
    here = cut_off((GE2, "3305"), (third, "3305"), (GE, "3405"))
    line = fight(here, "3304", "ge-915", "ge-916", "ge-914")
    total = attack_total(here, line)
    assert total.value == (3 + 3) // 2 + 4 // 2
    assert [s.rule for s in total.steps] == ["13.4", "13.4"]
    assert [s.value for s in total.steps] == [3, 2]


def test_odd_factors_in_two_hexes_lose_a_half_each() -> None:
    third = unit("ge-916", factor=3)
    here = cut_off((GE2, "3305"), (third, "3405"))
    assert attack_total(here, fight(here, "3304", "ge-915", "ge-916")).value == 2


def test_the_minimum_in_a_hex_is_one_and_woods_come_after_it() -> None:
    small = unit("ge-1", factor=1)
    here = cut_off((small, "3305"), terrain={"3305": "woods"})
    total = defense_total(here, fight(here, "3305", "us-16"))
    assert total.value == 2  # the worked example of 13.4
    assert [s.rule for s in total.steps] == ["13.4", "11.3.1"]
    assert [str(s.op) for s in total.steps[0].under] == ["+", "half down", "max"]


@pytest.mark.parametrize(("option", "lone", "mixed"), [("A", 0, 3), ("B", 1, 4), ("C", 1, 3)])
def test_readings_of_the_minimum(option: str, lone: int, mixed: int) -> None:
    flak, strongpoint = unit("ge-flak", "flak", factor=0), unit("ge-sp", "strongpoint", steps=1)
    ground = board(BLOCK)
    both = position(ground, (US, "3304"), (flak, "3305"), (strongpoint, "3305"), facts=ALWAYS)
    both.options = {"halved-minimum": option}
    assert attack_total(both, fight(both, "3304", "ge-flak")).value == lone
    assert attack_total(both, fight(both, "3304", "ge-flak", "ge-sp")).value == mixed


def test_an_auto_supplied_strongpoint_keeps_its_strength_beside_units_out_of_supply() -> None:
    strongpoint = unit("ge-sp", "strongpoint", steps=1, factor=3)
    here = cut_off((strongpoint, "3305"), (GE, "3305"))
    assert defense_total(here, fight(here, "3305", "us-16")).value == 3 + 2
    later = position(
        board(BLOCK), (US, "3304"), (strongpoint, "3305"), (GE, "3305"), facts={**ALWAYS, ("turn", ""): 3}
    )
    assert defense_total(later, fight(later, "3305", "us-16")).value == 7 // 2


def test_woods_and_no_other_terrain_add_one() -> None:
    for kind, more in [("woods", 1), ("forest", 0), ("bocage", 0), ("city", 0), ("town", 0), ("clear", 0)]:
        here = field((US, "3304"), (GE, "3305"), terrain={"3305": kind})
        assert defense_total(here, fight(here, "3305", "us-16")).value == 4 + more


def test_carpet_bombing_cancels_the_woods() -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": "woods"})
    line = fight(here, "3305", "us-16", support_a=["eighth-af"])
    assert (attack_total(here, line).value, defense_total(here, line).value) == (5, 4)


def test_units_that_retreated_add_nothing() -> None:
    here = field((US, "3304"), (GE, "3305"), (GE2, "3305"), ge_914=True)
    total = defense_total(here, fight(here, "3305", "us-16"))
    assert total.value == 3
    assert total.steps[0].rule == "11.3.1"
    lost = cut_off((GE, "3305"))
    fled = position(lost.board, (US, "3304"), (GE, "3305"), facts={**ALWAYS, ("retreated", "ge-914"): True})
    assert defense_total(fled, fight(fled, "3305", "us-16")).value == 0


# --- Flak (11.6) ------------------------------------------------------------------------------------------

FLAK = unit("ge-flak", "flak", af=0, df=4, reduced_af=0, reduced_df=2)


@pytest.mark.parametrize(
    ("attacker", "counts"),
    [
        (unit("us-cca", "armor", size="combat-command"), True),
        (unit("br-8a", "armor", size="brigade"), True),
        (unit("us-cav", "armored-cavalry"), True),
        (unit("us-tk", "armor", size="battalion"), False),
        (unit("us-16"), False),
        (unit("us-mech", "mechanized", size="regiment"), False),
    ],
)
@pytest.mark.parametrize(("status", "strength"), [("", 4), (" reduced", 2)])
def test_flak_defends_in_full_against_armor(attacker: Unit, counts: bool, status: str, strength: int) -> None:
    here = field((attacker, "3304"), (FLAK, f"3305{status}"))
    inquiry = Inquiry(here)
    assert defense_total(inquiry, fight(here, "3305", attacker.id)).value == (strength if counts else 1)
    assert "11.6" in [s.rule for s in inquiry.steps]


@pytest.mark.parametrize(
    ("support", "strength"),
    [("tac-air-us-1", 4), ("td-1", 4), ("naval-us", 1), ("eighth-af", 1)],
)
def test_flak_and_support(support: str, strength: int) -> None:
    here = field((US, "3304"), (FLAK, "3305"))
    assert defense_total(here, fight(here, "3305", "us-16", support_a=[support])).value == strength


def test_flak_adds_nothing_to_an_attack() -> None:
    loud = unit("ge-flak", "flak", af=3, df=4)  # whatever is printed
    here = field((US, "3304"), (loud, "3305"), (GE, "3305"))
    assert attack_total(here, fight(here, "3304", "ge-flak", "ge-914")).value == 4


# --- Beaches (11.4.1, 11.9) -------------------------------------------------------------------------------


def test_an_open_beach_alone_is_one_and_seven_with_naval_support() -> None:
    here = field((GE, "3304"))
    assert defense_total(here, fight(here, "3303", "ge-914")).value == 1
    assert defense_total(here, fight(here, "3303", "ge-914", support_d=["naval-us"])).value == 7


def test_an_open_beach_adds_nothing_to_units_in_it() -> None:
    here = field((GE, "3304"), (US, "3303"))
    assert defense_total(here, fight(here, "3303", "ge-914")).value == 5


@pytest.mark.parametrize(("wave", "more"), [("first-wave", 3), ("second-wave", 3), ("", 0)])
def test_the_augmented_omaha_defense_holds_in_the_wave_rounds(wave: str, more: int) -> None:
    strongpoint = unit("ge-sp", "strongpoint", steps=1, factor=2)
    ground = board(BLOCK)
    here = position(ground, (US, "approach-3203"), (strongpoint, "3203"), facts={("augmented", "3203"): True})
    line = fight(here, "3203", "us-16", wave=wave)
    assert defense_total(here, line).value == 2 + more
    bare = position(ground, (US, "approach-3203"), (GE, "3203"), facts={("augmented", "3203"): True})
    cut = defense_total(bare, fight(bare, "3203", "us-16", wave=wave)).value
    assert cut == 2  # no Strongpoint any more; the regiment is Out of Supply


def test_units_offshore_attack_in_full() -> None:
    strongpoint = unit("ge-sp", "strongpoint", steps=1, factor=2)
    here = position(board(BLOCK), (US, "approach-3203"), (strongpoint, "3203"))
    assert attack_total(here, fight(here, "3203", "us-16", wave="first-wave")).value == 5


def test_the_wave_is_that_of_the_round_unless_it_is_given() -> None:
    here = position(board(BLOCK), facts={("round-kind", ""): "second-wave"})
    assert wave_of(here) == "second-wave"
    assert wave_of(here, "first-wave") == "first-wave"
    assert wave_of(position(board(BLOCK), facts={("round-kind", ""): "combat"})) == ""


# --- support and faults -----------------------------------------------------------------------------------


def test_support_is_added_after_halving() -> None:
    here = cut_off((GE, "3305"))
    assert defense_total(here, fight(here, "3305", "us-16", support_d=["german-artillery"])).value == 2 + 4
    line = fight(here, "3305", "us-16", support_a=["naval-us", "td-1"])
    assert attack_total(here, line).value == 5 + 6 + 2


def test_the_steps_stand_in_the_inquiry() -> None:
    here = field((US, "3304 reduced"), (GE, "3305"))
    inquiry = Inquiry(here)
    attack_total(inquiry, fight(here, "3305", "us-16", support_a=["naval-us"]))
    assert [str(s) for s in inquiry.steps] == ["+2  us-16 (reduced) (11.3.1)", "+6  US Naval Support (12.3)"]


def test_a_draft_gives_the_same_totals() -> None:
    here = cut_off((GE, "3305"))
    assert defense_total(here.draft(), fight(here, "3305", "us-16")).value == 2


@pytest.mark.parametrize(
    ("target", "attackers", "text"),
    [
        ("3305", [], "no unit attacks"),
        ("3305", ["us-99"], "no such unit: us-99"),
        ("9999", ["us-16"], "no such hex"),
        ("3306", ["us-16"], "no enemy defends"),
        ("3303", ["us-16"], "no enemy defends"),
    ],
)
def test_combats_that_cannot_be(target: str, attackers: list[str], text: str) -> None:
    here = field((US, "3304"), (GE, "3305"))
    with pytest.raises(MalformedAction, match=text):
        combat(here, target, attackers)


def test_a_hidden_factor_is_not_guessed() -> None:
    hidden = unit("ge-sp", "strongpoint", steps=1, factor=None, marks=("hidden",))
    here = field((US, "3304"), (hidden, "3305"))
    with pytest.raises(PositionError, match="DF"):
        defense_total(here, fight(here, "3305", "us-16"))


def test_the_halving_hangs_under_one_step_of_the_trail() -> None:
    here = cut_off((GE, "3305"), (GE2, "3305"))
    inquiry = Inquiry(here)
    assert defense_total(inquiry, fight(here, "3305", "us-16")).value == 3
    assert [s.rule for s in inquiry.steps] == ["13.4"]
    assert [s.value for s in inquiry.steps[0].under] == [4, 3, 0]


def test_units_from_brittany_are_looked_at_one_by_one() -> None:
    facts: dict[tuple[str, str], Any] = {**ALWAYS, ("via-brittany", "us-16"): True}
    here = position(board(BLOCK), (US, "3304"), (US2, "3304"), (GE, "3305"), facts=facts)
    assert attack_total(here, fight(here, "3305", "us-16", "us-18")).value == 9
