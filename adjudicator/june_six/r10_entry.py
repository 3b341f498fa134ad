"""Sections 10.31 and 10.35 to 10.38: the Entry hexes of German reinforcements, chosen, blocked or changed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r05_groups, terms
from adjudicator.june_six.formations import Formation, load_formations
from adjudicator.june_six.r08_landing import lettered
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Used
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ChooseEntry",
    "Withhold",
    "due_formations",
    "entry_hexes",
    "entry_letters",
    "explain_entry",
    "hold_back",
    "is_blocked",
    "printed_letters",
    "require_choices",
    "undecided",
    "waits",
]


@dataclass(frozen=True, slots=True)
class ChooseEntry(Action):
    """The German player names the Entry hex letter of a formation that has a choice (10.35).

    Parameters
    ----------
    letter
        ``A`` to ``F``.

    Examples
    --------
    >>> ChooseEntry("ge-lehr", "D").letter
    'D'
    """

    formation: str
    letter: str


@dataclass(frozen=True, slots=True)
class Withhold(Action):
    """The German player holds a formation back for a turn, to enter it elsewhere (10.36).

    Parameters
    ----------
    letter
        Where it is to enter on the following turn.

    Examples
    --------
    >>> Withhold("ge-lehr", "E").formation
    'ge-lehr'
    """

    formation: str
    letter: str


# --- which formations, and where --------------------------------------------------------------------------


def _german(view: View, formation: str) -> Formation | None:
    found = load_formations(view).get(formation)
    return found if found is not None and found.nation == terms.GERMAN else None


@rule("10.31", "10.36")
def waits(view: View, formation: str) -> bool:
    """Whether a German formation has not entered the map yet and its turn has come."""
    known, hq = _german(view, formation), terms.hq_of(view, formation)
    arrival = r05_groups.formation_arrival(view, formation)
    if known is None or arrival is None or hq is None or hq.space != terms.POOL:
        return False
    if view.number("returns", hq.uid) or view.flag("entered", formation):
        return False
    return max(arrival, view.number("available-from", formation)) <= view.number("turn")


@rule("10.31")
def due_formations(view: View) -> tuple[str, ...]:
    """German formations that are to enter this turn, in the order of the list."""
    return tuple([id_ for id_ in load_formations(view) if waits(view, id_)])


@rule("10.31", "5.13", "1.0")
def printed_letters(view: View, formation: str) -> tuple[str, ...]:
    """Entry hex letters of the Reinforcement Schedule, or of the optional group of a formation."""
    known, group = _german(view, formation), r05_groups.formation_group(view, formation)
    found = r05_groups.letters_of(group) if group is not None else known.entry if known is not None else ()
    return tuple([letter for letter in found if letter in r01_part.letters(view)])


@rule("10.35", "10.36")
def entry_letters(view: View, formation: str) -> tuple[str, ...]:
    """Letters at which a formation may enter as things stand: the chosen one, or those of the schedule."""
    chosen = view.text("entry-choice", formation)
    if chosen:
        return (chosen,)
    return r01_part.letters(view) if view.number("withheld", formation) else printed_letters(view, formation)


@rule("10.37", "10.38")
def entry_hexes(view: View, formation: str) -> tuple[str, ...]:
    """Entry hexes that a formation may use now: those of its letter without Allied units."""
    letters = entry_letters(view, formation)
    return tuple([h for h in _lettered(view, letters) if not terms.enemies(view, h, terms.GERMAN)])


def _lettered(view: View, letters: tuple[str, ...]) -> list[str]:
    return [space for space, letter in lettered(view).items() if letter in letters]


@rule("10.37")
def is_blocked(view: View, formation: str) -> bool:
    """Whether Allied units stand in every Entry hex of a formation; their ZOCs do not block it."""
    return not entry_hexes(view, formation)


@rule("10.35", "10.37", "10.38")
def explain_entry(inquiry: Inquiry, formation: str) -> tuple[str, ...]:
    """Say where a formation may enter, and what blocks the other Entry hexes.

    Returns
    -------
    tuple of str
        As `entry_hexes`.
    """
    name, letters = inquiry.board.name, entry_letters(inquiry, formation)
    section = "10.35" if inquiry.text("entry-choice", formation) else "10.31"
    known = load_formations(inquiry).get(formation)
    if known is not None and {*letters} <= {*known.entry}:
        used = Used(f"Entry hexes of {known.name}", "formations.csv", formation, "entry")
        inquiry.source(section, used, known.sources.of("entry"))
    inquiry.note(section, f"Entry hex letter: {' or '.join(letters)}")
    for letter in letters:
        both = _lettered(inquiry, (letter,))
        if len(both) > 1:
            inquiry.note("10.38", f"{letter}: one or both of {', '.join(map(name, both))}")
    for space in _lettered(inquiry, letters):
        inquiry.feature(inquiry.board.spaces[space], "entry", "10.31")
        if there := terms.enemies(inquiry, space, terms.GERMAN):
            inquiry.note("10.37", f"{name(space)} is occupied by {terms.titles(there)}")
    found = entry_hexes(inquiry, formation)
    if found:
        inquiry.note("10.13", "the Entry hex counts as the first hex of the movement")
    else:
        inquiry.note("10.37", "every Entry hex is blocked: entry is delayed by a turn, then at any free one")
    return found


# --- the German choices -----------------------------------------------------------------------------------


@rule("3.31")
def _require_turn(inquiry: Inquiry, formation: str) -> bool:
    """Whether the German player is naming Entry hexes now, before the bombardments or with a group."""
    mine = inquiry.text("side") == terms.GERMAN
    mine = mine and (inquiry.text("phase") == "bombardment" or _called_up(inquiry, formation))
    failed = "Entry hexes are named at the start of the Bombardment Phase"
    return inquiry.require("3.31", mine, "Entry hexes are named before the bombardments", failed)


@rule("10.35")
def undecided(view: View) -> list[str]:
    """Formations with a choice of Entry hexes that has not been made."""
    open_ = [f for f in due_formations(view) if len(entry_letters(view, f)) > 1]
    return open_ if view.text("phase") == "bombardment" else [f for f in open_ if _called_up(view, f)]


@rule("5.13", "10.35")
def _called_up(view: View, formation: str) -> bool:
    """Whether a formation comes with a group that is called up this turn, after the Bombardment Phase."""
    group = r05_groups.formation_group(view, formation)
    return group is not None and group.number("turn") == view.number("turn")


def _title(at: Located, formation: str) -> str:
    known = load_formations(at).get(formation)
    return known.name if known is not None else formation


@rule("10.31", "10.35")
def _check_choose(inquiry: Inquiry, action: ChooseEntry) -> None:
    title, due = _title(inquiry, action.formation), action.formation in due_formations(inquiry)
    if not _require_turn(inquiry, action.formation) or not inquiry.require(
        "10.31", due, "", f"{title} is not to enter this turn"
    ):
        return
    chosen = inquiry.text("entry-choice", action.formation)
    inquiry.require("10.35", not chosen, "", f"{title} enters at {chosen}: a choice cannot be changed")
    if chosen:
        return
    letters = entry_letters(inquiry, action.formation)
    failed = f"{title} enters at {' or '.join(letters)}"
    inquiry.require("10.35", action.letter in letters, f"{title} enters at {action.letter}", failed)


def _perform_choose(draft: Draft, action: ChooseEntry) -> None:
    draft.set("entry-choice", action.letter, action.formation)


def _choose_options(state: State) -> Iterator[ChooseEntry]:
    for formation in undecided(state) if state.text("side") == terms.GERMAN else ():
        yield from (ChooseEntry(formation, letter) for letter in entry_letters(state, formation))


@rule("10.36", "10.37")
def hold_back(draft: Draft, formation: str, letter: str) -> None:
    """Delay a formation by a turn and give it another Entry hex; it still needs its release.

    Parameters
    ----------
    formation, letter
        The formation, and where it is to enter next; empty while that is to be chosen.
    """
    draft.set("available-from", draft.number("turn") + 1, formation)
    draft.set("entry-choice", letter, formation)
    draft.set("withheld", draft.number("turn"), formation)
    draft.clear("automatic", formation)
    for number in (1, 2):
        chit = f"am-{formation}-{number}"
        if draft.text("am", chit):
            draft.set("am", "used", chit)
        draft.set("free", True, chit)


@rule("10.36")
def _check_withhold(inquiry: Inquiry, action: Withhold) -> None:
    title, due = _title(inquiry, action.formation), action.formation in due_formations(inquiry)
    if not _require_turn(inquiry, action.formation) or not inquiry.require(
        "10.31", due, "", f"{title} is not to enter this turn"
    ):
        return
    inquiry.require("10.36", action.letter in r01_part.LETTERS, "", f"there is no Entry hex {action.letter}")
    there = action.letter not in r01_part.LETTERS or action.letter in r01_part.letters(inquiry)
    inquiry.require("1.0", there, "", f"no Entry hex {action.letter} lies in the part of the maps in play")
    once = not inquiry.number("withheld", action.formation)
    inquiry.require("10.36", once, "", f"{title} has been delayed by its one turn already")
    chosen = inquiry.text("entry-choice", action.formation) if once else ""
    inquiry.require("10.35", not chosen, "", f"{title} enters at {chosen}: a choice cannot be changed")
    other = action.letter not in printed_letters(inquiry, action.formation)
    failed = f"{title} is designated to enter at {action.letter} as it is"
    inquiry.require("10.36", other, f"{title} enters next turn at {action.letter}", failed)
    free = [h for h in _lettered(inquiry, (action.letter,)) if not terms.enemies(inquiry, h, terms.GERMAN)]
    inquiry.require("10.37", bool(free), "", f"Entry hex {action.letter} is blocked")
    if not inquiry.violations:
        inquiry.note(
            "10.36", "its markers stay out of the pool and are free next turn; it still needs release"
        )


def _perform_withhold(draft: Draft, action: Withhold) -> None:
    hold_back(draft, action.formation, action.letter)


def _withhold_options(state: State) -> Iterator[Withhold]:
    for formation in due_formations(state) if state.text("side") == terms.GERMAN else ():
        if state.number("withheld", formation) or state.text("entry-choice", formation):
            continue
        letters = printed_letters(state, formation)
        yield from (
            Withhold(formation, letter) for letter in r01_part.letters(state) if letter not in letters
        )


@rule("3.31", "10.35")
def require_choices(inquiry: Inquiry) -> None:
    """Refuse to go on while a formation has a choice of Entry hexes that has not been made."""
    for formation in undecided(inquiry):
        letters = " or ".join(entry_letters(inquiry, formation))
        inquiry.refuse("10.35", f"{_title(inquiry, formation)} enters at {letters}: choose one")


_PHASES = frozenset({"bombardment"})
_NAMED = _PHASES | {"german-logistics"}
HANDLERS = (
    Handler(ChooseEntry, _check_choose, _perform_choose, _choose_options, "10.35", phases=_NAMED),
    Handler(Withhold, _check_withhold, _perform_withhold, _withhold_options, "10.36", phases=_PHASES),
)
