"""Sections 20.1, 20.4 and 20.5: bridges are blown, and built."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six.r07_activation import require_active, taken_active
from adjudicator.june_six.r08_cost import bridge_stands as passable
from adjudicator.june_six.r11_zones_of_control import uncontested
from adjudicator.june_six.r20_crossings import WITHIN, lenders, lends
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from maps.board import Board, Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "ATTEMPTS",
    "DESTROYS",
    "HANDLERS",
    "ROLLS",
    "BuildBridge",
    "Demolish",
    "build_faults",
    "complete",
    "demolition",
    "demolition_faults",
    "passable",
]

ATTEMPTS = 2
DESTROYS = 4  # a roll of four or less
_PHASES = frozenset({"me", "re"})


@dataclass(frozen=True, slots=True)
class Demolish(Action):
    """Try to destroy a bridge (20.4).

    Parameters
    ----------
    lender
        Id of a Corps HQ near it whose engineers do it; empty for its own.

    Examples
    --------
    >>> Demolish("ge-352-hq", "e1940/e2040").lender
    ''
    """

    hq: str
    bridge: str
    lender: str = ""


@dataclass(frozen=True, slots=True)
class BuildBridge(Action):
    """Build a bridge; it stands when the formation has moved (20.5).

    Parameters
    ----------
    lender
        Id of the parent Corps HQ whose Bridge Action is used; empty for its own.

    Examples
    --------
    >>> BuildBridge("us-1-hq", "e1940/e2040").bridge
    'e1940/e2040'
    """

    hq: str
    bridge: str
    lender: str = ""


# --- who does it --------------------------------------------------------------------------------------------


def _range(piece: Piece, edge: Edge) -> int:
    return min(terms.distance(piece.space, edge.a), terms.distance(piece.space, edge.b))


@rule("20.42", "20.51")
def _near_faults(view: View, hq: Piece, edge: Edge, section: str) -> list[Fault]:
    if not terms.on_map(view, hq):
        return [Fault(section, f"{hq.printed.title} is not on the map")]
    far = _range(hq, edge)
    if far <= WITHIN:
        return []
    return [
        Fault(section, f"{hq.printed.title} is {many(far, 'hex')} from {_name(view, edge)}, more than four")
    ]


@rule("6.13", "20.14")
def _lender_faults(view: View, hq: Piece, lender: str) -> list[Fault]:
    """Why a Corps HQ cannot lend its engineers."""
    corps = view.pieces.get(lender)
    if not lender:
        return []
    if corps is None:
        return [Fault("20.14", f"there is no unit {lender!r}")]
    if lends(view, corps, hq) and not terms.is_corps_hq(hq.printed):
        return []
    return [Fault("20.14", f"{corps.printed.title} cannot lend its engineers to {hq.printed.title}")]


def _name(view: View, edge: Edge) -> str:
    return f"{view.board.name(edge.a)} / {view.board.name(edge.b)}"


def _held(view: View, space: str, side: str) -> str:
    """``friendly``, ``enemy`` or ``vacant``."""
    there = view.units_in(space)
    return "vacant" if not there else "friendly" if there[0].side == side else "enemy"


# --- demolition ---------------------------------------------------------------------------------------------


@rule("20.44")
def demolition(view: View, edge: Edge, side: str) -> str:
    """What an attempt on a bridge comes to: ``automatic``, ``roll`` or ``impossible``.

    Parameters
    ----------
    side
        Who tries.
    """
    ends = {_held(view, edge.a, side), _held(view, edge.b, side)}
    if "friendly" in ends:
        return "roll" if "enemy" in ends else "automatic"
    if ends == {"vacant"} and view.option("vacant-bridge") == "B":
        return "roll"
    return "impossible"


@rule("6.13", "20.41", "20.42", "20.44")
def demolition_faults(view: View, hq: Piece, edge: Edge, lender: str = "") -> list[Fault]:
    """Why an activated HQ cannot try to destroy a bridge.

    Parameters
    ----------
    lender
        Id of a Corps HQ that lends its engineers.

    Returns
    -------
    list of (str, str)
        Section and reason, every one.
    """
    found = [*_lender_faults(view, hq, lender), *_near_faults(view, hq, edge, "20.42")]
    if not passable(view, edge):
        found.append(Fault("20.44", f"no bridge stands at {_name(view, edge)}"))
    made = view.number("demolitions", lender or hq.uid)
    if made >= ATTEMPTS:
        found.append(Fault("20.41", f"its engineers have made {made} attempts in this activation"))
    found += [fault for space in (edge.a, edge.b) for fault in r01_part.faults(view, space)]
    if demolition(view, edge, hq.side) == "impossible":
        found.append(Fault("20.44", f"no friendly unit stands at the bridge {_name(view, edge)}"))
    return found


def _acting(inquiry: Inquiry, uid: str, bridge: str, section: str, part: str) -> tuple[Piece, Edge] | None:
    """The HQ and the hexside of an action, checked to be there and active."""
    hq, edge = inquiry.pieces.get(uid), inquiry.board.edges.get(bridge)
    if hq is None or not terms.is_hq(hq.printed):
        inquiry.refuse("20.11", f"{uid} is no HQ: only HQs have engineers", units=(uid,))
        return None
    inquiry.note("20.11", f"{hq.printed.title} has engineers")
    require_active(inquiry, section, uid, part=part)
    if edge is None:
        inquiry.refuse(section, f"{bridge} is no hexside of the map", units=(uid,))
        return None
    return hq, edge


def _check_demolish(inquiry: Inquiry, action: Demolish) -> None:
    known = _acting(inquiry, action.hq, action.bridge, "20.42", "")
    if known is None:
        return
    hq, edge = known
    for section, text in demolition_faults(inquiry, hq, edge, action.lender):
        inquiry.refuse(section, text, units=(hq.uid,), spaces=(edge.a, edge.b))
    how = demolition(inquiry, edge, hq.side)
    if not inquiry.violations:
        away = f"the bridge is {many(_range(hq, edge), 'hex')} from {hq.printed.title}"
        inquiry.note("20.42", f"{away}; four is the limit")
    made = inquiry.number("demolitions", action.lender or hq.uid) + 1
    inquiry.note("20.41", f"attempt {made} of {ATTEMPTS} in this activation, apart from the Bridge Action")
    inquiry.note("20.43", "it may be made at any point of the activation")
    _note_lender(inquiry, hq, action.lender)
    if how == "automatic":
        inquiry.note("20.44", "a friendly unit stands at the bridge and no enemy unit: it is destroyed")
        gone = (
            "the Pontoon Bridge marker comes off"
            if inquiry.flag("pontoon", edge.id)
            else "a Bridge Blown marker"
        )
        inquiry.note("20.45", gone)
    elif how == "roll":
        inquiry.note("20.44", f"the bridge is destroyed on a roll of {DESTROYS} or less")


@rule("20.41", "20.44")
def _perform_demolish(draft: Draft, action: Demolish) -> None:
    engineers, edge = action.lender or action.hq, draft.board.edges[action.bridge]
    draft.set("demolitions", draft.number("demolitions", engineers) + 1, engineers)
    if demolition(draft, edge, draft.pieces[action.hq].side) == "automatic":
        _destroy(draft, edge.id)
    else:
        ask_roll(draft, "demolition", [terms.DIE], bridge=edge.id)


@rule("20.45")
def _destroy(draft: Draft, bridge: str) -> None:
    if draft.flag("pontoon", bridge):
        draft.clear("pontoon", bridge)
    else:
        draft.set("blown", True, bridge)


@rule("20.44")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] <= DESTROYS:
        _destroy(draft, str(data["bridge"]))


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"Bridge Demolition at {_name(state, state.board.edges[data['bridge']])}"


# --- construction -------------------------------------------------------------------------------------------


@rule("20.12", "20.13", "20.14", "20.51")
def build_faults(view: View, hq: Piece, edge: Edge, lender: str = "") -> list[Fault]:
    """Why an activated HQ cannot build a bridge.

    Parameters
    ----------
    lender
        Id of a Corps HQ whose Bridge Action is used.

    Returns
    -------
    list of (str, str)
        Section and reason, every one.
    """
    found = [*_lender_faults(view, hq, lender), *_near_faults(view, hq, edge, "20.51")]
    if hq.side != terms.ALLIED:
        found.append(Fault("20.12", f"{hq.printed.title} is German: only Allied HQs build bridges"))
    if edge.boundary != "major-river" and not edge.bridge:
        found.append(Fault("20.51", f"{_name(view, edge)} is no river hexside"))
    if passable(view, edge) or view.flag("building", edge.id):
        found.append(Fault("20.52", f"a bridge stands or is being built at {_name(view, edge)}"))
    engineers = view.pieces.get(lender, hq)
    if view.flag("bridge-action", engineers.uid):
        found.append(Fault("20.13", f"{engineers.printed.title} has used its Bridge Action this turn"))
    return [*found, *_site_faults(view, edge, hq.side)]


@rule("20.51")
def _site_faults(view: View, edge: Edge, side: str) -> list[Fault]:
    """What enemy units forbid at the two hexes of a bridge."""
    found = list[Fault]()
    for space in (edge.a, edge.b):
        found += r01_part.faults(view, space)
        name = view.board.name(space)
        if terms.enemies(view, space, side):
            found.append(Fault("20.51", f"{name} is occupied by the enemy"))
        elif uncontested(view, space, side):
            found.append(Fault("20.51", f"{name} is in an uncontested enemy ZOC"))
    return found


@rule("20.51")
def _note_site(inquiry: Inquiry, hq: Piece, edge: Edge) -> None:
    """Say why a bridge may be built where it is."""
    inquiry.note("20.51", f"{hq.printed.title} is {many(_range(hq, edge), 'hex')} away, of four")
    for space in (edge.a, edge.b):
        name = inquiry.board.name(space)
        inquiry.note("20.51", f"{name} is free of the enemy, and of his ZOC unless a friendly unit is there")


def _check_build(inquiry: Inquiry, action: BuildBridge) -> None:
    known = _acting(inquiry, action.hq, action.bridge, "20.51", "movement")
    if known is None:
        return
    hq, edge = known
    for section, text in build_faults(inquiry, hq, edge, action.lender):
        inquiry.refuse(section, text, units=(hq.uid,), spaces=(edge.a, edge.b))
    if not inquiry.violations:
        _note_site(inquiry, hq, edge)
    _note_lender(inquiry, hq, action.lender)
    inquiry.note("20.12", "Allied HQs build bridges")
    inquiry.note("20.13", "the Bridge Action of the turn is used")
    marker = "the Bridge Blown marker comes off" if edge.bridge else "a Pontoon Bridge marker is placed"
    inquiry.note("20.52", marker)
    inquiry.note("20.53", "the bridge stands once all movement of the formation has ended")


@rule("6.13", "20.14", "20.15")
def _note_lender(inquiry: Inquiry, hq: Piece, lender: str) -> None:
    corps = inquiry.pieces.get(lender)
    if corps is None:
        section = "20.14" if terms.is_corps_hq(hq.printed) else "20.15"
        inquiry.note(section, f"{hq.printed.title} is activated")
    else:
        inquiry.note("20.14", f"{corps.printed.title} lends its engineers to {hq.printed.title}")


@rule("20.13")
def _perform_build(draft: Draft, action: BuildBridge) -> None:
    draft.set("bridge-action", True, action.lender or action.hq)
    draft.set("building", True, action.bridge)


@rule("20.52", "20.53")
def complete(draft: Draft) -> None:
    """Complete the bridges under construction once the movement of a formation has ended."""
    for bridge in draft.subjects("building"):
        edge = draft.board.edges[bridge]
        if draft.option("bridge-site") == "B" or not _site_faults(draft, edge, terms.ALLIED):
            if edge.bridge:
                draft.clear("blown", bridge)
            else:
                draft.set("pontoon", True, bridge)
    draft.clear("building")


# --- what may be announced ----------------------------------------------------------------------------------


def _acting_hqs(state: State, parts: frozenset[str]) -> Iterator[Piece]:
    if state.text("phase") not in _PHASES or state.text("part") not in parts:
        return
    for piece in (state.pieces[uid] for uid in taken_active(state)):
        mine = piece.side == state.text("side")
        if mine and terms.is_hq(piece.printed) and terms.on_map(state, piece):
            yield piece


@functools.lru_cache(maxsize=8)
def _rivers(board: Board) -> tuple[Edge, ...]:
    """Hexsides of Major Rivers or with a bridge, found once for each board."""
    return tuple([e for e in board.edges.values() if e.boundary == "major-river" or e.bridge])


def _demolish_options(state: State) -> Iterator[Demolish]:
    for hq in _acting_hqs(state, frozenset({"movement", "combat"})):
        for edge in _rivers(state.board):
            if _range(hq, edge) > WITHIN or not passable(state, edge):
                continue
            for lender in ("", *(p.uid for p in lenders(state, hq))):
                if not demolition_faults(state, hq, edge, lender):
                    yield Demolish(hq.uid, edge.id, lender)


def _build_options(state: State) -> Iterator[BuildBridge]:
    for hq in _acting_hqs(state, frozenset({"movement"})):
        if hq.side != terms.ALLIED:
            continue
        for edge in _rivers(state.board):
            if _range(hq, edge) > WITHIN or passable(state, edge):
                continue
            for lender in ("", *(p.uid for p in lenders(state, hq))):
                if not build_faults(state, hq, edge, lender):
                    yield BuildBridge(hq.uid, edge.id, lender)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Demolish, _check_demolish, _perform_demolish, _demolish_options, "20.42", phases=_PHASES),
    Handler(BuildBridge, _check_build, _perform_build, _build_options, "20.51", phases=_PHASES),
)
ROLLS = {"demolition": RollRule(_resolve, _why, "20.44")}
