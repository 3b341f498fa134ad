"""Cups of chits and pools of counters: what lies face down, and is known by number only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from module_builder.vassal.values import dataclass

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
    homes, home_at, home_step
        Private windows where the copies of each chit lie while they are not in the cup, the point of the
        first kind there, and the pixels to the next; the box of the chits where there are none.

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
    homes: tuple[str, ...] = ()
    home_at: tuple[int, int] = (0, 0)
    home_step: int = 0

    def home(self, uid: str) -> tuple[str, int, int] | None:
        """Private window and point of a chit that is not in the cup; None where it has none.

        Examples
        --------
        >>> cup = Cup("Modes", (1, 2), kinds={"probe": ("probe", 2)}, homes=("A", "B"), home_at=(30, 40))
        >>> cup.home("probe-2")
        ('B', 30, 40)
        """
        if not self.homes:
            return None
        marker, _, number = uid.rpartition("-")
        index = [m for m, _ in self.kinds.values()].index(marker)
        x, y = self.home_at
        return self.homes[(int(number) - 1) % len(self.homes)], x + index * self.home_step, y

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
    home_x, home_y = row.get("home_at", (0, 0))
    return Cup(
        row["deck"],
        (x, y),
        *said,
        kinds,
        *pool,
        row.get("deals", 0),
        row.get("to", ""),
        tuple(row.get("homes", ())),
        (home_x, home_y),
        row.get("home_step", 0),
    )
