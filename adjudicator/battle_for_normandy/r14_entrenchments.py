"""Section 14.3: Entrenchments: begun by an Engineer, ready at the next Engineering Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r14_engineers import PHASE, engineer_faults
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from counters.catalog import load_markers
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "Entrench", "RemoveEntrenchment", "entrench_faults", "finish", "may_build", "spare"]

_NEVER = frozenset({"city", "flooded", "bocage", "sea"})


@dataclass(frozen=True, slots=True)
class Entrench(Action):
    """Begin an Entrenchment under an Engineer.

    Examples
    --------
    >>> Entrench("ge-pi").unit
    'ge-pi'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class RemoveEntrenchment(Action):
    """Take an Entrenchment of one's own off the map.

    Examples
    --------
    >>> RemoveEntrenchment("c2913").space
    'c2913'
    """

    space: str


@by_filing
def _counters(filing: Filing) -> int:
    return load_markers("battle-for-normandy", filing.overlay)["entrenchment"].count


@rule("14.3")
def spare(view: View) -> int:
    """Entrenchment markers that are not on the map."""
    return _counters(view) - sum(bool(view.text("entrenchment", s)) for s in view.subjects("entrenchment"))


@rule("14.3", "14.3o")
def may_build(view: View, side: str) -> bool:
    """Whether a side builds Entrenchments: Germans; Allies only under the optional rule."""
    return side == terms.GERMAN or terms.has_option(view, "14.3o-allied")


@rule("14.3")
def entrench_faults(view: View, piece: Piece) -> list[Fault]:
    """What keeps an Engineer from beginning an Entrenchment where it stands."""
    found = engineer_faults(view, piece, clear=False)
    if not may_build(view, piece.side):
        found.append(Fault("14.3", "only the German player builds Entrenchments"))
    if not terms.on_map(view, piece):
        return found
    space, name = piece.space, view.board.name(piece.space)
    ground, built_up = terms.terrain(view, space, "14.3"), terms.settlement(view, space, "14.3") == "town"
    if ground in _NEVER or built_up:
        found.append(
            Fault(
                "14.3",
                f"{name} is {'a Town' if built_up else ground.title()}: no Entrenchment is built there",
            )
        )
    if view.text("entrenchment", space):
        found.append(Fault("14.3", f"{name} holds an Entrenchment already"))
    if spare(view) <= 0:
        found.append(Fault("14.3", "every Entrenchment marker is on the map"))
    return found


def _check(inquiry: Inquiry, action: Entrench) -> None:
    piece = inquiry.pieces[action.unit]
    for section, text in entrench_faults(inquiry, piece):
        inquiry.refuse(section, text, units=[action.unit], spaces=[piece.space])
    if not inquiry.violations:
        name = inquiry.board.name(piece.space)
        inquiry.note(
            "14.3", f"{piece.printed.title} may dig in {name}; it does not move for the rest of the day"
        )
        if piece.side == terms.ALLIED:
            inquiry.note("14.3o", "Allied Engineers build Entrenchments too")


def _perform(draft: Draft, action: Entrench) -> None:
    piece = draft.pieces[action.unit]
    draft.set("entrenchment", "building", piece.space)
    draft.set("entrenchment-side", piece.side, piece.space)
    draft.set("digging", piece.space, action.unit)
    draft.set("acted", True, action.unit)


def _options(state: State) -> Iterator[Entrench]:
    if not may_build(state, state.text("side")):
        return
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if terms.is_engineer(piece.printed) and not entrench_faults(state, piece):
            yield Entrench(uid)


@rule("14.3")
def finish(draft: Draft) -> None:
    """At the start of the phase: Entrenchments begun a day ago are ready if the Engineer stayed."""
    for uid in draft.subjects("digging"):
        space, piece = draft.text("digging", uid), draft.pieces.get(uid)
        if not space or piece is None or piece.side != draft.text("side"):
            continue
        draft.clear("digging", uid)
        if draft.text("entrenchment", space) != "building":
            continue
        if piece.space == space:
            draft.set("entrenchment", "ready", space)
        else:
            draft.clear("entrenchment", space)


@rule("14.3")
def _check_removal(inquiry: Inquiry, action: RemoveEntrenchment) -> None:
    name, side = inquiry.board.name(action.space), inquiry.text("side")
    own = (
        bool(inquiry.text("entrenchment", action.space))
        and inquiry.text("entrenchment-side", action.space) == side
    )
    said = f"an Entrenchment of its own lies in {name}", f"no Entrenchment of its own lies in {name}"
    inquiry.require("14.3", own, *said, spaces=[action.space])


def _remove(draft: Draft, action: RemoveEntrenchment) -> None:
    for uid in draft.subjects("digging"):
        if draft.text("digging", uid) == action.space:
            draft.clear("digging", uid)
    draft.clear("entrenchment", action.space)
    draft.clear("entrenchment-side", action.space)


def _removals(state: State) -> Iterator[RemoveEntrenchment]:
    for space in state.subjects("entrenchment"):
        if state.text("entrenchment", space) and state.text("entrenchment-side", space) == state.text("side"):
            yield RemoveEntrenchment(space)


_OWN_PHASES = frozenset({"engineering", "movement", "mech-movement"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Entrench, _check, _perform, _options, "14.3", phases=PHASE),
    Handler(RemoveEntrenchment, _check_removal, _remove, _removals, "14.3", phases=_OWN_PHASES),
)
