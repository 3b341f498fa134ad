"""Section 13: where one unit may go in a Regroup Phase, or why it may not go there."""

from __future__ import annotations

from adjudicator.actions import Action
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r06_moment import moment
from adjudicator.breakout_normandy.r13_regrouping import Regroup, RegroupLand
from adjudicator.citation import rule
from adjudicator.game import look
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.ruling import Ruling

__all__ = ["PHASES", "regroup_ruling", "regroupings"]

PHASES = frozenset({"regroup-german", "regroup-allied"})


@rule("6.5", "13")
def regroupings(position: Position, uid: str, to: str = "") -> dict[str, Action]:
    """Where a unit may go when its side regroups, with the action that takes it there.

    Parameters
    ----------
    to
        One space; by default every one around it.

    Returns
    -------
    dict
        Id of a space -> the action.
    """
    piece, there = position.pieces[uid], moment(position, Regroup(uid, to))
    around = [to] if to else [other for _, other in position.board.neighbours(piece.space)]
    found: dict[str, Action] = {}
    for space in [*around, *([] if to else [terms.OFFSHORE])]:
        ways = _ways(position, uid, space)
        legal = next((way for way in ways if not look(there, way).violations), None)
        if legal is not None:
            found[space] = legal
    return found


def _ways(position: Position, uid: str, space: str) -> tuple[Action, ...]:
    """Actions that would take a unit to a space, the bridge before the river beside it."""
    edge = position.board.edge(position.pieces[uid].space, space)
    if edge is not None and edge.boundary == "landing":
        return (RegroupLand((uid,)),)
    return (Regroup(uid, space), Regroup(uid, space, river=True))


@rule("6.5", "13")
def regroup_ruling(position: Position, uid: str, to: str = "", *, strict: bool = False) -> Ruling:
    """Say where a unit may regroup, or of one space whether and why not.

    Parameters
    ----------
    position, uid, to, strict
        As in `regroupings`; ``strict`` refuses assumptions.
    """
    found, name = regroupings(position, uid, to), position.board.name
    there, title = moment(position, Regroup(uid, to)), position.pieces[uid].printed.title
    inquiry = Inquiry(there, strict=strict)
    inquiry.note("13", f"in the Regroup Phase {title} goes one Area at most, Fresh or not")
    if to:
        looked = look(there, found.get(to, _ways(position, uid, to)[0]), strict=strict)
        inquiry.steps += looked.steps
        inquiry.violations += looked.violations
    else:
        inquiry.steps += [
            step for way in found.values() for step in look(there, way).steps if step.rule == "7.6"
        ]
    places = ", ".join(map(name, found)) or "nowhere"
    may = "may" if to in found or not to else "may not"
    verdict = f"{title} {may} regroup to {name(to) if to else places}."
    destinations = [{"space": s, "river": isinstance(w, Regroup) and w.river} for s, w in found.items()]
    return inquiry.ruling(
        f"legal {uid}" + (f" --to {to}" if to else ""), verdict, {"destinations": destinations}
    )
