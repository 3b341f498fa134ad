"""What the answers to this game's questions hold, verb by verb; see `adjudicator.answer_forms`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, field

from adjudicator.answer_forms import BySide, Chance, Form, Left, Side

__all__ = [
    "ANSWERS",
    "AreaControl",
    "AssaultOdds",
    "CardUse",
    "CardUses",
    "Chain",
    "Chains",
    "Damage",
    "Discard",
    "FireOdds",
    "Fought",
    "Hand",
    "Helped",
    "Impulse",
    "Landing",
    "LegalActs",
    "LossWays",
    "Lost",
    "Markers",
    "Moves",
    "OneMore",
    "Passing",
    "Reached",
    "Release",
    "Retreats",
    "SetUp",
    "Shore",
    "Stacked",
    "StrongpointPlan",
    "Strongpoints",
    "Support",
    "Taken",
    "Tally",
    "TurnEnd",
    "Victory",
    "Way",
]


class FireOdds(Form, frozen=True, kw_only=True):
    """Fire in the Invasion: of `of` the weight of each damage, and of `of_fire` who is left."""

    of: int
    damage: dict[str, int]
    elimination: int
    falls: int
    mean: Chance
    mean_value: float
    left: dict[str, int]
    of_fire: int


class Taken(Form, frozen=True, kw_only=True):
    """A way to take losses, and what it leaves."""

    losses: dict[str, str]
    points: int
    eliminated: int
    leaving: int
    flipped: int


class Helped(Form, frozen=True, kw_only=True):
    """What the same attack does with Support Points, or with one unit more."""

    hit: int
    elimination: int
    falls: int
    mean: Chance


class AssaultOdds(Form, frozen=True, kw_only=True):
    """An attack: of `of` the weight of each damage, ways to take it, and what Support Points add."""

    attack: int
    defense: int
    of: int
    damage: dict[str, int]
    at_least: dict[str, int]
    mean: Chance
    elimination: int
    cleared: int
    falls: int | Left = UNSET
    choices: dict[str, list[Taken]] | Left = UNSET
    support: dict[str, Helped] | Left = UNSET
    added: dict[str, Helped] | Left = UNSET


class Way(Form, frozen=True, kw_only=True):
    """A way to take losses: unit by unit, and the points that it covers."""

    losses: dict[str, str]
    points: int


class LossWays(Form, frozen=True, kw_only=True):
    """Every way to take losses."""

    ways: list[Way]
    count: int | Left = UNSET


class Fought(Form, frozen=True, kw_only=True):
    """What a roll does, whose units take it, and how."""

    attack: int
    defense: int
    damage: int
    owner: Side
    ways: list[Way]
    count: int | Left = UNSET


class Damage(Form, frozen=True, kw_only=True):
    """What a roll does, from bare numbers."""

    attack: int
    defense: int
    damage: int


class Support(Form, frozen=True, kw_only=True):
    """Support Points: the most of an attack, those left, and what can be spent."""

    cap: int
    left: int
    most: int


class Retreats(Form, frozen=True, kw_only=True):
    """Areas next to a unit, the ways that its retreat can end, and whether it has none."""

    to: list[str]
    ends: list[list[str]]
    eliminated: bool


class Reached(Form, frozen=True, kw_only=True):
    """An Area that a unit reaches, the way there, and its cost."""

    space: str
    cost: int
    path: list[str]


class Moves(Form, frozen=True, kw_only=True):
    """Movement Points, what they reach, and why the frontier is refused."""

    points: int
    destinations: list[Reached]
    refused: dict[str, list[str]]


class LegalActs(Form, frozen=True, kw_only=True):
    """How many actions of each kind are legal, and those of the kind asked for, as JSON."""

    counts: dict[str, int]
    actions: list[dict[str, Any]]


class Stacked(Form, frozen=True, kw_only=True):
    """Units of both sides in an Area, its strongpoints, and the room that is left."""

    allied: int
    german: int
    strongpoints: int
    room: BySide[int] | Left = UNSET


class AreaControl(Form, frozen=True, kw_only=True):
    """Who controls an Area, and what it counts."""

    controller: str
    contested: bool
    chained: bool
    vp: int


class Chain(Form, frozen=True, kw_only=True):
    """Whether an Area is chained to its side, by which way, or what cuts it."""

    chained: bool
    side: Side
    path: list[str]
    cut: list[str]


class Chains(Form, frozen=True, kw_only=True):
    """Areas of a side: where its chains begin, those that are chained, and those that are cut off."""

    roots: list[str]
    chained: list[str]
    cut: list[str]


class CardUse(Form, frozen=True, kw_only=True):
    """A moment for a card, and what it does then."""

    when: str
    effect: str


class CardUses(Form, frozen=True, kw_only=True):
    """A card: its uses, what answers it, and whether it can be played now or against another."""

    card: str
    side: Side
    uses: list[CardUse]
    answers: list[str]
    playable: bool | Left = UNSET
    against: str | Left = UNSET
    fits: bool | Left = UNSET


class Hand(Form, frozen=True, kw_only=True):
    """A hand: its limit, the cards that are seen of it, the deck, and the chance of a card."""

    limit: int
    hand: int
    draw: int
    reshuffle: bool
    cards: list[str]
    stack: int
    chance: Chance | Left = UNSET


class OneMore(Form, frozen=True, kw_only=True):
    """Whether a side may go on with its Unit Actions."""

    due: bool
    hand: int
    may: bool


class Discard(Form, frozen=True, kw_only=True):
    """Whether cards may be discarded, and what for."""

    legal: bool
    purpose: str
    cards: list[str]


class Impulse(Form, frozen=True, kw_only=True):
    """What the side on turn can do in its impulse."""

    side: Side
    automatic: bool
    discard: bool
    able: int
    hand: int
    actions: list[str]


class Passing(Form, frozen=True, kw_only=True):
    """Whether a side must pass, and whether that ends the turn."""

    side: Side
    compulsory: bool
    ends: bool


class Shore(Form, frozen=True, kw_only=True):
    """Fire between a beach and what lands there."""

    attackers: list[str]
    targets: list[str]
    retreat_to: dict[str, str]
    attack: int
    defense: int


class Landing(Form, frozen=True, kw_only=True):
    """Units that land, the fire of the strongpoints, and the attack on them; null where there is none."""

    landed: list[str]
    strongpoints: Shore | None
    attack: Shore | None


class SetUp(Form, frozen=True, kw_only=True):
    """Where a unit is set up, how, and on what turn it comes otherwise."""

    spaces: list[str]
    status: str
    arrival: int | None


class Strongpoints(Form, frozen=True, kw_only=True):
    """Ways to put the strongpoints on the beaches, in all and by their numbers."""

    total: int
    ways: dict[str, int]


class StrongpointPlan(Form, frozen=True, kw_only=True):
    """The roll for a beach, and the strongpoints that it puts there."""

    roll: list[int]
    units: list[str]


class TurnEnd(Form, frozen=True, kw_only=True):
    """What the end of the turn does to units and points, and who arrives."""

    spent: int
    change: int
    total: int
    arrive: list[str]


class Markers(Form, frozen=True, kw_only=True):
    """Control markers to put or turn, and how many lie wrong."""

    control: list[str]
    faults: int


class Release(Form, frozen=True, kw_only=True):
    """Whether reserves are released, may roll for it, and with what chance."""

    released: bool
    may_roll: bool
    chance: Chance


class Lost(Form, frozen=True, kw_only=True):
    """Points for units lost."""

    others: int = field(name="non-airborne")
    airborne: int


class Tally(Form, frozen=True, kw_only=True):
    """Victory Points before and after, by Area, by box and by units lost."""

    change: int
    before: int
    total: int
    areas: dict[str, int]
    boxes: dict[str, int]
    lost: Lost


class Victory(Form, frozen=True, kw_only=True):
    """The total, what the turn would change, who wins, and the beaches that count."""

    total: int
    change: int
    winner: str
    beaches: list[str]


ANSWERS: Mapping[str, Any] = {
    "odds": FireOdds | AssaultOdds | None,
    "result": Fought | Damage | None,
    "support": Support | int,
    "losses": LossWays | bool,
    "retreats": Retreats,
    "legal": Moves | LegalActs,
    "reach": dict[str, Reached],
    "stack": Stacked,
    "control": AreaControl | BySide[list[str]],
    "box": bool,
    "chain": Chain | BySide[Chains],
    "supply": Chain | Chains | None,
    "card": CardUses,
    "hand": Hand,
    "continue": OneMore | bool,
    "discard": Discard,
    "impulse": Impulse,
    "pass": Passing,
    "landing": Landing,
    "bombardment": int,
    "scatter": int | dict[str, Chance] | dict[str, dict[str, Chance]],
    "set-up": SetUp | bool,
    "strongpoints": Strongpoints | dict[str, StrongpointPlan],
    "end": TurnEnd,
    "markers": Markers,
    "reinforcements": dict[str, list[str]],
    "arrivals": dict[str, list[str]],
    "release": Release,
    "tally": Tally,
    "victory": Victory,
}
