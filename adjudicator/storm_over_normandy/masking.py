"""What a player does not see: which cards lie in the other hand, and so in the other stack (2.3, 6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.citation import rule
from adjudicator.position import Draft, Position
from adjudicator.storm_over_normandy import cards
from adjudicator.views import hidden_from

__all__ = ["masked"]

_HIDDEN = frozenset({cards.STACK, cards.HAND, cards.UNSEEN})


@rule("6.1", "6.2")
def masked(position: Position, viewpoint: str = "public") -> Position:
    """The position as somebody sees it: of a hand that is not his he knows how many cards it holds.

    Hand and stack of such a side become one heap of unseen cards; its discards, and what has left the game,
    lie open. A position that says nothing of a side's cards is not touched.

    Parameters
    ----------
    viewpoint
        ``german`` or ``allied``, who see their own hand; ``public``, none; ``referee``, all.

    Returns
    -------
    Position
        The same one where nothing is hidden.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> from maps.board import Board
    >>> at = GAME.empty(Board([], []), facts={("card", "german-bocage-1"): "hand"})
    >>> masked(at, "allied").raw("held", "german"), masked(at, "german") is at
    (1, True)
    """
    sides = [side for side in hidden_from(position, viewpoint) if _has_hand(position, side)]
    if not sides:
        return position
    draft = position.draft()
    for side in sides:
        _cover(draft, side, cards.copies(position, side))
    return draft.finish()


def _has_hand(position: Position, side: str) -> bool:
    """Whether there is something to hide: which cards are in a hand, or by elimination in a stack."""
    return bool(cards.hand(position, side))


def _cover(draft: Draft, side: str, copies: Iterable[str]) -> None:
    draft.set("held", cards.hand_size(draft, side), side)
    for copy in copies:
        if draft.text("card", copy) in _HIDDEN:
            draft.set("card", cards.UNSEEN, copy)
