"""``adjudicator picture``: a position, or the answer to a question, drawn on the map."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.asking.commands import PICTURE_WIDTH, PictureFile
from adjudicator.asking.completing import positions
from adjudicator.asking.viewing import Looker
from adjudicator.errors import MalformedAction
from adjudicator.game import load

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.ruling import Ruling

__all__ = ["picture"]

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument(
    "words", nargs=-1, required=True, metavar="POSITION [VERB SUBJECT...]", shell_complete=positions
)
@click.option("-o", "--output", type=PictureFile(), required=True, help="FILE.png or FILE.svg.")
@click.option("--as", "viewpoint", type=Looker(), default="public", help="Who looks.")
@click.option("--width", type=PICTURE_WIDTH, default=1200, help="Of the picture in pixels.")
@click.option("--whole", is_flag=True, help="The whole board, not only what matters.")
@click.option("--overlay", type=_FOLDER, envvar="BOCAGE_OVERLAY", help="Folder with your own corrections.")
def picture(
    words: tuple[str, ...],
    *,
    output: Path,
    viewpoint: str,
    width: int,
    whole: bool,
    overlay: Path | None,
) -> None:
    """Draw a position, or what a question answers about it, on the map.

    Shown are the part of the map that matters, the counters, what the answer marks with a legend, and the
    verdict. A question with options of its own is drawn by --picture FILE behind the question itself.

    Example: adjudicator picture tests/saves/river.txt legal 116 -o legal.svg
    """
    from adjudicator.table.drawing.picture import write_picture

    if found := [word for word in words[1:] if word.startswith("--")]:
        question = shlex.join([*words[1:2], words[0], *words[2:]])
        way = f"Write adjudicator {question} --picture {shlex.quote(str(output))}"
        raise MalformedAction(f"picture takes no {found[0]}, which is an option of the question", way)
    at, ruling = _answered(words, viewpoint, overlay)
    write_picture(
        output, at, viewpoint=viewpoint, ruling=ruling, width=width, whole=whole, progress=_progress
    )
    click.echo(f"wrote {output}" + (f": {ruling.verdict}" if ruling is not None else ""))


def _progress(done: int, of: int) -> None:
    """A line on the error channel, where that is a terminal, while the board is drawn for the first time."""
    if sys.stderr.isatty():
        click.echo(f"\rdrawing the board, once: {done} of {of}" + "\n" * (done == of), err=True, nl=False)


def _answered(words: tuple[str, ...], viewpoint: str, overlay: Path | None) -> tuple[Position, Ruling | None]:
    """The position, and the answer where something is asked."""
    from adjudicator.asking.door import ask, open_position

    at = open_position(words[0], overlay=overlay)
    load(at.game).looker(viewpoint)
    if len(words) == 1:
        return at, None
    return at, ask(at, words[1], *words[2:], viewpoint=viewpoint)
