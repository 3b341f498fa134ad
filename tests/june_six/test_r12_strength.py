"""12.51, 9.2 and 22.22: Combat Strengths."""

from typing import Any

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.june_six.r12_strength import attack_strength, defence_strength, ratio_of, unsupported
from adjudicator.position import Position
from counters.catalog import Unit
from tests.june_six import build

ON = build.board(build.hexes(36, 44, 16, 22))
ENEMY = (build.unit("ge-9", cs=5), "e1940")


def tank(uid: str, cs: int = 7, division: str = "us-2ad") -> Unit:
    """An armored unit."""
    return build.unit(uid, "armor", cs=cs, armor=3, division=division)


def foot(uid: str, cs: int = 6, division: str = "us-2ad", **more: Any) -> Unit:
    """An infantry unit."""
    return build.unit(uid, cs=cs, division=division, **more)


def ours(here: Position, *uids: str, kind: str = "attack", target: str = "e1940") -> int:
    """Strength of an attack."""
    side = here.pieces[uids[0]].side
    return attack_strength(here, fight_of(here, plain(target, uids, side, kind=kind))).value


def place(*units: Unit, at: str = "e1840", options: dict[str, str] | None = None, **more: Any) -> Position:
    """Attackers in one hex, marked alike."""
    marks = {u.id: more for u in units} if more else {}
    placed = [(u, at) for u in units]
    return build.situation(ON, *placed, ENEMY, part="combat", marks=marks, options=options)


def test_strengths_are_added_up_as_they_show() -> None:
    here = build.situation(ON, (foot("us-1"), "e1840 reduced"), (foot("us-2"), "e1840"), ENEMY)
    assert ours(here, "us-1", "us-2") == 9


@pytest.mark.parametrize(
    ("tanks", "infantry", "halved"),
    [(1, 0, 1), (1, 1, 0), (2, 1, 0), (3, 1, 1), (3, 2, 0), (5, 2, 1), (2, 0, 2)],
)
def test_one_infantry_unit_supports_two_armored_units(tanks: int, infantry: int, halved: int) -> None:
    """12.51 and trap 38."""
    units = [*(tank(f"us-t{n}") for n in range(tanks)), *(foot(f"us-i{n}") for n in range(infantry))]
    here = place(*units)
    found = unsupported(here, fight_of(here, plain("e1940", [u.id for u in units], "allied")))
    assert len(found) == halved
    assert ours(here, *(u.id for u in units)) == 7 * tanks + 6 * infantry - 4 * halved


def test_infantry_need_not_be_stacked_but_of_the_same_formation() -> None:
    here = build.situation(ON, (tank("us-1"), "e1840"), (foot("us-2"), "e1941"), ENEMY)
    assert ours(here, "us-1", "us-2") == 13
    other = build.situation(ON, (tank("us-1"), "e1840"), (foot("us-2", division="us-1"), "e1840"), ENEMY)
    assert ours(other, "us-1", "us-2") == 9


def test_units_of_no_formation_support_each_other_not() -> None:
    """12.51: of the same formation; a Detachment and an unassigned Tiger battalion share none."""
    here = build.situation(
        ON, (tank("us-503", division=""), "e1840"), (foot("us-9", division=""), "e1840"), ENEMY
    )
    assert ours(here, "us-503", "us-9") == 9


def test_an_attached_unit_counts_as_of_the_formation() -> None:
    corps = tank("us-102", division="us-v")
    here = build.situation(
        ON, (corps, "e1840"), (foot("us-2"), "e1840"), ENEMY, marks={"us-102": {"attached": "us-2ad"}}
    )
    assert ours(here, "us-102", "us-2") == 13


def test_the_weakest_are_left_without_support() -> None:
    here = place(tank("us-1", 9), tank("us-2", 4), tank("us-3", 8), foot("us-4"))
    assert unsupported(here, fight_of(here, plain("e1940", ["us-1", "us-2", "us-3", "us-4"], "allied"))) == {
        "us-2"
    }


def test_halving_unit_by_unit_or_together() -> None:
    units = (tank("us-1"), tank("us-2"))
    assert ours(place(*units), "us-1", "us-2") == 6
    assert ours(place(*units, options={"unsupported-halving": "B"}), "us-1", "us-2") == 7


def test_defending_armor_needs_no_support() -> None:
    panzer = build.unit("ge-1", "armor", cs=7, armor=3)
    here = build.situation(ON, (foot("us-1"), "e1840"), (panzer, "e1940"))
    assert defence_strength(here, fight_of(here, plain("e1940", ["us-1"], "allied"))).value == 7


def test_armor_in_a_counterattack_by_either_reading() -> None:
    panzer = build.unit("ge-1", "armor", cs=7, armor=3)
    for letter, strength in (("A", 3), ("B", 7)):
        here = build.situation(
            ON, (foot("us-1"), "e1840"), (panzer, "e1940"), options={"unactivated-armor": letter}
        )
        assert ours(here, "ge-1", kind="gca", target="e1840") == strength
        assert ours(here, "ge-1", kind="attack", target="e1840") == 3


def test_bracketed_strength_counts_in_defence_only() -> None:
    sp = build.unit("ge-1", "strongpoint")
    here = build.situation(ON, (foot("us-1"), "e1840"), (sp, "e1940"))
    assert defence_strength(here, fight_of(here, plain("e1940", ["us-1"], "allied"))).value == 2
    assert ours(here, "ge-1", target="e1840") == 0


def test_an_isolated_stack_is_added_up_and_halved() -> None:
    """22.22 and trap 39: 5 and 5 together are 5, one by one 2 and 2."""
    units = (foot("us-1", 5), foot("us-2", 5))
    assert ours(place(*units, isolated=True), "us-1", "us-2") == 5
    assert ours(place(*units, isolated=True, options={"isolated-stack": "B"}), "us-1", "us-2") == 4
    assert ours(place(units[0], isolated=True), "us-1") == 2


def test_isolated_defenders_are_halved_too() -> None:
    two = (build.unit("ge-1", cs=5), "e1940"), (build.unit("ge-2", cs=2), "e1940")
    here = build.situation(ON, (foot("us-1"), "e1840"), *two, marks={"ge-1": {"isolated": True}})
    assert defence_strength(here, fight_of(here, plain("e1940", ["us-1"], "allied"))).value == 4


def test_isolated_unsupported_armor_is_halved_twice() -> None:
    assert ours(place(tank("us-1", 9), isolated=True), "us-1") == 2


@pytest.mark.parametrize(("state", "strength"), [("held", 10), ("", 6), ("lost", 6)])
def test_beach_engineers_help_the_defence_of_their_hex(state: str, strength: int) -> None:
    on = build.board(build.hexes(38, 42, 24, 27))
    here = build.situation(
        on, (foot("us-1"), "e2640"), (build.unit("ge-1"), "e2641"), side="german",
        facts={("engineers", "e2640"): state},
    )  # fmt: skip
    fight = fight_of(here, plain("e2640", ["ge-1"], "german"))
    assert defence_strength(here, fight).value == strength


def test_every_line_has_its_rule() -> None:
    inquiry = Inquiry(place(tank("us-1"), foot("us-2", division="us-1")))
    attack_strength(inquiry, fight_of(inquiry, plain("e1940", ["us-1", "us-2"], "allied")))
    assert [(s.rule, s.value) for s in inquiry.steps] == [("12.51", 3), ("12.51", 6)]
    assert "unsupported armor" in inquiry.steps[0].text


def test_the_readings_of_the_ratio_are_told_where_they_matter() -> None:
    inquiry = Inquiry(build.situation(ON, ENEMY))
    assert ratio_of(inquiry, 3, 2).name == "1:1"
    assert inquiry.ruling("", "").interpretations == ("odds-tie=A",)
    other = Inquiry(build.situation(ON, ENEMY, options={"odds-tie": "B", "odds-below": "B"}))
    assert (ratio_of(other, 3, 2).name, ratio_of(other, 7, 10).name) == ("2:1", "1:1")
    plain_one = Inquiry(build.situation(ON, ENEMY))
    ratio_of(plain_one, 18, 10)
    assert not plain_one.ruling("", "").interpretations
    assert [str(u) for u in plain_one.sources] == ["DRM of the odds ratio 2:1"]
