"""12.51: the nearest printed ratio."""

from fractions import Fraction

import pytest

from adjudicator.june_six.r12_ratio import chart, nearest, ratio


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [(18, 10, "2:1"), (10, 11, "1:1"), (21, 19, "1:1")],
    ids=["j6-ex14", "j6-ex15", "j6-ex16"],
)
def test_the_examples_of_the_book(attack: int, defence: int, name: str) -> None:
    assert nearest(attack, defence) == name


def test_the_chart_goes_up() -> None:
    values = [Fraction(r.number("attack"), r.number("defence")) for r in chart().values()]
    modifiers = [r.number("drm") for r in chart().values()]
    assert values == sorted(values)
    assert modifiers == sorted(set(modifiers))
    assert chart()["1:1"].number("drm") == 0
    assert {"1:1", "2:1"} <= set(chart())


def test_ratios_are_simple_and_named_by_their_numbers() -> None:
    for name, record in chart().items():
        assert name == f"{record.number('attack')}:{record.number('defence')}"
        assert 1 in {record.number("attack"), record.number("defence")}


def test_rounding_is_to_the_nearest_not_for_the_defender() -> None:
    for attack in range(1, 60):
        for defence in range(1, 30):
            quotient = Fraction(attack, defence)
            found = chart()[nearest(attack, defence)]
            gap = abs(Fraction(found.number("attack"), found.number("defence")) - quotient)
            every = [Fraction(r.number("attack"), r.number("defence")) for r in chart().values()]
            assert gap == min(abs(known - quotient) for known in every)


def test_a_tie_goes_by_the_reading() -> None:
    assert (nearest(5, 2, "A"), nearest(5, 2, "B")) == ("2:1", "3:1")
    assert (nearest(3, 4, "A"), nearest(3, 4, "B")) == ("1:2", "1:1")


def test_below_one_to_one_by_either_reading() -> None:
    assert (nearest(7, 10), nearest(7, 10, below="B")) == ("1:2", "1:1")
    assert (nearest(10, 11), nearest(10, 11, below="B")) == ("1:1", "1:1")
    assert (nearest(2, 3), nearest(2, 3, below="B"), nearest(2, 3, "B", "B")) == ("1:2", "1:2", "1:1")


def test_beyond_the_ends_and_without_strength() -> None:
    assert (nearest(90, 2), nearest(1, 30)) == ("6:1", "1:4")
    assert ratio(0, 5).text == "odds: the attacker has no Combat Strength, so the lowest ratio 1:4"
    assert ratio(5, 0).name == "6:1"
    assert ratio(0, 0).name == "1:4"
