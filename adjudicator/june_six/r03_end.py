"""Section 3.8: the End Phase: isolation, markers off, HQs of dead Divisions off, the next turn."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import (
    r01_victory,
    r03_flow,
    r06_headquarters,
    r22_isolation,
    terms,
)
from adjudicator.position import AUTO, Decision, Draft, View
from adjudicator.rules import PhaseRule

__all__ = ["PHASE_RULES", "STEPS", "clean_up", "explain_end", "next_turn", "open_phase", "retained"]

_CLEAN, _NEXT = "end-clean-up", "next-turn"
_OFF = ("pinned", "scattered", "fired")


@rule("3.8", "3.81")
def open_phase(draft: Draft) -> None:
    """Begin the End Phase: isolation first; the rest follows once it is settled."""
    draft.ask(AUTO, _NEXT, "3.87")
    draft.ask(AUTO, _CLEAN, "3.82")
    r22_isolation.end_phase(draft)


@rule("3.85", "3.86")
def retained(view: View) -> tuple[str, ...]:
    """Units on the map that bear an RE marker beyond the End Phase.

    Returns
    -------
    tuple of str
        Ids, sorted: the Cherbourg HQ, and units of a formation without an HQ on the map.
    """
    return tuple(sorted(p.uid for p in view.pieces.values() if _retains(view, p.uid)))


def _retains(view: View, uid: str) -> bool:
    """Whether a unit keeps its marker; attachments end with the turn and do not count (6.13)."""
    piece = view.pieces[uid]
    own = view.text("assigned", uid) or piece.printed.division
    if not own or not terms.on_map(view, piece):
        return False
    head = terms.hq_of(view, own)
    if view.text("attached", uid) and head is not None and not terms.on_map(view, head):
        return True
    return r06_headquarters.is_permanent_re(view, uid)


@rule("3.82", "3.83", "3.84", "3.85", "3.86", "6.15")
def clean_up(draft: Draft) -> None:
    """Take off what lasts to the End Phase only, and put the RE markers that stay."""
    for item in _OFF:
        draft.clear(item)
    for item in ("air", "naval", "supply-interdiction", "interdiction", "naval-interdiction"):
        draft.clear(item)
    r06_headquarters.remove_orphans(draft)
    draft.clear("attached")
    for uid in retained(draft):
        draft.set("re", True, uid)


@rule("3.87", "4.12")
def next_turn(draft: Draft) -> None:
    """Advance the Game Turn marker; after the last turn the game is over."""
    turn, stormy = draft.number("turn"), draft.text("weather") == "storm"
    draft.forget("turn", "activation")
    if turn >= r01_victory.last_turn(draft):
        r03_flow.end_game(draft, r01_victory.winner(draft))
        return
    draft.set("turn", turn + 1)
    draft.set("after-storm", stormy)
    r03_flow.enter_phase(draft, "initiative")


# --- answers ----------------------------------------------------------------------------------------------


@rule("3.81", "3.82", "3.83", "3.84", "3.85", "3.86", "3.87", "6.15")
def explain_end(inquiry: Inquiry) -> None:
    """List all that the End Phase does, in its order."""
    r22_isolation.explain_all(inquiry)
    for item, section, text in (
        ("pinned", "3.82", "Pinned markers are removed from"),
        ("scattered", "3.82", "Scattered markers are removed from"),
        ("fired", "3.83", "the unfired side shows again of"),
    ):
        there = (u for u in inquiry.subjects(item) if u in inquiry.pieces)
        units = [inquiry.pieces[u] for u in there if inquiry.flag(item, u)]
        inquiry.note(section, f"{text}: {terms.titles(units) or 'none'}", len(units))
    for item in ("air", "naval"):
        inquiry.note("3.84", f"unused {item} markers that are removed", inquiry.number(item))
    orphans = r06_headquarters.orphaned(inquiry)
    inquiry.note("6.15", f"HQs without units that are removed: {terms.titles(orphans) or 'none'}")
    _explain_re(inquiry)
    turn = inquiry.number("turn")
    if turn >= r01_victory.last_turn(inquiry):
        inquiry.note("3.87", "it was the last turn: the game ends", turn)
    else:
        inquiry.note("3.87", "the Game Turn marker advances to turn", turn + 1)


@rule("3.85", "3.86")
def _explain_re(inquiry: Inquiry) -> None:
    units = [inquiry.pieces[u] for u in retained(inquiry)]
    for section, found in (
        ("3.85", [p for p in units if terms.is_hq(p.printed)]),
        ("3.86", [p for p in units if not terms.is_hq(p.printed)]),
    ):
        inquiry.note(section, f"RE markers stay on: {terms.titles(found) or 'none'}", len(found))


def _clean(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    clean_up(draft)


def _next(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    next_turn(draft)


STEPS: dict[str, Callable[[Draft, Decision], None]] = {_CLEAN: _clean, _NEXT: _next}
PHASE_RULES = {"end": PhaseRule(opening=open_phase)}
