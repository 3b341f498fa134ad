"""What may fall when the dice are due, with its exact chance; and a throw of them."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.actions import Roll
from adjudicator.dice import DR, die_range
from adjudicator.errors import IllegalAction
from adjudicator.game import check, fits

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from adjudicator.position import Position

__all__ = ["falls", "throw"]

_MANY = 12  # numbers of a die; more are cards and chits
_PLAIN = frozenset({"DR", "dr", "d6", "d10", "d0-9"})  # whatever they show is possible
_LEAST_PARTS = 3
_TRIES = 500  # throws until one is possible: of cards, those that lie open cannot be drawn


def falls(position: Position, *, most: int = 16) -> tuple[tuple[Roll, Fraction], ...]:
    """Every roll that can come of the dice that are due, with its chance.

    Parameters
    ----------
    position
        With a roll on top of the stack.
    most
        More rolls than these are too many to look at each: then some numbers of each die stand for those next
        to them, such as 4, 7 and 10 for the two dice of a DR, whose mean they keep.

    Returns
    -------
    tuple of (Roll, Fraction)
        Their chances are 1 together. None where a card or one of many chits is drawn: no number stands for
        another there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.game import ask_roll
    >>> draft = GAME.scenario("d-day").draft()
    >>> ask_roll(draft, "sunset", ["DR"])
    >>> [str(chance) for roll, chance in falls(draft.finish()) if roll.values == (7,)]
    ['1/6']
    """
    dice = _due(position)
    numbers = [{value: _chance(die, value) for value in die_range(die) or ()} for die in dice]
    if math.prod(map(len, numbers)) > most:
        if any(len(die) > _MANY for die in numbers):
            return ()
        parts = max(_LEAST_PARTS, math.floor(most ** (1 / len(numbers))))
        numbers = [_standing(die, parts - (parts % 2 == 0)) for die in numbers]
    found, plain = [], _PLAIN.issuperset(dice)
    for chosen in itertools.product(*(die.items() for die in numbers)):
        roll = Roll(tuple([value for value, _ in chosen]))
        if plain or fits(position, roll):
            found.append((roll, functools.reduce(operator.mul, [c for _, c in chosen], Fraction(1))))
    total = sum((chance for _, chance in found), Fraction())
    return tuple((roll, chance / total) for roll, chance in found)


def _standing(die: Mapping[int, Fraction], parts: int) -> dict[int, Fraction]:
    """Of each part of the numbers of a die that one which is nearest to its mean, with the chance of all."""
    cut: dict[int, dict[int, Fraction]] = {}
    below = Fraction(0)
    for value, chance in die.items():
        cut.setdefault(math.floor(parts * (below + chance / 2)), {})[value] = chance
        below += chance
    found: dict[int, Fraction] = {}
    for part in cut.values():
        whole = sum(part.values())
        mean = sum(value * chance for value, chance in part.items()) / whole
        middle = sum(value * chance for value, chance in die.items())
        nearest = min(part, key=lambda value: (abs(value - mean), -abs(value - middle)))
        found[nearest] = Fraction(whole)
    return found


def _due(position: Position) -> list[str]:
    top = position.decision
    return [] if top is None else list(top.data["dice"])


def _chance(die: str, value: int) -> Fraction:
    return Fraction(DR[value], DR.total) if die == "DR" else Fraction(1, len(die_range(die) or range(1)))


def throw(position: Position, rng: random.Random) -> Roll:
    """Let the dice fall that are due.

    Parameters
    ----------
    position
        With a roll on top of the stack.
    rng
        Seeded by the caller.

    Returns
    -------
    Roll
        A possible one: what cannot come up now, such as a card that has been drawn, is thrown anew.

    Raises
    ------
    IllegalAction
        Nothing can fall.

    Examples
    --------
    >>> import random
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.game import ask_roll
    >>> draft = GAME.scenario("d-day").draft()
    >>> ask_roll(draft, "sunset", ["DR"])
    >>> throw(draft.finish(), random.Random(1)).values
    (7,)
    """
    dice = _due(position)
    for _ in range(_TRIES):
        roll = Roll(tuple([_thrown(die, rng) for die in dice]))
        if fits(position, roll):
            return roll
    raise IllegalAction(check(position, roll))


def _thrown(die: str, rng: random.Random) -> int:
    if die == "DR":
        return rng.randint(1, 6) + rng.randint(1, 6)
    faces = die_range(die) or range(1)
    return rng.choice(faces)
