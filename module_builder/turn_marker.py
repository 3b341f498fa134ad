"""The marker of the turn or date: it goes on one box by itself, and tells what arrives there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.saves.layout import label_number
from module_builder.sources import lays_sources
from module_builder.vassal.builders import calculated_property, report, send_to_region
from module_builder.vassal.keys import named

if TYPE_CHECKING:
    from adjudicator.saves.carriers import MarkerSpec
    from adjudicator.saves.windows import Place
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = ["ADVANCE", "ARRIVALS", "dated_marker", "turn_traits"]

ADVANCE, ARRIVALS = named("bocageAdvance"), named("bocageArrivals")
"""Keys: one box on; say what arrives."""


def dated_marker(kit: Kit, item: str) -> MarkerSpec:
    """The marker whose box says the turn or the date.

    Parameters
    ----------
    kit
        What the module is built from.
    item
        Item of state.

    Returns
    -------
    MarkerSpec

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> dated_marker(load_kit("june-six"), "turn").id
    'game-turn'
    """
    return next(spec for spec, read in kit.carriers.by_item[item] if read.value == "box")


def turn_traits(kit: Kit, spec: MarkerSpec) -> Iterator[Trait]:
    """What the marker of the turn does; nothing for another marker.

    Parameters
    ----------
    kit, spec
        The module and one of its markers.

    Yields
    ------
    Trait
    """
    for row in kit.adapter["due"]:
        if "advances" in row and dated_marker(kit, row["advances"]).id == spec.id:
            boxes = _boxes(kit, spec)
            rows = "".join(
                f"|{box.name}={title};{region};" for box, title, region in _steps(kit, spec, boxes)
            )
            here = '("|" + CurrentZone + "=")'
            known = (
                f'Days.contains({here}) ? Days.substring(Days.indexOf({here}) + {here}.length()).split(";")'
            )
            yield calculated_property("Days", f'{{"{rows}"}}')
            yield calculated_property("Today", f'{{{known}[0] : ""}}')
            yield calculated_property("Tomorrow", f"{{{known}[1] : LocationName}}")
            yield report([ARRIVALS], f"{{{_arrivals(kit)}}}")
            yield send_to_region("", key=ADVANCE, map_name=kit.layout.main, region="{Tomorrow}")
            yield from lays_sources(kit)


def _boxes(kit: Kit, spec: MarkerSpec) -> list[Place]:
    """The numbered boxes of its track, in their order; others stand between them for what is checked then."""
    tracks = {track for read in spec.reads for track in read.on}
    window = kit.layout.windows[kit.layout.main]
    parts = [(place, *place.id.partition(":")[::2]) for place in window.of_kind("box")]
    return [place for place, track, label in parts if track in tracks and label_number(label) is not None]


def _steps(kit: Kit, spec: MarkerSpec, boxes: list[Place]) -> Iterator[tuple[Place, str, str]]:
    """Each box, what the Setup Cards call its turn, and the point of the next one."""
    cards = kit.layout.windows[kit.layout.cards].of_kind("space")
    titles = {place.day: place.name.removeprefix(_nation(place)).strip() for place in cards if place.day}
    for place, after in zip(boxes, [*boxes[1:], boxes[-1]], strict=True):
        number = label_number(place.id.partition(":")[2])
        yield place, titles.get(number or 0, ""), after.spots[f"slot {spec.slot}"].name


def _nation(place: Place) -> str:
    return place.name.split()[0]


def _arrivals(kit: Kit) -> str:
    """Expression: how many units of each nationality stand in the boxes of this turn."""
    cards = kit.layout.windows[kit.layout.cards].of_kind("space")
    nations = dict.fromkeys(_nation(p) for p in cards if p.id in {"turn-track", "setup-card"})
    parts = []
    for nation in nations:
        count = f'CountZone("{nation} " + Today, "{kit.layout.cards}", "{{Layer == \\"Units\\"}}")'
        parts.append(f'({count} == 0 ? "" : ", {nation} " + {count})')
    said = f'"~" + Today + ": on the Setup Cards for this turn" + ({" + ".join(parts)} + ".")'
    return (
        f'Today == "" ? "" : ({said}).replaceFirst("turn,", "turn:").replaceFirst("turn[.]", "turn: nobody.")'
    )
