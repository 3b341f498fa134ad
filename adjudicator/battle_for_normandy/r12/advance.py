"""Section 12.11: attackers advance into the hex that the defenders have left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r06_stacking import faults
from adjudicator.battle_for_normandy.r10.cost import entry_faults
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import retreat as r12_retreat
from adjudicator.battle_for_normandy.r12.battle import Battle
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "ADVANCE",
    "HANDLERS",
    "Advance",
    "EndAdvance",
    "advance_faults",
    "begin",
    "candidates",
    "is_over",
    "terrain_faults",
]

ADVANCE = "advance"


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance an attacking unit into the hex that was attacked (12.11).

    Examples
    --------
    >>> Advance("us-1-16").unit
    'us-1-16'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class EndAdvance(Action):
    """Let no other unit advance.

    Examples
    --------
    >>> EndAdvance()
    EndAdvance()
    """


# --- the hex ----------------------------------------------------------------------------------------------


@rule("12.11", "12.11.1", "12.10", "10.6")
def is_over(view: View, battle: Battle) -> list[Fault]:
    """Why nobody can advance into the hex attacked.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason; empty when units can.
    """
    name = view.board.name(battle.hex)
    there = [p for p in terms.enemies(view, battle.hex, battle.side) if not terms.is_naval(p.printed)]
    found = [Fault("12.11", f"{name} is not vacated: {terms.titles(there)} is there")] if there else []
    if (
        terms.terrain(view, battle.hex, "12.11") == "bocage"
        and not battle.crt
        and not _has_rhinos(view, battle)
    ):
        text = f"{name} is Bocage, and not all its defenders were lost to steps of the table"
        found.append(Fault("12.11.1", text))
    return found


@rule("19.9")
def _has_rhinos(view: View, battle: Battle) -> bool:
    """Whether Rhinos are stacked with attacking armor: one unit may follow them into Bocage."""
    if battle.advanced:  # somebody has done so already
        return True
    pieces = battles.units_of(view, battle.attack.attackers)
    armor = {p.space for p in pieces if terms.is_tank(p.printed)}
    return any(_is_rhino(view, p.uid) for space in armor for p in terms.friends(view, space, battle.side))


# --- one unit ---------------------------------------------------------------------------------------------


@rule("12.11")
def advance_faults(view: View, battle: Battle, uid: str) -> list[Fault]:
    """Why a unit cannot advance into the hex attacked.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason.
    """
    piece = view.pieces[uid]
    found = is_over(view, battle) + _role_faults(view, battle, piece)
    if found:
        return found
    followed = any(not _is_rhino(view, u) for u in battle.advanced)
    if followed and not _is_rhino(view, uid) and _is_bocage_of_rhinos(view, battle):
        return [Fault("19.9", "only one unit advances into Bocage with the help of Rhinos")]
    return [*terrain_faults(view, piece, battle.hex), *_stacking_faults(view, battle, uid)]


def _is_bocage_of_rhinos(view: View, battle: Battle) -> bool:
    return terms.terrain(view, battle.hex, "12.11") == "bocage" and not battle.crt


def _is_rhino(view: View, uid: str) -> bool:
    return terms.marked(view.pieces[uid].printed, "rhino")


@rule("12.11")
def _role_faults(view: View, battle: Battle, piece: Piece) -> list[Fault]:
    unit, title = piece.printed, piece.printed.title
    if piece.side != battle.side or piece.uid not in battle.attack.attackers:
        return [Fault("12.11", f"{title} did not attack")]
    if not battles.on_board(view, piece):
        return [Fault("12.11", f"{title} is not on the map any more")]
    checks = (
        (piece.uid in battle.advanced or piece.space == battle.hex, f"{title} has advanced already"),
        (piece.uid in battle.origins, f"{title} had to retreat"),
        (terms.is_artillery(unit), f"{title} is artillery and never advances"),
        (
            terms.marked(unit, "towed") and unit.type == "anti-tank",
            f"{title} is a towed Anti-Tank unit: no advance",
        ),
        (r12_retreat.is_immobile(piece), f"{title} has no Movement Allowance"),
    )
    return [Fault("12.11", text) for holds, text in checks if holds]


@rule("12.11.1", "10.6", "19.5")
def terrain_faults(view: View, piece: Piece, to: str) -> list[Fault]:
    """What terrain says against an advance: closed hexes and hexsides, bluffs without a draw, cliffs.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason.
    """
    edge = view.board.edge(piece.space, to)
    name = view.board.name(to)
    if edge is None:
        return [Fault("12.11", f"{name} is not adjacent")]
    kind = view.boundary(edge, "10.6")
    climbers = terms.marked(piece.printed, "commando", "ranger")
    if kind == "cliff":
        return [Fault("10.6", f"nobody advances over the cliff to {name}")]
    if kind == "bluff" and not climbers and not view.number("invasion"):
        return [Fault("10.6", f"nobody advances over the bluff to {name} but Commandos and Rangers")]
    return [
        Fault("12.11.1", f"{text} ({section})")
        for section, text in entry_faults(view, piece, piece.space, to)
    ]


@rule("12.11", "6.1")
def _stacking_faults(view: View, battle: Battle, uid: str) -> list[Fault]:
    found = faults(view, battle.hex, battle.side, adding=(uid,))
    return [Fault("12.11", f"{text} ({section})") for section, text in found]


@rule("12.11")
def candidates(view: View, battle: Battle) -> tuple[str, ...]:
    """Units that may advance now."""
    if is_over(view, battle):
        return ()
    return tuple(u for u in battle.attack.attackers if not advance_faults(view, battle, u))


# --- the stage --------------------------------------------------------------------------------------------


@rule("12.11")
def begin(draft: Draft, battle: Battle) -> bool:
    """Ask for the next advance, while anybody can advance.

    Returns
    -------
    bool
        Whether the attacker was asked, so that the stage comes again.
    """
    if ADVANCE in battle.over or not candidates(battles.frozen(draft), battle):
        return False
    draft.ask(battle.side, ADVANCE, "12.11", hex=battle.hex)
    return True


@rule("12.11")
def _check(inquiry: Inquiry, action: Advance) -> None:
    battle = battles.current(inquiry)
    if battle is None:
        return
    if action.unit not in inquiry.pieces:
        inquiry.refuse("12.11", f"there is no unit {action.unit}")
        return
    for section, text in advance_faults(inquiry, battle, action.unit):
        inquiry.refuse(section, text, units=[action.unit], spaces=[battle.hex])
    if not inquiry.violations:
        title = inquiry.pieces[action.unit].printed.title
        inquiry.note(
            "12.11", f"{title} advances into {inquiry.board.name(battle.hex)}, EZOCs ignored, no MPs paid"
        )


@rule("12.11", "14.3", "3.3")
def _perform(draft: Draft, action: Advance) -> None:
    draft.settle()
    battle = battles.current(draft)
    if battle is None:
        return
    r12_retreat.enter(draft, action.unit, battle.hex)
    draft.clear("bridging", action.unit)
    battles.amend(draft, advanced=(*battle.advanced, action.unit))


def _options(state: State) -> Iterator[Advance]:
    top, battle = state.decision, battles.current(state)
    if top is not None and battle is not None and top.kind == ADVANCE:
        yield from (Advance(uid) for uid in candidates(state, battle))


@rule("12.11")
def _check_end(inquiry: Inquiry, action: EndAdvance) -> None:  # noqa: ARG001 - it has no fields
    inquiry.note("12.11", "nobody has to advance")


def _perform_end(draft: Draft, action: EndAdvance) -> None:  # noqa: ARG001 - it has no fields
    draft.settle()
    battle = battles.current(draft)
    if battle is not None:
        battles.amend(draft, over=(*battle.over, ADVANCE))


def _end_options(state: State) -> Iterator[EndAdvance]:
    top = state.decision
    if top is not None and top.kind == ADVANCE:
        yield EndAdvance()


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Advance, _check, _perform, _options, "12.11", answers=frozenset({ADVANCE})),
    Handler(EndAdvance, _check_end, _perform_end, _end_options, "12.11", answers=frozenset({ADVANCE})),
)
