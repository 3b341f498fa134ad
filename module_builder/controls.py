"""What a toolbar is made of: properties and what changes them, buttons that press keys, commands to pieces.

A button without a text and a picture has no face: only its key works.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import key_list, set_to

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["button", "change", "command", "kept", "slot_path", "switch"]

_M = "VASSAL.build.module."
_P = _M + "properties."


def kept(name: str, start: str, about: str, *changes: _Element) -> _Element:
    """A global property.

    Parameters
    ----------
    name, start
        What it is called, and its value in a new game.
    about
        For who edits the module.
    changes
        What sets it, as `change` makes it.

    Returns
    -------
    lxml element

    Examples
    --------
    >>> kept("LitOn", "", "the light is on").get("initialValue")
    ''
    """
    attributes = {"name": name, "initialValue": start, "description": about, "isNumeric": False}
    return element(_P + "GlobalProperty", attributes, *changes)


def change(key: str, value: str, about: str) -> _Element:
    """A key that sets the property it stands below.

    Parameters
    ----------
    key
        Which.
    value
        What the property becomes, or ``{expression}``.
    about
        For who edits the module.

    Returns
    -------
    lxml element
    """
    face = {"text": "", "icon": "", "tooltip": "", "hotkey": key}
    return element(
        _P + "ChangePropertyButton", {**face, "propChanger": set_to(value), "reportFormat": "", "desc": about}
    )


def switch(name: str, key: str, about: str) -> _Element:
    """A global property that says whether an overlay is shown: ``yes``, or nothing.

    Parameters
    ----------
    name
        What it is called.
    key
        Which turns it over.
    about
        For who edits the module.

    Returns
    -------
    lxml element

    Examples
    --------
    >>> switch("SumsOn", "57348,0,bocageSumsTurn", "sums are shown")[0].get("hotkey")
    '57348,0,bocageSumsTurn'
    """
    return kept(name, "", about, change(key, f'{{{name} == "yes" ? "" : "yes"}}', about))


def button(
    name: str,
    key: str,
    *,
    text: str | None = None,
    tip: str | None = None,
    icon: str = "",
    says: str = "",
    strokes: Sequence[str] = (),
    **loop: object,
) -> _Element:
    """A button that says something, presses keys, or both.

    Parameters
    ----------
    name
        Its name, which is its text unless `text` is another.
    key
        What presses it.
    tip, icon
        Its tooltip, the name where None; its picture.
    says
        Line of the chat; empty for none.
    strokes
        Keys that it presses in turn.
    text
        Empty for a button without a face.
    loop
        Attributes of a loop.

    Returns
    -------
    lxml element

    Examples
    --------
    >>> button("New phase", "78,8", says="~--- New phase ---").get("doReport")
    'true'
    """
    shown = name if text is None else text
    face = {"name": name, "text": shown, "tooltip": name if tip is None else tip, "icon": icon, "hotkey": key}
    told = {"doReport": bool(says), "reportFormat": says}
    pressed = {"doHotkey": True, "hotkeys": key_list([*strokes])} if strokes else {}
    turned = {"doLoop": True, "index": False, **loop} if loop else {}
    return element(_M + "DoActionButton", {**face, **told, **pressed, **turned})


def command(
    name: str,
    key: str,
    sent: str,
    target: str,
    *,
    text: str = "",
    tip: str | None = None,
    icon: str = "",
    says: str = "",
    deck: int | str = 0,
    quiet: bool = True,
    match: str = "",
) -> _Element:
    """A command to pieces wherever they lie.

    Parameters
    ----------
    name
        Its name.
    key
        What presses it.
    sent
        Key that the pieces get.
    target
        Which pieces, as `module_builder.vassal.keys.target` says.
    tip, icon, text
        As of a `button`; without a text it has no face.
    says
        Line of the chat; empty for none.
    deck
        How many pieces of a deck: 0 for none, -1 for all, or ``{expression}``.
    quiet
        Whether the pieces say nothing of their own.
    match
        Expression without braces that the pieces fulfil; empty for all.

    Returns
    -------
    lxml element
    """
    face = {"name": name, "buttonText": text, "tooltip": name if tip is None else tip, "icon": icon}
    what = {"buttonHotkey": key, "hotkey": sent, **({"filter": f"{{{match}}}"} if match else {})}
    how = {"deckCount": deck, "reportSingle": quiet, "reportFormat": says, "target": target}
    return element(_M + "GlobalKeyCommand", {**face, **what, **how})


def slot_path(tab: str, group: str, name: str) -> str:
    """Component path of a palette slot, for Place Marker.

    Examples
    --------
    >>> slot_path("Markers", "Markers", "Turn").rpartition("/")[2]
    'VASSAL.build.widget.PieceSlot:Turn'
    """
    widget = "VASSAL.build.widget."
    return (
        f"VASSAL.build.module.PieceWindow:Counters/{widget}TabWidget:Counters/{widget}TabWidget:{tab}"
        f"/{widget}PanelWidget:{group}/{widget}PieceSlot:{name}"
    )
