"""17.3, 18.13, 18.3: air and naval markers in ground combat."""

from typing import Any

import pytest

from adjudicator.june_six.r12_fight import Fight, fight_of, plain
from adjudicator.june_six.r17_support import available, in_naval_range, support_drm, support_faults
from adjudicator.position import Position
from tests.june_six import build

ON = build.board(build.hexes(34, 44, 15, 28))


def stage(target: str = "e1940", origin: str = "e1840", **more: Any) -> tuple[Position, Fight]:
    """An Allied attack with markers left."""
    here = build.situation(
        ON, (build.unit("us-1"), origin), (build.unit("ge-1"), target), part="combat", **more
    )
    return here, fight_of(here, plain(target, ["us-1"], "allied"))


def test_the_example_of_naval_range() -> None:
    """Example j6-ex23 and trap 2: both ends count."""
    here, _ = stage()
    far = build.situation(
        build.board(build.hexes(34, 44, 15, 28), beaches={}, features={"e2640": {"coastal": False}})
    )
    assert in_naval_range(here, "e1837")
    assert not in_naval_range(far, "e1736")
    assert in_naval_range(far, "e1837")
    assert in_naval_range(here, "e2540")


def test_boxes_and_strange_hexes_are_out_of_range() -> None:
    here, _ = stage()
    assert not in_naval_range(here, "landing-sword")
    assert not in_naval_range(here, "e0101")


@pytest.mark.parametrize(
    ("air", "naval", "wanted"),
    [
        (0, 0, []), (2, 0, []), (0, 2, []), (3, 0, ["17.31"]), (0, 3, ["18.31"]), (1, 1, ["17.32"]),
        (-1, 0, ["17.31"]),
    ],
)  # fmt: skip
def test_two_of_one_kind_at_most(air: int, naval: int, wanted: list[str]) -> None:
    here, fight = stage(air=8, naval=6)
    assert [s for s, _ in support_faults(here, fight, air, naval)] == wanted


def test_no_more_than_are_left() -> None:
    here, fight = stage(air=1)
    assert [s for s, _ in support_faults(here, fight, 2, 0)] == ["17.31"]
    assert [s for s, _ in support_faults(here, fight, 0, 1)] == ["18.31"]
    assert available(here, fight) == (1, 0)


def test_naval_markers_reach_only_so_far() -> None:
    here, fight = stage("e1635", "e1634", air=4, naval=6)
    assert [s for s, _ in support_faults(here, fight, 0, 1)] == ["18.13"]
    assert available(here, fight) == (2, 0)
    near, other = stage(air=4, naval=6)
    assert available(near, other) == (2, 2)


@pytest.mark.parametrize("kind", ["breakthrough", "rout", "gca"])
def test_none_in_combats_that_interrupt(kind: str) -> None:
    here, _ = stage(air=4, naval=4)
    fight = fight_of(here, plain("e1940", ["us-1"], "allied", kind=kind, air=2))
    assert [s for s, _ in support_faults(here, fight, 2, 0)] in (["13.53"], ["13.63"], ["14.24"])
    assert available(here, fight) == (0, 0)
    assert support_drm(fight) is None


def test_plus_in_attack_and_minus_in_defence() -> None:
    assert support_drm(Fight("attack", "allied", "e1940", (), (), naval=2)) == (
        "18.31", "Allied naval support of the attack", 2,
    )  # fmt: skip
    assert support_drm(Fight("attack", "german", "e1940", (), (), air=1)) == (
        "17.31", "Allied air support of the defence", -1,
    )  # fmt: skip
    assert support_drm(Fight("attack", "allied", "e1940", (), ())) is None
