"""The set-up of the campaign, the airdrops of 10.22 and the gliders of 10.23."""

from __future__ import annotations

import functools

import pytest

from adjudicator.errors import DataError
from adjudicator.game import apply, load
from adjudicator.june_six import r03_set_up, r07_markers, r09_stacking, r10_airborne, r10_schedule, terms
from adjudicator.june_six.r03_phases import EndPhase
from adjudicator.june_six.r03_rulings import set_up_ruling
from adjudicator.june_six.r07_draws import HoldOut
from adjudicator.june_six.r10_airborne import Airdrop
from adjudicator.position import Position
from maps.filing import OURS
from tests.june_six.turning import rolled, scene
from tests.playing import choices, play, refused


@functools.cache
def campaign() -> Position:
    """The campaign before the airdrops."""
    return r03_set_up.set_up()


def test_every_unit_stands_somewhere_and_no_stack_is_illegal() -> None:
    at = campaign()
    for space in at.board.spaces.values():
        if terms.is_hex(space):
            for side in (terms.ALLIED, terms.GERMAN):
                assert not r09_stacking.faults(at, space.id, side), space.id
    assert {p.space for p in at.pieces.values() if p.printed.arrival is not None} == {terms.POOL}


def test_no_allied_unit_is_on_the_map_before_the_airdrops() -> None:
    at = campaign()
    assert not [p.uid for p in at.pieces.values() if p.side == terms.ALLIED and terms.on_map(at, p)]


def test_the_cup_of_june_6_has_each_marker_that_the_schedule_names() -> None:
    at = campaign()
    for group, row in r10_schedule.schedule(OURS, "cup").items():
        assert len(r07_markers.taken(at, group)) == row.number("markers"), group
        assert r07_markers.hqs_of_group(at, group), group
    assert at.text("am", "free-ops-allied-1") == "cup"


def test_the_cherbourg_hq_bears_re_and_delay_points_stand() -> None:
    at = campaign()
    heads = [p.uid for p in at.pieces.values() if terms.is_hq(p.printed) and "cherbourg" in p.printed.marks]
    assert [at.flag("re", uid) for uid in heads] == [True]
    assert set(at.subjects("dp")) == {
        r.text("hex") for r in r10_schedule.schedule(OURS, "delay_point").values()
    }
    assert (at.number("air"), at.number("naval")) == (8, 6)


def test_the_board_refuses_a_unit_without_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(r03_set_up, "first_space", lambda unit: "nowhere")
    with pytest.raises(DataError, match="a space of the map"):
        r03_set_up.set_up()


# --- airborne units -----------------------------------------------------------------------------------------


def test_the_bombardment_phase_waits_for_the_airdrops() -> None:
    at = campaign()
    waiting = [p.uid for p in r10_airborne.to_drop(at)]
    assert set(waiting) == set(r10_schedule.schedule(OURS, "drop"))
    assert set(refused(at, EndPhase())) == {"10.22"}
    assert {a.unit for a in choices(at, "airdrop")} == set(waiting)  # type: ignore[attr-defined]
    assert refused(at, Airdrop("us-1-16")) == ["10.22"]


@pytest.mark.parametrize(("die", "scattered"), [(0, False), (4, True)])
def test_trap_7_25_dropped_units_get_re_and_may_be_scattered(die: int, scattered: bool) -> None:
    at = play(campaign(), Airdrop("us-101-501"), rolled(die))
    zone = r10_schedule.schedule(OURS, "drop")["us-101-501"].text("hex")
    assert at.pieces["us-101-501"].space == zone
    assert at.flag("re", "us-101-501")
    assert at.flag("scattered", "us-101-501") == scattered


def test_a_drifting_unit_comes_down_beside_its_zone() -> None:
    zone = r10_schedule.schedule(OURS, "drop")["us-101-501"].text("hex")
    for side in range(6):
        at = play(campaign(), Airdrop("us-101-501"), rolled(9), rolled(7), rolled(side))
        assert terms.distance(at.pieces["us-101-501"].space, zone) in {1, 2}
        assert at.flag("scattered", "us-101-501")


def test_a_unit_does_not_come_down_on_the_enemy_or_in_the_sea() -> None:
    at = campaign()
    german = next(p.space for p in at.pieces.values() if p.side == terms.GERMAN and terms.on_map(at, p))
    found = r10_airborne.comes_down(at, "us-101-501", german)
    assert found != german
    assert not terms.enemies(at, found, terms.ALLIED)
    assert terms.terrain(at, found) != "sea"
    sea = next(s.id for s in at.board.spaces.values() if terms.is_hex(s) and s["terrain"] == "sea")
    assert terms.terrain(at, r10_airborne.comes_down(at, "us-101-501", sea)) != "sea"


def test_gliders_and_the_hq_land_when_the_marker_of_their_division_is_played() -> None:
    at = campaign()
    for uid in r10_schedule.schedule(OURS, "drop"):
        at = play(at, Airdrop(uid), rolled(0))
    at = play(at, EndPhase(), EndPhase(), HoldOut("us-101"))
    hq = at.pieces["us-101-hq"]
    assert terms.on_map(at, hq)
    assert terms.on_map(at, at.pieces["us-101-327"])
    assert at.flag("moved", "us-101-327")
    assert at.flag("active", "us-101-501")
    assert not at.flag("re", "us-101-501")  # trap 13: their HQ has entered at ME


def test_scattered_units_stay_out_although_their_hq_enters() -> None:
    at = campaign()
    for uid in r10_schedule.schedule(OURS, "drop"):
        at = play(at, Airdrop(uid), rolled(3))
    at = play(at, EndPhase(), EndPhase(), HoldOut("us-101"))
    assert not at.flag("active", "us-101-501")
    assert at.flag("active", "us-101-327")


def test_the_ruling_on_the_set_up() -> None:
    at = campaign()
    assert set_up_ruling(at, "us-1-16").answer["space"] == "landing-omaha"
    assert set_up_ruling(at, "us-2-9").answer["arrival"] == 2
    for uid in ("us-101-501", "us-101-327", "ge-352-916"):
        assert set_up_ruling(at, uid).steps
    assert apply(at, Airdrop("us-101-501")).decision is not None
    assert load("june-six").scenario("campaign") == at
    assert scene("bombardment").units_in("airfield-us") == ()


def test_trap_5_18_resource_points_never_buy_every_marker() -> None:
    at = campaign()
    for side in (terms.ALLIED, terms.GERMAN):
        for turn in range(2, 14):
            hqs = [
                p.printed for p in at.pieces.values() if terms.is_division_hq(p.printed) and p.side == side
            ]
            there = [u for u in hqs if (u.arrival or 1) < turn and "cherbourg" not in u.marks]
            corps = 4 if side == terms.ALLIED else 2
            row = r10_schedule.schedule(OURS, "turn")[str(turn)]
            assert row.number(side) + 9 < 2 * len(there) + corps, (side, turn)
