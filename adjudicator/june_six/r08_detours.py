"""Section 8.1: other ways than the cheapest by which a unit can have come where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from adjudicator.citation import rule
from adjudicator.june_six import terms
from adjudicator.position import Position
from maps.board import Board

__all__ = ["changed_hexes", "detours", "moved_units"]

_MOST, _LONGEST, _LOOKED_AT = 24, 16, 600
_TRACES = frozenset({"control", "strongpoint-gone", "engineers", "dp"})


def moved_units(before: Position, after: Position) -> Iterator[tuple[str, str]]:
    """Units that stand elsewhere in the second of two positions, each with its space there."""
    pairs = ((was, now) for now, was in before.moved(after) if was is not None and now is not None)
    yield from sorted((now.uid, now.space) for was, now in pairs if was.space != now.space)


@rule("5.22", "8.11", "19.12")
def changed_hexes(before: Position, after: Position) -> frozenset[str]:
    """Hexes where units that pass leave a trace: control, Strongpoints, Beach Engineers, Delay Points."""
    keys = {key for state in (before, after) for key in state.facts if key[0] in _TRACES}
    return frozenset(
        subject for item, subject in keys if before.said(item, subject) != after.said(item, subject)
    )


def detours(
    board: Board, start: str, to: str, allowed: AbstractSet[str], *, twice: bool = False
) -> Iterator[tuple[str, ...]]:
    """Ways from one space to another through some hexes only, the shortest first; legal or not.

    A way may come through its last space before, and return to it.

    Parameters
    ----------
    allowed
        Ids of the hexes that it may lead through.
    twice
        Whether it may come through any of them, and through its start, a second time.

    Yields
    ------
    tuple of str
        Ids of the spaces entered.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> board = GAME.scenario("campaign").board
    >>> list(detours(board, "e1830", "e1831", frozenset()))
    [('e1831',)]
    """
    queue: list[tuple[str, ...]] = [()]
    found = 0
    for looked_at, path in enumerate(queue):
        if found == _MOST or looked_at == _LOOKED_AT:
            return
        at = path[-1] if path else start
        for _, other in board.neighbours(at):
            seen = path.count(other) + (other == start)
            if seen and other != to and not (twice and seen < 2):
                continue
            if other == to:
                found += 1
                yield (*path, other)
            if other in allowed | {to} and len(path) < _LONGEST and terms.is_hex(board.spaces[other]):
                queue.append((*path, other))
