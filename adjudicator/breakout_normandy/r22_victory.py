"""Section 22: Breakout, and the Victory Points of the week's end (with 23.22 and 24.1)."""

from __future__ import annotations

from adjudicator.position import View

__all__ = ["has_broken_out", "week_winner"]


def has_broken_out(view: View) -> bool:
    """Whether the Allies have a supplied Fresh unit in a Zone at the end of the Daylight Phase (22.1)."""
    return False


def week_winner(view: View) -> str:
    """x"""
    return ""
