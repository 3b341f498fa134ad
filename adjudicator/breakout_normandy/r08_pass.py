"""Section 8.6: the Pass Impulse."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.breakout_normandy.r06_daylight import end_impulse
from adjudicator.breakout_normandy.r08_impulses import Pass
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State

__all__ = ["HANDLERS"]


@rule("8.6")
def _check_pass(inquiry: Inquiry, action: Pass) -> None:  # noqa: ARG001 - it has no fields
    begun = inquiry.text("impulse-type")
    inquiry.require("8.6", not begun, "nothing has been done in this impulse", "this impulse has begun")


def _perform_pass(draft: Draft, action: Pass) -> None:  # noqa: ARG001 - it has no fields
    end_impulse(draft)


def _pass_options(state: State) -> Iterator[Pass]:
    if not state.text("impulse-type"):
        yield Pass()


HANDLERS = (Handler(Pass, _check_pass, _perform_pass, _pass_options, "8.6", phases=frozenset({"daylight"})),)
