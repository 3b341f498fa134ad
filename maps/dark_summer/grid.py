"""The hex grid of The Dark Summer: columns west to east, odd columns half a hex lower."""

from __future__ import annotations

from maps.hexgrid import HexGrid

__all__ = ["GRID"]

GRID = HexGrid("odd")
