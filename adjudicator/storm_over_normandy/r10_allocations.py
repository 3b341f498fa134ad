"""Sections 10.0 and 10.1: what damage costs and every legal way to take it, from bare numbers.

Units that are alike form a `Lot`; ways to take damage are found by their totals, so that none that comes to
nothing is tried.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.citation import rule
from module_builder.vassal.values import dataclass

__all__ = [
    "BATTALION",
    "ELIMINATE",
    "FLIP",
    "NONE",
    "PLAIN",
    "REGIMENT",
    "RETREAT",
    "STRONGPOINT",
    "Conditions",
    "Lot",
    "Taken",
    "allocations",
    "count_of_allocations",
    "legal_totals",
    "minimal",
    "points",
    "reachable",
]

NONE, FLIP, RETREAT, ELIMINATE = "", "flip", "retreat", "eliminate"
STRONGPOINT, BATTALION, REGIMENT = "strongpoint", "battalion", "regiment"
_DEAREST = 3
Levels = tuple[tuple[str, int], ...]
Taken = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Units that are alike as far as damage goes.

    Parameters
    ----------
    kind
        ``battalion``, ``regiment`` (or brigade), ``strongpoint``.
    rating
        Fresh defense of a strongpoint.

    Examples
    --------
    >>> Lot(1, "battalion").levels
    (('', 0), ('flip', 1), ('retreat', 2), ('eliminate', 3))
    >>> Lot(1, "regiment", fresh=False).levels
    (('', 0), ('retreat', 2), ('eliminate', 4))
    >>> Lot(1, "strongpoint", rating=9).levels
    (('', 0), ('eliminate', 3))
    """

    count: int
    kind: str
    fresh: bool = True
    rating: int = 0

    @property
    @rule("10.0")
    def levels(self) -> Levels:
        """What can happen to one of them, nothing first, with the damage points that it takes."""
        if self.kind == STRONGPOINT:
            return (NONE, 0), (ELIMINATE, max(1, self.rating - 6))
        step, flip = (1 if self.kind == BATTALION else 2), int(self.fresh)
        tail = ((RETREAT, flip + step), (ELIMINATE, flip + 2 * step))
        return ((NONE, 0), (FLIP, 1), *tail) if self.fresh else ((NONE, 0), *tail)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an attack says of damage besides its points.

    Parameters
    ----------
    no_elimination
        Whether nobody is eliminated (10.2).
    flips_first
        Whether every fresh unit must flip before any retreats (10.2).
    shield
        Whether strongpoints that cannot be eliminated shield the others (10.0).

    Examples
    --------
    >>> Conditions().shield
    True
    """

    no_elimination: bool = False
    flips_first: bool = False
    shield: bool = True


PLAIN = Conditions()

# --- every legal way --------------------------------------------------------------------------------------

_Way = tuple[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Ways for each lot that may be combined freely, and words of which one must be among them."""

    ways: tuple[tuple[_Way, ...], ...]
    needs: frozenset[str] = frozenset()

    def reachable(self, start: int = 0) -> int:
        """Totals of the lots from `start` on, as a set of bits."""
        found = 1
        for ways in reversed(self.ways[start:]):
            found = functools.reduce(int.__or__, (found << cost for cost in {c for c, _ in ways}), 0)
        return found

    def exact(self, total: int) -> Iterator[Taken]:
        """Combinations that cost just so much."""
        tails = [self.reachable(n + 1) for n in range(len(self.ways))]
        for taken in self._exact(tails, 0, total):
            if not self.needs or any(self.needs & set(levels) for levels in taken):
                yield taken

    def number(self, total: int) -> int:
        """How many combinations cost just so much."""
        without = tuple(tuple(w for w in ways if not self.needs & set(w[1])) for ways in self.ways)
        return _tally(self.ways)[total] - (_tally(without)[total] if self.needs else 0)

    def _exact(self, tails: Sequence[int], at: int, total: int) -> Iterator[Taken]:
        if at == len(self.ways):
            yield ()
            return
        for cost, levels in self.ways[at]:
            if cost <= total and tails[at] >> (total - cost) & 1:
                for rest in self._exact(tails, at + 1, total - cost):
                    yield (levels, *rest)


def _tally(sheet: tuple[tuple[_Way, ...], ...]) -> Counter[int]:
    """How many combinations there are for each total."""
    found = Counter({0: 1})
    for ways in sheet:
        more = Counter[int]()
        for (total, number), (cost, _) in itertools.product(found.items(), ways):
            more[total + cost] += number
        found = more
    return found


@functools.lru_cache(maxsize=4096)
def _ways(lot: Lot, words: frozenset[str]) -> tuple[_Way, ...]:
    """Ways to hit the units of a lot with the levels allowed, the units themselves being interchangeable."""
    levels = [(word, cost) for word, cost in lot.levels if word in words]
    chosen = itertools.combinations_with_replacement(levels, lot.count)
    return tuple((sum(c for _, c in pairs), tuple(w for w, _ in pairs)) for pairs in chosen)


_NOTHING = frozenset({NONE})
_ANYTHING = frozenset({NONE, FLIP, RETREAT, ELIMINATE})


@functools.lru_cache(maxsize=4096)
@rule("10.0", "10.2")
def _sheets(lots: tuple[Lot, ...], given: Conditions) -> tuple[_Sheet, ...]:
    """The legal combinations, strongpoints before other units and, for some cards, flips before retreats."""
    strong = [lot.kind == STRONGPOINT for lot in lots]
    if given.no_elimination:
        return _card_sheets(lots, given)
    first = tuple(_ways(lot, _ANYTHING if s else _NOTHING) for lot, s in zip(lots, strong, strict=True))
    if all(strong):
        return (_Sheet(first),)
    gone = frozenset({ELIMINATE})
    then = tuple(_ways(lot, gone if s else _ANYTHING) for lot, s in zip(lots, strong, strict=True))
    if not any(strong):
        return (_Sheet(then),)
    return (_Sheet(first), *(_Sheet(ways) for ways in _split(then, strong)))


def _split(
    ways: tuple[tuple[_Way, ...], ...], strong: Sequence[bool]
) -> Iterator[tuple[tuple[_Way, ...], ...]]:
    """The same ways without the one in which no other unit is hit, each other combination once."""
    others = [n for n, s in enumerate(strong) if not s]
    for k, n in enumerate(others):
        hit = tuple(way for way in ways[n] if way[0])
        spared = {m: tuple(way for way in ways[m] if not way[0]) for m in others[:k]}
        yield tuple(hit if m == n else spared.get(m, w) for m, w in enumerate(ways))


def _card_sheets(lots: tuple[Lot, ...], given: Conditions) -> tuple[_Sheet, ...]:
    strong = [lot.kind == STRONGPOINT for lot in lots]
    if any(strong) and given.shield:
        return (_Sheet(tuple(_ways(lot, _NOTHING) for lot in lots)),)
    words = [_NOTHING if s else frozenset({NONE, FLIP, RETREAT}) for s in strong]
    if not given.flips_first:
        return (_Sheet(tuple(map(_ways, lots, words))),)
    flips = tuple(_ways(lot, w - {RETREAT}) for lot, w in zip(lots, words, strict=True))
    after = [w - {NONE} if lot.fresh and len(w) > 1 else w for lot, w in zip(lots, words, strict=True)]
    return _Sheet(flips), _Sheet(tuple(map(_ways, lots, after)), frozenset({RETREAT}))


@rule("10.1")
def reachable(lots: tuple[Lot, ...], given: Conditions = PLAIN) -> int:
    """Totals of damage points that can be applied, as a set of bits.

    Examples
    --------
    >>> bin(reachable((Lot(1, "regiment"),)))
    '0b101011'
    """
    return functools.reduce(int.__or__, (sheet.reachable() for sheet in _sheets(lots, given)), 1)


@rule("10.1")
def legal_totals(totals: int, damage: int) -> tuple[int, ...]:
    """Totals that may be applied: as many points as were received or more, or the most below them.

    Parameters
    ----------
    totals
        What can be applied, as `reachable` says it.
    damage
        Damage points received.

    Returns
    -------
    tuple of int
        Ascending.

    Examples
    --------
    >>> legal_totals(reachable((Lot(1, "regiment", fresh=False),)), 1)
    (0, 2, 4)
    >>> legal_totals(reachable((Lot(1, "battalion"),)), 5)
    (3,)
    """
    over = tuple(t for t in range(damage, totals.bit_length()) if totals >> t & 1)
    under = totals & ((1 << damage) - 1)
    return over if totals >> damage & 1 or not under else (under.bit_length() - 1, *over)


@rule("10.0", "10.1")
def allocations(lots: tuple[Lot, ...], damage: int, given: Conditions = PLAIN) -> Iterator[Taken]:
    """Every legal way to take damage, up to units that are alike, the fewest points first.

    Parameters
    ----------
    lots, damage, given
        The units, the points received, and what the attack says.

    Yields
    ------
    tuple of tuple of str
        For each lot the level of each of its units.

    Examples
    --------
    >>> next(allocations((Lot(2, "regiment"),), 4))
    (('flip', 'retreat'),)
    """
    for total in legal_totals(reachable(lots, given), damage):
        for sheet in _sheets(lots, given):
            yield from sheet.exact(total)


@rule("10.1")
def count_of_allocations(lots: tuple[Lot, ...], damage: int, given: Conditions = PLAIN) -> int:
    """How many legal ways there are to take damage, up to units that are alike, without a look at each.

    Parameters
    ----------
    lots, damage, given
        As in `allocations`.

    Examples
    --------
    >>> lots = (Lot(2, "regiment"), Lot(3, "battalion"))
    >>> count_of_allocations(lots, 4) == len(list(allocations(lots, 4)))
    True
    """
    totals = legal_totals(reachable(lots, given), damage)
    return sum(sheet.number(total) for total in totals for sheet in _sheets(lots, given))


@functools.lru_cache(maxsize=256)
def _costs(lot: Lot) -> Mapping[str, int]:
    return dict(lot.levels)


def points(lots: Sequence[Lot], taken: Taken) -> int:
    """Damage points that a way to take damage applies.

    Examples
    --------
    >>> points((Lot(2, "regiment"),), (("flip", "retreat"),))
    4
    """
    costs = [_costs(lot) for lot in lots]
    return sum(cost[level] for cost, levels in zip(costs, taken, strict=True) for level in levels)


@functools.lru_cache(maxsize=8192)
@rule("10.1")
def minimal(lots: tuple[Lot, ...], damage: int, given: Conditions = PLAIN) -> tuple[Taken, ...]:
    """Legal ways to take damage that no other one undercuts: none spares a unit more and all others as much.

    Parameters
    ----------
    lots, damage, given
        As in `allocations`.

    Examples
    --------
    >>> minimal((Lot(2, "regiment"),), 5)
    ((('', 'eliminate'),), (('retreat', 'retreat'),))
    """
    totals = legal_totals(reachable(lots, given), damage)
    floor, sheets, legal = totals[0], _sheets(lots, given), frozenset(totals)
    near = [t for t in totals if t < damage + _DEAREST]
    found = ((total, taken) for total in near for sheet in sheets for taken in sheet.exact(total))
    return tuple(t for n, t in found if n == floor or not _undercut(lots, t, n, legal, given))


@functools.lru_cache(maxsize=256)
def _spared(kind: str, word: str, fresh: bool, rating: int) -> tuple[tuple[str, int], ...]:  # noqa: FBT001
    """What may happen to a unit instead of something worse, with the points that this saves."""
    levels = Lot(1, kind, fresh, rating).levels
    cost = dict(levels)
    return tuple((less, cost[word] - points) for less, points in levels if points < cost[word])


def _undercut(
    lots: tuple[Lot, ...], taken: Taken, whole: int, legal: frozenset[int], given: Conditions
) -> bool:
    """Whether one unit less hit would do as well."""
    for n, (lot, levels) in enumerate(zip(lots, taken, strict=True)):
        loose = lot.kind != STRONGPOINT and not given.flips_first
        for word in {*levels} - {NONE}:
            for less, saved in _spared(lot.kind, word, lot.fresh, lot.rating):
                if whole - saved in legal and (
                    loose or _is_sound(lots, _replaced(taken, n, word, less), given)
                ):
                    return True
    return False


def _replaced(taken: Taken, lot: int, word: str, less: str) -> Taken:
    levels = list(taken[lot])
    levels[levels.index(word)] = less
    return (*taken[:lot], tuple(levels), *taken[lot + 1 :])


@rule("10.0", "10.2")
def _is_sound(lots: Sequence[Lot], taken: Taken, given: Conditions) -> bool:
    """Whether strongpoints go before others, and flips before retreats where a card wants it."""
    levels = [(lot, level) for lot, words in zip(lots, taken, strict=True) for level in words]
    standing = any(lot.kind == STRONGPOINT and not level for lot, level in levels)
    if standing and given.shield and any(lot.kind != STRONGPOINT and level for lot, level in levels):
        return False
    fresh = any(lot.kind != STRONGPOINT and lot.fresh and not level for lot, level in levels)
    return not (given.flips_first and fresh and any(level == RETREAT for _, level in levels))
