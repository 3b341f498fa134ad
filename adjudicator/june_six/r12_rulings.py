"""Section 12.0 told: odds, line-up, best modes and support of a combat as rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import terms
from adjudicator.june_six.r12_chances import Basis, Force, harm_of
from adjudicator.june_six.r12_crt import PAIRS, cell, note_table, said, title_of
from adjudicator.june_six.r12_eligibility import fight_faults
from adjudicator.june_six.r12_fight import Fight, fight_of
from adjudicator.june_six.r12_line_up import LineUp, lined_up
from adjudicator.june_six.r12_modes import Weights, weights
from adjudicator.june_six.r12_odds import forces, under_way
from adjudicator.june_six.r12_support_choice import Commitment, Plan, best_support
from adjudicator.june_six.r12_telling import mix_steps, said_mix, telling, told_mix
from adjudicator.june_six.r13_allocation import Outcome, allocations, readings
from adjudicator.june_six.r13_losses import words
from adjudicator.june_six.r13_retreat_paths import paths, penalties
from adjudicator.june_six.r16_artillery import artillery_faults
from adjudicator.june_six.r17_support import support_faults
from adjudicator.position import Position, State
from adjudicator.ruling import Ruling

__all__ = [
    "attack_key",
    "best_ruling",
    "kept",
    "line_up_ruling",
    "modes_ruling",
    "odds",
    "result_ruling",
]

_T = TypeVar("_T")


# --- odds -------------------------------------------------------------------------------------------------


@rule("12.42", "12.41")
def odds(
    state: State,
    attack: Mapping[str, Any],
    *,
    worth: Weights | None = None,
    paths: bool = False,
    strict: bool = False,
) -> Ruling:
    """Exact chances of every result of a combat for all four pairs of modes, and the best secret choice.

    Parameters
    ----------
    attack
        Plain data of the combat; what speaks against it is listed.
    paths
        Tell who could not retreat as the position stands, and at what price others could.

    Returns
    -------
    Ruling
        Its answer holds strengths, ratio, modifiers, a table for each pair of modes, and the equilibrium.

    Raises
    ------
    MalformedAction
        Nobody attacks, no such unit or hex, or nobody defends it.
    """
    known = worth or weights(state)
    key = ("odds", known, paths, *attack_key(attack))
    (verdict, answer), recorded = kept(
        state, key, lambda i: _odds(i, attack, known, paths=paths), strict=strict
    )
    return recorded.ruling(f"odds {attack['hex']}", verdict, {**answer})


def _odds(
    inquiry: Inquiry, attack: Mapping[str, Any], worth: Weights, *, paths: bool
) -> tuple[str, dict[str, Any]]:
    fight = fight_of(inquiry, attack)
    _check(inquiry, fight)
    line, (attacker, defender) = lined_up(inquiry, fight), forces(inquiry, fight)
    found = telling(line.drm, attacker, defender, Basis(readings(inquiry), worth, inquiry.filing))
    inquiry.steps += found.steps
    note_table(inquiry)
    answer = {**_told_line(line), **found.data}
    if paths:
        answer["retreats"] = _retreats(inquiry, fight)
    return f"{_head(line)}. {said_mix(found.mix)}", answer


@rule("13.35", "13.36", "13.37")
def _retreats(inquiry: Inquiry, fight: Fight) -> dict[str, dict[str, int | None]]:
    """Reduced results that a retreat of one and of two hexes costs each defender alone; None for no way."""
    found: dict[str, dict[str, int | None]] = {}
    for piece in fight.defenders:
        prices: dict[str, int | None] = {}
        for hexes in (1, 2):
            legal = paths(inquiry.state, [piece.uid], hexes).legal
            prices[str(hexes)] = min([penalties(inquiry, way) for way in legal], default=None)
            if not legal:
                what = f"{piece.printed.title} cannot retreat {hexes}: it stays and is Reduced"
                inquiry.note("13.37", what)
            elif cost := prices[str(hexes)]:
                what = f"{piece.printed.title} retreats {hexes} only through enemy ZOCs: Reduced"
                inquiry.note("13.36", what, cost)
        found[piece.uid] = prices
    return found


@rule("12.21", "16.21", "17.31", "18.31")
def _check(inquiry: Inquiry, fight: Fight) -> None:
    """List what speaks against the attack and its support; the odds are told nevertheless."""
    if under_way(inquiry, fight):
        inquiry.note("12.4", "the combat is under way, with what has been committed to it")
        _check_more(inquiry, fight)
        return
    for uid, section, text in fight_faults(inquiry, fight):
        inquiry.refuse(section, text, units=[uid], spaces=[fight.target])
    for side, fires in ((fight.side, fight.artillery_a), (terms.enemy_of(fight.side), fight.artillery_d)):
        for fault in artillery_faults(inquiry, fight, side, dict(fires)):
            inquiry.refuse(*fault, spaces=[fight.target])
    for fault in support_faults(inquiry, fight, fight.air, fight.naval):
        inquiry.refuse(*fault, spaces=[fight.target])


@rule("16.21", "17.31", "18.31", "16.31")
def _check_more(inquiry: Inquiry, fight: Fight) -> None:
    """List what speaks against support beyond what has been committed to a combat under way."""
    battle = fights.current(inquiry)
    if battle is None:
        return
    sides = (
        (fight.side, fight.artillery_a, battle.artillery["attack"]),
        (terms.enemy_of(fight.side), fight.artillery_d, battle.artillery["defence"]),
    )
    added = [(side, {u: n for u, n in fires if known.get(u) != n}) for side, fires, known in sides]
    air, naval = fight.air - battle.air, fight.naval - battle.naval
    faults = [fault for side, points in added for fault in artillery_faults(inquiry, fight, side, points)]
    for fault in faults + support_faults(inquiry, fight, air, naval):
        inquiry.refuse(*fault, spaces=[fight.target])
    if battle.modified is not None and (air or naval or any(points for _, points in added)):
        inquiry.refuse("16.31", "the die has fallen: no more support is committed", spaces=[fight.target])


def _told_line(line: LineUp) -> dict[str, Any]:
    fight = line.fight
    return {
        "hex": fight.target,
        "attackers": [p.uid for p in fight.attackers],
        "defenders": [p.uid for p in fight.defenders],
        "attack": line.attack,
        "defence": line.defence,
        "ratio": line.ratio,
        "drm": line.drm,
        "modifiers": [{"rule": s.rule, "text": s.text, "value": s.value} for s in line.modifiers],
    }


def _head(line: LineUp) -> str:
    return f"{line.attack}:{line.defence}, ratio {line.ratio}, total DRM {line.drm:+d}"


# --- line-up ----------------------------------------------------------------------------------------------


@rule("12.5")
def line_up_ruling(state: State, attack: Mapping[str, Any], *, strict: bool = False) -> Ruling:
    """Strengths, ratio and every modifier of a combat.

    Parameters
    ----------
    state, attack, strict
        As in `odds`.
    """
    inquiry = Inquiry(state, strict=strict)
    fight = fight_of(inquiry, attack)
    _check(inquiry, fight)
    line = lined_up(inquiry, fight)
    totals = {f"{a}-{d}": line.total(a, d) for a, d in PAIRS}
    for pair in PAIRS:
        inquiry.note("12.54", f"{title_of(*pair)}: total DRM {line.total(*pair):+d}")
    answer = {**_told_line(line), "totals": totals}
    return inquiry.ruling(f"line-up {fight.target}", f"{_head(line)}.", answer)


# --- modes and support ------------------------------------------------------------------------------------


@rule("12.41")
def modes_ruling(
    state: State, attack: Mapping[str, Any], *, worth: Weights | None = None, strict: bool = False
) -> Ruling:
    """The matrix of payoffs of all pairs of modes and the best secret choice of both sides.

    Parameters
    ----------
    state, attack, worth, strict
        As in `odds`.
    """
    whole = odds(state, attack, worth=worth, strict=strict)
    pairs = whole.answer["pairs"]
    matrix = {name: {key: found[key] for key in _SHOWN} for name, found in pairs.items()}
    answer = {"hex": attack["hex"], "matrix": matrix, "equilibrium": whole.answer["equilibrium"]}
    return Ruling(
        f"modes {attack['hex']}",
        whole.verdict,
        answer,
        whole.steps,
        whole.violations,
        whole.assumptions,
        whole.interpretations,
        whole.sources,
    )


_SHOWN = ("drm", "attacker_steps", "defender_steps", "cleared", "rout", "payoff")


@rule("12.41", "16.31", "17.31", "18.31")
def best_ruling(
    state: State, attack: Mapping[str, Any], *, worth: Weights | None = None, strict: bool = False
) -> Ruling:
    """Odds when both sides choose support and modes best: the attacker commits first, the defender answers.

    Parameters
    ----------
    state, attack, worth, strict
        As in `odds`.

    Returns
    -------
    Ruling
        As of `odds` without support, with ``best``: the plan for each pair of modes, and the best modes. What
        a side has committed to a combat under way stands.
    """
    known, inquiry = worth or weights(state), Inquiry(state, strict=strict)
    begun = under_way(inquiry, fight_of(inquiry, attack))
    bare = attack if begun else {**attack, "artillery": {}, "air": 0, "naval": 0}
    whole = odds(state, bare, worth=known, strict=strict)
    plans, mix = best_support(inquiry, fight_of(inquiry, bare), known)
    inquiry.steps.clear()
    for pair, plan in plans.items():
        inquiry.note("12.4", f"{title_of(*pair)}: {_said_plan(state, plan)}")
    inquiry.steps += mix_steps(mix, known)
    best = {f"{a}-{d}": _told_plan(plan) for (a, d), plan in plans.items()}
    inquiry.steps[:0] = whole.steps
    inquiry.violations += whole.violations
    merged = inquiry.ruling(
        f"odds {attack['hex']} --best",
        f"With the best support: {said_mix(mix)}",
        {**whole.answer, "best": {"pairs": best, "equilibrium": told_mix(mix)}},
    )
    return _with_grounds(merged, whole)


def _with_grounds(ruling: Ruling, other: Ruling) -> Ruling:
    """A ruling with the assumptions, readings and sources of another one too."""
    return Ruling(
        ruling.question,
        ruling.verdict,
        ruling.answer,
        ruling.steps,
        ruling.violations,
        tuple(dict.fromkeys([*other.assumptions, *ruling.assumptions])),
        tuple(dict.fromkeys([*other.interpretations, *ruling.interpretations])),
        tuple(dict.fromkeys([*other.sources, *ruling.sources])),
    )


def _told_plan(plan: Plan) -> dict[str, Any]:
    sides = {"attack": plan.attack, "defence": plan.defence}
    told_ = {
        name: {"artillery": dict(c.artillery), "air": c.air, "naval": c.naval} for name, c in sides.items()
    }
    return {**told_, "drm": plan.drm, "payoff": str(plan.value)}


def _said_plan(state: State, plan: Plan) -> str:
    attack, defence = _said_commitment(state, plan.attack), _said_commitment(state, plan.defence)
    return f"attacker {attack}; defender {defence}; DRM {plan.drm:+d}, worth {float(plan.value):+.2f}"


def _said_commitment(state: State, found: Commitment) -> str:
    parts = [f"{state.pieces[uid].printed.title} {points}" for uid, points in found.artillery.items()]
    parts += [f"{n} {name}" for name, n in (("air", found.air), ("naval", found.naval)) if n]
    return ", ".join(parts) or "no support"


# --- one result -------------------------------------------------------------------------------------------


@rule("13.0", "13.71", "13.72", "13.73")
def result_ruling(
    state: State, attack: Mapping[str, Any], modes: tuple[str, str], modified: int, *, strict: bool = False
) -> Ruling:
    """What a cell of the table does to the two forces of a combat, with every choice of their owners.

    Parameters
    ----------
    state, attack, strict
        As in `odds`.
    """
    inquiry = Inquiry(state, strict=strict)
    fight, found = fight_of(inquiry, attack), cell(inquiry, *modes, modified)
    note_table(inquiry, [modes])
    inquiry.note("12.42", f"{title_of(*modes)}, modified roll {modified}: {found.text}")
    sides = forces(inquiry, fight)
    answer: dict[str, Any] = {"row": found.row, "advance": found.advance, "breakthrough": found.breakthrough}
    suffered = (found.attacker, found.attacker_retreat), (found.defender, found.defender_retreat)
    for name, force, enemy, what in zip(
        ("attacker", "defender"), sides, reversed(sides), suffered, strict=True
    ):
        answer[name] = _suffering(inquiry, name, force, enemy, what)
    if modified <= 0 and modes[1] == "stand":
        inquiry.note("13.61", "Attacker Rout: the defender may attack at once")
    answer["rout"] = modified <= 0 and modes[1] == "stand"
    return inquiry.ruling(f"result {fight.target}", f"{found.text}.", answer)


def _suffering(
    inquiry: Inquiry, name: str, force: Force, enemy: Force, what: tuple[Sequence[tuple[str, str]], int]
) -> dict[str, Any]:
    results, retreat = tuple(what[0]), what[1]
    read, titles = readings(inquiry), dict(force.names)
    ways = allocations(force.units, Outcome(results, retreat, enemy.best), read)
    for way in ways:
        who = ", ".join(f"{titles[uid]} {words(result)}" for uid, result in way) or "nobody suffers"
        inquiry.note("13.71", f"{name}: {who}")
    least = harm_of(force, results, retreat, enemy.best, Basis(read, weights(inquiry), inquiry.filing))
    return {
        "results": said(results),
        "retreat": retreat,
        "ways": [dict(way) for way in ways],
        "steps": least.steps,
        "levels": least.levels,
        "eliminated": least.lost,
    }


# --- what is kept with a position -------------------------------------------------------------------------


def attack_key(attack: Mapping[str, Any]) -> tuple[Any, ...]:
    """Plain data of a combat as a key.

    Parameters
    ----------
    attack
        As `r12_fight.plain` gives it.
    """
    fires = attack.get("artillery") or {}
    return (
        attack.get("kind", ""),
        attack["hex"],
        *attack["attackers"],
        "",
        *fires.get("attack", {}).items(),
        "",
        *fires.get("defence", {}).items(),
        attack.get("air", 0),
        attack.get("naval", 0),
    )


def kept(
    state: State, key: tuple[Any, ...], work: Callable[[Inquiry], _T], *, strict: bool
) -> tuple[_T, Inquiry]:
    """Reasoning that is done once for each position, with what it recorded; a draft does it anew.

    Parameters
    ----------
    key
        Says everything besides the position that the work depends on.
    work
        Does it.

    Returns
    -------
    (whatever `work` returns, Inquiry)
        Both are shared: not to be changed.
    """
    if not isinstance(state, Position):
        inquiry = Inquiry(state, strict=strict)
        return work(inquiry), inquiry
    memory: dict[Any, Any] = state.derived("odds", lambda _: {})
    found = memory.get((key, strict))
    if found is None:
        inquiry = Inquiry(state, strict=strict)
        found = memory[key, strict] = (work(inquiry), inquiry)
    result: tuple[_T, Inquiry] = found
    return result
