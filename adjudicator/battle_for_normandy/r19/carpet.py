"""Section 19.3: Allied carpet bombing: ten hexes, units that stay back, and bombs on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import csp as r07_csp
from adjudicator.battle_for_normandy.r11.recon_numbers import chances_of, die_adding
from adjudicator.battle_for_normandy.r12.losses import lose_step
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Piece, State, View
from adjudicator.ruling import Ruling
from module_builder.vassal.values import dataclass

__all__ = [
    "COST", "FIRST_DAY", "HANDLERS", "HIT_NUMBER", "ROLLS", "STEPS", "BombHit", "CarpetBomb", "bombed",
    "drop_bombs", "endangered", "explain_bombs",
]  # fmt: skip

FIRST_DAY = 46  # after 15 July
COST, HEXES, MOST = 10, 10, 2
HIT_NUMBER, HELD_ON = 5, 9
_HELD, _BOMBS, _CLEAR = "carpet-held", "carpet-bombs", "carpet-over"


@dataclass(frozen=True, slots=True)
class CarpetBomb(Action):
    """Declare a Carpet Bombing Attack at the start of an Allied Movement Phase.

    Examples
    --------
    >>> CarpetBomb(("d0110",)).hexes
    ('d0110',)
    """

    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BombHit(Action):
    """Choose the unit that bombs on a hex hit.

    Examples
    --------
    >>> BombHit("ge-lehr-1").unit
    'ge-lehr-1'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A hex that bombs have hit, and its units of which one loses a step."""

    hex: str
    units: tuple[str, ...]


_CHOICE = Frame("carpet-hit", "19.3.3", Hit)


# --- the declaration --------------------------------------------------------------------------------------


@rule("19.3.3")
def _is_joined(hexes: Sequence[str]) -> bool:
    """Whether every hex hangs together with the others."""
    left, queue = set(hexes), list(hexes[:1])
    while queue:
        here = queue.pop()
        left.discard(here)
        queue += [n for n in terms.neighbours(here) if n in left and n not in queue]
    return not left


@rule("19.3.1", "19.3.2", "19.3.3")
def _check(inquiry: Inquiry, action: CarpetBomb) -> None:
    done, date = inquiry.number("carpets"), inquiry.number("date")
    inquiry.require("19.3.1", done < MOST, f"{done} of {MOST} were made", f"all {MOST} of the game were made")
    inquiry.require("19.3.1", date >= FIRST_DAY, "it is later than 15 July", "it is not later than 15 July")
    day = inquiry.text("time") != "night" and inquiry.text("side") == terms.ALLIED
    inquiry.require("19.3.1", day, "an Allied AM or PM turn", "only in an Allied AM or PM turn")
    began = any(inquiry.flag("moved", uid) for uid in inquiry.subjects("moved"))
    inquiry.require("19.3.1", not began, "nobody has moved", "it is declared before anybody moves")
    points = inquiry.number("csp")
    said = f"{COST} CSP of {points}", f"it costs {COST} CSP, {points} are left"
    inquiry.require("19.3.2", points >= COST, *said)
    spaces = list(dict.fromkeys(action.hexes))
    count = f"{len(spaces)} different hexes"
    inquiry.require("19.3.3", len(spaces) == HEXES, count, f"{count}, not {HEXES}", spaces=spaces)
    joined = _is_joined(spaces)
    inquiry.require("19.3.3", joined, "each is next to another", "they do not hang together", spaces=spaces)


@rule("19.3.3")
def endangered(view: View, hexes: Sequence[str]) -> tuple[Piece, ...]:
    """Allied units next to a targeted hex, or in one, in order of their ids.

    Parameters
    ----------
    hexes
        Targets.
    """
    near = {*hexes, *(n for space in hexes for n in terms.neighbours(space))}
    found = [p for s in near if s in view.board.spaces for p in terms.friends(view, s, terms.ALLIED)]
    units = (p for p in found if terms.has_zoc(p.printed) or terms.is_support(p.printed))
    return tuple(sorted(units, key=lambda p: p.uid))


def _perform(draft: Draft, action: CarpetBomb) -> None:
    hexes = sorted(set(action.hexes))
    for space in hexes:
        draft.set("carpet", True, space)
    draft.set("carpets", draft.number("carpets") + 1)
    r07_csp.pay(draft, COST, terms.US)
    units = [p.uid for p in endangered(draft, hexes)]
    if units:
        ask_roll(draft, _HELD, [terms.D10] * len(units), units=units)


@rule("19.3.3")
def _held(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    for uid, value in zip(data["units"], values, strict=True):
        if value >= HELD_ON:
            draft.set("held-back", True, uid)


def _why_held(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll says why alike
    return f"whether {len(data['units'])} units next to the targets stay where they are"


def _options(state: State) -> Iterator[CarpetBomb]:
    """One sample: ten hexes in a row of neighbours around the first German stack."""
    allowed = (
        state.number("csp") >= COST and state.number("carpets") < MOST and state.number("date") >= FIRST_DAY
    )
    if not allowed or state.text("time") == "night" or state.text("side") != terms.ALLIED:
        return
    if any(state.flag("moved", uid) for uid in state.subjects("moved")):
        return
    stacks = sorted(
        {p.space for p in state.pieces.values() if p.side == terms.GERMAN and terms.on_map(state, p)}
    )
    for start in stacks[:1]:
        found = [start]
        for here in found:
            found += [n for n in terms.neighbours(here) if n in state.board.spaces and n not in found]
            if len(found) >= HEXES:
                break
        yield from [CarpetBomb(tuple(found[:HEXES]))] if len(found) >= HEXES else []


# --- the bombs --------------------------------------------------------------------------------------------


def bombed(view: View) -> tuple[str, ...]:
    """Targets of the Carpet Bombing of this phase."""
    return tuple([s for s in view.subjects("carpet") if view.flag("carpet", s)])


@rule("19.3.3")
def drop_bombs(draft: Draft) -> None:
    """At the end of the Allied Movement Phase: attacks on each target and on each friendly unit near one."""
    hexes = bombed(draft)
    if not hexes:
        return
    draft.ask("auto", _CLEAR, "19.3.3")
    for piece in reversed(endangered(draft, hexes)):
        ask_roll(draft, _BOMBS, [terms.D10], target=piece.space, unit=piece.uid)
    for space in reversed(hexes):
        if _victims(draft, space):
            ask_roll(draft, _BOMBS, [terms.D10], target=space, unit="")


def _victims(view: View, space: str) -> list[Piece]:
    return [p for p in terms.friends(view, space, terms.GERMAN) if terms.has_zoc(p.printed)]


@rule("19.3.3", "11.3.2")
def _modifier(view: View, space: str, side: str) -> int:
    """Terrain counts, but for a road by default (carpet-roads); no AA fire and no air losses."""
    roads = view.option("carpet-roads") == "A"
    return die_adding(view, space, side=side, shielded=False, roads=roads).value


@rule("19.3.3")
def _fallen(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    space, uid = str(data["target"]), str(data["unit"])
    side = terms.ALLIED if uid else terms.GERMAN
    if values[0] + _modifier(draft, space, side) < HIT_NUMBER:
        return
    victims = _victims(draft, space)
    if uid:
        if draft.pieces[uid].space == space:
            lose_step(draft, uid)
    elif len(victims) == 1:
        lose_step(draft, victims[0].uid)
    elif victims:
        _CHOICE.push(draft, Hit(space, tuple([p.uid for p in victims])), terms.GERMAN)


@rule("19.3.3", "11.3.1")
def explain_bombs(inquiry: Inquiry, space: str) -> Ruling:
    """Answer what the bombs on a target of the Carpet Bombing need, instead of Armed Recon."""
    name, modifier = inquiry.board.name(space), _modifier(inquiry, space, terms.GERMAN)
    inquiry.note("19.3.3", f"{name} is a target of the Carpet Bombing: Hit Number {HIT_NUMBER}", HIT_NUMBER)
    inquiry.note("19.3.3", "terrain counts; there is no AA fire, and no Air Point is lost", modifier)
    there = bool(_victims(inquiry, space))
    inquiry.require("19.3.3", there, "", f"no German unit stands in {name}", spaces=[space])
    found = chances_of(HIT_NUMBER, modifier)
    said = f"Bombs hit on {found.hit_on} or more" if found.hit else "No roll hits"
    answer = {"hit_on": found.hit_on, "lost_on": 0, "hit": str(found.hit), "lost": "0"}
    return inquiry.ruling(f"armed-recon {space}", f"{said} ({int(100 * found.hit)}%).", answer)


def _why_bombs(state: State, data: Mapping[str, Any]) -> str:
    uid = str(data["unit"])
    return f"bombs on {state.pieces[uid].printed.title if uid else state.board.name(str(data['target']))}"


def _over(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    draft.clear("carpet")
    draft.clear("held-back")


def _offered(view: View) -> tuple[str, ...]:
    asked = _CHOICE.asked(view)
    return asked.units if asked is not None else ()


@rule("19.3.3", "11.3.3")
def _check_hit(inquiry: Inquiry, action: BombHit) -> None:
    said = "it stands in the hex that was hit", "it does not stand in the hex that was hit"
    inquiry.require("19.3.3", action.unit in _offered(inquiry), *said, units=[action.unit])


def _perform_hit(draft: Draft, action: BombHit) -> None:
    draft.settle()
    lose_step(draft, action.unit)


def _hit_options(state: State) -> Iterator[BombHit]:
    return (BombHit(uid) for uid in _offered(state))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(CarpetBomb, _check, _perform, _options, "19.3.1", phases=frozenset({"movement"})),
    Handler(BombHit, _check_hit, _perform_hit, _hit_options, "19.3.3", answers=frozenset({_CHOICE.kind})),
)
ROLLS: dict[str, RollRule] = {
    _HELD: RollRule(_held, _why_held, "19.3.3"),
    _BOMBS: RollRule(_fallen, _why_bombs, "19.3.3"),
}
STEPS = {_CLEAR: _over}
