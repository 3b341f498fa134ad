"""Section 5.0: alternating impulses, passes and what they cost, and the phases that follow by themselves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.actions import Roll
from adjudicator.dice import die_range
from adjudicator.game import apply, legal
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy import (
    cards,
    r03_set_up,
    r05_flow,
    r05_pass,
    r08_stacking,
    r13_control,
    terms,
)
from adjudicator.storm_over_normandy.r05_pass import ContinueTurn, Pass
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r14_release_roll import ReleaseRoll
from tests.playing import decision, options, play, reasons, rules
from tests.storm_over_normandy.build import board, held, position, unit
from tests.storm_over_normandy.fighting import notes
from tests.storm_over_normandy.playing import copy, hands, place_of

AREAS = ("here 1", "there 1", "cabourg 1", "utah 1 star")
LINKS = ("here/there", "here/utah", "there/cabourg")


def state(*words: str, options: dict[str, str] | None = None, **said: Any) -> Position:
    """Turn 3: an American unit here, a German one there, both able to move; cards in hands."""
    facts = {("turn", ""): 3, ("phase", ""): "impulses", **hands(*words), **held("here", "utah")}
    facts |= {(item.replace("_", "-"), ""): value for item, value in said.items()}
    placed = [(unit("us-1"), "here"), (unit("ge-1"), "there")]
    return position(board(AREAS, LINKS), *placed, facts=facts, options=options)


# --- alternating ------------------------------------------------------------------------------------------


def test_impulses_alternate() -> None:
    after = play(state("artillery", "bocage"), Move(("us-1",), ("utah",)))
    assert after.text("side") == "german"
    assert play(after, Move(("ge-1",), ("cabourg",))).text("side") == "german"  # the Allies can do nothing


def test_only_the_side_with_the_impulse_acts() -> None:
    assert rules(state(), Move(("ge-1",), ("cabourg",))) >= {"7.0"}
    assert reasons(state(), ContinueTurn(copy("bocage"))) != ""


def test_a_side_of_which_nothing_is_said_is_assumed() -> None:
    sketch = state()
    silent = Position(
        sketch.game,
        sketch.board,
        sketch.schema,
        sketch.pieces,
        {k: v for k, v in sketch.facts.items() if k[0] != "side"},
        unknown=["side", "passed"],
    )
    inquiry = Inquiry(silent)
    assert r05_pass.begin_impulse_action(inquiry, "german")
    said = inquiry.ruling("x", "x").assumptions
    assert any("the side asked about has the impulse" in text for text in said)


# --- passing ----------------------------------------------------------------------------------------------


def test_after_an_allied_pass_the_german_pays_a_card() -> None:
    after = play(state("artillery", "bocage", "bocage"), Pass())
    assert (after.text("side"), after.text("passed")) == ("german", "allied")
    assert reasons(after, Move(("ge-1",), ("cabourg",))) == (
        "the Allied player has passed: the German player discards a card first, or passes (5.0)"
    )
    assert len(options(after, ContinueTurn)) == 3
    paid = play(after, ContinueTurn(copy("bocage")))
    assert place_of(paid, "bocage") == "discard"
    assert (paid.text("side"), paid.flag("continued")) == ("german", True)
    assert "no discard is due" in reasons(paid, ContinueTurn(copy("bocage", 2)))
    moved = play(paid, Move(("ge-1",), ("cabourg",)))
    assert (moved.text("side"), moved.text("passed"), moved.flag("continued")) == ("allied", "", False)


def test_the_allied_player_may_pass_again_and_it_costs_again() -> None:
    after = play(state("bocage", "bocage", "artillery"), Pass(), ContinueTurn(copy("bocage")))
    after = play(after, Move(("ge-1",), ("cabourg",)))
    again = play(after, Pass())
    assert (again.text("passed"), bool(options(again, ContinueTurn))) == ("allied", True)


def test_a_discard_needs_a_card_of_the_own_hand() -> None:
    after = play(state("bocage", "shock-assault"), Pass())
    assert "is not in the German hand" in reasons(after, ContinueTurn(copy("bocage", 2)))
    assert "not of the German one" in reasons(after, ContinueTurn(copy("shock-assault")))
    assert "no card" in reasons(after, ContinueTurn("german-nothing-1"))


def test_a_german_without_cards_passes_too_and_the_turn_ends() -> None:
    after = play(state("shock-assault"), Pass())
    assert after.text("phase") == "discard-allied"


def test_two_passes_end_the_impulses() -> None:
    after = play(state("bocage", "shock-assault"), Pass())
    assert "the impulses end" in notes(after, Pass())
    assert play(after, Pass()).text("phase") == "discard-allied"


def test_a_german_pass_costs_the_allied_player_nothing() -> None:
    start = state("bocage", "shock-assault", side="german")
    assert "without discarding" in notes(start, Pass())
    after = play(start, Pass())
    assert (after.text("side"), after.text("passed")) == ("allied", "german")
    assert play(after, Move(("us-1",), ("utah",))).text("passed") == ""
    assert play(after, Pass()).text("phase") == "discard-allied"


def test_by_another_reading_the_german_may_buy_after_both_have_passed() -> None:
    start = state("bocage", "shock-assault", side="german", options={"allied-answers-pass": "B"})
    after = play(start, Pass(), Pass())
    assert (after.text("phase"), after.text("side")) == ("impulses", "german")
    assert options(after, ContinueTurn)
    assert play(after, Pass()).text("phase") == "discard-allied"


def test_a_bought_impulse_may_still_be_passed() -> None:
    after = play(state("bocage"), Pass(), ContinueTurn(copy("bocage")), Pass())
    assert after.text("phase") != "impulses"


# --- automatic passes -------------------------------------------------------------------------------------


def test_a_side_without_cards_and_able_units_passes_by_itself() -> None:
    after = play(state("bocage", "bocage"), Move(("us-1",), ("utah",)), Move(("ge-1",), ("cabourg",)))
    assert (after.text("side"), after.text("passed")) == ("german", "allied")
    ruling = r05_pass.impulse_ruling(after)
    assert ruling.answer["discard"]
    assert not ruling.answer["automatic"]


@pytest.mark.parametrize(("letter", "must"), [("A", True), ("B", False)])
def test_whether_an_automatic_pass_costs_a_card(letter: str, must: bool) -> None:
    start = state("bocage", "bocage", options={"automatic-pass-cost": letter})
    after = play(start, Move(("us-1",), ("utah",)), Move(("ge-1",), ("cabourg",)))
    assert r05_pass.must_discard(after) is must
    chosen = play(state("bocage", options={"automatic-pass-cost": letter}), Pass())
    assert r05_pass.must_discard(chosen)


def test_a_card_in_hand_keeps_a_side_in_play() -> None:
    after = play(state("bocage", "shock-assault"), Move(("us-1",), ("utah",)))
    assert play(after, Move(("ge-1",), ("cabourg",))).text("side") == "allied"


def test_nobody_passes_by_himself_where_nothing_is_said_of_cards() -> None:
    after = play(state(), Move(("us-1",), ("utah",)), Move(("ge-1",), ("cabourg",)))
    assert (after.text("phase"), after.text("side")) == ("impulses", "allied")
    assert r05_pass.impulse_ruling(after).answer["automatic"]
    assert "compulsory" in notes(after, Pass())


def test_who_can_act() -> None:
    on = board(["here 1", "there 1", "lone 1", "utah 1 star"], ["here/there"])
    placed = [
        (unit("us-1"), "here"),
        (unit("ge-1", mf=1), "there"),
        (unit("ge-2"), "here"),
        (unit("us-2"), "lone"),
        (unit("us-3"), "there spent"),
        (unit("us-4"), "landing-utah"),
        (unit("us-5", mf=1), "landing-utah"),
        (unit("us-6"), "turn-track"),
        (unit("ge-711-731"), "there"),
    ]
    found = position(on, *placed, facts=held("here"))
    able = {p.uid for p in found.pieces.values() if r05_pass.can_act(found, p)}
    assert able == {"us-1", "ge-1", "ge-2", "us-4"}
    assert not r05_pass.is_idle(found, "german")


@pytest.mark.parametrize(("letter", "idle"), [("A", True), ("B", False)])
def test_an_open_release_roll_and_the_automatic_pass(letter: str, idle: bool) -> None:
    on = board(["cabourg 1", "troarn 1"], ["cabourg/troarn"])
    found = position(on, (unit("ge-711-731"), "cabourg"), options={"release-keeps-turn": letter})
    assert r05_pass.is_idle(found, "german") is idle
    draft = found.draft()
    draft.set("release", "rolled")
    assert r05_pass.is_idle(draft.finish(), "german")


# --- phases -----------------------------------------------------------------------------------------------


def test_a_release_roll_is_an_impulse() -> None:
    on = board(["cabourg 1", "troarn 1"], ["cabourg/troarn"])
    start = position(on, (unit("ge-711-731"), "cabourg"), facts={("side", ""): "german", ("turn", ""): 3})
    after = play(start, ReleaseRoll(), (5,))
    assert (after.text("side"), after.text("release")) == ("allied", "rolled")


def test_the_first_impulse_is_allied_or_by_a_card_german() -> None:
    start = state("seize-the-hour", phase="draw", first_impulse="allied")
    draft = start.draft()
    r05_flow.enter_phase(draft, "impulses")
    assert [d.kind for d in draft.pending][:1] == ["first-impulse"]
    draft.pending = draft.pending[:1]
    draft.set("first-impulse", "german")
    r05_pass.STEPS["first-impulse"](draft, draft.settle())
    assert draft.text("side") == "german"


def test_no_impulse_is_noted_outside_the_impulses() -> None:
    draft = state(phase="beaches").draft()
    r05_flow.used_impulse(draft)
    assert draft.pending == ()


def test_an_impulse_is_noted_once_below_what_is_pending() -> None:
    draft = state().draft()
    draft.ask("allied", "support", "9.3.3")
    r05_flow.used_impulse(draft)
    r05_flow.used_impulse(draft)
    assert [d.kind for d in draft.pending] == ["impulse-end", "support"]


def test_what_holds_for_an_impulse_is_forgotten() -> None:
    draft = state().draft()
    draft.set("continued", True)
    draft.set("support", 3)
    draft.forget("impulse")
    assert (draft.flag("continued"), draft.number("support")) == (False, 3)


# --- whole games ------------------------------------------------------------------------------------------


def _faults(now: Position) -> list[str]:
    """What may never be, when nothing is pending."""
    found = [a.id for a in terms.areas(now) if r13_control.holder(now, a.id) != terms.controller(now, a.id)]
    for space in terms.areas(now):
        for side in ("german", "allied"):
            if terms.stacked(now, space.id, side) > terms.STACK_LIMIT:
                found.append(f"{space.id} holds {terms.stacked(now, space.id, side)}")
            assert r08_stacking.room(now, space.id, side) >= 0
    strays = [p.uid for p in now.pieces.values() if p.printed.type == "strongpoint" and p.space != "cup"]
    where = {now.pieces[u].space for u in strays} - set(terms.beaches(now)) - {"eliminated"}
    many = cards.hand_size(now, "allied") > 7 or cards.hand_size(now, "german") > 6
    return [*found, *sorted(where), *(["a hand is too large"] if many else [])]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_comes_to_its_end_and_keeps_its_limits(seed: int) -> None:
    rng = random.Random(seed)
    now = r03_set_up.set_up() if seed % 2 else r03_set_up.free_set_up()
    for _ in range(1500):
        if now.text("phase") == "over":
            break
        top = now.decision
        if top is not None and top.player == "dice":
            now = apply(now, Roll(tuple(rng.choice(die_range(d) or [1]) for d in top.data["dice"])))
            continue
        action = legal(now).sample(rng, tries=12)
        assert action is not None, (now.text("phase"), decision(now))
        now = apply(now, action)
        if now.decision is None and now.text("phase") not in {"set-up", "airborne"}:
            assert not _faults(now)
    assert (now.text("phase"), now.number("turn")) == ("over", 8)
