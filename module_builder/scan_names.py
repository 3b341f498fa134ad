"""Which counter lies where on a scanned sheet: proposed in the order of the sheets, read back from CSV."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from maps.errors import DataError
from maps.loader import read_rows

if TYPE_CHECKING:
    from counters.press import Counter
    from module_builder.scan_dies import Die, Place

__all__ = ["names_text", "read_names", "sheet_of", "turned_over"]

_COLUMNS = ["row", "column", "counter", "title"]
_HEAD = """\
# Which counter lies where on sheet {sheet}, as its fronts are seen; backs are found by turning it over.
# Correct the column 'counter' (ids stand in units.csv and markers.csv; empty: nothing is cut), then apply it:
# module-builder data scan ... --names {file}
"""


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
        every = list(_copies(counter for counter in counters if counter.size == size))
        cut = range(0, len(every), places)
        sheets += [(size, tuple(every[start : start + places])) for start in cut]
    if not 1 <= number <= len(sheets):
        raise DataError("--number", str(number), f"1 to {len(sheets)}, with {places} counters on a sheet")
    return sheets[number - 1]


def _copies(counters: Iterable[Counter]) -> Iterator[str]:
    for counter in counters:
        yield from [counter.id, *[""] * (counter.count - 1)]


def names_text(names: Mapping[Place, str], titles: Mapping[str, str], *, sheet: int, file: str) -> str:
    """Write the names of a sheet, to be corrected.

    Parameters
    ----------
    names
        Of each place.
    titles
        Full name of each counter.
    sheet, file
        Number of the sheet, and name of the file.

    Returns
    -------
    str

    Examples
    --------
    >>> text = names_text({(1, 1): "ge-916"}, {"ge-916": "916 Rgt"}, sheet=1, file="scan-1.csv")
    >>> text.splitlines()[-1]
    '1,1,ge-916,916 Rgt'
    """
    out = io.StringIO()
    out.write(_HEAD.format(sheet=sheet, file=file))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([row, column, name, titles.get(name, "")] for (row, column), name in names.items())
    return out.getvalue()


def read_names(path: Path, die: Die, known: Mapping[str, str]) -> dict[Place, str]:
    """Read corrected names.

    Parameters
    ----------
    path
        The file.
    die
        The places that there are.
    known
        Full name of each counter of the game.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        A row names no place of the grid, no counter, or one that another row names too.
    """
    rows = read_rows(path, _COLUMNS, key=lambda row: (row.text("row"), row.text("column")))
    found: dict[Place, str] = {}
    where: dict[str, Place] = {}
    for row in rows:
        place = row.integer("row", 1, die.rows), row.integer("column", 1, die.columns)
        name = row.cells["counter"].strip()
        if name and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"Did you mean {near[0]}?" if near else "leave it empty where nothing is to be cut"
            raise DataError(path.name, f"row {place[0]}, column {place[1]}", f"a counter, not {name!r}", hint)
        if name and name in where:
            other = f"row {where[name][0]}, column {where[name][1]}"
            raise DataError(
                path.name, f"row {place[0]}, column {place[1]}", f"each counter once: {name} is {other} too"
            )
        where[name], found[place] = place, name
    return found


def turned_over(place: Place, die: Die, axis: str) -> Place:
    """Where the back of a counter is seen when the sheet has been turned over.

    Parameters
    ----------
    place, die
        Its place on the front.
    axis
        ``side`` turns the sheet like the page of a book, ``top`` over its upper edge.

    Returns
    -------
    tuple

    Examples
    --------
    >>> from module_builder.scan_dies import plain_die
    >>> turned_over((1, 1), plain_die(14, 20), "side"), turned_over((1, 1), plain_die(14, 20), "top")
    ((1, 14), (20, 1))
    """
    row, column = place
    return (row, die.columns + 1 - column) if axis == "side" else (die.rows + 1 - row, column)
