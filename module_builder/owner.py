"""What an owner types and gives away as a table: one line for a counter, one for every other value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.asking.overlay import put, texts_of, try_out
from adjudicator.errors import BocageError
from adjudicator.game import GAMES
from adjudicator.owning.doubts import COUNTERS, Doubt, doubts_of, seen_in
from adjudicator.owning.merging import Difference, games_in, merged, other_files, told_by
from adjudicator.owning.notation import load_notation
from adjudicator.owning.owned import OwnCopy, typed
from adjudicator.owning.weights import Key
from maps.errors import DataError
from maps.filing import BOARD_IMAGE, OURS, filing_of, replaceable
from module_builder.vassal.files import make_folder, write_file
from module_builder.workbook import Line, read_workbook, write_workbook

__all__ = ["MOST", "export_values", "import_values", "merge_overlays", "write_sheet"]

_HEAD = ("game", "file", "row", "column", "what", "ours", "yours")
_LINE = "line"  # in the place of a column: all numbers of a counter
_AS_IT_IS, _NOTHING = "ok", "nothing"
MOST = 4000  # lines of a spreadsheet
_Values = dict[str, dict[Key, str | None]]


# --- writing ----------------------------------------------------------------------------------------------


def write_sheet(game: str, path: Path, overlay: Path | None = None, most: int = MOST) -> tuple[int, int]:
    """Write a spreadsheet in which an owner types what is printed, what decides most first.

    Parameters
    ----------
    game
        Slug.
    path
        ``NAME.ods``, ``NAME.xlsx`` or ``NAME.csv``.
    overlay
        What he has typed before, or None.
    most
        How many lines there may be.

    Returns
    -------
    (int, int)
        How many lines there are to fill in, and how many more there would be.

    Raises
    ------
    DataError
        The name of the file ends otherwise, or the overlay cannot be read.
    """
    copy = OwnCopy(game, overlay or Path("no-such-folder"))
    titles = load_notation(game).titles
    still = copy.open()
    sheets: dict[str, list[Sequence[str]]] = {}
    grouped: dict[str, list[Doubt]] = {group.id: [] for group in copy.groups()}
    for key in copy.doubts:
        if key in still:
            grouped[copy.doubts[key].group].append(copy.doubts[key])
    count = 0
    for line in (line for doubts in grouped.values() for line in _lines(copy, doubts)):
        count += 1
        if count <= most:
            sheets.setdefault(titles[line[1]], [_HEAD]).append(line)
    if not sheets:
        raise DataError(str(path), "", f"a value of {game} that is doubtful", "there is none any more")
    write_workbook(path, sheets)
    return min(count, most), max(0, count - most)


def _lines(copy: OwnCopy, doubts: Sequence[Doubt]) -> Iterator[Sequence[str]]:
    """A line for the numbers of each counter, and one for each other value."""
    line = load_notation(copy.game).line
    told: set[str] = set()
    for doubt in doubts:
        if doubt.file == COUNTERS and doubt.column in line:
            if doubt.row not in told:
                told.add(doubt.row)
                yield copy.game, doubt.file, doubt.row, _LINE, doubt.label, copy.line(doubt.row), ""
        else:
            yield copy.game, *doubt.key, doubt.text, doubt.ours, ""


def export_values(overlay: Path, path: Path) -> tuple[int, list[str]]:
    """Write what an owner has typed into one file that can be given away: values, and nothing else.

    Parameters
    ----------
    overlay
        The folder.
    path
        ``NAME.csv``, ``NAME.ods`` or ``NAME.xlsx``.

    Returns
    -------
    (int, list of str)
        How many values there are; files of which something is left out.

    Raises
    ------
    DataError
        The overlay cannot be read, or holds no value.
    """
    sheets: dict[str, list[Sequence[str]]] = {}
    out: list[str] = []
    for game in games_in(overlay):
        out += [f"{game}/{name}" for name in other_files(overlay, game)]
        for key, text in told_by(overlay, game).items():
            what = doubt.text if (doubt := doubts_of(game).get(key)) else ""
            ours = seen_in(OURS, game, key[0])[key[1:]].text
            sheets.setdefault(game, [_HEAD]).append((game, *key, what, ours, text or _NOTHING))
    if not sheets:
        raise DataError(str(overlay), "", "values of an owner", "nobody has typed any")
    write_workbook(path, sheets)
    return sum(len(lines) - 1 for lines in sheets.values()), out


# --- reading ----------------------------------------------------------------------------------------------


def import_values(
    path: Path, overlay: Path, *, force: bool = False
) -> tuple[int, list[Path], list[Difference]]:
    """Read a filled-in spreadsheet, or what somebody gave away, into an overlay: all of it or nothing.

    Parameters
    ----------
    path
        As `write_sheet` or `export_values` wrote it.
    overlay
        The folder; it is made when it does not exist.
    force
        Take what the file says also where the overlay, or a printed source, says otherwise.

    Returns
    -------
    (int, list of Path, list of Difference)
        How many values were read; the files that were written; where the overlay says otherwise, and then
        nothing was written.

    Raises
    ------
    DataError
        A line cannot be read; a value cannot stand there, or contradicts a printed source.
    """
    values = _read(read_workbook(path))
    texts, differ = {}, list[Difference]()
    for game, told in values.items():
        filing = filing_of(game, overlay) if overlay.is_dir() else OURS
        before = told_by(overlay, game) if overlay.is_dir() else {}
        if not force:
            differ += [
                Difference(game, key, seen_in(OURS, game, key[0])[key[1:]].text, before[key], text)
                for key, text in told.items()
                if text is not None and before.get(key, text) != text
            ]
        texts[game] = texts_of(overlay, game, typed(game, filing, told, force=force)) if not differ else {}
    if differ:
        return 0, [], differ
    for game, files in texts.items():
        try_out(overlay, game, files)
    written = [file for game, files in texts.items() for file in put(overlay, game, files)]
    return sum(map(len, values.values())), written, []


def _read(lines: Sequence[Line]) -> _Values:
    """The values of a table, by game; lines that nobody filled in say nothing."""
    found: _Values = {}
    copies: dict[str, OwnCopy] = {}
    columns: dict[str, int] = {}
    for line in lines:
        if "yours" in line.cells:
            columns = {name: number for number, name in enumerate(line.cells) if name}
            missing = [name for name in _HEAD[:4] if name not in columns]
            if missing:
                raise DataError(line.file, line.place, f"a column {missing[0]!r}")
            continue
        if not columns:
            raise DataError(line.file, line.place, f"the columns {', '.join(_HEAD)}")
        cells = {n: line.cells[at] if at < len(line.cells) else "" for n, at in columns.items()}
        if not cells["yours"]:
            continue
        game, key = _key(line, cells)
        copy = copies.setdefault(game, OwnCopy(game, Path("no-such-folder")))
        for each, text in _values(line, copy, key, cells["yours"]):
            if found.setdefault(game, {}).setdefault(each, text) != text:
                raise DataError(line.file, line.place, f"one value of {', '.join(each)}, not two")
    if not columns:
        raise DataError(lines[0].file if lines else "the file", "", f"the columns {', '.join(_HEAD)}")
    return found


def _key(line: Line, cells: Mapping[str, str]) -> tuple[str, Key]:
    game, file, row, column = (cells[name] for name in _HEAD[:4])
    if game not in GAMES:
        raise DataError(line.file, f"{line.place}, column game", f"one of {', '.join(GAMES)}, not {game!r}")
    if file not in replaceable(game):
        raise DataError(line.file, f"{line.place}, column file", f"a file of {game}, not {file!r}")
    known = seen_in(OURS, game, file)
    if column == _LINE and file == COUNTERS:
        column_known = any(place[0] == row for place in known)
    else:
        column_known = (row, column) in known
    if not column_known:
        raise DataError(
            line.file, line.place, f"a row and a column of {game}/{file}, not {row!r}, {column!r}"
        )
    return game, (file, row, column)


def _values(line: Line, copy: OwnCopy, key: Key, text: str) -> Iterator[tuple[Key, str | None]]:
    """What a line says: a value, or those of a whole counter."""
    file, row, column = key
    if column != _LINE:
        plain = None if text.casefold() == _AS_IT_IS else "" if text.casefold() == _NOTHING else text
        yield key, plain
        return
    notation, cells = load_notation(copy.game), copy.counter(row)
    if text.casefold() == _AS_IT_IS:
        yield from (((file, row, name), None) for name in notation.line if cells.get(name))
        return
    try:
        told = notation.read(text, cells)
    except BocageError as fault:
        raise DataError(line.file, line.place, f"the numbers of a counter ({fault})") from None
    yield from (((file, row, name), value) for name, value in told.items())


# --- two owners -------------------------------------------------------------------------------------------


def merge_overlays(
    first: Path, second: Path, out: Path, prefer: str = ""
) -> tuple[list[Path], list[Difference]]:
    """Put what two owners say into a new folder.

    Parameters
    ----------
    first, second
        Their overlays.
    out
        The folder; it may not be there, or be empty.
    prefer
        Who is right where they differ: ``a`` or ``b``; empty where nobody says.

    Returns
    -------
    (list of Path, list of Difference)
        The files that were written, none where they differ and nobody is preferred; and where they differ.

    Raises
    ------
    DataError
        An overlay cannot be read, or the folder holds files or lies in one of theirs.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise DataError(str(out), "", "a folder that is not there yet, or empty")
    for overlay in (first, second):
        if out.resolve().is_relative_to(overlay.resolve()):
            raise DataError(str(out), "", f"a folder outside {overlay}, which stays as it is")
    games = dict.fromkeys([*games_in(first), *games_in(second)])
    found = {game: merged(first, second, game, prefer) for game in games}
    differ = [each for _, _, differing in found.values() for each in differing]
    if differ and not prefer:
        return [], differ
    written: list[Path] = []
    for game, (texts, whole, _) in found.items():
        pictures = {name: data for name, data in whole.items() if name == BOARD_IMAGE}
        texts |= {name: data.decode("utf-8-sig") for name, data in whole.items() if name not in pictures}
        written += put(out, game, texts)
        for name, data in pictures.items():
            make_folder(out / game)
            write_file(out / game / name, data)
            written.append(out / game / name)
    return written, differ
