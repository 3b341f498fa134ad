"""Section 20.3: Kampfgruppe HQs are placed in the German Replacement Segment of a Night turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import r06_stacking as stacking
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import lines as r07_lines
from adjudicator.battle_for_normandy.r07 import tracing as r07_tracing
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "PlaceKg", "explain_place", "placeable", "spots"]

_NEAR = 6
_SAMPLE = 4


@dataclass(frozen=True, slots=True)
class PlaceKg(Action):
    """Place the HQ of a Kampfgruppe on the map.

    Examples
    --------
    >>> PlaceKg("ge-kg-heintz-hq", "c2634").hex
    'c2634'
    """

    unit: str
    hex: str


@rule("20.3")
def placeable(view: View) -> tuple[Piece, ...]:
    """Kampfgruppe HQs that have not been placed yet."""
    return tuple([p for p in view.units_in(terms.POOL) if terms.is_kg_hq(p.printed)])


@rule("20.3")
def _supplied(view: View) -> r07_lines.Area:
    """Hexes from which an HQ traces General Supply to a corps HQ."""

    def reach(state: State) -> r07_lines.Area:
        corps = sorted(r07_tracing.corps_in_supply(state, terms.GERMAN).values())
        mps = r07_lines.ranges(state)[2]
        return r07_lines.within_mps(state, terms.GERMAN, corps, mps=mps)

    return terms.derived(view, "kg-area", reach)


@rule("20.3")
def _is_near(view: View, space: str) -> bool:
    """Whether a combat unit stands within six hexes."""
    spaces = view.board.spaces
    return any(
        terms.distance(space, p.space) <= _NEAR
        for p in view.pieces.values()
        if p.side == terms.GERMAN and p.space in spaces and terms.is_hex(spaces[p.space]) and _fights(p)
    )


def _fights(piece: Piece) -> bool:
    unit = piece.printed
    return terms.is_ground(unit) and not terms.is_hq(unit) and unit.type not in {"pathfinder", "truck"}


@rule("20.3")
def explain_place(inquiry: Inquiry, space: str) -> None:
    """Check a hex for a Kampfgruppe HQ."""
    name = inquiry.board.name(space)
    known = inquiry.board.spaces.get(space)
    land = known is not None and terms.is_hex(known) and terms.terrain(inquiry, space, "20.3") != "sea"
    if not inquiry.require("20.3", land, "", f"{name} is no land hex", spaces=[space]):
        return
    foe = terms.enemies(inquiry, space, terms.GERMAN)
    inquiry.require("20.3", not foe, "", f"an Allied unit stands in {name}", spaces=[space])
    covered = zones.in_ezoc(inquiry, space, terms.GERMAN)
    inquiry.require("20.3", not covered, f"{name} lies in no EZOC", f"{name} lies in an EZOC", spaces=[space])
    fed = space in _supplied(inquiry)
    passed = f"from {name} General Supply is traced to a corps HQ"
    failed = f"from {name} no General Supply is traced to a corps HQ"
    inquiry.require("20.3", fed, passed, failed, spaces=[space])
    near = _is_near(inquiry, space)
    passed = f"a combat unit stands within {_NEAR} hexes of {name}"
    failed = f"no combat unit stands within {_NEAR} hexes of {name}"
    inquiry.require("20.3", near, passed, failed, spaces=[space])


@rule("20.3")
def _check(inquiry: Inquiry, action: PlaceKg) -> None:
    title = inquiry.pieces[action.unit].printed.title
    there = inquiry.pieces[action.unit] in placeable(inquiry)
    inquiry.require("20.3", there, "", f"{title} is no Kampfgruppe HQ to be placed", units=[action.unit])
    explain_place(inquiry, action.hex)


def _perform(draft: Draft, action: PlaceKg) -> None:
    draft.place(action.unit, action.hex)


@rule("20.3")
def spots(view: View) -> list[str]:
    """Hexes with German combat units where a Kampfgruppe HQ may be placed, sorted; a sample of all."""
    fed = _supplied(view)
    held = sorted({p.space for p in view.pieces.values() if p.side == terms.GERMAN and _fights(p)})
    return [h for h in held if h in fed and not zones.in_ezoc(view, h, terms.GERMAN)]


def _options(state: State) -> Iterator[PlaceKg]:
    for piece in placeable(state)[:1]:
        fitting = (
            h for h in spots(state) if not stacking.faults(state, h, terms.GERMAN, adding=(piece.uid,))
        )
        yield from (PlaceKg(piece.uid, h) for _, h in zip(range(_SAMPLE), fitting, strict=False))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceKg, _check, _perform, _options, "20.3", phases=frozenset({"german-replacements"})),
)
