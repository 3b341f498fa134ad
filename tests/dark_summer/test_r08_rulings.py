"""Sections 8.1 to 8.3 told step by step."""

from __future__ import annotations

from adjudicator.dark_summer.r08_rulings import (
    explain_entry,
    explain_hexes,
    explain_replacements,
    explain_withdrawals,
)
from adjudicator.dice import Distribution
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit

LAND = board([*hexes(30, 36, 3, 8), "4003", "6010", "6011", "4704"], letters={"6010": "E", "6011": "E"})
ROUND: dict[Key, Fact] = {
    ("round-kind", ""): "move",
    ("round-group", ""): "german",
    ("round-part", ""): "entry",
    ("side", ""): "german",
    ("turn", ""): 2,
    ("round", ""): 3,
    ("beach", "3303"): "open",
}
US: dict[Key, Fact] = {**ROUND, ("round-group", ""): "us", ("side", ""): "allied"}
EARLY, NOW = unit("ge-1", arrival=1, entry=("E",)), unit("ge-2", arrival=2, entry=("E",))
STUCK = unit("ge-3", arrival=1, entry=("W",))
SECOND = unit("us-2-9", division="2", marks=("wave-3",))
RANGER = unit("us-rng-2", "special-forces", size="battalion", steps=1)


def asked(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Inquiry:
    return Inquiry(position(LAND, *placed, facts=ROUND if facts is None else facts))


def texts(inquiry: Inquiry) -> str:
    return "\n".join(s.text for s in inquiry.steps)


def test_entry_names_formations_order_and_numbers() -> None:
    inquiry = asked((EARLY, "turn-track"), (NOW, "turn-track"), (STUCK, "turn-track"))
    assert explain_entry(inquiry, "german") == Distribution({1: 1, 2: 1, 3: 4})
    found = texts(inquiry)
    assert "ge-1 awaits entry since Turn 1" in found
    assert "ge-2 awaits entry this turn" in found
    assert "chosen first: ge-1" in found
    assert "disregarded: ge-3" in found
    assert [s.value for s in inquiry.steps if s.value is not None] == [3, 1]


def test_entry_with_a_handicap() -> None:
    inquiry = asked((NOW, "turn-track"), facts={**ROUND, ("weather", ""): "sun"})
    assert explain_entry(inquiry, "german") == Distribution({1: 6})
    assert "two is subtracted" in texts(inquiry)


def test_entry_without_reinforcements_and_with_late_units() -> None:
    assert not len(explain_entry(asked(), "german"))
    inquiry = asked((SECOND, "third-wave-omaha"), facts=US)
    assert not len(explain_entry(inquiry, "us"))
    assert "without being selected by a roll: us-2-9" in texts(inquiry)


def test_entry_in_the_third_wave_round() -> None:
    facts: dict[Key, Fact] = {**US, ("turn", ""): 1}
    inquiry = asked((SECOND, "third-wave-omaha"), (unit("us-a", arrival=1), "turn-track"), facts=facts)
    assert not len(explain_entry(inquiry, "us"))
    assert "the 3rd Wave lands without a roll: us-2-9" in texts(inquiry)
    empty = asked(facts=facts)
    explain_entry(empty, "us")
    assert len(empty.steps) == 1


def test_hexes_of_a_reinforcement_and_what_closes_the_others() -> None:
    inquiry = asked((NOW, "turn-track"), facts={**ROUND, ("exit-marker", "6010"): "us"})
    assert explain_hexes(inquiry, "ge-2") == ("6011",)
    assert "an Exit marker is in 6010" in texts(inquiry)
    none = asked((STUCK, "turn-track"))
    assert explain_hexes(none, "ge-3") == ()
    assert "finds no hex" in texts(none)
    allied = asked((unit("us-a", arrival=1), "turn-track"), facts=US)
    assert explain_hexes(allied, "us-a") == ("3303",)
    assert "3203 is no Open Beach" in texts(allied)


def test_hexes_of_the_third_wave() -> None:
    facts: dict[Key, Fact] = {**US, ("turn", ""): 1}
    inquiry = asked((SECOND, "third-wave-omaha"), facts=facts)
    assert explain_hexes(inquiry, "us-2-9") == ("3303",)
    assert "3203 is no Open Beach" in texts(inquiry)
    gliders = unit("br-6", "glider", division="6 AB")
    inquiry = asked((gliders, "airfield-british"), (unit("ge-1"), "4704"), facts=facts)
    assert explain_hexes(inquiry, "br-6") == ()
    assert "4704 is occupied by German units" in texts(inquiry)


def test_replacements_left_and_what_they_rebuild() -> None:
    facts: dict[Key, Fact] = {**US, ("phase", ""): "replacement-allied", ("turn", ""): 3}
    inquiry = asked((unit("us-1"), "3304 reduced"), facts=facts)
    assert [(p.uid, t) for p, t in explain_replacements(inquiry, "allied")] == [("us-1", "infantry")]
    assert "US Infantry Replacements on Showers" in texts(inquiry)
    nothing = asked(facts=facts)
    assert explain_replacements(nothing, "german") == ()
    assert "no reduced unit" in texts(nothing)


def test_withdrawals() -> None:
    inquiry = asked((RANGER, "3305"), facts=US)
    assert [p.uid for p in explain_withdrawals(inquiry, "us")] == ["us-rng-2"]
    assert "3305 - 3304 - 3303" in texts(inquiry)
    late = asked((RANGER, "3305"), facts={**US, ("turn", ""): 6, ("weather", ""): "storm"})
    assert explain_withdrawals(late, "us") == ()
    assert len(late.steps) == 3


def test_positions_that_leave_the_round_out() -> None:
    from adjudicator.dark_summer.r08_placement import PlaceReinforcement
    from adjudicator.dark_summer.r08_third_wave import LandThirdWave
    from adjudicator.dark_summer.r08_withdrawals import WithdrawUnit
    from adjudicator.dark_summer.r09_first_wave import AssaultBeach
    from adjudicator.game import check

    silent = ("round-kind", "round-group", "round-part", "side", "entries-left", "round")

    def sketch(*placed: tuple[Unit, str], turn: int) -> Position:
        here = position(LAND, *placed, facts={("turn", ""): turn, ("beach", "3303"): "open"})
        here.unknown = frozenset(silent)
        return here

    assert check(sketch((NOW, "turn-track"), turn=2), PlaceReinforcement("ge-2", "6010")).ok
    assert check(sketch((RANGER, "3305"), turn=2), WithdrawUnit("us-rng-2")).ok
    assert check(sketch((SECOND, "third-wave-omaha"), turn=1), LandThirdWave("us-2-9", "3303")).ok
    wave, strong = unit("us-1-16", marks=("wave-1",)), unit("ge-sp", "strongpoint", steps=1)
    landing = sketch((wave, "approach-3203"), (strong, "3203"), turn=1)
    ruling = check(landing, AssaultBeach("3203"))
    assert ruling.ok
    assert ruling.assumptions
