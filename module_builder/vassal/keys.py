"""Scalar values inside traits and attributes: key strokes, colours, property changers, command targets."""

from __future__ import annotations

from enum import IntFlag, StrEnum
from typing import TYPE_CHECKING

from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import Item, encode

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Modifier",
    "Target",
    "TargetKind",
    "alt",
    "ask",
    "choose",
    "color",
    "command",
    "commands",
    "constraints",
    "ctrl",
    "ctrl_shift",
    "increment",
    "key",
    "key_list",
    "named",
    "no_target",
    "parameters",
    "set_to",
    "target",
]

_SPECIAL = {
    "ENTER": 10,
    "TAB": 9,
    "ESC": 27,
    "SPACE": 32,
    "PAGE_UP": 33,
    "PAGE_DOWN": 34,
    "END": 35,
    "HOME": 36,
    "LEFT": 37,
    "UP": 38,
    "RIGHT": 39,
    "DOWN": 40,
    "DELETE": 127,
    **{f"F{n}": 111 + n for n in range(1, 13)},
}
_PUNCTUATION = frozenset("=-[],./;\\")
_NAMED_CODE = 57348


class Modifier(IntFlag):
    """Modifier masks as the engine writes them (old and new AWT bits together)."""

    NONE = 0
    SHIFT = 65
    CTRL = 130
    ALT = 520


def _code(name: str) -> int:
    upper = name.upper()
    if len(upper) == 1 and upper.isascii() and (upper.isalnum() or upper in _PUNCTUATION):
        return ord(upper)
    if upper in _SPECIAL:
        return _SPECIAL[upper]
    raise FormatError("key stroke", repr(name), "a letter, a digit or a key name", "e.g. F, 7, F5, PAGE_UP")


def key(name: str, modifiers: Modifier = Modifier.NONE) -> str:
    """Write a key stroke (reference 4.2).

    Parameters
    ----------
    name
        A letter, digit or one of = - [ ] , . / ; backslash, or a key name (``F5``, ``PAGE_UP``).
    modifiers
        Shift, Ctrl and Alt joined by ``|``.

    Returns
    -------
    str
        ``code,modifiers``.

    Raises
    ------
    FormatError
        The name is no key.

    Examples
    --------
    >>> key("F", Modifier.CTRL | Modifier.SHIFT)
    '70,195'
    """
    return f"{_code(name)},{int(modifiers)}"


def ctrl(name: str) -> str:
    """Ctrl and a key.

    Examples
    --------
    >>> ctrl("F")
    '70,130'
    """
    return key(name, Modifier.CTRL)


def alt(name: str) -> str:
    """Alt and a key.

    Examples
    --------
    >>> alt("F")
    '70,520'
    """
    return key(name, Modifier.ALT)


def ctrl_shift(name: str) -> str:
    """Ctrl, Shift and a key.

    Examples
    --------
    >>> ctrl_shift("F")
    '70,195'
    """
    return key(name, Modifier.CTRL | Modifier.SHIFT)


def named(name: str) -> str:
    """Write a named key command; the engine assigns its own code by name on loading.

    Raises
    ------
    FormatError
        The name is empty or holds a comma.

    Examples
    --------
    >>> named("Fire")
    '57348,0,Fire'
    """
    if not name or "," in name:
        raise FormatError("named command", repr(name), "a name without a comma")
    return f"{_NAMED_CODE},0,{name}"


def key_list(keys: Iterable[str]) -> str:
    r"""Several key strokes in one field.

    Examples
    --------
    >>> key_list([ctrl("F"), named("Fire")])
    '70\\,130,57348\\,0\\,Fire'
    """
    return encode(keys, ",")


def color(red: int, green: int, blue: int, alpha: int | None = None) -> str:
    """Write a colour field.

    Raises
    ------
    FormatError
        A part lies outside 0..255.

    Examples
    --------
    >>> color(255, 0, 0)
    '255,0,0'
    """
    parts = [red, green, blue] + ([] if alpha is None else [alpha])
    if any(not 0 <= part <= 255 for part in parts):
        raise FormatError("colour", ",".join(map(str, parts)), "parts from 0 to 255")
    return ",".join(map(str, parts))


def set_to(value: str | int) -> str:
    """Property changer: set a value or ``{expression}``.

    Examples
    --------
    >>> set_to(2)
    'P,2'
    """
    return encode(["P", value], ",")


def increment(amount: str | int) -> str:
    """Property changer: add an amount.

    Examples
    --------
    >>> increment(-1)
    'I,-1'
    """
    return encode(["I", amount], ",")


def ask(prompt: str) -> str:
    """Property changer: ask the player for a value.

    Examples
    --------
    >>> ask("Strength")
    'R,Strength'
    """
    return encode(["R", prompt], ",")


def choose(prompt: str, values: Iterable[str]) -> str:
    r"""Property changer: let the player choose from a list.

    Examples
    --------
    >>> choose("Side", ["US", "Ge"])
    'E,Side,US\\,Ge'
    """
    return encode(["E", prompt, encode(values, ",")], ",")


def command(menu: str, stroke: str, changer: str) -> str:
    """One menu command of a property trait: text, key stroke, changer.

    Examples
    --------
    >>> command("Step loss", ctrl("1"), increment(-1))
    'Step loss:49,130:I,-1'
    """
    return encode([menu, stroke, changer], ":")


def commands(*parts: str) -> str:
    r"""Write the command list of a property trait.

    Examples
    --------
    >>> commands(command("Loss", ctrl("1"), increment(-1)), command("Set", ctrl("2"), set_to(2)))
    'Loss:49\\,130:I\\,-1,Set:50\\,130:P\\,2'
    """
    return encode(parts, ",")


def constraints(*, low: int = 0, high: int = 100, wrap: bool = False, numeric: bool = False) -> str:
    """Write the constraint field of a property trait.

    Examples
    --------
    >>> constraints(numeric=True, high=4)
    'true,0,4,false'
    """
    return encode([numeric, low, high, wrap], ",")


def parameters(values: Iterable[tuple[str, str]]) -> str:
    """Write the parameter list of a global key command or Place Marker.

    Examples
    --------
    >>> parameters([("Strength", "4")])
    'Strength:4'
    """
    return encode([encode(pair, ":") for pair in values], ",")


class TargetKind(StrEnum):
    """Which component sends the command."""

    MAP = "MAP"
    MODULE = "MODULE"
    DECK = "DECK"
    COUNTER = "COUNTER"


class Target(StrEnum):
    """Where a fast-match target looks for pieces."""

    CURRENT_STACK = "CURSTACK"
    CURRENT_MAP = "CURMAP"
    CURRENT_ZONE = "CURZONE"
    CURRENT_LOCATION = "CURLOC"
    MAP = "MAP"
    ZONE = "ZONE"
    LOCATION = "LOCATION"
    XY = "XY"
    DECK = "DECK"
    CURRENT_MAT = "CURMAT"
    CURRENT_ATTACHMENT = "CURATTCH"


def target(
    kind: TargetKind,
    where: Target | None = None,
    *,
    map_name: str = "",
    board: str = "",
    zone: str = "",
    location: str = "",
    x: int | str = 0,
    y: int | str = 0,
    deck: str = "",
    prop: str = "",
    value: str = "",
    compare: str = "EQUALS",
    attachment: str = "",
    attachment_id: str = "",
) -> str:
    """Write a GlobalCommandTarget of sixteen fields (reference 4.2).

    Parameters
    ----------
    kind
        The sender.
    where
        Fast match by location; None for no location filter.
    map_name, board, zone, location, x, y, deck
        What `where` needs.
    prop, value, compare
        Fast match by property; no property filter when `prop` is empty.
    attachment, attachment_id
        For a target of an attachment.

    Returns
    -------
    str
        The encoded target.

    Examples
    --------
    >>> target(TargetKind.MODULE)
    'MODULE|false|MAP|||||0|0||false|||EQUALS||'
    >>> target(TargetKind.COUNTER, Target.ZONE, map_name="Main", zone="Caen")
    'COUNTER|true|ZONE|Main||Caen||0|0||false|||EQUALS||'
    """
    place: list[Item] = [map_name, board, zone, location, x, y, deck]
    match: list[Item] = [bool(prop), prop, value, compare, attachment, attachment_id]
    return encode([kind.value, where is not None, (where or Target.MAP).value, *place, *match], "|")


def no_target(kind: TargetKind) -> str:
    """Write the target without any pre-filter.

    Examples
    --------
    >>> no_target(TargetKind.COUNTER)
    'COUNTER|false|MAP|||||0|0||false|||EQUALS||'
    """
    return target(kind)
