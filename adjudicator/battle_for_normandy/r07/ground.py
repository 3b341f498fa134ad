"""Section 7.3.2: the ground under Lines of Supply: steps of a line from hex to hex at infantry rates.

What lies around a hex is looked up when a line first comes there: most questions touch a part of the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r10.cost import chart
from adjudicator.battle_for_normandy.r14_bridges import WATER
from adjudicator.citation import rule
from adjudicator.silence import kept
from maps.board import Board, Edge
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = ["Around", "Lanes", "Priced", "lanes"]

_WHOLE = 6 * terms.MP  # what takes a whole Movement Allowance takes a whole line
_CLOSED = frozenset({"cliff", "sea"})
_RATES = {"highway": 2, "primary": 3}  # 7.3.2, whatever the weather and the enemy


@dataclass(frozen=True, slots=True)
class _Ground:
    """A board with the bridges that are down, and those that HQs build."""

    board: Board
    down: frozenset[str]
    built: frozenset[str]

    def beside(self, here: str) -> Iterator[tuple[Edge, str, bool]]:
        """Hexsides of a hex that a line may cross, the hexes beyond, and whether water without a bridge."""
        if not terms.is_land(self.board, here):
            return
        for edge, other in self.board.neighbours(here):
            if edge.boundary not in _CLOSED and terms.is_land(self.board, other):
                yield edge, other, edge.boundary in WATER and not self._bridged(edge)

    def _bridged(self, edge: Edge) -> bool:
        if not self.down and not self.built:
            return edge.bridge
        return (edge.bridge and edge.id not in self.down) or edge.id in self.built

    def cost(self, edge: Edge, frm: str, to: str, *, wet: bool) -> int:
        """Sixths of an MP for a step."""
        if edge.road and not wet and (rate := _rate(self.board, edge.road)) is not None:
            return rate
        spaces, (enter, side, climb) = self.board.spaces, _prices(self.board)
        up = climb if int(spaces[to]["level"] or 0) > int(spaces[frm]["level"] or 0) else 0
        return enter[str(spaces[to]["terrain"] or "clear")] + up + side[edge.boundary]


class Around(dict[str, tuple[str, ...]]):
    """Hex -> hexes beside it over no unbridged water."""

    def __init__(self, ground: _Ground) -> None:
        super().__init__()
        self._ground = ground

    def __missing__(self, here: str) -> tuple[str, ...]:
        found = self[here] = tuple([other for _, other, wet in self._ground.beside(here) if not wet])
        return found


class Priced(dict[str, tuple[tuple[str, int], ...]]):
    """Hex -> hexes beside it with the cost of the step: onward, backward, or over unbridged water."""

    def __init__(self, ground: _Ground, way: str) -> None:
        super().__init__()
        self._ground, self._way = ground, way

    def __missing__(self, here: str) -> tuple[tuple[str, int], ...]:
        ground, over, back = self._ground, self._way == "wet", self._way == "backward"
        found = self[here] = tuple(
            [
                (other, ground.cost(edge, *((other, here) if back else (here, other)), wet=wet))
                for edge, other, wet in ground.beside(here)
                if wet is over
            ]
        )
        return found


@dataclass(frozen=True, slots=True)
class Lanes:
    """Steps of lines over the land hexes of a board, with the bridges that stand now.

    Examples
    --------
    >>> lanes(Board([], []), frozenset(), frozenset()).around["c3014"]
    ()
    """

    around: Around
    onward: Priced
    backward: Priced
    wet: Priced


@rule("7.3.2", "14.1", "14.2.1")
@kept(maxsize=32)
def lanes(board: Board, down: frozenset[str], built: frozenset[str]) -> Lanes:
    """The steps of a board while some bridges are destroyed and others are built.

    Parameters
    ----------
    down, built
        Ids of the hexsides whose bridge is destroyed, and of those that an HQ bridges.
    """
    ground = _Ground(board, down, built)
    now = Lanes(Around(ground), Priced(ground, "onward"), Priced(ground, "backward"), Priced(ground, "wet"))
    if board.before is not None:
        _take_over(now, lanes(board.before, down, built), board.altered)
    return now


def _take_over(now: Lanes, known: Lanes, altered: frozenset[str]) -> None:
    """What was looked up on the board before holds where nothing was altered."""
    now.around.update(known.around)
    now.onward.update(known.onward)
    now.backward.update(known.backward)
    now.wet.update(known.wet)
    for space in altered:
        for table in (now.around, now.onward, now.backward, now.wet):
            table.pop(space, None)


@by_filing
def _prices(filing: Filing) -> tuple[dict[str, int], dict[str, int], int]:
    """Prices of terrains and of hexsides, and what uphill adds."""
    rows, sides = chart(filing)["terrain"], chart(filing)["hexside"]
    enter = {k: _WHOLE if r.flag("whole") else r.number("infantry") for k, r in rows.items()}
    cross = {k: _WHOLE if r.flag("whole") else r.number("infantry") for k, r in sides.items()}
    return enter, cross, sides["uphill"].number("infantry")


@by_filing
def _rate(filing: Filing, road: str) -> int | None:
    """What a step along a road costs; None without a rate."""
    if road in _RATES:
        return _RATES[road]
    row = chart(filing)["road"][road]
    return row.number("good") if row.flag("rate") else None
