"""Section 11.3.6: who loses the steps."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.dark_summer.r11_losses import TakeStepLosses, allocations, capacity
from adjudicator.dark_summer.r11_resolve import Combat, begin
from adjudicator.position import Position
from counters.catalog import Unit
from tests.dark_summer.build import unit
from tests.dark_summer.fighting import battle
from tests.playing import decision, options, play, reasons, rules

US = unit("us-1", factor=5)
KG = unit("ge-kg", "mechanized", factor=4)
INFANTRY = unit("ge-914")
OTHER = unit("ge-916", factor=2)
OST = unit("ge-ost", "garrison", steps=1, marks=("ost",))


def losing(steps: int, *defenders: tuple[Unit, str]) -> Position:
    """The defenders of 3306 must lose steps."""
    state = battle("combat", "us", (US, "3305"), *defenders)
    draft = state.draft()
    begin(draft, Combat("3306", ("us-1",), stage="defender", defender_losses=steps))
    return draft.finish()


def take(*losses: tuple[str, int]) -> TakeStepLosses:
    return TakeStepLosses(losses)


def test_capacity_counts_the_steps_that_are_left() -> None:
    state = battle("combat", "us", (KG, "3306"), (INFANTRY, "3306 reduced"), (OST, "3306"))
    assert capacity(state.units_in("3306")) == 4


def test_the_owner_shares_a_step() -> None:
    state = losing(1, (KG, "3306"), (INFANTRY, "3306"))
    assert decision(state) == "step-losses"
    assert state.decision is not None
    assert state.decision.player == "german"
    after = play(state, take(("ge-kg", 1)))
    assert after.pieces["ge-kg"].status == "reduced"
    assert after.pieces["ge-914"].status == "full"
    assert not after.pending


def test_a_single_way_needs_no_answer() -> None:
    after = losing(1, (INFANTRY, "3306"))
    assert after.pieces["ge-914"].status == "reduced"
    assert losing(2, (INFANTRY, "3306")).pieces["ge-914"].space == "eliminated"


def test_an_excess_is_disregarded() -> None:
    after = losing(9, (INFANTRY, "3306"), (OST, "3306"))
    assert {p.space for p in after.pieces.values() if p.side == "german"} == {"eliminated"}


@pytest.mark.parametrize(
    ("losses", "legal"),
    [
        ((("ge-kg", 1), ("ge-914", 1)), True),
        ((("ge-kg", 1), ("ge-916", 1)), True),
        ((("ge-kg", 1), ("ge-ost", 1)), False),
        ((("ge-kg", 2),), False),
        ((("ge-914", 2),), False),
    ],
)
def test_nothing_dies_while_a_two_step_unit_is_full(losses: tuple[tuple[str, int], ...], legal: bool) -> None:
    state = losing(2, (KG, "3306"), (INFANTRY, "3306"), (OTHER, "3306"), (OST, "3306"))
    assert rules(state, take(*losses)) == (set() if legal else {"11.3.6"})
    if not legal:
        assert "at full strength" in reasons(state, take(*losses))


def test_once_all_are_reduced_anything_may_go() -> None:
    state = losing(3, (KG, "3306"), (INFANTRY, "3306"), (OST, "3306"))
    found = {a.losses for a in options(state, TakeStepLosses) if isinstance(a, TakeStepLosses)}
    assert found == {
        (("ge-914", 1), ("ge-kg", 1), ("ge-ost", 1)),
        (("ge-914", 2), ("ge-kg", 1)),
        (("ge-914", 1), ("ge-kg", 2)),
    }


@pytest.mark.parametrize(
    ("losses", "word"),
    [
        ((("ge-kg", 1),), "2 steps are to be lost"),
        ((("us-1", 1), ("ge-kg", 1)), "not involved"),
        ((("ge-kg", 3),), "can lose 1 to 2"),
        ((("ge-kg", 1), ("ge-kg", 1)), "named twice"),
    ],
)
def test_what_is_no_answer(losses: tuple[tuple[str, int], ...], word: str) -> None:
    state = losing(2, (KG, "3306"), (INFANTRY, "3306"), (OTHER, "3306"))
    assert word in reasons(state, take(*losses))


def test_units_that_are_alike_are_listed_once() -> None:
    state = losing(1, (INFANTRY, "3306"), (unit("ge-915"), "3306"), (unit("ge-916"), "3306"))
    assert len(options(state, TakeStepLosses)) == 1
    pieces = state.units_in("3306")
    assert len(list(allocations(state, pieces, 2))) == 1
    assert rules(state, take(("ge-916", 1))) == set()


def test_every_option_is_legal_and_every_legal_answer_has_its_like() -> None:
    state = losing(3, (KG, "3306"), (INFANTRY, "3306 reduced"), (OST, "3306"))
    ways = options(state, TakeStepLosses)
    assert len(ways) == len(list(allocations(state, state.units_in("3306"), 3)))


def test_what_is_listed_is_what_check_allows_among_units_that_differ() -> None:
    defenders = ((KG, "3306"), (INFANTRY, "3306 reduced"), (OTHER, "3306"), (OST, "3306"))
    for steps in range(1, 7):
        state = losing(steps, *defenders)
        uids = sorted(p.uid for p in state.units_in("3306"))
        shares = itertools.product(range(3), repeat=len(uids)) if state.pending else ()
        every = (tuple((u, n) for u, n in zip(uids, share, strict=True) if n) for share in shares)
        legal = {losses for losses in every if not rules(state, take(*losses))}
        found = {tuple(sorted(a.losses)) for a in options(state, TakeStepLosses)}
        assert found == legal, steps


def test_the_choice_of_an_army_is_found_at_once() -> None:
    """Of thirty units, no two of them alike, fifteen steps can be taken in 155 million ways."""
    army = [(unit(f"ge-{n}", factor=n), "3306") for n in range(1, 31)]
    state = losing(15, *army)
    assert decision(state) == "step-losses"
    first = next(iter(allocations(state, state.units_in("3306"), 15)))
    assert [steps for _, steps in first] == [1] * 15
    assert len(next(iter(allocations(state, state.units_in("3306"), 31)))) == 30


def test_the_attacker_loses_among_the_attackers_flak_too() -> None:
    flak = unit("ge-flak", "flak", factor=0, df=4, reduced_df=2)
    state = battle("combat", "german", (KG, "3306"), (flak, "3306"), (INFANTRY, "3306"), (US, "3305"))
    draft = state.draft()
    begin(draft, Combat("3305", ("ge-kg", "ge-flak"), stage="attacker", attacker_losses=1))
    asked = draft.finish()
    assert rules(asked, take(("ge-flak", 1))) == set()
    assert rules(asked, take(("ge-914", 1))) == {"11.3.6"}
