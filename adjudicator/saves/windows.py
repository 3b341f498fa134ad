"""Zones of a window: Areas, hexes, bridges, boxes; which of them holds a point."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from maps.geometry import Lattice, Part
from maps.lattice import LineLattice
from module_builder.vassal.polygon import Polygon
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.saves.hexzones import HexZone

__all__ = ["Place", "Spot", "Window"]

_SQUARE = 256  # pixels of the squares by which zones are found


@dataclass(frozen=True, slots=True)
class Spot:
    """A point where pieces snap to.

    Parameters
    ----------
    name
        Unique on its map.
    x, y
        Board pixels.

    Examples
    --------
    >>> Spot("Caen German 1", 4, 5).x
    4
    """

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Place:
    """One zone of a window.

    Parameters
    ----------
    name
        Its location name.
    kind
        ``space``, ``crossing``, ``box`` (of a track) or ``other``.
    id
        Space id, edge id, ``track:label``, or empty.
    polygon
        Its outline.
    spots
        Points by what stands there: ``german 1``, ``control``, ``bridge``, ``slot 0`` ...
    owner, day
        Of a box of the set-up cards: side or nationality, and day of arrival.

    Examples
    --------
    >>> square = Polygon.parse("0,0;9,0;9,9;0,9")
    >>> Place("Caen", "space", "caen", square).middle
    (4, 4)
    """

    name: str
    kind: str
    id: str
    polygon: Polygon
    spots: Mapping[str, Spot] = field(default_factory=dict)
    owner: str = ""
    day: int | None = None

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom."""
        return self.polygon.box

    @property
    def middle(self) -> tuple[int, int]:
        """Centre of the bounding box."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2


@dataclass(frozen=True)
class Window:
    """A map window, with one board or several that join.

    Parameters
    ----------
    name, board
        Names of the map and of its board.
    width, height
        Pixels.
    places
        Zones in the order in which the engine tests them.
    lattice, hexes
        Where the hexes lie, and one place for each hex of the map by its number; they are tested last.
    parts
        The boards that show the window where it is cut into several.

    Examples
    --------
    >>> Window("Map", "Board", 10, 10, ()).find(1, 1) is None
    True
    """

    name: str
    board: str
    width: int
    height: int
    places: tuple[Place, ...]
    lattice: Lattice | None = None
    hexes: Mapping[str, Place] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()

    @functools.cached_property
    def _near(self) -> Mapping[tuple[int, int], tuple[tuple[int, int, int, int, Place], ...]]:
        """Square of the window -> the zones that reach into it, in their order."""
        found: dict[tuple[int, int], list[tuple[int, int, int, int, Place]]] = {}
        for place in self.places:
            left, top, right, bottom = place.bounds
            for column in range(left // _SQUARE, right // _SQUARE + 1):
                for row in range(top // _SQUARE, bottom // _SQUARE + 1):
                    found.setdefault((column, row), []).append((left, top, right, bottom, place))
        return {square: tuple(places) for square, places in found.items()}

    def find(self, x: int, y: int) -> Place | None:
        """Find the zone of a point, as the engine does: the first that contains it.

        Parameters
        ----------
        x, y
            Board pixels.

        Returns
        -------
        Place or None
        """
        point = (x, y)
        if point not in self._found:
            self._found[point] = self._tested(x, y)
        return self._found[point]

    @functools.cached_property
    def _found(self) -> dict[tuple[int, int], Place | None]:
        """Points that were asked for: counters lie on few of them."""
        return {}

    def _tested(self, x: int, y: int) -> Place | None:
        for left, top, right, bottom, place in self._near.get((x // _SQUARE, y // _SQUARE), ()):
            inside = left <= x < right and top <= y < bottom and place.polygon.contains(x, y)
            if inside and self._on_its_board(place, x, y):
                return place
        numbers = self._numbers(x, y)
        return next((self.hexes.get(number) for number in numbers if number is not None), None)

    def _on_its_board(self, place: Place, x: int, y: int) -> bool:
        """Whether a point of a zone lies on the board that shows the zone: it ends with the board."""
        return not self.parts or any(p.shows(x, y) and p.shows(*place.middle) for p in self.parts)

    def _numbers(self, x: int, y: int) -> Iterator[str | None]:
        """What the grids of the board under a point call it; near the middle of a hex all say the same."""
        lattice = self.lattice
        if isinstance(lattice, LineLattice) and self.parts:
            number = lattice.at(x, y)
            if number is not None and math.dist(lattice.centre(number), (x, y)) < lattice.dx / 4:
                return iter([number])
        for part, zones in self.zoned_parts:
            if part.shows(x, y):
                return (zone.number(x - part.rect[0], y - part.rect[1]) for zone in zones)
        return (zone.number(x, y) for zone in self.hex_zones)

    @functools.cached_property
    def hex_zones(self) -> tuple[HexZone, ...]:
        """The engine's own grids of the hexes; none on a window of Areas, or of several boards."""
        from adjudicator.saves.hexzones import hex_zones

        if self.lattice is None or self.parts:
            return ()
        return hex_zones(self.lattice, (self.width, self.height))

    @functools.cached_property
    def zoned_parts(self) -> tuple[tuple[Part, tuple[HexZone, ...]], ...]:
        """The boards that show the window, each with its grids in its own pixels; none of one board."""
        from adjudicator.saves.hexzones import cut_zones

        if not isinstance(self.lattice, LineLattice):
            return ()
        return tuple([(part, cut_zones(self.lattice, part.rect)) for part in self.parts])

    def of_kind(self, kind: str) -> Iterator[Place]:
        """Places of one kind, in order; the hexes after the zones."""
        yield from self._kinds.get(kind, ())
        if kind == "space":
            yield from self.hexes.values()

    @functools.cached_property
    def _kinds(self) -> Mapping[str, list[Place]]:
        """Kind -> the zones of it."""
        found: dict[str, list[Place]] = {}
        for place in self.places:
            found.setdefault(place.kind, []).append(place)
        return found
