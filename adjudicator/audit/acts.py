"""Actions that were found in a step, as they are told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.actions import Action, Roll, action_to_json
from adjudicator.asking.between import rule_of
from adjudicator.audit.clock import clock_of
from adjudicator.audit.judged import Act
from adjudicator.game import apply, check, load
from adjudicator.wording import describe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.audit.readings import Entry
    from adjudicator.position import Position

__all__ = ["act_of", "retold"]


def act_of(position: Position, action: Action, *, on_record: bool) -> Act:
    """An action, as it is told of the step in which it was found."""
    ruling = check(position, action)
    top = position.decision
    about = ""
    if isinstance(action, Roll) and top is not None:
        about = load(position.game).rolls[top.data["what"]].why(position, top.data)
    return Act(
        describe(position, action),
        rule_of(position, action),
        action_to_json(action),
        clock_of(position),
        about,
        len(ruling.sources),
        on_record,
    )


def retold(entries: Sequence[Entry], acts: Sequence[Sequence[Action]]) -> Iterator[Entry]:
    """Steps with other actions in them; dice fall as they did."""
    position = entries[0].before
    for entry, actions in zip(entries, acts, strict=True):
        before, found = position, list[Act]()
        for action, act in zip(actions, entry.acts, strict=True):
            found.append(act_of(position, action, on_record=act.on_record))
            position = apply(position, action)
        text = "; ".join(act.text for act in found) or entry.text
        yield replace(entry, before=before, acts=tuple(found), text=text)
