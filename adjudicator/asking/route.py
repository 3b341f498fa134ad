"""The way of a unit through spaces that are named: what it costs, where it may go on, what is against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator.actions import action_from_json, action_to_json, kind_of
from adjudicator.asking.measures import measured
from adjudicator.errors import MalformedAction
from adjudicator.game import perform
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
    """The way from one space that is named to the next: what `legal` rules, and the move that it finds.

    `asking` holds the position in which the move begins of which the leg is a part.
    """

    asking: Asking
    start: str
    goal: str
    ruling: Ruling
    move: Action | None

    @property
    def goes_along(self) -> bool:
        """Whether the move is one along a path; a landing, or regrouping, goes to one space."""
        return self.move is not None and "path" in action_to_json(self.move)

    @property
    def path(self) -> tuple[str, ...]:
        if self.move is None:
            return ()
        return tuple(action_to_json(self.move).get("path", (self.goal,)))

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
            ruling = _as_one_move(legs)
            verdict = f"No way from {name(last.start)} to {name(last.goal)}: {ruling.verdict}"
            return replace(ruling, question=asked, answer=None, verdict=verdict)
        told: dict[str, Any] = {"space": last.goal, "path": list(_steps(legs)), **_cost(legs)}
        measure = measured(told)
        through = ", ".join(name(leg.goal) for leg in legs[:-1])
        where = f"{name(last.goal)} through {through}" if through else name(last.goal)
        words = f" for {measure.words(told[measure.key])}" if measure is not None else ""
        steps = [Step(_rule(leg), " - ".join(map(name, (leg.start, *map(_bare, leg.path))))) for leg in legs]
        answer = {"way": told, "onward": list(_onward(asking, piece, legs))}
        return Ruling(asked, f"{piece.printed.title} goes to {where}{words}.", answer, tuple(steps))

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The whole way as one move, or as the moves that it takes; see `Question.supposes`."""
        legs = self._legs(asking)
        if legs[-1].move is not None:
            for together in _moves(legs):
                yield Supposed(together[0].asking.position, _whole(together))

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
            if not found[-1].goes_along:
                asking = replace(asking, given=perform(asking.position, found[-1].move), seen=True)
                piece = asking.position.pieces[piece.uid]
            start = goal
        if not found:
            raise MalformedAction("no space is named", "Name the spaces that it goes to, in their order")
        return found


def _leg(asking: Asking, piece: Piece, start: str, goal: str) -> _Leg:
    there = _from(asking, piece, start)
    ruling, move = _legal(there, piece.uid, goal)
    for passing in () if move or ruling.violations else _destinations(ruling):
        bare = [_bare(step) for step in passing.get("path", ())]
        if goal in bare:  # the unit may pass it, but not end there
            _, further = _legal(there, piece.uid, passing["space"])
            if further is not None:
                move = _along(asking, further, passing["path"][: bare.index(goal) + 1])
                break
    return _Leg(asking, start, goal, ruling, None if ruling.violations else move)


def _legal(asking: Asking, uid: str, goal: str) -> tuple[Ruling, Action | None]:
    """What `legal` rules on a unit and a space, and the move there."""
    asked = read_question(asking.game.questions["legal"], {"unit": uid, "to": goal})
    moves = (each.action for each in asked.supposes(asking))
    return asked.answer(asking), next(moves, None)


def _moves(legs: Sequence[_Leg]) -> list[list[_Leg]]:
    """The legs by the moves that they make: one along a path takes several, another is a leg of its own."""
    found: list[list[_Leg]] = []
    for leg in legs:
        if found and leg.goes_along and found[-1][0].goes_along:
            found[-1].append(leg)
        else:
            found.append([leg])
    return found


def _whole(together: Sequence[_Leg]) -> Action:
    """The move that some legs make together."""
    move, asking = together[0].move, together[0].asking
    assert move is not None  # noqa: S101 - the legs are those of a way
    return _along(asking, move, _steps(together)) if together[0].goes_along else move


def _as_one_move(legs: Sequence[_Leg]) -> Ruling:
    """What is against the last leg; where it goes on from another, as a part of that move."""
    last = legs[-1]
    *_, before = _moves(legs[:-1]) or [[]]
    if not before or not before[0].goes_along:
        return last.ruling
    assert before[0].move is not None  # noqa: S101 - every leg but the last has a move
    path = (*_steps(before), last.goal)
    found = suppose(last.asking.position, _along(last.asking, before[0].move, path))
    if not found.violations:
        return last.ruling
    verdict = f"{found.violations[0]}."
    return replace(last.ruling, verdict=verdict, violations=found.violations, moment=found.moment, steps=())


def _rule(leg: _Leg) -> str:
    assert leg.move is not None  # noqa: S101 - the legs are those of a way
    return leg.asking.game.handlers[kind_of(type(leg.move))].rule


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
    *_, last = _moves(legs)
    if not last[0].goes_along:
        return
    spent, before, first = _cost(last), _cost(legs), last[0]
    measure = measured(spent)
    have = first.ruling.answer.get(measure.whole, 0) - first.ruling.answer.get("used", 0) if measure else 0
    asked = read_question(asking.game.questions["legal"], {"unit": piece.uid})
    been = {piece.space, *map(_bare, _steps(legs))}
    for there in _destinations(asked.answer(_from(first.asking, piece, last[-1].goal))):
        path = (*_steps(last), *there["path"])
        if there["space"] in been:
            continue
        if measure is not None and spent[measure.key] + there[measure.key] > have * measure.per:
            continue
        cost = {measure.key: before[measure.key] + there[measure.key]} if measure else {}
        if first.move and not suppose(first.asking.position, _along(asking, first.move, path)).violations:
            yield {"space": there["space"], **cost, "path": [*_steps(legs[: -len(last)]), *path]}


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
