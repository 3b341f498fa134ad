"""Sections 4.0 and 22.11o: Victory Points for places, the check at the end of a day; the table is ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import r04_flow, terms
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position, View
from adjudicator.silence import kept
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.board import Board
from maps.filing import Filing, Located, by_filing

__all__ = [
    "count",
    "end_of_day",
    "explain",
    "hexes_of",
    "holds",
    "last_day",
    "level",
    "needed",
    "place_points",
    "places",
    "verdict",
]

_FILE = Path(__file__).with_name("victory.toml")
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "check": {"day": int, "points": int},
    "level": {"from": int, "title": str, "winner": str},
    "place": {"title": str, "points": int},
}
CARENTAN = "carentan"


@by_filing
def _table(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _GROUPS)


# --- places -----------------------------------------------------------------------------------------------


def places(at: Located) -> Mapping[str, Record]:
    """Places that are worth Victory Points.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> places(OURS)["caen"].number("points")
    5
    """
    return _table(at)["place"]


@kept(maxsize=32)
def _named(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Name of a place -> the hexes that bear it."""
    found: dict[str, list[str]] = {}
    for space in board.spaces.values():
        name = str(space.features.get("town") or "")
        if name:
            found.setdefault(name, []).append(space.id)
    return {name: tuple(sorted(hexes)) for name, hexes in found.items()}


def hexes_of(view: View, place: Record) -> tuple[str, ...]:
    """Hexes of a place on the board of a position; none where the board does not show it."""
    return _named(view.board).get(place.text("title"), ())


@rule("3.3", "4.0")
def holds(view: View, place: Record) -> bool:
    """Whether the Allied player controls every hex of a place."""
    hexes = hexes_of(view, place)
    return bool(hexes) and all(view.text("control", h) == terms.ALLIED for h in hexes)


@rule("3.3", "4.0")
def place_points(view: View) -> int:
    """Victory Points of the places that the Allied player controls."""
    total = 0
    for place in places(view).values():
        if holds(view, place):
            worth = cite(view, place, "points", "4.0")
            total += worth
            if isinstance(view, Inquiry):
                view.note("3.3", f"the Allied player controls {place.text('title')}", worth)
    return total


@rule("3.3", "4.0")
def count(draft: Draft, before: Position) -> None:
    """Move the Victory Point marker for places that changed hands."""
    change = place_points(draft) - before.derived("place-points", place_points)
    if change:
        draft.set("vp", draft.number("vp") + change)


# --- the check --------------------------------------------------------------------------------------------


@rule("22.11o")
def needed(view: View) -> int:
    """Victory Points that avoid the German sudden death on 15 June.

    Returns
    -------
    int
        One less for each Storm or Heavy Rain of 7 to 9 June with option 22.11o, unless 8.0o is used.
    """
    points = cite(view, _table(view)["check"]["sudden-death"], "points", "22.11o")
    if terms.has_option(view, "22.11o") and not terms.has_option(view, "8.0o"):
        points -= view.number("bad-days")
    return points


@rule("4.0", "22.6o")
def last_day(view: View) -> int:
    """Last day of the game: 7 August, 30 June on three maps, 14 June around Carentan.

    Returns
    -------
    int
        Counted from 1 June.
    """
    name = "three-maps" if terms.has_option(view, "22.6o") else "campaign"
    name = CARENTAN if view.text("scenario") == CARENTAN else name
    return cite(view, _table(view)["check"][name], "day", "4.0")


def level(at: Located, total: int) -> Record:
    """What a number of Victory Points amounts to at the end of the campaign.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> level(OURS, 43).text("winner"), level(OURS, 62).text("title")
    ('german', 'Decisive Allied victory')
    """
    return [r for r in _table(at)["level"].values() if total >= r.number("from")][-1]


@rule("4.0", "22.11o")
def verdict(view: View) -> str:
    """Who wins by the check at the end of the day in play; empty while the game goes on.

    Returns
    -------
    str
        ``allied``, ``german`` or ``draw``.
    """
    if view.option("victory") == "B":
        return ""
    date, total = view.number("date"), view.number("vp")
    if view.text("scenario") == CARENTAN:
        return _of_carentan(view) if date >= last_day(view) else ""
    if date == _table(view)["check"]["sudden-death"].number("day") and total < needed(view):
        return terms.GERMAN
    if date < last_day(view):
        return ""
    short = terms.has_option(view, "22.6o")
    return terms.ALLIED if short else level(view, total).text("winner")


def _of_carentan(view: View) -> str:
    """Around Carentan the town decides."""
    return terms.ALLIED if holds(view, places(view)[CARENTAN]) else terms.GERMAN


@rule("4.0")
def end_of_day(draft: Draft) -> None:
    """Check for victory; after the last day the game is over."""
    winner = verdict(draft)
    if winner or draft.number("date") >= last_day(draft):
        r04_flow.end_game(draft, winner)


@rule("4.0", "22.11o")
def explain(inquiry: Inquiry) -> str:
    """Say how the game stands, and what the next check asks for.

    Returns
    -------
    str
        As `verdict`, if the day ended now.
    """
    inquiry.note("4.0", "the scenario book is not at hand: places, points and levels are ours")
    if inquiry.option("victory") == "B":
        inquiry.note("4.0", "the players have agreed to judge for themselves")
        return ""
    place_points(inquiry)
    total = inquiry.number("vp")
    inquiry.note("4.0", "Victory Points of the Allied player on the track", total)
    date = inquiry.number("date")
    if date <= _table(inquiry)["check"]["sudden-death"].number("day"):
        inquiry.note("22.11o", "he needs on 15 June, or the German player wins at once", needed(inquiry))
    row = level(inquiry, total)
    cite(inquiry, row, "from", "4.0")
    inquiry.note("4.0", f"if the game ended so: {row.text('title')}")
    return verdict(inquiry)
