"""The boards of a module: zones, regions and properties as the engine needs them, and their pictures."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.saves.printed import arrivals
from adjudicator.vocabulary import load_vocabulary
from maps.art import board_art, open_board
from maps.filing import map_files
from module_builder.ground_facts import facts_of
from module_builder.vassal.buildfile import element
from module_builder.vassal.commands import PlacedBoard, SetBoards
from module_builder.vassal.polygon import Polygon

if TYPE_CHECKING:
    from lxml.etree import _Element
    from PIL import Image

    from adjudicator.saves.hexzones import HexZone
    from adjudicator.saves.layout import Place, Spot, Window
    from counters.faces import Paint
    from maps.album import Content
    from maps.geometry import Part
    from module_builder.kit import Kit
    from module_builder.vassal.grids import HexGrid

__all__ = [
    "BOARD_IMAGE",
    "CARDS_IMAGE",
    "PICKER",
    "board_content",
    "board_element",
    "board_hexes",
    "cards_drawing",
    "draw_part",
    "main_board",
    "part_image",
    "plain_board",
]

_MAP = "VASSAL.build.module.map."
_GRID = _MAP + "boardPicker.board."
_ZONE = _GRID + "mapgrid.Zone"
_PROPERTY = "VASSAL.build.module.properties.ZoneProperty"
PICKER = _MAP + "BoardPicker"
BOARD_IMAGE, CARDS_IMAGE = "map.png", "cards.png"
_BELOW, _ABOVE = 52, 16  # pixels from the middle of a cup to its name, from a deck's edge to its own
_TINTS = {"allied": "#e4e7cf", "": "#e9e6dd"}  # of boxes that are of no one nationality


def board_element(kit: Kit, window: Window, image: str) -> _Element:
    """The BoardPicker of a window with its one board, or with those that join to show it.

    Parameters
    ----------
    kit
        What the module is built from.
    window
        Which window.
    image
        Picture of the one board.

    Returns
    -------
    lxml element

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kit = load_kit("breakout-normandy")
    >>> picker = board_element(kit, kit.layout.windows["Setup Cards"], "cards.png")
    >>> picker[0].get("name")
    'Cards'
    """
    boards = [_part(kit, window, *zoned) for zoned in window.zoned_parts]
    if boards:
        usual = tuple([PlacedBoard(p.title, p.column, p.row) for p in window.parts if not p.expansion])
        boards.insert(0, element("setup", text=SetBoards(window.name, usual).text))
    else:
        zones = [_zone(kit, place) for place in window.places]
        behind, sheets = board_hexes(window.hex_zones)
        grid = element(_GRID + "ZonedGrid", None, *behind, *zones, *sheets)
        boards = [_board(window.board, image, grid)]
    return element(PICKER, {"title": "Choose Boards", "boardPrompt": "Select board"}, *boards)


def _board(name: str, image: str, grid: _Element) -> _Element:
    return element(_MAP + "boardPicker.Board", {"name": name, "image": image, "reversible": False}, grid)


def _part(kit: Kit, window: Window, part: Part, zones: tuple[HexZone, ...]) -> _Element:
    """One of the boards that show a window: what has its middle there, in pixels of the board."""
    mine = [place for place in window.places if place.kind != "other" and part.shows(*place.middle)]
    behind, sheets = board_hexes(zones)
    moved = (_zone(kit, _moved(place, part.rect)) for place in mine)
    grid = element(_GRID + "ZonedGrid", None, *behind, *moved, *sheets)
    return _board(part.title, part_image(part), grid)


def _moved(place: Place, rect: tuple[int, int, int, int]) -> Place:
    """A place as a board shows it whose left upper corner lies elsewhere: it ends with the board."""
    left, top, wide, high = rect
    points = [(min(max(x - left, 0), wide), min(max(y - top, 0), high)) for x, y in place.polygon.points]
    spots = {k: replace(s, x=s.x - left, y=s.y - top) for k, s in place.spots.items()}
    return replace(place, polygon=Polygon(tuple(points)), spots=spots)


def part_image(part: Part) -> str:
    """Name of the picture of one of several boards: a JPEG, which takes two fifths of a PNG.

    Examples
    --------
    >>> from maps.geometry import Part
    >>> part_image(Part("C", "Map C", (0, 0, 9, 9), 1, 1))
    'map_c.jpg'
    """
    return f"map_{part.name.lower()}.jpg"


def plain_board(window: Window) -> _Element:
    """The BoardPicker of a window without a picture, such as a hand's.

    Parameters
    ----------
    window
        Which window.

    Returns
    -------
    lxml element
    """
    (place,) = window.places
    path = ";".join(f"{x},{y}" for x, y in place.polygon.points)
    zone = {"name": place.name, "locationFormat": "$name$", "path": path, "useParentGrid": False}
    grid = element(_GRID + "ZonedGrid", None, element(_ZONE, {**zone, "useHighlight": False}))
    size = {"name": window.board, "width": window.width, "height": window.height, "color": "90,96,90"}
    board = element(_MAP + "boardPicker.Board", {**size, "reversible": False}, grid)
    return element(PICKER, {"title": "Choose Boards", "boardPrompt": "Select board"}, board)


def _hex_grid(grid: HexGrid, *, numbered: bool = True) -> _Element:
    """A grid of hexes, numbered as the map prints them; pieces snap to their centres."""
    n = grid.numbering
    assert n is not None  # noqa: S101 - `hex_zones` gives every grid one
    digits = {
        "hLeading": n.h_leading,
        "hOff": n.h_off,
        "vLeading": n.v_leading,
        "vOff": n.v_off,
        "sep": n.sep,
    }
    digits |= {"first": n.first} | ({"vDescend": True} if n.v_descend else {})
    digits |= {"hDescend": True} if n.h_descend else {}
    numbering = element(_GRID + "mapgrid.HexGridNumbering", {**digits, "stagger": False, "visible": False})
    at = {"x0": grid.x0, "y0": grid.y0, "dx": float(grid.dx), "dy": float(grid.dy), "sideways": grid.sideways}
    legal = {"snapTo": True, "edgesLegal": False, "cornersLegal": False, "visible": False}
    return element(
        _GRID + "HexGrid", {**at, **legal, "dotsVisible": False}, *([numbering] if numbered else [])
    )


def board_hexes(zones: tuple[HexZone, ...]) -> tuple[list[_Element], list[_Element]]:
    """The grid of hexes behind all zones, and the zones of sheets with grids of their own, to be tested last.

    Parameters
    ----------
    zones
        The grids of a board.

    Returns
    -------
    (list of lxml element, list of lxml element)
        Both are empty on a board of Areas.
    """
    behind = [_hex_grid(zone.grid) for zone in zones if zone.polygon is None]
    sheets = [_sheet(zone, zone.polygon) for zone in zones if zone.polygon is not None]
    if sheets:  # the same hexes without names: distances from sheet to sheet are counted on it
        behind = [_hex_grid(zones[0].grid, numbered=False)]
    return behind, sheets


def _sheet(zone: HexZone, polygon: Polygon) -> _Element:
    path = ";".join(f"{x},{y}" for x, y in polygon.points)
    attributes = {
        "name": zone.name,
        "locationFormat": f"{zone.letter.upper()}$gridLocation$",
        "path": path,
        "useParentGrid": False,
        "useHighlight": False,
    }
    return element(_ZONE, attributes, _hex_grid(zone.grid))


def _zone(kit: Kit, place: Place) -> _Element:
    path = ";".join(f"{x},{y}" for x, y in place.polygon.points)
    children = list(_facts(kit, place))
    if place.spots:
        regions = [_region(s) for s in place.spots.values()]
        children.append(element(_GRID + "RegionGrid", {"snapto": True, "visible": False}, *regions))
    attributes = {
        "name": place.name,
        "locationFormat": "$name$",
        "path": path,
        "useParentGrid": False,
        "useHighlight": False,
    }
    return element(_ZONE, attributes, *children)


def _region(spot: Spot) -> _Element:
    return element(_GRID + "Region", {"name": spot.name, "originx": spot.x, "originy": spot.y})


def _facts(kit: Kit, place: Place) -> Iterator[_Element]:
    """What is printed on a space, for the mouse-over text."""
    space = kit.board.spaces.get(place.id) if place.kind == "space" else None
    if space is None or space.kind != "area":
        return
    text = facts_of(kit, space)
    yield element(_PROPERTY, {"name": "Facts", "initialValue": text, "description": "Printed on the map"})


def main_board(kit: Kit) -> Image.Image:
    """The picture of the main board: the owner's ``map.png``, or ours.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    DataError
        The owner's picture has another size than the geometry.
    """
    window = kit.layout.windows[kit.layout.main]
    own = board_art(kit.overlay, kit.game.slug)
    if own is not None:
        return open_board(own, (window.width, window.height))
    from maps.render import draw_board

    return draw_board(kit.game.slug, arrivals=arrivals(kit.units), overlay=kit.overlay)


def board_content(kit: Kit) -> tuple[Content, ...]:
    """All that the pictures of the map depend on besides the code: every file of the map, and the arrivals.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    tuple
    """
    parts = kit.layout.windows[kit.layout.main].parts
    own = [board_art(kit.overlay, kit.game.slug, part) for part in ("", *(part.name for part in parts))]
    files = [*map_files(kit.game.slug, kit.overlay), *(path for path in own if path is not None)]
    marks = [(path.name, hashlib.sha256(path.read_bytes()).digest()) for path in files]
    return kit.game.slug, tuple(sorted(arrivals(kit.units).items())), tuple(marks)


def draw_part(kit: Kit, part: Part) -> Image.Image:
    """The picture of one of several boards.

    Parameters
    ----------
    kit
        What the module is built from.
    part
        Which board.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    DataError
        The owner's picture has another size than the board.
    """
    own = board_art(kit.overlay, kit.game.slug, part.name)
    if own is not None:
        return open_board(own, part.rect[2:])
    from maps.render import draw_board

    return draw_board(kit.game.slug, arrivals=arrivals(kit.units), part=part.name, overlay=kit.overlay)


def cards_drawing(kit: Kit) -> Paint:
    """The picture of the set-up cards: titled boxes.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    functools.partial

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> cards_drawing(load_kit("breakout-normandy"))().size
    (3572, 2080)
    """
    window = kit.layout.windows[kit.layout.cards]
    own = {
        side: kit.nations[nation].tint for side, nation, _ in load_vocabulary(kit.game.slug).nations.values()
    }
    tints = {**own, **_TINTS, **{name: nation.tint for name, nation in kit.nations.items()}}
    boxes = [(place.name, place.bounds, tints[place.owner]) for place in window.places[:-1]]
    below = [(cup.deck, (cup.at[0], cup.at[1] + _BELOW)) for cup in kit.carriers.cups]
    return functools.partial(_draw_boxes, (window.width, window.height), boxes, [*below, *_above(kit)])


def _above(kit: Kit) -> Iterator[tuple[str, tuple[int, int]]]:
    """Names of the decks of combat cards, each above its deck."""
    decks = kit.carriers.decks
    for name, (x, y) in (pile for row in decks.rows for pile in row.piles):
        yield name, (x, y - decks.size[1] // 2 - _ABOVE)


def _draw_boxes(
    size: tuple[int, int],
    boxes: Sequence[tuple[str, tuple[float, float, float, float], str]],
    names: Sequence[tuple[str, tuple[int, int]]],
) -> Image.Image:
    """Boxes with name and tint, and the names of cups and decks with their middles."""
    from PIL import Image, ImageDraw

    from counters.fonts import font

    image = Image.new("RGB", size, "#b9b3a4")
    pen = ImageDraw.Draw(image)
    for name, (left, top, right, bottom), tint in boxes:
        pen.rounded_rectangle((left, top, right, bottom), 8, fill=tint, outline="#4a4538", width=2)
        fitting = next(s for s in range(24, 0, -1) if font(s).getlength(name) <= right - left - 24)
        pen.text((left + 12, top + 8), name, fill="#2a261c", font=font(fitting))
    for deck, middle in names:
        pen.text(middle, deck, fill="#2a261c", font=font(20), anchor="mm")
    return image
