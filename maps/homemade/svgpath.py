"""The outlines in the path data of an SVG: lines as they are, curves and arcs flattened."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from maps.geography import Point

__all__ = ["path_rings"]

_TOKEN = re.compile(
    r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)", re.DOTALL
)
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_STEPS = 16  # straight pieces of a curve
_FLAGS = re.compile(r"[01]")


def path_rings(data: str) -> list[list[Point]]:
    """The outlines of a path.

    Parameters
    ----------
    data
        Its attribute ``d``.

    Returns
    -------
    list of list of (x, y)
        Not closed; pieces of fewer than three points are left out.

    Raises
    ------
    ValueError
        It is no path data.

    Examples
    --------
    >>> path_rings("M 0,0 h4 v3 z")
    [[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]]
    >>> path_rings("M 0 0 L 4")
    Traceback (most recent call last):
    ValueError: 2 numbers after each L
    """
    rings: list[list[Point]] = []
    here, start, handle, last = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), ""
    for command, values in _commands(data):
        kind, relative = command.upper(), command.islower()
        if not rings and kind != "M":
            raise ValueError("M as the first command")
        base = here if relative else (0.0, 0.0)
        if kind == "Z":
            here, last = start, kind
            continue
        if kind == "M" or last == "Z":
            start = (base[0] + values[0], base[1] + values[1]) if kind == "M" else here
            rings.append([start])
            if kind == "M":
                here, last = start, kind
                continue
        points, handle = _piece(kind, values, base, here, handle if last in _SMOOTH.get(kind, "") else here)
        rings[-1] += points
        here, last = points[-1], kind
    return [ring for ring in map(_plain, rings) if len(ring) > 2]


_SMOOTH = {"S": "CS", "T": "QT"}


def _plain(ring: list[Point]) -> list[Point]:
    """A ring without points that stand there twice, and without its first one at its end."""
    points = [p for n, p in enumerate(ring) if n == 0 or math.dist(p, ring[n - 1]) > 1e-9]
    return points[:-1] if len(points) > 1 and math.dist(points[0], points[-1]) <= 1e-9 else points


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with the numbers of one use of it."""
    command, values, used = "", list[float](), True
    for piece in _tokens(data):
        if isinstance(piece, str):
            if values or not used:
                raise ValueError(f"{_COUNTS[command.upper()]} numbers after each {command}")
            command, used = piece, piece in "Zz"
            if used:
                yield command, []
            continue
        if not command or command in "Zz":
            raise ValueError("a command before each number")
        values.append(piece)
        if len(values) == _COUNTS[command.upper()]:
            yield command, values
            values, used = [], True
            command = {"M": "L", "m": "l"}.get(command, command)
    if values or not used:
        raise ValueError(f"{_COUNTS[command.upper()]} numbers after each {command}")


def _tokens(data: str) -> Iterator[str | float]:
    """Letters and numbers; the two flags of an arc may stand without a gap."""
    at, arc = 0, -1
    while at < len(data):
        flag = _FLAGS.match(data, at) if arc % 7 in {3, 4} and arc >= 0 else None
        match = flag or _TOKEN.match(data, at)
        if match is None:
            raise ValueError("path data")
        at = match.end()
        if flag is not None:
            arc += 1
            yield float(flag.group())
        elif match.group(4):
            raise ValueError(f"path data, not {match.group(4)!r}")
        elif match.group(1):
            arc = 0 if match.group(1) in "Aa" else -1
            yield match.group(1)
        elif match.group(2):
            arc += arc >= 0
            yield float(match.group(2))


def _piece(
    kind: str, values: list[float], base: Point, here: Point, handle: Point
) -> tuple[list[Point], Point]:
    """The points that a command adds, and its last handle."""
    if kind == "H":
        return [(base[0] + values[0], here[1])], here
    if kind == "V":
        return [(here[0], base[1] + values[0])], here
    if kind == "A":
        end = base[0] + values[5], base[1] + values[6]
        return _arc(here, values, end), end
    points = [(base[0] + x, base[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]
    if kind == "L":
        return points, here
    if kind in "ST":
        points.insert(0, (2 * here[0] - handle[0], 2 * here[1] - handle[1]))
    return _bezier([here, *points]), points[-2]


def _bezier(points: list[Point]) -> list[Point]:
    """A curve of two or three handles as a line, without its first point."""
    found = []
    for step in range(1, _STEPS + 1):
        t, row = step / _STEPS, points
        while len(row) > 1:
            row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in itertools.pairwise(row)]
        found.append(row[0])
    return found


def _arc(start: Point, values: list[float], end: Point) -> list[Point]:
    """An arc of an ellipse as a line, after the notes on implementation of SVG."""
    rx, ry, turn, large, sweep = abs(values[0]), abs(values[1]), math.radians(values[2]), values[3], values[4]
    if rx == 0 or ry == 0 or start == end:
        return [end]
    c, s = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = c * dx + s * dy, -s * dx + c * dy
    grow = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    below = (rx * y) ** 2 + (ry * x) ** 2
    size = math.sqrt(max(0.0, (rx * ry) ** 2 - below) / below)
    size = -size if large == sweep else size
    cx, cy = size * rx * y / ry, -size * ry * x / rx
    middle = c * cx - s * cy + (start[0] + end[0]) / 2, s * cx + c * cy + (start[1] + end[1]) / 2
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    way = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    way += 2 * math.pi if sweep and way < 0 else -2 * math.pi if not sweep and way > 0 else 0.0
    found = []
    for step in range(1, 2 * _STEPS + 1):
        angle = first + way * step / (2 * _STEPS)
        px, py = rx * math.cos(angle), ry * math.sin(angle)
        found.append((c * px - s * py + middle[0], s * px + c * py + middle[1]))
    return [*found[:-1], end]
