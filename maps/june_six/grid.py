"""The hex grid of June Six: lines counted to the north, odd lines half a hex to the east, two sheets joined.

The numbering follows from the examples of 12.53 and 18.13; the extents of the sheets and the seam are ours
(``placement.toml``).
"""

from __future__ import annotations

from maps.linegrid import LineGrid, Sheet

__all__ = ["GRID", "NAMED"]

GRID = LineGrid(
    (Sheet("w", (1, 50), (1, 34), place=-14), Sheet("e", (1, 50), (21, 53))), shifted="odd", northward=True
)
# Hexes that the rulebook names (8.47, 12.53, 18.13); where any other number lies on the ground is our choice.
NAMED = frozenset(
    {"e1732", "e1736", "e1833", "e1834", "e1837", "e1840", "e1940", "e1941", "e2040", "e2540", "e2640"}
)
