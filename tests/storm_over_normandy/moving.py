"""Actions in small positions of Storm Over Normandy: checked, and carried out with what follows by itself."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.actions import Action
from adjudicator.position import Draft, Fact, Key, Position
from adjudicator.storm_over_normandy import r06_windows, r08_movement
from counters.catalog import Unit
from maps.board import Board
from tests.playing import carried_out
from tests.storm_over_normandy.build import position

STEPS = {**r06_windows.STEPS, **r08_movement.STEPS}


def situation(
    on: Board,
    *placed: tuple[Unit, str],
    side: str = "allied",
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
) -> Position:
    """A position in the impulses of turn 2, a side to act."""
    clock: dict[Key, Fact] = {("phase", ""): "impulses", ("turn", ""): 2, ("side", ""): side}
    return position(on, *placed, facts={**clock, **(facts or {})}, options=options)


def carried_on(draft: Draft) -> Position:
    """The position after every step of `STEPS` that comes by itself."""
    while draft.pending and draft.pending[-1].player == "auto" and draft.pending[-1].kind in STEPS:
        decision = draft.settle()
        STEPS[decision.kind](draft, decision)
    return draft.finish()


def done(here: Position, action: Action) -> Position:
    """The position after a legal action."""
    return carried_on(carried_out(here, action))
