"""12.41: the game of modes, against a plain search."""

import itertools
import random
from fractions import Fraction

import pytest

from adjudicator.june_six.r12_crt import PAIRS
from adjudicator.june_six.r12_modes import Mix, equilibrium, given_weights, weights
from maps.filing import OURS

MODES = [("assault", "stand"), ("assault", "retreat"), ("probe", "stand"), ("probe", "retreat")]


def value(payoff: dict[tuple[str, str], Fraction], assault: Fraction, stand: Fraction) -> Fraction:
    """What the attacker gains by two mixtures."""
    ways = {"assault": assault, "probe": 1 - assault, "stand": stand, "retreat": 1 - stand}
    return sum((ways[a] * ways[d] * payoff[a, d] for a, d in payoff), Fraction(0))


def check(payoff: dict[tuple[str, str], Fraction], mix: Mix) -> None:
    """Neither side gains by leaving the mixture."""
    assert 0 <= mix.assault <= 1
    assert 0 <= mix.stand <= 1
    assert value(payoff, mix.assault, mix.stand) == mix.value
    for pure in (Fraction(0), Fraction(1)):
        assert value(payoff, pure, mix.stand) <= mix.value <= value(payoff, mix.assault, pure)


def test_every_small_game_is_solved() -> None:
    for numbers in itertools.product(range(-1, 3), repeat=4):
        payoff = dict(zip(MODES, map(Fraction, numbers), strict=True))
        check(payoff, equilibrium(payoff))


def test_random_games_with_fractions() -> None:
    dice = random.Random(6)
    for _ in range(500):
        payoff = {pair: Fraction(dice.randint(-90, 90), dice.choice([1, 2, 5, 10])) for pair in PAIRS}
        check(payoff, equilibrium(payoff))


def test_a_game_without_a_best_pair_is_mixed() -> None:
    payoff = dict(zip(MODES, map(Fraction, (3, 1, 0, 2)), strict=True))
    mix = equilibrium(payoff)
    assert mix == Mix(Fraction(1, 2), Fraction(1, 4), Fraction(3, 2))
    assert not mix.pure


def test_a_step_is_worth_three_levels_of_disorder() -> None:
    """13.13 to 13.15: three levels cost a step, so the measure does not depend on their order."""
    assert weights(OURS).step == 3 * weights(OURS).disorder
    assert weights(OURS).harm(2, 1) == 14


def test_weights_of_ones_own() -> None:
    assert given_weights(OURS, {}) == weights(OURS)
    assert given_weights(OURS, {"ground": 9}).ground == 9
    with pytest.raises(KeyError):
        given_weights(OURS, {"glory": 1})
    assert "step lost 6" in weights(OURS).text
