"""June Six: whatever a question grants, the rules of the action grant too, but for the moment.

The table from verbs to actions is told here anew, whatever the questions themselves declare.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.actions import Action
from adjudicator.asking.loading import load_position
from adjudicator.errors import BocageError
from adjudicator.game import apply, check
from adjudicator.june_six import GAME, terms
from adjudicator.june_six.battle import current
from adjudicator.june_six.r05_purchases import Purchase
from adjudicator.june_six.r06_formations import Attach
from adjudicator.june_six.r07_activation import arrived, awaits_entry, re_only
from adjudicator.june_six.r07_corps import DeclareCorps
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_strategic import StrategicMove
from adjudicator.june_six.r12_attack import Attack, CommitSupport
from adjudicator.june_six.r16_bombardment import Bombard, FireMission
from adjudicator.june_six.r19_breakdown import Breakdown, ways
from adjudicator.june_six.r20_bridges import BuildBridge, Demolish
from adjudicator.june_six.r21_refit import Refit
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from adjudicator.supposing import refuses, reply, suppose
from tests.playing import choose, wander

SAVE = Path(__file__).parents[1] / "saves" / "june.vsav"
Arguments = Mapping[str, Any]


# --- arguments --------------------------------------------------------------------------------------------


def on_map(position: Position) -> list[Piece]:
    """Units in hexes."""
    return [p for p in position.pieces.values() if terms.on_map(position, p)]


def fights(position: Position, rng: random.Random) -> Arguments:
    """A hex with units, and units of the other side near it."""
    there = [p for p in on_map(position) if near(position, p)]
    if not there:
        return {"area": on_map(position)[0].space, "with_units": [on_map(position)[1].uid]}
    one = rng.choice(there)
    units = near(position, one)
    return {"area": one.space, "with_units": [p.uid for p in rng.sample(units, min(len(units), 3))]}


def near(position: Position, piece: Piece) -> list[Piece]:
    """Enemies next to a unit."""
    spaces = [other for _, other in position.board.neighbours(piece.space)]
    return [p for s in spaces for p in terms.enemies(position, s, piece.side) if terms.on_map(position, p)]


def walks(position: Position, rng: random.Random) -> Arguments:
    """A unit, and a hex next to its own."""
    one = rng.choice(on_map(position))
    return {"unit": one.uid, "to": rng.choice([other for _, other in position.board.neighbours(one.space)])}


def bridges(position: Position, rng: random.Random) -> Arguments:
    """A river or bridge near an HQ, and the HQ."""
    rivers = [e for e in position.board.edges.values() if e.boundary == "major-river" or e.bridge]
    edge, hqs = rng.choice(rivers), [p for p in on_map(position) if terms.is_hq(p.printed)]
    close = [p for p in hqs if terms.distance(p.space, edge.a) <= 5]
    return {"area": edge.a, "to": edge.b, "by": rng.choice(close or hqs).uid}


def one(position: Position, rng: random.Random) -> Arguments:
    """A unit."""
    return {"unit": rng.choice(on_map(position)).uid}


def refits(position: Position, rng: random.Random) -> Arguments:
    """A unit that has something to refit, if there is any, and a kind."""
    hurt = [p for p in on_map(position) if p.status == terms.REDUCED or position.number("disorder", p.uid)]
    return {
        "unit": rng.choice(hurt or on_map(position)).uid,
        "kind": rng.choice(["disordered", "reduced"]),
    }


def joins(position: Position, rng: random.Random) -> Arguments:
    """A unit and a Division."""
    corps = [
        p for p in on_map(position) if p.printed.size != "corps" and p.printed.division == p.printed.corps
    ]
    hqs = [p for p in on_map(position) if terms.is_division_hq(p.printed)]
    return {"unit": rng.choice(corps or on_map(position)).uid, "division": rng.choice(hqs).printed.division}


def buys(position: Position, rng: random.Random) -> Arguments:
    """A Division."""
    hqs = [p for p in position.pieces.values() if terms.is_division_hq(p.printed)]
    return {"marker": rng.choice(hqs).printed.division}


def declares(position: Position, rng: random.Random) -> Arguments:
    """A Corps HQ."""
    return {"unit": rng.choice([p.uid for p in position.pieces.values() if terms.is_corps_hq(p.printed)])}


def bombs(position: Position, rng: random.Random) -> Arguments:
    """A hex with units, and the markers."""
    target = rng.choice(on_map(position)).space
    return {"target": target, "kind": rng.choice(["air", "naval"]), "markers": rng.randint(1, 2)}


def fires(position: Position, rng: random.Random) -> Arguments:
    """A hex with units, and a Corps HQ or Nebelwerfer unit."""
    guns = [p for p in on_map(position) if p.printed.type == "nebelwerfer" or terms.is_corps_hq(p.printed)]
    return {"target": rng.choice(on_map(position)).space, "by": rng.choice(guns or on_map(position)).uid}


# --- what a yes means -------------------------------------------------------------------------------------


def attack(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    battle = current(position)
    if battle is not None and battle.hex == args["area"] and set(args["with_units"]) <= set(battle.attackers):
        return  # the combat that is under way
    yield Attack(tuple(args["with_units"]), args["area"])


def attack_each(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield from (Attack((uid,), args["area"]) for uid in ruling.answer)


def move(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    paths = {d["space"]: tuple(d["path"]) for d in ruling.answer["destinations"]}
    if args["to"] in paths:  # else another unit must make room first (9.11)
        yield Move(args["unit"], paths[args["to"]])


def march(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    paths = {d["space"]: tuple(d["path"]) for d in ruling.answer["destinations"]}
    yield StrategicMove(args["unit"], paths[args["to"]])


def engineer(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    edge, lent = position.board.edge(args["area"], args["to"]), ruling.answer.get("lent", {})
    assert edge is not None
    kind = Demolish if ruling.answer["stands"] else BuildBridge
    yield kind(args["by"], edge.id, lent.get(args["by"], ""))


def break_down(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    piece = position.pieces[args["unit"]]
    for kind in ("reduce", "replace"):
        if most := ruling.answer[kind]:
            found = [w for w in ways(position, piece) if w.kind == kind]
            yield found[0] if found else Breakdown(piece.uid, kind, (piece.space,) * most)


def refit(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield from (Refit(args["unit"], kind) for kind in ruling.answer)


def attach(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield Attach(args["unit"], args["division"])


def buy(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield Purchase(args["marker"])


def declare(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield DeclareCorps(args["unit"], ())


def bomb(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield Bombard(args["kind"], args["markers"], args["target"])


def fire(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield FireMission(args["by"], args["target"])


Drawing = Callable[[Position, random.Random], Arguments]
Meaning = Callable[[Position, Arguments, Ruling], Iterator[Action]]
TABLE: list[tuple[str, Drawing, Meaning]] = [
    ("odds", fights, attack),
    ("line-up", fights, attack),
    ("modes", fights, attack),
    ("artillery", fights, attack),
    ("ground-support", fights, attack),
    ("result", lambda p, r: {**fights(p, r), "roll": r.randint(0, 9)}, attack),
    ("attackers", fights, attack_each),
    ("attackers", lambda p, r: {"area": fights(p, r)["area"]}, attack_each),
    ("legal", walks, move),
    ("strategic", walks, march),
    ("bridge", bridges, engineer),
    ("breakdown", one, break_down),
    ("refit", refits, refit),
    ("attach", joins, attach),
    ("purchase", buys, buy),
    ("corps", declares, declare),
    ("bombardment", bombs, bomb),
    ("bombardment", fires, fire),
]


def faults(position: Position, row: tuple[str, Drawing, Meaning], rng: random.Random) -> list[str]:
    """What the answer to a question made by chance grants although the rules of its action do not."""
    verb, drawn, means = row
    args = drawn(position, rng)
    try:
        ruling = reply(read_question(GAME.questions[verb], args), Asking(GAME, position, "referee"))
    except BocageError:
        return []
    if ruling.violations or refuses(ruling.verdict):
        return [] if refuses(ruling.verdict) else [f"{verb} {args}: {ruling.verdict}"]
    found = []
    for action in means(position, args, ruling):
        now = check(position, action)
        if now.ok or (ruling.moment and not suppose(position, action).violations):
            continue
        if not suppose(position, action).violations and not said_of_one(verb):
            found.append(f"{verb} {args}: not said that it is not now: {now.reasons}")
        elif suppose(position, action).violations:
            found.append(
                f"{verb} {args}: {ruling.verdict} | {action} | {suppose(position, action).violations}"
            )
    return found


def said_of_one(verb: str) -> bool:
    """Whether a verb lists units each of whose actions has a moment of its own."""
    return verb == "attackers"


def supports(position: Position, rng: random.Random) -> tuple[CommitSupport, Arguments] | None:
    """Support for the combat under way, and the same words for a question; None where none is asked for."""
    top, battle = position.decision, current(position)
    if top is None or battle is None or not top.kind.endswith("-support"):
        return None
    side = top.player
    guns = [p for p in on_map(position) if p.side == side and p.printed.rating("artillery")]
    near = [p.uid for p in guns if terms.distance(p.space, battle.hex) <= 9]
    points = tuple([(u, rng.randint(1, 5)) for u in rng.sample(near, min(len(near), rng.randint(0, 2)))])
    air, naval = (rng.randint(0, 2), rng.randint(0, 1)) if side == terms.ALLIED else (0, 0)
    words = {"artillery": [f"{uid}={n}" for uid, n in points], "air": air, "naval": naval}
    return CommitSupport(points, air, naval), words


@pytest.mark.parametrize("seed", [60, 61])
def test_support_of_a_combat_under_way_is_granted_as_it_may_be_committed(seed: int) -> None:
    rng, compared = random.Random(seed), 0
    for position, _ in wander(GAME.scenario("campaign"), seed, 300):
        found = supports(position, rng)
        if found is not None:
            action, words = found
            question = read_question(GAME.questions["line-up"], words)
            assert reply(question, Asking(GAME, position, "referee")).ok is check(position, action).ok
            compared += 1
    assert compared > 2


def positions(seed: int, steps: int, every: int) -> Iterator[Position]:
    """Positions of a random game, of every second seed on a part of the maps."""
    rng, position = random.Random(seed), GAME.scenario(("campaign", "cherbourg")[seed % 2])
    for number in range(steps):
        if position.text("phase") == "over":
            return
        if number % every == every - 1:
            yield position
        action = choose(position, rng)
        position = apply(position, action)


@pytest.mark.parametrize("seed", range(2))
def test_what_a_question_grants_the_action_grants(seed: int) -> None:
    rng = random.Random(seed)
    for position in [load_position(str(SAVE)).position, *positions(seed, 90, 30)]:
        assert position is not None
        for row in TABLE:
            assert not faults(position, row, rng)


def taken(position: Position, rng: random.Random) -> list[str]:
    """What a line-up without names refuses, although it takes the attackers itself."""
    area = fights(position, rng)["area"]
    try:
        ruling = reply(
            read_question(GAME.questions["line-up"], {"area": area}), Asking(GAME, position, "referee")
        )
    except BocageError:
        return []  # nobody may attack it
    if ruling.moment:
        return []  # in another activation, perhaps one at RE
    spent = position.flag("hex-attacked", area)
    return [f"{area}: {v}" for v in ruling.violations if not (spent and v.rule == "12.23")]


def test_without_names_only_those_attack_that_may() -> None:
    rng = random.Random(3)
    for position in positions(3, 75, 15):
        for _ in range(2):
            assert not taken(position, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_without_names_only_those_attack_that_may_in_long_play(seed: int) -> None:
    rng = random.Random(seed)
    for position in positions(seed, 700, 10):
        for _ in range(6):
            assert not taken(position, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 18))
def test_what_a_question_grants_the_action_grants_in_long_play(seed: int) -> None:
    rng = random.Random(seed)
    for position in positions(seed, 700, 20):
        for row in [row for row in TABLE for _ in range(4)]:
            assert not faults(position, row, rng)


# --- when a unit acts ---------------------------------------------------------------------------------------


def otherwise(position: Position) -> list[str]:
    """Units that `formation` lets act at ME and a rule does not, or the other way round."""
    found = []
    for uid in sorted(position.pieces):
        piece = position.pieces[uid]
        if arrived(position, piece) and not awaits_entry(position, piece):
            ruling = reply(
                read_question(GAME.questions["formation"], {"unit": uid}), Asking(GAME, position, "referee")
            )
            if (ruling.answer["acts"] == "me") != (re_only(position, piece) is None):
                found.append(f"{uid}: {ruling.answer['acts']}, {re_only(position, piece)}")
    return found


def test_a_formation_acts_at_me_where_nothing_keeps_it_out() -> None:
    for position in positions(2, 60, 20):
        assert not otherwise(position)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_a_formation_acts_at_me_where_nothing_keeps_it_out_in_long_play(seed: int) -> None:
    for position in positions(seed, 700, 10):
        assert not otherwise(position)
