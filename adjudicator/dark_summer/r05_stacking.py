"""Sections 5.0 to 5.5: who may stand together in a hex, and what happens to units in excess."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Ruling, Violation
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "LIMIT",
    "MOMENTS",
    "RemoveExcess",
    "coexisting",
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
MOMENTS = ("now", "passing", "placement", "end-of-movement", "retreat", "advance")
_BOXES = {
    "cherbourg": "5.3",
    "brittany-entered": "5.4",
    "brittany-may-leave": "5.4",
    "exit-allied": "5.5",
    "exit-german": "5.5",
}


@dataclass(frozen=True, slots=True)
class Excess:
    """A stack out of which its owner, or the enemy, removes units."""

    space: str
    side: str


_EXCESS = Frame("remove-excess", "5.2", Excess)


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
    space
        Id of the space; in boxes and offshore there is no limit.

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
    units = many(len(counted), "unit that counts", "units that count")
    text = f"{units} in {name}, at most {LIMIT} may stack: {terms.titles(counted)}"
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
    """Why an Allied unit may not stay in a hex that units of the other Allied group hold."""
    group = terms.group_of(unit.printed)
    known = view.board.spaces.get(space)
    if group == terms.GERMAN or known is None or not terms.is_hex(known):
        return ()
    others = [p for p in terms.friends(view, space, terms.ALLIED) if terms.group_of(p.printed) != group]
    if not others:
        return ()
    text = f"{unit.printed.title} may not stack with {terms.titles(others)} in {view.board.name(space)}"
    return (Violation("5.0", text, (unit.uid, *(p.uid for p in others)), (space,)),)


@rule("2.5", "5.0", "5.1")
def explain_stack(inquiry: Inquiry, space: str, side: str, adding: Iterable[str] = ()) -> bool:
    """Say how a stack is counted, and every fault of it.

    Parameters
    ----------
    space, side, adding
        As in `stacking_faults`.

    Returns
    -------
    bool
        Whether the stack is legal.
    """
    adding = tuple(adding)
    faults = stacking_faults(inquiry, space, side, adding)
    here = {p.uid: p for p in terms.friends(inquiry, space, side)} | {u: inquiry.pieces[u] for u in adding}
    counted, free = _counted(here.values())
    if not any(f.rule == "5.0" for f in faults):
        inquiry.note("5.0", "units of these nations may stack with each other")
    inquiry.note(
        "5.1", f"{len(counted)} of at most {LIMIT} units count: {terms.titles(counted)}", len(counted)
    )
    if small := [p for p in free if terms.is_battalion(p.printed)]:
        inquiry.note("2.5", f"of battalion size: {terms.titles(small)}")
    if free:
        inquiry.note("5.1", f"battalions and Strongpoints stack for free: {terms.titles(free)}")
    divisions = sorted({terms.division_for_stack(p.printed) for p in counted} - {""})
    inquiry.note("5.1", f"divisions in the hex: {', '.join(divisions) or 'none'}", len(divisions))
    inquiry.violations.extend(faults)
    return not faults


def _counted(pieces: Iterable[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Units that count towards the limit, and those that stack for free."""
    there = list(pieces)
    counted = [p for p in there if terms.counts_for_stack(p.printed)]
    return counted, [p for p in there if not terms.counts_for_stack(p.printed)]


@rule("5.0", "5.1", "5.2", "5.3", "5.4", "5.5")
def stack_ruling(
    position: Position, space: str, *, adding: Sequence[str] = (), moment: str = "now", strict: bool = False
) -> Ruling:
    """Answer whether units may be together, when the limit is enforced, and who then removes what.

    Parameters
    ----------
    adding
        Ids of units that would join those there.
    moment
        One of `MOMENTS`; ``now`` is ``passing`` while the Round in play lets units move or enter.

    Returns
    -------
    Ruling
        Its answer says whether it is ``legal`` at that moment and ``within`` the limit, how many units are
        ``counted``, who removes (``remover``), and every set of units that may go (``removals``).
    """
    inquiry, name = Inquiry(position, strict=strict), position.board.name(space)
    there = {p.uid: p for p in position.units_in(space)} | {u: position.pieces[u] for u in adding}
    sides = sorted({p.side for p in there.values()}) or [position.text("side")]
    answer: dict[str, Any] = {"legal": True, "within": True, "remover": "", "removals": []}
    if not terms.is_hex(position.board.spaces[space]):
        _explain_box(inquiry, space, there.values())
    elif len(sides) > 1:
        text = f"Allied units never stack with German units: {terms.titles(there.values())} in {name}"
        inquiry.refuse("5.0", text, units=there, spaces=(space,))
    else:
        answer |= _explain_limit(inquiry, space, sides[0], adding, moment)
    counted = len(_counted(there.values())[0])
    answer |= {"legal": not inquiry.violations, "counted": counted}
    verdict = f"The stack in {name} is {'legal' if answer['legal'] else 'not legal'}."
    return inquiry.ruling(f"stack {space}", verdict, answer)


@rule("5.1", "5.2")
def _explain_limit(
    inquiry: Inquiry, space: str, side: str, adding: Sequence[str], moment: str
) -> dict[str, Any]:
    """Say whether a stack is within the limit, and what follows at a moment if it is not."""
    if explain_stack(inquiry, space, side, adding):
        inquiry.note("5.2", "nothing has to be removed, whenever the limit is enforced")
        return {}
    second = inquiry.state.raw("round-kind") == "second-wave"
    moving = inquiry.state.raw("round-part") in {"entry", "movement"}
    sets = [list(units) for units in removals(inquiry, space, side, adding)]
    remover = side if moment == "retreat" else terms.enemy_of(side)
    if moment == "passing" or (moment == "now" and (moving or second)) or (moment == "placement" and second):
        found = [f for f in inquiry.violations if f.rule != "5.0" or moment == "passing"]
        inquiry.violations[:] = [f for f in inquiry.violations if f not in found]
        when = "the end of the 2nd Wave Round" if second else "the end of Movement, placement or advance"
        for fault in found:
            inquiry.note("5.1" if second else "5.2", f"allowed until {when}: {fault.text}")
    inquiry.option("excess-removal")
    who = "the owner" if moment == "retreat" else "the opponent"
    inquiry.note("5.2", f"where the limit is enforced {who} eliminates units of his choice", len(sets))
    return {"within": False, "remover": remover, "removals": sets}


@rule("5.3", "5.4", "5.5")
def _explain_box(inquiry: Inquiry, space: str, pieces: Iterable[Piece]) -> None:
    """Say who may be in an off-map box; offshore and in boxes there is no limit."""
    section = _BOXES.get(space, "5.1")
    inquiry.note(section, f"any number of units can be in {inquiry.board.name(space)}")
    for piece in pieces:
        wrong = _no_place(inquiry, piece, section, space)
        inquiry.require(section, not wrong, "", f"{piece.printed.title}: {wrong}", units=(piece.uid,))


def _no_place(view: View, piece: Piece, section: str, space: str) -> str:
    """Why a unit is never in a box; empty when it may be."""
    american = terms.group_of(piece.printed) == terms.US
    if piece.printed.nationality == "french" and section != "5.5":
        american = view.option("french-boxes") == "B"
    if section == "5.3" and not american and piece.side == terms.ALLIED:
        return "only German and US units are in Cherbourg"
    if section == "5.4" and not american:
        return "only US units enter Brittany"
    if section == "5.5" and space != f"exit-{piece.side}":
        return "each side has a section of its own in the Eastern Exit Box"
    return ""


# --- enforcing it -----------------------------------------------------------------------------------------


@rule("5.2")
def excess_faults(view: View, space: str) -> tuple[Violation, ...]:
    """What is wrong with the stacks in a hex now, of either side."""
    sides = (terms.ALLIED, terms.GERMAN)
    return tuple(fault for side in sides for fault in stacking_faults(view, space, side))


@rule("5.0", "5.3")
def coexisting(state: State) -> tuple[str, ...]:
    """Hexes in which both sides stand, which no position of the game has; only the boxes hold both.

    Returns
    -------
    tuple of str
        A sentence for each.
    """
    spaces = state.board.spaces
    both = [
        space
        for space in sorted(state.occupied())
        if space in spaces
        and terms.is_hex(spaces[space])
        and len({p.side for p in state.units_in(space)}) > 1
    ]
    return tuple([f"{spaces[s].name}: {terms.titles(state.units_in(s))} of both sides (5.0)" for s in both])


def crowded(state: State) -> tuple[str, ...]:
    """Hexes whose stack breaks the limit, sorted."""
    return tuple(sorted(s for s in state.occupied() if excess_faults(state, s)))


@rule("5.2")
def enforce(draft: Draft, spaces: Iterable[str] | None = None, *, retreat: bool = False) -> bool:
    """Have units removed where the limit is broken: by the opponent, after a retreat by the owner.

    Parameters
    ----------
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
                _EXCESS.push(draft, Excess(space, side), player)
                found = True
    return found


@rule("5.2")
def removals(view: View, space: str, side: str, adding: Sequence[str] = ()) -> Iterator[tuple[str, ...]]:
    """Every set of units whose removal makes a stack legal and of which none is superfluous.

    Parameters
    ----------
    space, side, adding
        The stack, as in `stacking_faults`.

    Yields
    ------
    tuple of str
        Ids, smaller sets first. With the reading ``excess-removal=B`` only the smallest sets.
    """
    units = list(dict.fromkeys([*(p.uid for p in terms.friends(view, space, side)), *adding]))
    found: list[set[str]] = []
    fewest = view.option("excess-removal") == "B"
    for size in range(1, len(units) + 1):
        if found and fewest:
            return
        for chosen in itertools.combinations(units, size):
            superfluous = any(smaller <= set(chosen) for smaller in found)
            if not superfluous and not stacking_faults(view, space, side, adding, chosen):
                found.append(set(chosen))
                yield chosen


@rule("5.2")
def _check(inquiry: Inquiry, action: RemoveExcess) -> None:
    excess = _EXCESS.asked(inquiry)
    if excess is None:
        return
    space, side = excess.space, excess.side
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
        failed = f"{many(fewest, 'unit is', 'units are')} enough"
        inquiry.require("5.2", len(action.units) == fewest, "as few as possible", failed)


def _needed(view: View, space: str, side: str, units: Sequence[str], one: str) -> bool:
    """Whether the stack would still break the limit if one of the named units stayed."""
    return bool(stacking_faults(view, space, side, removing=[u for u in units if u != one]))


def _perform(draft: Draft, action: RemoveExcess) -> None:
    draft.settle()
    for uid in action.units:
        draft.place(uid, terms.ELIMINATED)


def _options(state: State) -> Iterator[RemoveExcess]:
    excess = _EXCESS.asked(state)
    if excess is not None:
        yield from map(RemoveExcess, removals(state, excess.space, excess.side))


HANDLERS = (Handler(RemoveExcess, _check, _perform, _options, "5.2", answers=frozenset({_EXCESS.kind})),)
