"""Sections 5.0 and 7.0: phases begin and end, impulses alternate; what nobody decides happens by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.citation import rule
from adjudicator.game import load
from adjudicator.inquiry import Inquiry
from adjudicator.position import AUTO, UNKNOWN, Decision, Draft, Position, State, View
from adjudicator.storm_over_normandy import terms

__all__ = [
    "IMPULSES",
    "STEPS",
    "after",
    "begin_impulse_action",
    "enter_phase",
    "give_pass",
    "must_discard",
    "next_phase",
    "player_on_turn",
    "used_impulse",
]

IMPULSES = "impulses"
_OVER = "over"
_IMPULSE_END, _FIRST_IMPULSE = "impulse-end", "first-impulse"
_GERMAN_PHASES = frozenset({"discard-german", "reinforcements-german"})
_HELD = frozenset({"airborne", "strongpoints", "beaches", "discard-allied", "discard-german"})
_PASSING = frozenset({"draw", "reinforcements-allied", "reinforcements-german"})


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
    return state.text("side")


# --- impulses ---------------------------------------------------------------------------------------------


@rule("5.0")
def must_discard(view: View) -> bool:
    """Whether the Allied player has just passed, so that the German player pays a card to go on."""
    if view.text("passed") != terms.ALLIED or view.flag("continued"):
        return False
    if view.option("automatic-pass-cost") == "A":
        return True
    from adjudicator.storm_over_normandy import r05_pass

    return not r05_pass.is_idle(view, terms.ALLIED)


@rule("5.0", "7.0")
def begin_impulse_action(inquiry: Inquiry, side: str) -> bool:
    """Whether a side may use an impulse now; every check is recorded.

    Parameters
    ----------
    side
        ``german`` or ``allied``.
    """
    said = inquiry.state.raw("side")
    if said is UNKNOWN:
        inquiry.text("side")
    other = terms.enemy_of(side)
    mine = inquiry.require(
        "7.0",
        said in {UNKNOWN, side},
        f"the {side.capitalize()} player has the impulse",
        f"the {other.capitalize()} player has the impulse, not the {side.capitalize()} player",
    )
    if side == terms.ALLIED or not mine:
        return mine
    failed = "the Allied player has passed: the German player discards a card first, or passes"
    return inquiry.require("5.0", not must_discard(inquiry), "", failed)


@rule("5.0")
def used_impulse(draft: Draft) -> None:
    """Note that the action under way is the impulse: once all of it is settled, the other side acts."""
    if draft.text("phase") == IMPULSES and all(d.kind != _IMPULSE_END for d in draft.pending):
        draft.pending = (Decision(AUTO, _IMPULSE_END, "5.0"), *draft.pending)


@rule("5.0")
def _end_impulse(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    side = draft.text("side")
    draft.forget("impulse")
    draft.set("passed", "")
    draft.set("side", terms.enemy_of(side))


@rule("5.0")
def give_pass(draft: Draft) -> None:
    """Let the side that has the impulse pass; two passes one after the other end the impulses."""
    side, before = draft.text("side"), draft.text("passed")
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
    leaving = _LEAVING.get(phase)
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
    opening = _OPENING.get(phase)
    if opening is not None:
        opening(draft)


@rule("4.0", "13.0")
def _open_bombardment(draft: Draft) -> None:
    """Control follows the airborne units, at the latest after all of them have been rolled for."""
    from adjudicator.storm_over_normandy import r13_control

    r13_control.update(draft)


@rule("4.0")
def _leave_strongpoints(draft: Draft) -> None:
    from adjudicator.storm_over_normandy import r04_invasion

    r04_invasion.spend_strongpoints(draft)


@rule("4.0")
def _leave_beaches(draft: Draft) -> None:
    draft.clear("landed")


@rule("5.0", "6.1")
def _open_draw(draft: Draft) -> None:
    from adjudicator.storm_over_normandy import r06_draw

    r06_draw.begin(draft)


@rule("5.0")
def _open_impulses(draft: Draft) -> None:
    """Before the first impulse the German player may play a card that gives it to him."""
    from adjudicator.storm_over_normandy import r06_windows

    draft.ask(AUTO, _FIRST_IMPULSE, "5.0")
    if draft.number("turn") > 1:
        r06_windows.open_window(draft, terms.GERMAN, "turn-start")


@rule("5.0", "4.0")
def _begin_impulses(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    draft.set("passed", "")
    draft.set("side", draft.text("first-impulse"))


def _leave_discards(draft: Draft) -> None:
    from adjudicator.storm_over_normandy import r05_end

    r05_end.close_day(draft)


def _open_reinforcements(draft: Draft) -> None:
    from adjudicator.storm_over_normandy import r12_reinforcements

    r12_reinforcements.begin(draft, draft.text("side"))


def _leave_reinforcements(draft: Draft) -> None:
    from adjudicator.storm_over_normandy import r05_end

    r05_end.end_turn(draft)


_OPENING: Mapping[str, Callable[[Draft], None]] = {
    "bombardment": _open_bombardment,
    "draw": _open_draw,
    IMPULSES: _open_impulses,
    "reinforcements-allied": _open_reinforcements,
    "reinforcements-german": _open_reinforcements,
}
_LEAVING: Mapping[str, Callable[[Draft], None]] = {
    "strongpoints": _leave_strongpoints,
    "beaches": _leave_beaches,
    "discard-german": _leave_discards,
    "reinforcements-german": _leave_reinforcements,
}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {
    _IMPULSE_END: _end_impulse,
    _FIRST_IMPULSE: _begin_impulses,
}


# --- what follows every action ----------------------------------------------------------------------------


def after(draft: Draft, before: Position) -> None:  # noqa: ARG001 - the registry gives it
    """What follows every action: automatic passes, and phases in which nobody has anything to decide."""
    while not draft.pending and _goes_on(draft):
        pass


@rule("5.0", "4.0", "6.3", "12.2")
def _goes_on(draft: Draft) -> bool:
    """Take one step that nobody decides; false when somebody has to act."""
    phase = draft.text("phase")
    if phase == IMPULSES:
        from adjudicator.storm_over_normandy import r05_pass

        return r05_pass.automatic(draft)
    if phase in _PASSING or (phase in _HELD and _is_done(draft, phase)):
        next_phase(draft)
        return True
    return False


def _is_done(draft: Draft, phase: str) -> bool:
    """Whether nobody can do anything more in a phase."""
    from adjudicator.storm_over_normandy import r04_invasion, r05_end

    if phase.startswith("discard"):
        return r05_end.has_no_cards(draft, draft.text("side"))
    return r04_invasion.is_done(draft, phase)
