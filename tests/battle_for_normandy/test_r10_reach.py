"""Section 10.1: the search against a slow oracle that tries every step by its rules."""

from __future__ import annotations

import random

import pytest

from adjudicator.battle_for_normandy.r10 import steps
from adjudicator.battle_for_normandy.r10.reach import reach, reach_stack, refusals
from adjudicator.position import Fact, Key, Position
from maps.battle_for_normandy.grid import GRID
from maps.board import Board, Feature, edge_id
from tests.battle_for_normandy.build import around, board, situation, unit

HERE = "c3014"
HEXES = around(HERE, radius=4)
TERRAIN = ("clear", "clear", "farmland", "bocage", "forest", "flooded", "city", "sea")
SIDES = ("open", "open", "open", "open", "stream", "major-river", "bluff", "cliff", "sea", "draw")
ROADS = ("", "", "", "highway", "primary", "secondary", "railroad", "track")
WORDS = ("inf", "tank", "ranger", "artillery", "co", "recon", "hq")


def oracle(here: Position, *uids: str, strategic: bool = False) -> dict[str, int]:
    """Every hex that steps lead to, at its lowest cost, found by trying all of them."""
    best: dict[str, int] = {HERE: 0}
    queue = [steps.begin(here, [here.pieces[u] for u in uids], strategic=strategic)]
    while queue:
        mover = queue.pop(0)
        for _, to in here.board.neighbours(mover.at):
            if here.board.spaces[to].kind != "hex":
                continue
            leg = steps.leg(here, mover, to)
            if not leg.faults and leg.after.used < best.get(to, 1 << 30):
                best[to] = leg.after.used
                queue.append(leg.after)
    return best


def random_board(rng: random.Random) -> Board:
    """A map with every kind of terrain, hexside and road."""
    terrain = {h: rng.choice(TERRAIN) for h in HEXES} | {HERE: "clear"}
    pairs = {edge_id(a, b) for a in HEXES for b in GRID.neighbours(a) if b in HEXES}
    features: dict[str, dict[str, Feature]] = {
        h: {"level": rng.choice((0, 0, 1)), "perimeter": rng.random() < 0.2, "poi": rng.random() < 0.2}
        for h in HEXES
    }
    return board(
        HEXES,
        terrain=terrain,
        sides={p: rng.choice(SIDES) for p in sorted(pairs)},
        roads={p: way for p in sorted(pairs) if (way := rng.choice(ROADS))},
        features=features,
    )


def random_position(rng: random.Random, word: str) -> Position:
    """One unit to move, friends and enemies, blown bridges, any supply, weather and time."""
    map_ = random_board(rng)
    land = [h for h in HEXES if map_.spaces[h]["terrain"] != "sea" and h != HERE]
    placed = [(unit("us-1", word), HERE), (unit("us-9"), rng.choice((HERE, rng.choice(land))))]
    foes = rng.sample([h for h in land if h != placed[1][1]], 3)
    placed += [(unit(f"ge-{n}", rng.choice(("inf", "sp"))), h) for n, h in enumerate(foes)]
    blown: dict[Key, Fact] = {
        ("blown", e.id): True for e in map_.edges.values() if e.bridge and rng.random() < 0.3
    }
    marks: dict[str, dict[str, Fact]] = {"us-1": {"general-supply": rng.choice(("in", "in", "out"))}}
    options = {"10.2o": rng.choice("AB"), "bluff-weather": rng.choice("AB")}
    return situation(
        map_, *placed, facts=blown, marks=marks, options=options, time=rng.choice(("am", "night")),
        weather=rng.choice(("clear", "clear", "storm")),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_the_search_finds_what_trying_every_step_finds(seed: int) -> None:
    rng = random.Random(seed)
    for word in WORDS:
        here = random_position(rng, word)
        assert dict(reach(here, "us-1").ways.cost) == oracle(here, "us-1"), word


@pytest.mark.parametrize("seed", range(5))
def test_strategic_movement_agrees_too(seed: int) -> None:
    rng = random.Random(100 + seed)
    map_ = random_board(rng)
    for word in ("inf", "tank"):
        here = situation(map_, (unit("us-1", word), HERE), (unit("ge-1"), "c3018"))
        assert dict(reach(here, "us-1", strategic=True).ways.cost) == oracle(here, "us-1", strategic=True)


@pytest.mark.parametrize("seed", range(5))
def test_stacks_agree_too(seed: int) -> None:
    rng = random.Random(200 + seed)
    for pair in (("inf", "tank"), ("ranger", "co"), ("tank", "artillery")):
        units = [(unit(f"us-{n}", word), HERE) for n, word in enumerate(pair)]
        here = situation(random_board(rng), *units, (unit("ge-1"), "c2912"), (unit("ge-2"), "c3116"))
        assert dict(reach_stack(here, ("us-0", "us-1")).ways.cost) == oracle(here, "us-0", "us-1"), pair


def test_every_hex_beside_the_reached_ones_is_refused_with_reasons() -> None:
    rng = random.Random(5)
    for word in WORDS:
        here = random_position(rng, word)
        found = reach(here, "us-1")
        refused = refusals(here, found)
        rim = {to for space in found.ways.cost for _, to in here.board.neighbours(space)}
        hexes = {h for h in rim if here.board.spaces[h].kind == "hex"}
        assert hexes - set(found.ways.cost) <= refused.keys()
        assert all(refused.values())
