"""The compass rose and the frame, which every sheet has."""

from __future__ import annotations

from maps.drawing import Canvas, Colour, spin
from maps.geometry import Box, Geometry
from maps.symbols import INK

__all__ = ["SEA_INK", "compass", "frame"]

SEA_INK: Colour = (52, 92, 126)
_WHITE: Colour = (252, 249, 240)


def compass(canvas: Canvas, box: Box, *, north: float, weight: float, letter: float) -> None:
    """Draw a compass rose, turned as the sheet is.

    Parameters
    ----------
    canvas
        Where to draw.
    box
        Room that it takes.
    north
        Degrees by which north is turned from the top.
    weight
        Factor of the widths of its lines.
    letter
        Size of the N.
    """
    at, r = box.middle, box.width * 0.42
    canvas.circle(at, r * 0.72, outline=SEA_INK, width=3 * weight)
    canvas.circle(at, r * 0.64, outline=SEA_INK, width=1.4 * weight)
    for i in (1, 3, 5, 7, 0, 2, 4, 6):
        length = r if i % 2 == 0 else r * 0.6
        for side, fill in ((-1, SEA_INK), (1, _WHITE)):
            needle = [(0, -length), (side * r * 0.13, -r * 0.13), (0, 0)]
            canvas.polygon(spin(needle, at, i * 45 + north), fill=fill, outline=SEA_INK, width=1.6 * weight)
    top = spin([(0, -max(r * 1.16, r + letter * 0.46))], at, north)[0]
    canvas.text(top, "N", face="heavy", size=letter, fill=SEA_INK)


def frame(canvas: Canvas, geometry: Geometry, weight: float) -> None:
    """Draw the double frame of a sheet.

    Parameters
    ----------
    canvas
        Where to draw.
    geometry
        For the size.
    weight
        Factor of its widths and gaps.
    """
    for gap, width in ((7.0 * weight, 9.0 * weight), (17.0 * weight, 2.2 * weight)):
        inner = Box(gap, gap, geometry.width - 2 * gap, geometry.height - 2 * gap)
        canvas.polygon(inner.corners, outline=INK, width=width)
