"""All that the map files of a folder say, read once and checked: spaces, edges, shapes, furniture."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from maps.board import Edge, Space
from maps.errors import DataError
from maps.geography import Point
from maps.homemade.areashapes import area_polygons, common_borders
from maps.homemade.edges import Course, area_touching, hex_touching, read_courses, read_edges
from maps.homemade.grid import Fit, fit_grid, hex_lattice
from maps.homemade.mapfile import read_map_file
from maps.homemade.mapparts import MapFile
from maps.homemade.outlines import read_svg
from maps.homemade.picture import picture_size
from maps.homemade.spaces import read_spaces, space_rows
from maps.lattice import Lattice
from maps.loader import read_toml, stamp

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["Chart", "chart_of", "sides_of"]

_SHAPE = 0.01  # by which a drawing may be longer or wider than the picture under it


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """The map of a folder.

    Parameters
    ----------
    folder, file
        Where it lies, and ``map.toml``, with the size of the board also where a picture gives it.
    spaces, edges
        Of the board.
    shapes, borders
        Areas and the common borders of each pair, in board pixels; nothing on a map of hexes.
    courses
        Rivers and roads by points.
    lattice, fit
        Where the hexes lie, and how they lie on a picture.

    Examples
    --------
    >>> from maps.homemade.mapparts import BoardPart, ScalePart
    >>> file = MapFile("T", "", BoardPart(9.0, 9.0, 130, 0.5, (0, 0, 0)), ScalePart(0.0, "miles", 0.0))
    >>> Chart(Path(), file, (), (), {}, {}, ()).lattice is None
    True
    """

    folder: Path
    file: MapFile
    spaces: tuple[Space, ...]
    edges: tuple[Edge, ...]
    shapes: Mapping[str, Polygon | MultiPolygon]
    borders: Mapping[str, Sequence[Sequence[Point]]]
    courses: tuple[Course, ...]
    lattice: Lattice | None = None
    fit: Fit | None = None


def chart_of(folder: Path) -> Chart:
    """Read the map of a folder; a folder whose files are as they were is not read again.

    Parameters
    ----------
    folder
        Of the game.

    Returns
    -------
    Chart

    Raises
    ------
    DataError
        A file is missing, or a key, row or cell of one is wrong.

    Examples
    --------
    >>> chart_of(Path("no-such-game"))
    Traceback (most recent call last):
    maps.errors.DataError: map.toml: expected a readable file (No such file or directory)
    """
    folder = folder.resolve()
    files = {folder / "map.toml", *folder.glob("*"), *(folder / "art").rglob("*")}
    return _chart(folder, tuple([stamp(path) for path in sorted(files) if not path.is_dir()]))


@functools.lru_cache(maxsize=8)
def _chart(folder: Path, _stamps: tuple[tuple[Path, int, int], ...]) -> Chart:
    file, fit = _sized(folder, read_map_file(folder))
    _check_furniture(file)
    rows = space_rows(folder, file)
    spaces = read_spaces(folder, file, rows)
    known = {space.id: space for space in spaces}
    if file.hexes is None:
        own = {id_: rows[id_] for id_, space in known.items() if space.kind == "area"}
        shapes = area_polygons(folder, file, own)
        borders = common_borders(shapes, file.touch * file.board.pixels_per_inch)
        touching = area_touching(borders)
        courses, laid = read_courses(folder, file, None, touching)
        edges = read_edges(folder, file, known, touching, laid)
        return Chart(folder, file, tuple(spaces), tuple(edges), shapes, borders, tuple(courses))
    lattice = fit.lattice if fit is not None else hex_lattice(file.hexes, file.board.pixels_per_inch)
    _check_hexes(file, lattice, spaces)
    touching = hex_touching(lattice, known)
    _, laid = read_courses(folder, file, lattice, touching)
    edges = read_edges(folder, file, known, touching, laid)
    return Chart(folder, file, tuple(spaces), tuple(edges), {}, {}, (), lattice, fit)


def _sized(folder: Path, file: MapFile) -> tuple[MapFile, Fit | None]:
    """The file with the size of the board that a picture gives, and the grid on the picture."""
    if not file.picture:
        return file, None
    size, scale = picture_size(folder, file.picture), file.board.pixels_per_inch
    if file.board.height:
        way_out = "leave it out: the picture has its own shape"
        raise DataError("map.toml", "[board], key height", "no height beside a [picture]", way_out)
    wanted = file.board.width * scale / size[0] if file.board.width else 1.0
    fit = fit_grid(file.hexes, size, wanted) if file.hexes is not None else None
    pixels = fit.size if fit is not None else (round(size[0] * wanted), round(size[1] * wanted))
    if file.areas is not None and file.areas.file.endswith(".svg") and not file.areas.rect:
        frame = read_svg(folder / file.areas.file).frame
        if abs(frame[2] / frame[3] / (size[0] / size[1]) - 1) > _SHAPE:
            expected = f"a viewBox of the shape of the picture, {size[0]} x {size[1]}"
            way_out = "draw the Areas over the picture, or say with rect where they lie on the map"
            raise DataError(file.areas.file, "line 1", expected, way_out)
    board = dataclasses.replace(file.board, width=pixels[0] / scale, height=pixels[1] / scale)
    return dataclasses.replace(file, board=board), fit


def _check_hexes(file: MapFile, lattice: Lattice, spaces: Sequence[Space]) -> None:
    """Every hex lies on the board; a picture may cut hexes at its edge, but not through their middles."""
    width, height = file.board.pixels
    for space in spaces:
        if space.kind == "hex":
            corners = [lattice.centre(space.id)] if file.picture else lattice.corners(space.id)
            if not all(-0.5 <= x <= width + 0.5 and -0.5 <= y <= height + 0.5 for x, y in corners):
                need_x, need_y = (max(c[i] for c in corners) / file.board.pixels_per_inch for i in (0, 1))
                size = f"{file.board.width:g} x {file.board.height:g} inches"
                way_out = (
                    f"it reaches to x {need_x:.2f}, y {need_y:.2f}: change at, flat, or the size of the board"
                )
                raise DataError(
                    "map.toml", "[hexes]", f"hexes on the board of {size}; {space.id} is not", way_out
                )


def _check_furniture(file: MapFile) -> None:
    """Boxes, tracks and places lie on the board, and none over another."""
    wide, high = file.board.width, file.board.height
    rects = [(f"[[track]] {t.id}", t.rect if not file.picture else t.outline) for t in file.tracks]
    rects += [(f"[[box]] {b.id}", b.rect) for b in file.boxes]
    rects += [(f"[places] {name}", rect) for name, rect in file.places.items()]
    for label in file.labels:
        if not (0 <= label.at[0] <= wide and 0 <= label.at[1] <= high):
            expected = f"a place on the board of {wide:g} x {high:g} inches"
            raise DataError("map.toml", f"[[label]] {label.text}, key at", expected)
    for number, (name, (x, y, w, h)) in enumerate(rects):
        if min(x, y) < 0 or x + w > wide + 1e-6 or y + h > high + 1e-6:
            shown = f"x {x:g} to {x + w:g}, y {y:g} to {y + h:g}"
            raise DataError(
                "map.toml", name, f"a place on the board of {wide:g} x {high:g} inches, not {shown}"
            )
        for other, (x2, y2, w2, h2) in rects[:number]:
            across, down = min(x + w, x2 + w2) - max(x, x2), min(y + h, y2 + h2) - max(y, y2)
            if across > 1e-6 and down > 1e-6:
                shown = f"they share {across:.2f} x {down:.2f} inches"
                title = " (a track has its title above its boxes)" if _is_track(name, other) else ""
                raise DataError("map.toml", name, f"room of its own; it lies over {other}", shown + title)


def _is_track(*names: str) -> bool:
    """Whether one of two things is a track."""
    return any(name.startswith("[[track]]") for name in names)


def sides_of(folder: Path) -> tuple[str, ...]:
    """Ids of both sides, as ``game.toml`` has them.

    Parameters
    ----------
    folder
        Of the game.

    Returns
    -------
    tuple of str

    Raises
    ------
    DataError
        Missing, or not two sides.

    Examples
    --------
    >>> sides_of(Path("no-such-game"))
    Traceback (most recent call last):
    maps.errors.DataError: game.toml: expected a readable file (No such file or directory)
    """
    rows = read_toml(folder / "game.toml").get("side", [])
    ids = [row.get("id") for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    found = tuple([id_ for id_ in ids if isinstance(id_, str) and id_])
    if len(found) != 2 or len(set(found)) != 2:
        raise DataError("game.toml", "[[side]]", "two sides, each with an id of its own")
    return found
