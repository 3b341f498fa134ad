"""Hexes of another module and ours: one rule for a whole grid, which three known hexes fix.

Hexes are compared in axial coordinates, in which any numbering that turns, mirrors or shifts the map is one
of twelve matrices and a shift. How the module names its hexes matters for the three that a person names.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.errors import DataError
from maps.board import fold
from module_builder.vassal.geometry import OFFBOARD
from module_builder.vassal.grids import HexGrid, ZonedGrid
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from maps.board import Board
    from module_builder.vassal.geometry import Board as TheirBoard
    from module_builder.vassal.geometry import Locator

__all__ = ["Axial", "HexRule", "TheirGrid", "axial_of", "our_hexes", "rule_of_three", "their_grids", "voted"]

Axial = tuple[int, int]
_Matrix = tuple[int, int, int, int]
_NEAR = 2  # hexes that a reconstructed set-up may lie off


def _matrices() -> tuple[_Matrix, ...]:
    """The twelve ways to lay a hex map on another: six turns, and each of them mirrored."""
    turns: list[_Matrix] = [(1, 0, 0, 1)]
    for _ in range(5):
        a, b, c, d = turns[-1]
        turns.append((-c, -d, a + c, b + d))
    return (*turns, *((b, a, d, c) for a, b, c, d in turns))


MATRICES = _matrices()


def axial_of(column: int, row: int) -> Axial:
    """Axial coordinates of a column and row of VASSAL, where odd columns lie half a hex lower.

    Examples
    --------
    >>> axial_of(0, 0), axial_of(1, 0), axial_of(2, 0), axial_of(-1, 0)
    ((0, 0), (1, 0), (2, -1), (-1, 1))
    """
    return column, row - column // 2


def _distance(a: Axial, b: Axial) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@dataclass(frozen=True, slots=True)
class HexRule:
    """How the hexes of a grid lie on ours.

    Parameters
    ----------
    matrix, shift
        From their axial coordinates to ours.

    Examples
    --------
    >>> HexRule((1, 0, 0, 1), (3, -2)).ours((1, 1))
    (4, -1)
    """

    matrix: _Matrix
    shift: Axial

    def ours(self, at: Axial) -> Axial:
        """Axial coordinates of ours."""
        a, b, c, d = self.matrix
        return a * at[0] + b * at[1] + self.shift[0], c * at[0] + d * at[1] + self.shift[1]


def rule_of_three(pairs: Sequence[tuple[Axial, Axial]]) -> HexRule | None:
    """The rule that known hexes fix.

    Parameters
    ----------
    pairs
        Theirs and ours, three or more.

    Returns
    -------
    HexRule or None
        None where they contradict each other, or lie in one line, so that two rules fit.

    Examples
    --------
    >>> rule_of_three([((0, 0), (5, 5)), ((1, 0), (6, 5)), ((0, 3), (5, 8))]).shift
    (5, 5)
    >>> rule_of_three([((0, 0), (5, 5)), ((1, 0), (6, 5)), ((2, 0), (7, 5))]) is None
    True
    """
    found = []
    for matrix in MATRICES:
        turned = HexRule(matrix, (0, 0))
        shifts = {(our[0] - q, our[1] - r) for their, our in pairs for q, r in (turned.ours(their),)}
        if len(shifts) == 1:
            found.append(HexRule(matrix, shifts.pop()))
    return found[0] if len(found) == 1 else None


def voted(pairs: Iterable[tuple[Axial, Sequence[Axial]]]) -> list[tuple[float, HexRule]]:
    """Rules that set-ups speak for, the best first: a unit that starts near the same hex in both is a vote.

    Parameters
    ----------
    pairs
        Where a unit starts in their module, and where in ours.

    Returns
    -------
    list of (float, HexRule)
        With the share of the units that agree; one that starts a hex off counts less.

    Examples
    --------
    >>> spots = [(0, 0), (4, 1), (2, 7), (9, 3)]
    >>> share, rule = voted([(at, [(at[0] + 3, at[1])]) for at in spots])[0]
    >>> share, rule.shift
    (1.0, (3, 0))
    """
    known = list(pairs)
    tried: Counter[HexRule] = Counter()
    for matrix in MATRICES:
        turned = HexRule(matrix, (0, 0))
        for their, ours in known:
            q, r = turned.ours(their)
            tried.update({HexRule(matrix, (our[0] - q, our[1] - r)) for our in ours})
    best = [rule for rule, _ in tried.most_common(60)]
    return sorted(
        ((agreeing(rule, known), rule) for rule in best), key=lambda f: (-f[0], f[1].matrix, f[1].shift)
    )


def agreeing(rule: HexRule, pairs: Sequence[tuple[Axial, Sequence[Axial]]]) -> float:
    """The share of units that start where a rule has them start."""
    weights = [
        max((1 - _distance(rule.ours(their), our) / (_NEAR + 1) for our in ours), default=0.0)
        for their, ours in pairs
    ]
    return sum(w for w in weights if w > 0) / len(weights) if weights else 0.0


def our_hexes(board: Board, axial: Mapping[str, Axial]) -> dict[Axial, str]:
    """Our hexes by their axial coordinates."""
    return {axial[space.id]: space.id for space in board.spaces.values() if space.id in axial}


# --- their grids -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TheirGrid:
    """A hex grid of a board or zone of their module.

    Parameters
    ----------
    map, board, zone
        Where it lies; no zone where it is the board's.
    grid
        The grid.
    lies
        The board as a whole, with its place in the window.

    Examples
    --------
    >>> TheirGrid("Main", "B", "", HexGrid(), None, (0, 0)).key
    'Main'
    """

    map: str
    board: str
    zone: str
    grid: HexGrid
    lies: TheirBoard | None
    corner: tuple[int, int]
    several: bool = field(default=False)

    @property
    def key(self) -> str:
        """How an adapter names it."""
        parts = [self.map, *([self.board] if self.several else []), *([self.zone] if self.zone else [])]
        return "/".join(parts)

    @functools.cached_property
    def named(self) -> Mapping[str, Axial]:
        """Names of its hexes as reports show them, folded -> axial coordinates."""
        return {fold(name): at for name, at in self._names()}

    @functools.cached_property
    def names(self) -> Mapping[Axial, str]:
        """Axial coordinates -> name."""
        return {at: name for name, at in self._names()}

    def _names(self) -> Iterator[tuple[str, Axial]]:
        if self.lies is None:
            return
        across, down = self.lies.width, self.lies.height
        if self.grid.sideways:
            across, down = down, across
        columns = range(-1, int(across / self.grid.dx) + 2)
        for column, row in itertools.product(columns, range(-1, int(down / self.grid.dy) + 2)):
            x, y = self.grid.center(column, row)
            if 0 <= x < self.lies.width and 0 <= y < self.lies.height and self.holds(x, y):
                name = self.lies.name_at(x, y)
                if name:
                    yield name, axial_of(column, row)

    def holds(self, x: int, y: int) -> bool:
        """Whether this grid, and not one of a zone, rules a point of its board."""
        inner = self.lies.grid if self.lies is not None else None
        zone = inner.zone(x, y) if isinstance(inner, ZonedGrid) else None
        if zone is None:
            return not self.zone
        return zone.grid is self.grid and (zone.name == self.zone or not self.zone)

    def at(self, x: int, y: int) -> Axial | None:
        """Axial coordinates of a point of the window; None where another grid rules."""
        left, top = self.corner
        if self.lies is None or not (
            left <= x < left + self.lies.width and top <= y < top + self.lies.height
        ):
            return None
        inside = x - left, y - top
        return axial_of(*self.grid.cell(*inside)) if self.holds(*inside) else None


def their_grids(locator: Locator) -> list[TheirGrid]:
    """Every hex grid of a module.

    Parameters
    ----------
    locator
        Of its maps.

    Returns
    -------
    list of TheirGrid
    """
    found = []
    for name, board_map in locator.maps.items():
        placed = board_map.placed()
        for lies in placed:
            corner, several = (lies.x, lies.y), len(placed) > 1
            board = lies.board
            for zone, grid in _grids(board):
                found.append(TheirGrid(name, board.name, zone, grid, board, corner, several))
    return found


def _grids(board: TheirBoard) -> Iterator[tuple[str, HexGrid]]:
    """Grids of a board: of its background, and of zones that have their own."""
    grid = board.grid
    if isinstance(grid, HexGrid):
        yield "", grid
    if isinstance(grid, ZonedGrid):
        if isinstance(grid.background, HexGrid):
            yield "", grid.background
        for zone in grid.zones:
            if isinstance(zone.grid, HexGrid) and zone.grid is not grid.background:
                yield zone.name, zone.grid


def known_rule(grid: TheirGrid, known: Mapping[str, str], ours: Mapping[str, Axial], file: str) -> HexRule:
    """The rule of a grid from the hexes that an adapter names.

    Parameters
    ----------
    grid
        Theirs.
    known
        Name of a hex of theirs -> id of ours.
    ours
        Id of ours -> axial coordinates.
    file
        Of the adapter, for the message.

    Returns
    -------
    HexRule

    Raises
    ------
    DataError
        A hex that there is not; fewer than three; they lie in one line or contradict each other.
    """
    place = f"[[grid]] {grid.key}"
    pairs = []
    for their, our in known.items():
        if fold(their) not in grid.named:
            raise DataError(file, place, f"a hex of their grid such as {_example(grid)}, not {their!r}")
        if our.casefold() not in ours:
            raise DataError(file, place, f"a hex of ours, not {our!r}")
        pairs.append((grid.named[fold(their)], ours[our.casefold()]))
    if len(pairs) < 3:
        raise DataError(file, place, "three known hexes or more, not in one line")
    for (one, mine), (other, others) in itertools.combinations(pairs, 2):
        if (theirs := _distance(one, other)) != (own := _distance(mine, others)):
            names = [grid.names[at] for at in (one, other)]
            raise DataError(
                file,
                place,
                f"hexes as far apart in both: {' and '.join(names)} are {theirs} apart, ours {own}",
            )
    rule = rule_of_three(pairs)
    if rule is None:
        raise DataError(file, place, "three known hexes that do not lie in one line")
    return rule


def _example(grid: TheirGrid) -> str:
    names = [name for name in grid.names.values() if name != OFFBOARD]
    return repr(names[len(names) // 2]) if names else "none: it numbers no hexes"
