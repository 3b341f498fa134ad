"""Where the numbers of hexes stand: in their place, or a little aside of what lies along their hexsides."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping

from maps.drawing import spin
from maps.geography import Point
from maps.hexdrawing_lines import limit_rects, shared_side
from maps.hexdrawing_sheet import HexSheet
from maps.hexdrawing_sides import side_rects
from maps.lettering import text_rect
from maps.room import Rect, Room, nearest_free

__all__ = ["bridge_rects", "number_rect", "number_spots"]

_RAIL = ((-15, 12.5), (-9, 7.4), (9, 7.4), (15, 12.5))  # of a bridge, as `hexdrawing_sides.bridge` draws it
_INK = 3.6
_REACH = 34.0  # pixels by which a number may leave its place
_STEEP = ("bluff", "cliff")
_SOFT = ("marsh", "woods")
_DOT = 13.0  # half of what stands in the middle of a hex with a place
_MORE = 1.4


def bridge_rects(sheet: HexSheet, unit: float) -> list[Rect]:
    """Rectangles about the parapets of the bridges.

    Parameters
    ----------
    sheet
        What to paint.
    unit
        Factor of the lengths of a bridge.

    Returns
    -------
    list of (left, top, right, bottom)

    Examples
    --------
    >>> from maps.june_six.sheet import load_sheet
    >>> len(bridge_rects(load_sheet(), 1.0)) % 6
    0
    """
    found = []
    for edge in sheet.board.edges.values():
        if not edge.bridge:
            continue
        a, b = shared_side(sheet, edge.a, edge.b)
        turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + 90
        at, ink = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), _INK * unit
        for side in (-1, 1):
            line = spin([(x, y * side) for x, y in _RAIL], at, turn, unit)
            for (ax, ay), (bx, by) in itertools.pairwise(line):
                found.append((min(ax, bx) - ink, min(ay, by) - ink, max(ax, bx) + ink, max(ay, by) + ink))
    return found


@functools.lru_cache(maxsize=4)
def number_spots(sheet: HexSheet, bridge: float = 0.0) -> Mapping[str, Point]:
    """Where the number of each hex stands: aside of the bridge, bluff, cliff or strip that reaches there.

    Parameters
    ----------
    sheet
        What to paint.
    bridge
        Factor of the lengths of a bridge; 0 where the sheet draws none.

    Returns
    -------
    mapping of id to (x, y)

    Examples
    --------
    >>> from maps.dark_summer.sheet import load_sheet
    >>> sheet = load_sheet()
    >>> number_spots(sheet)["3403"] == sheet.number_at("3403")
    True
    """
    bridges = bridge_rects(sheet, bridge) if bridge else []
    hard = [*bridges, *limit_rects(sheet), *side_rects(sheet, _STEEP)]
    less = [*hard, *_middles(sheet)]
    rooms = Room([*less, *side_rects(sheet, _SOFT)]), Room(less), Room(hard)
    found = {}
    for space in sheet.board.spaces.values():
        if space.kind == "hex":
            x, y = sheet.number_at(space.id)
            rect = number_rect(sheet, space.id, (x, y))
            for room in rooms:
                dx, dy = nearest_free([rect], room, step=2.0, reach=_REACH * sheet.unit)
                if room.free((rect[0] + dx, rect[1] + dy, rect[2] + dx, rect[3] + dy)):
                    break
            found[space.id] = (x + dx, y + dy)
    return found


def _middles(sheet: HexSheet) -> Iterator[Rect]:
    """Where places stand in their hexes."""
    half = _DOT * sheet.unit
    for number in sheet.dry():
        if sheet.board.spaces[number]["town"]:
            x, y = sheet.lattice.centre(number)
            yield x - half, y - half, x + half, y + half


def number_rect(sheet: HexSheet, number: str, at: Point) -> Rect:
    """The ink of a number, with a little room about it.

    Parameters
    ----------
    sheet, number
        Whose.
    at
        Where its middle lies.

    Returns
    -------
    (left, top, right, bottom)

    Examples
    --------
    >>> from maps.dark_summer.sheet import load_sheet
    >>> left, top, right, bottom = number_rect(load_sheet(), "3403", (0.0, 0.0))
    >>> left < -10 < 10 < right
    True
    """
    left, top, right, bottom = text_rect(number.upper(), at, "sans", sheet.number_size)
    more = _MORE + (right - left) * 0.015
    return left - more, top - _MORE, right + more, bottom + _MORE
