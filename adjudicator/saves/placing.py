"""Where the pieces of a position go in the module's windows: units, and markers that state facts."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from adjudicator.position import Fact
from adjudicator.saves.adapter import is_masked
from adjudicator.saves.carriers import MarkerSpec, Read
from adjudicator.saves.layout import Place, Spot, label_number
from adjudicator.saves.placing_decks import MARGIN, Placement, Printed, grid
from adjudicator.saves.placing_records import RecordPlacer
from adjudicator.saves.placing_strewn import strewn

if TYPE_CHECKING:
    from counters.catalog import Unit

__all__ = ["Placement", "Placer", "Printed", "grid"]

_FACE = "Face"
_STACK, _LOW = 5, 2  # units on a point of an Area, and on one below the caption of a box
_HEAP, _SLOTS = 3, (2, 3, 0, 1)  # markers of a number on a point of a box; its points from below


class Placer(RecordPlacer):
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
    >>> from adjudicator.saves.patching import load_printed
    >>> printed = load_printed("breakout-normandy")
    >>> placer = Placer(printed, printed.game.scenario("d-day"), {})
    >>> next(p for p in placer.units() if p.uid == "ge-1-919").window
    'Map'
    """

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

    def day(self, uid: str) -> int | None:
        """Day of arrival, where a fact overrides what the counter prints; None where none does."""
        items = (self.kit.adapter["unit"].get(key, "") for key in ("day", "back"))
        stated = next((v for item in items if (v := self._facts.get((item, uid))) is not None), None)
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
        own = [p for p in self._boxes.get(space, ()) if p.owner in {unit.side, unit.nationality}]
        if not own:
            return layout.main, layout.space(space)
        other = next((p for p in own if p.day is None), own[-1])
        printed = next((p for p in own if p.day and p.day == unit.arrival), other)
        return layout.cards, next((p for p in own if p.day and p.day == day), printed)

    @functools.cached_property
    def _boxes(self) -> dict[str, list[Place]]:
        """Boxes of the set-up cards, by their space."""
        layout, found = self.kit.layout, dict[str, list[Place]]()
        for place in layout.windows[layout.cards].of_kind("space"):
            found.setdefault(place.id, []).append(place)
        return found

    def _snap(self, place: Place, uids: list[str]) -> list[tuple[int, int]]:
        """Points of each side: the first for up to five units, the next for the rest; in a box all share it.

        Types of ``[unit.points]`` have a point of their own, where the place has it.
        """
        points, sides = {}, dict[str, list[str]]()
        for uid in uids:
            unit = self.kit.units[uid]
            if (own := self.own_point(unit, place)) is not None:
                points[uid] = own
            else:
                sides.setdefault(unit.side, []).append(uid)
        for side, those in sides.items():
            spots = [s for k, s in place.spots.items() if k.startswith(f"{side} ")] or [*place.spots.values()]
            heaps = _heaps(spots, len(those)) if self.stands_apart(place) else [_STACK] * len(spots)
            filled = [spot for spot, high in zip(spots, heaps, strict=True) for _ in range(high)]
            points |= {uid: filled[min(n, len(filled) - 1)] for n, uid in enumerate(those)}
        return [(points[uid].x, points[uid].y) for uid in uids]

    def stands_apart(self, place: Place) -> bool:
        """Whether the units of a place are laid side by side.

        Parameters
        ----------
        place
            Which.

        Returns
        -------
        bool
        """
        space = self.position.board.spaces.get(place.id)
        return space is not None and space.kind in self.kit.adapter["unit"].get("apart", ())

    def own_point(self, unit: Unit, place: Place) -> Spot | None:
        """The point that a type of unit has for itself in a place; None for most.

        Parameters
        ----------
        unit, place
            Which unit, and where it goes.

        Returns
        -------
        Spot or None
        """
        return place.spots.get(self.kit.adapter["unit"].get("points", {}).get(unit.type, ""))

    def _unit(self, uid: str, window: str, x: int, y: int) -> Placement:
        unit = self.kit.adapter["unit"]
        words, printed = self.kit.game.statuses, self.kit.units[uid]
        level = words.index(self.position.pieces[uid].status) + 1
        records, properties = self._records("unit", uid)
        hidden = is_masked(unit, printed) and not self.left.pop((unit["masked"]["item"], uid), False)
        owner = printed.side.title() if hidden else ""
        return Placement(uid, window, x, y, {unit["status"]: level, **records}, properties, owner)

    # --- markers -------------------------------------------------------------------------------------

    def markers(self) -> Iterator[Placement]:
        """Place every marker that states something, and those that always lie on the map."""
        for spec in self.kit.carriers.markers.values():
            yield from self.marker(spec)
        yield from self._spares()

    def marker(self, spec: MarkerSpec) -> Iterator[Placement]:
        """Place the copies of one marker, or note it as a spare one.

        Parameters
        ----------
        spec
            Which.

        Yields
        ------
        Placement
        """
        if spec.form == "single":
            yield from self._single(spec)
        elif spec.form == "each":
            yield from self._each(spec)
        elif spec.form == "fixed":
            yield from self._fixed(spec)
        elif spec.form == "token":
            yield from self._token(spec)
        elif spec.form == "count":
            yield from self._counted(spec)
        elif spec.form == "strewn":
            lying = strewn(spec, self.left, self._facts, self.kit.carriers, self.kit.layout)
            yield from (self._marker(spec, *at, face) for at, face in lying)
        elif spec.form == "home":
            yield from self._home(spec)
        elif spec.private is not None:
            window, x, y = spec.private
            yield self._marker(spec, x, y, window=window)

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
                over = self._is_over(read, int(value))
                box = self._box(read, int(value) - (read.back if over else 0))
                level = 2 if over or (read.value == "signed" and int(value) < 0) else level
            self.left.pop((read.item, read.subject), None)
        if box is not None:
            yield self._on_box(spec, box, level)

    def _is_over(self, read: Read, value: int) -> bool:
        """Whether a number is so large that the marker shows its back, which adds to the box."""
        return bool(read.back) and not any(self._numbered(track, value) for track in read.on)

    def _level(self, spec: MarkerSpec, value: Fact) -> int:
        if value not in spec.levels:
            self.defects.append(f"{spec.name} has no face {value!r}")
            return 1
        return spec.levels.index(value) + 1

    def _worded(self, read: Read, word: str) -> Place | None:
        """The box whose label is a word."""
        boxes = self.kit.layout.windows[self.kit.layout.main].of_kind("box")
        wanted = {f"{track}:{read.label(word).casefold()}" for track in read.on}
        found = next((place for place in boxes if place.id.casefold() in wanted), None)
        if found is None:
            self.defects.append(f"{read.item}: {word!r} has no box on its track")
        return found

    def _box(self, read: Read, value: int) -> Place | None:
        """The box that shows a number; of a number in digits, this marker's own digit."""
        shown = int(self._shown(read, abs(value) if read.value == "signed" else value))
        for track in read.on:
            place = self._numbered(track, shown, read.digits)
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

    def _numbered(self, track: str, number: int, digits: str = "") -> Place | None:
        window = self.kit.layout.windows[self.kit.layout.main]
        for place in window.of_kind("box"):
            name, _, label = place.id.partition(":")
            if name == track and label_number(label, digits) == number:
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
        records, properties = self._records(spec.of, spec.subject, spec.carries)
        return Placement(spec.id, where, x, y, levels | records, properties)

    def _each(self, spec: MarkerSpec) -> Iterator[Placement]:
        (read,) = spec.reads
        if read.printed:
            self._against_print(read)
        if read.times:
            yield from self._change(read)
        for (item, subject), value in sorted(self.left.items()):
            if item != read.item or (read.value == "face" and value not in spec.levels):
                continue
            if self._is_left_out(spec, subject):
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

    def _is_left_out(self, spec: MarkerSpec, subject: str) -> bool:
        """Whether the map would be full of such markers, so that this fact is kept aside."""
        space = self.position.board.spaces.get(subject)
        return space is not None and subject not in self.marked and not spec.shows_in(space)

    def _counted(self, spec: MarkerSpec) -> Iterator[Placement]:
        """As many markers in a box as its number says, a few on each of its points."""
        for read in spec.reads:
            for item, subject in sorted(k for k in self.left if k[0] == read.item):
                number, place = int(self.left[item, subject]), self._named_box(read, subject)
                if place is None or number < 0:
                    continue
                del self.left[item, subject]
                for n in range(number):
                    spot = place.spots[f"slot {_SLOTS[n // _HEAP % len(_SLOTS)]}"]
                    yield self._marker(spec, spot.x, spot.y)
        self._spare.append(spec)

    def _named_box(self, read: Read, subject: str) -> Place | None:
        """The box for a subject: its only one, or the one with its label."""
        layout = self.kit.layout
        if read.subject != "box":
            label = read.words[0][1] if read.words else ""
            boxes = [
                p for p in layout.windows[layout.main].of_kind("box") if p.id.partition(":")[0] in read.on
            ]
            return next((p for p in boxes if not label or p.id.endswith(f":{label}")), None)
        return next((box for t in read.on if (box := layout.box(t, read.label(subject))) is not None), None)

    def _against_print(self, read: Read) -> None:
        """Facts that the map prints need no marker; a default that it does not print needs one."""
        default = self.kit.carriers.schema.default(read.item)
        if read.item in self.position.unknown:
            return
        for space in self.kit.board.spaces.values():
            printed, key = space[read.printed], (read.item, space.id)
            if printed and self._facts.get(key, default) == printed:
                self.left.pop(key, None)
            elif printed and printed != default and key not in self._facts:
                self.left[key] = default

    def _change(self, read: Read) -> Iterator[Placement]:
        """Numbers in Areas as markers of several worths, the greatest first."""
        makers = [spec for spec, other in self.kit.carriers.by_item[read.item] if other.times]
        worths = [(int(v), spec, n) for spec in makers for n, v in enumerate(spec.levels, 1)]
        for item, subject in sorted(k for k in self.left if k[0] == read.item):
            place, rest = self._area(subject), int(self.left[item, subject])
            if place is None or rest < 0:
                continue
            del self.left[item, subject]
            for worth, spec, level in sorted(worths, key=lambda row: -row[0]):
                for _ in range(rest // worth):
                    yield self._marker(spec, *_spot(spec, place), level)
                rest %= worth

    def _token(self, spec: MarkerSpec) -> Iterator[Placement]:
        """On the unit that it is about; with the spare markers where its absence says what it has to."""
        (read,) = spec.reads
        value = self._value(read)
        self.left.pop((read.item, read.subject), None)
        if value is None or value == spec.off:
            self._spare.append(spec)
            return
        spot = self._beside(spec)
        if spot is None:
            self.defects.append(f"{spec.name} has no unit to lie on")
        else:
            yield self._marker(spec, spot.x, spot.y, self._level(spec, value))

    def _beside(self, spec: MarkerSpec) -> Spot | None:
        """The point of the first of its units that is on the main map; else a point of one of its boxes."""
        layout, pieces = self.kit.layout, self.position.pieces
        for uid in spec.by:
            if uid in pieces and uid in self.kit.units:
                window, place = self.unit_place(self.kit.units[uid], pieces[uid].space)
                if place is not None and window == layout.main and place.spots:
                    side = self.kit.units[uid].side
                    return place.spots.get(f"{side} 1") or next(iter(place.spots.values()))
        boxes = (layout.space(name) for read in spec.reads for name in read.on)
        return next((s for box in boxes if box is not None for s in box.spots.values()), None)

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
        if read.value == "word":
            box = self._worded(read, str(value))
            yield from [self._on_box(spec, box)] if box else []
        elif read.value == "box":
            over = self._is_over(read, int(value))
            box = self._box(read, int(value) - (read.back if over else 0))
            yield from [self._on_box(spec, box, 2 if over else 1)] if box else []
        elif read.value == "place":
            place = self._area(read.label(str(value)))
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
            step = min(self.step, (right - left - 2 * MARGIN) // len(specs)) if box else self.step
            for spec, (x, y) in zip(specs, grid(place, specs, step), strict=True):
                yield self._marker(spec, x, y, window=window.name)


def _spot(spec: MarkerSpec, place: Place) -> tuple[int, int]:
    if spec.spot:
        own = [s for k, s in place.spots.items() if k.startswith(spec.spot)]
        if own:
            return own[-1].x, own[-1].y
    named = (s for k, s in place.spots.items() if spec.id.startswith(k))
    spot = next(named, None) or place.spots.get("control") or next(iter(place.spots.values()))
    return spot.x, spot.y


def _heaps(spots: Sequence[Spot], number: int) -> list[int]:
    """Units on each point of a box: equally many, but few in the first row, below the caption."""
    first, high = min(s.y for s in spots), -(-number // len(spots))
    upper = sum(s.y == first for s in spots)
    if high <= _LOW or upper == len(spots):
        return [high] * len(spots)
    lower = -(-(number - _LOW * upper) // (len(spots) - upper))
    return [_LOW if s.y == first else lower for s in spots]
