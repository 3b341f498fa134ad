"""Sections 13.4, 13.52 and 13.62: units advance one by one, the attacker's or those that rout him."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r13_advance, r13_retreat, r13_rout, r14_counterattack, terms
from adjudicator.june_six.battle import Battle
from adjudicator.june_six.r13_advance import ADVANCE, ROUT_ADVANCE
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "Advance", "EndAdvance"]


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance a unit by one hex: into the vacant hex, or in a Breakthrough on from there.

    Examples
    --------
    >>> Advance("us-1-16", "e1940").to
    'e1940'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class EndAdvance(Action):
    """Let no other unit advance.

    Examples
    --------
    >>> EndAdvance()
    EndAdvance()
    """


# --- one unit advances -----------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: Advance) -> None:
    top, fight = inquiry.decision, fights.current(inquiry)
    if top is None or fight is None:
        return
    if action.unit not in inquiry.pieces or action.to not in inquiry.board.spaces:
        inquiry.refuse(top.rule, f"there is no {action.unit} or no {action.to}")
        return
    found = _faults_of(inquiry, fight, top.kind, action)
    for section, text in found:
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
    if not found:
        _note(inquiry, fight, top.kind, action)


def _note(inquiry: Inquiry, fight: Battle, kind: str, action: Advance) -> None:
    """Say what lets a unit advance."""
    title, name = inquiry.pieces[action.unit].printed.title, inquiry.board.name(action.to)
    rout, second = kind == ROUT_ADVANCE, action.to != fight.hex
    section = "13.62" if rout else "13.52" if second else "13.41"
    inquiry.note(section, f"{title} bears no marker that keeps it back")
    if action.unit in fight.crossing:
        inquiry.note("20.34", f"{title} crosses the Major River that it attacked over")
    if not rout and not second:
        must = r13_advance.allowed(inquiry, fight) == "mandatory"
        inquiry.note("13.43" if must else "13.42", f"the advance is {r13_advance.allowed(inquiry, fight)}")
    if fight.gca == "made" and not rout:
        inquiry.note("14.28", f"after the counterattack more units may follow into {name}")
    inquiry.note("13.44", "an advance is no movement: it costs no MPs")
    inquiry.note("13.45", f"{title} advances into {name}, enemy ZOCs ignored")


def _faults_of(view: View, fight: Battle, kind: str, action: Advance) -> Sequence[Fault]:
    if kind == ROUT_ADVANCE:
        return r13_rout.advance_faults(view, fight, action.unit, action.to)
    if action.to == fight.hex:
        return r13_advance.advance_faults(view, fight, action.unit)
    return r13_advance.second_faults(view, fight, action.unit, action.to)


def _perform(draft: Draft, action: Advance) -> None:
    kind, fight = draft.settle().kind, fights.current(draft)
    if fight is None:
        return
    origin = draft.pieces[action.unit].space
    r13_retreat.enter(draft, action.unit, action.to)
    if kind == ROUT_ADVANCE or action.to == fight.hex:
        fight = fights.amend(draft, advanced={**fight.advanced, action.unit: origin})
    else:
        fights.amend(draft, second=(*fight.second, action.unit))
        return
    if kind == ADVANCE and not fight.entered:
        r14_counterattack.offer(draft, fights.amend(draft, entered=action.unit))


def _options(state: State) -> Iterator[Advance]:
    top, fight = state.decision, fights.current(state)
    if top is None or fight is None:
        return
    if top.kind == ROUT_ADVANCE:
        yield from (Advance(u, h) for u, h in r13_rout.advances(state, fight))
        return
    yield from (Advance(uid, fight.hex) for uid in r13_advance.candidates(state, fight))
    yield from (
        Advance(uid, h) for uid in fight.advanced for h in r13_advance.second_hexes(state, fight, uid)
    )


@rule("13.42", "13.43")
def _check_end(inquiry: Inquiry, action: EndAdvance) -> None:  # noqa: ARG001 - it has no fields
    top, fight = inquiry.decision, fights.current(inquiry)
    if top is None or fight is None:
        return
    if top.kind == ROUT_ADVANCE:
        inquiry.note("13.62", "defenders may advance after a Rout; nobody has to")
        return
    must = r13_advance.obliged(inquiry, fight)
    titles = terms.titles(inquiry.pieces[u] for u in must)
    why = f"the advance is mandatory: {titles} can advance"
    if inquiry.require("13.43", not must, "", why, units=must):
        inquiry.note("14.28" if fight.gca == "made" else "13.42", "nobody else has to advance")
        if fight.gca == "made":
            inquiry.note("14.27", "the results are applied, and the Allied activation goes on")
            inquiry.note("14.29", "the rest of it is played out, whatever came of the counterattack")


def _perform_end(draft: Draft, action: EndAdvance) -> None:  # noqa: ARG001 - it has no fields
    fights.skip(draft, draft.settle().kind)


def _end_options(state: State) -> Iterator[EndAdvance]:  # noqa: ARG001 - every position
    yield EndAdvance()


HANDLERS = (
    Handler(Advance, _check, _perform, _options, "13.4", answers=frozenset({ADVANCE, ROUT_ADVANCE})),
    Handler(
        EndAdvance, _check_end, _perform_end, _end_options, "13.4", answers=frozenset({ADVANCE, ROUT_ADVANCE})
    ),
)
