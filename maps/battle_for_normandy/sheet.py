"""The map of The Battle for Normandy for the renderer: shapes, names and furniture in pixels of one plane."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from maps.battle_for_normandy.board import load_board
from maps.battle_for_normandy.grid import GRID
from maps.battle_for_normandy.ground import hex_at, outlines, placed
from maps.battle_for_normandy.layout import map_data
from maps.battle_for_normandy.painted_ground import PlaneGround
from maps.battle_for_normandy.painted_map import KEY, plane_painters
from maps.battle_for_normandy.shore import build_shore, pixels
from maps.board import Space
from maps.filing import OURS, Filing, by_filing
from maps.geography import Point
from maps.geometry import LineLattice, load_geometry
from maps.hexdrawing_sheet import HexSheet, Label
from maps.hexplane import degrees_at
from maps.loader import read_rows

__all__ = ["ENTRY_COLUMNS", "load_sheet"]

ENTRY_COLUMNS = ["slug", "name", "hex", "edge", "road", "source"]
_HERE = Path(__file__).parent
_ABOVE = 44.0  # pixels by which the name of a way to the south stands above its hex
_MILES = 1.161 / 1.609344  # of a hex: 1,270 yards (rule 2.5)


def _hexes(filing: Filing) -> dict[str, Space]:
    return {s.id: s for s in load_board(filing.overlay).spaces.values() if s.kind == "hex"}


def _gate(lattice: LineLattice, number: str, side: str) -> Point:
    """Where a road leaves a hex at the southern or eastern edge."""
    x, y = lattice.centre(number)
    return (x + lattice.dx / 2, y) if side == "east" else (x, y + lattice.dy * 2 / 3)


def _names(filing: Filing, lattice: LineLattice) -> Iterator[Label]:
    """All names, the most important first."""
    spaces = [s for s in _hexes(filing).values() if s["town"] and not s["site"]]
    kinds = {s.id: _kind(s) for s in spaces}
    order = ("city", "town", "village", "poi", "point")
    twice: set[str] = set()
    for space in sorted(spaces, key=lambda s: order.index(kinds[s.id])):
        name = str(space["town"])
        if kinds[space.id] != "city" or name not in twice:
            yield Label(name, lattice.centre(space.id), kinds[space.id])
        twice.add(name)
    ending = {number for number, _, ends in _ways_out(filing, lattice) if ends}
    for row in read_rows(filing.path(_HERE / "entries.csv"), ENTRY_COLUMNS):
        number, side = row.text("hex"), row.text("edge")
        (gx, gy), (x, y) = _gate(lattice, number, side), lattice.centre(number)
        kind = "entry" if number in ending else "passing"
        yield Label(row.text("name"), (x, y - _ABOVE) if side == "south" else (gx, gy), kind)
    for kind, look in (("forest", "wood"), ("flooded", "marsh")):
        for name, shape in outlines(kind).items():
            x, y = shape.centroid.x, shape.centroid.y
            under = _hexes(filing).get(hex_at((x, y)) or "")
            if under is not None and under["terrain"] == kind:
                ((px, py),) = pixels(lattice, shape.centroid).coords
                yield Label(name, (px, py), look)


def _kind(space: Space) -> str:
    if space["terrain"] == "city":
        return "city"
    return str(space["settlement"]) or ("poi" if space["poi"] else "point")


def _waters(filing: Filing) -> Iterator[Label]:
    for water in map_data(filing)["waters"]:
        x, y = water["at"]
        yield Label(water["text"], (x, y), "water", water["size"])


def _ways_out(filing: Filing, lattice: LineLattice) -> Iterator[tuple[str, Point, bool]]:
    """Hexes where roads leave a map, with the spot, and whether the road ends there.

    Roads that leave Maps D and E to the south go on over Maps F and G.
    """
    board = load_board(filing.overlay)
    for number, space in _hexes(filing).items():
        if side := str(space["edge"] or ""):
            line, _ = GRID.split(number)
            roads = [other for edge, other in board.neighbours(number) if edge.road]
            onward = [other for other in roads if GRID.split(other)[0] > line]
            if side == "south" and onward:
                (x, y), (a, b) = lattice.centre(number), lattice.centre(onward[0])
                yield number, ((x + a) / 2, (y + b) / 2), False
            else:
                yield number, _gate(lattice, number, side), True


def _arrow(lattice: LineLattice, number: str, gate: Point) -> tuple[Point, Point]:
    """Tail and head of the arrow in a hex where a road leaves."""
    (x, y), (a, b) = lattice.centre(number), gate
    return (x + (a - x) * 0.15, y + (b - y) * 0.15), (x + (a - x) * 0.92, y + (b - y) * 0.92)


def load_sheet(filing: Filing = OURS) -> HexSheet:
    """Everything that the renderer needs of this game.

    Examples
    --------
    >>> sheet = load_sheet()
    >>> sheet.geometry.width, len(sheet.geometry.parts)
    (8160, 8)
    """
    return _sheet(filing)


@by_filing
def _sheet(filing: Filing) -> HexSheet:
    data, geometry = map_data(filing), load_geometry(filing.path(_HERE / "geometry.toml"))
    lattice, hexes = geometry.hexes, _hexes(filing)
    assert isinstance(lattice, LineLattice)  # noqa: S101 - geometry_text writes it
    out = list(_ways_out(filing, lattice))
    rects = {**data["places"], **{f"rose-{k}": [x, y, w, w] for k, (x, y, w) in data["roses"].items()}}
    return HexSheet(
        title=data["title"],
        subtitle=data["subtitle"],
        geometry=geometry,
        board=load_board(filing.overlay),
        extent=frozenset(hexes),
        land=build_shore(lattice, (geometry.width, geometry.height), filing)[1],
        labels=(*_names(filing, lattice), *_waters(filing)),
        furniture={k: tuple(rect) for k, rect in rects.items()},
        turns={},
        boxes={k: (b["ground"], b["title"], "") for k, b in data["boxes"].items()},
        miles_per_hex=_MILES,
        north=0.0,
        key=KEY,
        beaches=tuple(n for n, s in hexes.items() if s["terrain"] == "beach"),
        exits={number: (gate,) for number, gate, ends in out if ends},
        leaving=tuple([_arrow(lattice, number, gate) for number, gate, ends in out if ends]),
        passing=tuple([_arrow(lattice, number, gate) for number, gate, ends in out if not ends]),
        port=frozenset(n for n, s in hexes.items() if s["perimeter"]),
        number_size=11.5,
        degrees=partial(degrees_at, placed(), lattice),
        own_ground=PlaneGround,
        own_painters=plane_painters,
    )
