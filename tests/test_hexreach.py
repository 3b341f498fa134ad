"""The search that the hex games share: cheapest ways, ties, watched and closed hexes, refusals."""

from __future__ import annotations

import random

from adjudicator.hexreach import Field, LazyTable, Table, spread, unreached

ROW = {"a": (("b", 2),), "b": (("a", 2), ("c", 3)), "c": (("b", 2), ("d", 1)), "d": (("c", 1),)}


def test_the_cheapest_ways_within_the_budget() -> None:
    found = spread(Field(ROW), "a", 5)
    assert found.cost == {"a": 0, "b": 2, "c": 5}
    assert found.path("c") == ("b", "c")
    assert found.path("a") == ()


def test_hexes_are_listed_by_cost_and_then_in_order() -> None:
    table = {"m": (("z", 1), ("a", 2), ("b", 2)), "z": (), "a": (), "b": ()}
    assert list(spread(Field(table), "m", 2).cost) == ["m", "z", "a", "b"]


def test_of_ways_that_cost_the_same_the_first_hex_before_counts() -> None:
    table = {"m": (("q", 1), ("p", 1)), "q": (("x", 1),), "p": (("x", 1),), "x": ()}
    assert spread(Field(table), "m", 2).before["x"] == "p"


def test_closed_hexes_are_not_entered_but_left() -> None:
    assert "b" not in spread(Field(ROW, closed={"b": -1}), "a", 9).cost
    assert spread(Field(ROW, closed={"b": -1}), "b", 2).cost == {"b": 0, "a": 2}


def test_a_patch_takes_the_place_of_the_steps_even_when_it_is_empty() -> None:
    assert spread(Field(ROW, patch={"a": ()}), "a", 9).cost == {"a": 0}
    assert spread(Field(ROW, patch={"a": (("c", 1),)}), "a", 1).cost == {"a": 0, "c": 1}


def test_watched_hexes_cost_to_leave_and_do_not_lead_to_each_other() -> None:
    over = Field(ROW, watched={"b", "c"}, leave=4)
    assert spread(over, "a", 20).cost == {"a": 0, "b": 2}
    assert spread(over, "b", 20, leave=0).cost == {"b": 0, "a": 2}
    assert spread(Field(ROW, watched={"b"}, leave=4), "a", 20).cost["c"] == 9
    assert spread(Field(ROW, watched={"b"}, leave=4, stops=True), "a", 20).cost == {"a": 0, "b": 2}


def test_single_steps_are_added_where_nothing_is_cheaper() -> None:
    found = spread(Field(ROW), "a", 5, first=[("d", 5), ("b", 5), ("x", 5)])
    assert found.cost == {"a": 0, "b": 2, "c": 5, "d": 5, "x": 5}
    assert found.path("d") == ("d",)
    assert list(found.cost) == ["a", "b", "c", "d", "x"]


def test_what_is_used_before_counts() -> None:
    assert spread(Field(ROW), "a", 5, used=3).cost == {"a": 3, "b": 5}
    assert spread(Field(ROW), "a", 2, used=3).cost == {"a": 3}


def test_a_lazy_table_works_out_what_is_looked_at() -> None:
    asked: list[str] = []

    def steps(space: str) -> tuple[tuple[str, int], ...]:
        asked.append(space)
        return ROW[space]

    table = LazyTable(steps)
    assert spread(Field(table), "a", 2).cost == spread(Field(ROW), "a", 2).cost
    spread(Field(table), "a", 2)
    assert asked == ["a", "b"]


def test_refusals_keep_the_fewest_reasons() -> None:
    why = {("a", "x"): ("one", "two"), ("b", "x"): ("three",), ("b", "y"): ()}
    found = unreached(["a", "b"], lambda _: ("x", "y"), lambda frm, to: why.get((frm, to), ()))
    assert found == {"x": ("three",)}


def test_the_search_agrees_with_relaxing_every_step() -> None:
    rng = random.Random(7)
    names = [f"h{n:02d}" for n in range(40)]
    for _ in range(40):
        table = {s: tuple((t, rng.randint(1, 6)) for t in rng.sample(names, 4) if t != s) for s in names}
        watched, closed = set(rng.sample(names, 8)), dict.fromkeys(rng.sample(names[1:], 5), -1)
        over = Field(table, closed=closed, watched=watched, leave=3)
        assert dict(spread(over, names[0], 15).cost) == _relaxed(table, closed, watched, names[0])


def _relaxed(table: Table, closed: dict[str, int], watched: set[str], start: str) -> dict[str, int]:
    cost, changed = {start: 0}, True
    while changed:
        changed = False
        for here, spent in list(cost.items()):
            for to, step in table[here]:
                total = spent + step + (3 if here in watched else 0)
                barred = to in closed or (here in watched and to in watched)
                if not barred and total <= 15 and total < cost.get(to, 99):
                    cost[to], changed = total, True
    return cost
