"""Sections 9.2 and 9.4: Rounds begin and end, who is to act, and what follows every action."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.dark_summer import (
    r03_victory,
    r04_turn,
    r05_stacking,
    r08_entry,
    r09_chits,
    r09_second_wave,
    r10_brittany,
    r10_movement,
    r13_cherbourg,
    terms,
)
from adjudicator.dark_summer.r09_parts import PARTS, WAVE_ROUNDS, WAVES, may_react
from adjudicator.position import Draft, Position, State

__all__ = ["after", "begin_round", "carry_on", "end_round", "enter_part", "player_on_turn"]


@rule("9.2")
def player_on_turn(state: State) -> str:
    """Side that acts when nothing is pending."""
    return state.text("side")


# --- Rounds ----------------------------------------------------------------------------------------------


@rule("9.2", "9.3", "13.5")
def begin_round(draft: Draft, kind: str, group: str, chit: str = "") -> None:
    """Begin a Round: its group becomes active.

    Parameters
    ----------
    kind
        ``move``, ``combat``, ``combined``, ``reaction``, ``first-wave`` or ``second-wave``.
    group
        ``german``, ``us``, ``british``; ``allied`` in the Wave Rounds.
    chit
        Face of the chit, ``move`` or ``combat``, of a Combined Action Round.
    """
    draft.forget("round")
    draft.set("round", draft.number("round") + 1)
    draft.set("round-over", "")
    draft.set("side", terms.side_of_group(group))
    draft.set("round-kind", kind)
    draft.set("round-group", group)
    draft.set("round-chit", chit)
    if group == terms.GERMAN:
        r13_cherbourg.check_isolation(draft)
    parts = PARTS[kind]
    enter_part(draft, parts[1] if kind == "combined" and chit != "move" else parts[0])


@rule("8.1", "9.4.3")
def enter_part(draft: Draft, part: str) -> None:
    """Go on to a part of the Round in play.

    Parameters
    ----------
    part
        ``entry``, ``movement`` or ``combat``.
    """
    draft.set("round-part", part)
    if part == "entry" and draft.text("round-kind") == "second-wave":
        r09_second_wave.land(draft)
    elif part == "entry":
        r08_entry.open_entry(draft)


@rule("9.2", "15.0", "5.2")
def end_round(draft: Draft) -> None:
    """End the Round: excess units go, what holds for a Round is forgotten, the Boundary may be lifted."""
    kind, group = draft.text("round-kind"), draft.text("round-group")
    if draft.text("round-part") == "movement":
        r10_movement.end_movement(draft)
    if kind == "second-wave":
        r09_second_wave.close(draft)
        r05_stacking.enforce(draft)
    draft.forget("round")
    draft.set("round-over", group)
    if r10_brittany.has_entered(draft) and not draft.flag("boundary-lifted"):
        draft.set("boundary-lifted", True)
    draft.set("side", terms.GERMAN if may_react(draft) else terms.ALLIED)


# --- what follows every action ---------------------------------------------------------------------------


def after(draft: Draft, before: Position) -> None:
    """What follows every action: sudden death, then all that happens without anybody's decision."""
    if draft.text("phase") == "over" or _sudden_death_came(draft, before):
        return
    carry_on(draft)


@rule("3.2.1")
def _sudden_death_came(draft: Draft, before: Position) -> bool:
    """End the game where the action has brought about a sudden-death Victory."""
    then, now = ({k: v for k, v in s.facts.items() if k[0] in _MATTERS} for s in (before, draft))
    return (draft.pieces != before.pieces or now != then) and r03_victory.declare_sudden_death(draft)


_MATTERS = frozenset(
    {
        "beach",
        "beach-captured",
        "control",
        "cherbourg-taken-turn",
        "exit-marker",
        "phase",
        "round",
        "round-kind",
    }
)


@rule("9.2", "9.4", "4.0")
def carry_on(draft: Draft) -> None:
    """Do what nobody decides: draw the next chit, begin a Wave Round, pass through the closing phases."""
    if draft.text("phase") == "action" and not draft.pending:
        _go_on_with_rounds(draft)
    while draft.text("phase") in r04_turn.AUTOMATIC and not draft.pending:
        r04_turn.next_phase(draft)


def _go_on_with_rounds(draft: Draft) -> None:
    """What follows a Round: the German's Reaction, the next Wave, the next chit, or the end of the phase."""
    if draft.raw("round-kind") != "" or not r09_chits.is_prepared(draft) or may_react(draft):
        return
    draft.set("round-over", "")
    turn, played = draft.number("turn"), draft.number("round")
    if turn == 1 and played in WAVE_ROUNDS:
        begin_round(draft, WAVE_ROUNDS[played], WAVES)
    elif not any(r09_chits.in_cup(draft).values()):
        r04_turn.next_phase(draft)
    elif played:
        r09_chits.draw(draft)
