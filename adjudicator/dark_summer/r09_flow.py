"""Sections 9.2 and 9.4: Rounds begin and end, who is to act, and what follows every action."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, Position, State, View

__all__ = [
    "PARTS",
    "WAVE_ROUNDS",
    "after",
    "begin_round",
    "carry_on",
    "end_game",
    "end_round",
    "enter_part",
    "is_first_reaction",
    "may_react",
    "player_on_turn",
    "require_part",
    "sudden_death",
    "waits_for_nobody",
]

PARTS: Mapping[str, tuple[str, ...]] = {
    "move": ("entry", "movement"),
    "combat": ("combat",),
    "combined": ("entry", "movement", "combat"),
    "reaction": ("movement", "combat"),
    "first-wave": ("combat",),
    "second-wave": ("entry", "combat"),
}
_GROUP_NAMES = {"german": "German", "us": "US", "british": "British", "allied": "Allied"}
_PART_NAMES = {"entry": "Reinforcements", "movement": "Movement", "combat": "Combat"}
_WAVES = "allied"  # the group of the two Wave Rounds
_SECOND_WAVE_AFTER = 2  # Rounds of Turn 1: the 1st Wave and the First Reaction
WAVE_ROUNDS: Mapping[int, str] = {0: "first-wave", _SECOND_WAVE_AFTER: "second-wave"}
_AUTOMATIC = frozenset({"attrition", "cleanup", "victory"})


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
        from adjudicator.dark_summer import r13_cherbourg

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
    if part == "entry":
        from adjudicator.dark_summer import r08_entry

        r08_entry.open_entry(draft)


@rule("9.2", "15.0", "5.2")
def end_round(draft: Draft) -> None:
    """End the Round: excess units go, what holds for a Round is forgotten, the Boundary may be lifted."""
    kind, group = draft.text("round-kind"), draft.text("round-group")
    if draft.text("round-part") == "movement":
        from adjudicator.dark_summer import r10_movement

        r10_movement.end_movement(draft)
    if kind == "second-wave":
        from adjudicator.dark_summer import r05_stacking, r09_second_wave

        r09_second_wave.close(draft)
        r05_stacking.enforce(draft)
    draft.forget("round")
    draft.set("round-over", group)
    if draft.number("brittany-turn") and not draft.flag("boundary-lifted"):
        draft.set("boundary-lifted", True)
    draft.set("side", terms.GERMAN if may_react(draft) else terms.ALLIED)


@rule("9.2", "9.3.4", "9.4.2", "9.4.4")
def may_react(view: View) -> bool:
    """Whether the German player may, or after a Wave Round must, play a Reaction chit now."""
    over = view.text("round-over")
    return not view.text("round-kind") and (
        over == _WAVES or (over in {terms.US, terms.BRITISH} and view.number("reaction-chits") > 0)
    )


@rule("9.4.2")
def is_first_reaction(view: View) -> bool:
    """Whether this is the First German Reaction of Turn 1, in which units move half and without Roads."""
    first = view.number("turn") == 1 and view.number("round") == _SECOND_WAVE_AFTER
    return first and view.text("round-kind") == "reaction"


@rule("9.2", "9.3")
def require_part(inquiry: Inquiry, section: str, part: str, *, side: str = "", group: str = "") -> bool:
    """Whether the Round in play has come to a part, for a side or a group; every failure is a violation.

    Parameters
    ----------
    section
        Section that opens the action.
    part
        ``entry``, ``movement`` or ``combat``.
    side, group
        Whose unit is to act; empty where it does not matter.

    Returns
    -------
    bool
        Whether all of it holds.
    """
    if inquiry.state.raw("round-kind") == "":
        return inquiry.require(section, False, "", "no Round is being played")
    now = inquiry.state.raw("round-part")
    fits = inquiry.require(
        section,
        now in {UNKNOWN, part},
        f"the Round has come to its {_PART_NAMES[part]}",
        f"the Round is at its {_PART_NAMES.get(str(now), 'beginning')}, not at its {_PART_NAMES[part]}",
    )
    return _is_active(inquiry, section, side or (terms.side_of_group(group) if group else ""), group) and fits


def _is_active(inquiry: Inquiry, section: str, side: str, group: str) -> bool:
    """Whether a side and a group are active in the Round in play."""
    if side and inquiry.state.raw("side") not in {side, UNKNOWN}:
        failed = f"the {side.capitalize()} player is not the active player"
        return inquiry.require(section, False, "", failed)
    active = inquiry.text("round-group")
    if group and active and active not in {group, terms.side_of_group(group)}:
        failed = f"{_GROUP_NAMES[group]} units are not active in a {_GROUP_NAMES[active]} Round"
        return inquiry.require("9.3", False, "", failed)
    return True


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
    return (draft.pieces != before.pieces or now != then) and sudden_death(draft)


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


@rule("3.2.1")
def sudden_death(draft: Draft) -> bool:
    """End the game where a side has won at once.

    Returns
    -------
    bool
        Whether it has.
    """
    from adjudicator.dark_summer import r03_victory

    won = r03_victory.sudden_death(draft)
    if won is None:
        return False
    winner, why, _ = won
    end_game(draft, winner, why)
    return True


@rule("3.2.1", "3.2.3")
def end_game(draft: Draft, winner: str, why: str) -> None:
    """End the game: nothing pending is settled any more.

    Parameters
    ----------
    winner
        ``german`` or ``allied``.
    why
        How it was won.
    """
    draft.pending = ()
    draft.set("phase", "over")
    draft.set("winner", winner)
    draft.set("won-by", why)
    draft.set("side", winner)


@rule("9.2", "9.4", "4.0")
def carry_on(draft: Draft) -> None:
    """Do what nobody decides: draw the next chit, begin a Wave Round, pass through the closing phases."""
    from adjudicator.dark_summer import r04_turn

    if draft.text("phase") == "action" and not draft.pending:
        _go_on_with_rounds(draft)
    while draft.text("phase") in _AUTOMATIC and not draft.pending:
        r04_turn.next_phase(draft)


@rule("9.2", "9.4", "4.0")
def waits_for_nobody(view: View) -> bool:
    """Whether nobody decides what comes next, and it has not come: a chit is drawn, a Wave or phase begins.

    Play never stops there by itself; a position that somebody wrote down, or saved, may.
    """
    phase = view.text("phase")
    if view.decision is not None or phase != "action":
        return view.decision is None and phase in {*_AUTOMATIC, "weather"}
    from adjudicator.dark_summer import r09_chits

    if view.text("round-kind") or not r09_chits.is_prepared(view) or may_react(view):
        return False
    wave = view.number("turn") == 1 and view.number("round") in WAVE_ROUNDS
    return wave or view.number("round") > 0


def _go_on_with_rounds(draft: Draft) -> None:
    """What follows a Round: the German's Reaction, the next Wave, the next chit, or the end of the phase."""
    from adjudicator.dark_summer import r04_turn, r09_chits

    if draft.raw("round-kind") != "" or not r09_chits.is_prepared(draft) or may_react(draft):
        return
    draft.set("round-over", "")
    turn, played = draft.number("turn"), draft.number("round")
    if turn == 1 and played in WAVE_ROUNDS:
        begin_round(draft, WAVE_ROUNDS[played], _WAVES)
    elif not any(r09_chits.in_cup(draft).values()):
        r04_turn.next_phase(draft)
    elif played:
        r09_chits.draw(draft)
