"""The items of a template's face, as ``counters.toml`` writes them: what each shows, where, in which colours.

Every item is one line: ``symbol = { at = [3.7, 3.2, 5.6, 3.8], ink = "ink" }``. Places are millimetres from
the upper left corner of the counter; here they are kept in hundredths of its side.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from counters.geometry import Box, Point
from counters.homemade.fields import COLOR_WORDS, Condition, columns_of, is_color, read_condition
from counters.overlays import ART_EDGE
from maps.errors import DataError
from module_builder.vassal.values import dataclass

__all__ = ["FILE", "KEYS", "KINDS", "PLACE", "STROKE_ROOM", "Item", "Reader", "read_item"]

FILE = "counters.toml"
_WRITING = {"size": "", "ink": "ink", "bold": True, "empty": ""}
_FREE = {"align": "centre", "lines": 1, **_WRITING}
_DRAWN = {"name": "", "ink": "ink", "accent": "accent"}
KEYS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "symbol": {"name": "{symbol}", "ink": "ink", "fill": "tint", "outline": ""},
        "size-mark": {"name": "{size}", "ink": "ink"},
        "silhouette": {**_DRAWN, "name": "{silhouette}", "accent": "tint"},
        "icon": {**_DRAWN, "name": "{icon}"},
        "picture": {"file": "", "fit": "inside"},
        "text": {"text": "", **_FREE},
        "value": {"column": "", "prefix": "", "suffix": "", **_FREE},
        "factors": {"text": "", **_WRITING, "hang": False, "underline": 0},
        "band": {"fill": "accent"},
        "stripe": {"fill": "formation"},
        "box": {"fill": "", "outline": "", "width": 0.2, "radius": 0.0},
        "circle": {"fill": "", "outline": "", "width": 0.2},
        "line": {"points": (), "ink": "ink", "width": 0.3},
        "polygon": {"points": (), "fill": "accent"},
    }
)
"""What an item may show -> the keys that it takes besides its place, with their defaults."""
KINDS = tuple(KEYS)
"""What an item may show."""
_AT = ("at", "centre", "across")
PLACE = frozenset({*_AT, "points"})
"""Keys that say where an item stands."""
_COMMON = ("show", "when")
_COLORS = ("ink", "fill", "outline", "accent")
_WORDS = {"align": ("left", "centre", "right"), "fit": ("inside", "fill")}
_BY_POINTS = {"line": 2, "polygon": 3}
_TO_EDGE = ("band", "stripe", "picture", "polygon")
_MOST_LINES, _MOST_FACTORS = 4, 6
_LARGEST = 1000.0  # hundredths: as large as the box allows
STROKE_ROOM = 5.2
"""Hundredths below a line of factors in which a stroke under one of them stands."""
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
    when: tuple[Condition, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it shows or asks for."""
        return (*columns_of(self.text), *(one.column for one in self.when))


class Reader:
    """A table of ``counters.toml`` that knows where it stands.

    Parameters
    ----------
    place
        Its name in the file.
    table
        Its keys.
    side
        Of the counter, in millimetres.
    colors
        Words of the table ``color``.
    edge
        How near print may come to the edge of the counter, in hundredths of its side.

    Examples
    --------
    >>> Reader("template.x.front.name", {"size": 2}, 20, ()).length("size", 0)
    10.0
    """

    __slots__ = ("colors", "edge", "place", "side", "table")

    def __init__(
        self, place: str, table: object, side: float, colors: Collection[str], edge: float = ART_EDGE
    ) -> None:
        self.place, self.side, self.colors, self.edge = place, side, colors, edge
        if not isinstance(table, Mapping):
            raise DataError(FILE, place, f"a table, not {table!r}")
        self.table: Mapping[str, Any] = table

    def fault(self, key: str, expected: str, way_out: str = "") -> DataError:
        """The error of one key."""
        return DataError(FILE, ".".join(part for part in (self.place, key) if part), expected, way_out)

    def only(self, keys: Collection[str]) -> None:
        """Refuse keys that nobody reads."""
        for key in self.table:
            if key not in keys:
                near = difflib.get_close_matches(key, keys, 1)
                hint = f"Did you mean {near[0]}?" if near else ""
                raise self.fault(key, f"one of the keys {', '.join(keys)}", hint)

    def word(self, key: str, default: str, allowed: Collection[str] = ()) -> str:
        """A text, or one of some words."""
        value = self.table.get(key, default)
        if not isinstance(value, str) or (allowed and value not in allowed):
            raise self.fault(key, f"one of {', '.join(allowed)}, not {value!r}" if allowed else "a text")
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, f"true or false, not {value!r}")
        return value

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number within bounds."""
        value = self.table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fault(key, f"a whole number from {low} to {high}, not {value!r}")
        return value

    def length(self, key: str, default: float) -> float:
        """A length in millimetres, as hundredths of the side."""
        return self._hundredths(key, self.table.get(key, default), low=0.0)

    def color(self, key: str, default: str) -> str:
        """A colour, or a word for one."""
        value = self.table.get(key, default)
        if value != "" and not is_color(value, self.colors):
            words = ", ".join((*COLOR_WORDS, *self.colors))
            raise self.fault(key, f"a colour such as #86ab62 or one of the words {words}, not {value!r}")
        return str(value)

    def conditions(self, key: str) -> tuple[Condition, ...]:
        """One condition or a list of them."""
        value = self.table.get(key, [])
        texts = value if isinstance(value, list) else [value]
        found = [read_condition(text) if isinstance(text, str) else None for text in texts]
        if not all(found):
            examples = '"steps", "not steps", "type = hq|leader" or "type != hq"'
            raise self.fault(key, f"a condition such as {examples}, not {value!r}")
        return tuple(one for one in found if one)

    def points(self, key: str, least: int) -> tuple[Point, ...]:
        """Points of a line or of corners."""
        value = self.table.get(key)
        pairs = value if isinstance(value, list) else []
        if len(pairs) < least or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            raise self.fault(key, f"{least} or more points in millimetres, such as [[1, 6], [12, 6]]")
        return tuple([(self._hundredths(key, x), self._hundredths(key, y)) for x, y in pairs])

    def box(self) -> Box:
        """A place, by its upper left corner or by its centre."""
        if "at" in self.table:
            if both := next((key for key in ("centre", "across") if key in self.table), ""):
                raise self.fault(both, "either at, or centre and across")
            left, top, width, height = self._row("at", "[left, top, width, height]", 4)
            return self._checked("at", Box(left, top, left + width, top + height))
        if "centre" not in self.table:
            raise self.fault(
                "", "a place: at = [left, top, width, height] in millimetres", "or centre, across"
            )
        x, y = self._row("centre", "[x, y]", 2)
        across = self.table.get("across")
        wide, high = (
            self._row("across", "[width, height], or one number", 2)
            if isinstance(across, list)
            else [self._hundredths("across", across)] * 2
        )
        return self._checked("across", Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))

    def _row(self, key: str, expected: str, count: int) -> list[float]:
        value = self.table.get(key)
        if not isinstance(value, list) or len(value) != count:
            raise self.fault(key, f"{expected} in millimetres, not {value!r}")
        return [self._hundredths(key, one) for one in value]

    def _checked(self, key: str, box: Box) -> Box:
        if box.width <= 0 or box.height <= 0:
            raise self.fault(key, "a place with a width and a height above 0")
        return box

    def _hundredths(self, key: str, value: object, low: float = -math.inf) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value < math.inf:
            raise self.fault(key, f"a number of millimetres, not {value!r}")
        return value * 100 / self.side


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
    found: dict[str, Any] = {key: reader.color(key, str(defaults[key])) for key in _COLORS if key in defaults}
    found |= {
        key: reader.word(key, str(defaults[key]), allowed)
        for key, allowed in _WORDS.items()
        if key in defaults
    }
    for key in ("width", "radius"):
        if key in defaults:
            found[key] = reader.length(key, float(str(defaults[key])))
    if "size" in defaults:
        found["size"] = reader.length("size", 0) or _LARGEST
        found["bold"], found["empty"] = reader.flag("bold", default=True), reader.word("empty", "")
    if "hang" in defaults:
        found["hang"] = reader.flag("hang", default=False)
        found["underline"] = reader.whole("underline", 0, 0, _MOST_FACTORS)
        if found["underline"]:
            _check_edge(reader, show, Box(box.left, box.top, box.right, box.bottom + STROKE_ROOM))
    if "lines" in defaults:
        found["lines"] = reader.whole("lines", 1, 1, _MOST_LINES)
    if show in {"box", "circle"} and not (found["fill"] or found["outline"]):
        raise reader.fault("", 'a colour: fill = "accent", or outline = "ink"')
    text = _text(reader, show, defaults)
    return Item(name, show, reader.place, box, text, points=points, when=reader.conditions("when"), **found)


def _text(reader: Reader, show: str, defaults: Mapping[str, object]) -> str:
    """What is written, or the name of what is drawn."""
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
