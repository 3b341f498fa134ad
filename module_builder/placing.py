"""How the combat cards are shared out; units and markers are placed by `adjudicator.saves.placing`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudicator.saves.placing import Placement, Placer

if TYPE_CHECKING:
    from module_builder.materials import Kit

__all__ = ["Placement", "Placer", "card_uid", "place_cards", "place_piles"]


def place_cards(kit: Kit, drawn: Mapping[str, str]) -> dict[str, list[str]]:
    """Share the combat cards out between the decks.

    Parameters
    ----------
    kit
        What the module is built from.
    drawn
        Side -> digits: how many cards of each value are drawn.

    Returns
    -------
    dict
        Deck -> uids, from the bottom up.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> decks = place_cards(load_kit("breakout-normandy"), {"german": "10000000000"})
    >>> decks["German Cards Drawn"], len(decks["German Cards"])
    (['card-german-2-1'], 35)
    """
    decks = kit.carriers.decks
    found: dict[str, list[str]] = {}
    if decks is None:
        return found
    for row in decks["sides"]:
        side = row["side"]
        gone = [int(n) for n in drawn.get(side, "")] or [0] * len(decks["counts"])
        found[row["deck"]], found[row["drawn"]] = [], []
        for value, (count, out) in enumerate(zip(decks["counts"], gone, strict=True), decks["first"]):
            for n in range(1, count + 1):
                found[row["drawn" if n <= out else "deck"]].append(card_uid(side, value, n))
    return found


def place_piles(kit: Kit) -> dict[str, list[str]]:
    """Where the named cards lie in a new game: on the pile of the default.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict
        Deck -> uids, from the bottom up.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> place_piles(load_kit("breakout-normandy"))
    {}
    """
    start = kit.game.scenario(next(iter(kit.game.scenarios)), kit.overlay)
    return {row.name: uids for row, uids in Placer(kit, start, {}).piles() if not row.is_hand}


def card_uid(side: str, value: int, number: int) -> str:
    """Name a combat card.

    Examples
    --------
    >>> card_uid("german", 7, 1)
    'card-german-7-1'
    """
    return f"card-{side}-{value}-{number}"
