"""18.7, 18.5: guns of the invasion and Emergency Naval Support (traps 86, 108; BFN-EX-065, 066)."""

from __future__ import annotations

from typing import Any

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r18 import artillery as r18_artillery
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18.artillery import CallShips
from adjudicator.battle_for_normandy.r18.fire import Volley
from adjudicator.battle_for_normandy.r18.german_movement import March
from adjudicator.battle_for_normandy.r18.volleys import InvasionFire
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

GOLD = june_6.gold()
POINT, CO = build.unit("ge-sp", "sp", as_=3), build.unit("br-c1", "co")
GUNS = build.unit("ge-art", "artillery", division="ge-716")
FIRE = InvasionFire(("ge-sp",), "c1829", ("ge-art",))


def _here(phase: int, gun: Unit = GUNS, step: str = "german-fire", **more: Any) -> Position:
    placed = [(POINT, "c1929"), (gun, "c2129"), (CO, "c1829")]
    return june_6.invasion(phase, GOLD, *placed, step=step, **more)


def test_one_gun_in_range_and_on_the_list_adds_its_strength_from_phase_2() -> None:
    assert r18_fire.hit_number(_here(2), Volley(("ge-sp",), "c1829", "ge-art")) == 7
    assert playing.barred(_here(2), FIRE) == []
    assert playing.barred(_here(1), FIRE) == ["18.7"]
    assert r18_artillery.guns(_here(2), Volley(("ge-sp",), "c1829")) == ("ge-art",)
    assert r18_artillery.guns(_here(1), Volley(("ge-sp",), "c1829")) == ()
    short = build.unit("ge-art", "artillery", division="ge-716", range=2)
    assert playing.barred(_here(2, short), FIRE) == ["18.7"]
    other = build.unit("ge-art", "artillery", division="ge-91")
    assert playing.barred(_here(2, other), FIRE) == ["18.7"]


def test_a_gun_fires_once_in_the_three_phases() -> None:
    after = apply(apply(_here(2), FIRE), Roll((10,)))
    assert after.text("invasion-gun", "ge-art") == "fired"
    assert after.flag("flipped", "ge-art")
    later = after.draft()
    later.clear("fired")
    later.set("invasion", 3)
    assert playing.barred(later.finish(), FIRE) == ["18.7"]


def test_a_towed_gun_that_moved_neither_fires_nor_moves() -> None:
    moved = playing.done(_here(1, step="german-movement"), March("ge-art", ("c2128",)))
    assert moved.text("invasion-gun", "ge-art") == "moved"
    draft = moved.draft()
    draft.forget("phase")
    draft.set("phase", "german-movement")
    draft.set("invasion", 2)
    assert playing.barred(draft.finish(), March("ge-art", ("c2129",))) == ["18.7"]
    draft.set("phase", "german-fire")
    assert playing.barred(draft.finish(), FIRE) == ["18.7"]


def test_a_mechanized_gun_moves_and_then_fires_once() -> None:
    mech = build.unit("ge-art", "sp-artillery", division="ge-716")
    moved = playing.done(_here(2, mech, step="german-movement"), March("ge-art", ("c2128",)))
    draft = moved.draft()
    draft.forget("phase")
    draft.set("phase", "german-fire")
    draft.set("invasion", 3)
    here = draft.finish()
    assert playing.barred(here, FIRE) == []
    again = here.draft()
    again.set("phase", "german-movement")
    assert playing.barred(again.finish(), March("ge-art", ("c2129",))) == ["18.7"]
    fired = apply(apply(here, FIRE), Roll((10,))).draft()
    fired.clear("fired")
    assert playing.barred(fired.finish(), FIRE) == ["18.7"]


def test_inland_only_guns_of_the_division_help() -> None:
    on = build.board(build.around("c3108", radius=3))
    for division, rules in (("ge-716", []), ("ge-352", ["18.7"])):
        infantry = build.unit("ge-1", division="ge-716")
        guns = build.unit("ge-art", "artillery", division=division)
        placed = [(infantry, "c3109"), (guns, "c3111"), (build.unit("br-p", "para-co"), "c3108")]
        here = june_6.invasion(2, on, *placed, step="german-fire")
        assert playing.barred(here, InvasionFire(("ge-1",), "c3108", ("ge-art",))) == rules


SHIP = build.unit("br-s", "cruiser", as_=5, entry=("gold",))
SEA = InvasionFire(("br-c1",), "c1929", ("br-s",))


def _allied(phase: int, **more: Any) -> Position:
    placed = [(POINT, "c1929"), (CO, "c1829"), (SHIP, "pool")]
    return june_6.invasion(phase, GOLD, *placed, csp=1, **more)


def test_ships_help_in_phase_3_for_a_csp() -> None:
    assert playing.barred(_allied(2), CallShips("c1829")) == ["18.5"]
    assert playing.barred(_allied(3), SEA) == ["18.5"]
    called = playing.done(_allied(3), CallShips("c1829"))
    assert called.number("csp") == 0
    assert playing.barred(called, SEA) == []
    assert playing.barred(called, CallShips("c1829")) == ["18.5", "18.5"]
    assert r18_fire.hit_number(called, Volley(("br-c1",), "c1929", "", ("br-s",))) == 6
    fired = apply(called, SEA)
    assert fired.flag("flipped", "br-s")
    sunk = apply(apply(fired, Roll((1,))), Roll((5,)))
    assert sunk.pieces["br-s"].space == "removed"
    assert sunk.pieces["ge-sp"].space == "c1929"
    safe = apply(apply(fired, Roll((10,))), Roll((5,)))
    assert safe.pieces["ge-sp"].space == "eliminated"


def test_allied_guns_that_landed_are_on_their_moved_side() -> None:
    guns = build.unit("br-g", "sp-artillery")
    here = june_6.invasion(
        2, GOLD, (POINT, "c1929"), (CO, "c1829"), (guns, "c1829"), marks={"br-g": {"flipped": True}}
    )
    assert playing.barred(here, InvasionFire(("br-c1",), "c1929", ("br-g",))) == ["12.5.2", "12.5.3"]
    at_sea = june_6.invasion(2, GOLD, (POINT, "c1929"), (CO, "c1829"), (guns, "c1728"))
    assert playing.barred(at_sea, InvasionFire(("br-c1",), "c1929", ("br-g",))) == ["18.5"]
