"""Sections 3.5 and 10.21: arriving Allied units stand in their Landing Boxes; who else may enter now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r10_airborne, r10_entry, r10_schedule, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.position import Draft, Piece, View

__all__ = ["arriving", "explain_arrivals", "landing_box", "open_phase"]

_RE_ONLY = "RE Phase Only"


@rule("10.11", "10.21")
def landing_box(piece: Piece) -> str:
    """Landing Box or airfield of an Allied unit; empty for others."""
    entry = piece.printed.entry
    return entry[0] if piece.printed.side == terms.ALLIED and entry else ""


@rule("10.11", "3.5")
def arriving(view: View) -> tuple[Piece, ...]:
    """Allied units whose turn of entry has come and that wait on the Turn Record Track.

    Parameters
    ----------
    view
        The position.

    Returns
    -------
    tuple of Piece
        By id.
    """
    turn = view.number("turn")
    found = (p for p in view.pieces.values() if p.printed.side == terms.ALLIED and p.space == terms.POOL)
    due = (p for p in found if p.printed.arrival is not None and p.printed.arrival <= turn)
    return tuple(sorted((p for p in due if not view.number("returns", p.uid)), key=lambda p: p.uid))


@rule("3.5", "10.21", "10.37", "7.23")
def open_phase(draft: Draft) -> None:
    """Place the arriving Allied units, and let formations enter that need no marker for it.

    Parameters
    ----------
    draft
        The position in the making.
    """
    for piece in arriving(draft):
        draft.place(piece.uid, landing_box(piece))
    for formation in tuple(_without_marker(draft)):
        if r10_entry.is_blocked(draft, formation):
            r10_entry.hold_back(draft, formation, "")
        else:
            draft.set("entered", True, formation)


@rule("7.23", "10.12")
def _without_marker(view: View) -> Iterator[str]:
    """German corps, and divisions that enter in the RE Phase: no marker of their own releases them."""
    for id_ in r10_entry.due_formations(view):
        known = load_formations()[id_]
        if known.level != "division" or known.note == _RE_ONLY:
            yield id_


@rule("10.11", "10.21", "10.31")
def explain_arrivals(inquiry: Inquiry) -> dict[str, list[str]]:
    """Say who arrives this turn, and where.

    Parameters
    ----------
    inquiry
        Takes the steps.

    Returns
    -------
    dict
        Box or ``german`` -> ids of units or formations.
    """
    found: dict[str, list[str]] = {}
    turn = inquiry.number("turn")
    inquiry.note("10.11", f"the Reinforcement Schedule of the {r10_schedule.label_of(turn)} turn", turn)
    for piece in arriving(inquiry):
        found.setdefault(landing_box(piece), []).append(piece.uid)
    for box, uids in sorted(found.items()):
        titles = terms.titles(inquiry.pieces[u] for u in uids)
        inquiry.note("10.21", f"{inquiry.board.name(box)}: {titles}")
        inquiry.note("10.13", "the Beach hex counts as the first hex of the movement")
    for formation in r10_entry.due_formations(inquiry):
        found.setdefault(terms.GERMAN, []).append(formation)
        letters = " or ".join(r10_entry.entry_letters(inquiry, formation))
        inquiry.note("10.31", f"{load_formations()[formation].name}: Entry hex {letters}")
    r10_airborne.explain_airborne(inquiry)
    _note_efficiency(inquiry, [f for group in found.values() for f in group])
    return found


@rule("10.12", "7.23", "7.25")
def _note_efficiency(inquiry: Inquiry, arrivals: list[str]) -> None:
    """Say at which efficiency units and formations enter."""
    for formation in dict.fromkeys(_formation_of(inquiry, a) for a in arrivals):
        known = load_formations().get(formation)
        if known is not None and known.note and known.arrival == inquiry.number("turn"):
            inquiry.note("7.23", f"{known.name}: {known.note}")
        if known is not None and known.note == _RE_ONLY:
            inquiry.note("10.12", f"{known.name} enters in the RE Activation Phase and functions at RE")
        elif known is not None:
            inquiry.note("10.12", f"what arrives of {known.name} enters at full ME")


def _formation_of(view: View, arrival: str) -> str:
    piece = view.pieces.get(arrival)
    return piece.printed.division if piece is not None else arrival
