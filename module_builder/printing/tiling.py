"""How a map is parted into pages: which pixels each tile holds, so that neighbours share the same strip."""

from __future__ import annotations

import math

from maps.errors import DataError
from module_builder.printing.lengths import INCH
from module_builder.vassal.values import dataclass

__all__ = ["FOOT", "GAP", "LEAST_WIDTH", "Tile", "Tiling", "plan_tiles"]

FOOT = 14.0
"""Height of the strip with scale bar, overview and words; a page goes without it where that saves pages."""
GAP = 5.0
"""From a tile to that strip; the lower crop marks stand there."""
LEAST_WIDTH = 126.0
"""Room that the strip needs."""
_LEAST_SIDE = 20.0
_LEAST_LAP = 8.0  # where the words stand on what is cut off or covered
_LEAST_STRIP = 180.0  # and that is how long it is
_LETTERS = 26


@dataclass(frozen=True, slots=True)
class Tile:
    """One page of a map: which pixels of the map it shows.

    Parameters
    ----------
    row, column
        From 0.
    left, top, right, bottom
        Pixels.

    Examples
    --------
    >>> Tile(1, 2, 0, 0, 10, 10).name
    'B3'
    """

    row: int
    column: int
    left: int
    top: int
    right: int
    bottom: int

    @property
    def name(self) -> str:
        """Letter of the row, number of the column."""
        first, last = divmod(self.row, _LETTERS)
        return f"{chr(ord('A') + first - 1) if first else ''}{chr(ord('A') + last)}{self.column + 1}"

    @property
    def key(self) -> str:
        """Name of its picture."""
        return f"map-{self.name.lower()}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A map parted into tiles of one size, row by row.

    Parameters
    ----------
    width, height
        Of the map in pixels.
    dpi
        Pixels an inch.
    paper
        Width and height of the pages in millimetres, as they lie.
    margin
        Millimetres at the edges of the paper that stay empty.
    overlap
        Pixels that neighbours share.
    columns, rows
        First and last pixel, the latter excluded, of each column and row.
    foot
        Whether each page has a strip for its words; else they stand where a tile is cut off or covered.

    Examples
    --------
    >>> plan_tiles((9600, 6600), 300, paper=(210, 297)).count
    9
    """

    width: int
    height: int
    dpi: float
    paper: tuple[float, float]
    margin: float
    overlap: int
    columns: tuple[tuple[int, int], ...]
    rows: tuple[tuple[int, int], ...]
    foot: bool = True

    @property
    def count(self) -> int:
        """Number of tiles."""
        return len(self.columns) * len(self.rows)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, row by row."""
        return tuple(
            Tile(r, c, left, top, right, bottom)
            for r, (top, bottom) in enumerate(self.rows)
            for c, (left, right) in enumerate(self.columns)
        )

    def mm(self, pixels: float) -> float:
        """Length of some pixels in millimetres.

        Parameters
        ----------
        pixels
            How many.

        Returns
        -------
        float
        """
        return pixels / self.dpi * INCH


def plan_tiles(
    size: tuple[int, int],
    dpi: float,
    *,
    paper: tuple[float, float],
    landscape: bool | None = None,
    overlap: float = 10.0,
    margin: float = 8.0,
) -> Tiling:
    """Part a map into as few pages as can be.

    Parameters
    ----------
    size
        Of the map in pixels.
    dpi
        Pixels an inch.
    paper
        Millimetres.
    landscape
        Whether the pages lie on their long side; whatever needs fewer pages where None.
    overlap
        Millimetres that neighbours share.
    margin
        Millimetres at the edges of the paper that stay empty.

    Returns
    -------
    Tiling

    Raises
    ------
    maps.errors.DataError
        The paper is too small, or the overlap too large.

    Examples
    --------
    >>> plan_tiles((10200, 6600), 300, paper=(297, 420)).paper
    (297, 420)
    """
    _check(overlap, margin)
    short, long = sorted(paper)
    ways = {None: ((short, long), (long, short)), True: ((long, short),), False: ((short, long),)}[landscape]
    plans, faults = [], []
    for way in ways:
        try:
            plans.append(_planned(size, dpi, way, overlap, margin, foot=True))
        except DataError as fault:
            faults.append(fault)
    if not plans:
        raise faults[0]
    bare = [
        _planned(size, dpi, way, overlap, margin, foot=False)
        for way in ways
        if _wordless(way, overlap, margin)
    ]
    return min([*plans, *(plan for plan in bare if len(plan.rows) > 1)], key=lambda plan: plan.count)


def _wordless(paper: tuple[float, float], overlap: float, margin: float) -> bool:
    """Whether the level strips that tiles share have room for the words."""
    room = paper[0] - 2 * margin, paper[1] - 2 * margin
    return overlap >= _LEAST_LAP and room[0] >= _LEAST_STRIP and overlap <= min(room) / 2


def _check(overlap: float, margin: float) -> None:
    for name, value in (("overlap", overlap), ("margin", margin)):
        if not (math.isfinite(value) and value >= 0):
            raise DataError(name, f"{value:g} mm", "0 mm or more")


def _planned(
    size: tuple[int, int],
    dpi: float,
    paper: tuple[float, float],
    overlap: float,
    margin: float,
    *,
    foot: bool,
) -> Tiling:
    room = paper[0] - 2 * margin, paper[1] - 2 * margin - (FOOT + GAP if foot else 0)
    if room[0] < LEAST_WIDTH or room[1] < _LEAST_SIDE:
        least = LEAST_WIDTH + 2 * margin, _LEAST_SIDE + 2 * margin + FOOT + GAP
        raise DataError(
            "paper",
            f"{paper[0]:g} x {paper[1]:g} mm",
            f"{least[0]:g} x {least[1]:g} mm or more with a margin of {margin:g} mm",
            "take a larger paper or a smaller margin",
        )
    if overlap > min(room) / 2:
        raise DataError(
            "overlap",
            f"{overlap:g} mm",
            f"half of the {min(room):g} mm that a page shows, or less",
            "take a smaller overlap or a larger paper",
        )
    shared = round(overlap / INCH * dpi)
    columns, rows = (
        _stretches(length, int(most / INCH * dpi), shared) for length, most in zip(size, room, strict=True)
    )
    return Tiling(*size, dpi, paper, margin, shared, columns, rows, foot)


def _stretches(length: int, most: int, shared: int) -> tuple[tuple[int, int], ...]:
    """Part a length into stretches of at most so many pixels, all alike, that share some with the next."""
    if length <= most:
        return ((0, length),)
    if most - shared < 1:
        raise DataError("dpi", "", "a pixel or more for each tile", "take a higher resolution")
    count = math.ceil((length - shared) / (most - shared))
    starts = [i * (length - shared) // count for i in range(count)]
    ends = [start + shared for start in starts[1:]]
    return tuple(zip(starts, [*ends, length], strict=True))
