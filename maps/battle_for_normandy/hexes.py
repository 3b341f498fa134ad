"""The hexes of The Battle for Normandy as the generator makes them: land, cover, heights, places, beaches."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from maps.battle_for_normandy.grid import GRID
from maps.battle_for_normandy.ground import (
    all_hexes,
    build_land,
    corners,
    hex_at,
    hex_at_degrees,
    outlines,
    placed,
    places,
    regions,
)
from maps.bending import build_outline
from maps.loader import Row, read_rows
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = [
    "BEACH_COLUMNS",
    "CORRECTION_COLUMNS",
    "Hex",
    "beach_rows",
    "build_hexes",
    "corrections",
    "dry_land",
]

BEACH_COLUMNS = [
    "slug", "name", "site", "hex", "queue1", "queue2", "queue3", "commando", "drift", "dd", "source",
]  # fmt: skip
CORRECTION_COLUMNS = ["what", "place", "value", "source"]
_HERE = Path(__file__).parent
_CAEN = "c3719"
_AREA = 3**0.5 / 2  # of a hex
_COVER = 0.45  # least share of a hex that a wood or a marsh covers
_OPEN = 0.5  # the same for fields, heights, the perimeter
_WHOLE = 0.97  # share of land from which a hex holds no sea
_OFFSHORE = 2  # hexes of sea that are kept along the land where no ships sail
_ORDER = {"city": 0, "town": 1, "village": 2, "poi": 3, "point": 4}
_COVERS = ("flooded", "forest", "clear", "farmland")


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex as the generator sees it; the columns are those of `maps.battle_for_normandy.board`.

    Parameters
    ----------
    names
        Names of the places there, the one printed first.
    sources
        Source of each column that has one of its own.
    """

    number: str
    terrain: str
    settlement: str = ""
    poi: bool = False
    airfield: bool = False
    level: int = 0
    site: str = ""
    beach: str = ""
    queue: int = 0
    coastal: bool = False
    perimeter: bool = False
    names: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)


@functools.cache
def beach_rows() -> list[Row]:
    """The rows of `beaches.csv`, west to east."""
    return read_rows(_HERE / "beaches.csv", BEACH_COLUMNS, key=lambda r: r.cells["slug"])


@functools.cache
def corrections() -> list[Row]:
    """The rows of `corrections.csv`."""
    return read_rows(_HERE / "corrections.csv", CORRECTION_COLUMNS)


@functools.cache
def _beaches() -> dict[str, tuple[str, str, int]]:
    """Site, beach and queue of Beach hexes and Assault Hexes."""
    found = {n: (site, "", 0) for n, site in regions()["land"]["beaches"].items()}
    for row in beach_rows():
        for queue, column in enumerate(("hex", "queue1", "queue2", "queue3")):
            if row.cells[column]:
                found[row.cells[column]] = (row.text("site"), row.text("slug"), queue)
    return found


def _shores() -> list[str]:
    """The Beach hexes."""
    return [n for n, (_, _, queue) in _beaches().items() if queue == 0]


@functools.cache
def dry_land() -> Polygon | MultiPolygon:
    """The land with the hexes that count as land whatever the coast says."""
    import shapely

    added = [shapely.Polygon(corners(n)) for n in [*regions()["land"]["dry"], *_shores()]]
    return cast("Polygon | MultiPolygon", shapely.union_all([build_land(), *added]))


@functools.cache
def _outline(number: str) -> Polygon:
    import shapely

    return shapely.Polygon(corners(number))


def _shares(numbers: Iterable[str], shape: Any) -> dict[str, float]:
    """The share of each hex that a shape covers."""
    import numpy as np
    import shapely

    listed = list(numbers)
    shapely.prepare(shape)
    hexes = np.array([_outline(n) for n in listed])
    shares = shapely.contains_properly(shape, hexes).astype(float)
    cut = shapely.intersects(shape, hexes) & (shares == 0)
    shares[cut] = shapely.area(shapely.intersection(hexes[cut], shape)) / _AREA
    return dict(zip(listed, shares.tolist(), strict=True))


@functools.cache
def _land_shares() -> dict[str, float]:
    return _shares(all_hexes(), build_land())


def _land_hexes() -> set[str]:
    """The land hexes that hang together with Caen: islands are left out."""
    rules, shares = regions()["land"], _land_shares()
    kept, wet = {*rules["dry"], *_shores()}, {*rules["wet"], *(set(_beaches()) - set(_shores()))}
    dry = {n for n in all_hexes() if n in kept or (n not in wet and shares[n] >= rules["share"])}
    seen, queue = {_CAEN}, [_CAEN]
    while queue:
        for there in GRID.neighbours(queue.pop()):
            if there in dry and there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


def _seas(dry: Collection[str]) -> set[str]:
    """The sea hexes that are kept: a wide belt where ships sail, elsewhere a narrow one along the land."""
    rings: list[set[str]] = [set(dry)]
    for _ in range(regions()["land"]["belt"]):
        beside = {n for here in rings[-1] for n in GRID.neighbours(here)}
        rings.append(beside.difference(*rings[-2:]))
    wide: set[str] = set().union(*rings[1:])
    bay = _shares(wide, build_outline(placed(), regions()["land"]["bay"]))
    queues = {n for n in _beaches() if n not in dry}
    return queues.union(*rings[1 : _OFFSHORE + 1]) | {n for n, share in bay.items() if share >= _OPEN}


def _covered(dry: Collection[str], kind: str, least: float) -> set[str]:
    """The land hexes that the outlines of one kind cover."""
    import shapely

    shares = _shares(dry, shapely.union_all(list(outlines(kind).values())))
    return {n for n, share in shares.items() if share >= least}


def _terrains(dry: Collection[str]) -> dict[str, str]:
    """Terrain of each land hex, cities and Beach hexes aside: what no outline covers is Bocage."""
    found = dict.fromkeys(dry, "bocage")
    for kind in reversed(_COVERS):
        least = _OPEN if kind in {"clear", "farmland"} else _COVER
        high = _settled() if kind == "flooded" else set()
        found |= dict.fromkeys(_covered(dry, kind, least) - high, kind)
    return found


def _settled() -> set[str]:
    """The hexes with a town or village: these stand above the floods."""
    return {n for n, named in _named().items() if {kind for _, kind in named} & {"town", "village"}}


def _levels(dry: Collection[str]) -> dict[str, int]:
    """Elevation of each land hex."""
    found = dict.fromkeys(dry, 0)
    for level in (1, 2, 3):
        found |= dict.fromkeys(_covered(dry, f"level-{level}", _OPEN), level)
    return found


@functools.cache
def _named() -> dict[str, list[tuple[str, str]]]:
    """Names and kinds of the places of each hex, larger ones first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for place in sorted((p for p in places().values() if p.kind in _ORDER), key=lambda p: _ORDER[p.kind]):
        number = hex_at(place.at)
        if number is not None:
            found.setdefault(number, []).append((place.name, place.kind))
    return found


def _spots(kind: str) -> set[str | None]:
    return {hex_at_degrees(lon, lat) for lon, lat in regions()[kind].values()}


@functools.cache
def build_hexes() -> dict[str, Hex]:
    """The hexes of the map in order of their numbers: all land, and the sea where it matters."""
    dry = _land_hexes()
    wet = _seas(dry)
    terrains, levels, fields = _terrains(dry), _levels(dry), _spots("airfields")
    inside = _covered(dry, "perimeter", _OPEN)
    found: dict[str, Hex] = {}
    for number in all_hexes():
        site, beach, queue = _beaches().get(number, ("", "", 0))
        if number in dry:
            kinds = {kind for _, kind in _named().get(number, ())}
            open_sea = _land_shares()[number] < _WHOLE or any(n in wet for n in GRID.neighbours(number))
            found[number] = Hex(
                number,
                "beach" if site else "city" if "city" in kinds else terrains[number],
                settlement=_settlement(kinds),
                poi="poi" in kinds,
                airfield=number in fields,
                level=0 if site else levels[number],
                site=site,
                beach=beach,
                coastal=open_sea,
                perimeter=number in inside,
                names=tuple(name for name, _ in _named().get(number, ())),
            )
        elif number in wet:
            found[number] = Hex(number, "sea", site=site, beach=beach, queue=queue)
    return _corrected(found)


def _settlement(kinds: Collection[str]) -> str:
    if "city" in kinds:
        return ""
    return "town" if "town" in kinds else "village" if "village" in kinds else ""


def _corrected(hexes: dict[str, Hex]) -> dict[str, Hex]:
    for row in corrections():
        what, number = row.text("what"), row.text("place")
        if what in {"boundary", "road"}:
            continue
        old, value = hexes[row.choice("place", hexes)], row.cells["value"]
        sources = {**old.sources, what: row.sources().default}
        changed = {
            "terrain": replace(old, terrain=value, sources=sources),
            "settlement": replace(old, settlement=value, sources=sources),
            "poi": replace(old, poi=value == "yes", sources=sources),
            "level": replace(old, level=int(value) if value.isdigit() else 0, sources=sources),
            "perimeter": replace(old, perimeter=value == "yes", sources=sources),
            "town": replace(old, names=(*value.split("|"), *old.names), sources=sources),
        }
        hexes[number] = changed[row.choice("what", changed)]
    return hexes
