"""How ``[crt]`` and ``[results]`` of ``rules.toml`` are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.dice import Distribution
from adjudicator.homemade.crt import Bonus, Crt, Effect, Outcome, Ranged, read_effect
from adjudicator.homemade.reading import Part, Told

__all__ = ["read_crt"]

_KEYS = (
    "kind", "dice", "columns", "rounding", "attack", "defense", "below", "from", "rows", "terrain",
    "boundary", "bonus", "range",
)  # fmt: skip
_KINDS = ("odds", "difference", "strength")
_DICE = re.compile(r"([1-4])d(\d{1,2})")
_ROW = re.compile(r"(-?\d{1,3})(?:-(-?\d{1,3}))?")
_ODDS = re.compile(r"(\d{1,3}):(\d{1,3})")
_LEAST = re.compile(r"([+-]?\d{1,3})(?:\+|-\d{1,3})?")


def read_crt(part: Part, results: Part | None) -> Crt:
    """Read the table.

    Parameters
    ----------
    part
        ``[crt]``.
    results
        ``[results]``, or None.

    Returns
    -------
    Crt

    Raises
    ------
    DataError
        A key is unknown, a row is missing, or a result is one that ``[results]`` does not explain.
    """
    part.only(_KEYS)
    kind, columns = part.choice("kind", _KINDS, "odds"), part.words("columns")
    outcomes = dict(_outcomes(results)) if results is not None else {}
    dice = _dice(part)
    if kind.value != "odds" and part.has("rounding"):
        raise part.fault("rounding", 'kind = "odds" for it', "leave it out")
    return Crt(
        part.rule(),
        kind,
        dice,
        part.told("columns", columns),
        tuple(_least(part, kind.value, columns)),
        part.choice("rounding", ("defender", "attacker", "nearest"), "defender"),
        part.text("attack", "attack"),
        part.text("defense", "defense"),
        _rows(part, len(columns), dice, outcomes),
        part.choice("below", ("first", "no"), "first"),
        part.choice("from", ("adjacent", "same", "either"), "adjacent"),
        _effects(part.part("terrain")),
        _effects(part.part("boundary")),
        tuple(map(_bonus, part.parts("bonus"))),
        outcomes,
        _ranged(inner) if (inner := part.part("range")) is not None else None,
    )


def _ranged(part: Part) -> Ranged:
    part.only(("column", "attack", "not_across", "not_through", "alone", "losses", "boundary"))
    column = part.text("column")
    if not column.value:
        raise part.fault("column", "the column of units.csv with the range", 'write column = "range"')
    return Ranged(
        part.rule(),
        column,
        part.text("attack"),
        part.told("not_across", part.words("not_across")),
        part.told("not_through", part.words("not_through")),
        part.flag("alone", default=True),
        part.flag("losses", default=True),
        part.choice("boundary", ("adjacent", "all"), "adjacent"),
    )


def _dice(part: Part) -> Distribution[int]:
    match = _DICE.fullmatch(part.text("dice").value)
    if match is None or int(match.group(2)) < 2:
        raise part.fault("dice", f"dice such as 1d6 or 2d6, not {part.text('dice').value!r}")
    one = Distribution(dict.fromkeys(range(1, int(match.group(2)) + 1), 1))
    found = one
    for _ in range(int(match.group(1)) - 1):
        found = found.pair(one, lambda a, b: a + b)
    return found


def _least(part: Part, kind: str, columns: tuple[str, ...]) -> Iterator[Fraction]:
    """The odds, difference or strength from which on each column holds; they rise from left to right."""
    if not columns:
        raise part.fault("columns", "the names of the columns", 'write columns = ["1:2", "1:1", "2:1"]')
    before: Fraction | None = None
    for name in columns:
        match = (_ODDS if kind == "odds" else _LEAST).fullmatch(name)
        parts = [int(text) for text in match.groups()] if match else []
        if not parts or 0 in parts[1:]:
            example = "odds such as 3:1" if kind == "odds" else "numbers such as -2, 0, 3-4 or 10+"
            raise part.fault("columns", f"{example}, not {name!r}")
        found = Fraction(*parts)
        if before is not None and found <= before:
            raise part.fault("columns", f"columns that rise from left to right; {name} does not")
        before = found
        yield found


def _rows(
    part: Part, width: int, dice: Distribution[int], outcomes: Mapping[str, Outcome]
) -> dict[int, Told[tuple[str, ...]]]:
    inner = part.part("rows")
    if inner is None:
        raise part.fault("rows", "a table [crt.rows]", 'with a line for each roll, such as 1 = ["AE", "AR"]')
    found: dict[int, Told[tuple[str, ...]]] = {}
    for key in inner.table:
        match, cells = _ROW.fullmatch(key), inner.words(key)
        if match is None:
            raise inner.fault(key, "a roll such as 3, or several such as 2-4")
        if len(cells) != width:
            raise inner.fault(key, f"{width} results, one for each column, not {len(cells)}")
        if outcomes and (unknown := [code for code in cells if code not in outcomes]):
            raise inner.fault(key, f"results that [results] explains, not {unknown[0]!r}")
        low, high = int(match.group(1)), int(match.group(2) or match.group(1))
        for roll in range(low, high + 1):
            if roll in found:
                raise inner.fault(key, f"each roll once, not {roll} again")
            found[roll] = inner.told(key, cells)
    lowest, highest = min((*found, *dice)), max((*found, *dice))
    if missing := [roll for roll in range(lowest, highest + 1) if roll not in found]:
        raise inner.fault("", f"a row for every roll; there is none for {missing[0]}")
    return found


def _effects(part: Part | None) -> dict[str, Told[Effect]]:
    return {} if part is None else {name: part.told(name, _effect(part, name)) for name in part.table}


def _effect(part: Part, key: str) -> Effect:
    value = part.table.get(key, "")
    found = read_effect(value) if isinstance(value, str) else None
    if found is None:
        raise part.fault(key, f'"1L", "2R", "+1", "-1", "x2", "x1/2" or "no", not {value!r}')
    return found


def _bonus(part: Part) -> Bonus:
    part.only(("side", "types", "column", "effect", "text"))
    side, column, types = (
        part.choice("side", ("attacker", "defender"), ""),
        part.text("column"),
        part.words("types"),
    )
    effect = _effect(part, "effect")
    if effect.barred or effect.times != 1:
        raise part.fault("effect", "a shift such as 1R, or a modifier such as +1")
    if not types and not column.value:
        raise part.fault("", "types or a column", 'write types = ["tank"]')
    text = part.text("text", f"{side.value} has {' or '.join(types) or column.value}")
    return Bonus(side.value, types, column.value, effect, text.value, part.rule())


def _outcomes(part: Part) -> Iterator[tuple[str, Outcome]]:
    for code, value in part.table.items():
        if isinstance(value, str):
            yield code, Outcome(value, None, None, part.rule(code))
            continue
        inner = part.part(code)
        if inner is not None:
            inner.only(("text", "attacker", "defender"))
            attacker, defender = _losses(inner, "attacker"), _losses(inner, "defender")
            yield code, Outcome(inner.text("text").value, attacker, defender, part.rule(code))


def _losses(part: Part, key: str) -> int | str | None:
    value = part.table.get(key)
    if value is None or value in ("half", "all"):
        return value if value is None else str(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100:
        return value
    raise part.fault(key, f'a number of steps, "half" or "all", not {value!r}')
