"""Section 13.3: the owner retreats his units, one by one or in stacks, and pays for enemy ZOCs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import (
    r09_beaches,
    r11_zones_of_control,
    r13_losses,
    r13_retreat_paths,
    r19_delay_points,
    terms,
)
from adjudicator.june_six.battle import Battle
from adjudicator.june_six.r13_retreat_paths import Path
from adjudicator.plural import many
from adjudicator.position import Decision, Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "RETREAT", "STEPS", "Retreat", "begin", "enter", "leave_map", "to_retreat", "ways"]

RETREAT = "retreat"
_OFF = 9


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Retreat a unit, or several units of one hex as a stack (13.33).

    Parameters
    ----------
    path
        Ids of the hexes entered, in order; ``left`` for going off the map.

    Examples
    --------
    >>> Retreat(("ge-352-916",), ("e1939",)).path
    ('e1939',)
    """

    units: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Retreating:
    """Which units retreat, how many hexes, and whether they attacked."""

    units: tuple[str, ...]
    required: int
    attacking: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """A stack on its way: the hexes before it, and the Reduced results that it has taken for a ZOC."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]
    paid: int


_RETREATING, _STEP = Frame(RETREAT, "13.31", _Retreating), Frame("retreat-step", "13.35", _Step)


# --- who must ---------------------------------------------------------------------------------------------


@rule("13.31", "13.0")
def to_retreat(view: View, battle: Battle, *, attacking: bool) -> tuple[Piece, ...]:
    """Units that must still retreat: all that are left of a side of the combat, whatever markers they bear.

    Parameters
    ----------
    attacking
        Whether the attackers are meant.
    """
    named = (*battle.attackers, *battle.lenders) if attacking else battle.defenders
    return tuple(p for p in fights.units_of(view, named) if p.uid not in battle.retreats)


def begin(draft: Draft, battle: Battle, required: int, *, attacking: bool) -> bool:
    """Ask for the next retreat; when nobody can retreat any more, those left stay and suffer for it.

    Parameters
    ----------
    attacking
        Whether the attackers retreat.

    Returns
    -------
    bool
        Whether the owner was asked, so that the stage comes again.
    """
    left = to_retreat(draft, battle, attacking=attacking)
    if not required or not left:
        return False
    if not any(r13_retreat_paths.legal_paths(draft, [p.uid], required) for p in left):
        _stay(draft, battle, left)
        return False
    units = tuple([p.uid for p in left])
    _RETREATING.push(draft, _Retreating(units, required, attacking), left[0].side)
    return True


@rule("13.37")
def _stay(draft: Draft, battle: Battle, left: Sequence[Piece]) -> None:
    """Units without a way remain where they are; each stack of them suffers a Reduced result."""
    fights.amend(draft, retreats={**battle.retreats, **{p.uid: 0 for p in left}})
    for _, stack in itertools.groupby(sorted(left, key=lambda p: p.space), key=lambda p: p.space):
        r13_losses.ask_reduced(draft, [p.uid for p in stack], "13.37")


# --- the way ----------------------------------------------------------------------------------------------


def _perform(draft: Draft, action: Retreat) -> None:
    asked, battle = _RETREATING.settle(draft), fights.current(draft)
    if battle is not None:
        length = _OFF if action.path[-1] == terms.LEFT else len(action.path)
        gone = dict.fromkeys(action.units, length)
        fights.amend(
            draft, retreats={**battle.retreats, **gone}, vacated=_vacated(draft, battle, asked, action)
        )
    _walk_on(draft, action.units, action.path, 0)


@rule("13.62")
def _vacated(draft: Draft, battle: Battle, asked: _Retreating, action: Retreat) -> tuple[str, ...]:
    """Hexes that attackers have left, this one among them."""
    left = (draft.pieces[action.units[0]].space,) if asked.attacking else ()
    return tuple(dict.fromkeys((*battle.vacated, *left)))


def _walk_on(draft: Draft, units: Sequence[str], hexes: Sequence[str], paid: int) -> None:
    _STEP.push(draft, _Step(tuple(units), tuple(hexes), paid))


@rule("13.32", "13.36")
def _step(draft: Draft, decision: Decision) -> None:
    """Carry a retreat one hex on; a stack that enters an enemy ZOC suffers one Reduced result."""
    asked = _STEP.read(decision)
    units, (to, *rest), paid = asked.units, asked.hexes, asked.paid
    alive = [p.uid for p in fights.units_of(draft, units)]
    if not alive:
        return
    side = draft.pieces[alive[0]].side
    zone = to != terms.LEFT and r11_zones_of_control.in_enemy_zoc(draft, to, side)
    due = zone and (not paid or draft.option("second-zoc-hex") == "A")
    for uid in alive:
        enter(draft, uid, to)
    if rest:
        _walk_on(draft, alive, rest, paid + due)
    if due:
        r13_losses.ask_reduced(draft, alive, "13.36")


@rule("13.32", "13.44", "19.12", "5.22", "9.2")
def enter(draft: Draft, uid: str, to: str) -> None:
    """Put a unit that retreats or advances into a hex, with what follows: control, Delay Points, engineers.

    Parameters
    ----------
    to
        Id of the hex; ``left`` for off the map.
    """
    if to == terms.LEFT:
        leave_map(draft, uid)
        return
    draft.place(uid, to)
    r09_beaches.entered(draft, draft.pieces[uid], to)
    r19_delay_points.absorb(draft, to, draft.pieces[uid].side)


@rule("8.13", "6.16")
def leave_map(draft: Draft, uid: str) -> None:
    """Take a unit off the map for good; an HQ that leaves is lost to its formation."""
    r13_losses.remove(draft, uid, terms.LEFT)


# --- check ------------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: Retreat) -> None:
    asked = _RETREATING.asked(inquiry)
    if asked is None or not _well_formed(inquiry, action, asked.units):
        return
    found = r13_retreat_paths.paths(inquiry, action.units, asked.required)
    path, units = found.find(action.path), action.units
    by = ", ".join("off the map" if h == terms.LEFT else inquiry.board.name(h) for h in action.path)
    titles = terms.titles(inquiry.pieces[u] for u in units)
    if path is None:
        text = f"{titles}: no retreat of {many(found.required, 'hex')} runs by {by or 'no hex'}"
        inquiry.refuse("13.35", text, units=units)
    elif inquiry.require(path.reason[0], path.legal, "", f"{titles} by {by}: {path.reason[1]}", units=units):
        how = "as a stack" if len(units) > 1 else "by itself"
        inquiry.note("13.33", f"{titles} retreats {how} by {by}")
        r13_retreat_paths.note_price(inquiry, path, found.required)


@rule("13.33")
def _well_formed(inquiry: Inquiry, action: Retreat, waiting: Sequence[str]) -> bool:
    """Whether the units are among those that must retreat, and form one stack."""
    units, strangers = action.units, [u for u in action.units if u not in waiting]
    fine = bool(units) and len(set(units)) == len(units) and not strangers
    inquiry.require(
        "13.31", fine, "", f"not to retreat now: {', '.join(strangers) or units}", units=strangers
    )
    if fine:
        together = len({inquiry.pieces[u].space for u in units}) == 1
        fine = inquiry.require("13.33", together, "", "units of different hexes are no stack", units=units)
    return fine


# --- options ----------------------------------------------------------------------------------------------


def ways(view: View, units: Sequence[str], required: int) -> Iterator[tuple[tuple[str, ...], Path]]:
    """Every stack and single unit among some units, with each way that it may retreat by.

    Yields
    ------
    (ids, Path)
        Whole stacks first.
    """
    ordered = sorted(units, key=lambda u: (view.pieces[u].space, u))
    for _, group in itertools.groupby(ordered, key=lambda u: view.pieces[u].space):
        stack = list(group)
        for size in range(len(stack), 0, -1):
            for chosen in itertools.combinations(stack, size):
                yield from ((chosen, p) for p in r13_retreat_paths.legal_paths(view, chosen, required))


def _options(state: State) -> Iterator[Retreat]:
    asked = _RETREATING.asked(state)
    if asked is not None:
        found = ways(state, asked.units, asked.required)
        yield from (Retreat(units, path.hexes) for units, path in found)


HANDLERS = (Handler(Retreat, _check, _perform, _options, "13.31", answers=frozenset({RETREAT})),)
STEPS = {_STEP.kind: _step}
