"""What the page is told of a module that is being matched: pieces, places, grids, layers as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.saves.foreign.matching import title_of, waiting
from adjudicator.saves.foreign.places import their_places
from adjudicator.saves.foreign.statuses import layers_of
from adjudicator.saves.foreign.writing import SETTLED, asked_items, proposal_json
from adjudicator.table.foreign_art import board_images, has_picture
from module_builder.vassal.geometry import OFFBOARD

if TYPE_CHECKING:
    from adjudicator.saves.foreign.matching import Matching
    from adjudicator.saves.foreign.modules import Counter, TheirModule
    from adjudicator.saves.foreign.proposal import Laid, Proposal

__all__ = ["at_point", "maps_json", "names_json", "overview_json", "piece_json"]

_STARTS, _LANDMARKS = 4, 60
_WORD = 4
"""Letters of a word that makes a hex known by name."""


def names_json(matching: Matching) -> dict[str, Any]:
    """What can be typed: our units and spaces."""
    found = matching.found
    units = [{"id": uid, "title": unit.title} for uid, unit in found.units.items()]
    spaces = [{"id": s.id, "name": s.name} for s in found.start.board.spaces.values()]
    return {"units": units, "spaces": spaces, "landmarks": _landmarks(found)}


def _landmarks(found: Proposal) -> list[str]:
    """Names of spaces of ours that everybody finds on any map."""
    spaces = [s for s in found.start.board.spaces.values() if s.kind != "box"]
    return [s.name for s in spaces if any(w.isalpha() and len(w) >= _WORD for w in s.name.split())]


def overview_json(matching: Matching) -> dict[str, Any]:
    """Everything that is proposed and said, and how much is left."""
    found = matching.found
    data = proposal_json(found)
    counters = matching.counters
    for row in data["units"]:
        counter = counters[row["piece"]]
        row["title"] = title_of(found.units, row["units"])
        row["said"] = row["why"] in SETTLED
        row["art"] = has_picture(matching.module, counter.pictures)
    units = [c for c in matching.module.counters if found.matches[c.key].units]
    return {
        "module": data["module"] | {"pieces": len(matching.module.counters)},
        "game": {"slug": found.game.slug, "title": found.game.title, "statuses": list(found.game.statuses)},
        "found": data["found"],
        "units": len(found.units),
        "waiting": list(waiting(found)),
        "rows": data["units"],
        "without": [{"id": uid, "title": found.units[uid].title} for uid in data["without"]],
        "places": [_place(row, found) for row in data["places"]],
        "grids": [_grid(lay, found) for lay in found.grids],
        "layers": list(_layers(matching, units)),
        "turned": list(_turned(matching, units)),
        "items": list(_items(found)),
        "gone": matching.gone,
        "undo": matching.undoable,
        "kept": matching.path.name,
    }


def _place(row: Mapping[str, Any], found: Proposal) -> dict[str, Any]:
    board = found.start.board
    return {**row, "title": board.name(row["space"]) if row["space"] else "", "said": row["why"] in SETTLED}


def _grid(lay: Laid, found: Proposal) -> dict[str, Any]:
    board = found.start.board
    known = [{"theirs": t, "ours": o, "title": board.name(o)} for t, o in lay.known.items()]
    some = [name for name in lay.grid.names.values() if name != OFFBOARD]
    return {
        "name": lay.grid.key,
        "map": lay.grid.map,
        "known": known,
        "why": lay.why,
        "laid": lay.rule is not None,
        "agree": lay.agree,
        "tried": lay.tried,
        "example": some[len(some) // 2] if some else "",
    }


def _layers(matching: Matching, units: list[Counter]) -> Iterator[dict[str, Any]]:
    """Every layer of the units, with what its levels mean where they turn the counter over."""
    turning = {each.layer: each for each in reversed(matching.found.layers)}
    for key, (count, face) in layers_of(units).items():
        turns = turning.get(key)
        yield {
            "layer": key,
            "units": count,
            "images": [
                {"name": image, "art": has_picture(matching.module, [image])} for image in face.images
            ],
            "names": list(face.names),
            "turns": turns is not None,
            "words": list(turns.words) if turns else [],
            "off": turns.off if turns else matching.game.statuses[0],
        }


def _turned(matching: Matching, units: list[Counter]) -> Iterator[dict[str, Any]]:
    """What a piece is replaced by: the other side of its unit."""
    found, module = matching.found, matching.module
    for counter in units:
        for gpid, (name, image) in counter.turns_to.items():
            if gpid in found.turned:
                uid, status = found.turned[gpid]
                yield {
                    "piece": counter.key,
                    "title": found.units[uid].title,
                    "name": name,
                    "status": status,
                    "art": has_picture(module, counter.pictures),
                    "image": image if has_picture(module, [image]) else "",
                }


def _items(found: Proposal) -> Iterator[dict[str, Any]]:
    """What their saves do not tell, and what is assumed of it."""
    assumed = found.own.get("assumed", {})
    for item in asked_items(found):
        yield {
            "item": item.name,
            "title": item.name.replace("-", " "),
            "of": item.of,
            "values": [item.default, *(v for v in item.values if v not in {"", item.default})],
            "now": assumed.get(item.name),
        }


def piece_json(matching: Matching, key: str) -> dict[str, Any]:
    """A piece with all that is written on it, and what it may be."""
    offers, found = matching.offers(key), matching.found
    counter, match = matching.counters[key], matching.found.matches[key]
    starts = [_place_name(matching.module, counter, n) for n in range(min(_STARTS, len(counter.starts)))]
    texts = [
        ("in the palette", " / ".join(counter.path)),
        ("entry", counter.entry if counter.entry != counter.name else ""),
        *((name, text) for name, text in counter.marks.items()),
        ("prototypes", ", ".join(counter.prototypes)),
        ("picture", ", ".join(counter.pictures[:3])),
        ("set up at", ", ".join(dict.fromkeys(starts))),
    ]
    return {
        "piece": key,
        "name": counter.called,
        "status": match.status,
        "why": match.why,
        "texts": [{"label": label, "text": text} for label, text in texts if text],
        "offers": [
            {
                "units": list(offer.units),
                "title": title_of(found.units, offer.units),
                "why": offer.why,
                "confidence": offer.confidence,
                "taken": matching.counters[offer.taken].called if offer.taken else "",
            }
            for offer in offers
        ],
    }


def _place_name(module: TheirModule, counter: Counter, number: int) -> str:
    start = counter.starts[number]
    return start.location or module.locator.location(start.map, start.x, start.y)


def maps_json(matching: Matching) -> list[dict[str, Any]]:
    """Their windows: size, places with their outlines, and landmarks of ours where a grid has them."""
    places, module = their_places(matching.module), matching.module
    found = []
    for name, board_map in module.locator.maps.items():
        laid = board_map.placed()
        if laid:
            own = [p for p in places if p.map == name and p.outline]
            images = list(board_images(module, name).values())
            found.append(
                {
                    "name": name,
                    "width": max(p.x + p.board.width for p in laid),
                    "height": max(p.y + p.board.height for p in laid),
                    "art": has_picture(module, images),
                    "places": [{"name": p.name, "outline": [n for at in p.outline for n in at]} for p in own],
                    "landmarks": [m for lay in matching.found.grids for m in _marks(lay, matching, name)],
                }
            )
    return sorted(found, key=lambda each: -int(each["width"]) * int(each["height"]))


def _marks(lay: Laid, matching: Matching, window: str) -> list[dict[str, Any]]:
    """Spaces of ours with names, where the rule of a grid has them on their map."""
    if lay.rule is None or lay.grid.map != window:
        return []
    known, board = set(_landmarks(matching.found)), matching.found.start.board
    found = []
    for at in lay.grid.names:
        space = matching.hex_at.get(lay.rule.ours(at))
        if space is not None and board.name(space) in known:
            x, y = lay.grid.grid.center(at[0], at[1] + at[0] // 2)
            found.append(
                {"name": board.name(space), "x": x + lay.grid.corner[0], "y": y + lay.grid.corner[1]}
            )
    return found[:: max(1, -(-len(found) // _LANDMARKS))]


def at_point(matching: Matching, window: str, x: int, y: int) -> dict[str, Any]:
    """What lies at a point of their map: the name of its place, and the hex of a grid."""
    for lay in matching.found.grids:
        at = lay.grid.at(x, y) if lay.grid.map == window else None
        if at is not None and at in lay.grid.names:
            return {"grid": lay.grid.key, "name": lay.grid.names[at]}
    locator = matching.module.locator
    name = locator.location(window, x, y)
    zone = locator.zone(window, x, y) or ""
    known = matching.found.places
    return {"grid": "", "name": name if name in known else zone if zone in known else ""}
