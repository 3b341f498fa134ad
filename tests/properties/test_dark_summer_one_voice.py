"""The Dark Summer: whatever a question grants, the rules of the action grant too, but for the moment."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from adjudicator.actions import Action
from adjudicator.dark_summer import GAME, terms
from adjudicator.dark_summer.r08_entry import is_offshore_third_wave
from adjudicator.dark_summer.r08_placement import PlaceReinforcement
from adjudicator.dark_summer.r08_replacements import Rebuild
from adjudicator.dark_summer.r08_third_wave import LandThirdWave
from adjudicator.dark_summer.r08_withdrawals import WithdrawUnit
from adjudicator.dark_summer.r09_chits import PrepareCup
from adjudicator.dark_summer.r09_first_wave import AssaultBeach, assailants
from adjudicator.dark_summer.r09_rounds import BeginRound, PrepareOffensive
from adjudicator.dark_summer.r10_movement import Move
from adjudicator.dark_summer.r10_withdrawal import Withdraw
from adjudicator.dark_summer.r11_advance import Advance
from adjudicator.dark_summer.r11_attack import Attack
from adjudicator.dark_summer.r11_losses import TakeStepLosses
from adjudicator.dark_summer.r11_retreat import Retreat
from adjudicator.game import apply
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling
from tests.playing import wander
from tests.properties.meaning import Arguments, Row, faults


def on_map(position: Position) -> list[Piece]:
    found = (p for p in position.pieces.values() if p.space in position.board.spaces)
    return [p for p in found if terms.is_hex(position.board.spaces[p.space])]


def near(position: Position, piece: Piece) -> list[str]:
    return [to for _, to in position.board.neighbours(piece.space)] or [piece.space]


def fights(position: Position, rng: random.Random) -> Arguments:
    """A hex with units, and units next to it, mostly enemies of theirs."""
    one = rng.choice(on_map(position))
    there = [p for space in near(position, one) for p in position.units_in(space)]
    enemies = [p for p in there if p.side != one.side]
    units = enemies if enemies and rng.random() < 0.9 else there or [one]
    chosen = rng.sample(units, rng.randint(1, min(4, len(units))))
    return {"area": one.space, "with_units": [p.uid for p in chosen]}


def walks(position: Position, rng: random.Random) -> Arguments:
    one = rng.choice(list(position.pieces.values()) if rng.random() < 0.2 else on_map(position))
    far = [to for space in near(position, one) for _, to in position.board.neighbours(space)]
    return {"unit": one.uid, "to": rng.choice([*near(position, one), *far])}


def anybody(position: Position, rng: random.Random) -> Arguments:
    return {"unit": rng.choice(list(position.pieces))}


def chits(position: Position, rng: random.Random) -> Arguments:
    top = position.decision
    drawn = top.data["chit"] if top is not None and top.kind == "play-chit" else ""
    chit = drawn or rng.choice(["german", "us", "british-move", "british-combat"])
    return {
        "chit": chit,
        "kind": rng.choice(["move", "combat", "combined"]),
        "face": rng.choice(["move", "combat"]),
    }


def losses(position: Position, rng: random.Random) -> Arguments | None:
    top = position.decision
    if top is None or top.kind != "step-losses":
        return None
    units = list(top.data["units"])
    some = rng.sample(units, rng.randint(1, min(2, len(units))))
    return {
        "with_units": units,
        "steps": top.data["steps"],
        "take": [f"{u}={rng.randint(1, 2)}" for u in some],
    }


def ways_back(position: Position, rng: random.Random) -> Arguments | None:
    top = position.decision
    if top is None or top.kind != "retreat":
        return None
    piece = position.pieces[rng.choice(list(top.data["units"]))]
    first = rng.choice(near(position, piece))
    return {"unit": piece.uid, "to": [first, rng.choice([to for _, to in position.board.neighbours(first)])]}


def pursuits(position: Position, rng: random.Random) -> Arguments | None:
    top = position.decision
    if top is None or top.kind != "advance":
        return None
    combat = top.data["combat"]
    units = [u for u in combat["attackers"] if u in position.pieces]
    return {"area": combat["target"], "with_units": rng.sample(units, min(len(units), 1))} if units else None


# --- what a yes means -------------------------------------------------------------------------------------


def attack(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    resolving = position.decision is not None and "combat" in position.decision.data
    if resolving:
        return
    units = tuple(args["with_units"])
    together = {p.uid for p in assailants(position, args["area"])} == {*units}
    lands = position.text("round-kind") == "first-wave" and together
    yield AssaultBeach(args["area"]) if lands else Attack(args["area"], units)


def walk(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    paths = {d["space"]: tuple(d["path"]) for d in ruling.answer["destinations"]}
    yield Move(args["unit"], paths[args["to"]])


def place(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    waits = is_offshore_third_wave(position.pieces[args["unit"]])
    kind = LandThirdWave if waits else PlaceReinforcement
    yield from (kind(args["unit"], where) for where in ruling.answer[:3])


def rebuild(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield from (Rebuild(way["unit"], way["type"]) for way in ruling.answer)


def prepare(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    if position.text("round-kind"):
        yield PrepareOffensive()


def step_losses(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield TakeStepLosses(tuple((t.partition("=")[0], int(t.partition("=")[2])) for t in args["take"]))


def begin(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    if position.decision is not None and position.decision.kind == "play-chit":
        yield BeginRound(args["kind"], args["face"])


TABLE = [
    Row("odds", lambda p, r: {"kind": "attack", **fights(p, r)}, attack),
    Row("result", lambda p, r: {**fights(p, r), "code": r.choice(["DR", "EX", "D1", "A1"])}, attack),
    Row("legal", walks, walk),
    Row("withdrawal", walks, lambda p, a, r: iter([Withdraw(a["unit"], a["to"])])),
    Row("placement", anybody, place),
    Row("replacements", lambda p, r: {"side": r.choice(["german", "allied"])}, rebuild, listing=True),
    Row(
        "withdrawals",
        lambda p, r: {"group": r.choice(["us", "british"])},
        lambda p, a, r: iter([WithdrawUnit(u) for u in r.answer]),
        listing=True,
    ),
    Row("prepared", lambda p, r: {"group": r.choice(["german", "us", "british"])}, prepare),
    Row("play", chits, begin),
    Row("losses", losses, step_losses),
    Row("retreats", ways_back, lambda p, a, r: iter([Retreat(a["unit"], tuple(a["to"]))])),
    Row("advance", pursuits, lambda p, a, r: iter([Advance(tuple(a["with_units"]))])),
]
_ALWAYS = {"step-losses", "retreat", "advance", "play-chit"}


def look(seed: int, steps: int, every: int, times: int) -> tuple[list[str], Counter[str]]:
    rng, found, seen = random.Random(seed), list[str](), Counter[str]()
    for number, (position, _) in enumerate(wander(GAME.scenario("campaign"), seed, steps)):
        asked = position.decision is not None and position.decision.kind in _ALWAYS and times > 1
        if number % every and not asked:
            continue
        for row in TABLE:
            for _ in range(times):
                wrong, looked = faults(GAME, position, row, rng)
                found += wrong
                seen[row.verb] += looked
    return found, seen


def test_what_a_question_grants_the_action_grants() -> None:
    found, seen = look(11, 100, 30, 1)
    assert not found
    assert seen["legal"] > 0


def landings(position: Position, rng: random.Random) -> Arguments:
    """A Beach hex and units that lie near it, all of one Approach hex or not."""
    beach = rng.choice(["2403", "3203", "3303"])
    force = [p.uid for p in assailants(position, beach)]
    near = [p.uid for p in position.pieces.values() if p.space.startswith(("approach", "second-wave"))]
    others = rng.sample(near, 1) if near else []
    return {"area": beach, "with_units": rng.choice([force, force[:1], [*dict.fromkeys([*force, *others])]])}


def test_in_the_first_wave_nobody_attacks_but_the_landing_forces() -> None:
    here, rng = apply(GAME.scenario("campaign"), PrepareCup(2, 1)), random.Random(3)
    assert here.text("round-kind") == "first-wave"
    row = Row("odds", lambda p, r: {"kind": "attack", **landings(p, r)}, attack)
    looked = [faults(GAME, here, row, rng) for _ in range(12)]
    assert not [wrong for found, _ in looked for wrong in found]
    assert 0 < sum(seen for _, seen in looked) < 12


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 13))
def test_what_a_question_grants_the_action_grants_in_long_play(seed: int) -> None:
    found, seen = look(seed, 300, 20, 2)
    assert not found
    assert min(seen[verb] for verb in ("legal", "withdrawals")) > 0
