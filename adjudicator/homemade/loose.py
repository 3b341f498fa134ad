"""Loose markers of a game of one's own: how many of each lie in which space, front up or turned over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.homemade.items import CONTROL, faces_of_marker, loose_markers
from adjudicator.position import Fact
from counters.catalog import load_markers
from counters.units import Marker
from maps.board import Board
from maps.games import FolderHome
from maps.homemade.game import LOST, WAITING, game_file
from maps.homemade.mapfile import read_map_file
from maps.loader import Row

__all__ = ["Laid"]

_Key = tuple[str, str]


class Laid:
    """The markers of a set-up, as its rows are read.

    Parameters
    ----------
    home, board
        The game, and its map.
    """

    def __init__(self, home: FolderHome, board: Board) -> None:
        self._home, self._told, self._board = home, game_file(home), board
        self._printed: Mapping[str, Marker] = load_markers(home.slug)
        self._loose = loose_markers(self._told, self._printed)
        self._copies: Counter[str] = Counter()
        self.facts: dict[_Key, Fact] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Ids of the markers that a set-up can name."""
        return (*self._loose, *([CONTROL] if self._told.control and CONTROL in self._printed else []))

    def lay(self, row: Row, space: str) -> None:
        """Lay the marker of a row.

        Parameters
        ----------
        row
            Columns ``unit``, its id, and ``status``, the word of its face.
        space
            Where it lies.

        Raises
        ------
        DataError
            It does not lie there, has no such face, or fewer copies.
        """
        id_ = row.text("unit")
        if space in {WAITING, LOST} and not self._has_box(space):
            raise row.fault("space", f"a space or a box of the map for the marker {id_}, not {space!r}")
        if id_ == CONTROL:
            self._control(row, space)
            return
        marker = self._loose[id_]
        self._copies[id_] += 1
        if self._copies[id_] > marker.count:
            copies = f"{marker.count} cop{'y' if marker.count == 1 else 'ies'}"
            raise row.fault("unit", f"{copies} of {id_} at most", "or raise its count in markers.csv")
        items = faces_of_marker(self._home.slug, marker)
        words = {"": 0}
        for face, word in enumerate(items.values()):
            words.setdefault(word.casefold(), face)
        item = [*items][self._face(row, words)]
        self.facts[item, space] = int(self.facts.get((item, space), 0)) + 1

    def _has_box(self, id_: str) -> bool:
        """Whether the map has a box, and not only the set-up cards."""
        return any(box.id == id_ for box in read_map_file(self._home.root).boxes)

    def _control(self, row: Row, space: str) -> None:
        sides, known = self._told.sides, self._board.spaces[space]
        if known.kind == "box":
            raise row.fault("space", f"a space of the map, which a side can control, not {space!r}")
        if (CONTROL, space) in self.facts:
            raise row.fault("space", f"each space once for control, not {space!r} again")
        words = {side: number for number, side in enumerate(sides)}
        self.facts[CONTROL, space] = sides[self._face(row, {**words, **_words(self._printed[CONTROL])})]

    def _face(self, row: Row, words: Mapping[str, int]) -> int:
        said = row.cells.get("status", "").strip()
        if said.casefold() not in words:
            names = ", ".join(filter(None, words))
            raise row.fault("status", f"one of {names}, not {said!r}" if names else f"no word, not {said!r}")
        return words[said.casefold()]


def _words(marker: Marker) -> Mapping[str, int]:
    """Words of the faces of a marker -> 0 for its front, 1 for its back."""
    return {w.casefold(): n for n, w in enumerate((marker.front, marker.back)) if w}
