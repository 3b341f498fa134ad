"""Which counter lies where on a scanned sheet: proposed in the order of the sheets, read back from CSV."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from maps.art import BACK
from maps.errors import DataError
from maps.loader import header, read_rows
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.press import Counter

__all__ = [
    "MOST",
    "Naming",
    "Place",
    "copies_of",
    "names_text",
    "read_names",
    "sheet_of",
    "shifted",
    "title_of",
]

Place: TypeAlias = tuple[int, int]
"""Row and column, from 1."""
MOST = 100
"""Rows or columns that a sheet has at most."""
_COLUMNS = ["row", "column", "counter", "title"]
_CHECKED = "checked"
_HEAD = """\
# Which counter lies where on sheet {sheet}, as its fronts are seen; backs are found by turning it over.
# Correct the column 'counter' (ids stand in units.csv and markers.csv, ID-back is a back that lies among the
# fronts; empty: nothing is cut), then apply it: module-builder data scan ... --names {file}
# The table names them too, in the room "Your copy", which says in 'checked' what you have looked at.
"""


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of a sheet as they stand.

    Parameters
    ----------
    names
        Of each place in the order of the sheet; empty where no counter lies.
    checked
        The places that the owner has looked at.

    Examples
    --------
    >>> Naming({(1, 1): "ge-916"}).checked
    frozenset()
    """

    names: dict[Place, str]
    checked: frozenset[Place] = frozenset()


def sheet_of(counters: Sequence[Counter], places: int, number: int) -> tuple[float, tuple[str, ...]]:
    """What a sheet of a game holds: counters of one size, in their order.

    Parameters
    ----------
    counters
        Of the game, in the order of its sheets.
    places
        How many counters a sheet holds.
    number
        Of the sheet, from 1; every sheet of a size but its last one is full.

    Returns
    -------
    tuple
        Side of its counters in millimetres, and their ids; of several copies of one the first bears it.

    Raises
    ------
    DataError
        The game has not so many sheets.

    Examples
    --------
    >>> from counters.press import load_counters
    >>> size, ids = sheet_of(load_counters("june-six", numbers={}), 280, 2)
    >>> size, len(ids)
    (12.7, 280)
    """
    sheets: list[tuple[float, tuple[str, ...]]] = []
    for size in dict.fromkeys(counter.size for counter in counters):
        every = copies_of(counter for counter in counters if counter.size == size)
        cut = range(0, len(every), places)
        sheets += [(size, tuple(every[start : start + places])) for start in cut]
    if not 1 <= number <= len(sheets):
        raise DataError("--number", str(number), f"1 to {len(sheets)}, with {places} counters on a sheet")
    return sheets[number - 1]


def copies_of(counters: Iterable[Counter]) -> list[str]:
    """The ids of counters in their order; of several copies of one the first bears it.

    Parameters
    ----------
    counters
        Which.

    Returns
    -------
    list of str

    Examples
    --------
    >>> copies_of([])
    []
    """
    return [name for counter in counters for name in (counter.id, *[""] * (counter.count - 1))]


def title_of(name: str, titles: Mapping[str, str]) -> str:
    """What is called so on a sheet: a counter, or the back of one; empty where nothing is.

    Parameters
    ----------
    name
        An id, or ``ID-back``.
    titles
        Full name of each counter.

    Returns
    -------
    str

    Examples
    --------
    >>> title_of("ge-916-back", {"ge-916": "916 Rgt"})
    '916 Rgt, back'
    """
    front = name.removesuffix(BACK)
    if name in titles or front not in titles:
        return titles.get(name, "")
    return f"{titles[front]}, back"


def names_text(naming: Naming, titles: Mapping[str, str], *, sheet: int, file: str) -> str:
    """Write the names of a sheet, to be corrected.

    Parameters
    ----------
    naming
        The names.
    titles
        Full name of each counter.
    sheet, file
        Number of the sheet, and name of the file.

    Returns
    -------
    str

    Examples
    --------
    >>> text = names_text(Naming({(1, 1): "ge-916"}), {"ge-916": "916 Rgt"}, sheet=1, file="scan-1.csv")
    >>> text.splitlines()[-1]
    '1,1,ge-916,916 Rgt,'
    """
    out = io.StringIO()
    out.write(_HEAD.format(sheet=sheet, file=file))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_COLUMNS, _CHECKED])
    for place, name in naming.names.items():
        writer.writerow([*place, name, title_of(name, titles), "yes" if place in naming.checked else ""])
    return out.getvalue()


def read_names(path: Path, titles: Mapping[str, str], rows: int = MOST, columns: int = MOST) -> Naming:
    """Read corrected names.

    Parameters
    ----------
    path
        The file; its column ``checked`` may be missing.
    titles
        Full name of each counter of the game.
    rows, columns
        How many the sheet has.

    Returns
    -------
    Naming

    Raises
    ------
    DataError
        A row names no place of the grid, no counter, or one that another row names too.
    """
    checking = [_CHECKED] if _CHECKED in header(path) else []
    lines = read_rows(path, [*_COLUMNS, *checking], key=lambda row: (row.text("row"), row.text("column")))
    found: dict[Place, str] = {}
    where: dict[str, Place] = {}
    checked = set()
    for line in lines:
        place = line.integer("row", 1, rows), line.integer("column", 1, columns)
        name, told = line.cells["counter"].strip(), f"row {place[0]}, column {place[1]}"
        if name and not title_of(name, titles):
            near = difflib.get_close_matches(name, titles, 1)
            hint = f"Did you mean {near[0]}?" if near else "leave it empty where nothing is to be cut"
            raise DataError(path.name, told, f"a counter, not {name!r}", hint)
        if name and name in where:
            other = f"row {where[name][0]}, column {where[name][1]}"
            raise DataError(path.name, told, f"each counter once: {name} is {other} too")
        where[name], found[place] = place, name
        checked |= {place} if line.cells.get(_CHECKED) else set()
    return Naming(found, frozenset(checked))


def shifted(naming: Naming, place: Place, *, back: bool, order: Sequence[str]) -> Naming:
    """Move the names of what follows by one: on, where a place is blank, or back again.

    Parameters
    ----------
    naming
        As it stands. What was looked at keeps its name, but for the place itself.
    place
        From which on; it becomes blank, or takes the name of the next one.
    back
        Whether the names come back by one.
    order
        From `copies_of`: what comes after the last name when the names come back.

    Returns
    -------
    Naming

    Examples
    --------
    >>> sheet = Naming({(1, 1): "a", (1, 2): "b", (1, 3): "c"})
    >>> on = shifted(sheet, (1, 2), back=False, order="abcd")
    >>> on.names[1, 3], on.checked, shifted(on, (1, 2), back=True, order="abcd") == sheet
    ('b', frozenset({(1, 2)}), True)
    """
    every = list(naming.names)
    after = [each for each in every[every.index(place) + 1 :] if each not in naming.checked]
    slots, checked = [place, *after], naming.checked - {place}
    old = [naming.names[each] for each in slots]
    if back:
        before = [naming.names[each] for each in every[: every.index(place)]] + old[1:]
        moved = [*old[1:], _following({*naming.names.values()}, before, order)]
    else:
        moved, checked = ["", *old[:-1]], checked | {place}
    return Naming(naming.names | dict(zip(slots, moved, strict=True)), checked)


def _following(taken: Collection[str], before: Sequence[str], order: Sequence[str]) -> str:
    """What the order has next after a row of names, of what does not lie on the sheet already."""
    last = next((at for at in reversed(range(len(before))) if before[at] and before[at] in order), None)
    if last is None:
        return ""
    rest = [name for name in order[order.index(before[last]) + 1 :] if not name or name not in taken]
    copies = len(before) - 1 - last
    return rest[copies] if copies < len(rest) else ""
