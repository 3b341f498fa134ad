"""Our side of a match: the units of a game, where they start, and the hexes of its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.saves.foreign.likeness import Known
from adjudicator.saves.ground import geometry_file
from counters.catalog import load_units
from maps.geometry import load_geometry

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.saves.foreign.grids import Axial
    from counters.units import Unit
    from maps.geometry import Geometry

__all__ = ["Ours"]

_CROWD = 25
"""Units that start in one space from which it says nothing about any of them."""


class Ours:
    """What matching knows of our side.

    Parameters
    ----------
    game
        Ours.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.start = game.scenario(next(iter(game.scenarios)))
        self.board = self.start.board
        self.geometry: Geometry = load_geometry(geometry_file(game.slug))
        self.statuses = game.statuses
        crowds = {s for s in self.start.occupied() if len(self.start.units_in(s)) > _CROWD}
        known = set(self.board.spaces) - crowds
        self.printed = load_units(game.slug)
        self.units = [Known(unit, self._starts(unit) & known) for unit in self.printed.values()]
        self.known = {k.unit.id: k for k in self.units}
        hexes = self.geometry.hexes
        ids = [s.id for s in self.board.spaces.values() if s.kind == "hex"] if hexes is not None else []
        self.axial: dict[str, Axial] = {i: hexes.grid.axial(i) for i in ids} if hexes is not None else {}
        self.hex_at = {at: i for i, at in self.axial.items()}

    def _starts(self, unit: Unit) -> frozenset[str]:
        piece = self.start.pieces.get(unit.id)
        return frozenset(unit.entry) | ({piece.space} if piece is not None else frozenset())
