"""The games that there are, and where each keeps what it is made of.

A game has rooms: its map, its counters, its rules, and what only its module or an owner's copy needs. Ours
are spread over the packages of this project, each in a folder of its own; others stand in one package. Each
names its `Home` under the entry point ``bocage.games``. A game of one's own is a folder of data files: it is
opened by its path, and from then on known by its name like the others.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import os
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from maps.errors import BocageError, DataError
from maps.loader import read_toml, stamp
from module_builder.vassal.values import dataclass

__all__ = [
    "FOLDERS",
    "GAME_FILE",
    "GROUP",
    "OUR_GAMES",
    "FolderHome",
    "Home",
    "Room",
    "UnknownGame",
    "game_names",
    "home_in_package",
    "home_of",
    "open_folder",
    "our_home",
    "per_game",
    "slug_of",
]

Room = Literal["maps", "counters", "adjudicator", "owning", "battles", "templates", "tutorials"]
"""What a game keeps: map, counters, rules; what owners type; of its module battle marker, help, tutorials."""
GROUP = "bocage.games"
OUR_GAMES = ("breakout-normandy", "dark-summer", "storm-over-normandy", "june-six", "battle-for-normandy")
"""The games of this project. The entry points name the same five, but to read them takes 25 ms."""
FOLDERS = "BOCAGE_GAMES"
"""Names folders of games of one's own that are known without their path, parted as in ``PATH``."""
GAME_FILE = "game.toml"
"""Every folder of a game has it."""
_ROOT = Path(__file__).parent.parent
_BESIDE: Mapping[Room, str] = {
    "owning": "owning",
    "battles": "battles",
    "templates": "help",
    "tutorials": "tutorials",
}  # folders within that of a game of one's own
_SLUG = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_T = TypeVar("_T")
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

    def module(self, room: Room, name: str) -> Any:
        """A Python module of a room, or what stands for it.

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
        return _module(self.packages[room], name)

    def table(self, room: Room, name: str, known: Collection[str] | None = None) -> dict[str, Any]:
        """What a TOML file of a room says.

        Parameters
        ----------
        room, name
            Whose file, and its name.
        known
            Keys that it may have; any where None.

        Returns
        -------
        dict

        Raises
        ------
        DataError
            It cannot be read, or has an unknown key.

        Examples
        --------
        >>> home_of("june-six").table("adjudicator", "adapter.toml")["version"]
        '0.1.0'
        """
        return read_toml(self.path(room, name), known)

    def files(self, room: Room) -> list[Path]:
        """The data files of a room, sorted.

        Parameters
        ----------
        room
            Which.

        Returns
        -------
        list of Path
        """
        return sorted(f for f in self.folders[room].iterdir() if f.suffix in {".csv", ".toml"})


@dataclass(frozen=True, slots=True)
class FolderHome(Home):
    """A game of one's own: all its files lie in one folder, and the rooms have code for any such game.

    Parameters
    ----------
    slug, folders, packages
        As in `Home`.
    root
        The folder.
    marks
        Its files with time and size when it was opened.
    """

    root: Path = Path()
    marks: tuple[tuple[Path, int, int], ...] = ()

    def module(self, room: Room, name: str) -> Any:
        """What stands for a module of a room: ``OFFERS`` of the room's code for any such game makes it."""
        return _made(self.slug, room, name)

    def table(self, room: Room, name: str, known: Collection[str] | None = None) -> dict[str, Any]:  # noqa: ARG002
        """What a TOML file of a room would say, made of what the folder says."""
        made: dict[str, Any] = _module(self.packages[room], "rooms").table_of(self, name)
        return made

    def files(self, room: Room) -> list[Path]:
        """Every file of the folder that the room's code reads, sorted."""
        found: list[Path] = _module(self.packages[room], "rooms").files_of(self)
        return found


@functools.cache
def _module(package: str, name: str) -> Any:
    """A module of a package, or None; the package itself without a name."""
    if importlib.util.find_spec(package) is None:
        return None
    full = f"{package}.{name}" if name else package
    return importlib.import_module(full) if importlib.util.find_spec(full) else None


_KEPT: list[Callable[[], None]] = []  # forgets what was worked out of games


def per_game(compute: Callable[..., _T]) -> functools._lru_cache_wrapper[_T]:
    """Keep what is worked out of a game by its name, until a folder of that name is opened anew.

    Parameters
    ----------
    compute
        Takes the slug, perhaps with further keys.

    Returns
    -------
    function

    Examples
    --------
    >>> @per_game
    ... def letters(slug):
    ...     return [*slug]
    >>> letters("go") is letters("go")
    True
    """
    kept = functools.cache(compute)
    _KEPT.append(kept.cache_clear)
    return kept


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


_OPEN: dict[str, FolderHome] = {}  # games of folders by slug


@per_game
def _made(slug: str, room: Room, name: str) -> Any:
    """What a room's code for any game of one's own makes of a folder."""
    home = _OPEN[slug]
    rooms = _module(home.packages[room], "rooms")
    return rooms.OFFERS[name](home) if rooms is not None and name in rooms.OFFERS else None


def open_folder(folder: Path) -> str:
    """Make the game of a folder known by its name, in this process and in those that it starts.

    Parameters
    ----------
    folder
        With a ``game.toml``.

    Returns
    -------
    str
        The slug: ``slug`` of ``game.toml``, or the name of the folder.

    Raises
    ------
    DataError
        There is no such file, or its slug is none, or one of our games has it.

    Examples
    --------
    >>> open_folder(Path("no-such-folder"))
    Traceback (most recent call last):
    maps.errors.DataError: no-such-folder: expected a folder with a game.toml; `module-builder init` makes one
    """
    file = folder / GAME_FILE
    if not file.is_file():
        raise DataError(str(folder), "", f"a folder with a {GAME_FILE}", "`module-builder init` makes one")
    root = folder.resolve()
    slug = read_toml(file).get("slug", root.name)
    if not isinstance(slug, str) or not _SLUG.fullmatch(slug):
        raise DataError(
            GAME_FILE,
            "slug",
            f"a name in small letters, digits and hyphens, not {slug!r}",
            'write slug = "my-game"',
        )
    if slug in OUR_GAMES:
        raise DataError(
            GAME_FILE, "slug", f"a name of its own: {slug} is one of our games", "choose another one"
        )
    marks = tuple(stamp(path) for path in _all_files(root))
    known = _OPEN.get(slug)
    if known is None or (known.root, known.marks) != (root, marks):
        for forget in _KEPT:
            forget()
        packages: dict[Room, str] = {
            room: f"{_WITHIN.get(room, room).split('.')[0]}.homemade" for room in _ROOMS
        }
        folders: dict[Room, Path] = {
            room: root / _BESIDE[room] if room in _BESIDE else root for room in _ROOMS
        }
        _OPEN[slug] = FolderHome(slug, folders, packages, root, marks)
        told = [text for text in os.environ.get(FOLDERS, "").split(os.pathsep) if text and Path(text) != root]
        os.environ[FOLDERS] = os.pathsep.join([*told, str(root)])
    return slug


def _all_files(root: Path) -> list[Path]:
    """Every file of a folder that is no hidden one."""
    found = (path for path in root.rglob("*") if path.is_file())
    return sorted(p for p in found if not any(part.startswith(".") for part in p.relative_to(root).parts))


def _named_folders() -> dict[str, Path]:
    """The folders that the environment names, by slug; one that holds no game is left to whoever opens it."""
    found = {}
    for text in os.environ.get(FOLDERS, "").split(os.pathsep):
        if text and (Path(text) / GAME_FILE).is_file():
            with contextlib.suppress(DataError):
                told = read_toml(Path(text) / GAME_FILE)
                found[str(told.get("slug", Path(text).resolve().name))] = Path(text)
    return found


def slug_of(text: str) -> str:
    """The game that a user names: by its slug, or by its folder.

    Parameters
    ----------
    text
        What was typed.

    Returns
    -------
    str
        The slug; empty where no game is meant.

    Raises
    ------
    DataError
        It is a folder with a ``game.toml`` which is wrong.

    Examples
    --------
    >>> slug_of("june-six"), slug_of("chess")
    ('june-six', '')
    """
    if text in OUR_GAMES:
        return text
    try:
        folder = Path(text)
        if folder.is_dir() and (folder / GAME_FILE).is_file():
            return open_folder(folder)
    except (OSError, ValueError):  # too long for a path, or no path at all
        return ""
    if not _SLUG.fullmatch(text):
        return ""
    try:
        return home_of(text).slug
    except UnknownGame:
        return ""


def game_names() -> tuple[str, ...]:
    """Every game that is known by its name: ours, and those of open folders or that the environment names.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> game_names()[:2]
    ('breakout-normandy', 'dark-summer')
    """
    return (*OUR_GAMES, *(slug for slug in sorted({*_OPEN, *_named_folders()}) if slug not in OUR_GAMES))


@per_game
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
    if slug in _OPEN:
        return _OPEN[slug]
    if (folder := _named_folders().get(slug)) is not None:
        open_folder(folder)
        return _OPEN[slug]
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
