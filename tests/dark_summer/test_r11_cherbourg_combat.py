"""Section 11.7: the action of Cherbourg Combat."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer import r13_supply
from adjudicator.dark_summer.r11_attack import round_debts
from adjudicator.dark_summer.r11_cherbourg_combat import CherbourgCombat, must_fight
from adjudicator.dark_summer.r11_losses import TakeStepLosses
from adjudicator.dark_summer.r11_support_choice import CommitSupport
from adjudicator.position import Position
from counters.catalog import Unit
from tests.dark_summer.build import unit
from tests.dark_summer.fighting import battle, ground
from tests.playing import decision, options, play, reasons, rules

BOX = "cherbourg"
US = unit("us-1", factor=6)
GARRISON = unit("ge-g", "garrison", factor=3, size="regiment")
RESERVE = (unit("ge-r"), "3510")
C_HEX = ground(letters={"3302": "C"})


def inside(*placed: tuple[Unit, str], kind: str = "combat", group: str = "us", **more: Any) -> Position:
    options = {k.removeprefix("o_").replace("_", "-"): str(more.pop(k)) for k in list(more) if k[:2] == "o_"}
    return battle(kind, group, *placed, RESERVE, on=C_HEX, options=options, **more)


def fighting(factor: int = 6, **more: Any) -> Position:
    return inside((unit("us-1", factor=factor), BOX), (GARRISON, BOX), **more)


def test_it_is_fought_in_a_us_combat_round_once() -> None:
    state = fighting()
    assert rules(state, CherbourgCombat()) == set()
    after = play(state, CherbourgCombat())
    assert after.flag("cherbourg-fought")
    done = play(after, 1)
    assert rules(done, CherbourgCombat()) == {"11.7"}
    assert not options(done, CherbourgCombat)


@pytest.mark.parametrize(("kind", "group"), [("combined", "us"), ("combat", "british"), ("combat", "german")])
def test_in_no_other_round(kind: str, group: str) -> None:
    state = fighting(kind=kind, group=group)
    assert rules(state, CherbourgCombat())
    assert not must_fight(state)


def test_units_must_be_in_supply() -> None:
    state = fighting(beach__3303="closed")
    assert "Out of Supply" in reasons(state, CherbourgCombat())
    assert not must_fight(state)
    assert not r13_supply.in_supply(state, "us-1")


def test_below_1_1_it_may_not_be_fought() -> None:
    state = fighting(factor=2)
    assert "1-1" in reasons(state, CherbourgCombat())
    assert not must_fight(state)
    assert round_debts(state) == ()


def test_at_1_1_it_must_be_fought_before_the_round_ends() -> None:
    state = fighting(factor=3)
    assert must_fight(state)
    assert [v.rule for v in round_debts(state)] == ["11.7"]
    assert round_debts(play(state, CherbourgCombat(), 1)) == ()


def test_support_may_bring_it_to_1_1_but_does_not_compel() -> None:
    state = fighting(factor=2, turn=3)
    assert rules(state, CherbourgCombat()) == set()
    assert not must_fight(state)
    assert must_fight(fighting(factor=2, turn=3, o_cherbourg_must="B"))
    asked = play(state, CherbourgCombat())
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.player) == ("support", "allied")
    assert rules(asked, CommitSupport()) == {"11.7"}
    assert rules(asked, CommitSupport(("td-1", "td-2"))) == {"12.4"}
    assert rules(asked, CommitSupport(("naval-us",))) != set()
    assert decision(play(asked, CommitSupport(("td-1",)))) == "roll"


@pytest.mark.parametrize(
    ("die", "us", "german"), [(1, "reduced", "full"), (4, "reduced", "reduced"), (5, "full", "reduced")]
)
def test_the_table_brings_losses(die: int, us: str, german: str) -> None:
    asked = play(fighting(factor=6), CherbourgCombat())
    assert asked.decision is not None
    assert asked.decision.data["combat"]["column"] == "2-1"
    state = play(asked, die)
    assert (state.pieces["us-1"].status, state.pieces["ge-g"].status) == (us, german)
    assert not state.number("cherbourg-taken-turn")


def test_losses_that_empty_the_box_capture_cherbourg() -> None:
    state = play(fighting(factor=6), CherbourgCombat(), 6)
    assert state.number("cherbourg-taken-turn") == 1


def test_the_owner_chooses_among_several_units() -> None:
    state = inside((US, BOX), (unit("us-2", factor=2), BOX), (GARRISON, BOX))
    after = play(state, CherbourgCombat(), 1)
    assert decision(after) == "step-losses"
    assert rules(after, TakeStepLosses((("us-2", 1),))) == set()


def test_a_capture_gives_control_and_ends_the_matter() -> None:
    state = play(fighting(factor=30, turn=2, weather="storm"), CherbourgCombat(), CommitSupport(), 6)
    assert state.pieces["ge-g"].space == "eliminated"
    assert state.number("cherbourg-taken-turn") == 2
    assert "control Cherbourg already" in reasons(state, CherbourgCombat())


def test_hidden_garrisons_are_revealed() -> None:
    hidden = unit("ge-sp-hidden-1", "strongpoint", factor=None, steps=1, marks=("hidden",))
    counter = unit("ge-sp-2", "strongpoint", factor=2, steps=1)
    state = inside((US, BOX), (hidden, BOX), (counter, "turn-track"))
    after = play(state, CherbourgCombat(), 1)
    assert after.pieces["ge-sp-2"].space == BOX
    assert decision(after) == "roll"


def test_a_hidden_unit_that_is_too_strong_calls_it_off() -> None:
    hidden = unit("ge-sp-hidden-1", "strongpoint", factor=None, steps=1, marks=("hidden",))
    counters = [(unit(f"ge-sp-{n}", "strongpoint", factor=n, steps=1), "turn-track") for n in (2, 7)]
    strict = inside((US, BOX), (hidden, BOX), *counters)
    assert rules(strict, CherbourgCombat()) == {"11.7"}
    state = inside((US, BOX), (hidden, BOX), *counters, o_cherbourg_hidden="B")
    after = play(state, CherbourgCombat(), 2)
    assert after.pieces["ge-sp-7"].space == BOX
    assert not after.pending
    assert after.flag("cherbourg-fought")


def test_an_empty_box_falls_without_a_roll() -> None:
    state = inside((US, BOX))
    assert play(state, CherbourgCombat()).number("cherbourg-taken-turn") == 1
    assert rules(inside((US, BOX), o_cherbourg_empty="B"), CherbourgCombat()) == {"11.7"}
    assert not must_fight(state)
    short = inside((US, BOX), beach__3303="closed")
    assert "Out of Supply" in reasons(short, CherbourgCombat())
