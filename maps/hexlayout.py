"""Lines of a ``geometry.toml`` of a hex map: boxes with points for units, and tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from maps.geography import Point

__all__ = ["head", "numbers", "polygon_box", "rect_box", "track_lines"]


def numbers(values: Iterable[float]) -> str:
    """A list of numbers as TOML has it.

    Examples
    --------
    >>> numbers([1.0, 2.25])
    '[1, 2.2]'
    """
    return f"[{', '.join(f'{v:.1f}'.removesuffix('.0') for v in values)}]"


def _flat(points: Iterable[Point]) -> str:
    return numbers(v for point in points for v in point)


def head(sheet: Mapping[str, Any], *, maker: str = "generate.py", version: int = 1) -> list[str]:
    """The first lines, with the size of the board.

    Parameters
    ----------
    sheet
        Width and height in inches, scale, and size of a counter in pixels.
    maker
        What makes the file.
    version
        Of the geometry.

    Returns
    -------
    list of str

    Examples
    --------
    >>> head({"width": 2, "height": 1, "pixels_per_inch": 100, "counter": 60})[-3:]
    ['height = 100', 'pixels_per_inch = 100', 'counter = 60']
    """
    scale = sheet["pixels_per_inch"]
    return [
        f"# Made by {maker}: pixels of the module's board. Saves hold them: a change needs a new version.",
        "",
        f"version = {version}",
        "",
        "[board]",
        f"width = {round(sheet['width'] * scale)}",
        f"height = {round(sheet['height'] * scale)}",
        f"pixels_per_inch = {scale}",
        f"counter = {sheet['counter']}",
    ]


def polygon_box(polygon: Sequence[Point], german: Sequence[Point], allied: Sequence[Point]) -> list[str]:
    """The lines of one box; the name stands at the top.

    Parameters
    ----------
    polygon
        Its outline.
    german, allied
        Points for the units of each side.

    Returns
    -------
    list of str

    Examples
    --------
    >>> polygon_box([(0, 0), (80, 0), (80, 90), (0, 90)], [], [(40, 50)])[-3]
    'allied = [40, 50]'
    """
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    middle, top = (min(xs) + max(xs)) / 2, min(ys)
    return [
        f"symbol = {numbers((middle, top + 16))}",
        f"name = {numbers((middle, top + 16))}",
        f"german = {_flat(german)}",
        f"allied = {_flat(allied)}",
        f"control = {numbers((max(xs) - 44, top + 44))}",
        f"polygon = {_flat(polygon)}",
    ]


def _spots(x: float, y: float, wide: float, high: float, counter: float) -> list[Point]:
    """Points for stacks in rows, under the name."""
    room, step = high - 36, counter + 12
    columns, rows = max(1, int((wide - 6) // step)), max(1, int(room // step))
    return [
        (x + wide * (i + 0.5) / columns, y + 34 + room * (j + 0.5) / rows)
        for j in range(rows)
        for i in range(columns)
    ]


def rect_box(rect: Sequence[float], who: str, scale: float, counter: float) -> list[str]:
    """The lines of a rectangular box.

    Parameters
    ----------
    rect
        Left, top, width and height in inches.
    who
        ``german``, ``allied``, or ``both``: then Germans to the left, Allies to the right.
    scale, counter
        Pixels an inch, and size of a counter in pixels.

    Returns
    -------
    list of str

    Examples
    --------
    >>> rect_box((0, 0, 1, 1), "german", 100, 60)[2:4]
    ['german = [50, 66]', 'allied = []']
    """
    x, y, wide, high = (v * scale for v in rect)
    spots = _spots(x, y, wide, high, counter)
    german, allied = [s for s in spots if s[0] < x + wide / 2], [s for s in spots if s[0] >= x + wide / 2]
    if who != "both":
        german, allied = (spots, []) if who == "german" else ([], spots)
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return polygon_box(corners, german, allied)


def track_lines(track: Mapping[str, Any], scale: float) -> list[str]:
    """The lines of one track: boxes in rows of `columns`, or in rows of their own lengths.

    Parameters
    ----------
    track
        Title, labels, place and size of its boxes in inches; `rows` holds the lengths of its rows.
    scale
        Pixels an inch.

    Returns
    -------
    list of str

    Examples
    --------
    >>> track_lines({"title": "T", "labels": ["1"], "at": [1, 1], "box": [1, 1], "columns": 1}, 10)[-1]
    'boxes = [[10, 10, 10, 10]]'
    """
    (left, top), (w, h), columns = track["at"], track["box"], track["columns"]
    spots = [divmod(i, columns) for i in range(len(track["labels"]))]
    if "rows" in track:
        spots = [(row, i) for row, length in enumerate(track["rows"]) for i in range(length)]
    boxes = [numbers(v * scale for v in (left + w * i, top + h * row, w, h)) for row, i in spots]
    labels = ", ".join(f'"{label}"' for label in track["labels"])
    return [f'title = "{track["title"]}"', f"labels = [{labels}]", f"boxes = [{', '.join(boxes)}]"]
