"""18.6, 20.2.1: one, two and three MPs, never onto the beach, and the sleepers of the Cotentin."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r18.german_movement import March
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

ROW = [f"c31{column:02d}" for column in range(6, 16)]
GERMAN = build.unit("ge-1")


def _here(phase: int, *more: tuple[Unit, str], unit: Unit = GERMAN, **board: Any) -> Position:
    on = build.board(build.around(*ROW), **board)
    return june_6.invasion(phase, on, (unit, "c3114"), *more, step="german-movement")


def _path(length: int) -> tuple[str, ...]:
    return tuple(f"c31{14 - n:02d}" for n in range(1, length + 1))


def test_the_phase_gives_the_allowance() -> None:
    for phase in (1, 2, 3):
        assert playing.barred(_here(phase), March("ge-1", _path(phase))) == []
        assert playing.barred(_here(phase), March("ge-1", _path(phase + 1))) == ["18.6"]


def test_one_hex_is_always_open_but_never_a_beach_or_closed_terrain() -> None:
    assert playing.barred(_here(1, terrain={"c3113": "bocage"}), March("ge-1", ("c3113",))) == []
    assert "18.6" in playing.barred(_here(1, terrain={"c3113": "beach"}), March("ge-1", ("c3113",)))
    cliff = build.sides("c3113/c3114", kind="cliff")
    assert "10.6" in playing.barred(_here(1, sides=cliff), March("ge-1", ("c3113",)))


def test_a_unit_moves_once_and_not_through_enemies_or_ezocs() -> None:
    after = playing.done(_here(1), March("ge-1", ("c3113",)))
    assert playing.barred(after, March("ge-1", ("c3112",))) == ["10.1"]
    held = _here(2, (build.unit("us-1"), "c3112"))
    assert playing.barred(held, March("ge-1", ("c3113", "c3112"))) != []
    near = _here(3, (build.unit("us-1"), "c3014"))
    assert playing.barred(near, March("ge-1", ("c3113",))) == ["5.2"]


def test_roads_help_and_highways_more() -> None:
    road = build.road("c3114", *_path(4), kind="primary")
    assert playing.barred(_here(2, roads=road), March("ge-1", _path(4))) == []
    highway = build.road("c3114", *_path(6), kind="highway")
    assert playing.barred(_here(2, roads=highway), March("ge-1", _path(6), strategic=True)) == []
    enemy = (build.unit("us-1"), "c3106")
    assert "10.8" in playing.barred(_here(2, enemy, roads=highway), March("ge-1", _path(6), strategic=True))
    assert "10.8" in playing.barred(_here(2), March("ge-1", _path(2), strategic=True))


COAST = ["a3615", "a3614", "a3613", "a3612"]


def _cotentin(*more: tuple[Unit, str]) -> Position:
    on = build.board(build.around(*COAST, radius=2), features={"a3612": {"coastal": True}})
    return june_6.invasion(1, on, (GERMAN, "a3614"), *more, step="german-movement")


def test_units_near_the_coast_of_map_a_sleep_until_alerted() -> None:
    assert playing.barred(_cotentin(), March("ge-1", ("a3615",))) == ["20.2.1"]
    assert playing.barred(_cotentin((build.unit("us-1"), "a3616")), March("ge-1", ("a3614",))) != ["20.2.1"]
    awake = _cotentin((build.unit("us-1"), "a3413"))
    assert playing.barred(awake, March("ge-1", ("a3615",))) == []
    british = _cotentin((build.unit("br-1"), "a3413"))
    assert playing.barred(british, March("ge-1", ("a3615",))) == ["20.2.1"]
    ship = _cotentin((build.unit("br-s", "ship"), "a3411"))
    assert playing.barred(ship, March("ge-1", ("a3615",))) == []


def test_further_inland_nobody_sleeps() -> None:
    on = build.board(build.around(*COAST, radius=2), features={"a3612": {"coastal": True}})
    here = june_6.invasion(1, on, (GERMAN, "a3615"), step="german-movement")
    assert playing.barred(here, March("ge-1", ("a3616",))) == []
