"""Strict reading of ``rules.toml``: every value with the key and the line on which it stands."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from adjudicator.homemade.toml_lines import line_of
from maps.errors import DataError

__all__ = ["FILE", "SIXTHS", "Part", "Told", "exact", "fault_at", "points"]

FILE = "rules.toml"
SIXTHS = 6
"""Costs are counted in sixths of a point."""
_T = TypeVar("_T")
_NUMBER = re.compile(r"\d{1,6}(\.\d{1,6}|/\d{1,3})?")
_MOST = 1000


class Told(NamedTuple, Generic[_T]):
    """A value of the file, and where it says so, as rulings cite it.

    Parameters
    ----------
    value
        The value.
    rule
        ``rules.toml:23 movement.terrain.woods``.

    Examples
    --------
    >>> Told(3, "rules.toml:2 stacking.limit").value
    3
    """

    value: _T
    rule: str


def exact(value: object) -> Fraction | None:
    """A number that is not negative, written as one or as a text.

    Parameters
    ----------
    value
        Of TOML.

    Returns
    -------
    Fraction or None
        None where it is no such number.

    Examples
    --------
    >>> exact(0.5), exact("1/3"), exact("x"), exact(True)
    (Fraction(1, 2), Fraction(1, 3), None, None)
    """
    text = str(value).strip()
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not _NUMBER.fullmatch(text):
        return None
    whole, _, parts = text.partition("/")
    return (
        None
        if parts and not int(parts)
        else Fraction(text)
        if not parts
        else Fraction(int(whole), int(parts))
    )


def points(sixths: int) -> str:
    """A cost as it is written.

    Parameters
    ----------
    sixths
        Sixths of a point.

    Returns
    -------
    str

    Examples
    --------
    >>> points(15), points(6), points(0), points(2)
    ('2½ points', '1 point', '0 points', '⅓ point')
    """
    whole, part = divmod(sixths, SIXTHS)
    sign = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}[part]
    return f"{whole if whole or not part else ''}{sign} point{'' if 0 < sixths <= SIXTHS else 's'}"


def fault_at(rule: str, expected: str, way_out: str = "") -> DataError:
    """The error of a key that has been read before.

    Parameters
    ----------
    rule
        As `Told` cites it.
    expected, way_out
        As in `maps.errors.DataError`.

    Returns
    -------
    DataError

    Examples
    --------
    >>> print(fault_at("rules.toml:23 movement.terrain.wods", "a terrain of map.toml", "Did you mean woods?"))
    rules.toml, line 23, movement.terrain.wods: expected a terrain of map.toml; Did you mean woods?
    """
    line, _, key = rule.removeprefix(f"{FILE}:").partition(" ")
    return DataError(FILE, f"line {line}, {key}", expected, way_out)


class Part:
    """A table of the file.

    Parameters
    ----------
    table
        What it holds.
    lines
        Path of keys -> line.
    path
        Its own path.

    Examples
    --------
    >>> part = Part({"limit": 3}, {("stacking",): 1, ("stacking", "limit"): 2}, ("stacking",))
    >>> part.whole("limit", 1, 99)
    Told(value=3, rule='rules.toml:2 stacking.limit')
    >>> part.flag("limit", default=True)
    Traceback (most recent call last):
    maps.errors.DataError: rules.toml, line 2, stacking.limit: expected true or false, not 3
    """

    __slots__ = ("lines", "path", "table")

    def __init__(
        self, table: Mapping[str, Any], lines: Mapping[tuple[str, ...], int], path: tuple[str, ...] = ()
    ) -> None:
        self.table, self.lines, self.path = table, lines, path

    def rule(self, *names: str) -> str:
        """Where a key stands, or the table where the key is left out, as rulings cite it.

        Parameters
        ----------
        *names
            Further keys below this table.

        Returns
        -------
        str
        """
        path, here = self.path, self.table
        for name in names:
            if not isinstance(here, Mapping) or name not in here:
                break
            path, here = (*path, name), here[name]
        return f"{FILE}:{line_of(self.lines, path)} {_dotted(path)}".rstrip()

    def fault(self, key: str, expected: str, way_out: str = "") -> DataError:
        """The error of one key, or of the table where the key is empty.

        Parameters
        ----------
        key, expected, way_out
            As in `maps.errors.DataError`.

        Returns
        -------
        DataError
        """
        path = (*self.path, key) if key else self.path
        return DataError(FILE, f"line {line_of(self.lines, path)}, {_dotted(path)}", expected, way_out)

    def only(self, keys: Iterable[str]) -> None:
        """Refuse any other key."""
        known = list(keys)
        for key in self.table:
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                hint = f"Did you mean {near[0]}?" if near else ""
                raise self.fault(key, f"one of the keys {', '.join(known)}", hint)

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.table

    def part(self, key: str) -> Part | None:
        """The table of a key; None where it is left out."""
        if key not in self.table:
            return None
        if not isinstance(self.table[key], dict):
            raise self.fault(key, f"a table [{_dotted((*self.path, key))}]")
        return Part(self.table[key], self.lines, (*self.path, key))

    def parts(self, key: str) -> Iterator[Part]:
        """The tables of an array of tables, in order."""
        found = self.table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise self.fault(key, f"tables [[{_dotted((*self.path, key))}]]")
        for number, table in enumerate(found):
            yield Part(table, self.lines, (*self.path, key, str(number)))

    def told(self, key: str, value: _T) -> Told[_T]:
        """A value with where it stands."""
        return Told(value, self.rule(key))

    def flag(self, key: str, *, default: bool) -> Told[bool]:
        """True or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, f"true or false, not {value!r}")
        return self.told(key, value)

    def whole(self, key: str, low: int, high: int, default: int = 0) -> Told[int]:
        """A whole number within bounds."""
        value = self.table.get(key, default)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or (key in self.table and not low <= value <= high)
        ):
            raise self.fault(key, f"a whole number from {low} to {high}, not {value!r}")
        return self.told(key, value)

    def sixths(self, key: str) -> Told[int] | None:
        """A cost in sixths; None where it is left out."""
        return self.told(key, self.cost(key, self.table[key])) if key in self.table else None

    def cost(self, key: str, value: object) -> int:
        """A number of points in sixths."""
        number = exact(value)
        found = None if number is None or number > _MOST else number * SIXTHS
        if found is None or found.denominator != 1:
            example = 'in halves, thirds or sixths: 2, 0.5 or "1/3"'
            raise self.fault(key, f"a number of points {example}, not {self.table.get(key)!r}")
        return int(found)

    def choice(self, key: str, allowed: Collection[str], default: str) -> Told[str]:
        """One of some words."""
        value = self.table.get(key, default)
        if value not in allowed:
            raise self.fault(key, f"one of {', '.join(filter(None, allowed))}, not {value!r}")
        return self.told(key, str(value))

    def text(self, key: str, default: str = "") -> Told[str]:
        """A text."""
        value = self.table.get(key, default)
        if not isinstance(value, str):
            raise self.fault(key, f"a text, not {value!r}")
        return self.told(key, value)

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words; none where it is left out."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
            raise self.fault(key, f'a list of words such as ["woods"], not {value!r}')
        return tuple(value)


def _dotted(path: tuple[str, ...]) -> str:
    """A path as one writes it; tables of an array are counted from 1."""
    found = ""
    for number, name in enumerate(path):
        counted = name.isdigit() and number and path[number - 1] in {"source", "bonus"}
        found += f"[{int(name) + 1}]" if counted else f".{name}" if found else name
    return found
