"""What is known of trait fields: names, keys, menu texts, expressions, messages, numbers."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import FIELDS, Trait

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "COLORS",
    "ENUMS",
    "EXPRESSIONS",
    "FLAGS",
    "FORMATS",
    "KEYS",
    "KEY_LISTS",
    "KNOWN_TRAITS",
    "MENUS",
    "NUMBERS",
    "changer_commands",
    "key_fault",
    "key_list",
    "named_fields",
    "same_key",
    "words",
]


def words(text: str) -> frozenset[str]:
    """Split a text at blanks into a set.

    Examples
    --------
    >>> sorted(words("b a"))
    ['a', 'b']
    """
    return frozenset(text.split())


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_EXTRA: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "attach": _names(
            "name desc text key clear_text clear_key filter restrict_range range fixed_range range_property"
            " deck_selection target clear_match_text clear_match_key clear_filter on_attach on_detach"
            " before_attach allow_self auto"
        ),
        "border": ("property", "desc", "width", "color", "property2", "logic"),
        "button": ("key", "x", "y", "w", "h", "desc", "popup", "whole", "version", "points"),
        "locCommand": ("desc", "where", "filter", "menu_format", "key", "current_map"),
        "locmsg": ("property", "desc", "text"),
        "pivot": ("text", "key", "x", "y", "fixed", "angle", "desc", "text2", "key2", "angle2"),
        "propertysheet": ("definition", "menu", "_", "commit", "red", "green", "blue", "key", "desc"),
        "prototype": ("name", "parameters"),
    }
)
_ROTATE_FREELY = ("facings", "key", "text", *FIELDS["rotate"][5:])

KNOWN_TRAITS = frozenset({*FIELDS, *_EXTRA, "mark", "emb", "nonRect", "prototype"})
"""Ids that the engine has a trait for."""


def named_fields(trait: Trait) -> dict[str, str]:
    """Give the fields of a trait by name, of those too that the codec does not name.

    Examples
    --------
    >>> named_fields(Trait("pivot;Turn;80,130"))
    {'text': 'Turn', 'key': '80,130'}
    """
    names = _EXTRA.get(trait.id)
    if names is None:
        return trait.named()
    return dict(zip(names, trait.fields, strict=False))


MENUS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "AreaOfEffect": (("key", "text"), ("on_key", "on_text"), ("off_key", "off_text")),
        "attach": (("key", "text"), ("clear_key", "clear_text"), ("clear_match_key", "clear_match_text")),
        "clone": (("key", "text"),),
        "delete": (("key", "text"),),
        "deselect": (("key", "text"),),
        "emb2": (
            ("activate_key", "activate_text"),
            ("increase_key", "up_text"),
            ("decrease_key", "down_text"),
            ("reset_key", "reset_text"),
            ("random_key", "random_text"),
        ),
        "footprint": (("key", "menu"), ("on_key", ""), ("off_key", ""), ("clear_key", "")),
        "globalhotkey": (("key", "text"),),
        "globalkey": (("key", "text"),),
        "hide": (("key", "text"),),
        "label": (("key", "menu"),),
        "locCommand": (("key", "menu_format"),),
        "macro": (("key", "menu"),),
        "markmoved": (("key", "text"), ("true_key", "true_text"), ("false_key", "false_text")),
        "matPiece": (("find_key", ""), ("detach_key", "")),
        "obs": (("key", "text"), ("deal_key", "")),
        "pivot": (("key", "text"), ("key2", "text2")),
        "placemark": (("key", "menu"),),
        "playSound": (("key", "menu"),),
        "propertysheet": (("key", "menu"),),
        "replace": (("key", "menu"),),
        "return": (("key", "text"),),
        "rotate": (
            ("key", "text"),
            ("cw_key", "cw_text"),
            ("ccw_key", "ccw_text"),
            ("random_key", "random_text"),
            ("direct_key", "direct_text"),
        ),
        "sendto": (("key", "text"), ("back_key", "back_text")),
        "table": (("key", "text"),),
        "translate": (("key", "text"),),
    }
)
"""Fields that hold the key of a command, each with the field of its menu text."""

KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "button": ("key",),
        "globalhotkey": ("hotkey",),
        "globalkey": ("sent",),
        "macro": ("pre_key", "post_key"),
        "placemark": ("after_key",),
        "replace": ("after_key",),
    }
)
"""Fields that hold a key which the trait sends."""

KEY_LISTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"hideCmd": ("keys",), "macro": ("watch_keys", "action_keys"), "report": ("keys", "cycle_keys")}
)
"""Fields that hold lists of keys."""

EXPRESSIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "attach": ("filter", "clear_filter"),
        "calcProp": ("expression",),
        "globalkey": ("filter",),
        "hideCmd": ("expression",),
        "locCommand": ("filter",),
        "macro": ("match", "while_expr", "until_expr"),
        "obs": ("deal_expression",),
        "sendto": ("filter",),
        "setpieceprop": ("filter",),
    }
)
"""Fields that hold an expression."""

FORMATS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "label": ("name_format",),
        "report": ("format",),
        "return": ("deck_expression",),
        "rotate": ("direct_expression",),
        "sendto": ("map", "board", "x", "y", "zone", "region", "grid_location"),
        "playSound": ("clip",),
    }
)
"""Fields that hold a message or a name which may be computed."""

NUMBERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "AreaOfEffect": ("radius",),
        "emb2": ("x_offset", "y_offset", "first_level", "version"),
        "footprint": ("radius", "selected_opacity", "unselected_opacity", "edge_buffer", "display_buffer"),
        "label": ("size", "v_offset", "h_offset", "style", "rotate"),
        "markmoved": ("x_offset", "y_offset"),
        "matPiece": ("dx", "dy"),
        "pivot": ("x", "y"),
        "placemark": ("x_offset", "y_offset", "placement"),
        "replace": ("x_offset", "y_offset", "placement"),
        "rotate": ("facings",),
        "table": ("rows", "columns"),
    }
)
"""Fields that hold a whole number."""

FLAGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "AreaOfEffect": ("always_active", "fixed_radius", "globally_visible"),
        "emb2": ("underneath", "loop", "follow", "always_active"),
        "footprint": ("initially_visible", "globally_visible"),
        "globalkey": ("restrict_range", "suppress_reports", "fixed_range", "suppress_sounds"),
        "macro": ("loop", "index"),
        "markmoved": ("ignore_same_location",),
        "placemark": ("match_rotation", "above", "copy_properties"),
        "replace": ("match_rotation", "above", "copy_properties"),
        "restrict": ("by_player", "restrict_movement"),
        "return": ("select_deck",),
        "setpieceprop": ("restrict_range", "fixed_range", "override_constraints"),
        "translate": ("move_stack",),
    }
)
"""Fields that hold ``true`` or ``false``."""

COLORS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "AreaOfEffect": ("color",),
        "border": ("color",),
        "footprint": ("fill", "line"),
        "hide": ("background",),
        "label": ("background", "foreground"),
    }
)
"""Fields that hold a colour."""

ENUMS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "deselect": MappingProxyType({"what": "D A S"}),
        "hideCmd": MappingProxyType({"action": "Hide Disable"}),
        "label": MappingProxyType({"v_pos": "t c b", "h_pos": "l c r", "v_just": "t c b", "h_just": "l c r"}),
        "immob": MappingProxyType({"move": "N I V", "stack": "L R"}),
        "macro": MappingProxyType({"loop_type": "counted while until"}),
        "placemark": MappingProxyType({"placement": "0 1 2 3"}),
        "replace": MappingProxyType({"placement": "0 1 2 3"}),
        "sendto": MappingProxyType({"destination": "L G Z R A C N"}),
        "setprop": MappingProxyType({"level": "Current_Zone/Current_Map/Module Named_Zone Named_Map Module"}),
    }
)
"""Allowed values, blanks inside one written ``_``; an empty field always passes."""

_PLAIN = re.compile(r"-?\d+,-?\d+\Z")
_NAMED = re.compile(r"-?\d+,-?\d+,(.*)\Z", re.DOTALL)
_CHARACTERS = re.compile(r"(?:ctrl|alt|shift|meta|typed|pressed|released| )*\w+\Z")


def key_fault(text: str) -> tuple[str, str] | None:
    """Tell what is wrong with the text of a key stroke (reference 4.2).

    Returns
    -------
    tuple or None
        Code and text of a finding; None where nothing is wrong.

    Examples
    --------
    >>> key_fault("70,130"), key_fault("57348,0,Fire"), key_fault("F")
    (None, None, None)
    >>> key_fault("57348,0,Fire, then run")[0]
    'key-comma'
    """
    if len(text) <= 1 or _PLAIN.match(text):
        return None
    named = _NAMED.match(text)
    if named is None:
        return None if _CHARACTERS.match(text) else ("bad-key", f"{text!r} is no key stroke")
    if "," in named[1]:
        return "key-comma", f"the named command {named[1]!r} holds a comma and is cut off there"
    return None


def same_key(text: str) -> str:
    """Give a key in a form that can be compared: a named one by its name, a single letter as Ctrl and it.

    Examples
    --------
    >>> same_key("57348,0,Fire"), same_key("57999,0,Fire"), same_key("F")
    ('Fire', 'Fire', '70,130')
    """
    named = _NAMED.match(text)
    if named is not None and named[1]:
        return named[1]
    if len(text) == 1:
        return f"{ord(text.upper())},130"
    plain = text.removesuffix(",")
    code, comma, mask = plain.partition(",")
    return f"{code},{_old_and_new(mask)}" if comma else plain


def _old_and_new(mask: str) -> str:
    """Join the old and the new bits of modifiers, as the engine writes them."""
    if not mask.isdigit():
        return mask
    bits = int(mask)
    pairs = ((1, 64), (2, 128), (4, 256), (8, 512))
    return str(sum(old + new for old, new in pairs if bits & (old | new)))


def key_list(text: str) -> list[str]:
    """Split a list of keys.

    Examples
    --------
    >>> key_list("70" + chr(92) + ",130,57348" + chr(92) + ",0" + chr(92) + ",Go")
    ['70,130', '57348,0,Go']
    """
    return [key for key in decode(text, ",") if key]


def changer_commands(text: str) -> list[tuple[str, str, str]]:
    """Split the commands of a property trait into menu text, key and changer.

    Examples
    --------
    >>> changer_commands("Loss:49" + chr(92) + ",130:I" + chr(92) + ",-1")
    [('Loss', '49,130', 'I,-1')]
    """
    result = []
    for item in decode(text, ","):
        menu, key, changer, *_ = [*decode(item, ":"), "", "", ""]
        if item:
            result.append((menu, key, changer))
    return result
