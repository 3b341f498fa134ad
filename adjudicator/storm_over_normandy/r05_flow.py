"""Sections 5.0 and 7.0: phases begin and end, impulses alternate; what nobody decides happens by itself."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.citation import rule
from adjudicator.game import load
from adjudicator.position import AUTO, UNKNOWN, Decision, Draft, Position, State, View
from adjudicator.rules import PhaseRule
from adjudicator.storm_over_normandy import terms

__all__ = [
    "IMPULSES",
    "STEPS",
    "after",
    "ends_when",
    "enter_phase",
    "give_pass",
    "next_phase",
    "player_on_turn",
    "side_said",
    "used_impulse",
    "whose_impulse",
]

IMPULSES = "impulses"
_IMPULSE_END = "impulse-end"
_GERMAN_PHASES = frozenset({"discard-german", "reinforcements-german"})


@rule("5.0")
def player_on_turn(state: State) -> str:
    """Side that acts when nothing is pending.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> from maps.board import Board
    >>> player_on_turn(GAME.empty(Board([], [])))
    'allied'
    """
    return whose_impulse(state)


# --- impulses ---------------------------------------------------------------------------------------------


@rule("5.0")
def side_said(view: View) -> str:
    """Side of which a position says that it has the impulse, or that its enemy has just passed, if any."""
    state = terms.state_of(view)
    side, passed = state.said("side"), state.said("passed")
    if side is not UNKNOWN:
        return str(side)
    after_pass = state.said("phase") in {UNKNOWN, IMPULSES} and passed not in {UNKNOWN, ""}
    return terms.enemy_of(str(passed)) if after_pass else ""


@rule("5.0", "7.0")
def whose_impulse(view: View) -> str:
    """Side that has the impulse; after a pass the other one, where no more than the pass is said."""
    return side_said(view) or view.text("side")


@rule("5.0")
def used_impulse(draft: Draft) -> None:
    """Note that the action under way is the impulse: once all of it is settled, the other side acts."""
    if draft.text("phase") == IMPULSES and all(d.kind != _IMPULSE_END for d in draft.pending):
        draft.pending = (Decision(AUTO, _IMPULSE_END, "5.0"), *draft.pending)


@rule("5.0")
def _end_impulse(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    side = whose_impulse(draft)
    draft.forget("impulse")
    draft.set("passed", "")
    draft.set("side", terms.enemy_of(side))


@rule("5.0")
def give_pass(draft: Draft) -> None:
    """Let the side that has the impulse pass; two passes one after the other end the impulses."""
    side, before = whose_impulse(draft), draft.text("passed")
    draft.forget("impulse")
    may_buy = side == terms.ALLIED and draft.option("allied-answers-pass") == "B"
    if before == terms.enemy_of(side) and not may_buy:
        next_phase(draft)
        return
    draft.set("passed", side)
    draft.set("side", terms.enemy_of(side))


# --- phases -----------------------------------------------------------------------------------------------


@rule("5.0", "5.1", "4.0")
def next_phase(draft: Draft) -> None:
    """Go on from the phase in play to the one that follows."""
    phase = draft.text("phase")
    leaving = _own(draft, phase).leaving
    if leaving is not None:
        leaving(draft)
    if draft.text("phase") == phase:
        enter_phase(draft, load(draft.game).sequence.phases[phase].next)


@rule("5.0", "5.1", "4.0")
def enter_phase(draft: Draft, phase: str) -> None:
    """Begin a phase: what nobody decides in it is done at once.

    Parameters
    ----------
    phase
        Id in ``sequence.toml``.
    """
    draft.forget("phase", "impulse")
    draft.set("phase", phase)
    draft.set("side", terms.GERMAN if phase in _GERMAN_PHASES else terms.ALLIED)
    opening = _own(draft, phase).opening
    if opening is not None:
        opening(draft)


def _own(draft: Draft, phase: str) -> PhaseRule:
    """What the section of a phase declares that nobody decides in it."""
    return load(draft.game).rules.phases.get(phase, PhaseRule())


def ends_when(is_over: Callable[[Draft], bool]) -> Callable[[Draft], bool]:
    """A phase that ends by itself as soon as something holds.

    Parameters
    ----------
    is_over
        Whether nobody can do anything more in it.
    """

    def going(draft: Draft) -> bool:
        over = is_over(draft)
        if over:
            next_phase(draft)
        return over

    return going


# --- what follows every action ----------------------------------------------------------------------------


def after(draft: Draft, before: Position) -> None:  # noqa: ARG001 - the registry gives it
    """What follows every action: automatic passes, and phases in which nobody has anything to decide."""
    while not draft.pending and _goes_on(draft):
        pass


@rule("5.0", "4.0", "6.3", "12.2")
def _goes_on(draft: Draft) -> bool:
    """Take one step that nobody decides; false when somebody has to act."""
    going = _own(draft, draft.text("phase")).going
    return going is not None and going(draft)


STEPS: dict[str, Callable[[Draft, Decision], None]] = {_IMPULSE_END: _end_impulse}
