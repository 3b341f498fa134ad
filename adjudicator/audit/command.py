"""``adjudicator audit``: every step of a game, or of an archive of games, judged."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.asking.completing import positions
from adjudicator.asking.viewing import Looker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from adjudicator.audit.archive import Row

__all__ = ["audit"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("games", nargs=-1, required=True, type=click.Path(path_type=Path), shell_complete=positions)
@click.option("--as", "viewpoint", type=Looker(), default="public", help="Who asks.")
@click.option("--from", "first", type=click.IntRange(1), default=1, help="Show steps from this one on.")
@click.option("--to", "last", type=click.IntRange(1), help="Judge no step after this one.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines: a step a line, the sum last.")
@click.option("--html", type=_FILE, help="The audit as one HTML page too.")
@click.option("--record", type=_FILE, help="What was played too, as a game record.")
@click.option("--all", "whole", is_flag=True, help="Words and bookkeeping too, each ruling with its steps.")
@click.option("--overlay", type=_FOLDER, envvar="BOCAGE_OVERLAY", help="Folder with your own corrections.")
@click.option("--adapter", type=_FILE, help="Names of another module.")
@click.option("--jobs", type=click.IntRange(1), help="An archive: each file by itself, so many at a time.")
@click.option("--results", type=_FILE, help="An archive: keep results here, and go on from them.")
@click.option("--dask", default="", help="An archive: address of a Dask scheduler that judges it.")
def audit(
    games: tuple[Path, ...],
    *,
    viewpoint: str,
    first: int,
    last: int | None,
    html: Path | None,
    record: Path | None,
    overlay: Path | None,
    adapter: Path | None,
    jobs: int | None,
    results: Path | None,
    dask: str,
    as_json: bool,
    whole: bool,
) -> None:
    """Judge every step of a game: legal, against the rules, dice, or not explained.

    GAMES is a log, a game record, or the saves of one game in the order of time (files, or a folder). With
    --jobs it is an archive: folders and files, each a game of its own.

    The exit code is 0 where all is in order, 1 where something is not.

    Example: adjudicator audit tests/engine/breakout_normandy/played.vlog --to 12

    Example: adjudicator audit tests/saves --jobs 2
    """
    if jobs is not None or dask or results is not None:
        if html is not None or record is not None or last is not None or first > 1 or whole:
            raise click.UsageError(
                "--html, --record, --from, --to and --all are of one game, not of an archive"
            )
        from adjudicator.audit.archive import Job, archive_files, audit_archive

        files = [Job(path, viewpoint, overlay, adapter) for path in archive_files(games)]
        with _progress(len(files)) as each:
            rows = audit_archive(files, processes=jobs or 1, results=results, dask=dask, each=each)
        _say_archive(rows, as_json=as_json)
        if any(row.state != "clean" for row in rows):
            raise click.exceptions.Exit(1)
        return
    if last is not None and last < first:
        raise click.UsageError(f"--from {first} is after --to {last}")
    from adjudicator.audit.games import audited
    from adjudicator.audit.showing import as_html, as_json_lines, as_text
    from adjudicator.audit.summary import summary_of
    from adjudicator.saves.apart import need_apart

    for out in filter(None, (html, record)):
        for game in games:
            need_apart(game, out)
    auditor = audited(games, viewpoint=viewpoint, overlay=overlay, adapter=adapter, last=last)
    steps = [step for step in auditor.judged() if step.number >= first]
    summary = summary_of(auditor)
    if html is not None:
        _write(html, as_html(", ".join(path.name for path in games), steps, summary))
    if record is not None:
        from adjudicator.audit.record import record_lines

        _write(record, "\n".join(record_lines(_began(games[0], record), auditor.judged())) + "\n")
    lines = as_json_lines(steps, summary) if as_json else as_text(steps, summary, whole=whole)
    for line in lines:
        click.echo(line)
    if not summary.clean:
        raise click.exceptions.Exit(1)


def _began(game: Path, record: Path) -> str:
    """How a record names the file with which it began: beside it by its name alone."""
    same = game.resolve().parent == record.resolve().parent
    return game.name if same else str(game.resolve())


def _write(path: Path, text: str) -> None:
    from module_builder.vassal.files import write_file

    write_file(path, text.encode())
    click.echo(f"wrote {path}", err=True)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[Row], object]]:
    """A bar on the error channel where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("audit"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda row: bar.advance(task)  # noqa: ARG005 - whichever it is


def _say_archive(rows: Sequence[Row], *, as_json: bool) -> None:
    import json

    from adjudicator.audit.archive import table_lines

    lines = (json.dumps(row.to_json(), ensure_ascii=False) for row in rows) if as_json else table_lines(rows)
    for line in lines:
        click.echo(line)
