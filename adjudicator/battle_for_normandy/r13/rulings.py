"""Sections 13.1 to 13.5 told: fire alone, counter-battery and fire at ships as rulings."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.csp import price_alone
from adjudicator.battle_for_normandy.r13 import counter_battery as r13_counter_battery
from adjudicator.battle_for_normandy.r13 import fire as r13_fire
from adjudicator.battle_for_normandy.r13 import ships as r13_ships
from adjudicator.battle_for_normandy.r13.hit import chance, hit_number
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import State
from adjudicator.ruling import Ruling

__all__ = ["answer_ruling", "fire_ruling", "ship_ruling"]


@rule("13.1", "13.2", "13.3")
def fire_ruling(state: State, gun: str, target: str, *, strict: bool = False) -> Ruling:
    """Whether a gun or ship may fire alone at a hex, at which Hit Number and chance."""
    inquiry = Inquiry(state, strict=strict)
    r13_fire.explain_fire(inquiry, r13_fire.FireAlone(gun, target))
    told, price = not inquiry.violations, {"csp": price_alone(state, state.pieces[gun])}
    return _shot(inquiry, gun, target, f"fire {gun} {target}", counter_battery=False, told=told, more=price)


@rule("13.4", "13.3")
def answer_ruling(state: State, gun: str, target: str, *, strict: bool = False) -> Ruling:
    """Whether an Allied gun or ship may answer German artillery in a hex, at which Hit Number and chance.

    Parameters
    ----------
    state, gun, target, strict
        As in `fire_ruling`.
    """
    inquiry = Inquiry(state, strict=strict)
    for section, text in r13_counter_battery.faults(inquiry, state.pieces[gun], target):
        inquiry.refuse(section, text, units=[gun], spaces=[target])
    inquiry.note("13.4", "no Spotter, no Combat Supply Point, no matter whether the hex was attacked")
    return _shot(inquiry, gun, target, f"counter-battery {gun} {target}", counter_battery=True)


@rule("13.5", "13.5o")
def ship_ruling(state: State, gun: str, ship: str, *, strict: bool = False) -> Ruling:
    """Whether a German gun may fire at a ship, its Hit Number, and whether the ship may return the fire."""
    inquiry = Inquiry(state, strict=strict)
    shooter, target = state.pieces[gun], state.pieces[ship]
    for section, text in r13_ships.ship_faults(inquiry, shooter, target):
        inquiry.refuse(section, text, units=[gun, ship])
    back = r13_ships.can_return(inquiry, target, shooter.space)
    text = "the Allied player says first whether it returns the fire" if back else "it cannot return the fire"
    inquiry.note("13.5", text)
    spared = r13_ships.is_spared(inquiry, target, shooter)
    if terms.has_option(inquiry, "13.5o"):
        text = "leaves only until the next Night turn" if spared else "is sunk for good"
        inquiry.note("13.5o", f"{target.printed.title}, hit by {shooter.printed.title}, {text}")
    more = {"may_return": back, "spared": spared}
    return _shot(inquiry, gun, target.space, f"fire {gun} {ship}", counter_battery=False, more=more)


@rule("13.3")
def _shot(
    inquiry: Inquiry,
    gun: str,
    target: str,
    question: str,
    *,
    counter_battery: bool,
    told: bool = False,
    more: Mapping[str, bool | int] | None = None,
) -> Ruling:
    """Close the ruling on a shot with its Hit Number and chance, legal or not.

    Parameters
    ----------
    told
        Whether its steps say already how the Hit Number comes about.
    """
    view = Inquiry(inquiry.state) if told else inquiry
    number = hit_number(view, inquiry.pieces[gun], target, counter_battery=counter_battery)
    odds, may = chance(number), not inquiry.violations
    said = f"Hit Number {number}: {100 * odds.numerator // odds.denominator}%."
    answer = {"legal": may, "hit_number": number, "chance": str(odds), **(more or {})}
    return inquiry.ruling(question, said if may else "It may not fire.", answer)
