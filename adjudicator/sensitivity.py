"""Which reconstructed values of a ruling matter: ask again with each one changed within its range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.errors import BocageError
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling, Used
from maps.board import Board, Feature

if TYPE_CHECKING:
    from adjudicator.questions import Asking, Question

__all__ = ["weighed"]

_MOST = 24
_FACTORS = {"af", "df", "mf", "spent_df"}
_BOUNDARIES = {"open": ("river",), "river": ("open", "flooded"), "flooded": ("river",)}
_TERRAINS = {"open": "bocage", "bocage": "open"}


def weighed(ruling: Ruling, asked: Question, asking: Asking) -> Ruling:
    """A ruling whose reconstructed values say whether they matter, those that do first.

    Parameters
    ----------
    ruling
        As the rules gave it.
    asked, asking
        The question, and of what.

    Returns
    -------
    Ruling

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.questions import Asking, read_question
    >>> asking = Asking(GAME, GAME.scenario("d-day"))
    >>> asked = read_question(GAME.questions["next"], {})
    >>> weighed(asked.answer(asking), asked, asking).sources
    ()
    """
    if asking.given is None or not ruling.sources:
        return ruling
    tried = [replace(u, matters=_matters(u, ruling, asked, asking)) for u in ruling.sources[:_MOST]]
    ordered = sorted(tried, key=lambda u: not u.matters)
    return replace(ruling, sources=(*ordered, *ruling.sources[_MOST:]))


def _matters(used: Used, ruling: Ruling, asked: Question, asking: Asking) -> bool:
    for position in _changed(used, asking.position):
        try:
            other = asked.answer(replace(asking, given=position))
        except BocageError:
            return True
        if (other.ok, other.answer, other.verdict) != (ruling.ok, ruling.answer, ruling.verdict):
            return True
    return False


def _changed(used: Used, position: Position) -> Iterator[Position]:
    """The position with one value changed, once for each other plausible value."""
    if used.column in _FACTORS:
        piece = position.pieces[used.row]
        value = getattr(piece.printed, used.column)
        for other in (value - 1, value + 1):
            if other >= 0:
                printed = replace(piece.printed, **{used.column: other})
                yield _with_piece(position, Piece(printed, piece.space, piece.status))
    elif used.file == "edges.csv":
        edge = position.board.edges[used.row]
        for other in _BOUNDARIES.get(edge.boundary, ()):
            edges = {**position.board.edges, edge.id: replace(edge, boundary=other)}
            yield _on(position, Board(position.board.spaces.values(), edges.values()))
    else:
        space = position.board.spaces[used.row]
        for feature in _other_features(space[used.column]):
            features = {**space.features, used.column: feature}
            spaces = {**position.board.spaces, space.id: replace(space, features=features)}
            yield _on(position, Board(spaces.values(), position.board.edges.values()))


def _other_features(value: Feature) -> tuple[Feature, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value - 1, value + 1)
    return (_TERRAINS[value],) if value in _TERRAINS else ()


def _with_piece(position: Position, piece: Piece) -> Position:
    draft = position.draft()
    draft.pieces[piece.uid] = piece
    return draft.finish()


def _on(position: Position, board: Board) -> Position:
    draft = position.draft()
    draft.board = board
    return draft.finish()
