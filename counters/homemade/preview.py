"""Every template of a folder at every size, on one sheet: what a maker of counters looks at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from counters import fonts
from counters.homemade.faces import marker_faces, unit_faces
from counters.units import Unit

if TYPE_CHECKING:
    from PIL import Image

    from counters.faces import PrintedFace
    from counters.homemade.templates import Templates
    from counters.overlays import Finish
    from counters.units import Marker

__all__ = ["MODULE_PX", "preview"]

MODULE_PX = 66
"""Side of a counter in a module, where nothing else is said."""
_DPI, _INCH = 600, 25.4
_GAP, _TITLE, _HEAD = 18, 26, 20
_PAPER, _INK, _QUIET = "#f3f1ea", "#1c1b18", "#6b675c"


def preview(
    templates: Templates,
    units: Mapping[str, Unit],
    markers: Mapping[str, Marker] | None = None,
    *,
    px: int = MODULE_PX,
    each: int = 3,
) -> Image.Image:
    """Draw some counters of each template, every face at the size of the module, twice that, and in print.

    Parameters
    ----------
    templates
        Of a folder.
    units, markers
        Of the same folder; of each template the first ones are shown.
    px
        Side of a counter in the module.
    each
        Counters of a template.

    Returns
    -------
    PIL.Image.Image
        RGB; a line for each counter, under the name of its template.

    Raises
    ------
    DataError
        As `counters.homemade.faces.unit_faces`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from counters.homemade.templates import FaceTemplate, Template, Templates
    >>> templates = Templates(Path(), {"default": Template("default", (FaceTemplate("front", ()),))})
    >>> preview(templates, {"red-1": Unit("red-1", "1", "1", "red", "red")}).size
    (577, 409)
    """
    from PIL import Image, ImageDraw

    lines = _lines(templates, [*units.values(), *(markers or {}).values()], each)
    sizes: list[tuple[str, int, Finish]] = [
        (f"module, {px} px", px, "screen"),
        (f"twice, {2 * px} px", 2 * px, "screen"),
        (f"print, {_DPI} dpi", round(templates.side / _INCH * _DPI), "print"),
    ]
    most = max((len(faces) for _, _, faces in lines), default=1)
    columns = [most * (side + _GAP) for _, side, _ in sizes]
    high = sizes[-1][1] + _GAP + _HEAD
    titles = len({name for name, _, _ in lines})
    sheet = Image.new(
        "RGB", (sum(columns) + _GAP, len(lines) * high + titles * _TITLE + _HEAD + _GAP), _PAPER
    )
    draw, y, last = ImageDraw.Draw(sheet), _HEAD + _GAP // 2, ""
    for x, (name, _, _) in zip(_starts(columns), sizes, strict=True):
        draw.text((x, 6), name, fill=_QUIET, font=fonts.font(16, 500))
    for name, title, faces in lines:
        if name != last:
            draw.text((_GAP, y), name, fill=_INK, font=fonts.font(22))
            y, last = y + _TITLE, name
        draw.text((_GAP, y), title, fill=_QUIET, font=fonts.font(15, 500))
        for x, (_, side, finish) in zip(_starts(columns), sizes, strict=True):
            for number, face in enumerate(faces):
                image = face.draw(px=side, finish=finish).convert("RGBA")
                sheet.paste(image, (x + number * (side + _GAP), y + _HEAD), image)
        y += high
    return sheet


def _starts(columns: list[int]) -> list[int]:
    return [_GAP + sum(columns[:number]) for number in range(len(columns))]


def _lines(
    templates: Templates, pieces: Iterable[Unit | Marker], each: int
) -> list[tuple[str, str, tuple[PrintedFace, ...]]]:
    """Template, name and faces of what is shown, in the order of the templates."""
    found: dict[str, list[tuple[str, str, tuple[PrintedFace, ...]]]] = {
        name: [] for name in templates.templates
    }
    for piece in pieces:
        unit = isinstance(piece, Unit)
        name = (templates.of_unit(piece) if unit else templates.of_marker(piece)).name  # type: ignore[arg-type]
        if len(found[name]) < each:
            faces = unit_faces(piece, templates) if unit else marker_faces(piece, templates)  # type: ignore[arg-type]
            title = f"{piece.id}: {piece.title}" if isinstance(piece, Unit) else f"{piece.id}: {piece.name}"
            found[name].append((name, title, faces))
    return [line for lines in found.values() for line in lines]
