"""The pictures of cards: a scene for what each card does, in the colours of its side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.card_stage import HIGH, Stage, Tints, hues_of, hues_of_back, mixed
from counters.card_views import VIEWS, Scene

if TYPE_CHECKING:
    from counters.drawing import Pen

__all__ = ["SCENES", "VALUES", "draw_scene"]

_NIGHT = frozenset({"night-march", "resistance", "flak"})
_LOST = 0.66  # share of what a low picture lacks that it loses at its top


def draw_scene(pen: Pen, name: str, deck: Tints, high: float, *, back: bool = False) -> None:
    """Draw a picture.

    Parameters
    ----------
    pen
        A hundred units wide, with its origin in the upper left corner of the picture.
    name
        One of `SCENES`.
    deck
        Whose side and colours.
    high
        Of the picture, in the pen's units.
    back
        Whether it stands on the back of the cards, in its colour alone.

    Raises
    ------
    KeyError
        No such picture.

    Examples
    --------
    >>> from counters.cards import load_cards
    >>> from counters.drawing import Pen
    >>> draw_scene(Pen(50, height=30), "bocage", load_cards("breakout-normandy")[0].deck, 60)
    """
    shift = (HIGH - high) * _LOST
    hues = hues_of_back(deck) if back else hues_of(deck, night=name in _NIGHT)
    SCENES[name](Stage(pen, hues, shift, deck.side))


def _own_tank(stage: Stage) -> str:
    return "panzer-iv" if stage.side == "german" else "sherman"


def _own_gun_carrier(stage: Stage) -> str:
    return "spw" if stage.side == "german" else "halftrack"


# --- orders and time --------------------------------------------------------------------------------------


def _first_light(s: Stage) -> None:
    """A watch over the first light of the day."""
    s.sky(sun=(50, 47), radius=17)
    s.ground(47)
    s.house(8, 48, 13, s.hues.mid, s.hues.haze)
    s.tree(90, 48, 17, s.hues.mid)
    ink = s.hues.ink
    s.slab(48.3, 3.4, 51.7, 8, ink)
    s.disc(50, 31, 23, ink)
    s.disc(50, 31, 20.6, s.hues.light)
    for n in range(12):
        turn = n * math.pi / 6
        inner = 15.6 if n % 3 == 0 else 17.4
        s.line(
            [(50 + r * math.sin(turn), 31 - r * math.cos(turn)) for r in (inner, 19)],
            ink,
            1.5 if n % 3 == 0 else 0.8,
        )
    for turn, reach, width in ((math.pi * 5 / 6, 10.5, 2.0), (math.pi / 15, 15.5, 1.2)):
        s.line([(50, 31), (50 + reach * math.sin(turn), 31 - reach * math.cos(turn))], ink, width)
    s.disc(50, 31, 1.9, s.hues.fire)


def _regroup(s: Stage) -> None:
    """Men and a vehicle gather under trees round a standard."""
    s.sky(sun=(50, 20))
    s.ground(45)
    s.tree(8, 52, 40, s.hues.near)
    s.tree(92, 52, 38, s.hues.near)
    s.vehicle(_own_gun_carrier(s), 62, 54, 26, s.hues.ink, left=True)
    s.line([(48, 58), (48, 16)], s.hues.ink, 1.1)
    s.poly([(48, 16), (68, 18), (64, 22.5), (68, 27), (48, 27)], s.hues.fire)
    for n, x in enumerate((18, 27, 36)):
        s.man(x, 57 + n, 18, s.hues.ink)
    s.man(58, 59, 18, s.hues.ink, left=True)


def _orders(s: Stage) -> None:
    """A sheet of orders with its seal, a pencil across it."""
    s.sky(sun=(50, 30), radius=10)
    ink, paper = s.hues.ink, s.hues.light
    s.poly([(21, 63), (27, 4), (78, 8), (74, 66)], mixed(ink, s.hues.far, 0.5))
    s.poly([(23, 60), (28, 2), (77, 6), (73, 63)], paper)
    s.poly([(34, 8), (56, 9.7), (55.7, 12.6), (33.7, 10.9)], ink)
    for n in range(7):
        y = 17 + n * 5
        end = 70 if n % 3 else 60
        s.line([(33 - n * 0.4, y), (end - n * 0.3, y + 2.6)], mixed(ink, paper, 0.55), 0.9)
    s.disc(64, 52, 5.6, s.hues.fire)
    s.disc(64, 52, 3.6, s.hues.glow)
    s.line([(18, 50), (50, 24)], ink, 3.2)
    s.line([(20, 48.4), (48, 25.6)], s.hues.glow, 1.6)
    s.poly([(48, 23.4), (55, 19.6), (50.4, 26.4)], ink)


# --- attacks ----------------------------------------------------------------------------------------------


def _with_armour(s: Stage) -> None:
    """Infantry behind a tank."""
    s.sky(sun=(80, 20))
    s.ground(46)
    s.church(88, 47, 17, s.hues.mid, s.hues.haze)
    s.vehicle(_own_tank(s), 34, 57, 54, s.hues.ink)
    s.flash(92, 40.5 if s.side == "german" else 40, 7)
    for n, x in enumerate((7, 18, 29)):
        s.man(x, 57 + 0.8 * n, 18, s.hues.ink)


def _barrage(s: Stage) -> None:
    """Riflemen behind a wall of shells."""
    s.sky(sun=(18, 20))
    s.ground(46)
    for n, (x, high) in enumerate(((58, 24), (74, 30), (90, 26))):
        s.blast(x, 50 + n % 2, high, mixed(s.hues.ink, s.hues.mid, 0.7))
    for n, x in enumerate((8, 20, 32, 44)):
        s.man(x, 57 + (n % 2) * 2, 21, s.hues.ink)


def _counterattack(s: Stage) -> None:
    """A Panther breaks out of a wood."""
    s.sky(sun=(82, 18))
    s.ground(46)
    for x, high in ((4, 40), (18, 34), (30, 28)):
        s.tree(x, 50, high, s.hues.near)
    s.vehicle("panther", 18, 58, 62, s.hues.ink)
    s.flash(85, 38.6, 9)
    s.man(8, 60, 19, s.hues.ink)


def _panzers(s: Stage) -> None:
    """Tigers in line, one behind the other, under a black sky of smoke."""
    s.sky(sun=(50, 26), radius=13)
    s.ground(43)
    for x in (12, 88):
        s.smoke(x, 20, 14, mixed(s.hues.ink, s.hues.far, 0.42))
    for n, (x, foot, wide) in enumerate(((52, 45, 24), (42, 49, 33), (26, 54, 44), (4, 61, 60))):
        s.vehicle("tiger", x, foot, wide, mixed(s.hues.ink, s.hues.mid, 0.34 + 0.22 * n))


def _tanks(s: Stage) -> None:
    """A line of tanks that nothing stops."""
    s.sky(sun=(50, 22), radius=11)
    s.ground(44)
    for n, (x, foot, wide) in enumerate(((56, 46, 25), (34, 51, 38), (4, 60, 58))):
        s.vehicle(_own_tank(s), x, foot, wide, mixed(s.hues.ink, s.hues.mid, 0.44 + 0.28 * n))
    s.flash(65, 42, 6)


def _mixed_force(s: Stage) -> None:
    """What could be found: an old French tank, a captured gun, a handful of men."""
    s.sky(sun=(20, 20))
    s.ground(45)
    s.house(72, 47, 17, s.hues.mid, s.hues.haze)
    s.vehicle("char-b", 50, 56, 36, s.hues.near)
    s.howitzer(30, 58, 19, s.hues.ink, s.hues.haze)
    for n, x in enumerate((6, 15, 56, 66, 92)):
        s.man(x, 58 + n % 2, 18, s.hues.ink)


def _resistance(s: Stage) -> None:
    """A bridge goes up at night; two who know why."""
    s.sky()
    s.stars()
    s.moon(18, 13, 6)
    s.slab(-2, 50, 102, 90, mixed(s.hues.haze, s.hues.mid, 0.3))
    ink = s.hues.ink
    s.poly([(-2, 36), (34, 36), (38, 39), (34, 41), (-2, 41)], ink)
    s.poly([(102, 36), (70, 36), (66, 40), (71, 41), (102, 41)], ink)
    for x in (6, 26, 74, 94):
        s.slab(x - 2.4, 40, x + 2.4, 54, ink)
    for x in range(0, 34, 5):
        s.line([(x, 36), (x, 32.5)], ink, 0.6)
    s.line([(-2, 32.5), (32, 32.5)], ink, 0.6)
    s.smoke(52, 20, 13, mixed(ink, s.hues.haze, 0.6))
    s.flash(52, 37, 17)
    for x, y, tilt in ((42, 22, 3), (62, 16, -3), (66, 29, 4), (38, 31, -2)):
        s.line([(x - 2, y + tilt / 2), (x + 2, y - tilt / 2)], ink, 1.3)
    s.poly([(60, 66), (70, 55), (102, 53), (102, 90), (60, 90)], ink)
    for x, foot in ((80, 57), (90, 58)):
        s.disc(x, foot - 11, 2.3, ink)
        s.pen.ellipse(s.box(x - 3.6, foot - 14.2, x + 2.6, foot - 11.4), fill=ink)
        s.poly([(x - 3.4, foot), (x - 3, foot - 8.6), (x + 3, foot - 8.6), (x + 3.6, foot)], ink)


def _where(s: Stage) -> None:
    """The Channel, an arrow to the wrong coast, and a question."""
    s.slab(-2, -20, 102, 90, mixed(s.hues.sky, s.hues.haze, 0.6))
    land, ink = s.hues.far, s.hues.ink
    s.poly(
        [(-2, -20), (-2, 15), (12, 17), (24, 13), (38, 15), (52, 12), (66, 13), (78, 8), (83, 2), (84, -20)],
        land,
    )
    s.poly(
        [
            (-2, 66),
            (-2, 52),
            (8, 50),
            (14, 36),
            (19, 35),
            (21, 47),
            (34, 50),
            (46, 48),
            (52, 43),
            (62, 40),
            (70, 34),
            (73, 22),
            (84, 15),
            (102, 12),
            (102, 90),
            (-2, 90),
        ],
        land,
    )
    coast = [
        (-2, 52),
        (8, 50),
        (14, 36),
        (19, 35),
        (21, 47),
        (34, 50),
        (46, 48),
        (52, 43),
        (62, 40),
        (70, 34),
        (73, 22),
        (84, 15),
        (102, 12),
    ]
    s.line(coast, ink, 0.9)
    s.line([(-2, 15), (12, 17), (24, 13), (38, 15), (52, 12), (66, 13), (78, 8), (83, 2)], ink, 0.9)
    for n in range(6):
        s.line([(74 + n * 0.9, 10 + n * 1.8), (74.5 + n * 0.9, 11 + n * 1.8)], s.hues.fire, 1.6)
    s.poly([(77, 22), (83, 18), (82.5, 25)], s.hues.fire)
    s.line([(26, 16), (28, 44)], ink, 1.6)
    s.poly([(24.5, 42), (31.5, 41.4), (28.4, 49)], ink)
    x, y = 50, 27
    hook = [
        (x + 8.5 * math.cos(t), y - 4 - 8.5 * math.sin(t))
        for t in [math.pi * (1 - n / 12) for n in range(16)]
    ]
    s.line([*hook, (x + 1.6, y + 5.6), (x, y + 9)], ink, 4.6)
    s.disc(x, y + 17, 3.0, ink)


def _rifle(s: Stage) -> None:
    """A helmet on a rifle: an attack that failed."""
    s.sky(sun=(50, 30), radius=15)
    s.ground(48)
    ink = s.hues.ink
    s.line([(50, 60), (50, 24)], ink, 2.2)
    s.poly([(48, 24), (52, 24), (52.6, 36), (47.4, 36)], ink)
    s.poly([(40, 26), (41, 19), (46, 15), (54, 15), (59, 19), (60, 26), (63, 27.6), (37, 27.6)], ink)
    s.hedge(-4, 30, 60, 10, s.hues.near)
    s.hedge(72, 104, 60, 12, s.hues.near)


def _riflemen(s: Stage) -> None:
    """A squad across a field."""
    s.sky(sun=(78, 20))
    s.ground(46)
    s.hedge(60, 106, 48, 9, s.hues.near)
    for n, x in enumerate((12, 28, 45, 62, 78)):
        s.man(x, 58 + (n % 2) * 2, 21 - (n % 2), s.hues.ink)


SCENES: Mapping[str, Scene] = MappingProxyType(
    {
        **VIEWS,
        "first-light": _first_light,
        "mixed-force": _mixed_force,
        "regroup": _regroup,
        "counterattack": _counterattack,
        "panzers": _panzers,
        "with-armour": _with_armour,
        "orders": _orders,
        "barrage": _barrage,
        "resistance": _resistance,
        "where": _where,
        "rifle": _rifle,
        "riflemen": _riflemen,
        "tanks": _tanks,
    }
)
"""Name of a picture -> what draws it."""
VALUES: Mapping[str, str] = MappingProxyType(
    {
        "2": "rifle",
        "3": "bocage",
        "4": "bunker",
        "5": "riflemen",
        "6": "artillery",
        "7": "village",
        "8": "barrage",
        "9": "fast-column",
        "10": "battery",
        "11": "with-armour",
        "12": "tanks",
    }
)
"""Value of a card that is its number -> the picture behind it: the worst roll first."""
