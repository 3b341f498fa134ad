"""Section 11.1: Air Points and AA Points."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r11 import allocation as r11_allocation
from adjudicator.battle_for_normandy.r11.allocation import AllocateAa, AllocateAir
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

ON = build.board(["c3014"])
AIR, AA = AllocateAir((20, 20, 50, 0, 0), 20), AllocateAa((10, 10, 5, 5, 5))


def phase(side: str = "allied", **more: Any) -> Position:
    return build.situation(ON, phase="air", side=side, time="night", date=7, **more)


def test_worked_example() -> None:
    assert playing.barred(phase(), AIR) == []
    assert playing.barred(phase("german"), AA) == []
    planned = playing.done(phase(), AIR).draft()
    planned.set("side", "german")
    draft = playing.done(planned.finish(), AA).draft()
    r11_allocation.reveal(draft)
    assert [draft.number("interdiction", m) for m in "abcde"] == [1, 0, 4, 0, 0]
    assert draft.number("ground-support") == 25
    assert (draft.number("recon-attacks"), draft.number("recon-hit")) == (6, 5)
    assert draft.flag("air-revealed")


def test_points_of_b_and_c_are_halved() -> None:
    here = phase()
    assert [r11_allocation.effective(here, m, 51) for m in "abcde"] == [51, 26, 26, 51, 51]


def test_net_is_found_after_the_halving() -> None:
    inquiry = Inquiry(phase())
    found = r11_allocation.explain_net(inquiry, AIR.maps, AA.maps)
    assert (found["a"], found["b"], found["c"]) == (1, 0, 4)


def test_limits() -> None:
    assert playing.barred(phase(), AllocateAir((100, 40, 0, 0, 0), 0)) == ["11.1.1"]
    assert playing.barred(phase(), AllocateAir((0, 0, 0, 0, 0), 21)) == ["11.3"]
    assert playing.barred(phase(), AllocateAir((-1, 0, 0, 0, 0), 0)) == ["11.1.2"]
    assert playing.barred(phase("german"), AllocateAa((10, 10, 10, 5, 5))) == ["11.1.3"]
    assert playing.barred(phase("german"), AIR) == ["11.1.1"]


def test_twelve_points_give_four_attacks_at_seven() -> None:
    draft = playing.done(phase(), AllocateAir((0, 0, 0, 0, 0), 12)).draft()
    r11_allocation.reveal(draft)
    assert (draft.number("recon-attacks"), draft.number("recon-hit")) == (4, 7)


def test_losses_and_weather_lessen_the_points() -> None:
    assert playing.barred(phase(air_points=100), AIR) == ["11.1.1"]
    assert playing.barred(phase(weather="light-showers"), AIR) == ["11.1.1"]


def test_without_an_allotment_all_points_are_ground_support() -> None:
    draft = phase().draft()
    r11_allocation.reveal(draft)
    assert (draft.number("ground-support"), draft.number("recon-attacks")) == (135, 0)


def test_every_offered_allotment_is_legal() -> None:
    for handler, side in zip(r11_allocation.HANDLERS, ("allied", "german"), strict=True):
        here = phase(side)
        assert all(not playing.barred(here, a) for a in handler.options(here))
