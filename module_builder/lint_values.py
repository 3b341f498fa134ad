"""Checks of elements and attributes against the table of components."""

from __future__ import annotations

import re
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

from module_builder.lint_fields import key_fault, key_list, words
from module_builder.lint_model import advice, component_path, error, suggestion, warning
from module_builder.vassal.buildfile import short_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element

    from module_builder.lint_model import Finding, Module
    from module_builder.vassal.buildfile import Component

__all__ = ["bad_color", "check_values"]

_PLAIN = frozenset({"entry", "setup", "option", "colorManager", "fontManager"})
_PASSIVE = words(
    "VASSAL.build.module.gamepieceimage.ColorManager VASSAL.build.module.gamepieceimage.FontManager"
    " VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer VASSAL.build.module.InternetDiceButton"
    " VASSAL.build.module.Plugin VASSAL.build.module.ModulePlugin VASSAL.build.module.DieManager"
    " VASSAL.script.ActionScript VASSAL.script.GeneralScript VASSAL.script.ScriptContainer"
    " VASSAL.build.module.ServerConnection VASSAL.build.module.WizardSupport"
)
_SWITCH = "Always Never Use_Preferences_Setting"
_AUTO = "Always Auto Never"
_DISPLAY = (
    "from_top-most_layer_only from_all_layers from_listed_layers_only from_layers_other_than_those_listed"
)
_WHEN = "firstLaunchOfSession everyLaunchOfSession startOfGameOnly sideChange"
_FLARE = "keyAlt keyCtrl keyAltShift keyCtrlShift keyCtrlAlt keyCtrlAltShift"
_AXES = {"first": "H V Horizontal_first Vertical_first", "hType": "N A", "vType": "N A"}
_ALLOWED: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "ChessClockControl": {f"show{unit}": _AUTO for unit in ("Tenths", "Seconds", "Hours", "Days")},
        "CounterDetailViewer": {"display": _DISPLAY, "showTerrainBeneath": "never ifOne always"},
        "DrawPile": {
            "faceDown": "Always Never Via_right-click_Menu MenuDefaultUp",
            "shuffle": "Always Never Via_right-click_Menu",
        },
        "Flare": {"flareKey": _FLARE},
        "GlobalOptions": {
            "nonOwnerUnmaskable": _SWITCH,
            "autoReport": _SWITCH,
            "chatterHTMLSupport": "Always Never",
            "hotKeysOnClosedWindows": "Always Never",
            "inventoryForAll": "Always Never",
            "sendToLocationMoveTrails": "Always Never",
        },
        "HexGridNumbering": _AXES,
        "LOS_Thread": {
            "persistence": "Ctrl-Click_&_Drag Never Always",
            "global": "When_Persisting Never Always",
        },
        "Map": {"markMoved": _SWITCH},
        "MapShader": {"type": "Foreground Background"},
        "MoveCameraButton": {"moveCameraMode": "G L Z R A C N"},
        "PlayerHand": {"markMoved": _SWITCH},
        "PrivateMap": {"markMoved": _SWITCH},
        "SquareGridNumbering": _AXES,
        "StartupGlobalKeyCommand": {
            "whenToApply": _WHEN,
            "hotkeyOrKeyCommand": "sendKeyCommand sendHotkey",
        },
        "TurnTracker": {"lengthStyle": "Variable Fixed Maximum"},
        "ZoneHighlight": {
            "coverage": "Entire_Zone Zone_Border",
            "style": "Plain Striped Crosshatched Tiled_Image",
        },
    }
)
_POSITIVE = frozenset({"dx", "dy"})
_ENGINE = "VASSAL."
_MISSPELT = 0.93
"""How like a class that we know a name is which somebody misspelt."""
_INT = re.compile(r"[+-]?\d{1,10}\Z")
_COLOR = re.compile(r"\d{1,3},\d{1,3},\d{1,3}(,\d{1,3})?\Z|0x[0-9A-Fa-f]{6}\Z")
_FLAGS = frozenset({"true", "false"})


def bad_color(text: str) -> bool:
    """Tell whether a text is no colour (reference 4.2).

    Examples
    --------
    >>> bad_color("255,0,0"), bad_color(""), bad_color("red"), bad_color("256,0,0")
    (False, False, True, True)
    """
    if text in {"", "null"}:
        return False
    parts = text.split(",") if "," in text else []
    return not _COLOR.match(text) or any(int(part) > 255 for part in parts)


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < 1e12
    except ValueError:
        return False


def _value_fault(kind: str, value: str) -> tuple[str, str] | None:
    """Code and text of what is wrong with a value of a kind, else None."""
    if not value or value.startswith("{"):
        return None
    if kind == "key":
        return key_fault(value)
    if kind == "keys":
        return next((fault for key in key_list(value) if (fault := key_fault(key))), None)
    expected = {
        "bool": "true or false" if value not in _FLAGS else "",
        "int": "a whole number" if not _INT.match(value.strip()) else "",
        "num": "a number" if not _is_number(value) else "",
        "color": "a colour such as 255,0,0" if bad_color(value) else "",
    }.get(kind, "")
    return ("bad-value", f"{value!r} is not {expected}") if expected else None


def _not_allowed(node: _Element, name: str, value: str) -> str:
    allowed = _ALLOWED.get(short_name(node), {}).get(name, "")
    words = [word.replace("_", " ") for word in allowed.split()]
    return f"{value!r} is none of {', '.join(words)}" if words and value and value not in words else ""


def _attributes(node: _Element, known: Component) -> Iterator[Finding]:
    place = component_path(node)
    for raw, text in node.attrib.items():
        name, value = str(raw), str(text)
        if name not in known.attributes:
            hint = suggestion(name, known.attributes) or "leave it out"
            yield warning("unknown-attribute", place, f"attribute {name} is ignored by the engine", hint)
            continue
        fault = _value_fault(known.attributes[name], value)
        if fault:
            yield error(fault[0], f"{place}: {name}", fault[1])
        elif name in _POSITIVE and _is_number(value) and float(value) <= 0:
            yield error("bad-value", f"{place}: {name}", f"{value} is not above 0", "give the size of a cell")
        elif text := _not_allowed(node, name, value):
            yield error("bad-value", f"{place}: {name}", text)


def _unknown(module: Module, node: _Element, table: Mapping[str, Component]) -> Iterator[Finding]:
    tag, place = str(node.tag), component_path(node)
    source = tag.replace(".", "/") + ".class"
    if tag in _PLAIN or tag in _PASSIVE:
        return
    if any(source in one.archive for one in module.family()):
        yield advice("custom-class", place, f"{tag} is code inside the module", "3.8 may refuse it")
        return
    if tag.startswith(_ENGINE) and not get_close_matches(tag, table, 1, _MISSPELT):
        text = f"{tag} is a class of the engine that these checks do not know"
        yield advice("unlisted-element", place, text, "see that the module opens")
        return
    hint = suggestion(tag, table) or "take it out, or put its class into the file"
    yield error("unknown-element", place, f"no class {tag}: the engine shows a bug report", hint)


def check_values(module: Module) -> Iterator[Finding]:
    """Check every element and attribute (reference 3 and 13)."""
    table = module.table
    for node in module.root.iter():
        if not isinstance(node.tag, str) or node.tag == "VASSAL.launch.BasicModule":
            continue
        known = table.get(node.tag)
        if known is None:
            yield from _unknown(module, node, table)
        else:
            yield from _attributes(node, known)
