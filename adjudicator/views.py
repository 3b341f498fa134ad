"""What is under a view, and layers that are computed once for each position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adjudicator.inquiry import Inquiry
from adjudicator.position import Position, State, View
from adjudicator.vocabulary import load_vocabulary

__all__ = ["derived", "hidden_from", "side_asked", "state_of"]

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


def derived(view: View, name: str, compute: Callable[[State], _T]) -> _T:
    """A layer that is computed once for each position; a draft computes it anew.

    Parameters
    ----------
    view
        Where to look.
    name
        Key of the layer.
    compute
        Makes it.

    Returns
    -------
    whatever `compute` returns

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> derived(GAME.scenario("d-day"), "units", lambda state: len(state.pieces) > 100)
    True
    """
    state = state_of(view)
    return state.derived(name, compute) if isinstance(state, Position) else compute(state)


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
