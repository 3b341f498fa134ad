"""Draws units with ratings: combat strength, cohesion and movement allowance (rules 2.4, 6.1, 12.1, 12.56).

Above the symbol stands the unit size, on the colour of the formation where the unit is armoured; a combat
support unit has a white band across the top and under it a stripe in that colour. The symbol has the colour
inside its box; armour shows the silhouette of its vehicle instead. Left of the symbol stand the artillery
points in a circle, or the +1 of the 79th Armoured Division; right of it armor points on black and anti-tank
points on white. Below stands the unit with its formation, at the foot combat strength (bracketed where the
unit may only defend), cohesion and movement allowance (white on red: motorized; with an asterisk: bicycles).
The back shows the reduced unit, paler, with a band; that of a corps HQ or of nebelwerfer shows it has fired,
that of a unit of one step is told by `reverses`. Where all this stands says the template ``rated`` of
``templates/counters.toml``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counters.faces import PrintedFace, content_key
from counters.layouts import Shown, printed
from counters.overlays import Finish
from counters.palette import Palette
from counters.ratings import RatedLook, rated_look
from counters.reverses import reverse_shown

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = ["draw_rated_unit", "rated_faces", "rated_shown"]

_FACES = {"": "front", "reduced": "back", "fired": "fired"}
_KEYED = "draw_look"  # part of the keys by which modules call their pictures
_PAINTS = ("support", "motorized", "artillery", "assault", "fired")


def draw_rated_unit(
    unit: Unit, *, side: str, px: int, palette: Palette, finish: Finish = "screen"
) -> Image.Image:
    """Draw one side of a unit.

    Parameters
    ----------
    unit, side
        As in `rated_look`.
    px
        Side of the image in pixels.
    palette
        Colours, silhouettes and formations.
    finish
        As in `counters.overlays.finished`.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Raises
    ------
    maps.errors.DataError
        The kind, size or branch has no drawing.

    Examples
    --------
    >>> from counters.catalog import load_units
    >>> from counters.palette import load_palette
    >>> unit = load_units("june-six")["ge-lehr-130"]
    >>> draw_rated_unit(unit, side="spent", px=66, palette=load_palette("june-six")).size
    (66, 66)
    """
    return _face(rated_look(unit, side=side, palette=palette)).draw(px=px, finish=finish)


def rated_faces(unit: Unit, *, palette: Palette) -> tuple[PrintedFace, PrintedFace]:
    """Return the two faces of a unit, with no more in them than is printed.

    Parameters
    ----------
    unit
        As printed.
    palette
        Colours, silhouettes and formations.

    Returns
    -------
    tuple of PrintedFace
        Front and back.

    Raises
    ------
    maps.errors.DataError
        The palette has no colours for the branch.

    Examples
    --------
    >>> from counters.catalog import load_units
    >>> from counters.palette import load_palette
    >>> unit, palette = load_units("june-six")["us-1-16"], load_palette("june-six")
    >>> front, back = rated_faces(unit, palette=palette)
    >>> front.grounds == (palette.scheme("us").ground,), len(back.grounds)
    (True, 2)
    """
    front, back = (rated_look(unit, side=side, palette=palette) for side in ("fresh", "spent"))
    return _face(front), _face(back)


def rated_shown(look: RatedLook) -> Shown:
    """Return what a side shows as the template has it.

    Parameters
    ----------
    look
        What.

    Returns
    -------
    Shown

    Examples
    --------
    >>> from counters.palette import Scheme
    >>> look = RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "regiment", ratings=("[2]", "3", "4"))
    >>> [text.lines[0] for text in rated_shown(look).texts("numbers")]
    ['2', '-', '3', '-', '4']
    """
    if look.reverse:
        return reverse_shown(look.reverse, ground=look.ground, ink=look.mark)
    told = {
        "size": look.size,
        "panel": look.color if look.armored else "",
        "support": "yes" if look.support else "",
        "formation": look.color,
        "symbol": look.kind,
        "vehicle": look.vehicle,
        "artillery": look.artillery,
        "assault": look.assault,
        "armor": look.armor,
        "at": look.at,
        "name": look.name,
        "numbers": "-".join(number.strip("[]") for number in look.ratings),
        "defend-only": "yes" if look.ratings and look.ratings[0].startswith("[") else "",
        "motorized": "yes" if look.motorized else "",
    }
    colors = {
        "ground": look.ground,
        "ink": look.scheme.deep if look.back else look.scheme.ink,
        "mark": look.mark,
        "band": look.band,
        "badge": look.fill,
        "formation": look.color,
    }
    paints = {mark: look.paint(mark) for mark in _PAINTS}
    return Shown("rated", _FACES[look.back], told, colors | paints)


def _face(look: RatedLook) -> PrintedFace:
    """The face; its key is made of what it shows, and not of where the template has that."""
    return printed(rated_shown(look), content_key((_KEYED, (look,), {})))
