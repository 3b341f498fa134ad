"""What the answers to questions of combat hold; see `adjudicator.answer_forms`."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.answer_forms import Chance, Form, Left, Pairs

__all__ = [
    "Advance",
    "Ambush",
    "BestSupport",
    "Committed",
    "Counterattack",
    "Equilibrium",
    "Fallen",
    "GroundSupport",
    "Guns",
    "LineUp",
    "Loss",
    "Modes",
    "Modifier",
    "Odds",
    "Outcome",
    "PairOdds",
    "PairValue",
    "Retreat",
    "Rout",
    "Solitaire",
    "Suffered",
    "SupportPlan",
]


class Modifier(Form, frozen=True, kw_only=True):
    """A modifier of the die roll, with its section."""

    rule: str
    text: str
    value: int


class LineUp(Form, frozen=True, kw_only=True):
    """An attack before its roll: units, strengths, ratio, and the modifier of each pair of modes."""

    hex: str
    attackers: list[str]
    defenders: list[str]
    attack: int
    defence: int
    ratio: str
    drm: int
    modifiers: list[Modifier]
    totals: Pairs[int]


class Fallen(Form, frozen=True, kw_only=True):
    """Faces of the die that give one row of the table, and what it does to both sides."""

    die: list[int]
    row: int
    attacker: str
    attacker_retreat: int
    defender: str
    defender_retreat: int
    advance: str
    breakthrough: bool
    attacker_suffers: dict[str, str]
    attacker_choices: int
    defender_suffers: dict[str, str]
    defender_choices: int
    emptied: bool


class PairOdds(Form, frozen=True, kw_only=True):
    """The odds of one pair of modes; `cleared`, `rout` and `breakthrough` are faces of ten."""

    drm: int
    results: list[Fallen]
    attacker_steps: Chance
    defender_steps: Chance
    attacker_disorder: Chance
    defender_disorder: Chance
    attacker_lost: Chance
    defender_lost: Chance
    cleared: int
    rout: int
    ambush: Chance
    breakthrough: int
    payoff: Chance


class Equilibrium(Form, frozen=True, kw_only=True):
    """How often each side should choose each mode, and what the attack is worth then."""

    assault: Chance
    probe: Chance
    stand: Chance
    retreat: Chance
    value: Chance


class Committed(Form, frozen=True, kw_only=True):
    """What a side commits: artillery by unit, air and naval markers."""

    artillery: dict[str, int]
    air: int
    naval: int


class SupportPlan(Form, frozen=True, kw_only=True):
    """The best support of both sides for one pair of modes."""

    attack: Committed
    defence: Committed
    drm: int
    payoff: Chance


class BestSupport(Form, frozen=True, kw_only=True):
    """The best support for each pair of modes, and the best modes then."""

    pairs: Pairs[SupportPlan]
    equilibrium: Equilibrium


class Odds(Form, frozen=True, kw_only=True):
    """The joint table of all four pairs of modes, and the exact mix; units are left out of bare numbers."""

    hex: str | Left = UNSET
    attackers: list[str] | Left = UNSET
    defenders: list[str] | Left = UNSET
    attack: int
    defence: int
    ratio: str
    drm: int
    modifiers: list[Modifier]
    pairs: Pairs[PairOdds]
    equilibrium: Equilibrium
    value_by_drm: dict[str, Chance]
    retreats: dict[str, dict[str, int | None]] | Left = UNSET
    best: BestSupport | Left = UNSET


class PairValue(Form, frozen=True, kw_only=True):
    """What one pair of modes brings."""

    drm: int
    attacker_steps: Chance
    defender_steps: Chance
    cleared: int
    rout: int
    payoff: Chance


class Modes(Form, frozen=True, kw_only=True):
    """The choice of modes as a game: its matrix and its solution."""

    hex: str
    matrix: Pairs[PairValue]
    equilibrium: Equilibrium


class Suffered(Form, frozen=True, kw_only=True):
    """What a result asks of one side, and the ways to allot it."""

    results: str
    retreat: int
    ways: list[dict[str, str]]
    steps: int
    levels: int
    eliminated: int


class Outcome(Form, frozen=True, kw_only=True):
    """What a roll does."""

    row: int
    advance: str
    breakthrough: bool
    attacker: Suffered
    defender: Suffered
    rout: bool


class GroundSupport(Form, frozen=True, kw_only=True):
    """Air and naval markers that may support, and whether the hex is in range."""

    air: int
    naval: int
    in_range: bool


class Guns(Form, frozen=True, kw_only=True):
    """Artillery that can support, by side: unit -> strength."""

    allied: dict[str, int] | Left = UNSET
    german: dict[str, int] | Left = UNSET


class Advance(Form, frozen=True, kw_only=True):
    """Units that may advance, that must, those that may go two hexes, and why."""

    may: list[str]
    must: list[str]
    two_hexes: list[str]
    advance: str


class Ambush(Form, frozen=True, kw_only=True):
    """Whether an ambush threatens, and the chance for each unit."""

    ambush: bool
    chances: dict[str, Chance]


class Counterattack(Form, frozen=True, kw_only=True):
    """Whether a counterattack is possible, who must and may take part, and the hexes left alone."""

    possible: bool
    must: list[str]
    may: list[str]
    if_not_attacked: list[str]


class Rout(Form, frozen=True, kw_only=True):
    """Whether the defenders rout, who may advance where, and the attacks that each may make."""

    rout: bool
    advances: list[list[str]]
    attacks: dict[str, list[str]]


class Solitaire(Form, frozen=True, kw_only=True):
    """The cups from which modes are drawn without an opponent, and the chance of each pair."""

    attack_cup: dict[str, int]
    defence_cup: dict[str, int]
    chances: dict[str, Chance]


class Loss(Form, frozen=True, kw_only=True):
    """What becomes of a unit that takes a result."""

    disorder: int
    steps_lost: int
    eliminated: bool
    becomes: str


class Retreat(Form, frozen=True, kw_only=True):
    """A way to retreat, and the steps that it costs."""

    hexes: list[str]
    reduced: int
