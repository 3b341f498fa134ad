"""How the state of a unit or marker stands in the traits of its piece: a level of a layer, or a text.

A record is one item of state on one kind of piece. Three forms carry it, each named in ``state.toml``:

``piece layer NAME``
    a switch (a layer that is active where the item is true), or a layer whose level is the word or number;
``piece property NAME``
    a Dynamic Property that holds the value as a text;
``piece note NAME.KEY``
    a part of a Dynamic Property that holds several items which no player sets by hand.

Saves of earlier modules hold every item in a Dynamic Property of its own, whose name is that of the layer,
or the key of the note: both are read. What the counter of a unit does not carry, since only others need it,
stands in one global property.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.errors import DataError
from adjudicator.position import Fact, Key
from adjudicator.saves.carrier_text import escaped, plain, text_to_value, value_to_text
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.schema import Item, Schema
    from counters.catalog import Unit
    from module_builder.vassal.pieces import Layer, NeutralPiece

__all__ = [
    "ASIDE",
    "Group",
    "Record",
    "aside_to_text",
    "notes_to_text",
    "read_groups",
    "read_record",
    "text_to_aside",
    "text_to_notes",
]

ASIDE = "bocage_aside"
"""Global property of what is stated of units whose counters do not carry it."""
_CARRIER = re.compile(r"piece (layer|property|note) (.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Record:
    """One item of state on one kind of piece.

    Parameters
    ----------
    item
        What it says.
    form
        ``layer``, ``property`` or ``note``.
    name
        Of the trait.
    key
        Name of the item in a note, and of its own Dynamic Property in saves of earlier modules.
    levels
        Levels of a layer; 0 of a switch, and of what is a text.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> items = load("june-six").schema.items
    >>> pinned = Record(items["pinned"], "layer", "Pinned", "Pinned")
    >>> disorder = Record(items["disorder"], "layer", "Disorder", "Disorder", 3)
    >>> pinned.level(True), pinned.rest, disorder.level(2), disorder.level(7)
    (1, -1, 3, None)
    """

    item: Item
    form: str
    name: str
    key: str
    levels: int = 0

    @property
    def rest(self) -> int:
        """Level of the layer where the item has its default: negative while a layer is not active."""
        return 1 if self.levels else -1

    def level(self, value: Fact) -> int | None:
        """Level that shows a value; None where the layer has none."""
        item = self.item
        if isinstance(item.default, bool):
            return 1 if value else -1
        if isinstance(item.default, int):
            level = int(value) + 1
        else:
            level = item.values.index(str(value)) + 1 if value in item.values else 0
        return level if 1 <= level <= self.levels else None

    def value(self, level: int) -> Fact:
        """What a level says; negative while the layer is not active."""
        item = self.item
        if isinstance(item.default, bool):
            return level > 0
        shown = min(max(abs(level), 1), self.levels)
        return shown - 1 if isinstance(item.default, int) else item.values[shown - 1]

    def text(self, level: int) -> str:
        """A level as an earlier module's Dynamic Property says it; empty for the default."""
        value = self.value(level)
        return "" if value == self.item.default else value_to_text(value)

    def read(self, piece: NeutralPiece) -> str:
        """What a piece says, as a text; empty for the default, and where it does not carry the item."""
        if self.form == "layer":
            layer: Layer | None = piece.layers.get(self.name)
            if layer is not None:
                return self.text(layer.level if layer.active else -layer.level)
        elif self.form == "note":
            notes = piece.properties.get(self.name)
            if notes is not None:
                return text_to_notes(notes).get(self.key, "")
        return piece.properties.get(self.key, "").strip()


def read_record(item: Item, faces: int) -> Record | None:
    """What ``state.toml`` says of the carrier of an item; None where no piece carries it.

    Parameters
    ----------
    item
        Of ``state.toml``.
    faces
        Faces of its badge, or 0.

    Returns
    -------
    Record or None

    Raises
    ------
    DataError
        A layer for an item that has no closed list of values.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> record = read_record(load("june-six").schema.items["disorder"], 2)
    >>> record.name, record.levels
    ('Disorder', 3)
    """
    found = _CARRIER.fullmatch(item.carrier)
    if found is None:
        return None
    form, name = found[1], found[2].replace(" ", "")
    if form == "note":
        note, _, key = name.partition(".")
        return Record(item, form, note, key)
    if form == "property" or isinstance(item.default, bool):
        return Record(item, form, name, name)
    levels = faces + 1 if isinstance(item.default, int) and faces else len(item.values)
    if levels < 2:
        raise DataError("state.toml", f"[{item.name}]", "a switch, closed values or a badge for its layer")
    return Record(item, form, name, name, levels)


# --- who carries it ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """Units whose counters carry items that others do not need.

    Parameters
    ----------
    name
        Prototype of what they carry.
    items
        Which items.
    types, nations
        Types, and nationalities or sides, of these units; empty for any.
    but
        Types that are none of them.
    backs
        Whether it is the units of which this item shows the back, and no others.

    Examples
    --------
    >>> Group("Headquarters", ("returns",), ("headquarters",)).backs
    False
    """

    name: str
    items: tuple[str, ...]
    types: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    backs: bool = False

    def holds(self, unit: Unit) -> bool:
        """Whether a unit is one of these, its back left aside; a placeholder is none."""
        return (
            "hidden" not in unit.marks
            and (unit.type in self.types if self.types else unit.type not in self.but)
            and (not self.nations or unit.nationality in self.nations or unit.side in self.nations)
        )


def read_groups(rows: Iterable[Mapping[str, Any]], schema: Schema) -> tuple[Group, ...]:
    """Rows ``[[unit.only]]`` of ``adapter.toml``.

    Parameters
    ----------
    rows, schema
        The rows, and the items of state.

    Returns
    -------
    tuple of Group

    Raises
    ------
    DataError
        An item that there is not.
    """
    found = []
    for row in rows:
        wrong = set(row["items"]) - set(schema.items)
        if wrong:
            raise DataError("adapter.toml", "unit.only", f"items of state, not {', '.join(sorted(wrong))}")
        found.append(
            Group(
                row["name"],
                tuple(row["items"]),
                tuple(row.get("types", ())),
                tuple(row.get("nations", ())),
                tuple(row.get("but", ())),
                row.get("backs", False),
            )
        )
    return tuple(found)


# --- texts ---------------------------------------------------------------------------------------------


def notes_to_text(notes: Mapping[str, str]) -> str:
    """Write several items into one Dynamic Property.

    Examples
    --------
    >>> notes_to_text({"Began": "w2429", "Tot": "true"})
    'Began=w2429;Tot=true'
    """
    return ";".join(f"{escaped(key)}={escaped(text)}" for key, text in sorted(notes.items()) if text)


def text_to_notes(text: str) -> dict[str, str]:
    """Read what `notes_to_text` wrote; what is no pair says nothing.

    Examples
    --------
    >>> text_to_notes("Began=w2429;Tot=true")
    {'Began': 'w2429', 'Tot': 'true'}
    """
    pairs = (pair.partition("=") for pair in text.split(";") if "=" in pair)
    return {plain(key).strip(): plain(value).strip() for key, _, value in pairs}


def aside_to_text(facts: Mapping[Key, Fact]) -> str:
    """Write what no counter and no marker carries.

    Examples
    --------
    >>> aside_to_text({("repple", "br-1"): True})
    'repple:br-1=true'
    """
    rows = (f"{item}:{escaped(subject)}={escaped(value_to_text(v))}" for (item, subject), v in facts.items())
    return ";".join(sorted(rows))


def text_to_aside(text: str, schema: Schema) -> dict[Key, Fact]:
    """Read what `aside_to_text` wrote.

    Raises
    ------
    ValueError
        It names no item, or no value of one.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> text_to_aside("repple:br-1=true", load("battle-for-normandy").schema)
    {('repple', 'br-1'): True}
    """
    found: dict[Key, Fact] = {}
    for pair in text.split(";") if text.strip() else ():
        name, _, rest = pair.strip().partition(":")
        subject, equals, value = rest.partition("=")
        item = schema.items.get(name)
        if item is None or not item.of or not equals:
            raise ValueError(f"a list of item:subject=value, not {pair!r}")
        found[name, plain(subject)] = text_to_value(item, plain(value))
    return found
