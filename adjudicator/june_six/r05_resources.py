"""Section 5.12-5.13: the Resource Points that a side receives in its Logistics Phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.citation import rule
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.june_six import r01_part, r04_weather, r05_groups, r10_schedule, terms
from adjudicator.position import Draft, State, View
from adjudicator.rules import PhaseRule
from adjudicator.tables import cite

__all__ = ["LEAST", "PHASE_RULES", "ROLLS", "base", "from_die", "income", "income_chances", "open_phase"]

LEAST = 3


@rule("5.12")
def from_die(die: int) -> int:
    """Resource Points that a die roll adds: three at least.

    Parameters
    ----------
    die
        0 to 9.

    Examples
    --------
    >>> [from_die(die) for die in range(10)]
    [3, 3, 3, 3, 4, 5, 6, 7, 8, 9]
    """
    return max(LEAST, die)


@rule("5.12")
def base(view: View, side: str) -> int:
    """Resource Points printed for a side on the Turn Record Track.

    Parameters
    ----------
    side
        ``allied`` or ``german``.

    Returns
    -------
    int
        0 on June 6, and on a turn beyond the track.
    """
    row = r10_schedule.turn_row(view)
    return cite(view, row, side, "5.12") if row is not None else 0


def _rolls(view: View) -> bool:
    row = r10_schedule.turn_row(view)
    return row is None or row.flag("die")


@rule("5.12", "5.13", "4.12", "17.23")
def income(view: View, side: str, die: int) -> Adding:
    """Add up the Resource Points of a side.

    Parameters
    ----------
    side
        ``allied`` or ``german``.

    Returns
    -------
    Adding
        Its value is the number that he receives.
    """
    adding = Adding(view if isinstance(view, Inquiry) else None, f"{side.capitalize()} Resource Points")
    adding.add("5.12", "base number of the Turn Record Track", base(view, side))
    if _rolls(view):
        adding.add("5.12", f"a roll of {die}, three at least", from_die(die))
    if side == terms.GERMAN:
        _german(view, adding)
    else:
        _allied(view, adding)
        _share(view, adding, side)
    return adding


@rule("1.0")
def _share(view: View, adding: Adding, side: str) -> None:
    """Of the Resource Points of the whole front take those of the part in play."""
    percent = r01_part.share(view, side)
    if percent < 100:
        less = r01_part.shared(view, max(0, adding.value), side) - adding.value
        adding.add("1.0", f"{percent} percent, rounded up, fall to this part of the front", less)


@rule("4.12", "5.13", "17.23")
def _german(view: View, adding: Adding) -> None:
    weather = view.text("weather")
    more = r04_weather.number(view, "german_rp")
    if more:
        adding.add("4.12", f"{r04_weather.effects(view, weather).text('title')}", more)
    for title, cost in _optional(view):
        adding.add("5.13", f"optional group: {title}", cost)
    _share(view, adding, terms.GERMAN)
    markers = view.number("supply-interdiction")
    if markers:
        adding.add("17.23", "air markers in the Supply Interdiction Box", -markers)
    if adding.value < 0:
        adding.add("5.13", "never less than none", 0, "max")


@rule("5.13")
def _optional(view: View) -> list[tuple[str, int]]:
    """Optional German reinforcement groups in use, with what each costs this turn."""
    turn, groups = view.number("turn"), r05_groups.chosen(view)
    due = [row for row in groups if row.number("turn") <= turn < row.number("until")]
    return [(row.text("title"), cite(view, row, "german", "5.13")) for row in due]


@rule("4.12")
def _allied(view: View, adding: Adding) -> None:
    most = r04_weather.number(view, "allied_most")
    if most and _rolls(view) and view.option("storm-cap") == "B":
        adding.add("4.12", "Storm: the number rolled alone", -base(view, terms.ALLIED))
    if most:
        adding.add("4.12", "Storm: ten at most", most, "min")
    elif view.flag("after-storm"):
        after = cite(view, r04_weather.effects(view, r04_weather.STORM), "allied_most_after", "4.12")
        adding.add("4.12", "the turn after a Storm: fifteen at most", after, "min")


@rule("5.12")
def income_chances(view: View, side: str) -> Mapping[int, Fraction]:
    """Chance of each number of Resource Points.

    Parameters
    ----------
    side
        ``allied`` or ``german``.
    """
    state, found = terms.state_of(view), dict[int, Fraction]()
    for die in r04_weather.FACES:
        total = income(state, side, die).value
        found[total] = found.get(total, Fraction(0)) + Fraction(1, len(r04_weather.FACES))
    return found


# --- the phase --------------------------------------------------------------------------------------------


@rule("3.21", "3.41", "5.12")
def open_phase(draft: Draft) -> None:
    """Begin a Logistics Phase: its player rolls for Resource Points."""
    side = draft.text("side")
    if draft.flag("rp-received", side):
        return
    if _rolls(draft):
        ask_roll(draft, "resources", [terms.DIE], side=side)
    else:
        _receive(draft, side, 0)


@rule("5.12")
def _receive(draft: Draft, side: str, die: int) -> None:
    draft.set("rp", income(draft, side, die).value, side)
    draft.set("rp-received", True, side)


def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    _receive(draft, data["side"], values[0])


def _why(state: State, data: Mapping[str, Any]) -> str:
    most = base(state, data["side"])
    return f"the {data['side'].capitalize()} player rolls for Resource Points beyond his base of {most}"


PHASE_RULES = {phase: PhaseRule(opening=open_phase) for phase in ("allied-logistics", "german-logistics")}
ROLLS = {"resources": RollRule(_resolve, _why, "5.12")}
