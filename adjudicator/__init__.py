"""The adjudicator: what is ruled. Positions, actions, rulings; exact odds, supply and legality.

The public names are loaded when they are first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.actions import Action, LegalActions, Roll
    from adjudicator.errors import (
        BocageError,
        IllegalAction,
        PositionError,
        RollNeeded,
        SaveError,
        UnsupportedRule,
    )
    from adjudicator.game import apply, check, legal, load
    from adjudicator.position import UNKNOWN, Piece, Position
    from adjudicator.ruling import Ruling, Step, Total, Violation

__all__ = [
    "UNKNOWN",
    "Action",
    "BocageError",
    "IllegalAction",
    "LegalActions",
    "Piece",
    "Position",
    "PositionError",
    "Roll",
    "RollNeeded",
    "Ruling",
    "SaveError",
    "Step",
    "Total",
    "UnsupportedRule",
    "Violation",
    "apply",
    "check",
    "legal",
    "load",
]

_HOMES = {
    "actions": ("Action", "LegalActions", "Roll"),
    "errors": ("BocageError", "IllegalAction", "PositionError", "RollNeeded", "SaveError", "UnsupportedRule"),
    "game": ("apply", "check", "legal", "load"),
    "position": ("UNKNOWN", "Piece", "Position"),
    "ruling": ("Ruling", "Step", "Total", "Violation"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"adjudicator.{_HOME[name]}"), name)
