"""The ruling is the return value: verdict, every step with its rule, every violation, what was assumed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from module_builder.vassal.values import dataclass

__all__ = ["Entry", "Fault", "Ruling", "Step", "Total", "Used", "Violation"]


class Entry(NamedTuple):
    """What a step tells as one of a list, for whoever shows a long list in brief.

    Parameters
    ----------
    kind
        ``cost`` of what can be had or reached, ``not``: why something cannot, ``way``: one of several, or
        ``fact``.
    name, said
        Of what, and its cost or the reason; empty where only the whole line tells.

    Examples
    --------
    >>> Entry("cost", "Caen", "3 MF").said
    '3 MF'
    """

    kind: str
    name: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of reasoning.

    Parameters
    ----------
    rule
        Section that says so.
    text
        What it says of this case.
    value
        Number that it contributes, if any.
    op
        How the number enters the total: ``set``, ``+``, ``-``, ``x``, ``min``, ``max``, ``half up`` or
        ``half down``.
    under
        Steps of a sub-ruling that led here.
    entry
        What it tells as one of a list, if it does.
    total
        Name of the total that the number enters, or the item of state that it is taken from; neither this nor
        `entry` makes two steps differ.

    Examples
    --------
    >>> str(Step("9.3B", "TEM of Omaha Beach", 1, "+"))
    '+1  TEM of Omaha Beach (9.3B)'
    """

    rule: str
    text: str
    value: int | None = None
    op: str = ""
    under: tuple[Step, ...] = ()
    entry: Entry | None = field(default=None, compare=False, repr=False)
    total: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        sign = {"set": "", "+": "+", "-": "-", "x": "x"}.get(self.op, f"{self.op} ")
        number = "" if self.value is None else f"{sign}{self.value}".replace("+-", "-") + "  "
        return f"{number}{self.text}" + (f" ({self.rule})" if self.rule else "")


def _fold(value: int, step: Step) -> int:
    operand = step.value or 0
    match step.op:
        case "set":
            return operand
        case "+":
            return value + operand
        case "-":
            return value - operand
        case "x":
            return value * operand
        case "min":
            return min(value, operand)
        case "max":
            return max(value, operand)
        case "half up":
            return -(-value // 2)
        case "half down":
            return value // 2
    return value


@dataclass(frozen=True, slots=True)
class Total:
    """A number that is the left fold of its steps, so that text and number cannot disagree.

    Parameters
    ----------
    name
        What is being added up.
    steps
        In order.

    Examples
    --------
    >>> Total("DV", (Step("9.3A", "916 Rgt", 4, "set"), Step("9.3B", "TEM", 1, "+"))).value
    5
    """

    name: str
    steps: tuple[Step, ...]

    @property
    def value(self) -> int:
        """The left fold of the steps, from 0."""
        value = 0
        for step in self.steps:
            value = _fold(value, step)
        return value


class Fault(NamedTuple):
    """What forbids something, before it is known whether anybody asks for it: a section and its words.

    Parameters
    ----------
    rule
        Section that forbids it.
    text
        Why, in one sentence.

    Examples
    --------
    >>> rule, text = Fault("9.62", "no room is left there")
    >>> rule
    '9.62'
    """

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason against.

    Parameters
    ----------
    rule
        Section that forbids it.
    text
        Why, in this case.
    units, spaces
        Ids of what is concerned.
    exceeds
        Name of the total in the steps that was exceeded, where that is the reason; two violations are equal
        whether or not they have it.

    Examples
    --------
    >>> str(Violation("8.371", "no bridge over the flooded boundary", spaces=("carentan",)))
    'no bridge over the flooded boundary (8.371)'
    """

    rule: str
    text: str
    units: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    exceeds: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


@dataclass(frozen=True, slots=True)
class Used:
    """A reconstructed value that a ruling used.

    Parameters
    ----------
    text
        What it is, for a person.
    file, row, column
        Where it stands in our data.
    matters
        Whether another plausible value would change the answer; None when that was not tried.

    Examples
    --------
    >>> str(Used("tem of St. Lo", "spaces.csv", "st-lo", "tem"))
    'tem of St. Lo'
    """

    text: str
    file: str
    row: str
    column: str
    matters: bool | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one question, with its whole reasoning.

    Parameters
    ----------
    question
        What was asked, as the command line would say it.
    verdict
        The answer in one sentence.
    answer
        The answer as plain data (JSON types).
    steps
        Every step, checks that passed included.
    violations
        Every reason against.
    assumptions
        What the position does not say and was assumed.
    interpretations
        Open points of the book that were read one way, ``id=option``.
    sources
        Reconstructed values that were used, those that matter first.
    viewpoint
        Who sees: german, allied, referee or public.
    edition, fingerprint
        Printing of the rules; the same fingerprint gives the same ruling anywhere.
    moment
        What only the moment forbids: another phase, the turn of the other side, a decision that comes first.

    Examples
    --------
    >>> Ruling("check pass", "Legal.", None).ok
    True
    """

    question: str
    verdict: str
    answer: Any
    steps: tuple[Step, ...] = ()
    violations: tuple[Violation, ...] = ()
    assumptions: tuple[str, ...] = ()
    interpretations: tuple[str, ...] = ()
    sources: tuple[Used, ...] = ()
    viewpoint: str = "public"
    edition: str = ""
    fingerprint: str = field(default="", compare=False)
    moment: tuple[Violation, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.violations

    @property
    def rules(self) -> tuple[str, ...]:
        """Every section cited, in order of first use."""
        against = (v.rule for v in (*self.violations, *self.moment))
        cited = [*_walk(self.steps), *against]
        return tuple(dict.fromkeys(cited))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Violations as text with their sections."""
        return tuple(str(v) for v in self.violations)


def _walk(steps: Sequence[Step]) -> Iterable[str]:
    for step in steps:
        if step.rule:
            yield step.rule
        yield from _walk(step.under)
