"""Dice that the table throws: fair, and the same again from the same seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from adjudicator.dice import D6, DR, Distribution, die_range
from adjudicator.errors import MalformedAction
from adjudicator.game import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.position import Decision, Position

__all__ = ["due", "thrown"]

_TRIES = 10_000


def due(position: Position) -> Decision | None:
    """The roll that comes first, if dice must fall now."""
    top = position.decision
    return top if top is not None and top.player == "dice" else None


def thrown(position: Position, seed: int) -> tuple[int, ...]:
    """What falls; numbers that the roll cannot show are thrown again.

    Parameters
    ----------
    position
        In which dice must fall.
    seed
        Where the dice begin.

    Returns
    -------
    tuple of int

    Raises
    ------
    MalformedAction
        No dice must fall, or none can.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> thrown(GAME.scenario("d-day"), 1)
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: no dice must fall now
    """
    top = due(position)
    if top is None:
        raise MalformedAction("no dice must fall now")
    kind = load(position.game).rolls[top.data["what"]]
    rng = random.Random(seed)  # noqa: S311 - dice of a game, the same again from their seed
    for _ in range(_TRIES):
        values = tuple([_fallen(die, rng) for die in _dice(top.data["dice"])])
        if kind.allowed is None or not kind.allowed(position, top.data, values):
            return values
    raise MalformedAction("no dice can fall so that the roll is possible")


def _dice(dice: Sequence[object]) -> list[Distribution[int]]:
    """The chances of each number that is wanted."""
    known: dict[object, Distribution[int]] = {"DR": DR, "dr": D6}
    return [known.get(die) or Distribution(dict.fromkeys(die_range(die) or (), 1)) for die in dice]


def _fallen(die: Distribution[int], rng: random.Random) -> int:
    numbers = list(die)
    return rng.choices(numbers, [die[n] for n in numbers])[0]
