"""Sections 17.3, 17.4, 17.6 and 18.3.2: Allied units move one hex; units fire one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_fog, r05_zones_of_control, r06_stacking, terms
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ROLLS", "OneHex", "Shoot", "can_step", "hits", "shoot_faults", "step_faults"]

Faults = list[Fault]
_STAYS = frozenset({"pathfinder", "naval", "truck", "coastal-artillery"})


@dataclass(frozen=True, slots=True)
class OneHex(Action):
    """Move an Allied unit one hex in the drop or in a Beach Invasion Phase (17.3, 18.3).

    Examples
    --------
    >>> OneHex("us-82-a-1-505", "a4117").to
    'a4117'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """Fire with one unit at one adjacent enemy unit, on the Night of the drop (17.4, 17.6).

    Parameters
    ----------
    unit, unit_id
        Who fires, and at whom.

    Examples
    --------
    >>> Shoot("us-82-a-1-505", "ge-91-co-1").unit_id
    'ge-91-co-1'
    """

    unit: str
    unit_id: str


# --- one hex ----------------------------------------------------------------------------------------------


def can_step(view: View, piece: Piece) -> bool:
    """Whether a unit is an Allied one on land that may move one hex in the phase in play."""
    unit = piece.printed
    if piece.side != terms.ALLIED or unit.type in _STAYS or r18_fire.out_of_landing(view, piece) != "":
        return False
    return terms.is_airborne(unit) or view.text("phase") != "airborne-movement"


@rule("17.3", "18.3.1", "18.3.2", "5.2")
def step_faults(view: View, uid: str, to: str) -> Faults:
    """What forbids a unit on land to move one hex."""
    piece = view.pieces[uid]
    name, frm = piece.printed.title, piece.space
    section = "17.3" if view.text("phase") == "airborne-movement" else "18.3.2"
    if not can_step(view, piece):
        return [Fault(section, f"{name} is no Allied unit on land that moves now")]
    found: Faults = []
    if view.flag("moved", uid):
        found.append(Fault(section, f"{name} has moved its one hex"))
    if to not in view.board.spaces or not r18_fire.joined(frm, to):
        return [*found, Fault(section, f"{name} may move one hex only")]
    found += _entry(view, piece, to)
    zones = r05_zones_of_control
    if zones.in_ezoc(view, frm, terms.ALLIED) and zones.in_ezoc(view, to, terms.ALLIED):
        found.append(Fault(section, f"{name} cannot go from one EZOC directly into another"))
    if section == "18.3.2":
        found += _stack_faults(view, piece, to)
    return found


@rule("10.1", "18.9.3", "18.3.2")
def _entry(view: View, piece: Piece, to: str) -> Faults:
    where = view.board.name(to)
    if terms.enemies(view, to, terms.ALLIED):
        return [Fault("10.1", f"enemy units or a Strongpoint hold {where}")]
    if terms.marked(piece.printed, "avre", "crocodile") and not _guarded(view, piece, to):
        return [Fault("19.6.1", f"{piece.printed.title} moves with other units only: none is in {where}")]
    if terms.is_support(piece.printed) and not terms.marked(piece.printed, "mech"):
        return []
    return [Fault(s, t) for s, t in r10_cost.entry_faults(view, piece, piece.space, to)]


@rule("19.6.1")
def _guarded(view: View, piece: Piece, to: str) -> bool:
    """Whether another Allied unit has gone to a hex before an AVRE or Crocodile follows it."""
    there = terms.friends(view, to, piece.side)
    return any(r18_fire.can_be_hit(p) for p in there)


@rule("18.3.2", "6.1", "6.3")
def _stack_faults(view: View, piece: Piece, to: str) -> Faults:
    """Stacking may not be exceeded at any time in Beach Invasion Phases 2 and 3."""
    if r06_stacking.value(view, piece) == 0:
        return []
    return [
        Fault("18.3.2", text) for _, text in r06_stacking.faults(view, to, terms.ALLIED, adding=[piece.uid])
    ]


def _known(inquiry: Inquiry, section: str, *uids: str) -> bool:
    unknown = [uid for uid in uids if uid not in inquiry.pieces]
    return inquiry.require(section, not unknown, "", f"there is no {', '.join(unknown)}", units=unknown)


def _check_step(inquiry: Inquiry, action: OneHex) -> None:
    if not _known(inquiry, "18.3.2", action.unit):
        return
    for section, text in step_faults(inquiry, action.unit, action.to):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
    if not inquiry.violations:
        name = inquiry.pieces[action.unit].printed.title
        section = "17.3" if inquiry.text("phase") == "airborne-movement" else "18.3.2"
        inquiry.note(section, f"{name} moves one hex to {inquiry.board.name(action.to)}")
        if section == "18.3.2" and inquiry.number("invasion") == 1:
            inquiry.note("18.3.1", "in Phase 1 too units on land move one hex, Airborne units among them")


def _perform_step(draft: Draft, action: OneHex) -> None:
    piece = draft.pieces[action.unit]
    draft.place(action.unit, action.to)
    draft.set("moved", True, action.unit)
    if terms.is_artillery(piece.printed):
        draft.set("flipped", True, action.unit)


def _options_step(state: State) -> Iterator[OneHex]:
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if can_step(state, piece) and not state.flag("moved", uid):
            yield from (OneHex(uid, to) for to in terms.neighbours(piece.space))


# --- one unit fires at one unit ---------------------------------------------------------------------------


@rule("17.4", "17.6")
def shoot_faults(view: View, uid: str, target: str) -> Faults:
    """What forbids a unit to fire at another in the Airborne or Reaction Combat Segment.

    Parameters
    ----------
    uid, target
        Who fires, and at whom.
    """
    piece, victim = view.pieces[uid], view.pieces[target]
    german = view.text("phase") == "reaction-combat"
    section, side = ("17.6", terms.GERMAN) if german else ("17.4", terms.ALLIED)
    name = piece.printed.title
    found: Faults = []
    if piece.side != side or not r18_fire.fires(view, piece):
        found.append(Fault(section, f"{name} does not fire in this segment"))
    airborne = victim if german else piece
    if not terms.is_airborne(airborne.printed) and not terms.marked(airborne.printed, "airborne"):
        found.append(Fault(section, f"{airborne.printed.title} is no Airborne unit"))
    if view.flag("fired", uid):
        found.append(Fault(section, f"{name} has fired"))
    if victim.side == piece.side or not r18_fire.can_be_hit(victim):
        found.append(Fault(section, f"{victim.printed.title} cannot be fired at"))
    if not terms.on_map(view, victim) or victim.space not in terms.neighbours(piece.space):
        found.append(Fault(section, f"{victim.printed.title} is not adjacent to {name}"))
    return found


def _check_shoot(inquiry: Inquiry, action: Shoot) -> None:
    if not _known(inquiry, "17.4", action.unit, action.unit_id):
        return
    for section, text in shoot_faults(inquiry, action.unit, action.unit_id):
        inquiry.refuse(section, text, units=[action.unit, action.unit_id])
    if not inquiry.violations:
        number = r18_fire.strength(inquiry, inquiry.pieces[action.unit])
        section = "17.6" if inquiry.text("phase") == "reaction-combat" else "17.4"
        inquiry.note(section, "Hit Number: the Attack Strength alone; a 1 hits, a 10 misses", number)


def _perform_shoot(draft: Draft, action: Shoot) -> None:
    number = r18_fire.strength(draft, draft.pieces[action.unit])
    draft.set("fired", True, action.unit)
    r03_fog.reveal(draft, (action.unit, action.unit_id))
    ask_roll(draft, "shoot", [terms.D10], unit=action.unit, victim=action.unit_id, hit=number)


def _resolve_shoot(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if hits(data["hit"], values[0]):
        where = draft.pieces[data["victim"]].space
        r12_losses.lose_step(draft, data["victim"])
        r12_losses.remove_stranded(draft, [where], draft.pieces[data["victim"]].side)


@rule("17.4", "18.4", "3.1")
def hits(number: int, die: int) -> bool:
    """Whether a roll hits: a 1 always does, a 10 never.

    Examples
    --------
    >>> hits(0, 1), hits(12, 10), hits(4, 4), hits(4, 5)
    (True, False, True, False)
    """
    return die == 1 or (die <= number and die < r18_fire.TEN)


def _why_shoot(state: State, data: Mapping[str, Any]) -> str:
    firer, victim = (state.pieces[data[k]].printed.title for k in ("unit", "victim"))
    return f"{firer} fires at {victim}: {data['hit']} or less hits"


@rule("17.4", "17.6")
def _options_shoot(state: State) -> Iterator[Shoot]:
    side = terms.GERMAN if state.text("phase") == "reaction-combat" else terms.ALLIED
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side != side or state.flag("fired", uid) or not r18_fire.fires(state, piece):
            continue
        for near in terms.neighbours(piece.space):
            yield from (Shoot(uid, p.uid) for p in terms.enemies(state, near, side))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        OneHex,
        _check_step,
        _perform_step,
        _options_step,
        "17.3",
        phases=frozenset({"airborne-movement", "landing"}),
    ),
    Handler(
        Shoot,
        _check_shoot,
        _perform_shoot,
        _options_shoot,
        "17.4",
        phases=frozenset({"airborne-combat", "reaction-combat"}),
    ),
)
ROLLS = {"shoot": RollRule(_resolve_shoot, _why_shoot, "17.4")}
