"""Exact chances of an assault from bare numbers (9.4, 9.5): no position, no board, and quick to load."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.dice import DIFFERENCE, Distribution
from adjudicator.errors import MalformedAction
from adjudicator.plural import many
from adjudicator.ruling import Ruling, Step
from module_builder.vassal.values import dataclass

__all__ = ["Odds", "Prospect", "absorbs", "casualty_points", "odds", "odds_of_numbers", "spread", "told"]

STATUSES = ("fresh", "spent", "d1", "d2")
REPULSE, STALEMATE, OVERRUN, DESTROYED = "repulse", "stalemate", "overrun", "destroyed"
_UNBOUNDED = 99


@rule("9.43", "9.5")
def casualty_points(margin: int, *, bocage: bool) -> int:
    """Casualty Points of a successful assault: the margin, one less in Bocage (9.5).

    Parameters
    ----------
    margin
        Attack Total less Defense Total.
    bocage
        Whether the attacked Area is Bocage.

    Examples
    --------
    >>> casualty_points(5, bocage=False), casualty_points(1, bocage=True)
    (5, 0)
    """
    return max(0, margin - bocage)


@rule("9.5A", "9.5B", "9.5C", "9.5D", "9.5F")
def absorbs(status: str) -> int:
    """Most Casualty Points that a unit can absorb: 4 Fresh, 3 Spent, 2 at Disrupt 1, 1 at Disrupt 2 (9.5).

    Examples
    --------
    >>> absorbs("fresh"), absorbs("d2")
    (4, 1)
    """
    return len(STATUSES) - STATUSES.index(status)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an assault is worth, apart from the dice.

    Parameters
    ----------
    capacity
        Casualty Points that the defenders absorb together.
    bocage
        Whether the Area is Bocage.
    overrun
        Whether an Overrun is possible there.

    Examples
    --------
    >>> Prospect(14, 10, 15).margin
    4
    """

    av: int
    dv: int
    capacity: int
    bocage: bool = False
    overrun: bool = True

    @property
    def margin(self) -> int:
        """Attack Value less Defense Value."""
        return self.av - self.dv


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact distribution of the results of an assault.

    Parameters
    ----------
    outcomes
        Ways of each result, worst for the attacker first: ``repulse``, ``stalemate``, ``0``, ``1`` ...
        Casualty Points, and ``overrun`` (``destroyed`` where there is no Overrun).

    Examples
    --------
    >>> odds(Prospect(14, 10, 15)).ways("stalemate")
    80
    """

    prospect: Prospect
    outcomes: Distribution[str]

    def ways(self, outcome: str) -> int:
        """Ways of one result.

        Examples
        --------
        >>> odds(Prospect(7, 7, 4)).ways("repulse")
        575
        """
        return self.outcomes[outcome]

    def at_least(self, outcome: str) -> Fraction:
        """Chance of a result or a better one for the attacker.

        Examples
        --------
        >>> odds(Prospect(7, 7, 4)).at_least("stalemate")
        Fraction(721, 1296)
        """
        floor = _order(outcome)
        return self.outcomes.chance(lambda o: _order(o) >= floor)

    @property
    def success(self) -> Fraction:
        """Chance of a success (9.43)."""
        return self.at_least("0")

    @property
    def mean(self) -> Fraction:
        """Mean of the Casualty Points that take effect."""
        most = self.prospect.capacity
        total = sum(w * min(most, max(0, _order(o) - _order("0"))) for o, w in self.outcomes.items())
        return Fraction(total, self.outcomes.total)


def _order(outcome: str) -> int:
    """Place of a result, from worst to best for the attacker."""
    if outcome.isdigit():
        return 2 + int(outcome)
    return {REPULSE: 0, STALEMATE: 1}.get(outcome, 10_000)


@rule("9.4", "9.41", "9.42", "9.43", "9.8")
def _outcome(margin: int, prospect: Prospect) -> str:
    """Name of the result of a margin of totals."""
    if margin < 0:
        return REPULSE
    if margin == 0:
        return STALEMATE
    points = casualty_points(margin, bocage=prospect.bocage)
    if points <= prospect.capacity:
        return str(points)
    return OVERRUN if prospect.overrun else DESTROYED


def odds(prospect: Prospect, dice: Distribution[int] = DIFFERENCE) -> Odds:
    """Exact odds of an assault (9.4).

    Parameters
    ----------
    dice
        Distribution of the attacker's less the defender's DR.

    Examples
    --------
    >>> odds(Prospect(8, 3, 3)).ways("overrun")
    861
    """
    return _dice_odds(prospect) if dice is DIFFERENCE else spread(prospect, dice)


@functools.lru_cache(maxsize=4096)
def _dice_odds(prospect: Prospect) -> Odds:
    return spread(prospect, DIFFERENCE)


def spread(prospect: Prospect, dice: Distribution[int]) -> Odds:
    """Spread the results of an assault over any distribution of the difference of two DRs.

    Parameters
    ----------
    dice
        Attacker's less defender's DR.

    Examples
    --------
    >>> spread(Prospect(7, 7, 4), DIFFERENCE).ways("stalemate")
    146
    """
    weights: dict[str, int] = {}
    for difference in sorted(dice):
        name = _outcome(prospect.margin + difference, prospect)
        weights[name] = weights.get(name, 0) + dice[difference]
    return Odds(prospect, Distribution(weights))


def odds_of_numbers(
    av: int, dv: int, defenders: Sequence[str] = (), *, bocage: bool = False, overrun: bool = True
) -> Ruling:
    """Odds from bare numbers, without any position (9.4, 9.5).

    Parameters
    ----------
    defenders
        Statuses of the defending units: fresh, spent, d1, d2.
    bocage
        Whether the Area is Bocage.
    overrun
        Whether an Overrun is allowed there; never in Bocage.

    Raises
    ------
    MalformedAction
        A status is none.

    Examples
    --------
    >>> odds_of_numbers(14, 10, ["fresh", "fresh", "fresh", "spent"]).answer["outcomes"]["stalemate"]
    80
    """
    for status in defenders:
        if status not in STATUSES:
            raise MalformedAction(f"{status!r} is no status", f"Known: {', '.join(STATUSES)}")
    most = sum(absorbs(s) for s in defenders) if defenders else _UNBOUNDED
    steps = [Step("9.2", "Attack Value as given", av), Step("9.3", "Defense Value as given", dv)]
    if defenders:
        steps.append(
            Step("9.5", f"{many(len(defenders), 'defender absorbs', 'defenders absorb')} {most} CP", most)
        )
    if bocage:
        steps.append(Step("9.5", "Bocage forgives one CP"))
    prospect = Prospect(av, dv, most, bocage, overrun and not bocage)
    verdict, body = told(odds(prospect))
    return Ruling(f"odds assault --av {av} --dv {dv}", verdict, body, tuple(steps))


@rule("11.3")
def _reroll_worth(found: Odds) -> dict[str, dict[str, int]]:
    """Ways of each result or better: on one roll, and squared with a reroll in either hand."""
    total, reached = found.outcomes.total, found.outcomes.total
    worth = {}
    for outcome, ways in found.outcomes.items():
        missed = total - reached
        worth[outcome] = {"once": reached, "attacker": total**2 - missed**2, "defender": reached**2}
        reached -= ways
    return worth


def told(found: Odds) -> tuple[str, dict[str, object]]:
    """Verdict and plain data of odds.

    Examples
    --------
    >>> told(odds(Prospect(7, 7, 4)))[1]["of"]
    1296
    """
    prospect, outcomes = found.prospect, found.outcomes
    dice = outcomes.total == DIFFERENCE.total and found == _dice_odds(prospect)
    verdict, worth = _dice_summary(prospect) if dice else _summary(found)
    body = {
        "av": prospect.av,
        "dv": prospect.dv,
        "capacity": prospect.capacity,
        "of": outcomes.total,
        "outcomes": dict(outcomes.items()),
        "reroll": {outcome: dict(ways) for outcome, ways in worth.items()},
    }
    return verdict, body


@functools.lru_cache(maxsize=4096)
def _dice_summary(prospect: Prospect) -> tuple[str, dict[str, dict[str, int]]]:
    return _summary(_dice_odds(prospect))


def _summary(found: Odds) -> tuple[str, dict[str, dict[str, int]]]:
    """Verdict, and the worth of a reroll."""
    prospect, outcomes = found.prospect, found.outcomes
    won = outcomes.total - outcomes[REPULSE] - outcomes[STALEMATE]
    share, mean = won / outcomes.total, float(found.mean)
    head = f"{prospect.av}:{prospect.dv}, success {won}/{outcomes.total}"
    return f"{head} ({share:.1%}), mean {mean:.2f} CP.", _reroll_worth(found)
