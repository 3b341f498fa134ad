"""Sections 13.1 to 13.3: one artillery unit or ship fires alone at an enemy hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import csp as r07_csp
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.range import explain_range
from adjudicator.battle_for_normandy.r12.support import needs_ammunition
from adjudicator.battle_for_normandy.r13 import counter_battery as r13_counter_battery
from adjudicator.battle_for_normandy.r13 import shot as r13_shot
from adjudicator.battle_for_normandy.r13.hit import hit_number
from adjudicator.battle_for_normandy.r13.spotting import (
    is_coast,
    needs_spotter,
    spotters,
    spotting_faults,
    viewers,
)
from adjudicator.battle_for_normandy.r22.charts import explain_ammunition, has_ammunition
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "AMMUNITION",
    "HANDLERS",
    "ROLLS",
    "FireAlone",
    "explain_fire",
    "is_watched",
    "shots_at",
]

AMMUNITION = "fire-ammunition"
_SIGHT = 3  # hexes from which the farthest Spotter sees


@dataclass(frozen=True, slots=True)
class FireAlone(Action):
    """Fire with one artillery unit or ship, without ground units, at an enemy hex (13.1).

    Examples
    --------
    >>> FireAlone("br-49-143-fa", "c3014").target
    'c3014'
    """

    gun: str
    target: str


# --- the shot ---------------------------------------------------------------------------------------------


@rule("13.1", "13.2", "12.1", "7.6.3")
def _faults(view: View, gun: Piece, target: str) -> list[Fault]:
    """Everything against a shot, the cheap reasons first."""
    side, name = gun.side, view.board.name(target)
    found: list[Fault] = []
    if side != view.text("side"):
        found.append(Fault("13.1", "only the Phasing Player fires alone in his Combat Phase"))
    there = [p for p in terms.enemies(view, target, side) if not terms.is_naval(p.printed)]
    if not there:
        found.append(Fault("13.1", f"no enemy unit stands in {name}"))
    elif all(view.flag("retreated", p.uid) for p in there):
        found.append(Fault("12.1", f"all units in {name} were attacked already: they retreated there"))
    if battles.is_spent(view, target):
        found.append(Fault("13.1", f"{name} was attacked already in this phase"))
    found += r13_shot.firing_faults(view, gun, target)
    if found:
        return found
    return [
        *r13_shot.supply_faults(view, gun),
        *spotting_faults(view, gun, target),
        *_price_faults(view, gun),
    ]


@rule("13.1", "7.6.2")
def _price_faults(view: View, gun: Piece) -> list[Fault]:
    points, group = r07_csp.price_alone(view, gun), terms.group_of(gun.printed)
    if r07_csp.can_pay(view, points, group):
        return []
    return [Fault("13.1", f"{points} Combat Supply Point is needed, {r07_csp.left(view, group)} are left")]


@rule("13.1", "13.2", "13.3")
def explain_fire(inquiry: Inquiry, action: FireAlone) -> None:
    """Record every check of a shot, and its Hit Number."""
    known = inquiry.board.spaces.get(action.target)
    if action.gun not in inquiry.pieces or known is None or not terms.is_hex(known):
        inquiry.refuse("13.1", "a shot names a unit of the game and a hex of the map")
        return
    gun = inquiry.pieces[action.gun]
    for section, text in _faults(inquiry, gun, action.target):
        inquiry.refuse(section, text, units=[gun.uid], spaces=[action.target])
    if inquiry.violations:
        return
    explain_range(inquiry, gun, action.target)
    seen = terms.titles(inquiry.pieces[u] for u in spotters(inquiry, gun, action.target)[:3])
    inquiry.note("13.2", f"observed by {seen}")
    price = r07_csp.price_alone(inquiry, gun)
    inquiry.note("13.1", "Combat Supply Points for the shot", price, total="csp")
    inquiry.note("13.3", "Hit Number", hit_number(inquiry, gun, action.target))
    if needs_ammunition(inquiry, gun.uid):
        explain_ammunition(inquiry, gun)


def _check(inquiry: Inquiry, action: FireAlone) -> None:
    explain_fire(inquiry, action)


def _allows(state: State, action: FireAlone) -> bool:
    return not _faults(state, state.pieces[action.gun], action.target)


@rule("13.1", "13.3", "22.2o")
def _perform(draft: Draft, action: FireAlone) -> None:
    if needs_ammunition(draft, action.gun):
        ask_roll(draft, AMMUNITION, ["dr"], gun=action.gun, target=action.target)
    else:
        _shoot(draft, action.gun, action.target)


@rule("13.1", "7.6.2", "12.5.2")
def _shoot(draft: Draft, uid: str, target: str) -> None:
    """Pay, use the hex up, and ask for the die; German artillery may be answered afterwards."""
    gun = draft.pieces[uid]
    r07_csp.pay(draft, r07_csp.price_alone(draft, gun), terms.group_of(gun.printed))
    draft.set("hex-attacked", True, target)
    draft.set("fired-at", True, target)
    if gun.side == terms.GERMAN:
        r13_counter_battery.prepare(draft, uid)
    r13_shot.ask_shot(draft, uid, target)


@rule("22.2o")
def _loaded(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Without ammunition the gun does not fire and is not flipped; it does not try again in this phase."""
    if has_ammunition(draft, values[0]):
        _shoot(draft, str(data["gun"]), str(data["target"]))
    else:
        draft.set("fired", True, str(data["gun"]))


# --- the die, for every kind of fire ----------------------------------------------------------------------


def _why_ammunition(state: State, data: Mapping[str, Any]) -> str:
    return f"ammunition of {state.pieces[data['gun']].printed.title}"


# --- options ----------------------------------------------------------------------------------------------


@rule("13.1")
def shots_at(state: State, target: str, side: str) -> Iterator[FireAlone]:
    """Legal shots of a side at a hex."""
    for uid in sorted(state.pieces):
        gun = state.pieces[uid]
        ready = gun.side == side and r13_shot.is_gun(gun) and not state.flag("flipped", uid)
        if ready and not _price_faults(state, gun) and not _faults(state, gun, target):
            yield FireAlone(uid, target)


def _options(state: State) -> Iterator[FireAlone]:
    """Shots of guns that are ready and can be paid for at hexes in range that somebody may observe."""
    if state.text("phase") != "combat":
        return
    side = state.text("side")
    known = terms.derived(state, f"marks:{side}", lambda s: _marks(s, side))
    for uid in sorted(state.pieces):
        gun = state.pieces[uid]
        ready = gun.side == side and r13_shot.is_gun(gun) and not state.flag("flipped", uid)
        if ready and battles.on_board(state, gun) and not _price_faults(state, gun):
            reach = gun.printed.rating("range") or 0
            near = (h for h in known if terms.distance(gun.space, h) <= reach)
            fresh = (h for h in near if not battles.is_spent(state, h))
            yield from (FireAlone(uid, h) for h in fresh if is_watched(state, gun, h))


def _toward(before: Position, after: Position) -> Iterator[FireAlone]:
    """Shots of guns that have fired since."""
    fired = {uid for item in ("fired", "flipped") for uid in after.subjects(item) if after.flag(item, uid)}
    yield from (shot for shot in _options(before) if shot.gun in fired)


@rule("13.2")
def is_watched(state: State, gun: Piece, target: str) -> bool:
    """Whether somebody sees a hex, for this gun or another, in supply or not.

    Returns
    -------
    bool
        True where the gun needs no Spotter.
    """
    return not needs_spotter(state, gun, target) or bool(viewers(state, target, gun.side))


def _marks(state: State, side: str) -> tuple[str, ...]:
    """Land hexes with enemy units that a unit of a side may observe: within three hexes, or on the coast."""
    known, found = state.board.spaces, []
    foes = {p.space for p in state.pieces.values() if p.printed.side != side and p.space in known}
    near = _watched(state, side)
    for space in sorted(foes):
        ashore = terms.is_hex(known[space]) and known[space].features.get("terrain") != "sea"
        if ashore and (space in near or is_coast(state, space)):
            found.append(space)
    return tuple(found)


def _watched(state: State, side: str) -> set[str]:
    """Hexes within three hexes of a unit of a side that could spot."""
    mine = (p for p in state.pieces.values() if p.printed.side == side and terms.has_zoc(p.printed))
    rim = {p.space for p in mine if terms.on_map(state, p)}
    found = set(rim)
    for _ in range(_SIGHT):
        rim = {n for a in rim for n in terms.neighbours(a)} - found
        found |= rim
    return found


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        FireAlone,
        _check,
        _perform,
        _options,
        "13.1",
        phases=frozenset({"combat"}),
        allows=_allows,
        toward=_toward,
    ),
)
ROLLS = {
    AMMUNITION: RollRule(_loaded, _why_ammunition, "22.2o"),
}
