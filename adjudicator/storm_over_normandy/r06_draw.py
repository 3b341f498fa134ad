"""Sections 5.0, 6.1, 6.3 and 6.4: a turn begins: hand limits, drawing, new stacks, and Support Points."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import AUTO, Decision, Draft, Position, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import cards, r05_flow, r13_control, terms
from adjudicator.views import state_of
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASE_RULES",
    "ROLLS",
    "STEPS",
    "SUPPORT_EACH_TURN",
    "DiscardExcess",
    "DrawCards",
    "ask_draw",
    "beaches_held",
    "begin",
    "chance_held",
    "chance_of",
    "draw_ruling",
    "explain_limit",
    "hand_limit",
    "hand_size",
    "has_bonus",
    "reshuffle",
    "stack_size",
    "support_at_start",
    "support_ruling",
]

SUPPORT_EACH_TURN = 4
_DRAW, _FILL, _SUPPORT, _EXCESS = "draw", "fill-hand", "draw-support", "over-limit"


@dataclass(frozen=True, slots=True)
class Hand:
    """Whose hand is filled."""

    side: str


@dataclass(frozen=True, slots=True)
class Over:
    """How many cards a hand holds above its limit."""

    count: int


_FILLING, _OVER = Frame(_FILL, "6.1", Hand), Frame(_EXCESS, "6.1", Over)


@dataclass(frozen=True, slots=True)
class DrawCards(Action):
    """Begin the turn: hands are filled and Support Points drawn.

    Examples
    --------
    >>> DrawCards()
    DrawCards()
    """


@dataclass(frozen=True, slots=True)
class DiscardExcess(Action):
    """Discard what is over the limit of the hand (an open point of 6.1).

    Examples
    --------
    >>> DiscardExcess(("german-bocage-1",)).cards
    ('german-bocage-1',)
    """

    cards: tuple[str, ...]


# --- limits -----------------------------------------------------------------------------------------------


@rule("6.1", "5.0")
def hand_size(view: View, side: str) -> int:
    """Cards in a hand, seen or not."""
    return cards.hand_size(view, side)


@rule("5.0", "4.0", "15.0")
def beaches_held(view: View) -> tuple[str, ...]:
    """Beach Areas that the Allies control."""
    return tuple(b for b in terms.beaches(view) if r13_control.holder(view, b) == terms.ALLIED)


@rule("6.1", "2.2.1")
def has_bonus(view: View, side: str) -> bool:
    """Whether a side gets the card of Caen and Bourguébus: it controls both, no enemy unit is in either."""
    return all(
        area in view.board.spaces
        and r13_control.holder(view, area) == side
        and not terms.enemies(view, area, side)
        for area in terms.BONUS
    )


@rule("5.0", "6.1", "4.0")
def explain_limit(inquiry: Inquiry, side: str) -> int:
    """Number of cards up to which a side draws now, with the reckoning.

    Parameters
    ----------
    inquiry, side
        Takes the steps; whose hand.
    """
    adding = inquiry.adding(f"{side} hand limit")
    first = inquiry.number("turn") == 1
    if side == terms.ALLIED:
        section = "4.0" if first else "5.0"
        adding.add(section, "cards of the Allied player", 2, "set")
        held = beaches_held(inquiry)
        names = ", ".join(map(inquiry.board.name, held)) or "none"
        adding.add(section, f"beach Areas that the Allies control: {names}", len(held))
    else:
        adding.add("4.0" if first else "5.0", "cards of the German player", 2 if first else 5, "set")
    _add_bonus(inquiry, side, adding.add)
    if adding.value > 7:
        adding.add("6.1", "the Allied player never draws to more than", 7, "min")
    return adding.value


def _add_bonus(inquiry: Inquiry, side: str, add: Callable[[str, str, int], None]) -> None:
    if has_bonus(inquiry, side):
        add("6.1", f"Caen and Bourguébus are {side.capitalize()} controlled and free of enemies", 1)
        return
    for area in terms.BONUS:
        there = terms.enemies(inquiry, area, side) if area in inquiry.board.spaces else ()
        if there and r13_control.holder(inquiry, area) == side:
            name = inquiry.board.name(area)
            inquiry.note("6.1", f"{terms.titles(there)} in {name}: no card for Caen and Bourguébus")


def hand_limit(view: View, side: str) -> int:
    """Number of cards up to which a side draws now; see `explain_limit`."""
    return explain_limit(Inquiry(state_of(view)), side)


@rule("5.0", "9.3.3", "4.0")
def support_at_start(view: View) -> int:
    """Support Points with which the impulses of a turn begin."""
    if view.number("turn") == 1 and view.option("turn-1-support") == "A":
        return view.number("support")
    return SUPPORT_EACH_TURN


# --- the stack --------------------------------------------------------------------------------------------


def _is_hidden(view: View, side: str) -> bool:
    """Whether the position hides which cards of a side lie in its hand."""
    return bool(cards.held(view, side)) or cards.UNSEEN in cards.places(view, side)


@rule("6.4")
def stack_size(view: View, side: str) -> int:
    """Cards in a stack; of a hidden hand only the number is known."""
    places = cards.places(view, side)
    return places.count(cards.STACK) + places.count(cards.UNSEEN) - cards.held(view, side)


@rule("6.4")
def reshuffle(draft: Draft, side: str) -> None:
    """Put the discards of a side back into its stack.

    Parameters
    ----------
    draft, side
        The position in the making, and whose.
    """
    back = cards.UNSEEN if _is_hidden(draft, side) else cards.STACK
    for copy in cards.discards(draft, side):
        draft.set("card", back, copy)


def _missing(view: View, side: str) -> int:
    """Cards that a side is to draw."""
    return max(0, hand_limit(view, side) - hand_size(view, side))


# --- the draw phase ---------------------------------------------------------------------------------------


@rule("5.0", "4.0", "6.1")
def begin(draft: Draft) -> None:
    """Fill both hands, the Allied one first, and draw Support Points."""
    draft.ask(AUTO, _SUPPORT, "5.0")
    for side in (terms.GERMAN, terms.ALLIED):
        _FILLING.push(draft, Hand(side))


@rule("6.1", "6.4")
def _fill(draft: Draft, decision: Decision) -> None:
    side = _FILLING.read(decision).side
    excess = hand_size(draft, side) - hand_limit(draft, side)
    if excess > 0 and draft.option("over-limit-hand") == "B":
        _OVER.push(draft, Over(excess), side)
        return
    wanted = _missing(draft, side)
    if wanted > stack_size(draft, side):
        reshuffle(draft, side)
    ask_draw(draft, side, wanted)


@rule("5.0", "9.3.3")
def _draw_support(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    draft.set("support", support_at_start(draft))


@rule("6.1", "6.4")
def ask_draw(draft: Draft, side: str, count: int) -> None:
    """Let a side draw cards from its stack, as far as it reaches; each draw is a roll of its own.

    Parameters
    ----------
    side, count
        Who draws, and how many.
    """
    count = min(count, stack_size(draft, side))
    if count <= 0:
        return
    if _is_hidden(draft, side):
        draft.set("held", cards.held(draft, side) + count, side)
        return
    ask_roll(draft, _DRAW, [f"d{stack_size(draft, side)}"], side=side, left=count)


def _drawn(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    side = data["side"]
    if _is_hidden(draft, side):
        draft.set("held", cards.held(draft, side) + 1, side)
    else:
        cards.take(draft, cards.stack(draft, side)[values[0] - 1])
    ask_draw(draft, side, data["left"] - 1)


def _why(state: State, data: Mapping[str, Any]) -> str:
    side = data["side"]
    return f"a card of the {side} stack of {stack_size(state, side)}, in the order of their ids"


# --- actions ----------------------------------------------------------------------------------------------


@rule("5.0")
def _check_draw(inquiry: Inquiry, action: DrawCards) -> None:  # noqa: ARG001 - it has no fields
    for side in (terms.ALLIED, terms.GERMAN):
        _explain_draw(inquiry, side)
    support = support_at_start(inquiry)
    inquiry.note("5.0", "Support Points are brought up to", support)


def _perform_draw(draft: Draft, action: DrawCards) -> None:  # noqa: ARG001 - it has no fields
    begin(draft)


@rule("6.1", "6.3")
def _check_excess(inquiry: Inquiry, action: DiscardExcess) -> None:
    top, over = inquiry.decision, _OVER.asked(inquiry)
    if top is None or over is None:
        return
    count = over.count
    named = len(action.cards) == len({cards.find(inquiry, copy) for copy in action.cards}) == count
    inquiry.require(
        "6.1",
        named,
        f"{many(count, 'card goes', 'cards go')}",
        f"{count} different cards are to be discarded",
    )
    for copy in action.cards:
        cards.may_discard(inquiry, top.player, copy, "6.1")


def _perform_excess(draft: Draft, action: DiscardExcess) -> None:
    draft.settle()
    for copy in action.cards:
        cards.discard(draft, copy)


def _excess_options(state: State) -> Iterator[DiscardExcess]:
    top, over = state.pending[-1], _OVER.asked(state)
    if over is not None:
        yield from map(DiscardExcess, itertools.combinations(cards.hand(state, top.player), over.count))


# --- answers ----------------------------------------------------------------------------------------------


def _explain_draw(inquiry: Inquiry, side: str) -> dict[str, Any]:
    with inquiry.under("6.1", f"the {side.capitalize()} hand"):
        limit = explain_limit(inquiry, side)
        now, stack = hand_size(inquiry, side), stack_size(inquiry, side)
        wanted = max(0, limit - now)
        inquiry.note("6.3", "cards kept in the hand count", now)
        if over := max(0, now - limit):
            goes = inquiry.option("over-limit-hand") == "B"
            text = "cards over the limit, which are discarded" if goes else "cards over the limit, which stay"
            inquiry.note("6.1", text, over)
        new = wanted > stack
        if new:
            back = len(cards.discards(inquiry, side))
            inquiry.note("6.4", f"the stack of {stack} is too small: {back} discards are shuffled into it")
            stack += back
        inquiry.note("6.1", "cards to draw", min(wanted, stack))
    return {"limit": limit, "hand": now, "draw": min(wanted, stack), "reshuffle": new}


def draw_ruling(position: Position, side: str, *, strict: bool = False) -> Ruling:
    """Answer how many cards a side draws when a turn begins now.

    Returns
    -------
    Ruling
        Its answer holds ``limit``, ``hand``, ``draw`` and ``reshuffle``.
    """
    inquiry = Inquiry(position, strict=strict)
    answer = _explain_draw(inquiry, side)
    verdict = f"The {side.capitalize()} player draws {answer['draw']} to a hand of at most {answer['limit']}."
    return inquiry.ruling(f"draw {side}", verdict, answer)


@rule("5.0", "9.3.3", "4.0")
def support_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Answer how many Support Points the impulses of this turn begin with."""
    inquiry = Inquiry(position, strict=strict)
    first, points = inquiry.number("turn") == 1, support_at_start(inquiry)
    if first and inquiry.option("turn-1-support") == "A":
        inquiry.note("4.0", "on turn 1 only what was not assigned to beaches is left", points)
    else:
        left = inquiry.number("support")
        inquiry.note("9.3.3", "Support Points left from before; they do not add up", left)
        inquiry.note("5.0", "the Allied player draws until he has", points)
    return inquiry.ruling("support", f"The impulses begin with {points} Support Points.", points)


@rule("6.1", "6.4")
def chance_of(view: View, side: str, wanted: Iterable[str], count: int) -> Fraction:
    """Chance that one at least of some cards is among the next cards drawn.

    Parameters
    ----------
    count
        How many are drawn; more than the stack holds means that the discards are shuffled into it first. Of a
        hand that is hidden every part of the unseen cards may be the stack.
    """
    good, stack = set(wanted), max(0, stack_size(view, side))
    heap = [*cards.stack(view, side), *cards.unseen(view, side)]
    hits = len(good.intersection(heap))
    if count <= stack:
        return _among(len(heap), hits, count)
    back = cards.discards(view, side)
    size, more = stack + len(back), len(good.intersection(back))
    ways = math.comb(len(heap), stack)
    return sum(
        (
            Fraction(math.comb(hits, n) * math.comb(len(heap) - hits, stack - n), ways)
            * _among(size, more + n, min(count, size))
            for n in range(min(hits, stack) + 1)
        ),
        Fraction(0),
    )


@rule("6.1")
def chance_held(view: View, side: str, wanted: Iterable[str]) -> Fraction:
    """Chance that one at least of some cards is among the unseen cards of a hand."""
    heap = cards.unseen(view, side)
    return _among(len(heap), len(set(wanted).intersection(heap)), min(cards.held(view, side), len(heap)))


def _among(size: int, good: int, count: int) -> Fraction:
    """Chance that some of so many cards, of which some are good, hold a good one."""
    return 1 - Fraction(math.comb(size - good, count), math.comb(size, count))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        DrawCards,
        _check_draw,
        _perform_draw,
        lambda _: iter([DrawCards()]),
        "5.0",
        phases=frozenset({"draw"}),
    ),
    Handler(
        DiscardExcess, _check_excess, _perform_excess, _excess_options, "6.1", answers=frozenset({_EXCESS})
    ),
)
PHASE_RULES: Mapping[str, PhaseRule] = {
    "draw": PhaseRule(opening=begin, going=r05_flow.ends_when(lambda _: True))
}
ROLLS = {_DRAW: RollRule(_drawn, _why, "6.1")}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_FILL: _fill, _SUPPORT: _draw_support}
