"""What places are worth in Victory Points, for those who show it beside the map."""

from __future__ import annotations

from module_builder.vassal.values import dataclass

__all__ = ["Worth", "points_text"]


@dataclass(frozen=True, slots=True)
class Worth:
    """A place and what it is worth to the side that controls all of it.

    Parameters
    ----------
    title
        Its name in the schedule.
    spaces
        All that has to be controlled.
    points
        Victory Points as long as it is held; 0 where a place scores once and is then counted on its track.
    text
        The same in words, as short as beside a name.

    Examples
    --------
    >>> Worth("Caen", ("e1938", "e2038"), 10, "10 VP").points
    10
    """

    title: str
    spaces: tuple[str, ...]
    points: int
    text: str


def points_text(points: int, spaces: int = 1) -> str:
    """The points of a place in words.

    Parameters
    ----------
    points
        Victory Points.
    spaces
        How many hexes have to be held.

    Returns
    -------
    str

    Examples
    --------
    >>> points_text(6), points_text(10, 3)
    ('6 VP', '10 VP for all 3 hexes')
    """
    return f"{points} VP" + (f" for all {spaces} hexes" if spaces > 1 else "")
