"""Borders of Areas drawn anew by an owner: what of a geometry can be drawn, and the geometry with that.

A border belongs to both its Areas, and where borders meet they end in one point: so both Areas change
together, and borders that meet stay together. All is made of our geometry and of what is drawn otherwise,
never of a former drawing: the same borders give the same pixels, in whatever order they were drawn. A value
is a text, ``x,y x,y ...``.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from maps.errors import DataError
from maps.geography import Point
from maps.landscape import flat, toml_value, whole_pixels

if TYPE_CHECKING:
    from shapely import Polygon

__all__ = ["BORDER", "GEOMETRY", "check_areas", "drawn_values", "followed", "redrawn"]

GEOMETRY = "geometry.toml"
BORDER = "border"
"""Column of the line between two Areas, whose row is the edge; the other columns are points of an Area."""
_SHAPES = frozenset({"polygon", "zone"})
_PARTS = " | "  # between the lines of a border that has several
_LEAST = 24.0  # pixels: a shorter border would part two Areas for whoever looks at the map
_SLIVER = 6.0  # square pixels that two Areas may have in common, as rounding makes them
_CORNERS = 3
_ALONG = 14.0  # pixels of a border to each side of a bridge that say how its road runs
_Line = tuple[Point, ...]
_Key = tuple[str, str]


# --- values -----------------------------------------------------------------------------------------------


def drawn_values(data: Mapping[str, Any]) -> dict[_Key, str]:
    """What of a geometry can be drawn otherwise: borders of Areas, and the points in them.

    Parameters
    ----------
    data
        Of a ``geometry.toml``.

    Returns
    -------
    dict
        Row and column -> text; empty for a map of hexes.

    Examples
    --------
    >>> drawn_values({"borders": {"a/b": [[0, 0, 9.5, 9]]}, "areas": {"a": {"name": [4, 5], "polygon": []}}})
    {('a/b', 'border'): '0,0 9.5,9', ('a', 'name'): '4,5'}
    """
    borders = data.get("borders", {}).items()
    found = {(edge, BORDER): _PARTS.join(_text(_pairs(line)) for line in lines) for edge, lines in borders}
    for area, table in data.get("areas", {}).items():
        points = {column: _pairs(values) for column, values in table.items() if column not in _SHAPES}
        found |= {(area, column): _text(line) for column, line in points.items()}
    return found


def _text(line: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in line)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _pairs(values: Sequence[float]) -> _Line:
    try:
        points = tuple([(float(x), float(y)) for x, y in zip(values[::2], values[1::2], strict=True)])
    except (TypeError, ValueError):
        raise DataError(GEOMETRY, str(values)[:40], "pairs of numbers, x and y in turn") from None
    return points


def _read(row: str, column: str, text: str) -> tuple[_Line, ...]:
    """The lines or points of a value."""
    try:
        parts = [[word.split(",") for word in part.split()] for part in text.split(_PARTS.strip())]
        lines = tuple(tuple((round(float(x), 1), round(float(y), 1)) for x, y in part) for part in parts)
    except ValueError:
        lines = ()
    least = 2 if column == BORDER else 1
    if not lines or any(len(line) < least or not all(map(_is_number, line)) for line in lines):
        expected = f"{least} or more points such as 120,35.5, not {text[:40]!r}"
        raise DataError(GEOMETRY, f"{row}, {column}", expected)
    return lines


def _is_number(point: Point) -> bool:
    return all(map(math.isfinite, point))


def followed(now: Mapping[_Key, str], values: Mapping[_Key, str]) -> dict[_Key, str]:
    """Values that are drawn, with the borders that follow: those that end where a drawn one did.

    Parameters
    ----------
    now
        What the geometry holds, as `drawn_values` gives it.
    values
        What is drawn.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        A value cannot be read; or two borders that meet would end in two points.

    Examples
    --------
    >>> now = {("a/b", "border"): "0,0 5,5", ("b/c", "border"): "5,5 9,9"}
    >>> followed(now, {("a/b", "border"): "0,0 6,5"})
    {('a/b', 'border'): '0,0 6,5', ('b/c', 'border'): '6,5 9,9'}
    """
    lines = {row: _read(row, column, text) for (row, column), text in values.items() if column == BORDER}
    before = {row: _read(row, column, text) for (row, column), text in now.items() if column == BORDER}
    found = dict(values)
    for row, moved in _moved(before, lines).items():
        found[row, BORDER] = _PARTS.join(map(_text, moved))
    return found


_Lines = Mapping[str, Sequence[_Line]]


def _moved(before: _Lines, lines: _Lines) -> dict[str, list[_Line]]:
    """Borders that follow where others are drawn: their ends go where those of the drawn ones go."""
    moves = {here: there for here, there in _ends(before, lines).items() if here != there}
    found = {}
    for row, own in before.items():
        if row not in lines and any(line[0] in moves or line[-1] in moves for line in own):
            found[row] = [(moves.get(p[0], p[0]), *p[1:-1], moves.get(p[-1], p[-1])) for p in own]
    return found


def _ends(before: _Lines, lines: _Lines) -> dict[Point, Point]:
    """Where the ends of drawn borders were, and where they are."""
    ends: dict[Point, tuple[str, Point]] = {}
    for row, drawn in lines.items():
        if row not in before:
            raise DataError(GEOMETRY, f"{row}, {BORDER}", "a border that our map has")
        if len(drawn) != len(before[row]):
            raise DataError(GEOMETRY, f"{row}, {BORDER}", f"{len(before[row])} lines, not {len(drawn)}")
        for old, new in zip(before[row], drawn, strict=True):
            for here, there in ((old[0], new[0]), (old[-1], new[-1])):
                other, known = ends.setdefault(here, (row, there))
                if known != there:
                    told = f"one end with {other}, {_text([known])}, not {_text([there])}"
                    raise DataError(GEOMETRY, f"{row}, {BORDER}", told, "draw one of the two again")
    return {here: there for here, (_, there) in ends.items()}


# --- drawing ----------------------------------------------------------------------------------------------


def redrawn(text: str, values: Mapping[_Key, str]) -> str:
    """The text of our geometry with borders and points drawn otherwise.

    Parameters
    ----------
    text
        Of our ``geometry.toml``.
    values
        Row and column -> text, as `drawn_values` gives them.

    Returns
    -------
    str
        Comments and order stay.

    Raises
    ------
    DataError
        A value cannot be read; there is no such border or point; borders that meet would come apart.
    """
    data = tomllib.loads(text)
    now = drawn_values(data)
    changed = {key: value for key, value in followed(now, values).items() if value != now.get(key)}
    for row, column in changed.keys() - now.keys():
        raise DataError(GEOMETRY, f"{row}, {column}", "a border or a point that our map has")
    lines = {row: _read(row, column, value) for (row, column), value in changed.items() if column == BORDER}
    tables: dict[_Key, dict[str, Any]] = {}
    for (row, column), value in changed.items():
        if column != BORDER:
            points = [point for part in _read(row, column, value) for point in part]
            if len(points) != (wanted := len(data["areas"][row][column]) // 2):
                raise DataError(GEOMETRY, f"{row}, {column}", f"{wanted} points, not {len(points)}")
            tables.setdefault(("areas", row), {})[column] = points
    for area in dict.fromkeys(end for row in lines for end in row.split("/")):
        ring = _ring(data, area, lines)
        for ids, place, expected, way in _crossed({area: _polygon(ring)}):
            raise DataError(GEOMETRY, f"{ids[0]}, near {_text([place])}", expected, way)
        shapes: dict[str, Any] = {"polygon": ring}
        if "zone" in data["areas"][area]:
            shapes["zone"] = list(whole_pixels(_polygon(ring)).exterior.coords)[:-1]
        tables.setdefault(("areas", area), {}).update(shapes)
    for row in lines.keys() & data.get("crossings", {}).keys():
        tables["crossings", row] = _crossing(data["crossings"][row], data["borders"][row], lines[row])
    borders = {row: [[v for point in line for v in point] for line in drawn] for row, drawn in lines.items()}
    return _written(text, tables, borders)


def _ring(data: Mapping[str, Any], area: str, lines: Mapping[str, Sequence[_Line]]) -> list[Point]:
    """The outline of an Area with the new lines in the place of the old ones."""
    ring = list(_pairs(data["areas"][area]["polygon"]))
    runs: dict[int, tuple[int, _Line]] = {}
    for row in sorted(lines):
        if area in row.split("/"):
            for old, new in zip(data["borders"][row], lines[row], strict=True):
                start, line = _run(ring, _pairs(old), new)
                runs[start] = len(old) // 2, line
    first = min(runs)
    ring = [*ring[first:], *ring[:first]]
    found: list[Point] = []
    at = 0
    while at < len(ring):
        length, line = runs.get((at + first) % len(ring), (0, ()))
        found += [p for p in (line or ring[at : at + 1]) if not found or p != found[-1]]
        at += max(1, length - 1)
        if length and at < len(ring) and (at + first) % len(ring) not in runs:
            at += 1
    return found[:-1] if found[0] == found[-1] else found


def _run(ring: Sequence[Point], old: _Line, new: _Line) -> tuple[int, _Line]:
    """Where on an outline a border begins, and its new line as the outline goes."""
    for was, line in ((old, new), (old[::-1], new[::-1])):
        for start, point in enumerate(ring):
            if point == was[0] and all(ring[(start + n) % len(ring)] == p for n, p in enumerate(was)):
                return start, line
    raise DataError(GEOMETRY, "polygon", f"the border that begins at {old[0][0]:g},{old[0][1]:g}")


def _crossing(was: Mapping[str, Any], old: Sequence[Sequence[float]], new: Sequence[_Line]) -> dict[str, Any]:
    """A bridge or river line that goes with its border, as far as that goes where it lies; else it stays."""
    import shapely

    at = shapely.Point(was["at"])
    before, line = (min(map(shapely.LineString, parts), key=at.distance) for parts in (map(_pairs, old), new))
    along = line.project(at)
    here, there = before.interpolate(before.project(at)), line.interpolate(along)
    dx, dy = round(there.x - here.x, 1), round(there.y - here.y, 1)
    if not dx and not dy:
        return {}
    a, b = (line.interpolate(min(max(0.0, along + d), line.length)) for d in (-_ALONG, _ALONG))
    angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x)) + 90
    zone = [(x + dx, y + dy) for x, y in _pairs(was["zone"])]
    return {"at": (at.x + dx, at.y + dy), "zone": zone, "angle": round((angle + 90) % 180 - 90, 1)}


def _written(text: str, tables: Mapping[_Key, Mapping[str, Any]], borders: Mapping[str, Any]) -> str:
    """The text with other values in its lines; a file of ours has one line for each key."""
    wanted = {(f'[{group}."{name}"]', key): v for (group, name), t in tables.items() for key, v in t.items()}
    wanted |= {("[borders]", f'"{row}"'): value for row, value in borders.items()}
    found, table = [], ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip()
        key = line.partition(" = ")[0]
        own = (table, key) in wanted
        found.append(f"{key} = {toml_value(flat(wanted.pop((table, key))))}" if own else line)
    if wanted:
        raise DataError(GEOMETRY, ", ".join(next(iter(wanted))), "one line for each key, as our file has")
    return "\n".join([*found, ""])


# --- checking ---------------------------------------------------------------------------------------------


def check_areas(data: Mapping[str, Any], ours: Mapping[str, Any], names: Mapping[str, str]) -> None:
    """Refuse Areas that no game could be played on: what our own map has is not asked of an owner's.

    Parameters
    ----------
    data, ours
        Of an owner's ``geometry.toml``, and of ours.
    names
        Of the spaces.

    Raises
    ------
    DataError
        An outline crosses itself; two Areas overlap, or an Area and a box; neighbours are parted or joined; a
        point for counters lies outside of its Area. The place is told in pixels of the board.
    """
    if data.get("board") != ours.get("board") or not ours.get("borders"):
        return
    areas, own = _outlines(data), _outlines(ours)
    faults = [*_crossed(areas), *_overlapping(areas, own, _boxes(data))]
    faults = faults or [*_adjacency(data, ours, areas), *_outside(data, ours, areas, own)]
    for ids, place, expected, way in faults:
        named = " and ".join(names.get(each, each) for each in ids)
        where = f"{named}, near {place[0]:.0f},{place[1]:.0f}"
        raise DataError(GEOMETRY, where, expected, way)


_Fault = tuple[tuple[str, ...], Point, str, str]
_AGAIN = "draw the border elsewhere, or take it back"


def _polygon(ring: Iterable[Point]) -> Polygon:
    import shapely

    points = list(ring)
    if len(points) < _CORNERS:
        raise DataError(GEOMETRY, "polygon", f"an outline of {_CORNERS} points or more, not {len(points)}")
    return shapely.Polygon(points)


def _outlines(data: Mapping[str, Any]) -> dict[str, Polygon]:
    return {area: _polygon(_pairs(table["polygon"])) for area, table in data["areas"].items()}


def _boxes(data: Mapping[str, Any]) -> dict[str, Polygon]:
    """Boxes beside the Areas."""
    return {box: _polygon(_pairs(table["polygon"])) for box, table in data["boxes"].items()}


def _crossed(areas: Mapping[str, Polygon]) -> Iterator[_Fault]:
    from shapely.validation import explain_validity

    for area, polygon in areas.items():
        if not polygon.is_valid:
            place = explain_validity(polygon).partition("[")[2].rstrip("]").split()
            yield (area,), (float(place[0]), float(place[1])), "an outline that does not cross itself", _AGAIN


def _overlapping(
    areas: Mapping[str, Polygon], own: Mapping[str, Polygon], boxes: Mapping[str, Polygon]
) -> Iterator[_Fault]:
    """Areas that reach into others, or into a box into which ours do not."""
    import shapely

    if any(not polygon.is_valid for polygon in areas.values()):
        return
    every = {**areas, **boxes}
    ids = list(every)
    tree = shapely.STRtree(list(every.values()))
    for one, polygon in areas.items():
        for number in tree.query(polygon, predicate="intersects").tolist():
            other = ids[number]
            if other == one or (other in areas and other < one):
                continue
            common = polygon.intersection(every[other])
            known = own[one].intersection(own.get(other, every[other])).area if one in own else 0.0
            if common.area > known + _SLIVER:
                at = common.representative_point()
                yield (one, other), (at.x, at.y), "two that do not overlap", _AGAIN


def _adjacency(
    data: Mapping[str, Any], ours: Mapping[str, Any], areas: Mapping[str, Polygon]
) -> Iterator[_Fault]:
    """Neighbours that are parted, and Areas that become neighbours: drawing alone makes none."""
    from maps.borders import shared_edges

    common = {"/".join(sorted(pair)): line for pair, line in shared_edges(areas, least=0.0).items()}
    for row, lines in ours["borders"].items():
        a, b = row.split("/")
        least = min(_LEAST, sum(_length(line) for line in lines))
        if row not in common or common[row].length < least:
            x, y = _pairs((data["borders"].get(row) or lines)[0])[0]
            told = "neighbours, as our map has them: their border would be gone"
            yield (a, b), (x, y), told, "leave them a border; who is adjacent stands in edges.csv"
    for row in sorted(common.keys() - ours["borders"].keys()):
        at = common[row].representative_point()
        told = "no neighbours, as our map has them: they would have a border"
        a, b = row.split("/")
        yield (a, b), (at.x, at.y), told, "leave them apart; who is adjacent stands in edges.csv"


def _length(line: Sequence[float]) -> float:
    points = _pairs(line)
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def _outside(
    data: Mapping[str, Any],
    ours: Mapping[str, Any],
    areas: Mapping[str, Polygon],
    own: Mapping[str, Polygon],
) -> Iterator[_Fault]:
    """Points that lie outside of their Area, where ours lie inside."""
    import shapely

    for area, table in data["areas"].items():
        for column, values in table.items():
            if column in _SHAPES or area not in own:
                continue
            before = _pairs(ours["areas"][area].get(column, ()))
            for number, (x, y) in enumerate(_pairs(values)):
                was_in = number >= len(before) or own[area].covers(shapely.Point(before[number]))
                if was_in and not areas[area].covers(shapely.Point(x, y)):
                    told = f"the place for {column} inside of it"
                    yield (area,), (x, y), told, "move that place first, or leave it inside"
