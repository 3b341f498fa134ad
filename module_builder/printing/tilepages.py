"""What is printed about the tiles of a map: cut and glue marks, names, overview, scale bar, how to join them.

A tile is cut along its dashed lines, above and at the left, and laid over its neighbours there: whatever was
printed on the strips that they share is cut off or covered.
"""

from __future__ import annotations

from collections.abc import Iterator

from counters.fonts import advance
from module_builder.printing.page import Item, Line, Outline, Page, Picture, Quarter, Rect, Text
from module_builder.printing.tiling import FOOT, Tile, Tiling
from module_builder.vassal.values import dataclass

__all__ = ["BAR", "BLEED", "THUMBNAIL", "Imprint", "guide_page", "large_page", "tile_page"]

BAR = 100.0
"""What the scale bar must measure."""
BLEED = 3.0
"""By which one large page reaches over the edge of the map."""
THUMBNAIL = "map-overview"
"""Key of the small picture of the whole map."""

_STEPS = """\
Print every page at actual size (100%), and measure the bar: it must be 100 mm long.
Cut each tile along its dashed lines, at the left and above. Leave its right and lower edges:
 the {lap} mm there are shown again on the next tile and lie under it.
In each row begin at the left. Put glue on the strip at the right of tile 1, lay tile 2 on it so that
 the pictures meet along the dotted line, and go on to the end of the row.
Join the rows from above in the same way: the strip at the foot of row A goes under row B.
Cut the outer edges of the map last, at the corner marks."""
_STEPS_WITHOUT_LAP = """\
Print every page at actual size (100%), and measure the bar: it must be 100 mm long.
Cut each tile at its corner marks, and join the tiles edge to edge with tape from behind."""
_INK, _GREY, _PALE = "#000000", "#4a4a4a", "#ffffff"
_CLEAR = 1.0
_TICK = 4.0
_SLUG = 14.0
_OVERVIEW = 20.0
_LEAST_OVERVIEW = 25.0
_AROUND_OVERVIEW = 84.0
_STRIP, _SPARE = 5.0, 0.3  # the words on a strip are this high at most, and by so much less than it
_NAMED, _MEASURED = 14.0, 12.0  # room before the bar and behind it
_GLUE_AT = 0.06, 0.94  # of the length of a strip
_CUT_AT = 0.06


@dataclass(frozen=True, slots=True)
class Imprint:
    """What every page says.

    Parameters
    ----------
    title
        Of the game.
    share
        How much of the map is reconstructed, in words.

    Examples
    --------
    >>> Imprint("The Dark Summer", "90% ...").title
    'The Dark Summer'
    """

    title: str
    share: str


def tile_page(tiling: Tiling, tile: Tile, number: int, imprint: Imprint) -> Page:
    """Lay out the page of a tile.

    Parameters
    ----------
    tiling, tile
        Which.
    number
        Of the page among the tiles, from 1.
    imprint
        What it says.

    Returns
    -------
    Page
        With the picture `tile.key`.

    Examples
    --------
    >>> from module_builder.printing.tiling import plan_tiles
    >>> tiling = plan_tiles((9600, 6600), 300, paper=(297, 420))
    >>> tile_page(tiling, tiling.tiles[4], 5, Imprint("Breakout: Normandy", "")).name
    'tile B2'
    """
    wide, high = tiling.paper
    size = tiling.mm(tile.right - tile.left), tiling.mm(tile.bottom - tile.top)
    box = Rect((wide - size[0]) / 2, tiling.margin, *size)
    items = [
        Picture(box, tile.key, name=f"tile {tile.name}"),
        *_glue_marks(tiling, tile, box),
        *_cut_marks(tiling, tile, box),
    ]
    if tiling.foot:
        foot = Rect(tiling.margin, high - tiling.margin - FOOT, wide - 2 * tiling.margin, FOOT)
        count = f"Tile {number} of {tiling.count}. {imprint.share}"
        items += _overview(tiling, Rect(foot.x, foot.y, _OVERVIEW, FOOT), tile)
        items += _words(foot.x + _OVERVIEW + 4, foot.y, tile.name, imprint.title, count)
    else:
        items += _words_within(tiling, tile, box)
    return Page(wide, high, tuple(items), name=f"tile {tile.name}")


def _words_within(tiling: Tiling, tile: Tile, box: Rect) -> Iterator[Item]:
    """Name and scale bar on the strip that goes under the tile below, or is cut off above in the last row."""
    last = tile.row == len(tiling.rows) - 1
    strip = _inset(tiling) if last else tiling.mm(tiling.overlap) - _inset(tiling)
    high = min(strip, _STRIP) - _SPARE
    middle = box.y + strip / 2 if last else box.bottom - strip / 2
    left = box.centre[0] - _NAMED - BAR / 2
    yield Outline(Rect(left, middle - high / 2, _NAMED + BAR + _MEASURED, high), fill=_PALE)
    size = high * 0.86
    yield Text(left + 1, middle + size * 0.36, tile.name, size, bold=True)
    yield from _ruled(left + _NAMED, middle + high * 0.3, high * 0.55)
    yield Text(left + _NAMED + BAR + 1.4, middle + size * 0.36, "100 mm", min(size, 2.4))


def _inset(tiling: Tiling) -> float:
    """How far within its picture a tile is cut, so that a careless cut leaves no white."""
    return min(3.0, tiling.mm(tiling.overlap) * 0.3)


def _cut_marks(tiling: Tiling, tile: Tile, box: Rect) -> Iterator[Item]:
    """Ticks at every cut, and a dashed line where it runs through the picture."""
    inset = _inset(tiling)
    x, y = box.x + inset * (tile.column > 0), box.y + inset * (tile.row > 0)
    alone = tiling.overlap == 0
    last = alone or tile.column == len(tiling.columns) - 1, alone or tile.row == len(tiling.rows) - 1
    across = (box.x - _CLEAR, box.right + _CLEAR)
    down = (box.y - _CLEAR, box.bottom + _CLEAR)
    long = max(0.0, min(_TICK, tiling.margin - _CLEAR - 0.5))
    for at in (x, *([box.right] if last[0] else [])):
        yield Line(at, down[0] - long, at, down[0])
        yield Line(at, down[1], at, down[1] + min(long, 3.0))
    for at in (y, *([box.bottom] if last[1] else [])):
        yield Line(across[0] - long, at, across[0], at)
        yield Line(across[1], at, across[1] + long, at)
    if tile.column and inset:
        yield from _dashed(x, box.y, x, box.bottom)
        yield from _label(box.x + inset / 2, box.y + box.height * 0.25, "cut here", inset * 0.66, 270)
    if tile.row and inset:
        yield from _dashed(box.x, y, box.right, y)
        share = 0.25 if tiling.foot else _CUT_AT
        yield from _label(box.x + box.width * share, box.y + inset / 2, "cut here", inset * 0.66, 0)


def _dashed(x1: float, y1: float, x2: float, y2: float) -> Iterator[Line]:
    yield Line(x1, y1, x2, y2, 0.24, _PALE)
    yield Line(x1, y1, x2, y2, 0.12, _INK, (2.0, 1.4))


def _glue_marks(tiling: Tiling, tile: Tile, box: Rect) -> Iterator[Item]:
    """Where the edges of the neighbours will lie, and under which the strips beyond are glued."""
    strip = tiling.mm(tiling.overlap) - _inset(tiling)
    size = min(2.6, strip * 0.6)
    if strip <= 0:
        return
    names = {(t.row, t.column): t.name for t in tiling.tiles}
    if beside := names.get((tile.row, tile.column + 1)):
        x = box.right - strip
        yield Line(x, box.y, x, box.bottom, 0.1, _GREY, (0.4, 1.2))
        for share in (0.3, 0.7):
            words = f"glue under {beside}"
            yield from _label(box.right - strip / 2, box.y + box.height * share, words, size, 270)
    if below := names.get((tile.row + 1, tile.column)):
        y = box.bottom - strip
        yield Line(box.x, y, box.right, y, 0.1, _GREY, (0.4, 1.2))
        for share in (0.3, 0.7) if tiling.foot else _GLUE_AT:
            words = f"glue under {below}"
            yield from _label(box.x + box.width * share, box.bottom - strip / 2, words, size, 0)


def _label(x: float, y: float, words: str, size: float, quarter: Quarter) -> Iterator[Item]:
    """Words on a white ground about a point."""
    wide, high = advance(words, 500) * size + size * 0.8, size * 1.25
    if quarter in {90, 270}:
        yield Outline(Rect(x - high / 2, y - wide / 2, high, wide), fill=_PALE)
        yield Text(x + size * 0.35, y, words, size, "middle", _GREY, quarter=quarter)
    else:
        yield Outline(Rect(x - wide / 2, y - high / 2, wide, high), fill=_PALE)
        yield Text(x, y + size * 0.35, words, size, "middle", _GREY)


def _overview(tiling: Tiling, room: Rect, shown: Tile | None) -> Iterator[Item]:
    """The tiles as small boxes, one of them filled; with their names where none is."""
    scale = min(room.width / tiling.width, room.height / tiling.height)
    for tile in tiling.tiles:
        box = _cell(tiling, tile, room, scale)
        yield Outline(box, fill=_GREY if tile == shown else None, stroke=_INK, width=0.1)
        if shown is None:
            x, y = box.centre
            yield Outline(Rect(x - 5.4, y - 3.4, 10.8, 6.8), fill=_PALE, radius=1.0)
            yield Text(x, y + 1.7, tile.name, 4.8, "middle", bold=True)


def _cell(tiling: Tiling, tile: Tile, room: Rect, scale: float) -> Rect:
    """Where a tile lies in the overview, without what it shares with the next."""
    right = tile.right - (tiling.overlap if tile.right < tiling.width else 0)
    bottom = tile.bottom - (tiling.overlap if tile.bottom < tiling.height else 0)
    left, top = room.x + tile.left * scale, room.y + tile.top * scale
    return Rect(left, top, (right - tile.left) * scale, (bottom - tile.top) * scale)


def _words(x: float, y: float, name: str, title: str, share: str) -> Iterator[Item]:
    """Name, title, share of reconstructed values and scale bar."""
    yield Text(x, y + 3.7, name, 5.0, bold=True)
    yield Text(x + (advance(name) * 5.0 + 3 if name else 0), y + 3.7, title, 3.2, bold=True)
    yield Text(x, y + 7.1, share, 2.3)
    yield from _bar(x, y + 10.6)


def _bar(x: float, y: float) -> Iterator[Item]:
    """The scale bar and what it is for."""
    yield from _ruled(x, y, 1.8)
    yield Text(
        x, y + 2.9, "This bar measures 100 mm. Print at actual size (100%), not fitted to the page.", 2.1
    )


def _ruled(x: float, y: float, high: float) -> Iterator[Line]:
    """A line with a tick every centimetre."""
    yield Line(x, y, x + BAR, y, 0.25)
    for i in range(11):
        tick = high if i % 5 == 0 else high * 0.55
        yield Line(x + i * BAR / 10, y - tick, x + i * BAR / 10, y, 0.15)


def large_page(width: float, height: float, key: str, imprint: Imprint, *, bleed: float = BLEED) -> Page:
    """Lay out the whole map on one page with bleed and crop marks.

    Parameters
    ----------
    width, height
        Of the map in millimetres.
    key
        Of its picture, which holds the bleed on all four sides.
    imprint
        What it says.
    bleed
        Millimetres by which the picture reaches over the edge of the map.

    Returns
    -------
    Page

    Examples
    --------
    >>> large_page(812.8, 558.8, "map", Imprint("Breakout: Normandy", "")).trim_box
    Rect(x=14.0, y=14.0, width=812.8, height=558.8)
    """
    trim = Rect(_SLUG, _SLUG, width, height)
    print_ = trim.grown(bleed)
    near, far = BLEED + _CLEAR, BLEED + _CLEAR + 6.0
    marks: list[Item] = []
    for x, out in ((trim.x, -1), (trim.right, 1)):
        for y, up in ((trim.y, -1), (trim.bottom, 1)):
            marks.append(Line(x + out * near, y, x + out * far, y))
            marks.append(Line(x, y + up * near, x, y + up * far))
    words = _words(trim.x + 8, trim.bottom + BLEED + 2, "", imprint.title, imprint.share)
    items = (Picture(print_, key, name="map", trim=trim), *marks, *words)
    page = width + 2 * _SLUG, height + _SLUG + BLEED + 2 + FOOT + 2
    return Page(*page, items, trim=trim, bleed=print_, name="map")


def guide_page(tiling: Tiling, imprint: Imprint) -> Page | None:
    """Lay out the page that says how the tiles are put together.

    Parameters
    ----------
    tiling
        The tiles.
    imprint
        What it says.

    Returns
    -------
    Page or None
        With the picture `THUMBNAIL`; None where the paper is too small for it.

    Examples
    --------
    >>> from module_builder.printing.tiling import plan_tiles
    >>> guide_page(plan_tiles((9600, 6600), 300, paper=(210, 297)), Imprint("Breakout: Normandy", "")).name
    'how to put it together'
    """
    (wide, high), edge = tiling.paper, max(tiling.margin, 10.0)
    room = Rect(edge, edge + 22, wide - 2 * edge, high - 2 * edge - _AROUND_OVERVIEW)
    if room.height < _LEAST_OVERVIEW:
        return None
    scale = min(room.width / tiling.width, room.height / tiling.height)
    box = Rect(edge, room.y, tiling.width * scale, tiling.height * scale)
    items: list[Item] = [
        Text(edge, edge + 7, imprint.title, 7.0, bold=True),
        Text(edge, edge + 14, _summary(tiling), 3.6),
        Picture(box, THUMBNAIL, name="overview"),
        *_overview(tiling, box, None),
        *_steps(tiling, edge, box.bottom + 8, wide - 2 * edge),
        *_bar(edge, high - edge - 8),
        Text(edge, high - edge - 11.5, imprint.share, 2.6),
    ]
    return Page(wide, high, tuple(items), name="how to put it together")


def _summary(tiling: Tiling) -> str:
    across, down = tiling.mm(tiling.width), tiling.mm(tiling.height)
    return (
        f"How to put the map together: {tiling.count} tiles in {len(tiling.rows)} rows of "
        f"{len(tiling.columns)}, {across:.0f} x {down:.0f} mm when joined."
    )


def _steps(tiling: Tiling, x: float, y: float, wide: float) -> Iterator[Item]:
    lap = round(tiling.mm(tiling.overlap))
    steps = (_STEPS if tiling.overlap else _STEPS_WITHOUT_LAP).replace("\n ", " ").splitlines()
    for number, step in enumerate(steps, 1):
        yield Text(x, y, f"{number}.", 3.2, bold=True)
        for line in _wrapped(step.format(lap=lap), 3.2, wide - 6):
            yield Text(x + 6, y, line, 3.2)
            y += 4.4
        y += 0.8


def _wrapped(text: str, size: float, wide: float) -> list[str]:
    """Break a text into lines that fit."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and advance(longer, 500) * size > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
