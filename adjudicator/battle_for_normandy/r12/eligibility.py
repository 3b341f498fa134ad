"""Sections 12.1, 12.2, 6.3, 12.5.5 and 12.7: who may attack a hex, and with whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import joining, one_force
from adjudicator.battle_for_normandy.r10.closed import is_resting
from adjudicator.battle_for_normandy.r12.strength import attacking
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault

__all__ = [
    "attack_faults",
    "force_faults",
    "hex_faults",
    "note_force",
    "possible_attackers",
    "supporters",
    "unit_faults",
]


@rule("12.1", "12.2", "12.5.5", "12.5.1", "12.9o", "18.9.3")
def unit_faults(view: View, uid: str, target: str) -> list[Fault]:
    """What keeps one unit from attacking a hex."""
    piece = view.pieces[uid]
    title, found = piece.printed.title, list[Fault]()
    if not terms.on_map(view, piece):
        return [Fault("12.1", f"{title} is not on the map")]
    if view.board.edge(piece.space, target) is None:
        found.append(Fault("12.1", f"{title} is not adjacent to {view.board.name(target)}"))
    found += _kind_faults(view, piece)
    if view.flag("attacked", uid):
        found.append(Fault("12.1", f"{title} has attacked already in this phase"))
    if view.flag("held-back", uid):
        found.append(Fault("19.3.3", f"{title} was held back for a Carpet Bombing"))
    if is_resting(view, piece):
        found.append(Fault("12.9o", f"{title} rests with its division: it stays out of combat"))
    return found


def _kind_faults(view: View, piece: Piece) -> list[Fault]:
    unit, title = piece.printed, piece.printed.title
    if terms.is_artillery(unit):
        return [Fault("12.5.5", f"{title} is artillery: it does not attack adjacent units in ground combat")]
    if terms.is_naval(unit):
        return [Fault("12.5.1", f"{title} is a ship: it only lends its fire")]
    if unit.type in {"pathfinder", "truck"}:
        return [Fault("12.1", f"{title} does not fight")]
    if not terms.is_support(unit) and not attacking(view, piece):
        return [Fault("12.4", f"{title} has no Attack Strength")]
    return []


@rule("12.1", "12.2")
def hex_faults(view: View, side: str, target: str) -> list[Fault]:
    """What keeps a side from attacking a hex at all.

    Parameters
    ----------
    view, side, target
        The position, the attacker, and the hex.
    """
    name = view.board.name(target)
    there = [p for p in terms.enemies(view, target, side) if not terms.is_naval(p.printed)]
    if not there:
        return [Fault("12.1", f"no enemy unit stands in {name}")]
    if view.flag("hex-attacked", target):
        return [Fault("12.1", f"{name} was attacked already in this phase")]
    return []


@rule("12.1", "6.3", "12.7", "7.2")
def force_faults(view: View, uids: Sequence[str], support: Iterable[str] = ()) -> list[Fault]:
    """What keeps units from attacking together: nations, divisions, attachment.

    Parameters
    ----------
    support
        Guns that are to lend their fire.
    """
    groups = {terms.group_of(view.pieces[u].printed) for u in uids}
    if len(groups) > 1:
        return [Fault("6.3", "US and Commonwealth units do not attack together")]
    fighting = [u for u in uids if not terms.is_support(view.pieces[u].printed)]
    guns = tuple(support)
    if not fighting or _is_one_division(view, (*fighting, *guns)):
        return []
    return list(one_force(view, fighting, guns))


@rule("12.1", "6.3", "12.7", "7.2")
def supporters(view: View, uids: Sequence[str], guns: Sequence[Piece]) -> set[str]:
    """Ids of the guns of which `force_faults` finds nothing, each by itself; the force is looked at once."""
    pieces = [view.pieces[u] for u in uids]
    if len({terms.group_of(p.printed) for p in pieces}) > 1:
        return set()
    fighting = [p for p in pieces if not terms.is_support(p.printed)]
    if not fighting:
        return {g.uid for g in guns}
    own = set[str]()
    if _is_one_division(view, [p.uid for p in fighting]):
        own = {g.uid for g in guns if _is_one_division(view, (fighting[0].uid, g.uid))}
    return own | joining(view, fighting, [g for g in guns if g.uid not in own])


@rule("12.1")
def _is_one_division(view: View, uids: Iterable[str]) -> bool:
    """Whether units are all of one division, none of them attached elsewhere: the plain case."""
    state, homes = terms.state_of(view), set[str]()
    for uid in uids:
        piece = state.pieces[uid]
        if not terms.is_division_unit(state, piece) or state.text("attached", uid):
            return False
        homes.add(piece.printed.division)
    return len(homes) == 1


@rule("12.1", "12.2", "12.5.5", "6.3")
def attack_faults(view: View, uids: Sequence[str], target: str) -> list[Fault]:
    """What speaks against an attack of some units on a hex; its odds are not looked at (12.4).

    Parameters
    ----------
    view, uids, target
        The position, the attackers, and the hex.

    Returns
    -------
    list of (section, sentence)
        Empty where they may attack.
    """
    if not uids:
        return [Fault("12.1", "no unit attacks")]
    sides = {view.pieces[u].side for u in uids}
    if len(sides) > 1:
        return [Fault("12.1", "units of both sides do not attack together")]
    found = hex_faults(view, next(iter(sides)), target)
    for uid in dict.fromkeys(uids):
        found += unit_faults(view, uid, target)
    if all(terms.is_support(view.pieces[u].printed) for u in uids):
        found.append(Fault("19.6.1", "support units do not attack alone"))
    return found + force_faults(view, uids)


@rule("12.1", "12.2", "6.3", "19.6.1")
def note_force(inquiry: Inquiry, uids: Sequence[str], target: str) -> None:
    """Say why units of which nothing speaks against it may attack a hex, and why together."""
    pieces, name = [inquiry.pieces[u] for u in dict.fromkeys(uids)], inquiry.board.name(target)
    for piece in pieces:
        inquiry.note("12.1", f"{piece.printed.title} is next to {name} and has not attacked in this phase")
    helpers = [p for p in pieces if terms.is_support(p.printed)]
    fighting = [p for p in pieces if p not in helpers]
    if len(fighting) > 1:
        whole = _is_one_division(inquiry, [p.uid for p in fighting])
        one = "are of one division" if whole else "are of one division or attached to it"
        inquiry.note("12.1", f"{terms.titles(fighting)} {one}: they attack together")
    if len({p.space for p in fighting}) > 1:
        inquiry.note("12.2", f"units of several hexes attack {name} in one combat")
    if helpers:
        inquiry.note("19.6.1", f"{terms.titles(helpers)} may go with units of any such force")


@rule("12.1")
def possible_attackers(view: View, target: str, side: str) -> tuple[str, ...]:
    """Units of a side that may take part in an attack on a hex, each looked at by itself.

    Parameters
    ----------
    view, target, side
        The position, the hex, and the attacker.

    Returns
    -------
    tuple of str
        Sorted ids; whether they may attack together is another question.
    """
    if target not in view.board.spaces:
        return ()
    around = [other for _, other in view.board.neighbours(target)]
    near = [p.uid for space in around for p in terms.friends(view, space, side)]
    return tuple(sorted([uid for uid in near if not unit_faults(view, uid, target)]))
