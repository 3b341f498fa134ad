"""What answers about a game of one's own hold, verb by verb; see `adjudicator.answer_forms`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from adjudicator.answer_forms import Chance, Form, Left

__all__ = ["ANSWERS", "Distance", "Odds", "Reach", "Stacked", "SupplyLine", "Way"]


class Distance(Form, frozen=True, kw_only=True):
    """Spaces between two, and whether they are adjacent; no number where no way leads there."""

    distance: int | None
    adjacent: bool


class Way(Form, frozen=True, kw_only=True):
    """A space that is reached, the way there, and its cost in sixths of a point."""

    space: str
    sixths: int
    path: list[str]


class Reach(Form, frozen=True, kw_only=True):
    """Points of a unit, exactly, where it can end its move, and why the frontier is refused."""

    points: Chance
    destinations: list[Way]
    refused: dict[str, list[str]]


class Odds(Form, frozen=True, kw_only=True):
    """An attack: strengths, column, and of `of` the weight of each result and of each loss in steps.

    `at_range` tells how many spaces away those attackers stand that attack at range.
    """

    attack: Chance
    defense: Chance
    column: str
    shift: int
    modifier: int
    of: int
    results: dict[str, int]
    percent: dict[str, float]
    target: str | Left = UNSET
    attackers: list[str] | Left = UNSET
    at_range: dict[str, int] | Left = UNSET
    attacker_losses: dict[str, int] | Left = UNSET
    defender_losses: dict[str, int] | Left = UNSET


class Stacked(Form, frozen=True, kw_only=True):
    """Whether a stack is within the limit, for how much it counts, and the limit where there is one."""

    legal: bool
    counted: int
    limit: int | None


class SupplyLine(Form, frozen=True, kw_only=True):
    """Whether a unit is in supply, its line and its length (spaces or points), or what cuts it."""

    supplied: bool
    path: list[str]
    length: Chance
    cut: dict[str, list[str]]


ANSWERS: Mapping[str, Any] = {
    "distance": Distance,
    "legal": Reach,
    "reach": Reach | dict[str, Way],
    "odds": Odds,
    "stack": Stacked,
    "supply": SupplyLine | list[str],
    "zoc": bool | list[str],
}
