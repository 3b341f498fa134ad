"""The sheets of June Six for the renderer: shapes, names, symbols and furniture in pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from maps.board import Space
from maps.filing import OURS, Filing, by_filing
from maps.geography import Point
from maps.geometry import LineLattice, load_geometry
from maps.hexdrawing_sheet import HexSheet, Label
from maps.hexplane import degrees_at
from maps.june_six.board import load_board
from maps.june_six.grid import GRID
from maps.june_six.ground import STEP, build_land, hex_at, outlines, placed, places
from maps.june_six.layout import map_data

__all__ = ["KEY", "load_sheet"]

KEY = (
    ("clear", "Clear"),
    ("bocage", "Bocage"),
    ("woods", "Woods"),
    ("marsh", "Marsh"),
    ("town", "Town"),
    ("city", "City"),
    ("beach", "Beach"),
    ("major", "Primary Road"),
    ("minor", "Secondary Road"),
    ("leaving", "Road off the map|(German supply)"),
    ("major-river", "Major River"),
    ("bridge", "Bridge"),
    ("marsh-side", "Marsh hexside"),
    ("woods-side", "Woods hexside"),
    ("bluff-side", "Bluff hexside"),
    ("cliff-side", "Cliff hexside"),
    ("sp", "Strongpoint"),
    ("boxed-letter", "German Entry hex"),
    ("landing", "Landing"),
    ("port", "Cherbourg"),
)
_HERE = Path(__file__).parent
_OUT = 44.0  # pixels from a hex to the head of an arrow off the map
_GREAT = ("Caen", "Cherbourg", "St-Lô")
_FRAME = 16.0  # pixels from the edge of the sheets to within their frame
_ORDER = {"city": 0, "town": 1, "village": 2}


def _pixel(lattice: LineLattice, at: Point) -> Point:
    """A point of the plane in pixels."""
    return lattice.x0 + at[0] * lattice.dx, lattice.y0 + at[1] / STEP * lattice.dy


def _hexes(filing: Filing) -> dict[str, Space]:
    return {s.id: s for s in load_board(filing.overlay).spaces.values() if s.kind == "hex"}


def _labels(filing: Filing, lattice: LineLattice, scale: float) -> Iterator[Label]:
    """All names, the most important first."""
    named = {s["town"] for s in _hexes(filing).values() if s["town"]}
    known = [p for p in places().values() if p.kind in _ORDER and p.name in named]
    for place in sorted(known, key=lambda p: _ORDER[p.kind]):
        small = place.kind == "city" and place.name not in _GREAT
        yield Label(place.name, _pixel(lattice, place.at), "town" if small else place.kind)
    for kind in ("woods", "marsh"):
        for name, shape in outlines(kind).items():
            middle = shape.centroid.x, shape.centroid.y
            space = load_board(filing.overlay).spaces.get(hex_at(middle) or "")
            if space is not None and space["terrain"] == kind:
                yield Label(name, _pixel(lattice, middle), "wood" if kind == "woods" else "marsh")
    for water in map_data(filing)["waters"]:
        x, y = water["at"]
        yield Label(water["text"], (x * scale, y * scale), "water", water["size"] * scale)


def _gate(lattice: LineLattice, number: str, side: str) -> Point:
    """Where a road leaves a hex at the southern or eastern edge."""
    x, y = lattice.centre(number)
    return (x + lattice.dx / 2, y) if side == "east" else (x, y + lattice.dy * 2 / 3)


def _side(number: str) -> str:
    """The edge of the map at which a hex lies; empty for one within."""
    line, place = GRID.split(number)
    return "south" if line == 1 else "east" if place == GRID.sheets[1].places[1] else ""


def _exits(filing: Filing, lattice: LineLattice) -> dict[str, tuple[Point, ...]]:
    """Where roads leave the map: at Supply Sources, and where one would end at its edge, towns apart."""
    ways = Counter[str]()
    ways.update(
        end for edge in load_board(filing.overlay).edges.values() if edge.road for end in (edge.a, edge.b)
    )
    found: dict[str, tuple[Point, ...]] = {}
    for number, space in _hexes(filing).items():
        ends = ways[number] == 1 and space["terrain"] not in {"town", "city"}
        side = str(space["edge"] or "") or (
            _side(number) if ends or (space["entry"] and ways[number]) else ""
        )
        if side:
            found[number] = (_gate(lattice, number, side),)
    return found


def _leaving(filing: Filing, lattice: LineLattice) -> Iterator[tuple[Point, Point]]:
    """The arrows of the German Supply Sources (rule 5.21)."""
    for number, space in _hexes(filing).items():
        if side := str(space["edge"] or ""):
            x, y = _gate(lattice, number, side)
            yield (x, y), ((x + _OUT, y) if side == "east" else (x, y + _OUT))


def _seam(lattice: LineLattice, height: int) -> tuple[Point, ...]:
    """Between the sheets: from the northern to the southern edge."""
    west = GRID.sheets[0]
    points: list[Point] = []
    for line in range(west.lines[1], west.lines[0] - 1, -1):
        points += lattice.corners(f"{west.letter}{line:02d}{west.places[1]:02d}")[:2]
    return (points[0][0], _FRAME), *points, (points[-1][0], height - _FRAME)


def load_sheet(filing: Filing = OURS) -> HexSheet:
    """Everything that the renderer needs of this game.

    Examples
    --------
    >>> load_sheet().geometry.width
    5192
    """
    return _sheet(filing)


@by_filing
def _sheet(filing: Filing) -> HexSheet:
    import shapely

    data, geometry = map_data(filing), load_geometry(filing.path(_HERE / "geometry.toml"))
    lattice, scale, hexes = geometry.hexes, float(geometry.pixels_per_inch), _hexes(filing)
    assert isinstance(lattice, LineLattice)  # noqa: S101 - geometry_text writes it
    land = shapely.transform(
        build_land(), lambda c: c * [lattice.dx, lattice.dy / STEP] + [lattice.x0, lattice.y0]
    )
    return HexSheet(
        title=data["title"],
        subtitle=data["subtitle"],
        geometry=geometry,
        board=load_board(filing.overlay),
        extent=frozenset(lattice.numbers),
        land=land,
        labels=tuple(_labels(filing, lattice, scale)),
        furniture={k: tuple(v * scale for v in rect) for k, rect in data["places"].items()},
        turns=data["turns"],
        resources={turn: (a, b) for turn, (a, b) in data["resources"].items() if a or b},
        boxes={k: (b["ground"], *b["lines"]) for k, b in data["boxes"].items()},
        miles_per_hex=1.4,
        north=0.0,
        key=KEY,
        symbols={n: ("sp",) for n, s in hexes.items() if s["strongpoint"]},
        letters={n: str(s["entry"]) for n, s in hexes.items() if s["entry"]},
        beaches=tuple(n for n, s in hexes.items() if s["beach"]),
        exits=_exits(filing, lattice),
        leaving=tuple(_leaving(filing, lattice)),
        port=frozenset(n for n, s in hexes.items() if s["cherbourg"]),
        seam=_seam(lattice, geometry.height),
        number_size=13.5,
        name_size=0.9,
        degrees=partial(degrees_at, placed(), lattice),
        town_name_size=1.14,
        weight=1.32,
    )
