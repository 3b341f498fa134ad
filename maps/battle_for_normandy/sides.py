"""The hexsides of The Battle for Normandy as the generator makes them: waters, cliffs, sea, roads, exits."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from pathlib import Path

from maps.battle_for_normandy.board import ROADS
from maps.battle_for_normandy.grid import GRID
from maps.battle_for_normandy.ground import PLANE, all_hexes, placed, places, regions
from maps.battle_for_normandy.hexes import build_hexes, corrections, dry_land
from maps.courses import Lattice, first_inside, lay_river, lay_road
from maps.geography import Point
from maps.loader import Row, read_rows
from module_builder.vassal.values import dataclass

__all__ = ["ROAD_COLUMNS", "WATERS", "Side", "build_edges", "exits", "rails_beside", "river_lines"]

ROAD_COLUMNS = ["road", "kind", "places", "source"]
WATERS = ("stream", "major-river")
_HERE = Path(__file__).parent
_SEASIDE = 0.12  # least share of land along a hexside that can be crossed
_FORD = {"stream": 0.35, "major-river": 1.6, "bluff": 6.0, "draw": 0.2, "cliff": 30.0, "sea": 99.0}
_SOUTH = (86, 110)  # last row of Maps D and E, and of F and G
_EAST = 1  # column of the easternmost hexes of Map C; Maps E and G go on beyond it
_PAIR = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """A hexside with more than open ground.

    Parameters
    ----------
    boundary, road
        As `maps.battle_for_normandy.board` has them.
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


def river_lines() -> dict[str, tuple[list[Point], list[str]]]:
    """The courses of `rivers.csv` in the plane, and the kind of each stretch: that of its second point."""
    lines: dict[str, tuple[list[Point], list[str]]] = {}
    for row in read_rows(_HERE / "rivers.csv", ["river", "kind", "lat", "lon", "source"]):
        at = placed().point(float(row.text("lon")), float(row.text("lat")))
        line, kinds = lines.setdefault(row.text("river"), ([], []))
        if line:
            kinds.append(row.choice("kind", WATERS))
        line.append(at)
    return lines


def _rivers(lattice: Lattice) -> dict[_PAIR, str]:
    laid: dict[_PAIR, str] = {}
    for line, kinds in river_lines().values():
        for pair, kind in lay_river(lattice, line, kinds, laid).items():
            laid[pair] = "major-river" if "major-river" in {kind, laid.get(pair)} else kind
    return laid


def _beach_sides() -> dict[_PAIR, str]:
    """Bluffs behind Omaha and Pointe du Hoc, with draws; Pointe du Hoc has no other way up."""
    hexes, rules = build_hexes(), regions()["bluffs"]
    found: dict[_PAIR, str] = {}
    for number in hexes:
        if hexes[number].terrain == "beach" and hexes[number].site in rules["sites"]:
            for other in GRID.neighbours(number):
                if other in _dry() and hexes[other].terrain != "beach":
                    found[_pair(number, other)] = "bluff"
    found |= {_sorted(text): "draw" for text in rules["draws"]}
    return found | {_sorted(text): "cliff" for text in rules["cliffs"]}


def _pair(a: str, b: str) -> _PAIR:
    return (a, b) if a < b else (b, a)


def _sorted(text: str) -> _PAIR:
    one, other = text.split("/")
    return _pair(one, other)


@functools.cache
def _sides() -> dict[_PAIR, str]:
    """Boundary of each hexside that is not open, roads aside."""
    import shapely

    dry, land = _dry(), dry_land()
    whole = Lattice(PLANE, all_hexes())
    sides = {pair: kind for pair, kind in _rivers(whole).items() if set(pair) <= dry}
    inland = Lattice(PLANE, [n for n in dry if build_hexes()[n].coastal])
    for ends, pair in inland.sides.items():
        edge = shapely.LineString([inland.at[v] for v in ends])
        if edge.intersection(land).length < _SEASIDE * edge.length:
            sides[pair] = "sea"
    for flat in regions()["cliffs"].values():
        line = _line(flat)
        found = lay_river(whole, line, ["cliff"] * (len(line) - 1), {})
        sides |= {pair: kind for pair, kind in found.items() if len(set(pair) & dry) == 1}
    sides |= _beach_sides()
    hexes = build_hexes()
    return {(a, b): kind for (a, b), kind in sides.items() if a in hexes and b in hexes}


@functools.cache
def _corrected(what: str) -> dict[_PAIR, Row]:
    """The corrections of one kind to hexsides."""
    found: dict[_PAIR, Row] = {}
    for row in corrections():
        if row.text("what") == what:
            pair = _sorted(row.text("place"))
            if pair[1] not in GRID.neighbours(pair[0]):
                raise row.fault("place", "two neighbours, a/b")
            found[pair] = row
    return found


def _amended(body: Mapping[_PAIR, str], what: str) -> dict[_PAIR, str]:
    new = {**body, **{pair: row.cells["value"] for pair, row in _corrected(what).items()}}
    return {pair: value for pair, value in new.items() if value}


@functools.cache
def _road_rows() -> list[tuple[str, str, list[str]]]:
    """Name, kind and stops of each road, the best ones first."""
    rows = read_rows(_HERE / "roads.csv", ROAD_COLUMNS, key=lambda r: r.cells["road"])
    found = [(r.cells["road"], r.choice("kind", ROADS[1:]), r.text("places").split("|")) for r in rows]
    return sorted(found, key=lambda r: ROADS.index(r[1]))


@functools.cache
def _laid() -> tuple[dict[_PAIR, str], dict[str, list[_PAIR]]]:
    """Kind of road over each hexside, and the hexsides of each railway in its order."""
    sides = _amended(_sides(), "boundary")
    laid: dict[_PAIR, str] = {}
    rails: dict[str, list[_PAIR]] = {}
    for name, kind, stops in _road_rows():
        points = [places()[p].at for p in stops]
        tracks = {pair for line in rails.values() for pair in line}
        like = tracks if kind == "railroad" else laid
        crossed = lay_road(PLANE, points, _dry(), sides, like, ford=_FORD)
        for pair in crossed:
            laid.setdefault(pair, kind)
        if kind == "railroad":
            rails[name] = crossed
    return laid, rails


@functools.cache
def _roads() -> dict[_PAIR, str]:
    """Kind of road over each hexside; railways keep to lines of their own."""
    return _amended(_laid()[0], "road")


def rails_beside() -> list[tuple[str, list[str]]]:
    """Where a railway runs beside a road: its name, and the hexes of each stretch in its order.

    A hexside carries the better way only (10.6): for movement the road is all that counts, but a map without
    the railway beside it would show a line that ends in the fields.
    """
    seen: set[_PAIR] = set()
    found: list[tuple[str, list[str]]] = []
    for name, line in _laid()[1].items():
        hexes: list[str] = []
        for pair, after in itertools.pairwise([*line, ("", "")]):
            if pair in seen or _roads().get(pair, "railroad") == "railroad":
                hexes = []
            elif hexes and hexes[-1] in pair:
                hexes.append(pair[pair[0] == hexes[-1]])
            else:
                hexes = list(pair[::-1] if pair[0] in after else pair)
                found.append((name, hexes))
            seen.add(pair)
    return found


@functools.cache
def exits() -> dict[str, str]:
    """The hexes where a Highway or Road leaves Maps C, D and E, or F and G, with the edge."""
    found: dict[str, str] = {}
    for _, kind, stops in _road_rows():
        for away, inner in ((stops[0], stops[1]), (stops[-1], stops[-2])):
            if kind in ROADS[1:4] and places()[away].kind == "away":
                number = first_inside(PLANE, places()[away].at, places()[inner].at, _dry())
                line, place = GRID.split(number) if number else (0, _EAST + 1)
                if number and (line == _SOUTH[1] or place <= _EAST):
                    found[number] = "south" if line == _SOUTH[1] else "east"
    for pair, kind in _roads().items():
        upper, lower = sorted(pair, key=lambda n: GRID.split(n)[0])
        if kind in ROADS[1:4] and GRID.split(upper)[0] == _SOUTH[0] and GRID.split(lower)[0] > _SOUTH[0]:
            found[upper] = "south"
    return found


@functools.cache
def build_edges() -> dict[_PAIR, Side]:
    """Each hexside that has more than open ground; those of the sea are implied."""
    sides, roads = _amended(_sides(), "boundary"), _roads()
    for pair in roads:
        if sides.get(pair) in {"bluff", "cliff"}:
            del sides[pair]
    listed = itertools.chain(_corrected("boundary").items(), _corrected("road").items())
    sources = {pair: row.sources().default for pair, row in listed}
    return {
        p: Side(sides.get(p, "open"), roads.get(p, ""), sources.get(p, "reconstructed"))
        for p in sorted(set(sides) | set(roads))
        if sides.get(p, "open") != "open" or p in roads
    }
