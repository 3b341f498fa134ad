"""Section 12.8 with 12.4: the Combat Results Table, cell by cell."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.position import View
from adjudicator.ruling import Used
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.errors import DataError
from maps.filing import Filing, Located, by_filing

__all__ = [
    "COLUMNS",
    "DIE",
    "FIRST",
    "LAST",
    "Result",
    "note_cell",
    "printed",
    "result",
    "row_of",
    "said",
    "used",
]

COLUMNS = ("1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
FIRST, LAST = 0, 12
DIE = range(1, 11)
_PATH = Path(__file__).parents[1] / "crt.toml"
_ROWS: Mapping[str, type] = {str(row): str for row in range(FIRST, LAST + 1)}
_SIDE = re.compile(r"(\d?)(R?)")


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Result:
    """What a cell of the table does to both sides.

    Parameters
    ----------
    attacker_steps, attacker_retreat
        Steps that the attacker loses, and hexes that he retreats.

    Examples
    --------
    >>> Result(1, 0, 2, 1).text, Result().text
    ('1/2R', 'NE')
    """

    attacker_steps: int = 0
    attacker_retreat: int = 0
    defender_steps: int = 0
    defender_retreat: int = 0

    @property
    def text(self) -> str:
        """As the table prints it."""
        sides = (
            _half(self.attacker_steps, self.attacker_retreat),
            _half(self.defender_steps, self.defender_retreat),
        )
        return "NE" if sides == ("-", "-") else "/".join(sides)

    @property
    def balance(self) -> int:
        """What it is worth to the attacker: two for each step, one for a retreat."""
        gain = 2 * self.defender_steps + self.defender_retreat
        return gain - 2 * self.attacker_steps - self.attacker_retreat


def _half(steps: int, retreat: int) -> str:
    return f"{steps or ''}{'R' if retreat else ''}" or "-"


@rule("12.8")
def _read(place: str, text: str) -> Result:
    """A cell: ATTACKER/DEFENDER, each steps with or without R, or a dash; or NE."""
    if text == "NE":
        return Result()
    sides = ["" if half == "-" else half for half in text.split("/")]
    found = [match for match in map(_SIDE.fullmatch, sides) if match]
    if len(sides) != 2 or len(found) != 2 or not any(sides):
        raise DataError(_PATH.name, place, f"a result such as 1/2R, or NE, not {text!r}")
    (a, b), (c, d) = (match.groups() for match in found)
    return Result(int(a or 0), len(b), int(c or 0), len(d))


@by_filing
def _records(filing: Filing) -> Mapping[str, Record]:
    found = load_records(filing.path(_PATH), {"column": _ROWS})["column"]
    if tuple(found) != COLUMNS:
        raise DataError(_PATH.name, "[column]", f"the columns {', '.join(COLUMNS)} in this order")
    return found


@by_filing
def _cells(filing: Filing) -> Mapping[tuple[str, int], Result]:
    return {
        (column, row): _read(f"[column.{column}], key {row}", record.text(str(row)))
        for column, record in _records(filing).items()
        for row in range(FIRST, LAST + 1)
    }


def printed(filing: Filing) -> Iterator[str]:
    """Every cell of the table as it is printed, column by column.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> list(printed(OURS))[-1]
    '-/4R'
    """
    cells = _cells(filing)
    yield from (cells[column, row].text for column in COLUMNS for row in range(FIRST, LAST + 1))


@rule("12.4")
def row_of(modified: int) -> int:
    """Row of a modified die roll: 0 serves for less, 12 for more.

    Examples
    --------
    >>> row_of(-2), row_of(8), row_of(13)
    (0, 8, 12)
    """
    return max(FIRST, min(LAST, modified))


@rule("12.8", "12.4")
def result(at: Located, column: str, modified: int) -> Result:
    """The result of a modified die roll.

    Parameters
    ----------
    column
        One of `COLUMNS`.

    Raises
    ------
    KeyError
        There is no such column.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> result(OURS, "3:1", 8).text
    '1/2'
    """
    return _cells(at)[column, row_of(modified)]


def said(found: Result) -> str:
    """A result in words.

    Examples
    --------
    >>> said(Result(1, 0, 2, 1))
    'attacker 1 step; defender 2 steps and retreat'
    >>> said(Result())
    'no effect'
    """
    parts = [
        _words("attacker", found.attacker_steps, found.attacker_retreat),
        _words("defender", found.defender_steps, found.defender_retreat),
    ]
    return "; ".join(part for part in parts if part) or "no effect"


def _words(who: str, steps: int, retreat: int) -> str:
    lost = f"{steps} step{'s' * (steps > 1)}" if steps else ""
    what = " and ".join(word for word in (lost, "retreat" if retreat else "") if word)
    return f"{who} {what}" if what else ""


def used(at: Located, column: str, modified: int) -> tuple[Used, str]:
    """A cell as a ruling names it, and its source.

    Parameters
    ----------
    column, modified
        As in `result`.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> used(OURS, "3:1", 8)[1]
    'rule 12.8'
    """
    record, row = _records(at)[column], str(row_of(modified))
    return Used(f"Combat Results Table, {column} at {row}", record.file, column, row), record.sources.of(row)


def note_cell(view: View, column: str, modified: int) -> None:
    """Record the source of a cell where it is no printed fact.

    Parameters
    ----------
    column, modified
        As in `result`.
    """
    if isinstance(view, Inquiry):
        what, source = used(view, column, modified)
        if source in DOUBTFUL:
            view.source("12.8", what, source)
