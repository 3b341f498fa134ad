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
    from adjudicator.saves.foreign.modules import TheirModule
    from module_builder.vassal.archive import Archive

__all__ = ["kept_for", "place_of", "relative_to", "write_adapter", "write_beside"]


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
    _written(path, text.encode())


def _written(path: Path, data: bytes) -> None:
    from module_builder.vassal.files import make_folder, write_file

    try:
        make_folder(path.parent)
        write_file(path, data)
    except FormatError as fault:
        raise SaveError(fault.file, fault.expected, fault.way_out) from None


def write_beside(path: Path, module: TheirModule) -> None:
    """Keep what a save needs of a module: its components, and no picture, help or set-up.

    Parameters
    ----------
    path, module
        Where, and of what.

    Raises
    ------
    SaveError
        It cannot be written.
    """
    from module_builder.vassal.archive import Archive, write_archive

    kept = Archive().with_data(module.archive.tree, without_pictures(module))
    if "moduledata" in module.archive:
        kept = kept.with_data("moduledata", module.archive.read("moduledata"))
    _written(path, write_archive(kept))


def without_pictures(module: TheirModule) -> bytes:
    """The component tree of a module, in which a board has its size in numbers instead of a picture.

    Parameters
    ----------
    module
        Theirs.

    Returns
    -------
    bytes
    """
    from module_builder.vassal.buildfile import descendants, format_build_file, parse_build_file
    from module_builder.vassal.geometry import image_size

    root = parse_build_file(module.archive.read(module.archive.tree), file=module.file)
    for board in descendants(root, "Board"):
        entry = f"images/{board.get('image', '')}"
        size = image_size(module.archive.read(entry)) if entry in module.archive else None
        if size is not None:
            board.attrib.update({"image": "", "width": str(size[0]), "height": str(size[1])})
    return format_build_file(root)
