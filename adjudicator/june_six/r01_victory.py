"""Who has won: a reconstructed table, for the book, whose 1.0 says what the game covers, prints none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six.r09_beaches import controller
from adjudicator.position import View
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from adjudicator.worth import Worth, points_text
from maps.board import Board
from maps.filing import Filing, Located, by_filing

__all__ = [
    "counting",
    "explain_victory",
    "goal_points",
    "holds",
    "last_turn",
    "level",
    "places",
    "points",
    "winner",
    "worth",
]

_FILE = Path(__file__).with_name("victory.toml")
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "level": {"scenario": str, "from": int, "title": str, "winner": str},
    "place": {"title": str, "hexes": str, "points": int},
    "objective": {"title": str, "part": str, "hexes": str, "points": int},
}


@by_filing
def _table(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _GROUPS)


def places(at: Located) -> Mapping[str, Record]:
    """Places that are worth Victory Points in every scenario in whose part of the maps they lie.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> places(OURS)["caen"].number("points")
    10
    """
    return _table(at)["place"]


@rule("1.0")
def counting(view: View) -> Mapping[str, Record]:
    """Places that are worth Victory Points in the scenario of a position."""
    out, part = r01_part.outside(view), r01_part.scenario_of(view).text("part")
    own = {id_: row for id_, row in _table(view)["objective"].items() if row.text("part") == part}
    every = {**places(view), **own} if part else places(view)
    return {id_: row for id_, row in every.items() if not out & set(row.text("hexes").split())}


def worth(board: Board) -> tuple[Worth, ...]:
    """What each place is worth, for those who show it."""
    found = []
    for place in places(board).values():
        hexes, points = tuple(place.text("hexes").split()), place.number("points")
        found.append(Worth(place.text("title"), hexes, points, points_text(points, len(hexes))))
    for place in _table(board)["objective"].values():
        hexes, points = tuple(place.text("hexes").split()), place.number("points")
        told = [
            s.text("title")
            for s in r01_part.scenarios(board).values()
            if s.text("part") == place.text("part")
        ]
        text = f"{points_text(points, len(hexes))} in {' and '.join(told)}"
        found.append(Worth(place.text("title"), hexes, 0, text))
    return tuple(found)


def goal_points(view: View) -> Mapping[tuple[str, ...], float]:
    """Hexes of each place that counts in the scenario of a position -> its Victory Points."""
    return {tuple(row.text("hexes").split()): float(row.number("points")) for row in counting(view).values()}


@rule("1.0")
def holds(view: View, place: Record) -> bool:
    """Whether the Allied player controls every hex of a place."""
    hexes = str(place.values["hexes"]).split()
    return all(h in view.board.spaces and controller(view, h) == terms.ALLIED for h in hexes)


@rule("1.0")
def points(view: View) -> int:
    """Victory Points of the Allied player as things stand."""
    total = 0
    for place in counting(view).values():
        if holds(view, place):
            worth = cite(view, place, "points", "1.0")
            total += worth
            if isinstance(view, Inquiry):
                view.note("1.0", f"the Allied player holds {place.values['title']}", worth)
    return total


def level(at: Located, total: int, scenario: str = "campaign") -> Record:
    """What a number of Victory Points amounts to at the end of a scenario.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> level(OURS, 26).values["title"], level(OURS, 31).values["winner"]
    ('Draw', 'allied')
    """
    of_game = (r for r in _table(at)["level"].values() if r.text("scenario") == scenario)
    return [r for r in of_game if total >= r.number("from")][-1]


@rule("1.0", "3.87")
def last_turn(view: View) -> int:
    """Turn with which the scenario ends."""
    return cite(view, r01_part.scenario_of(view), "turn", "3.87")


@rule("1.0")
def winner(view: View) -> str:
    """Winner when the last turn has ended: ``allied``, ``german`` or ``draw``; empty where players decide."""
    if view.option("victory") == "B":
        return ""
    return str(level(view, points(view), view.text("scenario")).values["winner"])


@rule("1.0")
def explain_victory(inquiry: Inquiry) -> str:
    """Say how the game stands by the reconstructed table.

    Returns
    -------
    str
        As `winner`, if the game ended now.
    """
    inquiry.note("1.0", "the rule book prints no victory conditions: this table is ours")
    if inquiry.option("victory") == "B":
        inquiry.note("1.0", "the players have agreed to decide for themselves")
        return ""
    total = points(inquiry)
    inquiry.note("1.0", "Victory Points of the Allied player", total)
    found = level(inquiry, total, inquiry.text("scenario"))
    inquiry.note(
        "3.87",
        f"{r01_part.scenario_of(inquiry).text('title')} is played, to the end of turn",
        last_turn(inquiry),
    )
    cite(inquiry, found, "from", "1.0")
    return str(found.values["winner"])
