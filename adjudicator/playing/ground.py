"""What stands where: the strength of both sides on the map, near its places and before the enemy.

It is counted in whole thousandths, so that bringing the count of the position before up to date comes to the
very same as counting anew.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from adjudicator.playing.places import nearby, places_of
from adjudicator.playing.weights import Measures, measures_of
from adjudicator.sides import SIDES
from adjudicator.silence import kept
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Earlier, Piece, Position
    from maps.board import Board

__all__ = ["Ground", "ground_of", "strength_of"]

_PARTS = 1000
_BySide = tuple[int, ...]
_Ashore = Mapping[str, _BySide]
_Moved = Iterable[tuple["Piece | None", "Piece | None"]]
_NOBODY: _BySide = (0,) * len(SIDES)


@dataclass(frozen=True, slots=True)
class Ground:
    """Strength as it stands, each by side in the order of `SIDES`.

    Parameters
    ----------
    strength
        On the map; of what waits to come there, a share. In millionths.
    ashore
        Space -> strength that stands there, in thousandths.
    near
        For each of `places_of` what comes to it, in millionths.
    exposed
        Before more enemies, in its space and next to it, than it can meet; in thousandths.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> ground_of(GAME.scenario("d-day")).ashore["omaha-beach"]
    (15000, 0)
    """

    strength: _BySide
    ashore: _Ashore
    near: tuple[tuple[int, ...], ...]
    exposed: _BySide

    def on_map(self, number: int) -> float:
        """Strength of a side on the map."""
        return self.strength[number] / _PARTS**2

    def threatened(self, number: int) -> float:
        """Strength of a side that stands before more enemies than it can meet."""
        return self.exposed[number] / _PARTS

    def secured(self, number: int, enough: float) -> list[float]:
        """How far the strength of a side near each place would hold or take it, 0 to 1."""
        half, pairs = enough * _PARTS**2, zip(self.near[number], self.near[1 - number], strict=True)
        return [own / (own + foes + half) for own, foes in pairs]


def ground_of(position: Position) -> Ground:
    """The strength of both sides as it stands in a position, kept with it."""
    return position.derived("playing/ground", _counted, _recounted)


def _counted(position: Position) -> Ground:
    places = len(places_of(position.game, position.board))
    bare = Ground(_NOBODY, {}, ((0,) * places,) * len(SIDES), _NOBODY)
    return _shifted(bare, position, [(None, piece) for piece in position.pieces.values()])


def _recounted(earlier: Earlier[Ground], position: Position) -> Ground:
    return _shifted(earlier.value, position, position.moved(earlier))


def _shifted(before: Ground, position: Position, moved: _Moved) -> Ground:
    """The count after units have come, gone or lost steps."""
    game, board = position.game, position.board
    shares, around = _shares(game, board), nearby(game, board)
    changes = _changes(moved, measures_of(game), shares)
    if not changes:
        return before
    strength, near = list(before.strength), [list(side) for side in before.near]
    ashore = dict(before.ashore)
    for space, change in changes.items():
        for side, more in enumerate(change):
            strength[side] += more * shares[space]
        if shares[space] < _PARTS:
            continue
        there = tuple(map(sum, zip(ashore.pop(space, _NOBODY), change, strict=True)))
        if any(there):
            ashore[space] = there
        for side, more in enumerate(change):
            for number, share in around.get(space, ()) if more else ():
                near[side][number] += more * share
    touched = {other for space in changes for other in (space, *_neighbours(board)(space))}
    was, now = (_exposed(board, stood, touched) for stood in (before.ashore, ashore))
    exposed = [e + n - w for e, n, w in zip(before.exposed, now, was, strict=True)]
    return Ground(tuple(strength), ashore, tuple(map(tuple, near)), tuple(exposed))


def _changes(moved: _Moved, measures: Measures, shares: Mapping[str, int]) -> dict[str, list[int]]:
    """Space -> how much strength of each side came there, in thousandths."""
    found: dict[str, list[int]] = {}
    for pair in moved:
        for piece, sign in zip(pair, (-1, 1), strict=True):
            if piece is not None and piece.space in shares and piece.side in SIDES:
                there = found.setdefault(piece.space, list(_NOBODY))
                there[SIDES.index(piece.side)] += sign * round(strength_of(piece, measures) * _PARTS)
    return {space: change for space, change in found.items() if any(change)}


def strength_of(piece: Piece, measures: Measures) -> float:
    """The strength that a unit has left, by its counter and its status.

    Parameters
    ----------
    piece
        The unit.
    measures
        Of its game.

    Returns
    -------
    float

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> units = GAME.scenario("d-day").pieces
    >>> strength_of(units["ge-1-919"], measures_of("breakout-normandy"))
    1.0
    """
    printed = piece.printed
    for name in measures.ratings:
        value = printed.ratings.get(name) if name in printed.ratings else getattr(printed, name, None)
        if isinstance(value, int | float) and value > 0:
            return float(value) * measures.status.get(piece.status, 1.0)
    return measures.bare * measures.status.get(piece.status, 1.0)


def _exposed(board: Board, ashore: _Ashore, spaces: Collection[str]) -> list[int]:
    """Of the strength that stands in some spaces, what stands before more enemies than it can meet."""
    found, around = list(_NOBODY), _neighbours(board)
    for space in spaces:
        there = ashore.get(space)
        if there is not None:
            near = [ashore[other] for other in around(space) if other in ashore]
            for side, own in enumerate(there):
                foes = sum([stack[1 - side] for stack in (there, *near)])
                found[side] += min(own, max(0, foes - own))
    return found


@kept(maxsize=16)
def _neighbours(board: Board) -> Callable[[str], tuple[str, ...]]:
    return functools.cache(lambda space: tuple(other for _, other in board.neighbours(space)))


@kept(maxsize=16)
def _shares(slug: str, board: Board) -> Mapping[str, int]:
    """Space -> how much of a unit counts there, in thousandths; of others it counts nothing."""
    measures = measures_of(slug)
    told = {**measures.waiting, **dict.fromkeys(measures.shore, 1.0)}
    found = {s.id: told.get(s.id, told.get(s.kind, 0.0)) for s in board.spaces.values()}
    return {space: round(_PARTS * share) for space, share in found.items() if share}
