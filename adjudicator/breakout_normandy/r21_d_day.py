"""Sections 21.2 and 21.5: bridges taken by airborne units, and the first wave on the five Beaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r19_landing, terms
from adjudicator.breakout_normandy.r09_choices import classes
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "LANDED",
    "ROLLS",
    "FirstWave",
    "LandFirstWave",
    "SecureBridge",
    "amphibious_phase_done",
    "beaches",
    "first_wave",
    "go_ashore",
    "wave_fault",
    "wave_room",
]

D_DAY = 6
LANDED, LANDING = "landed", "landing"
INTERDICTION = "invasion-interdiction"


@dataclass(frozen=True, slots=True)
class SecureBridge(Action):
    """An airborne unit takes one bridge of its Drop Area and becomes Spent (21.2).

    Examples
    --------
    >>> SecureBridge("us-82-505", "pont-labbe/st-mere-eglise").bridge
    'pont-labbe/st-mere-eglise'
    """

    unit: str
    bridge: str


@dataclass(frozen=True, slots=True)
class FirstWave(Action):
    """Place units of the first wave in the Approach Boxes of their Beaches (21.5).

    Parameters
    ----------
    units
        Their ids; more may follow until `LandFirstWave`.

    Examples
    --------
    >>> FirstWave(("us-4-8", "us-4-12")).units
    ('us-4-8', 'us-4-12')
    """

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LandFirstWave(Action):
    """The whole first wave goes ashore, all Beaches at once (21.5).

    Examples
    --------
    >>> LandFirstWave()
    LandFirstWave()
    """


# --- the airborne phase ---------------------------------------------------------------------------------


@rule("21.2")
def _check_secure(inquiry: Inquiry, action: SecureBridge) -> None:
    piece, edge = inquiry.pieces.get(action.unit), inquiry.board.edges.get(action.bridge)
    if piece is None or edge is None:
        inquiry.refuse("21.2", f"there is no such unit or boundary: {action.unit}, {action.bridge}")
        return
    title, name, one = piece.printed.title, terms.boundary_name(inquiry, edge), (piece.uid,)
    inquiry.require(
        "21.2", terms.was_dropped(piece), f"{title} was dropped there", f"{title} was not dropped", units=one
    )
    fresh = piece.status == terms.FRESH
    inquiry.require("21.2", fresh, f"{title} is Fresh", f"{title} has acted already", units=one)
    borders = piece.space in {edge.a, edge.b}
    inquiry.require("21.2", borders, "", f"{name} does not border the Drop Area of {title}", units=one)
    state = inquiry.text("bridge", edge.id)
    intact = edge.bridge and state != "destroyed"
    inquiry.require("21.2", intact, f"a bridge joins {name}", f"no bridge joins {name}")
    inquiry.require("21.2", state != terms.ALLIED, "", f"the bridge {name} is Allied-held already")


def _perform_secure(draft: Draft, action: SecureBridge) -> None:
    draft.set("bridge", terms.ALLIED, action.bridge)
    draft.set_status(action.unit, terms.SPENT)


def _secure_options(state: State) -> Iterator[SecureBridge]:
    for group in classes(state, [p for p in state.pieces.values() if terms.was_dropped(p)]):
        for edge, _ in state.board.neighbours(group[0].space):
            if edge.bridge:
                yield SecureBridge(group[0].uid, edge.id)


# --- the first wave -------------------------------------------------------------------------------------


def beaches(view: View) -> list[str]:
    """Ids of the Beach Areas, in the order of the board.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> len(beaches(GAME.scenario("d-day")))
    5
    """
    return [s.id for s in view.board.spaces.values() if s.kind == "area" and s.features.get("beach")]


def first_wave(view: View, beach: str) -> list[str]:
    """Units that stand in the Approach Box of a Beach.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> first_wave(GAME.scenario("d-day"), "utah-beach")
    []
    """
    return [p.uid for p in terms.friends(view, terms.approach_of(view, beach), terms.ALLIED)]


@rule("7.1", "21.5")
def wave_room(view: View, beach: str) -> int:
    """How many more units of the first wave have room on a Beach; the five of later impulses are no limit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> wave_room(GAME.scenario("d-day"), "omaha-beach")
    10
    """
    there = len(first_wave(view, beach)) + len(terms.friends(view, beach, terms.ALLIED))
    return max(0, r07.LIMIT - there)


@rule("21.5", "4.33")
def wave_fault(piece: Piece) -> str:
    """Why a unit cannot be of the first wave; empty when it can.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> wave_fault(GAME.scenario("d-day").pieces["us-4-8"])
    ''
    """
    printed, title = piece.printed, piece.printed.title
    if printed.side != terms.ALLIED or printed.airborne or printed.arrival != D_DAY or not printed.entry:
        return f"{title} is not scheduled to land on D-Day"
    if piece.space != terms.SETUP_CARD:
        return f"{title} is not on the Setup card any more"
    if printed.type == "field-artillery":
        return f"{title} is artillery and does not land in the Amphibious Assault Phase"
    return ""


@rule("21.5", "7.1")
def _check_wave(inquiry: Inquiry, action: FirstWave) -> None:
    _require_open(inquiry)
    named = [inquiry.pieces[u] for u in dict.fromkeys(action.units) if u in inquiry.pieces]
    complete = len(named) == len(action.units) > 0
    inquiry.require("21.5", complete, "", "name each unit of the first wave once")
    for piece in named:
        fault = wave_fault(piece)
        inquiry.require("21.5", not fault, f"{piece.printed.title} may land", fault, units=[piece.uid])
    landing = Counter(p.printed.entry[0] for p in named if not wave_fault(p))
    for beach, count in landing.items():
        room, name = wave_room(inquiry, beach), inquiry.board.name(beach)
        full = f"{name} holds {r07.LIMIT} units and has room for {room}, not {count}"
        inquiry.require("7.1", count <= room, "", full)


def _require_open(inquiry: Inquiry) -> None:
    landed = inquiry.text("first-wave") == LANDED
    inquiry.require("21.5", not landed, "", "the first wave has landed already")


def _perform_wave(draft: Draft, action: FirstWave) -> None:
    for uid in action.units:
        draft.place(uid, terms.approach_of(draft, draft.pieces[uid].printed.entry[0]))


def _wave_options(state: State) -> Iterator[FirstWave]:
    waiting = [p for p in state.units_in(terms.SETUP_CARD) if not wave_fault(p)]
    for beach in beaches(state):
        for group in classes(state, [p for p in waiting if p.printed.entry[0] == beach]):
            yield FirstWave((group[0].uid,))


@rule("21.5")
def _check_land(inquiry: Inquiry, action: LandFirstWave) -> None:  # noqa: ARG001 - it has no fields
    _require_open(inquiry)
    if not inquiry.violations:
        inquiry.note("21.5", "the first wave has not landed yet: it lands on all its Beaches at once")
    for beach in beaches(inquiry):
        name, count = inquiry.board.name(beach), len(first_wave(inquiry, beach))
        none = f"at least one unit must land on {name}"
        inquiry.require(
            "21.5", count > 0, f"{many(count, 'unit lands', 'units land')} on {name}", none, spaces=[beach]
        )


def _perform_land(draft: Draft, action: LandFirstWave) -> None:  # noqa: ARG001 - it has no fields
    waves = {beach: first_wave(draft, beach) for beach in beaches(draft)}
    draft.set("first-wave", LANDED)
    rolls = []
    for beach, units in waves.items():
        guns = r19_landing.interdiction_value(draft, beach)
        for uid in units:
            go_ashore(draft, uid, beach)
        rolls += [(uid, beach, guns) for uid in units if guns]
    for uid, beach, guns in reversed(rolls):
        ask_roll(draft, INTERDICTION, ["dr"], unit=uid, beach=beach, value=guns)
    if not rolls:
        _lose_without_attackers(draft)


@rule("21.5", "8.51")
def go_ashore(draft: Draft, uid: str, beach: str) -> None:
    """Put a unit of the first wave on its Beach, where the enemy makes its assault Mandatory (21.5).

    Parameters
    ----------
    uid, beach
        Ids of a unit in the Approach Box, and of the Beach.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("us-4-8", "approach-utah"); go_ashore(draft, "us-4-8", "utah-beach")
    >>> draft.flag("mandatory", "us-4-8")
    True
    """
    box = draft.pieces[uid].space
    draft.place(uid, beach)
    draft.set("start", box, uid)
    draft.set("came-from", box, uid)
    draft.set("crossed", "landing", uid)
    draft.set("entered", 1, uid)
    draft.set("mandatory", not terms.is_vacant(draft, beach, terms.ALLIED), uid)
    r07.update_control(draft, beach)


@rule("19.4", "21.5")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    r19_landing.interdict(draft, data["unit"], values[0], data["value"])
    if not any(d.data.get("what") == INTERDICTION for d in draft.pending):
        _lose_without_attackers(draft)


@rule("21.5")
def _lose_without_attackers(draft: Draft) -> None:
    """A landing whose units are all Spent by interdiction has lost its assault (21.5)."""
    for beach in beaches(draft):
        ashore = [
            p for p in terms.friends(draft, beach, terms.ALLIED) if draft.text("crossed", p.uid) == LANDING
        ]
        if terms.is_vacant(draft, beach, terms.ALLIED) or any(p.status == terms.FRESH for p in ashore):
            continue
        draft.set("attacked", "attacked", beach)
        for piece in ashore:
            draft.set_status(piece.uid, terms.D1)


def _why(state: State, data: Mapping[str, Any]) -> str:
    title = state.pieces[data["unit"]].printed.title
    return f"the interdiction of {title} at {state.board.name(data['beach'])}"


@rule("21.5", "8.51")
def amphibious_phase_done(inquiry: Inquiry) -> bool:
    """Check that the first wave has landed and assaulted every Beach, before the phase ends.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> amphibious_phase_done(inquiry), inquiry.violations[0].text
    (False, 'the first wave has not landed yet')
    """
    landed = inquiry.text("first-wave") == LANDED
    done = inquiry.require("21.5", landed, "the first wave has landed", "the first wave has not landed yet")
    for beach in _unassaulted(inquiry):
        inquiry.refuse("21.5", f"{inquiry.board.name(beach)} is still to be assaulted", spaces=[beach])
        done = False
    return done


def _unassaulted(view: View) -> list[str]:
    """Beaches where Fresh units of the first wave owe their assault."""
    owing = (view.pieces[u] for u in view.subjects("mandatory") if u in view.pieces)
    spaces = {p.space for p in owing if p.status == terms.FRESH}
    return sorted(
        s for s in spaces if not view.text("attacked", s) and not terms.is_vacant(view, s, terms.ALLIED)
    )


_AIRBORNE, _AMPHIBIOUS = frozenset({"airborne"}), frozenset({"amphibious"})

HANDLERS = (
    Handler(SecureBridge, _check_secure, _perform_secure, _secure_options, "21.2", phases=_AIRBORNE),
    Handler(FirstWave, _check_wave, _perform_wave, _wave_options, "21.5", phases=_AMPHIBIOUS),
    Handler(
        LandFirstWave,
        _check_land,
        _perform_land,
        lambda _: iter((LandFirstWave(),)),
        "21.5",
        phases=_AMPHIBIOUS,
    ),
)
ROLLS = {INTERDICTION: RollRule(_resolve, _why, "19.4")}
