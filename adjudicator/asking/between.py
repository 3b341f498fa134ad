"""Was that legal? The actions between two positions: the shortest legal sequence, or what none explains."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action, Roll, action_to_json
from adjudicator.asking.nearest import distances, nearest
from adjudicator.errors import BocageError
from adjudicator.game import apply, load, open_now
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.wording import describe
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Change, Position
    from maps.board import Board

__all__ = ["Explained", "between", "explain"]

_NODES = 1500
_PATIENCE = 300  # positions in a row that come no nearer
_LASTING = frozenset({"lasting", "day", "turn"})
_CLOCK = frozenset({"phase", "side", "impulse", "passed", "step"})


@dataclass(frozen=True, slots=True)
class Explained:
    """How one position can have become another.

    Parameters
    ----------
    actions
        The shortest legal sequence found; of the nearest position when none leads all the way.
    left
        Changes that it does not explain; empty when it leads all the way.

    Examples
    --------
    >>> Explained((), ()).ok
    True
    """

    actions: tuple[Action, ...]
    left: tuple[Change, ...]

    @property
    def ok(self) -> bool:
        """Whether everything is explained."""
        return not self.left


def between(before: Position, after: Position, *, nodes: int = _NODES) -> Explained:
    """Find a shortest legal sequence of actions from one position to another.

    Only actions that concern something that changed are tried, the nearest position first. Dice may fall as
    they need to. Where the sequence stops inside an impulse, facts that only hold during it do not count.

    Parameters
    ----------
    before, after
        The two positions.
    nodes
        Positions looked at before giving up; earlier when many in a row come no nearer.

    Returns
    -------
    Explained

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> between(d_day, d_day).actions
    ()
    """
    changes = _difference(before, after)
    concerned = _concerned(before, changes)
    away = {c.subject: distances(after.board, c.after) for c in changes if c.what == "space"}
    counter = itertools.count()
    queue: list[tuple[int, int, int, Position, tuple[Action, ...]]] = [(len(changes), 0, 0, before, ())]
    seen = {before}
    nearest, patience = Explained((), changes), _PATIENCE
    while queue and nodes and patience:
        nodes, patience = nodes - 1, patience - 1
        _, _, _, here, done = heapq.heappop(queue)
        left = _difference(here, after)
        if len(left) < len(nearest.left):
            nearest, patience = Explained(done, left), _PATIENCE
        if not left:
            return Explained(done, ())
        for action in _relevant(here, after, concerned):
            there = _after(here, action)
            if there is None or there in seen:
                continue
            seen.add(there)
            length = len(done) + 1
            score = 3 * _left(there, after, away) + length
            heapq.heappush(queue, (score, length, next(counter), there, (*done, action)))
    return nearest


def _left(position: Position, after: Position, away: Mapping[str, Mapping[str, int]]) -> int:
    """How far a position still is: changes, and for units that move the spaces between."""
    changes = _difference(position, after)
    steps = [
        away[c.subject].get(str(c.before), 0) for c in changes if c.what == "space" and c.subject in away
    ]
    return len(changes) + sum(steps)


def _after(position: Position, action: Action) -> Position | None:
    try:
        return apply(position, action)
    except BocageError:
        return None


def _difference(before: Position, after: Position) -> tuple[Change, ...]:
    """Changes that last: units, and items of state that outlive an impulse; the clock last."""
    items = before.schema.items
    lasting = [
        c
        for c in before.diff(after)
        if c.what in {"unit", "space", "status"} or items[c.what].memory in _LASTING
    ]
    return tuple(sorted(lasting, key=lambda c: c.what in _CLOCK))


def _concerned(before: Position, changes: tuple[Change, ...]) -> set[str]:
    """Ids that changes are about: units, their spaces, boundaries and their ends."""
    found: set[str] = set()
    for change in changes:
        found.add(change.subject)
        found.update(change.subject.split("/"))
        found.update(str(v) for v in (change.before, change.after) if v is not None)
        if change.subject in before.pieces:
            found.add(before.pieces[change.subject].space)
        if change.what == "space":
            found.update(_on_the_way(before.board, str(change.before), str(change.after)))
    return found


def _on_the_way(board: Board, start: str, end: str) -> set[str]:
    """Spaces on shortest ways between two spaces, and those next to the end: it may have been bound there."""
    there, back = distances(board, start), distances(board, end)
    length = there.get(end)
    if length is None:
        return set()
    beyond = {other for _, other in board.neighbours(end)}
    return beyond | {s for s in there if there[s] + back.get(s, length + 1) <= length}


def _relevant(position: Position, after: Position, concerned: set[str]) -> Iterator[Action]:
    """Candidates that lead towards another position; of other kinds those all of whose ids are concerned."""
    for handler in open_now(position):
        if handler.toward is not None:
            yield from handler.toward(position, after)
            continue
        for action in handler.options(position):
            if isinstance(action, Roll) or _ids(action_to_json(action), position) <= concerned:
                yield action


def _ids(data: Any, position: Position) -> set[str]:
    """Ids of units, spaces and boundaries in an action."""
    if isinstance(data, dict):
        return set().union(*(_ids(v, position) for k, v in data.items() if k != "action"), set())
    if isinstance(data, list):
        return set().union(*(_ids(v, position) for v in data), set())
    text = str(data).removeprefix("~")
    known = text in position.pieces or text in position.board.spaces or text in position.board.edges
    return {text} if known else set()


def explain(before: Position, after: Position) -> Ruling:
    """Rule on what happened between two positions.

    Parameters
    ----------
    before, after
        The two positions.

    Returns
    -------
    Ruling

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> explain(d_day, d_day).verdict
    'Nothing changed.'
    """
    changes = _difference(before, after)
    if not changes:
        return Ruling("check BEFORE AFTER", "Nothing changed.", {"actions": []})
    found = between(before, after)
    position, steps = before, []
    for action in found.actions:
        rule = _rule(position, action)
        steps.append(Step(rule, describe(position, action)))
        position = apply(position, action)
    answer = {"actions": [action_to_json(a) for a in found.actions], "left": [_told(c) for c in found.left]}
    if found.ok:
        verdict = f"Legal: {len(found.actions)} action{'s' * (len(found.actions) > 1)} explain all changes."
        return Ruling("check BEFORE AFTER", verdict, answer, tuple(steps))
    first = found.left[0]
    subject = before.pieces[first.subject].printed.title if first.subject in before.pieces else first.subject
    text = f"no legal sequence found explains: {first.what} {subject}, {first.before} to {first.after}"
    violations: tuple[Violation, ...] = (Violation(_rule_of_change(before, first), text, (first.subject,)),)
    verdict = f"Not explained: {text}."
    near = nearest(position, found.left)
    if near is not None:
        action, ruling = near
        what, violations = describe(position, action), ruling.violations
        steps.append(Step(_rule(position, action), f"nearest to it: {what}", under=ruling.steps))
        answer["nearest"] = action_to_json(action)
        verdict += f" Nearest is {what}, refused for {len(violations)} reason{'s' * (len(violations) > 1)}."
    return Ruling("check BEFORE AFTER", verdict, answer, tuple(steps), violations)


def _told(change: Change) -> str:
    return f"{change.what} {change.subject}: {change.before} -> {change.after}"


def _rule(position: Position, action: Action) -> str:
    from adjudicator.actions import kind_of

    handler = load(position.game).handlers.get(kind_of(type(action)))
    top = position.decision
    return handler.rule if handler else (top.rule if top else load(position.game).rules.dice_rule)


def _rule_of_change(position: Position, change: Change) -> str:
    """Section of a change that nothing explains: of its item, of movement, or of the phase."""
    known = position.schema.items.get(change.what)
    if known is not None:
        return known.rule
    game = load(position.game)
    move = game.handlers.get("move") if change.what == "space" else None
    return move.rule if move is not None else game.sequence.phases[position.text("phase")].rule
