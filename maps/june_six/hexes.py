"""The hexes of June Six as the generator makes them: land, terrain, towns, beaches, strongpoints, entries."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from maps.june_six.grid import GRID
from maps.june_six.ground import (
    all_hexes,
    build_land,
    corners,
    hex_at,
    outlines,
    placed,
    places,
    regions,
)
from maps.loader import Row, read_rows
from maps.places import Place, settled
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["CORRECTION_COLUMNS", "Hex", "beaches", "build_hexes", "corrections", "dry_land"]

CORRECTION_COLUMNS = ["what", "place", "value", "source"]
_HERE = Path(__file__).parent
_CAEN = "e1938"
_AREA = 3**0.5 / 2  # of a hex
_COVER = 0.42  # least share of a hex that a wood or a marsh covers
_OFFSHORE = 2  # hexes of sea that are kept along the land
_CHERBOURG = {"Cherbourg", "Équeurdreville", "Tourlaville"}


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex as the generator sees it.

    Parameters
    ----------
    terrain
        As `maps.june_six.board.TERRAINS` has it.
    town
        Name of the place there.
    beach
        Landing Box whose Beach hex it is.
    entry
        Entry letter.
    strongpoint, coastal
        Whether a Strongpoint is printed there; whether it touches the open sea.
    sources
        Source of each column that has one of its own.
    """

    number: str
    terrain: str
    town: str = ""
    beach: str = ""
    entry: str = ""
    strongpoint: bool = False
    coastal: bool = False
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def cherbourg(self) -> bool:
        """Whether it is a Cherbourg hex."""
        return self.town in _CHERBOURG


@functools.cache
def beaches() -> dict[str, str]:
    """The Beach hexes, west to east, with the name of their Landing Box."""
    return {n: name for name, members in regions()["beaches"].items() for n in members}


@functools.cache
def corrections() -> list[Row]:
    """The rows of `corrections.csv`."""
    return read_rows(_HERE / "corrections.csv", CORRECTION_COLUMNS)


@functools.cache
def _cover(kind: str) -> Polygon | MultiPolygon:
    """All outlines of one kind together."""
    import shapely

    return cast("Polygon | MultiPolygon", shapely.union_all(list(outlines(kind).values())))


@functools.cache
def dry_land() -> Polygon | MultiPolygon:
    """The land with the hexes that count as land whatever the coast says."""
    import shapely

    added = [shapely.Polygon(corners(n)) for n in [*regions()["land"]["dry"], *beaches()]]
    return cast("Polygon | MultiPolygon", shapely.union_all([build_land(), *added]))


def _terrain(number: str, place: Place | None) -> str:
    """The terrain of a land hex: cities and towns first, then marshes, woods, hedges."""
    import shapely

    if place is not None and place.kind in {"city", "town"}:
        return place.kind
    if number in beaches():
        return "clear"
    shape = shapely.Polygon(corners(number))
    for kind in ("marsh", "woods"):
        if shape.intersection(_cover(kind)).area > _COVER * shape.area:
            return kind
    return "clear" if shape.intersection(_cover("open")).area > 0.5 * shape.area else "bocage"


def _strong() -> set[str]:
    """The hexes of the printed Strongpoints."""
    found = {hex_at(placed().point(lon, lat)) for lon, lat in regions()["strongpoints"].values()}
    return {n for n in found if n is not None}


def _land_hexes() -> set[str]:
    """The land hexes that hang together with Caen: islands and the far bank of the Seine are left out."""
    import shapely

    rules, land = regions()["land"], build_land()
    kept = {*rules["dry"], *beaches()}
    dry = {
        n
        for n in all_hexes()
        if n in kept
        or (
            n not in rules["wet"]
            and shapely.Polygon(corners(n)).intersection(land).area / _AREA >= rules["share"]
        )
    }
    seen, queue = {_CAEN}, [_CAEN]
    while queue:
        for there in GRID.neighbours(queue.pop()):
            if there in dry and there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


def _near(dry: Collection[str]) -> set[str]:
    """The hexes of the sea along the land."""
    found: set[str] = set()
    edge = set(dry)
    for _ in range(_OFFSHORE):
        edge = {n for here in edge for n in GRID.neighbours(here)} - found - set(dry)
        found |= edge
    return found


@functools.cache
def build_hexes() -> dict[str, Hex]:
    """The hexes of the map in order of their numbers: all land, and the sea along it."""
    towns = settled(places().values(), hex_at)
    dry, strong = _land_hexes(), _strong()
    wet = _near(dry)
    entries = {n: letter for letter, members in regions()["entry"].items() for n in members}
    found: dict[str, Hex] = {}
    for number in all_hexes():
        place = towns.get(number)
        if number in dry:
            found[number] = Hex(
                number,
                _terrain(number, place),
                place.name if place is not None else "",
                beaches().get(number, ""),
                entries.get(number, ""),
                number in strong,
                any(n in wet for n in GRID.neighbours(number)),
            )
        elif number in wet:
            found[number] = Hex(number, "sea")
    return _corrected(found)


def _corrected(hexes: dict[str, Hex]) -> dict[str, Hex]:
    for row in corrections():
        what, number = row.text("what"), row.text("place")
        if what in {"boundary", "road"}:
            continue
        old, value = hexes[row.choice("place", hexes)], row.cells["value"]
        sources = {**old.sources, what: row.sources().default}
        changed = {
            "terrain": replace(old, terrain=value, sources=sources),
            "town": replace(old, town=value, sources=sources),
            "strongpoint": replace(old, strongpoint=value == "yes", sources=sources),
        }
        hexes[number] = changed[row.choice("what", changed)]
    return hexes
