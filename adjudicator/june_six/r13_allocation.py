"""Section 13.7: who among attackers or defenders suffers a result; every way that its owner may choose."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r13_losses, terms
from adjudicator.june_six.r13_losses import severity, words
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "ALLOCATE",
    "CODES",
    "HANDLERS",
    "Allocate",
    "Allocation",
    "Outcome",
    "Readings",
    "Sufferer",
    "allocations",
    "ask",
    "explain",
    "note_outcome",
    "readings",
    "suffer",
    "sufferers",
    "ways_of",
]

ALLOCATE = "allocate"
CODES: Mapping[str, str] = {
    "A": "every unit",
    "B": "every unit but the combat unit of highest cohesion",
    "C": "every unit but the combat unit of lowest cohesion",
    "D": "the unit of highest cohesion",
    "E": "the unit of lowest cohesion",
    "F": "any one unit",
}
Allocation = tuple[tuple[str, str], ...]
_REDUCED = "reduced"
_POINTS = ("reduced-allocation", "b-and-d-support", "single-double", "hq-last")
_MOST = 2


@dataclass(frozen=True, slots=True)
class Allocate(Action):
    """Say which of one's units suffer which results (13.71).

    Parameters
    ----------
    losses
        Pairs of a unit's id and ``dis-1``, ``dis-2`` or ``reduced``; units that suffer nothing are left out.

    Examples
    --------
    >>> Allocate((("us-1-16", "dis-1"),)).losses[0][1]
    'dis-1'
    """

    losses: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sufferer:
    """What of a unit decides who suffers.

    Parameters
    ----------
    combat, hq
        Whether it is a Combat unit, and whether an HQ.
    disorder
        Level of its Disorder marker.

    Examples
    --------
    >>> Sufferer("us-1", "e1940", 6).loses("dis-2"), Sufferer("us-1", "e1940", 6, disorder=1).loses("dis-2")
    (False, True)
    """

    uid: str
    space: str
    cohesion: int
    combat: bool = True
    hq: bool = False
    disorder: int = 0

    def loses(self, result: str) -> bool:
        """Whether a result costs it a step."""
        return r13_losses.course(self.disorder, result)[1] > 0


@dataclass(frozen=True, slots=True)
class Readings:
    """How open points are read.

    Parameters
    ----------
    one_of_stack
        Whether A, B and C with Reduced hit one unit of each stack (13.22).
    both
        Whether a support unit with the highest cohesion suffers B and D.
    shifted
        Whether it is what B exempts then, instead of a combat unit.
    in_turn
        Whether two results are suffered one after the other, not the worse of them.
    retreat_counts
        Whether a Retreat makes a result of a single unit a double one.
    hq_last
        Whether codes D and E too pass over an HQ while its stack has other steps to lose (6.16).
    """

    one_of_stack: bool = True
    both: bool = True
    retreat_counts: bool = True
    shifted: bool = False
    in_turn: bool = False
    hq_last: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a side of a combat suffers, before it is said who.

    Parameters
    ----------
    results
        Pairs of an allocation code and ``dis-1``, ``dis-2`` or ``reduced``.
    retreat
        Hexes to retreat.
    enemy_best
        Highest cohesion of the enemy in the combat.

    Examples
    --------
    >>> Outcome((("B", "dis-1"), ("D", "reduced"))).doubled(Readings())
    True
    """

    results: tuple[tuple[str, str], ...]
    retreat: int = 0
    enemy_best: int = 0

    def doubled(self, readings: Readings) -> bool:
        """Whether it is a double result for a single unit (13.73)."""
        return len(self.results) + (self.retreat > 0 and readings.retreat_counts) >= _MOST


@dataclass(frozen=True, slots=True)
class _Allocating:
    """Who may suffer which results, as in `Outcome`."""

    units: tuple[str, ...]
    results: tuple[tuple[str, str], ...]
    retreat: int
    enemy_best: int


_ALLOCATING = Frame(ALLOCATE, "13.71", _Allocating)


# --- reading the position ---------------------------------------------------------------------------------


@rule("13.71")
def sufferers(view: View, pieces: Iterable[Piece]) -> tuple[Sufferer, ...]:
    """What decides who suffers among some units."""
    return tuple(
        Sufferer(
            p.uid,
            p.space,
            terms.rating(view, p, "cohesion", "13.71"),
            terms.is_combat(p.printed),
            terms.is_hq(p.printed),
            view.number("disorder", p.uid),
        )
        for p in pieces
    )


def readings(view: View) -> Readings:
    """How a position reads the open points of allocation."""
    one_of_stack, both, retreat_counts, last = (view.option(name) for name in _POINTS)
    return Readings(
        one_of_stack == "A", both in {"A", "D"}, retreat_counts == "A", both == "C", both == "D", last == "A"
    )


def ways_of(inquiry: Inquiry, units: Sequence[Sufferer], outcome: Outcome) -> tuple[Allocation, ...]:
    """Every way in which units may suffer an outcome; a reading is recorded when another one gives others.

    Parameters
    ----------
    units, outcome
        As in `allocations`.
    """
    read = readings(inquiry.state)
    found = allocations(units, outcome, read)
    for name, point in zip(_POINTS, ("one_of_stack", "both", "retreat_counts", "hq_last"), strict=True):
        other = dataclasses.replace(read, **{point: not getattr(read, point)})
        if allocations(units, outcome, other) != found:
            inquiry.option(name)
    return found


# --- every way --------------------------------------------------------------------------------------------


@rule("13.71", "13.72", "13.73", "13.22", "6.16")
def allocations(
    units: Sequence[Sufferer], outcome: Outcome, read: Readings | None = None
) -> tuple[Allocation, ...]:
    """Every way in which the owner may let his units suffer an outcome.

    Returns
    -------
    tuple of Allocation
        Sorted; one empty allocation where nobody suffers.

    Examples
    --------
    >>> force = [Sufferer("a", "e1940", 6), Sufferer("b", "e1940", 4), Sufferer("c", "e1841", 5)]
    >>> allocations(force, Outcome((("B", "dis-1"), ("D", "reduced"))))
    ((('a', 'reduced'), ('b', 'dis-1'), ('c', 'dis-1')),)
    """
    reading = read or Readings()
    if not units or not outcome.results:
        return ((),)
    if len(units) == 1:
        return (_single(units[0], outcome, reading),)
    if len(outcome.results) == _MOST:
        return _sorted(_double(units, outcome, reading))
    code, result = outcome.results[0]
    return _sorted(_by_code(units, code, result, reading))


def _sorted(found: Iterable[Mapping[str, str]]) -> tuple[Allocation, ...]:
    return tuple(sorted({tuple(sorted(way.items())) for way in found}))


@rule("13.73")
def _single(unit: Sufferer, outcome: Outcome, read: Readings) -> Allocation:
    """One unit alone: the worse of two results; nothing when a double result finds it the better."""
    if outcome.doubled(read) and unit.cohesion > outcome.enemy_best:
        return ()
    if len(outcome.results) == _MOST:
        return ((unit.uid, max((r for _, r in outcome.results), key=severity)),)
    code, result = outcome.results[0]
    spared = unit.combat and code in {"B", "C"}
    return () if spared else ((unit.uid, result),)


def _by_code(
    units: Sequence[Sufferer], code: str, result: str, read: Readings
) -> Iterator[Mapping[str, str]]:
    if code in {"D", "E", "F"}:
        yield from ({one.uid: result} for one in _ones(units, code, result, read))
        return
    for spared in _spared(units, code):
        yield from _many([u for u in units if u is not spared], result, read)


@rule("6.16", "13.71")
def _ones(units: Sequence[Sufferer], code: str, result: str, read: Readings) -> list[Sufferer]:
    """Units that D, E or F may hit; an HQ loses a step only after the rest of its stack."""
    last = read.hq_last or code == "F"
    able = [u for u in units if not (last and u.loses(result) and _shielded(u, units))]
    return able if code == "F" else _extreme(able, highest=code == "D")


def _shielded(unit: Sufferer, among: Iterable[Sufferer]) -> bool:
    return unit.hq and any(u.space == unit.space and not u.hq for u in among)


def _extreme(units: Sequence[Sufferer], *, highest: bool) -> list[Sufferer]:
    pick: Callable[[Iterator[int]], int] = max if highest else min
    best = pick(u.cohesion for u in units)
    return [u for u in units if u.cohesion == best]


@rule("13.71")
def _spared(units: Sequence[Sufferer], code: str) -> Sequence[Sufferer | None]:
    """Combat units that code B or C may exempt; None where it exempts nobody."""
    combat = [u for u in units if u.combat]
    if code == "A" or not combat:
        return [None]
    return _extreme(combat, highest=code == "B")


@rule("13.22", "6.16")
def _many(named: Sequence[Sufferer], result: str, read: Readings) -> Iterator[Mapping[str, str]]:
    """Let all units named suffer; of a Reduced result, by the first reading, one unit of each stack."""
    if result != _REDUCED or not read.one_of_stack:
        yield {u.uid: result for u in named}
        return
    stacks: dict[str, list[Sufferer]] = {}
    for unit in named:
        stacks.setdefault(unit.space, []).append(unit)
    able = [[u for u in stack if not _shielded(u, stack)] for stack in stacks.values()]
    for chosen in itertools.product(*able):
        yield {u.uid: result for u in chosen}


@rule("13.72")
def _double(units: Sequence[Sufferer], outcome: Outcome, read: Readings) -> Iterator[Mapping[str, str]]:
    """B with D, or C with E: the unit spared by the first is the one hit by the second."""
    (code, result), (one_code, one_result) = outcome.results
    for one in _ones(units, one_code, one_result, read):
        shifted = read.shifted and not one.combat
        for spared in [one] if shifted else _spared(units, code):
            if one.combat and one is not spared and spared is not None:
                continue
            left_out = one.combat or not read.both
            named = [u for u in units if u is not spared and not (u is one and left_out)]
            for way in _many(named, result, read):
                yield {**way, one.uid: _joined(way.get(one.uid, ""), one_result, read)}


@rule("13.72", "13.73")
def _joined(first: str, second: str, read: Readings) -> str:
    """Two results of one unit: the worse, or both one after the other; one where the first is empty."""
    if first and read.in_turn:
        return f"{first}+{second}"
    return max((first or second, second), key=severity)


# --- asking the owner -------------------------------------------------------------------------------------


def ask(draft: Draft, pieces: Sequence[Piece], outcome: Outcome) -> None:
    """Let units suffer an outcome: at once where there is one way only, else their owner is asked."""
    ways = allocations(sufferers(draft, pieces), outcome, readings(draft))
    if len(ways) == 1:
        suffer(draft, ways[0])
        return
    units = tuple([p.uid for p in pieces])
    asked = _Allocating(units, tuple(outcome.results), outcome.retreat, outcome.enemy_best)
    _ALLOCATING.push(draft, asked, pieces[0].side)


@rule("13.71", "13.21", "6.16")
def suffer(draft: Draft, allocation: Allocation) -> None:
    """Let each unit suffer what an allocation gives it, HQs last."""
    last = sorted(allocation, key=lambda pair: terms.is_hq(draft.pieces[pair[0]].printed))
    for uid, result in last:
        r13_losses.apply_result(draft, uid, result)


def _asked(state: View) -> tuple[tuple[Sufferer, ...], Outcome]:
    asked = _ALLOCATING.asked(state) or _Allocating((), (), 0, 0)
    outcome = Outcome(asked.results, asked.retreat, asked.enemy_best)
    return sufferers(state, [state.pieces[uid] for uid in asked.units]), outcome


@rule("13.71", "14.26")
def _check(inquiry: Inquiry, action: Allocate) -> None:
    units, outcome = _asked(inquiry)
    explain(inquiry, units, outcome, tuple(sorted(action.losses)))
    fight = fights.current(inquiry)
    if fight is not None and fight.kind == fights.GCA:
        inquiry.note("14.26", "the results of a counterattack apply as those of any combat")


@rule("13.71", "13.72", "13.73")
def explain(inquiry: Inquiry, units: Sequence[Sufferer], outcome: Outcome, allocation: Allocation) -> None:
    """Record why an allocation is legal or not.

    Parameters
    ----------
    units, outcome
        Who may suffer, and what the table says.
    """
    ways = ways_of(inquiry, units, outcome)
    note_outcome(inquiry, units, outcome)
    told = "; ".join(_told(inquiry, way) for way in ways[:4])
    inquiry.require(
        "13.71",
        allocation in ways,
        f"{_told(inquiry, allocation)}: one of {len(ways)} ways",
        f"not {_told(inquiry, allocation)}; it can be {told}",
        units=[uid for uid, *_ in allocation],
    )


@rule("13.71", "13.72", "13.73", "13.22", "6.16")
def note_outcome(inquiry: Inquiry, units: Sequence[Sufferer], outcome: Outcome) -> None:
    """Say what the results mean for these units.

    Parameters
    ----------
    units, outcome
        Who may suffer, and what the table says.
    """
    read = readings(inquiry.state)
    for code, result in outcome.results:
        inquiry.note("13.71", f"{code} {words(result)}: {CODES[code]} suffers it")
    if len(outcome.results) == _MOST and len(units) > 1:
        inquiry.note("13.72", "a double result: the unit that the first spares suffers the second")
    if len(units) == 1 and outcome.doubled(read):
        inquiry.note(
            "13.73", "a double result of a single unit; highest cohesion of the enemy", outcome.enemy_best
        )
    spread = any(code in {"A", "B", "C"} and result == _REDUCED for code, result in outcome.results)
    if spread and read.one_of_stack and len({u.space for u in units}) < len(units):
        inquiry.note("13.22", "of each stack that is Reduced one unit is, by its owner's choice")
    shielded = [inquiry.pieces[u.uid] for u in units if _shielded(u, units)]
    if shielded and any(u.loses(r) for u in units if u.hq for _, r in outcome.results):
        inquiry.note("6.16", f"{terms.titles(shielded)}: an HQ loses the last step of its stack")


def _told(inquiry: Inquiry, allocation: Allocation) -> str:
    known = inquiry.pieces
    named = (
        f"{known[uid].printed.title if uid in known else uid} {words(result)}" for uid, result in allocation
    )
    return ", ".join(named) or "nobody"


def _perform(draft: Draft, action: Allocate) -> None:
    draft.settle()
    suffer(draft, tuple(sorted(action.losses)))


def _options(state: State) -> Iterator[Allocate]:
    top = state.decision
    if top is None or top.kind != ALLOCATE:
        return
    units, outcome = _asked(state)
    yield from (Allocate(way) for way in allocations(units, outcome, readings(state)))


HANDLERS = (Handler(Allocate, _check, _perform, _options, "13.71", answers=frozenset({ALLOCATE})),)
