"""Section 18.1: Landing Sites and their beaches: Beach hex, Landing Queue, Holding Box, ratings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from maps.battle_for_normandy.grid import direction
from maps.board import Board
from maps.filing import Filing, by_filing
from maps.loader import Row, Sources, read_rows
from module_builder.vassal.values import dataclass

__all__ = [
    "Beach",
    "beach_of",
    "beaches",
    "drift_hex",
    "held",
    "in_queue",
    "is_beach_hex",
    "lands_alone",
    "of_site",
    "sideways",
]

_PATH = Path(__file__).parents[3] / "maps" / "battle_for_normandy" / "beaches.csv"
_COLUMNS = [
    "slug", "name", "site", "hex", "queue1", "queue2", "queue3", "commando", "drift", "dd", "source",
]  # fmt: skip
_EAST = (2, 3, 1)


@dataclass(frozen=True, slots=True)
class Beach:
    """A beach of a Landing Site.

    Parameters
    ----------
    slug, name, site
        Id, name, and Landing Site.
    hex
        Beach hex.
    queue
        Assault Hexes, that of Phase 1 first.
    commando
        Whether its queue is one of Commandos, with one Assault Hex.
    drift, dd
        Ratings; no `dd` where no DD Tank lands.
    """

    slug: str
    name: str
    site: str
    hex: str
    queue: tuple[str, ...]
    commando: bool
    drift: int
    dd: int
    sources: Sources

    @property
    def box(self) -> str:
        """Its Holding Box."""
        return f"holding-{self.slug}"


@rule("18.1", "18.3.1", "19.6.2")
@by_filing
def beaches(filing: Filing) -> Mapping[str, Beach]:
    """Every beach, west to east.

    Returns
    -------
    mapping of str to Beach
        By slug.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> beaches(OURS)["king-red"].queue
    ('c1728', 'c1628', 'c1527')
    """
    rows = read_rows(filing.path(_PATH), _COLUMNS)
    return {row.cells["slug"]: _beach(row) for row in rows if row.cells["slug"]}


def _beach(row: Row) -> Beach:
    cells = row.cells
    queue = tuple(cells[f"queue{n}"] for n in (1, 2, 3) if cells[f"queue{n}"])
    drift, dd = int(cells["drift"] or 0), int(cells["dd"] or 0)
    sources = Sources.parse(cells["source"])
    return Beach(
        cells["slug"],
        cells["name"],
        cells["site"],
        cells["hex"],
        queue,
        cells["commando"] == "yes",
        drift,
        dd,
        sources,
    )


def of_site(board: Board, site: str) -> tuple[Beach, ...]:
    """Beaches of a Landing Site, west to east."""
    return tuple([b for b in beaches(board).values() if b.site == site])


def beach_of(view: View, space: str) -> Beach | None:
    """The beach to which a Beach hex, Assault Hex or Holding Box belongs."""
    known = view.board.spaces.get(space)
    return beaches(view).get(str(known["beach"] or "")) if known is not None else None


def in_queue(view: View, space: str) -> int:
    """Number of an Assault Hex, 1 being next to the beach; 0 elsewhere."""
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return 0
    return int(known["queue"] or 0)


def is_beach_hex(view: View, space: str) -> bool:
    """Whether a hex is a Beach hex."""
    known = view.board.spaces.get(space)
    return known is not None and terms.is_hex(known) and terms.terrain(view, space, "18.1") == "beach"


@rule("18.1")
def held(view: View, beach: Beach, number: int) -> tuple[Piece, ...]:
    """Units of a beach in an Assault Hex: 1 to 3, or 0 for its Holding Box."""
    if number > len(beach.queue):
        return ()
    return view.units_in(beach.queue[number - 1] if number else beach.box)


@rule("18.3.1")
def drift_hex(view: View, beach: Beach) -> str:
    """Hex where a unit lands that misses its beach: one hex to the east.

    Returns
    -------
    str
        By the reading ``drift-east`` the Beach hex that touches it to the east, or the hex in direction 2;
        where no unit could land there, as at the eastern end of a Landing Site, the Beach hex itself.
    """
    if view.option("drift-east") == "B":
        other = direction(beach.hex, 2)
        return other if other is not None and _can_land(view, other) else beach.hex
    ways = (direction(beach.hex, way) for way in _EAST)
    return next((n for n in ways if n and is_beach_hex(view, n) and _can_land(view, n)), beach.hex)


def _can_land(view: View, space: str) -> bool:
    if space not in view.board.spaces or terms.terrain(view, space, "18.3.1") == "sea":
        return False
    return not terms.enemies(view, space, terms.ALLIED)


@rule("18.3.2")
def sideways(view: View, beach: Beach) -> tuple[str, ...]:
    """Beach hexes to the left and right of a beach."""
    return tuple([n for n in terms.neighbours(beach.hex) if is_beach_hex(view, n)])


@rule("18.2")
def lands_alone(piece: Piece) -> bool:
    """Whether a unit lands only on a Beach hex away from enemies: HQs, recon, artillery."""
    unit = piece.printed
    return (
        terms.is_hq(unit) or terms.is_artillery(unit) or (terms.is_recon(unit) and not terms.is_company(unit))
    )
