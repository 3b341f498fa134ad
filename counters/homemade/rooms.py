"""Which files of a folder its counters and cards are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from counters.homemade import cards, catalog, palette, peoples
from maps.games import FolderHome

__all__ = ["OFFERS", "files_of", "table_of"]

OFFERS: Mapping[str, Callable[[FolderHome], object]] = {
    "cards": cards.of_home,
    "catalog": catalog.of_home,
    "palette": palette.of_home,
    "peoples": peoples.of_home,
}
"""What stands for a module of a game's package, by name."""

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
