"""The rules of all sections put together: what each action and roll does, and what follows by itself."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence

from adjudicator import june_six
from adjudicator.actions import kind_of
from adjudicator.game import Rules
from adjudicator.june_six import r03_flow
from adjudicator.position import AUTO, Decision, Draft, Position

__all__ = ["rules"]

Step = Callable[[Draft, Decision], None]


def _no_reroll(draft: Draft, decision: Decision, values: Sequence[int]) -> bool:  # noqa: ARG001
    """Nobody may roll again in this game."""
    return False


def _carry_on(steps: Mapping[str, Step], draft: Draft, before: Position) -> None:
    """Take every step that nobody decides, then let the activation or phase go on."""
    while True:
        while draft.pending and draft.pending[-1].player == AUTO:
            decision = draft.settle()
            steps[decision.kind](draft, decision)
        pending = draft.pending
        r03_flow.after(draft, before)
        if draft.pending == pending or not draft.pending or draft.pending[-1].player != AUTO:
            return


def rules() -> Rules:
    """The rules of all sections: every module ``rNN_*`` of the package.

    Returns
    -------
    Rules

    Examples
    --------
    >>> "move" in rules().handlers
    True
    """
    names = sorted(
        m.name for m in pkgutil.iter_modules(june_six.__path__) if m.name[:1] == "r" and m.name[1:3].isdigit()
    )
    modules = [importlib.import_module(f"adjudicator.june_six.{name}") for name in names]
    steps = {kind: step for module in modules for kind, step in getattr(module, "STEPS", {}).items()}
    return Rules(
        handlers={kind_of(h.action): h for module in modules for h in getattr(module, "HANDLERS", ())},
        rolls={kind: roll for module in modules for kind, roll in getattr(module, "ROLLS", {}).items()},
        after_roll=_no_reroll,
        after=functools.partial(_carry_on, steps),
        player_on_turn=r03_flow.player_on_turn,
        dice_rule="2.3",
        steps=steps,
    )
