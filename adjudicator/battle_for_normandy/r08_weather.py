"""Section 8.0: two dice make the weather of a day; what it brings, and the day's Combat Supply Points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r04_flow, r21_part, terms
from adjudicator.battle_for_normandy.r07 import csp as r07_csp
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, State, View
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from counters.catalog import Unit
from maps.filing import Filing, Located, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "STEPS",
    "WEATHERS",
    "PlanSupply",
    "air_points",
    "chances",
    "drm",
    "effects",
    "every_day",
    "explain_roll",
    "income",
    "is_historical",
    "may_fire",
    "open_game",
    "open_phase",
    "row_of",
    "set_weather",
    "varied",
]

WEATHERS = (
    "clear", "partly-cloudy", "cloudy", "overcast", "heavy-overcast", "light-showers", "heavy-rain", "storm",
)  # fmt: skip
BAD = frozenset({"heavy-rain", "storm"})
_FILE = Path(__file__).parent / "weather.toml"
_KINDS = ("bb", "ca", "cl", "dd", "monitor")
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "weather": {
        "title": str, "from": int, "air": int, "percent": int, "csp": int, "naval": str, "halved": bool,
        "limit": int, "drm": int, "fire": int,
    },
    "history": {"weather": str},
}  # fmt: skip
_DAYS_AHEAD, _FIRST_FORECAST, _LAST_FORECAST = 3, 7, 99
_VICTORY_DAYS = range(7, 10)
_DIFFERENT = Fraction(1, 36)
_INCOME, _PLAN = "csp-income", "plan-supply"
_PERCENT = range(101)


@by_filing
def _chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _GROUPS)


# --- the table --------------------------------------------------------------------------------------------


def every_day(at: object) -> tuple[str, ...]:  # noqa: ARG001 - every list takes it
    """Days whose weather can be forecast, counted from 1 June, as in ``day-7``.

    Parameters
    ----------
    at
        A position or a board; the same for each.
    """
    return tuple(f"day-{number}" for number in range(_FIRST_FORECAST, _LAST_FORECAST + 1))


@rule("8.2")
def effects(at: Located, weather: str) -> Record:
    """The row of a weather.

    Parameters
    ----------
    weather
        One of `WEATHERS`.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> effects(OURS, "storm").number("drm"), effects(OURS, "heavy-rain").number("limit")
    (-2, 1)
    """
    return _chart(at)["weather"][weather]


@rule("8.1")
def row_of(at: Located, total: int) -> str:
    """The weather of a modified roll.

    Parameters
    ----------
    total
        Two dice and the modifier.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> row_of(OURS, 11), row_of(OURS, 13), row_of(OURS, 1)
    ('partly-cloudy', 'clear', 'storm')
    """
    return next(w for w in WEATHERS if total >= effects(at, w).number("from"))


@rule("8.1")
def drm(view: View, date: int | None = None, before: str | None = None) -> int:
    """Modifier of the roll: -1 after a Storm in June, +1 after a Clear day in August.

    Parameters
    ----------
    date
        Day that is rolled for; the one in play if left out.
    before
        Weather of the day before it; yesterday's if left out.
    """
    day = view.number("date") if date is None else date
    was = view.text("yesterday") if before is None else before
    if was == "storm" and day < terms.JULY:
        return -1
    return int(was == "clear" and day >= terms.AUGUST)


@rule("8.1")
def chances(view: View) -> Mapping[str, Fraction]:
    """Exact chances of the weather of the day in play, before its roll.

    Returns
    -------
    mapping of str to Fraction
        Weathers that can come, best first.
    """
    found = dict.fromkeys(WEATHERS, Fraction(0))
    past, forecast = is_historical(view), _forecast(view, view.number("date"))
    for roll in range(2, 13):
        weather = past or (varied(forecast, roll) if forecast else row_of(view, roll + drm(view)))
        found[weather] += (6 - abs(7 - roll)) * _DIFFERENT
    return {w: chance for w, chance in found.items() if chance}


@rule("8.0o")
def is_historical(view: View) -> str:
    """The weather that history gives the day in play with option 8.0o; empty otherwise."""
    return _of_history(view, view.number("date"))


def _of_history(view: View, date: int) -> str:
    row = _chart(view)["history"].get(str(date))
    return row.text("weather") if row is not None and terms.has_option(view, "8.0o") else ""


@rule("8.0o")
def varied(forecast: str, roll: int) -> str:
    """What becomes of a forecast: above 8 one row better, below 7 one row worse.

    Parameters
    ----------
    forecast
        Weather that was forecast.
    roll
        Two dice.

    Examples
    --------
    >>> varied("cloudy", 11), varied("cloudy", 8), varied("storm", 2)
    ('partly-cloudy', 'cloudy', 'storm')
    """
    at = WEATHERS.index(forecast) - int(roll > 8) + int(roll < 7)
    return WEATHERS[min(max(at, 0), len(WEATHERS) - 1)]


def _forecast(view: View, date: int) -> str:
    return view.text("forecast", f"day-{date}") if terms.has_option(view, "weather-forecast") else ""


# --- what it brings ---------------------------------------------------------------------------------------


@rule("8.2")
def may_fire(view: View, unit: Unit) -> bool:
    """Whether the weather lets a ship fire."""
    row = effects(view, view.text("weather"))
    allowed = row.text("naval")
    fires = allowed == "all" or any(kind in unit.marks for kind in _KINDS if kind in allowed.split())
    if fires and isinstance(view, Inquiry):
        view.note("8.2", f"{unit.title} may fire in {row.text('title')}")
    return fires


@rule("8.2", "8.0o", "11.1.1")
def air_points(view: View) -> int:
    """Air Points that can be allocated today."""
    row, total = effects(view, view.text("weather")), view.number("air-points")
    if terms.is_bad_weather(view):
        return 0
    if terms.has_option(view, "alternate-air"):
        percent = cite(view, row, "percent", "8.0o")
        if isinstance(view, Inquiry):
            view.note("8.0o", f"percent of {total} Air Points that fly in {row.text('title')}", percent)
        return -(-total * percent // 100)
    return max(0, total - cite(view, row, "air", "8.2"))


@rule("7.6.2", "19.4.1", "20.4")
def income(view: View) -> int:
    """Combat Supply Points that come in on the day: weather, Mulberries, Cherbourg."""
    total = cite(view, effects(view, view.text("weather")), "csp", "7.6.2")
    if (small := r21_part.record(view)) is not None:
        total = -(-total * cite(view, small, "csp_share", "7.6.2") // 100)
    return total + sum(points for _, _, points in r07_csp.income_of(view))


# --- the phase --------------------------------------------------------------------------------------------


@rule("8.1")
def open_phase(draft: Draft) -> None:
    """Begin the Weather Determination Phase: dice, then the supply of the day."""
    draft.set("yesterday", draft.text("weather"))
    r04_flow.leave(draft)
    draft.ask("auto", _INCOME, "7.6.2")
    _ask_weather(draft)
    if terms.has_option(draft, "7.6.2o"):
        draft.ask(terms.ALLIED, _PLAN, "7.6.2o")


def _ask_weather(draft: Draft) -> None:
    date = draft.number("date")
    past = is_historical(draft)
    if past:
        set_weather(draft, past)
    else:
        ask_roll(draft, "weather", [terms.TWO_D6], date=date)
    _ask_forecasts(draft, date + _DAYS_AHEAD, date)


@rule("8.0o")
def open_game(draft: Draft) -> None:
    """Ask for the forecasts of 7, 8 and 9 June, which are rolled at the start of the game (an option)."""
    _ask_forecasts(draft, _FIRST_FORECAST + _DAYS_AHEAD - 1, _FIRST_FORECAST)


def _ask_forecasts(draft: Draft, last: int, first: int) -> None:
    """Ask for a die for each of some days that has no forecast; the first day is rolled for first."""
    if not terms.has_option(draft, "weather-forecast"):
        return
    for day in range(last, first - 1, -1):
        known = draft.text("forecast", f"day-{day}") or _of_history(draft, day)
        if not known:
            ask_roll(draft, "forecast", [terms.TWO_D6], date=day)


@rule("8.1", "22.11o")
def set_weather(draft: Draft, weather: str, roll: int = 0) -> None:
    """Let a weather hold for the whole day.

    Parameters
    ----------
    weather
        One of `WEATHERS`.
    roll
        The modified roll; 0 where none was made.
    """
    draft.set("weather", weather)
    draft.set("weather-roll", roll)
    draft.clear("forecast", f"day-{draft.number('date')}")
    if weather in BAD and draft.number("date") in _VICTORY_DAYS:
        draft.set("bad-days", draft.number("bad-days") + 1)


def _roll_weather(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    forecast = _forecast(draft, data["date"])
    if forecast:
        set_weather(draft, varied(forecast, values[0]), values[0])
        return
    total = values[0] + drm(draft)
    set_weather(draft, row_of(draft, total), total)


@rule("8.0o")
def _roll_forecast(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    date = data["date"]
    before = draft.text("forecast", f"day-{date - 1}") or draft.text("yesterday")
    draft.set("forecast", row_of(draft, values[0] + drm(draft, date, before)), f"day-{date}")


@rule("7.6.2")
def _income(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    draft.set("csp", draft.number("csp") + income(draft))
    share = draft.number("csp-plan")
    if share >= 0:
        draft.set("csp-plan", -(-draft.number("csp") * share // 100))


# --- option 7.6.2o: shares of the supply ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlanSupply(Action):
    """Set a share of today's Combat Supply Points aside for the Commonwealth, before the weather is known.

    Parameters
    ----------
    percent
        0 to 100.

    Examples
    --------
    >>> PlanSupply(50).percent
    50
    """

    percent: int


@rule("7.6.2o")
def _check_plan(inquiry: Inquiry, action: PlanSupply) -> None:
    fits = 0 <= action.percent <= 100
    inquiry.require(
        "7.6.2o", fits, f"{action.percent}% go to the Commonwealth", "a share is 0 to 100 percent"
    )


def _perform_plan(draft: Draft, action: PlanSupply) -> None:
    draft.settle()
    draft.set("csp-plan", action.percent)


def _plans(state: State) -> Iterator[PlanSupply]:  # noqa: ARG001 - every generator takes it
    yield from (PlanSupply(p) for p in _PERCENT)


# --- answers ----------------------------------------------------------------------------------------------


@rule("8.1")
def explain_roll(inquiry: Inquiry, roll: int) -> str:
    """Say which weather a roll gives.

    Parameters
    ----------
    roll
        Two dice.

    Returns
    -------
    str
        One of `WEATHERS`.
    """
    past, forecast = is_historical(inquiry), _forecast(inquiry, inquiry.number("date"))
    if past:
        inquiry.note("8.0o", f"history makes it {effects(inquiry, past).text('title')}")
        return past
    if forecast:
        inquiry.note("8.0o", f"{effects(inquiry, forecast).text('title')} was forecast; the dice show", roll)
        return varied(forecast, roll)
    total = inquiry.adding("weather")
    total.add("8.1", "two dice", roll)
    change = drm(inquiry)
    if change:
        total.add("8.1", f"after {effects(inquiry, inquiry.text('yesterday')).text('title')}", change)
    row = effects(inquiry, row_of(inquiry, total.value))
    cite(inquiry, row, "from", "8.1")
    return row.id


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll is asked so
    return f"the weather of day {data['date']}"


ROLLS: dict[str, RollRule] = {
    "weather": RollRule(_roll_weather, _why, "8.1"),
    "forecast": RollRule(_roll_forecast, _why, "8.0o"),
}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_INCOME: _income}
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlanSupply, _check_plan, _perform_plan, _plans, "7.6.2o", answers=frozenset({_PLAN})),
)
