"""Section 9.2.1: German reinforcements come over the edge of the map, in line along the road."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import maps.battle_for_normandy
from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_control, r21_part, terms
from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import r06_stacking as stacking
from adjudicator.battle_for_normandy.r09 import reinforcements as r09_reinforcements
from adjudicator.battle_for_normandy.r10 import allowance as r10_allowance
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r10 import strategic as r10_strategic
from adjudicator.battle_for_normandy.r10.closed import near_enemies
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from maps.filing import Filing, by_filing
from maps.loader import read_rows
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Enter",
    "Entry",
    "Reroute",
    "cost",
    "entries",
    "entries_in_play",
    "entries_of",
    "first_hexes",
    "in_line",
    "is_blocked",
]

_COLUMNS = ["slug", "name", "hex", "edge", "road", "source"]
_EZOC = 2 * terms.MP
_WAITS = -1  # line-up of units that wait a turn for another road


@dataclass(frozen=True, slots=True)
class Entry:
    """A road that enters the map.

    Parameters
    ----------
    edge
        ``south`` or ``east``.

    Examples
    --------
    >>> Entry("gace", "Gace", "e4501", "east", "highway").edge
    'east'
    """

    slug: str
    name: str
    hex: str
    edge: str
    road: str


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Bring a stack of German reinforcements onto the map.

    Parameters
    ----------
    path
        Hexes from the one of entry.
    strategic
        Whether they use Strategic Movement, by a Highway.

    Examples
    --------
    >>> Enter(("ge-77-1049-1",), ("d3832", "d3732")).path[0]
    'd3832'
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    strategic: bool = False


@dataclass(frozen=True, slots=True)
class Reroute(Action):
    """Let reinforcements whose hex of entry is blocked wait a turn for the next road to the left or right.

    Examples
    --------
    >>> Reroute(("ge-77-1049-1",), "granville").entry
    'granville'
    """

    units: tuple[str, ...]
    entry: str


# --- the roads of the edge --------------------------------------------------------------------------------


@by_filing
def entries(filing: Filing) -> Mapping[str, Entry]:
    """Roads by which German reinforcements come, clockwise from the Channel.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> entries(OURS)["st-pierre"].hex
    'e1701'
    """
    path = Path(str(maps.battle_for_normandy.__file__)).with_name("entries.csv")
    rows = read_rows(filing.path(path), _COLUMNS, key=lambda r: r.cells["slug"])
    each = (r.cells for r in rows)
    return {c["slug"]: Entry(c["slug"], c["name"], c["hex"], c["edge"], c["road"]) for c in each}


@rule("9.2.1", "21.0")
def entries_in_play(view: View) -> Mapping[str, Entry]:
    """The roads by which Germans come in the scenario: in a small one those over the edge of its part."""
    if not r21_part.outside(view):
        return entries(view)
    printed = {e.hex: e.slug for e in entries(view).values()}
    each = ((printed.get(r.hex, r.hex), r) for r in r21_part.roads(view))
    return {s: Entry(s, view.board.name(r.hex), r.hex, r.edge, r.road) for s, r in each}


@rule("9.2.1", "21.0")
def _in_part(view: View, slug: str) -> str:
    """The road by which units of a printed one come: in a small scenario the nearest on the same side."""
    known, printed = entries_in_play(view), entries(view).get(slug)
    if slug in known or printed is None:
        return slug
    near = [e for e in known.values() if e.edge == printed.edge] or list(known.values())
    return min(near, key=lambda e: (terms.distance(e.hex, printed.hex), e.slug), default=printed).slug


@rule("9.2.1", "9.2o", "20.1", "22.6o")
def entries_of(view: View, piece: Piece) -> tuple[Entry, ...]:
    """Roads by which a unit may enter, the scheduled one first.

    Returns
    -------
    tuple of Entry
        Any for a Truck counter; with option 9.2o any of the south edge for units that come there.
    """
    known = {
        s: e
        for s, e in entries_in_play(view).items()
        if not terms.has_option(view, "22.6o") or e.hex[0] in "abc"
    }
    if piece.printed.type == "truck":
        return tuple(known.values())
    slug = view.text("entry-hex", piece.uid)
    named = (slug,) if slug else tuple([_in_part(view, s) for s in piece.printed.entry])
    found = [known[s] for s in named if s in known]
    if terms.has_option(view, "9.2o") and any(e.edge == "south" for e in found):
        found += [e for e in known.values() if e.edge == "south" and e not in found]
    return tuple(found)


@rule("9.2.1")
def is_blocked(view: View, entry: Entry) -> bool:
    """Whether the hex of a road is not open: an Allied unit stands there."""
    return entry.hex not in view.board.spaces or bool(terms.enemies(view, entry.hex, terms.GERMAN))


@rule("9.2.1")
def first_hexes(view: View, entry: Entry) -> tuple[str, ...]:
    """Hexes in which units of a road come onto the map: its own, or those around it where it is blocked."""
    if not is_blocked(view, entry):
        return (entry.hex,)
    if entry.hex not in view.board.spaces:
        return ()
    near = [n for n in terms.neighbours(entry.hex) if n in view.board.spaces]
    near = [n for n in near if n not in r21_part.outside(view)]
    return tuple(
        [n for n in near if terms.terrain(view, n) != "sea" and not terms.enemies(view, n, terms.GERMAN)]
    )


# --- the line off the map ---------------------------------------------------------------------------------


@rule("9.2.1")
def in_line(view: View, entry: Entry, pieces: Sequence[Piece]) -> int:
    """How many virtual road hexes a stack stands behind the first one.

    Parameters
    ----------
    pieces
        The stack, of at most 6 Stacking Points.

    Returns
    -------
    int
        Units that entered there in this turn filled the hexes before it.
    """
    loads: dict[int, int] = {}
    for uid in view.subjects("entry-hex"):
        piece = view.pieces.get(uid)
        at = view.number("line-up", uid) - 1
        if piece is not None and at >= 0 and view.text("entry-hex", uid) == entry.slug:
            loads[at] = loads.get(at, 0) + stacking.value(view, piece)
    last = max(loads, default=0)
    total = loads.get(last, 0) + sum(stacking.value(view, p) for p in pieces)
    return last if total <= stacking.LIMIT else last + 1


@rule("9.2.1", "10.2", "10.8")
def _rate(view: View, entry: Entry, *, strategic: bool) -> int:
    """Sixths of an MP for a virtual hex of a road."""
    record = r10_cost.chart(view)["road"][entry.road]
    if strategic and record.number("strategic"):
        return record.number("strategic")
    return record.number("bad" if r10_cost.is_wet(view) else "good")


@rule("10.2", "10.6", "10.8")
def _step(view: View, piece: Piece, frm: str, to: str, *, strategic: bool) -> int | None:
    """Sixths of an MP from hex to hex; None where it is closed or takes the whole MA."""
    edge = view.board.edge(frm, to)
    if edge is None:
        return None
    found = r10_cost.price_of(
        view, edge, frm, to, r10_cost.class_of(view, piece.printed, strategic=strategic)
    )
    return None if found is None or found.half or found.cost >= r10_cost.WHOLE else found.cost


@rule("9.2.1", "10.6")
def _aside(view: View, piece: Piece, space: str) -> int:
    """Sixths of an MP for the first hex where it lies beside the road: its terrain."""
    record = r10_cost.chart(view)["terrain"][r10_cost.ground(view.board, space)]
    return min(record.number(terms.column(piece.printed)), r10_cost.WHOLE) or terms.MP


@rule("9.2.1", "10.2", "5.2")
def cost(
    view: View, entry: Entry, pieces: Sequence[Piece], path: Sequence[str], *, strategic: bool = False
) -> int | None:
    """Sixths of an MP that a stack pays from its place in line to the end of a path.

    Parameters
    ----------
    pieces
        The stack; it pays the most that one of its units has to pay.
    path
        Hexes from the one of entry.

    Returns
    -------
    int or None
        None where a step is closed.
    """
    rate = _rate(view, entry, strategic=strategic)
    first = rate if path[0] == entry.hex else max(_aside(view, p, path[0]) for p in pieces)
    total = rate * in_line(view, entry, pieces) + first
    for frm, to in itertools.pairwise(path):
        steps = [_step(view, p, frm, to, strategic=strategic) for p in pieces]
        if any(s is None for s in steps):
            return None
        total += max(s for s in steps if s is not None)
        total += _EZOC if zones.in_ezoc(view, frm, terms.GERMAN) else 0
    return total


@rule("10.1", "9.2.1", "11.2")
def _allowance(view: View, pieces: Sequence[Piece], start: str) -> int:
    """MPs of the slowest unit, in supply, as if it began in a hex."""
    there = [Piece(p.printed, start, p.status) for p in pieces]
    return min(r10_allowance.allowance(view, p, supplied=True) for p in there)


# --- entering ---------------------------------------------------------------------------------------------


@rule("9.2.1", "9.2")
def _check(inquiry: Inquiry, action: Enter) -> None:
    inquiry.require("9.2.1", inquiry.text("side") == terms.GERMAN, "", "it is no German Movement Phase")
    pieces = [inquiry.pieces[u] for u in action.units]
    text = "units and the hexes that they enter must be named"
    if not inquiry.require("9.2.1", bool(pieces) and bool(action.path), "", text):
        return
    waiting = r09_reinforcements.due(inquiry, terms.GERMAN)
    for piece in pieces:
        title = piece.printed.title
        there = piece in waiting and inquiry.number("line-up", piece.uid) != _WAITS
        inquiry.require("9.2", there, "", f"{title} is not due to enter", units=[piece.uid])
    total = sum(stacking.value(inquiry, p) for p in pieces)
    text = f"{many(total, 'Stacking Point')} in line, of {stacking.LIMIT} in a hex"
    inquiry.require("9.2.1", total <= stacking.LIMIT, text, text, units=action.units)
    entry = _entry_for(inquiry, pieces, action.path[0])
    name = inquiry.board.name(action.path[0])
    if entry is None:
        text = f"{terms.titles(pieces)} may not come onto the map in {name}"
        inquiry.refuse("9.2.1", text, units=action.units, spaces=[action.path[0]])
        return
    inquiry.note(
        "9.2.1", f"by the road of {entry.name}, {many(in_line(inquiry, entry, pieces), 'hex')} back in line"
    )
    if terms.has_option(inquiry, "9.2o") and any(entry.slug not in p.printed.entry for p in pieces):
        inquiry.note("9.2o", f"the road of {entry.name} serves all units due on the south edge")
    if terms.has_option(inquiry, "expansion"):
        inquiry.note("23.1", "with Maps F and G units of the basic game come by their own roads still")
    if action.strategic:
        _check_strategic(inquiry, entry, action.path)
    _check_path(inquiry, entry, pieces, action)


@rule("9.2.1", "10.8")
def _check_strategic(inquiry: Inquiry, entry: Entry, path: Sequence[str]) -> None:
    """Strategic Movement begins on a Highway off the map, and keeps three hexes off the enemy."""
    by = entry.road == "highway" and path[0] == entry.hex
    passed = f"the road of {entry.name} is a Highway: Strategic Movement"
    inquiry.require("10.8", by, passed, f"the road of {entry.name} is no Highway that is open")
    near = [h for h in path if h in near_enemies(inquiry, terms.GERMAN)]
    names = ", ".join(map(inquiry.board.name, near))
    inquiry.require("10.8", not near, "", f"within three hexes of an enemy: {names}", spaces=near)


def _entry_for(view: View, pieces: Sequence[Piece], first: str) -> Entry | None:
    """The road by which all units of a stack may come into a hex."""
    common = [e for e in entries_of(view, pieces[0]) if all(e in entries_of(view, p) for p in pieces)]
    return next((e for e in common if first in first_hexes(view, e)), None)


@rule("9.2.1", "10.1", "5.2", "10.6")
def _check_path(inquiry: Inquiry, entry: Entry, pieces: Sequence[Piece], action: Enter) -> None:
    name, path = inquiry.board.name, action.path
    for space in path:
        enemy = terms.enemies(inquiry, space, terms.GERMAN)
        inquiry.require("10.1", not enemy, "", f"an enemy unit stands in {name(space)}", spaces=[space])
    for frm, to in itertools.pairwise(path):
        for piece in pieces:
            for section, text in r10_cost.entry_faults(inquiry, piece, frm, to):
                inquiry.refuse(section, text, units=[piece.uid], spaces=[to])
        both = zones.in_ezoc(inquiry, frm, terms.GERMAN) and zones.in_ezoc(inquiry, to, terms.GERMAN)
        text = f"{name(frm)} and {name(to)} both lie in EZOCs"
        inquiry.require("5.2", not both, "", text, spaces=[frm, to])
    price = cost(inquiry, entry, pieces, path, strategic=action.strategic)
    limit = _allowance(inquiry, pieces, path[0]) * terms.MP
    if price is None:
        inquiry.refuse("9.2.1", "the path is not open to all of them")
        return
    lone = len(path) == 1 and not in_line(inquiry, entry, pieces)
    text = f"the way costs {r10_cost.mp(price)} MPs of {limit // terms.MP}"
    inquiry.require(
        "10.3" if lone else "10.1", price <= limit or lone, text, text, units=[p.uid for p in pieces]
    )


def _perform(draft: Draft, action: Enter) -> None:
    pieces = [draft.pieces[u] for u in action.units]
    entry = _entry_for(draft, pieces, action.path[0])
    if entry is None:
        return
    place = in_line(draft, entry, pieces)
    there = [Piece(p.printed, action.path[0], p.status) for p in pieces]
    r03_control.passed(draft, draft.finish(), there, action.path)
    for uid in action.units:
        unit = draft.pieces[uid].printed
        draft.place(uid, action.path[-1])
        draft.set("entry-hex", entry.slug, uid)
        draft.set("line-up", place + 1, uid)
        draft.set("began", action.path[0], uid)
        if action.strategic:
            draft.set("strategic", r10_strategic.marks(draft, terms.GERMAN), uid)
        draft.set("moved", True, uid)
        draft.set("moved-mech", True, uid)
        draft.set("used-road", True, uid)
        if terms.is_artillery(unit) and not terms.is_mech(unit):
            draft.set("flipped", True, uid)


def _options(state: State) -> Iterator[Enter]:
    if state.text("side") != terms.GERMAN:
        return
    for piece in r09_reinforcements.due(state, terms.GERMAN):
        for entry in entries_of(state, piece):
            for first in first_hexes(state, entry):
                for path in _along_road(state, entry, piece, first):
                    yield Enter((piece.uid,), path)


def _along_road(view: View, entry: Entry, piece: Piece, first: str) -> list[tuple[str, ...]]:
    """A way along the road and its beginnings, the longest first."""
    limit = _allowance(view, [piece], first) * terms.MP
    path = [first]
    while True:
        known = [(n, e.road) for e, n in view.board.neighbours(path[-1]) if e.road and n not in path]
        spaces = [n for n, _ in known if terms.is_hex(view.board.spaces[n]) and not view.units_in(n)]
        longer = next(
            ((*path, n) for n in spaces if _affordable(view, entry, piece, (*path, n), limit)), None
        )
        if longer is None:
            return [tuple(path[: n + 1]) for n in range(len(path) - 1, -1, -1)]
        path = list(longer)


def _affordable(view: View, entry: Entry, piece: Piece, path: Sequence[str], limit: int) -> bool:
    price = cost(view, entry, [piece], path)
    return price is not None and price <= limit


# --- another road -----------------------------------------------------------------------------------------


@rule("9.2.1")
def _check_reroute(inquiry: Inquiry, action: Reroute) -> None:
    inquiry.require("9.2.1", inquiry.text("side") == terms.GERMAN, "", "it is no German Movement Phase")
    inquiry.require("9.2.1", bool(action.units), "", "units that are to wait must be named")
    waiting = r09_reinforcements.due(inquiry, terms.GERMAN)
    for uid in action.units:
        piece = inquiry.pieces[uid]
        title = piece.printed.title
        if not inquiry.require("9.2", piece in waiting, "", f"{title} is not due to enter", units=[uid]):
            continue
        blocked = [e for e in entries_of(inquiry, piece) if is_blocked(inquiry, e)]
        inquiry.require("9.2.1", bool(blocked), "", f"the road of {title} is not blocked", units=[uid])
        beside = {s for e in blocked for s in _beside(inquiry, e)}
        passed = f"{action.entry} is the next road to the left or right"
        failed = f"{action.entry} is not the next road to the left or right"
        inquiry.require("9.2.1", action.entry in beside, passed, failed, units=[uid])


def _beside(view: View, entry: Entry) -> list[str]:
    """The next roads clockwise and counterclockwise along the edge."""
    known = [e for e in entries_in_play(view).values() if e.hex in view.board.spaces or e == entry]
    at = known.index(entry)
    return [e.slug for e in (*known[max(0, at - 1) : at], *known[at + 1 : at + 2])]


def _perform_reroute(draft: Draft, action: Reroute) -> None:
    for uid in action.units:
        draft.set("entry-hex", action.entry, uid)
        draft.set("line-up", _WAITS, uid)


def _reroutes(state: State) -> Iterator[Reroute]:
    if state.text("side") != terms.GERMAN:
        return
    for piece in r09_reinforcements.due(state, terms.GERMAN):
        for entry in entries_of(state, piece):
            if is_blocked(state, entry):
                yield from (Reroute((piece.uid,), slug) for slug in _beside(state, entry))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Enter, _check, _perform, _options, "9.2.1", phases=frozenset({"movement"})),
    Handler(Reroute, _check_reroute, _perform_reroute, _reroutes, "9.2.1", phases=frozenset({"movement"})),
)
