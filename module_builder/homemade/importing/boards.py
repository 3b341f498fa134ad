"""The map of a folder made of a board of a module: its picture, and what lies where on it."""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from maps.errors import DataError
from maps.homemade.grid import fit_grid
from maps.homemade.mapparts import HexesPart
from module_builder.homemade.importing.draft import Draft, toml_text, toml_value
from module_builder.homemade.importing.grids import Cell, Chart, HexPart
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image
    from shapely.geometry.base import BaseGeometry

__all__ = ["MAP", "Layout", "MapNames", "Track", "picture_of", "write_map"]

MAP = "art/map"
"""Where the picture of the map lies, but for its ending."""
_SIDE, _ALL = 12_000, 100_000_000  # pixels of a side, and of the whole; as `maps.homemade.picture` has it
_PPI, _COUNTER = (50, 300), (0.2, 2.0)
_SMALLEST_BOX = 0.3  # inches
_UNEVEN = 0.04  # by which hexes may be irregular
_NUMBERED = re.compile(r"(.*?)[\s_.:#-]*([0-9]+)")
_TURNS = re.compile(r"turn|round|week|month|day|year|impulse", re.IGNORECASE)
_LOOSE = 0.25  # of a box, by which boxes of a track may lie off
_BOX, _MARGIN = 0.6, 0.1  # inches of a box of the strip below a map, and round the strip


@dataclass(frozen=True, slots=True)
class Track:
    """A track of turns: its cells in order, its first box, the size of boxes, and boxes in a row, in pixels."""

    cells: tuple[Cell, ...]
    at: tuple[float, float]
    box: tuple[float, float]
    columns: int
    first: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What was laid out.

    Parameters
    ----------
    spaces
        Ids of what is a space of the folder.
    turns
        Cell of the track of turns -> its turn.
    count
        Turns on the track.
    """

    spaces: frozenset[str]
    turns: Mapping[str, int]
    count: int


@dataclass(frozen=True, slots=True)
class MapNames:
    """Title of the map, what a turn is called, and how many turns the track has, if it is not on the board."""

    title: str
    turn: str = "Turn"
    turns: int = 10


def picture_of(data: bytes, file: str, name: str) -> Image.Image:
    """Open a picture that is not too large.

    Parameters
    ----------
    data, file, name
        The picture, what holds it, and its name there.

    Returns
    -------
    PIL.Image.Image
        RGBA where a part of it is transparent, RGB otherwise.

    Raises
    ------
    DataError
        It cannot be read, or is too large.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(data))
            wide, high = image.size
            if max(wide, high) <= _SIDE and wide * high <= _ALL:
                image.load()
                clear = "A" in image.getbands() or "transparency" in image.info
                return image.convert("RGBA" if clear else "RGB")
    except Image.DecompressionBombError:
        wide, high = 0, 0
    except (OSError, ValueError, SyntaxError):
        raise DataError(file, f"picture {name}", "a picture that can be read: PNG, JPEG or GIF") from None
    limit = f"at most {_SIDE:,} pixels a side and {_ALL // 1_000_000} million in all"
    shown = f", not {wide} x {high}" if wide else ""
    raise DataError(file, f"picture {name}", limit + shown, "make it smaller in the module, with its grid")


def write_map(draft: Draft, chart: Chart, picture: Image.Image, counter: float, names: MapNames) -> Layout:
    """Write ``map.toml``, the picture, ``spaces.csv`` and ``areas.svg``.

    Parameters
    ----------
    draft
        The folder.
    chart, picture
        The board with its spaces, and its picture.
    counter
        Side of a counter in pixels of the picture.
    names
        Title of the map, and of a turn.

    Returns
    -------
    Layout
    """
    ppi = min(max(round(counter * 2), _PPI[0]), _PPI[1])
    picture, stretch = _regular(draft, chart, picture.convert("RGB"))
    track, high = _track_of(chart.cells), picture.height
    if track is None:
        picture = _with_strip(picture, ppi, names.turns)
        draft.left.note("No track of turns was found on the map; a strip of boxes was put below it.")
    draft.files[f"{MAP}.png"] = _png(picture)
    rows: list[dict[str, object]] = []
    cells = [cell for cell in chart.cells if track is None or cell not in track.cells]
    if chart.hexes is not None:
        hexes, scale = _hexes(chart.hexes, stretch, picture.size, ppi)
        rows += _hex_rows(chart.hexes)
        boxes, kept = _boxes(draft, cells, scale, track, hexes=True)
        lines = [*hexes, *boxes]
    else:
        scale = _Scale(1 / ppi, 1 / ppi, (picture.width / ppi, picture.height / ppi))
        places = [cell for cell in cells if not cell.beside]
        lines, kept = _boxes(draft, [c for c in cells if c.beside], scale, track) if places else ([], [])
        places = [cell for cell in cells if cell.id not in kept]
        lines = [*_areas(draft, places, (picture.width, high), picture.size, rows), *lines]
        kept += [str(row["id"]) for row in rows]
    lines += _track_lines(track, scale, names, high)
    head = _head(names.title, ppi, min(max(counter / ppi, _COUNTER[0]), _COUNTER[1]))
    draft.text("map.toml", head + "\n".join(lines) + "\n")
    if rows:
        comment = "id: name in other files; name: as the module has it; kind: off is no hex of the map."
        draft.table("spaces.csv", comment, ["id", "name", "kind"], rows)
    turns = {cell.id: number for number, cell in enumerate(track.cells, track.first)} if track else {}
    spaces = {*kept, *(set(chart.hexes.centres) - chart.hexes.off if chart.hexes is not None else ())}
    count = len(track.cells) + track.first - 1 if track is not None else names.turns
    return Layout(frozenset(spaces), turns, count)


@dataclass(frozen=True, slots=True)
class _Scale:
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


def _head(title: str, ppi: int, counter: float) -> str:
    return (
        f"# The map, made of the board of a module. Lengths are inches; {ppi} pixels of the picture are one.\n\n"
        f"title = {toml_text(title)}\n\n"
        f"[board]\npixels_per_inch = {ppi}\ncounter = {counter:.4g}      # size of a counter\n\n"
        f"[picture]\nfile = {toml_text(MAP + '.png')}\n"
    )


def _png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=5)
    return buffer.getvalue()


# --- hexes ------------------------------------------------------------------------------------------------


def _regular(draft: Draft, chart: Chart, picture: Image.Image) -> tuple[Image.Image, float]:
    """The picture as wide as makes its hexes regular, and by how much it was stretched."""
    from PIL import Image

    if chart.hexes is None or abs(chart.hexes.stretch - 1) <= _UNEVEN:
        return picture, 1.0
    wide = round(picture.width * chart.hexes.stretch)
    draft.left.note(
        f"The picture of the map was made {chart.hexes.stretch:.0%} as wide: its hexes are not regular."
    )
    return picture.resize((wide, picture.height), Image.Resampling.LANCZOS), wide / picture.width


def _hexes(part: HexPart, stretch: float, size: tuple[int, int], ppi: int) -> tuple[list[str], _Scale]:
    """``[hexes]``, and the scale at which the map will lie under them."""
    centres = {number: (round(x * stretch, 2), round(y, 2)) for number, (x, y) in part.centres.items()}
    one = part.first[: part.digits]
    along = [number for number in centres if number[: part.digits] == one]
    across = [number for number in centres if number[part.digits :] == part.first[part.digits :]]
    fitted = [(number, centres[number]) for number in (part.first, along[-1], across[-1])]
    told = HexesPart(
        part.columns, part.rows, 0.0, (0.0, 0.0), part.pointed, part.lower, part.first, part.digits,
        fitted=tuple(fitted),
    )  # fmt: skip
    fit = fit_grid(told, size, 1.0)
    lines = [
        "", "[hexes]", f"columns = {part.columns}", f"rows = {part.rows}",
        *(["pointed = true"] if part.pointed else []),
        f"lower = {toml_text(part.lower)}", f"first = {toml_text(part.first)}", f"digits = {part.digits}",
        "fitted = [             # three hexes, and where they lie on the picture",
        *(f"    {toml_value({'hex': number, 'at': at})}," for number, at in fitted),
        "]",
    ]  # fmt: skip
    whole = fit.size[0] / ppi, fit.size[1] / ppi
    return lines, _Scale(stretch * fit.factor[0] / ppi, fit.factor[1] / ppi, whole)


def _hex_rows(part: HexPart) -> Iterator[dict[str, object]]:
    """The rows of hexes with names of their own, and of numbers that are no hex."""
    for number in part.centres:
        if number in part.off:
            yield {"id": number, "kind": "off"}
        elif number in part.names:
            yield {"id": number, "name": part.names[number], "kind": "hex"}


def _boxes(
    draft: Draft, cells: Sequence[Cell], scale: _Scale, track: Track | None, *, hexes: bool = False
) -> tuple[list[str], list[str]]:
    """Boxes beside a map, and their ids: of two that overlap the first counts; the other may be an Area."""
    taken = [] if track is None else [scale.rect(_outline(track))]
    lines: list[str] = []
    kept: list[str] = []
    for cell in cells:
        rect = scale.rect(cell.rect)
        if min(rect[2:]) < _SMALLEST_BOX or any(_meet(rect, other) for other in taken):
            if hexes:
                draft.left.add("zones that lie over another, or are too small for a box", cell.name)
            continue
        taken.append(rect)
        kept.append(cell.id)
        lines += ["", "[[box]]", f"id = {toml_text(cell.id)}", f"title = {toml_text(cell.name)}"]
        lines += [f"rect = {toml_value(rect)}"]
    return lines, kept


def _meet(one: Sequence[float], other: Sequence[float]) -> bool:
    x, y, w, h = one
    x2, y2, w2, h2 = other
    return min(x + w, x2 + w2) - max(x, x2) > -0.002 and min(y + h, y2 + h2) - max(y, y2) > -0.002


# --- Areas ------------------------------------------------------------------------------------------------


def _areas(
    draft: Draft,
    cells: Sequence[Cell],
    size: tuple[int, int],
    whole: tuple[int, int],
    rows: list[dict[str, object]],
) -> list[str]:
    """``[areas]``, with the shapes and their rows of ``spaces.csv``: of two that overlap the first counts."""
    import shapely

    taken: BaseGeometry = shapely.Polygon()
    board = shapely.box(0, 0, *size)
    paths: list[str] = []
    for cell in sorted(cells, key=lambda c: not c.region):
        if len(cell.shape) < 3:
            draft.left.add("zones without an inside", cell.name)
            continue
        shape = shapely.make_valid(shapely.Polygon(cell.shape)).intersection(board).difference(taken)
        shape = shapely.set_precision(shape, 0.25)
        parts = [p for p in shapely.get_parts(shape) if p.geom_type == "Polygon" and p.area >= 16]
        parts = (
            [p for p in shapely.get_parts(shapely.union_all(parts)) if p.geom_type == "Polygon"]
            if parts
            else []
        )
        if not parts:
            draft.left.add("zones that lie under another", cell.name)
            continue
        taken = taken.union(shapely.union_all(parts))
        rows.append({"id": cell.id, "name": cell.name, "kind": "area"})
        paths.append(f'    <path id="{cell.id}" d="{" ".join(_path(p) for p in parts)}"/>')
    draft.text(
        "areas.svg",
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}">\n'
        '  <g id="areas" fill="none" stroke="#604828">\n' + "\n".join(paths) + "\n  </g>\n</svg>\n",
    )
    return ["", "[areas]", 'file = "areas.svg"']


def _path(polygon: Any) -> str:
    rings = [polygon.exterior, *polygon.interiors]
    return " ".join(
        "M " + " ".join(f"{x:.10g},{y:.10g}" for x, y in ring.coords[:-1]) + " Z" for ring in rings
    )


# --- the track of turns -----------------------------------------------------------------------------------


def _track_of(cells: Sequence[Cell]) -> Track | None:
    """The cells that are boxes of a track of turns: numbered by their names, and laid in even rows."""
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


def _outline(track: Track) -> tuple[float, float, float, float]:
    columns, lines = min(track.columns, len(track.cells)), -(-len(track.cells) // track.columns)
    return (*track.at, track.box[0] * columns, track.box[1] * lines)


def _strip_columns(width: float, count: int) -> int:
    """Boxes in a row of the strip below a map so many inches wide."""
    return max(1, min(count, int((width - 2 * _MARGIN) / _BOX)))


def _with_strip(picture: Image.Image, ppi: int, count: int) -> Image.Image:
    """The picture with a strip below it, on which the boxes of the turns are drawn."""
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


def _track_lines(track: Track | None, scale: _Scale, names: MapNames, high: int) -> list[str]:
    """The ``[[track]]`` of the turns."""
    if track is None:
        columns, count, first = _strip_columns(scale.size[0], names.turns), names.turns, 1
        at, box = (_MARGIN, round(high * scale.down + _MARGIN, 3)), (_BOX - 0.004, _BOX - 0.004)
    else:
        left, top, wide, tall = scale.rect(_outline(track))
        columns, count, first = track.columns, len(track.cells), track.first
        at, across, lines = (left, top), min(columns, count), -(-count // columns)
        box = math.floor(wide / across * 1000) / 1000, math.floor(tall / lines * 1000) / 1000
    return [
        "", "[[track]]", 'id = "turn"', f"title = {toml_text(names.turn + ' Track')}",
        f"at = {toml_value(at)}", f"box = {toml_value(box)}", f"columns = {columns}", f"count = {count}",
        *([f"first = {first}"] if first != 1 else []),
    ]  # fmt: skip
