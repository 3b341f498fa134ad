"""Draws the markers: Advantage, weather, supply, bombardment, control, bridges, depots (rules 4.4-4.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from counters.homemade.looks import draw_look
from counters.icons import ICONS
from counters.layouts import Shown
from counters.palette import Face, Palette, load_palette
from maps.errors import DataError

if TYPE_CHECKING:
    from PIL import Image

    from counters.drawing import TextBox
    from counters.overlays import Finish

__all__ = ["MarkerFace", "draw_face", "draw_marker", "face_texts", "marker_face"]

MarkerFace: TypeAlias = Literal["front", "back"]


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
    return draw_look(_shown(face, attack_factor).look, px=px, finish=finish)


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
    shown = _shown(face, attack_factor)
    return shown.texts(*shown.marks)


def _shown(face: Face, attack_factor: int | None) -> Shown:
    """A face as the template of all markers has it."""
    if face.icon and face.icon not in ICONS:
        raise DataError("sheet.toml", "icon", f"one of {', '.join(ICONS)}, not {face.icon!r}")
    value = face.value.replace("{attack}", "?" if attack_factor is None else str(attack_factor))
    cells = {
        "icon": face.icon,
        "title": face.title,
        "tall": "yes" if "\n" in face.title else "",
        "value": value,
        "word": "yes" if value[:2].isalpha() else "",
        "corner": face.corner,
    }
    colors = {"ground": face.ground, "ink": face.ink, "accent": face.accent or face.ink}
    return Shown("marker", "front", cells, colors)
