"""Sections 9.4.1 and 11.4 as far as they belong to the course of the 1st Wave Round."""

from __future__ import annotations

import pytest

from adjudicator import game
from adjudicator.actions import Roll
from adjudicator.dark_summer.r09_first_wave import (
    AssaultBeach,
    approach_of,
    assailants,
    beach_of,
    landings,
    round_faults,
)
from adjudicator.dark_summer.r09_rounds import EndRound
from adjudicator.dark_summer.r11_advance import Advance
from adjudicator.errors import IllegalAction
from adjudicator.game import apply, check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit
from tests.playing import play

COAST = board([*hexes(29, 36, 3, 6), "2403", "2404"], terrain={"3003": "clear"})
FIRST: dict[Key, Fact] = {
    ("round-kind", ""): "first-wave",
    ("round-group", ""): "allied",
    ("round-part", ""): "combat",
    ("side", ""): "allied",
    ("round", ""): 1,
    ("turn", ""): 1,
}
R16 = unit("us-1-16", division="1", factor=5, marks=("wave-1",))
R116 = unit("us-29-116", division="29", factor=4, marks=("wave-1",))
RANGER = unit("us-rng-2", "special-forces", size="battalion", steps=1, factor=2, marks=("wave-1",))
SP = [unit(f"ge-sp-{n}", "strongpoint", steps=1, factor=f) for n, f in enumerate((1, 1, 4))]


def at(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    return position(COAST, *placed, facts=FIRST if facts is None else facts)


def omaha(*more: tuple[Unit, str], sp: Unit = SP[0]) -> Position:
    return at((R16, "approach-3303"), (sp, "3303"), *more)


def why(here: Position, beach: str) -> list[str]:
    return [v.rule for v in check(here, AssaultBeach(beach)).violations]


def test_approaches_lead_to_their_hexes() -> None:
    here = omaha((RANGER, "approach-pointe-du-hoc"))
    assert (beach_of(here, "approach-3303"), approach_of(here, "3303")) == ("3303", "approach-3303")
    assert beach_of(here, "approach-pointe-du-hoc") == "3003"
    assert beach_of(here, "3303") == approach_of(here, "3304") == approach_of(here, "9999") == ""
    assert landings(here) == ("3003", "3303")


def test_a_landing_wins_opens_the_beach_and_goes_on_ignoring_zoc() -> None:
    inland = unit("ge-914")
    here = omaha((inland, "3305"))
    fought = play(here, AssaultBeach("3303"), Roll((6,)))
    assert fought.decision is not None
    assert fought.decision.kind == "advance"
    assert fought.pieces["ge-sp-0"].space == "eliminated"
    done = apply(fought, Advance(("us-1-16",), (("us-1-16", "3304"),)))
    assert done.pieces["us-1-16"].space == "3304"
    assert done.text("beach", "3303") == "open"
    assert (done.text("control", "3303"), done.text("control", "3304")) == ("allied", "allied")


def test_the_units_must_advance_into_the_beach_hex() -> None:
    fought = play(omaha(), AssaultBeach("3303"), Roll((6,)))
    with pytest.raises(IllegalAction, match="must advance"):
        apply(fought, Advance())


@pytest.mark.parametrize("die", [3, 4])
def test_pointe_du_hoc_falls_to_printed_bl1_and_ex_and_receives_no_marker(die: int) -> None:
    here = at((RANGER, "approach-pointe-du-hoc"), (SP[1], "3003"))
    done = play(here, AssaultBeach("3003"), Roll((die,)), Advance(("us-rng-2",)))
    assert done.pieces["us-rng-2"].space == "3003"
    assert done.text("beach", "3003") == ""


def test_losers_stay_in_their_approach_hex() -> None:
    done = play(omaha(sp=SP[2]), AssaultBeach("3303"), Roll((2,)))
    assert done.decision is None
    assert (done.pieces["us-1-16"].space, done.pieces["ge-sp-2"].space) == ("approach-3303", "3303")
    assert done.pieces["us-1-16"].status == "reduced"
    assert done.text("beach", "3303") == ""


def test_each_hex_is_attacked_once_by_all_of_its_force() -> None:
    tanks = unit("us-741", "armor", marks=("wave-1",))
    here = omaha((tanks, "approach-3303"))
    assert {p.uid for p in assailants(here, "3303")} == {"us-1-16", "us-741"}
    done = play(here, AssaultBeach("3303"), Roll((1,)))
    assert done.decision is None or done.decision.kind == "step-losses"
    assert done.flag("attacked", "us-741")
    once = play(omaha(sp=SP[2]), AssaultBeach("3303"), Roll((2,)))
    assert why(once, "3303") == ["11.1"]


def test_no_landing_force_no_assault() -> None:
    here = omaha()
    assert why(here, "3304") == ["9.4.1"]
    assert why(here, "9999") == ["9.4.1"]
    assert why(here, "2403") == ["9.4.1"]


def test_only_in_the_wave_rounds() -> None:
    here = omaha().draft()
    here.set("round-kind", "combat")
    assert "9.4.1" in why(here.finish(), "3303")
    assert not list(game.legal(here.finish()).of("assault-beach"))
    here.set("round-kind", "")
    assert "9.4.1" in why(here.finish(), "3303")
    here.set("round-kind", "second-wave")
    assert why(here.finish(), "3303") == ["9.4.3"]


def test_other_combats_are_barred() -> None:
    from adjudicator.dark_summer.r11_attack import Attack

    paras = unit("us-101-501", "paratrooper", division="101")
    here = omaha((paras, "3304"))
    rules = [v.rule for v in check(here, Attack("3303", ("us-101-501",))).violations]
    assert "9.4.1" in rules


def test_the_round_lasts_until_every_force_has_attacked() -> None:
    here = omaha((R116, "approach-3203"), (SP[2], "3203"))
    inquiry = Inquiry(here)
    round_faults(inquiry)
    assert [v.spaces for v in inquiry.violations] == [("3203",), ("3303",)]
    assert not check(here, EndRound()).ok
    half = play(here, AssaultBeach("3203"), Roll((2,)))
    left = [a.beach for a in game.legal(half).of("assault-beach")]  # type: ignore[attr-defined]
    assert left == ["3303"]
    done = play(half, AssaultBeach("3303"), Roll((6,)), Advance(("us-1-16",)))
    round_faults(inquiry := Inquiry(done))
    assert not inquiry.violations


def test_nothing_is_owed_in_other_rounds() -> None:
    round_faults(
        inquiry := Inquiry(
            at((R16, "approach-3303"), (SP[0], "3303"), facts={**FIRST, ("round-kind", ""): "combat"})
        )
    )
    assert not inquiry.violations
