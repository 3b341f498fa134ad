"""The commands of a game of one's own: ``init``, ``schema``, ``watch``, ``import``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from adjudicator.asking.game_names import GameName
from module_builder.homemade.laying_out import KINDS, copy_game, lay_out
from module_builder.printing.commands import FOLDER

__all__ = ["HOMEMADE"]

_as_json = click.option("--json", "as_json", is_flag=True, help="For a script.")


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--hex", "kind", flag_value="hex", help="A map of hexes.")
@click.option(
    "--areas", "kind", flag_value="areas", default=True, help="A map of Areas, which is what you get."
)
@click.option("--from", "like", type=GameName(), help="A game in a folder, to begin with a copy of it.")
@click.option("--title", default="", help="Of the game; otherwise the name of the folder.")
@_as_json
def init(folder: Path, kind: str, like: str | None, title: str, *, as_json: bool) -> None:
    """Lay out a folder for a game of your own, which builds at once.

    Every file says what each of its columns means.

    Example: module-builder init my-game --hex --title "My Game"
    """
    made = (
        copy_game(like, folder, title=title) if like else lay_out(folder, kind=kind or KINDS[0], title=title)
    )
    if as_json:
        click.echo(json.dumps({"folder": str(folder), "files": [str(path) for path in made]}, indent=2))
        return
    click.echo(f"{folder}: {len(made)} files. Now: module-builder build {folder} -o modules")


HOMEMADE: tuple[click.Command, ...] = (init,)
