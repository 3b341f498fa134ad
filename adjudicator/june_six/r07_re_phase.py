"""Sections 3.7, 7.26 and 7.4: the RE Activation Phase: who acts in it, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r03_flow, r06_headquarters, r07_activation, terms
from adjudicator.june_six.r10_schedule import enters_at_re
from adjudicator.position import Draft, Piece, State, View
from adjudicator.rules import PhaseRule
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASE_RULES",
    "ActivateFormation",
    "ActivateUnit",
    "ChooseOrder",
    "FinishRe",
    "explain_unit",
    "finish",
    "next_formation",
    "open_phase",
    "order",
    "waiting_formations",
    "waiting_headless",
    "waiting_units",
]

_ORDER, _NEXT = "re-order", "re-activation"
_LIMITS = "at RE it moves without Breakdown or attacks from an enemy ZOC, or uses SM, or refits"


@dataclass(frozen=True, slots=True)
class ChooseOrder(Action):
    """Say whether one's own RE formations and units act first or last (3.7, 7.26).

    Parameters
    ----------
    first
        ``allied`` or ``german``: the side that acts first.

    Examples
    --------
    >>> ChooseOrder("german").first
    'german'
    """

    first: str


@dataclass(frozen=True, slots=True)
class ActivateFormation(Action):
    """Activate a formation at RE (7.26).

    Examples
    --------
    >>> ActivateFormation("ge-cherbourg").formation
    'ge-cherbourg'
    """

    formation: str


@dataclass(frozen=True, slots=True)
class ActivateUnit(Action):
    """Activate an individual RE unit: a Strongpoint, a Detachment, a unit left out of its formation (7.26).

    Examples
    --------
    >>> ActivateUnit("ge-det-1").unit
    'ge-det-1'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class FinishRe(Action):
    """Let the formations with an HQ, or after them all else, that have not acted do nothing (7.26).

    Examples
    --------
    >>> FinishRe()
    FinishRe()
    """


# --- the phase opens --------------------------------------------------------------------------------------


@rule("3.7", "7.26", "10.12")
def open_phase(draft: Draft) -> None:
    """Begin the phase: what was not activated gets RE markers, the initiative player names the order."""
    for uid in sorted(draft.pieces):
        piece = draft.pieces[uid]
        there = piece.space != terms.POOL and r07_activation.arrived(draft, piece)
        if there and not draft.flag("acted-me", uid) and _is_left_out(draft, piece):
            draft.set("re", True, uid)
    draft.ask(draft.text("initiative"), _ORDER, "3.7")


@rule("3.7", "7.26")
def _is_left_out(view: View, piece: Piece) -> bool:
    """Whether a unit that was not activated gets a marker of its own: HQs, and units their HQ left behind."""
    if terms.is_hq(piece.printed):
        return True
    head = terms.hq_of(view, terms.formation_of(view, piece))
    return head is not None and view.flag("acted-me", head.uid)


@rule("3.7", "7.26")
def order(view: View) -> tuple[str, str]:
    """The sides in the order in which they act."""
    first = view.text("re-first") or view.text("initiative")
    return first, terms.enemy_of(first)


# --- who still waits --------------------------------------------------------------------------------------


def _formations(view: View, side: str) -> dict[str, list[Piece]]:
    """Formations of a side with those of their units that are there and have not acted in this phase."""
    found: dict[str, list[Piece]] = {}
    for uid in sorted(view.pieces):
        piece = view.pieces[uid]
        slug = terms.formation_of(view, piece) if piece.printed.side == side else ""
        if slug and r07_activation.arrived(view, piece) and not view.flag("re-done", uid):
            found.setdefault(slug, []).append(piece)
    return found


@rule("7.26")
def waiting_formations(view: View, side: str) -> tuple[str, ...]:
    """Formations with an HQ that bears an RE or Isolated marker and that have not acted at RE."""
    found = []
    for slug in _formations(view, side):
        hq = terms.hq_of(view, slug)
        if hq is None or view.flag("re-done", hq.uid):
            continue
        marked = view.flag("re", hq.uid) or view.flag("isolated", hq.uid)
        if marked and r07_activation.arrived(view, hq):
            found.append(slug)
    return tuple(found)


@rule("7.26", "6.16", "6.17")
def waiting_headless(view: View, side: str) -> tuple[str, ...]:
    """Formations without an HQ in play whose units have not acted at RE."""
    found = []
    for slug in _formations(view, side):
        hq = terms.hq_of(view, slug)
        if hq is None or not r07_activation.arrived(view, hq):
            found.append(slug)
    return tuple(found)


@rule("7.26", "3.7", "12.24")
def waiting_units(view: View, side: str) -> tuple[str, ...]:
    """Individual units that have not acted: Strongpoints, Detachments, and those left out at ME.

    Returns
    -------
    tuple of str
        Ids, sorted.
    """
    together = {*waiting_formations(view, side), *waiting_headless(view, side)}
    found = []
    for uid in sorted(view.pieces):
        piece = view.pieces[uid]
        if piece.printed.side != side or view.flag("re-done", uid) or not terms.on_map(view, piece):
            continue
        if terms.formation_of(view, piece) not in together and _is_individual(view, piece):
            found.append(uid)
    return tuple(found)


def _is_individual(view: View, piece: Piece) -> bool:
    if piece.printed.type in {"strongpoint", "detachment"}:
        return True
    barred = bool(r07_activation.barred_at_me(view, piece.uid))
    return barred and not view.flag("acted-me", piece.uid)


@rule("7.24", "7.26", "7.4", "3.63", "12.24")
def explain_unit(inquiry: Inquiry, uid: str) -> str:
    """Say in which phase, and with whom, a unit acts this turn.

    Returns
    -------
    str
        ``me``, ``re``, or ``unit`` for a unit that acts by itself at RE.
    """
    piece = inquiry.pieces[uid]
    formation, name = terms.formation_of(inquiry, piece), piece.printed.title
    if piece.printed.type in {"strongpoint", "detachment"}:
        section = "19.21" if piece.printed.type == "strongpoint" else "19.34"
        inquiry.note(section, f"{name} always acts in the RE Activation Phase")
        inquiry.note("7.26", f"{name} is a permanent RE unit and acts by itself in the RE Activation Phase")
        return "unit"
    if _still_to_come(inquiry, piece, terms.hq_of(inquiry, formation)):
        if enters_at_re(inquiry, formation):
            inquiry.note(
                "10.12", f"{name} is to enter in the RE Activation Phase with its HQ, and acts at RE"
            )
            return "re"
        inquiry.note("7.25", f"{name} is to enter with its HQ, at ME on its turn of entry")
        return "me"
    enters = r07_activation.comes_before_its_hq(inquiry, piece)
    garrison = r06_headquarters.is_garrison(inquiry, piece)
    if garrison or (r06_headquarters.is_permanent_re(inquiry, uid) and not enters):
        inquiry.note(
            "7.26", f"{name} has no HQ on the map, or belongs to the Cherbourg Command: it acts at RE"
        )
        return "re"
    hq = terms.hq_of(inquiry, formation)
    head = r07_activation.barred_at_me(inquiry, hq.uid) if hq is not None else ""
    if hq is not None and head:
        inquiry.note("7.26", f"{hq.printed.title} bears {head} marker: the formation acts at RE")
        return "re"
    marker = r07_activation.barred_at_me(inquiry, uid, entering=enters)
    if marker:
        inquiry.note(
            "3.63", f"{name} bears {marker} marker and takes no part in its formation's activation at ME"
        )
        inquiry.note("7.26", "it acts by itself in the RE Activation Phase")
        return "unit"
    if enters:
        inquiry.note("7.24", f"{name} is rid of an RE marker when its HQ enters, and acts at ME with it")
    else:
        inquiry.note("7.3", f"{name} acts at ME when a marker of its formation is drawn")
    return "me"


def _still_to_come(view: View, piece: Piece, hq: Piece | None) -> bool:
    if hq is None or terms.on_map(view, piece) or terms.on_map(view, hq):
        return False
    return not view.number("returns", hq.uid) and hq.space not in {terms.ELIMINATED, terms.LEFT}


# --- the course of the phase ------------------------------------------------------------------------------


@rule("3.7", "7.26", "6.17")
def next_formation(draft: Draft) -> None:
    """Ask for the next activation at RE: by side, formations with an HQ first; at last the End Phase."""
    for side in order(draft):
        draft.set("side", side)
        if waiting_formations(draft, side) or waiting_headless(draft, side) or waiting_units(draft, side):
            draft.ask(side, _NEXT, "7.26")
            return
        if any(r06_headquarters.ask_return(draft, hq) for hq in r06_headquarters.due_hqs(draft, side)):
            return
    r03_flow.next_phase(draft)


def _going(draft: Draft) -> bool:
    next_formation(draft)
    return True


@rule("3.7", "7.4", "7.26")
def finish(draft: Draft, by: str, acted: Iterable[str]) -> None:
    """After an activation at RE: its units have acted, their RE markers come off but for permanent ones.

    Parameters
    ----------
    by
        Formation, or empty for a single unit.
    """
    units = {*acted}
    if by:
        hq = terms.hq_of(draft, by)
        units |= {p.uid for p in r07_activation.members(draft, hq, by)}
    for uid in sorted(u for u in units if u in draft.pieces):
        draft.set("re-done", True, uid)
        if not r06_headquarters.is_permanent_re(draft, uid):
            draft.clear("re", uid)


def _check_order(inquiry: Inquiry, action: ChooseOrder) -> None:
    side = inquiry.text("initiative")
    inquiry.note("3.7", f"the {side.capitalize()} player has the initiative and names the order")
    known = action.first in {terms.ALLIED, terms.GERMAN}
    inquiry.require(
        "3.7", known, f"the {action.first.capitalize()} side acts first", f"{action.first!r} is no side"
    )


def _perform_order(draft: Draft, action: ChooseOrder) -> None:
    draft.settle()
    draft.set("re-first", action.first)


def _order_options(state: State) -> Iterator[ChooseOrder]:  # noqa: ARG001 - both orders are always open
    yield ChooseOrder(terms.ALLIED)
    yield ChooseOrder(terms.GERMAN)


@rule("7.26", "7.4")
def _check_formation(inquiry: Inquiry, action: ActivateFormation) -> None:
    side = inquiry.text("side")
    first, then = waiting_formations(inquiry, side), waiting_headless(inquiry, side)
    if action.formation in first:
        inquiry.note("7.26", "its HQ bears an RE or Isolated marker")
        inquiry.note("7.4", _LIMITS)
    elif inquiry.require("7.26", action.formation in then, "", f"{action.formation} does not act at RE now"):
        failed = "formations with HQs act before formations without"
        inquiry.require("7.26", not first, "it has no HQ on the map", failed)
        inquiry.note("7.4", _LIMITS)


@rule("7.4", "10.12", "7.23")
def _perform_formation(draft: Draft, action: ActivateFormation) -> None:
    draft.settle()
    hq = terms.hq_of(draft, action.formation)
    if hq is not None and not r07_activation.arrived(draft, hq):
        hq = None
    units = [
        p for p in r07_activation.members(draft, hq, action.formation) if not draft.flag("re-done", p.uid)
    ]
    if hq is not None and hq.space == terms.POOL:
        draft.set("entered", True, action.formation)
    r07_activation.activate(draft, "re", action.formation, [p.uid for p in units])


def _formation_options(state: State) -> Iterator[ActivateFormation]:
    side = state.text("side")
    found = waiting_formations(state, side) or waiting_headless(state, side)
    return (ActivateFormation(slug) for slug in found)


@rule("7.26", "7.4")
def _check_unit(inquiry: Inquiry, action: ActivateUnit) -> None:
    side = inquiry.text("side")
    failed = f"{action.unit} is no individual unit that acts at RE now"
    due = action.unit in waiting_units(inquiry, side)
    if inquiry.require("7.26", due, "it acts by itself", failed, units=[action.unit]):
        first = waiting_formations(inquiry, side)
        inquiry.require("7.26", not first, "", "formations with HQs act before individual units")


def _perform_unit(draft: Draft, action: ActivateUnit) -> None:
    draft.settle()
    r07_activation.activate(draft, "re", "", [action.unit])


def _unit_options(state: State) -> Iterator[ActivateUnit]:
    side = state.text("side")
    if not waiting_formations(state, side):
        yield from (ActivateUnit(uid) for uid in waiting_units(state, side))


@rule("7.26")
def _check_finish(inquiry: Inquiry, action: FinishRe) -> None:  # noqa: ARG001 - it has no fields
    first = waiting_formations(inquiry, inquiry.text("side"))
    what = "formations with HQs" if first else "formations without HQs and individual units"
    inquiry.note(
        "7.26", f"the {what} that are left do nothing; their RE markers come off as if they had acted"
    )


def _perform_finish(draft: Draft, action: FinishRe) -> None:  # noqa: ARG001 - it has no fields
    draft.settle()
    side = draft.text("side")
    first = waiting_formations(draft, side)
    for slug in first or waiting_headless(draft, side):
        finish(draft, slug, ())
    if not first:
        finish(draft, "", waiting_units(draft, side))


def _finish_options(state: State) -> Iterator[FinishRe]:  # noqa: ARG001 - it is always open
    yield FinishRe()


_ASKED = frozenset({_NEXT})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(ChooseOrder, _check_order, _perform_order, _order_options, "3.7", answers=frozenset({_ORDER})),
    Handler(
        ActivateFormation, _check_formation, _perform_formation, _formation_options, "7.26", answers=_ASKED
    ),
    Handler(ActivateUnit, _check_unit, _perform_unit, _unit_options, "7.26", answers=_ASKED),
    Handler(FinishRe, _check_finish, _perform_finish, _finish_options, "7.26", answers=_ASKED),
)
PHASE_RULES = {"re": PhaseRule(opening=open_phase, going=_going)}
