"""Section 11.2: what an attack out of several hexes makes the attacker attack too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from adjudicator.dark_summer.r11_attack import Attack, round_debts
from adjudicator.dark_summer.r11_mandatory import cover, debts, duties
from adjudicator.game import legal
from adjudicator.position import Position
from counters.catalog import Unit
from maps.board import Board
from tests.dark_summer.build import unit
from tests.dark_summer.fighting import battle, ground, notes
from tests.playing import play, reasons, rules

# Figure 4: the stacks X, Y and Z round hex B; A is a Strongpoint, C a City, D in the ZOC of Z.
X, Y, Z, Z2 = (unit(f"br-{n}", factor=9) for n in ("x", "y", "z", "z2"))
B, C, D = (unit(f"ge-{n}", factor=5) for n in "bcd")
A = unit("ge-a", "strongpoint", steps=1)
CITY = ground(terrain={"3904": "city"})


def figure(*extra: tuple[Unit, str], on: Board = CITY, **more: Any) -> Position:
    placed = [(X, "3804"), (Y, "3704"), (Z, "3705"), (Z2, "3705")]
    germans = [(A, "3703"), (B, "3805"), (C, "3904"), (D, "3706")]
    return battle("combat", "british", *placed, *germans, *extra, on=on, **more)


def bound(state: Position, target: str, *units: str) -> list[str]:
    return [d.hex for d in duties(state, target, units) if d.binds]


def excuses(state: Position, target: str, units: Iterable[str]) -> dict[str, str]:
    return {d.hex: d.excuse for d in duties(state, target, units) if not d.binds}


# --- the examples of Figure 4 ---------------------------------------------------------------------------


def test_figure_4_a_single_stack_brings_no_mandatory_attack() -> None:
    """ds-ex-10a."""
    state = figure()
    assert duties(state, "3805", ("br-z", "br-z2")) == ()
    assert rules(state, Attack("3805", ("br-z", "br-z2"))) == set()
    assert "a single stack attacks" in notes(state, Attack("3805", ("br-z",)))


def test_figure_4_three_stacks_bring_one() -> None:
    """ds-ex-10b: D must be attacked by a unit of Z; A and C need not be."""
    state = figure()
    units = ("br-x", "br-y", "br-z")
    assert bound(state, "3805", *units) == ["3706"]
    found = excuses(state, "3805", units)
    assert found["3703"] == "a Strongpoint is there"
    assert found["3904"] == "it is a City hex"
    assert rules(state, Attack("3805", units)) == set()
    assert "br-z2 can still attack 3706" in notes(state, Attack("3805", units))
    everyone = Attack("3805", (*units, "br-z2"))
    assert rules(state, everyone) == {"11.2"}
    assert "no unit is left" in reasons(state, everyone)


# --- what need not be attacked --------------------------------------------------------------------------


def test_hexes_across_a_major_river() -> None:
    river = ground(terrain={"3904": "city"}, sides={"3705/3706": "major-river"}, roads=["3705/3706"])
    state = figure(on=river)
    assert excuses(state, "3805", ("br-x", "br-z"))["3706"].startswith("a Major River")


def test_stacks_of_battalions_only() -> None:
    tiger = unit("ge-t", "armor", size="battalion", marks=("tiger",))
    state = battle("combat", "british", (X, "3804"), (Z, "3705"), (B, "3805"), (tiger, "3706"))
    assert excuses(state, "3805", ("br-x", "br-z")) == {"3706": "only battalions are there"}
    joined = battle("combat", "british", (X, "3804"), (Z, "3705"), (B, "3805"), (tiger, "3706"), (D, "3706"))
    assert bound(joined, "3805", "br-x", "br-z") == ["3706"]


@pytest.mark.parametrize("letter", ["C", "W", "S"])
def test_germans_owe_nothing_in_c_w_and_s_hexes(letter: str) -> None:
    on = ground(letters={"3706": letter})
    state = battle("combat", "german", (B, "3804"), (C, "3705"), (X, "3805"), (Z, "3706"), on=on)
    assert "C, W and S" in excuses(state, "3805", ("ge-b", "ge-c"))["3706"]


def test_germans_owe_nothing_in_an_open_beach() -> None:
    state = battle("combat", "german", (B, "3903"), (C, "3904"), (X, "4004"), (Z, "4003"))
    assert excuses(state, "4004", ("ge-b", "ge-c"))["4003"] == "it is an Open Beach"


def test_what_was_attacked_before_counts() -> None:
    done = figure(hex_attacked__3706=True)
    assert excuses(done, "3805", ("br-x", "br-z"))["3706"] == "it has been attacked this Round"
    beaten: dict[str, Any] = {"retreated__ge-d": True}
    gone = figure(**beaten)
    assert "retreated" in excuses(gone, "3805", ("br-x", "br-z"))["3706"]


def test_battalions_that_attack_bring_nothing_unless_their_stack_does() -> None:
    ranger = unit("br-c", "special-forces", size="battalion")
    placed = [(X, "3804"), (ranger, "3705"), (Z, "3705"), (B, "3805"), (D, "3706")]
    state = battle("combat", "british", *placed)
    assert not bound(state, "3805", "br-x", "br-c")
    stack = battle("combat", "british", *placed, options={"stack-zoc": "B"})
    assert bound(stack, "3805", "br-x", "br-c") == ["3706"]


# --- across the Boundary (trap 48) ----------------------------------------------------------------------


def test_a_duty_that_cannot_be_met_forbids_the_attack() -> None:
    near, far = unit("br-1", factor=9), unit("br-2", factor=9)
    state = battle("combat", "british", (near, "3506"), (far, "3606"), (B, "3505"), (D, "3406"))
    assert bound(state, "3505", "br-1", "br-2") == ["3406"]
    assert rules(state, Attack("3505", ("br-1", "br-2"))) == {"11.2"}
    assert rules(state, Attack("3505", ("br-1",))) == set()


# --- what is owed ---------------------------------------------------------------------------------------


def attacked() -> Position:
    state = figure()
    return settle(play(state, Attack("3805", ("br-x", "br-y", "br-z")), 1))


def settle(state: Position) -> Position:
    while state.decision is not None:
        state = play(state, next(iter(legal(state))))
    return state


def test_the_round_does_not_end_before_it_is_paid() -> None:
    state = attacked()
    assert debts(state) == ("3706",)
    assert [v.rule for v in round_debts(state)] == ["11.2"]
    paid = settle(play(state, Attack("3706", ("br-z2",)), 1))
    assert round_debts(paid) == ()


def test_no_other_attack_takes_the_unit_that_must_pay() -> None:
    state = figure((unit("ge-e", size="battalion"), "3606"))
    owing = settle(play(state, Attack("3805", ("br-x", "br-y", "br-z")), 1))
    assert rules(owing, Attack("3606", ("br-z2",))) == {"11.2"}
    assert rules(owing, Attack("3706", ("br-z2",))) == set()


def test_what_nobody_can_attack_any_more_is_not_owed() -> None:
    state = attacked()
    draft = state.draft()
    draft.place("br-z2", "eliminated")
    assert debts(draft.finish()) == ("3706",)
    assert round_debts(draft.finish()) == ()
    gone = state.draft()
    gone.place("ge-d", "eliminated")
    assert debts(gone.finish()) == ()


def test_two_duties_need_two_units() -> None:
    able = {("1", "a"), ("1", "b"), ("2", "a")}
    assert dict(cover(["a", "b"], ["1", "2"], lambda u, h: (u, h) in able)) == {"a": "2", "b": "1"}
    assert len(cover(["a", "b"], ["1"], lambda u, h: (u, h) in able)) == 1
