"""How patterns of terrain and styles of boundaries look where a user names no colour."""

from __future__ import annotations

from collections.abc import Mapping

from maps.drawing import Colour
from maps.hexdrawing_ground import GROUNDS

__all__ = ["LOOKS", "STYLES"]

LOOKS: Mapping[str, Colour] = {
    "plain": GROUNDS["clear"],
    "woods": GROUNDS["woods"],
    "bocage": GROUNDS["bocage"],
    "hills": (222, 200, 152),
    "marsh": (182, 208, 172),
    "town": GROUNDS["town"],
    "city": GROUNDS["city"],
    "sea": (166, 200, 216),
    "desert": (238, 218, 160),
    "mountain": (190, 172, 148),
}
"""Pattern of a terrain -> its colour."""
STYLES: Mapping[str, tuple[Colour, float]] = {
    "line": ((62, 52, 42), 1.6),
    "dashed": ((62, 52, 42), 2.0),
    "double": ((110, 40, 36), 3.2),
    "river": ((58, 112, 172), 5.0),
    "ridge": ((112, 78, 44), 2.4),
    "link": ((34, 74, 122), 2.0),
}
"""Style of a boundary -> its colour, and its width in points."""
