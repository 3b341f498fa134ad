"""An action may name anything where it ought to name a unit or a space: it is refused, and nothing fails."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.actions import Action
from adjudicator.errors import BocageError
from adjudicator.game import check, open_now
from adjudicator.position import Position
from tests.properties.test_whole_lists import GAMES, positions

SAMPLES = 2  # actions of one kind that are changed in one position
LOOKED = 40  # options of one kind from which they are drawn


def strange(position: Position, rng: random.Random) -> Iterator[Action]:
    """Legal actions, and others that the rules list, with one of their words changed."""
    words = [
        *map(rng.choice, filter(None, map(list, (position.pieces, position.board.spaces)))),
        "nothing",
        "",
    ]
    for handler in open_now(position):
        listed = list(itertools.islice(handler.options(position), LOOKED))
        for action in rng.sample(listed, min(SAMPLES, len(listed))):
            for field in dataclasses.fields(action):
                value: Any = getattr(action, field.name)
                for word in words:
                    if isinstance(value, str):
                        yield dataclasses.replace(action, **{field.name: word})
                    elif isinstance(value, tuple) and field.type == "tuple[str, ...]":
                        yield dataclasses.replace(action, **{field.name: (*value[1:], word)})


def failures(game: str, every: int) -> Iterator[str]:
    rng = random.Random(every)
    for case, position in positions(game, every):
        try:
            actions = list(strange(position, rng))
        except BocageError:
            continue  # the position leaves out what the list must know
        for action in actions:
            try:
                check(position, action)
            except BocageError:
                continue
            except Exception as fault:  # noqa: BLE001
                yield f"{case}: {action}: {fault!r}"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_unit_and_no_space_makes_no_check_fail(game: str) -> None:
    assert not list(failures(game, 31))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_in_every_position_of_the_casebook_what_is_no_unit_makes_no_check_fail(game: str) -> None:
    assert not list(failures(game, 1))
