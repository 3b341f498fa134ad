"""What the Combats of one position have in common: worked out once, told again in each ruling."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Concatenate, ParamSpec, TypeVar

from adjudicator.dark_summer.r12_eligibility import settled
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position, View

__all__ = ["Memory"]

_T = TypeVar("_T")
_P = ParamSpec("_P")
_Kept = dict[Hashable, tuple[Any, Inquiry | None]]


class Memory:
    """Reasoning about a position that is kept with it; a draft, which changes, keeps none.

    Examples
    --------
    >>> from adjudicator.dark_summer import GAME
    >>> from maps.board import Board
    >>> here = GAME.empty(Board([], []))
    >>> Memory(here).of("turn", lambda view: view.number("turn"))
    1
    """

    __slots__ = ("_asking", "_kept", "_pieces", "still", "view")

    def __init__(self, view: View) -> None:
        self._asking = view if isinstance(view, Inquiry) else None
        state = view if self._asking is None else self._asking.state
        self._kept: _Kept | None = None
        self.view, self._pieces = view, state.pieces
        if isinstance(state, Position):
            self.still: View = view
            self._kept = state.derived(_layer(self._asking), _nothing)
        else:
            self.still = settled(view)

    def of(
        self, key: Hashable, work: Callable[Concatenate[View, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> _T:
        """Work something out, or tell it again.

        Parameters
        ----------
        work
            Does it, with a view of the position first.

        Returns
        -------
        whatever `work` returns
            It is shared: not to be changed.
        """
        if self._kept is None:
            return work(self.view, *args, **more)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._worked_out(work, *args, **more)
        told = found[1]
        if told is not None and self._asking is not None:
            self._asking.recall(told)
        value: _T = found[0]
        return value

    def _worked_out(
        self, work: Callable[Concatenate[View, _P], _T], *args: _P.args, **more: _P.kwargs
    ) -> tuple[_T, Inquiry | None]:
        if self._asking is None:
            return work(self.view, *args, **more), None
        inquiry = Inquiry(self._asking.state, strict=self._asking.strict)
        value = work(inquiry, *args, **more)
        return value, None if inquiry.is_empty else inquiry

    @property
    def keeps(self) -> bool:
        """Whether anything is kept: of a position it is, of a draft it is not."""
        return self._kept is not None

    def knows(self, piece: Piece) -> bool:
        """Whether a piece is the one of the position, not what a hidden unit may turn out to be."""
        return self._pieces.get(piece.printed.id) is piece


def _layer(inquiry: Inquiry | None) -> str:
    """Name of what is kept: with what was recorded, and under which strictness, or without."""
    if inquiry is None:
        return "combat"
    return "combat asked strictly" if inquiry.strict else "combat asked"


def _nothing(position: Position) -> _Kept:  # noqa: ARG001 - the shape of a layer
    return {}
