"""Section 11.3.6: step losses, taken by the owner of the units."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r09_difference, terms
from adjudicator.dark_summer.r11_resolve import Combat, attackers_of, begin, defenders_of
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "STAGE_RULES",
    "STEP_LOSSES",
    "StepLosses",
    "TakeStepLosses",
    "allocations",
    "apply_losses",
    "capacity",
    "classes",
    "eliminate",
    "forced",
    "take_losses",
]

Loss = tuple[str, int]


@dataclass(frozen=True, slots=True)
class StepLosses:
    """Steps that units involved lose together; without a Combat where somebody only asks about them."""

    units: tuple[str, ...]
    steps: int
    combat: Combat | None = None


STEP_LOSSES = Frame("step-losses", "11.3.6", StepLosses)


@dataclass(frozen=True, slots=True)
class TakeStepLosses(Action):
    """Share the step losses of a Combat among one's units (11.3.6).

    Parameters
    ----------
    losses
        For each unit that loses: its id, and how many steps.

    Examples
    --------
    >>> TakeStepLosses((("ge-914", 1),)).losses[0]
    ('ge-914', 1)
    """

    losses: tuple[Loss, ...]


def capacity(pieces: Iterable[Piece]) -> int:
    """Steps that units can lose together.

    Examples
    --------
    >>> capacity([])
    0
    """
    return sum(terms.steps_left(p) for p in pieces)


def _class_of(view: View, piece: Piece) -> Hashable:
    """What makes units of a hex interchangeable: the values of the counter, its status and history."""
    u = piece.printed
    printed = (u.type, u.size, u.nationality, u.branch, u.division, u.corps, u.steps, u.marks)
    factors = (u.af, u.df, u.mf, u.reduced_af, u.reduced_df, u.arrival)
    uid = piece.uid
    history = (view.flag("hidden", uid), view.flag("retreated", uid), view.flag("attacked", uid))
    return (*printed, *factors, piece.space, piece.status, *history)


def classes(view: View, pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Units grouped by class: alike in place, values, status and what they did this Round.

    Returns
    -------
    list of list of Piece
        In order of first appearance.
    """
    groups: dict[Hashable, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(_class_of(view, piece), []).append(piece)
    return list(groups.values())


def eliminate(draft: Draft, uid: str) -> None:
    """Take a unit off the map."""
    draft.place(uid, terms.ELIMINATED)


# --- check ----------------------------------------------------------------------------------------------


@rule("11.3.6")
def _check(inquiry: Inquiry, action: TakeStepLosses) -> None:
    asked = STEP_LOSSES.asked(inquiry)
    if asked is None or not _well_formed(inquiry, action.losses, asked.units):
        return
    involved = [inquiry.pieces[uid] for uid in asked.units]
    taken, wanted, most = sum(n for _, n in action.losses), asked.steps, capacity(involved)
    if most < wanted:
        inquiry.note("11.3.6", f"only {many(most, 'step is', 'steps are')} there: the excess is disregarded")
    inquiry.require(
        "11.3.6",
        taken == min(wanted, most),
        f"{many(taken, 'step is', 'steps are')} lost",
        f"{many(min(wanted, most), 'step is', 'steps are')} to be lost, not {taken}",
    )
    _check_order(inquiry, involved, dict(action.losses))


def _well_formed(inquiry: Inquiry, losses: Sequence[Loss], units: Sequence[str]) -> bool:
    """Whether each loss names an involved unit once, with a number of steps that it has."""
    seen: set[str] = set()
    for loss in losses:
        if len(loss) != 2 or not isinstance(loss[1], int):
            inquiry.refuse("11.3.6", "a loss names a unit and a number of steps")
            continue
        uid, steps = loss
        if uid not in units:
            inquiry.refuse("11.3.6", f"{uid} is not involved in this Combat", units=[uid])
            continue
        piece = inquiry.pieces[uid]
        title, most = piece.printed.title, terms.steps_left(piece)
        inquiry.require("11.3.6", uid not in seen, "", f"{title} is named twice", units=[uid])
        inquiry.require("11.3.6", 0 < steps <= most, "", f"{title} can lose 1 to {most} steps", units=[uid])
        seen.add(uid)
    return not inquiry.violations


def _check_order(inquiry: Inquiry, involved: Sequence[Piece], losses: dict[str, int]) -> None:
    """Nothing is eliminated while a two-step unit is at full strength."""
    gone = [p for p in involved if losses.get(p.uid, 0) == terms.steps_left(p)]
    whole = [p for p in involved if terms.steps_left(p) == 2 and p.uid not in losses]
    for piece in involved:
        if steps := losses.get(piece.uid, 0):
            fate = "eliminated" if piece in gone else "reduced"
            inquiry.note("11.3.6", f"{piece.printed.title} is {fate}", steps)
    if gone:
        inquiry.require(
            "11.3.6",
            not whole,
            "every two-step unit has been reduced",
            f"{terms.titles(gone)} cannot be eliminated while {terms.titles(whole)} is at full strength",
            units=[p.uid for p in whole],
        )


# --- perform and options --------------------------------------------------------------------------------


@rule("11.3.6")
def apply_losses(draft: Draft, losses: Iterable[Loss]) -> None:
    """Reduce and eliminate units."""
    for uid, steps in losses:
        if steps == terms.steps_left(draft.pieces[uid]):
            eliminate(draft, uid)
        else:
            draft.set_status(uid, terms.REDUCED)


def _perform(draft: Draft, action: TakeStepLosses) -> None:
    combat = STEP_LOSSES.settle(draft).combat
    apply_losses(draft, action.losses)
    if combat is not None:
        begin(draft, combat)


@rule("11.3.6")
def allocations(view: View, pieces: Sequence[Piece], steps: int) -> Iterator[tuple[Loss, ...]]:
    """Every legal way to take step losses, up to units that are alike.

    Parameters
    ----------
    steps
        How many; an excess is disregarded.
    """
    groups, wanted = classes(view, pieces), min(steps, capacity(pieces))
    yield from _share(groups, _bounds(groups, wanted), wanted)


@rule("11.3.6")
def _bounds(groups: Sequence[Sequence[Piece]], steps: int) -> list[tuple[int, int]]:
    """The least and the most steps that a unit of each group may lose: nobody dies before all are reduced."""
    whole = sum(len(group) for group in groups if terms.steps_left(group[0]) == 2)
    dying = int(steps > whole)
    return [(dying, 1 + dying) if terms.steps_left(group[0]) == 2 else (0, dying) for group in groups]


def forced(view: View, pieces: Sequence[Piece], steps: int) -> tuple[Loss, ...] | None:
    """The only way to take step losses; None where the owner has a choice, if only among units alike.

    Parameters
    ----------
    view, pieces, steps
        As in `allocations`.
    """
    ways = list(itertools.islice(allocations(view, pieces, steps), 2))
    taken = dict(ways[0])
    alike = all(len({taken.get(p.uid, 0) for p in group}) == 1 for group in classes(view, pieces))
    return ways[0] if alike and len(ways) == 1 else None


def _share(
    groups: Sequence[Sequence[Piece]], bounds: Sequence[tuple[int, int]], steps: int
) -> Iterator[tuple[Loss, ...]]:
    """Ways to share steps among groups, those in which the first lose most at the head."""
    if not groups:
        yield ()
        return
    group, (least, most), rest = groups[0], bounds[0], list(zip(groups[1:], bounds[1:], strict=True))
    low, high = (sum(bound[end] * len(other) for other, bound in rest) for end in (0, 1))
    for counts in itertools.combinations_with_replacement(range(most, least - 1, -1), len(group)):
        if low <= (left := steps - sum(counts)) <= high:
            own = tuple((piece.uid, n) for piece, n in zip(group, counts, strict=True) if n)
            yield from ((*own, *others) for others in _share(groups[1:], bounds[1:], left))


def _options(state: State) -> Iterator[TakeStepLosses]:
    asked = STEP_LOSSES.asked(state)
    if asked is not None:
        involved = [state.pieces[uid] for uid in asked.units]
        yield from map(TakeStepLosses, allocations(state, involved, asked.steps))


def _toward(before: Position, after: Position) -> Iterator[TakeStepLosses]:
    """The steps that units have lost in another position; else what is listed."""
    asked = STEP_LOSSES.asked(before)
    if asked is not None:
        yield TakeStepLosses(r09_difference.losses(before, after, asked.units))
        yield from _options(before)


# --- its stages ------------------------------------------------------------------------------------------


@rule("11.3.6")
def _defender(draft: Draft, combat: Combat) -> Combat | None:
    return take_losses(draft, combat, defenders_of(draft, combat), combat.defender_losses)


@rule("11.3.6")
def _attacker(draft: Draft, combat: Combat) -> Combat | None:
    return take_losses(draft, combat, attackers_of(draft, combat), combat.attacker_losses)


def take_losses(draft: Draft, combat: Combat, pieces: Sequence[Piece], steps: int) -> Combat | None:
    """Let units lose steps: at once when there is one way only, else their owner is asked.

    Parameters
    ----------
    pieces, steps
        The units involved, and how many steps they lose together.

    Returns
    -------
    Combat or None
        The Combat when it can go on; None when the owner is asked.
    """
    if not pieces or steps <= 0:
        return combat
    only = forced(draft, pieces, steps)
    if only is not None:
        apply_losses(draft, only)
        return combat
    units = tuple([p.uid for p in pieces])
    STEP_LOSSES.push(draft, StepLosses(units, steps, combat), pieces[0].side)
    return None


STAGE_RULES = {"defender": _defender, "attacker": _attacker}
HANDLERS = (
    Handler(
        TakeStepLosses,
        _check,
        _perform,
        _options,
        "11.3.6",
        answers=frozenset({STEP_LOSSES.kind}),
        sampled="of units that are alike the first are named",
        toward=_toward,
    ),
)
