"""Sections 10.0 and 10.1: the owner of the units attacked shares the damage among them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.storm_over_normandy import r10_allocations as alloc
from adjudicator.storm_over_normandy import r10_retreats, terms
from adjudicator.storm_over_normandy.r09_strength import Attack, alike, current, drop_attackers, targets_of
from adjudicator.storm_over_normandy.r10_allocations import ELIMINATE, FLIP, NONE, RETREAT, Conditions, Lot
from module_builder.vassal.values import dataclass

__all__ = [
    "DUE",
    "HANDLERS",
    "Choice",
    "TakeDamage",
    "apply_losses",
    "ask",
    "best_choices",
    "conditions_of",
    "count_of_ways",
    "eliminate",
    "explain",
    "levels_of",
    "lot_of",
    "ways_to_take",
]

DAMAGE = "damage"


@dataclass(frozen=True, slots=True)
class Due:
    """Damage that the owner of the units in an Area has to share among them."""

    area: str
    damage: int
    units: tuple[str, ...]


DUE = Frame(DAMAGE, "10.1", Due)
Loss = tuple[str, str]
eliminate = r10_retreats.eliminate


@dataclass(frozen=True, slots=True)
class TakeDamage(Action):
    """Share damage among one's units (10.1); units that are not named take none.

    Parameters
    ----------
    losses
        For each unit that takes damage: its id and ``flip``, ``retreat`` or ``eliminate``; a fresh unit that
        retreats or is eliminated is flipped on the way.

    Examples
    --------
    >>> TakeDamage((("ge-22", "eliminate"),)).losses[0]
    ('ge-22', 'eliminate')
    """

    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to take damage, seen by its owner.

    Parameters
    ----------
    losses
        Ids with what happens to them, as in `TakeDamage`.
    points
        Damage points that it applies.
    eliminated
        Units that are lost by it, those without a place to retreat to among them.
    leaving
        Units that leave the Area, lost or not.
    flipped
        Units that become spent and stay.

    Examples
    --------
    >>> Choice((("ge-22", "eliminate"),), 4, 1, 1, 0).points
    4
    """

    losses: tuple[Loss, ...]
    points: int
    eliminated: int
    leaving: int
    flipped: int


# --- what damage means to units -----------------------------------------------------------------------------


@rule("10.0")
def lot_of(view: View, piece: Piece, count: int = 1) -> Lot:
    """How damage counts for a unit.

    Parameters
    ----------
    count
        How many are alike.
    """
    if terms.is_strongpoint(piece.printed):
        return Lot(count, alloc.STRONGPOINT, rating=view.printed(piece, "df", "10.0"))
    kind = alloc.BATTALION if terms.is_battalion(piece.printed) else alloc.REGIMENT
    return Lot(count, kind, piece.status == terms.FRESH)


@rule("10.0")
def levels_of(view: View, piece: Piece) -> Mapping[str, int]:
    """What can happen to a unit, with the damage points that it takes.

    Returns
    -------
    mapping of str to int
        Nothing (an empty text) first.
    """
    return dict(lot_of(view, piece).levels)


@rule("10.2")
def conditions_of(view: View, attack: Attack | None) -> Conditions:
    """What an attack says of the damage it does."""
    if attack is None or not attack.no_elimination:
        return alloc.PLAIN
    moving = [p for p in targets_of(view, attack) if not terms.is_strongpoint(p.printed)]
    first = view.option("card-flips-first") == "A" or any(
        not r10_retreats.candidates(view, p.uid, attack.area, attack=attack) for p in moving
    )
    shield = len(moving) == len(targets_of(view, attack)) or view.option("card-strongpoints") == "A"
    return Conditions(no_elimination=True, flips_first=first, shield=shield)


@rule("10.1")
def ways_to_take(
    view: View, pieces: Sequence[Piece], damage: int, attack: Attack | None = None
) -> Iterator[tuple[Loss, ...]]:
    """Every legal way to take damage, up to units that are alike, the fewest points first.

    Parameters
    ----------
    damage
        Damage points received, one or more.
    """
    groups = alike(pieces, attack)
    lots = tuple(lot_of(view, group[0], len(group)) for group in groups)
    for taken in alloc.allocations(lots, damage, conditions_of(view, attack)):
        yield _named(groups, taken)


@rule("10.1")
def count_of_ways(view: View, pieces: Sequence[Piece], damage: int, attack: Attack | None = None) -> int:
    """How many ways `ways_to_take` gives, without a look at each.

    Parameters
    ----------
    view, pieces, damage, attack
        As in `ways_to_take`.
    """
    groups = alike(pieces, attack)
    lots = tuple(lot_of(view, group[0], len(group)) for group in groups)
    return alloc.count_of_allocations(lots, damage, conditions_of(view, attack))


def _named(groups: Sequence[Sequence[Piece]], taken: alloc.Taken) -> tuple[Loss, ...]:
    pairs = (zip(group, levels, strict=True) for group, levels in zip(groups, taken, strict=True))
    return tuple((piece.uid, level) for piece, level in itertools.chain.from_iterable(pairs) if level)


# --- what the owner does best -------------------------------------------------------------------------------


@rule("10.1", "10.2")
def best_choices(
    view: View, pieces: Sequence[Piece], damage: int, attack: Attack | None = None
) -> tuple[Choice, ...]:
    """Ways to take damage that no other way undercuts, up to units that fare alike.

    They come in the order of units eliminated, units that leave, units flipped; which of them is best in play
    is for the owner to say.

    Parameters
    ----------
    view, pieces, damage, attack
        As in `ways_to_take`.
    """
    groups, known = _faring_alike(view, pieces, attack), dict[tuple[int, ...], int]()
    lots = tuple(lot_of(view, group[0], len(group)) for group in groups)
    found = []
    for taken in alloc.minimal(lots, damage, conditions_of(view, attack)):
        losses, key = _named(groups, taken), tuple(levels.count(RETREAT) for levels in taken)
        if key not in known:
            back = [uid for uid, level in losses if level == RETREAT]
            known[key] = r10_retreats.survivors(view, back, attack)
        found.append(_choice(losses, alloc.points(lots, taken), known[key], attack))
    return tuple(sorted(found, key=lambda c: (c.eliminated, c.leaving, c.flipped, c.points)))


def _faring_alike(view: View, pieces: Sequence[Piece], attack: Attack | None) -> list[list[Piece]]:
    groups: dict[tuple[Lot, bool, str], list[Piece]] = {}
    for piece in pieces:
        survives = _survives(view, piece, attack)
        symbol = terms.group_of(piece.printed) if survives and terms.is_airborne(piece.printed) else ""
        groups.setdefault((lot_of(view, piece), survives, symbol), []).append(piece)
    return list(groups.values())


def _survives(view: View, piece: Piece, attack: Attack | None) -> bool:
    return not terms.is_strongpoint(piece.printed) and r10_retreats.has_place(
        view, piece.uid, piece.space, attack=attack
    )


def _choice(losses: tuple[Loss, ...], points: int, places: int, attack: Attack | None) -> Choice:
    """A way to take damage, when so many of the retreating units find a place."""
    words = [level for _, level in losses]
    stuck = words.count(RETREAT) - places
    if attack is not None and attack.no_elimination:
        stuck = 0
    gone, flips = words.count(ELIMINATE), words.count(FLIP)
    home = flips if attack is not None and attack.sent_back else 0
    return Choice(losses, points, gone + stuck, gone + places + stuck + home, flips)


# --- check ------------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: TakeDamage) -> None:
    due = DUE.asked(inquiry)
    if due is not None:
        pieces = [inquiry.pieces[uid] for uid in due.units]
        explain(inquiry, pieces, action.losses, due.damage, current(inquiry))


@rule("10.0", "10.1")
def explain(
    inquiry: Inquiry, pieces: Sequence[Piece], losses: Sequence[Loss], damage: int, attack: Attack | None
) -> None:
    """Record why a way to take damage is legal or not.

    Parameters
    ----------
    pieces, losses
        The units attacked, and what happens to some of them.
    damage
        Damage points received.
    """
    given = conditions_of(inquiry, attack)
    if not _well_formed(inquiry, pieces, losses, given):
        return
    taken, adding = dict(losses), inquiry.adding("damage points applied")
    for piece in pieces:
        if level := taken.get(piece.uid, NONE):
            text = f"{piece.printed.title}, {piece.status}: {_WORDS[level]}"
            adding.add("10.0", text, levels_of(inquiry, piece)[level])
    _check_strongpoints(inquiry, pieces, taken, given)
    _check_flips(inquiry, pieces, taken, given)
    _check_total(inquiry, pieces, adding.value, damage, given)


_WORDS = {FLIP: "becomes spent", RETREAT: "retreats", ELIMINATE: "eliminated"}


@rule("10.0", "10.2")
def _well_formed(
    inquiry: Inquiry, pieces: Sequence[Piece], losses: Sequence[Loss], given: Conditions
) -> bool:
    """Whether each loss names a unit attacked once, and something that can happen to it."""
    known, seen = {p.uid: p for p in pieces}, set()
    for loss in losses:
        if len(loss) != 2 or loss[0] not in known:
            inquiry.refuse("10.0", f"{loss[0] if loss else 'nobody'} is not among the units attacked")
            continue
        piece, level = known[loss[0]], loss[1]
        title, units = piece.printed.title, [piece.uid]
        inquiry.require("10.0", piece.uid not in seen, "", f"{title} is named twice", units=units)
        can = [word for word in levels_of(inquiry, piece) if word]
        text = f"{title} ({piece.status}) can {' or '.join(can)}, not {level!r}"
        inquiry.require("10.0", level in can, "", text, units=units)
        spared = not (given.no_elimination and level == ELIMINATE)
        inquiry.require("10.2", spared, "", f"the card eliminates nobody: not {title}", units=units)
        seen.add(piece.uid)
    return not inquiry.violations


@rule("10.0")
def _check_strongpoints(
    inquiry: Inquiry, pieces: Sequence[Piece], taken: Mapping[str, str], given: Conditions
) -> None:
    standing = [p for p in pieces if terms.is_strongpoint(p.printed) and p.uid not in taken]
    others = [p for p in pieces if not terms.is_strongpoint(p.printed) and p.uid in taken]
    if standing and others and given.shield:
        text = f"{terms.titles(others)} cannot take damage before {terms.titles(standing)} is eliminated"
        inquiry.refuse("10.0", text, units=[p.uid for p in standing])
    elif others and len(others) < len(taken):
        inquiry.note("10.0", "no strongpoint is left, so that other units take damage")


@rule("10.2")
def _check_flips(
    inquiry: Inquiry, pieces: Sequence[Piece], taken: Mapping[str, str], given: Conditions
) -> None:
    if not given.flips_first or RETREAT not in taken.values():
        return
    fresh = [p for p in pieces if not terms.is_strongpoint(p.printed) and p.status == terms.FRESH]
    spared = [p for p in fresh if p.uid not in taken]
    text = f"the card makes every fresh unit spent before one retreats: {terms.titles(spared)} is left"
    inquiry.require("10.2", not spared, "flips come first", text, units=[p.uid for p in spared])


@rule("10.1")
def _check_total(
    inquiry: Inquiry, pieces: Sequence[Piece], applied: int, damage: int, given: Conditions
) -> None:
    """Whether as many points are applied as were received, or as many as can be."""
    lots = tuple(lot_of(inquiry, group[0], len(group)) for group in alike(pieces))
    totals = alloc.legal_totals(alloc.reachable(lots, given), damage)
    most = totals[-1]
    if applied >= damage:
        more = f", {applied - damage} more than received" if applied > damage else ""
        inquiry.note(
            "10.1", f"{applied} of {many(damage, 'damage point is', 'damage points are')} applied{more}"
        )
    elif applied in totals:
        points = many(applied, "damage point is", "damage points are")
        inquiry.note("10.1", f"{points} applied, {damage - applied} cannot be and are ignored")
    else:
        least = totals[0] if totals[0] < damage else min(t for t in totals if t >= damage)
        points = many(damage, "damage point was", "damage points were")
        text = f"{points} received and {least} can be applied, not only {applied}"
        inquiry.refuse("10.1", text if most else f"no damage can be applied, not {applied}")


# --- asking and applying ------------------------------------------------------------------------------------


@rule("9.3.5", "10.1")
def ask(draft: Draft, attack: Attack, damage: int) -> None:
    """Let the owner take damage; where there is one way only, it is taken at once.

    Parameters
    ----------
    damage
        Attack points less defense points.
    """
    pieces = targets_of(draft, attack)
    if damage <= 0 or not pieces:
        return
    ways = list(itertools.islice(ways_to_take(draft, pieces, damage, attack), 2))
    if len(ways) == 1 and _is_only(pieces, ways[0], attack):
        apply_losses(draft, attack, ways[0])
        return
    units = tuple([p.uid for p in pieces])
    DUE.push(draft, Due(attack.area, damage, units), terms.enemy_of(attack.side))


def _is_only(pieces: Sequence[Piece], losses: Sequence[Loss], attack: Attack) -> bool:
    """Whether units that are alike fare alike, so that there is no choice among them either."""
    taken = dict(losses)
    return all(len({taken.get(p.uid, NONE) for p in group}) == 1 for group in alike(pieces, attack))


@rule("10.0", "10.1", "10.2")
def apply_losses(draft: Draft, attack: Attack, losses: Iterable[Loss]) -> None:
    """Flip, eliminate and retreat units; what was hit takes no part in an attack of its own any more."""
    taken = dict(losses)
    drop_attackers(draft, taken)
    for uid, level in taken.items():
        draft.set_status(uid, terms.SPENT)
        if level == ELIMINATE:
            eliminate(draft, uid)
        elif level == FLIP and attack.sent_back:
            draft.place(uid, attack.retreat_to[uid])
    r10_retreats.begin(draft, [uid for uid, level in taken.items() if level == RETREAT])


def _perform(draft: Draft, action: TakeDamage) -> None:
    draft.settle()
    attack = current(draft)
    if attack is not None:
        apply_losses(draft, attack, action.losses)


def _options(state: State) -> Iterator[TakeDamage]:
    due = DUE.asked(state)
    if due is not None:
        pieces = [state.pieces[uid] for uid in due.units]
        yield from map(TakeDamage, ways_to_take(state, pieces, due.damage, current(state)))


def _toward(before: Position, after: Position) -> Iterator[TakeDamage]:
    """What units may have suffered to be as they are in another position; else what may be chosen."""
    due = DUE.asked(before)
    if due is None:
        return
    waiting = {uid for d in after.pending for name in ("left", "units") for uid in d.data.get(name, ())}
    units = [uid for uid in due.units if after.pieces.get(uid) != before.pieces[uid] or uid in waiting]
    ways = [_suffered(before.pieces[uid], after.pieces.get(uid), waits=uid in waiting) for uid in units]
    for levels in itertools.islice(itertools.product(*ways), _TRIED):
        losses = zip(units, levels, strict=True)
        yield TakeDamage(tuple((uid, level) for uid, level in losses if level))
    yield from _options(before)


def _suffered(piece: Piece, then: Piece | None, *, waits: bool) -> tuple[str, ...]:
    """What may have happened to a unit that is different afterwards, or still has to retreat."""
    if waits:
        return (RETREAT, "", FLIP)
    if then is None or then.space == terms.ELIMINATED:
        return (ELIMINATE, RETREAT)
    return (RETREAT, FLIP) if then.space != piece.space else (FLIP, RETREAT)


_TRIED = 200  # ways to have come to a position that are tried


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        TakeDamage,
        _check,
        _perform,
        _options,
        "10.1",
        answers=frozenset({DAMAGE}),
        sampled="of units that are alike the first are named",
        toward=_toward,
    ),
)
