"""Section 9.2: who is to act, and what follows every action."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.position import Draft, Position, State

__all__ = ["after", "player_on_turn"]


@rule("9.2")
def player_on_turn(state: State) -> str:
    """Side that acts when nothing is pending.

    Parameters
    ----------
    state
        The position.

    Returns
    -------
    str
    """
    return state.text("side")


def after(draft: Draft, before: Position) -> None:
    """What follows every action."""
