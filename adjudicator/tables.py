"""Tables that games print on cards: columns of odds with their shifts, tables of results, charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.position import View
from adjudicator.ruling import Used
from maps.loader import Sources
from module_builder.vassal.values import dataclass

__all__ = [
    "DIE",
    "Axis",
    "Code",
    "Record",
    "Table",
    "cite",
    "level",
    "level_of",
    "odds_name",
]

DIE = range(1, 7)


# --- odds -------------------------------------------------------------------------------------------------


def level(attack: int, defense: int) -> int:
    """Whole odds rounded in favour of the defender, as a number: 1-1 is 0, 2-1 is 1, 1-2 is -1 ...

    Parameters
    ----------
    attack, defense
        The totals, both at least 1.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        A total is below 1.

    Examples
    --------
    >>> odds_name(level(33, 10)), odds_name(level(10, 31)), odds_name(level(10, 30)), odds_name(level(9, 10))
    ('3-1', '1-4', '1-3', '1-2')
    """
    if attack < 1 or defense < 1:
        raise ValueError(f"no odds of {attack} to {defense}")
    return attack // defense - 1 if attack >= defense else 1 + (-defense // attack)


def odds_name(number: int) -> str:
    """Odds of a level as the table heads its columns.

    Parameters
    ----------
    number
        As `level` gives it.

    Returns
    -------
    str

    Examples
    --------
    >>> [odds_name(n) for n in (-3, -1, 0, 2)]
    ['1-4', '1-2', '1-1', '3-1']
    """
    return f"{number + 1}-1" if number >= 0 else f"1-{1 - number}"


def level_of(name: str) -> int:
    """Level of odds by their name.

    Parameters
    ----------
    name
        Such as ``3-1`` or ``1-2``.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        No whole odds.

    Examples
    --------
    >>> level_of("1-4"), level_of("1-1"), level_of("6-1")
    (-3, 0, 5)
    """
    left, _, right = name.partition("-")
    if not (left.isdigit() and right.isdigit()) or "1" not in {left, right} or "0" in {left, right}:
        raise ValueError(f"{name!r} is no column of whole odds")
    return level(int(left), int(right))


@dataclass(frozen=True, slots=True)
class Axis:
    """Columns of a table of odds, which go on to the left beyond the last one that is printed.

    Parameters
    ----------
    lowest, highest
        Levels of the first and of the last printed column.

    Examples
    --------
    >>> crt = Axis(level_of("1-3"), level_of("6-1"))
    >>> odds_name(crt.final(crt.start(11), -2)), odds_name(crt.final(crt.start(-4), 1))
    ('4-1', '1-4')
    """

    lowest: int
    highest: int

    def start(self, number: int) -> int:
        """Level on which a combat starts, before shifts: never above the last column.

        Parameters
        ----------
        number
            Level of the odds.

        Returns
        -------
        int
        """
        return min(number, self.highest)

    def final(self, start: int, net: int) -> int:
        """Level after the net shift: a shift leads neither off the right end nor off the left one.

        Parameters
        ----------
        start
            As `start` gives it.
        net
            Columns to the right; negative to the left.

        Returns
        -------
        int
            Below `lowest` only where the combat started left of the table.
        """
        shifted = min(start + net, self.highest)
        return shifted if start < self.lowest else max(shifted, self.lowest)

    def printed(self, number: int) -> bool:
        """Whether a level has a column of its own."""
        return self.lowest <= number <= self.highest


# --- tables of results ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Code:
    """What a result of a table says, before a rule reads it otherwise.

    Parameters
    ----------
    id, text
        As printed, and in our words.
    attacker, defender
        Steps that each side loses.
    destroys
        Whether every defending unit is eliminated.
    exchange
        Whether the attacker loses as many steps as the defender had.
    retreat
        Whether the defenders that are left retreat.
    sources
        Source of each of these.

    Examples
    --------
    >>> Code("AL2", "the attacker loses two steps", attacker=2).defender
    0
    """

    id: str
    text: str
    attacker: int = 0
    defender: int = 0
    destroys: bool = False
    exchange: bool = False
    retreat: bool = False
    sources: Sources = field(default=Sources("owner", {}))


@dataclass(frozen=True, slots=True)
class Table:
    """A table of results: columns of odds, one row for each face of a die.

    Parameters
    ----------
    file, title, rule
        Where it stands, what it is called, and the section that uses it.
    columns
        Heads, from left to right.
    order
        Codes, from the worst for the attacker to the best.
    codes
        What each code says.
    cells
        (column, die) -> code.
    sources
        Die -> source of each cell of the row.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> from adjudicator.dark_summer.r11_tables import crt
    >>> table = crt(OURS)
    >>> table.result("6-1", 6), table.codes["AL2"].attacker
    ('DE', 2)
    """

    file: str
    title: str
    rule: str
    columns: tuple[str, ...]
    order: tuple[str, ...]
    codes: Mapping[str, Code]
    cells: Mapping[tuple[str, int], str]
    sources: Mapping[int, Sources]

    @property
    def axis(self) -> Axis:
        """The columns as levels of odds."""
        return Axis(level_of(self.columns[0]), level_of(self.columns[-1]))

    def result(self, column: str, die: int) -> str:
        """Code that stands in a cell.

        Parameters
        ----------
        column
            Head of the column.
        die
            Face of the die.

        Returns
        -------
        str

        Raises
        ------
        KeyError
            The table has no such cell.
        """
        return self.cells[column, die]

    def used(self, column: str) -> tuple[tuple[Used, str], ...]:
        """Cells of a column whose source a ruling must tell, with that source.

        Parameters
        ----------
        column
            Head of the column.

        Returns
        -------
        tuple of (Used, str)
        """
        found = [(die, self.sources[die].of(column)) for die in DIE]
        return tuple(
            [
                (Used(f"{self.title}: {column}, die {die}", self.file, str(die), column), source)
                for die, source in found
                if source in DOUBTFUL
            ]
        )


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a chart.

    Parameters
    ----------
    file, group, id
        Where it stands: ``[group.id]`` of the file.
    values
        Key -> value.
    sources
        Source of each value.

    Examples
    --------
    >>> city = Record("terrain.toml", "terrain", "city", {"title": "City", "shift": 2}, Sources("owner", {}))
    >>> city.number("shift"), city.text("title"), city.flag("shift")
    (2, 'City', True)
    """

    file: str
    group: str
    id: str
    values: Mapping[str, str | int | bool]
    sources: Sources

    def number(self, key: str) -> int:
        """A value that is a number."""
        return int(self.values[key])

    def text(self, key: str) -> str:
        """A value that is a text."""
        return str(self.values[key])

    def flag(self, key: str) -> bool:
        """A value that is yes or no."""
        return bool(self.values[key])


def cite(view: View, record: Record, key: str, rule: str) -> int:
    """A number of a chart; an Inquiry records its source when it is no printed fact.

    Parameters
    ----------
    view
        The position.
    record, key
        The entry and its column.
    rule
        Section that needs it.

    Returns
    -------
    int

    Examples
    --------
    >>> from maps.board import Board
    >>> from adjudicator.dark_summer import GAME
    >>> source = Sources("reconstructed", {})
    >>> town = Record("terrain.toml", "terrain", "town", {"title": "Town", "shift": 1}, source)
    >>> inquiry = Inquiry(GAME.empty(Board([], [])))
    >>> cite(inquiry, town, "shift", "11.3.4"), [str(used) for used in inquiry.sources]
    (1, ['shift of Town'])
    """
    if isinstance(view, Inquiry):
        source = record.sources.of(key)
        if source in DOUBTFUL:
            what = f"{key.replace('_', ' ')} of {record.values.get('title', record.id)}"
            view.source(rule, Used(what, record.file, record.id, key), source)
    return record.number(key)
