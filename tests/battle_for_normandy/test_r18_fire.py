"""18.4, 18.5: German Defensive Fire and Allied Fire (traps 80, 82, 106; BFN-EX-064, 070)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18.fire import Volley
from adjudicator.battle_for_normandy.r18.volleys import FollowUp, InvasionFire, TakeHit
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

GOLD = june_6.gold()
POINT = build.unit("ge-sp", "sp", as_=3)
CO = build.unit("br-c1", "co")


def _german(*placed: tuple[Unit, str], phase: int = 1, **more: Any) -> Position:
    return june_6.invasion(phase, GOLD, *placed, step="german-fire", **more)


def _stack(companies: int, support: int) -> list[tuple[Unit, str]]:
    units = [build.unit(f"br-c{n}", "co") for n in range(1, companies + 1)]
    units += [build.unit(f"br-v{n}", "avre") for n in range(1, support + 1)]
    return [(u, "c1829") for u in units]


@pytest.mark.parametrize(("companies", "support", "bonus"), [(3, 2, 3), (2, 0, 0), (2, 1, 1), (3, 0, 1)])
def test_every_unit_beyond_two_on_a_beach_hex_adds_one(companies: int, support: int, bonus: int) -> None:
    here = _german((POINT, "c1929"), *_stack(companies, support))
    assert r18_fire.hit_number(here, Volley(("ge-sp",), "c1829")) == 3 + bonus


def test_the_beach_bonus_is_german_only_and_for_beach_hexes_only() -> None:
    land = _german((POINT, "c1929"), *[(u, "c2029") for u, _ in _stack(3, 2)])
    assert r18_fire.hit_number(land, Volley(("ge-sp",), "c2029")) == 3
    germans = [(build.unit(f"ge-{n}", "co"), "c1829") for n in range(3)]
    allied = june_6.invasion(1, GOLD, (CO, "c1928"), *germans)
    assert r18_fire.hit_number(allied, Volley(("br-c1",), "c1829")) == 1


def test_units_of_one_hex_add_up_and_guns_and_hqs_count_1() -> None:
    units = [
        (build.unit("ge-1"), "c1929"),
        (build.unit("ge-art", "artillery"), "c1929"),
        (build.hq("ge-716"), "c1929"),
    ]
    here = _german(*units, (CO, "c1829"))
    assert r18_fire.hit_number(here, Volley(("ge-1", "ge-art", "ge-716-hq"), "c1829")) == 7
    assert r18_fire.stack_strength(here, "c1929", "german") == 7
    apart = _german((POINT, "c1929"), (build.unit("ge-1"), "c2029"), (CO, "c1829"))
    assert playing.barred(apart, InvasionFire(("ge-sp", "ge-1"), "c1829")) == ["18.4"]


def test_a_bluff_subtracts_one_and_rangers_ignore_it() -> None:
    on = june_6.gold(sides=build.sides("c1829/c1929", kind="bluff"))
    here = june_6.invasion(1, on, (POINT, "c1929"), (CO, "c1829"), step="german-fire")
    assert r18_fire.hit_number(here, Volley(("ge-sp",), "c1829")) == 2
    assert r18_fire.hit_number(here, Volley(("br-c1",), "c1929")) == 0
    read = june_6.invasion(
        1, on, (POINT, "c1929"), (CO, "c1829"), step="german-fire", options={"bluff-fire": "B"}
    )
    assert r18_fire.hit_number(read, Volley(("ge-sp",), "c1829")) == 3
    ranger = build.unit("us-r", "ranger-co")
    climb = june_6.invasion(1, on, (POINT, "c1929"), (ranger, "c1829"))
    assert r18_fire.hit_number(climb, Volley(("us-r",), "c1929")) == 1


def test_combined_arms_helps_both_sides_unless_cancelled() -> None:
    tank = build.unit("br-t", "tank-co")
    volley = Volley(("br-c1", "br-t"), "c1929")
    alone = june_6.invasion(1, GOLD, (CO, "c1829"), (tank, "c1829"), (build.unit("ge-1"), "c1929"))
    assert r18_fire.combined_arms(alone, volley)
    guns = june_6.invasion(1, GOLD, (CO, "c1829"), (tank, "c1829"), (build.unit("ge-1", "at"), "c1929"))
    assert not r18_fire.combined_arms(guns, volley)
    marsh = june_6.gold({"c1929": "flooded"})
    wet = june_6.invasion(1, marsh, (CO, "c1829"), (tank, "c1829"), (build.unit("ge-1"), "c1929"))
    assert not r18_fire.combined_arms(wet, volley)


def test_one_hits_and_ten_misses_whatever_the_number() -> None:
    assert [r18_fire.chance(n) for n in (-2, 1, 5, 15)] == [Fraction(n, 10) for n in (1, 1, 5, 9)]


def test_each_unit_fires_once_at_an_adjacent_land_hex() -> None:
    here = _german((POINT, "c1929"), (CO, "c1829"), (build.unit("br-c2", "co"), "c1728"))
    after = apply(apply(here, InvasionFire(("ge-sp",), "c1829")), Roll((10,)))
    assert after.flag("revealed", "ge-sp")
    assert playing.barred(after, InvasionFire(("ge-sp",), "c1829")) == ["18.4"]
    assert "18.4" in playing.barred(here, InvasionFire(("ge-sp",), "c1728"))
    assert playing.barred(here, InvasionFire(("br-c1",), "c1929")) == ["18.4", "18.4"]
    inland = _german((build.unit("ge-1"), "c2028"), (CO, "c1829"), (build.unit("br-c2", "co"), "c1728"))
    assert "18.4" in playing.barred(inland, InvasionFire(("ge-1",), "c1829"))


def test_the_german_player_chooses_who_loses_a_step_and_no_support_unit() -> None:
    here = _german((POINT, "c1929"), *_stack(2, 2))
    hit = apply(apply(here, InvasionFire(("ge-sp",), "c1829")), Roll((4,)))
    assert hit.decision is not None
    assert hit.decision.player == "german"
    assert hit.decision.data["units"] == ["br-c1", "br-c2"]
    assert playing.barred(hit, TakeHit("br-v1")) == ["18.4"]
    assert apply(hit, TakeHit("br-c2")).pieces["br-c2"].space == "companies"
    read = _german((POINT, "c1929"), *_stack(2, 0), options={"invasion-losses": "B"})
    hit = apply(apply(read, InvasionFire(("ge-sp",), "c1829")), Roll((1,)))
    assert hit.decision is not None
    assert hit.decision.player == "allied"


def test_support_units_left_alone_are_removed() -> None:
    here = _german((POINT, "c1929"), *_stack(1, 1))
    after = apply(apply(here, InvasionFire(("ge-sp",), "c1829")), Roll((1,)))
    assert after.pieces["br-v1"].space == "removed"


def test_with_battalion_landings_a_hit_takes_a_step() -> None:
    battalion = build.unit("br-1")
    here = _german((POINT, "c1929"), (battalion, "c1829"), options={"22.3o": "B"})
    after = apply(apply(here, InvasionFire(("ge-sp",), "c1829")), Roll((1,)))
    assert after.pieces["br-1"].status == "reduced"


def test_one_company_follows_up_into_an_emptied_hex() -> None:
    second = build.unit("br-c2", "co")
    here = june_6.invasion(1, GOLD, (CO, "c1829"), (second, "c1829"), (POINT, "c1929"))
    empty = apply(apply(here, InvasionFire(("br-c1", "br-c2"), "c1929")), Roll((2,)))
    assert empty.decision is not None
    assert empty.decision.kind == "follow-up-company"
    assert apply(empty, FollowUp("br-c1")).pieces["br-c1"].space == "c1929"
    assert not apply(empty, FollowUp()).pending
    assert playing.barred(empty, FollowUp("ge-sp")) == ["18.5"]
    missed = apply(apply(here, InvasionFire(("br-c1", "br-c2"), "c1929")), Roll((9,)))
    assert not missed.pending


def test_units_at_sea_do_not_fire() -> None:
    here = june_6.invasion(1, GOLD, (CO, "c1728"), (POINT, "c1829"))
    assert "18.5" in playing.barred(here, InvasionFire(("br-c1",), "c1829"))
