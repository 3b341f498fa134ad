"""Sections 12.5, 13.1 and 13.3: a gun or ship that fires, alone or in answer, and the die for its hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.combat import in_combat_supply
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import ready as r12_ready
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.range import range_faults
from adjudicator.battle_for_normandy.r12.support import naval_faults, spent_faults
from adjudicator.battle_for_normandy.r13.hit import hit_number, is_hit
from adjudicator.citation import rule
from adjudicator.game import RollRule, ask_roll
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault

__all__ = ["FIRE", "ROLLS", "ask_shot", "firing_faults", "hits", "is_gun", "strike", "supply_faults"]

FIRE = "fire-alone"
_POINTE = "b1406"


def is_gun(piece: Piece) -> bool:
    """Whether a unit may fire alone: artillery of every kind and ships."""
    return terms.is_artillery(piece.printed) or terms.is_naval(piece.printed)


@rule("12.5.1o", "12.5.2", "12.5.3", "12.6.1", "13.1", "20.6")
def firing_faults(view: View, gun: Piece, target: str) -> list[Fault]:
    """What keeps a gun or ship from firing at a hex, whoever observes it.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason.
    """
    title = gun.printed.title
    if not is_gun(gun):
        return [Fault("13.1", f"{title} is neither artillery nor a ship")]
    if not battles.on_board(view, gun):
        return [Fault("13.1", f"{title} is not on the map")]
    found = naval_faults(view, gun) if terms.is_naval(gun.printed) else _place_faults(view, gun)
    if view.flag("flipped", gun.uid):
        found = [*found, Fault("12.5.2", f"{title} lies on its Moved side")]
    if view.flag("fired", gun.uid):
        found = [*found, Fault("13.1", f"{title} has fired, or tried to, in this phase")]
    if not found:
        found = spent_faults(view, gun)
    return [*found, *range_faults(view, gun, target)]


@rule("20.6")
def _place_faults(view: View, gun: Piece) -> list[Fault]:
    if gun.space != _POINTE or gun.printed.type != "coastal-artillery":
        return []
    here = terms.friends(view, _POINTE, gun.side)
    if any(terms.is_infantry_type(p.printed) for p in here if p.uid != gun.uid):
        return []
    return [Fault("20.6", f"{gun.printed.title} has no infantry beside it")]


@rule("7.6.1", "20.5")
def supply_faults(view: View, gun: Piece, *, at_sea: bool = False) -> list[Fault]:
    """Whether a gun has Combat Supply; ships always have, and fixed batteries against ships.

    Parameters
    ----------
    at_sea
        Whether the target is a ship.
    """
    if terms.is_naval(gun.printed) or (at_sea and terms.is_static(gun.printed)):
        return []
    name = f"gun-supply:{gun.uid}"
    fine = terms.derived(view, name, lambda state: in_combat_supply(state, gun.uid))
    return [] if fine else [Fault("7.6.1", f"{gun.printed.title} is not in Combat Supply")]


@rule("13.3", "12.5.2")
def ask_shot(draft: Draft, uid: str, target: str, *, counter_battery: bool = False) -> None:
    """Turn a gun or ship over and ask for its die against a land hex.

    Parameters
    ----------
    draft, uid, target
        The position in the making, the gun and the hex.
    counter_battery
        Whether it answers German fire (13.4, 13.5).
    """
    number = hit_number(battles.frozen(draft), uid, target, counter_battery=counter_battery)
    r12_ready.fire(draft, uid)
    ask_roll(draft, FIRE, ["d10"], gun=uid, target=target, number=number, side=draft.pieces[uid].side)


@rule("13.3", "23.4")
def hits(view: View, gun: Piece, target: str, roll: int, number: int) -> bool:
    """Whether a die hits a land hex."""
    cover = any(terms.marked(p.printed, "kangaroo") for p in terms.enemies(view, target, gun.side))
    worse = 1 if cover and view.option("kangaroo-fire") == "B" else 0
    return is_hit(roll, number, kangaroo=worse)


@rule("13.3", "12.9")
def strike(draft: Draft, side: str, target: str, steps: int) -> None:
    """Let the units in a hex lose a step to fire, or none; support units alone there are removed.

    Parameters
    ----------
    side, target
        Who fires, and the hex.
    steps
        1 for a hit, 0 for a miss.
    """
    attack = AttackRecord(side, target, ())
    defenders = tuple(p.uid for p in battles.defenders_of(draft, attack))
    result = (0, 0, steps, 0)
    battles.begin(draft, Battle(attack, kind=battles.FIRE, defenders=defenders, result=result))


def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    gun, target = draft.pieces[data["gun"]], str(data["target"])
    hit = hits(draft, gun, target, values[0], int(data["number"]))
    strike(draft, gun.side, target, int(hit))


def _why(state: State, data: Mapping[str, Any]) -> str:
    gun, name = state.pieces[data["gun"]].printed.title, state.board.name(data["target"])
    return f"{gun} fires at {name}, Hit Number {data['number']}"


ROLLS: dict[str, RollRule] = {FIRE: RollRule(_rolled, _why, "13.3")}
