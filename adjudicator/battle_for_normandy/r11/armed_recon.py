"""Section 11.3: Armed Recon attacks on German units and on bridges, with Friendly Fire (11.3.1o)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r04_flow, terms
from adjudicator.battle_for_normandy.r11 import anti_air as r11_anti_air
from adjudicator.battle_for_normandy.r11.recon_numbers import (
    bridge_at,
    chances_of,
    die_adding,
    flak_of,
    hexes_of,
    hit_number,
    targets,
)
from adjudicator.battle_for_normandy.r12.losses import lose_step
from adjudicator.battle_for_normandy.r14_bridges import passable
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, State
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ROLLS", "STEPS", "Strike", "TakeStray", "TakeStrike", "open_phase"]

_ATTACK, _AA, _STRAY = "armed-recon", "recon-aa", "recon-stray"
_DIE, _FRIENDLY, _D_DAY = terms.D10, 2, 6


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """The Allied player sends Armed Recon at a hex, or several attacks at a bridge.

    Parameters
    ----------
    attacks
        How many; one against units.

    Examples
    --------
    >>> Strike("b3015/b3114", 2).attacks
    2
    """

    target: str
    attacks: int = 1


@dataclass(frozen=True, slots=True)
class TakeStrike(Action):
    """The German player chooses the unit that loses the step.

    Examples
    --------
    >>> TakeStrike("ge-352-916").unit
    'ge-352-916'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class TakeStray(Action):
    """The German player chooses the Allied unit that a missed attack may hit (11.3.1o).

    Examples
    --------
    >>> TakeStray("us-1-16").unit
    'us-1-16'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class Struck:
    """What was attacked."""

    target: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A hex that was hit, and its units of which one loses a step."""

    hex: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missed:
    """What was missed, and the Allied units next to it of which one may be hit."""

    target: str
    units: tuple[str, ...]


_END = Frame("recon-end", "11.3.3", Struck)
_HIT, _CHOICE = Frame("recon-hit", "11.3.3", Hit), Frame("stray-target", "11.3.1o", Missed)


# --- the phase --------------------------------------------------------------------------------------------


@rule("11.3.1")
def open_phase(draft: Draft) -> None:
    """Let the phase run off where no attack was allotted."""
    if draft.number("recon-attacks") <= 0:
        r04_flow.leave(draft)


# --- the declaration --------------------------------------------------------------------------------------


@rule("11.3", "11.3.1", "11.3.3")
def _check(inquiry: Inquiry, action: Strike) -> None:
    left = inquiry.number("recon-attacks")
    inquiry.require("11.3.3", action.attacks >= 1, "", "at least one attack is declared")
    failed = f"{left} attacks of Armed Recon are left, not {action.attacks}"
    inquiry.require("11.3.1", action.attacks <= left, f"{left} attacks of Armed Recon are left", failed)
    inquiry.require("11.3", inquiry.text("time") != "night", "", "no Armed Recon is flown at Night")
    flying = not terms.is_bad_weather(inquiry) and inquiry.number("date") != _D_DAY
    inquiry.require("11.1.1", flying, "", "no aircraft fly on June 6, in Heavy Rain or in Storm")
    if bridge_at(inquiry, action.target) is not None:
        _check_bridge(inquiry, action)
    elif action.target in inquiry.board.spaces:
        _check_hex(inquiry, action)
    else:
        inquiry.refuse("11.3", f"there is no hex and no bridge {action.target!r}")


@rule("11.3", "11.3.3", "14.1")
def _check_bridge(inquiry: Inquiry, action: Strike) -> None:
    edge = inquiry.board.edges[action.target]
    name = " / ".join(map(inquiry.board.name, (edge.a, edge.b)))
    stands = passable(inquiry, edge)
    if inquiry.require("11.3.3", stands, f"the bridge {name} stands", f"no bridge stands at {name}"):
        _tell(inquiry, action.target)


@rule("11.3.3", "3.6")
def _check_hex(inquiry: Inquiry, action: Strike) -> None:
    name = inquiry.board.name(action.target)
    there = targets(inquiry, action.target)
    passed = f"German units in {name}; no Spotter is needed"
    inquiry.require("11.3", bool(there), passed, f"no German unit stands in {name}", spaces=[action.target])
    fresh = not inquiry.flag("struck", action.target)
    inquiry.require(
        "11.3.3", fresh, "", f"the units in {name} were attacked in this turn", spaces=[action.target]
    )
    inquiry.require("11.3.3", action.attacks <= 1, "", "units are the target of one attack in a turn")
    if there:
        _tell(inquiry, action.target)


def _tell(inquiry: Inquiry, target: str) -> None:
    """Say what the die needs."""
    number = hit_number(inquiry)
    modifier = die_adding(inquiry, target).value
    found = chances_of(number, modifier)
    inquiry.note("11.3.1", f"Hit Number {number}, the die modified by {modifier:+d}", number)
    needs = f"a roll of {found.hit_on} or more hits" if found.hit else "no roll hits"
    loses = f"; {found.lost_on} or less loses an Air Point" if found.lost else ""
    inquiry.note("11.3.3", needs + loses)


@rule("11.3.3")
def _perform(draft: Draft, action: Strike) -> None:
    draft.set("recon-attacks", draft.number("recon-attacks") - action.attacks)
    if bridge_at(draft, action.target) is None:
        draft.set("struck", True, action.target)
        _END.push(draft, Struck(action.target))
    _next(draft, action.target, action.attacks)


def _next(draft: Draft, target: str, left: int) -> None:
    """Ask for the roll of the next attack, with AA fire before it where option recon-aa has it."""
    fires = bool(flak_of(draft, target)) and draft.option("recon-aa") == "B"
    ask_roll(draft, _AA if fires else _ATTACK, [_DIE], target=target, left=left - 1)


def _options(state: State) -> Iterator[Strike]:
    left = state.number("recon-attacks")
    if left < 1:
        return
    for space in dict.fromkeys(p.space for p in state.pieces.values() if p.side == terms.GERMAN):
        known = state.board.spaces.get(space)
        if known is not None and known.kind in {"hex", "track"} and targets(state, space):
            yield Strike(space)
    for bridge in _bridges(state.board):
        if not state.flag("blown", bridge):
            yield from (Strike(bridge, n) for n in range(1, left + 1))


@functools.lru_cache(maxsize=8)
def _bridges(board: Board) -> tuple[str, ...]:
    """Hexsides of a board with a printed bridge."""
    return tuple([edge.id for edge in board.edges.values() if edge.bridge])


# --- the roll ---------------------------------------------------------------------------------------------


@rule("11.3.3")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """One attack: an Air Point may be lost, the bridge or a step; then the next attack."""
    target, left = str(data["target"]), int(data["left"])
    found = chances_of(hit_number(draft), die_adding(draft, target).value)
    roll = values[0]
    if left:
        _next(draft, target, left)
    if roll <= found.lost_on:
        draft.set("air-points", max(0, draft.number("air-points") - 1))
    if roll >= found.hit_on:
        _hit(draft, target)
    elif terms.has_option(draft, "11.3.1o"):
        _ask_stray(draft, target)


@rule("11.3.3", "14.1")
def _hit(draft: Draft, target: str) -> None:
    if bridge_at(draft, target) is not None:
        draft.set("blown", True, target)
        return
    there = [p.uid for p in targets(draft, target)]
    if len(there) == 1:
        _lose(draft, there[0])
    elif there:
        _HIT.push(draft, Hit(target, tuple(there)), terms.GERMAN)


def _lose(draft: Draft, uid: str) -> None:
    lose_step(draft, uid)


@rule("11.5")
def _resolve_aa(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """AA fire before an attack (option recon-aa): an abort or a hit ends it."""
    target, left = str(data["target"]), int(data["left"])
    result = r11_anti_air.fire(draft, values[0], len(flak_of(draft, target)))
    if result == r11_anti_air.HIT:
        draft.set("air-points", max(0, draft.number("air-points") - 1))
    if result == r11_anti_air.NONE:
        ask_roll(draft, _ATTACK, [_DIE], target=target, left=left)
    elif left:
        _next(draft, target, left)


@rule("11.3.3")
def _end(draft: Draft, decision: Decision) -> None:
    """The Strategic Movement markers of the target are removed."""
    for piece in draft.units_in(_END.read(decision).target):
        draft.set("strategic", False, piece.uid)


# --- choices of the German player -------------------------------------------------------------------------


def _offered(asked: Hit | Missed | None) -> tuple[str, ...]:
    return asked.units if asked is not None else ()


@rule("11.3.3")
def _check_hit(inquiry: Inquiry, action: TakeStrike) -> None:
    fits = action.unit in _offered(_HIT.asked(inquiry))
    inquiry.require("11.3.3", fits, "one unit loses a single step", "a unit of the hex loses the step")


def _perform_hit(draft: Draft, action: TakeStrike) -> None:
    draft.settle()
    _lose(draft, action.unit)


def _hit_options(state: State) -> Iterator[TakeStrike]:
    yield from (TakeStrike(uid) for uid in _offered(_HIT.asked(state)))


@rule("11.3.1o")
def _ask_stray(draft: Draft, target: str) -> None:
    """A missed attack falls on an Allied unit next to the target, if there is one."""
    spaces = hexes_of(draft, target)
    around = {n for space in spaces for n in terms.neighbours(space)} | set(spaces)
    near = [
        p.uid
        for n in sorted(around)
        if n in draft.board.spaces
        for p in terms.friends(draft, n, terms.ALLIED)
        if terms.has_zoc(p.printed)
    ]
    if len(near) == 1:
        _roll_stray(draft, near[0])
    elif near:
        _CHOICE.push(draft, Missed(target, tuple(near)), terms.GERMAN)


def _roll_stray(draft: Draft, uid: str) -> None:
    ask_roll(draft, _STRAY, [_DIE], unit=uid)


@rule("11.3.1o")
def _check_stray(inquiry: Inquiry, action: TakeStray) -> None:
    fits = action.unit in _offered(_CHOICE.asked(inquiry))
    inquiry.require(
        "11.3.1o",
        fits,
        "the attack may hit a friend",
        "Friendly Fire strikes an Allied unit next to the target",
    )


def _perform_stray(draft: Draft, action: TakeStray) -> None:
    draft.settle()
    _roll_stray(draft, action.unit)


def _stray_options(state: State) -> Iterator[TakeStray]:
    yield from (TakeStray(uid) for uid in _offered(_CHOICE.asked(state)))


@rule("11.3.1o")
def _resolve_stray(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """The terrain of the unit's own hex counts, and two more."""
    uid = str(data["unit"])
    space = draft.pieces[uid].space
    modifier = die_adding(draft, space, side=terms.ALLIED, extra=_FRIENDLY).value
    if values[0] >= chances_of(hit_number(draft), modifier).hit_on:
        _lose(draft, uid)


def _why_over(what: str) -> Callable[[State, Mapping[str, Any]], str]:
    def sentence(state: State, data: Mapping[str, Any]) -> str:
        return f"{what} {' / '.join(map(state.board.name, str(data['target']).split('/')))}"

    return sentence


def _why_stray(state: State, data: Mapping[str, Any]) -> str:
    return f"Friendly Fire on {state.pieces[str(data['unit'])].printed.title}"


HANDLERS = (
    Handler(Strike, _check, _perform, _options, "11.3", phases=frozenset({"armed-recon"})),
    Handler(TakeStrike, _check_hit, _perform_hit, _hit_options, "11.3.3", answers=frozenset({_HIT.kind})),
    Handler(
        TakeStray, _check_stray, _perform_stray, _stray_options, "11.3.1o", answers=frozenset({_CHOICE.kind})
    ),
)
ROLLS: dict[str, RollRule] = {
    _ATTACK: RollRule(_resolve, _why_over("Armed Recon on"), "11.3.3"),
    _AA: RollRule(_resolve_aa, _why_over("AA fire over"), "11.5"),
    _STRAY: RollRule(_resolve_stray, _why_stray, "11.3.1o"),
}
STEPS = {_END.kind: _end}
