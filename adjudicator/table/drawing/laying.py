"""Which piece lies at which point of which window: on the module's board, or on one drawn for a sketch."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.lookers import REFEREE
from adjudicator.saves.combat_cards import card_face
from adjudicator.saves.looks import piece_px
from adjudicator.saves.piles import cards_by_uid, members_by_uid
from adjudicator.saves.placing import Placement, Placer, grid
from adjudicator.saves.printed import PrintedModule, load_printed
from adjudicator.table.drawing.kept import state_mark
from adjudicator.table.drawing.schematic import schematic_layout
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.position import Position
    from adjudicator.saves.layout import Layout, Place
    from adjudicator.saves.windows import Window
    from counters.catalog import Unit
    from maps.board import Board

__all__ = [
    "ELSEWHERE",
    "MAP",
    "Laid",
    "Table",
    "is_printed",
    "printed_of",
    "table_of",
    "window_id",
]

MAP, ELSEWHERE = "map", "elsewhere"
"""The window of the board, and the one of the units whose space no window shows."""
_ON_SPACES = frozenset({"each", "strewn", "token"})  # markers that lie beside units; the others lie on tracks
_ROW, _STEP = 16, 80  # units side by side in the window of what is elsewhere, and their distance
_BACK = "chit_back"
_ASIDE = 12  # pixels between two pieces of one space that nobody knows


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece where it lies.

    Parameters
    ----------
    kind
        ``unit``, ``marker`` or ``chit``: what lies in decks, cups and hands.
    uid, window, x, y
        Which, and where.
    level, properties
        Of a marker its face, from 1; Dynamic Properties.
    place, place_name, space
        Zone under it, and the space that this is; empty where there is none.
    name, face, width
        Of a chit.

    Examples
    --------
    >>> Laid("unit", "ge-916", "map", 3, 4).level
    1
    """

    kind: str
    uid: str
    window: str
    x: int
    y: int
    level: int = 1
    properties: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    place_name: str = ""
    space: str = ""
    name: str = ""
    face: str = ""
    width: int = 0


def printed_of(game: str, overlay: Path | None = None) -> PrintedModule:
    """What a game's module is made of, read once for each state of an overlay.

    Parameters
    ----------
    game, overlay
        Slug, and folder with an owner's corrections or None.

    Returns
    -------
    PrintedModule
    """
    return _printed(game, overlay, state_mark(game, overlay))


@functools.lru_cache(maxsize=16)
def _printed(game: str, overlay: Path | None, mark: str) -> PrintedModule:  # noqa: ARG001 - the mark is of the key
    return load_printed(game, overlay)


def is_printed(board: Board, kit: PrintedModule) -> bool:
    """Whether a board is that of the module, perhaps with corrections, and not one of a sketch's own."""
    return kit.board.spaces.keys() <= board.spaces.keys()


def window_id(layout: Layout, name: str) -> str:
    """Id of a window of a module: ``map``, or its name in small letters with hyphens."""
    return MAP if name == layout.main else fold(name).replace(" ", "-")


def table_of(position: Position, viewpoint: str) -> Table:
    """The table of a position: the windows of its module, or a board drawn for its sketch.

    Parameters
    ----------
    position, viewpoint
        As it is seen, and by whom.

    Returns
    -------
    Table
    """
    printed = printed_of(position.game, position.filing.overlay)
    own = {p.uid: p.printed for p in position.pieces.values() if p.uid not in printed.units}
    units = {**printed.units, **own} if own else printed.units
    if is_printed(position.board, printed):
        return Table(dataclasses.replace(printed, units=units), position, printed.units, viewpoint)
    layout = schematic_layout(position.board, printed)
    kit = dataclasses.replace(printed, units=units, layout=layout, board=position.board)
    return Table(kit, position, printed.units, viewpoint, drawn=True)


class Table:
    """One position on its windows.

    Parameters
    ----------
    kit
        What the module is made of, with the position's own units and, of a sketch, its own board.
    position
        As it is seen.
    catalogue
        The units of the counter mix.
    viewpoint
        Whose hands are open.
    drawn
        Whether the board is drawn for a sketch.
    """

    def __init__(
        self,
        kit: PrintedModule,
        position: Position,
        catalogue: Mapping[str, Unit],
        viewpoint: str,
        *,
        drawn: bool = False,
    ) -> None:
        self.kit, self.position, self.catalogue = kit, position, catalogue
        self._sees = viewpoint
        default = position.schema.default
        stated = {k: v for k, v in position.facts.items() if v != default(k[0])}
        self._placer = _SketchPlacer(kit, position, stated) if drawn else Placer(kit, position, stated)
        self._drawn = drawn
        self.marker_px = piece_px(kit, "")

    @functools.cached_property
    def _sides(self) -> dict[str, int]:
        return {}

    def unit_px(self, unit: Unit) -> int:
        """Side of a unit's counter in pixels of the board."""
        if unit.size not in self._sides:
            self._sides[unit.size] = piece_px(self.kit, unit.size)
        return self._sides[unit.size]

    def laid(self) -> Iterator[Laid]:
        """Every piece, units first."""
        shown: set[str] = set()
        for placement in self._placer.units():
            shown.add(placement.uid)
            yield self._laid("unit", placement)
        cups = dict(self._placer.cups())
        for laid in self._pooled(cups):
            shown.add(laid.uid)
            yield laid
        yield from self._elsewhere([uid for uid in sorted(self.position.pieces) if uid not in shown])
        yield from (self._laid("marker", p) for p in self._markers())
        if not self._drawn:
            yield from self._chits(cups)
            yield from self._cards()
            yield from self._combat_cards()
        yield from self._strangers()

    def _strangers(self) -> Iterator[Laid]:
        """Pieces that nobody could tell to be units, over what else lies in their space."""
        for space, names in sorted(self.position.strange.items()):
            place = self.kit.layout.space(space)
            if place is None:
                continue  # no window shows it; the page lists it
            window = next(n for n, w in self.kit.layout.windows.items() if self._lies_in(place, w))
            for number, name in enumerate(names):
                x, y = grid(place, [name], _STEP)[0]
                shift, said = number * _ASIDE, f"{name}: nobody has said what it is"
                at = (window_id(self.kit.layout, window), x + shift, y - shift)
                yield Laid(
                    "chit",
                    f"unknown:{space}:{number + 1}",
                    *at,
                    place_name=place.name,
                    space=space,
                    name=said,
                    face=_BACK,
                )

    @staticmethod
    def _lies_in(place: Place, window: Window) -> bool:
        return place in window.places or window.hexes.get(place.id) == place

    def notes(self) -> Iterator[str]:
        """What has no place in the module; asked for when all is laid."""
        yield from self._placer.defects

    def _markers(self) -> Iterator[Placement]:
        if not self._drawn:
            return self._placer.markers()
        specs = (s for s in self.kit.carriers.markers.values() if s.form in _ON_SPACES)
        return (placement for spec in specs for placement in self._placer.marker(spec))

    def _laid(self, kind: str, at: Placement) -> Laid:
        place = self.kit.layout.find(at.window, at.x, at.y)
        level = next(iter(at.levels.values()), 1) if kind == "marker" else 1
        return Laid(
            kind,
            at.uid,
            window_id(self.kit.layout, at.window),
            at.x,
            at.y,
            level,
            at.properties,
            *_named(place),
        )

    def _pooled(self, cups: Mapping[str, list[str]]) -> Iterator[Laid]:
        """Units that wait in a pool lie on one another where the module has it."""
        cards = window_id(self.kit.layout, self.kit.layout.cards)
        for cup in self.kit.carriers.cups:
            for uid in cups[cup.deck] if not cup.kinds else ():
                yield Laid("unit", uid, cards, *cup.at)

    def _elsewhere(self, uids: list[str]) -> Iterator[Laid]:
        """Units whose space no window shows: in rows, those of one space together."""
        pieces = self.position.pieces
        for number, uid in enumerate(sorted(uids, key=lambda u: (pieces[u].space, u))):
            x, y = number % _ROW * _STEP + _STEP // 2, number // _ROW * _STEP + _STEP // 2
            yield Laid("unit", uid, ELSEWHERE, x, y)

    # --- cups, decks and hands -----------------------------------------------------------------------

    def _chits(self, cups: Mapping[str, list[str]]) -> Iterator[Laid]:
        """Chits outside of their cups, and each cup as one piece that says how many it holds."""
        cards = window_id(self.kit.layout, self.kit.layout.cards)
        chits = {uid: marker for cup in self.kit.carriers.cups for uid, marker in _markers_of(cup.chits)}
        printed = {} if not chits else _marker_names(self.kit)
        for placement in self._placer.chits():
            place = self.kit.layout.find(placement.window, placement.x, placement.y)
            marker = chits[placement.uid]
            yield Laid(
                "chit",
                placement.uid,
                window_id(self.kit.layout, placement.window),
                placement.x,
                placement.y,
                place_name=place.name if place else "",
                name=printed.get(marker, marker),
                face=f"{marker}_f",
            )
        for cup in self.kit.carriers.cups:
            if cup.kinds:
                name = f"{cup.deck}: {_counted(len(cups[cup.deck]), 'chit')}"
                face = cup.cover or _BACK
                yield Laid("chit", f"deck:{cup.deck}", cards, *cup.at, name=name, face=face)

    def _cards(self) -> Iterator[Laid]:
        """Cards: a closed deck as one piece, an open one and a hand card by card."""
        piles, overlay = self.kit.carriers.piles, self.kit.board.filing.overlay
        if piles is None:
            return
        game = self.kit.game.slug
        members = members_by_uid(game, overlay)
        cards = cards_by_uid(game, overlay) if not piles.markers else {}
        width = piles.size[0] if cards else self.marker_px
        word = "card" if cards else "marker"
        for row, uids in self._placer.piles():
            main = row.window == "map"
            name = self.kit.layout.main if main else row.name if row.is_hand else self.kit.layout.cards
            if row.is_hand and self._sees not in {row.side, REFEREE}:
                continue
            window = window_id(self.kit.layout, name)
            if row.closed:
                back = next((cards[uid].back for uid in uids if uid in cards), _BACK)
                count = f": {_counted(len(uids), word)}" if self._sees == REFEREE else ""
                said = f"{row.name}{count}"
                yield Laid("chit", f"deck:{row.name}", window, *row.at, name=said, face=back, width=width)
                continue
            for number, uid in enumerate(uids):
                x, y = piles.point(row, uid, members)
                face = cards[uid].id if uid in cards else f"{members[uid].of}_f"
                x += number * width if row.is_hand and piles.spread is None else 0
                title = members[uid].title
                yield Laid("chit", uid, window, x, y, place_name=row.name, name=title, face=face, width=width)

    def _combat_cards(self) -> Iterator[Laid]:
        """Each deck as one piece that says how many it holds, and what is drawn of it card by card."""
        decks, layout = self.kit.carriers.decks, self.kit.layout
        window, width = window_id(layout, layout.cards), decks.size[0]
        drawn = {row.side: str(self.position.fact(decks.item, row.side)) for row in decks.rows}
        piles = decks.shared(drawn)
        for row in decks.rows:
            if left := len(piles[row.deck]):
                said, back = f"{row.deck}: {_counted(left, 'card')}", card_face(row.side)
                yield Laid("chit", f"deck:{row.deck}", window, *row.at, name=said, face=back, width=width)
            for card in piles[row.drawn]:
                yield Laid(
                    "chit",
                    card.uid,
                    window,
                    *row.drawn_at,
                    place_name=row.drawn,
                    name=card.name,
                    face=card.face,
                    width=width,
                )


def _named(place: Place | None) -> tuple[str, str, str]:
    if place is None:
        return "", "", ""
    return place.id or place.name, place.name, place.id if place.kind in {"space", "crossing"} else ""


def _markers_of(chits: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((uid, uid.rpartition("-")[0]) for uid in chits)


def _marker_names(kit: PrintedModule) -> Mapping[str, str]:
    from counters.catalog import load_markers

    return {m.id: m.name for m in load_markers(kit.game.slug, kit.board.filing.overlay).values()}


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class _SketchPlacer(Placer):
    """Places units side by side on the wide spaces of a board that is drawn for a sketch."""

    def _snap(self, place: Place, uids: list[str]) -> list[tuple[int, int]]:
        if place.id in self.kit.layout.windows[self.kit.layout.main].hexes:
            return super()._snap(place, uids)
        return grid(place, uids, self.step)
