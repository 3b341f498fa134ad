"""Section 19.9: Rhino tanks are removed, and return on the following turn at the nearest Beachhead."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r07 import headquarters as clock
from adjudicator.battle_for_normandy.r12.losses import eliminate
from adjudicator.battle_for_normandy.r19.rhinos import ReturnRhino, due, spots
from adjudicator.position import Position
from tests.battle_for_normandy.build import unit
from tests.battle_for_normandy.combat import NORTH, NW, combat
from tests.playing import choices, play, refused

RHINO = unit("us-rhino", "rhino")
FOE = unit("ge-1", division="ge-352")


def lost(**more: Any) -> Position:
    """A position after a Rhino was eliminated north of the target, in a German turn."""
    draft = combat((RHINO, NW), (FOE, "c2320"), **more).draft()
    eliminate(draft, "us-rhino")
    draft.set("phase", "movement")
    return draft.finish()


def later(here: Position, turns: int) -> Position:
    """The Allied Movement Phase so many turns later on the same day."""
    draft = here.draft()
    draft.set("time", clock.TIMES[clock.TIMES.index(here.text("time")) + turns])
    return draft.finish()


def test_it_waits_on_the_turn_record_track_for_the_following_turn() -> None:
    here = lost(time="am")
    assert here.pieces["us-rhino"].space == "turn-track"
    assert here.number("returns", "us-rhino") == clock.clock(here) + 1
    assert due(here) == ()
    assert refused(here, ReturnRhino("us-rhino", NORTH)) == ["19.9"]
    assert due(later(here, 1)) == ("us-rhino",)


def test_it_returns_on_the_beach_hex_of_the_nearest_beachhead() -> None:
    here = later(lost(time="am"), 1)
    assert spots(here, "us-rhino") == (NORTH,)
    assert choices(here, "return-rhino") == [ReturnRhino("us-rhino", NORTH)]
    assert refused(here, ReturnRhino("us-rhino", NW)) == ["19.9"]
    after = play(here, ReturnRhino("us-rhino", NORTH))
    assert after.pieces["us-rhino"].space == NORTH
    assert after.number("returns", "us-rhino") == 0
    assert due(after) == ()


def test_a_beachhead_in_german_hands_is_none() -> None:
    draft = later(lost(time="am"), 1).draft()
    draft.set("control", "german", NORTH)
    assert spots(draft.finish(), "us-rhino") == ()


def test_the_german_player_returns_nothing() -> None:
    draft = later(lost(time="am"), 1).draft()
    draft.set("side", "german")
    here = draft.finish()
    assert refused(here, ReturnRhino("us-rhino", NORTH)) == ["19.9"]
    assert choices(here, "return-rhino") == []


def test_by_the_second_reading_rhinos_go_with_any_unit_lost_in_combat() -> None:
    from adjudicator.battle_for_normandy.r12 import battle as battles
    from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle

    tank, foot = unit("us-t", "tank", steps=1), unit("us-1", division="us-1")
    for option, where in (("A", NW), ("B", "turn-track")):
        placed = ((RHINO, NW), (tank, NW), (foot, NW), (FOE, "c2020"))
        draft = combat(*placed, side="german", options={"rhino-loss": option}).draft()
        battles.begin(draft, Battle(AttackRecord("german", NW, ("ge-1",)), defenders=("us-t", "us-1")))
        eliminate(draft, "us-t")
        assert draft.pieces["us-rhino"].space == where
