"""Draws every counter of a game, and what lies on counters."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from counters import encoding
from counters.art import own_art
from counters.catalog import load_markers, load_units
from counters.overlays import Finish, draw_moved, draw_status
from counters.palette import Palette, load_palette
from counters.render import marker_faces, unit_faces
from counters.units import FACE_LETTERS
from maps.album import NO_ALBUM, Album

if TYPE_CHECKING:
    from PIL import Image

    from counters.faces import PrintedFace
    from counters.units import Marker, Unit

__all__ = ["draw_all", "drawn_px"]


def draw_all(
    game: str,
    *,
    px: int,
    numbers: Mapping[str, int],
    finish: Finish = "screen",
    overlay: Path | None = None,
    wanted: Callable[[str], bool] | None = None,
    album: Album = NO_ALBUM,
    cut: bool = False,
) -> Iterator[tuple[str, bytes]]:
    """Draw both sides of every unit and marker of a game, and the overlays.

    Parameters
    ----------
    game
        Slug with hyphens.
    px
        Side of the images in pixels.
    numbers
        Number of each Area by its id, for the place of set-up.
    finish
        As in `draw_unit`.
    overlay
        Folder with an owner's ``units.csv`` or ``markers.csv``, or None.
    wanted
        Whether a picture is drawn, by its name without ``.png``; all are where None.
    album
        Pictures that were drawn before.
    cut
        Whether sizes are those on paper, and not those of the module.

    Yields
    ------
    tuple of str and bytes
        File name (``<id>_f.png``, ``<id>_b.png``, of further faces ``<id>_3.png``, ``moved.png``; where
        units are disrupted, also
        ``status_d1.png`` and ``status_d2.png``) and PNG. Counters of another size are so much smaller.

    Raises
    ------
    maps.errors.DataError
        The data name something that has no drawing.

    Examples
    --------
    >>> next(iter(draw_all("breakout-normandy", px=20, numbers={})))[0]
    'ge-1-919_f.png'
    """
    palette, units = load_palette(game, overlay), load_units(game, overlay)
    art = own_art(game, overlay)
    drawn: list[tuple[str, str, str, tuple[PrintedFace, ...]]] = [
        (u.id, u.type, u.size, art.faces(u.id, unit_faces(u, numbers=numbers, palette=palette)))
        for u in units.values()
    ]
    markers = load_markers(game, overlay).values()
    drawn += [(m.id, m.id, "", art.faces(m.id, marker_faces(m, palette=palette))) for m in markers]
    if palette.own is not None:
        pieces: list[Unit | Marker] = [*units.values(), *markers]
        more = {piece.id: palette.own.further(piece) for piece in pieces}
        drawn = [(name, kind, size, (*faces, *more[name])) for name, kind, size, faces in drawn]
    for name, kind, size, faces in drawn:
        own = drawn_px(palette, px, size, kind if cut else "")
        for letter, face in zip(FACE_LETTERS, faces, strict=False):
            stem = f"{name}_{letter}"
            if wanted is None or wanted(stem):
                paint = functools.partial(face.paint, px=own, finish=finish)
                key = f"{face.paint.func.__module__} {face.key} {own} {finish}"
                yield f"{stem}.png", encoding.kept_png(album, paint, key=key)
    without = palette.layout or any(unit.steps for unit in units.values())
    for stem, paint in _overlays(px, disruption=not without).items():
        if wanted is None or wanted(stem):
            yield f"{stem}.png", encoding.kept_png(album, paint)


def drawn_px(palette: Palette, px: int, unit_size: str, name: str = "") -> int:
    """Return the pixels of a counter beside one of the usual size.

    Parameters
    ----------
    palette
        Which says how large counters are.
    px
        Of a counter of the usual size.
    unit_size
        Size of the unit; empty for a marker.
    name
        Type of the unit, or id of the marker, for the size on paper; empty for that in the module.

    Returns
    -------
    int

    Examples
    --------
    >>> palette = load_palette("breakout-normandy")
    >>> drawn_px(palette, 100, "regiment", "flak"), drawn_px(palette, 100, "regiment")
    (80, 100)
    """
    stock = palette.stock
    if stock is None:
        return px
    side = stock.cut_of(name, unit_size) if name else stock.side_of(unit_size)
    return round(px * side / stock.size)


def _overlays(px: int, *, disruption: bool) -> dict[str, functools.partial[Image.Image]]:
    """What lies on counters, by the name of its picture."""
    found = {f"status_d{n}": functools.partial(draw_status, n, px=px) for n in (1, 2)} if disruption else {}
    return {**found, "moved": functools.partial(draw_moved, px=px)}
