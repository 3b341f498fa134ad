"""Writes what an action changed into a copy of the saved game: only the pieces that it touched change."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import PositionError, SaveError
from adjudicator.position import Piece, Position
from adjudicator.saves.adapter import draw_layers
from adjudicator.saves.apart import need_apart
from adjudicator.saves.beyond import BEYOND, beyond_to_text
from adjudicator.saves.carriers import (
    PENDING,
    SILENCE,
    MarkerSpec,
    facts_to_property,
    pending_to_text,
    silence_to_text,
)
from adjudicator.saves.layout import Place, Window
from adjudicator.saves.patching_decks import draw_cards, lay_cards, share_out
from adjudicator.saves.patching_points import is_summed, lay_sums
from adjudicator.saves.placing import Placement, Placer, grid
from adjudicator.saves.positions import position_of_state
from adjudicator.saves.printed import PrintedModule, load_printed
from adjudicator.saves.records import ASIDE, Record, text_to_notes
from adjudicator.saves.slots import Slot, module_slot
from adjudicator.saves.tabletop import Tabletop, turned
from module_builder.vassal.errors import FormatError
from module_builder.vassal.savegame import Log, Save
from module_builder.vassal.state import GameState

if TYPE_CHECKING:
    from module_builder.vassal.pieces import NeutralPiece

__all__ = ["Patch", "PrintedModule", "compare", "load_printed", "patch_save", "patched", "read_state"]

_FACE = "Face"
_CROWD = 5  # units on one point before the next is used
_Key = tuple[str, str, str, tuple[tuple[str, int], ...], tuple[tuple[str, str], ...]]


def patch_save(
    path: Path,
    before: Position,
    after: Position,
    out_path: Path,
    *,
    overlay: Path | None = None,
    module: Path | None = None,
) -> None:
    """Write a copy of a saved game in which an action has been carried out.

    Parameters
    ----------
    path
        The saved game; it is never changed.
    before, after
        The position before and after the action. Only the difference is written.
    out_path
        The copy; an old file of that name is replaced, whole or not at all.
    overlay
        Folder with an owner's corrections.
    module
        The ``.vmod``: needed where a marker must appear of which the save has no copy.

    Raises
    ------
    SaveError
        No save of our module, or the copy would overwrite the original.
    PositionError
        Something of the new position has no place in the save.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> start = load("breakout-normandy").scenario("d-day")
    >>> patch_save(Path("a.vsav"), start, start, Path("a.vsav"))
    Traceback (most recent call last):
    adjudicator.errors.SaveError: a.vsav: expected another file for the copy; the original is never changed
    """
    from module_builder.vassal.archive import open_archive, write_archive, write_file

    need_apart(path, out_path, "the copy")
    try:
        archive = open_archive(path)
        printed = load_printed(before.game, overlay)
        new = patched(archive.save(), before, after, printed, overlay=overlay, module=module)
        write_file(out_path, write_archive(archive.with_save(new)))
    except FormatError as fault:
        raise SaveError(fault.file, fault.expected, fault.way_out) from None


def patched(
    save: Save,
    before: Position,
    after: Position,
    printed: PrintedModule,
    *,
    overlay: Path | None = None,
    module: Path | None = None,
) -> Save:
    """Carry the difference of two positions over to a saved game.

    Parameters
    ----------
    save
        The saved game.
    before, after
        The position before and after an action.
    printed
        What the module is made of.
    overlay, module
        As in `patch_save`.

    Returns
    -------
    Save
        A new one; every command that the difference does not touch has its old text.

    Raises
    ------
    SaveError
        It is a log.
    PositionError
        Something of the new position has no place in the save.
    """
    commands = save.commands()
    if any(isinstance(c, Log) for c in commands):
        raise SaveError(save.file, "a saved game, not a log", "save the game in VASSAL first")
    original = read_state(GameState.from_commands(commands), printed, overlay)
    target = _target(original, before, after)
    slots = None if module is None else functools.partial(module_slot, module)
    patch = Patch(printed, original, target, save, slots=slots)
    patch.carry_out()
    new = patch.table.save()
    compare(target, read_state(GameState.from_commands(new.commands()), printed, overlay))
    return new


def compare(target: Position, found: Position) -> None:
    """A save that was written shows what it was to show."""
    wrong = target.diff(found)
    if wrong or found.pending != target.pending:
        said = [f"{c.what.replace('-', ' ')} {c.subject}: {c.before}".replace(" :", ":") for c in wrong]
        raise PositionError([f"the save cannot show {text}" for text in said or ["what is to decide"]])


def read_state(state: GameState, printed: PrintedModule, overlay: Path | None) -> Position:
    """The position that lies on a table of our module."""
    return position_of_state(state, printed.game, printed.board, printed.units, overlay=overlay)[0]


def _target(original: Position, before: Position, after: Position) -> Position:
    """The position of the save with what the action changed, and nothing else."""
    pieces = dict(original.pieces)
    for uid, piece in after.pieces.items():
        if uid in pieces and before.pieces.get(uid) != piece:
            pieces[uid] = Piece(pieces[uid].printed, piece.space, piece.status)
    facts = dict(original.facts)
    for key in {*before.facts, *after.facts}:
        if before.facts.get(key) != after.facts.get(key):
            facts.pop(key, None)
            facts |= {key: after.facts[key]} if key in after.facts else {}
    return Position(
        original.game,
        original.board,
        original.schema,
        pieces,
        facts,
        pending=after.pending,
        options=original.options,
        unknown=(original.unknown | after.unknown) - (before.unknown - after.unknown),
    )


class Patch:
    """Moves and turns what differs between two positions of one save; `slots` has markers that it lacks."""

    def __init__(
        self,
        printed: PrintedModule,
        original: Position,
        target: Position,
        save: Save,
        *,
        slots: Callable[[str], Slot] | None,
    ) -> None:
        from module_builder.vassal.pieces import neutral_pieces

        self.printed, self.original, self.target, self.table = printed, original, target, Tabletop(save)
        self._slots = slots
        self._by_uid: dict[str, list[str]] = {}
        self._layers: dict[str, int] = {}
        for piece in neutral_pieces(save.commands()):
            if piece.masked_by is None and piece.map is not None and piece.deck is None:
                self._note(piece)
        for piece in (
            neutral_pieces(save.commands(), reveal=True) if "masked" in printed.adapter["unit"] else ()
        ):
            if piece.masked_by is not None and piece.markers.get("Uid", "") in printed.units:
                self._note(piece)
        self._before, self._after = self._placer(original), self._placer(target)

    def _note(self, piece: NeutralPiece) -> None:
        self._by_uid.setdefault(piece.markers.get("Uid", ""), []).append(piece.id)
        layer = self.table.layer(piece.id)
        if layer is not None:
            self._layers.setdefault(piece.markers.get("Layer", ""), layer)

    def _placer(self, position: Position) -> Placer:
        default = position.schema.default
        facts = {k: v for k, v in position.facts.items() if v != default(k[0])}
        placer = Placer(self.printed, position, facts)
        known, find = self.printed.carriers.markers, self.printed.layout.find
        lying = (i for uid, ids in self._by_uid.items() if uid in known and known[uid].within for i in ids)
        placer.marked = {place.id for i in lying if (place := find(*self.table.at(i))) is not None}
        return placer

    def go_on(self, target: Position) -> None:
        """Change the table from the last target to another one."""
        self.original, self.target = self.target, target
        if target.diff(self.original) or target.unknown != self.original.unknown:
            self._before, self._after = self._placer(self.original), self._placer(target)
            self.carry_out()
        else:
            self._show_pending()

    def carry_out(self) -> None:
        """Change the table."""
        old = {p.uid: p for p in self._before.units()}
        self._cups()
        for unit in self._after.units():
            self._unit(old.get(unit.uid, Placement(unit.uid, "", 0, 0)), unit)
        self._markers([*self._before.markers()], [*self._after.markers()])
        self._trackers()
        self._decks()
        self._globals()
        silent = set(self._after.left) - set(self._before.left)
        left = [f"{item} of {subject or 'the game'} has no carrier" for item, subject in sorted(silent)]
        faults = [d for d in self._after.defects if d not in self._before.defects]
        if faults or left:
            raise PositionError([*faults, *left])

    # --- units ---------------------------------------------------------------------------------------

    def _unit(self, old: Placement, new: Placement) -> None:
        was, now = self.original.pieces[new.uid], self.target.pieces[new.uid]
        moved = was.space != now.space or self._before.day(new.uid) != self._after.day(new.uid)
        same = (old.levels, old.properties, old.owner) == (new.levels, new.properties, new.owner)
        if not moved and same:
            return
        piece = self._by_uid[new.uid][0]
        if old.owner != new.owner:
            self.table.set_mask(piece, new.owner)
        if moved:
            self.table.move(piece, *self._point(new.uid, now.space), layer=self._layers.get("Units"))
        status = self.printed.adapter["unit"]["status"]
        if old.levels.get(status) != new.levels[status]:
            self.table.set_level(piece, status, new.levels[status])
        spaces = self.printed.adapter["unit"]["spaces"]
        for name, records in self.printed.carriers.records["unit"].items():
            stale = moved and any(record.item.name in spaces for record in records)
            if stale or _said(new, name) != _said(old, name):
                self._record(piece, name, records, new)

    def _record(self, piece: str, name: str, records: tuple[Record, ...], new: Placement) -> None:
        """Let a trait say what it must; of a piece of an earlier module, the property of each item."""
        known = {(t.id, t.field("name")) for t in self.table.traits(piece) if t.id in {"PROP", "emb2"}}
        first, text = records[0], new.properties.get(name, "")
        if first.form == "layer" and ("emb2", name) in known:
            self.table.set_level(piece, name, new.levels.get(name, first.rest))
        elif first.form != "layer" and ("PROP", name) in known:
            self.table.set_property(piece, name, text)
        else:
            notes = text_to_notes(text)
            for record in records:
                said = notes.get(record.key, "") if record.form == "note" else text
                if record.form == "layer":
                    said = record.text(new.levels.get(name, record.rest))
                self._set(piece, record.key, said, there=("PROP", record.key) in known)

    def _set(self, piece: str, name: str, text: str, *, there: bool) -> None:
        """Set a property of a piece that may lack it."""
        if there:
            self.table.set_property(piece, name, text)
        elif text:
            title = self.table.traits(piece)[0].fields[3:4]
            way = "refresh the counters in VASSAL (Tools menu), or see module-builder upgrade --help"
            raise PositionError([f"{''.join(title)} has no property {name} in this save: {way}"])

    def _point(self, uid: str, space: str) -> tuple[str, int, int]:
        """Where a unit goes: the first point of its side that is not crowded, or a free place of a box."""
        unit = self.printed.units[uid]
        window, place = self._after.unit_place(unit, space, day=self._after.day(uid))
        if place is None:
            raise PositionError([f"{unit.title}: the map has no space {space!r}"])
        taken = Counter(self.table.at(i) for u in self.printed.units for i in self._by_uid.get(u, ()))
        if not place.spots:
            return self._free(window, place)
        if (point := self._after.own_point(unit, place)) is not None:
            return window, point.x, point.y
        own = [s for k, s in place.spots.items() if k.startswith(f"{unit.side} ")]
        spots = [(window, s.x, s.y) for s in own or place.spots.values()]
        if self._after.stands_apart(place):
            return min(spots, key=lambda s: taken[s])
        return next((s for s in spots if taken[s] < _CROWD), spots[-1])

    def _free(self, window: str, place: Place) -> tuple[str, int, int]:
        """A point of a box where nothing lies yet."""
        taken = {self.table.at(i) for ids in self._by_uid.values() for i in ids}
        points = [(window, x, y) for x, y in grid(place, range(len(taken) + 1), self._after.step)]
        inside = [p for p in points if self.printed.layout.find(*p) is place]
        return next((p for p in inside if p not in taken), inside[-1])

    # --- markers -------------------------------------------------------------------------------------

    def _markers(self, everything: Iterable[Placement], wanted: Iterable[Placement]) -> None:
        old, new = self._summed(list(everything), list(wanted))
        before, after = {self._key(p): p for p in old}, {self._key(p): p for p in new}
        gone = [p for key, p in before.items() if key not in after]
        fresh = [p for key, p in after.items() if key not in before]
        places = {self._key(p)[:3] for p in fresh}
        leaving = [p for p in gone if self._key(p)[:3] not in places]
        for placement in fresh:
            self._lay(placement, [p for p in leaving if p.uid == placement.uid])
        for placement in leaving:
            self._clear(self.printed.carriers.markers[placement.uid], self._place(placement))

    def _summed(self, old: list[Placement], new: list[Placement]) -> tuple[list[Placement], list[Placement]]:
        """Lay the markers that add up to a number; the others are given back."""
        markers = self.printed.carriers.markers
        layers = {uid: self._layers.get(spec.layer) for uid, spec in markers.items() if is_summed(spec)}
        lay_sums(
            self.table,
            [p for p in old if p.uid in layers and not self._is_tray(self._place(p))],
            [p for p in new if p.uid in layers and not self._is_tray(self._place(p))],
            place=self._place,
            copies=self._copies,
            more=lambda uid: self._source(markers[uid], []) or self._made(markers[uid]),
            aside=lambda: self._free(self.printed.layout.cards, self._tray()),
            layers=layers,
        )
        return [p for p in old if p.uid not in layers], [p for p in new if p.uid not in layers]

    def _key(self, placement: Placement) -> _Key:
        place = self._place(placement)
        levels, texts = sorted(placement.levels.items()), sorted(placement.properties.items())
        return placement.uid, placement.window, place.name if place else "", tuple(levels), tuple(texts)

    def _place(self, placement: Placement) -> Place | None:
        return self.printed.layout.find(placement.window, placement.x, placement.y)

    def _is_tray(self, place: Place | None) -> bool:
        """The box of the set-up cards where markers state nothing."""
        return place is not None and place.kind == "other" and place in self._cards.places

    @property
    def _cards(self) -> Window:
        return self.printed.layout.windows[self.printed.layout.cards]

    def _copies(self, uid: str, place: Place | None) -> list[str]:
        """Pieces of a marker in one place, as they lie now."""
        return [i for i in self._by_uid.get(uid, ()) if self.printed.layout.find(*self.table.at(i)) is place]

    def _lay(self, new: Placement, leaving: list[Placement]) -> None:
        """Let a marker lie where it must, with the face that it must show."""
        spec, place = self.printed.carriers.markers[new.uid], self._place(new)
        there = self._copies(new.uid, place)
        if not there:
            piece = self._source(spec, leaving)
            if piece is None and self._is_tray(place):
                return
            piece = piece or self._made(spec)
            at = self._free(new.window, place) if place and self._is_tray(place) else None
            self.table.move(piece, *(at or (new.window, new.x, new.y)), layer=self._layers.get(spec.layer))
            there = [piece]
        for piece in there:
            if _FACE in new.levels:
                self.table.set_level(piece, _FACE, new.levels[_FACE])
            own = self.printed.carriers.records.get(spec.of, {}) if spec.of else {}
            for name, records in own.items():
                if not spec.carries or any(record.item.name in spec.carries for record in records):
                    self._record(piece, name, records, new)
        self._clear(spec, place, keep=there)

    def _source(self, spec: MarkerSpec, leaving: list[Placement]) -> str | None:
        """A copy that is free to be laid elsewhere: one that leaves its place, else a spare one."""
        for placement in leaving:
            for piece in self._copies(spec.id, self._place(placement)):
                return piece
        known = self._by_uid.get(spec.id, [])
        spare = [i for i in known if self._is_tray(self.printed.layout.find(*self.table.at(i)))]
        if spare or spec.form in {"each", "count", "strewn"}:
            return spare[0] if spare else None
        return known[0] if known else None

    def _made(self, spec: MarkerSpec) -> str:
        """A new copy: of one that lies in the save, else of the one in the module."""
        known = self._by_uid.setdefault(spec.id, [])
        piece = self.table.clone(known[0]) if known else self._from_module(spec)
        known.append(piece)
        return piece

    def _from_module(self, spec: MarkerSpec) -> str:
        if self._slots is None:
            raise PositionError([f"the save has no {spec.name} marker to copy: give --module FILE.vmod"])
        slot = self._slots(spec.id)
        if spec.layer in slot.layers:
            self._layers.setdefault(spec.layer, slot.layers.index(spec.layer))
        return self.table.add(slot.traits)

    def _clear(self, spec: MarkerSpec, place: Place | None, keep: Iterable[str] = ()) -> None:
        """Put away what says something else about the same thing in the same place."""
        if place is None or self._is_tray(place) or (spec.form != "each" and keep):
            return
        items, known = spec.items, self.printed.carriers.markers
        rivals = [m for m in known.values() if m.form == "each" and items & m.items]
        for other in [spec, *rivals] if spec.form == "each" else [spec]:
            for piece in self._copies(other.id, place):
                if piece not in keep:
                    self.table.move(piece, *self._free(self.printed.layout.cards, self._tray()))

    def _tray(self) -> Place:
        return next(p for p in self._cards.places if p.name == "Markers")

    # --- the rest ------------------------------------------------------------------------------------

    def _trackers(self) -> None:
        for number, item in enumerate(self.printed.carriers.trackers):
            self._before.left.pop((item, ""), None)
            self._after.left.pop((item, ""), None)
            value = self.target.said(item, "")
            if value == self.original.said(item, ""):
                continue
            values = [str(v) for v in self.target.schema.items[item].values]
            name, index = f"TurnTracker{number}", values.index(str(value))
            self.table.set_turn(name, turned(self.table.turn(name), index, len(values)))

    def _cups(self) -> None:
        chits = next((p for p in self._cards.places if p.name == "Chits"), self._tray())
        share_out(
            self.table,
            self.printed.carriers,
            self._by_uid,
            positions=(self._before, self._after),
            aside=lambda: self._free(self._cards.name, chits),
            layer=self._layers.get("Markers"),
        )

    def _decks(self) -> None:
        if self.printed.carriers.piles is not None:
            layer = draw_layers(self.printed.adapter).index("Cards")
            lay_cards(self.table, self._before, self._after, layer=layer)
        decks = self.printed.carriers.decks
        for row in decks.rows:
            key = (decks.item, row.side)
            was, now = (str(p.left.pop(key, "")) for p in (self._before, self._after))
            if was != now:
                draw_cards(self.table, decks, row, was, now)

    def _globals(self) -> None:
        for name, item in self.printed.carriers.properties.items():
            was, now = (self._property(p, item) for p in (self._before, self._after))
            if was != now:
                self.table.set_global(name, now)
        self._show_pending()
        was, now = _silence(self.original), _silence(self.target)
        if was != now:
            self.table.set_global(SILENCE, now)
        if self._before.beyond != self._after.beyond:
            self.table.set_global(BEYOND, beyond_to_text(self._after.beyond))
        was, now = self._before.aside(), self._after.aside()
        if was or now:
            self.table.set_global(ASIDE, now)

    def _show_pending(self) -> None:
        if self.original.pending != self.target.pending:
            self.table.set_global(PENDING, pending_to_text(self.target.pending))

    def _property(self, placer: Placer, item: str) -> str:
        facts = [(subject, v) for (name, subject), v in placer.left.items() if name == item]
        for subject, _ in facts:
            del placer.left[item, subject]
        return facts_to_property(placer.position.schema.items[item], facts) if facts else ""


def _said(placement: Placement, name: str) -> tuple[int | None, str]:
    """What a trait has to say in a placement."""
    return placement.levels.get(name), placement.properties.get(name, "")


def _silence(position: Position) -> str:
    default = position.schema.default
    stated = {k: v for k, v in position.facts.items() if v == default(k[0]) and k[0] in position.unknown}
    return silence_to_text(position.unknown, stated)
