"""Section 8.1.2: where Reinforcements are placed, and when all of them have been."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r08_entry as entry
from adjudicator.dark_summer import r09_flow, terms
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.silence import kept
from maps.board import Board

__all__ = [
    "HANDLERS",
    "PlaceReinforcement",
    "arrive",
    "candidates",
    "close_entry",
    "entry_faults",
    "entry_hexes",
    "hex_faults",
    "letters_of",
    "shown_formation",
    "still_to_place",
]

ALENCON, PAREN_E = "6028", "(E)"
Fault = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PlaceReinforcement(Action):
    """Place one unit of a Formation that enters (8.1.2).

    Examples
    --------
    >>> PlaceReinforcement("ge-901", "5900").hex
    '5900'
    """

    unit: str
    hex: str


# --- hexes --------------------------------------------------------------------------------------------------


def candidates(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes that may come into question for the entry of a unit: Lettered hexes, or Beach hexes."""
    feature = "letter" if piece.side == terms.GERMAN else "beach-name"
    return _printed_with(terms.state_of(view).board, feature)


@kept(maxsize=8)
def _printed_with(board: Board, feature: str) -> tuple[str, ...]:
    """Hexes of a board on which a feature is printed."""
    return tuple(s.id for s in board.spaces.values() if terms.is_hex(s) and s.features.get(feature))


@rule("8.1.2")
def letters_of(view: View, piece: Piece) -> frozenset[str]:
    """Letters of the hexes in which a German unit may enter."""
    letters = {part for word in piece.printed.entry for part in word.split("|")}
    if "E" in letters and _may_use_paren_e(view, piece):
        letters.add(PAREN_E)
    return frozenset(letters)


@rule("8.1.2")
def _may_use_paren_e(view: View, piece: Piece) -> bool:
    if "tiger" in piece.printed.marks:
        return False
    return view.option("paren-e-entry") == "B" or piece.printed.type in {"infantry", "paratrooper"}


@rule("8.1.2", "5.1")
def hex_faults(view: View, piece: Piece, where: str) -> list[Fault]:
    """Why a unit cannot enter in a hex, each reason with its section.

    Returns
    -------
    list of (section, text)
        Empty when it can.
    """
    if where not in view.board.spaces or not terms.is_hex(view.board.spaces[where]):
        return [("8.1.2", f"there is no hex {where!r} on the map")]
    found = _german(view, piece, where) if piece.side == terms.GERMAN else _allied(view, piece, where)
    return found or stacking(view, piece, where)


def _allied(view: View, piece: Piece, where: str) -> list[Fault]:
    name, group = view.board.name(where), terms.group_of(piece.printed)
    found: list[Fault] = []
    if not terms.is_open_beach(view, where):
        found.append(("8.1.2", f"{name} is no Open Beach"))
    elif terms.beach_group(view, where) != group:
        owner = "US" if group == terms.US else "British"
        found.append(("8.1.2", f"{name} is no {owner} Beach"))
    if terms.enemies(view, where, piece.side):
        found.append(("8.1.2", f"an enemy unit is in {name}"))
    return found


def _german(view: View, piece: Piece, where: str) -> list[Fault]:
    name, letter = view.board.name(where), terms.letter(view, where)
    wanted, found = letters_of(view, piece), []
    if not letter:
        found.append(("8.1.2", f"{name} is no Lettered hex"))
    elif letter not in wanted:
        shown = ", ".join(sorted(wanted)) or "no letter"
        found.append(("8.1.2", f"{name} has the letter {letter}, but {piece.printed.title} needs {shown}"))
    if where == ALENCON:
        found.append(("8.1.2", f"no Reinforcement enters at {name}"))
    if view.text("exit-marker", where):
        found.append(("8.1.2", f"an Exit marker is in {name}"))
    if terms.enemies(view, where, piece.side):
        found.append(("8.1.2", f"an Allied unit is in {name}"))
    return found


@rule("5.1", "8.1.2")
def stacking(view: View, piece: Piece, where: str) -> list[Fault]:
    """Why a unit does not fit into the stack of a hex."""
    from adjudicator.dark_summer.r05_stacking import stacking_faults

    return [(f.rule, f.text) for f in stacking_faults(view, where, piece.side, adding=(piece.uid,))]


def entry_hexes(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes in which a unit could be placed now."""
    state = terms.state_of(view)
    return tuple(h for h in candidates(state, piece) if not hex_faults(state, piece, h))


# --- the action ---------------------------------------------------------------------------------------------


@rule("8.1", "8.1.1", "8.1.2", "9.3.3")
def _check(inquiry: Inquiry, action: PlaceReinforcement) -> None:
    piece = inquiry.pieces.get(action.unit)
    if piece is None:
        inquiry.refuse("8.1", f"there is no unit {action.unit!r}")
        return
    group, one = terms.group_of(piece.printed), (piece.uid,)
    r09_flow.require_part(inquiry, "8.1", "entry", side=piece.side, group=group)
    inquiry.require(
        "8.1",
        entry.may_enter(inquiry),
        "Reinforcements enter at the beginning of this Round",
        "Reinforcements enter only in a Move Round, or in a Combined Action Round made with a Move chit",
    )
    if _is_available(inquiry, piece):
        _check_choice(inquiry, piece, group)
    faults = hex_faults(inquiry, piece, action.hex)
    for section, text in faults:
        inquiry.refuse(section, text, units=one, spaces=(action.hex,))
    if not faults:
        inquiry.note("8.1.2", f"{piece.printed.title} may enter in {inquiry.board.name(action.hex)}")


def _is_available(inquiry: Inquiry, piece: Piece) -> bool:
    turn, due, title = inquiry.number("turn"), entry.schedule(inquiry, piece), piece.printed.title
    if not due:
        return inquiry.require("8.1", False, "", f"{title} is no Reinforcement", units=(piece.uid,))
    late = f"{title} is available from Turn {due}"
    return inquiry.require("8.1", due <= turn, late, f"{late}, and it is Turn {turn}", units=(piece.uid,))


@rule("8.1.1", "8.1.3")
def _check_choice(inquiry: Inquiry, piece: Piece, group: str) -> None:
    """Whether the Formation of an available unit may be chosen, or has been."""
    name, title, one = terms.formation(piece.printed), piece.printed.title, (piece.uid,)
    if entry.is_third_wave_round(inquiry, group):
        inquiry.refuse("8.1.3", "only the 3rd Wave enters in the first Move Round of Turn 1", units=one)
    elif entry.is_automatic(inquiry, piece):
        inquiry.note("8.1.3", f"{title} enters without being selected by a roll")
    elif name in entry.begun(inquiry):
        inquiry.note("8.1.1", f"the Formation of {title} was chosen")
    else:
        left, shown = _entries_left(inquiry), shown_formation(piece)
        passed = f"{left} more may enter, {shown} among them"
        failed = f"no further Formation may enter, and {shown} was not chosen"
        inquiry.require("8.1.1", left > 0, passed, failed, units=one)
        first = name in entry.selectable(inquiry, group) or not entry_hexes(inquiry, piece)
        failed = f"Formations of earlier turns must be chosen before {shown}"
        inquiry.require("8.1.1", first, "", failed, units=one)


def _entries_left(inquiry: Inquiry) -> int:
    """Formations that may still be chosen; a position that is silent about it is taken to allow one."""
    left = inquiry.number("entries-left")
    return 1 if entry.is_unsaid(inquiry, "entries-left") else left


def shown_formation(piece: Piece) -> str:
    """The Formation of a unit in words; the unit itself where it is one by itself."""
    unit = piece.printed
    return f"the Formation {terms.formation_name(unit)}" if unit.division or unit.corps else unit.title


@rule("2.4", "8.1.2")
def arrive(draft: Draft, uid: str, where: str) -> None:
    """Place a unit on the map as a Reinforcement; it controls the hex."""
    from adjudicator.dark_summer.r03_victory import take_control

    draft.place(uid, where)
    draft.set("entered", True, uid)
    take_control(draft, uid, (where,))


def _perform(draft: Draft, action: PlaceReinforcement) -> None:
    piece = draft.pieces[action.unit]
    if entry.is_automatic(draft, piece):
        draft.set("automatic-entry", True, piece.uid)
    elif terms.formation(piece.printed) not in entry.begun(draft):
        draft.set("entries-left", draft.number("entries-left") - 1)
    arrive(draft, piece.uid, action.hex)


def _options(state: State) -> Iterator[PlaceReinforcement]:
    if state.text("round-part") != "entry" or not entry.is_open(state):
        return
    for piece in _may_be_placed(state):
        yield from (PlaceReinforcement(piece.uid, where) for where in entry_hexes(state, piece))


# --- when all have been placed ------------------------------------------------------------------------------


@rule("8.1", "8.1.1")
def _may_be_placed(view: View) -> Iterator[Piece]:
    """Units that enter by right or by choice, before their hexes are looked at."""
    group, entering = view.text("round-group"), entry.begun(view)
    choice = entry.selectable(view, group) if view.number("entries-left") > 0 else frozenset()
    for piece in entry.awaiting(view, group):
        name = terms.formation(piece.printed)
        if entry.is_automatic(view, piece) or name in entering or name in choice:
            yield piece


@rule("8.1", "8.1.2")
def still_to_place(view: View) -> tuple[str, ...]:
    """Ids of units that must be placed, or chosen from, before Movement: nobody delays entry at will."""
    state = terms.state_of(view)
    if not entry.may_enter(state):
        return ()
    if entry.is_third_wave_round(state, state.text("round-group")):
        from adjudicator.dark_summer import r08_third_wave

        return r08_third_wave.still_to_land(state)
    return tuple(p.uid for p in _may_be_placed(state) if entry_hexes(state, p))


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
        number = inquiry.number("entries-left")
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
        from adjudicator.dark_summer import r08_third_wave

        r08_third_wave.close(draft, group)
    for uid in entered:
        draft.clear("automatic-entry", uid)
    if entered:
        from adjudicator.dark_summer.r05_stacking import enforce

        enforce(draft, sorted({draft.pieces[uid].space for uid in entered}))


def _entered(view: View) -> Iterable[str]:
    return [uid for uid in view.subjects("entered") if uid in view.pieces and view.flag("entered", uid)]


HANDLERS = (Handler(PlaceReinforcement, _check, _perform, _options, "8.1.2", phases=frozenset({"action"})),)
