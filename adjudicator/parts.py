"""The part of a map that a small scenario is played on: rectangles of hex numbers, what lies outside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from adjudicator.errors import DataError

__all__ = ["outside_of"]

_RECTANGLE = re.compile(r"([a-z])(\d\d)(\d\d)-\1(\d\d)(\d\d)")
_Box = tuple[str, range, range]


def outside_of(
    hexes: Iterable[str], part: str, file: str, numbers: Callable[[str], Iterable[str]] = lambda h: (h,)
) -> frozenset[str]:
    """Hexes outside a part of a map.

    Parameters
    ----------
    hexes
        Ids of all hexes of the map.
    part
        Rectangles of a sheet such as ``c0101-c4155``, parted by blanks; empty for the whole map.
    file
        Name of the file that states the part, for the fault.
    numbers
        Every number under which sheets show a hex.

    Returns
    -------
    frozenset of str
        None for the whole map.

    Raises
    ------
    DataError
        That is no rectangle.

    Examples
    --------
    >>> sorted(outside_of(["w0126", "w0226", "w0227"], "w0126-w0226", "scenarios.toml"))
    ['w0227']
    """
    if not part:
        return frozenset()
    boxes = [_rectangle(text, file) for text in part.split()]
    return frozenset(h for h in hexes if not any(_lies_in(n, box) for n in numbers(h) for box in boxes))


def _rectangle(text: str, file: str) -> _Box:
    found = _RECTANGLE.fullmatch(text)
    if found is None:
        raise DataError(file, "key part", f"a rectangle such as c0101-c4155, not {text!r}")
    sheet, *corners = found.groups()
    top, left, bottom, right = map(int, corners)
    return sheet, range(top, bottom + 1), range(left, right + 1)


def _lies_in(number: str, box: _Box) -> bool:
    sheet, lines, places = box
    return number[0] == sheet and int(number[1:3]) in lines and int(number[3:]) in places
