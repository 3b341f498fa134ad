"""The hex grid of The Battle for Normandy: rows to the south, columns to the west, seven joined sheets.

Even rows lie half a hex further east: seven adjacencies that rules 11.3.3, 17.1, 18.1 and 20.6 state allow no
other layout. How the sheets join is ours (``placement.toml``): row offsets are even, because an odd one would
put neighbours apart. Where two sheets show a hex, the first one gives its id, the others give it other names.
"""

from __future__ import annotations

from maps.linegrid import LineGrid, Sheet

__all__ = ["GRID", "direction", "numbers_of"]

GRID = LineGrid(
    (
        Sheet("a", (1, 42), (1, 55), line=-32, place=63),
        Sheet("b", (10, 49), (1, 58), line=0, place=53),
        Sheet("c", (1, 41), (1, 55), line=0, place=0),
        Sheet("d", (1, 38), (1, 55), line=48, place=49),
        Sheet("e", (1, 46), (1, 57), line=40, place=-4),
        Sheet("f", (1, 42), (1, 55), line=68, place=49),
        Sheet("g", (1, 46), (1, 55), line=64, place=-4),
    ),
    shifted="odd",
    northward=False,
    westward=True,
)


def numbers_of(number: str) -> tuple[str, ...]:
    """Every number under which sheets show a hex, its id first.

    Examples
    --------
    >>> numbers_of("B1008"), numbers_of("C3014")
    (('b1008',), ('c3014',))
    >>> numbers_of("b1011")
    ('a4201', 'b1011')
    """
    line, place = GRID.split(number)
    found = []
    for sheet in GRID.sheets:
        own, at = line - sheet.line, place - sheet.place
        if sheet.lines[0] <= own <= sheet.lines[1] and sheet.places[0] <= at <= sheet.places[1]:
            found.append(f"{sheet.letter}{own:02d}{at:02d}")
    return tuple(found)


def direction(number: str, way: int) -> str | None:
    """The hex next to another in a direction of the Direction Chart (17.1).

    Parameters
    ----------
    way
        1 to 6: 1 to the north-east, 2 to the east, and so on clockwise.

    Returns
    -------
    str or None
        None off the sheets, and from a box.

    Examples
    --------
    >>> direction("a4219", 1), direction("a4118", 2), direction("c1829", 1), direction("pool", 1)
    ('a4118', 'a4117', 'c1728', None)
    """
    try:
        line, place = GRID.split(number)
    except ValueError:
        return None
    odd = line & 1
    east = place if odd else place - 1  # column of the neighbours to the east in the rows beside this one
    at = {
        1: (line - 1, east),
        2: (line, place - 1),
        3: (line + 1, east),
        4: (line + 1, east + 1),
        5: (line, place + 1),
        6: (line - 1, east + 1),
    }[way]
    return GRID.find(*at)
