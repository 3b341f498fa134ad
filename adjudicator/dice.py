"""Exact chance: integer weights over all outcomes, never sampled."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

__all__ = ["D6", "DIFFERENCE", "DR", "Distribution", "die_range"]

_T = TypeVar("_T", bound=Hashable)
_U = TypeVar("_U", bound=Hashable)


def die_range(die: object) -> range | None:
    """The numbers that a die, or a draw from a pool, can show.

    Parameters
    ----------
    die
        ``DR`` (two six-sided dice), ``dr`` (one), ``d9`` (one of nine chits, counters or cards), or ``d0-9``
        (a ten-sided die that shows zero).

    Returns
    -------
    range or None
        None when the text names no die.

    Examples
    --------
    >>> die_range("DR"), die_range("d9"), die_range("d0"), die_range("d0-9")
    (range(2, 13), range(1, 10), None, range(0, 10))
    """
    if die in {"DR", "dr"}:
        return range(2, 13) if die == "DR" else range(1, 7)
    if die == "d0-9":
        return range(10)
    sides = die[1:] if isinstance(die, str) and die[:1] == "d" else ""
    return range(1, int(sides) + 1) if sides.isascii() and sides.isdigit() and int(sides[:4]) else None


class Distribution(Generic[_T]):
    """Outcomes with integer weights.

    Parameters
    ----------
    weights
        Outcome -> ways; zero weights are dropped.

    Examples
    --------
    >>> DR[7], DR.total
    (6, 36)
    >>> DR.chance(lambda n: n < 4)
    Fraction(1, 12)
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[_T, int]) -> None:
        self._weights = {k: w for k, w in weights.items() if w}
        self.total = sum(self._weights.values())

    def __getitem__(self, outcome: _T) -> int:
        return self._weights.get(outcome, 0)

    def __iter__(self) -> Iterator[_T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def items(self) -> Iterator[tuple[_T, int]]:
        """Outcomes with their ways.

        Returns
        -------
        iterator of (outcome, int)

        Examples
        --------
        >>> dict(Distribution({"yes": 1, "no": 0}).items())
        {'yes': 1}
        """
        return iter(self._weights.items())

    def map(self, function: Callable[[_T], _U]) -> Distribution[_U]:
        """Distribution of a function of the outcome.

        Parameters
        ----------
        function
            Outcome -> new outcome.

        Returns
        -------
        Distribution

        Examples
        --------
        >>> D6.map(lambda n: n + 3 >= 7)[True]
        3
        """
        weights: dict[_U, int] = {}
        for outcome, ways in self._weights.items():
            new = function(outcome)
            weights[new] = weights.get(new, 0) + ways
        return Distribution(weights)

    def chance(self, condition: Callable[[_T], bool]) -> Fraction:
        """Probability of a condition.

        Parameters
        ----------
        condition
            Test of an outcome.

        Returns
        -------
        fractions.Fraction

        Examples
        --------
        >>> D6.chance(lambda n: n == 1)
        Fraction(1, 6)
        """
        return Fraction(sum(w for k, w in self._weights.items() if condition(k)), self.total)

    def pair(self, other: Distribution[_U], join: Callable[[_T, _U], _T]) -> Distribution[_T]:
        """Distribution of a function of two independent outcomes.

        Parameters
        ----------
        other
            The other die.
        join
            Function of both outcomes.

        Returns
        -------
        Distribution

        Examples
        --------
        >>> D6.pair(D6, lambda a, b: a + b) == DR
        True
        """
        weights: dict[_T, int] = {}
        for first, ways in self._weights.items():
            for second, more in other.items():
                joined = join(first, second)
                weights[joined] = weights.get(joined, 0) + ways * more
        return Distribution(weights)


D6: Distribution[int] = Distribution(dict.fromkeys(range(1, 7), 1))
DR: Distribution[int] = D6.pair(D6, lambda a, b: a + b)
DIFFERENCE: Distribution[int] = DR.pair(DR, lambda a, b: a - b)
