"""How much a doubtful value decides: how many rulings of games played at random lean on it, and could turn.

`tests.weighing` plays them and writes ``weights.csv`` and ``rulings.csv`` of each game.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping

from maps.filing import our_file
from maps.loader import Row, read_rows
from module_builder.vassal.values import dataclass

__all__ = ["RULING_COLUMNS", "WEIGHT_COLUMNS", "Asked", "Key", "Weights", "load_weights"]

WEIGHT_COLUMNS = ["number", "file", "row", "column", "leans", "turns"]
RULING_COLUMNS = ["topic", "asked", "leans"]
_UNTRIED = 0.5  # of a ruling, where no other value was tried
_LEAN = 0.01  # of a ruling that leans on a value and did not turn
Key = tuple[str, str, str]
"""File, row and column of a value."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a game played at random.

    Parameters
    ----------
    topic
        What kind of question it is.
    text
        What was asked.
    leans
        The doubtful values that its ruling used.
    """

    topic: str
    text: str
    leans: frozenset[Key]


@dataclass(frozen=True, slots=True)
class Weights:
    """What the values of a game weigh.

    Parameters
    ----------
    single
        Value -> how many rulings it could turn; less for one that only took part.
    columns
        File and column -> the sum for all its values.
    asked
        The questions.

    Examples
    --------
    >>> found = load_weights("breakout-normandy")
    >>> found.of(("spaces.csv", "carentan", "tem"), 10) > 0
    True
    """

    single: Mapping[Key, float]
    columns: Mapping[tuple[str, str], float]
    asked: tuple[Asked, ...]

    def of(self, key: Key, alike: int) -> float:
        """What a value weighs.

        Parameters
        ----------
        key
            The value.
        alike
            How many doubtful values its column has: one that came up in no game weighs what is usual there.

        Returns
        -------
        float
        """
        return self.single.get(key, 0.0) + self.columns.get((key[0], key[2]), 0.0) / max(1, alike)


@functools.cache
def load_weights(game: str) -> Weights:
    """Read what the values of a game weigh.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    Weights

    Raises
    ------
    maps.errors.DataError
        A row or cell is wrong.
    """
    rows = read_rows(our_file("owning", game, "weights.csv"), WEIGHT_COLUMNS, key=lambda r: r.cells["number"])
    keys: dict[str, Key] = {
        r.cells["number"]: (r.text("file"), r.text("row"), r.text("column")) for r in rows
    }
    single = {keys[row.cells["number"]]: _weight(row) for row in rows}
    columns: Counter[tuple[str, str]] = Counter()
    for (file, _, column), weight in single.items():
        columns[file, column] += weight  # type: ignore[assignment]
    asked = read_rows(our_file("owning", game, "rulings.csv"), RULING_COLUMNS)
    return Weights(single, columns, tuple([_asked(row, keys) for row in asked]))


def _weight(row: Row) -> float:
    leans, turns = row.integer("leans", 1, 10**6), row.optional("turns", 0, 10**6)
    return leans * _UNTRIED if turns is None else turns + leans * _LEAN


def _asked(row: Row, keys: Mapping[str, Key]) -> Asked:
    numbers = row.cells["leans"].split()
    unknown = [n for n in numbers if n not in keys]
    if unknown:
        raise row.fault("leans", f"numbers of weights.csv, not {unknown[0]}")
    return Asked(row.text("topic"), row.text("asked"), frozenset(keys[n] for n in numbers))
