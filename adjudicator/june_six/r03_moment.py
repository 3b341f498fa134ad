"""Section 3.0: the position at the moment when an action is open: its phase, its side, its activation.

What a unit has done, what it bears and where it stands stays as it is: only the moment is supplied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.june_six import r07_activation, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r05_groups import ChooseGroup
from adjudicator.june_six.r05_purchases import Purchase
from adjudicator.june_six.r06_formations import ASSIGN, Assign, Attach
from adjudicator.june_six.r07_activation import COMBAT, MOVEMENT
from adjudicator.june_six.r07_corps import DeclareCorps
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_strategic import StrategicMove
from adjudicator.june_six.r10_airborne import Airdrop
from adjudicator.june_six.r10_entry import ChooseEntry, Withhold
from adjudicator.june_six.r12_attack import Attack
from adjudicator.june_six.r16_bombardment import Bombard, FireMission
from adjudicator.june_six.r17_interdiction import Interdict
from adjudicator.june_six.r19_breakdown import Breakdown
from adjudicator.june_six.r20_bridges import BuildBridge, Demolish
from adjudicator.june_six.r21_refit import Refit
from adjudicator.position import UNKNOWN, Decision, Draft, Piece, Position

__all__ = ["acting_for", "at_moment", "moment"]

_ACTING_PHASES = ("me", "re")
_LOGISTICS = {terms.GERMAN: "german-logistics", terms.ALLIED: "allied-logistics"}


@rule("3.0", "3.62", "3.7")
def moment(position: Position, action: Action) -> Position:
    """The position at the moment when an action is open; the same where no moment brings it by itself.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Board
    >>> moment(GAME.empty(Board([], [])), Purchase("us-1")).text("phase")
    'allied-logistics'
    """
    if isinstance(action, Assign):
        return _asked(position, action)
    for kind, phase_of in _PHASE_OF.items():
        if isinstance(action, kind):
            return _in_phase(position, *phase_of(position, action))
    lead = acting_for(position, action)
    if lead and all(uid in position.pieces for uid in lead):
        return _in_activation(position, lead, _part_of(action))
    return position


def at_moment(position: Position, action: Action) -> Position:
    """The position in which to reckon an action: its moment where another activation is under way.

    Returns
    -------
    Position
        The same where no activation is known to be under way, or one that the action belongs to.
    """
    if position.raw("activation") in {"", UNKNOWN}:
        return position
    lead = acting_for(position, action)
    under_way = any(position.raw("active", uid) is not False for uid in lead)
    return position if under_way else moment(position, action)


# --- phases -----------------------------------------------------------------------------------------------


def _in_phase(position: Position, phase: str, side: str) -> Position:
    """A phase in which no activation is under way."""
    draft = position.draft()
    draft.pending = ()
    if position.raw("activation") not in {"", UNKNOWN}:
        draft.forget("activation")
    _say(draft, "phase", phase)
    _say(draft, "side", side)
    return draft.finish()


def _say(draft: Draft, item: str, value: str) -> None:
    if draft.raw(item) != value:
        draft.set(item, value)


def _bombardment(side: str) -> Callable[[Position, Action], tuple[str, str]]:
    return lambda position, action: ("bombardment", side)  # noqa: ARG005 - one shape for all


def _buying(position: Position, action: Action) -> tuple[str, str]:  # noqa: ARG001 - one shape for all
    """The Logistics Phase of whoever would buy a marker."""
    assert isinstance(action, Purchase)  # noqa: S101 - narrows the type
    return _LOGISTICS[markers.side_of_group(action.marker)], markers.side_of_group(action.marker)


def _declaring(position: Position, action: Action) -> tuple[str, str]:
    assert isinstance(action, DeclareCorps)  # noqa: S101 - narrows the type
    hq = position.pieces.get(action.hq)
    side = hq.side if hq is not None else terms.ALLIED
    return _LOGISTICS[side], side


def _german_logistics(position: Position, action: Action) -> tuple[str, str]:  # noqa: ARG001 - one shape for all
    return _LOGISTICS[terms.GERMAN], terms.GERMAN


_PHASE_OF: Mapping[type[Action], Callable[[Position, Action], tuple[str, str]]] = {
    Airdrop: _bombardment(terms.ALLIED),
    Bombard: _bombardment(terms.ALLIED),
    Interdict: _bombardment(terms.ALLIED),
    ChooseEntry: _bombardment(terms.GERMAN),
    Withhold: _bombardment(terms.GERMAN),
    Purchase: _buying,
    DeclareCorps: _declaring,
    ChooseGroup: _german_logistics,
}


@rule("6.14")
def _asked(position: Position, action: Assign) -> Position:
    """The position when a unit without a Corps has arrived and is to be assigned."""
    piece = position.pieces.get(action.unit)
    if piece is None:
        return position
    draft = position.draft()
    draft.pending = (Decision(piece.side, ASSIGN, "6.14", {"unit": piece.uid}),)
    return draft.finish()


# --- activations ------------------------------------------------------------------------------------------


@rule("7.3", "7.4", "20.14", "20.15")
def acting_for(position: Position, action: Action) -> tuple[str, ...]:
    """Units of an action that must be active for it.

    Returns
    -------
    tuple of str
        Ids; none for an action that belongs to no activation.
    """
    if isinstance(action, Attack):
        return action.units
    if isinstance(action, Demolish | BuildBridge):
        return (action.hq,)
    if isinstance(action, Attach):
        hq = terms.hq_of(position, action.division)
        return (hq.uid,) if hq is not None else ()
    if isinstance(action, Move | StrategicMove | Refit | Breakdown | FireMission):
        return (action.unit,)
    return ()


def _part_of(action: Action) -> str:
    """The part of an activation to which an action belongs; empty for one at any point of it."""
    if isinstance(action, Demolish | FireMission):
        return ""
    return COMBAT if isinstance(action, Attack) else MOVEMENT


def _in_activation(position: Position, lead: tuple[str, ...], part: str) -> Position:
    """The position in the activation that is under way, if it is theirs, or in the one that brings them."""
    draft, first = position.draft(), position.pieces[lead[0]]
    draft.pending = ()
    under_way = [uid for uid in lead if position.raw("active", uid) is True]
    others = not under_way and not r07_activation.acting(position, lead[:1])
    if not under_way and (others or position.raw("activation") is not UNKNOWN):
        _activate(draft, first)
    elif position.raw("phase") not in {*_ACTING_PHASES, UNKNOWN}:
        draft.set("phase", "me")
    elif position.raw("phase") is UNKNOWN:
        draft.set("phase", "re" if _acts_at_re(draft, first) else "me")
    if part and draft.raw("part") not in {part, UNKNOWN}:
        draft.set("part", part)
    if draft.raw("side") not in {first.side, UNKNOWN}:
        draft.set("side", first.side)
    return draft.finish()


@rule("3.63", "7.24", "7.26")
def _activate(draft: Draft, piece: Piece) -> None:
    """Let the activation be under way that brings a unit; what another one knew is forgotten."""
    if draft.text("activation"):
        draft.forget("activation")
    for uid in draft.subjects("active"):
        draft.set("active", False, uid)
    at_re = _acts_at_re(draft, piece)
    draft.set("phase", "re" if at_re else "me")
    draft.set("activation", "re" if at_re else "me")
    draft.set("part", MOVEMENT)
    draft.set("side", piece.side)
    for uid in _together(draft, piece, at_re=at_re):
        draft.set("active", True, uid)


@rule("7.26", "10.12", "3.7")
def _acts_at_re(draft: Draft, piece: Piece) -> bool:
    """Whether a unit acts in the RE Activation Phase, since it is on, or for a marker, or without an HQ."""
    if draft.raw("phase") == "re" and not draft.flag("acted-me", piece.uid):
        return True
    return r07_activation.re_only(draft, piece) is not None


@rule("6.1", "7.11", "7.24", "7.26")
def _together(draft: Draft, piece: Piece, *, at_re: bool) -> Iterator[str]:
    """Units that one activation brings with a unit."""
    formation = terms.formation_of(draft, piece)
    hq = terms.hq_of(draft, formation)
    if not formation or piece.printed.type in {"strongpoint", "detachment"}:
        yield piece.uid
        return
    if at_re:
        alone = hq is not None and not r07_activation.barred_at_me(draft, hq.uid) and hq.uid != piece.uid
        found = (piece,) if alone and draft.flag("acted-me", hq.uid if hq else "") else ()
        yield from (p.uid for p in found or r07_activation.members(draft, hq, formation))
        return
    for slug in _brought(draft, piece, formation):
        head = terms.hq_of(draft, slug)
        barred = head is None or r07_activation.barred_at_me(draft, head.uid)
        if not barred or slug == formation:
            there = r07_activation.members(draft, head, slug)
            enters = head is not None and not terms.on_map(draft, head)
            yield from (
                p.uid for p in there if not r07_activation.barred_at_me(draft, p.uid, entering=enters)
            )


def _brought(draft: Draft, piece: Piece, formation: str) -> tuple[str, ...]:
    """Formations that the marker of one brings: all Corps of a nation together."""
    if r07_activation.acts_with(draft, piece) == formation:
        return (formation,)
    nation = terms.nation_of(piece.printed)
    heads = (p.printed for p in draft.pieces.values() if terms.is_corps_hq(p.printed))
    return tuple(dict.fromkeys([formation, *(u.division for u in heads if terms.nation_of(u) == nation)]))
