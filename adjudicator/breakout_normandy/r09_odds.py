"""Exact odds of an assault: from bare numbers, or from a position with the best choices of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.breakout_normandy import r23_cards, terms
from adjudicator.breakout_normandy.r09_assault import forward_candidates
from adjudicator.breakout_normandy.r09_casualties import capacity
from adjudicator.breakout_normandy.r09_chances import Prospect, absorbs, odds, told
from adjudicator.breakout_normandy.r09_results import overrun_bar
from adjudicator.breakout_normandy.r09_values import LineUp, attack_value, defense_value, line_up
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.ruling import Ruling

if TYPE_CHECKING:
    from adjudicator.position import Piece, State, View

__all__ = ["best_forward", "best_point", "odds_of_position"]


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
    units, support
        Assaulting units and supporting artillery.
    point
        The Point Unit; empty for the attacker's best.
    forward
        The Forward Unit; empty for the defender's best, and then the answer gives the value of each.

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
    if r23_cards.in_use(inquiry):
        inquiry.note("23.3", "the cards that both decks still hold stand for dice")
    verdict, body = told(odds(prospect, r23_cards.difference(inquiry, line.side)))
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
