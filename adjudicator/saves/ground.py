"""What the windows of a module are drawn on: kept in every module, so that its saves stay readable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import SaveError
from adjudicator.saves.adapter import load_adapter
from maps.games import home_of
from maps.geometry import geometry_data
from maps.loader import overlay_file
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.vassal.archive import Archive

__all__ = ["ENTRY", "Ground", "find_ground", "geometry_file", "ground_entry", "own_ground"]

ENTRY = "layout.json"
"""Where a module keeps its ground."""
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
    return overlay_file(overlay, game, "geometry.toml") or _folder(game) / "geometry.toml"


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
    file, cards = geometry_file(game, overlay), load_adapter(game)["cards"]
    board = geometry_data(file)
    version = f"{board.get('version')}.{cards['version']}"
    if overlay is not None and board != geometry_data(geometry_file(game)):
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


def _folder(game: str) -> Path:
    return home_of(game).folders["maps"]
