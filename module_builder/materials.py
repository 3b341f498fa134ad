"""What a module is built from: board, units, markers, carriers, layout, permanent piece ids, pieces."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counters.nations import nations_of
from maps.errors import DataError
from maps.filing import our_file
from maps.games import FolderHome, home_of
from maps.loader import overlay_file
from maps.sources import read_table
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.saves.carriers import Carriers
    from adjudicator.saves.layout import Layout
    from counters.catalog import Marker, Unit
    from counters.nations import Nation
    from maps.board import Board
    from module_builder.vassal.traits import Trait

__all__ = ["FIRST_OVERLAY_GPID", "Kit", "PieceDef", "gpid_file", "is_own"]

FIRST_OVERLAY_GPID = 900_000


@dataclass(frozen=True, slots=True)
class PieceDef:
    """One slot of the palette.

    Parameters
    ----------
    uid
        Identity of the piece.
    name, gpid
        Title, and permanent id of the slot.
    traits
        In editor order, prototypes not expanded.
    tab, group
        Where it stands in the palette.
    full
        The traits with prototypes expanded.
    type_text
        Their types as a save holds them.
    layer
        Draw layer.
    px
        Size.

    Examples
    --------
    >>> PieceDef("turn", "Turn", 3, (), "Markers", "Markers").gpid
    3
    """

    uid: str
    name: str
    gpid: int
    traits: tuple[Trait, ...]
    tab: str
    group: str
    full: tuple[Trait, ...] = ()
    type_text: str = ""
    layer: str = "Markers"
    px: int = 66


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
    making
        Makes the pieces, which take most of the time, once somebody asks for them.
    overlay
        Folder with an owner's corrections.

    Examples
    --------
    >>> from module_builder.kit import load_kit
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
    making: Callable[[Kit], Mapping[str, PieceDef]]
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
        return self.making(self)

    @functools.cached_property
    def nations(self) -> Mapping[str, Nation]:
        """The nationalities of its counters."""
        return nations_of(self.game.slug)

    @functools.cached_property
    def formations(self) -> tuple[Mapping[str, str], ...]:
        """The rows of ``formations.csv``, where a game has one."""
        own = gpid_file(self.game.slug).with_name("formations.csv")
        path = overlay_file(self.overlay, self.game.slug, own.name) or own
        return tuple([row.cells for row in read_table(path)[1]]) if path.is_file() else ()

    @property
    def next_gpid(self) -> int:
        """A number above every gpid, for the module's root element."""
        return max([*self.gpids.values(), FIRST_OVERLAY_GPID + len(self._added)]) + 1


def gpid_file(game: str) -> Path:
    """Where the permanent piece ids of a game are kept.

    Examples
    --------
    >>> gpid_file("breakout-normandy").name
    'gpids.csv'
    """
    return our_file("counters", game, "gpids.csv")


def is_own(kit: Kit) -> bool:
    """Whether it is a game of the user's own, which lives in a folder.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> is_own(load_kit("june-six"))
    False
    """
    return isinstance(home_of(kit.game.slug), FolderHome)
