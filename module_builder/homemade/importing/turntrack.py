"""The track of turns of a map: boxes of the board that are one, or a strip of them below the picture."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from module_builder.homemade.importing.draft import toml_text, toml_value
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from module_builder.homemade.importing.grids import Cell

__all__ = ["MapNames", "Scale", "Track", "outline_of", "track_lines", "track_of", "with_strip"]

_NUMBERED = re.compile(r"(.*?)[\s_.:#-]*([0-9]+)")
_TURNS = re.compile(r"turn|round|week|month|day|year|impulse", re.IGNORECASE)
_LOOSE = 0.25  # of a box, by which boxes of a track may lie off
_BOX, _MARGIN = 0.6, 0.1  # inches of a box of the strip below a map, and round the strip


@dataclass(frozen=True, slots=True)
class Track:
    """A track of turns: cells in order, first box, size of boxes, boxes in a row, first number; in pixels."""

    cells: tuple[Cell, ...]
    at: tuple[float, float]
    box: tuple[float, float]
    columns: int
    first: int


@dataclass(frozen=True, slots=True)
class MapNames:
    """Title of the map, what a turn is called, and how many turns there are if no track is on the board."""

    title: str
    turn: str = "Turn"
    turns: int = 10


@dataclass(frozen=True, slots=True)
class Scale:
    """Inches of a pixel of the module's board across and down, and the size of the board in inches."""

    across: float
    down: float
    size: tuple[float, float]

    def rect(self, found: Sequence[float]) -> tuple[float, float, float, float]:
        """A rectangle in inches, cut at the edges of the board: left, top, width and height."""
        left, top, wide, high = found
        a, b = max(0.0, left * self.across), max(0.0, top * self.down)
        c = min(self.size[0], (left + wide) * self.across)
        d = min(self.size[1], (top + high) * self.down)
        a, b = math.ceil(a * 1000) / 1000, math.ceil(b * 1000) / 1000
        return a, b, round(math.floor(c * 1000) / 1000 - a, 3), round(math.floor(d * 1000) / 1000 - b, 3)


def track_of(cells: Sequence[Cell]) -> Track | None:
    """The cells that are boxes of a track of turns: numbered by their names, and laid in even rows.

    Parameters
    ----------
    cells
        Of a map.

    Returns
    -------
    Track or None
        None where there is none.
    """
    series: dict[str, dict[int, Cell]] = {}
    for cell in cells:
        if (found := _NUMBERED.fullmatch(cell.name.strip())) and _TURNS.search(found[1]):
            series.setdefault(found[1].casefold(), {}).setdefault(int(found[2]), cell)
    for numbered in sorted(series.values(), key=lambda row: -len(row)):
        first = min(numbered)
        run = [numbered[n] for n in range(first, first + len(numbered)) if n in numbered]
        if first in {0, 1} and len(run) == len(numbered) >= 3 and (track := _even(run, first)) is not None:
            return track
    return None


def _even(cells: Sequence[Cell], first: int) -> Track | None:
    """The track of some cells; None where they do not lie in even rows from left to right."""
    middles = [(left + wide / 2, top + high / 2) for left, top, wide, high in (cell.rect for cell in cells)]
    wide, high = (sorted(cell.rect[i] for cell in cells)[len(cells) // 2] for i in (2, 3))
    columns = next(
        (i for i in range(1, len(cells)) if abs(middles[i][1] - middles[0][1]) > high / 2), len(cells)
    )
    step = (middles[columns - 1][0] - middles[0][0]) / (columns - 1) if columns > 1 else wide
    lines = -(-len(cells) // columns)
    down = (middles[columns * (lines - 1)][1] - middles[0][1]) / (lines - 1) if lines > 1 else high
    if step < 0.6 * wide or down < 0.6 * high:
        return None
    for number, (x, y) in enumerate(middles):
        row, column = divmod(number, columns)
        wanted = middles[0][0] + column * step, middles[0][1] + row * down
        if abs(x - wanted[0]) > _LOOSE * step or abs(y - wanted[1]) > _LOOSE * down:
            return None
    return Track(
        tuple(cells), (middles[0][0] - step / 2, middles[0][1] - down / 2), (step, down), columns, first
    )


def outline_of(track: Track) -> tuple[float, float, float, float]:
    """The rectangle of all boxes.

    Parameters
    ----------
    track
        On the board of a module.

    Returns
    -------
    tuple of float
        Left, top, width and height, in its pixels.
    """
    columns, lines = min(track.columns, len(track.cells)), -(-len(track.cells) // track.columns)
    return (*track.at, track.box[0] * columns, track.box[1] * lines)


def _strip_columns(width: float, count: int) -> int:
    """Boxes in a row of the strip below a map so many inches wide."""
    return max(1, min(count, int((width - 2 * _MARGIN) / _BOX)))


def with_strip(picture: Image.Image, ppi: int, count: int) -> Image.Image:
    """The picture with a strip below it, on which the boxes of the turns are drawn.

    Parameters
    ----------
    picture, ppi, count
        Of the map, its pixels to an inch, and how many turns there are.

    Returns
    -------
    PIL.Image.Image
    """
    from PIL import Image, ImageDraw

    from counters.fonts import font

    columns = _strip_columns(picture.width / ppi, count)
    lines = -(-count // columns)
    strip = math.ceil((2 * _MARGIN + lines * _BOX) * ppi)
    whole = Image.new(
        "RGB", (max(picture.width, math.ceil((2 * _MARGIN + _BOX) * ppi)), picture.height + strip), "#efe6cf"
    )
    whole.paste(picture, (0, 0))
    draw, side = ImageDraw.Draw(whole), _BOX * ppi
    for number in range(count):
        row, column = divmod(number, columns)
        x, y = _MARGIN * ppi + column * side, picture.height + _MARGIN * ppi + row * side
        draw.rectangle((x, y, x + side, y + side), outline="#604828", width=2)
        draw.text((x + 5, y + 3), str(number + 1), fill="#604828", font=font(max(10, ppi // 8)))
    return whole


def track_lines(track: Track | None, scale: Scale, names: MapNames, high: int) -> list[str]:
    """The ``[[track]]`` of the turns.

    Parameters
    ----------
    track, scale, names
        The track, None where it is a strip; the scale of the map; how many turns a strip has.
    high
        Pixels of the picture above the strip.

    Returns
    -------
    list of str
        Lines of ``map.toml``.
    """
    if track is None:
        columns, count, first = _strip_columns(scale.size[0], names.turns), names.turns, 1
        at, box = (_MARGIN, round(high * scale.down + _MARGIN, 3)), (_BOX - 0.004, _BOX - 0.004)
    else:
        left, top, wide, tall = scale.rect(outline_of(track))
        columns, count, first = track.columns, len(track.cells), track.first
        at, across, lines = (left, top), min(columns, count), -(-count // columns)
        box = math.floor(wide / across * 1000) / 1000, math.floor(tall / lines * 1000) / 1000
    return [
        "", "[[track]]", 'id = "turn"', f"title = {toml_text(names.turn + ' Track')}",
        f"at = {toml_value(at)}", f"box = {toml_value(box)}", f"columns = {columns}", f"count = {count}",
        *([f"first = {first}"] if first != 1 else []),
    ]  # fmt: skip
