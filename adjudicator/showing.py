"""Long lists of a ruling summed up for a screen; whoever wants every line asks for all of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.ruling import Step

__all__ = ["summed"]

_LONG = 24  # lines of one kind that still fit on a screen
_NAMES = 10  # names that are listed for one cost
_FIRST = 12  # lines shown of a list that has no costs
_COST = re.compile(r"(?P<name>[^:(]+?) for (?P<cost>[0-9][0-9/ ]*(?:MP|MF|SMP)?)(?:[:;,].*)?")
_SHAPES = (
    ("cost", _COST),
    ("not", re.compile(r"not (?:by )?.+?: .*")),
    ("way", re.compile(r"(?:way|changed): .*")),
)
_FACT = re.compile(r"[^:]+: [^:]*")


def summed(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps with every long list of one kind summed up.

    Parameters
    ----------
    steps
        Of a ruling.

    Returns
    -------
    tuple of Step

    Examples
    --------
    >>> hexes = [Step("10.1", f"31{n:02} for {n // 20 + 1} MP: 3100 - 31{n:02}") for n in range(40)]
    >>> [step.text for step in summed(hexes)][0]
    '40 in all, by cost; --all tells the way to each'
    """
    return tuple(itertools.chain.from_iterable(_told(kind, run) for kind, run in _runs(steps)))


def _runs(steps: Sequence[Step]) -> Iterator[tuple[tuple[str, str], list[Step]]]:
    """Neighbours of one kind: of one section, and worded alike."""
    for kind, run in itertools.groupby(steps, key=_kind):
        yield kind, list(run)


def _kind(step: Step) -> tuple[str, str]:
    shape = _shape(step)
    return "" if shape == "not" else step.rule, shape


def _shape(step: Step) -> str:
    for name, pattern in _SHAPES:
        if pattern.fullmatch(step.text):
            return name
    return "fact" if step.rule and step.value is None and _FACT.fullmatch(step.text) else ""


def _told(kind: tuple[str, str], run: list[Step]) -> Iterator[Step]:
    rule, shape = kind
    if len(run) <= _LONG or not shape:
        for step in run:
            yield replace(step, under=summed(step.under))
    elif shape == "cost":
        yield from _by_cost(rule, run)
    elif shape == "not":
        yield from _by_rule(run)
    else:
        yield from (replace(step, under=summed(step.under)) for step in run[:_FIRST])
        yield Step(rule, f"and {len(run) - _FIRST} more of these {len(run)}; --all lists them")


def _by_rule(run: Sequence[Step]) -> Iterator[Step]:
    """What is closed, the reasons of one section together with the first of them in full."""
    rules: dict[str, list[tuple[str, str]]] = {}
    for step in run:
        name, _, reason = step.text.removeprefix("not ").removeprefix("by ").partition(": ")
        rules.setdefault(step.rule, []).append((name, reason))
    yield Step("", f"{len(run)} reasons against others; --all lists them")
    for rule, told in rules.items():
        names = list(dict.fromkeys(name for name, _ in told))
        more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
        yield Step(rule, f"  not {', '.join(names[:_NAMES])}{more}, such as: {told[0][1]}")


def _by_cost(rule: str, run: Sequence[Step]) -> Iterator[Step]:
    costs: dict[str, list[str]] = {}
    for step in run:
        found = _COST.fullmatch(step.text)
        if found is not None:
            costs.setdefault(found["cost"].strip(), []).append(found["name"])
    yield Step(rule, f"{len(run)} in all, by cost; --all tells the way to each")
    for cost, names in costs.items():
        more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
        yield Step("", f"  {cost}: {', '.join(names[:_NAMES])}{more}")
