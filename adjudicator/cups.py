"""Cups of chits and pools of counters: what lies face down, and is known by number only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from counters.catalog import Unit

__all__ = ["Cup", "read_cup"]


@dataclass(frozen=True, slots=True)
class Cup:
    """A face-down deck whose contents are known by number: chits, or counters that are drawn when revealed.

    Parameters
    ----------
    deck
        Its name.
    at
        Where it lies on the window of the set-up cards.
    item, says
        Item of state, by kind of chit; ``left`` counts what is in the cup, ``drawn`` what is outside. Both
        are empty for a pool of units.
    kinds
        Kind -> marker that shows it, and how many there are.
    space, type
        Of a pool of units: the space that its units stand in, and their type or mark.
    cover
        Picture of what lies in it; empty for the back of each counter.
    deals, to
        How many go to a space at once by a command of the cup, and the feature of the spaces that get some.

    Examples
    --------
    >>> Cup("Weather Cup", (10, 20), "weather-drawn", "drawn", {"sun": ("weather-sun", 2)}).chits
    ('weather-sun-1', 'weather-sun-2')
    """

    deck: str
    at: tuple[int, int]
    item: str = ""
    says: str = ""
    kinds: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    space: str = ""
    type: str = ""
    cover: str = ""
    deals: int = 0
    to: str = ""

    @property
    def only(self) -> str:
        """Expression that is true of the pieces that belong here."""
        return f'{{Cup == "{self.deck}"}}'

    @property
    def chits(self) -> tuple[str, ...]:
        """The uid of each chit."""
        return tuple([f"{marker}-{n}" for marker, count in self.kinds.values() for n in range(1, count + 1)])

    def holds(self, unit: Unit) -> bool:
        """Whether a unit belongs to the pool: a counter that may be drawn, not the one that stands for it."""
        return bool(self.type) and self.type in {unit.type, *unit.marks} and "hidden" not in unit.marks


def read_cup(row: Mapping[str, Any]) -> Cup:
    """Read a row ``[[cup]]`` of an ``adapter.toml``.

    Parameters
    ----------
    row
        Its keys.

    Returns
    -------
    Cup

    Examples
    --------
    >>> read_cup({"deck": "Pool", "at": [1, 2], "space": "turn-track", "type": "ost"}).type
    'ost'
    """
    kinds = {kind: (marker, count) for kind, (marker, count) in row.get("kinds", {}).items()}
    x, y = row["at"]
    said = row.get("item", ""), row.get("says", "")
    pool = row.get("space", ""), row.get("type", ""), row.get("cover", "")
    return Cup(row["deck"], (x, y), *said, kinds, *pool, row.get("deals", 0), row.get("to", ""))
