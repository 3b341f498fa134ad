"""Sections 13.5 and 13.5o: German artillery fires at an Allied ship, which may return the fire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.headquarters import clock, stamp
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import ready as r12_ready
from adjudicator.battle_for_normandy.r12.support import needs_ammunition
from adjudicator.battle_for_normandy.r13 import counter_battery as r13_counter_battery
from adjudicator.battle_for_normandy.r13 import fire as r13_fire
from adjudicator.battle_for_normandy.r13 import shot as r13_shot
from adjudicator.battle_for_normandy.r13.hit import hit_number, is_hit
from adjudicator.battle_for_normandy.r13.spotting import spotting_faults
from adjudicator.battle_for_normandy.r22.charts import has_ammunition
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "AMMUNITION",
    "HANDLERS",
    "RETURN",
    "ROLLS",
    "SHIP",
    "STEPS",
    "FireAtShip",
    "ReturnFire",
    "can_return",
    "is_spared",
    "return_ships",
    "ship_faults",
    "sink",
]

SHIP, AMMUNITION = "fire-at-ship", "ship-ammunition"
_HEAVY = 170  # millimetres


@dataclass(frozen=True, slots=True)
class FiredOn:
    """A gun, and the ship at which it fires."""

    gun: str
    ship: str


@dataclass(frozen=True, slots=True)
class Sinking:
    """A ship that was hit, and the gun that did it."""

    ship: str
    gun: str


RETURN, _SINK = Frame("return-fire", "13.5", FiredOn), Frame("sink", "13.5", Sinking)


@dataclass(frozen=True, slots=True)
class FireAtShip(Action):
    """Fire with one German artillery unit at an Allied ship (13.5).

    Examples
    --------
    >>> FireAtShip("ge-hkar-1261-3", "us-bb-texas").ship
    'us-bb-texas'
    """

    gun: str
    ship: str


@dataclass(frozen=True, slots=True)
class ReturnFire(Action):
    """Say, before the die falls, whether the ship that is fired on returns the fire (13.5).

    Parameters
    ----------
    answer
        Whether it does.

    Examples
    --------
    >>> ReturnFire(True).answer
    True
    """

    answer: bool


# --- the shot ---------------------------------------------------------------------------------------------


@rule("13.5", "13.2", "20.5")
def ship_faults(view: View, gun: Piece, ship: Piece) -> list[Fault]:
    """What keeps a German gun from firing at a ship.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason.
    """
    title = ship.printed.title
    checks = (
        (terms.is_naval(ship.printed) and ship.side == terms.ALLIED, f"{title} is no Allied ship"),
        (battles.on_board(view, ship), f"{title} is not on the map"),
        (
            terms.is_artillery(gun.printed) and gun.side == terms.GERMAN,
            "only German artillery fires at ships",
        ),
        (view.text("side") == terms.GERMAN, "it fires in the German Combat Phase"),
        (view.text("time") != "night", "nobody fires at ships at Night"),
        (not terms.is_bad_weather(view), "nobody fires at ships in Heavy Rain or Storm"),
        (not view.flag("fired-on", ship.uid), f"{title} was fired on already in this phase"),
    )
    found = [Fault("13.5", text) for holds, text in checks if not holds]
    if found:
        return found
    found = [*r13_shot.firing_faults(view, gun, ship.space), *r13_shot.supply_faults(view, gun, at_sea=True)]
    if found:
        return found
    return spotting_faults(view, gun, ship.space)


@rule("13.5", "13.3")
def _check(inquiry: Inquiry, action: FireAtShip) -> None:
    unknown = [u for u in (action.gun, action.ship) if u not in inquiry.pieces]
    if not inquiry.require("13.5", not unknown, "", f"no such unit: {', '.join(unknown)}", units=unknown):
        return
    gun, ship = inquiry.pieces[action.gun], inquiry.pieces[action.ship]
    for section, text in ship_faults(inquiry, gun, ship):
        inquiry.refuse(section, text, units=[gun.uid, ship.uid])
    if not inquiry.violations:
        inquiry.note("13.5", "no terrain counts; other ships in the hex do not matter")
        inquiry.note("13.3", "Hit Number", _number(inquiry, gun, ship))


def _number(view: View, gun: Piece, ship: Piece) -> int:
    return hit_number(view, gun, ship.space)


@rule("13.5", "12.5.2", "22.2o")
def _perform(draft: Draft, action: FireAtShip) -> None:
    if needs_ammunition(draft, action.gun):
        ask_roll(draft, AMMUNITION, ["dr"], gun=action.gun, ship=action.ship)
    else:
        _shoot(draft, action.gun, action.ship)


@rule("22.2o")
def _loaded(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Without ammunition the gun does not fire and is not flipped; it does not try again in this phase."""
    if has_ammunition(draft, values[0]):
        _shoot(draft, str(data["gun"]), str(data["ship"]))
    else:
        draft.set("fired", True, str(data["gun"]))


@rule("13.5", "12.5.2")
def _shoot(draft: Draft, shooter: str, target: str) -> None:
    """The answer to "does it return fire?" comes before the die, counter-battery after everything."""
    gun, ship = draft.pieces[shooter], draft.pieces[target]
    number = _number(battles.frozen(draft), gun, ship)
    draft.set("fired-on", True, ship.uid)
    r12_ready.fire(draft, gun.uid)
    r13_counter_battery.prepare(draft, gun.uid)
    ask_roll(draft, SHIP, ["d10"], gun=gun.uid, ship=ship.uid, number=number, returns=False)
    if can_return(battles.frozen(draft), ship, gun.space):
        RETURN.push(draft, FiredOn(gun.uid, ship.uid), terms.ALLIED)


@rule("13.5", "12.5.2")
def can_return(view: View, ship: Piece, target: str) -> bool:
    """Whether a ship that is fired on may return the fire: it has not fired that day and reaches the gun.

    Parameters
    ----------
    view, ship, target
        The position, the ship, and the hex of the German gun.
    """
    return not r13_shot.firing_faults(view, ship, target)


@rule("13.5")
def _check_return(inquiry: Inquiry, action: ReturnFire) -> None:
    asked = RETURN.asked(inquiry)
    if asked is not None:
        title = inquiry.pieces[asked.ship].printed.title
        text = "returns the fire, hit or not" if action.answer else "does not return the fire"
        inquiry.note("13.5", f"{title} {text}")


@rule("13.5")
def _perform_return(draft: Draft, action: ReturnFire) -> None:
    draft.settle()
    roll = draft.settle().data
    more = {k: v for k, v in roll.items() if k not in {"what", "dice", "returns"}}
    ask_roll(draft, SHIP, ["d10"], returns=action.answer, **more)


@rule("13.5")
def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """A ship that returns fire does so before it sinks, or because it was missed."""
    gun, ship = draft.pieces[data["gun"]], str(data["ship"])
    if is_hit(values[0], int(data["number"])):
        _SINK.push(draft, Sinking(ship, gun.uid))
    if data["returns"]:
        r13_shot.ask_shot(draft, ship, gun.space)


# --- a ship that is hit -----------------------------------------------------------------------------------


def _sink(draft: Draft, decision: Decision) -> None:
    hit = _SINK.read(decision)
    sink(draft, hit.ship, hit.gun)


@rule("13.5o")
def is_spared(view: View, ship: Piece, gun: Piece) -> bool:
    """Whether a hit by a gun only drives a ship away: a battleship, by less than 170 mm (13.5o).

    Returns
    -------
    bool
        Never without the optional rule.
    """
    calibre = gun.printed.rating("calibre") or 0
    return terms.marked(ship.printed, "bb") and calibre < _HEAVY and terms.has_option(view, "13.5o")


@rule("13.5", "13.5o")
def sink(draft: Draft, uid: str, gun: str) -> None:
    """Remove a ship that a gun has hit; by 13.5o a battleship hit by less than 170 mm comes back at Night.

    Parameters
    ----------
    draft, uid, gun
        The position in the making, the ship and the gun.
    """
    ship = draft.pieces[uid]
    if not is_spared(draft, ship, draft.pieces[gun]):
        draft.place(uid, terms.REMOVED)
        return
    draft.set("returns", stamp(draft.number("date") + 1, "night"), uid)
    draft.set("entry-hex", ship.space, uid)
    draft.place(uid, terms.TRACK)


@rule("13.5o")
def return_ships(draft: Draft) -> None:
    """At Night battleships that were only damaged come back to where they were (13.5o)."""
    now = clock(draft)
    for uid in draft.subjects("returns"):
        ship = draft.pieces.get(uid)
        if ship is None or not terms.is_naval(ship.printed) or ship.space != terms.TRACK:
            continue
        if draft.number("returns", uid) <= now and draft.text("entry-hex", uid) in draft.board.spaces:
            draft.place(uid, draft.text("entry-hex", uid))
            draft.clear("returns", uid)
            draft.clear("entry-hex", uid)


# --- options ----------------------------------------------------------------------------------------------


def _options(state: State) -> Iterator[FireAtShip]:
    """Guns that are ready, with ships in range that somebody sees; who belongs to whom is checked later."""
    if state.text("phase") != "combat" or state.text("side") != terms.GERMAN:
        return
    if state.text("time") == "night" or terms.is_bad_weather(state):
        return
    pieces = [state.pieces[u] for u in sorted(state.pieces)]
    ships = [p for p in pieces if terms.is_naval(p.printed) and battles.on_board(state, p)]
    ships = [p for p in ships if not state.flag("fired-on", p.uid)]
    for gun in pieces:
        mine = gun.printed.side == terms.GERMAN and terms.is_artillery(gun.printed)
        if mine and battles.on_board(state, gun):
            reach = gun.printed.rating("range") or 0
            near = (s for s in ships if terms.distance(gun.space, s.space) <= reach)
            near = (s for s in near if not r13_shot.firing_faults(state, gun, s.space))
            seen = (s for s in near if r13_fire.is_watched(state, gun, s.space))
            yield from (FireAtShip(gun.uid, s.uid) for s in seen)


def _return_options(state: State) -> Iterator[ReturnFire]:
    if RETURN.asked(state) is not None:
        yield from (ReturnFire(answer=False), ReturnFire(answer=True))


def _why(state: State, data: Mapping[str, Any]) -> str:
    gun, ship = state.pieces[data["gun"]].printed.title, state.pieces[data["ship"]].printed.title
    return f"{gun} fires at {ship}, Hit Number {data['number']}"


def _why_ammunition(state: State, data: Mapping[str, Any]) -> str:
    return f"ammunition of {state.pieces[data['gun']].printed.title}"


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(FireAtShip, _check, _perform, _options, "13.5", phases=frozenset({"combat"})),
    Handler(
        ReturnFire, _check_return, _perform_return, _return_options, "13.5", answers=frozenset({RETURN.kind})
    ),
)
ROLLS = {
    SHIP: RollRule(_rolled, _why, "13.5"),
    AMMUNITION: RollRule(_loaded, _why_ammunition, "22.2o"),
}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_SINK.kind: _sink}
