"""Sections 2.4 and 11.1: which hexes lie in the ZOC of a side, and which of them nobody contests."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r08_cost import bridge_stands
from adjudicator.position import State, View
from adjudicator.silence import kept
from maps.board import Board, Edge

__all__ = [
    "explain_zoc",
    "extends",
    "in_enemy_zoc",
    "projectors",
    "shaded",
    "uncontested",
    "zoc_of",
]


@rule("11.1")
def extends(view: View, edge: Edge, side: str) -> tuple[bool, str]:
    """Whether the ZOC of a side reaches over a hexside.

    Returns
    -------
    (bool, str)
        The answer, and what stops it.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Board
    >>> extends(GAME.empty(Board([], [])), Edge("e1940", "e2040", "major-river"), "german")
    (True, '')
    """
    if edge.boundary == "landing":
        return False, f"no ZOC of the {side.capitalize()} side reaches into a box"
    if view.option("zoc-rivers") == "A":
        return True, ""
    if edge.boundary == "major-river" and not bridge_stands(view, edge):
        return False, "a Major River without a bridge lies between"
    if edge.boundary in {"cliff", "sea"}:
        return False, f"a {edge.boundary} hexside lies between"
    return True, ""


def zoc_of(view: View, side: str) -> Mapping[str, tuple[str, ...]]:
    """Hexes in the ZOC of a side, each with the hexes from which it is projected, sorted.

    Returns
    -------
    mapping
        Computed once for each position.
    """
    return terms.derived(view, f"zoc:{side}", lambda state: _zoc(state, side))


@rule("2.4", "11.1")
def _zoc(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    around, free = _around(state.board), state.option("zoc-rivers") == "A"
    able = {p.space for p in state.pieces.values() if p.printed.side == side and terms.has_zoc(p.printed)}
    found: dict[str, list[str]] = {}
    for origin in sorted(able):
        for edge, other in around.get(origin, ()):
            if free or extends(state, edge, side)[0]:
                found.setdefault(other, []).append(origin)
    return {hexagon: tuple(origins) for hexagon, origins in found.items()}


@kept(maxsize=8)
def _around(board: Board) -> Mapping[str, tuple[tuple[Edge, str], ...]]:
    """Every hex with its hexsides and the hexes beyond; no ZOC reaches into a box."""
    return {
        s.id: tuple([(e, o) for e, o in board.neighbours(s.id) if e.boundary != "landing"])
        for s in board.spaces.values()
        if terms.is_hex(s)
    }


@rule("11.1")
def shaded(view: View, origin: str, edge: Edge, _side: str) -> str:
    """Whether a module that knows no position shows a ZOC beyond a hexside: empty always, ``x`` never.

    Else what decides it where ZOCs do not cross what units cannot: ``=`` a bridge that is printed, ``~`` one
    that is built, with the hexside; ``-`` nothing.
    """
    to = view.board.spaces[edge.other(origin)]
    if edge.boundary == "landing" or not terms.is_land(to):
        return "x"
    if edge.boundary == "major-river":
        return f"{'=' if edge.bridge else '~'} {edge.id}"
    return "-" if edge.boundary in {"cliff", "sea"} else ""


def projectors(view: View, space: str, side: str) -> tuple[str, ...]:
    """Hexes from which the enemy of a side projects a ZOC into a hex."""
    return zoc_of(view, terms.enemy_of(side)).get(space, ())


@rule("11.1")
def in_enemy_zoc(view: View, space: str, side: str) -> bool:
    """Whether a hex is in an enemy ZOC for a side; friendly units there change nothing."""
    return space in zoc_of(view, terms.enemy_of(side))


@rule("5.32", "20.51", "22.31")
def uncontested(view: View, space: str, side: str) -> bool:
    """Whether a hex is in an enemy ZOC that no unit of the side contests by standing there."""
    return in_enemy_zoc(view, space, side) and not terms.friends(view, space, side)


@rule("2.4", "11.1")
def explain_zoc(inquiry: Inquiry, space: str, side: str) -> bool:
    """Say whether a hex is in an enemy ZOC, from where, and what projects none.

    Parameters
    ----------
    space, side
        As in `in_enemy_zoc`.

    Returns
    -------
    bool
        As `in_enemy_zoc`.
    """
    name, enemy = inquiry.board.name, terms.enemy_of(side)
    for edge, other in inquiry.board.neighbours(space):
        able = terms.friends(inquiry, other, enemy) if terms.is_hex(inquiry.board.spaces[other]) else ()
        projecting = [p for p in able if terms.has_zoc(p.printed)]
        if able and not projecting:
            inquiry.note("2.4", f"{terms.titles(able)} in {name(other)}: Combat Support, no ZOC")
        elif able:
            reaches, why = extends(inquiry, edge, enemy)
            text = f"the ZOC of {terms.titles(projecting)} in {name(other)}"
            said = f"extends into {name(space)}" if reaches else f"does not reach {name(space)}: {why}"
            inquiry.note("11.1", f"{text} {said}")
    if inquiry.flag("dp", space) or any(inquiry.flag("dp", n) for _, n in inquiry.board.neighbours(space)):
        inquiry.note("19.1", "a Delay Point exerts no ZOC")
    return in_enemy_zoc(inquiry, space, side)
