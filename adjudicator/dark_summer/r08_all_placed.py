"""Sections 8.1 and 8.1.2: what must still be placed before Movement, and what follows when all has been."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.citation import rule
from adjudicator.dark_summer import r08_entry as entry
from adjudicator.dark_summer import r08_third_wave, terms
from adjudicator.dark_summer.r05_stacking import enforce
from adjudicator.dark_summer.r08_hexes import entry_hexes
from adjudicator.dark_summer.r08_placement import may_be_placed, shown_formation
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, View

__all__ = ["close_entry", "entry_faults", "still_to_place"]


@rule("8.1", "8.1.2")
def still_to_place(view: View) -> tuple[str, ...]:
    """Ids of units that must be placed, or chosen from, before Movement: nobody delays entry at will."""
    state = terms.state_of(view)
    if not entry.may_enter(state):
        return ()
    if entry.is_third_wave_round(state, state.text("round-group")):
        return r08_third_wave.still_to_land(state)
    return tuple(p.uid for p in may_be_placed(state, entry.entries_left(state)) if entry_hexes(state, p))


def entry_faults(inquiry: Inquiry) -> None:
    """Refuse to go on to Movement while a Reinforcement can and must still be placed (8.1, 8.1.2)."""
    left = still_to_place(inquiry)
    settled = [uid for uid in left if not _is_choice(inquiry, uid)]
    open_ = [inquiry.pieces[uid] for uid in left if uid not in settled]
    if settled or not left:
        names = terms.titles(inquiry.pieces[uid] for uid in settled)
        failed = f"first all Reinforcements are placed, and these can be: {names}"
        passed = "all Reinforcements that can enter are placed"
        inquiry.require("8.1.2", not left, passed, failed, units=settled)
    if open_:
        number = entry.entries_left(inquiry)
        names = ", ".join(sorted({shown_formation(p) for p in open_}))
        text = f"{number} more Formation{'s' if number > 1 else ''} must be chosen to enter, out of: {names}"
        inquiry.refuse("8.1.1", text, units=[p.uid for p in open_])


def _is_choice(view: View, uid: str) -> bool:
    """Whether a unit that could enter belongs to a Formation that has not been chosen yet."""
    piece = view.pieces[uid]
    automatic = entry.is_automatic(view, piece) or entry.is_third_wave_round(view, view.text("round-group"))
    return not automatic and terms.formation(piece.printed) not in entry.begun(view)


@rule("5.2", "8.1.2")
def close_entry(draft: Draft) -> None:
    """End the part of a Round in which units enter: late units of the 3rd Wave, the stacking limit."""
    group, entered = draft.text("round-group"), _entered(draft)
    if entry.is_third_wave_round(draft, group):
        r08_third_wave.close(draft, group)
    for uid in entered:
        draft.clear("automatic-entry", uid)
    if entered:
        enforce(draft, sorted({draft.pieces[uid].space for uid in entered}))


def _entered(view: View) -> Iterable[str]:
    return [uid for uid in view.subjects("entered") if uid in view.pieces and view.flag("entered", uid)]
