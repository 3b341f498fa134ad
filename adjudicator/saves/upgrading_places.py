"""Where a point of an older module lies in the newest: by its space and spot, not by its pixels."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.saves.layout import Layout, Place, Window

__all__ = ["Moves"]

_Key = tuple[str, str, str, int | None]
_STEP = 12  # pixels between points that are tried inside a place
_Point = tuple[int, int]


@dataclass(frozen=True)
class Moves:
    """From the windows of one module to those of another.

    Parameters
    ----------
    old, new
        The windows of both.

    Examples
    --------
    >>> from adjudicator.saves.printed import load_printed
    >>> layout = load_printed("june-six").layout
    >>> Moves(layout, layout).point("Map", 100, 200)
    ('Map', 100, 200)
    """

    old: Layout
    new: Layout

    @functools.cached_property
    def is_still(self) -> bool:
        """Whether nothing moves: both modules are drawn on the same ground."""
        return self.old.version == self.new.version

    def place(self, window: str, x: int, y: int) -> Place | None:
        """The place of the older module that holds a point."""
        return self.old.find(window, x, y)

    def is_lost(self, window: str, x: int, y: int) -> bool:
        """Whether a point lies in a place that the new module has not."""
        place = self.place(window, x, y)
        return place is not None and bool(place.id) and self._same(window, place) is None

    def point(self, window: str, x: int, y: int) -> tuple[str, int, int]:
        """The same point in the new module.

        Parameters
        ----------
        window, x, y
            In the older one.

        Returns
        -------
        tuple
            Window and pixels. What lies in a place that is no more goes beside the set-up cards.
        """
        old, new = self.old.windows.get(window), self.new.windows.get(self._renamed(window))
        if self.is_still or old is None or new is None:
            return window, x, y
        place = old.find(x, y)
        if place is None:
            return new.name, x * new.width // old.width, y * new.height // old.height
        same = self._same(window, place)
        if same is None:
            return self._aside
        return new.name, *_shifted(place, same, new, x, y)

    def _renamed(self, window: str) -> str:
        """The window of the new module that is what this one was."""
        pairs = {self.old.main: self.new.main, self.old.cards: self.new.cards}
        return pairs.get(window, window)

    def _same(self, window: str, place: Place) -> Place | None:
        """The place of the new module that is what one of the older module was."""
        new = self.new.windows.get(self._renamed(window))
        if new is None:
            return None
        found = self._by_key[new.name].get(_key(place))
        return found if found is not None else new.hexes.get(place.id)

    @functools.cached_property
    def _by_key(self) -> Mapping[str, Mapping[_Key, Place]]:
        windows = self.new.windows.values()
        return {w.name: {_key(place): place for place in reversed(w.places)} for w in windows}

    @functools.cached_property
    def _aside(self) -> tuple[str, int, int]:
        """A free corner of the window with the set-up cards, which is no place of the game."""
        cards = self.new.windows[self.new.cards]
        points = ((x, y) for y in range(0, cards.height, _STEP) for x in range(0, cards.width, _STEP))
        x, y = next((p for p in points if (z := cards.find(*p)) is None or not z.id), (0, 0))
        return cards.name, x, y


def _key(place: Place) -> _Key:
    """What a place is: its id, which is permanent; a place without one is known by its name."""
    return place.kind, place.id or place.name, place.owner, place.day


def _shifted(old: Place, new: Place, window: Window, x: int, y: int) -> _Point:
    """The point that lies to a place as another lay to what it was: beside the same spot, or in scale."""
    if old.polygon == new.polygon and _spots(old) == _spots(new):
        return x, y
    known = [(math.dist((x, y), at), at, _spots(new)[what]) for what, at in _spots(old).items()
             if what in new.spots]  # fmt: skip
    if known:
        _, was, now = min(known)
        wanted = x - was[0] + now[0], y - was[1] + now[1]
        return wanted if window.find(*wanted) == new else now
    wanted = _scaled(old.bounds, new.bounds, x, y)
    return next(point for point in (wanted, *_inside(new), new.middle) if window.find(*point) == new)


def _spots(place: Place) -> dict[str, _Point]:
    return {what: (spot.x, spot.y) for what, spot in place.spots.items()}


def _scaled(old: tuple[int, int, int, int], new: tuple[int, int, int, int], x: int, y: int) -> _Point:
    left, top, right, bottom = old
    x0, y0, x1, y1 = new
    return (
        x0 + (x - left) * (x1 - x0) // max(right - left, 1),
        y0 + (y - top) * (y1 - y0) // max(bottom - top, 1),
    )


def _inside(place: Place) -> Iterator[_Point]:
    """Points of a place, from its middle outwards."""
    left, top, right, bottom = place.bounds
    points = [(x, y) for x in range(left, right, _STEP) for y in range(top, bottom, _STEP)]
    yield from sorted(points, key=lambda point: math.dist(point, place.middle))
