"""Which files of a folder its counters and cards are made of."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from maps.games import FolderHome

__all__ = ["files_of", "table_of"]

_FILES = ("cards.csv", "counters.toml", "markers.csv", "units.csv")


def table_of(home: FolderHome, name: str) -> NoReturn:
    """No file of this room is asked for by name: `catalog`, `palette` and `cards` make what is wanted."""
    raise KeyError(f"{home.slug}: {name}")


def files_of(home: FolderHome) -> list[Path]:
    """The files of a folder that say what is printed on counters and cards.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    list of Path
    """
    return [path for name in _FILES if (path := home.root / name).is_file()]
