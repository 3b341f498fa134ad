"""Impulses played at random with full hands: what always holds of cards, windows and what they give away."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from adjudicator.actions import Action
from adjudicator.game import apply, legal
from adjudicator.position import Position
from adjudicator.storm_over_normandy import cards
from adjudicator.storm_over_normandy.masking import masked
from maps.filing import OURS
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, ground
from tests.storm_over_normandy.playing import Facts

AREAS = (
    "11 2",
    "12 2",
    "15 2 bocage",
    "16 3 red bocage",
    "17 2",
    "gold 1 star",
    "inland 1 bocage",
    "zone-a 2",
)
MORE = ("far 2", "caen 2 bocage")
LINKS = ("16/17", "16/15", "11/16", "11/12", "11/15", "11/17", "gold/inland", "inland/far", "far/zone-a")
ROADS = ("12/gold", "depot/rear", "caen/far", "caen/11", "caen/inland", "17/gold", "rear/caen")
ALLIED = ("11", "16", "17", "gold", "landing-gold", "exploitation-gold", "15")
GERMAN = ("11", "12", "caen", "far", "zone-a", "inland", "15")


def start(rng: random.Random) -> Position:
    placed = [(unit(f"us-{n}", "battalion", division="4", af=n % 3), rng.choice(ALLIED)) for n in range(10)]
    placed += [(unit(f"br-{n}"), rng.choice(ALLIED)) for n in range(5)]
    placed += [(unit(f"ge-{n}", af=n % 4), rng.choice(GERMAN)) for n in range(12)]
    aside = [(unit("ge-goetz"), "set-aside"), (unit("ge-composite"), "set-aside")]
    placed += [(strongpoint("ge-sp"), "gold"), (unit("ge-711-731"), "caen"), *aside]
    facts: Facts = {**held("16", "17", "gold"), ("support", ""): 4, ("turn", ""): rng.randint(2, 6)}
    for side in ("german", "allied"):
        facts |= {("card", copy): "hand" for copy in rng.sample(cards.copies(OURS, side), 7)}
    return battle(ground((*AREAS, *MORE), (*LINKS, *ROADS)), *placed, facts=facts)


def chosen(state: Position, rng: random.Random) -> Action:
    """A legal action, cards rather than others."""
    for kind in ("play-card", "respond"):
        found = list(legal(state).of(kind)) if rng.random() < 0.7 else []
        if found:
            return rng.choice(found)
    action = legal(state).sample(rng)
    assert action is not None
    return action


def shuffled(state: Position, side: str, rng: random.Random) -> Position:
    """The position with other cards in a hand, as many as before."""
    draft = state.draft()
    hidden = [*cards.hand(state, side), *cards.stack(state, side)]
    other = set(rng.sample(hidden, cards.hand_size(state, side)))
    for copy in hidden:
        draft.set("card", "hand" if copy in other else "stack", copy)
    return draft.finish()


@pytest.mark.parametrize("seed", range(8))
def test_impulses_at_random(seed: int) -> None:
    rng = random.Random(seed)
    state = start(rng)
    for _ in range(60):
        if state.text("phase") != "impulses":
            break
        action = chosen(state, rng)
        hands = [cards.hand_size(state, side) for side in ("german", "allied")]
        before, state = state, apply(state, action)
        assert not state.pending or state.pending[-1].player != "auto"
        drawn = "draw" in str(before.pending)
        assert drawn or all(
            cards.hand_size(state, s) <= n for s, n in zip(("german", "allied"), hands, strict=True)
        )
        for side in ("german", "allied"):
            places = Counter(state.text("card", copy) for copy in cards.copies(OURS, side))
            assert sum(places.values()) == cards.DECK_SIZE
            assert masked(shuffled(state, side, rng), "public") == masked(state, "public")


@pytest.mark.parametrize("seed", range(8))
def test_what_follows_an_action_does_not_depend_on_the_other_hand(seed: int) -> None:
    """Whoever has the impulse sees the same questions asked, whatever the enemy holds."""
    rng = random.Random(seed)
    state = start(rng)
    for _ in range(40):
        if state.text("phase") != "impulses":
            break
        action = chosen(state, rng)
        player = state.pending[-1].player if state.pending else state.text("side")
        after = apply(state, action)
        if player in {"german", "allied"}:
            other = "german" if player == "allied" else "allied"
            assert apply(shuffled(state, other, rng), action).pending == after.pending
        state = after
