"""What the table of speeds measures and how: CPU time of calls made ready beforehand, all rows in turn."""

from __future__ import annotations

import functools
import gc
import itertools
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.game import apply, legal
from adjudicator.position import Position

__all__ = [
    "Call",
    "Figure",
    "Work",
    "again",
    "command",
    "commands",
    "cpu",
    "fresh",
    "measure",
    "random_game",
    "random_steps",
]

Call = Callable[[], object]


def cpu() -> float:
    """CPU seconds, user and system, of this process and of those that it waited for."""
    return time.process_time() + commands()


def commands() -> float:
    """CPU seconds, user and system, of the processes that this one waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass(frozen=True)
class Work:
    """One row.

    Parameters
    ----------
    what
        Work, as `tests/budgets.toml` names it; warm, fresh (no layer of the position is known yet), after a
        step (those of the position before may be brought up to date) or cold (a new process).
    game
        Slug; empty for what belongs to none.
    ready
        Prepares, outside the clock, the calls of one round; the figure is the time of one of them.
    rounds
        How often; a single round has no warm-up before it.
    beside
        The peer's row, of this game or of none, or a constant of `tests/budgets.toml`.
    peer
        Whether it is a peer, which has no budget.
    clock
        CPU seconds so far.
    """

    what: str
    game: str
    ready: Callable[[], Sequence[Call]]
    rounds: int = 5
    beside: str = ""
    peer: bool = False
    clock: Callable[[], float] = cpu

    @property
    def name(self) -> str:
        """The row's name."""
        return f"{self.game}: {self.what}" if self.game else self.what


@dataclass(frozen=True)
class Figure:
    """CPU seconds of one call: the least and the median of all rounds."""

    least: float
    median: float
    rounds: int


def measure(works: Sequence[Work], progress: Callable[[str], object] = lambda _: None) -> dict[str, Figure]:
    """Time every row once a round, so that a noisy moment falls on all of them.

    Parameters
    ----------
    works
        Rows; their names differ.
    progress
        Told what is measured.

    Returns
    -------
    dict
        Figures by the name of the row.
    """
    found: dict[str, list[float]] = {work.name: [] for work in works}
    for work in works:
        if work.rounds > 1:
            progress(f"warm-up: {work.name}")
            _round(work)
    gc.collect()
    gc.freeze()  # what one row keeps must not make another's collections longer
    try:
        for number in range(max((work.rounds for work in works), default=0)):
            for work in works:
                if number < work.rounds:
                    progress(f"round {number + 1}: {work.name}")
                    found[work.name].append(_round(work))
    finally:
        gc.unfreeze()
    return {name: Figure(min(all_), statistics.median(all_), len(all_)) for name, all_ in found.items()}


def _round(work: Work) -> float:
    calls = work.ready()
    gc.collect()
    start = work.clock()
    for call in calls:
        call()
    return (work.clock() - start) / len(calls)


def again(call: Call, times: int = 1) -> Callable[[], list[Call]]:
    """The same call so many times: a warm row."""
    return lambda: [call] * times


def command(*words: str) -> Callable[[], list[Call]]:
    """A Python command in a new process, which may keep its bytecode as an installed one does."""
    return again(functools.partial(_run, [sys.executable, *words]))


def _run(line: Sequence[str]) -> None:
    """Run a command that answers; 1 says that what it was asked about is illegal."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(line, check=False, capture_output=True, env=environment)
    if done.returncode not in {0, 1} or (not done.stdout and done.stderr):
        raise subprocess.CalledProcessError(done.returncode, line, done.stdout, done.stderr)


def fresh(position: Position) -> Position:
    """The position without its layers, and without those that it could bring up to date."""
    return Position(
        position.game,
        position.board,
        position.schema,
        dict(position.pieces),
        dict(position.facts),
        pending=position.pending,
        options=position.options,
        unknown=position.unknown,
        notes=position.notes,
    )


def random_game(start: Position, seed: int) -> Iterator[Position]:
    """Positions of random legal play, from the start anew when it ends."""
    rng, position = random.Random(seed), start
    while True:
        yield position
        action = legal(position).sample(rng)
        over = action is None or position.text("phase") == "over"
        position = start if over or action is None else apply(position, action)


def random_steps(start: Position, steps: int) -> list[Call]:
    """The first steps of a random game, each a call."""
    game = random_game(start, 1)
    next(game)
    return list(itertools.repeat(functools.partial(next, game), steps))
