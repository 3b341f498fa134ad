"""Section 8.3: moving units along a path; every entry into a space goes through `enter`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r08_air_interdiction as air
from adjudicator.breakout_normandy import r08_assault_duty as duties
from adjudicator.breakout_normandy import r08_impulses as impulses
from adjudicator.breakout_normandy import r08_mf as mf
from adjudicator.breakout_normandy import r08_steps as steps
from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "Move",
    "MoveStack",
    "check_path",
    "elements",
    "enter",
    "march",
    "split",
]

_DAYLIGHT = frozenset({"daylight"})
_AIR = "air-interdiction"


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move one unit along adjacent spaces (8.33); ``~area`` crosses the river beside the bridge.

    Parameters
    ----------
    path
        Ids of the spaces entered, in order. A move may be announced in parts.

    Examples
    --------
    >>> Move("ge-1058", ("montebourg", "utah-beach")).path
    ('montebourg', 'utah-beach')
    """

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveStack(Action):
    """Move several units together (8.33); it is the same as moving each one space in turn.

    Parameters
    ----------
    units
        Their ids; a Point Unit that leads others stands before them.
    path
        As in `Move`.

    Examples
    --------
    >>> MoveStack(("ge-1058", "ge-fla-1"), ("montebourg",)).units
    ('ge-1058', 'ge-fla-1')
    """

    units: tuple[str, ...]
    path: tuple[str, ...]


def split(element: str) -> tuple[str, bool]:
    """Take a path element apart.

    Parameters
    ----------
    element
        ``area`` or ``~area``.

    Examples
    --------
    >>> split("~st-lo")
    ('st-lo', True)
    """
    return element.removeprefix("~"), element.startswith("~")


# --- carrying it out ------------------------------------------------------------------------------------


@rule("7.3", "8.33", "8.371", "8.374")
def enter(draft: Draft, uid: str, edge: Edge, to: str, *, river: bool = False, cost: int = 0) -> None:
    """Let one unit enter a space: every fact of the impulse, control of both ends, bridges won.

    Parameters
    ----------
    river
        Whether it crosses the water without the bridge.
    cost
        MF that it pays.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> enter(draft, "ge-1058", draft.board.edge("montebourg", "valognes"), "montebourg", cost=1)
    >>> draft.number("mf-used", "ge-1058"), draft.text("came-from", "ge-1058")
    (1, 'valognes')
    """
    piece = draft.pieces[uid]
    at = piece.space
    river = duties.swims(draft, edge, river=river)
    crossed = duties.crossing_kind(edge, river=river)
    held = duties.enemy_holds(draft, edge, piece.side, at)
    owed = duties.duty(draft, piece, edge, to, at=at, river=river)
    if not draft.text("start", uid):
        draft.set("start", at, uid)
    if mf.has_overrun(draft, piece, at) and at not in draft.text("overran", uid).split():
        draft.set("overran", f"{draft.text('overran', uid)} {at}".strip(), uid)
    mf.spend_mf(draft, uid, cost)
    draft.set("entered", draft.number("entered", uid) + 1, uid)
    draft.set("came-from", at, uid)
    draft.set("crossed", crossed, uid)
    draft.set("bridge-was-held", held and crossed == "bridge", uid)
    draft.set("mandatory", bool(owed[0]), uid)
    if crossed == "bridge":
        draft.set("crossings", draft.number("crossings", edge.id) + 1, edge.id)
    if piece.side == terms.ALLIED and not draft.text("nationality"):
        draft.set("nationality", terms.nationality(piece))
    draft.place(uid, to)
    for space in (at, to):
        r07.update_control(draft, space, left_by=terms.nationality(piece))


# --- announcing a move ----------------------------------------------------------------------------------


@rule("8.33")
def check_path(inquiry: Inquiry, piece: Piece, path: Sequence[str]) -> list[mf.Leg]:
    """Check and price a whole path of one unit.

    Parameters
    ----------
    path
        Path elements.

    Returns
    -------
    list of Leg
        Up to the first space that is not adjacent.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> inquiry = Inquiry(d_day)
    >>> [leg.to for leg in check_path(inquiry, d_day.pieces["ge-1058"], ["montebourg"])]
    ['montebourg']
    """
    mover, legs = mf.mover_of(inquiry, piece), []
    for element in path:
        to, river = split(element)
        leg = steps.check_leg(inquiry, mover, to, river=river)
        if leg is None:
            break
        air.explain_interdiction(inquiry, piece, mover.at, mover.entered)
        legs.append(leg)
        mover = mf.after(mover, leg)
    if legs:
        inquiry.note("8.33", f"{piece.printed.title} has used {mover.used} of {mover.mf} MF", mover.used)
    return legs


def _check_move(inquiry: Inquiry, action: Move) -> None:
    piece = impulses.check_actor(inquiry, action.unit)
    if not action.path:
        inquiry.refuse("8.33", "the path names no space", units=(action.unit,))
    elif piece is not None and inquiry.board.spaces.get(piece.space) is not None:
        inquiry.note("8.3", "any number of Fresh units of an Active Area may move, one after another")
        check_path(inquiry, piece, action.path)


@rule("8.3", "8.33", "8.375")
def _check_stack(inquiry: Inquiry, action: MoveStack) -> None:
    """Check every unit on its path while those before it have moved already."""
    if not action.path or not action.units:
        inquiry.refuse("8.33", "the move names no unit or no space")
        return
    if len(set(action.units)) < len(action.units):
        inquiry.refuse("8.33", "a unit is named twice", units=action.units)
        return
    known = [p for p in (impulses.check_actor(inquiry, uid) for uid in action.units) if p is not None]
    if len({p.side for p in known}) > 1 and not inquiry.violations:
        inquiry.refuse("8.12", "units of both sides do not move together", units=action.units)
    if len({p.space for p in known}) > 1:
        inquiry.refuse("8.33", "the units do not stand in one space", units=action.units)
    if len({terms.nationality(p) for p in known if p.side == terms.ALLIED}) > 1:
        double = inquiry.flag("double-impulse")
        inquiry.require("8.374", double, "", "US and British units move together only in a Double Impulse")
    if inquiry.violations:
        return
    inquiry.note("8.3", f"{len(known)} Fresh units of the Active Area move together")
    outer, inquiry.state = inquiry.state, Draft(cast("Position", inquiry.state))
    try:
        for element in action.path:
            if not inquiry.violations:
                _check_together(inquiry, inquiry.state, action.units, element)
    finally:
        inquiry.state = outer


def _check_together(inquiry: Inquiry, draft: Draft, units: Sequence[str], element: str) -> None:
    """One space further for every unit that can; the faults of all the others are recorded."""
    to, river = split(element)
    for uid in units:
        before = len(inquiry.violations)
        mover = mf.mover_of(inquiry, draft.pieces[uid])
        leg = steps.check_leg(inquiry, mover, to, river=river)
        if leg is not None and len(inquiry.violations) == before:
            air.explain_interdiction(inquiry, mover.piece, mover.at, mover.entered)
            enter(draft, uid, leg.edge, leg.to, river=leg.crossing == "river", cost=leg.cost)


# --- moving ---------------------------------------------------------------------------------------------


@rule("8.33", "8.4")
def march(draft: Draft, orders: Sequence[Sequence[str]], *, cleared: bool = False) -> None:
    """Carry out orders one space at a time; an Air Interdiction dr interrupts, and the rest waits for it.

    Parameters
    ----------
    orders
        Pairs of a unit's id and a path element. What an earlier result has made illegal is dropped.
    cleared
        Whether the first order has survived its Air Interdiction dr already.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("active", 1, "valognes"); draft.set("side", "german")
    >>> march(draft, [("ge-1058", "montebourg")]); draft.pieces["ge-1058"].space
    'montebourg'
    """
    queue = [tuple(order) for order in orders]
    while queue:
        uid, element = queue.pop(0)
        leg = _still_legal(draft, uid, element)
        if leg is None:
            queue = [order for order in queue if order[0] != uid]
        elif not cleared and _rolls(draft, uid):
            ask_roll(draft, _AIR, ["dr"], unit=uid, to=element, rest=[list(order) for order in queue])
            return
        else:
            enter(draft, uid, leg.edge, leg.to, river=leg.crossing == "river", cost=leg.cost)
        cleared = False


def _still_legal(draft: Draft, uid: str, element: str) -> mf.Leg | None:
    inquiry, piece = Inquiry(draft), draft.pieces[uid]
    to, river = split(element)
    leg = steps.check_leg(inquiry, mf.mover_of(draft, piece), to, river=river)
    return None if inquiry.violations else leg


def _rolls(draft: Draft, uid: str) -> bool:
    piece = draft.pieces[uid]
    if not air.is_exposed(draft, piece, draft.number("entered", uid)):
        return False
    return air.drm(draft, piece.space, uid) < air.HARMLESS - 1


@rule("8.4")
def _resolve_air(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Stop the unit, or let it enter; then the rest of the announced move goes on."""
    uid, rest = str(data["unit"]), [tuple(order) for order in data["rest"]]
    final = air.air_dr(None, draft, draft.pieces[uid].space, uid, values[0]).value
    if air.stop_by_air(draft, uid, final):
        march(draft, [order for order in rest if order[0] != uid])
    else:
        march(draft, [(uid, str(data["to"])), *rest], cleared=True)


def _why_air(state: State, data: Mapping[str, Any]) -> str:
    piece = state.pieces[str(data["unit"])]
    return f"the Air Interdiction of {piece.printed.title} on leaving {state.board.name(piece.space)}"


def _perform_move(draft: Draft, action: Move) -> None:
    impulses.begin_movement(draft)
    march(draft, [(action.unit, element) for element in action.path])


def _perform_stack(draft: Draft, action: MoveStack) -> None:
    impulses.begin_movement(draft)
    march(draft, [(uid, element) for element in action.path for uid in action.units])


# --- what may be announced ------------------------------------------------------------------------------


def elements(state: State, piece: Piece) -> Iterator[str]:
    """Path elements of one step, those across the landing boundary left out.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> "montebourg" in elements(d_day, d_day.pieces["ge-1058"])
    True
    """
    infantry = piece.printed.type == "infantry"
    for edge, to in state.board.neighbours(piece.space):
        if edge.boundary == "landing":
            continue
        yield to
        if infantry and edge.boundary == "river" and terms.usable_bridge(state, edge):
            yield f"~{to}"


def _move_options(state: State) -> Iterator[Move]:
    """One space for each unit: a longer path is the same as several moves."""
    for piece in impulses.actors(state):
        yield from (Move(piece.uid, (element,)) for element in elements(state, piece))


def _stack_options(state: State) -> Iterator[MoveStack]:
    """Each unit that needs a leader behind the best Point Unit; larger stacks are as several moves."""
    units = list(impulses.actors(state))
    best: dict[str, mf.Mover] = {}
    for leader in (mf.mover_of(state, p) for p in units if p.printed.is_point):
        if leader.at not in best or leader.left > best[leader.at].left:
            best[leader.at] = leader
    for follower in units:
        if not follower.printed.is_point and follower.space in best:
            pair = (best[follower.space].piece.uid, follower.uid)
            yield from (MoveStack(pair, (element,)) for element in elements(state, follower))


HANDLERS = (
    Handler(Move, _check_move, _perform_move, _move_options, "8.33", phases=_DAYLIGHT),
    Handler(MoveStack, _check_stack, _perform_stack, _stack_options, "8.33", phases=_DAYLIGHT),
)
ROLLS = {_AIR: RollRule(_resolve_air, _why_air, "8.4")}
