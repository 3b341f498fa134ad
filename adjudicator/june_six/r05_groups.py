"""Section 5.13: optional German reinforcement groups, which come ahead of their time for Resource Points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r10_schedule, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.position import Draft, Piece, State, View
from adjudicator.tables import Record, cite
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ChooseGroup",
    "arrival_of",
    "chosen",
    "formation_arrival",
    "formation_group",
    "letters_of",
    "names",
    "takes_part",
    "unit_letters",
]

_PHASES = frozenset({"german-logistics"})


@dataclass(frozen=True, slots=True)
class ChooseGroup(Action):
    """The German player calls an optional reinforcement group up (5.13).

    Parameters
    ----------
    group
        Its id in the Reinforcement Schedule: ``lah``, ``ii-ss``, ``tigers`` or ``infantry``.

    Examples
    --------
    >>> ChooseGroup("lah").group
    'lah'
    """

    group: str


# --- what the groups change -------------------------------------------------------------------------------


def _all(at: Located) -> Mapping[str, Record]:
    return r10_schedule.schedule(at, "group")


def _members(row: Record) -> tuple[str, ...]:
    found: Any = row.values["members"]
    return tuple(map(str, found))


def letters_of(row: Record) -> tuple[str, ...]:
    """Entry hex letters of a group.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> letters_of(r10_schedule.schedule(OURS, "group")["lah"])
    ('B', 'C')
    """
    found: Any = row.values["entry"]
    return tuple(map(str, found))


@rule("5.13")
def chosen(view: View) -> tuple[Record, ...]:
    """Optional groups that the German player has called up, the earliest first; none without the option."""
    if view.option("optional-groups") == "A":
        return ()
    found = [row for id_, row in _all(view).items() if view.flag("optional-group", id_)]
    return tuple(sorted(found, key=lambda row: row.number("turn")))


@rule("5.13", "1.0")
def takes_part(view: View, row: Record) -> bool:
    """Whether all members of a group are in play in the scenario."""
    if not r01_part.is_part(view):
        return True
    return all(uid in view.pieces or terms.hq_of(view, uid) is not None for uid in _members(row))


@rule("5.13")
def names(view: View, uid: str) -> Record | None:
    """The group that names a single unit as its member; None for others."""
    return next((row for row in chosen(view) if uid in _members(row)), None)


@rule("5.13", "10.31")
def formation_group(view: View, formation: str) -> Record | None:
    """The group with which a formation comes; None where it comes by the schedule."""
    return next((row for row in chosen(view) if formation and formation in _members(row)), None)


@rule("5.13", "10.11")
def formation_arrival(view: View, formation: str) -> int | None:
    """Turn on which a formation comes: that of its group, or of the schedule; None for one that is there."""
    row, known = formation_group(view, formation), load_formations(view).get(formation)
    if row is not None:
        return row.number("turn")
    return known.arrival if known is not None else None


@rule("5.13", "10.11")
def arrival_of(view: View, piece: Piece) -> int | None:
    """Turn on which a unit comes: by its counter, or as many turns earlier as a group brings it.

    Returns
    -------
    int or None
        None for a unit that is there from the start, or never comes.
    """
    printed, own = piece.printed.arrival, names(view, piece.uid)
    turns = [printed] if printed is not None else []
    if own is not None:
        turns.append(own.number("turn"))
    own_formation = piece.printed.division
    row, known = formation_group(view, own_formation), load_formations(view).get(own_formation)
    if row is not None and printed is not None and known is not None and known.arrival is not None:
        turns.append(row.number("turn") + printed - known.arrival)
    return min(turns, default=None)


@rule("5.13", "8.48")
def unit_letters(view: View, piece: Piece) -> frozenset[str]:
    """Entry hex letters that a group gives a unit; empty where it comes by the schedule."""
    row = names(view, piece.uid) or formation_group(view, piece.printed.division)
    return frozenset(letters_of(row)) if row is not None else frozenset()


# --- calling one up ---------------------------------------------------------------------------------------


@rule("5.13")
def _check(inquiry: Inquiry, action: ChooseGroup) -> None:
    row = _all(inquiry).get(action.group)
    used = inquiry.option("optional-groups") == "B"
    inquiry.require("5.13", used, "", "the optional reinforcement groups are not in use")
    if row is None:
        inquiry.refuse(
            "5.13", f"there is no reinforcement group {action.group!r}: {', '.join(_all(inquiry))}"
        )
        return
    title, days = row.text("title"), r10_schedule.label_of(inquiry, row.number("turn"))
    inquiry.require("1.0", takes_part(inquiry, row), "", f"{title!r} is out of play in this scenario")
    mine = inquiry.text("side") == terms.GERMAN
    inquiry.require("3.42", mine, "", "groups are called up in the German Logistics Phase")
    due = inquiry.number("turn") == row.number("turn")
    inquiry.require("5.13", due, f"{title}: {days}", f"{title!r} is called up on the {days} turn only")
    again = used and inquiry.flag("optional-group", action.group)
    inquiry.require("5.13", not again, "", f"{title!r} has been called up")
    price, left = -cite(inquiry, row, "german", "5.13"), inquiry.number("rp", terms.GERMAN)
    failed = f"it costs {price} Resource Points, and {left} are left"
    inquiry.require("5.13", left >= price, "Resource Points each turn until they would come anyway", failed)
    if not inquiry.violations:
        inquiry.note("10.31", f"Entry hex letter: {' or '.join(letters_of(row))}")
        inquiry.note("10.31", "Release Number of its Divisions", cite(inquiry, row, "release", "10.31"))


@rule("5.13")
def _perform(draft: Draft, action: ChooseGroup) -> None:
    price = -_all(draft)[action.group].number("german")
    draft.set("rp", draft.number("rp", terms.GERMAN) - price, terms.GERMAN)
    draft.set("optional-group", True, action.group)


def _options(state: State) -> Iterator[ChooseGroup]:
    if state.option("optional-groups") == "A" or state.text("side") != terms.GERMAN:
        return
    for id_, row in _all(state).items():
        due = row.number("turn") == state.number("turn") and not state.flag("optional-group", id_)
        if due and takes_part(state, row) and state.number("rp", terms.GERMAN) >= -row.number("german"):
            yield ChooseGroup(id_)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(ChooseGroup, _check, _perform, _options, "5.13", phases=_PHASES),
)
