"""A scanned counter sheet becomes the owner's art: laid flat, cut, each counter under its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw

from adjudicator.owning.scan_names import Naming, names_text, read_names, sheet_of
from adjudicator.owning.scan_pieces import list_file, load_pieces, pictures_of, piece_file, to_change
from counters.encoding import png_bytes
from counters.press import load_counters
from maps.art import BACK, art_folder, open_picture
from maps.errors import DataError
from module_builder.kit import area_numbers
from module_builder.scan_corners import find_corners, flattened, read_corners, sides_of
from module_builder.scan_dies import turned_over
from module_builder.vassal.files import make_folder, write_file
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.owning.scan_names import Place
    from adjudicator.owning.scan_pieces import Pieces
    from module_builder.scan_corners import Corners
    from module_builder.scan_dies import Die

__all__ = ["Scan", "Scanned", "scan_sheet"]

_LEAST_PX, _MOST_PX = 40, 600  # pixels of a counter's side: too few to read; more than are ever shown
_UNEVEN = 1.18  # longer side of a place to the shorter where the grid is wrong
_LOOK = 2400  # pixels of the longer side of the picture to look over
_LEVEL = 6
_FEW, _PRINT = 6, 18  # parts of a counter each way, and the difference of their colours that is print


@dataclass(frozen=True, slots=True)
class Scan:
    """What is to be cut.

    Parameters
    ----------
    picture
        The scan or photograph.
    game, overlay
        Slug, and folder with the owner's corrections.
    die
        Where the counters lie.
    corners
        Of the sheet, as typed; found where there are none.
    sheet
        Number of the sheet.
    names
        File that says which counter lies where; proposed where None.
    turned
        Empty for fronts; for backs ``side`` or ``top``, as the sheet was turned over.
    inset
        Percent of a counter that are cut off on every side.
    replace
        Whether pictures that are there already may be replaced.

    Examples
    --------
    >>> from module_builder.scan_dies import plain_die
    >>> Scan(Path("sheet.png"), "june-six", Path("mine"), plain_die(14, 20)).list_file.as_posix()
    'mine/june-six/art/scan-1.csv'
    """

    picture: Path
    game: str
    overlay: Path
    die: Die
    corners: Sequence[str] = ()
    sheet: int = 1
    names: Path | None = None
    turned: str = ""
    inset: float = 0.0
    replace: bool = False

    @property
    def folder(self) -> Path:
        """Where the pictures go."""
        return art_folder(self.overlay, self.game, "counters")

    @property
    def list_file(self) -> Path:
        """Where the proposed names go."""
        return list_file(self.overlay, self.game, self.sheet)


@dataclass(frozen=True, slots=True)
class Scanned:
    """What has been cut.

    Parameters
    ----------
    names
        File with the names.
    overview
        Picture of the flat sheet with its names on it, to look over.
    cut
        How many counters have their picture.
    px
        Side of each in pixels.
    corners
        Of the sheet in the scan.
    gone
        Pictures under names that are no more, which were taken away.

    Examples
    --------
    >>> Scanned(Path("scan-1.csv"), Path("scan-1.png"), 280, 180, ((0, 0), (9, 0), (9, 9), (0, 9))).gone
    ()
    """

    names: Path
    overview: Path
    cut: int
    px: int
    corners: Corners
    gone: tuple[Path, ...] = ()


def scan_sheet(scan: Scan) -> Scanned:
    """Cut a sheet: everything is looked at first, then all of it is written.

    Parameters
    ----------
    scan
        What.

    Returns
    -------
    Scanned

    Raises
    ------
    DataError
        The picture, the corners, the grid or the names are wrong; nothing has been written then.
    module_builder.vassal.errors.FormatError
        The folder cannot be written.
    """
    known = scan.overlay if scan.overlay.is_dir() else None
    counters = load_counters(scan.game, numbers=area_numbers(scan.game, known), overlay=known)
    titles = {counter.id: counter.name for counter in counters}
    if scan.names is None and scan.list_file.exists():
        raise DataError(str(scan.list_file), "", "no such file yet", "apply it with --names, or remove it")
    _, order = sheet_of(counters, len(scan.die.cells), scan.sheet)
    proposed = dict.fromkeys(scan.die.cells, "") | dict(zip(scan.die.cells, order, strict=False))
    naming = (
        Naming(proposed)
        if scan.names is None
        else read_names(scan.names, titles, scan.die.rows, scan.die.columns)
    )
    image = open_picture(scan.picture)
    corners = (
        read_corners(scan.corners, image.size) if scan.corners else find_corners(image, scan.picture.name)
    )
    px = _side(scan, corners)
    scale = px / next(iter(scan.die.cells.values())).width
    flat = flattened(image, corners, (round(scan.die.width * scale), round(scan.die.height * scale)))
    before = load_pieces(scan.overlay, scan.game, scan.sheet)
    end = BACK if scan.turned else ""
    cut = _cut(scan, flat, scale, px)
    pieces = {key: data for key, data in before.items() if key[1] != end} | cut
    shown = sum(bool(naming.names.get(place)) for place, _ in cut)
    if not shown:
        raise DataError(scan.picture.name, "", "a counter in at least one of the places that are named")
    wanted, answered = pictures_of(naming, pieces), pictures_of(naming, cut)
    own = {*pieces.values(), *before.values()}
    pictures, gone = to_change(scan.folder, wanted, answered, own, proposed.values(), replace=scan.replace)
    listed = scan.names or scan.list_file
    overview = scan.folder.parent / f"scan-{scan.sheet}{end}.png"
    make_folder(scan.folder)
    make_folder(piece_file(scan.overlay, scan.game, scan.sheet, (1, 1)).parent)
    if not scan.list_file.exists():
        text = names_text(naming, titles, sheet=scan.sheet, file=str(scan.list_file))
        write_file(scan.list_file, text.encode())
    write_file(overview, png_bytes(_overview(scan, flat, naming.names, scale), level=_LEVEL))
    for (place, side), data in cut.items():
        write_file(piece_file(scan.overlay, scan.game, scan.sheet, place, side), data)
    for path, data in pictures.items():
        write_file(path, data)
    for path in (*gone, *_blank(scan, before, cut, end)):
        path.unlink()
    return Scanned(listed, overview, shown, px, corners, gone)


def _blank(scan: Scan, before: Pieces, cut: Pieces, end: str) -> list[Path]:
    """Pieces of an older cut where nothing lies any more."""
    gone = [place for place, side in before if side == end and (place, side) not in cut]
    return [piece_file(scan.overlay, scan.game, scan.sheet, place, end) for place in gone]


def _side(scan: Scan, corners: Corners) -> int:
    """Side of a counter in pixels, as the scan shows it."""
    die = scan.die
    cell = next(iter(die.cells.values()))
    width, height = sides_of(corners)
    across, down = width / die.width * cell.width, height / die.height * cell.height
    if max(across, down) > _UNEVEN * min(across, down):
        shape = f"{die.columns} x {die.rows}"
        found = f"a grid of squares: with {shape} a counter would be {across:.0f} x {down:.0f} pixels"
        raise DataError(scan.picture.name, f"grid {shape}", found, "count columns x rows, or give --corners")
    if min(across, down) < _LEAST_PX:
        found = f"at least {_LEAST_PX} pixels a counter, not {min(across, down):.0f}"
        raise DataError(scan.picture.name, "", found, "scan it with more dots an inch")
    return min(_MOST_PX, round((across + down) / 2))


def _cut(scan: Scan, flat: Image.Image, scale: float, px: int) -> Pieces:
    """The picture of every place where something is printed, whatever its name."""
    found: Pieces = {}
    end = BACK if scan.turned else ""
    for place in scan.die.cells:
        seen = turned_over(place, scan.die, scan.turned) if scan.turned else place
        cell = scan.die.cells[seen]
        inset = cell.width * scan.inset / 100
        sides = (cell.x + inset, cell.y + inset, cell.right - inset, cell.bottom - inset)
        left, top, right, bottom = (value * scale for value in sides)
        picture = flat.resize((px, px), Image.Resampling.LANCZOS, box=(left, top, right, bottom))
        if not _is_blank(picture):
            found[place, end] = png_bytes(picture, level=_LEVEL)
    return found


def _is_blank(picture: Image.Image) -> bool:
    """Whether nothing is printed there: a counter without a back, or a place without a counter."""
    few = picture.resize((_FEW, _FEW), Image.Resampling.BOX)
    return int(np.ptp(np.asarray(few), axis=(0, 1)).max()) < _PRINT


def _overview(scan: Scan, flat: Image.Image, names: Mapping[Place, str], scale: float) -> Image.Image:
    """The flat sheet with the cuts and the names on it."""
    from counters.fonts import font as lettering

    less = min(1.0, _LOOK / max(flat.size))
    image = flat.resize((round(flat.width * less), round(flat.height * less)), Image.Resampling.LANCZOS)
    draw, scale = ImageDraw.Draw(image), scale * less
    for place, name in names.items():
        cell = scan.die.cells[turned_over(place, scan.die, scan.turned) if scan.turned else place]
        box = tuple(value * scale for value in (cell.x, cell.y, cell.right, cell.bottom))
        draw.rectangle(box, outline="#ff00c8", width=2)
        if name:
            font = lettering(max(9, round(cell.width * scale / 7)))
            text = draw.textbbox((box[0] + 3, box[3] - 3), name, font=font, anchor="lb")
            draw.rectangle(text, fill="#ffffff")
            draw.text((box[0] + 3, box[3] - 3), name, font=font, anchor="lb", fill="#000000")
    return image
