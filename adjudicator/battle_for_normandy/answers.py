"""What the answers to this game's questions hold, verb by verb; see `adjudicator.answer_forms`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, field

from adjudicator.answer_forms import BySide, Chance, Form, Left, Side
from adjudicator.battle_for_normandy.answers_combat import (
    AirChances,
    ArmedRecon,
    ArtilleryChoice,
    AutomaticResult,
    Duties,
    Fire,
    GroundSupport,
    LineUp,
    NoResult,
    Odds,
    Owed,
    ReconChart,
    Result,
    Retreat,
)

__all__ = [
    "ANSWERS",
    "AirAllotment",
    "AirChances",
    "Allowance",
    "ArmedRecon",
    "ArtilleryChoice",
    "Attachment",
    "AutomaticResult",
    "Breakdown",
    "Cherbourg",
    "Combined",
    "Control",
    "Cost",
    "CostStep",
    "Csp",
    "Distance",
    "DropOdds",
    "Due",
    "Duties",
    "Fire",
    "Glider",
    "GroundSupport",
    "HeadquartersMoves",
    "HeadquartersState",
    "Interdiction",
    "Landing",
    "LineUp",
    "NoResult",
    "Odds",
    "Owed",
    "Points",
    "Pools",
    "Reach",
    "Reached",
    "Rebuilding",
    "ReconChart",
    "Replaced",
    "ReplacementMarker",
    "Replacements",
    "Result",
    "Retreat",
    "Slip",
    "Solitaire",
    "Stacked",
    "SupplyLine",
    "TrackState",
    "Victory",
    "Volley",
    "Way",
    "Zoc",
]


class Interdiction(Form, frozen=True, kw_only=True):
    """Net interdiction of an Air Zone, and the Movement Points that it costs."""

    net: int
    mp: int


class SupplyLine(Form, frozen=True, kw_only=True):
    """Whether a unit is supplied, by which way, how long, and through which headquarters."""

    supplied: bool
    path: list[str]
    length: str | Left = UNSET
    via: str | Left = UNSET


class Attachment(Form, frozen=True, kw_only=True):
    """Whether an attachment is legal, and what it takes up."""

    legal: bool
    takes: str


class HeadquartersState(Form, frozen=True, kw_only=True):
    """Strength of a headquarters, and when it returns."""

    strength: int
    returns: int
    date: int
    time: str


class HeadquartersMoves(Form, frozen=True, kw_only=True):
    """Where a headquarters may be put."""

    spaces: list[str]


class Csp(Form, frozen=True, kw_only=True):
    """Combat Supply Points that something costs, and whether they are there."""

    points: int
    affordable: bool


class Way(Form, frozen=True, kw_only=True):
    """A way, and its cost in sixths of a Movement Point."""

    sixths: int
    path: list[str]


class Reached(Form, frozen=True, kw_only=True):
    """A hex that is reached, the way there, and its cost in sixths of a Movement Point."""

    space: str
    sixths: int
    path: list[str]


class Reach(Form, frozen=True, kw_only=True):
    """Movement Points, what they reach, hexes too full to end in, and why the frontier is refused."""

    mp: int
    destinations: list[Reached]
    crowded: list[str]
    refused: dict[str, list[str]]


class CostStep(Form, frozen=True, kw_only=True):
    """One hex of a path, and its cost in sixths of a Movement Point."""

    space: str
    sixths: int
    legal: bool


class Cost(Form, frozen=True, kw_only=True):
    """Whether a path is legal, and its cost hex by hex."""

    legal: bool
    sixths: int
    steps: list[CostStep]


class Slip(Form, frozen=True, kw_only=True):
    """Hexes into which a unit may slip."""

    into: list[str]


class Allowance(Form, frozen=True, kw_only=True):
    """Movement Points, and whether the unit moves at all."""

    mp: int
    hexes: int | Left = UNSET
    moves: bool


class Zoc(Form, frozen=True, kw_only=True):
    """Whether a hex is in an enemy ZOC, and whether a unit covers it."""

    ezoc: bool
    covered: bool


class Stacked(Form, frozen=True, kw_only=True):
    """Whether a stack is legal, its points, and what may be removed."""

    legal: bool
    points: int
    removals: list[list[str]]


class Control(Form, frozen=True, kw_only=True):
    """Who controls a hex, and whose ZOC reaches it."""

    side: Side
    zocs: list[str]


class Distance(Form, frozen=True, kw_only=True):
    """Hexes between two, and those around."""

    distance: int
    adjacent: bool
    around: list[str]


class DropOdds(Form, frozen=True, kw_only=True):
    """A drop: the chance to survive, the steps that are expected to, and by hex where they land."""

    survival: Chance
    expected: Chance
    hexes: dict[str, list[Chance]]


class Glider(Form, frozen=True, kw_only=True):
    """Whether a glider landing is legal, and the chance to survive it."""

    legal: bool
    survival: Chance


class Landing(Form, frozen=True, kw_only=True):
    """Chances of each unit that lands, and the steps that are expected in each hex."""

    units: dict[str, list[Chance]]
    expected: dict[str, Chance]


class Volley(Form, frozen=True, kw_only=True):
    """What hits, the chance, and the units that it can hit."""

    hit: int
    chance: Chance
    losses: list[str]


class Breakdown(Form, frozen=True, kw_only=True):
    """Whether a battalion may break down, and into how many companies."""

    legal: bool
    companies: int


class Combined(Form, frozen=True, kw_only=True):
    """Whether companies may combine, and the status of the battalion."""

    legal: bool
    status: str


class Due(Form, frozen=True, kw_only=True):
    """The phase, who acts, and what comes after it."""

    phase: str
    player: str
    next: str


class AirAllotment(Form, frozen=True, kw_only=True):
    """Air points over the zones, and for Ground Support."""

    interdiction: dict[str, int]
    ground_support: int = field(name="ground-support")


class Cherbourg(Form, frozen=True, kw_only=True):
    """The level of the port, whether it is captured, and the points that both sides have there."""

    level: int
    captured: bool
    allied: int
    german: int
    supply: bool


class Victory(Form, frozen=True, kw_only=True):
    """Victory Points, and who wins."""

    vp: int
    winner: str


class Solitaire(Form, frozen=True, kw_only=True):
    """What the tables for one player give the Germans or the air forces."""

    interdiction: list[int]
    letters: list[str]
    recon: int
    support: int


class Replacements(Form, frozen=True, kw_only=True):
    """Replacements of the Germans on a turn."""

    inf: int
    arm: int
    trucks: int


class Replaced(Form, frozen=True, kw_only=True):
    """Replacements of the Allies on a turn."""

    us_inf: int
    us_arm: int
    cw_inf: int
    cw_arm: int
    motorized: int


class ReplacementMarker(Form, frozen=True, kw_only=True):
    """The replacement track of a unit, and whether a point is earned."""

    track: str
    kind: str
    at: int
    earned: bool


class TrackState(Form, frozen=True, kw_only=True):
    """Losses that a replacement track bears, and points that it has."""

    inf_losses: int = field(name="inf-losses")
    arm_losses: int = field(name="arm-losses")
    inf_rem: int = field(name="inf-rem")
    arm_rem: int = field(name="arm-rem")


class Pools(Form, frozen=True, kw_only=True):
    """Points of infantry and of armor."""

    inf: int
    arm: int


class Rebuilding(Form, frozen=True, kw_only=True):
    """What it costs to rebuild a unit, reduced and full, and where it may come."""

    pool: str
    reduced: Pools
    full: Pools
    hexes: list[str] | Left = UNSET


class Points(Form, frozen=True, kw_only=True):
    """Points of a Feldersatz battalion."""

    points: int


ANSWERS: Mapping[str, Any] = {
    "odds": Odds,
    "line-up": LineUp,
    "attackers": list[str] | bool,
    "artillery": ArtilleryChoice | bool,
    "crt": str,
    "spotters": list[str],
    "armed-recon": ArmedRecon,
    "recon-chart": ReconChart,
    "anti-air": AirChances | str,
    "ground-support": GroundSupport,
    "interdiction": dict[str, Interdiction] | int,
    "supply": SupplyLine | list[str],
    "combat-supply": bool,
    "sources": list[str],
    "attach": Attachment | list[str],
    "hq": HeadquartersState | HeadquartersMoves,
    "csp": Csp,
    "oos": list[str],
    "legal": Reach,
    "reach": dict[str, Way],
    "cost": Cost,
    "slip": Slip,
    "allowance": Allowance,
    "strategic": Reach,
    "zoc": Zoc | list[str],
    "stack": Stacked,
    "control": Control | BySide[list[str]],
    "distance": Distance,
    "mandatory": Duties | Owed | dict[str, Duties],
    "result": Result | AutomaticResult | NoResult,
    "losses": list[list[str]] | bool,
    "retreats": list[Retreat],
    "advance": dict[str, bool],
    "fire": Fire,
    "drop": DropOdds | dict[str, Chance] | str,
    "glider": Glider,
    "landing": Landing,
    "volley": Volley,
    "dives": dict[str, Chance],
    "strongpoints": dict[str, list[str]] | bool,
    "pegasus": Chance,
    "battery": bool,
    "june-6-march": bool,
    "regroup": list[str],
    "breakdown": Breakdown,
    "combine": Combined,
    "due": Due,
    "weather": dict[str, Chance] | str,
    "air": AirAllotment,
    "mulberry": dict[str, dict[str, Chance]],
    "cherbourg": Cherbourg,
    "withdrawal": Chance,
    "kg": bool,
    "inspect": bool,
    "arrivals": list[str],
    "queue": dict[str, list[str]],
    "set-up": str,
    "end": str,
    "victory": Victory,
    "solitaire": Solitaire,
    "options": dict[str, str],
    "replacements": Replacements | Replaced,
    "rem": ReplacementMarker | dict[str, TrackState] | None,
    "rebuilding": Rebuilding,
    "feldersatz": Points,
    "cotentin": bool,
    "motorization": list[str],
}
