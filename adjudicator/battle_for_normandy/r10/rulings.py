"""Sections 5.2 and 10.1 to 10.8 told step by step: allowance, reach, the cost of a path, slipping through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r10 import cost as costs
from adjudicator.battle_for_normandy.r10 import steps
from adjudicator.battle_for_normandy.r10 import strategic as r10_strategic
from adjudicator.battle_for_normandy.r10.allowance import allowance
from adjudicator.battle_for_normandy.r10.closed import near_enemies
from adjudicator.battle_for_normandy.r10.movement import check_path, standing_faults
from adjudicator.battle_for_normandy.r10.reach import Reach, reach, refusals
from adjudicator.battle_for_normandy.r18.march_rulings import arrivals
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Ruling, Violation
from adjudicator.showing import against, costing

__all__ = [
    "allowance_ruling",
    "alternative",
    "answer_reach",
    "cost_ruling",
    "reach_ruling",
    "reachers_ruling",
    "slip_ruling",
    "strategic_ruling",
]


def alternative(view: View, found: Reach, target: str) -> str:
    """The destination nearest to a hex that cannot be reached.

    Returns
    -------
    str
        Empty when there is none.
    """
    spaces = view.board.spaces
    if target not in spaces or not terms.is_hex(spaces[target]):
        return ""
    return min(found.destinations, key=lambda h: (terms.distance(h, target), found.cost(h), h), default="")


# --- allowance --------------------------------------------------------------------------------------------


@rule("7.5", "10.3", "10.5", "10.7", "11.2")
def allowance_ruling(position: State, uid: str, *, strict: bool = False) -> Ruling:
    """Answer how many Movement Points a unit has now, and whether it may move at all."""
    inquiry, piece = Inquiry(position, strict=strict), position.pieces[uid]
    points = allowance(inquiry, piece)
    for section, text in standing_faults(inquiry, piece):
        inquiry.refuse(section, text, units=(uid,))
    can = "" if not inquiry.violations else ", but may not move"
    answer = {"mp": points, "moves": not inquiry.violations}
    return inquiry.ruling(f"allowance {uid}", f"{piece.printed.title} has {points} MPs{can}.", answer)


# --- reach ------------------------------------------------------------------------------------------------


@rule("10.1")
def reach_ruling(position: State, uid: str, *, to: str = "", strict: bool = False) -> Ruling:
    """Answer where a unit can go, or whether and how it reaches one hex.

    Parameters
    ----------
    to
        Id of the hex wished for; empty for all of them.
    """
    inquiry = Inquiry(position, strict=strict)
    asked = f"legal {uid}" + (f" --to {to}" if to else "")
    return answer_reach(inquiry, position.pieces[uid], reach(position, uid), to=to, asked=asked)


@rule("10.1")
def answer_reach(inquiry: Inquiry, piece: Piece, found: Reach, *, to: str, asked: str) -> Ruling:
    """Answer with what a search found.

    Parameters
    ----------
    to
        Id of the hex wished for; empty for all of them.
    """
    name, mover = piece.printed.title, found.mover
    for section, text in standing_faults(inquiry, piece):
        inquiry.refuse(section, text, units=(piece.uid,))
    if inquiry.violations or mover is None:
        return inquiry.ruling(asked, f"{name} may not move so.", _plain(inquiry, Reach(None, found.ways)))
    if to:
        verdict = _one(inquiry, found, mover, to)
    else:
        steps.begin(inquiry, mover.pieces, strategic=mover.strategic)
        verdict = _all(inquiry, found, name)
    return inquiry.ruling(asked, verdict, _plain(inquiry, found))


def _all(inquiry: Inquiry, found: Reach, name: str) -> str:
    board = inquiry.board
    _read_prices(inquiry, found)
    for space in found.destinations:
        way = " - ".join(map(board.name, found.path(space)))
        inquiry.steps.append(costing("10.1", board.name(space), costs.mps(found.cost(space)), f": {way}"))
    for space in found.crowded:
        more = ", but overfull as units stand"
        inquiry.steps.append(costing("6.2", board.name(space), costs.mps(found.cost(space)), more))
    for space, faults in refusals(inquiry, found).items():
        inquiry.steps += against(board.name(space), faults)
    count = len(found.destinations)
    return f"{name} reaches {count} {'hex' if count == 1 else 'hexes'}."


def _read_prices(inquiry: Inquiry, found: Reach) -> None:
    """Name the reconstructed costs on which the ways rest."""
    assert found.mover is not None  # noqa: S101 - the caller looked
    for space, before in found.ways.before.items():
        edge = inquiry.board.edge(before, space)
        price = edge and costs.price_of(inquiry.state, edge, before, space, found.mover.kinds[0])
        if price:
            costs.cite_price(inquiry, price)


def _one(inquiry: Inquiry, found: Reach, mover: steps.Mover, to: str) -> str:
    board, name = inquiry.board, terms.titles(mover.pieces)
    if to in found.destinations or to in found.crowded:
        done = check_path(inquiry, mover.pieces, found.path(to), strategic=mover.strategic)
        return f"{name} reaches {board.name(to)} for {costs.mps(done.used)}."
    inquiry.violations.extend(refusals(inquiry.state, found).get(to, ()))
    for section, text in r21_part.faults(inquiry, to) if not inquiry.violations else ():
        inquiry.refuse(section, text, spaces=[to])
    if not inquiry.violations:
        text = f"{board.name(to)} is too far for {costs.mps(mover.mp)}"
        inquiry.refuse("10.1", text, units=mover.uids, spaces=(to,))
    nearest = alternative(inquiry, found, to)
    instead = f" It gets as near as {board.name(nearest)}." if nearest else ""
    return f"{name} does not reach {board.name(to)}.{instead}"


def _plain(view: View, found: Reach) -> dict[str, Any]:
    places = [{"space": s, "sixths": found.cost(s), "path": list(found.path(s))} for s in found.destinations]
    refused = {s: [str(f) for f in faults] for s, faults in refusals(terms.state_of(view), found).items()}
    points = found.mover.mp // terms.MP if found.mover else 0
    return {"mp": points, "destinations": places, "crowded": list(found.crowded), "refused": refused}


@rule("10.1")
def reachers_ruling(
    position: State, to: str, side: str, *, how: str = "move", strict: bool = False
) -> Ruling:
    """Answer which units of a side can move to a hex, with cost and path, and what bars those next to it.

    Parameters
    ----------
    how
        ``march`` or ``hop`` in the segments of June 6, else ``move``.
    """
    inquiry, answer = Inquiry(position, strict=strict), dict[str, Any]()
    if how != "move":
        return _on_june_6(inquiry, to, side, how)
    for uid, piece in sorted(position.pieces.items()):
        if piece.side != side or standing_faults(position, piece):
            continue
        found = reach(position, uid)
        if to in found.destinations or to in found.crowded:
            answer[uid] = {"sixths": found.cost(to), "path": list(found.path(to))}
            inquiry.steps.append(costing("10.1", piece.printed.title, costs.mps(found.cost(to))))
        elif found.mover is not None and terms.distance(piece.space, to) <= 1:
            inquiry.steps += against(piece.printed.title, _first_step(position, found.mover, to))
    return _reachers(inquiry, to, side, answer)


def _reachers(inquiry: Inquiry, to: str, side: str, answer: dict[str, Any]) -> Ruling:
    count, name = len(answer), inquiry.board.name(to)
    if not inquiry.steps:
        inquiry.note("10.1", f"no {side} unit has a way to {name}, and none stands next to it")
    verdict = f"{count} {side} {'unit reaches' if count == 1 else 'units reach'} {name}."
    return inquiry.ruling(f"reach {to}", verdict, answer)


@rule("17.5", "18.3.2", "18.6")
def _on_june_6(inquiry: Inquiry, to: str, side: str, how: str) -> Ruling:
    """Which units come to a hex in a segment of June 6."""
    answer = dict[str, Any]()
    for uid, (cost, path) in arrivals(inquiry.state, to, side, how).items():
        answer[uid] = {"sixths": cost, "path": list(path)}
        names = " - ".join(map(inquiry.board.name, path))
        inquiry.note("18.6" if how == "march" else "18.3.2", f"{inquiry.pieces[uid].printed.title}: {names}")
    return _reachers(inquiry, to, side, answer)


def _first_step(position: State, mover: steps.Mover, to: str) -> tuple[Violation, ...]:
    return steps.leg(position, mover, to).faults


# --- Strategic Movement -----------------------------------------------------------------------------------


@rule("10.8", "11.3.2")
def strategic_ruling(position: State, uid: str, *, to: str = "", strict: bool = False) -> Ruling:
    """Answer where a unit gets by Strategic Movement, or whether it gets to one hex.

    Parameters
    ----------
    to
        Id of the hex wished for; empty for all of them.
    """
    inquiry, piece = Inquiry(position, strict=strict), position.pieces[uid]
    for section, text in r10_strategic.start_faults(inquiry, piece):
        inquiry.refuse(section, text, units=(uid,), spaces=(piece.space,))
    asked = f"strategic {uid}" + (f" --to {to}" if to else "")
    if to in near_enemies(inquiry, piece.side):
        text = f"{position.board.name(to)} is within three hexes of an enemy"
        inquiry.refuse("10.8", text, units=(uid,), spaces=(to,))
    if r10_strategic.marks(inquiry, piece.side):
        inquiry.note("10.8", "German units that use it in AM or PM bear a marker")
    return answer_reach(inquiry, piece, r10_strategic.strategic_reach(position, uid), to=to, asked=asked)


# --- a path -----------------------------------------------------------------------------------------------


@rule("5.2", "10.1", "10.2", "10.6")
def cost_ruling(
    position: State,
    uids: Sequence[str],
    path: Sequence[str],
    *,
    strategic: bool = False,
    strict: bool = False,
) -> Ruling:
    """Answer step by step what a path costs units, or what forbids it.

    Parameters
    ----------
    path
        Ids of the hexes entered; where the first is no neighbour it is where they begin.
    """
    inquiry, way = Inquiry(position, strict=strict), list(path)
    pieces = [position.pieces[u] for u in uids]
    if len(way) > 1 and way[0] != pieces[0].space and way[0] not in terms.neighbours(pieces[0].space):
        pieces = [Piece(p.printed, way[0], p.status) for p in pieces]
    if way[0] == pieces[0].space:
        way = way[1:]
    prices, mover = list[dict[str, Any]](), steps.begin(inquiry, pieces, strategic=strategic)
    for to in way:
        leg = steps.leg(inquiry, mover, to)
        inquiry.violations.extend(leg.faults)
        prices.append({"space": to, "sixths": leg.cost, "legal": not leg.faults})
        mover = leg.after
    names, used = " - ".join(map(position.board.name, way)) or "standing still", mover.used
    if not inquiry.violations:
        inquiry.note("10.1", f"{costs.mps(used)} of {costs.mps(mover.mp)} are used")
    said = "is closed" if inquiry.violations else f"costs {costs.mps(used)} of {costs.mps(mover.mp)}"
    answer = {"legal": not inquiry.violations, "sixths": used, "steps": prices}
    return inquiry.ruling(f"cost {' '.join((*uids, *path))}", f"{names} {said}.", answer)


@rule("5.2")
def slip_ruling(position: State, uid: str, to: str = "", *, strict: bool = False) -> Ruling:
    """Answer into which hexes a trapped company may slip from EZOC to EZOC, or why not into one of them.

    Parameters
    ----------
    to
        Id of the hex; empty for every hex around.
    """
    inquiry, piece = Inquiry(position, strict=strict), position.pieces[uid]
    here, side, title, name = piece.space, piece.side, piece.printed.title, position.board.name
    if not zones.in_ezoc(position, here, side):
        inquiry.note("5.2", f"{name(here)} is in no EZOC: {title} moves on as it likes")
    elif zones.is_trapped(position, piece):
        inquiry.note("5.2", f"{title} is trapped: only EZOCs lie around {name(here)}")
    into = [to] if to else [n for _, n in position.board.neighbours(here) if zones.in_ezoc(position, n, side)]
    good, mover = list[str](), steps.begin(inquiry, [piece])
    for space in into:
        faults = steps.leg(position, mover, space).faults
        good += [] if faults else [space]
        if to:
            inquiry.violations.extend(faults)
        inquiry.steps += against(name(space), () if to else faults)
    names = ", ".join(map(name, good)) or "no hex"
    return inquiry.ruling(f"slip {uid}", f"{title} may slip into {names}.", {"into": good})
