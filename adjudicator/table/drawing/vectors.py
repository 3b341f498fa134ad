"""Writes shapes as SVG: the map and the counters as images in it, all else as paths and text."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as ET

from PIL import Image

from adjudicator.table.drawing.raster import png_of
from adjudicator.table.drawing.shapes import Inset, Path, Points, Shape, Words

__all__ = ["legible", "svg_of"]

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FONT = "'Roboto Condensed', 'Arial Narrow', 'Liberation Sans Narrow', sans-serif"
_FINE = 2  # pixels of a counter for a unit of the drawing
_STEP = 10
_QUALITY = 88


def legible(text: str) -> str:
    r"""A text without the signs that no XML may hold, each of them replaced.

    Examples
    --------
    >>> legible("a\x00b")
    'a\ufffdb'
    """
    return _NO_XML.sub("\ufffd", text)


def svg_of(
    size: tuple[int, int],
    shapes: Sequence[Shape],
    inset: Callable[[str, int, int], Image.Image | None],
    *,
    title: str,
) -> bytes:
    """Write shapes as an SVG file.

    Parameters
    ----------
    size
        Width and height.
    shapes
        From the lowest up.
    inset
        Gives the picture of a name in a size.
    title
        What it shows, for whoever cannot see it.

    Returns
    -------
    bytes
        UTF-8.
    """
    width, height = size
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "height": str(height),
            "role": "img",
            "font-family": _FONT,
        },
    )
    ET.SubElement(root, "title").text = legible(title)
    defs = ET.SubElement(root, "defs")
    ET.SubElement(root, "rect", {"width": str(width), "height": str(height), "fill": "#ffffff"})
    writer = _Writer(root, defs, inset)
    for shape in shapes:
        writer.write(shape)
    return (
        b'<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode").encode() + b"\n"
    )


class _Writer:
    """Writes one shape after the other; each picture and each pattern is defined once."""

    def __init__(
        self, root: ET.Element, defs: ET.Element, inset: Callable[[str, int, int], Image.Image | None]
    ) -> None:
        self._root, self._defs, self._inset = root, defs, inset
        self._known: dict[tuple[object, ...], str] = {}

    def write(self, shape: Shape) -> None:
        """Write a shape."""
        if isinstance(shape, Path):
            self._path(shape)
        elif isinstance(shape, Words):
            self._words(shape)
        else:
            self._picture(shape)

    def _words(self, shape: Words) -> None:
        told = {"x": _n(shape.x), "y": _n(shape.y), "font-size": str(shape.size), "fill": shape.ink}
        told |= {"dominant-baseline": "central"} | ({"font-weight": "700"} if shape.bold else {})
        told |= {"text-anchor": "middle"} if shape.anchor == "middle" else {}
        ET.SubElement(self._root, "text", told).text = legible(shape.text)

    def _picture(self, shape: Inset) -> None:
        key = (shape.name, round(shape.width), round(shape.height))
        if key not in self._known:
            fine = _FINE if shape.name else 1
            image = self._inset(shape.name, round(shape.width * fine), round(shape.height * fine))
            self._known[key] = "" if image is None else f"p{len(self._known)}"
            if image is not None:
                told = {"id": self._known[key], "width": _n(shape.width), "height": _n(shape.height)}
                href = _data(png_of(image), "png") if shape.name else _data(_jpeg(image), "jpeg")
                ET.SubElement(self._defs, "image", told | {"href": href})
        if self._known[key]:
            told = {"href": f"#{self._known[key]}", "x": _n(shape.x), "y": _n(shape.y)}
            told |= {"opacity": _n(shape.opacity)} if shape.opacity < 1 else {}
            ET.SubElement(self._root, "use", told)

    def _path(self, shape: Path) -> None:
        told = {"d": " ".join(map(_line, [shape.points, *shape.holes])) if not shape.radius else ""}
        if shape.closed or shape.fill:
            told["d"] = " ".join(f"{_line(points)}Z" for points in (shape.points, *shape.holes))
        name = "path"
        if shape.radius:
            (x0, y0), (x1, y1) = shape.points[0], shape.points[2]
            name, told = "rect", {"x": _n(x0), "y": _n(y0), "width": _n(x1 - x0), "height": _n(y1 - y0)}
            told |= {"rx": _n(shape.radius)}
        told |= {"fill": shape.fill or "none"}
        told |= {"fill-opacity": _n(shape.opacity)} if shape.fill and shape.opacity < 1 else {}
        told |= {"fill-rule": "evenodd"} if shape.holes else {}
        if shape.stroke and shape.width:
            told |= {"stroke": shape.stroke, "stroke-width": _n(shape.width), "stroke-linejoin": "round"}
            told |= {"stroke-dasharray": " ".join(map(_n, shape.dash))} if shape.dash else {}
        ET.SubElement(self._root, name, told)
        if shape.hatch and shape.fill:
            hatched = {"d": told["d"], "fill": f"url(#{self._hatch(shape.hatch, shape.fill)})"}
            ET.SubElement(self._root, "path", hatched)

    def _hatch(self, kind: str, colour: str) -> str:
        key = ("hatch", kind, colour)
        if key not in self._known:
            self._known[key] = f"h{len(self._known)}"
            told = {"id": self._known[key], "width": str(_STEP), "height": str(_STEP)}
            tile = ET.SubElement(self._defs, "pattern", told | {"patternUnits": "userSpaceOnUse"})
            if kind == "dots":
                ET.SubElement(tile, "circle", {"cx": "5", "cy": "5", "r": "1.5", "fill": colour})
            else:
                ways = "M-2 12L12 -2" + ("M-2 -2L12 12" if kind == "cross" else "")
                line = {"d": ways, "stroke": colour, "stroke-width": "1.5", "opacity": "0.42"}
                ET.SubElement(tile, "path", line)
        return self._known[key]


def _data(picture: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def _jpeg(image: Image.Image) -> bytes:
    """The map, which has no edges that must be sharp: a fifth of a PNG."""
    buffer = io.BytesIO()
    image.convert("RGB").save(buffer, "JPEG", quality=_QUALITY)
    return buffer.getvalue()


def _line(points: Points) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
