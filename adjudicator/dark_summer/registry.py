"""The rules of all sections put together: what each kind of action and roll does."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence

from adjudicator import dark_summer
from adjudicator.actions import kind_of
from adjudicator.dark_summer import r09_flow
from adjudicator.game import Rules
from adjudicator.position import Decision, Draft

__all__ = ["rules"]


def _no_reroll(draft: Draft, decision: Decision, values: Sequence[int]) -> bool:  # noqa: ARG001
    """Nobody may roll again in this game."""
    return False


def rules() -> Rules:
    """The rules of all sections: every module ``rNN_*`` of the package.

    Returns
    -------
    Rules

    Examples
    --------
    >>> "begin-round" in rules().handlers
    True
    """
    names = sorted(
        m.name
        for m in pkgutil.iter_modules(dark_summer.__path__)
        if m.name[:1] == "r" and m.name[1:3].isdigit()
    )
    modules = [importlib.import_module(f"adjudicator.dark_summer.{name}") for name in names]
    return Rules(
        handlers={kind_of(h.action): h for module in modules for h in getattr(module, "HANDLERS", ())},
        rolls={kind: roll for module in modules for kind, roll in getattr(module, "ROLLS", {}).items()},
        after_roll=_no_reroll,
        after=r09_flow.after,
        player_on_turn=r09_flow.player_on_turn,
        dice_rule="2.4",
    )
