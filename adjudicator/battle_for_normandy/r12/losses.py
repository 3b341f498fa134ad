"""Section 12.9: steps are lost, units are eliminated; who may suffer them, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r15_companies, terms
from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters
from adjudicator.battle_for_normandy.r09 import losses as r09_losses
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.allocation import Victim, allocations
from adjudicator.battle_for_normandy.r12.battle import Battle
from adjudicator.battle_for_normandy.r15_companies import matching, to_company
from adjudicator.battle_for_normandy.r19 import rhinos as r19_rhinos
from adjudicator.battle_for_normandy.r23_brigades import comes_whole
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "LOSSES",
    "TakeLosses",
    "ask",
    "capacity",
    "eliminate",
    "explain",
    "is_helpless",
    "lose_step",
    "remove_stranded",
    "suffer",
    "victims",
]

_THREE = 3
_MARKED = (
    "flipped",
    "attached",
    "began",
    "bridging",
    "digging",
    "isolated",
    "retreated",
    "tac-move",
    "strategic",
)
_UNCOUNTED = frozenset({"pathfinder", "truck"})


@dataclass(frozen=True, slots=True)
class TakeLosses(Action):
    """Say which of one's units lose a step; a unit that loses two is named twice (12.9).

    Examples
    --------
    >>> TakeLosses(("ge-352-916", "ge-352-hq")).units[0]
    'ge-352-916'
    """

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Losses:
    """Steps to be lost, and the units among which their owner spreads them."""

    units: tuple[Victim, ...]
    steps: int


LOSSES = Frame("losses", "12.9", Losses)


# --- one step ---------------------------------------------------------------------------------------------


@rule("12.9", "15.1", "3.4")
def capacity(view: View, piece: Piece) -> int:
    """Steps that a unit can lose: one less than its dots where no company can stand for the third."""
    steps = terms.steps_left(piece)
    if piece.printed.steps != _THREE:
        return steps
    return steps if matching(view, piece.uid) else steps - 1


@rule("12.9", "3.4")
def lose_step(draft: Draft, uid: str) -> str:
    """Take a step off a unit: it is flipped, replaced by a company of its kind, or eliminated.

    Returns
    -------
    str
        The unit that is left: the same one, the company, or empty.
    """
    piece = draft.pieces[uid]
    if piece.printed.steps == _THREE and piece.status == terms.REDUCED:
        _record(draft, piece)
        _unmark(draft, uid)
        return to_company(draft, uid)
    if piece.printed.steps > 1 and piece.status == terms.FULL:
        _record(draft, piece)
        draft.set_status(uid, terms.REDUCED)
        return uid
    eliminate(draft, uid)
    return ""


def _record(draft: Draft, piece: Piece) -> None:
    r09_losses.record(draft, piece)


def _unmark(draft: Draft, uid: str) -> None:
    for item in _MARKED:
        if item != "retreated":
            draft.clear(item, uid)


@rule("12.8", "12.9", "7.8", "15.1", "18.9.3", "19.9")
def eliminate(draft: Draft, uid: str) -> None:
    """Take a unit off the map with all its steps, each of them counted as lost.

    An HQ returns (7.8), a breakdown company goes back to the companies, support units leave the game, but a
    Rhino waits on the Turn Record Track (19.9).
    """
    piece = draft.pieces[uid]
    unit = piece.printed
    _stop_work(draft, piece)
    if battles.current(draft) is not None:
        r19_rhinos.remove_with(draft, piece)
    if terms.is_hq(unit):
        r07_headquarters.eliminated(draft, uid)
        return
    if terms.is_support(unit) or unit.type in _UNCOUNTED or terms.is_naval(unit):
        _leave_game(draft, piece)
        return
    r09_losses.record_all(draft, piece, capacity(draft, piece))
    _put_away(draft, piece)


@rule("14.3", "14.2.1")
def _stop_work(draft: Draft, piece: Piece) -> None:
    """An Entrenchment under construction is given up with the Engineer that digs it."""
    where = draft.text("digging", piece.uid)
    if where and draft.text("entrenchment", where) == "building":
        draft.clear("entrenchment", where)
    _unmark(draft, piece.uid)


@rule("19.6.1", "19.9", "20.1", "23.4")
def _leave_game(draft: Draft, piece: Piece) -> None:
    uid = piece.uid
    if terms.marked(piece.printed, "rhino"):
        r19_rhinos.remove(draft, uid)
    elif piece.printed.type == "truck":
        draft.place(uid, terms.POOL)
    else:
        draft.place(uid, terms.REMOVED)


@rule("12.8", "15.1", "15.2")
def _put_away(draft: Draft, piece: Piece) -> None:
    """Into the Eliminated Box; the counter of a company may be used again, its battalion is lost."""
    uid = piece.uid
    if not terms.is_company(piece.printed):
        draft.set_status(uid, terms.FULL)
        draft.place(uid, terms.ELIMINATED)
        return
    battalion = r15_companies.battalion_of(draft, uid)
    r15_companies.to_pool(draft, uid)
    known = draft.pieces.get(battalion)
    if known is not None and known.space == terms.BROKEN and not r15_companies.companies_of(draft, battalion):
        draft.place(battalion, terms.ELIMINATED)


@rule("19.6.1", "19.9", "23.4")
def remove_stranded(draft: Draft, spaces: Iterable[str], side: str) -> None:
    """Remove support units of a side that are the last ones left in hexes where a combat was.

    Parameters
    ----------
    draft, spaces, side
        The position in the making, the hexes, and whose units.
    """
    for space in spaces:
        there = [p for p in terms.friends(draft, space, side) if not terms.is_naval(p.printed)]
        if there and all(is_helpless(p) for p in there):
            for piece in there:
                eliminate(draft, piece.uid)


@rule("19.6.1", "19.7", "19.9", "23.4")
def is_helpless(piece: Piece) -> bool:
    """Whether a unit without strength, which is never taken as a loss: support units, Pathfinders, trucks."""
    return terms.is_support(piece.printed) or piece.printed.type in _UNCOUNTED


# --- who may lose -----------------------------------------------------------------------------------------


@rule("12.9", "7.7", "18.9.3", "14.3o", "23.2")
def victims(view: View, battle: Battle, *, attacking: bool) -> tuple[Victim, ...]:
    """Units of a side of a combat that may lose steps: those whose strength was used.

    Returns
    -------
    tuple of Victim
        Units without a strength only where nobody else is left.
    """
    fighters = battles.fighters(view, battle, attacking=attacking)
    able = [p for p in fighters if not is_helpless(p)]
    guns = battle.attack.support if attacking else battle.attack.defence_support
    if guns and view.option("support-losses") == "B":
        able += battles.units_of(view, guns)
    if battle.kind == battles.COMBAT:
        able = [p for p in able if _uses_strength(view, p, attacking=attacking)] or able
    diggers = battle.engineers if attacking else ()
    careful = terms.has_option(view, "23.2") and any(_goes_first(p) for p in able)
    return tuple(
        Victim(p.uid, capacity(view, p), battle.lost.get(p.uid, 0), p.uid in diggers, careful and _spared(p))
        for p in able
    )


def _uses_strength(view: View, piece: Piece, *, attacking: bool) -> bool:
    """Whether a unit adds to the total: artillery defends with 1, an HQ of strength 0 adds nothing."""
    unit = piece.printed
    if terms.is_artillery(unit) or terms.is_naval(unit):
        return True
    if attacking:
        return terms.rating(view, piece, "as", "12.9") > 0
    points = view.number("feldersatz", piece.uid)
    return points > 0 or terms.rating(view, piece, "ds", "12.9") > 0


@rule("23.2")
def _goes_first(piece: Piece) -> bool:
    """Whether an infantry or armored unit, no HQ, that loses its step before Allied reconnaissance."""
    unit = piece.printed
    fights = terms.is_infantry_type(unit) or terms.is_tank(unit)
    return fights and not terms.is_hq(unit) and not _spared(piece)


@rule("23.2")
def _spared(piece: Piece) -> bool:
    """Whether other infantry or armor loses a step before it: Allied reconnaissance, two brigades."""
    return piece.side == terms.ALLIED and (terms.is_recon(piece.printed) or comes_whole(piece))


# --- asking the owner -------------------------------------------------------------------------------------


@rule("12.9")
def ask(draft: Draft, side: str, units: Sequence[Victim], steps: int, why: str) -> None:
    """Let units lose steps: at once where there is one way only, else their owner is asked.

    Parameters
    ----------
    units, steps
        As in `allocations`.
    why
        Section that makes them lose.
    """
    if steps <= 0 or not units:
        return
    ways = allocations(units, steps)
    if len(ways) == 1:
        suffer(draft, ways[0])
        return
    LOSSES.push(draft, Losses(tuple(units), steps), side, rule=why)


@rule("12.9")
def suffer(draft: Draft, units: Iterable[str]) -> None:
    """Let units lose a step each time that they are named; what a company stands for counts as one unit."""
    stands: dict[str, str] = {}
    for uid in units:
        now = stands.get(uid, uid)
        if now:
            stands[uid] = lose_step(draft, now)
            _count(draft, now, stands[uid])


def _count(draft: Draft, uid: str, left: str) -> None:
    """Note a lost step in the combat under way; a company takes the place of its battalion."""
    battle = battles.current(draft)
    if battle is None:
        return
    lost = {**battle.lost, uid: battle.lost.get(uid, 0) + 1}
    if not left or left == uid:
        battles.amend(draft, lost=lost)
        return
    lost[left] = lost.pop(uid)
    attack = replace(battle.attack, attackers=_swapped(battle.attack.attackers, uid, left))
    origins = {left if u == uid else u: way for u, way in battle.origins.items()}
    battles.amend(
        draft,
        lost=lost,
        attack=attack,
        defenders=_swapped(battle.defenders, uid, left),
        stopped=_swapped(battle.stopped, uid, left),
        origins=origins,
    )


def _swapped(units: Iterable[str], old: str, new: str) -> tuple[str, ...]:
    return tuple([new if u == old else u for u in units])


def _asked(view: View) -> Losses:
    return LOSSES.asked(view) or Losses((), 0)


def _check(inquiry: Inquiry, action: TakeLosses) -> None:
    asked = _asked(inquiry)
    explain(inquiry, asked.units, asked.steps, action.units)


@rule("12.9", "18.9.3", "14.3o", "23.2")
def explain(inquiry: Inquiry, units: Sequence[Victim], steps: int, chosen: Sequence[str]) -> bool:
    """Record why a spread of losses is legal or not.

    Parameters
    ----------
    units, steps
        Who may lose, and how many steps.
    chosen
        Ids, as often as the unit loses a step.
    """
    before = len(inquiry.violations)
    strangers = [u for u in chosen if u not in {v.uid for v in units}]
    titles = terms.titles(inquiry.pieces[u] for u in strangers if u in inquiry.pieces)
    text = f"used no strength in this combat: {titles or ', '.join(strangers)}"
    inquiry.require("12.9", not strangers, "", text, units=strangers)
    due = min(steps, sum(v.left for v in units))
    inquiry.require(
        "12.9",
        len(chosen) == due,
        f"steps lost: {due}",
        f"{many(due, 'step is', 'steps are')} lost, not {len(chosen)}",
    )
    if len(inquiry.violations) == before and tuple(sorted(chosen)) not in allocations(units, steps):
        _refuse_order(inquiry, units, chosen)
    return len(inquiry.violations) == before


def _refuse_order(inquiry: Inquiry, units: Sequence[Victim], chosen: Sequence[str]) -> None:
    fresh = not any(v.lost for v in units)
    first = [v.uid for v in units if v.first and v.left]
    if fresh and first and first[0] not in chosen:
        title = inquiry.pieces[first[0]].printed.title
        inquiry.refuse("14.3o", f"{title} gave its bonus and loses the first step", units=first)
        return
    late = [v.uid for v in units if v.last]
    if fresh and late and set(chosen) <= set(late):
        section = "23.3" if any(comes_whole(inquiry.pieces[u]) for u in chosen) else "23.2"
        inquiry.refuse(section, "another infantry or armored unit loses the first step", units=late)
        return
    many = [v.uid for v in units if chosen.count(v.uid) > v.left]
    if many:
        inquiry.refuse("12.9", "a unit has not so many steps", units=many)
        return
    text = "no unit loses a second step before every unit of its side has lost one"
    inquiry.refuse("12.9", text, units=chosen)


def _perform(draft: Draft, action: TakeLosses) -> None:
    draft.settle()
    suffer(draft, sorted(action.units))


def _options(state: State) -> Iterator[TakeLosses]:
    asked = _asked(state)
    if asked.units:
        yield from (TakeLosses(way) for way in allocations(asked.units, asked.steps))


HANDLERS = (Handler(TakeLosses, _check, _perform, _options, "12.9", answers=frozenset({LOSSES.kind})),)
