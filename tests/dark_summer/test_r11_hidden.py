"""Section 11.5: units on their "?" side."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r11_hidden import ROLLS, hidden_among, mixture, pool, reveal
from adjudicator.dark_summer.r11_odds import odds
from adjudicator.errors import PositionError
from adjudicator.position import Draft, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(30, 40, 2, 10)
US = unit("us-16", factor=9)


def strongpoint(number: int, factor: int) -> Unit:
    return unit(f"ge-sp-{number}", "strongpoint", steps=1, factor=factor)


def ost(number: int, factor: int) -> Unit:
    return unit(f"ge-ost-{number}", "garrison", steps=1, factor=factor, marks=("ost",))


SP_Q = unit("ge-sp-hidden-1", "strongpoint", steps=1, factor=None, marks=("hidden",))
SP_Q2 = unit("ge-sp-hidden-2", "strongpoint", steps=1, factor=None, marks=("hidden",))
OST_Q = unit("ge-ost-hidden-1", "garrison", steps=1, factor=None, marks=("hidden", "ost"))
POOL = [strongpoint(1, 1), strongpoint(2, 2), strongpoint(3, 2), strongpoint(4, 3)]
OSTS = [ost(1, 0), ost(2, 1), ost(3, 1)]


def field(*placed: tuple[Unit, str], facts: dict[tuple[str, str], Any] | None = None) -> Position:
    waiting = [(u, "turn-track") for u in (*POOL, *OSTS)]
    given: dict[tuple[str, str], Any] = {("beach", "3303"): "open", **(facts or {})}
    return position(board(BLOCK, letters={"3610": "S"}), (US, "3304"), *placed, *waiting, facts=given)


def resolve(draft: Draft, *values: int) -> None:
    data = draft.settle().data
    ROLLS["reveal"].resolve(draft, data, values)


def test_the_pool_holds_what_has_not_been_revealed() -> None:
    here = field((SP_Q, "3305"), (strongpoint(9, 3), "3306"), (strongpoint(8, 3), "eliminated"))
    assert [p.uid for p in pool(here, "strongpoint")] == ["ge-sp-1", "ge-sp-2", "ge-sp-3", "ge-sp-4"]
    assert [p.uid for p in pool(here, "ost")] == ["ge-ost-1", "ge-ost-2", "ge-ost-3"]


def test_only_strongpoints_and_ost_battalions_hide() -> None:
    here = field((SP_Q, "3305"), (strongpoint(9, 3), "3305"), facts={("hidden", "ge-sp-9"): True})
    assert [p.uid for p in hidden_among(here, here.units_in("3305"))] == ["ge-sp-9", "ge-sp-hidden-1"]
    assert not hidden_among(here, here.units_in("3304"))


def test_one_unit_may_be_any_counter_of_the_pool() -> None:
    here = field((SP_Q, "3305"))
    found = {units[0].printed.df: ways for ways, units in mixture(here, here.units_in("3305"))}
    assert found == {1: 1, 2: 2, 3: 1}


def test_two_units_are_drawn_without_putting_back() -> None:
    here = field((SP_Q, "3305"), (SP_Q2, "3305"))
    cases = mixture(here, here.units_in("3305"))
    assert sum(ways for ways, _ in cases) == 4 * 3
    both = {tuple(u.printed.df for u in units): ways for ways, units in cases}
    assert both[2, 2] == 2
    assert (1, 1) not in both


def test_kinds_have_pools_of_their_own_and_the_zero_is_gone() -> None:
    here = field((SP_Q, "3305"), (OST_Q, "3305"))
    cases = mixture(here, here.units_in("3305"))
    assert sum(ways for ways, _ in cases) == 4 * 3
    assert sum(ways for ways, units in cases if len(units) == 1) == 4


def test_known_units_stay_as_they_are() -> None:
    here = field((strongpoint(9, 3), "3305"))
    assert mixture(here, here.units_in("3305")) == [(1, here.units_in("3305"))]


def test_face_down_counters_count_for_one_another() -> None:
    down = strongpoint(9, 3)
    here = field((down, "3305"), facts={("hidden", "ge-sp-9"): True})
    found = {units[0].printed.df: ways for ways, units in mixture(here, here.units_in("3305"))}
    assert found == {1: 1, 2: 2, 3: 2}


def test_an_empty_pool_is_a_defect_of_the_position() -> None:
    here = position(board(BLOCK), (US, "3304"), (SP_Q, "3305"))
    with pytest.raises(PositionError, match="no counter is left"):
        mixture(here, here.units_in("3305"))
    with pytest.raises(PositionError, match="no counter is left"):
        reveal(here.draft(), "ge-sp-hidden-1")


# --- odds -------------------------------------------------------------------------------------------------


def test_odds_are_mixed_over_what_the_defender_may_be() -> None:
    here = field((SP_Q, "3305"))
    answer = odds(here, "3305", ["us-16"]).answer
    assert answer["of"] == 4 * 6
    assert answer["columns"] == ["3-1", "4-1", "6-1"]
    single = [odds(field((strongpoint(9, n), "3305")), "3305", ["us-16"]).answer for n in (1, 2, 2, 3)]
    for key in ("cleared", "destroyed"):
        assert answer[key] == sum(a[key] for a in single)


def test_an_ost_battalion_of_zero_leaves_the_hex_empty() -> None:
    here = field((OST_Q, "3305"))
    ruling = odds(here, "3305", ["us-16"])
    assert ruling.answer["of"] == 3 * 6
    assert ruling.answer["results"]["-"] == 6
    assert any("nobody is left" in s.text for s in ruling.steps)


# --- revealing --------------------------------------------------------------------------------------------


def test_the_counter_that_is_drawn_takes_the_place() -> None:
    here = field((SP_Q, "3305"), facts={("attacked", "ge-sp-hidden-1"): True})
    draft = here.draft()
    draft.ask("allied", "combat", "11.3", defenders=["ge-sp-hidden-1"], nested={"ge-sp-hidden-1": 1})
    assert reveal(draft, "ge-sp-hidden-1", "us-16")
    top = draft.decision
    assert top is not None
    assert (top.player, top.data["dice"], top.rule) == ("dice", ["d4"], "11.5")
    assert "Strongpoint" in ROLLS["reveal"].why(draft, top.data) or "sp-hidden" in ROLLS["reveal"].why(
        draft, top.data
    )
    resolve(draft, 4)
    assert draft.pieces["ge-sp-4"].space == "3305"
    assert draft.pieces["ge-sp-hidden-1"].space == "withdrawn"
    assert draft.flag("attacked", "ge-sp-4")
    assert not draft.flag("attacked", "ge-sp-hidden-1")
    pending = draft.decision
    assert pending is not None
    assert pending.data == {"defenders": ["ge-sp-4"], "nested": {"ge-sp-4": 1}}


def test_the_zero_leaves_the_game_and_what_is_pending() -> None:
    draft = field((OST_Q, "3305")).draft()
    draft.ask("allied", "combat", "11.3", defenders=["ge-ost-hidden-1"], target="3305")
    reveal(draft, "ge-ost-hidden-1")
    resolve(draft, 1)
    assert draft.pieces["ge-ost-1"].space == "eliminated"
    assert not draft.units_in("3305")
    pending = draft.decision
    assert pending is not None
    assert pending.data == {"defenders": [], "target": "3305"}


def test_several_are_drawn_one_after_the_other() -> None:
    draft = field((SP_Q, "3305"), (SP_Q2, "3305"), (OST_Q, "3305")).draft()
    reveal(draft, "ge-sp-hidden-1", "ge-sp-hidden-2", "ge-ost-hidden-1")
    top = draft.decision
    assert top is not None
    assert top.data["dice"] == ["d4", "d3", "d3"]
    resolve(draft, 1, 1, 3)
    assert {p.uid for p in draft.units_in("3305")} == {"ge-sp-1", "ge-sp-2", "ge-ost-3"}


def test_face_down_counters_are_turned_over_without_a_roll() -> None:
    facts: dict[tuple[str, str], Any] = {("hidden", "ge-sp-9"): True, ("hidden", "ge-ost-9"): True}
    draft = field((strongpoint(9, 3), "3305"), (ost(9, 0), "3306"), facts=facts).draft()
    assert not reveal(draft, "ge-sp-9", "ge-ost-9")
    assert not draft.flag("hidden", "ge-sp-9")
    assert draft.pieces["ge-ost-9"].space == "eliminated"
    assert draft.decision is None


def test_a_number_beyond_the_pool_is_no_roll() -> None:
    here = field((SP_Q, "3305"), (SP_Q2, "3305"))
    data = {"units": ["ge-sp-hidden-1", "ge-sp-hidden-2"]}
    allowed = ROLLS["reveal"].allowed
    assert allowed is not None
    assert allowed(here, data, [4, 3]) == ""
    assert allowed(here, data, [4, 4]) == "only 3 counters are left in the pool"


def test_known_units_beside_hidden_ones() -> None:
    here = field((SP_Q, "3305"), (unit("ge-914"), "3305"))
    for _, units in mixture(here, here.units_in("3305")):
        assert [u.uid for u in units] == ["ge-914", "ge-sp-hidden-1"]
    assert odds(here, "3305", ["us-16"]).answer["of"] == 24


def test_a_hidden_strongpoint_that_attacks_is_mixed_too() -> None:
    here = field((SP_Q, "3305"), facts={("turn", ""): 2})
    answer = odds(here, "3304", ["ge-sp-hidden-1"]).answer
    assert answer["of"] == 24
    assert answer["columns"] == ["1-3", "1-5", "1-9"]


def test_a_unit_out_of_play_may_stay_unknown() -> None:
    here = position(board(BLOCK), (SP_Q, "eliminated"))
    draft = here.draft()
    assert not reveal(draft, "ge-sp-hidden-1")
    assert draft.decision is None
