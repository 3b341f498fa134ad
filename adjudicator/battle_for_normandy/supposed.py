"""Actions that the answers to questions suppose, each in the position in which it would be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.battle_for_normandy.r16_june_6 import LAST_PHASE, PHASES
from adjudicator.game import load
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed, not_now, suppose

__all__ = ["at_moment", "attack", "movement", "moving", "remarked", "supported"]


def attack(position: Position, record: AttackRecord) -> Iterator[Supposed]:
    """The attack of a record, unless it is the one under way."""
    from adjudicator.battle_for_normandy.r12.attack import Attack
    from adjudicator.battle_for_normandy.r12.odds_rulings import under_way

    if under_way(position, record.hex) is None:
        named = (record.attackers, record.hex, record.support, record.air, record.bonus, record.lead)
        yield Supposed(position, Attack(*named))


def supported(position: Position, record: AttackRecord) -> Iterator[Supposed]:
    """An attack with the guns that may help it: as many as may, else the strongest one; none without any."""
    from adjudicator.battle_for_normandy.r12.support import available, limit

    guns = tuple(available(position, record.side, record))
    sets = dict.fromkeys([guns[: limit(position, record.attackers)], guns[:1]]) if guns else {}
    forces = [found for support in sets for found in attack(position, replace(record, support=support))]
    fit = (f for f in forces if not suppose(f.position, f.action).violations)
    yield from [next(fit, forces[-1])] if forces else []


def movement(position: Position, piece: Piece) -> str:
    """Kind of movement that a unit has next: ``march`` or ``hop`` while June 6 has any, or ``move``."""
    phase, last = position.text("phase"), position.number("invasion") >= LAST_PHASE
    if phase not in PHASES or phase == "regroup":
        return "move"
    if piece.side == terms.GERMAN:
        return "march"
    return "move" if last and phase != "landing" else "hop"


def moving(
    position: Position, uids: Sequence[str], path: Sequence[str], *, strategic: bool = False
) -> Action:
    """The action by which units go along a path in the phase in play."""
    from adjudicator.battle_for_normandy.r10.movement import Move
    from adjudicator.battle_for_normandy.r17.airborne import OneHex
    from adjudicator.battle_for_normandy.r18.german_movement import March

    how = movement(position, position.pieces[uids[0]])
    if how == "march" and len(uids) == 1:
        return March(uids[0], tuple(path), strategic)
    if how == "hop" and len(uids) == len(path) == 1:
        return OneHex(uids[0], path[0])
    return Move(tuple(uids), tuple(path), strategic)


def at_moment(position: Position, action: Action) -> Position:
    """The position at the moment when an action of that kind is open."""
    return load(position.game).moment(position, action)


def remarked(ruling: Ruling, position: Position, actions: Iterable[Action]) -> Ruling:
    """A ruling with what the moment has against actions."""
    found = [v for action in actions for v in not_now(position, action)]
    return replace(ruling, moment=tuple(dict.fromkeys((*ruling.moment, *found))))
