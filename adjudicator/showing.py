"""Long lists of a ruling summed up for a screen; whoever wants every line asks for all of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adjudicator.ruling import Entry, Fault, Step, Violation

__all__ = ["against", "closed", "costing", "fact", "summed", "way"]

_LONG = 24  # lines of one kind that still fit on a screen
_NAMES = 10  # names that are listed for one cost
_FIRST = 12  # lines shown of a list that has no costs


def costing(rule: str, name: str, cost: str, more: str = "") -> Step:
    """What can be reached or had, and for how much.

    Parameters
    ----------
    rule
        Section.
    name, cost
        Of what, and its cost with the unit in which it is counted.
    more
        What else is said of it, after a mark of punctuation.

    Returns
    -------
    Step

    Examples
    --------
    >>> costing("8.11", "Caen", "3 MP", ": Bayeux - Caen").text
    'Caen for 3 MP: Bayeux - Caen'
    """
    return Step(rule, f"{name} for {cost}{more}", entry=Entry("cost", name, cost))


def closed(rule: str, name: str, reason: str) -> Step:
    """What cannot be reached, had or done, and why.

    Parameters
    ----------
    rule
        Section of the reason.
    name, reason
        Of what, and why not.

    Returns
    -------
    Step

    Examples
    --------
    >>> closed("8.11", "Caen", "it is held by the enemy").text
    'not Caen: it is held by the enemy'
    """
    return Step(rule, f"not {name}: {reason}", entry=Entry("not", name, reason))


def against(name: str, faults: Iterable[Fault | Violation]) -> list[Step]:
    """Every reason why something cannot be reached, had or done.

    Parameters
    ----------
    name, faults
        Of what, and what forbids it.

    Returns
    -------
    list of Step

    Examples
    --------
    >>> [str(step) for step in against("Caen", [Fault("6.0", "it is full"), Fault("8.1", "it is too far")])]
    ['not Caen: it is full (6.0)', 'not Caen: it is too far (8.1)']
    """
    return [closed(fault.rule, name, fault.text) for fault in faults]


def way(rule: str, text: str, value: int | None = None) -> Step:
    """One of several ways to do something.

    Parameters
    ----------
    rule, text, value
        As in `adjudicator.ruling.Step`.

    Returns
    -------
    Step

    Examples
    --------
    >>> way("10.1", "116 Pz=flip", 2).text
    'way: 116 Pz=flip'
    """
    return Step(rule, f"way: {text}", value, entry=Entry("way"))


def fact(rule: str, name: str, said: str) -> Step:
    """One of many facts of the same section.

    Parameters
    ----------
    rule
        Section.
    name, said
        Of what, and what holds.

    Returns
    -------
    Step

    Examples
    --------
    >>> fact("7.3", "control of Caen", "german").text
    'control of Caen: german'
    """
    return Step(rule, f"{name}: {said}", entry=Entry("fact", name, said))


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
    >>> hexes = [costing("10.1", f"31{n:02}", f"{n // 20 + 1} MP") for n in range(40)]
    >>> [step.text for step in summed(hexes)][0]
    '40 in all, by cost; --all tells the way to each'
    """
    return tuple(itertools.chain.from_iterable(_told(kind, run) for kind, run in _runs(steps)))


def _runs(steps: Sequence[Step]) -> Iterator[tuple[tuple[str, str], list[Step]]]:
    """Neighbours of one kind: of one section, and entries of one list."""
    for kind, run in itertools.groupby(steps, key=_kind):
        yield kind, list(run)


def _kind(step: Step) -> tuple[str, str]:
    kind = "" if step.entry is None else step.entry.kind
    return "" if kind == "not" else step.rule, kind


def _told(kind: tuple[str, str], run: list[Step]) -> Iterator[Step]:
    rule, of = kind
    if len(run) <= _LONG or not of:
        for step in run:
            yield replace(step, under=summed(step.under))
    elif of == "cost":
        yield from _by_cost(rule, run)
    elif of == "not":
        yield from _by_rule(run)
    else:
        yield from (replace(step, under=summed(step.under)) for step in run[:_FIRST])
        yield Step(rule, f"and {len(run) - _FIRST} more of these {len(run)}; --all lists them")


def _by_rule(run: Sequence[Step]) -> Iterator[Step]:
    """What is closed, the reasons of one section together with the first of them in full."""
    rules: dict[str, list[Entry]] = {}
    for step in run:
        if step.entry is not None:
            rules.setdefault(step.rule, []).append(step.entry)
    yield Step("", f"{len(run)} reasons against others; --all lists them")
    for rule, told in rules.items():
        names = list(dict.fromkeys(entry.name for entry in told))
        more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
        yield Step(rule, f"  not {', '.join(names[:_NAMES])}{more}, such as: {told[0].said}")


def _by_cost(rule: str, run: Sequence[Step]) -> Iterator[Step]:
    costs: dict[str, list[str]] = {}
    for step in run:
        if step.entry is not None:
            costs.setdefault(step.entry.said, []).append(step.entry.name)
    yield Step(rule, f"{len(run)} in all, by cost; --all tells the way to each")
    for cost, names in costs.items():
        more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
        yield Step("", f"  {cost}: {', '.join(names[:_NAMES])}{more}")
