"""Sections 12.2 and 12.4: an attack is announced, both modes are chosen in secret, support is committed."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.errors import PositionError
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import (
    battle as fights,
)
from adjudicator.june_six import (
    r07_activation,
    r12_crt,
    r12_eligibility,
    r16_artillery,
    r17_support,
    r20_crossings,
    terms,
)
from adjudicator.june_six.battle import ATTACK, GCA, Battle
from adjudicator.june_six.r12_fight import crosses, fight_of
from adjudicator.june_six.r13_breakthrough import stacks_of, subsets
from adjudicator.position import UNKNOWN, Draft, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "ATTACK_MODE",
    "ATTACK_SUPPORT",
    "DEFENCE_MODE",
    "DEFENCE_SUPPORT",
    "HANDLERS",
    "Attack",
    "ChooseMode",
    "CommitSupport",
    "ask_mode",
    "ask_support",
    "attack_options",
    "explain_attack",
    "is_flipped",
    "over_river",
    "require_modes",
    "support_options",
    "targets",
]

ATTACK_MODE, DEFENCE_MODE = "attack-mode", "defence-mode"
ATTACK_SUPPORT, DEFENCE_SUPPORT = "attack-support", "defence-support"
_PHASES = frozenset({"me", "re"})
_MOST = 200


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack every enemy unit in a hex with active units next to it (12.21, 12.23).

    Examples
    --------
    >>> Attack(("us-1-16", "us-1-18"), "e1940").target
    'e1940'
    """

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class ChooseMode(Action):
    """Choose a Combat Mode, unseen by the other player until both have chosen (12.41).

    Parameters
    ----------
    mode
        ``probe`` or ``assault``; ``stand`` or ``retreat``.

    Examples
    --------
    >>> ChooseMode("assault").mode
    'assault'
    """

    mode: str


@dataclass(frozen=True, slots=True)
class CommitSupport(Action):
    """Commit artillery points, and air or naval markers, to a combat (16.3, 17.3, 18.3).

    Parameters
    ----------
    artillery
        Pairs of a firing unit's id and points.
    air, naval
        Markers of the Allied side.

    Examples
    --------
    >>> CommitSupport((("us-1-hq", 4),), air=1).air
    1
    """

    artillery: tuple[tuple[str, int], ...] = ()
    air: int = 0
    naval: int = 0


# --- the announcement -------------------------------------------------------------------------------------


@rule("12.21", "12.22", "12.23", "12.31", "12.32")
def explain_attack(inquiry: Inquiry, units: Sequence[str], target: str) -> None:
    """Record every check of an attack.

    Parameters
    ----------
    units, target
        Ids of the attackers, and the defender hex.
    """
    if not r07_activation.require_part(inquiry, "12.21", "combat"):
        return
    unknown = [u for u in units if u not in inquiry.pieces]
    if unknown or not units or len(set(units)) < len(units):
        inquiry.refuse("12.21", "an attack names attacking units, each once", units=unknown)
        return
    known = inquiry.board.spaces.get(target)
    if known is None or not terms.is_hex(known):
        inquiry.refuse("12.21", f"{target} is no hex of the map", spaces=[target])
        return
    _check_units(inquiry, units, target)
    again = f"{known.name} was attacked already in this activation"
    inquiry.require("12.23", not fights.is_spent(inquiry, target), "", again, spaces=[target])
    if not inquiry.violations:
        at_re, names = r07_activation.at_re(inquiry), terms.titles(inquiry.pieces[u] for u in units)
        when = "who attacks has not moved in this activation" if at_re else "the movement has ended"
        inquiry.note("12.22" if at_re else "12.21", f"{when}: {names}, next to {known.name}")
        inquiry.note("12.31", f"nothing in the terrain keeps {names} from entering {known.name}")
        there = terms.enemies(inquiry, target, inquiry.pieces[units[0]].side)
        inquiry.note("12.23", f"all units in {known.name} are attacked: {terms.titles(there)}")


def _check_units(inquiry: Inquiry, units: Sequence[str], target: str) -> None:
    if len({inquiry.pieces[u].side for u in units}) > 1:
        inquiry.refuse("12.21", "units of both sides do not attack together", units=units)
    _check_together(inquiry, units)
    wet = dict(over_river(inquiry, units, target))
    plan = r20_crossings.plan(inquiry, tuple(wet.items()), assault=True)
    for uid, section, text in plan.faults:
        inquiry.refuse(section, text, units=[uid])
    for uid in units:
        r07_activation.require_active(inquiry, "12.21", uid, "combat")
        faults = r12_eligibility.attack_faults(inquiry, uid, target, crossing=uid in wet)
        told = {(unit, section) for unit, section, _ in plan.faults}
        for section, text in faults:
            if (uid, section) not in told:
                inquiry.refuse(section, text, units=[uid], spaces=[target])
        if uid in wet and uid in plan.helpers:
            title = inquiry.pieces[uid].printed.title
            inquiry.note("20.31", f"{title} attacks over the Major River")
            inquiry.note("20.32", f"{title} started next to it")


@rule("7.24", "12.21")
def _check_together(inquiry: Inquiry, units: Sequence[str]) -> None:
    """Units that no single activation brings do not attack together, even where nobody says who is active."""
    silent = [u for u in units if inquiry.state.said("active", u) is UNKNOWN]
    told = [u for u in silent if not r07_activation.left_out(inquiry, u)]
    together = r07_activation.acting(inquiry, units)
    for uid in [u for u in told if u not in together]:
        title = inquiry.pieces[uid].printed.title
        with_ = terms.titles(inquiry.pieces[u] for u in together) or "the units that are active"
        inquiry.refuse("7.24", f"{title} does not act in one activation with {with_}", units=[uid])


@rule("12.32", "20.31")
def over_river(view: View, units: Sequence[str], target: str) -> tuple[tuple[str, str], ...]:
    """Allied foot units that would attack over an unbridged Major River, each with its hex.

    Parameters
    ----------
    units, target
        Ids of the attackers, and the defender hex.
    """
    pieces = (view.pieces[u] for u in units)
    able = (p for p in pieces if p.side == terms.ALLIED and terms.is_foot(p.printed))
    return tuple((p.uid, p.space) for p in able if crosses(view, p, target))


def _check_attack(inquiry: Inquiry, action: Attack) -> None:
    explain_attack(inquiry, action.units, action.target)


@rule("7.4")
def _unmoved(draft: Draft, side: str) -> list[str]:
    """Units of a side that take part in an activation at RE and have not moved in it."""
    active = r07_activation.taken_active(draft)
    return [u for u in active if draft.pieces[u].side == side and not draft.flag("moved", u)]


@rule("7.4", "12.23", "20.13")
def _perform_attack(draft: Draft, action: Attack) -> None:
    wet = over_river(draft, action.units, action.target)
    if r07_activation.at_re(draft):
        for uid in _unmoved(draft, draft.pieces[action.units[0]].side):
            r07_activation.where_it_began(draft, uid)
    r20_crossings.use(draft, wet, assault=True)
    draft.set("hex-attacked", True, action.target)
    side, crossing = draft.pieces[action.units[0]].side, tuple(uid for uid, _ in wet)
    fights.begin(draft, Battle(ATTACK, side, action.target, action.units, crossing))


def targets(state: State) -> tuple[str, ...]:
    """Hexes that some active unit may attack now, sorted."""
    side = state.text("side")
    active = [p for p in fights.units_of(state, r07_activation.taken_active(state)) if p.side == side]
    near = {other for p in active for _, other in state.board.neighbours(p.space)}
    return tuple(sorted(h for h in near if _may_attack(state, h, side)))


def _may_attack(state: State, target: str, side: str) -> bool:
    hexagon = terms.is_hex(state.board.spaces[target]) and not fights.is_spent(state, target)
    return hexagon and bool(terms.enemies(state, target, side))


def attack_options(state: State) -> Iterator[Attack]:
    """Attacks on each hex in turn, so that the first few are not all against the same one."""
    if state.said("activation") == "" or state.text("part") != "combat":
        return
    waiting = [_attacks(state, target) for target in targets(state)]
    while waiting:
        going = []
        for attacks in waiting:
            attack = next(attacks, None)
            if attack is not None:
                yield attack
                going.append(attacks)
        waiting = going


def _attacks(state: State, target: str) -> Iterator[Attack]:
    side = state.text("side")
    found = r12_eligibility.possible_attackers(state, target, side)
    able = [u for u in r07_activation.acting(state, found) if r07_activation.takes_part(state, u)]
    stacks = stacks_of(state.pieces[u] for u in able)
    chosen = dict.fromkeys([tuple(able), *stacks] if able else [])
    yield from (Attack(units, target) for units in chosen)
    yield from (Attack(units, target) for units in subsets(able) if units not in chosen)


# --- modes ------------------------------------------------------------------------------------------------


@rule("12.41", "14.25")
def ask_mode(draft: Draft, battle: Battle, *, attacking: bool) -> None:
    """Ask one side for its mode; a counterattack is an Assault against a Stand by the second reading.

    Parameters
    ----------
    attacking
        Whether the attacker is asked.
    """
    if battle.kind == GCA and draft.option("gca-modes") == "B":
        mode = {"attack_mode": r12_crt.ASSAULT} if attacking else {"defence_mode": r12_crt.STAND}
        fights.amend(draft, **mode)
        return
    side = battle.side if attacking else battle.defending
    draft.ask(side, ATTACK_MODE if attacking else DEFENCE_MODE, "12.41", hex=battle.hex)


def require_modes(battle: Battle) -> None:
    """Refuse to go on where a mode is not known, as in a position seen by the other player.

    Raises
    ------
    PositionError
        The mode of a side is hidden.
    """
    hidden = [s for s, mode in (("attack", battle.attack_mode), ("defence", battle.defence_mode)) if not mode]
    if hidden:
        raise PositionError([f"the {hidden[0]} mode is not known (12.41): ask as the referee"])


@rule("12.41")
def _check_mode(inquiry: Inquiry, action: ChooseMode) -> None:
    top = inquiry.decision
    if top is None:
        return
    known = r12_crt.ATTACK_MODES if top.kind == ATTACK_MODE else r12_crt.DEFENCE_MODES
    text = f"{action.mode!r} is no mode of this side: {' or '.join(known)}"
    inquiry.require("12.41", action.mode in known, f"{action.mode} is chosen in secret", text)
    fight = fights.current(inquiry)
    if fight is not None and fight.kind == GCA:
        inquiry.note("14.25", "in a counterattack modes and modifiers count, but support and terrain")


def _perform_mode(draft: Draft, action: ChooseMode) -> None:
    kind = draft.settle().kind
    fights.amend(draft, **{kind.replace("-", "_"): action.mode})


def _mode_options(state: State) -> Iterator[ChooseMode]:
    top = state.decision
    if top is not None:
        known = r12_crt.ATTACK_MODES if top.kind == ATTACK_MODE else r12_crt.DEFENCE_MODES
        yield from (ChooseMode(mode) for mode in known)


# --- support ----------------------------------------------------------------------------------------------


@rule("16.21", "16.22", "17.31", "18.31")
def ask_support(draft: Draft, battle: Battle, *, attacking: bool) -> None:
    """Ask one side for its support, where it has any to give.

    Parameters
    ----------
    attacking
        Whether the attacker is asked.
    """
    if not battle.supported:
        return
    side = battle.side if attacking else battle.defending
    points, air, naval = _available(draft, battle, side)
    if points or air or naval:
        kind = ATTACK_SUPPORT if attacking else DEFENCE_SUPPORT
        draft.ask(side, kind, "16.31" if points else "17.31", hex=battle.hex)


def _available(view: View, battle: Battle, side: str) -> tuple[Mapping[str, int], int, int]:
    """Artillery points of each unit, and most air and naval markers."""
    fight = fight_of(view, battle.attack())
    points = {u: n for u, (n, _) in r16_artillery.available(view, side, fight).items()}
    air, naval = r17_support.available(view, fight) if side == terms.ALLIED else (0, 0)
    return points, air, naval


def _asked(view: View) -> tuple[Battle, str] | None:
    """The combat, and the side that commits support now."""
    top, fight = view.decision, fights.current(view)
    return None if top is None or fight is None else (fight, top.player)


@rule("16.21", "16.22", "17.31", "17.32", "18.31", "18.32")
def _check_support(inquiry: Inquiry, action: CommitSupport) -> None:
    asked = _asked(inquiry)
    if asked is None:
        return
    battle, side = asked
    fight, points = fight_of(inquiry, battle.attack()), dict(action.artillery)
    if len(points) < len(action.artillery):
        inquiry.refuse("16.21", "a firing unit is named twice")
    faults = r16_artillery.artillery_faults(inquiry, fight, side, points)
    if side == terms.ALLIED:
        faults += r17_support.support_faults(inquiry, fight, action.air, action.naval)
    elif action.air or action.naval:
        faults.append(Fault("17.31", "air and naval markers are the Allied player's"))
    for section, text in faults:
        inquiry.refuse(section, text)
    if not faults:
        inquiry.note("16.31", "artillery points committed", sum(points.values()))
        _note_lenders(inquiry, battle, action)


@rule("13.0")
def _note_lenders(inquiry: Inquiry, battle: Battle, action: CommitSupport) -> None:
    """Warn of guns that suffer the results of the attackers, since they stand next to the defender hex."""
    top = inquiry.decision
    if top is None or top.kind != ATTACK_SUPPORT:
        return
    fired = {"attack": {uid: n for uid, n in action.artillery if n}, "defence": {}}
    near = fights.lenders_of(inquiry, dataclasses.replace(battle, artillery=fired))
    if near:
        name = inquiry.board.name(battle.hex)
        inquiry.note("13.0", f"{terms.titles(near)}: next to {name}, to suffer what the attackers suffer")


@rule("16.22", "17.12", "18.12")
def _perform_support(draft: Draft, action: CommitSupport) -> None:
    asked = _asked(draft)
    kind = draft.settle().kind
    if asked is None:
        return
    battle, _ = asked
    points = {uid: n for uid, n in action.artillery if n}
    key = "attack" if kind == ATTACK_SUPPORT else "defence"
    markers = {"air": battle.air + action.air, "naval": battle.naval + action.naval}
    fights.amend(draft, artillery={**battle.artillery, key: points}, **markers)
    for uid, count in points.items():
        _fire(draft, uid, count)
    draft.set("air", draft.number("air") - action.air)
    draft.set("naval", draft.number("naval") - action.naval)


@rule("16.21", "16.22", "16.25")
def _fire(draft: Draft, uid: str, count: int) -> None:
    """Count points that were used; a Corps HQ, or an Artillery Group that is not attached, has fired."""
    draft.set("artillery-used", draft.number("artillery-used", uid) + count, uid)
    if is_flipped(draft, uid):
        draft.set("fired", True, uid)


@rule("16.22", "16.25")
def is_flipped(view: View, uid: str) -> bool:
    """Whether a unit that fires shows its Fired side afterwards: a Corps HQ, an Artillery Group by itself."""
    unit = view.pieces[uid].printed
    return terms.is_corps_hq(unit) or not (terms.is_hq(unit) or view.text("attached", uid))


def support_options(state: State) -> Iterator[CommitSupport]:
    """All that there is, nothing, then every mixture (of many points: all or none of each unit)."""
    asked = _asked(state)
    if asked is None:
        return
    points, air, naval = _available(state, *asked)
    flights = [(0, 0), *((n, 0) for n in range(1, air + 1)), *((0, n) for n in range(1, naval + 1))]
    everything = tuple(points.items())
    firsts = dict.fromkeys([CommitSupport(everything, *flights[-1]), CommitSupport()])
    yield from firsts
    for fire in _fires(points):
        for flight in flights:
            option = CommitSupport(fire, *flight)
            if option not in firsts:
                yield option


def _fires(points: Mapping[str, int]) -> Iterator[tuple[tuple[str, int], ...]]:
    ways = 1
    for count in points.values():
        ways *= count + 1
    choices = [range(n, -1, -1) if ways <= _MOST else (n, 0) for n in points.values()]
    for chosen in itertools.product(*choices):
        yield tuple((u, n) for u, n in zip(points, chosen, strict=True) if n)


_MODES, _SUPPORT = frozenset({ATTACK_MODE, DEFENCE_MODE}), frozenset({ATTACK_SUPPORT, DEFENCE_SUPPORT})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Attack, _check_attack, _perform_attack, attack_options, "12.21", phases=_PHASES),
    Handler(ChooseMode, _check_mode, _perform_mode, _mode_options, "12.41", answers=_MODES),
    Handler(CommitSupport, _check_support, _perform_support, support_options, "16.31", answers=_SUPPORT),
)
