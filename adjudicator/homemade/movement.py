"""Movement of a game of one's own: what every step costs, and every space that a unit reaches.

A space is looked at twice where the way into it may end there or go on: whether a unit has to stop depends on
how it came. Costs are sixths of a point.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import field

from adjudicator.homemade import stacking, terms, zoc
from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.reading import FILE, SIXTHS, Told, points
from adjudicator.homemade.said import Costs, Movement, Price
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from adjudicator.ruling import Violation
from adjudicator.search import Reached, Try, reach
from maps.board import Edge
from maps.errors import DataError
from module_builder.vassal.values import dataclass

__all__ = ["Mover", "Reach", "Toll", "move_of", "price_of_boundary", "price_of_terrain"]

Node = tuple[str, bool]
"""A space, and whether the unit has to stop there."""


@dataclass(frozen=True, slots=True)
class Toll:
    """One step: what it costs, line by line, and every reason against it.

    Parameters
    ----------
    cost
        In sixths.
    stop
        Whether the unit stops then.
    parts
        Where a line stands, what it says, and what it adds.
    faults
        Why the step is forbidden.

    Examples
    --------
    >>> Toll(6, False).faults
    ()
    """

    cost: int
    stop: bool
    parts: tuple[tuple[str, str, int], ...] = ()
    faults: tuple[Violation, ...] = ()


def price_of_terrain(costs: Costs, terrain: str, space: str) -> Told[Price]:
    """What entering a terrain costs.

    Parameters
    ----------
    costs
        Of a class.
    terrain, space
        The terrain, and the name of a space that has it.

    Returns
    -------
    Told of Price

    Raises
    ------
    DataError
        No line of the file says so.

    Examples
    --------
    >>> price_of_terrain(Costs("", Told(4, "")), "swamp", "0304")
    Traceback (most recent call last):
    maps.errors.DataError: rules.toml, movement.terrain: expected a cost of swamp, the terrain of 0304; ...
    """
    found = costs.terrain.get(terrain) or costs.cost
    if found is not None:
        return found
    if terrain:
        way = f"write {terrain} = 2, or cost = 1 under [movement] for all that have no line"
        raise DataError(FILE, "movement.terrain", f"a cost of {terrain}, the terrain of {space}", way)
    raise DataError(FILE, "movement", f"a cost of {space}, which has no terrain", "write cost = 1")


def price_of_boundary(costs: Costs, edge: Edge, boundary: str) -> tuple[str, Told[Price] | None]:
    """What crossing a border costs more: the line of ``bridge`` where there is one.

    Parameters
    ----------
    costs, edge, boundary
        Of a class, the border, and what runs along it.

    Returns
    -------
    (str, Told of Price or None)
        What is crossed, and its line; None where it has none, so that it costs nothing.

    Examples
    --------
    >>> price_of_boundary(Costs("", Told(4, "")), Edge("a", "b", "river"), "river")
    ('river', None)
    """
    if edge.bridge and "bridge" in costs.boundary:
        return "bridge", costs.boundary["bridge"]
    return boundary, costs.boundary.get(boundary)


class Mover:
    """A unit about to move.

    Parameters
    ----------
    inquiry
        Where doubtful values and assumptions are recorded.
    movement
        The rules.
    piece
        The unit.
    """

    def __init__(self, inquiry: Inquiry, movement: Movement, piece: Piece) -> None:
        self.inquiry, self.movement, self.piece = inquiry, movement, piece
        assert isinstance(inquiry.state, Position)  # noqa: S101 - questions are asked of positions
        self.position: Position = inquiry.state
        self.costs = movement.costs_of(piece.printed.type)
        self.zoc = rules_of(self.position.game).zoc
        self.stacking = rules_of(self.position.game).stacking

    @functools.cached_property
    def allowance(self) -> Told[int]:
        """Its points in sixths, and where they stand."""
        said, default = self.costs.allowance, self.costs.default
        if isinstance(said.value, int):
            return Told(said.value, said.rule)
        column, title = said.value, self.piece.printed.title
        if self.piece.printed.rating(column) is None and default is not None:
            self.inquiry.assume(default.rule, f"{title} prints no {column} and has {points(default.value)}")
            return default
        found = terms.value_of(self.inquiry, self.piece, column, said.rule)
        return Told(found * SIXTHS, terms.unit_rule(self.position, self.piece.uid, column))

    def standing(self) -> Violation | None:
        """Why the unit does not move at all."""
        piece, board = self.piece, self.inquiry.board
        if not terms.is_on_map(board.spaces.get(piece.space)):
            text = f"{piece.printed.title} stands in {board.name(piece.space)}, beside the map"
            return Violation(self.movement.rule, text, (piece.uid,), (piece.space,))
        if self.allowance.value <= 0:
            text = f"{piece.printed.title} has no movement points"
            return Violation(self.allowance.rule, text, (piece.uid,))
        return None

    def toll(self, here: str, edge: Edge, other: str) -> Toll:
        """What a step costs, and what is against it.

        Parameters
        ----------
        here, edge, other
            From where, across what, and to where.

        Returns
        -------
        Toll
        """
        parts, faults, stop = list[tuple[str, str, int]](), list[Violation](), False
        prices, first = list(self._prices(edge, other)), here == self.piece.space
        for told, what, kind in prices:
            price = told.value
            if price.barred:
                faults.append(self._fault(told.rule, f"no unit goes {kind} {what}", other))
            if price.whole and not first:
                faults.append(self._fault(told.rule, f"only a whole move leads {kind} {what}", other))
            stop = stop or price.stop or price.whole
            parts.append((told.rule, what, self.allowance.value if price.whole else price.sixths))
        faults += self._enemies(other)
        stop = stop or (self.movement.enemy.value == "stop" and self._enemy_in(other))
        stop = self._in_zoc(here, other, parts, faults) or stop
        if self.stacking is not None and self.stacking.always and (full := self._full(other)):
            faults.append(full)
        whole = any(told.value.whole for told, _, _ in prices)
        cost = self.allowance.value if whole else sum(part for _, _, part in parts)
        if first and self.movement.minimum.value and cost > self.allowance.value:
            parts.append((self.movement.minimum.rule, "a unit may always move one space", 0))
            cost, stop = self.allowance.value, True
        return Toll(cost, stop, tuple(parts), tuple(faults))

    def _prices(self, edge: Edge, other: str) -> Iterator[tuple[Told[Price], str, str]]:
        """Lines that hold for a step, with what they are about: of a road or a terrain, and of a border."""
        if edge.road and edge.road in self.costs.road:
            yield self.costs.road[edge.road], f"road ({edge.road})", "along a"
        else:
            rule = self.movement.rule
            terrain = terms.terrain_of(self.inquiry, other, rule) if self.costs.terrain else ""
            told = price_of_terrain(self.costs, terrain, self.inquiry.board.name(other))
            yield told, terrain or self.inquiry.board.name(other), "into"
        if self.costs.boundary:
            boundary = self.inquiry.boundary(edge, self.movement.rule)
            what, crossed = price_of_boundary(self.costs, edge, boundary)
            if crossed is not None:
                yield crossed, what, "across a"

    def _fault(self, rule: str, text: str, space: str) -> Violation:
        return Violation(rule, text, (self.piece.uid,), (space,))

    def _enemy_in(self, space: str) -> bool:
        return any(p.side != self.piece.side for p in self.inquiry.units_in(space))

    def _enemies(self, space: str) -> Iterator[Violation]:
        if self.movement.enemy.value == "no" and self._enemy_in(space):
            names = ", ".join(
                p.printed.title for p in self.inquiry.units_in(space) if p.side != self.piece.side
            )
            yield self._fault(self.movement.enemy.rule, f"enemy units stand there: {names}", space)

    def _in_zoc(
        self, here: str, other: str, parts: list[tuple[str, str, int]], faults: list[Violation]
    ) -> bool:
        """Add what Zones of Control cost and forbid; whether the unit stops in one."""
        if self.zoc is None:
            return False
        side, uid = self.piece.side, self.piece.uid
        left, entered = (zoc.holder(self.position, s, side, "movement", uid) for s in (here, other))
        name = {u: self.position.pieces[u].printed.title for u in (left, entered) if u}
        if left and self.zoc.leave:
            parts.append((self.zoc.leave.rule, f"it leaves the ZOC of {name[left]}", self.zoc.leave.value))
        if entered and self.zoc.enter:
            parts.append((self.zoc.enter.rule, f"it enters the ZOC of {name[entered]}", self.zoc.enter.value))
        if left and entered and not self.zoc.direct.value:
            text = f"it would go from the ZOC of {name[left]} straight into that of {name[entered]}"
            faults.append(self._fault(self.zoc.direct.rule, text, other))
        if entered and self.zoc.stop.value:
            parts.append((self.zoc.stop.rule, f"it stops in the ZOC of {name[entered]}", 0))
        return bool(entered) and self.zoc.stop.value

    def _full(self, space: str) -> Violation | None:
        return stacking.overfull(self.inquiry, space, self.piece.side, [self.piece])

    def search(self, budget: int | None) -> Reached[Node, tuple[Violation, ...]]:
        """Every space within a budget, cheapest ways first.

        Parameters
        ----------
        budget
            In sixths; None for no bound.

        Returns
        -------
        Reached
        """
        board = self.inquiry.board

        def tries(node: Node, cost: int) -> Iterator[Try[Node, tuple[Violation, ...]]]:  # noqa: ARG001 - of the search
            here, _ = node
            for edge, other in board.neighbours(here):
                if not terms.is_on_map(board.spaces.get(other)):
                    continue
                toll = self.toll(here, edge, other)
                yield Try((other, toll.stop), toll.cost, toll.faults or None, toll.stop)

        return reach((self.piece.space, False), tries, budget=budget)

    def full(self, space: str) -> Violation | None:
        """What keeps the unit from ending its move in a space, though it may come there."""
        return None if space == self.piece.space else self._full(space)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can end its move.

    Parameters
    ----------
    ways
        Space -> spaces entered on the cheapest way there, in order of cost.
    cost
        Space -> its cost in sixths.
    refused
        Space -> every reason against coming, or ending, there.

    Examples
    --------
    >>> Reach({"b": ("b",)}, {"b": 6}).refused
    {}
    """

    ways: Mapping[str, tuple[str, ...]]
    cost: Mapping[str, int]
    refused: Mapping[str, tuple[Violation, ...]] = field(default_factory=dict)


def move_of(mover: Mover, *, budget: int | None) -> Reach:
    """Find where a unit can end its move.

    Parameters
    ----------
    mover
        The unit.
    budget
        Points in sixths; None for no bound.

    Returns
    -------
    Reach
    """
    found = mover.search(budget)
    ways, cost, refused = dict[str, tuple[str, ...]](), dict[str, int](), dict[str, tuple[Violation, ...]]()
    for node, arrival in found.arrivals.items():
        space = node[0]
        if space == mover.piece.space or space in cost or space in refused:
            continue
        if (full := mover.full(space)) is not None:
            refused[space] = (full,)
            continue
        ways[space], cost[space] = tuple(s for s, _ in found.path(node)[1:]), arrival.cost
    come = {space for space, _ in found.arrivals}
    for one in found.refusals:
        space = one.to[0]
        if space not in come:
            refused[space] = terms.once((*refused.get(space, ()), *one.why))
    return Reach(ways, cost, refused)
