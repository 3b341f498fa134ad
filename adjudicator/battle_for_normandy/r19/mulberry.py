"""Section 19.4: the two Mulberry Harbors: where they are built, how far they are, what storms do to them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r04_flow, terms
from adjudicator.battle_for_normandy.r09 import queues as r09_queues
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "READY",
    "ROLLS",
    "STEPS",
    "BuildMulberry",
    "begun",
    "chances",
    "damage_chance",
    "is_complete",
    "open_phase",
    "sites",
    "under_construction",
    "working",
]

READY = 21
_MOST = 2
_FIRST_DAY = 7
_BEGUN = 99  # mulberry-ready of one under construction: a day that never comes
_DAMAGED = range(4, 7)  # reconstructed: the ranges of the Damage Table are lost
_BUILD, _ROLLS = "build-mulberry", "mulberry-rolls"


@dataclass(frozen=True, slots=True)
class BuildMulberry(Action):
    """Begin the construction of Mulberries; none may be named.

    Parameters
    ----------
    sites
        Landing Sites.

    Examples
    --------
    >>> BuildMulberry(("omaha", "gold")).sites
    ('omaha', 'gold')
    """

    sites: tuple[str, ...] = ()


# --- how they stand ---------------------------------------------------------------------------------------


@rule("19.4.1")
def begun(view: View) -> tuple[str, ...]:
    """Landing Sites where a Mulberry has been begun."""
    return tuple([s for s in terms.SITES if view.number("mulberry-ready", s) or view.number("mulberry", s)])


@rule("19.4.1")
def is_complete(view: View, site: str) -> bool:
    """Whether the Mulberry of a site is complete."""
    return view.number("mulberry", site) >= READY


@rule("19.4.1")
def under_construction(view: View) -> tuple[str, ...]:
    """Landing Sites whose Mulberry is rolled for."""
    return tuple([s for s in begun(view) if not is_complete(view, s)])


@rule("19.4.1")
def working(view: View) -> tuple[str, ...]:
    """Landing Sites whose Mulberry brings supply: complete, from the day after."""
    day = view.number("date")
    done = [s for s in begun(view) if is_complete(view, s)]
    return tuple([s for s in done if view.number("mulberry-ready", s) < day])


@rule("19.4.1")
def sites(view: View) -> tuple[str, ...]:
    """Beachheads where a Mulberry can be begun now.

    Returns
    -------
    tuple of str
        Empty once two are begun.
    """
    taken = begun(view)
    if len(taken) >= _MOST or view.number("date") < _FIRST_DAY or view.text("scenario") != "campaign":
        return ()
    return tuple([s for s in terms.SITES if view.text("beachhead", s) and s not in taken])


@rule("19.4.1")
def chances(done: int, days: int) -> Mapping[int, Fraction]:
    """Exact chance that a Mulberry is complete after each of the next days.

    Parameters
    ----------
    done
        Progress so far.
    days
        How many days to look ahead.

    Returns
    -------
    mapping of int to Fraction
        Number of rolls -> chance that it is complete by then.

    Examples
    --------
    >>> chances(20, 1), chances(15, 1)[1]
    ({1: Fraction(1, 1)}, Fraction(1, 6))
    """
    totals, found = {done: Fraction(1)}, dict[int, Fraction]()
    for day in range(1, days + 1):
        then: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for die in range(1, 7) if total < READY else (0,):
                at = min(READY, total + die)
                then[at] = then.get(at, Fraction(0)) + (chance / 6 if total < READY else chance)
        totals = then
        found[day] = totals.get(READY, Fraction(0))
    return found


@rule("19.4.2")
def damage_chance() -> Fraction:
    """Chance that a storm damages a Mulberry; the ranges of its table are reconstructed."""
    return Fraction(len(_DAMAGED), 6)


# --- the phase --------------------------------------------------------------------------------------------


@rule("19.4.1", "19.4.2")
def open_phase(draft: Draft) -> None:
    """Begin the phase: storm damage first, then new harbors, then a die for each under construction."""
    r04_flow.leave(draft)
    draft.ask("auto", _ROLLS, "19.4.1")
    if sites(draft):
        draft.ask(terms.ALLIED, _BUILD, "19.4.1")
    if draft.text("weather") == "storm":
        for site in reversed(begun(draft)):
            ask_roll(draft, "mulberry-storm", [terms.D6], site=site)


def _ask_rolls(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    for site in reversed(under_construction(draft)):
        ask_roll(draft, "mulberry", [terms.D6], site=site)


@rule("19.4.1")
def _progress(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    site = data["site"]
    total = min(READY, draft.number("mulberry", site) + values[0])
    draft.set("mulberry", total, site)
    if total >= READY:
        draft.set("mulberry-ready", draft.number("date"), site)


@rule("19.4.2")
def _storm(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] in _DAMAGED:
        ask_roll(draft, "mulberry-damage", [terms.D6] * 3, site=data["site"])


@rule("19.4.2.1")
def _damage(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Take three dice off the progress, or off 21 where it was complete."""
    site, complete = data["site"], is_complete(draft, data["site"])
    if complete:
        _clear_side_rows(draft, site)
    draft.set("mulberry", max(0, min(draft.number("mulberry", site), READY) - sum(values)), site)
    draft.set("mulberry-ready", _BEGUN, site)


@rule("19.4.2")
def _clear_side_rows(draft: Draft, site: str) -> None:
    """Units in the further Landing Queues of a damaged Mulberry go to the Holding Box, intact."""
    holding = f"holding-{draft.text('beachhead', site)}"
    for row in r09_queues.side_rows(draft, site):
        for space in row:
            for piece in terms.friends(draft, space, terms.ALLIED):
                if not terms.is_naval(piece.printed):
                    draft.place(piece.uid, holding)


# --- the choice -------------------------------------------------------------------------------------------


@rule("19.4.1")
def _check(inquiry: Inquiry, action: BuildMulberry) -> None:
    free, taken = sites(inquiry), begun(inquiry)
    for site in action.sites:
        there = site in free
        inquiry.require("19.4.1", there, f"a Mulberry can be begun at {site}", f"none can be begun at {site}")
    count = len(taken) + len(set(action.sites))
    fits = count <= _MOST and len(set(action.sites)) == len(action.sites)
    inquiry.require("19.4.1", fits, "", "there are two Mulberry Harbors, each at another Beachhead")
    if not action.sites:
        inquiry.note("19.4.1", "no Mulberry is begun now: nobody has to")


def _perform(draft: Draft, action: BuildMulberry) -> None:
    draft.settle()
    for site in action.sites:
        draft.set("mulberry-ready", _BEGUN, site)


def _options(state: State) -> Iterator[BuildMulberry]:
    free = sites(state)
    for count in range(_MOST - len(begun(state)), -1, -1):
        yield from (BuildMulberry(chosen) for chosen in itertools.combinations(free, count))


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll is asked so
    return f"the Mulberry at {data['site']}"


ROLLS: dict[str, RollRule] = {
    "mulberry": RollRule(_progress, _why, "19.4.1"),
    "mulberry-storm": RollRule(_storm, _why, "19.4.2"),
    "mulberry-damage": RollRule(_damage, _why, "19.4.2.1"),
}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_ROLLS: _ask_rolls}
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(BuildMulberry, _check, _perform, _options, "19.4.1", answers=frozenset({_BUILD})),
)
