"""``adjudicator suggest`` and ``adjudicator forecast``: what to do now, and how it is likely to end."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.asking.completing import positions
from adjudicator.asking.viewing import Looker
from adjudicator.playing.roster import NAMES
from adjudicator.sides import ALLIED, SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from adjudicator.playing.advice import Counsel
    from adjudicator.playing.forecast import Outcome

__all__ = ["forecast", "suggest"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)
_STEPS = 5000
_TITLES = {
    **{side: f"the {side.capitalize()} side wins" for side in SIDES},
    "draw": "drawn",
    "open": "broken off before the end",
    "stuck": "could not go on",
}


@click.command()
@click.argument("position", shell_complete=positions)
@click.option(
    "--as", "viewpoint", type=Looker(), default="public", help="Who asks: the side to decide, or anybody."
)
@click.option("--seed", type=click.IntRange(0), default=1, help="Draws what is compared, where much is open.")
@click.option("--compare", type=click.IntRange(1), default=24, help="How many legal actions are compared.")
@click.option("--overlay", type=_FOLDER, envvar="BOCAGE_OVERLAY", help="Folder with your own corrections.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def suggest(
    position: str, *, viewpoint: str, seed: int, compare: int, overlay: Path | None, as_json: bool
) -> None:
    """Three good things to do now, each with its reasons in numbers and what the rules say of it.

    They are the best of some legal actions: the more are compared, the longer it takes.

    It looks one action ahead, through every fall of its dice, and sees what the one who asks may see; the
    side to decide asks with --as.

    Example: adjudicator suggest tests/saves/storm.vsav
    """
    from adjudicator.asking.loading import load_position
    from adjudicator.errors import PositionError
    from adjudicator.playing.advice import advise

    loaded = load_position(position, overlay=overlay)
    loaded.game.looker(viewpoint)
    if loaded.position is None:
        raise PositionError([f"{position} names a game and no position: a save, a sketch, or a scenario"])
    counsel = advise(loaded.position, viewpoint, seed=seed, most=compare)
    if as_json:
        click.echo(json.dumps(counsel.to_json(), ensure_ascii=False))
        return
    for line in _advice_lines(counsel):
        click.echo(line)


def _advice_lines(counsel: Counsel) -> Iterator[str]:
    from adjudicator.playing.players import in_numbers

    side, among = counsel.side.capitalize(), f"{counsel.compared} legal action{'s' * (counsel.compared != 1)}"
    yield f"The {side} side decides. The best of {among} compared, in points of our weighing:"
    for number, one in enumerate(counsel.best, 1):
        yield f"{number}. {one.action}: {in_numbers(one.score, one.terms)}"
        yield f"   {one.ruling}"


def _players(command: Callable[..., None]) -> Callable[..., None]:
    """An option for each side: who plays it."""
    for side in reversed(SIDES):
        told = f"Who plays the {side.capitalize()} side."
        command = click.option(f"--{side}", type=click.Choice(NAMES), default=NAMES[0], help=told)(command)
    return command


@click.command()
@click.argument("position", shell_complete=positions)
@click.option("--games", type=click.IntRange(1, 100_000), default=100, help="How many games are played.")
@click.option("--seed", type=click.IntRange(0), default=1, help="The same seed plays the same games.")
@click.option("--workers", type=click.IntRange(1), default=1, help="How many games at a time.")
@click.option("--dask", default="", help="Address of a Dask scheduler whose workers play instead.")
@_players
@click.option(
    "--steps", type=click.IntRange(1), default=_STEPS, help="Break a game off after so many actions."
)
@click.option("--keep", type=_FILE, help="Keep finished games here, and go on from them.")
@click.option("--overlay", type=_FOLDER, envvar="BOCAGE_OVERLAY", help="Folder with your own corrections.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def forecast(
    position: str,
    *,
    games: int,
    seed: int,
    workers: int,
    dask: str,
    steps: int,
    keep: Path | None,
    overlay: Path | None,
    as_json: bool,
    **players: str,
) -> None:
    """Play on many times, and tell who wins how often, with which points and losses, and when.

    It goes on from what the file truly holds, hidden hands and cups too: a question of the referee.

    Example: adjudicator forecast storm-over-normandy:invasion --games 4 --german random --allied random
    """
    from adjudicator.playing.forecast import forecast as played_on
    from adjudicator.playing.forecast import tasks_of

    tasks = tasks_of(position, games, seed, players=players, steps=steps, overlay=overlay)
    with _progress(len(tasks)) as each:
        outcomes = played_on(tasks, workers=workers, dask=dask, keep=keep, each=each)
    if as_json:
        click.echo(json.dumps(summary(outcomes) | {"games": [o.to_json() for o in outcomes]}))
        return
    for line in _forecast_lines(outcomes, f"{_who(players)}; seed {seed}"):
        click.echo(line)


def _who(players: Mapping[str, str]) -> str:
    return ", ".join(f"{side.capitalize()} {players[side]}" for side in SIDES)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[Outcome], object]]:
    """A bar on the error channel where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda outcome: bar.advance(task)  # noqa: ARG005 - whichever it is


def summary(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """The sum of many games as plain JSON data.

    Parameters
    ----------
    outcomes
        Of all games.

    Returns
    -------
    dict
        ``outcomes``: each with its count, chance and 95 % interval; ``points``, ``losses`` by side and
        ``end`` of the games that could go on: mean, and tenth, half and nine tenths.

    Examples
    --------
    >>> from adjudicator.playing.forecast import Outcome
    >>> summary([Outcome(1, "", "german", -3.0, {"german": 4, "allied": 9}, 8, 410)])["points"]["mean"]
    -3.0
    """
    from adjudicator.playing.counting import spread_of, wilson

    counts = Counter(outcome.outcome for outcome in outcomes)
    chances = {
        name: {
            "games": counts[name],
            "chance": counts[name] / len(outcomes),
            "interval": wilson(counts[name], len(outcomes)),
        }
        for name in _TITLES
        if counts[name]
    }
    going = [outcome for outcome in outcomes if outcome.outcome != "stuck"]
    found: dict[str, object] = {"outcomes": chances}
    if going:
        found["points"] = dataclasses.asdict(spread_of([o.points for o in going]))
        sides = going[0].losses
        found["losses"] = {s: dataclasses.asdict(spread_of([o.losses[s] for o in going])) for s in sides}
        found["end"] = dataclasses.asdict(spread_of([o.end for o in going]))
    return found


def _forecast_lines(outcomes: Sequence[Outcome], who: str) -> Iterator[str]:
    from adjudicator.playing.counting import spread_of, wilson

    total = len(outcomes)
    yield f"{total} game{'s' * (total != 1)}: {who}."
    counts = Counter(outcome.outcome for outcome in outcomes)
    for name, title in _TITLES.items():
        if counts[name]:
            low, high = wilson(counts[name], total)
            told = f"{counts[name]} of {total}, {counts[name] / total:.1%}"
            yield f"  {title}: {told} (95 % interval {low:.1%} to {high:.1%})"
    going = [outcome for outcome in outcomes if outcome.outcome != "stuck"]
    rows = {f"{ALLIED.capitalize()} Victory Points": [o.points for o in going]}
    for side in going[0].losses if going else ():
        rows[f"{side.capitalize()} units eliminated"] = [float(o.losses[side]) for o in going]
    rows["last turn or date"] = [float(o.end) for o in going]
    for title, values in rows.items():
        if values:
            found = spread_of(values)
            ends = f"{found.low:g} to {found.high:g}"
            yield f"  {title}: mean {found.mean:g}, half at most {found.median:g}, middle 80 % {ends}"
    yield from sorted({f"  could not go on: {o.why}" for o in outcomes if o.why})
