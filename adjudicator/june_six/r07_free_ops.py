"""Sections 7.12 and 4.23: a Free Ops marker, drawn or held and declared, activates any HQ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r07_hqs, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "FreeOps",
    "KeepFreeOps",
    "ask_choice",
    "conclude",
    "free_ops_choices",
    "free_ops_faults",
]


@dataclass(frozen=True, slots=True)
class _Marker:
    """Which Free Ops marker is used."""

    marker: str


_DRAWN = Frame("free-ops", "7.24", _Marker)
_HELD = Frame("storm-free-ops", "4.23", _Marker)


@dataclass(frozen=True, slots=True)
class FreeOps(Action):
    """Use a Free Ops marker, drawn or declared, on an HQ (7.12, 4.23).

    Examples
    --------
    >>> FreeOps("ge-352-hq").hq
    'ge-352-hq'
    """

    hq: str


@dataclass(frozen=True, slots=True)
class KeepFreeOps(Action):
    """Declare no held Free Ops marker now (4.23).

    Examples
    --------
    >>> KeepFreeOps()
    KeepFreeOps()
    """


# --- which HQs ------------------------------------------------------------------------------------------


@rule("7.12", "7.24", "5.14")
def free_ops_choices(view: View, side: str) -> tuple[str, ...]:
    """HQs of a side that a Free Ops marker can activate.

    Parameters
    ----------
    side
        Who has the marker.

    Returns
    -------
    tuple of str
        Ids.
    """
    hqs = markers.hqs_of_group(view, markers.FREE_OPS[side])
    return tuple([hq.uid for hq in hqs if not free_ops_faults(view, hq)])


@rule("7.12", "5.14", "10.32")
def free_ops_faults(view: View, hq: Piece) -> list[Fault]:
    """What keeps a Free Ops marker from activating an HQ, its LOC left out of account."""
    found = r07_hqs.activation_faults(view, hq)
    if hq.space == terms.POOL:
        found.append(Fault("10.32", f"{hq.printed.title} enters by its own markers"))
    return found


# --- after an activation --------------------------------------------------------------------------------


@rule("7.24", "4.23")
def conclude(draft: Draft) -> None:
    """After an activation of the ME Phase the German player may declare a Free Ops marker that he holds."""
    held = [c for c in markers.in_place(draft, markers.ASIDE) if markers.is_free_ops(c)]
    if held and free_ops_choices(draft, markers.side_of_marker(held[0])):
        _HELD.push(draft, _Marker(held[0]), markers.side_of_marker(held[0]))


@rule("7.24")
def ask_choice(draft: Draft, chit: str) -> None:
    """Ask which HQ a drawn marker activates, if it can activate one."""
    side = markers.side_of_marker(chit)
    if free_ops_choices(draft, side):
        _DRAWN.push(draft, _Marker(chit), side)


# --- the two actions ------------------------------------------------------------------------------------


@rule("7.12", "7.24", "4.23")
def _check_free_ops(inquiry: Inquiry, action: FreeOps) -> None:
    asked = inquiry.decision
    side = asked.player if asked is not None else inquiry.text("side")
    hq = inquiry.pieces.get(action.hq)
    if hq is None or not terms.is_hq(hq.printed) or hq.printed.side != side:
        inquiry.refuse("7.12", f"{action.hq} is no HQ of the {side.capitalize()} player")
        return
    if not markers.group_of_hq(hq):
        inquiry.refuse("7.11", f"{hq.printed.title} has no marker and always acts at RE")
    for section, text in free_ops_faults(inquiry, hq):
        inquiry.refuse(section, text, units=[hq.uid])
    if asked is not None and asked.kind == _HELD.kind:
        inquiry.note("4.23", "a held marker is declared after an activation; it goes to the used ones")
    if not inquiry.violations:
        inquiry.note("7.12", f"a Free Ops marker can activate {hq.printed.title}")
    done = inquiry.number("activations", hq.uid)
    inquiry.note("7.24", f"{hq.printed.title}: activations so far this turn", done)


def _perform_free_ops(draft: Draft, action: FreeOps) -> None:
    is_held = _HELD.asked(draft) is not None
    chit = (_HELD if is_held else _DRAWN).settle(draft).marker
    markers.put(draft, chit, markers.USED)
    draft.set("side", draft.pieces[action.hq].printed.side)
    r07_hqs.activate_hqs(draft, [draft.pieces[action.hq]], chit)
    if is_held and not draft.text("activation") and not draft.pending:
        conclude(draft)


def _free_ops_options(state: State) -> Iterator[FreeOps]:
    return (FreeOps(uid) for uid in free_ops_choices(state, state.pending[-1].player))


@rule("4.23")
def _check_keep(inquiry: Inquiry, action: KeepFreeOps) -> None:  # noqa: ARG001 - it has no fields
    held = [c for c in markers.in_place(inquiry, markers.ASIDE) if markers.is_free_ops(c)]
    inquiry.note("4.23", "the Free Ops markers stay where they are", len(held))


def _perform_keep(draft: Draft, action: KeepFreeOps) -> None:  # noqa: ARG001 - it has no fields
    draft.settle()


def _keep_options(state: State) -> Iterator[KeepFreeOps]:  # noqa: ARG001 - it is always open
    yield KeepFreeOps()


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        FreeOps,
        _check_free_ops,
        _perform_free_ops,
        _free_ops_options,
        "7.12",
        answers=frozenset({_DRAWN.kind, _HELD.kind}),
    ),
    Handler(KeepFreeOps, _check_keep, _perform_keep, _keep_options, "4.23", answers=frozenset({_HELD.kind})),
)
