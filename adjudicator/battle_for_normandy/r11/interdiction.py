"""Section 11.2: what interdiction takes from the Movement Allowance of German units."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import general as r07_general
from adjudicator.battle_for_normandy.r11.tables import row_from
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from adjudicator.tables import cite
from maps.filing import Located

__all__ = ["cited", "freed", "halved", "named", "net", "of_unit", "penalty", "region"]

_HALVED = frozenset({"b", "c"})
_BELOW = {"f": "d", "g": "e"}  # 23.6
_SPARE = {"f": "ab", "g": "c"}
_DAY = frozenset({"am", "pm"})


@rule("11.2")
def penalty(at: Located, points: int) -> int:
    """MPs that net interdiction points take.

    Parameters
    ----------
    points
        Allied points less AA points.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> penalty(OURS, -5), penalty(OURS, 0), penalty(OURS, 10), penalty(OURS, 20)
    (0, 0, 1, 4)
    """
    return row_from(at, "interdiction", points).number("mp")


@rule("11.1.2")
def halved(map_: str, points: int) -> int:
    """Allied points that count on a map: half of them, rounded up, on maps B and C.

    Parameters
    ----------
    map_, points
        Letter of the map, and what the Allied player put there.

    Examples
    --------
    >>> halved("a", 20), halved("b", 20), halved("C", 51)
    (20, 10, 26)
    """
    return -(-points // 2) if map_.lower() in _HALVED else points


@rule("11.2", "11.1.2")
def net(map_: str, air: int, anti_air: int) -> int:
    """Net points of a map: the Allied ones, halved first where they are, less the AA points.

    Parameters
    ----------
    map_, air, anti_air
        Letter of the map, and what both players put there.

    Examples
    --------
    >>> net("a", 20, 10), net("b", 20, 10), net("c", 50, 5)
    (10, 0, 20)
    """
    return halved(map_, air) - anti_air


@rule("23.6")
def freed(view: View) -> frozenset[str]:
    """Maps A, B and C on which no German unit in General Supply is left."""
    if not terms.has_option(view, "expansion"):
        return frozenset()
    return terms.derived(view, "freed-maps", _freed_maps)


def _freed_maps(state: State) -> frozenset[str]:
    held: set[str] = set()
    for uid, piece in state.pieces.items():
        if piece.side == terms.GERMAN and terms.on_map(state, piece):
            sheet = terms.sheet_of(piece.space)
            if sheet in "abc" and sheet not in held and r07_general.in_supply(state, uid):
                held.add(sheet)
    return frozenset("abc") - held


@rule("11.2", "23.6")
def region(number: str, view: View | None = None) -> str:
    """Map whose interdiction counts in a hex: F counts as D, G as E.

    Examples
    --------
    >>> region("c3014"), region("f1010")
    ('c', 'd')
    """
    sheet = terms.sheet_of(number)
    if sheet not in _BELOW:
        return sheet
    spare = [m for m in _SPARE[sheet] if view is not None and m in freed(view)]
    return spare[0] if spare else _BELOW[sheet]


@rule("11.2", "23.6")
def named(view: View, number: str) -> tuple[str, str]:
    """Section and letter of the map whose interdiction counts in a hex.

    Returns
    -------
    (str, str)
        23.6 where another map serves for F or G.
    """
    map_ = region(number, view)
    return ("11.2" if map_ == terms.sheet_of(number) else "23.6"), map_.upper()


@rule("11.2")
def of_unit(view: View, piece: Piece) -> int:
    """MPs that interdiction takes from a unit in the phase in play, by the map where its movement starts.

    Returns
    -------
    int
        None of Allied units, and nothing at Night: 0.
    """
    if piece.side != terms.GERMAN or view.text("time") not in _DAY or not terms.on_map(view, piece):
        return 0
    return view.number("interdiction", region(piece.space, view))


@rule("11.2")
def cited(view: View, points: int) -> int:
    """The same as `penalty`, the source of the row recorded by an Inquiry."""
    return cite(view, row_from(view, "interdiction", points), "mp", "11.2")
