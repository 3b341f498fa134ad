"""Units and markers as their counters print them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from maps.loader import Sources
from module_builder.vassal.values import dataclass

__all__ = ["FACE_LETTERS", "Marker", "Unit", "steps_on"]

FACE_LETTERS = "fb3456789"
"""How the pictures of a counter end: of its front, its back, and its further faces."""

_OWN = Sources("owner", {})


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as printed on both sides of its counter.

    Parameters
    ----------
    id
        Stable uid; never built from a value or a date.
    name
        Number or name right of the symbol.
    title
        Full name, unique in the game.
    side, nationality, branch, type, kind, size
        Words of the game.
    division, corps
        Parent division left of the symbol; Corps ID in an oval.
    af, df, mf, spent_df
        Printed factors; None where the counter prints none, or where an ad hoc unit does not say.
    arrival
        Day of June on which it becomes available; None when on board at the start.
    entry
        Ids of the spaces where it enters or is set up.
    airborne
        Whether it enters by drop or glider.
    steps
        Strength steps of a game that counts them; 0 in a game of statuses.
    reduced_af, reduced_df
        Factors of the reduced side; None where there is none.
    marks
        Other words printed on the counter: ``dot``, ``tiger``, ``wave-1`` ...
    ratings
        Further printed numbers of a game by their names, those of the reduced side with ``reduced_`` before.
    sources
        Source of each value.
    texts
        Other printed words of a game by their names.

    Examples
    --------
    >>> unit = Unit("ge-916", "916", "916 Rgt, 352 Div", "german", "german", type="infantry", af=4)
    >>> unit.is_point
    True
    """

    id: str
    name: str
    title: str
    side: str
    nationality: str
    branch: str = ""
    type: str = ""
    kind: str = ""
    size: str = ""
    division: str = ""
    corps: str = ""
    af: int | None = None
    df: int | None = None
    mf: int | None = None
    spent_df: int | None = None
    arrival: int | None = None
    entry: tuple[str, ...] = ()
    airborne: bool = False
    steps: int = 0
    reduced_af: int | None = None
    reduced_df: int | None = None
    marks: tuple[str, ...] = ()
    ratings: Mapping[str, int] = field(default_factory=dict)
    sources: Sources = _OWN
    texts: Mapping[str, str] = field(default_factory=dict)

    def rating(self, name: str) -> int | None:
        """A printed number by its name; None where the counter, or an ad hoc unit, does not say it.

        Examples
        --------
        >>> Unit("ge-sp-1", "1", "SP 1", "german", "german", ratings={"cohesion": 3}).rating("cohesion")
        3
        """
        if name in self.ratings:
            return self.ratings[name]
        known: int | None = getattr(self, name, None)
        return known

    def with_rating(self, name: str, value: int) -> Unit:
        """The unit with another printed number.

        Examples
        --------
        >>> Unit("ge-1", "1", "1", "german", "german", af=3).with_rating("af", 4).af
        4
        """
        if name in self.ratings:
            return replace(self, ratings={**self.ratings, name: value})
        changed: dict[str, Any] = {name: value}
        return replace(self, **changed)

    @property
    def is_point(self) -> bool:
        """Whether infantry or armor: the types that may be Point Unit (8.375)."""
        return self.type in {"infantry", "armor"}


def steps_on(full: int, face: int, faces: int) -> int:
    """Steps of a unit on a face of its counter that prints none of its own: as many less on each.

    Parameters
    ----------
    full
        Steps of its front.
    face, faces
        Which face, from 0 of the front, and how many the counter has.

    Returns
    -------
    int
        1 at least.

    Examples
    --------
    >>> [steps_on(3, face, 3) for face in range(3)], steps_on(3, 1, 2), steps_on(1, 1, 1)
    ([3, 2, 1], 2, 1)
    """
    return max(1, -(-full * (faces - face) // faces))


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker: not a unit, never controls an Area.

    Parameters
    ----------
    id, name, side
        Identity; side is empty when both players use it.
    front, back
        What the two faces show.
    count
        How many the counter mix holds.
    attack_factor
        Of a bombardment marker; None otherwise.
    sources
        Source of each value.
    texts
        Other printed words of a game by their names.

    Examples
    --------
    >>> Marker("wtf", "Western Task Force", "allied", "8", "Used", 1, 8).attack_factor
    8
    """

    id: str
    name: str
    side: str
    front: str
    back: str
    count: int
    attack_factor: int | None = None
    sources: Sources = _OWN
    texts: Mapping[str, str] = field(default_factory=dict)
