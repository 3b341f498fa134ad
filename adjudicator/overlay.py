"""The owner's overlay: our data files with the owner's corrections, one folder for each game."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudicator.errors import DataError
from adjudicator.ruling import Used
from maps.board import edge_id
from maps.loader import overlay_file
from module_builder.vassal.files import make_folder, write_file

__all__ = ["correct"]

_FOLDERS = {
    "spaces.csv": "maps",
    "edges.csv": "maps",
    "units.csv": "counters",
    "markers.csv": "counters",
    "formations.csv": "counters",
}


def correct(overlay: Path, game: str, values: Mapping[Used, str]) -> list[Path]:
    """Write values that the owner has read off the game into the overlay.

    A file that the overlay lacks begins as a copy of ours. The corrected cells get the source ``owner``.

    Parameters
    ----------
    overlay
        The folder; it is made when it does not exist.
    game
        Slug.
    values
        Reconstructed value -> what is printed.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    DataError
        A value stands in no row of its file.

    Examples
    --------
    >>> import tempfile
    >>> used = Used("tem of Carentan", "spaces.csv", "carentan", "tem")
    >>> with tempfile.TemporaryDirectory() as d:
    ...     (path,) = correct(Path(d), "breakout-normandy", {used: "2"})
    ...     "tem=owner" in next(s for s in path.read_text().splitlines() if s.startswith("carentan,"))
    True
    """
    written = []
    for name in sorted({used.file for used in values}):
        source = overlay_file(overlay, game, name)
        text = source.read_text(encoding="utf-8-sig") if source else _ours(game, name)
        for used, value in values.items():
            if used.file == name:
                text = _changed(text, used, value)
        path = source or overlay / game / name
        make_folder(path.parent)
        write_file(path, text.encode())
        written.append(path)
    return written


def _ours(game: str, name: str) -> str:
    folder = Path(__file__).parent.parent / _FOLDERS[name] / game.replace("-", "_")
    return (folder / name).read_text(encoding="utf-8")


def _changed(text: str, used: Used, value: str) -> str:
    lines = text.splitlines()
    header: list[str] | None = None
    for number, line in enumerate(lines):
        if not line.strip() or line.startswith("#"):
            continue
        cells = next(csv.reader([line]))
        if header is None:
            header = cells
        elif _key(header, cells) == used.row:
            cells[header.index(used.column)] = value
            mark = header.index("source")
            cells[mark] = _with_owner(cells[mark], used.column)
            lines[number] = _line(cells)
            return "\n".join(lines) + "\n"
    raise DataError(used.file, f"row {used.row}", "a row of that name")


def _key(header: Sequence[str], cells: Sequence[str]) -> str:
    if header[0] == "id":
        return cells[0]
    return edge_id(cells[0], cells[1])


def _with_owner(source: str, column: str) -> str:
    parts = [p.strip() for p in source.split(";") if not p.strip().startswith(f"{column}=")]
    return "; ".join([*parts, f"{column}=owner"])


def _line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()
