"""Section 10.8: Strategic Movement along Highways, far from every enemy."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r10.closed import near_enemies
from adjudicator.battle_for_normandy.r10.reach import Reach, reach
from adjudicator.battle_for_normandy.r10.steps import Mover
from adjudicator.battle_for_normandy.r14_bridges import WATER, passable
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault

__all__ = ["HIGHWAY", "check", "marks", "start_faults", "strategic_reach", "uses_highway"]

HIGHWAY = "highway"


@rule("10.8", "11.3.2")
def marks(view: View, side: str) -> bool:
    """Whether units of a side that use Strategic Movement now bear a marker: Germans in AM and PM."""
    return side == terms.GERMAN and view.text("time") != "night"


@rule("10.8")
def start_faults(view: View, piece: Piece) -> list[Fault]:
    """Why a unit may not use Strategic Movement from where it stands.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    title, found = piece.printed.title, list[Fault]()
    if not in_supply(view, piece.uid):
        found.append(Fault("10.8", f"{title} is out of supply: no Strategic Movement"))
    if piece.space in near_enemies(view, piece.side):
        found.append(Fault("10.8", f"{title} stands within three hexes of an enemy"))
    return found


@rule("10.8")
def uses_highway(view: View, path: Sequence[str]) -> bool:
    """Whether a path, its start included, follows a Highway over some hexside."""
    for frm, to in itertools.pairwise(path):
        edge = view.board.edge(frm, to)
        if edge is not None and edge.road == HIGHWAY and (edge.boundary not in WATER or passable(view, edge)):
            return True
    return False


@rule("10.8")
def strategic_reach(view: View, uid: str) -> Reach:
    """Every hex that a unit reaches by Strategic Movement: by a way that follows a Highway for a part."""
    found = reach(view, uid, strategic=True)
    if found.mover is None:
        return found
    start = found.mover.start
    good, crowded = (
        tuple([s for s in spaces if uses_highway(view, (start, *found.path(s)))])
        for spaces in (found.destinations, found.crowded)
    )
    return Reach(found.mover, found.ways, good, crowded)


@rule("10.8")
def check(inquiry: Inquiry, pieces: Sequence[Piece], mover: Mover) -> None:
    """Check that units use Strategic Movement as they may, once their path was looked at."""
    for piece in pieces:
        for section, text in start_faults(inquiry, piece):
            inquiry.refuse(section, text, units=(piece.uid,))
    if not mover.raced and not inquiry.violations:
        inquiry.refuse("10.8", "the path follows no Highway at the rate of Strategic Movement")
    if marks(inquiry, pieces[0].side) and not inquiry.violations:
        inquiry.note("10.8", "the units bear a Strategic Movement marker")
