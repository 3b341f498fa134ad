"""Sections 3 to 5: rulings on what is due, weather, initiative, Resource Points, purchases, the End Phase."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import (
    r03_end,
    r03_flow,
    r03_set_up,
    r04_weather,
    r05_purchases,
    r05_resources,
    r10_schedule,
    terms,
)
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r07_rulings import find_group, share
from adjudicator.plural import many
from adjudicator.position import Position
from adjudicator.ruling import Ruling

__all__ = [
    "due_ruling",
    "end_ruling",
    "initiative_ruling",
    "purchase_ruling",
    "resources_ruling",
    "set_up_ruling",
    "weather_ruling",
]


@rule("3.0", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8")
def due_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Rule on where the turn stands, who decides, and what comes next."""
    inquiry, phases = Inquiry(position, strict=strict), load(position.game).sequence.phases
    turn, phase = inquiry.number("turn"), phases[inquiry.text("phase")]
    inquiry.note("3.0", f"{r10_schedule.label_of(inquiry, turn)}: {phase.title}", turn)
    inquiry.note(phase.rule, phase.help)
    top = position.decision
    who = top.player if top is not None else load(position.game).player_on_turn(position)
    if top is not None:
        inquiry.note(
            top.rule, f"the {top.player.capitalize()} side has to settle: {top.kind.replace('-', ' ')}"
        )
    elif inquiry.text("activation"):
        part = inquiry.text("part") or "beginning"
        inquiry.note("7.0", f"an activation of the {who.capitalize()} player is at its {part}")
    then = r03_flow.following(inquiry)
    if then:
        inquiry.note(phases[then].rule, f"then comes the {phases[then].title}")
    if turn == 1:
        inquiry.note("3.1", "June 6 has no Initiative/Weather and no Logistics Phases")
    answer = {"turn": turn, "phase": phase.id, "player": who, "next": then}
    return inquiry.ruling("due", f"{phase.title}: {who} to act.", answer)


# --- weather and initiative -------------------------------------------------------------------------------


@rule("4.11", "4.12")
def weather_ruling(position: Position, roll: int | None = None, *, strict: bool = False) -> Ruling:
    """Rule on the weather that a German roll gives, or on the chance of each, and on what it brings.

    Parameters
    ----------
    roll
        The unmodified German roll; None for the chances.
    strict
        Refuse the reconstructed table.

    Raises
    ------
    MalformedAction
        The roll is not on the die.
    """
    inquiry = Inquiry(position, strict=strict)
    if roll is not None:
        if roll not in r04_weather.FACES:
            raise MalformedAction(f"a roll of {roll}", "The die shows 0 to 9")
        weather = r04_weather.weather_of(inquiry, roll)
        if inquiry.text("weather") == r04_weather.STORM:
            weather = r04_weather.HEAVY
        inquiry.note("4.11", "the German roll, never adjusted", roll)
        r04_weather.explain_weather(inquiry, weather)
        title = r04_weather.effects(inquiry, weather).text("title")
        return inquiry.ruling(f"weather {roll}", f"{title}.", {"weather": weather})
    now = inquiry.text("weather")
    chances = r04_weather.weather_chances(inquiry, after_storm=now == r04_weather.STORM)
    for die in r04_weather.FACES if now != r04_weather.STORM else ():
        r04_weather.weather_of(inquiry, die)
    if now == r04_weather.STORM:
        inquiry.note("4.12", "the turn after a Storm is Heavy Overcast")
    r04_weather.explain_weather(inquiry, now)
    said = ", ".join(
        f"{r04_weather.effects(inquiry, w).text('title')} {share(c)}" for w, c in chances.items() if c
    )
    answer = {"now": now, "next": {w: str(c) for w, c in chances.items()}}
    return inquiry.ruling("weather", f"Next turn: {said}.", answer)


@rule("4.21", "4.22")
def initiative_ruling(
    position: Position, allied: int | None = None, german: int | None = None, *, strict: bool = False
) -> Ruling:
    """Rule on who has the initiative with two rolls, or on the chance of it.

    Parameters
    ----------
    allied, german
        What was rolled; None for what was not.
    strict
        Refuse the reconstructed DRM.
    """
    inquiry = Inquiry(position, strict=strict)
    if inquiry.number("turn") == 1:
        inquiry.note("4.22", "on June 6 the Allied player has the initiative without a roll")
        return inquiry.ruling("initiative", "Allied initiative.", {"initiative": terms.ALLIED})
    if allied is not None and german is not None:
        found = r04_weather.explain_initiative(inquiry, allied, german)
        verdict = "A tie." if found == "tie" else f"{found.capitalize()} initiative."
        return inquiry.ruling(f"initiative {allied} {german}", verdict, {"initiative": found})
    drm = r04_weather.initiative_drm(inquiry)
    inquiry.note("4.22", "added to the German roll", drm)
    inquiry.note("4.21", "on a tie the Allied player rolls again")
    chance = r04_weather.initiative_chance(drm, german)
    verdict = f"The Allied player gets the initiative: {share(chance)}."
    return inquiry.ruling("initiative", verdict, {"allied": str(chance), "german": str(1 - chance)})


# --- logistics --------------------------------------------------------------------------------------------


@rule("5.12", "5.13", "4.12", "17.23")
def resources_ruling(
    position: Position, side: str, die: int | None = None, *, strict: bool = False
) -> Ruling:
    """Rule on the Resource Points that a side receives.

    Parameters
    ----------
    side
        ``allied`` or ``german``.
    die
        What was rolled; None for the chances.
    strict
        Refuse reconstructed base numbers.

    Raises
    ------
    MalformedAction
        There is no such side, or no such roll.
    """
    if side not in {terms.ALLIED, terms.GERMAN} or (die is not None and die not in r04_weather.FACES):
        raise MalformedAction(f"Resource Points of {side!r}", "Sides: allied, german; the die shows 0 to 9")
    inquiry = Inquiry(position, strict=strict)
    phase = "3.21" if side == terms.ALLIED else "3.41"
    inquiry.note(phase, f"received in the {side.capitalize()} Logistics Phase")
    if die is not None:
        adding = r05_resources.income(inquiry, side, die)
        verdict = f"The {side.capitalize()} player receives {adding.value} Resource Points."
        return inquiry.ruling(f"resources {side} {die}", verdict, adding.value)
    chances = r05_resources.income_chances(position, side)
    inquiry.note("5.12", "base number of the Turn Record Track", r05_resources.base(inquiry, side))
    for number, chance in sorted(chances.items()):
        inquiry.note("5.12", f"{number} Resource Points: {share(chance)}")
    mean = sum((n * c for n, c in chances.items()), Fraction(0))
    answer = {"chances": {str(n): str(c) for n, c in sorted(chances.items())}, "mean": str(mean)}
    verdict = f"{min(chances)} to {max(chances)} Resource Points, {float(mean):.2f} on average."
    return inquiry.ruling(f"resources {side}", verdict, answer)


@rule("5.14", "5.16", "5.17", "7.23")
def purchase_ruling(position: Position, side: str, group: str = "", *, strict: bool = False) -> Ruling:
    """Rule on whether a marker can be bought, or list all that can be.

    Parameters
    ----------
    side
        Who buys; empty for the owner of the marker, or the player on turn.
    group
        Division or Corps as players write it; empty for all.
    """
    inquiry = Inquiry(position, strict=strict)
    if group:
        slug = find_group(position, group)
        r05_purchases.explain_purchase(inquiry, side or markers.side_of_group(slug), slug)
        may = not inquiry.violations
        free = r05_purchases.free_markers(inquiry, slug)
        if free:
            inquiry.note("7.23", "markers that go into the cup at no cost this turn", free)
        verdict = "It can be bought." if may else "It cannot be bought."
        return inquiry.ruling(f"purchase {slug}", verdict, {"legal": may, "free": free})
    who = side or inquiry.text("side")
    found = r05_purchases.purchasable(inquiry, who)
    for slug in found:
        inquiry.note("5.14", markers.name_of_group(inquiry, slug), r05_purchases.PRICE)
    left = inquiry.number("rp", who)
    inquiry.note("5.18", "markers that could be bought, Resource Points or not", len(found))
    points = many(left, "Resource Point is", "Resource Points are")
    verdict = f"{many(len(found), 'formation has', 'formations have')} a marker to buy; {points} left."
    return inquiry.ruling(f"purchase {who}", verdict, {"groups": list(found), "rp": left})


# --- the End Phase and the set-up -------------------------------------------------------------------------


@rule("3.8")
def end_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Rule on all that the End Phase does now."""
    inquiry = Inquiry(position, strict=strict)
    r03_end.explain_end(inquiry)
    return inquiry.ruling("end", "The End Phase, step by step.", {"re": list(r03_end.retained(inquiry))})


@rule("10.11")
def set_up_ruling(position: Position, uid: str, *, strict: bool = False) -> Ruling:
    """Rule on where a unit is set up, or when and where it comes.

    Parameters
    ----------
    strict
        Refuse what is reconstructed.
    """
    inquiry = Inquiry(position, strict=strict)
    unit = inquiry.pieces[uid].printed
    space = r03_set_up.explain_set_up(inquiry, unit)
    answer = {"space": space, "arrival": unit.arrival, "entry": list(unit.entry)}
    return inquiry.ruling(f"set-up {uid}", inquiry.steps[-1].text + ".", answer)
