"""The question about a Zone: who may enter a hex, end there, attack it; a sketched Road over a River."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.asking.loading import read_text
from adjudicator.dark_summer.questions_movement import Zone
from adjudicator.errors import MalformedAction
from adjudicator.questions import Asking

SKETCH = """dark-summer, turn 8, showers
3210..3914: clear
3412: letter w
3711: us-exit
3511-3612: major-river road
3512-3613: major-river
cherbourg: | ge inf 3-6 'C' full
3511: | us inf 5-6 'U' full
3812: | br inf 4-6 'B' full
3513: | ge inf 3-6 'G' full"""


def zone(area: str, unit: str = "") -> tuple[Any, list[str]]:
    """Answer, and the sections against."""
    found = read_text(SKETCH)
    ruling = Zone(area=area, unit=unit).answer(Asking(found.game, found.position))
    return ruling.answer, [v.rule for v in ruling.violations]


@pytest.mark.parametrize(
    ("area", "unit", "answer", "refused"),
    [
        ("3512", "", {"zone": "US"}, []),
        ("3612", "U", {"zone": "British", "enter": True, "end": True, "attack": True}, []),
        ("3712", "U", {"zone": "British", "enter": False, "end": False, "attack": False}, ["15.0", "15.0"]),
        ("3711", "B", {"zone": "British", "enter": False, "end": False, "attack": True}, ["10.1"]),
        ("3412", "G", {"zone": "US", "enter": True, "end": False, "attack": True}, ["10.1"]),
    ],
)
def test_zone(area: str, unit: str, answer: dict[str, object], refused: list[str]) -> None:
    assert zone(area, unit) == (answer, refused)


def test_a_box_lies_in_no_zone() -> None:
    with pytest.raises(MalformedAction, match="lies in no Zone"):
        zone("cherbourg")


def test_a_road_over_a_river_is_a_bridge() -> None:
    position = read_text(SKETCH).position
    assert position is not None
    board = position.board
    found = [board.edge("3511", "3612"), board.edge("3512", "3613")]
    assert [edge is not None and edge.bridge for edge in found] == [True, False]


def test_a_unit_in_a_box_cannot_retreat() -> None:
    from tests.commandline import run

    done = run("adjudicator retreats dark-summer:campaign 101-tiger")
    assert done.code == 2
    done = run("adjudicator retreats dark-summer:campaign turn-track")
    assert (done.code, done.out) == (2, "")
    assert "is in no hex of the map" in done.err
