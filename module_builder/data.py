"""An owner's overlay and the sources of the data: fill-in files, counts of each kind, and what is missing."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from maps.errors import DataError
from maps.filing import filing_of, our_file, replaceable
from maps.games import FolderHome, home_of
from maps.loader import header
from maps.sources import KINDS, count_table, count_toml, kind_of, reconstructed, values_of
from module_builder.vassal.files import write_file
from module_builder.vassal.values import dataclass

__all__ = [
    "KINDS",
    "Division",
    "check_divisions",
    "counters_share",
    "kind_of",
    "report_sources",
    "write_template",
]

_ALWAYS = ("spaces.csv", "edges.csv", "units.csv", "markers.csv", "map.toml")
_COUNTERS = ("units.csv", "markers.csv")


def report_sources(game: str, overlay: Path | None = None) -> dict[str, dict[str, int]]:
    """Count the values of each table by the kind of their source.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    dict
        File -> kind -> number of values; the last row is the whole.

    Raises
    ------
    DataError
        A table is missing.

    Examples
    --------
    >>> sorted(report_sources("breakout-normandy"))
    ['all', 'edges.csv', 'map.toml', 'markers.csv', 'spaces.csv', 'units.csv']
    """
    filing = filing_of(game, overlay)
    files = {name: filing.path(path) for name, path in replaceable(game).items()}
    found = {name: _counted(files[name]) for name in dict.fromkeys([*_ALWAYS, *files])}
    found = {name: counts for name, counts in found.items() if counts or name in _ALWAYS}
    return {**found, "all": {k: n for k in KINDS if (n := sum(c.get(k, 0) for c in found.values()))}}


def counters_share(game: str, overlay: Path | None = None) -> str:
    """Say in one line how much of what the counters print is reconstructed.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    str
        Empty for a game of the user's own, whose values are what he says.

    Raises
    ------
    DataError
        A table is missing.

    Examples
    --------
    >>> counters_share("breakout-normandy")
    '34 % of the printed values are reconstructed'
    """
    if isinstance(home_of(game), FolderHome):
        return ""
    filing = filing_of(game, overlay)
    tables = [count_table(filing.path(replaceable(game)[name])) for name in _COUNTERS]
    return f"{100 * reconstructed(tables):.0f} % of the printed values are reconstructed"


def write_template(game: str, out_dir: Path | str) -> list[Path]:
    """Write the files that an owner corrects: each whole, headed by a list of what is only reconstructed.

    Parameters
    ----------
    game
        Slug.
    out_dir
        Folder of the overlay; files that stand there already are left alone.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    DataError
        The folder cannot be written.
    """
    folder = Path(out_dir) / game
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, path in replaceable(game).items():
            guessed = list(_guessed(path))
            if guessed or name in _ALWAYS:
                written += _write(folder / name, _filled_in(path, guessed))
    except OSError as fault:
        raise DataError(str(folder), "folder", f"one that can be written ({fault.strerror})") from None
    return written


_HEAD = (
    "# Overlay of an owner of the game. Correct what differs from your copy and set its source to 'owner'.\n"
    "# What the file does not say in its source column is ours. Delete files that you do not need.\n"
)


def _write(path: Path, text: str) -> list[Path]:
    if path.exists():
        return []
    write_file(path, text.encode())
    return [path]


def _filled_in(path: Path, guessed: Iterable[tuple[str, str]]) -> str:
    """Our file with a list of its reconstructed values at its head."""
    rows: dict[str, list[str]] = {}
    for row, column in guessed:
        rows.setdefault(row, []).append(column)
    marks = "".join(f"# to check: {row}: {', '.join(columns)}\n" for row, columns in rows.items())
    return _HEAD + marks + path.read_text(encoding="utf-8")


def _guessed(path: Path) -> Iterator[tuple[str, str]]:
    """Row and column of every value that is only reconstructed."""
    return ((row, column) for row, column, kind in values_of(path) if kind == "reconstructed")


def _counted(path: Path) -> dict[str, int]:
    if path.suffix == ".csv":
        return count_table(path) if "source" in header(path) else {}
    if path.name == "map.toml":
        return count_toml(path)
    kinds = Counter(kind for _, _, kind in values_of(path))
    return {kind: kinds[kind] for kind in KINDS if kinds[kind]}


@dataclass(frozen=True, slots=True)
class Division:
    """What a formation should have, has, and lacks.

    Parameters
    ----------
    id, name, nationality
        As the order of battle names it.
    present
        Its parts with a counter.
    missing
        Its parts without one, with the reason.

    Examples
    --------
    >>> Division("352", "352nd", "german", ("914",), {"Bn": "in the regiments"}).expected
    2
    """

    id: str
    name: str
    nationality: str
    present: tuple[str, ...]
    missing: Mapping[str, str]

    @property
    def expected(self) -> int:
        """Number of parts by its table of organisation."""
        return len(self.present) + len(self.missing)


def check_divisions(game: str) -> list[Division]:
    """Compare the counter mix with the order of battle.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    list of Division

    Raises
    ------
    DataError
        The game has no order of battle, or a part names no counter that there is.

    Examples
    --------
    >>> next(d for d in check_divisions("breakout-normandy") if d.id == "716").present
    ('726 Grenadier Rgt', '736 Grenadier Rgt', '1716 Artillery Rgt')
    """
    from counters.catalog import load_units

    path, units = our_file("counters", game, "oob.toml"), load_units(game)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise DataError(path.name, "file", f"a readable order of battle ({fault})") from None
    found = []
    for row in data["formation"]:
        parts = row["parts"]
        for part in parts:
            absent = [u for u in part.get("units", ()) if u not in units]
            if absent:
                raise DataError(
                    "oob.toml", f"formation {row['id']}, {part['name']}", f"units, not {absent[0]!r}"
                )
        present = tuple(p["name"] for p in parts if p.get("units"))
        missing = {p["name"]: data["reasons"][p["left_out"]] for p in parts if not p.get("units")}
        found.append(Division(row["id"], row["name"], row["nationality"], present, missing))
    return found
