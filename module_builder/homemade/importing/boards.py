"""The map of a folder made of a board of a module: its picture, and what lies where on it."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from maps.errors import DataError
from maps.homemade.grid import fit_grid
from maps.homemade.mapparts import HexesPart
from module_builder.homemade.importing.draft import Draft, toml_text, toml_value
from module_builder.homemade.importing.grids import Cell, Chart
from module_builder.homemade.importing.hexes import HexPart
from module_builder.homemade.importing.turntrack import (
    MapNames,
    Scale,
    Track,
    outline_of,
    track_lines,
    track_of,
    with_strip,
)
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image
    from shapely.geometry.base import BaseGeometry

__all__ = ["MAP", "Layout", "picture_of", "write_map"]

MAP = "art/map"
"""Where the picture of the map lies, but for its ending."""
_SIDE, _ALL = 12_000, 100_000_000  # pixels of a side, and of the whole; as `maps.homemade.picture` has it
_PPI, _COUNTER = (50, 300), (0.2, 2.0)
_SMALLEST_BOX = 0.3  # inches
_UNEVEN = 0.04  # by which hexes may be irregular


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
    track, high = track_of(chart.cells), picture.height
    if track is None:
        picture = with_strip(picture, ppi, names.turns)
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
        scale = Scale(1 / ppi, 1 / ppi, (picture.width / ppi, picture.height / ppi))
        places = [cell for cell in cells if not cell.beside]
        lines, kept = _boxes(draft, [c for c in cells if c.beside], scale, track) if places else ([], [])
        places = [cell for cell in cells if cell.id not in kept]
        lines = [*_areas(draft, places, (picture.width, high), picture.size, rows), *lines]
        kept += [str(row["id"]) for row in rows]
    lines += track_lines(track, scale, names, high)
    head = _head(names.title, ppi, min(max(counter / ppi, _COUNTER[0]), _COUNTER[1]))
    draft.text("map.toml", head + "\n".join(lines) + "\n")
    if rows:
        comment = "id: name in other files; name: as the module has it; kind: off is no hex of the map."
        draft.table("spaces.csv", comment, ["id", "name", "kind"], rows)
    turns = {cell.id: number for number, cell in enumerate(track.cells, track.first)} if track else {}
    spaces = {*kept, *(set(chart.hexes.centres) - chart.hexes.off if chart.hexes is not None else ())}
    count = len(track.cells) + track.first - 1 if track is not None else names.turns
    return Layout(frozenset(spaces), turns, count)


def _head(title: str, ppi: int, counter: float) -> str:
    return (
        f"# The map, made of a board that was there. Lengths are inches of {ppi} pixels of the picture.\n\n"
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


def _hexes(part: HexPart, stretch: float, size: tuple[int, int], ppi: int) -> tuple[list[str], Scale]:
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
    return lines, Scale(stretch * fit.factor[0] / ppi, fit.factor[1] / ppi, whole)


def _hex_rows(part: HexPart) -> Iterator[dict[str, object]]:
    """The rows of hexes with names of their own, and of numbers that are no hex."""
    for number in part.centres:
        if number in part.off:
            yield {"id": number, "kind": "off"}
        elif number in part.names:
            yield {"id": number, "name": part.names[number], "kind": "hex"}


def _boxes(
    draft: Draft, cells: Sequence[Cell], scale: Scale, track: Track | None, *, hexes: bool = False
) -> tuple[list[str], list[str]]:
    """Boxes beside a map, and their ids: of two that overlap the first counts; the other may be an Area."""
    taken = [] if track is None else [scale.rect(outline_of(track))]
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
