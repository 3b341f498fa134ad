"""Section 3.0: the order of the phases, and the steps by which a section says that its part is over.

Sections import this module and ask for its steps; `r03_flow`, which stands above them all, takes them.
"""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.game import load
from adjudicator.june_six import terms
from adjudicator.position import AUTO, Draft, State, View

__all__ = ["LEAVE", "NEXT_TURN", "following", "leave", "player_on_turn"]

LEAVE, NEXT_TURN = "leave-phase", "next-turn"


@rule("3.0")
def player_on_turn(state: State) -> str:
    """Side that acts when nothing is pending.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Board
    >>> player_on_turn(GAME.empty(Board([], [])))
    'allied'
    """
    return state.text("side")


@rule("3.0", "3.2", "3.4")
def following(view: View) -> str:
    """The phase that follows the one in play: June 6 has no Logistics Phases.

    Returns
    -------
    str
        Id in ``sequence.toml``; empty at the end of the game.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Board
    >>> known = {("turn", ""): 1, ("phase", ""): "bombardment"}
    >>> following(GAME.empty(Board([], []), facts=known))
    'placement'
    """
    phase = load(terms.state_of(view).game).sequence.phases[view.text("phase")].next
    return "placement" if phase == "german-logistics" and view.number("turn") == 1 else phase


@rule("3.0")
def leave(draft: Draft) -> None:
    """The phase in play is over once all that is still pending is settled."""
    draft.ask(AUTO, LEAVE, "3.0")
