"""Sections 12.3, 10.6 and 22.5o: mandatory attacks, every exception, and who did not attack."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r04_phases import EndPhase
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import forced as r12_forced
from adjudicator.battle_for_normandy.r12 import mandatory as r12_mandatory
from adjudicator.battle_for_normandy.r12.attack import Attack
from adjudicator.battle_for_normandy.r13.fire import FireAlone
from adjudicator.position import Position
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.combat import EAST, NE, NW, SE, SW, TARGET, WEST, asked, combat, roll
from tests.battle_for_normandy.test_r12_retreat import started
from tests.playing import choices, play, refused

US, US_2 = unit("us-1", division="us-1"), unit("us-2", division="us-1")
GE, GE_2 = unit("ge-1", division="ge-352"), unit("ge-2", division="ge-352")


def must(here: Position, uid: str = "us-1") -> tuple[str, ...]:
    """Hexes that a unit must see attacked."""
    return r12_mandatory.unit_duty(here, uid).hexes


def unmet(here: Position) -> dict[str, tuple[str, ...]]:
    """Unit -> hexes that are still to be attacked."""
    return {d.unit: d.unmet for d in r12_mandatory.unsatisfied(here)}


# --- rule 1 and its exceptions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "due"),
    [("clear", True), ("farmland", True), ("flooded", True), ("bocage", False), ("forest", False),
     ("city", False), ("beach", False)],
)  # fmt: skip
def test_open_terrain_by_day(ground: str, due: bool) -> None:
    here = combat((US, NW), (GE, TARGET), terrain={NW: ground})
    assert must(here) == ((TARGET,) if due else ())


@pytest.mark.parametrize(
    "more", [{"time": "night"}, {"weather": "heavy-rain"}, {"weather": "storm"}, {"options": {"22.5o": "B"}}]
)
def test_never_at_night_in_storms_or_with_the_option(more: dict[str, Any]) -> None:
    here = combat((US, NW), (GE, TARGET), **more)
    assert must(here) == ()
    assert unmet(here) == {}


def test_the_other_weather_is_day() -> None:
    assert must(combat((US, NW), (GE, TARGET), weather="light-showers", time="pm")) == (TARGET,)


@pytest.mark.parametrize("kind", ["stream", "major-river"])
@pytest.mark.parametrize("roads", [{}, {f"{NW}/{TARGET}": "primary"}])
def test_never_across_streams_and_rivers_bridged_or_not(kind: str, roads: dict[str, str]) -> None:
    """Diagram A of 12.3; a bridge changes nothing."""
    from tests.battle_for_normandy import build

    on = build.board(build.around(TARGET, radius=3), sides={f"{NW}/{TARGET}": kind}, roads=roads)
    here = build.situation(on, (US, NW), (GE, TARGET), phase="combat")
    assert must(here) == ()
    (row,) = r12_mandatory.unit_duty(here, "us-1").exempt
    assert row[:2] == (TARGET, "12.3")


def test_allied_units_need_not_attack_strongpoints_and_static_guns_alone() -> None:
    sp, bat = unit("ge-sp", "sp"), unit("ge-bat", "battery")
    assert must(combat((US, NW), (sp, TARGET), (bat, TARGET))) == ()
    assert must(combat((US, NW), (sp, TARGET), (GE, TARGET))) == (TARGET,)


def test_units_with_strongpoints_static_guns_or_entrenchments_are_free() -> None:
    sp, bat = unit("ge-sp", "sp"), unit("ge-bat", "battery")
    for word in (sp, bat):
        here = combat((US, NW), (GE, TARGET), (word, TARGET), side="german")
        assert must(here, "ge-1") == ()
        assert must(here, word.id) == ()
    dug = combat((US, NW), (GE, TARGET), side="german", facts={("entrenchment", TARGET): "ready"})
    assert must(dug, "ge-1") == ()
    half = combat((US, NW), (GE, TARGET), side="german", facts={("entrenchment", TARGET): "building"})
    assert must(half, "ge-1") == (NW,)


def test_a_point_of_interest_frees() -> None:
    assert must(combat((US, NW), (GE, TARGET), features={NW: {"poi": True}})) == ()
    assert must(combat((US, NW), (GE, TARGET), features={TARGET: {"poi": True}})) == (TARGET,)


def test_germans_inside_the_cherbourg_perimeter_are_free() -> None:
    inside = {TARGET: {"perimeter": True}}
    here = combat((GE, TARGET), (US, NW), side="german", features=inside)
    assert must(here, "ge-1") == ()
    assert r12_mandatory.unit_duty(here, "ge-1").exempt[0][1] == "10.6"
    assert must(combat((US, NW), (GE, TARGET), features=inside)) == (TARGET,)


def test_surrounded_units_are_free() -> None:
    foes = [(unit(f"ge-{n}", division="ge-352"), h) for n, h in enumerate((NE, SE, WEST))]
    here = combat((US, TARGET), *foes)
    assert must(here) == ()
    assert must(combat((US, TARGET), *foes[:1])) == (NE,)


def test_one_duty_for_every_adjacent_hex_and_each_unit() -> None:
    here = combat((US, TARGET), (US_2, TARGET), (GE, SE), (GE_2, SW))
    assert unmet(here) == {"us-1": (SE, SW), "us-2": (SE, SW)}


# --- what meets it ----------------------------------------------------------------------------------------


def test_an_attack_or_a_shot_satisfies_a_hex() -> None:
    gun = unit("us-gun", "artillery", division="us-1", range=8)
    here = combat((US, TARGET), (GE, SE), (GE_2, EAST), (gun, "c1820"), (hq("us-1"), "c1720"))
    assert unmet(here) == {"us-1": (EAST, SE)}
    shot = roll(play(here, FireAlone("us-gun", SE)), 10)
    assert unmet(shot) == {"us-1": (EAST,)}
    fought = roll(play(shot, Attack(("us-1",), EAST)), 2)
    while fought.decision is not None:
        fought = play(fought, next(iter(choices(fought, _kind(fought)))))
    assert unmet(fought) == {}


def _kind(here: Position) -> str:
    words = {
        "losses": "take-losses",
        "stand": "answer-retreat",
        "retreat": "retreat",
        "advance": "end-advance",
    }
    return words[asked(here)[1]]


# --- rule 2 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"time": "night"}, {"weather": "storm"}])
def test_who_attacks_must_see_every_zoc_attacked(more: dict[str, Any]) -> None:
    here = combat((US, TARGET), (GE, SE), (GE_2, EAST), terrain={TARGET: "bocage"}, **more)
    assert must(here) == ()
    assert r12_mandatory.owed_by(here, here.pieces["us-1"], SE) == (EAST,)
    after = play(here, Attack(("us-1",), SE))
    assert after.text("owed", "us-1") == EAST
    assert unmet(after) == {"us-1": (EAST,)}


def test_rule_two_keeps_the_exceptions_unless_they_are_ignored() -> None:
    water = {f"{TARGET}/{EAST}": "stream", f"{TARGET}/{NE}": "stream"}
    placed = ((US, TARGET), (GE, SE), (GE_2, EAST), (unit("ge-3"), NE))
    here = combat(*placed, sides=water)
    piece = here.pieces["us-1"]
    assert r12_mandatory.owed_by(here, piece, SE) == ()
    assert r12_mandatory.owed_by(here, piece, EAST) == tuple(sorted((SE, NE)))
    other = combat(*placed, sides=water, options={"exempt-stream": "B"})
    assert r12_mandatory.owed_by(other, other.pieces["us-1"], EAST) == (SE,)


def test_a_city_takes_no_zoc() -> None:
    here = combat((US, TARGET), (GE, SE), (GE_2, EAST), terrain={TARGET: "city"})
    assert r12_mandatory.owed_by(here, here.pieces["us-1"], SE) == ()


def test_units_that_retreated_were_attacked_already() -> None:
    here = combat((US, NW), (GE, TARGET), marks={"ge-1": {"retreated": True}})
    assert unmet(here) == {}


def test_who_advanced_or_retreated_has_no_new_duties() -> None:
    marks = {"us-1": {"attacked": True}, "us-2": {"retreated": True}}
    here = combat((US, NW), (US_2, NE), (GE, TARGET), marks=marks)
    assert unmet(here) == {}


# --- the end of the phase ---------------------------------------------------------------------------------


def test_the_phase_does_not_end_while_an_attack_is_possible() -> None:
    here = combat((US, NW), (GE, TARGET))
    assert r12_forced.is_possible(here, TARGET, "allied")
    ((section, text),) = r12_forced.end_faults(here)
    assert section == "12.3"
    assert "must be attacked" in text


def test_the_opponent_retreats_who_cannot_attack() -> None:
    tough = unit("ge-9", "panzer", ds=30, division="ge-21")
    here = combat((US, NW), (tough, TARGET))
    assert r12_forced.end_faults(here) == []
    draft = here.draft()
    assert r12_forced.begin_forced(draft)
    forced = started(draft.finish())
    assert asked(forced) == ("german", "retreat")
    after = play(forced, choices(forced, "retreat")[0])
    assert after.pieces["us-1"].space != NW
    assert battles.current(after) is None
    assert unmet(after) == {}
    draft = after.draft()
    assert not r12_forced.begin_forced(draft)


def test_who_has_retreated_is_not_driven_back_again() -> None:
    marks = {"us-1": {"owed": TARGET, "attacked": True, "retreated": True}}
    here = combat((US, "c1820"), (unit("ge-9", "panzer", ds=30), TARGET), marks=marks)
    assert unmet(here) == {"us-1": (TARGET,)}
    assert not r12_forced.begin_forced(here.draft())


def test_a_gun_without_points_cannot_help() -> None:
    gun = unit("us-gun", "artillery", division="us-1", range=8)
    tough = unit("ge-9", "panzer", ds=30, division="ge-21")
    placed = ((US, NW), (tough, TARGET), (gun, "c1720"), (hq("us-1"), "c1820"))
    assert r12_forced.end_faults(combat(*placed, csp=1))
    assert not r12_forced.end_faults(combat(*placed, csp=0))


def test_ending_the_phase_is_refused_or_drives_units_back() -> None:
    assert "12.3" in refused(combat((US, NW), (GE, TARGET)), EndPhase())
    tough = unit("ge-9", "panzer", ds=30, division="ge-21")
    here = combat((US, NW), (tough, TARGET))
    assert refused(here, EndPhase()) == []
    forced = play(here, EndPhase())
    assert asked(forced) == ("german", "retreat")
    after = play(forced, choices(forced, "retreat")[0])
    assert after.text("phase") == "mech-movement"
    assert after.pieces["us-1"].space != NW


def test_units_without_a_zoc_oblige_nobody_12_3() -> None:
    foe = unit("ge-9", division="ge-352")
    for word in ("pathfinder", "rhino"):
        here = combat((unit("us-x", word), TARGET), (foe, NW), side="german")
        assert r12_mandatory.unsatisfied(here) == ()
