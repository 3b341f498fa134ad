"""Adapters kept under the name of their module, and found again when a save of it is opened."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import SaveError
from maps.board import fold
from module_builder.vassal.errors import FormatError

if TYPE_CHECKING:
    from module_builder.vassal.archive import Archive

__all__ = ["kept_for", "place_of", "relative_to", "write_adapter"]


def _folder() -> Path:
    """Where adapters of this user are kept: beside his other settings."""
    import click

    return Path(os.environ.get("BOCAGE_CONFIG") or click.get_app_dir("bocage")) / "adapters"


def place_of(module: str) -> Path:
    """Where the adapter of a module is kept.

    Parameters
    ----------
    module
        Its name.

    Returns
    -------
    Path

    Examples
    --------
    >>> place_of("Normandy '44 / 2nd ed.").name
    'normandy-44-2nd-ed.toml'
    """
    slug = re.sub(r"[^a-z0-9]+", "-", fold(module)).strip("-") or "module"
    return _folder() / f"{slug[:80]}.toml"


def kept_for(archive: Archive) -> Path | None:
    """The adapter that is kept for the module of a save.

    Parameters
    ----------
    archive
        Of the save.

    Returns
    -------
    Path or None
    """
    meta = archive.metadata()
    if meta is None or not meta.name:
        return None
    path = place_of(meta.name)
    return path if path.is_file() else None


def relative_to(module: Path, adapter: Path) -> str:
    """The module as an adapter names it.

    Parameters
    ----------
    module, adapter
        The two files.

    Returns
    -------
    str
        From the folder of the adapter; whole where that is on another drive.
    """
    try:
        return Path(os.path.relpath(module.resolve(), adapter.resolve().parent)).as_posix()
    except ValueError:
        return module.resolve().as_posix()


def write_adapter(path: Path, text: str) -> None:
    """Write an adapter, whole or not at all.

    Parameters
    ----------
    path, text
        Where, and what.

    Raises
    ------
    SaveError
        It cannot be written.
    """
    from module_builder.vassal.files import make_folder, write_file

    try:
        make_folder(path.parent)
        write_file(path, text.encode())
    except FormatError as fault:
        raise SaveError(fault.file, fault.expected, fault.way_out) from None
