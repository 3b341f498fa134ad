"""Sections 12.10 and 18.9.3: a side retreats, or takes one more step instead; units go hex by hex."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r12 import retreat_paths as r12_retreat_paths
from adjudicator.battle_for_normandy.r12.allocation import Victim
from adjudicator.battle_for_normandy.r12.battle import Battle
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "RETREAT",
    "STAND",
    "AnswerRetreat",
    "Retreat",
    "begin",
    "enter",
    "is_immobile",
    "may_stand",
    "retreats",
    "stack_in",
    "to_retreat",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """The hex that was attacked, and whether its attackers are asked if they stand."""

    hex: str
    attacking: bool


@dataclass(frozen=True, slots=True)
class Retreating:
    """Units of a side that have still to retreat."""

    units: tuple[str, ...]


RETREAT, STAND = Frame("retreat", "12.10", Retreating), Frame("stand", "12.10", Standing)


@dataclass(frozen=True, slots=True)
class AnswerRetreat(Action):
    """Accept a retreat, or stand and lose one more step (12.10).

    Parameters
    ----------
    stand
        Whether to stand.

    Examples
    --------
    >>> AnswerRetreat(True).stand
    True
    """

    stand: bool


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Retreat one unit, or several units of one hex as a stack, by one hex (12.10).

    Examples
    --------
    >>> Retreat(("ge-352-916",), "c3014").to
    'c3014'
    """

    units: tuple[str, ...]
    to: str


# --- who must, who may stand ------------------------------------------------------------------------------


@rule("10.3", "20.5")
def is_immobile(piece: Piece) -> bool:
    """Whether a unit has no Movement Allowance, so that a retreat destroys it: batteries, Strongpoints."""
    unit = piece.printed
    fixed = terms.is_static(unit) or terms.is_strongpoint(unit)
    if not fixed and terms.is_unseen(unit):
        return not terms.unseen(piece, "ma")
    return fixed or not unit.rating("ma")


@rule("12.10", "18.9.3")
def may_stand(view: View, battle: Battle, *, attacking: bool) -> str:
    """What lets a side take a step instead of a retreat.

    Parameters
    ----------
    attacking
        Whether the attacker asks: he always may.

    Returns
    -------
    str
        A few words; empty when nothing does.
    """
    if battle.kind == battles.FORCED:
        return ""
    if attacking:
        return "attackers may always stand"
    there = terms.friends(view, battle.hex, battle.defending)
    name = view.board.name(battle.hex)
    if any(terms.is_strongpoint(p.printed) for p in there):
        return f"a Strongpoint is in {name}"
    own = view.text("entrenchment-side", battle.hex) == battle.defending
    if view.text("entrenchment", battle.hex) == "ready" and own:
        return f"an Entrenchment is in {name}"
    return ""


@rule("12.10")
def to_retreat(view: View, battle: Battle, *, attacking: bool) -> tuple[Piece, ...]:
    """Units of a side that have still to retreat, or to go on.

    Parameters
    ----------
    attacking
        Whether the attackers are meant.
    """
    return tuple(
        [p for p in battles.fighters(view, battle, attacking=attacking) if p.uid not in battle.stopped]
    )


@rule("12.10")
def stack_in(view: View, space: str) -> tuple[str, ...]:
    """Units of a hex that would retreat: not those that retreated there in this phase, if others are there.

    Parameters
    ----------
    view, space
        The position, and the hex.
    """
    asked = RETREAT.asked(view)
    due = asked.units if asked is not None else ()
    there = [p.uid for p in view.units_in(space) if not terms.is_naval(p.printed)]
    fresh = [u for u in there if u in due or not view.flag("retreated", u)]
    return tuple(fresh or there)


# --- the stage --------------------------------------------------------------------------------------------


@rule("12.10", "18.9.3")
def begin(draft: Draft, battle: Battle, *, attacking: bool) -> bool:
    """Ask whether a side stands; then for each retreat, until all its units are where they stay.

    Parameters
    ----------
    attacking
        Whether the attackers retreat.

    Returns
    -------
    bool
        Whether somebody was asked, so that the stage comes again.
    """
    owner = battle.side if attacking else battle.defending
    left = to_retreat(draft, battle, attacking=attacking)
    if not left or owner in battle.ignored:
        return False
    answered = f"{STAND.kind}-{owner}" in battle.over
    if not answered and may_stand(draft, battle, attacking=attacking):
        STAND.push(draft, Standing(battle.hex, attacking), owner)
        return True
    left = _drop_lost(draft, attacking=attacking)
    if left:
        RETREAT.push(draft, Retreating(tuple([p.uid for p in left])), battle.chooser or owner)
    return bool(left)


@rule("12.10", "10.3", "20.5")
def _drop_lost(draft: Draft, *, attacking: bool) -> tuple[Piece, ...]:
    """Eliminate units that cannot retreat; those that are left have each a way."""
    while (battle := battles.current(draft)) is not None:
        here = battles.frozen(draft)
        left = to_retreat(here, battle, attacking=attacking)
        lost = [p for p in left if is_immobile(p) or not _ways(here, battle, [p.uid]).legal]
        if not lost:
            return left
        for piece in lost:
            r12_losses.eliminate(draft, piece.uid)
    return ()


def _ways(view: View, battle: Battle, units: Sequence[str]) -> r12_retreat_paths.Ways:
    been = {h for u in units for h in battle.origins.get(u, "").split()}
    return r12_retreat_paths.ways(view, units, been=been)


# --- to stand ---------------------------------------------------------------------------------------------


@rule("12.10", "18.9.3")
def _check_answer(inquiry: Inquiry, action: AnswerRetreat) -> None:
    asked, battle = STAND.asked(inquiry), battles.current(inquiry)
    if asked is None or battle is None:
        return
    if not action.stand:
        inquiry.note("12.10", "the retreat is accepted")
        return
    why = may_stand(inquiry, battle, attacking=asked.attacking)
    section = "18.9.3" if "Strongpoint" in why else "12.10"
    inquiry.note(section, f"{why}: one more step is lost instead of the retreat")


def _perform_answer(draft: Draft, action: AnswerRetreat) -> None:
    attacking, battle = STAND.settle(draft).attacking, battles.current(draft)
    if battle is None:
        return
    owner = battle.side if attacking else battle.defending
    if not action.stand:
        battles.amend(draft, over=(*battle.over, f"{STAND.kind}-{owner}"))
        return
    battle = battles.amend(draft, ignored=(*battle.ignored, owner))
    r12_losses.ask(draft, owner, r12_losses.victims(draft, battle, attacking=attacking), 1, "12.10")


def _answers(state: State) -> Iterator[AnswerRetreat]:
    if STAND.asked(state) is not None:
        yield from (AnswerRetreat(stand=False), AnswerRetreat(stand=True))


# --- one hex ----------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: Retreat) -> None:
    asked, battle = RETREAT.asked(inquiry), battles.current(inquiry)
    if asked is None or battle is None or not _well_formed(inquiry, action, asked.units):
        return
    found = _ways(inquiry, battle, action.units)
    way, name = found.find(action.to), inquiry.board.name(action.to)
    titles = terms.titles(inquiry.pieces[u] for u in action.units)
    if way is None:
        text = f"{name} is not adjacent to {inquiry.board.name(found.origin)}"
        inquiry.refuse("12.10", text, units=action.units, spaces=[action.to])
    elif inquiry.require(way.reason[0], way.legal, "", f"{titles} into {name}: {way.reason[1]}"):
        inquiry.note("12.10", f"{titles} retreats one hex into {name}")
        r12_retreat_paths.note_way(inquiry, way, inquiry.pieces[action.units[0]].side)


@rule("12.10")
def _well_formed(inquiry: Inquiry, action: Retreat, waiting: Sequence[str]) -> bool:
    """Whether the units are among those that must retreat, and stand in one hex."""
    units, strangers = action.units, [u for u in action.units if u not in waiting]
    fine = bool(units) and len(set(units)) == len(units) and not strangers
    text = f"not to retreat now: {', '.join(strangers) or 'nobody is named'}"
    inquiry.require("12.10", fine, "", text, units=strangers)
    if fine:
        together = len({inquiry.pieces[u].space for u in units}) == 1
        fine = inquiry.require("12.10", together, "", "units of different hexes are no stack", units=units)
    return fine


@rule("12.10", "5.4", "6.2", "10.4")
def _perform(draft: Draft, action: Retreat) -> None:
    draft.settle()
    battle = battles.current(draft)
    if battle is None:
        return
    side, units = draft.pieces[action.units[0]].side, action.units
    way = _ways(battles.frozen(draft), battle, units).find(action.to)
    origin = draft.pieces[units[0]].space
    trail = {u: f"{battle.origins.get(u, '')} {origin}".strip() for u in units}
    for uid in units:
        enter(draft, uid, action.to)
        _retreated(draft, uid)
    crowded, zone = way is not None and way.crowded, way is not None and way.zone
    stopped = battle.stopped if crowded else (*battle.stopped, *units)
    battle = battles.amend(draft, origins={**battle.origins, **trail}, stopped=stopped)
    if zone:
        _pay(draft, battle, units, action.to, side)


@rule("5.4", "12.10", "12.9")
def _pay(draft: Draft, battle: Battle, units: Sequence[str], to: str, side: str) -> None:
    """A stack that enters an EZOC loses one step: for each such hex, or once in all by the second reading."""
    start = battle.origins[units[0]].split()[0]
    key = start if draft.option("retreat-zocs") == "B" else f"{start}>{to}"
    if key in battle.paid:
        return
    battle = battles.amend(draft, paid=(*battle.paid, key))
    able = [draft.pieces[u] for u in units if not r12_losses.is_helpless(draft.pieces[u])]
    suffering = [Victim(p.uid, r12_losses.capacity(draft, p), battle.lost.get(p.uid, 0)) for p in able]
    r12_losses.ask(draft, side, suffering, 1, "5.4")


@rule("12.10", "10.4", "14.2.1", "14.3")
def _retreated(draft: Draft, uid: str) -> None:
    """What a retreat does to a unit: artillery of both kinds flips, bridging and digging end."""
    draft.set("retreated", True, uid)
    if terms.is_artillery(draft.pieces[uid].printed):
        draft.set("flipped", True, uid)
    draft.clear("bridging", uid)
    where = draft.text("digging", uid)
    if where:
        draft.clear("digging", uid)
        if draft.text("entrenchment", where) == "building":
            draft.clear("entrenchment", where)


@rule("5.2", "14.3", "19.9", "3.3")
def enter(draft: Draft, uid: str, to: str) -> None:
    """Put a unit that retreats or advances into a hex: an enemy Entrenchment there is removed, and Rhinos."""
    side = draft.pieces[uid].side
    if side == draft.text("side") and not draft.text("began", uid):
        draft.set("began", draft.pieces[uid].space, uid)
    draft.place(uid, to)
    if draft.text("entrenchment", to) and draft.text("entrenchment-side", to) != side:
        draft.clear("entrenchment", to)
        draft.clear("entrenchment-side", to)
    for piece in terms.enemies(draft, to, side):
        if terms.marked(piece.printed, "rhino"):
            r12_losses.eliminate(draft, piece.uid)


# --- options ----------------------------------------------------------------------------------------------


@rule("12.10")
def retreats(view: View, uid: str) -> tuple[r12_retreat_paths.Way, ...]:
    """Hexes into which a unit alone may retreat as the position stands.

    Returns
    -------
    tuple of Way
        Empty for a unit that would be eliminated.
    """
    if is_immobile(view.pieces[uid]):
        return ()
    return r12_retreat_paths.ways(view, [uid]).legal


def _stacks(view: View, units: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Whole stacks first, then smaller ones."""
    ordered = sorted(units, key=lambda u: (view.pieces[u].space, u))
    for _, group in itertools.groupby(ordered, key=lambda u: view.pieces[u].space):
        stack = list(group)
        for size in range(len(stack), 0, -1):
            yield from itertools.combinations(stack, size)


def _options(state: State) -> Iterator[Retreat]:
    asked, battle = RETREAT.asked(state), battles.current(state)
    if asked is None or battle is None:
        return
    for units in _stacks(state, asked.units):
        yield from (Retreat(units, way.hex) for way in _ways(state, battle, units).legal)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        AnswerRetreat, _check_answer, _perform_answer, _answers, "12.10", answers=frozenset({STAND.kind})
    ),
    Handler(Retreat, _check, _perform, _options, "12.10", answers=frozenset({RETREAT.kind})),
)
