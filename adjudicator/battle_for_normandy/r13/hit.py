"""Section 13.3: the Hit Number of artillery and ships that fire alone."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r08_weather import effects
from adjudicator.battle_for_normandy.r10.cost import chart
from adjudicator.battle_for_normandy.r12.strength import has_entrenchment
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.plural import many
from adjudicator.position import Piece, View
from adjudicator.tables import cite

__all__ = ["chance", "hit_adding", "hit_number", "is_hit", "targets"]

_LIMIT, _ALWAYS, _NEVER = -3, 1, 10


@rule("13.3", "9.6")
def targets(view: View, gun: Piece, target: str) -> tuple[Piece, ...]:
    """Enemy units that a shot may hit: ships at sea, else everything in the hex but ships and trucks."""
    there = terms.enemies(view, target, gun.side)
    ashore = tuple([p for p in there if not terms.is_naval(p.printed) and p.printed.type != "truck"])
    return ashore or there


@rule("13.3", "13.4", "23.4")
def hit_adding(view: View, gun: Piece, target: str, *, counter_battery: bool = False) -> Adding:
    """The Hit Number step by step.

    Parameters
    ----------
    gun, target
        The gun or ship, and the hex that it fires at.
    counter_battery
        Whether in answer to German artillery (13.4).
    """
    adding = Adding(view if isinstance(view, Inquiry) else None, "hit number")
    there = targets(view, gun, target)
    at_sea = bool(there) and all(terms.is_naval(p.printed) for p in there)
    strength = terms.rating(view, gun, "as", "13.3")
    adding.add("13.3", f"Attack Strength of {gun.printed.title}", strength, "set")
    if "nw" in gun.printed.marks:
        adding.add("13.3", "Nebelwerfer, as its example has it", 2, "half up")
    if not at_sea:
        _add_terrain(adding, view, target, terms.enemy_of(gun.side))
    if view.text("time") == "night":
        adding.add("13.3", "Night", -1)
        if counter_battery:
            adding.add("13.4", "counter-battery fire at Night", -1)
    if len(there) > 1 and not at_sea:
        adding.add("13.3", f"{many(len(there), 'unit')} in the hex", len(there) - 1)
    if any("kangaroo" in p.printed.marks for p in there) and view.option("kangaroo-fire") == "A":
        adding.add("23.4", "a Kangaroo in the stack", -1)
    return adding


@rule("13.3")
def _add_terrain(adding: Adding, view: View, target: str, side: str) -> None:
    """Terrain, what is built there, an Entrenchment and the weather; terrain for -3 at the most."""
    start, ground, place = adding.value, chart(view)["terrain"], chart(view)["settlement"]
    records = [ground[terms.terrain(view, target, "13.3")]]
    if built := terms.settlement(view, target, "13.3"):
        records.append(place[built])
    if has_entrenchment(view, target, side):
        records.append(place["entrenchment"])
    for record in records:
        if value := cite(view, record, "fire", "13.3"):
            adding.add("13.3", record.text("title"), value)
    if adding.value - start < _LIMIT:
        adding.add("13.3", "terrain counts for -3 at the most", start + _LIMIT, "max")
    weather = effects(view, view.text("weather"))
    if weather.number("fire"):
        adding.add("13.3", weather.text("title"), cite(view, weather, "fire", "13.3"))


@rule("13.3", "13.4")
def hit_number(view: View, gun: Piece | str, target: str, *, counter_battery: bool = False) -> int:
    """The number that a gun or ship needs, or less, against a hex.

    Parameters
    ----------
    counter_battery
        Whether in answer to German artillery (13.4).

    Returns
    -------
    int
        As it comes out; 1 always hits and 10 always misses: `is_hit`.
    """
    piece = view.pieces[gun] if isinstance(gun, str) else gun
    return hit_adding(view, piece, target, counter_battery=counter_battery).value


@rule("13.3")
def is_hit(roll: int, number: int, *, kangaroo: int = 0) -> bool:
    """Whether a roll hits: at the number or below; 1 always does, 10 never.

    Parameters
    ----------
    roll, number
        The die, 1 to 10, and the Hit Number.
    kangaroo
        What is added to the die (option ``kangaroo-fire`` B).

    Examples
    --------
    >>> is_hit(1, -4), is_hit(10, 12), is_hit(4, 4), is_hit(5, 4)
    (True, False, True, False)
    """
    if roll in {_ALWAYS, _NEVER}:
        return roll == _ALWAYS
    return roll + kangaroo <= number


@rule("13.3")
def chance(number: int) -> Fraction:
    """Chance of a hit with a Hit Number.

    Parameters
    ----------
    number
        As `hit_number` gives it.

    Examples
    --------
    >>> chance(4), chance(-2), chance(12)
    (Fraction(2, 5), Fraction(1, 10), Fraction(9, 10))
    """
    return Fraction(len([roll for roll in range(_ALWAYS, _NEVER + 1) if is_hit(roll, number)]), _NEVER)
