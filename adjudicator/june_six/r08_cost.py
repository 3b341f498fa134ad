"""Sections 8.41 to 8.46: what hexes and hexsides let through, and what entering a hex costs.

Costs are counted in half MPs, since Strategic Movement may pay half an MP; `mp` writes them for a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.june_six import r01_part, terms
from adjudicator.position import View
from adjudicator.ruling import Fault
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from counters.catalog import Unit
from maps.board import Board, Edge
from maps.filing import OURS, Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "BAN",
    "CONGESTION",
    "Class",
    "Price",
    "bridge_stands",
    "can_enter",
    "chart",
    "cite_price",
    "class_of",
    "crossing_bans",
    "ground_ban",
    "is_open",
    "mp",
    "off_road_cost",
    "price",
    "road_cost",
    "road_open",
    "unpaved",
]

BAN = 1 << 20  # a cost that nobody can pay
CONGESTION = 2  # half MPs for road movement into a hex with one friendly unit (8.46)
_PATH = Path(__file__).parent / "terrain.toml"
_COSTS: Mapping[str, type] = {"title": str, "foot": int, "motorized": int}
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "terrain": {**_COSTS, "off_road": str, "drm": int},
    "hexside": {**_COSTS, "only": str},
    "road": {**_COSTS, "strategic": int},
    "edge": _COSTS,
}


@dataclass(frozen=True, slots=True)
class Class:
    """What decides the costs and crossings of a unit.

    Parameters
    ----------
    motorized
        Column of the chart; foot otherwise.
    armor
        Whether Marsh is closed off the road.
    crosser
        Whether a Commando or Ranger unit.
    bluff_roads
        Whether a road leads motorized units over a Bluff.
    choice
        Whether the cheaper of road and terrain may be paid.

    Examples
    --------
    >>> Class(motorized=True).column
    'motorized'
    """

    motorized: bool = False
    armor: bool = False
    crosser: bool = False
    bluff_roads: bool = True
    choice: bool = True
    filing: Filing = OURS

    @property
    def column(self) -> str:
        """Column of the chart."""
        return "motorized" if self.motorized else "foot"


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of one step.

    Parameters
    ----------
    half
        Half MPs.
    by_road
        Whether the road cost is paid.
    rows
        Rows of the chart that were read: ``("terrain", "clear")``.
    congested
        Whether 1 MP is for a friendly unit on the road.

    Examples
    --------
    >>> Price(2, True, (("road", "primary"),)).half
    2
    """

    half: int
    by_road: bool
    rows: tuple[tuple[str, str], ...]
    congested: bool = False


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
def chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The Terrain Effects Chart: groups ``terrain``, ``hexside``, ``road`` and ``edge``.

    Examples
    --------
    >>> chart(OURS)["terrain"]["marsh"].text("off_road")
    'armor'
    """
    return load_records(filing.path(_PATH), _GROUPS)


@rule("8.42")
def class_of(view: View, unit: Unit) -> Class:
    """The class of a unit."""
    return Class(
        terms.is_motorized(unit),
        terms.is_armor(unit),
        terms.is_crosser(unit),
        view.option("bluff-road") == "A",
        view.option("road-choice") == "A",
        view.filing,
    )


# --- what a hexside lets through ----------------------------------------------------------------------------


@rule("20.44", "20.45", "20.52")
def bridge_stands(view: View, edge: Edge) -> bool:
    """Whether a bridge stands on a hexside now: a printed one that is not blown, or a Pontoon Bridge.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> river = Edge("e1940", "e2040", "major-river", bridge=True)
    >>> bridge_stands(GAME.empty(Board([], []), facts={("blown", river.id): True}), river)
    False
    """
    if edge.bridge and not view.flag("blown", edge.id):
        return True
    return (edge.bridge or edge.boundary == "major-river") and view.flag("pontoon", edge.id)


@rule("8.43", "8.45")
def road_open(edge: Edge, kind: Class, *, bridged: bool) -> bool:
    """Whether a road leads a unit over a hexside.

    Parameters
    ----------
    bridged
        Whether a bridge stands there now.
    """
    if not edge.road or edge.boundary == "sea" or (edge.boundary == "major-river" and not bridged):
        return False
    return (kind.bluff_roads and edge.boundary == "bluff") or not _bars(edge, kind)


@rule("8.43")
def _bars(edge: Edge, kind: Class) -> bool:
    """Whether a Bluff or cliff hexside is closed to a class of units off the road."""
    only = chart(kind.filing)["hexside"][edge.boundary].text("only")
    return (only == "foot" and kind.motorized) or (only == "crosser" and not kind.crosser)


@rule("8.43", "8.44")
def is_open(edge: Edge, kind: Class, *, bridged: bool) -> bool:
    """Whether a class of units crosses a hexside off the road, Assisted River Crossing left out.

    Parameters
    ----------
    bridged
        Whether a bridge stands there now.

    Examples
    --------
    >>> is_open(Edge("e1940", "e2040", "major-river"), Class(crosser=True), bridged=False)
    True
    """
    if edge.boundary == "sea":
        return False
    if edge.boundary == "major-river":
        return bridged or kind.crosser
    return not _bars(edge, kind)


@rule("8.43", "8.44")
def crossing_bans(
    view: View, unit: Unit, edge: Edge, *, off_road: bool = False, over_river: bool = False
) -> list[Fault]:
    """Why a unit may not cross a hexside.

    Parameters
    ----------
    off_road
        Whether the road, if there is one, cannot be used.
    over_river
        Whether an Assisted River Crossing is arranged.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    kind, bridged = class_of(view, unit), bridge_stands(view, edge)
    boundary = view.boundary(edge, "8.43")
    if (not off_road and road_open(edge, kind, bridged=bridged)) or is_open(edge, kind, bridged=bridged):
        return []
    across = f"the hexside {view.board.name(edge.a)} / {view.board.name(edge.b)}"
    if boundary == "sea":
        return [Fault("8.41", f"{across} is all sea")]
    if boundary == "cliff":
        return [Fault("8.43", f"only Commandos and Rangers cross the cliffs of {across}, not {unit.title}")]
    if boundary == "bluff":
        return [Fault("8.43", f"only foot type units cross the bluff of {across}, not {unit.title}")]
    if terms.is_motorized(unit):
        return [Fault("8.43", f"{unit.title} crosses the Major River of {across} only at a bridge")]
    if over_river:
        return []
    return [Fault("8.44", f"{unit.title} needs a bridge or Assisted River Crossing at {across}")]


@rule("8.46")
def ground_ban(view: View, unit: Unit, to: str, *, by_road: bool = False) -> list[Fault]:
    """Why the terrain of a hex is closed to a unit.

    Parameters
    ----------
    by_road
        Whether it comes by road.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    ground, name = terms.terrain(view, to), view.board.name(to)
    off_road = chart(view)["terrain"][ground].text("off_road")
    if off_road == "all":
        return [Fault("8.42", f"{name} is {ground.capitalize()}: no unit enters")]
    if off_road == "armor" and terms.is_armor(unit) and not by_road:
        return [Fault("8.46", f"{unit.title} is armored and enters the {ground} of {name} only by road")]
    return []


@rule("1.0", "8.42", "8.43", "8.46", "12.31", "13.32")
def can_enter(
    view: View, unit: Unit, frm: str, to: str, *, off_road: bool = False, over_river: bool = False
) -> list[Fault]:
    """What terrain and hexside forbid a unit that goes from one hex into the next, whatever the purpose.

    Parameters
    ----------
    off_road
        Whether the road, if there is one, cannot be used (8.46).
    over_river
        Whether an Assisted or Assault River Crossing is arranged.

    Returns
    -------
    list of (str, str)
        Section and reason, every one; empty when nothing forbids it.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Space
    >>> ground = Board([Space("e1940", "E1940", "hex"), Space("e2040", "E2040", "hex", {"terrain": "marsh"})],
    ...     [Edge("e1940", "e2040", "major-river")])
    >>> panzer = Unit("ge-1", "1", "1 Pz", "german", "german", ratings={"armor": 3}, marks=("motorized",))
    >>> [section for section, _ in can_enter(GAME.empty(ground), panzer, "e1940", "e2040")]
    ['8.43', '8.46']
    """
    edge, there = view.board.edge(frm, to), view.board.spaces.get(to)
    if edge is None or there is None or not terms.is_hex(there):
        return [Fault("8.11", f"{view.board.name(to)} is no hex next to {view.board.name(frm)}")]
    road = not off_road and road_open(edge, class_of(view, unit), bridged=bridge_stands(view, edge))
    bans = crossing_bans(view, unit, edge, off_road=off_road, over_river=over_river)
    return [*r01_part.faults(view, to), *bans, *ground_ban(view, unit, to, by_road=road)]


# --- prices -----------------------------------------------------------------------------------------------


@rule("8.41", "8.42", "20.24")
def off_road_cost(board: Board, edge: Edge, to: str, kind: Class, *, bridged: bool) -> int:
    """Half MPs to enter a hex off the road, with its hexside; `BAN` where it is closed.

    Parameters
    ----------
    board, edge, to, kind
        The board, the hexside, the hex entered, the class of the unit.
    bridged
        Whether a bridge stands on the hexside now: the river then costs nothing.
    """
    ground = chart(board)["terrain"][str(board.spaces[to]["terrain"] or "clear")]
    closed = ground.text("off_road")
    if closed == "all" or (closed == "armor" and kind.armor) or not is_open(edge, kind, bridged=bridged):
        return BAN
    side = 0 if bridged else chart(board)["hexside"][edge.boundary].number(kind.column)
    return ground.number(kind.column) + side


@rule("8.45")
def road_cost(board: Board, edge: Edge, to: str, kind: Class, *, bridged: bool) -> int:
    """Half MPs to enter a hex by road; `BAN` where none leads there."""
    sea = board.spaces[to]["terrain"] == "sea"
    if sea or not road_open(edge, kind, bridged=bridged):
        return BAN
    return chart(board)["road"][edge.road].number(kind.column)


@rule("8.41", "8.45", "8.46")
def price(view: View, edge: Edge, to: str, kind: Class, friends: int = 0) -> Price | None:
    """What a step costs: the road with its congestion, or hex and hexside.

    Parameters
    ----------
    edge, to, kind
        The hexside, the hex entered, the class of the unit.
    friends
        Friendly units in the hex.

    Returns
    -------
    Price or None
        None where the step is closed, or is an Assisted River Crossing.
    """
    bridged = bridge_stands(view, edge)
    paved = road_cost(view.board, edge, to, kind, bridged=bridged) if friends < 2 else BAN
    other = off_road_cost(view.board, edge, to, kind, bridged=bridged)
    paved += CONGESTION if friends == 1 else 0
    if paved < BAN and (paved <= other or not kind.choice):
        return Price(paved, True, (("road", edge.road),), friends == 1)
    if other >= BAN:
        return None
    return Price(other, False, _rows(view.board, edge, to, bridged=bridged))


@rule("8.44", "20.24")
def unpaved(view: View, edge: Edge, to: str, kind: Class) -> Price:
    """What an Assisted River Crossing costs: hex and hexside.

    Parameters
    ----------
    edge, to, kind
        The hexside, the hex entered, the class of the unit.
    """
    rows = _rows(view.board, edge, to, bridged=False)
    half = sum(chart(view)[group][id_].number(kind.column) for group, id_ in rows)
    return Price(half, False, rows)


def _rows(board: Board, edge: Edge, to: str, *, bridged: bool) -> tuple[tuple[str, str], ...]:
    ground = ("terrain", str(board.spaces[to]["terrain"] or "clear"))
    if bridged or edge.boundary in {"open", "landing"}:
        return (ground,)
    return (ground, ("hexside", edge.boundary))


def cite_price(view: View, found: Price, kind: Class) -> list[str]:
    """Name the rows of the chart on which a price rests; an Inquiry takes the sources of reconstructed ones.

    Returns
    -------
    list of str
        Each row with its cost.
    """
    parts = []
    for group, id_ in found.rows:
        record = chart(view)[group][id_]
        parts.append(f"{record.text('title')} {mp(cite(view, record, kind.column, '8.42'))}")
    if found.congested:
        parts.append(f"a friendly unit on the road {mp(CONGESTION)}")
    return parts
