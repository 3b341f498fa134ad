"""Sections 12.5, 12.51 and 12.8 as an answer: the line with its cost from every Depot, or what cuts it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r12_depots import (
    ALLIED_DEPOTS,
    depot_name,
    depot_value,
    depots_tonight,
    on_map,
    placement_faults,
)
from adjudicator.breakout_normandy.r12_lines import depot_line, refit_cost, witness
from adjudicator.breakout_normandy.r12_payment import Bill, Offer, bill_of, offers
from adjudicator.breakout_normandy.r12_sources import beaches, side_of, source_of, source_spaces
from adjudicator.breakout_normandy.r12_supply import Cut, flood, in_supply, trace
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling
from adjudicator.search import Traced

__all__ = ["explain_line", "supply"]

_SIDES = (terms.GERMAN, terms.ALLIED)


def supply(position: Position, subject: str, *, strict: bool = False) -> Ruling:
    """Rule on the supply of one unit, or of every unit of a side.

    Parameters
    ----------
    subject
        Id of a unit, ``german`` or ``allied``.

    Returns
    -------
    Ruling
        A violation for each boundary or Area that cuts a line; the answer holds paths, costs and cuts.

    Raises
    ------
    MalformedAction
        There is no such unit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> ruling = supply(GAME.scenario("d-day"), "ge-2-919")
    >>> ruling.ok, ruling.answer["source"]
    (True, 'cherbourg')
    """
    inquiry = Inquiry(position, strict=strict)
    if subject in _SIDES:
        return _of_side(inquiry, subject)
    if subject not in position.pieces:
        raise MalformedAction(f"there is no unit {subject!r}", "Known besides units: german, allied")
    return _of_unit(inquiry, position.pieces[subject])


# --- one unit -------------------------------------------------------------------------------------------


def _of_unit(inquiry: Inquiry, piece: Piece) -> Ruling:
    name, question = piece.printed.title, f"supply {piece.uid}"
    where = inquiry.board.name(piece.space)
    answer: dict[str, Any] = {"unit": piece.uid, "space": piece.space}
    if not terms.on_map(inquiry, piece.space):
        inquiry.note("12.5", f"{name} is in {where}, off the map, and traces no supply")
        answer["supplied"] = True
        return inquiry.ruling(question, f"{name} needs no supply line in {where}.", answer)
    answer |= explain_line(inquiry, piece.space, terms.nationality(piece))
    if not answer["supplied"]:
        _consequences(inquiry, piece)
        return inquiry.ruling(question, f"{name} is isolated.", answer)
    answer["depots"] = _costs(inquiry, piece)
    way = " - ".join(map(inquiry.board.name, answer["path"]))
    return inquiry.ruling(question, f"{name} is in supply: {way}.", answer)


@rule("12.5", "12.8")
def explain_line(inquiry: Inquiry, space: str, nation: str) -> dict[str, Any]:
    """Record the supply line of a space step by step, or a violation for everything that cuts it.

    Parameters
    ----------
    nation
        ``german``, ``us`` or ``british``.

    Returns
    -------
    dict
        ``supplied``, then ``path``, ``boundaries`` and ``source``, or ``pocket`` and ``cut``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> explain_line(inquiry, "pont-labbe", "us")["supplied"], inquiry.violations[0].rule
    (False, '12.5')
    """
    traced = trace(inquiry, space, nation)
    if traced.found:
        return _explain_path(inquiry, traced.path, nation)
    cuts = list(_cuts(inquiry, traced, space, nation))
    for cut in cuts:
        inquiry.refuse(cut.rule, cut.text, spaces=dict.fromkeys((cut.at, cut.to)))
    _tell_sources(inquiry, nation)
    told = [{"from": c.at, "to": c.to, "rule": c.rule, "why": c.text} for c in cuts]
    return {"supplied": False, "pocket": list(traced.reached.arrivals), "cut": told}


@rule("12.6", "12.7")
def _tell_sources(inquiry: Inquiry, nation: str) -> None:
    """Name the sources of a nation that work."""
    found = [s for s in source_spaces(inquiry, nation) if source_of(inquiry, s, nation)[0]]
    names = ", ".join(map(inquiry.board.name, found)) or "none"
    inquiry.note("12.6" if nation == terms.GERMAN else "12.7", f"sources of supply: {names}")


def _explain_path(inquiry: Inquiry, path: Sequence[str], nation: str) -> dict[str, Any]:
    board = inquiry.board
    section, why, _ = source_of(inquiry, path[-1], nation)
    count = len(path) - 1
    with inquiry.under("12.5", " - ".join(map(board.name, path)) + f": {many(count, 'boundary')}"):
        for number, (at, to) in enumerate(itertools.pairwise(path)):
            inquiry.note("12.5", _how(inquiry, at, to, first=number == 0))
        inquiry.note(section, why)
        _tell_sources(inquiry, nation)
    return {"supplied": True, "path": list(path), "boundaries": count, "source": path[-1]}


def _how(inquiry: Inquiry, at: str, to: str, *, first: bool) -> str:
    """How one boundary of a line is crossed."""
    edge = inquiry.board.edge(at, to)
    assert edge is not None  # noqa: S101 - the line was traced over it
    kind, bridge = inquiry.boundary(edge, "12.5"), edge.bridge and terms.usable_bridge(inquiry, edge)
    line = f"{inquiry.board.name(at)} / {inquiry.board.name(to)}"
    if kind in {"river", "flooded"}:
        if first and not bridge:
            return f"{line}: a river, crossed only to enter the Area being supplied"
        return f"{line}: {kind}, with a friendly bridge"
    return f"{line}: {'an arrow of the Zone' if kind == 'arrow' else 'open ground'}"


@rule("12.5", "12.71")
def _cuts(inquiry: Inquiry, traced: Traced[str, Cut], space: str, nation: str) -> Iterator[Cut]:
    """Every boundary and Area that stops the line, and every source in the pocket that does not count."""
    for refused in traced.cut:
        yield refused.why
        to = refused.to
        if refused.why.rule == "12.5" and terms.control_side(inquiry, to) != side_of(nation):
            yield Cut(refused.at, to, "12.51", f"{inquiry.board.name(to)} is enemy-controlled")
    for beach in beaches(inquiry):
        if beach not in traced.reached.arrivals:
            continue
        name, (section, why, local) = inquiry.board.name(beach), source_of(inquiry, beach, nation)
        if section and local and beach != space:
            yield Cut(beach, beach, section, why)
        elif not section and nation != terms.GERMAN:
            yield Cut(beach, beach, "12.71", f"{name} is no source: another nationality's, or without Depots")


@rule("12.8")
def _consequences(inquiry: Inquiry, piece: Piece) -> None:
    name = piece.printed.title
    if piece.side == terms.GERMAN:
        level = terms.LEVEL[piece.status]
        inquiry.note("12.8", f"{name} makes a Surrender dr against its level", level)
    else:
        inquiry.note("12.8", f"{name} counts neither for a Breakout nor for Victory Points")


# --- what a refit would cost ----------------------------------------------------------------------------


@rule("12.51")
def _costs(inquiry: Inquiry, piece: Piece) -> list[dict[str, Any]]:
    """Cost from every Depot on the map, or where there are none yet from where they could stand."""
    if piece.status == terms.FRESH:
        inquiry.note("12.4", f"{piece.printed.title} is Fresh and has nothing to recover")
        return []
    bill = bill_of(piece)
    placed = bool(on_map(inquiry, piece.side))
    found = offers(inquiry, bill) if placed else list(_possible(inquiry, piece, bill))
    return [_tell(inquiry, one, placed=placed) for one in found]


def _possible(inquiry: Inquiry, piece: Piece, bill: Bill) -> Iterator[Offer]:
    """Offers of Depots that are not placed yet: each Beach's at home, a German one beside the unit."""
    if piece.side == terms.GERMAN:
        places = [("ge-1", piece.space)] if not placement_faults(inquiry, "ge-1", piece.space) else []
    else:
        tonight = [d for d in depots_tonight(inquiry) if ALLIED_DEPOTS[d][1] == bill.nation]
        places = [(d, ALLIED_DEPOTS[d][0]) for d in tonight]
    for depot, area in places:
        line = depot_line(inquiry, area, piece.side, piece.space)
        if line is not None:
            cost = refit_cost(line, inquiry, disrupted=bill.disrupted)
            yield Offer(depot, line, cost, depot_value(inquiry, depot).value)


def _tell(inquiry: Inquiry, one: Offer, *, placed: bool) -> dict[str, Any]:
    area = one.line.path[0]
    where, cost = inquiry.board.name(area), one.cost.value
    said = f"{depot_name(one.depot)} in {where}" if placed else f"with {depot_name(one.depot)} in {where}"
    with inquiry.under("12.51", f"{said}: {cost} of {one.left} points"):
        inquiry.steps.extend(one.cost.steps)
    path = list(one.line.path)
    return {"depot": one.depot, "area": area, "cost": cost, "left": one.left, "path": path, "placed": placed}


# --- a whole side ---------------------------------------------------------------------------------------


@rule("12.5", "12.8")
def _of_side(inquiry: Inquiry, side: str) -> Ruling:
    groups: dict[tuple[str, str], list[Piece]] = {}
    for piece in inquiry.pieces.values():
        if piece.side == side and terms.on_map(inquiry, piece.space):
            groups.setdefault((piece.space, terms.nationality(piece)), []).append(piece)
    supplied: list[dict[str, Any]] = []
    isolated: list[dict[str, Any]] = []
    for (space, nation), pieces in sorted(groups.items()):
        cut = not in_supply(inquiry, pieces[0])
        told = _group(inquiry, space, nation, pieces, cut=cut)
        (isolated if cut else supplied).append(told)
    units = sum(len(group["units"]) for group in isolated)
    verdict = (
        f"{many(units, f'{side} unit is', f'{side} units are')} isolated."
        if units
        else f"Every {side} unit is in supply."
    )
    return inquiry.ruling(
        f"supply {side}", verdict, {"side": side, "supplied": supplied, "isolated": isolated}
    )


def _group(
    inquiry: Inquiry, space: str, nation: str, pieces: Iterable[Piece], *, cut: bool
) -> dict[str, Any]:
    units = sorted(p.uid for p in pieces)
    said = f"{inquiry.board.name(space)}, {nation}: {many(len(units), 'unit')}"
    head = {"space": space, "nation": nation, "units": units}
    if not cut and space in flood(inquiry, nation).toward:
        path = flood(inquiry, nation).path(space)
        witness(inquiry, path[::-1], side_of(nation))
        inquiry.note("12.5", f"{said} by {' - '.join(map(inquiry.board.name, path))}", len(path) - 1)
        return head | {"path": list(path), "boundaries": len(path) - 1, "source": path[-1]}
    with inquiry.under("12.8" if cut else "12.5", f"{said} {'are isolated' if cut else 'are in supply'}"):
        return head | explain_line(inquiry, space, nation)
