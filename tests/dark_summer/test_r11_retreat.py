"""Section 11.3.7: two hexes towards the nearest Supply Source, and every exception."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r11_resolve import Combat, begin
from adjudicator.dark_summer.r11_retreat import Retreat, carry_out
from adjudicator.dark_summer.r11_retreat_paths import RetreatPaths, explain_paths, paths
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from counters.catalog import Unit
from maps.board import Board
from tests.dark_summer.build import board, unit
from tests.dark_summer.fighting import BLOCK, battle, ground
from tests.playing import decision, options, play, reasons, rules

HERE = "3306"


US = unit("us-1", factor=5)
INFANTRY = unit("ge-914")
KG = unit("ge-kg", "mechanized", factor=4)
STRONGPOINT = unit("ge-sp", "strongpoint", steps=1)


def beaten(*placed: tuple[Unit, str], on: Board | None = None, target: str = HERE, **more: Any) -> Position:
    """The defenders of a hex must retreat before us-1."""
    options = {k.removeprefix("o_").replace("_", "-"): str(more.pop(k)) for k in list(more) if k[:2] == "o_"}
    state = battle("combat", "us", (US, "3305"), *placed, on=on, options=options, **more)
    draft = state.draft()
    begin(draft, Combat(target, ("us-1",), stage="retreat", retreat=True))
    return draft.finish()


def ends(found: RetreatPaths) -> set[str]:
    return {p.hexes[-1] for p in found.legal}


def why(found: RetreatPaths, *hexes: str) -> tuple[str, str]:
    path = found.find(hexes)
    assert path is not None
    return path.reason


# --- direction ------------------------------------------------------------------------------------------


def test_both_hexes_lead_closer_to_the_nearest_source() -> None:
    state = beaten((INFANTRY, HERE))
    found = paths(state, "ge-914", from_hex=HERE)
    assert [a.hex for a in found.aims] == ["3513"]
    assert ends(found) == {"3308", "3408", "3507"}
    assert all(p.closer == 2 for p in found.legal)
    assert why(found, "3207", "3208")[0] == "11.3.7"
    assert "hexes of it that lead closer to 3513: 1" in why(found, "3207", "3208")[1]


def test_of_equally_near_sources_either_serves_for_both_hexes() -> None:
    two = ground(letters={"3113": "E"})
    found = paths(beaten((INFANTRY, HERE), on=two), "ge-914", from_hex=HERE)
    assert {a.hex for a in found.aims} == {"3113", "3513"}
    assert {"3107", "3308", "3507"} <= ends(found)
    assert "3206" not in {p.hexes[0] for p in found.legal}


def test_another_source_farther_away_does_not_count() -> None:
    far = ground(letters={"4013": "E"})
    assert ends(paths(beaten((INFANTRY, HERE), on=far), "ge-914", from_hex=HERE)) == {"3308", "3408", "3507"}


def test_other_directions_are_open_only_when_the_right_one_is_not() -> None:
    walls = ground(terrain=dict.fromkeys(["3307", "3407"], "flooded"))
    found = paths(beaten((INFANTRY, HERE), on=walls), "ge-914", from_hex=HERE)
    assert found.legal
    assert {p.closer for p in found.legal} == {1}
    assert ends(found) == {"3208"}


def test_with_the_other_reading_one_hex_closer_is_as_good_as_none() -> None:
    walls = ground(terrain=dict.fromkeys(["3307", "3407"], "flooded"))
    state = beaten((INFANTRY, HERE), on=walls, o_retreat_direction="B")
    assert {"3208", "3107"} <= ends(paths(state, "ge-914", from_hex=HERE))


def test_without_any_source_the_direction_is_free() -> None:
    bare = board(BLOCK)
    found = paths(beaten((INFANTRY, HERE), on=bare), "ge-914", from_hex=HERE)
    assert not found.aims
    assert {"3107", "3308", "3507"} <= ends(found)


def test_allied_units_retreat_towards_their_own_open_beaches() -> None:
    brits, germans = unit("br-1"), unit("ge-1")
    state = battle("combat", "german", (germans, "3607"), (brits, "3606"))
    found = paths(state, "br-1", from_hex="3606")
    assert [a.hex for a in found.aims] == ["4003"]
    us = battle("combat", "german", (germans, "3408"), (unit("us-2"), "3407"))
    assert [a.hex for a in paths(us, "us-2", from_hex="3407").aims] == ["3303"]


def test_us_units_from_brittany_retreat_to_the_beaches_too() -> None:
    south = ground(letters={"3313": "S"})
    state = battle(
        "combat", "german", (INFANTRY, "3310"), (unit("us-2"), "3311"), on=south, via_brittany__us_2=True
    )
    assert [a.hex for a in paths(state, "us-2", from_hex="3311").aims] == ["3303"]


# --- what a step may not do -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extra", "terrain", "sides", "word"),
    [
        ([], {"3307": "flooded"}, {}, "Impassable"),
        ([], {"3307": "sea"}, {}, "Impassable"),
        ([], {}, {"3306/3307": "sea"}, "Impassable"),
        ([(unit("us-2", "special-forces", size="battalion"), "3307")], {}, {}, "occupied by"),
        ([(unit("us-2"), "3308")], {}, {}, "in an enemy ZOC"),
    ],
)
def test_hexes_that_are_closed(
    extra: list[tuple[Unit, str]], terrain: dict[str, str], sides: dict[str, str], word: str
) -> None:
    state = beaten((INFANTRY, HERE), *extra, on=ground(terrain=terrain, sides=sides))
    found = paths(state, "ge-914", from_hex=HERE)
    assert word in why(found, "3307")[1]
    assert all(p.hexes[0] != "3307" for p in found.legal)


def test_a_friend_negates_the_zoc() -> None:
    friend = unit("ge-ost", "garrison", steps=1)
    state = beaten((INFANTRY, HERE), (unit("us-2"), "3207"), (friend, "3307"))
    found = paths(state, "ge-914", from_hex=HERE)
    alone = paths(beaten((INFANTRY, HERE), (unit("us-2"), "3207")), "ge-914", from_hex=HERE)
    assert "in an enemy ZOC" in why(alone, "3307")[1]
    assert any(p.hexes[0] == "3307" for p in found.legal)


@pytest.mark.parametrize(("piece", "stopped"), [(INFANTRY, False), (KG, True)])
@pytest.mark.parametrize("bridge", [False, True])
def test_vehicles_need_a_bridge_over_a_major_river(piece: Unit, stopped: bool, bridge: bool) -> None:
    rivers = ground(sides={"3306/3307": "major-river"}, roads=["3306/3307"] if bridge else [])
    found = paths(beaten((piece, HERE), on=rivers), piece.id, from_hex=HERE)
    assert any(p.hexes[0] == "3307" for p in found.legal) is not (stopped and not bridge)
    if stopped and not bridge:
        assert "without a bridge" in why(found, "3307")[1]


def test_it_ends_two_hexes_from_the_defending_hex() -> None:
    state = beaten((INFANTRY, HERE))
    assert rules(state, Retreat("ge-914", ("3307",))) == {"11.3.7"}
    assert rules(state, Retreat("ge-914", ("3307", "3407"))) == {"11.3.7"}
    assert "two hexes away" in reasons(state, Retreat("ge-914", ("3307", "3407")))
    assert rules(state, Retreat("ge-914", ())) == {"11.3.7"}
    assert rules(state, Retreat("ge-914", ("3307", "3308"))) == set()


def test_boxes_and_the_sea_are_no_hexes() -> None:
    state = battle("combat", "german", (INFANTRY, "4004"), (unit("br-1"), "4003"))
    found = paths(state, "br-1", from_hex="4003")
    assert "no hex of the map" in why(found, "approach-4003")[1]


def test_germans_stay_out_of_an_open_beach() -> None:
    state = battle("combat", "us", (US, "3306"), (INFANTRY, "3305"), on=board(BLOCK))
    found = paths(state, "ge-914", from_hex="3305")
    assert why(found, "3304", "3303")[0] == "11.9"


@pytest.mark.parametrize(("letter", "stopped"), [("A", True), ("B", False)])
def test_an_exit_marker_of_the_other_group_stops_a_retreat(letter: str, stopped: bool) -> None:
    placed = [(INFANTRY, "3606"), (unit("br-1"), "3605")]
    state = battle(
        "combat", "german", *placed, exit_marker__3604="us", options={"exit-marker-combat": letter}
    )
    found = paths(state, "br-1", from_hex="3605")
    if stopped:
        assert why(found, "3604")[0] == "10.1"
    else:
        assert found.find(("3604",)) is None  # it goes on from there


@pytest.mark.parametrize(("letter", "aim"), [("A", "3306"), ("B", "3513")])
def test_out_of_a_supply_source_itself(letter: str, aim: str) -> None:
    source = ground(letters={HERE: "E"})
    found = paths(beaten((INFANTRY, HERE), on=source, o_retreat_from_source=letter), "ge-914", from_hex=HERE)
    assert [a.hex for a in found.aims] == [aim]
    assert ("3107" in ends(found)) is (letter == "A")


# --- Open Beaches ---------------------------------------------------------------------------------------


def test_allied_units_may_stop_in_an_open_beach() -> None:
    state = battle("combat", "german", (INFANTRY, "3305"), (unit("us-2"), "3304"))
    found = paths(state, "us-2", from_hex="3304")
    assert [p.hexes for p in found.legal if len(p.hexes) == 1] == [("3303",)]


@pytest.mark.parametrize(("reading", "onward"), [("A", True), ("B", False)])
def test_they_can_ignore_the_second_hex_and_need_not(reading: str, onward: bool) -> None:
    piece = unit("us-9", factor=3)
    facing = (unit("ge-1", factor=9), "3305")
    state = battle("combat", "german", (piece, "3304"), facing, options={"beach-retreat": reading})
    found = paths(state, "us-9", from_hex="3304")
    assert found.legal[0].hexes == ("3303",)
    assert (("3303", "3203") in {p.hexes for p in found.legal}) is onward
    assert ("3404", "3403") not in {p.hexes for p in found.legal}


def test_but_must_observe_its_stacking_limit() -> None:
    full = [(unit(f"us-{n}"), "3303") for n in range(10, 14)]
    state = battle("combat", "german", (INFANTRY, "3305"), (unit("us-2"), "3304"), *full)
    found = paths(state, "us-2", from_hex="3304")
    assert why(found, "3303")[0] == "11.9"


# --- Lettered hexes and C hexes -------------------------------------------------------------------------


def test_germans_avoid_ending_in_c_w_and_s_hexes_where_the_direction_allows() -> None:
    lettered = ground(letters={"3308": "S", "3507": "W"})
    found = paths(beaten((INFANTRY, HERE), on=lettered), "ge-914", from_hex=HERE)
    assert [a.hex for a in found.aims] == ["3308", "3507"]
    assert ends(found) == {"3308", "3507"}


def test_among_equals_the_lettered_hex_comes_last() -> None:
    lettered = ground(letters={"3308": "C"})
    found = paths(beaten((INFANTRY, HERE), on=lettered), "ge-914", from_hex=HERE)
    assert ends(found) == {"3408", "3507"}
    assert why(found, "3307", "3308")[0] == "10.1"


def test_the_direction_takes_priority_and_is_remembered() -> None:
    walls = {"3408": "flooded", "3407": "flooded"}
    lettered = ground(letters={"3308": "C"}, terrain=walls)
    state = beaten((INFANTRY, HERE), on=lettered)
    after = play(state, Retreat("ge-914", ("3307", "3308")))
    assert after.flag("retreated-to-lettered", "ge-914")
    assert after.flag("retreated", "ge-914")


def cut_off(**more: Any) -> Position:
    """A German who is Out of Supply: no source is left; C hexes lie to the west."""
    west = ground(letters={"3006": "C", "3513": ""})
    return beaten((INFANTRY, HERE), on=west, **more)


def test_until_cherbourg_falls_an_oos_german_may_go_to_a_c_hex() -> None:
    found = paths(cut_off(), "ge-914", from_hex=HERE)
    assert [(a.hex, a.is_source) for a in found.aims] == [("3006", False)]
    assert ends(found) <= {"3106", "3105", "3107"}
    fallen = paths(cut_off(cherbourg_taken_turn=1), "ge-914", from_hex=HERE)
    assert not fallen.aims


def test_the_path_to_the_c_hex_must_be_free() -> None:
    west = ground(letters={"3006": "C", "3513": ""})
    state = beaten((INFANTRY, HERE), (unit("us-2", size="battalion"), "3006"), on=west)
    assert not paths(state, "ge-914", from_hex=HERE).aims


# --- Operational Boundary -------------------------------------------------------------------------------


def test_the_boundary_is_crossed_only_without_another_path() -> None:
    state = battle("combat", "german", (INFANTRY, "3606"), (unit("us-2"), "3506"), beach__3303="closed")
    found = paths(state, "us-2", from_hex="3506")
    assert found.legal
    assert all(int(h[:2]) <= 36 for p in found.legal for h in p.hexes)
    shut = dict.fromkeys(["3406", "3407", "3505", "3507", "3606", "3608"], "flooded")
    cornered = battle(
        "combat", "german", (unit("us-2"), "3506"), on=ground(terrain=shut), beach__3303="closed"
    )
    away = paths(cornered, "us-2", from_hex="3506")
    assert ends(away) == {"3706", "3707"}
    draft = cornered.draft()
    carry_out(draft, "us-2", ("3607", "3707"))
    assert draft.flag("over-boundary", "us-2")
    assert draft.text("control", "3707") == "allied"
    assert all(p.over_boundary for p in away.legal)


# --- stacking -------------------------------------------------------------------------------------------


def crowded(**more: Any) -> Position:
    """Four regiments stand where the retreat leads best."""
    full = [(unit(f"ge-{n}"), "3308") for n in range(1, 5)]
    walls = dict.fromkeys(["3408", "3407"], "flooded")
    return beaten((INFANTRY, HERE), *full, on=ground(terrain=walls), **more)


def test_a_full_hex_is_the_last_resort() -> None:
    found = paths(crowded(), "ge-914", from_hex=HERE)
    assert "3308" not in ends(found)
    assert "stacking limit" in why(found, "3307", "3308")[1]


def test_where_there_is_no_other_the_owner_removes_the_excess() -> None:
    full = [(unit(f"ge-{n}"), "3308") for n in range(1, 5)]
    walls = dict.fromkeys(["3408", "3407", "3207", "3206", "3406", "3208"], "flooded")
    state = beaten((INFANTRY, HERE), *full, on=ground(terrain=walls))
    after = play(state, Retreat("ge-914", ("3307", "3308")))
    assert after.decision is not None
    assert (after.decision.kind, after.decision.player) == ("remove-excess", "german")
    assert after.pending[0].kind == "advance"
    never = beaten((INFANTRY, HERE), *full, on=ground(terrain=walls), o_retreat_stacking="B")
    assert never.pieces["ge-914"].space == "eliminated"


def test_with_reading_c_a_full_hex_is_as_good_as_another() -> None:
    assert "3308" in ends(paths(crowded(o_retreat_stacking="C"), "ge-914", from_hex=HERE))


# --- the procedure --------------------------------------------------------------------------------------


def test_units_go_one_by_one_to_different_hexes() -> None:
    state = beaten((INFANTRY, HERE), (KG, HERE))
    assert state.decision is not None
    assert (state.decision.kind, state.decision.player) == ("retreat", "german")
    first = play(state, Retreat("ge-914", ("3307", "3308")))
    assert decision(first) == "retreat"
    assert rules(first, Retreat("ge-914", ("3307", "3308"))) == {"11.3.7"}
    second = play(first, Retreat("ge-kg", ("3407", "3507")))
    assert decision(second) == "advance"
    assert second.text("control", "3507") == "german"


def test_strongpoints_are_eliminated_first() -> None:
    state = beaten((INFANTRY, HERE), (STRONGPOINT, HERE))
    assert state.pieces["ge-sp"].space == "eliminated"
    assert decision(state) == "retreat"
    assert paths(beaten((INFANTRY, HERE)), "ge-914", from_hex=HERE).legal


def test_what_cannot_retreat_is_eliminated() -> None:
    around = [(unit(f"us-{n}"), h) for n, h in enumerate(["3307", "3406", "3206"], 2)]
    state = beaten((INFANTRY, HERE), (KG, HERE), *around)
    assert {state.pieces[u].space for u in ("ge-914", "ge-kg")} == {"eliminated"}
    assert decision(state) == "advance"


def test_a_unit_without_a_way_waits_until_another_negates_the_zoc() -> None:
    rivers = ground(
        sides={"3306/3307": "major-river", "3306/3407": "major-river"},
        terrain=dict.fromkeys(["3206", "3207", "3406"], "flooded"),
    )
    state = beaten((INFANTRY, HERE), (KG, HERE), on=rivers)
    assert {a.unit for a in options(state, Retreat) if isinstance(a, Retreat)} == {"ge-914"}
    after = play(state, Retreat("ge-914", ("3307", "3308")))
    assert after.pieces["ge-kg"].space == "eliminated"


def test_every_path_that_is_listed_is_legal_and_each_refusal_is_explained() -> None:
    state = beaten((INFANTRY, HERE), (unit("us-2"), "3308"))
    inquiry = Inquiry(state)
    found = explain_paths(inquiry, "ge-914", from_hex=HERE)
    assert {a.path for a in options(state, Retreat) if isinstance(a, Retreat)} == {
        p.hexes for p in found.legal
    }
    assert all(rule and text for rule, text in (p.reason for p in found.refused))
    said = " ".join(s.text for s in inquiry.steps)
    assert "nearest Supply Source of 3306: 3513" in said
    assert "not by 3307" in said


def test_whoever_need_not_retreat_stays() -> None:
    state = beaten((INFANTRY, HERE), (KG, "3307"))
    assert "does not have to retreat" in reasons(state, Retreat("ge-kg", ("3308", "3309")))
