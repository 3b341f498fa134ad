"""What was assumed, in sentences that a reader can take in: of many subjects in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.silence import EVERY, Silence

__all__ = ["assumptions"]

_LISTED = 3


def assumptions(silences: Iterable[Silence], told: Iterable[str] = ()) -> tuple[str, ...]:
    """What was assumed, in sentences; of one item of many subjects in one.

    Parameters
    ----------
    silences
        What was heard.
    told
        What a ruling says of it already, in its own order.

    Returns
    -------
    tuple of str
        In the order in which rules read.

    Examples
    --------
    >>> from adjudicator.silence import Silence
    >>> flags = [Silence("moved", u, u, "8.1", f"{u} has not moved", "") for u in "abcde"]
    >>> assumptions(flags)
    ('assumed: a has not moved (8.1); likewise b, c and 2 more',)
    """
    groups: dict[str, list[Silence]] = {}
    for silence in silences:
        if silence.assumed and not silence.needed:
            groups.setdefault(silence.item, []).append(silence)
    said = {str(s): group for group in groups.values() for s in group}
    lines = [line for t in told for line in (_grouped(said[t]) if t in said else (t,))]
    return tuple(dict.fromkeys([*lines, *(line for group in groups.values() for line in _grouped(group))]))


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
