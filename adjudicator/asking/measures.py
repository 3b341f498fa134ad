"""What a way costs, by the key under which an answer tells it, and as one writes it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from module_builder.vassal.values import dataclass

__all__ = ["MEASURES", "Measure", "measured", "number_words"]

_PARTS = {Fraction(n, d): s for n, d, s in
          ((1, 6, "⅙"), (1, 3, "⅓"), (1, 2, "½"), (2, 3, "⅔"), (5, 6, "⅚"))}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measure:
    """A key that tells a cost, how many of it make one, the unit, and the key that tells how many there are.

    Examples
    --------
    >>> MEASURES[0].unit
    'MP'
    """

    key: str
    per: int
    unit: str
    whole: str

    def words(self, cost: int) -> str:
        """A cost with its unit."""
        return f"{number_words(Fraction(cost, self.per))} {self.unit}"


MEASURES = (
    Measure("half_mp", 2, "MP", "mp"),
    Measure("sixths", 6, "MP", "mp"),
    Measure("mf", 1, "MF", "mf"),
    Measure("cost", 1, "points", "points"),
)


def measured(data: Mapping[str, Any]) -> Measure | None:
    """The measure in which an object of an answer tells a cost.

    Parameters
    ----------
    data
        Of an answer.

    Returns
    -------
    Measure or None

    Examples
    --------
    >>> measured({"space": "caen", "half_mp": 5}).words(5)
    '2½ MP'
    """
    return next((m for m in MEASURES if isinstance(data.get(m.key), int)), None)


def number_words(value: Fraction) -> str:
    """A number as it is written on a map.

    Parameters
    ----------
    value
        The number.

    Returns
    -------
    str

    Examples
    --------
    >>> number_words(Fraction(5, 2)), number_words(Fraction(1, 6)), number_words(Fraction(3))
    ('2½', '⅙', '3')
    >>> number_words(Fraction(1, 4))
    '1/4'
    """
    whole, part = divmod(value, 1)
    if not part:
        return str(whole)
    if part not in _PARTS:
        return str(value)
    return (str(whole) if whole else "") + _PARTS[part]
