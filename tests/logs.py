"""Games as a log shows them: random play, each action a step, dice as the module's buttons report them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action, Roll
from adjudicator.game import apply, legal, load
from adjudicator.position import Position
from adjudicator.saves.adapter import load_adapter
from adjudicator.saves.steps import Shown

__all__ = ["played", "reports"]


def reports(position: Position, roll: Roll, rng: random.Random) -> Iterator[str]:
    """What the dice buttons of the module say when a roll falls; nothing where chits or cards are drawn."""
    buttons = load_adapter(position.game)["desk"]["dice"]
    for die, value in zip(position.pending[-1].data["dice"], roll.values, strict=True):
        if die == "DR":
            first = rng.randint(max(1, value - 6), min(6, value - 1))
            yield _said(next(b for b in buttons if b["dice"] == 2), (first, value - first))
        elif die in {"dr", "d6", "d10", "d0-9"}:
            sides = 6 if die in {"dr", "d6"} else 10
            yield _said(next(b for b in buttons if b["dice"] == 1 and b.get("sides", 6) == sides), (value,))


def _said(button: dict[str, Any], values: tuple[int, ...]) -> str:
    text = button["report"].replace("$PlayerName$", "Ann").replace("$numericalTotal$", str(sum(values)))
    for number, value in enumerate(values, 1):
        text = text.replace(f"$result{number}$", str(value))
    return str(text.replace("$result$", str(values[0])))


def played(game: str, scenario: str, steps: int, seed: int) -> Iterator[tuple[Action | None, Shown]]:
    """Random legal play: the set-up, then what each action leaves on the table."""
    rng, position = random.Random(seed), load(game).scenario(scenario)
    yield None, Shown(0, position)
    for number in range(1, steps + 1):
        action = legal(position).sample(rng, tries=16)
        if action is None:
            return
        said = tuple(reports(position, action, rng)) if isinstance(action, Roll) else ()
        position = apply(position, action)
        yield action, Shown(number, position, said)
