"""Sections 8.23, 8.24 and 11.15: Strategic Movement along roads."""

from __future__ import annotations

import functools
import heapq
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six import r08_cost as costs
from adjudicator.june_six import r08_landing as landing
from adjudicator.june_six.r06_headquarters import is_garrison
from adjudicator.june_six.r08_allowance import MA, allowance
from adjudicator.june_six.r08_movement import check_end, check_mover, movers, settle
from adjudicator.june_six.r08_reach import layer
from adjudicator.june_six.r09_stacking import counts, fits
from adjudicator.june_six.r11_zones_of_control import in_enemy_zoc
from adjudicator.june_six.r19_delay_points import delay_points
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from maps.board import Board, Edge
from maps.filing import Located
from maps.june_six.grid import GRID
from module_builder.vassal.values import dataclass

__all__ = [
    "FIRST_ALLIED_TURN",
    "HANDLERS",
    "StrategicMove",
    "Way",
    "allowance",
    "barred",
    "check_path",
    "check_start",
    "hex_bans",
    "nearest_enemy",
    "next_to_enemy",
    "road_price",
    "road_table",
    "strategic_reach",
]

FIRST_ALLIED_TURN = 4  # not on June 6, 7-8 and 9-10
START = 3  # two intervening hexes
_PHASES = frozenset({"me", "re"})


@dataclass(frozen=True, slots=True)
class StrategicMove(Action):
    """Move one unit by Strategic Movement, along roads only (8.23).

    Examples
    --------
    >>> StrategicMove("ge-lehr-901", ("e1940",)).unit
    'ge-lehr-901'
    """

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A way by Strategic Movement: its price in half MPs, and the ids of the hexes entered."""

    half: int
    path: tuple[str, ...]


# --- who may use it ---------------------------------------------------------------------------------------


@rule("7.3", "8.24", "22.26")
def barred(view: View, piece: Piece) -> list[Fault]:
    """Why a unit cannot use Strategic Movement at all, its place left out.

    Returns
    -------
    list of (str, str)
        Section and reason, every one.
    """
    unit, found = piece.printed, list[Fault]()
    if view.flag("isolated", piece.uid):
        found.append(Fault("8.24", f"{unit.title} is Isolated"))
    if unit.type in {"detachment", "strongpoint"}:
        found.append(Fault("8.24", "no Detachment or Strongpoint uses Strategic Movement"))
    else:
        found += _hq_faults(view, piece)
    if view.flag("broke-down", piece.uid):
        found.append(Fault("7.3", f"{unit.title} has broken down in this activation"))
    if piece.side == terms.ALLIED and view.number("turn") < FIRST_ALLIED_TURN:
        found.append(Fault("8.24", "Allied units use no Strategic Movement on June 6, 7-8 and 9-10"))
    return found


@rule("7.11", "8.24")
def _hq_faults(view: View, piece: Piece) -> Iterator[Fault]:
    title, formation = piece.printed.title, terms.formation_of(view, piece)
    if is_garrison(view, piece):
        yield Fault("8.24", f"{title} belongs to the Cherbourg Command")
    hq = terms.hq_of(view, formation)
    enters = hq is not None and hq.space == piece.space == terms.POOL and not view.number("returns", hq.uid)
    if hq is None or not (terms.on_map(view, hq) or enters):
        yield Fault("8.24", f"the parent HQ of {title} is not on the map")
    elif hq.uid != piece.uid and view.flag("isolated", hq.uid):
        yield Fault("22.26", f"{hq.printed.title} is Isolated")


@rule("8.24")
def nearest_enemy(view: View, space: str, side: str) -> int:
    """Hexes from a hex to the nearest enemy unit; three stand for three or more."""
    theirs, around = counts(view, terms.enemy_of(side)), GRID.neighbours(space)
    if any(n in theirs for n in around):
        return 1
    return 2 if any(m in theirs for n in around for m in GRID.neighbours(n)) else START


def next_to_enemy(view: View, side: str) -> Mapping[str, str]:
    """Hexes next to enemy units, or for the Allied side to Delay Points, with one of their hexes.

    Returns
    -------
    mapping
        Computed once for each position.
    """
    return terms.derived(view, f"next-to-enemy:{side}", lambda state: _next_to_enemy(state, side))


@rule("8.24", "19.11")
def _next_to_enemy(state: State, side: str) -> Mapping[str, str]:
    origins = {*counts(state, terms.enemy_of(side)), *(delay_points(state) if side == terms.ALLIED else ())}
    found: dict[str, str] = {}
    for origin in sorted(origins & state.board.spaces.keys()):
        if terms.is_hex(state.board.spaces[origin]):
            found.update({other: origin for _, other in state.board.neighbours(origin)})
            found[origin] = origin
    return found


@rule("8.24", "11.15", "19.11")
def hex_bans(view: View, piece: Piece, to: str) -> list[Fault]:
    """Why no unit of a side passes a hex by Strategic Movement: what stands there or next to it.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    name, found = view.board.name, list[Fault]()
    if there := terms.enemies(view, to, piece.side):
        found.append(Fault("8.14", f"{name(to)} is occupied by {terms.titles(there)}"))
    elif in_enemy_zoc(view, to, piece.side):
        found.append(Fault("11.15", f"{name(to)} is in an enemy ZOC"))
    origin = next_to_enemy(view, piece.side).get(to)
    if origin is not None:
        units = terms.titles(terms.enemies(view, origin, piece.side)) or "a Delay Point"
        where = "in" if origin == to else "next to"
        section = "8.24" if terms.enemies(view, origin, piece.side) else "19.11"
        found.append(Fault(section, f"{name(to)} is {where} the hex of {units}: {name(origin)}"))
    friends = [p for p in terms.friends(view, to, piece.side) if p.uid != piece.uid]
    if len(friends) > 1:
        found.append(Fault("8.46", f"{terms.titles(friends)} block the road in {name(to)}"))
    return found


@rule("8.23", "8.46")
def road_price(view: View, piece: Piece, road: str, friends: int) -> int:
    """Half MPs of a hex entered by Strategic Movement.

    Parameters
    ----------
    road
        ``primary`` or ``secondary``.
    friends
        Friendly units in the hex.
    """
    kind, bicycle = costs.class_of(view, piece.printed), terms.is_bicycle(piece.printed)
    if not (kind.motorized or (bicycle and road == "primary")):
        costs.cite_price(view, costs.Price(0, True, (("road", road),)), kind)
    return _pace(view, kind, road, bicycle=bicycle) + (costs.CONGESTION if friends else 0)


# --- one step ---------------------------------------------------------------------------------------------


def _road(view: View, piece: Piece, frm: str, to: str) -> str:
    """Kind of road that leads from a space into a hex now; empty where none does."""
    if frm == terms.POOL:
        return _entry_road(view, to)
    edge = view.board.edge(frm, to)
    if edge is None or edge.boundary == "landing":
        return ""
    kind = costs.class_of(view, piece.printed)
    return edge.road if costs.road_open(edge, kind, bridged=costs.bridge_stands(view, edge)) else ""


@rule("8.48")
def _entry_road(view: View, to: str) -> str:
    space = view.board.spaces.get(to)
    if space is None or not terms.is_hex(space):
        return ""
    price = landing.entry_price(view, to, costs.Class(filing=view.filing), 0)
    return price.rows[0][1] if price.by_road else ""


@rule("8.23", "8.24")
def _step_faults(view: View, piece: Piece, frm: str, to: str) -> list[Fault]:
    """Everything against one step, Movement Points left out."""
    name, known = view.board.name, view.board.spaces.get(to)
    if known is None or not terms.is_hex(known):
        return [Fault("8.23", f"{name(to)} is no hex of the map")]
    found = landing.entry_faults(view, piece, to) if frm == terms.POOL else r01_part.faults(view, to)
    if frm != terms.POOL and view.board.edge(frm, to) is None:
        return [Fault("8.11", f"{name(to)} is no hex next to {name(frm)}")]
    if not _road(view, piece, frm, to):
        found.append(Fault("8.23", f"no road leads from {name(frm)} into {name(to)}"))
        if _is_wet(view, frm, to):
            found.append(Fault("20.25", "Strategic Movement uses no Assisted River Crossing"))
    return [*found, *hex_bans(view, piece, to)]


@rule("8.24", "20.25")
def _is_wet(view: View, frm: str, to: str) -> bool:
    edge: Edge | None = view.board.edge(frm, to)
    return edge is not None and edge.boundary == "major-river" and not costs.bridge_stands(view, edge)


def _friends(view: View, piece: Piece, to: str) -> int:
    return sum(p.uid != piece.uid for p in terms.friends(view, to, piece.side))


# --- the search -------------------------------------------------------------------------------------------


@rule("8.23", "8.24")
def strategic_reach(view: View, uid: str) -> Mapping[str, Way]:
    """Every hex in which a unit may end by Strategic Movement, each by its cheapest way.

    Returns
    -------
    mapping
        In order of cost.
    """
    state = terms.state_of(view)
    piece = state.pieces[uid]
    if barred(state, piece) or _start_faults(state, piece):
        return {}
    ways = _spread(state, piece, 2 * allowance(state, piece, strategic=True))
    stacks, paths, unit = counts(state, piece.side), dict[str, tuple[str, ...]](), piece.printed
    for space, (_, before) in ways.items():
        paths[space] = (*paths[before], space) if before else ()
    ends = [s for s in ways if s != piece.space and (s not in stacks or fits(stacks[s], unit))]
    return {space: Way(ways[space][0], paths[space]) for space in ends}


def _spread(state: State, piece: Piece, budget: int) -> dict[str, tuple[int, str]]:
    """Hexes on the way with half MPs and the space before."""
    kind, bicycle = costs.class_of(state, piece.printed), terms.is_bicycle(piece.printed)
    marks = layer(state, piece.side).marks
    table = road_table(state.board, kind, r01_part.outside(state), bicycle=bicycle)
    closed, ways = next_to_enemy(state, piece.side), dict[str, tuple[int, str]]()
    queue: list[tuple[int, str, str]] = [(0, piece.space, "")]
    if piece.space == terms.POOL:
        ways[piece.space] = (0, "")
        queue = _entries(state, piece)
    while queue:
        cost, here, before = heapq.heappop(queue)
        if here in ways:
            continue
        ways[here] = (cost, before)
        for to, half, river in table[here]:
            if to in ways or to in closed or (river is not None and not costs.bridge_stands(state, river)):
                continue
            mark = marks.get(to)
            total = cost + half + (costs.CONGESTION if mark and mark[0] else 0)
            if total <= budget and not (mark and mark[0] > 1):
                heapq.heappush(queue, (total, to, here))
    return ways


@rule("8.48")
def _entries(state: State, piece: Piece) -> list[tuple[int, str, str]]:
    """Entry hexes of a reinforcement with their costs."""
    found = []
    for to in landing.first_hexes(state, piece):
        road = _entry_road(state, to)
        if road and not hex_bans(state, piece, to):
            found.append((road_price(state, piece, road, _friends(state, piece, to)), to, terms.POOL))
    return sorted(found)


@functools.lru_cache(maxsize=64)
def road_table(
    board: Board, kind: costs.Class, out: frozenset[str], *, bicycle: bool
) -> Mapping[str, tuple[tuple[str, int, Edge | None], ...]]:
    """Steps by road of a class of units, made once for each board.

    Parameters
    ----------
    out
        Hexes that are out of play.
    bicycle
        Whether a bicycle unit.

    Returns
    -------
    mapping
        Hex -> (hex beyond, half MPs, the hexside where it needs its bridge).
    """
    found = {}
    for space in board.spaces:
        ways = []
        for edge, to in board.neighbours(space):
            if to not in out and costs.road_cost(board, edge, to, kind, bridged=True) < costs.BAN:
                half = _pace(board, kind, edge.road, bicycle=bicycle)
                ways.append((to, half, edge if edge.boundary == "major-river" else None))
        found[space] = tuple(ways)
    return found


@rule("8.21", "8.23")
def _pace(at: Located, kind: costs.Class, road: str, *, bicycle: bool) -> int:
    """Half MPs for a hex entered by road."""
    fast = kind.motorized or (bicycle and road == "primary")
    return costs.chart(at)["road"][road].number("strategic" if fast else kind.column)


@rule("8.24", "10.21", "10.31")
def _start_faults(view: View, piece: Piece) -> list[Fault]:
    """Why a unit cannot begin Strategic Movement where it is."""
    known = view.board.spaces.get(piece.space)
    title, where = piece.printed.title, view.board.name(piece.space)
    if known is None or (not terms.is_hex(known) and piece.space != terms.POOL):
        return [Fault("8.23", f"{title} begins no Strategic Movement in {where}")]
    if piece.space == terms.POOL:
        return landing.waiting_faults(view, piece)
    near = nearest_enemy(view, piece.space, piece.side)
    if near >= START:
        return []
    away = "next to" if near == 1 else "two hexes from"
    return [Fault("8.24", f"an enemy unit stands {away} {title}: two hexes must lie between")]


# --- the action -------------------------------------------------------------------------------------------


@rule("8.23", "8.24")
def _check(inquiry: Inquiry, action: StrategicMove) -> None:
    piece = check_mover(inquiry, action.unit, "8.23")
    if piece is None:
        return
    if not action.path:
        inquiry.refuse("8.23", "the path names no hex", units=(action.unit,))
        return
    check_start(inquiry, piece)
    check_path(inquiry, piece, action.path)


@rule("8.24")
def check_start(inquiry: Inquiry, piece: Piece) -> None:
    """Check that a unit may use Strategic Movement at all, and from where it is."""
    found = [*barred(inquiry, piece), *_start_faults(inquiry, piece)]
    _refuse(inquiry, piece, found)
    if not found:
        inquiry.note("8.24", "nothing bars it, and two hexes lie between it and every enemy unit")


@rule("8.23", "8.24", "8.46")
def check_path(inquiry: Inquiry, piece: Piece, path: Sequence[str]) -> None:
    """Check and price a path of Strategic Movement; every fault of every step is recorded."""
    budget, used, at = 2 * allowance(inquiry, piece, strategic=True), 0, piece.space
    for to in path:
        _refuse(inquiry, piece, _step_faults(inquiry, piece, at, to), to)
        road = _road(inquiry, piece, at, to)
        if to not in inquiry.board.spaces or not road:
            return
        if (edge := inquiry.board.edge(at, to)) is not None and edge.boundary == "major-river":
            inquiry.note("20.25", "the road leads over a bridge: no Assisted River Crossing is used")
        friends = _friends(inquiry, piece, to)
        half = road_price(inquiry, piece, road, friends)
        more = " with a friendly unit on it" if friends else ""
        inquiry.note("8.23", f"into {inquiry.board.name(to)}: {road.title()} Road{more} {costs.mp(half)}")
        used, at = used + half, to
        if used > budget:
            text = f"{costs.mp(used)} to {inquiry.board.name(to)} are more than {costs.mp(budget)}"
            inquiry.refuse("8.12", text, units=(piece.uid,), spaces=(to,), exceeds=MA)
    check_end(inquiry, piece, at, by_road=True)
    if any(in_enemy_zoc(inquiry, n, piece.side) for _, n in inquiry.board.neighbours(at)):
        inquiry.note("11.15", "it may stop next to a hex in an enemy ZOC")
    inquiry.note("8.23", f"{costs.mp(used)} of {costs.mp(budget)} are used")


def _refuse(inquiry: Inquiry, piece: Piece, faults: Sequence[Fault], to: str = "") -> None:
    told = {(v.rule, v.text) for v in inquiry.violations}
    for section, text in (fault for fault in faults if tuple(fault) not in told):
        inquiry.refuse(section, text, units=(piece.uid,), spaces=(to,) if to else ())


@rule("8.23", "8.31")
def _perform(draft: Draft, action: StrategicMove) -> None:
    settle(draft, action.unit, action.path)
    draft.set("used-sm", True, action.unit)


def _options(state: State) -> Iterator[StrategicMove]:
    """Each unit by the cheapest way to each hex that it reaches."""
    return itertools.chain.from_iterable(moves for _, moves in _parts(state))


def _parts(state: State) -> Iterator[tuple[str, Iterator[StrategicMove]]]:
    for piece in movers(state):
        yield piece.uid, _of_unit(state, piece.uid)


def _of_unit(state: State, uid: str) -> Iterator[StrategicMove]:
    for way in strategic_reach(state, uid).values():
        yield StrategicMove(uid, way.path)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(StrategicMove, _check, _perform, _options, "8.23", phases=_PHASES, parts=_parts),
)
