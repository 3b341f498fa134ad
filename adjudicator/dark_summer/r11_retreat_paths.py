"""Section 11.3.7: where a unit may retreat, in which order of preference, and why not elsewhere."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r05_stacking import stacking_faults
from adjudicator.dark_summer.r06_zones_of_control import is_negated, projectors
from adjudicator.dark_summer.r11_losses import classes
from adjudicator.dark_summer.r13_cherbourg import is_captured
from adjudicator.dark_summer.r13_sources import sources_of
from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.dark_summer.r15_boundary import zone_faults
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Fault
from adjudicator.showing import closed
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "Aim",
    "Path",
    "RetreatPaths",
    "aims",
    "by_class",
    "exit_marker_fault",
    "explain_paths",
    "paths",
    "step_fault",
]

_AVOIDED = frozenset({"C", "W", "S"})
_TWO = 2
_FREE = Fault("", "")


@dataclass(frozen=True, slots=True)
class Aim:
    """A Supply Source, or a C hex, in whose direction a unit may retreat.

    Parameters
    ----------
    distance
        Hexes from the defending hex.
    is_source
        False for a C hex that an Out of Supply German unit has a path to.

    Examples
    --------
    >>> Aim("2403", 3).is_source
    True
    """

    hex: str
    distance: int
    is_source: bool = True


@dataclass(frozen=True, slots=True)
class Path:
    """A retreat of two hexes, or of one into an Open Beach.

    Parameters
    ----------
    closer
        How many of them lead closer to the best aim.
    aim
        Id of that hex; empty without any.
    overstacked, over_boundary, lettered
        What speaks against it: it breaks the stacking limit, leads over the Boundary, ends in a C, W, S hex.

    Examples
    --------
    >>> Path(("3305", "3306"), closer=2, aim="3328").legal
    True
    """

    hexes: tuple[str, ...]
    closer: int = 0
    aim: str = ""
    overstacked: bool = False
    over_boundary: bool = False
    lettered: bool = False
    reason: Fault = _FREE

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reason[0]

    @property
    def rank(self) -> tuple[bool, bool, int, bool]:
        """Smaller is better: what must be avoided first, then the direction, then C, W and S hexes."""
        return (self.overstacked, self.over_boundary, -self.closer, self.lettered)


@dataclass(frozen=True, slots=True)
class RetreatPaths:
    """Every way for one unit, and what speaks against each that it may not use.

    Parameters
    ----------
    unit, origin
        Ids of the unit and of the defending hex.
    aims
        Supply Sources, or C hexes, that give the direction.
    legal
        Ways that may be used.

    Examples
    --------
    >>> RetreatPaths("ge-1", "3304", (), (), ()).legal
    ()
    """

    unit: str
    origin: str
    aims: tuple[Aim, ...]
    legal: tuple[Path, ...]
    refused: tuple[Path, ...]

    def find(self, hexes: Iterable[str]) -> Path | None:
        """The path of some hexes, legal or not; None when no path runs so."""
        wanted = tuple(hexes)
        return next((p for p in (*self.legal, *self.refused) if p.hexes == wanted), None)


# --- direction ------------------------------------------------------------------------------------------


@rule("11.3.7")
def aims(view: View, uid: str, from_hex: str) -> tuple[Aim, ...]:
    """Hexes in whose direction a unit retreats: the nearest Supply Sources, for some Germans C hexes too.

    Returns
    -------
    tuple of Aim
        Equally near Supply Sources; every C hex that counts. Empty without any.
    """
    piece = view.pieces[uid]
    live = sources_of(view, terms.group_of(piece.printed))
    if view.option("retreat-from-source") == "B":
        live = tuple(s for s in live if s != from_hex)
    known = [(terms.distance(from_hex, s), s) for s in live]
    nearest = min(known, default=(0, ""))[0]
    found = [Aim(s, d) for d, s in sorted(known) if d == nearest]
    found += [
        Aim(h, terms.distance(from_hex, h), is_source=False) for h in _cherbourg_hexes(view, piece, from_hex)
    ]
    return tuple(found)


@rule("11.3.7", "13.5")
def _cherbourg_hexes(view: View, piece: Piece, from_hex: str) -> tuple[str, ...]:
    """C hexes to which an Out of Supply German unit has a path, until Cherbourg falls."""
    if piece.side != terms.GERMAN or is_captured(view) or in_supply(view, piece.uid):
        return ()
    open_beaches = view.option("c-path-open-beach") == "A"
    found, seen, queue = [], {from_hex}, [from_hex]
    for here in queue:
        for edge, there in view.board.neighbours(here):
            if there in seen or not _traceable(view, edge, there, open_beaches=open_beaches):
                continue
            seen.add(there)
            queue.append(there)
            found += [there] if terms.letter(view, there) == "C" else []
    return tuple(sorted(found))


def _traceable(view: View, edge: Edge, to: str, *, open_beaches: bool) -> bool:
    """Whether a path of hexes free of Allied units and ZOCs runs on."""
    space = view.board.spaces[to]
    if not terms.is_hex(space) or terms.impassable(edge, space):
        return False
    if terms.enemies(view, to, terms.GERMAN) or (terms.is_open_beach(view, to) and not open_beaches):
        return False
    return not projectors(view, to, terms.GERMAN) or is_negated(view, to, terms.GERMAN, "c-path")


def _closer(hexes: tuple[str, ...], origin: str, aim: Aim) -> int:
    """How many hexes of a path lie closer to an aim than the hex before."""
    route = [terms.distance(h, aim.hex) for h in (origin, *hexes)]
    return sum(b < a for a, b in itertools.pairwise(route))


# --- one step -------------------------------------------------------------------------------------------


@rule("11.3.7", "6.2", "6.4")
def step_fault(view: View, piece: Piece, edge: Edge, to: str) -> Fault:
    """Why a unit cannot retreat over a hexside into a hex.

    Parameters
    ----------
    edge, to
        The hexside, and the hex on its far side.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when it can.
    """
    space, side, name = view.board.spaces[to], piece.side, view.board.name(to)
    if not terms.is_hex(space):
        return Fault("11.3.7", f"{name} is no hex of the map")
    if terms.impassable(edge, space):
        return Fault("11.3.7", f"{name} or the hexside before it is Impassable")
    enemy = terms.enemies(view, to, side)
    if enemy:
        return Fault("11.3.7", f"{name} is occupied by {terms.titles(enemy)}")
    if side == terms.GERMAN and terms.is_open_beach(view, to):
        return Fault("11.9", f"{name} is an Open Beach")
    origins = projectors(view, to, side)
    if origins and not is_negated(view, to, side, "retreat"):
        return Fault("11.3.7", f"{name} is in an enemy ZOC, from {', '.join(map(view.board.name, origins))}")
    if terms.is_vehicle(piece.printed) and edge.boundary == "major-river" and not edge.bridge:
        return Fault(
            "11.3.7", f"{piece.printed.title} cannot cross the Major River to {name} without a bridge"
        )
    return exit_marker_fault(view, piece, to)


@rule("10.1")
def exit_marker_fault(view: View, piece: Piece, hexagon: str) -> Fault:
    """Why an Exit marker keeps an Allied unit out of a hex.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when it does not.
    """
    group = terms.group_of(piece.printed)
    marker = "" if group == terms.GERMAN else view.text("exit-marker", hexagon)
    if marker in {"", group} or view.option("exit-marker-combat") == "B":
        return Fault("", "")
    return Fault("10.1", f"{view.board.name(hexagon)} has the Exit marker of the other Allied units")


# --- all paths ------------------------------------------------------------------------------------------


@rule("11.3.7", "10.1", "11.9", "15.0")
def paths(view: View, uid: str, *, from_hex: str) -> RetreatPaths:
    """Every way in which a unit may retreat out of the defending hex, and why it may not use the others.

    Parameters
    ----------
    uid
        The unit; it stands in the defending hex.

    Returns
    -------
    RetreatPaths
        Of the legal ones the best first, then by hexes.
    """
    piece, goals = view.pieces[uid], aims(view, uid, from_hex)
    if terms.is_strongpoint(piece.printed):
        return RetreatPaths(uid, from_hex, goals, (), ())
    every = [_judged(view, piece, p, goals, from_hex) for p in _walk(view, piece, from_hex)]
    able = sorted((p for p in every if p.legal), key=lambda p: (p.rank, p.hexes))
    sorted_out = [_against_best(view, p, _rival(view, p, able)) for p in able]
    legal = tuple(p for p in sorted_out if p.legal)
    return RetreatPaths(uid, from_hex, goals, legal, tuple(p for p in (*sorted_out, *every) if not p.legal))


def _walk(view: View, piece: Piece, origin: str) -> Iterator[Path]:
    """All paths out of a hex with what stops each; those stopped in their first hex once only."""
    for edge, first in view.board.neighbours(origin):
        reason = step_fault(view, piece, edge, first)
        if reason[0]:
            yield Path((first,), reason=reason)
            continue
        if piece.side == terms.ALLIED and terms.is_open_beach(view, first):
            yield Path((first,))
        for onward, second in view.board.neighbours(first):
            if not terms.is_hex(view.board.spaces[second]):
                continue
            if terms.distance(origin, second) == _TWO:
                yield Path((first, second), reason=step_fault(view, piece, onward, second))


def _judged(view: View, piece: Piece, path: Path, goals: tuple[Aim, ...], origin: str) -> Path:
    """A path with its direction and what speaks against its end."""
    if not path.legal:
        return path
    best = max(goals, key=lambda aim: _closer(path.hexes, origin, aim), default=None)
    closer = 0 if best is None else _closer(path.hexes, origin, best)
    if len(path.hexes) == 1:
        closer *= _TWO  # an Open Beach ends the retreat: no hex leads away
    if view.option("retreat-direction") == "B":
        closer = closer if closer == _TWO else 0
    end, stacking = path.hexes[-1], view.option("retreat-stacking")
    crowded = bool(stacking_faults(view, end, piece.side, [piece.uid]))
    if crowded and (stacking == "B" or len(path.hexes) == 1):
        fault = f"the stacking limit of {view.board.name(end)} would be broken"
        return Path(path.hexes, reason=Fault("11.9" if len(path.hexes) == 1 else "11.3.7", fault))
    lettered = piece.side == terms.GERMAN and terms.letter(view, end) in _AVOIDED
    over = any(zone_faults(view, piece.printed, h) for h in path.hexes)
    aim = best.hex if best is not None and closer else ""
    return Path(path.hexes, closer, aim, crowded and stacking == "A", over, lettered)


@rule("11.3.7", "11.9")
def _rival(view: View, path: Path, able: Sequence[Path]) -> Path:
    """What a path is measured by: the best one; in its direction, by the reading, the best of its length.

    A unit can ignore the second hex beyond an Open Beach, and need not.
    """
    best = able[0]
    if path.rank[:_TWO] != best.rank[:_TWO] or len(path.hexes) == len(best.hexes):
        return best
    if view.option("beach-retreat") == "B":
        return best
    return next(p for p in able if len(p.hexes) == len(path.hexes))


def _against_best(view: View, path: Path, best: Path) -> Path:
    """A path that must give way to a better one, with the reason; else the path itself."""
    if path.rank == best.rank:
        return path
    section, text = _why_worse(view, path, best)
    return Path(
        path.hexes,
        path.closer,
        path.aim,
        path.overstacked,
        path.over_boundary,
        path.lettered,
        Fault(section, text),
    )


def _why_worse(view: View, path: Path, best: Path) -> Fault:
    other = f"{', '.join(map(view.board.name, best.hexes))} is possible"
    if path.overstacked != best.overstacked:
        return Fault("11.3.7", f"the stacking limit would be broken, and {other}")
    if path.over_boundary != best.over_boundary:
        return Fault("15.0", f"it leads over the Operational Boundary, and {other}")
    if path.closer != best.closer:
        where = view.board.name(best.aim)
        return Fault(
            "11.3.7",
            f"hexes of it that lead closer to {where}: {path.closer}, and {other} with {best.closer}",
        )
    return Fault("10.1", f"it ends in a Lettered hex {view.board.name(path.hexes[-1])}, and {other}")


# --- telling it -----------------------------------------------------------------------------------------


@rule("11.3.7")
def explain_paths(inquiry: Inquiry, uid: str, *, from_hex: str) -> RetreatPaths:
    """Note the direction, every path that may be used and what refuses each other one.

    Parameters
    ----------
    uid, from_hex
        As in `paths`.
    """
    found, name = paths(inquiry, uid, from_hex=from_hex), inquiry.board.name
    piece = inquiry.pieces[uid]
    if terms.is_strongpoint(piece.printed):
        inquiry.note("11.3.7", f"{piece.printed.title} never retreats: it is eliminated")
        return found
    _note_aims(inquiry, found)
    for path in found.legal:
        inquiry.note("11.3.7", f"{piece.printed.title} may retreat by {', '.join(map(name, path.hexes))}")
    for path in found.refused:
        inquiry.steps.append(closed(path.reason[0], f"by {', '.join(map(name, path.hexes))}", path.reason[1]))
    if not found.legal:
        inquiry.note("11.3.7", f"{piece.printed.title} cannot retreat: it is eliminated")
    return found


def _note_aims(inquiry: Inquiry, found: RetreatPaths) -> None:
    name = inquiry.board.name
    sources = [a for a in found.aims if a.is_source]
    if sources:
        hexes = ", ".join(name(a.hex) for a in sources)
        far = many(sources[0].distance, "hex")
        text = f"nearest Supply Source of {name(found.origin)}: {hexes}, {far} away"
        inquiry.note("11.3.7", text)
    else:
        inquiry.note("11.3.7", "there is no Supply Source: the direction is free")
    others = [a.hex for a in found.aims if not a.is_source]
    if others:
        inquiry.note("11.3.7", f"Out of Supply, with a path to C hexes: {', '.join(map(name, others))}")


def by_class(state: State, units: Iterable[str], *, from_hex: str) -> Mapping[str, RetreatPaths]:
    """Paths of one unit of each class among some, by its id."""
    groups = classes(state, [state.pieces[uid] for uid in units])
    return {g[0].uid: paths(state, g[0].uid, from_hex=from_hex) for g in groups}
