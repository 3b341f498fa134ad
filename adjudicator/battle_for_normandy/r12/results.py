"""Sections 12.4, 12.8 and 13.3: a combat goes from stage to stage, to the last advance."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.isolation import traces_to_corps
from adjudicator.battle_for_normandy.r11.anti_air import anti_air, flak
from adjudicator.battle_for_normandy.r12 import advance as r12_advance
from adjudicator.battle_for_normandy.r12 import attack as r12_attack
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import defence as r12_defence
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r12 import retreat as r12_retreat
from adjudicator.battle_for_normandy.r12.battle import Battle
from adjudicator.battle_for_normandy.r12.crt import Result, result
from adjudicator.battle_for_normandy.r12.line_up import line_up
from adjudicator.battle_for_normandy.r12.modifiers import engineer_of
from adjudicator.battle_for_normandy.r12.support import needs_ammunition
from adjudicator.battle_for_normandy.r22.charts import has_ammunition
from adjudicator.citation import rule
from adjudicator.errors import PositionError
from adjudicator.game import RollRule, ask_roll
from adjudicator.position import Decision, Draft, State

__all__ = ["ORDERS", "ROLLS", "STEPS", "result_of"]

AA, DIE, AMMUNITION = "ground-support-aa", "combat", "ammunition"
ORDERS: Mapping[str, tuple[str, ...]] = {
    battles.COMBAT: (
        "open", "aa", "defence-support", "defence-aa", "ammunition", "roll", "combined-arms", "result",
        "defender-losses", "swept", "defender-retreat", "attacker-losses", "stranded",
        "attacker-retreat", "advance", "end",
    ),
    battles.FIRE: ("fire-losses", "end"),
    battles.FORCED: ("attacker-retreat", "end"),
}  # fmt: skip


# --- from stage to stage ----------------------------------------------------------------------------------


@rule("12.4")
def _step(draft: Draft, decision: Decision) -> None:
    """Carry the combat on top of the stack through its next stage; a stage that asks comes again."""
    battle = battles.read(decision)
    order = ORDERS.get(battle.kind, ())
    stage = battle.stage or order[0]
    if stage not in order:
        raise PositionError([f"a combat has no stage {stage!r} (12.4)"])
    place = order.index(stage)
    if place + 1 == len(order):
        _STAGES[stage](draft, battle)
        return
    after = dataclasses.replace(battle, stage=order[place + 1])
    battles.begin(draft, after)
    if _STAGES[stage](draft, after):
        battles.amend(draft, stage=stage)


# --- before the die ---------------------------------------------------------------------------------------


@rule("7.7", "19.6.1", "14.3o")
def _open(draft: Draft, battle: Battle) -> bool:
    """Corps HQs are eliminated at once, support units where they are alone; then the combat goes on."""
    engineer = engineer_of(battles.frozen(draft), battle.attack)
    if r12_attack.is_automatic(draft, battle.attack):
        for piece in battles.defenders_of(draft, battle.attack):
            r12_losses.eliminate(draft, piece.uid)
        battles.amend(draft, stage="advance", crt=1)
        return False
    for piece in battles.defenders_of(draft, battle.attack):
        if terms.is_corps_hq(piece.printed) and not draft.number("feldersatz", piece.uid):
            r12_losses.eliminate(draft, piece.uid)
    if engineer:
        battles.amend(draft, engineers=(engineer,))
    return False


@rule("22.2o")
def _ammunition(draft: Draft, battle: Battle) -> bool:
    """Guns that may lack ammunition roll for it."""
    for uid in reversed((*battle.attack.support, *battle.attack.bonus, *battle.attack.defence_support)):
        if f"{AMMUNITION}-{uid}" not in battle.over and needs_ammunition(draft, uid):
            battles.amend(draft, over=(*battle.over, f"{AMMUNITION}-{uid}"))
            ask_roll(draft, AMMUNITION, ["dr"], unit=uid)
            return True
    return False


@rule("22.2o")
def _loaded(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """A gun without ammunition does not fire, and is not flipped."""
    battle, uid = battles.current(draft), str(data["unit"])
    if battle is None or has_ammunition(draft, values[0]):
        return
    for item in ("flipped", "fired", "fired-day"):
        draft.clear(item, uid)
    attack = battle.attack
    lists = (attack.support, attack.bonus, attack.defence_support)
    support, bonus, defence = (tuple([u for u in guns if u != uid]) for guns in lists)
    attack = dataclasses.replace(attack, support=support, bonus=bonus, defence_support=defence)
    battles.amend(draft, attack=attack)


@rule("11.4", "11.5")
def _aa(draft: Draft, battle: Battle) -> bool:
    return _ask_aa(draft, battle, battle.attack.air, defending=False)


@rule("11.4", "11.5")
def _defence_aa(draft: Draft, battle: Battle) -> bool:
    return _ask_aa(draft, battle, battle.attack.defence_air, defending=True)


def _ask_aa(draft: Draft, battle: Battle, points: int, *, defending: bool) -> bool:
    """German FLAK in or next to the hex fires once at Allied aircraft, whoever attacks."""
    if points and (guns := flak(draft, battle.hex)):
        ask_roll(draft, AA, ["d10"], hex=battle.hex, flak=len(guns), defending=defending)
    return False


@rule("11.5", "11.4")
def _shot_at(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """One Air Point at the most is aborted, or lost for good."""
    battle = battles.current(draft)
    if battle is None:
        return
    losses = anti_air(draft, values[0], int(data["flak"]))
    if data["defending"]:
        attack = dataclasses.replace(battle.attack, defence_aa=losses)
    else:
        attack = dataclasses.replace(battle.attack, aa=losses)
    battles.amend(draft, attack=attack)
    if losses[1]:
        draft.set("air-points", max(0, draft.number("air-points") - losses[1]))


@rule("12.4", "12.5.4")
def _defence_support(draft: Draft, battle: Battle) -> bool:
    if r12_defence.can_defend(battles.frozen(draft), battle.attack):
        draft.ask(battle.defending, r12_defence.DEFENCE_SUPPORT, "12.5.4", hex=battle.hex)
    return False


# --- the die ----------------------------------------------------------------------------------------------


@rule("12.4")
def _roll(draft: Draft, battle: Battle) -> bool:
    """Ask for the one die of the combat."""
    line = line_up(battles.frozen(draft), battle.attack)
    column = line.column or "1:4"
    battles.amend(draft, column=column)
    more = line.combined_drm - line.drm if line.combined_arms else 0
    ask_roll(draft, DIE, ["d10"], hex=battle.hex, column=column, drm=line.drm, combined=more)
    return False


@rule("12.4")
def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    battle = battles.current(draft)
    if battle is not None:
        attack = dataclasses.replace(battle.attack, roll=values[0])
        modified = values[0] + int(data["drm"])
        better = modified + int(data["combined"]) if data["combined"] else 0
        battles.amend(draft, attack=attack, modified=modified, better=better)


@rule("12.6.2")
def _combined_arms(draft: Draft, battle: Battle) -> bool:
    """Ask the attacker where the bonus may be taken and changes the result."""
    better, column = battle.better, battle.column
    if better and result(draft, column, better) != result(draft, column, battle.modified):
        draft.ask(battle.side, r12_defence.COMBINED_ARMS, "12.6.2", hex=battle.hex)
    return False


@rule("12.8", "12.10", "12.4")
def _result(draft: Draft, battle: Battle) -> bool:
    """Look the result up, and note who defended."""
    modified = battle.better if battle.combined == "yes" else battle.modified
    found = result(draft, battle.column, modified)
    defenders = tuple(p.uid for p in battles.defenders_of(draft, battle.attack))
    battles.amend(draft, modified=modified, result=dataclasses.astuple(found), defenders=defenders)
    _isolate(draft, battle)
    return False


@rule("12.4o", "7.6.3")
def _isolate(draft: Draft, battle: Battle) -> None:
    """After a Major Attack units that trace no line to a corps HQ are marked Isolated (12.4o)."""
    if not terms.has_option(draft, "12.4o") or not r12_attack.is_major(draft, battle.attack):
        return
    here = battles.frozen(draft)
    for piece in battles.defenders_of(here, battle.attack):
        if not traces_to_corps(here, piece.uid):
            draft.set("isolated", True, piece.uid)


def result_of(battle: Battle) -> Result:
    """What the table gave a combat; no effect before the die."""
    return Result(*battle.result) if battle.result else Result()


# --- after the die ----------------------------------------------------------------------------------------


@rule("12.9", "12.8")
def _defender_losses(draft: Draft, battle: Battle) -> bool:
    units = r12_losses.victims(draft, battle, attacking=False)
    r12_losses.ask(draft, battle.defending, units, result_of(battle).defender_steps, "12.9")
    return False


@rule("12.11", "19.6.1", "19.9")
def _swept(draft: Draft, battle: Battle) -> bool:
    """Note whether the steps of the table have left nobody; support units that are the last are removed."""
    left = battles.fighters(draft, battle, attacking=False)
    battles.amend(draft, crt=int(all(r12_losses.is_helpless(p) for p in left)))
    r12_losses.remove_stranded(draft, [battle.hex], battle.defending)
    return False


@rule("12.10")
def _defender_retreat(draft: Draft, battle: Battle) -> bool:
    if not result_of(battle).defender_retreat:
        return False
    return r12_retreat.begin(draft, battle, attacking=False)


@rule("12.9", "12.8", "14.3")
def _attacker_losses(draft: Draft, battle: Battle) -> bool:
    units = r12_losses.victims(draft, battle, attacking=True)
    r12_losses.ask(draft, battle.side, units, result_of(battle).attacker_steps, "12.9")
    return False


@rule("19.6.1", "19.9")
def _stranded(draft: Draft, battle: Battle) -> bool:
    """Support units that are the last ones left of the attackers' hexes are removed."""
    here = {p.space for p in battles.fighters(draft, battle, attacking=True)}
    r12_losses.remove_stranded(draft, sorted(here), battle.side)
    return False


@rule("12.10")
def _attacker_retreat(draft: Draft, battle: Battle) -> bool:
    if battle.kind == battles.COMBAT and not result_of(battle).attacker_retreat:
        return False
    return r12_retreat.begin(draft, battle, attacking=True)


@rule("12.11", "19.6.1", "19.9")
def _advance(draft: Draft, battle: Battle) -> bool:
    """Support units that a step in place of a retreat has left alone are removed; attackers may advance."""
    if not battle.advanced and r12_advance.ADVANCE not in battle.over:
        r12_losses.remove_stranded(draft, [battle.hex], battle.defending)
        _stranded(draft, battle)
    return r12_advance.begin(draft, battle)


@rule("13.3", "12.9")
def _fire_losses(draft: Draft, battle: Battle) -> bool:
    """One step of the units in the hex, by their owner's choice."""
    units = r12_losses.victims(draft, battle, attacking=False)
    r12_losses.ask(draft, battle.defending, units, result_of(battle).defender_steps, "13.3")
    return False


def _end(draft: Draft, battle: Battle) -> bool:
    """The combat is over: support units left alone by a fire are removed, hexes change hands."""
    if battle.kind == battles.FIRE:
        r12_losses.remove_stranded(draft, [battle.hex], battle.defending)
    return False


_STAGES: Mapping[str, Callable[[Draft, Battle], bool]] = {
    "open": _open,
    "ammunition": _ammunition,
    "aa": _aa,
    "defence-support": _defence_support,
    "defence-aa": _defence_aa,
    "roll": _roll,
    "combined-arms": _combined_arms,
    "result": _result,
    "defender-losses": _defender_losses,
    "swept": _swept,
    "defender-retreat": _defender_retreat,
    "attacker-losses": _attacker_losses,
    "stranded": _stranded,
    "attacker-retreat": _attacker_retreat,
    "advance": _advance,
    "fire-losses": _fire_losses,
    "end": _end,
}
STEPS: dict[str, Callable[[Draft, Decision], None]] = {battles.COMBAT: _step}


def _why_die(state: State, data: Mapping[str, Any]) -> str:
    return f"combat in {state.board.name(data['hex'])}, column {data['column']}, modifier {data['drm']:+d}"


def _why_aa(state: State, data: Mapping[str, Any]) -> str:
    return f"Anti-Aircraft Fire at {state.board.name(data['hex'])}, FLAK units that fire: {data['flak']}"


def _why_ammunition(state: State, data: Mapping[str, Any]) -> str:
    return f"ammunition of {state.pieces[data['unit']].printed.title}"


ROLLS = {
    DIE: RollRule(_rolled, _why_die, "12.4"),
    AA: RollRule(_shot_at, _why_aa, "11.5"),
    AMMUNITION: RollRule(_loaded, _why_ammunition, "22.2o"),
}
