"""What if: the refits and the repairs that questions suppose, with what would pay for them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r12_refit, terms
from adjudicator.breakout_normandy.r06_moment import moment
from adjudicator.breakout_normandy.r12_depots import (
    ALLIED_DEPOTS,
    GERMAN_DEPOTS,
    depots_tonight,
    is_shown,
    nation_of,
    on_map,
    placement_faults,
    standing_faults,
    stands,
    unnamed_faults,
)
from adjudicator.breakout_normandy.r12_payment import bill_of, offers, payers
from adjudicator.breakout_normandy.r12_plan import plan_of
from adjudicator.breakout_normandy.r12_refit import PlaceDepot, Refit
from adjudicator.breakout_normandy.r20_bridges import Repair
from adjudicator.breakout_normandy.r20_night import NightRepair, night_payers
from adjudicator.breakout_normandy.r20_sites import attempt_faults, construct_item
from adjudicator.game import apply
from adjudicator.position import Piece, Position
from adjudicator.ruling import Fault
from adjudicator.supposing import Supposed, suppose
from maps.board import Edge

__all__ = ["by_side", "knows_no_source", "paying", "place_faults", "planned", "refits", "repair"]


def repair(position: Position, edge: Edge, side: str) -> Action:
    """The repair of a bridge that a side would try: by night in a Refit Phase, else by day (20.2, 20.23).

    Parameters
    ----------
    position, edge, side
        The position, the boundary and who repairs.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> repair(d_day, d_day.board.edge("isigny", "st-lo"), "german")
    Repair(bridge='isigny/st-lo', taken_from='')
    """
    night = position.text("phase") == f"refit-{side}"
    elsewhere = [s for s in position.subjects(construct_item(side)) if s != edge.id]
    bare = any(section == "20.21" for section, _ in attempt_faults(position, edge, side, ""))
    taken = elsewhere[0] if bare and elsewhere else ""
    if not night:
        return Repair(edge.id, taken)
    return NightRepair(edge.id, next(night_payers(position, edge, side), ()), taken)


def by_side(position: Position, side: str) -> Position:
    """The position with a side on turn, for an action that does not say whose it is.

    Parameters
    ----------
    position, side
        The position, and whose action is supposed.

    Returns
    -------
    Position
        The same one where that side is on turn.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> by_side(GAME.scenario("d-day"), "german").text("side")
    'german'
    """
    if position.text("side") == side:
        return position
    draft = position.draft()
    draft.forget("impulse")
    draft.set("side", side)
    return draft.finish()


def knows_no_source(position: Position, side: str) -> bool:
    """Whether a sketch shows no source of supply of a side, so that isolation is left out, not stated (12.8).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> knows_no_source(GAME.scenario("d-day"), "german")
    False
    """
    if not position.unknown:
        return False
    spaces = position.board.spaces.values()
    if side == terms.GERMAN:
        return not any(s.kind == "zone" for s in spaces)
    return not any(s.features.get("beach") or s.features.get("minor_port") for s in spaces)


# --- refits ---------------------------------------------------------------------------------------------


def planned(position: Position) -> Iterator[Supposed]:
    """The refits of the best plan, each in the position that those before it leave (12.51).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> list(planned(GAME.scenario("d-day")))
    []
    """
    side = r12_refit.side_in_refit(position)
    if position.text("phase") != f"refit-{side}" or not on_map(position, side):
        return
    for payment in plan_of(position, side).payments:
        action = Refit(payment.unit, payment.depots, payment.points)
        yield Supposed(position, action)
        if suppose(position, action).violations:
            return
        position = apply(moment(position, action), action)


def paying(position: Position, piece: Piece) -> dict[str, int]:
    """Depots on the map that together pay most cheaply for the refit of a unit, with what each asks (12.51).

    Parameters
    ----------
    position, piece
        The position and the unit.

    Returns
    -------
    dict
        In the order in which they are drained; empty where they cannot pay.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> paying(d_day, d_day.pieces["ge-916"])
    {}
    """
    then = moment(position, Refit(piece.uid, ()))
    asked = {o.depot: o.cost.value for o in offers(then, bill_of(piece))}
    ways = payers(then, bill_of(piece))
    best = min(ways, key=lambda chosen: (max(asked[d] for d in chosen), len(chosen)), default=())
    return {depot: asked[depot] for depot in best}


def refits(position: Position, piece: Piece, area: str) -> tuple[Supposed, ...]:
    """The refit of a unit from a Depot in some Area, which is placed there first if none stands there.

    Parameters
    ----------
    position, piece, area
        The position, the unit, and where the Depot is or would be.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [s.action for s in refits(d_day, d_day.pieces["ge-916"], "trevieres")][0]
    PlaceDepot(depot='ge-1', area='trevieres')
    """
    then = moment(position, Refit(piece.uid, ()))
    there = [d for d in _own(then, piece) if stands(then, d) == area]
    if there:
        able = (chosen for chosen in payers(then, bill_of(piece)) if {*chosen} <= {*there})
        return (Supposed(position, Refit(piece.uid, next(able, tuple(there[:1])))),)
    depot = _to_place(then, piece, area)
    if not depot:
        return ()
    place = PlaceDepot(depot, area)
    draft = then.draft()
    r12_refit.place_depot(draft, place)
    return Supposed(position, place), Supposed(draft.finish(), Refit(piece.uid, (depot,)))


def place_faults(position: Position, piece: Piece, area: str) -> list[Fault]:
    """Why no Depot could refit a unit from an Area, where a sketch names none of its Beaches (12.52, 12.71).

    Parameters
    ----------
    position, piece, area
        As in `refits`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> place_faults(d_day, d_day.pieces["ge-916"], "trevieres")
    []
    """
    then = moment(position, Refit(piece.uid, ()))
    if any(stands(then, d) == area for d in _own(then, piece)) or _to_place(then, piece, area):
        return []
    return unnamed_faults(then, area, terms.nationality(piece))


def _own(position: Position, piece: Piece) -> list[str]:
    nation = terms.nationality(piece)
    return [d for d in on_map(position, piece.side) if nation_of(d) == nation]


def _to_place(position: Position, piece: Piece, area: str) -> str:
    """A Depot to place just there, else one that may be placed, else one that is told to be past placing."""
    nation = terms.nationality(piece)
    if piece.side == terms.GERMAN:
        known = [*GERMAN_DEPOTS]
    else:
        known = [d for d in depots_tonight(position) if nation_of(d) == nation] or _of_beaches(
            position, nation
        )
    waiting = [d for d in known if not standing_faults(position, d)]
    fitting = [d for d in waiting if not placement_faults(position, d, area)]
    return next(iter(fitting or waiting or known), "")


def _of_beaches(position: Position, nation: str) -> list[str]:
    """Depots of the Beaches of a nation that the position speaks of, whether they come tonight or not."""
    later = ("port-", "mulberry-")
    known = ((d, home) for d, (home, whose) in ALLIED_DEPOTS.items() if whose == nation)
    return [d for d, home in known if not d.startswith(later) and is_shown(position, home)]
