"""Sections 10.3 to 10.3.2."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r10_withdrawal import (
    HANDLERS,
    Withdraw,
    end_hexes,
    is_held,
    nearest_sources,
    withdrawal_ruling,
)
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from maps.board import Board
from tests.dark_summer.build import board, hexes, unit
from tests.dark_summer.moving import situation
from tests.playing import barred, done, look

UTAH: dict[Key, Fact] = {("beach", "2403"): "open"}
BLOCK = hexes(18, 28, 2, 10)
PLAIN = board(BLOCK)
GERMAN = unit("ge-1058")
# US units east and north of 2206, so that every hex around it is held or in a ZOC.
RING = [(unit(f"us-{n}"), space) for n, space in enumerate(["2205", "2306", "2106"])]


def german(*placed: tuple[Unit, str], on: Board = PLAIN, **more: object) -> Position:
    facts = {**UTAH, **more.pop("facts", {})}  # type: ignore[dict-item]
    return situation(on, *placed, group="german", facts=facts, **more)  # type: ignore[arg-type]


def surrounded(**more: object) -> Position:
    return german((GERMAN, "2206"), *RING, **more)  # type: ignore[arg-type]


def test_example_9_only_farther_from_the_nearest_source_and_away_from_enemies() -> None:
    here = surrounded()
    piece = here.pieces["ge-1058"]
    assert nearest_sources(here, piece) == ("2403",)
    ends = end_hexes(here, piece)
    assert ends
    assert "2208" in ends
    for to in ends:
        assert not barred(here, Withdraw("ge-1058", to))
    assert barred(here, Withdraw("ge-1058", "2204"))  # nearer, and next to enemies


def test_it_moves_two_hexes_through_zocs_and_takes_them() -> None:
    here = done(surrounded(), Withdraw("ge-1058", "2208"))
    assert here.pieces["ge-1058"].space == "2208"
    assert here.text("control", "2207") == "german"
    assert here.flag("moved", "ge-1058")
    assert barred(here, Withdraw("ge-1058", "2210"))


@pytest.mark.parametrize("to", ["2207", "2209", "2009", "9999", "cherbourg"])
def test_exactly_two_hexes_away_on_the_map(to: str) -> None:
    assert set(barred(surrounded(), Withdraw("ge-1058", to))) <= {"10.1", "10.3.1", "10.4.1"}
    assert barred(surrounded(), Withdraw("ge-1058", to))


def test_next_to_no_enemy_unit_battalions_included() -> None:
    ranger = (unit("us-r", "special-forces", size="battalion"), "2308")
    assert barred(german((GERMAN, "2206"), *RING, ranger), Withdraw("ge-1058", "2208")) == ["10.3.1"]


def test_a_unit_that_can_move_may_not() -> None:
    here = german((GERMAN, "2206"), RING[0])
    assert not is_held(here, here.pieces["ge-1058"])
    assert "10.3" in barred(here, Withdraw("ge-1058", "2208"))


def test_terrain_alone_does_not_hold_a_unit() -> None:
    walls = dict.fromkeys(["2205", "2207", "2105", "2106", "2305", "2306"], "flooded")
    here = german((GERMAN, "2206"), on=board(BLOCK, terrain=walls))
    assert not is_held(here, here.pieces["ge-1058"])


def test_strongpoints_boxes_and_the_reserve_do_not_withdraw() -> None:
    strong = unit("ge-sp", "strongpoint", steps=1, mf=None)
    here = german((strong, "2206"), (GERMAN, "cherbourg"), (unit("ge-2"), "turn-track"))
    for uid in ("ge-sp", "ge-1058", "ge-2", "ge-nobody"):
        assert barred(here, Withdraw(uid, "2208"))


# --- Rounds -------------------------------------------------------------------------------------------------


def test_not_in_a_combined_action_round() -> None:
    enemies = [(unit(f"ge-{n}"), space) for n, (_, space) in enumerate(RING)]
    for kind, expected in (("move", False), ("combined", True)):
        here = situation(PLAIN, (unit("us-9"), "2206"), *enemies, group="us", kind=kind)
        assert ("10.3" in barred(here, Withdraw("us-9", "2208"))) is expected


@pytest.mark.parametrize(("choice", "legal"), [("A", False), ("B", True)])
def test_in_a_reaction_by_the_optional_rule(choice: str, legal: bool) -> None:
    here = surrounded(
        kind="reaction",
        facts={("active", "ge-1058"): True},
        options={"reaction-withdrawal": choice},
    )
    assert (not barred(here, Withdraw("ge-1058", "2208"))) is legal
    assert bool(list(HANDLERS[0].options(here))) is legal


def test_only_active_units_withdraw_in_a_reaction() -> None:
    here = surrounded(kind="reaction", options={"reaction-withdrawal": "B"})
    assert "9.3.4" in barred(here, Withdraw("ge-1058", "2208"))


# --- the way ------------------------------------------------------------------------------------------------


def test_vehicles_need_a_bridge_and_flooded_hexes_stop_all() -> None:
    sides = {"2207/2208": "major-river"}
    on = board(BLOCK, sides=sides, terrain={"2107": "flooded", "2307": "flooded"})
    panzer = unit("ge-1058", "armor")
    assert "10.2" in barred(german((panzer, "2206"), *RING, on=on), Withdraw("ge-1058", "2208", "2207"))
    assert not barred(german((GERMAN, "2206"), *RING, on=on), Withdraw("ge-1058", "2208", "2207"))
    assert "10.3.1" in barred(surrounded(), Withdraw("ge-1058", "2208", "2205"))


def test_the_owner_names_the_hex_between_when_it_matters() -> None:
    here = german((GERMAN, "2206"), *RING[:2], (unit("us-2"), "2006"))
    assert end_hexes(here, here.pieces["ge-1058"])["2107"] == ("2106", "2207")
    for via in ("2106", "2207"):
        after = done(here, Withdraw("ge-1058", "2107", via))
        assert after.pieces["ge-1058"].space == "2107"
        assert ("control", via) not in after.facts  # German from the start


@pytest.mark.parametrize(("reading", "legal"), [("A", False), ("B", True)])
def test_what_else_binds_a_withdrawal(reading: str, legal: bool) -> None:
    enemies = [(unit(f"ge-{n}"), space) for n, (_, space) in enumerate(RING)]
    here = situation(
        PLAIN, (unit("us-9"), "2206"), *enemies, group="us",
        facts={("exit-marker", "2207"): "british"}, options={"withdrawal-path": reading},
    )  # fmt: skip
    assert (not barred(here, Withdraw("us-9", "2208", "2207"))) is legal
    assert "10.1" in barred(here, Withdraw("us-9", "2204", "2205"))


def test_germans_do_not_withdraw_into_c_w_and_s_hexes() -> None:
    on = board(BLOCK, letters={"2208": "W"})
    assert barred(surrounded(on=on), Withdraw("ge-1058", "2208")) == ["10.1"]


# --- sources ------------------------------------------------------------------------------------------------


def test_allied_units_withdraw_from_german_sources() -> None:
    enemies = [(unit(f"ge-{n}"), space) for n, (_, space) in enumerate(RING)]
    on = board(BLOCK, letters={"2210": "E"})
    here = situation(on, (unit("us-9"), "2206"), *enemies, group="us")
    assert nearest_sources(here, here.pieces["us-9"]) == ("2210",)
    assert barred(here, Withdraw("us-9", "2208")) == ["10.3.1"]
    none = situation(PLAIN, (unit("us-9"), "2206"), *enemies, group="us")
    assert nearest_sources(none, none.pieces["us-9"]) == ()
    assert not barred(none, Withdraw("us-9", "2208"))


@pytest.mark.parametrize(("reading", "legal"), [("A", True), ("B", False)])
def test_two_sources(reading: str, legal: bool) -> None:
    enemies = [(unit(f"ge-{n}"), space) for n, (_, space) in enumerate(RING)]
    on = board(BLOCK, letters={"2203": "E", "2210": "E"})
    here = situation(on, (unit("us-9"), "2206"), *enemies, group="us", options={"withdrawal-source": reading})
    assert nearest_sources(here, here.pieces["us-9"]) == ("2203",)
    assert (not barred(here, Withdraw("us-9", "2208"))) is legal


def test_the_reasoning_names_the_source_and_options_are_legal() -> None:
    here = surrounded()
    assert any("2403" in s.text for s in look(here, Withdraw("ge-1058", "2208")).steps)
    options = list(HANDLERS[0].options(here))
    assert options
    assert not [o for o in options if barred(here, o)]
    assert not list(HANDLERS[0].options(surrounded(kind="combat")))


def test_a_ruling_lists_the_hexes_or_every_reason() -> None:
    ruling = withdrawal_ruling(surrounded(), "ge-1058")
    assert ruling.ok
    assert ruling.answer["hexes"] == list(end_hexes(surrounded(), surrounded().pieces["ge-1058"]))
    assert withdrawal_ruling(surrounded(), "ge-1058", to="2208").verdict == "ge-1058 may withdraw to 2208."
    no = withdrawal_ruling(surrounded(), "ge-1058", to="2204")
    assert not no.ok
    assert {"10.1", "10.3.1"} <= set(no.rules)
    free = withdrawal_ruling(german((GERMAN, "2206")), "ge-1058")
    assert free.verdict == "ge-1058 may not withdraw."


def test_a_unit_without_any_hex_to_go_to() -> None:
    walls = board(BLOCK, terrain=dict.fromkeys(["2207", "2105", "2305"], "flooded"))
    ruling = withdrawal_ruling(surrounded(on=walls), "ge-1058")
    assert [v.rule for v in ruling.violations] == ["10.3.1"]
    in_box = withdrawal_ruling(german((GERMAN, "cherbourg")), "ge-1058")
    assert not in_box.ok


def test_reading_b_still_respects_enemy_units_and_rivers() -> None:
    here = surrounded(options={"withdrawal-path": "B"})
    assert "10.1" in barred(here, Withdraw("ge-1058", "2204", "2205"))
    assert not barred(here, Withdraw("ge-1058", "2208", "2207"))
    shore = german((GERMAN, "2404"), options={"withdrawal-path": "B"})
    assert "approach-2403" not in end_hexes(shore, shore.pieces["ge-1058"])


def test_a_hex_at_another_distance_is_refused_for_that_and_no_way_is_looked_for() -> None:
    texts = [v.text for v in look(surrounded(), Withdraw("ge-1058", "2207")).violations]
    assert "2207 is 1 hex away, not two" in texts
    assert not any("occupied" in t or "Impassable" in t for t in texts)
