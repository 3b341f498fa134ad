"""Section 9.2: candidates for what units did, made from the difference of two positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r03_victory import controller
from adjudicator.dark_summer.r10_reach import reach_stack
from adjudicator.dark_summer.r11_resolve import combat_in
from adjudicator.position import Position
from adjudicator.search import follow

__all__ = ["attackers", "losses", "stacks", "travelled"]

_MANY = 6  # of more units than so many not every part is tried


def _changed(before: Position, after: Position) -> list[str]:
    """Units that are not as they were, or have moved and come back; their ids, sorted."""
    pairs = ((was, now) for now, was in before.moved(after) if was is not None and now is not None)
    changed = {was.uid for was, now in pairs if was != now}
    told = after.pieces if "moved" in after.unknown else {uid for item, uid in after.facts if item == "moved"}
    back = [uid for uid in told if uid in after.pieces and uid in before.pieces and uid not in changed]
    changed.update(uid for uid in back if after.flag("moved", uid) and not before.flag("moved", uid))
    return sorted(changed)


@rule("10.1")
def stacks(before: Position, after: Position) -> Iterator[tuple[str, ...]]:
    """Units of one space that have come to one space together: all of them, and every part.

    Yields
    ------
    tuple of str
        Ids, sorted.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for uid in _changed(before, after):
        found.setdefault((before.pieces[uid].space, after.pieces[uid].space), []).append(uid)
    for uids in found.values():
        sizes = range(len(uids), 0, -1) if len(uids) <= _MANY else (len(uids), 1)
        yield from itertools.chain.from_iterable(itertools.combinations(uids, n) for n in sizes)


@rule("10.1", "3.2.2")
def travelled(
    before: Position, after: Position, groups: Sequence[tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Paths that may have led units where they are now: the cheapest, and those through hexes they took.

    Parameters
    ----------
    before, after, groups
        The two positions, and units of one space each, as `stacks` gives them.

    Yields
    ------
    tuple
        Units, and a path.
    """
    told = {*before.subjects("control"), *after.subjects("control")} if groups else set()
    taken = [s for s in sorted(told) if before.text("control", s) != after.text("control", s)]
    for uids in groups:
        yield from ((uids, path) for path in _paths(before, after, uids, taken))


def _paths(
    before: Position, after: Position, uids: Sequence[str], taken: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Paths of units of one space, given the hexes that have been taken since."""
    found, end = reach_stack(before, list(uids)), after.pieces[uids[0]].space
    if end in found.destinations:
        yield tuple(found.path(end))
    start = before.pieces[uids[0]].space
    side = before.pieces[uids[0]].side
    open_ = {s for s in found.ways if s in taken or controller(before, s) == side == controller(after, s)}
    yield from _through(before, start, end, open_, {*taken} & open_)
    around = [to for _, to in before.board.neighbours(start)] if end == start else []
    for via in dict.fromkeys((*(taken if len(taken) <= _MANY else ()), *around)):
        if via in found.ways:
            yield from ((*found.path(via), *rest) for rest in _onward(before, uids, via, end))


def _through(
    before: Position, start: str, end: str, open_: set[str], taken: set[str]
) -> Iterator[tuple[str, ...]]:
    """The way that leads through every hex taken since, the nearest first, if there is one."""
    trail, left = [start], taken - {end}
    while left or trail[-1] != end:
        goals = left or {end}
        legs = _shortest(before, trail[-1], goals, open_ | {end} if not left else open_)
        if not legs:
            return
        trail += legs
        left -= {*legs}
    yield tuple(trail[1:])


def _shortest(before: Position, start: str, goals: set[str], open_: set[str]) -> list[str]:
    """The shortest way through open hexes to one of some."""
    came, queue = {start: ""}, [start]
    for at in queue:
        if at in goals:
            return [hex_ for hex_ in follow(came, at) if hex_ != start]
        for _, to in before.board.neighbours(at):
            if to in open_ and to not in came:
                came[to] = at
                queue.append(to)
    return []


def _onward(before: Position, uids: Sequence[str], via: str, end: str) -> Iterator[tuple[str, ...]]:
    """The way from a space on the way to its end; what has been used to come there is not counted."""
    there = f"onward:{via}:{','.join(uids)}"
    found = before.derived(there, lambda here: reach_stack(_moved(here, uids, via), uids))
    if end in found.destinations:
        yield tuple(found.path(end))


def _moved(here: Position, uids: Sequence[str], to: str) -> Position:
    draft = here.draft()
    for uid in uids:
        draft.place(uid, to)
    return draft.finish()


@rule("11.1")
def attackers(before: Position, after: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Hexes that have been attacked since, each with parts of the units that may have done it."""
    for decision in after.pending[len(before.pending) :]:
        if "combat" in decision.data:
            combat = combat_in(decision.data)
            yield combat.target, combat.attackers
    fought = [
        u for u in after.subjects("attacked") if after.flag("attacked", u) and not before.flag("attacked", u)
    ]
    for target in after.subjects("hex-attacked"):
        if after.flag("hex-attacked", target) and not before.flag("hex-attacked", target):
            near = {to for _, to in before.board.neighbours(target)}
            units = sorted(u for u in fought if u in before.pieces and before.pieces[u].space in near)
            sizes = range(len(units), 0, -1) if len(units) <= _MANY else (len(units), 1)
            for n in sizes:
                yield from ((target, chosen) for chosen in itertools.combinations(units, n))


@rule("11.3.6")
def losses(before: Position, after: Position, uids: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Steps that units have lost since.

    Parameters
    ----------
    before, after, uids
        The two positions, and the units involved.
    """
    found = []
    for uid in uids:
        piece, then = before.pieces[uid], after.pieces.get(uid)
        if then is None or then.space == terms.ELIMINATED:
            found.append((uid, terms.steps_left(piece)))
        elif lost := terms.steps_left(piece) - terms.steps_left(then):
            found.append((uid, lost))
    return tuple(found)
