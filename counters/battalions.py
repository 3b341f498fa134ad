"""Draws battalions, companies, batteries, headquarters and ships with ratings (rule 2.4, sample counters).

In the upper corners stand the stacking value and the arrival date, between them the size of the unit. The
unit-type box has the colour of the division, white for units of a corps; armour shows the silhouette of its
vehicle in the box. Left of it dots count the steps (white for tanks, red for anti-tank guns), right of it
stands the formation, below it the unit: the box in one size, the name at one place on all counters. At the
foot stand attack, defense and movement (yellow oval: mechanized, light blue: recon; a blue circle behind the
attack: anti-aircraft fire); artillery and ships have their range in a box with the calibre above it; a unit
without strength shows what it is for. The back shows the reduced unit with a stripe across its top, guns that
have moved or fired, the truck of a motorized division, or the "?" of a hidden one; that of a unit of one step
is told by `reverses`. Where all this stands say the templates ``battalion`` and ``ship`` of
``templates/counters.toml``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counters.battalion_looks import BattalionLook, battalion_look
from counters.faces import PrintedFace, content_key
from counters.layouts import Shown, printed
from counters.overlays import Finish
from counters.palette import Palette, is_dark
from counters.reverses import reverse_shown

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit
    from counters.drawing import Color

__all__ = ["battalion_faces", "battalion_shown", "draw_battalion"]

_FACES = {"": "front", "reduced": "back", "truck": "truck", "hidden": "hidden"}  # others are used up
_MOTORISED = "motorised-"
_KEYED = "draw_battalion_look"  # part of the keys by which modules call their pictures
_WHITE, _BLACK = "#ffffff", "#111111"


def draw_battalion(
    unit: Unit, *, side: str, px: int, palette: Palette, finish: Finish = "screen"
) -> Image.Image:
    """Draw one side of a counter.

    Parameters
    ----------
    unit, side
        As in `counters.battalion_looks.battalion_look`.
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
    >>> unit = load_units("battle-for-normandy")["us-1-1-16"]
    >>> draw_battalion(unit, side="spent", px=66, palette=load_palette("battle-for-normandy")).size
    (66, 66)
    """
    return _face(battalion_look(unit, side=side, palette=palette)).draw(px=px, finish=finish)


def battalion_faces(unit: Unit, *, palette: Palette) -> tuple[PrintedFace, PrintedFace]:
    """Return the two faces of a counter, with no more in them than is printed.

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
    >>> unit, palette = load_units("battle-for-normandy")["us-1-1-16"], load_palette("battle-for-normandy")
    >>> front, back = battalion_faces(unit, palette=palette)
    >>> len(front.grounds), len(back.grounds)
    (1, 2)
    """
    front, back = (battalion_look(unit, side=side, palette=palette) for side in ("fresh", "spent"))
    return _face(front), _face(back)


def battalion_shown(look: BattalionLook) -> Shown:
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
    >>> look = BattalionLook(Scheme(*["#ffffff"] * 6), "infantry", "battalion", ratings=("5", "4", "6"))
    >>> [text.lines[0] for text in battalion_shown(look).texts("numbers")]
    ['5', '-', '4', '-', '6']
    """
    symbol = look.kind.removeprefix(_MOTORISED)
    if look.reverse:
        return reverse_shown(look.reverse, ground=look.ground, ink=look.mark)
    told = {
        "symbol": symbol,
        "wheels": "yes" if symbol != look.kind and not (look.vehicle or look.emblem) else "",
        "vehicle": "" if look.emblem else look.vehicle,
        "emblem": look.emblem,
        "ship": look.ship,
        "dots": str(look.dots or ""),
        "stacking": look.stacking,
        "arrival": look.arrival,
        "size": look.size,
        "back": look.back,
        "name": look.name,
        "formation": look.formation,
        "calibre": look.calibre,
        "gun": look.gun,
        "task": look.task,
        "remark": look.remark,
        "numbers": "-".join(look.ratings),
        "flak": "yes" if look.flak else "",
        "move": look.move,
    }
    template = "ship" if look.ship else "battalion"
    return Shown(template, _FACES.get(look.back, "used"), told, _colors(look))


def _colors(look: BattalionLook) -> dict[str, Color]:
    """What the colour words of the template stand for; a dark dot has a white rim on a dark ground."""
    dot = _BLACK if look.dot == "other" else look.paint(look.dot)
    return {
        "ground": look.ground,
        "ink": look.ink,
        "mark": look.mark,
        "band": look.stripe or look.scheme.ground,
        "badge": look.fill,
        "dot": dot,
        "dot-rim": _WHITE if is_dark(look.ground) and is_dark(dot) else _BLACK,
        "flak": look.paint("flak"),
        "move": look.paint(look.move),
        "used": look.paint("used"),
    }


def _face(look: BattalionLook) -> PrintedFace:
    """The face; its key is made of what it shows, and not of where the template has that."""
    return printed(battalion_shown(look), content_key((_KEYED, (look,), {})))
