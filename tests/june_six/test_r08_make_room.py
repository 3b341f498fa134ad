from __future__ import annotations

from typing import Any

import pytest

from adjudicator.game import apply, legal
from adjudicator.june_six import r08_make_room as room
from adjudicator.june_six.r07_ending import EndMovement
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_strategic import StrategicMove
from adjudicator.position import Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred

ON = board(hexes(34, 46, 14, 26))
COMER = (unit("us-0", division="us-1"), "e1940")
TWO = [(unit(f"us-{n}", division="us-1"), "e1941") for n in (1, 2)]
GO = Move("us-0", ("e1941",))


def here(*more: tuple[Unit, str], on: Any = ON, **kinds: Any) -> Position:
    return situation(on, COMER, *(more or TWO), **kinds)


def test_another_unit_of_a_full_stack_makes_room_at_once() -> None:
    after = apply(here(), GO)
    assert room.waiting(after) == "e1941"
    assert {a.unit for a in legal(after) if isinstance(a, Move)} == {"us-1", "us-2"}
    assert barred(after, Move("us-0", ("e1940",))) != []
    free = apply(after, Move("us-1", ("e1942",)))
    assert free.decision is None
    assert barred(free, EndMovement()) == []


def test_nothing_else_is_done_before() -> None:
    after = apply(here(), GO)
    assert {type(a) for a in legal(after)} == {Move}


def test_where_each_unit_must_stop_legally_it_is_refused() -> None:
    assert barred(here(options={"stacking-moment": "B"}), GO) == ["9.12"]
    assert not any(a == GO for a in legal(here(options={"stacking-moment": "B"})))
    assert any(a == GO for a in legal(here()))


@pytest.mark.parametrize("marker", ["moved", "refitted", "pinned", "scattered"])
def test_somebody_must_be_able_to_make_room(marker: str) -> None:
    held: dict[str, dict[str, bool | int | str]] = {f"us-{n}": {marker: True} for n in (1, 2)}
    assert barred(here(marks=held), GO) == ["9.12"]
    assert barred(here(active=["us-0"]), GO) == ["9.12"]
    hemmed = here(
        *TWO, marks={"us-1": {"disorder": 1}, "us-2": {"disorder": 1}}, on=ON,
        facts={}, options={},
    )  # fmt: skip
    assert barred(hemmed, GO) == []


def test_a_unit_that_leaves_the_stack_too_large_makes_no_room() -> None:
    guns = (unit("us-5", "anti-tank", division="us-1"), "e1941")
    after = apply(here(*TWO, guns), GO)
    assert barred(after, Move("us-5", ("e1942",))) == ["9.11"]
    assert {a.unit for a in legal(after) if isinstance(a, Move)} == {"us-1", "us-2"}


def test_by_road_a_unit_never_stops_on_a_full_stack() -> None:
    paved = board(hexes(34, 46, 14, 26), roads=["e1940/e1941"])
    one = [*TWO[:1], (unit("us-6", division="us-1"), "e1742")]
    assert barred(here(*one, on=paved), GO) == []
    guns = [(unit(f"us-{n}", "anti-tank", division="us-1"), "e1941") for n in (3, 4, 5)]
    assert barred(here(*guns, on=paved), GO) == []
    two = here(*TWO, on=paved, turn=5)
    assert barred(two, GO) == [], "two units on the road: it does not come by road"
    far = here(*TWO, (hq("us-7", "us-1"), "e1740"), on=paved, turn=5)
    assert barred(far, StrategicMove("us-0", ("e1941",))) == ["8.46", "8.46", "9.12"]


def test_units_change_places_between_full_hexes() -> None:
    others = [(unit(f"us-{n}", division="us-1"), "e1940") for n in (8,)]
    now = here(*TWO, *others)
    after = apply(apply(now, GO), Move("us-1", ("e1940",)))
    assert after.decision is None
    assert {p.uid for p in after.units_in("e1941")} == {"us-0", "us-2"}
    assert "e1940" in reach(apply(now, GO), "us-1").destinations
