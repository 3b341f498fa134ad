"""The action that comes nearest to a change which no legal sequence explains, and what speaks against it."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action, kind_of
from adjudicator.errors import BocageError
from adjudicator.game import check, load, open_now

if TYPE_CHECKING:
    from adjudicator.position import Change, Position
    from adjudicator.ruling import Ruling
    from maps.board import Board

__all__ = ["distances", "nearest"]

_PATHS = 24  # shortest ways that are tried
_TARGETS = ("to", "hex", "space")


def nearest(position: Position, changes: Iterable[Change]) -> tuple[Action, Ruling] | None:
    """The action that would move the first unit of some changes, with the fewest reasons against it.

    Where units went the same way together, an action that moves several moves them all.

    Parameters
    ----------
    position
        Where it would be made.
    changes
        What is not explained, in order.

    Returns
    -------
    tuple of Action and Ruling, or None
        None where no unit of ours has moved, or no action moves units like that.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.position import Change
    >>> change = Change("space", "ge-1057", "pont-labbe", "valognes")
    >>> action, ruling = nearest(GAME.scenario("example-6"), [change])
    >>> action.path, [v.rule for v in ruling.violations]
    (('valognes',), ['8.372'])
    """
    moves = [c for c in changes if c.what == "space" and c.subject in position.pieces]
    if not moves:
        return None
    together = [c.subject for c in moves if (c.before, c.after) == (moves[0].before, moves[0].after)]
    tried = []
    for action in _candidates(position, together, str(moves[0].after)):
        try:
            tried.append((action, check(position, action)))
        except BocageError:
            continue
    refused = [(action, ruling) for action, ruling in tried if ruling.violations]
    if not refused or len(refused) < len(tried):
        return None
    near = {handler.action for handler in open_now(position)}
    least = min(_distance(action, ruling, near) for action, ruling in refused)
    alike = [pair for pair in refused if _distance(*pair, near) == least]
    return max(alike, key=lambda pair: _reached(position, pair[0])) if len(alike) > 1 else alike[0]


def _distance(action: Action, ruling: Ruling, near: Container[type[Action]]) -> tuple[bool, bool, int]:
    """How far an action is from being made: what is open now and a plain move first, then fewest reasons."""
    return type(action) not in near, kind_of(type(action)) != "move", len(ruling.violations)


def _reached(position: Position, action: Action) -> int:
    """How many spaces of its way an action could go."""
    way: tuple[str, ...] = getattr(action, "path", ())
    parts = ((end, {"path": way[:end]}) for end in range(len(way) - 1, 0, -1))
    return next((n for n, part in parts if check(position, dataclasses.replace(action, **part)).ok), 0)


def _candidates(position: Position, uids: Sequence[str], to: str) -> Iterator[Action]:
    """Actions of any kind that bring units, or the first of them, to a space: by a short way, or at once."""
    start = position.pieces[uids[0]].space
    for kind in load(position.game).handlers.values():
        every = {f.name: f for f in dataclasses.fields(kind.action)}
        mover = next((name for name in ("unit", "units") if name in every), "")
        target = next((name for name in ("path", *_TARGETS) if name in every), "")
        needed = {name for name, f in every.items() if f.default is dataclasses.MISSING}
        if not mover or not target or needed - {mover, target}:
            continue
        who: Any = tuple(uids) if mover == "units" else uids[0]
        ways: Iterable[Any] = [to] if target != "path" else _ways(position.board, start, to)
        for way in ways:
            yield kind.action(**{mover: who, target: way})


def _ways(board: Board, start: str, end: str) -> Iterator[tuple[str, ...]]:
    """Shortest ways between two spaces, the first few of them."""
    left = distances(board, end)
    if start not in left:
        return
    yield from itertools.islice(_onward(board, start, end, left), _PATHS)


def _onward(board: Board, here: str, end: str, left: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    if here == end:
        yield ()
        return
    for _, other in board.neighbours(here):
        if left.get(other, left[here]) == left[here] - 1:
            for rest in _onward(board, other, end, left):
                yield (other, *rest)


@functools.lru_cache(maxsize=64)
def distances(board: Board, start: str) -> Mapping[str, int]:
    """Number of boundaries from one space to every other.

    Parameters
    ----------
    board
        The board.
    start
        Id of a space.

    Returns
    -------
    mapping of str to int

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> distances(GAME.scenario("d-day").board, "cherbourg")["montebourg"]
    2
    """
    found = {start: 0}
    queue = [start] if start in board.spaces else []
    for here in queue:
        for _, other in board.neighbours(here):
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    return found
