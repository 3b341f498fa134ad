"""What a search for actions asks only once, and asks in short: the same as is found by asking everything."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from adjudicator.actions import Action, Roll
from adjudicator.asking.memory import Memory, ids_of
from adjudicator.game import Handler, check, fits, load, open_now
from adjudicator.position import Position
from tests.logs import played
from tests.playing import wander

SOME = 40  # candidates of a kind that are ruled on
GAMES = (
    ("breakout-normandy", "d-day"),
    pytest.param("storm-over-normandy", "invasion", marks=pytest.mark.slow),
    pytest.param("dark-summer", "campaign", marks=pytest.mark.slow),
    pytest.param("june-six", "campaign", marks=pytest.mark.slow),
    pytest.param("battle-for-normandy", "carentan", marks=pytest.mark.slow),
)


def positions(game: str, scenario: str) -> Iterator[Position]:
    """Every fourth position of a random game, and the one at its start."""
    shown = (step.position for _, step in played(game, scenario, 24, 3))
    yield from filter(None, itertools.islice(shown, 0, None, 4))


def candidates(position: Position, handler: Handler[Action]) -> list[Action]:
    return list(itertools.islice(handler.options(position), SOME))


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_what_fits_is_what_the_check_allows(game: str, scenario: str) -> None:
    """Candidates of the position before as well, most of which are refused now."""
    earlier, found = list[Action](), set[bool]()
    for position in positions(game, scenario):
        here = [action for handler in open_now(position) for action in candidates(position, handler)]
        for action in (*here, *earlier):
            assert fits(position, action) == check(position, action).ok, action
            found.add(fits(position, action))
        earlier = here
    assert found == {True, False}


@pytest.mark.parametrize(("game", "scenario"), GAMES[1:])
def test_parts_are_the_options_and_name_their_unit(game: str, scenario: str) -> None:
    """At the beginning, in the middle and at the end of a random game, where such actions are open."""
    wandered = (position for position, _ in wander(load(game).scenario(scenario), 3, 600))
    listing = ((p, h) for p in wandered for h in open_now(p) if h.parts is not None)
    found = [pair for pair in listing if any(True for _ in pair[1].options(pair[0]))]
    for position, handler in (found[0], found[len(found) // 2], found[-1]):
        assert handler.parts is not None
        parts = [(unit, list(actions)) for unit, actions in handler.parts(position)]
        assert [action for _, actions in parts for action in actions] == list(handler.options(position))
        assert all(unit in ids_of(action, position) for unit, actions in parts for action in actions)


def test_a_position_is_asked_once_and_the_oldest_is_forgotten() -> None:
    position = load("breakout-normandy").scenario("example-5")
    memory, handler = Memory(most=2), load("breakout-normandy").handlers["move"]
    moves = [action for action, _ in memory.options(position, handler, set()) if fits(position, action)]
    there = [memory.carried_out(position, move) for move in moves]
    assert len(there) > 2
    assert all(memory.carried_out(position, move) is known for move, known in zip(moves, there, strict=True))
    assert memory.carried_out(position, Roll((7,))) is None
    other = there[0]
    assert other is not None
    assert memory.carried_out(other, moves[-1]) is not None
    assert memory.carried_out(position, moves[0]) == other
    assert memory.carried_out(position, moves[0]) is not other
