"""Sections 17.3, 17.5, 18.3 and 18.6 told: how far a unit goes on June 6, whatever its Movement Allowance."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r10.allowance import allowance
from adjudicator.battle_for_normandy.r10.cost import mps
from adjudicator.battle_for_normandy.r17 import airborne as r17_airborne
from adjudicator.battle_for_normandy.r18 import german_movement as r18_german_movement
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State
from adjudicator.ruling import Fault, Ruling
from adjudicator.showing import costing

__all__ = ["allowance_ruling", "arrivals", "cost_ruling", "reach_ruling", "reaches"]

MARCH, HOP = "march", "hop"
_FAR = 18  # hexes: three MPs on a road cost a sixth each at the least
Ways = dict[str, tuple[int, tuple[str, ...]]]


def _standing(inquiry: Inquiry, piece: Piece, how: str) -> None:
    """Refuse what forbids a unit to move at all in the segment."""
    if how == MARCH:
        found = r18_german_movement.may_march(inquiry, piece)
    else:
        section, title = _section(inquiry, how), piece.printed.title
        able = r17_airborne.can_step(inquiry, piece)
        found = [] if able else [Fault(section, f"{title} is no Allied unit on land that moves now")]
        if able and inquiry.flag("moved", piece.uid):
            found.append(Fault(section, f"{title} has moved its one hex"))
    for section, text in found:
        inquiry.refuse(section, text, units=[piece.uid])


def _section(inquiry: Inquiry, how: str) -> str:
    phase = inquiry.text("phase")
    if how == MARCH:
        return "17.5" if phase == "reaction-movement" else "18.6"
    return "17.3" if phase == "airborne-movement" else "18.3.2"


def reaches(state: State, piece: Piece, how: str, *, strategic: bool = False) -> Ways:
    """Every hex to which a unit can go in the segment, with cost and path."""
    if how == MARCH:
        return dict(r18_german_movement.reach(state, piece, strategic=strategic))
    near = [n for _, n in state.board.neighbours(piece.space)]
    return {n: (0, (n,)) for n in near if not r17_airborne.step_faults(state, piece.uid, n)}


@rule("17.3", "17.5", "18.3.2", "18.6")
def arrivals(state: State, to: str, side: str, how: str) -> Ways:
    """Units of a side that can go to a hex in the segment, with cost and path."""
    found = Ways()
    for uid, piece in sorted(state.pieces.items()):
        near = piece.side == side and terms.on_map(state, piece) and terms.distance(piece.space, to) <= _FAR
        inquiry = Inquiry(state)
        if near:
            _standing(inquiry, piece, how)
        if near and not inquiry.violations and to in (ways := reaches(state, piece, how)):
            found[uid] = ways[to]
    return found


@rule("17.3", "17.5", "18.3.2", "18.6", "20.2.1")
def allowance_ruling(state: State, piece: Piece, how: str, *, strict: bool = False) -> Ruling:
    """Answer how many Movement Points a unit has in a segment of June 6, and whether it may move at all.

    Parameters
    ----------
    how
        ``march`` for German units, ``hop`` for the one hex of Allied units.
    """
    inquiry, title = Inquiry(state, strict=strict), piece.printed.title
    _standing(inquiry, piece, how)
    can = "" if not inquiry.violations else ", but may not move"
    moves = not inquiry.violations
    if how == HOP:
        inquiry.note(_section(inquiry, how), "Allied units on land move one hex, whatever its cost")
        verdict = f"{title} has one hex in this segment{can}."
        return inquiry.ruling(f"allowance {piece.uid}", verdict, {"mp": 0, "hexes": 1, "moves": moves})
    points = allowance(inquiry, piece, supplied=True)
    return inquiry.ruling(
        f"allowance {piece.uid}", f"{title} has {points} MPs{can}.", {"mp": points, "moves": moves}
    )


@rule("17.3", "17.5", "18.3.2", "18.6", "20.2.1")
def reach_ruling(
    state: State, piece: Piece, how: str, to: str = "", *, strategic: bool = False, strict: bool = False
) -> Ruling:
    """Answer where a unit can go in a segment of June 6, or whether it reaches one hex.

    Parameters
    ----------
    state, piece, how, strict
        As in `allowance_ruling`.
    to
        The hex wished for; empty for all of them.
    """
    inquiry, title, name = Inquiry(state, strict=strict), piece.printed.title, state.board.name
    asked = f"legal {piece.uid}" + (f" --to {to}" if to else "")
    _standing(inquiry, piece, how)
    ways = Ways() if inquiry.violations else reaches(state, piece, how, strategic=strategic)
    places = [{"space": s, "sixths": cost, "path": list(path)} for s, (cost, path) in ways.items()]
    answer = {"mp": _points(state, piece, how), "destinations": places, "crowded": [], "refused": {}}
    if inquiry.violations:
        return inquiry.ruling(asked, f"{title} may not move so.", answer)
    if to and to not in ways:
        _why_not(inquiry, piece, how, to, ways, strategic=strategic)
        return inquiry.ruling(asked, f"{title} does not reach {name(to)}.", answer)
    section = _section(inquiry, how)
    for space, (cost, path) in ways.items():
        if to in {"", space}:
            more = f": {' - '.join(map(name, path))}"
            inquiry.steps.append(costing(section, name(space), _price(how, cost), more))
    if to:
        return inquiry.ruling(asked, f"{title} reaches {name(to)} for {_price(how, ways[to][0])}.", answer)
    return inquiry.ruling(
        asked, f"{title} reaches {len(ways)} {'hex' if len(ways) == 1 else 'hexes'}.", answer
    )


def _points(state: State, piece: Piece, how: str) -> int:
    return r18_german_movement.allowance(state, piece) // terms.MP if how == MARCH else 0


def _price(how: str, cost: int) -> str:
    if how == HOP:
        return "its one hex"
    return "all its MPs" if cost >= r10_cost.WHOLE // 2 else mps(cost)


def _why_not(
    inquiry: Inquiry, piece: Piece, how: str, to: str, ways: Ways, *, strategic: bool = False
) -> None:
    """Refuse a hex with the reasons of the way to it that has the fewest."""
    if how == HOP:
        found = r17_airborne.step_faults(inquiry, piece.uid, to)
    else:
        ends = {piece.space: (), **{space: path for space, (_, path) in ways.items()}}
        last = [path for space, path in ends.items() if to in terms.neighbours(space)]
        tried = [
            r18_german_movement.march_step(inquiry, piece, path, to, strategic=strategic) for path in last
        ]
        found = min(tried, key=len, default=[])
    for section, text in found:
        inquiry.refuse(section, text, units=[piece.uid], spaces=[to])
    if not found:
        points = mps(r18_german_movement.allowance(inquiry, piece))
        inquiry.refuse(
            _section(inquiry, how), f"{inquiry.board.name(to)} is too far for {points}", spaces=[to]
        )


@rule("17.3", "17.5", "18.3.2", "18.6", "20.2.1")
def cost_ruling(
    state: State,
    piece: Piece,
    path: Sequence[str],
    how: str,
    *,
    strategic: bool = False,
    strict: bool = False,
) -> Ruling:
    """Answer what a path costs a unit in a segment of June 6, or what forbids it.

    Parameters
    ----------
    state, piece, how, strict
        As in `allowance_ruling`.
    """
    inquiry, names = Inquiry(state, strict=strict), " - ".join(map(state.board.name, path))
    _standing(inquiry, piece, how)
    cost, prices = 0, []
    for number, to in enumerate(path):
        if how == MARCH:
            faults = r18_german_movement.march_step(inquiry, piece, path[:number], to, strategic=strategic)
            cost = r18_german_movement.path_cost(inquiry, piece, path[: number + 1], strategic=strategic)
        else:
            faults = r17_airborne.step_faults(inquiry, piece.uid, to)
        for section, text in faults:
            inquiry.refuse(section, text, units=[piece.uid], spaces=[to])
        prices.append({"space": to, "sixths": cost, "legal": not faults})
    said = "is closed" if inquiry.violations else f"costs {_price(how, cost)}"
    answer = {"legal": not inquiry.violations, "sixths": cost, "steps": prices}
    return inquiry.ruling(f"cost {piece.uid} {' '.join(path)}", f"{names} {said}.", answer)
