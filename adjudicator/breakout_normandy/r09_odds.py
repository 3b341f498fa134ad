"""Exact odds of an assault: from bare numbers, or from a position with the best choices of both sides."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.breakout_normandy import r23_cards, terms
from adjudicator.breakout_normandy.r09_assault import forward_candidates
from adjudicator.breakout_normandy.r09_casualties import absorbs, capacity
from adjudicator.breakout_normandy.r09_results import casualty_points, overrun_bar
from adjudicator.breakout_normandy.r09_values import LineUp, attack_value, defense_value, line_up
from adjudicator.citation import rule
from adjudicator.dice import DIFFERENCE, Distribution
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.ruling import Ruling, Step

if TYPE_CHECKING:
    from adjudicator.position import Piece, State, View

__all__ = ["Odds", "Prospect", "best_forward", "best_point", "odds", "odds_of_numbers", "odds_of_position"]

REPULSE, STALEMATE, OVERRUN, DESTROYED = "repulse", "stalemate", "overrun", "destroyed"
_UNBOUNDED = 99


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an assault is worth, apart from the dice.

    Parameters
    ----------
    av, dv
        Attack Value and Defense Value.
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
    prospect
        What it rests on.
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

        Parameters
        ----------
        outcome
            Its name.

        Returns
        -------
        int

        Examples
        --------
        >>> odds(Prospect(7, 7, 4)).ways("repulse")
        575
        """
        return self.outcomes[outcome]

    def at_least(self, outcome: str) -> Fraction:
        """Chance of a result or a better one for the attacker.

        Parameters
        ----------
        outcome
            Its name.

        Returns
        -------
        fractions.Fraction

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

    @rule("11.3")
    def with_reroll(self, outcome: str, *, attacker: bool) -> Fraction:
        """Chance of a result or a better one when one side may force a reroll, and wants or fears just that.

        Parameters
        ----------
        outcome
            Its name.
        attacker
            Whether the attacker holds the Advantage.

        Returns
        -------
        fractions.Fraction

        Examples
        --------
        >>> odds(Prospect(7, 7, 4)).with_reroll("stalemate", attacker=False) < Fraction(1, 2)
        True
        """
        once = self.at_least(outcome)
        return once + (1 - once) * once if attacker else once * once


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
    prospect
        Attack Value, Defense Value and what the defenders absorb.
    dice
        Distribution of the attacker's less the defender's DR.

    Returns
    -------
    Odds

    Examples
    --------
    >>> odds(Prospect(8, 3, 3)).ways("overrun")
    861
    """
    return _dice_odds(prospect) if dice is DIFFERENCE else _spread(prospect, dice)


@functools.lru_cache(maxsize=4096)
def _dice_odds(prospect: Prospect) -> Odds:
    return _spread(prospect, DIFFERENCE)


def _spread(prospect: Prospect, dice: Distribution[int]) -> Odds:
    weights: dict[str, int] = {}
    for difference in sorted(dice):
        name = _outcome(prospect.margin + difference, prospect)
        weights[name] = weights.get(name, 0) + dice[difference]
    return Odds(prospect, Distribution(weights))


# --- best choices ---------------------------------------------------------------------------------------


@rule("9.1", "9.2A")
def best_point(view: View, units: Sequence[Piece]) -> Piece | None:
    """The Point Unit with the highest Attack Factor; of equals the one that defends worst: a tie hurts it.

    Parameters
    ----------
    view, units
        The position and the assaulting units.

    Returns
    -------
    Piece or None
        None when none of them may be Point Unit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> best_point(d_day, [d_day.pieces["us-4-8"], d_day.pieces["us-rangers-2"]]).uid
    'us-4-8'
    """
    able = [p for p in units if p.printed.is_point]
    key = {p.uid: (view.printed(p, "af", "9.2A"), -(p.printed.spent_df or 0)) for p in able}
    return max(able, key=lambda p: key[p.uid]) if able else None


@rule("9.1", "9.3A", "9.3G")
def best_forward(view: View, line: LineUp) -> list[tuple[Piece, int]]:
    """Candidates for Forward Unit with the Defense Value each would give, the best first.

    Of equal values the one that can absorb more comes first, for it takes the first Casualty Point.

    Parameters
    ----------
    view, line
        The position and the attackers.

    Returns
    -------
    list of (Piece, int)

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> line = line_up(d_day, "utah-beach", ["us-4-8"], "us-4-8")
    >>> [p.uid for p, dv in best_forward(d_day, line)]
    ['ge-1-919']
    """
    base = view.state if isinstance(view, Inquiry) else view
    found = [(p, defense_value(base, line, p).value) for p in forward_candidates(view, line.area, line.side)]
    return sorted(found, key=lambda c: (-c[1], -absorbs(c[0].status), c[0].uid))


# --- rulings --------------------------------------------------------------------------------------------


def odds_of_numbers(
    av: int, dv: int, defenders: Sequence[str] = (), *, bocage: bool = False, overrun: bool = True
) -> Ruling:
    """Odds from bare numbers, without any position (9.4, 9.5).

    Parameters
    ----------
    av, dv
        Attack Value and Defense Value.
    defenders
        Statuses of the defending units: fresh, spent, d1, d2.
    bocage
        Whether the Area is Bocage.
    overrun
        Whether an Overrun is allowed there; never in Bocage.

    Returns
    -------
    Ruling

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
        if status not in terms.STATUSES:
            raise MalformedAction(f"{status!r} is no status", f"Known: {', '.join(terms.STATUSES)}")
    most = sum(absorbs(s) for s in defenders) if defenders else _UNBOUNDED
    steps = [Step("9.2", "Attack Value as given", av), Step("9.3", "Defense Value as given", dv)]
    if defenders:
        steps.append(Step("9.5", f"{len(defenders)} defenders absorb {most} CP", most))
    if bocage:
        steps.append(Step("9.5", "Bocage forgives one CP"))
    prospect = Prospect(av, dv, most, bocage, overrun and not bocage)
    verdict, body = _answer(odds(prospect))
    return Ruling(f"odds assault --av {av} --dv {dv}", verdict, body, tuple(steps))


def odds_of_position(
    state: State,
    area: str,
    units: Sequence[str],
    *,
    point: str = "",
    support: Sequence[str] = (),
    forward: str = "",
    strict: bool = False,
) -> Ruling:
    """Odds of an assault in a position; what is not named is chosen best for its side (9.1).

    Parameters
    ----------
    state
        The position.
    area
        The attacked space.
    units, support
        Assaulting units and supporting artillery.
    point
        The Point Unit; empty for the attacker's best.
    forward
        The Forward Unit; empty for the defender's best, and then the answer gives the value of each.
    strict
        Refuse reconstructed values and assumptions.

    Returns
    -------
    Ruling
        Its answer names the choices, the values, the ways of each result, and the worth of a reroll.

    Raises
    ------
    MalformedAction
        There is nobody to attack, or to attack with.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> ruling = odds_of_position(GAME.scenario("d-day"), "utah-beach", ["us-4-8", "us-4-12"])
    >>> ruling.answer["point"], ruling.answer["forward"], ruling.answer["av"]
    ('us-4-8', 'ge-1-919', 7)
    """
    inquiry = Inquiry(state, strict=strict)
    lead = point or _best(inquiry, area, units)
    line = line_up(inquiry, area, units, lead, support)
    if not terms.enemies(inquiry, area, line.side):
        raise MalformedAction(f"no enemy defends {state.board.name(area)}")
    ranked = [] if forward else best_forward(inquiry, line)
    piece = state.pieces[forward] if forward else ranked[0][0]
    prospect = _prospect(inquiry, line, piece)
    answer = {
        "area": area,
        "point": lead,
        "forward": piece.uid,
        "dv_by_forward": {p.uid: dv for p, dv in ranked},
    }
    verdict, body = _answer(odds(prospect, r23_cards.difference(inquiry, line.side)))
    return inquiry.ruling(f"odds assault {state.board.name(area)}", verdict, {**answer, **body})


def _best(inquiry: Inquiry, area: str, units: Sequence[str]) -> str:
    chosen = best_point(inquiry.state, [inquiry.pieces[u] for u in units])
    if chosen is None:
        raise MalformedAction(f"no Point Unit attacks {inquiry.board.name(area)}", "Name infantry or armor")
    return chosen.uid


def _prospect(inquiry: Inquiry, line: LineUp, forward: Piece) -> Prospect:
    """Add both values up, each under its section, and what the defenders absorb."""
    name = inquiry.board.name(line.area)
    with inquiry.under("9.2", f"Attack Value against {name}"):
        av = attack_value(inquiry, line).value
    with inquiry.under("9.3", f"Defense Value of {name}"):
        dv = defense_value(inquiry, line, forward).value
    defenders = terms.enemies(inquiry, line.area, line.side)
    most = capacity(defenders)
    inquiry.note("9.5", f"the defenders absorb {most} CP", most)
    bar, bocage = overrun_bar(inquiry, line.area), terms.is_bocage(inquiry, line.area, "9.5")
    if bar[0]:
        inquiry.note(*bar)
    if bocage:
        inquiry.note("9.5", "Bocage forgives one CP")
    return Prospect(av, dv, most, bocage, not bar[0])


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


def _answer(found: Odds) -> tuple[str, dict[str, object]]:
    """Verdict and plain data of odds."""
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
