"""Section 18: the weather of an impulse, its changes, and what the weather of a day means for supply."""

from __future__ import annotations

from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.inquiry import Adding
from adjudicator.plural import many
from adjudicator.position import Draft, View
from adjudicator.ruling import Total

__all__ = [
    "CLEAR",
    "OVERCAST",
    "STORM",
    "air_flies",
    "air_supply_drm",
    "box_name",
    "change_weather",
    "changed",
    "close_day",
    "counted",
    "depot_value",
    "german_mf_bonus",
    "weather_by_box",
]

CLEAR, OVERCAST, STORM = "clear", "overcast", "storm"


@rule("3.8")
def box_name(box: int) -> str:
    """What is printed on a box of the Impulse Track: letters stand for the boxes before 0 (12.53).

    Parameters
    ----------
    box
        Number of the box.

    Examples
    --------
    >>> box_name(3), box_name(-2)
    ('3', 'B')
    """
    return str(box) if box >= 0 else chr(ord("A") - 1 - box)


@rule("18.4")
def changed(now: str) -> str:
    """The weather after a change: Clear and Overcast turn into each other, a Storm into Overcast (24.5).

    Parameters
    ----------
    now
        Weather before.

    Examples
    --------
    >>> changed("clear"), changed("overcast"), changed("storm")
    ('overcast', 'clear', 'overcast')
    """
    return CLEAR if now == OVERCAST else OVERCAST


@rule("18.4")
def change_weather(draft: Draft, *, to: str = "") -> None:
    """Put a Weather marker on the next box: the weather changes with the next German impulse.

    Parameters
    ----------
    to
        New weather; empty for the opposite of the weather in force.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("weather-today", "clear"); draft.set("impulse", 3)
    >>> change_weather(draft)
    >>> draft.text("weather-change", "4"), terms.weather(draft)
    ('overcast', 'overcast')
    """
    draft.set("weather-change", to or changed(terms.weather(draft)), str(draft.number("impulse") + 1))


@rule("18.2", "18.3")
def air_flies(view: View) -> bool:
    """Whether Air Bombardment, Air Interdiction and Air Support are possible: in Clear weather only.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> air_flies(GAME.scenario("d-day"))
    True
    """
    return terms.weather(view) == CLEAR


@rule("18.3")
def german_mf_bonus(view: View) -> int:
    """MF that every German unit gains in this impulse: 1 in Overcast and Storm.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> german_mf_bonus(GAME.scenario("d-day"))
    0
    """
    return 0 if air_flies(view) else 1


@rule("18.4", "18.41")
def weather_by_box(view: View) -> tuple[tuple[int, str], ...]:
    """Weather of each box that the impulse marker has reached today; a change beyond it does not count.

    After Sunset, when the marker stands on box 0 again, the impulses noted then tell how far it went.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("impulse", 2); draft.set("weather-change", "overcast", "2")
    >>> weather_by_box(draft)
    ((0, 'clear'), (1, 'clear'), (2, 'overcast'))
    """
    markers = {int(box): view.text("weather-change", box) for box in view.subjects("weather-change")}
    now, reached = view.text("weather-today"), []
    first, noted = view.number("day-start"), view.number("impulses-today")
    last = first + noted - 1 if noted else view.number("impulse")
    for box in range(first, last + 1):
        now = markers.get(box, now)
        reached.append((box, now))
    return tuple(reached)


@rule("18.41", "12.9")
def counted(view: View) -> tuple[int, int]:
    """Impulses of the day, and how many were Overcast (or Storm, 24.6), as supply counts them.

    Returns
    -------
    tuple of int
        All, Overcast.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> counted(GAME.scenario("d-day"))
    (1, 0)
    """
    noted = view.number("impulses-today")
    if noted:
        return noted, view.number("overcast-today")
    boxes = weather_by_box(view)
    return len(boxes), sum(1 for _, weather in boxes if weather != CLEAR)


@rule("18.41")
def close_day(draft: Draft) -> None:
    """Note the day's impulses by weather before the markers go back to box 0 (6.4).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("impulse", 8)
    >>> close_day(draft); draft.number("impulses-today")
    9
    """
    boxes = weather_by_box(draft)
    draft.set("impulses-today", len(boxes))
    draft.set("overcast-today", sum(1 for _, weather in boxes if weather != CLEAR))


@rule("18.41", "12.61")
def depot_value(view: View) -> Total:
    """Supply points of one German mobile Depot tonight.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("impulses-today", 9); draft.set("overcast-today", 4)
    >>> depot_value(draft).value
    7
    """
    total, overcast = counted(view)
    adding = Adding(None, "German Depot")
    if view.text("weather-today") == CLEAR:
        adding.add("12.61", "Depot on a Clear day", 5, "set")
        _thirds(adding, overcast, "Overcast", "+")
    else:
        adding.add("12.61", "Depot on an Overcast day", 10, "set")
        _thirds(adding, total - overcast, "Clear", "-")
    return adding.total


def _thirds(adding: Adding, impulses: int, weather: str, op: str) -> None:
    """One point for each three impulses or part of three."""
    if impulses:
        adding.add(
            "18.41",
            f"{many(impulses, f'{weather} impulse')}, one for every three or part of it",
            -(-impulses // 3),
            op,
        )


@rule("12.9")
def air_supply_drm(view: View) -> Total:
    """Air Supply drm for the day's weather.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("impulses-today", 9); draft.set("overcast-today", 4)
    >>> air_supply_drm(draft).value
    -1
    """
    total, overcast = counted(view)
    adding = Adding(None, "weather drm")
    if not overcast:
        adding.add("12.9", "no impulse was Overcast", 0)
    elif overcast == total:
        adding.add("12.9", "the day was totally Overcast", -3)
    elif 2 * overcast > total:
        adding.add("12.9", f"Predominantly Overcast: {overcast} of {total} impulses", -2)
    elif 2 * overcast < total:
        adding.add("12.9", f"partially Overcast: {overcast} of {total} impulses", -1)
    else:
        drm = -1 if view.option("air-supply-half-overcast") == "A" else -2
        adding.add("12.9", f"half Overcast: {overcast} of {total} impulses", drm)
    return adding.total
