"""What if: units brought into an Area before a question about combat there is answered."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position
from adjudicator.ruling import Ruling

__all__ = ["brought_in"]


def brought_in(
    position: Position, units: Sequence[str], area: str, *, strict: bool = False
) -> tuple[Position, Ruling]:
    """Move units that are elsewhere into an Area by their cheapest way, as the impulse would.

    Parameters
    ----------
    position
        The position.
    units
        Ids; those in the Area already stay as they are.
    area
        Id of the Area.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    (Position, Ruling)
        The position with them there, and how they came, or why they cannot come.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> after, how = brought_in(GAME.scenario("d-day"), ["ge-1-919"], "utah-beach")
    >>> after == GAME.scenario("d-day"), how.steps
    (True, ())
    """
    inquiry = Inquiry(position, strict=strict)
    elsewhere = [u for u in units if position.pieces[u].space != area]
    if not elsewhere:
        return position, inquiry.ruling("enter", "")
    from adjudicator.breakout_normandy import r08_reach
    from adjudicator.breakout_normandy.r08_movement import enter, split

    draft = _active(position, elsewhere)
    for uid in _leaders_first(position, elsewhere):
        ruling = r08_reach.reach_ruling(draft.finish(), uid, to=area)
        inquiry.steps += ruling.steps
        inquiry.violations += ruling.violations
        found = r08_reach.reach(draft, uid).destinations.get(area)
        at = position.pieces[uid].space
        for element in found.path if found else ():
            to, river = split(element)
            edge = draft.board.edge(at, to)
            if edge is not None:
                enter(draft, uid, edge, to, river=river)
            at = to
        if found is None:
            draft.place(uid, area)
    return draft.finish(), inquiry.ruling("enter", "")


def _leaders_first(position: Position, units: Sequence[str]) -> list[str]:
    return sorted(units, key=lambda u: not position.pieces[u].printed.is_point)


def _active(position: Position, units: Sequence[str]) -> Draft:
    """The position with the units' spaces active, as the question supposes."""
    draft = position.draft()
    draft.set("side", position.pieces[units[0]].side)
    if draft.text("phase") == "daylight" and not draft.text("impulse-type"):
        draft.set("impulse-type", "assault")
        for uid in units:
            draft.set("active", 1, position.pieces[uid].space)
    return draft
