"""Questions in positions of random play: each is answered, and none tells the public what a hand holds."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.actions import Action, Roll
from adjudicator.dice import die_range
from adjudicator.errors import BocageError
from adjudicator.game import apply, legal
from adjudicator.position import Position
from adjudicator.report import render
from adjudicator.storm_over_normandy import GAME, cards, terms
from maps.filing import OURS
from tests.storm_over_normandy.asking import ask

Asked = tuple[str, dict[str, Any]]


def chosen(state: Position, rng: random.Random) -> Action:
    """Some legal action; a pass only now and then."""
    top, found = state.decision, legal(state)
    if top is not None and top.player == "dice":
        return Roll(tuple(rng.choice(die_range(die) or range(1, 2)) for die in top.data["dice"]))
    kinds = sorted(found.kinds, key=lambda kind: (kind in {"pass", "end-beach-attacks"}, rng.random()))
    if rng.random() < 0.1:
        kinds.reverse()
    return next(rng.choice(some) for kind in kinds if (some := list(itertools.islice(found.of(kind), 30))))


def played(seed: int, steps: int, every: int) -> Iterator[Position]:
    """Positions of a game at random."""
    rng, state = random.Random(seed), GAME.scenario("invasion")
    for step in range(1, steps + 1):
        if state.text("phase") == "over":
            return
        state = apply(state, chosen(state, rng))
        if step % every == 0:
            yield state


def otherwise(state: Position, rng: random.Random) -> Position:
    """The position with other cards in both hands, as many as before."""
    draft = state.draft()
    for side in (terms.GERMAN, terms.ALLIED):
        hidden = [c for c in cards.copies(OURS, side) if state.text("card", c) in {cards.HAND, cards.STACK}]
        held = set(rng.sample(hidden, len(cards.hand(state, side))))
        for copy in hidden:
            draft.set("card", cards.HAND if copy in held else cards.STACK, copy)
    return draft.finish()


def questions(state: Position, rng: random.Random) -> list[Asked]:
    """One question of every verb and more, about something that is there."""
    areas = [a.id for a in terms.areas(state)]
    unit = rng.choice([p.uid for p in state.pieces.values() if terms.on_map(p)])
    area, card, side = (
        rng.choice(areas),
        rng.choice(list(cards.load_deck(OURS))),
        rng.choice(["german", "allied"]),
    )
    there = rng.choice([a for a in areas if state.units_in(a)])
    near = rng.choice([to for _, to in state.board.neighbours(state.pieces[unit].space)])
    return [
        ("odds", {"kind": "fire", "area": there, "side": side, "support": ("1",)}),
        ("odds", {"kind": "assault", "area": near, "with_units": (unit,), "against": ("defensive-fire",)}),
        ("odds", {"kind": "card", "area": there, "card": ("artillery",)}),
        ("odds", {}),
        ("result", {"kind": "fire", "area": there, "side": side, "roll": "10"}),
        ("losses", {"area": there, "points": 3}),
        ("losses", {}),
        ("retreats", {"unit": unit}),
        ("support", {"area": there}),
        ("legal", {"unit": unit}),
        ("legal", {"kind": "play-card"}),
        ("stack", {"area": area, "adding": (unit,)}),
        ("control", {"area": area}),
        ("box", {"box": "zone-a", "unit": unit}),
        ("chain", {}),
        ("supply", {"subject": unit}),
        ("card", {"card": card}),
        ("card", {"card": card, "area": there, "with_units": (unit,)}),
        ("hand", {"side": side}),
        ("discard", {"cards": (card,)}),
        ("impulse", {}),
        ("pass", {}),
        ("continue", {"card": "artillery"}),
        ("landing", {"beach": "utah"}),
        ("release", {"roll": 2}),
        ("reinforcements", {}),
        ("end", {}),
        ("victory", {}),
        ("tally", {}),
        ("markers", {}),
        ("next", {}),
        ("position", {}),
    ]


def told(state: Position, asked: Asked) -> str:
    """What the public hears, be it that the question cannot be answered."""
    verb, args = asked
    try:
        return render(ask(state, verb, as_="public", **args), "json")
    except BocageError as fault:
        return str(fault)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_public_hears_the_same_whatever_the_hands_hold(seed: int) -> None:
    rng = random.Random(seed)
    for state in played(seed, 240, 60):
        other = otherwise(state, rng)
        for asked in questions(state, rng):
            assert told(state, asked) == told(other, asked), asked


def test_the_markers_agree_with_every_position_of_play() -> None:
    for state in played(3, 200, 10):
        assert ask(state, "markers").ok, ask(state, "markers").reasons
