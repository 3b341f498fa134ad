"""A few of the legal actions of a position, drawn fairly among their kinds and units by a seed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.actions import kind_of
from adjudicator.game import fits, open_now
from adjudicator.playing.places import pull_of

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.position import Position
    from adjudicator.rules import Handler

__all__ = ["drawn"]

_LISTED = 240  # candidates of a kind among which some are drawn
_OF_A_UNIT = 160  # candidates of a unit among which some are drawn
_EACH = 2  # legal actions of a unit: one that leads nearest to what counts, one by lot


def drawn(position: Position, rng: random.Random, *, most: int = 24) -> list[Action]:
    """Some of the legal actions of a position.

    Parameters
    ----------
    position
        The position.
    rng
        Seeded by the caller: the same seed and position draw the same.
    most
        How many at the most; the open kinds of action take turns.

    Returns
    -------
    list of Action
        All of them, where they are few. Otherwise a kind that lists its candidates by unit gives two each
        of units drawn by lot, out of the first 160 of that unit: the one that ends nearest to places that are
        worth something, where ``weights.toml`` knows the game, and one by lot. Another kind is drawn out of
        its first 240, and of the next 240 only where none of these is legal. No clock decides. What ends a
        phase is a kind of its own, so it is always among them, unless there are more kinds than `most`.

    Examples
    --------
    >>> import random
    >>> from adjudicator.breakout_normandy import GAME
    >>> found = drawn(GAME.scenario("d-day"), random.Random(1))
    >>> found == drawn(GAME.scenario("d-day"), random.Random(1))
    True
    """
    handlers = sorted(open_now(position), key=lambda handler: kind_of(handler.action))
    kinds = [_legal(position, handler, _apart(rng)) for handler in handlers]
    found: dict[Action, None] = {}
    while kinds and len(found) < most:
        going = []
        for kind in kinds:
            action = next(kind, None)
            if action is not None and len(found) < most:
                found[action] = None
                going.append(kind)
        kinds = going
    return list(found)


def _apart(rng: random.Random) -> random.Random:
    """A source of chance of its own, so that how far one kind is listed does not change another."""
    return random.Random(rng.getrandbits(64))  # noqa: S311 - a given seed


def _legal(position: Position, handler: Handler[Any], rng: random.Random) -> Iterator[Action]:
    """Legal actions of one kind in the order in which they are drawn."""
    if handler.parts is None:
        yield from _shuffled(position, handler, handler.options(position), rng, _LISTED)
        return
    parts = list(handler.parts(position))
    rng.shuffle(parts)
    for uid, own in parts:
        yield from _of_unit(position, handler, uid, list(itertools.islice(own, _OF_A_UNIT)), rng)


def _of_unit(
    position: Position, handler: Handler[Any], uid: str, listed: list[Action], rng: random.Random
) -> Iterator[Action]:
    """One legal action of a unit that ends near what counts, and one by lot."""
    rng.shuffle(listed)
    piece = position.pieces.get(uid)
    pull = pull_of(position, piece.side) if piece is not None else {}
    nearest = sorted(listed, key=lambda action: -pull.get(_end_of(action), 0.0)) if pull else []
    found: list[Action] = []
    for order in (nearest, listed):
        action = next((a for a in order if a not in found and _allowed(position, handler, a)), None)
        if action is not None and len(found) < _EACH:
            found.append(action)
    yield from found


def _end_of(action: Action) -> str:
    """The space where a move ends; empty of what is none."""
    path = getattr(action, "path", ())
    return str(path[-1]) if isinstance(path, tuple) and path else ""


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
