"""Sections 10.4.4, 13.1.1 and 15.0: whether US units have entered Brittany, and have come back."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.position import UNKNOWN, Piece, State, View
from adjudicator.silence import hear

__all__ = ["has_come_back", "has_entered", "is_boundary_lifted", "last_turn_to_enter"]

_ENTERED, _MAY_LEAVE, _EXIT = "brittany-entered", "brittany-may-leave", "exit-allied"


@rule("10.4.4", "13.1.1")
def has_entered(view: View) -> bool:
    """Whether a US unit has ever entered the Brittany Box."""
    state = terms.state_of(view)
    if state.units_in(_ENTERED) or state.said("brittany-turn") not in {0, UNKNOWN}:
        return True
    return _was_there(view) or _has_left(view) or bool(view.number("brittany-turn"))


@rule("10.4.4", "13.1.1")
def has_come_back(view: View) -> bool:
    """Whether a US unit has ever re-entered the map from Brittany."""
    return _came_back(view) or bool(view.number("brittany-return-turn"))


@rule("10.4.4")
def last_turn_to_enter(view: View) -> int:
    """The last turn in which units may enter Brittany: that in which one first came back; 0 before that.

    Where a unit has come back and nothing says when, it was in the present turn.
    """
    state = terms.state_of(view)
    if state.said("brittany-return-turn") is not UNKNOWN or not _came_back(view):
        return view.number("brittany-return-turn")
    silence = replace(
        state.silence("brittany-return-turn", ""), assumed="a US unit first came back this turn"
    )
    hear(silence.item, "", lambda: silence)
    return view.number("turn")


@rule("15.0", "10.4.4")
def is_boundary_lifted(view: View) -> bool:
    """Whether the Round in which a US unit first entered Brittany is over."""
    if _was_there(view) or _has_left(view) or view.flag("boundary-lifted"):
        return True
    return 0 < view.number("brittany-turn") < view.number("turn")


# --- what units show ----------------------------------------------------------------------------


def _was_there(view: View) -> bool:
    """Whether units entered Brittany in an earlier turn: some may leave it, or have."""
    return bool(terms.state_of(view).units_in(_MAY_LEAVE)) or _came_back(view)


def _came_back(view: View) -> bool:
    return terms.derived(view, "brittany:back", _shows_return)


def _shows_return(state: State) -> bool:
    if state.said("brittany-return-turn") not in {0, UNKNOWN}:
        return True
    return any(state.said("via-brittany", uid) is True for uid, p in state.pieces.items() if _is_us(p))


@rule("10.4.5")
def _has_left(view: View) -> bool:
    """Whether the Boundary was lifted for units of the US group to go where they have gone."""
    return terms.derived(view, "brittany:left", _shows_lifting)


def _shows_lifting(state: State) -> bool:
    return state.said("boundary-lifted") is True or any(map(_is_us, state.units_in(_EXIT)))


def _is_us(piece: Piece) -> bool:
    return terms.group_of(piece.printed) == terms.US
