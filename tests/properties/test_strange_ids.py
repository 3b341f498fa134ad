"""Anything may be named where a unit or a space ought to be: it is refused or answered, and nothing fails."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adjudicator.actions import Action
from adjudicator.errors import BocageError
from adjudicator.game import GAMES as SLUGS
from adjudicator.game import Game, check, fits, load, open_now
from adjudicator.position import Position
from adjudicator.questions import Asking, Question
from adjudicator.supposing import reply
from tests.generated import asked, played, verbs
from tests.properties.test_one_voice import STARTS
from tests.properties.test_whole_lists import GAMES, positions

SAMPLES = 2  # actions of one kind that are changed in one position
WORDS = 5  # that are put into a question
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
                if check(position, action).ok != fits(position, action):
                    yield f"{case}: {action}: the short check says otherwise"
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


def anywhere(position: Position) -> list[str]:
    """Of each kind of space one, and one unit that stands in it; what is nowhere, too."""
    spaces, found = position.board.spaces, dict[str, str]()
    for id_ in sorted(spaces):
        found.setdefault(f"space {spaces[id_].kind}", id_)
    for uid, piece in sorted(position.pieces.items()):
        known = spaces.get(piece.space)
        found.setdefault(f"unit {piece.printed.side} {known.kind if known else piece.space}", uid)
    return [*found.values(), "nothing"]


def astray(game: Game, position: Position, rng: random.Random) -> Iterator[Question]:
    """Questions with one of their words about a unit or a space that they were not made for."""
    known = anywhere(position)
    for verb in verbs(game):
        question, words = asked(game, position, verb, rng), rng.sample(known, min(WORDS, len(known)))
        if question is None:
            continue
        for field in msgspec.structs.fields(question):
            value = getattr(question, field.name)
            one = isinstance(value, str)
            if one or field.type == tuple[str, ...]:
                for word in words:
                    yield msgspec.structs.replace(question, **{field.name: word if one else (word,)})


def failing(game: Game, position: Position, rng: random.Random) -> Iterator[str]:
    for question in astray(game, position, rng):
        try:
            reply(question, Asking(game, position, "referee"))
        except BocageError:
            continue
        except Exception as fault:  # noqa: BLE001
            yield f"{question}: {fault!r}"


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_a_question_about_a_unit_anywhere_is_answered_or_refused(slug: str) -> None:
    game = load(slug)
    for number, position in enumerate(played(game, STARTS[slug], 7, 300, every=30)):
        assert not list(failing(game, position, random.Random(number)))
