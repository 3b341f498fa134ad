"""Sections 18.5, 18.7 and 20.5: guns that support Fire Combat, and the Emergency Naval Support of Phase 3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r12 import range as r12_range
from adjudicator.battle_for_normandy.r12 import support as r12_support
from adjudicator.battle_for_normandy.r16_june_6 import LAST_PHASE
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.battle_for_normandy.r18.beaches import Beach
from adjudicator.battle_for_normandy.r20 import batteries as r20_batteries
from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as r20_pointe_du_hoc
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "MOST_SHIPS",
    "CallShips",
    "gun_faults",
    "guns",
    "move_faults",
    "note_fire",
    "note_move",
    "ship_faults",
    "ships",
]

Faults = list[Fault]
MOST_SHIPS = 5
_BOX = "holding-"


@dataclass(frozen=True, slots=True)
class CallShips(Action):
    """Pay 1 CSP for the Emergency Naval Support of a beach (18.5).

    Examples
    --------
    >>> CallShips("c1829").beach
    'c1829'
    """

    beach: str


# --- guns -------------------------------------------------------------------------------------------------


@rule("18.4", "18.5", "18.7")
def gun_faults(view: View, uid: str, volley: r18_fire.Volley) -> Faults:
    """What forbids an artillery unit to add its strength to a Fire Combat, of whichever side.

    Parameters
    ----------
    view, uid, volley
        The position, the gun, and the fire of one unit at least.
    """
    german = view.pieces[volley.units[0]].side == terms.GERMAN
    found = (_german_gun if german else _allied_gun)(view, uid, volley)
    if view.flag("fired", uid) and uid not in volley.units:
        found.append(Fault("18.4", f"{view.pieces[uid].printed.title} has fired in this phase"))
    return found


@rule("18.4", "18.5", "12.5.2", "12.5.3", "12.7")
def _allied_gun(view: View, uid: str, volley: r18_fire.Volley) -> Faults:
    """What forbids an artillery unit to add its strength to an Allied Fire Combat."""
    gun = view.pieces[uid]
    name = gun.printed.title
    if gun.side != terms.ALLIED or not terms.is_artillery(gun.printed):
        return [Fault("18.5", f"{name} is no Allied artillery unit")]
    if why := r18_fire.out_of_landing(view, gun):
        return [Fault("18.5", why)]
    found: Faults = []
    if view.number("invasion") < 2:
        found.append(Fault("18.4", "there is no artillery fire in Phase 1"))
    if view.flag("flipped", uid) and not view.flag("fired", uid):
        found.append(Fault("12.5.2", f"{name} lies on its Moved side"))
    if uid in volley.units:
        found.append(Fault("18.5", f"{name} does not support its own fire"))
    if terms.group_of(gun.printed) not in {terms.group_of(view.pieces[u].printed) for u in volley.units}:
        found.append(Fault("12.7", f"{name} does not assist units of the other Allied army"))
    return found + r12_range.range_faults(view, gun, volley.target)


@rule("18.7", "12.5.3", "20.5", "20.6", "22.7o")
def _german_gun(view: View, uid: str, volley: r18_fire.Volley) -> Faults:
    """What forbids an artillery unit to add its strength to a German Fire Combat."""
    gun, target = view.pieces[uid], volley.target
    name = gun.printed.title
    if not terms.is_artillery(gun.printed) or gun.side != terms.GERMAN or not terms.on_map(view, gun):
        return [Fault("18.7", f"{name} is no German artillery unit on the map")]
    found: Faults = []
    if view.number("invasion") < 2:
        found.append(Fault("18.7", "there is no artillery fire in Phase 1"))
    state = view.text("invasion-gun", uid)
    mech = terms.is_mech(gun.printed)
    if state == "fired" or (state == "moved" and not mech):
        found.append(Fault("18.7", f"{name} has {state}: it fires once or moves once in the invasion"))
    elif view.flag("flipped", uid):
        found.append(Fault("18.7", f"{name} is not on its Ready side"))
    if uid in volley.units:
        found.append(Fault("18.7", f"{name} does not support its own fire"))
    most, away = terms.rating(view, gun, "range", "18.7"), terms.distance(gun.space, target)
    if away > most:
        found.append(Fault("18.7", f"{view.board.name(target)} is out of range of {name}"))
    elif away < r12_range.least(most):
        found.append(Fault("12.5.3", f"{name} has a minimum range of {r12_range.least(most)}, not {away}"))
    found += r20_pointe_du_hoc.can_fire(view, gun)
    found += r20_batteries.arc_faults(view, gun, target)
    return found + _list_faults(view, gun, volley)


@rule("18.7")
def _list_faults(view: View, gun: Piece, volley: r18_fire.Volley) -> Faults:
    """Guns of the chart for a beach; inland those of the division of the spotter."""
    site = _site(view, volley.target)
    name = gun.printed.title
    if not site:
        divisions = {view.pieces[uid].printed.division for uid in volley.units} - {""}
        if gun.printed.division in divisions:
            return []
        return [Fault("18.7", f"inland {name} supports its own division only")]
    record = r18_strongpoints.records(view)["artillery"][site]
    listed = (
        gun.printed.division in record.text("divisions").split() or gun.uid in record.text("units").split()
    )
    return [] if listed else [Fault("18.7", f"{name} is not among the guns of {site.capitalize()}")]


def _site(view: View, space: str) -> str:
    """Landing Site of a hex: its Beach hexes, and land hexes next to them; Pointe du Hoc is Omaha's."""
    for near in (space, *terms.neighbours(space)):
        if r18_beaches.is_beach_hex(view, near):
            site = str(view.board.spaces[near]["site"] or "")
            return "omaha" if site == "pointe-du-hoc" else site
    return ""


def guns(view: View, volley: r18_fire.Volley) -> tuple[str, ...]:
    """Artillery units that may support a German Fire Combat, sorted."""
    if view.number("invasion") < 2:
        return ()
    known = (u for u in sorted(view.pieces) if _is_gun(view, view.pieces[u]))
    return tuple([u for u in known if not gun_faults(view, u, volley)])


def _is_gun(view: View, piece: Piece) -> bool:
    return piece.side == terms.GERMAN and terms.is_artillery(piece.printed) and terms.on_map(view, piece)


@rule("18.7")
def move_faults(view: View, piece: Piece) -> Faults:
    """What forbids an artillery unit to move on June 6: it has moved or fired."""
    state = view.text("invasion-gun", piece.uid)
    if not terms.is_artillery(piece.printed) or not state:
        return []
    return [Fault("18.7", f"{piece.printed.title} has {state}: it moves once or fires once in the invasion")]


@rule("18.7", "10.4")
def note_move(draft: Draft, uid: str) -> None:
    """Note that an artillery unit has moved; towed guns are flipped, mechanized ones may still fire once."""
    piece = draft.pieces[uid]
    if terms.is_artillery(piece.printed):
        draft.set("invasion-gun", "moved", uid)
        if not terms.is_mech(piece.printed):
            draft.set("flipped", True, uid)


@rule("18.7", "12.5.2")
def note_fire(draft: Draft, uid: str) -> None:
    """Note that an artillery unit or a ship has fired."""
    draft.set("flipped", True, uid)
    draft.set("fired-day", True, uid)
    if terms.is_artillery(draft.pieces[uid].printed):
        draft.set("fired", True, uid)
        draft.set("invasion-gun", "fired", uid)


# --- ships ------------------------------------------------------------------------------------------------


@rule("18.5", "10.9")
def ships(view: View, beach: Beach) -> tuple[str, ...]:
    """Ships that may support the fire at one beach: of its Landing Site, not used today."""
    found = []
    for uid in sorted(view.pieces):
        piece = view.pieces[uid]
        off = piece.space in {terms.ELIMINATED, terms.REMOVED}
        ready = terms.is_naval(piece.printed) and not off and not view.flag("flipped", uid)
        if ready and not terms.on_map(view, piece) and beach.site in piece.printed.entry:
            found.append(uid)
    return tuple(found)


@rule("18.5", "8.2", "12.5.1", "12.6.1")
def ship_faults(view: View, uids: Sequence[str], volley: r18_fire.Volley) -> Faults:
    """What forbids ships to support an Allied Fire Combat: they follow the rules of naval support."""
    beach = _beach_near(view, volley)
    if beach is None:
        return [Fault("18.5", "ships support units that fire from or next to a Beach hex")]
    found: Faults = []
    if view.number("invasion") != LAST_PHASE:
        found.append(Fault("18.5", "Emergency Naval Support comes in Phase 3 only"))
    if not view.flag("emergency", beach.box):
        found.append(Fault("18.5", f"no Emergency Naval Support was paid for at {beach.name}"))
    strangers = [uid for uid in uids if uid not in ships(view, beach)]
    if strangers:
        names = terms.titles(view.pieces[u] for u in strangers)
        found.append(Fault("18.5", f"not off {beach.name}, or used today: {names}"))
    for uid in dict.fromkeys(uids):
        found += r12_support.naval_faults(view, view.pieces[uid])
    return found + _too_many_ships(view, beach, uids, volley)


@rule("18.5", "12.5.1")
def _too_many_ships(view: View, beach: Beach, uids: Sequence[str], volley: r18_fire.Volley) -> Faults:
    """Five ships at the most for a beach, and with a gun no more than the firing units may call."""
    if len(set(uids)) + _used(view, beach) > MOST_SHIPS:
        return [Fault("18.5", f"{MOST_SHIPS} ships at the most support one beach")]
    called, most = len(set(uids)) + bool(volley.guns), r12_support.limit(view, volley.units)
    if called > most:
        return [
            Fault(
                "12.5.1", f"{many(most, 'gun or ship', 'guns or ships')} may support this force, not {called}"
            )
        ]
    return []


def _used(view: View, beach: Beach) -> int:
    """Ships that have fired for a beach: they bear it."""
    return sum(view.text("target", u) == beach.hex for u in view.subjects("target"))


def _beach_near(view: View, volley: r18_fire.Volley) -> Beach | None:
    """The beach whose ships may help: of the firing hex, or of a Beach hex next to it."""
    space = view.pieces[volley.units[0]].space
    known = (r18_beaches.beach_of(view, n) for n in (space, *terms.neighbours(space), volley.target))
    return next((b for b in known if b is not None and view.flag("emergency", b.box)), None) or next(
        (b for b in (r18_beaches.beach_of(view, n) for n in (space, *terms.neighbours(space))) if b), None
    )


def used_for(view: View, volley: r18_fire.Volley) -> str:
    """Beach hex for which ships fire; empty away from the coast."""
    beach = _beach_near(view, volley)
    return beach.hex if beach is not None else ""


def _check(inquiry: Inquiry, action: CallShips) -> None:
    beach = r18_beaches.beach_of(inquiry, action.beach)
    if beach is None or beach.hex != action.beach:
        inquiry.refuse("18.5", f"{action.beach} is no Beach hex", spaces=[action.beach])
        return
    for section, text in r21_part.faults(inquiry, beach.hex):
        inquiry.refuse(section, text, spaces=[beach.hex])
    last = inquiry.number("invasion") == LAST_PHASE
    inquiry.require("18.5", last, "", "Emergency Naval Support comes in Phase 3 only")
    fresh = not inquiry.flag("emergency", beach.box)
    inquiry.require("18.5", fresh, "", f"{beach.name} has its Emergency Naval Support")
    left = inquiry.number("csp")
    inquiry.require("18.5", left > 0, "it costs 1 CSP", "no Combat Supply Point is left")


def _perform(draft: Draft, action: CallShips) -> None:
    beach = r18_beaches.beach_of(draft, action.beach)
    assert beach is not None  # noqa: S101 - checked
    draft.set("csp", draft.number("csp") - 1)
    draft.set("emergency", True, beach.box)


def _options(state: State) -> Iterator[CallShips]:
    if state.number("invasion") == LAST_PHASE and state.number("csp") > 0:
        known = (b for b in r18_beaches.beaches(state).values() if not r21_part.faults(state, b.hex))
        yield from (CallShips(beach.hex) for beach in known if not state.flag("emergency", beach.box))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(CallShips, _check, _perform, _options, "18.5", phases=frozenset({"allied-fire"})),
)
