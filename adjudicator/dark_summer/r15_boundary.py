"""Section 15.0: the Allied Operational Boundary, which keeps each Allied group near its own Zone."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.dark_summer import r10_brittany, terms
from adjudicator.plural import many
from adjudicator.position import Piece, View
from adjudicator.ruling import Violation
from counters.catalog import Unit
from maps.dark_summer.grid import GRID

__all__ = ["depth", "is_bounded", "is_driven_over", "zone_faults"]

_WEST, _EAST = 35, 36  # the hex rows on both sides of the Boundary Line
_NEAR = 1  # hexes over the Line that a unit may still enter


@rule("15.0")
def is_bounded(view: View, group: str) -> bool:
    """Whether the Boundary still holds a group: the British always, the US until it is lifted.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.
    """
    if group != terms.US:
        return group == terms.BRITISH
    return not r10_brittany.is_boundary_lifted(view)


@rule("15.0")
def depth(group: str, space: str) -> int:
    """Hexes that a hex lies beyond the Boundary Line for an Allied group; 0 in its own Zone.

    Parameters
    ----------
    group
        ``us`` or ``british``; the Boundary means nothing to the German.

    Examples
    --------
    >>> depth("us", "3504"), depth("us", "3704"), depth("british", "3504")
    (0, 2, 1)
    """
    column = GRID.split(space)[0]
    if group == terms.GERMAN:
        return 0
    return max(0, column - _WEST if group == terms.US else _EAST - column)


@rule("15.0")
def zone_faults(
    view: View, unit: Unit, space: str, *, attack: bool = False, frm: str = ""
) -> tuple[Violation, ...]:
    """Why a unit may not enter, or attack, a hex beyond the Boundary.

    Parameters
    ----------
    attack
        Whether it is attacked.
    frm
        Id of the hex that a moving unit leaves: one that was driven too far over the Line may come back
        through hexes that it could not enter otherwise.

    Returns
    -------
    tuple of Violation
        Empty when it may.

    Examples
    --------
    >>> from maps.board import Board
    >>> from adjudicator.dark_summer import GAME
    >>> british = Unit("br-1", "1", "1 Br", "allied", "british")
    >>> [str(v) for v in zone_faults(GAME.empty(Board([], [])), british, "3404", attack=True)]
    ['1 Br may not attack 3404: it lies 2 hexes beyond the Operational Boundary (15.0)']
    """
    group, known = terms.group_of(unit), view.board.spaces.get(space)
    if group == terms.GERMAN or (known is not None and not terms.is_hex(known)):
        return ()
    far = depth(group, space)
    if far <= _NEAR or not is_bounded(view, group) or _comes_back(view, group, frm, far):
        return ()
    verb = "attack" if attack else "move into"
    text = f"{unit.title} may not {verb} {view.board.name(space)}: it lies {many(far, 'hex')} beyond"
    return (Violation("15.0", f"{text} the Operational Boundary", (unit.id,), (space,)),)


@rule("15.0")
def is_driven_over(view: View, piece: Piece) -> bool:
    """Whether a unit retreated over the Boundary and must move back, or as near to its own Zone as it can.

    A unit that stands deeper in the other Zone than any may move has retreated there.
    """
    group, space = terms.group_of(piece.printed), view.board.spaces.get(piece.space)
    if space is None or not terms.is_hex(space) or not (far := depth(group, piece.space)):
        return False
    return is_bounded(view, group) and (far > _NEAR or view.flag("over-boundary", piece.uid))


def _comes_back(view: View, group: str, frm: str, far: int) -> bool:
    """Whether a step from a hex leads no deeper into the other Zone."""
    start = view.board.spaces.get(frm)
    return start is not None and terms.is_hex(start) and far <= depth(group, frm)
