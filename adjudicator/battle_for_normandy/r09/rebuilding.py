"""Sections 9.4 and 9.5: battalions are rebuilt next to an HQ, out of nothing or out of a company."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import r15_companies, r21_part, terms
from adjudicator.battle_for_normandy.r07 import general as r07_general
from adjudicator.battle_for_normandy.r07 import sources as r07_sources
from adjudicator.battle_for_normandy.r09 import losses as r09_losses
from adjudicator.battle_for_normandy.r09 import replacements as points
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "Raise", "Rebuild", "company_for", "rebuild_hexes"]


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Rebuild an eliminated battalion next to its HQ.

    Parameters
    ----------
    full
        To full strength, or to its reduced side.

    Examples
    --------
    >>> Rebuild("us-1-16-1", "c1748").full
    False
    """

    unit: str
    hex: str
    full: bool = False


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Rebuild a battalion from a company that stands next to its HQ (9.5).

    Parameters
    ----------
    unit, company
        The battalion, and the company in whose hex it appears.
    full
        To full strength, or to its reduced side.

    Examples
    --------
    >>> Raise("us-1-16-1", "us-co-1", full=True).company
    'us-co-1'
    """

    unit: str
    company: str
    full: bool = False


# --- rebuilding -------------------------------------------------------------------------------------------


@rule("9.4", "20.3", "7.4", "21.0")
def rebuild_hexes(view: View, piece: Piece) -> frozenset[str]:
    """Hexes where an eliminated battalion may be rebuilt: next to its HQ or a corps HQ in supply.

    Returns
    -------
    frozenset of str
        No EZOC, no enemy, no sea, no Assault Hex among them, and none out of play. Allied ones too on and
        around the Beach hex of a Beachhead of their group.
    """
    beside = (n for h in _centres(view, piece) for n in terms.neighbours(h))
    near = dict.fromkeys((*beside, *_beachheads(view, piece)))
    return frozenset(
        h for h in near
        if h in view.board.spaces and not r21_part.faults(view, h)
        and terms.terrain(view, h, "9.4") != "sea"
        and not view.board.spaces[h].features.get("queue")
        and not terms.enemies(view, h, piece.side) and not zones.in_ezoc(view, h, piece.side)
        and not _is_prohibited(view, piece, h)
    )  # fmt: skip


@rule("9.4", "10.6")
def _is_prohibited(view: View, piece: Piece, space: str) -> bool:
    """Whether a unit may not enter a hex: Flooded, without a road, for vehicles and artillery."""
    if terms.column(piece.printed) == "infantry" or terms.terrain(view, space, "10.6") != "flooded":
        return False
    return not any(edge.road for edge, _ in view.board.neighbours(space))


@rule("9.4", "20.3")
def _centres(view: View, piece: Piece) -> set[str]:
    """Hexes of the HQs, in supply, that can rebuild a unit, and of Beachheads."""
    unit = piece.printed
    hqs = [h for h in terms.corps_hqs(view, unit.side) if terms.group_of(h.printed) == terms.group_of(unit)]
    own = terms.hq_of(view, unit.division)
    if own is not None and terms.on_map(view, own) and not terms.is_kg_hq(own.printed):
        hqs.append(own)
    found = {h.space for h in hqs if r07_general.in_supply(view, h.uid)}
    return found | set(_beachheads(view, piece))


def _beachheads(view: View, piece: Piece) -> list[str]:
    if piece.side == terms.GERMAN:
        return []
    sites = r07_sources.GROUP_SITES[terms.group_of(piece.printed)]
    found = [r07_sources.beachhead_hex(view, s) for s in sites]
    return [h for h in found if h]


@rule("9.4", "21.0")
def _check_rebuild(inquiry: Inquiry, action: Rebuild) -> None:
    piece = inquiry.pieces[action.unit]
    title = piece.printed.title
    if not points.require_unit(inquiry, piece):
        return
    gone = piece.space == terms.ELIMINATED
    inquiry.require("9.4", gone, "", f"{title} is not in the Eliminated Box", units=[piece.uid])
    for section, text in r21_part.faults(inquiry, action.hex):
        inquiry.refuse(section, text, spaces=[action.hex])
    name = inquiry.board.name(action.hex)
    there = action.hex in rebuild_hexes(inquiry, piece)
    passed = f"{name} lies next to an HQ of {title} in supply"
    failed = f"{name} is no free hex next to an HQ of {title} in supply"
    inquiry.require("9.4", there, passed, failed, units=[piece.uid], spaces=[action.hex])
    points.require_points(inquiry, piece, action.hex, points.steps_of(piece, full=action.full, company=False))


def _perform_rebuild(draft: Draft, action: Rebuild) -> None:
    piece = draft.pieces[action.unit]
    points.pay(draft, piece, action.hex, points.steps_of(piece, full=action.full, company=False))
    _appear(draft, piece, action.hex, full=action.full)


def _appear(draft: Draft, piece: Piece, space: str, *, full: bool) -> None:
    whole = full or piece.printed.steps <= 1
    draft.place(piece.uid, space)
    draft.set_status(piece.uid, terms.FULL if whole else terms.REDUCED)
    if whole:
        points.made_full(draft, piece)


def _rebuildable(state: State) -> Iterator[Rebuild]:
    side = state.text("side")
    if not points.has_any(state, side):
        return
    for piece in state.units_in(terms.ELIMINATED):
        if piece.side == side and r09_losses.category(piece.printed):
            for space in sorted(rebuild_hexes(state, piece)):
                yield from (Rebuild(piece.uid, space, full) for full in (True, False))


# --- from a company ---------------------------------------------------------------------------------------


@rule("9.5")
def _check_raise(inquiry: Inquiry, action: Raise) -> None:
    piece, company = inquiry.pieces[action.unit], inquiry.pieces[action.company]
    title = piece.printed.title
    if not points.require_unit(inquiry, piece):
        return
    gone = piece.space in {terms.ELIMINATED, terms.BROKEN} and piece.printed.steps == 3
    text = f"{title} is no 3-step battalion that was eliminated or broken down"
    inquiry.require("9.5", gone, "", text, units=[piece.uid])
    kin = terms.is_company(company.printed) and r15_companies.suits(inquiry, company.printed, piece.printed)
    text = f"{company.printed.title} is no company of the kind of {title}"
    inquiry.require("9.5", kin, "", text, units=[company.uid])
    near = _is_next_to_hq(inquiry, piece, company)
    passed = f"{company.printed.title} stands next to an HQ that can rebuild {title}"
    failed = f"{company.printed.title} stands next to no HQ that can rebuild {title}"
    inquiry.require("9.5", near, passed, failed, units=[company.uid])
    points.require_points(
        inquiry, piece, company.space, points.steps_of(piece, full=action.full, company=True)
    )


def company_for(view: View, piece: Piece) -> str:
    """A company on the map from which a battalion could be raised, one next to an HQ first; empty without."""
    known = (p for p in view.pieces.values() if p.side == piece.side and terms.is_company(p.printed))
    found = [
        p for p in known if terms.on_map(view, p) and r15_companies.suits(view, p.printed, piece.printed)
    ]
    return min(found, key=lambda p: (not _is_next_to_hq(view, piece, p), p.uid)).uid if found else ""


@rule("9.5")
def _is_next_to_hq(view: View, piece: Piece, company: Piece) -> bool:
    if not terms.on_map(view, company):
        return False
    around = {company.space, *terms.neighbours(company.space)}
    return not around.isdisjoint(_centres(view, piece))


def _perform_raise(draft: Draft, action: Raise) -> None:
    piece, space = draft.pieces[action.unit], draft.pieces[action.company].space
    points.pay(draft, piece, space, points.steps_of(piece, full=action.full, company=True))
    r15_companies.to_pool(draft, action.company)
    _appear(draft, piece, space, full=action.full)


def _raisable(state: State) -> Iterator[Raise]:
    side = state.text("side")
    if not points.has_any(state, side):
        return
    gone = [p for box in (terms.ELIMINATED, terms.BROKEN) for p in state.units_in(box) if p.side == side]
    for uid, company in state.pieces.items():
        if company.side == side and terms.is_company(company.printed) and terms.on_map(state, company):
            for piece in gone:
                if piece.printed.steps == 3 and r15_companies.suits(state, company.printed, piece.printed):
                    yield from (Raise(piece.uid, uid, full) for full in (True, False))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Rebuild, _check_rebuild, _perform_rebuild, _rebuildable, "9.4", phases=points.PHASES),
    Handler(Raise, _check_raise, _perform_raise, _raisable, "9.5", phases=points.PHASES),
)
