"""Section 4.0, second part: 24 Support Points bombard the beaches, then the Invasion sections land."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import AUTO, Decision, Draft, Position, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r05_flow, r09_attack, r13_control, terms
from adjudicator.storm_over_normandy.r09_strength import Attack
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "MOST",
    "STEPS",
    "TOTAL",
    "Bombard",
    "bombardment",
    "bombardment_ruling",
    "check_points",
    "land",
]

TOTAL, MOST, LEAST_BEACHES = 24, 12, 2
_BOMBARD, _LAND = "bombard", "land"
Points = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Beach:
    """The beach Area whose Support Points attack next."""

    area: str


_BOMBARDED = Frame(_BOMBARD, "4.0", Beach)


@dataclass(frozen=True, slots=True)
class Bombard(Action):
    """Assign Support Points to beach Areas; the attacks are made in this order.

    Parameters
    ----------
    points
        Ids of beach Areas, each with its points.

    Examples
    --------
    >>> Bombard((("omaha-1", 2), ("omaha-2", 8))).points[1]
    ('omaha-2', 8)
    """

    points: tuple[tuple[str, int], ...]


@rule("4.0", "9.3.3")
def bombardment(area: str, points: int) -> Attack:
    """The attack of Support Points on a beach: their number is all its firepower.

    Examples
    --------
    >>> bombardment("omaha-2", 8).support
    8
    """
    return Attack("bombardment", terms.ALLIED, area, support=points)


# --- the assignment ---------------------------------------------------------------------------------------


@rule("4.0", "9.3.3")
def check_points(inquiry: Inquiry, points: Points, *, complete: bool = True) -> int:
    """Check an assignment of Support Points; every reason against it is recorded.

    Parameters
    ----------
    complete
        Whether it is the whole assignment: then two beaches at least must be in it.

    Returns
    -------
    int
        Points that are left over.
    """
    named, total = [area for area, _ in points], sum(n for _, n in points)
    for area, number in points:
        _check_beach(inquiry, area, number)
    for area in sorted({a for a in named if named.count(a) > 1}):
        inquiry.refuse("4.0", f"{inquiry.board.name(area)} is named twice", spaces=[area])
    if complete:
        many = len(set(named)) >= LEAST_BEACHES
        inquiry.require(
            "4.0", many, f"beaches bombarded: {len(named)}", "two beach Areas at least are bombarded"
        )
        if total < TOTAL:
            every = inquiry.option("assign-all") == "B"
            inquiry.require("4.0", not every, "", f"all {TOTAL} Support Points are assigned, not {total}")
    passed, failed = f"{total} of {TOTAL} Support Points", f"there are {TOTAL} Support Points, not {total}"
    inquiry.require("4.0", total <= TOTAL, passed, failed)
    return max(0, TOTAL - total)


def _check_beach(inquiry: Inquiry, area: str, number: int) -> None:
    name = inquiry.board.name(area)
    beach = area in terms.beaches(inquiry)
    inquiry.require("4.0", beach, "", f"{name} is no beach Area", spaces=[area])
    passed, failed = f"{name}: {number}", f"{name} gets 1 to {MOST} Support Points, not {number}"
    inquiry.require("9.3.3", 1 <= number <= MOST, passed, failed, spaces=[area])


@rule("4.0")
def _check(inquiry: Inquiry, action: Bombard) -> None:
    left = check_points(inquiry, action.points)
    if left:
        inquiry.note("4.0", "Support Points that are not assigned", left)


def _perform(draft: Draft, action: Bombard) -> None:
    draft.ask(AUTO, _LAND, "4.0")
    for area, number in reversed(action.points):
        draft.set("support-placed", number, area)
        _BOMBARDED.push(draft, Beach(area))
    draft.set("support", TOTAL - sum(n for _, n in action.points))


@rule("4.0", "9.3.1")
def _bombard(draft: Draft, decision: Decision) -> None:
    """The attack on one beach; its markers are discarded, also where nobody is left to attack."""
    area = _BOMBARDED.read(decision).area
    points = draft.number("support-placed", area)
    draft.set("support-placed", 0, area)
    draft.set("bombarded", True, area)
    if terms.enemies(draft, area, terms.ALLIED):
        r09_attack.begin(draft, bombardment(area, points))


@rule("4.0", "13.0")
def land(draft: Draft) -> None:
    """Move the units of every Invasion section to its beach; they stay fresh."""
    for beach in terms.beaches(draft):
        box = terms.box_of(draft, beach)
        for piece in terms.friends(draft, box, terms.ALLIED):
            draft.place(piece.uid, beach)
            draft.set("landed", box, piece.uid)
    r13_control.update(draft)


@rule("4.0", "13.0")
def _open(draft: Draft) -> None:
    """Control follows the airborne units, at the latest after all of them have been rolled for."""
    r13_control.update(draft)


def _land(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    land(draft)
    r05_flow.next_phase(draft)


def _shares(beaches: Sequence[str]) -> Points:
    """24 points in equal shares, the first beaches with one more where they do not divide."""
    each, more = divmod(TOTAL, len(beaches))
    return tuple((b, min(MOST, each + (n < more))) for n, b in enumerate(beaches))


def _options(state: State) -> Iterator[Bombard]:
    """A fair sample: equal shares for every choice of beaches, and uneven ones for every pair."""
    there = terms.beaches(state)
    for count in range(LEAST_BEACHES, len(there) + 1):
        yield from (Bombard(_shares(chosen)) for chosen in itertools.combinations(there, count))
    for first, second in itertools.permutations(there, 2):
        yield Bombard(((first, MOST), (second, MOST // 2)))


def _toward(before: Position, after: Position) -> Iterator[Bombard]:
    """The shares that lie on the beaches of another position, or shares of those that were bombarded."""
    lying, used = _placed(after), min(TOTAL, TOTAL - after.number("support"))
    beaches = [b for b in terms.beaches(after) if after.flag("bombarded", b)]
    if len(beaches) == 1:
        yield Bombard(((beaches[0], used - sum(n for _, n in lying)), *lying))
    for first in beaches:  # the first takes as much as it may, the others share the rest
        rest = [b for b in beaches if b != first]
        each, more = divmod(used - min(MOST, used - len(rest)), max(1, len(rest)))
        shares = [(b, each + (n < more)) for n, b in enumerate(rest)]
        yield Bombard(tuple(sorted([(first, min(MOST, used - len(rest))), *shares])))
    yield from _options(before)


def _placed(view: View) -> Points:
    """Support Points that lie on the map."""
    found = ((area, view.number("support-placed", area)) for area in view.subjects("support-placed"))
    return tuple((area, number) for area, number in found if number)


def bombardment_ruling(
    position: Position, points: Points = (), *, complete: bool = True, strict: bool = False
) -> Ruling:
    """Answer whether an assignment of Support Points to the beaches is legal.

    Parameters
    ----------
    complete
        False for a part of the assignment.

    Returns
    -------
    Ruling
        Its answer is the number of points that are left over.
    """
    inquiry = Inquiry(position, strict=strict)
    points = points or _placed(position)
    left = check_points(inquiry, points, complete=complete)
    inquiry.note("4.0", "Support Points left for other beaches", left)
    legal = "legal" if not inquiry.violations else "illegal"
    told = ", ".join(f"{position.board.name(a)} {n}" for a, n in points)
    return inquiry.ruling("bombardment", f"{told}: {legal}, with {many(left, 'point')} left.", left)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        Bombard,
        _check,
        _perform,
        _options,
        "4.0",
        phases=frozenset({"bombardment"}),
        sampled="equal shares for every choice of beaches are listed, and twelve and six for every pair",
        toward=_toward,
    ),
)
PHASE_RULES: Mapping[str, PhaseRule] = {"bombardment": PhaseRule(opening=_open)}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_BOMBARD: _bombard, _LAND: _land}
