"""Sections 9.5, 9.8 and 12.3: what the defender's units absorb, and every legal way to take the losses."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, cast

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r09_retreat_areas, r09_retreats, terms
from adjudicator.breakout_normandy.r08_steps import bridge_room
from adjudicator.breakout_normandy.r09_chances import absorbs
from adjudicator.breakout_normandy.r09_choices import classes
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["DUE", "HANDLERS", "TakeLosses", "ask_losses", "capacity", "count_ways", "eliminate"]

CASUALTIES = "casualties"


@dataclass(frozen=True, slots=True)
class Due:
    """Casualty Points that the defender has to distribute, the first of them to the Forward Unit."""

    area: str
    points: int
    forward: str


DUE = Frame(CASUALTIES, "9.5", Due)
Loss = tuple[str, int, str]
_LETTER = {terms.FRESH: "9.5A", terms.SPENT: "9.5B", terms.D1: "9.5C", terms.D2: "9.5D"}


@dataclass(frozen=True, slots=True)
class TakeLosses(Action):
    """Distribute the Casualty Points of an assault (9.5).

    Parameters
    ----------
    losses
        For each unit: its id, how many levels it loses (the last one eliminates it), and the Area to which it
        retreats for one more point, or an empty text. They take effect in this order (9.65).

    Examples
    --------
    >>> TakeLosses((("ge-916", 1, "grandcamp"), ("ge-726", 1, ""))).losses[0]
    ('ge-916', 1, 'grandcamp')
    """

    losses: tuple[Loss, ...]

    @staticmethod
    def ladder(view: View, uid: str) -> Sequence[str]:
        """What a unit is after each number of levels that it loses (9.5)."""
        steps = (*terms.STATUSES, "eliminated")
        return steps[steps.index(view.pieces[uid].status) :]


@rule("9.8", "8.53")
def capacity(pieces: Iterable[Piece]) -> int:
    """Most Casualty Points that units can absorb together.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> capacity(GAME.scenario("d-day").units_in("utah-beach"))
    4
    """
    return sum(absorbs(p.status) for p in pieces)


def ask_losses(draft: Draft, area: str, defender: str, points: int, forward: str) -> None:
    """Ask the defender to distribute Casualty Points.

    Parameters
    ----------
    points
        How many; no more than his units absorb.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> ask_losses(draft, "utah-beach", "german", 1, "ge-1-919"); draft.decision.kind
    'casualties'
    """
    DUE.push(draft, Due(area, points, forward), defender)


def eliminate(draft: Draft, uid: str) -> None:
    """Remove a unit that can absorb no more, with the control that follows (9.5D).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> eliminate(draft, "ge-1-919"); draft.pieces["ge-1-919"].space
    'eliminated'
    """
    piece = draft.pieces[uid]
    r09_retreats.mark_start(draft, uid)
    terms.remove(draft, uid)
    r07.update_control(draft, piece.space, left_by=terms.nationality(piece))


def _status_after(piece: Piece, levels: int) -> str:
    """Status after the loss of some levels; empty when eliminated."""
    index = terms.STATUSES.index(piece.status) + levels
    return terms.STATUSES[index] if index < len(terms.STATUSES) else ""


# --- check ----------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: TakeLosses) -> None:
    top, due = inquiry.decision, DUE.asked(inquiry)
    if top is None or due is None or not _well_formed(inquiry, action, due.area, top.player):
        return
    for uid, levels, to in action.losses:
        _check_loss(inquiry, inquiry.pieces[uid], levels, to)
    first = any(uid == due.forward for uid, _, _ in action.losses)
    title = inquiry.pieces[due.forward].printed.title
    inquiry.require(
        "9.5", first, f"{title} takes the first CP", f"{title}, the Forward Unit, must take the first CP"
    )
    wanted, taken = due.points, sum(levels + bool(to) for _, levels, to in action.losses)
    inquiry.require(
        "9.5", taken == wanted, f"{taken} CP are absorbed", f"{wanted} CP are to be absorbed, not {taken}"
    )
    if not inquiry.violations:
        _check_retreats(inquiry, action.losses)


def _well_formed(inquiry: Inquiry, action: TakeLosses, area: str, side: str) -> bool:
    """Whether each loss names a defender once, a number and a space."""
    seen: set[object] = set()
    for loss in action.losses:
        if len(loss) != 3 or not isinstance(loss[1], int):
            inquiry.refuse("9.5", "a loss has a unit, a number of levels and an Area or nothing")
            continue
        piece = inquiry.pieces.get(loss[0])
        there = piece is not None and piece.space == area and piece.side == side
        inquiry.require("9.5", there, "", f"{loss[0]} does not defend {inquiry.board.name(area)}")
        inquiry.require("9.5F", loss[0] not in seen, "", f"{loss[0]} is named twice")
        inquiry.require("9.5", loss[1] + bool(loss[2]) > 0 <= loss[1], "", f"{loss[0]} absorbs nothing")
        seen.add(loss[0])
    return not inquiry.violations


@rule("9.5", "9.5E", "9.5F", "12.3")
def _check_loss(inquiry: Inquiry, piece: Piece, levels: int, to: str) -> None:
    """Whether one unit can absorb its share."""
    title, most, one = piece.printed.title, absorbs(piece.status), (piece.uid,)
    if levels > most:
        inquiry.refuse("9.5F", f"{title} absorbs {most} CP at most", units=one)
        return
    status = _status_after(piece, levels)
    if to and piece.status == terms.FRESH and not levels:
        inquiry.refuse("12.3", f"{title} is Fresh: its first CP must make it Spent", units=one)
    elif to and not status:
        inquiry.refuse("9.5F", f"{title} cannot absorb CP both by retreat and elimination", units=one)
    else:
        for step in range(levels):
            before = _status_after(piece, step)
            after = _status_after(piece, step + 1) or "eliminated"
            inquiry.note(_LETTER[before], f"{title}: {before} to {after}", 1)
        if to:
            inquiry.note("9.5E", f"{title} retreats", 1)
        if levels + bool(to) > 1:
            inquiry.note("9.5F", f"{title} absorbs {levels + bool(to)} CP of {most}")


def _check_retreats(inquiry: Inquiry, losses: Sequence[Loss]) -> None:
    """Whether every retreat is legal when its turn comes (9.65)."""
    draft = _copy(inquiry.state)
    if sum(bool(to) for _, _, to in losses) > 1:
        inquiry.note("9.65", "units retreat one after the other")
    for loss in losses:
        uid, levels, to = loss
        _reduce(draft, uid, levels)
        if to:
            look = Inquiry(draft, strict=inquiry.strict)
            if to in draft.board.spaces:
                r09_retreat_areas.explain(look, draft.pieces[uid], to)
            else:
                look.refuse("9.5E", f"there is no Area {to!r}", units=[uid])
            inquiry.steps += look.steps
            inquiry.violations += look.violations
            if look.violations:
                return
            _go(draft, uid, to, (draft.pieces[uid].space,))


@rule("9.66")
def _go(draft: Draft, uid: str, to: str, passed: Sequence[str]) -> None:
    """Retreat a unit until it finds room, so that the next one sees what it fills (9.65, 9.66)."""
    crowded = r09_retreat_areas.is_full(draft, draft.pieces[uid], to)
    r09_retreats.fall_back(draft, uid, to)
    if crowded:
        for onward in r09_retreat_areas.destinations(draft, draft.pieces[uid], passed)[:1]:
            _go(draft, uid, onward, (*passed, to))


def _copy(state: State) -> Draft:
    return Draft(cast("Position", state))


# --- perform --------------------------------------------------------------------------------------------


@rule("9.5", "12.3")
def _reduce(draft: Draft, uid: str, levels: int) -> None:
    """Take levels from a unit, the last one eliminating it."""
    status = _status_after(draft.pieces[uid], levels)
    if status:
        draft.set_status(uid, status)
    else:
        eliminate(draft, uid)


def _perform(draft: Draft, action: TakeLosses) -> None:
    defender = draft.pending[-1].player
    area, onward = DUE.settle(draft).area, list[str]()
    for uid, levels, to in action.losses:
        _reduce(draft, uid, levels)
        if to:
            crowded = r09_retreat_areas.is_full(draft, draft.pieces[uid], to)
            r09_retreats.fall_back(draft, uid, to)
            onward += [uid] if crowded else []
    r09_retreats.offer_defenders(draft, area, defender)
    for uid in reversed(onward):
        r09_retreats.ask_onward(draft, uid, area, [area])


# --- options --------------------------------------------------------------------------------------------


def _options(state: State) -> Iterator[TakeLosses]:
    due = DUE.asked(state)
    if due is None:
        return
    groups, able = _groups(state, due)
    for shares in _distribute(groups, due.points, able, first=True):
        yield from (TakeLosses(losses) for losses in _with_destinations(state, shares))


def _groups(state: State, due: Due) -> tuple[list[list[Piece]], set[str]]:
    """The defenders by class, the Forward Unit first; ids of those that have an Area to retreat to."""
    forward, defender = state.pieces[due.forward], state.pending[-1].player
    others = [p for p in terms.friends(state, due.area, defender) if p.uid != forward.uid]
    groups = [[forward], *classes(state, others)]
    return groups, {p.uid for g in groups for p in g if r09_retreat_areas.destinations(state, p)}


def count_ways(state: State, most: int) -> int | None:
    """How many options there are to take the losses that are due, without a look at each.

    Ways that differ only in what the units lose that stay, or in how much those lose that go, lead their
    retreats through the same Areas, so that these are looked at once.

    Parameters
    ----------
    most
        How many sequences of retreats are looked at.

    Returns
    -------
    int or None
        None where there are more sequences of retreats than that.
    """
    due = DUE.asked(state)
    if due is None:
        return 0
    groups, able = _groups(state, due)
    total, looked = 0, 0
    for going, number in _goings(groups, due.points, able).items():
        levels = [(uid, int(state.pieces[uid].status == terms.FRESH), True) for uid in going]
        found = sum(1 for _ in itertools.islice(_with_destinations(state, levels), most - looked + 1))
        looked += found if going else 0
        if looked > most:
            return None
        total += number * found
    return total


def _goings(
    groups: Sequence[Sequence[Piece]], points: int, able: AbstractSet[str]
) -> Mapping[tuple[str, ...], int]:
    """Which units may retreat together, each with the number of ways to lay all points on the classes."""
    laid = Counter[tuple[int, tuple[str, ...]]]({(0, ()): 1})
    for place, group in enumerate(groups):
        ways, here = _ways(group[0], able=group[0].uid in able), Counter[tuple[int, tuple[str, ...]]]()
        for chosen in itertools.combinations_with_replacement(ways, len(group)):
            taken = sum(levels + retreat for levels, retreat in chosen)
            if taken or place:
                here[taken, tuple(p.uid for p, way in zip(group, chosen, strict=True) if way[1])] += 1
        joined = Counter[tuple[int, tuple[str, ...]]]()
        for (before, gone), number in laid.items():
            for (taken, going), more in here.items():
                if before + taken <= points:
                    joined[before + taken, (*gone, *going)] += number * more
        laid = joined
    return {going: number for (taken, going), number in laid.items() if taken == points}


_Share = tuple[str, int, bool]


def _ways(piece: Piece, *, able: bool) -> list[tuple[int, bool]]:
    """(levels, retreats) that a unit can absorb, none first."""
    ways = [(levels, False) for levels in range(absorbs(piece.status) + 1)]
    if able:
        least = 1 if piece.status == terms.FRESH else 0
        ways += [(levels, True) for levels in range(least, absorbs(piece.status))]
    return ways


def _distribute(
    groups: Sequence[Sequence[Piece]], points: int, able: set[str], *, first: bool = False
) -> Iterator[tuple[_Share, ...]]:
    """Ways to lay points on classes of units; the first class must take one."""
    if not groups:
        if points == 0:
            yield ()
        return
    group, rest = groups[0], groups[1:]
    if points > sum(capacity(g) for g in groups):
        return
    ways = _ways(group[0], able=group[0].uid in able)
    for chosen in itertools.combinations_with_replacement(ways, len(group)):
        taken = sum(levels + retreat for levels, retreat in chosen)
        if taken > points or (first and not taken):
            continue
        here = tuple((p.uid, *way) for p, way in zip(group, chosen, strict=True) if way != (0, False))
        for more in _distribute(rest, points - taken, able):
            yield (*here, *more)


def _with_destinations(state: State, shares: Sequence[_Share]) -> Iterator[tuple[Loss, ...]]:
    """Name the Areas of those that retreat, after those that stay."""
    stay = tuple((uid, levels, "") for uid, levels, retreat in shares if not retreat)
    going = [(uid, levels) for uid, levels, retreat in shares if retreat]
    if not going:
        yield stay
        return
    draft = _copy(state)
    for uid, levels, _ in stay:
        _reduce(draft, uid, levels)
    in_turn = not (_tight(draft, going) or _narrow(draft, going))
    found = _retreats(draft, going) if in_turn else _in_any_order(draft, going, (), set())
    seen = set()
    for losses in found:
        if frozenset(losses) not in seen:
            seen.add(frozenset(losses))
            yield (*stay, *losses)


@rule("8.371", "20.1")
def _narrow(draft: Draft, going: Sequence[tuple[str, int]]) -> bool:
    """Whether more units may want a bridge than it has room for, so that the order matters (20.1)."""
    wanted = Counter[str]()
    for uid, _ in going:
        piece = draft.pieces[uid]
        for to in r09_retreat_areas.destinations(draft, piece):
            edge = draft.board.edge(piece.space, to)
            if edge is not None and r09_retreat_areas.takes_bridge(draft, piece, edge):
                wanted[edge.id] += 1
    return any(bridge_room(draft, draft.board.edges[e]) < count for e, count in wanted.items())


def _tight(draft: Draft, going: Sequence[tuple[str, int]]) -> bool:
    """Whether some Area may fill while they retreat, so that the order matters (9.65)."""
    targets = {
        (to, draft.pieces[uid].side)
        for uid, _ in going
        for to in r09_retreat_areas.destinations(draft, draft.pieces[uid])
    }
    return any(len(terms.friends(draft, to, side)) + len(going) > r07.LIMIT for to, side in targets)


def _retreats(draft: Draft, order: Sequence[tuple[str, int]]) -> Iterator[tuple[Loss, ...]]:
    """Sequences of retreats in a given order."""
    if not order:
        yield ()
        return
    uid, levels = order[0]
    for to in r09_retreat_areas.destinations(draft, draft.pieces[uid]):
        after = _copy(draft)
        _reduce(after, uid, levels)
        _go(after, uid, to, (after.pieces[uid].space,))
        for more in _retreats(after, order[1:]):
            yield ((uid, levels, to), *more)


def _in_any_order(
    draft: Draft, going: Sequence[tuple[str, int]], gone: tuple[Loss, ...], met: set[Hashable]
) -> Iterator[tuple[Loss, ...]]:
    """Sequences of retreats in every order; of those that lead to the same places, one goes on."""
    if not going:
        yield gone
        return
    for n, (uid, levels) in enumerate(going):
        for to in r09_retreat_areas.destinations(draft, draft.pieces[uid]):
            after = _copy(draft)
            _reduce(after, uid, levels)
            _go(after, uid, to, (after.pieces[uid].space,))
            now: tuple[Loss, ...] = (*gone, (uid, levels, to))
            there = frozenset((loss, after.pieces[loss[0]].space) for loss in now)
            if there not in met:
                met.add(there)
                yield from _in_any_order(after, [*going[:n], *going[n + 1 :]], now, met)


HANDLERS = (Handler(TakeLosses, _check, _perform, _options, "9.5", answers=frozenset({CASUALTIES})),)
