"""Pictures of dice, and of what lies on or around counters: badges, frames of formations and hidden chits."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.saves.looks import badge_image, badge_rows, counter_px
from module_builder.acting import ICON, LIT
from module_builder.battle import battle_faces
from module_builder.dice import dice_images
from module_builder.hatching import hatchings, source_frames
from module_builder.materials import is_own
from module_builder.plates import plates
from module_builder.records import BLANK
from module_builder.sources import has_sources
from module_builder.summaries import figures, hides, plate_uids
from module_builder.tool_icons import tool_icons
from module_builder.unit_marks import SHOWN
from module_builder.veil import veil_images
from module_builder.zoc import sides_of

if TYPE_CHECKING:
    from PIL import Image

    from counters.faces import Paint
    from module_builder.materials import Kit

__all__ = ["HELD", "frame", "mark_images"]

HELD = "chit_held.png"
"""Frame that its owner sees over a chit that lies face down."""
_BADGE, _ICON = 24, 22  # pixels
_RIM, _ROUND = 0.07, 0.12  # of the side of a counter


def mark_images(kit: Kit) -> Iterator[tuple[str, Paint]]:
    """Badges of units, dice, the frame around a formation that is shown, the frame of a chit face down.

    Badges that no unit wears any more are drawn too: pieces in saves of earlier modules name them, and the
    engine asks for every picture that a piece names.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    from counters.markers import draw_face
    from counters.palette import Face

    side = counter_px(kit)
    for item, row in badge_rows(kit).items():
        for number, face in enumerate(row["faces"], 1):
            paint = functools.partial(draw_face, Face(**face), px=row.get("px", _BADGE))
            yield f"{badge_image(item, number)}.png", paint
    for stem, face, px in battle_faces(kit):
        yield stem, functools.partial(draw_face, face, px=px)
    yield from dice_images(kit)
    yield from tool_icons(kit)
    shown = kit.adapter["unit"].get("formation")
    if shown is not None:
        yield SHOWN, functools.partial(frame, (side + 10, side + 10), shown["color"], _RIM, _ROUND)
    if sides := sides_of(kit):
        yield from hatchings(kit.layout, sides)
        if has_sources(kit):
            yield from source_frames(kit.layout, sides)
    if shown_sums := figures(kit):
        yield from plates(kit.layout, tuple(plate_uids(kit)), len(shown_sums), doubt=hides(kit))
    yield from veil_images(kit)
    yield LIT, functools.partial(frame, (side + 14, side + 14), "#ffd500", _RIM, _ROUND)
    yield ICON, functools.partial(frame, (_ICON, _ICON), "#ffd500", 0.2, _ROUND)
    if not is_own(kit) or any(BLANK in piece.type_text for piece in kit.pieces.values()):
        yield BLANK, functools.partial(frame, (4, 4), "#00000000", 0, 0)
    if any(cup.homes for cup in kit.carriers.cups):
        yield HELD, functools.partial(frame, (side, side), "#f2a23c", _RIM, _ROUND)


def frame(size: tuple[int, int], colour: str, rim: float, corner: float) -> Image.Image:
    """An empty rounded frame.

    Parameters
    ----------
    size
        Pixels.
    colour
        Of the rim.
    rim, corner
        Width of the rim and radius of the corners, as parts of the width.

    Returns
    -------
    PIL.Image.Image

    Examples
    --------
    >>> frame((40, 60), "#000000", 0.1, 0.1).size
    (40, 60)
    """
    from PIL import Image, ImageDraw

    image = Image.new("RGBA", size, (0, 0, 0, 0))
    width, height = size
    box, radius = (1, 1, width - 2, height - 2), round(width * corner)
    ImageDraw.Draw(image).rounded_rectangle(box, radius, outline=colour, width=round(width * rim))
    return image
