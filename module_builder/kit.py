"""What the builder knows of one game: board, units, markers, carriers, layout, permanent piece ids."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.asking.overlay import check_overlay
from adjudicator.game import load
from adjudicator.saves.adapter import load_adapter
from adjudicator.saves.carriers import Carriers, load_carriers
from adjudicator.saves.layout import Layout, load_layout
from maps.errors import DataError

if TYPE_CHECKING:
    from adjudicator.game import Game
    from counters.catalog import Marker, Unit
    from maps.board import Board
    from module_builder.pieces import PieceDef

__all__ = ["FIRST_OVERLAY_GPID", "Kit", "area_numbers", "gpid_file", "load_gpids", "load_kit", "register"]

FIRST_OVERLAY_GPID = 900_000
_COLUMNS = ["uid", "gpid"]


@dataclass(frozen=True)
class Kit:
    """Everything that a module is built from.

    Parameters
    ----------
    game
        The game.
    board, units, printed
        As printed, with an owner's corrections.
    carriers, layout
        What carries which item of state, and where things lie.
    adapter
        The game's ``adapter.toml``.
    gpids
        uid, or ``uid#trait``, -> permanent piece id.
    overlay
        Folder with an owner's corrections.

    Examples
    --------
    >>> kit = load_kit("breakout-normandy")
    >>> kit.units["ge-916"].name, kit.title
    ('916', 'Breakout: Normandy (Bocage)')
    """

    game: Game
    board: Board
    units: Mapping[str, Unit]
    printed: Mapping[str, Marker]
    carriers: Carriers
    layout: Layout
    adapter: Mapping[str, Any]
    gpids: Mapping[str, int]
    overlay: Path | None = None

    @property
    def title(self) -> str:
        """Name of the module."""
        return str(self.adapter["module"])

    def gpid(self, uid: str) -> int:
        """Permanent piece id of a slot; units of an overlay draw theirs from 900000 up.

        Parameters
        ----------
        uid
            uid, or ``uid#trait``.

        Returns
        -------
        int

        Raises
        ------
        DataError
            It is not registered.
        """
        if uid in self.gpids:
            return self.gpids[uid]
        if uid in self._added:
            return FIRST_OVERLAY_GPID + self._added.index(uid)
        raise DataError("gpids.csv", uid, "a gpid", "register it")

    @functools.cached_property
    def _added(self) -> list[str]:
        return sorted(set(self.units) - set(self.gpids)) if self.overlay else []

    @functools.cached_property
    def pieces(self) -> Mapping[str, PieceDef]:
        """Every piece of the module by uid, made once."""
        from module_builder.pieces import all_pieces

        return all_pieces(self)

    @functools.cached_property
    def formations(self) -> tuple[Mapping[str, str], ...]:
        """The rows of ``formations.csv``, where a game has one."""
        from maps.loader import overlay_file
        from maps.sources import read_table

        own = gpid_file(self.game.slug).with_name("formations.csv")
        path = overlay_file(self.overlay, self.game.slug, own.name) or own
        return tuple([row.cells for row in read_table(path)[1]]) if path.is_file() else ()

    @property
    def next_gpid(self) -> int:
        """A number above every gpid, for the module's root element."""
        return max([*self.gpids.values(), FIRST_OVERLAY_GPID + len(self._added)]) + 1


def area_numbers(game: str, overlay: Path | None = None) -> dict[str, int]:
    """Return the number of each Area of a game, which counters print for the place of set-up.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    dict of str to int
        By id; empty for a game on hexes.

    Raises
    ------
    DataError
        A file, row or cell is wrong.

    Examples
    --------
    >>> area_numbers("breakout-normandy")["omaha-beach"]
    30
    """
    known = load(game)
    board = known.scenario(next(iter(known.scenarios)), overlay).board
    return {space.id: n for space in board.spaces.values() if isinstance(n := space["number"], int)}


def gpid_file(game: str) -> Path:
    """Where the permanent piece ids of a game are kept.

    Examples
    --------
    >>> gpid_file("breakout-normandy").name
    'gpids.csv'
    """
    import counters

    return Path(counters.__file__).parent / game.replace("-", "_") / "gpids.csv"


@functools.cache
def load_gpids(game: str) -> Mapping[str, int]:
    """Read the permanent piece ids of a game.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    mapping of str to int

    Raises
    ------
    DataError
        A number occurs twice.

    Examples
    --------
    >>> load_gpids("breakout-normandy")["ge-1-919"]
    1
    """
    from maps.loader import read_rows

    rows = read_rows(gpid_file(game), _COLUMNS, key=lambda r: r.cells["uid"])
    found = {row.text("uid"): row.integer("gpid", 1, FIRST_OVERLAY_GPID - 1) for row in rows}
    if len(set(found.values())) != len(found):
        raise DataError("gpids.csv", "column gpid", "each number once")
    return found


def register(known: Mapping[str, int], wanted: Iterable[str]) -> str:
    """Give new pieces the next free numbers; nothing that stands there changes.

    Parameters
    ----------
    known
        The ids so far, retired ones included.
    wanted
        Every uid of the module.

    Returns
    -------
    str
        The new text of ``gpids.csv``.

    Examples
    --------
    >>> register({"ge-916": 7}, ["ge-915", "ge-916"]).splitlines()[-2:]
    ['ge-916,7', 'ge-915,8']
    """
    rows = dict(known)
    for uid in wanted:
        if uid not in rows:
            rows[uid] = max(rows.values(), default=0) + 1
    text = io.StringIO()
    text.write(
        "# Permanent piece ids of the module. Only ever add at the end: saved games refer to these numbers.\n"
    )
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(rows.items())
    return text.getvalue()


def load_kit(game: str, overlay: Path | None = None) -> Kit:
    """Gather what a module is built from.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    Kit

    Raises
    ------
    DataError
        A file, row or cell is wrong.
    """
    from counters.catalog import load_markers, load_units

    known = load(game)
    if overlay is not None:
        check_overlay(game, overlay)
    board = known.scenario(next(iter(known.scenarios)), overlay).board
    return Kit(
        known,
        board,
        load_units(game, overlay),
        load_markers(game, overlay),
        load_carriers(known),
        load_layout(game, board, overlay),
        load_adapter(game),
        load_gpids(game) if gpid_file(game).is_file() else {},
        overlay,
    )
