"""Section 20.1: Truck counters come by road, and motorize the division under whose HQ they lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "LoadTruck", "UnloadTruck", "follow", "is_infantry_hq", "receive"]

_MOBILE = ("panzer", "armor", "mech")


@dataclass(frozen=True, slots=True)
class LoadTruck(Action):
    """Put a Truck counter under the HQ of an infantry division in its hex.

    Examples
    --------
    >>> LoadTruck("ge-truck-1", "ge-352-hq").hq
    'ge-352-hq'
    """

    unit: str
    hq: str


@dataclass(frozen=True, slots=True)
class UnloadTruck(Action):
    """Take a Truck counter from under its HQ, to drive on; it motorizes nobody any more in this turn.

    Examples
    --------
    >>> UnloadTruck("ge-truck-1").unit
    'ge-truck-1'
    """

    unit: str


@rule("20.1")
def receive(draft: Draft, number: int) -> None:
    """Receive Truck counters, as far as there are any left: they enter by any road.

    Parameters
    ----------
    number
        How many the die gave.
    """
    free = [p for p in draft.units_in(terms.POOL) if p.printed.type == "truck"]
    for piece in free[:number]:
        draft.place(piece.uid, terms.TRACK)


@rule("20.1")
def follow(draft: Draft) -> None:
    """Let each Truck counter stand where the HQ stands under which it lies."""
    for uid in draft.subjects("truck"):
        head = draft.pieces.get(draft.text("truck", uid))
        if head is not None and terms.on_map(draft, head) and draft.pieces[uid].space != head.space:
            draft.place(uid, head.space)


@rule("20.1")
def is_infantry_hq(piece: Piece) -> bool:
    """Whether a piece is the HQ of a German infantry division."""
    unit = piece.printed
    mobile = any(word in f"{unit.kind} {unit.title}".casefold() for word in (*_MOBILE, "pz"))
    return (
        unit.side == terms.GERMAN and terms.is_division_hq(unit) and not terms.is_kg_hq(unit) and not mobile
    )


@rule("20.1")
def _require_turn(inquiry: Inquiry) -> None:
    """Trucks are handled while the German player moves."""
    inquiry.require("20.1", inquiry.text("side") == terms.GERMAN, "", "it is not the German player who moves")


@rule("20.1")
def _check(inquiry: Inquiry, action: LoadTruck) -> None:
    truck, head = inquiry.pieces[action.unit], inquiry.pieces[action.hq]
    _require_turn(inquiry)
    inquiry.require("20.1", truck.printed.type == "truck", "", f"{truck.printed.title} is no Truck counter")
    lies = inquiry.text("truck", truck.uid)
    inquiry.require("20.1", not lies, "", f"{truck.printed.title} lies under an HQ already")
    ours = is_infantry_hq(head)
    text = f"{head.printed.title} is no HQ of a German infantry division"
    inquiry.require("20.1", ours, "", text, units=[head.uid])
    same = terms.on_map(inquiry, truck) and truck.space == head.space
    passed = f"{truck.printed.title} stands with {head.printed.title}"
    inquiry.require("20.1", same, passed, f"{truck.printed.title} does not stand with {head.printed.title}")


def _perform(draft: Draft, action: LoadTruck) -> None:
    draft.set("truck", action.hq, action.unit)


def _options(state: State) -> Iterator[LoadTruck]:
    if state.text("side") != terms.GERMAN:
        return
    for piece in state.pieces.values():
        if (
            piece.printed.type == "truck"
            and terms.on_map(state, piece)
            and not state.text("truck", piece.uid)
        ):
            hqs = [p for p in state.units_in(piece.space) if is_infantry_hq(p)]
            yield from (LoadTruck(piece.uid, p.uid) for p in hqs)


@rule("20.1")
def _check_unload(inquiry: Inquiry, action: UnloadTruck) -> None:
    title = inquiry.pieces[action.unit].printed.title
    under = inquiry.text("truck", action.unit)
    _require_turn(inquiry)
    passed = f"{title} leaves its HQ, whose division has no bonus any more in this turn"
    inquiry.require("20.1", bool(under), passed, f"{title} lies under no HQ", units=[action.unit])


def _perform_unload(draft: Draft, action: UnloadTruck) -> None:
    draft.clear("truck", action.unit)
    draft.set("truck-spent", True, action.unit)


def _unloads(state: State) -> Iterator[UnloadTruck]:
    if state.text("side") == terms.GERMAN:
        yield from map(UnloadTruck, state.subjects("truck"))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(LoadTruck, _check, _perform, _options, "20.1", phases=frozenset({"movement"})),
    Handler(UnloadTruck, _check_unload, _perform_unload, _unloads, "20.1", phases=frozenset({"movement"})),
)
