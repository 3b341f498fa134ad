"""The search for the cheapest ways over a map of hexes: bounded, over a table of steps, with marks of hexes.

Nothing here knows a game. A table gives the steps out of a hex as pairs of the hex entered and its cost; a
`Field` adds what the units of a position change. Costs are small whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from typing import Generic, TypeVar

from module_builder.vassal.values import dataclass

__all__ = ["Field", "LazyTable", "Step", "Table", "Ways", "spread", "unreached"]

Step = tuple[str, int]  # hex entered, cost
Table = Mapping[str, tuple[Step, ...]]
_R = TypeVar("_R")
_FAR = 1 << 30


class LazyTable(dict[str, tuple[Step, ...]]):
    """A table whose steps out of a hex are worked out when a search first comes there.

    Parameters
    ----------
    steps
        Gives the steps out of a hex.

    Examples
    --------
    >>> table = LazyTable(lambda space: (("b", 2),) if space == "a" else ())
    >>> table["a"], len(table)
    ((('b', 2),), 1)
    """

    __slots__ = ("_steps",)

    def __init__(self, steps: Callable[[str], tuple[Step, ...]]) -> None:
        super().__init__()
        self._steps = steps

    def __missing__(self, space: str) -> tuple[Step, ...]:
        self[space] = found = self._steps(space)
        return found


@dataclass(frozen=True, slots=True)
class Field:
    """What a search runs over.

    Parameters
    ----------
    table
        Steps that the map allows.
    patch
        Hexes out of which the steps differ now.
    closed
        Hexes that are not entered at all, each with -1.
    watched
        Hexes that are left at a price, and from one of which no step leads to another.
    leave
        That price.
    stops
        Whether a watched hex ends the way that enters it.

    Examples
    --------
    >>> spread(Field({"a": (("b", 2),), "b": ()}), "a", 3).cost
    {'a': 0, 'b': 2}
    """

    table: Table
    patch: Table = field(default_factory=dict)
    closed: Mapping[str, int] = field(default_factory=dict)
    watched: Collection[str] = frozenset()
    leave: int = 0
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """The cheapest way to every hex that can be entered.

    Parameters
    ----------
    start
        Where the ways begin.
    before
        Hex -> the hex before it; of ways that cost the same the one out of the hex that sorts first.
    cost
        Hex -> its cost, the start first, then the cheapest first, of one cost in order.

    Examples
    --------
    >>> Ways("a", {"b": "a"}, {"a": 0, "b": 2}).path("b")
    ('b',)
    """

    start: str
    before: Mapping[str, str]
    cost: Mapping[str, int]

    def path(self, space: str) -> tuple[str, ...]:
        """Hexes entered on the way to a hex, in order.

        Parameters
        ----------
        space
            One of `cost`.

        Returns
        -------
        tuple of str
        """
        found: list[str] = []
        while space != self.start:
            found.append(space)
            space = self.before[space]
        return tuple(reversed(found))


def spread(
    over: Field,
    start: str,
    budget: int,
    *,
    leave: int | None = None,
    first: Iterable[Step] = (),
    used: int = 0,
) -> Ways:
    """Find every hex that can be entered within a budget.

    Parameters
    ----------
    over
        The field.
    start
        The first hex; it may lie outside of the table.
    budget
        The most that a way may cost.
    leave
        Price to leave the start, where it is a watched hex and the usual price does not hold.
    first
        Steps that are open as the only step of a way: the hex, and what it then costs.
    used
        What is spent before the first step.

    Returns
    -------
    Ways

    Examples
    --------
    >>> table = {"a": (("b", 2), ("c", 5)), "b": (("c", 2),), "c": (("d", 1),), "d": ()}
    >>> spread(Field(table, watched={"a", "b"}), "a", 6).cost
    {'a': 0, 'c': 5, 'd': 6}
    """
    search = _Search(over, start, over.leave if leave is None else leave)
    cost, before = search.cost, search.before
    order = search.run(used, budget)
    more = [(price, to) for to, price in first if price < cost.get(to, _FAR)]
    if more:
        cost.update({to: price for price, to in more})
        before.update({to: start for _, to in more})
        order = [start, *sorted(before, key=lambda space: (cost[space], space))]
    return Ways(start, before, {space: cost[space] for space in order})


class _Search:
    """One search under way."""

    __slots__ = ("before", "cost", "leave", "over", "start")

    def __init__(self, over: Field, start: str, leave: int) -> None:
        self.over, self.start, self.leave = over, start, leave
        self.cost: dict[str, int] = dict(over.closed)
        self.before: dict[str, str] = {}

    def run(self, used: int, budget: int) -> list[str]:
        """Enter hexes in order of cost, and list them so; what is found again at a higher cost is not."""
        over, start, cost, before = self.over, self.start, self.cost, self.before
        table, patch, watched, known = over.table, over.patch, over.watched, cost.get
        queue: list[list[str]] = [[] for _ in range(max(used, budget) + 1)]
        order: list[str] = []
        cost[start] = used
        queue[used].append(start)
        for spent, bucket in enumerate(queue):
            bucket.sort()
            for here in bucket:
                if cost[here] != spent:
                    continue
                order.append(here)
                kept, cost_here = here in watched, spent
                if kept:
                    if over.stops and here != start:
                        continue
                    cost_here += self.leave if here == start else over.leave
                for to, step in patch[here] if here in patch else table[here]:
                    total = cost_here + step
                    if total > budget or (kept and to in watched):
                        continue
                    best = known(to, _FAR)
                    if total < best:
                        cost[to], before[to] = total, here
                        queue[total].append(to)
                    elif total == best and here < before[to]:
                        before[to] = here
        return order


@dataclass(frozen=True, slots=True)
class _Fewest(Generic[_R]):
    """The shortest list of reasons against each hex."""

    found: dict[str, tuple[_R, ...]] = field(default_factory=dict)

    def add(self, space: str, reasons: tuple[_R, ...]) -> None:
        """Keep reasons where they are fewer than those known."""
        if reasons and (space not in self.found or len(reasons) < len(self.found[space])):
            self.found[space] = reasons


def unreached(
    entered: Collection[str],
    around: Callable[[str], Iterable[str]],
    reasons: Callable[[str, str], tuple[_R, ...]],
) -> dict[str, tuple[_R, ...]]:
    """Hexes next to those that were entered but not among them, with every reason.

    Parameters
    ----------
    entered
        What was reached.
    around
        The hexes next to a hex.
    reasons
        What speaks against a step from a hex that was reached into another.

    Returns
    -------
    dict
        Sorted; where several steps lead there, the reasons of the one with fewest.

    Examples
    --------
    >>> unreached(["a"], lambda space: ("b",), lambda frm, to: ("too far",))
    {'b': ('too far',)}
    """
    fewest: _Fewest[_R] = _Fewest()
    for space in entered:
        for to in around(space):
            if to not in entered:
                fewest.add(to, reasons(space, to))
    return dict(sorted(fewest.found.items()))
