"""Section 18.8: the End Phase: regrouping, Beachheads, ships, artillery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r15_combining, r15_companies, r21_part, terms
from adjudicator.battle_for_normandy.r10 import naval as r10_naval
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import dives as r18_dives
from adjudicator.battle_for_normandy.r18.beaches import Beach
from adjudicator.battle_for_normandy.r19 import funnies as r19_funnies
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PlaceBeachhead",
    "PlaceFleet",
    "PlaceShip",
    "beachhead_faults",
    "fleet",
    "form_up",
    "left_in_boxes",
    "open_phase",
    "recover_artillery",
    "still_due",
    "unlanded",
]

Faults = list[Fault]
QUEUE_UNITS = 4
THREE = 3


@dataclass(frozen=True, slots=True)
class PlaceBeachhead(Action):
    """Choose the Landing Queue of a Landing Site where its Beachhead lies for good (18.8.2).

    Parameters
    ----------
    beach
        The Beach hex at the end of that queue.

    Examples
    --------
    >>> PlaceBeachhead("c1829").beach
    'c1829'
    """

    beach: str


@dataclass(frozen=True, slots=True)
class PlaceShip(Action):
    """Place a ship on an all-sea hex in the June 6 Naval Segment (18.8.3).

    Examples
    --------
    >>> PlaceShip("us-naval-texas", "c1145").to
    'c1145'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class PlaceFleet(Action):
    """Place every ship that is left off its Landing Site, the nearest legal hex for each (18.8.3).

    Examples
    --------
    >>> PlaceFleet()
    PlaceFleet()
    """


# --- regrouping -------------------------------------------------------------------------------------------


@rule("18.8.1", "18.8.4", "18.8.5")
def open_phase(draft: Draft) -> None:
    """Open the End Phase: support units leave, guns are readied, bridges are rolled for."""
    recover_artillery(draft)
    r18_dives.ask(draft)
    r19_funnies.remove_after_invasion(draft)


@rule("18.8.4", "18.7")
def recover_artillery(draft: Draft) -> None:
    """Turn the artillery of both sides to its Ready side; ships that have fired stay as they are."""
    for uid in draft.subjects("flipped"):
        if terms.is_artillery(draft.pieces[uid].printed):
            draft.clear("flipped", uid)
    draft.clear("invasion-gun")


@rule("18.8.1")
def unlanded(view: View, site: str) -> tuple[Piece, ...]:
    """Units of a site that are still in its Assault Hexes, or wait as companies in its Holding Boxes."""
    found: list[Piece] = []
    for beach in r18_beaches.of_site(view.board, site):
        for number in (1, 2, 3, 0):
            held = r18_beaches.held(view, beach, number)
            found += [p for p in held if number or terms.is_company(p.printed)]
    return tuple([p for p in found if p.side == terms.ALLIED and not terms.is_naval(p.printed)])


@rule("18.8.1")
def left_in_boxes(view: View, site: str) -> tuple[Piece, ...]:
    """Battalions in the Holding Boxes of a site."""
    held = [p for b in r18_beaches.of_site(view.board, site) for p in r18_beaches.held(view, b, 0)]
    return tuple([p for p in held if not terms.is_company(p.printed)])


@rule("18.8.1", "15.4")
def form_up(draft: Draft, site: str) -> None:
    """Form unlanded companies of a site up into battalions, where two or three of one are left."""
    for battalion in left_in_boxes(draft, site):
        own = [
            p.uid for p in unlanded(draft, site) if r15_companies.battalion_of(draft, p.uid) == battalion.uid
        ]
        if len(own) > 1:
            r15_combining.combine(draft, own[:THREE], battalion.uid)


@rule("18.8.1", "18.8.2")
def _set_aside(draft: Draft, beach: Beach) -> None:
    """Unlanded units queue up at the Beachhead, four units in each hex; the rest waits in its Holding Box."""
    units = [p.uid for p in unlanded(draft, beach.site)]
    for uid in units:
        draft.place(uid, beach.box)
    for space in beach.queue:
        chosen, units = units[:QUEUE_UNITS], units[QUEUE_UNITS:]
        for uid in chosen:
            draft.place(uid, space)


@rule("18.8.1")
def _eliminate_left(draft: Draft, site: str) -> None:
    """Battalions left in Holding Boxes go to the Eliminated Box; replacements may rebuild them."""
    for piece in left_in_boxes(draft, site):
        draft.place(piece.uid, terms.ELIMINATED)


@rule("18.8.1", "17.2")
def _eliminate_dropped(draft: Draft) -> None:
    """The same for Airborne battalions that have dropped and were not rebuilt."""
    for uid in draft.subjects("dropped"):
        piece = draft.pieces[uid]
        space = draft.board.spaces.get(piece.space)
        if space is not None and space.kind == "airborne" and not terms.is_company(piece.printed):
            draft.place(uid, terms.ELIMINATED)


# --- Beachheads -------------------------------------------------------------------------------------------


@rule("18.8.2", "21.0")
def beachhead_faults(view: View, space: str) -> Faults:
    """What forbids a Beachhead at the queue of a Beach hex."""
    beach = r18_beaches.beach_of(view, space)
    if beach is None or beach.hex != space or not beach.queue:
        return [Fault("18.8.2", f"{space.upper()} is no Beach hex at the end of a Landing Queue")]
    found: Faults = [*r21_part.faults(view, beach.hex)]
    if beach.commando:
        found.append(Fault("18.8.2", f"{beach.name} has a Commando queue"))
    if view.text("beachhead", beach.site):
        found.append(Fault("18.8.2", f"{beach.site.capitalize()} has its Beachhead, which is never moved"))
    return found


@rule("18.8.1", "18.8.2", "18.8.3")
def still_due(view: View) -> Faults:
    """What keeps the End Phase from ending: Beachheads and ships that are still to be placed."""
    open_ = [s for s in terms.SITES if not view.text("beachhead", s) and _has_queue(view, s)]
    found = [Fault("18.8.2", f"{site.capitalize()} has no Beachhead yet") for site in open_]
    left = fleet(view)
    if left:
        found.append(Fault("18.8.3", f"{len(left)} ships are still to be placed"))
    return found


def _has_queue(view: View, site: str) -> bool:
    every = r18_beaches.of_site(view.board, site)
    out = r21_part.outside(view)
    return any(b.hex in view.board.spaces and b.hex not in out and not b.commando for b in every)


def _check(inquiry: Inquiry, action: PlaceBeachhead) -> None:
    for section, text in beachhead_faults(inquiry, action.beach):
        inquiry.refuse(section, text, spaces=[action.beach])
    if not inquiry.violations:
        beach = r18_beaches.beach_of(inquiry, action.beach)
        left = left_in_boxes(inquiry, beach.site) if beach is not None else ()
        if left:
            inquiry.note("18.8.1", f"battalions that were not formed up are eliminated: {terms.titles(left)}")
        inquiry.note("18.8.2", "its Beach hex is a Supply Source and an entry hex from now on")


def _perform(draft: Draft, action: PlaceBeachhead) -> None:
    beach = r18_beaches.beach_of(draft, action.beach)
    assert beach is not None  # noqa: S101 - checked
    form_up(draft, beach.site)
    draft.set("beachhead", beach.slug, beach.site)
    _set_aside(draft, beach)
    _eliminate_left(draft, beach.site)
    if not [s for s in terms.SITES if not draft.text("beachhead", s) and _has_queue(draft, s)]:
        _eliminate_left(draft, "pointe-du-hoc")
        _eliminate_dropped(draft)


def _options(state: State) -> Iterator[PlaceBeachhead]:
    for beach in r18_beaches.beaches(state).values():
        if beach.hex in state.board.spaces and not beachhead_faults(state, beach.hex):
            yield PlaceBeachhead(beach.hex)


# --- ships ------------------------------------------------------------------------------------------------


@rule("18.8.3")
def fleet(view: View) -> tuple[Piece, ...]:
    """Ships of the invasion that are still to be placed."""
    known = (view.pieces[uid] for uid in sorted(view.pieces))
    off = (p for p in known if terms.is_naval(p.printed) and not terms.on_map(view, p))
    return tuple(
        [p for p in off if p.printed.arrival is None and p.space not in {terms.ELIMINATED, terms.REMOVED}]
    )


def _check_ship(inquiry: Inquiry, action: PlaceShip) -> None:
    known = {p.uid: p for p in fleet(inquiry)}
    failed = f"{action.unit} is no ship that is still to be placed"
    if not inquiry.require("18.8.3", action.unit in known, "", failed, units=[action.unit]):
        return
    ship = known[action.unit]
    if action.to not in inquiry.board.spaces:
        inquiry.refuse("18.8.3", f"there is no hex {action.to}", spaces=[action.to])
        return
    for section, text in r10_naval.sea_faults(inquiry, ship, action.to):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
    if not inquiry.violations:
        inquiry.note("18.8.3.1", f"far enough from the land, with room in {inquiry.board.name(action.to)}")


@rule("18.8.3", "10.9")
def _place(draft: Draft, uid: str, space: str) -> None:
    draft.place(uid, space)
    r10_naval.mine_roll(draft, uid)


def _perform_ship(draft: Draft, action: PlaceShip) -> None:
    _place(draft, action.unit, action.to)


def _near_site(view: View, ship: Piece) -> list[str]:
    """Waters off the Landing Site of a ship, the nearest first."""
    site = next((e for e in ship.printed.entry if e in terms.SITES), "")
    every = [b for b in r18_beaches.beaches(view).values() if site in {"", b.site}]
    centre = every[len(every) // 2].hex if every else "c1829"
    return sorted(r10_naval.waters(view), key=lambda n: (terms.distance(n, centre), n))


def _options_ship(state: State) -> Iterator[PlaceShip]:
    for ship in fleet(state)[:6]:
        fit = (n for n in _near_site(state, ship) if not r10_naval.sea_faults(state, ship, n))
        yield from (PlaceShip(ship.uid, n) for n, _ in zip(fit, range(6), strict=False))


def _check_fleet(inquiry: Inquiry, action: PlaceFleet) -> None:  # noqa: ARG001 - it has no fields
    left = fleet(inquiry)
    inquiry.require("18.8.3", bool(left), f"ships to be placed: {len(left)}", "every ship is placed")


def _perform_fleet(draft: Draft, action: PlaceFleet) -> None:  # noqa: ARG001 - it has no fields
    waters: dict[str, list[str]] = {}
    for ship in fleet(draft):
        site = "".join(ship.printed.entry)
        if site not in waters:
            waters[site] = _near_site(draft, ship)
        space = next((n for n in waters[site] if not r10_naval.sea_faults(draft, ship, n)), "")
        if space:
            _place(draft, ship.uid, space)
        else:
            draft.place(ship.uid, terms.REMOVED)


def _options_fleet(state: State) -> Iterator[PlaceFleet]:
    if fleet(state):
        yield PlaceFleet()


_REGROUP = frozenset({"regroup"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceBeachhead, _check, _perform, _options, "18.8.2", phases=_REGROUP),
    Handler(PlaceShip, _check_ship, _perform_ship, _options_ship, "18.8.3", phases=_REGROUP),
    Handler(PlaceFleet, _check_fleet, _perform_fleet, _options_fleet, "18.8.3", phases=_REGROUP),
)
