"""Sections 20.6 and 20.6o: the guns of Pointe du Hoc, and the Rangers who go for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r15_companies, terms
from adjudicator.battle_for_normandy.r18.beaches import Beach, beach_of, beaches
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "BATTERY",
    "GUNS",
    "HANDLERS",
    "MOVED",
    "OTHER",
    "POINTE",
    "ROLLS",
    "HoldBack",
    "PlaceGuns",
    "ask_signal",
    "can_fire",
    "is_held_back",
    "is_pointe",
    "is_second_rangers",
    "queue_faults",
]

Faults = list[Fault]
POINTE, BATTERY, OTHER = "b1205", "b1305", "b1406"
GUNS, MOVED = "ge-pt-du-hoc", "ge-guns-moved"
SIGNAL = 4  # 4 to 6 of six
_CHARLIE = "charlie"


@dataclass(frozen=True, slots=True)
class PlaceGuns(Action):
    """Say whether the guns of Pointe du Hoc were moved before the invasion (20.6).

    Parameters
    ----------
    moved
        Whether the artillery unit lies in B1406 instead of B1305.

    Examples
    --------
    >>> PlaceGuns(True).moved
    True
    """

    moved: bool = False


@dataclass(frozen=True, slots=True)
class HoldBack(Action):
    """Hold the 5th Rangers back in Phase 1: they may follow at Pointe du Hoc (20.6o).

    Examples
    --------
    >>> HoldBack()
    HoldBack()
    """


def is_pointe(space: str) -> bool:
    """Whether a hex is the Beach hex of Pointe du Hoc."""
    return space == POINTE


def is_second_rangers(piece: Piece) -> bool:
    """Whether a unit is the battalion that may land at Pointe du Hoc."""
    return piece.printed.type == "ranger" and "pointe-du-hoc" in piece.printed.entry


def _fifth(view: View) -> Piece | None:
    """The other Ranger battalion, of beach Charlie."""
    rangers = (p for p in view.pieces.values() if p.printed.type == "ranger" and not is_second_rangers(p))
    return next((p for p in rangers if _CHARLIE in p.printed.entry), None)


# --- the guns ---------------------------------------------------------------------------------------------


@rule("20.6", "20.5")
def can_fire(view: View, gun: Piece) -> list[Fault]:
    """What keeps the guns of Pointe du Hoc from firing where they stand."""
    if gun.uid == MOVED:
        return [Fault("20.6", f"{gun.printed.title} is the counter without guns")]
    if gun.uid != GUNS or gun.space != OTHER:
        return []
    infantry = [p for p in terms.friends(view, OTHER, terms.GERMAN) if terms.is_infantry_type(p.printed)]
    if infantry:
        return []
    return [Fault("20.6", f"the guns in {view.board.name(OTHER)} need an infantry type unit in their hex")]


def _check_guns(inquiry: Inquiry, action: PlaceGuns) -> None:
    german = inquiry.text("side") == terms.GERMAN
    inquiry.require("20.6", german, "", "the German player places the guns when he sets up")
    there = GUNS in inquiry.pieces and MOVED in inquiry.pieces
    where = inquiry.board.name(OTHER if action.moved else BATTERY) if there else ""
    inquiry.require("20.6", there, f"the guns stand in {where}", "the two counters are not in play")


def _perform_guns(draft: Draft, action: PlaceGuns) -> None:
    guns, other = (OTHER, BATTERY) if action.moved else (BATTERY, OTHER)
    draft.place(GUNS, guns)
    draft.place(MOVED, other)
    draft.set("guns-moved", "yes" if action.moved else "no")


def _options_guns(state: State) -> Iterator[PlaceGuns]:
    if GUNS in state.pieces:
        yield from (PlaceGuns(moved) for moved in (False, True))


# --- the Rangers ------------------------------------------------------------------------------------------


@rule("20.6")
def queue_faults(beach: Beach, number: int) -> Faults:
    """What forbids the 2nd Rangers in a hex: the Pointe, or Charlie behind the 5th Rangers.

    Parameters
    ----------
    number
        Of the Assault Hex; 0 for the Pointe.
    """
    if beach.hex == POINTE or (beach.slug == _CHARLIE and number > 1):
        return []
    return [Fault("20.6", "the 2nd Rangers land at Pointe du Hoc, or at Charlie behind the 5th Rangers")]


@rule("20.6o")
def is_held_back(view: View, piece: Piece) -> bool:
    """Whether a company of the 5th Rangers waits for the signal and does not land in Phase 1 (20.6o)."""
    if not terms.has_option(view, "20.6o") or view.text("rangers-signal") != "no":
        return False
    fifth = _fifth(view)
    known = fifth is not None and fifth.uid in {piece.uid, r15_companies.battalion_of(view, piece.uid)}
    return known and view.number("invasion") == 1


def _companies(view: View) -> tuple[str, ...]:
    fifth = _fifth(view)
    if fifth is None:
        return ()
    found = r15_companies.companies_of(view, fifth.uid) or (fifth.uid,)
    return tuple([u for u in found if terms.on_map(view, view.pieces[u])])


def _check_hold(inquiry: Inquiry, action: HoldBack) -> None:  # noqa: ARG001 - it has no fields
    used = terms.has_option(inquiry, "20.6o") and inquiry.number("invasion") == 1
    inquiry.require("20.6o", used, "", "the 5th Rangers are held back in Phase 1 of the optional rule only")
    waits = [u for u in _companies(inquiry) if beach_of(inquiry, inquiry.pieces[u].space) is not None]
    queued = [
        u
        for u in waits
        if inquiry.board.spaces[inquiry.pieces[u].space]["queue"] and not inquiry.flag("moved", u)
    ]
    inquiry.require("20.6o", bool(queued), "", "the 5th Rangers have landed, or are not in the Landing Queue")
    fresh = inquiry.text("rangers-signal") == ""
    inquiry.require("20.6o", fresh, "a die of 4 to 6 sends them to the Pointe", "they have waited already")


def _perform_hold(draft: Draft, action: HoldBack) -> None:  # noqa: ARG001 - it has no fields
    draft.set("rangers-signal", "no")


def _options_hold(state: State) -> Iterator[HoldBack]:
    if terms.has_option(state, "20.6o") and state.number("invasion") == 1:
        yield HoldBack()


@rule("20.6o")
def ask_signal(draft: Draft) -> None:
    """After Phase 1 ask for the die of the signal where the 5th Rangers have been held back."""
    waits = terms.has_option(draft, "20.6o") and draft.text("rangers-signal") == "no"
    if waits and draft.number("invasion") == 2 and _companies(draft):
        ask_roll(draft, "rangers-signal", [terms.D6])


@rule("20.6o")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    """With the signal the Rangers wait off the Pointe, where they land as stacking allows."""
    if values[0] < SIGNAL:
        return
    draft.set("rangers-signal", "yes")
    box = beaches(draft)["pointe-du-hoc"].box
    for uid in _companies(draft):
        draft.place(uid, box)


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll takes it
    return "whether the 5th Rangers receive the signal from Pointe du Hoc: 4 to 6"


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceGuns, _check_guns, _perform_guns, _options_guns, "20.6", phases=frozenset({"set-up"})),
    Handler(HoldBack, _check_hold, _perform_hold, _options_hold, "20.6o", phases=frozenset({"landing"})),
)
ROLLS = {"rangers-signal": RollRule(_resolve, _why, "20.6o")}
