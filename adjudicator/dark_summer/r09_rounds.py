"""Sections 9.2 to 9.3.3: a drawn chit is played for a Round, which goes through its parts and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import (
    r07_weather,
    r08_all_placed,
    r09_chits,
    r09_first_wave,
    r09_flow,
    r09_parts,
    r10_movement,
    r11_attack,
    terms,
)
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, State
from adjudicator.ruling import Violation
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "BeginRound",
    "EndPart",
    "EndRound",
    "PrepareOffensive",
    "check_play",
    "explain_combined",
    "explain_prepared",
    "explain_third_wave",
    "owed",
]

_KINDS = ("move", "combat", "combined")
_UNITS = {
    terms.GERMAN: "German",
    terms.US: "US and French",
    terms.BRITISH: "British, Canadian and Polish",
}
_WHAT = {"move": ("9.3.1", "enter and move"), "combat": ("9.3.2", "attack adjacent enemies")}
_NAMES = {terms.GERMAN: "German", terms.US: "US", terms.BRITISH: "British"}


@dataclass(frozen=True, slots=True)
class BeginRound(Action):
    """Play the chit that was drawn, or chosen for the Initiative.

    Parameters
    ----------
    kind
        ``move``, ``combat`` or ``combined``.
    face
        Side of the chit that is played, ``move`` or ``combat``.

    Examples
    --------
    >>> BeginRound("combined", "move").face
    'move'
    """

    kind: str
    face: str


@dataclass(frozen=True, slots=True)
class PrepareOffensive(Action):
    """Declare the Combat Round in play a Prepared Offensive.

    Examples
    --------
    >>> PrepareOffensive()
    PrepareOffensive()
    """


@dataclass(frozen=True, slots=True)
class EndPart(Action):
    """Declare a part of the Round finished: Reinforcements, or Movement where Combat follows.

    Examples
    --------
    >>> EndPart()
    EndPart()
    """


@dataclass(frozen=True, slots=True)
class EndRound(Action):
    """Declare the Round finished.

    Examples
    --------
    >>> EndRound()
    EndRound()
    """


# --- playing a chit --------------------------------------------------------------------------------------


@rule("9.2", "9.3", "9.3.1", "9.3.2", "9.3.3")
def check_play(inquiry: Inquiry, chit: str, action: BeginRound) -> None:
    """Whether a chit may be played for a kind of Round with a face.

    Parameters
    ----------
    chit
        Kind of the chit; it is no longer in the cup.
    """
    group = r09_chits.group_of_chit(chit)
    inquiry.require(
        "9.3",
        action.kind in _KINDS,
        f"a {_NAMES[group]} chit can be played for a {action.kind.capitalize()} Round",
        f"there is no {action.kind!r} Round: write move, combat or combined",
    )
    fits = action.face in r09_chits.FACES and action.kind in {"combined", action.face}
    text = f"a {action.kind} Round is played with a {action.face or 'blank'} face"
    if inquiry.require("9.2", fits, "", f"{text}: the two do not fit"):
        faults = r09_chits.face_faults(inquiry, chit, action.face)
        for fault in faults:
            inquiry.refuse("9.2", fault)
        if not faults:
            inquiry.note("9.2", f"the chit may be played with its {action.face.capitalize()} side")
    if action.kind == "combined":
        explain_combined(inquiry, group)
    elif action.kind in _WHAT:
        section, what = _WHAT[action.kind]
        inquiry.note(section, f"{_UNITS[group]} units may {what}; nobody else is active")
    if action.kind == "move":
        explain_third_wave(inquiry, group)


@rule("9.4.5")
def explain_third_wave(inquiry: Inquiry, group: str) -> None:
    """Say that the first Move Round of an Allied group on Turn 1 is its 3rd Wave.

    Parameters
    ----------
    group
        Whose Move Round it is; nothing is said of a German one, or once its 3rd Wave has landed.
    """
    if group not in _NAMES or group == terms.GERMAN:
        return
    if inquiry.number("turn") == 1 and not inquiry.flag("third-wave-landed", group):
        text = "its 3rd Wave enters without a die roll, and no other Reinforcement"
        inquiry.note("9.4.5", f"the first {_NAMES[group]} Move Round of Turn 1: {text}")


@rule("9.3.3")
def explain_combined(inquiry: Inquiry, group: str) -> bool:
    """Whether a group may take a Combined Action Round with a chit of its own.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.
    """
    turn, name = inquiry.number("turn"), _NAMES[group]
    allied = inquiry.require(
        "9.3.3", group != terms.GERMAN, "", "only the Allied player takes Combined Action Rounds"
    )
    later = inquiry.require(
        "9.3.3",
        turn > 1,
        f"it is Turn {turn}: Combined Action Rounds are allowed from Turn 2 on",
        "there are no Combined Action Rounds on Turn 1",
    )
    free = allied and inquiry.require(
        "9.3.3",
        not inquiry.flag("combined-taken", group),
        f"no {name} chit was played for a Combined Action Round this turn",
        f"a {name} chit was already played for a Combined Action Round this turn",
    )
    return allied and later and free


def _check_begin(inquiry: Inquiry, action: BeginRound) -> None:
    drawn = r09_chits.DRAWN.asked(inquiry)
    if drawn is not None:
        check_play(inquiry, drawn.chit, action)


@rule("9.2", "9.3.1", "9.3.2", "9.3.3")
def _perform_begin(draft: Draft, action: BeginRound) -> None:
    group = r09_chits.group_of_chit(r09_chits.DRAWN.settle(draft).chit)
    played = f"{action.face}s-played"
    draft.set(played, draft.number(played, group) + 1, group)
    if action.kind == "combined":
        draft.set("combined-taken", True, group)
    elif action.kind == "combat":
        draft.set("combat-rounds", draft.number("combat-rounds", group) + 1, group)
    chit = action.face if action.kind == "combined" else ""
    r09_flow.begin_round(draft, action.kind, group, chit)


def _begin_options(state: State) -> Iterator[BeginRound]:  # noqa: ARG001 - the checks sort them out
    for face in r09_chits.FACES:
        yield BeginRound(face, face)
        yield BeginRound("combined", face)


# --- the Prepared Offensive ------------------------------------------------------------------------------


@rule("7.2.3", "9.3.2")
def explain_prepared(inquiry: Inquiry, group: str) -> None:
    """Whether a group may declare a Prepared Offensive in the Combat Round in play.

    Parameters
    ----------
    group
        ``us`` or ``british``.
    """
    weather, name = inquiry.text("weather").capitalize(), _NAMES.get(group, "Allied")
    allied = group in {terms.US, terms.BRITISH}
    inquiry.require("7.2.3", allied, "", "only the US and the British launch Prepared Offensives")
    inquiry.require(
        "7.2.3",
        r07_weather.is_clear(inquiry),
        f"the Weather is {weather}: a Prepared Offensive is possible",
        f"a Prepared Offensive needs Sun or Cloud, and the Weather is {weather}",
    )
    kind = inquiry.text("round-kind")
    proper = inquiry.require(
        "7.2.3",
        kind in {"", "combat"},
        "",
        f"a Prepared Offensive is launched in a Combat Round, not in a {kind.replace('-', ' ')} one",
    )
    if not allied:
        return
    active = inquiry.text("round-group") if kind else ""
    other = f"a {name} Prepared Offensive is launched in a {name} Combat Round, not in a"
    inquiry.require("7.2.3", active in {"", group}, "", f"{other} {_NAMES.get(active, 'Wave')} one")
    begun = inquiry.number("combat-rounds", group)
    if proper:
        playing = (
            inquiry.state.raw("round-group") in {group, UNKNOWN} and inquiry.state.raw("round-kind") != ""
        )
        first, later = f"no other {name} Combat Round came before", f"{begun} {name} Combat Rounds"
        fits = begun <= int(playing)
        inquiry.require("7.2.3", fits, first, f"{later} were begun this turn: only the first will do")
    inquiry.require(
        "7.2.3",
        not inquiry.flag("combined-taken", group),
        "",
        f"the {name} took a Combined Action Round earlier this turn",
    )


@rule("7.2.3")
def _check_prepare(inquiry: Inquiry, action: PrepareOffensive) -> None:  # noqa: ARG001 - it has no fields
    r09_parts.require_part(inquiry, "7.2.3", "combat", side=terms.ALLIED)
    explain_prepared(inquiry, inquiry.text("round-group"))
    inquiry.require("7.2.3", not inquiry.flag("prepared"), "", "the Prepared Offensive is declared already")
    fought = [space for space in inquiry.subjects("hex-attacked") if inquiry.flag("hex-attacked", space)]
    failed = "it shifts all attacks of the Round, and one has been made"
    inquiry.require("7.2.3", not fought, "no attack has been made yet", failed, spaces=fought)


def _perform_prepare(draft: Draft, action: PrepareOffensive) -> None:  # noqa: ARG001 - it has no fields
    draft.set("prepared", True)


def _prepare_options(state: State) -> Iterator[PrepareOffensive]:
    if state.text("round-kind") == "combat" and not state.flag("prepared"):
        yield PrepareOffensive()


# --- going on and ending ---------------------------------------------------------------------------------


def _next_part(state: State) -> str:
    """Part that follows the one in play; empty after the last."""
    parts = r09_parts.PARTS.get(state.text("round-kind"), ())
    now = state.text("round-part")
    return parts[parts.index(now) + 1] if now in parts[:-1] else ""


@rule("9.2")
def _require_round(inquiry: Inquiry) -> bool:
    return inquiry.require("9.2", bool(inquiry.text("round-kind")), "", "no Round is being played")


def _check_end_part(inquiry: Inquiry, action: EndPart) -> None:  # noqa: ARG001 - it has no fields
    if not _require_round(inquiry):
        return
    part, after = inquiry.text("round-part"), _next_part(inquiry.state)
    kind = inquiry.text("round-kind").replace("-", " ")
    failed = f"no other part follows in a {kind} Round: end the Round"
    if inquiry.require("9.3", bool(after), f"{after.capitalize()} follows", failed):
        _DUTIES[part](inquiry)


@rule("8.1.2")
def _check_entry(inquiry: Inquiry) -> None:
    r08_all_placed.entry_faults(inquiry)


@rule("10.1", "15.0")
def _check_movement(inquiry: Inquiry) -> None:
    """Require the moves that must be made: out of Lettered hexes, back over the Boundary."""
    inquiry.violations.extend(r10_movement.owed_moves(inquiry))


@rule("9.4.1", "11.2", "11.7")
def _check_combat(inquiry: Inquiry) -> None:
    """Require Mandatory Attacks, a compulsory Cherbourg Combat, and the landings of a Wave Round."""
    inquiry.violations.extend(r11_attack.round_debts(inquiry))
    r09_first_wave.round_faults(inquiry)


_DUTIES: Mapping[str, Callable[[Inquiry], None]] = {
    "entry": _check_entry,
    "movement": _check_movement,
    "combat": _check_combat,
}


def owed(state: State) -> tuple[Violation, ...]:
    """What must still be done in the part of the Round in play before it may end.

    Returns
    -------
    tuple of Violation
        Empty between Rounds.
    """
    inquiry = Inquiry(state)
    duty = _DUTIES.get(inquiry.text("round-part")) if inquiry.text("round-kind") else None
    if duty is not None:
        duty(inquiry)
    return tuple(inquiry.violations)


@rule("5.2", "9.3")
def _perform_end_part(draft: Draft, action: EndPart) -> None:  # noqa: ARG001 - it has no fields
    after = _next_part(draft)
    if draft.text("round-part") == "entry":
        r08_all_placed.close_entry(draft)
    else:
        r10_movement.end_movement(draft)
    r09_flow.enter_part(draft, after)


def _end_part_options(state: State) -> Iterator[EndPart]:
    if _next_part(state):
        yield EndPart()


@rule("9.2")
def _check_end_round(inquiry: Inquiry, action: EndRound) -> None:  # noqa: ARG001 - it has no fields
    if not _require_round(inquiry):
        return
    kind, part = inquiry.text("round-kind"), inquiry.text("round-part")
    entering = part == "entry"
    inquiry.require("8.1.2", not entering, "", "first end the part in which Reinforcements are placed")
    parts = r09_parts.PARTS[kind]
    for each in parts[parts.index(part) :] if part in parts and not entering else ():
        _DUTIES[each](inquiry)
    if not inquiry.violations:
        inquiry.note("9.2", "nothing remains that must be done in this Round")


def _perform_end_round(draft: Draft, action: EndRound) -> None:  # noqa: ARG001 - it has no fields
    r09_flow.end_round(draft)


def _end_round_options(state: State) -> Iterator[EndRound]:
    if state.text("round-kind") and state.text("round-part") != "entry":
        yield EndRound()


_ACTION = frozenset({"action"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        BeginRound,
        _check_begin,
        _perform_begin,
        _begin_options,
        "9.2",
        answers=frozenset({r09_chits.DRAWN.kind}),
    ),
    Handler(PrepareOffensive, _check_prepare, _perform_prepare, _prepare_options, "7.2.3", phases=_ACTION),
    Handler(EndPart, _check_end_part, _perform_end_part, _end_part_options, "9.3", phases=_ACTION),
    Handler(EndRound, _check_end_round, _perform_end_round, _end_round_options, "9.2", phases=_ACTION),
)
