"""Numbers that several markers of different worth show together in one place of a saved game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.saves.carriers import MarkerSpec
    from adjudicator.saves.layout import Place
    from adjudicator.saves.placing import Placement
    from adjudicator.saves.tabletop import Tabletop

__all__ = ["is_summed", "lay_sums"]

_FACE = "Face"
_Point = tuple[str, int, int]


def is_summed(spec: MarkerSpec) -> bool:
    """Whether several copies of a marker in one place add up to one number.

    Examples
    --------
    >>> from adjudicator.saves.carriers import load_carriers
    >>> from adjudicator.game import load
    >>> is_summed(load_carriers(load("breakout-normandy")).markers["control"])
    False
    """
    return spec.form in {"count", "strewn"} or (
        spec.form == "each" and any(read.times for read in spec.reads)
    )


def lay_sums(
    table: Tabletop,
    old: Iterable[Placement],
    new: Iterable[Placement],
    *,
    place: Callable[[Placement], Place | None],
    copies: Callable[[str, Place | None], list[str]],
    more: Callable[[str], str],
    aside: Callable[[], _Point],
    layers: Mapping[str, int | None],
) -> None:
    """Let the markers of each place add up to what the new position says.

    Parameters
    ----------
    table
        The saved game.
    old, new
        Markers of the old and the new position that add up.
    place
        Where a marker lies.
    copies
        Pieces of a marker in one place, as they lie now.
    more
        A copy of a marker that is free to be laid.
    aside
        A free point for a copy that is not needed any more.
    layers
        Marker -> draw layer.
    """
    places: dict[str, Place | None] = {}
    before, after = _by_place(old, place, places), _by_place(new, place, places)
    for name in sorted({*before, *after}):
        wanted = after.get(name, [])
        if sorted(map(_shown, before.get(name, []))) == sorted(map(_shown, wanted)):
            continue
        pool = {uid: copies(uid, places[name]) for uid in layers}
        for placement in wanted:
            piece = pool[placement.uid].pop() if pool[placement.uid] else more(placement.uid)
            at = (placement.window, placement.x, placement.y)
            table.move(piece, *at, layer=layers[placement.uid])
            table.set_level(piece, _FACE, placement.levels.get(_FACE, 1))
        for piece in (piece for left in pool.values() for piece in left):
            table.move(piece, *aside())


def _by_place(
    placements: Iterable[Placement],
    place: Callable[[Placement], Place | None],
    known: dict[str, Place | None],
) -> dict[str, list[Placement]]:
    found: dict[str, list[Placement]] = {}
    for placement in placements:
        where = place(placement)
        name = where.name if where else ""
        known[name] = where
        found.setdefault(name, []).append(placement)
    return found


def _shown(placement: Placement) -> tuple[str, int]:
    return placement.uid, placement.levels.get(_FACE, 1)
