"""Sections 8.41 to 8.45: every step that the map allows a class of units, in tables for searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.citation import rule
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six.r08_cost import BAN, Class, chart, off_road_cost, road_cost
from adjudicator.position import State, View
from adjudicator.silence import kept
from maps.board import Board

__all__ = ["Way", "river_table", "step_table", "table_of"]

Way = tuple[str, int, int, int]  # hex entered; cheapest, off-road and road cost in half MPs


@kept(maxsize=64)
def step_table(board: Board, kind: Class, out: frozenset[str]) -> Mapping[str, tuple[Way, ...]]:
    """Every step from hex to hex that the printed map allows a class of units, with its costs.

    Parameters
    ----------
    out
        Hexes that are out of play.

    Returns
    -------
    mapping
        Hex -> ways, made once for each board and each part of it.
    """
    return {
        s.id: _into_play(_ways(board, s.id, kind, frozenset(), frozenset()), out)
        for s in board.spaces.values()
        if terms.is_hex(s)
    }


def _ways(
    board: Board, space: str, kind: Class, blown: frozenset[str], pontoons: frozenset[str]
) -> Iterator[Way]:
    if board.spaces[space]["terrain"] == "sea":
        return
    for edge, to in board.neighbours(space):
        if edge.boundary == "landing" or not terms.is_hex(board.spaces[to]):
            continue
        bridged = (edge.bridge and edge.id not in blown) or edge.id in pontoons
        other = off_road_cost(board, edge, to, kind, bridged=bridged)
        paved = road_cost(board, edge, to, kind, bridged=bridged)
        if min(other, paved) < BAN:
            best = paved if paved < BAN and not kind.choice else min(paved, other)
            yield to, best, other, paved


def _into_play(ways: Iterator[Way], out: frozenset[str]) -> tuple[Way, ...]:
    return tuple([way for way in ways if way[0] not in out])


def table_of(view: View, kind: Class) -> Mapping[str, tuple[Way, ...]]:
    """The steps of `step_table` with the bridges that stand now.

    Returns
    -------
    mapping
        Computed once for each position.
    """
    return terms.derived(view, f"steps:{kind}", lambda state: _patched(state, kind))


@rule("20.45", "20.52")
def _patched(state: State, kind: Class) -> Mapping[str, tuple[Way, ...]]:
    board, out = state.board, r01_part.outside(state)
    table = step_table(board, kind, out)
    blown = frozenset(e for e in state.subjects("blown") if state.flag("blown", e))
    pontoons = frozenset(e for e in state.subjects("pontoon") if state.flag("pontoon", e))
    ends = {end for id_ in blown | pontoons if (edge := board.edges.get(id_)) for end in (edge.a, edge.b)}
    if not ends:
        return table
    changed = {end: _into_play(_ways(board, end, kind, blown, pontoons), out) for end in ends}
    return {**table, **changed}


@kept(maxsize=16)
def river_table(board: Board, kind: Class, out: frozenset[str]) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Steps over Major Rivers with half MPs of an Assisted River Crossing, made once for each board.

    Parameters
    ----------
    out
        Hexes that are out of play.

    Returns
    -------
    mapping
        Hex -> (hex beyond, half MPs).
    """
    found: dict[str, list[tuple[str, int]]] = {}
    over = chart(board)["hexside"]["major-river"].number(kind.column)
    for edge in board.edges.values():
        if edge.boundary != "major-river":
            continue
        for frm, to in ((edge.a, edge.b), (edge.b, edge.a)):
            ground = chart(board)["terrain"][str(board.spaces[to]["terrain"] or "clear")]
            closed = ground.text("off_road")
            if to not in out and closed != "all" and not (closed == "armor" and kind.armor):
                found.setdefault(frm, []).append((to, over + ground.number(kind.column)))
    return {space: tuple(ways) for space, ways in found.items()}
