"""Sections 19.5 to 19.7: Commandos, AVRE and Crocodile Tanks, DD Tanks, Assault Engineers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "KEPT",
    "MINIMUM",
    "KeepFunnies",
    "bonuses",
    "drift_bonus",
    "is_commando",
    "is_croc",
    "may_be_removed",
    "minimum_dd",
    "most_dd",
    "remove_after_invasion",
]

Bonus = tuple[str, str, int]
KEPT = 3  # of 19.6.1o
MINIMUM = {"utah": 1, "gold": 1, "sword": 1, "omaha": 2}
_JUNO_MOST = 2


def is_commando(piece: Piece) -> bool:
    """Whether a Commando or Ranger unit, companies of theirs among them."""
    return terms.marked(piece.printed, "commando", "ranger")


def is_croc(piece: Piece) -> bool:
    """Whether an AVRE or Crocodile unit."""
    return terms.marked(piece.printed, "avre", "crocodile")


@rule("19.5")
def drift_bonus(piece: Piece) -> int:
    """What is added to the Drift roll of a unit: -1 for Commandos and Rangers."""
    return -1 if is_commando(piece) else 0


# --- bonuses in Fire Combat -------------------------------------------------------------------------------


def _works(view: View, target: str) -> bool:
    """Whether a Strongpoint or a finished Entrenchment is in a hex."""
    if view.text("entrenchment", target) == "ready":
        return True
    return any(terms.is_strongpoint(p.printed) for p in view.units_in(target))


@rule("19.6.1", "19.7", "19.5o")
def bonuses(view: View, space: str, target: str, units: Iterable[str]) -> list[Bonus]:
    """What special units of the firing hex add to an Allied Hit Number.

    Parameters
    ----------
    space, target
        Hex of the firing units, and the hex fired at.
    """
    here = terms.friends(view, space, terms.ALLIED)
    shooters = [view.pieces[uid] for uid in units]
    found: list[Bonus] = []
    if any(terms.marked(p.printed, "avre") for p in here) and _works(view, target):
        found.append(("19.6.1", "AVRE against a Strongpoint or Entrenchment", 1))
    if any(terms.marked(p.printed, "crocodile") for p in here) and _burns(view, target):
        found.append(("19.6.1", "a Crocodile", 1))
    if _engineers_help(view, space, here, shooters):
        found.append(("19.7", "an Assault Engineer company", 1))
    raiders = any(is_commando(p) and terms.is_battalion(p.printed) for p in shooters)
    if raiders and terms.has_option(view, "19.5o") and _works(view, target):
        found.append(("19.5o", "Commandos or Rangers against a Strongpoint or Entrenchment", 1))
    return found


@rule("19.6.1")
def _burns(view: View, target: str) -> bool:
    """Whether a Crocodile has its bonus against a hex; the word is lost."""
    if view.option("crocodile-target") == "A":
        return _works(view, target)
    return any(terms.is_infantry_type(p.printed) for p in terms.enemies(view, target, terms.ALLIED))


@rule("19.7")
def _engineers_help(view: View, space: str, here: Iterable[Piece], shooters: Iterable[Piece]) -> bool:
    """Whether Assault Engineers help: on a Beach hex, with infantry-type units only."""
    present = any(terms.marked(p.printed, "assault-engineer") for p in here)
    on_foot = all(terms.is_infantry_type(p.printed) for p in shooters)
    return present and on_foot and terms.terrain(view, space, "19.7") == "beach"


# --- DD tanks ---------------------------------------------------------------------------------------------


@rule("19.6.3")
def minimum_dd(site: str, tanks: int) -> int:
    """Tank companies that must land as DD Tanks at a Landing Site that lands so many in all.

    Parameters
    ----------
    site
        ``utah`` ...
    tanks
        Initial tank companies there.
    """
    return min(MINIMUM.get(site, 0), tanks)


@rule("19.6.3", "19.6.3o")
def most_dd(view: View, site: str) -> int:
    """DD companies that may land at a site: none at Juno, two there with 19.6.3o, any number elsewhere."""
    if site == "juno":
        return _JUNO_MOST if terms.has_option(view, "19.6.3o") else 0
    return 99


# --- after the invasion -----------------------------------------------------------------------------------


@rule("19.6.1", "19.7", "18.8.1")
def may_be_removed(view: View) -> tuple[str, ...]:
    """Support units that leave the game in the End Phase, before a player keeps some (19.6.1o)."""
    found = []
    for uid in sorted(view.pieces):
        piece = view.pieces[uid]
        unit = piece.printed
        gone = piece.space in terms.OFF_MAP
        if terms.is_support(unit) and not gone and terms.marked(unit, "avre", "assault-engineer"):
            found.append(uid)
    return tuple(found)


@rule("18.8.1", "19.6.1", "19.6.1o", "19.7")
def remove_after_invasion(draft: Draft) -> None:
    """Remove AVRE and Assault Engineers for good; with 19.6.1o the Allied player is asked what he keeps."""
    for uid in may_be_removed(draft):
        if terms.marked(draft.pieces[uid].printed, "assault-engineer"):
            draft.place(uid, terms.REMOVED)
    if terms.has_option(draft, "19.6.1o") and len(_keepable(draft)) > KEPT:
        draft.ask(terms.ALLIED, "keep-funnies", "19.6.1o")
    elif not terms.has_option(draft, "19.6.1o"):
        for uid in may_be_removed(draft):
            draft.place(uid, terms.REMOVED)


def _keepable(view: View) -> tuple[str, ...]:
    known = (view.pieces[uid] for uid in sorted(view.pieces))
    return tuple([p.uid for p in known if is_croc(p) and p.space not in terms.OFF_MAP])


@dataclass(frozen=True, slots=True)
class KeepFunnies(Action):
    """Name the three AVRE or Crocodile units that stay in the game (19.6.1o).

    Parameters
    ----------
    units
        Three of those that are left.

    Examples
    --------
    >>> KeepFunnies(("br-croc-1",)).units
    ('br-croc-1',)
    """

    units: tuple[str, ...]


def _check(inquiry: Inquiry, action: KeepFunnies) -> None:
    known = _keepable(inquiry)
    good = len(set(action.units)) == len(action.units) == min(KEPT, len(known)) and set(action.units) <= set(
        known
    )
    failed = f"{KEPT} of the AVRE and Crocodile units that are left are kept"
    inquiry.require("19.6.1o", good, "three are kept, the others are removed", failed, units=action.units)


def _perform(draft: Draft, action: KeepFunnies) -> None:
    draft.settle()
    for uid in _keepable(draft):
        if uid not in action.units:
            draft.place(uid, terms.REMOVED)


def _options(state: State) -> Iterator[KeepFunnies]:
    known = _keepable(state)
    for first in range(len(known) - KEPT + 1):
        yield KeepFunnies(known[first : first + KEPT])


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(KeepFunnies, _check, _perform, _options, "19.6.1o", answers=frozenset({"keep-funnies"})),
)
