"""Playing by the rules of a game: checking an action, carrying it out, rolling, listing what is legal."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action, LegalActions, Roll, kind_of
from adjudicator.contract import GAMES, Game, Viewpoint, has_module, load, moment_of
from adjudicator.dice import die_range
from adjudicator.errors import IllegalAction, RollNeeded
from adjudicator.inquiry import Inquiry
from adjudicator.position import AUTO, Decision, Draft, Position, State
from adjudicator.rules import Handler, RollRule, Rules

if TYPE_CHECKING:
    from adjudicator.ruling import Ruling

__all__ = [
    "GAMES",
    "Game",
    "Handler",
    "RollRule",
    "Rules",
    "Viewpoint",
    "apply",
    "ask_roll",
    "check",
    "fits",
    "has_module",
    "legal",
    "load",
    "look",
    "moment_of",
    "need_roll",
    "open_now",
    "perform",
    "resolve_roll",
    "seen_by",
]


def seen_by(position: Position, viewpoint: str) -> Position:
    """A position without what somebody may not see, as `Game.shown` of its game hides it.

    Examples
    --------
    >>> at = load("breakout-normandy").scenario("d-day")
    >>> seen_by(at, "public") is at  # nothing is hidden in this game
    True
    """
    return load(position.game).shown(position, viewpoint)


def ask_roll(draft: Draft, what: str, dice: Sequence[str], **data: Any) -> None:
    """Push a roll on the stack.

    Parameters
    ----------
    draft
        The position in the making.
    what
        Kind of roll in the game's `Game.rolls`.
    dice
        ``DR``, ``dr`` or ``d9`` for each number wanted; see `adjudicator.dice.die_range`.
    **data
        What it is about; plain JSON data.
    """
    draft.ask("dice", "roll", load(draft.game).rolls[what].rule, what=what, dice=list(dice), **data)


def resolve_roll(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Let a roll take effect.

    Parameters
    ----------
    draft
        The position in the making.
    data
        Data of the decision that asked for it.
    values
        What fell.
    """
    load(draft.game).rolls[data["what"]].resolve(draft, data, values)


def _check_roll(inquiry: Inquiry, action: Roll) -> None:
    top = inquiry.state.pending[-1]
    dice = top.data["dice"]
    faces = [die_range(die) or range(0) for die in dice]
    fits = len(faces) == len(action.values) and all(
        v in f for f, v in zip(faces, action.values, strict=False)
    )
    wanted = " and ".join(f"{f[0]}-{f[-1]} for a {die}" for die, f in zip(dice, faces, strict=True))
    inquiry.require(top.rule, fits, "the roll is possible", f"the roll must be {wanted}")
    game = load(inquiry.state.game)
    if fits and ("d10", 10) in zip(dice, action.values, strict=True):
        inquiry.note(game.rules.dice_rule, "the 0 of a ten-sided die is a 10")
    kind = game.rolls[top.data["what"]]
    if fits and kind.allowed is not None and (fault := kind.allowed(inquiry.state, top.data, action.values)):
        inquiry.refuse(kind.allowed_rule or top.rule, fault)


def _roll_options(state: State) -> Iterator[Roll]:
    faces = [die_range(die) or range(0) for die in state.pending[-1].data["dice"]]
    yield from (Roll(values) for values in itertools.product(*faces))


def _perform_roll(draft: Draft, action: Roll) -> None:
    game, decision = load(draft.game), draft.settle()
    if not game.rules.after_roll(draft, decision, action.values):
        resolve_roll(draft, decision.data, action.values)


_ROLL = Handler(Roll, _check_roll, _perform_roll, _roll_options, "", answers=frozenset({"roll"}))


def _handler(game: Game, action: Action) -> Handler[Any]:
    return _ROLL if isinstance(action, Roll) else game.handler(action)


def _comes_first(game: Game, state: State, top: Decision) -> str:
    """What must be settled before anything else."""
    if top.player == "dice":
        return f"first the dice must fall for {game.rolls[top.data['what']].why(state, top.data)}"
    who = "" if top.player == AUTO else f"the {top.player.capitalize()} side must settle: "
    return f"first {who}{top.kind.replace('-', ' ')}"


def _open(inquiry: Inquiry, game: Game, handler: Handler[Any]) -> bool:
    """Whether the sequence of play lets this kind of action be taken now."""
    top, name = inquiry.state.decision, kind_of(handler.action)
    if top is not None:
        return inquiry.require(
            top.rule, top.kind in handler.answers, "", _comes_first(game, inquiry.state, top)
        )
    phase = game.sequence.phases[inquiry.text("phase")]
    if handler.answers and not handler.phases:
        section = handler.rule or game.rules.dice_rule
        return inquiry.require(section, False, "", f"nobody has to answer with '{name}' now")
    fits = phase.id in handler.phases
    return inquiry.require(handler.rule, fits, "", f"'{name}' is not part of the {phase.title}")


def check(position: Position, action: Action, *, strict: bool = False) -> Ruling:
    """Rule on one action: every check that passed, every reason against.

    Parameters
    ----------
    position
        The position before.
    action
        What is announced.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Ruling

    Raises
    ------
    MalformedAction
        The game knows no such action.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> check(GAME.scenario("d-day"), Roll((8, 5))).ok
    False
    """
    inquiry = look(position, action, strict=strict)
    verdict = "Legal." if not inquiry.violations else "Illegal."
    return inquiry.ruling(f"check {kind_of(type(action))}", verdict, not inquiry.violations)


def look(position: Position, action: Action, *, strict: bool = False) -> Inquiry:
    """Have the rules of an action look at a position; `check` makes a ruling of what they find.

    Parameters
    ----------
    position, action, strict
        As in `check`.

    Returns
    -------
    Inquiry

    Raises
    ------
    MalformedAction
        The game knows no such action.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> look(GAME.scenario("d-day"), Roll((8, 5))).violations[0].rule
    '9.11'
    """
    return _asked_in(Inquiry(position, strict=strict), action)


def _asked_in(inquiry: Inquiry, action: Action) -> Inquiry:
    """An inquiry with what the rules of an action find in its position."""
    game = load(inquiry.state.game)
    handler = _handler(game, action)
    if _open(inquiry, game, handler):
        handler.check(inquiry, action)
    return inquiry


class _Refused(Exception):
    """There is a reason against an action; it is no fault, so no rule catches it."""


class _Hurried(Inquiry):
    """An inquiry that only tells whether there is any reason against an action: it ends at the first."""

    __slots__ = ()

    def refuse(self, *told: Any, **about: Any) -> None:  # noqa: ARG002 - no word is kept of it
        """Give up."""
        raise _Refused


def fits(position: Position, action: Action) -> bool:
    """Whether an action is legal: what `check` rules, told no further than the first reason against.

    Parameters
    ----------
    position, action
        As in `check`.

    Returns
    -------
    bool

    Raises
    ------
    MalformedAction
        The game knows no such action.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> fits(GAME.scenario("d-day"), Roll((8, 5)))
    False
    """
    if position.unknown or position.strange:
        return not look(position, action).violations  # what is left out is heard to the end
    try:
        return not _asked_in(_Hurried(position), action).violations
    except _Refused:
        return False


def apply(position: Position, action: Action, *, strict: bool = False) -> Position:
    """Carry an action out.

    Parameters
    ----------
    position
        The position before.
    action
        What is announced.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Position

    Raises
    ------
    IllegalAction
        With the ruling that says why.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> apply(GAME.scenario("d-day"), Roll((8, 5)))
    Traceback (most recent call last):
    adjudicator.errors.IllegalAction: nobody has to answer with 'roll' now (9.11)
    """
    ruling = check(position, action, strict=strict)
    if not ruling.ok:
        raise IllegalAction(ruling)
    return perform(position, action)


def perform(position: Position, action: Action) -> Position:
    """What an action that is known to be legal makes of a position.

    Parameters
    ----------
    position, action
        As in `apply`.

    Returns
    -------
    Position

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r08_movement import Move
    >>> evening, move = GAME.scenario("example-5"), Move("ge-920", ("cherbourg",))
    >>> fits(evening, move), perform(evening, move).pieces["ge-920"].space
    (True, 'cherbourg')
    """
    game = load(position.game)
    draft = position.draft()
    _handler(game, action).perform(draft, action)
    game.rules.after(draft, position)
    return draft.finish()


def need_roll(position: Position) -> None:
    """Raise `RollNeeded` when the dice are due.

    Parameters
    ----------
    position
        The position.

    Raises
    ------
    RollNeeded
        The top of the stack is a roll.
    """
    top = position.decision
    if top is not None and top.player == "dice":
        rule = load(position.game).rolls[top.data["what"]]
        raise RollNeeded(top.data["dice"], f"{rule.why(position, top.data)} ({rule.rule})")


def legal(position: Position) -> LegalActions:
    """The legal actions of a position.

    Parameters
    ----------
    position
        The position.

    Returns
    -------
    LegalActions

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> "end-phase" in legal(GAME.scenario("d-day")).kinds
    True
    """
    handlers = {kind_of(h.action): h for h in open_now(position)}
    return LegalActions(
        {kind: functools.partial(handler.options, position) for kind, handler in handlers.items()},
        functools.partial(fits, position),
        quick=_quick(position, handlers),
    )


def _quick(
    position: Position, handlers: Mapping[str, Handler[Any]]
) -> Mapping[str, Callable[[Action], bool]]:
    """Kinds whose options need no check; what a position leaves out is heard by the check alone."""
    if position.unknown or position.strange:
        return {}
    told = {k: functools.partial(h.allows, position) for k, h in handlers.items() if h.allows is not None}
    return {**told, **{kind: _always for kind, handler in handlers.items() if handler.proven}}


def _always(action: Action) -> bool:  # noqa: ARG001 - a proven option, whichever it is
    return True


def open_now(position: State) -> tuple[Handler[Any], ...]:
    """The kinds of action that the sequence of play lets be taken now.

    Parameters
    ----------
    position
        The position.

    Returns
    -------
    tuple of Handler

    Examples
    --------
    >>> from adjudicator.actions import kind_of
    >>> from adjudicator.breakout_normandy import GAME
    >>> "end-phase" in [kind_of(h.action) for h in open_now(GAME.scenario("d-day"))]
    True
    """
    game, top = load(position.game), position.decision
    handlers: list[Handler[Any]] = [_ROLL, *game.handlers.values()]
    if top is not None:
        return tuple([h for h in handlers if top.kind in h.answers])
    phase = position.text("phase")
    return tuple([h for h in handlers if phase in h.phases])
