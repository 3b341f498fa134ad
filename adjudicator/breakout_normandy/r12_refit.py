"""Sections 12.1 to 12.53 and 24.7: Depots are placed, units refit, reserves are banked and spent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r24_storm, terms
from adjudicator.breakout_normandy.r12_depots import (
    ALLIED_DEPOTS,
    GERMAN_DEPOTS,
    depot_areas,
    depot_name,
    depot_value,
    depots_tonight,
    nation_of,
    on_map,
    placement_faults,
    points_left,
    standing_faults,
    stands,
)
from adjudicator.breakout_normandy.r12_payment import bill_of, charge, check_payment, payers, tell_recovery
from adjudicator.breakout_normandy.r12_sources import side_of
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from maps.breakout_normandy.tracks import load_tracks
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Augment",
    "BuyImpulses",
    "PlaceDepot",
    "Refit",
    "bank_unused",
    "place_depot",
    "place_sources",
    "recover",
    "refit_faults",
    "side_in_refit",
    "zone_refits",
]

_REFIT = frozenset({"refit-german", "refit-allied"})
_PURCHASE = frozenset({"purchase-german", "purchase-allied"})
_TOURNAMENT_BOXES = (-3, 12)  # C to 12
_PRICE, _MOST_IMPULSES, _MOST_RESERVES = 10, 3, 99


@dataclass(frozen=True, slots=True)
class PlaceDepot(Action):
    """Place a German Depot (12.61), or move an Allied one inland from its Beach (12.71).

    Parameters
    ----------
    depot
        ``ge-1`` to ``ge-6``, ``utah``, ``omaha-1`` ...

    Examples
    --------
    >>> PlaceDepot("ge-1", "trevieres").area
    'trevieres'
    """

    depot: str
    area: str


@dataclass(frozen=True, slots=True)
class Refit(Action):
    """Let a unit draw supply and recover one level (12.51).

    Parameters
    ----------
    depots
        Depots that it draws from, drained in this order.
    points
        Points from each of them; empty to drain them in order.

    Examples
    --------
    >>> Refit("ge-916", ("ge-1",)).points
    ()
    """

    unit: str
    depots: tuple[str, ...]
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyImpulses(Action):
    """Move tomorrow's first impulse with reserves (12.53).

    Parameters
    ----------
    spaces
        Positive to advance, negative to retract; three at most.

    Examples
    --------
    >>> BuyImpulses(-3).spaces
    -3
    """

    spaces: int


@dataclass(frozen=True, slots=True)
class Augment(Action):
    """Add reserves to every Beach Depot alike (24.7).

    Parameters
    ----------
    points
        Points for each.

    Examples
    --------
    >>> Augment(2).points
    2
    """

    points: int


def side_in_refit(view: View) -> str:
    """Side whose Refit or purchase it is.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("phase", "refit-german"); side_in_refit(draft)
    'german'
    """
    return terms.GERMAN if view.text("phase").endswith(terms.GERMAN) else terms.ALLIED


# --- what the phase does by itself ----------------------------------------------------------------------


@rule("6.4", "12.61", "12.71", "12.72")
def place_sources(draft: Draft, side: str) -> None:
    """Begin a Refit Phase: Zones refit their German units; Allied Depots appear in their Beaches.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("control", "us", "utah-beach"); draft.place("ge-1-919", "eliminated")
    >>> place_sources(draft, "allied"); draft.text("depot", "utah"), draft.number("depot-points", "utah")
    ('utah-beach', 8)
    """
    if side == terms.GERMAN:
        _refit_zones(draft)
        return
    for depot in list(depots_tonight(draft)):
        draft.set("depot", ALLIED_DEPOTS[depot][0], depot)
        draft.set("depot-points", depot_value(draft, depot).value, depot)


@rule("12.6", "12.61")
def _refit_zones(draft: Draft) -> None:
    """A German-controlled Zone refits every German unit in it by one level."""
    for space in draft.board.spaces.values():
        for piece in terms.friends(draft, space.id, terms.GERMAN) if space.kind == "zone" else ():
            if zone_refits(draft, piece):
                recover(draft, piece.uid)


@rule("12.6", "12.61")
def zone_refits(view: View, piece: Piece) -> bool:
    """Whether a Zone refits a German unit by itself as the German Refit Phase begins, without a Depot.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("ge-916", "zone-b"); draft.set_status("ge-916", "d1")
    >>> zone_refits(draft, draft.pieces["ge-916"])
    True
    """
    if piece.side != terms.GERMAN or piece.status == terms.FRESH or view.flag("refitted", piece.uid):
        return False
    if not terms.on_map(view, piece.space) or not terms.is_zone(view, piece.space):
        return False
    return terms.control_side(view, piece.space) == terms.GERMAN or view.option("zone-refit-control") == "B"


@rule("12.4")
def recover(draft: Draft, uid: str) -> None:
    """Raise a unit by one level and mark it as refitted tonight.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set_status("ge-916", "d1"); recover(draft, "ge-916"); draft.pieces["ge-916"].status
    'spent'
    """
    status = draft.pieces[uid].status
    draft.set_status(uid, terms.STATUSES[terms.STATUSES.index(status) - 1])
    draft.set("refitted", True, uid)


@rule("12.52", "12.53", "24.7")
def bank_unused(draft: Draft, side: str) -> None:
    """End a Refit Phase: bank what Depots in Free Areas have left, and take all Depots off the map.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("depot", "trevieres", "ge-1"); draft.set("depot-points", 3, "ge-1")
    >>> bank_unused(draft, "german"); draft.number("reserves", "german"), draft.text("depot", "ge-1")
    (3, '')
    """
    gained = 0
    for depot in on_map(draft, side):
        left = points_left(draft, depot)
        free = terms.is_free(draft, stands(draft, depot), side)
        gained += left if free else min(left, draft.number("depot-added", depot))
        for item in ("depot", "depot-points", "depot-fixed", "depot-added"):
            draft.clear(item, depot)
    total = draft.number("reserves", side) + gained
    draft.set(
        "reserves", total if draft.option("reserves-limit") == "A" else min(total, _MOST_RESERVES), side
    )


# --- Depots ---------------------------------------------------------------------------------------------


@rule("12.51", "12.52", "12.61", "12.71")
def _check_place(inquiry: Inquiry, action: PlaceDepot) -> None:
    side, nation = side_in_refit(inquiry), nation_of(action.depot)
    name = depot_name(action.depot)
    if not nation or side_of(nation) != side:
        inquiry.refuse("12.51", f"the {side.capitalize()} side has no Depot {action.depot!r}")
        return
    if action.area not in inquiry.board.spaces:
        inquiry.refuse("12.51", f"there is no Area {action.area!r}")
        return
    section = "12.61" if side == terms.GERMAN else "12.71"
    for number, fault in standing_faults(inquiry, action.depot):
        inquiry.refuse(number, fault)
    if side == terms.ALLIED and not stands(inquiry, action.depot):
        return
    for number, fault in placement_faults(inquiry, action.depot, action.area):
        inquiry.refuse(number, fault, spaces=(action.area,))
    if not inquiry.violations:
        where = inquiry.board.name(action.area)
        inquiry.note(section, f"{name} may stand in {where}", depot_value(inquiry, action.depot).value)


def place_depot(draft: Draft, action: PlaceDepot) -> None:
    """Put a Depot where it is placed or moved to (12.61, 12.71).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> place_depot(draft, PlaceDepot("ge-1", "trevieres")); draft.text("depot", "ge-1")
    'trevieres'
    """
    german = action.depot in GERMAN_DEPOTS
    points = depot_value(draft, action.depot).value if german else points_left(draft, action.depot)
    draft.set("depot-points", points, action.depot)
    draft.set("depot", action.area, action.depot)
    draft.set("depot-fixed", True, action.depot)


def _place_options(state: State) -> Iterator[PlaceDepot]:
    for depot in _movable(state):
        yield from (PlaceDepot(depot, area) for area in depot_areas(state, depot))


def _movable(state: State) -> list[str]:
    """Depots that may be placed: one of the equal German ones, and of the two of Omaha."""
    if side_in_refit(state) == terms.GERMAN:
        return [d for d in GERMAN_DEPOTS if not standing_faults(state, d)][:1]
    found = [d for d in on_map(state, terms.ALLIED) if not standing_faults(state, d)]
    return [d for d in found if d != "omaha-2" or "omaha-1" not in found]


# --- refits ---------------------------------------------------------------------------------------------


@rule("12.2", "12.4")
def refit_faults(view: View, piece: Piece, side: str) -> list[Fault]:
    """Why a unit cannot recover a level tonight, whatever the supply.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [text for _, text in refit_faults(d_day, d_day.pieces["ge-916"], "german")]
    ['916 Rgt, 352 Div is Fresh']
    """
    name, faults = piece.printed.title, []
    if piece.side != side:
        faults.append(Fault("6.4", f"{name} does not refit in the {side} Refit Phase"))
    if not terms.on_map(view, piece.space):
        faults.append(Fault("12.4", f"{name} is not on the map"))
    if piece.status == terms.FRESH and not view.flag("refitted", piece.uid):
        faults.append(Fault("12.4", f"{name} is Fresh"))
    if view.flag("refitted", piece.uid):
        faults.append(Fault("12.4", f"{name} has recovered one level tonight"))
    return faults


@rule("12.4", "12.51")
def _check_refit(inquiry: Inquiry, action: Refit) -> None:
    piece = inquiry.pieces.get(action.unit)
    if piece is None:
        inquiry.refuse("12.51", f"there is no unit {action.unit!r}")
        return
    for section, fault in refit_faults(inquiry, piece, side_in_refit(inquiry)):
        inquiry.refuse(section, fault, units=(piece.uid,))
    if inquiry.violations:
        return
    tell_recovery(inquiry, piece)
    check_payment(inquiry, bill_of(piece), action.depots, action.points)


def _perform_refit(draft: Draft, action: Refit) -> None:
    charge(draft, bill_of(draft.pieces[action.unit]), action.depots, action.points)
    recover(draft, action.unit)


def _refit_options(state: State) -> Iterator[Refit]:
    side = side_in_refit(state)
    if not on_map(state, side):
        return
    for piece in state.pieces.values():
        if piece.side == side and piece.status != terms.FRESH and not refit_faults(state, piece, side):
            yield from (Refit(piece.uid, depots) for depots in payers(state, bill_of(piece)))


# --- reserves -------------------------------------------------------------------------------------------


@rule("6.4", "12.53")
def _check_buy(inquiry: Inquiry, action: BuyImpulses) -> None:
    side, spaces = side_in_refit(inquiry), abs(action.spaces)
    reserve, price = inquiry.number("reserves", side), _PRICE * spaces
    inquiry.require("12.53", spaces > 0, "", "name the number of spaces to buy")
    failed = f"three spaces a day are the most, not {spaces}"
    free = terms.is_chosen(inquiry, "impulse-purchase")
    inquiry.require("12.53", free or spaces <= _MOST_IMPULSES, "", failed)
    once = not inquiry.number("impulses-bought", side)
    inquiry.require("12.53", once, "", f"the {side.capitalize()} side has bought its impulses for tomorrow")
    passed = f"{price} of {reserve} points of reserve are spent"
    failed = f"{many(spaces, 'space costs', 'spaces cost')} {price} points; the reserve holds {reserve}"
    inquiry.require("12.53", price <= reserve, passed, failed)
    box = inquiry.number("impulse") + action.spaces
    failed = "the Impulse Track has no such box"
    known = box in load_tracks(inquiry).boxes
    if inquiry.require("3.8", known, "", failed) and free:
        first, last = _TOURNAMENT_BOXES
        failed = "in a tournament the day begins between the boxes C and 12"
        inquiry.require("12.53", first <= box <= last, "", failed)


def _perform_buy(draft: Draft, action: BuyImpulses) -> None:
    side = side_in_refit(draft)
    draft.set("reserves", draft.number("reserves", side) - _PRICE * abs(action.spaces), side)
    draft.set("impulses-bought", action.spaces, side)
    draft.set("impulse", draft.number("impulse") + action.spaces)


def _buy_options(state: State) -> Iterator[BuyImpulses]:
    reserve = state.number("reserves", side_in_refit(state))
    free = terms.is_chosen(state, "impulse-purchase")
    most = reserve // _PRICE if free else min(_MOST_IMPULSES, reserve // _PRICE)
    yield from (BuyImpulses(n) for n in range(-most, most + 1) if n)


@rule("24.7", "12.53")
def _check_augment(inquiry: Inquiry, action: Augment) -> None:
    extended = r24_storm.is_extended(inquiry)
    inquiry.require("12.53", extended, "", "reserves augment Depots in the Extended Game only (24.7)")
    depots, values = _beach_depots(inquiry), _values(inquiry)
    inquiry.require("24.7", bool(depots), "", "no Beach Depot is on the map")
    inquiry.require("24.7", action.points > 0, "", "name the points for each Beach Depot")
    full = [depot_name(d) for d in depots if values[d] >= r24_storm.BEACH_DEPOT]
    failed = f"worth {r24_storm.BEACH_DEPOT} already: {', '.join(full)}"
    inquiry.require("24.7", not full, "every Beach Depot is worth less than 10", failed)
    above = any(values[d] + action.points > r24_storm.BEACH_DEPOT for d in depots)
    inquiry.require("24.7", not above, "", "no Beach Depot may be worth more than 10")
    price, reserve = action.points * len(depots), inquiry.number("reserves", terms.ALLIED)
    failed = f"{action.points} for each of {len(depots)} Depots is {price}; the reserve holds {reserve}"
    inquiry.require("24.7", price <= reserve, f"{price} of {reserve} points are split evenly", failed)


def _beach_depots(view: View) -> list[str]:
    return [d for d in on_map(view, terms.ALLIED) if not d.startswith("port-")]


def _values(view: View) -> dict[str, int]:
    """What each Beach Depot is worth tonight, reserves included, whatever has been drawn."""
    added = {d: view.number("depot-added", d) for d in _beach_depots(view)}
    return {d: depot_value(view, d).value + n for d, n in added.items()}


def _perform_augment(draft: Draft, action: Augment) -> None:
    depots = _beach_depots(draft)
    for depot in depots:
        draft.set("depot-points", points_left(draft, depot) + action.points, depot)
        draft.set("depot-added", draft.number("depot-added", depot) + action.points, depot)
    left = draft.number("reserves", terms.ALLIED) - action.points * len(depots)
    draft.set("reserves", left, terms.ALLIED)


def _augment_options(state: State) -> Iterator[Augment]:
    if r24_storm.is_extended(state) and state.number("reserves", terms.ALLIED):
        yield from (Augment(n) for n in range(1, r24_storm.BEACH_DEPOT + 1))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceDepot, _check_place, place_depot, _place_options, "12.51", phases=_REFIT),
    Handler(Refit, _check_refit, _perform_refit, _refit_options, "12.4", phases=_REFIT),
    Handler(BuyImpulses, _check_buy, _perform_buy, _buy_options, "12.53", phases=_PURCHASE),
    Handler(
        Augment,
        _check_augment,
        _perform_augment,
        _augment_options,
        "24.7",
        phases=frozenset({"refit-allied"}),
    ),
)
