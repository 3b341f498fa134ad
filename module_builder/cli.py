"""The command line of the module builder: ``module-builder COMMAND GAME``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from adjudicator.asking.game_names import GameName
from adjudicator.asking.guard import run_tool
from adjudicator.errors import SaveError
from adjudicator.game import GAMES, load
from adjudicator.plural import many
from maps.games import GAME_FILE
from module_builder.homemade.commands import HOMEMADE, check_game, linted, write_preview
from module_builder.owner_commands import OWNING, check_folder
from module_builder.printing.commands import FOLDER, PRINTING
from module_builder.progress import progress
from module_builder.workbook import FORMATS

__all__ = ["cli", "main"]

_GAME, _OURS = GameName(), GameName(folders=False)
_SHOWN = 5  # names of a list
_PATH = click.Path(path_type=Path)
_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_overlay = click.option(
    "--overlay",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    envvar="BOCAGE_OVERLAY",
    help="Folder with your own corrections ($BOCAGE_OVERLAY).",
)
_as_json = click.option("--json", "as_json", is_flag=True, help="For a script.")


_no_cache = click.option(
    "--no-cache", is_flag=True, help="Draw every picture anew, and keep none in ~/.cache/bocage."
)


def main() -> None:
    """Run the command line; every user's error is one line and exit code 2."""
    run_tool("module-builder", lambda: cli.main(standalone_mode=False))


def _print(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(package_name="bocage")
def cli() -> None:
    """Turn data files into counters, a map and a VASSAL module.

    Example: module-builder build breakout-normandy -o modules
    """


_whole = click.option("--all", "whole", is_flag=True, help="Every line of many that are alike.")


@cli.command()
@_as_json
def games(*, as_json: bool) -> None:
    """The games, and how much of each is printed fact, history, reconstruction.

    Example: module-builder games
    """
    from module_builder.data import report_sources

    rows = {slug: report_sources(slug)["all"] for slug in GAMES}
    if as_json:
        _print({slug: {"title": load(slug).title, "sources": counts} for slug, counts in rows.items()})
        return
    for slug, counts in rows.items():
        total = sum(counts.values())
        shares = ", ".join(f"{kind} {100 * n / total:.0f}%" for kind, n in counts.items())
        click.echo(f"{slug}  {load(slug).title} ({load(slug).edition}): {shares}")


@cli.command()
@click.argument("game", type=_GAME)
@click.option("-o", "out", type=FOLDER, default=Path(), help="Folder for the .vmod.")
@_overlay
@_no_cache
@_as_json
def build(game: str, out: Path, overlay: Path | None, *, no_cache: bool, as_json: bool) -> None:
    """Build the module.

    Example: module-builder build breakout-normandy -o modules
    """
    from maps.album import NO_ALBUM, own_album
    from module_builder.kit import keep_gpids
    from module_builder.module import build as build_module

    album = NO_ALBUM if no_cache else own_album()
    with progress() as report:
        path = build_module(game, out, overlay=overlay, progress=report, album=album)
    new = keep_gpids(game)
    if as_json:
        _print({"module": str(path), "bytes": path.stat().st_size, **({"new": new} if new else {})})
        return
    click.echo(path)
    if new:
        click.echo(f"gpids.csv: permanent ids of {new} new pieces; keep this file with your game", err=True)


@cli.command()
@click.argument("game", type=_GAME)
@click.option("-o", "out", type=FOLDER, default=Path("counters"), help="Folder for the pictures.")
@click.option(
    "--px", type=click.IntRange(16, 1200), default=66, help="Side of a counter of the usual size in pixels."
)
@click.option(
    "--preview", "preview", type=_PATH, help="Instead, one PNG with each template of your game at every size."
)
@_overlay
@_no_cache
@_as_json
def counters(
    game: str,
    out: Path,
    px: int,
    preview: Path | None,
    overlay: Path | None,
    *,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Draw every counter, front and back; smaller ones as much smaller as they are cut.

    Example: module-builder counters breakout-normandy -o counters --px 300

    Example: module-builder counters docs/examples/two-rivers --preview templates.png
    """
    if preview is not None:
        write_preview(game, preview)
        click.echo(preview)
        return
    from counters.mix import draw_all
    from maps.album import NO_ALBUM, own_album
    from module_builder.kit import area_numbers
    from module_builder.vassal.archive import make_folder, write_file

    numbers = area_numbers(game, overlay)
    make_folder(out)
    names = []
    with progress() as report, NO_ALBUM if no_cache else own_album() as album:
        for name, data in draw_all(game, px=px, numbers=numbers, overlay=overlay, album=album, cut=True):
            report(name)
            write_file(out / name, data)
            names.append(name)
    _print({"folder": str(out), "files": names}) if as_json else click.echo(f"{len(names)} pictures in {out}")


@cli.command()
@click.argument("position")
@click.option("-o", "out", type=_PATH, required=True, help="The .vsav.")
@_overlay
def save(position: str, out: Path, overlay: Path | None) -> None:
    """Write a position as a save that VASSAL opens.

    POSITION is a save, a log, a position JSON, a sketch, or a scenario.

    Example: module-builder save breakout-normandy:d-day -o start.vsav
    """
    from adjudicator.asking.loading import load_position
    from adjudicator.saves.apart import need_apart
    from module_builder.save import write_position

    need_apart(position, out)
    loaded = load_position(position, overlay=overlay)
    if loaded.position is None:
        raise SaveError(position, "a position", f"try {position}:{next(iter(loaded.game.scenarios))}")
    write_position(loaded.position, out, overlay=overlay)
    click.echo(out)


@cli.command("log")
@click.argument("record", type=_FILE)
@click.option("-o", "out", type=_PATH, required=True, help="The .vlog.")
@_overlay
def log_of(record: Path, out: Path, overlay: Path | None) -> None:
    """Write a game record as a log that VASSAL plays step by step.

    RECORD is what `adjudicator play --record` or `adjudicator audit --record` has written.

    Example: module-builder log tests/audit/storm_game.txt -o game.vlog
    """
    from module_builder.game_log import write_log

    click.echo(f"{out}: {many(write_log(record, out, overlay=overlay), 'step')}")


@cli.command()
@click.argument("save", type=_FILE)
@click.option("--module", type=_FILE, required=True, help="The newer .vmod.")
@click.option("-o", "out", type=_PATH, required=True, help="The new .vsav.")
@click.option("--was", type=_FILE, help="The module that made the save, if its map was drawn otherwise.")
@_overlay
@_as_json
def upgrade(
    save: Path, module: Path, out: Path, was: Path | None, overlay: Path | None, *, as_json: bool
) -> None:
    """Carry a save of an older module over to a newer one.

    The save may be of an older version, another overlay or another geometry; a log keeps its steps.
    What could not be carried over is listed.

    Example: module-builder upgrade old.vsav --module modules/june-six.vmod -o new.vsav
    """
    from adjudicator.saves.upgrading import upgrade_save

    done = upgrade_save(save, module, out, overlay=overlay, was=was)
    if as_json:
        data = {"module": done.module, "pieces": done.pieces, "lost": done.lost, "new": done.new}
        _print({"save": str(out), **data})
        return
    click.echo(f"{out}: {many(done.pieces, 'piece')} carried over to {done.module}")
    for line in done.lost:
        click.echo(f"not carried over: {line}")
    if done.new:
        more = f" and {len(done.new) - _SHOWN} more" if len(done.new) > _SHOWN else ""
        click.echo(f"new in this module, and nowhere in the save: {', '.join(done.new[:_SHOWN])}{more}")


@cli.command()
@click.argument("file", metavar="FILE|DIR", type=_PATH)
@_as_json
@_whole
def lint(file: Path, *, as_json: bool, whole: bool) -> None:
    """What would break or annoy in VASSAL, in any module; or in that of a game in a folder of yours.

    Example: module-builder lint modules/breakout-normandy.vmod

    Example: module-builder lint docs/examples/two-rivers
    """
    from module_builder import lint as checks

    findings = linted(file) if file.is_dir() else checks.lint(_FILE.convert(file, None, None))
    click.echo(checks.report(findings, as_json=as_json, whole=whole))
    if any(f.severity is checks.Severity.ERROR for f in findings):
        raise click.exceptions.Exit(1)


@cli.command()
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
@_as_json
@_whole
def diff(old: Path, new: Path, *, as_json: bool, whole: bool) -> None:
    """What changed between two modules, in words.

    Example: module-builder diff old.vmod new.vmod
    """
    from module_builder import diff as changes

    click.echo(changes.report(changes.diff(old, new), as_json=as_json, whole=whole))


@cli.group()
def data() -> None:
    """The owner's overlay, and where every value comes from.

    Example: module-builder data report breakout-normandy
    """


@data.command()
@click.argument("game", type=_OURS)
@click.option("-o", "out", type=_PATH, required=True, help="Folder of the overlay, or the spreadsheet.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="A spreadsheet instead of files.")
@click.option("--most", type=click.IntRange(1), help="Lines of the spreadsheet; 4000 where left out.")
def template(game: str, out: Path, form: str | None, most: int | None) -> None:
    """Write the files that an owner fills in, or one spreadsheet, which `data import` reads.

    Example: module-builder data template breakout-normandy -o my-overlay

    Example: module-builder data template june-six --format ods -o june.ods
    """
    from module_builder.data import write_template

    if form is not None:
        _spreadsheet(game, out, form, most)
        return
    if most is not None:
        raise click.UsageError("--most goes with --format")
    written = write_template(game, out)
    for path in written:
        click.echo(path)
    if not written:
        click.echo(f"{out}: every file stands there already")


def _spreadsheet(game: str, out: Path, form: str, most: int | None) -> None:
    from module_builder.owner import MOST, write_sheet

    path = out if out.suffix else out.with_suffix(f".{form}")
    if path.suffix.casefold() != f".{form}":
        raise click.UsageError(f"{path.name} is no name of a {form} file")
    count, left = write_sheet(game, path, most=most or MOST)
    click.echo(f"{many(count, 'line')} to fill in, what decides most first: {path}")
    if left:
        click.echo(f"{left:,} more decide less (--most)", err=True)


@data.command()
@click.argument("game", type=_GAME)
@click.option(
    "--register", is_flag=True, help="Number them: for those who maintain the data, not for owners."
)
@_as_json
def gpids(game: str, *, register: bool, as_json: bool) -> None:
    """The permanent piece ids: how many, and pieces still without one.

    Example: module-builder data gpids breakout-normandy
    """
    from module_builder.kit import gpid_file, load_gpids, load_kit
    from module_builder.kit import register as numbered
    from module_builder.pieces import all_uids
    from module_builder.vassal.archive import write_file

    known, wanted = load_gpids(game), all_uids(load_kit(game))
    new = [uid for uid in wanted if uid not in known]
    if register and new:
        write_file(gpid_file(game), numbered(known, wanted).encode())
    if as_json:
        _print({"known": len(known), "new": new, "registered": register})
        return
    for uid in new:
        click.echo(f"{'registered' if register else 'without a gpid'}: {uid}")
    click.echo(f"{len(known)} known, {len(new)} new")


@data.command()
@click.argument("game", type=_OURS)
@_overlay
@_as_json
def report(game: str, overlay: Path | None, *, as_json: bool) -> None:
    """Count the values by the kind of their source, ours or with an owner's.

    Example: module-builder data report breakout-normandy
    """
    from module_builder.data import KINDS, report_sources

    rows = report_sources(game, overlay)
    if as_json:
        _print(rows)
        return
    click.echo(f"{'':14}" + "".join(f"{kind:>15}" for kind in KINDS))
    for name, counts in rows.items():
        click.echo(f"{name:14}" + "".join(f"{counts.get(kind, 0):>15}" for kind in KINDS))


@data.command()
@click.argument("game", metavar="DIR|GAME")
@_as_json
def check(game: str, *, as_json: bool) -> None:
    """What is wrong with an overlay or a game of your own; of a game of ours, what of each division is there.

    Example: module-builder data check my-copy

    Example: module-builder data check docs/examples/two-rivers

    Example: module-builder data check breakout-normandy
    """
    from module_builder.data import check_divisions

    if (Path(game) / GAME_FILE).is_file():
        check_game(Path(game), as_json=as_json)
        return
    if game not in GAMES:
        check_folder(Path(game))
        return
    divisions = check_divisions(game)
    if as_json:
        rows = [
            {"id": d.id, "name": d.name, "present": list(d.present), "missing": dict(d.missing)}
            for d in divisions
        ]
        _print(rows)
        return
    for division in divisions:
        click.echo(f"{division.name}: {len(division.present)} of {division.expected}")
        for part, reason in division.missing.items():
            click.echo(f"  without {part}: {reason}")


@data.command()
@click.argument("sheet", type=_FILE)
@click.argument("game", type=_OURS)
@click.option(
    "--grid", help="Columns x rows of counters that touch, such as 14x20; a die-cut preset otherwise."
)
@click.option("--preset", default="die-cut", help="Preset or TOML file with the places of a die.")
@click.option(
    "--corners", nargs=4, help="x,y of the corners from the upper left, clockwise; found by itself."
)
@click.option("--number", type=click.IntRange(1, 99), default=1, help="Which sheet of the game it is.")
@click.option("--back", type=click.Choice(["side", "top"]), help="Backs: how the sheet was turned over.")
@click.option("--names", type=_FILE, help="The names that you have corrected.")
@click.option("--inset", type=click.FloatRange(0, 20), default=0.0, help="Percent to cut off on every side.")
@click.option("--replace", is_flag=True, help="Replace pictures that are there already.")
@click.option(
    "--overlay",
    type=FOLDER,
    envvar="BOCAGE_OVERLAY",
    required=True,
    help="Your folder; the pictures go into its folder art ($BOCAGE_OVERLAY).",
)
@_as_json
def scan(sheet: Path, game: str, *, as_json: bool, **asked: Any) -> None:
    """Cut a scanned counter sheet into your own art.

    The sheet is laid flat and cut; every counter is named in the order of the game's sheets. Correct the
    list of names, and apply it with --names.

    Example: module-builder data scan sheet.png june-six --grid 14x20 --overlay mine
    """
    from adjudicator.owning.scan_names import sheet_of
    from counters.press import load_counters
    from module_builder.printing.preset import load_preset
    from module_builder.scan import Scan, scan_sheet
    from module_builder.scan_dies import die_of_preset, plain_die, read_grid

    if asked["grid"]:
        die = plain_die(*read_grid(asked["grid"]))
    else:
        preset = load_preset(asked["preset"])
        places = preset.grid.columns * preset.grid.rows if preset.grid else 1
        size, _ = sheet_of(load_counters(game, numbers={}), places, asked["number"])
        die = die_of_preset(preset, size)
    done = scan_sheet(
        Scan(
            sheet,
            game,
            asked["overlay"],
            die,
            corners=asked["corners"] or (),
            sheet=asked["number"],
            names=asked["names"],
            turned=asked["back"] or "",
            inset=asked["inset"],
            replace=asked["replace"],
        )
    )
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in done.corners)
    if as_json:
        gone = [str(path) for path in done.gone]
        paths = {"names": str(done.names), "overview": str(done.overview)}
        _print({"cut": done.cut, "px": done.px, "corners": corners, **paths, "gone": gone})
        return
    click.echo(f"{done.cut} counters of {done.px} pixels cut; corners of the sheet: {corners}")
    click.echo(f"look it over: {done.overview}; correct the names: {done.names}, and apply them with --names")


for _command in (*HOMEMADE, *PRINTING):
    cli.add_command(_command)
for _command in OWNING:
    data.add_command(_command)

if __name__ == "__main__":
    main()
