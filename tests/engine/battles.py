"""The battle marker adds up attacks of random play in a VASSAL engine: ``python -m tests.engine.battles``.

With ``--classes DIR``, as in `tests.engine.playing`. Each attack is kept in ``GAME/battles.json`` with what
stands and holds around it, the switches of the marker, and what the engine's marker said.
`tests/module_builder/test_battles.py` builds every position again and holds what was kept against what
`adjudicator odds` says today.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import click

from adjudicator.actions import Action, kind_of
from adjudicator.asking.door import ask
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.combat import supplied_in_combat
from adjudicator.battle_for_normandy.r12.attack import is_automatic
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, defenders_of, on_board
from adjudicator.battle_for_normandy.r12.strength import counts_attack_strength, has_entrenchment
from adjudicator.breakout_normandy import r09_chances
from adjudicator.breakout_normandy.r09_results import overrun_bar
from adjudicator.dark_summer import r11_tables
from adjudicator.dice import Distribution
from adjudicator.game import load
from adjudicator.june_six import r12_crt
from adjudicator.position import Fact, Piece, Position
from adjudicator.ruling import Ruling, Step
from adjudicator.saves.adapter import is_masked
from module_builder.battle import ATTACKS, CLEAR, DEFENDS, RESOLVE
from module_builder.kit import load_kit
from module_builder.module import build
from module_builder.save import write_position
from tests.engine.playing import Engine
from tests.playing import wander

__all__ = ["PLANS", "Attack", "Plan", "kept", "main", "odds", "rebuilt"]

_HERE = Path(__file__).parent
_STEPS = 40_000

Read: TypeAlias = tuple[str, list[str], list[str], dict[str, Any]] | None
"""Area, attackers, defenders, and the rest of the question; None where an attack is left out."""


@dataclass(frozen=True)
class Attack:
    """One attack: who attacks whom, around it what stands and holds, and what the marker is told by hand.

    Parameters
    ----------
    area
        The space attacked.
    attackers, defenders
        Units, the leading one named twice where the players choose it.
    asked
        The rest of the question ``odds``.
    units
        uid, space, status.
    facts
        Item, subject, value.
    switches
        Entries of the marker's menu.
    told
        What the marker said in the engine.
    rolled
        What it wrote into the chat when the attack was resolved there.
    """

    area: str
    attackers: list[str]
    defenders: list[str]
    asked: dict[str, Any]
    units: list[tuple[str, str, str]]
    facts: list[tuple[str, str, Fact]]
    switches: list[str] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)
    rolled: str = ""


def _nothing(
    position: Position, attackers: Iterable[str], rng: random.Random
) -> Iterable[tuple[str, str, Fact]]:
    return ()


@dataclass(frozen=True)
class Plan:
    """How attacks of a game are found, asked about and marked.

    Parameters
    ----------
    scenario
        Where random play starts.
    kinds
        Actions that are attacks.
    read
        Of a position and such an action: area, attackers, defenders, and the rest of the question.
    switches
        Of the position, the attack and the ruling: entries of the marker's menu.
    told
        Property of the marker -> where the answer of ``odds`` says the same.
    joins
        Whether a unit may join the attackers from wherever it stands, beside them, so that more units attack
        together than in random play; None where nobody does.
    states
        From the position and the attackers to facts that markers state besides, where nothing traces them.
    roll, result
        The dice in the line of a resolved attack; and from the position, the attack and these dice to the
        words with which the line has to end.
    """

    scenario: str
    kinds: frozenset[str]
    read: Callable[[Position, Any, random.Random], Read]
    switches: Callable[[Position, Attack, Ruling], list[str]]
    told: Mapping[str, str]
    roll: re.Pattern[str]
    result: Callable[[Position, Attack, tuple[int, ...]], str]
    joins: Callable[[Piece], bool] | None = None
    states: Callable[[Position, Iterable[str], random.Random], Iterable[tuple[str, str, Fact]]] = _nothing


# --- positions --------------------------------------------------------------------------------------------


def rebuilt(game: str, attack: Attack) -> Position:
    """The position of an attack: what stands around it, and nothing else."""
    kit = load_kit(game)
    draft = kit.game.scenario(PLANS[game].scenario).draft()
    for uid in sorted(draft.pieces):
        pool = next((cup for cup in kit.carriers.cups if cup.holds(kit.units[uid])), None)
        draft.place(uid, pool.space if pool else kit.adapter["cards"]["space"])
    for item, subject in list(draft.facts):
        draft.clear(item, subject)
    for uid, space, status in attack.units:
        draft.place(uid, space)
        draft.set_status(uid, status)
    for item, subject, value in attack.facts:
        draft.set(item, value, subject)
    return draft.finish()


def _around(
    position: Position, spaces: set[str]
) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, Fact]]]:
    """Units in some spaces, and the facts about them, about these spaces, and about the game."""
    units = [(p.uid, p.space, p.status) for p in position.pieces.values() if p.space in spaces]
    about = {"", *spaces, *(uid for uid, _, _ in units)}
    facts = [
        (item, subject, value)
        for (item, subject), value in sorted(position.facts.items())
        if value != position.schema.default(item) and about.intersection(subject.split("/"))
    ]
    return sorted(units), facts


def odds(game: str, position: Position, attack: Attack) -> Ruling:
    """What the adjudicator says of an attack."""
    return ask(position, "odds", **attack.asked)


def _found(game: str, count: int, seed: int) -> Iterator[Attack]:
    """Attacks of random play, each with its switches, as often as the adjudicator says something of them."""
    plan, rng = PLANS[game], random.Random(seed)
    start = load(game).scenario(plan.scenario)
    played = wander(start, seed, _STEPS)
    fought = ((p, a) for p, a in played if kind_of(type(a)) in plan.kinds and p.decision is None)
    some = filter(None, (_attack(game, plan, position, action, rng) for position, action in fought))
    yield from itertools.islice(some, count)


def _attack(game: str, plan: Plan, position: Position, action: Action, rng: random.Random) -> Attack | None:
    read = plan.read(position, action, rng)
    if read is None:
        return None
    area, attackers, defenders, asked = read
    draft = position.draft()
    for uid, space in _joined(position, plan, area, attackers, rng):
        draft.place(uid, space)
        attackers = [*attackers, uid]
        asked = {**asked, "with_units": [*asked["with_units"], uid]}
    position = draft.finish()
    spaces = {area, *(position.pieces[uid].space for uid in (*attackers, *defenders))}
    units, facts = _around(position, spaces)
    stated = list(plan.states(position, attackers, rng))
    kept_facts = [f for f in facts if f[:2] not in {(item, subject) for item, subject, _ in stated}]
    bare = Attack(area, attackers, defenders, asked, units, [*kept_facts, *stated])
    again = rebuilt(game, bare)
    ruling = odds(game, again, bare)
    if not set(plan.told.values()) <= set(ruling.answer):
        return None  # as of units that lie face down
    return Attack(**{**bare.__dict__, "switches": plan.switches(again, bare, ruling)})


def _joined(
    position: Position, plan: Plan, area: str, attackers: list[str], rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Units of the attacker that join him, each with a hex beside the defender that no enemy holds."""
    if plan.joins is None or rng.random() < 0.5:
        return
    side, pieces = position.pieces[attackers[0]].side, position.pieces.values()
    able = [p.uid for p in pieces if p.side == side and p.uid not in attackers and plan.joins(p)]
    around = [s for edge, s in position.board.neighbours(area) if edge.boundary not in {"sea", "landing"}]
    free = [s for s in around if all(p.side == side for p in position.units_in(s))]
    for uid in rng.sample(sorted(able), rng.randint(1, 4)) if free else ():
        yield uid, rng.choice(free)


# --- the games --------------------------------------------------------------------------------------------


def _steps(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _steps(step.under)


def _value(ruling: Ruling, *rules: str) -> int:
    """Sum of what the steps of some sections add."""
    return sum(step.value or 0 for step in _steps(ruling.steps) if step.rule in rules)


def _breakout(position: Position, action: Any, rng: random.Random) -> Read:
    side = position.pieces[action.point].side
    enemies = [p for p in position.units_in(action.area) if p.side != side]
    able = [p.uid for p in enemies if p.printed.type != "field-artillery"] or [p.uid for p in enemies]
    named = {"point": action.point, "forward": rng.choice(able)}
    asked = {
        "kind": "assault",
        "area": action.area,
        "with_units": list(action.units),
        "support": list(action.support),
    }
    attackers = [*action.units, *action.support, action.point]
    return action.area, attackers, [*(p.uid for p in enemies), named["forward"]], {**asked, **named}


def _breakout_switches(position: Position, attack: Attack, ruling: Ruling) -> list[str]:
    clear = _value(ruling, "9.2E", "9.3F") > 0
    return [
        f"Crossing: +{_value(ruling, '9.3C', '9.3D')}",
        f"Air Support: {'yes' if clear else 'no'}",
        f"Fortification: {'stands' if _value(ruling, '9.3E') else 'destroyed'}",
    ]


def _storm(position: Position, action: Any, rng: random.Random) -> Read:
    first = position.pieces[action.units[0]]
    area = getattr(action, "target", first.space)
    asked = {
        "kind": "assault" if area != first.space else "fire",
        "area": area,
        "with_units": list(action.units),
    }
    if first.side == "allied":
        asked["support"] = [str(rng.randrange(3))]
    enemies = [p.uid for p in position.units_in(area) if p.side != first.side]
    targets = list(getattr(action, "targets", ())) or enemies
    return (area, list(action.units), enemies, asked) if set(targets) == set(enemies) else None


def _storm_switches(position: Position, attack: Attack, ruling: Ruling) -> list[str]:
    holds = any("Defensive Value of" in step.text for step in _steps(ruling.steps) if step.rule == "9.3.4")
    support = attack.asked.get("support", ["0"])[0]
    return [
        f"Area controlled by: {'defender' if holds else 'attacker'}",
        *([f"Support Points ... = {support}"] if support != "0" else []),
    ]


def _summer(position: Position, action: Any, rng: random.Random) -> Read:
    side = position.pieces[action.units[0]].side
    enemies = [p.uid for p in position.units_in(action.target) if p.side != side]
    if not enemies or any(position.flag("hidden", uid) for uid in (*action.units, *enemies)):
        return None
    asked = {"kind": "attack", "area": action.target, "with_units": list(action.units)}
    return action.target, list(action.units), enemies, asked


def _summer_switches(position: Position, attack: Attack, ruling: Ruling) -> list[str]:
    sides = [step for step in ruling.steps if step.rule == "11.3.1" and step.under]
    lost = [
        sum(s.value or 0 for s in side.under if s.rule == "13.4")
        - sum(u.value or 0 for s in side.under if s.rule == "13.4" for u in s.under if u.rule == "11.3.1")
        for side in sides
    ]
    shifts = {step.rule: step.value for step in ruling.steps if step.value}
    river = any("across a River" in step.text and step.value for step in ruling.steps)
    rounds = "combined" if "9.3.3" in shifts else "prepared" if shifts.get("7.2.3") == 1 else "usual"
    skies = "sun or cloud" if shifts.get("7.2.3") == -1 else "rain or storm"
    return [
        *(
            f"{name}, correction for supply ... = {n}"
            for name, n in zip(("Attack", "Defense"), lost, strict=True)
            if n
        ),
        f"All across a River: {int(river)}",
        f"Round: {rounds}",
        f"Skies: {skies}",
        f"Augmented Omaha Defense: {'yes' if _value(ruling, '11.4.1') else 'no'}",
    ]


_SIX_KINDS = {
    "attack": "usual",
    "breakthrough": "Breakthrough",
    "rout": "Attacker Rout",
    "gca": "counterattack",
}


def _six(position: Position, action: Any, rng: random.Random) -> Read:
    side = position.pieces[action.units[0]].side
    enemies = [p.uid for p in position.units_in(action.target) if p.side != side]
    asked: dict[str, Any] = {"area": action.target, "with_units": list(action.units)}
    kind = rng.choice(["attack"] * 6 + list(_SIX_KINDS))
    if kind != "attack":
        return action.target, list(action.units), enemies, {**asked, "kind": kind}
    guns = {s: _gun(position, s, rng) for s in ("allied", "german") if rng.random() < 0.5}
    support = {rng.choice(["air", "naval"]): rng.randrange(3)}
    return action.target, list(action.units), enemies, {**asked, "artillery": list(guns.values()), **support}


def _gun(position: Position, side: str, rng: random.Random) -> str:
    guns = [p for p in position.pieces.values() if p.side == side and p.printed.rating("artillery")]
    gun = rng.choice(sorted(guns, key=lambda p: p.uid))
    return f"{gun.uid}={rng.randint(1, int(gun.printed.ratings['artillery']))}"


def _six_switches(position: Position, attack: Attack, ruling: Ruling) -> list[str]:
    side = position.pieces[attack.attackers[0]].side
    fired = {position.pieces[u].side: n for u, n in (w.split("=") for w in attack.asked.get("artillery", ()))}
    enemy = "german" if side == "allied" else "allied"
    values = {step.rule: step.value for step in ruling.steps}
    rng = random.Random(attack.area)
    markers = attack.asked.get("air", 0) or attack.asked.get("naval", 0)
    strong = position.board.spaces[attack.area]["strongpoint"]
    return [
        *(
            f"Artillery of the {who} ... = {fired[s]}"
            for who, s in (("attacker", side), ("defender", enemy))
            if s in fired
        ),
        f"Attack mode: {rng.choice(['Assault', 'Probe'])}",
        f"Defense mode: {rng.choice(['Stand', 'Retreat'])}",
        f"Air or naval markers: {markers}",
        f"Every hex around covered: {'yes' if values.get('12.53') == 2 else 'no'}",
        f"Over a Major River: {'yes' if values.get('12.32') == -3 else 'no'}",
        f"Combat: {_SIX_KINDS[attack.asked.get('kind', 'attack')]}",
        *(
            [f"Strongpoint: {'destroyed' if position.flag('strongpoint-gone', attack.area) else 'stands'}"]
            if strong
            else []
        ),
        f"Beach Engineers: {'held' if _value(ruling, '9.2') else 'none'}",
    ]


def _six_result(position: Position, attack: Attack, dice: tuple[int, ...]) -> str:
    ours, theirs = (text.split(": ")[1].casefold() for text in attack.switches if " mode: " in text)
    modified = dice[0] + int(attack.told["DRM"]) + r12_crt.mode_drm(ours, theirs)
    rout = "; Attacker Rout" if theirs == "stand" and modified <= 0 else ""
    return f"dr {dice[0]} = {modified}: {r12_crt.cell(position, ours, theirs, modified).text}{rout}"


def _normandy(position: Position, action: Any, rng: random.Random) -> Read:
    side = position.pieces[action.units[0]].side
    record = AttackRecord(side, action.target, action.units)
    enemies = [p.uid for p in defenders_of(position, record)]
    if is_automatic(position, record) or not all(_seen(position, u) for u in (*action.units, *enemies)):
        return None
    ours, theirs = (_fired(position, s, action.target, rng) for s in (side, terms.enemy_of(side)))
    asked = {
        "area": action.target,
        "with_units": list(action.units),
        "support": ours,
        "against": theirs,
        "air": rng.choice([0, 0, 1, 2, 4]),
        "defence_air": rng.choice([0, 0, 0, 1]),
    }
    return action.target, [*action.units, *ours], [*enemies, *theirs], asked


def _seen(position: Position, uid: str) -> bool:
    """Whether the counter of a unit has no hidden side, or shows its face."""
    return not is_masked(load_kit("battle-for-normandy").adapter["unit"], position.pieces[uid].printed) or (
        position.flag("revealed", uid)
    )


def _fired(position: Position, side: str, target: str, rng: random.Random) -> list[str]:
    """Some guns and ships of a side that stand elsewhere on the map."""
    found = [
        p.uid
        for p in position.pieces.values()
        if p.side == side
        and p.space != target
        and (terms.is_artillery(p.printed) or terms.is_naval(p.printed))
    ]
    able = [u for u in sorted(found) if on_board(position, position.pieces[u]) and _seen(position, u)]
    return rng.sample(able, min(len(able), rng.choice([0, 0, 1, 2])))


def _normandy_states(
    position: Position, attackers: Iterable[str], rng: random.Random
) -> Iterator[tuple[str, str, Fact]]:
    """The supply of the attackers as their markers state it: as it is traced, or none."""
    for uid in attackers:
        out = rng.random() < 0.15 or not supplied_in_combat(position, uid)
        yield "general-supply", uid, "out" if out else "in"


def _normandy_switches(position: Position, attack: Attack, ruling: Ruling) -> list[str]:
    weather = {"heavy-rain": "Heavy Rain", "storm": "Storm"}.get(position.text("weather"), "fair")
    ready = has_entrenchment(position, attack.area, terms.enemy_of(position.pieces[attack.attackers[0]].side))
    air = (("attacker", attack.asked["air"]), ("defender", attack.asked["defence_air"]))
    return [
        *(f"Ground Support of the {who} ... = {n}" for who, n in air if n),
        f"Time: {'Night' if position.text('time') == 'night' else 'Day'}",
        f"Weather: {weather}",
        f"Entrenchment of the defender: {'ready' if ready else 'none'}",
    ]


def _normandy_result(position: Position, attack: Attack, dice: tuple[int, ...]) -> str:
    if not dice:
        return "below 1:4: no attack is permitted"
    face = odds("battle-for-normandy", position, attack).answer["table"][str(dice[0])]
    combined = odds("battle-for-normandy", position, attack).answer["combined_arms"]
    more = f"; with Combined Arms {face['combined']}" if combined else ""
    return f"dr {dice[0]}: {face['plain']}{more}"


def _breakout_result(position: Position, attack: Attack, dice: tuple[int, ...]) -> str:
    av, dv, capacity = (int(attack.told[name]) for name in ("AV", "DV", "Capacity"))
    bocage = position.board.spaces[attack.area]["terrain"] == "bocage"
    prospect = r09_chances.Prospect(av, dv, capacity, bocage, not overrun_bar(position, attack.area).rule)
    (outcome,) = r09_chances.odds(prospect, Distribution({dice[0] - dice[1]: 1})).outcomes
    words = {"repulse": "repulsed", "overrun": "Overrun", "destroyed": "all defenders eliminated"}
    said = f"{outcome} CP" if outcome.isdigit() else words.get(outcome, outcome)
    return f"{av + dice[0]}:{dv + dice[1]}: {said}"


def _storm_result(position: Position, attack: Attack, dice: tuple[int, ...]) -> str:
    damage = int(attack.told["AP"]) + dice[0] - int(attack.told["DP"])
    return f"{damage} damage" if damage > 0 else "no damage"


def _summer_result(position: Position, attack: Attack, dice: tuple[int, ...]) -> str:
    column = attack.told["Column"]
    result = r11_tables.result(position.board, column, *dice or (1,))
    return f"dr {dice[0]}: {result}" if dice else f"{result} without a roll"


PLANS: Mapping[str, Plan] = {
    "breakout-normandy": Plan(
        "d-day",
        frozenset({"assault"}),
        _breakout,
        _breakout_switches,
        {"AV": "av", "DV": "dv", "Capacity": "capacity"},
        re.compile(r"dice (\d+):(\d+);"),
        _breakout_result,
    ),
    "storm-over-normandy": Plan(
        "invasion",
        frozenset({"fire-attack", "assault"}),
        _storm,
        _storm_switches,
        {"AP": "attack", "DP": "defense"},
        re.compile(r"dice (\d+):"),
        _storm_result,
    ),
    "dark-summer": Plan(
        "campaign",
        frozenset({"attack"}),
        _summer,
        _summer_switches,
        {"AV": "av", "DV": "dv", "Odds": "odds", "Net": "shift", "Column": "column"},
        re.compile(r"dr (\d+):"),
        _summer_result,
    ),
    "june-six": Plan(
        "campaign",
        frozenset({"attack"}),
        _six,
        _six_switches,
        {"AttackCS": "attack", "DefenseCS": "defence", "Ratio": "ratio", "DRM": "drm"},
        re.compile(r"dr (\d+) ="),
        _six_result,
        lambda p: "defend-only" not in p.printed.marks,
    ),
    "battle-for-normandy": Plan(
        "epsom",
        frozenset({"attack"}),
        _normandy,
        _normandy_switches,
        {
            "AttackAS": "attack",
            "DefenseDS": "defence",
            "Column": "column",
            "DRM": "drm",
            "CombinedDRM": "combined_drm",
        },
        re.compile(r"dr (\d+):"),
        _normandy_result,
        lambda p: counts_attack_strength(p) or terms.is_support(p.printed),
        _normandy_states,
    ),
}


# --- the engine -------------------------------------------------------------------------------------------


def _gestures(game: str, attack: Attack, file: Path) -> Iterator[str]:
    write_position(rebuilt(game, attack), file)
    yield f"open\t{file}"
    yield from (f"key\t{uid}\t{DEFENDS}" for uid in attack.defenders)
    yield from (f"key\t{uid}\t{ATTACKS}" for uid in attack.attackers)
    for text in attack.switches:
        entry, _, typed = text.partition(" = ")
        yield from [f"answer\t{typed}"] * bool(typed)
        yield f"menu\tbattle\t{entry}"
    yield from (f"tell\tbattle\t{name}" for name in PLANS[game].told)
    yield from (f"key\tbattle\t{RESOLVE}", "said", f"key\tbattle\t{CLEAR}")


def added_up(engine: Engine, module: Path, attacks: list[Attack], folder: Path) -> Iterator[Attack]:
    """The attacks with what the marker says of them."""
    game = module.stem
    script = itertools.chain.from_iterable(
        _gestures(game, a, folder / f"{n}.vsav") for n, a in enumerate(attacks)
    )
    found = engine.lines(module, script)
    lines = [line[5:] for line in found if line.startswith("TOLD ")]
    chat = [line[5:] for line in found if line.startswith("SAID ")]
    each = len(PLANS[game].told)
    for number, (attack, rolled) in enumerate(zip(attacks, chat, strict=True)):
        told = dict(zip(PLANS[game].told, lines[number * each : (number + 1) * each], strict=True))
        yield Attack(**{**attack.__dict__, "told": told, "rolled": rolled})


def kept(game: str) -> list[Attack]:
    """The attacks that are kept for a game."""
    rows = json.loads((_HERE / game.replace("-", "_") / "battles.json").read_text(encoding="utf-8"))
    return [Attack(**row) for row in rows]


def differences(game: str, attack: Attack) -> list[str]:
    """Where the marker and the adjudicator do not agree."""
    plan, position = PLANS[game], rebuilt(game, attack)
    answer = odds(game, position, attack).answer
    pairs = ((name, attack.told[name], str(answer[at])) for name, at in plan.told.items())
    found = [f"{name} {said}, odds {ruled}" for name, said, ruled in pairs if said != ruled]
    line = re.sub(r" \([^()]*\)$", "", attack.rolled).rstrip()  # who rolled it; a picture is a blank
    shown = plan.roll.search(line)
    result = plan.result(position, attack, tuple(map(int, shown.groups())) if shown else ())
    return found if line.endswith(result) else [*found, f"{attack.rolled}: the rules say {result}"]


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option(
    "--game", "only", type=click.Choice(list(PLANS)), multiple=True, help="Only these; all by default."
)
@click.option("--count", default=200, show_default=True, help="Attacks of each game.")
@click.option("--seed", default=1944, show_default=True)
@click.option("--write", is_flag=True, help="Keep what the marker says.")
def main(classes: Path, only: tuple[str, ...], count: int, seed: int, *, write: bool) -> None:
    """Let the battle marker add up attacks of random play, and compare it with the adjudicator."""
    for game in only or PLANS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            engine, module = Engine(classes.resolve(), folder), build(game, folder)
            attacks = list(added_up(engine, module, list(_found(game, count, seed)), folder))
        for attack in attacks:
            for difference in differences(game, attack):
                click.echo(f"{game}, {attack.area}, {attack.asked}, {attack.switches}: {difference}")
        click.echo(f"{game}: {len(attacks)} attacks, {sum(not differences(game, a) for a in attacks)} agree")
        if write:
            rows = ",\n".join(json.dumps(a.__dict__, separators=(",", ":")) for a in attacks)
            path = _HERE / game.replace("-", "_") / "battles.json"
            path.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
