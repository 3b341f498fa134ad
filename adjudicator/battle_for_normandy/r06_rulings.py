"""Section 6.0 told point by point: whether a stack is within the limits."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.battle_for_normandy import r06_excess, r16_june_6, terms
from adjudicator.battle_for_normandy import r06_stacking as stacking
from adjudicator.battle_for_normandy.r18.beaches import lands_alone
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State
from adjudicator.ruling import Ruling

__all__ = ["stack_ruling"]


@rule("6.1", "6.2", "6.3")
def stack_ruling(
    view: State, space: str, side: str = "", *, adding: Sequence[str] = (), strict: bool = False
) -> Ruling:
    """Answer whether a stack is within the limits, and what the fewest eliminations are.

    Parameters
    ----------
    side
        Whose; by default the side that stands there.
    """
    inquiry = Inquiry(view, strict=strict)
    units = [view.pieces[u] for u in adding]
    owner = side or next((p.side for p in (*view.units_in(space), *units)), view.text("side"))
    adds = inquiry.adding("Stacking Points")
    for piece in stacking.units_with(inquiry, space, owner, adding, ()):
        adds.add("6.1", piece.printed.title, stacking.value(inquiry, piece))
    if stacking.trench_points(inquiry, space, owner):
        adds.add("14.3", "Entrenchment", 1)
    for section, text in stacking.faults(inquiry, space, owner, adding=adding):
        inquiry.refuse(section, text, units=adding, spaces=(space,))
    _note_queue(inquiry, space, stacking.units_with(inquiry, space, owner, adding, ()))
    _note_nations(inquiry, space, owner, adding)
    _note_exception(inquiry, space, owner, adding, adds.value)
    fewest = r06_excess.least_removals(view, space, owner) if not adding else ()
    name, legal = view.board.name(space), not inquiry.violations
    verdict = f"The stack in {name} is {'within' if legal else 'over'} the limits."
    answer = {
        "legal": legal,
        "points": adds.value,
        "removals": [list(r) for r in fewest if r],
    }
    return inquiry.ruling(f"stack {space}", verdict, answer)


@rule("18.2", "22.3o")
def _note_queue(inquiry: Inquiry, space: str, units: Sequence[Piece]) -> None:
    """Say which limit a legal stack in an Assault Hex keeps."""
    if inquiry.violations or not inquiry.board.spaces[space].features.get("queue"):
        return
    if not r16_june_6.is_invasion(inquiry):
        inquiry.note("18.2", f"after the Invasion Turns an Assault Hex holds four units: {len(units)} here")
        return
    if terms.has_option(inquiry, "22.3o"):
        inquiry.note("22.3o", "an Assault Hex holds 3 Stacking Points, and any number of support units")
    else:
        inquiry.note("18.2", "an Assault Hex holds three companies or one battalion; support units count 0")
    alone = [p for p in units if lands_alone(p)]
    if alone and inquiry.number("invasion"):
        inquiry.note("18.2", f"{terms.titles(alone)} may stack on the way up the queue")


@rule("6.3")
def _note_nations(inquiry: Inquiry, space: str, side: str, adding: Sequence[str]) -> None:
    """Say of which group the nations of a legal stack are."""
    units = [u.printed for u in stacking.units_with(inquiry, space, side, adding, ())]
    groups = {terms.group_of(unit) for unit in units}
    if not inquiry.violations and len(groups) == 1 < len({unit.nationality for unit in units}):
        group = "US" if groups == {terms.US} else "Commonwealth"
        inquiry.note("6.3", f"all of them are of the {group} group: they may stack")


def _note_exception(inquiry: Inquiry, space: str, side: str, adding: Sequence[str], total: int) -> None:
    if inquiry.violations or total <= stacking.LIMIT or inquiry.board.spaces[space].features.get("queue"):
        return
    units = stacking.units_with(inquiry, space, side, adding, ())
    if stacking.hq_and_one(inquiry, units):
        inquiry.note("9.6", "an HQ with Feldersatz points may stack with one other combat unit")
    elif stacking.cooperating(inquiry, units, total):
        inquiry.note("6.1", "an infantry battalion of the same division HQ brings a CW tank unit to 7 points")
        if terms.has_option(inquiry, "6.1o"):
            inquiry.note("6.1o", "from August on")
