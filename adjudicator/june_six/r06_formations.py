"""Sections 6.13 and 6.14: a Division attaches a Corps unit; units without a Corps are assigned to one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r06_headquarters, r07_activation, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "ASSIGN",
    "HANDLERS",
    "RANGE",
    "Assign",
    "Attach",
    "ask_assignments",
    "assign_faults",
    "assignable",
    "attach_faults",
    "corps_of",
    "explain_attach",
]

RANGE = 4
ASSIGN = "assign"


@dataclass(frozen=True, slots=True)
class _Assigning:
    """Which unit is to be assigned to a Corps."""

    unit: str


_ASSIGNING = Frame(ASSIGN, "6.14", _Assigning)


@dataclass(frozen=True, slots=True)
class Attach(Action):
    """Attach a Corps unit to the Division that is activated, for the rest of the turn (6.13).

    Examples
    --------
    >>> Attach("us-v-102cav", "us-2a").division
    'us-2a'
    """

    unit: str
    division: str


@dataclass(frozen=True, slots=True)
class Assign(Action):
    """Assign an unassigned Corps unit to a Corps for the rest of the scenario (6.14).

    Parameters
    ----------
    corps
        Slug of the Corps.

    Examples
    --------
    >>> Assign("br-31", "br-xxx").corps
    'br-xxx'
    """

    unit: str
    corps: str


# --- attaching --------------------------------------------------------------------------------------------


@rule("6.12", "6.14")
def corps_of(view: View, piece: Piece) -> str:
    """Slug of the Corps that a unit is organic to, by its counter or by assignment; empty for none."""
    formation = view.text("assigned", piece.uid) or piece.printed.division
    head = terms.hq_of(view, formation)
    if head is not None:
        return formation if terms.is_corps_hq(head.printed) else ""
    if formation and piece.printed.corps == formation:
        return formation
    known = load_formations(view).get(formation) if formation else None
    return formation if known is not None and known.level == "corps" else ""


@rule("6.13", "6.11", "19.22", "19.34")
def attach_faults(view: View, uid: str, division: str) -> list[Fault]:
    """Why a Division cannot attach a unit; whether its HQ is activated is left out of account."""
    piece, hq = view.pieces[uid], terms.hq_of(view, division)
    name, found = piece.printed.title, list[Fault]()
    if hq is None or terms.is_corps_hq(hq.printed) or "cherbourg" in hq.printed.marks:
        return [Fault("6.13", f"{division} is no Division with an HQ")]
    if hq.printed.side != piece.printed.side:
        return [Fault("6.13", f"{name} is an enemy of {hq.printed.title}")]
    corps = corps_of(view, piece)
    if terms.is_hq(piece.printed):
        found.append(Fault("6.13", f"{name} is an HQ"))
    elif not corps:
        found.append(Fault("6.13", f"{name} is not organic to a Corps"))
    elif terms.parent_corps(hq.printed) not in {"", corps}:
        found.append(Fault("6.13", f"{name} does not belong to the parent Corps of {hq.printed.title}"))
    return found + _range_faults(view, piece, hq) + _use_faults(view, piece, division)


@rule("6.13")
def _range_faults(view: View, piece: Piece, hq: Piece) -> list[Fault]:
    name = piece.printed.title
    if _share_box(view, piece, hq):
        return []
    if not terms.on_map(view, piece) or not terms.on_map(view, hq):
        return [Fault("6.13", f"{name} and {hq.printed.title} are not both on the map")]
    away = terms.distance(piece.space, hq.space)
    if away > RANGE:
        return [Fault("6.13", f"{name} is {many(away, 'hex')} from {hq.printed.title}, more than four")]
    return []


@rule("6.13", "8.47")
def _share_box(view: View, piece: Piece, hq: Piece) -> bool:
    """Whether both wait in one Landing Box, which counts as within four hexes by the first reading."""
    space = view.board.spaces.get(piece.space)
    together = space is not None and space.kind == "landing" and piece.space == hq.space
    return together and view.option("attach-in-box") == "A"


@rule("6.13")
def _use_faults(view: View, piece: Piece, division: str) -> list[Fault]:
    name, found = piece.printed.title, list[Fault]()
    if view.flag("acted-turn", piece.uid):
        found.append(Fault("6.13", f"{name} has moved or fought this turn"))
    if view.text("attached", piece.uid):
        found.append(Fault("6.13", f"{name} is attached already"))
    others = [u for u in view.subjects("attached") if view.text("attached", u) == division]
    if others and others != [piece.uid]:
        there = ", ".join(view.pieces[u].printed.title for u in others if u in view.pieces)
        found.append(Fault("6.13", f"the Division has attached {there} this turn"))
    return found


@rule("6.13")
def explain_attach(inquiry: Inquiry, uid: str, division: str) -> bool:
    """Say whether a Division can attach a unit."""
    faults = attach_faults(inquiry, uid, division)
    for section, text in faults:
        inquiry.refuse(section, text, units=[uid])
    if faults:
        return False
    piece, hq = inquiry.pieces[uid], terms.hq_of(inquiry, division)
    assert hq is not None  # noqa: S101 - without it there was a fault
    if piece.space == hq.space:
        inquiry.note("6.13", f"it is where {hq.printed.title} is")
    else:
        away = terms.distance(piece.space, hq.space)
        inquiry.note("6.13", f"hexes to {hq.printed.title}, four at most", away)
    inquiry.note("6.13", f"{piece.printed.title} has neither moved nor fought this turn")
    if hq.printed.side == terms.ALLIED:
        inquiry.note("6.13", f"its Corps is the parent Corps of {hq.printed.title}")
    if inquiry.flag("re", uid) and not r06_headquarters.parent_on_map(inquiry, uid):
        inquiry.note("6.16", "attached, it loses the RE marker that it bears for the loss of its Corps HQ")
    text = f"it acts with {hq.printed.title} instead of its Corps for the rest of the turn"
    inquiry.note("6.13", text)
    return True


@rule("6.13")
def _check_attach(inquiry: Inquiry, action: Attach) -> None:
    if action.unit not in inquiry.pieces:
        inquiry.refuse("6.13", f"there is no unit {action.unit!r}")
        return
    hq = terms.hq_of(inquiry, action.division)
    under_way = r07_activation.require_part(inquiry, "6.13", r07_activation.MOVEMENT)
    if under_way and hq is not None:
        active = inquiry.state.raw("active", hq.uid) in {True, UNKNOWN}
        failed = f"{hq.printed.title} is not the activated HQ"
        inquiry.require("6.13", active, f"{hq.printed.title} is activated", failed, units=[hq.uid])
    explain_attach(inquiry, action.unit, action.division)


@rule("6.13", "6.16")
def _perform_attach(draft: Draft, action: Attach) -> None:
    if not r06_headquarters.parent_on_map(draft, action.unit):
        draft.clear("re", action.unit)
    draft.set("attached", action.division, action.unit)
    at_re = draft.text("activation") == "re"
    if at_re or not r07_activation.barred_at_me(draft, action.unit):
        draft.set("active", True, action.unit)
        if not at_re:
            draft.set("acted-me", True, action.unit)


def _attach_options(state: State) -> Iterator[Attach]:
    if not state.text("activation") or state.text("part") != r07_activation.MOVEMENT:
        return
    heads = [
        state.pieces[u] for u in state.subjects("active") if u in state.pieces and state.flag("active", u)
    ]
    for hq in heads:
        if terms.is_division_hq(hq.printed):
            mine = [p for p in state.pieces.values() if p.printed.side == hq.printed.side]
            near = [p for p in mine if not _range_faults(state, p, hq)]
            division = hq.printed.division
            yield from (Attach(p.uid, division) for p in near if not attach_faults(state, p.uid, division))


# --- assigning --------------------------------------------------------------------------------------------


def _corps_hqs(view: View, piece: Piece) -> list[Piece]:
    nation = terms.nation_of(piece.printed)
    found = [p for p in view.pieces.values() if terms.is_corps_hq(p.printed)]
    return [p for p in found if terms.nation_of(p.printed) == nation]


@rule("6.14")
def assign_faults(view: View, uid: str, corps: str) -> list[Fault]:
    """Why an unassigned unit cannot be assigned to a Corps.

    Parameters
    ----------
    corps
        Slug of the Corps.
    """
    piece, hq = view.pieces[uid], terms.hq_of(view, corps)
    name, found = piece.printed.title, list[Fault]()
    if "floating" not in piece.printed.marks:
        found.append(Fault("6.14", f"{name} has a formation of its own"))
    if view.text("assigned", uid):
        found.append(Fault("6.14", f"{name} has been assigned for the rest of the scenario"))
    if hq is None or hq not in _corps_hqs(view, piece):
        return [*found, Fault("6.14", f"{corps} is no Corps that {name} can be assigned to")]
    if not terms.on_map(view, hq):
        found.append(Fault("6.14", f"{hq.printed.title} is not on the map"))
    taken = [u for u in view.subjects("assigned") if u != uid and view.text("assigned", u) == corps]
    if taken and piece.printed.side == terms.ALLIED:
        found.append(Fault("6.14", f"{hq.printed.title} has an assigned unit already: one per Corps"))
    return found


@rule("6.14")
def assignable(view: View, uid: str) -> tuple[str, ...]:
    """Corps to which an unassigned unit can be assigned."""
    corps = sorted(hq.printed.division for hq in _corps_hqs(view, view.pieces[uid]))
    return tuple([slug for slug in corps if not assign_faults(view, uid, slug)])


@rule("6.14")
def ask_assignments(draft: Draft) -> None:
    """Ask to which Corps each unassigned unit that arrives goes."""
    for piece in sorted(draft.pieces.values(), key=lambda p: p.uid, reverse=True):
        waits = "floating" in piece.printed.marks and not draft.text("assigned", piece.uid)
        if waits and r07_activation.arrived(draft, piece) and assignable(draft, piece.uid):
            _ASSIGNING.push(draft, _Assigning(piece.uid), piece.printed.side)


@rule("6.14")
def _check_assign(inquiry: Inquiry, action: Assign) -> None:
    asked = _ASSIGNING.asked(inquiry)
    due = asked is not None and asked.unit == action.unit
    if not inquiry.require("6.14", due, "", f"{action.unit} is not the unit to be assigned now"):
        return
    faults = assign_faults(inquiry, action.unit, action.corps)
    for section, text in faults:
        inquiry.refuse(section, text, units=[action.unit])
    if not faults:
        inquiry.note(
            "6.14", f"{inquiry.pieces[action.unit].printed.title} belongs to {action.corps} from now on"
        )


def _perform_assign(draft: Draft, action: Assign) -> None:
    draft.settle()
    draft.set("assigned", action.corps, action.unit)
    for decision in [d for d in draft.pending if d.kind == ASSIGN]:
        if not assignable(draft, _ASSIGNING.read(decision).unit):
            draft.pending = tuple([d for d in draft.pending if d is not decision])


def _assign_options(state: State) -> Iterator[Assign]:
    uid = _ASSIGNING.read(state.pending[-1]).unit
    return (Assign(uid, corps) for corps in assignable(state, uid))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Attach, _check_attach, _perform_attach, _attach_options, "6.13", phases=frozenset({"me", "re"})),
    Handler(Assign, _check_assign, _perform_assign, _assign_options, "6.14", answers=frozenset({ASSIGN})),
)
