"""Cut files of a front page: the trims of its pictures as SVG and DXF, millimetres, the size of the paper.

Pieces that touch are cut along whole lines, each once. The filled marks of the page, which a cutter reads,
stand in a layer of their own. A page that is moved for the printer (`Page.shift`) carries its marks with it,
so the paths are not moved.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from ezdxf import options  # type: ignore[attr-defined]  # re-exported, and documented so
from ezdxf.filemanagement import new as new_drawing
from lxml import etree

from module_builder.printing.page import Picture, Polygon, Rect

if TYPE_CHECKING:
    from ezdxf.document import Drawing
    from ezdxf.layouts.layout import Modelspace

    from module_builder.printing.page import Page

__all__ = ["cut_lines", "cut_rects", "dxf", "svg"]

_Segment: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
_SVG = "http://www.w3.org/2000/svg"
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_TOUCHING = 1e-4
_HAIR = 0.1
_CUT, _MARK = "#ff0000", "#000000"
_QUARTER = math.tan(math.pi / 8)  # bulge of a quarter circle
_MILLIMETRES = 4


def cut_rects(page: Page) -> tuple[Rect, ...]:
    """Where the front pieces of a page are cut.

    Parameters
    ----------
    page
        Fronts, or both sides of a gutterfold (of which the fronts are cut when it is folded).

    Returns
    -------
    tuple of Rect

    Examples
    --------
    >>> from module_builder.printing.page import Page
    >>> trim = Rect(10, 10, 20, 20)
    >>> cut_rects(Page(210, 297, (Picture(trim, "key", trim=trim, name="ge-916 front"),)))
    (Rect(x=10, y=10, width=20, height=20),)
    """
    shown = [item for item in page.items if isinstance(item, Picture)]
    return tuple(picture.trim for picture in shown if picture.trim and picture.name.endswith(" front"))


def cut_lines(rects: Iterable[Rect]) -> tuple[_Segment, ...]:
    """Whole lines that cut every rectangle out: shared edges once, edges in one line joined.

    Parameters
    ----------
    rects
        What is cut out.

    Returns
    -------
    tuple
        Ends of each line, the vertical ones first.

    Examples
    --------
    >>> cut_lines([Rect(0, 0, 10, 10), Rect(10, 0, 10, 10)])[-1]
    ((0.0, 10.0), (20.0, 10.0))
    """
    down: dict[float, list[tuple[float, float]]] = defaultdict(list)
    across: dict[float, list[tuple[float, float]]] = defaultdict(list)
    known = list(rects)
    xs = _snapped(x for box in known for x in (box.x, box.right))
    ys = _snapped(y for box in known for y in (box.y, box.bottom))
    for box in known:
        for x in (box.x, box.right):
            down[xs[x]].append((ys[box.y], ys[box.bottom]))
        for y in (box.y, box.bottom):
            across[ys[y]].append((xs[box.x], xs[box.right]))
    vertical = [((x, a), (x, b)) for x in sorted(down) for a, b in _joined(down[x])]
    return (*vertical, *(((a, y), (b, y)) for y in sorted(across) for a, b in _joined(across[y])))


def _snapped(values: Iterable[float]) -> dict[float, float]:
    """Return one number for all values that are the same but for rounding."""
    found: dict[float, float] = {}
    first = -math.inf
    for value in sorted(set(values)):
        first = value if value > first + _TOUCHING else first
        found[value] = _near(first)
    return found


def _near(value: float) -> float:
    return round(value, 4) + 0.0


def _joined(spans: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    start, end = math.inf, -math.inf
    for a, b in sorted(spans):
        if a > end + _TOUCHING:
            if end > start:
                yield start, end
            start, end = a, b
        end = max(end, b)
    if end > start:
        yield start, end


def _marks(page: Page) -> tuple[tuple[tuple[float, float], ...], ...]:
    return tuple(item.points for item in page.items if isinstance(item, Polygon))


def _touch(rects: tuple[Rect, ...]) -> bool:
    """Tell whether two rectangles share part of an edge."""
    whole = sum(b - a + d - c for (a, c), (b, d) in cut_lines(rects))
    return whole < sum(2 * (box.width + box.height) for box in rects) - 10 * _TOUCHING * max(1, len(rects))


def svg(page: Page, *, corner: float = 0.0) -> bytes:
    """Return the cut paths as SVG.

    Parameters
    ----------
    page
        Fronts.
    corner
        Radius of the corners; 0 for square ones.

    Returns
    -------
    bytes
        The same for the same page.

    Examples
    --------
    >>> from module_builder.printing.page import Page
    >>> svg(Page(210, 297))[:38]
    b"<?xml version='1.0' encoding='UTF-8'?>"
    """
    root = etree.Element(f"{{{_SVG}}}svg", nsmap={None: _SVG, "inkscape": _INKSCAPE})
    for key, value in _page_size(page).items():
        root.set(key, value)
    marks = _marks(page)
    if marks:
        layer = _layer(root, "registration", fill=_MARK, stroke="none")
        for mark in marks:
            corners = " ".join(f"{_text(x)},{_text(y)}" for x, y in mark)
            etree.SubElement(layer, f"{{{_SVG}}}polygon", points=corners)
    layer = _layer(root, "cut", fill="none", stroke=_CUT)
    rects = cut_rects(page)
    if not corner and _touch(rects):
        for (x1, y1), (x2, y2) in cut_lines(rects):
            etree.SubElement(layer, f"{{{_SVG}}}line", x1=_text(x1), y1=_text(y1), x2=_text(x2), y2=_text(y2))
    else:
        for box in rects:
            _svg_rect(layer, box, _radius(box, corner))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _page_size(page: Page) -> dict[str, str]:
    width, height = _text(page.width), _text(page.height)
    return {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}"}


def _layer(root: etree._Element, name: str, *, fill: str, stroke: str) -> etree._Element:
    layer: etree._Element = etree.SubElement(root, f"{{{_SVG}}}g", id=name, fill=fill, stroke=stroke)
    layer.set("stroke-width", str(_HAIR))
    layer.set(f"{{{_INKSCAPE}}}groupmode", "layer")
    layer.set(f"{{{_INKSCAPE}}}label", name)
    return layer


def _svg_rect(layer: etree._Element, box: Rect, radius: float) -> None:
    place = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    shape = etree.SubElement(layer, f"{{{_SVG}}}rect", {key: _text(value) for key, value in place.items()})
    if radius:
        shape.set("rx", _text(radius))


def _text(value: float) -> str:
    return f"{_near(value):.4f}".rstrip("0").rstrip(".")


def _radius(box: Rect, corner: float) -> float:
    return min(corner, box.width / 2, box.height / 2)


def dxf(page: Page, *, corner: float = 0.0) -> bytes:
    """Return the cut paths as DXF of release 2000: millimetres, y upwards from the lower left of the paper.

    Parameters
    ----------
    page
        Fronts.
    corner
        Radius of the corners; 0 for square ones.

    Returns
    -------
    bytes
        The same for the same page.

    Examples
    --------
    >>> from module_builder.printing.page import Page
    >>> b"AC1015" in dxf(Page(210, 297))
    True
    """
    with _fixed_facts():
        drawing = new_drawing("R2000", units=_MILLIMETRES)
        drawing.layers.add("CUT", color=1)
        space = drawing.modelspace()
        marks = _marks(page)
        if marks:
            drawing.layers.add("REGISTRATION", color=7)
        for mark in marks:
            corners = [(_near(x), _near(page.height - y)) for x, y in mark]
            space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "REGISTRATION"})
        _cut_entities(space, page, corner)
        _show_whole(drawing, page)
        text = io.StringIO()
        drawing.write(text)
    return text.getvalue().encode(drawing.output_encoding)


def _show_whole(drawing: Drawing, page: Page) -> None:
    """Tell a program that opens the file how large the paper is, and to show all of it."""
    width, height = _near(page.width), _near(page.height)
    space, extents = drawing.modelspace(), ((0, 0, 0), (width, height, 0))
    space.reset_extents(*extents)
    drawing.header["$EXTMIN"], drawing.header["$EXTMAX"] = extents  # which ezdxf does not take over from 0, 0
    space.reset_limits((0, 0), (width, height))
    drawing.set_modelspace_vport(height, (width / 2, height / 2))


def _cut_entities(space: Modelspace, page: Page, corner: float) -> None:
    layer = {"layer": "CUT"}
    rects = cut_rects(page)
    if not corner and _touch(rects):
        for (x1, y1), (x2, y2) in cut_lines(rects):
            space.add_line((x1, _near(page.height - y1)), (x2, _near(page.height - y2)), dxfattribs=layer)
        return
    for box in rects:
        points = [
            (_near(x), _near(page.height - y), bulge) for x, y, bulge in _path(box, _radius(box, corner))
        ]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs=layer)


def _path(box: Rect, radius: float) -> Iterator[tuple[float, float, float]]:
    """Corners with the bulge of the arc that begins there, clockwise as the page is seen."""
    corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    ways = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    if not radius:
        yield from ((x, y, 0.0) for x, y in corners)
        return
    for (x, y), (before, after) in zip(corners, itertools.pairwise([ways[-1], *ways]), strict=True):
        yield x - before[0] * radius, y - before[1] * radius, -_QUARTER
        yield x + after[0] * radius, y + after[1] * radius, 0.0


@contextlib.contextmanager
def _fixed_facts() -> Iterator[None]:
    """Write no date and no random identifier, so that the same page gives the same bytes."""
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before
