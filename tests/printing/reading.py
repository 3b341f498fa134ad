"""Reads from a PDF what is printed where, in millimetres from the upper left corner of the page, y down."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import pikepdf

from module_builder.printing.lengths import INCH
from module_builder.printing.page import Rect

Matrix: TypeAlias = tuple[float, ...]
Point: TypeAlias = tuple[float, float]
PLAIN: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Placed:
    """A picture as it lies on a page: its own upper left, upper right, lower right and lower left corner."""

    page: int
    key: str
    name: str
    corners: tuple[Point, ...]
    window: tuple[Point, ...] | None

    @property
    def box(self) -> Rect:
        """The upright rectangle round it."""
        return bounds(self.corners)


def bounds(points: tuple[Point, ...]) -> Rect:
    """The upright rectangle round some points."""
    left, top = (min(values) for values in zip(*points, strict=True))
    right, bottom = (max(values) for values in zip(*points, strict=True))
    return Rect(left, top, right - left, bottom - top)


def placed_pictures(data: bytes) -> list[Placed]:
    """Every picture of every page, in the order in which it is printed."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [placed for number, page in enumerate(pdf.pages) for placed in _of_page(page, number)]


def instructions(page: pikepdf.Page) -> Iterator[tuple[str, list[Any]]]:
    """What a page does, in order: operator and operands."""
    for step in pikepdf.parse_content_stream(page):
        yield str(step.operator), list(step.operands)


def apart(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """The largest distance between points that belong together."""
    return max(math.dist(*pair) for pair in zip(one, other, strict=True))


def times(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does one thing and then another."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def to_page(point: Point, matrix: Matrix, height: float) -> Point:
    """Where a point is printed on a page so many points high."""
    x, y = point
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e) * INCH / 72, (height - (b * x + d * y + f)) * INCH / 72


def _of_page(page: pikepdf.Page, number: int) -> Iterator[Placed]:
    height = float(page.mediabox[3])
    matrix, window, name = PLAIN, None, ""
    stack: list[tuple[Matrix, tuple[Point, ...] | None]] = []
    path: tuple[Point, ...] = ()
    for operator, operands in instructions(page):
        match operator:
            case "q":
                stack.append((matrix, window))
            case "Q":
                matrix, window = stack.pop()
            case "cm":
                matrix = times(tuple(map(float, operands)), matrix)
            case "re":
                x, y, wide, high = map(float, operands)
                corners = ((x, y + high), (x + wide, y + high), (x + wide, y), (x, y))
                path = tuple(to_page(corner, matrix, height) for corner in corners)
            case "W":
                window = path
            case "BDC":
                name = str(operands[1]["/Name"])
            case "EMC":
                name = ""
            case "Do":
                unit = ((0, 1), (1, 1), (1, 0), (0, 0))
                placed = tuple(to_page(corner, matrix, height) for corner in unit)
                yield Placed(number, str(operands[0])[1:], name, placed, window)
