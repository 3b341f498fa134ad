"""Sections 12.4, 12.51 and 12.71: a best use of the points that the Depots in place have left.

Best means: most units made Fresh, then most units that recover a level, then most points kept. Depots of one
nation in one Area are one pool, because each of them asks the same (12.51). A unit draws on one pool, or on
two of which the first is drained. Points are shared out unit by unit; for every distribution of what is left
only the best way there is kept, so the plan is exact while there are at most `MOST` distributions. Above
that the most promising ones are followed, and the plan says that it may not be the best.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r12_depots import nation_of, on_map, points_left, stands
from adjudicator.breakout_normandy.r12_lines import depot_line, refit_cost
from adjudicator.breakout_normandy.r12_refit import refit_faults, zone_refits
from adjudicator.breakout_normandy.r12_sources import side_of
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from adjudicator.views import derived
from module_builder.vassal.values import dataclass

__all__ = ["MOST", "Payment", "Plan", "plan_of", "refit_plan"]

MOST = 2000
_Left = tuple[int, ...]
_Draw = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """The refit of one unit in a plan.

    Parameters
    ----------
    depots, points
        Depots that pay, and points from each.

    Examples
    --------
    >>> Payment("ge-916", ("ge-1", "ge-2"), (2, 1)).cost
    3
    """

    unit: str
    depots: tuple[str, ...]
    points: tuple[int, ...]

    @property
    def cost(self) -> int:
        """Points of the refit."""
        return sum(self.points)


@dataclass(frozen=True, slots=True)
class Plan:
    """Refits that the Depots in place can pay.

    Parameters
    ----------
    payments
        In an order in which they can be made.
    fresh
        Units that become Fresh.
    left
        Points that no refit uses.
    exact
        Whether no plan of this kind is better.

    Examples
    --------
    >>> Plan((), 0, 10, exact=True).levels
    0
    """

    payments: tuple[Payment, ...]
    fresh: int
    left: int
    exact: bool

    @property
    def levels(self) -> int:
        """Units that recover a level."""
        return len(self.payments)


@dataclass(frozen=True, slots=True)
class _Wish:
    """A unit that could refit: what each pool that reaches it asks."""

    unit: str
    fresh: bool
    costs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """How a distribution of points was reached: units made Fresh, levels recovered, the last draw."""

    fresh: int
    levels: int
    before: _Way | None = None
    unit: str = ""
    draw: _Draw = ()


def plan_of(view: View, side: str) -> Plan:
    """The plan of `refit_plan`, sought once for each position.

    Parameters
    ----------
    view, side
        As in `refit_plan`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> plan_of(GAME.scenario("d-day"), "german").payments
    ()
    """
    return derived(view, f"refit-plan/{side}", lambda state: refit_plan(state, side))


@rule("12.4", "12.51", "12.71")
def refit_plan(view: View, side: str, *, most: int = MOST) -> Plan:
    """Find a best plan for the Depots of a side that stand on the map; each nation is planned by itself.

    Parameters
    ----------
    side
        ``german`` or ``allied``.
    most
        Distributions of points followed at a time.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("depot", "omaha-beach", "ge-1"); draft.set("depot-points", 1, "ge-1")
    >>> draft.set_status("ge-916", "spent"); draft.set_status("ge-726", "d1")
    >>> plan = refit_plan(draft, "german")
    >>> plan.payments, plan.fresh, plan.left, plan.exact
    ((Payment(unit='ge-916', depots=('ge-1',), points=(1,)),), 1, 0, True)
    """
    placed = on_map(view, side)
    plans = [
        _for_nation(view, nation, [d for d in placed if nation_of(d) == nation], most)
        for nation in dict.fromkeys(map(nation_of, placed))
    ]
    return Plan(
        tuple(itertools.chain.from_iterable(p.payments for p in plans)),
        sum(p.fresh for p in plans),
        sum(p.left for p in plans),
        exact=all(p.exact for p in plans),
    )


def _for_nation(view: View, nation: str, depots: Sequence[str], most: int) -> Plan:
    pools: dict[str, list[str]] = {}
    for depot in depots:
        pools.setdefault(stands(view, depot), []).append(depot)
    points = {d: points_left(view, d) for d in depots}
    start = tuple(sum(points[d] for d in pool) for pool in pools.values())
    left, way, exact = _best(start, _wishes(view, nation, list(pools)), most)
    payments = tuple(_payments(way, list(pools.values()), points))
    return Plan(payments, way.fresh, sum(left), exact=exact)


@rule("12.4", "12.51", "12.61")
def _wishes(view: View, nation: str, areas: Sequence[str]) -> list[_Wish]:
    """Units that may refit and that a pool reaches: those that become Fresh first, then the cheap ones.

    Units that a Zone refits by itself need no points (12.61).
    """
    side, found = side_of(nation), []
    known: dict[tuple[str, bool], tuple[tuple[int, int], ...]] = {}
    for piece in view.pieces.values():
        if terms.nationality(piece) != nation or refit_faults(view, piece, side) or zone_refits(view, piece):
            continue
        kind = (piece.space, terms.is_disrupted(piece))
        if kind not in known:
            known[kind] = tuple(_costs(view, piece, areas))
        if known[kind]:
            found.append(_Wish(piece.uid, piece.status == terms.SPENT, known[kind]))
    return sorted(found, key=lambda w: (not w.fresh, min(c for _, c in w.costs), w.costs, w.unit))


@rule("12.51")
def _costs(view: View, piece: Piece, areas: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Number of each pool that reaches a unit, and its price."""
    for number, area in enumerate(areas):
        line = depot_line(view, area, piece.side, piece.space)
        if line is not None:
            yield number, refit_cost(line, view, disrupted=terms.is_disrupted(piece)).value


# --- the search -----------------------------------------------------------------------------------------


def _best(start: _Left, wishes: Sequence[_Wish], most: int) -> tuple[_Left, _Way, bool]:
    """Best final distribution, the way there, and whether no distribution was dropped."""
    ways, exact = {start: _Way(0, 0)}, True
    for wish in wishes:
        ways = _with(ways, wish)
        if len(ways) > most:
            exact = False
            ways = dict(sorted(ways.items(), key=_rank, reverse=True)[:most])
    left, way = max(ways.items(), key=_rank)
    return left, way, exact


def _rank(item: tuple[_Left, _Way]) -> tuple[int, int, int, _Left]:
    left, way = item
    return way.fresh, way.levels, sum(left), left


def _with(ways: Mapping[_Left, _Way], wish: _Wish) -> dict[_Left, _Way]:
    """Every distribution after one more unit, refitted or not."""
    found = dict(ways)
    for left, way in ways.items():
        new = (way.fresh + wish.fresh, way.levels + 1)
        for draw in _draws(left, wish.costs):
            rest = list(left)
            for pool, part in draw:
                rest[pool] -= part
            key = tuple(rest)
            old = found.get(key)
            if old is None or (old.fresh, old.levels) < new:
                found[key] = _Way(*new, way, wish.unit, draw)
    return found


@rule("12.51")
def _draws(left: _Left, costs: Sequence[tuple[int, int]]) -> Iterator[_Draw]:
    """Payments for one unit: one pool alone, or two for the price of the farther, the first one drained."""
    for pool, cost in costs:
        if left[pool] >= cost:
            yield ((pool, cost),)
    for (first, one), (then, two) in itertools.permutations(costs, 2):
        need, drained = max(one, two), left[first]
        if 0 < drained < need <= drained + left[then]:
            yield ((first, drained), (then, need - drained))


# --- from pools to Depots -------------------------------------------------------------------------------


def _payments(way: _Way | None, pools: Sequence[Sequence[str]], points: dict[str, int]) -> Iterator[Payment]:
    """The draws of a way in order, each from the Depots of its pools."""
    steps = []
    while way is not None and way.unit:
        steps.append(way)
        way = way.before
    for step in reversed(steps):
        parts = [p for pool, part in step.draw for p in _from_pool(pools[pool], points, part)]
        yield Payment(step.unit, tuple(d for d, _ in parts), tuple(n for _, n in parts))


def _from_pool(pool: Sequence[str], points: dict[str, int], part: int) -> Iterator[tuple[str, int]]:
    """Take points out of a pool, Depot by Depot."""
    for depot in pool:
        given = min(points[depot], part)
        if given:
            points[depot] -= given
            part -= given
            yield depot, given
