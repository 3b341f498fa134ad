"""Section 6.2: the end of a turn and the Dawn Phase - date, weather, markers, reinforcements (18.1, 19.1)."""

from __future__ import annotations

from adjudicator.breakout_normandy import r19_reinforcements, r22_victory, r24_storm
from adjudicator.breakout_normandy.r06_phases import enter_phase, win
from adjudicator.citation import rule
from adjudicator.errors import UnsupportedRule
from adjudicator.position import Draft, View
from maps.breakout_normandy.tracks import load_tracks

__all__ = ["begin_day", "end_turn", "scheduled_weather"]


@rule("3.7", "22.2", "24.1")
def end_turn(draft: Draft) -> None:
    """End a turn: decide the game at the end of a week, else begin the next day.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> end_turn(draft); draft.number("date"), draft.text("phase"), draft.text("weather-today")
    (7, 'dawn', 'clear')
    """
    winner = r22_victory.week_winner(draft)
    if winner:
        win(draft, winner)
        return
    enter_phase(draft, "dawn")
    draft.set("date", draft.number("date") + 1)
    begin_day(draft)


@rule("6.2", "10.11", "12.53", "17.1", "18.1", "19.1", "19.6")
def begin_day(draft: Draft) -> None:
    """Forget yesterday, set the weather, make bombardment markers ready, and place reinforcements.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("used", True, "ix-af"); draft.set("date", 9)
    >>> begin_day(draft); draft.flag("used", "ix-af"), draft.text("weather-today")
    (False, 'overcast')
    """
    draft.forget("day")
    draft.set("day-start", draft.number("impulse"))
    r19_reinforcements.withdraw_rangers(draft)
    r19_reinforcements.place_reinforcements(draft)
    draft.set("weather-today", r24_storm.dawn_weather(draft, scheduled_weather(draft)))


@rule("18.1")
def scheduled_weather(view: View, day: int | None = None) -> str:
    """Weather that the Turn Record Track prints for a day.

    Parameters
    ----------
    day
        A day of June; the one that the position is at by default.

    Raises
    ------
    UnsupportedRule
        The track has no such day.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> scheduled_weather(GAME.scenario("d-day"))
    'clear'
    """
    date, tracks = day or view.number("date"), load_tracks(view)
    if date not in tracks.weather:
        raise UnsupportedRule("18.1", f"the weather of {date} June", "type it into an overlay")
    return tracks.weather[date]
