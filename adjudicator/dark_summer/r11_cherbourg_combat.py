"""Section 11.7: the action of Cherbourg Combat, its die, and how control of the Box passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r11_cherbourg, terms
from adjudicator.dark_summer.r09_parts import require_part
from adjudicator.dark_summer.r11_resolve import Combat, begin, combat_in
from adjudicator.dark_summer.r12_support import choices
from adjudicator.dark_summer.r13_cherbourg import is_captured
from adjudicator.frames import plain
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "CherbourgCombat",
    "ask_die",
    "finish",
    "is_enough",
    "must_fight",
    "take_result",
]


@dataclass(frozen=True, slots=True)
class CherbourgCombat(Action):
    """Fight for Cherbourg with every unit in the Box (11.7).

    Examples
    --------
    >>> CherbourgCombat()
    CherbourgCombat()
    """


# --- when it is fought ------------------------------------------------------------------------------------


@rule("11.7")
def must_fight(view: View) -> bool:
    """Whether a US Combat Round may not end before Cherbourg Combat has been fought."""
    if view.text("round-kind") != "combat" or view.text("round-group") != terms.US:
        return False
    return r11_cherbourg.must_fight(view)


@rule("11.7")
def is_enough(view: View, markers: Sequence[str]) -> bool:
    """Whether some Support brings the US to 1-1 in the Box."""
    return not r11_cherbourg.cherbourg_line(view, markers).below


def _check(inquiry: Inquiry, action: CherbourgCombat) -> None:  # noqa: ARG001 - it has no fields
    require_part(inquiry, "11.7", "combat", group=terms.US)
    combined = inquiry.text("round-kind") not in {"", "combat"}
    inquiry.require("11.7", not combined, "", "Cherbourg Combat is fought in US Combat Rounds only")
    inquiry.require("11.7", not is_captured(inquiry), "", "the Allies control Cherbourg already")
    fight = r11_cherbourg.cherbourg_combat(inquiry)
    faults = _faults(inquiry)
    for section, text in faults:
        inquiry.refuse(section, text, spaces=[terms.CHERBOURG])
    if not faults and not fight.defenders:
        inquiry.note("11.7", "no German unit is in the Box: Cherbourg falls without a roll")
    elif not faults:
        titles = terms.titles(fight.attackers)
        inquiry.note("11.7", f"{titles} against {terms.titles(fight.defenders)} at 1-1 or better")


@rule("11.7")
def _faults(inquiry: Inquiry) -> list[Fault]:
    """Why it may not be initiated, even with the Support that the US can have."""
    state = terms.state_of(inquiry)
    plain = r11_cherbourg.may_fight(inquiry)
    if not plain:
        return []
    fight = r11_cherbourg.cherbourg_combat(state)
    fighting = [p.uid for p in fight.attackers] if fight.defenders else []
    sets = choices(state, terms.CHERBOURG, fighting, terms.ALLIED) if fighting else ()
    helped = next((s for s in sets if not r11_cherbourg.may_fight(state, s)), ())
    if helped:
        inquiry.note("11.7", f"1-1 can be achieved with {', '.join(helped)}")
        return []
    return plain


def _perform(draft: Draft, action: CherbourgCombat) -> None:  # noqa: ARG001 - it has no fields
    draft.set("cherbourg-fought", True)
    units = tuple(p.uid for p in r11_cherbourg.cherbourg_combat(draft).attackers)
    for uid in units:
        draft.set("attacked", True, uid)
    begin(draft, Combat(terms.CHERBOURG, units))


# --- its die and its result -------------------------------------------------------------------------------


@rule("11.7")
def ask_die(draft: Draft, combat: Combat) -> Combat | None:
    """Find the column and ask for the die; what was hidden may have turned out too strong.

    Returns
    -------
    Combat or None
        The Combat, over, where the odds are below 1-1 after all; None when the die is asked for.
    """
    line = r11_cherbourg.cherbourg_line(draft, combat.support)
    if line.below:
        return combat.at("done")
    ask_roll(draft, "cherbourg", ["dr"], combat=plain(combat.at("result", column=line.column)))
    return None


def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    combat = combat_in(data)
    begin(draft, combat.at("result", code=r11_cherbourg.cherbourg_result(draft, combat.column, values[0])))


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - the shape of a RollRule
    return f"Cherbourg Combat at {combat_in(data).column}"


@rule("11.7")
def take_result(draft: Draft, combat: Combat) -> Combat:
    """The losses that a result brings.

    Returns
    -------
    Combat
        At the losses of the defender.
    """
    effect = r11_cherbourg.cherbourg_effect(draft, r11_cherbourg.cherbourg_combat(draft), combat.code)
    return combat.at(
        "defender", attacker_losses=effect.attacker_losses, defender_losses=effect.defender_losses
    )


@rule("11.7", "3.2.2")
def finish(draft: Draft, combat: Combat) -> Combat:
    """Control of Cherbourg passes when no German unit is left in the Box."""
    left = terms.friends(draft, terms.CHERBOURG, terms.GERMAN)
    if not left and combat.attackers and not is_captured(draft):
        draft.set("cherbourg-taken-turn", draft.number("turn"))
    return combat


def _options(state: State) -> Iterator[CherbourgCombat]:
    if state.text("round-kind") == "combat" and terms.friends(state, terms.CHERBOURG, terms.ALLIED):
        yield CherbourgCombat()


HANDLERS = (Handler(CherbourgCombat, _check, _perform, _options, "11.7", phases=frozenset({"action"})),)
ROLLS = {"cherbourg": RollRule(_rolled, _why, "11.7")}
