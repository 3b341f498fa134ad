"""Counters of our games that are drawn by template: as data in ``templates/counters.toml``."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from counters.faces import PrintedFace
from counters.homemade.faces import WrongCell, look_of, marks_of
from counters.homemade.looks import draw_look
from counters.homemade.marks import Look, Mark, grounds_of
from counters.homemade.templates import FaceTemplate, Template, load_templates
from counters.homemade.writing import texts_of
from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.drawing import Color, TextBox
    from counters.geometry import Box
    from counters.homemade.fields import Cells

__all__ = ["WORDS", "Shown", "box_of", "printed"]

WORDS = (
    *("mark", "frame", "spent", "deep", "airborne", "badge", "glyph", "wave", "band"),
    *("support", "motorized", "artillery", "assault", "fired", "flak", "move", "used", "dot", "dot-rim"),
)
"""Words for colours of a branch, besides those that any game has."""
_HERE = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Shown:
    """A face of a template, with what it shows.

    Parameters
    ----------
    template, face
        Their names.
    cells
        What there is, by column.
    colors
        What the colour words stand for.

    Examples
    --------
    >>> shown = Shown("marker", "front", {"title": "Used"}, {"ground": "#ffffff", "ink": "#111111"})
    >>> shown.look.ground, [mark.text for mark in shown.marks.values()]
    ('#ffffff', ['Used'])
    """

    template: str
    face: str
    cells: Mapping[str, str]
    colors: Mapping[str, Color]

    @property
    def look(self) -> Look:
        """What is drawn; DataError where it has no drawing."""
        with _telling():
            return look_of(*self._told())[0]

    @property
    def marks(self) -> dict[str, Mark]:
        """The same by the names that the template has for it."""
        with _telling():
            return marks_of(*self._told())[0]

    def texts(self, *names: str) -> tuple[TextBox, ...]:
        """What some items write, in the order of their names; nothing where they are not shown.

        Examples
        --------
        >>> [text.lines for text in Shown("marker", "front", {"title": "Used"}, {}).texts("title", "corner")]
        [('Used',)]
        """
        marks = self.marks
        return tuple([text for name in names if name in marks for text in texts_of(marks[name])])

    def boxes(self, *names: str) -> tuple[Box, ...]:
        """Where some items stand, in the order of their names; nothing where they are not shown.

        Examples
        --------
        >>> Shown("striped", "front", {"setup": "O"}, {"ink": "#111111"}).boxes("ring", "disc")
        (Box(left=4.0, top=33.2, right=27.8, bottom=57.0),)
        """
        marks = self.marks
        return tuple([marks[name].box for name in names if name in marks])

    def _told(self) -> tuple[FaceTemplate, Cells, Mapping[str, Color], Path]:
        cells = {name: (text,) if text else () for name, text in self.cells.items()}
        return _faces(self.template)[self.face], cells, self.colors, _HERE


def printed(shown: Shown, key: str) -> PrintedFace:
    """Return the face that shows something.

    Parameters
    ----------
    shown
        What.
    key
        Of what it depends on.

    Returns
    -------
    PrintedFace
        Its picture is told all places and colours.

    Examples
    --------
    >>> shown = Shown("marker", "front", {"title": "Used"}, {"ground": "#ffffff", "ink": "#111111"})
    >>> printed(shown, "used").grounds
    ('#ffffff',)
    """
    look = shown.look
    return PrintedFace(key, functools.partial(draw_look, look), grounds_of(look))


def box_of(template: str, item: str, face: str = "front") -> Box:
    """Return where a template has an item.

    Parameters
    ----------
    template, item, face
        Their names.

    Returns
    -------
    Box

    Raises
    ------
    KeyError
        No such template, face or item.

    Examples
    --------
    >>> box_of("striped", "fort")
    Box(left=22.0, top=23.0, right=78.0, bottom=57.8)
    """
    return {one.name: one.box for one in _faces(template)[face].items}[item]


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    """Say of our own tables what has no drawing: their column of symbols is ``kind``."""
    try:
        yield
    except WrongCell as fault:
        column = "kind" if fault.column == "symbol" else fault.column
        raise DataError("units.csv", f"column {column}", fault.expected) from None


@functools.cache
def _faces(template: str) -> Mapping[str, FaceTemplate]:
    """The faces of a template by name."""
    return {face.name: face for face in _templates()[template].faces}


@functools.cache
def _templates() -> Mapping[str, Template]:
    return load_templates(_HERE, words=WORDS).templates
