"""Sections 7.24 and 12.21: the two parts of an activation end, and play goes on by its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import (
    r07_corps,
    r07_free_ops,
    r07_re_phase,
    r08_attrition,
    r09_stacking,
    r14_counterattack,
    r20_bridges,
    terms,
)
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r07_activation import COMBAT, MOVEMENT, at_re, require_part, taken_active
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "EndActivation", "EndMovement"]

_KINDS = {"me": "ME", "re": "RE", "corps": "Corps"}


@dataclass(frozen=True, slots=True)
class EndMovement(Action):
    """End the movement part of the activation: attrition, bridges, then combat (12.21, 12.22).

    Examples
    --------
    >>> EndMovement()
    EndMovement()
    """


@dataclass(frozen=True, slots=True)
class EndActivation(Action):
    """End the activation: its units have done all that they were to do (7.24).

    Examples
    --------
    >>> EndActivation()
    EndActivation()
    """


# --- its end ----------------------------------------------------------------------------------------------


@rule("7.24", "3.64", "3.7")
def _end(draft: Draft) -> None:
    """End the activation under way: what it knew is forgotten, and play goes on by its kind."""
    kind, by, group = draft.text("activation"), draft.text("activated-by"), draft.text("corps-group")
    kind = kind or ("re" if at_re(draft) else "me")
    acted = [uid for uid in draft.subjects("active") if draft.flag("active", uid)]
    corps_hq = draft.text("corps-hq")
    points = draft.number("artillery-used", corps_hq) if kind == "corps" else 0
    draft.forget("activation")
    if kind == "re":
        r07_re_phase.finish(draft, by, acted)
    elif kind == "corps":
        draft.set("artillery-used", points, corps_hq)
        r07_corps.go_on(draft, by, group)
    else:
        r07_free_ops.conclude(draft)


# --- the two actions --------------------------------------------------------------------------------------


def _active(view: View) -> list[Piece]:
    return [view.pieces[u] for u in taken_active(terms.state_of(view))]


@rule("9.11", "12.21", "12.22")
def _check_end_movement(inquiry: Inquiry, action: EndMovement) -> None:  # noqa: ARG001 - it has no fields
    if not require_part(inquiry, "12.21", MOVEMENT):
        return
    side = inquiry.text("side")
    hexes = sorted({p.space for p in _active(inquiry) if terms.on_map(inquiry, p)})
    for space in hexes:
        for section, text in r09_stacking.faults(inquiry, space, side):
            inquiry.refuse(section, text, spaces=[space])
    if not inquiry.violations:
        inquiry.note("9.11", "stacking is legal at the end of movement")


@rule("8.31", "20.53", "12.21")
def _perform_end_movement(draft: Draft, action: EndMovement) -> None:  # noqa: ARG001 - it has no fields
    draft.set("part", COMBAT)
    r20_bridges.complete(draft)
    r08_attrition.after_movement(draft)


def _end_movement_options(state: State) -> Iterator[EndMovement]:
    if state.said("activation") != "" and state.text("part") == MOVEMENT:
        yield EndMovement()


@rule("7.24", "3.64", "14.23")
def _check_end(inquiry: Inquiry, action: EndActivation) -> None:  # noqa: ARG001 - it has no fields
    tot = inquiry.text("corps-group") == "tot"
    for space in r14_counterattack.owed(inquiry):
        text = f"the attack on {inquiry.board.name(space)}, which was named, is still to be made"
        inquiry.refuse("14.23", text, spaces=[space])
    if require_part(inquiry, "7.24", "" if tot else COMBAT) and _knows_what_follows(inquiry):
        kind = _KINDS.get(inquiry.text("activation"), "")
        inquiry.note("7.24", f"the {kind} activation ends" if not tot else "the Corps HQ has had its TOT")
        if inquiry.text("activation") == "me":
            _note_pool(inquiry)


@rule("7.56")
def _knows_what_follows(inquiry: Inquiry) -> bool:
    """Whether it is told how far a Corps Activation has come: another group of its Divisions may follow."""
    if inquiry.text("activation") != "corps" or inquiry.text("corps-group") == "corps":
        return True
    wanting = {
        "the group that acts": not inquiry.text("corps-group"),
        "its Corps HQ": inquiry.text("corps-hq") not in inquiry.pieces,
        "its Activation Marker": not inquiry.text("activated-by"),
    }
    named = [name for name, is_wanting in wanting.items() if is_wanting]
    failed = f"what follows in the Corps Activation depends on what is not told: {', '.join(named)}"
    return inquiry.require("7.56", not named, "", failed)


@rule("3.64", "3.65")
def _note_pool(inquiry: Inquiry) -> None:
    left = len(markers.in_place(inquiry, markers.CUP))
    if left:
        inquiry.note("3.64", "another marker is drawn from those in the cup", left)
    else:
        inquiry.note("3.65", "the pool is empty: the RE Activation Phase follows")


def _perform_end(draft: Draft, action: EndActivation) -> None:  # noqa: ARG001 - it has no fields
    _end(draft)


def _end_options(state: State) -> Iterator[EndActivation]:
    if state.said("activation") != "" and (
        state.text("part") == COMBAT or state.text("corps-group") == "tot"
    ):
        yield EndActivation()


_PHASES = frozenset({"me", "re"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        EndMovement,
        _check_end_movement,
        _perform_end_movement,
        _end_movement_options,
        "12.21",
        phases=_PHASES,
    ),
    Handler(EndActivation, _check_end, _perform_end, _end_options, "7.24", phases=_PHASES),
)
