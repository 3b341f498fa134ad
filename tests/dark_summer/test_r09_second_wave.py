"""Section 9.4.3, with 5.1 and 5.2 as far as the 2nd Wave Round uses them."""

from __future__ import annotations

import pytest

from adjudicator import game
from adjudicator.actions import Roll
from adjudicator.dark_summer import r08_entry, r09_second_wave
from adjudicator.dark_summer.r09_first_wave import AssaultBeach, round_faults
from adjudicator.dark_summer.r09_flow import begin_round
from adjudicator.dark_summer.r09_rounds import EndRound
from adjudicator.dark_summer.r11_advance import Advance
from adjudicator.dark_summer.r11_attack import Attack
from adjudicator.game import apply, check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit
from tests.playing import play

COAST = board([*hexes(29, 36, 2, 6), "2403", "2404", "4003", "4004"])
SECOND: dict[Key, Fact] = {
    ("round-kind", ""): "second-wave",
    ("round-group", ""): "allied",
    ("round-part", ""): "combat",
    ("side", ""): "allied",
    ("round", ""): 3,
    ("turn", ""): 1,
    ("beach", "3303"): "open",
    ("control", "3303"): "allied",
}
R16 = unit("us-1-16", division="1", factor=5, marks=("wave-1",))
R116 = unit("us-29-116", division="29", factor=4, marks=("wave-1",))
WAVE_2 = [unit(f"us-1-{n}", division="1", factor=5, marks=("wave-2",)) for n in (18, 26)]
R115 = unit("us-29-115", division="29", factor=4, marks=("wave-2",))
RANGER = unit("us-rng-2", "special-forces", size="battalion", steps=1, factor=2, marks=("wave-1",))
SP = unit("ge-sp-0", "strongpoint", steps=1, factor=1)


def at(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None, **options: str) -> Position:
    here = position(COAST, *placed, facts=SECOND if facts is None else facts)
    here.options = {k.replace("_", "-"): v for k, v in options.items()}
    return here


def without_support(here: Position) -> Position:
    """Settle the choice of Support with none, where it is asked."""
    while here.decision is not None and "support" in here.decision.kind:
        here = apply(here, next(a for a in game.legal(here) if not getattr(a, "markers", ("x",))))
    return here


# --- placement ----------------------------------------------------------------------------------------------


def test_the_second_wave_lands_where_its_beach_is_open_and_joins_the_first_elsewhere() -> None:
    placed = [*[(u, "second-wave-3303") for u in WAVE_2], (R115, "second-wave-3203"), (R116, "approach-3203")]
    draft = at(*placed, (SP, "3203")).draft()
    begin_round(draft, "second-wave", "allied")
    assert [p.uid for p in draft.units_in("3303")] == ["us-1-18", "us-1-26"]
    assert [p.uid for p in draft.units_in("approach-3203")] == ["us-29-115", "us-29-116"]
    assert draft.text("round-part") == "combat"
    assert not r09_second_wave.second_wave(draft)


def test_it_ignores_the_stacking_limit_and_takes_control() -> None:
    crowd = [(unit(f"us-x{n}"), "3303") for n in range(3)]
    here = at(
        *crowd, *[(u, "second-wave-3303") for u in WAVE_2], facts={**SECOND, ("control", "3303"): "german"}
    )
    draft = here.draft()
    r09_second_wave.land(draft)
    assert len(draft.units_in("3303")) == 5
    assert draft.decision is None
    assert draft.text("control", "3303") == "allied"


# --- attacks ------------------------------------------------------------------------------------------------


def test_landed_units_and_units_offshore_attack_a_beach_together() -> None:
    here = at((R116, "approach-3203"), (WAVE_2[0], "3303"), (SP, "3203"))
    attack = Attack("3203", ("us-1-18", "us-29-116"))
    assert check(here, attack).ok
    rolled = apply(without_support(apply(here, attack)), Roll((6,)))
    done = apply(rolled, Advance(("us-29-116",)))
    assert done.text("beach", "3203") == "open"
    assert done.pieces["us-29-116"].space == "3203"


def test_the_landing_action_is_for_undefended_beaches_only() -> None:
    here = at((R116, "approach-3203"), (SP, "3203"))
    assert [v.rule for v in check(here, AssaultBeach("3203")).violations] == ["9.4.3"]
    assert not list(game.legal(here).of("assault-beach"))


def test_an_empty_beach_hex_is_taken_without_a_combat() -> None:
    here = at((R115, "approach-3203"))
    assert [a.beach for a in game.legal(here).of("assault-beach")] == ["3203"]  # type: ignore[attr-defined]
    done = play(here, AssaultBeach("3203"), Advance(("us-29-115",), (("us-29-115", "3204"),)))
    assert (done.pieces["us-29-115"].space, done.text("beach", "3203")) == ("3204", "open")
    other = at((R115, "approach-3203"), undefended_beach="B")
    assert [v.rule for v in check(other, AssaultBeach("3203")).violations] == ["9.4.3"]


def test_airborne_units_do_not_attack() -> None:
    paras = unit("us-101-501", "paratrooper", division="101")
    here = at((paras, "3304"), (unit("ge-914"), "3305"))
    assert not check(here, Attack("3305", ("us-101-501",))).ok


@pytest.mark.parametrize(("reading", "owed"), [("A", 0), ("B", 1)])
def test_attacks_are_voluntary_unless_the_reading_says_otherwise(reading: str, owed: int) -> None:
    inquiry = Inquiry(at((R116, "approach-3203"), (SP, "3203"), second_wave_attack=reading))
    round_faults(inquiry)
    assert len(inquiry.violations) == owed


def test_armor_does_not_advance_a_second_hex_over_a_major_river_without_a_bridge() -> None:
    """ds-ex-20."""
    land = board(hexes(29, 36, 2, 6), sides={"3304/3305": "major-river"})
    tanks, foot = unit("us-741", "armor", factor=8, marks=("wave-2",)), WAVE_2[0]
    here = position(land, (tanks, "3303"), (foot, "3303"), (unit("ge-914", factor=1), "3304"), facts=SECOND)
    won = without_support(apply(here, Attack("3304", ("us-1-18", "us-741"))))
    won = apply(won, Roll((6,)))
    further = Advance(("us-1-18", "us-741"), (("us-741", "3305"),))
    assert "11.3.8" in [v.rule for v in check(won, further).violations]
    assert check(won, Advance(("us-1-18", "us-741"), (("us-1-18", "3305"),))).ok


# --- what the Round leaves behind ---------------------------------------------------------------------------


def test_closed_beaches_survivors_and_omaha() -> None:
    facts: dict[Key, Fact] = {**SECOND, ("augmented", "3203"): True}
    here = at((R116, "approach-3203 reduced"), (RANGER, "approach-pointe-du-hoc"), (SP, "3203"), facts=facts)
    draft = here.draft()
    r09_second_wave.close(draft)
    assert [draft.text("beach", h) for h in ("3203", "3303", "2403", "4003")] == [
        "closed",
        "open",
        "closed",
        "closed",
    ]
    assert not draft.flag("augmented", "3203")
    for uid in ("us-29-116", "us-rng-2"):
        piece = draft.pieces[uid]
        assert (piece.space, r08_entry.schedule(draft, piece)) == ("turn-track", 2)
        assert not r08_entry.is_automatic(draft, piece)
    assert draft.pieces["us-29-116"].status == "reduced"


def test_survivors_are_reinforcements_of_turn_2_with_a_normal_roll() -> None:
    facts: dict[Key, Fact] = {
        **SECOND, ("turn", ""): 2, ("round-kind", ""): "move", ("round-group", ""): "us",
        ("round-part", ""): "entry", ("available-from", "us-29-116"): 2,
    }  # fmt: skip
    draft = at((R116, "turn-track"), facts=facts).draft()
    r08_entry.open_entry(draft)
    assert draft.decision is not None
    assert draft.decision.data["what"] == "formation-entry"


def test_the_stacking_limit_is_enforced_at_the_end() -> None:
    crowd = [(unit(f"us-x{n}", marks=("wave-2",)), "3303") for n in range(5)]
    done = apply(at(*crowd), EndRound())
    assert done.decision is not None
    assert (done.decision.kind, done.decision.player) == ("remove-excess", "german")
    assert done.text("beach", "2403") == "closed"
