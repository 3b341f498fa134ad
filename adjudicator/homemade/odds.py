"""Exact odds of an attack by a Combat Results Table of data: every sum, shift and result with its row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.dice import Distribution
from adjudicator.homemade.crt import Bonus, Crt, Effect
from adjudicator.homemade.reading import Told
from adjudicator.homemade.typed_numbers import number
from adjudicator.ruling import Step
from module_builder.vassal.values import dataclass

__all__ = [
    "Attack",
    "Chances",
    "bonus_effect",
    "chances",
    "effects_of",
    "losses",
    "plain",
    "table_steps",
]


@dataclass(frozen=True, slots=True)
class Attack:
    """Two strengths, and what shifts the column and changes the roll.

    Parameters
    ----------
    attack, defense
        The totals, before what terrain does to that of the defender.
    effects
        What holds, in words and with where it stands.

    Examples
    --------
    >>> from adjudicator.homemade.crt import Effect
    >>> Attack(Fraction(12), Fraction(5), (("woods", Told(Effect(-1), "")),)).shift
    -1
    """

    attack: Fraction
    defense: Fraction
    effects: tuple[tuple[str, Told[Effect]], ...] = ()

    @property
    def shift(self) -> int:
        """Columns to the right, of all effects."""
        return sum(told.value.shift for _, told in self.effects)

    @property
    def modifier(self) -> int:
        """What is added to the roll, of all effects."""
        return sum(told.value.modifier for _, told in self.effects)


def _value(table: Crt, attack: Fraction, defense: Fraction) -> Fraction | None:
    """What a column is found by; None where odds against nothing are more than any."""
    if table.kind.value == "difference":
        return attack - defense
    if table.kind.value == "strength":
        return attack
    return attack / defense if defense else None


@dataclass(frozen=True, slots=True)
class Chances:
    """What an attack comes to.

    Parameters
    ----------
    column
        Number of the column, after the shifts.
    rolls
        Ways of every roll as it falls.
    results
        Ways of every result, in the order of the table.
    legal
        Whether there is a column at all.

    Examples
    --------
    >>> Chances(0, Distribution({1: 1}), Distribution({"AE": 1})).legal
    True
    """

    column: int
    rolls: Distribution[int]
    results: Distribution[str]
    legal: bool = True


def chances(table: Crt, fight: Attack) -> Chances:
    """Work the chances of every result out.

    Parameters
    ----------
    table
        The Combat Results Table.
    fight
        The attack.

    Returns
    -------
    Chances

    Examples
    --------
    >>> from adjudicator.dice import D6
    >>> rows = {n: Told(("A", "D"), "") for n in (1, 2, 3)} | {n: Told(("D", "D"), "") for n in (4, 5, 6)}
    >>> named, down = Told(("1:1", "2:1"), ""), Told("defender", "")
    >>> table = Crt("", Told("odds", ""), D6, named, (Fraction(1), Fraction(2)), down, Told("attack", ""),
    ...     Told("defense", ""), rows, Told("first", ""), Told("adjacent", ""), {}, {}, (), {})
    >>> dict(chances(table, Attack(Fraction(5), Fraction(3))).results.items())
    {'A': 3, 'D': 3}
    """
    start, legal = _start(table, fight)
    column = min(max(start + fight.shift, 0), len(table.columns.value) - 1)
    ways: dict[str, int] = {}
    for roll in sorted(table.dice):
        code = table.row(roll + fight.modifier).value[column]
        ways[code] = ways.get(code, 0) + table.dice[roll]
    return Chances(column, table.dice, Distribution(ways), legal)


def _start(table: Crt, fight: Attack) -> tuple[int, bool]:
    """Column before the shifts, and whether there is one."""
    value = _value(table, fight.attack, fight.defense)
    found = len(table.columns.value) - 1 if value is None else table.column(value)
    return max(found, 0), found >= 0 or table.below.value == "first"


def table_steps(table: Crt, fight: Attack) -> Iterator[Step]:
    """How the column and the results are found, each line with where it stands.

    Parameters
    ----------
    table, fight
        As in `chances`.

    Returns
    -------
    iterator of Step
    """
    names, (start, _) = table.columns.value, _start(table, fight)
    value, kind = _value(table, fight.attack, fight.defense), table.kind.value
    totals = f"{number(fight.attack)}:{number(fight.defense)}"
    if kind == "odds":
        rule = table.rounding.rule
        said = {"defender": "down", "attacker": "up", "nearest": "to the nearest"}[table.rounding.value]
        text = f"{totals}, rounded {said}: column {names[start]}"
    else:
        rule, what = table.kind.rule, "difference" if kind == "difference" else "strength"
        text = f"{totals}, {what} {number(value or Fraction(0))}: column {names[start]}"
    if value is None:
        text = f"{totals}, against no strength the last column holds: {names[start]}"
    elif table.column(value) < 0:
        rule, text = table.below.rule, f"{totals} is less than the first column, {names[0]}"
    yield Step(rule, text)
    for what, told in fight.effects:
        if told.value.shift:
            yield Step(told.rule, f"columns: {what}", told.value.shift, "+", total="shift")
    found = chances(table, fight)
    if fight.shift:
        yield Step(table.columns.rule, f"column {names[found.column]}")
    for what, told in fight.effects:
        if told.value.modifier:
            yield Step(told.rule, f"on the roll: {what}", told.value.modifier, "+", total="modifier")
    yield from _results(table, fight, found)


def _results(table: Crt, fight: Attack, found: Chances) -> Iterator[Step]:
    """Each roll with its result and its row, rolls of one row together; then what each result means."""
    rows: dict[str, list[int]] = {}
    for roll in sorted(table.dice):
        rows.setdefault(table.row(roll + fight.modifier).rule, []).append(roll)
    for rule, rolls in rows.items():
        code = table.row(rolls[0] + fight.modifier).value[found.column]
        yield Step(rule, f"roll {', '.join(map(str, rolls))}: {code}")
    for code in found.results:
        if code in table.outcomes and table.outcomes[code].text:
            yield Step(table.outcomes[code].rule, f"{code}: {table.outcomes[code].text}")


def plain(table: Crt, fight: Attack, found: Chances) -> dict[str, Any]:
    """The answer as plain data.

    Parameters
    ----------
    table, fight, found
        The table, the attack, and what it comes to.

    Returns
    -------
    dict
    """
    results, total = found.results, found.results.total
    return {
        "attack": str(fight.attack),
        "defense": str(fight.defense),
        "column": table.columns.value[found.column],
        "shift": fight.shift,
        "modifier": fight.modifier,
        "of": total,
        "results": dict(results.items()),
        "percent": {code: round(100 * ways / total, 2) for code, ways in results.items()},
    }


def losses(table: Crt, results: Distribution[str], attacker: int, defender: int) -> Mapping[str, Any]:
    """Ways of every number of steps that each side loses, where the file says so of every result.

    Parameters
    ----------
    table, results
        The table, and the ways of its results.
    attacker, defender
        Steps that each side has.

    Returns
    -------
    mapping
        ``attacker_losses`` and ``defender_losses``; nothing where the file leaves one out.
    """
    found: dict[str, dict[str, int]] = {}
    for side, steps in (("attacker", attacker), ("defender", defender)):
        ways: dict[int, int] = {}
        for code, weight in results.items():
            outcome = table.outcomes.get(code)
            what = None if outcome is None else getattr(outcome, side)
            if outcome is None or what is None:
                return {}
            lost = outcome.lost(what, steps)
            ways[lost] = ways.get(lost, 0) + weight
        found[f"{side}_losses"] = {str(lost): ways[lost] for lost in sorted(ways)}
    return found


def bonus_effect(bonus: Bonus, most: int) -> Effect:
    """What a bonus does where its column shows at most so much.

    Parameters
    ----------
    bonus, most
        The bonus, and the highest value; 1 for a bonus without a column.

    Returns
    -------
    Effect
    """
    return Effect(bonus.effect.shift * most, bonus.effect.modifier * most)


def effects_of(
    lines: Mapping[str, Told[Effect]], names: Sequence[str]
) -> tuple[tuple[str, Told[Effect]], ...]:
    """The lines that hold for some names, each with its name.

    Parameters
    ----------
    lines, names
        By name, and the names.

    Returns
    -------
    tuple
    """
    return tuple((name, lines[name]) for name in names if name in lines)
