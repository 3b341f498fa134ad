"""Section 13.7: allocation codes, double results, single units; traps 53 to 56."""

from __future__ import annotations

import pytest

from adjudicator.june_six.r13_allocation import Allocate, Outcome, Readings, Sufferer, allocations
from tests.june_six.build import hq, unit
from tests.june_six.fighting import HERE, SOUTH, attack, fight, sections, table, where
from tests.playing import decision, options

A, B, C = (Sufferer(name, "e1940", cohesion) for name, cohesion in (("a", 6), ("b", 5), ("c", 3)))
GUN = Sufferer("gun", "e1940", 7, combat=False)
HQ = Sufferer("hq", "e1940", 2, combat=False, hq=True)


def ways(
    units: list[Sufferer], *results: tuple[str, str], read: Readings | None = None, **more: int
) -> list[str]:
    """Every way, as "a dis-1, b reduced"."""
    found = allocations(units, Outcome(results, **more), read)
    return [", ".join(f"{uid} {result}" for uid, result in way) for way in found]


@pytest.mark.parametrize(
    ("code", "hit"),
    [
        ("A", ["a dis-1, b dis-1, c dis-1"]),  # example j6-ex19
        ("B", ["b dis-1, c dis-1"]),
        ("C", ["a dis-1, b dis-1"]),
        ("D", ["a dis-1"]),
        ("E", ["c dis-1"]),
        ("F", ["a dis-1", "b dis-1", "c dis-1"]),
    ],
)
def test_codes(code: str, hit: list[str]) -> None:
    assert ways([A, B, C], (code, "dis-1")) == hit


def test_ties_are_the_owners_choice() -> None:
    twin = Sufferer("twin", "e1940", 6)
    assert ways([A, twin, C], ("B", "dis-1")) == ["a dis-1, c dis-1", "c dis-1, twin dis-1"]
    assert ways([A, twin, C], ("D", "dis-2")) == ["a dis-2", "twin dis-2"]
    assert ways([A, twin, C], ("B", "dis-1"), ("D", "reduced")) == [
        "a dis-1, c dis-1, twin reduced",
        "a reduced, c dis-1, twin dis-1",
    ]


def test_high_low_results() -> None:
    assert ways([A, B, C], ("B", "dis-1"), ("D", "reduced")) == ["a reduced, b dis-1, c dis-1"]  # j6-ex20
    assert ways([A, B, C], ("C", "dis-2"), ("E", "dis-1")) == ["a dis-2, b dis-2, c dis-1"]


def test_b_and_c_exempt_combat_units_only() -> None:
    assert ways([A, GUN, C], ("B", "dis-1")) == ["c dis-1, gun dis-1"]
    assert ways([A, GUN, C], ("D", "dis-1")) == ["gun dis-1"]
    assert ways([GUN, HQ], ("B", "dis-1")) == ["gun dis-1, hq dis-1"]  # no combat unit: nobody is exempt


def test_a_support_unit_with_the_highest_cohesion_by_both_readings() -> None:
    results = (("B", "dis-1"), ("D", "reduced"))
    assert ways([A, GUN, C], *results) == ["c dis-1, gun reduced"]
    swapped = (("B", "reduced"), ("D", "dis-1"))
    assert ways([A, GUN], *swapped) == ["gun reduced"]  # suffers both: the worse
    assert ways([A, GUN], *swapped, read=Readings(both=False)) == ["gun dis-1"]
    assert ways([A, GUN, C], *results, read=Readings(both=False, shifted=True)) == [
        "a dis-1, c dis-1, gun reduced"
    ]
    assert ways([A, GUN, C], *results, read=Readings(in_turn=True)) == ["c dis-1, gun dis-1+reduced"]


def test_reduced_hits_one_unit_of_each_stack_or_everybody() -> None:
    other = Sufferer("o", "e1841", 4)
    assert ways([A, B, other], ("A", "reduced")) == ["a reduced, o reduced", "b reduced, o reduced"]
    every = Readings(one_of_stack=False)
    assert ways([A, B, other], ("A", "reduced"), read=every) == ["a reduced, b reduced, o reduced"]


def test_an_hq_loses_a_step_last() -> None:
    assert ways([A, HQ], ("E", "reduced")) == ["a reduced"]
    assert ways([A, HQ], ("E", "dis-1")) == ["hq dis-1"]  # no step is lost
    assert ways([A, HQ], ("A", "reduced")) == ["a reduced"]
    shaken = Sufferer("hq", "e1940", 2, combat=False, hq=True, disorder=2)
    assert ways([A, shaken], ("F", "dis-1")) == ["a dis-1"]
    away = Sufferer("hq", "e1841", 2, combat=False, hq=True)
    assert ways([A, away], ("E", "reduced")) == ["hq reduced"]  # alone in its hex


def test_a_single_unit_takes_the_worse_of_two() -> None:
    assert ways([A], ("B", "dis-1"), ("D", "reduced"), enemy_best=6) == ["a reduced"]
    assert ways([A], ("C", "reduced"), ("E", "dis-1"), enemy_best=9) == ["a reduced"]
    assert ways([A], ("B", "dis-1"), ("D", "dis-2"), enemy_best=9) == ["a dis-2"]


def test_a_single_unit_better_than_every_enemy_ignores_a_double_result() -> None:
    double = (("B", "dis-1"), ("D", "reduced"))
    assert ways([A], *double, enemy_best=5) == [""]
    assert ways([A], *double, enemy_best=6) == ["a reduced"]  # equal is not greater
    assert ways([A, C], *double, enemy_best=2) == ["a reduced, c dis-1"]  # two units: no exception
    assert ways([A], ("A", "reduced"), enemy_best=5) == ["a reduced"]  # no double result


def test_a_retreat_makes_a_double_result_by_the_first_reading() -> None:
    assert ways([A], ("A", "dis-1"), enemy_best=5, retreat=1) == [""]
    assert ways([A], ("A", "dis-1"), enemy_best=6, retreat=1) == ["a dis-1"]
    narrow = Readings(retreat_counts=False)
    assert ways([A], ("A", "dis-1"), enemy_best=5, retreat=1, read=narrow) == ["a dis-1"]


def test_a_single_combat_unit_is_exempt_from_b() -> None:
    assert ways([A], ("B", "dis-1"), enemy_best=9) == [""]
    assert ways([GUN], ("B", "dis-1"), enemy_best=9) == ["gun dis-1"]


def test_nobody_and_nothing() -> None:
    assert ways([], ("A", "dis-1")) == [""]
    assert ways([A, B]) == [""]


# --- in play ----------------------------------------------------------------------------------------------


def test_the_owner_is_asked_and_illegal_ways_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender=(("F", "reduced"),))
    at = fight(
        (unit("us-1"), SOUTH), (unit("ge-1"), HERE), (unit("ge-2"), HERE), (hq("ge-hq", "ge-352"), HERE)
    )
    at = attack(at)
    assert (decision(at), at.decision and at.decision.player) == ("allocate", "german")
    assert options(at, Allocate) == [Allocate((("ge-1", "reduced"),)), Allocate((("ge-2", "reduced"),))]
    assert sections(at, Allocate((("ge-hq", "reduced"),))) == ["13.71"]
    assert sections(at, Allocate((("nobody", "dis-9"),))) == ["13.71"]


def test_a_single_way_is_taken_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender=(("A", "dis-1"),), attacker=(("B", "dis-1"), ("D", "reduced")))
    at = fight((unit("us-1", cohesion=6), SOUTH), (unit("us-2", cohesion=4), "e1841"), (unit("ge-1"), HERE))
    at = attack(at, ("us-1", "us-2"))
    assert not decision(at)
    assert [at.number("disorder", u) for u in ("us-1", "us-2", "ge-1")] == [0, 1, 1]
    assert where(at, "us-1", "us-2") == [f"{SOUTH} reduced", "e1841"]


def test_the_enemy_is_the_one_that_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The defender dies in the same combat: its cohesion still counts for 13.73."""
    table(monkeypatch, defender=(("A", "reduced"),), attacker=(("B", "dis-1"), ("D", "reduced")))
    at = fight((unit("us-1", cohesion=6), SOUTH), (unit("ge-1", cohesion=6, steps=1), HERE))
    assert where(attack(at), "us-1", "ge-1") == [f"{SOUTH} reduced", "eliminated"]
    at = fight((unit("us-1", cohesion=7), SOUTH), (unit("ge-1", cohesion=6, steps=1), HERE))
    assert where(attack(at), "us-1", "ge-1") == [SOUTH, "eliminated"]


@pytest.mark.parametrize(("letter", "status"), [("A", f"{SOUTH} reduced"), ("B", SOUTH)])
def test_beach_engineers_count_as_enemies_by_the_first_reading(
    monkeypatch: pytest.MonkeyPatch, letter: str, status: str
) -> None:
    from tests.june_six.fighting import ground

    table(monkeypatch, attacker=(("B", "dis-1"), ("D", "reduced")))
    on = ground(beaches={HERE: "sword"})
    placed = ((unit("ge-1", cohesion=5), SOUTH), (unit("us-1", cohesion=3), HERE))
    facts = {("engineers", HERE): "held"}
    at = fight(*placed, on=on, side="german", facts=facts, options={"engineers-cohesion": letter})
    assert where(attack(at, ("ge-1",)), "ge-1") == [status]
