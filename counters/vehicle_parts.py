"""What the silhouettes of vehicles are made of: outlines, tracks, guns, rows of wheels."""

from __future__ import annotations

from typing import TypeAlias

from counters.geometry import Point
from module_builder.vassal.values import dataclass

__all__ = ["Outline", "Vehicle", "barrel", "even", "moved", "track"]

Outline: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A silhouette in fractions of a box twice as wide as it is high.

    Parameters
    ----------
    solid
        Outlines filled with ink.
    axle, wheel
        Height and radius of the wheels; the radius counts the height of the box.
    wheels
        Where the wheels stand.
    light
        Outlines in the second colour: gaps, skirts, an open fighting room.
    chains
        Lines of ink: the chains of a flail, an aerial.

    Examples
    --------
    >>> len(Vehicle((), 0.8, 0.1, even(0.2, 0.8, 6)).wheels)
    6
    """

    solid: tuple[Outline, ...]
    axle: float
    wheel: float
    wheels: tuple[float, ...]
    light: tuple[Outline, ...] = ()
    chains: tuple[Outline, ...] = ()


def track(left: float, right: float, top: float, *, foot: float = 0.98, nose: float = 0.07) -> Outline:
    """Return a track as one band: idler and sprocket higher than the road wheels.

    Parameters
    ----------
    left, right, top, foot
        Edges.
    nose
        How far its ends are rounded.

    Returns
    -------
    Outline

    Examples
    --------
    >>> len(track(0.0, 1.0, 0.5))
    8
    """
    middle = top + (foot - top) * 0.36
    return (
        (left, middle),
        (left + nose * 0.5, top),
        (right - nose * 0.5, top),
        (right, middle),
        (right - nose * 0.4, middle + (foot - middle) * 0.5),
        (right - nose * 1.7, foot),
        (left + nose * 1.6, foot),
        (left + nose * 0.3, middle + (foot - middle) * 0.5),
    )


def barrel(start: float, end: float, axis: float, *, thick: float = 0.06, brake: bool = False) -> Outline:
    """Return a gun, a little thicker at its root.

    Parameters
    ----------
    start, end, axis
        Where it lies.
    thick
        Of the gun.
    brake
        Whether it ends with a muzzle brake.

    Returns
    -------
    Outline

    Examples
    --------
    >>> len(barrel(0.5, 1.0, 0.3)), len(barrel(0.5, 1.0, 0.3, brake=True))
    (4, 8)
    """
    low, high = thick * 0.38, thick * 0.6
    if not brake:
        return (start, axis - high), (end, axis - low), (end, axis + low), (start, axis + high)
    knob, long = thick * 0.85, end - 0.055
    return (
        (start, axis - high),
        (long, axis - low),
        (long, axis - knob),
        (end, axis - knob),
        (end, axis + knob),
        (long, axis + knob),
        (long, axis + low),
        (start, axis + high),
    )


def even(first: float, last: float, count: int) -> tuple[float, ...]:
    """Return places at even distances.

    Parameters
    ----------
    first, last, count
        The outer places and their number.

    Returns
    -------
    tuple of float

    Examples
    --------
    >>> even(0.0, 1.0, 3)
    (0.0, 0.5, 1.0)
    """
    step = (last - first) / (count - 1)
    return tuple(first + step * i for i in range(count))


def moved(points: Outline, *, share: float = 1.0, by: float = 0.0) -> Outline:
    """Return an outline made narrower and moved to the right.

    Parameters
    ----------
    points
        The outline.
    share
        Its width as a share of what it was.
    by
        How far it is moved.

    Returns
    -------
    Outline

    Examples
    --------
    >>> moved(((0.5, 0.2),), share=0.5, by=0.1)
    ((0.35, 0.2),)
    """
    return tuple((x * share + by, y) for x, y in points)
