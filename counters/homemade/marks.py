"""What a face shows, in plain values: everything that its picture depends on and nothing else.

Faces of the same `Look` are one picture. Places are hundredths of the counter's side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counters.geometry import Box, Point
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.drawing import Color
    from counters.homemade.fields import Condition

__all__ = ["Around", "Look", "Mark", "grounds_of"]


@dataclass(frozen=True, slots=True)
class Around:
    """What stands behind one of the factors of a line, or around it.

    Parameters
    ----------
    factor
        Which: 1 is the first, -1 the last.
    show
        ``box``, ``circle`` or ``brackets``.
    pad, rise
        Room beside the factor, and above and below it, as shares of its size; a rise of None is the air of
        the line. It never leaves the place of the line.
    ink
        Of the factor, and of brackets; empty for that of the line.
    fill, outline
        Colours; empty for none.
    width, radius
        Of the lines and the corners.
    when
        What must be so of the unit for it to be shown; told no more once it is.

    Examples
    --------
    >>> Around(-1, "circle").pad
    0.0
    """

    factor: int
    show: str
    pad: float = 0.0
    rise: float | None = None
    ink: Color = ""
    fill: Color = ""
    outline: Color = ""
    width: float = 0.0
    radius: float = 0.0
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that a face shows.

    Parameters
    ----------
    show
        What: one of `counters.homemade.items.KINDS`.
    box
        Where.
    text
        What is written, how many dots there are, or the name of what is drawn; of a picture the hash of its
        content.
    ink, fill, outline, accent
        Colours as ``#rrggbb``.
    size, width, radius
        Of the writing, the lines and the corners.
    lines, bold, align, fit
        Of the writing; how a picture fills its box.
    hang
        Whether the brackets of factors may hang below their box.
    underline
        Which of the factors has a stroke under it, from 1; 0 for none.
    points
        Of a line.
    breaks, least
        Where lines of writing may break; a size that is large enough, so that a line more must win more.
    stand, gap, air, around
        Where a line of factors stands; room between its pieces, above and below it, as shares of its size;
        what stands around its factors.
    pitch
        From the middle of a dot to the next.
    rays, waist
        Of a star.

    Examples
    --------
    >>> Mark("band", Box(0, 0, 100, 12), fill="#2f5a8c").runs_off
    True
    """

    show: str
    box: Box
    text: str = ""
    ink: Color = ""
    fill: Color = ""
    outline: Color = ""
    accent: Color = ""
    size: float = 1000.0
    width: float = 0.0
    radius: float = 0.0
    lines: int = 1
    bold: bool = True
    align: str = "centre"
    fit: str = "inside"
    hang: bool = False
    underline: int = 0
    points: tuple[Point, ...] = ()
    breaks: str = "spaces"
    least: float = 0.0
    stand: str = "foot"
    gap: float = 0.02
    air: float = 0.0
    around: tuple[Around, ...] = ()
    pitch: float = 0.0
    rays: int = 5
    waist: float = 0.4

    @property
    def runs_off(self) -> bool:
        """Whether it runs off the edge of the counter."""
        box = self.box
        return self.show in {"band", "stripe", "polygon"} and (
            min(box.left, box.top) <= 0 or max(box.right, box.bottom) >= 100
        )


@dataclass(frozen=True, slots=True)
class Look:
    """What a face shows.

    Parameters
    ----------
    ground
        Colour.
    marks
        In the order in which they are drawn.
    rim, rim_width
        Colour and width of a rim along the edge; empty without one.
    clear
        Whether what nothing is drawn on is clear on the screen; printed counters have their ground.

    Examples
    --------
    >>> Look("#86ab62").marks
    ()
    """

    ground: Color
    marks: tuple[Mark, ...] = ()
    rim: Color = ""
    rim_width: float = 0.0
    clear: bool = False


def grounds_of(look: Look) -> tuple[Color, ...]:
    """Return the colours that run off the edge.

    Parameters
    ----------
    look
        Of a face.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> grounds_of(Look("#86ab62", (Mark("band", Box(0, 0, 100, 12), fill="#2f5a8c"),)))
    ('#86ab62', '#2f5a8c')
    """
    first = (look.rim, look.ground) if look.rim else (look.ground,)
    return tuple(dict.fromkeys([*first, *(mark.fill for mark in look.marks if mark.runs_off)]))
