"""Whole games of the balance: each played once by its seed, and what of it is told."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, ClassVar

from adjudicator.asking.between import rule_of
from adjudicator.game import load
from adjudicator.playing.evaluation import standing_of
from adjudicator.playing.forecast import Task
from adjudicator.playing.games import played
from adjudicator.playing.places import holder_of, places_of
from adjudicator.playing.roster import player_named
from adjudicator.playing.turns import OVER
from adjudicator.playing.weights import measures_of, weighed
from adjudicator.sides import ALLIED, GERMAN, SIDES
from adjudicator.version import VERSION
from module_builder.vassal.values import dataclass

__all__ = ["STEPS", "Game", "key_of", "lost", "play"]

STEPS = 20_000
_CLOCKS = ("date", "turn")


@dataclass(frozen=True, slots=True)
class Game:
    """What came of one game.

    Parameters
    ----------
    key, stamp
        Which game, and what it depends on.
    won
        ``german``, ``allied``, ``draw``, or ``open`` where it was broken off.
    points, losses, end, steps
        As in `adjudicator.playing.forecast.Outcome`.
    fell
        Place -> the date or turn on which the Allies first held it.
    sections
        Section -> how often an action or a roll of it was taken.
    """

    WORDS: ClassVar = ('{"key": ', "a game of the balance", "Name another file with --keep")

    key: str
    stamp: str
    won: str
    points: float
    losses: dict[str, int]
    end: int
    steps: int
    fell: dict[str, int]
    sections: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {name: getattr(self, name) for name in self.__slots__}


def play(task: Task) -> Game:
    """Play one game, and note what falls when and which sections are used."""
    slug, _, scenario = task.source.partition(":")
    start = position = load(slug).scenario(scenario)
    clock = next(name for name in _CLOCKS if name in start.schema.items)
    players = {
        side: player_named(name, slug, 2 * task.seed + n) for n, (side, name) in enumerate(task.players)
    }
    held, places = load(slug).own(measures_of(slug).control), places_of(slug, start.board)
    fell: dict[str, int] = {}
    sections: Counter[str] = Counter()
    steps = 0
    for after, action in played(start, players, task.seed, steps=task.steps):
        sections[rule_of(position, action)] += 1
        for place in places:
            if place.title not in fell and all(holder_of(held, after, x) == ALLIED for x in place.spaces):
                fell[place.title] = after.number(clock)
        position, steps = after, steps + 1
    won, points = standing_of(position)
    word = {1.0: ALLIED, -1.0: GERMAN}.get(won, "draw") if position.text("phase") == OVER else "open"
    gone = {side: sum(p.side == side for p in position.units_in("eliminated")) for side in SIDES}
    end = position.number(clock)
    return Game(key_of(task), key_of(task), word, points, gone, end, steps, fell, dict(sections))


def key_of(task: Task) -> str:
    """What a game depends on: the same key, the same game."""
    weights = hashlib.sha256(weighed(task.source.partition(":")[0]).encode()).hexdigest()[:8]
    who = [name for _, name in task.players]
    return "/".join([VERSION, weights, task.source, *who, str(task.seed), str(task.steps)])


def lost(task: Task) -> Game:
    """A game that could not be played."""
    return Game(key_of(task), key_of(task), "open", 0.0, dict.fromkeys(SIDES, 0), 0, 0, {}, {})
