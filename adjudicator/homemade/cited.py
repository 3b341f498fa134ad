"""What stands in a folder at the place that a ruling cites: ``units.csv:7 attack``, ``rules.toml:30 crt``."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from adjudicator.errors import MalformedAction
from maps.games import FolderHome

__all__ = ["cited_lines"]

_PLACE = re.compile(r"([\w./-]{1,120}):([0-9]{1,6})(?: (.*))?")


def cited_lines(home: FolderHome, place: str) -> list[str]:
    """Read what a ruling rests on.

    Parameters
    ----------
    home
        Of the game.
    place
        File, line and key, as a ruling cites them.

    Returns
    -------
    list of str
        Of a table each cell with its column, the cited one first; of another file the line.

    Raises
    ------
    MalformedAction
        There is no such line.
    """
    told = _PLACE.fullmatch(place)
    files = {path.relative_to(home.root).as_posix(): path for path, *_ in home.marks}
    path = files.get(told[1]) if told is not None else None
    lines = path.read_text(encoding="utf-8-sig").splitlines() if path is not None else []
    number = int(told[2]) if told is not None else 0
    if told is None or path is None or not 0 < number <= len(lines):
        raise MalformedAction(f"nothing is cited as {place[:60]!r}", "Click on what a ruling names")
    if path.suffix != ".csv":
        return [lines[number - 1].strip()]
    return list(_cells(lines, number - 1, (told[3] or "").split()))


def _cells(lines: list[str], at: int, wanted: list[str]) -> Iterator[str]:
    """The cells of a row, the wanted ones first, the empty ones left out."""
    head = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    columns, cells = next(csv.reader([head])), next(csv.reader([lines[at]]))
    row = {name.strip(): cell.strip() for name, cell in zip(columns, cells, strict=False)}
    for name in (*(name for name in wanted if name in row), *(name for name in row if name not in wanted)):
        if row[name]:
            yield f"{name}: {row[name]}"
