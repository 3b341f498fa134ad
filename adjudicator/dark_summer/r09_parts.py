"""Sections 9.2 to 9.4: the Round in play, its parts, and who may act in it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, View

__all__ = ["PARTS", "WAVES", "WAVE_ROUNDS", "is_first_reaction", "may_react", "require_part"]

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
