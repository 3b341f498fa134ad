"""An owner's pictures of whole boards, laid over the map that we draw."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from maps.art import board_art, check_names, open_board, own_pictures
from maps.filing import BOARD_IMAGE
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from maps.geometry import Geometry

__all__ = ["BoardPictures", "board_pictures", "board_rects"]

_Rect = tuple[int, int, int, int]
_WHOLE = Path(BOARD_IMAGE).stem


@dataclass(frozen=True)
class BoardPictures:
    """Pictures of boards, each in its place on the map.

    Parameters
    ----------
    found
        Left, top, width and height in pixels of the map, and the file.

    Examples
    --------
    >>> bool(BoardPictures(()))
    False
    """

    found: tuple[tuple[_Rect, Path], ...]

    def __bool__(self) -> bool:
        return bool(self.found)

    def covers(self, width: int, height: int) -> bool:
        """Whether one of them shows the whole map, so that ours need not be drawn."""
        return any(rect == (0, 0, width, height) for rect, _ in self.found)

    @functools.cached_property
    def _opened(self) -> list[tuple[_Rect, Image.Image]]:
        return [(rect, open_board(path, rect[2:])) for rect, path in self.found]

    def over(
        self, band: Image.Image, *, top: int = 0, scale: float = 1.0, at: tuple[int, int] = (0, 0)
    ) -> Image.Image:
        """Lay the pictures over a band of the map.

        Parameters
        ----------
        band
            As we draw it; it is not changed.
        top
            How many of its pixels lie above it.
        scale
            Its pixels to one of the map.
        at
            Where on the map the picture begins that it is a band of.

        Returns
        -------
        PIL.Image.Image

        Raises
        ------
        maps.errors.DataError
            A picture cannot be read, or has another shape than its board.
        """
        from PIL import Image

        image = band.copy() if self.found else band
        for (left, upper, width, height), picture in self._opened:
            x0, x1 = round((left - at[0]) * scale), round((left + width - at[0]) * scale)
            y0, y1 = round((upper - at[1]) * scale) - top, round((upper + height - at[1]) * scale) - top
            cut = max(x0, 0), max(y0, 0), min(x1, band.width), min(y1, band.height)
            if cut[0] >= cut[2] or cut[1] >= cut[3]:
                continue
            across, down = width / (x1 - x0), height / (y1 - y0)
            box = (
                max(0.0, (cut[0] - x0) * across),
                max(0.0, (cut[1] - y0) * down),
                min(float(width), (cut[2] - x0) * across),
                min(float(height), (cut[3] - y0) * down),
            )
            size = cut[2] - cut[0], cut[3] - cut[1]
            image.paste(picture.resize(size, Image.Resampling.LANCZOS, box=box), cut[:2])
        return image


def board_pictures(game: str, geometry: Geometry, overlay: Path | None) -> BoardPictures:
    """The pictures that an owner has of the boards of a game.

    Parameters
    ----------
    game
        Slug.
    geometry
        Of the map.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    BoardPictures

    Raises
    ------
    maps.errors.DataError
        A file is no picture by its name.

    Examples
    --------
    >>> from maps.render import load_sheet
    >>> bool(board_pictures("june-six", load_sheet("june-six").geometry, None))
    False
    """
    rects = board_rects(geometry)
    check_names(own_pictures(overlay, game, "map"), rects, "board")
    parts = {name: "" if name == _WHOLE else name for name in rects}
    found = [(rects[n], path) for n, part in parts.items() if (path := board_art(overlay, game, part))]
    return BoardPictures(tuple(found))


def board_rects(geometry: Geometry) -> dict[str, _Rect]:
    """What a picture of a board may be called, and which part of the map it then shows.

    Parameters
    ----------
    geometry
        Of the map.

    Returns
    -------
    dict
        Name -> left, top, width and height; the whole map comes first.

    Examples
    --------
    >>> from maps.render import load_sheet
    >>> board_rects(load_sheet("breakout-normandy").geometry)
    {'map': (0, 0, 5760, 3960)}
    """
    whole = {_WHOLE: (0, 0, geometry.width, geometry.height)}
    return whole | {part.name: part.rect for part in geometry.parts}
