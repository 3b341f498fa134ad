"""Sides of counters in pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from module_builder.materials import Kit

__all__ = ["counter_px", "piece_px"]

_USUAL = 66


def counter_px(kit: Kit) -> int:
    """Size of the largest counters of a module in pixels.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    int

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> counter_px(load_kit("june-six"))
    66
    """
    return int(kit.adapter["unit"].get("px", _USUAL))


def piece_px(kit: Kit, size: str) -> int:
    """Pixels of a counter by the size of its unit; of a marker by an empty text."""
    from counters.palette import load_palette

    stock, side = load_palette(kit.game.slug, kit.overlay).stock, counter_px(kit)
    return side if stock is None else round(side * stock.side_of(size) / stock.size)
