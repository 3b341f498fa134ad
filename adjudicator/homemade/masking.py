"""What a player of a game of one's own does not see: which cards lie in the other hand, and in the deck."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from adjudicator.homemade.decks import every_card
from adjudicator.homemade.items import CARD, HELD, STACK, UNSEEN, hand_of
from adjudicator.position import Draft, Position
from adjudicator.views import hidden_from
from maps.games import FolderHome, home_of
from maps.homemade.game import game_file

__all__ = ["masked"]


def masked(position: Position, viewpoint: str = "public") -> Position:
    """The position as somebody sees it: of a hand that is not his he knows how many cards it holds.

    Hand and deck of such a side become one heap of unseen cards; its discards lie open. So do the deck that
    is nobody's, and what such hands hold of it. Of a side without a hand nothing is hidden.

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
    hands = {side: _hand(position, side) for side in hidden_from(position, viewpoint)}
    decks = dict.fromkeys(card.side for card in every_card(position.game).values())
    draft: Draft | None = None
    for owner in decks:
        cards = _cards(position, owner)
        concerned = {side: hand for side, hand in hands.items() if owner in {"", side}}
        held = {side: sum(_lies(position, c) == hand for c in cards) for side, hand in concerned.items()}
        if any(held.values()):
            draft = draft or position.draft()
            _cover(draft, cards, {STACK, UNSEEN, *concerned.values()})
            for side, number in ((s, n) for s, n in held.items() if n):
                draft.set(HELD, number + draft.number(HELD, side), side)
    return position if draft is None else draft.finish()


def _hand(position: Position, side: str) -> str:
    """How a card lies that a side holds."""
    return hand_of(game_file(cast("FolderHome", home_of(position.game))), side)


def _cards(position: Position, owner: str) -> tuple[str, ...]:
    """Every single card of a side, or of nobody."""
    return tuple(uid for uid, card in every_card(position.game).items() if card.side == owner)


def _lies(position: Position, card: str) -> str:
    return position.text(CARD, card)


def _cover(draft: Draft, cards: Collection[str], hidden: Collection[str]) -> None:
    for card in cards:
        if draft.text(CARD, card) in hidden:
            draft.set(CARD, UNSEEN, card)
