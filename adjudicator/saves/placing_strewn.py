"""Where loose markers lie: as many in a space as the number of each of their faces says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.position import Fact
    from adjudicator.saves.carriers import Carriers, MarkerSpec
    from adjudicator.saves.layout import Layout, Place

__all__ = ["strewn"]

_Key = tuple[str, str]


def strewn(
    spec: MarkerSpec,
    left: MutableMapping[_Key, Fact],
    facts: Mapping[_Key, Fact],
    carriers: Carriers,
    layout: Layout,
) -> Iterator[tuple[tuple[int, int], int]]:
    """Every copy of a marker that lies in a space of the map.

    Parameters
    ----------
    spec
        The marker.
    left, facts
        What has no carrier yet, of which goes what the copies say; and all that is stated.
    carriers, layout
        Of the module.

    Yields
    ------
    ((int, int), int)
        Its point, and its face from 1.
    """
    window = layout.windows[layout.main]
    places = {place.id: place for place in window.of_kind("space")}
    for read in spec.reads:
        for item, subject in sorted(key for key in left if key[0] == read.item):
            number, place = int(left[item, subject]), places.get(subject) or window.hexes.get(subject)
            if place is None or number < 0:
                continue
            del left[item, subject]
            at = _clear_point(place, facts, carriers)
            yield from ((at, read.face or 1) for _ in range(number))


def _clear_point(place: Place, facts: Mapping[_Key, Fact], carriers: Carriers) -> tuple[int, int]:
    """The point of the marker that a space can have by itself; where it has it, one of its units."""
    each = (read.item for spec in carriers.markers.values() if spec.form == "each" for read in spec.reads)
    own = place.spots.get("control")
    if own is not None and not any((item, place.id) in facts for item in each):
        return own.x, own.y
    spots = [spot for name, spot in place.spots.items() if name != "control"] or [*place.spots.values()]
    return (spots[-1].x, spots[-1].y) if spots else place.middle
