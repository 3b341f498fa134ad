"""Section 21: Disordered and Reduced Refit, what they need and who is left out."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r05_loc import explain_loc, has_loc
from adjudicator.june_six.r07_activation import require_active, taken_active
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "KINDS", "REDUCED_FROM", "Refit", "note_quota", "quota_left", "refit_faults"]

DISORDERED, REDUCED = "disordered", "reduced"
KINDS = (DISORDERED, REDUCED)
REDUCED_FROM = 4


@dataclass(frozen=True, slots=True)
class Refit(Action):
    """An active unit refits instead of moving and attacking (21.1).

    Parameters
    ----------
    kind
        ``disordered`` (a level of Disorder goes) or ``reduced`` (the full-strength side again).

    Examples
    --------
    >>> Refit("us-1-16", "disordered").kind
    'disordered'
    """

    unit: str
    kind: str


# --- who may refit ----------------------------------------------------------------------------------------


@rule("21.24", "21.32", "19.22", "19.34")
def _excluded(piece: Piece, kind: str) -> tuple[str, str]:
    """Section and words for a class of units that never makes a kind of Refit; empty for others."""
    unit = piece.printed
    if unit.type == "strongpoint":
        return ("21.24" if kind == DISORDERED else "19.22"), "a German Strongpoint cannot refit"
    if unit.type == "detachment":
        return ("21.24" if kind == DISORDERED else "19.34"), "a Detachment cannot refit"
    if kind == DISORDERED:
        return "", ""
    allied = unit.side == terms.ALLIED
    excluded = {
        "parachute units": unit.type == "parachute",
        "Allied glider units": allied and unit.type == "glider",
        "Allied commando units": allied and (unit.type == "commando" or "commando" in unit.marks),
        "German armor units": not allied and terms.is_armor(unit),
    }
    found = next((name for name, holds in excluded.items() if holds), "")
    return ("21.32", f"{found} cannot undertake Reduced Refit") if found else ("", "")


@rule("21.33")
def quota_left(view: View, nation: str) -> bool:
    """Whether a nation's one Reduced Refit of the turn is still to be had.

    Parameters
    ----------
    nation
        ``us``, ``commonwealth`` or ``german``.
    """
    return view.number("reduced-refits", nation) < 1


@rule("21.33")
def note_quota(inquiry: Inquiry, nation: str) -> None:
    """Say whether a nation's Reduced Refit of the turn is still to be had.

    Parameters
    ----------
    nation
        ``us``, ``commonwealth`` or ``german``.
    """
    left = int(quota_left(inquiry, nation))
    inquiry.note("21.33", f"Reduced Refits that {nation} units may still make this turn", left)


@rule("21.12", "21.21", "21.31")
def _nothing_to_do(view: View, piece: Piece, kind: str) -> str:
    if piece.space in terms.OFF_MAP:
        return "it is not on the map"
    if kind == DISORDERED:
        return "" if view.number("disorder", piece.uid) else "it bears no Disorder marker"
    return "" if piece.status == terms.REDUCED else "it is at full strength"


@rule("21.22", "21.23", "21.32", "21.33", "21.34", "22.25")
def refit_faults(view: View, uid: str, kind: str) -> list[Fault]:
    """Everything against a Refit but the state of the activation and the LOC.

    Parameters
    ----------
    kind
        ``disordered`` or ``reduced``.
    """
    piece = view.pieces[uid]
    nation = terms.nation_of(piece.printed)
    section, why = _excluded(piece, kind)
    faults = [Fault(section, why)] if why else []
    if idle := _nothing_to_do(view, piece, kind):
        number = "21.12" if piece.space in terms.OFF_MAP else "21.21" if kind == DISORDERED else "21.31"
        faults.append(Fault(number, idle))
    isolated, head = "21.23" if kind == DISORDERED else "21.32", _hq_isolated(view, piece)
    if view.flag("isolated", uid):
        faults += [
            Fault(isolated, "it bears an Isolated marker"),
            Fault("22.25", "Isolated units do not refit"),
        ]
    if head:
        faults.append(Fault(isolated, f"{head} bears an Isolated marker"))
    did, number = _busy(view, uid), "21.22" if kind == DISORDERED else "21.34"
    faults += [Fault(number, text) for text in did]
    if kind == REDUCED:
        faults += _reduced_faults(view, nation)
    return faults


def _reduced_faults(view: View, nation: str) -> list[Fault]:
    faults = []
    if view.number("turn") < REDUCED_FROM:
        faults.append(Fault("21.31", "Reduced Refit begins with the 11-12 June turn"))
    if not quota_left(view, nation):
        faults.append(Fault("21.33", f"a {nation.title()} unit has made its Reduced Refit this turn"))
    return faults


def _hq_isolated(view: View, piece: Piece) -> str:
    """Name of the unit's HQ where that is Isolated; empty otherwise."""
    head = terms.hq_of(view, terms.formation_of(view, piece))
    if head is None or head.uid == piece.uid or not view.flag("isolated", head.uid):
        return ""
    return head.printed.title


@rule("7.3", "21.22", "21.34")
def _busy(view: View, uid: str) -> Iterator[str]:
    for item, text in (
        ("broke-down", "it has broken down in this activation"),
        ("moved", "it has moved in this activation"),
        ("attacked", "it has attacked in this activation"),
        ("refitted", "it has refitted in this activation"),
    ):
        if view.flag(item, uid):
            yield text


# --- the action -------------------------------------------------------------------------------------------


@rule("21.1", "21.21", "21.31", "5.35", "21.35")
def _check(inquiry: Inquiry, action: Refit) -> None:
    known = inquiry.require(
        "21.1", action.kind in KINDS, "one of the two types of Refit", "a Refit is disordered or reduced"
    )
    if not known or not require_active(inquiry, "21.22", action.unit):
        return
    piece = inquiry.pieces[action.unit]
    section = "21.21" if action.kind == DISORDERED else "21.31"
    inquiry.note(section, f"{piece.printed.title}: {action.kind.title()} Refit")
    for number, text in refit_faults(inquiry, action.unit, action.kind):
        inquiry.refuse(number, f"{piece.printed.title}: {text}", units=[action.unit])
    if action.kind == REDUCED:
        inquiry.note("5.35", "a unit that undergoes Reduced Refit traces a LOC itself")
        traced = explain_loc(inquiry, action.unit)
        inquiry.require("21.35", traced, "", "Reduced Refit needs a LOC", units=[action.unit])


def _perform(draft: Draft, action: Refit) -> None:
    piece = draft.pieces[action.unit]
    if action.kind == DISORDERED:
        draft.set("disorder", draft.number("disorder", piece.uid) - 1, piece.uid)
    else:
        draft.set_status(piece.uid, terms.FULL)
        nation = terms.nation_of(piece.printed)
        draft.set("reduced-refits", draft.number("reduced-refits", nation) + 1, nation)
    draft.set("refitted", True, piece.uid)


def _options(state: State) -> Iterator[Refit]:
    for uid in taken_active(state):
        piece = state.pieces[uid]
        if state.number("disorder", uid):
            yield Refit(uid, DISORDERED)
        if piece.status == terms.REDUCED and has_loc(state, uid):
            yield Refit(uid, REDUCED)


HANDLERS = (Handler(Refit, _check, _perform, _options, "21.1", phases=frozenset({"me", "re"})),)
