"""What is under a view, and layers that are computed once for each position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adjudicator.inquiry import Inquiry
from adjudicator.position import Earlier, Piece, Position, State, View
from adjudicator.vocabulary import load_vocabulary

__all__ = ["derived", "hidden_from", "side_asked", "state_of", "unless_moved"]

_T = TypeVar("_T")


def state_of(view: View) -> State:
    """The position or draft under a view.

    Parameters
    ----------
    view
        A position, a draft or an Inquiry.

    Returns
    -------
    State

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> state_of(Inquiry(d_day)) is d_day
    True
    """
    if isinstance(view, Inquiry):
        return view.state
    assert isinstance(view, State)  # noqa: S101 - the three kinds of View
    return view


def derived(
    view: View,
    name: str,
    compute: Callable[[State], _T],
    update: Callable[[Earlier[_T], Position], _T] | None = None,
) -> _T:
    """A layer that is computed once for each position; a draft computes it anew.

    Parameters
    ----------
    view
        Where to look.
    name
        Key of the layer.
    compute
        Makes it.
    update
        Makes the same of the layer of a position before, as `unless_moved` does; None where that is no less
        work.

    Returns
    -------
    whatever `compute` returns

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> derived(GAME.scenario("d-day"), "units", lambda state: len(state.pieces) > 100)
    True
    """
    state = view.state if isinstance(view, Inquiry) else view
    return state.derived(name, compute, update) if isinstance(state, Position) else compute(state_of(state))


def unless_moved(
    compute: Callable[[State], _T], concerned: Callable[[Piece], bool]
) -> Callable[[Earlier[_T], Position], _T]:
    """The update of a layer that hangs on some units alone: it stays as it was until one of them moves.

    Parameters
    ----------
    compute
        Makes the layer.
    concerned
        Whether a unit matters to it.

    Returns
    -------
    function

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> update = unless_moved(lambda state: "anew", lambda piece: piece.side == "german")
    >>> update(Earlier("as it was", d_day.pieces, d_day.facts), d_day.draft().finish())
    'as it was'
    """

    def update(earlier: Earlier[_T], position: Position) -> _T:
        for pair in position.moved(earlier):
            if any(piece is not None and concerned(piece) for piece in pair):
                return compute(position)
        return earlier.value

    return update


def hidden_from(position: Position, viewpoint: str) -> tuple[str, ...]:
    """Sides whose secrets a viewpoint does not see.

    Parameters
    ----------
    position
        Whose game has the sides.
    viewpoint
        ``german``, ``allied``, ``public`` or ``referee``.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> hidden_from(d_day, "german"), hidden_from(d_day, "referee")
    (('allied',), ())
    """
    if viewpoint == "referee":
        return ()
    return tuple(side for side in load_vocabulary(position.game).sides if side != viewpoint)


def side_asked(position: Position, viewpoint: str) -> str:
    """Side that a question is about when no unit says so.

    Parameters
    ----------
    position
        The position.
    viewpoint
        Who asks; a side asks about itself.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> side_asked(GAME.scenario("d-day"), "public"), side_asked(GAME.scenario("d-day"), "german")
    ('allied', 'german')
    """
    return viewpoint if viewpoint in load_vocabulary(position.game).sides else position.text("side")
