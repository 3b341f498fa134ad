"""Games as a log shows them: random play, each action a step, dice as the module's buttons report them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from adjudicator.actions import Action, Roll
from adjudicator.game import apply, legal, load
from adjudicator.position import Position
from adjudicator.saves.steps import Shown
from module_builder.dice import button_of, report_of, reports_of
from module_builder.kit import load_kit

__all__ = ["played", "reports"]


def reports(position: Position, roll: Roll, rng: random.Random) -> Iterator[str]:
    """What the dice buttons of the module say when a roll falls; nothing where chits or cards are drawn."""
    kit = load_kit(position.game)
    for die, value in zip(position.pending[-1].data["dice"], roll.values, strict=True):
        if die == "DR":
            first = rng.randint(max(1, value - 6), min(6, value - 1))
            button = button_of(kit, 2, 6)
            said = [report_of(button, (first, value - first), "Ann")] if button else []
        else:
            said = list(reports_of(kit, die, value, "Ann"))
        for line in said:
            yield line.removeprefix("* ").partition(" <img")[0]


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
