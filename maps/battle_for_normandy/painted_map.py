"""All painters of the map of The Battle for Normandy, in the order of painting."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from maps.battle_for_normandy.hexes import BEACH_COLUMNS
from maps.battle_for_normandy.painted_furniture import furniture_pieces, way_pieces
from maps.battle_for_normandy.painted_hexes import hex_pieces, name_pieces, placed_names, tree_pieces
from maps.battle_for_normandy.painted_key import KEY, key_pieces
from maps.battle_for_normandy.painted_lines import line_pieces, river_courses, road_lines
from maps.drawing import Piece
from maps.filing import OURS, Filing
from maps.hexdrawing_sheet import HexSheet
from maps.loader import read_rows

__all__ = ["KEY", "beach_ratings", "plane_painters"]

_BEACHES = Path(__file__).parent / "beaches.csv"


def beach_ratings(filing: Filing = OURS) -> dict[str, tuple[str, ...]]:
    """What the first Assault Hex of each beach says: ratings of Drift and of the survival of DD tanks.

    Examples
    --------
    >>> set(map(len, beach_ratings().values())) <= {0, 1, 2}
    True
    """
    found: dict[str, tuple[str, ...]] = {}
    for row in read_rows(filing.path(_BEACHES), BEACH_COLUMNS):
        pairs = (("Drift", row.cells["drift"]), ("DD", row.cells["dd"]))
        found[row.text("slug")] = tuple([f"{name} {value}" for name, value in pairs if value])
    return found


def plane_painters(sheet: HexSheet) -> Sequence[Piece]:
    """Everything that lies on the ground, from the lowest to the uppermost."""
    rivers, roads = river_courses(sheet), road_lines(sheet)
    names = placed_names(sheet, [*(river.line for river in rivers), *(line for _, line in roads)])
    return [
        *tree_pieces(sheet),
        *line_pieces(sheet, rivers, roads),
        *way_pieces(sheet),
        *hex_pieces(sheet, beach_ratings(sheet.board.filing), names),
        *name_pieces(names),
        *furniture_pieces(sheet),
        *key_pieces(sheet),
    ]
