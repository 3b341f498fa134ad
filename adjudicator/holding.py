"""What sides hold on the whole map: the spaces that each controls, and those in the ZOC of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.inquiry import Inquiry
from adjudicator.position import View
from adjudicator.ruling import Ruling
from adjudicator.sides import SIDES

__all__ = ["held_ruling", "zoc_ruling"]

_NAMED = 60  # spaces that a line still names


def held_ruling(
    inquiry: Inquiry,
    rule: str,
    what: str,
    spaces: Iterable[str],
    holder: Callable[[View, str], str],
    *,
    side: str = "",
) -> Ruling:
    """Answer what each side controls.

    Parameters
    ----------
    inquiry
        Where it is gathered.
    rule
        Section that says who controls a space.
    what
        What the game calls such spaces.
    spaces
        Ids of all of them.
    holder
        The side that controls one.
    side
        Only this side is told of; empty for both.

    Returns
    -------
    Ruling
        Side -> ids of its spaces.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME, terms
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> held_ruling(inquiry, "7.3", "Areas", ["caen", "utah-beach"], terms.control_side).verdict
    '2 German and 0 Allied controlled Areas.'
    """
    held: Mapping[str, list[str]] = {who: [] for who in SIDES}
    for space in spaces:
        held[holder(inquiry, space)].append(space)
    for who in [side] if side else SIDES:
        inquiry.note(rule, f"{who.capitalize()} controlled: {_names(inquiry, held[who])}", len(held[who]))
    told = " and ".join(f"{len(held[who])} {who.capitalize()}" for who in SIDES)
    return inquiry.ruling("control", f"{told} controlled {what}.", held)


def zoc_ruling(inquiry: Inquiry, rule: str, side: str, spaces: Iterable[str]) -> Ruling:
    """Answer which hexes the units of a side have in their ZOC.

    Parameters
    ----------
    inquiry
        Where it is gathered.
    rule
        Section that says how far a ZOC extends.
    side
        Whose ZOC.
    spaces
        Ids of the hexes.

    Returns
    -------
    Ruling
        Their ids, sorted.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> zoc_ruling(Inquiry(GAME.scenario("campaign")), "11.1", "german", ["e2640"]).verdict
    'The ZOC of the German side covers 1 hex.'
    """
    found = sorted(spaces)
    inquiry.note(rule, f"in the ZOC of the {side.capitalize()} side: {_names(inquiry, found)}", len(found))
    count = f"{len(found)} hex{'' if len(found) == 1 else 'es'}"
    return inquiry.ruling("zoc", f"The ZOC of the {side.capitalize()} side covers {count}.", found)


def _names(inquiry: Inquiry, spaces: Sequence[str]) -> str:
    more = f" and {len(spaces) - _NAMED} more" if len(spaces) > _NAMED else ""
    return (", ".join(map(inquiry.board.name, spaces[:_NAMED])) or "none") + more
