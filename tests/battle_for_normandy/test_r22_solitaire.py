"""Page 37: the solitaire air tables."""

from __future__ import annotations

from adjudicator.battle_for_normandy.r22 import solitaire as r22_solitaire
from adjudicator.inquiry import Inquiry
from tests.battle_for_normandy import build

ON = build.board(["c3014"])


def test_clear_weather_is_printed() -> None:
    found = r22_solitaire.allot(build.situation(ON))
    assert (found.letters, found.recon, found.support) == (("a",) * 5, 20, 35)


def test_worked_example_of_sixteen_losses() -> None:
    fresh = r22_solitaire.allot(build.situation(ON, weather="light-showers"))
    worn = r22_solitaire.allot(build.situation(ON, weather="light-showers", air_points=119))
    assert fresh.interdiction[1] == fresh.interdiction[2] == 1
    assert worn.interdiction[1] == worn.interdiction[2] == 0
    assert worn.interdiction[0] == fresh.interdiction[0]
    assert worn.support == fresh.support - 3


def test_nothing_flies_in_storm_and_heavy_rain() -> None:
    for weather in ("storm", "heavy-rain"):
        found = r22_solitaire.explain(Inquiry(build.situation(ON, weather=weather)))
        assert (found.recon, found.support, sum(found.interdiction)) == (0, 0, 0)
