"""Sections 9.63 to 9.66 and 20.1: into which Areas a defender may retreat, by the priorities of the book."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r08_steps import BRIDGE_LIMIT, WATER, bridge_room
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from maps.board import Edge

__all__ = [
    "NEVER",
    "boundary_fault",
    "destinations",
    "explain",
    "is_full",
    "priority",
    "takes_bridge",
    "why_not",
]

NEVER = "coastal-artillery"


@rule("8.371", "9.63A", "20.1")
def takes_bridge(view: View, piece: Piece, edge: Edge) -> bool:
    """Whether a defender retreats over a boundary by its bridge; infantry crosses its own river beside it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> takes_bridge(d_day, d_day.pieces["ge-21pz-22"], d_day.board.edge("pont-labbe", "valognes"))
    True
    """
    if edge.boundary not in WATER or terms.bridge_state(view, edge) != piece.side:
        return False
    return edge.boundary == "flooded" or piece.printed.type != "infantry"


@rule("8.371", "9.63", "9.63A", "9.63B", "20.1")
def boundary_fault(view: View, piece: Piece, edge: Edge) -> Fault:
    """Why a defender may not retreat over a boundary.

    Returns
    -------
    (section, sentence)
        Both empty when it may.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from maps.board import Edge
    >>> d_day = GAME.scenario("d-day")
    >>> boundary_fault(d_day, d_day.pieces["ge-916"], Edge("approach-omaha", "omaha-beach", "landing"))
    Fault(rule='9.63B', text='units cannot retreat into the sea')
    """
    kind, name = view.boundary(edge, "9.63"), terms.boundary_name(view, edge)
    if kind == "landing":
        return Fault("9.63B", "units cannot retreat into the sea")
    if kind not in {"river", "flooded"}:
        return Fault("", "")
    bridge = terms.bridge_state(view, edge)
    if bridge == piece.side:
        crowded = takes_bridge(view, piece, edge) and not bridge_room(view, edge)
        full = f"five units have used the bridge {name} in this impulse"
        return Fault("8.371", full) if crowded else Fault("", "")
    if bridge and bridge != "destroyed":
        return Fault("9.63B", f"the bridge {name} is the enemy's")
    if kind == "flooded":
        return Fault("9.63B", f"{name} is Flooded and has no bridge")
    if terms.river_holder(view, edge) != piece.side:
        return Fault("9.63B", f"the river {name} is the enemy's")
    if piece.printed.type != "infantry":
        return Fault("9.63A", f"only infantry retreats over the river {name} without a bridge")
    return Fault("", "")


@rule("9.63C", "9.64B", "9.64C", "9.64D")
def _rank(view: View, piece: Piece, space: str) -> tuple[int, int]:
    """Rank of a retreat Area, best first; the second number is that of enemy neighbours of a Free Area."""
    if is_full(view, piece, space):
        return (3, 0)
    if terms.is_free(view, space, piece.side):
        return (0, _enemy_neighbours(view, space, piece.side))
    return (1, 0) if terms.control_side(view, space) == piece.side else (2, 0)


def priority(view: View, piece: Piece, space: str) -> str:
    """Section of the priority that a retreat Area has (9.64).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> priority(d_day, d_day.pieces["ge-916"], "grandcamp")
    '9.64A'
    """
    return "9.64" + "ABCD"[_rank(view, piece, space)[0]]


@rule("9.64A", "14.1")
def _enemy_neighbours(view: View, space: str, side: str) -> int:
    """How many neighbours the enemy controls."""
    kinds = {"area", "zone"} if view.option("retreat-counts-zones") == "A" else {"area"}
    around = (other for _, other in view.board.neighbours(space))
    return sum(
        1 for s in around if view.board.spaces[s].kind in kinds and terms.control_side(view, s) != side
    )


@rule("7.1", "9.63D", "16.13")
def is_full(view: View, piece: Piece, space: str) -> bool:
    """Whether ten friendly units are in an Area already; Zones are never full (7.1, 7.2).

    Parameters
    ----------
    view, piece, space
        The position, a unit that would join them, and the space.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> is_full(d_day, d_day.pieces["ge-916"], "grandcamp")
    False
    """
    return terms.is_area(view, space) and len(terms.friends(view, space, piece.side)) >= r07.LIMIT


def _bars_corps(view: View, piece: Piece, space: str) -> bool:
    """Whether another Corps Artillery unit keeps this one out, even on its way (16.13)."""
    if not piece.printed.corps or not terms.is_area(view, space):
        return False
    return any(p.printed.corps for p in terms.friends(view, space, piece.side) if p.uid != piece.uid)


@rule("9.63", "9.63C", "9.66")
def why_not(view: View, piece: Piece, space: str, edge: Edge, avoid: Sequence[str] = ()) -> Fault:
    """Why a defender may not retreat into an adjacent space, priorities apart.

    Parameters
    ----------
    view, piece, space, edge
        The position, the unit, the space, and the boundary to it.
    avoid
        Spaces that this retreat has passed.

    Returns
    -------
    (section, sentence)
        Both empty when it may.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> edge = d_day.board.edge("omaha-beach", "grandcamp")
    >>> why_not(d_day, d_day.pieces["ge-916"], "grandcamp", edge)[1]
    ''
    """
    fault = boundary_fault(view, piece, edge)
    if fault[0]:
        return fault
    name = view.board.name(space)
    if terms.is_uncontested_enemy_controlled(view, space, piece.side):
        return Fault("9.63C", f"{name} is enemy-controlled and Uncontested")
    if _bars_corps(view, piece, space):
        return Fault("16.13", f"{name} holds Corps Artillery already")
    if is_full(view, piece, space) and not _way_on(view, piece, space, (*avoid, piece.space)):
        return Fault("9.63D", f"{name} is fully stacked and leads nowhere")
    return Fault("", "")


def _way_on(view: View, piece: Piece, space: str, avoid: Sequence[str]) -> bool:
    """Whether a retreat can go on from a full Area until it finds room (9.66)."""
    passed = (*avoid, space)
    return any(
        other not in passed and not why_not(view, piece, other, edge, passed)[0]
        for edge, other in view.board.neighbours(space)
    )


@rule("9.64", "9.64A", "9.65")
def destinations(view: View, piece: Piece, avoid: Sequence[str] = ()) -> tuple[str, ...]:
    """Areas into which a defender may retreat now, by priority (9.64).

    Parameters
    ----------
    avoid
        Spaces that this retreat has passed already (9.66).

    Returns
    -------
    tuple of str
        Ids; empty when it cannot retreat.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> destinations(d_day, d_day.pieces["ge-vierville"])
    ()
    """
    if piece.printed.type == NEVER:
        return ()
    open_to = [
        other
        for edge, other in view.board.neighbours(piece.space)
        if other not in avoid and not why_not(view, piece, other, edge, avoid)[0]
    ]
    if len(open_to) < 2:
        return tuple(open_to)
    ranks = {space: _rank(view, piece, space) for space in open_to}
    best = min(ranks.values())
    return tuple(s for s in open_to if ranks[s] == best)


@rule("9.6", "9.61", "9.63", "9.64")
def explain(inquiry: Inquiry, piece: Piece, to: str, avoid: Sequence[str] = ()) -> None:
    """Record why a defender may or may not retreat to a space.

    Parameters
    ----------
    piece, to, avoid
        The unit, the space, and the spaces passed.
    """
    name, title, board = inquiry.board.name(to), piece.printed.title, inquiry.board
    if piece.printed.type == NEVER:
        inquiry.refuse("8.373", f"{title} is Coastal Artillery and never retreats", units=[piece.uid])
        return
    edge = board.edge(piece.space, to)
    if edge is None:
        text = f"{name} is not adjacent to {board.name(piece.space)}"
        inquiry.refuse("9.65", text, units=[piece.uid], spaces=[to])
        return
    section, text = why_not(inquiry, piece, to, edge, avoid)
    if section or to in avoid:
        back = f"{title} cannot go back to {name}"
        inquiry.refuse(section or "9.66", text or back, units=[piece.uid], spaces=[to])
        return
    allowed = destinations(inquiry, piece, avoid)
    inquiry.note("9.63", f"nothing bars the way to {name}")
    if takes_bridge(inquiry, piece, edge):
        room = bridge_room(inquiry, edge)
        inquiry.note("8.371", f"the bridge has room for {room} of {BRIDGE_LIMIT} units", room)
    if len(allowed) > 1:
        inquiry.note("9.64", f"equal in priority: {', '.join(board.name(s) for s in allowed)}")
    better = ", ".join(board.name(s) for s in allowed)
    inquiry.require(
        priority(inquiry, piece, allowed[0]) if allowed else "9.64",
        to in allowed,
        f"{name} is a retreat Area of the highest priority",
        f"{title} must rather retreat to {better}",
        units=[piece.uid],
        spaces=[to],
    )
