"""The units and markers of a game in a folder."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec

from counters.homemade.reading import read_markers, read_units
from counters.homemade.templates import Templates, load_templates
from counters.units import Marker, Unit
from maps.games import FolderHome
from maps.homemade.game import game_file

__all__ = ["Catalog", "of_home", "templates_of"]

_UNITS, _MARKERS = "units.csv", "markers.csv"


def templates_of(home: FolderHome) -> Templates:
    """The templates of a folder, with the colours of its ``game.toml``.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    Templates

    Raises
    ------
    DataError
        One of the two files is wrong.
    """
    told = game_file(home)
    sides = {row.id: msgspec.to_builtins(row) for row in told.side}
    nations = {row.id: msgspec.to_builtins(row) for row in told.nations}
    return load_templates(home.root, sides=sides, nations=nations)


class Catalog:
    """What `counters.catalog` asks of a game that prints its counters by template.

    Parameters
    ----------
    home
        Of the game.
    """

    def __init__(self, home: FolderHome) -> None:
        self._home, self._told, self._templates = home, game_file(home), templates_of(home)

    @functools.cached_property
    def _units(self) -> Mapping[str, Unit]:
        nations = [row.id for row in self._told.nations]
        path = self._home.root / _UNITS
        return read_units(path, sides=self._told.sides, nations=nations, templates=self._templates)

    @functools.cached_property
    def _markers(self) -> Mapping[str, Marker]:
        return read_markers(self._home.root / _MARKERS, sides=self._told.sides, templates=self._templates)

    def load_units(self) -> Mapping[str, Unit]:
        """The units, in the order of ``units.csv``; DataError where it is wrong."""
        return self._units

    def load_markers(self) -> Mapping[str, Marker]:
        """The markers, in the order of ``markers.csv``; DataError where it is wrong."""
        return self._markers


def of_home(home: FolderHome) -> Catalog:
    """The counters of a folder."""
    return Catalog(home)
