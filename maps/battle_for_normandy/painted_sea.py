"""What stands on the sea of The Battle for Normandy: names, letters of the maps, ways to the beaches."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Sequence

from maps.battle_for_normandy.layout import map_data
from maps.battle_for_normandy.painted_lines import BRIDGE
from maps.geography import Point
from maps.geometry import Box
from maps.hexdrawing_sheet import HexSheet, Label
from maps.hexnumbers import number_rect, number_spots
from maps.lettering import text_rect
from maps.room import Rect, Room, nearest_free, squares

__all__ = ["landing_ways", "sea_letters", "sea_names", "solid"]

_SHORT = 43.0  # pixels from the middle of a hex to the head of its arrow, which leaves room for its number
_STEP, _REACH = 6.0, 330.0
_WIDE = 5.0
_SMALLER = (1.0, 0.86, 0.72)
_SHRUNK, _TOUCHES = 220.0, 1e6


def solid(sheet: HexSheet) -> Iterator[Rect]:
    """Boxes, tracks and panels: left, top, right, bottom.

    Examples
    --------
    >>> from maps.battle_for_normandy.sheet import load_sheet
    >>> len(list(solid(load_sheet()))) > 400
    True
    """
    shapes = [shape.polygon for shape in sheet.geometry.boxes.values()]
    shapes += [box.corners for track in sheet.geometry.tracks.values() for box in track.boxes]
    shapes += [Box(*rect).corners for rect in sheet.furniture.values()]
    for shape in shapes:
        xs, ys = zip(*shape, strict=True)
        yield min(xs), min(ys), max(xs), max(ys)


def landing_ways(sheet: HexSheet) -> Iterator[tuple[Point, Point, str]]:
    """From each Holding Box to the outermost Assault Hex of its beach, or its Beach hex: tail, head, site."""
    last: dict[str, tuple[int, str]] = {}
    for space in sheet.board.spaces.values():
        if space.kind == "hex" and space["beach"]:
            here = int(space["queue"] or 0), space.id
            last[str(space["beach"])] = max(here, last.get(str(space["beach"]), here))
    for id_, shape in sheet.geometry.boxes.items():
        beach = id_.removeprefix("holding-")
        if beach in last and id_ != beach:
            _, number = last[beach]
            (x0, _), _, (x1, y1), _ = shape.polygon
            x, y = sheet.lattice.centre(number)
            share = 1 - _SHORT / math.dist(((x0 + x1) / 2, y1), (x, y))
            tail = (x0 + x1) / 2, y1
            head = tail[0] + (x - tail[0]) * share, tail[1] + (y - tail[1]) * share
            yield tail, head, str(sheet.board.spaces[number]["site"])


@functools.lru_cache(maxsize=4)
def sea_names(sheet: HexSheet) -> Sequence[tuple[Label, Point, Sequence[Rect]]]:
    """Names on the sea, each moved until it touches no number, arrow or box: where it stands, and its ink."""
    room = _room(sheet)
    return [_sea_name(name, room) for name in sheet.labels if name.kind == "water"]


def _sea_name(name: Label, room: Room) -> tuple[Label, Point, Sequence[Rect]]:
    """A name near its place: in two lines or smaller rather than far away."""
    found: list[tuple[float, tuple[Label, Point, Sequence[Rect]]]] = []
    for smaller, (text, split) in itertools.product(_SMALLER, _broken(name.text)):
        size = name.size * smaller
        lines = [(line, (name.at[0], name.at[1] + i * size * 1.05)) for i, line in enumerate(text.split("|"))]
        rects = [_ink(line, at, "italic", size, 0.16 if line.isupper() else 0.04) for line, at in lines]
        at, settled = _settled(name.at, rects, room)
        against = math.dist(at, name.at) + split + (1 - smaller) * _SHRUNK
        if not all(room.free(rect) for rect in settled):
            against += _TOUCHES
        found.append((against, (Label(text, name.at, name.kind, size), at, settled)))
    return min(found, key=lambda way: way[0])[1]


def _broken(text: str) -> Iterator[tuple[str, float]]:
    """A name as it is, and in two lines, with what is against that."""
    yield text, 0.0
    words = text.split(" ")
    if len(words) > 1 and "|" not in text:
        half = (len(words) + 1) // 2
        yield f"{' '.join(words[:half])}|{' '.join(words[half:])}", 40.0


@functools.lru_cache(maxsize=4)
def sea_letters(sheet: HexSheet) -> Sequence[tuple[tuple[str, float], Point, Sequence[Rect]]]:
    """Letters of the printed maps with their size, each moved until it touches nothing."""
    room = _room(sheet)
    for _, _, rects in sea_names(sheet):
        for rect in rects:
            room.take(rect)
    found = []
    for letter, (x, y, size) in map_data(sheet.board.filing)["letters"].items():
        found.append(((letter, size), *_settled((x, y), [_ink(letter, (x, y), "heavy", size, 0.0)], room)))
    return found


def _room(sheet: HexSheet) -> Room:
    """What is taken on the sea: numbers, boxes, arrows of the landings."""
    room = Room(solid(sheet))
    for space in sheet.board.spaces.values():
        if space.kind == "hex" and space["beach"]:
            x, y = sheet.lattice.centre(space.id)
            room.take((x - 33, y - 38, x + 33, y + 38))
    for number, at in number_spots(sheet, BRIDGE).items():
        room.take(number_rect(sheet, number, at))
    for tail, head, _ in landing_ways(sheet):
        for rect in squares((tail, head), _WIDE):
            room.take(rect)
    return room


def _ink(text: str, at: Point, face: str, size: float, spacing: float) -> Rect:
    left, top, right, bottom = text_rect(text, at, face, size, spacing=spacing)
    more = 2.0 + (right - left) * 0.01
    return left - more, top - 2, right + more, bottom + 2


def _settled(at: Point, rects: Sequence[Rect], room: Room) -> tuple[Point, Sequence[Rect]]:
    dx, dy = nearest_free(rects, room, step=_STEP, reach=_REACH)
    return (at[0] + dx, at[1] + dy), [(a + dx, b + dy, c + dx, d + dy) for a, b, c, d in rects]
