"""Rows of the table of speeds that the same code measures for every game."""

from __future__ import annotations

import csv
import functools
import importlib
import importlib.util
import itertools
import random
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from adjudicator.actions import Action, Roll
from adjudicator.asking.casebook import read_cases, run_case
from adjudicator.asking.loading import load_position
from adjudicator.audit.games import audited, open_game
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import GAMES, apply, check, legal, load
from adjudicator.playing.forecast import Task, play_one
from adjudicator.playing.players import Greedy
from adjudicator.playing.turns import decider
from adjudicator.position import Position
from adjudicator.sides import SIDES
from maps.filing import our_file
from tests.bench_page import page_rows
from tests.bench_table import table_rows
from tests.bench_work import Call, Work, again, command, commands, fresh, random_steps

__all__ = ["BARE", "all_rows", "changed_counter"]

TESTS = Path(__file__).parent
BARE = "python -c pass"
REBUILT = "building the module, one counter changed"
PLAYED = "Rally the Troops, Paths of Glory: a step"
VALOR = "VALOR Engine: legal moves of a unit"
PYWARGAME = "pywargame: decoding a save, cold"
KINDS = 5  # actions of each kind that `check` and `apply` are measured with
ODDS = {
    "breakout-normandy": "omaha.vsav assault omaha --with 16/1 18/1 115/29 116/29 --point 16/1",
    "storm-over-normandy": "storm.vsav assault bretteville --with '7 canadian bde' --as allied",
    "dark-summer": "summer.vsav attack 3305 --with 116/29 115/29 --support naval:us",
    "june-six": "june.vsav e1830 --with 69/50 231/50 8ar",
    "battle-for-normandy": "epsom.vsav cheux --best",
}
NUMBERS = {
    "breakout-normandy": "assault --av 14 --dv 10",
    "storm-over-normandy": "fire --attack 9 --defense 13",
    "dark-summer": "attack --strength 14:5 --terrain bocage --shift 1R",
    "june-six": "--attack 18 --defence 10",
    "battle-for-normandy": "56:16 --drm -1",
}
PLAY = {
    "breakout-normandy": ("d-day",),
    "storm-over-normandy": ("invasion",),
    "dark-summer": ("campaign",),
    "june-six": ("campaign",),
    "battle-for-normandy": ("carentan", "campaign"),
}


WHOLE = {
    "breakout-normandy": "d-day",
    "storm-over-normandy": "invasion",
    "dark-summer": "campaign",
    "june-six": "omaha",
    "battle-for-normandy": "carentan",
}


def all_rows() -> Iterator[Work]:
    """Every row of the table; what it needs is prepared only when it is measured.

    Yields
    ------
    Work
    """
    yield Work(BARE, "", command("-c", "pass"), rounds=9, clock=commands, peer=True)
    for game in GAMES:
        yield from _cold(game)
        yield from _reading(game)
        yield from _playing(game)
        yield from _own(game).rows()
        yield from _whole(game)
        yield from table_rows(game)
        yield from page_rows(game)
    yield Work("print-ready sheets of 280 counters", "breakout-normandy", again(_sheets), 1, "protograf")


def _own(game: str) -> ModuleType:
    """What is measured of a game's own rules, and where."""
    return importlib.import_module(f"tests.bench_{game.replace('-', '_')}")


@functools.cache
def _middle(game: str) -> Position:
    found: Position = _own(game).middle()
    return found


def _save(game: str) -> Path:
    return TESTS / "saves" / ODDS[game].split()[0]


# --- in a new process -------------------------------------------------------------------------------------


def _cold(game: str) -> Iterator[Work]:
    ours = ("-m", "adjudicator")
    numbers = command(*ours, "odds", game, *shlex.split(NUMBERS[game]))
    odds = command(*ours, "odds", str(_save(game)), *shlex.split(ODDS[game])[1:])
    following = command(*ours, "next", str(_save(game)))
    yield Work("odds of bare numbers, cold", game, numbers, 5, BARE, clock=commands)
    yield Work("odds of a .vsav, cold", game, odds, 5, BARE, clock=commands)
    yield Work("next of a .vsav, cold", game, following, 5, BARE, clock=commands)


def _reading(game: str) -> Iterator[Work]:
    save = _save(game)
    read = functools.partial(load_position, str(save))
    reference = ""
    if importlib.util.find_spec("pywargame"):
        reference = PYWARGAME
        line = f"from pywargame.vassal.saveio import SaveIO; SaveIO.readSave({str(save)!r})"
        yield Work(PYWARGAME, game, command("-c", line), 2, clock=commands, peer=True)
    yield Work("reading a .vsav, warm", game, again(read), 5, reference)
    yield Work("reading a JSON position, warm", game, lambda: [_json(game)], 5)


@functools.cache
def _json(game: str) -> Call:
    at = _middle(game)
    units = {uid: piece.printed for uid, piece in at.pieces.items()}
    return functools.partial(position_from_json, position_to_json(at), load(game), at.board, units)


# --- in one process ---------------------------------------------------------------------------------------


def _playing(game: str) -> Iterator[Work]:
    for what, call in (("check", check), ("apply", apply)):
        yield Work(f"{what} of an action, warm", game, functools.partial(_asked, game, call), 5, VALOR)
        after = functools.partial(_asked_after, game, call)
        yield Work(f"{what} of an action, after a step", game, after, 5, VALOR)
        anew = functools.partial(_asked_fresh, game, call)
        yield Work(f"{what} of an action, fresh", game, anew, 3, VALOR)
    yield Work("all legal actions of a side, warm", game, lambda: [_listing(_middle(game))], 2)
    yield Work("all legal actions of a side, fresh", game, lambda: [_listing(fresh(_middle(game)))], 2)
    for scenario in PLAY[game]:
        start = functools.partial(load(game).scenario, scenario)
        steps = functools.partial(_steps, start, 200)
        yield Work(f"random legal play of {scenario}, a step", game, steps, 3, PLAYED)
    choices = functools.partial(_choices, game)
    yield Work("a choice of the greedy player, among 24", game, choices, 1)
    yield Work(f"a whole game of greedy players: {WHOLE[game]}", game, functools.partial(_greedy, game), 1)


def _choices(game: str) -> list[Call]:
    """Choices of a greedy player in a middle of a game, each with another seed."""
    position = _middle(game)
    side = decider(position)
    return [functools.partial(Greedy(seed).choose, position, side) for seed in range(4)]


def _greedy(game: str) -> list[Call]:
    sides = tuple((side, "greedy") for side in SIDES)
    return [functools.partial(play_one, Task(f"{game}:{WHOLE[game]}", sides, 1, 1, 20_000))]


def _steps(start: Any, steps: int) -> list[Call]:
    return random_steps(start(), steps)


def _listing(position: Position) -> Call:
    return legal(position).count


@functools.cache
def _actions(game: str) -> tuple[Action, ...]:
    """A few legal actions of every kind open now."""
    options = legal(_middle(game))
    return tuple(itertools.chain.from_iterable(itertools.islice(options.of(k), KINDS) for k in options.kinds))


@functools.cache
def _pairs(game: str) -> tuple[tuple[Action, Action], ...]:
    """Actions, each with one that is legal after it."""
    rng = random.Random(1)
    then = [(a, legal(apply(_middle(game), a)).sample(rng)) for a in _actions(game)]
    return tuple((a, b) for a, b in then if b is not None and not isinstance(b, Roll))


def _asked(game: str, call: Any) -> list[Call]:
    return [functools.partial(call, _middle(game), action) for action in _actions(game)]


def _asked_after(game: str, call: Any) -> list[Call]:
    return [functools.partial(call, apply(_middle(game), first), then) for first, then in _pairs(game)]


def _asked_fresh(game: str, call: Any) -> list[Call]:
    return [functools.partial(call, fresh(_middle(game)), action) for action in _actions(game)]


# --- whole logs, casebooks, modules -----------------------------------------------------------------------


def _whole(game: str) -> Iterator[Work]:
    folder = game.replace("-", "_")
    log = TESTS / "engine" / folder / "played.vlog"
    yield Work("audit of a log, a step", game, lambda: _audit(log), 1)
    yield Work("worked-example cases", game, lambda: [_cases(folder)], 2)
    yield Work("building the module", game, again(functools.partial(_build, game)), 1, "LaTeX wargame")
    rebuilt = functools.partial(_rebuilt, game)
    yield Work(REBUILT, game, rebuilt, 3, "building the module", clock=commands)


def _audit(log: Path) -> list[Call]:
    """One audit, reading and judging; the calls beside it do nothing but count its steps."""
    return [lambda: audited([log], viewpoint="referee"), *[_nothing] * (len(open_game(log)) - 1)]


def _nothing() -> None:
    """Take the place of a step that another call has judged."""


@functools.cache
def _cases(folder: str) -> Call:
    files = sorted((TESTS / "cases" / folder).glob("examples_*.toml"))
    cases = [case for file in files for case in read_cases(file)]
    return lambda: [run_case(case) for case in cases]


def _build(game: str) -> None:
    from module_builder.module import build

    with tempfile.TemporaryDirectory() as place:
        build(game, place)


@functools.cache
def _album(game: str) -> tempfile.TemporaryDirectory[str]:
    """A cache that knows the module as it was, and a folder for an owner's counters."""
    place = tempfile.TemporaryDirectory()
    subprocess.run(_builder(game, Path(place.name)), check=True, capture_output=True)
    return place


def _builder(game: str, place: Path, *words: str) -> list[str]:
    """The command that builds a module with a cache of its own."""
    tool = [sys.executable, "-m", "module_builder.cli", "build", game, "-o", str(place / "out"), *words]
    return ["env", f"XDG_CACHE_HOME={place}", *tool]


@functools.cache
def _rounds(game: str) -> Iterator[int]:
    """Numbers of a game's rounds: of each its own, since a counter cannot become better without end."""
    return itertools.count(1)


def _rebuilt(game: str) -> list[Call]:
    """Builds in a new process after one counter has become another, each time a new one."""
    place = Path(_album(game).name)
    changed_counter(game, place / "overlay", next(_rounds(game)))
    line = _builder(game, place, "--overlay", str(place / "overlay"))
    return [functools.partial(subprocess.run, line, check=True, capture_output=True)]


def changed_counter(game: str, overlay: Path, more: int) -> None:
    """Write an overlay in which the second unit of a game defends or moves so much better."""
    lines = our_file("counters", game, "units.csv").read_text(encoding="utf-8").splitlines()
    head, *rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    at = head.index("df" if "df" in head else "ma")
    rows[1][at] = str(int(rows[1][at]) + more)
    overlay.mkdir(exist_ok=True)
    with (overlay / "units.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def _sheets() -> None:
    """A print-ready PDF of 280 counters, both sides, by two workers; it may have 25 MB."""
    from counters.press import load_counters
    from module_builder.printing.preset import load_preset
    from module_builder.printing.selection import Selection
    from module_builder.printing.sheets import Order, write_sheets

    game = "breakout-normandy"
    some = Selection(quantities={c.id: 1 for c in load_counters(game, numbers={})[:280]})
    order = Order(game, load_preset("home-a4"), some, formats=("pdf",), workers=2)
    with tempfile.TemporaryDirectory() as place:
        made = write_sheets(order, Path(place))
        assert made.counters == 280
        assert made.files[0].stat().st_size < 25e6
