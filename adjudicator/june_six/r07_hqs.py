"""Sections 5.33, 7.12 and 7.24: which HQs a marker activates, and their LOC check."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.citation import rule
from adjudicator.june_six import r05_loc, r07_activation, r10_release, terms
from adjudicator.june_six.r10_schedule import enters_at_re
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Fault

__all__ = ["MOST_ACTIVATIONS", "activate_hqs", "activation_faults", "check_loc"]

MOST_ACTIVATIONS = 3


@rule("7.12", "3.62", "3.63", "5.14", "4.23", "7.23", "7.25", "10.12")
def activation_faults(view: View, hq: Piece) -> list[Fault]:
    """What keeps an HQ from activating at ME, its LOC left out of account."""
    found, name = list[Fault](), hq.printed.title
    if (later := _next_turn(view, hq)) is not None:
        found.append(later)
    elif not r07_activation.arrived(view, hq):
        found.append(Fault("7.11", f"{name} is not in play"))
    if not terms.on_map(view, hq) and enters_at_re(view, hq.printed.division):
        found.append(
            Fault("7.23", f"{name} enters in the RE Activation Phase: none of its markers is in the cup")
        )
    for item, word in (("re", "an RE"), ("isolated", "an Isolated"), ("scattered", "a Scattered")):
        if view.flag(item, hq.uid):
            section = "3.63" if item == "scattered" else "7.12"
            found.append(Fault(section, f"{name} bears {word} marker"))
    if view.number("activations", hq.uid) >= MOST_ACTIVATIONS:
        found.append(Fault("5.14", f"{name} has been activated three times this turn"))
    return found


@rule("10.34", "10.36", "10.37")
def _next_turn(view: View, hq: Piece) -> Fault | None:
    """Why a German formation that is still to come enters on a later turn; None for others."""
    formation = hq.printed.division
    if hq.space != terms.POOL or hq.side != terms.GERMAN or terms.is_corps_hq(hq.printed):
        return None
    if view.number("available-from", formation) <= view.number("turn"):
        return None
    if view.number("withheld", formation):
        return Fault("10.36", f"{hq.printed.title} is held back this turn: none of its markers is in the cup")
    return Fault("10.34", f"{hq.printed.title} was not released this turn and enters next turn")


@rule("7.24")
def activate_hqs(draft: Draft, hqs: Sequence[Piece], chit: str) -> None:
    """Activate those of the HQs that can be; one without a LOC gets an RE marker."""
    ready = [hq for hq in hqs if not activation_faults(draft, hq) and _may_enter(draft, hq, chit)]
    able = [hq for hq in ready if check_loc(draft, hq)]
    if len(able) < len(ready) and len(hqs) > 1 and draft.option("corps-loc") == "B":
        able = []
    if able and not draft.pending:
        r07_activation.begin(draft, able, chit)


@rule("5.33", "3.62", "7.24")
def check_loc(draft: Draft, hq: Piece) -> bool:
    """Trace the LOC of an activating HQ; without one it gets an RE marker.

    Returns
    -------
    bool
        Whether it activates.
    """
    if not terms.on_map(draft, hq) or r05_loc.has_loc(draft, hq.uid):
        return True
    draft.set("re", True, hq.uid)
    return False


@rule("10.32", "7.24")
def _may_enter(draft: Draft, hq: Piece, chit: str) -> bool:
    """Whether a formation that is still to come may enter with this marker."""
    if hq.space != terms.POOL or hq.printed.side != terms.GERMAN or terms.is_corps_hq(hq.printed):
        return True
    return r10_release.on_marker(draft, hq.printed.division, chit)
