"""Sections 17.5, 18.6 and 20.2.1: German units move one, two and three MPs; the Cotentin sleeps."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control, terms
from adjudicator.battle_for_normandy.r10 import allowance as r10_allowance
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.battle_for_normandy.r17 import reaction as r17_reaction
from adjudicator.battle_for_normandy.r18 import artillery as r18_artillery
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "March",
    "alert_faults",
    "allowance",
    "keeps_watch",
    "march_faults",
    "march_step",
    "may_march",
    "path_cost",
    "reach",
]

Faults = list[Fault]
_NEAR, _SHIPS, _STRATEGIC = 2, 10, 3
_REACTION = "reaction-movement"


@dataclass(frozen=True, slots=True)
class March(Action):
    """Move a German unit in the reaction to the drop or in a Beach Invasion Phase (17.5, 18.6).

    Parameters
    ----------
    unit, path
        The unit, and the hexes that it enters.
    strategic
        Whether it uses Strategic Movement.

    Examples
    --------
    >>> March("ge-352-i-916", ("c2033",)).path
    ('c2033',)
    """

    unit: str
    path: tuple[str, ...]
    strategic: bool = False


# --- who moves --------------------------------------------------------------------------------------------


@rule("18.6", "17.5")
def allowance(view: View, piece: Piece | None = None) -> int:
    """Sixths of an MP that German units have: 1 MP in reaction, 1, 2 and 3 MPs in the three phases."""
    most = 1 if view.text("phase") == _REACTION else max(1, view.number("invasion"))
    if piece is not None:
        most = min(most, r10_allowance.allowance(terms.state_of(view), piece, supplied=True))
    return terms.MP * most


@rule("18.6", "17.5", "10.3", "18.7")
def may_march(view: View, piece: Piece) -> Faults:
    """What forbids a unit to move at all in the phase in play."""
    name = piece.printed.title
    if piece.side != terms.GERMAN or not terms.on_map(view, piece):
        return [Fault("18.6", f"{name} is no German unit on the map")]
    fixed = terms.is_strongpoint(piece.printed) or terms.is_static(piece.printed)
    if fixed or terms.rating(view, piece, "ma", "10.3") < 1:
        return [Fault("10.3", f"{name} has no Movement Allowance")]
    found: Faults = []
    if view.flag("moved", piece.uid):
        found.append(Fault("10.1", f"{name} has moved in this phase"))
    found += r18_artillery.move_faults(view, piece)
    if view.text("phase") == _REACTION:
        return found + r17_reaction.reaction_faults(view, piece)
    return found + alert_faults(view, piece)


@rule("20.2.1")
def alert_faults(view: View, piece: Piece) -> Faults:
    """What keeps a unit near the coast of map A from moving in the three invasion phases."""
    if not keeps_watch(view, piece):
        return []
    if piece.space in terms.derived(view, "alerted", _alerted):
        return []
    return [
        Fault("20.2.1", f"{piece.printed.title} is not alerted: no US unit within 2 hexes, no ship within 10")
    ]


@rule("20.2.1")
def keeps_watch(view: View, piece: Piece) -> bool:
    """Whether a unit waits for an alert in the invasion phases: on map A, within two hexes of the coast."""
    first = view.text("phase") == "german-movement" and terms.sheet_of(piece.space) == "a"
    return first and piece.space in _shore(view.board)


@kept(maxsize=8)
def _shore(board: Board) -> frozenset[str]:
    """Hexes within two of a coastal hex."""
    coast = [s.id for s in board.spaces.values() if terms.is_hex(s) and s["coastal"]]
    return frozenset(n for c in coast for n in _within(c, _NEAR))


def _within(space: str, radius: int) -> set[str]:
    found, edge = {space}, {space}
    for _ in range(radius):
        edge = {n for e in edge for n in terms.neighbours(e)} - found
        found |= edge
    return found


def _alerted(state: State) -> frozenset[str]:
    """Hexes of the Cotentin that a US unit or an Allied ship has alerted."""
    found: set[str] = set()
    for piece in state.pieces.values():
        if piece.side != terms.ALLIED or not terms.on_map(state, piece):
            continue
        if terms.is_naval(piece.printed):
            found |= _within(piece.space, _SHIPS)
        elif terms.group_of(piece.printed) == terms.US and not _at_sea(state, piece.space):
            found |= _within(piece.space, _NEAR)
    return frozenset(found)


def _at_sea(view: View, space: str) -> bool:
    return r18_beaches.in_queue(view, space) > 0


# --- the path ---------------------------------------------------------------------------------------------


@rule("18.6", "17.5", "10.1", "10.3", "10.8", "5.2")
def march_faults(view: View, uid: str, path: Sequence[str], *, strategic: bool = False) -> Faults:
    """What forbids a German unit to march along a path.

    Parameters
    ----------
    uid, path
        The unit, and the hexes that it enters.
    """
    piece = view.pieces[uid]
    found = may_march(view, piece)
    if not path or found:
        return found or [Fault("10.1", f"{piece.printed.title} has nowhere to go")]
    at = piece.space
    for to in path:
        found += _step_faults(view, piece, at, to, strategic=strategic)
        at = to
    if found:
        return found
    return _price_faults(view, piece, path, strategic=strategic)


def _step_faults(view: View, piece: Piece, at: str, to: str, *, strategic: bool) -> Faults:
    name, where = piece.printed.title, view.board.name(to)
    section = "17.5" if view.text("phase") == _REACTION else "18.6"
    found: Faults = list(r10_cost.entry_faults(view, piece, at, to))
    if to not in view.board.spaces:
        return found
    if r18_beaches.is_beach_hex(view, to):
        found.append(Fault(section, f"{name} may not move onto a Beach hex"))
    enemies = [p for p in terms.enemies(view, to, terms.GERMAN) if p.printed.type != "pathfinder"]
    if enemies:
        found.append(Fault("10.1", f"enemy units are in {where}"))
    if section == "17.5" and to in r17_reaction.closed_hexes(view):
        found.append(Fault("17.5", f"a Pathfinder is in {where}"))
    zones = r05_zones_of_control
    if zones.in_ezoc(view, at, terms.GERMAN) and zones.in_ezoc(view, to, terms.GERMAN):
        found += (
            zones.slip_faults(view, piece, to) if at == piece.space else [Fault("5.2", "from EZOC to EZOC")]
        )
    if strategic and not _free_highway(view, at, to):
        found.append(
            Fault("10.8", f"Strategic Movement to {where} needs a Highway three hexes off all enemies")
        )
    return found


@rule("10.8")
def _free_highway(view: View, at: str, to: str) -> bool:
    edge = view.board.edge(at, to)
    if edge is None or edge.road != "highway":
        return False
    near = _within(to, _STRATEGIC) | _within(at, _STRATEGIC)
    return not any(terms.enemies(view, n, terms.GERMAN) for n in near)


@rule("10.1", "10.2", "10.8", "5.2")
def path_cost(view: View, piece: Piece, path: Sequence[str], *, strategic: bool = False) -> int:
    """Sixths of an MP of a march, EZOCs left among them; at least `r10_cost.WHOLE` where all MPs go.

    Parameters
    ----------
    piece, path
        The unit, and the hexes that it enters.
    """
    kind = r10_cost.class_of(view, piece.printed, supplied=True, strategic=strategic)
    total, at = 0, piece.space
    for to in path:
        edge = view.board.edge(at, to)
        price = r10_cost.price_of(view, edge, at, to, kind) if edge is not None else None
        if price is None:
            return r10_cost.BAN
        total += r10_cost.WHOLE // 2 if price.half else price.cost
        if r05_zones_of_control.in_ezoc(view, at, terms.GERMAN) and not _waived(view, piece, at):
            total += r05_zones_of_control.EXIT
        at = to
    return total


def _waived(view: View, piece: Piece, at: str) -> bool:
    return at == piece.space and bool(r05_zones_of_control.waiver(view, piece, [piece.uid]))


@rule("10.3", "17.5", "18.6")
def _price_faults(view: View, piece: Piece, path: Sequence[str], *, strategic: bool) -> Faults:
    cost, have = path_cost(view, piece, path, strategic=strategic), allowance(view, piece)
    reacts = view.text("phase") == _REACTION
    minimum = len(path) == 1 and (not reacts or r17_reaction.uses_minimum(view))
    if cost <= have or minimum:
        return []
    section = "17.5" if reacts else "18.6"
    said = "its whole Movement Allowance" if cost >= r10_cost.WHOLE // 2 else r10_cost.mp(cost)
    return [Fault(section, f"{piece.printed.title} has {r10_cost.mp(have)} MP; the march costs {said}")]


@rule("17.5", "18.6", "10.1")
def reach(view: View, piece: Piece, *, strategic: bool = False) -> Mapping[str, tuple[int, tuple[str, ...]]]:
    """Every hex to which a unit can march, with the cost and the cheapest path.

    Returns
    -------
    mapping of str to (int, tuple of str)
        The cheapest hexes first.
    """
    have, found = allowance(view, piece), dict[str, tuple[int, tuple[str, ...]]]()
    queue: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while queue:
        cost, path = heapq.heappop(queue)
        at = path[-1] if path else piece.space
        if at in found:
            continue
        found[at] = cost, path
        if cost > have:
            continue  # the minimum move of one hex
        for _, to in view.board.neighbours(at):
            if to not in found and not march_step(view, piece, path, to, strategic=strategic):
                heapq.heappush(queue, (path_cost(view, piece, (*path, to), strategic=strategic), (*path, to)))
    return {space: way for space, way in found.items() if way[1]}


@rule("17.5", "18.6")
def march_step(view: View, piece: Piece, path: Sequence[str], to: str, *, strategic: bool = False) -> Faults:
    """What keeps a unit that has come along a path from going on into a hex."""
    at = path[-1] if path else piece.space
    found = _step_faults(view, piece, at, to, strategic=strategic)
    return found or _price_faults(view, piece, (*path, to), strategic=strategic)


# --- the action -------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: March) -> None:
    unknown = [i for i in (action.unit,) if i not in inquiry.pieces]
    if unknown:
        inquiry.refuse("18.6", f"there is no {', '.join(unknown)}", units=unknown)
        return
    for section, text in march_faults(inquiry, action.unit, action.path, strategic=action.strategic):
        inquiry.refuse(section, text, units=[action.unit], spaces=[*action.path])
    if not inquiry.violations:
        piece = inquiry.pieces[action.unit]
        cost, have = (
            path_cost(inquiry, piece, action.path, strategic=action.strategic),
            allowance(inquiry, piece),
        )
        told = "the minimum move of one hex" if cost > have else f"{r10_cost.mp(cost)} MP"
        inquiry.note("18.6", f"of {r10_cost.mp(have)} MP it uses {told}")
        for guide in (
            p for s in action.path for p in inquiry.units_in(s) if r17_pathfinders.is_pathfinder(p)
        ):
            inquiry.note("17.1", f"{guide.printed.title} is destroyed: an enemy unit enters its hex")
        if action.strategic:
            inquiry.note("10.8", "by Strategic Movement, which German units may use on June 6 too")


def _perform(draft: Draft, action: March) -> None:
    uid = action.unit
    if draft.text("began", uid) == "":
        draft.set("began", draft.pieces[uid].space, uid)
    for space in action.path:
        r17_pathfinders.trample(draft, space)
    draft.place(uid, action.path[-1])
    draft.set("moved", True, uid)
    if action.strategic:
        draft.set("strategic", True, uid)
    r18_artillery.note_move(draft, uid)


def _options(state: State) -> Iterator[March]:
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side != terms.GERMAN or state.flag("moved", uid) or may_march(state, piece):
            continue
        yield from (March(uid, path) for _, path in reach(state, piece).values())
        ways = reach(state, piece, strategic=True).values() if _on_highway(state, piece) else ()
        yield from (March(uid, path, strategic=True) for _, path in ways)


def _on_highway(state: State, piece: Piece) -> bool:
    return any(edge.road == "highway" for edge, _ in state.board.neighbours(piece.space))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(March, _check, _perform, _options, "18.6", phases=frozenset({_REACTION, "german-movement"})),
)
