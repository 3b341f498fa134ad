"""Questions as nobody would ask them: every verb with words of every kind, wrong ones and hostile ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from adjudicator.game import Game
from adjudicator.position import Position
from adjudicator.questions import Field, Question, fields_of

__all__ = ["hostile_words", "outrage"]

_NONSENSE = (
    *("", " ", "-", "/", ":", "=", "*", "#", "~", "nobody", "nowhere", "None", "null", "true", "all", "any"),
    *(
        "²",
        "٣",
        "1e9",
        "-1",
        "0",
        "7",
        "99",
        "999999999",
        "1" * 40,
        "8,5",
        "2,12",
        "1:1",
        "6:0",
        "0:0",
        "x" * 3000,
    ),
    *(
        "é",
        "ß",
        "\u202e",
        "\x1b[2J",
        "\n",
        "{",
        "{}",
        "[]",
        '{"action": []}',
        "a=b",
        "a:b",
        "x/y",
        "--",
        "%s",
    ),
    *(
        "german",
        "allied",
        "us",
        "british",
        "commonwealth",
        "both",
        "referee",
        "fresh",
        "spent",
        "reduced",
        "full",
    ),
    *(
        "clear",
        "bocage",
        "storm",
        "town",
        "probe",
        "assault",
        "stand",
        "retreat",
        "DR",
        "DR*",
        "A1",
        "EX",
        "NE",
    ),
    *(
        "move",
        "combat",
        "air",
        "naval",
        "chits",
        "now",
        "attack",
        "repair",
        "seize",
        "close-combat",
        "june",
        "6 june",
    ),
)
_NUMBERS = (-(10**9), -7, -1, 0, 1, 2, 3, 6, 10, 12, 99, 1000, 10**8, 10**9 - 1, 10**12)


def outrage(game: Game, position: Position | None, cls: type[Question], rng: random.Random) -> dict[str, Any]:
    """Values for the fields of a question: most of the required ones, and some of the others."""
    fields = [f for f in fields_of(cls) if rng.random() < (0.97 if f.required else 0.35)]
    return {f.name: _value(game, position, f, rng) for f in fields}


def _value(game: Game, position: Position | None, field: Field, rng: random.Random) -> Any:
    if field.flag:
        return rng.random() < 0.8
    if field.json:
        return {"action": rng.choice([*game.kinds, "", "moon"])}
    if field.number:
        one: Any = [rng.choice(_NUMBERS) for _ in range(rng.choice([0, 1, 2, 5]))]
    else:
        one = hostile_words(
            game, position, rng, rng.choice([0, 1, 1, 1, 2, 3, 6]), action="action" in field.name
        )
    return one if field.many else (one or [0 if field.number else ""])[0]


def hostile_words(
    game: Game, position: Position | None, rng: random.Random, count: int, *, action: bool = False
) -> list[str]:
    """Words out of everything that a game knows and some that none does."""
    pools = _pools(position, rng) if position is not None else [_NONSENSE]
    words = [rng.choice(rng.choice(pools)) for _ in range(count)]
    kinds = [*game.kinds, "moon"]
    return [rng.choice(kinds), *words] if action or rng.random() < 0.05 else words


def _pools(position: Position, rng: random.Random) -> list[Sequence[str]]:
    board = position.board
    boxes = [p.uid for p in position.pieces.values() if board.spaces[p.space].kind == "box"]
    on_map = [p.uid for p in position.pieces.values() if board.spaces[p.space].kind != "box"]
    held = sorted({p.space for p in position.pieces.values()})
    uids = [*rng.sample(on_map, min(4, len(on_map))), *rng.sample(boxes, min(4, len(boxes)))] or ["nobody"]
    near = [to for space in rng.sample(held, min(3, len(held))) for _, to in board.neighbours(space)]
    spaces = [*rng.sample(list(board.spaces), min(3, len(board.spaces))), *held[:3], *near] or ["nowhere"]
    edges = rng.sample(list(board.edges), min(3, len(board.edges))) or ["a/b"]
    titles = [position.pieces[uid].printed.title for uid in uids if uid in position.pieces] or ["nobody"]
    parts = [
        f"{rng.choice(uids)}={rng.choice([*spaces, *_NONSENSE])}",
        f"{rng.choice(spaces)}={rng.choice(uids)}",
    ]
    return [uids, uids, spaces, spaces, edges, titles, parts, _NONSENSE]
