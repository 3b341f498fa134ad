"""Actions made of the types of their fields, to hold `legal` against: what is legal is listed, or found."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

from adjudicator.actions import Action, Roll, action_to_json, kind_of
from adjudicator.game import Handler, apply, check, load, open_now
from adjudicator.position import Position

SMALL = 400  # options beyond which a list is only looked through so far


def words_of(position: Position) -> tuple[str, ...]:
    """Ids that fields hold: units, spaces, cards and other subjects of the position."""
    facts = {subject for _, subject in position.stated() if subject}
    return (*position.pieces, *position.board.spaces, *sorted(facts))


def drawn(kind: Any, position: Position, rng: random.Random) -> Any:
    """A value of a type of field, in which ids come up that belong together more often than not."""
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(drawn(inner[0], position, rng) for _ in range(rng.choice([0, 1, 1, 2, 2, 3])))
        return tuple(drawn(one, position, rng) for one in inner)
    if kind is int:
        return rng.randint(0, 8)
    return rng.choice(words_of(position)) if kind is str else kind()


def mutated(action: Action, position: Position, rng: random.Random) -> Action:
    """An action with one field changed: a part left out, put in, or another value altogether."""
    fields = dataclasses.fields(action)
    if not fields:
        return action
    field = rng.choice(fields)
    value, kind = getattr(action, field.name), get_type_hints(type(action))[field.name]
    if isinstance(value, tuple) and value and rng.random() < 0.6:
        spot = rng.randrange(len(value))
        return dataclasses.replace(action, **{field.name: value[:spot] + value[spot + 1 :]})
    return dataclasses.replace(action, **{field.name: _another(kind, value, position, rng)})


def _another(kind: Any, value: Any, position: Position, rng: random.Random) -> Any:
    if not isinstance(value, tuple) or rng.random() < 0.2:
        return _near(value, position, rng) if isinstance(value, str) else drawn(kind, position, rng)
    inner = get_args(kind)[0]
    more = (
        _near(value[-1], position, rng)
        if value and isinstance(value[-1], str)
        else drawn(inner, position, rng)
    )
    return (*value, more)


def _near(word: str, position: Position, rng: random.Random) -> str:
    """A word of the same sort: a unit of the same space, or a space next to it."""
    if word in position.pieces:
        return rng.choice([p.uid for p in position.units_in(position.pieces[word].space)])
    if word in position.board.spaces and (near := [to for _, to in position.board.neighbours(word)]):
        return rng.choice(near)
    return rng.choice(words_of(position))


def made(handler: Handler[Any], position: Position, rng: random.Random, known: list[Action]) -> Action:
    """An action of a kind that no list gave: of random values, or another one with something changed."""
    if known and rng.random() < 0.8:
        return mutated(rng.choice(known), position, rng)
    hints = get_type_hints(handler.action)
    found: Action = handler.action(
        *[drawn(hints[f.name], position, rng) for f in dataclasses.fields(handler.action)]
    )
    return found


def plain(action: Action) -> str:
    """An action as it is compared: in which order units are named does not matter, empty or not does."""
    data = action_to_json(action)
    return str(
        {k: sorted(map(str, v)) if isinstance(v, list) and k != "path" else v for k, v in data.items()}
    )


def unlisted(position: Position, rng: random.Random, times: int) -> tuple[list[str], Counter[str]]:
    """Legal actions that a complete list leaves out, or that no difference of positions leads to."""
    found, seen, game = list[str](), Counter[str](), load(position.game)
    for handler in open_now(position):
        if handler.action is Roll:
            continue
        known = [a for a, _ in zip(handler.options(position), range(SMALL), strict=False)]
        listed = {plain(a) for a in known}
        for _ in range(times):
            action = made(handler, position, rng, known)
            if not check(position, action).ok:
                continue
            seen[kind_of(handler.action)] += 1
            if plain(action) in listed or len(known) == SMALL:
                continue
            if not handler.sampled:
                found.append(f"{game.slug}: not listed: {action}")
            elif not _led_to(handler, position, action):
                found.append(f"{game.slug}: no difference leads to {action}")
    return found, seen


def _led_to(handler: Handler[Any], position: Position, action: Action) -> bool:
    """Whether the difference that an action makes leads to it, or to another action that makes the same."""
    after = apply(position, action)
    candidates: Iterator[Action] = handler.toward(position, after) if handler.toward else iter(())
    return any(
        plain(c) == plain(action) or (check(position, c).ok and apply(position, c) == after)
        for c in candidates
    )
