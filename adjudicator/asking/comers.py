"""Who can get to a space: every unit of a side whose movement reaches it, with the cost and the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator.actions import kind_of
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.names import find_space
from adjudicator.questions import Asking, Question, question, read_question
from adjudicator.ruling import Entry, Ruling, Step, Violation
from adjudicator.showing import closed
from adjudicator.supposing import suppose
from adjudicator.vocabulary import load_vocabulary
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position

__all__ = ["Comers"]


@dataclass(frozen=True, slots=True)
class _Way:
    """How a unit gets to a space: what `legal` tells of it, and what only the moment forbids."""

    piece: Piece
    told: dict[str, Any]
    ruling: Ruling
    rule: str
    moment: tuple[Violation, ...]

    @property
    def step(self) -> Step:
        """The verdict on this unit as one line of a list."""
        later = f" Not now: {self.moment[0]}." if self.moment else ""
        return Step(self.rule, self.ruling.verdict + later, entry=Entry("cost", self.piece.printed.title))


@question("reach")
class Comers(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units of a side can move to a space, each with its cost and path.

    Each unit of the side on the map is asked what `legal` says of it alone.

    Example: adjudicator reach tests/saves/bridges.vsav montebourg --side german
    """

    gathers: ClassVar[bool] = True

    area: Annotated[str, Meta(description="the space")]
    side: Annotated[str, Meta(description="of which side; by default that which acts")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        space = find_space(position.board, self.area)
        side = _side(asking, self.side)
        asked = [(piece, _asked(asking, piece, space.id)) for piece in _mapped(position, side, space.id)]
        ways = [found for _, found in asked if isinstance(found, _Way)]
        told = [way.ruling for way in ways]
        names = "; ".join(way.piece.printed.title for way in ways)
        count = f"{len(ways)} {side} unit{' reaches' if len(ways) == 1 else 's reach'}"
        waiting = bool(ways) and all(way.moment for way in ways)
        return Ruling(
            f"reach {space.id}",
            f"{count} {space.name}: {names}." if ways else f"No {side} unit reaches {space.name}.",
            {way.piece.uid: way.told for way in ways},
            (*(way.step for way in ways), *_refusals(position, asked, space.id, near=bool(ways))),
            moment=ways[0].moment if waiting else (),
            assumptions=tuple(dict.fromkeys(a for ruling in told for a in ruling.assumptions)),
            interpretations=tuple(dict.fromkeys(i for ruling in told for i in ruling.interpretations)),
            sources=tuple(dict.fromkeys(s for ruling in told for s in ruling.sources)),
        )


def _refusals(
    position: Position, asked: Sequence[tuple[Piece, _Way | Step]], space: str, *, near: bool
) -> Iterator[Step]:
    """Why units do not get there; of many only those that stand next to it."""
    beside = {other for _, other in position.board.neighbours(space)}
    for piece, found in asked:
        if isinstance(found, Step) and (not near or piece.space in beside):
            yield found


def _side(asking: Asking, word: str) -> str:
    sides = load_vocabulary(asking.game.slug).sides
    side = word.casefold() or asking.game.player_on_turn(asking.position)
    if side not in sides:
        raise MalformedAction(f"there is no side {word!r}", f"Write {' or '.join(sides)}")
    return side


def _mapped(position: Position, side: str, space: str) -> list[Piece]:
    """Units of a side on the map that are not there already."""
    spaces = position.board.spaces
    away = [p for p in position.pieces.values() if p.side == side and p.space != space]
    return [p for p in away if p.space in spaces and spaces[p.space].kind != "box"]


def _asked(asking: Asking, piece: Piece, space: str) -> _Way | Step:
    """How a unit gets there, if the rules let it whenever it were its moment; otherwise why it does not."""
    asked = read_question(asking.game.questions["legal"], {"unit": piece.uid, "to": space})
    try:
        ruling = asked.answer(asking)
        moves = list(asked.supposes(asking))
        found = [suppose(s.position, s.action, strict=asking.strict) for s in moves]
    except BocageError as fault:
        return closed("", piece.printed.title, str(fault))
    against = [*ruling.violations, *(v for each in found for v in each.violations)]
    if against:
        return closed(against[0].rule, piece.printed.title, against[0].text)
    answer = ruling.answer if isinstance(ruling.answer, dict) else {}
    told = next((d for d in answer.get("destinations", ()) if d["space"] == space), None)
    if told is None:
        return closed("", piece.printed.title, ruling.verdict)
    rule = asking.game.handlers[kind_of(type(moves[0].action))].rule if moves else ""
    return _Way(piece, told, ruling, rule, tuple(v for each in found for v in each.moment))
