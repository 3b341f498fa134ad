"""A few of the legal actions of a position, drawn fairly among their kinds and units by a seed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.actions import kind_of
from adjudicator.game import fits, open_now

if TYPE_CHECKING:
    import random

    from adjudicator.actions import Action
    from adjudicator.position import Position
    from adjudicator.rules import Handler

__all__ = ["drawn"]

_LISTED = 240  # candidates of a kind among which some are drawn
_OF_A_UNIT = 40  # candidates of a unit among which some are drawn
_FEWEST = 3  # legal actions of each kind that are looked for however many kinds there are
_EACH = 2  # legal actions of a unit


def drawn(position: Position, rng: random.Random, *, most: int = 16) -> list[Action]:
    """Some of the legal actions of a position.

    Parameters
    ----------
    position
        The position.
    rng
        Seeded by the caller: the same seed and position draw the same.
    most
        How many are wanted; each open kind of action gets an equal part of them, and 3 at least.

    Returns
    -------
    list of Action
        All of them, where they are few. Otherwise a kind that lists its candidates by unit gives two each
        of units drawn by lot, out of the first 40 of that unit; another one is drawn out of its first 240,
        and of the next 240 only where none of these is legal. No clock decides. What ends a phase is a kind
        of its own, so it is always among them.

    Examples
    --------
    >>> import random
    >>> from adjudicator.breakout_normandy import GAME
    >>> found = drawn(GAME.scenario("d-day"), random.Random(1))
    >>> found == drawn(GAME.scenario("d-day"), random.Random(1))
    True
    """
    handlers = sorted(open_now(position), key=lambda handler: kind_of(handler.action))
    share = max(_FEWEST, most // max(1, len(handlers)))
    found: list[Action] = []
    for handler in handlers:
        found += itertools.islice(_legal(position, handler, rng), share)
    return list(dict.fromkeys(found))


def _legal(position: Position, handler: Handler[Any], rng: random.Random) -> Iterator[Action]:
    """Legal actions of one kind in the order in which they are drawn."""
    if handler.parts is not None:
        parts = [own for _, own in handler.parts(position)]
        rng.shuffle(parts)
        for own in parts:
            yield from itertools.islice(_shuffled(position, handler, own, rng, _OF_A_UNIT), _EACH)
    else:
        yield from _shuffled(position, handler, handler.options(position), rng, _LISTED)


def _shuffled(
    position: Position, handler: Handler[Any], candidates: Iterator[Action], rng: random.Random, size: int
) -> Iterator[Action]:
    """Legal ones of candidates by lot; later ones only where none of the first is legal."""
    while some := list(itertools.islice(candidates, size)):
        rng.shuffle(some)
        any_legal = False
        for action in some:
            if _allowed(position, handler, action):
                any_legal = True
                yield action
        if any_legal:
            return


def _allowed(position: Position, handler: Handler[Any], action: Action) -> bool:
    """As `LegalActions` hears it: what is listed as proven needs no check, where nothing is left out."""
    if not position.unknown and not position.strange:
        if handler.proven:
            return True
        if handler.allows is not None:
            return bool(handler.allows(position, action))
    return fits(position, action)
