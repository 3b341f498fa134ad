"""Players of test games: actions announced one after another, and games played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adjudicator.actions import Action, Roll, kind_of
from adjudicator.game import apply, check, legal, load
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position

__all__ = [
    "QUICK",
    "STARTS",
    "allowed",
    "barred",
    "carried_out",
    "choices",
    "choose",
    "decision",
    "done",
    "hurry",
    "look",
    "offered",
    "options",
    "play",
    "reasons",
    "refused",
    "rules",
    "wander",
]

# --- actions in turn ----------------------------------------------------------------------------------------


def play(position: Position, *actions: Action | int | tuple[int, ...]) -> Position:
    """The position after legal actions and all that follows by itself; a number, or several, are a roll."""
    for action in actions:
        if isinstance(action, int):
            position = apply(position, Roll((action,)))
        else:
            position = apply(position, Roll(action) if isinstance(action, tuple) else action)
    return position


def refused(position: Position, action: Action) -> list[str]:
    """Sections that forbid an action now, sorted."""
    return sorted(v.rule for v in check(position, action).violations)


def rules(position: Position, action: Action) -> set[str]:
    """Sections that forbid an action; also checks that `legal` agrees."""
    ruling = check(position, action)
    assert (action in legal(position)) == ruling.ok
    return {v.rule for v in ruling.violations}


def reasons(position: Position, action: Action) -> str:
    """Reasons against an action, in one string."""
    return "; ".join(check(position, action).reasons)


def options(position: Position, kind: type[Action]) -> list[Any]:
    """Legal actions of a class."""
    return [a for a in legal(position) if isinstance(a, kind)]


def allowed(position: Position, kind: str) -> set[Action]:
    """Legal actions of a kind, in any order."""
    return set(legal(position).of(kind))


def choices(position: Position, kind: str) -> list[Action]:
    """Legal actions of a kind, in the order in which they are listed."""
    return list(legal(position).of(kind))


def decision(position: Position) -> str:
    """Kind of the pending decision; empty without one."""
    return position.decision.kind if position.decision is not None else ""


# --- the rules of one action, whether or not the sequence of play lets it be taken ------------------------


def look(position: Position, action: Action) -> Inquiry:
    """What the rules of an action make of it."""
    inquiry = Inquiry(position)
    load(position.game).handler(action).check(inquiry, action)
    return inquiry


def barred(position: Position, action: Action) -> list[str]:
    """Sections of those rules that forbid it, sorted."""
    return sorted(v.rule for v in look(position, action).violations)


def offered(position: Position, kind: type[Action]) -> set[Any]:
    """What those rules yield of a kind of action."""
    return set(load(position.game).handlers[kind_of(kind)].options(position))


def carried_out(position: Position, action: Action) -> Draft:
    """The position in the making once an action is carried out that those rules allow."""
    assert not (found := look(position, action).violations), found
    draft = position.draft()
    load(position.game).handler(action).perform(draft, action)
    return draft


def done(position: Position, action: Action) -> Position:
    """The position after it, before what follows by itself."""
    return carried_out(position, action).finish()


# --- random play --------------------------------------------------------------------------------------------

STARTS = (
    ("breakout-normandy", "d-day"),
    ("dark-summer", "campaign"),
    ("storm-over-normandy", "invasion"),
    ("storm-over-normandy", "set-up"),
    ("june-six", "campaign"),
    ("battle-for-normandy", "carentan"),
    ("battle-for-normandy", "campaign"),
)
"""A game and a scenario of it to start from."""
QUICK = [pytest.param(*at, marks=pytest.mark.slow) if at[0].startswith("battle") else at for at in STARTS]
"""The same, the largest game in `make test-all` only."""

_ENDING: Mapping[str, tuple[float, frozenset[str]]] = {
    "breakout-normandy": (0.25, frozenset({"end-phase", "end-impulse", "pass"})),
    "storm-over-normandy": (0.25, frozenset({"pass", "decline", "discard-cards"})),
    "dark-summer": (0.25, frozenset({"end-phase", "end-round", "end-part", "decline-reaction"})),
    "june-six": (
        0.3,
        frozenset({"end-movement", "end-activation", "end-phase", "finish-re", "pass-group"}),
    ),
    "battle-for-normandy": (0.3, frozenset({"end-phase", "end-advance"})),
}
"""How often an action that ends a phase, an impulse or a move is taken when it comes up, and which do."""


def choose(position: Position, rng: random.Random) -> Action:
    """A random legal action; what ends a phase, an impulse or a move comes up less often."""
    found, (often, ending) = legal(position), _ENDING[position.game]
    action = None
    for _ in range(3):
        action = found.sample(rng, tries=24)
        if action is None or kind_of(type(action)) not in ending or rng.random() < often:
            break
    assert action is not None, f"dead end in {position.text('phase')}: {position.decision}"
    return action


def hurry(position: Position, rng: random.Random) -> Action:
    """What ends the phase, the impulse or the move where that can be had, else a random legal action."""
    found, (_, ending) = legal(position), _ENDING[position.game]
    ends = (a for kind in sorted(ending & set(found.kinds)) for a in found.of(kind))
    return next(ends, None) or choose(position, rng)


def wander(start: Position, seed: int, steps: int) -> Iterator[tuple[Position, Action]]:
    """Positions of random games and the actions taken in them, from the start anew when a game ends."""
    rng, position = random.Random(seed), start
    for _ in range(steps):
        if position.text("phase") == "over":
            counted = (
                "winner" not in position.schema.items
            )  # Storm counts its points then, and notes no winner
            assert counted or position.text("winner"), "a game is over and nobody has won, nor is it a draw"
            position = start
        action = choose(position, rng)
        yield position, action
        position = apply(position, action)
