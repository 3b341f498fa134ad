"""17.3, 17.4, 17.6, 18.3.2: one hex, and fire one by one (traps 4, 84)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r17.airborne import OneHex, Shoot
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

BOARD = build.board(build.around("c3108", radius=3), sides=build.sides("c3108/c3107", kind="cliff"))
PARA = build.unit("us-a", "para-co")
GERMAN = build.unit("ge-1")


def _move(*placed: tuple[Unit, str], **more: Any) -> Position:
    return june_6.night("airborne-movement", BOARD, (PARA, "c3108"), *placed, **more)


def test_an_airborne_unit_moves_one_hex_once() -> None:
    after = playing.done(_move(), OneHex("us-a", "c3008"))
    assert after.pieces["us-a"].space == "c3008"
    assert after.flag("moved", "us-a")
    assert playing.barred(after, OneHex("us-a", "c3108")) == ["17.3"]
    assert playing.barred(_move(), OneHex("us-a", "c2908")) == ["17.3"]
    assert playing.barred(_move(), OneHex("us-a", "c3107")) == ["10.6"]


def test_it_leaves_an_ezoc_but_does_not_enter_another() -> None:
    here = _move((GERMAN, "c3109"))
    assert playing.barred(here, OneHex("us-a", "c3209")) == ["17.3"]
    assert playing.barred(here, OneHex("us-a", "c3107")) == ["10.6"]
    assert playing.barred(here, OneHex("us-a", "c3208")) == []
    assert "10.1" in playing.barred(here, OneHex("us-a", "c3109"))


def test_others_and_pathfinders_do_not_move_in_the_night() -> None:
    here = _move((build.unit("us-1"), "c3008"), (build.unit("us-pf", "pathfinder"), "c3008"))
    assert playing.barred(here, OneHex("us-1", "c2908")) == ["17.3"]
    assert playing.barred(here, OneHex("us-pf", "c2908")) == ["17.3"]


def test_stacking_binds_at_once_in_the_invasion_only() -> None:
    crowd = [(build.unit(f"us-{n}"), "c3008") for n in (1, 2)]
    assert playing.barred(_move(*crowd), OneHex("us-a", "c3008")) == []
    here = june_6.invasion(2, BOARD, (PARA, "c3108"), *crowd, step="landing")
    assert playing.barred(here, OneHex("us-a", "c3008")) == ["18.3.2"]


def _fire(word: str, as_: int, die: int, victim: Unit = GERMAN) -> str:
    shooter = build.unit("us-s", word, as_=as_, marks=("airborne",))
    here = june_6.night("airborne-combat", BOARD, (shooter, "c3108"), (victim, "c3008"))
    after = apply(apply(here, Shoot("us-s", victim.id)), Roll((die,)))
    return after.pieces[victim.id].status if after.pieces[victim.id].space == "c3008" else "gone"


@pytest.mark.parametrize(
    ("as_", "die", "status"), [(2, 2, "reduced"), (2, 3, "full"), (0, 1, "reduced"), (12, 10, "full")]
)
def test_one_hits_and_ten_misses(as_: int, die: int, status: str) -> None:
    assert _fire("para-co", as_, die) == status


def test_guns_and_hqs_fire_with_1() -> None:
    assert _fire("artillery", 4, 2) == "full"
    assert _fire("artillery", 4, 1) == "reduced"
    assert _fire("para-co", 2, 2, build.unit("ge-sp", "sp")) == "gone"


def test_a_german_may_be_shot_at_again_but_each_unit_fires_once() -> None:
    second = build.unit("us-b", "para-co")
    here = june_6.night("airborne-combat", BOARD, (PARA, "c3108"), (second, "c3108"), (GERMAN, "c3008"))
    after = apply(apply(here, Shoot("us-a", "ge-1")), Roll((9,)))
    assert playing.barred(after, Shoot("us-a", "ge-1")) == ["17.4"]
    assert playing.barred(after, Shoot("us-b", "ge-1")) == []
    assert playing.barred(after, Shoot("us-b", "us-a")) == ["17.4", "17.4"]


def test_germans_fire_back_one_by_one_in_reaction_combat() -> None:
    here = june_6.night("reaction-combat", BOARD, (PARA, "c3108"), (GERMAN, "c3008"), side="german")
    assert apply(apply(here, Shoot("ge-1", "us-a")), Roll((5,))).pieces["us-a"].space == "companies"
    assert playing.barred(here, Shoot("us-a", "ge-1")) == ["17.6", "17.6"]
    far = june_6.night("reaction-combat", BOARD, (PARA, "c3108"), (GERMAN, "c3208"), side="german")
    near = playing.barred(far, Shoot("ge-1", "us-a"))
    assert near == ([] if "c3208" in build.around("c3108") else ["17.6"])
