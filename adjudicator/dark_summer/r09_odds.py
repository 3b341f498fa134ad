"""Section 9.2: exact chances of the order in which chits come out of the Action Cup, as fractions.

A cup is a mapping of kinds (``german``, ``us``, ``british-move``, ``british-combat``) to numbers of chits.
Wherever a kind is asked for, a group (``british``), a side (``allied``) or ``any`` will do as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.dark_summer import r09_chits, terms

__all__ = [
    "all_before_chance",
    "before_chance",
    "chance",
    "kinds_of",
    "orders",
    "prefix_chance",
    "subsequence_chance",
]

Cup = Mapping[str, int]


@rule("9.2")
def kinds_of(who: str) -> frozenset[str]:
    """Kinds of chit that a word stands for.

    Parameters
    ----------
    who
        A kind, a group, a side, or ``any``.

    Raises
    ------
    ValueError
        It stands for none.

    Examples
    --------
    >>> sorted(kinds_of("british")), sorted(kinds_of("german"))
    (['british-combat', 'british-move'], ['german'])
    """
    found = frozenset(
        kind
        for kind in r09_chits.KINDS
        if who in {"any", kind, (group := r09_chits.group_of_chit(kind)), terms.side_of_group(group)}
    )
    if not found:
        raise ValueError(
            f"no chit is called {who!r}: write {', '.join(r09_chits.KINDS)}, british, allied or any"
        )
    return found


def _count(cup: Cup, who: str) -> int:
    return sum(cup.get(kind, 0) for kind in kinds_of(who))


# --- the whole order -------------------------------------------------------------------------------------


def orders(cup: Cup) -> Iterator[tuple[str, ...]]:
    """Every order in which the kinds can come out; all of them are equally likely.

    Examples
    --------
    >>> list(orders({"german": 1, "us": 2}))
    [('german', 'us', 'us'), ('us', 'german', 'us'), ('us', 'us', 'german')]
    """
    left = {kind: number for kind, number in cup.items() if number}
    if not left:
        yield ()
        return
    for kind, number in left.items():
        rest = {**left, kind: number - 1}
        yield from ((kind, *later) for later in orders(rest))


@rule("9.2")
def chance(cup: Cup, condition: Callable[[tuple[str, ...]], bool]) -> Fraction:
    """Chance of any property of the whole order; every order is looked at.

    Parameters
    ----------
    condition
        Test of an order.

    Examples
    --------
    >>> chance({"german": 2, "us": 2}, lambda order: order[0] == order[-1])
    Fraction(1, 3)
    """
    total = good = 0
    for order in orders(cup):
        total += 1
        good += bool(condition(order))
    return Fraction(good, total)


# --- properties that are counted -------------------------------------------------------------------------


@rule("9.2")
def prefix_chance(cup: Cup, pattern: Sequence[str]) -> Fraction:
    """Chance that the next draws follow a pattern.

    Parameters
    ----------
    pattern
        What the first draw gives, the second, and so on.

    Examples
    --------
    >>> prefix_chance({"german": 3, "us": 6}, ["german", "any", "german"])
    Fraction(1, 12)
    """
    wanted = [kinds_of(who) for who in pattern]
    if len(wanted) > sum(cup.values()):
        return Fraction(0)
    ways: dict[tuple[int, ...], Fraction] = {tuple(cup.values()): Fraction(1)}
    names = tuple(cup)
    for allowed in wanted:
        later: dict[tuple[int, ...], Fraction] = {}
        for left, p in ways.items():
            for i, number in enumerate(left):
                if number and names[i] in allowed:
                    rest = (*left[:i], number - 1, *left[i + 1 :])
                    later[rest] = later.get(rest, Fraction(0)) + p * Fraction(number, sum(left))
        ways = later
    return sum(ways.values(), Fraction(0))


@rule("9.2")
def before_chance(cup: Cup, first: str, then: str) -> Fraction:
    """Chance that a chit of one kind comes out before any of another.

    Parameters
    ----------
    first, then
        The two; they may not overlap.

    Returns
    -------
    fractions.Fraction
        0 when there is no chit of the first.

    Examples
    --------
    >>> before_chance({"german": 3, "us": 3, "british-move": 2}, "british", "german")
    Fraction(2, 5)
    """
    _apart(first, then)
    a, b = _count(cup, first), _count(cup, then)
    return Fraction(a, a + b) if a else Fraction(0)


@rule("9.2")
def all_before_chance(cup: Cup, first: str, then: str) -> Fraction:
    """Chance that every chit of one kind comes out before the first of another.

    Parameters
    ----------
    first, then
        The two; they may not overlap.

    Returns
    -------
    fractions.Fraction
        1 when there is no chit of the first, or none of the other.

    Examples
    --------
    >>> all_before_chance({"german": 3, "us": 4, "british-move": 1, "british-combat": 1}, "british", "german")
    Fraction(1, 10)
    """
    _apart(first, then)
    a, b = _count(cup, first), _count(cup, then)
    return Fraction(1, math.comb(a + b, a))


def _apart(first: str, then: str) -> None:
    if kinds_of(first) & kinds_of(then):
        raise ValueError(f"{first} and {then} have chits in common")


@rule("9.2")
def subsequence_chance(cup: Cup, pattern: Sequence[str]) -> Fraction:
    """Chance that chits come out in this order, others between them or not.

    Parameters
    ----------
    pattern
        The order, such as a British Move chit and later a British Combat chit.

    Examples
    --------
    >>> subsequence_chance({"german": 3, "british-move": 1, "british-combat": 1}, ["british-move", "german"])
    Fraction(3, 4)
    """
    wanted = [kinds_of(who) for who in pattern]

    def step(seen: int, kind: str) -> int:
        return seen + (seen < len(wanted) and kind in wanted[seen])

    return _walk(cup, 0, step, lambda seen: seen == len(wanted))


def _walk(cup: Cup, start: int, step: Callable[[int, str], int], good: Callable[[int], bool]) -> Fraction:
    """Chance of a property that a number carried from draw to draw can tell."""
    names, counts = tuple(cup), tuple(cup.values())
    ways: dict[tuple[tuple[int, ...], int], Fraction] = {(counts, start): Fraction(1)}
    for total in range(sum(counts), 0, -1):
        later: dict[tuple[tuple[int, ...], int], Fraction] = {}
        for (left, state), p in ways.items():
            for i, number in enumerate(left):
                if number:
                    key = ((*left[:i], number - 1, *left[i + 1 :]), step(state, names[i]))
                    later[key] = later.get(key, Fraction(0)) + p * Fraction(number, total)
        ways = later
    return sum((p for (_, state), p in ways.items() if good(state)), Fraction(0))
