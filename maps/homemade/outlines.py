"""The shapes of a drawing of Areas, with the names that each may go by: of an SVG or a GeoJSON file."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.errors import DataError
from maps.geography import Point
from maps.homemade.svgpath import path_rings
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["Drawing", "Outline", "read_geojson", "read_svg"]

_LARGEST = 16 * 1024 * 1024
_SVG = "{http://www.w3.org/2000/svg}"
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_UNSEEN = {"defs", "clipPath", "mask", "symbol", "marker", "pattern", "metadata"}
_CALL = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")
_LENGTH = re.compile(r"\s*([0-9.]+)\s*(px|in|mm|cm|pt)?\s*")
_Matrix = tuple[float, float, float, float, float, float]
_SAME: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Outline:
    """A shape: the names that it may go by, the best first, and its rings (holes among them).

    Examples
    --------
    >>> Outline(("ford",), (((0, 0), (1, 0), (1, 1)),)).names[0]
    'ford'
    """

    names: tuple[str, ...]
    rings: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The shapes of a file, and what it shows: left, top, width, height in its own units.

    Examples
    --------
    >>> Drawing((), (0.0, 0.0, 11.0, 8.5)).frame[2]
    11.0
    """

    outlines: tuple[Outline, ...]
    frame: tuple[float, ...]


def _content(path: Path) -> bytes:
    try:
        return load_bytes(path, most=_LARGEST)
    except FormatError as fault:
        raise DataError(path.name, "", fault.expected) from None


def read_svg(path: Path) -> Drawing:
    """Read the closed shapes of an SVG.

    A group that is called ``areas`` holds them; in a drawing without it, every shape counts.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Drawing

    Raises
    ------
    DataError
        Unreadable, no SVG, no size, or a shape that cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "areas.svg"
    ...     _ = file.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    ...         '<rect id="ford" width="2" height="1" transform="translate(1 1)"/></svg>')
    ...     read_svg(file).outlines[0].rings
    (((1.0, 1.0), (3.0, 1.0), (3.0, 2.0), (1.0, 2.0)),)
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(_content(path), parser)
    except etree.XMLSyntaxError as fault:
        raise DataError(path.name, f"line {fault.lineno}", "a readable SVG file") from None
    if root.tag != f"{_SVG}svg":
        raise DataError(path.name, "line 1", "an <svg> as SVG has it", "save the drawing as plain SVG")
    groups = [(element, matrix) for element, matrix in _walk(root, _SAME, path) if _is_group(element)]
    start = next(((e, m) for e, m in groups if "areas" in _names(e)), (root, _SAME))
    found = [
        Outline(_names(element), tuple(_moved(ring, matrix) for ring in rings))
        for element, matrix in _walk(*start, path, again=start[0] is not root)
        if (rings := _rings(element, path))
    ]
    return Drawing(tuple(found), _frame(root, path))


def _is_group(element: _Element) -> bool:
    return str(element.tag) == f"{_SVG}g"


def _names(element: _Element) -> tuple[str, ...]:
    """What a shape may go by: its label, its title, its id."""
    title = element.findtext(f"{_SVG}title")
    names = (element.get(_LABEL), title, element.get("id"))
    return tuple(dict.fromkeys([name.strip() for name in names if name and name.strip()]))


def _walk(
    element: _Element, matrix: _Matrix, path: Path, *, again: bool = False
) -> Iterator[tuple[_Element, _Matrix]]:
    """Every element that is seen, with what moves it."""
    if not isinstance(element.tag, str) or element.tag.removeprefix(_SVG) in _UNSEEN:
        return
    if element.get("display") == "none" or "display:none" in (element.get("style") or "").replace(" ", ""):
        return
    if not again:
        matrix = _times(matrix, _transform(element, path))
    yield element, matrix
    for child in element:
        yield from _walk(child, matrix, path)


def _times(a: _Matrix, b: _Matrix) -> _Matrix:
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def _moved(ring: Sequence[Point], m: _Matrix) -> tuple[Point, ...]:
    return tuple([(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]) for x, y in ring])


def _transform(element: _Element, path: Path) -> _Matrix:
    text, matrix = element.get("transform") or "", _SAME
    if _CALL.sub("", text).strip(" ,\n\t\r"):
        raise _fault(element, path, f"a transform of SVG, not {text!r}")
    for name, inner in _CALL.findall(text):
        try:
            matrix = _times(matrix, _one(name, [float(v) for v in inner.replace(",", " ").split()]))
        except (ValueError, IndexError):
            raise _fault(element, path, f"a transform of SVG, not {text!r}") from None
    return matrix


def _one(name: str, values: list[float]) -> _Matrix:
    """The matrix of one transform."""
    if name == "matrix":
        a, b, c, d, e, f = values
        return a, b, c, d, e, f
    if name == "translate":
        return 1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0.0
    if name == "scale":
        return values[0], 0, 0, values[1] if len(values) > 1 else values[0], 0, 0
    angle = math.radians(values[0])
    if name == "skewX":
        return 1, 0, math.tan(angle), 1, 0, 0
    if name == "skewY":
        return 1, math.tan(angle), 0, 1, 0, 0
    turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
    if len(values) < 3:
        return turn
    x, y = values[1], values[2]
    return _times(_times((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))


def _fault(element: _Element, path: Path, expected: str) -> DataError:
    name = next(iter(_names(element)), str(element.tag).removeprefix(_SVG))
    return DataError(path.name, f"line {element.sourceline}, shape {name}", expected)


def _rings(element: _Element, path: Path) -> list[list[Point]]:
    """The outlines of a closed shape; none of anything else."""
    kind = str(element.tag).removeprefix(_SVG)
    try:
        if kind == "path":
            return path_rings(element.get("d") or "")
        if kind == "polygon":
            values = [float(v) for v in (element.get("points") or "").replace(",", " ").split()]
            points = list(zip(values[::2], values[1::2], strict=True))
            return [points] if len(points) > 2 else []
        if kind == "rect":
            x, y, w, h = (float(element.get(key) or 0) for key in ("x", "y", "width", "height"))
            return [[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]]
        if kind in {"circle", "ellipse"}:
            x, y = float(element.get("cx") or 0), float(element.get("cy") or 0)
            rx = float(element.get("rx") or element.get("r") or 0)
            ry = float(element.get("ry") or element.get("r") or 0)
            turns = [i * math.pi / 32 for i in range(64)]
            return [[(x + rx * math.cos(t), y + ry * math.sin(t)) for t in turns]]
    except ValueError as fault:
        raise _fault(element, path, f"a shape of SVG ({fault})") from None
    return []


def _frame(root: _Element, path: Path) -> tuple[float, ...]:
    """What the drawing shows, by its viewBox, or else by its size."""
    box = (root.get("viewBox") or "").replace(",", " ").split()
    try:
        values = tuple(float(v) for v in box)
    except ValueError:
        values = ()
    if not box:
        sizes = [_LENGTH.fullmatch(root.get(key) or "") for key in ("width", "height")]
        values = (0.0, 0.0, *(float(size.group(1)) for size in sizes if size is not None))
    if len(values) != 4 or not (values[2] > 0 and values[3] > 0):
        raise DataError(path.name, "line 1", 'a viewBox="0 0 WIDTH HEIGHT"', "save the drawing with one")
    return values


def read_geojson(path: Path, key: str) -> Drawing:
    """Read the polygons of a GeoJSON file, north at the top.

    Parameters
    ----------
    path
        The file.
    key
        Property that holds the id of an Area.

    Returns
    -------
    Drawing
        In degrees, latitude turned so that y runs down, longitude shortened as in the middle of the map.

    Raises
    ------
    DataError
        Unreadable, no collection of features, or a feature that is no polygon or has no id.

    Examples
    --------
    >>> read_geojson(Path("no-such.geojson"), "id")
    Traceback (most recent call last):
    maps.errors.DataError: no-such.geojson: expected a readable file (No such file or directory)
    """
    try:
        data = json.loads(_content(path).decode("utf-8-sig"))
        features = data["features"]
        shapes = [(_feature_id(path, n, f, key), _positions(path, n, f)) for n, f in enumerate(features, 1)]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DataError(path.name, "", "a FeatureCollection of GeoJSON with polygons") from None
    every = [point for _, rings in shapes for ring in rings for point in ring]
    if not every:
        raise DataError(path.name, "key features", "at least one polygon")
    wide = max(0.05, math.cos(math.radians((min(y for _, y in every) + max(y for _, y in every)) / 2)))
    outlines = [
        Outline((id_,), tuple(tuple((x * wide, -y) for x, y in ring) for ring in rings))
        for id_, rings in shapes
    ]
    xs, ys = [x * wide for x, _ in every], [-y for _, y in every]
    return Drawing(tuple(outlines), (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))


def _feature_id(path: Path, number: int, feature: Any, key: str) -> str:
    found = (feature.get("properties") or {}).get(key, feature.get("id") if key == "id" else None)
    if not isinstance(found, (str, int)) or not str(found).strip():
        raise DataError(path.name, f"feature {number}", f"a property {key!r} with the id of a space")
    return str(found).strip()


def _positions(path: Path, number: int, feature: Any) -> list[list[Point]]:
    """All rings of a feature, not closed."""
    shape = feature["geometry"]
    if shape["type"] not in {"Polygon", "MultiPolygon"}:
        raise DataError(path.name, f"feature {number}", f"a Polygon or MultiPolygon, not {shape['type']}")
    parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
    rings = [[(float(p[0]), float(p[1])) for p in ring] for part in parts for ring in part]
    return [ring[:-1] if ring[0] == ring[-1] else ring for ring in rings if len(ring) > 3]
