"""The job of ``module-builder sheets``: choose counters, draw them, lay them out, write the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.game import load
from counters.cut_check import face_warnings
from counters.press import Counter, Job, counter_jobs, draw_faces, load_counters
from maps.album import NO_ALBUM, Album
from maps.errors import DataError
from module_builder.data import counters_share
from module_builder.kit import area_numbers
from module_builder.printing import cutting
from module_builder.printing.contact import contact_document
from module_builder.printing.files import write_files
from module_builder.printing.imposition import Imposed, Piece, impose
from module_builder.printing.intent import Intent, read_intent
from module_builder.printing.lengths import INCH, PAPERS
from module_builder.printing.page import Document, Page, Shift
from module_builder.printing.pdf import pdf_bytes
from module_builder.printing.raster import page_png
from module_builder.printing.selection import MANIFEST, Selection, manifest, select
from module_builder.progress import Report, quiet
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.printing.preset import Preset

__all__ = ["FORMATS", "USUAL", "Made", "Order", "write_sheets"]

FORMATS = ("pdf", "png", "cut", "contact")
USUAL = (
    "pdf",
    "png",
    "cut",
)  # the contact sheet is for looking, not for cutting: whoever wants it asks for it
_ROOMY = 200.0  # paper with a shorter side is that of single pieces; the contact sheet takes A4 then
_SIZES = (4.0, 300.0)  # of counters that a person can hold, and print
_MOST_DOTS = 8000  # along a counter: a picture of 200 MB while it is drawn
Chosen = Sequence[tuple[Counter, int]]
Jobs = Mapping[tuple[str, str], Job]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed, and how.

    Parameters
    ----------
    game
        Slug.
    preset
        Paper, margins, marks and the way of the backs.
    selection
        Which counters.
    size
        Side of every counter in millimetres in place of the game's own; None to leave it.
    front, back
        What makes good the error of a printer.
    facts
        What the metadata of the files say besides: printer and offsets.
    formats
        Which of `FORMATS` are written.
    overlay
        Folder with an owner's corrections.
    workers
        Processes that draw; None for one a core.
    album
        Faces that were drawn before.

    Examples
    --------
    >>> from module_builder.printing.preset import load_preset
    >>> Order("dark-summer", load_preset("home-a4")).formats
    ('pdf', 'png', 'cut')
    """

    game: str
    preset: Preset
    selection: Selection = field(default_factory=Selection)
    size: float | None = None
    front: Shift = field(default_factory=Shift)
    back: Shift = field(default_factory=Shift)
    facts: Mapping[str, str] = field(default_factory=dict)
    formats: tuple[str, ...] = USUAL
    overlay: Path | None = None
    workers: int | None = None
    album: Album = NO_ALBUM


@dataclass(frozen=True, slots=True)
class Made:
    """What was written.

    Parameters
    ----------
    files
        In the order of writing.
    counters, sheets
        How many counters stand on how many sheets.
    warnings
        A line for each counter whose art a knife or a corner punch would touch.

    Examples
    --------
    >>> Made((), 0, 0).warnings
    ()
    """

    files: tuple[Path, ...]
    counters: int
    sheets: int
    warnings: tuple[str, ...] = ()


def write_sheets(order: Order, out: Path, *, progress: Report = quiet) -> Made:
    """Write the counter sheets of a game.

    Parameters
    ----------
    order
        What and how.
    out
        Folder; made where it is missing.
    progress
        Told what is being done.

    Returns
    -------
    Made

    Raises
    ------
    maps.errors.DataError
        No such counter, or a layout that is impossible.
    module_builder.vassal.errors.FormatError
        The folder cannot be written.
    """
    title, preset, intent = load(order.game).title, order.preset, read_intent(order.preset.intent)
    chosen = select(_counters(order), order.selection)
    jobs = counter_jobs((c for c, _ in chosen), dpi=preset.dpi, bleed_mm=preset.bleed, safe_mm=preset.safe)
    caption = " - ".join(filter(None, (title, "counters", counters_share(order.game, order.overlay))))
    imposed = impose(list(_pieces(chosen, jobs)), preset, caption=caption, front=order.front, back=order.back)
    with order.album as album:
        pictures = draw_faces(
            jobs.values(),
            workers=order.workers,
            progress=lambda done, total: progress("counters", done, total),
            album=album,
        )
    run = _Run(order, title, chosen, jobs, imposed, pictures, intent)
    files = write_files(out, run.files(), progress=progress)
    warnings = face_warnings(jobs, pictures, corner_mm=preset.corner)
    return Made(tuple(files), sum(n for _, n in chosen), len(imposed.fronts), warnings)


def _counters(order: Order) -> tuple[Counter, ...]:
    """Every counter of the game, in another size where one is asked for."""
    numbers, size, dpi = area_numbers(order.game, order.overlay), order.size, order.preset.dpi
    counters = load_counters(order.game, numbers=numbers, overlay=order.overlay)
    if size is None:
        return counters
    if not _SIZES[0] <= size <= _SIZES[1]:
        inches = _SIZES[0] <= size * INCH <= _SIZES[1]
        hint = f"did you mean {Fraction(size).limit_denominator(64)}in?" if inches else ""
        raise DataError("--size", f"{size:g} mm", f"{_SIZES[0]:g} to {_SIZES[1]:g} mm", hint)
    if size * dpi / INCH > _MOST_DOTS:
        most = f"at most {_MOST_DOTS} dots a side"
        raise DataError("--size", f"{size:g} mm at {dpi} dpi", most, "choose fewer dpi")
    return tuple(replace(c, size=size) for c in counters)


def _pieces(chosen: Chosen, jobs: Jobs) -> Iterator[Piece]:
    """Every copy of every counter, in order."""
    for counter, copies in chosen:
        front, back = jobs[counter.id, "front"].key, jobs[counter.id, "back"].key
        yield from [Piece(counter.id, counter.name, counter.size, counter.size, front, back)] * copies


@dataclass(frozen=True, slots=True)
class _Run:
    """Everything that the files are made from."""

    order: Order
    title: str
    chosen: Chosen
    jobs: Jobs
    imposed: Imposed
    pictures: Mapping[str, bytes]
    intent: Intent | None

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Name and content of every file that is wanted; the manifest comes last."""
        parts = {"pdf": self._pdfs, "png": self._pngs, "cut": self._cuts, "contact": self._contact}
        for name in FORMATS:
            if name in self.order.formats:
                yield from parts[name]()
        if self.order.preset.pieces:
            yield from (
                (self._name(f"pieces/{id_}-{side}.png"), self.pictures[job.key])
                for (id_, side), job in self.jobs.items()
            )
        yield self._name(MANIFEST), manifest(self.order.game, self.chosen, self.order.selection.since)

    def _pdfs(self) -> Iterator[tuple[str, bytes]]:
        """One file, or one of the fronts and one of the backs where the backs are printed separately."""
        imposed = self.imposed
        if self.order.preset.backs == "separate" and imposed.backs:
            yield self._name("fronts.pdf"), self._pdf(imposed.fronts)
            yield self._name("backs.pdf"), self._pdf(imposed.backs)
        else:
            yield self._name("sheets.pdf"), self._pdf(imposed.pages)

    def _pdf(self, pages: tuple[Page, ...]) -> bytes:
        order = self.order
        said = {
            "preset": order.preset.name,
            "counters": counters_share(order.game, order.overlay),
            **order.facts,
        }
        return pdf_bytes(Document(f"{self.title}: counter sheets", pages, self.pictures, said, self.intent))

    def _pngs(self) -> Iterator[tuple[str, bytes]]:
        for page in self.imposed.pages:
            yield (
                self._name(f"{page.name}.png"),
                page_png(page, self.pictures, dpi=self.order.preset.png_dpi),
            )

    def _cuts(self) -> Iterator[tuple[str, bytes]]:
        corner = self.order.preset.corner
        for page in self.imposed.fronts:
            name = page.name.removesuffix(" front")
            yield self._name(f"{name}.svg"), cutting.svg(page, corner=corner)
            yield self._name(f"{name}.dxf"), cutting.dxf(page, corner=corner)

    def _contact(self) -> Iterator[tuple[str, bytes]]:
        title, counters = self.title, [counter for counter, _ in self.chosen]
        paper = self.order.preset.paper
        document = contact_document(
            title,
            counters,
            self.jobs,
            self.pictures,
            paper=paper if min(paper) >= _ROOMY else PAPERS["a4"],
            caption=" - ".join(filter(None, (title, counters_share(self.order.game, self.order.overlay)))),
        )
        yield self._name("contact.pdf"), pdf_bytes(document)

    def _name(self, rest: str) -> str:
        return f"{self.order.game}-{rest.replace(' ', '-')}"
