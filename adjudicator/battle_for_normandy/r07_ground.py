"""Section 7.3.2: the ground under Lines of Supply: steps of a line from hex to hex at infantry rates."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r10_cost import chart
from adjudicator.battle_for_normandy.r14_bridges import WATER
from adjudicator.citation import rule
from maps.board import Board, Edge

__all__ = ["Lanes", "Priced", "lanes"]

_WHOLE = 6 * terms.MP  # what takes a whole Movement Allowance takes a whole line
_CLOSED = frozenset({"cliff", "sea"})
_RATES = {"highway": 2, "primary": 3}  # 7.3.2, whatever the weather and the enemy

Priced = Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True)
class Lanes:
    """Steps of lines over the land hexes of a board, with the bridges that stand now.

    Parameters
    ----------
    around
        Hex -> hexes beside it over no unbridged water.
    onward, backward
        Hex -> those with the cost of the step from it, and of the step into it, in sixths of an MP.
    wet
        Hex -> hexes beyond unbridged water beside it, with the cost of the step there.

    Examples
    --------
    >>> lanes(Board([], []), frozenset(), frozenset()).around
    {}
    """

    around: Mapping[str, tuple[str, ...]]
    onward: Priced
    backward: Priced
    wet: Priced


@rule("7.3.2", "14.1", "14.2.1")
@functools.lru_cache(maxsize=16)
def lanes(board: Board, down: frozenset[str], built: frozenset[str]) -> Lanes:
    """The steps of a board while some bridges are destroyed and others are built.

    Parameters
    ----------
    board
        The board.
    down, built
        Ids of the hexsides whose bridge is destroyed, and of those that an HQ bridges.

    Returns
    -------
    Lanes
    """
    return _patched(board, down, built) if down or built else _Making(board).lanes()


class _Making:
    """Lanes in the making: prices of hexes and hexsides are looked up once."""

    def __init__(self, board: Board) -> None:
        rows, sides = chart()["terrain"], chart()["hexside"]
        price = {k: _WHOLE if r.flag("whole") else r.number("infantry") for k, r in rows.items()}
        land = [s for s in board.spaces.values() if s.kind == "hex" and s["terrain"] != "sea"]
        self.enter = {s.id: price[str(s["terrain"] or "clear")] for s in land}
        self.level = {s.id: int(s["level"] or 0) for s in land}
        self.side = {k: _WHOLE if r.flag("whole") else r.number("infantry") for k, r in sides.items()}
        self.climb, self.board = sides["uphill"].number("infantry"), board

    def off_road(self, edge: Edge, frm: str, to: str) -> int:
        """What a step costs without a road."""
        up = self.climb if self.level[to] > self.level[frm] else 0
        return self.enter[to] + up + self.side[edge.boundary]

    def lanes(self) -> Lanes:
        """The lanes with every printed bridge standing."""
        onward: dict[str, list[tuple[str, int]]] = {here: [] for here in self.enter}
        backward: dict[str, list[tuple[str, int]]] = {here: [] for here in self.enter}
        wet: dict[str, list[tuple[str, int]]] = {}
        for edge in self.board.edges.values():
            a, b = edge.a, edge.b
            if a not in onward or b not in onward or edge.boundary in _CLOSED:
                continue
            there, back = self.off_road(edge, a, b), self.off_road(edge, b, a)
            if edge.boundary in WATER and not edge.bridge:
                wet.setdefault(a, []).append((b, there))
                wet.setdefault(b, []).append((a, back))
                continue
            if edge.road and (rate := _rate(edge.road)) is not None:
                there = back = rate
            onward[a].append((b, there))
            onward[b].append((a, back))
            backward[b].append((a, there))
            backward[a].append((b, back))
        around = {here: tuple([to for to, _ in steps]) for here, steps in onward.items()}
        return Lanes(around, _fixed(onward), _fixed(backward), _fixed(wet))


def _fixed(steps: Mapping[str, list[tuple[str, int]]]) -> Priced:
    return {here: tuple(found) for here, found in steps.items()}


@functools.cache
def _rate(road: str) -> int | None:
    """What a step along a road costs; None without a rate."""
    if road in _RATES:
        return _RATES[road]
    row = chart()["road"][road]
    return row.number("good") if row.flag("rate") else None


def _patched(board: Board, down: frozenset[str], built: frozenset[str]) -> Lanes:
    """The lanes of all bridges standing, with the hexsides that have changed."""
    whole, making = lanes(board, frozenset(), frozenset()), _Making(board)
    onward, backward, wet = dict(whole.onward), dict(whole.backward), dict(whole.wet)
    around = dict(whole.around)
    for crossing in (*down, *built):
        edge = board.edges.get(crossing)
        if edge is None or edge.boundary not in WATER or not {edge.a, edge.b} <= onward.keys():
            continue
        dry = (edge.bridge and crossing not in down) or crossing in built
        for frm, to in ((edge.a, edge.b), (edge.b, edge.a)):
            cost = making.off_road(edge, frm, to)
            road = _rate(edge.road) if edge.road and dry else None
            onward[frm] = _with(onward[frm], to, (cost if road is None else road) if dry else None)
            backward[to] = _with(backward[to], frm, (cost if road is None else road) if dry else None)
            wet[frm] = _with(wet.get(frm, ()), to, None if dry else cost)
            around[frm] = tuple([other for other, _ in onward[frm]])
    return Lanes(around, onward, backward, wet)


def _with(steps: tuple[tuple[str, int], ...], to: str, cost: int | None) -> tuple[tuple[str, int], ...]:
    """Steps with another price of the one to a hex; None takes it away."""
    kept = tuple([step for step in steps if step[0] != to])
    return kept if cost is None else (*kept, (to, cost))
