"""Which part of a save carries which item of state, read from ``state.toml`` and ``adapter.toml``."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator.cups import Cup, read_cup
from adjudicator.errors import DataError, PositionError
from adjudicator.layout import load_adapter
from adjudicator.position import Decision, Fact, Key

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.schema import Item, Schema

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
_FORMS = ("single", "each", "fixed", "home")
_VALUES = ("box", "word", "face", "signed", "yes", "place")
_KEYS = frozenset(
    [
        *("id", "name", "side", "levels", "images", "form", "slot", "on", "reads", "layer", "px", "art"),
        *("of", "subject", "absent"),
    ]
)
_MARKER_CARRIERS = ("marker ", "markers ", "bombardment marker")
_ESCAPES = {"%": "%25", ";": "%3B", "=": "%3D"}


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
        ``home`` (on a track only to state something).
    reads
        What it says.
    slot, layer, px, art
        How it is placed and drawn.
    of, subject
        Kind and name of the subject whose piece properties it carries.
    absent
        ``default`` where its absence says the default, else its absence leaves its items unknown.

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
    piece_properties
        Kind of subject -> property -> item.
    decks
        Table of the decks of cards, or None.
    cups
        Cups of chits and pools of units.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> carriers = load_carriers(load("breakout-normandy"))
    >>> carriers.properties["bocage_passed"], carriers.piece_properties["unit"]["Start"]
    ('passed', 'start')
    """

    schema: Schema
    markers: Mapping[str, MarkerSpec]
    trackers: Mapping[str, str]
    properties: Mapping[str, str]
    piece_properties: Mapping[str, Mapping[str, str]]
    decks: Mapping[str, Any] | None
    cups: tuple[Cup, ...] = ()

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


@functools.cache
def _carriers(slug: str) -> Carriers:
    from adjudicator.game import load
    from counters.catalog import load_markers

    data, schema = load_adapter(slug), load(slug).schema
    printed = load_markers(slug)
    markers = {row["id"]: _marker(row, printed, schema) for row in data["marker"]}
    properties: dict[str, str] = {}
    on_pieces: dict[str, dict[str, str]] = {}
    for item in schema.items.values():
        kind, _, rest = item.carrier.partition(" ")
        if kind == "property":
            properties[rest] = item.name
        elif item.carrier.startswith("piece property "):
            name = item.carrier.removeprefix("piece property ").replace(" ", "")
            on_pieces.setdefault(item.of, {})[name] = item.name
    cups = tuple([read_cup(row) for row in data.get("cup", ())])
    carriers = Carriers(schema, markers, data["trackers"], properties, on_pieces, data.get("decks"), cups)
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
    )


def _check_carrier(item: Item, carriers: Carriers) -> None:
    by_marker = item.carrier.startswith(_MARKER_CARRIERS)
    carried = (
        item.carrier == "printed"
        or (item.carrier.startswith("turn-tracker ") and item.name in carriers.trackers)
        or item.carrier.startswith(("property ", "piece property "))
        or (by_marker and item.name in carriers.by_item)
        or (item.carrier == "deck contents" and (carriers.decks or {}).get("item") == item.name)
        or (item.carrier.startswith("cup ") and any(cup.item == item.name for cup in carriers.cups))
    )
    if not carried:
        raise DataError("adapter.toml", f"item {item.name}", f"a carrier: {item.carrier}")


def value_to_text(value: Fact) -> str:
    """Write a value as a property holds it.

    Examples
    --------
    >>> value_to_text(True), value_to_text(3), value_to_text("us")
    ('true', '3', 'us')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def text_to_value(item: Item, text: str) -> Fact:
    """Read a value of an item from a property; an empty text is the default.

    Parameters
    ----------
    item
        What it is a value of.
    text
        The property.

    Returns
    -------
    str, int or bool

    Raises
    ------
    ValueError
        It is none of the item's.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> text_to_value(load("breakout-normandy").schema.items["mf-used"], "2")
    2
    """
    text = text.strip()
    if not text:
        return item.default
    if isinstance(item.default, bool):
        if text not in {"true", "false"}:
            raise ValueError(f"{item.name} is true or false, not {text!r}")
        return text == "true"
    if isinstance(item.default, int):
        if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
            raise ValueError(f"{item.name} is a whole number, not {text!r}")
        return int(text)
    if item.values and text not in item.values:
        known = ", ".join(v for v in item.values if v)
        raise ValueError(f"{item.name} is one of {known}, not {text!r}")
    return text


def _escaped(text: str) -> str:
    return re.sub("[%;=]", lambda m: _ESCAPES[m.group()], text)


def _plain(text: str) -> str:
    for sign, code in reversed(_ESCAPES.items()):
        text = text.replace(code, sign)
    return text


def facts_to_property(item: Item, facts: Iterable[tuple[str, Fact]]) -> str:
    """Write the facts of one item into a global property.

    Parameters
    ----------
    item
        Of ``state.toml``.
    facts
        Subject and value.

    Returns
    -------
    str
        ``subject=value;subject=value``; the bare value where the item has no subjects.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> items = load("breakout-normandy").schema.items
    >>> facts_to_property(items["crossings"], [("isigny/st-lo", 3)])
    'isigny/st-lo=3'
    """
    if not item.of:
        return ";".join(value_to_text(value) for _, value in facts)
    pairs = [f"{_escaped(subject)}={_escaped(value_to_text(value))}" for subject, value in sorted(facts)]
    return ";".join(pairs)


def property_to_facts(item: Item, text: str) -> dict[Key, Fact]:
    """Read the facts of one item from a global property; the reverse of `facts_to_property`.

    Parameters
    ----------
    item
        Of ``state.toml``.
    text
        The property.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        A value that the item does not have.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> property_to_facts(load("breakout-normandy").schema.items["crossings"], "isigny/st-lo=3")
    {('crossings', 'isigny/st-lo'): 3}
    """
    if not text.strip():
        return {}
    if not item.of:
        return {(item.name, ""): text_to_value(item, text)}
    facts: dict[Key, Fact] = {}
    for pair in text.split(";"):
        subject, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"{item.name} is a list of subject=value, not {pair!r}")
        facts[item.name, _plain(subject)] = text_to_value(item, _plain(value))
    return facts


def pending_to_text(pending: Iterable[Decision]) -> str:
    """Write the stack of pending decisions as JSON.

    Examples
    --------
    >>> pending_to_text([Decision("german", "pass", "8.6")])
    '[["german","pass","8.6",{}]]'
    """
    rows = [[d.player, d.kind, d.rule, dict(d.data)] for d in pending]
    return json.dumps(rows, ensure_ascii=True, separators=(",", ":")) if rows else ""


def text_to_pending(text: str) -> tuple[Decision, ...]:
    """Read the stack of pending decisions.

    Raises
    ------
    ValueError
        Not what `pending_to_text` writes.

    Examples
    --------
    >>> text_to_pending('[["german","pass","8.6",{}]]')[0].kind
    'pass'
    """
    if not text.strip():
        return ()
    try:
        rows = json.loads(text)
        return tuple(Decision(str(p), str(k), str(r), dict(d)) for p, k, r, d in rows)
    except (TypeError, RecursionError) as fault:
        raise ValueError(f"a list of decisions ({fault})") from None


def silence_to_text(unknown: Iterable[str], stated: Mapping[Key, Fact]) -> str:
    """Write what a position leaves open, and what it states although that is the default.

    Parameters
    ----------
    unknown
        Items whose absent facts are unknown.
    stated
        Their facts that equal the default: no other carrier could tell them from silence.

    Returns
    -------
    str
        JSON, or empty.

    Examples
    --------
    >>> silence_to_text(["control"], {("control", "caen"): "german"})
    '{"unknown":["control"],"stated":[["control","caen","german"]]}'
    """
    items = sorted(unknown)
    if not items:
        return ""
    rows = [[item, subject, value] for (item, subject), value in sorted(stated.items())]
    return json.dumps({"unknown": items, "stated": rows}, separators=(",", ":"))


def text_to_silence(text: str, schema: Schema) -> tuple[frozenset[str], dict[Key, Fact]]:
    """Read what `silence_to_text` wrote.

    Raises
    ------
    PositionError
        It names an item that there is not.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> text_to_silence("", load("breakout-normandy").schema)
    (frozenset(), {})
    """
    if not text.strip():
        return frozenset(), {}
    try:
        data = json.loads(text)
        facts = {(item, subject): value for item, subject, value in data["stated"]}
        unknown = frozenset(data["unknown"])
    except (ValueError, TypeError, KeyError) as fault:
        raise PositionError([f"the list of unknown items is damaged ({fault})"]) from None
    foreign = {*unknown, *(item for item, _ in facts)} - set(schema.items)
    if foreign:
        raise PositionError([f"there is no item of state {name!r}" for name in sorted(foreign)])
    return unknown, facts


def option_property(name: str) -> str:
    """Scenario option of the module that holds a reading or an optional rule.

    Examples
    --------
    >>> option_property("combat-cards")
    'bocage_option_combat_cards'
    """
    return "bocage_option_" + name.replace("-", "_")
