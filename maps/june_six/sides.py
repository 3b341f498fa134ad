"""The hexsides of June Six as the generator makes them: rivers, strips, cliffs, sea, roads and exits."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maps.courses import Lattice, first_inside, lay_river, lay_road
from maps.geography import Point
from maps.june_six.grid import GRID
from maps.june_six.ground import PLANE, all_hexes, placed, places, regions
from maps.june_six.hexes import build_hexes, corrections, dry_land
from maps.loader import read_rows
from module_builder.vassal.values import dataclass

__all__ = ["Side", "build_edges", "exits", "river_lines"]

_HERE = Path(__file__).parent
_SEASIDE = 0.12  # least share of land along a hexside that can be crossed
_FORD = {"major-river": 1.6, "bluff": 4.0, "cliff": 9.0, "marsh": 0.5, "woods": 0.2, "sea": 99.0}
_PAIR = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """A hexside with more than open ground.

    Parameters
    ----------
    boundary
        As `maps.june_six.board.BOUNDARIES` has it.
    road
        ``primary``, ``secondary`` or none.
    """

    boundary: str
    road: str = ""
    source: str = "reconstructed"


@functools.cache
def _dry() -> frozenset[str]:
    return frozenset(n for n, h in build_hexes().items() if h.terrain != "sea")


def _line(flat: list[float]) -> list[Point]:
    """A line of degrees (longitude and latitude in turn) in the plane."""
    return [placed().point(lon, lat) for lon, lat in zip(flat[::2], flat[1::2], strict=True)]


def river_lines() -> dict[str, list[Point]]:
    """The courses of `rivers.csv` in the plane."""
    lines: dict[str, list[Point]] = {}
    for row in read_rows(_HERE / "rivers.csv", ["river", "lat", "lon", "source"]):
        at = placed().point(float(row.text("lon")), float(row.text("lat")))
        lines.setdefault(row.text("river"), []).append(at)
    return lines


def _lay(lattice: Lattice, line: list[Point], kind: str, laid: Mapping[_PAIR, str]) -> dict[_PAIR, str]:
    return lay_river(lattice, line, [kind] * (len(line) - 1), laid)


@functools.cache
def _sides() -> dict[_PAIR, str]:
    """Boundary of each hexside that is not open, roads aside."""
    import shapely

    dry, land = _dry(), dry_land()
    whole, inland = Lattice(PLANE, all_hexes()), Lattice(PLANE, dry)
    rivers: dict[_PAIR, str] = {}
    for line in river_lines().values():
        rivers |= _lay(whole, line, "major-river", rivers)
    sides = {pair: kind for pair, kind in rivers.items() if set(pair) <= dry}
    for (a, b), pair in inland.sides.items():
        edge = shapely.LineString([inland.at[a], inland.at[b]])
        if edge.intersection(land).length < _SEASIDE * edge.length:
            sides[pair] = "sea"
    for kind, *flat in regions()["strips"].values():
        for pair in _lay(inland, _line(flat), kind, {}):
            sides.setdefault(pair, kind)
    for flat in regions()["cliffs"].values():
        found = _lay(whole, _line(flat), "cliff", {})
        sides |= {pair: kind for pair, kind in found.items() if len(set(pair) & dry) == 1}
    return {pair: kind for pair, kind in sides.items() if set(pair) <= set(build_hexes())}


def _road_rows() -> list[tuple[str, list[str]]]:
    """Kind and stops of each road, primary ones first."""
    rows = read_rows(_HERE / "roads.csv", ["road", "kind", "places", "source"], key=lambda r: r.cells["road"])
    found = [(row.choice("kind", ["primary", "secondary"]), row.text("places").split("|")) for row in rows]
    return sorted(found, key=lambda r: r[0])


def _roads(sides: Mapping[_PAIR, str]) -> dict[_PAIR, str]:
    """Kind of road over each hexside."""
    laid: dict[_PAIR, str] = {}
    for kind, stops in _road_rows():
        points = [places()[p].at for p in stops]
        for pair in lay_road(PLANE, points, _dry(), sides, laid, ford=_FORD):
            laid.setdefault(pair, kind)
    return laid


@functools.cache
def exits() -> dict[str, str]:
    """The hexes where a Primary Road leaves the map, with the edge."""
    found: dict[str, str] = {}
    for kind, stops in _road_rows():
        for away, inner in ((stops[0], stops[1]), (stops[-1], stops[-2])):
            if kind == "primary" and places()[away].kind == "away":
                number = first_inside(PLANE, places()[away].at, places()[inner].at, _dry())
                if number is not None:
                    found[number] = "south" if GRID.split(number)[0] == 1 else "east"
    return found


@functools.cache
def build_edges() -> dict[_PAIR, Side]:
    """Each hexside that has more than open ground; those of the sea are implied."""
    sides = dict(_sides())
    roads = _roads(sides)
    for pair in roads:
        if sides.get(pair) in {"bluff", "cliff"}:
            del sides[pair]
    sources: dict[_PAIR, str] = {}
    for row in corrections():
        if row.text("what") in {"boundary", "road"}:
            one, other = sorted(row.text("place").split("/"))
            if other not in GRID.neighbours(one):
                raise row.fault("place", "two neighbours, a/b")
            body: dict[_PAIR, Any] = sides if row.text("what") == "boundary" else roads
            body.pop((one, other), None)
            if row.cells["value"]:
                body[one, other] = row.text("value")
                sources[one, other] = row.sources().default
    return {
        p: Side(sides.get(p, "open"), roads.get(p, ""), sources.get(p, "reconstructed"))
        for p in sorted(set(sides) | set(roads))
        if sides.get(p, "open") != "open" or p in roads
    }
