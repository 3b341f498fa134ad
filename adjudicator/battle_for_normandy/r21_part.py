"""Section 21.0: the part of the map that a small scenario is played on, and the roads over its edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator import parts
from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import UNKNOWN, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.battle_for_normandy.grid import GRID, numbers_of
from maps.board import Board
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "Road",
    "faults",
    "is_scenario",
    "maps_in_play",
    "outside",
    "outside_of",
    "record",
    "roads",
    "roads_of",
    "scenarios",
]

_FILE = Path(__file__).with_name("scenarios.toml")
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "scenario": {
        "title": str, "first": int, "last": int, "part": str, "edges": str, "csp": int, "csp_share": int,
        "air_points": int, "aa_points": int, "beachheads": str, "mulberries": str, "port": bool, "even": str,
        "allied": str,
    }
}  # fmt: skip
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Road:
    """A road that leads out of the part of the map in play.

    Parameters
    ----------
    edge
        ``south`` or ``east``.

    Examples
    --------
    >>> Road("e1225", "south", "primary").edge
    'south'
    """

    hex: str
    edge: str
    road: str


@by_filing
def scenarios(filing: Filing) -> Mapping[str, Record]:
    """The small scenarios by name.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> scenarios(OURS)["epsom"].text("title")
    'Operation Epsom'
    """
    return load_records(filing.path(_FILE), _GROUPS)["scenario"]


def record(view: View) -> Record | None:
    """The scenario of a position; None in the campaign, and where a position does not say it."""
    name = terms.state_of(view).said("scenario")
    return None if name is UNKNOWN else scenarios(view).get(str(name))


def is_scenario(view: View) -> bool:
    """Whether a position says that it is of a small scenario."""
    return record(view) is not None


# --- the part of the map ----------------------------------------------------------------------------------


@rule("21.0")
def outside(view: View) -> frozenset[str]:
    """Hexes that are out of play; none in the campaign."""
    found = record(view)
    return outside_of(view.board, found.text("part")) if found is not None else _NOTHING


@kept(maxsize=16)
def outside_of(board: Board, part: str) -> frozenset[str]:
    """Hexes of a board outside a part of it.

    Parameters
    ----------
    part
        Rectangles of a sheet such as ``c0101-c4155``, parted by blanks; empty for the whole map.

    Raises
    ------
    DataError
        That is no rectangle.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> sorted(outside_of(GAME.board(), "c0101-c4155") & {"c3830", "e0632", "a4201"})
    ['a4201', 'e0632']
    """
    hexes = (s.id for s in board.spaces.values() if terms.is_hex(s))
    return parts.outside_of(hexes, part, _FILE.name, numbers_of)


@rule("21.0")
def faults(view: View, space: str) -> list[Fault]:
    """Why a hex may not be entered: it lies outside the part of the map in play."""
    if space not in outside(view):
        return []
    found = record(view)
    title = found.text("title") if found is not None else ""
    return [Fault("21.0", f"{view.board.name(space)} is out of play in {title}")]


@rule("21.0", "11.1.2")
def maps_in_play(view: View) -> frozenset[str]:
    """Letters of the maps of which a part is in play; none in the campaign, and where no part is named."""
    found = record(view)
    return frozenset(text[0] for text in found.text("part").split()) if found is not None else _NOTHING


# --- its edge ---------------------------------------------------------------------------------------------


@rule("21.0", "7.4", "9.2.1")
def roads(view: View) -> tuple[Road, ...]:
    """Roads that lead Germans over the edge of the part in play: first the east, then the south."""
    found = record(view)
    return _roads_of(view, found) if found is not None else ()


def roads_of(view: View, name: str) -> tuple[Road, ...]:
    """The same of a small scenario, whatever is played."""
    return _roads_of(view, scenarios(view)[name])


def _roads_of(view: View, found: Record) -> tuple[Road, ...]:
    out = outside_of(view.board, found.text("part"))
    return _roads(view.board, out, found.text("edges")) if out else ()


@kept(maxsize=16)
def _roads(board: Board, out: frozenset[str], edges: str) -> tuple[Road, ...]:
    found: dict[str, Road] = {}
    for road in _leaving(board, out):
        if road.edge in edges.split():
            found.setdefault(road.hex, road)
    return tuple(sorted(found.values(), key=_clockwise))


def _leaving(board: Board, out: frozenset[str]) -> Iterator[Road]:
    for space in board.spaces.values():
        if not terms.is_hex(space) or space.id in out:
            continue
        if space.features.get("edge"):
            yield Road(space.id, str(space["edge"]), _kind_of_road(board, space.id))
        for edge, other in board.neighbours(space.id):
            if other in out and edge.road and (side := _side(board, out, space.id, other)):
                yield Road(space.id, side, edge.road)


def _side(board: Board, out: frozenset[str], space: str, other: str) -> str:
    """The side of the part over which a step leads out: ``south``, ``east`` or neither."""
    line, place = GRID.split(space)
    beside = (GRID.find(line, place - 1), GRID.find(line, place + 1))
    east, west = (n is None or n in out or n not in board.spaces for n in beside)
    if east or west:
        return "east" if east else ""
    return "south" if GRID.split(other)[0] > line else ""


def _kind_of_road(board: Board, space: str) -> str:
    """The kind of the road in a hex of the map's own edge."""
    return next((edge.road for edge, _ in board.neighbours(space) if edge.road), "primary")


def _clockwise(road: Road) -> tuple[bool, int]:
    line, place = GRID.split(road.hex)
    return (road.edge == "south", place if road.edge == "south" else line)
