from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six import r19_delay_points as delay
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_rulings import reach_ruling
from adjudicator.position import Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, situation, unit
from tests.playing import barred, done, look

BLOCK = hexes(34, 46, 14, 26)
ON = board(BLOCK)
POINT = "e1940"


def here(who: Unit, at: str, *more: tuple[Unit, str], **kinds: Any) -> Position:
    facts = {("dp", POINT): True}
    on = kinds.pop("on", ON)
    return situation(on, (who, at), *more, facts=facts, **kinds)


def test_an_allied_unit_that_pays_two_more_removes_it_and_moves_on() -> None:
    now = here(unit("us-1"), "e1942")
    after = done(now, Move("us-1", ("e1941", POINT, "e1939")))
    assert not after.flag("dp", POINT)
    assert "5 MP of 6 MP" in look(now, Move("us-1", ("e1941", POINT, "e1939"))).steps[-1].text
    assert reach(now, "us-1").cost(POINT) == 8


def test_a_unit_next_to_it_without_the_mps_stops_and_takes_it_off() -> None:
    now = here(unit("us-1", ma=3), "e1942")
    assert barred(now, Move("us-1", ("e1941", "e1841"))) == ["19.13"]
    after = done(now, Move("us-1", ("e1941",)))
    assert not after.flag("dp", POINT)
    assert "19.13" in {s.rule for s in look(now, Move("us-1", ("e1941",))).steps}
    assert "e1841" in reach(now, "us-1").destinations
    assert "e1840" not in reach(now, "us-1").destinations


def test_a_unit_that_spends_its_last_mp_leaves_it() -> None:
    now = here(unit("us-1", ma=1), "e1942")
    assert done(now, Move("us-1", ("e1941",))).flag("dp", POINT)


def test_a_unit_that_could_pay_may_pass_it_by() -> None:
    now = here(unit("us-1"), "e1942")
    after = done(now, Move("us-1", ("e1941",)))
    assert after.flag("dp", POINT)
    assert barred(now, Move("us-1", ("e1941", "e1841", "e1840"))) == []
    assert barred(now, Move("us-1", ("e1941", "e1841", "e1840", "e1939", "e1938"))) == ["19.13"]


def test_the_terrain_of_its_hex_counts() -> None:
    on = board(BLOCK, terrain={POINT: "bocage"})
    now = here(unit("us-1", ma=4), "e1942", on=on)
    assert barred(now, Move("us-1", ("e1941", "e1841"))) == ["19.13"]
    assert not done(now, Move("us-1", ("e1941",))).flag("dp", POINT)


def test_behind_a_hexside_that_cannot_be_crossed_it_stops_nobody() -> None:
    on = board(BLOCK, sides={"e1940/e1941": "cliff"})
    now = here(unit("us-1", ma=3), "e1942", on=on)
    assert barred(now, Move("us-1", ("e1941", "e1942"))) == []
    assert done(now, Move("us-1", ("e1941",))).flag("dp", POINT)


def test_a_unit_that_starts_next_to_it_may_enter_whatever_it_costs() -> None:
    on = board(BLOCK, terrain={POINT: "marsh"})
    slow = unit("us-1", ma=4)
    now = here(slow, "e1941", on=on)
    assert barred(now, Move("us-1", (POINT,))) == []
    assert "8.12" in {s.rule for s in look(now, Move("us-1", (POINT,))).steps}
    assert not done(now, Move("us-1", (POINT,))).flag("dp", POINT)
    assert POINT in reach(now, "us-1").destinations
    assert barred(now, Move("us-1", (POINT, "e1939"))) == ["8.12"]
    far = here(slow, "e1942", on=on)
    assert barred(far, Move("us-1", ("e1941", POINT))) == ["19.13"]


def test_whether_that_removes_it_is_a_reading() -> None:
    on = board(BLOCK, terrain={POINT: "marsh"})
    now = here(unit("us-1", ma=4), "e1941", on=on, options={"dp-exception": "B"})
    assert done(now, Move("us-1", (POINT,))).flag("dp", POINT)


def test_the_exception_lifts_no_ban() -> None:
    tank = unit("us-1", "armor", ma=4, armor=3)
    now = here(tank, "e1941", on=board(BLOCK, terrain={POINT: "marsh"}))
    assert "8.46" in barred(now, Move("us-1", (POINT,)))
    cliff = here(unit("us-1", ma=2), "e1941", on=board(BLOCK, sides={"e1940/e1941": "cliff"}))
    assert "8.43" in barred(cliff, Move("us-1", (POINT,)))
    assert POINT not in reach(cliff, "us-1").ways


def test_the_exception_holds_whatever_else_the_step_costs() -> None:
    now = here(unit("us-1", ma=3), "e1941", (unit("ge-1"), "e1840"))
    assert barred(now, Move("us-1", (POINT,))) == []
    assert POINT in reach(now, "us-1").destinations


def test_what_an_enemy_zoc_costs_counts_for_those_that_stop() -> None:
    watched = (unit("ge-1"), "e1840")
    assert barred(here(unit("us-1", ma=4), "e1942"), Move("us-1", ("e1941", "e1942"))) == []
    now = here(unit("us-1", ma=4), "e1942", watched)
    after = done(now, Move("us-1", ("e1941",)))
    assert not after.flag("dp", POINT)
    assert barred(now, Move("us-1", ("e1941", "e1942"))) == ["19.13"]


def test_a_unit_that_takes_a_point_off_first_goes_on_beside_it() -> None:
    on = board(BLOCK, terrain={"e2041": "marsh", "e1841": "marsh"})
    now = here(unit("us-1", ma=6), "e1941", on=on)
    found = reach(now, "us-1")
    for space in found.destinations:
        assert barred(now, Move("us-1", found.path(space))) == [], space
    back = Move("us-1", (POINT, "e1941", "e1942"))
    assert barred(now, back) == []
    assert "5 MP of 6 MP" in look(now, back).steps[-1].text
    assert barred(now, Move("us-1", (POINT, "e1941", POINT))) == []


def test_germans_pass_it_free_and_absorb_it_where_they_stop() -> None:
    who = unit("ge-1", ma=2)
    now = here(who, "e1941", side="german")
    assert "1 MP of 2 MP" in look(now, Move("ge-1", (POINT,))).steps[-1].text
    assert not done(now, Move("ge-1", (POINT,))).flag("dp", POINT)
    assert done(now, Move("ge-1", (POINT, "e1939"))).flag("dp", POINT)
    assert done(now, Move("ge-1", ("e1942",))).flag("dp", POINT)


def test_a_path_through_one_point_meets_the_next() -> None:
    now = situation(ON, (unit("us-1", ma=6), "e1942"), facts={("dp", "e1941"): True, ("dp", POINT): True})
    assert barred(now, Move("us-1", ("e1941", POINT))) == []
    after = done(now, Move("us-1", ("e1941",)))
    assert not after.flag("dp", "e1941")
    assert after.flag("dp", POINT)
    short = situation(ON, (unit("us-1", ma=5), "e1942"), facts={("dp", "e1941"): True, ("dp", POINT): True})
    both = done(short, Move("us-1", ("e1941",)))
    assert not both.flag("dp", "e1941")
    assert not both.flag("dp", POINT)


def test_the_layers() -> None:
    now = here(unit("us-1"), "e1942")
    assert delay.delay_points(now) == {POINT}
    assert set(delay.near(now)) >= {"e1941", "e2040"}
    draft = now.draft()
    delay.absorb(draft, POINT, "german")
    assert draft.flag("dp", POINT)
    delay.taken(draft, [POINT])
    assert not draft.flag("dp", POINT)


@pytest.mark.parametrize("to", [POINT, "e1939"])
def test_the_ruling_tells_of_it(to: str) -> None:
    found = reach_ruling(here(unit("us-1"), "e1942"), "us-1", to=to)
    assert found.ok
    assert any(s.rule == "19.11" for s in found.steps) == (to == POINT)


def test_what_becomes_of_it_is_told() -> None:
    def rules(now: Position, action: Move) -> set[str]:
        return {s.rule for s in look(now, action).steps}

    taken = here(unit("us-1"), "e1942")
    assert {"8.14", "19.11", "19.12"} <= rules(taken, Move("us-1", ("e1941", POINT)))
    assert "19.14" in rules(here(unit("us-1", ma=1), "e1942"), Move("us-1", ("e1941",)))
    assert "19.15" in rules(here(unit("ge-1"), "e1941", side="german"), Move("ge-1", (POINT,)))
