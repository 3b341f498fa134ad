"""Sections 9.2.2 and 19.4.1: the rows of Assault Hexes at a Beachhead, and the Holding Boxes."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import sources as supply
from adjudicator.citation import rule
from adjudicator.position import View
from adjudicator.silence import kept
from maps.battle_for_normandy.grid import direction
from maps.board import Board

__all__ = ["Row", "beach_of", "holding_boxes", "main_row", "side_rows"]

_EAST, _WEST = 2, 5
Row = tuple[str, ...]


@rule("18.8.2")
def beach_of(view: View, site: str) -> str:
    """The beach at whose queue the Beachhead of a site lies; empty without one."""
    space = supply.beachhead_hex(view, site)
    return str(view.board.spaces[space].features.get("beach", "")) if space in view.board.spaces else ""


@kept(maxsize=32)
def _queues(board: Board) -> Mapping[str, Row]:
    """Beach -> its Assault Hexes from the beach outward."""
    found: dict[str, list[tuple[int, str]]] = {}
    for space in board.spaces.values():
        if space.features.get("queue"):
            found.setdefault(str(space["beach"]), []).append((int(space["queue"] or 0), space.id))
    return {beach: tuple(h for _, h in sorted(hexes)) for beach, hexes in found.items()}


@rule("9.2.2")
def main_row(view: View, site: str) -> Row:
    """The row at whose beach the Beachhead of a site lies, from the beach outward; empty without one."""
    return _queues(view.board).get(beach_of(view, site), ())


@kept(maxsize=32)
def holding_boxes(board: Board) -> tuple[str, ...]:
    """Holding Boxes of the beaches."""
    return tuple(s.id for s in board.spaces.values() if s.kind == "holding")


@rule("19.4.1")
def side_rows(view: View, site: str) -> tuple[Row, ...]:
    """The rows on both sides of the row of a Beachhead, which a complete Mulberry opens.

    Returns
    -------
    tuple of tuple of str
        West and east, from the beach outward; hexes that are no sea are left out.
    """
    main = main_row(view, site)
    found = []
    for way in (_WEST, _EAST):
        beside = (direction(h, way) for h in main)
        found.append(tuple([h for h in beside if h is not None and _is_sea(view, h)]))
    return tuple(row for row in found if row)


def _is_sea(view: View, space: str) -> bool:
    return space in view.board.spaces and terms.terrain(view, space, "19.4.1") == "sea"
