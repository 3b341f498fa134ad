"""Sections 10.2 and 7.2.2: what a hexside lets through, and what entering a hex costs.

Costs are counted in half MPs, since a Road may cost half an MP; `mp` writes them for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.dark_summer import r09_parts, terms
from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Used, Violation
from adjudicator.silence import kept
from counters.catalog import Unit
from maps.board import Board, Edge
from maps.filing import Filing, Located, by_filing
from maps.loader import Sources, read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "BOX_COST",
    "Class",
    "Price",
    "class_of",
    "crossing_faults",
    "explain_price",
    "impassable_hex",
    "is_first_reaction",
    "mp",
    "price",
    "read_price",
    "roads_allowed",
    "step_table",
]

BOX_COST = 2  # half MPs to enter or leave an off-map box (10.4.1, 10.4.2)
_FILE = "terrain.toml"
_WET = frozenset({"rain", "storm"})
_DRY = frozenset({"sun", "cloud"})
_NO_ENTRY = frozenset({"flooded", "sea"})


@dataclass(frozen=True, slots=True)
class Class:
    """What decides the costs and crossings of a unit or of a stack.

    Parameters
    ----------
    side
        ``german`` or ``allied``.
    wet
        Whether Clear terrain costs a German one MP, on a Rain or Storm turn.
    vehicle
        Whether a Major River needs a bridge.
    road
        Whether the Road costs may be used.

    Examples
    --------
    >>> Class("allied", False, True, True).vehicle
    True
    """

    side: str
    wet: bool
    vehicle: bool
    road: bool


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of one step.

    Parameters
    ----------
    half
        Half MPs.
    by_road
        Whether the Road cost is paid.
    rows
        Rows of the Terrain Effects Chart with the column read: ``("terrain.clear", "german")``.

    Examples
    --------
    >>> Price(4, False, (("terrain.clear", "german"),)).half
    4
    """

    half: int
    by_road: bool
    rows: tuple[tuple[str, str], ...]


def mp(half: int) -> str:
    """Half MPs as MPs.

    Examples
    --------
    >>> mp(4), mp(1), mp(5)
    ('2 MP', '1/2 MP', '2 1/2 MP')
    """
    whole, rest = divmod(half, 2)
    return (f"{whole} 1/2" if whole else "1/2") + " MP" if rest else f"{whole} MP"


# --- the chart --------------------------------------------------------------------------------------------


@by_filing
def _chart(filing: Filing) -> Mapping[str, Mapping[str, Mapping[str, object]]]:
    return read_toml(filing.path(Path(__file__).parent / _FILE))


def _cost(at: Located, row: str, column: str) -> int:
    group, _, name = row.partition(".")
    return int(str(_chart(at)[group][name][column]))


def _title(at: Located, row: str) -> str:
    group, _, name = row.partition(".")
    return str(_chart(at)[group][name].get("title", name))


def _source(at: Located, row: str, column: str) -> str:
    group, _, name = row.partition(".")
    return Sources.parse(str(_chart(at)[group][name]["source"])).of(column)


# --- what holds for a unit --------------------------------------------------------------------------------


@rule("9.4.2")
def is_first_reaction(view: View) -> bool:
    """Whether the first German Reaction of D-Day is being played."""
    return view.text("round-kind") == "reaction" and r09_parts.is_first_reaction(view)


@rule("7.2.2", "8.1.2", "9.4.2")
def roads_allowed(view: View, piece: Piece) -> tuple[bool, str, str]:
    """Whether a unit may use the Road costs now.

    Returns
    -------
    (bool, str, str)
        The answer, the section, and why; two empty strings where nothing restricts it.
    """
    if piece.printed.side != terms.GERMAN:
        return True, "", ""
    if is_first_reaction(view):
        return False, "9.4.2", "the first German Reaction knows no Road rate"
    weather = view.text("weather")
    if weather not in _DRY:
        return True, "", ""
    if view.flag("entered", piece.uid):
        return True, "7.2.2", "it entered as a Reinforcement this Round and may use the Road costs"
    return False, "7.2.2", f"German units may not use the Road costs on a {weather.capitalize()} turn"


@rule("7.2.2", "10.2")
def class_of(view: View, pieces: Iterable[Piece]) -> Class:
    """The class of a unit, or of a stack that moves together: what hinders one hinders all.

    Parameters
    ----------
    pieces
        Units of one side, at least one.
    """
    moving = list(pieces)
    side = moving[0].printed.side
    return Class(
        side,
        side == terms.GERMAN and view.text("weather") in _WET,
        any(terms.is_vehicle(p.printed) for p in moving),
        all(roads_allowed(view, p)[0] for p in moving),
    )


# --- hexsides ---------------------------------------------------------------------------------------------


@rule("2.4", "10.2")
def crossing_faults(view: View, unit: Unit, edge: Edge) -> tuple[Violation, ...]:
    """Why a unit may not cross a hexside: it is Impassable, or a Major River without a bridge.

    Returns
    -------
    tuple of Violation
        Empty when it may.
    """
    name, ends = view.board.name, (edge.a, edge.b)
    across = f"{name(edge.a)} / {name(edge.b)}"
    if view.boundary(edge, "2.4") == "sea":
        return (Violation("2.4", f"the hexside {across} is all Sea: Impassable", (unit.id,), ends),)
    closed = [s for s in ends if impassable_hex(view, s)]
    if closed:
        text = f"the hexside {across} is Impassable: {', '.join(closed)}"
        return (Violation("2.4", text, (unit.id,), ends),)
    if edge.boundary == "major-river" and not edge.bridge and terms.is_vehicle(unit):
        text = f"{unit.title} may not cross the Major River {across} without a bridge"
        return (Violation("10.2", text, (unit.id,), ends),)
    return ()


@rule("2.4")
def impassable_hex(view: View, space: str) -> str:
    """Why a hex is Impassable; empty when it is not."""
    known = view.board.spaces[space]
    ground = terms.terrain(view, space, "2.4") if terms.is_hex(known) else ""
    return f"{known.name} is {ground.capitalize()}" if ground in _NO_ENTRY else ""


# --- prices -----------------------------------------------------------------------------------------------


@rule("7.2.2", "10.2")
def price(board: Board, edge: Edge, to: str, kind: Class) -> Price:
    """What a step costs: the hex and the hexside, or the Road from hex to hex if that is cheaper.

    Parameters
    ----------
    to
        Id of the hex entered; not Impassable.
    """
    ground = f"terrain.{board.spaces[to]['terrain']}"
    column = "german_wet" if kind.wet else kind.side
    rows, half = [(ground, column)], _cost(board, ground, column)
    if edge.boundary in {"minor-river", "major-river"} and not edge.bridge:
        rows.append((f"hexside.{edge.boundary}", "cost"))
        half += _cost(board, f"hexside.{edge.boundary}", "cost")
    if edge.road and kind.road and _cost(board, f"road.{edge.road}", "cost") <= half:
        return Price(_cost(board, f"road.{edge.road}", "cost"), True, ((f"road.{edge.road}", "cost"),))
    return Price(half, False, tuple(rows))


def read_price(inquiry: Inquiry, edge: Edge, to: str, kind: Class) -> Price:
    """What a step costs; the rows of the chart that are reconstructed are named, nothing is told.

    Parameters
    ----------
    edge, to, kind
        As in `price`.
    """
    found = price(inquiry.board, edge, to, kind)
    for row, column in found.rows:
        inquiry.source(
            "10.2",
            Used(f"MP cost of {_title(inquiry, row)}", _FILE, row, column),
            _source(inquiry, row, column),
        )
    return found


@rule("7.2.2", "10.2")
def explain_price(inquiry: Inquiry, edge: Edge, to: str, kind: Class) -> Price:
    """Say what a step costs and why, with the source of every number.

    Parameters
    ----------
    edge, to, kind
        As in `price`.
    """
    found, name = read_price(inquiry, edge, to, kind), inquiry.board.name(to)
    if found.by_road:
        _road_source(inquiry, edge)
    else:
        terms.terrain(inquiry, to, "10.2")
        inquiry.boundary(edge, "10.2")
    parts = [f"{_title(inquiry, row)} {mp(_cost(inquiry, row, column))}" for row, column in found.rows]
    german_clear = found.rows[0][0] == "terrain.clear" and kind.side == terms.GERMAN
    if german_clear and len(parts) > 1:
        inquiry.note("7.2.2", f"Clear costs a German unit {parts[0].removeprefix('Clear ')} this turn")
    section = "7.2.2" if german_clear and len(parts) == 1 else "10.2"
    inquiry.note(section, f"into {name}: {' + '.join(parts)}")
    if edge.road and kind.side == terms.GERMAN:
        _note_road(inquiry, kind)
    if edge.bridge and "river" in edge.boundary:
        inquiry.note("10.2", "the bridge cancels the cost of the River hexside")
    return found


@rule("7.2.2", "9.4.2")
def _note_road(inquiry: Inquiry, kind: Class) -> None:
    """Say what bars a German unit from the Road costs, or what exempts it from the Weather."""
    if is_first_reaction(inquiry):
        inquiry.note("9.4.2", "the Road rate is not used in the first German Reaction")
    elif inquiry.text("weather") in _DRY:
        on = f"on a {inquiry.text('weather').capitalize()} turn"
        failed, passed = (
            "German units may not use the Road costs",
            "Reinforcements that enter use the Road costs",
        )
        inquiry.note("7.2.2", f"{passed if kind.road else failed} {on}")


def _road_source(inquiry: Inquiry, edge: Edge) -> None:
    source, name = edge.sources.of("road"), inquiry.board.name
    if source in DOUBTFUL:
        text = f"Road {name(edge.a)} / {name(edge.b)}"
        inquiry.source("10.2", Used(text, "edges.csv", edge.id, "road"), source)


@kept(maxsize=64)
def step_table(board: Board, kind: Class) -> Mapping[str, tuple[tuple[str, int, bool], ...]]:
    """Every step from hex to hex that the map itself allows a class of units, with its cost.

    Returns
    -------
    mapping
        Hex -> (hex entered, half MPs, whether a Road leads there), made once for each board.
    """
    return {s.id: tuple(_steps(board, s.id, kind)) for s in board.spaces.values() if terms.is_hex(s)}


def _steps(board: Board, space: str, kind: Class) -> Iterable[tuple[str, int, bool]]:
    if board.spaces[space]["terrain"] in _NO_ENTRY:
        return
    for edge, to in board.neighbours(space):
        there = board.spaces[to]
        closed = edge.boundary == "sea" or there["terrain"] in _NO_ENTRY
        if not terms.is_hex(there) or closed or there["terrain"] is None:
            continue
        if not (kind.vehicle and edge.boundary == "major-river" and not edge.bridge):
            yield to, price(board, edge, to, kind).half, bool(edge.road)
