"""The commands about printers: ``printer calibrate``, ``printer set``, ``printer list``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from maps.errors import DataError

if TYPE_CHECKING:
    from module_builder.printing.page import Shift

__all__ = ["as_json", "printer", "read_shift"]

as_json = click.option("--json", "as_json", is_flag=True, help="For a script.")


def read_shift(text: str | None, option: str) -> Shift | None:
    """An offset as it is typed: x,y[,angle]; None where none is.

    Parameters
    ----------
    text
        What was typed.
    option
        Its name, for messages.

    Returns
    -------
    Shift or None

    Raises
    ------
    maps.errors.DataError
        It is no offset, or one out of reason.

    Examples
    --------
    >>> read_shift("0.2,-0.5", "--front")
    Shift(x=0.2, y=-0.5, angle=0.0)
    """
    from module_builder.printing.lengths import parse_numbers
    from module_builder.printing.page import Shift
    from module_builder.printing.printers import check_shift

    if text is None:
        return None
    shift = Shift(*parse_numbers(text, 3, option))
    check_shift(option, text, shift)
    return shift


@click.group()
def printer() -> None:
    """What your printer does wrong, measured once and made good ever after.

    Example: module-builder printer calibrate office -o calibrate.pdf
    """


@printer.command()
@click.argument("name")
@click.option(
    "-o", "out", type=click.Path(path_type=Path), help="The PDF.", show_default="NAME-calibration.pdf"
)
@click.option("--paper", default="A4", help="The paper that you print on.")
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    help="The edge about which the printer turns the sheet.",
)
def calibrate(name: str, out: Path | None, paper: str, flip: str) -> None:
    """Write the page that shows where the printer puts front and back. Print the PDF at 100 %.

    Example: module-builder printer calibrate office --paper Letter
    """
    from module_builder.printing.lengths import parse_paper
    from module_builder.printing.pdf import write_pdf
    from module_builder.printing.printers import Profile, calibration_document

    known = Profile(name).name  # refuses what `printer set` would refuse when all is printed and read
    file = out or Path(f"{known}-calibration.pdf")
    write_pdf(calibration_document(known, parse_paper(paper), flip=flip), file)
    click.echo(file)


@printer.command(name="set")
@click.argument("name")
@click.option("--front", help="Reading of the front: x,y in mm.", show_default="as stored before")
@click.option(
    "--back", help="Reading of the back: x,y[,angle] in mm and degrees.", show_default="as stored before"
)
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    help="As the page was calibrated.",
    show_default="as stored, or long",
)
def set_(name: str, front: str | None, back: str | None, flip: Literal["long", "short"] | None) -> None:
    """Store what was read on the calibration page.

    Example: module-builder printer set office --front 0.2,-0.5 --back 0.4,1.1,0.2
    """
    from module_builder.printing.printers import Profile, profiles, save_profile

    if front is None and back is None:
        raise DataError("printer set", name, "--front, --back, or both")
    old = profiles().get(name, Profile(name))
    save_profile(
        Profile(
            name,
            read_shift(front, "--front") or old.front,
            read_shift(back, "--back") or old.back,
            flip or old.flip,
        )
    )
    click.echo(f"{name}: stored")


@printer.command(name="list")
@as_json
def list_(*, as_json: bool) -> None:
    """The printers that have been measured.

    Example: module-builder printer list
    """
    from module_builder.printing.printers import profiles

    known = profiles()
    if as_json:
        rows = {
            name: {"front": _row(p.front), "back": _row(p.back), "flip": p.flip} for name, p in known.items()
        }
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not known:
        click.echo("none has been measured yet; begin with `module-builder printer calibrate NAME`")
    for name, p in known.items():
        click.echo(
            f"{name}: front {p.front.x:g},{p.front.y:g} mm; "
            f"back {p.back.x:g},{p.back.y:g} mm, {p.back.angle:g} degrees; {p.flip} edge"
        )


def _row(shift: Shift) -> list[float]:
    return [shift.x, shift.y, shift.angle]
