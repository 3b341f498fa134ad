"""Sections 11.3.3 to 11.3.5: the die of a Combat, its result, and the Exchange that some may soften."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r11_cherbourg_combat, r11_line_up, r11_special, r11_tables, terms
from adjudicator.dark_summer.r11_losses import eliminate
from adjudicator.dark_summer.r11_resolve import Combat, Waiting, begin, combat_in, defenders_of
from adjudicator.frames import Frame, plain
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ROLLS", "STAGE_RULES", "ChooseResult", "ask_code", "effect_of", "take_effect"]

_EXCHANGE = Frame("exchange", "11.3.5", Waiting)
_SOFTER = ("EX", "BL1")


@dataclass(frozen=True, slots=True)
class ChooseResult(Action):
    """Take an Exchange as it is, or as BL1: German attackers that are all Kampfgruppen or Tigers (11.3.5).

    Parameters
    ----------
    code
        ``EX`` or ``BL1``.

    Examples
    --------
    >>> ChooseResult("BL1").code
    'BL1'
    """

    code: str


# --- the die ---------------------------------------------------------------------------------------------


@rule("11.3.3", "11.3.4", "11.3.5")
def _dice(draft: Draft, combat: Combat) -> Combat | None:
    """Find the column and ask for the die, unless the result is certain."""
    if combat.target == terms.CHERBOURG:
        return r11_cherbourg_combat.ask_die(draft, combat)
    odds = r11_line_up.line_up(
        Inquiry(draft), combat.target, combat.attackers, combat.support, combat.against, wave=combat.wave
    )
    if odds.auto:
        return combat.at("result", column=odds.column, code=r11_tables.AUTOMATIC)
    ask_roll(draft, "combat", ["dr"], combat=plain(combat.at("result", column=odds.column)))
    return None


def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    combat = combat_in(data)
    begin(draft, combat.at("result", code=r11_tables.result(draft, combat.column, values[0])))


def _why(state: State, data: Mapping[str, Any]) -> str:
    combat = combat_in(data)
    return f"Combat in {state.board.name(combat.target)} at {combat.column}"


# --- the result ------------------------------------------------------------------------------------------


@rule("11.3.5")
def _result(draft: Draft, combat: Combat) -> Combat | None:
    """Let the result take effect, after the choice that some German attackers have."""
    if combat.target == terms.CHERBOURG:
        return r11_cherbourg_combat.take_result(draft, combat)
    if effect_of(draft, combat).bl1_choice:
        ask_code(draft, combat)
        return None
    return take_effect(draft, combat)


def effect_of(view: View, combat: Combat, *, as_bl1: bool = False) -> r11_special.Effect:
    """What the result of a Combat means for this defender.

    Parameters
    ----------
    as_bl1
        Whether an Exchange is taken as BL1.
    """
    return r11_special.effect(
        view, combat.target, combat.code, combat.attackers, combat.support, wave=combat.wave, as_bl1=as_bl1
    )


@rule("11.3.5", "11.4", "11.5.1", "11.8", "11.9")
def take_effect(draft: Draft, combat: Combat, *, as_bl1: bool = False) -> Combat:
    """What the result of a Combat means: units that are eliminated outright go at once, the rest is noted.

    Parameters
    ----------
    as_bl1
        Whether an Exchange is taken as BL1.

    Returns
    -------
    Combat
        At the losses of the defender.
    """
    effect, defenders = effect_of(draft, combat, as_bl1=as_bl1), defenders_of(draft, combat)
    for uid in effect.eliminated:
        eliminate(draft, uid)
    return combat.at(
        "defender",
        attacker_losses=effect.attacker_losses,
        defender_losses=effect.defender_losses,
        retreat=effect.retreat,
        falls=effect.beach_falls,
        stands=tuple(p.uid for p in defenders if p.uid not in effect.retreating),
    )


# --- an Exchange as BL1 ---------------------------------------------------------------------------------


def ask_code(draft: Draft, combat: Combat) -> None:
    """Ask the German whether he takes the Exchange."""
    _EXCHANGE.push(draft, Waiting(combat), terms.GERMAN)


@rule("11.3.5")
def _check_code(inquiry: Inquiry, action: ChooseResult) -> None:
    inquiry.require(
        "11.3.5",
        action.code in _SOFTER,
        f"only Kampfgruppen and Tigers attack: the Exchange is taken as {action.code}",
        f"an Exchange is taken as EX or as BL1, not as {action.code}",
    )


def _perform_code(draft: Draft, action: ChooseResult) -> None:
    combat = _EXCHANGE.settle(draft).combat
    begin(draft, take_effect(draft, combat, as_bl1=action.code == "BL1"))


def _code_options(state: State) -> Iterator[ChooseResult]:
    if _EXCHANGE.asked(state) is not None:
        yield from map(ChooseResult, _SOFTER)


STAGE_RULES = {"dice": _dice, "result": _result}
HANDLERS = (
    Handler(
        ChooseResult, _check_code, _perform_code, _code_options, "11.3.5", answers=frozenset({_EXCHANGE.kind})
    ),
)
ROLLS = {"combat": RollRule(_rolled, _why, "11.3.5")}
