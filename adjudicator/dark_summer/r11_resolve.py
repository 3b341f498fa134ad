"""Section 11.3: one Combat from its declaration to the advance, stage by stage.

A Combat travels as plain data with the decisions that it asks for; `go_on` takes it up again after each.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View

if TYPE_CHECKING:
    from adjudicator.dark_summer.r11_special import Effect

__all__ = [
    "ROLLS",
    "WAVES",
    "Combat",
    "attackers_of",
    "attacking_side",
    "begin",
    "defenders_of",
    "effect_of",
    "go_on",
    "is_empty",
    "start",
    "take_effect",
    "take_losses",
]

WAVES = frozenset({"first-wave", "second-wave"})
_ORDER = (
    "reveal",
    "support",
    "answer",
    "dice",
    "result",
    "defender",
    "attacker",
    "retreat",
    "advance",
    "done",
)


@dataclass(frozen=True, slots=True)
class Combat:
    """One Combat under way.

    Parameters
    ----------
    target
        The defending hex, or the Cherbourg Box.
    attackers
        Ids of the attacking units that are left.
    wave
        ``first-wave``, ``second-wave`` or empty.
    support, against
        Markers of the attacker and of the defender.
    column, code
        Column of the table and result, once known.
    attacker_losses, defender_losses
        Steps still to be lost.
    retreat
        Whether the defenders must retreat.
    falls
        Whether the Open Beach in the hex falls, if a German unit advances into it.
    stands
        Ids of defenders that the result does not move.
    ends
        Hexes where defenders ended their retreat.

    Examples
    --------
    >>> Combat.of(Combat("3304", ("us-1",)).data()).target
    '3304'
    """

    target: str
    attackers: tuple[str, ...]
    wave: str = ""
    stage: str = "reveal"
    support: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    column: str = ""
    code: str = ""
    attacker_losses: int = 0
    defender_losses: int = 0
    retreat: bool = False
    falls: bool = False
    stands: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """Plain JSON data; what is empty is left out."""
        pairs = ((f.name, getattr(self, f.name)) for f in dataclasses.fields(self))
        return {k: list(v) if isinstance(v, tuple) else v for k, v in pairs if v not in ((), "", 0, False)}

    @staticmethod
    def of(data: Mapping[str, Any]) -> Combat:
        """The Combat that data describe."""
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return Combat(**values)

    def at(self, stage: str, **changes: Any) -> Combat:
        """The same Combat at another stage, with changes."""
        return dataclasses.replace(self, stage=stage, **changes)


# --- who fights -----------------------------------------------------------------------------------------


def attackers_of(view: View, combat: Combat) -> tuple[Piece, ...]:
    """Attacking units that are still in play."""
    pieces = (view.pieces[uid] for uid in combat.attackers)
    return tuple(p for p in pieces if p.space not in terms.OFF_MAP)


def attacking_side(view: View, combat: Combat) -> str:
    """Side of the attackers."""
    return view.pieces[combat.attackers[0]].side if combat.attackers else view.text("side")


def defenders_of(view: View, combat: Combat) -> tuple[Piece, ...]:
    """Units that stand in the defending space and are no attackers."""
    return terms.enemies(view, combat.target, attacking_side(view, combat))


@rule("11.9", "11.3.8")
def is_empty(view: View, combat: Combat) -> bool:
    """Whether nothing defends the hex any more: no unit, and no Open Beach that still stands."""
    if defenders_of(view, combat):
        return False
    beach = attacking_side(view, combat) == terms.GERMAN and terms.is_open_beach(view, combat.target)
    return combat.falls or not beach


# --- stages ---------------------------------------------------------------------------------------------


@rule("11.1", "11.3.1", "9.3.4")
def start(draft: Draft, target: str, attackers: Iterable[str], *, wave: str = "") -> None:
    """Begin a Combat: note who attacks what and what else must be attacked, then go on.

    Parameters
    ----------
    target, attackers
        The defending hex and the ids of the attacking units.
    wave
        ``first-wave`` or ``second-wave`` in these Rounds.
    """
    from adjudicator.dark_summer import r11_mandatory

    units = tuple(attackers)
    r11_mandatory.record(draft, target, units)
    draft.set("hex-attacked", True, target)
    for uid in units:
        draft.set("attacked", True, uid)
    if draft.text("round-kind") == "reaction":
        draft.set("reaction-attacked", True)
    begin(draft, Combat(target, units, wave))


def go_on(draft: Draft, data: Mapping[str, Any]) -> None:
    """Take a Combat up again after one of its decisions was settled.

    Parameters
    ----------
    data
        Data of the decision; ``combat`` holds the Combat.
    """
    begin(draft, Combat.of(data["combat"]))


def begin(draft: Draft, combat: Combat) -> None:
    """Carry a Combat on until it asks something or is over."""
    now: Combat | None = combat
    while now is not None and now.stage != "done":
        now = _STAGES[now.stage](draft, now.at(_ORDER[_ORDER.index(now.stage) + 1]))


@rule("11.5")
def _reveal(draft: Draft, combat: Combat) -> Combat | None:
    """Turn hidden units over, then go on with what they turned out to be."""
    from adjudicator.dark_summer import r11_hidden

    fighting = (*attackers_of(draft, combat), *defenders_of(draft, combat))
    hidden = [p.uid for p in r11_hidden.hidden_among(draft, fighting)]
    if not hidden:
        return _revealed(draft, combat)
    waiting = combat.at("reveal")
    _wait(draft, waiting)
    if not r11_hidden.reveal(draft, *hidden):
        go_on(draft, draft.settle().data)
        return None
    asked = draft.settle().data  # the roll of 11.5, which takes this Combat with it
    draft.settle()
    ask_roll(draft, "combat-reveal", asked["dice"], units=asked["units"], combat=waiting.data())
    return None


def _wait(draft: Draft, combat: Combat) -> None:
    """Let a Combat stand below a reveal, which names its units anew."""
    draft.ask(attacking_side(draft, combat), "combat", "11.5", combat=combat.data())


@rule("11.5")
def _turned_over(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    from adjudicator.dark_summer import r11_hidden

    _wait(draft, Combat.of(data["combat"]))
    r11_hidden.ROLLS["reveal"].resolve(draft, data, values)
    go_on(draft, draft.settle().data)


def _why_turned(state: State, data: Mapping[str, Any]) -> str:
    from adjudicator.dark_summer import r11_hidden

    return r11_hidden.ROLLS["reveal"].why(state, data)


def _revealed(draft: Draft, combat: Combat) -> Combat:
    """After the reveal: an attack without attackers is over, one without defenders goes to the advance."""
    left = tuple(p.uid for p in attackers_of(draft, combat))
    if not left:
        return combat.at("done")
    if is_empty(draft, combat):
        return combat.at("advance")
    return combat.at(combat.stage, attackers=left)


@rule("11.3.2")
def _support(draft: Draft, combat: Combat) -> Combat | None:
    from adjudicator.dark_summer import r11_support_choice

    return r11_support_choice.ask(draft, combat, attacking=True)


@rule("11.3.2")
def _answer(draft: Draft, combat: Combat) -> Combat | None:
    from adjudicator.dark_summer import r11_support_choice

    return r11_support_choice.ask(draft, combat, attacking=False)


@rule("11.3.3", "11.3.4", "11.3.5")
def _dice(draft: Draft, combat: Combat) -> Combat | None:
    """Find the column and ask for the die, unless the result is certain."""
    from adjudicator.dark_summer import r11_cherbourg_combat, r11_line_up
    from adjudicator.dark_summer.r11_tables import AUTOMATIC

    if combat.target == terms.CHERBOURG:
        return r11_cherbourg_combat.ask_die(draft, combat)
    odds = r11_line_up.line_up(
        Inquiry(draft), combat.target, combat.attackers, combat.support, combat.against, wave=combat.wave
    )
    if odds.auto:
        return combat.at("result", column=odds.column, code=AUTOMATIC)
    ask_roll(draft, "combat", ["dr"], combat=combat.at("result", column=odds.column).data())
    return None


def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    from adjudicator.dark_summer import r11_tables

    combat = Combat.of(data["combat"])
    begin(draft, combat.at("result", code=r11_tables.result(draft, combat.column, values[0])))


def _why(state: State, data: Mapping[str, Any]) -> str:
    combat = Combat.of(data["combat"])
    return f"Combat in {state.board.name(combat.target)} at {combat.column}"


@rule("11.3.5")
def _result(draft: Draft, combat: Combat) -> Combat | None:
    """Let the result take effect, after the choice that some German attackers have."""
    from adjudicator.dark_summer import r11_cherbourg_combat, r11_support_choice

    if combat.target == terms.CHERBOURG:
        return r11_cherbourg_combat.take_result(draft, combat)
    if effect_of(draft, combat).bl1_choice:
        r11_support_choice.ask_code(draft, combat)
        return None
    return take_effect(draft, combat)


def effect_of(view: View, combat: Combat, *, as_bl1: bool = False) -> Effect:
    """What the result of a Combat means for this defender.

    Parameters
    ----------
    as_bl1
        Whether an Exchange is taken as BL1.
    """
    from adjudicator.dark_summer import r11_special

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
    from adjudicator.dark_summer import r11_losses

    effect, defenders = effect_of(draft, combat, as_bl1=as_bl1), defenders_of(draft, combat)
    for uid in effect.eliminated:
        r11_losses.eliminate(draft, uid)
    return combat.at(
        "defender",
        attacker_losses=effect.attacker_losses,
        defender_losses=effect.defender_losses,
        retreat=effect.retreat,
        falls=effect.beach_falls,
        stands=tuple(p.uid for p in defenders if p.uid not in effect.retreating),
    )


@rule("11.3.6")
def _defender(draft: Draft, combat: Combat) -> Combat | None:
    return take_losses(draft, combat, defenders_of(draft, combat), combat.defender_losses)


@rule("11.3.6")
def _attacker(draft: Draft, combat: Combat) -> Combat | None:
    return take_losses(draft, combat, attackers_of(draft, combat), combat.attacker_losses)


def take_losses(draft: Draft, combat: Combat, pieces: Sequence[Piece], steps: int) -> Combat | None:
    """Let units lose steps: at once when there is one way only, else their owner is asked.

    Parameters
    ----------
    pieces, steps
        The units involved, and how many steps they lose together.

    Returns
    -------
    Combat or None
        The Combat when it can go on; None when the owner is asked.
    """
    from adjudicator.dark_summer import r11_losses

    if not pieces or steps <= 0:
        return combat
    only = r11_losses.forced(draft, pieces, steps)
    if only is not None:
        r11_losses.apply_losses(draft, only)
        return combat
    units = [p.uid for p in pieces]
    draft.ask(
        pieces[0].side, r11_losses.STEP_LOSSES, "11.3.6", units=units, steps=steps, combat=combat.data()
    )
    return None


@rule("11.3.7")
def _retreat(draft: Draft, combat: Combat) -> Combat | None:
    from adjudicator.dark_summer import r11_retreat

    return r11_retreat.next_retreat(draft, combat) if combat.retreat else combat


@rule("11.3.8", "5.2")
def _advance(draft: Draft, combat: Combat) -> Combat | None:
    """Ask for the advance; before it the owner removes what broke the stacking limit in a retreat."""
    from adjudicator.dark_summer import r05_stacking, r11_advance, r11_cherbourg_combat

    if combat.target == terms.CHERBOURG:
        return r11_cherbourg_combat.finish(draft, combat)
    asked = r11_advance.ask(draft, combat)
    if combat.ends:
        r05_stacking.enforce(draft, combat.ends, retreat=True)
    return None if asked else combat


_STAGES: Mapping[str, Callable[[Draft, Combat], Combat | None]] = {
    "reveal": _reveal,
    "support": _support,
    "answer": _answer,
    "dice": _dice,
    "result": _result,
    "defender": _defender,
    "attacker": _attacker,
    "retreat": _retreat,
    "advance": _advance,
}
ROLLS = {
    "combat": RollRule(_rolled, _why, "11.3.5"),
    "combat-reveal": RollRule(_turned_over, _why_turned, "11.5"),
}
