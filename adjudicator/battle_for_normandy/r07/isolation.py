"""Sections 7.5 and 12.4: units that trace no line of any length to a corps HQ, or to any source."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.combat import CORPS_LANDING
from adjudicator.battle_for_normandy.r07.lines import Flood, flood
from adjudicator.battle_for_normandy.r07.sources import BEACHHEAD, sources
from adjudicator.battle_for_normandy.r07.tracing import corps_flood, decreed
from adjudicator.citation import rule
from adjudicator.position import Draft, State, View

__all__ = ["relieve", "traces_to_corps", "traces_to_source"]


@rule("7.5o", "12.4o")
def traces_to_corps(view: View, uid: str) -> bool:
    """Whether a unit traces a line of any length, all other rules kept, to a corps HQ of its side.

    Returns
    -------
    bool
        True where supply is decreed.
    """
    piece = view.pieces[uid]
    known = decreed(view, piece)
    if known is not None:
        return bool(known.why)
    side = piece.side
    joined = terms.derived(view, f"corps-lines:{side}", lambda state: _corps_lines(state, side))
    return piece.space in joined


def _corps_lines(state: State, side: str) -> Flood:
    """Hexes joined to corps HQs, or to the Beachheads that stand in for them."""
    ends = {hq.space for hq in terms.corps_hqs(state, side)}
    if side == terms.ALLIED and state.number("date") < CORPS_LANDING:
        ends |= {s.space for s in sources(state, side).values() if s.kind == BEACHHEAD}
    return flood(state, side, sorted(ends))


@rule("18.9.4", "20.7")
def traces_to_source(view: View, uid: str) -> bool:
    """Whether a unit traces a line of any length to a Supply Source."""
    piece = view.pieces[uid]
    known = decreed(view, piece)
    return bool(known.why) if known is not None else piece.space in corps_flood(view, piece.side)


@rule("7.5o", "12.4o")
def relieve(draft: Draft) -> None:
    """Take Isolated markers off units that trace to a corps HQ again."""
    for uid in draft.subjects("isolated"):
        if draft.flag("isolated", uid) and uid in draft.pieces and traces_to_corps(draft, uid):
            draft.set("isolated", False, uid)
