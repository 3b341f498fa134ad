"""Files read and written with care: regular ones only, of a size in reason, whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from module_builder.vassal.errors import FormatError

__all__ = ["LARGEST", "load_bytes", "make_folder", "write_file", "writing"]

LARGEST = 1 << 30
"""Bytes of the largest file that is read: a module with its pictures."""
_COUNT = itertools.count()
_BESIDE = 0o666
_FULL = (errno.ENOSPC, errno.EDQUOT)


def load_bytes(path: Path | str, *, most: int = LARGEST) -> bytes:
    """Read a file that is a file, and no larger than it may be.

    Parameters
    ----------
    path
        The file.
    most
        Bytes that it may have; a larger one is refused before it is read.

    Returns
    -------
    bytes

    Raises
    ------
    FormatError
        Not there, no regular file (a device, a pipe, a folder), too large, or not readable.

    Examples
    --------
    >>> load_bytes("/dev/zero")
    Traceback (most recent call last):
    module_builder.vassal.errors.FormatError: zero: file: expected a regular file, not a device
    """
    name = Path(path).name
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise FormatError(name, "file", f"a regular file, not {_kind(found.st_mode)}")
            if found.st_size > most:
                raise FormatError(name, "file", f"at most {most >> 20} MB, not {found.st_size >> 20}")
            data = file.read(most + 1)
    except (OSError, ValueError) as fault:
        if isinstance(fault, FormatError):
            raise
        raise FormatError(name, "file", f"a readable file ({_why(fault)})") from None
    if len(data) > most:
        raise FormatError(name, "file", f"at most {most >> 20} MB")
    return data


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"


def _why(fault: BaseException) -> str:
    return (fault.strerror if isinstance(fault, OSError) else "") or str(fault)


def write_file(path: Path | str, data: bytes) -> None:
    """Write a file whole or not at all: beside it first, then renamed.

    Parameters
    ----------
    path
        The file; an old one of that name is replaced, a device, pipe or folder never.
    data
        Its bytes.

    Raises
    ------
    FormatError
        It cannot be written there.
    """
    with writing(path) as file:
        file.write(data)


@contextmanager
def writing(path: Path | str) -> Iterator[BinaryIO]:
    """Open a file that appears whole once the block is left, and not at all where it fails.

    Parameters
    ----------
    path
        As for `write_file`.

    Yields
    ------
    binary file
        To write to.

    Raises
    ------
    FormatError
        It cannot be written there.
    """
    beside: Path | None = None
    try:
        target, mode = _named(path)
        beside = target.with_name(f".bocage-{os.getpid()}-{next(_COUNT)}.part")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _BESIDE), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
        beside = None
    except OSError as fault:
        raise _unwritable(path, fault) from None
    finally:
        if beside is not None:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)


def _named(path: Path | str) -> tuple[Path, int | None]:
    """The file that a path leads to; a name that no file can have is no fault of what is written."""
    try:
        return _target(Path(path))
    except FormatError:
        raise
    except ValueError as fault:
        raise _unwritable(path, fault) from None


def _unwritable(path: Path | str, fault: OSError | ValueError) -> FormatError:
    """What is told of a file that cannot be written: the whole path, since a name alone may be anywhere."""
    if isinstance(fault, OSError) and fault.errno in _FULL:
        hint = "make room there, or name another folder"
        return FormatError(str(path), "file", f"room to write it ({_why(fault)})", hint)
    return FormatError(str(path), "file", f"a folder that can be written ({_why(fault)})")


def _target(path: Path) -> tuple[Path, int | None]:
    """The file behind a link, and the rights of the one that stands there."""
    if not path.name:
        raise FormatError(str(path), "file", "the name of a file to write")
    real = path.resolve()
    try:
        found = real.stat().st_mode
    except FileNotFoundError:
        return real, None
    if not stat.S_ISREG(found):
        raise FormatError(path.name, "file", f"a regular file to replace, not {_kind(found)}")
    return real, stat.S_IMODE(found)


def make_folder(path: Path | str) -> None:
    """Make a folder, and those that it lies in, where they are missing.

    Parameters
    ----------
    path
        The folder.

    Raises
    ------
    FormatError
        It cannot be made, or a file stands in its place.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as fault:
        raise FormatError(str(path), "folder", f"one that can be made ({_why(fault)})") from None
