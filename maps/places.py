"""Towns and villages of a map of hexes: the rows of its ``places.csv``, laid on the plane of its grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from maps.geography import Point
from maps.loader import read_rows
from module_builder.vassal.values import dataclass

__all__ = ["PLACE_COLUMNS", "SETTLEMENTS", "Place", "read_places", "settled"]

PLACE_COLUMNS = ["name", "lat", "lon", "kind", "source"]
"""Columns of a ``places.csv``."""
SETTLEMENTS = ("city", "town", "village")
"""Kinds of place that give a hex its name, the largest first."""


@dataclass(frozen=True, slots=True)
class Place:
    """A town, village or other place.

    Parameters
    ----------
    name, source
        Of its row.
    at
        Where it lies in the plane of the grid.
    kind
        ``city``, ``town`` and ``village`` are settlements, ``poi`` a Point of Interest, ``point`` a mere name
        through which a road runs, ``away`` off the map.

    Examples
    --------
    >>> Place("Caen", (40.1, -22.4), "city", "osm").kind
    'city'
    """

    name: str
    at: Point
    kind: str
    source: str


def read_places(path: Path, point: Callable[[float, float], Point], kinds: Sequence[str]) -> dict[str, Place]:
    """Read a ``places.csv``.

    Parameters
    ----------
    path
        The file.
    point
        Degrees to the plane of the grid.
    kinds
        Kinds of place that the map knows.

    Returns
    -------
    dict
        By name.

    Raises
    ------
    maps.errors.DataError
        A row or a cell is wrong.

    Examples
    --------
    >>> folder = Path(__file__).parent / "june_six"
    >>> read_places(folder / "places.csv", lambda lon, lat: (lon, lat), [*SETTLEMENTS, "away"])["Caen"].kind
    'city'
    """
    found = {}
    for row in read_rows(path, PLACE_COLUMNS, key=lambda r: r.cells["name"]):
        at = point(float(row.text("lon")), float(row.text("lat")))
        found[row.text("name")] = Place(
            row.text("name"), at, row.choice("kind", list(kinds)), row.sources().default
        )
    return found


def settled(places: Iterable[Place], hex_at: Callable[[Point], str | None]) -> dict[str, Place]:
    """The settlement that gives each hex its name: a larger one comes before a village.

    Parameters
    ----------
    places
        Of a map.
    hex_at
        The hex of a point; None off the map.

    Returns
    -------
    dict
        Number of a hex -> its place.

    Examples
    --------
    >>> town, village = Place("Bayeux", (1, 1), "town", ""), Place("Vaux", (2, 1), "village", "")
    >>> {number: place.name for number, place in settled([village, town], lambda at: "3304").items()}
    {'3304': 'Bayeux'}
    """
    found: dict[str, Place] = {}
    known = [place for place in places if place.kind in SETTLEMENTS]
    for place in sorted(known, key=lambda place: SETTLEMENTS.index(place.kind)):
        number = hex_at(place.at)
        if number is not None:
            found.setdefault(number, place)
    return found
