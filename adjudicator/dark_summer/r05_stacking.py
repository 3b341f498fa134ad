"""Sections 5.0 to 5.5: who may stand together in a hex, and what happens to units in excess."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Ruling, Violation

__all__ = [
    "HANDLERS",
    "LIMIT",
    "RemoveExcess",
    "crowded",
    "enforce",
    "excess_faults",
    "explain_stack",
    "mixing_faults",
    "removals",
    "stack_ruling",
    "stacking_faults",
]

LIMIT = 4
_REMOVE = "remove-excess"


@dataclass(frozen=True, slots=True)
class RemoveExcess(Action):
    """Eliminate units so that a hex is within the stacking limit (5.2).

    Parameters
    ----------
    units
        Their ids; none of them may be superfluous.

    Examples
    --------
    >>> RemoveExcess(("us-1-16",)).units
    ('us-1-16',)
    """

    units: tuple[str, ...]


# --- the limit --------------------------------------------------------------------------------------------


@rule("5.0", "5.1", "5.3", "5.4", "5.5")
def stacking_faults(
    view: View, space: str, side: str, adding: Iterable[str] = (), removing: Iterable[str] = ()
) -> tuple[Violation, ...]:
    """What is wrong with the stack of a side in a space, some units added and some taken away.

    Parameters
    ----------
    view
        The position.
    space
        Id of the space; in boxes and offshore there is no limit.
    side
        Whose stack.
    adding, removing
        Ids of units that would come or go.

    Returns
    -------
    tuple of Violation
        Empty when the stack is legal.
    """
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return ()
    gone = set(removing)
    here = {p.uid: p for p in view.units_in(space) if p.printed.side == side and p.uid not in gone}
    here.update((uid, view.pieces[uid]) for uid in adding if uid not in gone)
    return _faults(view.board.name(space), space, list(here.values()))


def _faults(name: str, space: str, pieces: Sequence[Piece]) -> tuple[Violation, ...]:
    return (*_mixed(name, space, pieces), *_too_many(name, space, pieces), *_divisions(name, space, pieces))


@rule("5.0")
def _mixed(name: str, space: str, pieces: Sequence[Piece]) -> tuple[Violation, ...]:
    groups = {terms.group_of(p.printed) for p in pieces}
    if not {terms.US, terms.BRITISH} <= groups:
        return ()
    text = f"US and French units never stack with British, Canadian and Polish units: {terms.titles(pieces)}"
    return (Violation("5.0", f"{text} in {name}", tuple(p.uid for p in pieces), (space,)),)


@rule("5.1")
def _too_many(name: str, space: str, pieces: Sequence[Piece]) -> tuple[Violation, ...]:
    counted = [p for p in pieces if terms.counts_for_stack(p.printed)]
    if len(counted) <= LIMIT:
        return ()
    text = f"{len(counted)} units that count in {name}, at most {LIMIT} may stack: {terms.titles(counted)}"
    return (Violation("5.1", text, tuple(p.uid for p in counted), (space,)),)


@rule("5.1")
def _divisions(name: str, space: str, pieces: Sequence[Piece]) -> tuple[Violation, ...]:
    divided = [p for p in pieces if terms.division_for_stack(p.printed)]
    if len({terms.division_for_stack(p.printed) for p in divided}) <= 1:
        return ()
    text = f"units of more than one division in {name}: {terms.titles(divided)}"
    return (Violation("5.1", text, tuple(p.uid for p in divided), (space,)),)


@rule("5.0")
def mixing_faults(view: View, space: str, unit: Piece) -> tuple[Violation, ...]:
    """Why an Allied unit may not stay in a hex that units of the other Allied group hold.

    Parameters
    ----------
    view
        The position.
    space
        Id of the hex.
    unit
        Who would end there.

    Returns
    -------
    tuple of Violation
    """
    group = terms.group_of(unit.printed)
    known = view.board.spaces.get(space)
    if group == terms.GERMAN or known is None or not terms.is_hex(known):
        return ()
    others = [p for p in terms.friends(view, space, terms.ALLIED) if terms.group_of(p.printed) != group]
    if not others:
        return ()
    text = f"{unit.printed.title} may not stack with {terms.titles(others)} in {view.board.name(space)}"
    return (Violation("5.0", text, (unit.uid, *(p.uid for p in others)), (space,)),)


@rule("5.0", "5.1")
def explain_stack(inquiry: Inquiry, space: str, side: str, adding: Iterable[str] = ()) -> bool:
    """Say how a stack is counted, and every fault of it.

    Parameters
    ----------
    inquiry
        Takes the steps.
    space, side, adding
        As in `stacking_faults`.

    Returns
    -------
    bool
        Whether the stack is legal.
    """
    faults = stacking_faults(inquiry, space, side, adding)
    here = {p.uid: p for p in terms.friends(inquiry, space, side)} | {u: inquiry.pieces[u] for u in adding}
    counted = [p for p in here.values() if terms.counts_for_stack(p.printed)]
    free = [p for p in here.values() if not terms.counts_for_stack(p.printed)]
    inquiry.note(
        "5.1", f"{len(counted)} of at most {LIMIT} units count: {terms.titles(counted)}", len(counted)
    )
    if free:
        inquiry.note("5.1", f"battalions and Strongpoints stack for free: {terms.titles(free)}")
    divisions = sorted({terms.division_for_stack(p.printed) for p in counted} - {""})
    inquiry.note("5.1", f"divisions in the hex: {', '.join(divisions) or 'none'}", len(divisions))
    inquiry.violations.extend(faults)
    return not faults


@rule("5.1", "5.2")
def stack_ruling(position: Position, space: str, side: str, *, strict: bool = False) -> Ruling:
    """Answer whether a stack is legal, and who removes what at the next moment that the limit holds.

    Parameters
    ----------
    position
        The position.
    space, side
        The stack.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Ruling
    """
    inquiry, name = Inquiry(position, strict=strict), position.board.name(space)
    if not explain_stack(inquiry, space, side):
        inquiry.option("excess-removal")
        text = "the opponent removes units of his choice; after a retreat the owner does"
        inquiry.note("5.2", f"at the end of Movement, placement or advance {text}")
    legal = not inquiry.violations
    verdict = f"The stack in {name} is {'legal' if legal else 'over the stacking limit'}."
    sets = [] if legal else [list(units) for units in removals(position, space, side)]
    return inquiry.ruling(f"stack {space} {side}", verdict, {"legal": legal, "removals": sets})


# --- enforcing it -----------------------------------------------------------------------------------------


@rule("5.2")
def excess_faults(view: View, space: str) -> tuple[Violation, ...]:
    """What is wrong with the stacks in a hex now, of either side.

    Parameters
    ----------
    view
        The position.
    space
        Id of the hex.

    Returns
    -------
    tuple of Violation
    """
    sides = (terms.ALLIED, terms.GERMAN)
    return tuple(fault for side in sides for fault in stacking_faults(view, space, side))


def crowded(state: State) -> tuple[str, ...]:
    """Hexes whose stack breaks the limit, sorted."""
    return tuple(sorted(s for s in state.occupied() if excess_faults(state, s)))


@rule("5.2")
def enforce(draft: Draft, spaces: Iterable[str] | None = None, *, retreat: bool = False) -> bool:
    """Have units removed where the limit is broken: by the opponent, after a retreat by the owner.

    Parameters
    ----------
    draft
        The position in the making; a decision ``remove-excess`` is asked for each such hex.
    spaces
        Hexes to look at; None for all.
    retreat
        Whether the excess comes from a retreat.

    Returns
    -------
    bool
        Whether anything must be removed.
    """
    looked_at = crowded(draft) if spaces is None else sorted(set(spaces))
    found = False
    for space in reversed(looked_at):
        for side in (terms.GERMAN, terms.ALLIED):
            if stacking_faults(draft, space, side):
                player = side if retreat else terms.enemy_of(side)
                draft.ask(player, _REMOVE, "5.2", space=space, side=side)
                found = True
    return found


@rule("5.2")
def removals(view: View, space: str, side: str) -> Iterator[tuple[str, ...]]:
    """Every set of units whose removal makes a stack legal and of which none is superfluous.

    Parameters
    ----------
    view
        The position.
    space, side
        The stack.

    Yields
    ------
    tuple of str
        Ids, smaller sets first. With the reading ``excess-removal=B`` only the smallest sets.
    """
    units = [p.uid for p in terms.friends(view, space, side)]
    found: list[set[str]] = []
    fewest = view.option("excess-removal") == "B"
    for size in range(1, len(units) + 1):
        if found and fewest:
            return
        for chosen in itertools.combinations(units, size):
            superfluous = any(smaller <= set(chosen) for smaller in found)
            if not superfluous and not stacking_faults(view, space, side, removing=chosen):
                found.append(set(chosen))
                yield chosen


@rule("5.2")
def _check(inquiry: Inquiry, action: RemoveExcess) -> None:
    data = inquiry.state.pending[-1].data
    space, side = str(data["space"]), str(data["side"])
    here = {p.uid for p in terms.friends(inquiry, space, side)}
    strangers = [uid for uid in action.units if uid not in here]
    name = inquiry.board.name(space)
    if strangers or len(set(action.units)) < len(action.units):
        inquiry.refuse("5.2", f"name each unit of the stack in {name} at most once", units=strangers)
        return
    for fault in stacking_faults(inquiry, space, side):
        inquiry.note(fault.rule, fault.text)
    left = stacking_faults(inquiry, space, side, removing=action.units)
    inquiry.violations.extend(left)
    if left:
        return
    kept = [u for u in action.units if not _needed(inquiry, space, side, action.units, u)]
    text = f"{name} is within the limit without {terms.titles(inquiry.pieces[u] for u in action.units)}"
    inquiry.require("5.2", not kept, text, "more units are named than the limit demands", units=kept)
    if inquiry.option("excess-removal") == "B":
        fewest = len(next(removals(inquiry, space, side), ()))
        failed = f"{fewest} units are enough"
        inquiry.require("5.2", len(action.units) == fewest, "as few as possible", failed)


def _needed(view: View, space: str, side: str, units: Sequence[str], one: str) -> bool:
    """Whether the stack would still break the limit if one of the named units stayed."""
    return bool(stacking_faults(view, space, side, removing=[u for u in units if u != one]))


def _perform(draft: Draft, action: RemoveExcess) -> None:
    draft.settle()
    for uid in action.units:
        draft.place(uid, terms.ELIMINATED)


def _options(state: State) -> Iterator[RemoveExcess]:
    data = state.pending[-1].data
    return (RemoveExcess(units) for units in removals(state, str(data["space"]), str(data["side"])))


HANDLERS = (Handler(RemoveExcess, _check, _perform, _options, "5.2", answers=frozenset({_REMOVE})),)
