"""What the TOML files of the room of rules would say for a game of one's own, and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from adjudicator.homemade import of_home
from adjudicator.homemade.adapter import adapter_of
from adjudicator.homemade.words import words_of
from maps.games import GAME_FILE, FolderHome
from maps.homemade.game import game_file

__all__ = ["OFFERS", "files_of", "table_of"]

OFFERS: Mapping[str, Callable[[FolderHome], object]] = {"": of_home}
"""What stands for a module of a game's package, by name."""

_FILES = (GAME_FILE, "sequence.toml", "rules.toml")
_TABLES: Mapping[str, Callable[[FolderHome], dict[str, Any]]] = {
    "adapter.toml": adapter_of,
    "names.toml": lambda home: {"module": game_file(home).title},
    "vocabulary.toml": words_of,
    "decisions.toml": lambda home: {"kinds": {}, "rolls": {}},  # noqa: ARG005 - nothing is decided by rules
}


def table_of(home: FolderHome, name: str) -> dict[str, Any]:
    """What a file of that name says in one of our games, made of the folder.

    Parameters
    ----------
    home, name
        The game, and the name.

    Returns
    -------
    dict
    """
    return _TABLES[name](home)


def files_of(home: FolderHome) -> list[Path]:
    """The files of a folder on which its rulings rest.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    list of Path
    """
    found = [home.root / name for name in _FILES if (home.root / name).is_file()]
    return sorted([*found, *(home.root / "set-ups").glob("*.csv")])
