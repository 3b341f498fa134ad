"""Where the name and the fortification of an Area stand: in their place, or aside of its borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from maps.board import Space
from maps.geography import Point
from maps.geometry import AreaShape
from maps.labels import LEADING, NAME_SIZE, SYMBOL_SIZE, name_block
from maps.lettering import text_rect
from maps.room import Rect, Room, nearest_free, squares
from maps.sheet import Sheet
from module_builder.vassal.values import dataclass

__all__ = ["FORT", "Face", "face_rects", "faces"]

FORT = 46.0
"""Size of the symbol of a Fortified Area, which the marker of a destroyed one covers."""
_FORT_ASIDE, _NAME_ASIDE = 14, 26.0  # pixels by which they may leave their places
_HALF: Mapping[str, float] = {"open": 3.6, "river": 7.6, "flooded": 19.0}  # of the width of a border
_BRIDGE = 24.0  # half of the room of a bridge
_NEAR = 40.0


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed in an Area, where the map draws it.

    Parameters
    ----------
    lines
        The lines of its name and their middles.
    fort
        Middle of the symbol of a Fortified Area, or None.

    Examples
    --------
    >>> Face((("Caen", (1.0, 2.0)),), None).fort is None
    True
    """

    lines: tuple[tuple[str, Point], ...]
    fort: Point | None


def faces(sheet: Sheet) -> Mapping[str, Face]:
    """The face of each Area.

    Parameters
    ----------
    sheet
        Whose.

    Returns
    -------
    mapping of id to Face

    Examples
    --------
    >>> from maps.breakout_normandy.ground import load_sheet
    >>> sheet = load_sheet()
    >>> faces(sheet)["omaha-beach"].fort == sheet.geometry.areas["omaha-beach"].fortification
    True
    """
    import shapely

    strokes, found = list(_strokes(sheet)), {}
    tree = shapely.STRtree([shapely.box(*stroke) for stroke in strokes])
    for key, shape in sheet.geometry.areas.items():
        near = tree.query(shapely.Polygon(shape.polygon).envelope.buffer(_NEAR))
        found[key] = _face(shape, sheet.board.spaces[key], [strokes[i] for i in sorted(near.tolist())])
    return found


def face_rects(face: Face, shape: AreaShape, space: Space) -> Iterator[Rect]:
    """What lettering and symbols of an Area take.

    Parameters
    ----------
    face, shape, space
        Which Area.

    Yields
    ------
    (left, top, right, bottom)
    """
    (x, y), half = shape.symbol, SYMBOL_SIZE / 2 + 2
    yield x - half, y - half, x + half + (SYMBOL_SIZE * 0.6 if space["minor_port"] else 0), y + half
    yield from (_ink(line, at) for line, at in face.lines)
    if face.fort is not None:
        (x, y), half = face.fort, FORT / 2 + 3
        yield x - half, y - half, x + half, y + half


def _face(shape: AreaShape, space: Space, strokes: Sequence[Rect]) -> Face:
    fort = None
    if shape.fortification is not None:
        fort = _fort(shape.fortification, strokes)
        half = FORT / 2 + 3
        strokes = [*strokes, (fort[0] - half, fort[1] - half, fort[0] + half, fort[1] + half)]
    lines = _lines(shape, space)
    (x, y), half = shape.symbol, SYMBOL_SIZE / 2 + 1
    taken = Room([*strokes, (x - half, y - half, x + half, y + half)])
    dx, dy = nearest_free([_ink(*line) for line in lines], taken, step=2.0, reach=_NAME_ASIDE)
    return Face(tuple([(line, (at[0] + dx, at[1] + dy)) for line, at in lines]), fort)


def _fort(at: Point, strokes: Sequence[Rect]) -> Point:
    """The nearest place whose round symbol touches no border."""
    import shapely

    taken = shapely.union_all([shapely.box(*rect) for rect in strokes])
    steps = range(-_FORT_ASIDE, _FORT_ASIDE + 1)
    ways = sorted(((i, j) for i in steps for j in steps), key=lambda way: (way[0] ** 2 + way[1] ** 2, way))
    spots = ((at[0] + i, at[1] + j) for i, j in ways)
    free = (spot for spot in spots if taken.distance(shapely.Point(spot)) > FORT / 2 + 1)
    return next(free, at)


def _lines(shape: AreaShape, space: Space) -> list[tuple[str, Point]]:
    """The lines of the name of an Area, and where the geometry has their middles."""
    xs = [x for x, _ in shape.polygon]
    lines = name_block(space.name, max(xs) - min(xs)).lines
    first = shape.name[1] - (len(lines) - 1) / 2 * LEADING
    return [(line, (shape.name[0], first + i * LEADING)) for i, line in enumerate(lines)]


def _ink(line: str, at: Point) -> Rect:
    left, top, right, bottom = text_rect(line, at, "heavy", NAME_SIZE)
    return left - 4, top - 3, right + 4, bottom + 3


def _strokes(sheet: Sheet) -> Iterator[Rect]:
    """What borders and bridges take."""
    for key, lines in sheet.geometry.borders.items():
        edge = sheet.board.edges.get(key)
        if edge is not None and edge.boundary in _HALF:
            for line in lines:
                yield from squares(line, _HALF[edge.boundary])
    for crossing in sheet.geometry.crossings.values():
        if crossing.bridge:
            x, y = crossing.at
            yield x - _BRIDGE, y - _BRIDGE, x + _BRIDGE, y + _BRIDGE
