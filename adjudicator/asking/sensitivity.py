"""Which reconstructed values of a ruling matter: ask again with each one changed within its range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.errors import BocageError
from adjudicator.names import NAMES
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling, Used
from adjudicator.supposing import reply
from adjudicator.vocabulary import Vocabulary, load_vocabulary
from maps.board import Board, Feature

if TYPE_CHECKING:
    from adjudicator.questions import Asking, Question

__all__ = ["weighed"]

_MOST = 24
_HELD = {"units.csv", "edges.csv", "spaces.csv"}


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
    if asking.given is None or asked.gathers or not ruling.sources:
        return ruling
    tried = [replace(u, matters=_matters(u, ruling, asked, asking)) for u in ruling.sources[:_MOST]]
    ordered = sorted(tried, key=lambda u: not u.matters)
    return replace(ruling, sources=(*ordered, *ruling.sources[_MOST:]))


def _matters(used: Used, ruling: Ruling, asked: Question, asking: Asking) -> bool | None:
    """Whether another plausible value changes the answer; None for a value that no position holds."""
    if used.file not in _HELD:
        return None
    known, before = load_vocabulary(asking.game.slug), asking.position
    for position, spaces in _changed(used, before, known):
        position.take_over(before, NAMES)
        if asking.game.keep is not None:
            asking.game.keep(position, before, spaces, used.column)
        seen = asking.seen or used.file == "units.csv"  # no rating hides a counter
        try:
            other = reply(asked, replace(asking, given=position, seen=seen))
        except BocageError:
            return True
        if (other.ok, other.answer, other.verdict) != (ruling.ok, ruling.answer, ruling.verdict):
            return True
    return False


def _changed(used: Used, position: Position, known: Vocabulary) -> Iterator[tuple[Position, tuple[str, ...]]]:
    """The position with each other plausible value in place of one, and the spaces that print it."""
    if used.file == "units.csv":
        piece = position.pieces[used.row]
        value = piece.printed.rating(used.column)
        for number in (value - 1, value + 1) if isinstance(value, int) else ():
            if number >= 0:
                printed = piece.printed.with_rating(used.column, number)
                yield _with_piece(position, Piece(printed, piece.space, piece.status)), ()
    elif used.file == "edges.csv":
        edge = position.board.edges[used.row]
        for other in known.other_boundaries.get(edge.boundary, ()) if used.column == "boundary" else ():
            yield _on(position, position.board.changed(replace(edge, boundary=other))), (edge.a, edge.b)
    else:
        space = position.board.spaces[used.row]
        for feature in _other_features(space[used.column], known):
            features = {**space.features, used.column: feature}
            yield _on(position, position.board.changed(replace(space, features=features))), (space.id,)


def _other_features(value: Feature, known: Vocabulary) -> tuple[Feature, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return tuple([number for number in (value - 1, value + 1) if number >= 0])
    return tuple(known.other_features.get(value, ())) if isinstance(value, str) else ()


def _with_piece(position: Position, piece: Piece) -> Position:
    draft = position.draft()
    draft.pieces[piece.uid] = piece
    return draft.finish()


def _on(position: Position, board: Board) -> Position:
    draft = position.draft()
    draft.board = board
    return draft.finish()
