"""Sections 10.1 to 10.4 told step by step: allowance, reach, and whether a hex may be entered."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer import r10_cost as costs
from adjudicator.dark_summer import r10_steps as steps
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r06_zones_of_control import explain_zoc
from adjudicator.dark_summer.r10_reach import Reach, reach, refusals, why_beyond
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position, View
from adjudicator.ruling import Ruling, Violation
from adjudicator.showing import against, costing

__all__ = [
    "allowance_ruling",
    "alternative",
    "entry_verdict",
    "explain_hex",
    "reach_ruling",
]

_Refused = Callable[[], Mapping[str, tuple[Violation, ...]]]
"""Finds the spaces that are refused, when they are first asked for."""


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
    hexes = [d for d in found.destinations if terms.is_hex(spaces[d])]
    return min(hexes, key=lambda h: (terms.distance(h, target), found.cost(h), h), default="")


# --- answers ----------------------------------------------------------------------------------------------


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
    refused = functools.cache(lambda: refusals(position, found))
    _check_standing(inquiry, piece)
    if inquiry.violations:
        verdict = f"{name} may not move."
    else:
        steps.begin(inquiry, [piece])
        verdict = _one(inquiry, found, refused, piece, to) if to else _all(inquiry, found, refused, name)
    asked = f"legal {uid}" + (f" --to {to}" if to else "")
    return inquiry.ruling(asked, verdict, _plain(found, refused))


@rule("9.3.4", "10.1", "11.5.1")
def _check_standing(inquiry: Inquiry, piece: Piece) -> None:
    """Why a unit may not move at all; that another Round is being played does not count."""
    title = piece.printed.title
    if never := steps.never_moves(inquiry, piece):
        inquiry.violations.extend(never)
        return
    moved = inquiry.flag("moved", piece.uid)
    inquiry.require("10.1", not moved, "", f"{title} has already moved this Round", units=(piece.uid,))
    if inquiry.text("round-kind") == "reaction" and piece.side == terms.GERMAN:
        failed = f"{title} has not been activated for this Reaction"
        inquiry.require("9.3.4", steps.is_activated(inquiry, piece), "", failed, units=(piece.uid,))


def _all(inquiry: Inquiry, found: Reach, refused: _Refused, name: str) -> str:
    board = inquiry.board
    _read_prices(inquiry, found)
    for space in found.destinations:
        way = " - ".join(map(board.name, found.path(space)))
        inquiry.steps.append(costing("10.1", board.name(space), costs.mp(found.cost(space)), f": {way}"))
    for space, faults in refused().items():
        inquiry.steps += against(board.name(space), faults)
    count = len(found.destinations)
    return f"{name} reaches {count} {'space' if count == 1 else 'spaces'}."


def _read_prices(inquiry: Inquiry, found: Reach) -> None:
    """Name the reconstructed costs on which the ways rest."""
    for space, (_, before) in found.ways.items():
        edge = inquiry.board.edge(before, space)
        if edge is not None and found.mover is not None:
            costs.read_price(inquiry, edge, space, found.mover.kind)


def _one(inquiry: Inquiry, found: Reach, refused: _Refused, piece: Piece, to: str) -> str:
    board, name = inquiry.board, piece.printed.title
    if to in found.destinations:
        mover = steps.begin(inquiry.state, [piece])
        for space in found.path(to):
            mover = steps.leg(inquiry, mover, space).after
        return f"{name} reaches {board.name(to)} for {costs.mp(mover.used)}."
    inquiry.violations.extend(refused().get(to, ()))
    if not inquiry.violations:
        inquiry.violations.extend(why_beyond(inquiry, found, to))
    nearest = alternative(inquiry, found, to) if to != piece.space else ""
    instead = f" It gets as near as {board.name(nearest)}." if nearest else ""
    return f"{name} does not reach {board.name(to)}.{instead}"


def _plain(found: Reach, refused: _Refused) -> dict[str, Any]:
    places = [{"space": s, "half_mp": found.cost(s), "path": list(found.path(s))} for s in found.destinations]
    faults = {space: list(map(str, why)) for space, why in refused().items()}
    points = found.mover.mp // 2 if found.mover else 0
    return {"mp": points, "destinations": places, "refused": faults}


@rule("10.1", "13.4")
def allowance_ruling(position: Position, uid: str, *, strict: bool = False) -> Ruling:
    """Answer how many Movement Points a unit receives now, and whether it may use Roads."""
    inquiry, piece = Inquiry(position, strict=strict), position.pieces[uid]
    if terms.is_strongpoint(piece.printed):
        inquiry.violations.extend(steps.never_moves(inquiry, piece))
        verdict = f"{piece.printed.title} may not move."
        return inquiry.ruling(f"allowance {uid}", verdict, {"mp": 0, "roads": False})
    points = steps.allowance(inquiry, piece)
    roads, section, why = costs.roads_allowed(inquiry, piece)
    inquiry.note(section or "10.2", why or "Road costs may be used")
    if inquiry.text("round-kind") == "combined":
        inquiry.note("9.3.3", "in a Combined Action Round it moves one hex, or two by Road")
    verdict = f"{piece.printed.title} has {costs.mp(2 * points)}."
    return inquiry.ruling(f"allowance {uid}", verdict, {"mp": points, "roads": roads})


@rule("2.4", "5.0", "6.3", "10.1", "11.9", "15.0")
def explain_hex(inquiry: Inquiry, piece: Piece, space: str) -> tuple[bool, bool]:
    """Say whether a unit may enter a hex at all, and end its movement there, wherever it comes from.

    Returns
    -------
    (bool, bool)
        Whether it may enter, and whether it may end there.
    """
    board, found = inquiry.board, list[Violation]()
    if closed := costs.impassable_hex(inquiry, space):
        found.append(Violation("2.4", f"{closed}: Impassable", (piece.uid,), (space,)))
    found.extend(steps.hex_faults(inquiry, piece, space))
    ends = steps.end_faults(inquiry, piece, space)
    inquiry.violations.extend((*found, *ends))
    if not found:
        inquiry.note("10.1", f"nothing in {board.name(space)} keeps {piece.printed.title} out")
    if explain_zoc(inquiry, space, piece.side):
        inquiry.note("6.3", "it must stop there, and may not come from another hex in an enemy ZOC")
    return not found, not found and not ends


def entry_verdict(view: View, piece: Piece, space: str, *, enters: bool, stays: bool) -> str:
    """The answer of `explain_hex` in words.

    Parameters
    ----------
    enters, stays
        As `explain_hex` returns them.
    """
    name, title = view.board.name(space), piece.printed.title
    verdict = f"{title} may enter {name}" if enters else f"{title} may not enter {name}"
    return f"{verdict}, but not end its movement there" if enters and not stays else verdict
