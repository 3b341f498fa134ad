"""Weights of the greedy player held against each other: ``python -m tests.tuning GAME SIDE --games 4``.

Each weight of one side is halved and doubled in turn, and the same games are played with it, the other side
as it is. What is told is by how much that side does better, in Victory Points and in games won; nothing is
changed: a person reads it, and writes round numbers into ``weights.toml``.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from adjudicator.asking.pooling import in_processes
from adjudicator.game import GAMES
from adjudicator.playing.forecast import Task, tasks_of
from adjudicator.playing.weights import TERMS, measures_of, weights_text
from adjudicator.sides import ALLIED, SIDES
from tests.balance_games import STEPS, Game, lost, play
from tests.bench_games import WHOLE

__all__ = ["main", "varied"]

_FACTORS = (0.5, 2.0)


def varied(text: str, game: str, side: str, term: str, value: float) -> str:
    """The text of the weights with one of them changed."""
    before, table, after = text.partition(f"[{game}]\n")
    own, bracket, rest = after.partition("\n[")
    changed, count = re.subn(rf"(?m)^({side} = .*\b{term} = )[\d.]+", rf"\g<1>{value:g}", own)
    if not table or count != 1:
        raise ValueError(f"weights.toml has no {term} of the {side} side of {game}")
    return before + table + changed + bracket + rest


def _played(text: str, tasks: Sequence[Task], workers: int) -> list[Game]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "weights.toml"
        file.write_text(text, encoding="utf-8")
        os.environ["BOCAGE_WEIGHTS"] = str(file)
        try:
            return list(in_processes(play, tasks, workers, lost))
        finally:
            del os.environ["BOCAGE_WEIGHTS"]


def _told(name: str, side: str, games: Sequence[Game]) -> tuple[float, str]:
    sign = 1.0 if side == ALLIED else -1.0
    mean = sign * sum(game.points for game in games) / len(games)
    won = sum(game.won == side for game in games)
    return mean, f"{mean:+8.2f} points for the side, {won} of {len(games)} won: {name}"


def _variations(game: str, side: str) -> Iterator[tuple[str, float]]:
    weights = measures_of(game).weights[side]
    for term in TERMS[2:]:  # to have won and Victory Points are the measure
        for factor in _FACTORS:
            if value := round(getattr(weights, term) * factor, 4):
                yield term, value


@click.command()
@click.argument("game", type=click.Choice(GAMES))
@click.argument("side", type=click.Choice(SIDES))
@click.option("--games", type=click.IntRange(1), default=4, help="How many with each variation.")
@click.option("--workers", type=click.IntRange(1), default=1, help="How many at a time.")
@click.option("--seed", type=click.IntRange(0), default=7)
def main(game: str, side: str, *, games: int, workers: int, seed: int) -> None:
    """Play the same games with each weight of a side halved and doubled, and tell what that does."""
    tasks = tasks_of(f"{game}:{WHOLE[game]}", games, seed, steps=STEPS)
    text = weights_text()
    rows = [_told("as it is", side, _played(text, tasks, workers))]
    click.echo(rows[0][1])
    for term, value in _variations(game, side):
        there = varied(text, game, side, term, value)
        rows.append(_told(f"{term} = {value:g}", side, _played(there, tasks, workers)))
        click.echo(rows[-1][1])
    click.echo(f"best: {max(rows)[1].strip()}")


if __name__ == "__main__":
    main()
