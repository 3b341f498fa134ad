"""Reads what a module is built from, and keeps the permanent piece ids; see `module_builder.materials`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.asking.overlay import check_overlay
from adjudicator.game import load
from adjudicator.saves.adapter import load_adapter
from adjudicator.saves.carriers import load_carriers
from adjudicator.saves.layout import load_layout
from counters.catalog import load_markers, load_units
from maps.errors import DataError
from maps.games import FolderHome, home_of, per_game
from maps.loader import read_rows
from module_builder.materials import FIRST_OVERLAY_GPID, Kit, gpid_file, is_own
from module_builder.pieces import all_pieces, all_uids
from module_builder.vassal.archive import write_file

if TYPE_CHECKING:
    from counters.units import Unit

__all__ = [
    "FIRST_OVERLAY_GPID",
    "Kit",
    "area_numbers",
    "gpid_file",
    "keep_gpids",
    "load_gpids",
    "load_kit",
    "printed_units",
    "register",
]

_COLUMNS = ["uid", "gpid"]


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
    own = isinstance(home_of(game), FolderHome)
    board = known.board(overlay) if own else known.scenario(next(iter(known.scenarios)), overlay).board
    return {space.id: n for space in board.spaces.values() if isinstance(n := space["number"], int)}


def printed_units(game: str, overlay: Path | None = None) -> Mapping[str, Unit]:
    """The units of a game, once an overlay is known to be right as a whole.

    Parameters
    ----------
    game, overlay
        As in `load_kit`.

    Returns
    -------
    mapping of str to Unit

    Raises
    ------
    DataError
        A file, row or cell is wrong.
    """
    if overlay is not None:
        check_overlay(game, overlay)
    return load_units(game, overlay)


@per_game
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
    known = load(game)
    if overlay is not None:
        check_overlay(game, overlay)
    board = known.scenario(next(iter(known.scenarios)), overlay).board
    kit = Kit(
        known,
        board,
        load_units(game, overlay),
        load_markers(game, overlay),
        load_carriers(known),
        load_layout(game, board, overlay),
        load_adapter(game),
        load_gpids(game) if gpid_file(game).is_file() else {},
        all_pieces,
        overlay,
    )
    return _numbered(kit) if is_own(kit) else kit


def _numbered(kit: Kit) -> Kit:
    """A game of one's own numbers its new pieces by itself; `keep_gpids` writes the numbers down."""
    rows = csv.DictReader(register(kit.gpids, all_uids(kit)).splitlines()[1:])
    return replace(kit, gpids={row["uid"]: int(row["gpid"]) for row in rows})


def keep_gpids(game: str) -> int:
    """Write the permanent piece ids of a game of one's own into its folder, where new ones were given.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    int
        How many are new; those of our games are registered by hand.

    Raises
    ------
    module_builder.vassal.errors.FormatError
        The folder cannot be written.
    """
    kit, path = load_kit(game), gpid_file(game)
    if not is_own(kit):
        return 0
    known = load_gpids(game) if path.is_file() else {}
    new = [uid for uid in kit.gpids if uid not in known]
    if new:
        write_file(path, register(known, kit.gpids).encode())
    return len(new)
