"""Every ruling on an action names a section, in the positions of the casebook: why it may, or why it may not.

`tests/test_cases.py` holds the same of every answer of the casebook.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from adjudicator.errors import BocageError
from adjudicator.game import check, open_now
from adjudicator.position import Position
from adjudicator.wording import describe
from tests.properties.test_whole_lists import GAMES, positions

MOST = 8  # actions of one kind that are looked at in one position


def unproved(position: Position) -> Iterator[str]:
    """Actions whose ruling cites no rule at all."""
    for handler in open_now(position):
        try:
            for action in itertools.islice(handler.options(position), MOST):
                if not check(position, action).rules:
                    yield describe(position, action)
        except BocageError:
            continue  # the position leaves out what the rule must know


def found(game: str, every: int) -> list[str]:
    return [f"{case}: {text}" for case, position in positions(game, every) for text in unproved(position)]


@pytest.mark.parametrize("game", GAMES)
def test_rulings_on_actions_name_a_section_in_some_positions(game: str) -> None:
    assert found(game, 30) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rulings_on_actions_name_a_section_in_every_position(game: str) -> None:
    assert found(game, 1) == []
