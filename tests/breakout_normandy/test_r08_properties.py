"""What holds for every position: of movement, its listing, its search, and ids that mean nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.actions import Action
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r08_impulses import Activate, DoubleImpulse, Pass, actors
from adjudicator.breakout_normandy.r08_movement import Move, MoveStack
from adjudicator.breakout_normandy.r08_reach import reach
from adjudicator.breakout_normandy.r19_landing import Land
from adjudicator.breakout_normandy.r19_reinforcements import Arrive, Assign
from adjudicator.game import apply, check, legal
from adjudicator.position import Position

AREAS = sorted(s.id for s in GAME.scenario("d-day").board.spaces.values() if s.kind == "area")
SEEDS = st.integers(0, 10_000)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def scattered(seed: int, *, weather: str = "overcast") -> Position:
    """The counters thrown on the map, ten to a side in an Area at most, several Areas active."""
    rng = random.Random(seed)
    draft = GAME.scenario("d-day").draft()
    for uid in sorted(draft.pieces):
        piece, space = draft.pieces[uid], rng.choice(AREAS)
        crowd = [p for p in draft.units_in(space) if p.side == piece.side]
        if len(crowd) < 10 and not (piece.printed.corps and any(p.printed.corps for p in crowd)):
            draft.place(uid, space)
        draft.set_status(uid, rng.choice(["fresh", "fresh", "spent", "d1"]))
    for space in AREAS:
        sides = {p.side for p in draft.units_in(space)}
        nation = "german" if sides == {"german"} else rng.choice(["german", "us", "british"])
        draft.set("control", "us" if sides == {"allied"} else nation, space)
    for edge in draft.board.edges.values():
        if edge.bridge:
            draft.set("bridge", rng.choice(["german", "allied", "destroyed"]), edge.id)
    draft.set("phase", "daylight")
    draft.set("date", 9)
    draft.set("side", rng.choice(["german", "allied"]))
    draft.set("weather-today", weather)
    draft.set("impulse-type", "assault")
    for space in rng.sample(AREAS, 8):
        draft.set("active", 1, space)
    return draft.finish()


@FEW
@given(SEEDS)
def test_every_listed_action_is_legal_and_can_be_carried_out(seed: int) -> None:
    now = scattered(seed)
    for kind in ("move", "move-stack"):
        for action in legal(now).of(kind):
            after = apply(now, action)
            assert after.pieces.keys() == now.pieces.keys()
            assert all(after.pieces[u].printed is now.pieces[u].printed for u in now.pieces)


@FEW
@given(SEEDS)
def test_steps_that_are_not_listed_are_illegal(seed: int) -> None:
    now = scattered(seed)
    listed = set(legal(now).of("move"))
    for uid in list(now.pieces)[::7]:
        at = now.pieces[uid].space
        for _, to in now.board.neighbours(at) if at in now.board.spaces else ():
            move = Move(uid, (to,))
            assert check(now, move).ok == (move in listed)


@FEW
@given(SEEDS)
def test_what_is_reached_can_be_walked_at_that_price(seed: int) -> None:
    now = scattered(seed)
    for piece in actors(now):
        for place in reach(now, piece.uid).destinations.values():
            once = apply(now, Move(piece.uid, place.path))
            assert once.number("mf-used", piece.uid) == place.cost
            if once.decision is not None:  # who of the Allies takes the Area that was left (7.3)
                continue
            parts = now
            for element in place.path:
                parts = apply(parts, Move(piece.uid, (element,)))
            assert once == parts


@FEW
@given(SEEDS)
def test_every_legal_step_is_a_destination(seed: int) -> None:
    now = scattered(seed, weather="clear")
    for move in legal(now).of("move"):
        assert isinstance(move, Move)
        assert move.path[0].lstrip("~") in reach(now, move.unit).destinations


@FEW
@given(SEEDS)
def test_moves_keep_the_limits(seed: int) -> None:
    now = scattered(seed)
    rng = random.Random(seed)
    for _ in range(12):
        moves = list(legal(now).of("move"))
        if not moves or now.decision is not None:
            break
        now = apply(now, rng.choice(moves))
    for space in AREAS:
        for side in ("german", "allied"):
            assert sum(p.side == side for p in now.units_in(space)) <= 10
        assert now.number("crossings", space) == 0
    assert all(int(now.fact("crossings", e)) <= 5 for e in now.subjects("crossings"))


NONSENSE = [
    "",
    "~",
    "nobody",
    "~nowhere",
    "setup-card",
    "zone-a",
    "approach-utah",
    "carentan",
    "us-4-8",
    "ge-916",
]


@pytest.mark.parametrize("first", NONSENSE)
@pytest.mark.parametrize("second", NONSENSE)
def test_no_id_makes_a_check_fail(first: str, second: str) -> None:
    now = scattered(3)
    actions: list[Action] = [
        Activate(first),
        DoubleImpulse(first),
        Pass(),
        Move(first, (second,)),
        Move(first, (second, first)),
        Move(first, ()),
        MoveStack((first, second), (second,)),
        MoveStack((first, first), (second,)),
        Land((first, second)),
        Arrive(first, second),
        Assign(first, second),
    ]
    for action in actions:
        assert check(now, action).ok == (action in legal(now))
