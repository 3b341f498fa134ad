"""Sections 3.5 and 10.21: arriving Allied units stand in their Landing Boxes; who else may enter now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r06_formations, r08_landing, r10_airborne, r10_entry, r10_schedule, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.june_six.r10_schedule import RE_ONLY
from adjudicator.position import Draft, Piece, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Used

__all__ = ["PHASE_RULES", "arriving", "explain_arrivals", "landing_box", "open_phase"]


@rule("10.11", "10.21")
def landing_box(piece: Piece) -> str:
    """Landing Box or airfield of an Allied unit; empty for others."""
    entry = piece.printed.entry
    return entry[0] if piece.printed.side == terms.ALLIED and entry else ""


@rule("10.11", "3.5")
def arriving(view: View) -> tuple[Piece, ...]:
    """Allied units whose turn of entry has come and that wait on the Turn Record Track.

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
    """Place the arriving Allied units, let formations enter that need no marker, ask for assignments."""
    for piece in arriving(draft):
        draft.place(piece.uid, landing_box(piece))
    for formation in tuple(_without_marker(draft)):
        if r10_entry.is_blocked(draft, formation):
            r10_entry.hold_back(draft, formation, "")
        else:
            draft.set("entered", True, formation)
    r06_formations.ask_assignments(draft)


@rule("7.23", "10.12")
def _without_marker(view: View) -> Iterator[str]:
    """German corps, and divisions that enter in the RE Phase: no marker of their own releases them."""
    for id_ in r10_entry.due_formations(view):
        known = load_formations(view)[id_]
        if known.level != "division" or known.note == RE_ONLY:
            yield id_


@rule("10.11", "10.21", "10.31")
def explain_arrivals(inquiry: Inquiry) -> dict[str, list[str]]:
    """Say who arrives this turn, and where.

    Returns
    -------
    dict
        Box or ``german`` -> ids of units or formations.
    """
    turn = inquiry.number("turn")
    inquiry.note(
        "10.11", f"the Reinforcement Schedule of the {r10_schedule.label_of(inquiry, turn)} turn", turn
    )
    found = _landings(inquiry)
    german = [*_entering(inquiry), *_joining(inquiry)]
    if german:
        found[terms.GERMAN] = german
    r10_airborne.explain_airborne(inquiry)
    _note_efficiency(inquiry, [f for group in found.values() for f in group])
    return found


@rule("10.11", "10.13", "10.21")
def _landings(inquiry: Inquiry) -> dict[str, list[str]]:
    """Allied units by their Landing Box."""
    found: dict[str, list[str]] = {}
    for piece in arriving(inquiry):
        _note_source(inquiry, piece)
        found.setdefault(landing_box(piece), []).append(piece.uid)
    for box, uids in sorted(found.items()):
        titles = terms.titles(inquiry.pieces[u] for u in uids)
        inquiry.note("10.21", f"{inquiry.board.name(box)}: {titles}")
    if found:
        inquiry.note("10.13", "the Beach hex counts as the first hex of their movement")
    return found


@rule("10.31")
def _entering(inquiry: Inquiry) -> list[str]:
    """German formations that are to enter."""
    found = list(r10_entry.due_formations(inquiry))
    for formation in found:
        known = load_formations(inquiry)[formation]
        used = Used(f"arrival of {known.name}", "formations.csv", formation, "arrival")
        inquiry.source("10.31", used, known.sources.of("arrival"))
        letters = " or ".join(r10_entry.entry_letters(inquiry, formation))
        inquiry.note("10.31", f"{known.name}: Entry hex {letters}")
    return found


@rule("10.11", "10.31")
def _joining(inquiry: Inquiry) -> list[str]:
    """German units that come after their formation and may enter now."""
    pool = [p for p in inquiry.pieces.values() if p.space == terms.POOL and p.side == terms.GERMAN]
    found = [p for p in pool if not terms.is_hq(p.printed) and r08_landing.arrives(inquiry.state, p)]
    for piece in sorted(found, key=lambda p: p.uid):
        _note_source(inquiry, piece)
        letters = " or ".join(sorted(r08_landing.entry_letters(inquiry.state, piece)))
        inquiry.note("10.31", f"{piece.printed.title} joins its formation: Entry hex {letters}")
    return sorted(p.uid for p in found)


def _note_source(inquiry: Inquiry, piece: Piece) -> None:
    unit = piece.printed
    used = Used(f"arrival of {unit.title}", "units.csv", unit.id, "arrival")
    inquiry.source("10.11", used, unit.sources.of("arrival"))


@rule("10.12", "7.23", "7.25")
def _note_efficiency(inquiry: Inquiry, arrivals: list[str]) -> None:
    """Say at which efficiency units and formations enter."""
    slugs = dict.fromkeys(_formation_of(inquiry, arrival) for arrival in arrivals)
    listed = load_formations(inquiry)
    known = [listed[slug] for slug in slugs if slug in listed]
    for formation in known:
        if formation.note and formation.arrival == inquiry.number("turn"):
            inquiry.note("7.23", f"{formation.name}: {formation.note}")
    late = [f.name for f in known if f.note == RE_ONLY]
    others = [f.name for f in known if f.note != RE_ONLY]
    if others:
        inquiry.note("10.12", f"at full ME: what arrives of {', '.join(others)}")
    if late:
        inquiry.note("10.12", f"in the RE Activation Phase, and at RE: {', '.join(late)}")


def _formation_of(view: View, arrival: str) -> str:
    piece = view.pieces.get(arrival)
    return piece.printed.division if piece is not None else arrival


PHASE_RULES = {"placement": PhaseRule(opening=open_phase)}
