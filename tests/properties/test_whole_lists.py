"""Lists of actions held against every unit and every space, in the positions of the casebook.

Random play seldom uses optional rules and small exceptions; cases do. Where an action names nothing but a
unit, a space, or one of each, all of them can be tried: what `check` allows stands in the list, unless the
list says that it is a sample.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.action_words import SPACES, UNITS
from adjudicator.actions import Action, kind_of
from adjudicator.asking.casebook import asked_of, read_cases
from adjudicator.errors import BocageError
from adjudicator.game import Handler, check, legal, open_now, perform
from adjudicator.position import Position
from tests.properties.complete import plain

CASES = Path(__file__).parents[1] / "cases"
GAMES = sorted(folder.name for folder in CASES.iterdir() if folder.is_dir())
MOST = 2000  # actions of one kind that are tried in one position


def positions(game: str, every: int) -> Iterator[tuple[str, Position]]:
    """Positions of cases, each once, one of every so many."""
    cases = [case for file in sorted((CASES / game).glob("*.toml")) for case in read_cases(file)]
    known = {(case.position, case.given, str(case.actions)): case for case in cases}
    for case in list(known.values())[::every]:
        try:
            _, asking = asked_of(case)
        except BocageError:
            continue
        if asking.given is not None:
            yield case.id, asking.given


def every_action(handler: Handler[Any], position: Position) -> list[Action] | None:
    """All actions of a kind; None where they name more than units and spaces, or would be too many."""
    fields = dataclasses.fields(handler.action)
    named = {**dict.fromkeys(UNITS, position.pieces), **dict.fromkeys(SPACES, position.board.spaces)}
    sources = [tuple(named.get(field.name, ())) if field.type == "str" else () for field in fields]
    if not 1 <= len(fields) <= 2 or not 0 < math.prod(map(len, sources)) <= MOST:
        return None
    return [handler.action(*values) for values in itertools.product(*sources)]


def unlisted(position: Position) -> Iterator[str]:
    """What is legal and stands in no list that promises to be whole."""
    for handler in open_now(position):
        tried = None if handler.sampled else every_action(handler, position)
        if tried is None:
            continue
        try:
            allowed = {plain(a) for a in tried if check(position, a).ok}
            listed = {plain(a) for a in legal(position).of(kind_of(handler.action))}
        except BocageError:
            continue  # the position leaves out what the rule must know
        yield from sorted(allowed - listed)


def found(game: str, every: int) -> list[str]:
    return [f"{case}: {d}" for case, position in positions(game, every) for d in unlisted(position)]


@pytest.mark.parametrize("game", GAMES)
def test_lists_are_whole_in_some_positions(game: str) -> None:
    assert found(game, 40) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_lists_are_whole_in_every_position(game: str) -> None:
    assert found(game, 1) == []


def stuck(position: Position) -> Iterator[str]:
    """Actions that are listed and whose outcome is a fault of ours; two of each kind."""
    kinds = Counter[str]()
    try:
        for action in itertools.islice(legal(position), 400):
            kinds[kind := kind_of(type(action))] += 1
            if kinds[kind] <= 2:
                try:
                    perform(position, action)
                except BocageError:
                    continue
                except Exception as fault:  # noqa: BLE001 - named with what made it
                    yield f"{plain(action)}: {fault!r}"
    except BocageError:
        return  # the position leaves out what the rule must know


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_can_be_carried_out(game: str) -> None:
    assert [f"{case}: {d}" for case, position in positions(game, 1) for d in stuck(position)] == []
