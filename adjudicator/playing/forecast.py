"""Many games played on from one position: each by its own seed, side by side, none lost once finished."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from adjudicator.asking.loading import load_position
from adjudicator.asking.pooling import in_processes, on_cluster
from adjudicator.asking.resuming import resumed, state_of
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError, MalformedAction, PositionError
from adjudicator.playing.evaluation import standing_of
from adjudicator.playing.games import need_whole, played
from adjudicator.playing.roster import player_named
from adjudicator.playing.turns import DICE, OVER, decider
from adjudicator.playing.weights import weighed
from adjudicator.sides import ALLIED, GERMAN, SIDES
from adjudicator.version import VERSION
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["DRAW", "OPEN", "STUCK", "Outcome", "Task", "forecast", "play_one", "tasks_of"]

DRAW, OPEN, STUCK = "draw", "open", "stuck"
"""Outcomes of games that nobody won, that were broken off after so many actions, and that could not go on."""
_ELIMINATED = "eliminated"
_APART = 1_000_003  # between the seeds of two forecasts: more than anybody plays games


@dataclass(frozen=True, slots=True)
class Task:
    """One game to play.

    Parameters
    ----------
    source
        The position, as `adjudicator.asking.loading.load_position` takes it.
    players
        Side -> name of who plays it, as pairs.
    seed
        Of this game: dice and players.
    number
        Which of the games it is, from 1.
    steps
        After so many actions, dice counted, it is broken off.
    overlay
        Folder with an owner's corrections.

    Examples
    --------
    >>> Task("dark-summer:campaign", (("german", "greedy"), ("allied", "random")), 1, 1, 500).number
    1
    """

    source: str
    players: tuple[tuple[str, str], ...]
    seed: int
    number: int
    steps: int
    overlay: Path | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one game.

    Parameters
    ----------
    number, stamp
        Which game, and what its outcome depends on, by which a later run knows that it would be the same.
    outcome
        ``german``, ``allied`` or ``draw``; ``open`` where it was broken off, ``stuck`` where it
        could not go on.
    points
        Victory Points of the Allies.
    losses
        Side -> units eliminated since the beginning.
    end
        The date or turn with which it ended.
    steps
        How many actions it took, dice counted.
    why
        Of a game that could not go on: the reason.

    Examples
    --------
    >>> Outcome(1, "", "german", -3.0, {"german": 4, "allied": 9}, 8, 410).why
    ''
    """

    WORDS: ClassVar = ('{"number": ', "a game of a forecast", "Name another file with --keep")

    number: int
    stamp: str
    outcome: str
    points: float
    losses: dict[str, int]
    end: int
    steps: int
    why: str = ""

    @property
    def key(self) -> str:
        """Forecasts of several questions may lie in one file."""
        return self.stamp

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data: one line of a file that is kept."""
        return {name: getattr(self, name) for name in self.__slots__}


def tasks_of(
    source: str,
    games: int,
    seed: int,
    *,
    players: Mapping[str, str] | None = None,
    steps: int,
    overlay: Path | None = None,
) -> list[Task]:
    """The games of a forecast.

    Parameters
    ----------
    source, steps, overlay
        As in `Task`.
    players
        Side -> name of who plays it; greedy where it is left out.
    games, seed
        How many, and the seed of all: game 7 of 10 is game 7 of 500.

    Returns
    -------
    list of Task

    Raises
    ------
    BocageError
        The position cannot be read, there is none, or a player is not known or does not know the game.

    Examples
    --------
    >>> [task.number for task in tasks_of("storm-over-normandy:invasion", 2, 1, steps=9)]
    [1, 2]
    """
    position = _loaded(source, overlay)
    chosen = tuple((side, (players or {}).get(side, "greedy")) for side in SIDES)
    if (now := decider(position)) not in {*SIDES, DICE}:
        words = " and ".join(SIDES)
        raise MalformedAction(f"a forecast is played by the {words} sides; in {source} {now!r} has to decide")
    for _, name in chosen:
        player_named(name, position.game, seed)
    return [Task(source, chosen, seed * _APART + n, n, steps, overlay) for n in range(1, games + 1)]


@functools.lru_cache(maxsize=2)
def _loaded(source: str, overlay: Path | None) -> Position:
    found = load_position(source, overlay=overlay).position
    if found is None:
        raise PositionError([f"{source} names a game and no position: a save, a sketch, or a scenario"])
    need_whole(found, source)
    return found


def play_one(task: Task) -> Outcome:
    """Play one game to its end.

    Parameters
    ----------
    task
        The game.

    Returns
    -------
    Outcome

    Examples
    --------
    >>> players = (("german", "random"), ("allied", "random"))
    >>> play_one(Task("storm-over-normandy:invasion", players, 4, 1, 9)).end
    1
    """
    start = position = _loaded(task.source, task.overlay)
    named = enumerate(task.players)
    players = {side: player_named(name, start.game, 2 * task.seed + n) for n, (side, name) in named}
    steps, why = 0, ""
    try:
        for after, _ in played(start, players, task.seed, steps=task.steps):
            position, steps = after, steps + 1
    except BocageError as fault:
        why = str(fault)
    return _outcome(task, start, position, steps, why)


def _outcome(task: Task, start: Position, position: Position, steps: int, why: str) -> Outcome:
    won, points = standing_of(position)
    outcome = {1.0: ALLIED, -1.0: GERMAN}.get(won, DRAW)
    if why or position.text("phase") != OVER:
        outcome = STUCK if why else OPEN
    clock = "date" if "date" in position.schema.items else "turn"
    losses = {side: _gone(position, side) - _gone(start, side) for side in SIDES}
    end = position.number(clock)
    return Outcome(task.number, _stamp(task), outcome, points, losses, end, steps, why)


def _gone(position: Position, side: str) -> int:
    return sum(piece.side == side for piece in position.units_in(_ELIMINATED))


def _given_up(task: Task) -> Outcome:
    losses = dict.fromkeys(SIDES, 0)
    return Outcome(task.number, _stamp(task), STUCK, 0.0, losses, 0, 0, "its worker died twice")


def _stamp(task: Task) -> str:
    """What an outcome depends on: program, weights, corrections, position, players and seed."""
    asked = [VERSION, *(name for _, name in task.players), str(task.seed), str(task.steps)]
    return "/".join([*asked, state_of(task.overlay), _digest(task.source, task.overlay)])


@functools.lru_cache(maxsize=2)
def _digest(source: str, overlay: Path | None) -> str:
    start = _loaded(source, overlay)
    position = json.dumps(position_to_json(start), sort_keys=True)
    return hashlib.sha256((position + weighed(start.game)).encode()).hexdigest()[:16]


def forecast(
    tasks: Sequence[Task],
    *,
    workers: int = 1,
    dask: str = "",
    keep: Path | None = None,
    each: Callable[[Outcome], object] | None = None,
) -> list[Outcome]:
    """Play many games.

    Parameters
    ----------
    tasks
        The games.
    workers
        How many at a time; the outcomes are the same for any number.
    dask
        Address of a Dask scheduler whose workers play instead; they have this program, and files by the same
        names.
    keep
        JSON Lines to which each outcome is appended as it comes; games that stand in it are not played again.
    each
        Called with every outcome that comes, those of an earlier run too.

    Returns
    -------
    list of Outcome
        In the order of the games.

    Raises
    ------
    SaveError
        The file that is kept is none of ours, or Dask is not installed.

    Examples
    --------
    >>> players = {"german": "random", "allied": "random"}
    >>> tasks = tasks_of("storm-over-normandy:invasion", 2, 1, players=players, steps=9)
    >>> [outcome.steps for outcome in forecast(tasks)]
    [9, 9]
    """

    def results(left: Sequence[Task]) -> Iterator[Outcome]:
        return on_cluster(play_one, left, dask) if dask else in_processes(play_one, left, workers, _given_up)

    return resumed(
        tasks,
        results,
        stamped=lambda task: (_stamp(task), _stamp(task)),
        kind=Outcome,
        keep=keep,
        each=each,
    )
