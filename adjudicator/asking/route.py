"""The way of a unit through spaces that are named: what it costs, where it may go on, what is against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator.actions import action_from_json, action_to_json
from adjudicator.asking.measures import measured
from adjudicator.errors import MalformedAction
from adjudicator.names import find_space, find_unit
from adjudicator.position import Piece
from adjudicator.questions import Asking, Question, question, read_question
from adjudicator.ruling import Ruling, Step
from adjudicator.supposing import Supposed, suppose
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.actions import Action

__all__ = ["Route"]


@dataclass(frozen=True, slots=True)
class _Leg:
    """The way from one space that is named to the next: what `legal` rules, and the move that it finds."""

    start: str
    goal: str
    ruling: Ruling
    move: Action | None

    @property
    def path(self) -> tuple[str, ...]:
        return () if self.move is None else tuple(action_to_json(self.move)["path"])

    @property
    def told(self) -> Mapping[str, Any]:
        """What `legal` tells of the goal; nothing where the unit passes and may not end there."""
        return next((d for d in _destinations(self.ruling) if d["space"] == self.goal), {})


@question("route")
class Route(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The way of a unit through spaces in this order: its cost and where it may go on, or what is against it.

    From each space to the next the unit takes the way that `legal` finds from there; then the whole way is
    checked as one move.

    Example: adjudicator route tests/saves/june.vsav 505 W3421 W3620

    Example: adjudicator route tests/saves/bridges.vsav 1058 st-sauveur periers
    """

    gathers: ClassVar[bool] = True

    unit: Annotated[str, Meta(description="the unit", extra={"word": True})]
    path: Annotated[tuple[str, ...], Meta(description="the spaces, in order", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        legs, name = self._legs(asking), asking.position.board.name
        piece, last = find_unit(asking.position, self.unit), legs[-1]
        asked = " ".join(["route", piece.uid, *(leg.goal for leg in legs)])
        if last.move is None:
            verdict = f"No way from {name(last.start)} to {name(last.goal)}: {last.ruling.verdict}"
            return replace(last.ruling, question=asked, answer=None, verdict=verdict)
        told: dict[str, Any] = {"space": last.goal, "path": list(_steps(legs)), **_cost(legs)}
        measure = measured(told)
        through = ", ".join(name(leg.goal) for leg in legs[:-1])
        where = f"{name(last.goal)} through {through}" if through else name(last.goal)
        words = f" for {measure.words(told[measure.key])}" if measure is not None else ""
        rule = asking.game.handlers["move"].rule
        steps = [Step(rule, " - ".join(map(name, (leg.start, *map(_bare, leg.path))))) for leg in legs]
        answer = {"way": told, "onward": list(_onward(asking, piece, legs))}
        return Ruling(asked, f"{piece.printed.title} goes to {where}{words}.", answer, tuple(steps))

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The whole way as one move; see `Question.supposes`."""
        legs = self._legs(asking)
        if (first := legs[0].move) is not None and legs[-1].move is not None:
            yield Supposed(asking.position, _along(asking, first, _steps(legs)))

    def _legs(self, asking: Asking) -> list[_Leg]:
        """The legs in order, up to the first that has no way."""
        position, found = asking.position, list[_Leg]()
        piece = find_unit(position, self.unit)
        start = piece.space
        for goal in [find_space(position.board, word).id for word in self.path]:
            if goal == start:
                way = "Name the spaces that it goes to, in their order"
                raise MalformedAction(f"{piece.printed.title} is in {position.board.name(goal)} then", way)
            found.append(_leg(asking, piece, start, goal))
            if found[-1].move is None:
                break
            start = goal
        if not found:
            raise MalformedAction("no space is named", "Name the spaces that it goes to, in their order")
        return found


def _leg(asking: Asking, piece: Piece, start: str, goal: str) -> _Leg:
    there = _from(asking, piece, start)
    ruling, move = _legal(there, piece.uid, goal)
    for passing in () if move or ruling.violations else _destinations(ruling):
        bare = [_bare(step) for step in passing["path"]]
        if goal in bare:  # the unit may pass it, but not end there
            _, further = _legal(there, piece.uid, passing["space"])
            if further is not None:
                move = _along(asking, further, passing["path"][: bare.index(goal) + 1])
                break
    return _Leg(start, goal, ruling, None if ruling.violations else move)


def _legal(asking: Asking, uid: str, goal: str) -> tuple[Ruling, Action | None]:
    """What `legal` rules on a unit and a space, and the move there."""
    asked = read_question(asking.game.questions["legal"], {"unit": uid, "to": goal})
    moves = (each.action for each in asked.supposes(asking) if "path" in action_to_json(each.action))
    return asked.answer(asking), next(moves, None)


def _cost(legs: Sequence[_Leg]) -> dict[str, int]:
    """What the whole way costs, by its key; nothing where the unit passes a space in which it may not end."""
    measure = measured(legs[0].told)
    if measure is None or not all(measure.key in leg.told for leg in legs):
        return {}
    return {measure.key: sum(leg.told[measure.key] for leg in legs)}


def _from(asking: Asking, piece: Piece, space: str) -> Asking:
    """The same, asked of the position in which the unit stands in a space of its way."""
    if piece.space == space:
        return asking
    draft = asking.position.draft()
    draft.pieces[piece.uid] = Piece(piece.printed, space, piece.status)
    return replace(asking, given=draft.finish(), seen=True)


def _onward(asking: Asking, piece: Piece, legs: Sequence[_Leg]) -> Iterator[dict[str, Any]]:
    """Where the unit may go on: as far as it has points for, and nothing is against the whole way."""
    spent, first = _cost(legs), legs[0]
    measure = measured(spent)
    have = first.ruling.answer.get(measure.whole, 0) - first.ruling.answer.get("used", 0) if measure else 0
    asked = read_question(asking.game.questions["legal"], {"unit": piece.uid})
    been = {piece.space, *map(_bare, _steps(legs))}
    for there in _destinations(asked.answer(_from(asking, piece, legs[-1].goal))):
        path = (*_steps(legs), *there["path"])
        if there["space"] in been:
            continue
        cost = {measure.key: spent[measure.key] + there[measure.key]} if measure else {}
        if measure is not None and cost[measure.key] > have * measure.per:
            continue
        if first.move and not suppose(asking.position, _along(asking, first.move, path)).violations:
            yield {"space": there["space"], **cost, "path": list(path)}


def _along(asking: Asking, move: Action, path: Sequence[str]) -> Action:
    """The same move along another path."""
    return action_from_json({**action_to_json(move), "path": list(path)}, asking.game.kinds)


def _steps(legs: Sequence[_Leg]) -> tuple[str, ...]:
    return tuple(step for leg in legs for step in leg.path)


def _bare(step: str) -> str:
    """The space of a step, before which may stand how it is entered."""
    return step.removeprefix("~")


def _destinations(ruling: Ruling) -> Sequence[Mapping[str, Any]]:
    answer = ruling.answer if isinstance(ruling.answer, Mapping) else {}
    found: Sequence[Mapping[str, Any]] = answer.get("destinations", ())
    return found
