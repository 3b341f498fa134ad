"""Where things lie in the windows of our modules: Areas, bridges, boxes of tracks, set-up cards."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.saves.adapter import load_adapter
from adjudicator.saves.ground import Ground, ground_mark, own_ground
from adjudicator.saves.piles import HAND
from adjudicator.saves.windows import Place, Spot, Window
from adjudicator.vocabulary import load_vocabulary
from maps.filing import Stamp, files_mark, value_files
from maps.geometry import AreaShape, Geometry, Lattice, TrackShape, read_geometry
from module_builder.vassal.polygon import Polygon
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from maps.board import Board

__all__ = [
    "Layout",
    "Place",
    "Spot",
    "Window",
    "label_number",
    "lay_out",
    "load_layout",
    "overlay_mark",
]


_ROUND = 17  # pixels from the middle of a bridge to the points of its markers
_BOXES = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
_EDGE = 8
_NEAR = 10  # pixels from the middle of a hexside to the edge of its zone


@dataclass(frozen=True)
class Layout:
    """The windows of a module.

    Parameters
    ----------
    version
        Changes with every pixel: geometry of the map, and of the set-up cards.
    windows
        By name.
    main, cards
        Names of the two windows.
    hands
        Names of the private windows.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> layout = load_layout("breakout-normandy", load("breakout-normandy").scenario("d-day").board)
    >>> layout.space("omaha-beach").name, layout.box("impulse", "4").name
    ('Omaha Beach', 'Impulse Track 4')
    """

    version: str
    windows: Mapping[str, Window]
    main: str
    cards: str
    hands: tuple[str, ...] = ()

    @functools.cached_property
    def _by_id(self) -> Mapping[tuple[str, str], Place]:
        windows = reversed(list(self.windows.values()))
        places = [p for w in windows for p in reversed(w.places)]
        return {(p.kind, p.id): p for p in places if p.id}

    def find(self, window: str | None, x: int, y: int) -> Place | None:
        """Find the zone of a point of a window; None where there is none."""
        known = self.windows.get(window or "")
        return known.find(x, y) if known else None

    def space(self, space: str) -> Place | None:
        """The zone of a space; the main map first."""
        known = self._by_id.get(("space", space))
        found = (w.hexes[space] for w in self.windows.values() if space in w.hexes)
        return known if known is not None else next(found, None)

    def crossing(self, edge: str) -> Place | None:
        """The zone of a bridge or river line."""
        return self._by_id.get(("crossing", edge))

    def box(self, track: str, label: str) -> Place | None:
        """The zone of a box of a track."""
        return self._by_id.get(("box", f"{track}:{label}"))

    def named(self) -> Mapping[str, str]:
        """Name of a zone -> id of its space."""
        hexes = {number.upper(): number for w in self.windows.values() for number in w.hexes}
        return hexes | {p.name: p.id for w in self.windows.values() for p in w.places if p.kind == "space"}


def load_layout(game: str, board: Board, overlay: Path | None = None) -> Layout:
    """Lay out the windows of a game's module.

    Parameters
    ----------
    game
        Slug.
    board
        For the printed names.
    overlay
        Folder with an owner's ``geometry.toml``, or None.

    Returns
    -------
    Layout

    Raises
    ------
    maps.errors.DataError
        The geometry is incomplete.
    """
    return _load(game, *_printed(game, board), overlay, ground_mark(game, overlay))


def lay_out(game: str, board: Board, ground: Ground) -> Layout:
    """Lay out the windows as an older module, or somebody else's overlay, drew them.

    Parameters
    ----------
    game
        Slug.
    board
        For the names of spaces; one that it does not know is called by its id.
    ground
        What that module was drawn on.

    Returns
    -------
    Layout

    Raises
    ------
    maps.errors.DataError
        The geometry is incomplete.
    """
    geometry = _geometry(ground)
    known = {id_: (id_, "area") for id_ in (*geometry.areas, *geometry.boxes)}
    known |= {end: (end, "area") for id_ in geometry.crossings for end in id_.split("/")}
    known |= {s.id: (s.name, s.kind) for s in board.spaces.values()}
    return _laid_out(game, ground, geometry, known, _printed(game, board)[1])


_Spaces = tuple[tuple[str, str, str], ...]


@functools.lru_cache(maxsize=8)
def _printed(game: str, board: Board) -> tuple[_Spaces, tuple[str, ...]]:
    """Id, name and kind of each space of a board, and the edges that have a zone of their own."""
    spanned = load_adapter(game)["windows"].get("crossings", "")
    crossings = [e.id for e in board.edges.values() if spanned and (e.boundary == spanned or e.bridge)]
    return tuple([(s.id, s.name, s.kind) for s in board.spaces.values()]), tuple(crossings)


@functools.lru_cache(maxsize=8)
def _load(
    game: str,
    spaces: _Spaces,
    crossings: tuple[str, ...],
    overlay: Path | None,
    _read: tuple[Stamp, ...],
) -> Layout:
    ground = own_ground(game, overlay)
    known = {id_: (name, kind) for id_, name, kind in spaces}
    return _laid_out(game, ground, _geometry(ground), known, crossings)


def _geometry(ground: Ground) -> Geometry:
    return read_geometry(ground.board, file="geometry.toml")


def _laid_out(
    game: str,
    ground: Ground,
    geometry: Geometry,
    known: Mapping[str, tuple[str, str]],
    crossings: tuple[str, ...],
) -> Layout:
    data = {**load_adapter(game), "cards": ground.cards}
    names = data["windows"]
    main = _main_window(geometry, known, crossings, data, load_vocabulary(game).sides)
    cards = _cards_window(data)
    hands = [_hand_window(row, data["piles"]) for row in data.get("pile", ()) if row["window"] == HAND]
    hands += [_private_window(row) for row in data.get("private", ())]
    windows = {window.name: window for window in (main, cards, *hands)}
    return Layout(ground.version, windows, names["map"], names["cards"], tuple(hand.name for hand in hands))


def _hand_window(row: Mapping[str, Any], piles: Mapping[str, Any]) -> Window:
    """The private window of a hand: one place, in which the cards lie side by side."""
    width, height = piles["hand"]
    place = Place(row["name"], "other", "", _rectangle((0, 0, width, height)), owner=row["side"])
    return Window(row["name"], row["name"], width, height, (place,))


def _private_window(row: Mapping[str, Any]) -> Window:
    """A window that only one side opens: what it keeps secret lies in its one place."""
    width, height = row["size"]
    place = Place(row["name"], "other", "", _rectangle((0, 0, width, height)), owner=row["side"])
    return Window(row["name"], row["name"], width, height, (place,))


def _main_window(
    geometry: Geometry,
    known: Mapping[str, tuple[str, str]],
    crossings: tuple[str, ...],
    data: Mapping[str, Any],
    sides: tuple[str, ...],
) -> Window:
    names = data["windows"]
    places = [_crossing(id_, known, c.at, c.zone, sides) for id_, c in geometry.crossings.items()]
    places += [_area(shape, *known[shape.id]) for shape in geometry.areas.values()]
    places += [_area(shape, *known[shape.id]) for shape in geometry.boxes.values()]
    for track in geometry.tracks.values():
        places += list(_track(track, data["tracks"].get(track.id, "")))
    size = geometry.width, geometry.height
    if geometry.hexes is None:
        places.append(Place(names["sea"], "other", "", _rectangle((0, 0, *size))))
        return Window(names["map"], names["board"], *size, tuple(places))
    lattice, numbers = geometry.hexes, [id_ for id_, (_, kind) in known.items() if kind == "hex"]
    places += [_hexside(lattice, id_) for id_ in crossings]
    hexes = _Hexes(lattice, numbers, sides)
    return Window(names["map"], names["board"], *size, tuple(places), lattice, hexes, geometry.parts)


class _Hexes(Mapping[str, Place]):
    """One place for each hex, made when it is asked for."""

    def __init__(self, lattice: Lattice, numbers: Iterable[str], sides: tuple[str, ...]) -> None:
        self._lattice, self._numbers, self._sides = lattice, dict.fromkeys(numbers), sides
        self._made: dict[str, Place] = {}

    def __getitem__(self, number: str) -> Place:
        if number not in self._made:
            if number not in self._numbers:
                raise KeyError(number)
            self._made[number] = _hex(self._lattice, number, self._sides)
        return self._made[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def _hex(lattice: Lattice, number: str, sides: tuple[str, ...]) -> Place:
    """A hex: units of both sides and markers snap to its centre."""
    at, name = lattice.centre(number), number.upper()
    spots = {what: _spot(name, at) for what in (*(f"{side} 1" for side in sides), "control")}
    return Place(name, "space", number, _whole(lattice.corners(number)), spots)


def _hexside(lattice: Lattice, edge: str) -> Place:
    """The small zone in the middle of a hexside, for what may lie there."""
    a, b = edge.split("/")
    (x0, y0), (x1, y1) = lattice.centre(a), lattice.centre(b)
    x, y, name = (x0 + x1) / 2, (y0 + y1) / 2, f"{a.upper()} / {b.upper()}"
    zone = _rectangle((x - _NEAR, y - _NEAR, 2 * _NEAR, 2 * _NEAR))
    return Place(name, "crossing", edge, zone, {"bridge": _spot(f"{name} Bridge", (x, y))})


def _whole(points: tuple[tuple[float, float], ...]) -> Polygon:
    return Polygon(tuple([(round(x), round(y)) for x, y in points]))


def _rectangle(box: tuple[float, float, float, float]) -> Polygon:
    x, y, w, h = box
    return _whole(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))


def _spot(name: str, at: tuple[float, float]) -> Spot:
    return Spot(name, round(at[0]), round(at[1]))


def _crossing(
    id_: str,
    known: Mapping[str, tuple[str, str]],
    at: tuple[float, float],
    zone: tuple[tuple[float, float], ...],
    sides: tuple[str, ...],
) -> Place:
    name = " / ".join(known[end][0] for end in id_.split("/"))
    spots = {"bridge": _spot(f"{name} Bridge", (at[0], at[1] - _ROUND))}
    for side, dx in zip(reversed(sides), (-_ROUND, _ROUND), strict=True):
        spots[f"construct-{side}"] = _spot(f"{name} {side.title()} Construct", (at[0] + dx, at[1] + _ROUND))
    spots["held"] = _spot(f"{name} River", at)
    return Place(name, "crossing", id_, _whole(zone), spots)


def _area(shape: AreaShape, name: str, kind: str) -> Place:
    points: dict[str, tuple[float, float]] = {}
    for side, found in shape.units.items():
        points |= {f"{side} {n}": p for n, p in enumerate(found, 1)}
    if kind in {"area", "zone", "holding"}:
        points["control"] = shape.control
    if shape.fortification is not None:
        points["fortification"] = shape.fortification
    spots = {k: _spot(f"{name} {k.title()}", p) for k, p in points.items()}
    return Place(name, "space", shape.id, _whole(shape.zone or shape.polygon), spots)


def _track(track: TrackShape, suffix: str) -> Iterator[Place]:
    for label, box in track.named.items():
        name = f"{track.title} {label}" + (suffix if label.isdigit() else "")
        x, y = box.middle
        spots = {
            f"slot {n}": _spot(f"{name} {n + 1}", (x + dx * box.width, y + dy * box.height))
            for n, (dx, dy) in enumerate(_BOXES)
        }
        rect = _rectangle((box.x, box.y, box.width, box.height))
        yield Place(name, "box", f"{track.id}:{label}", rect, spots)


def _cards_window(data: Mapping[str, Any]) -> Window:
    cards, names = data["cards"], data["windows"]
    places: list[Place] = []
    for row in cards["rows"]:
        for column in cards["columns"]:
            day = column["day"]
            title = f"{row['title']} {cards['titles'][0].format(day) if day else cards['titles'][1]}"
            rect = _rectangle((column["x"], row["y"], column["width"], row["height"]))
            places.append(
                Place(title, "space", cards["space"], rect, owner=row["nationality"], day=day or None)
            )
    for box in cards["boxes"]:
        kind = "space" if box["space"] else "other"
        rect, day = _rectangle(tuple(box["rect"])), box.get("day")
        places.append(Place(box["name"], kind, box["space"], rect, owner=box["side"], day=day))
    size = (0, 0, cards["width"], cards["height"])
    places.append(Place("Table", "other", "", _rectangle(size)))
    return Window(names["cards"], names["cards_board"], cards["width"], cards["height"], tuple(places))


def overlay_mark(overlay: Path | None) -> str:
    """Short fingerprint of the values of an overlay; empty without one, or where it holds pictures alone.

    Parameters
    ----------
    overlay
        Folder, or None.

    Returns
    -------
    str

    Examples
    --------
    >>> overlay_mark(None)
    ''
    """
    files = value_files(overlay)
    if overlay is None or not files:
        return ""
    return files_mark(overlay, files)


def label_number(label: str, digits: str = "") -> int | None:
    """Number of a box of a track: a lettered box stands before 0 (A is -1), other texts are no number.

    Parameters
    ----------
    label
        As printed.
    digits
        Text that must stand behind the number, such as the ``0`` of tens.

    Returns
    -------
    int or None

    Examples
    --------
    >>> label_number("12"), label_number("B"), label_number("V12"), label_number("30", "0")
    (12, -2, None, 3)
    """
    if digits:
        label = label.removesuffix(digits) if label.endswith(digits) else ""
    if label.lstrip("-").isdigit():
        return int(label)
    if len(label) == 1 and "A" <= label <= "Z":
        return ord("A") - 1 - ord(label)
    return None
