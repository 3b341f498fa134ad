"""The commands of an owner: ``data doubts``, ``type``, ``import``, ``export``, ``merge``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.asking.game_names import GameName
from adjudicator.plural import many
from module_builder.printing.commands import FOLDER

if TYPE_CHECKING:
    from adjudicator.owning.merging import Difference

__all__ = ["OWNING", "check_folder"]

_GAME = GameName(folders=False)
_PATH = click.Path(path_type=Path)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
_as_json = click.option("--json", "as_json", is_flag=True, help="For a script.")
_into = click.option(
    "--overlay", type=FOLDER, envvar="BOCAGE_OVERLAY", required=True, help="Your folder ($BOCAGE_OVERLAY)."
)


@click.command()
@click.argument("game", type=_GAME)
@click.option("--overlay", type=_FOLDER, envvar="BOCAGE_OVERLAY", help="Your folder ($BOCAGE_OVERLAY).")
@click.option("--most", type=click.IntRange(1), default=12, help="How many groups.")
@_as_json
def doubts(game: str, overlay: Path | None, most: int, *, as_json: bool) -> None:
    """What of a game is doubtful, in groups that lie together, those that decide most first.

    The weight of a group says how many rulings of games played at random its values could turn.

    Example: module-builder data doubts breakout-normandy --most 5
    """
    from adjudicator.owning.owned import OwnCopy

    copy = OwnCopy(game, overlay or Path("no-such-folder"))
    progress, groups, topics = copy.progress(), copy.groups(), copy.resting()
    exact, asked = sum(len(each.exact) for each in topics), sum(each.asked for each in topics)
    if as_json:
        rows = [
            {"id": g.id, "title": g.title, "values": g.values, "open": g.open, "weight": g.weight}
            for g in groups
        ]
        told = {"values": progress.values, "exact": progress.exact, "open": progress.open}
        _print({**told, "asked": asked, "resting": exact, "groups": rows})
        return
    share = 100 * progress.exact / progress.values
    click.echo(f"{progress.exact:,} of {progress.values:,} values are exact ({share:.0f}%)")
    click.echo(
        f"{exact} of {asked} rulings of random games that leaned on a doubtful value rest on print alone"
    )
    click.echo(f"{'weight':>8}{'open':>8}  what lies together")
    for group in groups[:most]:
        click.echo(f"{group.weight:8.1f}{group.open:8}  {group.title}")
    if len(groups) > most:
        click.echo(f"... and {len(groups) - most} more")


@click.command(name="type")
@click.argument("game", type=_GAME)
@click.argument("unit")
@click.argument("line", default="")
@_into
@click.option("--force", is_flag=True, help="Take it although a printed source says otherwise.")
def type_line(game: str, unit: str, line: str, overlay: Path, *, force: bool) -> None:
    """Take down the numbers of a counter as it prints them; without a line ours are right.

    Example: module-builder data type breakout-normandy ge-916 4-4-4/2 --overlay my-copy
    """
    from adjudicator.owning.owned import OwnCopy
    from counters.catalog import load_units

    copy = OwnCopy(game, overlay)
    written = copy.type_counter(unit, line, force=force)
    click.echo(f"{load_units(game)[unit].title}: {copy.line(unit)}")
    for path in written:
        click.echo(f"wrote {path}", err=True)


@click.command(name="import")
@click.argument("file", type=_FILE)
@_into
@click.option("--force", is_flag=True, help="Take what the file says, whoever says otherwise.")
def import_file(file: Path, overlay: Path, *, force: bool) -> None:
    """Read a filled-in spreadsheet, or what somebody gave away, into your folder: all of it or nothing.

    Example: module-builder data import june.ods --overlay my-copy
    """
    from module_builder.owner import import_values

    count, written, differ = import_values(file, overlay, force=force)
    _tell(differ, "nothing is written: your folder says otherwise here; --force takes what the file says")
    click.echo(f"{many(count, 'value')} read")
    for path in written:
        click.echo(f"wrote {path}", err=True)


@click.command()
@click.argument("overlay", type=_FOLDER)
@click.option("-o", "out", type=_PATH, required=True, help="FILE.csv, FILE.ods or FILE.xlsx.")
def export(overlay: Path, out: Path) -> None:
    """Write what you have typed into one file to give away: values, and nothing else.

    Example: module-builder data export my-copy -o mine.csv
    """
    from module_builder.owner import export_values

    count, left_out = export_values(overlay, out)
    click.echo(f"{many(count, 'value')} in {out}")
    for name in left_out:
        click.echo(f"left out of {name}: what is no single value of ours", err=True)


@click.command()
@click.argument("first", type=_FOLDER)
@click.argument("second", type=_FOLDER)
@click.option("-o", "out", type=FOLDER, required=True, help="Folder for both; not there yet, or empty.")
@click.option("--prefer", type=click.Choice(["a", "b"]), help="Who is right where they differ.")
def merge(first: Path, second: Path, out: Path, prefer: str | None) -> None:
    """Put what two people have typed together, and list where they differ.

    Example: module-builder data merge mine yours -o both --prefer a
    """
    from module_builder.owner import merge_overlays

    written, differ = merge_overlays(first, second, out, prefer or "")
    if prefer:
        for each in differ:
            click.echo(each)
    else:
        _tell(differ, "nothing is written: they differ here; --prefer a or b says who is right")
    for path in written:
        click.echo(f"wrote {path}", err=True)
    decided = f", with {_counted(len(differ), 'difference')} decided" if differ else ""
    click.echo(f"written: {_counted(len(written), 'file')}{decided}")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def check_folder(overlay: Path) -> None:
    """Read a whole overlay; every fault is a line, and then the exit code is 1. Advice is told too.

    Parameters
    ----------
    overlay
        The folder.
    """
    from adjudicator.owning.merging import faults_of, games_in, told_by
    from counters.art_check import art_faults, art_games

    held, faults, advice = games_in(overlay), [*faults_of(overlay)], list[str]()
    pictures = {} if faults else art_games(overlay)
    for game in pictures:
        for each in art_faults(overlay, game):
            (faults if each.broken else advice).append(str(each))
    for line in (*faults, *(f"advice: {line}" for line in advice)):
        click.echo(line)
    if faults:
        raise click.exceptions.Exit(1)
    for game in dict.fromkeys([*held, *pictures]):
        told = f", {_counted(pictures[game], 'picture')}" if game in pictures else ""
        click.echo(f"{game}: {many(len(told_by(overlay, game)), 'value')} of yours{told}, and nothing wrong")


def _tell(differ: list[Difference], why: str) -> None:
    """Refuse where two say different things."""
    for each in differ:
        click.echo(each)
    if differ:
        click.echo(why, err=True)
        raise click.exceptions.Exit(1)


def _print(data: object) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


OWNING = (doubts, type_line, import_file, export, merge)
