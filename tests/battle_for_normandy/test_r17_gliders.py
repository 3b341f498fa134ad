"""17.7, 17.7.1, 17.7o: gliders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r17 import gliders
from adjudicator.battle_for_normandy.r17.gliders import HopGlider, LandGlider, PlaceGliderPathfinder
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build

BOARD = build.board(build.around("a4118", radius=3))
FINDER = build.unit("us-82-pf", "pathfinder", division="us-82")
BOX = ("airborne-us-82",)
GLIDER = build.unit("us-82-1-325", "glider", division="us-82", arrival=6, entry=BOX)


def _here(*more: tuple[Unit, str], unit: Unit = GLIDER, time: str = "pm", **facts: Any) -> Position:
    placed = [(FINDER, "a4118"), (unit, "turn-track"), *more]
    return build.situation(BOARD, *placed, time=time, date=6, **facts)


def _landed(here: Position, *dice: tuple[int, ...], uid: str = GLIDER.id) -> Position:
    here = apply(here, LandGlider(uid, "a4117"))
    for values in dice:
        here = apply(here, Roll(values))
    return here


def test_it_lands_on_target_with_the_pathfinders_leaving_after_the_last() -> None:
    after = _landed(_here(), (3, 3))
    assert (after.pieces[GLIDER.id].space, after.pieces[GLIDER.id].status) == ("a4117", "full")
    assert after.pieces["us-82-pf"].space == "removed"
    more = build.unit("us-82-2-325", "glider", division="us-82", arrival=7, entry=BOX)
    assert _landed(_here((more, "turn-track")), (3, 3)).pieces["us-82-pf"].space == "a4118"


def test_survival_takes_a_step_or_a_one_step_unit() -> None:
    assert _landed(_here(), (2, 1)).pieces[GLIDER.id].status == "reduced"
    guns = build.unit("us-82-319", "artillery", division="us-82", arrival=6, entry=BOX, marks=("airborne",))
    lost = _landed(_here(unit=guns), (1, 1), uid="us-82-319")
    assert lost.pieces["us-82-319"].space == "eliminated"
    safe = _landed(_here(unit=guns), (3, 1), uid="us-82-319")
    assert safe.flag("flipped", "us-82-319")


def test_off_target_it_may_meet_germans() -> None:
    here = _here((build.unit("ge-1"), "a4114"))
    after = _landed(here, (5, 4), (2,))
    assert after.pieces[GLIDER.id].space == "a4116"
    hit = apply(_landed(_here((build.unit("ge-1"), "a4115")), (5, 4), (2,)), Roll((5,)))
    assert hit.pieces[GLIDER.id].status == "reduced"


@pytest.mark.parametrize(
    ("more", "to", "rules"),
    [
        ([(build.unit("ge-1"), "a4117")], "a4117", ["17.7", "17.7"]),
        ([(build.unit("ge-1"), "a4116")], "a4117", ["17.7"]),
        ([], "a4118", []),
    ],
)
def test_where_it_may_aim(more: list[tuple[Unit, str]], to: str, rules: list[str]) -> None:
    found = playing.barred(_here(*more), LandGlider(GLIDER.id, to))
    assert found == rules or set(found) == set(rules)


def test_a_line_to_a_pathfinder_of_its_division_is_needed() -> None:
    other = build.unit("us-101-9", "glider", division="us-101", arrival=6, entry=("airborne-us-101",))
    here = _here((other, "turn-track"))
    assert playing.barred(here, LandGlider("us-101-9", "a4117")) == ["17.7"]
    assert playing.barred(_here(time="am"), LandGlider(GLIDER.id, "a4117")) == ["17.7"]


def test_one_hex_on_the_turn_of_its_landing() -> None:
    after = _landed(_here(), (3, 3))
    moved = playing.done(after, HopGlider(GLIDER.id, "a4116"))
    assert moved.pieces[GLIDER.id].space == "a4116"
    assert playing.barred(moved, HopGlider(GLIDER.id, "a4117")) == ["17.7"]
    assert playing.barred(after, HopGlider(GLIDER.id, "a4115")) == ["17.7"]


def test_the_chances_count_the_landing_itself() -> None:
    found = gliders.distribution(_here(), "a4117")
    assert sum(x.chance for x in found) == 1
    best = found[0]
    assert (best.hex, best.chance, best.survival) == ("a4117", Fraction(1, 2), Fraction(8, 10))


def test_the_recon_regiment_comes_by_an_option_only() -> None:
    unit = build.unit("br-6-aarr", "recon", division="br-6", arrival=6, entry=("airborne-br-6",))
    assert gliders.waiting(_here(unit=unit)) == ()
    assert gliders.waiting(_here(unit=unit, options={"17.7.1": "B"}))


def test_a_glider_pathfinder_opens_another_drop_zone_near_the_hq() -> None:
    zone = build.unit("us-82-gpf", "pathfinder", division="us-82")
    more = [(zone, "pool"), (build.hq("us-82"), "a4116")]
    assert playing.barred(_here(*more), PlaceGliderPathfinder("us-82-gpf", "a4115")) == ["17.7o"]
    here = _here(*more, options={"17.7o": "B"})
    after = apply(apply(here, PlaceGliderPathfinder("us-82-gpf", "a4115")), Roll((1,)))
    assert after.pieces["us-82-gpf"].space == "a4115"
