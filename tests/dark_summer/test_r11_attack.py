"""Sections 11.0, 11.1, 11.3, 11.5, 9.3.4, 9.4.3 and 15.0: who may attack what, and the course of a Combat."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import game
from adjudicator.dark_summer.r09_first_wave import AssaultBeach
from adjudicator.dark_summer.r11_advance import Advance
from adjudicator.dark_summer.r11_attack import (
    Attack,
    attack_factor,
    can_attack,
    combinations,
    possible_attackers,
)
from adjudicator.dark_summer.r11_losses import TakeStepLosses
from adjudicator.dark_summer.r11_resolve import Combat, begin, start
from adjudicator.dark_summer.r11_result import ChooseResult
from adjudicator.dark_summer.r11_retreat import Retreat
from adjudicator.dark_summer.r11_support_choice import CommitSupport
from adjudicator.errors import RollNeeded
from adjudicator.position import Position
from counters.catalog import Unit
from tests.dark_summer.build import unit
from tests.dark_summer.fighting import battle, ground, notes
from tests.playing import decision, options, play, reasons, rules

US, US2 = unit("us-1", factor=12), unit("us-2", factor=5)
BR = unit("br-1", factor=6)
GERMAN = unit("ge-914")
KG, KG2 = unit("ge-kg", "mechanized", factor=9), unit("ge-kg2", "mechanized", factor=4)
TIGER = unit("ge-tiger", "armor", size="battalion", marks=("tiger",))
FLAK = unit("ge-flak", "flak", factor=0, df=4, reduced_df=2)
STRONGPOINT = unit("ge-sp", "strongpoint", steps=1, factor=2)


def attack(target: str, *units: str) -> Attack:
    return Attack(target, units)


# --- who and what (11.0, 11.1) --------------------------------------------------------------------------


def test_adjacent_units_of_the_round_attack() -> None:
    state = battle("combat", "us", (US, "3305"), (GERMAN, "3306"))
    assert rules(state, attack("3306", "us-1")) == set()
    after = play(state, attack("3306", "us-1"))
    assert after.flag("attacked", "us-1")
    assert after.flag("hex-attacked", "3306")


@pytest.mark.parametrize(
    ("kind", "group", "section"),
    [("combat", "british", "9.3"), ("combat", "german", "11.0"), ("move", "us", "11.0")],
)
def test_only_in_its_own_round_and_part(kind: str, group: str, section: str) -> None:
    part = "combat" if kind == "combat" else "movement"
    state = battle(kind, group, (US, "3305"), (GERMAN, "3306"), round_part=part)
    assert section in rules(state, attack("3306", "us-1"))


@pytest.mark.parametrize("kind", ["combat", "combined"])
def test_combat_and_combined_rounds(kind: str) -> None:
    state = battle(kind, "us", (US, "3305"), (GERMAN, "3306"))
    assert options(state, Attack) == [attack("3306", "us-1")]


@pytest.mark.parametrize(
    ("target", "units", "word"),
    [
        ("3308", ["us-1"], "not adjacent"),
        ("3307", ["us-1"], "no enemy is in"),
        ("9999", ["us-1"], "no hex of the map"),
        ("3306", [], "names attacking units"),
        ("3306", ["us-1", "us-1"], "each once"),
        ("3306", ["us-9"], "names attacking units"),
    ],
)
def test_what_is_no_attack(target: str, units: list[str], word: str) -> None:
    state = battle("combat", "us", (US, "3305"), (GERMAN, "3306"), (unit("ge-1"), "3308"))
    assert word in reasons(state, attack(target, *units))


def test_no_attack_over_an_impassable_hexside() -> None:
    sea = ground(sides={"3305/3306": "sea"})
    state = battle("combat", "us", (US, "3305"), (GERMAN, "3306"), on=sea)
    assert rules(state, attack("3306", "us-1")) == {"11.1"}
    river = ground(sides={"3305/3306": "major-river"})
    over = battle("combat", "us", (unit("us-1", "armor"), "3305"), (GERMAN, "3306"), on=river)
    assert rules(over, attack("3306", "us-1")) == set()


def test_units_and_hexes_once_a_round() -> None:
    state = battle("combat", "us", (US, "3305"), (US2, "3305"), (GERMAN, "3306"), (unit("ge-1"), "3406"))
    tired = play(state, attack("3306", "us-2"), 1)
    assert "has attacked this Round already" in reasons(tired, attack("3406", "us-2"))
    assert "has been attacked this Round already" in reasons(tired, attack("3306", "us-1"))
    assert rules(tired, attack("3406", "us-1")) == set()


def test_allied_attackers_are_in_supply_germans_need_not() -> None:
    state = battle("combat", "us", (US, "3305"), (GERMAN, "3306"), beach__3303="closed")
    assert rules(state, attack("3306", "us-1")) == {"11.0"}
    german = battle("combat", "german", (US, "3305"), (GERMAN, "3306"), on=ground(letters={"3513": ""}))
    assert rules(german, attack("3305", "ge-914")) == set()


def test_a_factor_of_0_does_not_attack_alone() -> None:
    state = battle("combat", "german", (FLAK, "3306"), (KG, "3306"), (US, "3305"))
    assert attack_factor(state.pieces["ge-flak"]) == 0
    assert rules(state, attack("3305", "ge-flak")) == {"2.2.1"}
    assert rules(state, attack("3305", "ge-flak", "ge-kg")) == set()
    spent = battle("combat", "german", (unit("ge-1", factor=1), "3306 reduced"), (US, "3305"))
    assert rules(spent, attack("3305", "ge-1")) == {"2.2.1"}


def test_flak_may_be_the_only_attacker_of_its_hex() -> None:
    state = battle("combat", "german", (FLAK, "3406"), (KG, "3306"), (US, "3305"))
    assert rules(state, attack("3305", "ge-flak", "ge-kg")) == set()


def test_strongpoints_may_attack() -> None:
    state = battle("combat", "german", (STRONGPOINT, "3306"), (US, "3305"))
    assert rules(state, attack("3305", "ge-sp")) == set()


@pytest.mark.parametrize(("letter", "legal"), [("C", False), ("W", False), ("S", False), ("E", True)])
def test_germans_leave_c_w_and_s_hexes_alone(letter: str, legal: bool) -> None:
    on = ground(letters={"3305": letter})
    state = battle("combat", "german", (KG, "3306"), (US, "3305"), on=on)
    assert rules(state, attack("3305", "ge-kg")) == (set() if legal else {"11.1"})
    us = battle("combat", "us", (KG, "3305"), (US, "3304"), on=on)
    assert rules(us, attack("3305", "us-1")) == set()


@pytest.mark.parametrize(
    ("piece", "frm", "target", "legal"),
    [
        (BR, "3606", "3506", True),
        (BR, "3506", "3406", False),
        (US, "3506", "3606", True),
        (US, "3606", "3706", False),
    ],
)
def test_the_operational_boundary(piece: Unit, frm: str, target: str, legal: bool) -> None:
    group = "british" if piece is BR else "us"
    state = battle("combat", group, (piece, frm), (GERMAN, target))
    assert rules(state, attack(target, piece.id)) == (set() if legal else {"15.0"})
    lifted = battle("combat", group, (piece, frm), (GERMAN, target), boundary_lifted=True)
    assert rules(lifted, attack(target, piece.id)) == (set() if legal or group == "us" else {"15.0"})


def test_an_open_beach_may_be_attacked_by_itself() -> None:
    state = battle("combat", "german", (GERMAN, "3304"))
    assert rules(state, attack("3303", "ge-914")) == set()
    closed = battle("combat", "german", (GERMAN, "3304"), beach__3303="closed")
    assert "no enemy is in" in reasons(closed, attack("3303", "ge-914"))


# --- Reaction Rounds (9.3.4) ----------------------------------------------------------------------------


def reacting(*placed: tuple[Unit, str], **more: Any) -> Position:
    active = {f"active__{u.id}": True for u, _ in placed if u.side == "german"}
    return battle("reaction", "german", *placed, (US, "3305"), **{**active, **more})


@pytest.mark.parametrize(
    ("piece", "legal"),
    [
        (KG, True),
        (TIGER, True),
        (GERMAN, False),
        (STRONGPOINT, False),
        (unit("ge-pz", "armor", size="battalion"), False),
        (unit("ge-sturm", "mechanized", size="battalion"), False),
    ],
)
def test_only_kampfgruppen_and_tigers_attack_in_a_reaction(piece: Unit, legal: bool) -> None:
    state = reacting((piece, "3306"))
    assert rules(state, attack("3305", piece.id)) == (set() if legal else {"9.3.4"})


def test_only_active_units_and_only_once() -> None:
    state = reacting((KG, "3306"), (KG2, "3306"), **{"active__ge-kg2": False})
    assert rules(state, attack("3305", "ge-kg", "ge-kg2")) == {"9.3.4"}
    other = reacting((KG, "3306"), (KG2, "3406"), (unit("us-9", size="battalion"), "3307"))
    assert rules(other, attack("3305", "ge-kg2")) == set()
    after = play(other, attack("3305", "ge-kg2"), 1)
    assert after.flag("reaction-attacked")
    assert rules(after, attack("3307", "ge-kg")) == {"9.3.4"}
    assert not options(after, Attack)


def test_no_mandatory_attacks_in_a_reaction() -> None:
    state = reacting((KG, "3306"), (KG2, "3406"))
    assert rules(state, attack("3305", "ge-kg", "ge-kg2")) == set()
    other = reacting((KG, "3306"), (KG2, "3406"), (US2, "3307"))
    assert rules(other, attack("3305", "ge-kg", "ge-kg2")) == {"9.3.4"}
    assert rules(other, attack("3305", "ge-kg")) == set()


# --- the 2nd Wave Round (9.4.3) -------------------------------------------------------------------------


def waves(count: int, **more: Any) -> tuple[Position, list[str]]:
    placed = [(unit(f"us-{n}", factor=2, marks=("wave-2",)), "3303") for n in range(count)]
    state = battle("second-wave", "allied", *placed, (GERMAN, "3304"), (unit("ge-1"), "3404"), **more)
    return state, [u.id for u, _ in placed]


def test_four_units_attack_out_of_an_over_stacked_hex() -> None:
    state, units = waves(6)
    assert rules(state, attack("3304", *units[:4])) == set()
    assert rules(state, attack("3304", *units[:5])) == {"9.4.3"}
    after = play(state, attack("3304", *units[:3]), 1)
    after = settle(after)
    assert after.number("attacked-out", "3303") == 3
    assert rules(after, attack("3404", *units[3:5])) == {"9.4.3"}


def settle(state: Position) -> Position:
    """Take the losses in the first way that is offered."""
    while state.decision is not None:
        state = play(state, next(iter(game.legal(state))))
    return state


def test_battalions_count_among_the_four_by_the_first_reading() -> None:
    rangers = unit("us-r", "special-forces", size="battalion", marks=("wave-1",))
    placed = [(unit(f"us-{n}", marks=("wave-2",)), "3303") for n in range(5)]
    units = [*[u.id for u, _ in placed][:4], "us-r"]
    for letter, expected in (("A", {"9.4.3"}), ("B", set())):
        state = battle(
            "second-wave",
            "allied",
            *placed,
            (rangers, "3303"),
            (GERMAN, "3304"),
            options={"four-attackers": letter},
        )
        assert rules(state, attack("3304", *units)) == expected


def test_airborne_units_do_not_attack_in_the_wave_rounds() -> None:
    drop = unit("us-501", "paratrooper")
    state = battle("second-wave", "allied", (drop, "3305"), (GERMAN, "3306"))
    assert rules(state, attack("3306", "us-501")) == {"9.4.3"}


def test_units_offshore_attack_their_beach_hex_only() -> None:
    lander = unit("us-1", marks=("wave-1",))
    state = battle(
        "second-wave", "allied", (lander, "approach-3203"), (STRONGPOINT, "3203"), (GERMAN, "3204")
    )
    assert rules(state, attack("3203", "us-1")) == set()
    assert "11.1" in rules(state, attack("3204", "us-1"))


def test_the_first_wave_has_an_action_of_its_own() -> None:
    lander = unit("us-1", marks=("wave-1",))
    state = battle("first-wave", "allied", (lander, "approach-3203"), (STRONGPOINT, "3203"))
    assert rules(state, attack("3203", "us-1")) == {"9.4.1"}


# --- hidden units (11.5) --------------------------------------------------------------------------------


HIDDEN_SP = unit("ge-sp-hidden-1", "strongpoint", factor=None, steps=1, marks=("hidden",))
HIDDEN_OST = unit("ge-ost-hidden-1", "garrison", factor=None, steps=1, marks=("hidden", "ost"))
SP2 = unit("ge-sp-2", "strongpoint", factor=2, steps=1)
OST0 = unit("ge-ost-0", "garrison", factor=0, steps=1, marks=("ost",))


def test_a_hidden_strongpoint_is_revealed_when_attacked() -> None:
    state = battle("combat", "us", (US, "3305"), (HIDDEN_SP, "3306"), (SP2, "turn-track"))
    after = play(state, attack("3306", "us-1"), 1)
    assert after.pieces["ge-sp-2"].space == "3306"
    assert decision(after) == "roll"
    gone = play(after, 6)
    assert gone.pieces["ge-sp-2"].space == "eliminated"


def test_a_hidden_attacker_attacks_as_what_it_is() -> None:
    state = battle("combat", "german", (US, "3305"), (HIDDEN_SP, "3306"), (SP2, "turn-track"))
    after = play(state, attack("3305", "ge-sp-hidden-1"), 1)
    assert after.flag("attacked", "ge-sp-2")
    assert after.pieces["ge-sp-2"].space == "eliminated"  # 2 to 12 is AL2 without a roll


def test_the_ost_battalion_of_0_is_removed_and_the_attacker_may_advance() -> None:
    state = battle("combat", "us", (US, "3305"), (HIDDEN_OST, "3306"), (OST0, "turn-track"), (KG, "3510"))
    after = play(state, attack("3306", "us-1"), 1)
    assert after.pieces["ge-ost-0"].space == "eliminated"
    assert decision(after) == "advance"


def test_an_attack_of_that_battalion_comes_to_nothing() -> None:
    state = battle("combat", "german", (US, "3305"), (HIDDEN_OST, "3306"), (OST0, "turn-track"))
    after = play(state, attack("3305", "ge-ost-hidden-1"), 1)
    assert not after.pending
    assert after.flag("hex-attacked", "3305")


# --- Support and the die (11.3.2 to 11.3.5) -------------------------------------------------------------


def test_attacker_then_defender_commit_support() -> None:
    state = battle("combat", "us", (US, "3305"), (GERMAN, "3306"), turn=3, weather="rain")
    first = play(state, attack("3306", "us-1"))
    assert first.decision is not None
    assert (first.decision.kind, first.decision.player) == ("support", "allied")
    assert rules(first, CommitSupport(("nebelwerfer",))) == {"12.0"}
    assert "no Support marker" in reasons(first, CommitSupport(("bazooka",)))
    second = play(first, CommitSupport(("td-1",)))
    assert second.number("support-turn", "td-1") == 1
    assert second.decision is not None
    assert (second.decision.kind, second.decision.player) == ("support", "german")
    third = play(second, CommitSupport(("nebelwerfer",)))
    assert third.decision is not None
    assert third.decision.data["combat"]["column"] == "2-1"  # 12 + 2 against 3 + 3


def test_odds_below_1_3_are_al2_without_a_roll() -> None:
    weak = unit("us-1", factor=2)
    state = battle("combat", "us", (weak, "3305"), (unit("ge-914", factor=8), "3306"))
    after = play(state, attack("3306", "us-1"))
    assert after.pieces["us-1"].space == "eliminated"
    assert not after.pending


@pytest.mark.parametrize("die", range(1, 7))
def test_every_result_is_played_to_its_end(die: int) -> None:
    state = battle("combat", "us", (US, "3305"), (US2, "3305"), (GERMAN, "3306"))
    after = settle(play(state, attack("3306", "us-1"), die))
    assert not after.pending
    assert len(after.pieces) == 3


def test_the_defender_loses_first_then_the_attacker() -> None:
    state = battle("combat", "us", (US, "3305"), (US2, "3305"), (GERMAN, "3306"), (KG, "3306"))
    draft = state.draft()
    begin(draft, Combat("3306", ("us-1", "us-2"), stage="defender", defender_losses=1, attacker_losses=1))
    first = draft.finish()
    assert first.decision is not None
    assert first.decision.player == "german"
    second = play(first, TakeStepLosses((("ge-kg", 1),)))
    assert second.decision is not None
    assert second.decision.player == "allied"
    assert not play(second, TakeStepLosses((("us-2", 1),))).pending


@pytest.mark.parametrize(("code", "left"), [("EX", "eliminated"), ("BL1", "3305")])
def test_kampfgruppen_and_tigers_may_take_an_exchange_as_bl1(code: str, left: str) -> None:
    state = battle("combat", "german", (US2, "3305"), (KG, "3306"), (TIGER, "3306"))
    draft = state.draft()
    begin(draft, Combat("3305", ("ge-kg", "ge-tiger"), stage="result", code="EX"))
    asked = draft.finish()
    assert decision(asked) == "exchange"
    assert rules(asked, ChooseResult("DR")) == {"11.3.5"}
    assert len(options(asked, ChooseResult)) == 2
    after = play(asked, ChooseResult(code))
    assert after.pieces["us-2"].space == left
    assert after.pieces["us-2"].status == ("reduced" if code == "BL1" else "full")


def test_other_attackers_have_no_such_choice() -> None:
    state = battle("combat", "german", (US2, "3305"), (KG, "3306"), (GERMAN, "3306"))
    draft = state.draft()
    begin(draft, Combat("3305", ("ge-kg", "ge-914"), stage="result", code="EX"))
    assert decision(draft.finish()) != "exchange"


def test_units_that_retreated_are_attacked_again_in_their_new_hex() -> None:
    state = battle("combat", "us", (US, "3305"), (US2, "3407"), (GERMAN, "3306"), (unit("ge-1"), "3308"))
    draft = state.draft()
    start(draft, "3306", ("us-1",))
    draft.settle()
    begin(draft, Combat("3306", ("us-1",), stage="retreat", retreat=True))
    beaten = draft.finish()
    path = next(a.path for a in options(beaten, Retreat) if isinstance(a, Retreat))
    after = play(beaten, Retreat("ge-914", path))
    assert after.flag("retreated", "ge-914")


# --- the list of attacks --------------------------------------------------------------------------------


def test_units_that_are_alike_are_listed_once() -> None:
    placed = [(unit(f"us-{n}"), "3305") for n in range(1, 4)]
    state = battle("combat", "us", *placed, (GERMAN, "3306"))
    assert sorted(len(a.units) for a in options(state, Attack) if isinstance(a, Attack)) == [1, 2, 3]
    found = list(combinations(state, possible_attackers(state, "3306")))
    assert len(found) == len(set(found)) == 3


def test_hexes_are_listed_in_turn() -> None:
    state = battle("combat", "us", (US, "3305"), (US2, "3305"), (GERMAN, "3306"), (KG, "3406"))
    found = [a.target for a in options(state, Attack) if isinstance(a, Attack)]
    assert found[:2] == ["3306", "3406"]
    assert can_attack(state, "us-1", "3406")


def test_the_steps_name_the_sections() -> None:
    state = battle("combat", "us", (US, "3305"), (GERMAN, "3306"))
    said = notes(state, attack("3306", "us-1"))
    assert "11.1 ge-914 in 3306 defend together" in said
    assert "11.2 a single stack attacks" in said


# --- what else the course of a Combat meets -------------------------------------------------------------


def test_a_counter_that_lies_face_down_is_turned_over_without_a_roll() -> None:
    face_down: dict[str, Any] = {"hidden__ge-sp": True}
    state = battle("combat", "us", (US, "3305"), (STRONGPOINT, "3306"), **face_down)
    after = play(state, attack("3306", "us-1"))
    assert not after.flag("hidden", "ge-sp")
    assert after.decision is not None
    assert after.decision.data["what"] == "combat"


def test_the_dice_are_asked_for_by_name() -> None:
    state = battle("combat", "us", (US, "3305"), (HIDDEN_SP, "3306"), (SP2, "turn-track"))
    hidden = play(state, attack("3306", "us-1"))
    with pytest.raises(RollNeeded, match="revealing"):
        game.need_roll(hidden)
    with pytest.raises(RollNeeded, match="Combat in 3306 at 6-1"):
        game.need_roll(play(hidden, 1))


def test_units_of_both_sides_do_not_attack_together() -> None:
    state = battle("combat", "us", (US, "3305"), (GERMAN, "3306"), (KG, "3307"))
    assert "both sides" in reasons(state, attack("3306", "us-1", "ge-kg"))


def test_a_landing_is_played_from_the_assault_to_the_open_beach() -> None:
    lander = unit("us-16", factor=9, marks=("wave-1",))
    placed = [(lander, "approach-3203"), (STRONGPOINT, "3203"), (KG, "3510")]
    state = battle("first-wave", "allied", *placed)
    after = play(state, AssaultBeach("3203"), 6)
    assert decision(after) == "advance"
    ashore = play(after, Advance(("us-16",), (("us-16", "3204"),)))
    assert ashore.text("beach", "3203") == "open"
    assert ashore.pieces["us-16"].space == "3204"


def test_a_landing_that_fails_stays_offshore() -> None:
    lander = unit("us-16", factor=3, marks=("wave-1",))
    state = battle("first-wave", "allied", (lander, "approach-3203"), (STRONGPOINT, "3203"), (KG, "3510"))
    after = play(state, AssaultBeach("3203"), 1)
    assert after.pieces["us-16"].space in {"approach-3203", "eliminated"}
    assert after.text("beach", "3203") == ""
