"""How far apart colours are, as people see them who tell all of them, or do not tell red from green.

The three kinds of sight are simulated after Machado, Oliveira and Fernandes, A Physiologically-based Model
for Simulation of Color Vision Deficiency (IEEE TVCG 15, 2009), the tables of severity 1.0, on linear RGB.
The measure is CIEDE2000, after Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula (2005).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["SIGHT", "Colour", "apart", "ciede2000", "lab", "seen"]

Colour = tuple[float, float, float]
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)  # D65


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def seen(colour: Colour, sight: str) -> list[float]:
    """Linear RGB, 0 to 1, of an sRGB colour of 0 to 255 as it is seen."""
    linear = [_linear(channel / 255) for channel in colour]
    return [min(1.0, max(0.0, value)) for value in _times(SIGHT[sight], linear)]


def lab(colour: Colour, sight: str = "normal") -> Colour:
    """CIE L*, a*, b* of a colour as it is seen."""
    shares = [v / white for v, white in zip(_times(_XYZ, seen(colour, sight)), _WHITE, strict=True)]
    x, y, z = (s ** (1 / 3) if s > 216 / 24389 else (24389 / 27 * s + 16) / 116 for s in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def ciede2000(one: Colour, other: Colour) -> float:
    """The difference of two colours in CIE Lab; 1 is just noticeable side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    more = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * more, a2 * more
    c1, c2, h1, h2 = math.hypot(a1, b1), math.hypot(a2, b2), _hue(a1, b1), _hue(a2, b2)
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    if not grey and h2 - h1 == 180:
        turn = 180.0
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if grey else (h1 + h2) / 2 + (180 if abs(h1 - h2) > 180 else 0)
    if hue >= 360 and not grey:
        hue -= 360
    cos = [math.cos(math.radians(angle)) for angle in (hue - 30, 2 * hue, 3 * hue + 6, 4 * hue - 63)]
    t = 1 - 0.17 * cos[0] + 0.24 * cos[1] + 0.32 * cos[2] - 0.20 * cos[3]
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    rt = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * bend
    dl, dc = (l2 - l1) / sl, (c2 - c1) / sc
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2) / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)


def apart(one: Colour, other: Colour, sight: str = "normal") -> float:
    """How different two sRGB colours of 0 to 255 look."""
    return ciede2000(lab(one, sight), lab(other, sight))
