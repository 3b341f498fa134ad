from __future__ import annotations

from typing import Any

from adjudicator.june_six import r09_beaches as beaches
from adjudicator.june_six.r08_movement import Move
from adjudicator.position import Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, situation, unit
from tests.playing import done

ON = board(
    hexes(36, 44, 20, 27),
    terrain={"e2342": "town"},
    features={"e2440": {"strongpoint": True}, "e2340": {"cherbourg": True, "town": "Cherbourg"}},
)
BR, AT, GE = unit("br-1"), unit("br-2", "anti-tank"), unit("ge-1")


def note(who: Unit, space: str, **facts: Any) -> Position:
    known = {(item, space): value for item, value in facts.items()}
    now = situation(ON, (who, space), side=who.side, facts=known)
    draft = now.draft()
    beaches.occupied(draft, space, who.side)
    return draft.finish()


def test_a_beach_occupied_by_a_combat_unit_gains_engineers() -> None:
    assert beaches.engineers_hold(note(BR, "e2640"), "e2640")
    assert not beaches.engineers_hold(note(AT, "e2640"), "e2640")
    assert not beaches.engineers_hold(note(BR, "e2641"), "e2641")


def test_germans_end_them_for_good() -> None:
    lost = note(GE, "e2640", engineers="held")
    assert lost.text("engineers", "e2640") == "lost"
    again = note(BR, "e2640", engineers="lost")
    assert not beaches.engineers_hold(again, "e2640")
    before = note(GE, "e2640")
    assert before.text("engineers", "e2640") == "", "there was nothing to lose before the landing"


def test_a_strongpoint_is_destroyed_by_a_combat_unit_only() -> None:
    assert not beaches.strongpoint_stands(note(BR, "e2440"), "e2440")
    assert beaches.strongpoint_stands(note(AT, "e2440"), "e2440")
    assert beaches.strongpoint_stands(note(GE, "e2440"), "e2440")
    assert not beaches.strongpoint_stands(note(GE, "e2440", **{"strongpoint-gone": True}), "e2440")
    assert not beaches.strongpoint_stands(note(GE, "e2441"), "e2441")


def test_control_follows_the_units() -> None:
    assert beaches.controller(situation(ON), "e2340") == "german"
    taken = note(AT, "e2340")
    assert beaches.controller(taken, "e2340") == "allied"
    assert taken.flag("cherbourg-lost")
    back = note(GE, "e2340", control="allied")
    assert beaches.controller(back, "e2340") == "german"
    assert not note(BR, "e2341").flag("cherbourg-lost")


def test_whoever_was_in_a_hex_last_controls_it_wherever_it_lies() -> None:
    for space in ("e2341", "e2342"):
        passed = note(BR, space)
        assert passed.text("control", space) == "allied"
        draft = passed.draft()
        draft.place("br-1", "eliminated")
        assert beaches.controller(draft.finish(), space) == "allied"


def test_a_delay_point_under_allied_units_comes_off() -> None:
    assert not note(BR, "e2240", dp=True).flag("dp", "e2240")


def test_nothing_happens_in_boxes_or_without_units() -> None:
    now = situation(ON, (BR, "landing-sword"), facts={("dp", "e2440"): True})
    draft = now.draft()
    beaches.occupied(draft, "landing-sword", "allied")
    beaches.occupied(draft, "e2440", "allied")
    assert draft.finish() == now
    assert not beaches.is_beach(now, "landing-sword")
    assert not beaches.strongpoint_stands(now, "landing-sword")


def test_a_unit_that_passes_takes_what_it_passes() -> None:
    now = situation(ON, (unit("br-1", ma=10), "landing-sword"), (GE, "e2036"))
    after = done(now, Move("br-1", ("e2640", "e2540", "e2440", "e2340")))
    assert beaches.engineers_hold(after, "e2640")
    assert beaches.engineers_hold(after, "e2540")
    assert not beaches.strongpoint_stands(after, "e2440")
    assert after.flag("cherbourg-lost")
