"""Questions made by chance: every verb of a game with arguments drawn from a position, sensible or not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.errors import BocageError
from adjudicator.game import Game, apply, legal
from adjudicator.position import Position
from adjudicator.questions import Field, Question, fields_of, read_question

__all__ = ["arguments", "asked", "played", "verbs"]

_UNITS = {
    "adding", "against", "bonus", "company", "companies", "forward", "gun", "guns", "point", "primary",
    "support", "together", "unit", "units", "with_units",
}  # fmt: skip
_SPACES = {
    "area", "at", "attacking", "beach", "box", "depot", "hex", "origin", "path", "retreated", "site",
    "subject", "target", "to", "vacated",
}  # fmt: skip
_WORDS: Mapping[str, Sequence[str]] = {
    "attack": ("probe", "assault"),
    "by": ("wtf", "etf", "us", "german", "pz-lehr"),
    "chit": ("german", "us", "british-move", "british-combat"),
    "code": ("DR", "DR*", "A1", "EX", "D1"),
    "column": ("1:4", "1:1", "3:1", "7:1"),
    "defence": ("stand", "retreat"),
    "group": ("german", "us", "british", "allied"),
    "kind": (
        "assault", "bombardment", "repair", "seize", "attack", "fire", "close-combat", "air", "naval",
        "cherbourg", "move", "combat", "chits", "demolish",
    ),
    "modes": ("probe", "assault", "stand", "retreat"),
    "moment": ("now", "passing", "placement", "end-of-movement", "retreat", "advance"),
    "result": ("dis-1", "dis-2", "reduced", "DR", "DR*", "A1"),
    "roll": ("8,5", "2,12", "7"),
    "side": ("german", "allied"),
    "status": ("fresh", "spent", "d1"),
    "wave": ("first-wave", "second-wave"),
}  # fmt: skip


def verbs(game: Game) -> tuple[str, ...]:
    """Verbs of a game that ask about a position in words of their own."""
    return tuple(verb for verb in game.questions if verb not in {"check", "apply"})


def arguments(position: Position, cls: type[Question], rng: random.Random) -> dict[str, Any]:
    """Values for the fields of a question: the required ones, and some of the others."""
    chosen = [
        f for f in fields_of(cls) if f.required or (f.word and rng.random() < 0.8) or rng.random() < 0.3
    ]
    return {f.name: _value(position, f, rng) for f in chosen if not f.json}


def _value(position: Position, field: Field, rng: random.Random) -> Any:
    if field.flag:
        return True
    draw = _drawing(position, field, rng)
    return [draw() for _ in range(rng.randint(1, 3))] if field.many else draw()


def _drawing(position: Position, field: Field, rng: random.Random) -> Callable[[], Any]:
    if field.number:
        return lambda: rng.choice([0, 1, 2, 3, 5, 6, 8, 10])
    board, name = position.board, field.name
    on_map = [p.uid for p in position.pieces.values() if board.spaces[p.space].kind != "box"]
    units = on_map or list(position.pieces) or ["nobody"]
    held = sorted({position.pieces[uid].space for uid in on_map}) or list(board.spaces)
    if name in _UNITS or (name == "subject" and rng.random() < 0.6):
        return lambda: rng.choice(units)
    if name == "bridge" or (name == "target" and board.edges and rng.random() < 0.2):
        return lambda: rng.choice(list(board.edges) or ["nowhere/elsewhere"])
    if name in _SPACES:
        near = [
            other for space in rng.sample(held, min(6, len(held))) for _, other in board.neighbours(space)
        ]
        return lambda: rng.choice([*rng.sample(held, min(6, len(held))), *(near or held)])
    return lambda: rng.choice([*_WORDS.get(name, ()), *rng.sample(units, min(2, len(units))), "german"])


def asked(game: Game, position: Position, verb: str, rng: random.Random) -> Question | None:
    """A question of a verb; None where its arguments cannot be read."""
    try:
        return read_question(game.questions[verb], arguments(position, game.questions[verb], rng))
    except BocageError:
        return None


def played(game: Game, scenario: str, seed: int, steps: int, *, every: int) -> Iterator[Position]:
    """Positions of a random game from a scenario, one in `every` steps."""
    rng, position = random.Random(seed), game.scenario(scenario)
    for step in range(steps):
        if step % every == 0:
            yield position
        action = legal(position).sample(rng, tries=16)
        if action is None:
            return
        position = apply(position, action)
