"""Section 5.3: Lines of Communication: two hexes off the road at most, then a road of any length.

A flood joins every road hex to a source and is kept with the position, so that each unit costs one look.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r05_sources import (
    explain_sources,
    ground,
    group_of,
    holds_cherbourg,
    side_of,
    sources,
    standing,
)
from adjudicator.june_six.r11_zones_of_control import zoc_of
from adjudicator.position import Draft, Piece, State, View
from adjudicator.search import follow, sweep
from maps.board import edge_id
from module_builder.vassal.values import dataclass

__all__ = ["OFF_ROAD", "barred", "explain_loc", "has_loc", "loc_at", "loc_path", "why_barred", "without_loc"]

OFF_ROAD = 2


@dataclass(frozen=True, slots=True)
class _Net:
    """Road hexes joined to a source, each with the next hex on its way, and the hexes that no line enters."""

    toward: Mapping[str, str]
    closed: frozenset[str]

    def path(self, space: str) -> tuple[str, ...]:
        """The way from a joined hex to its source, both included."""
        found = [space]
        while self.toward[found[-1]]:
            found.append(self.toward[found[-1]])
        return tuple(found)


# --- what closes a hex ------------------------------------------------------------------------------------


@rule("5.32")
def barred(view: View, side: str) -> frozenset[str]:
    """Hexes that no line of a side enters: enemy occupied, or vacant and in an enemy ZOC.

    Returns
    -------
    frozenset of str
        Computed once for each position.
    """
    return terms.derived(view, f"loc-barred:{side}", lambda state: _barred(state, side, ""))


def _barred(state: State, side: str, without: str) -> frozenset[str]:
    """Hexes closed to a side, the units of one hex left out of account."""
    held, own = set[str](), set[str]()
    for piece in state.pieces.values():
        (own if piece.printed.side == side else held).add(piece.space)
    zones = zoc_of(state, terms.enemy_of(side))
    if not without:
        return frozenset(held | (zones.keys() - own))
    vacant = {s for s, origins in zones.items() if s not in own and any(o != without for o in origins)}
    return frozenset((held - {without}) | vacant)


@rule("5.32")
def why_barred(view: View, space: str, side: str) -> str:
    """What keeps a line of a side out of a hex; empty when nothing does."""
    name = view.board.name
    if there := terms.enemies(view, space, side):
        return f"{name(space)} is occupied by {terms.titles(there)}"
    origins = zoc_of(view, terms.enemy_of(side)).get(space, ())
    if not origins or terms.friends(view, space, side):
        return ""
    units = [p for o in origins for p in terms.enemies(view, o, side) if terms.has_zoc(p.printed)]
    return f"{name(space)} is vacant and in the ZOC of {terms.titles(units)}"


# --- the net of roads -------------------------------------------------------------------------------------


@rule("5.31", "5.32", "20.45")
def _net(view: View, group: str) -> _Net:
    return terms.derived(view, f"loc:{group}", lambda state: _joined(state, group, ""))


def _joined(state: State, group: str, without: str, *, free: bool = False) -> _Net:
    """Join roads to sources; `free` leaves all that closes a hex out of account."""
    side = side_of(group)
    closed = frozenset[str]()
    if not free:
        closed = _barred(state, side, without) if without else barred(state, side)
    ends, roads = [s for s in sources(state, group) if s not in closed], _roads(state)
    if side == terms.ALLIED:
        roads = {**roads, **{beach: _beach_roads(roads, beach) for beach in ends}}
    return _Net(sweep(roads, ends, closed), closed)


@rule("5.31")
def _beach_roads(roads: Mapping[str, Collection[str]], beach: str) -> list[str]:
    """A road that runs beside a Beach hex enters it."""
    beside = [space for space in terms.neighbours(beach) if space in roads]
    return [*dict.fromkeys([*roads.get(beach, ()), *beside])]


def _roads(state: State) -> Mapping[str, Collection[str]]:
    """Roads as they are now: a blown bridge ends one."""
    return terms.derived(state, "loc-roads", _open_roads)


@rule("20.45")
def _open_roads(state: State) -> Mapping[str, Collection[str]]:
    known = ground(state).roads
    found = dict(known)
    for key in state.subjects("blown"):
        ends = key.split("/")
        if state.flag("blown", key) and all(end in known for end in ends):
            for here, other in (ends, ends[::-1]):
                found[here] = tuple([space for space in found[here] if space != other])
    return found


# --- one unit ---------------------------------------------------------------------------------------------


def _fixed(view: View) -> State:
    """The position under a view; of a draft, one that keeps its layers while it is looked at."""
    state = terms.state_of(view)
    return state.finish() if isinstance(state, Draft) else state


@rule("5.31", "5.32")
def loc_at(view: View, space: str, group: str) -> tuple[str, ...]:
    """A Line of Communication from a hex, whose own units and ZOCs do not count.

    Parameters
    ----------
    group
        ``german``, ``cherbourg``, ``us`` or ``commonwealth``.

    Returns
    -------
    tuple of str
        Both ends included; empty when there is none.
    """
    state = _fixed(view)
    return _line(state, _net(state, group), space, side_of(group))


def _line(state: State, net: _Net, space: str, side: str) -> tuple[str, ...]:
    """Off the road by the fewest hexes, then along it."""
    before: dict[str, str] = {space: ""}
    ring = [space]
    for left in range(OFF_ROAD, -1, -1):
        found = [net.path(here) for here in ring if here in net.toward]
        if found:
            best = min(found, key=len)
            return (*follow(before, best[0])[:-1], *best)
        if left:
            ring = [other for here in ring for other in _steps(state, here, side, net.closed, before)]
    return ()


def _steps(
    state: State, here: str, side: str, closed: Collection[str], before: dict[str, str]
) -> Iterator[str]:
    known = ground(state)
    over = [other for other in known.rivers.get(here, ()) if standing(state, here, other, side)]
    for other in (*known.ways.get(here, ()), *over):
        if other not in before and other not in closed:
            before[other] = here
            yield other


@rule("5.31", "5.33", "5.34")
def loc_path(view: View, uid: str) -> tuple[str, ...]:
    """The Line of Communication of a unit.

    Returns
    -------
    tuple of str
        From its hex to the source; its space alone for a unit that is not on the map and traces none;
        empty when there is none.
    """
    piece = view.pieces[uid]
    if not terms.on_map(view, piece):
        return (piece.space,)
    state = _fixed(view)
    return loc_at(state, piece.space, group_of(state, piece))


@rule("5.31", "5.33", "5.34")
def has_loc(view: View, uid: str) -> bool:
    """Whether a unit can trace a Line of Communication now.

    Returns
    -------
    bool
        True for a unit that is not on the map.
    """
    piece = view.pieces[uid]
    if not terms.on_map(view, piece):
        return True
    state = _fixed(view)
    group = group_of(state, piece)
    net = _net(state, group)
    return piece.space in net.toward or bool(_line(state, net, piece.space, side_of(group)))


@rule("5.34")
def without_loc(view: View) -> tuple[str, ...]:
    """Units on the map that trace no Line of Communication.

    Returns
    -------
    tuple of str
        Ids, sorted.
    """
    state = _fixed(view)
    return tuple(sorted(uid for uid in state.pieces if not has_loc(state, uid)))


# --- the answer with its reasons --------------------------------------------------------------------------


@rule("5.31", "5.32")
def explain_loc(inquiry: Inquiry, uid: str) -> bool:
    """Say whether a unit traces a Line of Communication: the line, or what cuts it and what would open it.

    Returns
    -------
    bool
        As `has_loc`.
    """
    piece = inquiry.pieces[uid]
    if not terms.on_map(inquiry, piece):
        inquiry.note("5.34", f"{piece.printed.title} is not on the map and traces no LOC")
        return True
    group = group_of(inquiry, piece)
    path = loc_path(inquiry, uid)
    _witness(inquiry, group)
    if path:
        _note_line(inquiry, piece, group, path)
        _note_hq(inquiry, piece, "it can activate at ME when its marker is drawn")
        return True
    explain_sources(inquiry, group)
    _note_cuts(inquiry, piece, group)
    inquiry.note("5.31", f"{piece.printed.title} cannot trace a LOC")
    _note_hq(inquiry, piece, "without a LOC it cannot activate at ME when its marker is drawn")
    return False


@rule("5.2", "5.33")
def _note_hq(inquiry: Inquiry, piece: Piece, text: str) -> None:
    """What the line means for an HQ."""
    if terms.is_hq(piece.printed):
        inquiry.note("5.2", f"{piece.printed.title}: {text}")


def _witness(inquiry: Inquiry, group: str) -> None:
    """Read what sources rest on, so that assumptions are recorded."""
    if group == "cherbourg":
        holds_cherbourg(inquiry)


def _note_line(inquiry: Inquiry, piece: Piece, group: str, path: tuple[str, ...]) -> None:
    name, net = inquiry.board.name, _net(_fixed(inquiry), group)
    joined = next(i for i, space in enumerate(path) if space in net.toward)
    off, on = path[: joined + 1], path[joined:]
    if len(off) > 1:
        inquiry.note("5.31", f"off the road {' - '.join(map(name, off))}", len(off) - 1)
    along = " - ".join(map(name, on))
    inquiry.note("5.31", f"{piece.printed.title}: by road {along}" if len(on) > 1 else f"source {along}")
    side = piece.printed.side
    for space in path[1:]:
        there = terms.friends(inquiry, space, side)
        if there and zoc_of(inquiry, terms.enemy_of(side)).get(space):
            inquiry.note("5.32", f"{terms.titles(there)} in {name(space)} lets the line through an enemy ZOC")
    for a, b in itertools.pairwise(off):
        if inquiry.flag("pontoon", edge_id(a, b)):
            inquiry.note("20.54", f"over the Pontoon Bridge {name(a)} / {name(b)}, off the road")
    section, printed = _kind_of_source(inquiry, group, path[-1])
    inquiry.feature(inquiry.board.spaces[path[-1]], printed, section)
    inquiry.note(section, f"{name(path[-1])} is a Supply Source")


def _kind_of_source(inquiry: Inquiry, group: str, source: str) -> tuple[str, str]:
    """Section that makes a hex a source, and the printed feature it rests on."""
    if side_of(group) == terms.ALLIED:
        return "5.23", "beach"
    own = group == "cherbourg" and source in ground(inquiry).cherbourg
    return ("5.22", "cherbourg") if own else ("5.21", "edge")


def _note_cuts(inquiry: Inquiry, piece: Piece, group: str) -> None:
    state, side, name = _fixed(inquiry), piece.printed.side, inquiry.board.name
    for key in sorted(
        k for k in state.subjects("pontoon") if side == terms.GERMAN and state.flag("pontoon", k)
    ):
        a, _, b = key.partition("/")
        inquiry.note("20.54", f"the Pontoon Bridge {name(a)} / {name(b)} serves Allied lines only")
    open_net = _joined(state, group, "", free=True)
    wanted = _line(state, open_net, piece.space, side)
    if not wanted:
        inquiry.note("5.31", f"from {name(piece.space)} no road to a source lies within two hexes")
        for key in sorted(k for k in state.subjects("blown") if state.flag("blown", k)):
            a, _, b = key.partition("/")
            inquiry.note("20.45", f"the bridge {name(a)} / {name(b)} is blown")
        return
    for space in wanted[1:]:
        if why := why_barred(inquiry, space, side):
            inquiry.note("5.32", f"the line {' - '.join(map(name, wanted))} is cut: {why}")
            break
    for stack, path in _openers(state, piece, group):
        who = terms.titles(terms.enemies(inquiry, stack, side))
        inquiry.note("5.32", f"if {who} left {name(stack)}, {' - '.join(map(name, path))} would be open")


def _openers(state: State, piece: Piece, group: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Enemy stacks near the unit of which a single one would have to leave for a line to open."""
    side = piece.printed.side
    near = [s for s in state.occupied() if terms.is_hex(state.board.spaces[s])]
    near = [s for s in near if terms.enemies(state, s, side)]
    for stack in sorted(near, key=lambda s: (terms.distance(s, piece.space), s))[:12]:
        path = _line(state, _joined(state, group, stack), piece.space, side)
        if path:
            yield stack, path
