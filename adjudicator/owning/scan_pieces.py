"""The pieces of a scanned counter sheet: every place as cut, and the owner's art that follows the names."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, TypeAlias

from adjudicator.errors import DataError, MalformedAction
from adjudicator.owning.scan_names import Naming, copies_of, names_text, read_names, shifted, title_of
from counters.press import load_counters
from maps.art import BACK, ENDINGS, art_folder
from maps.filing import OURS, Filing, filing_of
from module_builder.vassal.files import load_bytes, make_folder, write_file

if TYPE_CHECKING:
    from adjudicator.owning.scan_names import Place
    from counters.press import Counter

__all__ = [
    "Pieces",
    "ScannedSheets",
    "list_file",
    "load_pieces",
    "pictures_of",
    "piece_file",
    "to_change",
]

Pieces: TypeAlias = dict[tuple["Place", str], bytes]
"""Pictures by their place on the front, and the end of their names: empty, or that of a back."""
_PIECE = re.compile(rf"([1-9][0-9]{{0,2}})-([1-9][0-9]{{0,2}})({BACK})?\.png")
_LIST = re.compile(r"scan-([1-9][0-9]?)\.csv")
_LARGEST = 16 << 20  # bytes of the picture of one counter
_UNDONE = 100  # answers that can be taken back


def list_file(overlay: Path, game: str, sheet: int) -> Path:
    """Where the names of a sheet stand.

    Parameters
    ----------
    overlay, game, sheet
        The folder, the slug, and the number of the sheet.

    Returns
    -------
    Path

    Examples
    --------
    >>> list_file(Path("mine"), "june-six", 1).as_posix()
    'mine/june-six/art/scan-1.csv'
    """
    return art_folder(overlay, game, "counters").with_name(f"scan-{sheet}.csv")


def piece_file(overlay: Path, game: str, sheet: int, place: Place, end: str = "") -> Path:
    """Where a cut piece lies.

    Parameters
    ----------
    overlay, game, sheet
        As for `list_file`.
    place, end
        Its place on the front, and `BACK` for its back.

    Returns
    -------
    Path

    Examples
    --------
    >>> piece_file(Path("mine"), "june-six", 1, (2, 14)).as_posix()
    'mine/june-six/art/scan-1/2-14.png'
    """
    return list_file(overlay, game, sheet).with_suffix("") / f"{place[0]}-{place[1]}{end}.png"


def load_pieces(overlay: Path, game: str, sheet: int) -> Pieces:
    """Read what was cut of a sheet.

    Parameters
    ----------
    overlay, game, sheet
        As for `list_file`.

    Returns
    -------
    dict
        Empty where nothing was.

    Raises
    ------
    module_builder.vassal.errors.FormatError
        A file cannot be read.

    Examples
    --------
    >>> load_pieces(Path("no-such-folder"), "june-six", 1)
    {}
    """
    folder = list_file(overlay, game, sheet).with_suffix("")
    files = sorted(folder.iterdir()) if folder.is_dir() else ()
    named = ((path, _PIECE.fullmatch(path.name)) for path in files)
    return {
        ((int(name[1]), int(name[2])), name[3] or ""): load_bytes(path, most=_LARGEST)
        for path, name in named
        if name is not None
    }


def pictures_of(naming: Naming, pieces: Mapping[tuple[Place, str], bytes]) -> dict[str, bytes]:
    """The owner's art that a sheet yields.

    Parameters
    ----------
    naming, pieces
        Its names, and what was cut.

    Returns
    -------
    dict
        Picture by the name of what it shows. A back among the fronts goes before one of the other side.

    Examples
    --------
    >>> sheet = Naming({(1, 1): "a", (1, 2): "a-back", (1, 3): "", (1, 4): "b"})
    >>> cut = {((1, n), end): b"%d" % n for n in (1, 2, 3) for end in ("", "-back")}
    >>> pictures_of(sheet, cut)
    {'a': b'1', 'a-back': b'2'}
    """
    named = {place: name for place, name in naming.names.items() if name}
    found = {name: pieces[place, ""] for place, name in named.items() if (place, "") in pieces}
    for place, name in named.items():
        if (place, BACK) in pieces and not name.endswith(BACK):
            found.setdefault(f"{name}{BACK}", pieces[place, BACK])
    return found


def to_change(
    folder: Path,
    wanted: Mapping[str, bytes],
    answered: Collection[str],
    own: Collection[bytes],
    before: Collection[str],
    *,
    replace: bool = False,
) -> tuple[dict[Path, bytes], tuple[Path, ...]]:
    """Find what is to be written so that the owner's art follows the names of a sheet, and what may go.

    Parameters
    ----------
    folder
        With the owner's art.
    wanted
        Picture of the sheet by its name.
    answered
        The names that are new; of others a picture that the owner has retouched stays.
    own
        Everything that was cut of the sheet.
    before
        Names that its counters had: what lies there of the sheet goes, where it is not wanted.
    replace
        Whether another picture may be replaced under a name that is new.

    Returns
    -------
    tuple
        Picture by the file to write, and files that may go.

    Raises
    ------
    DataError
        Another picture is in the way.
    """
    written: dict[Path, bytes] = {}
    for name, data in wanted.items():
        path = folder / f"{name}.png"
        lies = path.read_bytes() if path.is_file() else data
        if lies not in {data, *own} and name not in answered:
            continue
        if lies not in {data, *own} and not replace:
            raise DataError(
                str(path), "", "no picture of this counter yet", "remove it, or cut with --replace"
            )
        for other in (path.with_suffix(ending) for ending in ENDINGS):
            if other != path and other.exists() and not replace:
                raise DataError(str(other), "", "no other picture of this counter", "remove it first")
        if lies != data or not path.is_file():
            written[path] = data
    were = {f"{name}{end}" for name in before if name for end in ("", BACK)} - wanted.keys()
    files = sorted(folder / f"{name}.png" for name in were)
    return written, tuple(path for path in files if path.is_file() and path.read_bytes() in own)


@functools.lru_cache(maxsize=8)
def _counters(game: str, filing: Filing) -> tuple[Counter, ...]:
    """The counters of a game as long as nothing changes in the values of an owner."""
    return load_counters(game, numbers={}, overlay=filing.overlay)


class ScannedSheets:
    """The scanned sheets of a game, whose pieces the owner names one by one.

    Parameters
    ----------
    game, overlay
        Slug, and his folder.

    Examples
    --------
    >>> ScannedSheets("june-six", Path("no-such-folder")).numbers()
    []
    """

    def __init__(self, game: str, overlay: Path) -> None:
        self.game, self.overlay = game, overlay
        self._undone: dict[int, list[tuple[Naming, Naming]]] = {}
        self._lock = RLock()

    def counters(self) -> tuple[Counter, ...]:
        """Every counter of the game in the order of its sheets."""
        return _counters(self.game, filing_of(self.game, self.overlay) if self.overlay.is_dir() else OURS)

    def titles(self) -> dict[str, str]:
        """Full name of each counter."""
        return {counter.id: counter.name for counter in self.counters()}

    # --- looking ----------------------------------------------------------------------------------------

    def numbers(self) -> list[int]:
        """The sheets that were scanned."""
        folder = art_folder(self.overlay, self.game, "counters").parent
        files = folder.iterdir() if folder.is_dir() else ()
        return sorted(int(name[1]) for path in files if (name := _LIST.fullmatch(path.name)))

    def naming(self, sheet: int) -> Naming:
        """The names of a sheet as they stand.

        Raises
        ------
        MalformedAction, DataError
            It was not scanned; its list cannot be read.
        """
        if sheet not in self.numbers():
            raise MalformedAction(f"no sheet {sheet} of {self.game} was scanned")
        return read_names(list_file(self.overlay, self.game, sheet), self.titles())

    def sides(self, sheet: int) -> set[tuple[Place, str]]:
        """Where something was cut, and of which side."""
        return {*load_pieces(self.overlay, self.game, sheet)}

    def picture(self, sheet: int, place: Place, end: str) -> Path:
        """The file of a cut piece.

        Raises
        ------
        MalformedAction
            There is none.
        """
        if sheet in self.numbers() and end in {"", BACK}:
            path = piece_file(self.overlay, self.game, sheet, place, end)
            if path.is_file():
                return path
        raise MalformedAction(f"nothing was cut at row {place[0]}, column {place[1]}")

    def undoable(self, sheet: int) -> int:
        """How many answers can be taken back."""
        return len(self._undone.get(sheet, ()))

    # --- naming -----------------------------------------------------------------------------------------

    def name(self, sheet: int, place: Place, name: str) -> None:
        """Say what lies at a place.

        Parameters
        ----------
        sheet, place
            Where; the owner has looked at it then.
        name
            Id of a counter, ``ID-back`` for its back, or nothing. A place that had the name, and was not
            looked at, loses it.

        Raises
        ------
        MalformedAction, DataError
            No such place or counter; a place that was looked at has this name; another picture is in the
            way.
        """
        with self._lock:
            now = self._at(sheet, place)
            if name and not title_of(name, self.titles()):
                raise MalformedAction(f"no counter is called {name[:60]!r}")
            other = next((each for each, its in now.names.items() if name and its == name), place)
            if other != place and other in now.checked:
                raise MalformedAction(f"{name} is row {other[0]}, column {other[1]}", "Change that one first")
            self._put(sheet, now, Naming(now.names | {other: "", place: name}, now.checked | {place}))

    def shift(self, sheet: int, place: Place, *, back: bool) -> None:
        """Move the names of all that follows by one, as `shifted`.

        Raises
        ------
        MalformedAction, DataError
            No such place; another picture is in the way.
        """
        with self._lock:
            now = self._at(sheet, place)
            size = {counter.id: counter.size for counter in self.counters()}
            sizes = {size[name] for name in now.names.values() if name in size}
            order = copies_of(counter for counter in self.counters() if counter.size in sizes)
            self._put(sheet, now, shifted(now, place, back=back, order=order))

    def undo(self, sheet: int) -> None:
        """Take the last answer back.

        Raises
        ------
        MalformedAction
            There is none; or the list was changed by hand since.
        """
        with self._lock:
            if not self.undoable(sheet):
                raise MalformedAction("nothing was answered that could be taken back")
            before, after = self._undone[sheet][-1]
            if self.naming(sheet) != after:
                name = list_file(self.overlay, self.game, sheet).name
                raise MalformedAction(f"{name} was changed by hand since: what was answered last stays")
            self._write(sheet, after, before)
            self._undone[sheet].pop()

    def _at(self, sheet: int, place: Place) -> Naming:
        naming = self.naming(sheet)
        if place not in naming.names:
            raise MalformedAction(f"sheet {sheet} has no row {place[0]}, column {place[1]}")
        return naming

    def _put(self, sheet: int, before: Naming, after: Naming) -> None:
        self._write(sheet, before, after)
        undone = self._undone.setdefault(sheet, [])
        undone.append((before, after))
        del undone[:-_UNDONE]

    def _write(self, sheet: int, before: Naming, after: Naming) -> None:
        """The list, then the pictures that follow from it; what a write broken off left is mended too."""
        path = list_file(self.overlay, self.game, sheet)
        folder = art_folder(self.overlay, self.game, "counters")
        pieces = load_pieces(self.overlay, self.game, sheet)
        was, wanted = pictures_of(before, pieces), pictures_of(after, pieces)
        answered = {name for name, data in wanted.items() if was.get(name) != data}
        named = [*before.names.values(), *after.names.values()]
        pictures, gone = to_change(folder, wanted, answered, {*pieces.values()}, named)
        text = names_text(after, self.titles(), sheet=sheet, file=str(path))
        make_folder(folder)
        write_file(path, text.encode())
        for file, data in pictures.items():
            write_file(file, data)
        for file in gone:
            file.unlink()
