"""What the rules do and the players did not: losses that nobody took, prices that nobody paid."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

from adjudicator.actions import Action, Roll
from adjudicator.asking.between import rule_of
from adjudicator.asking.changes import is_marker, value_of
from adjudicator.audit.book import laid_in
from adjudicator.errors import BocageError
from adjudicator.game import apply, check, load
from adjudicator.position import Change
from adjudicator.ruling import Violation
from adjudicator.wording import change_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.audit.readings import Entry
    from adjudicator.position import Piece, Position

__all__ = ["as_it_lies", "not_done", "unpaid"]

_HOLDS_FOR_LONG = frozenset({"lasting", "day", "turn"})


def not_done(
    before: Position, actions: Sequence[Action], left: Sequence[Piece], table: Position
) -> list[Violation]:
    """What some actions did to units, and why, where the table shows nothing of it.

    Parameters
    ----------
    before
        The position of the rules before the actions.
    actions
        The actions.
    left
        The units, as they are by the rules.
    table
        What lies there.

    Returns
    -------
    list of Violation
        For each unit; where a player had to answer, what speaks against no answer as well.
    """
    against = list[Violation]()
    for action in actions:
        after = apply(before, action)
        gone = [p for p in left if before.pieces[p.uid] != p == after.pieces[p.uid]]
        rule = rule_of(before, action)
        if isinstance(action, Roll) and before.decision is not None:
            rule = load(before.game).rules.loss_rule
        against += [Violation(rule, f"not done: {_words(table, p)}", (p.uid,)) for p in gone]
        if gone:
            against += _of_no_answer(before, action)
        before = after
    return list(dict.fromkeys(against))


def _of_no_answer(before: Position, action: Action) -> tuple[Violation, ...]:
    """What speaks against an answer that names nobody."""
    fields = dataclasses.fields(action)
    named = [f.name for f in fields if isinstance(getattr(action, f.name), tuple)]
    if before.decision is None or isinstance(action, Roll) or len(named) < len(fields):
        return ()
    try:
        return check(before, dataclasses.replace(action, **dict.fromkeys(named, ()))).violations
    except BocageError:
        return ()


def _words(table: Position, piece: Piece) -> str:
    """What the rules make of a unit on the table."""
    lies = table.pieces[piece.uid]
    what = "space" if lies.space != piece.space else "status"
    return change_words(table, Change(what, piece.uid, getattr(lies, what), getattr(piece, what)))


def as_it_lies(before: Position, after: Position, left: Sequence[Piece], table: Position) -> Position:
    """A position with some units, and what hangs on them, as they lie on the table.

    Parameters
    ----------
    before, after
        The position of the rules before and after what was not done.
    left
        The units.
    table
        What lies there.

    Returns
    -------
    Position
    """
    about = {p.uid for p in left} | {before.pieces[p.uid].space for p in left if p.uid in before.pieces}
    back = [Change(c.what, c.subject, c.after, value_of(table, c)) for c in before.diff(after)]
    return laid_in(after, [change for change in back if change.subject in about], table)


def unpaid(
    entries: Sequence[Entry], book: Position, later: Sequence[Position]
) -> Iterator[tuple[int, str, int, list[Violation]]]:
    """Prices of actions, in markers on a track, that nobody paid.

    Parameters
    ----------
    entries
        The steps since the clock moved, as a reading of the game has them.
    book
        The position of the rules behind them.
    later
        What lies on the table afterwards: who pays late has paid.

    Yields
    ------
    tuple of int, str, int and list of Violation
        Place of the step with the action, the item, how much of it was not paid, and by which sections.
    """
    items = entries[0].before.schema.items if entries else {}
    counted = [n for n, i in items.items() if is_marker(i) and i.memory in _HOLDS_FOR_LONG and not i.of]
    after = [*(entry.before for entry in entries[1:]), book]
    for item in counted:
        owed = [_moved(e.before.said(item), a.said(item)) for e, a in zip(entries, after, strict=True)]
        paid = [sum(_moved(c.before, c.after) for c in e.changes if c.what == item) for e in entries]
        if sum(owed) >= sum(paid) or any(table.said(item) == book.said(item) for table in later):
            continue
        acted = [n for n, points in enumerate(owed) if points]
        for here, until in itertools.pairwise([*acted, len(entries)]):
            if (short := sum(paid[here:until]) - owed[here]) > 0:
                change = Change(item, "", entries[here].before.said(item), after[here].said(item))
                text = f"not done: {change_words(entries[here].before, change)}"
                rules = dict.fromkeys([*_priced_by(entries[here], item), items[item].rule])
                yield here, item, short, [Violation(rule, text) for rule in rules]


def _priced_by(entry: Entry, item: str) -> Iterator[str]:
    """The sections that priced the actions of a step in an item of state."""
    before = entry.before
    for action in entry.actions:
        yield from (step.rule for step in check(before, action).steps if step.total == item)
        before = apply(before, action)


def _moved(before: object, after: object) -> int:
    """How far a number went; nothing where it is none."""
    return after - before if isinstance(before, int) and isinstance(after, int) else 0
