"""Section 22.10o: the LXXXI Corps HQ may begin the game near the 711th Division."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r06_stacking as stacking
from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from maps.filing import Filing, by_filing
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "PlaceCorps"]

_SCHEDULE = Path(__file__).parents[1] / "schedule.toml"
_CORPS = "ge-lxxxi"
_HQ = f"{_CORPS}-hq"


@dataclass(frozen=True, slots=True)
class PlaceCorps(Action):
    """Set the HQ of the LXXXI Corps up.

    Examples
    --------
    >>> PlaceCorps("c2703").hex
    'c2703'
    """

    hex: str


@by_filing
def _record(filing: Filing) -> tuple[str, int]:
    """The division near which the HQ begins, and within how many hexes."""
    found: Mapping[str, Any] = read_toml(filing.path(_SCHEDULE))["corps"][_CORPS]
    return str(found["division"]), int(found["hexes"])


@rule("22.10o")
def _near(view: View, space: str) -> bool:
    division, hexes = _record(view)
    own = terms.units_of(view, division)
    return any(terms.distance(space, p.space) <= hexes for p in own if terms.on_map(view, p))


@rule("22.10o")
def _check(inquiry: Inquiry, action: PlaceCorps) -> None:
    used = terms.has_option(inquiry, "22.10o")
    inquiry.require("22.10o", used, "", "the optional rule of the LXXXI Corps is not used")
    ours = inquiry.text("side") == terms.GERMAN
    inquiry.require("22.10o", ours, "", "it is not the German player who sets up")
    head = inquiry.pieces.get(_HQ)
    there = head is not None and head.space == terms.POOL
    inquiry.require("22.10o", there, "", "the HQ of the LXXXI Corps is not to be placed")
    known, name = inquiry.board.spaces.get(action.hex), inquiry.board.name(action.hex)
    land = known is not None and terms.is_hex(known) and terms.terrain(inquiry, action.hex, "22.10o") != "sea"
    if inquiry.require("22.10o", land, "", f"{name} is no land hex", spaces=[action.hex]):
        near = _near(inquiry, action.hex)
        passed = f"{name} lies within two hexes of a unit of the 711th Division"
        failed = f"{name} lies farther than two hexes from the 711th Division"
        inquiry.require("22.10o", near, passed, failed, spaces=[action.hex])
        free = not terms.enemies(inquiry, action.hex, terms.GERMAN)
        inquiry.require("22.10o", free, "", f"enemies stand in {name}", spaces=[action.hex])
        for section, text in (
            stacking.faults(inquiry, action.hex, terms.GERMAN, adding=(_HQ,)) if there else ()
        ):
            inquiry.refuse(section, text, spaces=[action.hex])


def _perform(draft: Draft, action: PlaceCorps) -> None:
    draft.place(_HQ, action.hex)


def _options(state: State) -> Iterator[PlaceCorps]:
    if not terms.has_option(state, "22.10o") or _HQ not in state.pieces:
        return
    division, hexes = _record(state)
    near = dict.fromkeys(p.space for p in terms.units_of(state, division) if terms.on_map(state, p))
    for _ in range(hexes):
        near |= dict.fromkeys(n for h in near for n in terms.neighbours(h) if n in state.board.spaces)
    yield from map(PlaceCorps, near)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceCorps, _check, _perform, _options, "22.10o", phases=frozenset({"set-up"})),
)
