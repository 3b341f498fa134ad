"""Section 7.3.2: the ground under Lines of Supply: steps of a line from hex to hex at infantry rates."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r10_cost import chart
from adjudicator.citation import rule
from maps.board import Board, Edge

__all__ = ["Ground", "Step", "ground"]

_WHOLE = 6 * terms.MP  # what takes a whole Movement Allowance takes a whole line
_WATER = frozenset({"stream", "major-river"})
_CLOSED = frozenset({"cliff", "sea"})
_RATES = {"highway": 2, "primary": 3}  # 7.3.2, whatever the weather and the enemy


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a line.

    Parameters
    ----------
    to
        The hex entered.
    cost
        Sixths of an MP, where no unbridged water lies between.
    wet
        The same over unbridged water.
    water
        Whether the hexside is a stream or river.
    bridged
        Whether a bridge is printed on it.

    Examples
    --------
    >>> Step("c3014", 6).water
    False
    """

    to: str
    cost: int
    wet: int = 0
    water: bool = False
    bridged: bool = False


Ground = Mapping[str, tuple[Step, ...]]


@rule("7.3.2")
@functools.lru_cache(maxsize=16)
def ground(board: Board) -> Ground:
    """The steps out of every land hex of a board, in order of the hex entered.

    Parameters
    ----------
    board
        The board.

    Returns
    -------
    mapping of str to tuple of Step
    """
    land = {
        s.id for s in board.spaces.values() if s.kind == "hex" and s.features.get("terrain", "clear") != "sea"
    }
    return {
        here: tuple(
            [
                _step(board, edge, here, other)
                for edge, other in board.neighbours(here)
                if other in land and edge.boundary not in _CLOSED
            ]
        )
        for here in land
    }


def _step(board: Board, edge: Edge, frm: str, to: str) -> Step:
    if not edge.road and edge.boundary == "open":
        return _plain(to, _terrain(board, to) + _climb(board, frm, to))
    off = _terrain(board, to) + _climb(board, frm, to) + _hexside(edge.boundary)
    along = _road(edge)
    cost = off if along is None else along
    water = edge.boundary in _WATER
    return Step(to, cost, off, water, edge.bridge) if water else Step(to, cost)


@functools.cache
def _plain(to: str, cost: int) -> Step:
    """Steps over open ground are shared by all who come the same way."""
    return Step(to, cost)


def _terrain(board: Board, space: str) -> int:
    row = chart()["terrain"][str(board.spaces[space].features.get("terrain", "clear"))]
    return _WHOLE if row.flag("whole") else row.number("infantry")


def _climb(board: Board, frm: str, to: str) -> int:
    low, high = (int(board.spaces[s].features.get("level") or 0) for s in (frm, to))
    return chart()["hexside"]["uphill"].number("infantry") if high > low else 0


def _hexside(boundary: str) -> int:
    row = chart()["hexside"][boundary]
    return _WHOLE if row.flag("whole") else row.number("infantry")


def _road(edge: Edge) -> int | None:
    """What a road over the hexside costs; None without a rate."""
    if edge.road in _RATES:
        return _RATES[edge.road]
    if not edge.road or not chart()["road"][edge.road].flag("rate"):
        return None
    return chart()["road"][edge.road].number("good")
