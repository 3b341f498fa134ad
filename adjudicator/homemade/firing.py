"""Attacks from further away: how far a unit attacks, by which way, and all that is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from adjudicator.homemade import terms
from adjudicator.homemade.crt import Crt, Ranged
from adjudicator.homemade.reaching import distances
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece
from adjudicator.ruling import Violation
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["Fire", "fire_of", "range_of"]


@dataclass(frozen=True, slots=True)
class Fire:
    """Whether a unit attacks a space at range.

    Parameters
    ----------
    way
        Spaces from that of the unit to the target; empty where there is no such attack.
    range
        How many spaces away the unit attacks; 0 where it attacks at no range.
    faults
        Every reason against.

    Examples
    --------
    >>> Fire(("a", "b", "c"), 3).spaces
    2
    """

    way: tuple[str, ...] = ()
    range: int = 0
    faults: tuple[Violation, ...] = field(default_factory=tuple)

    @property
    def spaces(self) -> int:
        """How far the target is away."""
        return len(self.way) - 1


def range_of(inquiry: Inquiry, ranged: Ranged, piece: Piece) -> int:
    """How many spaces away a unit attacks; 0 where the side that it shows prints no range.

    Parameters
    ----------
    inquiry, ranged, piece
        Where doubtful values are recorded, the rules, and the unit.

    Returns
    -------
    int
    """
    column, unit, state = ranged.column.value, piece.printed, inquiry.state
    faces = range(terms.face_of(state, piece) + 1)
    names = [name for face in faces for name in terms.columns_of(state.game, column, face)]
    if all(unit.rating(name) is None for name in names):
        return 0
    return terms.value_of(inquiry, piece, column, ranged.column.rule)


def fire_of(inquiry: Inquiry, table: Crt, piece: Piece, target: str) -> Fire:
    """Whether a unit attacks a space that is not its own at range, by which way, or every reason against.

    Parameters
    ----------
    inquiry, table, piece, target
        Where doubtful values are recorded, the rules, the unit, and the space.

    Returns
    -------
    Fire
    """
    ranged = table.ranged
    far = range_of(inquiry, ranged, piece) if ranged is not None else 0
    if ranged is None or far <= 0 or piece.space == target:
        return Fire()
    board = inquiry.board
    if not all(terms.is_on_map(board.spaces.get(space)) for space in (piece.space, target)):
        return Fire()
    rule, name = terms.unit_rule(inquiry.state, piece.uid, ranged.column.value), piece.printed.title
    away = distances(board, target)
    least = away.get(piece.space)
    if least is None or least > far:
        apart = "no way leads" if least is None else f"it is {_count(least)}"
        text = f"{name} attacks at a range of {far}, and {apart} from {board.name(piece.space)}"
        fault = Violation(rule, f"{text} to {board.name(target)}", (piece.uid,), (piece.space, target))
        return Fire((), far, (fault,))
    way, stopped = _Line(inquiry, ranged, piece, target).within(far, away)
    return Fire(way, far, () if way else terms.once(stopped))


@dataclass(frozen=True, slots=True)
class _Line:
    """The way from a unit to what it attacks at range."""

    inquiry: Inquiry
    ranged: Ranged
    piece: Piece
    target: str

    def within(self, far: int, away: Mapping[str, int]) -> tuple[tuple[str, ...], tuple[Violation, ...]]:
        """The shortest open way within a range; else what stops every one that would be short enough."""
        start = self.piece.space
        before, spent, queue, stopped = {start: ""}, {start: 0}, [start], list[Violation]()
        for here in queue:
            for edge, other in self.inquiry.board.neighbours(here):
                if other in before or spent[here] + 1 + away.get(other, far) > far:
                    continue
                if faults := tuple(self._stops(edge, other)):
                    stopped += faults
                    continue
                before[other], spent[other] = here, spent[here] + 1
                queue.append(other)
        if self.target not in before:
            return (), tuple(stopped)
        way = [self.target]
        while before[way[-1]]:
            way.append(before[way[-1]])
        return tuple(reversed(way)), ()

    def _stops(self, edge: Edge, other: str) -> Iterator[Violation]:
        """What keeps it from going on into a space."""
        inquiry, uid = self.inquiry, self.piece.uid
        across, through = self.ranged.not_across, self.ranged.not_through
        name, title = inquiry.board.name, self.piece.printed.title
        crossed = inquiry.boundary(edge, across.rule) if across.value else ""
        if crossed and crossed in across.value:
            text = f"{title} does not attack at range across a {crossed}, {name(edge.a)} / {name(edge.b)}"
            yield Violation(across.rule, text, (uid,), (edge.a, edge.b))
        if other != self.target and through.value:
            terrain = terms.terrain_of(inquiry, other, through.rule)
            if terrain in through.value:
                text = f"{title} does not attack at range through {terrain}, {name(other)}"
                yield Violation(through.rule, text, (uid,), (other,))


def _count(spaces: int) -> str:
    return f"{spaces} space{'' if spaces == 1 else 's'}"
