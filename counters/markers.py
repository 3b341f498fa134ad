"""Draws the markers: Advantage, weather, supply, bombardment, control, bridges, depots (rules 4.4-4.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from counters.drawing import TextBox
from counters.geometry import Box
from counters.icons import ICONS
from counters.overlays import Finish, counter_pen, finished
from counters.palette import Face, Palette, load_palette
from maps.errors import DataError

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["MarkerFace", "draw_face", "draw_marker", "face_texts", "marker_face"]

MarkerFace: TypeAlias = Literal["front", "back"]
_TITLE = Box(6, 6, 94, 22)
_TALL_TITLE = Box(6, 6, 94, 34)
_VALUE = Box(6, 65, 94, 94)
_PLAIN_VALUE = Box(8, 32, 92, 92)
_CORNER = Box(4.5, 81, 25, 94)
_EDGE_TOP, _EDGE_BOTTOM = 10.0, 91.0


def draw_marker(
    marker_id: str,
    *,
    face: MarkerFace,
    px: int,
    attack_factor: int | None = None,
    finish: Finish = "screen",
    palette: Palette | None = None,
) -> Image.Image:
    """Draw one face of a marker.

    Parameters
    ----------
    marker_id
        Id of ``markers.csv``.
    face
        ``front`` or ``back``.
    px
        Side of the image in pixels.
    attack_factor
        Of a bombardment marker (4.4).
    finish
        As in `counters.render.draw_unit`.
    palette
        Faces; those of Breakout: Normandy where None.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    maps.errors.DataError
        The sheet has no faces for this marker.

    Examples
    --------
    >>> draw_marker("advantage", face="front", px=68).size
    (68, 68)
    """
    chosen = marker_face(marker_id, face, palette or load_palette("breakout-normandy"))
    return draw_face(chosen, px=px, attack_factor=attack_factor, finish=finish)


def marker_face(marker_id: str, face: MarkerFace, palette: Palette) -> Face:
    """Look up a face of a marker.

    Parameters
    ----------
    marker_id, face
        As in `draw_marker`.
    palette
        Faces.

    Returns
    -------
    Face

    Raises
    ------
    maps.errors.DataError
        The sheet has no faces for this marker.

    Examples
    --------
    >>> marker_face("advantage", "front", load_palette("breakout-normandy")).icon
    'star'
    """
    if marker_id not in palette.faces:
        raise DataError("sheet.toml", f"marker.{marker_id}", "the faces of this marker")
    return palette.faces[marker_id][face == "back"]


def draw_face(
    face: Face, *, px: int, attack_factor: int | None = None, finish: Finish = "screen"
) -> Image.Image:
    """Draw a face from its description.

    Parameters
    ----------
    face
        What it shows.
    px, attack_factor, finish
        As in `draw_marker`.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    maps.errors.DataError
        No icon of this name.

    Examples
    --------
    >>> draw_face(Face("#ffffff", "#000000", title="Used"), px=30, finish="print").mode
    'RGB'
    """
    pen = counter_pen(px, face.ground, finish)
    if face.icon:
        if face.icon not in ICONS:
            raise DataError("sheet.toml", "icon", f"one of {', '.join(ICONS)}, not {face.icon!r}")
        ICONS[face.icon](pen, _icon_box(face), face.ink, face.accent or face.ink)
    for text in face_texts(face, attack_factor=attack_factor):
        pen.text(text, face.ink)
    return finished(pen, finish)


def face_texts(face: Face, *, attack_factor: int | None = None) -> tuple[TextBox, ...]:
    """Place the texts of a face.

    Parameters
    ----------
    face
        What it shows.
    attack_factor
        Put in the place of ``{attack}``.

    Returns
    -------
    tuple of TextBox

    Examples
    --------
    >>> face_texts(Face("#ffffff", "#000000", value="{attack}"), attack_factor=5)[0].lines
    ('5',)
    """
    texts = []
    if face.title:
        texts.append(TextBox(tuple(face.title.split("\n")), _title_box(face), 17.5))
    if face.value:
        value = face.value.replace("{attack}", "?" if attack_factor is None else str(attack_factor))
        size = 74 if not face.icon else 32 if value[:2].isalpha() else 44
        texts.append(TextBox((value,), _VALUE if face.icon else _PLAIN_VALUE, size))
    if face.corner:
        texts.append(TextBox((face.corner,), _CORNER, 15))
    return tuple(texts)


def _title_box(face: Face) -> Box:
    return _TALL_TITLE if "\n" in face.title else _TITLE


def _icon_box(face: Face) -> Box:
    """What title and value leave free."""
    top = _title_box(face).bottom + 3 if face.title else _EDGE_TOP
    bottom = _VALUE.top - 2.5 if face.value else _EDGE_BOTTOM
    half = min(39.0, (bottom - top) * 0.85)
    return Box(50 - half, top, 50 + half, bottom)
