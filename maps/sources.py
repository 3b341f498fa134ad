"""How much of what a map prints is known, and how much is reconstructed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.board import edge_id
from maps.filing import filing_of
from maps.games import FolderHome, home_of
from maps.loader import Sources, header, read_rows, read_toml
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from maps.loader import Row

__all__ = [
    "KINDS",
    "MAP_TABLES",
    "Value",
    "count_table",
    "count_toml",
    "kind_of",
    "map_sources",
    "read_table",
    "reconstructed",
    "reconstructed_share",
    "share_words",
    "sourced",
    "sourced_tables",
    "stated",
    "values_of",
]

KINDS = ("rule", "published", "history", "reconstructed", "owner", "unknown", "derived")
MAP_TABLES = ("spaces.csv", "edges.csv")
_TOML = "map.toml"
_OF_SOURCES = "source"


def kind_of(source: str) -> str:
    """Kind of a source: examples of the rulebook count as printed.

    Parameters
    ----------
    source
        As a cell states it.

    Returns
    -------
    str
        One of `KINDS`.

    Examples
    --------
    >>> kind_of("example 4"), kind_of("history: GeoNames")
    ('rule', 'history')
    """
    word = re.split(r"[ :]", source, maxsplit=1)[0]
    return "rule" if word == "example" else word if word in KINDS else "unknown"


def read_table(path: Path) -> tuple[list[str], list[Row]]:
    """Read a table with whatever columns it has.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    (list of str, list of Row)
        Columns and rows.

    Raises
    ------
    DataError
        The file cannot be read, or a row is wrong.
    """
    columns = header(path)
    return columns, read_rows(path, columns)


def sourced(row: Row, columns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each filled cell of a row with the kind of its source.

    Parameters
    ----------
    row
        A row of a table with sources.
    columns
        The columns of the table.

    Yields
    ------
    (str, str)
        Column and kind.

    Examples
    --------
    >>> from maps.loader import Row
    >>> cells = {"id": "caen", "tem": "", "vp": "3", "source": "rule 3.9; id=derived"}
    >>> list(sourced(Row("spaces.csv", 2, cells), list(cells)))
    [('id', 'derived'), ('vp', 'rule')]
    """
    sources = row.sources()
    for column in columns:
        if column != _OF_SOURCES and row.cells[column]:
            yield column, kind_of(sources.of(column))


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a file that states sources.

    Parameters
    ----------
    row
        As the overlay names it: its id, the two ends of an edge, the table of a TOML.
    column
        Column or key.
    source
        As the file states it.
    value
        Text of a cell; of a TOML what stands there.

    Examples
    --------
    >>> Value("ge-916", "df", "example 4", "4").kind
    'rule'
    """

    row: str
    column: str
    source: str
    value: Any

    @property
    def kind(self) -> str:
        """Kind of its source."""
        return kind_of(self.source)


def stated(path: Path) -> Iterator[Value]:
    """Every value of a file that states sources.

    Parameters
    ----------
    path
        A table, CSV or TOML.

    Yields
    ------
    Value
        In the order of the file.

    Raises
    ------
    DataError
        The file cannot be read.

    Examples
    --------
    >>> from maps.filing import replaceable
    >>> next(stated(replaceable("june-six")["odds_ratio.toml"])).value
    1
    """
    if path.suffix == ".csv":
        columns, rows = read_table(path)
        of_edges = columns[:2] == ["a", "b"]
        for row in rows if "source" in columns else ():
            name = edge_id(row.cells["a"], row.cells["b"]) if of_edges else row.cells[columns[0]]
            sources = row.sources()
            for column in columns:
                if column != _OF_SOURCES and row.cells[column]:
                    yield Value(name, column, sources.of(column), row.cells[column])
        return
    data = read_toml(path)
    heads = data.get("table", {}).get("columns", ()) if isinstance(data.get("table"), dict) else ()
    for place, entry in sourced_tables(data):
        sources = Sources.parse(entry["source"])
        for key, value in entry.items():
            if key == "cells":
                cells = zip(heads, value, strict=False)
                yield from (Value(place, head, sources.of(head), cell) for head, cell in cells)
            elif key not in {"source", "id", "printed"}:
                yield Value(place, key, sources.of(key), value)


def values_of(path: Path) -> Iterator[tuple[str, str, str]]:
    """Every value of a file that states sources: row, column, kind of its source.

    Parameters
    ----------
    path
        A table of ours, CSV or TOML.

    Yields
    ------
    (str, str, str)
        As `stated` has them.

    Examples
    --------
    >>> from maps.filing import replaceable
    >>> next(values_of(replaceable("june-six")["odds_ratio.toml"]))
    ('ratio.1:4', 'attack', 'reconstructed')
    """
    return ((each.row, each.column, each.kind) for each in stated(path))


def sourced_tables(part: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Tables of a TOML that state a source, each with its place.

    Parameters
    ----------
    part
        The document, or a part of it.
    place
        Of that part.

    Yields
    ------
    (str, table)
        The keys that lead there, with dots; in a list the id of an entry, or its number.

    Examples
    --------
    >>> list(sourced_tables({"ratio": [{"id": "1:4", "drm": -3, "source": "reconstructed"}]}))
    [('ratio.1:4', {'id': '1:4', 'drm': -3, 'source': 'reconstructed'})]
    """
    if isinstance(part, list):
        for number, entry in enumerate(part, 1):
            name = entry.get("id", number) if isinstance(entry, dict) else number
            yield from sourced_tables(entry, f"{place}.{name}")
    if not isinstance(part, dict):
        return
    if isinstance(part.get("source"), str):
        yield place.lstrip("."), part
    for key, value in part.items():
        yield from sourced_tables(value, f"{place}.{key}")


def count_table(path: Path) -> dict[str, int]:
    """Count the filled cells of a table by the kind of their source.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    dict
        Kind -> number of cells, in the order of `KINDS`.

    Raises
    ------
    DataError
        As in `read_table`.
    """
    columns, rows = read_table(path)
    return _ordered(Counter(kind for row in rows for _, kind in sourced(row, columns)))


def count_toml(path: Path) -> dict[str, int]:
    """Count the sources that a TOML file states by their kind.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    dict
        As in `count_table`.

    Raises
    ------
    DataError
        The file cannot be read.
    """
    return _ordered(Counter(_toml_kinds(read_toml(path))))


def _toml_kinds(data: Any) -> Iterator[str]:
    """Kinds of every ``source`` in a table, and of the values of every ``printed``."""
    if isinstance(data, dict):
        if isinstance(data.get("source"), str):
            yield kind_of(data["source"])
        printed = data.get("printed")
        if isinstance(printed, dict):
            yield from (kind_of(s) for s in printed.values() if isinstance(s, str))
        for value in data.values():
            yield from _toml_kinds(value)
    elif isinstance(data, list):
        for value in data:
            yield from _toml_kinds(value)


def _ordered(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: counts[kind] for kind in KINDS if counts.get(kind)}


def map_sources(game: str, overlay: Path | None = None) -> dict[str, dict[str, int]]:
    """Count the values of a map by the kind of their source.

    Parameters
    ----------
    game
        Slug of the game.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    dict
        File -> kind -> number of values.

    Raises
    ------
    UnknownGame
        There is no such game.

    Examples
    --------
    >>> sorted(map_sources("breakout-normandy"))
    ['edges.csv', 'map.toml', 'spaces.csv']
    """
    folder = home_of(game).folders["maps"]
    filing = filing_of(game, overlay)
    tables = {name: count_table(filing.path(folder / name)) for name in MAP_TABLES}
    return {**tables, _TOML: count_toml(filing.path(folder / _TOML))}


def reconstructed(counts: Iterable[Mapping[str, int]]) -> float:
    """Share of reconstructed values among all that are not derived from others.

    Parameters
    ----------
    counts
        Kind -> number, of some files.

    Returns
    -------
    float
        From 0 to 1.

    Examples
    --------
    >>> reconstructed([{"rule": 3, "derived": 5}, {"reconstructed": 1}])
    0.25
    """
    total: Counter[str] = Counter()
    for counted in counts:
        total.update(counted)
    stated = total.total() - total["derived"]
    return total["reconstructed"] / stated if stated else 0.0


def reconstructed_share(game: str, overlay: Path | None = None) -> float | None:
    """Share of the values of a map that are reconstructed.

    Parameters
    ----------
    game
        Slug of the game.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    float or None
        From 0 to 1; None of a game of the user's own, whose values are what he says.

    Raises
    ------
    DataError
        As in `map_sources`.

    Examples
    --------
    >>> 0.5 < reconstructed_share("breakout-normandy") < 0.7
    True
    """
    if isinstance(home_of(game), FolderHome):
        return None
    return reconstructed(map_sources(game, overlay).values())


def share_words(share: float | None) -> str:
    """Say for a key or a margin how much of a map is reconstructed.

    Parameters
    ----------
    share
        From 0 to 1, or None.

    Returns
    -------
    str
        Empty for None.

    Examples
    --------
    >>> share_words(0.6123)
    '61% of the values of this map are reconstructed.'
    """
    return "" if share is None else f"{100 * share:.0f}% of the values of this map are reconstructed."
