"""Counters and cards in an owner's own art: his pictures in the place of our drawings, cut to their size."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from counters.cards import load_cards
from counters.catalog import load_markers, load_units
from counters.faces import PrintedFace
from counters.overlays import Finish, cut_of, edged
from maps.art import BACK, OwnPicture, check_names, open_picture, own_pictures
from maps.errors import DataError
from maps.games import home_of

if TYPE_CHECKING:
    from counters.faces import Paint

__all__ = ["MOST_UNEVEN", "OwnArt", "card_paint", "draw_picture", "known_names", "own_art"]

MOST_UNEVEN = 1.2
"""Longer side of a counter's picture to the shorter, at most: what is over is cut off."""


class OwnArt:
    """The pictures that an owner has of a game's counters or cards.

    Parameters
    ----------
    pictures
        By the id of the counter or card; a back ends with ``-back``.

    Examples
    --------
    >>> OwnArt({}).faces("ge-916", ())
    ()
    """

    def __init__(self, pictures: Mapping[str, OwnPicture]) -> None:
        self.pictures = pictures

    def faces(self, id_: str, faces: tuple[PrintedFace, ...]) -> tuple[PrintedFace, ...]:
        """The faces of a counter: the owner's where he has a picture, otherwise ours.

        Parameters
        ----------
        id_, faces
            Of the counter, front first.

        Returns
        -------
        tuple of PrintedFace
        """
        if not self.pictures:
            return faces
        return tuple([self.face(f"{id_}{end}") or f for f, end in zip(faces, ("", BACK), strict=False)])

    def face(self, name: str) -> PrintedFace | None:
        """The face in a picture; None where there is none of this name."""
        found = self.pictures.get(name)
        if found is None:
            return None
        return PrintedFace.of(functools.partial(draw_picture, found.digest, found.path), ())


def own_art(game: str, overlay: Path | None, kind: str = "counters") -> OwnArt:
    """The pictures of an overlay.

    Parameters
    ----------
    game, overlay
        Slug, and folder with an owner's corrections or None.
    kind
        ``counters`` or ``cards``.

    Returns
    -------
    OwnArt

    Raises
    ------
    DataError
        A file is no picture, or shows what the game has not.

    Examples
    --------
    >>> own_art("june-six", None).pictures
    {}
    """
    pictures = own_pictures(overlay, game, kind)
    if pictures:
        check_names(pictures, known_names(game, overlay, kind), kind.removesuffix("s"))
    return OwnArt({**_of_folder(game, kind), **pictures})


def _of_folder(game: str, kind: str) -> Mapping[str, OwnPicture]:
    """The pictures that a game of the user's names in its own files."""
    made = home_of(game).module("counters", kind)
    found: Mapping[str, OwnPicture] = getattr(made, "pictures", {})
    return found


def known_names(game: str, overlay: Path | None, kind: str) -> set[str]:
    """What a picture of a game's counters or cards may show.

    Parameters
    ----------
    game, overlay, kind
        As in `own_art`.

    Returns
    -------
    set of str

    Examples
    --------
    >>> "ge-916-back" in known_names("breakout-normandy", None, "counters")
    True
    """
    if kind == "cards":
        return {name for card in load_cards(game, overlay) for name in (card.id, card.back)}
    ids = [*load_units(game, overlay), *load_markers(game, overlay)]
    return {f"{id_}{end}" for id_ in ids for end in ("", BACK)}


def draw_picture(
    digest: str,  # noqa: ARG001 - part of the key
    path: str,
    *,
    px: int,
    finish: Finish = "screen",
) -> Image.Image:
    """Draw a counter from a picture of the whole cut counter.

    Parameters
    ----------
    digest, path
        Of the picture; its content is part of every key that the drawing is kept under.
    px
        Side of the drawing in pixels, bleed included.
    finish
        As in `counters.overlays.finished`. The edge of the picture goes on into the bleed.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Raises
    ------
    DataError
        The picture cannot be read, is too small, or no counter by its shape.
    """
    image = open_picture(path)
    short, long = sorted(image.size)
    if long > MOST_UNEVEN * short:
        raise DataError(path, f"{image.width} x {image.height} pixels", "a square, as a counter is")
    left, top = (image.width - short) // 2, (image.height - short) // 2
    square = image.crop((left, top, left + short, top + short))
    bleed = round(px * cut_of(finish).bleed / (100 + 2 * cut_of(finish).bleed))
    return edged(_bled(_scaled(square, px - 2 * bleed, px - 2 * bleed), bleed), px, finish)


def card_paint(
    art: OwnArt, name: str, drawing: Paint, *, size: tuple[float, float], width_px: int, bleed: float = 0.0
) -> Paint:
    """The drawing of one side of a card: the owner's picture where there is one, otherwise ours.

    Parameters
    ----------
    art, name
        The pictures, and the name that one of this side has.
    drawing
        Ours.
    size
        Width and height of the cut card, in the unit of `bleed`.
    width_px, bleed
        Width of the drawing in pixels, bleed included, and print beyond the cut.

    Returns
    -------
    functools.partial
    """
    found = art.pictures.get(name)
    if found is None:
        return drawing
    return functools.partial(_draw_card, found.digest, found.path, size=size, width_px=width_px, bleed=bleed)


def _draw_card(
    digest: str,  # noqa: ARG001 - part of the key
    path: str,
    *,
    size: tuple[float, float],
    width_px: int,
    bleed: float,
) -> Image.Image:
    image = open_picture(path)
    shape, wanted = image.width / image.height, size[0] / size[1]
    if not 1 / MOST_UNEVEN < shape / wanted < MOST_UNEVEN:
        expected = f"the shape of a card, {size[0]:g} to {size[1]:g}"
        raise DataError(path, f"{image.width} x {image.height} pixels", expected)
    edge = round(width_px * bleed / (size[0] + 2 * bleed))
    width = width_px - 2 * edge
    height = round(width * size[1] / size[0])
    return _bled(_scaled(image, width, height), edge)


def _scaled(image: Image.Image, width: int, height: int) -> Image.Image:
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _bled(image: Image.Image, edge: int) -> Image.Image:
    """The picture with its outermost pixels going on beyond it."""
    if not edge:
        return image
    pixels = np.asarray(image)
    return Image.fromarray(np.pad(pixels, ((edge, edge), (edge, edge), (0, 0)), mode="edge"))
