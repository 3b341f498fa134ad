"""Where the pieces of a position go in the module's windows: units, and markers that state facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.carriers import MarkerSpec, Read, value_to_text
from adjudicator.cups import Cup
from adjudicator.layout import Place, label_number
from adjudicator.position import Fact, Key, Position

if TYPE_CHECKING:
    from adjudicator.carriers import Carriers
    from adjudicator.game import Game
    from adjudicator.layout import Layout
    from counters.catalog import Unit

__all__ = ["Placement", "Placer", "Printed", "grid"]

_HEAD = 44  # pixels of a box of the set-up cards that its title takes
_MARGIN = 10
_FACE = "Face"


class Printed(Protocol):
    """What placing needs to know of a module: its game, counters, carriers and windows."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def units(self) -> Mapping[str, Unit]:
        """Counters by uid."""

    @property
    def carriers(self) -> Carriers:
        """What carries which item of state."""

    @property
    def layout(self) -> Layout:
        """Where things lie."""

    @property
    def adapter(self) -> Mapping[str, Any]:
        """The game's ``adapter.toml``."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece of a save.

    Parameters
    ----------
    uid
        Which slot.
    window, x, y
        Where.
    levels, properties
        State of its layers and Dynamic Properties.

    Examples
    --------
    >>> Placement("turn", "Map", 3, 4).levels
    {}
    """

    uid: str
    window: str
    x: int
    y: int
    levels: Mapping[str, int] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)


class Placer:
    """Places the pieces of one position, and keeps account of the facts that they carry.

    Parameters
    ----------
    kit
        What the module is built from.
    position
        The position.
    facts
        Its facts that a carrier must hold.

    Examples
    --------
    >>> from adjudicator.patching import load_printed
    >>> printed = load_printed("breakout-normandy")
    >>> placer = Placer(printed, printed.game.scenario("d-day"), {})
    >>> next(p for p in placer.units() if p.uid == "ge-1-919").window
    'Map'
    """

    def __init__(self, kit: Printed, position: Position, facts: Mapping[Key, Fact]) -> None:
        self.kit, self.position = kit, position
        self.left = dict(facts)
        self.defects: list[str] = []
        self._facts = facts
        self._spare: list[MarkerSpec] = []

    # --- units ---------------------------------------------------------------------------------------

    def units(self) -> Iterator[Placement]:
        """Place every unit."""
        groups: dict[tuple[str, int], tuple[Place, list[str]]] = {}
        for uid in sorted(self.position.pieces):
            piece = self.position.pieces[uid]
            if uid not in self.kit.units:
                self.defects.append(f"the module has no counter {piece.printed.title}")
                continue
            if any(
                cup.holds(self.kit.units[uid]) and piece.space == cup.space for cup in self.kit.carriers.cups
            ):
                continue
            window, place = self.unit_place(self.kit.units[uid], piece.space, day=self.day(uid))
            if place is None:
                self.defects.append(f"{piece.printed.title}: the map has no space {piece.space!r}")
                continue
            groups.setdefault((window, id(place)), (place, []))[1].append(uid)
        for (window, _), (place, uids) in groups.items():
            points = self._snap(place, uids) if place.spots else grid(place, uids, self.step)
            for uid, (x, y) in zip(uids, points, strict=True):
                yield self._unit(uid, window, x, y)

    @property
    def step(self) -> int:
        """Pixels between pieces in a box of the set-up cards."""
        return int(self.kit.adapter["cards"]["step"])

    def day(self, uid: str) -> int | None:
        """Day of arrival, where a fact overrides what the counter prints; None where none does."""
        stated = self._facts.get((self.kit.adapter["unit"].get("day", ""), uid))
        return int(stated) if stated is not None else None

    def unit_place(self, unit: Unit, space: str, *, day: int | None = None) -> tuple[str, Place | None]:
        """Window and zone of a unit in a space: its own box of the set-up cards, or the map.

        Parameters
        ----------
        unit, space, day
            Which unit, where it stands, and its day of arrival where that is not what it prints.

        Returns
        -------
        tuple
            No zone where the module has none.
        """
        layout = self.kit.layout
        boxes = [p for p in layout.windows[layout.cards].of_kind("space") if p.id == space]
        own = [p for p in boxes if p.owner in {unit.side, unit.nationality}]
        if not own:
            return layout.main, layout.space(space)
        other = next((p for p in own if p.day is None), own[-1])
        printed = next((p for p in own if p.day and p.day == unit.arrival), other)
        return layout.cards, next((p for p in own if p.day and p.day == day), printed)

    def _snap(self, place: Place, uids: list[str]) -> list[tuple[int, int]]:
        """Points of each side: the first for up to five units, the others share the rest."""
        found: list[tuple[int, int]] = []
        counts: dict[str, int] = {}
        for uid in uids:
            side = self.kit.units[uid].side
            spots = [s for k, s in place.spots.items() if k.startswith(f"{side} ")] or [*place.spots.values()]
            number = counts.get(side, 0)
            counts[side] = number + 1
            spot = spots[min(number // 5, len(spots) - 1)]
            found.append((spot.x, spot.y))
        return found

    def _unit(self, uid: str, window: str, x: int, y: int) -> Placement:
        unit = self.kit.adapter["unit"]
        words = self.kit.game.statuses
        level = words.index(self.position.pieces[uid].status) + 1
        return Placement(uid, window, x, y, {unit["status"]: level}, self._properties("unit", uid))

    def _properties(self, kind: str, subject: str) -> dict[str, str]:
        """Dynamic Properties of a piece, from the facts about it."""
        found: dict[str, str] = {}
        for name, item in self.kit.carriers.piece_properties.get(kind, {}).items():
            if (item, subject) in self.left:
                found[name] = self._text(item, subject, self.left.pop((item, subject)))
        return found

    def _text(self, item: str, subject: str, value: Fact) -> str:
        """Text of a property; a space by its printed name, ``=`` before the one where the unit stands."""
        text = value_to_text(value)
        if item not in self.kit.adapter["unit"]["spaces"] or text not in self.position.board.spaces:
            return text
        here = self.position.pieces[subject].space == text
        return ("=" if here else "") + self.position.board.name(text)

    # --- markers -------------------------------------------------------------------------------------

    def markers(self) -> Iterator[Placement]:
        """Place every marker that states something, and those that always lie on the map."""
        for spec in self.kit.carriers.markers.values():
            if spec.form == "single":
                yield from self._single(spec)
            elif spec.form == "each":
                yield from self._each(spec)
            elif spec.form == "fixed":
                yield from self._fixed(spec)
            else:
                yield from self._home(spec)
        yield from self._spares()

    def _value(self, read: Read) -> Fact | None:
        """What a marker has to show; None where the position does not say it."""
        key = (read.item, read.subject)
        if key not in self._facts and read.item in self.position.unknown:
            return None
        return self._facts.get(key, self.kit.carriers.schema.default(read.item))

    def _single(self, spec: MarkerSpec) -> Iterator[Placement]:
        values = [(read, self._value(read)) for read in spec.reads]
        if any(value is None for _, value in values):
            self._spare.append(spec)
            return
        box, level = None, 1
        for read, value in values:
            assert value is not None  # noqa: S101 - looked at above
            if read.value == "face":
                level = self._level(spec, self._shown(read, value))
            elif read.value == "word":
                box = self._worded(read, str(value))
            else:
                box = self._box(read, int(value))
                level = 2 if read.value == "signed" and int(value) < 0 else level
            self.left.pop((read.item, read.subject), None)
        if box is not None:
            yield self._on_box(spec, box, level)

    def _level(self, spec: MarkerSpec, value: Fact) -> int:
        if value not in spec.levels:
            self.defects.append(f"{spec.name} has no face {value!r}")
            return 1
        return spec.levels.index(value) + 1

    def _worded(self, read: Read, word: str) -> Place | None:
        """The box whose label is a word."""
        boxes = self.kit.layout.windows[self.kit.layout.main].of_kind("box")
        wanted = {f"{track}:{word}" for track in read.on}
        found = next((place for place in boxes if place.id.casefold() in wanted), None)
        if found is None:
            self.defects.append(f"{read.item}: {word!r} has no box on its track")
        return found

    def _box(self, read: Read, value: int) -> Place | None:
        """The box that shows a number; of a number in digits, this marker's own digit."""
        shown = abs(value) if read.value == "signed" else int(self._shown(read, value))
        for track in read.on:
            place = self._numbered(track, shown)
            if place is not None:
                return place
        self.defects.append(f"{read.item} {read.subject}: {value} has no box on its track".replace(" :", ":"))
        return None

    def _shown(self, read: Read, value: Fact) -> Fact:
        """What one marker shows of a value that several show together, each its own digit."""
        if not read.times:
            return value
        others = [r for _, r in self.kit.carriers.by_item[read.item] if r.subject == read.subject]
        greater = [r.times for r in others if r.times > read.times]
        return (int(value) % min(greater) if greater else int(value)) // read.times

    def _numbered(self, track: str, number: int) -> Place | None:
        window = self.kit.layout.windows[self.kit.layout.main]
        for place in window.of_kind("box"):
            name, _, label = place.id.partition(":")
            if name == track and label_number(label) == number:
                return place
        return None

    def _on_box(self, spec: MarkerSpec, place: Place, level: int = 1) -> Placement:
        spot = place.spots[f"slot {spec.slot}"]
        return self._marker(spec, spot.x, spot.y, level)

    def _marker(
        self, spec: MarkerSpec, x: int, y: int, level: int = 1, window: str | None = None
    ) -> Placement:
        levels = {_FACE: level} if len(spec.images) > 1 else {}
        where = window or self.kit.layout.main
        return Placement(spec.id, where, x, y, levels, self._properties(spec.of, spec.subject))

    def _each(self, spec: MarkerSpec) -> Iterator[Placement]:
        (read,) = spec.reads
        for (item, subject), value in sorted(self.left.items()):
            if item != read.item or (read.value == "face" and value not in spec.levels):
                continue
            place = self._of_subject(read, subject)
            if place is None:
                continue
            del self.left[item, subject]
            level = spec.levels.index(value) + 1 if read.value == "face" else 1
            if read.subject == "box":
                yield self._on_box(spec, place, level)
            else:
                yield self._marker(spec, *_spot(spec, place), level)

    def _of_subject(self, read: Read, subject: str) -> Place | None:
        layout = self.kit.layout
        if read.subject == "box":
            return self._numbered(read.on[0], int(subject))
        return layout.crossing(subject) if "crossing" in read.on else self._area(subject)

    def _area(self, subject: str) -> Place | None:
        place = self.kit.layout.space(subject)
        return place if place and "control" in place.spots else None

    def _fixed(self, spec: MarkerSpec) -> Iterator[Placement]:
        (read,) = spec.reads
        place = self.kit.layout.box(read.on[0], spec.name)
        value = self._value(read)
        self.left.pop((read.item, read.subject), None)
        if place is None:
            self.defects.append(f"{spec.name} has no box of its own")
        elif value is None:
            self._spare.append(spec)
        else:
            x, y = place.middle
            yield self._marker(spec, x, y, self._level(spec, value))

    def _home(self, spec: MarkerSpec) -> Iterator[Placement]:
        """On a track, in an Area or lost where a fact says so; else with the spare markers."""
        stated = [(r, self.left[r.item, r.subject]) for r in spec.reads if (r.item, r.subject) in self.left]
        if len(stated) > 1:
            self.defects.append(
                f"{spec.name} cannot be in two places: {stated[0][0].item}, {stated[1][0].item}"
            )
        if not stated:
            self._spare.append(spec)
            return
        read, value = stated[0]
        del self.left[read.item, read.subject]
        if read.value == "box":
            box = self._box(read, int(value))
            yield from [self._on_box(spec, box)] if box else []
        elif read.value == "place":
            place = self._area(str(value))
            if place is None:
                self.defects.append(f"{spec.name} cannot stand in {value!r}")
            else:
                yield self._marker(spec, *_spot(spec, place))
        elif (box := self._first(read)) is not None:
            yield self._on_box(spec, box)
        else:
            yield self._lost(spec, read)

    def _first(self, read: Read) -> Place | None:
        """The first box of the tracks on which it counts."""
        boxes = self.kit.layout.windows[self.kit.layout.main].of_kind("box")
        return next((p for p in boxes if p.id.partition(":")[0] in read.on), None)

    def _lost(self, spec: MarkerSpec, read: Read) -> Placement:
        layout = self.kit.layout
        boxes = layout.windows[layout.cards].of_kind("space")
        place = next(p for p in boxes if p.id in read.on and p.owner == spec.side)
        _, _, right, bottom = place.bounds
        return self._marker(spec, right - 60, bottom - 60, window=layout.cards)

    def cups(self) -> Iterator[tuple[str, list[str]]]:
        """What each cup holds; chits outside of it are placed by `chits`."""
        for cup in self.kit.carriers.cups:
            inside = [uid for uid, held in self._shared_out(cup) if held]
            units = (u.id for u in self.kit.units.values() if cup.holds(u))
            pieces = self.position.pieces
            yield cup.deck, [*inside, *(u for u in units if u in pieces and pieces[u].space == cup.space)]

    def _shared_out(self, cup: Cup) -> Iterator[tuple[str, bool]]:
        """Each chit, and whether it is in the cup."""
        for kind, (marker, count) in cup.kinds.items():
            said = int(self._facts.get((cup.item, kind), 0))
            self.left.pop((cup.item, kind), None)
            inside = said if cup.says == "left" else count - said
            if not 0 <= inside <= count:
                self.defects.append(f"{cup.deck} cannot hold {inside} of {count} {kind} chits")
            yield from ((f"{marker}-{n}", n <= inside) for n in range(1, count + 1))

    def chits(self) -> Iterator[Placement]:
        """Chits outside of their cups lie in the box of the chits on the set-up cards."""
        layout = self.kit.layout
        boxes = [p for p in layout.windows[layout.cards].places if p.name == "Chits"]
        outside = [uid for cup in self.kit.carriers.cups for uid, held in self._shared_out(cup) if not held]
        for uid, (x, y) in zip(outside, grid(boxes[0], outside, self.step) if boxes else (), strict=True):
            yield Placement(uid, layout.cards, x, y, {}, {})

    def _spares(self) -> Iterator[Placement]:
        """Markers that state nothing now lie on the set-up cards."""
        layout, groups = self.kit.layout, dict[str, list[MarkerSpec]]()
        for spec in self._spare:
            groups.setdefault(spec.rest, []).append(spec)
        for rest, specs in groups.items():
            track, _, label = rest.partition(":")
            box = layout.box(track, label)
            window = layout.windows[layout.main if box else layout.cards]
            place = box or next(p for p in window.places if p.name == "Markers")
            left, _, right, _ = place.bounds
            step = min(self.step, (right - left - 2 * _MARGIN) // len(specs)) if box else self.step
            for spec, (x, y) in zip(specs, grid(place, specs, step), strict=True):
                yield self._marker(spec, x, y, window=window.name)


def _spot(spec: MarkerSpec, place: Place) -> tuple[int, int]:
    named = (s for k, s in place.spots.items() if spec.id.startswith(k))
    spot = next(named, None) or place.spots.get("control") or next(iter(place.spots.values()))
    return spot.x, spot.y


def grid(place: Place, items: Iterable[object], step: int) -> list[tuple[int, int]]:
    """Points in rows below the title of a box; rows close up when there are many.

    Parameters
    ----------
    place, items, step
        The box, what has to go in, and the distance of the points.

    Returns
    -------
    list of tuple
        A point for each item.

    Examples
    --------
    >>> from module_builder.vassal.polygon import Polygon
    >>> grid(Place("Box", "other", "", Polygon.parse("0,0;200,0;200,200;0,200")), "ab", 76)
    [(48, 82), (124, 82)]
    """
    number = len(list(items))
    left, top, right, bottom = place.bounds
    columns = max(1, (right - left - _MARGIN) // step)
    rows = -(-number // columns)
    room = bottom - top - _HEAD - _MARGIN
    high = min(step, max(1, (room - step) // max(1, rows - 1))) if rows * step > room else step
    x0, y0 = left + _MARGIN + step // 2, top + _HEAD + step // 2
    return [(x0 + n % columns * step, y0 + n // columns * high) for n in range(number)]
