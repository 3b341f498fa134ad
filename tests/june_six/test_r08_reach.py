from __future__ import annotations

import heapq
import random

import pytest

from adjudicator.june_six import r08_steps as steps
from adjudicator.june_six.r08_reach import Reach, reach, refusals
from adjudicator.june_six.r08_rulings import reach_ruling, reachers_ruling
from adjudicator.june_six.r09_stacking import faults
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from maps.board import Board, edge_id
from maps.june_six.board import load_board
from maps.june_six.grid import GRID
from tests.june_six.build import board, hexes, hq, situation, unit

BLOCK = hexes(36, 46, 16, 26)
SIDES = ("open", "open", "open", "bluff", "cliff", "marsh", "woods", "major-river", "sea")
GROUND = ("clear", "bocage", "bocage", "woods", "marsh", "town", "city", "sea")
TYPES = ("infantry", "infantry", "armor", "motorized", "ranger", "anti-tank", "headquarters")


def slow_search(here: Position, uid: str) -> dict[str, int]:
    """Cheapest ways found by looking at every step by itself; a mover's state is all of it."""
    best: dict[str, int] = {}
    start = steps.begin(here, here.pieces[uid])
    queue = [(start.used, 0, start)]
    count, seen = 0, set[tuple[str, tuple[str, ...], bool]]()
    while queue:
        cost, _, mover = heapq.heappop(queue)
        label = (mover.at, mover.removed, mover.stopped is None)
        if label in seen:
            continue
        seen.add(label)
        best.setdefault(mover.at, cost)
        for _, to in here.board.neighbours(mover.at):
            leg = steps.leg(here, mover, to)
            if not leg.faults:
                count += 1
                heapq.heappush(queue, (leg.after.used, count, leg.after))
    return best


def a_board(rng: random.Random) -> Board:
    terrain = {n: rng.choice(GROUND) for n in BLOCK}
    around = {edge_id(n, m) for n in BLOCK for m in GRID.neighbours(n) if m in set(BLOCK)}
    sides = {e: rng.choice(SIDES) for e in sorted(around)}
    roads = {e: rng.choice(["primary", "secondary"]) for e in sorted(around) if rng.random() < 0.25}
    return board(BLOCK, terrain=terrain, sides=sides, roads=roads)


def a_position(seed: int) -> Position:
    rng = random.Random(seed)
    on = a_board(rng)
    land = [n for n in BLOCK if on.spaces[n]["terrain"] != "sea"]
    rng.shuffle(land)
    placed: list[tuple[Unit, str]] = [
        (hq("us-hq", "us-1"), land[0]),
        (hq("us-c", "us-v", size="corps"), land[1]),
    ]
    for n in range(10):
        kind = rng.choice(TYPES[:-1])
        armor = 3 if kind == "armor" else 0
        who = unit(f"us-{n}", kind, ma=rng.randint(3, 9), armor=armor, division="us-1", corps="us-v")
        placed.append((who, land[rng.randint(2, 14)]))
    placed += [(unit(f"ge-{n}", rng.choice(["infantry", "flak"])), land[20 + n]) for n in range(4)]
    facts: dict[Key, Fact] = {("dp", n): True for n in land[30:36]}
    rivers = sorted(e.id for e in on.edges.values() if e.boundary == "major-river")
    facts |= {("blown", e): True for e in rivers[::3]} | {("pontoon", e): True for e in rivers[1::5]}
    marks: dict[str, dict[str, Fact]] = {"us-3": {"disorder": 1}, "us-4": {"isolated": True}}
    return situation(on, *placed, marks=marks, facts=facts)


@pytest.mark.parametrize("seed", range(16))
def test_the_fast_search_finds_what_single_steps_allow(seed: int) -> None:
    here = a_position(seed)
    for uid, piece in here.pieces.items():
        if piece.side != "allied":
            continue
        found, slow = reach(here, uid), slow_search(here, uid)
        assert {s: way[0] for s, way in found.ways.items() if s != "left"} == slow, uid
        ends = {s for s in slow if s != piece.space and not faults(here, s, "allied", (uid,))}
        assert set(found.destinations) - {"left"} == ends
        for space in found.destinations:
            mover = steps.begin(here, piece)
            for to in found.path(space):
                leg = steps.leg(here, mover, to)
                assert not leg.faults, (uid, space, leg.faults)
                mover = leg.after
            assert mover.used == found.cost(space)


@pytest.mark.parametrize("seed", range(4))
def test_every_refusal_names_a_reason(seed: int) -> None:
    here = a_position(seed)
    found = reach(here, "us-1")
    refused = refusals(here, found)
    assert refused
    assert all(refused.values())
    assert not set(refused) & set(found.destinations)


def test_a_unit_off_the_map_reaches_nothing() -> None:
    on = board(BLOCK)
    for box in ("eliminated", "turn-track", "left", "airfield-us"):
        found = reach(situation(on, (unit("us-1"), box)), "us-1")
        assert found.mover is None
        assert not found.destinations
        assert not refusals(situation(on), found)


def test_the_way_off_the_map_is_found() -> None:
    on = board(hexes(38, 42, 1, 4))
    found = reach(situation(on, (unit("us-1"), "e0240")), "us-1")
    assert found.cost("left") == 4
    assert found.path("left")[-1] == "left"
    assert "left" not in refusals(situation(on, (unit("us-1"), "e0240")), found)
    watched = reach(situation(on, (unit("us-1", ma=2), "e0140"), (unit("ge-1"), "e0141")), "us-1")
    assert watched.cost("left") == 4


@pytest.mark.parametrize(("uid", "at"), [("us-1", "e2640"), ("us-2", "e1940"), ("us-3", "landing-utah")])
def test_the_printed_map_is_searched_alike(uid: str, at: str) -> None:
    kinds = {"us-1": "infantry", "us-2": "armor", "us-3": "motorized"}
    who = unit(uid, kinds[uid], ma=10, armor=3 if kinds[uid] == "armor" else 0, division="us-1")
    here = situation(load_board(), (who, at), (unit("ge-1"), "e1835"), (unit("ge-2"), "w3225"))
    found, slow = reach(here, uid), slow_search(here, uid)
    assert {s: way[0] for s, way in found.ways.items()} == slow
    assert len(slow) > 5


# --- rulings ----------------------------------------------------------------------------------------------


def test_the_ruling_lists_all_or_one() -> None:
    on = board(BLOCK, terrain={"e1941": "bocage"})
    here = situation(on, (unit("us-1", ma=2), "e1940"), (unit("ge-1"), "e2243"))
    every = reach_ruling(here, "us-1")
    assert every.ok
    assert every.answer["mp"] == 2
    assert {d["space"] for d in every.answer["destinations"]} >= {"e1941", "e1840", "e1739"}
    one = reach_ruling(here, "us-1", to="e1941")
    assert one.ok
    assert "2 MP" in one.verdict
    far = reach_ruling(here, "us-1", to="e1944")
    assert not far.ok
    assert far.violations[0].rule == "8.12"
    assert "as near as" in far.verdict
    held = reach_ruling(here, "us-1", to="e2243")
    assert not held.ok


def test_the_ruling_refuses_a_unit_that_may_not_move() -> None:
    here = situation(board(BLOCK), (unit("us-1"), "e1940"), marks={"us-1": {"pinned": True, "moved": True}})
    found = reach_ruling(here, "us-1")
    assert [v.rule for v in found.violations] == ["8.11", "8.22"]
    assert found.answer["destinations"] == []
    assert not reach_ruling(situation(board(BLOCK), (unit("us-1"), "eliminated")), "us-1").ok


def test_the_ruling_says_why_a_neighbour_is_closed() -> None:
    on = board(BLOCK, sides={"e1940/e1941": "major-river"})
    here = situation(on, (unit("us-1"), "e1940"), (unit("ge-1"), "e1938"))
    found = reach_ruling(here, "us-1", to="e1938")
    assert (not found.ok and {v.rule for v in found.violations} == {"8.14", "11.12"}) or found.violations
    assert reach_ruling(here, "us-1", to="e1941").ok  # round the end of the hexside


def test_who_reaches_a_hex() -> None:
    here = situation(
        board(BLOCK), (unit("us-1"), "e1940"), (unit("us-2", ma=1), "e1844"), (unit("ge-1"), "e2238"),
        (unit("us-3"), "e1842"), marks={"us-3": {"pinned": True}},
    )  # fmt: skip
    found = reachers_ruling(here, "e1942", "allied")
    assert set(found.answer) == {"us-1"}
    assert reachers_ruling(here, "e2338", "german").answer["ge-1"]["half_mp"] == 2
    both = situation(board(BLOCK), (unit("us-1"), "e1940"), (unit("us-2"), "e1943"), active=["us-2"])
    assert set(reachers_ruling(both, "e1942", "allied").answer) == {"us-2"}


def test_reach_is_a_value() -> None:
    assert Reach(None, {}, ()).path("e1940") == ()


def test_a_full_stack_is_passed_but_no_end() -> None:
    full = [(unit(f"us-{n}"), "e1941") for n in (2, 3)]
    here = situation(board(BLOCK), (unit("us-1"), "e1940"), *full, active=["us-1"])
    found = reach_ruling(here, "us-1", to="e1941")
    assert [v.rule for v in found.violations] == ["9.12"]
    eased = reach_ruling(situation(board(BLOCK), (unit("us-1"), "e1940"), *full), "us-1", to="e1941")
    assert eased.verdict.endswith("if another unit leaves it.")
    assert reach_ruling(here, "us-1", to="e1942").ok
    box = reach_ruling(here, "us-1", to="eliminated")
    assert not box.ok
    assert "as near as" not in box.verdict


def test_what_bars_a_reinforcement_is_told() -> None:
    edge = board(hexes(38, 42, 1, 4), features={"e0140": {"entry": "D"}})
    who = unit("ge-1", entry=("D",), arrival=2)
    here = situation(edge, (who, "turn-track"), (unit("us-1"), "e0140"), side="german")
    found = reach(here, "ge-1")
    assert not found.destinations
    assert [v.rule for v in refusals(here, found)["e0140"]] == ["8.14"]
