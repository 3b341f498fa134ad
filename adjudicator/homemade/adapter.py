"""How the module of a game of one's own carries its position: what ``adapter.toml`` says for each of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.homemade.desk import desk_of
from adjudicator.homemade.items import CARD, CONTROL, STACK, faces_of_marker, hand_of, loose_markers
from adjudicator.homemade.phases import phases_of
from counters.catalog import load_markers, load_units
from counters.nations import nations_of
from counters.units import FACE_LETTERS, Marker, Unit
from maps.board import Board, board_of
from maps.errors import DataError
from maps.games import GAME_FILE, FolderHome
from maps.homemade.game import COMMON, LOST, WAITING, GameFile, game_file, owner_of

__all__ = ["adapter_of"]

_SIDES = 2
_STEP = 76  # pixels from unit to unit on the set-up cards
_EDGE, _HEAD = 20, 46
_ACROSS, _MOST = 12, 6  # units beside one another at the start, and in a box of a turn
_QUARTER = 0.6  # of a box, for a marker on a slot of it
_LEFT: Mapping[str, Any] = {
    "name": "StepsLeft", "text": "steps", "full": "steps", "less": 1, "halved": True,
}  # fmt: skip
_PILE = (250, 350)  # pixels of a card
_FIRST, _APART, _BESIDE = 160, 640, 290  # middle of the first deck, to the next, and to its discards
_WINDOWS = {
    "map": "Map",
    "board": "Board",
    "cards": "Setup Cards",
    "cards_board": "Cards",
    "sea": "Off the map",
}


def adapter_of(home: FolderHome) -> dict[str, Any]:
    """Make the adapter of a folder.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    dict
        Tables and keys as in the ``adapter.toml`` of our games.

    Raises
    ------
    DataError
        A file of the folder is wrong, or a marker that ``game.toml`` names is not in ``markers.csv``.
    """
    told, board = game_file(home), board_of(home.slug)
    units, markers = load_units(home.slug), load_markers(home.slug)
    hexes = any(space.kind == "hex" for space in board.spaces.values())
    found: dict[str, Any] = {
        "module": told.title,
        "version": told.version,
        "acts": _acts(home, told),
        "flow": [],
        "due": [],
        "windows": dict(_WINDOWS),
        "unit": _unit(told, units),
        "printed": _printed(board),
        "tracks": {},
        "words": {},
        "trackers": {"phase": "Phase", "side": "To play"},
        "cards": _cards(home, told, units),
        "desk": desk_of(told, hexes=hexes),
        "marker": list(_markers(home, told, markers)),
    }
    if told.deck:
        cards = found["cards"]
        found |= _piles(told, cards["height"] + _PILE[1] // 2 + _HEAD)
        cards["height"] += _PILE[1] + _HEAD + _EDGE
        last = _FIRST + (len(_owners(told)) - 1) * _APART + _BESIDE
        cards["width"] = max(cards["width"], last + _PILE[0] // 2 + _EDGE)
    if told.units.totals and hexes and any(unit.steps for unit in units.values()):
        names = [_name(column) for column in told.units.totals]
        words = ", ".join(told.units.totals[:2])
        found["summary"] = {"figures": names[:2], "steps": _LEFT["name"], "words": f"{words} and steps"}
    return found


def _name(column: str) -> str:
    """Name of the property that adds a column up."""
    return "".join(word.title() for word in column.replace("_", "-").split("-"))


def _acts(home: FolderHome, told: GameFile) -> list[dict[str, Any]]:
    """Who acts in which phase: lit up by a button of the module."""
    alone = {side: [p.id for p in phases_of(home).phases.values() if p.player == side] for side in told.sides}
    together = [p.id for p in phases_of(home).phases.values() if p.player == "alternating"]
    rows = [{"phase": phases, "who": side} for side, phases in alone.items() if phases]
    return [*rows, *([{"phase": together, "who": "side"}] if together else [])]


def _unit(told: GameFile, units: Mapping[str, Unit]) -> dict[str, Any]:
    printed = told.units.printed or _columns(told, units)
    sums = told.units.totals
    rows: list[dict[str, Any]] = [
        {"name": _name(c), "text": c, "full": c, "worn": f"reduced_{c}"} for c in sums
    ]
    rows += [dict(_LEFT)] if sums and any(unit.steps for unit in units.values()) else []
    words = told.units.statuses
    faces: dict[str, Any] = {}
    if len(words) != _SIDES:
        faces = {"faces": True, "columns": [told.units.prefixes(face) for face in range(len(words))]}
    return {
        "status": "Status",
        "words": [status.title() for status in words],
        **faces,
        "spaces": [],
        "submenu": "Records",
        "printed": list(printed),
        "factors": _factors(len(words)),
        "totals": rows,
        "loose": {},
        "boxes": {},
        "menu": {},
    }


def _factors(faces: int) -> str:
    """Expression behind ``Status_Level == 1 ?``: what each face prints."""
    if faces == 1:
        return "Fresh : Fresh"
    names = ["Reduced", *(f"Face{number}" for number in range(3, faces + 1))]
    middle = "".join(f"Status_Level == {n} ? {name} : " for n, name in enumerate(names[:-1], _SIDES))
    return f"Fresh : {middle}{names[-1]}"


def _columns(told: GameFile, units: Mapping[str, Unit]) -> tuple[str, ...]:
    """The numbers that the front of a counter prints, in the order of the file."""
    names = dict.fromkeys(name for unit in units.values() for name in unit.ratings)
    return tuple(name for name in names if not told.units.is_worn(name))


def _printed(board: Board) -> dict[str, Any]:
    """What the mouse-over tells of a space."""
    features = dict.fromkeys(name for space in board.spaces.values() for name in space.features)
    shown = [name for name in features if name not in {"start", "terrain", "number"}]
    terrain = ": {terrain}" if "terrain" in features else ""
    return {
        "description": "What the map prints",
        "head": f"{{name}}{terrain}",
        "nameless": "{terrain}" if terrain else "{name}",
        "parts": [{"feature": name, "text": f", {name.replace('_', ' ')} {{{name}}}"} for name in shown],
    }


# --- the set-up cards -------------------------------------------------------------------------------------


def _cards(home: FolderHome, told: GameFile, units: Mapping[str, Unit]) -> dict[str, Any]:
    """Boxes for units that wait, by nation and by the turn on which they come; for lost ones, for markers."""
    nations = nations_of(home.slug)
    waiting: dict[tuple[str, int], int] = {}
    for unit in units.values():
        key = unit.nationality, unit.arrival or 0
        waiting[key] = waiting.get(key, 0) + 1
    own = [row.id for row in told.nations if any(unit.nationality == row.id for unit in units.values())]
    turns = sorted({0, *(turn for _, turn in waiting)})
    across = {turn: _ACROSS if turn == 0 else _MOST for turn in turns}
    columns, x = [], _EDGE
    for turn in turns:
        width = across[turn] * _STEP + _EDGE
        columns.append({"day": turn, "x": x, "width": width})
        x += width + 8
    rows, y = [], _EDGE
    for nation in own:
        lines = max([1, *(-(-waiting.get((nation, turn), 0) // across[turn]) for turn in turns)])
        height = _HEAD + lines * _STEP
        rows.append({"nationality": nation, "title": nations[nation].title, "y": y, "height": height})
        y += height + 8
    width = max(x, 3 * 560 + _EDGE)
    boxes, wide = [], (width - 2 * _EDGE - 2 * 8) // 3
    for number, side in enumerate(told.side):
        rect = [_EDGE + number * (wide + 8), y, wide, 400]
        boxes.append({"name": f"{side.id.title()} Eliminated", "space": LOST, "side": side.id, "rect": rect})
    boxes.append({"name": "Markers", "space": "", "side": "", "rect": [_EDGE + 2 * (wide + 8), y, wide, 400]})
    return {
        "version": 1,
        "space": WAITING,
        "titles": [f"{told.turns.name} {{}}", "Not on the map"],
        "width": width,
        "height": y + 400 + _EDGE,
        "step": _STEP,
        "columns": columns,
        "rows": rows,
        "boxes": boxes,
    }


# --- markers ----------------------------------------------------------------------------------------------


def _markers(home: FolderHome, told: GameFile, markers: Mapping[str, Marker]) -> Iterator[dict[str, Any]]:
    """The markers that carry state, and those of ``markers.csv`` that lie where players lay them."""
    turns, boxes = told.turns, _box_sizes(home)
    carried = [(turns.marker, "turn", turns.track, 0), *_on_tracks(told)]
    for id_, item, track, slot in carried:
        _known(id_, markers, item)
        if track not in boxes:
            expected = f"a [[track]] {track!r}, on which {item} is shown"
            raise DataError("map.toml", "track", expected, f"or say otherwise in {GAME_FILE}")
        reads = [{"item": item, "value": "box"}]
        row = {"id": id_, "form": "single", "slot": slot, "on": [track], "reads": reads}
        yield {**row, "px": round(boxes[track] * _QUARTER)}
    if told.control:
        _known(CONTROL, markers, CONTROL)
        reads = [{"item": CONTROL, "subject": "place", "value": "face"}]
        row = {"id": CONTROL, "form": "each", "levels": list(told.sides), "layer": "Control"}
        yield {**row, "on": ["area"], "reads": reads}
    for marker in loose_markers(told, markers).values():
        items = faces_of_marker(home.slug, marker)
        faces: dict[str, Any] = {"levels": list(items.values())} if len(items) > 1 else {}
        if len(items) > _SIDES:
            faces["images"] = [f"{marker.id}_{letter}" for letter in FACE_LETTERS[: len(items)]]
        lying: list[dict[str, Any]] = [
            {"item": item, "subject": "place", "value": "yes", "times": 1, "face": face}
            for face, item in enumerate(items, 1)
        ]
        yield {"id": marker.id, "form": "strewn", **faces, "on": ["area"], "reads": lying}


def _box_sizes(home: FolderHome) -> Mapping[str, int]:
    """The smaller side of the boxes of each track, in pixels."""
    tracks = home.table("maps", "geometry.toml").get("tracks", {})
    return {id_: min(min(box[2:]) for box in track["boxes"]) for id_, track in tracks.items()}


def _on_tracks(told: GameFile) -> Iterator[tuple[str, str, str, int]]:
    """Markers of numbers, each on a slot of its own where a track has several."""
    taken = {told.turns.track: 1}
    for row in told.state:
        slot = taken.get(row.track, 0)
        taken[row.track] = slot + 1
        yield row.marker, row.id, row.track, slot % 4


def _known(id_: str, markers: Mapping[str, Marker], what: str) -> None:
    if id_ not in markers:
        expected = f"a marker {id_!r}, which shows {what}"
        raise DataError("markers.csv", "column id", expected, "or say otherwise in game.toml")


# --- cards ------------------------------------------------------------------------------------------------


def _piles(told: GameFile, y: int) -> dict[str, Any]:
    """A deck and discards for each side that has cards, and for nobody's; decks lie in a row at a height."""
    rows: list[dict[str, Any]] = []
    shared = {"common": True} if told.shares_cards else {}
    owners = _owners(told)
    for number, side in enumerate(owners):
        x, title = _FIRST + number * _APART, (side or COMMON).title()
        own = {"side": side, "window": "cards", **({} if side else shared)}
        rows += [
            {**own, "value": STACK, "name": f"{title} Cards", "at": [x, y], "text": "Back into the deck",
             "key": "B", "closed": True},
            {**own, "value": "discard", "name": f"{title} Discards", "at": [x + _BESIDE, y],
             "text": "Discard", "key": "U"},
        ]  # fmt: skip
        rows += [_hand(told, side, shared)] if side else []
    rows += [_hand(told, side, shared) for side in told.hands if side not in owners]
    return {
        "piles": {
            "item": CARD,
            "hidden": "unseen",
            "carrier": "bocage_unseen",
            "size": list(_PILE),
            "hand": [2100, 390],
            "open_to": ["Referee", "Solitaire"],
        },
        "pile": rows,
    }


def _owners(told: GameFile) -> list[str]:
    """Whose decks there are; empty for nobody's, which comes last."""
    owners = dict.fromkeys(map(owner_of, told.deck))
    return [*filter(None, owners), *([""] if "" in owners else [])]


def _hand(told: GameFile, side: str, shared: Mapping[str, bool]) -> dict[str, Any]:
    """The private window of a side."""
    return {
        "side": side,
        "window": "hand",
        **shared,
        "value": hand_of(told, side),
        "name": f"{side.title()} Hand",
        "at": [145, 195],
        "text": "Into the hand",
        "key": "H",
    }
