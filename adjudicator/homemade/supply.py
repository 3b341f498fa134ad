"""Supply of a game of one's own: a line from a unit to a source of its side, or what cuts it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.homemade import terms, zoc
from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.movement import price_of_boundary, price_of_terrain
from adjudicator.homemade.reading import SIXTHS, points
from adjudicator.homemade.rules_file import needed
from adjudicator.homemade.said import Costs, Supply
from adjudicator.homemade.supply_sources import sources_of
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling, Violation
from adjudicator.search import Traced, Try, trace
from adjudicator.showing import against
from adjudicator.sides import titles
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["Line", "line_of_supply", "supply_ruling", "unsupplied_ruling"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of supply, or none.

    Parameters
    ----------
    path
        Spaces from that of the unit to the source; empty where it is cut.
    cost
        In sixths.
    source
        Where the table of its source stands.
    cut
        Space -> why a line does not enter it, where there is none.
    needs
        What the shortest line costs that is too long; None where there is none at all.

    Examples
    --------
    >>> Line((), 0, "", {}).path
    ()
    """

    path: tuple[str, ...]
    cost: int
    source: str
    cut: Mapping[str, tuple[Violation, ...]]
    needs: int | None = None


class _Tracing:
    """How a line of one unit is traced."""

    def __init__(self, inquiry: Inquiry, position: Position, supply: Supply, piece: Piece) -> None:
        self.inquiry, self.position, self.supply, self.piece = inquiry, position, supply, piece
        movement = rules_of(position.game).movement
        self.costs: Costs | None = None
        if supply.measure.value == "points" and movement is not None:
            named = supply.of_class.value
            self.costs = movement.classes[named] if named else movement.costs_of(piece.printed.type)

    def tries(self, here: str, cost: int) -> Iterator[Try[str, tuple[Violation, ...]]]:  # noqa: ARG002 - of the search
        board = self.inquiry.board
        for edge, other in board.neighbours(here):
            if terms.is_on_map(board.spaces.get(other)):
                faults = list(self._faults(edge, other))
                price = self._price(edge, other, faults)
                yield Try(other, price, tuple(faults) or None)

    def _faults(self, edge: Edge, other: str) -> Iterator[Violation]:
        supply, side = self.supply, self.piece.side
        if supply.enemy.value:
            enemies = [p for p in self.inquiry.units_in(other) if p.side != side]
            if enemies:
                yield self._cut(supply.enemy.rule, f"enemy units stand there: {titles(enemies)}", other)
        if supply.zoc.value and (held := zoc.holder(self.position, other, side, "supply", self.piece.uid)):
            text = f"it is in the ZOC of {self.position.pieces[held].printed.title}"
            yield self._cut(supply.zoc.rule, text, other)
        if supply.not_across.value:
            boundary = self.inquiry.boundary(edge, supply.not_across.rule)
            if boundary in supply.not_across.value and not edge.bridge:
                yield self._cut(supply.not_across.rule, f"no line crosses a {boundary}", other)
        if supply.not_into.value:
            terrain = terms.terrain_of(self.inquiry, other, supply.not_into.rule)
            if terrain in supply.not_into.value:
                yield self._cut(supply.not_into.rule, f"no line enters {terrain}", other)

    def _price(self, edge: Edge, other: str, faults: list[Violation]) -> int:
        """What a step counts; what bars it is added to the reasons."""
        if edge.road and self.supply.roads.value == "free":
            return 0
        costs, board = self.costs, self.inquiry.board
        if costs is None:
            return SIXTHS
        told = costs.road.get(edge.road) if edge.road else None
        what = f"road ({edge.road})"
        if told is None:
            terrain = terms.terrain_of(self.inquiry, other, self.supply.measure.rule) if costs.terrain else ""
            told, what = price_of_terrain(costs, terrain, board.name(other)), terrain or board.name(other)
        prices = [(told, what)]
        if costs.boundary:
            boundary = self.inquiry.boundary(edge, self.supply.measure.rule)
            what, crossed = price_of_boundary(costs, edge, boundary)
            prices += [(crossed, what)] if crossed is not None else []
        for price, of in prices:
            if price.value.barred or price.value.whole:
                faults.append(self._cut(price.rule, f"no line of points leads over {of}", other))
        return sum(price.value.sixths for price, _ in prices)

    def _cut(self, rule: str, text: str, space: str) -> Violation:
        return Violation(rule, text, (self.piece.uid,), (space,))

    def run(self, sources: Mapping[str, str], budget: int | None) -> Traced[str, tuple[Violation, ...]]:
        """The cheapest line to a source."""
        return trace(self.piece.space, self.tries, sources.__contains__, budget=budget)


def line_of_supply(inquiry: Inquiry, position: Position, supply: Supply, piece: Piece) -> Line:
    """Trace a line of supply.

    Parameters
    ----------
    inquiry
        Where doubtful values are recorded.
    position, supply, piece
        Where, the rules, and the unit, which stands on the map.

    Returns
    -------
    Line
    """
    sources, tracing = sources_of(position, supply, piece.side), _Tracing(inquiry, position, supply, piece)
    budget = supply.length.value if supply.length is not None else None
    found = tracing.run(sources, budget)
    if found.found:
        return Line(found.path, found.cost, sources[found.path[-1]], {})
    cut: dict[str, tuple[Violation, ...]] = {}
    for one in found.cut:
        cut[one.to] = terms.once((*cut.get(one.to, ()), *one.why))
    longer = tracing.run(sources, None) if budget is not None else found
    return Line((), 0, "", cut, longer.cost if longer.found else None)


def supply_ruling(position: Position, title: str, uid: str, *, strict: bool = False) -> Ruling:
    """Answer whether a unit is in supply, by which line, or where it is cut and why.

    Parameters
    ----------
    position, title, uid
        The position, the title of its game, and the unit.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Ruling

    Raises
    ------
    MalformedAction
        The game has no ``[supply]``.
    """
    supply = needed(rules_of(position.game).supply, "supply", title)
    inquiry, piece, board = Inquiry(position, strict=strict), position.pieces[uid], position.board
    name, asked = piece.printed.title, f"supply {uid}"
    if not terms.is_on_map(board.spaces.get(piece.space)):
        inquiry.note(
            supply.rule, f"{name} stands in {board.name(piece.space)}, beside the map: no line is traced"
        )
        return inquiry.ruling(asked, f"{name} is not on the map.", _answer(Line((), 0, "", {})))
    found = line_of_supply(inquiry, position, supply, piece)
    if found.path:
        inquiry.note(found.source, f"a source of {piece.side}: {board.name(found.path[-1])}")
        way = " - ".join(map(board.name, found.path))
        limit = supply.length
        told = f"its line: {way}, {_length(supply, found.cost)}"
        said = f"{told} of {_length(supply, limit.value)}" if limit is not None else told
        inquiry.note(limit.rule if limit is not None else supply.rule, said)
        return inquiry.ruling(
            asked, f"{name} is in supply from {board.name(found.path[-1])}.", _answer(found)
        )
    _tell_cut(inquiry, position, supply, piece, found)
    return inquiry.ruling(asked, f"{name} is out of supply.", _answer(found))


def _tell_cut(inquiry: Inquiry, position: Position, supply: Supply, piece: Piece, found: Line) -> None:
    board = position.board
    sources = sources_of(position, supply, piece.side)
    named = ", ".join(map(board.name, list(sources)[:10])) or "none"
    inquiry.note(next(iter(sources.values()), supply.rule), f"sources of {piece.side}: {named}")
    if found.needs is not None and supply.length is not None:
        most = _length(supply, supply.length.value)
        inquiry.note(
            supply.length.rule,
            f"the shortest line has {_length(supply, found.needs)}, and the most is {most}",
        )
    for space, faults in found.cut.items():
        inquiry.steps += against(board.name(space), faults)
    if found.needs is None and not found.cut:
        inquiry.note(supply.rule, "no way of adjacent spaces leads to a source")


def _length(supply: Supply, sixths: int) -> str:
    if supply.measure.value == "points":
        return points(sixths)
    return f"{sixths // SIXTHS} space{'' if sixths == SIXTHS else 's'}"


def _answer(found: Line) -> dict[str, object]:
    cut = {space: list(map(str, faults)) for space, faults in found.cut.items()}
    return {
        "supplied": bool(found.path),
        "path": list(found.path),
        "length": str(Fraction(found.cost, SIXTHS)),
        "cut": cut,
    }


def unsupplied_ruling(position: Position, title: str, side: str, *, strict: bool = False) -> Ruling:
    """Answer which units of a side on the map are out of supply.

    Parameters
    ----------
    position, title, side, strict
        As in `supply_ruling`, and the side.

    Returns
    -------
    Ruling
        Their ids.
    """
    supply = needed(rules_of(position.game).supply, "supply", title)
    inquiry, board, found = Inquiry(position, strict=strict), position.board, list[str]()
    for piece in position.pieces.values():
        if piece.side != side or not terms.is_on_map(board.spaces.get(piece.space)):
            continue
        if not line_of_supply(inquiry, position, supply, piece).path:
            found.append(piece.uid)
            inquiry.note(supply.rule, f"{piece.printed.title} in {board.name(piece.space)} is out of supply")
    if not found:
        inquiry.note(supply.rule, f"every unit of {side} on the map is in supply")
    names = titles(position.pieces[uid] for uid in found) or "none"
    return inquiry.ruling(f"supply {side}", f"Out of supply: {names}.", found)
