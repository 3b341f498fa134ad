"""What the answers to questions of combat hold; see `adjudicator.answer_forms`."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.answer_forms import Chance, Form, Left

__all__ = [
    "AirChances",
    "ArmedRecon",
    "ArtilleryChoice",
    "AutomaticResult",
    "BestSupport",
    "DefenceAnswer",
    "Duties",
    "Fire",
    "GroundSupport",
    "LineUp",
    "Modifier",
    "NoResult",
    "Odds",
    "OfRoll",
    "Owed",
    "ReconChart",
    "Result",
    "Retreat",
]


class Modifier(Form, frozen=True, kw_only=True):
    """A modifier of the die roll or its limit, with its section."""

    rule: str
    text: str
    value: int
    op: str


class LineUp(Form, frozen=True, kw_only=True):
    """An attack before its roll: what takes part, the column and the modifiers."""

    hex: str
    attackers: list[str]
    support: list[str]
    air: int
    csp: int
    attack: int
    defence: int
    column: str
    modifiers: list[Modifier]
    drm: int
    combined_arms: bool
    combined_drm: int
    automatic: bool | Left = UNSET


class OfRoll(Form, frozen=True, kw_only=True):
    """The result of a roll, with and without the modifier of Combined Arms."""

    plain: str
    combined: str


class DefenceAnswer(Form, frozen=True, kw_only=True):
    """The best Defensive Support against an attack; empty where none makes it worse."""

    support: list[str] | Left = UNSET
    air: int | Left = UNSET
    column: str | Left = UNSET
    drm: int | Left = UNSET
    worth: Chance | Left = UNSET


class BestSupport(Form, frozen=True, kw_only=True):
    """The best support of an attack, and the best answer to it."""

    support: list[str]
    bonus: list[str]
    air: int
    csp: int
    defence_support: list[str]
    defence_air: int
    worth: Chance


class Odds(Form, frozen=True, kw_only=True):
    """The result of each roll and its chance; what takes part is left out of bare numbers."""

    hex: str | Left = UNSET
    attackers: list[str] | Left = UNSET
    support: list[str] | Left = UNSET
    air: int | Left = UNSET
    csp: int | Left = UNSET
    attack: int
    defence: int
    column: str
    modifiers: list[Modifier] | Left = UNSET
    drm: int
    combined_arms: bool | Left = UNSET
    combined_drm: int | Left = UNSET
    table: dict[str, OfRoll] | Left = UNSET
    chances: dict[str, Chance] | Left = UNSET
    attacker_steps: Chance | Left = UNSET
    defender_steps: Chance | Left = UNSET
    attacker_retreats: Chance | Left = UNSET
    defender_retreats: Chance | Left = UNSET
    worth: Chance | Left = UNSET
    cleared: Chance | Left = UNSET
    defence_answer: DefenceAnswer | Left = UNSET
    best: BestSupport | Left = UNSET
    automatic: bool | Left = UNSET


class ArtilleryChoice(Form, frozen=True, kw_only=True):
    """Artillery that can support, by strength, and the most that may."""

    most: int
    guns: dict[str, int]


class ArmedRecon(Form, frozen=True, kw_only=True):
    """What an armed reconnaissance needs to hit and to be lost, and the chances."""

    hit_on: int
    lost_on: int
    hit: Chance
    lost: Chance
    destroyed: Chance | Left = UNSET


class ReconChart(Form, frozen=True, kw_only=True):
    """Attacks of an armed reconnaissance, and what hits."""

    attacks: int
    hit: int | None


class AirChances(Form, frozen=True, kw_only=True):
    """What anti-air fire does to air points."""

    none: Chance
    abort: Chance
    hit: Chance


class GroundSupport(Form, frozen=True, kw_only=True):
    """Most air points for an attack, the flak against them, and what it does."""

    most: int
    flak: int
    abort: Chance
    hit: Chance


class Duties(Form, frozen=True, kw_only=True):
    """Hexes that a unit must attack, those that no attack answers, and why others are exempt."""

    hexes: list[str]
    unmet: list[str]
    exempt: dict[str, str]


class Owed(Form, frozen=True, kw_only=True):
    """Hexes that are still to be attacked, and whether the unit is exempt."""

    owed: list[str]
    exempt: bool


class Result(Form, frozen=True, kw_only=True):
    """The result of a roll, and units that no retreat is left to."""

    column: str
    drm: int
    plain: str
    without_way: list[str] | Left = UNSET


class AutomaticResult(Form, frozen=True, kw_only=True):
    """An attack that needs no roll."""

    automatic: bool


class NoResult(Form, frozen=True, kw_only=True):
    """Nothing: no attack is permitted."""


class Retreat(Form, frozen=True, kw_only=True):
    """A hex to retreat to, and what is against it."""

    hex: str
    ezoc: bool
    overstacked: bool


class Fire(Form, frozen=True, kw_only=True):
    """Fire: whether it is legal, what hits, the chance, what it costs, and what the target may do."""

    legal: bool
    hit_number: int
    chance: Chance
    may_return: bool | Left = UNSET
    spared: bool | Left = UNSET
    csp: int | Left = UNSET
