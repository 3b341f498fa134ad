"""The table of speeds: ``python -m tests.bench``; each figure beside a reference measured in the same run."""

from __future__ import annotations

import functools
import itertools
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import icepool
from rich.console import Console
from rich.table import Table

from adjudicator.asking.casebook import read_cases, run_case
from adjudicator.asking.typed import parse_action
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r09_odds import odds_of_position
from adjudicator.breakout_normandy.r12_supply import flood
from adjudicator.game import apply, check, legal
from adjudicator.position import Position

__all__ = ["Row", "command", "fresh", "main", "random_game", "random_play", "seconds"]

Row = tuple[str, float, float, str, float]
"""What, our time, the budget, the reference, its time."""
CASES = Path(__file__).parent / "cases" / "breakout_normandy"
UNITS = ["us-1-16", "us-1-18", "us-1-26", "us-29-115", "us-29-116", "us-rangers-2", "us-rangers-5"]


def seconds(work: Callable[[], object], *, times: int = 5, loops: int = 1) -> float:
    """Median time of one call, in seconds."""
    work()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        for _ in range(loops):
            work()
        found.append((time.perf_counter() - start) / loops)
    return statistics.median(found)


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


def command(*words: str) -> Callable[[], object]:
    """A command in a new process."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run([sys.executable, *words], check=True, capture_output=True, env=environment)


def random_game(start: Position, seed: int) -> Iterator[Position]:
    """Positions of random legal play, from the start anew when it ends."""
    rng, position = random.Random(seed), start
    while True:
        yield position
        action = legal(position).sample(rng)
        over = action is None or position.text("phase") == "over"
        position = start if over or action is None else apply(position, action)


def random_play(start: Position, steps: int) -> Callable[[], object]:
    """A number of steps of a random game."""
    return lambda: next(itertools.islice(random_game(start, 1), steps, None))


def icepool_odds() -> object:
    """The distribution of 14 against 10 by a dice library."""
    d6 = icepool.d6
    return (d6 + d6 + 14 - (d6 + d6 + 10)).probabilities()


def rows() -> list[Row]:
    """(what, ours, budget, reference, its time)."""
    omaha, d_day = GAME.scenario("example-4"), GAME.scenario("d-day")
    move = parse_action(GAME.scenario("example-5"), GAME, ["move", "920", "cherbourg", "valognes"])
    example = GAME.scenario("example-5")
    bare = seconds(command("-c", "pass"))
    numbers = ["-m", "adjudicator", "odds", "breakout-normandy", "assault", "--av", "14", "--dv", "10"]
    known = functools.partial(odds_of_position, point="us-1-16", forward="ge-vierville")
    table = [
        (
            "odds of a given line-up, full trail",
            seconds(lambda: known(omaha, "omaha-beach", UNITS), loops=200),
            50e-6,
            "icepool, no trail",
            seconds(icepool_odds, loops=20),
        ),
        (
            "odds with best choices",
            seconds(lambda: odds_of_position(omaha, "omaha-beach", UNITS), loops=50),
            5e-3,
            "",
            0.0,
        ),
        ("odds with bare numbers, cold start", seconds(command(*numbers)), 0.150, "python -c pass", bare),
        ("check of one action", seconds(lambda: check(example, move), loops=200), 0.2e-3, "VALOR", 38.5e-3),
        (
            "supply of a whole side",
            seconds(lambda: flood(fresh(d_day), "german"), loops=100),
            0.1e-3,
            "",
            0.0,
        ),
        (
            "1,000 random steps",
            seconds(random_play(d_day, 1000), times=1),
            1.0,
            "Rally the Troops",
            0.432,
        ),
    ]
    cases = [c for f in sorted(CASES.glob("examples_*.toml")) for c in read_cases(f)]
    table.append(
        ("worked-example cases", seconds(lambda: [run_case(c) for c in cases], times=1), 5.0, "", 0.0)
    )
    return [*table, *_files()]


def _files() -> list[Row]:
    """Speeds of building a module and reading a save."""
    from adjudicator.asking.loading import load_position
    from module_builder.module import build
    from module_builder.save import write_position

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_position(GAME.scenario("example-8"), place / "g.vsav")
        save = str(place / "g.vsav")
        odds = [
            "-m",
            "adjudicator",
            "odds",
            save,
            "assault",
            "omaha",
            "--with",
            "16/1",
            "--point",
            "16/1",
        ]
        return [
            ("odds of a save, cold start", seconds(command(*odds)), 0.200, "", 0.0),
            ("reading a save", seconds(lambda: load_position(save)), 0.100, "", 0.0),
            (
                "building the module",
                seconds(lambda: build(GAME.slug, place), times=1),
                20.0,
                "LaTeX wargame",
                10.7,
            ),
            ("sheets of 280 counters", seconds(lambda: _sheets(place), times=1), 12.0, "protograf", 17.0),
        ]


def _sheets(place: Path) -> None:
    """A print-ready PDF of 280 counters, both sides, by two workers; it may have 25 MB."""
    from counters.press import load_counters
    from module_builder.printing.preset import load_preset
    from module_builder.printing.selection import Selection
    from module_builder.printing.sheets import Order, write_sheets

    some = Selection(quantities={c.id: 1 for c in load_counters(GAME.slug, numbers={})[:280]})
    made = write_sheets(
        Order(GAME.slug, load_preset("home-a4"), some, formats=("pdf",), workers=2), place / "print"
    )
    assert made.counters == 280
    assert made.files[0].stat().st_size < 25e6


def main() -> None:
    """Print the table; exit with 1 when a budget is missed."""
    from tests import (  # these use this module
        bench_battle_for_normandy,
        bench_dark_summer,
        bench_june_six,
        bench_storm_over_normandy,
    )

    table = Table("work", "ours", "budget", "reference", "its time", "ratio")
    missed = 0
    for what, ours, budget, reference, other in [
        *rows(),
        *bench_dark_summer.rows(),
        *bench_storm_over_normandy.rows(),
        *bench_june_six.rows(),
        *bench_battle_for_normandy.rows(),
    ]:
        missed += ours > budget
        ratio = f"{ours / other:.2f}" if other else ""
        mark = "" if ours <= budget else " !"
        table.add_row(
            what,
            f"{1e3 * ours:.3f} ms{mark}",
            f"{1e3 * budget:.3f} ms",
            reference,
            f"{1e3 * other:.3f} ms" if other else "",
            ratio,
        )
    Console(width=120).print(table)
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
