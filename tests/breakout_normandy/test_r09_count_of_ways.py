"""Section 9.5: as many ways to take losses are counted, class by class, as are listed."""

from __future__ import annotations

import itertools
import shlex
from collections import Counter
from collections.abc import Iterator

import pytest

from adjudicator.asking.loading import read_text
from adjudicator.breakout_normandy import GAME, terms
from adjudicator.breakout_normandy.r09_casualties import ask_losses, capacity, count_ways
from adjudicator.game import check
from adjudicator.position import Position
from tests.commandline import run
from tests.every import quick_one
from tests.playing import wander

MOST = 2_000
CROWD = """breakout-normandy, 8 june, overcast, side allied, phase daylight, impulse 3, impulse-type assault
A: us active | us inf 6-5-5/3 'q' fresh
B: german tem 2 | us inf 6-5-5/3 'p' fresh from A over open, {defenders}
C: german |
D: german |
A-B: open
B-C: open
B-D: open"""


def losses_due(position: Position) -> Iterator[Position]:
    """Losses of two and of four points wherever several units of a side stand."""
    for area, side, points in itertools.product(position.board.spaces, ("german", "allied"), (2, 4)):
        there = terms.friends(position, area, side)
        if len(there) > 1 and capacity(there) >= points:
            draft = position.draft()
            ask_losses(draft, area, side, points, there[0].uid)
            yield draft.finish()


@pytest.mark.slow
@pytest.mark.parametrize("seed", quick_one([1, 2], "1"))
def test_ways_are_as_many_when_counted_as_when_listed(seed: int) -> None:
    seen = 0
    for position, _ in itertools.islice(wander(GAME.scenario("d-day"), seed, 60), 0, 60, 29):
        for due in losses_due(position):
            listed = list(itertools.islice(GAME.handlers["take-losses"].options(due), MOST + 1))
            if len(listed) <= MOST:
                assert count_ways(due, MOST * 10) == len(listed), due.decision
                seen += 1
    assert seen > 20


def crowd(count: int) -> str:
    return CROWD.format(defenders=", ".join(f"ge inf {n}-4-4/3 'd{n}' fresh" for n in range(1, count + 1)))


def test_ways_of_a_crowd_are_as_many_when_counted_as_when_listed() -> None:
    position = read_text(crowd(4)).position
    assert position is not None
    draft = position.draft()
    ask_losses(draft, "b", "german", 5, "ge-d1")
    due = draft.finish()
    assert count_ways(due, 10_000) == sum(1 for _ in GAME.handlers["take-losses"].options(due))
    assert count_ways(due, 3) is None


BRIDGE = """breakout-normandy, 8 june, overcast, side allied, phase daylight, impulse 3, impulse-type assault
A: us active | us inf 6-5-5/3 'q' fresh
B: german tem 2 | us inf 6-5-5/3 'p' fresh from A over open, {defenders}
C: german |
D: german | ge inf 3-3-3/2 'e' spent, us inf 4-4-4/3 's' spent
A-B: open
B-C: river, bridge german
B-D: open"""


def test_no_more_than_a_bridge_carries_go_over_it_in_any_way() -> None:
    """Two of four have room on the bridge; then the others may go where they else might not (20.1, 9.64)."""
    flak = ", ".join(f"ge flak *-{n}-4/2 'd{n}' spent" for n in range(1, 5))
    position = read_text(BRIDGE.format(defenders=flak)).position
    assert position is not None
    draft = position.draft()
    draft.set("crossings", 3, "b/c")
    ask_losses(draft, "b", "german", 4, "ge-d1")
    due = draft.finish()
    ways = list(GAME.handlers["take-losses"].options(due))
    over = [Counter(to for _, _, to in way.losses) for way in ways]
    assert all(check(due, way).ok for way in ways)
    assert max(found["c"] for found in over) == 2
    assert {found["d"] for found in over if found["c"] == 2} == {0, 1, 2}
    assert all(not found["d"] for found in over if found["c"] < 2)
    assert len(over) == len({frozenset(way.losses) for way in ways}) == count_ways(due, 10_000)


@pytest.mark.slow
def test_a_large_number_of_ways_is_exact_and_all_lists_more_of_them() -> None:
    line = f"adjudicator losses b --points 9 --forward d1 --sketch {shlex.quote(crowd(7))}"
    few = run(line)
    assert "more than" not in few.out.splitlines()[0]
    assert int(few.out.split()[0].replace(",", "")) > 10_000
    assert "--all lists" in few.out
    assert len(run(f"{line} --all").out.splitlines()) > 9_000
