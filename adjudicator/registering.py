"""The rules of all sections of a game put together from its modules ``rNN_*``."""

from __future__ import annotations

import dataclasses
import functools
import importlib
from collections.abc import Callable, Collection, Mapping, Sequence
from types import ModuleType
from typing import Any

from adjudicator.actions import Action, kind_of
from adjudicator.homes import modules_of
from adjudicator.inquiry import Inquiry
from adjudicator.position import AUTO, Decision, Draft, Position, State
from adjudicator.rules import Handler, Rules

__all__ = ["collected", "guarded"]

_Step = Callable[[Draft, Decision], None]


def collected(
    package: ModuleType,
    *,
    after: Callable[[Draft, Position], None],
    player_on_turn: Callable[[State], str],
    dice_rule: str,
    loss_rule: str,
    moment: Callable[[Position, Action], Position] | None = None,
) -> Rules:
    """The ``HANDLERS``, ``ROLLS``, ``STEPS``, ``PHASE_RULES``, ``STAGE_RULES`` of all of a game's sections.

    Parameters
    ----------
    package
        The game's package.
    after
        What follows every action once nothing is left that nobody decides.
    player_on_turn, dice_rule, loss_rule, moment
        As in `Rules`.

    Returns
    -------
    Rules

    Examples
    --------
    >>> from adjudicator import dark_summer
    >>> from adjudicator.dark_summer import r09_flow
    >>> found = collected(
    ...     dark_summer, after=r09_flow.after, player_on_turn=r09_flow.player_on_turn, dice_rule="2.4",
    ...     loss_rule="11.3.6")
    >>> "begin-round" in found.handlers
    True
    """
    sections = [n for n in modules_of(package.__path__) if n[:1] == "r" and n[1:3].isdigit()]
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in sections]
    steps: Mapping[str, _Step] = {
        kind: step for module in modules for kind, step in getattr(module, "STEPS", {}).items()
    }
    return Rules(
        handlers={kind_of(h.action): h for module in modules for h in getattr(module, "HANDLERS", ())},
        rolls={kind: roll for module in modules for kind, roll in getattr(module, "ROLLS", {}).items()},
        after_roll=_no_reroll,
        after=functools.partial(_carry_on, steps, after),
        player_on_turn=player_on_turn,
        dice_rule=dice_rule,
        loss_rule=loss_rule,
        steps=steps,
        phases={name: own for module in modules for name, own in getattr(module, "PHASE_RULES", {}).items()},
        moment=moment,
        stages={
            name: stage for module in modules for name, stage in getattr(module, "STAGE_RULES", {}).items()
        },
    )


def _no_reroll(draft: Draft, decision: Decision, values: Sequence[int]) -> bool:  # noqa: ARG001
    """Nobody may roll again in these games."""
    return False


def _carry_on(
    steps: Mapping[str, _Step], after: Callable[[Draft, Position], None], draft: Draft, before: Position
) -> None:
    """Take every step that nobody decides, then let the impulse, activation or phase go on."""
    while True:
        while draft.pending and draft.pending[-1].player == AUTO:
            decision = draft.settle()
            steps[decision.kind](draft, decision)
        pending = draft.pending
        after(draft, before)
        if draft.pending == pending or not draft.pending or draft.pending[-1].player != AUTO:
            return


def guarded(rules: Rules, *, units: Collection[str], spaces: Collection[str]) -> Rules:
    """The same rules, with actions refused that name a unit or a space which there is not.

    Parameters
    ----------
    rules
        Those of a game.
    units, spaces
        Fields of actions that hold ids of units, or of spaces; an empty default names none.

    Returns
    -------
    Rules

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> from adjudicator.battle_for_normandy.r10.naval import MoveShip
    >>> from adjudicator.game import check
    >>> check(GAME.scenario("carentan"), MoveShip("yacht", "c1040")).ok
    False
    """
    handlers = {}
    for kind, handler in rules.handlers.items():
        fields = dataclasses.fields(handler.action)
        told = [f for f in fields if f.name in units], [f for f in fields if f.name in spaces]
        handlers[kind] = dataclasses.replace(handler, check=functools.partial(_look_first, handler, *told))
    return dataclasses.replace(rules, handlers=handlers)


def _look_first(
    handler: Handler[Any],
    units: Sequence[dataclasses.Field[Any]],
    spaces: Sequence[dataclasses.Field[Any]],
    inquiry: Inquiry,
    action: Action,
) -> None:
    """Check an action all of whose units and spaces are known; refuse another one."""
    for fields, known, what in ((units, inquiry.pieces, "unit"), (spaces, inquiry.board.spaces, "space")):
        for field in fields:
            value = getattr(action, field.name)
            for word in value if isinstance(value, tuple) else [value]:
                if word not in known and (word or field.default is dataclasses.MISSING):
                    inquiry.refuse(handler.rule, f"there is no {what} {word!r}")
    if not inquiry.violations:
        handler.check(inquiry, action)
