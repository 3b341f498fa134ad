"""Section 8.0 answered: where units can go, at what price, and whether they reach one space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from adjudicator import search
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Piece, Position, State, View
from adjudicator.ruling import Entry, Ruling
from adjudicator.showing import closed
from adjudicator.silence import Missing
from adjudicator.storm_over_normandy import r07_unit_actions, r08_steps, terms
from adjudicator.storm_over_normandy.r08_reach import Reach, reach, refusals, round_trip, tried

__all__ = ["alternative", "reach_ruling"]


def alternative(view: View, found: Reach, target: str) -> str:
    """The destination nearest to a space that cannot be reached.

    Returns
    -------
    str
        Empty when there is none.
    """
    if target not in view.board.spaces:
        return ""

    def around(node: str, _: int) -> list[search.Try[str, None]]:
        return [search.Try(to) for _, to in view.board.neighbours(node)]

    near = search.reach(target, around).arrivals
    known = [d for d in found.destinations if d in near]
    return min(known, key=lambda d: (near[d].cost, found.cost(d), d), default="")


@rule("8.0", "7.1", "2.1.1")
def _check_standing(inquiry: Inquiry, pieces: Sequence[Piece]) -> bool:
    """Why units may not move at all; that it is not their impulse does not count."""
    r07_unit_actions.require_together(inquiry, pieces)
    for piece in pieces:
        failed = f"{piece.printed.title} is a strongpoint and does not move"
        moves = not terms.is_strongpoint(piece.printed)
        inquiry.require("2.1.1", moves, "", failed, units=(piece.uid,))
    return not inquiry.violations


@rule("13.0")
def _require_control(position: Position, found: Reach, to: str) -> None:
    """Ask who controls the Areas that a position does not tell of, where another answer hangs on it."""
    silent = [a.id for a in terms.areas(position) if _is_unsaid(position, a.id)]
    if not silent:
        return
    draft = position.draft()
    for area in silent:
        draft.set("control", position.pieces[found.units[0]].side, area)
    other, known = reach(draft.finish(), found.units), set(found.destinations)
    asked = [to] if to else other.destinations
    cheaper = [
        s for s in asked if s in other.destinations and (s not in known or other.cost(s) < found.cost(s))
    ]
    needed = [area for area in silent if any(area in other.path(s) for s in cheaper)]
    if needed:
        raise Missing(replace(position.silence("control", area), needed=True) for area in needed)


def _is_unsaid(state: State, area: str) -> bool:
    """Whether neither a fact nor the units in an Area tell who controls it."""
    told = state.raw("control", area) is not UNKNOWN
    return not told and len({p.side for p in state.units_in(area)}) != 1


def reach_ruling(position: Position, uids: Sequence[str], *, to: str = "", strict: bool = False) -> Ruling:
    """Answer where units can go together, or whether and how they reach one space.

    Parameters
    ----------
    to
        Id of the space wished for; empty for all of them.

    Raises
    ------
    KeyError
        There is no such unit.
    PositionError
        The answer hangs on the control of an Area that the position does not tell of.
    """
    inquiry = Inquiry(position, strict=strict)
    pieces = [position.pieces[uid] for uid in uids]
    name = ("the stack " if len(pieces) > 1 else "") + terms.titles(pieces)
    asked = f"legal {' '.join(uids)}" + (f" --to {to}" if to else "")
    if not _check_standing(inquiry, pieces):
        if to and terms.is_one_stack(inquiry, pieces):
            inquiry.violations.extend(refusals(inquiry, reach(position, uids)).get(to, ()))
        return inquiry.ruling(asked, f"{_first(name)} may not move.")
    found = reach(position, uids)
    _require_control(position, found, to)
    verdict = _one(inquiry, found, pieces, to) if to else _all(inquiry, found, pieces)
    return inquiry.ruling(asked, f"{_first(name)} {verdict}", _plain(position, found, to))


def _first(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _all(inquiry: Inquiry, found: Reach, pieces: Sequence[Piece]) -> str:
    """Every destination with its way, every other space with what bars it."""
    board = inquiry.board
    for space in found.destinations:
        way = " - ".join(map(board.name, found.path(space)))
        name, cost = board.name(space), str(found.cost(space))
        with inquiry.under("8.0", f"{name} for {cost}: {way}", entry=Entry("cost", name, cost)):
            r08_steps.check_path(inquiry, pieces, found.path(space))
    against: dict[tuple[str, str], list[str]] = {}
    for space, faults in refusals(inquiry, found).items():
        for fault in faults:
            reason = fault.text.removeprefix(f"{board.name(space)} is ")
            against.setdefault((fault.rule, reason), []).append(board.name(space))
    for (section, reason), names in against.items():
        inquiry.steps.append(closed(section, ", ".join(names), reason))
    count = len(found.destinations)
    return f"reaches {count} {'space' if count == 1 else 'spaces'}."


def _one(inquiry: Inquiry, found: Reach, pieces: Sequence[Piece], to: str) -> str:
    """The way to one space, or the reasons against it and the nearest other one."""
    board = inquiry.board
    if to in found.destinations:
        cost = r08_steps.check_path(inquiry, pieces, found.path(to))
        return f"reaches {board.name(to)} for {cost} of {many(found.points, 'movement point')}."
    if to == pieces[0].space and (trip := round_trip(inquiry, found)):
        cost = r08_steps.check_path(inquiry, pieces, trip.path)
        return f"comes back to {board.name(to)} for {cost} of {many(found.points, 'movement point')}."
    inquiry.violations.extend(refusals(inquiry, found).get(to, ()))
    _show(inquiry, pieces, tried(inquiry, found, to))
    if not inquiry.violations:
        here = to == pieces[0].space
        why = f"it stands in {board.name(to)} already" if here else f"no move leads to {board.name(to)}"
        inquiry.refuse("8.0", why, spaces=(to,))
    nearest = alternative(inquiry, found, to)
    instead = f" It gets as near as {board.name(nearest)}." if nearest else ""
    return f"does not reach {board.name(to)}.{instead}"


def _show(inquiry: Inquiry, pieces: Sequence[Piece], way: Sequence[str]) -> None:
    """Price a way that is not open, and name the values that it was judged by."""
    look = Inquiry(inquiry.state, strict=inquiry.strict)
    if way and not any(
        _is_unsaid(inquiry.state, area) for area in way if terms.is_area(inquiry.board.spaces[area])
    ):
        r08_steps.check_path(look, pieces, way)
        look.violations.clear()
        inquiry.recall(look)


def _plain(position: Position, found: Reach, to: str) -> dict[str, Any]:
    places = [{"space": s, "cost": found.cost(s), "path": list(found.path(s))} for s in found.destinations]
    if to == position.pieces[found.units[0]].space and (trip := round_trip(position, found)):
        places.append({"space": to, "cost": trip.cost, "path": list(trip.path)})
    refused = {s: [str(f) for f in faults] for s, faults in refusals(position, found).items()}
    return {"points": found.points, "destinations": places, "refused": refused}
