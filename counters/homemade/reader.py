"""A table of ``counters.toml`` read key by key: one line of error for whatever is none."""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection, Mapping
from typing import Any

from counters.geometry import Box, Point
from counters.homemade.fields import COLOR_WORDS, Condition, is_color, read_condition
from counters.overlays import ART_EDGE
from maps.errors import DataError

__all__ = ["FILE", "Reader"]

FILE = "counters.toml"
_IN_HUNDREDTHS = 100.0  # side of the counter for which a template is written in hundredths
_DECIMALS = 9  # of those: 4.4 and 91.2 further is 95.6, whatever binary fractions make of it


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

    def share(self, key: str, default: float) -> float:
        """A share of something, from 0 to 1."""
        value = self.table.get(key, default)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
            raise self.fault(key, f"a share from 0 to 1, not {value!r}")
        return float(value)

    def tables(self, key: str) -> list[Reader]:
        """A list of tables, each read by itself."""
        value = self.table.get(key, [])
        if not isinstance(value, list):
            raise self.fault(key, f"a list of tables, not {value!r}")
        place = f"{self.place}.{key}"
        return [
            Reader(f"{place}[{i}]", one, self.side, self.colors, self.edge) for i, one in enumerate(value, 1)
        ]

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
        if self.side != _IN_HUNDREDTHS:
            return box
        return Box(*[round(edge, _DECIMALS) for edge in (box.left, box.top, box.right, box.bottom)])

    def _hundredths(self, key: str, value: object, low: float = -math.inf) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value < math.inf:
            raise self.fault(key, f"a number of millimetres, not {value!r}")
        return value * 100 / self.side
