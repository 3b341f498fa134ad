"""Section 15: Fortifications, which add to the German DV until the Allies silence them for good."""

from __future__ import annotations

from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, Position, View

__all__ = ["BONUS", "breached", "silence", "stands", "update_fortification"]

BONUS = 2


@rule("15.1")
def stands(view: View, area: str, section: str = "15.1") -> bool:
    """Whether a Fortification protects the Germans in an Area: printed and not eliminated (15.1, 15.2).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> stands(GAME.scenario("d-day"), "omaha-beach")
    True
    """
    if not terms.is_area(view, area) or not view.feature(view.board.spaces[area], "fortified", section):
        return False
    return not view.flag("fortification-destroyed", area) and not breached(view, area)


@rule("15.2")
def breached(view: View, area: str) -> bool:
    """Whether the Fortification of an Area ends by what stands there now (15.2).

    Allied control ends it, and so does an Allied unit that contests the Area Spent but not Disrupted. A unit
    that Coastal Artillery made Spent while landing does not count in that landing (example 4).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> breached(GAME.scenario("d-day"), "omaha-beach")
    False
    """
    if terms.control_side(view, area) == terms.ALLIED:
        return True
    allies = terms.friends(view, area, terms.ALLIED)
    if any(p.status == terms.SPENT and not view.flag("interdicted", p.uid) for p in allies):
        return True
    standing = (p.uid for p in allies if p.status == terms.FRESH and _ashore_before(view, p))
    fresh = any(not view.flag("interdicted", uid) for uid in standing)
    return fresh and view.option("fresh-unit-and-fortification") == "B"


def _ashore_before(view: View, piece: Piece) -> bool:
    """Whether a unit was in its Area when the impulse began: landing itself opens no breach."""
    return terms.started_in(view, piece) == piece.space


def update_fortification(draft: Draft, area: str) -> None:
    """Keep in mind that a Fortification has ended; call it whenever units in the Area change status (15.2).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("us-4-8", "utah-beach"); draft.set_status("us-4-8", "spent")
    >>> update_fortification(draft, "utah-beach")
    >>> draft.flag("fortification-destroyed", "utah-beach")
    True
    """
    if not terms.is_area(draft, area) or not draft.board.spaces[area].features.get("fortified"):
        return
    if breached(draft, area):
        draft.set("fortification-destroyed", True, area)


@rule("15.2")
def silence(draft: Draft, before: Position) -> None:
    """Keep in mind every Fortification that has ended, whatever ended it; call it after each action (15.2).

    A unit that recovers to Spent at night, or that German fire makes Spent, breaches it as one that has acted
    does. While a decision is pending nothing is settled: the unit may yet have to leave (9.4).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("us-4-8", "utah-beach"); draft.set_status("us-4-8", "spent")
    >>> spent = draft.finish(); later = spent.draft(); later.set_status("us-4-8", "d1")
    >>> silence(later, spent); later.flag("fortification-destroyed", "utah-beach")
    True
    """
    settled = [view for view in (before, draft) if not view.pending]
    for space in draft.board.spaces.values():
        if space.features.get("fortified") and any(breached(view, space.id) for view in settled):
            draft.set("fortification-destroyed", True, space.id)
