"""Reads the pieces of a save: units with their status, and markers with what they state where they lie."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.plural import many
from adjudicator.position import Fact, Key, Piece
from adjudicator.saves.adapter import OVERLAY, is_masked, load_adapter
from adjudicator.saves.carriers import Carriers, MarkerSpec, Read, text_to_value
from adjudicator.saves.cups import Cup
from adjudicator.saves.layout import Layout, Place, label_number
from adjudicator.saves.piles import COMMON, Pile, Piles, members_by_uid
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.schema import Item
    from counters.catalog import Unit
    from maps.board import Board
    from module_builder.vassal.pieces import NeutralPiece

__all__ = ["Counters", "PieceReader"]

_FACE = "Face"


@dataclass(frozen=True, slots=True)
class _Counter:
    """What a counter, or the pool of a unit, says by itself: where it stands, its records, what is wrong."""

    of: NeutralPiece | Cup
    place: Place | None
    unit: Piece | None
    facts: Mapping[Key, Fact]
    defects: Sequence[str]


Counters = dict[str, _Counter]
"""Id of a unit -> what its counter said when it was read last."""


class PieceReader:
    """Collects pieces and facts from neutral pieces, and every defect on the way.

    Parameters
    ----------
    game, board, units
        What the pieces refer to.
    carriers, layout
        What carries which item, and where things lie.
    counters
        What was read in the same game before, which is kept up to date: a counter of which nothing changed is
        not looked at again.

    Attributes
    ----------
    pieces, facts, printed
        What was found, and what the map prints where no marker says otherwise.
    unknown
        Items whose marker lies nowhere on its track.
    defects, notes
        What contradicts, and what states nothing.

    Examples
    --------
    >>> from adjudicator.saves.positions import load_carriers, load_layout
    >>> from adjudicator.game import load
    >>> game = load("breakout-normandy")
    >>> board = game.scenario("d-day").board
    >>> reader = PieceReader(game, board, {}, load_carriers(game), load_layout(game.slug, board))
    >>> reader.read([])
    >>> sorted(reader.unknown)[:3]
    ['advantage', 'date', 'day-start']
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        units: Mapping[str, Unit],
        carriers: Carriers,
        layout: Layout,
        *,
        counters: Counters | None = None,
    ) -> None:
        self._counters: Counters = {} if counters is None else counters
        self._game, self._board, self._units = game, board, units
        self._carriers, self._layout = carriers, layout
        self._unit_data = load_adapter(game.slug)["unit"]
        self.pieces: dict[str, Piece] = {}
        self.facts: dict[Key, Fact] = {}
        self.printed: dict[Key, Fact] = {}
        self.unknown: frozenset[str] = frozenset()
        self.defects: list[str] = []
        self.notes: list[str] = []
        self._where: dict[str, str] = {}
        self._stacks: dict[str, list[str]] = {}
        self._said: dict[Key, str] = {}
        self._singles: dict[str, str] = {}
        self._drawn: dict[str, list[int]] = {}
        self._outside: dict[str, int] = {}
        self._said_by: dict[tuple[str, int, int], list[tuple[Item, str]]] = {}
        self._cards = members_by_uid(game.slug, board.filing.overlay)

    @functools.cached_property
    def _names(self) -> Mapping[str, str]:
        """Printed name of a space -> its id."""
        known = {fold(s.name): s.id for s in self._board.spaces.values()}
        return known | {fold(name): id_ for name, id_ in self._layout.named().items()}

    def read(self, pieces: Iterable[NeutralPiece], masked: Iterable[NeutralPiece] = ()) -> None:
        """Read all pieces of a save.

        Parameters
        ----------
        pieces
            As everybody sees them.
        masked
            Counters that lie on their hidden side, as the referee sees them.
        """
        listed = [p for p in pieces if p.masked_by is None]
        listed += [p for p in masked if is_masked(self._unit_data, self._units.get(p.markers.get("Uid", "")))]
        for piece in listed:
            uid = piece.markers.get("Uid", "")
            if uid in self._units:
                self._unit(piece, uid)
        for piece in listed:
            uid = piece.markers.get("Uid", "")
            if uid not in self._units and uid not in self._cards:
                self._other(piece, uid)
        self._conclude()

    # --- units ---------------------------------------------------------------------------------------

    def _unit(self, piece: NeutralPiece, uid: str) -> None:
        counter = self._counters.get(uid)
        if counter is None or counter.of is not piece:
            counter = self._counters[uid] = self._counter(piece, uid)
        title, where = self._units[uid].title, place_name(counter.place)
        if piece.map is None:
            self.notes.append(f"{title} lies on no map")
        elif uid in self.pieces:
            self.defects.append(f"two copies of {title}: {self._where[uid]} and {where}")
        elif counter.unit is None:
            self.defects.append(f"{title} stands in no Area or box ({where}): move it into one")
        else:
            self._where[uid] = where
            self.pieces[uid] = counter.unit
            self._stacks.setdefault(piece.stack or piece.id, []).append(uid)
            self.facts.update(counter.facts)
            self.defects += counter.defects

    def _counter(self, piece: NeutralPiece, uid: str) -> _Counter:
        """Look at the counter of a unit."""
        unit, place = self._units[uid], self._layout.find(piece.map, piece.x, piece.y)
        space, defects = self._space(place), list[str]()
        if space is None or piece.map is None:
            return _Counter(piece, place, None, {}, ())
        status = self._status(piece, defects)
        facts, wrong = self._records(piece, "unit", uid, space)
        if is_masked(self._unit_data, unit):
            facts.pop((self._unit_data["masked"]["item"], uid), None)
            if piece.masked_by is None:
                facts[self._unit_data["masked"]["item"], uid] = True
        item = self._unit_data.get("day")
        if item and place is not None and place.day and place.day != unit.arrival:
            facts[item, uid] = place.day
        return _Counter(piece, place, Piece(unit, space, status), facts, (*defects, *wrong))

    def _space(self, place: Place | None) -> str | None:
        if place is None:
            return None
        if place.kind == "box":
            boxes: Mapping[str, str] = self._unit_data["boxes"]
            return boxes.get(place.id.partition(":")[0])
        return place.id if place.kind == "space" else None

    def _status(self, piece: NeutralPiece, defects: list[str]) -> str:
        layer = piece.layers.get(self._unit_data["status"])
        words = self._game.statuses
        if layer is None or layer.level > len(words):
            defects.append(f"{piece.name} has no layer {self._unit_data['status']!r}")
            return words[0]
        return words[layer.level - 1]

    def _records(
        self, piece: NeutralPiece, kind: str, subject: str, space: str
    ) -> tuple[dict[Key, Fact], list[str]]:
        """Facts that the layers and Dynamic Properties of a piece carry, and what is wrong there."""
        facts, defects = dict[Key, Fact](), list[str]()
        for item, text in self._texts(piece, kind):
            try:
                value = self._record(item.name, text, space)
            except ValueError as fault:
                defects.append(f"{piece.name}: {fault}")
                continue
            if value != item.default:
                facts[item.name, subject] = value
        return facts, defects

    def _texts(self, piece: NeutralPiece, kind: str) -> list[tuple[Item, str]]:
        """What a piece says beside the defaults; pieces in one state share it, and their layers."""
        key = (kind, id(piece.layers), id(piece.properties))
        found = self._said_by.get(key)
        if found is None:
            said = ((record.item, record.read(piece)) for record in self._carriers.of_pieces(kind))
            found = self._said_by[key] = [(item, text) for item, text in said if text]
        return found

    def _record(self, item_name: str, text: str, space: str) -> Fact:
        """A value; a space by its name means nothing where the unit stands there, unless ``=`` says so."""
        item = self._carriers.schema.items[item_name]
        if item_name not in self._unit_data["spaces"] or not text:
            return text_to_value(item, text)
        bare = text.removeprefix("=")
        found = bare if bare in self._board.spaces else self._names.get(fold(bare))
        if found is None:
            place = next((p for w in self._layout.windows.values() for p in w.places if p.name == bare), None)
            found = self._space(place)
        if found is None:
            raise ValueError(f"{item_name} is a space of the map, not {bare!r}")
        return item.default if found == space and not text.startswith("=") else found

    # --- markers -------------------------------------------------------------------------------------

    def _other(self, piece: NeutralPiece, uid: str) -> None:
        spec = self._carriers.markers.get(uid)
        place = self._layout.find(piece.map, piece.x, piece.y)
        where = place.name if place else "off the map"
        if spec is not None:
            if piece.map is not None:
                self._marker(piece, spec, place)
        elif uid in self._unit_data["loose"]:
            self._loose(piece, self._unit_data["loose"][uid], where)
        elif "Card" in piece.markers:
            self._card(piece)
        elif "Chit" in piece.markers:
            kind = piece.markers["Chit"]
            self._outside[kind] = self._outside.get(kind, 0) + (piece.map is not None and piece.deck is None)
        elif piece.map is not None and OVERLAY not in piece.markers:
            self.defects.append(f"unknown piece {piece.name!r} at {where}: it is none of this module's")

    def _loose(self, piece: NeutralPiece, words: list[str], where: str) -> None:
        """A status marker: under it must be a unit of that status."""
        layer = piece.layers.get(_FACE)
        word = words[(layer.level if layer else 1) - 1]
        units = self._stacks.get(piece.stack or "", [])
        if not units:
            self.defects.append(f"{piece.name} at {where} lies on no unit")
        elif self.pieces[units[-1]].status != word:
            unit = self.pieces[units[-1]]
            self.defects.append(f"{unit.printed.title} is {unit.status} but carries {piece.name} ({word})")

    def _card(self, piece: NeutralPiece) -> None:
        decks = self._carriers.decks
        value = piece.markers["Card"]
        if not value.isdigit():
            return
        side = piece.markers.get("Side", "").casefold()
        counts = self._drawn.setdefault(side, [0] * len(decks.counts))
        index = int(value) - decks.first
        if 0 <= index < len(counts):
            counts[index] += 1

    def _marker(self, piece: NeutralPiece, spec: MarkerSpec, place: Place | None) -> None:
        layer = piece.layers.get(_FACE)
        level = layer.level if layer else 1
        if spec.of and place is not None:
            facts, defects = self._records(piece, spec.of, spec.subject, "")
            self.facts.update(facts)
            self.defects += defects
        reads = [r for r in spec.reads if r.face in {0, level} and self._counts(spec, r, place)]
        if spec.form in {"single", "token"} and reads:
            if spec.id in self._singles:
                self.defects.append(
                    f"two copies of {spec.name}: {self._singles[spec.id]} and {place_name(place)}"
                )
                return
            self._singles[spec.id] = place_name(place)
        if spec.form in {"each", "strewn", "loose"} and not reads and not self._spare(place):
            self.notes.append(f"{spec.name} at {place_name(place)} states nothing")
        for read in reads:
            assert place is not None  # noqa: S101 - it counts somewhere
            self._says(spec, read, place, level)

    def _spare(self, place: Place | None) -> bool:
        cards = self._layout.windows[self._layout.cards]
        return place is not None and place in cards.places

    def _counts(self, spec: MarkerSpec, read: Read, place: Place | None) -> bool:
        """Whether a marker states this item where it lies."""
        if place is None:
            return False
        if spec.form in {"fixed", "token"}:
            return not self._spare(place)
        if spec.form == "strewn":
            return place.kind == "space" and not self._spare(place)
        if place.kind == "box":
            track, _, label = place.id.partition(":")
            return track in read.on and (not read.words or label in dict(read.words).values())
        if place.kind == "crossing":
            return "crossing" in read.on
        if place.kind == "space":
            return place.id in read.on or ("area" in read.on and "control" in place.spots)
        return False

    def _says(self, spec: MarkerSpec, read: Read, place: Place, level: int) -> None:
        item = self._item(read, place)
        if item is None:
            self.defects.append(f"{spec.name} at {place.name}: there is no bridge")
            return
        label = place.id.rpartition(":")[2]
        subject = place.id if read.subject == "place" else label if read.subject == "box" else read.subject
        if read.subject == "box":
            subject = read.word(label) if read.words else str(label_number(label))
        value = self._value(spec, read, place, level)
        if value is None:
            self.notes.append(f"{spec.name} at {place.name} states nothing")
        elif read.times:
            self.facts[item, subject] = int(self.facts.get((item, subject), 0)) + int(value) * read.times
        else:
            self._state((item, subject), value, f"{spec.name} at {place.name}")

    def _item(self, read: Read, place: Place) -> str | None:
        """The item meant: on a river line without a bridge, another one or none."""
        if place.kind != "crossing" or not read.unbridged or self._board.edges[place.id].bridge:
            return read.item
        return read.unbridged

    def _value(self, spec: MarkerSpec, read: Read, place: Place, level: int) -> Fact | None:
        if read.value == "face":
            value = spec.levels[min(level, len(spec.levels)) - 1] if spec.levels else None
            item = self._item(read, place)
            known = self._carriers.schema.items[item].values if item else ()
            if known and value not in known:
                self.defects.append(f"{spec.name} at {place.name}: there is no bridge")
                return None
            return value
        if read.value == "yes":
            return True
        if read.value == "place":
            return read.word(place.id) if read.words else place.id
        label = place.id.rpartition(":")[2]
        if read.value == "word":
            return read.word(label)
        number = label_number(label, read.digits)
        if number is None:
            return None
        number += read.back if level == 2 else 0
        return -number if read.value == "signed" and level == 2 else number

    def _state(self, key: Key, value: Fact, said: str) -> None:
        """State a fact; a second carrier must agree."""
        if self.facts.get(key, value) != value:
            self.defects.append(f"{self._said[key]} and {said} contradict each other")
            return
        self.facts[key] = value
        self._said[key] = said

    # --- cards ---------------------------------------------------------------------------------------

    def cards(self, pieces: Iterable[NeutralPiece]) -> None:
        """Read where every named card lies.

        Parameters
        ----------
        pieces
            As the referee sees them: the reader knows all hands; what a player may see, the game says.
        """
        seen: dict[str, NeutralPiece] = {}
        strange = 0
        for piece in pieces:
            uid = piece.markers.get("Uid", "")
            if uid in self._cards:
                if uid in seen:
                    both = f"{_lies(seen[uid])} and {_lies(piece)}"
                    self.defects.append(f"two copies of the card {uid}: {both}")
                seen[uid] = piece
                self._named_card(piece, uid)
            elif uid and uid not in self._units:
                strange += self._is_strange(piece, uid)
        if seen and len(seen) < len(self._cards):
            gone = len(set(self._cards) - set(seen))
            missing = many(gone, "card is missing and counts", "cards are missing and count")
            self.notes.append(f"{missing} as lying in their stack")
        if strange:
            of = "of an earlier module"
            there = many(
                strange, f"card {of} is in no deck now, and is", f"cards {of} are in no deck now, and are"
            )
            self.notes.append(f"{there} left out")

    def _is_strange(self, piece: NeutralPiece, uid: str) -> bool:
        """Whether what is no card or unit of ours lies in a deck or hand: a card of an earlier module."""
        piles = self._carriers.piles
        if piles is None or piles.markers or uid in self._carriers.markers:
            return False
        return piles.named(piece.deck or piece.map or "") is not None

    def _named_card(self, piece: NeutralPiece, uid: str) -> None:
        piles, card = self._carriers.piles, self._cards[uid]
        assert piles is not None  # noqa: S101 - there are cards
        row = piles.named(piece.deck or piece.map or "", card.side)
        if row is None and piece.map is None:
            return
        if row is None:
            row = self._astray(piece, card.side, piles)
        elif not row.takes(card.side):
            whose = card.side or COMMON.casefold()
            self.defects.append(f"a {whose} card lies in the {row.name}: put it where it belongs")
            return
        if row is not None and row.value != self._carriers.schema.default(piles.item):
            self.facts[piles.item, uid] = row.value

    def _astray(self, piece: NeutralPiece, side: str, piles: Piles) -> Pile | None:
        """A card that lies loose in some window: masked it is held, open it has been played."""
        place = place_name(self._layout.find(piece.map, piece.x, piece.y))
        masked = piece.masked_by is not None
        rows = [r for r in piles.rows if r.takes(side) and r.is_hand == masked and not r.closed]
        held = (r for r in rows if masked and r.side.title() == piece.masked_by)
        row = next(held, None) or next(iter(rows), None)
        name = f"a masked {side or COMMON.casefold()} card" if masked else f"the card {piece.name}"
        if row is not None:
            self.notes.append(f"{name} at {place} counts as lying in the {row.name}")
        return row

    # --- the end -------------------------------------------------------------------------------------

    def _conclude(self) -> None:
        missing = {
            read.item
            for spec in self._carriers.markers.values()
            if spec.form == "single" and spec.id not in self._singles and not spec.absent
            for read in spec.reads
        }
        self.unknown = frozenset(missing)
        self._printed()
        for spec in self._carriers.markers.values():
            if spec.form == "token" and spec.id not in self._singles:
                self.facts[spec.reads[0].item, spec.reads[0].subject] = spec.off
        decks = self._carriers.decks
        for side, counts in self._drawn.items():
            if any(counts):
                self.facts[decks.item, side] = "".join(map(str, counts))
        for cup in self._carriers.cups:
            self._cup(cup)

    def _printed(self) -> None:
        """What the map prints about a space holds where no marker says otherwise."""
        pairs = [pair for pairs in self._carriers.by_item.values() for pair in pairs]
        for read in (r for _, r in pairs if r.printed):
            for space in self._board.spaces.values():
                value = space[read.printed]
                if value and (read.item, space.id) not in self.facts:
                    self.printed[read.item, space.id] = value

    def _cup(self, cup: Cup) -> None:
        """What a cup holds is what does not lie elsewhere; so is a pool of units."""
        for kind, (marker, count) in cup.kinds.items():
            outside = self._outside.get(marker, 0)
            value = count - outside if cup.says == "left" else outside
            if value and cup.item:
                self.facts[cup.item, kind] = value
        for unit in self._units.values():
            if unit.id not in self.pieces and cup.holds(unit):
                self.pieces[unit.id] = self._held(cup, unit)

    def _held(self, cup: Cup, unit: Unit) -> Piece:
        """A unit in a pool, the same one as long as it is there."""
        counter = self._counters.get(unit.id)
        if counter is None or counter.of is not cup or counter.unit is None:
            piece = Piece(unit, cup.space, self._game.statuses[0])
            self._counters[unit.id] = _Counter(cup, None, piece, {}, ())
            return piece
        return counter.unit


def _lies(piece: NeutralPiece) -> str:
    """Deck or window of a card, for a message."""
    return piece.deck or piece.map or "off the map"


def place_name(place: Place | None) -> str:
    """Name of a place for a message.

    Examples
    --------
    >>> place_name(None)
    'off the map'
    """
    return place.name if place else "off the map"
