"""Section 20.4: the port of Cherbourg."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy import r04_phases
from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg
from adjudicator.battle_for_normandy.r20.cherbourg import Demolish, RepairPort
from adjudicator.position import Decision, Position
from tests import playing
from tests.battle_for_normandy import build

CITY = ("a1835", "a1836")
ON = build.board(
    build.around(*CITY, radius=1),
    terrain=dict.fromkeys(CITY, "city"),
    features={h: {"perimeter": True} for h in CITY},
)
US, GE = build.unit("us-16"), build.unit("ge-916")


def phase(*placed: Any, date: int = 20, port: int = -1, **more: Any) -> Position:
    here = placed or ((GE, "a1835"),)
    return build.situation(
        ON, *here, phase="cherbourg", side="german", time="night", date=date, port=port, **more
    )


def opened(here: Position) -> Any:
    draft = here.draft()
    r20_cherbourg.open_phase(draft)
    return draft


def test_the_german_player_chooses_when_it_begins() -> None:
    draft = opened(phase())
    assert draft.pending[-1].kind == "demolish"
    here = phase(pending=[Decision("german", "demolish", "20.4", {})])
    assert playing.done(here, Demolish(begin=True)).number("port") == 9
    assert playing.done(here, Demolish(begin=False)).number("port") == -1


def test_the_marker_goes_down_one_a_day_to_zero() -> None:
    assert opened(phase(port=9)).number("port") == 8
    assert opened(phase(port=1)).number("port") == 0
    assert opened(phase(port=0)).number("port") == 0


def test_in_the_engineering_phase_by_the_other_reading() -> None:
    here = phase(port=9, options={"cherbourg-step": "B"})
    assert opened(here).number("port") == 9
    draft = here.draft()
    r20_cherbourg.open_demolition(draft)
    assert draft.number("port") == 8


def test_capture_scores_the_level_or_ten() -> None:
    for port, points in ((-1, 10), (4, 4)):
        draft = phase((US, "a1835"), port=port).draft()
        r20_cherbourg.capture(draft)
        assert (draft.flag("port-captured"), draft.number("vp")) == (True, points)


def test_no_capture_while_a_german_unit_is_there() -> None:
    draft = phase((US, "a1835"), (GE, "a1836"), port=4).draft()
    r20_cherbourg.capture(draft)
    assert not draft.flag("port-captured")


def test_german_points_at_the_end_of_28_june_night() -> None:
    draft = phase(date=28, port=4, vp=12).draft()
    r20_cherbourg.score(draft)
    assert draft.number("vp") == 8
    r20_cherbourg.score(draft)
    assert draft.number("vp") == 8
    other = phase(date=28, port=4, vp=12, options={"cherbourg-vp": "B"}).draft()
    r20_cherbourg.score(other)
    assert other.number("vp") == 7


def test_repair_costs_five_points_a_step() -> None:
    def engineering(**more: Any) -> Position:
        known: dict[str, Any] = {"port": 0, "csp": 12, "port_captured": True, **more}
        return build.situation(ON, (US, "a1835"), phase="engineering", time="night", **known)

    after = playing.done(engineering(), RepairPort())
    assert (after.number("port"), after.number("csp")) == (1, 7)
    assert playing.barred(after, RepairPort()) == ["20.4"]
    assert playing.barred(engineering(csp=4), RepairPort()) == ["20.4"]
    assert playing.barred(engineering(port=9), RepairPort()) == ["20.4"]
    assert playing.barred(engineering(port_captured=False), RepairPort()) == ["20.4"]


def test_the_port_brings_supply_at_nine_while_it_is_held() -> None:
    held = {("control", h): "allied" for h in CITY}
    here = phase((US, "a1835"), port=9, port_captured=True, facts=held)
    assert r20_cherbourg.is_supply_port(here)
    assert not r20_cherbourg.is_supply_port(phase((US, "a1835"), port=8, port_captured=True, facts=held))
    assert not r20_cherbourg.is_supply_port(phase((US, "a1835"), port=9, port_captured=True))


def test_the_capture_counts_at_once() -> None:
    before = phase(date=25, port=4)
    draft = phase((US, "a1835"), date=25, port=4).draft()
    r04_phases.after(draft, before)
    assert (draft.flag("port-captured"), draft.number("vp")) == (True, 4)
