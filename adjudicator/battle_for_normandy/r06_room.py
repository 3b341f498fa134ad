"""Section 6.1 and 6.3 for the search of ways: whether one unit finds room in a hex, answered quickly."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r06_stacking import LIMIT, faults, is_special, load_of
from adjudicator.citation import rule
from adjudicator.position import Piece, View

__all__ = ["fits", "mixes"]


@rule("6.1", "6.3")
def fits(view: View, space: str, piece: Piece) -> bool:
    """Whether a unit could stay in a hex with the friendly units there now."""
    load = load_of(view, piece.side).get(space)
    if piece.space == space:
        return not faults(view, space, piece.side)
    if load is None:
        features = view.board.spaces[space].features
        lone = view.text("entrenchment", space) != "ready" and not features.get("queue")
        return lone or not faults(view, space, piece.side, adding=(piece.uid,))
    group = terms.group_of(piece.printed)
    same = piece.side == terms.GERMAN or load.groups == {group}
    if same and load.plain and not is_special(view, piece):
        over = load.points + terms.stacking_value(view, piece) - LIMIT
        if over <= 0 or over > 1 or group != terms.COMMONWEALTH:
            return over <= 0
    return not faults(view, space, piece.side, adding=(piece.uid,))


@rule("6.3")
def mixes(view: View, space: str, piece: Piece) -> bool:
    """Whether US and Commonwealth units would stand together in a hex if a unit joined those there."""
    load = load_of(view, piece.side).get(space)
    group = terms.group_of(piece.printed)
    return load is not None and {terms.US, terms.COMMONWEALTH} <= {*load.groups, group}
