"""17.5: who reacts to the drop, and how far (traps 83, 84)."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r18.german_movement import March
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

ROW = [f"c31{column:02d}" for column in range(6, 14)]
PARA, GERMAN = build.unit("us-a", "para-co"), build.unit("ge-1")


def _here(*placed: tuple[Unit, str], terrain: dict[str, str] | None = None, **more: Any) -> Position:
    on = build.board(build.around(*ROW), terrain=terrain)
    return june_6.night("reaction-movement", on, *placed, side="german", **more)


def test_only_units_within_two_hexes_react() -> None:
    near = _here((PARA, "c3110"), (GERMAN, "c3108"))
    assert playing.done(near, March("ge-1", ("c3109",))).pieces["ge-1"].space == "c3109"
    far = _here((PARA, "c3110"), (GERMAN, "c3107"))
    assert playing.barred(far, March("ge-1", ("c3108",))) == ["17.5"]


def test_one_mp_and_no_minimum_unless_read_so() -> None:
    farm = {"c3109": "bocage"}
    units = ((PARA, "c3110"), (GERMAN, "c3108"))
    assert playing.barred(_here(*units, terrain=farm), March("ge-1", ("c3109",))) == ["17.5"]
    read = _here(*units, terrain=farm, options={"reaction-minimum": "B"})
    assert playing.barred(read, March("ge-1", ("c3109",))) == []
    assert playing.barred(_here(*units), March("ge-1", ("c3008", "c3009"))) == ["17.5"]


def test_never_onto_a_beach_and_only_what_moves() -> None:
    beach = _here((PARA, "c3110"), (GERMAN, "c3108"), terrain={"c3109": "beach"})
    assert "17.5" in playing.barred(beach, March("ge-1", ("c3109",)))
    fixed = _here(
        (PARA, "c3110"), (build.unit("ge-b", "battery"), "c3108"), (build.unit("ge-s", "sp"), "c3109")
    )
    assert playing.barred(fixed, March("ge-b", ("c3009",))) == ["10.3"]
    assert playing.barred(fixed, March("ge-s", ("c3009",))) == ["10.3"]


def test_a_pathfinder_alone_alerts_nobody_and_is_overrun() -> None:
    finder = build.unit("us-pf", "pathfinder")
    here = _here((finder, "c3109"), (GERMAN, "c3108"))
    assert playing.barred(here, March("ge-1", ("c3109",))) == ["17.5"]
    both = _here((finder, "c3109"), (PARA, "c3110"), (GERMAN, "c3108"))
    assert playing.done(both, March("ge-1", ("c3109",))).pieces["us-pf"].space == "removed"
    read = _here((finder, "c3109"), (PARA, "c3110"), (GERMAN, "c3108"), options={"pathfinder-reaction": "B"})
    assert playing.barred(read, March("ge-1", ("c3109",))) == ["17.5"]


def test_a_gun_that_reacts_has_moved_for_the_whole_invasion() -> None:
    gun = build.unit("ge-art", "artillery")
    here = _here((PARA, "c3110"), (gun, "c3108"))
    after = playing.done(here, March("ge-art", ("c3109",)))
    assert after.text("invasion-gun", "ge-art") == "moved"
    assert after.flag("flipped", "ge-art")
