"""Strict reading of ``map.toml``: every key known, every value checked, the nearest word offered."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from maps.drawing import Colour
from maps.errors import DataError

__all__ = ["Table", "nearest"]

_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def nearest(word: str, known: Iterable[str]) -> str:
    """A question after the word that was meant; empty where none is near.

    Parameters
    ----------
    word
        What stands there.
    known
        What may stand there.

    Returns
    -------
    str

    Examples
    --------
    >>> nearest("terain", ["terrain", "road"]), nearest("x", ["terrain"])
    ('Did you mean terrain?', '')
    """
    near = difflib.get_close_matches(word, list(known), 1)
    return f"Did you mean {near[0]}?" if near else ""


class Table:
    """A table of a TOML file that knows what it is called.

    Parameters
    ----------
    file, name
        The file, and how the table is headed, such as ``[board]``; empty for the file itself.
    data
        The values.
    keys
        All keys that it may have.

    Raises
    ------
    DataError
        Another key.

    Examples
    --------
    >>> Table("map.toml", "[board]", {"width": 11}, ["width", "height"]).number("width", 1, 200)
    11.0
    >>> Table("map.toml", "[board]", {"widht": 11}, ["width", "height"])
    Traceback (most recent call last):
    maps.errors.DataError: map.toml, [board], key widht: expected one of height, width; Did you mean width?
    """

    __slots__ = ("data", "file", "name")

    def __init__(self, file: str, name: str, data: Mapping[str, Any], keys: Iterable[str]) -> None:
        self.file, self.name, self.data = file, name, data
        if not isinstance(data, Mapping):
            raise DataError(file, name, "a table of keys and values")
        known = sorted(keys)
        for key in data:
            if key not in known:
                raise self.fault(key, f"one of {', '.join(known)}", nearest(key, known))

    def fault(self, key: str, expected: str, way_out: str = "") -> DataError:
        """The error of one key.

        Parameters
        ----------
        key, expected, way_out
            As in `DataError`.

        Returns
        -------
        DataError
        """
        place = f"{self.name}, key {key}" if self.name else f"key {key}"
        return DataError(self.file, place, expected, way_out)

    def _value(self, key: str, default: Any, expected: str) -> Any:
        if key in self.data:
            return self.data[key]
        if default is None:
            raise self.fault(key, f"{expected}; it is missing")
        return default

    def text(self, key: str, default: str | None = None) -> str:
        """A text; one without a default must be there, and must not be empty.

        Parameters
        ----------
        key, default
            Which, and what holds where it is left out.

        Returns
        -------
        str

        Raises
        ------
        DataError
            Missing, or no text.
        """
        value = self._value(key, default, "a text")
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.fault(key, f"a text, not {value!r}")
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One word of a list.

        Parameters
        ----------
        key, allowed, default
            Which, the list, and what holds where it is left out.

        Returns
        -------
        str

        Raises
        ------
        DataError
            Another word.
        """
        value = self._value(key, default, f"one of {', '.join(allowed)}")
        if value not in allowed:
            words = ", ".join(w or "(empty)" for w in allowed)
            raise self.fault(key, f"one of {words}, not {value!r}", nearest(str(value), allowed))
        return str(value)

    def number(self, key: str, least: float, most: float, default: float | None = None) -> float:
        """A number within bounds.

        Parameters
        ----------
        key, least, most, default
            Which, the bounds, and what holds where it is left out.

        Returns
        -------
        float

        Raises
        ------
        DataError
            No number, or out of bounds.
        """
        value = self._value(key, default, f"a number from {least:g} to {most:g}")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
            raise self.fault(key, f"a number from {least:g} to {most:g}, not {value!r}")
        return float(value)

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds.

        Parameters
        ----------
        key, least, most, default
            As in `number`.

        Returns
        -------
        int

        Raises
        ------
        DataError
            No whole number, or out of bounds.
        """
        value = self.number(key, least, most, default)
        if value != int(value):
            raise self.fault(key, f"a whole number from {least} to {most}, not {value:g}")
        return int(value)

    def flag(self, key: str) -> bool:
        """``true`` or ``false``; false where it is left out.

        Parameters
        ----------
        key
            Which.

        Returns
        -------
        bool

        Raises
        ------
        DataError
            Something else.
        """
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.fault(key, f"true or false, not {value!r}")
        return value

    def numbers(self, key: str, names: Sequence[str]) -> tuple[float, ...]:
        """A list of numbers.

        Parameters
        ----------
        key, names
            Which, and what each number is.

        Returns
        -------
        tuple of float

        Raises
        ------
        DataError
            Missing, another count, or no numbers.
        """
        wanted = f"[{', '.join(names)}]"
        value = self._value(key, None, wanted)
        numbers = isinstance(value, list) and all(
            isinstance(v, (int, float)) and not isinstance(v, bool) and abs(v) < 1e6 for v in value
        )
        if not numbers or len(value) != len(names):
            raise self.fault(key, f"{wanted}, not {value!r}")
        return tuple(float(v) for v in value)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; none where it is left out.

        Parameters
        ----------
        key
            Which.

        Returns
        -------
        tuple of str

        Raises
        ------
        DataError
            No list of texts.
        """
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.fault(key, f"a list of texts, not {value!r}")
        return tuple(value)

    def colour(self, key: str, default: Colour) -> Colour:
        """A colour such as ``"#80a060"``.

        Parameters
        ----------
        key, default
            Which, and what holds where it is left out.

        Returns
        -------
        (int, int, int)

        Raises
        ------
        DataError
            Another form.
        """
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            raise self.fault(key, f'a colour such as "#80a060", not {value!r}')
        return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)

    def table(self, key: str, keys: Iterable[str]) -> Table:
        """A table within; empty where it is left out.

        Parameters
        ----------
        key, keys
            Which, and the keys that it may have.

        Returns
        -------
        Table

        Raises
        ------
        DataError
            No table, or another key.
        """
        return Table(self.file, f"[{key}]", self.data.get(key, {}), keys)

    def named(self, key: str, keys: Sequence[str]) -> dict[str, Table]:
        """Tables by name, such as ``[terrain.woods]``.

        Parameters
        ----------
        key, keys
            Which, and the keys that each may have.

        Returns
        -------
        dict of str to Table

        Raises
        ------
        DataError
            No tables, or another key in one.
        """
        found = self.data.get(key, {})
        if not isinstance(found, Mapping):
            raise self.fault(key, f"tables [{key}.NAME]")
        return {name: Table(self.file, f"[{key}.{name}]", data, keys) for name, data in found.items()}

    def rows(self, key: str, keys: Sequence[str], title: str = "id") -> list[Table]:
        """Tables in a row, such as ``[[track]]``.

        Parameters
        ----------
        key, keys
            Which, and the keys that each may have.
        title
            Key by which a row is called in errors.

        Returns
        -------
        list of Table

        Raises
        ------
        DataError
            No such tables, or another key in one.
        """
        found = self.data.get(key, [])
        if not isinstance(found, list):
            raise self.fault(key, f"tables [[{key}]]")
        names = [
            str(data.get(title, number)) if isinstance(data, Mapping) else str(number)
            for number, data in enumerate(found, 1)
        ]
        return [
            Table(self.file, f"[[{key}]] {name}", data, keys) for name, data in zip(names, found, strict=True)
        ]
