"""Sections 9.2, 9.4 and 9.4.5: the order of Rounds, from the Waves to the last chit; parts; sudden death."""

from __future__ import annotations

import random

import pytest

from adjudicator.actions import Action, Roll
from adjudicator.asking.between import explain
from adjudicator.dark_summer import r09_parts
from adjudicator.dark_summer.r09_chits import KINDS, PlayInitiative, PrepareCup, load_chits
from adjudicator.dark_summer.r09_reaction import DeclineReaction, PlayReaction
from adjudicator.dark_summer.r09_rounds import BeginRound, EndPart, EndRound
from adjudicator.dark_summer.r10_movement import Move
from adjudicator.game import apply, legal, load
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from maps.filing import OURS

from . import build

BOARD = build.board(build.hexes(30, 36, 0, 8), letters={"3300": "E"})


def position(**facts: Fact) -> Position:
    """One regiment of each side, the German In Supply at an E hex."""
    known: dict[Key, Fact] = {(name.replace("_", "-"), ""): fact for name, fact in facts.items()}
    return build.position(BOARD, (build.unit("ge-916"), "3301"), (build.unit("us-16"), "3506"), facts=known)


def kind(given: Position) -> tuple[str, str]:
    """Kind and group of the Round in play."""
    return given.text("round-kind"), given.text("round-group")


def what(given: Position) -> str:
    """What is pending."""
    top = given.decision
    return "" if top is None else str(top.data.get("what", top.kind))


def test_the_first_four_rounds_of_turn_1() -> None:
    given = apply(position(turn=1), PrepareCup(2, 1))
    assert (kind(given), given.number("round")) == (("first-wave", "allied"), 1)
    given = apply(given, EndRound())
    assert (given.text("round-over"), given.text("side"), what(given)) == ("allied", "german", "")
    given = apply(given, PlayReaction(stack="3301"))
    assert (kind(given), r09_parts.is_first_reaction(given)) == (("reaction", "german"), True)
    given = apply(given, EndRound())
    assert (kind(given), given.number("round")) == (("second-wave", "allied"), 3)
    given = apply(given, EndRound())
    given = apply(given, PlayReaction(stack="3301"))
    assert given.number("round") == 4
    given = apply(given, EndRound())
    assert (what(given), given.number("reaction-chits")) == ("draw-chit", 2)
    top = given.decision
    assert top is not None
    assert top.data["dice"] == ["d9"]


def test_wave_reactions_may_be_let_pass() -> None:
    given = apply(apply(position(turn=1), PrepareCup(1, 2)), EndRound())
    given = apply(given, DeclineReaction())
    assert (kind(given), given.number("round")) == (("second-wave", "allied"), 3)
    given = apply(apply(given, EndRound()), DeclineReaction())
    assert (what(given), given.number("round")) == ("draw-chit", 4)


def after_initiative(**facts: Fact) -> Position:
    """Turn 2, the Initiative chit played for a US Combat Round that is over."""
    given = position(turn=2, **facts).draft()
    for chit in ("german", "us", "british-move"):
        given.set("cup", 1, chit)
    begun = apply(apply(given.finish(), PlayInitiative("us")), BeginRound("combat", "combat"))
    return apply(begun, EndRound())


def test_a_reaction_window_opens_after_the_initiative_round() -> None:
    given = after_initiative(reaction_chits=1)
    assert (what(given), given.text("side"), given.text("round-over")) == ("", "german", "us")
    assert r09_parts.may_react(given)


def test_without_reaction_chits_the_next_chit_is_drawn_at_once() -> None:
    given = after_initiative()
    assert (what(given), given.text("round-over")) == ("draw-chit", "")


def test_no_window_after_a_german_round() -> None:
    given = apply(after_initiative(reaction_chits=1), DeclineReaction())
    given = apply(given, Roll((1,)))
    begun = apply(given, BeginRound("move", "move"))
    assert kind(begun) == ("move", "german")
    while begun.text("round-part") == "entry":
        begun = apply(begun, EndPart())
    given = apply(begun, EndRound())
    assert (what(given), given.number("reaction-chits")) == ("draw-chit", 1)


def test_a_window_opens_after_the_last_allied_chit_and_leftover_chits_are_lost() -> None:
    given = position(
        turn=2, round=5, reaction_chits=2, round_kind="combat", round_group="british", round_part="combat"
    )
    given = apply(given, EndRound())
    assert (what(given), given.text("side"), given.text("phase")) == ("", "german", "action")
    given = apply(given, DeclineReaction())
    assert (given.text("phase"), what(given)) == ("weather", "weather")
    assert (given.number("turn"), given.number("reaction-chits"), given.number("round")) == (3, 0, 0)


def test_the_phase_ends_with_the_reaction_after_the_last_chit() -> None:
    given = position(turn=2, round=5, reaction_chits=1, round_over="us", side="german")
    given = apply(apply(given, PlayReaction(stack="3301")), EndRound())
    assert given.text("phase") == "weather"


# --- parts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "asked", "expected"),
    [
        ({"round_kind": "move", "round_group": "us", "round_part": "movement"}, {"group": "us"}, []),
        ({"round_kind": "move", "round_group": "us", "round_part": "entry"}, {"group": "us"}, ["10.1"]),
        (
            {"round_kind": "move", "round_group": "us", "round_part": "movement"},
            {"group": "british"},
            ["9.3"],
        ),
        ({"round_kind": "move", "round_group": "us", "round_part": "movement"}, {"side": "german"}, ["10.1"]),
        (
            {"round_kind": "first-wave", "round_group": "allied", "round_part": "movement"},
            {"group": "us"},
            [],
        ),
        ({}, {"group": "us"}, ["10.1"]),
        (
            {"round_kind": "move", "round_group": "us", "round_part": "entry"},
            {"group": "german"},
            ["10.1", "10.1"],
        ),
    ],
)
def test_require_part(facts: dict[str, Fact], asked: dict[str, str], expected: list[str]) -> None:
    inquiry = Inquiry(position(**facts))
    assert r09_parts.require_part(inquiry, "10.1", "movement", **asked) is not bool(expected)
    assert [v.rule for v in inquiry.violations] == expected


def test_a_silent_position_allows_any_part() -> None:
    given = position()
    silent = Position(
        given.game, given.board, given.schema, given.pieces, {},
        unknown={"round-kind", "round-part", "round-group", "side"},
    )  # fmt: skip
    assert r09_parts.require_part(Inquiry(silent), "11.0", "combat", group="german")


# --- sudden death ----------------------------------------------------------------------------------------


def avranches(controller: str) -> Position:
    """The end of a US Round after Brittany was entered."""
    board = build.board([*build.hexes(26, 28, 25, 27), "5400"])
    facts: dict[Key, Fact] = {
        ("turn", ""): 5, ("round", ""): 2, ("round-kind", ""): "combat", ("round-group", ""): "us",
        ("round-part", ""): "combat", ("brittany-turn", ""): 5, ("control", "2726"): controller,
    }  # fmt: skip
    return build.position(board, (build.unit("ge-916"), "5400"), facts=facts)


def test_avranches_in_german_hands_at_the_end_of_a_round() -> None:
    given = apply(avranches("german"), EndRound())
    assert (given.text("phase"), given.text("winner"), given.decision) == ("over", "german", None)
    assert given.text("won-by")
    assert not list(legal(given))


def test_avranches_in_allied_hands() -> None:
    assert apply(avranches("allied"), EndRound()).text("winner") == ""


# --- random play -----------------------------------------------------------------------------------------


def step(given: Position, rng: random.Random) -> Position:
    """One random legal action; most Rounds are ended at once."""
    choices = legal(given)
    action: Action | None = None
    if given.decision is None and rng.random() < 0.9:
        ends = [a for kind in ("end-round", "end-part") for a in choices.of(kind)]
        action = ends[0] if ends else None
    action = action or choices.sample(rng)
    assert action is not None, (given.text("phase"), given.text("round-kind"), given.decision)
    return apply(given, action)


@pytest.mark.parametrize("seed", [1])
def test_random_play_goes_through_a_whole_turn_within_the_limits(seed: int) -> None:
    rng, given = random.Random(seed), load("dark-summer").scenario("campaign")
    while given.number("turn") < 2 and given.text("phase") != "over":
        before, given = given, step(given, rng)
        if before.text("phase") == "action" != given.text("phase") and given.text("phase") != "over":
            german, us = (
                (before.number("moves-played", g), before.number("combats-played", g))
                for g in ("german", "us")
            )
            assert german in {(2, 1), (1, 2)}
            assert max(us) <= 2
            assert sum(us) == load_chits(OURS)[before.text("weather")].us
            assert not any(given.number("cup", kind) for kind in KINDS)


# --- what happened between two positions ------------------------------------------------------------------


def moving() -> Position:
    """A German Move Round at its Movement."""
    facts: dict[str, Fact] = {"round_kind": "move", "round_group": "german", "round_part": "movement"}
    return position(turn=2, round=3, side="german", reaction_chits=1, **facts)


def test_a_legal_history_is_found() -> None:
    before = moving()
    after = apply(apply(before, Move("ge-916", ("3302",))), EndRound())
    ruling = explain(before, after)
    assert ruling.ok
    assert [step.rule for step in ruling.steps] == ["10.1", "9.2"]


def test_what_no_legal_action_explains_is_named_with_its_section() -> None:
    before = moving()
    draft = before.draft()
    draft.place("ge-916", "3606")
    nearest = explain(before, draft.finish()).violations  # against the move that comes nearest
    assert {v.rule for v in nearest} == {"10.1"}
    assert "3606 costs 2 MP, and 0 MP of 6 MP are left" in [v.text for v in nearest]
    draft = before.draft()
    draft.set("weather", "sun")
    assert [v.rule for v in explain(before, draft.finish()).violations] == ["7.1"]
    draft = before.draft()
    draft.set_status("ge-916", "reduced")
    assert [v.rule for v in explain(before, draft.finish()).violations] == ["9.0"]
