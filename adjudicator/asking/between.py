"""Was that legal? What happened between two positions: the actions that explain it, or what none explains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.actions import Action, action_to_json, kind_of
from adjudicator.asking.candidates import Aim
from adjudicator.asking.changes import lasting_changes
from adjudicator.asking.nearest import nearest
from adjudicator.asking.towards import NODES, Explained, towards
from adjudicator.game import apply, load
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.wording import describe

if TYPE_CHECKING:
    from adjudicator.position import Change, Position

__all__ = ["between", "explain", "rule_of", "rule_of_change"]


def between(before: Position, after: Position, *, nodes: int = NODES) -> Explained:
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
    return towards(before, Aim(after), nodes=nodes)


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
    changes = lasting_changes(before, after)
    if not changes:
        return Ruling("check BEFORE AFTER", "Nothing changed.", {"actions": []})
    found = between(before, after)
    position, steps = before, []
    for action in found.actions:
        rule = rule_of(position, action)
        steps.append(Step(rule, describe(position, action)))
        position = apply(position, action)
    answer = {"actions": [action_to_json(a) for a in found.actions], "left": [_told(c) for c in found.left]}
    if found.ok:
        verdict = f"Legal: {len(found.actions)} action{'s' * (len(found.actions) > 1)} explain all changes."
        return Ruling("check BEFORE AFTER", verdict, answer, tuple(steps))
    first = found.left[0]
    subject = before.pieces[first.subject].printed.title if first.subject in before.pieces else first.subject
    text = f"no legal sequence found explains: {first.what} {subject}, {first.before} to {first.after}"
    violations: tuple[Violation, ...] = (Violation(rule_of_change(before, first), text, (first.subject,)),)
    verdict = f"Not explained: {text}."
    near = nearest(position, found.left)
    if near is not None:
        action, ruling = near
        what, violations = describe(position, action), ruling.violations
        steps.append(Step(rule_of(position, action), f"nearest to it: {what}", under=ruling.steps))
        answer["nearest"] = action_to_json(action)
        verdict += f" Nearest is {what}, refused for {len(violations)} reason{'s' * (len(violations) > 1)}."
    return Ruling("check BEFORE AFTER", verdict, answer, tuple(steps), violations)


def _told(change: Change) -> str:
    return f"{change.what} {change.subject}: {change.before} -> {change.after}"


def rule_of(position: Position, action: Action) -> str:
    """Section of an action: of its kind, or of what it settles.

    Parameters
    ----------
    position
        Where it is made.
    action
        The action.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> from adjudicator.breakout_normandy import GAME
    >>> rule_of(GAME.scenario("d-day"), Roll((8, 5)))
    '9.11'
    """
    handler = load(position.game).handlers.get(kind_of(type(action)))
    top = position.decision
    return handler.rule if handler else (top.rule if top else load(position.game).rules.dice_rule)


def rule_of_change(position: Position, change: Change) -> str:
    """Section of a change that nothing explains: of its item, of movement, or of the phase.

    Parameters
    ----------
    position
        Before it.
    change
        The change.

    Returns
    -------
    str
    """
    known = position.schema.items.get(change.what)
    if known is not None:
        return known.rule
    game = load(position.game)
    move = game.handlers.get("move") if change.what == "space" else None
    return move.rule if move is not None else game.sequence.phases[position.text("phase")].rule
