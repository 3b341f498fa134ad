"""The module's own words in other languages, as VASSAL reads them: a bundle of properties for each language.

A bundle names what is shown by the component and its attribute; names that saves and commands use stay as
they are. What a language says stands in ``words/LANGUAGE.toml``: a text, or one with ``{}`` for its parts.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from maps.errors import DataError
from maps.loader import read_toml
from module_builder.vassal.buildfile import element, short_name

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["LANGUAGES", "bundle", "bundle_name", "language_element", "shown", "translated"]

LANGUAGES = ("de", "fr")
_FOLDER = Path(__file__).parent / "words"
_I = "VASSAL.i18n."
_SHOWN: Mapping[str, tuple[str, ...]] = {
    "AboutScreen": ("title",),
    "ChangePropertyButton": ("text", "tooltip"),
    "ChartWindow": ("text", "tooltip"),
    "ChessClock": ("buttonText", "tooltip"),
    "ChessClockControl": ("buttonTooltip",),
    "DiceButton": ("text", "tooltip"),
    "DoActionButton": ("text", "tooltip"),
    "GlobalKeyCommand": ("buttonText", "tooltip"),
    "GlobalMap": ("tooltip",),
    "HelpFile": ("title",),
    "HidePiecesButton": ("tooltip",),
    "HtmlChart": ("chartName",),
    "ImageSaver": ("tooltip",),
    "Inventory": ("text", "tooltip"),
    "LOS_Thread": ("tooltip",),
    "Map": ("mapName", "buttonName", "tooltip"),
    "NotesWindow": ("buttonText", "tooltip"),
    "PieceRecenterer": ("tooltip",),
    "PieceWindow": ("text", "tooltip"),
    "PlayerHand": ("mapName", "buttonName", "tooltip"),
    "PlayerRoster": ("buttonText", "buttonToolTip"),
    "PredefinedSetup": ("name",),
    "PrivateMap": ("mapName", "buttonName", "tooltip"),
    "ScenarioPropertiesOptionTab": ("name",),
    "ToolbarMenu": ("text", "tooltip"),
    "TurnTracker": ("tooltip",),
    "Tutorial": ("name", "promptMessage", "welcomeMessage"),
}
"""What players see of a component; of buttons, those that have a face.

A tracker in the toolbar hides its button, and shows it once its text is set.
"""
_FACES = ("text", "buttonText", "icon")
_NAMED = {"AboutScreen": "title", "HelpFile": "title", "HtmlChart": "chartName", "TabWidget": "entryName"}
_NAMED |= {"ToolbarMenu": "description", "LOS_Thread": "threadName", "ChangePropertyButton": "text"}
_NAMED |= {"ChessClock": "side"}
_NAMED |= dict.fromkeys(("Map", "PlayerHand", "PrivateMap"), "mapName")
_BARE = {"HidePiecesButton": "HidePieces", "GlobalMap": "GlobalMap"}
_NAMELESS = {"GlobalProperties", "GameModule"}
_ESCAPED = re.compile(r"[\\ =:#!]|[^\x20-\x7e]")


# --- what is shown, by the engine's keys -----------------------------------------------------------------


def shown(tree: _Element) -> Iterator[tuple[str, str]]:
    """Everything that a player sees of the components of a module, by the key of its translation.

    Parameters
    ----------
    tree
        The component tree.

    Yields
    ------
    tuple of str and str
        Key and text.
    """
    yield from _below(tree, "")


def _below(node: _Element, above: str) -> Iterator[tuple[str, str]]:
    kind = short_name(node)
    prefix = above + ("." if above and _prefix(node) else "") + _prefix(node)
    if kind not in {"DoActionButton", "GlobalKeyCommand", "ChangePropertyButton"} or _has_face(node):
        for name in _SHOWN.get(kind, ()):
            if text := node.get(name, ""):
                yield prefix + name, text
    for child in node:
        if isinstance(child.tag, str):
            yield from _below(child, prefix)


def _prefix(node: _Element) -> str:
    """The part of the key that a component adds: its class, and its name where it has one."""
    kind = short_name(node)
    if kind in _NAMELESS:
        return ""
    if kind in _BARE:
        return _BARE[kind]
    name = node.get(_NAMED.get(kind, "name"), "")
    return f"{kind}.{name}." if name else f"{kind}."


def _has_face(node: _Element) -> bool:
    return any(node.get(name) for name in _FACES)


# --- what a language says --------------------------------------------------------------------------------


@functools.cache
def _words(language: str) -> tuple[Mapping[str, str], tuple[tuple[re.Pattern[str], str], ...]]:
    """Whole texts, and those with parts."""
    known: Mapping[str, str] = read_toml(_FOLDER / f"{language}.toml")["words"]
    whole = {text: said for text, said in known.items() if "{}" not in text}
    parts = [
        (re.compile("(.+)".join(map(re.escape, text.split("{}")))), said)
        for text, said in known.items()
        if "{}" in text
    ]
    return whole, tuple(parts)


def translated(text: str, language: str) -> str:
    """A text in another language.

    Parameters
    ----------
    text
        As the module has it.
    language
        One of `LANGUAGES`.

    Returns
    -------
    str

    Raises
    ------
    DataError
        The language has no words for it.

    Examples
    --------
    >>> translated("New phase", "de"), translated("Sections 3 to 10", "fr")
    ('Neue Phase', 'Sections 3 à 10')
    """
    whole, parts = _words(language)
    if text in whole:
        return whole[text]
    for pattern, said in parts:
        if found := pattern.fullmatch(text):
            return said.format(*(_part(part, language) for part in found.groups()))
    raise DataError(f"words/{language}.toml", repr(text), "words for it")


def _part(text: str, language: str) -> str:
    """A part of a text: in the other language where it has a word, else as it is, such as a number."""
    whole, _ = _words(language)
    return whole.get(text, text)


# --- as the engine reads it ------------------------------------------------------------------------------


def bundle_name(language: str) -> str:
    """Entry of a language in the module.

    Examples
    --------
    >>> bundle_name("de")
    'Module_de.properties'
    """
    return f"Module_{language}.properties"


def bundle(tree: _Element, language: str, *, whole: bool = True) -> bytes:
    """The bundle of a language.

    Parameters
    ----------
    tree
        The component tree.
    language
        One of `LANGUAGES`.
    whole
        Whether every text must have words in it; others stay as they are.

    Returns
    -------
    bytes
        A properties file of Java.

    Raises
    ------
    DataError
        The language has no words for something.
    """
    rows = {}
    for key, text in shown(tree):
        try:
            rows[key] = translated(text, language)
        except DataError:
            if whole:
                raise
    lines = (f"{_escaped(key)}={_escaped(text)}\n" for key, text in sorted(rows.items()))
    return "".join(lines).encode("ascii")


def _escaped(text: str) -> str:
    r"""A text as a properties file writes it; what is not ASCII by its code.

    Examples
    --------
    >>> print(_escaped("Zurück: 1"))
    Zur\u00fcck\:\ 1
    """
    return _ESCAPED.sub(lambda m: f"\\u{ord(m[0]):04x}" if ord(m[0]) > 126 else f"\\{m[0]}", text)


def language_element() -> _Element:
    """The component that names the languages of a module.

    Returns
    -------
    lxml element
    """
    rows = (element(_I + "Translation", {"locale": language}) for language in LANGUAGES)
    return element(_I + "Language", None, *rows)
