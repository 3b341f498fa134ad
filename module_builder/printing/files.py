"""Files of one job: all of them are made before the first is written, and none leaves its folder."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from maps.errors import DataError
from module_builder.progress import Report, quiet
from module_builder.vassal.archive import make_folder, write_file

__all__ = ["write_files"]

_NAME = re.compile(r"(?:[^\W_][\w ()+,.=-]*/)?[^\W_][\w ()+,.=-]*")


def write_files(
    folder: Path, contents: Iterable[tuple[str, bytes]], *, progress: Report = quiet
) -> list[Path]:
    """Write files to a folder, each whole; none where one of them cannot be made.

    Parameters
    ----------
    folder
        Made where it is missing.
    contents
        Name and content of each; a name may begin with one folder: ``dark-summer-pieces/us-1-16-front.png``.
    progress
        Told which is being made.

    Returns
    -------
    list of Path
        In the order of writing.

    Raises
    ------
    maps.errors.DataError
        A name, which may come from an owner's table, has signs that a name of a file should not have.
    module_builder.vassal.errors.FormatError
        The folder cannot be made or written.
    """
    made: dict[str, bytes] = {}
    for name, data in contents:
        if not _NAME.fullmatch(name):
            raise DataError("file", repr(name), "a name of letters, figures, spaces and ()+,.=_-")
        progress(name)
        made[name] = data
    for name, data in made.items():
        make_folder((folder / name).parent)
        write_file(folder / name, data)
    return [folder / name for name in made]
