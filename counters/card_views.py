"""Pictures of cards: hedges and guns, air, sea and road; `counters.card_scenes` has the others."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from counters.card_stage import Stage, mixed
from counters.silhouettes import SILHOUETTES

__all__ = ["VIEWS", "Scene"]

Scene: TypeAlias = Callable[[Stage], None]


# --- ground and hedges ------------------------------------------------------------------------------------


def _bocage(s: Stage) -> None:
    """A sunken lane between two hedges, which closes the view."""
    s.sky(sun=(50, 30), radius=6)
    s.ground(44)
    s.hedge(-4, 104, 45.5, 9, s.hues.mid)
    s.road(mixed(s.hues.light, s.hues.far, 0.35), top=45, wide=4, near=21)
    for way in (-1, 1):
        for n, (x, high) in enumerate(((9, 12), (17, 19), (28, 29), (43, 42))):
            fill = mixed(s.hues.ink, s.hues.near, 0.25 * n)
            s.hedge(50 + way * x - high * 0.5, 50 + way * x + high * 0.5, 47 + n * 5.2, high, fill)
        s.tree(50 + way * 30, 44, 36, s.hues.ink)


def _hedge_breakers(s: Stage) -> None:
    """A tank with its prongs, half through a hedge."""
    s.sky(sun=(22, 24))
    s.ground(46)
    s.hedge(-6, 40, 52, 26, s.hues.near)
    s.hedge(76, 106, 52, 28, s.hues.near)
    s.vehicle("rhino", 28, 55, 54, s.hues.ink)
    s.hedge(14, 34, 58, 13, s.hues.mid)
    for n in range(22):
        x, y = 80 + 9 * math.sin(n * 2.1) + n * 0.4, 31 + 10 * math.cos(n * 1.7) + n * 0.5
        s.disc(x, y, 0.7 + 0.4 * (n % 3), s.hues.ink if n % 2 else s.hues.near)
    s.slab(-2, 55, 102, 90, s.hues.near)


def _village(s: Stage) -> None:
    """A village with its church, to be taken from two sides."""
    s.sky(sun=(50, 20))
    s.ground(44)
    s.church(46, 46, 30, s.hues.near, s.hues.haze)
    s.house(26, 46, 15, s.hues.mid, s.hues.haze)
    s.house(66, 46, 16, s.hues.near, s.hues.haze)
    s.flash(38, 41, 7)
    s.flash(68, 39, 8)
    s.smoke(40, 31, 9, mixed(s.hues.ink, s.hues.far, 0.45))
    for way in (-1, 1):
        mid = 50 + way * 34
        arrow = [
            (mid + way * 16, 61),
            (mid - way * 8, 53.6),
            (mid - way * 6.4, 49.8),
            (mid - way * 20, 51),
            (mid - way * 12, 61.6),
            (mid - way * 10.6, 57.8),
            (mid + way * 12, 66),
        ]
        s.poly(arrow, s.hues.ink)
        for n in range(3):
            s.man(mid + way * (4 - 6 * n), 50 + n * 0.8, 9, s.hues.ink, left=way > 0)


# --- guns -------------------------------------------------------------------------------------------------


def _bunker(s: Stage) -> None:
    """A bunker that fires at what comes over the beach."""
    s.sky(sun=(80, 20))
    s.ground(46)
    concrete = mixed(s.hues.far, s.hues.ink, 0.45)
    s.poly([(2, 58), (8, 34), (14, 27), (46, 27), (54, 35), (58, 58)], s.hues.ink)
    s.poly([(10, 32), (15, 28.4), (45, 28.4), (50, 32)], concrete)
    s.poly([(30, 37), (53, 37), (55.4, 43), (32, 43)], concrete)
    s.line([(40, 40), (66, 40)], s.hues.ink, 2.4)
    s.flash(70, 40, 8)
    for n in range(4):
        s.line([(77 + n * 6, 39.6 - n * 0.5), (80 + n * 6, 39.4 - n * 0.5)], s.hues.glow, 0.7)
    s.hedge(-4, 30, 62, 12, s.hues.near)
    for n in range(5):
        x = 58 + n * 9
        s.line([(x, 60), (x + 5, 52)], s.hues.ink, 1.0)
        s.line([(x, 52), (x + 5, 60)], s.hues.ink, 1.0)
    s.line([(56, 56), (104, 56)], s.hues.ink, 0.6)


def _artillery(s: Stage) -> None:
    """A field howitzer at the moment it fires."""
    s.sky(sun=(20, 22))
    s.ground()
    s.tree(10, 47, 22, s.hues.mid)
    s.smoke(86, 14, 12, mixed(s.hues.light, s.hues.far, 0.6))
    s.howitzer(42, 57, 44, s.hues.ink, s.hues.haze)
    s.flash(88, 20, 12)
    s.man(14, 58, 17, s.hues.ink)
    s.man(25, 59, 16, s.hues.ink)


def _battery(s: Stage) -> None:
    """Three guns of a corps, one behind the other."""
    s.sky(sun=(50, 16))
    s.ground(44)
    for n, (x, foot, size) in enumerate(((62, 47, 22), (40, 52, 29), (14, 59, 38))):
        fill = mixed(s.hues.ink, s.hues.mid, 0.45 + 0.27 * n)
        s.howitzer(x, foot, size, fill, s.hues.haze)
        s.flash(x + size * 1.02, foot - size * 0.82, size * 0.24)
    s.smoke(92, 24, 7, mixed(s.hues.light, s.hues.far, 0.6))


def _eighty_eights(s: Stage) -> None:
    """An 88 on its cross, level with the tanks that it waits for."""
    s.sky(sun=(78, 22))
    s.ground(45)
    s.vehicle("sherman", 84, 46, 10, s.hues.mid, left=True)
    s.vehicle("sherman", 70, 45.5, 8, s.hues.mid, left=True)
    ink = s.hues.ink
    s.line([(6, 57), (58, 57)], ink, 2.2)
    s.poly([(24, 57), (28, 44), (38, 44), (42, 57)], ink)
    s.poly([(27, 49), (33, 24), (39, 22), (41, 45)], mixed(ink, s.hues.near, 0.6))
    s.poly([(22, 42), (24, 35), (44, 34), (44, 40)], ink)
    s.line([(40, 37), (84, 31.5)], ink, 2.0)
    s.line([(40, 37), (60, 34.5)], ink, 3.2)
    s.line([(14, 40.5), (40, 37)], ink, 3.4)
    s.flash(88, 31, 6)
    s.man(10, 58, 17, ink)
    s.disc(8, 57, 2.2, ink)
    s.disc(56, 57, 2.2, ink)
    s.hedge(60, 108, 64, 11, s.hues.near)


def _flak(s: Stage) -> None:
    """Barrels and searchlights against a fighter among the puffs."""
    s.sky()
    for foot, aim in ((16, 40), (60, 54), (90, 62)):
        s.poly(
            [(foot - 0.8, 52), (aim - 7, -16), (aim + 7, -16), (foot + 0.8, 52)],
            mixed(s.hues.light, s.hues.haze, 0.3),
        )
    for x, y, size in ((30, 10, 4.6), (72, 8, 5.2), (64, 22, 3.8), (38, 26, 3.4), (86, 20, 4.2)):
        s.smoke(x, y, size, s.hues.ink)
        s.flash(x, y, size * 0.42)
    _plane(s, "thunderbolt", 50, 13, 19)
    s.poly([(-2, 52), (30, 49), (70, 50), (102, 52), (102, 90), (-2, 90)], s.hues.near)
    for x in (34, 39, 44, 49):
        s.line([(x - 6, 49), (x + 5, 30)], s.hues.ink, 1.5)
        s.line([(x + 4.2, 31.3), (x + 5.6, 29)], s.hues.glow, 1.5)
    s.poly([(20, 58), (24, 46), (46, 46), (50, 58)], s.hues.ink)
    s.man(62, 57, 14, s.hues.ink, left=True)


def _shells(s: Stage) -> None:
    """Shells in a row before their crates."""
    s.sky(sun=(50, 26), radius=14)
    s.ground(46)
    for x, y in ((6, 54), (24, 54), (15, 42), (76, 54), (94, 54), (85, 42)):
        s.slab(x - 9, y - 10, x + 9, y, s.hues.ink)
        s.slab(x - 8.2, y - 9.2, x + 8.2, y - 0.8, s.hues.mid)
        s.line([(x - 8, y - 5), (x + 8, y - 5)], s.hues.ink, 0.9)
    for n in range(5):
        x, foot = 30 + n * 10, 60
        body = [
            (x - 3.7, foot),
            (x - 3.7, foot - 22),
            (x - 3, foot - 28),
            (x - 1.4, foot - 34),
            (x, foot - 37),
        ]
        right = [(2 * x - u, v) for u, v in reversed(body)]
        s.poly([*body, *right], s.hues.ink)
        s.slab(x - 3.7, foot - 8, x + 3.7, foot - 5.6, s.hues.glow)
        s.line([(x - 1.7, foot - 11), (x - 1.7, foot - 26)], mixed(s.hues.light, s.hues.ink, 0.5), 0.8)


# --- in the air and at sea --------------------------------------------------------------------------------


def _plane(s: Stage, name: str, x: float, y: float, size: float) -> None:
    """An aircraft from above."""
    box = s.box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
    SILHOUETTES[name](s.pen, box, s.hues.ink, s.hues.light)


def _jabos(s: Stage) -> None:
    """Fighter-bombers over a column on the road."""
    s.sky(sun=(84, 14))
    s.ground(49)
    for n in range(5):
        s.poplar(6 + n * 22, 51, 13, s.hues.mid)
    s.slab(-2, 53, 102, 57, mixed(s.hues.light, s.hues.far, 0.3))
    s.vehicle("maultier", 8, 57, 17, s.hues.ink)
    s.vehicle("panzer-iv", 66, 57.5, 20, s.hues.ink)
    for x in (43, 46, 54, 57):
        s.line([(x, 33), (x + (x - 50) * 0.5, 49)], s.hues.light, 0.8)
    s.blast(47, 57, 14, s.hues.ink)
    s.smoke(52, 44, 6, mixed(s.hues.ink, s.hues.far, 0.5))
    _plane(s, "typhoon", 50, 19, 30)
    _plane(s, "typhoon", 19, 13, 14)


def _fleet(s: Stage) -> None:
    """A battleship fires a broadside."""
    s.sky(sun=(16, 22))
    s.sea(47)
    for name, left, top, right in (("destroyer", 2, 36, 22), ("battleship", 16, 6, 90)):
        foot = top + (right - left) * 0.62
        SILHOUETTES[name](s.pen, s.box(left, top, right, foot), s.hues.ink, s.hues.light)
    for x, y, size in ((91, 36.5, 7), (83, 37, 5)):
        s.smoke(x + 5, y - 4, size * 0.9, mixed(s.hues.light, s.hues.far, 0.55))
        s.flash(x, y, size)


def _harbour(s: Stage) -> None:
    """The harbour that came over the sea: pier heads, a freighter, cranes and balloons."""
    s.sky(sun=(82, 18))
    s.sea(46)
    for x, y in ((18, 8), (46, 12), (70, 6)):
        s.pen.ellipse(s.box(x - 5, y - 2.3, x + 5, y + 2.3), fill=s.hues.ink)
        s.poly([(x - 5, y), (x - 7, y - 2), (x - 4, y - 1)], s.hues.ink)
        s.line([(x, y + 2), (x + 2, 40)], s.hues.ink, 0.25)
    ink = s.hues.ink
    s.poly([(44, 40), (98, 38), (94, 49), (48, 49)], ink)
    s.slab(64, 30, 78, 40, ink)
    s.slab(69, 24, 74, 31, ink)
    for x in (54, 86):
        s.line([(x, 40), (x, 24)], ink, 0.9)
        s.line([(x, 27), (x - 8, 33)], ink, 0.7)
    for x in (4, 18, 32):
        s.slab(x, 26, x + 1.8, 56, ink)
    s.slab(0, 44, 44, 48, ink)
    for n in range(9):
        s.line([(n * 4.6, 52), (n * 4.6 + 2.3, 48.5), (n * 4.6 + 4.6, 52)], ink, 0.7)
    s.slab(0, 52, 42, 53.2, ink)
    s.vehicle("truck", 8, 44, 12, ink)
    s.vehicle("jeep", 26, 44, 8, ink)


# --- columns ----------------------------------------------------------------------------------------------


def _night_march(s: Stage) -> None:
    """A column on a road under the moon."""
    s.sky()
    s.stars()
    s.moon(78, 15, 7.5)
    s.poly([(-2, 46), (30, 42), (64, 45), (102, 41), (102, 90), (-2, 90)], s.hues.mid)
    for n in range(5):
        s.poplar(8 + n * 21, 50, 20 - n, s.hues.ink)
    s.slab(-2, 51, 102, 57, mixed(s.hues.haze, s.hues.mid, 0.45))
    for name, x, wide in (("spw", 4, 23), ("maultier", 33, 21), ("spw", 60, 22)):
        s.poly(
            [(x + wide - 1, 50.5), (x + wide + 9, 47), (x + wide + 9, 55)],
            mixed(s.hues.glow, s.hues.mid, 0.55),
        )
        s.vehicle(name, x, 56, wide, s.hues.ink)


def _fast_column(s: Stage) -> None:
    """Half-tracks and jeeps at full speed."""
    s.sky(sun=(84, 20))
    s.ground(44)
    for n in range(6):
        s.poplar(4 + n * 19, 47, 21, s.hues.near)
    s.poly([(-2, 52), (102, 50), (102, 62), (-2, 64)], mixed(s.hues.light, s.hues.far, 0.4))
    for x in (2, 34, 62):
        s.smoke(x, 54.5, 5.5, mixed(s.hues.light, s.hues.far, 0.75))
    names = ("spw", "sdkfz-222", "puma") if s.side == "german" else ("halftrack", "jeep", "greyhound")
    for name, x, foot, wide in zip(names, (5, 38, 66), (58, 57, 56.6), (28, 18, 27), strict=True):
        s.vehicle(name, x, foot, wide, s.hues.ink)
        for n in range(3):
            s.line([(x - 6 - n, foot - 3 - 3 * n), (x - 1, foot - 3 - 3 * n)], s.hues.ink, 0.5)


def _armoured_car(s: Stage) -> None:
    """An eight-wheeled armoured car at a crossroads."""
    s.sky(sun=(22, 20))
    s.ground(45)
    s.house(6, 47, 18, s.hues.mid, s.hues.haze)
    s.poplar(92, 48, 26, s.hues.near)
    s.poplar(84, 47, 20, s.hues.mid)
    s.line([(18, 58), (18, 32)], s.hues.ink, 1.4)
    for y, way in ((34, 1), (39, -1)):
        s.poly(
            [(18, y - 2), (18 + 11 * way, y - 2), (18 + 14 * way, y), (18 + 11 * way, y + 2), (18, y + 2)],
            s.hues.light,
        )
    s.smoke(30, 56, 5, mixed(s.hues.light, s.hues.far, 0.6))
    s.vehicle("puma", 30, 59, 58, s.hues.ink)


def _landing(s: Stage) -> None:
    """Craft on a beach, men in the surf, fighters above."""
    s.sky(sun=(50, 22), radius=11)
    s.sea(42)
    for across, down, span in ((18, 12, 15), (82, 14, 13)):
        _plane(s, "mustang", across, down, span)
    for x, foot, size in ((70.0, 45.0, 0.55), (8.0, 50.0, 1.0)):
        hull = ((0, -10), (26, -10), (27, -7), (42, -8), (44, -3), (54, 2), (52, 4), (4, 3))
        s.poly([(x + u * size, foot + v * size) for u, v in hull], s.hues.ink)
        s.slab(x + 3 * size, foot - 17 * size, x + 11 * size, foot - 9 * size, s.hues.ink)
    s.poly([(-2, 58), (40, 54), (102, 55), (102, 92), (-2, 92)], s.hues.near)
    for n, at in enumerate((54, 65, 77, 89)):
        s.man(at, 57 + (n % 2) * 2.5, 15, s.hues.ink)
    for x in (24.0, 42.0):
        for way in (-1, 1):
            s.line([(x - 3 * way, 63), (x + 3 * way, 55)], s.hues.ink, 1.1)


VIEWS: Mapping[str, Scene] = MappingProxyType(
    {
        "bocage": _bocage,
        "hedge-breakers": _hedge_breakers,
        "village": _village,
        "bunker": _bunker,
        "artillery": _artillery,
        "battery": _battery,
        "eighty-eights": _eighty_eights,
        "flak": _flak,
        "shells": _shells,
        "jabos": _jabos,
        "fleet": _fleet,
        "harbour": _harbour,
        "night-march": _night_march,
        "fast-column": _fast_column,
        "armoured-car": _armoured_car,
        "landing": _landing,
    }
)
"""Name of a picture -> what draws it."""
