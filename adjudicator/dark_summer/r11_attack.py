"""Sections 11.0, 11.1, 9.3.4, 9.4.3 and 15.0: who may attack what, and the action that says so."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r09_difference, r11_cherbourg_combat, r11_mandatory, r11_resolve, terms
from adjudicator.dark_summer.r05_stacking import stacking_faults
from adjudicator.dark_summer.r09_parts import activated_apart, acts_with, require_part, was_activated
from adjudicator.dark_summer.r11_losses import classes
from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.dark_summer.r15_boundary import zone_faults
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Draft, Piece, Position, State, View
from adjudicator.ruling import Violation
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Attack",
    "attack_factor",
    "can_attack",
    "check_aim",
    "check_attack",
    "check_unit",
    "combinations",
    "may_join",
    "possible_attackers",
    "round_debts",
    "targets",
]

_MOST = 4


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack a hex with units next to it (11.3.1).

    Examples
    --------
    >>> Attack("3304", ("us-1-16",)).target
    '3304'
    """

    target: str
    units: tuple[str, ...]


@rule("2.2.1", "11.6")
def attack_factor(piece: Piece) -> int | None:
    """Printed Attack factor of the side that is up; None while it is hidden.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> attack_factor(Piece(Unit("ge-f", "1", "1 Flak", "german", "german", type="flak"), "3304", "full"))
    0
    """
    printed = piece.printed
    if printed.type == "flak":
        return 0
    return printed.reduced_af if piece.status == terms.REDUCED else printed.af


# --- one unit -------------------------------------------------------------------------------------------


@rule("11.0", "11.1", "15.0")
def check_unit(inquiry: Inquiry, piece: Piece, target: str) -> None:
    """Record every reason why a unit may not take part in an attack on a hex."""
    title, one, board = piece.printed.title, (piece.uid,), inquiry.board
    edge = board.edge(piece.space, target)
    near = f"{title} is adjacent to {board.name(target)}"
    far = f"{title} is not adjacent to {board.name(target)}"
    if inquiry.require("11.1", edge is not None, near, far, units=one) and edge is not None:
        blocked = terms.impassable(edge, board.spaces[target])
        why = f"{title} cannot attack over an Impassable hexside"
        inquiry.require("11.1", not blocked, "", why, units=one)
    already = f"{title} has attacked this Round already"
    inquiry.require("11.1", not inquiry.flag("attacked", piece.uid), "", already, units=one)
    inquiry.violations.extend(zone_faults(inquiry, piece.printed, target, attack=True))
    _check_supplied(inquiry, piece)
    _check_round(inquiry, piece)


@rule("11.0", "13.4")
def _check_supplied(inquiry: Inquiry, piece: Piece) -> None:
    """Allied units attack In Supply only."""
    if piece.side != terms.ALLIED:
        return
    title = piece.printed.title
    supplied = in_supply(inquiry, piece.uid)
    wanted = f"{title} is Out of Supply: Allied units attack In Supply only"
    inquiry.require("11.0", supplied, f"{title} is In Supply", wanted, units=[piece.uid])


@rule("9.3.4", "9.4.3")
def _check_round(inquiry: Inquiry, piece: Piece) -> None:
    """Reaction and Wave Rounds let only some units attack."""
    kind, title, one = inquiry.text("round-kind"), piece.printed.title, (piece.uid,)
    if kind == "reaction":
        active = was_activated(inquiry, piece)
        inquiry.require("9.3.4", active, "", f"{title} has not been activated", units=one)
        able = terms.fights_in_reaction(piece.printed)
        only = (
            f"{title} is neither a Kampfgruppe nor a Tiger battalion: it does not attack in a Reaction Round"
        )
        inquiry.require("9.3.4", able, f"{title} may attack in a Reaction Round", only, units=one)
    elif kind in {"first-wave", "second-wave"}:
        seaborne = bool({"wave-1", "wave-2"} & set(piece.printed.marks))
        seaborne = seaborne and not terms.is_airborne(piece.printed)
        only = f"{title} did not come by sea: it does not attack in a Wave Round"
        inquiry.require("9.4.3", seaborne, f"{title} came by sea", only, units=one)


def can_attack(view: View, uid: str, target: str) -> bool:
    """Whether a unit could attack a hex by itself now, the Mandatory Attacks left aside."""
    piece, state = view.pieces[uid], terms.state_of(view)
    return attack_factor(piece) != 0 and may_join(state, piece, target)


def may_join(state: State, piece: Piece, target: str) -> bool:
    """Whether a unit may take part in an attack on a hex."""
    if state.board.edge(piece.space, target) is None or not _is_active(state, piece):
        return False
    inquiry = Inquiry(state)
    check_unit(inquiry, piece, target)
    return not inquiry.violations and not r11_mandatory.spared(state, piece.side, target)


def _is_active(state: State, piece: Piece) -> bool:
    return state.raw("side") in {piece.side, UNKNOWN} and (
        not state.text("round-group") or acts_with(state, piece)
    )


# --- the attack -----------------------------------------------------------------------------------------


@rule("11.1", "11.3.1")
def check_attack(inquiry: Inquiry, target: str, units: Sequence[str]) -> None:
    """Record every check of an attack except that it is the time for one.

    Parameters
    ----------
    target, units
        The defending hex and the ids of the attackers.
    """
    known = inquiry.board.spaces.get(target)
    if known is None or not terms.is_hex(known):
        inquiry.refuse("11.1", f"{target} is no hex of the map", spaces=[target])
        return
    unknown = [uid for uid in units if uid not in inquiry.pieces]
    if unknown or not units or len(set(units)) < len(units):
        inquiry.refuse("11.1", "an attack names attacking units, each once", units=unknown)
        return
    pieces = [inquiry.pieces[uid] for uid in units]
    _check_target(inquiry, target, pieces[0].side)
    for piece in pieces:
        check_unit(inquiry, piece, target)
    _check_force(inquiry, pieces)
    if not inquiry.violations:
        r11_mandatory.check_duties(inquiry, target, units, lambda uid, h: can_attack(inquiry, uid, h))


@rule("11.1", "15.0")
def check_aim(inquiry: Inquiry, target: str, pieces: Sequence[Piece]) -> None:
    """Record what is against a target whoever attacks it, and the Boundary that keeps some from it."""
    _check_target(inquiry, target, pieces[0].side)
    for piece in pieces:
        inquiry.violations.extend(zone_faults(inquiry, piece.printed, target, attack=True))


@rule("11.1", "11.9")
def _check_target(inquiry: Inquiry, target: str, side: str) -> None:
    """Whether there is somebody to attack, not attacked before."""
    name, there = inquiry.board.name(target), terms.enemies(inquiry, target, side)
    beach = side == terms.GERMAN and terms.is_open_beach(inquiry, target)
    if beach and not there:
        inquiry.note("11.9", f"the Open Beach {name} defends alone")
    who = f"{terms.titles(there)} in {name} defend together" if there else ""
    inquiry.require("11.1", bool(there) or beach, who, f"no enemy is in {name}", spaces=[target])
    again = f"{name} has been attacked this Round already"
    inquiry.require("11.1", not inquiry.flag("hex-attacked", target), "", again, spaces=[target])
    inquiry.violations.extend(r11_mandatory.spared(inquiry, side, target))


@rule("2.2.1", "9.2", "9.3.4", "9.4.3")
def _check_force(inquiry: Inquiry, pieces: Sequence[Piece]) -> None:
    """Checks of the attackers together."""
    if len({p.side for p in pieces}) > 1:
        inquiry.refuse("11.1", "units of both sides do not attack together")
    elif len({terms.group_of(p.printed) for p in pieces}) > 1 and not _is_joint(inquiry):
        uids = [p.uid for p in pieces]
        inquiry.refuse("9.2", "US and British units are active in different Rounds", units=uids)
    strong = any(attack_factor(p) != 0 for p in pieces)
    weak = [p for p in pieces if attack_factor(p) == 0]
    joined = f"{terms.titles(weak)} may join others with an Attack factor of 0" if weak else ""
    alone = f"{terms.titles(pieces)} cannot attack alone: Attack factor 0"
    inquiry.require("2.2.1", strong, joined, alone, units=[p.uid for p in pieces])
    kind = inquiry.text("round-kind")
    if kind == "reaction":
        once = "one attack is all that a Reaction Round allows"
        inquiry.require("9.3.4", not inquiry.flag("reaction-attacked"), "", once)
        failed = f"{terms.titles(pieces)} are neither one stack nor one Formation: not all can be activated"
        inquiry.require("9.3.4", not activated_apart(inquiry, pieces), "", failed)
    if kind == "second-wave":
        for origin in sorted({p.space for p in pieces}):
            _check_four(inquiry, origin, [p for p in pieces if p.space == origin])


@rule("9.2", "9.4")
def _is_joint(view: View) -> bool:
    """Whether both nationalities act in the Round in play; of one of a single group 9.3 says it."""
    return view.text("round-kind") in {"first-wave", "second-wave"} or bool(view.text("round-group"))


@rule("5.1", "9.4.3")
def _check_four(inquiry: Inquiry, origin: str, pieces: Sequence[Piece]) -> None:
    """No more than four units attack out of an over-stacked hex."""
    if not _over_stacked(inquiry, origin, pieces[0].side):
        return
    count = len(_counted(inquiry, pieces)) + inquiry.number("attacked-out", origin)
    name = inquiry.board.name(origin)
    inquiry.require(
        "9.4.3",
        count <= _MOST,
        f"{many(count, 'unit attacks', 'units attack')} out of {name}, which is over-stacked",
        f"at most {_MOST} units may attack out of {name}, which is over-stacked, not {count}",
        spaces=[origin],
    )


def _over_stacked(view: View, origin: str, side: str) -> bool:
    """Whether a stack breaks the limit; offshore it is counted as if it stood in a hex."""
    if terms.is_hex(view.board.spaces[origin]):
        return bool(stacking_faults(view, origin, side))
    counted = [p.printed for p in terms.friends(view, origin, side) if terms.counts_for_stack(p.printed)]
    return len(counted) > _MOST or len({terms.division_for_stack(u) for u in counted} - {""}) > 1


def _counted(view: View, pieces: Sequence[Piece]) -> Sequence[Piece]:
    if view.option("four-attackers") == "A":
        return pieces
    return [p for p in pieces if terms.counts_for_stack(p.printed)]


def _check(inquiry: Inquiry, action: Attack) -> None:
    groups = {terms.group_of(inquiry.pieces[u].printed) for u in action.units if u in inquiry.pieces}
    for group in sorted(groups) or [""]:
        require_part(inquiry, "11.0", "combat", group=group)
    if inquiry.text("round-kind") == "first-wave":
        inquiry.refuse("9.4.1", "in the 1st Wave Round only the landings are fought")
    check_attack(inquiry, action.target, action.units)


def _perform(draft: Draft, action: Attack) -> None:
    kind = draft.text("round-kind")
    if kind == "second-wave":
        for uid in action.units:
            piece = draft.pieces[uid]
            count = draft.number("attacked-out", piece.space) + len(_counted(draft, [piece]))
            draft.set("attacked-out", count, piece.space)
    wave = kind if kind == "second-wave" else ""
    r11_resolve.start(draft, action.target, action.units, wave=wave)


# --- what a Round still owes ------------------------------------------------------------------------------


@rule("11.2", "11.7")
def round_debts(view: View) -> tuple[Violation, ...]:
    """Why the Round may not end yet: Mandatory Attacks, and the Cherbourg Combat that must be fought.

    Returns
    -------
    tuple of Violation
        Empty when it may end. An attack that nobody can make any more is not owed.
    """
    found = [
        Violation("11.2", f"the Mandatory Attack on {view.board.name(h)} must be made first", (), (h,))
        for h in r11_mandatory.owed_by(view, lambda uid, hexagon: can_attack(view, uid, hexagon))
    ]
    if r11_cherbourg_combat.must_fight(view):
        found.append(Violation("11.7", "Cherbourg Combat must be fought first", (), (terms.CHERBOURG,)))
    return tuple(found)


# --- options --------------------------------------------------------------------------------------------


def targets(state: State) -> tuple[str, ...]:
    """Hexes that some active unit is next to and that an enemy holds, sorted."""
    side, board = state.text("side"), state.board
    found: set[str] = set()
    for space in state.occupied():
        if space in board.spaces and any(_is_active(state, p) for p in state.units_in(space)):
            found.update(other for _, other in board.neighbours(space) if terms.is_hex(board.spaces[other]))
    return tuple(sorted(h for h in found if _is_target(state, h, side)))


def _is_target(state: State, hexagon: str, side: str) -> bool:
    beach = side == terms.GERMAN and terms.is_open_beach(state, hexagon)
    held = beach or bool(terms.enemies(state, hexagon, side))
    return held and not state.flag("hex-attacked", hexagon)


def possible_attackers(state: State, target: str) -> tuple[Piece, ...]:
    """Units that may take part in an attack on a hex, by the hex where they stand."""
    near = [other for _, other in state.board.neighbours(target)]
    return tuple(p for h in near for p in state.units_in(h) if may_join(state, p, target))


def combinations(state: State, pieces: Sequence[Piece]) -> Iterator[tuple[str, ...]]:
    """Sets of attackers up to units that are alike: all, each stack, then every other mixture.

    Parameters
    ----------
    pieces
        Units that may attack one hex.

    Yields
    ------
    tuple of str
        Ids, sorted; none twice.
    """
    if not pieces:
        return
    stacks = [list(g) for _, g in itertools.groupby(pieces, key=lambda p: p.space)]
    first = list(dict.fromkeys(tuple(sorted(p.uid for p in s)) for s in (pieces, *stacks)))
    yield from first
    mixtures = [list(_subsets(state, s)) for s in stacks]
    for chosen in itertools.product(*mixtures):
        units = tuple(sorted(itertools.chain.from_iterable(chosen)))
        if units and units not in first:
            yield units


def _subsets(state: State, stack: Iterable[Piece]) -> Iterator[tuple[str, ...]]:
    groups = classes(state, stack)
    for counts in itertools.product(*(range(len(g) + 1) for g in groups)):
        yield tuple(p.uid for g, n in zip(groups, counts, strict=True) for p in g[:n])


def _options(state: State) -> Iterator[Attack]:
    if state.text("round-part") not in {"", "combat"} or not state.text("round-kind"):
        return
    if state.flag("reaction-attacked"):
        return
    waiting = [_attacks(state, target) for target in targets(state)]
    while waiting:  # in turn, so that the first few are not all against the same hex
        going = []
        for attacks in waiting:
            attack = next(attacks, None)
            if attack is not None:
                yield attack
                going.append(attacks)
        waiting = going


def _attacks(state: State, target: str) -> Iterator[Attack]:
    for units in combinations(state, possible_attackers(state, target)):
        yield Attack(target, units)


def _toward(before: Position, after: Position) -> Iterator[Attack]:
    """Attacks that another position shows; where it shows none, those in which something has changed."""
    found = [Attack(target, units) for target, units in r09_difference.attackers(before, after)]
    yield from found
    for attack in () if found else _options(before):
        there = [*attack.units, *(p.uid for p in before.units_in(attack.target))]
        if any(after.pieces.get(uid) != before.pieces[uid] for uid in there):
            yield attack


HANDLERS = (
    Handler(
        Attack,
        _check,
        _perform,
        _options,
        "11.0",
        phases=frozenset({"action"}),
        sampled="of units that are alike in one hex the first are named",
        toward=_toward,
    ),
)
