"""Sections 10.32 to 10.34: release, override, automatic entry."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r10_release as release
from adjudicator.june_six.r10_release import HANDLERS, ROLLS, AbideByRelease, Override, Strafe
from adjudicator.position import Draft, Fact, Key, Position
from counters.catalog import Unit
from tests.june_six.build import board, hq, position, unit
from tests.playing import barred, done

MAP = board(["e0132", "e0144", "e1940"], features={"e0132": {"entry": "D"}, "e0144": {"entry": "C"}})
LEHR = (hq("ge-lehr-hq", "ge-lehr", arrival=2), "turn-track")
PANZER = (unit("ge-lehr-130", "armor", cs=10, armor=6, division="ge-lehr", arrival=2), "turn-track")
OVERRIDE, ABIDE, STRAFE = HANDLERS


def drawn(
    *placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None, options: dict[str, str] | None = None
) -> Position:
    """Panzer Lehr is to enter at D on 7-8 June; its first marker has been drawn."""
    known: dict[Key, Fact] = {
        ("phase", ""): "me",
        ("turn", ""): 2,
        ("side", ""): "german",
        ("weather", ""): "clear",
        ("entry-choice", "ge-lehr"): "D",
        ("interdiction", "c-d-e"): 1,
        ("am", "am-ge-lehr-1"): "used",
    }
    here = position(MAP, LEHR, PANZER, *placed, facts={**known, **(facts or {})})
    return Position(here.game, here.board, here.schema, here.pieces, here.facts, options=options or {})


def rolled(here: Position, value: int) -> Draft:
    """The draft after the marker and its roll."""
    draft = here.draft()
    assert not release.on_marker(draft, "ge-lehr", "am-ge-lehr-1")
    ROLLS["release"].resolve(draft, draft.settle().data, [value])
    return draft


def test_the_number_and_the_modifiers() -> None:
    assert release.release_number(drawn(), "ge-lehr") == 6
    assert release.modifier(drawn(), "ge-lehr") == 1
    assert release.modifier(drawn(facts={("weather", ""): "heavy-overcast"}), "ge-lehr") == -1
    assert release.modifier(drawn(facts={("weather", ""): "storm"}), "ge-lehr") == 1


@pytest.mark.parametrize(
    ("number", "drm", "chance"), [(6, 0, "7/10"), (6, 2, "1/2"), (4, -2, "7/10"), (9, 1, "9/10"), (0, 2, "0")]
)
def test_chances(number: int, drm: int, chance: str) -> None:
    assert release.chance(number, drm) == Fraction(chance)


def test_a_roll_of_the_number_releases_and_one_more_does_not() -> None:
    assert rolled(drawn(), 5).flag("entered", "ge-lehr")
    failed = rolled(drawn(), 6)
    assert not failed.flag("entered", "ge-lehr")
    assert failed.decision is not None
    assert (failed.decision.player, failed.decision.kind) == ("german", "release-failed")


def test_override_costs_a_step_of_a_unit_that_the_allied_player_names() -> None:
    here = rolled(drawn(), 6).finish()
    over = done(here, Override())
    assert over.decision is not None
    assert over.decision.player == "allied"
    assert barred(over, Strafe("ge-lehr-hq")) == ["10.33"]
    assert list(STRAFE.options(over)) == [Strafe("ge-lehr-130")]
    then = done(over, Strafe("ge-lehr-130"))
    assert then.pieces["ge-lehr-130"].status == "reduced"
    assert then.flag("entered", "ge-lehr")
    assert then.flag("active", "ge-lehr-130")


def test_units_on_the_map_are_strafed_by_a_reading_only() -> None:
    early = (unit("ge-lehr-901", "panzer-grenadier", division="ge-lehr", arrival=2), "e1940")
    assert release.may_be_strafed(drawn(early), "ge-lehr") == ("ge-lehr-130",)
    both = drawn(early, options={"strafed-units": "B"})
    assert set(release.may_be_strafed(both, "ge-lehr")) == {"ge-lehr-130", "ge-lehr-901"}


def test_units_that_come_later_are_not_there_to_be_strafed() -> None:
    late = (unit("ge-lehr-902", "panzer-grenadier", division="ge-lehr", arrival=3), "turn-track")
    assert release.may_be_strafed(drawn(late), "ge-lehr") == ("ge-lehr-130",)


def test_with_a_marker_left_it_tries_again() -> None:
    here = rolled(drawn(facts={("am", "am-ge-lehr-2"): "cup"}), 6).finish()
    then = done(here, AbideByRelease())
    assert not then.flag("automatic", "ge-lehr")
    inquiry = Inquiry(here)
    ABIDE.check(inquiry, AbideByRelease())
    assert {s.rule for s in inquiry.steps} == {"10.33"}


def test_without_one_it_enters_automatically_on_the_next_turn() -> None:
    then = done(rolled(drawn(), 6).finish(), AbideByRelease())
    assert then.flag("automatic", "ge-lehr")
    assert then.number("available-from", "ge-lehr") == 3
    assert then.flag("free", "am-ge-lehr-1")
    assert not release.needs_release(then, "ge-lehr")


def test_a_formation_that_needs_no_release_enters_with_its_marker() -> None:
    draft = drawn(facts={("automatic", "ge-lehr"): True}).draft()
    assert release.on_marker(draft, "ge-lehr", "am-ge-lehr-1")
    assert draft.flag("entered", "ge-lehr")


def test_a_blocked_formation_does_not_even_roll() -> None:
    draft = drawn((unit("us-1"), "e0132")).draft()
    assert not release.on_marker(draft, "ge-lehr", "am-ge-lehr-1")
    assert draft.decision is None
    assert draft.number("available-from", "ge-lehr") == 3


def test_a_formation_whose_turn_has_not_come_does_nothing() -> None:
    draft = drawn(facts={("turn", ""): 1}).draft()
    assert not release.on_marker(draft, "ge-lehr", "am-ge-lehr-1")
    assert draft.decision is None
