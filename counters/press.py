"""Counters for print: the sheets of the published game, faces with bleed and safe area, drawn in parallel."""

from __future__ import annotations

import functools
import hashlib
import io
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from counters.art import OwnArt, own_art
from counters.catalog import load_markers, load_units
from counters.faces import PrintedFace
from counters.overlays import Cut
from counters.palette import MARKER, Palette, load_palette
from counters.parallel import in_parallel
from counters.render import marker_faces, unit_faces
from maps.album import NO_ALBUM, Album
from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.catalog import Marker, Unit
    from counters.formations import Formation
    from counters.palette import Stock

__all__ = [
    "Counter",
    "Job",
    "PrintedFace",
    "counter_jobs",
    "draw",
    "draw_faces",
    "face_warnings",
    "load_counters",
    "sheet_size",
]

INCH = 25.4
_COMPRESSION = 4  # of a PNG: 6 takes a fifth longer for 2 % less, 9 four times as long for 8 % less
_CHUNK = 12  # faces that a process is given at a time
_WORTH = 24  # faces that are worth the start of another process
_SLACK = 1  # pixels by which smoothed edges may reach over a line
_NEAR = 10.0  # distance in RGB below which a pixel counts as ground


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
        [24]
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
    stock = _stock(palette, {unit.size for unit in units})
    ends = list(itertools.accumulate([1] * len(units) + [marker.count for marker in markers]))
    starts = iter([0, *ends[:-1]])
    made = [_unit_counter(u, palette, stock, numbers, start) for u, start in zip(units, starts, strict=False)]
    made += [_marker_counter(m, palette, stock, start) for m, start in zip(markers, starts, strict=False)]
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
    176
    """
    return _stock(load_palette(game), None).per_sheet


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


def face_warnings(
    jobs: Mapping[tuple[str, str], Job], pictures: Mapping[str, bytes], *, corner_mm: float = 0.0
) -> tuple[str, ...]:
    """Name the counters whose art a knife a little off or a corner punch would take.

    Parameters
    ----------
    jobs
        By id of the counter and name of the face, as `counter_jobs` returns them.
    pictures
        As `draw_faces` returns them.
    corner_mm
        Radius of the corners; 0 where they are square.

    Returns
    -------
    tuple of str
        One line for each face; empty where all is well.

    Examples
    --------
    >>> jobs = counter_jobs(load_counters("dark-summer", numbers={})[:2], dpi=300, bleed_mm=0, safe_mm=0.8)
    >>> face_warnings(jobs, draw_faces(jobs.values(), workers=1), corner_mm=2)
    ()
    """
    faults: dict[str, list[str]] = {}
    for job in jobs.values():
        if job.key not in faults:
            with Image.open(io.BytesIO(pictures[job.key])) as image:
                faults[job.key] = list(_faults(image, job, corner_mm))
    return tuple(f"{name} {side}: {fault}" for (name, side), job in jobs.items() for fault in faults[job.key])


def _stock(palette: Palette, known: Collection[str] | None) -> Stock:
    """Sizes and sheets; a size for units that the game does not have is a slip of the pen."""
    if palette.stock is None:
        raise DataError("sheet.toml", "print", "this table, with size and per_sheet")
    unknown = sorted(palette.stock.sizes.keys() - {*known, MARKER}) if known is not None else []
    if known is not None and unknown:
        names = ", ".join(sorted(known))
        raise DataError("sheet.toml", f"print.sizes.{unknown[0]}", f"a size of the units: {names}")
    return palette.stock


def _unit_counter(
    unit: Unit, palette: Palette, stock: Stock, numbers: Mapping[str, int], start: int
) -> Counter:
    badge = palette.badges.get(unit.division or unit.corps)
    return Counter(
        unit.id,
        unit.title,
        unit.side,
        unit.nationality,
        unit.division or unit.corps,
        start // stock.per_sheet + 1,
        stock.side_of(unit.size),
        1,
        *unit_faces(unit, numbers=numbers, palette=palette),
        badge=badge.printed if badge else "",
        aliases=_aliases(badge) if badge else (),
    )


def _aliases(badge: Formation) -> tuple[str, ...]:
    """Names of a formation besides what its counters print: in full, without its nation, as a corps."""
    corps = (f"{badge.printed} Corps",) if badge.level == "corps" else ()
    return badge.name, badge.id.partition("-")[2], *corps


def _marker_counter(marker: Marker, palette: Palette, stock: Stock, start: int) -> Counter:
    faces = marker_faces(marker, palette=palette)
    sheet = start // stock.per_sheet + 1
    over = max(0, start + marker.count - sheet * stock.per_sheet)
    return Counter(
        marker.id, marker.name, marker.side, "", "", sheet, stock.side_of(""), marker.count, *faces, over
    )


def _pressed(job: Job) -> bytes:
    buffer = io.BytesIO()
    draw(job).save(buffer, "PNG", compress_level=_COMPRESSION, dpi=(job.dpi, job.dpi))
    return buffer.getvalue()


def _faults(image: Image.Image, job: Job, corner_mm: float) -> Iterator[str]:
    """What is wrong with a face, in words; an owner's own picture is taken as it is."""
    if not job.face.grounds:
        return
    dots = job.px / (job.size_mm + 2 * job.bleed_mm)
    grounds = [_rgb(color) for color in job.face.grounds]
    depth = int((job.bleed_mm + job.safe_mm) * dots) - _SLACK
    if depth > 0 and not _bare(_strips(image, depth), grounds):
        yield f"art less than {job.safe_mm:g} mm from the cut"
    if corner_mm <= 0:
        return
    corners = _corners(image, job.bleed_mm * dots, corner_mm * dots, job.face.grounds[0])
    if not _bare(corners, grounds):
        yield f"art across a corner of {corner_mm:g} mm"


def _strips(image: Image.Image, depth: int) -> Iterator[Image.Image]:
    """The four edges of an image."""
    side = image.width
    for box in ((0, 0, side, depth), (0, side - depth, side, side), (0, 0, depth, side)):
        yield image.crop(box)
    yield image.crop((side - depth, 0, side, side))


def _corners(image: Image.Image, bleed: float, radius: float, ground: str) -> Iterator[Image.Image]:
    """The four corners of an image, with what lies within the rounded corner blotted out."""
    side, last = int(bleed + radius), image.width - 1
    mask = _arc(side, bleed, radius)
    for flips in itertools.product((False, True), repeat=2):
        left, top = (last + 1 - side if flip else 0 for flip in flips)
        square = image.crop((left, top, left + side, top + side))
        square = square.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if flips[0] else square
        square = square.transpose(Image.Transpose.FLIP_TOP_BOTTOM) if flips[1] else square
        square.paste(ground, (0, 0), mask)
        yield square


@functools.lru_cache(maxsize=16)
def _arc(side: int, bleed: float, radius: float) -> Image.Image:
    """What lies within the upper left corner of a rounded square."""
    mask, middle, reach = Image.new("1", (side, side)), bleed + radius, radius + _SLACK
    ImageDraw.Draw(mask).ellipse((middle - reach, middle - reach, middle + reach, middle + reach), fill=1)
    return mask


def _bare(parts: Iterable[Image.Image], grounds: Sequence[tuple[int, int, int]]) -> bool:
    """Whether parts of an image show grounds only, and what smoothing puts between two of them."""
    found = (part.getcolors(part.width * part.height) or () for part in parts)
    colors = {color for counts in found for _, color in counts if isinstance(color, tuple)}
    pairs = list(itertools.combinations_with_replacement(grounds, 2))
    return all(any(_off(color, *pair) < _NEAR for pair in pairs) for color in colors)


def _off(color: Sequence[int], one: Sequence[int], other: Sequence[int]) -> float:
    """Distance of a colour from all that lie between two others."""
    way = [b - a for a, b in zip(one, other, strict=True)]
    gone = [c - a for a, c in zip(one, color, strict=True)]
    length = sum(w * w for w in way)
    share = min(1.0, max(0.0, sum(w * g for w, g in zip(way, gone, strict=True)) / length)) if length else 0.0
    return float(sum((g - share * w) ** 2 for w, g in zip(way, gone, strict=True)) ** 0.5)


def _rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue
