"""15.0: armor superiority, AT points, bocage, isolation."""

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.june_six.r15_armor import advantage, armor_drm, points, superiority
from tests.june_six import build

HEXES = build.hexes(36, 44, 16, 22)


@pytest.mark.parametrize(
    ("attack", "defence", "drm"),
    [
        (0, 0, 0), (2, 2, 0), (3, 2, 1), (4, 2, 2), (5, 2, 2), (2, 3, -1), (2, 4, -2),
        (2, 0, 2), (0, 2, -2), (1, 0, 1), (0, 1, -1), (9, 5, 1), (10, 5, 2), (1, 2, -2),
    ],
)  # fmt: skip
def test_twice_more_or_equal(attack: int, defence: int, drm: int) -> None:
    """15.12 and trap 43: a single point against none is worth one."""
    assert advantage(attack, defence) == drm


def test_at_points_cancel_but_never_gain() -> None:
    """Example j6-ex21, with the attacker's own AT points not counted."""
    assert superiority(3, 1)[0] == 2
    assert superiority(3, 1, 3)[0] == 0
    assert superiority(3, 1, 1)[0] == 1
    assert superiority(6, 1, 1)[0] == 2


def test_at_points_do_not_touch_a_defender_who_is_superior() -> None:
    assert superiority(1, 2, 5)[0] == -2
    assert superiority(2, 2, 5)[0] == 0


def test_bocage_allows_one_either_way() -> None:
    """Example j6-ex22; the cap comes last (trap 44)."""
    assert superiority(4, 0, 1)[0] == 2
    assert superiority(4, 0, 1, bocage=True)[0] == 1
    assert superiority(0, 4, bocage=True)[0] == -1
    assert superiority(3, 1, 3, bocage=True)[0] == 0


def test_points_of_a_combat() -> None:
    tank = build.unit("us-1", "armor", armor=3, at=2)
    on = build.board(HEXES)
    here = build.situation(on, (tank, "e1840"), (build.unit("ge-1", armor=1, at=3), "e1940"), part="combat")
    found = armor_drm(here, fight_of(here, plain("e1940", ["us-1"], "allied")))
    assert found == (0, "armor 3 against 1, with AT points against 4")


def test_nothing_is_said_where_nobody_has_armor() -> None:
    on = build.board(HEXES)
    here = build.situation(on, (build.unit("us-1"), "e1840"), (build.unit("ge-1", at=4), "e1940"))
    assert armor_drm(here, fight_of(here, plain("e1940", ["us-1"], "allied"))) is None


def test_isolated_points_are_added_up_in_a_stack_and_halved() -> None:
    """22.22: 3 and 3 in one hex are 3, in two hexes 1 and 1."""
    on, marks = build.board(HEXES), {"ge-1": {"isolated": True}, "ge-2": {"isolated": True}}
    units = [build.unit(f"ge-{n}", "armor", armor=3) for n in (1, 2)]
    together = build.situation(on, (units[0], "e1940"), (units[1], "e1940"), marks=marks)
    apart = build.situation(on, (units[0], "e1940"), (units[1], "e1941"), marks=marks)
    inquiry = Inquiry(together)
    assert points(inquiry, together.units_in("e1940"), "armor", "15.11") == 3
    assert [s.rule for s in inquiry.steps] == ["22.22"]
    assert points(apart, list(apart.pieces.values()), "armor", "15.11") == 2
    assert points(together, together.units_in("e1940"), "at", "15.13") == 0


def test_the_trail_names_units_and_the_cap() -> None:
    on = build.board(HEXES, terrain={"e1940": "bocage"})
    tank = build.unit("us-1", "armor", armor=4, at=2)
    here = build.situation(on, (tank, "e1840"), (build.unit("ge-1", at=1), "e1940"))
    inquiry = Inquiry(here)
    assert armor_drm(inquiry, fight_of(here, plain("e1940", ["us-1"], "allied"))) is not None
    found = inquiry.ruling("armor", "").rules
    assert found == ("15.11", "12.12", "15.13", "12.13", "15.2")
