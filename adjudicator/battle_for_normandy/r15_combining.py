"""Section 15.4: companies combine into a battalion, a reduced battalion absorbs one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import (
    r04_flow,
    r05_zones_of_control,
    r06_stacking,
    r15_companies,
    r16_june_6,
    terms,
)
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Absorb",
    "Combine",
    "absorb",
    "absorb_faults",
    "combinations",
    "combine",
    "combine_faults",
    "note_rebuilding",
    "rebuildable",
]

Faults = list[Fault]
TWO, THREE = 2, 3
_FREE_DAY = 8  # from 8 June companies of any Airborne battalion of a division combine
_PHASES = frozenset({"movement", "airborne-movement", "allied-fire", "german-movement", "regroup"})


@dataclass(frozen=True, slots=True)
class Combine(Action):
    """Rebuild a battalion from two or three companies of one hex (15.4).

    Parameters
    ----------
    unit
        The battalion, which was eliminated or broken down.

    Examples
    --------
    >>> Combine(("us-co-1", "us-co-2"), "us-1-16-1").unit
    'us-1-16-1'
    """

    units: tuple[str, ...]
    unit: str


@dataclass(frozen=True, slots=True)
class Absorb(Action):
    """Bring a reduced battalion to full strength with a company of its hex (15.4).

    Examples
    --------
    >>> Absorb("us-1-16-1", "us-co-1").lead
    'us-co-1'
    """

    unit: str
    lead: str


# --- combining --------------------------------------------------------------------------------------------


@rule("15.4", "18.5")
def rebuildable(view: View, uid: str) -> bool:
    """Whether a battalion waits to be rebuilt from companies.

    Returns
    -------
    bool
        In a beach or Airborne Holding Box, broken down or, outside the invasion, eliminated.
    """
    piece = view.pieces[uid]
    if not r15_companies.is_three_steps(piece.printed) or terms.is_company(piece.printed):
        return False
    space = view.board.spaces.get(piece.space)
    if space is not None and space.kind in {"holding", "airborne"}:
        return True
    early = r16_june_6.is_invasion(view) and piece.side == terms.ALLIED
    return not early and piece.space in {terms.BROKEN, terms.ELIMINATED}


@rule("15.4", "18.5", "6.2")
def combine_faults(view: View, companies: Sequence[str], battalion: str) -> Faults:
    """What forbids companies to become a battalion.

    Parameters
    ----------
    companies
        Two or three.
    """
    pieces = [view.pieces[uid] for uid in companies]
    name = view.pieces[battalion].printed.title
    found: Faults = []
    if len(set(companies)) != len(companies) or len(companies) not in {TWO, THREE}:
        found.append(Fault("15.4", "two or three companies combine"))
    if _has_begun(view):
        found.append(Fault("18.5", "battalions are rebuilt before the first fire of the segment"))
    if not rebuildable(view, battalion):
        found.append(Fault("15.4", f"{name} is no 3-step unit that was eliminated or broken down"))
    for piece in pieces:
        if not terms.is_company(piece.printed) or not _joins(view, piece, battalion):
            found.append(Fault("15.4", f"{piece.printed.title} cannot become part of {name}"))
    spaces = {p.space for p in pieces}
    if len(spaces) != 1 or not all(terms.on_map(view, p) for p in pieces):
        return [*found, Fault("15.4", f"the companies for {name} are not stacked together")]
    return [*found, *_place_faults(view, spaces.pop(), view.pieces[battalion])]


@rule("18.5")
def _has_begun(view: View) -> bool:
    """Whether an Allied unit has fired in the Allied Fire Segment."""
    fired = (view.pieces.get(uid) for uid in view.subjects("fired"))
    return view.text("phase") == "allied-fire" and any(p and p.side == terms.ALLIED for p in fired)


@rule("15.4", "17.2", "19.6.2")
def _joins(view: View, piece: Piece, battalion: str) -> bool:
    """Whether a company may become part of a battalion."""
    unit, target = piece.printed, view.pieces[battalion].printed
    if r15_companies.class_of(unit) == "named" and not r15_companies.is_own(unit, battalion):
        late = view.number("date") >= _FREE_DAY
        same = r15_companies.parent_formation(view, piece.uid) == target.division
        return late and same and terms.is_airborne(target)
    if not r15_companies.suits(view, unit, target):
        return False
    if not r16_june_6.is_invasion(view):
        return True
    return r15_companies.parent_formation(view, piece.uid) in {"", target.division}


@rule("15.4", "6.2", "5.1")
def _place_faults(view: View, space: str, battalion: Piece) -> Faults:
    """Stacking, HQ and EZOC, the last two not in the Invasion Turns."""
    where, side = view.board.name(space), battalion.side
    found = [*r06_stacking.faults(view, space, side)]
    if r16_june_6.is_invasion(view) or view.text("phase") == "regroup":
        return found
    airborne = terms.is_airborne(battalion.printed) and view.number("date") == r16_june_6.JUNE_6
    if airborne:
        return found
    if r05_zones_of_control.in_ezoc(view, space, side):
        found.append(Fault("15.4", f"{where} lies in an EZOC"))
    if not _near_hq(view, space, battalion):
        found.append(Fault("15.4", f"no HQ that rebuilds {battalion.printed.title} is next to {where}"))
    return found


@rule("15.4", "7.2")
def _near_hq(view: View, space: str, battalion: Piece) -> bool:
    """Whether the parent division HQ, or for corps units any corps HQ, is next to a hex or in it."""
    around = {space, *terms.neighbours(space)}
    if terms.is_division_unit(view, battalion):
        own = terms.hq_of(view, battalion.printed.division)
        return own is not None and own.space in around
    return any(hq.space in around for hq in terms.corps_hqs(view, battalion.side))


@rule("15.4")
def note_rebuilding(inquiry: Inquiry, companies: Sequence[str], battalion: Piece) -> None:
    """Say why companies of which nothing speaks against it may become a battalion, or join it."""
    name, helpers = battalion.printed.title, [inquiry.pieces[uid] for uid in companies]
    if terms.on_map(inquiry, battalion):
        text = f"{name} is reduced, and {terms.titles(helpers)} is a company for it in its hex"
        inquiry.note("15.4", text)
        inquiry.note("15.4", "no HQ is needed, and an EZOC does not matter")
        return
    where = inquiry.board.name(helpers[0].space)
    inquiry.note("15.4", f"{name} was eliminated or broken down")
    inquiry.note("15.4", f"{terms.titles(helpers)} are companies for it, stacked together in {where}")
    airborne = terms.is_airborne(battalion.printed) and inquiry.number("date") == r16_june_6.JUNE_6
    if r16_june_6.is_invasion(inquiry) or inquiry.text("phase") == "regroup" or airborne:
        who = (
            "Airborne companies need no HQ on 6 June" if airborne else "no HQ is needed in the Invasion Turns"
        )
        inquiry.note("15.4", f"{who}, and an EZOC does not matter")
    elif _near_hq(inquiry, helpers[0].space, battalion):
        kind = "its division HQ" if terms.is_division_unit(inquiry, battalion) else "a corps HQ"
        inquiry.note("15.4", f"{where} is in no EZOC, and {kind} is in it or next to it")


@rule("15.4")
def combine(draft: Draft, companies: Sequence[str], battalion: str) -> None:
    """Rebuild a battalion from companies, in their hex.

    Parameters
    ----------
    companies
        Two give the reduced side, three the full one.
    """
    space = draft.pieces[companies[0]].space
    for item in ("moved", "moved-mech", "fired", "attacked"):
        if any(draft.flag(item, uid) for uid in companies):
            draft.set(item, True, battalion)
    for company in companies:
        r15_companies.to_pool(draft, company)
    draft.place(battalion, space)
    draft.set_status(battalion, terms.FULL if len(companies) == THREE else terms.REDUCED)


# --- absorbing --------------------------------------------------------------------------------------------


@rule("15.4", "15.4o", "6.2")
def absorb_faults(view: View, battalion: str, company: str) -> Faults:
    """What forbids a battalion to absorb a company."""
    big, small = view.pieces[battalion], view.pieces[company]
    name = big.printed.title
    found: Faults = []
    if big.status != terms.REDUCED or big.printed.steps == 1 or not terms.is_battalion(big.printed):
        found.append(Fault("15.4", f"{name} is no reduced battalion"))
    if not terms.is_company(small.printed) or not _joins(view, small, battalion):
        found.append(Fault("15.4", f"{small.printed.title} is no appropriate company for {name}"))
    if big.space != small.space or not terms.on_map(view, big):
        return [*found, Fault("15.4", f"{name} and {small.printed.title} do not stand in one hex")]
    if terms.has_option(view, "15.4o-absorb") and any(view.flag("moved", u) for u in (battalion, company)):
        found.append(Fault("15.4o", f"{name} absorbs a company before they move only"))
    return [*found, *r06_stacking.faults(view, big.space, big.side)]


@rule("15.4")
def absorb(draft: Draft, battalion: str, company: str) -> None:
    """Add a company to a reduced battalion."""
    for item in ("moved", "moved-mech", "fired", "attacked"):
        if draft.flag(item, company):
            draft.set(item, True, battalion)
    r15_companies.to_pool(draft, company)
    draft.set_status(battalion, terms.FULL)


# --- the actions ------------------------------------------------------------------------------------------


def _owner(view: View) -> str:
    """Side that may form up units in the phase in play."""
    return r04_flow.player_on_turn(terms.state_of(view))


def _known(inquiry: Inquiry, *uids: str) -> bool:
    unknown = [uid for uid in uids if uid not in inquiry.pieces]
    return inquiry.require("15.4", not unknown, "", f"there is no {', '.join(unknown)}", units=unknown)


def _check_combine(inquiry: Inquiry, action: Combine) -> None:
    if not action.units or not _known(inquiry, action.unit, *action.units):
        inquiry.refuse("15.4", "two or three companies combine")
        return
    side = inquiry.pieces[action.unit].side
    inquiry.require("15.4", _owner(inquiry) == side, "", f"the {side.capitalize()} side does not form up now")
    faults = combine_faults(inquiry, action.units, action.unit)
    for section, text in faults:
        inquiry.refuse(section, text, units=[*action.units])
    if not inquiry.violations:
        strength = "full strength" if len(action.units) == THREE else "its reduced side"
        inquiry.note("15.4", f"{inquiry.pieces[action.unit].printed.title} is rebuilt on {strength}")


def _perform_combine(draft: Draft, action: Combine) -> None:
    combine(draft, action.units, action.unit)


def combinations(state: State, side: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Groups of companies with a battalion that they may become, the largest groups first."""
    waiting = [u for u in sorted(state.pieces) if state.pieces[u].side == side and rebuildable(state, u)]
    if not waiting:
        return
    for stack in _stacks(state, side):
        for uid in waiting:
            fit = [c for c in stack if _joins(state, state.pieces[c], uid)]
            own = sorted(fit, key=lambda c: (r15_companies.battalion_of(state, c) != uid, c))
            for size in (THREE, TWO):
                groups = itertools.islice(itertools.combinations(own, size), 1)
                yield from ((group, uid) for group in groups)


def _stacks(state: State, side: str) -> list[list[str]]:
    """Companies of a side that share a hex of the map."""
    found: dict[str, list[str]] = {}
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side == side and terms.is_company(piece.printed) and terms.on_map(state, piece):
            found.setdefault(piece.space, []).append(uid)
    return [uids for uids in found.values() if len(uids) >= TWO]


def _options_combine(state: State) -> Iterator[Combine]:
    return (Combine(group, uid) for group, uid in combinations(state, _owner(state)))


def _check_absorb(inquiry: Inquiry, action: Absorb) -> None:
    if not _known(inquiry, action.unit, action.lead):
        return
    side = inquiry.pieces[action.unit].side
    inquiry.require("15.4", _owner(inquiry) == side, "", f"the {side.capitalize()} side does not form up now")
    for section, text in absorb_faults(inquiry, action.unit, action.lead):
        inquiry.refuse(section, text, units=[action.unit, action.lead])
    if not inquiry.violations:
        inquiry.note("15.4", f"{inquiry.pieces[action.unit].printed.title} is brought to full strength")


def _perform_absorb(draft: Draft, action: Absorb) -> None:
    absorb(draft, action.unit, action.lead)


def _options_absorb(state: State) -> Iterator[Absorb]:
    side = _owner(state)
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side == side and piece.status == terms.REDUCED and terms.on_map(state, piece):
            here = terms.friends(state, piece.space, side)
            yield from (Absorb(uid, p.uid) for p in here if terms.is_company(p.printed))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Combine, _check_combine, _perform_combine, _options_combine, "15.4", phases=_PHASES),
    Handler(Absorb, _check_absorb, _perform_absorb, _options_absorb, "15.4", phases=_PHASES),
)
