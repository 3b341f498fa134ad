"""12.51: the nearest printed ratio."""

from fractions import Fraction

import pytest

from adjudicator.june_six.r12_ratio import chart, nearest, ratio
from maps.filing import OURS


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [(18, 10, "2:1"), (10, 11, "1:1"), (21, 19, "1:1")],
    ids=["j6-ex14", "j6-ex15", "j6-ex16"],
)
def test_the_examples_of_the_book(attack: int, defence: int, name: str) -> None:
    assert nearest(OURS, attack, defence) == name


def test_the_chart_goes_up() -> None:
    values = [Fraction(r.number("attack"), r.number("defence")) for r in chart(OURS).values()]
    modifiers = [r.number("drm") for r in chart(OURS).values()]
    assert values == sorted(values)
    assert modifiers == sorted(set(modifiers))
    assert chart(OURS)["1:1"].number("drm") == 0
    assert {"1:1", "2:1"} <= set(chart(OURS))


def test_ratios_are_simple_and_named_by_their_numbers() -> None:
    for name, record in chart(OURS).items():
        assert name == f"{record.number('attack')}:{record.number('defence')}"
        assert 1 in {record.number("attack"), record.number("defence")}


def test_rounding_is_to_the_nearest_not_for_the_defender() -> None:
    for attack in range(1, 60):
        for defence in range(1, 30):
            quotient = Fraction(attack, defence)
            found = chart(OURS)[nearest(OURS, attack, defence)]
            gap = abs(Fraction(found.number("attack"), found.number("defence")) - quotient)
            every = [Fraction(r.number("attack"), r.number("defence")) for r in chart(OURS).values()]
            assert gap == min(abs(known - quotient) for known in every)


def test_a_tie_goes_by_the_reading() -> None:
    assert (nearest(OURS, 5, 2, "A"), nearest(OURS, 5, 2, "B")) == ("2:1", "3:1")
    assert (nearest(OURS, 3, 4, "A"), nearest(OURS, 3, 4, "B")) == ("1:2", "1:1")


def test_below_one_to_one_by_either_reading() -> None:
    assert (nearest(OURS, 7, 10), nearest(OURS, 7, 10, below="B")) == ("1:2", "1:1")
    assert (nearest(OURS, 10, 11), nearest(OURS, 10, 11, below="B")) == ("1:1", "1:1")
    assert (nearest(OURS, 2, 3), nearest(OURS, 2, 3, below="B"), nearest(OURS, 2, 3, "B", "B")) == (
        "1:2",
        "1:2",
        "1:1",
    )


def test_beyond_the_ends_and_without_strength() -> None:
    assert (nearest(OURS, 90, 2), nearest(OURS, 1, 30)) == ("6:1", "1:4")
    assert ratio(OURS, 0, 5).text == "odds: the attacker has no Combat Strength, so the lowest ratio 1:4"
    assert ratio(OURS, 5, 0).name == "6:1"
    assert ratio(OURS, 0, 0).name == "1:4"
