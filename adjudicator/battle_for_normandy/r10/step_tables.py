"""Sections 10.2 and 10.6: every step that the map allows a class of units, in tables for searches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r10.cost import TRAFFIC, WHOLE, Class, Price, ground, price
from adjudicator.battle_for_normandy.r14_bridges import blown
from adjudicator.citation import rule
from adjudicator.hexreach import LazyTable, Step, Table
from adjudicator.position import State, View
from adjudicator.silence import kept
from maps.board import Board

__all__ = ["HALF", "both", "patch_of", "step_table", "traffic_hexes", "whole_steps"]

HALF = WHOLE >> 1  # stands for half of the MA, as `WHOLE` for all of it
_SLOW = frozenset({"bocage", "forest"})


@kept(maxsize=64)
def step_table(board: Board, kind: Class, out: frozenset[str] = frozenset()) -> Table:
    """Every step from hex to hex that the printed map allows a class of units, with its cost in sixths.

    Parameters
    ----------
    out
        Hexes that are out of play.

    Returns
    -------
    mapping
        Hex -> steps; those that take the whole MA cost `WHOLE` or more, half of it `HALF`. Worked out hex by
        hex, once for each board.
    """
    none = frozenset[str]()
    return LazyTable(lambda space: _into_play(_steps(board, space, kind, none, none), out))


def _into_play(steps: Iterable[Step], out: frozenset[str]) -> tuple[Step, ...]:
    return tuple([(to, cost) for to, cost in steps if to not in out])


def _steps(
    board: Board, space: str, kind: Class, down: frozenset[str], crowded: frozenset[str]
) -> Iterator[Step]:
    spaces = board.spaces
    if spaces[space]["terrain"] == "sea":
        return
    for edge, to in board.neighbours(space):
        if spaces[to].kind != "hex":
            continue
        bridged = edge.bridge and edge.id not in down
        found = price(board, edge, space, to, kind, bridged=bridged)
        if found is not None:
            more = TRAFFIC if found.by_road and to in crowded else 0
            yield to, _weight(found) + more


def _weight(found: Price) -> int:
    return HALF if found.half else found.cost


# --- what the position changes ----------------------------------------------------------------------------


@rule("10.2o")
def traffic_hexes(view: View, side: str) -> frozenset[str]:
    """Bocage and Forest hexes with friendly units, which slow road movement; none without the option."""
    if not terms.has_option(view, "10.2o"):
        return frozenset()
    return terms.derived(view, f"traffic:{side}", lambda state: _traffic(state, side))


def _traffic(state: State, side: str) -> frozenset[str]:
    places = dict.fromkeys(
        p.space for p in state.pieces.values() if p.side == side and terms.on_map(state, p)
    )
    return frozenset(space for space in places if ground(state.board, space) in _SLOW)


@rule("10.2", "10.6", "14.1")
def patch_of(view: View, kind: Class, side: str) -> Table:
    """Steps that differ from those of `step_table` now: blown bridges, and crowded roads.

    Returns
    -------
    mapping
        Hex -> all its steps, computed once for each position.
    """
    return terms.derived(view, f"patch:{kind}:{side}", lambda state: _patch(state, kind, side))


def _patch(state: State, kind: Class, side: str) -> Mapping[str, tuple[Step, ...]]:
    board, down, crowded = state.board, blown(state), traffic_hexes(state, side)
    out = r21_part.outside(state)
    beside = (end for id_ in sorted(down) if (edge := board.edges.get(id_)) for end in (edge.a, edge.b))
    ends = dict.fromkeys(
        (*beside, *(other for space in sorted(crowded) for _, other in board.neighbours(space)))
    )
    hexes = (end for end in ends if board.spaces[end].kind == "hex")
    return {end: _into_play(_steps(board, end, kind, down, crowded), out) for end in hexes}


@rule("10.1")
def both(tables: tuple[tuple[Table, Table], ...]) -> Table:
    """The steps that are open to several classes at once, at the cost of the slowest.

    Parameters
    ----------
    tables
        Table and patch of each class.

    Returns
    -------
    mapping
        Worked out hex by hex.

    Examples
    --------
    >>> both((({"a": (("b", 6), ("c", 6))}, {}), ({"a": (("b", 12),)}, {})))["a"]
    (('b', 12),)
    """

    def steps(space: str) -> tuple[Step, ...]:
        first, *others = [dict(patch[space] if space in patch else table[space]) for table, patch in tables]
        common = [to for to in first if all(to in other for other in others)]
        return tuple([(to, max(first[to], *(o[to] for o in others))) for to in common])

    return LazyTable(steps)


@rule("10.6", "10.3")
def whole_steps(table: Table, patch: Table, start: str, most: int) -> Iterator[Step]:
    """Steps out of a hex that cost more than there is, which are open as the only step of a move.

    Parameters
    ----------
    most
        Sixths of an MP that are left for the step.

    Yields
    ------
    (str, int)
        Hex and what the table says.
    """
    for to, cost in patch[start] if start in patch else table[start]:
        if cost > most:
            yield to, cost
