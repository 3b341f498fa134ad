"""What the answers to this game's questions hold, verb by verb; see `adjudicator.answer_forms`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, field

from adjudicator.answer_forms import BySide, Form, Left, Side

__all__ = [
    "ANSWERS",
    "Advantage",
    "AirSupply",
    "Arrivals",
    "AssaultOdds",
    "Bids",
    "BombardmentLosses",
    "BombardmentOdds",
    "BridgeRoll",
    "BridgeState",
    "Challenge",
    "Commands",
    "Control",
    "Cut",
    "CutOff",
    "Depots",
    "Duty",
    "Exit",
    "Exits",
    "InSupply",
    "Landing",
    "LegalActs",
    "Loss",
    "LossWays",
    "Markers",
    "Moves",
    "OffMap",
    "Outcome",
    "PaidBy",
    "Ports",
    "Reached",
    "Recovery",
    "Refit",
    "RefitPlan",
    "Refitted",
    "Rerolled",
    "Reserves",
    "SideSupply",
    "Storm",
    "Sunset",
    "SunsetOdds",
    "SupplyGroup",
    "Victory",
    "Weather",
]


class Rerolled(Form, frozen=True, kw_only=True):
    """Chances to reach a result at least: in one roll, of 1296, and with a reroll, of 1679616."""

    once: int
    attacker: int
    defender: int


class AssaultOdds(Form, frozen=True, kw_only=True):
    """An assault: its values, and of 1296 the weight of each number of Casualty Points."""

    area: str | Left = UNSET
    point: str | Left = UNSET
    forward: str | Left = UNSET
    dv_by_forward: dict[str, int] | Left = UNSET
    av: int
    dv: int
    capacity: int
    of: int
    outcomes: dict[str, int]
    reroll: dict[str, Rerolled]


class BombardmentOdds(Form, frozen=True, kw_only=True):
    """A bombardment: of 1296 the weight of each number of Attrition Points, and what each Target loses."""

    av: int
    dv: int
    of: int
    ap: dict[str, int]
    losses_by_primary_target: dict[str, dict[str, list[list[str]]]]


class Loss(Form, frozen=True, kw_only=True):
    """What one unit takes."""

    unit: str
    to: str
    cp: int
    retreat: str


class LossWays(Form, frozen=True, kw_only=True):
    """Ways to take the losses of an assault, and how many points the units can take at all."""

    capacity: int
    ways: list[list[Loss]]
    count: int | Left = UNSET
    all_eliminated: bool | Left = UNSET


class BombardmentLosses(Form, frozen=True, kw_only=True):
    """Ways to take the losses of a bombardment: the units that lose a step, twice for two."""

    ways: list[list[str]]


class Outcome(Form, frozen=True, kw_only=True):
    """What a roll does: the result, its points, and what becomes of attackers."""

    margin: int
    result: str
    points: int
    capacity: int | Left = UNSET
    overrun: bool
    mf_left: dict[str, int] | Left = UNSET
    statuses: dict[str, str]
    must_retreat: dict[str, str]
    may_retreat: dict[str, str]
    won: list[str]


class Reached(Form, frozen=True, kw_only=True):
    """An Area that a unit reaches."""

    space: str
    mf: int
    path: list[str]
    mandatory: bool
    air_interdiction: int


class Moves(Form, frozen=True, kw_only=True):
    """Movement Factors, what they reach, and why the frontier is refused."""

    mf: int
    used: int
    destinations: list[Reached]
    refused: dict[str, list[str]]


class Exit(Form, frozen=True, kw_only=True):
    """An Area to which a unit may be moved outside of movement, and whether over a river."""

    space: str
    river: bool


class Exits(Form, frozen=True, kw_only=True):
    """Where a unit can regroup to."""

    destinations: list[Exit]


class LegalActs(Form, frozen=True, kw_only=True):
    """How many actions of each kind are legal, and those of the kind asked for, as JSON."""

    counts: dict[str, int]
    actions: list[dict[str, Any]]


class Control(Form, frozen=True, kw_only=True):
    """Who controls an Area, and what that makes of it for a side."""

    controller: str
    contested: bool
    vacant: bool
    free: bool
    fortification: bool
    side: Side


class Duty(Form, frozen=True, kw_only=True):
    """Whether units that enter must assault, and what the boundary does to the Defense Value."""

    type: str
    dv_modifier: int
    boundary: str


class Landing(Form, frozen=True, kw_only=True):
    """Naval Interdiction of a landing, result by roll, and the room on the beach."""

    interdiction_value: int
    room: int
    mandatory: bool
    by_dr: dict[str, str]


class Challenge(Form, frozen=True, kw_only=True):
    """What may still be done about a move that was made."""

    change: bool
    redo: bool
    stands: bool


class PaidBy(Form, frozen=True, kw_only=True):
    """A Depot that pays, and the line from it."""

    depot: str
    area: str
    cost: int
    left: int
    path: list[str]
    placed: bool


class InSupply(Form, frozen=True, kw_only=True):
    """A unit in supply: the line to its source, and the Depots that can refit it."""

    unit: str
    space: str
    supplied: bool
    path: list[str]
    boundaries: int
    source: str
    depots: list[PaidBy]


class OffMap(Form, frozen=True, kw_only=True):
    """A unit beside the map, which needs no supply."""

    unit: str
    space: str
    supplied: bool


class Cut(Form, frozen=True, kw_only=True):
    """A boundary that cuts supply, and why."""

    start: str = field(name="from")
    to: str
    rule: str
    why: str


class CutOff(Form, frozen=True, kw_only=True):
    """A unit out of supply: the Areas that it reaches, and what closes each way on."""

    unit: str
    space: str
    supplied: bool
    pocket: list[str]
    cut: list[Cut]


class SupplyGroup(Form, frozen=True, kw_only=True):
    """Units of one nation in an Area: their line and its source, or the pocket that they are in."""

    space: str
    nation: str
    units: list[str]
    supplied: bool | Left = UNSET
    path: list[str] | Left = UNSET
    boundaries: int | Left = UNSET
    source: str | Left = UNSET
    pocket: list[str] | Left = UNSET
    cut: list[Cut] | Left = UNSET


class SideSupply(Form, frozen=True, kw_only=True):
    """Which units of a side are in supply, and which are isolated."""

    side: Side
    supplied: list[SupplyGroup]
    isolated: list[SupplyGroup]


class Refit(Form, frozen=True, kw_only=True):
    """What a unit's next step of recovery costs, from where it stands and from each Area that can pay."""

    cost: int
    costs: dict[str, int]
    status: str


class Refitted(Form, frozen=True, kw_only=True):
    """A refit of the plan, and what each Depot pays for it."""

    unit: str
    cost: int
    depots: dict[str, int]


class RefitPlan(Form, frozen=True, kw_only=True):
    """The refits that make most units Fresh, and whether it is proved that none makes more."""

    refits: list[Refitted]
    fresh: int
    left: int
    exact: bool


class Depots(Form, frozen=True, kw_only=True):
    """Supply Points in each Depot, and the Areas where one may be placed."""

    values: dict[str, int]
    places: list[str]


class Recovery(Form, frozen=True, kw_only=True):
    """What becomes of an isolated unit of a status, by roll."""

    by_dr: dict[str, str]


class AirSupply(Form, frozen=True, kw_only=True):
    """The roll for supply by air: its modifier, what it needs, and ways of all; null where none will do."""

    drm: int
    needed: int | None
    ways: int
    of: int


class BridgeState(Form, frozen=True, kw_only=True):
    """A bridge: who has it, how often it was crossed, who holds the river."""

    state: str
    crossings: int
    river: str
    boundary: str


class BridgeRoll(Form, frozen=True, kw_only=True):
    """A roll to seize, demolish or repair a bridge; `needed` is null where none will do."""

    drm: int
    needed: int | None
    ways: int
    of: int


class Sunset(Form, frozen=True, kw_only=True):
    """What one Sunset roll does."""

    ends: bool
    advances: bool
    changes: bool
    total: int


class SunsetOdds(Form, frozen=True, kw_only=True):
    """Of 36 the weight of each outcome of the Sunset roll, in words."""

    of: int
    outcomes: dict[str, int]


class Weather(Form, frozen=True, kw_only=True):
    """The weather of the day, and impulse by impulse what it has been or will be if it stays."""

    now: str
    air: bool
    german_mf_bonus: int
    depot: int
    air_supply_drm: int
    impulses: dict[str, str]


class Advantage(Form, frozen=True, kw_only=True):
    """Who holds the Advantage, whether it may still be used, and what the loss of units would do to it."""

    holder: str
    reroll: bool
    loses_advantage: bool | Left = UNSET
    sunset_spaces: int | Left = UNSET
    by: str | Left = UNSET


class Arrivals(Form, frozen=True, kw_only=True):
    """Units that are due and the Areas that they may enter, and units that go."""

    due: dict[str, list[str]]
    withdrawn: list[str]


class Markers(Form, frozen=True, kw_only=True):
    """Which naval and air bombardment markers can be used now."""

    wtf: bool
    etf: bool
    ix_af: bool = field(name="ix-af")
    taf: bool = field(name="2-taf")
    le_havre: bool = field(name="le-havre")


class Victory(Form, frozen=True, kw_only=True):
    """Who has won, who leads, and the Victory Points against those required."""

    winner: str
    leads: str
    points: int
    required: int
    contested: int
    breakout: bool


class Bids(Form, frozen=True, kw_only=True):
    """How much a bid is worth now."""

    bidder: int | None
    control: int
    contested: int


class Reserves(Form, frozen=True, kw_only=True):
    """Points that a side keeps of its bid."""

    german: int | Left = UNSET
    allied: int | Left = UNSET


class Commands(Form, frozen=True, kw_only=True):
    """Who commands which side after the bids, and what is kept."""

    bidder: int | None
    commands: str
    reserves: Reserves


class Ports(Form, frozen=True, kw_only=True):
    """Day on which each port is ready, null where it is not to be, and the Depots there."""

    ready: dict[str, int | None]
    depots: dict[str, int]


class Storm(Form, frozen=True, kw_only=True):
    """Whether the storm is due or has come, its chance as a pair, and what the beach Depots lose."""

    due: bool
    storm: bool
    chance: list[int]
    beach_depot: int


Recovered = dict[str, dict[str, str]]
"""Isolated unit -> roll -> status."""

ANSWERS: Mapping[str, Any] = {
    "odds": AssaultOdds | BombardmentOdds,
    "losses": LossWays | BombardmentLosses | bool,
    "result": Outcome,
    "retreats": list[str],
    "support": list[str] | bool,
    "legal": Moves | Exits | LegalActs,
    "reach": dict[str, Reached],
    "stack": BySide[int],
    "control": Control | BySide[list[str]],
    "duty": Duty,
    "landing": Landing,
    "challenge": Challenge,
    "supply": InSupply | CutOff | OffMap | SideSupply,
    "refit": Refit,
    "refit-plan": RefitPlan,
    "depots": Depots | dict[str, int],
    "isolation": Recovery | Recovered,
    "air-supply": AirSupply,
    "bridge": BridgeState | BridgeRoll,
    "sunset": Sunset | SunsetOdds,
    "weather": Weather,
    "advantage": Advantage,
    "arrivals": Arrivals,
    "markers": Markers | bool,
    "victory": Victory,
    "bids": Bids | Commands,
    "cards": BySide[dict[str, int]],
    "ports": Ports,
    "storm": Storm,
}
