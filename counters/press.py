"""Counters for print: the sheets of the published game, faces with bleed and safe area, drawn in parallel."""

from __future__ import annotations

import hashlib
import io
from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from counters.art import OwnArt, own_art
from counters.catalog import load_markers, load_units
from counters.faces import PrintedFace
from counters.overlays import Cut
from counters.palette import Palette, load_palette
from counters.parallel import in_parallel
from counters.render import marker_faces, unit_faces
from counters.stock import MARKER
from counters.units import Unit
from maps.album import NO_ALBUM, Album
from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Marker
    from counters.formations import Formation
    from counters.stock import Stock

__all__ = [
    "Counter",
    "Job",
    "PrintedFace",
    "counter_jobs",
    "draw",
    "draw_faces",
    "load_counters",
    "sheet_size",
]

INCH = 25.4
_COMPRESSION = 4  # of a PNG: 6 takes a fifth longer for 2 % less, 9 four times as long for 8 % less
_CHUNK = 12  # faces that a process is given at a time
_WORTH = 24  # faces that are worth the start of another process


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of the published game, with the number of copies that it holds.

    Parameters
    ----------
    id
        Of the unit or marker.
    name
        Full name.
    side, nationality
        Words of the game; empty for markers that have none.
    formation
        Division, or corps of a unit without one; empty where there is neither.
    sheet
        Number of the counter sheet that it belongs to, from 1; of several copies, the first.
    size
        Side in millimetres.
    count
        Copies.
    front, back
        Faces.
    over
        Copies that stand on the sheet after `sheet`, which is filled by the others.
    badge
        What the counter prints of its formation, where that is not `formation` itself.
    aliases
        Further names of its formation.

    Examples
    --------
    >>> load_counters("breakout-normandy", numbers={})[0].formation
    '709'
    """

    id: str
    name: str
    side: str
    nationality: str
    formation: str
    sheet: int
    size: float
    count: int
    front: PrintedFace
    back: PrintedFace
    over: int = 0
    badge: str = ""
    aliases: tuple[str, ...] = ()

    def copies(self, sheets: Collection[int] = ()) -> int:
        """Count the copies on some of the counter sheets.

        Parameters
        ----------
        sheets
            Their numbers; all where empty.

        Returns
        -------
        int

        Examples
        --------
        >>> [c.copies([2]) for c in load_counters("breakout-normandy", numbers={}) if c.id == "disruption"]
        [29]
        """
        if not sheets:
            return self.count
        first = (self.count - self.over) * (self.sheet in sheets)
        return first + self.over * (self.sheet + 1 in sheets)


@dataclass(frozen=True, slots=True)
class Job:
    """A face to draw for print.

    Parameters
    ----------
    face
        What.
    size_mm
        Side of the cut counter.
    dpi
        Dots an inch.
    bleed_mm
        Print beyond the cut on every side.
    safe_mm
        Distance that the art keeps from the cut.

    Examples
    --------
    >>> counter = load_counters("breakout-normandy", numbers={})[0]
    >>> Job(counter.front, 15.875, 600).px
    375
    """

    face: PrintedFace
    size_mm: float
    dpi: int = 600
    bleed_mm: float = 0.0
    safe_mm: float = 0.0

    @property
    def px(self) -> int:
        """Side of the picture in pixels, bleed included."""
        return round((self.size_mm + 2 * self.bleed_mm) / INCH * self.dpi)

    @property
    def key(self) -> str:
        """Hash of everything that the picture depends on."""
        lengths = f"{self.size_mm:.4f} {self.dpi} {self.bleed_mm:.4f} {self.safe_mm:.4f}"
        return hashlib.sha256(f"{self.face.key} {lengths}".encode()).hexdigest()[:40]


def load_counters(
    game: str, *, numbers: Mapping[str, int], overlay: Path | None = None
) -> tuple[Counter, ...]:
    """Return every counter of a game in the order in which its sheets hold them.

    Units come in the order of their file, then markers. Unknown units of a game with hidden set-up are no
    counters of their own.

    Parameters
    ----------
    game
        Slug with hyphens.
    numbers
        Number of each Area by its id, for the place of set-up.
    overlay
        Folder with an owner's ``units.csv`` or ``markers.csv``, or None.

    Returns
    -------
    tuple of Counter

    Raises
    ------
    maps.errors.DataError
        The data are wrong, or ``sheet.toml`` does not say how large the counters are.

    Examples
    --------
    >>> sum(c.count for c in load_counters("dark-summer", numbers={}))
    384
    """
    palette = load_palette(game, overlay)
    units = [unit for unit in load_units(game, overlay).values() if "hidden" not in unit.marks]
    markers = list(load_markers(game, overlay).values())
    stock = _stock(palette)
    _known_sizes("sizes", stock.sizes, {*(unit.size for unit in units), MARKER})
    _known_sizes(
        "cut", stock.cut, {*(unit.type for unit in units), *(marker.id for marker in markers), MARKER}
    )
    sheets = _Sheets(stock)
    made = [_unit_counter(unit, palette, sheets, numbers) for unit in units]
    made += [_marker_counter(marker, palette, sheets) for marker in markers]
    made += _further([*made], [*units, *markers], palette, sheets)
    art = own_art(game, overlay)
    return tuple([_in_own_art(counter, art) for counter in made]) if art.pictures else tuple(made)


def _in_own_art(counter: Counter, art: OwnArt) -> Counter:
    front, back = art.faces(counter.id, (counter.front, counter.back))
    return replace(counter, front=front, back=back)


def sheet_size(game: str) -> int:
    """Return how many counters a counter sheet of the published game holds.

    Parameters
    ----------
    game
        Slug with hyphens.

    Returns
    -------
    int

    Raises
    ------
    maps.errors.DataError
        ``sheet.toml`` does not say it.

    Examples
    --------
    >>> sheet_size("breakout-normandy")
    218
    """
    return _stock(load_palette(game)).per_sheet


def counter_jobs(
    counters: Iterable[Counter], *, dpi: int, bleed_mm: float, safe_mm: float
) -> dict[tuple[str, str], Job]:
    """Return the faces to draw of some counters.

    Parameters
    ----------
    counters
        Which.
    dpi, bleed_mm, safe_mm
        As in `Job`.

    Returns
    -------
    dict
        By id of the counter and ``front`` or ``back``.

    Examples
    --------
    >>> one = load_counters("breakout-normandy", numbers={})[:1]
    >>> list(counter_jobs(one, dpi=600, bleed_mm=0.6, safe_mm=0.8))
    [('ge-1-919', 'front'), ('ge-1-919', 'back')]
    """
    return {
        (counter.id, name): Job(face, counter.size, dpi, bleed_mm, safe_mm)
        for counter in counters
        for name, face in (("front", counter.front), ("back", counter.back))
    }


def draw(job: Job) -> Image.Image:
    """Draw a face for print: flat, ground and bands run on into the bleed, art within the safe area.

    Parameters
    ----------
    job
        What.

    Returns
    -------
    PIL.Image.Image
        RGB.

    Raises
    ------
    maps.errors.DataError
        The safe area leaves nothing for the art, or the face names something that has no drawing.

    Examples
    --------
    >>> counter = load_counters("breakout-normandy", numbers={})[0]
    >>> draw(Job(counter.front, 15.875, 300, bleed_mm=0.6, safe_mm=0.8)).size
    (202, 202)
    """
    cut = Cut.around(job.size_mm, bleed=job.bleed_mm, safe=job.safe_mm)
    return job.face.draw(px=job.px, finish=cut)


def draw_faces(
    jobs: Iterable[Job],
    *,
    workers: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    album: Album = NO_ALBUM,
) -> dict[str, bytes]:
    """Draw faces in several processes; those of the same content once.

    Parameters
    ----------
    jobs
        What.
    workers
        Processes; one a core where None, this process where 1.
    progress
        Told how many are done, and of how many.
    album
        Pictures that were drawn before.

    Returns
    -------
    dict of str to bytes
        PNG by `Job.key`, in the order of the jobs; the same whatever the number of workers.

    Raises
    ------
    maps.errors.DataError
        As `draw`.

    Examples
    --------
    >>> counter = load_counters("breakout-normandy", numbers={})[0]
    >>> len(draw_faces([Job(counter.front, 15.875, 100)] * 3, workers=1))
    1
    """
    wanted = {job.key: job for job in jobs}
    drawn = {key: data for key in wanted if (data := album.found(("print", key))) is not None}
    left = [job for key, job in wanted.items() if key not in drawn]
    made = in_parallel(_pressed, left, workers=workers, worth=_WORTH, chunk=_CHUNK)
    for job, data in zip(left, made, strict=True):
        drawn[job.key] = data
        album.put(("print", job.key), data)
        if progress:
            progress(len(drawn), len(wanted))
    return {key: drawn[key] for key in wanted}


def _stock(palette: Palette) -> Stock:
    if palette.stock is None:
        raise DataError("sheet.toml", "print", "this table, with size and per_sheet")
    return palette.stock


def _known_sizes(key: str, told: Mapping[str, float], known: Collection[str]) -> None:
    """Refuse a size for counters that the game does not have: a slip of the pen."""
    if unknown := sorted(told.keys() - set(known)):
        what = "a size of the units" if key == "sizes" else "a type of unit or a marker"
        names = ", ".join(sorted(known))
        raise DataError("sheet.toml", f"print.{key}.{unknown[0]}", f"{what}: {names}")


class _Sheets:
    """Hands out places on the counter sheets, one sheet after the other."""

    def __init__(self, stock: Stock) -> None:
        self._stock = stock
        self._taken: Tally[float] = Tally()

    def place(self, name: str, unit_size: str, copies: int) -> tuple[int, float, int]:
        """The sheet of a counter and its side, and how many copies spill to the next sheet."""
        side = self._stock.cut_of(name, unit_size)
        row = side if self._stock.shares else 0.0
        places, start = self._stock.places(side), self._taken[row]
        self._taken[row] += copies
        sheet = start // places + 1
        return sheet, side, max(0, start + copies - sheet * places)


def _unit_counter(unit: Unit, palette: Palette, sheets: _Sheets, numbers: Mapping[str, int]) -> Counter:
    sheet, side, _ = sheets.place(unit.type, unit.size, 1)
    badge = palette.badges.get(unit.division or unit.corps)
    return Counter(
        unit.id,
        unit.title,
        unit.side,
        unit.nationality,
        unit.division or unit.corps,
        sheet,
        side,
        1,
        *unit_faces(unit, numbers=numbers, palette=palette),
        badge=badge.printed if badge else "",
        aliases=_aliases(badge) if badge else (),
    )


def _aliases(badge: Formation) -> tuple[str, ...]:
    """Names of a formation besides what its counters print: in full, without its nation, as a corps."""
    corps = (f"{badge.printed} Corps",) if badge.level == "corps" else ()
    return badge.name, badge.id.partition("-")[2], *corps


def _marker_counter(marker: Marker, palette: Palette, sheets: _Sheets) -> Counter:
    faces = marker_faces(marker, palette=palette)
    sheet, side, over = sheets.place(marker.id, "", marker.count)
    return Counter(marker.id, marker.name, marker.side, "", "", sheet, side, marker.count, *faces, over)


def _further(
    made: Sequence[Counter], pieces: Sequence[Unit | Marker], palette: Palette, sheets: _Sheets
) -> Iterator[Counter]:
    """Counters for the faces beyond front and back, two on each: they are laid in place of the first ones."""
    for counter, piece in zip(made, pieces, strict=True):
        faces = palette.own.further(piece) if palette.own is not None else ()
        for number in range(0, len(faces), 2):
            front, back = faces[number], faces[min(number + 1, len(faces) - 1)]
            name, size = (piece.type, piece.size) if isinstance(piece, Unit) else (piece.id, "")
            sheet, _, over = sheets.place(name, size, counter.count)
            id_, title = f"{counter.id}_{number + 3}", f"{counter.name}, face {number + 3}"
            yield replace(counter, id=id_, name=title, sheet=sheet, front=front, back=back, over=over)


def _pressed(job: Job) -> bytes:
    buffer = io.BytesIO()
    draw(job).save(buffer, "PNG", compress_level=_COMPRESSION, dpi=(job.dpi, job.dpi))
    return buffer.getvalue()
