"""What lies in decks, cups and hands of a position: cards, chits and counters that are drawn by chance."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.position import Fact, Key, Position
from adjudicator.saves.beyond import split_beyond
from adjudicator.saves.cups import Cup
from adjudicator.saves.layout import Place
from adjudicator.saves.piles import Pile, members_by_uid
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.saves.carriers import Carriers, MarkerSpec
    from adjudicator.saves.layout import Layout
    from counters.catalog import Unit
    from maps.board import Board

__all__ = ["MARGIN", "DeckPlacer", "Placement", "Printed", "grid"]

MARGIN = 10
"""Pixels that a box of the set-up cards keeps free at its edges."""
_HEAD = 44  # pixels of a box of the set-up cards that its title takes


class Printed(Protocol):
    """What placing needs to know of a module: its game, counters, carriers and windows."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def board(self) -> Board:
        """The map as printed."""

    @property
    def units(self) -> Mapping[str, Unit]:
        """Counters by uid."""

    @property
    def carriers(self) -> Carriers:
        """What carries which item of state."""

    @property
    def layout(self) -> Layout:
        """Where things lie."""

    @property
    def adapter(self) -> Mapping[str, Any]:
        """The game's ``adapter.toml``."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece of a save.

    Parameters
    ----------
    uid
        Which slot.
    window, x, y
        Where.
    levels, properties
        State of its layers and Dynamic Properties.
    owner
        Side that masks it; empty where it lies open, or in a deck.

    Examples
    --------
    >>> Placement("turn", "Map", 3, 4).levels
    {}
    """

    uid: str
    window: str
    x: int
    y: int
    levels: Mapping[str, int] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)
    owner: str = ""


class DeckPlacer:
    """Shares out what lies in decks and cups, and keeps account of the facts that this states.

    Parameters
    ----------
    kit
        What the module is built from.
    position
        The position.
    facts
        Its facts that a carrier must hold. What goes beyond the tracks is in the attribute `beyond`.

    Examples
    --------
    >>> from adjudicator.saves.patching import load_printed
    >>> printed = load_printed("breakout-normandy")
    >>> list(DeckPlacer(printed, printed.game.scenario("d-day"), {}).piles())
    []
    """

    def __init__(self, kit: Printed, position: Position, facts: Mapping[Key, Fact]) -> None:
        self.kit, self.position = kit, position
        self._facts, self.beyond = split_beyond(kit.carriers, kit.layout, facts)
        self.left = dict(self._facts)
        self.defects: list[str] = []
        self.marked: Container[str] = ()
        """Spaces where a player has laid a marker that is usually left out."""
        self._spare: list[MarkerSpec] = []

    @property
    def step(self) -> int:
        """Pixels between pieces in a box of the set-up cards."""
        return int(self.kit.adapter["cards"]["step"])

    def piles(self) -> Iterator[tuple[Pile, list[str]]]:
        """What lies on each pile of named cards, and in each hand."""
        piles = self.kit.carriers.piles
        if piles is None:
            return
        found: dict[tuple[str, str], list[str]] = {(row.side, row.value): [] for row in piles.rows}
        default = str(self.kit.carriers.schema.default(piles.item))
        for uid, card in sorted(members_by_uid(self.kit.game.slug, self.kit.board.filing.overlay).items()):
            value = str(self._facts.get((piles.item, uid), default))
            row = piles.find(card.side, default if value == piles.hidden else value)
            if row is not None:
                found[row.side, row.value].append(uid)
                if value != piles.hidden:
                    self.left.pop((piles.item, uid), None)
        yield from ((row, found[row.side, row.value]) for row in piles.rows)

    def cups(self) -> Iterator[tuple[str, list[str]]]:
        """What each cup holds; chits outside of it are placed by `chits`."""
        for cup in self.kit.carriers.cups:
            inside = [uid for uid, held in self._shared_out(cup) if held]
            units = (u.id for u in self.kit.units.values() if cup.holds(u))
            pieces = self.position.pieces
            yield cup.deck, [*inside, *(u for u in units if u in pieces and pieces[u].space == cup.space)]

    def _shared_out(self, cup: Cup) -> Iterator[tuple[str, bool]]:
        """Each chit, and whether it is in the cup."""
        for kind, (marker, count) in cup.kinds.items():
            said = int(self._facts.get((cup.item, kind), 0))
            self.left.pop((cup.item, kind), None)
            inside = said if cup.says == "left" else count - said
            if not 0 <= inside <= count:
                self.defects.append(f"{cup.deck} cannot hold {inside} of {count} {kind} chits")
            yield from ((f"{marker}-{n}", n <= inside) for n in range(1, count + 1))

    def chits(self) -> Iterator[Placement]:
        """Chits outside of their cups lie in the box of the chits on the set-up cards."""
        layout = self.kit.layout
        boxes = [p for p in layout.windows[layout.cards].places if p.name == "Chits"]
        outside: list[str] = []
        for cup in self.kit.carriers.cups:
            for uid in (uid for uid, held in self._shared_out(cup) if not held):
                home = cup.home(uid)
                if home is None:
                    outside.append(uid)
                else:
                    yield Placement(uid, *home, {}, {})
        for uid, (x, y) in zip(outside, grid(boxes[0], outside, self.step) if boxes else (), strict=True):
            yield Placement(uid, layout.cards, x, y, {}, {})


def grid(place: Place, items: Iterable[object], step: int) -> list[tuple[int, int]]:
    """Points in rows below the title of a box; rows close up when there are many.

    Parameters
    ----------
    place, items, step
        The box, what has to go in, and the distance of the points.

    Returns
    -------
    list of tuple
        A point for each item.

    Examples
    --------
    >>> from module_builder.vassal.polygon import Polygon
    >>> grid(Place("Box", "other", "", Polygon.parse("0,0;200,0;200,200;0,200")), "ab", 76)
    [(48, 82), (124, 82)]
    """
    number = len(list(items))
    left, top, right, bottom = place.bounds
    columns = max(1, (right - left - MARGIN) // step)
    rows = -(-number // columns)
    room = bottom - top - _HEAD - MARGIN
    high = min(step, max(1, (room - step) // max(1, rows - 1))) if rows * step > room else step
    x0, y0 = left + MARGIN + step // 2, top + _HEAD + step // 2
    return [(x0 + n % columns * step, y0 + n // columns * high) for n in range(number)]
