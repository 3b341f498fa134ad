"""Section 20 with 8.21, 8.221 and 8.23: repair, seizure, demolition and night repair; examples 6 and 10."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.actions import Action, Roll
from adjudicator.breakout_normandy.r08_impulses import Activate, DoubleImpulse
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r12_lines import depot_line
from adjudicator.breakout_normandy.r12_refit import PlaceDepot, Refit
from adjudicator.breakout_normandy.r20_bridges import Demolish, RemoveConstruct, Repair, Seize
from adjudicator.breakout_normandy.r20_night import NightRepair
from adjudicator.breakout_normandy.r20_sites import (
    attempt_faults,
    demolition_drm,
    repair_drm,
    seizure_drm,
    threatened,
)
from adjudicator.errors import RollNeeded
from adjudicator.game import apply, check, legal, need_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from maps.board import Edge
from tests.breakout_normandy.build_r4 import EVERYTHING, at, board_of, play, position, reasons, rules
from tests.playing import allowed

DOUVE = board_of(
    "pont-labbe",
    "st-jores",
    "st-sauveur",
    "valognes",
    "st-mere-eglise",
    "montebourg",
    "la-haye-du-puits",
    "zone-e",
    la_haye_du_puits__zone_e=("arrow", False),
)
JORES, SAUVEUR = "pont-labbe/st-jores", "pont-labbe/st-sauveur"
VALOGNES, EGLISE = "pont-labbe/valognes", "pont-labbe/st-mere-eglise"


def edge(bridge: str) -> Edge:
    return DOUVE.edges[bridge]


def active(area: str, pieces: list[Piece], facts: Any = None, **more: Any) -> Position:
    """An Assault Impulse with one Active Area."""
    stated: dict[Any, Any] = {("active", area): 1, "impulse-type": "assault"} | (facts or {})
    more.setdefault("board", DOUVE)
    return position(pieces, stated, **more)


EXAMPLE_6 = [
    at("pont-labbe", "ge-1057"),
    at("pont-labbe", "us-82-507", "spent"),
    at("pont-labbe", "us-82-508", "spent"),
]


# --- repair ---------------------------------------------------------------------------------------------


def test_example_6_repair() -> None:
    place = active("pont-labbe", EXAMPLE_6, {("bridge", JORES): "destroyed"})
    ruling = check(place, Repair(JORES))
    assert ruling.ok
    assert ruling.steps[-1].text == "with a drm of +3 the repair succeeds with a dr of 4 or more"
    assert [s.value for s in ruling.steps if s.rule == "20.5"] == [2, 3, 1, 1]
    done = play(place, Repair(JORES), Roll((4,)))
    assert done.text("bridge", JORES) == "german"
    failed = play(place, Repair(JORES), Roll((3,)))
    assert failed.text("bridge", JORES) == "destroyed"
    assert failed.number("construct-german", JORES) == 1


def test_construct_helps_the_next_attempt_up_to_two_and_goes_with_success() -> None:
    facts = {("bridge", JORES): "destroyed", ("construct-german", JORES): 2, ("construct-allied", JORES): 1}
    place = active("pont-labbe", EXAMPLE_6, facts)
    assert repair_drm(place, edge(JORES), "german") == 5
    failed = play(place, Repair(JORES), Roll((1,)))
    assert failed.number("construct-german", JORES) == 2
    done = play(place, Repair(JORES), Roll((2,)))
    assert done.number("construct-german", JORES) == 0
    assert done.number("construct-allied", JORES) == 0, "the other side's marker goes too"
    assert done.number("construct-spent", "german") == 1


@pytest.mark.parametrize(("letter", "spent"), [("A", 0), ("B", 1)])
def test_success_without_a_marker_on_the_bridge(letter: str, spent: int) -> None:
    place = active("pont-labbe", EXAMPLE_6, {("bridge", JORES): "destroyed"}, construct_without_marker=letter)
    assert play(place, Repair(JORES), Roll((6,))).number("construct-spent", "german") == spent


def test_the_germans_try_once_and_a_site_once() -> None:
    facts = {("bridge", JORES): "destroyed", ("bridge", SAUVEUR): "destroyed"}
    after = play(active("pont-labbe", EXAMPLE_6, facts), Repair(JORES), Roll((1,)))
    assert rules(after, Repair(SAUVEUR))[0] == "20.2"
    assert rules(after, Repair(JORES)) == ["20.2", "20.2"]


def test_the_allies_try_four_bridges() -> None:
    four = [JORES, SAUVEUR, VALOGNES, EGLISE]
    facts: dict[Any, Any] = {("bridge", b): "destroyed" for b in four}
    us = ["pont-labbe", "st-jores", "st-sauveur", "valognes", "st-mere-eglise", "utah-beach", "montebourg"]
    with_beach = board_of(
        *(s for s in DOUVE.spaces if DOUVE.spaces[s].kind == "area"),
        "utah-beach",
        montebourg__pont_labbe=("river", True),
    )
    facts[("bridge", "montebourg/pont-labbe")] = "destroyed"
    place = active("pont-labbe", [], facts, board=with_beach, side="allied", us=us)
    for bridge in four:
        place = play(place, Repair(bridge), Roll((1,)))
    assert place.number("repairs", "allied") == 4
    fifth = rules(place, Repair("montebourg/pont-labbe"))
    assert fifth[0] == "20.2"
    assert len(place.subjects("construct-allied")) == 4


def test_a_marker_is_taken_from_elsewhere_only_when_none_is_at_hand() -> None:
    facts = {
        ("bridge", JORES): "destroyed",
        ("construct-german", SAUVEUR): 2,
        ("bridge", SAUVEUR): "destroyed",
    }
    place = active("pont-labbe", EXAMPLE_6, facts)
    assert reasons(place, Repair(JORES)) == [
        "no Construct marker is on Pont L'Abbe / St. Jores or off the map: name the bridge it is taken from"
    ]
    after = play(place, Repair(JORES, SAUVEUR), Roll((1,)))
    assert after.subjects("construct-german") == (JORES,)
    assert after.number("construct-german", JORES) == 1
    assert rules(place, Repair(SAUVEUR, SAUVEUR)) == ["20.21"], "it lies there already"
    assert rules(place, Repair(JORES, VALOGNES)) == ["20.21"]
    assert allowed(place, "repair") == {Repair(JORES, SAUVEUR), Repair(SAUVEUR)}


def test_a_used_up_marker_is_not_available_again() -> None:
    place = active(
        "pont-labbe", EXAMPLE_6, {("bridge", JORES): "destroyed", ("construct-spent", "german"): 1}
    )
    assert attempt_faults(place, edge(JORES), "german", "")[0][0] == "20.21"


def test_repairs_come_from_a_controlled_active_area_before_movement() -> None:
    facts = {("bridge", JORES): "destroyed"}
    assert rules(position(EXAMPLE_6, facts, board=DOUVE), Repair(JORES)) == ["8.21"]
    enemy = active("pont-labbe", EXAMPLE_6, facts, us=["pont-labbe"])
    assert rules(enemy, Repair(JORES)) == ["20.2"]
    for late in ({("repair-closed", "pont-labbe"): True}, {"step": "move"}, {"step": "demolition"}):
        assert rules(active("pont-labbe", EXAMPLE_6, facts | late), Repair(JORES)) == ["8.21"]
    assert rules(active("pont-labbe", EXAMPLE_6), Repair(JORES)) == ["20.2"], "the bridge stands"


def test_no_repair_from_an_isolated_area() -> None:
    facts = {("bridge", JORES): "destroyed", ("bridge", SAUVEUR): "destroyed"}
    board = board_of("pont-labbe", "st-jores", "zone-e", st_jores__zone_e=("arrow", False))
    assert rules(active("pont-labbe", EXAMPLE_6, facts, board=board), Repair(JORES)) == ["12.8"]
    river = board_of("pont-labbe", "st-sauveur", "zone-e", st_sauveur__zone_e=("arrow", False))
    assert check(active("pont-labbe", EXAMPLE_6, facts, board=river), Repair(SAUVEUR)).ok, "last step"


def test_a_repair_after_activation_and_in_a_double_impulse() -> None:
    there = [at("st-jores", "ge-100-pz"), *EXAMPLE_6]
    facts = {("bridge", JORES): "destroyed", "advantage": "german"}
    start = position(there, facts, board=DOUVE)
    place = play(start, Activate("st-jores"), Move("ge-100-pz", ("la-haye-du-puits",)))
    assert rules(place, Repair(JORES)) == ["8.21"]
    again = apply(place, DoubleImpulse("pont-labbe"))
    assert check(again, Repair(JORES)).ok


def test_an_approach_box_repairs_nothing() -> None:
    place = active("approach-utah", [], {("bridge", JORES): "destroyed"}, board=EVERYTHING, side="allied")
    assert rules(place, Repair(JORES)) == ["8.21"]


# --- seizure --------------------------------------------------------------------------------------------


def test_example_6_seizure() -> None:
    there = [at("valognes", "ge-1058"), *EXAMPLE_6[1:]]
    facts = {("bridge", VALOGNES): "allied"}
    place = active("valognes", there, facts, us=["pont-labbe"])
    assert seizure_drm(place, edge(VALOGNES), place.pieces["ge-1058"]) == 3
    assert check(place, Seize("ge-1058", VALOGNES)).steps[-1].text.endswith("with a dr of 4 or more")
    won = play(place, Seize("ge-1058", VALOGNES), Roll((4,)))
    assert (won.text("bridge", VALOGNES), won.text("seized-by", VALOGNES)) == ("german", "ge-1058")
    lost = play(place, Seize("ge-1058", VALOGNES), Roll((3,)))
    assert lost.text("bridge", VALOGNES) == "allied"
    assert lost.number("mf-used", "ge-1058") == 1
    assert rules(lost, Seize("ge-1058", VALOGNES)) == ["8.221"]
    assert not check(lost, Move("ge-1058", ("st-sauveur", "pont-labbe"))).ok, "example 6: too few MF left"


@pytest.mark.parametrize(
    ("beyond", "drm"),
    [
        ([], 4),
        ([("us-82-507", "spent")], 3),
        ([("us-82-507", "fresh")], 2),
        ([("us-82-507", "fresh"), ("us-82-508", "fresh")], 1),
    ],
)
def test_modifiers_of_a_seizure(beyond: list[tuple[str, str]], drm: int) -> None:
    there = [at("valognes", "ge-1058"), *(at("pont-labbe", u, s) for u, s in beyond)]
    place = active("valognes", there, {("bridge", VALOGNES): "allied"}, us=["pont-labbe"])
    assert seizure_drm(place, edge(VALOGNES), place.pieces["ge-1058"]) == drm
    flooded = active("st-jores", [at("st-jores", "ge-100-pz"), *there[1:]], us=["pont-labbe"])
    assert seizure_drm(flooded, edge(JORES), flooded.pieces["ge-100-pz"]) == drm - 1


def test_no_seizure_from_a_contested_area() -> None:
    place = active("pont-labbe", EXAMPLE_6, {("bridge", VALOGNES): "allied"}, us=["valognes"])
    assert rules(place, Seize("ge-1057", VALOGNES)) == ["8.221"]
    assert allowed(place, "seize") == set()


@pytest.mark.parametrize(
    ("facts", "broken"),
    [
        ({("bridge", VALOGNES): "destroyed"}, ["8.221"]),
        ({("bridge", VALOGNES): "german"}, ["8.221"]),
        ({("bridge", VALOGNES): "allied", ("seizure-tried", VALOGNES): True}, ["8.221"]),
        ({("bridge", VALOGNES): "allied", ("mf-used", "ge-1058"): 4}, ["8.221"]),
        ({("bridge", VALOGNES): "allied", ("active", "valognes"): 0}, ["8.22"]),
        ({("bridge", VALOGNES): "allied", "step": "demolition"}, ["8.23"]),
        (
            {("bridge", VALOGNES): "allied", ("entered", "ge-1058"): 1, ("attacked", "valognes"): "attacked"},
            ["8.53"],
        ),
        (
            {("bridge", VALOGNES): "allied", ("entered", "ge-1058"): 1, ("attacked", "valognes"): "overrun"},
            [],
        ),
    ],
)
def test_when_a_bridge_may_be_seized(facts: Any, broken: list[str]) -> None:
    place = active("valognes", [at("valognes", "ge-1058")], facts, us=["pont-labbe"])
    assert rules(place, Seize("ge-1058", VALOGNES)) == broken


@pytest.mark.parametrize(
    ("piece", "broken"),
    [
        (at("valognes", "ge-91-art"), ["8.221"]),
        (at("valognes", "ge-1058", "spent"), ["8.32"]),
        (at("montebourg", "ge-1058"), ["8.22", "8.221"]),
        (at("valognes", "us-4-8"), ["8.12"]),
    ],
)
def test_who_may_seize(piece: Piece, broken: list[str]) -> None:
    place = active("valognes", [piece], {("bridge", VALOGNES): "allied"}, us=["pont-labbe"])
    found = rules(place, Seize(piece.uid, VALOGNES))
    assert found[: len(broken)] == broken


@pytest.mark.parametrize(("letter", "surcharge"), [("A", ""), ("B", "ge-1058")])
def test_whether_a_failed_attempt_costs_the_others_an_mf(letter: str, surcharge: str) -> None:
    place = active(
        "valognes",
        [at("valognes", "ge-1058")],
        {("bridge", VALOGNES): "allied"},
        us=["pont-labbe"],
        seizure_surcharge=letter,
    )
    assert play(place, Seize("ge-1058", VALOGNES), Roll((1,))).text("seized-by", VALOGNES) == surcharge


def test_an_area_taken_in_this_impulse_is_free_enough_to_seize_from() -> None:
    """Example 10: infantry overruns Bretteville and tries the bridge to Verson."""
    board = board_of("gold-beach", "bretteville", "verson")
    facts = {("start", "br-56"): "gold-beach", ("mf-used", "br-56"): 4, ("entered", "br-56"): 1}
    facts |= {("attacked", "bretteville"): "overrun", ("taken", "bretteville"): True}
    mine = at("bretteville", "br-56", mf=5)
    place = active(
        "gold-beach", [mine], facts, board=board, side="allied", allied=["gold-beach", "bretteville"]
    )
    bridge = "bretteville/verson"
    assert check(place, Seize("br-56", bridge)).ok
    assert play(place, Seize("br-56", bridge), Roll((3,))).text("bridge", bridge) == "allied"


def test_a_seizure_marks_the_nationality_of_the_impulse() -> None:
    there = [at("valognes", "us-4-8"), at("valognes", "br-50-231")]
    place = active("valognes", there, side="allied", us=["valognes"])
    after = play(place, Seize("us-4-8", VALOGNES), Roll((1,)))
    assert after.text("nationality") == "us"
    assert "8.374" in rules(after, Seize("br-50-231", VALOGNES))


def test_the_options_of_a_seizure() -> None:
    there = [at("valognes", "ge-1058"), at("valognes", "ge-91-art"), at("montebourg", "ge-916")]
    place = active("valognes", there, {("bridge", VALOGNES): "allied"}, us=["pont-labbe"])
    assert allowed(place, "seize") == {Seize("ge-1058", VALOGNES)}


# --- demolition -----------------------------------------------------------------------------------------

LEFT = [at("st-jores", "ge-1057"), at("pont-labbe", "us-82-507", "spent")]
LEFT_FACTS = {
    ("bridge", VALOGNES): "allied",
    ("bridge", EGLISE): "allied",
    ("start", "ge-1057"): "pont-labbe",
}


def test_example_6_demolition() -> None:
    place = active("pont-labbe", LEFT, LEFT_FACTS, us=["pont-labbe", "st-mere-eglise"])
    assert demolition_drm(place, edge(JORES), "german") == 2
    assert demolition_drm(place, edge(SAUVEUR), "german") == 3
    assert allowed(place, "demolish") == {Demolish(JORES), Demolish(SAUVEUR)}
    assert rules(place, Demolish(VALOGNES)) == ["20.4"]
    assert rules(place, Demolish(EGLISE)) == ["20.4"]
    assert play(place, Demolish(JORES), Roll((5,))).text("bridge", JORES) == "destroyed"
    assert play(place, Demolish(JORES), Roll((4,))).text("bridge", JORES) == "german"


def test_one_attempt_for_each_bridge_and_no_movement_after() -> None:
    place = active("pont-labbe", [*LEFT, at("pont-labbe", "ge-91-art")], LEFT_FACTS, us=["pont-labbe"])
    after = play(place, Demolish(JORES), Roll((1,)))
    assert rules(after, Demolish(JORES)) == ["20.4"]
    assert check(after, Demolish(SAUVEUR)).ok
    assert "8.23" in rules(after, Move("ge-91-art", ("st-jores",)))


def test_a_bridge_that_no_enemy_threatens_is_not_blown() -> None:
    place = active("st-jores", [at("st-jores", "ge-1057")])
    assert rules(place, Demolish(JORES)) == ["20.4"]
    assert not threatened(place, edge(JORES), "german")
    contested = active("st-jores", EXAMPLE_6)
    assert check(contested, Demolish(JORES)).ok, "contesting one end is enough"


def test_a_destroyed_bridge_and_one_of_another_area() -> None:
    place = active("st-jores", EXAMPLE_6, {("bridge", JORES): "destroyed"})
    assert rules(place, Demolish(JORES)) == ["20.4"]
    assert rules(place, Demolish(SAUVEUR)) == ["8.23"]


def test_an_owed_assault_comes_first() -> None:
    facts = {("mandatory", "ge-1058"): True, ("start", "ge-1058"): "valognes"}
    there = [at("pont-labbe", "ge-1058"), at("pont-labbe", "us-82-507")]
    place = active("valognes", there, facts)
    assert rules(place, Demolish(VALOGNES)) == ["8.23"]
    done = active("valognes", there, facts | {("attacked", "pont-labbe"): "attacked"})
    assert check(done, Demolish(VALOGNES)).ok


def test_an_assault_is_owed_only_by_fresh_units_that_must_make_one() -> None:
    there = [at("pont-labbe", "ge-1058", "spent"), at("pont-labbe", "us-82-507")]
    facts = {("mandatory", "ge-1058"): True, ("mandatory", "gone"): True}
    assert check(active("valognes", there, facts), Demolish(VALOGNES)).ok


def test_construct_does_not_help_demolition() -> None:
    facts = LEFT_FACTS | {("construct-german", JORES): 2}
    place = active("pont-labbe", LEFT, facts, us=["pont-labbe"])
    assert demolition_drm(place, edge(JORES), "german") == 2


def test_the_modifier_of_each_kind_of_area() -> None:
    place = active("pont-labbe", EXAMPLE_6, us=["pont-labbe", "valognes"])
    inquiry = Inquiry(place)
    assert demolition_drm(inquiry, edge(VALOGNES), "german") == 1
    assert [(s.value, s.text) for s in inquiry.steps] == [
        (1, "Pont L'Abbe is Contested and enemy-controlled"),
        (0, "Valognes is enemy-controlled and not Contested"),
    ]


# --- Construct markers and the rest ---------------------------------------------------------------------


def test_an_owner_may_take_his_marker_back() -> None:
    facts = {("construct-german", JORES): 1, ("construct-allied", SAUVEUR): 1}
    place = position([], facts, board=DOUVE)
    assert allowed(place, "remove-construct") == {RemoveConstruct(JORES)}
    assert apply(place, RemoveConstruct(JORES)).subjects("construct-german") == ()
    assert rules(place, RemoveConstruct(SAUVEUR)) == ["20.4"]


@pytest.mark.parametrize(
    "action",
    [
        Repair("nothing"),
        Repair("montebourg/valognes"),
        Seize("nobody", VALOGNES),
        Seize("ge-1057", "nothing"),
        Demolish("nothing"),
        Demolish("montebourg/valognes"),
        RemoveConstruct("nothing"),
    ],
)
def test_unknown_bridges_and_units_are_refused(action: Action) -> None:
    assert not check(active("pont-labbe", EXAMPLE_6), action).ok


def test_the_rolls_say_what_they_are_for() -> None:
    place = apply(active("pont-labbe", EXAMPLE_6, {("bridge", JORES): "destroyed"}), Repair(JORES))
    with pytest.raises(RollNeeded, match=r"the repair of Pont L'Abbe / St\. Jores"):
        need_roll(place)


# --- night ----------------------------------------------------------------------------------------------

NIGHT = board_of(
    "carentan",
    "st-jores",
    "pont-labbe",
    "la-haye-du-puits",
    "zone-e",
    la_haye_du_puits__zone_e=("arrow", False),
)


def night(area: str, points: int, facts: Any = None, **more: Any) -> Position:
    stated: dict[Any, Any] = {
        ("bridge", JORES): "destroyed",
        ("depot", "ge-1"): area,
        ("depot-points", "ge-1"): points,
    }
    more.setdefault("board", NIGHT)
    return position([], stated | (facts or {}), phase="refit-german", **more)


def test_a_night_repair_costs_what_a_spent_unit_in_the_nearer_area_would() -> None:
    place = night("la-haye-du-puits", 5)
    after = play(place, NightRepair(JORES, ("ge-1",)), Roll((6,)))
    assert after.number("depot-points", "ge-1") == 3
    assert after.text("bridge", JORES) == "german"
    assert after.number("repairs", "german") == 1
    on_boundary = night("la-haye-du-puits", 5, night_site="B")
    assert apply(on_boundary, NightRepair(JORES, ("ge-1",))).number("depot-points", "ge-1") == 2


def test_the_night_has_the_limits_of_the_day() -> None:
    place = night("st-jores", 9, {("bridge", "carentan/st-jores"): "destroyed"})
    after = play(place, NightRepair(JORES, ("ge-1",)), Roll((1,)))
    assert after.number("construct-german", JORES) == 1
    assert after.number("depot-points", "ge-1") == 8, "paid for all the same"
    assert rules(after, NightRepair("carentan/st-jores", ("ge-1",))) == ["20.2", "20.21"]


def test_a_repaired_bridge_carries_supply_in_the_same_phase() -> None:
    board = board_of(
        "carentan", "st-jores", "la-haye-du-puits", "zone-e", la_haye_du_puits__zone_e=("arrow", False)
    )
    bridge = "carentan/st-jores"
    stated: dict[Any, Any] = {
        ("bridge", bridge): "destroyed",
        ("depot", "ge-1"): "st-jores",
        ("depot-points", "ge-1"): 5,
    }
    place = position([at("carentan", "ge-6-fs", "spent")], stated, board=board, phase="refit-german")
    assert rules(place, Refit("ge-6-fs", ("ge-1",))) == ["12.5"]
    assert rules(place, PlaceDepot("ge-2", "carentan")) == ["12.61"]
    after = play(place, NightRepair(bridge, ("ge-1",)), Roll((6,)))
    assert check(after, Refit("ge-6-fs", ("ge-1",))).ok
    assert check(after, PlaceDepot("ge-2", "carentan")).ok
    assert depot_line(after, "st-jores", "german", "carentan") is not None


@pytest.mark.parametrize(
    ("action", "broken"),
    [
        (NightRepair("nothing", ("ge-1",)), ["20.23"]),
        (NightRepair("carentan/st-jores", ("ge-1",)), ["20.2"]),
        (NightRepair(JORES, ()), ["12.51"]),
        (NightRepair(JORES, ("ge-2",)), ["12.51"]),
        (NightRepair(JORES, ("utah",)), ["12.51"]),
        (NightRepair(JORES, ("ge-1",), "carentan/st-jores"), ["20.21"]),
    ],
)
def test_refusals_at_night(action: Action, broken: list[str]) -> None:
    assert rules(night("st-jores", 5), action) == broken


def test_a_poor_depot_or_no_friendly_area_stops_it() -> None:
    assert rules(night("la-haye-du-puits", 1), NightRepair(JORES, ("ge-1",))) == ["12.51"]
    enemy = night("la-haye-du-puits", 5, us=["pont-labbe", "st-jores"])
    assert rules(enemy, NightRepair(JORES, ("ge-1",))) == ["20.23"]


def test_the_supply_is_of_the_nation_that_controls_the_area() -> None:
    board = board_of("omaha-beach", "port-en-bessin", "trevieres", "bayeux", "gold-beach")
    bridge = "bayeux/trevieres"
    stated: dict[Any, Any] = {
        ("bridge", bridge): "destroyed",
        ("depot", "omaha-1"): "omaha-beach",
        ("depot", "gold"): "gold-beach",
    }
    stated |= {("depot-points", "omaha-1"): 9, ("depot-points", "gold"): 9}
    own = ["omaha-beach", "trevieres"]
    place = position([], stated, board=board, phase="refit-allied", us=own, allied=["bayeux", "gold-beach"])
    assert check(place, NightRepair(bridge, ("omaha-1",))).ok
    assert check(place, NightRepair(bridge, ("gold",))).ok
    brits = position(
        [],
        stated,
        board=board,
        phase="refit-allied",
        us=["omaha-beach"],
        allied=["bayeux", "gold-beach", "trevieres"],
    )
    assert "12.71" in rules(brits, NightRepair(bridge, ("omaha-1",)))


def test_the_night_roll_says_what_it_is_for() -> None:
    with pytest.raises(RollNeeded, match="the night repair of Pont L'Abbe"):
        need_roll(apply(night("st-jores", 5), NightRepair(JORES, ("ge-1",))))
    intact = night("st-jores", 5, {("bridge", "carentan/st-jores"): "allied"})
    assert allowed(intact, "night-repair") == {NightRepair(JORES, ("ge-1",))}


def test_the_options_of_the_night() -> None:
    assert allowed(night("st-jores", 5), "night-repair") == {NightRepair(JORES, ("ge-1",))}
    assert allowed(position([], board=NIGHT, phase="refit-german"), "night-repair") == set()
    taken = night("st-jores", 5, {("construct-german", "carentan/st-jores"): 1})
    assert allowed(taken, "night-repair") == {NightRepair(JORES, ("ge-1",), "carentan/st-jores")}


# --- properties -----------------------------------------------------------------------------------------

BRIDGES = sorted(e.id for e in EVERYTHING.edges.values() if e.bridge)
AREAS = sorted({s for b in BRIDGES for s in b.split("/")})


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(AREAS), st.sampled_from(["ge", "us"])), max_size=10),
    st.sets(st.sampled_from(AREAS), max_size=25),
    st.dictionaries(st.sampled_from(BRIDGES), st.sampled_from(["allied", "destroyed"]), max_size=15),
    st.sampled_from(AREAS),
    st.sampled_from(["german", "allied"]),
)
def test_what_is_offered_is_what_is_legal(
    units: list[tuple[str, str]], us: set[str], states: dict[str, str], area: str, side: str
) -> None:
    there = [at(s, f"{k}-{n}", af=1) for n, (s, k) in enumerate(units)]
    facts = {("bridge", b): state for b, state in states.items()}
    place = active(area, there, facts, board=EVERYTHING, us=us, side=side)
    offered = {*legal(place).of("repair"), *legal(place).of("seize"), *legal(place).of("demolish")}
    tried: list[Action] = [kind(b) for b in BRIDGES for kind in (Repair, Demolish)]
    tried += [Seize(p.uid, b) for p in there for b in BRIDGES if p.space in b.split("/")]
    assert {action for action in tried if check(place, action).ok} == offered
