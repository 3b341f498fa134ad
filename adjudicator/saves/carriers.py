"""Which part of a save carries which item of state, read from ``state.toml`` and ``adapter.toml``."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.errors import DataError
from adjudicator.position import Fact
from adjudicator.saves.adapter import load_adapter
from adjudicator.saves.carrier_text import (
    facts_to_property,
    option_property,
    pending_to_text,
    property_to_facts,
    silence_to_text,
    text_to_pending,
    text_to_silence,
    text_to_value,
    value_to_text,
)
from adjudicator.saves.combat_cards import NO_DECKS, CombatDecks, read_decks
from adjudicator.saves.cups import Cup, read_cup
from adjudicator.saves.piles import Piles, read_piles
from adjudicator.saves.records import Group, Record, read_groups, read_record
from adjudicator.vocabulary import load_vocabulary
from maps.games import per_game
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.schema import Item, Schema
    from maps.board import Space

__all__ = [
    "IDENTITY",
    "PENDING",
    "SILENCE",
    "Carriers",
    "MarkerSpec",
    "Read",
    "facts_to_property",
    "load_carriers",
    "option_property",
    "pending_to_text",
    "property_to_facts",
    "silence_to_text",
    "text_to_pending",
    "text_to_silence",
    "text_to_value",
    "value_to_text",
]

IDENTITY = ("bocage_game", "bocage_geometry", "bocage_overlay", "bocage_rules")
PENDING, SILENCE = "bocage_pending", "bocage_silence"
_FORMS = ("single", "each", "fixed", "home", "token", "count", "strewn", "loose", "private")
_VALUES = ("box", "word", "face", "signed", "yes", "place")
_KEYS = frozenset(
    [
        *("id", "name", "side", "levels", "images", "form", "slot", "on", "reads", "layer", "px", "art"),
        *(
            "of",
            "subject",
            "absent",
            "rest",
            "follows",
            "spot",
            "off",
            "by",
            "carries",
            "private",
            "within",
            "besides",
        ),
    ]
)
_MARKER_CARRIERS = ("marker ", "markers ", "bombardment marker")


@dataclass(frozen=True, slots=True)
class Read:
    """What a marker says about one item where it stands.

    Parameters
    ----------
    item
        Item of state.
    value
        ``box`` (number of the box), ``word`` (its label), ``face``, ``signed`` (box with the sign of the
        face), ``yes``, ``place``.
    subject
        ``box``, ``place``, a fixed subject, or empty.
    on
        Tracks, ``area``, ``crossing``, ``eliminated``.
    times
        What one box is worth; the contributions of several such markers are added.
    unbridged
        Item meant instead on a crossing without a bridge.
    printed
        Feature of a space that says the same without a marker.
    digits
        Text behind the number in the labels of its boxes: ``0`` of a marker of tens on 00, 10, 20 ...
    words
        Labels of its boxes, where they are not the words or subjects of the item themselves; of ``place`` the
        spaces where it counts.
    back
        Of ``box``: what the back adds to the number of the box.
    face
        The face with which it is said, from 1; 0 for any.

    Examples
    --------
    >>> Read("reserves", "box", "german", ("supply",), 10).times
    10
    """

    item: str
    value: str
    subject: str = ""
    on: tuple[str, ...] = ()
    times: int = 0
    unbridged: str = ""
    printed: str = ""
    digits: str = ""
    words: tuple[tuple[str, str], ...] = ()
    back: int = 0
    face: int = 0

    def label(self, word: str) -> str:
        """Label of the box that shows a word of the item, or stands for its subject."""
        return dict(self.words).get(word, word)

    def word(self, label: str) -> str:
        """Word of the item, or subject, that the label of a box means."""
        return next((word for word, known in self.words if known == label), label.casefold())


@dataclass(frozen=True, slots=True)
class MarkerSpec:
    """A marker of the module and what it carries.

    Parameters
    ----------
    id
        Its uid; several copies of one marker share it.
    name, side, image, levels, images
        Title, owner, counter, words of its faces, and their images.
    form
        ``single`` (always on its track), ``each`` (one for every fact), ``fixed`` (at home, the face tells),
        ``home`` (on a track only to state something), ``token`` (anywhere on the map, the face tells),
        ``count`` (as many in a box as the number says), ``strewn`` (as many in a space as the number of each
        face says), ``loose`` (states nothing), ``private`` (always in a private window).
    reads
        What it says.
    slot, layer, px, art
        How it is placed and drawn.
    of, subject
        Kind and name of the subject whose piece properties it carries.
    absent
        ``default`` where its absence says the default, else its absence leaves its items unknown.
    rest
        Box, ``track:label``, where it lies while it states nothing; empty for the box of the spare markers.
    follows
        Property of the piece whose number turns it to its back; empty where players turn it.
    spot
        Kind of point in an Area where it is laid, the last of that kind; empty for the usual one.
    off, by
        Of a token: the value while it does not lie on the map, and the units on which it is laid.
    carries
        Items that its piece properties carry, where these are not all of its kind of subject.
    private
        Private window and point where it lies.
    within
        Column of the board: where a space has nothing in it, no marker is laid and the fact is kept aside, so
        that the map stays readable; a marker that a player lays there counts all the same.
    besides
        Spaces that have a marker nevertheless, since a rule reads who controls them.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> load_carriers(load("breakout-normandy")).markers["control"].levels
    ('us', 'british')
    """

    id: str
    name: str
    side: str
    levels: tuple[Fact, ...]
    images: tuple[str, ...]
    form: str
    reads: tuple[Read, ...]
    slot: int = 0
    layer: str = "Markers"
    px: int = 0
    art: tuple[tuple[str, str], ...] = ()
    of: str = ""
    subject: str = ""
    absent: str = ""
    rest: str = ""
    follows: str = ""
    spot: str = ""
    off: Fact = ""
    by: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    private: tuple[str, int, int] | None = None
    within: str = ""
    besides: tuple[str, ...] = ()

    def shows_in(self, space: Space) -> bool:
        """Whether its fact of a space is shown by a marker."""
        return not self.within or bool(space[self.within]) or space.id in self.besides

    @property
    def items(self) -> set[str]:
        """The items of state that it says something of."""
        return {name for read in self.reads for name in (read.item, read.unbridged) if name}


@dataclass(frozen=True)
class Carriers:
    """Every carrier of a game's module.

    Parameters
    ----------
    schema
        Items of state.
    markers
        Markers by uid.
    trackers
        Item -> name of the turn tracker, in order.
    properties
        Global property -> item.
    records
        Kind of subject -> trait of its pieces -> what that carries.
    groups
        Units that carry items which others do not.
    decks
        The combat cards.
    cups
        Cups of chits and pools of units.
    piles
        Piles of named cards, or None.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> carriers = load_carriers(load("breakout-normandy"))
    >>> carriers.properties["bocage_passed"], carriers.records["unit"]["Start"][0].item.name
    ('passed', 'start')
    """

    schema: Schema
    markers: Mapping[str, MarkerSpec]
    trackers: Mapping[str, str]
    properties: Mapping[str, str]
    records: Mapping[str, Mapping[str, tuple[Record, ...]]]
    decks: CombatDecks = NO_DECKS
    cups: tuple[Cup, ...] = ()
    piles: Piles | None = None
    groups: tuple[Group, ...] = ()

    def of_pieces(self, kind: str) -> tuple[Record, ...]:
        """Every item that the pieces about a kind of subject carry, trait by trait."""
        return tuple([record for own in self.records.get(kind, {}).values() for record in own])

    def group(self, item: str) -> Group | None:
        """The units to which an item is left; None where every unit carries it."""
        return next((group for group in self.groups if item in group.items), None)

    @functools.cached_property
    def left_out(self) -> frozenset[str]:
        """Items of spaces of which not every fact is shown by a marker."""
        return frozenset(r.item for spec in self.markers.values() if spec.within for r in spec.reads)

    @functools.cached_property
    def by_item(self) -> Mapping[str, tuple[tuple[MarkerSpec, Read], ...]]:
        """Markers that can carry an item, in order."""
        found: dict[str, list[tuple[MarkerSpec, Read]]] = {}
        for marker in self.markers.values():
            for read in marker.reads:
                found.setdefault(read.item, []).append((marker, read))
        return {item: tuple(pairs) for item, pairs in found.items()}


def load_carriers(game: Game) -> Carriers:
    """Read the carriers of a game, and check that every item of state has one.

    Parameters
    ----------
    game
        The game.

    Returns
    -------
    Carriers

    Raises
    ------
    DataError
        An item without a carrier that is known, or a marker without an item.
    """
    return _carriers(game.slug)


@per_game
def _carriers(slug: str) -> Carriers:
    from adjudicator.game import load
    from counters.catalog import load_markers

    data, schema = load_adapter(slug), load(slug).schema
    printed = load_markers(slug)
    markers = {row["id"]: _marker(row, printed, schema) for row in data["marker"]}
    properties: dict[str, str] = {}
    faces = {row["item"]: len(row["faces"]) for row in data.get("badge", ())}
    on_pieces: dict[str, dict[str, tuple[Record, ...]]] = {}
    for item in schema.items.values():
        kind, _, rest = item.carrier.partition(" ")
        if kind == "property":
            properties[rest] = item.name
        elif (record := read_record(item, faces.get(item.name, 0))) is not None:
            of = on_pieces.setdefault(item.of, {})
            of[record.name] = (*of.get(record.name, ()), record)
    cups, piles = (
        tuple([read_cup(row) for row in data.get("cup", ())]),
        read_piles(data, load_vocabulary(slug).sides),
    )
    if piles is not None:
        properties[piles.carrier] = piles.item
    tracks = data["trackers"]
    groups = read_groups(data["unit"].get("only", ()), schema)
    carriers = Carriers(schema, markers, tracks, properties, on_pieces, read_decks(data), cups, piles, groups)
    for item in schema.items.values():
        _check_carrier(item, carriers)
    return carriers


def _marker(row: Mapping[str, Any], printed: Mapping[str, Any], schema: Schema) -> MarkerSpec:
    id_ = row["id"]
    extra = set(row) - _KEYS
    if extra or row.get("form") not in _FORMS:
        raise DataError("adapter.toml", f"marker {id_}", f"known keys and a form of {_FORMS}, not {extra}")
    levels = tuple(row.get("levels", ()))
    names = ("f", "b") if len(levels) == 2 else ("f",)
    images = tuple(row.get("images", [f"{id_}_{face}" for face in names]))
    on = tuple(row.get("on", ()))
    reads = tuple(_read(id_, r, on, schema) for r in row.get("reads", ()))
    known = printed.get(id_)
    return MarkerSpec(
        id_,
        row.get("name") or (known.name if known else id_),
        row.get("side", known.side if known else ""),
        levels,
        images,
        row["form"],
        reads,
        row.get("slot", 0),
        row.get("layer", "Markers"),
        row.get("px", 0),
        tuple(sorted(row.get("art", {}).items())),
        row.get("of", ""),
        row.get("subject", ""),
        row.get("absent", ""),
        row.get("rest", ""),
        row.get("follows", ""),
        row.get("spot", ""),
        row.get("off", ""),
        tuple(row.get("by", ())),
        tuple(row.get("carries", ())),
        tuple(row["private"]) if "private" in row else None,
        row.get("within", ""),
        tuple(row.get("besides", ())),
    )


def _read(id_: str, row: Mapping[str, Any], on: tuple[str, ...], schema: Schema) -> Read:
    if row.get("item") not in schema.items or row.get("value") not in _VALUES:
        raise DataError("adapter.toml", f"marker {id_}, reads", f"an item of state and a value of {_VALUES}")
    places = tuple(row.get("on", on))
    return Read(
        row["item"],
        row["value"],
        row.get("subject", ""),
        places,
        row.get("times", 0),
        row.get("unbridged", ""),
        row.get("printed", ""),
        row.get("digits", ""),
        tuple(row.get("words", {}).items()),
        row.get("back", 0),
        row.get("face", 0),
    )


def _check_carrier(item: Item, carriers: Carriers) -> None:
    by_marker = item.carrier.startswith(_MARKER_CARRIERS)
    carried = (
        item.carrier == "printed"
        or (item.carrier.startswith("turn-tracker ") and item.name in carriers.trackers)
        or item.carrier.startswith("property ")
        or any(record.item is item for record in carriers.of_pieces(item.of))
        or (by_marker and item.name in carriers.by_item)
        or (item.carrier == "deck contents" and item.name in _in_decks(carriers))
        or (item.carrier.startswith("cup ") and any(cup.item == item.name for cup in carriers.cups))
    )
    if not carried:
        raise DataError("adapter.toml", f"item {item.name}", f"a carrier: {item.carrier}")


def _in_decks(carriers: Carriers) -> set[str]:
    """Items that the contents of decks carry."""
    counted = {carriers.decks.item} if carriers.decks.rows else set()
    return counted | ({carriers.piles.item} if carriers.piles else set())
