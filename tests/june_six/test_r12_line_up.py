"""12.5: all modifiers of a combat together, with the trail."""

from typing import Any

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.june_six.r12_line_up import line_up, mode_drm
from adjudicator.position import Position
from tests.june_six import build

HEXES = build.hexes(34, 46, 14, 24)
PAIRS = [("assault", "stand"), ("assault", "retreat"), ("probe", "stand"), ("probe", "retreat")]


def stage(**more: Any) -> Position:
    """Two regiments and tanks against a regiment with Flak in bocage."""
    on = build.board(HEXES, terrain={"e1940": "bocage"}, features={"e2040": {"coastal": True}})
    return build.situation(
        on,
        (build.unit("us-1", cs=8, cohesion=6, division="us-1"), "e1840"),
        (build.unit("us-2", cs=6, cohesion=5, division="us-1"), "e1941"),
        (build.unit("us-3", "armor", cs=4, armor=4, division="us-1"), "e1840"),
        (build.hq("us-1-hq", "us-1", artillery=6), "e1740"),
        (build.unit("ge-1", cs=6, cohesion=4, at=1, division="ge-352"), "e1940"),
        (build.unit("ge-2", "flak", cs=3, cohesion=4, division="ge-352"), "e1940"),
        (build.hq("ge-352-hq", "ge-352", artillery=4), "e2140"),
        part="combat",
        marks={"us-2": {"disorder": 1}, "ge-1": {"disorder": 2}},
        **more,
    )  # fmt: skip


ATTACK = plain(
    "e1940", ["us-1", "us-2", "us-3"], "allied",
    artillery={"attack": {"us-1-hq": 5}, "defence": {"ge-352-hq": 3}}, naval=2,
)  # fmt: skip


def test_the_whole_list() -> None:
    line = line_up(stage(naval=6), ATTACK)
    assert (line.attack, line.defence, line.ratio) == (18, 9, "2:1")
    assert [(s.rule, s.value) for s in line.modifiers] == [
        ("12.51", 1), ("12.52", 2), ("12.53", 1), ("12.55", -1), ("12.57", -1), ("12.57", 1),
        ("12.59", -1), ("15.12", 1), ("16.32", 1), ("18.31", 2),
    ]  # fmt: skip
    assert line.drm == sum(s.value or 0 for s in line.modifiers) == 6


def test_the_trail_tells_strengths_first() -> None:
    inquiry = Inquiry(stage(naval=6))
    line = line_up(inquiry, ATTACK)
    ours, theirs, *modifiers = inquiry.steps
    assert ours.text == "Combat Strength of the attack on E1940: 18"
    assert [s.value for s in ours.under] == [8, 6, 4]
    assert [s.value for s in theirs.under] == [6, 3]
    assert tuple(s for s in modifiers if s in line.modifiers) == line.modifiers
    assert {str(u) for u in inquiry.sources} == {"DRM of the odds ratio 2:1", "drm of Bocage"}


def test_probe_against_stand_costs_three() -> None:
    """12.54."""
    assert [mode_drm(*pair) for pair in PAIRS] == [0, 0, -3, 0]
    line = line_up(stage(naval=6), {**ATTACK, "attack_mode": "probe", "defence_mode": "stand"})
    assert [line.total(*pair) for pair in PAIRS] == [6, 6, 3, 6]
    assert line.chosen == 3
    assert line_up(stage(naval=6), ATTACK).chosen == 6


def test_a_counterattack_keeps_all_but_terrain_and_support() -> None:
    """14.24 and 14.25; bocage still caps armor (trap 44)."""
    on = build.board(HEXES, terrain={"e1940": "bocage"})
    panzer = build.unit("ge-1", "armor", cs=6, cohesion=6, armor=4)
    here = build.situation(on, (build.unit("us-1", cs=6), "e1940"), (panzer, "e1840"), air=4)
    line = line_up(here, plain("e1940", ["ge-1"], "german", kind="gca", air=2))
    assert [(s.rule, s.value) for s in line.modifiers] == [
        ("12.51", -2), ("12.52", 1), ("14.24", 0), ("15.12", 1),
    ]  # fmt: skip


def test_a_breakthrough_has_terrain_but_no_support() -> None:
    here = stage(naval=6)
    line = line_up(here, {**ATTACK, "kind": "breakthrough"})
    assert {"12.59", "15.12"} <= {s.rule for s in line.modifiers}
    assert not {"16.32", "18.31"} & {s.rule for s in line.modifiers}


def test_a_crossing_is_seen_in_the_ground() -> None:
    on = build.board(HEXES, sides={"e1840/e1940": "major-river"})
    here = build.situation(on, (build.unit("us-1"), "e1840"), (build.unit("ge-1"), "e1940"))
    found = fight_of(here, plain("e1940", ["us-1"], "allied"))
    assert found.crossing == {"us-1"}
    assert ("12.32", -3) in [
        (s.rule, s.value) for s in line_up(here, plain("e1940", ["us-1"], "allied")).modifiers
    ]


def test_one_direction_is_not_mentioned() -> None:
    line = line_up(stage(), plain("e1940", ["us-1"], "allied"))
    assert "12.53" not in {s.rule for s in line.modifiers}


@pytest.mark.parametrize(
    ("target", "units"), [("e1940", []), ("e1940", ["nobody"]), ("e9999", ["us-1"]), ("e1640", ["us-1"])]
)
def test_what_is_no_combat_is_refused(target: str, units: list[str]) -> None:
    with pytest.raises(MalformedAction):
        line_up(stage(), plain(target, units, "allied"))


def test_a_line_up_of_a_draft_is_that_of_its_position() -> None:
    here = stage(naval=6)
    assert line_up(here.draft(), ATTACK) == line_up(here, ATTACK)
