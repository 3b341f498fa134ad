"""Section 13.4: the Allied player answers German artillery that has fired."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r13 import shot as r13_shot
from adjudicator.battle_for_normandy.r13.hit import hit_number
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = ["COUNTER", "HANDLERS", "STEPS", "CounterBattery", "answering", "faults", "prepare"]


@dataclass(frozen=True, slots=True)
class Fired:
    """A German gun that has fired, and its hex."""

    gun: str
    hex: str


@dataclass(frozen=True, slots=True)
class Answering:
    """The hex of German artillery that may be answered."""

    hex: str


COUNTER, _OFFER = Frame("counter-battery", "13.4", Answering), Frame("offer-counter-battery", "13.4", Fired)


@dataclass(frozen=True, slots=True)
class CounterBattery(Action):
    """Answer German artillery with one gun or ship, or let it be (13.4).

    Parameters
    ----------
    gun
        Id of the gun or ship; empty for none.

    Examples
    --------
    >>> CounterBattery().gun
    ''
    """

    gun: str = ""


@rule("13.4")
def prepare(draft: Draft, uid: str) -> None:
    """Offer counter-battery fire once the fire of a German gun is settled.

    Parameters
    ----------
    draft, uid
        The position in the making, and the German gun.
    """
    _OFFER.push(draft, Fired(uid, draft.pieces[uid].space))


@rule("13.4")
def _offer(draft: Draft, decision: Decision) -> None:
    target = _OFFER.read(decision).hex
    if answering(battles.frozen(draft), target):
        COUNTER.push(draft, Answering(target), terms.ALLIED)


@rule("13.4", "13.1", "12.6.1")
def faults(view: View, gun: Piece, target: str) -> list[Fault]:
    """What keeps a gun or ship from counter-battery fire at a hex.

    Parameters
    ----------
    view, gun, target
        The position, the Allied gun or ship, and the hex of the German gun.

    Returns
    -------
    list of (str, str)
        It needs no Spotter and no Combat Supply Point; artillery needs General Supply.
    """
    if terms.is_bad_weather(view):
        return [Fault("13.4", "there is no counter-battery fire in Heavy Rain or Storm")]
    if gun.side != terms.ALLIED:
        return [Fault("13.4", "only the Allied player has counter-battery fire")]
    if not any(terms.is_artillery(p.printed) for p in terms.enemies(view, target, terms.ALLIED)):
        return [Fault("13.4", f"no German artillery unit stands in {view.board.name(target)}")]
    found = r13_shot.firing_faults(view, gun, target)
    if found or terms.is_naval(gun.printed):
        return found
    supplied = in_supply(view, gun.uid)
    return [] if supplied else [Fault("13.4", f"{gun.printed.title} is not in General Supply")]


@rule("13.4")
def answering(view: View, target: str) -> tuple[str, ...]:
    """Allied guns and ships that may answer German artillery in a hex."""
    mine = (p for p in view.pieces.values() if p.side == terms.ALLIED and r13_shot.is_gun(p))
    ready = [p for p in mine if not view.flag("flipped", p.uid)]
    return tuple(sorted([p.uid for p in ready if not faults(view, p, target)]))


@rule("13.4", "13.3")
def _check(inquiry: Inquiry, action: CounterBattery) -> None:
    asked = COUNTER.asked(inquiry)
    if asked is None or not action.gun:
        inquiry.note("13.4", "no counter-battery fire")
        return
    if action.gun not in inquiry.pieces:
        inquiry.refuse("13.4", f"there is no unit {action.gun}")
        return
    gun, target = inquiry.pieces[action.gun], asked.hex
    for section, text in faults(inquiry, gun, target):
        inquiry.refuse(section, text, units=[gun.uid], spaces=[target])
    if not inquiry.violations:
        inquiry.note("13.4", f"{gun.printed.title} answers without a Spotter, at no Combat Supply Point")
        inquiry.note("13.3", "Hit Number", hit_number(inquiry, gun, target, counter_battery=True))


@rule("13.4")
def _perform(draft: Draft, action: CounterBattery) -> None:
    target = COUNTER.settle(draft).hex
    if action.gun:
        r13_shot.ask_shot(draft, action.gun, target, counter_battery=True)


def _options(state: State) -> Iterator[CounterBattery]:
    asked = COUNTER.asked(state)
    if asked is not None:
        yield CounterBattery()
        yield from map(CounterBattery, answering(state, asked.hex))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(CounterBattery, _check, _perform, _options, "13.4", answers=frozenset({COUNTER.kind})),
)
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_OFFER.kind: _offer}
