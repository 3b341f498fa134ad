"""An owner's overlay and the sources of the data: fill-in files, counts of each kind, and what is missing."""

from __future__ import annotations

import csv
import importlib
import io
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maps.errors import DataError
from maps.loader import overlay_file
from maps.sources import KINDS, count_table, count_toml, kind_of, read_table, reconstructed, sourced
from module_builder.vassal.files import write_file

__all__ = [
    "KINDS",
    "Division",
    "check_divisions",
    "counters_share",
    "kind_of",
    "report_sources",
    "write_template",
]

_TABLES = (
    ("maps", "spaces.csv", "id"),
    ("maps", "edges.csv", "a b"),
    ("counters", "units.csv", "id"),
    ("counters", "markers.csv", "id"),
)


def _folder(package: str, game: str) -> Path:
    module = importlib.import_module(package)
    return Path(str(module.__file__)).parent / game.replace("-", "_")


def report_sources(game: str) -> dict[str, dict[str, int]]:
    """Count the values of each table by the kind of their source.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    dict
        Table -> kind -> number of filled cells; the last row is the whole.

    Raises
    ------
    DataError
        A table is missing.

    Examples
    --------
    >>> sorted(report_sources("breakout-normandy"))
    ['all', 'edges.csv', 'map.toml', 'markers.csv', 'spaces.csv', 'units.csv']
    """
    found = {name: count_table(_folder(package, game) / name) for package, name, _ in _TABLES}
    found["map.toml"] = count_toml(_folder("maps", game) / "map.toml")
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

    Raises
    ------
    DataError
        A table is missing.

    Examples
    --------
    >>> counters_share("breakout-normandy")
    '34 % of the printed values are reconstructed'
    """
    files = [
        overlay_file(overlay, game, name) or _folder(package, game) / name for package, name, _ in _TABLES[2:]
    ]
    tables = [count_table(file) for file in files]
    return f"{100 * reconstructed(tables):.0f} % of the printed values are reconstructed"


def write_template(game: str, out_dir: Path | str) -> list[Path]:
    """Write the files that an owner corrects: whole tables, with a list of what is only reconstructed.

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
        for package, name, key in _TABLES:
            written += _write(folder / name, _table_text(package, game, name, key))
        source = _folder("maps", game) / "map.toml"
        written += _write(folder / "map.toml", _HEAD + source.read_text(encoding="utf-8"))
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


def _table_text(package: str, game: str, name: str, key: str) -> str:
    header, rows = read_table(_folder(package, game) / name)
    text = io.StringIO()
    text.write(_HEAD)
    for row in rows:
        guessed = [c for c, kind in sourced(row, header) if kind == "reconstructed"]
        if guessed:
            title = "/".join(row.cells[k] for k in key.split())
            text.write(f"# to check: {title}: {', '.join(guessed)}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([row.cells[c] for c in header] for row in rows)
    return text.getvalue()


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

    path, units = _folder("counters", game) / "oob.toml", load_units(game)
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
