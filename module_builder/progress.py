"""What a command is doing, on a terminal; nothing where the output is not one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["Report", "progress", "quiet"]


class Report(Protocol):
    """Told what is being done, and how much of it is done where that is known."""

    def __call__(self, text: str, done: int = 0, total: int = 0, /) -> None:
        """Show it."""


def quiet(_text: str, _done: int = 0, _total: int = 0, /) -> None:
    """Show nothing.

    Examples
    --------
    >>> quiet("map")
    """


@contextmanager
def progress() -> Iterator[Report]:
    """Show a spinner with what is being done, and a bar where a total is known.

    Yields
    ------
    Report
        `quiet` where standard error is no terminal.

    Examples
    --------
    >>> with progress() as report:
    ...     report("counters", 3, 10)
    """
    if not sys.stderr.isatty():
        yield quiet
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("starting", total=None)

        def report(text: str, done: int = 0, total: int = 0, /) -> None:
            bars.update(task, description=text, completed=done, total=total or None)

        yield report
