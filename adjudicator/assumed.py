"""What was assumed, in sentences that a reader can take in: by section, of many subjects in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from adjudicator.silence import EVERY, Silence

__all__ = ["assumptions"]

_LISTED = 3
_NUMBER = re.compile("([0-9]+)")
_Order: TypeAlias = tuple[tuple[int, str], ...]


def assumptions(silences: Iterable[Silence], told: Iterable[str] = ()) -> tuple[str, ...]:
    """What was assumed, in sentences; of one item of many subjects in one.

    Parameters
    ----------
    silences
        What was heard.
    told
        What a ruling says of it already.

    Returns
    -------
    tuple of str
        By section, so that the order in which rules happened to read is nobody's concern.

    Examples
    --------
    >>> from adjudicator.silence import Silence
    >>> flags = [Silence("moved", u, u, "8.1", f"{u} has not moved", "") for u in "abcde"]
    >>> assumptions(flags)
    ('assumed: a has not moved (8.1); likewise b, c and 2 more',)
    """
    groups: dict[str, list[Silence]] = {}
    for silence in sorted(silences, key=_place):
        if silence.assumed and not silence.needed:
            groups.setdefault(silence.item, []).append(silence)
    said = {str(s) for group in groups.values() for s in group}
    lines = [text for text in told if text not in said]
    return tuple(dict.fromkeys([*lines, *(line for group in groups.values() for line in _grouped(group))]))


def _place(silence: Silence) -> tuple[_Order, ...]:
    """Where an assumption stands among others: by section, then by what and whom it is about."""
    return _order(silence.rule), _order(silence.item), _order(silence.name), _order(silence.subject)


def _order(text: str) -> _Order:
    """Words and numbers in the order in which people list them: 8.6 before 8.31, A2 before A10."""
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in _NUMBER.split(text))


def _grouped(group: Sequence[Silence]) -> Iterator[str]:
    """Sentences about one item; only the first three names of many."""
    many = [s for s in group if s.subject not in {"", EVERY}]
    single = [s for s in group if s.subject in {"", EVERY}]
    if len(many) <= _LISTED:
        yield from map(str, group)
        return
    yield from map(str, single)
    first, second, third, *rest = many
    yield f"{first}; likewise {second.name}, {third.name} and {len(rest)} more"
