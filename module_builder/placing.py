"""How the named cards are shared out; units and markers are placed by `adjudicator.saves.placing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.saves.placing import Placement, Placer

if TYPE_CHECKING:
    from module_builder.materials import Kit

__all__ = ["Placement", "Placer", "place_piles"]


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
