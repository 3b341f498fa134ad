"""Section 3.0: the phases of a turn begin and end; what nobody decides happens by itself."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.citation import rule
from adjudicator.game import load
from adjudicator.june_six import terms
from adjudicator.position import Draft, Position, State, View
from adjudicator.rules import PhaseRule

__all__ = ["OVER", "after", "end_game", "enter_phase", "following", "next_phase", "player_on_turn"]

OVER = "over"
_SIDES: Mapping[str, str] = {"german-logistics": terms.GERMAN}


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


# --- phases -----------------------------------------------------------------------------------------------


@rule("3.0")
def next_phase(draft: Draft) -> None:
    """Go on from the phase in play to the one that follows."""
    phase = following(draft)
    if phase:
        enter_phase(draft, phase)


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
def enter_phase(draft: Draft, phase: str) -> None:
    """Begin a phase: what nobody decides in it is done at once.

    Parameters
    ----------
    phase
        Id in ``sequence.toml``.
    """
    draft.forget("activation")
    draft.set("phase", phase)
    draft.set("side", _SIDES.get(phase, terms.ALLIED))
    opening = _own(draft, phase).opening
    if opening is not None:
        opening(draft)


def _own(draft: Draft, phase: str) -> PhaseRule:
    """What the section of a phase declares that nobody decides in it."""
    return load(draft.game).rules.phases.get(phase, PhaseRule())


@rule("3.0")
def end_game(draft: Draft, winner: str) -> None:
    """End the game: nothing pending is settled any more.

    Parameters
    ----------
    winner
        ``german``, ``allied`` or ``draw``.
    """
    draft.forget("activation")
    draft.pending = ()
    draft.set("phase", OVER)
    draft.set("winner", winner)


# --- what follows every action ----------------------------------------------------------------------------


def after(draft: Draft, before: Position) -> None:  # noqa: ARG001 - the registry gives it
    """What follows an action: the next marker is drawn, or the next formation of the RE Phase asked for."""
    while not draft.pending and draft.raw("activation") == "" and _goes_on(draft):
        pass


@rule("3.6", "3.7")
def _goes_on(draft: Draft) -> bool:
    """Take one step that nobody decides; false when somebody has to act."""
    going = _own(draft, draft.text("phase")).going
    return going is not None and going(draft)
