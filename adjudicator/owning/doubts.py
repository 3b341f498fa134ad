"""The doubtful values of a game, each with its words, in groups that lie together before an owner.

A value is doubtful where our file calls it reconstructed or unknown, and known once the owner's does not.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.asking.correcting import as_typed, places_in
from adjudicator.inquiry import DOUBTFUL
from adjudicator.owning.notation import load_notation
from adjudicator.owning.weights import Key, load_weights
from adjudicator.ruling import Used
from maps.board import edge_id
from maps.filing import Filing, Stamp, replaceable
from maps.loader import Row, header, read_toml, stamp
from maps.redrawing import GEOMETRY, drawn_values
from maps.sources import kind_of, read_table, sourced_tables, stated
from module_builder.vassal.values import dataclass

__all__ = ["COUNTERS", "Doubt", "Seen", "doubts_of", "key_of", "row_names", "seen_at", "seen_in"]

COUNTERS = "units.csv"
_HEX = re.compile(r"([a-z]?)(\d\d)(\d\d)")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A value of ours that is no printed fact.

    Parameters
    ----------
    file, row, column
        Where it stands.
    group, title
        What lies together before the owner, and what that is called.
    part, label
        The table of the group that it stands in, and the name of its row.
    ours
        Our value, as it is typed.
    weight
        How much it decides.

    Examples
    --------
    >>> doubt = Doubt("units.csv", "ge-916", "df", "c", "German: 352 Div", "", "916 Rgt, 352 Div", "4", 1.5)
    >>> doubt.text, doubt.used.row
    ('DF of 916 Rgt, 352 Div', 'ge-916')
    """

    file: str
    row: str
    column: str
    group: str
    title: str
    part: str
    label: str
    ours: str
    weight: float

    @property
    def key(self) -> Key:
        """What names it."""
        return self.file, self.row, self.column

    @property
    def text(self) -> str:
        """What it is, for a person."""
        name = self.column.replace("_", " ")
        name = name.upper() if self.file == COUNTERS and len(name) < 4 else name
        return f"{name} of {self.label}"

    @property
    def used(self) -> Used:
        """What names it to `adjudicator.asking.overlay.correct`."""
        return Used(self.text, *self.key)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a file holds at a place.

    Parameters
    ----------
    text
        As it is typed; empty where nothing stands there.
    source
        Its source, as the file states it.
    """

    text: str
    source: str

    @property
    def known(self) -> bool:
        """Whether it is no guess."""
        return kind_of(self.source) not in DOUBTFUL


def doubts_of(game: str) -> Mapping[Key, Doubt]:
    """The doubtful values of our files, those that decide most first.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    mapping
        In the order of the files.

    Examples
    --------
    >>> doubts_of("breakout-normandy")["units.csv", "ge-1-919", "af"].text
    'AF of 1/919 Bn, 709 Div'
    """
    return _doubts(game)


@functools.cache
def _doubts(game: str) -> Mapping[Key, Doubt]:
    notation, weights = load_notation(game), load_weights(game)
    found: dict[Key, Doubt] = {}
    for file, path in replaceable(game).items():
        out = notation.left_out.get(file, frozenset()) | row_names(path)
        if "*" in out or file not in notation.titles:
            continue
        told = [each for each in stated(path) if each.kind in DOUBTFUL and each.column not in out]
        alike = Counter(each.column for each in told)
        words = _words(game, path, notation.titles[file])
        for each in told:
            key = (file, each.row, each.column)
            group, title, part, label = words(each.row)
            weight = weights.of(key, alike[each.column])
            found[key] = Doubt(*key, group, title, part, label, as_typed(each.value), weight)
    return found


@functools.cache
def row_names(path: Path) -> frozenset[str]:
    """Columns that name the rows of a table: they hold no value.

    Parameters
    ----------
    path
        A file of ours.

    Returns
    -------
    frozenset of str

    Examples
    --------
    >>> row_names(replaceable("june-six")["units.csv"])
    frozenset({'id'})
    """
    if path.suffix != ".csv":
        return frozenset()
    columns = header(path)
    return frozenset(columns[: 2 if columns[:2] == ["a", "b"] else 1])


# --- groups and words -------------------------------------------------------------------------------------


def _words(game: str, path: Path, title: str) -> Callable[[str], tuple[str, str, str, str]]:
    """A function of a row: its group and that one's title, its part, its label."""
    if path.name == COUNTERS:
        return _of_counters(path, title, _names_in(game, "formations.csv")).__getitem__
    if path.suffix != ".csv":
        return functools.partial(_of_chart, path.name, title, _titles(path))
    ends = "spaces.csv" if path.name == "edges.csv" else path.name
    return functools.partial(_of_map, path.name, title, _names_in(game, ends))


@functools.cache
def _names_in(game: str, file: str) -> Mapping[str, str]:
    """Names of the rows of a table; none where the game has no such table."""
    path = replaceable(game).get(file)
    return (
        {} if path is None else {each.row: str(each.value) for each in stated(path) if each.column == "name"}
    )


def _of_counters(
    path: Path, title: str, formations: Mapping[str, str]
) -> dict[str, tuple[str, str, str, str]]:
    """Counters by the formation that they belong to: so they lie on a sheet."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in read_table(path)[1]:
        cells = row.cells
        own = cells["division"] or cells.get("corps", "") or f"other {cells['type']}".replace("-", " ")
        groups.setdefault((cells["nationality"], own), []).append(row)
    found = {}
    for (nation, own), members in groups.items():
        name = formations.get(own) or _common([row.cells["title"] for row in members]) or own
        said = f"{title}: {nation.upper() if len(nation) < 3 else nation.capitalize()}, {name}"
        for row in members:
            found[row.cells["id"]] = (f"{COUNTERS}~{nation}~{own}", said, "", row.cells["title"])
    return found


def _common(titles: Iterable[str]) -> str:
    """What the titles of a formation's units end with mostly, after a comma or a stroke."""
    for sign in (", ", "/"):
        ends = Counter(title.rpartition(sign)[2] for title in titles if sign in title)
        if ends:
            return ends.most_common(1)[0][0]
    return ""


def _titles(path: Path) -> dict[str, str]:
    """Titles that the entries of a chart have."""
    return {
        place: str(entry["title"]) for place, entry in sourced_tables(read_toml(path)) if "title" in entry
    }


def _of_chart(file: str, title: str, titles: Mapping[str, str], row: str) -> tuple[str, str, str, str]:
    part, _, name = row.partition(".")
    label = titles.get(row, name or part)
    return file, title, part if name else "", label


def _of_map(file: str, title: str, names: Mapping[str, str], row: str) -> tuple[str, str, str, str]:
    """A row of a table: hexes by regions of ten by ten, what stands in a scenario by scenario and nation."""
    if ":" in row:
        scenario, _, unit = row.partition(":")
        nation = unit.partition("-")[0]
        return f"{file}~{scenario}~{nation}", f"{title}: {scenario}, {nation.upper()}", "", unit
    label = " – ".join(names.get(end, end) for end in row.split("/"))
    match = _HEX.fullmatch(row.partition("/")[0])
    if match is None:
        return file, title, "", label
    sheet, across, down = match[1].upper(), match[2][0], match[3][0]
    region = f"{sheet}{across}x{down}x"
    return f"{file}~{region}", f"{title} {region}", "", label


# --- what stands in a file --------------------------------------------------------------------------------


def seen_in(filing: Filing, game: str, file: str) -> Mapping[tuple[str, str], Seen]:
    """What an overlay, or our file where it has none, holds in each row and column.

    Parameters
    ----------
    filing
        Of the overlay.
    game, file
        Slug, and name of the file.

    Returns
    -------
    mapping

    Raises
    ------
    maps.errors.DataError
        The file cannot be read.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> seen_in(OURS, "breakout-normandy", "units.csv")["ge-1-919", "spent_df"]
    Seen(text='0', source='example 4')
    """
    return seen_at(stamp(filing.path(replaceable(game)[file])))


@functools.lru_cache(maxsize=128)
def seen_at(key: Stamp) -> Mapping[tuple[str, str], Seen]:
    """What a file holds in each row and column, as it was when it was stamped.

    Parameters
    ----------
    key
        The file.

    Returns
    -------
    mapping

    Raises
    ------
    maps.errors.DataError
        The file cannot be read.
    """
    path = key[0]
    if path.name == GEOMETRY:
        return {place: Seen(text, "derived") for place, text in drawn_values(read_toml(path)).items()}
    if path.suffix != ".csv":
        return {(each.row, each.column): Seen(as_typed(each.value), each.source) for each in stated(path)}
    return {(name, column): Seen(text, source) for name, column, text, source in _cells(path)}


def _cells(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """Every cell of a table, the empty ones too."""
    columns, rows = read_table(path)
    of_edges = columns[:2] == ["a", "b"]
    for row in rows if "source" in columns else ():
        name = edge_id(row.cells["a"], row.cells["b"]) if of_edges else row.cells[columns[0]]
        sources = row.sources()
        yield from ((name, c, row.cells[c], sources.of(c)) for c in columns if c != "source")


# --- what a ruling names ----------------------------------------------------------------------------------


def key_of(game: str, used: Used) -> tuple[Key, ...]:
    """The doubtful values that a ruling means when it names one, or a whole table.

    Parameters
    ----------
    game
        Slug.
    used
        As the ruling names it.

    Returns
    -------
    tuple
        Keys of `doubts_of`; none where it is no value that an owner can type.

    Examples
    --------
    >>> len(key_of("june-six", Used("Combat Results Table", "crt.toml", "assault-stand", "cells")))
    78
    """
    known = doubts_of(game)
    if used.file not in replaceable(game):
        return ()
    if used.file.endswith(".csv"):
        plain = (used.file, used.row, used.column.replace("-", "_"))
        return tuple(
            key for key in dict.fromkeys([(used.file, used.row, used.column), plain]) if key in known
        )
    if used.column == "cells":
        within = (used.row, f"{used.row}.")
        rows = [k for k in known if k[0] == used.file and (k[1] == within[0] or k[1].startswith(within[1]))]
        return tuple(rows)
    document = _document(game, used.file)
    tables = {
        id(part): place for place, e in sourced_tables(document) for part in (e, e.get("cells")) if part
    }
    heads = document.get("table", {}).get("columns", ())
    found = [
        (used.file, tables[id(table)], heads[key] if isinstance(key, int) else key)
        for table, key, _ in places_in(document, used)
        if id(table) in tables
    ]
    return tuple(key for key in found if key in known)


@functools.cache
def _document(game: str, file: str) -> dict[str, Any]:
    return read_toml(replaceable(game)[file])
