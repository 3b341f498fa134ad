"""Sections 4.0, 21.0 and 22.11o: Victory Points for places, the check of a day; the tables are ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import r04_flow, r21_part, terms
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position, View
from adjudicator.silence import kept
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from adjudicator.worth import Worth, points_text
from maps.board import Board
from maps.filing import Filing, Located, by_filing

__all__ = [
    "count",
    "end_of_day",
    "explain",
    "goal_points",
    "hexes_of",
    "holds",
    "last_day",
    "level",
    "needed",
    "objectives",
    "place_points",
    "places",
    "taken_in_history",
    "verdict",
    "worth",
]

_FILE = Path(__file__).with_name("victory.toml")
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "check": {"day": int, "points": int},
    "level": {"from": int, "title": str, "winner": str},
    "place": {"title": str, "points": int},
    "objective": {"scenario": str, "title": str, "hexes": str, "points": int, "taken": bool},
}


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
    if named := str(place.values.get("hexes", "")):
        return tuple(named.split())
    return _named(view.board).get(place.text("title"), ())


@rule("21.0")
def objectives(view: View) -> tuple[Record, ...]:
    """What a small scenario is fought for; none in the campaign."""
    if not r21_part.is_scenario(view):
        return ()
    name = str(terms.state_of(view).said("scenario"))
    return tuple([o for o in _table(view)["objective"].values() if o.text("scenario") == name])


@rule("21.0")
def taken_in_history(view: View) -> int:
    """Victory Points of the objectives that the Allies held when the battle ended: the measure."""
    return sum(cite(view, o, "points", "21.0") for o in objectives(view) if o.flag("taken"))


def worth(board: Board) -> tuple[Worth, ...]:
    """What each place is worth, in the campaign and in small scenarios, for those who show it."""
    found, named, small = dict[tuple[str, ...], Worth](), _named(board), r21_part.scenarios(board)
    for place in places(board).values():
        title, points = place.text("title"), place.number("points")
        hexes = named.get(title, ())
        if hexes:
            found[hexes] = Worth(title, hexes, points, points_text(points, len(hexes)))
    for goal in _table(board)["objective"].values():
        hexes = tuple(goal.text("hexes").split()) or named.get(goal.text("title"), ())
        if hexes:
            known = found.get(hexes) or Worth(goal.text("title"), hexes, 0, "")
            here = f"{points_text(goal.number('points'))} in {small[goal.text('scenario')].text('title')}"
            text = "; ".join(filter(None, (known.text, here)))
            found[hexes] = Worth(known.title, hexes, known.points, text)
    return tuple(found.values())


def goal_points(view: View) -> Mapping[tuple[str, ...], float]:
    """Hexes of each place that counts in the scenario of a position -> its Victory Points."""
    counted = objectives(view) or places(view).values()
    return {hexes_of(view, place): float(place.number("points")) for place in counted}


@rule("3.3", "4.0")
def holds(view: View, place: Record) -> bool:
    """Whether the Allied player controls every hex of a place."""
    hexes = hexes_of(view, place)
    return bool(hexes) and all(view.text("control", h) == terms.ALLIED for h in hexes)


@rule("3.3", "4.0")
def place_points(view: View) -> int:
    """Victory Points of the places that the Allied player controls."""
    total = 0
    for place in objectives(view) or places(view).values():
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


@rule("4.0", "21.0", "22.6o")
def last_day(view: View) -> int:
    """Last day of the game: 7 August, 30 June on three maps, that of a small scenario.

    Returns
    -------
    int
        Counted from 1 June.
    """
    if (small := r21_part.record(view)) is not None:
        return cite(view, small, "last", "21.0")
    name = "three-maps" if terms.has_option(view, "22.6o") else "campaign"
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
    if r21_part.scenarios(view).get(view.text("scenario")) is not None:
        return _by_history(view, total) if date >= last_day(view) else ""
    if date == _table(view)["check"]["sudden-death"].number("day") and total < needed(view):
        return terms.GERMAN
    if date < last_day(view):
        return ""
    short = terms.has_option(view, "22.6o")
    return terms.ALLIED if short else level(view, total).text("winner")


@rule("21.0")
def _by_history(view: View, total: int) -> str:
    """A small scenario is won by him who does better than his side did in history."""
    ahead, small = total - taken_in_history(view), r21_part.record(view)
    if ahead or small is None:
        return terms.ALLIED if ahead > 0 else terms.GERMAN
    return small.text("even")


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
    if objectives(inquiry):
        return _explain_small(inquiry)
    date = inquiry.number("date")
    if date <= _table(inquiry)["check"]["sudden-death"].number("day"):
        inquiry.note("22.11o", "he needs on 15 June, or the German player wins at once", needed(inquiry))
    row = level(inquiry, total)
    cite(inquiry, row, "from", "4.0")
    inquiry.note("4.0", f"if the game ended so: {row.text('title')}")
    return verdict(inquiry)


@rule("21.0")
def _explain_small(inquiry: Inquiry) -> str:
    """Name what the Allies still need, and their measure."""
    for objective in objectives(inquiry):
        if not holds(inquiry, objective):
            worth = cite(inquiry, objective, "points", "21.0")
            inquiry.note("21.0", f"the Allied player does not control {objective.text('title')}", worth)
    measure = taken_in_history(inquiry)
    inquiry.note("21.0", "Victory Points of what the Allies held in history", measure)
    inquiry.note(
        "21.0", f"more is an Allied victory, less a German one, as much: {_by_history(inquiry, measure)}"
    )
    inquiry.note("21.0", "the battle ends with the PM turn of this day", last_day(inquiry))
    return verdict(inquiry)
