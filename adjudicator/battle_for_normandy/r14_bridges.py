"""Sections 10.6 and 14.0: whether a bridge stands, and which HQ bridges a river for one mechanized unit."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from maps.board import Edge

__all__ = ["WATER", "blown", "bridging_hq", "bridging_hqs", "passable"]

WATER = frozenset({"stream", "major-river"})


@rule("10.6", "14.1", "14.2")
def passable(view: View, edge: Edge) -> bool:
    """Whether a bridge is printed on a hexside and stands.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> from maps.board import Board
    >>> passable(GAME.empty(Board([], [])), Edge("c2913", "c3014", "major-river", bridge=True))
    True
    """
    return edge.bridge and not view.flag("blown", edge.id)


@rule("14.1")
def blown(view: View) -> frozenset[str]:
    """Ids of the hexsides whose bridge is destroyed, computed once for each position."""
    return terms.derived(view, "blown", _blown)


def _blown(state: State) -> frozenset[str]:
    return frozenset(e for e in state.subjects("blown") if state.flag("blown", e))


@rule("14.2.1")
def bridging_hqs(view: View) -> dict[str, tuple[Piece, ...]]:
    """HQs that bridge a river or stream for one mechanized unit and have not served one in this turn.

    Returns
    -------
    dict
        Id of the hexside -> HQs.
    """
    return terms.derived(view, "bridging-hqs", _bridging)


def _bridging(state: State) -> dict[str, tuple[Piece, ...]]:
    found: dict[str, tuple[Piece, ...]] = {}
    for uid in state.subjects("bridging"):
        edge, piece = state.text("bridging", uid), state.pieces.get(uid)
        if piece is None or not edge or piece.space not in edge.split("/"):
            continue
        if not state.flag("bridge-used", uid):
            found[edge] = (*found.get(edge, ()), piece)
    return found


@rule("14.2.1")
def bridging_hq(view: View, edge: Edge, side: str) -> Piece | None:
    """The HQ of a side that still takes a mechanized unit over a hexside in this turn."""
    return next((p for p in bridging_hqs(view).get(edge.id, ()) if p.side == side), None)
