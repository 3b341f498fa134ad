"""The command that makes a folder of what people have: ``module-builder import SOURCE DIR``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.plural import many
from maps.errors import DataError
from module_builder.progress import progress

if TYPE_CHECKING:
    from module_builder.homemade.importing.draft import Draft
    from module_builder.homemade.importing.sides_said import SidesSaid
    from module_builder.progress import Report

__all__ = ["import_command"]

_KNOWN = ".vmod, a folder with a buildFile.xml, the .json of a LaTeX wargame, or a .csv"


@click.command("import")
@click.argument("source", type=click.Path(path_type=Path, exists=True))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--sides",
    metavar="TITLE=WORDS,TITLE=WORDS",
    help="The two sides, each with the words that tell its pieces, parted by |; guessed where left out.",
)
@click.option("--json", "as_json", is_flag=True, help="For a script.")
def import_command(source: Path, folder: Path, *, sides: str | None, as_json: bool) -> None:
    """Make a folder of a game from what you have.

    SOURCE is a module of VASSAL (.vmod, or its folder), the export.json of a LaTeX wargame (its PDF or its
    pictures beside it), or the table of counters or cards of countersheets or nanDECK (.csv). What cannot be
    carried is listed, on the screen and in not-carried.md.

    Example: module-builder import old-module.vmod my-game

    Example: module-builder import old-module.vmod my-game --sides "French=French|Bavarian,Allied=Austrian"
    """
    from module_builder.homemade.importing.draft import check_target
    from module_builder.homemade.importing.sides_said import read_sides

    said = None if sides is None else read_sides(sides)
    check_target(folder)
    with progress() as report:
        draft = _drafted(source, report, said)
        report("writing")
        draft.write(folder, source.name)
        report("checking")
        pieces = _registered(folder)
    if as_json:
        found = {"folder": str(folder), "files": sorted(draft.files), "pieces": pieces}
        told = {"not_carried": draft.left.counts, "notes": draft.left.notes}
        click.echo(json.dumps(found | told, ensure_ascii=False, indent=2))
        return
    for line in draft.left.lines():
        click.echo(f"not carried: {line}")
    for note in draft.left.notes:
        click.echo(f"note: {note}")
    click.echo(f"{many(pieces, 'piece')} in {folder}; what was left behind stands in not-carried.md")
    click.echo(f"next: module-builder build {folder}")


def _drafted(source: Path, report: Report, said: SidesSaid | None) -> Draft:
    """The folder in the making, by what the source is."""
    if source.is_dir():
        from module_builder.homemade.importing.source import is_unpacked

        if not is_unpacked(source):
            raise DataError(source.name, "", "a folder with a buildFile.xml in it", f"SOURCE is a {_KNOWN}")
    ending = source.suffix.casefold()
    if source.is_dir() or ending in {".vmod", ".zip"}:
        from module_builder.homemade.importing.vmod import from_module

        return from_module(source, report, said)
    if ending == ".json":
        from module_builder.homemade.importing.wargame import from_export

        return from_export(source, report, said)
    if ending in {".csv", ".tsv", ".txt"}:
        from module_builder.homemade.importing.sheets import from_table

        return from_table(source, said)
    raise DataError(source.name, "", f"a {_KNOWN}")


def _registered(folder: Path) -> int:
    """Number the pieces of a new folder, which reads every file of it."""
    from maps.games import open_folder
    from module_builder.kit import keep_gpids

    count = keep_gpids(open_folder(folder))
    open_folder(folder)
    return count
