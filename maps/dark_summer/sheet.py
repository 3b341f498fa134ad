"""The sheet of The Dark Summer for the renderer: shapes, names, symbols and furniture in pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from maps.dark_summer.board import load_board
from maps.dark_summer.grid import GRID
from maps.dark_summer.ground import EAST, STEP, WEST, build_land, fit, hex_at, outlines, places
from maps.dark_summer.layout import map_data
from maps.filing import OURS, Filing, by_filing
from maps.geography import Point
from maps.geometry import Lattice, load_geometry
from maps.hexdrawing_sheet import HexSheet, Label
from maps.loader import read_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["KEY", "load_sheet", "load_symbols"]

_HERE = Path(__file__).parent
KEY = (
    ("clear", "Clear"),
    ("bocage", "Bocage"),
    ("woods", "Woods"),
    ("forest", "Forest"),
    ("town", "Town"),
    ("city", "City"),
    ("flooded", "Flooded|(Impassable)"),
    ("beach", "Beach"),
    ("major-river", "Major River"),
    ("minor-river", "Minor River"),
    ("major", "Major Road"),
    ("minor", "Minor Road"),
    ("gun", "Naval Gun Line"),
    ("limit", "Operational|Boundary Line"),
    ("sp", "Strongpoint|set-up"),
    ("ost", "Ost battalion|set-up"),
    ("letter", "Lettered hex"),
    ("chevron", "Way of a wave"),
)
_NAMED = ("Forêt", "Mont", "Bois de Bavent", "Lande")


def load_symbols(filing: Filing = OURS) -> dict[str, tuple[str, ...]]:
    """Set-up symbols: space -> kinds, each as often as it is printed there.

    Examples
    --------
    >>> load_symbols()["2403"]
    ('sp',)
    """
    found: dict[str, tuple[str, ...]] = {}
    known = load_board(filing.overlay).spaces
    for row in read_rows(filing.path(_HERE / "setup_symbols.csv"), ["hex", "kind", "source"]):
        space = row.text("hex")
        if space not in known:
            raise row.fault("hex", f"a space of the map, not {space!r}")
        row.sources()
        found[space] = (*found.get(space, ()), row.choice("kind", ["sp", "ost"]))
    return found


def _pixel(lattice: Lattice, at: Point) -> Point:
    """A point of the plane in pixels."""
    return lattice.x0 + at[0] / STEP * lattice.dx, lattice.y0 + at[1] * lattice.dy


def _degrees(lattice: Lattice, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Longitude and latitude of rows of pixels."""
    return fit().all_degrees((points - [lattice.x0, lattice.y0]) * [STEP / lattice.dx, 1 / lattice.dy])


def _labels(filing: Filing, lattice: Lattice, scale: float) -> list[Label]:
    """All names, the most important first."""
    board = load_board(filing.overlay)
    found = [
        Label(p.name, _pixel(lattice, p.at), p.kind)
        for p in places().values()
        if p.kind in {"city", "town", "village"}
    ]
    named = {s["town"] for s in board.spaces.values() if s.kind == "hex" and s["town"]}
    order = {"city": 0, "town": 1, "village": 2}
    found = sorted((f for f in found if f.text in named), key=lambda f: order[f.kind])
    for kind in ("forest", "woods"):
        for name, shape in outlines(kind).items():
            middle = shape.centroid.x, shape.centroid.y
            number = hex_at(middle)
            space = board.spaces.get(number or "")
            if name.startswith(_NAMED) and space is not None and space["terrain"] == kind:
                found.append(Label(name, _pixel(lattice, middle), "wood"))
    for water in map_data(filing)["waters"]:
        x, y = water["at"]
        found.append(Label(water["text"], (x * scale, y * scale), "water", water["size"] * scale))
    return found


def _last(column: int) -> int:
    """The last row of a column."""
    return 28 - column % 2


def _extent() -> Iterator[str]:
    """Every hex of the printed map."""
    return (GRID.number(c, r) for c in range(WEST, EAST + 1) for r in range(_last(c) + 1))


def _exits(filing: Filing, lattice: Lattice) -> dict[str, tuple[Point, ...]]:
    """Where roads leave the map: from a hex at its edge where one would end, towns apart."""
    board, ways = load_board(filing.overlay), Counter[str]()
    ways.update(end for edge in board.edges.values() if edge.road for end in (edge.a, edge.b))
    found: dict[str, tuple[Point, ...]] = {}
    for number, count in ways.items():
        space, (column, row), (x, y) = board.spaces[number], GRID.split(number), lattice.centre(number)
        if count != 1 or (space["terrain"] in {"town", "city"} and not space["letter"]):
            continue
        if column == EAST:
            found[number] = ((x + lattice.dx * 2 / 3, y),)
        elif row in {0, _last(column)}:
            found[number] = ((x, y + lattice.dy / (2 if row else -2)),)
    return found


def load_sheet(filing: Filing = OURS) -> HexSheet:
    """Everything that the renderer needs of this game.

    Examples
    --------
    >>> load_sheet().geometry.width
    4420
    """
    return _sheet(filing)


@by_filing
def _sheet(filing: Filing) -> HexSheet:
    import shapely

    data, geometry = map_data(filing), load_geometry(filing.path(_HERE / "geometry.toml"))
    lattice, scale = geometry.hexes, float(geometry.pixels_per_inch)
    assert lattice is not None  # noqa: S101 - geometry_text writes it
    land = shapely.transform(
        build_land(), lambda c: c * [lattice.dx / STEP, lattice.dy] + [lattice.x0, lattice.y0]
    )
    hexes = {s.id: s for s in load_board(filing.overlay).spaces.values() if s.kind == "hex"}
    return HexSheet(
        title=data["title"],
        subtitle=data["subtitle"],
        geometry=geometry,
        board=load_board(filing.overlay),
        extent=frozenset(_extent()),
        land=land,
        labels=tuple(_labels(filing, lattice, scale)),
        furniture={k: tuple(v * scale for v in rect) for k, rect in data["places"].items()},
        turns=data["turns"],
        boxes={k: (b["ground"], *b["lines"]) for k, b in data["boxes"].items()},
        miles_per_hex=2.25,
        north=11.5,
        key=KEY,
        symbols=load_symbols(filing),
        letters={n: str(hexes[n]["letter"]) for n in hexes if hexes[n]["letter"]},
        beaches=tuple(n for n in hexes if hexes[n]["beach-name"]),
        exits=_exits(filing, lattice),
        gun=frozenset(n for n in hexes if hexes[n]["gun-line"]),
        limit=data["operational"]["column"],
        degrees=partial(_degrees, lattice),
    )
