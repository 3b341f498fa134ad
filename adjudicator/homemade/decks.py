"""The single cards of a game of one's own, by the names that rules and saves give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from counters.cards import load_cards

if TYPE_CHECKING:
    from counters.cards import Card

__all__ = ["every_card"]


def every_card(slug: str) -> Mapping[str, Card]:
    """Every single card of a game.

    Parameters
    ----------
    slug
        Of the game.

    Returns
    -------
    mapping
        Name such as ``league-march-1`` -> the card of which it is a copy.
    """
    return {copy.removeprefix("card-"): card for card in load_cards(slug) for copy in card.copies}
