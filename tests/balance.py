"""Many whole games held against each other and against history: ``python -m tests.balance GAME --games 20``.

Who wins how often, with which points and losses; when which place falls, and when it fell in history; which
sections of the book no game reached. Finished games are kept (``--keep``), so a run goes on where it was
stopped. ``--into docs/balance.md`` puts the report in its place there, with a picture beside it.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import click

from adjudicator.asking.pooling import in_processes
from adjudicator.asking.resuming import resumed
from adjudicator.game import GAMES
from adjudicator.playing.forecast import tasks_of
from adjudicator.playing.roster import NAMES
from adjudicator.sides import SIDES
from module_builder.vassal.files import write_file
from tests.balance_games import STEPS, Game, key_of, lost, play
from tests.balance_report import drawn, put_into, report
from tests.bench_games import WHOLE

__all__ = ["main"]


@click.command()
@click.argument("game", type=click.Choice(GAMES))
@click.option("--games", type=click.IntRange(1), default=20, help="How many.")
@click.option("--workers", type=click.IntRange(1), default=1, help="How many at a time.")
@click.option("--player", type=click.Choice(NAMES), default="greedy", help="Who plays both sides.")
@click.option("--seed", type=click.IntRange(0), default=1)
@click.option("--keep", type=click.Path(path_type=Path, dir_okay=False), help="Keep finished games here.")
@click.option("--into", type=click.Path(path_type=Path, dir_okay=False), help="Where the report goes.")
def main(
    game: str, *, games: int, workers: int, player: str, seed: int, keep: Path | None, into: Path | None
) -> None:
    """Play games of both sides by one kind of player, and say what came of them."""
    if into is not None and importlib.util.find_spec("matplotlib") is None:
        raise click.UsageError("--into draws with matplotlib, which is not here: pip install '.[docs]'")
    source = f"{game}:{WHOLE[game]}"
    tasks = tasks_of(source, games, seed, players=dict.fromkeys(SIDES, player), steps=STEPS)
    done = resumed(
        tasks,
        lambda left: in_processes(play, left, workers, lost),
        stamped=lambda task: (key_of(task), key_of(task)),
        kind=Game,
        keep=keep,
        each=lambda one: click.echo(
            json.dumps({"won": one.won, "points": one.points, "end": one.end}), err=True
        ),
    )
    text = "\n".join(report(source, f"both sides {player}, seed {seed}", done)) + "\n"
    if into is None:
        click.echo(text)
        return
    picture = into.with_name(f"{into.stem}-{game}.webp")
    drawn(source, done, picture)
    head, rest = text.split("\n", 1)
    text = f"{head}\n\n![Points, and when places fell]({picture.name})\n{rest}"
    written = into.read_text(encoding="utf-8") if into.exists() else ""
    write_file(into, put_into(written, text).encode())


if __name__ == "__main__":
    main()
