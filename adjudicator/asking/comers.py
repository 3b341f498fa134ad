"""Who can get to a space: every unit of a side whose movement reaches it, with the cost and the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator.actions import kind_of
from adjudicator.errors import MalformedAction
from adjudicator.names import find_space
from adjudicator.questions import Asking, Question, question, read_question
from adjudicator.ruling import Entry, Ruling, Step
from adjudicator.showing import closed
from adjudicator.supposing import reply
from adjudicator.vocabulary import load_vocabulary
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position

__all__ = ["Comers"]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What `legal` rules on one unit and the space; `told` is the destination where it gets there."""

    piece: Piece
    ruling: Ruling
    told: Mapping[str, Any] | None
    rule: str

    @property
    def step(self) -> Step:
        """The ruling as one line of a list."""
        name = self.piece.printed.title
        if self.told is not None:
            return Step(self.rule, self.ruling.verdict, entry=Entry("cost", name))
        why = next(iter(self.ruling.violations), None)
        return closed(why.rule, name, why.text) if why else closed("", name, self.ruling.verdict)


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
        asked = [_asked(asking, piece, space.id) for piece in _mapped(position, side, space.id)]
        ways = {one.piece.uid: one for one in asked if one.told is not None}
        names = "; ".join(way.piece.printed.title for way in ways.values())
        count = f"{len(ways)} {side} unit{' reaches' if len(ways) == 1 else 's reach'}"
        waiting = [way.ruling.moment for way in ways.values() if way.ruling.moment]
        near = {other for _, other in position.board.neighbours(space.id)} if ways else position.board.spaces
        shut = [one.step for one in asked if one.told is None and one.piece.space in near]
        rulings = [one.ruling for one in asked]
        return Ruling(
            f"reach {space.id}",
            f"{count} {space.name}: {names}." if ways else f"No {side} unit reaches {space.name}.",
            {uid: way.told for uid, way in ways.items()},
            (*(way.step for way in ways.values()), *shut) or (_nobody(asking, side, space.name),),
            moment=waiting[0] if ways and len(waiting) == len(ways) else (),
            assumptions=tuple(dict.fromkeys(a for ruling in rulings for a in ruling.assumptions)),
            interpretations=tuple(dict.fromkeys(i for ruling in rulings for i in ruling.interpretations)),
            sources=tuple(dict.fromkeys(s for ruling in rulings for s in ruling.sources)),
        )


def _nobody(asking: Asking, side: str, name: str) -> Step:
    """Said where no unit of the side is on the map elsewhere."""
    return Step(asking.game.handlers["move"].rule, f"no {side} unit is on the map elsewhere than in {name}")


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


def _asked(asking: Asking, piece: Piece, space: str) -> _Asked:
    """What `legal` rules on one unit: what only the moment forbids does not keep it away."""
    asked = read_question(asking.game.questions["legal"], {"unit": piece.uid, "to": space})
    ruling = reply(asked, asking)
    answer = ruling.answer if isinstance(ruling.answer, dict) else {}
    told = next((d for d in answer.get("destinations", ()) if d["space"] == space), None)
    if told is None or ruling.violations:
        return _Asked(piece, ruling, None, "")
    moves = [kind_of(type(each.action)) for each in asked.supposes(asking)]
    return _Asked(piece, ruling, told, asking.game.handlers[moves[0]].rule if moves else "")
