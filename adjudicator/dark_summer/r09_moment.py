"""Sections 4.0 and 9.2: the position at the moment when an action of a kind is open, the rest as it is."""

from __future__ import annotations

from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r08_entry, r08_replacements, r09_parts, terms
from adjudicator.game import moment_of
from adjudicator.position import UNKNOWN, Draft, Position

__all__ = ["group_of_action", "in_round", "moment"]

# Kind of action -> the part of a Round in which it is taken, and the kind of Round that has it
_PARTS = {
    "Move": ("movement", "move"),
    "MoveStack": ("movement", "move"),
    "Withdraw": ("movement", "move"),
    "Attack": ("combat", "combat"),
    "CherbourgCombat": ("combat", "combat"),
    "PrepareOffensive": ("combat", "combat"),
    "AssaultBeach": ("combat", "first-wave"),
    "PlaceReinforcement": ("entry", "move"),
    "LandThirdWave": ("entry", "move"),
    "WithdrawUnit": ("entry", "move"),
}
_BETWEEN = frozenset({"PrepareCup", "PlayInitiative", "PlayReaction", "DeclineReaction", "CarryOn"})
_REACTING = frozenset({"PlayReaction", "DeclineReaction"})
_ONLY = frozenset({"CherbourgCombat", "PrepareOffensive", "AssaultBeach"})  # in no other kind of Round
_GROUPS = {"CherbourgCombat": terms.US, "AssaultBeach": "allied"}


def group_of_action(position: Position, action: Action) -> str:
    """Group that takes an action; empty where that is not to be seen from it."""
    known: Any = action
    uids = [*getattr(known, "units", ()), getattr(known, "unit", "")]
    units = [position.pieces[uid] for uid in uids if uid in position.pieces]
    return terms.group_of(units[0].printed) if units else _GROUPS.get(type(action).__name__, "")


@rule("9.2", "9.3")
def in_round(draft: Draft, kind: str, group: str, part: str) -> None:
    """Set a draft to a part of another Round; what the Round in play has left behind is forgotten.

    Parameters
    ----------
    kind, group, part
        As `r09_flow.begin_round` and `r09_flow.enter_part` name them.
    """
    draft.forget("round")
    draft.set("round-kind", kind)
    draft.set("round-group", group)
    draft.set("round-part", part)
    draft.set("side", terms.side_of_group(group))
    if part == "entry":
        draft.set("entries-left", 1)  # as the Formation Entry die lets one enter at least, where any waits


@rule("9.2", "9.3", "8.1")
def moment(position: Position, action: Action) -> Position:
    """The position when it is the turn of an action: its phase, its group's Round, nothing pending.

    Returns
    -------
    Position
        The same one where the action answers a decision, and where its moment has gone for good.
    """
    open_, name = moment_of(position, action), type(action).__name__
    if open_ is position or (name == "AssaultBeach" and not _is_first(position)):
        return position
    draft, group = open_.draft(), group_of_action(position, action)
    if name == "Rebuild" and group:
        draft.set("phase", r08_replacements.PHASES[terms.side_of_group(group)])
    elif name in _BETWEEN:
        _between_rounds(draft, reacting=name in _REACTING)
    elif name in _PARTS:
        _come_to_part(draft, name, group)
    return draft.finish()


def _is_first(position: Position) -> bool:
    """Whether the 1st Wave may still be to come, or is being played."""
    turn, played, kind = (position.raw(item) for item in ("turn", "round", "round-kind"))
    return turn in {1, UNKNOWN} and (played in {0, UNKNOWN} or kind in {"first-wave", UNKNOWN})


@rule("9.1", "9.2", "9.3.4")
def _between_rounds(draft: Draft, *, reacting: bool) -> None:
    if draft.raw("round-kind") not in {"", UNKNOWN}:
        draft.forget("round")
        draft.set("round-kind", "")
    after_allied = draft.raw("round-over") in {terms.US, terms.BRITISH, terms.ALLIED}
    if reacting != after_allied:
        draft.set("round-over", terms.US if reacting else "")
    draft.set("side", terms.GERMAN if reacting else terms.ALLIED)


@rule("9.3", "9.4")
def _come_to_part(draft: Draft, name: str, group: str) -> None:
    """Go to the part of the Round in play, if it has it for the group, else to that of a Round that has."""
    part, kind = _PARTS[name]
    now, active = draft.raw("round-kind"), draft.raw("round-group")
    group = group or (str(active) if active in terms.GROUPS else terms.US)
    mine = active in {UNKNOWN, "", group, terms.side_of_group(group)}
    has = now is UNKNOWN or (part in r09_parts.PARTS.get(str(now), ()) and (now == kind or name not in _ONLY))
    if part == "entry" and now == "combined":
        has = r08_entry.may_enter(draft)
    if not (mine and has):
        in_round(draft, kind, group, part)
        return
    if draft.raw("round-part") not in {part, UNKNOWN}:
        draft.set("round-part", part)
    draft.set("side", terms.side_of_group(group))
