"""JSON Schemas of the TOML files of a folder, by which editors complete and check what is typed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from adjudicator.homemade.phases import SequenceFile
from counters.homemade.items import AROUND
from counters.homemade.items import KEYS as ITEM_KEYS
from maps.homemade.game import GameFile
from maps.homemade.looks import LOOKS, STYLES
from maps.homemade.mapfile import KEYS as MAP_KEYS

__all__ = ["SCHEMAS", "schema_of", "schema_text"]

_TEXT: Mapping[str, Any] = {"type": "string"}
_NUMBER: Mapping[str, Any] = {"type": "number"}
_WHOLE: Mapping[str, Any] = {"type": "integer"}
_FLAG: Mapping[str, Any] = {"type": "boolean"}
_WORDS: Mapping[str, Any] = {"type": "array", "items": _TEXT}
_NUMBERS: Mapping[str, Any] = {"type": "array", "items": _NUMBER}
_COLOUR: Mapping[str, Any] = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
_POINTS: Mapping[str, Any] = {"type": ["number", "string"]}
_ANY: Mapping[str, Any] = {}


def _table(keys: Mapping[str, Any], needed: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(keys),
        "additionalProperties": False,
        "required": list(needed),
    }


def _by_name(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": one}


def _list_of(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": one}


def _choice(*words: str) -> dict[str, Any]:
    return {"enum": list(words)}


_MAP_TYPES: Mapping[str, Mapping[str, Any]] = {
    "width": _NUMBER, "height": _NUMBER, "pixels_per_inch": _WHOLE, "counter": _NUMBER, "background": _COLOUR,
    "version": _WHOLE, "file": _TEXT, "rect": _NUMBERS, "key": _TEXT, "tolerance": _NUMBER, "touch": _NUMBER,
    "columns": _WHOLE, "rows": _WHOLE, "flat": _NUMBER, "pointed": _FLAG, "lower": _choice("odd", "even"),
    "at": _NUMBERS, "first": {"type": ["string", "integer"]}, "digits": _WHOLE, "northward": _FLAG,
    "westward": _FLAG, "terrain": _TEXT, "hex": _TEXT, "title": _TEXT, "subtitle": _TEXT, "color": _COLOUR,
    "pattern": _choice(*LOOKS), "letter": _TEXT, "style": _choice(*STYLES), "rim": _COLOUR,
    "type": _choice("number", "flag", "text", "choice"), "values": _WORDS, "least": _WHOLE, "most": _WHOLE,
    "shown": _choice("", "circle", "star", "text"), "id": _TEXT, "box": _NUMBERS, "labels": _WORDS,
    "count": _WHOLE, "who": _TEXT, "text": _TEXT, "size": _NUMBER, "kind": _choice("water", "wood", "town"),
    "legend": _NUMBERS, "compass": _NUMBERS, "scale": _NUMBERS, "per_inch": _NUMBER, "unit": _TEXT,
    "north": _NUMBER,
}  # fmt: skip
_NAMED, _ROWS = ("terrain", "boundary", "road", "column"), ("track", "box", "label")


def _map_table(name: str) -> dict[str, Any]:
    keys = {key: _MAP_TYPES[key] for key in MAP_KEYS[name] if key != "fitted"}
    if name == "hexes":
        keys["fitted"] = _list_of(_map_table("fitted"))
    if name == "places":
        keys |= {"title": _NUMBERS}
    return _table(keys)


def _map() -> dict[str, Any]:
    keys: dict[str, Any] = {"title": _TEXT, "subtitle": _TEXT}
    keys |= {name: _by_name(_map_table(name)) for name in _NAMED}
    keys |= {name: _list_of(_map_table(name)) for name in _ROWS}
    keys |= {name: _map_table(name) for name in MAP_KEYS[""] if name not in keys and name != "fitted"}
    return _table(keys, ("title", "board"))


def _counters() -> dict[str, Any]:
    item = {key: _ANY for keys in ITEM_KEYS.values() for key in keys}
    item |= {"show": _choice(*ITEM_KEYS), "at": _NUMBERS, "centre": _NUMBERS, "across": _POINTS, "when": _ANY}
    around = {key: _ANY for keys in AROUND.values() for key in keys}
    around |= {"factor": _WHOLE, "show": _choice(*AROUND), "pad": _NUMBER, "rise": _NUMBER, "ink": _TEXT}
    item |= {"like": _TEXT, "around": _list_of(_table({**around, "when": _ANY}, ("factor",)))}
    shown = {"anyOf": [_table(item), {"const": False}]}
    face = {
        "type": "object",
        "properties": {
            "like": _TEXT,
            "when": _ANY,
            "ground": _TEXT,
            "clear": _FLAG,
            "rim": _TEXT,
            "rim_width": _NUMBER,
        },
        "additionalProperties": shown,
    }
    template = {
        "type": "object",
        "properties": {"like": _TEXT, "size": _NUMBER},
        "additionalProperties": face,
    }
    formation = _table({"color": _COLOUR, "ink": _COLOUR})
    keys = {
        "size": _NUMBER,
        "sizes": _by_name(_NUMBER),
        "per_sheet": _WHOLE,
        "color": _by_name(_COLOUR),
        "formation": _by_name(formation),
        "template": _by_name(template),
    }
    return _table(keys, ("template",))


def _crt() -> dict[str, Any]:
    bonus = _table({"side": _TEXT, "types": _WORDS, "column": _TEXT, "effect": _POINTS, "text": _TEXT})
    ranged: dict[str, Any] = {
        "column": _TEXT,
        "attack": _TEXT,
        "not_across": _WORDS,
        "not_through": _WORDS,
        "alone": _FLAG,
        "losses": _FLAG,
        "boundary": _choice("adjacent", "all"),
    }
    keys: dict[str, Any] = {
        "kind": _choice("odds", "difference", "strength"),
        "rounding": _choice("defender", "attacker", "nearest"),
        "dice": _TEXT,
        "columns": _WORDS,
        "attack": _TEXT,
        "defense": _TEXT,
        "below": _choice("first", "no"),
        "from": _choice("adjacent", "same", "either"),
        "rows": _by_name(_WORDS),
        "terrain": _by_name(_POINTS),
        "boundary": _by_name(_POINTS),
        "bonus": _list_of(bonus),
        "range": _table(ranged, ("column",)),
    }
    return _table(keys)


def _rules() -> dict[str, Any]:
    result = {"anyOf": [_TEXT, _table({"text": _TEXT, "attacker": _POINTS, "defender": _POINTS})]}
    costs: dict[str, Any] = {
        "allowance": _POINTS,
        "default": _POINTS,
        "cost": _POINTS,
        "terrain": _by_name(_POINTS),
        "boundary": _by_name(_POINTS),
        "road": _by_name(_POINTS),
    }
    limits = {"limit": _WHOLE, "counts": _TEXT, "exempt": _WORDS, "when": _choice("end", "always")}
    zoc: dict[str, Any] = {
        "on": _FLAG,
        "stop": _FLAG,
        "direct": _FLAG,
        "enter": _POINTS,
        "leave": _POINTS,
        **dict.fromkeys(("with", "without", "not_across", "not_into", "negated"), _WORDS),
    }
    edge = _choice("north", "east", "south", "west")
    supply: dict[str, Any] = {
        "length": _POINTS,
        "measure": _choice("spaces", "points"),
        "class": _TEXT,
        "zoc": _FLAG,
        "enemy": _FLAG,
        "not_across": _WORDS,
        "not_into": _WORDS,
        "roads": _choice("", "free"),
        "source": _list_of(_table({"side": _TEXT, "spaces": _WORDS, "column": _TEXT, "edge": edge})),
    }
    movement = {
        **costs,
        "minimum": _FLAG,
        "enemy": _choice("no", "stop", "free"),
        "class": _by_name(_table({"types": _WORDS, **costs})),
    }
    return _table(
        {
            "stacking": _table({**limits, "side": _by_name(_WHOLE), "terrain": _by_name(_WHOLE)}),
            "movement": _table(movement),
            "zoc": _table(zoc),
            "crt": _crt(),
            "results": _by_name(result),
            "supply": _table(supply),
        }
    )


SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "game": lambda: msgspec.json.schema(GameFile),
    "sequence": lambda: msgspec.json.schema(SequenceFile),
    "map": _map,
    "counters": _counters,
    "rules": _rules,
}
"""TOML file of a folder, without its ending -> makes its schema."""


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of a file of a folder.

    Parameters
    ----------
    name
        One of `SCHEMAS`.

    Returns
    -------
    dict

    Examples
    --------
    >>> sorted(schema_of("rules")["properties"])[:3]
    ['crt', 'movement', 'results']
    """
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{name}.toml"}
    return {**head, **SCHEMAS[name]()}


def schema_text(name: str) -> str:
    """The same as text.

    Parameters
    ----------
    name
        One of `SCHEMAS`.

    Returns
    -------
    str
    """
    return json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"
