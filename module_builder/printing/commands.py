"""The commands that print: ``sheets``, ``cards``, ``map``, ``aids``, ``printer``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudicator.asking.game_names import GameName
from maps.errors import DataError
from module_builder.printing.printer_commands import as_json, printer, read_shift
from module_builder.progress import progress

if TYPE_CHECKING:
    from module_builder.printing.page import Shift
    from module_builder.printing.preset import Preset
    from module_builder.printing.selection import Selection

__all__ = ["FOLDER", "PRINTING"]

_F = TypeVar("_F", bound=Callable[..., object])
_GAME = GameName()


_WRITTEN = (".vmod", ".vsav", ".vlog", ".pdf", ".png", ".zip")  # what a folder is not called


class _Folder(click.Path):
    """A folder, there or to be made: a file, a device or a pipe is refused at once, like a file's name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        place = Path(value)
        if place.exists() and not place.is_dir():
            self.fail(f"{value} is no folder", param, ctx)
        if not place.exists() and place.suffix.lower() in _WRITTEN:
            self.fail(f"{value} is a file's name. Name the folder: {place.parent}", param, ctx)
        return super().convert(value, param, ctx)


FOLDER = _Folder(path_type=Path, file_okay=False)
_PATH = click.Path(path_type=Path)
_overlay = click.option(
    "--overlay",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    envvar="BOCAGE_OVERLAY",
    help="Folder with your own corrections ($BOCAGE_OVERLAY).",
)
_workers = click.option(
    "--workers", type=click.IntRange(1, 64), help="Processes that draw.", show_default="one a core"
)


def _options(*options: Callable[[_F], _F]) -> Callable[[_F], _F]:
    """Several options as one decorator, in the order in which help shows them."""

    def decorate(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_PRESETS = "the preset's"
_layout = _options(
    click.option(
        "--preset",
        default="home-a4",
        help="home-a4, home-letter, one-cut-a4, one-cut-letter, gutterfold-a4, gutterfold-letter, "
        "cutter-a4, cutter-letter, pod-sheet, pod-pieces, die-cut, or a TOML of your own.",
    ),
    click.option(
        "--paper",
        help="A4, 'A4 landscape', A3, Letter, 12x18in, or a size such as 200x280mm.",
        show_default=_PRESETS,
    ),
    click.option("--margin", help="What the printer cannot reach, such as 5mm.", show_default=_PRESETS),
    click.option("--gap", help="Between counters, cut to cut.", show_default=_PRESETS),
    click.option("--bleed", help="How far the art runs over the cut.", show_default=_PRESETS),
    click.option("--safe", help="How far print stays away from the cut.", show_default=_PRESETS),
    click.option(
        "--corner", help="Radius of the corner punch: 2mm, 2.5mm, 3mm; 0 for square.", show_default=_PRESETS
    ),
    click.option("--backs", help="duplex, gutterfold, separate, numbered or none.", show_default=_PRESETS),
    click.option(
        "--flip",
        help="long or short: the edge about which the printer turns the sheet.",
        show_default=_PRESETS,
    ),
    click.option("--crop", help="Crop marks on front, back, both or none.", show_default=_PRESETS),
    click.option("--cut-lines", help="marks, or full for lines across the sheet.", show_default=_PRESETS),
    click.option(
        "--registration",
        help="none, crosshairs, or cutter for a desktop cutter's three marks.",
        show_default=_PRESETS,
    ),
    click.option("--intent", help="ICC profile of the press, from the print shop; the PDF carries it."),
    click.option("--dpi", type=click.IntRange(72, 1200), help="Of the art.", show_default=_PRESETS),
    click.option(
        "--png-dpi", type=click.IntRange(36, 1200), help="Of the PNG of each page.", show_default=_PRESETS
    ),
)
_printer = _options(
    click.option("--printer", help="Use what was stored by `module-builder printer set`."),
    click.option("--front-offset", help="Move the fronts: x,y[,angle] in mm and degrees."),
    click.option("--back-offset", help="Move the backs: x,y[,angle] in mm and degrees."),
)
_choice = _options(
    click.option("--side", "sides", multiple=True, help="german or allied; may be repeated."),
    click.option("--formation", "formations", multiple=True, help="Division or corps, such as 352."),
    click.option("--sheet", "numbers", multiple=True, type=int, help="Number of the published sheet."),
    click.option("--counter", "ids", multiple=True, help="ID or ID=COPIES; only these."),
    click.option(
        "--list",
        "listed",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        help="CSV with columns quantity,id; only these.",
    ),
    click.option("--used-by", "position", help="Only what this save or position needs."),
    click.option("--changed-since", "earlier", type=_PATH, help="Only what changed since the build there."),
)


def _shifts(
    printer: str | None, front: str | None, back: str | None, preset: Preset
) -> tuple[Shift, Shift, dict[str, str]]:
    """Offsets as stored for a printer or as given, and what the file's metadata say of them."""
    from module_builder.printing.page import Shift
    from module_builder.printing.printers import load_profile

    stored = load_profile(printer).shifts(preset) if printer is not None else (Shift(), Shift())
    fronts = read_shift(front, "--front-offset") or stored[0]
    backs = read_shift(back, "--back-offset") or stored[1]
    said = {} if printer is None else {"printer": printer}
    for name, shift in (("front offset", fronts), ("back offset", backs)):
        if shift != Shift():
            said[name] = f"{shift.x:g},{shift.y:g} mm, {shift.angle:g} degrees"
    return fronts, backs, said


def _preset(name: str, changes: dict[str, Any]) -> Preset:
    """A preset with what the command line says instead."""
    from module_builder.printing.preset import load_preset, replaced

    return replaced(load_preset(name), {key: value for key, value in changes.items() if value is not None})


def _selection(game: str, overlay: Path | None, said: dict[str, Any]) -> Selection:
    from module_builder.printing.selection import Selection, changed, read_list, read_wanted

    wanted = read_wanted(said["ids"])
    if said["listed"]:
        for id_, copies in read_list(said["listed"]).items():
            wanted[id_] = wanted.get(id_, 0) + copies
    return Selection(
        sides=said["sides"],
        formations=said["formations"],
        sheets=said["numbers"],
        quantities=wanted if said["ids"] or said["listed"] else None,
        held=None if said["position"] is None else _held(game, said["position"], overlay),
        since=changed(said["earlier"], game) if said["earlier"] else None,
    )


def _held(game: str, text: str, overlay: Path | None) -> dict[str, int]:
    from adjudicator.asking.loading import load_position
    from module_builder.kit import load_kit
    from module_builder.printing.selection import used_by

    loaded = load_position(text, overlay=overlay)
    if loaded.position is None or loaded.game.slug != game:
        raise DataError("--used-by", text, f"a position of {game}, not of {loaded.game.slug}")
    return used_by(load_kit(game, overlay), loaded.position)


def _tell(files: list[Path] | tuple[Path, ...], facts: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"files": [str(f) for f in files], **facts}, ensure_ascii=False, indent=2))
        return
    for file in files:
        click.echo(file)


@click.command()
@click.argument("game", type=_GAME)
@click.option("-o", "out", type=FOLDER, default=Path("print"), help="Folder for the files.")
@click.option("--size", help="Side of every counter, such as 5/8in.", show_default="the game's own sizes")
@_layout
@_choice
@_printer
@click.option(
    "--only",
    "formats",
    multiple=True,
    help="pdf, png, cut or contact alone; may be repeated.",
    show_default="all but contact",
)
@click.option("--contact", is_flag=True, help="Also a sheet to look at: every counter once, forty a page.")
@_workers
@_overlay
@click.option("--no-cache", is_flag=True, help="Draw every face anew, and keep none in ~/.cache/bocage.")
@as_json
def sheets(
    *,
    game: str,
    out: Path,
    size: str | None,
    printer: str | None,
    front_offset: str | None,
    back_offset: str | None,
    formats: tuple[str, ...],
    contact: bool,
    workers: int | None,
    overlay: Path | None,
    no_cache: bool,
    **said: Any,
) -> None:
    """Print-ready counter sheets: PDF, PNG, cut files. Print the PDF at 100 %.

    Example: module-builder sheets breakout-normandy -o print --preset home-letter --side german
    """
    from maps.album import NO_ALBUM, own_album
    from module_builder.printing.lengths import parse_length
    from module_builder.printing.sheets import FORMATS, USUAL, Order, write_sheets

    as_json = said.pop("as_json")
    unknown = [name for name in formats if name not in FORMATS]
    if unknown:
        raise DataError("--only", unknown[0], f"one of {', '.join(FORMATS)}")
    choice = {name: said.pop(name) for name in _CHOICE}
    preset = _preset(said.pop("preset"), said)
    front, back, facts = _shifts(printer, front_offset, back_offset, preset)
    order = Order(
        game,
        preset,
        _selection(game, overlay, choice),
        size=parse_length(size, "--size") if size is not None else None,
        front=front,
        back=back,
        facts=facts,
        formats=(*(formats or USUAL), *(["contact"] if contact else ())),
        overlay=overlay,
        workers=workers,
        album=NO_ALBUM if no_cache else own_album(),
    )
    with progress() as report:
        made = write_sheets(order, out, progress=report)
    for warning in made.warnings:
        click.echo(f"warning: {warning}", err=True)
    numbers = {"counters": made.counters, "sheets": made.sheets, "warnings": list(made.warnings)}
    _tell(made.files, numbers, as_json=as_json)


@click.command()
@click.argument("game", type=_GAME)
@click.option("-o", "out", type=FOLDER, default=Path("print"), help="Folder for the files.")
@click.option(
    "--preset",
    default="cards-a4",
    help="cards-a4, cards-letter, cards-10, another preset, or a TOML of your own.",
)
@_printer
@_workers
@_overlay
@as_json
def cards(
    *,
    game: str,
    out: Path,
    preset: str,
    printer: str | None,
    front_offset: str | None,
    back_offset: str | None,
    workers: int | None,
    overlay: Path | None,
    as_json: bool,
) -> None:
    """Print-ready cards with their backs, 63.5 x 88.9 mm. Print the PDF at 100 %.

    Example: module-builder cards breakout-normandy -o print --preset cards-letter
    """
    from module_builder.printing.cards import write_cards

    chosen = _preset(preset, {})
    front, back, facts = _shifts(printer, front_offset, back_offset, chosen)
    with progress() as report:
        files = write_cards(
            game,
            out,
            chosen,
            front=front,
            back=back,
            facts=facts,
            workers=workers,
            overlay=overlay,
            progress=report,
        )
    _tell(files, {}, as_json=as_json)


@click.command()
@click.argument("game", type=_GAME)
@click.option("-o", "out", type=FOLDER, default=Path("print"), help="Folder for the files.")
@click.option("--paper", default="A4", help="A4, Letter, or a size such as 200x280mm.")
@_overlay
@as_json
def aids(game: str, out: Path, paper: str, overlay: Path | None, *, as_json: bool) -> None:
    """Player aids: charts, sequence of play, tracks, set-up cards by side. Print the PDF at 100 %.

    Example: module-builder aids dark-summer -o print --paper Letter
    """
    from module_builder.printing.aids import write_aids
    from module_builder.printing.lengths import parse_paper

    with progress() as report:
        files = write_aids(game, out, paper=parse_paper(paper), overlay=overlay, progress=report)
    _tell(files, {}, as_json=as_json)


@click.command(name="map")
@click.argument("game", type=_GAME)
@click.option("-o", "out", type=_PATH, required=True, help="The PNG, or the PDF with its true size.")
@click.option("--dpi", type=click.IntRange(36, 600), default=300, help="Dots an inch.")
@click.option(
    "--scale",
    type=click.FloatRange(1, 4),
    default=1.0,
    help="2 for twice the size, with larger type; drawn anew, so letters stay crisp.",
)
@click.option(
    "--board", default="", show_default=False, help="One board of a map that has several: A, Channel ..."
)
@click.option("--paper", help="Tiles of the PDF: A4, Letter, A3 ...", show_default="one large page")
@click.option("--landscape/--portrait", default=None, help="How the tiles lie.", show_default="fewest pages")
@click.option("--overlap", default="10mm", help="What neighbouring tiles share.")
@click.option("--margin", default="8mm", help="What the printer cannot reach.")
@_workers
@_overlay
def map_(
    *,
    game: str,
    out: Path,
    dpi: int,
    scale: float,
    board: str,
    paper: str | None,
    landscape: bool | None,
    overlap: str,
    margin: str,
    workers: int | None,
    overlay: Path | None,
) -> None:
    """Draw the map for print: a picture, one large page, or tiles to glue together.

    Print the PDF at 100 %.

    Example: module-builder map breakout-normandy -o map.pdf --paper A4
    """
    from module_builder.printing.lengths import parse_length, parse_paper
    from module_builder.printing.tiles import MapOrder, write_map

    if out.suffix.lower() not in {".png", ".pdf"}:
        raise DataError("-o", str(out), "a name that ends in .png or .pdf")
    with progress() as report:
        if out.suffix.lower() == ".png":
            from adjudicator.saves.printed import arrivals
            from maps.render import draw_map
            from module_builder.kit import printed_units
            from module_builder.vassal.archive import make_folder

            make_folder(out.absolute().parent)
            report("map")
            arriving = arrivals(printed_units(game, overlay))
            count = workers or os.cpu_count() or 1
            draw_map(
                game,
                out,
                dpi=dpi,
                scale=scale,
                part=board,
                arrivals=arriving,
                workers=count,
                overlay=overlay,
            )
        else:
            order = MapOrder(
                game,
                dpi=dpi,
                scale=scale,
                paper=parse_paper(paper) if paper else None,
                landscape=landscape,
                overlap=parse_length(overlap, "--overlap"),
                margin=parse_length(margin, "--margin"),
                workers=workers,
                board=board,
                overlay=overlay,
            )
            write_map(order, out, progress=report)
    click.echo(out)


_CHOICE = ("sides", "formations", "numbers", "ids", "listed", "position", "earlier")
PRINTING = (sheets, cards, map_, aids, printer)
