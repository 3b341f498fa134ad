"""Pictures that have been drawn before, in the user's cache: each named after all that it was made of.

That is what a drawing is told, the code and the lettering that draw, and the libraries under them. A picture
holds a checksum; one that is missing or damaged is drawn again, and where none can be written everything
works without. Pictures are written beside their place and renamed, so that several builds share one album;
those that nobody has looked at for longest go when there are too many.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self, TypeAlias

from maps.compiled import own_folder

__all__ = ["NO_ALBUM", "Album", "Content", "own_album"]

Content: TypeAlias = "str | bytes | int | float | tuple[Content, ...] | None"
"""What a picture is made of: plain values, which always write the same."""

MOST = 512 * 1024 * 1024  # bytes: the five modules take a fifth
_ROOT = Path(__file__).parent.parent
_DRAWING = ("maps", "counters", "module_builder")
_CODE = (".py", ".ttf", ".woff2", ".json", ".png")
_TEMPLATES = _ROOT / "counters" / "templates"  # in which counters are drawn as code would draw them
_MARK = 32  # bytes of a checksum
_DAY = 86_400.0  # seconds after which a picture that is looked at is marked as looked at


class Album:
    """Pictures in a folder.

    Parameters
    ----------
    folder
        Where they lie; None to keep nothing.
    most
        Bytes that they may take up; a quarter of them goes when they are more.

    Examples
    --------
    >>> with NO_ALBUM as album:
    ...     album.kept(("a", 1), lambda: b"drawn")
    b'drawn'
    """

    __slots__ = ("_folder", "_grown", "_most")

    def __init__(self, folder: Path | None, *, most: int = MOST) -> None:
        self._folder, self._most, self._grown = folder, most, False

    @property
    def folder(self) -> Path | None:
        """Where they lie; None where nothing is kept."""
        return self._folder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._grown:
            self._grown = False
            self._thin_out()

    def kept(self, made_of: Content, draw: Callable[[], bytes]) -> bytes:
        """A picture: from the album, or drawn and put there.

        Parameters
        ----------
        made_of
            All that it depends on besides the code: what is drawn, and how.
        draw
            Draws it.

        Returns
        -------
        bytes

        Raises
        ------
        whatever `draw` raises
        """
        found = self.found(made_of)
        if found is None:
            found = draw()
            self.put(made_of, found)
        return found

    def found(self, made_of: Content) -> bytes | None:
        """A picture of the album; None where it is to be drawn.

        Parameters
        ----------
        made_of
            As in `kept`.
        """
        if self._folder is None:
            return None
        key = _key(made_of)
        with contextlib.suppress(OSError), (self._folder / key.hex()).open("rb", buffering=0) as file:
            mark, body = file.read(_MARK), file.read()
            if mark == _sealed(key, body):
                if os.fstat(file.fileno()).st_mtime < time.time() - _DAY:
                    os.utime(file.fileno())
                return body
        return None

    def put(self, made_of: Content, picture: bytes) -> None:
        """Keep a picture, where that can be done.

        Parameters
        ----------
        made_of
            As in `kept`.
        picture
            Its file.
        """
        if self._folder is None:
            return
        key = _key(made_of)
        path = self._folder / key.hex()
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            if not self._grown:
                self._folder.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(_sealed(key, picture) + picture)
            beside.replace(path)
            self._grown = True
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)

    def _thin_out(self) -> None:
        """Let go what nobody has looked at for longest, where the album has become too large."""
        pictures: list[tuple[float, int, Path]] = []
        with contextlib.suppress(OSError):
            pictures = sorted(self._pictures())
        size = sum(length for _, length, _ in pictures)
        for _, length, path in pictures if size > self._most else ():
            if size <= self._most * 3 // 4:
                break
            with contextlib.suppress(OSError):
                path.unlink()
            size -= length

    def _pictures(self) -> Iterator[tuple[float, int, Path]]:
        """When each was last looked at, its length, and where it lies."""
        for path in self._folder.iterdir() if self._folder else ():
            with contextlib.suppress(OSError):
                known = path.stat()
                yield known.st_mtime, known.st_size, path


NO_ALBUM = Album(None)
"""Keeps nothing: everything is drawn."""


def own_album() -> Album:
    """The album in the user's cache; one that keeps nothing where he has no home.

    Examples
    --------
    >>> isinstance(own_album(), Album)
    True
    """
    return Album(next((folder / "pictures" for folder in own_folder()), None))


def _key(made_of: Content) -> bytes:
    return hashlib.sha256(_drawn_by() + repr(made_of).encode()).digest()


def _sealed(key: bytes, body: bytes) -> bytes:
    return hashlib.sha256(key + body).digest()


@functools.cache
def _drawn_by() -> bytes:
    """A hash of what draws: our code and lettering, the libraries, the machine's way of reckoning."""
    from PIL import features

    packages = [importlib.metadata.version(name) for name in ("pillow", "numpy", "shapely")]
    libraries = [features.version(name) for name in ("freetype2", "jpg", "zlib", "libjpeg_turbo", "zlib_ng")]
    digest = hashlib.sha256(repr((sys.version, platform.machine(), packages, libraries)).encode())
    code = [p for name in _DRAWING for p in (_ROOT / name).rglob("*") if p.suffix in _CODE]
    for path in sorted([*code, *_TEMPLATES.glob("*.toml")]):
        content = path.read_bytes()
        digest.update(f"{os.path.relpath(path, _ROOT)} {len(content)}\n".encode() + content)
    return digest.digest()
