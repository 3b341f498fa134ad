"""Section 20.23: bridges repaired at night, paid for by a Depot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r12_depots import on_map
from adjudicator.breakout_normandy.r12_payment import Bill, charge, check_payment, payers
from adjudicator.breakout_normandy.r12_refit import side_in_refit
from adjudicator.breakout_normandy.r20_sites import (
    TARGET,
    attempt_faults,
    construct_item,
    find_bridge,
    repair_drm,
    resolve_repair,
    take_marker,
)
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.views import state_of
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ROLLS", "NightRepair", "night_payers"]


@dataclass(frozen=True, slots=True)
class NightRepair(Action):
    """Pay supply to try to repair a bridge in one's own Refit Phase (20.23).

    Parameters
    ----------
    depots
        Depots that pay, drained in this order.
    taken_from
        Boundary from which a Construct marker is taken when none is at hand (20.21).

    Examples
    --------
    >>> NightRepair("bayeux/trevieres", ("ge-1",)).depots
    ('ge-1',)
    """

    bridge: str
    depots: tuple[str, ...]
    taken_from: str = ""


@rule("20.23")
def _bills(view: View, edge: Edge, side: str) -> list[Bill]:
    """What the site is billed as, for each nation that controls an Area next to it."""
    ends: dict[str, list[str]] = {}
    for space in (edge.a, edge.b):
        if terms.is_friendly_controlled(view, space, side):
            ends.setdefault(terms.controller(view, space), []).append(space)
    extra = 0 if view.option("night-site") == "A" else 1
    what = f"the bridge {terms.boundary_name(view, edge)}"
    return [Bill(what, nation, tuple(spaces), extra=extra) for nation, spaces in ends.items()]


def _bill_for(bills: Sequence[Bill], depots: Sequence[str], view: View) -> Bill:
    """The bill that the named Depots can pay, else the first, whose faults are then told."""
    for bill in bills:
        inquiry = Inquiry(state_of(view))
        check_payment(inquiry, bill, depots, ())
        if not inquiry.violations:
            return bill
    return bills[0]


def night_payers(view: View, edge: Edge, side: str) -> Iterator[tuple[str, ...]]:
    """Ways to pay for the repair of a site (20.23).

    Parameters
    ----------
    view, edge, side
        The position, the boundary and who repairs.

    Yields
    ------
    tuple of str
        Depots, in the order in which they are drained.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> list(night_payers(d_day, d_day.board.edge("isigny", "st-lo"), "german"))
    []
    """
    for bill in _bills(view, edge, side):
        yield from payers(view, bill)


@rule("20.2", "20.21", "20.23")
def _check_night(inquiry: Inquiry, action: NightRepair) -> None:
    side = side_in_refit(inquiry)
    edge = find_bridge(inquiry, action.bridge, "20.23")
    if edge is None:
        return
    line = terms.boundary_name(inquiry, edge)
    broken = terms.bridge_state(inquiry, edge) == "destroyed"
    inquiry.require("20.2", broken, f"the bridge {line} is destroyed", f"the bridge {line} is intact")
    for section, fault in attempt_faults(inquiry, edge, side, action.taken_from):
        inquiry.refuse(section, fault, spaces=(edge.a, edge.b))
    bills = _bills(inquiry, edge, side)
    if not bills:
        inquiry.refuse("20.23", f"neither Area at {line} is friendly-controlled", spaces=(edge.a, edge.b))
        return
    check_payment(inquiry, _bill_for(bills, action.depots, inquiry), action.depots, ())
    if not inquiry.violations:
        need = TARGET - repair_drm(inquiry, edge, side)
        chance = f"succeeds with a dr of {max(1, need)} or more" if need <= 6 else "cannot succeed"
        inquiry.note("20.23", f"paid for as for a Spent unit, the repair {chance}")


def _perform_night(draft: Draft, action: NightRepair) -> None:
    side = side_in_refit(draft)
    edge = draft.board.edges[action.bridge]
    charge(draft, _bill_for(_bills(draft, edge, side), action.depots, draft), action.depots, ())
    take_marker(draft, action.bridge, side, action.taken_from)
    ask_roll(draft, "night-repair", ["dr"], bridge=action.bridge, side=side)


@rule("20.2", "20.23")
def _resolve_night(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    resolve_repair(draft, draft.board.edges[data["bridge"]], data["side"], values[0])


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"the night repair of {terms.boundary_name(state, state.board.edges[data['bridge']])}"


def _night_options(state: State) -> Iterator[NightRepair]:
    side = side_in_refit(state)
    if not on_map(state, side):
        return
    for bridge in state.subjects("bridge"):
        edge = state.board.edges.get(bridge)
        if edge is None or terms.bridge_state(state, edge) != "destroyed":
            continue
        sites = ("", *state.subjects(construct_item(side)))
        for depots in night_payers(state, edge, side):
            yield from (NightRepair(bridge, depots, taken) for taken in sites)


ROLLS = {"night-repair": RollRule(_resolve_night, _why, "20.23")}

HANDLERS = (
    Handler(
        NightRepair,
        _check_night,
        _perform_night,
        _night_options,
        "20.23",
        phases=frozenset({"refit-german", "refit-allied"}),
    ),
)
