"""Section 19.3: German infantry breaks down into Detachments."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r06_headquarters import is_garrison
from adjudicator.june_six.r07_activation import MOVEMENT, at_re, require_active, taken_active
from adjudicator.june_six.r08_cost import can_enter
from adjudicator.june_six.r09_beaches import occupied
from adjudicator.june_six.r09_stacking import faults
from adjudicator.june_six.r11_zones_of_control import in_enemy_zoc
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "KINDS",
    "Breakdown",
    "breakdown_faults",
    "detachments_left",
    "most_detachments",
    "ways",
]

REDUCE, REPLACE = "reduce", "replace"
KINDS = (REDUCE, REPLACE)
_STRENGTH, _LEAST_COHESION, _STEPS, _MOST_COMBAT = 2, 4, 2, 2


@dataclass(frozen=True, slots=True)
class Breakdown(Action):
    """A German infantry unit leaves a Detachment and is reduced, or is replaced by Detachments (19.33).

    Parameters
    ----------
    kind
        ``reduce`` or ``replace``.
    hexes
        Where each Detachment ends: the hex of the unit, or one next to it.

    Examples
    --------
    >>> Breakdown("ge-352-916", "reduce", ("e1940",)).kind
    'reduce'
    """

    unit: str
    kind: str
    hexes: tuple[str, ...]


# --- the pool ---------------------------------------------------------------------------------------------


@rule("19.35")
def detachments_left(view: View) -> tuple[str, ...]:
    """Detachments that are not in play: those not used yet, and those that were eliminated.

    Returns
    -------
    tuple of str
        Ids, sorted.
    """
    found = (p for p in view.pieces.values() if p.printed.type == "detachment")
    return tuple(sorted(p.uid for p in found if p.space in {terms.POOL, terms.ELIMINATED}))


@rule("19.33", "19.35")
def most_detachments(view: View, piece: Piece, kind: str) -> int:
    """Detachments that a Breakdown makes: one, or as many as the CS and the pool allow.

    A unit of one step has no reduced side to flip to and can only be replaced.

    Parameters
    ----------
    kind
        ``reduce`` or ``replace``.
    """
    if kind == REDUCE:
        wanted = 1 if piece.printed.steps == _STEPS else 0
    else:
        wanted = terms.rating(view, piece, "cs", "19.33") // _STRENGTH
    return min(wanted, len(detachments_left(view)))


# --- who may break down -----------------------------------------------------------------------------------


@rule("19.31", "19.32")
def breakdown_faults(view: View, piece: Piece) -> list[Fault]:
    """What keeps a unit from breaking down, the activation left out of account."""
    unit, found = piece.printed, list[str]()
    if unit.side != terms.GERMAN:
        return [Fault("19.31", f"{unit.title} is no German unit")]
    if not terms.is_infantry_type(unit):
        found.append("is no infantry type unit")
    if terms.rating(view, piece, "cohesion", "19.32") < _LEAST_COHESION:
        found.append("has a Cohesion of less than four")
    if not terms.on_map(view, piece):
        found.append("is not on the map")
    if piece.status != terms.FULL:
        found.append("is not at full strength")
    if view.number("disorder", piece.uid):
        found.append("bears a Disorder marker")
    formation = terms.formation_of(view, piece)
    if not formation:
        found.append("is organic to no formation")
    elif is_garrison(view, piece):
        found.append("belongs to the Cherbourg Command, whose HQ never activates at ME")
    return [Fault("19.32", f"{unit.title} {text}") for text in found]


def _before_landings(view: View) -> bool:
    """Whether the June 6 turn has not come to the Allied landings (19.31)."""
    return view.number("turn") == 1 and view.text("phase") in {"bombardment", "placement"}


@rule("7.4", "19.31")
def _check_moment(inquiry: Inquiry, uid: str) -> bool:
    if _before_landings(inquiry):
        inquiry.note("19.31", "before the Allied landings on June 6")
        return True
    if inquiry.text("phase") not in {"me", "re"}:
        failed = "Breakdown comes in an activation, or before the Allied landings on June 6"
        return inquiry.require("19.31", False, "", failed)
    if not require_active(inquiry, "19.31", uid):
        return False
    inquiry.require("7.4", not at_re(inquiry), "", "there is no Breakdown at RE")
    acted = [u for u in inquiry.subjects("moved") if inquiry.flag("moved", u)]
    acted += [u for u in inquiry.subjects("refitted") if inquiry.flag("refitted", u)]
    titles = terms.titles(inquiry.pieces[u] for u in acted if u in inquiry.pieces)
    failed = f"Breakdown comes at the start of the activation: {titles} has acted"
    return inquiry.require("19.31", not acted, "the activation has just begun", failed)


@rule("19.31", "19.32", "19.33", "19.35")
def _check(inquiry: Inquiry, action: Breakdown) -> None:
    if action.unit not in inquiry.pieces:
        inquiry.refuse("19.32", f"there is no unit {action.unit!r}")
        return
    piece = inquiry.pieces[action.unit]
    _check_moment(inquiry, action.unit)
    for section, text in breakdown_faults(inquiry, piece):
        inquiry.refuse(section, text, units=[action.unit])
    if not inquiry.require("19.33", action.kind in KINDS, "", "a Breakdown is reduce or replace"):
        return
    if inquiry.violations:
        return
    cohesion, title = terms.rating(inquiry, piece, "cohesion", "19.32"), piece.printed.title
    inquiry.note("19.32", f"{title} is infantry at full strength, Cohesion {cohesion}, without Disorder")
    inquiry.note("19.32", f"{title} is organic to a formation whose HQ activates at ME")
    most = most_detachments(inquiry, piece, action.kind)
    left = len(detachments_left(inquiry))
    inquiry.note("19.35", "Detachments not in play", left)
    if action.kind == REPLACE:
        inquiry.note("19.33", "CS of the unit", terms.rating(inquiry, piece, "cs", "19.33"))
    made = len(action.hexes)
    failed = f"{most} Detachments are made, not {made}" if most else _none(inquiry)
    exact = inquiry.option("fewer-detachments") == "A"
    fits = made == most if exact else made <= most
    inquiry.require("19.33", made > 0 and fits, f"Detachments made: {made}", failed, units=[action.unit])
    _check_hexes(inquiry, piece, action)


def _none(view: View) -> str:
    """Why a Breakdown makes no Detachment at all."""
    return "none can be made of it" if detachments_left(view) else "no Detachment is left"


@rule("19.33", "9.12", "8.14")
def _check_hexes(inquiry: Inquiry, piece: Piece, action: Breakdown) -> None:
    pool = detachments_left(inquiry)
    for space in dict.fromkeys(action.hexes):
        for section, text in _step_faults(inquiry, piece, space, pool[:1]):
            inquiry.refuse(section, text, spaces=[space])
    counted = Counter(action.hexes)
    for space, number in counted.items():
        gone = (piece.uid,) if space == piece.space and action.kind == REPLACE else ()
        for section, text in faults(inquiry, space, terms.GERMAN, adding=pool[:number], removing=gone):
            inquiry.refuse(section, text, spaces=[space])


def _step_faults(view: View, piece: Piece, to: str, pool: Sequence[str]) -> list[Fault]:
    """Why a new Detachment cannot move the one hex to a place."""
    if to == piece.space or not pool:
        return []
    known = view.board.spaces.get(to)
    if known is None or not terms.is_hex(known) or terms.distance(piece.space, to) != 1:
        return [Fault("19.33", "a new Detachment moves one hex at most")]
    name = view.board.name(to)
    found = list(can_enter(view, view.pieces[pool[0]].printed, piece.space, to))
    if terms.enemies(view, to, terms.GERMAN):
        found.append(Fault("8.14", f"{name} holds enemy units"))
    if in_enemy_zoc(view, piece.space, terms.GERMAN) and in_enemy_zoc(view, to, terms.GERMAN):
        found.append(
            Fault("11.13", f"a foot unit does not move from an enemy ZOC into {name}, in another one")
        )
    return found


# --- what it does -----------------------------------------------------------------------------------------


@rule("19.33", "19.34", "7.3")
def _perform(draft: Draft, action: Breakdown) -> None:
    piece = draft.pieces[action.unit]
    pool = detachments_left(draft)[: len(action.hexes)]
    if action.kind == REDUCE:
        draft.set_status(piece.uid, terms.REDUCED)
        if not _before_landings(draft):
            draft.set("broke-down", True, piece.uid)
    else:
        draft.place(piece.uid, terms.ELIMINATED)
    for uid, space in zip(pool, action.hexes, strict=True):
        draft.place(uid, space)
        draft.set_status(uid, terms.FULL)
        draft.set("re", True, uid)
        draft.set("made-detachment", True, uid)
    for space in dict.fromkeys(action.hexes):
        occupied(draft, space, terms.GERMAN)


def _options(state: State) -> Iterator[Breakdown]:
    return itertools.chain.from_iterable(found for _, found in _parts(state))


def _parts(state: State) -> Iterator[tuple[str, Iterator[Breakdown]]]:
    if _before_landings(state):
        units = [p for p in state.pieces.values() if p.side == terms.GERMAN and terms.on_map(state, p)]
    elif state.said("activation") != "" and state.text("part") == MOVEMENT and not at_re(state):
        units = [state.pieces[u] for u in taken_active(state)]
    else:
        return
    for piece in units:
        if terms.is_infantry_type(piece.printed):
            yield piece.uid, _of_unit(state, piece)


def _of_unit(state: State, piece: Piece) -> Iterator[Breakdown]:
    if not breakdown_faults(state, piece):
        yield from ways(state, piece)


def ways(state: State, piece: Piece) -> Iterator[Breakdown]:
    """For each kind one way that begins with each hex, filling it and then those after it."""
    around = (piece.space, *(o for _, o in state.board.neighbours(piece.space)))
    pool = detachments_left(state)
    open_ = [s for s in around if not _step_faults(state, piece, s, pool[:1])]
    for kind in KINDS:
        wanted = most_detachments(state, piece, kind)
        room = {space: _room(state, piece, kind, space) for space in open_} if wanted else {}
        for turn in range(len(room)):
            hexes = [s for s in (*open_[turn:], *open_[:turn]) for _ in range(room[s])][:wanted]
            if len(hexes) == wanted and room[open_[turn]]:
                yield Breakdown(piece.uid, kind, tuple(sorted(hexes)))


def _room(view: View, piece: Piece, kind: str, space: str) -> int:
    """New Detachments that a hex can take."""
    gone = (piece.uid,) if space == piece.space and kind == REPLACE else ()
    pool = detachments_left(view)[:_MOST_COMBAT]
    fits = (
        n for n in range(len(pool), 0, -1) if not faults(view, space, terms.GERMAN, pool[:n], removing=gone)
    )
    return next(fits, 0)


HANDLERS = (
    Handler(
        Breakdown,
        _check,
        _perform,
        _options,
        "19.31",
        phases=frozenset({"me", "re", "bombardment", "placement"}),
        parts=_parts,
    ),
)
