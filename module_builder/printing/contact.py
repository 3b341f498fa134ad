"""The contact sheet: front and back of every counter beside each other, forty a page, with their names."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from counters import fonts
from counters.press import Counter, Job
from maps.errors import DataError
from module_builder.printing.page import Document, Item, Outline, Page, Picture, Rect, Text
from module_builder.vassal.values import dataclass

__all__ = ["FACE", "contact_document"]

FACE = 18.5
"""Side of a face in millimetres, whatever its counter measures when cut."""
Jobs: TypeAlias = Mapping[tuple[str, str], Job]
_SIDES = ("front", "back")
_LEFT, _TOP, _FOOT = 7.0, 11.0, 9.5  # margins; the heading stands in the upper, the caption in the lower one
_GAP = 0.8  # between the pictures of a counter
_APART = 1.2, 3.0  # at least between counters, across and down
_WIDEST = 8.0  # between counters
_NAME, _SMALL = 2.8, 2.3
_FIRST, _LEADING = 3.2, 3.3  # base lines below the pictures
_CELL = 2 * FACE + _GAP, FACE + _FIRST + 2 * _LEADING + 0.8
_INK, _PALE, _EDGE = "#1c1c1c", "#5a5a5a", "#8c8c8c"


def contact_document(
    game_title: str,
    counters: Sequence[Counter],
    jobs: Jobs,
    pictures: Mapping[str, bytes],
    *,
    paper: tuple[float, float],
    caption: str,
) -> Document:
    """Lay out the contact sheet of some counters, sorted by side and formation.

    Parameters
    ----------
    game_title
        For the heading.
    counters
        Which; each is shown once, however many copies there are.
    jobs
        How their faces were drawn, as `counters.press.counter_jobs` returns them.
    pictures
        PNG by the key of the job; bleed is not shown.
    paper
        Width and height of a page; it is turned where more counters fit so.
    caption
        For the foot of every page.

    Returns
    -------
    Document

    Raises
    ------
    maps.errors.DataError
        Not a single counter fits the paper.

    Examples
    --------
    >>> from counters.press import counter_jobs, load_counters
    >>> mix = load_counters("dark-summer", numbers={})
    >>> jobs = counter_jobs(mix, dpi=600, bleed_mm=0.6, safe_mm=0.8)
    >>> len(contact_document("The Dark Summer", mix, jobs, {}, paper=(210, 297), caption="").pages)
    9
    """
    grid = _best_grid(paper)
    ordered = sorted(counters, key=_Order(counters))
    shares = [ordered[i : i + grid.places] for i in range(0, len(ordered), grid.places)]
    pages = []
    for number, share in enumerate(shares, 1):
        frame = _frame(grid, game_title, _contents(share), f"{number} / {len(shares)}", caption)
        cells = (_cell(c, jobs, grid.place(i)) for i, c in enumerate(share))
        items = tuple(itertools.chain(frame, *cells))
        pages.append(Page(*grid.paper, items, name=f"contact {number}"))
    used = {job.key for job in jobs.values()}
    shown = {key: data for key, data in pictures.items() if key in used}
    return Document(f"{game_title}: contact sheet", tuple(pages), shown)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the counters of a page stand: as many as fit, with even gaps."""

    paper: tuple[float, float]

    @property
    def room(self) -> tuple[float, float]:
        """Width and height for counters."""
        return self.paper[0] - 2 * _LEFT, self.paper[1] - _TOP - _FOOT

    @property
    def counts(self) -> tuple[int, int]:
        """Columns and rows."""
        sizes = zip(self.room, _CELL, _APART, strict=True)
        columns, rows = (int((room + apart + 1e-9) / (cell + apart)) for room, cell, apart in sizes)
        return columns, rows

    @property
    def places(self) -> int:
        """Counters on a page."""
        return self.counts[0] * self.counts[1]

    def place(self, index: int) -> Rect:
        """Return the cell of a counter, row by row."""
        steps, starts = [], []
        for room, cell, count, margin in zip(self.room, _CELL, self.counts, (_LEFT, _TOP), strict=True):
            gap = min(_WIDEST, (room - count * cell) / max(1, count - 1))
            steps.append(cell + gap)
            starts.append(margin + (room - count * cell - (count - 1) * gap) / 2 * (margin == _LEFT))
        row, column = divmod(index, self.counts[0])
        return Rect(starts[0] + column * steps[0], starts[1] + row * steps[1], *_CELL)


def _best_grid(paper: tuple[float, float]) -> _Grid:
    """The paper as it lies or turned, whichever holds more."""
    upright, turned = _Grid(paper), _Grid((paper[1], paper[0]))
    best = turned if turned.places > upright.places else upright
    if min(best.counts) < 1:
        width, height = _CELL[0] + 2 * _LEFT, _CELL[1] + _TOP + _FOOT
        least = f"at least {math.ceil(width)} x {math.ceil(height)} mm for a contact sheet"
        raise DataError("paper", f"{paper[0]:g} x {paper[1]:g} mm", least)
    return best


class _Order:
    """Key to sort by: side, units before markers, nationality, formation; else the order that they have."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        self._sides = list(dict.fromkeys(c.side for c in counters if c.side))
        self._nations = list(dict.fromkeys(c.nationality for c in counters if c.nationality))

    def __call__(self, counter: Counter) -> tuple[object, ...]:
        words = re.findall(r"\d+|\D+", counter.formation)
        natural = tuple((0, int(word), "") if word.isdigit() else (1, 0, word) for word in words)
        return (
            _rank(self._sides, counter.side),
            not counter.nationality,
            _rank(self._nations, counter.nationality),
            not counter.formation,
            natural,
        )


def _rank(words: Sequence[str], word: str) -> int:
    """Place in a list; what is not in it comes last."""
    return words.index(word) if word in words else len(words)


def _contents(share: Sequence[Counter]) -> str:
    """What a page shows: the first and last kind of counter."""
    kinds = list(dict.fromkeys(_kind(counter) for counter in share))
    return kinds[0] if len(kinds) == 1 else f"{kinds[0]} \u2013 {kinds[-1]}"


def _kind(counter: Counter) -> str:
    """Nationality and formation, or that it is a marker."""
    if not counter.nationality:
        return f"{_word(counter.side)} markers" if counter.side else "Markers of both sides"
    return f"{_word(counter.nationality)} {counter.badge or counter.formation or 'independent'}"


def _word(word: str) -> str:
    return word.upper() if len(word) < 3 else word.capitalize()


def _frame(grid: _Grid, title: str, contents: str, number: str, caption: str) -> Iterator[Item]:
    """Heading and foot of a page."""
    width, height = grid.paper
    yield Text(_LEFT, _TOP - 3, f"{title}: contact sheet", 3.4, color=_INK, bold=True)
    yield Text(width / 2 + 10, _TOP - 3, contents, 3.0, "middle", _INK)
    yield Text(width - _LEFT, _TOP - 3, number, 3.0, "end", _INK)
    size = _fitted(caption, width - 2 * _LEFT, 2.2)
    yield Text(_LEFT, height - _FOOT + 3.9, caption, size, color=_PALE)


def _cell(counter: Counter, jobs: Jobs, cell: Rect) -> Iterator[Item]:
    """The faces of a counter; below them what it is."""
    for i, side in enumerate(_SIDES):
        yield from _picture(jobs[counter.id, side], Rect(cell.x + i * (FACE + _GAP), cell.y, FACE, FACE))
    yield from _lettering(counter, cell.x, cell.y + FACE, cell.width)


def _picture(job: Job, box: Rect) -> Iterator[Item]:
    """A face in a box without its bleed, in a thin line, since some faces are as white as the paper."""
    bleed = job.bleed_mm * box.width / job.size_mm
    yield Picture(box.grown(bleed), job.key, window=box if bleed else None)
    yield Outline(box, stroke=_EDGE, width=0.08)


def _lettering(counter: Counter, x: float, y: float, width: float) -> Iterator[Item]:
    """Name, id, and what else a person looks for."""
    copies = f" \u00d7 {counter.count}" if counter.count > 1 else ""
    rest = f"{_kind(counter)}, sheet {counter.sheet}, {counter.size:g} mm"
    lines = ((counter.name + copies, _NAME, _INK, True), (counter.id, _SMALL, _PALE, False))
    for i, (text, size, color, bold) in enumerate((*lines, (rest, _SMALL, _PALE, False))):
        fitted = _fitted(text, width, size, bold=bold)
        yield Text(x, y + _FIRST + i * _LEADING, text, fitted, color=color, bold=bold)


def _fitted(text: str, width: float, size: float, *, bold: bool = False) -> float:
    """The em size, smaller where the line is too long."""
    return min(size, width / max(fonts.advance(text, 700 if bold else 500), 0.1))
