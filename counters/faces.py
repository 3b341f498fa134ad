"""A printed face: how it is drawn, and a key of everything that its picture depends on."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Hashable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from counters.drawing import Color
from counters.overlays import Finish
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Paint", "PrintedFace", "content_key", "painted_key"]

Paint: TypeAlias = "functools.partial[Image.Image]"
"""A drawing that is told all that it shows, in plain values."""
_LOOK = 48  # pixels of the drawing that tells whether a face has changed


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """One face of a counter; faces of the same content are equal.

    Parameters
    ----------
    key
        Hash of the content, the same on every machine.
    paint
        Draws the face when it is told ``px`` and ``finish``; it holds values of the content only.
    grounds
        Colours that may run off the edge.

    Examples
    --------
    >>> from counters.markers import draw_face
    >>> from counters.palette import Face
    >>> paint = functools.partial(draw_face, Face("#ffffff", "#000000", title="Used"))
    >>> PrintedFace.of(paint, ("#ffffff",)).draw(px=30).size
    (30, 30)
    """

    key: str
    paint: functools.partial[Image.Image] = field(compare=False, repr=False)
    grounds: tuple[Color, ...] = field(compare=False)

    @classmethod
    def of(cls, paint: functools.partial[Image.Image], grounds: tuple[Color, ...]) -> PrintedFace:
        """Return the face that a call draws; its key is made from what the call is given.

        Parameters
        ----------
        paint, grounds
            As in the class.

        Returns
        -------
        PrintedFace

        Examples
        --------
        >>> from counters.overlays import draw_moved
        >>> paint = functools.partial(draw_moved)
        >>> PrintedFace.of(paint, ()) == PrintedFace.of(paint, ())
        True
        """
        return cls(content_key((paint.func.__name__, paint.args, paint.keywords)), paint, grounds)

    def draw(self, *, px: int, finish: Finish = "screen") -> Image.Image:
        """Draw the face.

        Parameters
        ----------
        px
            Side of the image in pixels.
        finish
            As in `counters.overlays.finished`.

        Returns
        -------
        PIL.Image.Image

        Raises
        ------
        maps.errors.DataError
            The content names something that has no drawing.
        """
        return self.paint(px=px, finish=finish)

    def look(self) -> str:
        """Return a hash of a small drawing: it changes with the content and with the way of drawing.

        Returns
        -------
        str
            SHA-256 in hexadecimal figures.

        Raises
        ------
        maps.errors.DataError
            As `draw`.
        """
        return hashlib.sha256(self.draw(px=_LOOK, finish="print").tobytes()).hexdigest()


def content_key(content: object) -> str:
    """Return a hash of values; fields that have their defaults do not count, so new ones change no key.

    Parameters
    ----------
    content
        Data classes, mappings, sequences, texts and numbers.

    Returns
    -------
    str
        SHA-256 in hexadecimal figures.

    Examples
    --------
    >>> content_key({"b": 1, "a": 2}) == content_key({"a": 2, "b": 1}) != content_key({"a": 2})
    True
    """
    text = json.dumps(_plain(content), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def painted_key(paint: Paint) -> str:
    """Return a hash of a drawing: what draws, and all that it is told.

    Parameters
    ----------
    paint
        The drawing.

    Returns
    -------
    str
        SHA-256 in hexadecimal figures.

    Examples
    --------
    >>> from counters.overlays import draw_moved
    >>> small, large = (painted_key(functools.partial(draw_moved, px=px)) for px in (10, 20))
    >>> small == large
    False
    """
    return content_key(paint)


def _plain(value: Any) -> object:
    """The value as JSON can write it."""
    kind: Any = type(value)
    if kind is str:
        return value
    names = _fields(kind)
    if names is not None:
        pairs = ((name, default, getattr(value, name)) for name, default in names)
        return {name: _plain(v) for name, default, v in pairs if v not in (default, {})}
    if isinstance(value, Mapping):
        return sorted(([_plain(k), _plain(v)] for k, v in value.items()), key=repr)
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    if isinstance(value, functools.partial):
        return [value.func.__module__, value.func.__qualname__, _plain(value.args), _plain(value.keywords)]
    return value


@functools.cache
def _fields(kind: Hashable) -> tuple[tuple[str, object], ...] | None:
    """Fields of a data class with their defaults; None for any other class."""
    if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
        return None
    return tuple([(f.name, f.default) for f in dataclasses.fields(kind)])
