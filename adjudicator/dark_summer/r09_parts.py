"""Sections 9.2 to 9.4: the Round in play, its parts, and who may act in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Piece, State, View
from adjudicator.silence import hear

__all__ = [
    "PARTS",
    "WAVES",
    "WAVE_ROUNDS",
    "activated_apart",
    "acts_with",
    "is_first_reaction",
    "is_unsaid",
    "may_react",
    "require_part",
    "was_activated",
]

PARTS: Mapping[str, tuple[str, ...]] = {
    "move": ("entry", "movement"),
    "combat": ("combat",),
    "combined": ("entry", "movement", "combat"),
    "reaction": ("movement", "combat"),
    "first-wave": ("combat",),
    "second-wave": ("entry", "combat"),
}
_GROUP_NAMES = {"german": "German", "us": "US", "british": "British", "allied": "Allied"}
_PART_NAMES = {"entry": "Reinforcements", "movement": "Movement", "combat": "Combat"}
WAVES = "allied"  # the group of the two Wave Rounds
_SECOND_WAVE_AFTER = 2  # Rounds of Turn 1: the 1st Wave and the First Reaction
WAVE_ROUNDS: Mapping[int, str] = {0: "first-wave", _SECOND_WAVE_AFTER: "second-wave"}


@rule("9.2", "9.3.4", "9.4.2", "9.4.4")
def may_react(view: View) -> bool:
    """Whether the German player may, or after a Wave Round must, play a Reaction chit now."""
    over = view.text("round-over")
    return not view.text("round-kind") and (
        over == WAVES or (over in {terms.US, terms.BRITISH} and view.number("reaction-chits") > 0)
    )


@rule("9.4.2")
def is_first_reaction(view: View) -> bool:
    """Whether this is the First German Reaction of Turn 1, in which units move half and without Roads."""
    first = view.number("turn") == 1 and view.number("round") == _SECOND_WAVE_AFTER
    return first and view.text("round-kind") == "reaction"


# --- who is active --------------------------------------------------------------------------------------


@rule("9.3.4")
def was_activated(view: View, piece: Piece) -> bool:
    """Whether a German unit was activated for the Reaction Round in play.

    Where nothing says who was, the unit asked about was.
    """
    if piece.side != terms.GERMAN:
        return False
    state = terms.state_of(view)
    if state.said("active", piece.uid) is not UNKNOWN:
        return view.flag("active", piece.uid)
    if stack := _stack_said(state):
        return piece.space == stack
    if _anybody_said(state):
        return view.flag("active", piece.uid)
    _assume_active(state, piece)
    return True


@rule("9.3.4")
def activated_apart(view: View, pieces: Sequence[Piece]) -> bool:
    """Whether units of which nobody says that they were activated are neither one stack nor one Formation."""
    state = terms.state_of(view)
    if any(state.said("active", p.uid) is not UNKNOWN for p in pieces):
        return False
    return len({p.space for p in pieces}) > 1 and len({terms.formation(p.printed) for p in pieces}) > 1


def _stack_said(state: State) -> str:
    """Hex of the stack that was activated; empty where nothing says one."""
    stack = state.said("active-stack")
    return "" if stack is UNKNOWN else str(stack)


def _anybody_said(state: State) -> bool:
    return any(item == "active" and value is True for (item, _), value in state.facts.items())


def _assume_active(state: State, piece: Piece) -> None:
    silence = state.silence("active", piece.uid)
    silence = replace(silence, assumed=f"{silence.name} was activated for this Reaction Round")
    hear(silence.item, piece.uid, lambda: silence)


@rule("9.2", "9.3")
def is_unsaid(view: View) -> bool:
    """Whether a position does not say what Round is being played: one that allows the question."""
    return terms.state_of(view).said("round-kind") is UNKNOWN


@rule("9.2")
def acts_with(view: View, piece: Piece) -> bool:
    """Whether a unit is of the group whose Round is being played; where that is left out, it is."""
    group = view.text("round-group")
    if terms.state_of(view).said("round-group") is UNKNOWN:
        return True
    return group in {terms.group_of(piece.printed), piece.side}


@rule("9.2", "9.3")
def require_part(inquiry: Inquiry, section: str, part: str, *, side: str = "", group: str = "") -> bool:
    """Whether the Round in play has come to a part, for a side or a group; every failure is a violation.

    Parameters
    ----------
    section
        Section that opens the action.
    part
        ``entry``, ``movement`` or ``combat``.
    side, group
        Whose unit is to act; empty where it does not matter.

    Returns
    -------
    bool
        Whether all of it holds.
    """
    if inquiry.state.raw("round-kind") == "":
        return inquiry.require(section, False, "", "no Round is being played")
    now = inquiry.state.raw("round-part")
    fits = inquiry.require(
        section,
        now in {UNKNOWN, part},
        f"the Round has come to its {_PART_NAMES[part]}",
        f"the Round is at its {_PART_NAMES.get(str(now), 'beginning')}, not at its {_PART_NAMES[part]}",
    )
    return _is_active(inquiry, section, side or (terms.side_of_group(group) if group else ""), group) and fits


def _is_active(inquiry: Inquiry, section: str, side: str, group: str) -> bool:
    """Whether a side and a group are active in the Round in play."""
    if side and inquiry.state.raw("side") not in {side, UNKNOWN}:
        failed = f"the {side.capitalize()} player is not the active player"
        return inquiry.require(section, False, "", failed)
    active = inquiry.text("round-group")
    if group and active and active not in {group, terms.side_of_group(group)}:
        failed = f"{_GROUP_NAMES[group]} units are not active in a {_GROUP_NAMES[active]} Round"
        return inquiry.require("9.3", False, "", failed)
    return True
