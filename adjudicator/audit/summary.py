"""What an audit comes to: how many steps of each kind, the first not in order, what was left undone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.asking.changes import lasting_changes
from adjudicator.audit.judged import AGAINST, KINDS
from adjudicator.position import AUTO
from adjudicator.wording import change_words
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.audit.judged import Judged
    from adjudicator.audit.judging import Auditor
    from adjudicator.position import Position

__all__ = ["Summary", "summary_of"]

_ON_THE_TABLE = frozenset({"marker", "markers", "piece", "turn-tracker"})


@dataclass(frozen=True, slots=True)
class Summary:
    """The sum of an audit.

    Parameters
    ----------
    game
        Slug.
    counts
        Kind of step -> how many.
    first
        The first step that is not in order, or None.
    undone
        What the rules want and the table does not show at the end.
    rested
        How many of the steps with actions lean on reconstructed values, and how many those steps are.
    loose
        Dice on record that no rule asked for.
    unseen
        Rolls that the rules asked for and nobody threw.

    Examples
    --------
    >>> Summary("june-six", {"action": 2}, None).clean
    True
    """

    game: str
    counts: Mapping[str, int]
    first: Judged | None
    undone: tuple[str, ...] = ()
    rested: tuple[int, int] = (0, 0)
    loose: tuple[int, ...] = ()
    unseen: int = 0

    @property
    def clean(self) -> bool:
        """Whether every step is in order."""
        return self.first is None

    @property
    def verdict(self) -> str:
        """The sum in one sentence."""
        steps = sum(self.counts.values())
        if self.first is None:
            return f"In order: {steps} step{'s' * (steps != 1)}, every change explained."
        where = self.first.label or f"step {self.first.number}"
        against = f"{sum(self.counts.get(kind, 0) for kind in AGAINST)} of {steps} step{'s' * (steps != 1)}"
        return f"{against} not in order, the first {where}: {self.first.text}."

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data, the last line of ``audit --json``."""
        return {
            "schema": 1,
            "game": self.game,
            "verdict": self.verdict,
            "clean": self.clean,
            "counts": dict(self.counts),
            "first": None if self.first is None else self.first.number,
            "undone": list(self.undone),
            "reconstructed": {"steps": self.rested[0], "of": self.rested[1]},
            "loose-dice": list(self.loose),
            "rolls-not-on-record": self.unseen,
        }


def summary_of(auditor: Auditor) -> Summary:
    """Sum an audit up.

    Parameters
    ----------
    auditor
        With every step judged.

    Returns
    -------
    Summary

    Examples
    --------
    >>> from adjudicator.audit.judging import judge
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.saves.steps import Shown
    >>> summary_of(judge([Shown(0, GAME.scenario("d-day")), Shown(1, None, ("hello",))])).verdict
    'In order: 1 step, every change explained.'
    """
    steps = auditor.judged()
    counts = Counter(step.kind for step in steps)
    acting = [step for step in steps if step.acts]
    rested = sum(any(act.reconstructed for act in step.acts) for step in acting)
    return Summary(
        auditor.book.game,
        {kind: counts[kind] for kind in KINDS if counts[kind]},
        next((step for step in steps if not step.fine), None),
        _undone(auditor.book, auditor.table),
        (rested, len(acting)),
        auditor.loose,
        sum(not act.on_record for step in acting for act in step.acts),
    )


def _lies_there(position: Position, what: str) -> bool:
    """Whether players see it on the table: a unit, a marker, the turn tracker; no property of the module."""
    item = position.schema.items.get(what)
    return item is None or item.carrier.partition(" ")[0] in _ON_THE_TABLE


def _undone(book: Position, table: Position) -> tuple[str, ...]:
    """What had to be settled or shown: pending decisions, units and markers that stand otherwise."""
    waiting = [d for d in book.pending if d.player != AUTO]
    pending = [f"{d.player} had still to settle: {d.kind.replace('-', ' ')} ({d.rule})" for d in waiting]
    behind = [c for c in lasting_changes(table, book) if _lies_there(book, c.what)]
    return (*pending, *(f"by the rules: {change_words(table, c)}" for c in behind))
