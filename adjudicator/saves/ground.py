"""What the windows of a module are drawn on: kept in every module, so that its saves stay readable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import SaveError
from adjudicator.saves.adapter import load_adapter
from maps.games import FolderHome, home_of
from maps.geometry import GEOMETRY_KEYS, Geometry, geometry_data, read_geometry
from maps.loader import overlay_file, stamp
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from maps.filing import Stamp
    from module_builder.vassal.archive import Archive

__all__ = [
    "ENTRY",
    "Ground",
    "board_geometry",
    "find_ground",
    "geometry_file",
    "ground_entry",
    "ground_mark",
    "own_ground",
]

ENTRY = "layout.json"
"""Where a module keeps its ground."""
_GEOMETRY = "geometry.toml"
_RELEASED = (
    "released"  # folder beside our geometry: the grounds of released modules that were drawn otherwise
)


@dataclass(frozen=True, slots=True)
class Ground:
    """The geometry of a module's board and of its set-up cards.

    Parameters
    ----------
    version
        As saves of the module name it; that of an owner's own geometry ends with what it is made of.
    board, cards
        Data of ``geometry.toml``, and of the table ``[cards]`` of ``adapter.toml``.

    Examples
    --------
    >>> own_ground("june-six").version
    '1.1'
    """

    version: str
    board: Mapping[str, Any]
    cards: Mapping[str, Any]


def geometry_file(game: str, overlay: Path | None = None) -> Path:
    """Where the geometry of a game's board stands: with an owner, or with us.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's ``geometry.toml``, or None.

    Returns
    -------
    Path

    Examples
    --------
    >>> geometry_file("june-six").name
    'geometry.toml'
    """
    return overlay_file(overlay, game, _GEOMETRY) or _folder(game) / _GEOMETRY


def ground_mark(game: str, overlay: Path | None = None) -> tuple[Stamp, ...]:
    """What changes when the ground does: a key for what was made of it.

    Parameters
    ----------
    game, overlay
        As in `geometry_file`.

    Returns
    -------
    tuple of (Path, int, int)

    Examples
    --------
    >>> [path.name for path, *_ in ground_mark("june-six")]
    ['geometry.toml']
    """
    home = home_of(game)
    return home.marks if isinstance(home, FolderHome) else (stamp(geometry_file(game, overlay)),)


def board_geometry(game: str, overlay: Path | None = None) -> Geometry:
    """Where things lie on the board of the module that is built today.

    Parameters
    ----------
    game, overlay
        As in `geometry_file`.

    Returns
    -------
    Geometry

    Raises
    ------
    maps.errors.DataError
        The geometry cannot be read, or is incomplete.

    Examples
    --------
    >>> board_geometry("breakout-normandy").width
    5760
    """
    return read_geometry(own_ground(game, overlay).board, file=_GEOMETRY)


def own_ground(game: str, overlay: Path | None = None) -> Ground:
    """The ground of the module that is built today.

    Parameters
    ----------
    game, overlay
        As in `geometry_file`.

    Returns
    -------
    Ground

    Raises
    ------
    maps.errors.DataError
        The geometry cannot be read.
    """
    own, cards = overlay_file(overlay, game, _GEOMETRY), load_adapter(game)["cards"]
    board = _printed_board(game) if own is None else geometry_data(own)
    version = f"{board.get('version')}.{cards['version']}"
    if overlay is not None and board != _printed_board(game):
        made_of = json.dumps(board, sort_keys=True, default=str).encode()
        version += f"-{hashlib.sha256(made_of).hexdigest()[:8]}"
    return Ground(version, board, cards)


def ground_entry(ground: Ground) -> bytes:
    """Write a ground as an entry of a module.

    Parameters
    ----------
    ground
        The ground.

    Returns
    -------
    bytes
    """
    data = {"version": ground.version, "board": ground.board, "cards": ground.cards}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _of_entry(data: bytes, file: str) -> Ground:
    try:
        found = json.loads(data)
        return Ground(str(found["version"]), dict(found["board"]), dict(found["cards"]))
    except (KeyError, TypeError, ValueError):
        raise SaveError(file, f"a whole {ENTRY}", "build the module again") from None


def find_ground(
    game: str, version: str, overlay: Path | None = None, module: Archive | None = None, *, file: str
) -> Ground:
    """The ground that a save was made on: ours, an owner's, one of a released module, or of a module at hand.

    Parameters
    ----------
    game, overlay
        As in `geometry_file`.
    version
        As the save states it; a save that states none is of today's.
    module
        The module that made the save.
    file
        Name of the save, for errors.

    Returns
    -------
    Ground

    Raises
    ------
    SaveError
        None of them has this version.
    """
    known: list[str] = []
    for ground in _grounds(game, overlay, module):
        if version in {"", ground.version}:
            return ground
        known.append(ground.version)
    expected = f"the geometry {' or '.join(dict.fromkeys(known))}, not {version}"
    raise SaveError(file, expected, "give --was with the module that made it")


def _grounds(game: str, overlay: Path | None, module: Archive | None) -> Iterator[Ground]:
    yield own_ground(game, overlay)
    if overlay is not None:
        yield own_ground(game)
    for path in sorted((_folder(game) / _RELEASED).glob("*.json")):
        yield _of_entry(path.read_bytes(), path.name)
    if module is not None and ENTRY in module:
        yield _of_entry(module.read(ENTRY), module.file)


def _printed_board(game: str) -> dict[str, Any]:
    return home_of(game).table("maps", _GEOMETRY, GEOMETRY_KEYS)


def _folder(game: str) -> Path:
    return home_of(game).folders["maps"]
