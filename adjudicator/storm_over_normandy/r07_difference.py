"""Section 7.1: candidates for what units did, made from the difference of two positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from adjudicator.citation import rule
from adjudicator.position import Position
from adjudicator.storm_over_normandy import cards, r05_flow, r07_unit_actions, terms
from adjudicator.storm_over_normandy.r08_reach import reach

__all__ = ["acted", "aims", "together", "travelled", "turned_over"]

_MANY = 6  # of more units than so many not every part is tried


@rule("7.1")
def acted(before: Position, after: Position) -> Iterator[tuple[str, ...]]:
    """Groups of one space and nationality that may have acted together: parts of what changed there.

    Yields
    ------
    tuple of str
        Ids, sorted; the largest groups of a space first.
    """
    yield from _under_way(before, after)
    for uids in _changed(before, after):
        sizes = range(len(uids), 0, -1) if len(uids) <= _MANY else (len(uids), 1)
        ends = dict.fromkeys(after.pieces[u].space for u in uids)
        same_end = (tuple(u for u in uids if after.pieces[u].space == end) for end in ends)
        parts = itertools.chain.from_iterable(itertools.combinations(uids, n) for n in sizes)
        yield from dict.fromkeys((*same_end, *parts))


def _under_way(before: Position, after: Position) -> Iterator[tuple[str, ...]]:
    """Units of what is under way in the later position, and was not in the earlier."""
    for decision in after.pending[len(before.pending) :]:
        for name in ("units", "attackers", "origins"):
            units = tuple(sorted(u for u in decision.data.get(name, ()) if u in before.pieces))
            if units:
                yield units


def _changed(before: Position, after: Position) -> list[tuple[str, ...]]:
    """Units that could act and are not as they were, by space and nationality."""
    side = r05_flow.whose_impulse(before)
    found = []
    for group in r07_unit_actions.groups(before, side):
        other = [p.uid for p in group if after.pieces.get(p.uid) != p]
        found += [tuple(sorted(other))] if other else []
    return found


@rule("11.0")
def together(before: Position, after: Position) -> Iterator[tuple[str, ...]]:
    """Groups of two spaces and one nationality that may have assaulted together, all that changed of each."""
    for one, other in itertools.combinations(_changed(before, after), 2):
        kinds = {terms.group_of(before.pieces[u].printed) for u in (*one, *other)}
        if len(kinds) == 1:
            yield (*one, *other)


@rule("11.0")
def aims(before: Position, after: Position, uids: tuple[str, ...]) -> tuple[str, ...]:
    """Areas that units may have assaulted: where they are now, and those with enemies next to them."""
    origin, side = before.pieces[uids[0]].space, before.pieces[uids[0]].side
    near = [to for _, to in before.board.neighbours(origin) if terms.enemies(before, to, side)]
    ends = [after.pieces[u].space for u in uids]
    ends += [d.data[name] for d in after.pending for name in ("target", "area") if name in d.data]
    return tuple(sorted(near, key=lambda to: -ends.count(to)))


@rule("8.0", "13.0")
def travelled(before: Position, after: Position, uids: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Paths that may have led units where they are now: the cheapest, and those through Areas they took."""
    for decision in after.pending:
        if tuple(sorted(decision.data.get("units", ()))) == tuple(sorted(uids)) and "path" in decision.data:
            yield tuple(decision.data["path"])
    ends = {after.pieces[u].space for u in uids}
    taken = [
        a.id for a in terms.areas(before) if terms.controller(before, a.id) != terms.controller(after, a.id)
    ]
    found, start = reach(before, uids), before.pieces[uids[0]].space
    for end in sorted(ends):
        if end in found.destinations:
            yield found.path(end)
        around = [to for _, to in before.board.neighbours(start)] if end == start else []
        for via in dict.fromkeys((*taken, *around)):
            if via in found.destinations:
                yield from ((*found.path(via), *rest) for rest in _onward(before, uids, via, end))


def _onward(before: Position, uids: tuple[str, ...], via: str, end: str) -> Iterator[tuple[str, ...]]:
    """The way from a space on the way to the end of it; what has been used to come there is not counted."""
    draft = before.draft()
    for uid in uids:
        draft.place(uid, via)
    found = reach(draft.finish(), uids)
    if end in found.destinations:
        yield found.path(end)


@rule("6.2")
def turned_over(before: Position, after: Position, side: str) -> tuple[str, ...]:
    """Cards of a hand that may have been played: those that have left it, or the whole hand."""
    hand = cards.hand(before, side)
    gone = tuple(copy for copy in hand if after.text("card", copy) != cards.HAND)
    return gone or hand
