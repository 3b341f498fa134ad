"""Sections 10.22 and 10.23: parachute units drop before the invasion, gliders land with their Division."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.game import load
from adjudicator.june_six import r10_airborne as airborne
from adjudicator.june_six import r10_schedule
from adjudicator.june_six.r10_airborne import HANDLERS, ROLLS, Airdrop
from adjudicator.position import Draft, Position
from maps.filing import OURS
from tests.playing import barred, done

(DROP,) = HANDLERS
UNIT = "us-101-502"
ZONE = r10_schedule.schedule(OURS, "drop")[UNIT].text("hex")


def start() -> Position:
    return load("june-six").scenario("campaign")


def dropped(*rolls: int, here: Position | None = None) -> Draft:
    """The draft after a drop with these rolls."""
    draft = done(here or start(), Airdrop(UNIT)).draft()
    for value in rolls:
        data: Any = draft.settle().data
        ROLLS[data["what"]].resolve(draft, data, [value])
    return draft


def test_who_is_dropped() -> None:
    waiting = {p.uid for p in airborne.to_drop(start())}
    assert waiting == set(r10_schedule.schedule(OURS, "drop"))
    assert {a.unit for a in DROP.options(start())} == waiting


@pytest.mark.parametrize(
    ("uid", "section"), [("us-1-16", "10.22"), ("us-101-327", "10.23"), ("us-101-hq", "10.23")]
)
def test_who_is_not(uid: str, section: str) -> None:
    assert barred(start(), Airdrop(uid)) == [section]


def test_on_its_zone_with_an_re_marker() -> None:
    draft = dropped(0)
    assert draft.pieces[UNIT].space == ZONE
    assert draft.flag("re", UNIT)
    assert not draft.flag("scattered", UNIT)
    assert not draft.pending


def test_scattered_where_the_roll_says_so() -> None:
    assert dropped(5).flag("scattered", UNIT)


def test_a_drift_takes_it_a_hex_away_and_high_rolls_are_made_again() -> None:
    draft = dropped(9, 8, 0)
    assert draft.pieces[UNIT].space != ZONE
    assert draft.flag("scattered", UNIT)
    assert not draft.pending


def test_it_comes_down_beside_a_hex_that_the_enemy_holds() -> None:
    draft = start().draft()
    draft.place("ge-sp-1", ZONE)
    then = dropped(0, here=draft.finish())
    assert then.pieces[UNIT].space not in {ZONE, "airfield-us"}


def test_gliders_land_when_their_division_is_active_and_have_moved() -> None:
    draft = start().draft()
    for uid in ("us-82-hq", "us-82-325"):
        draft.set("active", True, uid)
    airborne.on_activation(draft)
    landing = r10_schedule.schedule(OURS, "glide")["us-82"].text("hex")
    assert {draft.pieces[u].space for u in ("us-82-hq", "us-82-325")} == {landing}
    assert draft.flag("moved", "us-82-325")
    assert draft.pieces["us-101-327"].space == "airfield-us"
