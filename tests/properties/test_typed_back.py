"""What is printed as an action can be typed back: actions of random play, in every game."""

from __future__ import annotations

import dataclasses
import random
import shlex
from typing import get_args, get_type_hints

import pytest

from adjudicator.action_words import BOUNDARIES, EITHER, SPACES, UNITS, parse_action, read_action
from adjudicator.actions import Action, kind_of
from adjudicator.game import apply, legal, load
from adjudicator.position import Position
from adjudicator.wording import describe
from tests.playing import QUICK, STARTS

PASSING = ("end-", "pass", "hold-", "withhold")


def checked(slug: str, scenario: str, seed: int, steps: int) -> set[str]:
    """Kinds of action that were printed and typed back on the way."""
    game, rng = load(slug), random.Random(seed)
    position, seen = game.scenario(scenario), set[str]()
    for _ in range(steps):
        found = legal(position)
        action = next(
            (a for _ in range(4) if (a := found.sample(rng, tries=12)) is not None and _goes_on(a, rng)), None
        )
        if action is None:
            return seen
        text = describe(position, action)
        assert parse_action(position, game, shlex.split(text)) == action, text
        assert read_action(position, game, text) == action, text
        seen.add(text.split()[0])
        position = apply(position, action)
    return seen


def _goes_on(action: Action, rng: random.Random) -> bool:
    """What ends a phase comes up less often."""
    name = kind_of(type(action))
    return not name.startswith(PASSING) or rng.random() < 0.4


@pytest.mark.parametrize(("slug", "scenario"), QUICK)
def test_a_printed_action_can_be_typed_back(slug: str, scenario: str) -> None:
    assert len(checked(slug, scenario, 14, 60)) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("slug", "scenario"), STARTS)
def test_a_printed_action_can_be_typed_back_in_long_play(slug: str, scenario: str, seed: int) -> None:
    assert checked(slug, scenario, seed, 600)


def _one(position: Position, name: str, rng: random.Random) -> str:
    """A value for a field of text, by what the field's name says it is the id of."""
    spaces = [s.id for s in position.board.spaces.values()]
    if name in UNITS | EITHER:
        return rng.choice(sorted(position.pieces))
    if name in BOUNDARIES:
        return rng.choice(sorted(position.board.edges))
    if name in SPACES or name == "path":
        return rng.choice(spaces)
    return rng.choice(("german", "us-1", "supply", "2"))


def made(position: Position, cls: type[Action], rng: random.Random) -> Action:
    """An action of chance, legal or not, whose every field is filled."""
    values: dict[str, object] = {}
    for field in dataclasses.fields(cls):
        kind, many = str(field.type), rng.randint(1, 3)
        if kind == "bool":
            values[field.name] = rng.random() < 0.5
        elif kind == "int":
            values[field.name] = rng.randint(0, 9)
        elif kind == "tuple[int, ...]":
            values[field.name] = tuple(rng.randint(0, 9) for _ in range(many))
        elif field.name == "losses":
            (loss, _) = get_args(get_type_hints(cls)["losses"])
            values[field.name] = tuple(_loss(position, get_args(loss), rng) for _ in range(many))
        elif field.name == "second":
            units = rng.sample(sorted(position.pieces), many)
            values[field.name] = tuple((u, _one(position, "hex", rng)) for u in units)
        elif kind == "tuple[tuple[str, int], ...]":
            name = "unit" if field.name == "artillery" else "area"
            values[field.name] = tuple((_one(position, name, rng), rng.randint(1, 9)) for _ in range(many))
        elif kind.startswith("tuple"):
            values[field.name] = tuple(_one(position, field.name, rng) for _ in range(many))
        else:
            values[field.name] = _one(position, field.name, rng)
    return cls(**values)


def _loss(position: Position, kinds: tuple[type, ...], rng: random.Random) -> tuple[str | int, ...]:
    of_space = [rng.choice(("", _one(position, "area", rng)))] if len(kinds) > 2 else []
    return _one(position, "unit", rng), 1 if kinds[1] is int else "eliminate", *of_space


@pytest.mark.parametrize(("slug", "scenario"), QUICK)
def test_any_action_of_any_kind_can_be_typed_back(slug: str, scenario: str) -> None:
    game, rng = load(slug), random.Random(14)
    position = game.scenario(scenario)
    for kind, cls in game.kinds.items():
        for _ in range(3):
            action = made(position, cls, rng)
            text = describe(position, action)
            if kind != "roll":
                assert read_action(position, game, text) == action, text
