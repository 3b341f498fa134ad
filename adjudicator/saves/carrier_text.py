"""Facts as the text of properties: values, lists of subject=value, pending decisions, what is not said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from adjudicator.errors import PositionError
from adjudicator.position import Decision, Fact, Key

if TYPE_CHECKING:
    from adjudicator.schema import Item, Schema

__all__ = [
    "escaped",
    "facts_to_property",
    "option_property",
    "pending_to_text",
    "plain",
    "property_to_facts",
    "silence_to_text",
    "text_to_pending",
    "text_to_silence",
    "text_to_value",
    "value_to_text",
]

_ESCAPES = {"%": "%25", ";": "%3B", "=": "%3D"}


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


def escaped(text: str) -> str:
    """A text without the signs that divide a list."""
    return re.sub("[%;=]", lambda m: _ESCAPES[m.group()], text)


def plain(text: str) -> str:
    """Undo `escaped`."""
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
    pairs = [f"{escaped(subject)}={escaped(value_to_text(value))}" for subject, value in sorted(facts)]
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
        facts[item.name, plain(subject)] = text_to_value(item, plain(value))
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
    return "bocage_option_" + name.replace("-", "_").replace(".", "_")
