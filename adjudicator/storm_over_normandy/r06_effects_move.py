"""Sections 8.0, 11.0 and 14.2: cards that let units assault or march, and the card that stops them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.storm_over_normandy import (
    cards,
    r06_windows,
    r07_unit_actions,
    r08_stacking,
    r11_assault,
    r14_bocage,
    terms,
)
from adjudicator.storm_over_normandy.cards import Card
from adjudicator.storm_over_normandy.r06_effects import Effect, Play, Target
from adjudicator.storm_over_normandy.r06_moments import Moment
from adjudicator.storm_over_normandy.r09_strength import explain_strength

__all__ = ["MOVE_EFFECTS", "stopped_area"]

_GROUPS = 64  # ways to join two groups that are offered for each pair


# --- Assaults that a card allows --------------------------------------------------------------------------


@rule("11.0", "7.1", "12.3")
def _check_assault(inquiry: Inquiry, play: Play) -> None:
    """An Assault out of one Area, or with Shock Assault out of two, without a discard."""
    wanted = _areas_wanted(play.card)
    pieces = r07_unit_actions.select(inquiry, play.units, areas=wanted)
    wrong = [p.uid for p in pieces if p.side != play.side]
    failed = f"{play.card.title} is for units of the {play.side.capitalize()} side"
    inquiry.require("6.2", not wrong, "", failed, units=wrong)
    if not play.area:
        inquiry.refuse("11.0", f"{play.card.title} needs the Area that is assaulted")
    if not pieces or wrong:
        return
    origins = sorted(terms.places(inquiry, pieces))
    if wanted > 1:
        failed = f"all units come from {inquiry.board.name(origins[0])}: two Areas take part"
        inquiry.require("11.0", len(origins) > 1, "units of two Areas take part", failed, units=play.units)
    for origin in origins:
        _check_box(inquiry, play.card, origin)
    if play.area in inquiry.board.spaces:
        r11_assault.check_assault(inquiry, pieces, play.area)
    if not inquiry.violations:
        inquiry.note("11.0", f"{play.card.title} is played: no other card is discarded")
        r06_windows.note_leaving(inquiry, play.units)
        attack = r11_assault.attack_of(pieces, play.area)
        explain_strength(inquiry, attack)
        r06_windows.note_answers(inquiry, attack)


def _areas_wanted(card: Card) -> int:
    return card.number("areas") if "areas" in card.params else 1


@rule("12.3", "11.0")
def _check_box(inquiry: Inquiry, card: Card, origin: str) -> None:
    """A card does nothing for units in a box, Landing Boxes by an open point apart."""
    space = inquiry.board.spaces[origin]
    if not terms.is_box(space) or _opens(inquiry, origin):
        return
    text = f"units in {space.name} feel no effect of a card, not of {card.title} either"
    inquiry.refuse("12.3", text, spaces=[origin])


def _opens(view: View, origin: str) -> bool:
    """Whether the open point lets a card move units out of a Landing Box."""
    return terms.is_landing(view.board.spaces[origin]) and view.option("shock-from-box") == "B"


def _perform_assault(draft: Draft, play: Play) -> None:
    r11_assault.launch(draft, play.units, play.area)


def _from_one(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    for uids in r07_unit_actions.turns(state, card.side):
        pieces = [state.pieces[uid] for uid in uids]
        strong = any(terms.is_strongpoint(p.printed) for p in pieces)
        if not strong and _may_begin(state, pieces[0].space):
            yield from ((target, uids) for target in r11_assault.targets(state, uids))


def _may_begin(view: View, origin: str) -> bool:
    return terms.is_area(view.board.spaces[origin]) or _opens(view, origin)


def _from_two(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    """For each target and each pair of groups of one nationality beside it a number of selections."""
    near: dict[tuple[str, str], list[tuple[Piece, ...]]] = {}
    for group in r07_unit_actions.groups(state, card.side):
        ready = tuple(p for p in group if not terms.is_strongpoint(p.printed))
        if ready and _may_begin(state, ready[0].space) and not _is_contested(state, ready[0]):
            for _, to in state.board.neighbours(ready[0].space):
                if terms.enemies(state, to, card.side):
                    near.setdefault((to, terms.group_of(ready[0].printed)), []).append(ready)
    for (target, _), found in near.items():
        for one, other in itertools.combinations(found, 2):
            yield from _joined(state, target, one, other)


def _is_contested(view: View, piece: Piece) -> bool:
    return bool(terms.enemies(view, piece.space, piece.side))


@rule("8.1")
def _joined(view: View, target: str, one: Sequence[Piece], other: Sequence[Piece]) -> Iterator[Target]:
    """Selections of two groups that find room in an Area together; of very many a fair sample."""
    room = r08_stacking.room(view, target, one[0].side)
    ways = itertools.product(r07_unit_actions.selections(one), r07_unit_actions.selections(other))
    fitting = [a + b for a, b in ways if len(a) + len(b) <= room]
    yield from ((target, uids) for uids in fitting[:: 1 + len(fitting) // _GROUPS])


# --- marching ---------------------------------------------------------------------------------------------


@rule("8.0", "12.3")
def _check_march(inquiry: Inquiry, play: Play) -> None:
    cards.cite(inquiry, play.card, "8.0", "effect", "params")
    inquiry.require(
        "8.0",
        _can_march(inquiry, play.side),
        f"the Movement or Assault that follows has {play.card.number('points')} movement points more",
        f"no unit of the {play.side.capitalize()} side can move or assault out of an Area",
    )


def _can_march(view: View, side: str) -> bool:
    groups = (p for group in r07_unit_actions.groups(view, side) for p in group)
    return any(
        terms.is_area(view.board.spaces[p.space]) and not terms.is_strongpoint(p.printed) for p in groups
    )


@rule("8.0", "6.2")
def _march(draft: Draft, play: Play) -> None:
    draft.set("effect", play.card.number("points"), play.copy)


# --- Bocage -----------------------------------------------------------------------------------------------


@rule("14.2")
def stopped_area(view: View, play: Play) -> str:
    """The bocage Area that a card is played against: the one named, or the only one.

    Returns
    -------
    str
        Empty when there are several and none is named.
    """
    found = r14_bocage.stoppable(view, play.about.units)
    return play.area or (found[0] if len(found) == 1 else "")


@rule("14.2")
def _check_stop(inquiry: Inquiry, play: Play) -> None:
    uids = play.about.units
    found, area = r14_bocage.stoppable(inquiry, uids), stopped_area(inquiry, play)
    if not found or (area and area not in inquiry.board.spaces):
        return
    if not area:
        names = " or ".join(map(inquiry.board.name, found))
        inquiry.refuse("14.2", f"one card stops the units of one Area: name {names}", spaces=found)
        return
    name = inquiry.board.name(area)
    failed = f"no units are about to leave {name} out of bocage"
    if inquiry.require("14.2", area in found, "", failed, spaces=[area]):
        stay = [inquiry.pieces[uid] for uid in r14_bocage.stopped_units(inquiry, uids, area)]
        inquiry.note("14.2", f"{terms.titles(stay)} stay in {name} and become spent")


@rule("14.2", "11.0")
def _stop(draft: Draft, play: Play) -> None:
    """Units that begin in the Area stay there, spent; what lies below on the stack goes on without them."""
    for uid in r14_bocage.stopped_units(draft, play.about.units, stopped_area(draft, play)):
        draft.set_status(uid, terms.SPENT)


def _stops(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    yield from ((area, ()) for area in r14_bocage.stoppable(state, about.units))


_ASSAULTED = ("stop-move", "defensive-fire", "double-value")
MOVE_EFFECTS: Mapping[str, Effect] = {
    "shock-assault": Effect(
        _perform_assault,
        "units of one nationality in {areas} Areas assault one Area next to both, without a discard",
        _check_assault,
        _from_two,
        frozenset({"area", "units"}),
        _ASSAULTED,
        selects=True,
    ),
    "free-assault": Effect(
        _perform_assault,
        "units of one Area assault without a discard",
        _check_assault,
        _from_one,
        frozenset({"area", "units"}),
        _ASSAULTED,
        selects=True,
    ),
    "march": Effect(
        _march,
        "{points} movement points more for the Movement or Assault of this impulse",
        _check_march,
        answers=_ASSAULTED,
    ),
    "stop-move": Effect(
        _stop,
        "Allied units that move or assault out of a bocage Area stay there, spent",
        _check_stop,
        _stops,
        frozenset({"area"}),
    ),
}
