"""``adjudicator play``: a game against a player of ours, at the command line."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.asking.completing import positions
from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.playing.roster import ME, NAMES, player_named
from adjudicator.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adjudicator.table.session import Table

__all__ = ["play"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)
_STEPS = 5000
_SEEDS = 10**9


def _seats(command: Callable[..., None]) -> Callable[..., None]:
    """An option for each side: who plays it."""
    for side, usual in zip(reversed(SIDES), (ME, "greedy"), strict=True):
        names, told = click.Choice((ME, *NAMES)), f"Who plays the {side.capitalize()} side."
        command = click.option(f"--{side}", type=names, default=usual, show_default=True, help=told)(command)
    return command


@click.command()
@click.argument("position", required=False, shell_complete=positions)
@_seats
@click.option("--seed", type=click.IntRange(0), help="The same seed and the same answers play the same game.")
@click.option("--steps", type=click.IntRange(1), default=_STEPS, help="Stop after so many actions of ours.")
@click.option("--keep", type=_FILE, help="Keep the game here, and go on from it; it holds what is hidden.")
@click.option("--record", type=_FILE, help="A record of what was played, with what was hidden.")
@click.option("--overlay", type=_FOLDER, envvar="BOCAGE_OVERLAY", help="Folder with your own corrections.")
def play(
    position: str | None,
    *,
    seed: int | None,
    steps: int,
    keep: Path | None,
    record: Path | None,
    overlay: Path | None,
    **players: str,
) -> None:
    """Play a game against a player of ours: it says what it does and why, and you type your actions.

    You see what your side may see. Type help for what else can be typed. `adjudicator table` opens a file of
    --keep in the browser; `adjudicator audit` reads a record, and `module-builder log` makes a log of it.

    With a chit behind the POSITION it is a question of The Dark Summer: whether that chit may be played.

    Example: adjudicator play breakout-normandy:d-day --german greedy --allied me

    Example: adjudicator play storm-over-normandy:invasion --german random --allied random --seed 4 --steps 20
    """
    from adjudicator.saves.apart import need_apart
    from adjudicator.table.session import Table
    from adjudicator.table.sitting import Sitting

    table = Table(overlay=overlay, keep=keep)
    tree = _tree(table, position, keep)
    start = position or table.named(tree).start
    if record is not None and {"\n", "{"} & {*start}:
        raise click.UsageError("--record needs the POSITION with which the game began")
    if record is not None:
        need_apart(start, record, "the record")
    for name in players.values():
        if name != ME:
            player_named(name, table.named(tree).game, 0)
    if seed is None:
        seed = secrets.randbelow(_SEEDS)
        click.echo(f"seed {seed}")
    sitting = Sitting(table, tree, players, seed, click.echo)
    try:
        sitting.run(_typed(), steps=steps)
    finally:
        if record is not None:
            from module_builder.vassal.files import write_file

            write_file(record, ("\n".join(sitting.record(start)) + "\n").encode())


def _tree(table: Table, position: str | None, keep: Path | None) -> str:
    """The tree of the game: one that is kept, or a new one."""
    from adjudicator.table.command import laid
    from adjudicator.table.worker import Opener

    known = table.trees()
    if known and position is not None:
        way = "Leave the position out to go on with it, or name another file with --keep"
        raise MalformedAction(f"{keep} holds a game already", way)
    if position is None:
        if not known:
            raise click.UsageError("a POSITION is missing: a save, a sketch, or a scenario")
        return known[-1]["tree"]
    opener = Opener(table.overlay)
    try:
        tree = laid(table, opener, position)
    finally:
        opener.close()
    sides = set(load(table.named(tree).game).viewpoints)
    if not sides.issuperset(SIDES):
        raise MalformedAction(f"play is for games of the {' and '.join(SIDES)} sides", "Try the table")
    return tree


def _typed() -> Iterator[str]:
    """The lines that somebody types, until there are no more."""
    while True:
        try:
            yield input("> ")
        except EOFError:
            return
