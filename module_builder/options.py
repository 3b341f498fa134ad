"""The Scenario Options: optional rules and readings of the rulebook, in tabs.

The engine keeps each as a property of the game: so a tab or a title may change, a property may not.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.errors import PositionError
from adjudicator.saves.carriers import option_property
from module_builder.vassal.buildfile import element
from module_builder.vassal.sequence_encoder import encode

if TYPE_CHECKING:
    from lxml.etree import _Element

    from adjudicator.schema import Reading
    from module_builder.materials import Kit

__all__ = ["LARGEST", "option_tabs", "option_text", "tabs"]

_P = "VASSAL.build.module.properties."
_OPTIONAL = "Optional rule: "
LARGEST = 18
"""Lines of a tab, so that it stands on a small screen."""


def tabs(kit: Kit) -> dict[str, list[str]]:
    """The names of the readings of each tab: optional rules, then chapters of the rulebook.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> list(tabs(load_kit("dark-summer")))
    ['Optional rules', 'Sections 3 to 10', 'Sections 11 to 13']
    """
    readings = kit.game.schema.readings
    chosen = [name for name, reading in readings.items() if reading.question.startswith(_OPTIONAL)]
    rest = sorted((n for n in readings if n not in chosen), key=lambda name: _chapter(readings[name]))
    found = dict(_split("Optional rules", chosen))
    chapters = [[*own] for _, own in itertools.groupby(rest, key=lambda name: _chapter(readings[name]))]
    group: list[str] = []
    for own in [*chapters, []]:
        if group and (not own or len(group) + len(own) > LARGEST):
            first, last = _chapter(readings[group[0]]), _chapter(readings[group[-1]])
            found[f"Sections {first} to {last}" if first < last else f"Section {first}"] = group
            group = []
        group = [*group, *own]
    return found


def _split(title: str, names: list[str]) -> Iterator[tuple[str, list[str]]]:
    """A tab, or several of about one size."""
    count = -(-len(names) // LARGEST)
    size = -(-len(names) // count) if count else 1
    for number, start in enumerate(range(0, len(names), size), 1):
        yield title if count == 1 else f"{title} {number}", names[start : start + size]


def _chapter(reading: Reading) -> int:
    return int(reading.rule.split(".")[0].rstrip("ABCDEFGHo"))


def option_text(kit: Kit, name: str, letter: str) -> str:
    """Text of an option as the Scenario Options show it.

    Raises
    ------
    PositionError
        There is no such option or letter.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> option_text(load_kit("breakout-normandy"), "disrupted-df-floor", "A")
    'A: no: 0 is the least'
    """
    reading = kit.game.schema.readings.get(name)
    if reading is None or letter not in reading.options:
        raise PositionError([f"there is no option {name}={letter}"])
    return f"{letter}: {reading.options[letter]}"


def option_tabs(kit: Kit) -> Iterator[_Element]:
    """The tabs of the window of Scenario Options.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    for title, names in tabs(kit).items():
        about = "Optional rules" if title.startswith("Optional") else "What the rulebook leaves open"
        tab = {"name": title, "description": about, "leftAlign": "left"}
        yield element(_P + "ScenarioPropertiesOptionTab", tab, *(_option(kit, name) for name in names))


def _option(kit: Kit, name: str) -> _Element:
    reading = kit.game.schema.readings[name]
    asked = reading.question.removeprefix(_OPTIONAL)
    row = {
        "name": option_property(name),
        "initialValue": option_text(kit, name, reading.default),
        "description": f"{reading.rule.rstrip('o')} {asked[:1].upper()}{asked[1:]}",
        "options": encode([option_text(kit, name, letter) for letter in reading.options], ","),
        "switch": False,
    }
    return element(_P + "ListScenarioProperty", row)
