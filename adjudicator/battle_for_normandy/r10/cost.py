"""Sections 10.2, 10.4 and 10.6: what hexes and hexsides let through, and what entering a hex costs.

Costs are counted in sixths of an MP, since Strategic Movement pays thirds and Primary Roads halves; `mp`
writes them for a person.
"""

from __future__ import annotations

from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r10.chart import chart, mp, mps
from adjudicator.battle_for_normandy.r14_bridges import WATER, bridging_hq, passable
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.tables import cite
from counters.catalog import Unit
from maps.board import Board, Edge
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "BAN",
    "FOOT",
    "TRAFFIC",
    "WHOLE",
    "Class",
    "Price",
    "chart",
    "cite_price",
    "class_of",
    "entry_faults",
    "ground",
    "is_uphill",
    "is_wet",
    "mp",
    "mps",
    "price",
    "price_of",
    "road_rate",
    "step_cost",
]

BAN = 1 << 20  # a cost that nobody can pay
WHOLE = 1 << 16  # the whole MA, whatever it is: as the only step of a move
TRAFFIC = terms.MP  # for a friendly unit beside the road (10.2o)
_GOLD = frozenset({"c1929", "c1930"})  # Flooded across their hexsides, whatever lies in them
_ROADS = frozenset({"highway", "primary", "secondary"})
_BRIDGED = _ROADS | {"railroad"}
_WALLS = frozenset({"bluff", "cliff", "sea"})  # only a Draw leads a road over a Bluff
_RIVER_MA = 7
Rate = tuple[int, tuple[tuple[str, str, str], ...]]


@dataclass(frozen=True, slots=True)
class Class:
    """What decides the costs and crossings of a unit.

    Parameters
    ----------
    column
        ``infantry`` or ``mechanized``.
    river
        Whether Major Rivers can be crossed without a bridge.
    climber
        Whether a Commando or Ranger unit.
    wet
        Whether it is a Heavy Rain or Storm turn.
    rates
        Whether road rates can be used: in General Supply.
    strategic
        Whether Highways give the rate of Strategic Movement.
    rail
        Whether a railroad leads mechanized units through Flooded hexes.
    wet_bluffs
        Whether Commandos cross Bluffs in Heavy Rain and Storm.
    paved
        Whether rain does not slow a unit that follows a road out of supply.

    Examples
    --------
    >>> Class().on_foot, Class("mechanized").on_foot
    (True, False)
    """

    column: str = "infantry"
    river: bool = True
    climber: bool = False
    wet: bool = False
    rates: bool = True
    strategic: bool = False
    rail: bool = True
    wet_bluffs: bool = False
    paved: bool = False

    @property
    def on_foot(self) -> bool:
        """Whether it uses the Infantry column."""
        return self.column == "infantry"


FOOT = Class()


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of one step.

    Parameters
    ----------
    cost
        Sixths of an MP; `WHOLE` where the whole MA is spent.
    by_road
        Whether a road rate is paid.
    rows
        Rows of the chart that were read, with the column: ``("terrain", "clear", "infantry")``.
    half
        Whether half of the MA is spent (Commandos and Rangers at a Bluff).

    Examples
    --------
    >>> Price(3, True, (("road", "primary", "good"),)).cost
    3
    """

    cost: int
    by_road: bool
    rows: tuple[tuple[str, str, str], ...]
    half: bool = False


# --- whose costs ------------------------------------------------------------------------------------------


@rule("10.4", "10.6")
def class_of(view: View, unit: Unit, *, supplied: bool = True, strategic: bool = False) -> Class:
    """The class of costs of a unit in the weather of a position.

    Parameters
    ----------
    supplied
        Whether in General Supply.
    strategic
        Whether it uses Strategic Movement.
    """
    on_foot = terms.column(unit) == "infantry"
    climber = on_foot and terms.marked(unit, "commando", "ranger")
    wet = is_wet(view)
    return Class(
        "infantry" if on_foot else "mechanized",
        on_foot and (unit.rating("ma") or 0) <= _RIVER_MA,
        climber,
        wet,
        supplied,
        strategic and supplied,
        on_foot or view.option("rail-flooded") == "A",
        climber and wet and view.option("bluff-weather") == "B",
        wet and not supplied and view.option("oos-road") == "B",
    )


@rule("10.6", "7.3.3")
def is_wet(view: View) -> bool:
    """Whether the weather is no good weather for roads and rails: Heavy Rain or Storm."""
    return terms.is_bad_weather(view)


# --- what lies there --------------------------------------------------------------------------------------


@rule("10.6")
def ground(board: Board, space: str) -> str:
    """Terrain of a hex as movement sees it: two hexes behind Gold Beach are Flooded across their hexsides."""
    return "flooded" if space in _GOLD else str(board.spaces[space].features.get("terrain") or "clear")


@rule("10.6")
def is_uphill(board: Board, frm: str, to: str) -> bool:
    """Whether a step leads over an elevation line to a higher hex."""
    return _level(board, to) > _level(board, frm)


def _level(board: Board, space: str) -> int:
    return int(board.spaces[space].features.get("level") or 0)


@rule("10.6")
def _perimeter(board: Board, edge: Edge) -> bool:
    inside = [bool(board.spaces[end].features.get("perimeter")) for end in (edge.a, edge.b)]
    return inside[0] != inside[1]


@rule("10.2", "10.6")
def road_rate(at: Located, edge: Edge, kind: Class, *, bridged: bool) -> Rate | None:
    """Cost along the road or railroad over a hexside, with the rows of the chart; None where there is none.

    Parameters
    ----------
    bridged
        Whether a bridge leads over its water.

    Returns
    -------
    tuple or None
        Out of supply the road costs as Clear.
    """
    if not edge.road or edge.boundary in _WALLS or (edge.boundary in WATER and not bridged):
        return None
    record = chart(at)["road"][edge.road]
    if not record.flag("rate"):
        return None
    if not kind.rates:
        return _unrated(at, kind)
    column = "bad" if kind.wet else "good"
    if kind.strategic and record.number("strategic"):
        column = "strategic"
    return record.number(column), (("road", edge.road, column),)


@rule("7.5", "10.2")
def _unrated(at: Located, kind: Class) -> Rate:
    """Out of supply there is no rate, but the road negates the terrain: its hex is as Clear."""
    columns = (kind.column, f"wet_{kind.column}") if kind.wet and not kind.paved else (kind.column,)
    rows = tuple([("terrain", "clear", column) for column in columns])
    return sum(chart(at)["terrain"]["clear"].number(c) for c in columns), rows


# --- what is closed ---------------------------------------------------------------------------------------


@rule("10.6")
def _closed_ground(board: Board, edge: Edge, frm: str, to: str, kind: Class) -> list[Fault]:
    """Why a hex may not be entered, or left, off a road."""
    name, record = board.name, chart(board)["terrain"][ground(board, to)]
    if record.text("who") == "nobody":
        return [Fault("10.6", f"{name(to)} is {record.text('title')}")]
    wet = [s for s in (to, frm) if board.spaces[s].kind == "hex" and ground(board, s) == "flooded"]
    if kind.on_foot or not wet:
        return []
    led = edge.road in _ROADS or (kind.rail and edge.road == "railroad")
    return (
        [] if led else [Fault("10.6", f"only a road leads this unit into or out of Flooded {name(wet[0])}")]
    )


@rule("10.6", "19.5")
def _closed_side(edge: Edge, kind: Class, *, bridged: bool) -> str:
    """Why a hexside cannot be crossed; empty where it can."""
    boundary = edge.boundary
    if boundary in WATER and bridged and edge.road in _BRIDGED:
        return ""
    match boundary:
        case "sea":
            return "an all-sea hexside lies between"
        case "cliff":
            return "a Cliff lies between"
        case "stream" if not kind.on_foot:
            return "vehicles and artillery cross a Stream only by a bridge"
        case "major-river" if not kind.river:
            return "only infantry with a printed MA of 7 or less crosses a Major River without a bridge"
        case "bluff" if not kind.on_foot:
            return "only infantry climbs a Bluff"
        case "bluff" if kind.wet and not kind.wet_bluffs:
            return "nobody climbs a Bluff in Heavy Rain or Storm"
    return ""


@rule("10.6", "10.3", "12.10", "12.11", "21.0")
def entry_faults(view: View, unit: Piece | Unit, frm: str, to: str) -> list[Fault]:
    """What terrain and hexside forbid of one step, for movement, retreat and advance alike.

    Parameters
    ----------
    unit
        The unit; whether it has a Movement Allowance is not looked at.

    Returns
    -------
    list of (str, str)
        Section and reason; empty when the step is open.
    """
    edge, board = view.board.edge(frm, to), view.board
    if edge is None or not terms.is_hex(board.spaces[to]):
        return [Fault("10.1", f"{board.name(to)} is no hex next to {board.name(frm)}")]
    printed = unit.printed if isinstance(unit, Piece) else unit
    kind, bridged = class_of(view, printed), passable(view, edge)
    found = [*r21_part.faults(view, to), *_closed_ground(board, edge, frm, to, kind)]
    why = _closed_side(edge, kind, bridged=bridged)
    if why and not _hq_bridges(view, edge, printed):
        blown = ", and its bridge is destroyed" if edge.bridge and not bridged else ""
        found.append(Fault("10.6", f"{board.name(frm)} / {board.name(to)}: {why}{blown}"))
    return found


@rule("14.2.1")
def _hq_bridges(view: View, edge: Edge, unit: Unit) -> bool:
    if edge.boundary not in WATER or not terms.is_mech(unit):
        return False
    return bridging_hq(view, edge, unit.side) is not None


# --- one step ---------------------------------------------------------------------------------------------


@rule("10.1", "10.2", "10.6")
def price(board: Board, edge: Edge, frm: str, to: str, kind: Class, *, bridged: bool) -> Price | None:
    """The cheapest cost of a step, by road or across the terrain.

    Parameters
    ----------
    bridged
        Whether a bridge stands on the hexside.

    Returns
    -------
    Price or None
        None where it is closed.
    """
    if _closed_ground(board, edge, frm, to, kind):
        return None
    paved = road_rate(board, edge, kind, bridged=bridged)
    other = _off_road(board, edge, frm, to, kind, bridged=bridged)
    if paved is not None and (other is None or paved[0] < other.cost):
        return Price(paved[0], kind.rates, paved[1])
    return other


def _off_road(board: Board, edge: Edge, frm: str, to: str, kind: Class, *, bridged: bool) -> Price | None:
    """The cost across the terrain; roads and tracks only lead up hills."""
    over_bridge = edge.boundary in WATER and bridged and edge.road in _BRIDGED
    if _closed_side(edge, kind, bridged=bridged) or (over_bridge and not kind.on_foot):
        return None
    column, terrain = kind.column, ground(board, to)
    if not kind.on_foot and "flooded" in {terrain, ground(board, frm)}:
        return None
    rows, names = [("terrain", terrain, column)], chart(board)["hexside"]
    drowned = chart(board)["terrain"][terrain].flag("whole")
    if edge.boundary == "bluff" and kind.climber and not drowned:
        return Price(0, by_road=False, rows=(("hexside", "bluff", "whole"),), half=True)
    side = names.get(edge.boundary)
    if side is not None and side.flag("whole"):
        return Price(WHOLE, by_road=False, rows=(("hexside", edge.boundary, "whole"),))
    if drowned:
        return Price(WHOLE, by_road=False, rows=(("terrain", terrain, "whole"),))
    if side is not None and side.number(column):
        rows.append(("hexside", edge.boundary, column))
    if kind.wet and chart(board)["terrain"][terrain].number(f"wet_{column}"):
        rows.append(("terrain", terrain, f"wet_{column}"))
    if is_uphill(board, frm, to) and not _levelled(edge):
        rows.append(("hexside", "uphill", column))
    if _perimeter(board, edge) and not kind.on_foot:
        rows.append(("hexside", "perimeter", column))
    return Price(sum(chart(board)[g][i].number(c) for g, i, c in rows), by_road=False, rows=tuple(rows))


@rule("10.2", "10.6")
def _levelled(edge: Edge) -> bool:
    """Whether a track leads up the hill; at the rate of a road the question does not arise."""
    return edge.road == "track"


def price_of(view: View, edge: Edge, frm: str, to: str, kind: Class) -> Price | None:
    """The cost of a step with the bridges that stand now; see `price`."""
    return price(view.board, edge, frm, to, kind, bridged=passable(view, edge))


def step_cost(view: View, unit: Piece | Unit, frm: str, to: str, *, supplied: bool = True) -> int | None:
    """Sixths of an MP that one step costs a unit by terrain alone.

    Parameters
    ----------
    supplied
        Whether in General Supply, which road rates need.

    Returns
    -------
    int or None
        `WHOLE` where the whole MA is spent (a Commando spends half of it at a Bluff); None where the step is
        closed.
    """
    edge = view.board.edge(frm, to)
    if edge is None or not terms.is_hex(view.board.spaces[to]) or to in r21_part.outside(view):
        return None
    printed = unit.printed if isinstance(unit, Piece) else unit
    kind = class_of(view, printed, supplied=supplied)
    found = price_of(view, edge, frm, to, kind)
    if found is None:
        helped = not _closed_ground(view.board, edge, frm, to, kind) and _hq_bridges(view, edge, printed)
        return WHOLE if helped else None
    return WHOLE if found.half else found.cost


def cite_price(view: View, found: Price) -> list[str]:
    """The parts of a price for a person; an Inquiry takes the sources that are reconstructed."""
    said = []
    for group, id_, column in found.rows:
        record = chart(view)[group][id_]
        title = record.text("title")
        if column == "whole":
            said.append(f"{title}: {'half' if found.half else 'all'} of its MA")
            continue
        amount = cite(view, record, column, "10.6") if isinstance(view, Inquiry) else record.number(column)
        weather = " in this weather" if column.startswith("wet") or column == "bad" else ""
        said.append(f"{title}{weather} {mps(amount)}")
    return said
