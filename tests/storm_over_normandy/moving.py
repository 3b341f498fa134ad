"""Actions in small positions of Storm Over Normandy: checked, and carried out with what follows by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Fact, Key, Position
from adjudicator.storm_over_normandy import r06_windows, r08_movement
from counters.catalog import Unit
from maps.board import Board
from tests.storm_over_normandy.build import position

HANDLERS: dict[type[Action], Handler[Any]] = {h.action: h for h in r08_movement.HANDLERS}
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


def look(here: Position, action: Action) -> Inquiry:
    """The reasoning about one action."""
    inquiry = Inquiry(here)
    HANDLERS[type(action)].check(inquiry, action)
    return inquiry


def refused(here: Position, action: Action) -> list[str]:
    """Sections that forbid an action, sorted."""
    return sorted(v.rule for v in look(here, action).violations)


def carried_on(draft: Draft) -> Position:
    """The position after every step of `STEPS` that comes by itself."""
    while draft.pending and draft.pending[-1].player == "auto" and draft.pending[-1].kind in STEPS:
        decision = draft.settle()
        STEPS[decision.kind](draft, decision)
    return draft.finish()


def done(here: Position, action: Action) -> Position:
    """The position after a legal action."""
    assert not look(here, action).violations, look(here, action).violations
    draft = here.draft()
    HANDLERS[type(action)].perform(draft, action)
    return carried_on(draft)
