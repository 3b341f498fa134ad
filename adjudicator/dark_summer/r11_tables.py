"""Tables and charts of the player aid cards that combat and movement use (2.3), with their sources."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.ruling import Used
from adjudicator.table_files import load_records, load_table
from adjudicator.tables import Record, Table
from maps.errors import DataError
from maps.filing import Filing, Located, by_filing

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


@by_filing
def crt(filing: Filing) -> Table:
    """The Combat Results Table.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> crt(OURS).columns
    ('1-3', '1-2', '1-1', '2-1', '3-1', '4-1', '5-1', '6-1')
    """
    return load_table(filing.path(_HERE / "crt.toml"))


@by_filing
def cherbourg_table(filing: Filing) -> Table:
    """The Cherbourg Combat Table (11.7).

    Examples
    --------
    >>> from maps.filing import OURS
    >>> cherbourg_table(OURS).columns[0]
    '1-1'
    """
    return load_table(filing.path(_HERE / "cherbourg_table.toml"))


@rule("11.3.5", "11.3.3")
def result(at: Located, column: str, die: int) -> str:
    """Printed result of a column and a die; a column left of the table gives AL2 whatever the die.

    Parameters
    ----------
    column
        Such as ``3-1``; ``1-4``, ``1-5`` ... lie left of the table.
    die
        Face of the die.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> result(OURS, "1-4", 6), result(OURS, "6-1", 6)
    ('AL2', 'DE')
    """
    table = crt(at)
    return table.result(column, die) if column in table.columns else AUTOMATIC


@by_filing
def _used(filing: Filing, table: str, column: str) -> tuple[tuple[Used, str], ...]:
    return (crt(filing) if table == "crt" else cherbourg_table(filing)).used(column)


@rule("11.3.5")
def note_column(inquiry: Inquiry, column: str, table: str = "crt") -> None:
    """Record the reconstructed cells of a column.

    Parameters
    ----------
    column, table
        Head of the column; ``crt`` or ``cherbourg``.
    """
    for used, source in _used(inquiry, table, column):
        inquiry.source("11.3.5" if table == "crt" else "11.7", used, source)


def code_text(at: Located, code: str) -> str:
    """What a code of the Combat Results Table means, in our words; ``-`` is a result that is ignored.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> code_text(OURS, "DR")
    'the defender retreats two hexes'
    """
    return "no effect" if code == "-" else crt(at).codes[code].text


@by_filing
def terrain_chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The Terrain Effects Chart: groups ``terrain``, ``hexside`` and ``road``.

    Returns
    -------
    mapping
        Group -> word of the map -> Record.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> terrain_chart(OURS)["terrain"]["city"].number("shift")
    2
    """
    return load_records(filing.path(_HERE / "terrain.toml"), TERRAIN_GROUPS)


def ground(at: Located, kind: str) -> Record:
    """Entry of a Terrain in the chart.

    Parameters
    ----------
    kind
        ``clear``, ``town``, ``city``, ``bocage``, ``woods``, ``forest``.

    Raises
    ------
    DataError
        The chart has no such Terrain: nothing fights or moves there.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> ground(OURS, "woods").number("defense_bonus")
    1
    """
    return _entry(at, "terrain", kind)


def hexside(at: Located, boundary: str) -> Record:
    """Entry of a hexside in the chart.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> hexside(OURS, "open").number("cost")
    0
    """
    return _entry(at, "hexside", boundary)


def road(at: Located, kind: str) -> Record:
    """Entry of a Road in the chart.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> road(OURS, "minor").text("title")
    'Minor Road'
    """
    return _entry(at, "road", kind)


def _entry(at: Located, group: str, key: str) -> Record:
    known = terrain_chart(at)[group]
    if key not in known:
        raise DataError("terrain.toml", f"[{group}]", f"one of {', '.join(known)}, not {key!r}")
    return known[key]


@by_filing
def support_markers(filing: Filing) -> Mapping[str, Record]:
    """The Combat Support markers (12.0): title, kind, side, group, turn of arrival, Support value.

    Returns
    -------
    mapping
        Id -> Record.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> support_markers(OURS)["naval-br"].number("value")
    6
    """
    return load_records(filing.path(_HERE / "support.toml"), {"marker": _MARKER})["marker"]
