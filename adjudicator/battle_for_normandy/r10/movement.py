"""Sections 10.1 to 10.8: units or stacks move along a path, once in a phase."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_control, r06_stacking, terms
from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters
from adjudicator.battle_for_normandy.r10 import cost as costs
from adjudicator.battle_for_normandy.r10 import steps
from adjudicator.battle_for_normandy.r10 import strategic as r10_strategic
from adjudicator.battle_for_normandy.r10.allowance import MECH, is_cut_off, is_mobile
from adjudicator.battle_for_normandy.r10.reach import reach, stands_on_land
from adjudicator.battle_for_normandy.r12.losses import eliminate
from adjudicator.battle_for_normandy.r12.range import is_once_a_day
from adjudicator.battle_for_normandy.r14_bridges import WATER, bridging_hq
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Move",
    "check_mover",
    "check_path",
    "is_tactical",
    "march",
    "movers",
    "standing_faults",
    "still_mixed",
]

MOVEMENT = "movement"
PHASES = frozenset({MOVEMENT, MECH})
_ROADS = frozenset({"highway", "primary", "secondary"})


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move units of one hex along adjacent hexes (10.1); each moves once in a phase.

    Parameters
    ----------
    units
        Their ids; a stack moves at the rate of its slowest unit.
    strategic
        Whether they use Strategic Movement along Highways (10.8).
    drops
        Units that are dropped off on the way, as ``uid:hex``.

    Examples
    --------
    >>> Move(("us-1-16",), ("c2913", "c2912")).path
    ('c2913', 'c2912')
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    strategic: bool = False
    drops: tuple[str, ...] = ()


# --- who may move -----------------------------------------------------------------------------------------


@rule("10.3", "10.4", "10.5", "14.3", "19.3.3", "20.1")
def standing_faults(view: View, piece: Piece) -> list[Fault]:
    """Why a unit may not move at all in the phase in play.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    title, uid, found = piece.printed.title, piece.uid, list[Fault]()
    if not is_mobile(piece):
        return [Fault("10.3", f"{title} has no Movement Allowance and never moves")]
    if not stands_on_land(view, piece):
        return [Fault("10.1", f"{title} does not move from {view.board.name(piece.space)}")]
    if view.flag("moved", uid):
        found.append(Fault("10.1", f"{title} has already moved in this phase"))
    if view.text("digging", uid):
        found.append(Fault("14.3", f"{title} is building an Entrenchment and may not move today"))
    if view.flag("held-back", uid):
        found.append(Fault("19.3.3", f"{title} was held back by a Carpet Bombing"))
    if view.text("phase") == MECH:
        found += _mech_faults(view, piece)
    return found


@rule("10.4", "10.5", "10.7", "7.5o", "17.7", "20.1")
def _mech_faults(view: View, piece: Piece) -> list[Fault]:
    title, unit = piece.printed.title, piece.printed
    if view.text("time") == "night":
        return [Fault("10.7", "there is no Mechanized Movement Phase in a Night turn")]
    if not terms.is_mech(unit):
        return [Fault("10.5", f"{title} is not mechanized: it may not move in the Mechanized Movement Phase")]
    if unit.type == "truck":
        return [Fault("20.1", f"{title} moves in the Movement Phase only")]
    found = []
    if terms.is_artillery(unit) and view.flag("flipped", piece.uid):
        found.append(Fault("10.4", f"{title} has fired and may not move in the Mechanized Movement Phase"))
    if is_cut_off(view, piece):
        found.append(Fault("7.5o", f"{title} is isolated and may not move in the Mechanized Movement Phase"))
    if terms.is_airborne(unit) and view.number("landed", piece.uid) == r07_headquarters.clock(view):
        found.append(Fault("17.7", f"{title} landed by glider in this turn: it moves one hex at the most"))
    return found


def check_mover(inquiry: Inquiry, uid: str, *, turn: bool = True) -> Piece | None:
    """Check that a unit may move.

    Parameters
    ----------
    turn
        Whether it must belong to the Phasing Player.

    Returns
    -------
    Piece or None
        None when there is no such unit.
    """
    piece = inquiry.pieces.get(uid)
    if piece is None:
        inquiry.refuse("10.1", f"there is no unit {uid!r}", units=(uid,))
        return None
    if turn and piece.side != inquiry.text("side"):
        text = (
            f"{piece.printed.title} is not of the {inquiry.text('side').capitalize()} side, which is phasing"
        )
        inquiry.refuse("10.1", text, units=(uid,))
    for section, text in standing_faults(inquiry, piece):
        inquiry.refuse(section, text, units=(uid,))
    return piece


def movers(state: State) -> Iterator[Piece]:
    """Units that may still move in the phase in play, sorted by id."""
    if state.text("phase") not in PHASES:
        return
    side = state.text("side")
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side == side and not standing_faults(state, piece):
            yield piece


# --- checking a path --------------------------------------------------------------------------------------


def _drops(inquiry: Inquiry, action: Move) -> Mapping[str, str]:
    """Units dropped off on the way with their hexes; what makes no sense is refused."""
    found = dict[str, str]()
    for word in action.drops:
        uid, _, space = word.partition(":")
        known = uid in action.units and space in action.path[:-1] and uid not in found
        text = f"{word!r} drops no unit of the stack in a hex on its way"
        if inquiry.require("10.1", known, "", text, units=(uid,)):
            found[uid] = space
    if len(found) >= len(action.units):
        inquiry.refuse(
            "10.1", "the whole stack is dropped off before the end of the path", units=action.units
        )
    return found


@rule("10.1", "10.3", "10.8")
def check_path(
    inquiry: Inquiry,
    pieces: Sequence[Piece],
    path: Sequence[str],
    *,
    strategic: bool = False,
    drops: Mapping[str, str] | None = None,
) -> steps.Mover:
    """Check step by step that units may move along a path and end where it ends.

    Parameters
    ----------
    drops
        Units that stay on the way, with their hexes.

    Returns
    -------
    Mover
        As it is at the end.
    """
    mover = steps.begin(inquiry, pieces, strategic=strategic)
    left = dict(drops or {})
    for to in path:
        leg = steps.leg(inquiry, mover, to)
        inquiry.violations.extend(leg.faults)
        mover = leg.after
        if to not in inquiry.board.spaces:
            return mover
        stay = [u for u, space in left.items() if space == to]
        if stay:
            _check_end(inquiry, [p for p in mover.pieces if p.uid in stay], to)
            mover = steps.without(inquiry, mover, stay)
            left = {u: s for u, s in left.items() if u not in stay}
    _check_end(inquiry, mover.pieces, mover.at)
    inquiry.note("10.1", f"{costs.mps(mover.used)} of {costs.mps(mover.mp)} are used")
    return mover


@rule("6.1", "6.2", "6.3", "10.4o")
def _check_end(inquiry: Inquiry, pieces: Sequence[Piece], space: str) -> None:
    uids = tuple(p.uid for p in pieces)
    for section, text in steps.end_faults(inquiry, pieces, space):
        inquiry.refuse(section, text, units=uids, spaces=(space,))
    for section, text in r06_stacking.faults(inquiry, space, pieces[0].side, adding=uids):
        if section != "6.3":
            inquiry.note("6.2", f"at the end of the phase units would be eliminated: {text} ({section})")


def _check(inquiry: Inquiry, action: Move) -> None:
    if not action.path or not action.units or len(set(action.units)) < len(action.units):
        inquiry.refuse("10.1", "name units, each once, and the hexes that they enter", units=action.units)
        return
    pieces = [p for p in (check_mover(inquiry, uid) for uid in action.units) if p is not None]
    if inquiry.violations:
        return
    if len({p.space for p in pieces}) > 1:
        inquiry.refuse("10.1", "the units do not stand in one hex", units=action.units)
        return
    _check_turn(inquiry)
    drops = _drops(inquiry, action)
    if len(drops) >= len(pieces):
        return
    mover = check_path(inquiry, pieces, action.path, strategic=action.strategic, drops=drops)
    if action.strategic:
        r10_strategic.check(inquiry, pieces, mover)
    _note_effects(inquiry, pieces, mover, action.path)


def _check_turn(inquiry: Inquiry) -> None:
    phase = inquiry.text("phase")
    inquiry.require("10.1", phase in PHASES, "", f"nobody moves in this phase ({phase})")


@rule("10.4", "11.3.2o", "14.3", "17.1", "19.9")
def _note_effects(inquiry: Inquiry, pieces: Sequence[Piece], mover: steps.Mover, path: Sequence[str]) -> None:
    if inquiry.violations:
        return
    _note_cleared(inquiry, pieces[0].side, path)
    for piece in pieces:
        if _flips(inquiry, piece):
            inquiry.note("10.4", f"{piece.printed.title} is turned to its Moved side")
        there = replace(piece, space=mover.at)
        if piece.uid in mover.uids and not (mover.by_road or mover.raced) and is_tactical(inquiry, there):
            inquiry.note("11.3.2o", f"{piece.printed.title} bears a TAC MOVE marker")


@rule("17.1", "19.9")
def _note_cleared(inquiry: Inquiry, side: str, path: Sequence[str]) -> None:
    """Say which units without any strength are removed from the hexes that are entered."""
    for piece in (p for space in path for p in terms.enemies(inquiry, space, side)):
        title, name = piece.printed.title, inquiry.board.name(piece.space)
        if r17_pathfinders.is_pathfinder(piece):
            inquiry.note("17.1", f"{title} is destroyed: an enemy unit enters {name}")
        elif terms.marked(piece.printed, "rhino"):
            inquiry.note("19.9", f"{title} is removed: an enemy unit enters {name}")


# --- moving -----------------------------------------------------------------------------------------------


@rule("10.4", "12.5.1o")
def _flips(view: View, piece: Piece) -> bool:
    """Whether artillery is turned over by a move: without an engine at once, with one by its second move."""
    if not terms.is_artillery(piece.printed) or is_once_a_day(view, piece):
        return False
    if not terms.is_mech(piece.printed):
        return True
    return view.text("phase") == MECH and view.flag("moved-mech", piece.uid)


@rule("3.3", "10.1", "10.4", "10.8", "11.3.2o", "14.2.1", "14.3", "20.1")
def march(
    draft: Draft,
    uids: Sequence[str],
    path: Sequence[str],
    *,
    strategic: bool = False,
    drops: Mapping[str, str] | None = None,
) -> None:
    """Move units along a legal path, with all that follows.

    Parameters
    ----------
    drops
        Units that stay on the way, with their hexes.
    """
    before, stay = draft.finish(), dict(drops or {})
    pieces = [before.pieces[u] for u in uids]
    roads = _walk(before, pieces, path, strategic=strategic, drops=stay)
    _cross(draft, before, pieces, path)
    r03_control.passed(draft, before, pieces, path)
    _clear(draft, pieces[0].side, path)
    for piece in pieces:
        by_road, raced = roads[piece.uid]
        _arrive(draft, piece, stay.get(piece.uid, path[-1]), by_road=by_road, raced=raced)
    r03_control.left(draft, (pieces[0].space, *path))


def _walk(
    before: Position,
    pieces: Sequence[Piece],
    path: Sequence[str],
    *,
    strategic: bool,
    drops: Mapping[str, str],
) -> dict[str, tuple[bool, bool]]:
    """Whether each unit used a road rate, and the rate of Strategic Movement."""
    mover, found = steps.begin(before, pieces, strategic=strategic), dict[str, tuple[bool, bool]]()
    for to in path:
        mover = steps.leg(before, mover, to).after
        stay = [u for u, space in drops.items() if space == to and u not in found]
        if stay:
            found |= dict.fromkeys(stay, (mover.by_road, mover.raced))
            mover = steps.without(before, mover, stay)
    return found | {p.uid: (mover.by_road, mover.raced) for p in mover.pieces}


@rule("14.2.1")
def _cross(draft: Draft, before: Position, pieces: Sequence[Piece], path: Sequence[str]) -> None:
    """Note the HQ that took a mechanized unit over a river."""
    edge = before.board.edge(pieces[0].space, path[0])
    if edge is None or edge.boundary not in WATER or not terms.is_mech(pieces[0].printed):
        return
    helper = bridging_hq(before, edge, pieces[0].side)
    kind = costs.class_of(before, pieces[0].printed)
    if helper is not None and costs.price_of(before, edge, pieces[0].space, path[0], kind) is None:
        draft.set("bridge-used", True, helper.uid)


@rule("14.3", "17.1", "19.9")
def _clear(draft: Draft, side: str, path: Iterable[str]) -> None:
    """Remove enemy Entrenchments from the hexes entered, Pathfinders, and Rhino tanks left alone there."""
    for space in path:
        if side == terms.GERMAN:
            r17_pathfinders.trample(draft, space)
        if draft.text("entrenchment", space) and draft.text("entrenchment-side", space) != side:
            draft.clear("entrenchment", space)
            draft.clear("entrenchment-side", space)
        for piece in terms.enemies(draft, space, side):
            if terms.marked(piece.printed, "rhino"):
                _overrun(draft, piece.uid)


@rule("19.9")
def _overrun(draft: Draft, uid: str) -> None:
    eliminate(draft, uid)


def _arrive(draft: Draft, piece: Piece, space: str, *, by_road: bool, raced: bool) -> None:
    uid = piece.uid
    if _flips(draft, piece):
        draft.set("flipped", True, uid)
    if not draft.text("began", uid):
        draft.set("began", piece.space, uid)
    draft.set("moved", True, uid)
    if draft.text("phase") == MOVEMENT:
        draft.set("moved-mech", True, uid)
    if by_road:
        draft.set("used-road", True, uid)
    if raced and r10_strategic.marks(draft, piece.side):
        draft.set("strategic", True, uid)
    draft.clear("bridging", uid)
    draft.place(uid, space)
    for truck in [t for t in draft.subjects("truck") if draft.text("truck", t) == uid]:
        draft.place(truck, space)
    draft.set("tac-move", is_tactical(draft, draft.pieces[uid]), uid)


@rule("11.3.2o")
def is_tactical(view: View, piece: Piece) -> bool:
    """Whether a German unit gets TAC MOVE: on a road, but not by road or Strategic Movement (option)."""
    if piece.side != terms.GERMAN or not terms.has_option(view, "11.3.2o") or not terms.on_map(view, piece):
        return False
    if view.flag("used-road", piece.uid) or view.flag("strategic", piece.uid):
        return False
    return any(edge.road in _ROADS for edge, _ in view.board.neighbours(piece.space))


@rule("6.3")
def still_mixed(view: View) -> list[Fault]:
    """Why the Allied Movement Phase may not end: US and Commonwealth units stand together and could part.

    Returns
    -------
    list of (str, str)
        Section and reason; empty outside of that phase.
    """
    state = terms.state_of(view)
    if state.text("phase") != MOVEMENT or state.text("side") != terms.ALLIED:
        return []
    found = list[Fault]()
    for space in r06_stacking.mixed(state):
        there = [p for p in terms.friends(state, space, terms.ALLIED) if not standing_faults(state, p)]
        able = [p for p in there if reach(state, p.uid).destinations]
        if able:
            text = f"US and Commonwealth units stand together in {view.board.name(space)}; able to part:"
            found.append(Fault("6.3", f"{text} {terms.titles(able)}"))
    return found


def _perform(draft: Draft, action: Move) -> None:
    drops = dict(word.split(":", 1) for word in action.drops)
    march(draft, action.units, action.path, strategic=action.strategic, drops=drops)


def _options(state: State) -> Iterator[Move]:
    """Each unit by the cheapest way to each hex that it reaches, by Strategic Movement besides."""
    return itertools.chain.from_iterable(moves for _, moves in _parts(state))


def _parts(state: State) -> Iterator[tuple[str, Iterator[Move]]]:
    yield from ((piece.uid, _of_unit(state, piece)) for piece in movers(state))


def _of_unit(state: State, piece: Piece) -> Iterator[Move]:
    found = reach(state, piece.uid)
    yield from (Move((piece.uid,), found.path(space)) for space in found.destinations)
    yield from _strategic_options(state, piece)


@rule("10.8")
def _strategic_options(state: State, piece: Piece) -> Iterator[Move]:
    if not any(edge.road == "highway" for edge, _ in state.board.neighbours(piece.space)):
        return
    found = r10_strategic.strategic_reach(state, piece.uid)
    for space in found.destinations:
        yield Move((piece.uid,), found.path(space), strategic=True)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Move, _check, _perform, _options, "10.1", phases=PHASES, proven=True, parts=_parts),
)
