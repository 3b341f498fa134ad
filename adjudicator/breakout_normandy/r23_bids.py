"""Sections 23.2 to 23.22: bidding Victory Points for the command of the Allies."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.inquiry import Adding
from adjudicator.position import View
from adjudicator.ruling import Total
from module_builder.vassal.values import dataclass

__all__ = [
    "CONTESTED_IN_ONE",
    "Bid",
    "Command",
    "compare_with_bid",
    "required_points",
    "settle_bids",
]

CONTESTED_IN_ONE = 7


@dataclass(frozen=True, slots=True)
class Bid:
    """Victory Points added to what the Allies need (23.21); either number may be negative or 0.

    Parameters
    ----------
    control
        Whole Victory Points.
    contested
        Contested Victory Points, fractions of a whole one.

    Examples
    --------
    >>> Bid(1, 3) > Bid(1), Bid(-1).value
    (True, Fraction(-1, 1))
    """

    control: int = 0
    contested: int = 0

    @property
    def value(self) -> Fraction:
        """Size of the bid: seven Contested Victory Points make one (22.4)."""
        return self.control + Fraction(self.contested, CONTESTED_IN_ONE)

    def __lt__(self, other: Bid) -> bool:
        return self.value < other.value

    def __gt__(self, other: Bid) -> bool:
        return self.value > other.value


@dataclass(frozen=True, slots=True)
class Command:
    """Who commands the Allies after a bid.

    Parameters
    ----------
    bidder
        0 or 1; None when a random die roll must decide.

    Examples
    --------
    >>> Command(None, Bid()).bidder is None
    True
    """

    bidder: int | None
    bid: Bid


@rule("23.2", "23.21")
def settle_bids(first: Bid, second: Bid) -> Command:
    """Decide two secret bids: the higher commands the Allies; a tie is rolled off and its bid still counts.

    Examples
    --------
    >>> settle_bids(Bid(1), Bid(2)).bidder
    1
    >>> settle_bids(Bid(-1), Bid(-1)).bid
    Bid(control=-1, contested=0)
    """
    if first.value == second.value:
        return Command(None, first)
    return Command(0, first) if first > second else Command(1, second)


@rule("23.22", "22.2", "24.1")
def required_points(view: View, printed: int, section: str) -> Total:
    """Victory Points that the Allies need at the end of a week, the whole points of the bid included.

    Parameters
    ----------
    printed
        Printed level of the week.
    section
        Section that asks for it: 22.2, or 24.1 in the Extended Game.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("bid", 2)
    >>> required_points(draft, 10, "22.2").value
    12
    """
    adding = Adding(None, "required Victory Points")
    adding.add(section, "Victory Points required of the Allies", printed, "set")
    if view.number("bid"):
        adding.add("23.22", "bid for the Allies", view.number("bid"))
    return adding.total


@rule("23.22", "22.4")
def compare_with_bid(view: View, points: int, pool: int, required: int) -> int:
    """Compare Allied points with the requirement, Contested points of a bid included.

    Parameters
    ----------
    points
        Victory Points, with the one for Contested Areas when it is earned (22.4).
    pool
        Printed points of the supplied Areas that the Allies contest.
    required
        Whole points needed.

    Returns
    -------
    int
        Positive above the requirement, 0 equal, negative below.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("bid-contested", 3)
    >>> compare_with_bid(draft, 10, 2, 10), compare_with_bid(draft, 10, 3, 10)
    (-1, 0)
    """
    contested = view.number("bid-contested")
    if not contested:
        return points - required
    if view.option("bid-fraction") == "A":
        whole = points - (1 if pool >= CONTESTED_IN_ONE else 0)
        score = CONTESTED_IN_ONE * whole + min(pool, CONTESTED_IN_ONE)
        return score - CONTESTED_IN_ONE * required - contested
    if points != required:
        return points - required
    return -1 if pool < contested else 0
