"""The commands of a game of one's own: ``init``, ``schema``, ``watch``, ``import``."""

from __future__ import annotations

import io
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.asking.game_names import GameName
from adjudicator.plural import many
from maps.errors import DataError
from maps.games import GAME_FILE, FolderHome, home_of, open_folder
from module_builder.homemade.import_command import import_command
from module_builder.homemade.laying_out import KINDS, copy_game, lay_out
from module_builder.homemade.schemas import SCHEMAS, schema_text
from module_builder.homemade.watch_command import watch
from module_builder.printing.commands import FOLDER
from module_builder.vassal.archive import make_folder, write_file

if TYPE_CHECKING:
    from module_builder.lint_model import Finding

__all__ = ["HOMEMADE", "check_game", "linted", "write_preview"]

_as_json = click.option("--json", "as_json", is_flag=True, help="For a script.")


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--hex", "kind", flag_value="hex", help="A map of hexes.")
@click.option(
    "--areas", "kind", flag_value="areas", default=True, help="A map of Areas, which is what you get."
)
@click.option("--from", "like", type=GameName(), help="A game, to begin with a copy of it.")
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
    click.echo(f"{folder}: {many(len(made), 'file')}. Now: module-builder build {folder} -o modules")


@click.command()
@click.argument("name", type=click.Choice(list(SCHEMAS)), required=False)
@click.option("-o", "out", type=FOLDER, help="Folder for all of them, each as NAME.json.")
def schema(name: str | None, out: Path | None) -> None:
    """The JSON Schemas by which an editor completes and checks the TOML files of your game.

    Example: module-builder schema map

    Example: module-builder schema -o my-game/schema
    """
    if (name is None) == (out is None):
        raise click.UsageError(f"one of {', '.join(SCHEMAS)}, or -o DIR for all of them")
    if name is not None:
        click.echo(schema_text(name), nl=False)
        return
    assert out is not None  # noqa: S101 - asked above
    make_folder(out)
    for each in SCHEMAS:
        write_file(out / f"{each}.json", schema_text(each).encode())
    click.echo(
        f"{len(SCHEMAS)} schemas in {out}; a first line #:schema schema/map.json tells an editor which"
    )


HOMEMADE: tuple[click.Command, ...] = (init, import_command, watch, schema)
"""In the order of help."""


def check_game(folder: Path, *, as_json: bool) -> None:
    """Say what is wrong with a folder; exit code 1 where something is."""
    from module_builder.homemade.checking import check, faults

    found = faults(folder)
    if as_json:
        click.echo(json.dumps({"folder": str(folder), "faults": found}, ensure_ascii=False, indent=2))
    else:
        for line in found or [check(folder)]:
            click.echo(line)
    if found:
        raise click.exceptions.Exit(1)


def linted(folder: Path) -> list[Finding]:
    """What would break or annoy in the module of a folder, and what on its counters nobody can read."""
    from maps.album import own_album
    from module_builder.homemade.checking import advice
    from module_builder.lint import lint
    from module_builder.lint_model import advice as noted
    from module_builder.module import build

    slug = open_folder(folder)
    with tempfile.TemporaryDirectory() as place:
        found = lint(build(slug, place, album=own_album()))
    return [
        *found,
        *(noted("small-print", "counters.toml", line, "give it more room") for line in advice(slug)),
    ]


def write_preview(game: str, path: Path) -> None:
    """Draw some counters of each template of a game in a folder, at every size."""
    from counters.catalog import load_markers, load_units
    from counters.homemade.catalog import templates_of
    from counters.homemade.preview import preview

    home = home_of(game)
    if not isinstance(home, FolderHome):
        raise DataError("--preview", "", f"a folder with a {GAME_FILE}: {game} has no templates of yours")
    picture = preview(templates_of(home), load_units(game), load_markers(game))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    make_folder(path.absolute().parent)
    write_file(path, buffer.getvalue())
