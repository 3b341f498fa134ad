"""The bounded search: costs, predecessors, refusals at the frontier."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.search import Reached, Try, reach, trace

ROADS = {"a": [("b", 2), ("c", 5)], "b": [("c", 1), ("d", 4)], "c": [("d", 1)], "d": []}
graphs = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)), st.integers(0, 5), min_size=1, max_size=24
)


def roads(node: str, cost: int) -> Iterator[Try[str, str]]:
    yield from (Try(to, price) for to, price in ROADS[node])


def test_cheapest_way_wins() -> None:
    found = reach("a", roads)
    assert {n: a.cost for n, a in found.arrivals.items()} == {"a": 0, "b": 2, "c": 3, "d": 4}
    assert found.path("d") == ("a", "b", "c", "d")


def test_arrivals_come_in_order_of_cost() -> None:
    costs = [a.cost for a in reach("a", roads).arrivals.values()]
    assert costs == sorted(costs)


def test_the_start_is_reached_for_nothing() -> None:
    found = reach("d", roads)
    assert found.path("d") == ("d",)
    assert found.arrivals["d"].before is None


def test_budget_is_a_limit() -> None:
    assert set(reach("a", roads, budget=3).arrivals) == {"a", "b", "c"}
    assert set(reach("a", roads, budget=0).arrivals) == {"a"}


def test_nothing_goes_on_from_a_stop() -> None:
    def steps(node: str, cost: int) -> list[Try[str, str]]:
        return [Try("b" if node == "a" else "c", 1, stop=True)]

    found = reach("a", steps)
    assert set(found.arrivals) == {"a", "b"}
    assert found.arrivals["b"].stop


def test_refusals_are_kept_and_the_frontier_leaves_out_what_was_reached() -> None:
    def steps(node: str, cost: int) -> list[Try[str, str]]:
        if node == "a":
            return [Try("b", 1), Try("c", 1, "a river"), Try("d", 1, "a swamp")]
        return [Try("c", 1)] if node == "b" else []

    found = reach("a", steps)
    assert [(r.at, r.to, r.why) for r in found.refusals] == [("a", "c", "a river"), ("a", "d", "a swamp")]
    assert [r.to for r in found.frontier()] == ["d"]


def test_each_place_is_expanded_once() -> None:
    seen: list[str] = []

    def steps(node: str, cost: int) -> list[Try[str, str]]:
        seen.append(node)
        return [Try(to, price) for to, price in ROADS[node]]

    reach("a", steps)
    assert sorted(seen) == ["a", "b", "c", "d"]


def test_steps_are_told_the_cost_so_far() -> None:
    told: dict[str, int] = {}

    def steps(node: str, cost: int) -> list[Try[str, str]]:
        told[node] = cost
        return [Try(to, price) for to, price in ROADS[node]]

    reach("a", steps)
    assert told == {"a": 0, "b": 2, "c": 3, "d": 4}


def test_a_place_that_was_not_reached_has_no_path() -> None:
    with pytest.raises(KeyError):
        reach("d", roads).path("a")


def test_trace_finds_the_nearest_goal() -> None:
    found = trace("a", roads, {"c", "d"}.__contains__)
    assert (found.found, found.path, found.cost, found.cut) == (True, ("a", "b", "c"), 3, ())


def test_trace_at_the_goal() -> None:
    assert trace("a", roads, lambda node: node == "a").path == ("a",)


def test_trace_names_the_cut() -> None:
    def steps(node: str, cost: int) -> list[Try[str, str]]:
        return [Try("b", 1), Try("x", 1, "held by the enemy")] if node == "a" else []

    found = trace("a", steps, lambda node: node == "z")
    assert (found.found, found.path, found.cost) == (False, (), 0)
    assert [(r.to, r.why) for r in found.cut] == [("x", "held by the enemy")]


def test_trace_within_a_budget() -> None:
    assert not trace("a", roads, lambda node: node == "d", budget=3).found


@given(graphs, st.integers(0, 12))
def test_it_agrees_with_networkx(graph: dict[tuple[int, int], int], budget: int) -> None:
    def steps(node: int, cost: int) -> list[Try[int, str]]:
        return [Try(to, price) for (at, to), price in sorted(graph.items()) if at == node]

    oracle = nx.DiGraph()
    oracle.add_node(0)
    oracle.add_weighted_edges_from((a, b, price) for (a, b), price in graph.items())
    expected = nx.single_source_dijkstra_path_length(oracle, 0, cutoff=budget)
    found: Reached[int, str] = reach(0, steps, budget=budget)
    assert {n: a.cost for n, a in found.arrivals.items()} == dict(expected)
    for node in found.arrivals:
        path = found.path(node)
        assert sum(graph[step] for step in itertools.pairwise(path)) == found.arrivals[node].cost
