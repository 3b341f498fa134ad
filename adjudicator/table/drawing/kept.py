"""Pictures that are made once and kept in the user's cache folder, named after all that they are made of.

A file is written beside its place and renamed, so that what is there is whole. Where nothing can be written,
pictures are kept in a folder of this process and go with it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.saves.layout import overlay_mark
from maps.art import pictures_mark
from maps.compiled import own_folder
from maps.games import GAME_FILE, FolderHome, home_of

__all__ = ["content_mark", "ingredients_of", "keep", "kept", "shelf", "state_mark"]

if TYPE_CHECKING:
    from maps.games import Room

_ROOT = Path(__file__).parents[3]
_ART = "art"  # folder of the own pictures of a game in a folder
_MARK = 16  # figures of a hash in the name of a shelf


def ingredients_of(overlay: Path | None, *folders: str, art: bool = False) -> str:
    """A hash of some files of ours and of all right in some folders, of an owner's files, and of what draws.

    Parameters
    ----------
    overlay
        Folder with an owner's corrections, or None.
    *folders
        Files and folders, from the root of the package where they are not absolute: ``maps``, ``maps/fonts``.
    art
        Whether the owner's own pictures are drawn with.

    Returns
    -------
    str
    """
    return _hashed(pictures_mark(overlay) if art else overlay_mark(overlay), folders)


@functools.lru_cache(maxsize=32)
def _hashed(mark: str, folders: tuple[str, ...]) -> str:
    import PIL

    digest = hashlib.sha256(f"{PIL.__version__} {mark}".encode())
    for folder in folders:
        place = _ROOT / folder
        for path in [place] if place.is_file() else sorted(place.iterdir()):
            if path.is_file() and path.suffix not in {".pyc", ".md"}:
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def content_mark(game: str, *rooms: Room) -> str:
    """A hash of the files of a game of one's own that some of its rooms are made of; empty for other games.

    Parameters
    ----------
    game, rooms
        Slug, and which rooms.

    Returns
    -------
    str
        The same for the same files, wherever the folder lies.

    Examples
    --------
    >>> content_mark("june-six", "maps")
    ''
    """
    home = home_of(game)
    if not isinstance(home, FolderHome):
        return ""
    files = {home.root / GAME_FILE, *(path for room in rooms for path in home.files(room))}
    files |= {path for path, *_ in home.marks if path.is_relative_to(home.root / _ART)}
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(home.root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def state_mark(game: str, overlay: Path | None, *, art: bool = False) -> str:
    """What tells, while this process runs, whether the files behind a game are those of before.

    Parameters
    ----------
    game, overlay
        Slug, and folder with an owner's corrections or None.
    art
        Whether his own pictures count.

    Returns
    -------
    str
    """
    home = home_of(game)
    own = hashlib.sha256(repr(home.marks).encode()).hexdigest() if isinstance(home, FolderHome) else ""
    return (pictures_mark(overlay) if art else overlay_mark(overlay)) + own


def shelf(kind: str, made_of: str, *, most: int = 3) -> Path:
    """The folder of some pictures; of older ones of the same kind a few are left, the rest goes.

    Parameters
    ----------
    kind, made_of
        What the pictures are, as a word, and a hash of all that they are made of.
    most
        Folders of this kind that are kept: the newest.

    Returns
    -------
    Path
        It exists and can be written.
    """
    name = f"{kind}-{made_of[:_MARK]}"
    for root in own_folder():
        with contextlib.suppress(OSError):
            folder = root / "table" / name
            fresh = not folder.is_dir()
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
            if fresh:
                _sweep(folder.parent.glob(f"{kind}-" + "?" * _MARK), folder, most)
            return folder
    folder = _own() / name
    folder.mkdir(exist_ok=True)
    return folder


def _sweep(shelves: Iterable[Path], own: Path, most: int) -> None:
    old = sorted((p for p in shelves if p != own), key=lambda p: p.stat().st_mtime, reverse=True)
    for folder in old[most - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def _own() -> Path:
    import atexit

    folder = Path(tempfile.mkdtemp(prefix="bocage-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def keep(path: Path, data: bytes) -> None:
    """Write a file whole.

    Parameters
    ----------
    path, data
        Which, and what is in it. A full disk is no fault of the picture: it is made again the next time.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """A file as it is kept, or made now.

    Parameters
    ----------
    path, make
        Where it is kept, and what makes it.

    Returns
    -------
    bytes
    """
    with contextlib.suppress(OSError):
        return path.read_bytes()
    data = make()
    keep(path, data)
    return data
