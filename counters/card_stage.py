"""The stage on which the pictures of cards are drawn: sky, ground, trees, houses, men, machines and smoke.

A stage is 100 wide and `HIGH` high. A lower picture loses sky first: what matters stands on the ground.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from PIL import ImageColor

from counters.geometry import Box, Point
from counters.outlines import outline, shape
from counters.vehicles import VEHICLES
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.drawing import Color, Pen

__all__ = ["GROUND", "HIGH", "Hues", "Stage", "Tints", "hues_of", "hues_of_back", "mixed"]

HIGH, GROUND = 62.0, 47.0
"""Height of a stage, and of the line where the ground begins."""
_FIRE, _GLOW = "#d9531e", "#f6b73c"


class Tints(Protocol):
    """What a picture is told of the deck that it is for: its side and colours."""

    @property
    def side(self) -> str:
        """Whose deck."""

    @property
    def ground(self) -> str:
        """Colour of the side."""

    @property
    def deep(self) -> str:
        """A darker one."""

    @property
    def ink(self) -> str:
        """Of the print."""

    @property
    def paper(self) -> str:
        """Ground of the faces."""

    @property
    def back(self) -> str:
        """Ground of the back; `deep` where empty."""


def mixed(one: Color, other: Color, share: float) -> Color:
    """Mix two colours.

    Parameters
    ----------
    one, other
        As ``#rrggbb``.
    share
        Of the first.

    Returns
    -------
    str

    Examples
    --------
    >>> mixed("#ffffff", "#000000", 0.5)
    '#808080'
    """
    pairs = zip(ImageColor.getrgb(one)[:3], ImageColor.getrgb(other)[:3], strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Hues:
    """Colours of a stage, from the back to the front.

    Parameters
    ----------
    sky, haze, far, mid, near, ink
        Grounds and print.
    light
        What shines: windows, stripes, the sea's crests.
    fire, glow
        Of flashes.

    Examples
    --------
    >>> Hues(*["#000000"] * 9).ink
    '#000000'
    """

    sky: str
    haze: str
    far: str
    mid: str
    near: str
    ink: str
    light: str
    fire: str = _FIRE
    glow: str = _GLOW


def hues_of(deck: Tints, *, night: bool = False) -> Hues:
    """Return the colours of a deck's pictures.

    Parameters
    ----------
    deck
        Whose.
    night
        Whether the sky is dark.

    Returns
    -------
    Hues
    """
    if night:
        dark = mixed(deck.deep, "#0a1020", 0.45)
        sky, haze = dark, mixed(dark, deck.ground, 0.7)
        return Hues(
            sky,
            haze,
            mixed(dark, deck.ground, 0.55),
            mixed(dark, "#05080c", 0.6),
            "#070a0d",
            "#04060a",
            deck.paper,
        )
    return Hues(
        mixed(deck.ground, deck.paper, 0.42),
        mixed(deck.ground, deck.paper, 0.16),
        mixed(deck.ground, deck.paper, 0.72),
        mixed(deck.deep, deck.ground, 0.42),
        mixed(deck.deep, deck.ground, 0.86),
        deck.ink,
        deck.paper,
    )


def hues_of_back(deck: Tints) -> Hues:
    """Return the colours of the picture on the back of a deck: shades of one.

    Parameters
    ----------
    deck
        Whose.

    Returns
    -------
    Hues
    """
    one, black = deck.back or deck.deep, "#060606"
    sky, haze = (mixed(one, deck.paper, share) for share in (0.92, 0.74))
    far, mid, near, ink = (mixed(one, black, share) for share in (0.92, 0.72, 0.5, 0.24))
    return Hues(sky, haze, far, mid, near, ink, deck.paper, ink, deck.paper)


_HELMET = outline("36 13, 39 5, 50 1, 61 5, 64 12, 68 15, 36 15")
_MAN: tuple[tuple[Point, ...], ...] = (
    outline("43 12, 58 12, 56 21, 46 21"),
    outline("38 20, 60 19, 64 48, 42 51"),
    outline("56 21, 76 36, 70 42, 52 33"),
    outline("44 46, 62 45, 70 70, 82 95, 91 98, 73 99, 60 76, 49 58"),
    outline("42 46, 56 50, 46 74, 25 93, 15 89, 18 97, 26 100, 49 82"),
    outline("26 44, 92 24, 93 27, 28 49, 20 52, 19 48"),
    outline("33 22, 42 20, 43 40, 34 40"),
)


class Stage:
    """Draws the parts of a picture.

    Parameters
    ----------
    pen
        A hundred units wide.
    hues
        Colours.
    shift
        What a lower picture loses of its sky.
    side
        Whose card it is.
    """

    def __init__(self, pen: Pen, hues: Hues, shift: float, side: str) -> None:
        self.pen, self.hues, self.shift, self.side = pen, hues, shift, side

    # --- shapes ------------------------------------------------------------------------------------------

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A box of the stage for the pen."""
        return Box(left, top - self.shift, right, bottom - self.shift)

    def poly(self, points: Sequence[Point], fill: Color) -> None:
        """Fill a polygon."""
        self.pen.polygon([(x, y - self.shift) for x, y in points], fill)

    def disc(self, x: float, y: float, radius: float, fill: Color) -> None:
        """Fill a circle."""
        self.pen.disc((x, y - self.shift), radius, fill)

    def line(self, points: Sequence[Point], ink: Color, width: float) -> None:
        """Draw a line with round ends."""
        self.pen.line([(x, y - self.shift) for x, y in points], ink, width, rounded=True)

    def slab(self, left: float, top: float, right: float, bottom: float, fill: Color) -> None:
        """Fill a rectangle."""
        self.pen.rect(self.box(left, top, right, bottom), fill=fill)

    # --- what lies behind --------------------------------------------------------------------------------

    def sky(self, *, sun: Point | None = None, radius: float = 9.0) -> None:
        """Bands of sky, lighter towards the ground, and the sun with its rays."""
        for n in range(12):
            share = 1 - n / 11
            self.slab(-2, n * 5 - 14, 102, n * 5 + 30, mixed(self.hues.sky, self.hues.haze, share))
        if sun:
            for n in range(16):
                turn = 2 * math.pi * n / 16
                edges = [
                    (sun[0] + 130 * math.cos(turn + d), sun[1] + 130 * math.sin(turn + d))
                    for d in (-0.09, 0.09)
                ]
                self.poly([sun, *edges], mixed(self.hues.light, self.hues.haze, 0.45))
            self.disc(*sun, radius, self.hues.light)

    def ground(self, line: float = GROUND, *, slope: float = 0.0) -> None:
        """Fields from a line downwards, a strip of hills behind them."""
        hills = [
            (x, line - 4.5 - 2.6 * math.sin(x / 13 + 0.6) - 1.6 * math.sin(x / 5.1)) for x in range(0, 104, 2)
        ]
        self.poly([(-2, line + 3), *hills, (104, line + 3)], self.hues.far)
        self.poly([(-2, line + slope), (102, line - slope), (102, 90), (-2, 90)], self.hues.mid)
        for n, y in enumerate((3.2, 7.4, 12.5)):
            low = line + y
            self.line(
                [(-2, low + slope), (102, low - slope)],
                mixed(self.hues.near, self.hues.mid, 0.4),
                0.35 + 0.2 * n,
            )

    def sea(self, line: float = 44.0) -> None:
        """Water with its crests."""
        self.slab(-2, line, 102, 92, self.hues.mid)
        for n in range(6):
            y, step = line + 2.2 + n * 3.1, 5.5 + n
            crest = [(x / 4 * step - 4 + n * 2.3, y + 0.5 * math.sin(x * math.pi / 2)) for x in range(90)]
            self.line(crest, mixed(self.hues.light, self.hues.mid, 0.45), 0.45)

    def stars(self) -> None:
        """A night sky."""
        for n in range(46):
            x, y = (n * 37.7) % 100, (n * 23.3 + n * n * 1.7) % 40
            self.disc(x, y, 0.25 + 0.12 * (n % 3), self.hues.light)

    def moon(self, x: float, y: float, radius: float) -> None:
        """A sickle."""
        outer = [math.pi * (0.5 + n / 20) for n in range(21)]
        rim = [(x + radius * math.cos(t), y - radius * math.sin(t)) for t in outer]
        dent = [(x + 0.45 * radius * math.cos(t), y - radius * math.sin(t)) for t in reversed(outer)]
        self.poly([*rim, *dent], self.hues.light)

    # --- what grows and is built -------------------------------------------------------------------------

    def hedge(self, left: float, right: float, foot: float, high: float, fill: Color) -> None:
        """Bushes on a bank."""
        count = max(3, round((right - left) / high * 2.2))
        for n in range(count):
            x = left + (right - left) * (n + 0.5) / count
            size = high * (0.34 + 0.1 * math.sin(n * 2.4) + 0.05 * math.cos(n * 5.1))
            self.disc(x, foot - high * 0.52, size, fill)
        self.poly(
            [
                (left - 2, foot),
                (left + 1, foot - high * 0.5),
                (right - 1, foot - high * 0.5),
                (right + 2, foot),
            ],
            fill,
        )

    def tree(self, x: float, foot: float, high: float, fill: Color) -> None:
        """A broad tree."""
        self.poly(
            [
                (x - high * 0.05, foot),
                (x - high * 0.03, foot - high * 0.6),
                (x + high * 0.03, foot - high * 0.6),
                (x + high * 0.05, foot),
            ],
            fill,
        )
        for dx, dy, size in ((0, 0.72, 0.27), (-0.2, 0.58, 0.2), (0.2, 0.6, 0.21), (0.05, 0.5, 0.2)):
            self.disc(x + dx * high, foot - dy * high, size * high, fill)

    def poplar(self, x: float, foot: float, high: float, fill: Color) -> None:
        """A tall tree of a road."""
        self.poly(
            [
                (x - 0.35, foot),
                (x - 0.35, foot - high * 0.2),
                (x + 0.35, foot - high * 0.2),
                (x + 0.35, foot),
            ],
            fill,
        )
        self.pen.ellipse(
            self.box(x - high * 0.12, foot - high, x + high * 0.12, foot - high * 0.12), fill=fill
        )

    def house(self, x: float, foot: float, wide: float, fill: Color, light: Color) -> None:
        """A farmhouse from its long side."""
        high = wide * 0.42
        self.slab(x, foot - high, x + wide, foot, fill)
        roof = [
            (x - wide * 0.05, foot - high),
            (x + wide * 0.1, foot - high * 1.85),
            (x + wide * 0.9, foot - high * 1.85),
        ]
        self.poly([*roof, (x + wide * 1.05, foot - high)], fill)
        self.slab(x + wide * 0.7, foot - high * 2.2, x + wide * 0.8, foot - high * 1.6, fill)
        for n in (0.14, 0.4, 0.72):
            self.slab(x + wide * n, foot - high * 0.72, x + wide * (n + 0.11), foot - high * 0.34, light)

    def church(self, x: float, foot: float, high: float, fill: Color, light: Color) -> None:
        """A Norman church: nave, tower and spire."""
        wide = high * 0.2
        self.poly(
            [
                (x - wide / 2, foot),
                (x - wide / 2, foot - high * 0.55),
                (x, foot - high),
                (x + wide / 2, foot - high * 0.55),
                (x + wide / 2, foot),
            ],
            fill,
        )
        nave = high * 0.42
        self.poly(
            [
                (x, foot),
                (x, foot - high * 0.24),
                (x + nave * 0.2, foot - high * 0.42),
                (x + nave * 1.2, foot - high * 0.42),
                (x + nave * 1.35, foot - high * 0.24),
                (x + nave * 1.35, foot),
            ],
            fill,
        )
        self.slab(x - wide * 0.13, foot - high * 0.5, x + wide * 0.13, foot - high * 0.36, light)
        for n in (0.45, 0.8, 1.12):
            self.slab(x + nave * n, foot - high * 0.2, x + nave * (n + 0.1), foot - high * 0.08, light)

    # --- men and machines --------------------------------------------------------------------------------

    def man(self, x: float, foot: float, high: float, fill: Color, *, left: bool = False) -> None:
        """A rifleman who advances."""
        wide = high * 0.62
        inner = self.box(x - wide / 2, foot - high, x + wide / 2, foot)
        for part in (*_MAN, _HELMET):
            shape(self.pen, inner, [(1 - u, v) for u, v in part] if left else part, fill)

    def vehicle(
        self, name: str, x: float, foot: float, wide: float, ink: Color, *, left: bool = False
    ) -> None:
        """A vehicle from the side, its left edge at `x`."""
        vehicle, inner = VEHICLES[name], self.box(x, foot - wide / 2, x + wide, foot)
        light = self.hues.haze

        def turned(points: Sequence[Point]) -> list[Point]:
            return [(1 - u, v) for u, v in points] if left else list(points)

        for part in vehicle.solid:
            shape(self.pen, inner, turned(part), ink)
        for part in vehicle.light:
            shape(self.pen, inner, turned(part), light)
        for across in vehicle.wheels:
            ((u, v),) = turned([(across, vehicle.axle)])
            self.pen.disc(inner.at(u, v), vehicle.wheel * inner.height, light)
            self.pen.disc(inner.at(u, v), vehicle.wheel * inner.height * 0.5, ink)
        for chain in vehicle.chains:
            self.pen.line([inner.at(u, v) for u, v in turned(chain)], ink, inner.height * 0.05, rounded=True)

    def howitzer(
        self, x: float, foot: float, size: float, ink: Color, light: Color, *, left: bool = False
    ) -> None:
        """A field gun with its shield and trail."""
        way = -1 if left else 1

        def at(u: float, v: float) -> Point:
            return x + way * u * size, foot - v * size

        self.line([at(0.05, 0.34), at(0.95, 0.78)], ink, size * 0.085)
        self.line([at(0.86, 0.735), at(0.98, 0.795)], ink, size * 0.12)
        self.line([at(0.1, 0.3), at(-0.62, 0.03)], ink, size * 0.08)
        self.line([at(-0.62, 0.0), at(-0.56, 0.14)], ink, size * 0.06)
        self.poly([at(0.2, 0.06), at(0.3, 0.7), at(0.36, 0.68), at(0.28, 0.06)], ink)
        self.disc(*at(0.12, 0.24), size * 0.24, ink)
        self.disc(*at(0.12, 0.24), size * 0.17, light)
        self.disc(*at(0.12, 0.24), size * 0.06, ink)
        for n in range(6):
            turn = n * math.pi / 6
            reach = size * 0.18
            centre = at(0.12, 0.24)
            ends = [
                (centre[0] + s * reach * math.cos(turn), centre[1] + s * reach * math.sin(turn))
                for s in (-1, 1)
            ]
            self.line(ends, ink, size * 0.025)

    def flash(self, x: float, y: float, size: float) -> None:
        """A muzzle flash, or the heart of a blast."""
        for reach, fill in ((1.0, self.hues.fire), (0.68, self.hues.glow), (0.36, self.hues.light)):
            points = [
                (
                    x + size * reach * (1 if n % 2 else 0.5) * math.cos(n * math.pi / 9),
                    y + size * reach * (1 if n % 2 else 0.5) * math.sin(n * math.pi / 9),
                )
                for n in range(18)
            ]
            self.poly(points, fill)

    def smoke(self, x: float, y: float, size: float, fill: Color) -> None:
        """A rolling cloud."""
        for dx, dy, part in (
            (0, 0, 0.5),
            (-0.45, 0.2, 0.36),
            (0.45, 0.16, 0.38),
            (-0.2, -0.34, 0.34),
            (0.26, -0.3, 0.32),
        ):
            self.disc(x + dx * size, y + dy * size, part * size, fill)

    def blast(self, x: float, foot: float, high: float, fill: Color) -> None:
        """Earth thrown up by a shell, fire at its foot."""
        spread = high * 0.5
        points = [(x - spread * 0.45, foot)]
        for n in range(9):
            turn = math.pi * (0.86 - 0.09 * n)
            far = high * (1.0 if n % 2 == 0 else 0.62) * (1 - 0.1 * abs(n - 4) / 4)
            points.append((x + far * 0.62 * math.cos(turn), foot - far * math.sin(turn)))
        self.poly([*points, (x + spread * 0.45, foot)], fill)
        for n in range(7):
            turn = math.pi * (0.2 + 0.1 * n)
            self.disc(
                x + high * 0.75 * math.cos(turn),
                foot - high * (1.02 + 0.08 * (n % 3)) * math.sin(turn),
                high * 0.035,
                fill,
            )
        self.flash(x, foot - high * 0.12, high * 0.3)

    def road(
        self, fill: Color, *, top: float = GROUND, middle: float = 50.0, wide: float = 3.0, near: float = 44.0
    ) -> None:
        """A road that runs to the horizon."""
        self.poly(
            [(middle - wide / 2, top), (middle + wide / 2, top), (middle + near, 92), (middle - near, 92)],
            fill,
        )
