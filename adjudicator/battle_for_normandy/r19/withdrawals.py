"""Sections 19.1, 19.2 and 12.9o: battleships, US Airborne divisions and worn divisions leave the front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import headquarters as clock
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "AIRBORNE",
    "HANDLERS",
    "ROLLS",
    "Rest",
    "ask",
    "battleships",
    "chance",
    "end_of_day",
    "end_of_turn",
    "explain",
    "members",
    "open_movement",
    "open_reinforcements",
    "remove",
    "worn",
]

AIRBORNE = ("us-82", "us-101")
FIRST, LAST = 30, 35
_NEEDED = 6
_REST_DAYS = 5
_MOST_LOSSES = 18


@dataclass(frozen=True, slots=True)
class Rest(Action):
    """Pull a division out of combat for rest before it must be (an option).

    Examples
    --------
    >>> Rest("us-29").formation
    'us-29'
    """

    formation: str


# --- 30 June to 5 July ------------------------------------------------------------------------------------


@rule("19.1", "19.2")
def chance(date: int) -> Fraction:
    """Chance that a roll on a day withdraws the battleships, or an Airborne division.

    Examples
    --------
    >>> chance(29), chance(30), chance(32), chance(35)
    (Fraction(0, 1), Fraction(1, 6), Fraction(1, 2), Fraction(1, 1))
    """
    if date < FIRST:
        return Fraction(0)
    return Fraction(1) if date >= LAST else Fraction(1 + date - FIRST, 6)


@rule("19.1")
def battleships(view: View) -> tuple[Piece, ...]:
    """Battleships on the map or off it that can be withdrawn: not Warspite, Ramillies and Rodney."""
    each = (view.pieces[uid] for uid in sorted(view.pieces))
    return tuple([
        p for p in each
        if terms.is_naval(p.printed) and terms.marked(p.printed, "bb")
        and not terms.marked(p.printed, "stays") and p.space != terms.REMOVED
    ])  # fmt: skip


@rule("19.2")
def members(view: View, division: str) -> tuple[Piece, ...]:
    """Pieces of a division that are not out of the game, its HQ and its named companies among them."""
    own = [*terms.units_of(view, division)]
    head = terms.hq_of(view, division)
    return tuple([p for p in (*own, *([head] if head is not None else [])) if p.space != terms.REMOVED])


@rule("19.1", "19.2")
def open_reinforcements(draft: Draft) -> None:
    """At the start of the Allied Reinforcement Phase of a Night turn: the dice of those that may leave."""
    if draft.text("side") == terms.ALLIED and draft.text("time") == "night":
        ask(draft)


@rule("19.1", "19.2")
def ask(draft: Draft) -> None:
    """Ask for the dice of a Night turn from 30 June; on 5 July all leave without one."""
    date = draft.number("date")
    if date < FIRST:
        return
    if date >= LAST:
        _withdraw_ships(draft)
        for division in AIRBORNE:
            _mark(draft, division)
        return
    for division in reversed(AIRBORNE):
        if members(draft, division) and not draft.number("leaving", division):
            ask_roll(draft, "withdrawal", [terms.D6], what_leaves=division)
    if battleships(draft):
        ask_roll(draft, "withdrawal", [terms.D6], what_leaves="battleships")


def _mark(draft: Draft, division: str) -> None:
    if members(draft, division) and not draft.number("leaving", division):
        draft.set("leaving", draft.number("date"), division)


def _withdraw_ships(draft: Draft) -> None:
    for piece in battleships(draft):
        draft.place(piece.uid, terms.REMOVED)


@rule("19.1", "19.2")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] + draft.number("date") - FIRST < _NEEDED:
        return
    if data["what_leaves"] == "battleships":
        _withdraw_ships(draft)
    else:
        _mark(draft, data["what_leaves"])


@rule("19.2")
def open_movement(draft: Draft) -> None:
    """Once the Allied PM player turn is over: who leaves is gone before the German one."""
    if draft.text("side") == terms.GERMAN and draft.text("time") == "pm":
        end_of_turn(draft)


@rule("19.2")
def end_of_turn(draft: Draft) -> None:
    """Remove Airborne divisions that leave: after the Allied PM turn, on 5 July after the Night turn."""
    time, date = draft.text("time"), draft.number("date")
    for division in AIRBORNE:
        since = draft.number("leaving", division)
        if since and (time == "pm" or (time == "night" and date >= LAST)):
            remove(draft, division)


def remove(draft: Draft, division: str) -> None:
    """Remove a division from the game."""
    for piece in members(draft, division):
        draft.place(piece.uid, terms.REMOVED)
    draft.clear("leaving", division)
    draft.clear("resting", division)


@rule("19.1", "19.2")
def explain(inquiry: Inquiry) -> Fraction:
    """Say who may be withdrawn today, and with which chance."""
    date = inquiry.number("date")
    today = chance(date)
    if date < FIRST:
        inquiry.note("19.1", "battleships and US Airborne divisions are withdrawn from 30 June on")
    elif date >= LAST:
        inquiry.note("19.1", "on 5 July they are withdrawn without a roll")
    else:
        inquiry.note("19.1", f"one die each, and {date - FIRST} to it: 6 or more withdraws")
    ships = battleships(inquiry)
    inquiry.note("19.1", f"battleships that would leave: {terms.titles(ships) or 'none'}", len(ships))
    for division in AIRBORNE:
        inquiry.note("19.2", f"pieces of {division} in play", len(members(inquiry, division)))
    return today


# --- cumulative losses (option 12.9o) ---------------------------------------------------------------------


@rule("12.9o")
def worn(view: View) -> tuple[str, ...]:
    """Divisions with 18 step losses that are not resting yet."""
    if view.option("12.9o") == "A":
        return ()
    tired = [d for d in view.subjects("step-losses") if view.number("step-losses", d) >= _MOST_LOSSES]
    return tuple([d for d in tired if not view.number("resting", d)])


@rule("12.9o")
def _is_clear(view: View, division: str) -> bool:
    """Whether no unit of a division stands in an EZOC or has attacked."""
    on_map = [p for p in members(view, division) if terms.on_map(view, p)]
    return not any(zones.in_ezoc(view, p.space, p.side) or view.flag("attacked", p.uid) for p in on_map)


@rule("12.9o")
def _rest(draft: Draft, division: str) -> None:
    """Begin the rest: the HQ goes on the Turn Record Track five days ahead."""
    until = draft.number("date") + _REST_DAYS
    draft.set("resting", until, division)
    head = terms.hq_of(draft, division)
    if head is not None and terms.on_map(draft, head):
        draft.place(head.uid, terms.TRACK)
        draft.set("returns", clock.stamp(until, "night"), head.uid)


@rule("12.9o")
def end_of_day(draft: Draft) -> None:
    """Let worn divisions rest, or remove those still in contact; end the rest of those that are whole."""
    for division in worn(draft):
        if _is_clear(draft, division):
            _rest(draft, division)
        else:
            remove(draft, division)
    for division in draft.subjects("resting"):
        if (
            draft.number("resting", division)
            and draft.number("resting", division) <= draft.number("date") + 1
        ):
            _end_rest(draft, division)


@rule("12.9o")
def _end_rest(draft: Draft, division: str) -> None:
    whole = all(p.status == terms.FULL and p.space != terms.ELIMINATED for p in members(draft, division))
    head = terms.hq_of(draft, division)
    if not whole:
        if head is not None and head.space == terms.TRACK:
            draft.set("returns", clock.stamp(draft.number("date") + 2, "night"), head.uid)
        return
    draft.clear("resting", division)
    draft.clear("step-losses", division)
    for piece in members(draft, division):
        draft.clear("repple", piece.uid)


@rule("12.9o")
def _check(inquiry: Inquiry, action: Rest) -> None:
    used = inquiry.option("12.9o")
    inquiry.require("12.9o", used != "A", "", "the optional rule of Cumulative Losses is not used")
    allied = inquiry.text("side") == terms.ALLIED
    inquiry.require("12.9o", allied, "", "a division is pulled out in an Allied Movement Phase")
    known = terms.level_of(inquiry, action.formation) == "division" and action.formation not in AIRBORNE
    there = any(terms.on_map(inquiry, p) for p in members(inquiry, action.formation))
    inquiry.require("12.9o", known and there, "", f"{action.formation} is no such division on the map")
    resting = inquiry.number("resting", action.formation)
    inquiry.require("12.9o", not resting, "", f"{action.formation} rests already")
    clear = _is_clear(inquiry, action.formation)
    inquiry.require("12.9o", clear, "no unit of it is in contact", "units of it are in combat or in EZOCs")


def _perform(draft: Draft, action: Rest) -> None:
    _rest(draft, action.formation)


def _options(state: State) -> Iterator[Rest]:
    if state.option("12.9o") == "A" or state.text("side") != terms.ALLIED:
        return
    for division in state.subjects("step-losses"):
        yield Rest(division)


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll is asked so
    return f"the withdrawal of {data['what_leaves']}"


ROLLS: dict[str, RollRule] = {"withdrawal": RollRule(_resolve, _why, "19.1")}
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Rest, _check, _perform, _options, "12.9o", phases=frozenset({"movement"})),
)
