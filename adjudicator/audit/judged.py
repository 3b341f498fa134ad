"""What the audit says of a step: its kind, the actions in it, and the ruling where the rules refuse it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.report import ruling_to_json
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.ruling import Ruling, Step

__all__ = ["AGAINST", "KINDS", "Act", "Judged"]

KINDS = {
    "action": "one action",
    "actions": "several actions",
    "part": "part of an action told at another step",
    "chance": "dice",
    "bookkeeping": "the table follows the rules",
    "correction": "earlier steps taken back",
    "taken back": "taken back later",
    "comment": "only words",
    "illegal": "against the rules",
    "forgotten": "something had to be settled first",
    "unexplained": "nothing explains it",
}
"""Every kind of step, and what it means."""
_LOWERS = frozenset({"-", "min", "half down", "half up"})
AGAINST = ("illegal", "forgotten", "unexplained")
"""Kinds that are not in order."""


@dataclass(frozen=True, slots=True)
class Act:
    """An action that was found in a step.

    Parameters
    ----------
    text
        As it can be typed.
    rule
        Its section.
    data
        As JSON data.
    clock
        Where play stood.
    about
        Of a roll what it was for; of any action what it left to settle.
    reconstructed
        How many reconstructed values its check leaned on.
    on_record
        Of a roll, whether the log shows the dice.

    Examples
    --------
    >>> Act("pass", "8.6", {"action": "pass"}).text
    'pass'
    """

    text: str
    rule: str
    data: Any
    clock: str = ""
    about: str = ""
    reconstructed: int = 0
    on_record: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """A step, judged.

    Parameters
    ----------
    number
        Of the step, from 1.
    kind
        One of `KINDS`.
    text
        What happened, in a sentence.
    acts
        The actions found in it.
    changes
        What changed on the table.
    ruling
        Why not, where it is against the rules.
    together
        Numbers of all steps that are explained as one; empty where it stands alone.
    chat
        What was said.
    clock
        Where play stood before it.
    label
        Its name where it is a save of its own.

    Examples
    --------
    >>> Judged(1, "comment", "hello").fine
    True
    """

    number: int
    kind: str
    text: str
    acts: tuple[Act, ...] = ()
    changes: tuple[str, ...] = ()
    ruling: Ruling | None = None
    together: tuple[int, ...] = ()
    chat: tuple[str, ...] = ()
    clock: str = ""
    label: str = ""

    @property
    def fine(self) -> bool:
        """Whether nothing speaks against it."""
        return self.kind not in AGAINST

    @property
    def limits(self) -> tuple[Step, ...]:
        """What lowered a number that the step exceeds: a loss of supply that leaves fewer MP, say."""
        ruling = self.ruling
        if ruling is None:
            return ()
        exceeded = {against.exceeds for against in ruling.violations} - {""}
        steps = (step for step in ruling.steps if step.total in exceeded)
        return tuple([step for step in steps if step.op in _LOWERS])

    @property
    def broken(self) -> tuple[str, ...]:
        """The sections that the step is against: of each reason, and of what lowered a number for it."""
        against = () if self.ruling is None else self.ruling.violations
        rules = [fault.rule for fault in against] + [limit.rule for limit in self.limits]
        return tuple(dict.fromkeys(rules))

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data, one line of ``audit --json``."""
        return {
            "step": self.number,
            "label": self.label,
            "kind": self.kind,
            "text": self.text,
            "clock": self.clock,
            "actions": [
                {
                    "text": a.text,
                    "rule": a.rule,
                    "action": a.data,
                    "about": a.about,
                    "reconstructed": a.reconstructed,
                }
                | ({} if a.on_record else {"on-record": False})
                for a in self.acts
            ],
            "changes": list(self.changes),
            "together": list(self.together),
            "chat": list(self.chat),
            "broken": list(self.broken),
            "ruling": None if self.ruling is None else ruling_to_json(self.ruling),
        }
