"""The best use of artillery, ships and aircraft on both sides, against trying everything."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

from adjudicator.battle_for_normandy.r12.best import best_attack, best_defence
from adjudicator.battle_for_normandy.r12.odds import odds
from adjudicator.position import Position
from tests.battle_for_normandy.build import board, hexes, hq, unit
from tests.battle_for_normandy.fighting import EAST, TARGET, WEST, attack, fought, troops

WIDE = board(hexes("c1505", "c2535"))
BACK, FRONT = "c1720", "c2320"


def us(uid: str, word: str = "inf", **more: Any) -> Any:
    return unit(uid, word, division="us-1", **more)


def scene(*more: tuple[Any, str], csp: int = 10, **facts: Any) -> Position:
    ours = [(us("us-1", as_=6), EAST), (us("us-2", as_=6), WEST), (hq("us-1"), "c1820")]
    guns = [(us(f"us-g{n}", "artillery", as_=n), BACK) for n in (2, 3, 5)]
    foe = [(troops(6, "ge-1"), TARGET)]
    return fought(*ours, *guns, *foe, *more, on=WIDE, csp=csp, **facts)


def worth(here: Position, record: Any) -> Any:
    found = odds(here, record)[1]
    assert found is not None
    return found.worth


def test_the_attacker_takes_what_helps_most_and_no_more_than_his_battalions_allow() -> None:
    plan = best_attack(scene(), attack(scene()))
    assert plan.attack.support == ("us-g5", "us-g3")
    assert (plan.csp, plan.line.column) == (3, "3:1")
    assert plan.odds is not None
    assert plan.worth == plan.odds.worth


def test_without_combat_supply_points_nothing_is_used() -> None:
    plan = best_attack(scene(csp=0), attack(scene()))
    assert (plan.attack.support, plan.attack.air, plan.csp) == ((), 0, 0)


def test_against_trying_everything() -> None:
    enemy = [(unit(f"ge-g{n}", "artillery", as_=n, range=9), FRONT) for n in (2, 4)]
    here = scene(*enemy, ground_support=2)
    record = attack(here)
    plan = best_attack(here, record)

    def answer(support: tuple[str, ...], air: int) -> Any:
        trial = dataclasses.replace(record, support=support, air=air)
        replies = [(), ("ge-g4",), ("ge-g2",)]
        return min(worth(here, dataclasses.replace(trial, defence_support=r)) for r in replies)

    choices = [c for n in range(3) for c in itertools.combinations(["us-g2", "us-g3", "us-g5"], n)]
    assert plan.worth == max(answer(c, air) for c in choices for air in range(3))


def test_planes_are_worth_less_where_flak_stands() -> None:
    clear = best_attack(scene(ground_support=3), attack(scene()))
    flak = scene((unit("ge-f", "flak"), "c2120"), ground_support=3)
    assert clear.attack.air == 3
    assert best_attack(flak, attack(flak)).worth < clear.worth


def test_the_defender_uses_the_least_that_does_the_most() -> None:
    guns = [(unit("ge-g1", "artillery", as_=1, range=9), FRONT)]
    here = scene(*guns)
    record = attack(here, support=())
    assert best_defence(here, record).defence_support == ("ge-g1",)  # 12:6 becomes 12:7
    strong = attack(here, support=("us-g3",))
    assert best_defence(here, strong).defence_support == ()  # 15:6 and 15:7 are both 2:1


def test_the_allied_defender_pays_and_flies() -> None:
    placed = [(troops(12, "ge-a"), EAST), (us("us-1", ds=4), TARGET), (hq("us-1"), "c1820")]
    gun = (us("us-g", "artillery", as_=4), BACK)
    here = fought(*placed, gun, on=WIDE, side="german", csp=1, ground_support=1)
    found = best_defence(here, attack(here, side="german"))
    assert (found.defence_support, found.defence_air) == (("us-g",), 1)
    poor = fought(*placed, gun, on=WIDE, side="german", csp=0, ground_support=1)
    found = best_defence(poor, attack(poor, side="german"))
    assert (found.defence_support, found.defence_air) == ((), 0)


def test_german_additional_fires() -> None:
    guns = [(unit(f"ge-g{n}", "artillery", as_=4), FRONT) for n in range(3)]
    placed = [(troops(8, "ge-a"), EAST), *guns, (us("us-1", ds=4), TARGET)]
    here = fought(*placed, on=WIDE, side="german", options={"12.5.1o": "B"})
    plan = best_attack(here, attack(here, side="german"))
    assert (len(plan.attack.support), len(plan.attack.bonus)) == (1, 1)
    plain = fought(*placed, on=WIDE, side="german")
    assert best_attack(plain, attack(plain, side="german")).attack.bonus == ()


def test_an_attack_that_is_not_permitted_has_no_odds() -> None:
    here = fought((troops(1), EAST), (troops(9, "ge-1"), TARGET), on=WIDE)
    plan = best_attack(here, attack(here))
    assert plan.odds is None
    assert not plan.line.legal


def test_a_gun_makes_a_weak_attack_possible() -> None:
    here = fought(
        (us("us-1", as_=1), EAST),
        (us("us-g", "artillery", as_=5), BACK),
        (troops(9, "ge-1"), TARGET),
        on=WIDE,
        csp=5,
    )
    plan = best_attack(here, attack(here))
    assert plan.attack.support == ("us-g",)
    assert plan.line.column == "1:2"


def test_planes_of_the_defender_are_shot_at_too() -> None:
    placed = [(troops(12, "ge-a"), EAST), (us("us-1", ds=4), TARGET), (hq("us-1"), "c1820")]
    flak = (unit("ge-f", "flak", as_=0), "c2120")
    here = fought(*placed, flak, on=WIDE, side="german", csp=1, ground_support=1)
    assert best_defence(here, attack(here, side="german", attackers=("ge-a",))).defence_air == 1


def test_a_gun_that_cannot_be_attached_beside_the_others_is_left_out() -> None:
    ours = [(us(f"us-{n}", as_=4), EAST if n < 2 else WEST) for n in range(4)]
    guns = [(unit(f"us-c{n}", "artillery", as_=4), BACK) for n in range(4)]
    here = fought(*ours, *guns, (hq("us-1"), "c1820"), (troops(6, "ge-1"), TARGET), on=WIDE, csp=10)
    assert len(best_attack(here, attack(here)).attack.support) <= 3
