"""Where values are read from: our files, or the copies of them that an owner of a game has corrected.

A board knows its `Filing`, and so does every position on it. What a rule, a chart or a picture reads of a
file it reads through that, once for each filing.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from maps.errors import DataError
from maps.games import OUR_GAMES, FolderHome, Room, home_of, per_game
from maps.loader import overlay_file, stamp

__all__ = [
    "ART",
    "BOARD_IMAGE",
    "OURS",
    "READERS",
    "Filing",
    "Located",
    "Stamp",
    "board_files",
    "by_filing",
    "files_mark",
    "filing_of",
    "known_games",
    "map_files",
    "our_file",
    "replaceable",
    "value_files",
]

ART = "art"  # folder of an owner's own pictures
BOARD_IMAGE = "map.png"  # an owner's picture of the whole board
_VALUES: tuple[Room, ...] = ("maps", "counters", "adjudicator")  # rooms whose files an owner corrects
_RULES = {
    "adapter.toml", "decisions.toml", "examples.toml", "interpretations.toml", "questions.toml",
    "rulebook.toml", "sequence.toml", "state.toml", "vocabulary.toml",
}  # fmt: skip
_PERMANENT = {"gpids.csv"}
_WORKSHOP = {
    "anchors.csv", "beside.csv", "boxes.csv", "corrections.csv", "deployments.toml", "ground.toml",
    "oob.toml", "oob_allied.toml", "oob_german.toml", "placement.toml", "places.csv", "rivers.csv",
    "roads.csv",
}  # fmt: skip
_P = ParamSpec("_P")
_T = TypeVar("_T")
READERS: list[Callable[..., Any]] = []  # every function that reads for a filing, as it was written
Stamp = tuple[Path, int, int]
"""Path, time and size of a file; see `maps.loader.stamp`."""
_Stamps = tuple[Stamp, ...]


class Located(Protocol):
    """What tells where its values are read from: a board, a position, an inquiry, a filing."""

    @property
    def filing(self) -> Filing: ...  # noqa: D102


class Filing:
    """Our files, with those of an overlay in their place; what has been read of them is kept with it.

    Parameters
    ----------
    overlay
        Folder with an owner's corrections, or None.

    Examples
    --------
    >>> OURS.path(our_file("maps", "june-six", "spaces.csv")).name
    'spaces.csv'
    """

    __slots__ = ("asked", "kept", "overlay")

    def __init__(self, overlay: Path | None = None) -> None:
        self.overlay = overlay
        self.kept: dict[Any, Any] = {}
        self.asked: list[str] = []

    @property
    def filing(self) -> Filing:
        """Itself."""
        return self

    def path(self, ours: Path) -> Path:
        """The file to read in the place of one of ours.

        Parameters
        ----------
        ours
            A file in the folder of a game.

        Returns
        -------
        Path
            The owner's where there is one, otherwise ours.
        """
        self.asked.append(ours.name)
        return overlay_file(self.overlay, ours.parent.name.replace("_", "-"), ours.name) or ours


OURS = Filing()


def by_filing(compute: Callable[Concatenate[Filing, _P], _T]) -> Callable[Concatenate[Located, _P], _T]:
    """Let a function that reads files be asked of a position or a board, and read once for each filing.

    Parameters
    ----------
    compute
        Takes a filing, and further arguments by place that can be keys.

    Returns
    -------
    function

    Examples
    --------
    >>> @by_filing
    ... def columns(filing):
    ...     return filing.path(our_file("maps", "june-six", "edges.csv")).name
    >>> columns(OURS), columns(OURS)
    ('edges.csv', 'edges.csv')
    """
    READERS.append(compute)

    @functools.wraps(compute)
    def ask(at: Located, /, *key: _P.args, **words: _P.kwargs) -> _T:
        filing = at.filing
        name = (compute, key) if key else compute
        try:
            found: _T = filing.kept[name]
        except KeyError:
            found = filing.kept[name] = compute(filing, *key, **words)
        return found

    return ask


def board_files(game: str, folder: Path, overlay: Path | None) -> tuple[Filing, Stamp, Stamp]:
    """Where the board of a game is read from, as a key for what was read.

    Parameters
    ----------
    game
        Slug.
    folder
        Where our ``spaces.csv`` and ``edges.csv`` lie.
    overlay
        Folder with an owner's corrected files, or None.

    Returns
    -------
    (Filing, (Path, int, int), (Path, int, int))
        The filing; stamps of the spaces and of the edges.

    Raises
    ------
    DataError
        The overlay holds a file that nobody reads.

    Examples
    --------
    >>> ours = our_file("maps", "june-six", "spaces.csv").parent
    >>> board_files("june-six", ours, None)[1][0].name
    'spaces.csv'
    """
    filing = filing_of(game, overlay)
    return filing, stamp(filing.path(folder / "spaces.csv")), stamp(filing.path(folder / "edges.csv"))


def our_file(room: Room, game: str, name: str) -> Path:
    """Where a data file of a game lies that no owner has corrected.

    Parameters
    ----------
    room
        Whose file it is.
    game
        Slug.
    name
        Of the file.

    Returns
    -------
    Path

    Raises
    ------
    UnknownGame
        There is no such game.
    """
    return home_of(game).path(room, name)


@per_game
def replaceable(game: str) -> dict[str, Path]:
    """The files of a game that an overlay can hold.

    Left out are those that hold no values of the game but its rules, the permanent ids of its pieces, and
    what our programs make other files from.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    dict
        Name -> our file.

    Examples
    --------
    >>> "crt.toml" in replaceable("june-six"), "rulebook.toml" in replaceable("june-six")
    (True, False)
    """
    home = home_of(game)
    if isinstance(home, FolderHome):
        return {}  # its owner writes in the files themselves
    files = sorted(f for room in _VALUES for f in home.files(room))
    return {f.name: f for f in files if f.name not in _RULES | _PERMANENT | _WORKSHOP}


def map_files(game: str, overlay: Path | None) -> list[Path]:
    """The files that the map of a game is drawn from, an owner's in the place of ours.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    list of Path

    Examples
    --------
    >>> "edges.csv" in [path.name for path in map_files("june-six", None)]
    True
    """
    return [overlay_file(overlay, game, path.name) or path for path in home_of(game).files("maps")]


def filing_of(game: str, overlay: Path | None) -> Filing:
    """The filing of an owner's folder as it stands now.

    Parameters
    ----------
    game
        Slug.
    overlay
        The folder, or None.

    Returns
    -------
    Filing
        The same one as before while nothing in the folder has changed.

    Raises
    ------
    DataError
        There is no such folder, or a file in it that nobody reads.

    Examples
    --------
    >>> filing_of("june-six", None) is OURS
    True
    >>> filing_of("june-six", Path("no-such-folder"))
    Traceback (most recent call last):
    maps.errors.DataError: no-such-folder: expected the folder of an overlay; there is none
    """
    if overlay is None:
        return OURS if game in OUR_GAMES else _filing_of(game)
    if not overlay.is_dir():
        raise DataError(str(overlay), "", "the folder of an overlay", "there is none")
    found: Filing = _filing(overlay, tuple(stamp(path) for path in _checked(game, overlay)))
    return found


def value_files(overlay: Path | None) -> list[Path]:
    """Every file of an overlay but the owner's pictures, on which no value and no ruling rests.

    Parameters
    ----------
    overlay
        The folder, or None.

    Returns
    -------
    list of Path
        Sorted; empty where an overlay changes nothing.

    Examples
    --------
    >>> value_files(None)
    []
    """
    if overlay is None:
        return []
    files = (path for path in overlay.rglob("*") if path.is_file())
    return sorted(path for path in files if ART not in path.relative_to(overlay).parts[:2])


def files_mark(overlay: Path, files: Iterable[Path]) -> str:
    """Short fingerprint of files of an overlay, by name and content.

    Parameters
    ----------
    overlay, files
        The folder, and files in it.

    Returns
    -------
    str

    Examples
    --------
    >>> files_mark(Path("mine"), [])
    'e3b0c44298fc'
    """
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(overlay).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


@per_game
def _filing_of(_game: str) -> Filing:
    """What is read of a game that is not ours is kept with it, so that a folder can be opened anew."""
    return Filing()


@functools.lru_cache(maxsize=16)
def _filing(overlay: Path, _stamps: _Stamps) -> Filing:
    return Filing(overlay)


def _checked(game: str, overlay: Path) -> list[Path]:
    """What an overlay holds for a game; every file of it is one that is read."""
    own = {*replaceable(game), BOARD_IMAGE}
    found = _files(overlay / game, own, f"of {game}", also={ART})
    return found + _files(overlay, own, f"of {game}", also={ART, *known_games()})


def _files(folder: Path, known: set[str], whose: str, also: Iterable[str] = ()) -> list[Path]:
    if not folder.is_dir():
        return []
    found = sorted(p for p in folder.iterdir() if not p.name.startswith(".") and p.name not in set(also))
    for path in found:
        if path.name not in known or not path.is_file():
            import difflib

            near = difflib.get_close_matches(path.name, known, 1)
            hint = f"Did you mean {near[0]}?" if near else "nobody reads this one"
            expected = f"only files {whose} that can be corrected: {', '.join(sorted(known))}"
            raise DataError(str(path), "", expected, hint)
    return found


@functools.cache
def known_games() -> frozenset[str]:
    """Slugs of the games, which are the folders that an overlay of several games has.

    Returns
    -------
    frozenset of str

    Examples
    --------
    >>> "june-six" in known_games()
    True
    """
    return frozenset(OUR_GAMES)
