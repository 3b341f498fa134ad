"""A Combat Results Table as ``rules.toml`` gives it: columns, dice, shifts and what results mean."""

from __future__ import annotations

import bisect
import re
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.dice import Distribution
from adjudicator.homemade.reading import Told, exact
from module_builder.vassal.values import dataclass

__all__ = ["Bonus", "Crt", "Effect", "Outcome", "Ranged", "read_effect"]

_EFFECT = re.compile(r"(\d)([RL])|([+-]\d)|x(\d(?:/\d|\.\d{1,2})?)|(no)")


@dataclass(frozen=True, slots=True)
class Effect:
    """What terrain, a boundary or a unit does to an attack.

    Parameters
    ----------
    shift
        Columns to the right; negative to the left.
    modifier
        Added to the roll.
    times
        By which the strength is multiplied: the defender's by terrain, that of an attacker by a boundary.
    barred
        There is no such attack.

    Examples
    --------
    >>> Effect(shift=-1).times
    Fraction(1, 1)
    """

    shift: int = 0
    modifier: int = 0
    times: Fraction = Fraction(1)
    barred: bool = False


def read_effect(text: str) -> Effect | None:
    """Read ``1L``, ``2R``, ``+1``, ``-1``, ``x2``, ``x1/2``, ``no``, or several parted by blanks.

    Parameters
    ----------
    text
        As the file has it.

    Returns
    -------
    Effect or None
        None where it says nothing of the kind.

    Examples
    --------
    >>> read_effect("1L -1").shift, read_effect("x1/2").times, read_effect("left")
    (-1, Fraction(1, 2), None)
    """
    shift = modifier = 0
    times, barred = Fraction(1), False
    found = [_EFFECT.fullmatch(word) for word in text.split()]
    for match in found:
        if match is None:
            return None
        columns, way, added, factor, no = match.groups()
        shift += int(columns) * (1 if way == "R" else -1) if columns else 0
        modifier += int(added or 0)
        times *= (exact(factor) or Fraction(0)) if factor else 1
        barred = barred or bool(no)
    return Effect(shift, modifier, times, barred) if found and times else None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a result means.

    Parameters
    ----------
    text
        In words.
    attacker, defender
        Steps that each side loses: a number, ``half`` or ``all``; None where the file does not say.
    rule
        Where it stands.

    Examples
    --------
    >>> Outcome("the defender is eliminated", 0, "all", "").lost("all", 5), Outcome("", 0, 0, "").lost(2, 1)
    (5, 1)
    """

    text: str
    attacker: int | str | None
    defender: int | str | None
    rule: str

    def lost(self, what: int | str, steps: int) -> int:
        """Steps lost by a side that has so many."""
        if isinstance(what, int):
            return min(what, steps)
        return steps if what == "all" else -(-steps // 2)


@dataclass(frozen=True, slots=True)
class Bonus:
    """``[[crt.bonus]]``: what units of some types, or a column of theirs, do to an attack.

    Parameters
    ----------
    side
        ``attacker`` or ``defender``.
    types
        One unit of these is needed; any where empty.
    column
        The effect counts so many times as the highest value there; once where empty.
    effect
        What it does.
    text
        In words.
    rule
        Where it stands.

    Examples
    --------
    >>> Bonus("attacker", ("tank",), "", Effect(1), "tanks", "").effect.shift
    1
    """

    side: str
    types: tuple[str, ...]
    column: str
    effect: Effect
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Ranged:
    """``[crt.range]``: units that attack spaces further away.

    Parameters
    ----------
    rule
        Where the table stands.
    column
        Column of ``units.csv``: how many spaces away a unit may attack.
    attack
        Column with its strength at range; that of the table where empty.
    not_across, not_through
        Boundaries that a way to the target does not cross, and terrains that it does not lead through.
    alone
        Whether units at range may attack without one that is not.
    losses
        Whether they take part in the attacker's losses.
    crossed
        Whose boundaries count for a shift: those of the ``adjacent`` attackers, or of ``all``, so that none
        shifts where a unit attacks at range.

    Examples
    --------
    >>> column, none = Told("range", ""), Told((), "")
    >>> yes, same = Told(True, ""), Told("", "")
    >>> Ranged("", column, same, none, none, yes, yes, Told("all", "")).column.value
    'range'
    """

    rule: str
    column: Told[str]
    attack: Told[str]
    not_across: Told[tuple[str, ...]]
    not_through: Told[tuple[str, ...]]
    alone: Told[bool]
    losses: Told[bool]
    crossed: Told[str]


@dataclass(frozen=True, slots=True)
class Crt:
    """The table.

    Parameters
    ----------
    rule
        Where it stands.
    kind
        ``odds``, ``difference`` or ``strength``.
    dice
        Ways of every roll.
    columns, least
        Their names in order, and the odds, difference or strength from which on each holds.
    rounding
        Of odds between two columns: ``defender`` (down), ``attacker`` (up) or ``nearest``.
    attack, defense
        Columns of ``units.csv``.
    rows
        Roll -> results, one for each column, and where they stand.
    below
        What is less than the first column: ``first``, or ``no`` attack.
    place
        Where units attack: ``adjacent`` spaces, the ``same`` one, or ``either``.
    terrain, boundary
        What they do; a boundary shifts where every attacker attacks across one.
    bonuses
        What units do.
    outcomes
        Result -> what it means.
    ranged
        Which units attack from further away; None where none do.

    Examples
    --------
    >>> from adjudicator.dice import D6
    >>> odds = (Fraction(1, 2), Fraction(1), Fraction(2))
    >>> names = Told(("1:2", "1:1", "2:1"), "")
    >>> table = Crt("", Told("odds", ""), D6, names, odds, Told("defender", ""), Told("attack", ""),
    ...     Told("defense", ""), {}, Told("first", ""), Told("adjacent", ""), {}, {}, (), {})
    >>> table.column(Fraction(7, 4)), table.column(Fraction(1, 9)), table.column(Fraction(9))
    (1, -1, 2)
    """

    rule: str
    kind: Told[str]
    dice: Distribution[int]
    columns: Told[tuple[str, ...]]
    least: tuple[Fraction, ...]
    rounding: Told[str]
    attack: Told[str]
    defense: Told[str]
    rows: Mapping[int, Told[tuple[str, ...]]]
    below: Told[str]
    place: Told[str]
    terrain: Mapping[str, Told[Effect]]
    boundary: Mapping[str, Told[Effect]]
    bonuses: tuple[Bonus, ...]
    outcomes: Mapping[str, Outcome]
    ranged: Ranged | None = None

    def column(self, value: Fraction) -> int:
        """Number of the column of odds, a difference or a strength; -1 where it lies before the first."""
        down = bisect.bisect_right(self.least, value) - 1
        if down < 0 and self.rounding.value == "attacker":
            return 0
        if down < 0 or down == len(self.least) - 1 or self.least[down] == value:
            return down
        if self.rounding.value == "attacker":
            return down + 1
        nearer = self.least[down + 1] - value < value - self.least[down]
        return down + 1 if self.rounding.value == "nearest" and nearer else down

    def row(self, roll: int) -> Told[tuple[str, ...]]:
        """The row of a modified roll; beyond the first and the last these hold."""
        return self.rows[min(max(roll, min(self.rows)), max(self.rows))]
