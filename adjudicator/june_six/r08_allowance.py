"""Sections 4.12, 8.21, 8.23 and 22.22: Movement Points that a unit has in an activation."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.june_six import terms
from adjudicator.position import Piece, View

__all__ = ["BONUS", "MA", "allowance", "landing_cost"]

BONUS = 2
MA = "Movement Allowance"
"""Name of the total that `allowance` records."""
_BAD = frozenset({"heavy-overcast", "storm"})


@rule("4.12", "8.21", "8.23", "22.22")
def allowance(view: View, piece: Piece, *, strategic: bool = False) -> int:
    """Movement Points of a unit: printed, with the German bonus of bad weather, doubled or halved.

    Parameters
    ----------
    strategic
        Whether it uses Strategic Movement.

    Returns
    -------
    int
        Whole MPs.
    """
    adding = Adding(view if isinstance(view, Inquiry) else None, MA)
    adding.add("8.21", f"MA of {piece.printed.title}", terms.rating(view, piece, "ma", "8.21"), "set")
    weather = view.text("weather")
    bonus = piece.side == terms.GERMAN and weather in _BAD
    later = bonus and view.option("ma-bonus-order") == "B"
    if bonus and not later:
        adding.add("4.12", f"German MAs in {weather.replace('-', ' ').title()} weather", BONUS)
    if strategic:
        adding.add("8.23", "Strategic Movement doubles it", 2, "x")
    if view.flag("isolated", piece.uid):
        adding.add("22.22", "it is Isolated", 2, "half down")
    if later:
        adding.add("4.12", f"German MAs in {weather.replace('-', ' ').title()} weather", BONUS)
    return adding.value


@rule("8.47")
def landing_cost(points: int) -> int:
    """Movement Points that landing takes before the Beach hex is paid: half the MA, rounded up.

    Examples
    --------
    >>> landing_cost(5), landing_cost(8)
    (3, 4)
    """
    return -(-points // 2)
