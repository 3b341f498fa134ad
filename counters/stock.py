"""What the counters of a published game are cut from: their sizes, and how many a counter sheet holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from maps.errors import DataError
from module_builder.vassal.values import dataclass

__all__ = ["MARKER", "Stock", "read_stock"]

MARKER = "marker"
"""Word for the markers among the sizes of counters."""

_KEYS = ("size", "per_sheet", "sizes", "cut", "signs")
_LENGTH = re.compile(r"(\d+(?:/[1-9]\d*|\.\d+)?)(in|mm)")
_SMALLEST, _LARGEST = 5.0, 60.0  # mm; a counter beyond them is a slip of the pen
_MOST = 999  # counters on a sheet


@dataclass(frozen=True, slots=True)
class Stock:
    """What the counters of the published game are cut from.

    Parameters
    ----------
    size
        Side of a counter in millimetres.
    per_sheet
        Counters on one counter sheet.
    sizes
        Side in millimetres of units of another size, by unit size; of markers, by `MARKER`. The module shows
        them as much smaller.
    signs
        Marker laid on a unit of a status, by status, where the counter itself does not show it.
    cut
        Side in millimetres on paper only, by type of unit, by id of a marker, or by `MARKER`.
    shares
        Counters on one sheet by their side, where each size has places of its own; else empty.

    Examples
    --------
    >>> stock = Stock(15.875, 176, {"battalion": 12.7})
    >>> stock.side_of("battalion"), stock.side_of("regiment")
    (12.7, 15.875)
    """

    size: float
    per_sheet: int
    sizes: Mapping[str, float] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    cut: Mapping[str, float] = field(default_factory=dict)
    shares: Mapping[float, int] = field(default_factory=dict)

    def side_of(self, unit_size: str) -> float:
        """Return the side of a counter as the module shows it beside the others.

        Parameters
        ----------
        unit_size
            Size of the unit; empty for a marker.

        Returns
        -------
        float
            Millimetres.

        Examples
        --------
        >>> Stock(15.875, 176).side_of("")
        15.875
        """
        return self.sizes.get(unit_size or MARKER, self.size)

    def cut_of(self, name: str, unit_size: str) -> float:
        """Return the side of a counter as it is cut from paper.

        Parameters
        ----------
        name
            Type of the unit, or id of the marker.
        unit_size
            Size of the unit; empty for a marker.

        Returns
        -------
        float
            Millimetres.

        Examples
        --------
        >>> stock = Stock(15.875, 176, cut={"flak": 12.7, "marker": 12.7, "turn": 15.875})
        >>> stock.cut_of("flak", "battalion"), stock.cut_of("turn", ""), stock.cut_of("control", "")
        (12.7, 15.875, 12.7)
        """
        kind = MARKER if not unit_size else ""
        own = self.cut.get(name, self.cut.get(kind))
        return self.side_of(unit_size) if own is None else own

    def places(self, side: float) -> int:
        """Return how many counters of a side one sheet holds.

        Parameters
        ----------
        side
            In millimetres.

        Returns
        -------
        int

        Examples
        --------
        >>> Stock(15.875, 218, shares={15.875: 88, 12.7: 130}).places(12.7), Stock(15.875, 176).places(12.7)
        (130, 176)
        """
        return self.shares.get(side, self.per_sheet)


def read_stock(row: Mapping[str, object]) -> Stock:
    """Read the table ``print`` of a ``sheet.toml``.

    Parameters
    ----------
    row
        Size of the counters, number on a sheet (or the numbers by length), other sizes, signs.

    Returns
    -------
    Stock

    Raises
    ------
    maps.errors.DataError
        A key is unknown, or a value is none.

    Examples
    --------
    >>> read_stock({"size": "5/8in", "per_sheet": {"5/8in": 88, "1/2in": 130}}).per_sheet
    218
    """
    if unknown := sorted(row.keys() - set(_KEYS)):
        raise DataError("sheet.toml", "print", f"the keys {', '.join(_KEYS)}, not {', '.join(unknown)}")
    count, shares = row.get("per_sheet"), {}
    if isinstance(count, dict) and count:
        shares = {_length(text, "print.per_sheet"): _count(number) for text, number in count.items()}
        count = sum(shares.values())
    others, cut = (_lengths(row, key) for key in ("sizes", "cut"))
    signs = row.get("signs", {})
    if not isinstance(signs, dict) or not all(isinstance(marker, str) for marker in signs.values()):
        raise DataError("sheet.toml", "print.signs", 'markers by status, such as d1 = "disruption"')
    return Stock(_length(row.get("size"), "print.size"), _count(count), others, signs, cut, shares)


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MOST:
        raise DataError("sheet.toml", "print.per_sheet", f"a whole number from 1 to {_MOST}, not {value!r}")
    return value


def _lengths(row: Mapping[str, object], key: str) -> dict[str, float]:
    """Lengths by what has them."""
    table = row.get(key, {})
    if not isinstance(table, dict):
        what = "unit size" if key == "sizes" else "type of unit or marker"
        raise DataError("sheet.toml", f"print.{key}", f'lengths by {what}, such as battalion = "1/2in"')
    return {str(name): _length(text, f"print.{key}.{name}") for name, text in table.items()}


def _length(value: object, place: str) -> float:
    """Millimetres of a length such as ``5/8in``."""
    found = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    length = float(Fraction(found[1]) * (Fraction("25.4") if found[2] == "in" else 1)) if found else 0.0
    if not _SMALLEST <= length <= _LARGEST:
        limits = f"a length from {_SMALLEST:g} to {_LARGEST:g} mm such as 5/8in or 15mm"
        raise DataError("sheet.toml", place, f"{limits}, not {value!r}")
    return length
