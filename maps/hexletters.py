"""Where the letters of hexes stand: clear of houses, numbers, limits and symbols, off roads if they can."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from maps.geography import Point
from maps.hexdrawing_lines import road_lines
from maps.hexdrawing_sheet import HexSheet
from maps.lettering import text_rect
from maps.room import Rect, Room
from module_builder.vassal.values import dataclass

__all__ = ["LetterSpot", "Spots", "letter_spots"]

_SIZES = (46.0, 40.0, 34.0, 29.0, 25.0, 22.0)
_LONG = 34.0  # the largest size of more than one letter
_SHARES = (1.0, 0.62, 0.5)  # of a town that a letter leaves free: all of it, or its middle
_STEP = 3.0
_WITHIN = 1.5  # pixels that a letter keeps from the sides of its hex
_BEYOND = 4.6  # pixels by which the box of a letter may reach over them
_APART = 2.0
_BOX = 0.46  # of its size: half of the box about a framed letter
_RIM = 2.4
_FLAT, _POINTED = (-22.0, 4.0), (0.0, 6.0)
_SMALLER = 1.6  # pixels of way that a letter would rather go than be a pixel smaller
_ROAD = 7.0  # pixels of way for a step of a road that it would hide
_EVERY = 6.0


@dataclass(frozen=True, slots=True)
class LetterSpot:
    """Where a letter stands.

    Parameters
    ----------
    at
        Its middle.
    size
        Of the lettering.
    rect
        What it takes, its box included.

    Examples
    --------
    >>> LetterSpot((0.0, 0.0), 46.0, (-20.0, -20.0, 20.0, 20.0)).size
    46.0
    """

    at: Point
    size: float
    rect: Rect


Spots: TypeAlias = Mapping[str, LetterSpot]
"""By the number of the hex."""


def letter_spots(sheet: HexSheet, taken: Callable[[str, float], Iterable[Rect]]) -> Spots:
    """Where the letters of hexes stand: as near to their usual place as houses and numbers allow.

    Parameters
    ----------
    sheet
        Whose.
    taken
        What a letter must not touch in a hex, given the share of its town that stays: outer houses make room
        where a town fills its hex.

    Returns
    -------
    mapping of id to LetterSpot

    Examples
    --------
    >>> from maps.dark_summer.sheet import load_sheet
    >>> sheet = load_sheet()
    >>> spots = letter_spots(sheet, lambda number, share: ())
    >>> spots.keys() == sheet.letters.keys(), max(spot.size for spot in spots.values())
    (True, 46.0)
    """
    roads = [p for _, line in road_lines(sheet) for p in _dotted(line)]
    found = {}
    for number in sheet.letters:
        rooms = (Room(taken(number, share), points=roads) for share in _SHARES)
        spots = (spot for room in rooms if (spot := _spot(sheet, number, room)) is not None)
        found[number] = next(spots, None) or _usual(sheet, number)
    return found


def _dotted(line: Sequence[Point]) -> Iterator[Point]:
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        count = max(1, round(math.dist((ax, ay), (bx, by)) / _EVERY))
        yield from ((ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count))


def _spot(sheet: HexSheet, number: str, room: Room) -> LetterSpot | None:
    """The place with least against it, of those that touch nothing."""
    unit, letter = sheet.unit, sheet.letters[number]
    found: list[tuple[float, Point, LetterSpot]] = []
    largest = _SIZES[0] if len(letter) == 1 else _LONG
    for size in (size for size in _SIZES if size <= largest):
        for away, at in _places(sheet, number):
            rect = _rect(sheet, letter, at, size * unit)
            if _inside(sheet, number, rect) and room.free(rect):
                against = away + (largest - size) * _SMALLER + room.cost(rect) / 0.9 * _ROAD
                found.append((against, at, LetterSpot(at, size * unit, rect)))
    return min(found, key=lambda way: way[:2])[2] if found else None


def _usual(sheet: HexSheet, number: str) -> LetterSpot:
    """The usual place, for a letter that finds no room at all."""
    _, at = next(_places(sheet, number))
    size = _SIZES[-1] * sheet.unit
    return LetterSpot(at, size, _rect(sheet, sheet.letters[number], at, size))


def _places(sheet: HexSheet, number: str) -> Iterator[tuple[float, Point]]:
    """Points of a hex with their distance from the usual place, that one first."""
    (x, y), unit, reach = sheet.lattice.centre(number), sheet.unit, sheet.lattice.flat * 0.6
    dx, dy = _POINTED if sheet.lattice.pointed else _FLAT
    usual = x + dx * unit, y + dy * unit
    yield 0.0, usual
    count = int(reach // _STEP)
    for i, j in itertools.product(range(-count, count + 1), repeat=2):
        at = x + i * _STEP, y + j * _STEP
        yield math.dist(at, usual), at


def _rect(sheet: HexSheet, letter: str, at: Point, size: float) -> Rect:
    if sheet.lattice.pointed:
        half = size * _BOX + _RIM * sheet.unit
        return at[0] - half, at[1] - half, at[0] + half, at[1] + half
    left, top, right, bottom = text_rect(letter, at, "heavy", size)
    return left - _APART, top - _APART, right + _APART, bottom + _APART


def _inside(sheet: HexSheet, number: str, rect: Rect) -> bool:
    """Whether a rectangle lies within a hex, or the box of a letter nearly so."""
    (x, y), half = sheet.lattice.centre(number), sheet.lattice.flat / 2
    wide, high = max(abs(rect[0] - x), abs(rect[2] - x)), max(abs(rect[1] - y), abs(rect[3] - y))
    if sheet.lattice.pointed:
        wide, high, half = high, wide, half + _BEYOND
    else:
        half -= _WITHIN
    return high <= half and wide * math.sqrt(3) / 2 + high / 2 <= half
