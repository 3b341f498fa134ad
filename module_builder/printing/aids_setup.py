"""Set-up cards for print: where each counter of a side stands at the start, and when the others arrive."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Table

from adjudicator.saves.piles import members_by_uid
from adjudicator.saves.placing import Placer
from counters.markers import MarkerFace, draw_marker
from counters.nations import NATIONS
from counters.palette import load_palette
from counters.render import Side, draw_unit
from module_builder.printing.aids_flow import (
    BOX,
    HEAD,
    INK,
    Columns,
    Title,
    column_width,
    heading,
    height_of,
    style,
)
from module_builder.printing.aids_html import MARK, TINT
from module_builder.printing.lengths import INCH, points
from module_builder.printing.pdf import check_signs, fonts
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position
    from module_builder.kit import Kit

__all__ = ["Block", "Counters", "Group", "Placing", "card", "setup_story", "sides_of"]

_PICTURE, _DPI = 9.2, 300  # side of a counter's picture in millimetres, and its resolution
_CELL, _ROW = 28.0, 9.9  # least width and the height of a counter with its name
_PLACE, _DAY = 22.0, 16.0
_TOGETHER = 12  # rows of counters that stay on one page
_MANY = 10  # counters in one place that want the whole width
_START = 60.0  # millimetres that must be left for the start of a block
_SMALL, _HEADED = 6.8, 8.0
_FACES: tuple[MarkerFace, MarkerFace] = ("front", "back")


@dataclass(frozen=True, slots=True)
class Placing:
    """A counter on a card.

    Parameters
    ----------
    uid, title
        Of the unit or marker.
    face
        The side that lies up: ``f`` or ``b``.
    reconstructed
        Whether its place or its day is.
    counter
        Id of the counter, where several markers look alike; the uid where empty.

    Examples
    --------
    >>> Placing("ge-916", "916 Rgt, 352 Div", "f", True).label
    '916 Rgt, 352 Div°'
    """

    uid: str
    title: str
    face: str = "f"
    reconstructed: bool = False
    counter: str = ""

    @property
    def label(self) -> str:
        """Its name as the card prints it."""
        return self.title + MARK * self.reconstructed

    @property
    def picture(self) -> str:
        """Name of its picture."""
        return f"{self.counter or self.uid}_{self.face}"


@dataclass(frozen=True, slots=True)
class Group:
    """Counters that stand or arrive together.

    Parameters
    ----------
    day
        Day or turn of arrival; empty at the start.
    place
        Where.
    placings
        Which counters.

    Examples
    --------
    >>> Group("", "Cherbourg", ()).day
    ''
    """

    day: str
    place: str
    placings: tuple[Placing, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """What stands under one heading of a card.

    Parameters
    ----------
    title
        Nationality, and whether it is set up or arrives.
    groups
        In order.

    Examples
    --------
    >>> Block("US: at the start", ()).arrivals
    False
    """

    title: str
    groups: tuple[Group, ...]

    @property
    def arrivals(self) -> bool:
        """Whether its groups have days."""
        return any(group.day for group in self.groups)


def sides_of(kit: Kit) -> list[str]:
    """Sides that have units, in the order of their file.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> sides_of(load_kit("breakout-normandy"))
    ['german', 'allied']
    """
    return list(dict.fromkeys(unit.side for unit in kit.units.values()))


def card(kit: Kit, side: str) -> tuple[Block, ...]:
    """Say where every counter of a side is when the game's first scenario begins.

    Parameters
    ----------
    kit
        What the module is built from.
    side
        Which side.

    Returns
    -------
    tuple of Block
        For each nationality what is set up, then what arrives; what is drawn at random; the markers of the
        side and those of both.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> [block.title for block in card(load_kit("breakout-normandy"), "german")]
    ['German: at the start', 'German: arrivals', 'Markers at the start']
    """
    position = kit.game.scenario(next(iter(kit.game.scenarios)), kit.overlay)
    pieces = [p for uid in kit.units if (p := position.pieces.get(uid)) and p.printed.side == side]
    drawn = {p.printed.id: deck for p in pieces if (deck := _deck(kit, p))}
    blocks = []
    for nation in dict.fromkeys(p.printed.nationality for p in pieces):
        own = [p for p in pieces if p.printed.nationality == nation and p.printed.id not in drawn]
        name = NATIONS[nation].title
        blocks += [
            Block(f"{name}: at the start", _start(kit, own)),
            Block(f"{name}: arrivals", _arrivals(kit, own)),
        ]
    cups = _grouped(
        [p for p in pieces if p.printed.id in drawn], lambda p: ("", drawn[p.printed.id]), kit, ""
    )
    blocks.append(Block("Drawn at random, face down", cups))
    blocks.append(Block("Markers at the start", _markers(kit, position, side)))
    return tuple([block for block in blocks if block.groups])


def _deck(kit: Kit, piece: Piece) -> str:
    """The cup from which a counter is drawn; empty for all others."""
    held = (
        c.deck for c in kit.carriers.cups if c.space == piece.space and c.holds(kit.units[piece.printed.id])
    )
    return next(held, "")


def _waits(kit: Kit, piece: Piece) -> bool:
    return bool(piece.space == kit.adapter["cards"]["space"])


def _start(kit: Kit, pieces: Sequence[Piece]) -> tuple[Group, ...]:
    order = {space: n for n, space in enumerate(kit.board.spaces)}
    here = sorted((p for p in pieces if not _waits(kit, p)), key=lambda p: order[p.space])
    return _grouped(here, lambda p: ("", kit.board.name(p.space)), kit, "entry")


def _arrivals(kit: Kit, pieces: Sequence[Piece]) -> tuple[Group, ...]:
    cards = kit.adapter["cards"]
    title, spare = (str(words) for words in cards["titles"])
    entries: Mapping[str, str] = cards.get("entries", {})
    late = sorted(
        (p for p in pieces if _waits(kit, p)), key=lambda p: (p.printed.arrival or 0, p.printed.entry)
    )

    def when(piece: Piece) -> tuple[str, str]:
        unit = piece.printed
        where = " or ".join(entries.get(space, kit.board.name(space)) for space in unit.entry)
        off = unit.entry and unit.entry[0] not in {*kit.board.spaces, *entries}
        if unit.arrival is None:
            return spare, ""
        day = _named_day(kit, unit.arrival) or title.format(unit.arrival)
        return day, f"map edge {where}" if off else where

    return _grouped(late, when, kit, "arrival")


def _named_day(kit: Kit, arrival: int) -> str:
    """What the boxes of a day of the calendar say, without the nation; empty where days are turns."""
    boxes = [box["name"].split() for box in kit.adapter["cards"]["boxes"] if box.get("day") == arrival]
    return " ".join(boxes[0][-2:]) if boxes else ""


def _grouped(
    pieces: Sequence[Piece], key: Callable[[Piece], tuple[str, str]], kit: Kit, column: str
) -> tuple[Group, ...]:
    found: dict[tuple[str, str], list[Placing]] = {}
    for piece in pieces:
        found.setdefault(key(piece), []).append(_placing(kit, piece, column))
    return tuple([Group(*where, tuple(placings)) for where, placings in found.items()])


def _placing(kit: Kit, piece: Piece, column: str) -> Placing:
    """A counter, with whether what the card says of it is reconstructed."""
    unit = piece.printed
    columns = {column, "entry"} if unit.entry else {column}
    doubtful = bool(column) and any(unit.sources.of(c) == "reconstructed" for c in columns)
    return Placing(unit.id, unit.title, "f" if piece.status == kit.game.statuses[0] else "b", doubtful)


def _markers(kit: Kit, position: Position, side: str) -> tuple[Group, ...]:
    """Markers on the map that are printed counters, by the place where they begin."""
    default, main = kit.carriers.schema.default, kit.layout.windows[kit.layout.main]
    stated = {key: value for key, value in position.facts.items() if value != default(key[0])}
    found: dict[str, list[Placing]] = {}
    for made in Placer(kit, position, stated).markers():
        spec, place = kit.carriers.markers[made.uid], main.find(made.x, made.y)
        counter, _, face = spec.images[max(made.levels.values(), default=1) - 1].rpartition("_")
        if (
            made.window != main.name
            or place is None
            or counter not in kit.printed
            or spec.side not in {"", side}
        ):
            continue
        found.setdefault(place.name, []).append(Placing(spec.id, spec.name, face, counter=counter))
    for name, placing in _chits(kit, position, side):
        found.setdefault(name, []).append(placing)
    alike: dict[tuple[Placing, ...], list[str]] = {}
    for place_name, placings in found.items():
        alike.setdefault(tuple(placings), []).append(place_name)
    return tuple([Group("", ", ".join(places), placings) for placings, places in alike.items()])


def _chits(kit: Kit, position: Position, side: str) -> Iterator[tuple[str, Placing]]:
    """Chits of a side that lie in a cup or on another pile, not in the box of what is still to be bought."""
    piles = kit.carriers.piles
    if piles is None or not piles.markers:
        return
    for uid, member in members_by_uid(kit.game.slug, kit.overlay).items():
        pile = piles.find(side, position.facts.get((piles.item, uid), ""))
        marker = kit.printed[member.of]
        if pile is not None and not pile.is_hand and marker.side in {"", side}:
            yield pile.name, Placing(uid, marker.name, counter=marker.id)


# --- flowables --------------------------------------------------------------------------------------------


class Counters(Flowable):  # type: ignore[misc]
    """Pictures of counters in rows, each with its name; tinted where its place is reconstructed.

    Parameters
    ----------
    placings
        Which.
    pictures
        By name, as `Placing.picture` gives it.
    """

    def __init__(self, placings: Sequence[Placing], pictures: Mapping[str, ImageReader]) -> None:
        super().__init__()
        self.placings, self.pictures = placings, pictures

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Take as many rows as there must be."""
        self.columns = max(1, int(width // points(_CELL)))
        self.width, self.height = width, -(-len(self.placings) // self.columns) * points(_ROW)
        return self.width, self.height

    def draw(self) -> None:
        """Draw every counter."""
        wide, high = self.width / self.columns, points(_ROW)
        for number, placing in enumerate(self.placings):
            row, column = divmod(number, self.columns)
            self._counter(placing, column * wide, self.height - (row + 1) * high, wide, high)

    def _counter(self, placing: Placing, x: float, y: float, wide: float, high: float) -> None:
        canvas, side, (text, _) = self.canv, points(_PICTURE), fonts()
        gap = (high - side) / 2
        if placing.reconstructed:
            canvas.setFillColor(HexColor(TINT))
            canvas.rect(x + 0.4, y + 0.4, wide - 0.8, high - 0.8, stroke=0, fill=1)
        canvas.drawImage(self.pictures[placing.picture], x + gap, y + gap, side, side)
        canvas.setStrokeColor(HexColor("#5c574a"))
        canvas.setLineWidth(0.3)
        canvas.rect(x + gap, y + gap, side, side, stroke=1, fill=0)
        canvas.setFillColor(HexColor(INK))
        size, lines = _caption(placing.label, text, wide - side - 3 * gap - 1, high)
        canvas.setFont(text, size)
        for n, line in enumerate(lines):
            base = y + high / 2 + (len(lines) / 2 - n - 1) * size * 1.1 + 0.22 * size
            canvas.drawString(x + side + 2 * gap + 1, base, line)


def _caption(label: str, font: str, width: float, height: float) -> tuple[float, list[str]]:
    """The largest lettering at which a name fits beside the picture."""
    size = _SMALL
    while True:
        lines = simpleSplit(label, font, size, width)
        if len(lines) * size * 1.1 <= height - 2 or size <= 4:
            return size, lines
        size -= 0.2


def setup_story(kit: Kit, side: str) -> tuple[Callable[[float, float], list[Flowable]], int, int]:
    """Lay a set-up card out.

    Parameters
    ----------
    kit
        What the module is built from.
    side
        Which side.

    Returns
    -------
    tuple
        What makes the flowables for a width and height in points; of how many units the place or day is
        reconstructed; how many units there are.
    """
    blocks = card(kit, side)
    shown = [p for block in blocks for group in block.groups for p in group.placings]
    check_signs(
        " ".join([p.title for p in shown] + [g.place for b in blocks for g in b.groups]), "set-up card"
    )
    pictures, units = _pictures(kit, shown), [p for p in shown if p.uid in kit.units]

    def story(width: float, _height: float) -> list[Flowable]:
        found: list[Flowable] = [Title(f"{side.capitalize()} set-up", "set-up")]
        for block in blocks:
            found += _block(block, pictures, width)
        return found

    return story, sum(p.reconstructed for p in units), len(units)


def _pictures(kit: Kit, placings: Sequence[Placing]) -> dict[str, ImageReader]:
    """The picture of each counter, as its sheet prints it."""
    palette, px = load_palette(kit.game.slug, kit.overlay), round(_PICTURE / INCH * _DPI)
    found: dict[str, ImageReader] = {}
    for placing in placings:
        unit, back = kit.units.get(placing.uid), placing.face == "b"
        if unit is not None:
            side: Side = "spent" if back else "fresh"
            image = draw_unit(unit, side=side, px=px, finish="print", palette=palette)
        else:
            name, face = placing.counter, _FACES[back]
            factor = kit.printed[name].attack_factor
            image = draw_marker(name, face=face, px=px, attack_factor=factor, finish="print", palette=palette)
        found[placing.picture] = ImageReader(image)
    return found


def _block(block: Block, pictures: Mapping[str, ImageReader], width: float) -> list[Flowable]:
    """A heading with its groups: days below each other, places in two columns unless one holds many."""
    half, most = column_width(width), max(len(group.placings) for group in block.groups)
    body: list[Flowable]
    if block.arrivals or most > _MANY:
        days = itertools.groupby(block.groups, key=lambda group: group.day)
        body = [_row(list(groups), pictures, width) for _, groups in days]
    else:
        body = [Columns([[_row([group], pictures, half)] for group in block.groups])]
    head = heading(block.title)
    needed = height_of([head, *body[:1]], width)
    return [CondPageBreak(min(needed, points(_START))), head, *body]


def _row(groups: Sequence[Group], pictures: Mapping[str, ImageReader], width: float) -> Table:
    """Groups with their counters below each other; those of one day behind one heading."""
    leads = [_DAY] * bool(groups[0].day) + [_PLACE] * any(group.place for group in groups)
    widths = [points(lead) for lead in leads]
    rows, room = [], width - sum(widths)
    for number, group in enumerate(_short(groups, max(1, int(room // points(_CELL))) * _TOGETHER)):
        day = [Paragraph(group.day, style("head", _HEADED)) if number == 0 else ""] * bool(group.day)
        place = [Paragraph(_place(group.place), style("cell", _HEADED))] * bool(group.place)
        rows.append([*day, *place, Counters(group.placings, pictures)])
    made = Table(rows, colWidths=[*widths, room], hAlign="LEFT", spaceBefore=0, spaceAfter=0)
    spans = [("SPAN", (0, 0), (0, -1))] * bool(groups[0].day)
    made.setStyle([*BOX, *_TIGHT, ("BACKGROUND", (0, 0), (len(leads) - 1, -1), HexColor(HEAD)), *spans])
    return made


def _short(groups: Sequence[Group], most: int) -> Iterator[Group]:
    """Groups of at most so many counters: a row of a table cannot go on over the end of a page."""
    for group in groups:
        for first in range(0, len(group.placings), most):
            yield replace(group, placings=group.placings[first : first + most])


def _place(name: str) -> str:
    """The name of a place as markup; a word that is too long for its column is broken after a hyphen."""
    room, font = points(_PLACE) - 2 * _SIDE, fonts()[0]
    return " ".join(escape(_broken(word, font, room), quote=False) for word in name.split(" ")).replace(
        "\n", "<br/>"
    )


def _broken(word: str, font: str, room: float) -> str:
    if stringWidth(word, font, _HEADED) <= room:
        return word
    cuts = [n for n, sign in enumerate(word[:-1], 1) if sign == "-"]
    fitting = [n for n in cuts if stringWidth(word[:n], font, _HEADED) <= room]
    return f"{word[: fitting[-1]]}\n{_broken(word[fitting[-1] :], font, room)}" if fitting else word


_SIDE = 2.6  # points left free on either side of a place
_TIGHT: tuple[tuple[Any, ...], ...] = (
    ("LEFTPADDING", (0, 0), (-2, -1), _SIDE),
    ("RIGHTPADDING", (0, 0), (-2, -1), _SIDE),
    ("LEFTPADDING", (-1, 0), (-1, -1), 0),
    ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 0),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
)
