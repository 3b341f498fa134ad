"""Section 5.0: who has the impulse, passing, the card that the German player pays, passes by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import AUTO, Decision, Draft, Piece, Position, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import (
    cards,
    r05_flow,
    r06_draw,
    r06_windows,
    r08_cost,
    r08_steps,
    r14_release,
    terms,
)
from adjudicator.views import state_of
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASE_RULES",
    "STEPS",
    "ContinueTurn",
    "Pass",
    "able_units",
    "automatic",
    "begin_impulse_action",
    "can_act",
    "impulse_ruling",
    "is_idle",
    "must_discard",
    "passes_by_itself",
]

_PHASES = frozenset({r05_flow.IMPULSES})
_FIRST_IMPULSE = "first-impulse"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing for one's impulse.

    Examples
    --------
    >>> Pass()
    Pass()
    """


@dataclass(frozen=True, slots=True)
class ContinueTurn(Action):
    """Discard a card, as the German player, to have an impulse after the Allied player has passed.

    Examples
    --------
    >>> ContinueTurn("german-bocage-1").card
    'german-bocage-1'
    """

    card: str


# --- who can act ------------------------------------------------------------------------------------------


@rule("5.0", "7.1", "14.1")
def can_act(view: View, piece: Piece) -> bool:
    """Whether a unit could perform some action: fire where it stands, or enter a neighbouring space."""
    u, space = piece.printed, view.board.spaces.get(piece.space)
    if piece.status != terms.FRESH or space is None or space.kind == "box":
        return False
    if terms.is_restricted(u) and not r14_release.is_released(view, u.id):
        return False
    if terms.is_area(space) and terms.enemies(view, space.id, piece.side):
        return True
    if terms.is_strongpoint(u):
        return False
    return any(_can_enter(view, piece, to) for _, to in view.board.neighbours(space.id))


def _can_enter(view: View, piece: Piece, to: str) -> bool:
    """Whether a unit by itself could enter a neighbouring space; an Assault costs no less."""
    if r08_steps.step_faults(view, [piece], piece.space, to):
        return False
    return r08_cost.cost(view, piece.side, piece.space, to) <= r08_steps.allowance(view, [piece])


def able_units(view: View, side: str) -> Iterator[Piece]:
    """Units of a side that could perform some action."""
    yield from (p for p in view.pieces.values() if p.side == side and can_act(view, p))


@rule("5.0")
def is_idle(view: View, side: str) -> bool:
    """Whether a side has no unit that can act and no card, so that it passes by itself."""
    if r06_draw.hand_size(view, side) or any(able_units(view, side)):
        return False
    if side == terms.ALLIED or view.option("release-keeps-turn") == "A":
        return True
    return not r14_release.may_roll(view)


@rule("5.0")
def must_discard(view: View) -> bool:
    """Whether the Allied player has just passed, so that the German player pays a card to go on."""
    if view.text("passed") != terms.ALLIED or view.flag("continued"):
        return False
    if view.option("automatic-pass-cost") == "A":
        return True
    return not is_idle(view, terms.ALLIED)


@rule("5.0", "7.0")
def begin_impulse_action(inquiry: Inquiry, side: str) -> bool:
    """Whether a side may use an impulse now; every check is recorded.

    Parameters
    ----------
    side
        ``german`` or ``allied``.
    """
    other, said = terms.enemy_of(side), r05_flow.side_said(inquiry)
    if not said:
        inquiry.text("side")
    mine = inquiry.require(
        "7.0",
        said in {"", side},
        f"the {side.capitalize()} player has the impulse",
        f"the {other.capitalize()} player has the impulse, not the {side.capitalize()} player",
    )
    if side == terms.ALLIED or not mine:
        return mine
    failed = "the Allied player has passed: the German player discards a card first, or passes"
    return inquiry.require("5.0", not must_discard(inquiry), "", failed)


@rule("5.0")
def automatic(draft: Draft) -> bool:
    """Pass for a side that can do nothing; never where the position says nothing of its cards.

    Returns
    -------
    bool
        Whether it passed.
    """
    side = r05_flow.whose_impulse(draft)
    broke = side == terms.GERMAN and not r06_draw.hand_size(draft, side) and must_discard(draft)
    if not (broke and _is_told(draft, side)) and not passes_by_itself(draft, side):
        return False
    r05_flow.give_pass(draft)
    return True


def _is_told(view: View, side: str) -> bool:
    """Whether the position says something of cards, and of those of a side."""
    return bool(view.subjects("card") or view.subjects("held")) and not cards.is_silent(view, side)


@rule("5.0")
def passes_by_itself(view: View, side: str) -> bool:
    """Whether a side can do nothing but pass, as far as the position says something of its cards."""
    return _is_told(view, side) and is_idle(view, side)


@rule("5.0")
def _open_impulses(draft: Draft) -> None:
    """Before the first impulse the German player may play a card that gives it to him."""
    draft.ask(AUTO, _FIRST_IMPULSE, "5.0")
    if draft.number("turn") > 1:
        r06_windows.open_window(draft, terms.GERMAN, "turn-start")


@rule("5.0", "4.0")
def _begin_impulses(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    draft.set("passed", "")
    draft.set("side", draft.text("first-impulse"))


# --- the actions ------------------------------------------------------------------------------------------


@rule("5.0")
def _check_pass(inquiry: Inquiry, action: Pass) -> None:  # noqa: ARG001 - it has no fields
    side, before = _mover(inquiry), inquiry.text("passed")
    if is_idle(inquiry, side):
        inquiry.note("5.0", "no unit can act and the hand is empty: the pass is compulsory")
    if side == terms.ALLIED and before == terms.GERMAN and inquiry.option("allied-answers-pass") == "A":
        inquiry.note("5.0", "the German player has just passed too: the impulses end")
    elif side == terms.ALLIED:
        inquiry.note("5.0", "the German player must discard a card to go on, or pass too")
    elif before == terms.ALLIED:
        inquiry.note("5.0", "the Allied player has just passed too: the impulses end")
    else:
        inquiry.note("5.0", "the Allied player may go on without discarding")


def _mover(inquiry: Inquiry) -> str:
    return r05_flow.whose_impulse(inquiry)


def _perform_pass(draft: Draft, action: Pass) -> None:  # noqa: ARG001 - it has no fields
    r05_flow.give_pass(draft)


@rule("5.0")
def _check_continue(inquiry: Inquiry, action: ContinueTurn) -> None:
    failed = "the Allied player has the impulse and goes on without discarding"
    said = r05_flow.side_said(inquiry) or terms.GERMAN
    inquiry.require("5.0", said == terms.GERMAN, "", failed)
    inquiry.require(
        "5.0",
        must_discard(inquiry),
        "the Allied player has passed: a discarded card lets the German player have his impulse",
        "no discard is due: the Allied player has not just passed, or it has been paid",
    )
    cards.may_discard(inquiry, terms.GERMAN, action.card, "5.0")


def _perform_continue(draft: Draft, action: ContinueTurn) -> None:
    cards.discard(draft, action.card)
    draft.set("continued", True)


def _pass_options(state: State) -> Iterator[Pass]:  # noqa: ARG001 - a pass is open to everybody
    yield Pass()


def _continue_options(state: State) -> Iterator[ContinueTurn]:
    if must_discard(state_of(state)):
        yield from map(ContinueTurn, cards.hand(state, terms.GERMAN))


# --- answers ----------------------------------------------------------------------------------------------


@rule("5.0", "7.0")
def impulse_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Answer who has the impulse, whether he passes by himself, and whether he pays a card to go on.

    Returns
    -------
    Ruling
        Its answer holds ``side``, ``automatic``, ``discard``, ``able`` (units) and ``hand``.
    """
    inquiry = Inquiry(position, strict=strict)
    side, word = _mover(inquiry), _mover(inquiry).capitalize()
    inquiry.note("7.0", f"it is the impulse of the {word} player: a unit action, a card action, or a pass")
    able = len(list(able_units(inquiry, side)))
    inquiry.note("7.1", f"fresh {word} units that can act", able)
    hand = cards.note_hand(inquiry, side, f"cards in the {word} hand")
    pays = side == terms.GERMAN and must_discard(inquiry)
    if pays:
        inquiry.note(
            "5.0", "the Allied player has passed: a card is discarded, or the German player passes too"
        )
    passes = (pays and not hand) or is_idle(inquiry, side)
    verdict = f"The {word} player {'passes by himself' if passes else 'has the impulse'}."
    if pays and not passes:
        verdict = f"The {word} player has the impulse if he discards a card."
    answer = {"side": side, "automatic": passes, "discard": pays, "able": able, "hand": hand}
    return inquiry.ruling("impulse", verdict, answer)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Pass, _check_pass, _perform_pass, _pass_options, "5.0", phases=_PHASES),
    Handler(ContinueTurn, _check_continue, _perform_continue, _continue_options, "5.0", phases=_PHASES),
)
PHASE_RULES: Mapping[str, PhaseRule] = {r05_flow.IMPULSES: PhaseRule(opening=_open_impulses, going=automatic)}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_FIRST_IMPULSE: _begin_impulses}
