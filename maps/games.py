"""The games that there are, and where each keeps what it is made of.

A game has rooms: its map, its counters, its rules, and what only its module or an owner's copy needs. Ours
are spread over the packages of this project, each in a folder of its own; others stand in one package. Each
names its `Home` under the entry point ``bocage.games``.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args

from maps.errors import BocageError
from module_builder.vassal.values import dataclass

__all__ = ["GROUP", "OUR_GAMES", "Home", "Room", "UnknownGame", "home_in_package", "home_of", "our_home"]

Room = Literal["maps", "counters", "adjudicator", "owning", "battles", "templates", "tutorials"]
"""What a game keeps: map, counters, rules; what owners type; of its module battle marker, help, tutorials."""
GROUP = "bocage.games"
OUR_GAMES = ("breakout-normandy", "dark-summer", "storm-over-normandy", "june-six", "battle-for-normandy")
"""The games of this project. The entry points name the same five, but to read them takes 25 ms."""
_ROOT = Path(__file__).parent.parent
_ROOMS: tuple[Room, ...] = get_args(Room)
_WITHIN: Mapping[Room, str] = {
    "owning": "adjudicator.owning",
    "battles": "module_builder.battles",
    "templates": "module_builder.templates",
    "tutorials": "module_builder.tutorials",
}  # where ours keep a room, if not in the package of its name


class UnknownGame(BocageError):
    """There is no game of that name.

    Parameters
    ----------
    slug
        The name.

    Examples
    --------
    >>> str(UnknownGame("chess")).partition(".")[0]
    "there is no game 'chess'"
    """

    def __init__(self, slug: str) -> None:
        self.problem, self.way_out = f"there is no game {slug!r}", f"Known: {', '.join(OUR_GAMES)}"
        super().__init__(f"{self.problem}. {self.way_out}")


@dataclass(frozen=True, slots=True)
class Home:
    """Where a game lives.

    Parameters
    ----------
    slug
        Its name in commands and files, in small letters with hyphens.
    folders
        Room -> where its data files lie.
    packages
        Room -> dotted name of the package of its code.

    Examples
    --------
    >>> home_of("june-six").path("maps", "spaces.csv").parent.name
    'june_six'
    """

    slug: str
    folders: Mapping[Room, Path]
    packages: Mapping[Room, str]

    def path(self, room: Room, name: str) -> Path:
        """Where a data file of a room lies, or would lie.

        Parameters
        ----------
        room, name
            Whose file, and its name.

        Returns
        -------
        Path
        """
        return self.folders[room] / name

    def module(self, room: Room, name: str) -> ModuleType | None:
        """A Python module of a room.

        Parameters
        ----------
        room, name
            Whose module, and its name there.

        Returns
        -------
        module or None
            None where the room has no such module.

        Examples
        --------
        >>> home = home_of("dark-summer")
        >>> home.module("maps", "sheet").__name__, home.module("maps", "tracks")
        ('maps.dark_summer.sheet', None)
        """
        package = self.packages[room]
        if importlib.util.find_spec(package) is None or importlib.util.find_spec(f"{package}.{name}") is None:
            return None
        return importlib.import_module(f"{package}.{name}")


def home_in_package(slug: str, package: str, folder: Path) -> Home:
    """The home of a game all of whose rooms stand in one package.

    Parameters
    ----------
    slug
        Name of the game.
    package, folder
        Dotted name of the package, and where it lies.

    Returns
    -------
    Home

    Examples
    --------
    >>> home_in_package("two-rivers", "two_rivers", Path("two_rivers")).packages["maps"]
    'two_rivers.maps'
    """
    return Home(slug, {r: folder / r for r in _ROOMS}, {r: f"{package}.{r}" for r in _ROOMS})


@functools.cache
def home_of(slug: str) -> Home:
    """Find the home of a game by its name.

    Parameters
    ----------
    slug
        The name.

    Returns
    -------
    Home

    Raises
    ------
    UnknownGame
        Neither we nor an installed package has a game of that name.

    Examples
    --------
    >>> home_of("june-six").packages["adjudicator"]
    'adjudicator.june_six'
    >>> home_of("chess")
    Traceback (most recent call last):
    maps.games.UnknownGame: there is no game 'chess'. Known: breakout-normandy, dark-summer, ...
    """
    if slug in OUR_GAMES:
        ours: Home = importlib.import_module(f"maps.{slug.replace('-', '_')}").HOME
        return ours
    found = {entry.name: entry for entry in _installed()}
    if slug not in found:
        raise UnknownGame(slug)
    home: Home = found[slug].load()
    return home


def our_home(slug: str) -> Home:
    """The home of a game of this project, which has a folder in each of our packages.

    Parameters
    ----------
    slug
        Name of the game.

    Returns
    -------
    Home

    Examples
    --------
    >>> our_home("june-six").packages["owning"]
    'adjudicator.owning.june_six'
    """
    folder = slug.replace("-", "_")
    packages: dict[Room, str] = {room: f"{_WITHIN.get(room, room)}.{folder}" for room in _ROOMS}
    return Home(slug, {r: _ROOT.joinpath(*name.split(".")) for r, name in packages.items()}, packages)


def _installed() -> Any:
    """The entry points of games; their library is slow to load, and only a name that is not ours needs it."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)
