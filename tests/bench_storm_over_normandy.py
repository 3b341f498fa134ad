"""Rows of the table of speeds for Storm Over Normandy, the area game with cards."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import icepool

from adjudicator.asking.casebook import read_cases, run_case
from adjudicator.game import check
from adjudicator.position import Position
from adjudicator.storm_over_normandy import GAME, terms
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r08_reach import reach
from adjudicator.storm_over_normandy.r09_attack import Attack
from adjudicator.storm_over_normandy.r09_odds import odds_of_numbers, odds_of_position
from adjudicator.storm_over_normandy.r15_chains import chains
from tests.bench import Row, command, fresh, random_game, random_play, seconds

__all__ = ["rows"]

CASES = Path(__file__).parent / "cases" / "storm_over_normandy"


def middle(seed: int = 4) -> Position:
    """An Allied impulse of turn 2 or later, reached by random play."""
    return next(
        position
        for position in random_game(GAME.scenario("invasion"), seed)
        if position.number("turn") > 1
        and position.text("phase") == "impulses"
        and position.text("side") == terms.ALLIED
        and not position.pending
        and fights(position)
    )


def fights(position: Position) -> list[Attack]:
    """Every Fire Attack by all fresh Allied units of one nationality in an Area."""
    found = []
    for area in terms.areas(position):
        there = terms.friends(position, area.id, terms.ALLIED)
        ready = [p.uid for p in there if p.status == terms.FRESH and terms.group_of(p.printed) == "us"]
        if ready and terms.enemies(position, area.id, terms.ALLIED):
            found.append(Attack("fire", terms.ALLIED, area.id, tuple(ready)))
    return found


def movers(position: Position) -> list[str]:
    """Units that may move, one for each Area that holds one."""
    first = {
        p.space: p.uid
        for p in position.pieces.values()
        if p.side == terms.ALLIED and p.status == terms.FRESH and terms.on_map(p)
    }
    return sorted(first.values())


def two_dice() -> object:
    """The distribution of damage by a dice library."""
    d6 = icepool.d6
    return (d6 + d6 - 4).probabilities()


def rows() -> Iterator[Row]:
    """(what, ours, budget, reference, its time), of every work on cards and Areas.

    Yields
    ------
    tuple
    """
    at = middle()
    attack = fights(at)[0]
    uids = movers(at)
    far = next(uid for uid in uids if reach(at, [uid]).destinations)
    move = Move((far,), reach(at, [far]).path(reach(at, [far]).destinations[0]))
    yield (
        "storm: odds of numbers, full trail",
        seconds(lambda: odds_of_numbers(9, 13), loops=200),
        50e-6,
        "icepool, no trail",
        seconds(two_dice, loops=50),
    )
    yield (
        "storm: odds with best choices",
        seconds(lambda: odds_of_position(fresh(at), attack), loops=20),
        5e-3,
        "",
        0.0,
    )
    yield (
        "storm: check of one action",
        seconds(lambda: check(at, move), loops=200),
        0.2e-3,
        "VALOR",
        38.5e-3,
    )
    yield (
        "storm: destinations of one unit",
        seconds(lambda: reach(fresh(at), [far]), loops=100),
        0.5e-3,
        "",
        0.0,
    )
    yield (
        "storm: chains of a side",
        seconds(lambda: chains(fresh(at), "german"), loops=100),
        0.1e-3,
        "",
        0.0,
    )
    yield from _play()
    yield from _files(attack)


def _play() -> Iterator[Row]:
    yield (
        "storm: 1,000 random steps",
        seconds(random_play(GAME.scenario("invasion"), 1000), times=1),
        1.0,
        "Rally the Troops",
        0.432,
    )
    cases = [c for f in sorted(CASES.glob("examples_*.toml")) for c in read_cases(f)]
    yield (
        "storm: worked-example cases",
        seconds(lambda: [run_case(c) for c in cases], times=1),
        5.0,
        "",
        0.0,
    )


def _files(attack: Attack) -> Iterator[Row]:
    from module_builder.module import build
    from module_builder.save import write_position

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_position(middle(), place / "g.vsav")
        words = ["-m", "adjudicator", "odds", str(place / "g.vsav"), "fire", attack.area]
        yield ("storm: odds of a save, cold start", seconds(command(*words)), 0.200, "", 0.0)
        yield (
            "storm: building the module",
            seconds(lambda: build(GAME.slug, place), times=1),
            20.0,
            "LaTeX wargame",
            10.7,
        )
