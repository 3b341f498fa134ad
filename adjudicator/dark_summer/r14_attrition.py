"""Section 14: units that are Out of Supply lose a step in the Attrition Phase."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import r03_victory, r11_hidden, terms
from adjudicator.dark_summer.r13_supply import explain_supply, out_of_supply
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, View
from adjudicator.rules import PhaseRule

__all__ = ["PHASE_RULES", "carry_out", "explain_attrition", "sides_checked", "sufferers"]

_WET = frozenset({"rain", "storm"})


@rule("7.2.4", "14.0")
def sides_checked(view: View) -> tuple[str, ...]:
    """Sides whose units are checked this turn: the German always, the Allied in Rain and Storm."""
    wet = view.text("weather") in _WET
    return (terms.GERMAN, terms.ALLIED) if wet else (terms.GERMAN,)


@rule("7.2.4", "13.4", "14.0")
def sufferers(view: View) -> tuple[str, ...]:
    """Units that lose a step, all found before any is taken off.

    Returns
    -------
    tuple of str
        Ids; German ones first.
    """
    return tuple(uid for side in sides_checked(view) for uid in out_of_supply(view, side))


@rule("14.0")
def carry_out(draft: Draft) -> tuple[str, ...]:
    """Take a step from every unit that is Out of Supply, of both sides at once in Rain and Storm.

    Returns
    -------
    tuple of str
        Ids of the units that suffered; a Strongpoint or Ost battalion eliminated face down is revealed.
    """
    found = sufferers(draft)
    lost = [uid for uid in found if terms.steps_left(draft.pieces[uid]) == 1]
    for uid in found:
        if uid in lost:
            draft.place(uid, terms.ELIMINATED)
        else:
            draft.set_status(uid, terms.REDUCED)
    _reveal(draft, lost)
    return found


@rule("11.5", "14.0")
def _reveal(draft: Draft, lost: Sequence[str]) -> None:
    """Show what Strongpoints and Ost battalions were that died face down."""
    r11_hidden.reveal(draft, *lost)


@rule("14.0")
def _open_phase(draft: Draft) -> None:
    carry_out(draft)
    r03_victory.declare_sudden_death(draft)


PHASE_RULES = {"attrition": PhaseRule(opening=_open_phase)}


@rule("7.2.4", "14.0")
def explain_attrition(inquiry: Inquiry) -> tuple[str, ...]:
    """Say which units lose a step in the Attrition Phase, each with what cuts its line.

    Returns
    -------
    tuple of str
        As `sufferers`.
    """
    weather = inquiry.text("weather")
    both = len(sides_checked(inquiry)) > 1
    who = "both sides are checked, at the same time" if both else "only German units are checked"
    inquiry.note("7.2.4", f"Weather {weather}: {who}")
    found = sufferers(inquiry)
    for uid in found:
        piece = inquiry.pieces[uid]
        left = terms.steps_left(piece) - 1
        fate = "is reduced" if left else "is eliminated"
        with inquiry.under("14.0", f"{piece.printed.title} in {inquiry.board.name(piece.space)} {fate}"):
            explain_supply(inquiry, uid)
    if not found:
        inquiry.note("14.0", "no unit that is checked is Out of Supply")
    return found
