"""Section 22.8o: two battalions of the 30th Mobile Brigade come to Trévières on 8 June, its HQ stays away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r06_stacking, terms
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from maps.filing import Filing, Located, by_filing
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "PlaceBrigade", "battalions", "named", "place", "withdraw"]

_SCHEDULE = Path(__file__).parents[1] / "schedule.toml"
_HQ = "ge-30s-hq"


@dataclass(frozen=True, slots=True)
class PlaceBrigade(Action):
    """Place the battalions of the 30th Mobile Brigade in Trévières.

    Examples
    --------
    >>> PlaceBrigade()
    PlaceBrigade()
    """


@by_filing
def _record(filing: Filing) -> Mapping[str, Any]:
    found: Mapping[str, Any] = read_toml(filing.path(_SCHEDULE))["reinforcement"]["bloody-omaha"]
    return found


@rule("22.8o")
def battalions(view: View) -> tuple[str, ...]:
    """The two battalions, where they are still to come."""
    named = str(_record(view)["units"]).split()
    return tuple([u for u in named if u in view.pieces and view.pieces[u].space == terms.POOL])


def named(at: Located) -> frozenset[str]:
    """The two battalions, wherever they are.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> len(named(OURS))
    2
    """
    return frozenset(str(_record(at)["units"]).split())


@rule("22.8o")
def place(view: View) -> str:
    """The hex of Trévières; empty on a board without it."""
    name = _record(view)["place"]
    return next((s.id for s in view.board.spaces.values() if terms.is_hex(s) and s["town"] == name), "")


@rule("22.8o")
def withdraw(draft: Draft) -> None:
    """Take the brigade off the map before play: its battalions come later, its HQ never."""
    if not terms.has_option(draft, "22.8o"):
        return
    for uid in str(_record(draft)["units"]).split():
        if uid in draft.pieces:
            draft.place(uid, terms.POOL)
    if _HQ in draft.pieces:
        draft.place(_HQ, terms.REMOVED)


# --- the action -------------------------------------------------------------------------------------------


@rule("22.8o")
def _check(inquiry: Inquiry, action: PlaceBrigade) -> None:  # noqa: ARG001 - it has no fields
    used = terms.has_option(inquiry, "22.8o")
    inquiry.require("22.8o", used, "", "Bloody Omaha is an optional rule")
    units, day = battalions(inquiry), int(_record(inquiry)["day"])
    inquiry.require(
        "22.8o", bool(units), "", "the battalions of the 30th Mobile Brigade are not to be placed"
    )
    here = inquiry.number("date") >= day
    inquiry.require("22.8o", here, "", f"the 30th Mobile Brigade comes on {day} June")
    german = inquiry.text("side") == terms.GERMAN
    inquiry.require("22.8o", german, "", "the German player places his reinforcements")
    space = place(inquiry)
    if not inquiry.require("22.8o", bool(space), "", f"{_record(inquiry)['place']} is not on the map"):
        return
    where = inquiry.board.name(space)
    free = not terms.enemies(inquiry, space, terms.GERMAN)
    inquiry.require(
        "22.8o", free, f"they are placed in {where}", f"Allied units hold {where}", spaces=[space]
    )
    for section, text in r06_stacking.faults(inquiry, space, terms.GERMAN, adding=units):
        inquiry.refuse(section, text, units=units, spaces=[space])


@rule("22.8o")
def _perform(draft: Draft, action: PlaceBrigade) -> None:  # noqa: ARG001 - it has no fields
    space = place(draft)
    for uid in battalions(draft):
        draft.place(uid, space)


def _options(state: State) -> Iterator[PlaceBrigade]:
    if terms.has_option(state, "22.8o") and battalions(state) and state.text("side") == terms.GERMAN:
        yield PlaceBrigade()


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceBrigade, _check, _perform, _options, "22.8o", phases=frozenset({"reinforcements"})),
)
