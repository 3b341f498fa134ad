"""The numbers of a counter in one line, as the game prints them: ``4-4-4/3 armor2 entry=caen``."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.errors import MalformedAction
from maps.filing import our_file
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Notation", "load_notation"]

_HERE = Path(__file__).parent
_NUMBERS = re.compile(r"[0-9*–\[\]-]+(/[0-9*–\[\]-]*)?")
_NAMED = re.compile(r"([a-z]+)([0-9]+)(?:/([0-9]+))?")
_NONE = {"", "*", "–"}  # where the counter prints a dash, a star or nothing
_Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Notation:
    """How a game prints its numbers, and what of its files an owner reads off his copy.

    Parameters
    ----------
    front, back
        Columns of the numbers of either side, from left to right.
    short
        Columns of the numbers of a counter that prints fewer of them; none where all print as many.
    named
        Word of a number that stands apart -> its columns, front and back.
    none
        What a cell holds of a number that the counter does not print.
    titles
        File -> what the owner has before him.
    left_out
        File -> columns that print nothing; ``*`` for all of them.

    Examples
    --------
    >>> load_notation("breakout-normandy").words
    'AF-DF-MF/SPENT DF'
    """

    front: tuple[str, ...]
    back: tuple[str, ...]
    short: tuple[tuple[str, ...], ...]
    named: Mapping[str, tuple[str, ...]]
    none: str
    titles: Mapping[str, str]
    left_out: Mapping[str, frozenset[str]]

    @property
    def line(self) -> tuple[str, ...]:
        """Columns that the line holds."""
        return (*self.front, *self.back, *(c for columns in self.named.values() for c in columns))

    @property
    def words(self) -> str:
        """What stands where, for a person."""
        sides = ["-".join(c.replace("_", " ").upper() for c in part) for part in (self.front, self.back)]
        return " ".join(["/".join(filter(None, sides)), *(f"{name}N" for name in self.named)])

    def shown(self, cells: _Cells) -> str:
        """The line of a counter.

        Parameters
        ----------
        cells
            Column -> text.

        Returns
        -------
        str
            What `read` reads back.

        Examples
        --------
        >>> load_notation("june-six").shown({"cs": "3", "cohesion": "6", "ma": "12", "armor": "1"})
        '3-6-12 armor1'
        """
        front, back = (
            ["" if cells.get(c, "") in _DASHES else cells[c] for c in s] for s in (self.front, self.back)
        )
        line = "-".join(front) + (f"/{'-'.join(back)}" if any(back) else "")
        apart = [
            self._apart(name, [cells.get(c, "") for c in columns]) for name, columns in self.named.items()
        ]
        return " ".join([line, *filter(None, apart)])

    @staticmethod
    def _apart(name: str, numbers: list[str]) -> str:
        return f"{name}{'/'.join(filter(None, numbers))}" if numbers[0] else ""

    def read(self, line: str, cells: _Cells) -> dict[str, str]:
        """What a line says of a counter.

        Parameters
        ----------
        line
            As on the counter: its numbers, then those that stand apart, then ``COLUMN=VALUE``.
        cells
            Column -> text, as it is now.

        Returns
        -------
        dict of str to str
            Column -> text, of every column that the line tells.

        Raises
        ------
        MalformedAction
            The line holds another number of numbers, or a word that the counters do not print.

        Examples
        --------
        >>> known = {"af": "4", "df": "4", "mf": "4", "spent_df": "3", "entry": "caen"}
        >>> load_notation("breakout-normandy").read("5-4-4 entry=bayeux", known)
        {'af': '5', 'df': '4', 'mf': '4', 'entry': 'bayeux'}
        """
        found: dict[str, str] = {}
        try:
            words = shlex.split(line)
        except ValueError:
            raise self._unread(line) from None
        for number, word in enumerate(words):
            column, equals, value = word.partition("=")
            if number == 0 and not equals and _NUMBERS.fullmatch(word):
                front, stroke, back = word.partition("/")
                found |= self._side(front, [(c,) for c in self.front], cells)
                found |= self._side(back, [(c,) for c in self.back], cells) if stroke else {}
            elif equals and column in cells and column not in {"id", "source"}:
                found[column] = value
            elif (match := _NAMED.fullmatch(word.casefold())) and match[1] in self.named:
                found |= self._named(match)
            else:
                raise self._unread(word)
        return found

    def _unread(self, word: str) -> MalformedAction:
        return MalformedAction(f"{word!r} is not how the counters print it", f"They print {self.words}")

    def _side(self, text: str, slots: list[tuple[str, ...]], cells: _Cells) -> dict[str, str]:
        """The numbers of one side of the counter."""
        parts = [part.strip("[]") for part in text.split("-")]
        found: dict[str, str] = {}
        if len(parts) != len(slots) and len(parts) == len(self.short) and slots[0][0] == self.front[0]:
            told = {c for columns in self.short for c in columns}
            found = {c: self._dash(cells.get(c, "")) for c in self.front if c not in told}
            slots = [*self.short]
        if len(parts) != len(slots):
            raise self._unread(text)
        for columns, part in zip(slots, parts, strict=True):
            found |= {c: self._dash(cells.get(c, "")) if part in _NONE else part for c in columns}
        return found

    def _dash(self, before: str) -> str:
        """What a cell holds where nothing is printed: what stood there, if that says so too."""
        return before if before in _DASHES else self.none

    def _named(self, match: re.Match[str]) -> dict[str, str]:
        columns = self.named[match[1]]
        if match[3] and len(columns) < 2:
            raise self._unread(match[0])
        return dict(zip(columns, filter(None, match.groups()[1:]), strict=False))


_DASHES = {*_NONE, "-"}


@functools.cache
def load_notation(game: str) -> Notation:
    """Read how a game prints its numbers.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    Notation
    """
    data: dict[str, Any] = read_toml(
        our_file("owning", game, "notation.toml"), ["counters", "titles", "left_out"]
    )
    counters = data["counters"]
    return Notation(
        tuple(counters["front"]),
        tuple(counters["back"]),
        tuple(tuple(columns) for columns in counters.get("short", ())),
        {word: tuple(columns) for word, columns in counters.get("named", {}).items()},
        counters["none"],
        data["titles"],
        {file: frozenset(columns) for file, columns in data["left_out"].items()},
    )
