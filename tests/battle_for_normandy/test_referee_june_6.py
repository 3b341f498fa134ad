"""What case writers found in sections 15 to 22.9: positions as sketches, illegal and legal actions."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.actions import action_from_json
from adjudicator.asking.loading import read_text
from adjudicator.asking.typed import read_action, with_given
from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.r17 import drop as r17_drop
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.game import apply, check
from adjudicator.position import Position

GROUND = "c2801..c3220: clear\n"
BEACH = "c1829: beach-hex beach king-red site gold"
QUEUE = "c1728: sea beach king-red queue 1 site gold"


def at(header: str, *lines: str, given: tuple[str, ...] = ()) -> Position:
    """A position from the lines of a sketch."""
    position = read_text(f"battle-for-normandy, {header}\n" + "\n".join(lines)).position
    assert position is not None
    return with_given(position, GAME, given)


def done(position: Position, *actions: Any) -> Position:
    """The position after some actions."""
    for action in actions:
        position = apply(position, read_action(position, GAME, action))
    return position


def refused(position: Position, **action: Any) -> list[str]:
    """Sections that forbid an action."""
    return [v.rule for v in check(position, action_from_json(action, GAME.kinds)).violations]


def test_a_german_unit_that_marches_into_its_hex_destroys_a_pathfinder_17_1() -> None:
    here = at(
        "6 june, pm, clear, german movement",
        GROUND + 'c3010: | "505 Pathfinder" full',
        'c3008: | ge inf 4-4-6 "G" full',
        given=("general-supply:ge-g=in",),
    )
    assert done(here, "move G c3009 c3010").pieces["us-82-pf-505"].space == "removed"
    assert done(here, "move G c3009").pieces["us-82-pf-505"].space == "c3010"


def test_single_units_drop_around_any_pathfinder_17_2() -> None:
    here = at(
        "6 june, time night, phase drop",
        GROUND + 'c3010: | "505 Pathfinder" full, "501 Pathfinder" full',
        'airborne-us-82: | "307 Eng" full, "1/505" full',
    )
    engineers, battalion = here.pieces["us-82-307-eng"], here.pieces["us-82-1-505"]
    assert len(r17_drop.pathfinders_of(here, engineers)) == 2
    assert [p.uid for p in r17_drop.pathfinders_of(here, battalion)] == ["us-82-pf-505"]


def test_a_mechanized_glider_unit_does_not_move_in_the_mechanized_phase_of_its_turn_17_7() -> None:
    lines = (
        GROUND + 'c3010: | "3 Para Pathfinder" full, "8 Para" full',
        "turn-track: | AARR full",
    )
    here = at("6 june, pm, clear, allied movement, option 17.7.1=B", *lines)
    landed = done(here, {"action": "land-glider", "unit": "br-6-6-aarr", "to": "c3008"}, "roll 9 1")
    draft = landed.draft()
    draft.set("phase", "mech-movement")
    draft.clear("moved")
    assert "17.7" in refused(draft.finish(), action="move", units=["br-6-6-aarr"], path=["c3007"])


def test_battalions_are_rebuilt_before_the_fire_and_only_out_of_the_holding_boxes_18_5() -> None:
    lines = 'c1829: | br co 1-2-6 "X" full, br co 1-2-6 "Y" full, br co 1-2-6 "Z" full'
    own = tuple(f"battalion:br-{x}=br-i" for x in "xyz")
    for box, wanted in (("holding-king-red", []), ("broken-down", ["15.4"])):
        unit = f'{box}: | br inf 5-4-6/3-3-6 "I" full br-50div'
        here = at("invasion 1, allied fire, our map", lines, unit, given=own)
        assert refused(here, action="combine", units=["br-x", "br-y"], unit="br-i") == wanted
    fired = at("invasion 1, allied fire, our map", lines + " fired", unit.replace(box, "holding-king-red"))
    assert "18.5" in refused(fired, action="combine", units=["br-x", "br-y"], unit="br-i")


def test_hqs_and_guns_stack_as_they_move_up_the_queue_18_2() -> None:
    from adjudicator.battle_for_normandy import r06_stacking

    units = 'br hq 0-1-6 "HQ" full br-50div, br artillery 4-6 range9 "G" full br-50div'
    assert r06_stacking.faults(at("invasion 2, landing", f"{QUEUE} | {units}"), "c1728", "allied") == []
    waiting = at("6 june, night, phase set-up", f"{QUEUE} | {units}")
    assert r06_stacking.faults(waiting, "c1728", "allied") != []


def test_a_gun_keeps_its_minimum_range_in_the_invasion_18_7() -> None:
    gun = 'ge artillery 4-6 range9 "G" full ge-716div'
    shot = {"action": "invasion-fire", "units": ["ge-s"], "target": "c1829", "support": ["ge-g"]}
    lines = (f'{BEACH} | br co 2-1-6 "X" full', 'c1929: flooded | ge sp as2 ds2 "S" full')
    near = at("invasion 2, german fire", *lines, f"c2030: clear | {gun}")
    assert refused(near, **shot) == ["12.5.3"]
    assert refused(at("invasion 2, german fire", *lines, f"c2229: clear | {gun}"), **shot) == []


def test_a_ship_in_the_pool_cannot_fire_by_itself() -> None:
    here = at("invasion 3, allied fire, our map", 'c1929: | ge sp as2 ds2 "S" full', "pool: | Ajax full")
    volley = r18_fire.Volley(("br-naval-ajax",), "c1929")
    assert [s for s, _ in r18_fire.faults(here, volley, "allied")] == ["18.4"]


@pytest.mark.parametrize(("word", "hit"), [("commando 4-4-6", 5), ("commando-co 2-2-6", 2)])
def test_the_commando_bonus_is_one_of_battalions_19_5o(word: str, hit: int) -> None:
    here = at(
        "invasion 1, allied fire, option 19.5o=B",
        f'{BEACH} | br {word} "M" full',
        'c1929: flooded | ge sp as2 ds2 "S" full',
    )
    assert r18_fire.hit_number(here, r18_fire.Volley(("br-m",), "c1929")) == hit


def test_the_mobile_brigade_comes_to_trevieres_on_8_june_22_8o() -> None:
    head = "8 june, time night, phase reinforcements, side german, our map"
    lines = 'pool: | "513 Sch" full, "517 Sch" full'
    assert refused(at(head, lines), action="place-brigade") == ["22.8o"]
    used = at(f"{head}, option 22.8o=B", lines)
    after = done(used, {"action": "place-brigade"})
    assert {after.pieces[u].space for u in ("ge-30s-513-sch", "ge-30s-517-sch")} == {"c2353"}
    assert refused(after, action="place-brigade") == ["22.8o"]


def test_the_strongpoints_of_utah_have_their_hexes_22_9o() -> None:
    head = "6 june, time night, phase set-up, side german, our map"
    lines = 'pool: | ge sp as2 ds2 "S" full'
    place = {"action": "place-strongpoint", "unit": "ge-s", "to": "a4209"}
    assert refused(at(head, lines), **place) == []
    assert refused(at(f"{head}, option 22.9o=B", lines), **place) == ["22.9o"]
