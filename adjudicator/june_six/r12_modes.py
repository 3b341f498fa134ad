"""Section 12.41: what a pair of combat modes is worth, and the best secret choice of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.june_six.r12_crt import ASSAULT, PROBE, RETREAT, STAND
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.filing import Filing, Located, by_filing
from module_builder.vassal.values import dataclass

__all__ = ["Mix", "Weights", "equilibrium", "given_weights", "weights"]

_FILE = Path(__file__).parent / "payoff.toml"
_FIELDS: Mapping[str, type] = {"title": str, "value": int}


@dataclass(frozen=True, slots=True)
class Weights:
    """What results count in a payoff.

    Parameters
    ----------
    step, disorder
        A step lost, and a level of Disorder gained.
    ground
        A hex of retreat, or the defender hex left empty.
    breakthrough, rout
        A Breakthrough, and the opportunity of an Attacker Rout.

    Examples
    --------
    >>> Weights(6, 2, 4, 3, 3).harm(1, 2)
    10
    """

    step: int
    disorder: int
    ground: int
    breakthrough: int
    rout: int
    titles: tuple[tuple[str, str], ...] = ()

    def harm(self, steps: int, levels: int) -> int:
        """What steps lost and levels of Disorder gained count together."""
        return steps * self.step + levels * self.disorder

    @property
    def text(self) -> str:
        """The weights in words."""
        parts = (f"{title} {getattr(self, name)}" for name, title in self.titles)
        return ", ".join(parts)


@by_filing
def _records(filing: Filing) -> Mapping[str, Record]:
    return load_records(filing.path(_FILE), {"weight": _FIELDS})["weight"]


@by_filing
def weights(filing: Filing) -> Weights:
    """The weights of ``payoff.toml``.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> weights(OURS).step == 3 * weights(OURS).disorder
    True
    """
    return given_weights(filing, {})


def given_weights(at: Located, values: Mapping[str, int]) -> Weights:
    """The weights of ``payoff.toml`` but for those given.

    Parameters
    ----------
    values
        Name -> whole number.

    Raises
    ------
    KeyError
        There is no such weight.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> given_weights(OURS, {"ground": 0}).ground
    0
    """
    records = _records(at)
    known = {name: record.number("value") for name, record in records.items()}
    for name in values:
        known[name]
    titles = tuple([(name, record.text("title")) for name, record in records.items()])
    return Weights(**{**known, **values}, titles=titles)


# --- the game of modes ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mix:
    """The best secret choice of both sides under a payoff that one gains and the other loses.

    Examples
    --------
    >>> Mix(Fraction(1), Fraction(0), Fraction(3)).pure
    True
    """

    assault: Fraction
    stand: Fraction
    value: Fraction

    @property
    def pure(self) -> bool:
        """Whether neither side mixes."""
        return self.assault in {0, 1} and self.stand in {0, 1}


@rule("12.41")
def equilibrium(payoff: Mapping[tuple[str, str], Fraction]) -> Mix:
    """Solve the game of modes exactly.

    Parameters
    ----------
    payoff
        (attack mode, defence mode) -> what the attacker gains.

    Returns
    -------
    Mix
        Where several choices are equally good: the one with most Assault, then most Stand, unmixed first.

    Examples
    --------
    >>> F = Fraction
    >>> equilibrium({("assault", "stand"): F(3), ("assault", "retreat"): F(1),
    ...              ("probe", "stand"): F(0), ("probe", "retreat"): F(2)})
    Mix(assault=Fraction(1, 2), stand=Fraction(1, 4), value=Fraction(3, 2))
    """
    saddle = _saddle(payoff)
    if saddle is not None:
        attack, defence = saddle
        return Mix(Fraction(attack == ASSAULT), Fraction(defence == STAND), payoff[saddle])
    a, b = payoff[ASSAULT, STAND], payoff[ASSAULT, RETREAT]
    c, d = payoff[PROBE, STAND], payoff[PROBE, RETREAT]
    below = a - b - c + d
    return Mix((d - c) / below, (d - b) / below, (a * d - b * c) / below)


def _saddle(payoff: Mapping[tuple[str, str], Fraction]) -> tuple[str, str] | None:
    """A pair of modes from which neither side gains by leaving alone; None where both must mix."""
    for attack in (ASSAULT, PROBE):
        for defence in (STAND, RETREAT):
            value = payoff[attack, defence]
            best = value >= payoff[PROBE if attack == ASSAULT else ASSAULT, defence]
            if best and value <= payoff[attack, RETREAT if defence == STAND else STAND]:
                return attack, defence
    return None
