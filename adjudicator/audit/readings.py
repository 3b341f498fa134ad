"""Readings of a game: what each has it that the rules make of it, and what was found in each step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action, action_from_json
from adjudicator.asking.changes import CLOCK
from adjudicator.audit.clock import clock_of
from adjudicator.audit.judged import AGAINST, Act, Judged
from adjudicator.game import load
from adjudicator.position import Change, Position
from adjudicator.ruling import Ruling, Violation
from adjudicator.saves.steps import Shown
from adjudicator.wording import change_words
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "OUTLOOK",
    "READINGS",
    "WINDOW",
    "Entry",
    "Reading",
    "best",
    "forgotten",
    "last",
    "numbered",
    "undone",
    "was_against",
]

WINDOW = 16
"""Steps that can belong to one action."""
OUTLOOK = 64
"""Steps in which what an action does can show."""
READINGS = 4
"""Of a game, followed side by side."""
_FOLLOWING = frozenset({"bookkeeping", "comment"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A step as one reading of the game has it: where the rules stood before it, and what was found."""

    shown: Shown
    changes: tuple[Change, ...]
    before: Position
    taken: frozenset[int]
    kind: str = "comment"
    text: str = ""
    acts: tuple[Act, ...] = ()
    ruling: Ruling | None = None
    group: tuple[int, ...] = ()

    def judged(self) -> Judged:
        """As it is told in the end."""
        return Judged(
            self.shown.number,
            self.kind,
            self.text,
            self.acts,
            tuple([change_words(self.before, c) for c in self.changes]),
            self.ruling,
            self.group,
            self.shown.chat,
            clock_of(self.before),
            self.shown.label,
        )

    @property
    def subjects(self) -> set[str]:
        """What changed."""
        return {c.subject for c in self.changes if c.subject}

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that were found in it."""
        kinds = load(self.before.game).kinds
        return tuple([action_from_json(act.data, kinds) for act in self.acts])

    @property
    def says(self) -> tuple[Any, ...]:
        """What is said of the step."""
        return self.kind, self.text, self.acts, self.group, self.ruling is None

    @property
    def cost(self) -> int:
        """How hard it is to believe: what is against the rules, dice that nobody threw, many actions."""
        unseen = sum(not act.on_record for act in self.acts)
        return 1000 * (self.kind in AGAINST) + 10 * unseen + len(self.acts)


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a game up to a step: what the rules make of it, and what was found in each step."""

    book: Position
    taken: frozenset[int]
    entries: tuple[Entry, ...] = ()

    @property
    def cost(self) -> int:
        """How hard it is to believe, of steps whose meaning can still change."""
        return sum(entry.cost for entry in self.entries)

    def recent(self, *, far: bool = False) -> tuple[Entry, ...]:
        """The last steps that one action can reach, since the clock moved; far back, what follows is free."""
        last = self.entries[-WINDOW:]
        if far:
            last = self.entries[-OUTLOOK:]
            telling = [n for n, entry in enumerate(last) if entry.kind not in _FOLLOWING]
            last = last[telling[-WINDOW] :] if len(telling) > WINDOW else last
        moved = [n for n, e in enumerate(last[:-1], 1) if any(c.what in CLOCK for c in e.changes)]
        return last[moved[-1] :] if moved else last

    def ended(self, count: int, entries: Sequence[Entry], book: Position, taken: frozenset[int]) -> Reading:
        """The same with its last entries told otherwise."""
        return Reading(book, taken, (*self.entries[: len(self.entries) - count], *entries))

    def with_earlier(self, earlier: Sequence[Entry], count: int) -> Reading:
        """The same with the entries before its last ones told otherwise."""
        entries = [*earlier, *self.entries[-count:]]
        return self.ended(len(entries), entries, self.book, self.taken)


def forgotten(entry: Entry, against: Sequence[Violation]) -> Entry:
    """A step that is in order but for what was not done."""
    text = f"{against[0].text}; then {entry.text}"
    ruling = Ruling(entry.text, f"Illegal: {against[0].text}.", None, violations=tuple(against))
    return replace(entry, kind="forgotten", text=text, ruling=ruling)


def was_against(reading: Reading, back: Reading) -> bool:
    """Whether a step that was taken back had been against the rules."""
    pairs = zip(reading.entries, back.entries, strict=True)
    return any(then.kind in AGAINST and now.kind == "taken back" for then, now in pairs)


def best(readings: Sequence[Reading]) -> list[Reading]:
    """The readings that are easiest to believe, one for each position of the book."""
    ranked = sorted(readings, key=lambda reading: reading.cost)
    faults = ranked[0].cost // 1000
    found: dict[tuple[Position, frozenset[int]], Reading] = {}
    for reading in ranked:
        if reading.cost // 1000 == faults:
            found.setdefault((reading.book, reading.taken), reading)
    return list(found.values())[:READINGS]


def last(reading: Reading, book: Position, taken: frozenset[int], **told: Any) -> Reading:
    """A reading with something else said of its last step."""
    return reading.ended(1, [replace(reading.entries[-1], **told)], book, taken)


def numbered(numbers: Sequence[int]) -> str:
    """Steps by their numbers, in words."""
    first, last = numbers[0], numbers[-1]
    return f"step {first}" if first == last else f"steps {first} to {last}"


def undone(entry: Entry) -> Entry:
    """A step that was taken back later; words and dice stay what they are."""
    if not entry.changes:
        return entry
    return replace(entry, kind="taken back", text="taken back later", acts=(), ruling=None, group=())
