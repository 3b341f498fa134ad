"""The commands that are no question of a game: files, rulebooks, programs."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

import click

from adjudicator.asking.completing import games
from adjudicator.errors import MalformedAction
from adjudicator.game import load
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes

__all__ = ["COMMANDS", "HIGHER", "PICTURE_WIDTH", "PictureFile"]


PICTURE_WIDTH = click.IntRange(320, 4000)
"""How wide a picture may be in pixels."""


class PictureFile(click.Path):
    """The file of a picture, which says by its name how it is written."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path; a name that ends otherwise is refused before anything is done."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.suffix.casefold() not in {".png", ".svg"}:
            raise MalformedAction(f"{path.name!r} names no picture", "Write FILE.png or FILE.svg")
        return path


_overlay = click.option(
    "--overlay",
    type=click.Path(path_type=Path),
    envvar="BOCAGE_OVERLAY",
    help="Folder with your own corrections ($BOCAGE_OVERLAY).",
)


@click.command()
@click.option("--lines", is_flag=True, help="JSON Lines: one question a line, one ruling a line.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of every question.")
@click.option("--answers", is_flag=True, help="With --schema: of every answer.")
@_overlay
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
def ask(file: Path, overlay: Path | None, *, lines: bool, schema: bool, answers: bool) -> None:
    """Answer a question given as JSON.

    Example: echo '{"game": "breakout-normandy", "question": "odds", "args": {"kind": "assault", "av": 14,
    "dv": 10}}' | adjudicator ask
    """
    from adjudicator.asking.answers import answer_json, answer_schemas, questions_of, schemas

    if schema:
        click.echo(json.dumps(answer_schemas() if answers else schemas(), indent=2))
        return
    if answers:
        raise click.UsageError("--answers goes with --schema")
    none = True
    for asked in questions_of(_stream(file), lines=lines):
        none = False
        if isinstance(asked, FormatError) and not lines:
            raise asked
        text = asked if isinstance(asked, str) else None
        if text is None:
            said = {"schema": 1, "error": str(asked)}
        else:
            said = answer_json(text, tolerant=lines, overlay=overlay)
        click.echo(json.dumps(said, ensure_ascii=False))
    if none:
        raise MalformedAction("no question came in", "Pipe one in, or name a file")


def _stream(file: Path) -> BinaryIO:
    """A file that is a file, or what is piped in."""
    if str(file) != "-":
        return io.BytesIO(load_bytes(file))
    piped = getattr(sys.stdin, "buffer", None)
    return piped if piped is not None else io.BytesIO(sys.stdin.read().encode())


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@_overlay
@click.option("--json", "as_json", is_flag=True, help="Results as JSON.")
def cases(files: tuple[Path, ...], overlay: Path | None, *, as_json: bool) -> None:
    """Run case files; the last line counts them.

    Example: adjudicator cases tests/cases/breakout_normandy/examples_4.toml
    """
    from adjudicator.asking.casebook import run_files, summary

    results = list(run_files(files, overlay=overlay))
    if results and not any(r.case.source for r in results):
        raise MalformedAction(f"no case can be read: {results[0].case.id}: {results[0].faults[0]}")
    if as_json:
        rows = [{"id": r.case.id, "passed": r.passed, "faults": list(r.faults)} for r in results]
        click.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for result in results:
            for fault in result.faults:
                click.echo(f"{result.case.id}: {fault}")
        click.echo(summary(results))
    if not all(r.passed for r in results):
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("game", shell_complete=games)
@click.option("--cases", "folder", type=click.Path(path_type=Path), help="Folder with the case files.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def coverage(game: str, folder: Path | None, *, as_json: bool) -> None:
    """Every section of a rulebook with its state, measured from executed cases.

    Example: adjudicator coverage breakout-normandy --cases tests/cases/breakout_normandy
    """
    from adjudicator.asking.coverage import measure, table

    report = measure(load(game), folder)
    click.echo(json.dumps(report, ensure_ascii=False) if as_json else table(report))


@click.command()
@click.argument("module", type=click.Path(path_type=Path))
@click.argument("game", shell_complete=games)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The adapter, in a file of its own too."
)
@click.option("--force", is_flag=True, help="Replace an old file.")
@click.option(
    "--hex", "hexes", multiple=True, metavar="GRID:THEIRS=OURS", help="A known hex; three fix a grid."
)
@click.option("--confirm", is_flag=True, help="Ask about each piece that is not certain.")
@click.option("--anew", is_flag=True, help="Forget what was answered for this module before.")
@click.option("--json", "as_json", is_flag=True, help="As JSON: every guess with its reason.")
def adapt(
    module: Path,
    game: str,
    *,
    output: Path | None,
    force: bool,
    hexes: tuple[str, ...],
    confirm: bool,
    anew: bool,
    as_json: bool,
) -> None:
    """Propose an adapter for the saves of another module, and keep it for them.

    Every guess carries its confidence and its reason; what could not be matched is for you to name. It is
    kept under the name of the module and found again when a save of it is opened; for a newer version of the
    module only what changed is asked.

    Example: adjudicator adapt foreign.vmod breakout-normandy -o adapter.toml

    Example: adjudicator adapt foreign.vmod june-six --confirm --hex "Main Map:0101=w0111"
    """
    from adjudicator.asking.adapting import Wanted
    from adjudicator.asking.adapting import adapt as make

    make(module, game, Wanted(output, hexes, confirm, force, anew, as_json))


@click.command()
@click.argument("game", shell_complete=games)
@click.argument("section")
@click.argument("item", default="")
def explain(game: str, section: str, item: str) -> None:
    """Our own-words note on a section and its open questions; `state`: what a position may say; `readings`.

    Example: adjudicator explain breakout-normandy 9.3C

    Example: adjudicator explain june-six state weather

    Example: adjudicator explain dark-summer readings
    """
    from adjudicator.asking.coverage import explain_section
    from adjudicator.asking.explaining import explain_readings, explain_state

    if item and section != "state":
        raise click.UsageError(f"{item!r} is one word too many")
    if section == "state":
        click.echo(explain_state(load(game), item))
    elif section == "readings":
        click.echo(explain_readings(load(game)))
    else:
        click.echo(explain_section(load(game), section))


@click.command()
@click.argument("game", shell_complete=games)
def sketch(game: str) -> None:
    """Print a position as a few lines of text, with comments: save it, change it, ask about it.

    Example: adjudicator sketch june-six
    """
    click.echo(load(game).sketch.rstrip("\n"))


COMMANDS = (sketch, ask, cases, coverage, adapt, explain)
HIGHER = {
    "audit": "adjudicator.audit.command:audit",
    "forecast": "adjudicator.playing.command:forecast",
    "picture": "adjudicator.table.picturing:picture",
    "play": "adjudicator.table.play_command:play",
    "suggest": "adjudicator.playing.command:suggest",
    "table": "adjudicator.table.command:table",
}
"""Commands of the rooms above, as `adjudicator.homes.named` finds them."""
