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
_LINES = "lines/"  # layers of where units stand, not of what they print: "lines/SIDE/...", lines of supply
_BARRED = "barred"  # among them the spaces that no line of the side enters
_UNCROSSED = {"settlement", "poi", "perimeter"}  # features that no line and no zone depends on
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
    if asking.given is None or not ruling.sources:
        return ruling
    known = load_vocabulary(asking.game.slug)
    tried = [replace(u, matters=_matters(u, ruling, asked, asking, known)) for u in ruling.sources[:_MOST]]
    ordered = sorted(tried, key=lambda u: not u.matters)
    return replace(ruling, sources=(*ordered, *ruling.sources[_MOST:]))


def _matters(used: Used, ruling: Ruling, asked: Question, asking: Asking, known: Vocabulary) -> bool | None:
    """Whether another plausible value changes the answer; None for a value that no position holds."""
    if used.file not in _HELD:
        return None
    for position in _changed(used, asking.position, known):
        try:
            other = reply(asked, replace(asking, given=position))
        except BocageError:
            return True
        if (other.ok, other.answer, other.verdict) != (ruling.ok, ruling.answer, ruling.verdict):
            return True
    return False


def _changed(used: Used, position: Position, known: Vocabulary) -> Iterator[Position]:
    """The position with one value changed, once for each other plausible value."""
    if used.file == "units.csv":
        piece = position.pieces[used.row]
        value = piece.printed.rating(used.column)
        for number in (value - 1, value + 1) if isinstance(value, int) else ():
            if number >= 0:
                printed = piece.printed.with_rating(used.column, number)
                yield _with_piece(position, Piece(printed, piece.space, piece.status))
    elif used.file == "edges.csv":
        edge = position.board.edges[used.row]
        for other in known.other_boundaries.get(edge.boundary, ()) if used.column == "boundary" else ():
            yield _on(position, position.board.changed(replace(edge, boundary=other)), edge.a, edge.b)
    else:
        space = position.board.spaces[used.row]
        for feature in _other_features(space[used.column], known):
            features = {**space.features, used.column: feature}
            found = _on(position, position.board.changed(replace(space, features=features)), space.id)
            if used.column in _UNCROSSED:
                found.take_over(position, _LINES)
            yield found


def _other_features(value: Feature, known: Vocabulary) -> tuple[Feature, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return tuple([number for number in (value - 1, value + 1) if number >= 0])
    return tuple(known.other_features.get(value, ())) if isinstance(value, str) else ()


def _with_piece(position: Position, piece: Piece) -> Position:
    draft = position.draft()
    draft.pieces[piece.uid] = piece
    found = draft.finish()
    for kept in (_LINES, NAMES):
        found.take_over(position, kept)
    return found


def _on(position: Position, board: Board, *spaces: str) -> Position:
    """The position on a board that prints one space, or the edge between two, otherwise.

    What units of one side alone hold is closed to the lines of the other, whatever is printed there.
    """
    draft = position.draft()
    draft.board = board
    found = draft.finish()
    found.take_over(position, NAMES)
    holders = [{piece.side for piece in position.units_in(space)} for space in spaces]
    for side in {piece.side for piece in position.pieces.values()}:
        closed = position.layer(f"{_LINES}{side}/{_BARRED}") or ()
        if any(space in closed and h and side not in h for space, h in zip(spaces, holders, strict=True)):
            found.take_over(position, f"{_LINES}{side}/")
    return found
