"""Makes the board from the other files here: ``python -m maps.dark_summer.generate``.

Fits the printed grid to the ground, takes land, terrain and towns of each hex from it, lays rivers along
hexsides and roads over hexes, and applies `corrections.csv` last: ``spaces.csv`` and ``edges.csv``. Lays out
the sheet from ``map.toml``: ``geometry.toml``.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from maps.courses import Lattice, lay_river, lay_road
from maps.dark_summer.board import EDGE_COLUMNS, SPACE_COLUMNS
from maps.dark_summer.grid import GRID
from maps.dark_summer.ground import (
    EAST,
    PLANE,
    STEP,
    WEST,
    all_hexes,
    anchors,
    build_land,
    corners,
    fit,
    hex_at,
    outlines,
    places,
    regions,
)
from maps.dark_summer.layout import geometry_text
from maps.generating import csv_line, write_texts
from maps.geography import Point
from maps.loader import Row, read_rows
from maps.places import Place, settled
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["BEACHES", "Hex", "build_edges", "build_hexes", "main", "river_lines", "spaces_text"]

_HERE = Path(__file__).parent
BEACHES = {
    "2403": "utah", "3203": "omaha", "3303": "omaha", "4003": "gold", "4102": "gold", "4203": "juno",
    "4302": "juno", "4603": "sword",
}  # fmt: skip
HOC = "3003"
_SEASIDE = 0.12  # least share of land along a hexside that can be crossed
_COVER = 0.45  # least share of a hex that a wood or a flood covers
_PAIR = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex as the generator sees it.

    Parameters
    ----------
    terrain
        ``clear``, ``town``, ``city``, ``bocage``, ``woods``, ``forest``, ``flooded``, ``sea``.
    town
        Name of the place there.
    letter
        Of a Lettered hex.
    gun_line
        Whether it lies within the Naval Gun Line.
    sources
        Source of each column that has one of its own.
    """

    number: str
    terrain: str
    town: str = ""
    letter: str = ""
    gun_line: bool = False
    sources: Mapping[str, str] = field(default_factory=dict)


@functools.cache
def _cover(kind: str) -> Polygon | MultiPolygon:
    """All outlines of one kind together."""
    import shapely

    return cast("Polygon | MultiPolygon", shapely.union_all(list(outlines(kind).values())))


def _dry_land() -> Polygon | MultiPolygon:
    """The land with the hexes that count as land whatever the coast says."""
    import shapely

    added = [shapely.Polygon(corners(n)) for n in regions()["land"]["dry"]]
    return cast("Polygon | MultiPolygon", shapely.union_all([build_land(), *added]))


def _terrain(number: str, place: Place | None) -> str:
    """The terrain of a land hex: places first, then floods, woods, hedges."""
    import shapely

    if number in BEACHES:
        return "clear"
    shape = shapely.Polygon(corners(number))
    if place is not None and place.kind in {"city", "town"}:
        return place.kind
    for kind in ("flooded", "forest", "woods"):
        if shape.intersection(_cover(kind)).area > _COVER * shape.area:
            return kind
    bocage = shape.intersection(_cover("bocage")).difference(_cover("open")).area
    return "bocage" if bocage > 0.5 * shape.area else "clear"


@functools.cache
def build_hexes() -> dict[str, Hex]:
    """The hexes of the map: all land, and the sea along it."""
    import shapely

    rules = regions()["land"]
    land = _dry_land()
    towns = settled(places().values(), hex_at)
    named = {a.hex for a in anchors()}
    dry = {
        n
        for n in all_hexes()
        if n in named
        or n in rules["dry"]
        or (
            n not in rules["wet"]
            and shapely.Polygon(corners(n)).intersection(land).area / STEP >= rules["share"]
        )
    }
    dry = _mainland(dry)
    letters = {n: letter for letter, members in regions()["edge"].items() for n in members}
    reach = regions()["gun"]["reach"]
    found: dict[str, Hex] = {}
    for number in all_hexes():
        near = min(GRID.distance(number, b) for b in BEACHES) <= reach
        place = towns.get(number)
        if number in dry:
            terrain, town = _terrain(number, place), place.name if place is not None else ""
            found[number] = Hex(number, terrain, town, letters.get(number, ""), near)
        elif any(n in dry for n in GRID.neighbours(number)):
            found[number] = Hex(number, "sea", gun_line=near)
    return _corrected(found)


def _mainland(dry: set[str]) -> set[str]:
    """The land hexes that hang together with Caen: islands are left out."""
    seen, queue = {"4506"}, ["4506"]
    while queue:
        for there in GRID.neighbours(queue.pop()):
            if there in dry and there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


def _corrections() -> list[Row]:
    return read_rows(_HERE / "corrections.csv", ["what", "place", "value", "source"])


def _corrected(hexes: dict[str, Hex]) -> dict[str, Hex]:
    for row in _corrections():
        what, number = row.text("what"), row.text("place")
        if what in {"boundary", "road"}:
            continue
        old, value = hexes[row.choice("place", hexes)], row.cells["value"]
        sources = {**old.sources, what: row.sources().default}
        changed = {
            "terrain": replace(old, terrain=value, sources=sources),
            "town": replace(old, town=value, sources=sources),
            "letter": replace(old, letter=value, sources=sources),
            "gun_line": replace(old, gun_line=value == "yes", sources=sources),
        }
        hexes[number] = changed[row.choice("what", changed)]
    return hexes


def river_lines() -> dict[str, tuple[list[Point], list[str]]]:
    """The courses of `rivers.csv` in the plane, with the kind of each stretch."""
    lines: dict[str, tuple[list[Point], list[str]]] = {}
    for row in read_rows(_HERE / "rivers.csv", ["river", "kind", "lat", "lon", "source"]):
        points, kinds = lines.setdefault(row.text("river"), ([], []))
        if points:
            kinds.append(row.choice("kind", ["minor", "major"]))
        points.append(fit().point(float(row.text("lon")), float(row.text("lat"))))
    return lines


def _on_map(line: tuple[list[Point], list[str]]) -> tuple[list[Point], list[str]]:
    """A course without the points far off the map at its ends."""
    points, kinds = line
    on = [i for i, (x, y) in enumerate(points) if WEST - 1 <= x / STEP <= EAST + 1 and -1 <= y <= 29.5]
    return (points[on[0] : on[-1] + 1], kinds[on[0] : on[-1]]) if on else ([], [])


@functools.cache
def _rivers() -> dict[_PAIR, str]:
    """Kind of each hexside that a river follows; between two hexes of land only."""
    hexes = build_hexes()
    lattice = Lattice(PLANE, all_hexes())
    laid: dict[_PAIR, str] = {}
    lines = [line for line in map(_on_map, river_lines().values()) if len(line[0]) > 1]
    for points, kinds in sorted(lines, key=lambda line: ("major" not in line[1], -len(line[0]))):
        found = lay_river(lattice, points, [f"{k}-river" for k in kinds], laid)
        laid |= {pair: kind for pair, kind in found.items() if laid.get(pair) != "major-river"}
    dry = {n for n, h in hexes.items() if h.terrain != "sea"}
    return {pair: kind for pair, kind in laid.items() if set(pair) <= dry}


def _roads(rivers: Mapping[_PAIR, str]) -> dict[_PAIR, str]:
    """Kind of road over each hexside."""
    open_hexes = {n for n, h in build_hexes().items() if h.terrain not in {"sea", "flooded"}}
    laid: dict[_PAIR, str] = {}
    rows = read_rows(_HERE / "roads.csv", ["road", "kind", "places", "source"], key=lambda r: r.cells["road"])
    for row in sorted(rows, key=lambda r: r.cells["kind"] != "major"):
        stops = [places()[p].at for p in row.text("places").split("|")]
        for pair in lay_road(PLANE, stops, open_hexes, rivers, laid):
            laid.setdefault(pair, row.choice("kind", ["major", "minor"]))
    return laid


@functools.cache
def build_edges() -> dict[_PAIR, tuple[str, str]]:
    """Boundary and road of each hexside that has more than open ground."""
    import shapely

    hexes = build_hexes()
    dry = {n for n, h in hexes.items() if h.terrain != "sea"}
    rivers = dict(_rivers())
    roads = _roads(rivers)
    land = _dry_land()
    sides: dict[_PAIR, str] = dict(rivers)
    lattice = Lattice(PLANE, dry)
    for (a, b), pair in lattice.sides.items():
        line = shapely.LineString([lattice.at[a], lattice.at[b]])
        if line.intersection(land).length < _SEASIDE * line.length and pair not in roads:
            sides[pair] = "sea"
    for row in _corrections():
        if row.text("what") in {"boundary", "road"}:
            one, other = sorted(row.text("place").split("/"))
            if other not in GRID.neighbours(one):
                raise row.fault("place", "two neighbours, a/b")
            body = sides if row.text("what") == "boundary" else roads
            body.pop((one, other), None)
            if row.cells["value"]:
                body[one, other] = row.text("value")
    return {
        p: (sides.get(p, "open"), roads.get(p, ""))
        for p in sorted(set(sides) | set(roads))
        if sides.get(p, "open") != "open" or p in roads
    }


_NATION = {"utah": "US", "omaha": "US", "gold": "British", "juno": "British", "sword": "British"}


def _names(cell: Hex) -> tuple[str, list[str]]:
    """Name and other spellings of a hex: number with town, Beach or Pointe du Hoc."""
    beach = BEACHES.get(cell.number, "")
    aliases = [cell.town] if cell.town else []
    if cell.number == HOC:
        return f"{HOC} Pointe du Hoc", ["Pointe du Hoc", *aliases]
    if not beach:
        return f"{cell.number} {cell.town}".strip(), aliases
    same = [n for n, b in BEACHES.items() if b == beach]
    half = "" if len(same) == 1 else " west" if cell.number == same[0] else " east"
    return f"{cell.number} {beach.title()}", [f"{beach.title()}{half}", *aliases]


def _hex_row(cell: Hex) -> str:
    name, aliases = _names(cell)
    beach = BEACHES.get(cell.number, "")
    lon, lat = fit().degrees((int(cell.number[:2]) * STEP, GRID.centre(cell.number)[1]))
    sources = {"kind": "rule 2.1", "beach_name": "rule 2.4", **cell.sources}
    if cell.letter in {"C", "W"}:
        sources["letter"] = "rule 10.4.3" if cell.letter == "C" else "rule 10.4.4"
    if cell.number in {"5400", "6028"}:
        sources["letter"] = "rule 10.4.5" if cell.number == "5400" else "rule 10.4.4"
    return csv_line(SPACE_COLUMNS, {
        "id": cell.number, "name": name, "kind": "hex", "terrain": cell.terrain, "beach_name": beach,
        "letter": cell.letter, "gun_line": "yes" if cell.gun_line else "no", "town": cell.town,
        "aliases": "|".join(aliases), "lat": f"{lat:.3f}", "lon": f"{lon:.3f}",
        "source": "; ".join(["reconstructed", *(f"{k}={v}" for k, v in sources.items())]),
    })  # fmt: skip


def _box_rows() -> list[str]:
    """Offshore hexes, airfields, boxes: `boxes.csv` as it is."""
    columns = ["id", "name", "kind", "beach_name", "approach", "source"]
    return [csv_line(SPACE_COLUMNS, row.cells) for row in read_rows(_HERE / "boxes.csv", columns)]


def spaces_text() -> str:
    """The text of ``spaces.csv``."""
    head = [
        "# Hexes, offshore hexes, airfields and boxes of The Dark Summer; made by generate.py, do not edit.",
        f"# Fit of the grid to the ground: rms {fit().rms:.2f} rows over {len(fit().residuals)} named hexes:",
        f"# {', '.join(f'{k} {v:.2f}' for k, v in fit().residuals.items())}.",
        ",".join(SPACE_COLUMNS),
    ]
    return "\n".join([*head, *map(_hex_row, build_hexes().values()), *_box_rows(), ""])


def edges_text() -> str:
    """The text of ``edges.csv``."""
    rows = [
        "# Hexsides with a river, the sea or a road, and the landings; all others are open. By generate.py."
    ]
    rows.append(",".join(EDGE_COLUMNS))
    for (a, b), (boundary, road) in build_edges().items():
        bridge = "yes" if road and boundary.endswith("-river") else "no"
        source = "reconstructed; bridge=rule 10.2" if bridge == "yes" else "reconstructed"
        rows.append(csv_line(EDGE_COLUMNS, {
            "a": a, "b": b, "boundary": boundary, "bridge": bridge, "road": road, "source": source,
        }))  # fmt: skip
    for number in [*BEACHES, HOC]:
        approach = "approach-pointe-du-hoc" if number == HOC else f"approach-{number}"
        rows.append(f"{number},{approach},landing,no,,rule 9.4.1")
    return "\n".join([*rows, ""])


def main() -> None:
    """Write ``spaces.csv``, ``edges.csv`` and ``geometry.toml``.

    Examples
    --------
    >>> main.__name__
    'main'
    """
    write_texts(_HERE, {"spaces.csv": spaces_text, "edges.csv": edges_text, "geometry.toml": geometry_text})


if __name__ == "__main__":
    main()
