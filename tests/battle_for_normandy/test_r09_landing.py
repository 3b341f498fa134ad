"""Sections 9.2.2 and 19.4.1: Allied reinforcements are placed, land, and move up."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r09 import landing as r09_landing
from adjudicator.battle_for_normandy.r09 import reinforcements as r09_reinforcements
from adjudicator.battle_for_normandy.r09.landing import Land
from adjudicator.battle_for_normandy.r09.reinforcements import Place
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

QUEUE = ("c1728", "c1628", "c1527")
BEACH = "c1829"
_SEA = dict.fromkeys(build.around("c1628", radius=2), "sea")
_LAND = dict.fromkeys(build.around("c1930", radius=1), "clear")
_BEACHES = {"c1829": "beach", "c1828": "beach", "c1830": "beach"}
_TERRAIN = {**_SEA, **_LAND, **_BEACHES, "c1928": "beach", "c1927": "clear"}
_FEATURES: dict[str, dict[str, Any]] = {
    BEACH: {"site": "gold", "beach": "king-red"},
    **{h: {"site": "gold", "beach": "king-red", "queue": n} for n, h in enumerate(QUEUE, 1)},
}
ON = build.board(list(_TERRAIN), terrain=_TERRAIN, features=_FEATURES)
HELD = {("beachhead", "gold"): "king-red", ("control", BEACH): "allied"}


def units(number: int, **more: Any) -> list[Any]:
    return [
        build.unit(f"br-{n}", entry=("gold",), arrival=9, division="br-50", **more) for n in range(number)
    ]


def landing(*placed: Any, facts: dict[tuple[str, str], Any] | None = None, **more: Any) -> Position:
    return build.situation(ON, *placed, facts={**HELD, **(facts or {})}, **more)


def test_the_row_of_a_beachhead() -> None:
    assert r09_landing.rows(landing(), "gold") == (QUEUE,)
    assert r09_landing.rows(landing(), "juno") == ()
    assert set(r09_landing.landing_hexes(landing(), "c1728")) == {"c1828", "c1829"}


def test_a_complete_mulberry_opens_two_more_rows() -> None:
    here = landing(facts={("mulberry", "gold"): 21})
    assert len(r09_landing.rows(here, "gold")) == 3
    assert r09_landing.site_of(here, "c1727") == "gold"


def test_worked_example_land_first_then_advance() -> None:
    queue = units(12)
    placed = [(u, QUEUE[n // 4]) for n, u in enumerate(queue)]
    here = landing(*placed)
    for n, target in enumerate((BEACH, BEACH, "c1828", "c1828")):
        here = playing.done(here, Land((f"br-{n}",), target))
    draft = here.draft()
    r09_landing.advance_queues(draft)
    assert len(draft.units_in(BEACH)) == len(draft.units_in("c1828")) == 2
    assert [len(draft.units_in(h)) for h in QUEUE] == [4, 4, 0]


@pytest.mark.parametrize(
    ("phase", "letter", "moves"),
    [("movement", "A", True), ("mech-movement", "A", False), ("mech-movement", "B", True)],
)
def test_the_queues_advance_in_the_mechanized_phase_by_the_option_only(
    phase: str, letter: str, moves: bool
) -> None:
    placed = [(u, QUEUE[1]) for u in units(2)]
    draft = landing(*placed, options={"9.2.2o": letter}).draft()
    draft.set("phase", phase)
    r09_landing.close_movement(draft)
    assert bool(draft.units_in(QUEUE[0])) == moves


def test_landing_keeps_to_stacking_and_the_front_hex() -> None:
    one, two, three = units(3)
    here = landing((one, "c1728"), (two, BEACH), (three, BEACH))
    assert playing.barred(here, Land(("br-0",), BEACH)) == ["6.1"]
    assert playing.barred(landing((one, "c1628")), Land(("br-0",), BEACH)) == ["9.2.2"]
    assert playing.barred(landing((one, "c1728")), Land(("br-0",), "c1830")) == ["9.2.2"]


def test_artillery_lands_on_its_moved_side_mechanized_does_not() -> None:
    gun, sp = build.unit("br-fd", "artillery"), build.unit("br-sp", "sp-artillery")
    here = landing((gun, "c1728"), (sp, "c1728"))
    assert playing.done(here, Land(("br-fd",), BEACH)).flag("flipped", "br-fd")
    assert not playing.done(here, Land(("br-sp",), BEACH)).flag("flipped", "br-sp")


def test_only_companies_land_into_an_ezoc_but_one_battalion_in_need() -> None:
    enemy = (build.unit("ge-916"), "c1929")
    battalion, company = build.unit("br-1"), build.unit("br-co", "co")
    both = landing((battalion, "c1728"), (company, "c1728"), enemy)
    assert playing.barred(both, Land(("br-1",), BEACH)) == ["9.2.2"]
    assert playing.barred(both, Land(("br-co",), BEACH)) == []
    blocked = landing((battalion, "c1728"), enemy, (build.unit("ge-917"), "c1927"))
    assert playing.barred(blocked, Land(("br-1",), BEACH)) == []


def test_weather_limits_landing() -> None:
    one, two = units(2)
    rain = landing((one, "c1728"), (two, "c1728"), weather="heavy-rain")
    assert playing.barred(rain, Land(("br-0", "br-1"), BEACH)) == ["8.2"]
    once = playing.done(rain, Land(("br-0",), BEACH))
    assert playing.barred(once, Land(("br-1",), BEACH)) == ["8.2"]
    storm = landing((one, "c1728"), weather="storm")
    assert playing.barred(storm, Land(("br-0",), BEACH)) == ["8.2"]


def test_landing_in_the_mechanized_phase_is_an_option() -> None:
    one = units(1)[0]
    assert playing.barred(landing((one, "c1728"), phase="mech-movement"), Land(("br-0",), BEACH)) == ["9.2.2"]
    on = {"9.2.2o": "B"}
    assert (
        playing.barred(landing((one, "c1728"), phase="mech-movement", options=on), Land(("br-0",), BEACH))
        == []
    )
    done = landing((one, "c1728"), phase="mech-movement", options=on, facts={("mulberry", "gold"): 21})
    assert playing.barred(done, Land(("br-0",), BEACH)) == ["9.2.2o"]


# --- placing ----------------------------------------------------------------------------------------------


def placing(*placed: Any, **more: Any) -> Position:
    return landing(*placed, phase="reinforcements", time="night", **more)


def test_units_are_placed_in_any_hex_with_room() -> None:
    five = units(5)
    here = placing(*((u, "turn-track") for u in five))
    assert playing.barred(here, Place(("br-0", "br-1", "br-2", "br-3"), "c1628")) == []
    assert playing.barred(here, Place(tuple(u.id for u in five), "c1628")) == ["9.2.2"]


def test_not_before_their_day_and_not_ahead_of_who_came_before() -> None:
    old, new = build.unit("br-old"), units(1)[0]
    late = build.unit("br-late", entry=("gold",), arrival=12)
    here = placing((old, "c1628"), (new, "turn-track"), (late, "turn-track"))
    assert playing.barred(here, Place(("br-0",), "c1728")) == ["9.2.2"]
    assert playing.barred(here, Place(("br-0",), "c1628")) == []
    assert "9.2" in playing.barred(here, Place(("br-late",), "c1628"))


def test_a_lost_beachhead_sends_units_to_another_of_the_nation() -> None:
    juno = build.unit("br-j", entry=("juno",), arrival=9, division="br-50")
    us = build.unit("us-j", entry=("omaha",), arrival=9, division="us-1")
    here = placing((juno, "turn-track"), (us, "turn-track"))
    assert r09_reinforcements.sites_of(here, here.pieces["br-j"]) == ("gold",)
    assert r09_reinforcements.sites_of(here, here.pieces["us-j"]) == ()


def test_ships_come_by_the_sea_not_by_the_queue() -> None:
    ship = build.unit("br-ajax", "cruiser", arrival=9, entry=("gold",))
    here = placing((ship, "turn-track"))
    assert not r09_reinforcements.is_by_sea(here, here.pieces["br-ajax"])
