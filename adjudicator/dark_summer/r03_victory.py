"""Section 3.2: sudden death, the winner after Turn 10, and who controls a hex (2.4)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r03_control import controller
from adjudicator.dark_summer.r03_points import awards, places
from adjudicator.dark_summer.r10_brittany import has_entered
from adjudicator.dark_summer.r13_sources import GERMAN_LETTERS, ground
from adjudicator.dark_summer.r13_supply import any_supplied_german
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, State, View
from adjudicator.rules import PhaseRule

__all__ = [
    "AVRANCHES",
    "LAST_TURN",
    "PHASE_RULES",
    "Victory",
    "caen",
    "caen_was_held",
    "controller",
    "counted_beaches",
    "declare_sudden_death",
    "end_game",
    "explain_sudden_death",
    "explain_victory",
    "final_result",
    "score",
    "sudden_death",
    "take_control",
]

AVRANCHES = "2726"
_BEACHES_TO_WIN = 3
_CHERBOURG_TURN = 7
_LAST_FOR_ALLIES = 9
LAST_TURN = 10
Victory = tuple[str, str, str]
"""Winner, how, and the section."""


# --- hex control ------------------------------------------------------------------------------------------


@rule("2.4", "3.2.2", "10.4.5")
def take_control(draft: Draft, uid: str, path: Iterable[str]) -> None:
    """Let a unit take control of every hex that it enters, in passing too; note the first hold on all Caen.

    Parameters
    ----------
    path
        Spaces that it enters; its first space may be among them.
    """
    side, spaces = draft.pieces[uid].side, draft.board.spaces
    for space in path:
        if space in spaces and terms.is_hex(spaces[space]):
            draft.set("control", side, space)
    if side == terms.ALLIED and not draft.number("caen-taken-turn"):
        hexes = caen(draft)
        if hexes and all(controller(draft, h) == terms.ALLIED for h in hexes):
            draft.set("caen-taken-turn", draft.number("turn"))


@rule("10.4.5")
def caen(view: View) -> tuple[str, ...]:
    """The hexes of Caen, sorted."""
    return places(view, "Caen")


@rule("10.4.5")
def caen_was_held(view: View) -> bool:
    """Whether the Allies have ever controlled all hexes of Caen at once: British units have gone on since."""
    return terms.derived(view, "caen-held", _shows_caen) or bool(view.number("caen-taken-turn"))


def _shows_caen(state: State) -> bool:
    """Whether the hexes, or British units in the Eastern Exit Box, show that it was held."""
    if any(terms.group_of(p.printed) == terms.BRITISH for p in state.units_in("exit-allied")):
        return True
    hexes = caen(state)
    return bool(hexes) and all(_is_shown_allied(state, h) for h in hexes)


def _is_shown_allied(state: State, space: str) -> bool:
    if there := state.units_in(space):
        return there[0].side == terms.ALLIED
    return state.said("control", space) == terms.ALLIED


# --- sudden death -----------------------------------------------------------------------------------------


@rule("3.2.1", "9.4.3", "11.9")
def counted_beaches(view: View) -> tuple[str, ...]:
    """Closed Beaches that count towards the German Victory, sorted."""
    every = view.option("beach-count") == "B"
    return tuple(
        h
        for h in terms.BEACHES
        if h in view.board.spaces
        and (view.flag("beach-captured", h) or (every and view.text("beach", h) == "closed"))
    )


@rule("3.2.1")
def _beaches_lost(view: View) -> tuple[bool, str]:
    found = counted_beaches(view)
    touching = any(terms.distance(a, b) == 1 for a, b in itertools.combinations(found, 2))
    named = ", ".join(map(view.board.name, found)) or "none"
    won = len(found) >= _BEACHES_TO_WIN and touching
    more = "" if won or len(found) < _BEACHES_TO_WIN else ", no two of them contiguous"
    return won, f"Beach hexes captured by the German: {named}{more}"


@rule("3.2.1", "11.7")
def _cherbourg_held(view: View) -> tuple[bool, str]:
    if controller(view, terms.CHERBOURG) == terms.ALLIED:
        return False, "the Allies control Cherbourg"
    if view.number("turn") == _CHERBOURG_TURN and view.text("phase") == "victory":
        return True, f"the German controls Cherbourg at the end of Turn {_CHERBOURG_TURN}"
    return False, f"the German controls Cherbourg; that would win at the end of Turn {_CHERBOURG_TURN}"


@rule("3.2.1", "13.1.1")
def _avranches_held(view: View) -> tuple[bool, str]:
    if not has_entered(view):
        return False, "no US unit has entered Brittany"
    if AVRANCHES not in view.board.spaces or controller(view, AVRANCHES) == terms.ALLIED:
        return False, "the Allies control Avranches"
    between = terms.state_of(view).raw("round-kind") == ""
    return between, "a US unit has entered Brittany and the German controls Avranches as a Round ends"


@rule("3.2.1", "13.0")
def _none_supplied(view: View) -> tuple[bool, str]:
    if view.number("turn") > _LAST_FOR_ALLIES:
        return False, f"Turn {_LAST_FOR_ALLIES} is over: German units without supply lose nothing at once"
    known, letters = terms.state_of(view), ground(view.board).letters
    if known.unknown or not any(letter in letters for letter in GERMAN_LETTERS):
        return False, "only a part of the position is known"
    if any_supplied_german(view):
        return False, "some German unit on the map is In Supply"
    return True, "no German unit on the map is In Supply"


_TESTS: tuple[tuple[str, Callable[[View], tuple[bool, str]]], ...] = (
    (terms.GERMAN, _beaches_lost),
    (terms.GERMAN, _cherbourg_held),
    (terms.GERMAN, _avranches_held),
    (terms.ALLIED, _none_supplied),
)


@rule("3.2.1")
def sudden_death(view: View) -> Victory | None:
    """Whether a side has won at once, each condition judged only at its own moment."""
    for side, test in _TESTS:
        won, why = test(view)
        if won:
            return side, why, "3.2.1"
    return None


@rule("3.2.1")
def explain_sudden_death(inquiry: Inquiry) -> Victory | None:
    """Go through the conditions of sudden death, a step for each."""
    for side, test in _TESTS:
        won, why = test(inquiry)
        inquiry.note("3.2.1", f"{side.capitalize()} Victory now: {why}" if won else why)
    return sudden_death(inquiry)


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


@rule("3.2.1")
def declare_sudden_death(draft: Draft) -> bool:
    """End the game where a side has won at once.

    Returns
    -------
    bool
        Whether it has.
    """
    won = sudden_death(draft)
    if won is None:
        return False
    winner, why, _ = won
    end_game(draft, winner, why)
    return True


# --- Victory Points ---------------------------------------------------------------------------------------


@rule("3.2.2", "4.0")
def score(draft: Draft) -> None:
    """Score the Victory Points of the turn, in the Victory Check Phase."""
    for award in awards(Inquiry(draft)):
        draft.set("half-vp", draft.number("half-vp", award.side) + award.half, award.side)
        if award.once:
            draft.set("vp-scored", award.side, award.once)


def _halves(number: int) -> str:
    """A number of half points as points.

    Examples
    --------
    >>> _halves(7), _halves(4)
    ('3 1/2', '2')
    """
    return f"{number // 2} 1/2" if number % 2 else str(number // 2)


@rule("3.2.3")
def final_result(view: View) -> Victory:
    """Winner on Victory Points: the Allies with more, else the German."""
    allied, german = view.number("half-vp", terms.ALLIED), view.number("half-vp", terms.GERMAN)
    winner = terms.ALLIED if allied > german else terms.GERMAN  # there is no draw
    return winner, f"Allied {_halves(allied)} VP, German {_halves(german)} VP", "3.2.3"


@rule("3.2.1", "3.2.2", "3.2.3")
def _open_phase(draft: Draft) -> None:
    score(draft)
    if not declare_sudden_death(draft) and draft.number("turn") == LAST_TURN:
        winner, why, _ = final_result(draft)
        end_game(draft, winner, why)


@rule("4.0")
def _leave_phase(draft: Draft) -> None:
    """The Game Turn marker advances."""
    draft.set("turn", draft.number("turn") + 1)


PHASE_RULES = {"victory": PhaseRule(opening=_open_phase, leaving=_leave_phase)}


@rule("3.2.1", "3.2.3")
def _decided_by_points(over: State) -> bool:
    """Whether a game that is over went to Turn 10 with no sudden death."""
    return over.raw("turn") == LAST_TURN and sudden_death(over) is None


@rule("3.2.1", "3.2.2", "3.2.3")
def explain_victory(inquiry: Inquiry) -> Victory | None:
    """Say who has won, or what each side would score at this turn's Victory Check.

    Returns
    -------
    (winner, why, rule) or None
        The winner if the game is won, now or by the points as Turn 10 ends.
    """
    if inquiry.state.raw("winner") not in {"", UNKNOWN}:
        why = inquiry.text("won-by")
        section = "3.2.3" if _decided_by_points(inquiry.state) else "3.2.1"
        inquiry.note("3.2", "the game is over")
        if why:
            inquiry.note(section, why)
        return inquiry.text("winner"), why, section
    at_once = explain_sudden_death(inquiry)
    if at_once is not None:
        return at_once
    totals = {side: inquiry.adding(f"half VP, {side}") for side in (terms.ALLIED, terms.GERMAN)}
    for side, adding in totals.items():
        adding.add("3.2.2", f"{side.capitalize()} half VP so far", inquiry.number("half-vp", side), "set")
    for award in awards(inquiry):
        totals[award.side].add(award.rule, award.text, award.half)
    if inquiry.number("turn") < LAST_TURN or inquiry.text("phase") not in {"victory", "over"}:
        return None
    ahead = totals[terms.ALLIED].value > totals[terms.GERMAN].value
    winner = terms.ALLIED if ahead else terms.GERMAN
    said = ", ".join(f"{side.capitalize()} {_halves(a.value)} VP" for side, a in totals.items())
    inquiry.note("3.2.3", f"after Turn {LAST_TURN} the Allies need more VPs than the German: {said}")
    return winner, said, "3.2.3"
