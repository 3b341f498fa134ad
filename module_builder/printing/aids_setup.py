"""Set-up cards for print: where each counter of a side stands at the start, and when the others arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.platypus import CondPageBreak, Flowable

from adjudicator.saves.piles import members_by_uid
from adjudicator.saves.placing import Placer
from counters.palette import load_palette
from counters.render import Side, draw_unit, marker_faces
from module_builder.printing.aids_cells import SHAPES, Cell, Cells, Shape, in_rows
from module_builder.printing.aids_flow import Title, heading
from module_builder.printing.aids_html import MARK
from module_builder.printing.lengths import INCH
from module_builder.printing.pdf import check_signs
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position
    from module_builder.kit import Kit

__all__ = ["Block", "Group", "Placing", "card", "setup_story", "sides_of"]

_PICTURE, _DPI = 9.2, 300  # a counter's picture in millimetres, and how fine it is drawn for that size
_HEAD = 16.0  # points that a heading takes
_PAGES = 2, 3  # that a card should have at most
_FEW = 2  # counters of a place that are shown with their place, where most places have no more


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
        name = kit.nations[nation].title
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

    def story(width: float, height: float) -> list[Flowable]:
        laid = [(_head(block), _cells(block)) for block in blocks]
        shape = _shape([cells for _, cells in laid], width, height)
        columns = shape.columns(width)
        found: list[Flowable] = [Title(f"{side.capitalize()} set-up", "set-up")]
        for head, cells in laid:
            made = Cells(cells, pictures, shape, columns)
            least = _HEAD + min(len(made.rows), 2) * shape.row
            found += [CondPageBreak(least), heading(head), made]
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
            image = marker_faces(kit.printed[placing.counter], palette=palette)[back].draw(
                px=px, finish="print"
            )
        found[placing.picture] = ImageReader(image)
    return found


def _shape(blocks: Sequence[Sequence[Cell]], width: float, height: float) -> Shape:
    """The largest cells with which a card takes two pages, else three, else the smallest."""
    taken = [_pages(blocks, shape, width, height) for shape in SHAPES]
    return next((SHAPES[n] for most in _PAGES for n, pages in enumerate(taken) if pages <= most), SHAPES[-1])


def _pages(blocks: Sequence[Sequence[Cell]], shape: Shape, width: float, height: float) -> int:
    """How many pages the blocks of a card take."""
    pages, left = 1, height - _HEAD - _HEAD
    for cells in blocks:
        rows = len(in_rows(cells, shape.columns(width)))
        if left < _HEAD + min(rows, 2) * shape.row:
            pages, left = pages + 1, height
        left -= _HEAD
        while rows:
            fitting = min(rows, int(left // shape.row))
            rows, left = rows - fitting, left - fitting * shape.row
            if rows:
                pages, left = pages + 1, height
    return pages


def _head(block: Block) -> str:
    """The heading of a block, marked where all that stands under it is reconstructed."""
    return block.title + MARK * _whole(block)


def _whole(block: Block) -> bool:
    return all(placing.reconstructed for group in block.groups for placing in group.placings)


def _cells(block: Block) -> list[Cell]:
    """A shaded cell for each day and place; where most places hold one counter, the place stands with it."""
    whole = _whole(block)
    few = sum(len(group.placings) <= _FEW for group in block.groups)
    single = not block.arrivals and few > 0.8 * len(block.groups)
    found: list[Cell] = []
    for group in block.groups:
        alone = (single and len(group.placings) <= _FEW) or not (group.day or group.place)
        if not alone:
            found.append(Cell(group.place, group.day))
        for placing in group.placings:
            name = placing.title if whole else placing.label
            found.append(Cell(name, group.place if alone else "", placing.picture))
    return found
