"""Sections 11.4, 11.5.1, 11.8, 11.9: readings of results."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r11_special import NOTHING, effect
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from counters.catalog import Unit
from maps.board import Board, Edge, Space
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(30, 40, 2, 10)
US, GE, GE1 = unit("us-16", factor=9), unit("ge-914"), unit("ge-bn", steps=1)
SP = unit("ge-sp", "strongpoint", steps=1, factor=2)
FLAK = unit("ge-flak", "flak", af=0, df=4)
OST = unit("ge-ost", "garrison", steps=1, marks=("ost",))
KG, KG1 = unit("ge-kg", "mechanized"), unit("ge-kg2", "mechanized")
TIGER = unit("ge-tiger", "armor", size="battalion", marks=("tiger",))


def field(*placed: tuple[Unit, str], terrain: dict[str, str] | None = None, **facts: Any) -> Position:
    given: dict[tuple[str, str], Any] = {}
    for name, value in facts.items():
        item, _, subject = name.partition("__")
        given[item.replace("_", "-"), subject] = value
    return position(board(BLOCK, terrain=terrain), *placed, facts=given)


# --- plain results ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "attacker", "defender", "destroyed", "retreat"),
    [
        ("AL2", 2, 0, False, False),
        ("AL1", 1, 0, False, False),
        ("BL1", 1, 1, False, False),
        ("EX", 3, 0, True, False),
        ("DR", 0, 0, False, True),
        ("DR*", 0, 0, False, True),
        ("DE", 0, 0, True, False),
    ],
)
def test_what_each_code_does(code: str, attacker: int, defender: int, destroyed: bool, retreat: bool) -> None:
    strong = unit("us-a")
    here = field((US, "3304"), (strong, "3304"), (GE, "3305"), (GE1, "3305"))
    found = effect(here, "3305", code, ["us-16", "us-a"])
    assert (found.attacker_losses, found.defender_losses) == (attacker, defender)
    assert (found.destroyed, found.retreat) == (destroyed, retreat)
    assert found.eliminated == (("ge-914", "ge-bn") if destroyed else ())
    assert found.retreating == (("ge-914", "ge-bn") if retreat else ())


def test_excess_losses_are_disregarded() -> None:
    lone = unit("us-rng", steps=1)
    here = field((lone, "3304"), (GE, "3305"), (GE1, "3305"))
    assert effect(here, "3305", "EX", ["us-rng"]).attacker_losses == 1
    assert effect(here, "3305", "AL2", ["us-rng"]).attacker_losses == 1


def test_bl1_kills_a_single_step() -> None:
    here = field((US, "3304"), (SP, "3305"))
    found = effect(here, "3305", "BL1", ["us-16"])
    assert (found.attacker_losses, found.destroyed, found.eliminated) == (1, True, ("ge-sp",))


# --- Exchange of Kampfgruppen and Tigers ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "choice"),
    [((KG,), True), ((KG, TIGER), True), ((TIGER,), True), ((KG, GE), False), ((GE,), False)],
)
def test_only_kampfgruppen_and_tigers_may_take_bl1(attackers: tuple[Unit, ...], choice: bool) -> None:
    here = field((US, "3304"), *[(u, "3305") for u in attackers])
    uids = [u.id for u in attackers]
    found = effect(here, "3304", "EX", uids)
    assert found.bl1_choice is choice
    softer = effect(here, "3304", "EX", uids, as_bl1=True)
    assert softer.code == ("BL1" if choice else "EX")
    assert not effect(here, "3304", "DR", uids).bl1_choice


def test_allied_attackers_have_no_such_choice() -> None:
    here = field((US, "3304"), (GE, "3305"))
    assert not effect(here, "3305", "EX", ["us-16"]).bl1_choice


# --- Bocage and City (11.8) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "turn", "holds"),
    [("bocage", 1, True), ("bocage", 6, True), ("bocage", 7, False), ("city", 10, True), ("town", 1, False)],
)
def test_where_and_when_germans_hold_out(kind: str, turn: int, holds: bool) -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": kind}, turn=turn)
    assert effect(here, "3305", "DR", ["us-16"]).code == (NOTHING if holds else "DR")
    hard = effect(here, "3305", "DR*", ["us-16"])
    assert hard.code == ("BL1" if holds else "DR*")
    assert (hard.attacker_losses, hard.defender_losses) == ((1, 1) if holds else (0, 0))


def test_a_single_step_retreats_on_dr_star() -> None:
    for printed, where in [(GE1, "3305"), (GE, "3305 reduced")]:
        here = field((US, "3304"), (printed, where), terrain={"3305": "bocage"})
        assert effect(here, "3305", "DR", ["us-16"]).code == NOTHING
        found = effect(here, "3305", "DR*", ["us-16"])
        assert (found.code, found.retreating, found.defender_losses) == ("DR*", (printed.id,), 0)


@pytest.mark.parametrize(
    ("units", "holds"),
    [
        ((FLAK,), False),
        ((OST,), False),
        ((SP,), False),
        ((FLAK, OST, SP), False),
        ((FLAK, GE1), True),
        ((SP, GE1), True),
        ((OST, GE1), True),
    ],
)
def test_flak_ost_and_strongpoints_alone_do_not_hold(units: tuple[Unit, ...], holds: bool) -> None:
    here = field((US, "3304"), *[(u, "3305") for u in units], terrain={"3305": "bocage"})
    assert (effect(here, "3305", "DR", ["us-16"]).code == NOTHING) is holds
    assert (effect(here, "3305", "DR*", ["us-16"]).code == "BL1") is holds


def test_carpet_bombing_in_bocage_and_in_a_city() -> None:
    for kind, code in [("bocage", "DR"), ("city", NOTHING)]:
        here = field((US, "3304"), (GE, "3305"), terrain={"3305": kind})
        assert effect(here, "3305", "DR", ["us-16"], ["eighth-af"]).code == code


def test_allied_defenders_do_not_hold_out() -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3304": "city"})
    assert effect(here, "3304", "DR", ["ge-914"]).retreat


# --- Strongpoints (11.5.1) --------------------------------------------------------------------------------


@pytest.mark.parametrize("wave", ["first-wave", "second-wave"])
def test_a_strongpoint_ignores_dr_from_the_approach_in_the_wave_rounds(wave: str) -> None:
    here = field((US, "approach-3203"), (SP, "3203"))
    assert effect(here, "3203", "DR", ["us-16"], wave=wave).code == NOTHING
    found = effect(here, "3203", "DR*", ["us-16"], wave=wave)
    assert (found.destroyed, found.eliminated, found.retreat) == (True, ("ge-sp",), False)


def test_not_when_landed_units_take_part() -> None:
    landed = unit("us-18")
    here = field((US, "approach-3203"), (landed, "3303"), (SP, "3203"))
    found = effect(here, "3203", "DR", ["us-16", "us-18"], wave="second-wave")
    assert (found.destroyed, found.eliminated) == (True, ("ge-sp",))


def test_later_a_strongpoint_that_must_retreat_is_eliminated() -> None:
    here = field((US, "3304"), (SP, "3305"), (GE, "3305"))
    found = effect(here, "3305", "DR", ["us-16"])
    assert (found.eliminated, found.retreating, found.destroyed) == (("ge-sp",), ("ge-914",), False)
    assert found.retreat


def test_units_beside_a_strongpoint_that_holds_still_retreat() -> None:
    here = field((US, "approach-3203"), (SP, "3203"), (GE, "3203"))
    found = effect(here, "3203", "DR", ["us-16"], wave="second-wave")
    assert (found.eliminated, found.retreating, found.destroyed) == ((), ("ge-914",), False)


# --- Omaha and Pointe du Hoc (11.4) -----------------------------------------------------------------------


def omaha(*more: tuple[Unit, str], **facts: Any) -> Position:
    return field((US, "approach-3203"), (SP, "3203"), *more, augmented__3203=True, **facts)


def test_omaha_takes_dr_star_as_an_exchange_for_two_steps() -> None:
    found = effect(omaha(), "3203", "DR*", ["us-16"], wave="first-wave")
    assert (found.code, found.attacker_losses, found.eliminated) == ("EX", 2, ("ge-sp",))
    assert next(section for section, _ in found.notes) == "11.4.1"
    assert effect(omaha(), "3203", "EX", ["us-16"], wave="first-wave").attacker_losses == 2


def test_bl1_still_kills_the_omaha_strongpoint() -> None:
    found = effect(omaha(), "3203", "BL1", ["us-16"], wave="second-wave")
    assert (found.attacker_losses, found.destroyed) == (1, True)


def test_dr_star_from_an_open_beach_is_an_exchange_too() -> None:
    landed = unit("us-18")
    here = omaha((landed, "3303"))
    assert effect(here, "3203", "DR*", ["us-18"], wave="second-wave").code == "EX"
    assert effect(here, "3203", "DR", ["us-18"], wave="second-wave").destroyed


def test_the_omaha_effects_cease_after_the_wave_rounds() -> None:
    landed = unit("us-18")
    here = omaha((landed, "3303"))
    found = effect(here, "3203", "DR*", ["us-18"])
    assert (found.code, found.attacker_losses, found.destroyed) == ("DR*", 0, True)
    assert effect(here, "3203", "EX", ["us-18"]).attacker_losses == 1


@pytest.mark.parametrize(
    ("option", "code", "losses", "retreating"), [("A", "EX", 2, ()), ("B", "DR*", 2, ("ge-bn",))]
)
def test_a_stack_on_omaha(option: str, code: str, losses: int, retreating: tuple[str, ...]) -> None:
    here = omaha((GE1, "3203"))
    here.options = {"omaha-stack": option}
    found = effect(here, "3203", "DR*", ["us-16"], wave="second-wave")
    assert (found.code, found.retreating) == (code, retreating)
    assert found.attacker_losses == losses
    assert "ge-sp" in found.eliminated


def hoc(kind: str) -> Position:
    """The Rangers before Pointe du Hoc."""
    ground = board(BLOCK)
    spaces = [*ground.spaces.values(), Space("approach-pointe-du-hoc", "Pointe du Hoc", "approach")]
    edges = [*ground.edges.values(), Edge("3003", "approach-pointe-du-hoc", "landing")]
    rangers = unit("us-rng-2", "special-forces", size="battalion")
    return position(
        Board(spaces, edges),
        (rangers, "approach-pointe-du-hoc"),
        (SP, "3003"),
        facts={("round-kind", ""): kind},
    )


@pytest.mark.parametrize("code", ["EX", "BL1"])
def test_the_rangers_at_pointe_du_hoc(code: str) -> None:
    first = effect(hoc("first-wave"), "3003", code, ["us-rng-2"])
    assert (first.code, first.attacker_losses, first.destroyed) == ("DE", 0, True)
    second = effect(hoc("second-wave"), "3003", code, ["us-rng-2"])
    assert (second.code, second.attacker_losses) == (code, 1)
    assert effect(hoc("first-wave"), "3003", "DR", ["us-rng-2"]).code == NOTHING
    assert effect(hoc("first-wave"), "3003", "AL1", ["us-rng-2"]).attacker_losses == 1


# --- Open Beaches (11.9) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "falls", "losses"),
    [
        ("AL2", False, 2),
        ("AL1", False, 1),
        ("BL1", True, 1),
        ("EX", True, 1),
        ("DR", False, 0),
        ("DR*", True, 0),
        ("DE", True, 0),
    ],
)
def test_an_open_beach_alone(code: str, falls: bool, losses: int) -> None:
    here = field((GE, "3304"), beach__3303="open")
    found = effect(here, "3303", code, ["ge-914"])
    assert (found.beach_falls, found.destroyed, found.attacker_losses) == (falls, falls, losses)
    assert not found.retreat


@pytest.mark.parametrize("code", ["BL1", "EX", "DR", "DR*", "DE"])
def test_an_open_beach_with_units_falls_to_de_only(code: str) -> None:
    here = field((GE, "3304"), (US, "3303"), beach__3303="open")
    found = effect(here, "3303", code, ["ge-914"])
    assert found.beach_falls is (code == "DE")
    assert found.destroyed is (code in {"EX", "DE"})
    assert found.retreat is (code in {"DR", "DR*"})


def test_a_closed_beach_does_not_fall_again() -> None:
    here = field((GE, "3304"), (US, "3303"), beach__3303="closed")
    assert not effect(here, "3303", "DE", ["ge-914"]).beach_falls


def test_the_reading_is_noted() -> None:
    here = field((US, "3304"), (GE, "3305"), terrain={"3305": "city"})
    inquiry = Inquiry(here)
    effect(inquiry, "3305", "DR", ["us-16"])
    assert [s.rule for s in inquiry.steps] == ["11.8"]
