"""What a player of a game of one's own does not see: which cards lie in the other hand, and in the deck."""

from __future__ import annotations

from adjudicator.homemade.decks import every_card
from adjudicator.homemade.items import CARD, HAND, HELD, STACK, UNSEEN
from adjudicator.position import Draft, Position
from adjudicator.views import hidden_from

__all__ = ["masked"]

_HIDDEN = frozenset({STACK, HAND, UNSEEN})


def masked(position: Position, viewpoint: str = "public") -> Position:
    """The position as somebody sees it: of a hand that is not his he knows how many cards it holds.

    Hand and deck of such a side become one heap of unseen cards; its discards lie open. Of a side without a
    hand nothing is hidden.

    Parameters
    ----------
    position
        Of a game with a [[deck]].
    viewpoint
        A side, which sees its own hand; ``public``, none; ``referee``, all.

    Returns
    -------
    Position
        The same one where nothing is hidden.
    """
    cards = {side: _cards(position, side) for side in hidden_from(position, viewpoint)}
    sides = [side for side, own in cards.items() if any(_lies(position, card) == HAND for card in own)]
    if not sides:
        return position
    draft = position.draft()
    for side in sides:
        _cover(draft, side, cards[side])
    return draft.finish()


def _cards(position: Position, side: str) -> tuple[str, ...]:
    """Every single card of a side."""
    return tuple(uid for uid, card in every_card(position.game).items() if card.side == side)


def _lies(view: Position | Draft, card: str) -> str:
    return view.text(CARD, card)


def _cover(draft: Draft, side: str, cards: tuple[str, ...]) -> None:
    held = sum(_lies(draft, card) == HAND for card in cards)
    draft.set(HELD, held + draft.number(HELD, side), side)
    for card in cards:
        if _lies(draft, card) in _HIDDEN:
            draft.set(CARD, UNSEEN, card)
