"""What the answers to this game's questions hold, verb by verb; see `adjudicator.answer_forms`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, field

from adjudicator.answer_forms import BySide, Chance, Form, HalfMpPath, HalfMpReach, Left, Side

__all__ = [
    "ANSWERS",
    "Activation",
    "Allowance",
    "AttackOdds",
    "CherbourgOdds",
    "CherbourgOutcome",
    "ChitTable",
    "Chits",
    "ColumnOdds",
    "Cup",
    "Distance",
    "Due",
    "Entry",
    "Face",
    "HiddenOdds",
    "Isolation",
    "LossWays",
    "Outcome",
    "Replaced",
    "Scored",
    "SetUp",
    "Stacked",
    "SupplyLine",
    "Taking",
    "ThisOrThat",
    "Victory",
    "WeatherChances",
    "Withdrawal",
    "Zone",
    "ZoneName",
]


class ColumnOdds(Form, frozen=True, kw_only=True):
    """Odds from bare numbers: the column, the code on each face of the die, and how many faces have it."""

    odds: str
    column: str
    automatic: bool
    faces: list[str]
    results: dict[str, int]


class Face(Form, frozen=True, kw_only=True):
    """What one face of the die does: the code printed, and the one that takes effect here."""

    die: int
    printed: str
    code: str
    attacker_losses: int
    defender_losses: int
    cleared: bool
    destroyed: bool
    bl1_choice: bool
    no_retreat: list[str] | Left = UNSET


class AttackOdds(Form, frozen=True, kw_only=True):
    """An attack: of `of` the weight of each code, of a cleared hex, and of each number of steps lost."""

    target: str
    attackers: list[str]
    of: int
    results: dict[str, int]
    cleared: int
    destroyed: int
    attacker_losses: dict[str, int]
    defender_losses: dict[str, int]
    mean_losses: list[float]
    av: int
    dv: int
    odds: str
    shift: int
    column: str
    automatic: bool
    faces: list[Face]


class HiddenOdds(Form, frozen=True, kw_only=True):
    """An attack on hidden counters: the same, over all that they can be, and the columns that come of it."""

    target: str
    attackers: list[str]
    of: int
    results: dict[str, int]
    cleared: int
    destroyed: int
    attacker_losses: dict[str, int]
    defender_losses: dict[str, int]
    mean_losses: list[float]
    columns: list[str]


class CherbourgOdds(Form, frozen=True, kw_only=True):
    """An attack on Cherbourg; the values are left out while its hidden defenders are not drawn."""

    support: list[str]
    must: bool
    of: int
    results: dict[str, int]
    captured: int
    attacker_losses: dict[str, int]
    defender_losses: dict[str, int]
    av: int | Left = UNSET
    dv: int | Left = UNSET
    column: str | Left = UNSET


class ThisOrThat(Form, frozen=True, kw_only=True):
    """The chance that one chit is drawn before another."""

    chance: Chance


class Outcome(Form, frozen=True, kw_only=True):
    """What a result does to both sides; `without_way` are units that no retreat is left to."""

    code: str
    attacker_losses: int
    defender_losses: int
    destroyed: bool
    eliminated: list[str]
    retreating: list[str]
    beach_falls: bool
    bl1_choice: bool
    without_way: list[str] | Left = UNSET


class CherbourgOutcome(Form, frozen=True, kw_only=True):
    """What a result does in Cherbourg."""

    code: str
    attacker_losses: int
    defender_losses: int
    captured: bool


class Taking(Form, frozen=True, kw_only=True):
    """Steps that a unit loses."""

    unit: str
    steps: int


class LossWays(Form, frozen=True, kw_only=True):
    """Ways to take losses, and how many can be taken at all."""

    capacity: int
    ways: list[list[Taking]]


class Allowance(Form, frozen=True, kw_only=True):
    """Movement Points, and whether roads serve."""

    mp: int
    roads: bool


class Distance(Form, frozen=True, kw_only=True):
    """Hexes between two."""

    distance: int
    adjacent: bool


class Stacked(Form, frozen=True, kw_only=True):
    """Whether a stack is legal, within the limit, who removes units, and what he may remove."""

    legal: bool
    within: bool
    remover: str
    removals: list[list[str]]
    counted: int


class Withdrawal(Form, frozen=True, kw_only=True):
    """Hexes where an Emergency Withdrawal may end."""

    hexes: list[str]


class ZoneName(Form, frozen=True, kw_only=True):
    """The zone of a hex."""

    zone: str


class Zone(Form, frozen=True, kw_only=True):
    """The zone of a hex, and what a unit of the other army may do there."""

    zone: str
    enter: bool
    end: bool
    attack: bool


class Cup(Form, frozen=True, kw_only=True):
    """Chits in the cup by kind."""

    german: int
    us: int
    british_move: int = field(name="british-move")
    british_combat: int = field(name="british-combat")


class ChitTable(Form, frozen=True, kw_only=True):
    """Chits that the turn's table gives."""

    german: int
    us: int
    british: list[list[int]]
    reaction: int


class Chits(Form, frozen=True, kw_only=True):
    """Chits in the cup, Reaction chits left, and what the turn gives."""

    of: int
    cup: Cup
    reaction: int
    table: ChitTable


class Activation(Form, frozen=True, kw_only=True):
    """Whether a chit may activate, and by hex and by formation which units."""

    may: bool
    stacks: dict[str, list[str]]
    formations: dict[str, list[str]]


class Due(Form, frozen=True, kw_only=True):
    """What is to be settled, by whom, and what must be done before."""

    due: str
    player: str
    must: list[str]


class Entry(Form, frozen=True, kw_only=True):
    """Formations that wait to enter, those that may be chosen, and how many by the roll."""

    awaiting: dict[str, list[str]]
    selectable: list[str]
    most: dict[str, int]
    allowed: list[int] | Left = UNSET


class Replaced(Form, frozen=True, kw_only=True):
    """A unit that may be rebuilt, and the type that it counts as."""

    unit: str
    type: str


class WeatherChances(Form, frozen=True, kw_only=True):
    """The chance of each weather still in the cup on a turn."""

    turn: int
    chances: dict[str, Chance]


class SupplyLine(Form, frozen=True, kw_only=True):
    """Whether a unit is in supply, and its line."""

    supplied: bool
    path: list[str]


class Isolation(Form, frozen=True, kw_only=True):
    """Whether a unit is isolated, and which units would be put elsewhere."""

    isolated: bool
    relocated: list[str]


class SetUp(Form, frozen=True, kw_only=True):
    """Where a unit may be set up, and at what strength."""

    spaces: list[str]
    status: str


class Scored(Form, frozen=True, kw_only=True):
    """What earns a side points this turn, in halves."""

    side: Side
    half_vp: int
    what: str


class Victory(Form, frozen=True, kw_only=True):
    """Who has won, the points of both sides, and what this turn adds."""

    winner: str
    vp: BySide[float]
    this_turn: list[Scored]


ANSWERS: Mapping[str, Any] = {
    "odds": ColumnOdds | AttackOdds | HiddenOdds | CherbourgOdds | ThisOrThat,
    "result": Outcome | CherbourgOutcome,
    "losses": LossWays | bool,
    "retreats": dict[str, list[list[str]]],
    "advance": list[str],
    "support": dict[str, int] | bool,
    "must-attack": list[str],
    "legal": HalfMpReach,
    "reach": dict[str, HalfMpPath],
    "allowance": Allowance,
    "withdrawal": Withdrawal,
    "zoc": list[str] | bool,
    "stack": Stacked,
    "zone": ZoneName | Zone,
    "distance": Distance,
    "control": str | BySide[list[str]],
    "activate": Activation,
    "active": list[str] | bool,
    "prepared": bool,
    "chits": Chits,
    "due": Due,
    "play": bool,
    "clean-up": list[str],
    "entry": Entry,
    "placement": dict[str, list[str]] | list[str],
    "replacements": list[Replaced],
    "withdrawals": list[str],
    "weather": WeatherChances,
    "supply": SupplyLine | list[str],
    "sources": list[str],
    "isolation": Isolation,
    "attrition": list[str],
    "set-up": SetUp,
    "victory": Victory,
}
