"""Pictures of pieces: those of a module as they are, or several laid over one another."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from module_builder.homemade.importing.boards import picture_of
from module_builder.vassal.geometry import image_size
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from module_builder.homemade.importing.draft import Draft
    from module_builder.homemade.importing.slots import Face
    from module_builder.homemade.importing.source import Source

__all__ = ["Picture", "Pictures", "shaped"]

_Found = tuple[str, bytes, int, int, float]
"""Name and file of a picture, where it lies, and its scale."""
_SMALLEST, _LARGEST = 24, 1200  # pixels of a side of a piece's picture


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a piece: the file, the ending of its name, and its size on the map."""

    data: bytes
    ending: str
    size: tuple[int, int]


class Pictures:
    """Makes the pictures of pieces, each once.

    Parameters
    ----------
    source, draft
        The module, and the folder that is told of pictures which are not there.
    """

    def __init__(self, source: Source, draft: Draft) -> None:
        self._source, self._draft = source, draft
        self._made: dict[Face, Picture | None] = {}

    def of(self, face: Face) -> Picture | None:
        """The picture of a side of a piece.

        Parameters
        ----------
        face
            What is drawn there.

        Returns
        -------
        Picture or None
            None where there is nothing, or nothing that the module has.

        Raises
        ------
        DataError
            A picture cannot be read, or is too large.
        """
        if face not in self._made:
            self._made[face] = self._of(face)
        return self._made[face]

    def put(self, face: Face, name: str) -> str:
        """Put the picture of a side into the folder.

        Parameters
        ----------
        face, name
            What is drawn there, and after what it is called.

        Returns
        -------
        str
            Its name in the folder; empty where there is none.
        """
        picture = self.of(face)
        return "" if picture is None else self._draft.picture(picture.data, name, picture.ending)

    def _of(self, face: Face) -> Picture | None:
        found: list[_Found] = []
        for name, x, y, scale in face:
            data = self._source.picture(name)
            if data is None:
                self._draft.left.add("pictures that the module has not (or draws itself)", name)
            elif data[:5] in {b"<?xml", b"<svg "} or name.casefold().endswith(".svg"):
                self._draft.left.add("pictures in SVG (the name is printed in their place)", name)
            else:
                found.append((name, data, x, y, scale))
        found = self._uncovered(found)
        if not found:
            return None
        if len(found) == 1 and (ending := _ending(found[0][1])):
            size, scale = image_size(found[0][1]) or (0, 0), found[0][4]
            if min(size) >= _SMALLEST and max(size) <= _LARGEST:
                shown = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
                return Picture(found[0][1], ending, shown)
        return self._laid(found)

    def _uncovered(self, found: Sequence[_Found]) -> list[_Found]:
        """The pictures without those that one above them hides, so that one alone stays as the file it is."""
        kept: list[_Found] = []
        for one in found:
            if one[2:4] == (0, 0) and kept:
                kept = [] if self._hides(one, kept) else [row for row in kept if row != one]
            kept.append(one)
        return kept

    def _hides(self, one: _Found, lower: Sequence[_Found]) -> bool:
        """Whether a picture is as large as those below it, and nowhere transparent."""
        size, scale = image_size(one[1]), one[4]
        if size is None:
            return False
        for _, data, x, y, other in lower:
            below = image_size(data)
            if below is None or (x, y) != (0, 0):
                return False
            if any(below[axis] * other > size[axis] * scale + 0.5 for axis in (0, 1)):
                return False
        image = picture_of(one[1], self._source.file, one[0])
        return image.mode == "RGB" or image.getextrema()[-1] == (255, 255)

    def _laid(self, found: Sequence[_Found]) -> Picture:
        """Some pictures over one another, each with its centre so far from that of the piece."""
        from PIL import Image

        opened = []
        for name, data, x, y, scale in found:
            image = picture_of(data, self._source.file, name).convert("RGBA")
            size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
            opened.append((image if scale == 1 else image.resize(size, Image.Resampling.LANCZOS), x, y))
        half = [max((abs(at[axis]) + image.size[axis] / 2) for image, *at in opened) for axis in (0, 1)]
        size = max(1, round(2 * half[0])), max(1, round(2 * half[1]))
        whole = Image.new("RGBA", size)
        for image, x, y in opened:
            corner = round(half[0] + x - image.width / 2), round(half[1] + y - image.height / 2)
            whole.alpha_composite(image, (max(0, corner[0]), max(0, corner[1])))
        if min(size) < _SMALLEST:  # a folder takes no smaller one: clear pixels stand round it
            wider = Image.new("RGBA", (max(size[0], _SMALLEST), max(size[1], _SMALLEST)))
            wider.paste(whole, ((wider.width - size[0]) // 2, (wider.height - size[1]) // 2))
            whole = wider
        if max(size) > _LARGEST:
            whole.thumbnail((_LARGEST, _LARGEST), Image.Resampling.LANCZOS)
        return Picture(_png(whole), ".png", size)


def _ending(data: bytes) -> str:
    """How a picture is called that a folder takes as it is; empty for any other."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return ".png"
    return ".jpg" if data[:3] == b"\xff\xd8\xff" else ""


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def shaped(image: Image.Image, wanted: float) -> bytes:
    """A picture with white beside or above it, so that it has a shape.

    Parameters
    ----------
    image
        Of any shape.
    wanted
        Width by height.

    Returns
    -------
    bytes
        PNG.
    """
    from PIL import Image

    wide, high = image.size
    size = (max(wide, round(high * wanted)), max(high, round(wide / wanted)))
    whole = Image.new("RGB", size, "#ffffff")
    clear = image.convert("RGBA")
    whole.paste(clear, ((size[0] - wide) // 2, (size[1] - high) // 2), clear)
    return _png(whole)
