"""Sections 3.6, 4.23 and 7.24: the marker held out, the draws from the cup, the LOC check, Free Ops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r03_flow, r07_activation, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.position import Draft, Piece, State, View

__all__ = [
    "HANDLERS",
    "MOST_ACTIVATIONS",
    "ROLLS",
    "FreeOps",
    "HoldOut",
    "KeepFreeOps",
    "activation_faults",
    "ask_initiative_marker",
    "awaits_entry",
    "check_loc",
    "conclude",
    "enter_formation",
    "free_ops_choices",
    "free_ops_faults",
    "holdable",
    "next_marker",
    "open_phase",
    "play",
]

MOST_ACTIVATIONS = 3
_HOLD, _FREE, _STORM, _DRAW = "initiative-marker", "free-ops", "storm-free-ops", "draw-marker"


@dataclass(frozen=True, slots=True)
class HoldOut(Action):
    """Keep a marker out of the cup: the first activation of the turn (4.21, 7.21).

    Parameters
    ----------
    marker
        Division such as ``us-1``, or ``us-corps`` ...

    Examples
    --------
    >>> HoldOut("us-1").marker
    'us-1'
    """

    marker: str


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


# --- the phase opens --------------------------------------------------------------------------------------


@rule("3.6", "3.61")
def open_phase(draft: Draft) -> None:
    """Begin the ME Activation Phase: on June 6 the marker held out is chosen now."""
    if draft.number("turn") == 1:
        ask_initiative_marker(draft)


@rule("4.21", "7.21")
def holdable(view: View, side: str) -> tuple[str, ...]:
    """Groups of which the initiative player may hold a marker out of the cup.

    Returns
    -------
    tuple of str
        Those of his purchased markers; on June 6, when nothing is bought, of all of them.
    """
    from adjudicator.june_six import r05_purchases

    groups = dict.fromkeys(markers.group_of_marker(c) for c in markers.in_place(view, markers.CUP, side=side))
    found = [g for g in groups if not markers.is_free_ops(g) and not markers.is_hidden(g)]
    if view.number("turn") == 1 or view.option("initiative-marker") == "B":
        return tuple(found)
    return tuple(g for g in found if not r05_purchases.is_free(view, g))


@rule("4.21", "7.21", "3.61")
def ask_initiative_marker(draft: Draft) -> None:
    """Ask the initiative player for his first marker, if he holds none out and has one to hold."""
    side = draft.text("initiative")
    if not markers.in_place(draft, markers.INITIATIVE) and holdable(draft, side):
        draft.ask(side, _HOLD, "4.21")


@rule("4.21", "7.21")
def _check_hold(inquiry: Inquiry, action: HoldOut) -> None:
    side = inquiry.text("initiative")
    name = markers.name_of_group(inquiry, action.marker)
    inquiry.note("4.21", f"the {side.capitalize()} player has the initiative")
    inquiry.note("7.21", "all other purchased markers go into the cup")
    inquiry.note("3.61", "it is his first activation")
    known = action.marker in holdable(inquiry, side)
    failed = f"{name} is no purchased marker of the {side.capitalize()} player"
    inquiry.require("4.21", known, f"{name} is held out of the cup", failed)


def _perform_hold(draft: Draft, action: HoldOut) -> None:
    draft.settle()
    chit = next(c for c in markers.chits_of(action.marker) if draft.text("am", c) == markers.CUP)
    markers.put(draft, chit, markers.INITIATIVE)


def _hold_options(state: State) -> Iterator[HoldOut]:
    return (HoldOut(group) for group in holdable(state, state.text("initiative")))


# --- the next marker --------------------------------------------------------------------------------------


@rule("3.61", "3.64", "3.65", "7.24", "7.26")
def next_marker(draft: Draft) -> None:
    """Go on after an activation: the marker held out first, then a draw, at last the RE Phase."""
    first = [*markers.in_place(draft, markers.NEXT), *markers.in_place(draft, markers.INITIATIVE)]
    cup = markers.in_place(draft, markers.CUP)
    if first:
        play(draft, first[0])
    elif cup:
        ask_roll(draft, _DRAW, [f"d{len(cup)}"])
    else:
        r03_flow.next_phase(draft)


@rule("7.24")
def _resolve_draw(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    play(draft, markers.in_place(draft, markers.CUP)[values[0] - 1])


def _why_draw(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - the sentence needs only the cup
    number = len(markers.in_place(state, markers.CUP))
    return f"a marker is drawn blind from the {number} in the cup, numbered in the order of their names"


@rule("7.24", "4.23")
def conclude(draft: Draft) -> None:
    """After an activation of the ME Phase the German player may declare a Free Ops marker that he holds."""
    held = [c for c in markers.in_place(draft, markers.ASIDE) if markers.is_free_ops(c)]
    if held and free_ops_choices(draft, markers.side_of_marker(held[0])):
        draft.ask(markers.side_of_marker(held[0]), _STORM, "4.23", marker=held[0])


# --- a marker is played -----------------------------------------------------------------------------------


@rule("7.24", "7.11", "3.62")
def play(draft: Draft, chit: str) -> None:
    """Play a marker that was drawn or held out."""
    group, held = markers.group_of_marker(chit), draft.text("am", chit) == markers.INITIATIVE
    markers.put(draft, chit, markers.USED)
    side = markers.side_of_group(group)
    draft.set("side", side)
    if markers.is_free_ops(group):
        if free_ops_choices(draft, side):
            draft.ask(side, _FREE, "7.24", marker=chit)
    elif held and markers.is_corps_group(group) and draft.text("corps-hq"):
        from adjudicator.june_six import r07_corps

        r07_corps.open_activation(draft, chit)
    else:
        _activate(draft, markers.hqs_of_group(draft, group), chit)


def _activate(draft: Draft, hqs: Sequence[Piece], chit: str) -> None:
    """Activate those of the HQs that can be; one without a LOC gets an RE marker."""
    ready = [hq for hq in hqs if not activation_faults(draft, hq) and _may_enter(draft, hq, chit)]
    able = [hq for hq in ready if check_loc(draft, hq)]
    if len(able) < len(ready) and len(hqs) > 1 and draft.option("corps-loc") == "B":
        able = []
    if able and not draft.pending:
        r07_activation.begin(draft, able, chit)


@rule("5.33", "3.62", "7.24")
def check_loc(draft: Draft, hq: Piece) -> bool:
    """Trace the LOC of an activating HQ; without one it gets an RE marker.

    Returns
    -------
    bool
        Whether it activates.
    """
    from adjudicator.june_six import r05_loc

    if not terms.on_map(draft, hq) or r05_loc.has_loc(draft, hq.uid):
        return True
    draft.set("re", True, hq.uid)
    return False


@rule("10.32", "7.24")
def _may_enter(draft: Draft, hq: Piece, chit: str) -> bool:
    """Whether a formation that is still to come may enter with this marker."""
    if hq.space != terms.POOL or hq.printed.side != terms.GERMAN or terms.is_corps_hq(hq.printed):
        return True
    from adjudicator.june_six import r10_release

    return r10_release.on_marker(draft, hq.printed.division, chit)


@rule("7.24", "10.33", "10.34")
def enter_formation(draft: Draft, formation: str, chit: str) -> None:
    """Let a formation that has been released begin its activation."""
    hq = terms.hq_of(draft, formation)
    if hq is not None:
        r07_activation.begin(draft, [hq], chit)


# --- which HQ can activate --------------------------------------------------------------------------------


@rule("7.25", "10.12")
def awaits_entry(view: View, hq: Piece) -> bool:
    """Whether an HQ is still to enter the map for the first time."""
    if view.number("returns", hq.uid) or hq.space in {terms.ELIMINATED, terms.LEFT}:
        return False
    return not terms.on_map(view, hq)


@rule("7.12", "3.62", "3.63", "5.14", "4.23", "7.23", "7.25", "10.12")
def activation_faults(view: View, hq: Piece) -> list[tuple[str, str]]:
    """What keeps an HQ from activating at ME, its LOC left out of account."""
    found, name = list[tuple[str, str]](), hq.printed.title
    if not r07_activation.arrived(view, hq):
        found.append(("7.11", f"{name} is not in play"))
    from adjudicator.june_six.r07_re_phase import enters_at_re

    if not terms.on_map(view, hq) and enters_at_re(view, hq.printed.division):
        found.append(("7.23", f"{name} enters in the RE Activation Phase: none of its markers is in the cup"))
    for item, word in (("re", "an RE"), ("isolated", "an Isolated"), ("scattered", "a Scattered")):
        if view.flag(item, hq.uid):
            section = "3.63" if item == "scattered" else "7.12"
            found.append((section, f"{name} bears {word} marker"))
    if view.number("activations", hq.uid) >= MOST_ACTIVATIONS:
        found.append(("5.14", f"{name} has been activated three times this turn"))
    return found


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
def free_ops_faults(view: View, hq: Piece) -> list[tuple[str, str]]:
    """What keeps a Free Ops marker from activating an HQ, its LOC left out of account."""
    found = activation_faults(view, hq)
    if hq.space == terms.POOL:
        found.append(("10.32", f"{hq.printed.title} enters by its own markers"))
    return found


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
    if asked is not None and asked.kind == _STORM:
        inquiry.note("4.23", "a held marker is declared after an activation; it goes to the used ones")
    if not inquiry.violations:
        inquiry.note("7.12", f"a Free Ops marker can activate {hq.printed.title}")
    done = inquiry.number("activations", hq.uid)
    inquiry.note("7.24", f"{hq.printed.title}: activations so far this turn", done)


def _perform_free_ops(draft: Draft, action: FreeOps) -> None:
    asked = draft.settle()
    chit = asked.data["marker"]
    markers.put(draft, chit, markers.USED)
    draft.set("side", draft.pieces[action.hq].printed.side)
    _activate(draft, [draft.pieces[action.hq]], chit)
    if asked.kind == _STORM and not draft.text("activation") and not draft.pending:
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
    Handler(HoldOut, _check_hold, _perform_hold, _hold_options, "4.21", answers=frozenset({_HOLD})),
    Handler(
        FreeOps,
        _check_free_ops,
        _perform_free_ops,
        _free_ops_options,
        "7.12",
        answers=frozenset({_FREE, _STORM}),
    ),
    Handler(KeepFreeOps, _check_keep, _perform_keep, _keep_options, "4.23", answers=frozenset({_STORM})),
)
ROLLS = {_DRAW: RollRule(_resolve_draw, _why_draw, "7.24")}
