"""What a knife a little off or a corner punch would take of a face: one line each."""

from __future__ import annotations

import functools
import io
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from counters.press import Job

__all__ = ["face_warnings"]

_SLACK = 1  # pixels by which smoothed edges may reach over a line
_NEAR = 10.0  # distance in RGB below which a pixel counts as ground


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
    >>> from counters.press import counter_jobs, draw_faces, load_counters
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
