"""Random legal play of June Six: what sections 3, 6 and 7 promise of markers, activations and turns."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from adjudicator.game import apply
from adjudicator.june_six import GAME, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.position import Position
from tests.every import quick_one
from tests.playing import choose

BARRING = ("re", "isolated", "scattered")
OF_A_TURN = ("am", "activations", "acted-me", "re-done", "attached", "fired", "active", "pinned", "scattered")
PERMANENT = ("strongpoint", "detachment")


def pairs(seed: int, steps: int) -> Iterator[tuple[Position, Position]]:
    """Positions before and after each action of a random game, of every second seed on a part of the maps."""
    rng, position = random.Random(seed), GAME.scenario(("campaign", "caen")[seed % 2])
    for _ in range(steps):
        if position.text("phase") == "over":
            return
        action = choose(position, rng)
        then = apply(position, action)
        yield position, then
        position = then


def active(position: Position) -> list[str]:
    """Units that take part in the activation under way."""
    return [u for u in position.subjects("active") if position.flag("active", u)]


def has_hq(position: Position, uid: str) -> bool:
    """Whether the HQ of the formation of a unit stands on the map, told without the rules."""
    piece = position.pieces[uid]
    own = position.text("attached", uid) or position.text("assigned", uid) or piece.printed.division
    hqs = [p for p in position.pieces.values() if p.printed.type == "headquarters"]
    return any(p.printed.division == own and position.board.spaces[p.space].kind == "hex" for p in hqs)


def strange_activation(position: Position) -> Iterator[str]:
    """What is wrong with an activation that has just begun."""
    for uid in active(position):
        piece = position.pieces[uid]
        if piece.side != position.text("side"):
            yield f"{uid} acts for the other side"
        if position.text("activation") == "re":
            if position.flag("re-done", uid):
                yield f"{uid} acts twice at RE (7.26)"
            continue
        if any(position.flag(item, uid) for item in BARRING):
            yield f"{uid} acts at ME with a marker that bars it (3.63)"
        own = terms.formation_of(position, piece)
        if not any(position.pieces[u].printed.division == own for u in active(position) if "hq" in u):
            yield f"{uid} acts at ME without its HQ (7.3)"


def strange_turn(position: Position) -> Iterator[str]:
    """What is wrong with a turn that has just begun."""
    for item in OF_A_TURN:
        kept = [s for s in position.subjects(item) if position.facts.get((item, s))]
        if kept:
            yield f"{item} of {kept[:3]} outlasted the turn (3.8)"
    for uid, piece in position.pieces.items():
        if position.board.spaces[piece.space].kind != "hex" or piece.printed.type in PERMANENT:
            continue
        if piece.printed.type == "headquarters":
            keeps = "cherbourg" in piece.printed.marks
        else:
            keeps = not has_hq(position, uid)
        if position.flag("re", uid) != keeps:
            yield f"{uid} {'lost its' if keeps else 'kept an'} RE marker (3.85, 3.86)"


def strange_end_of_me(position: Position) -> Iterator[str]:
    """What is wrong as the RE Activation Phase begins."""
    left = [c for place in ("cup", "initiative", "next") for c in markers.in_place(position, place)]
    if left:
        yield f"{left} were not drawn (3.65)"
    for uid, piece in position.pieces.items():
        if piece.printed.type != "headquarters" or position.board.spaces[piece.space].kind != "hex":
            continue
        if not position.number("activations", uid) and not position.flag("re", uid):
            yield f"{uid} was not activated and bears no RE marker (7.26)"


@pytest.mark.parametrize("seed", quick_one([*range(3), *range(20, 26)], "0"))
def test_markers_activations_and_turns_keep_their_promises(seed: int) -> None:
    steps = 450 if seed < 20 else 2500
    for number, (before, then) in enumerate(itertools.islice(pairs(seed, steps), steps)):
        found: list[str] = []
        if then.text("activation") and not before.text("activation"):
            found += strange_activation(then)
        if then.number("turn") != before.number("turn"):
            found += strange_turn(then)
        if (before.text("phase"), then.text("phase")) == ("me", "re"):
            found += strange_end_of_me(then)
        assert not found, (seed, number, found)
