"""The nations of a game in a folder."""

from __future__ import annotations

from collections.abc import Mapping

from counters.nations import Nation
from maps.games import FolderHome
from maps.homemade.game import game_file
from module_builder.vassal.values import dataclass

__all__ = ["Peoples", "of_home"]


@dataclass(frozen=True, slots=True)
class Peoples:
    """What `counters.nations` asks of a game.

    Parameters
    ----------
    NATIONS
        By id.
    """

    NATIONS: Mapping[str, Nation]


def of_home(home: FolderHome) -> Peoples:
    """The nations of a folder."""
    return Peoples({row.id: Nation(row.title, row.tint, row.id) for row in game_file(home).nations})
