"""The adjudicator: what is ruled. Positions, actions, rulings; exact odds, supply and legality."""

from __future__ import annotations

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
