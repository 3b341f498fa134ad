"""Printed symbols of an area map: identity circles and squares, bridges, fortifications, ports, arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from maps.drawing import Canvas, Colour, spin
from maps.geography import Point

__all__ = ["INK", "RED", "anchor", "arrow", "bridge", "emblem", "fortification", "identity", "panel"]

INK: Colour = (38, 32, 28)
RED: Colour = (176, 26, 30)
_WHITE: Colour = (252, 249, 240)
_BLACK: Colour = (20, 18, 16)


def identity(
    canvas: Canvas, at: Point, size: float, *, number: str, tem: str, backs: Sequence[Colour], square: bool
) -> None:
    """Draw an identity symbol: number above, TEM below; a square in Bocage.

    Parameters
    ----------
    canvas
        Where to draw.
    at, size
        Centre and size.
    number, tem
        The two halves.
    backs
        One or two background colours.
    square
        Whether it is a square.
    """
    r = size / 2
    x, y = at
    if square:
        corners = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
        canvas.polygon(corners, fill=backs[0])
        if len(backs) > 1:
            canvas.polygon([(x, y - r), corners[1], corners[2], (x, y + r)], fill=backs[1])
        canvas.polygon(corners, outline=_BLACK, width=3.6)
    else:
        canvas.circle(at, r, fill=backs[0])
        if len(backs) > 1:
            half = [
                (x + r * math.sin(a / 20 * math.pi), y - r * math.cos(a / 20 * math.pi)) for a in range(21)
            ]
            canvas.polygon(half, fill=backs[1])
        canvas.circle(at, r, outline=_BLACK, width=3.6)
    canvas.line([(x - r + 1.4, y + 1), (x + r - 1.4, y + 1)], _BLACK, 2.6)
    canvas.text((x, y - r * 0.42), number, face="bold", size=size * 0.42, fill=_BLACK)
    canvas.text((x, y + r * 0.47), tem, face="bold", size=size * 0.40, fill=_BLACK)


def bridge(canvas: Canvas, at: Point, angle: float) -> None:
    """Draw a bridge: a roadway between two parapets with splayed ends.

    Parameters
    ----------
    canvas, at, angle
        Where, its middle, and the direction of the road in degrees clockwise.
    """
    deck = [(-21, -8), (21, -8), (21, 8), (-21, 8)]
    canvas.polygon(spin(deck, at, angle), fill=_WHITE)
    for side in (-1, 1):
        rail = [(-29, 15 * side), (-20, 9 * side), (20, 9 * side), (29, 15 * side)]
        canvas.line(spin(rail, at, angle), _BLACK, 5.2)


def fortification(canvas: Canvas, at: Point, size: float) -> None:
    """Draw the symbol of a Fortified Area: a bastioned work.

    Parameters
    ----------
    canvas, at, size
        Where, its centre and its size.
    """
    spikes = 8
    outer, inner = size / 2, size * 0.33
    star = [
        (
            at[0] + (outer if i % 2 == 0 else inner) * math.sin(i * math.pi / spikes),
            at[1] - (outer if i % 2 == 0 else inner) * math.cos(i * math.pi / spikes),
        )
        for i in range(2 * spikes)
    ]
    canvas.polygon(star, fill=(222, 214, 196), outline=_BLACK, width=3.4)
    canvas.circle(at, size * 0.22, fill=(120, 112, 100), outline=_BLACK, width=2.4)
    canvas.text(at, "+2", face="bold", size=size * 0.30, fill=_WHITE)


def anchor(canvas: Canvas, at: Point, size: float, colour: Colour) -> None:
    """Draw an anchor, for a port.

    Parameters
    ----------
    canvas, at, size, colour
        Where, its centre, its height, its colour.
    """
    k = size / 40
    arc = [(15 * math.cos(a * math.pi / 12), 2 + 15 * math.sin(a * math.pi / 12)) for a in range(13)]
    for shape in ([(0, -13), (0, 17)], [(-8, -8), (8, -8)], arc):
        canvas.line(spin(shape, at, 0, k), colour, 4.2 * k)
    canvas.circle((at[0], at[1] - 16 * k), 4.6 * k, outline=colour, width=3 * k)


def arrow(canvas: Canvas, path: Sequence[Point], *, fill: Colour, width: float, both: bool) -> None:
    """Draw a broad arrow along a path.

    Parameters
    ----------
    canvas, path
        Where, from tail to head.
    fill, width
        Colour and width of the shaft.
    both
        Whether there is a head at either end.
    """
    line = list(path)
    heads = [(line[-1], line[-2])] + ([(line[0], line[1])] if both else [])
    shapes = []
    for tip, back in heads:
        angle = math.degrees(math.atan2(tip[1] - back[1], tip[0] - back[0]))
        shapes.append(spin([(0, 0), (-1.5 * width, -1.15 * width), (-1.5 * width, 1.15 * width)], tip, angle))
        base = spin([(-1.3 * width, 0)], tip, angle)[0]
        line[-1 if tip == line[-1] else 0] = base
    canvas.line(line, _BLACK, width + 6)
    for shape in shapes:
        canvas.polygon(shape, fill=fill, outline=_BLACK, width=5)
    canvas.line(line, fill, width)
    for shape in shapes:
        canvas.polygon(shape, fill=fill)


def panel(
    canvas: Canvas, corners: Sequence[Point], *, fill: Colour, edge: Colour = INK, width: float = 4.0
) -> None:
    """Draw a framed rectangle with a thin inner line.

    Parameters
    ----------
    canvas, corners
        Where; corners in turn from the top left.
    fill, edge, width
        Colours and width of the frame.
    """
    (x0, y0), _, (x1, y1), _ = corners
    canvas.polygon(corners, fill=fill, outline=edge, width=width)
    gap = width * 1.6
    inner = [(x0 + gap, y0 + gap), (x1 - gap, y0 + gap), (x1 - gap, y1 - gap), (x0 + gap, y1 - gap)]
    canvas.polygon(inner, outline=edge, width=1.2)


def emblem(canvas: Canvas, at: Point, size: float, nation: str) -> None:
    """Draw the sign of a nationality: cross, star or roundel.

    Parameters
    ----------
    canvas, at, size
        Where, its centre and its size.
    nation
        ``german``, ``us`` or ``british``.
    """
    r = size / 2
    if nation == "us":
        star = [
            (
                (r if i % 2 == 0 else r * 0.4) * math.sin(i * math.pi / 5),
                -(r if i % 2 == 0 else r * 0.4) * math.cos(i * math.pi / 5),
            )
            for i in range(10)
        ]
        canvas.circle(at, r * 1.08, fill=(52, 92, 54))
        canvas.polygon(spin(star, at, 0), fill=_WHITE)
    elif nation == "british":
        for share, colour in ((1.08, (36, 58, 116)), (0.72, _WHITE), (0.38, RED)):
            canvas.circle(at, r * share, fill=colour)
    else:
        for angle in (0, 90):
            for wide, colour in ((0.42, _BLACK), (0.16, _WHITE)):
                bar = [(-r, -r * wide), (r, -r * wide), (r, r * wide), (-r, r * wide)]
                canvas.polygon(spin(bar, at, angle), fill=colour)
        canvas.polygon(
            spin(
                [(-r * 0.4, -r * 0.14), (r * 0.4, -r * 0.14), (r * 0.4, r * 0.14), (-r * 0.4, r * 0.14)],
                at,
                0,
            ),
            fill=_WHITE,
        )
