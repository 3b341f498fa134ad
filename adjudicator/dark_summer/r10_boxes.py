"""Sections 10.4 to 10.4.5: movement between the map and the off-map boxes, and the Exit markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from adjudicator.citation import rule
from adjudicator.dark_summer import r10_brittany, r13_cherbourg, r15_boundary, terms
from adjudicator.dark_summer.r03_victory import caen_was_held
from adjudicator.dark_summer.r13_supply import explain_supply, in_supply
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, View
from adjudicator.ruling import Fault, Violation
from adjudicator.silence import kept
from maps.board import Board
from maps.dark_summer.grid import GRID

__all__ = [
    "BOXES",
    "ENTERED",
    "EXIT_ALLIED",
    "EXIT_GERMAN",
    "LETTER_OF",
    "MAY_LEAVE",
    "enter_box",
    "enter_faults",
    "leave_box",
    "leave_faults",
    "lettered",
    "why_open",
]

ENTERED, MAY_LEAVE = "brittany-entered", "brittany-may-leave"
EXIT_ALLIED, EXIT_GERMAN = "exit-allied", "exit-german"
LETTER_OF = {terms.CHERBOURG: "C", ENTERED: "W", EXIT_ALLIED: "E", EXIT_GERMAN: "E"}  # to go into a box
BOXES = frozenset({*LETTER_OF, MAY_LEAVE})
_OUT_OF = {terms.CHERBOURG: "C", MAY_LEAVE: "S"}  # to leave a box
_OTHER = {terms.US: terms.BRITISH, terms.BRITISH: terms.US}
_NAMES = {terms.US: "US", terms.BRITISH: "British"}


@kept(maxsize=64)
def lettered(board: Board) -> Mapping[str, str]:
    """Every Lettered map-edge hex of a board with its letter.

    Returns
    -------
    mapping
        Hex -> ``C``, ``W``, ``S``, ``E`` or ``(E)``.
    """
    found = {s.id: str(s["letter"] or "") for s in board.spaces.values() if terms.is_hex(s)}
    return {space: letter for space, letter in found.items() if letter}


# --- entering a box -----------------------------------------------------------------------------------------


@rule("10.4.1", "10.4.3", "10.4.4", "10.4.5")
def enter_faults(view: View, piece: Piece, frm: str, box: str, *, start: str = "") -> tuple[Violation, ...]:
    """Why a unit may not go from a hex into an off-map box; Movement Points and ZOCs are not looked at."""
    name, faults = view.board.name, list[Fault]()
    letter = terms.letter(view, frm)
    if not letter:
        text = f"{name(box)} is entered only from a Lettered hex, and {name(frm)} is none"
        return (Violation("10.4.1", text, (piece.uid,), (frm, box)),)
    if letter == "(E)" and box in {EXIT_ALLIED, EXIT_GERMAN}:
        faults.append(Fault("10.4.5", f"neither side enters {name(box)} through the (E) hex {name(frm)}"))
    elif letter != LETTER_OF.get(box):
        wanted = f"only from {_an(LETTER_OF[box])} hex" if box in LETTER_OF else "by no movement"
        faults.append(
            Fault("10.4.1", f"{name(box)} is entered {wanted}, and {name(frm)} is {_an(letter)} hex")
        )
    if box == terms.CHERBOURG:
        faults += _into_cherbourg(view, piece)
    elif box in {ENTERED, MAY_LEAVE}:
        faults += _into_brittany(view, piece)
    elif box == EXIT_GERMAN:
        faults += _german_exit(view, piece, frm)
    else:
        faults += _allied_exit(view, piece, frm, start)
    return tuple(Violation(section, text, (piece.uid,), (frm, box)) for section, text in faults)


def _an(letter: str) -> str:
    return f"an {letter}" if letter in {"E", "S"} else f"a {letter}"


@rule("10.4.3", "10.4.4")
def _may_use(view: View, piece: Piece) -> bool:
    """Whether an Allied unit is one of those that the boxes of the US are open to."""
    if piece.printed.nationality == "french":
        return view.option("french-boxes") == "B"
    return terms.group_of(piece.printed) == terms.US


@rule("10.4.3")
def _into_cherbourg(view: View, piece: Piece) -> list[Fault]:
    title = piece.printed.title
    if piece.printed.side == terms.ALLIED:
        return (
            []
            if _may_use(view, piece)
            else [Fault("10.4.3", f"{title} is no US unit: Cherbourg is closed to it")]
        )
    if r13_cherbourg.is_captured(view):
        return [Fault("10.4.3", f"{title} may not enter Cherbourg, which the Allies have captured")]
    return []


@rule("10.4.4")
def _into_brittany(view: View, piece: Piece) -> list[Fault]:
    title, last = piece.printed.title, r10_brittany.last_turn_to_enter(view)
    faults = []
    if piece.printed.side != terms.ALLIED or not _may_use(view, piece):
        faults.append(Fault("10.4.4", f"{title} is no US unit: Brittany is closed to it"))
    if last and view.number("turn") > last:
        faults.append(
            Fault("10.4.4", f"nobody enters Brittany after Turn {last}, when a unit first came back")
        )
    return faults


@rule("10.4.5")
def _german_exit(view: View, piece: Piece, frm: str) -> list[Fault]:
    name = view.board.name
    if piece.printed.side != terms.GERMAN:
        return [Fault("10.4.5", f"{piece.printed.title} has no place in {name(EXIT_GERMAN)}")]
    marker = view.text("exit-marker", frm)
    return [Fault("10.4.5", f"{_an_exit(marker)} stands in {name(frm)}")] if marker else []


def _an_exit(group: str) -> str:
    return f"a {_NAMES[group]} Exit marker"


@rule("10.4.4", "10.4.5")
def _allied_exit(view: View, piece: Piece, frm: str, start: str) -> list[Fault]:
    name, title = view.board.name, piece.printed.title
    if piece.printed.side != terms.ALLIED:
        return [Fault("10.4.5", f"{title} has no place in {name(EXIT_ALLIED)}")]
    group = terms.group_of(piece.printed)
    faults = _exit_is_open(view, title, group)
    if start == MAY_LEAVE:
        faults.append(Fault("10.4.4", f"{title} came out of Brittany in the same Movement"))
    others = [p for p in terms.friends(view, frm, terms.ALLIED) if terms.group_of(p.printed) == _OTHER[group]]
    if others:
        faults.append(
            Fault("10.4.5", f"{terms.titles(others)} of the other nationality stands in {name(frm)}")
        )
    faults += _marked(view, group, frm)
    if terms.letter(view, frm) == "E" and not _supplied_at(view, piece, frm, start):
        faults.append(Fault("10.4.5", f"{title} is Out of Supply in {name(frm)} as it leaves the map"))
    return faults


@rule("10.4.5", "15.0")
def _exit_is_open(view: View, title: str, group: str) -> list[Fault]:
    if group == terms.US:
        if not r15_boundary.is_bounded(view, group):
            return []
        return [
            Fault("10.4.5", f"{title} may not leave while the Operational Boundary holds the US units (15.0)")
        ]
    if caen_was_held(view):
        return []
    return [Fault("10.4.5", f"{title} may not leave before the Allies have held all of Caen")]


@rule("10.4.5")
def _marked(view: View, group: str, frm: str) -> list[Fault]:
    """Exit markers of the other nationality here, or south of here (US), or north of here (British)."""
    name, other = view.board.name, _OTHER[group]
    faults = []
    for space in view.subjects("exit-marker"):
        if view.text("exit-marker", space) != other:
            continue
        south = GRID.centre(space)[1] - GRID.centre(frm)[1]
        if space == frm:
            faults.append(Fault("10.4.5", f"{_an_exit(other)} stands in {name(frm)}"))
        elif (group == terms.US and south > 0) or (group == terms.BRITISH and south < 0):
            way = "north" if group == terms.US else "south"
            faults.append(Fault("10.4.5", f"{name(frm)} lies {way} of {name(space)} with {_an_exit(other)}"))
    return faults


@rule("10.4.5", "13.0", "13.2.2")
def _supplied_at(view: View, piece: Piece, space: str, start: str) -> bool:
    """Whether a unit is In Supply once it stands in a hex; out of Brittany it has come back by then."""
    draft = Draft(cast("Position", terms.state_of(view)))
    if start == MAY_LEAVE:
        leave_box(draft, piece.uid)
    draft.place(piece.uid, space)
    if not isinstance(view, Inquiry):
        return bool(in_supply(draft, piece.uid))
    outer, view.state = view.state, draft
    try:
        with view.under("10.4.5", f"is {piece.printed.title} In Supply in {view.board.name(space)}?"):
            return bool(explain_supply(view, piece.uid))
    finally:
        view.state = outer


# --- leaving a box ------------------------------------------------------------------------------------------


@rule("10.4.2", "10.4.3", "10.4.4", "10.4.5")
def leave_faults(view: View, piece: Piece, box: str, to: str) -> tuple[Violation, ...]:
    """Why a unit may not come out of a box into a hex; who stands in that hex is not looked at."""
    name, title, faults = view.board.name, piece.printed.title, list[Fault]()
    if box == ENTERED:
        faults.append(
            Fault("10.4.4", f"{title} has just entered Brittany and may not leave in the same turn")
        )
    elif box in {EXIT_ALLIED, EXIT_GERMAN}:
        faults.append(Fault("10.4.5", "units never leave the Eastern Exit Box"))
    elif box not in _OUT_OF:
        faults.append(Fault("10.4.2", f"{title} is in {name(box)}, from where nothing moves"))
    elif terms.letter(view, to) != _OUT_OF[box]:
        way = _an(_OUT_OF[box])
        faults.append(Fault("10.4.2", f"the way out of {name(box)} is {way} Lettered hex, not {name(to)}"))
    if box == terms.CHERBOURG:
        faults += _out_of_cherbourg(view, piece)
    return tuple(Violation(section, text, (piece.uid,), (box, to)) for section, text in faults)


@rule("10.4.3", "13.5")
def _out_of_cherbourg(view: View, piece: Piece) -> list[Fault]:
    title, faults = piece.printed.title, list[Fault]()
    if there := terms.enemies(view, terms.CHERBOURG, piece.printed.side):
        faults.append(
            Fault("10.4.3", f"{title} may not leave Cherbourg while {terms.titles(there)} is in it")
        )
    if piece.printed.side == terms.GERMAN and r13_cherbourg.was_isolated(view):
        faults.append(Fault("13.5", f"{title} may not leave: Cherbourg was Isolated when the Round began"))
    return faults


_WHY = {
    (terms.CHERBOURG, True): (
        "10.4.3",
        "Cherbourg is open to it, enemy units there or not, and it stops there",
    ),
    (terms.CHERBOURG, False): ("10.4.3", "no enemy unit in the Cherbourg Box keeps it there"),
    (ENTERED, True): ("10.4.4", "a US unit may enter Brittany until the turn in which one first came back"),
    (MAY_LEAVE, False): ("10.4.4", "it entered Brittany in an earlier turn and may leave"),
    (EXIT_ALLIED, True): ("10.4.5", "the Eastern Exit Box is open to it here"),
    (EXIT_GERMAN, True): ("10.4.5", "no Exit marker closes the hex to it"),
}


@rule("10.4.3", "10.4.4", "10.4.5")
def why_open(box: str, *, enters: bool) -> tuple[str, str]:
    """Why a box could be entered or left, for a step: the section, then the reason.

    Parameters
    ----------
    enters
        Whether it is entered, not left.

    Examples
    --------
    >>> why_open("brittany-may-leave", enters=False)
    ('10.4.4', 'it entered Brittany in an earlier turn and may leave')
    """
    return _WHY[box, enters]


# --- carrying it out ----------------------------------------------------------------------------------------


@rule("10.4.4", "10.4.5", "13.1.1")
def enter_box(draft: Draft, uid: str, frm: str, box: str) -> None:
    """Put a unit into a box: the first US unit in Brittany is noted, an Exit marker is left behind."""
    draft.place(uid, box)
    if box == ENTERED and not draft.number("brittany-turn"):
        draft.set("brittany-turn", draft.number("turn"))
    if box == EXIT_ALLIED:
        draft.set("exit-marker", terms.group_of(draft.pieces[uid].printed), frm)


@rule("10.4.4", "13.2.2")
def leave_box(draft: Draft, uid: str) -> None:
    """Note what follows when a unit comes out of the box where it is: that it came by way of Brittany."""
    if draft.pieces[uid].space == MAY_LEAVE:
        draft.set("via-brittany", True, uid)
        if not draft.number("brittany-return-turn"):
            draft.set("brittany-return-turn", draft.number("turn"))
