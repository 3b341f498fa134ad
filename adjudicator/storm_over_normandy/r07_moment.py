"""Section 7.0: the position at the moment when an action of a kind is open, everything else as it is."""

from __future__ import annotations

from typing import Any

from adjudicator.actions import Action, kind_of
from adjudicator.citation import rule
from adjudicator.game import load, moment_of
from adjudicator.position import UNKNOWN, Position
from adjudicator.storm_over_normandy import cards, r05_flow, r05_pass, terms

__all__ = ["moment", "side_of"]

_BEFORE_IMPULSES = frozenset({"set-up", "airborne", "bombardment", "strongpoints", "beaches"})
_DISCARDS = frozenset({"discard-allied", "discard-german"})
_BY_ONE_SIDE = {"ReleaseRoll": terms.GERMAN, "ContinueTurn": terms.GERMAN}


def side_of(position: Position, action: Action) -> str:
    """Side whose action it is; empty where that is not to be seen from it."""
    known: Any = action
    units = [uid for uid in getattr(known, "units", ()) if uid in position.pieces]
    if units:
        return position.pieces[units[0]].side
    words = [getattr(known, "card", ""), *getattr(known, "cards", ())]
    found = [card for word in words if (card := cards.card_of(position, cards.find(position, word)))]
    return found[0].side if found else _BY_ONE_SIDE.get(type(action).__name__, "")


@rule("4.0", "3.0")
def _is_past(position: Position, action: Action) -> bool:
    """Whether the set-up and the invasion phase, in which alone an action is open, are over for good."""
    game = load(position.game)
    order, phases = list(game.sequence.phases), game.handlers[kind_of(type(action))].phases
    if not phases <= _BEFORE_IMPULSES:
        return False
    now, turn = position.raw("phase"), position.raw("turn")
    late = now in order and order.index(str(now)) > max(map(order.index, phases))
    return late or (turn is not UNKNOWN and turn != 1)


@rule("7.0", "5.0", "6.3")
def moment(position: Position, action: Action) -> Position:
    """The position when it is the turn of an action: its phase, its side's impulse, nothing pending.

    Returns
    -------
    Position
        The same one where the moment has gone for good, and where the action answers a decision, which no
        moment brings by itself.
    """
    open_ = moment_of(position, action)
    if open_ is position or _is_past(position, action):
        return position
    draft, side, name = open_.draft(), side_of(position, action), type(action).__name__
    if side and draft.text("phase") in _DISCARDS:
        draft.set("phase", f"discard-{side}")
    if side and draft.text("phase") == r05_flow.IMPULSES:
        draft.set("side", side)
        if name == "ContinueTurn" or (side == terms.GERMAN and r05_pass.must_discard(draft)):
            draft.set("passed", terms.ALLIED if name == "ContinueTurn" else "")
            draft.set("continued", False)
    return draft.finish()
