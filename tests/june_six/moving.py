"""Movement in small positions of June Six: checking and carrying out one action of sections 8 and 20."""

from __future__ import annotations

from adjudicator.actions import Action
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r08_attrition, r08_movement, r08_strategic, r20_bridges
from adjudicator.position import Position
from tests.june_six import build

HANDLERS = {
    h.action: h for m in (r08_movement, r08_strategic, r08_attrition, r20_bridges) for h in m.HANDLERS
}


def look(here: Position, action: Action) -> Inquiry:
    """The reasoning about one action."""
    return build.look(here, action, HANDLERS[type(action)])


def refused(here: Position, action: Action) -> list[str]:
    """Sections that forbid an action, sorted."""
    return build.refused(here, action, HANDLERS[type(action)])


def done(here: Position, action: Action) -> Position:
    """The position after a legal action."""
    return build.done(here, action, HANDLERS[type(action)])


def options(here: Position, kind: type[Action]) -> set[Action]:
    """Every action of a kind that may be announced."""
    return set(HANDLERS[kind].options(here))
