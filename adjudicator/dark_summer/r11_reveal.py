"""Section 11.5: hidden units that fight are turned over before their Combat goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer import r11_hidden
from adjudicator.dark_summer.r11_resolve import (
    Combat,
    Waiting,
    attackers_of,
    attacking_side,
    begin,
    combat_in,
    defenders_of,
    is_empty,
)
from adjudicator.frames import Frame, plain
from adjudicator.game import RollRule, ask_roll
from adjudicator.position import Draft, State

__all__ = ["ROLLS", "STAGE_RULES"]

_WAITING = Frame("combat", "11.5", Waiting)  # never there when a position is finished


@rule("11.5")
def _reveal(draft: Draft, combat: Combat) -> Combat | None:
    """Turn hidden units over, then go on with what they turned out to be."""
    fighting = (*attackers_of(draft, combat), *defenders_of(draft, combat))
    hidden = [p.uid for p in r11_hidden.hidden_among(draft, fighting)]
    if not hidden:
        return _revealed(draft, combat)
    waiting = combat.at("reveal")
    _wait(draft, waiting)
    if not r11_hidden.reveal(draft, *hidden):
        begin(draft, _WAITING.settle(draft).combat)
        return None
    asked = draft.settle().data  # the roll of 11.5, which takes this Combat with it
    draft.settle()
    ask_roll(draft, "combat-reveal", asked["dice"], units=asked["units"], combat=plain(waiting))
    return None


def _wait(draft: Draft, combat: Combat) -> None:
    """Let a Combat stand below a reveal, which names its units anew."""
    _WAITING.push(draft, Waiting(combat), attacking_side(draft, combat))


@rule("11.5")
def _turned_over(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    _wait(draft, combat_in(data))
    r11_hidden.ROLLS["reveal"].resolve(draft, data, values)
    begin(draft, _WAITING.settle(draft).combat)


def _why_turned(state: State, data: Mapping[str, Any]) -> str:
    return r11_hidden.ROLLS["reveal"].why(state, data)


def _revealed(draft: Draft, combat: Combat) -> Combat:
    """After the reveal: an attack without attackers is over, one without defenders goes to the advance."""
    left = tuple(p.uid for p in attackers_of(draft, combat))
    if not left:
        return combat.at("done")
    if is_empty(draft, combat):
        return combat.at("advance")
    return combat.at(combat.stage, attackers=left)


STAGE_RULES = {"reveal": _reveal}
ROLLS = {"combat-reveal": RollRule(_turned_over, _why_turned, "11.5")}
