"""Section 12.51: the cheapest line from a Depot to a unit, and what a refit over it costs."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Mapping, Sequence

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r12_supply import CLOSED, barrier, friendly, roads
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import State, View
from adjudicator.ruling import Total
from adjudicator.search import follow
from adjudicator.views import derived, state_of
from module_builder.vassal.values import dataclass

__all__ = ["Line", "Tree", "depot_line", "refit_cost", "tree", "witness"]


@dataclass(frozen=True, slots=True)
class Line:
    """The cheapest way from a Depot to a space.

    Parameters
    ----------
    path
        From the Depot to the space, both included.
    boundaries
        How many boundaries count.
    contested
        Contested spaces strictly between (12.51).

    Examples
    --------
    >>> Line(("trevieres", "omaha-beach", "grandcamp"), 2, ("omaha-beach",)).surcharge
    3
    """

    path: tuple[str, ...]
    boundaries: int
    contested: tuple[str, ...]

    @property
    def surcharge(self) -> int:
        """Points that the way costs."""
        return self.boundaries + len(self.contested)


@dataclass(frozen=True, slots=True)
class Tree:
    """Cheapest ways from one Area through friendly-controlled spaces over bridged boundaries.

    Parameters
    ----------
    area, side
        Where the Depot stands, and whose it is.
    cost
        Space -> points of the way.
    before
        Space -> the space before it on that way.

    Examples
    --------
    >>> Tree("a", "german", {"a": 0, "b": 1}, {"b": "a"}).path("b")
    ('a', 'b')
    """

    area: str
    side: str
    cost: Mapping[str, int]
    before: Mapping[str, str]

    def path(self, space: str) -> tuple[str, ...]:
        """The way from the Depot to a space.

        Parameters
        ----------
        space
            A key of `cost`.

        Examples
        --------
        >>> Tree("a", "german", {"a": 0}, {}).path("a")
        ('a',)
        """
        return follow(self.before, space)


@rule("12.5", "12.51")
def tree(view: View, area: str, side: str) -> Tree:
    """Cheapest ways from a Depot's Area; kept with the position.

    Parameters
    ----------
    area, side
        Where the Depot stands, and whose it is.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> tree(GAME.scenario("d-day"), "trevieres", "german").cost["balleroy"]
    1
    """
    return derived(view, f"supply:tree:{side}:{area}", lambda state: _tree(state, area, side))


def _tree(state: State, area: str, side: str) -> Tree:
    ours, ways = friendly(state, side), roads(state.board)
    contested = derived(state, "contested", _contested)
    closed = CLOSED[side]
    plain = state.option("zone-arrow-boundary") == "A"
    cost, before, done = {area: 0}, dict[str, str](), set[str]()
    queue = [(0, area)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        leaving = so_far + (here != area and here in contested)
        for other, water, bridge in ways[here]:
            if other in done or other not in ours:
                continue
            if water and (bridge is None or state.fact(*bridge) in closed):
                continue
            new = leaving + (1 if plain else _step(state, here, other))
            if new < cost.get(other, 1_000):
                cost[other], before[other] = new, here
                heapq.heappush(queue, (new, other))
    return Tree(area, side, cost, before)


def _contested(state: State) -> frozenset[str]:
    return frozenset(s for s in state.occupied() if terms.is_contested(state, s))


@rule("14.1")
def _step(view: View, here: str, other: str) -> int:
    """Points of one boundary; arrows cost nothing under option B of ``zone-arrow-boundary``."""
    arrow = terms.is_zone(view, here) or terms.is_zone(view, other)
    return 0 if arrow and view.option("zone-arrow-boundary") == "B" else 1


@rule("12.5", "12.51", "12.52")
def depot_line(view: View, area: str, side: str, space: str) -> Line | None:
    """The cheapest line from a Depot to a space, or None when the Depot does not reach it.

    Parameters
    ----------
    area, side
        Where the Depot stands, and whose it is.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> depot_line(GAME.scenario("d-day"), "trevieres", "german", "bayeux").path
    ('trevieres', 'bayeux')
    """
    if space == area:
        return Line((area,), 0, ())
    if not terms.is_free(view, area, side) or not terms.on_map(view, space):
        return None
    ways = tree(view, area, side)
    best, last = _last_step(view, ways, space)
    if best < 0:
        return None
    path = (*ways.path(last), space)
    between = tuple(s for s in path[1:-1] if terms.is_contested(view, s))
    return Line(path, best - len(between), between)


def _last_step(view: View, ways: Tree, space: str) -> tuple[int, str]:
    """Cost and last space before the end of the cheapest way; -1 when there is none.

    Only this step may cross a river without a bridge, or enter an enemy-controlled Area where the unit is.
    """
    best, last = -1, ""
    state = state_of(view)
    for edge, other in state.board.neighbours(space):
        so_far = ways.cost.get(other)
        if so_far is None or barrier(state, edge, ways.side, last=True)[0]:
            continue
        so_far += _step(state, other, space) + (other != ways.area and terms.is_contested(state, other))
        if best < 0 or so_far < best:
            best, last = so_far, other
    return best, last


@rule("12.5", "14.1")
def witness(view: View, path: Sequence[str], side: str) -> None:
    """Read what a line rests on, so that an Inquiry records assumptions, readings and sources.

    Parameters
    ----------
    path
        Spaces from the Depot or source to the end.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> witness(inquiry, ("trevieres", "bayeux"), "german")
    >>> [str(used) for used in inquiry.sources]
    ['boundary Bayeux / Trevieres']
    """
    if not isinstance(view, Inquiry):
        return
    for at, to in itertools.pairwise(path):
        edge = view.board.edge(at, to)
        view.text("control", at)
        if edge is not None and view.boundary(edge, "12.5") == "arrow":
            view.option("zone-arrow-boundary")
        elif edge is not None and edge.boundary in {"river", "flooded"}:
            barrier(view, edge, side, last=to == path[-1])


@rule("12.51")
def refit_cost(line: Line, view: View, *, disrupted: bool = False, extra: int = 0) -> Total:
    """Supply points of one refit over a line.

    Parameters
    ----------
    disrupted
        Whether the unit is Disrupted, at either level.
    extra
        Boundaries beyond the end of the line (option ``night-site``).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> line = Line(("trevieres", "omaha-beach", "grandcamp"), 2, ("omaha-beach",))
    >>> refit_cost(line, GAME.scenario("d-day")).value
    4
    """
    adding = Adding(None, "refit cost")
    adding.add("12.51", "the refit", 1, "set")
    if disrupted:
        adding.add("12.51", "the unit is Disrupted", 1)
    if line.boundaries:
        way = " - ".join(map(view.board.name, line.path))
        adding.add("12.51", f"boundaries crossed: {way}", line.boundaries)
    for space in line.contested:
        adding.add("12.51", f"{view.board.name(space)} on the way is Contested", 1)
    if extra:
        adding.add("20.23", "the site lies on the boundary beyond", extra)
    return adding.total
