"""Sections 10.0 and 10.1 from bare numbers: prices, totals, every legal way, the cheapest ways."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.storm_over_normandy.r10_allocations import (
    PLAIN,
    Conditions,
    Lot,
    Taken,
    allocations,
    count_of_allocations,
    legal_totals,
    minimal,
    points,
    reachable,
)

BATTALION, REGIMENT = Lot(1, "battalion"), Lot(1, "regiment")
SPENT_BATTALION, SPENT_REGIMENT = Lot(1, "battalion", fresh=False), Lot(1, "regiment", fresh=False)
CARD = Conditions(no_elimination=True, flips_first=True)


def guns(*ratings: int) -> tuple[Lot, ...]:
    return tuple(Lot(1, "strongpoint", rating=r) for r in ratings)


def totals(*lots: Lot, given: Conditions = PLAIN) -> list[int]:
    bits = reachable(lots, given)
    return [t for t in range(bits.bit_length()) if bits >> t & 1]


def test_prices_of_a_battalion() -> None:  # SON-E11
    assert dict(BATTALION.levels) == {"": 0, "flip": 1, "retreat": 2, "eliminate": 3}
    assert dict(SPENT_BATTALION.levels) == {"": 0, "retreat": 1, "eliminate": 2}


def test_prices_of_a_regiment() -> None:  # SON-E12
    assert dict(REGIMENT.levels) == {"": 0, "flip": 1, "retreat": 3, "eliminate": 5}
    assert dict(SPENT_REGIMENT.levels) == {"": 0, "retreat": 2, "eliminate": 4}


@pytest.mark.parametrize(("rating", "price"), [(7, 1), (8, 2), (9, 3)])
def test_prices_of_strongpoints_by_their_fresh_rating(rating: int, price: int) -> None:
    assert dict(Lot(1, "strongpoint", rating=rating).levels) == {"": 0, "eliminate": price}


def test_points_that_cannot_be_applied_are_ignored() -> None:  # SON-E13
    assert list(allocations((BATTALION,), 5)) == [(("eliminate",),)]
    assert legal_totals(reachable((BATTALION,)), 5) == (3,)


def test_second_example_of_10_1() -> None:  # SON-E14
    two = (Lot(2, "regiment"),)
    assert minimal(two, 4) == ((("flip", "retreat"),), (("", "eliminate"),))


def test_third_example_of_10_1() -> None:  # SON-E15
    assert [taken[0][0] for taken in allocations((SPENT_REGIMENT,), 1)] == ["", "retreat", "eliminate"]
    assert minimal((SPENT_REGIMENT,), 1) == ((("",),),)


def test_final_example_of_10_1() -> None:  # SON-E16
    two = (Lot(2, "regiment"),)
    exact = [taken for taken in allocations(two, 5) if points(two, taken) == 5]
    assert exact == [(("", "eliminate"),)]
    assert minimal(two, 5) == ((("", "eliminate"),), (("retreat", "retreat"),))


def test_fire_attack_example() -> None:  # SON-E10
    lots = (SPENT_REGIMENT, REGIMENT)
    exact = [taken for taken in allocations(lots, 4) if points(lots, taken) == 4]
    assert exact == [(("eliminate",), ("",))]
    assert points(lots, (("retreat",), ("retreat",))) == 5
    assert (("retreat",), ("retreat",)) in minimal(lots, 4)


def test_less_than_can_be_applied_is_illegal() -> None:
    assert all(points((REGIMENT,), taken) >= 3 for taken in allocations((REGIMENT,), 3))
    assert legal_totals(reachable((REGIMENT,)), 2) == (1, 3, 5)


def test_the_largest_total_below_is_legal_only_where_the_damage_itself_cannot_be_paid() -> None:
    assert legal_totals(0b101011, 2) == (1, 3, 5)
    assert legal_totals(0b101011, 3) == (3, 5)
    assert legal_totals(0b101011, 9) == (5,)


def test_strongpoints_shield_the_others() -> None:
    lots = (*guns(8, 9), BATTALION)
    assert totals(*lots) == [0, 2, 3, 5, 6, 7, 8]
    for damage in range(1, 9):
        for taken in allocations(lots, damage):
            standing = any(not levels[0] for levels in taken[:2])
            assert not (standing and taken[2][0])


def test_damage_that_removes_no_strongpoint_is_wasted() -> None:
    lots = (*guns(9), BATTALION)
    assert minimal(lots, 2) == ((("",), ("",)),)


def test_invasion_example_of_area_25() -> None:  # SON-E22: prices 3 and 2, one strongpoint left
    lots = (*guns(9, 8, 7), BATTALION)
    exact = {taken for taken in allocations(lots, 5) if points(lots, taken) == 5}
    assert (("eliminate",), ("eliminate",), ("",), ("",)) in exact
    assert all(taken[3] == ("",) for taken in exact)


def test_invasion_example_of_area_18() -> None:  # SON-E25: five points remove all three
    assert list(allocations(guns(8, 8, 7), 5)) == [(("eliminate",), ("eliminate",), ("eliminate",))]


def test_last_attack_of_the_invasion_example() -> None:  # SON-E26
    lots = (*guns(7), BATTALION)
    exact = [taken for taken in allocations(lots, 3) if points(lots, taken) == 3]
    assert exact == [(("eliminate",), ("retreat",))]


# --- cards that eliminate nobody --------------------------------------------------------------------------


def test_a_card_flips_before_it_drives_back() -> None:
    lots = (REGIMENT, SPENT_BATTALION)
    assert totals(*lots, given=CARD) == [0, 1, 2, 3, 4]
    ways = list(allocations(lots, 2, CARD))
    assert (("flip",), ("retreat",)) in ways
    assert (("",), ("retreat",)) not in ways
    assert not any("eliminate" in levels for taken in ways for levels in taken)


def test_without_that_rule_the_card_still_eliminates_nobody() -> None:
    loose = Conditions(no_elimination=True)
    assert (("",), ("retreat",)) in list(allocations((REGIMENT, SPENT_BATTALION), 1, loose))
    assert totals(REGIMENT, given=loose) == [0, 1, 3]


def test_strongpoints_shield_from_such_a_card_or_not() -> None:
    lots = (*guns(7), BATTALION)
    assert list(allocations(lots, 3, CARD)) == [(("",), ("",))]
    open_card = Conditions(no_elimination=True, flips_first=True, shield=False)
    assert list(allocations(lots, 3, open_card)) == [(("",), ("retreat",))]


# --- against the plain definition -------------------------------------------------------------------------


def everything(lots: tuple[Lot, ...], given: Conditions) -> set[tuple[tuple[str, ...], ...]]:
    """All sound combinations, by trying every level for every unit."""
    words = [[word for word, _ in lot.levels] for lot in lots for _ in range(lot.count)]
    flat = [lot for lot in lots for _ in range(lot.count)]
    found = set()
    for levels in itertools.product(*words):
        pairs = list(zip(flat, levels, strict=True))
        standing = any(lot.kind == "strongpoint" and not word for lot, word in pairs)
        others = any(lot.kind != "strongpoint" and word for lot, word in pairs)
        unflipped = any(lot.kind != "strongpoint" and lot.fresh and not word for lot, word in pairs)
        if standing and others and given.shield:
            continue
        if given.no_elimination and "eliminate" in levels:
            continue
        if given.flips_first and unflipped and "retreat" in levels:
            continue
        found.add(grouped(lots, levels))
    return found


def grouped(lots: tuple[Lot, ...], levels: tuple[str, ...]) -> Taken:
    rest, found = list(levels), []
    for lot in lots:
        order = [word for word, _ in lot.levels]
        found.append(tuple(sorted(rest[: lot.count], key=order.index)))
        rest = rest[lot.count :]
    return tuple(found)


STACKS = [
    (Lot(2, "regiment"), SPENT_REGIMENT, BATTALION),
    (Lot(3, "battalion"), Lot(2, "regiment", fresh=False)),
    (*guns(7, 8, 9), REGIMENT, SPENT_BATTALION),
    (Lot(2, "strongpoint", rating=8), Lot(2, "battalion")),
    guns(8, 9),
]


@pytest.mark.parametrize("lots", STACKS)
@pytest.mark.parametrize("given", [PLAIN, CARD, Conditions(no_elimination=True, shield=False)])
def test_ways_are_just_the_legal_ones_each_once(lots: tuple[Lot, ...], given: Conditions) -> None:
    sound = everything(lots, given)
    sums = {points(lots, taken) for taken in sound}
    for damage in range(1, max(sums) + 3):
        under = [t for t in sums if t < damage]
        legal = {t for t in sums if t >= damage} | (set() if damage in sums else {max(under)})
        ways = list(allocations(lots, damage, given))
        assert len(ways) == len(set(ways))
        assert set(ways) == {taken for taken in sound if points(lots, taken) in legal}
        assert [points(lots, w) for w in ways] == sorted(points(lots, w) for w in ways)


def spares_more(lots: tuple[Lot, ...], one: Taken, other: Taken) -> bool:
    """Whether some pairing of alike units hits none more in `one` than in `other`, and one less."""
    if one == other:
        return False
    for lot, ours, theirs in zip(lots, one, other, strict=True):
        order = [word for word, _ in lot.levels]
        if any(order.index(a) > order.index(b) for a, b in zip(ours, theirs, strict=True)):
            return False
    return True


@pytest.mark.parametrize("lots", STACKS)
@pytest.mark.parametrize("given", [PLAIN, CARD, Conditions(no_elimination=True, shield=False)])
def test_minimal_ways_are_those_that_no_other_undercuts(lots: tuple[Lot, ...], given: Conditions) -> None:
    for damage in range(1, 14):
        ways = list(allocations(lots, damage, given))
        best = {w for w in ways if not any(spares_more(lots, other, w) for other in ways)}
        assert set(minimal(lots, damage, given)) == best


@pytest.mark.parametrize(
    "given", [PLAIN, Conditions(no_elimination=True), Conditions(True, True), Conditions(True, True, False)]
)
@pytest.mark.parametrize("damage", [1, 4, 9, 40])
def test_ways_are_as_many_when_counted_as_when_listed(damage: int, given: Conditions) -> None:
    for lots in (
        (BATTALION,),
        (REGIMENT, SPENT_REGIMENT, BATTALION),
        (*guns(8, 9), BATTALION, Lot(3, "regiment"), SPENT_REGIMENT),
        (*guns(7),),
        (Lot(3, "battalion"), Lot(2, "regiment", fresh=False), REGIMENT),
    ):
        listed = list(allocations(lots, damage, given))
        assert count_of_allocations(lots, damage, given) == len(listed) == len({*listed})
