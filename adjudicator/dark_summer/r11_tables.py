"""Tables and charts of the player aid cards that combat and movement use (2.3), with their sources."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.ruling import Used
from adjudicator.table_files import load_records, load_table
from adjudicator.tables import Record, Table
from maps.errors import DataError

__all__ = [
    "AUTOMATIC",
    "TERRAIN_GROUPS",
    "cherbourg_table",
    "code_text",
    "crt",
    "ground",
    "hexside",
    "note_column",
    "result",
    "road",
    "support_markers",
    "terrain_chart",
]

AUTOMATIC = "AL2"
_HERE = Path(__file__).parent
TERRAIN_GROUPS: Mapping[str, Mapping[str, type]] = {
    "terrain": {
        "title": str,
        "allied": int,
        "german": int,
        "german_wet": int,
        "shift": int,
        "defense_bonus": int,
        "tac_air": int,
        "carpet": bool,
    },
    "hexside": {"title": str, "cost": int, "shift": int},
    "road": {"title": str, "cost": int},
}
_MARKER = {"title": str, "kind": str, "side": str, "group": str, "arrival": int, "value": int}


@functools.cache
def crt() -> Table:
    """The Combat Results Table.

    Returns
    -------
    Table

    Examples
    --------
    >>> crt().columns
    ('1-3', '1-2', '1-1', '2-1', '3-1', '4-1', '5-1', '6-1')
    """
    return load_table(_HERE / "crt.toml")


@functools.cache
def cherbourg_table() -> Table:
    """The Cherbourg Combat Table (11.7).

    Returns
    -------
    Table

    Examples
    --------
    >>> cherbourg_table().columns[0]
    '1-1'
    """
    return load_table(_HERE / "cherbourg_table.toml")


@rule("11.3.5", "11.3.3")
def result(column: str, die: int) -> str:
    """Printed result of a column and a die; a column left of the table gives AL2 whatever the die.

    Parameters
    ----------
    column
        Such as ``3-1``; ``1-4``, ``1-5`` ... lie left of the table.
    die
        Face of the die.

    Returns
    -------
    str

    Examples
    --------
    >>> result("1-4", 6), result("6-1", 6)
    ('AL2', 'DE')
    """
    table = crt()
    return table.result(column, die) if column in table.columns else AUTOMATIC


@functools.cache
def _used(table: str, column: str) -> tuple[tuple[Used, str], ...]:
    return (crt() if table == "crt" else cherbourg_table()).used(column)


@rule("11.3.5")
def note_column(inquiry: Inquiry, column: str, table: str = "crt") -> None:
    """Record the reconstructed cells of a column.

    Parameters
    ----------
    inquiry
        Takes them.
    column, table
        Head of the column; ``crt`` or ``cherbourg``.
    """
    for used, source in _used(table, column):
        inquiry.source("11.3.5" if table == "crt" else "11.7", used, source)


def code_text(code: str) -> str:
    """What a code of the Combat Results Table means, in our words; ``-`` is a result that is ignored.

    Examples
    --------
    >>> code_text("DR")
    'the defender retreats two hexes'
    """
    return "no effect" if code == "-" else crt().codes[code].text


@functools.cache
def terrain_chart() -> Mapping[str, Mapping[str, Record]]:
    """The Terrain Effects Chart: groups ``terrain``, ``hexside`` and ``road``.

    Returns
    -------
    mapping
        Group -> word of the map -> Record.

    Examples
    --------
    >>> terrain_chart()["terrain"]["city"].number("shift")
    2
    """
    return load_records(_HERE / "terrain.toml", TERRAIN_GROUPS)


def ground(kind: str) -> Record:
    """Entry of a Terrain in the chart.

    Parameters
    ----------
    kind
        ``clear``, ``town``, ``city``, ``bocage``, ``woods``, ``forest``.

    Returns
    -------
    Record

    Raises
    ------
    DataError
        The chart has no such Terrain: nothing fights or moves there.

    Examples
    --------
    >>> ground("woods").number("defense_bonus")
    1
    """
    return _entry("terrain", kind)


def hexside(boundary: str) -> Record:
    """Entry of a hexside in the chart.

    Examples
    --------
    >>> hexside("open").number("cost")
    0
    """
    return _entry("hexside", boundary)


def road(kind: str) -> Record:
    """Entry of a Road in the chart.

    Examples
    --------
    >>> road("minor").text("title")
    'Minor Road'
    """
    return _entry("road", kind)


def _entry(group: str, key: str) -> Record:
    known = terrain_chart()[group]
    if key not in known:
        raise DataError("terrain.toml", f"[{group}]", f"one of {', '.join(known)}, not {key!r}")
    return known[key]


@functools.cache
def support_markers() -> Mapping[str, Record]:
    """The Combat Support markers (12.0): title, kind, side, group, turn of arrival, Support value.

    Returns
    -------
    mapping
        Id -> Record.

    Examples
    --------
    >>> support_markers()["naval-br"].number("value")
    6
    """
    return load_records(_HERE / "support.toml", {"marker": _MARKER})["marker"]
