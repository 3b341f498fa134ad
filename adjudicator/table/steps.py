"""The steps of a log as differences between positions, small enough to keep all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

__all__ = ["Stepped", "difference", "folded"]

_Fact = str | int | bool


class Stepped(
    msgspec.Struct,
    frozen=True,
    tag_field="kind",
    tag="step",
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
):
    """One step of a log: what it leaves otherwise on the table, and what was said.

    `units` are those that stand or show otherwise, as space and status; `gone` those that left the game.
    `facts` and `dropped` are items of state that are stated otherwise, or no longer. `rest` holds whatever
    else of a position is replaced whole.
    """

    number: int
    units: dict[str, tuple[str, str]] = {}
    gone: tuple[str, ...] = ()
    facts: dict[str, dict[str, _Fact]] = {}
    dropped: dict[str, tuple[str, ...]] = {}
    rest: dict[str, Any] = {}
    chat: tuple[str, ...] = ()
    undo: bool = False
    fault: str = ""


def _units(data: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    return {row["id"]: (row["space"], row["status"]) for row in data["units"]}


_DIFFERED = {"units", "facts"}


def difference(number: int, before: Mapping[str, Any], after: Mapping[str, Any], **said: Any) -> Stepped:
    """The step that makes one position of another, both as JSON data.

    Examples
    --------
    >>> at = {"units": [{"id": "a", "space": "x", "status": "fresh"}], "facts": {}}
    >>> step = difference(1, at, {"units": [], "facts": {"turn": {"": 2}}})
    >>> step.gone, step.facts, folded(at, [step])["facts"]
    (('a',), {'turn': {'': 2}}, {'turn': {'': 2}})
    """
    was, now = _units(before), _units(after)
    then, there = before["facts"], after["facts"]
    facts = {
        item: new
        for item, values in there.items()
        if (new := {s: v for s, v in values.items() if not _same(then.get(item, {}).get(s), v)})
    }
    dropped = {
        item: old
        for item, values in then.items()
        if (old := tuple([s for s in values if s not in there.get(item, {})]))
    }
    keys = ({*before} | {*after}) - _DIFFERED
    return Stepped(
        number=number,
        units={uid: at for uid, at in now.items() if was.get(uid) != at},
        gone=tuple([uid for uid in was if uid not in now]),
        facts=facts,
        dropped=dropped,
        rest={key: after.get(key) for key in sorted(keys) if before.get(key) != after.get(key)},
        **said,
    )


def _same(old: object, new: object) -> bool:
    """Whether a fact stays: yes and 1 are not the same."""
    return old == new and type(old) is type(new)


def folded(data: Mapping[str, Any], steps: Iterable[Stepped]) -> dict[str, Any]:
    """The position after steps, as JSON data."""
    new, units = dict(data), _units(data)
    facts = {item: dict(values) for item, values in data["facts"].items()}
    for step in steps:
        units |= step.units
        for uid in step.gone:
            units.pop(uid, None)
        _state(facts, step)
        new |= step.rest
    rows = [{"id": uid, "space": at[0], "status": at[1]} for uid, at in sorted(units.items())]
    new |= {"units": rows, "facts": {item: values for item, values in facts.items() if values}}
    return {key: value for key, value in new.items() if value is not None}


def _state(facts: dict[str, dict[str, _Fact]], step: Stepped) -> None:
    """State what a step states, and forget what it drops."""
    for item, values in step.facts.items():
        facts.setdefault(item, {}).update(values)
    for item, subjects in step.dropped.items():
        for subject in subjects:
            facts.get(item, {}).pop(subject, None)
