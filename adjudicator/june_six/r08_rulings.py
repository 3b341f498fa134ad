"""Sections 8.1 to 8.4 told step by step: allowance, reach, Strategic Movement, who reaches a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r07_activation, terms
from adjudicator.june_six import r08_cost as costs
from adjudicator.june_six import r08_steps as steps
from adjudicator.june_six import r08_strategic as strategic
from adjudicator.june_six.r08_attrition import is_in_effect, loss_chance
from adjudicator.june_six.r08_landing import waiting_faults
from adjudicator.june_six.r08_movement import check_mover, crowded
from adjudicator.june_six.r08_reach import Reach, reach, refusals
from adjudicator.plural import many
from adjudicator.position import Piece, Position, View
from adjudicator.ruling import Ruling, Violation
from adjudicator.showing import against, costing

__all__ = ["alternative", "price_ruling", "reach_ruling", "reachers", "reachers_ruling", "strategic_ruling"]


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
    hexes = [d for d in found.destinations if d in spaces and terms.is_hex(spaces[d])]
    return min(hexes, key=lambda h: (terms.distance(h, target), found.cost(h), h), default="")


# --- movement ---------------------------------------------------------------------------------------------


def reach_ruling(position: Position, uid: str, *, to: str = "", strict: bool = False) -> Ruling:
    """Answer where a unit can go, or whether and how it reaches one space.

    Parameters
    ----------
    to
        Id of the space wished for; empty for all of them.
    """
    inquiry = Inquiry(position, strict=strict)
    piece = position.pieces[uid]
    found, name = reach(position, uid), piece.printed.title
    _check_standing(inquiry, piece, found)
    stands = bool(inquiry.violations)
    if stands:
        found = Reach(found.mover, {}, ())
    refused = refusals(position, found) if found.ways else {}
    if stands:
        verdict = f"{name} may not move."
    else:
        steps.begin(inquiry, piece)
        verdict = _one(inquiry, found, piece, to) if to else _all(inquiry, found, name, refused)
    asked = f"legal {uid}" + (f" --to {to}" if to else "")
    return inquiry.ruling(asked, verdict, _plain(found, refused))


@rule("8.11", "8.22", "10.31")
def _check_standing(inquiry: Inquiry, piece: Piece, found: Reach) -> None:
    """Why a unit may not move at all; that it is not active now does not count."""
    check_mover(inquiry, piece.uid, activation=False)
    waiting = waiting_faults(inquiry, piece)
    for section, text in waiting:
        inquiry.refuse(section, text, units=(piece.uid,))
    failed = f"{piece.printed.title} does not move from {inquiry.board.name(piece.space)}"
    inquiry.require("8.11", bool(waiting) or found.mover is not None, "", failed, units=(piece.uid,))


def _all(inquiry: Inquiry, found: Reach, name: str, refused: Mapping[str, tuple[Violation, ...]]) -> str:
    board = inquiry.board
    _read_prices(inquiry, found)
    for space in found.destinations:
        way = " - ".join(map(board.name, found.path(space)))
        inquiry.steps.append(costing("8.11", board.name(space), costs.mp(found.cost(space)), f": {way}"))
    for space, faults in refused.items():
        inquiry.steps += against(board.name(space), faults)
    count = len(found.destinations)
    here = found.mover.piece.space if found.mover is not None else ""
    place = f", in {board.name(here)}," if here in board.spaces else ""
    return f"{name}{place} reaches {count} {'space' if count == 1 else 'spaces'}."


def _read_prices(inquiry: Inquiry, found: Reach) -> None:
    """Name the reconstructed costs on which the ways rest."""
    for space, (_, before) in found.ways.items():
        edge = inquiry.board.edge(before, space)
        if edge is not None and edge.boundary != "landing" and found.mover is not None:
            kind = found.mover.kind
            price = costs.price(inquiry, edge, space, kind) or costs.unpaved(inquiry, edge, space, kind)
            costs.cite_price(inquiry, price, kind)


def _one(inquiry: Inquiry, found: Reach, piece: Piece, to: str) -> str:
    board, name = inquiry.board, piece.printed.title
    if to in found.destinations:
        mover = steps.begin(inquiry.state, piece)
        for space in found.path(to):
            mover = steps.leg(inquiry, mover, space).after
        return f"{name} reaches {board.name(to)} for {costs.mp(mover.used)}."
    if to in crowded(inquiry.state, piece, found):
        inquiry.note("9.11", f"the stack in {board.name(to)} is full: another unit makes room at once")
        return f"{name} reaches {board.name(to)} for {costs.mp(found.cost(to))} if another unit leaves it."
    inquiry.violations.extend(refusals(inquiry, found, to).get(to, ()))
    for section, text in r01_part.faults(inquiry, to) if not inquiry.violations else ():
        inquiry.refuse(section, text, spaces=(to,))
    if not inquiry.violations:
        text = f"{board.name(to)} is too far for {costs.mp(found.mover.mp if found.mover else 0)}"
        inquiry.refuse("8.12", text, spaces=(to,))
    nearest = alternative(inquiry, found, to)
    instead = f" It gets as near as {board.name(nearest)}." if nearest else ""
    return f"{name} does not reach {board.name(to)}.{instead}"


def _plain(found: Reach, refused: Mapping[str, tuple[Violation, ...]]) -> dict[str, Any]:
    places = [{"space": s, "half_mp": found.cost(s), "path": list(found.path(s))} for s in found.destinations]
    reasons = {space: [str(fault) for fault in faults] for space, faults in refused.items()}
    points = found.mover.mp // 2 if found.mover else 0
    return {"mp": points, "destinations": places, "refused": reasons}


@rule("8.41", "8.42", "8.45", "8.46")
def price_ruling(position: Position, uid: str, frm: str, to: str, *, strict: bool = False) -> Ruling:
    """Answer what one step costs a unit that begins its movement in a hex, or what forbids it."""
    inquiry, piece = Inquiry(position, strict=strict), position.pieces[uid]
    mover = steps.begin(inquiry, Piece(piece.printed, frm, piece.status))
    leg = steps.leg(inquiry, mover, to)
    inquiry.violations.extend(leg.faults)
    name = f"{position.board.name(frm)} - {position.board.name(to)}"
    said = f"costs {piece.printed.title} {costs.mp(leg.cost)}" if not leg.faults else "is closed"
    answer = {"legal": not leg.faults, "half_mp": leg.cost}
    return inquiry.ruling(f"cost {uid} {frm} {to}", f"{name} {said}.", answer)


@rule("8.11", "8.12")
def reachers_ruling(position: Position, to: str, side: str, *, strict: bool = False) -> Ruling:
    """Answer which units of a side can move to a space, each with its cost, and what bars those next to it.

    Parameters
    ----------
    side
        Whose units; only the active ones, if the position names any of the side.
    """
    inquiry, name, answer = Inquiry(position, strict=strict), position.board.name(to), dict[str, Any]()
    for piece in _askable(position, side):
        uid, probe = piece.uid, Inquiry(position)
        found = reach(position, uid)
        _check_standing(probe, piece, found)
        if not probe.violations and to in found.destinations:
            answer[uid] = {"half_mp": found.cost(to), "path": list(found.path(to))}
            inquiry.steps.append(costing("8.11", piece.printed.title, costs.mp(found.cost(to))))
        elif not probe.violations and found.mover is not None:
            inquiry.steps += against(piece.printed.title, refusals(position, found, to).get(to, ()))
    count = len(answer)
    if not inquiry.steps:
        inquiry.note("8.11", f"no {side} unit that may be asked has a way to {name}")
    verdict = f"{count} {side} {'unit reaches' if count == 1 else 'units reach'} {name}."
    return inquiry.ruling(f"reach {to}", verdict, answer)


def _askable(position: Position, side: str) -> list[Piece]:
    """Units of a side that could move: the active ones, if the position names any of the side."""
    known = (u for u in position.subjects("active") if position.flag("active", u))
    active = {u for u in known if u in position.pieces and position.pieces[u].side == side}
    pieces = [piece for _, piece in sorted(position.pieces.items()) if piece.side == side]
    acting = r07_activation.acting(position, [piece.uid for piece in pieces]) if active else ()
    return [piece for piece in pieces if not active or piece.uid in acting]


@rule("8.11", "8.12")
def reachers(position: Position, to: str, side: str) -> Iterator[str]:
    """Units of a side that can move to a space.

    Parameters
    ----------
    position, to, side
        As in `reachers_ruling`.

    Yields
    ------
    str
        Ids, sorted.
    """
    for piece in _askable(position, side):
        probe, found = Inquiry(position), reach(position, piece.uid)
        _check_standing(probe, piece, found)
        if not probe.violations and to in found.destinations:
            yield piece.uid


# --- Strategic Movement -----------------------------------------------------------------------------------


@rule("8.23", "8.24", "8.31")
def strategic_ruling(position: Position, uid: str, *, to: str = "", strict: bool = False) -> Ruling:
    """Answer where a unit can go by Strategic Movement, or whether and how it reaches one hex.

    Parameters
    ----------
    to
        Id of the hex wished for; empty for all of them.
    """
    inquiry, piece = Inquiry(position, strict=strict), position.pieces[uid]
    name, found = piece.printed.title, strategic.strategic_reach(position, uid)
    check_mover(inquiry, uid, "8.23", activation=False)
    strategic.check_start(inquiry, piece)
    if inquiry.violations:
        verdict, found = f"{name} may not use Strategic Movement.", {}
    elif to:
        verdict = _strategic_one(inquiry, piece, to)
    else:
        verdict = f"{name} reaches {many(len(found), 'hex')} by Strategic Movement."
        for space, way in found.items():
            inquiry.steps.append(costing("8.23", position.board.name(space), costs.mp(way.half)))
    _note_attrition(inquiry, piece)
    plain = [{"space": s, "half_mp": way.half, "path": list(way.path)} for s, way in found.items()]
    points = strategic.allowance(position, piece, strategic=True)
    attrition = str(loss_chance(position)) if piece.side == terms.GERMAN else "0"
    asked = f"strategic {uid}" + (f" --to {to}" if to else "")
    return inquiry.ruling(asked, verdict, {"mp": points, "destinations": plain, "attrition": attrition})


def _strategic_one(inquiry: Inquiry, piece: Piece, to: str) -> str:
    name, found = piece.printed.title, strategic.strategic_reach(inquiry, piece.uid)
    if to in found:
        strategic.check_path(inquiry, piece, found[to].path)
        way = " - ".join(map(inquiry.board.name, found[to].path))
        return f"{name} reaches {inquiry.board.name(to)} for {costs.mp(found[to].half)}: {way}."
    for section, text in [*r01_part.faults(inquiry, to), *strategic.hex_bans(inquiry, piece, to)]:
        inquiry.refuse(section, text, units=(piece.uid,), spaces=(to,))
    if not inquiry.violations:
        points = 2 * strategic.allowance(inquiry, piece, strategic=True)
        text = f"no open road leads {name} to {inquiry.board.name(to)} within {costs.mp(points)}"
        inquiry.refuse("8.23", text, units=(piece.uid,), spaces=(to,))
    return f"{name} does not reach {inquiry.board.name(to)} by Strategic Movement."


@rule("8.31")
def _note_attrition(inquiry: Inquiry, piece: Piece) -> None:
    if piece.side != terms.GERMAN or inquiry.violations:
        return
    if is_in_effect(inquiry):
        chance = loss_chance(inquiry)
        inquiry.note("8.31", f"its formation loses a step with a chance of {chance}")
    else:
        inquiry.note("4.12", "there is no Strategic Movement Attrition in this weather")
