"""The rules of all sections of a game put together from its modules ``rNN_*``."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

from adjudicator.actions import kind_of
from adjudicator.game import Rules
from adjudicator.position import AUTO, Decision, Draft, Position, State

__all__ = ["collected"]

_Step = Callable[[Draft, Decision], None]


def collected(
    package: ModuleType,
    *,
    after: Callable[[Draft, Position], None],
    player_on_turn: Callable[[State], str],
    dice_rule: str,
) -> Rules:
    """Every ``HANDLERS``, ``ROLLS`` and ``STEPS`` of a game's sections.

    Parameters
    ----------
    package
        The game's package.
    after
        What follows every action once nothing is left that nobody decides.
    player_on_turn, dice_rule
        As in `Rules`.

    Returns
    -------
    Rules

    Examples
    --------
    >>> from adjudicator import dark_summer
    >>> from adjudicator.dark_summer import r09_flow
    >>> found = collected(
    ...     dark_summer, after=r09_flow.after, player_on_turn=r09_flow.player_on_turn, dice_rule="2.4")
    >>> "begin-round" in found.handlers
    True
    """
    names = sorted(m.name for m in pkgutil.iter_modules(package.__path__))
    sections = [n for n in names if n[:1] == "r" and n[1:3].isdigit()]
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
        steps=steps,
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
