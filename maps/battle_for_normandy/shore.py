"""The coast as the map of The Battle for Normandy draws it, worked out only where there is a coast."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, cast

from maps.battle_for_normandy.board import load_board
from maps.battle_for_normandy.ground import all_hexes, build_land
from maps.filing import OURS, Filing
from maps.hexdrawing_ground import ragged
from maps.hexplane import STEP
from maps.lattice import LineLattice

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

    Shape = Polygon | MultiPolygon

__all__ = ["build_shore", "pixels"]

_SPILL = 8.0  # pixels by which land may reach into a sea hex
_CORE = 13.0  # pixels from the rim of a land hex that may be sea
_STRAND = 3.0  # the same of a Beach hex
_ROUND = 9.0
_BEYOND = 400.0  # pixels about the map for which land is known
_SEAM = 0.6
_ISLET = 6000.0  # square pixels of an island without a hex that is left out: boxes stand there


def pixels(lattice: LineLattice, shape: Any) -> Any:
    """A shape of the plane of `maps.hexplane` in pixels of the boards."""
    import shapely

    factor, offset = [lattice.dx, lattice.dy / STEP], [lattice.x0, lattice.y0]
    return shapely.transform(shape, lambda points: points * factor + offset)


def _whole(lattice: LineLattice, numbers: Collection[str]) -> Shape:
    """Hexes as one shape."""
    import shapely

    hexes = shapely.polygons([lattice.corners(n) for n in numbers])
    return cast("Shape", shapely.coverage_union_all(hexes).buffer(_SEAM, join_style="mitre"))


def _dry(filing: Filing) -> list[str]:
    return [
        s.id for s in load_board(filing.overlay).spaces.values() if s.kind == "hex" and s["terrain"] != "sea"
    ]


def _poor(filing: Filing, lattice: LineLattice, land: Shape) -> list[str]:
    """Land hexes with sea in them."""
    import shapely

    dry = _dry(filing)
    shapely.prepare(land)
    inside = shapely.contains_properly(land, shapely.polygons([lattice.corners(n) for n in dry]))
    return [n for n, whole in zip(dry, inside.tolist(), strict=True) if not whole]


def _core(filing: Filing, lattice: LineLattice, number: str) -> Shape:
    """What of a land hex is land in any case: nearly all of a Beach hex."""
    import shapely

    hexagon = shapely.Polygon(lattice.corners(number))
    if load_board(filing.overlay).spaces[number]["terrain"] == "beach":
        return ragged(hexagon.buffer(-_STRAND), 3.0)
    return ragged(hexagon.buffer(-_CORE), 5.0)


@functools.lru_cache(maxsize=1)
def build_shore(lattice: LineLattice, size: tuple[int, int], filing: Filing = OURS) -> tuple[Shape, Shape]:
    """The land in play as it is drawn, and all land.

    The true coast is cut back where it reaches far into a hex of the sea, and every land hex keeps some land
    in its middle, so that nobody takes one for the other.

    Parameters
    ----------
    size
        Width and height of the whole in pixels.
    """
    import shapely

    room = -_BEYOND, -_BEYOND, size[0] + _BEYOND, size[1] + _BEYOND
    land = shapely.clip_by_rect(pixels(lattice, build_land()), *room)
    dry = _dry(filing)
    hexes, wet = _whole(lattice, dry), _whole(lattice, sorted(set(all_hexes()) - set(dry)))
    reach = ragged(hexes.buffer(_SPILL), 6.0)
    poor = shapely.union_all([_core(filing, lattice, n) for n in _poor(filing, lattice, land)])
    near = shapely.union_all([land.intersection(reach), poor.difference(land)])
    round_ = near.buffer(_ROUND).buffer(-1.4 * _ROUND).buffer(0.4 * _ROUND)
    play = round_.intersection(reach).union(hexes.buffer(-24)).intersection(shapely.union_all([hexes, wet]))
    lands = shapely.get_parts(shapely.union_all([land.difference(wet), play]).buffer(0.5))
    beyond = shapely.union_all([part for part in lands if part.area > _ISLET])
    return cast("Shape", play), cast("Shape", beyond)
