"""Section 3.0: phases and turns follow one another; what nobody decides happens by itself.

It stands above all sections that open a phase; they ask for its steps by `r03_order`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.citation import rule
from adjudicator.june_six import (
    r01_victory,
    r03_end,
    r03_order,
    r03_phases,
    r04_weather,
    r05_resources,
    r06_formations,
    r07_draws,
    r07_re_phase,
    r10_placement,
    r10_schedule,
    terms,
)
from adjudicator.position import Decision, Draft, Position

__all__ = ["OVER", "STEPS", "after", "end_game", "enter_phase", "next_phase", "next_turn"]

OVER = "over"
_SIDES: Mapping[str, str] = {"german-logistics": terms.GERMAN}


def _open_placement(draft: Draft) -> None:
    r10_placement.open_phase(draft)
    r06_formations.ask_assignments(draft)


_OPENING: Mapping[str, Callable[[Draft], None]] = {
    "initiative": r04_weather.open_phase,
    "allied-logistics": r05_resources.open_phase,
    "bombardment": r03_phases.open_bombardment,
    "german-logistics": r05_resources.open_phase,
    "placement": _open_placement,
    "me": r07_draws.open_phase,
    "re": r07_re_phase.open_phase,
    "end": r03_end.open_phase,
}
_GOING_ON: Mapping[str, Callable[[Draft], None]] = {
    "me": r07_draws.next_marker,
    "re": r07_re_phase.next_formation,
}


# --- phases and turns -----------------------------------------------------------------------------------


@rule("3.0")
def next_phase(draft: Draft) -> None:
    """Go on from the phase in play to the one that follows."""
    phase = r03_order.following(draft)
    if phase:
        enter_phase(draft, phase)


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
    opening = _OPENING.get(phase)
    if opening is not None:
        opening(draft)


@rule("3.87", "4.12")
def next_turn(draft: Draft) -> None:
    """Advance the Game Turn marker; after the last turn the game is over."""
    turn, stormy = draft.number("turn"), draft.text("weather") == "storm"
    draft.forget("turn", "activation")
    if turn >= r10_schedule.LAST_TURN:
        end_game(draft, r01_victory.winner(draft))
        return
    draft.set("turn", turn + 1)
    draft.set("after-storm", stormy)
    enter_phase(draft, "initiative")


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
    go_on = _GOING_ON.get(draft.text("phase"))
    if go_on is not None:
        go_on(draft)
    return go_on is not None


def _leave(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    next_phase(draft)


def _next(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    next_turn(draft)


STEPS: dict[str, Callable[[Draft, Decision], None]] = {r03_order.LEAVE: _leave, r03_order.NEXT_TURN: _next}
