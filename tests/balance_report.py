"""What many whole games came to, in words and as a picture, beside what happened in history."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.citation import load_rulebook
from adjudicator.game import load
from adjudicator.playing.counting import spread_of, wilson
from adjudicator.sides import ALLIED, GERMAN, SIDES
from maps.tomlfile import read_toml
from module_builder.vassal.values import dataclass
from tests.balance_games import Game

__all__ = ["Fall", "drawn", "falls_of", "put_into", "report", "untaken"]

_FILE = Path(__file__).with_name("balance.toml")
_COLORS = {GERMAN: "#5c6b5a", ALLIED: "#3f6fae", "draw": "#b8a77a", "open": "#bbbbbb"}
_NEVER = math.inf


@dataclass(frozen=True, slots=True)
class Fall:
    """When a place came into Allied hands, by the clock of the game; infinite: not at all.

    Parameters
    ----------
    last
        When the longest game was over: what fell later in history, no game could show.
    """

    place: str
    history: float
    low: float
    median: float
    high: float
    last: float

    @property
    def fits(self) -> bool:
        """Whether history lies within the middle 80 % of the games."""
        return self.low <= (self.history if self.history <= self.last else _NEVER) <= self.high


def falls_of(slug: str, games: Sequence[Game]) -> list[Fall]:
    """When places of history came into Allied hands in some games, the earliest in history first."""
    found, last = [], float(max(game.end for game in games))
    for place, when in _told(slug)["fell"].items():
        spread = spread_of([game.fell.get(place, _NEVER) for game in games])
        found.append(Fall(place, when or _NEVER, spread.low, spread.median, spread.high, last))
    return sorted(found, key=lambda fall: fall.history)


def _told(slug: str) -> Mapping[str, Any]:
    return read_toml(_FILE)[slug]  # type: ignore[no-any-return]


def untaken(slug: str, games: Sequence[Game]) -> dict[str, str]:
    """Sections with an action or a roll that no game took, each with its title and why, as far as known."""
    game, used = load(slug), {section for one in games for section in one.sections}
    book, why = load_rulebook(game.folder / "rulebook.toml"), _told(slug)["unreached"]
    known = {handler.rule for handler in game.handlers.values()} | {r.rule for r in game.rolls.values()}
    return {
        section: f"{book[section]['title']} ({why.get(section, 'nobody has looked why')})"
        for section in sorted(known - used, key=_numbers)
    }


def _numbers(section: str) -> list[tuple[int, str]]:
    parts = section.split(".")
    return [(int("".join(filter(str.isdigit, part)) or 0), part) for part in parts]


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
        least, most = wilson(count, total)
        yield f"| {word} | {count} | {count / total:.0%} | {least:.0%} to {most:.0%} |"
    yield ""
    yield "| | mean | middle 80 % |"
    yield "|---|---|---|"
    rows: dict[str, list[float]] = {"Allied points": [game.points for game in games]}
    rows["last date or turn"] = [float(game.end) for game in games]
    rows |= {f"{side.title()} units lost": [float(game.losses[side]) for game in games] for side in SIDES}
    for title, values in rows.items():
        spread = spread_of(values)
        yield f"| {title} | {spread.mean:g} | {spread.low:g} to {spread.high:g} |"
    yield ""
    yield f"| place ({_told(slug)['clock']}) | history | half the games by | middle 80 % | history within |"
    yield "|---|---|---|---|---|"
    for fall in falls_of(slug, games):
        when, low, median, high = map(_when, (fall.history, fall.low, fall.median, fall.high))
        yield f"| {fall.place} | {when} | {median} | {low} to {high} | {'yes' if fall.fits else '**no**'} |"
    yield ""
    missing = untaken(slug, games)
    yield "Sections with an action or a roll that no game took:" + ("" if missing else " none.")
    if missing:
        yield ""
    for section, title in missing.items():
        yield f"- {section} {title}"


def _when(clock: float) -> str:
    return "never" if clock == _NEVER else f"{clock:g}"


def put_into(written: str, text: str) -> str:
    """A page with one report in its place, or at its end."""
    title = text.split("\n", 1)[0]
    before, found, after = written.partition(f"{title}\n")
    if not found:
        return f"{written.rstrip()}\n\n{text}" if written else text
    rest = after.partition("\n## ")
    return before + text + ("\n## " + rest[2] if rest[1] else "")


def drawn(source: str, games: Sequence[Game], file: Path) -> None:
    """A histogram of the points, and when places fell beside when they fell in history."""
    from matplotlib import pyplot as plt

    falls = falls_of(source.partition(":")[0], games)
    size = (7.2, 2.4 + 0.22 * len(falls))
    figure, (above, below) = plt.subplots(
        2, 1, figsize=size, height_ratios=[1.5, 0.4 + 0.22 * len(falls)], layout="constrained"
    )
    points = {word: [game.points for game in games if game.won == word] for word in _COLORS}
    met = {word: found for word, found in points.items() if found}
    above.hist(list(met.values()), bins=16, stacked=True, color=[_COLORS[w] for w in met], label=list(met))
    above.set_xlabel("Allied Victory Points")
    above.set_ylabel("games")
    above.locator_params(integer=True)
    above.legend(title="won by", frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    _timeline(below, falls, max(game.end for game in games) + 1)
    figure.savefig(file, dpi=130)
    plt.close(figure)


def _timeline(axes: Any, falls: Sequence[Fall], never: float) -> None:
    """Each place on a row: the middle 80 % of the games a bar, their half a tick, history a diamond."""
    for row, fall in enumerate(reversed(falls)):
        low, median, high, history = (
            min(when, never) for when in (fall.low, fall.median, fall.high, fall.history)
        )
        axes.plot([low, high], [row, row], color=_COLORS[ALLIED], linewidth=5, alpha=0.35)
        axes.plot([median], [row], marker="|", color=_COLORS[ALLIED], markersize=9, markeredgewidth=2)
        axes.plot([history], [row], marker="D", color="#b03a2e" if not fall.fits else "#222222", markersize=4)
    axes.set_yticks(range(len(falls)), [fall.place for fall in reversed(falls)], fontsize=8)
    first = min((min(fall.history, fall.low) for fall in falls), default=1.0)
    ticks = [*range(int(min(first, never)), int(never)), int(never)]
    axes.set_xticks(ticks, [*(str(tick) for tick in ticks[:-1]), "never"])
    axes.set_xlabel("in Allied hands on (bar: middle 80 % of games, tick: half of them, diamond: history)")
    axes.spines[["top", "right"]].set_visible(False)
