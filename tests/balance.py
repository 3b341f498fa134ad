"""Many whole games held against each other: ``python -m tests.balance GAME --games 20 -o balance.md``.

Who wins how often, with which points and losses; when which place falls; which sections of the book no game
reached. Finished games are kept (``--keep``), so a run goes on where it was stopped. A picture of the points
is drawn beside the report where matplotlib is at hand.
"""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import click

from adjudicator.asking.between import rule_of
from adjudicator.asking.pooling import in_processes
from adjudicator.asking.resuming import resumed
from adjudicator.game import GAMES, load
from adjudicator.playing.counting import spread_of, wilson
from adjudicator.playing.evaluation import standing_of
from adjudicator.playing.forecast import Task, tasks_of
from adjudicator.playing.games import OVER, played
from adjudicator.playing.places import holder_of, places_of
from adjudicator.playing.roster import NAMES, player_named
from adjudicator.playing.weights import measures_of
from adjudicator.sides import ALLIED, GERMAN, SIDES
from adjudicator.version import VERSION
from module_builder.vassal.values import dataclass
from tests.bench_games import WHOLE

__all__ = ["Game", "main", "play", "report"]

_STEPS = 20_000
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
            if place.title not in fell and holder_of(held, after, place.spaces[0]) == ALLIED:
                fell[place.title] = after.number(clock)
        position, steps = after, steps + 1
    won, points = standing_of(position)
    word = {1.0: ALLIED, -1.0: GERMAN}.get(won, "draw") if position.text("phase") == OVER else "open"
    gone = {side: sum(p.side == side for p in position.units_in("eliminated")) for side in SIDES}
    end = position.number(clock)
    return Game(_key(task), _key(task), word, points, gone, end, steps, fell, dict(sections))


def _key(task: Task) -> str:
    return "/".join(
        [VERSION, task.source, *(name for _, name in task.players), str(task.seed), str(task.steps)]
    )


def _lost(task: Task) -> Game:
    return Game(_key(task), _key(task), "open", 0.0, dict.fromkeys(SIDES, 0), 0, 0, {}, {})


def report(source: str, who: str, games: Sequence[Game]) -> Iterator[str]:
    """The lines of a report in Markdown."""
    slug, total = source.partition(":")[0], len(games)
    yield f"## {load(slug).title}: {source.partition(':')[2]}"
    yield ""
    yield f"{total} games, {who}."
    yield ""
    yield "| | games | share | 95 % |"
    yield "|---|---|---|---|"
    for word, count in Counter(game.won for game in games).most_common():
        low, high = wilson(count, total)
        yield f"| {word} | {count} | {count / total:.0%} | {low:.0%} to {high:.0%} |"
    yield ""
    yield "| | mean | middle 80 % |"
    yield "|---|---|---|"
    rows: dict[str, list[float]] = {"Allied points": [game.points for game in games]}
    rows["last date or turn"] = [float(game.end) for game in games]
    rows |= {f"{side.title()} units lost": [float(game.losses[side]) for game in games] for side in SIDES}
    for title, values in rows.items():
        found = spread_of(values)
        yield f"| {title} | {found.mean:g} | {found.low:g} to {found.high:g} |"
    yield ""
    yield "| place | held by the Allies in | first on (half at most) |"
    yield "|---|---|---|"
    titles = dict.fromkeys(title for game in games for title in sorted(game.fell))
    for title in titles:
        dates = sorted(game.fell[title] for game in games if title in game.fell)
        yield f"| {title} | {len(dates)} of {total} | {dates[(len(dates) - 1) // 2]} |"
    yield ""
    used = {section for game in games for section in game.sections}
    handlers, rolls = load(slug).handlers.values(), load(slug).rolls.values()
    acted = {handler.rule for handler in handlers} | {roll.rule for roll in rolls}
    missing = ", ".join(sorted(acted - used)) or "none"
    yield f"Of {len(acted)} sections with an action or a roll no game took: {missing}."


def _drawn(games: Sequence[Game], file: Path) -> None:
    """A histogram of the points."""
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 2.4), layout="constrained")
    for word, color in ((GERMAN, "#5c6b5a"), (ALLIED, "#3f6fae"), ("draw", "#b8a77a"), ("open", "#bbbbbb")):
        points = [game.points for game in games if game.won == word]
        if points:
            axes.hist(points, bins=20, color=color, label=word, alpha=0.8)
    axes.set_xlabel("Allied Victory Points")
    axes.set_ylabel("games")
    axes.legend()
    figure.savefig(file, dpi=150)


@click.command()
@click.argument("game", type=click.Choice(GAMES))
@click.option("--games", type=click.IntRange(1), default=20, help="How many.")
@click.option("--workers", type=click.IntRange(1), default=1, help="How many at a time.")
@click.option("--player", type=click.Choice(NAMES), default="greedy", help="Who plays both sides.")
@click.option("--seed", type=click.IntRange(0), default=1)
@click.option("--keep", type=click.Path(path_type=Path, dir_okay=False), help="Keep finished games here.")
@click.option("-o", "out", type=click.Path(path_type=Path, dir_okay=False), help="The report.")
def main(
    game: str, *, games: int, workers: int, player: str, seed: int, keep: Path | None, out: Path | None
) -> None:
    """Play games of both sides by one kind of player, and say what came of them."""
    source = f"{game}:{WHOLE[game]}"
    tasks = tasks_of(source, games, seed, players=dict.fromkeys(SIDES, player), steps=_STEPS)
    done = resumed(
        tasks,
        lambda left: in_processes(play, left, workers, _lost),
        stamped=lambda task: (_key(task), _key(task)),
        kind=Game,
        keep=keep,
        each=lambda one: click.echo(
            json.dumps({"won": one.won, "points": one.points, "end": one.end}), err=True
        ),
    )
    text = "\n".join(report(source, f"both sides {player}, seed {seed}", done)) + "\n"
    if out is None:
        click.echo(text)
        return
    out.write_text(text, encoding="utf-8")
    if importlib.util.find_spec("matplotlib"):
        _drawn(done, out.with_suffix(".png"))


if __name__ == "__main__":
    main()
