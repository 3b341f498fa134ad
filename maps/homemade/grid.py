"""The hexes of a user's map: numbers, lattice in whole pixels, and how a picture is laid under a lattice."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from maps.errors import DataError
from maps.geography import Point
from maps.homemade.mapparts import HexesPart
from maps.lattice import HexLattice, Lattice, LineLattice
from maps.linegrid import LineGrid, Sheet
from module_builder.vassal.values import dataclass

__all__ = ["Fit", "corner_names", "fit_grid", "hex_lattice", "hex_numbers", "lattice_data"]

_ROOT = math.sqrt(3) / 2
_ASPECT, _TURN = 0.05, 1.5  # how far a grid on a picture may be stretched, and turned (degrees)
_LEAST = 16  # pixels of a hex


def _start(part: HexesPart) -> tuple[int, int]:
    return int(part.first[: part.digits]), int(part.first[part.digits :])


@functools.lru_cache(maxsize=16)
def hex_numbers(part: HexesPart) -> tuple[str, ...]:
    """Every number of the grid, column by column or line by line.

    Parameters
    ----------
    part
        ``[hexes]``.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> hex_numbers(HexesPart(2, 2, 0.75, (1.0, 1.0)))
    ('0101', '0102', '0201', '0202')
    """
    one, two = _start(part)
    outer, inner = (part.rows, part.columns) if part.pointed else (part.columns, part.rows)
    return tuple(
        [f"{one + i:0{part.digits}d}{two + j:0{part.digits}d}" for i in range(outer) for j in range(inner)]
    )


def _half(part: HexesPart, first: int) -> float:
    return 0.5 if (first & 1) == (part.lower == "odd") else 0.0


def _lattice(part: HexesPart, at: Point, long: int, short: int) -> Lattice:
    """The lattice with the first hex at a point, and its steps: from flat to flat, and the other."""
    one, two = _start(part)
    if not part.pointed:
        x0 = round(at[0] - one * short)
        y0 = round(at[1] - (two + _half(part, one)) * long)
        return HexLattice(x0, y0, short, long, part.lower, part.digits)
    right, down = -1 if part.westward else 1, -1 if part.northward else 1
    x0 = round(at[0] - right * (two + _half(part, one)) * long)
    y0 = round(at[1] - down * one * short)
    sheet = Sheet("", (one, one + part.rows - 1), (two, two + part.columns - 1))
    grid = LineGrid((sheet,), part.lower, part.northward, part.westward, part.digits)
    return LineLattice(x0, y0, long, short, grid)


def hex_lattice(part: HexesPart, scale: float) -> Lattice:
    """Where the hexes of a drawn map lie.

    Parameters
    ----------
    part
        ``[hexes]`` with ``flat`` and ``at``.
    scale
        Pixels an inch.

    Returns
    -------
    HexLattice or LineLattice

    Examples
    --------
    >>> lattice = hex_lattice(HexesPart(10, 8, 0.75, (1.0, 1.0)), 130)
    >>> lattice.centre("0101"), lattice.flat
    ((130, 130.0), 98)
    """
    long = 2 * round(part.flat * scale / 2)
    return _lattice(part, (part.at[0] * scale, part.at[1] * scale), long, round(long * _ROOT))


@dataclass(frozen=True, slots=True)
class Fit:
    """A grid found on a picture.

    Parameters
    ----------
    lattice
        Where the hexes lie on the board.
    size
        Of the board in pixels.
    factor
        Pixels of the board for a pixel of the picture: across and down.
    back
        For x and y of a pixel of the picture: factors of x and y of the board, and what is added.

    Examples
    --------
    >>> Fit(HexLattice(0, 0, 60, 70), (600, 700), (1.0, 1.0), (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)).size
    (600, 700)
    """

    lattice: Lattice
    size: tuple[int, int]
    factor: Point
    back: tuple[float, float, float, float, float, float]


def fit_grid(part: HexesPart, size: tuple[int, int], wanted: float) -> Fit:
    """Find the grid on a picture by three hexes.

    Parameters
    ----------
    part
        ``[hexes]`` with ``fitted``.
    size
        Of the picture.
    wanted
        Factor by which the picture should be larger on the board; steps of whole pixels change it a little.

    Returns
    -------
    Fit

    Raises
    ------
    DataError
        The hexes lie in one line, or their pixels are none of a hex grid.

    Examples
    --------
    >>> clicks = (("0101", (100.0, 100.0)), ("1001", (640.0, 135.0)), ("0108", (100.0, 590.0)))
    >>> fit_grid(HexesPart(10, 8, 0.0, (0.0, 0.0), fitted=clicks), (700, 700), 1.0).lattice
    HexLattice(x0=40, y0=30, dx=60, dy=70, lower='even', digits=2)
    """
    across, down, first = _steps(part)
    wide, high = math.hypot(*across), math.hypot(*down)
    turns = math.degrees(math.atan2(across[1], across[0])), math.degrees(math.atan2(-down[0], down[1]))
    turn = max(turns, key=abs)
    if abs(turn) > _TURN:
        raise _no_grid(f"a grid that stands straight; these points turn it by {turn:.1f} degrees")
    ratio = (wide / high) / (1 / _ROOT if part.pointed else _ROOT)
    if abs(ratio - 1) > _ASPECT:
        raise _no_grid(f"regular hexes; by these points they are {ratio:.0%} as wide as they should be")
    steps = [round(wide * wanted), round(high * wanted)]
    index = 0 if part.pointed else 1
    steps[index] = 2 * round((wide, high)[index] * wanted / 2)
    if min(steps) < _LEAST:
        raise _no_grid(f"hexes of {_LEAST} pixels at least; by these points they have {min(steps)}")
    factor = steps[0] / wide, steps[1] / high
    board = round(size[0] * factor[0]), round(size[1] * factor[1])
    at = round(first[0] * factor[0]), round(first[1] * factor[1])
    lattice = _lattice(part, at, steps[index], steps[1 - index])
    (ax, ay), (bx, by) = (
        (across[0] / steps[0], across[1] / steps[0]),
        (down[0] / steps[1], down[1] / steps[1]),
    )
    x, y = lattice.centre(part.first)
    back = ax, bx, first[0] - ax * x - bx * y, ay, by, first[1] - ay * x - by * y
    return Fit(lattice, board, factor, back)


def _no_grid(expected: str) -> DataError:
    way_out = "look again at the three pixels, at lower, and at pointed; hexes far apart fit best"
    return DataError("map.toml", "[hexes], key fitted", expected, way_out)


def _steps(part: HexesPart) -> tuple[Point, Point, Point]:
    """On the picture: the step to the right, the step down, and the first hex."""
    import numpy as np

    known = set(hex_numbers(part))
    for number, _ in part.fitted:
        if number not in known:
            numbers = hex_numbers(part)
            wanted = f"hexes of the grid, {numbers[0]} to {numbers[-1]}, not {number!r}"
            raise DataError("map.toml", "[hexes], key fitted", wanted)
    unit = _lattice(part, (0.0, 0.0), 2000, 1000)
    flat = [unit.centre(number) for number, _ in part.fitted]
    ones = np.array([[x, y, 1.0] for x, y in flat])
    if abs(np.linalg.det(ones)) < 1e6:
        raise _no_grid("three hexes that do not lie in one line")
    found = np.linalg.solve(ones, np.array([at for _, at in part.fitted]))
    x, y = unit.centre(part.first)
    first = found.T @ np.array([x, y, 1.0])
    step_x, step_y = (2000, 1000) if part.pointed else (1000, 2000)
    right, down = found[0] * step_x, found[1] * step_y
    return (
        (float(right[0]), float(right[1])),
        (float(down[0]), float(down[1])),
        (float(first[0]), float(first[1])),
    )


def lattice_data(lattice: Lattice) -> dict[str, object]:
    """A lattice as ``geometry.toml`` holds it.

    Parameters
    ----------
    lattice
        The lattice.

    Returns
    -------
    dict

    Examples
    --------
    >>> lattice_data(HexLattice(40, 30, 60, 70, "even"))["lower"]
    'even'
    """
    steps = {"x0": lattice.x0, "y0": lattice.y0, "dx": lattice.dx, "dy": lattice.dy}
    if isinstance(lattice, HexLattice):
        return {**steps, "lower": lattice.lower, "digits": lattice.digits}
    grid = lattice.grid
    sheets = [
        {
            "letter": s.letter,
            "lines": list(s.lines),
            "places": list(s.places),
            "line": s.line,
            "place": s.place,
        }
        for s in grid.sheets
    ]
    ways = {"northward": grid.northward, "westward": grid.westward, "digits": grid.digits}
    return {"axis": "lines", **steps, "sheets": sheets, "shifted": grid.shifted, **ways}


_FLAT = {"nw": (-1, -2), "ne": (1, -2), "e": (2, 0), "se": (1, 2), "sw": (-1, 2), "w": (-2, 0)}
_POINTED = {"n": (0, -2), "ne": (2, -1), "se": (2, 1), "s": (0, 2), "sw": (-2, 1), "nw": (-2, -1)}


def corner_names(lattice: Lattice, number: str) -> dict[str, Point]:
    """The corners of a hex by their points of the compass.

    Parameters
    ----------
    lattice, number
        Where the hexes lie, and which hex.

    Returns
    -------
    dict of str to (x, y)

    Examples
    --------
    >>> corner_names(HexLattice(0, 0, 60, 70), "0000")["e"]
    (40.0, 0.0)
    """
    x, y = lattice.centre(number)
    corners: Sequence[Point] = lattice.corners(number)
    found = {}
    for name, (dx, dy) in (_POINTED if lattice.pointed else _FLAT).items():
        found[name] = max(corners, key=lambda c: (c[0] - x) * dx + (c[1] - y) * dy)
    return found
