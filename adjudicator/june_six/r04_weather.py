"""Section 4: the two dice of a turn, the weather that the German one gives, and who has the initiative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from adjudicator.citation import rule
from adjudicator.errors import DataError
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r03_flow, terms
from adjudicator.position import Draft, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Used
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, Located, by_filing

__all__ = [
    "FACES",
    "HEAVY",
    "PHASE_RULES",
    "ROLLS",
    "STORM",
    "WEATHERS",
    "effects",
    "explain_initiative",
    "explain_weather",
    "free_ops",
    "initiative_chance",
    "initiative_drm",
    "number",
    "open_phase",
    "received",
    "set_weather",
    "weather_chances",
    "weather_of",
]

STORM, HEAVY = "storm", "heavy-overcast"
WEATHERS = ("clear", "light-overcast", HEAVY, STORM)
FACES = range(10)
_FILE = Path(__file__).parent / "weather.toml"
_NUMBERS = (
    "air", "naval", "free_ops_allied", "free_ops_german", "attrition_drm", "german_ma", "german_rp",
    "release_drm", "allied_most", "allied_most_after",
)  # fmt: skip
_EFFECTS: Mapping[str, type] = {
    "title": str, "held": bool, "attrition": bool, **dict.fromkeys(_NUMBERS, int),
}  # fmt: skip
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "roll": {"weather": str},
    "weather": _EFFECTS,
    "initiative": {"drm": int},
}


@by_filing
def _chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    found = load_records(filing.path(_FILE), _GROUPS)
    for row in found["roll"].values():
        if row.text("weather") not in WEATHERS:
            place = f"[roll.{row.id}], key weather"
            raise DataError(row.file, place, f"one of {', '.join(WEATHERS)}, not {row.text('weather')!r}")
    return found


# --- the table and its effects ----------------------------------------------------------------------------


@rule("4.12")
def effects(at: Located, weather: str) -> Record:
    """What a weather brings.

    Parameters
    ----------
    weather
        One of `WEATHERS`.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> effects(OURS, "storm").number("german_rp"), effects(OURS, "light-overcast").number("air")
    (4, 4)
    """
    return _chart(at)["weather"][weather]


@rule("4.12", "17.11", "18.11")
def number(view: View, key: str, section: str = "4.12") -> int:
    """A number that the weather of the turn gives.

    Parameters
    ----------
    key
        Column such as ``german_ma``, ``release_drm``, ``attrition_drm``.
    """
    return cite(view, effects(view, view.text("weather")), key, section)


@rule("4.12", "17.11", "18.11", "1.0")
def received(view: View, weather: str) -> tuple[int, int]:
    """Air and naval markers of a turn, as far as they fall to the part of the front in play.

    Parameters
    ----------
    weather
        One of `WEATHERS`.
    """
    row = effects(view, weather)
    air, naval = (r01_part.shared(view, row.number(key), terms.ALLIED) for key in ("air", "naval"))
    return air, naval


@rule("4.12", "4.23", "1.0")
def free_ops(view: View, side: str) -> int:
    """Free Ops markers that a side gets by the weather of the turn."""
    return r01_part.free_ops(view, effects(view, view.text("weather")).number(f"free_ops_{side}"))


@rule("4.11")
def weather_of(view: View, german_die: int) -> str:
    """The weather that a German roll gives; nothing ever modifies it.

    Parameters
    ----------
    german_die
        What the German player rolled, 0 to 9.

    Returns
    -------
    str
        After a Storm turn always ``heavy-overcast``.
    """
    if view.flag("after-storm"):
        return HEAVY
    row = _chart(view)["roll"][str(german_die)]
    if isinstance(view, Inquiry):
        what = Used(f"weather on a roll of {german_die}", row.file, row.id, "weather")
        view.source("4.11", what, row.sources.of("weather"))
    return row.text("weather")


@rule("4.22")
def initiative_drm(view: View) -> int:
    """What is added to the German roll for initiative: less than nothing on June 7-8 and 9-10."""
    row = _chart(view)["initiative"].get(str(view.number("turn")))
    return cite(view, row, "drm", "4.22") if row is not None else 0


# --- exact chances ----------------------------------------------------------------------------------------


@rule("4.11", "4.12")
def weather_chances(at: Located, *, after_storm: bool = False) -> Mapping[str, Fraction]:
    """Chance of each weather by the next roll.

    Parameters
    ----------
    after_storm
        Whether the turn before had a Storm.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> weather_chances(OURS)["storm"], weather_chances(OURS, after_storm=True)
    (Fraction(1, 10), {'heavy-overcast': Fraction(1, 1)})
    """
    if after_storm:
        return {HEAVY: Fraction(1)}
    found = dict.fromkeys(WEATHERS, Fraction(0))
    for die in FACES:
        found[_chart(at)["roll"][str(die)].text("weather")] += Fraction(1, len(FACES))
    return found


@rule("4.21", "4.22")
def initiative_chance(drm: int, german_die: int | None = None) -> Fraction:
    """Chance that the Allied player gets the initiative; ties are rolled again by him alone.

    Parameters
    ----------
    drm
        Added to the German roll.
    german_die
        What the German player rolled; None before the roll.

    Examples
    --------
    >>> initiative_chance(0, 9), initiative_chance(0), initiative_chance(-3, 1)
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    """
    dice = FACES if german_die is None else (german_die,)
    wins = Fraction(0)
    for die in dice:
        above = sum(face > die + drm for face in FACES)
        below = sum(face < die + drm for face in FACES)
        wins += Fraction(above, above + below)
    return wins / len(dice)


# --- the phase --------------------------------------------------------------------------------------------


@rule("3.1", "4.21")
def open_phase(draft: Draft) -> None:
    """Begin the Initiative/Weather Determination Phase: both players roll."""
    ask_roll(draft, "initiative", [terms.DIE, terms.DIE])


@rule("4.11", "4.12", "17.11", "18.11")
def set_weather(draft: Draft, weather: str) -> None:
    """Put the weather marker, and the air and naval markers that it allows.

    Parameters
    ----------
    weather
        One of `WEATHERS`.
    """
    draft.set("weather", weather)
    for kind, markers in zip(("air", "naval"), received(draft, weather), strict=True):
        draft.set(kind, markers)


@rule("4.11", "4.21", "4.22")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    allied, german = values
    set_weather(draft, weather_of(draft, german))
    _compare(draft, allied, german)


@rule("4.21")
def _resolve_tie(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    _compare(draft, values[0], data["german"])


@rule("4.21", "4.22")
def _compare(draft: Draft, allied: int, german: int) -> None:
    total = german + initiative_drm(draft)
    if allied == total:
        ask_roll(draft, "initiative-tie", [terms.DIE], german=german)
        return
    draft.set("initiative", terms.ALLIED if allied > total else terms.GERMAN)
    draft.set("initiative-rolled", f"{allied}-{german}")
    r03_flow.next_phase(draft)


# --- answers ----------------------------------------------------------------------------------------------


@rule("4.11", "4.12", "17.11", "18.11", "8.31", "8.21")
def explain_weather(inquiry: Inquiry, weather: str) -> None:
    """Say all that a weather brings.

    Parameters
    ----------
    weather
        One of `WEATHERS`.
    """
    row = effects(inquiry, weather)
    for key in ("air", "naval"):
        cite(inquiry, row, key, "4.12")
    air, naval = received(inquiry, weather)
    inquiry.note("17.11", "Allied air markers", air)
    inquiry.note("18.11", "Allied naval markers", naval)
    for side in (terms.ALLIED, terms.GERMAN):
        free = r01_part.free_ops(inquiry, row.number(f"free_ops_{side}"))
        how = "held and declared after any activation" if row.flag("held") else "put into the cup"
        if free:
            inquiry.note("4.12", f"Free Ops markers of the {side.capitalize()} player, {how}", free)
    drm = row.number("attrition_drm")
    says = (
        f"in effect with a DRM of {drm}" if drm else "in effect" if row.flag("attrition") else "not in effect"
    )
    inquiry.note("4.12", f"German Strategic Movement Attrition is {says}")
    for key, text in (
        ("german_ma", "added to every German MA"),
        ("german_rp", "added to the German Resource Points"),
        ("release_drm", "DRM to German Release die rolls"),
        ("allied_most", "most Allied Resource Points this turn"),
        ("allied_most_after", "most Allied Resource Points next turn, which is Heavy Overcast"),
    ):
        if row.number(key):
            inquiry.note("4.12", text, row.number(key))


@rule("4.21", "4.22")
def explain_initiative(inquiry: Inquiry, allied: int, german: int) -> str:
    """Say who has the initiative with two rolls.

    Returns
    -------
    str
        ``allied``, ``german``, or ``tie`` when the Allied player rolls again.
    """
    adding = inquiry.adding("German total")
    adding.add("4.21", "the German die", german)
    drm = initiative_drm(inquiry)
    if drm:
        adding.add("4.22", "poor initial German response to the landings", drm)
    inquiry.note("4.21", "the Allied die", allied)
    total = adding.value
    if allied == total:
        inquiry.note("4.21", "a tie: the Allied player rolls again, the German roll stands")
        return "tie"
    winner = terms.ALLIED if allied > total else terms.GERMAN
    inquiry.note("4.21", f"the higher total has the initiative: the {winner.capitalize()} player")
    return winner


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - both players always roll
    return "the Allied die, then the German die, which also gives the weather"


def _why_tie(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - the German roll is told
    return f"a tie with the German roll of {data['german']}: the Allied player rolls again"


PHASE_RULES = {"initiative": PhaseRule(opening=open_phase)}
ROLLS = {
    "initiative": RollRule(_resolve, _why, "4.21"),
    "initiative-tie": RollRule(_resolve_tie, _why_tie, "4.21"),
}
