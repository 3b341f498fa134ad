"""The adjudicator: what is ruled. Positions, actions, rulings; exact odds, supply and legality.

``from adjudicator import ask, open_position`` is the front door; `docs/library.md` walks through it. The
public names are loaded when they are first asked for.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # as type checkers read it, without the time that `typing` takes to load
if TYPE_CHECKING:
    from typing import Any

    from adjudicator.actions import Action, LegalActions, Roll
    from adjudicator.answer_forms import answers_of, read_answer
    from adjudicator.asking.door import apply, ask, check, legal, open_position
    from adjudicator.audit.games import open_game
    from adjudicator.errors import (
        ActionError,
        AmbiguousAction,
        BocageError,
        DataError,
        IllegalAction,
        MalformedAction,
        PositionError,
        RollNeeded,
        SaveError,
        UnsupportedRule,
    )
    from adjudicator.game import GAMES, load
    from adjudicator.position import UNKNOWN, Piece, Position
    from adjudicator.report import render, ruling_to_json
    from adjudicator.ruling import Ruling, Step, Total, Used, Violation
    from adjudicator.wording import describe

__all__ = [
    "GAMES",
    "UNKNOWN",
    "Action",
    "ActionError",
    "AmbiguousAction",
    "BocageError",
    "DataError",
    "IllegalAction",
    "LegalActions",
    "MalformedAction",
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
    "Used",
    "Violation",
    "answers_of",
    "apply",
    "ask",
    "check",
    "describe",
    "legal",
    "load",
    "open_game",
    "open_position",
    "read_answer",
    "render",
    "ruling_to_json",
]

_HOMES = {
    "actions": ("Action", "LegalActions", "Roll"),
    "answer_forms": ("answers_of", "read_answer"),
    "asking.door": ("apply", "ask", "check", "legal", "open_position"),
    "audit.games": ("open_game",),
    "errors": (
        *("ActionError", "AmbiguousAction", "BocageError", "DataError", "IllegalAction", "MalformedAction"),
        *("PositionError", "RollNeeded", "SaveError", "UnsupportedRule"),
    ),
    "game": ("GAMES", "load"),
    "position": ("UNKNOWN", "Piece", "Position"),
    "report": ("render", "ruling_to_json"),
    "ruling": ("Ruling", "Step", "Total", "Used", "Violation"),
    "wording": ("describe",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"adjudicator.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
