"""Sections 9.1 and 9.2: the Action Cup, the Initiative chit, the draw, the face that a chit may show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Used
from maps.filing import Filing, by_filing
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "BRITISH_COMBAT",
    "BRITISH_MOVE",
    "FACES",
    "HANDLERS",
    "KINDS",
    "PHASE_RULES",
    "ROLLS",
    "Availability",
    "PlayInitiative",
    "PrepareCup",
    "availability",
    "draw",
    "face_faults",
    "group_of_chit",
    "in_cup",
    "is_prepared",
    "load_chits",
    "open_action_phase",
    "unplayed",
]

BRITISH_MOVE, BRITISH_COMBAT = "british-move", "british-combat"
KINDS = (terms.GERMAN, terms.US, BRITISH_MOVE, BRITISH_COMBAT)
FACES = ("move", "combat")
_FILE = "chits.toml"
_NAMES = {
    terms.GERMAN: "German",
    terms.US: "US",
    BRITISH_MOVE: "British Move",
    BRITISH_COMBAT: "British Combat",
}
_LIMIT = 2  # US Move Rounds, and US Combat Rounds, of an Action Phase


@dataclass(frozen=True, slots=True)
class Availability:
    """A line of the Action Chit Availability Table.

    Parameters
    ----------
    german, us, reaction
        Numbers of chits.
    british
        Combinations of (Move, Combat) chits that the Allied player may take.
    sources
        Column -> where its number comes from.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> load_chits(OURS)["showers"].british
    ((2, 1), (1, 2))
    """

    german: int
    us: int
    british: tuple[tuple[int, int], ...]
    reaction: int
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PrepareCup(Action):
    """Put the chits of the turn into the Action Cup, with a combination of British chits.

    Parameters
    ----------
    british_moves, british_combats
        How many of each; announced to the German player.

    Examples
    --------
    >>> PrepareCup(2, 1)
    PrepareCup(british_moves=2, british_combats=1)
    """

    british_moves: int
    british_combats: int


@dataclass(frozen=True, slots=True)
class PlayInitiative(Action):
    """Choose the Initiative chit; what it is played for follows with ``begin-round``.

    Parameters
    ----------
    chit
        ``us``, ``british-move`` or ``british-combat``.

    Examples
    --------
    >>> PlayInitiative("us").chit
    'us'
    """

    chit: str


# --- the table -------------------------------------------------------------------------------------------


@by_filing
def load_chits(filing: Filing) -> Mapping[str, Availability]:
    """The Action Chit Availability Table.

    Returns
    -------
    mapping
        Weather -> its line.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> line = load_chits(OURS)["rain"]
    >>> line.german, line.us
    (3, 2)
    """
    return {name: _line(body) for name, body in read_toml(filing.path(Path(__file__).parent / _FILE)).items()}


def _line(body: Mapping[str, Mapping[str, Any]]) -> Availability:
    return Availability(
        german=body["german"]["chits"],
        us=body["us"]["chits"],
        british=tuple((int(m), int(c)) for m, c in body["british"]["chits"]),
        reaction=body["reaction"]["chits"],
        sources={column: str(entry["source"]) for column, entry in body.items()},
    )


@rule("9.1", "7.2.1", "9.4")
def availability(view: View) -> Availability:
    """The line of the table that holds this turn; an inquiry notes which of its numbers are reconstructed."""
    weather = view.text("weather")
    line = load_chits(view)[weather]
    if isinstance(view, Inquiry):
        for column, source in line.sources.items():
            what = (
                f"number of {column.capitalize() if column != 'us' else 'US'} chits on {weather.capitalize()}"
            )
            view.source("9.1", Used(what, _FILE, weather, column), source)
    return line


# --- reading the cup -------------------------------------------------------------------------------------


@rule("9.2")
def group_of_chit(chit: str) -> str:
    """Group that a chit activates.

    Parameters
    ----------
    chit
        One of `KINDS`.

    Examples
    --------
    >>> group_of_chit("british-move")
    'british'
    """
    return terms.BRITISH if chit in {BRITISH_MOVE, BRITISH_COMBAT} else chit


def in_cup(view: View) -> Mapping[str, int]:
    """Chits in the Action Cup, by kind, in the order of `KINDS`."""
    return {kind: view.number("cup", kind) for kind in KINDS}


def is_prepared(view: View) -> bool:
    """Whether the chits of this turn have been put into the cup."""
    return view.number("round") > 0 or any(in_cup(view).values())


def unplayed(view: View, group: str) -> int:
    """Chits of a group in the cup.

    Parameters
    ----------
    view, group
        The position and ``german``, ``us`` or ``british``.
    """
    return sum(n for kind, n in in_cup(view).items() if group_of_chit(kind) == group)


@rule("9.2")
def _permitted(view: View, group: str, total: int) -> list[tuple[int, int]]:
    """(Move, Combat) Rounds with which a German or US Action Phase may end, of so many chits."""
    weather = view.text("weather")
    if group == terms.GERMAN:
        return [(2, 1), (1, 2)] if weather == "storm" else [(2, 1)]
    if weather in {"rain", "storm"}:
        return [(1, 1)]
    return [(moves, total - moves) for moves in range(total + 1) if max(moves, total - moves) <= _LIMIT]


@rule("9.2", "9.3.3")
def face_faults(view: View, chit: str, face: str) -> list[str]:
    """Why a drawn chit may not be played with a face; what the chits still in the cup force is counted.

    Parameters
    ----------
    chit
        Kind of the chit.
    face
        ``move`` or ``combat``.

    Returns
    -------
    list of str
        Empty when it may.
    """
    group = group_of_chit(chit)
    if group == terms.BRITISH:
        printed = chit.removeprefix("british-")
        return [] if face == printed else [f"a British {printed.capitalize()} chit has no other side"]
    moves, combats = view.number("moves-played", group), view.number("combats-played", group)
    total = moves + combats + 1 + unplayed(view, group)
    after = (moves + (face == "move"), combats + (face == "combat"))
    ends = _permitted(view, group, total)
    if any(after[0] <= end[0] and after[1] <= end[1] for end in ends):
        return []
    name, weather = _NAMES[group], view.text("weather").capitalize()
    said = (
        " or ".join(f"{m} Move and {c} Combat" for m, c in ends)
        or f"at most {_LIMIT} Move and {_LIMIT} Combat"
    )
    so_far = f"{moves} Move and {combats} Combat were played, {total - moves - combats - 1} are in the cup"
    return [f"{name} chits on {weather} make {said} Rounds: {so_far}"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chit that was drawn or chosen, and that its owner is to play."""

    chit: str


DRAWN = Frame("play-chit", "9.2", Drawn)


# --- preparing the cup -----------------------------------------------------------------------------------


@rule("9.1")
def open_action_phase(draft: Draft) -> None:
    """Take the chits of the turn; the cup is filled at once where the table leaves no choice."""
    line = availability(draft)
    draft.set("side", terms.ALLIED)
    if len(line.british) == 1:
        _fill(draft, line, *line.british[0])


@rule("9.3.4", "9.1")
def _leave_action_phase(draft: Draft) -> None:
    """Reaction chits that were not played are lost."""
    draft.set("reaction-chits", 0)
    draft.set("round-over", "")


@rule("9.1", "9.4")
def _fill(draft: Draft, line: Availability, moves: int, combats: int) -> None:
    for kind, number in zip(KINDS, (line.german, line.us, moves, combats), strict=True):
        draft.set("cup", number, kind)
    draft.set("reaction-chits", line.reaction)


@rule("9.1", "9.4")
def _check_prepare_cup(inquiry: Inquiry, action: PrepareCup) -> None:
    _require_pause(inquiry, "9.1")
    inquiry.require("9.1", not is_prepared(inquiry), "", "the chits of this turn are in the cup already")
    line = availability(inquiry)
    chosen = (action.british_moves, action.british_combats)
    offered = " or ".join(f"{m} Move and {c} Combat" for m, c in line.british)
    inquiry.require(
        "9.1",
        chosen in line.british,
        f"{chosen[0]} British Move and {chosen[1]} Combat chits are announced to the German player",
        f"the British chits of this Weather are {offered}",
    )
    if inquiry.number("turn") == 1:
        inquiry.note("9.4", "no Initiative chit on Turn 1: the four chits of the Wave Rounds come first")


def _require_pause(inquiry: Inquiry, section: str) -> None:
    """Require that no Round is being played."""
    inquiry.require(section, not inquiry.text("round-kind"), "", "a Round is being played")


def _perform_prepare_cup(draft: Draft, action: PrepareCup) -> None:
    _fill(draft, availability(draft), action.british_moves, action.british_combats)


def _prepare_cup_options(state: State) -> Iterator[PrepareCup]:
    if not state.text("round-kind") and not is_prepared(state):
        yield from (PrepareCup(moves, combats) for moves, combats in availability(state).british)


# --- the Initiative chit and the draw --------------------------------------------------------------------


@rule("9.1", "9.2", "9.4")
def _check_initiative(inquiry: Inquiry, action: PlayInitiative) -> None:
    _require_pause(inquiry, "9.1")
    inquiry.require("9.4", inquiry.number("turn") > 1, "", "there is no Initiative chit on Turn 1")
    played = inquiry.number("round")
    inquiry.require(
        "9.1", not played, "no Round was played this turn", f"{played} Rounds were played this turn"
    )
    allied = action.chit in KINDS and action.chit != terms.GERMAN
    inquiry.require(
        "9.1", allied, "the Allied player has the Initiative", f"{action.chit!r} is no Allied chit"
    )
    if allied:
        left, name = inquiry.number("cup", action.chit), _NAMES[action.chit]
        inquiry.require(
            "9.1", left > 0, f"{left} {name} chits can be chosen", f"there is no {name} chit this turn"
        )


def _perform_initiative(draft: Draft, action: PlayInitiative) -> None:
    _take(draft, action.chit)


@rule("9.2")
def _take(draft: Draft, chit: str) -> None:
    """Take a chit out of the cup: its owner is to play it."""
    draft.set("cup", draft.number("cup", chit) - 1, chit)
    side = terms.side_of_group(group_of_chit(chit))
    draft.set("side", side)
    draft.set("round-over", "")
    DRAWN.push(draft, Drawn(chit), side)


def _initiative_options(state: State) -> Iterator[PlayInitiative]:
    if not state.number("round") and not state.text("round-kind"):
        yield from (PlayInitiative(kind) for kind, number in in_cup(state).items() if number)


@rule("9.2")
def draw(draft: Draft) -> None:
    """Ask for the draw of the next chit."""
    ask_roll(draft, "draw-chit", [f"d{sum(in_cup(draft).values())}"])


@rule("9.2")
def _resolve_draw(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    number = values[0]
    for kind, chits in in_cup(draft).items():
        if number <= chits:
            _take(draft, kind)
            return
        number -= chits


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - the sentence needs only the cup
    cup = ", ".join(f"{_NAMES[kind]} {chits}" for kind, chits in in_cup(state).items() if chits)
    return f"one chit is drawn from the Action Cup, numbered in this order: {cup}"


_ACTION = frozenset({"action"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        PrepareCup, _check_prepare_cup, _perform_prepare_cup, _prepare_cup_options, "9.1", phases=_ACTION
    ),
    Handler(
        PlayInitiative, _check_initiative, _perform_initiative, _initiative_options, "9.1", phases=_ACTION
    ),
)
PHASE_RULES = {"action": PhaseRule(opening=open_action_phase, leaving=_leave_action_phase)}
ROLLS = {"draw-chit": RollRule(_resolve_draw, _why, "9.2")}
