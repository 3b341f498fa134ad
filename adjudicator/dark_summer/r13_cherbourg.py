"""Section 13.5: whether Cherbourg is Isolated, which Germans are relocated there, and who may leave."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r13_lines import flood, line
from adjudicator.dark_summer.r13_sources import GERMAN_LETTERS, ground, lettered, source_state, why_barred
from adjudicator.dark_summer.r13_supply import out_of_supply
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, Piece, View
from adjudicator.silence import hear

__all__ = [
    "c_path",
    "captured_in",
    "check_isolation",
    "explain_isolation",
    "explain_relocation",
    "has_c_path",
    "is_captured",
    "is_isolated",
    "relocated",
    "was_isolated",
]


@rule("11.7", "13.5")
def is_captured(view: View) -> bool:
    """Whether the Allies have gained control of Cherbourg."""
    return _is_marked_allied(view) or view.number("cherbourg-taken-turn") > 0


def _is_marked_allied(view: View) -> bool:
    """Whether an Allied Control marker lies in the Cherbourg Box."""
    return terms.state_of(view).said("control", terms.CHERBOURG) == terms.ALLIED


@rule("11.7")
def captured_in(view: View) -> int:
    """Turn in which the Allies gained control of Cherbourg; 0 where they have not, or nothing says when."""
    state = terms.state_of(view)
    if state.said("cherbourg-taken-turn") is UNKNOWN and _is_marked_allied(view):
        silence = replace(
            state.silence("cherbourg-taken-turn", ""), assumed="Cherbourg was captured in an earlier turn"
        )
        hear(silence.item, "", lambda: silence)
        return 0
    return view.number("cherbourg-taken-turn")


@rule("13.5")
def is_isolated(view: View) -> bool:
    """Whether no C hex, itself free, can trace a line to a German Supply Source as things stand.

    Returns
    -------
    bool
        What it was when a German Round began is what `was_isolated` says.
    """
    joined = flood(view, terms.GERMAN).toward
    return not any(h in joined for h in lettered(view, "C"))


@rule("13.5")
def was_isolated(view: View) -> bool:
    """Whether Cherbourg was Isolated when the German Round in play began; unsaid, it was if it is now."""
    state = terms.state_of(view)
    if state.said("cherbourg-isolated") is not UNKNOWN or not _is_seen_isolated(view):
        return view.flag("cherbourg-isolated")
    silence = replace(
        state.silence("cherbourg-isolated", ""),
        assumed="Cherbourg was Isolated when the Round began, as it is now",
    )
    hear(silence.item, "", lambda: silence)
    return True


def _is_seen_isolated(view: View) -> bool:
    """Whether it is Isolated, as far as the part of the map that is known holds a German Supply Source."""
    letters = ground(view.board).letters
    known = "C" in letters and any(letter in letters for letter in GERMAN_LETTERS)
    return known and not is_captured(view) and is_isolated(view)


@rule("11.3.7", "13.5")
def c_path(view: View, space: str) -> tuple[str, ...]:
    """A path from a hex to a C hex that no Allied unit and no non-negated Allied ZOC blocks.

    Parameters
    ----------
    space
        Hex of the German unit.

    Returns
    -------
    tuple of str
        Both ends included; empty when there is none.
    """
    known = view.board.spaces.get(space)
    return line(view, space, "c-path") if known is not None and terms.is_hex(known) else ()


@rule("11.3.7", "13.5")
def has_c_path(view: View, uid: str) -> bool:
    """Whether a German unit has a free path to a C hex."""
    piece = view.pieces[uid]
    return piece.side == terms.GERMAN and bool(c_path(view, piece.space))


@rule("13.5")
def relocated(view: View) -> tuple[str, ...]:
    """German units that are moved into the Cherbourg Box if it is Isolated: Out of Supply, with a C path.

    Returns
    -------
    tuple of str
        Ids, sorted; never a Strongpoint.
    """
    cut = [view.pieces[u] for u in out_of_supply(view, terms.GERMAN)]
    return tuple(p.uid for p in cut if not terms.is_strongpoint(p.printed) and has_c_path(view, p.uid))


@rule("13.5")
def check_isolation(draft: Draft) -> tuple[str, ...]:
    """Check Cherbourg as a German Round begins, until it is captured; relocate units if it is Isolated.

    Returns
    -------
    tuple of str
        Ids of the units that were relocated.
    """
    fixed = draft.finish()
    isolated = not is_captured(fixed) and is_isolated(fixed)
    moving = relocated(fixed) if isolated else ()
    draft.set("cherbourg-isolated", isolated)
    for uid in moving:
        draft.place(uid, terms.CHERBOURG)
    return moving


# --- with reasons -----------------------------------------------------------------------------------------


@rule("13.5")
def explain_isolation(inquiry: Inquiry) -> bool:
    """Say whether Cherbourg is Isolated: the line of a C hex, or what keeps each from having one."""
    if is_captured(inquiry):
        inquiry.note("13.5", "Cherbourg is captured: its Isolation is checked no more")
        return False
    name, reached = inquiry.board.name, flood(inquiry, terms.GERMAN)
    joined = [h for h in lettered(inquiry, "C") if h in reached.toward]
    if joined:
        path = min((reached.path(h) for h in joined), key=len)
        inquiry.note("13.5", f"from {name(path[0])} a line leads: {' - '.join(map(name, path))}")
        source_state(inquiry, path[-1], terms.GERMAN)
        return False
    for number in lettered(inquiry, "C"):
        section, why = why_barred(inquiry, number, terms.GERMAN)
        inquiry.note(section or "13.2", why or f"from {name(number)} no line leads to a German source")
    inquiry.note("13.5", "no C hex can trace a line to a German source: Cherbourg is Isolated")
    return True


@rule("13.5")
def explain_relocation(inquiry: Inquiry) -> tuple[str, ...]:
    """Say which units Isolation moves into the Cherbourg Box, and why others stay.

    Returns
    -------
    tuple of str
        Ids of those that move.
    """
    if not explain_isolation(inquiry):
        return ()
    moving = relocated(inquiry)
    for uid in out_of_supply(inquiry, terms.GERMAN):
        inquiry.note("13.5", _relocation(inquiry, inquiry.pieces[uid], moves=uid in moving))
    return moving


def _relocation(inquiry: Inquiry, piece: Piece, *, moves: bool) -> str:
    title, name = piece.printed.title, inquiry.board.name
    if moves:
        path = " - ".join(map(name, c_path(inquiry, piece.space)))
        return f"{title} is Out of Supply and has the path {path}: it goes to the Cherbourg Box"
    if terms.is_strongpoint(piece.printed):
        return f"{title} is a Strongpoint and stays"
    return f"{title} has no free path to a C hex and stays"
