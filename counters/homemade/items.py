"""The items of a template's face, as ``counters.toml`` writes them: what each shows, where, in which colours.

Every item is one line: ``symbol = { at = [3.7, 3.2, 5.6, 3.8], ink = "ink" }``. Places are millimetres from
the upper left corner of the counter; here they are kept in hundredths of its side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from counters.factors import GAP
from counters.geometry import Box, Point
from counters.homemade.fields import Condition, columns_of
from counters.homemade.marks import Around
from counters.homemade.reader import Reader
from counters.homemade.writing import STROKE_ROOM
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from maps.errors import DataError

__all__ = ["AROUND", "KEYS", "KINDS", "PLACE", "Item", "read_item"]

_WRITING = {"size": "", "ink": "ink", "bold": True, "empty": ""}
_FREE = {"align": "centre", "lines": 1, "breaks": "spaces", "least": 0.0, **_WRITING}
_SET = {"hang": False, "underline": 0, "stand": "foot", "gap": GAP, "air": 0.0, "around": ()}
_DRAWN = {"name": "", "ink": "ink", "accent": "accent"}
KEYS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "symbol": {"name": "{symbol}", "ink": "ink", "fill": "tint", "outline": ""},
        "size-mark": {"name": "{size}", "ink": "ink"},
        "silhouette": {**_DRAWN, "name": "{silhouette}", "accent": "tint"},
        "icon": {**_DRAWN, "name": "{icon}"},
        "emblem": {"name": "{emblem}"},
        "picture": {"file": "", "fit": "inside"},
        "text": {"text": "", **_FREE},
        "value": {"column": "", "prefix": "", "suffix": "", **_FREE},
        "factors": {"text": "", **_WRITING, **_SET},
        "dots": {"column": "", "pitch": 0.0, "fill": "ink", "outline": "", "width": 0.2},
        "band": {"fill": "accent"},
        "stripe": {"fill": "formation"},
        "box": {"fill": "", "outline": "", "width": 0.2, "radius": 0.0},
        "circle": {"fill": "", "outline": "", "width": 0.2},
        "line": {"points": (), "ink": "ink", "width": 0.3},
        "polygon": {"points": (), "fill": "accent"},
        "star": {"rays": 5, "waist": 0.4, "fill": "accent"},
    }
)
"""What an item may show -> the keys that it takes besides its place, with their defaults."""
KINDS = tuple(KEYS)
"""What an item may show."""
AROUND: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "box": {"fill": "", "outline": "", "width": 0.2, "radius": 0.0},
        "circle": {"fill": "", "outline": "", "width": 0.2},
        "brackets": {"width": 0.25},
    }
)
"""What may stand around a factor -> the keys that it takes besides those of every such thing."""
_AT = ("at", "centre", "across")
PLACE = frozenset({*_AT, "points"})
"""Keys that say where an item stands."""
_COMMON = ("show", "when")
_COLORS = ("ink", "fill", "outline", "accent")
_WORDS = {
    "align": ("left", "centre", "right"),
    "fit": ("inside", "fill"),
    "breaks": ("spaces", "strokes", "even"),
    "stand": ("foot", "middle"),
}
_BY_POINTS = {"line": 2, "polygon": 3}
_TO_EDGE = ("band", "stripe", "picture", "polygon")
_MOST_LINES, _MOST_FACTORS, _MOST_RAYS = 4, 6, 40
_PITCH = 1.3  # from a dot to the next, where the template does not say
_LARGEST = 1000.0  # hundredths: as large as the box allows
_SLACK = 1e-6
_BEYOND = 20.0  # hundredths by which corners may lie outside the counter: farther than any bleed


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a face.

    Parameters
    ----------
    name
        By which the template calls it.
    show
        One of `KINDS`.
    place
        Where it stands in the file, for messages.
    box
        In hundredths of the counter's side.
    text
        What is written, or the name of what is drawn; columns in braces.
    empty
        What stands for an empty cell in it.
    ink, fill, outline, accent
        Colours as the template words them.
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
    breaks, least, stand, gap, air, around, pitch, rays, waist
        As in `counters.homemade.marks.Mark`.
    when
        What must be so of the unit for it to be shown.

    Examples
    --------
    >>> Item("name", "text", "", Box(0, 0, 10, 10), "{name}").lines
    1
    """

    name: str
    show: str
    place: str
    box: Box
    text: str = ""
    empty: str = ""
    ink: str = ""
    fill: str = ""
    outline: str = ""
    accent: str = ""
    size: float = _LARGEST
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
    gap: float = GAP
    air: float = 0.0
    around: tuple[Around, ...] = ()
    pitch: float = 0.0
    rays: int = 5
    waist: float = 0.4
    when: tuple[Condition, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it shows or asks for."""
        asked = (*self.when, *(one for around in self.around for one in around.when))
        return (*columns_of(self.text), *(one.column for one in asked))


def read_item(name: str, reader: Reader) -> Item:
    """Read one item.

    Parameters
    ----------
    name
        By which the template calls it.
    reader
        Its table.

    Returns
    -------
    Item

    Raises
    ------
    DataError
        A key is unknown or missing, a value is none, or print lies too near to the edge.

    Examples
    --------
    >>> item = read_item("symbol", Reader("template.x.front.symbol", {"at": [2, 3, 6, 4]}, 10, ()))
    >>> item.box, item.fill
    (Box(left=20.0, top=30.0, right=80.0, bottom=70.0), 'tint')
    """
    show = reader.word("show", name if name in KEYS else "")
    if show not in KEYS:
        raise reader.fault("show", f"what it shows: one of {', '.join(KINDS)}, not {show!r}")
    defaults = KEYS[show]
    reader.only((*(() if show in _BY_POINTS else _AT), *defaults, *_COMMON))
    points = reader.points("points", _BY_POINTS[show]) if show in _BY_POINTS else ()
    box = _around(points) if points else reader.box()
    _check_edge(reader, show, box)
    found = _colors(reader, defaults)
    found |= {
        key: reader.word(key, str(defaults[key]), allowed)
        for key, allowed in _WORDS.items()
        if key in defaults
    }
    for key in ("width", "radius", "least"):
        if key in defaults:
            found[key] = reader.length(key, float(str(defaults[key])))
    if "size" in defaults:
        found["size"] = reader.length("size", 0) or _LARGEST
        found["bold"], found["empty"] = reader.flag("bold", default=True), reader.word("empty", "")
    if "lines" in defaults:
        found["lines"] = reader.whole("lines", 1, 1, _MOST_LINES)
    if show == "factors":
        found |= _set(reader, box)
    elif show == "dots":
        found["pitch"] = reader.length("pitch", 0) or min(box.width, box.height) * _PITCH
    elif show == "star":
        found |= {"rays": reader.whole("rays", 5, 3, _MOST_RAYS), "waist": reader.share("waist", 0.4)}
    elif show in {"box", "circle"} and not (found["fill"] or found["outline"]):
        raise _colorless(reader)
    text = _text(reader, show, defaults)
    return Item(name, show, reader.place, box, text, points=points, when=reader.conditions("when"), **found)


def _colors(reader: Reader, defaults: Mapping[str, object]) -> dict[str, Any]:
    return {key: reader.color(key, str(defaults[key])) for key in _COLORS if key in defaults}


def _colorless(reader: Reader) -> DataError:
    return reader.fault("", 'a colour: fill = "accent", or outline = "ink"')


def _set(reader: Reader, box: Box) -> dict[str, Any]:
    """How a line of factors is set, and what stands around its factors."""
    around = tuple([_around_factor(one) for one in reader.tables("around")])
    under = reader.whole("underline", 0, 0, _MOST_FACTORS)
    if under:
        _check_edge(reader, "factors", Box(box.left, box.top, box.right, box.bottom + STROKE_ROOM))
    for one in around:
        if one.show == "brackets":
            _check_edge(reader, "factors", box.shrunk(-one.width / 2))
    shares = {key: reader.share(key, float(str(_SET[key]))) for key in ("gap", "air")}
    return {"hang": reader.flag("hang", default=False), "underline": under, "around": around, **shares}


def _around_factor(reader: Reader) -> Around:
    """One table of ``around``."""
    show = reader.word("show", "box", tuple(AROUND))
    defaults = AROUND[show]
    reader.only(("factor", "show", "pad", "rise", "ink", *defaults, "when"))
    factor = reader.whole("factor", 0, -_MOST_FACTORS, _MOST_FACTORS)
    if not factor:
        raise reader.fault("factor", "which factor: 1 is the first, -1 the last")
    found = _colors(reader, defaults) | {
        key: reader.length(key, float(str(defaults[key]))) for key in ("width", "radius") if key in defaults
    }
    if show != "brackets" and not (found["fill"] or found["outline"]):
        raise _colorless(reader)
    rise = reader.share("rise", 0.0) if "rise" in reader.table else None
    pad, ink, when = reader.share("pad", 0.0), reader.color("ink", ""), reader.conditions("when")
    return Around(factor, show, pad, rise, ink, when=when, **found)


def _text(reader: Reader, show: str, defaults: Mapping[str, object]) -> str:
    """What is written, or the name of what is drawn."""
    if show == "dots":
        if not reader.word("column", ""):
            raise reader.fault("column", "a column of the table: how many there are")
        return f"{{{reader.word('column', '')}}}"
    if show == "value":
        if not reader.word("column", ""):
            raise reader.fault(
                "column", "a column of the table", 'of several print text = "{attack}-{defense}"'
            )
        return f"{reader.word('prefix', '')}{{{reader.word('column', '')}}}{reader.word('suffix', '')}"
    key = next((key for key in ("text", "name", "file") if key in defaults), "")
    text = reader.word(key, str(defaults[key])) if key else ""
    if key and not text:
        example = {"text": "{name}", "file": "art/{id}.png"}.get(key, "tiger")
        raise reader.fault(key, f"a text such as {example!r}")
    return text


def _around(points: tuple[Point, ...]) -> Box:
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across), min(down), max(across), max(down))


def _check_edge(reader: Reader, show: str, box: Box) -> None:
    """Print keeps clear of the cut, and of a rim; bands run off the edge."""
    free = -_BEYOND if show == "polygon" else 0.0 if show in _TO_EDGE else reader.edge
    if min(box.left, box.top) >= free - _SLACK and max(box.right, box.bottom) <= 100 - free + _SLACK:
        return
    if show == "polygon":
        raise reader.fault("points", "corners on the counter, or a fifth of its side beyond it at most")
    if show in _TO_EDGE:
        raise reader.fault("", f"a place within the counter, whose side is {reader.side:g} mm")
    clear = math.ceil(free * reader.side - _SLACK) / 100
    raise reader.fault(
        "",
        f"a place {clear:g} mm or more from the edge of the counter, whose side is {reader.side:g} mm",
        "only a band, a stripe or a picture runs off the edge",
    )
