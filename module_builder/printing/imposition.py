"""Pages of fronts and backs that meet: each back lies behind its front when the sheet is turned or folded.

A sheet that turns about a vertical axis has its backs mirrored left to right, upright. One that turns about a
horizontal axis has them mirrored top to bottom and turned half round, so that a cut piece turned over
sideways shows its back upright either way. The back half of a gutterfold is such a mirrored sheet on the
same page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from module_builder.printing import marks
from module_builder.printing.layout import Sheet, arrange
from module_builder.printing.page import Item, Page, Picture, Quarter, Rect, Shift, Text
from module_builder.printing.preset import Preset
from module_builder.vassal.values import dataclass

__all__ = ["Imposed", "Piece", "impose"]

_Face: TypeAlias = Literal["front", "back"]
_NUMBER_SIZE = 1.8
_NUMBER_BASE = 1.6  # from the bleed to the base line of the number


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter or card to print.

    Parameters
    ----------
    id
        For the names of its pictures, such as ``ge-916``.
    name
        For people.
    width, height
        When cut, in millimetres.
    front, back
        Keys of its pictures, which show `Preset.bleed` beyond the trim on all four sides; empty for no back.

    Examples
    --------
    >>> Piece("ge-916", "916", 15.875, 15.875, "a", "b").back
    'b'
    """

    id: str
    name: str
    width: float
    height: float
    front: str
    back: str = ""


@dataclass(frozen=True, slots=True)
class Imposed:
    """Pages to print.

    Parameters
    ----------
    fronts
        Of each sheet; with a gutterfold both sides.
    backs
        Of each sheet, or empty.

    Examples
    --------
    >>> Imposed((Page(210, 297, name="sheet 1 front"),), ()).pages[0].name
    'sheet 1 front'
    """

    fronts: tuple[Page, ...]
    backs: tuple[Page, ...] = ()

    @property
    def pages(self) -> tuple[Page, ...]:
        """Front 1, back 1, front 2, ..."""
        if not self.backs:
            return self.fronts
        return tuple(page for pair in zip(self.fronts, self.backs, strict=True) for page in pair)


def impose(
    pieces: Sequence[Piece],
    preset: Preset,
    *,
    caption: str = "",
    front: Shift = Shift(),  # noqa: B008 - a frozen value
    back: Shift = Shift(),  # noqa: B008
) -> Imposed:
    """Lay pieces out on pages with marks and, unless the preset wants none, their backs.

    Parameters
    ----------
    pieces
        In order; a piece that is printed twice stands twice.
    preset
        How to print.
    caption
        In the margin of every page, after the number of the sheet.
    front, back
        How the print of the two sides is moved for the printer.

    Returns
    -------
    Imposed
        No backs where no piece has one.

    Raises
    ------
    maps.errors.DataError
        The layout is impossible.

    Examples
    --------
    >>> from module_builder.printing.preset import load_preset
    >>> made = impose([Piece("a", "A", 12.7, 12.7, "a1", "a2")], load_preset("home-a4"))
    >>> [page.name for page in made.pages]
    ['sheet 1 front', 'sheet 1 back']
    """
    sheets = arrange(pieces, preset)
    job = _Job(pieces, preset, caption, len(sheets))
    if preset.backs == "gutterfold":
        return Imposed(
            tuple(job.folded(sheet, number, front) for number, sheet in enumerate(sheets, start=1))
        )
    fronts = tuple(job.page(sheet, number, "front", front) for number, sheet in enumerate(sheets, start=1))
    if preset.backs == "none" or not any(piece.back for piece in pieces):
        return Imposed(fronts)
    turned = sheets if preset.backs == "numbered" else [sheet.mirrored(preset.axis) for sheet in sheets]
    return Imposed(
        fronts, tuple(job.page(sheet, number, "back", back) for number, sheet in enumerate(turned, start=1))
    )


@dataclass(frozen=True, slots=True)
class _Job:
    """What all pages of one run have in common."""

    pieces: Sequence[Piece]
    preset: Preset
    caption: str
    sheets: int

    def page(self, sheet: Sheet, number: int, face: _Face, shift: Shift) -> Page:
        """One side of a sheet."""
        turned = face == "back" and self.preset.backs != "numbered" and self.preset.axis == "horizontal"
        items = [*self._side(sheet, face, 180 if turned else 0)]
        items += self._margin(sheet, number, face)
        trim = sheet.finished or sheet.block
        return Page(
            sheet.width,
            sheet.height,
            tuple(items),
            trim,
            trim.grown(self.preset.bleed),
            shift,
            f"sheet {number} {face}",
        )

    def folded(self, sheet: Sheet, number: int, shift: Shift) -> Page:
        """Fronts and backs on one page, with the fold between."""
        assert sheet.fold  # noqa: S101 - narrows the type
        behind = sheet.mirrored(sheet.fold)
        items = [*self._side(sheet, "front", 0)]
        items += self._side(behind, "back", 180 if sheet.fold == "horizontal" else 0)
        items += marks.fold_line(sheet, self.preset)
        items += self._margin(sheet, number, "front and back")
        one, other = sheet.block, behind.block
        x, y = min(one.x, other.x), min(one.y, other.y)
        trim = Rect(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)
        return Page(
            sheet.width,
            sheet.height,
            tuple(items),
            trim,
            trim.grown(self.preset.bleed),
            shift,
            f"sheet {number} front and back",
        )

    def _side(self, sheet: Sheet, face: _Face, quarter: Quarter) -> Iterator[Item]:
        """Pictures, numbers and marks that lie with them."""
        yield from self._pictures(sheet, face, quarter)
        if self.preset.backs == "numbered":
            yield from self._numbers(sheet, face)
        if self.preset.crop in {face, "both"} or (self._alone(face) and self.preset.crop != "none"):
            yield from marks.crop_marks(sheet, self.preset)
        if face == "front" or self._alone(face):
            yield from marks.corner_preview(sheet, self.preset)

    def _pictures(self, sheet: Sheet, face: _Face, quarter: Quarter) -> Iterator[Picture]:
        for cell in sheet.cells:
            piece = self.pieces[cell.index]
            key = piece.front if face == "front" else piece.back
            if key:
                box = cell.trim.grown(self.preset.bleed)
                yield Picture(box, key, cell.window, quarter, cell.trim, f"{piece.id} {face}")

    def _numbers(self, sheet: Sheet, face: _Face) -> Iterator[Text]:
        """A running number under each piece, so that fronts and backs cut apart find each other."""
        for cell in sheet.cells:
            if face == "front" or self.pieces[cell.index].back:
                y = cell.trim.bottom + self.preset.bleed + _NUMBER_BASE
                yield Text(cell.trim.centre[0], y, str(cell.index + 1), _NUMBER_SIZE, "middle")

    def _margin(self, sheet: Sheet, number: int, side: str) -> Iterator[Item]:
        """Registration, caption and control bar."""
        if self.preset.registration == "crosshairs":
            yield from marks.crosshairs(sheet, self.preset)
        if self.preset.registration == "cutter" and (side != "back" or self._alone(side)):
            yield from marks.cutter_marks(sheet.width, sheet.height)
        text = f"sheet {number} of {self.sheets}, {side}" + (f" · {self.caption}" if self.caption else "")
        yield from marks.caption(sheet, self.preset, text)
        if side != "back" or self._alone(side):
            yield from marks.control_bar(sheet, self.preset)

    def _alone(self, side: str) -> bool:
        """Whether a back sheet is printed and cut by itself, and needs every mark that the front has."""
        return side == "back" and self.preset.backs == "numbered"
