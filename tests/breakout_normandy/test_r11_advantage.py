"""Section 11: the Advantage, its loss by unit losses, the Sunset DRM, and the Sunset DR that it changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r06_daylight import end_impulse
from adjudicator.breakout_normandy.r06_sequence import EndImpulse
from adjudicator.breakout_normandy.r08_impulses import Activate, DoubleImpulse, Pass
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r11_advantage import (
    HANDLERS,
    KeepRoll,
    Reroll,
    ShiftSunset,
    after,
    entitlement,
    may_use,
    shift_advantage,
)
from adjudicator.game import ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.breakout_normandy.build_r3 import Facts, position, unit
from tests.playing import allowed, play, reasons, rules

GERMANS = [unit(f"ge-{i}", "hill") for i in range(9)]
ALLIES = [unit(f"us-{i}", "town") for i in range(6)]
GUNS = [unit("us-a", "utah-beach", type="field-artillery"), unit("ge-m", "marsh")]


def with_losses(
    dead: list[str],
    facts: Facts | None = None,
    *,
    side: str = "allied",
    phase: str = "daylight",
    timing: str = "A",
) -> Position:
    """The position after one action that eliminated some units."""
    options = {"advantage-loss-timing": timing}
    before = position([*GERMANS, *ALLIES], facts, side=side, phase=phase, options=options)
    draft = before.draft()
    for uid in dead:
        terms.remove(draft, uid)
    after(draft, before)
    return draft.finish()


def more_losses(before: Position, dead: list[str]) -> Position:
    draft = before.draft()
    for uid in dead:
        terms.remove(draft, uid)
    after(draft, before)
    return draft.finish()


def germans(count: int) -> list[str]:
    return [f"ge-{i}" for i in range(count)]


def allies(count: int) -> list[str]:
    return [f"us-{i}" for i in range(count)]


# --- losses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("losses", "holder", "spaces"),
    [
        (1, "allied", 0),
        (2, "allied", 1),
        (3, "allied", 2),
        (4, "allied", 3),
        (5, "allied", 3),  # 11.24
        (1, "german", 1),
        (2, "german", 2),
        (3, "german", 3),
        (4, "german", 3),
    ],
)
def test_allied_losses(losses: int, holder: str, spaces: int) -> None:
    found = with_losses(allies(losses), {"advantage": holder}, side="german")
    assert found.text("advantage") == "german"
    offered = found.decision.data["spaces"] if found.decision else 0
    assert offered == spaces
    if found.decision:
        assert (found.decision.player, found.decision.rule) == ("german", "11.21")


@pytest.mark.parametrize(
    ("losses", "holder", "after_it", "spaces"),
    [
        (1, "german", "german", 0),
        (2, "german", "german", 0),
        (3, "german", "allied", 0),
        (4, "german", "allied", 1),
        (6, "german", "allied", 3),
        (8, "german", "allied", 3),
        (2, "allied", "allied", 0),
        (3, "allied", "allied", 1),
        (5, "allied", "allied", 3),
        (7, "allied", "allied", 3),
    ],
)
def test_german_losses(losses: int, holder: str, after_it: str, spaces: int) -> None:
    found = with_losses(germans(losses), {"advantage": holder})
    assert found.text("advantage") == after_it
    assert (found.decision.data["spaces"] if found.decision else 0) == spaces
    if found.decision:
        assert (found.decision.player, found.decision.rule) == ("allied", "11.22")


def test_losses_of_one_impulse_add_up() -> None:
    first = with_losses(["ge-0", "ge-1"], {"advantage": "german"})
    assert first.decision is None
    third = more_losses(first, ["ge-2"])
    assert third.text("advantage") == "allied"
    assert third.decision is None
    fourth = more_losses(third, ["ge-3"])
    assert fourth.decision is not None
    assert fourth.decision.data["spaces"] == 1
    moved = play(fourth, ShiftSunset(1))
    sixth = more_losses(moved, ["ge-4", "ge-5"])
    assert sixth.decision is not None
    assert sixth.decision.data["spaces"] == 2


def test_german_losses_in_a_phase_never_count() -> None:
    """11.22: an impulse, not a phase; Allied losses count in a phase too (11.21)."""
    found = with_losses(germans(4), {"advantage": "german"}, phase="amphibious")
    assert (found.text("advantage"), found.decision) == ("german", None)
    found = with_losses(allies(2), phase="airborne")
    assert found.text("advantage") == "german"
    assert found.decision is not None


def test_at_night_there_is_no_sunset_drm_to_move() -> None:
    found = with_losses(allies(3), phase="refit-german", side="german")
    assert (found.text("advantage"), found.decision) == ("german", None)


def test_advantage_in_use_is_not_lost_twice() -> None:
    """Used in this impulse and then lost by losses: it passes once, at the end."""
    found = with_losses(allies(1), {"advantage-used": True})
    assert found.text("advantage") == "allied"
    draft = found.draft()
    shift_advantage(draft)
    assert draft.text("advantage") == "german"


def test_losses_by_the_enemy_that_is_using_it() -> None:
    """11.6: the victim does not hold it yet, so only the Sunset DRM moves."""
    found = with_losses(allies(2), {"advantage": "german", "advantage-used": True}, side="german")
    assert found.text("advantage") == "german"
    assert found.decision is not None
    assert found.decision.data["spaces"] == 2
    draft = play(found, ShiftSunset(0)).draft()
    shift_advantage(draft)
    assert draft.text("advantage") == "allied"


def test_late_reading_of_the_loss() -> None:
    found = with_losses(allies(2), timing="B")
    assert found.text("advantage") == "allied"
    assert found.decision is not None
    assert found.decision.data["spaces"] == 1
    draft = found.draft()
    shift_advantage(draft)
    assert draft.text("advantage") == "german"


def test_new_holder_may_use_it_at_once_and_loses_it_at_the_end() -> None:
    found = with_losses(allies(1))
    assert may_use(found)
    draft = found.draft()
    draft.set("advantage-used", True)
    shift_advantage(draft)
    assert draft.text("advantage") == "allied"


def test_an_action_without_losses_asks_nothing() -> None:
    first = with_losses(allies(2))
    assert more_losses(play(first, ShiftSunset(0)), []).decision is None


def test_withdrawn_units_are_no_losses() -> None:
    before = position(ALLIES)
    draft = before.draft()
    draft.place("us-0", terms.WITHDRAWN)
    after(draft, before)
    assert draft.text("advantage") == "allied"


# --- the Sunset DRM -------------------------------------------------------------------------------------


def test_shift_is_free_within_what_was_earned() -> None:
    asked = with_losses(allies(3))
    assert allowed(asked, "shift-sunset") == {ShiftSunset(n) for n in range(-2, 3)}
    assert rules(asked, ShiftSunset(3)) == {"11.21"}
    assert "not -4" in reasons(asked, ShiftSunset(-4))
    moved = play(asked, ShiftSunset(-2))
    assert (moved.number("sunset-drm"), moved.number("sunset-shifted")) == (-2, 2)


def test_three_spaces_in_an_impulse_for_both_sides_together() -> None:
    moved = play(with_losses(allies(3)), ShiftSunset(2))
    other = more_losses(moved, germans(5))
    assert other.decision is not None
    assert other.decision.data["spaces"] == 1


def test_two_offers_at_once_stay_within_the_limit() -> None:
    both = with_losses([*allies(3), *germans(5)], {"advantage": "german"})
    first = both.decision
    assert first is not None
    done = play(both, ShiftSunset(first.data["spaces"]))
    assert done.decision is not None
    assert rules(done, ShiftSunset(2)) == {"11.24"}
    assert allowed(done, "shift-sunset") == {ShiftSunset(n) for n in (-1, 0, 1)}


@given(st.sampled_from(["german", "allied"]), st.integers(0, 12), st.booleans())
def test_losing_the_advantage_is_worth_one_space(side: str, losses: int, lost: bool) -> None:
    with_it = entitlement(side, losses, lost_advantage=True)
    without = entitlement(side, losses, lost_advantage=False)
    assert 0 <= with_it <= without <= with_it + 1
    assert entitlement(side, losses + 1, lost_advantage=lost) >= entitlement(
        side, losses, lost_advantage=lost
    )


# --- rerolls --------------------------------------------------------------------------------------------


def fired(facts: Facts | None = None, **options: str) -> Position:
    known = {k.replace("_", "-"): v for k, v in options.items()}
    return play(position(GUNS, facts, options=known), Bombard("us-a", "marsh", "ge-m"), Roll((9, 7)))


@pytest.mark.parametrize("holder", ["allied", "german"])
def test_the_holder_is_asked_whoever_rolled(holder: str) -> None:
    asked = fired({"advantage": holder})
    assert asked.decision is not None
    assert (asked.decision.player, asked.decision.kind) == (holder, "reroll")
    assert asked.pieces["us-a"].status == "fresh"  # before anything else happens
    assert allowed(asked, "reroll") == {Reroll()}
    assert allowed(asked, "keep-roll") == {KeepRoll()}


def test_an_attack_is_rolled_again_as_a_whole() -> None:
    asked = fired()
    assert rules(asked, Reroll(1)) == {"11.6"}
    assert "0, for the whole roll" in reasons(asked, Reroll(2))
    again = play(asked, Reroll())
    assert again.decision is not None
    assert again.decision.data["dice"] == ["DR", "DR"]


def test_once_in_an_impulse_and_never_the_same_roll_twice() -> None:
    again = play(fired(), Reroll(), Roll((2, 12)))
    assert again.decision is None
    assert not may_use(again)


def test_the_advantage_passes_at_the_end_of_the_impulse() -> None:
    again = play(fired(), Reroll(), Roll((9, 12)))
    assert again.text("advantage") == "allied"
    over = play(again, EndImpulse())
    assert over.text("advantage") == "german"
    assert may_use(over)


def test_the_advantage_stays_when_it_is_not_used() -> None:
    assert play(fired(), KeepRoll(), EndImpulse()).text("advantage") == "allied"


def several(values: tuple[int, ...]) -> Position:
    """A landing interdiction of three units, the dice on the table."""
    there = [
        *(unit(f"us-{i}", "utah-beach") for i in range(3)),
        unit("ge-ca", "marsh", type="coastal-artillery"),
    ]
    draft = position(there).draft()
    ask_roll(draft, "landing-interdiction", ["dr"] * 3, units=["us-0", "us-1", "us-2"], beach="utah-beach")
    return play(draft.finish(), Roll(values))


def test_one_of_several_drs_is_rolled_again() -> None:
    asked = several((1, 5, 1))
    assert allowed(asked, "reroll") == {Reroll(1), Reroll(2), Reroll(3)}
    assert rules(asked, Reroll()) == {"11.6"}
    assert rules(asked, Reroll(4)) == {"11.6"}
    one = play(asked, Reroll(3))
    assert one.decision is not None
    assert one.decision.data["dice"] == ["dr"]
    done = play(one, Roll((6,)))
    assert [done.pieces[f"us-{i}"].status for i in range(3)] == ["spent", "fresh", "fresh"]
    assert done.flag("advantage-used")


def test_several_drs_may_stand() -> None:
    done = play(several((1, 5, 1)), KeepRoll())
    assert [done.pieces[f"us-{i}"].status for i in range(3)] == ["spent", "fresh", "spent"]


def test_no_question_no_answer() -> None:
    quiet = position(GUNS)
    assert rules(quiet, Reroll()) == {"11.6"}
    assert rules(quiet, KeepRoll()) == {"11.3"}
    assert rules(quiet, ShiftSunset(0)) == {"11.21"}


def test_rules_are_total_without_a_question() -> None:
    """Asked directly, past the gate of the sequence, a rule refuses and offers nothing."""
    quiet = position(GUNS)
    for handler, action in zip(HANDLERS, (Reroll(), KeepRoll(), ShiftSunset(1)), strict=True):
        inquiry = Inquiry(quiet)
        handler.check(inquiry, action)
        assert bool(inquiry.violations) != isinstance(action, KeepRoll)
        assert list(handler.options(quiet)) == []


# --- which DR is the Sunset DR --------------------------------------------------------------------------


def test_the_first_allied_dr_is_the_sunset_dr() -> None:
    assert play(fired(), KeepRoll()).number("sunset-dr") == 9
    assert play(fired(), Reroll(), Roll((4, 11))).number("sunset-dr") == 4  # 11.5


def test_a_later_dr_is_not() -> None:
    first = play(fired(), KeepRoll()).draft()
    ask_roll(
        first,
        "bombardment",
        ["DR", "DR"],
        by="wtf",
        target="marsh",
        primary="ge-m",
        support=[],
        attacker="allied",
    )
    assert play(first.finish(), Roll((3, 3)), KeepRoll()).number("sunset-dr") == 9


def test_drs_of_a_german_impulse_and_of_a_phase_are_not() -> None:
    guns = [unit("ge-a", "hill", type="field-artillery"), unit("us-1", "town")]
    german = play(position(guns, side="german"), Bombard("ge-a", "town", "us-1"), Roll((8, 5)), KeepRoll())
    assert german.number("sunset-dr") == 0
    naval = position([unit("ge-u", "utah-beach")], phase="naval")
    assert (
        play(naval, Bombard("wtf", "utah-beach", "ge-u"), Roll((8, 5)), KeepRoll()).number("sunset-dr") == 0
    )


def test_single_dice_are_not() -> None:
    assert play(several((1, 5, 1)), KeepRoll()).number("sunset-dr") == 0


def test_cards_are_not_the_sunset_dr() -> None:
    """23.3: dice are used for everything but attacks; negated cards stay out of the deck (23.31)."""
    drawn = play(fired(combat_cards="B"), Reroll(), Roll((4, 11)))
    assert drawn.number("sunset-dr") == 0
    gone = drawn.text("cards-drawn", "allied")
    assert sum(map(int, gone)) == 2
    assert play(drawn, EndImpulse()).decision is not None  # the Sunset DR is rolled with dice


@pytest.mark.parametrize(("reading", "sunset"), [("A", 9), ("B", 0)])
def test_double_impulse_has_one_sunset_dr(reading: str, sunset: int) -> None:
    """Nothing was rolled in the first half: which DR counts is open."""
    there = [*GUNS, unit("us-1", "utah-beach")]
    options = {"double-impulse-sunset": reading}
    begun = play(position(there, options=options), Activate("utah-beach"), DoubleImpulse("utah-beach"))
    draft = begun.draft()
    draft.clear("impulse-type")
    ask_roll(
        draft,
        "bombardment",
        ["DR", "DR"],
        by="us-a",
        target="marsh",
        primary="ge-m",
        support=[],
        attacker="allied",
    )
    assert play(draft.finish(), Roll((9, 12))).number("sunset-dr") == sunset


def test_a_forced_sunset_dr_counts_anew() -> None:
    passed = play(position(GUNS, {"impulse": 5}), Pass(), Roll((4,)))
    assert passed.decision is not None
    assert passed.decision.kind == "reroll"
    ended = play(passed, KeepRoll())
    assert ended.text("phase") == "refit-german"
    saved = play(passed, Reroll(), Roll((6,)))
    assert (saved.text("phase"), saved.number("impulse"), saved.text("advantage")) == (
        "daylight",
        6,
        "german",
    )


def test_end_impulse_function_asks_for_the_missing_dr() -> None:
    draft = position(GUNS).draft()
    end_impulse(draft)
    assert draft.decision is not None
    assert draft.decision.data["what"] == "sunset"
