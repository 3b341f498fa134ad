"""Sections 8.1 and 8.1.1: which Reinforcements await entry, the Formation Entry roll, how many may enter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r08_hexes import entry_hexes
from adjudicator.dice import D6, Distribution
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "ChooseEntryNumber",
    "allowed_by",
    "awaiting",
    "begun",
    "chances",
    "entries_left",
    "formations",
    "is_automatic",
    "is_open",
    "is_third_wave_round",
    "is_unsaid",
    "may_enter",
    "open_entry",
    "schedule",
    "selectable",
]

ROLL = "formation-entry"
AIRFIELDS = frozenset({"airfield-us", "airfield-british"})
THIRD_WAVE = "third-wave-"


@dataclass(frozen=True, slots=True)
class ChooseEntryNumber(Action):
    """Choose how many Formations enter: the die, or half of those available (8.1.1).

    Parameters
    ----------
    number
        One of the two.

    Examples
    --------
    >>> ChooseEntryNumber(3).number
    3
    """

    number: int


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Numbers of Formations among which the owner of a group chooses."""

    numbers: tuple[int, ...]
    group: str


_NUMBER = Frame("entry-number", "8.1.1", _Numbers)


# --- what awaits entry ------------------------------------------------------------------------------------


def is_offshore_third_wave(piece: Piece) -> bool:
    """Whether a unit is still in its set-up space of the 3rd Wave."""
    return piece.space in AIRFIELDS or piece.space.startswith(THIRD_WAVE)


@rule("8.1", "8.1.3", "9.4.3")
def schedule(view: View, piece: Piece) -> int:
    """Turn from which a unit is available as a Reinforcement; 0 for one that is none.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> from maps.board import Board
    >>> from adjudicator.dark_summer import GAME
    >>> lehr = Unit("ge-901", "901", "901/Lehr", "german", "german", arrival=1)
    >>> schedule(GAME.empty(Board([], [])), Piece(lehr, "turn-track", "full"))
    1
    """
    if is_offshore_third_wave(piece):
        return 2
    if piece.space != terms.POOL:
        return 0
    return view.number("available-from", piece.uid) or piece.printed.arrival or 0


@rule("8.1.3")
def is_automatic(view: View, piece: Piece) -> bool:
    """Whether a unit enters without being selected by a roll: late units of the 3rd Wave."""
    return is_offshore_third_wave(piece) or view.flag("automatic-entry", piece.uid)


@rule("8.1")
def awaiting(view: View, group: str) -> tuple[Piece, ...]:
    """Units of a group that are available and await entry, those that enter automatically included.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.

    Returns
    -------
    tuple of Piece
        Sorted by id; the 3rd Wave only from Turn 2 on, when its units enter like other late units.
    """
    turn = view.number("turn")
    waiting = (p for space in (terms.POOL, *_offshore(view)) for p in view.units_in(space))
    found = (p for p in waiting if terms.group_of(p.printed) == group and 0 < schedule(view, p) <= turn)
    return tuple(sorted(found, key=lambda p: p.uid))


def _offshore(view: View) -> list[str]:
    state = terms.state_of(view)
    return sorted(s for s in state.occupied() if s in AIRFIELDS or s.startswith(THIRD_WAVE))


@rule("2.4", "8.1.1")
def formations(view: View, group: str) -> Mapping[str, tuple[Piece, ...]]:
    """Formations of a group that await entry by roll, each with its available units.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.

    Returns
    -------
    mapping
        Formation -> units; a Formation that has begun to enter this Round is not among them.
    """
    found: dict[str, list[Piece]] = {}
    entering = begun(view)
    for piece in awaiting(view, group):
        name = terms.formation(piece.printed)
        if not is_automatic(view, piece) and name not in entering:
            found.setdefault(name, []).append(piece)
    return {name: tuple(units) for name, units in found.items()}


@rule("8.1.1")
def begun(view: View) -> frozenset[str]:
    """Formations of which a unit was chosen and placed this Round."""
    entered = (uid for uid in view.subjects("entered") if uid in view.pieces and view.flag("entered", uid))
    chosen = (view.pieces[uid] for uid in entered)
    return frozenset(terms.formation(p.printed) for p in chosen if not view.flag("automatic-entry", p.uid))


@rule("8.1.1")
def selectable(view: View, group: str) -> frozenset[str]:
    """Formations that may be chosen next: those of earlier turns first, unless none of them finds a hex.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.
    """
    return terms.derived(view, f"selectable:{group}", lambda state: _selectable(state, group))


def _selectable(state: State, group: str) -> frozenset[str]:
    waiting, turn = formations(state, group), state.number("turn")
    able = {name for name, units in waiting.items() if _can_be_placed(state, units)}
    earlier = {n for n in able if min(schedule(state, p) for p in waiting[n]) < turn}
    return frozenset(earlier or able)


def _can_be_placed(view: View, units: Sequence[Piece]) -> bool:
    return any(entry_hexes(view, p) for p in units)


# --- the roll -----------------------------------------------------------------------------------------------


@rule("8.1.1")
def must_use_die(view: View, group: str) -> bool:
    """Whether two is subtracted from the die and the half is lost: Allies on Storm, Germans on Sun."""
    return view.text("weather") == ("sun" if group == terms.GERMAN else "storm")


@rule("8.1.1")
def allowed_by(die: int, available: int, *, handicapped: bool = False) -> tuple[int, ...]:
    """Numbers of Formations among which the player chooses.

    Parameters
    ----------
    die
        As rolled.
    available
        Formations that await entry.
    handicapped
        Whether two is subtracted and the half is no option.

    Returns
    -------
    tuple of int
        One number, or the smaller and the larger of two.

    Examples
    --------
    >>> allowed_by(3, 7), allowed_by(1, 4), allowed_by(5, 4), allowed_by(2, 7, handicapped=True)
    ((3,), (1, 2), (2, 4), (1,))
    """
    if handicapped:
        return (min(max(1, die - 2), available),)
    return tuple(sorted({min(die, available), available // 2}))


def counted(view: View, group: str) -> int:
    """Formations that count as available for the half (8.1.1)."""
    waiting = formations(view, group)
    if view.option("blocked-formations") == "A":
        return len(waiting)
    return sum(_can_be_placed(view, units) for units in waiting.values())


@rule("8.1.1")
def chances(view: View, group: str) -> Distribution[int]:
    """Exact chance of the most Formations that may enter.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.

    Returns
    -------
    Distribution
        Number -> ways out of six.
    """
    available, handicapped = counted(view, group), must_use_die(view, group)
    return D6.map(lambda die: max(allowed_by(die, available, handicapped=handicapped)))


def is_unsaid(view: View, item: str) -> bool:
    """Whether a position leaves an item out, so that what the question needs is assumed."""
    return terms.state_of(view).raw(item) is UNKNOWN


@rule("8.1", "9.3.3")
def may_enter(view: View) -> bool:
    """Whether the Round is one in which Reinforcements enter: a Move Round, or Combined with a Move chit."""
    kind = view.text("round-kind")
    if is_unsaid(view, "round-kind"):
        return True
    return kind == "move" or (kind == "combined" and _is_move_chit(view))


@rule("9.3.3")
def _is_move_chit(view: View) -> bool:
    """Whether a Combined Action Round was made with a Move chit, as it was where the position is silent."""
    return view.text("round-chit") == "move" or is_unsaid(view, "round-chit")


@rule("8.1.1")
def entries_left(view: View) -> int:
    """Formations that may still be chosen; a position that is silent about it is taken to allow one."""
    left = view.number("entries-left")
    return 1 if is_unsaid(view, "entries-left") else left


@rule("8.1.3", "9.4.5")
def is_third_wave_round(view: View, group: str) -> bool:
    """Whether the Round is the 3rd Wave Round of a group: its first Move Round of Turn 1."""
    first = view.number("turn") == 1 and view.text("round-kind") == "move"
    return first and group in {terms.US, terms.BRITISH} and not view.flag("third-wave-landed", group)


@rule("8.1.1", "8.1.3")
def is_open(view: View) -> bool:
    """Whether Reinforcements chosen by a Formation Entry roll may enter in this Round."""
    return may_enter(view) and not is_third_wave_round(view, view.text("round-group"))


@rule("8.1.1")
def open_entry(draft: Draft) -> None:
    """Begin the part of a Round in which Reinforcements enter: the roll."""
    group = draft.text("round-group")
    if is_open(draft) and selectable(draft, group):
        ask_roll(draft, ROLL, ["dr"], group=group)


def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    group = data["group"]
    numbers = allowed_by(values[0], counted(draft, group), handicapped=must_use_die(draft, group))
    draft.set("entry-roll", values[0])
    if len(numbers) > 1 and draft.option("entry-number") == "B":
        _NUMBER.push(draft, _Numbers(numbers, group), terms.side_of_group(group))
    else:
        draft.set("entries-left", numbers[-1])


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"the Formation Entry roll for {counted(state, data['group'])} Formations"


# --- the choice ---------------------------------------------------------------------------------------------


def _check_number(inquiry: Inquiry, action: ChooseEntryNumber) -> None:
    asked = _NUMBER.asked(inquiry)
    if asked is None:
        return
    listed = " or ".join(map(str, asked.numbers))
    inquiry.require(
        "8.1.1",
        action.number in asked.numbers,
        f"{action.number} is one of the two numbers",
        f"the die and the half allow {listed} Formations, not {action.number}",
    )


def _perform_number(draft: Draft, action: ChooseEntryNumber) -> None:
    draft.settle()
    draft.set("entries-left", action.number)


def _number_options(state: State) -> Iterator[ChooseEntryNumber]:
    asked = _NUMBER.asked(state)
    if asked is not None:
        yield from map(ChooseEntryNumber, asked.numbers)


ROLLS = {ROLL: RollRule(_resolve, _why, "8.1.1")}
HANDLERS = (
    Handler(
        ChooseEntryNumber,
        _check_number,
        _perform_number,
        _number_options,
        "8.1.1",
        answers=frozenset({_NUMBER.kind}),
    ),
)
