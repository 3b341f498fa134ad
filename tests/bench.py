"""The table of speeds: ``python -m tests.bench``; CPU time, each figure beside a peer of the same run."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.bench_games import BARE, all_rows
from tests.bench_work import Figure, Work, measure

__all__ = ["Row", "as_json", "as_table", "budget_of", "budgets", "compared", "main"]

BUDGETS = Path(__file__).parent / "budgets.toml"
KEPT = Path(__file__).parent / "bench.json"
"""Earlier figures that every run is compared with, where somebody has kept some."""


@dataclass(frozen=True)
class Row:
    """A row as it is shown: figure, budget, and what it is held against."""

    work: Work
    figure: Figure
    budget: float | None
    beside: float | None
    constant: bool

    @property
    def missed(self) -> bool:
        """Whether the least time of all rounds is over the budget."""
        return self.budget is not None and self.figure.least > self.budget


def budgets() -> dict[str, Any]:
    """Constants and budgets of `tests/budgets.toml`."""
    return tomllib.loads(BUDGETS.read_text(encoding="utf-8"))


def budget_of(work: Work, told: Mapping[str, Any], bare: float | None) -> float | None:
    """The budget of a row in seconds; None without one.

    Parameters
    ----------
    work
        The row.
    told
        From `budgets`.
    bare
        CPU seconds of the bare interpreter; None where it was not measured.
    """
    if work.peer:
        return None
    seconds, times = told["seconds"].get(work.what, {}), told["times_bare"].get(work.what, {})
    found: float | None = seconds.get(work.game, seconds.get("all"))
    multiple = times.get(work.game, times.get("all"))
    return found if multiple is None or bare is None else multiple * bare


def compared(works: Sequence[Work], figures: Mapping[str, Figure], told: Mapping[str, Any]) -> list[Row]:
    """Every row with its budget and what stands beside it.

    Parameters
    ----------
    works, figures
        What was measured.
    told
        From `budgets`.
    """
    bare = figures[BARE].least if BARE in figures else None
    rows = []
    for work in works:
        peer = figures.get(f"{work.game}: {work.beside}") or figures.get(work.beside)
        constant = told["constants"].get(work.beside)
        beside = peer.least if peer else constant
        figure = figures[work.name]
        rows.append(
            Row(work, figure, budget_of(work, told, bare), beside, peer is None and beside is not None)
        )
    return rows


def as_json(rows: Sequence[Row], note: str) -> dict[str, Any]:
    """The figures as they are kept: seconds of CPU time by row, and where they come from."""
    kept = {row.work.name: asdict(row.figure) | {"budget": row.budget} for row in rows}
    machine = {
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
        "day": time.strftime("%Y-%m-%d"),
    }
    return {"clock": "CPU seconds, user and system", "note": note, "machine": machine, "figures": kept}


def as_table(rows: Sequence[Row], earlier: Mapping[str, Any] | None) -> Table:
    """The figures to look at, in milliseconds; where there are earlier ones, the ratio to them.

    Each is divided by the bare interpreter of its own run first, so that another machine makes no difference.
    """
    table = Table(title="CPU ms (user + system) of one; ! over its budget; (c) a constant, not measured here")
    table.add_column("work")
    for head in ("least", "median", "n", "budget", "ratio"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("to")
    if earlier is not None:
        table.add_column("to then", justify="right", no_wrap=True)
    then_of = earlier["figures"] if earlier else {}
    quicker = _ratio({row.work.name: row.figure.least for row in rows}.get(BARE), then_of.get(BARE))
    for row in rows:
        figure = row.figure
        cells = [
            f"[dim]{row.work.name}[/]" if row.work.peer else row.work.name,
            _ms(figure.least) + (" !" if row.missed else ""),
            _ms(figure.median),
            str(figure.rounds),
            _ms(row.budget),
            f"{figure.least / row.beside:.3g}" if row.beside else "",
            row.work.beside + (" (c)" if row.constant else "") if row.beside else "",
        ]
        if earlier is not None:
            ratio = _ratio(figure.least, then_of.get(row.work.name))
            cells.append("new" if ratio is None else f"{ratio / (quicker or 1):.2f}")
        table.add_row(*cells)
    return table


def _ratio(now: float | None, then: Mapping[str, Any] | None) -> float | None:
    return now / then["least"] if now and then and then["least"] else None


def _ms(seconds: float | None) -> str:
    return "" if seconds is None else f"{1e3 * seconds:.3f}"


def main(words: Sequence[str] | None = None, works: Sequence[Work] | None = None) -> int:
    """Measure, print the table, and say with 1 that a budget is missed.

    Parameters
    ----------
    words
        Of the command line.
    works
        Rows; all by default.

    Returns
    -------
    int
        Exit code.
    """
    parser = _parser()
    asked = parser.parse_args(words)
    if asked.against and not asked.against.is_file():
        parser.error(f"no earlier figures in {asked.against}: --json FILE keeps those of a run")
    earlier = _earlier(asked.against or KEPT)
    wanted = re.compile(asked.only)
    known = list(all_rows() if works is None else works)
    chosen = [w for w in known if wanted.search(w.name)]
    needed = {BARE} | {name for w in chosen for name in (w.beside, f"{w.game}: {w.beside}")}
    chosen = [w for w in known if w in chosen or w.name in needed]
    talk = Console(stderr=True)
    with talk.status("") as status:
        rows = compared(chosen, measure(chosen, status.update), budgets())
    Console(width=None if sys.stdout.isatty() else 160).print(as_table(rows, earlier))
    if asked.json:
        text = json.dumps(as_json(rows, asked.note), indent=1) + "\n"
        asked.json.write_text(text, encoding="utf-8")
    return int(any(row.missed for row in rows))


def _earlier(kept: Path) -> dict[str, Any] | None:
    """Earlier figures; None where there are none, which is said."""
    if kept.is_file():
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    said = f"no earlier figures in {kept}: no ratios to then; --json {kept} keeps those of this run"
    sys.stderr.write(said + "\n")
    return None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--only", metavar="REGEX", default="", help="Rows whose name has it, and their peers."
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="Write the figures there too.")
    parser.add_argument(
        "--against", metavar="FILE", type=Path, help="Earlier figures; tests/bench.json by default."
    )
    parser.add_argument("--note", default="", help="Kept with the figures: how busy the machine was.")
    return parser


if __name__ == "__main__":
    sys.exit(main())
