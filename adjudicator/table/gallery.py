"""Which boards, tiles and sheets the page may fetch: each by a key that names all that it is made of."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from adjudicator.errors import MalformedAction
from adjudicator.table.drawing.ground import ground_of
from adjudicator.table.drawing.sprites import Sheets, own_sheets, sheets_of
from adjudicator.table.drawing.tiles import Tiles, tiles_of

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.table.drawing.ground import Ground
    from adjudicator.table.drawing.scene import Scene

__all__ = ["Gallery"]

_MOST = 256
_TILE = re.compile(r"([0-9]{1,4})_([0-9]{1,4})\.webp")
_SHEET = re.compile(r"([0-9]{1,4})\.webp")


class Gallery:
    """The pictures of one table.

    Parameters
    ----------
    overlay
        Folder with an owner's corrections.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> gallery = Gallery()
    >>> key = gallery.board_of(GAME.scenario("d-day"))
    >>> gallery.board(key)["tiles"]["format"], gallery.tile("no-such", "0", "0_0.webp")
    ('webp', None)
    """

    def __init__(self, overlay: Path | None = None) -> None:
        self._overlay, self._lock = overlay, Lock()
        self._grounds: dict[str, Ground] = {}
        self._tiles: dict[str, Tiles] = {}
        self._sheets: dict[str, Sheets] = {}

    def board_of(self, position: Position) -> str:
        """The key of the board under a position."""
        ground = ground_of(position)
        self._note(self._grounds, ground.key, ground)
        return ground.key

    def board(self, key: str) -> dict[str, Any]:
        """A board, and where its tiles are; they are begun now, so that they are there when they are wanted.

        Raises
        ------
        MalformedAction
            No position on the table has such a board.
        """
        ground = self._grounds.get(key)
        if ground is None:
            raise MalformedAction(f"there is no board {key[:20]!r} on the table", "Open its position again")
        tiles = tiles_of(ground, self._overlay, art=True)
        self._note(self._tiles, tiles.key, tiles)
        tiles.begin()
        return {**ground.form(), "tiles": {"url": f"tiles/{tiles.key}", **tiles.form()}}

    def tile(self, key: str, level: str, name: str) -> bytes | None:
        """One tile by its place in the address; None where there is none."""
        tiles, place = self._tiles.get(key), _TILE.fullmatch(name)
        if tiles is None or place is None or not level.isascii() or not level.isdigit():
            return None
        return tiles.tile(int(level[:4]), int(place[1]), int(place[2]))

    def sheets_of(self, game: str) -> str:
        """The key of the sprite sheets of a game."""
        found = sheets_of(game, self._overlay, art=True)
        self._note(self._sheets, found.key, found)
        return found.key

    def own_of(self, scene: Scene, game: str) -> str:
        """The key of the sheets of counters that are not of the game's mix; empty where there are none."""
        found = own_sheets(scene, game, self._overlay)
        if found is None:
            return ""
        self._note(self._sheets, found.key, found)
        return found.key

    def sprites(self, key: str) -> dict[str, Any]:
        """Where each face stands.

        Raises
        ------
        MalformedAction
            No position on the table has such sheets.
        """
        found = self._sheets.get(key)
        if found is None:
            raise MalformedAction(f"there are no sheets {key[:20]!r} on the table", "Open the position again")
        return found.form(f"sprites/{found.key}/")

    def sheet(self, key: str, name: str) -> bytes | None:
        """One sheet by its name in the address; None where there is none."""
        sheets, number = self._sheets.get(key), _SHEET.fullmatch(name)
        return None if sheets is None or number is None else sheets.webp(int(number[1]))

    def _note(self, known: dict[str, Any], key: str, value: Any) -> None:
        """Keep what a page may fetch by its key; the oldest goes."""
        with self._lock:
            known[key] = value
            while len(known) > _MOST:
                del known[next(iter(known))]
