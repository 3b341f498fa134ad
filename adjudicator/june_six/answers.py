"""What the answers to this game's questions hold, verb by verb; see `adjudicator.answer_forms`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, field

from adjudicator.answer_forms import BySide, Chance, Form, HalfMpPath, HalfMpReach, Left, Side
from adjudicator.june_six.answers_combat import (
    Advance,
    Ambush,
    Counterattack,
    GroundSupport,
    Guns,
    LineUp,
    Loss,
    Modes,
    Odds,
    Outcome,
    Retreat,
    Rout,
    Solitaire,
)

__all__ = [
    "ANSWERS",
    "Activation",
    "Advance",
    "Ambush",
    "AmongDraws",
    "Attached",
    "BombardmentOdds",
    "BombardmentRow",
    "Breakdown",
    "Bridge",
    "Control",
    "CorpsPlan",
    "Cost",
    "Counterattack",
    "Crossing",
    "Distance",
    "DrawOrder",
    "Due",
    "FormationState",
    "GroundSupport",
    "Guns",
    "HalfMpWay",
    "Headquarters",
    "Initiative",
    "Interdiction",
    "Isolated",
    "LineOfCommunication",
    "LineUp",
    "Loss",
    "Markers",
    "Modes",
    "NextDraw",
    "NoRoll",
    "Odds",
    "Outcome",
    "Purchase",
    "PurchaseGroups",
    "ReEnd",
    "RearEchelon",
    "Resources",
    "Retreat",
    "ReturnHexes",
    "Roll",
    "Rout",
    "SetUp",
    "Solitaire",
    "Stacked",
    "StrategicReach",
    "Surrender",
    "UnknownDraws",
    "Victory",
    "WeatherChances",
    "WeatherNow",
    "WeatherRoll",
    "Zoc",
]


class HalfMpWay(Form, frozen=True, kw_only=True):
    """A way, and its cost in halves of a Movement Point."""

    half_mp: int
    path: list[str]


class Cost(Form, frozen=True, kw_only=True):
    """Whether a path is legal, and its cost in halves of a Movement Point."""

    legal: bool
    half_mp: int


class StrategicReach(Form, frozen=True, kw_only=True):
    """Movement Points, what Strategic Movement reaches, and the attrition that it risks."""

    mp: int
    destinations: list[HalfMpPath]
    attrition: str


class Zoc(Form, frozen=True, kw_only=True):
    """Whether a hex is in an enemy ZOC, and whether nothing contests it."""

    zoc: bool
    uncontested: bool


class Stacked(Form, frozen=True, kw_only=True):
    """Whether a stack is legal, its combat units and all units."""

    legal: bool
    combat: int
    units: int


class Control(Form, frozen=True, kw_only=True):
    """Who controls a hex, and what stands there."""

    side: Side
    strongpoint: bool
    engineers: bool


class Distance(Form, frozen=True, kw_only=True):
    """Hexes between two, with and without the ends, and those around."""

    distance: int
    both_ends: int
    adjacent: bool
    around: list[str]


class Bridge(Form, frozen=True, kw_only=True):
    """Whether a bridge stands, which units can change that and how, and who lends them engineers."""

    stands: bool
    by: dict[str, str]
    lent: dict[str, str] | Left = UNSET


class Crossing(Form, frozen=True, kw_only=True):
    """Whether a river may be crossed, and which unit helps."""

    legal: bool
    helper: str


class LineOfCommunication(Form, frozen=True, kw_only=True):
    """Whether a unit has a Line of Communication, and which."""

    loc: bool
    path: list[str]


class Isolated(Form, frozen=True, kw_only=True):
    """What isolation does to a unit; `surrenders` is the roll, null where none is made."""

    marked: bool
    suffers: str
    surrenders: int | None


class Surrender(Form, frozen=True, kw_only=True):
    """Whether a unit checks for surrender, what it needs, and with what chance."""

    checks: bool
    needed: int | None
    chance: Chance
    surrenders: bool | Left = UNSET


class Victory(Form, frozen=True, kw_only=True):
    """Victory Points, who wins, whether the game is over, and the points of each town held."""

    points: int
    winner: str
    over: bool
    held: dict[str, int]


class BombardmentOdds(Form, frozen=True, kw_only=True):
    """The modifier of a bombardment, and the chance of each row."""

    drm: int
    chances: dict[str, Chance]


class BombardmentRow(Form, frozen=True, kw_only=True):
    """The row that a roll gives."""

    drm: int
    row: str


class Breakdown(Form, frozen=True, kw_only=True):
    """Whether a unit may break down, the steps that it loses, and the units that come."""

    legal: bool
    reduce: int
    replace: int


class Interdiction(Form, frozen=True, kw_only=True):
    """Markers that can be released by zone, and what they cost."""

    release: dict[str, int]
    resource_points: int


class Markers(Form, frozen=True, kw_only=True):
    """Support markers that a turn gives."""

    received: list[int]
    air: int
    naval: int


class Roll(Form, frozen=True, kw_only=True):
    """A roll for release: the number, its modifier, the chance, and what came of it."""

    number: int | None
    drm: int
    chance: Chance
    released: bool | Left = UNSET
    override_costs_one_of: list[str] | Left = UNSET


class NoRoll(Form, frozen=True, kw_only=True):
    """Whether a release needs a roll at all."""

    needed: bool


class Activation(Form, frozen=True, kw_only=True):
    """Headquarters and units that an activation would bring."""

    hqs: list[str]
    units: list[str]


class Attached(Form, frozen=True, kw_only=True):
    """Whether an attachment is legal, and with which formation the unit acts then."""

    legal: bool
    activates_with: str


class CorpsPlan(Form, frozen=True, kw_only=True):
    """Whether a corps may have its formations, infantry and armored apart."""

    legal: bool
    infantry: list[str]
    armored: list[str]


class FormationState(Form, frozen=True, kw_only=True):
    """The formation of a unit, its parent, where it belongs now, and when it acts."""

    formation: str
    parent: str
    now: str
    acts: str


class Headquarters(Form, frozen=True, kw_only=True):
    """The turn on which a headquarters returns; null where it does not."""

    returns: int | None


class ReturnHexes(Form, frozen=True, kw_only=True):
    """Hexes where a headquarters that waits could be put now."""

    hexes: list[str]


class Initiative(Form, frozen=True, kw_only=True):
    """Who has the initiative."""

    initiative: str


class NextDraw(Form, frozen=True, kw_only=True):
    """The chance of each marker, and of each side, to be drawn next."""

    next: dict[str, Chance]
    side: dict[str, Chance]


class DrawOrder(Form, frozen=True, kw_only=True):
    """The chance that one marker comes before another, and before all of them."""

    before: Chance
    all_before: Chance


class AmongDraws(Form, frozen=True, kw_only=True):
    """The chance that a marker comes by a draw, that two do, and one right after the other."""

    by_draw: Chance
    both: Chance
    in_a_row: Chance
    right_after_the_other: Chance | Left = UNSET


class UnknownDraws(Form, frozen=True, kw_only=True):
    """The same chances for each number of markers of the groups among those that nobody has seen."""

    unknown: dict[str, dict[str, Chance]]


class Due(Form, frozen=True, kw_only=True):
    """Turn, phase, who acts, and the phase after it."""

    turn: int
    phase: str
    player: str
    next: str


class ReEnd(Form, frozen=True, kw_only=True):
    """Units that the end of the turn leaves for the Rear Echelon."""

    re: list[str]


class Purchase(Form, frozen=True, kw_only=True):
    """Whether a purchase is legal, and what is left for it."""

    legal: bool
    free: int


class PurchaseGroups(Form, frozen=True, kw_only=True):
    """Groups that may be bought for, and the Resource Points."""

    groups: list[str]
    rp: int


class RearEchelon(Form, frozen=True, kw_only=True):
    """What acts in the Rear Echelon Phase, what has no headquarters, and which return."""

    formations: list[str]
    headless: list[str]
    units: list[str]
    back: list[str] = field(name="return")


class Resources(Form, frozen=True, kw_only=True):
    """The chance of each number of Resource Points, and the mean."""

    chances: dict[str, Chance]
    mean: Chance


class SetUp(Form, frozen=True, kw_only=True):
    """Where a unit begins, when it comes, and where it enters."""

    space: str
    arrival: int | None
    entry: list[str]


class WeatherRoll(Form, frozen=True, kw_only=True):
    """The weather that a roll gives."""

    weather: str


class WeatherNow(Form, frozen=True, kw_only=True):
    """The weather of now."""

    now: str


class WeatherChances(Form, frozen=True, kw_only=True):
    """The weather of now, and the chance of each for the next turn."""

    now: str
    next: dict[str, Chance]


ANSWERS: Mapping[str, Any] = {
    "odds": Odds,
    "line-up": LineUp,
    "modes": Modes,
    "result": Outcome,
    "ground-support": GroundSupport,
    "artillery": Guns,
    "attackers": list[str] | dict[str, list[str]],
    "advance": Advance,
    "ambush": Ambush,
    "breakthrough": dict[str, list[str]],
    "counterattack": Counterattack,
    "rout": Rout,
    "solitaire": Solitaire,
    "allocation": list[dict[str, str]],
    "losses": dict[str, Loss],
    "retreats": dict[str, list[Retreat]],
    "legal": HalfMpReach,
    "reach": dict[str, HalfMpWay],
    "cost": Cost,
    "strategic": StrategicReach,
    "zoc": Zoc | list[str],
    "stack": Stacked,
    "control": Control | BySide[list[str]],
    "distance": Distance,
    "bridge": Bridge,
    "crossing": Crossing,
    "supply": LineOfCommunication | list[str],
    "sources": list[str],
    "isolation": dict[str, Isolated] | bool,
    "refit": list[str],
    "surrender": Surrender,
    "victory": Victory,
    "arrivals": dict[str, list[str]],
    "bombardment": BombardmentOdds | BombardmentRow,
    "breakdown": Breakdown,
    "entry": list[str],
    "interdiction": Interdiction,
    "markers": Markers,
    "release": Roll | NoRoll,
    "activate": Activation,
    "assign": list[str],
    "attach": Attached,
    "corps": CorpsPlan,
    "cup": NextDraw | DrawOrder | AmongDraws | UnknownDraws,
    "due": Due,
    "end": ReEnd,
    "formation": FormationState,
    "hq": Headquarters | ReturnHexes,
    "initiative": Initiative | BySide[Chance],
    "purchase": Purchase | PurchaseGroups,
    "re": BySide[RearEchelon],
    "resources": Resources | int,
    "set-up": SetUp,
    "weather": WeatherRoll | WeatherNow | WeatherChances,
}
