"""Section 3.1: the position at the start of the Campaign Scenario."""

from __future__ import annotations

from pathlib import Path

from adjudicator.position import Position

__all__ = ["set_up"]


def set_up(overlay: Path | None = None) -> Position:
    """Set the Campaign Scenario up (3.1)."""
    raise NotImplementedError(overlay)
