"""Sections 15.2, 15.3, 20.7 and 19.6.2: battalions break down into companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r15_companies, terms
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "BreakDown", "Deploy", "break_down", "deploy_faults", "faults"]

Faults = list[Fault]
THREE = 3
_PHASES = frozenset({"movement", "german-movement", "set-up"})


@dataclass(frozen=True, slots=True)
class BreakDown(Action):
    """Break a battalion down: into three companies, or by one step into one company (15.2).

    Parameters
    ----------
    number
        3, or 1 for a single company.

    Examples
    --------
    >>> BreakDown("us-1-16-1").number
    3
    """

    unit: str
    number: int = THREE


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Move a company of a German at-start breakdown to an adjacent hex, or to a Strongpoint (15.3).

    Examples
    --------
    >>> Deploy("ge-co-1", "c1929").to
    'c1929'
    """

    unit: str
    to: str


# --- what forbids it --------------------------------------------------------------------------------------


@rule("15.2", "15.3", "20.7", "20.7o", "9.4")
def faults(view: View, uid: str, number: int = THREE) -> Faults:
    """What forbids a battalion to break down, whatever the phase.

    Parameters
    ----------
    number
        3, or 1 for a single company.
    """
    piece = view.pieces[uid]
    name, unit = piece.printed.title, piece.printed
    if terms.is_artillery(unit):
        return [Fault("9.4", f"{name} is artillery, which may never break down")]
    if unit.type == "ost" and not terms.has_option(view, "20.7o"):
        return [Fault("20.7", f"{name} is an Ost battalion, which may not break down into companies")]
    if unit.type == "ost" and number != 1:
        return [Fault("20.7o", f"{name} is an Ost battalion, which gives one company")]
    if terms.is_company(unit) or not terms.is_battalion(unit):
        return [Fault("15.2", f"{name} is no battalion")]
    found = _step_faults(piece, number)
    needed = _needed(piece, number)
    if not r15_companies.fits(view, uid, needed):
        found.append(Fault("15.1", f"the pool does not hold {many(needed, 'company')} for {name}"))
    return found


def _step_faults(piece: Piece, number: int) -> Faults:
    name, steps = piece.printed.title, piece.printed.steps
    full = piece.status == terms.FULL
    if number not in {1, THREE}:
        return [Fault("15.2", f"{name} breaks down into three companies or makes one, not {number}")]
    if number == THREE and not (steps == THREE and full):
        return [Fault("15.2", f"{name} does not have three steps left: it cannot become three companies")]
    if number == 1 and not (steps == THREE or (steps == THREE - 1 and full)):
        return [Fault("15.2", f"{name} has no step to spare for a company")]
    return []


def _needed(piece: Piece, number: int) -> int:
    """Companies that a breakdown takes: a reduced 3-step unit that makes one becomes one itself."""
    reduced = number == 1 and piece.printed.steps == THREE and piece.status == terms.REDUCED
    return number + reduced


@rule("15.2", "18.6", "15.3")
def _phase_faults(view: View, piece: Piece) -> Faults:
    side, name = piece.side, piece.printed.title
    found: Faults = []
    if view.text("phase") == "set-up" and side != terms.GERMAN:
        found.append(Fault("18.2", f"{name} breaks down when it is placed in an Assault Hex"))
    if _owner(view) != side:
        found.append(Fault("15.2", f"{name} breaks down in a Movement Phase of its own side"))
    if view.flag("moved", piece.uid):
        found.append(Fault("15.2", f"{name} has moved: it breaks down before it moves"))
    return found


def _owner(view: View) -> str:
    return terms.GERMAN if view.text("phase") == "german-movement" else view.text("side")


# --- breaking down ----------------------------------------------------------------------------------------


@rule("15.2", "15.3")
def break_down(draft: Draft, uid: str, number: int = THREE) -> tuple[str, ...]:
    """Break a battalion down in its hex.

    Parameters
    ----------
    number
        3, or 1 for a single company.

    Returns
    -------
    tuple of str
        The companies.
    """
    piece = draft.pieces[uid]
    chosen = r15_companies.matching(draft, uid)[: _needed(piece, number)]
    space = piece.space
    r15_companies.into(draft, uid, chosen, space)
    if number == 1 and len(chosen) == 1:
        draft.set_status(uid, terms.REDUCED)
        return chosen
    draft.place(uid, terms.BROKEN)
    draft.set_status(uid, terms.FULL)
    return chosen


def _check(inquiry: Inquiry, action: BreakDown) -> None:
    if action.unit not in inquiry.pieces:
        inquiry.refuse("15.2", f"there is no unit {action.unit}", units=[action.unit])
        return
    piece = inquiry.pieces[action.unit]
    on_map = terms.on_map(inquiry, piece)
    inquiry.require("15.2", on_map, "", f"{piece.printed.title} is not on the map", units=[piece.uid])
    for section, text in [*_phase_faults(inquiry, piece), *faults(inquiry, piece.uid, action.number)]:
        inquiry.refuse(section, text, units=[piece.uid])
    if not inquiry.violations:
        inquiry.note(
            "15.2", f"{piece.printed.title} has {many(terms.steps_left(piece), 'step')} for its companies"
        )
        if piece.printed.type == "ost":
            inquiry.note("20.7o", f"{piece.printed.title} gives an Ost company for a step")
        if inquiry.text("phase") == "set-up":
            inquiry.note("15.3", "German units may break down at the beginning of the campaign")


def _perform(draft: Draft, action: BreakDown) -> None:
    break_down(draft, action.unit, action.number)


def _options(state: State) -> Iterator[BreakDown]:
    side = _owner(state)
    if not r15_companies.free(state):
        return
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side == side and piece.printed.steps > 1 and terms.on_map(state, piece):
            yield from (BreakDown(uid, n) for n in (THREE, 1))


# --- at the start of the campaign -------------------------------------------------------------------------


@rule("15.3")
def deploy_faults(view: View, uid: str, to: str) -> Faults:
    """What forbids a German company to be set up in a hex."""
    piece = view.pieces[uid]
    name, where = piece.printed.title, view.board.name(to)
    if not terms.is_company(piece.printed) or piece.side != terms.GERMAN or not terms.on_map(view, piece):
        return [Fault("15.3", f"{name} is no German company of an at-start breakdown")]
    if terms.enemies(view, to, terms.GERMAN) or terms.terrain(view, to, "15.3") in {"beach", "sea"}:
        return [Fault("15.3", f"{name} cannot be set up in {where}")]
    others = [p for p in terms.friends(view, to, terms.GERMAN) if p.uid != uid]
    if any(terms.is_strongpoint(p.printed) for p in others):
        if any(terms.is_company(p.printed) for p in others):
            return [Fault("15.3", f"the Strongpoint in {where} has its company: one at the most")]
        if r18_strongpoints.site_assigned(view, _home(view, piece)) == r18_strongpoints.area_of(
            view.board, to
        ):
            return []
    if to not in terms.neighbours(_home(view, piece)):
        return [
            Fault("15.3", f"{where} is no Strongpoint of its beach, nor next to the set-up hex of {name}")
        ]
    return []


def _home(view: View, piece: Piece) -> str:
    """Set-up hex of the battalion that a company comes from."""
    battalion = view.pieces.get(r15_companies.battalion_of(view, piece.uid))
    entry = battalion.printed.entry if battalion is not None else ()
    return entry[0] if entry and entry[0] in view.board.spaces else piece.space


@rule("15.3")
def _check_deploy(inquiry: Inquiry, action: Deploy) -> None:
    if action.unit not in inquiry.pieces or action.to not in inquiry.board.spaces:
        inquiry.refuse("15.3", f"there is no {action.unit}, or no hex {action.to}")
        return
    inquiry.require("15.3", inquiry.text("side") == terms.GERMAN, "", "the German player has set up")
    for section, text in deploy_faults(inquiry, action.unit, action.to):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
    if not inquiry.violations:
        inquiry.note("15.3", f"{inquiry.pieces[action.unit].printed.title} may start there")


def _perform_deploy(draft: Draft, action: Deploy) -> None:
    draft.place(action.unit, action.to)


def _options_deploy(state: State) -> Iterator[Deploy]:
    for uid in state.subjects("battalion"):
        piece = state.pieces[uid]
        if piece.side == terms.GERMAN and terms.on_map(state, piece):
            home = _home(state, piece)
            held = (p.space for p in state.pieces.values() if terms.is_strongpoint(p.printed))
            yield from (Deploy(uid, to) for to in dict.fromkeys((*terms.neighbours(home), *held)))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(BreakDown, _check, _perform, _options, "15.2", phases=_PHASES),
    Handler(Deploy, _check_deploy, _perform_deploy, _options_deploy, "15.3", phases=frozenset({"set-up"})),
)
