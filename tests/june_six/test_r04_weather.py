"""Section 4: the weather by the German die, what it brings, and the initiative."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r04_weather as weather
from adjudicator.june_six.r03_phases import EndPhase
from adjudicator.position import Position
from maps.filing import OURS
from tests.june_six.turning import rolled, scene, settled
from tests.playing import play


def opening(turn: int = 5, **items: object) -> Position:
    """The Initiative/Weather Determination Phase, the dice asked for."""
    at = scene("initiative", turn=turn, **items)  # type: ignore[arg-type]
    draft = at.draft()
    weather.open_phase(draft)
    return draft.finish()


@pytest.mark.parametrize(
    ("name", "air", "naval", "allied", "german", "rp", "ma", "release", "drm"),
    [
        ("clear", 8, 6, 1, 0, 0, 0, 0, 0),
        ("light-overcast", 4, 6, 0, 1, 0, 0, 0, -1),
        ("heavy-overcast", 0, 3, 0, 2, 2, 2, -2, 0),
        ("storm", 0, 0, 0, 2, 4, 2, 0, 0),
    ],
)
def test_what_each_weather_brings(
    name: str, air: int, naval: int, allied: int, german: int, rp: int, ma: int, release: int, drm: int
) -> None:
    row = weather.effects(OURS, name)
    columns = ("air", "naval", "free_ops_allied", "free_ops_german", "german_rp", "german_ma", "release_drm")
    assert [row.number(c) for c in columns] == [air, naval, allied, german, rp, ma, release]
    assert row.number("attrition_drm") == drm
    assert row.flag("attrition") == (name in {"clear", "light-overcast"})
    assert row.flag("held") == (name == "storm")


def test_storm_caps_allied_resource_points_at_ten_then_fifteen() -> None:
    row = weather.effects(OURS, "storm")
    assert (row.number("allied_most"), row.number("allied_most_after")) == (10, 15)


def test_worse_weather_comes_with_higher_rolls_and_every_weather_can_come() -> None:
    found = [weather.weather_of(scene(), die) for die in weather.FACES]
    assert found == sorted(found, key=weather.WEATHERS.index)
    assert {*found} == {*weather.WEATHERS}
    assert sum(weather.weather_chances(OURS).values()) == 1


def test_the_table_is_told_to_be_reconstructed() -> None:
    inquiry = Inquiry(scene())
    weather.weather_of(inquiry, 4)
    assert (
        [s.row for s in inquiry.sources] == ["4"] if hasattr(inquiry.sources[0], "row") else inquiry.sources
    )


def test_the_turn_after_a_storm_is_heavy_overcast_whatever_is_rolled() -> None:
    at = opening(after_storm=True)
    then = play(at, rolled(5, 0))
    assert then.text("weather") == "heavy-overcast"
    assert then.text("initiative") == "allied"


def test_the_german_roll_is_not_adjusted_for_weather_but_for_initiative() -> None:
    at = opening(turn=2)
    assert weather.initiative_drm(at) < 0
    then = play(at, rolled(8, 9))
    assert (then.text("weather"), then.text("initiative")) == ("storm", "allied")


def test_no_drm_from_june_11_on() -> None:
    assert weather.initiative_drm(opening(turn=3)) < 0
    assert weather.initiative_drm(opening(turn=4)) == 0


def test_a_tie_is_rolled_again_by_the_allied_player_alone() -> None:
    at = play(opening(), rolled(4, 4))
    assert at.decision is not None
    assert at.decision.data["what"] == "initiative-tie"
    assert play(at, rolled(4)).decision.data["what"] == "initiative-tie"  # type: ignore[union-attr]
    assert play(at, rolled(3)).text("initiative") == "german"
    assert play(at, rolled(5)).text("phase") == "allied-logistics"


def test_weather_sets_air_and_naval_markers() -> None:
    at = play(opening(), rolled(1, 5))
    assert (at.number("air"), at.number("naval")) == (4, 6)


@pytest.mark.parametrize(("drm", "die"), [(0, None), (-3, None), (0, 4), (-2, 0), (0, 9)])
def test_initiative_chance_agrees_with_counting(drm: int, die: int | None) -> None:
    """Ties are rolled again: only the rolls that decide count."""
    dice = range(10) if die is None else [die]
    total = Fraction(0)
    for german in dice:
        wins = [a for a in range(10) if a > german + drm]
        losses = [a for a in range(10) if a < german + drm]
        total += Fraction(len(wins), len(wins) + len(losses))
    assert weather.initiative_chance(drm, die) == total / len(dice)


def test_explain_initiative_names_the_tie_and_the_winner() -> None:
    inquiry = Inquiry(scene(turn=2))
    assert weather.explain_initiative(inquiry, 3, 6) == "tie"
    assert weather.explain_initiative(inquiry, 4, 6) == "allied"
    assert weather.explain_initiative(inquiry, 2, 6) == "german"
    assert {"4.21", "4.22"} <= {s.rule for s in inquiry.steps}


def test_the_storm_is_remembered_by_the_next_turn() -> None:
    at = scene("re", weather="storm", re_first="allied", facts={("re-done", "x"): True})
    draft = at.draft()
    from adjudicator.june_six.r03_end import next_turn

    next_turn(draft)
    assert draft.flag("after-storm")
    assert (draft.text("phase"), draft.number("turn")) == ("initiative", 6)
    assert settled(draft.finish()).decision is not None
    assert EndPhase() == EndPhase()
