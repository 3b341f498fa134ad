"""Sections 8.33 to 8.38: every space that one unit can reach, its price, and what bars the rest."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator import search
from adjudicator.breakout_normandy import r08_air_interdiction as air
from adjudicator.breakout_normandy import r08_assault_duty as duties
from adjudicator.breakout_normandy import r08_impulses as impulses
from adjudicator.breakout_normandy import r08_mf, r19_landing, terms
from adjudicator.breakout_normandy.r08_steps import check_leg
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position, State
from adjudicator.ruling import Ruling, Violation
from adjudicator.showing import against
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = ["Destination", "Reach", "alternative", "reach", "reach_ruling"]

_SOFT = {"8.12", "8.22"}
_Faults = tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Destination:
    """A space that a unit can reach.

    Parameters
    ----------
    cost
        MF on the cheapest way.
    path
        Path elements of that way, for `adjudicator.breakout_normandy.r08_movement.Move`.
    duty
        Section and reason of a Mandatory Assault, or two empty strings.
    rolls
        Air Interdiction drs on the way that could stop it.

    Examples
    --------
    >>> Destination("utah-beach", 3, ("montebourg", "utah-beach"), ("", ""), 1).cost
    3
    """

    space: str
    cost: int
    path: tuple[str, ...]
    duty: tuple[str, str]
    rolls: int


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one unit can go in this impulse, or could if its Area were active.

    Parameters
    ----------
    destinations
        By id, the cheapest first.
    refused
        Spaces next to those it reaches, that it does not reach, with every reason.
    faults
        Why it may not move at all.

    Examples
    --------
    >>> Reach("ge-916", 3, 0, {}, {}, ()).left
    3
    """

    unit: str
    mf: int
    used: int
    destinations: Mapping[str, Destination]
    refused: Mapping[str, _Faults]
    faults: _Faults

    @property
    def left(self) -> int:
        """MF that it has left."""
        return max(0, self.mf - self.used)


@rule("8.33", "8.36", "8.38")
def reach(state: State, uid: str) -> Reach:
    """Find every space that a unit can enter, each by its cheapest way.

    Raises
    ------
    KeyError
        There is no such unit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> found = reach(GAME.scenario("d-day"), "ge-1058")
    >>> found.destinations["montebourg"].cost
    1
    """
    piece = state.pieces[uid]
    faults = _faults(state, piece)
    if faults or piece.space not in state.board.spaces:
        return Reach(uid, piece.printed.mf or 0, 0, {}, {}, faults)
    mover = r08_mf.mover_of(Inquiry(state), piece)  # which says that the weather must be known (18.3)
    ways: dict[tuple[str, str], tuple[str, tuple[str, str]]] = {}
    found = search.reach(piece.space, _Walker(state, mover, ways))
    places = {
        node: _destination(state, mover, found, ways, node) for node in found.arrivals if node != piece.space
    }
    refused: dict[str, _Faults] = {}
    for step in found.frontier():
        refused.setdefault(step.to, step.why)
    return Reach(uid, mover.mf, mover.used, places, refused, ())


def _faults(state: State, piece: Piece) -> _Faults:
    """Why the unit may not move at all; that its Area is not active does not count."""
    inquiry = Inquiry(state)
    impulses.check_actor(inquiry, piece.uid)
    known = state.board.spaces.get(piece.space)
    if known is None or known.kind == "box":
        where = state.board.name(piece.space)
        inquiry.refuse("8.33", f"{piece.printed.title} is in the box {where}, not on the map")
    if piece.printed.type == "coastal-artillery":
        inquiry.refuse("8.373", f"{piece.printed.title} is Coastal Artillery and never moves")
    return tuple(v for v in inquiry.violations if v.rule not in _SOFT)


class _Walker:
    """Tries every way on from a space, as `adjudicator.search` asks for it."""

    __slots__ = ("mover", "state", "ways")

    def __init__(
        self, state: State, mover: r08_mf.Mover, ways: dict[tuple[str, str], tuple[str, tuple[str, str]]]
    ) -> None:
        self.state, self.mover, self.ways = state, mover, ways

    def __call__(self, node: str, cost: int) -> Iterator[search.Try[str, _Faults]]:
        """Attempts from a space that was reached at a cost."""
        first = self.mover
        moved = first.entered + (node != first.at)
        here = r08_mf.Mover(first.piece, node, first.start, first.mf, first.used + cost, moved)
        for edge, to in self.state.board.neighbours(node):
            if edge.boundary == "landing":
                yield from self._ashore(node, to)
                continue
            yield self._try(here, to, river=False)
            if edge.boundary == "river" and edge.bridge:
                yield self._try(here, to, river=True)

    def _try(self, here: r08_mf.Mover, to: str, *, river: bool) -> search.Try[str, _Faults]:
        inquiry = Inquiry(self.state)
        leg = check_leg(inquiry, here, to, river=river)
        if leg is None or inquiry.violations:
            return search.Try(to, 0, tuple(inquiry.violations))
        if (here.at, to) not in self.ways:
            self.ways[here.at, to] = (f"~{to}" if river else to, leg.duty)
        return search.Try(to, leg.cost, None, leg.stop)

    def _ashore(self, box: str, beach: str) -> Iterator[search.Try[str, _Faults]]:
        if self.state.board.spaces[box].kind != "approach":
            return
        inquiry = Inquiry(self.state)
        cost = r19_landing.check_landing(inquiry, [self.mover.piece], beach)
        self.ways[box, beach] = (beach, duties.landing_duty(self.state, beach))
        stop = bool(terms.enemies(self.state, beach, self.mover.piece.side))
        yield search.Try(beach, cost, tuple(inquiry.violations) or None, stop)


def _destination(
    state: State,
    mover: r08_mf.Mover,
    found: search.Reached[str, _Faults],
    ways: Mapping[tuple[str, str], tuple[str, tuple[str, str]]],
    node: str,
) -> Destination:
    nodes = found.path(node)
    pairs = list(itertools.pairwise(nodes))
    rolls = sum(
        air.is_exposed(state, mover.piece, mover.entered + n)
        and air.drm(state, at, mover.piece.uid) < air.HARMLESS - 1
        for n, (at, _) in enumerate(pairs)
    )
    path = tuple(ways[pair][0] for pair in pairs)
    return Destination(node, found.arrivals[node].cost, path, ways[pairs[-1]][1], rolls)


# --- answers --------------------------------------------------------------------------------------------


def alternative(board: Board, found: Reach, target: str) -> Destination | None:
    """The destination nearest to a space that cannot be reached.

    Returns
    -------
    Destination or None
        None when it can go nowhere.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> alternative(d_day.board, reach(d_day, "ge-1058"), "montebourg").space
    'montebourg'
    """
    if target not in board.spaces:
        return None

    def around(node: str, _: int) -> list[search.Try[str, None]]:
        return [search.Try(to) for _, to in board.neighbours(node)]

    near = search.reach(target, around)
    known = [d for d in found.destinations.values() if d.space in near.arrivals]
    return min(known, key=lambda d: (near.arrivals[d.space].cost, d.cost, d.space), default=None)


def reach_ruling(position: Position, uid: str, *, to: str = "") -> Ruling:
    """Answer where a unit may go, or whether and how it reaches one space.

    Parameters
    ----------
    to
        Id of the space wished for; empty for all of them.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> ruling = reach_ruling(GAME.scenario("d-day"), "ge-1058", to="montebourg")
    >>> ruling.verdict
    '1058 Rgt, 91 Div reaches Montebourg for 1 MF.'
    """
    inquiry, found = Inquiry(position), reach(position, uid)
    name = position.pieces[uid].printed.title
    inquiry.note("8.33", f"{name} has {found.left} of {found.mf} MF", found.left)
    inquiry.violations.extend(found.faults)
    if to and not found.faults:
        verdict = _one(inquiry, found, name, to)
    else:
        _record(inquiry, found)
        count = len(found.destinations)
        verdict = f"{name} reaches {count} {'space' if count == 1 else 'spaces'}."
        if found.faults:
            verdict = f"{name} may not move."
    return inquiry.ruling(f"legal {uid}" + (f" --to {to}" if to else ""), verdict, _plain(found))


def _record(inquiry: Inquiry, found: Reach) -> None:
    for place in found.destinations.values():
        inquiry.note("8.36", f"{inquiry.board.name(place.space)}{_told(place)}", place.cost)
    for space, why in found.refused.items():
        inquiry.steps += against(inquiry.board.name(space), why)


def _one(inquiry: Inquiry, found: Reach, name: str, to: str) -> str:
    board, place = inquiry.board, found.destinations.get(to)
    if place is not None:
        inquiry.note("8.36", f"{' - '.join(board.name(s.lstrip('~')) for s in place.path)}", place.cost)
        return f"{name} reaches {board.name(to)} for {place.cost} MF{_told(place)}."
    inquiry.violations.extend(found.refused.get(to, ()))
    if to not in found.refused:
        inquiry.refuse("8.33", f"{board.name(to)} is too far for {found.left} MF", spaces=(to,))
    nearest = alternative(board, found, to)
    instead = f" It gets as near as {board.name(nearest.space)}." if nearest else ""
    return f"{name} does not reach {board.name(to)}.{instead}"


def _told(place: Destination) -> str:
    must = "; it must assault there" if place.duty[0] else ""
    rolls = f"; Air Interdiction drs on the way: {place.rolls}" if place.rolls else ""
    return must + rolls


def _plain(found: Reach) -> dict[str, Any]:
    places = [
        {
            "space": d.space,
            "mf": d.cost,
            "path": list(d.path),
            "mandatory": bool(d.duty[0]),
            "air_interdiction": d.rolls,
        }
        for d in found.destinations.values()
    ]
    refused = {space: [str(v) for v in why] for space, why in found.refused.items()}
    return {"mf": found.mf, "used": found.used, "destinations": places, "refused": refused}
