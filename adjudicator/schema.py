"""The items of state of a game (``state.toml``) and its open readings (``interpretations.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maps.errors import DataError
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Fact", "Item", "Reading", "Schema", "load_schema"]

Fact = str | int | bool
"""What an item of state can be."""
_SUBJECTS = (
    "",
    "area",
    "hex",
    "boundary",
    "unit",
    "marker",
    "chit",
    "card",
    "side",
    "group",
    "box",
    "depot",
    "formation",
    "nation",
    "feature",
)
_STATED = {"default", "memory", "rule", "carrier"}
_MEMORIES = ("lasting", "day", "phase", "impulse", "turn", "round", "activation")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of state.

    Parameters
    ----------
    name
        Its name.
    of
        Kind of subject: area, hex, boundary, unit, marker, chit, card, side, group, box, depot, formation,
        nation, or empty;
        ``feature`` for what is printed on a space.
    values
        Closed list of words, or empty.
    default
        Value when nothing is stated.
    memory
        How long it holds: lasting; day, phase, impulse; turn, round, activation.
    rule
        Section that reads it.
    assumed
        Sentence for the ruling when the position does not say it; empty when it must be said.
    carrier
        Where a save holds it.
    unseen
        A value that stands for others where somebody may not tell those apart -> those others.

    Examples
    --------
    >>> Item("date", "", (), 6, "lasting", "3.7", "it is 6 June", "marker weather-date", {}).default
    6
    """

    name: str
    of: str
    values: tuple[str, ...]
    default: Fact
    memory: str
    rule: str
    assumed: str
    carrier: str
    unseen: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Reading:
    """A point that the book leaves open, or an optional rule.

    Parameters
    ----------
    id
        Its name on the command line.
    rule
        Section concerned.
    question
        What is open.
    options
        Letter -> reading.
    default
        Letter that holds unless somebody says otherwise.

    Examples
    --------
    >>> Reading("disrupted-df-floor", "9.3A", "May it go below 0?", {"A": "no"}, "A").options["A"]
    'no'
    """

    id: str
    rule: str
    question: str
    options: Mapping[str, str]
    default: str


class Schema:
    """Items of state and readings of one game.

    Parameters
    ----------
    items, readings
        By name; `defaults` holds the value of each item when nothing is stated.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> GAME.schema.default("control")
    'german'
    """

    __slots__ = ("defaults", "items", "readings")

    def __init__(self, items: Mapping[str, Item], readings: Mapping[str, Reading]) -> None:
        self.items, self.readings = items, readings
        self.defaults: Mapping[str, Fact] = {name: item.default for name, item in items.items()}

    def feature(self, name: str) -> Item | None:
        """The item of what is printed on a space; `printed-vp` where the game itself counts a `vp`.

        Parameters
        ----------
        name
            Of the feature.

        Returns
        -------
        Item or None
            None of what a position has to say.

        Examples
        --------
        >>> from adjudicator.storm_over_normandy import GAME
        >>> GAME.schema.feature("vp").assumed, GAME.schema.items["vp"].assumed
        ('{name} is worth no Victory Points', 'the Allied total is 0')
        """
        known = (self.items.get(item) for item in (name, f"printed-{name}"))
        return next((item for item in known if item is not None and item.of == "feature"), None)

    def default(self, item: str) -> Fact:
        """Value of an item when nothing is stated.

        Parameters
        ----------
        item
            Its name.

        Returns
        -------
        str, int or bool

        Raises
        ------
        KeyError
            There is no such item.
        """
        return self.defaults[item]

    def option_default(self, name: str) -> str:
        """Default letter of a reading.

        Parameters
        ----------
        name
            Its id.

        Returns
        -------
        str
        """
        return self.readings[name].default

    def faults(self, options: Mapping[str, str]) -> list[str]:
        """What is wrong with chosen letters of readings.

        Parameters
        ----------
        options
            Id -> letter.

        Returns
        -------
        list of str
            One sentence for each id or letter that does not exist.

        Examples
        --------
        >>> from adjudicator.breakout_normandy import GAME
        >>> GAME.schema.faults({"moon": "B", "disrupted-df-floor": "Q"})
        ["there is no option 'moon'", "disrupted-df-floor has no option 'Q'"]
        """
        found = []
        for name, letter in options.items():
            if name not in self.readings:
                found.append(f"there is no option {name!r}")
            elif letter not in self.readings[name].options:
                found.append(f"{name} has no option {letter!r}")
        return found


def load_schema(folder: Path) -> Schema:
    """Read ``state.toml`` and ``interpretations.toml`` of a game.

    Parameters
    ----------
    folder
        The game's package folder.

    Returns
    -------
    Schema

    Raises
    ------
    DataError
        An entry is incomplete or has an unknown key.

    Examples
    --------
    >>> schema = load_schema(Path(__file__).parent / "breakout_normandy")
    >>> schema.items["construct-allied"].of
    'boundary'
    """
    items = {n: _item(n, body) for n, body in read_toml(folder / "state.toml").items()}
    readings = {n: _reading(n, body) for n, body in read_toml(folder / "interpretations.toml").items()}
    return Schema(items, readings)


def _need(file: str, name: str, body: Mapping[str, Any], required: set[str], optional: set[str]) -> None:
    missing, extra = required - set(body), set(body) - required - optional
    if missing or extra:
        what = f"no key {min(extra)!r}" if extra else f"the key {min(missing)!r}"
        raise DataError(file, f"[{name}]", what)


def _item(name: str, body: Mapping[str, Any]) -> Item:
    _need("state.toml", name, body, _STATED, {"of", "values", "assumed", "unseen"})
    of, memory = body.get("of", ""), body["memory"]
    if of not in _SUBJECTS:
        raise DataError("state.toml", f"[{name}] of", f"one of {', '.join(_SUBJECTS[1:])}, not {of!r}")
    if memory not in _MEMORIES:
        raise DataError("state.toml", f"[{name}] memory", f"one of {', '.join(_MEMORIES)}, not {memory!r}")
    values = tuple(body.get("values", ()))
    unseen = {veil: tuple(others) for veil, others in body.get("unseen", {}).items()}
    if strange := {value for veil, others in unseen.items() for value in (veil, *others)} - {*values}:
        raise DataError("state.toml", f"[{name}] unseen", f"some of its values, not {min(strange)!r}")
    return Item(
        name,
        of,
        values,
        body["default"],
        memory,
        body["rule"],
        body.get("assumed", ""),
        body["carrier"],
        unseen,
    )


def _reading(name: str, body: Mapping[str, Any]) -> Reading:
    _need("interpretations.toml", name, body, {"rule", "question", "options", "default"}, set())
    if body["default"] not in body["options"]:
        raise DataError("interpretations.toml", f"[{name}] default", f"one of {', '.join(body['options'])}")
    return Reading(name, body["rule"], body["question"], body["options"], body["default"])
