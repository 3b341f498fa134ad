"""June Six: what is legal is listed, or the list says what it leaves out, and a difference finds it.

Actions come from another source than the lists: random words in the fields of random kinds.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.actions import Action, Roll, action_to_json, kind_of
from adjudicator.asking.between import between
from adjudicator.errors import MalformedAction
from adjudicator.game import apply, check, open_now
from adjudicator.june_six import GAME, terms
from adjudicator.june_six.r20_bridges import BuildBridge, Demolish
from adjudicator.position import Position
from tests.playing import choose, wander
from tests.properties.strange import mutated
from tests.properties.test_each_play import pools

WITHOUT_ORDER = frozenset({"units", "losses", "artillery", "divisions", "target", "hexes"})


def unordered(action: Action) -> tuple[Any, ...]:
    """An action without the order in which it names things, where that means nothing."""
    found: list[Any] = [type(action)]
    for field in dataclasses.fields(action):
        value = getattr(action, field.name)
        free = field.name in WITHOUT_ORDER and isinstance(value, tuple)
        found.append(tuple(sorted(value)) if free else value)
    return tuple(found)


def strangers(position: Position, rng: random.Random) -> Iterator[Action]:
    """Actions of the kinds that are open now, their fields filled by chance with fitting words."""
    for handler in open_now(position):
        fields = dataclasses.fields(handler.action)
        for _ in range(3):
            values = {f.name: word(position, handler.action, f, rng) for f in fields}
            if None not in values.values():
                yield handler.action(**values)


def word(position: Position, kind: type[Action], field: dataclasses.Field[Any], rng: random.Random) -> Any:
    """A value for a field by its name; None where none is made by chance."""
    active = [u for u in position.subjects("active") if position.flag("active", u) and u in position.pieces]
    units = active or sorted(position.pieces)
    one = rng.choice(units)
    if field.name in {"unit", "hq"}:
        return one
    if field.name == "units":
        near = {o for _, o in position.board.neighbours(position.pieces[one].space)}
        group = [u for u in units if position.pieces[u].space in {position.pieces[one].space, *near}]
        return tuple(rng.sample(group, rng.randint(1, min(4, len(group)))))
    if field.name == "target":
        return rng.choice(
            [s for u in units[:20] for _, s in position.board.neighbours(position.pieces[u].space)]
            or ["e1940"]
        )
    if field.name == "path":
        return stroll(position, position.pieces[one].space, rng)
    if field.name == "bridge" and kind in {BuildBridge, Demolish}:
        rivers = [e.id for e in position.board.edges.values() if e.boundary == "major-river" or e.bridge]
        return rng.choice(rivers)
    if field.name == "kind":
        return rng.choice(["air", "naval", "reduced", "disordered", "reduce", "replace"])
    if field.name == "markers":
        return rng.randint(1, 2)
    if field.name == "lender":
        return rng.choice(["", *(u for u in units if terms.is_corps_hq(position.pieces[u].printed))])
    if field.name in {"division", "formation", "marker"}:
        return rng.choice(
            sorted({p.printed.division for p in position.pieces.values() if p.printed.division})
        )
    return None


def stroll(position: Position, at: str, rng: random.Random) -> tuple[str, ...]:
    """A random walk of a few hexes."""
    path: list[str] = []
    for _ in range(rng.randint(1, 3)):
        around = [o for _, o in position.board.neighbours(at)]
        if not around:
            break
        at = rng.choice(around)
        path.append(at)
    return tuple(path)


def left_out(position: Position, action: Action) -> str:
    """Why a legal action is missing although the list of its kind is complete; empty when it is not."""
    kind = kind_of(type(action))
    handler = GAME.handlers[kind]
    if handler.sampled:
        return ""
    listed = {unordered(option) for option in handler.options(position)}
    return "" if unordered(action) in listed else f"{action_to_json(action)} is legal and not listed"


def unexplained(position: Position, action: Action) -> str:
    """What of a sampled action the difference of the two positions does not explain."""
    if not GAME.handlers[kind_of(type(action))].sampled:
        return ""
    left = between(position, apply(position, action), nodes=200).left
    return f"{action_to_json(action)}: {left}" if left else ""


def look(seed: int, steps: int, every: int) -> list[str]:
    """What is missing in the positions of a random game, of every second seed on a part of the maps."""
    rng, found = random.Random(seed), []
    start = GAME.scenario(("campaign", "omaha")[seed % 2])
    for number, (position, action) in enumerate(wander(start, seed, steps)):
        if number % every or position.text("phase") == "over":
            continue
        odd = [mutated(action, rng, pools(position)) for _ in range(4)]
        for strange in [*odd, *strangers(position, rng)]:
            if isinstance(strange, Roll) or not is_legal(position, strange):
                continue
            found += [
                fault for fault in (left_out(position, strange), unexplained(position, strange)) if fault
            ]
    return found


def is_legal(position: Position, action: Action) -> bool:
    try:
        return check(position, action).ok
    except MalformedAction:
        return False


@pytest.mark.parametrize("seed", range(2))
def test_what_is_legal_is_listed_or_found(seed: int) -> None:
    assert look(200 + seed, 160, 8) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_what_is_legal_is_listed_or_found_in_long_play(seed: int) -> None:
    assert look(300 + seed, 900, 5) == []


def test_lists_stay_short() -> None:
    """No position of a random game has more than a few thousand candidates."""
    rng, position = random.Random(5), GAME.scenario("campaign")
    for _ in range(250):
        for handler in open_now(position):
            if handler.action is not Roll:
                assert sum(1 for _ in handler.options(position)) < 6000, handler.action
        action = choose(position, rng)
        position = apply(position, action)
