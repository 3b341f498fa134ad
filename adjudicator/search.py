"""Bounded search over places: what can be reached, what a line leads to, and what refused at the frontier."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from module_builder.vassal.values import dataclass

__all__ = ["Arrival", "Reached", "Refused", "Traced", "Try", "follow", "reach", "sweep", "trace"]

_N = TypeVar("_N", bound=Hashable)
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Try(Generic[_N, _R]):
    """One attempt to go on from a place.

    Parameters
    ----------
    to
        The place beyond.
    cost
        What the step costs; never negative.
    refusal
        Why it is forbidden, or None.
    stop
        Whether nothing goes on from there.

    Examples
    --------
    >>> Try("b", 2).refusal is None
    True
    """

    to: _N
    cost: int = 1
    refusal: _R | None = None
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Arrival(Generic[_N]):
    """The cheapest way to have arrived somewhere.

    Parameters
    ----------
    node
        The place.
    cost
        Cost from the start.
    before
        The place before it, None at the start.
    stop
        Whether the way ends there.

    Examples
    --------
    >>> Arrival("b", 2, "a").before
    'a'
    """

    node: _N
    cost: int
    before: _N | None
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Refused(Generic[_N, _R]):
    """A step that was forbidden.

    Parameters
    ----------
    at, to
        From where to where.
    why
        The reason that the caller gave.

    Examples
    --------
    >>> Refused("a", "b", "a river").why
    'a river'
    """

    at: _N
    to: _N
    why: _R


@dataclass(frozen=True, slots=True)
class Reached(Generic[_N, _R]):
    """Every place that can be reached, with predecessors, and every refusal met.

    Parameters
    ----------
    start
        Where the search began.
    arrivals
        Place -> cheapest arrival, the start included, in order of cost.
    refusals
        In the order in which they were met.

    Examples
    --------
    >>> found = reach("a", lambda node, cost: [Try("b", 1)] if node == "a" else [])
    >>> found.path("b")
    ('a', 'b')
    """

    start: _N
    arrivals: Mapping[_N, Arrival[_N]]
    refusals: tuple[Refused[_N, _R], ...]

    def path(self, node: _N) -> tuple[_N, ...]:
        """The way to a place that was reached, both ends included.

        Parameters
        ----------
        node
            The place.

        Returns
        -------
        tuple of places

        Raises
        ------
        KeyError
            It was not reached.
        """
        found = [node]
        before = self.arrivals[node].before
        while before is not None:
            found.append(before)
            before = self.arrivals[before].before
        return tuple(reversed(found))

    def frontier(self) -> tuple[Refused[_N, _R], ...]:
        """Refusals of steps to places that no other way reached.

        Returns
        -------
        tuple of Refused

        Examples
        --------
        >>> found = reach("a", lambda node, cost: [Try("b", 1, "a river")])
        >>> [r.to for r in found.frontier()]
        ['b']
        """
        return tuple(r for r in self.refusals if r.to not in self.arrivals)


@dataclass(frozen=True, slots=True)
class Traced(Generic[_N, _R]):
    """A line to the nearest goal, or what cut it.

    Parameters
    ----------
    path
        From the start to the goal; empty when there is no way.
    cost
        Its cost.
    reached
        Everything that the search looked at.

    Examples
    --------
    >>> trace("a", lambda node, cost: [Try("b", 1, "cut")], {"b"}.__contains__).cut[0].why
    'cut'
    """

    path: tuple[_N, ...]
    cost: int
    reached: Reached[_N, _R]

    @property
    def found(self) -> bool:
        """Whether there is a way."""
        return bool(self.path)

    @property
    def cut(self) -> tuple[Refused[_N, _R], ...]:
        """What stopped the line; empty when it was found."""
        return () if self.path else self.reached.frontier()


_Steps = Callable[[_N, int], Iterable[Try[_N, _R]]]


def follow(before: Mapping[_N, _N], end: _N) -> tuple[_N, ...]:
    """The way to a place, along what came before each place; both ends included.

    Parameters
    ----------
    before
        Place -> the one from which it was reached; nothing, or an empty word, for a start.
    end
        Where the way ends.

    Returns
    -------
    tuple of places
        From the start on.

    Examples
    --------
    >>> follow({"a": "", "b": "a", "c": "b"}, "c")
    ('a', 'b', 'c')
    >>> follow({}, "a")
    ('a',)
    """
    found = [end]
    while last := before.get(found[-1]):
        found.append(last)
    return tuple(reversed(found))


def reach(start: _N, steps: _Steps[_N, _R], *, budget: int | None = None) -> Reached[_N, _R]:
    """Find every place within a budget, cheapest way first; ties go to the way found first.

    Parameters
    ----------
    start
        Where to begin.
    steps
        Called once with each place and the cost so far; yields the attempts from there.
    budget
        Most that a way may cost; None for no limit.

    Returns
    -------
    Reached

    Examples
    --------
    >>> roads = {"a": [("b", 2), ("c", 5)], "b": [("c", 1)], "c": []}
    >>> found = reach("a", lambda n, cost: [Try(to, c) for to, c in roads[n]], budget=4)
    >>> {n: a.cost for n, a in found.arrivals.items()}
    {'a': 0, 'b': 2, 'c': 3}
    """
    return _search(start, steps, budget, None)[0]


def trace(
    start: _N, steps: _Steps[_N, _R], goal: Callable[[_N], bool], *, budget: int | None = None
) -> Traced[_N, _R]:
    """Find the cheapest way to the nearest goal, or what cuts every way.

    Parameters
    ----------
    start, steps, budget
        As in `reach`.
    goal
        Whether a place ends the line.

    Returns
    -------
    Traced

    Examples
    --------
    >>> line = {1: [2], 2: [3], 3: []}
    >>> trace(1, lambda n, cost: [Try(to) for to in line[n]], lambda n: n == 3).path
    (1, 2, 3)
    """
    reached, end = _search(start, steps, budget, goal)
    if end is None:
        return Traced((), 0, reached)
    return Traced(reached.path(end.node), end.cost, reached)


def sweep(
    ways: Mapping[str, Collection[str]], sources: Iterable[str], closed: Collection[str]
) -> dict[str, str]:
    """Join every space to the nearest of some sources.

    Parameters
    ----------
    ways
        Space -> neighbours.
    sources
        Where lines end.
    closed
        Spaces that no line enters.

    Returns
    -------
    dict
        Space -> next one toward the source; empty for the sources.

    Examples
    --------
    >>> sweep({"a": ("b",), "b": ("a", "c"), "c": ("b",)}, ["a"], {"c"})
    {'a': '', 'b': 'a'}
    """
    toward = dict.fromkeys(sources, "")
    seen, queue = {*closed, *toward}, list(toward)
    for here in queue:
        for other in ways.get(here, ()):
            if other not in seen:
                seen.add(other)
                toward[other] = here
                queue.append(other)
    return toward


def _search(
    start: _N, steps: _Steps[_N, _R], budget: int | None, goal: Callable[[_N], bool] | None
) -> tuple[Reached[_N, _R], Arrival[_N] | None]:
    arrivals: dict[_N, Arrival[_N]] = {}
    refusals: list[Refused[_N, _R]] = []
    end: Arrival[_N] | None = None
    queue: list[tuple[int, int, Arrival[_N]]] = [(0, 0, Arrival(start, 0, None))]
    pushed = 0
    while queue:
        cost, _, here = heapq.heappop(queue)
        if here.node in arrivals:
            continue
        arrivals[here.node] = here
        if goal is not None and goal(here.node):
            end = here
            break
        if here.stop:
            continue
        for step in steps(here.node, cost):
            if step.refusal is not None:
                refusals.append(Refused(here.node, step.to, step.refusal))
            elif step.to not in arrivals and (budget is None or cost + step.cost <= budget):
                pushed += 1
                arrived = Arrival(step.to, cost + step.cost, here.node, step.stop)
                heapq.heappush(queue, (arrived.cost, pushed, arrived))
    return Reached(start, arrivals, tuple(refusals)), end
