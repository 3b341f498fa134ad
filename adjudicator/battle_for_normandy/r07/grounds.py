"""Section 7.3: on what the line of a unit hangs, to tell whether what was found of it before still holds."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.sources import PATHFINDER, has_sources, sources
from adjudicator.battle_for_normandy.r07.tracing import (
    circle_of_corps,
    circle_of_hq,
    circle_of_sources,
    corps_of,
    hq_line,
)
from adjudicator.position import Piece, State

__all__ = ["Drawn", "draws_from", "ground_of", "ground_of_hq", "moment_of"]

Drawn = tuple[str, str]
"""Whom a unit draws on besides the sources: its ``division``, or the corps HQs of its ``group``."""


_DECREED = ("general-supply", "line-up")


def draws_from(state: State, piece: Piece) -> Drawn:
    """Whom a unit draws on."""
    if terms.is_division_unit(state, piece):
        return "division", piece.printed.division
    return "group", terms.group_of(piece.printed)


def moment_of(state: State, side: str) -> object:
    """What decides of all lines of a side at once; None where that cannot be told by one glance.

    Date and time say who is of a division and what is decreed, as do the facts of single units.
    """
    if any(source.kind == PATHFINDER for source in sources(state, side).values()):
        return None
    said = [(item, uid, state.fact(item, uid)) for item in _DECREED for uid in state.subjects(item)]
    return (
        state.number("date"),
        state.text("time"),
        state.text("weather"),
        has_sources(state, side),
        tuple(said),
    )


def ground_of(state: State, side: str, drawn: Drawn) -> object:
    """What the own lines of all units that draw on the same hang on.

    Returns
    -------
    object
        Equal to that of another position where each of these units has a line if it had one there.
    """
    kind, name = drawn
    near = circle_of_sources(state, side).known()
    if kind == "group":
        hqs = corps_of(state, side, name)
        return near, hqs, circle_of_corps(state, side, name).known() if hqs else ()
    hq = terms.hq_of(state, name)
    if hq is None or not terms.on_map(state, hq):
        return (near,)
    return near, hq, hq_line(state, hq) is not None, circle_of_hq(state, hq).known()


def ground_of_hq(state: State, hq: Piece) -> object:
    """What the lines of guests to an HQ hang on; see `ground_of`."""
    return hq, circle_of_hq(state, hq).known()
