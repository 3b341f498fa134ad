"""Section 14.1: 711/731 and 711/744."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.position import Fact, Key, Position
from adjudicator.storm_over_normandy import r14_release, r14_release_roll
from adjudicator.storm_over_normandy.r09_fire import FireAttack
from adjudicator.storm_over_normandy.r14_release_roll import ReleaseRoll
from tests.playing import play, reasons
from tests.storm_over_normandy.build import board, position, unit
from tests.storm_over_normandy.fighting import notes


def coast(turn: int = 3, *, options: dict[str, str] | None = None, **said: str) -> Position:
    facts: dict[Key, Fact] = {("turn", ""): turn, ("side", ""): "german"}
    facts |= {(item, ""): value for item, value in said.items()}
    on = board(["cabourg 1", "ranville 1"], ["cabourg/ranville"])
    placed = [(unit(f"ge-711-{n}"), "cabourg") for n in ("731", "744")]
    far = (unit("us-1"), "ranville")
    return position(on, *placed, far, (unit("ge-1"), "ranville"), facts=facts, options=options)


@pytest.mark.parametrize(("turn", "ways"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 6)])
def test_chance_of_release(turn: int, ways: int) -> None:
    assert r14_release_roll.chance(turn) == Fraction(ways, 6)
    freed = [play(coast(turn), ReleaseRoll(), (die,)).text("release") == "released" for die in range(1, 7)]
    assert sum(freed) == ways


def test_a_roll_equal_to_the_turn_fails_and_is_the_roll_of_the_turn() -> None:
    after = play(coast(3), ReleaseRoll(), (3,))
    assert (after.text("release"), after.text("side")) == ("rolled", "allied")
    assert "the release roll of this turn has been made" in reasons(coast(3, release="rolled"), ReleaseRoll())
    draft = after.draft()
    r14_release.flip_marker(draft)
    assert draft.text("release") == "restricted"


def test_nothing_is_rolled_for_when_released_dead_or_out_of_turn() -> None:
    assert "have been released" in reasons(coast(release="released"), ReleaseRoll())
    assert "the Allied player has the impulse" in reasons(coast(side="allied"), ReleaseRoll())
    draft = coast().draft()
    draft.place("ge-711-731", "eliminated")
    assert "less than 3" in notes(draft.finish(), ReleaseRoll())
    draft.place("ge-711-744", "eliminated")
    assert "no regiment" in reasons(draft.finish(), ReleaseRoll())
    assert not r14_release.may_roll(draft)


def test_after_an_allied_pass_the_roll_is_paid_for_too() -> None:
    assert "discards a card first" in reasons(coast(passed="allied"), ReleaseRoll())


def test_an_attack_releases_both_or_by_another_reading_one() -> None:
    draft = coast().draft()
    r14_release.attacked(draft, ["ge-1"])
    assert not r14_release.is_released(draft, "ge-711-731")
    r14_release.attacked(draft, ["ge-711-731"])
    assert draft.text("release") == "released"
    assert r14_release.is_released(draft, "ge-711-744")
    other = coast(options={"release-both": "B"}).draft()
    r14_release.attacked(other, ["ge-711-731"])
    released = [r14_release.is_released(other, f"ge-711-{n}") for n in ("731", "744")]
    assert released == [True, False]
    assert r14_release.units_held(other) == ("ge-711-744",)
    r14_release.attacked(other, ["ge-711-744"])
    assert other.text("release") == "released"


def test_a_fire_attack_releases_at_once() -> None:
    draft = coast(side="allied").draft()
    draft.place("us-1", "cabourg")
    before = draft.finish()
    assert play(before, FireAttack(("us-1",), ())).text("release") == "released"


def test_the_ruling() -> None:
    ruling = r14_release_roll.release_ruling(coast(4))
    assert (ruling.ok, ruling.answer) == (True, {"released": False, "may_roll": True, "chance": "1/2"})
    assert r14_release_roll.release_ruling(coast(4, release="rolled")).answer["may_roll"] is False
    assert r14_release_roll.release_ruling(coast(4, release="released")).answer["released"] is True
