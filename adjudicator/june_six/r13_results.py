"""Section 13.0: a combat goes from stage to stage, from its modes to its last advance."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.citation import rule
from adjudicator.errors import PositionError
from adjudicator.game import RollRule, ask_roll
from adjudicator.june_six import (
    battle as fights,
)
from adjudicator.june_six import (
    r12_attack,
    r12_crt,
    r13_advance,
    r13_allocation,
    r13_breakthrough,
    r13_retreat,
    r13_rout,
    terms,
)
from adjudicator.june_six.battle import COMBAT, Battle
from adjudicator.june_six.r09_beaches import engineers_hold
from adjudicator.june_six.r12_line_up import line_up
from adjudicator.june_six.r12_strength import ENGINEER_COHESION
from adjudicator.june_six.r13_allocation import Outcome
from adjudicator.position import Decision, Draft, Piece, Position, State, View
from maps.filing import Located

__all__ = ["ROLLS", "STAGES", "STEPS", "after_losses", "best_cohesion", "order_of", "outcome_of"]


# --- from stage to stage ----------------------------------------------------------------------------------


@rule("12.4", "12.41")
def order_of(view: View) -> tuple[str, ...]:
    """The stages of a combat in order; support comes before the modes by the second reading."""
    modes, support = ("attack-mode", "defence-mode"), ("attack-support", "defence-support")
    first = (*modes, *support) if view.option("support-order") == "A" else (*support, *modes)
    return ("open", *first, *_AFTER)


_AFTER = (
    "roll", "result", "defender-losses", "attacker-losses", "defender-retreat", "attacker-retreat", "ambush",
    "advance", "ambush-effect", "rout-advance", "rout-attack", "breakthrough-attack",
)  # fmt: skip


@rule("14.26", "14.27", "13.64")
def _step(draft: Draft, decision: Decision) -> None:
    """Carry the combat on top of the stack through its next stage.

    A combat that interrupted it is gone by then, with all its results applied.
    """
    battle, order = fights.read(decision), order_of(draft)
    stage = battle.stage or order[0]
    if stage not in order:
        raise PositionError([f"a combat has no stage {stage!r}"])
    place = order.index(stage)
    after = order[place + 1] if place + 1 < len(order) else ""
    if not after:
        _last(draft, battle)
        return
    fights.begin(draft, dataclasses.replace(battle, stage=after))
    if STAGES[stage](draft, battle):
        fights.amend(draft, stage=stage)


@rule("14.29", "13.64")
def _last(draft: Draft, battle: Battle) -> None:
    """The last stage comes again as long as it asks something; then the combat is over."""
    fights.begin(draft, battle)
    if not STAGES[battle.stage](draft, battle):
        draft.settle()


# --- stages -----------------------------------------------------------------------------------------------


@rule("6.13", "12.2")
def _open(draft: Draft, battle: Battle) -> bool:
    """Note who fights."""
    for uid in battle.attackers:
        draft.set("attacked", True, uid)
        draft.set("acted-turn", True, uid)
    if draft.option("fought") == "B":
        for piece in fights.defenders_of(draft, battle):
            draft.set("acted-turn", True, piece.uid)
    return False


def _attack_mode(draft: Draft, battle: Battle) -> bool:
    r12_attack.ask_mode(draft, battle, attacking=True)
    return False


def _defence_mode(draft: Draft, battle: Battle) -> bool:
    r12_attack.ask_mode(draft, battle, attacking=False)
    return False


def _attack_support(draft: Draft, battle: Battle) -> bool:
    r12_attack.ask_support(draft, battle, attacking=True)
    return False


def _defence_support(draft: Draft, battle: Battle) -> bool:
    r12_attack.ask_support(draft, battle, attacking=False)
    return False


@rule("12.5", "13.0")
def _roll(draft: Draft, battle: Battle) -> bool:
    """Ask for the one die of the combat."""
    r12_attack.require_modes(battle)
    ask_roll(draft, COMBAT, [terms.DIE], hex=battle.hex, drm=line_up(draft, battle.attack()).chosen)
    return False


def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    fights.amend(draft, modified=values[0] + int(data["drm"]))


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"combat in {state.board.name(data['hex'])}, die roll modifier {data['drm']:+d}"


@rule("13.0", "13.73")
def _result(draft: Draft, battle: Battle) -> bool:
    """Note whom the results concern, and how good they were when the die fell."""
    defenders, lenders = fights.defenders_of(draft, battle), fights.lenders_of(draft, battle)
    best = {side: best_cohesion(draft, battle, attacking=side == "attack") for side in ("attack", "defence")}
    fights.amend(
        draft,
        defenders=tuple(p.uid for p in defenders),
        lenders=tuple(p.uid for p in lenders),
        best=best,
        called=r13_advance.cell_of(draft, battle).defender_retreat,
    )
    return False


@rule("13.73", "9.2")
def best_cohesion(view: View, battle: Battle, *, attacking: bool) -> int:
    """Highest cohesion of a side of a combat; that of Beach Engineers counts by the first reading.

    Returns
    -------
    int
        0 for nobody.
    """
    pieces = _attackers(view, battle) if attacking else fights.defenders_of(view, battle)
    found = [terms.rating(view, p, "cohesion", "13.73") for p in pieces]
    engineers = not attacking and battle.defending == terms.ALLIED and engineers_hold(view, battle.hex)
    if engineers and view.option("engineers-cohesion") == "A":
        found.append(ENGINEER_COHESION)
    return max(found, default=0)


def _attackers(view: View, battle: Battle) -> tuple[Piece, ...]:
    lenders = fights.units_of(view, battle.lenders) or fights.lenders_of(view, battle)
    return (*fights.attackers_of(view, battle), *lenders)


@rule("12.42", "13.0")
def outcome_of(at: Located, battle: Battle, *, attacking: bool) -> Outcome:
    """What the Combat Results Table gives a side of a combat.

    Parameters
    ----------
    attacking
        Whether the attacker.
    """
    cell: r12_crt.Cell = r13_advance.cell_of(at, battle)
    if attacking:
        return Outcome(cell.attacker, cell.attacker_retreat, battle.best.get("defence", 0))
    return Outcome(cell.defender, cell.defender_retreat, battle.best.get("attack", 0))


@rule("13.71")
def _defender_losses(draft: Draft, battle: Battle) -> bool:
    pieces = fights.units_of(draft, battle.defenders)
    r13_allocation.ask(draft, pieces, outcome_of(draft, battle, attacking=False))
    return False


@rule("13.71", "13.0")
def _attacker_losses(draft: Draft, battle: Battle) -> bool:
    r13_allocation.ask(draft, _attackers(draft, battle), outcome_of(draft, battle, attacking=True))
    return False


@rule("13.41", "13.71", "13.73")
def after_losses(position: Position, battle: Battle) -> tuple[Position, ...]:
    """Positions in which the attackers may find themselves once they have suffered their result.

    Parameters
    ----------
    position
        Before anybody has suffered anything.
    battle
        The combat, with its modified roll.

    Returns
    -------
    tuple of Position
        One for each way that their owner may choose, in the order of `r13_allocation.allocations`.
    """
    best = {"defence": best_cohesion(position, battle, attacking=False)}
    outcome = outcome_of(position, dataclasses.replace(battle, best=best), attacking=True)
    units = r13_allocation.sufferers(position, _attackers(position, battle))
    found = []
    for way in r13_allocation.allocations(units, outcome, r13_allocation.readings(position)):
        draft = position.draft()
        r13_allocation.suffer(draft, way)
        found.append(draft.finish())
    return tuple(found)


@rule("13.31")
def _defender_retreat(draft: Draft, battle: Battle) -> bool:
    required = outcome_of(draft, battle, attacking=False).retreat
    return r13_retreat.begin(draft, battle, required, attacking=False)


@rule("13.31")
def _attacker_retreat(draft: Draft, battle: Battle) -> bool:
    required = outcome_of(draft, battle, attacking=True).retreat
    return r13_retreat.begin(draft, battle, required, attacking=True)


def _ambush(draft: Draft, battle: Battle) -> bool:
    r13_advance.ambush(draft, battle)
    return False


def _ambush_effect(draft: Draft, battle: Battle) -> bool:
    r13_advance.ambush_effect(draft, battle)
    return False


STAGES: Mapping[str, Callable[[Draft, Battle], bool]] = {
    "open": _open,
    "attack-mode": _attack_mode,
    "defence-mode": _defence_mode,
    "attack-support": _attack_support,
    "defence-support": _defence_support,
    "roll": _roll,
    "result": _result,
    "defender-losses": _defender_losses,
    "attacker-losses": _attacker_losses,
    "defender-retreat": _defender_retreat,
    "attacker-retreat": _attacker_retreat,
    "ambush": _ambush,
    "advance": r13_advance.begin,
    "ambush-effect": _ambush_effect,
    "rout-advance": r13_rout.begin_advance,
    "rout-attack": r13_rout.begin_attack,
    "breakthrough-attack": r13_breakthrough.begin,
}
STEPS = {COMBAT: _step}
ROLLS = {COMBAT: RollRule(_rolled, _why, "12.5")}
