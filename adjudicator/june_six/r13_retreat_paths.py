"""Section 13.3: the ways by which a unit or a stack may retreat, what each costs, and why not by others."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r05_sources, r09_beaches, r09_stacking, r11_zones_of_control, terms
from adjudicator.june_six.r08_cost import can_enter
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.showing import closed
from maps.june_six.grid import GRID
from module_builder.vassal.values import dataclass

__all__ = [
    "Path",
    "RetreatPaths",
    "aims",
    "explain_paths",
    "is_city",
    "legal_paths",
    "note_price",
    "paths",
    "penalties",
    "step_fault",
]

_FREE: Fault = Fault("", "")
_TWO = 2


@dataclass(frozen=True, slots=True)
class Path:
    """A way to retreat.

    Parameters
    ----------
    hexes
        Ids in order; ``left`` last for a way off the map.
    zones
        Those of them in an enemy ZOC.

    Examples
    --------
    >>> Path(("e1941",)).legal, Path(("e1941", "e1942"), ("e1941",)).zones
    (True, ('e1941',))
    """

    hexes: tuple[str, ...]
    zones: tuple[str, ...] = ()
    reason: Fault = _FREE

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reason[0]


@dataclass(frozen=True, slots=True)
class RetreatPaths:
    """Every way for one unit or stack.

    Parameters
    ----------
    units, origin
        Ids of the units, and of the hex that they retreat from.
    legal, refused
        Ways that may be used, and the others.

    Examples
    --------
    >>> RetreatPaths(("ge-1",), "e1940", 1, (), ()).legal
    ()
    """

    units: tuple[str, ...]
    origin: str
    required: int
    legal: tuple[Path, ...]
    refused: tuple[Path, ...]

    def find(self, hexes: Iterable[str]) -> Path | None:
        """The way by some hexes, legal or not; None when no way runs so."""
        wanted = tuple(hexes)
        return next((p for p in (*self.legal, *self.refused) if p.hexes == wanted), None)


# --- one step ---------------------------------------------------------------------------------------------


@rule("13.37")
def is_city(view: View, space: str) -> bool:
    """Whether entering a hex satisfies any retreat."""
    return terms.terrain(view, space, "13.37") == "city"


@rule("13.32", "13.34", "13.38", "8.14")
def step_fault(view: View, pieces: Sequence[Piece], frm: str, to: str) -> Fault:
    """Why units cannot retreat together from one hex into the next.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when they can.
    """
    name, side = view.board.name(to), pieces[0].side
    if not terms.is_hex(view.board.spaces[to]):
        return Fault("13.38", f"nobody retreats into {name}")
    if there := terms.enemies(view, to, side):
        return Fault("8.14", f"{name} is occupied by {terms.titles(there)}")
    for piece in pieces:
        bans = can_enter(view, piece.printed, frm, to)
        if bans:
            return Fault("13.32", f"{bans[0][1]} ({bans[0][0]})")
    faults = r09_stacking.faults(view, to, side, [p.uid for p in pieces])
    return Fault("13.34", f"the stacking limit: {faults[0][1]}") if faults else _FREE


def _zone(view: View, space: str, side: str) -> tuple[str, ...]:
    return (space,) if r11_zones_of_control.in_enemy_zoc(view, space, side) else ()


@rule("8.13")
def _over_edge(view: View, space: str) -> bool:
    """Whether units may leave the map out of a hex."""
    return None in GRID.ring(space) and view.option("retreat-off-map") == "A"


@rule("13.36")
def penalties(view: View, path: Path) -> int:
    """Reduced results that a way costs a unit or a stack."""
    entered = len(path.zones)
    return 1 if entered > 1 and view.option("second-zoc-hex") == "B" else entered


# --- all ways ---------------------------------------------------------------------------------------------


@rule("13.31", "13.35", "13.37")
def paths(view: View, uids: Sequence[str], required: int) -> RetreatPaths:
    """Every way in which units of one hex may retreat together."""
    pieces = [view.pieces[u] for u in uids]
    origin = pieces[0].space
    found = sorted(_walk(view, pieces, origin, required), key=lambda p: p.hexes)
    judged = _directed(view, pieces, origin, found)
    legal = tuple(p for p in judged if p.legal)
    return RetreatPaths(tuple(uids), origin, required, legal, tuple(p for p in judged if not p.legal))


def legal_paths(view: View, uids: Sequence[str], required: int) -> tuple[Path, ...]:
    """The ways that units may use; see `paths`."""
    return paths(view, uids, required).legal


def _walk(view: View, pieces: Sequence[Piece], origin: str, required: int) -> Iterator[Path]:
    """All ways out of a hex with what stops each; those stopped in their first hex once only."""
    side = pieces[0].side
    if _over_edge(view, origin):
        yield Path((terms.LEFT,))
    for _, first in view.board.neighbours(origin):
        fault = step_fault(view, pieces, origin, first)
        if fault[0]:
            yield Path((first,), reason=fault)
            continue
        zone = _zone(view, first, side)
        city = is_city(view, first)
        if city or (required == 1 and not zone):
            yield Path((first,), zone)
        if required == _TWO or zone:
            yield from _second(view, pieces, origin, Path((first,), zone))


@rule("13.35")
def _second(view: View, pieces: Sequence[Piece], origin: str, way: Path) -> Iterator[Path]:
    """Ways on from a first hex that does not end the retreat."""
    first = way.hexes[0]
    if _over_edge(view, first):
        yield Path((first, terms.LEFT), way.zones)
    for _, second in view.board.neighbours(first):
        if second == origin or not terms.is_hex(view.board.spaces[second]):
            continue
        fault = step_fault(view, pieces, first, second)
        zones = (*way.zones, *_zone(view, second, pieces[0].side))
        yield Path((first, second), zones, fault)


# --- direction --------------------------------------------------------------------------------------------


@rule("5.21")
def aims(view: View, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Hexes towards which units may retreat: their Supply Sources; Cherbourg too for all Germans."""
    found = dict.fromkeys(
        number for piece in pieces for number in r05_sources.sources(view, r05_sources.group_of(view, piece))
    )
    if any(p.side == terms.GERMAN for p in pieces) and r05_sources.holds_cherbourg(view):
        found |= dict.fromkeys(r05_sources.ground(view).cherbourg)
    return tuple(found)


@rule("5.21", "13.35")
def _directed(view: View, pieces: Sequence[Piece], origin: str, found: Sequence[Path]) -> Iterable[Path]:
    """Refuse ways that lead the wrong way while there are better ones."""
    if view.option("retreat-direction") == "C":
        return found
    if view.option("retreat-direction") == "B":
        goals = aims(view, pieces)
        fits = {p.hexes for p in found if p.legal and not _strays(p, origin, goals)}
        return _refuse_rest(found, fits, Fault("5.21", "it leads away from every Supply Source"))
    short = [p for p in found if len(p.hexes) == 1]
    long = [p for p in found if len(p.hexes) > 1]
    away = {p.hexes for p in long if _distance(origin, p.hexes[-1]) >= _TWO}
    text = "it ends next to the hex that was left, and another way leads two hexes off"
    return [*short, *_refuse_rest(long, away, Fault("13.35", text))]


def _refuse_rest(found: Sequence[Path], fits: set[tuple[str, ...]], reason: Fault) -> Iterable[Path]:
    able = [p for p in found if p.legal and p.hexes in fits]
    if not able:
        return found
    return [p if not p.legal or p.hexes in fits else dataclasses.replace(p, reason=reason) for p in found]


def _distance(a: str, b: str) -> int:
    return _TWO if b == terms.LEFT else terms.distance(a, b)


def _strays(path: Path, origin: str, goals: Sequence[str]) -> bool:
    """Whether some hex of a way is farther from every goal than the one before."""
    route = [h for h in (origin, *path.hexes) if h != terms.LEFT]
    pairs = list(itertools.pairwise(route))
    return bool(goals) and any(
        all(terms.distance(after, g) > terms.distance(before, g) for g in goals) for before, after in pairs
    )


# --- telling it -------------------------------------------------------------------------------------------


@rule("13.31", "13.36", "13.37")
def explain_paths(inquiry: Inquiry, uids: Sequence[str], required: int) -> RetreatPaths:
    """Note every way that may be used with its price, and what refuses each other one.

    Parameters
    ----------
    uids, required
        As in `paths`.
    """
    found = paths(inquiry, uids, required)
    titles = terms.titles(inquiry.pieces[u] for u in uids)
    inquiry.note("13.31", f"{titles}: a retreat of hexes", required)
    if inquiry.pieces[uids[0]].side == terms.ALLIED and r09_beaches.is_beach(inquiry, found.origin):
        inquiry.note("13.38", "Allied units do not retreat into Landing Boxes")
    for path in found.legal:
        inquiry.note(_grounds(inquiry, path), f"by {_told(inquiry, path)}: {_price(inquiry, path)}")
    for path in found.refused:
        inquiry.steps.append(closed(path.reason[0], f"by {_told(inquiry, path)}", path.reason[1]))
    if not found.legal:
        inquiry.note("13.37", f"{titles} cannot retreat: it stays and suffers a Reduced result")
    return found


@rule("13.34", "13.35", "13.36", "13.37", "8.13")
def note_price(inquiry: Inquiry, path: Path, required: int) -> None:
    """Say why a way is long enough, and what it costs."""
    end = path.hexes[-1]
    for name in (inquiry.board.name(h) for h in path.hexes if h != terms.LEFT and inquiry.units_in(h)):
        inquiry.note("13.34", f"friendly units are in {name}; the stacking limit is kept")
    if end == terms.LEFT:
        inquiry.note("8.13", "it leaves the map and does not come back")
    elif is_city(inquiry, end):
        inquiry.note("13.37", f"{inquiry.board.name(end)} is a City and ends any retreat")
    elif len(path.hexes) > required:
        inquiry.note("13.35", f"{inquiry.board.name(path.hexes[0])} is in an enemy ZOC: a second hex follows")
    else:
        inquiry.note("13.35", "hexes that the result asks for", required)
    inquiry.note("13.36", "Reduced results for entering an enemy ZOC", penalties(inquiry, path))


def _grounds(inquiry: Inquiry, path: Path) -> str:
    """Section that a way stands on: off the map, into a City, at a price, or by its length."""
    end = path.hexes[-1]
    if end == terms.LEFT:
        return "8.13"
    if is_city(inquiry, end):
        return "13.37"
    return "13.36" if path.zones else "13.35"


def _told(inquiry: Inquiry, path: Path) -> str:
    return ", ".join("off the map" if h == terms.LEFT else inquiry.board.name(h) for h in path.hexes)


def _price(inquiry: Inquiry, path: Path) -> str:
    cost = penalties(inquiry, path)
    end = path.hexes[-1]
    said = f"{cost} Reduced for entering an enemy ZOC" if cost else "no penalty"
    return f"{said}; the City ends it" if end != terms.LEFT and is_city(inquiry, end) else said
