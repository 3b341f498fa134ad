"""Sections 8.3, 8.4, 8.51, 8.511, 8.52: paths, stacks, Air Interdiction, duties, what is reached."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r08_air_interdiction import air_dr, drm, interdicted_status
from adjudicator.breakout_normandy.r08_assault_duty import crossing_kind, duty, enemy_holds, landing_duty
from adjudicator.breakout_normandy.r08_impulses import Activate
from adjudicator.breakout_normandy.r08_movement import Move, MoveStack, secure_boundaries, split
from adjudicator.breakout_normandy.r08_reach import alternative, reach, reach_ruling
from adjudicator.errors import RollNeeded
from adjudicator.game import check, legal, need_roll
from adjudicator.position import Fact, Key, Piece, Position
from tests.breakout_normandy.build_r1 import area, box, edge, piece, play, position, reasons, rules, zone

SAFE, STOP, DISRUPT = Roll((6,)), Roll((2,)), Roll((1,))

# --- 7.3, 8.33: entering --------------------------------------------------------------------------------

ROAD = [area("a"), area("b"), area("c"), area("d")]
ROADS = [edge("a", "b"), edge("b", "c"), edge("c", "d")]


def road(
    *pieces: Piece, side: str = "german", allied: Iterable[str] = (), weather: str = "clear", **options: str
) -> Position:
    facts: dict[Key, Fact] = {("control", s): "us" for s in allied}
    facts["weather-today", ""] = weather
    return position(ROAD, ROADS, pieces, facts, side=side, active=["a"], **options)


def test_facts_of_an_entry() -> None:
    now = play(road(piece("us-1", "a"), side="allied", allied=["a"]), Move("us-1", ("b", "c")))
    values = [
        now.fact(i, "us-1") for i in ("start", "came-from", "mf-used", "entered", "crossed", "mandatory")
    ]
    assert values == ["a", "b", 4, 2, "open", False]
    assert now.text("nationality") == "us"
    assert (now.text("control", "b"), now.text("control", "c")) == ("us", "us")
    assert now.pieces["us-1"].status == "fresh"


def test_control_changes_hands_in_passing() -> None:
    now = play(road(piece("ge-1", "a"), allied=["b"]), Move("ge-1", ("b", "a")), SAFE)
    assert now.text("control", "b") == "german"
    assert now.flag("taken", "b")


def test_a_path_is_the_same_as_several_moves() -> None:
    once = play(road(piece("us-1", "a", mf=6), side="allied"), Move("us-1", ("b", "c", "d")))
    parts = play(road(piece("us-1", "a", mf=6), side="allied"), *(Move("us-1", (s,)) for s in "bcd"))
    assert once == parts


def test_units_alternate() -> None:
    units = [piece("us-1", "a"), piece("us-2", "a")]
    now = play(road(*units, side="allied", allied="abcd"), Move("us-1", ("b",)), Move("us-2", ("b", "c")))
    assert play(now, Move("us-1", ("c", "d"))).pieces["us-1"].space == "d"


def test_path_elements() -> None:
    assert split("b") == ("b", False)
    assert split("~b") == ("b", True)


def test_candidates_are_single_steps_and_each_is_checked() -> None:
    units = [piece("ge-1", "a"), piece("ge-gun", "a", type="pak"), piece("us-1", "b", "spent")]
    now = road(*units, allied=["b"])
    assert set(legal(now).of("move")) == {Move("ge-1", ("b",))}
    assert set(legal(now).of("move-stack")) == {MoveStack(("ge-1", "ge-gun"), ("b",))}


# --- stacks ---------------------------------------------------------------------------------------------


def test_a_point_unit_leads_a_stack() -> None:
    units = [piece("ge-1", "a"), piece("ge-gun", "a", type="field-artillery"), piece("us-1", "b")]
    now = road(*units, allied=["b"])
    assert rules(now, MoveStack(("ge-gun", "ge-1"), ("b",))) == {"8.35", "8.375"}
    after = play(now, MoveStack(("ge-1", "ge-gun"), ("b",)))
    assert [p.uid for p in after.units_in("b")] == ["ge-1", "ge-gun", "us-1"]
    assert after.flag("mandatory", "ge-gun")


def test_a_stack_equals_single_moves() -> None:
    units = [piece("us-1", "a"), piece("us-2", "a")]
    now = road(*units, side="allied", allied="ab")
    together = play(now, MoveStack(("us-1", "us-2"), ("b", "c")))
    assert together == play(
        now, Move("us-1", ("b",)), Move("us-2", ("b",)), Move("us-1", ("c",)), Move("us-2", ("c",))
    )


def test_a_stack_that_cannot_move() -> None:
    units = [piece("ge-1", "a"), piece("ge-2", "b"), piece("ge-3", "a", "spent")]
    now = position(ROAD, ROADS, units, active=["a", "b"])
    assert rules(now, MoveStack((), ("b",))) == {"8.33"}
    assert rules(now, MoveStack(("ge-1",), ())) == {"8.33"}
    assert rules(now, MoveStack(("ge-1", "ge-1"), ("b",))) == {"8.33"}
    assert rules(now, MoveStack(("ge-1", "ge-2"), ("b",))) == {"8.33"}
    assert rules(now, MoveStack(("ge-1", "ge-3"), ("b",))) == {"8.32"}
    assert rules(now, MoveStack(("ge-1", "nobody"), ("b",))) == {"8.22"}
    assert rules(now, MoveStack(("ge-1",), ("d",))) == {"8.33"}


def test_a_stack_fills_an_area_unit_by_unit() -> None:
    nine = [piece(f"ge-{n}", "b", "spent") for n in range(10, 19)]
    now = road(piece("ge-1", "a"), piece("ge-2", "a"), *nine)
    assert rules(now, MoveStack(("ge-1", "ge-2"), ("b",))) == {"7.1"}
    assert rules(now, MoveStack(("ge-1",), ("b",))) == set()


def test_checking_a_stack_changes_nothing() -> None:
    now = road(piece("us-1", "a"), piece("us-2", "a"), side="allied", allied="ab")
    before = dict(now.facts)
    check(now, MoveStack(("us-1", "us-2"), ("b", "c")))
    assert now.facts == before
    assert now.pieces["us-1"].space == "a"


# --- 8.4: Air Interdiction ------------------------------------------------------------------------------


def test_the_first_area_is_never_interdicted() -> None:
    now = play(road(piece("ge-1", "a")), Move("ge-1", ("b",)))
    assert now.decision is None


@pytest.mark.parametrize(
    ("die", "space", "status"),
    [(1, "b", "d1"), (2, "b", "spent"), (3, "c", "fresh"), (6, "c", "fresh")],
)
def test_the_second_area_takes_a_dr(die: int, space: str, status: str) -> None:
    now = play(road(piece("ge-1", "a")), Move("ge-1", ("b", "c")))
    assert (now.pieces["ge-1"].space, now.decision is not None) == ("b", True)
    after = play(now, Roll((die,)))
    assert (after.pieces["ge-1"].space, after.pieces["ge-1"].status) == (space, status)
    assert after.flag("interdicted", "ge-1") == (die < 3)


def test_every_further_area_takes_another_dr() -> None:
    now = play(road(piece("ge-1", "a")), Move("ge-1", ("b", "c", "d")), SAFE)
    assert now.pieces["ge-1"].space == "c"
    assert play(now, SAFE).pieces["ge-1"].space == "d"


def test_a_stopped_unit_forgets_the_rest_of_its_path() -> None:
    now = play(road(piece("ge-1", "a")), Move("ge-1", ("b", "c", "d")), STOP)
    assert now.pieces["ge-1"].space == "b"
    assert now.decision is None
    assert rules(now, Move("ge-1", ("c",))) == {"8.32"}


def test_the_roll_is_asked_for_by_name() -> None:
    now = play(road(piece("ge-1", "a")), Move("ge-1", ("b", "c")))
    with pytest.raises(
        RollNeeded, match=r"Air Interdiction of Unit ge-1 on leaving B \(8\.4\): give --roll dr"
    ):
        need_roll(now)


@pytest.mark.parametrize("weather", ["overcast", "storm"])
def test_no_interdiction_without_clear_weather(weather: str) -> None:
    now = road(piece("ge-1", "a"), weather=weather)
    assert play(now, Move("ge-1", ("b", "c", "d"))).pieces["ge-1"].space == "d"
    assert "18.3" in [s.rule for s in check(now, Move("ge-1", ("b", "c"))).steps]


def test_allied_units_are_never_interdicted() -> None:
    now = play(road(piece("us-1", "a"), side="allied"), Move("us-1", ("b", "c")))
    assert now.pieces["us-1"].space == "c"


def test_fresh_stationary_flak_adds_to_the_dr() -> None:
    flak = [piece("ge-f1", "b", type="flak"), piece("ge-f2", "b", "spent", type="flak")]
    now = play(road(piece("ge-1", "a"), *flak), Move("ge-1", ("b", "c")))
    assert drm(now, "b", "ge-1") == 1
    total = air_dr(None, now, "b", "ge-1", 1)
    assert (total.value, interdicted_status(total.value)) == (2, "spent")
    assert play(now, DISRUPT).pieces["ge-1"].status == "spent"
    assert play(now, STOP).pieces["ge-1"].space == "c"


def test_flak_on_the_move_does_not_count() -> None:
    units = [piece("ge-1", "a"), piece("ge-f1", "a", type="flak"), piece("ge-f2", "b", type="flak")]
    now = play(road(*units), Move("ge-f1", ("b",)), Move("ge-1", ("b", "c")))
    assert drm(now, "b", "ge-1") == 1
    assert drm(now, "b", "ge-f2") == 0


def test_two_flak_units_make_an_area_safe() -> None:
    flak = [piece("ge-f1", "b", type="flak"), piece("ge-f2", "b", type="flak")]
    now = road(piece("ge-1", "a"), *flak)
    assert play(now, Move("ge-1", ("b", "c"))).pieces["ge-1"].space == "c"
    assert any("safely" in s.text for s in check(now, Move("ge-1", ("b", "c"))).steps)


def test_a_stack_rolls_unit_by_unit_and_a_stopped_one_blocks_nobody_else() -> None:
    now = road(piece("ge-1", "a"), piece("ge-2", "a"))
    now = play(now, MoveStack(("ge-1", "ge-2"), ("b", "c", "d")), DISRUPT)
    assert now.pieces["ge-1"].status == "d1"
    now = play(now, SAFE, SAFE)
    assert now.pieces["ge-2"].space == "d"
    assert now.decision is None


def test_a_stopped_leader_leaves_his_followers_behind() -> None:
    units = [piece("ge-1", "a"), piece("ge-gun", "a", type="pak"), piece("us-1", "c", "spent")]
    now = play(road(*units, allied=["c"]), MoveStack(("ge-1", "ge-gun"), ("b", "c")))
    held = play(now, STOP)
    assert (held.pieces["ge-gun"].space, held.decision) == ("b", None)
    through = play(now, SAFE, SAFE)
    assert through.pieces["ge-gun"].space == "c"


def test_a_unit_stopped_by_air_fills_the_area_for_others() -> None:
    nine = [piece(f"ge-{n}", "b", "spent") for n in range(10, 19)]
    now = play(road(piece("ge-1", "a"), piece("ge-2", "a"), *nine), Move("ge-1", ("b", "c")), STOP)
    assert rules(now, Move("ge-2", ("b", "c"))) == {"7.1"}


# --- example 5 ------------------------------------------------------------------------------------------


def cotentin(cherbourg_flak: int = 3) -> Position:
    spaces = [area(n) for n in ("cap-de-la-hague", "cherbourg", "valognes", "montebourg")]
    edges = [edge(a.id, b.id) for a, b in itertools.pairwise(spaces)]
    units = [
        piece("ge-920", "cap-de-la-hague", mf=3),
        piece("ge-101", "cap-de-la-hague", type="field-artillery", kind="nebelwerfer", mf=4),
        *(piece(f"ge-f{n}", "cherbourg", type="flak") for n in range(cherbourg_flak)),
    ]
    return position(spaces, edges, units, {("impulse", ""): 0})


WAY = ("cherbourg", "valognes", "montebourg")


def test_example_5() -> None:
    now = play(cotentin(), Activate("cap-de-la-hague"), Move("ge-920", WAY))
    assert now.pieces["ge-920"].space == "valognes"
    now = play(now, DISRUPT)
    assert (now.pieces["ge-920"].space, now.pieces["ge-920"].status) == ("valognes", "d1")
    now = play(now, Move("ge-101", WAY), Roll((3,)))
    assert (now.pieces["ge-101"].space, now.number("mf-used", "ge-101")) == ("montebourg", 3)


def test_example_5_alternating_and_the_other_roll() -> None:
    now = play(cotentin(), Activate("cap-de-la-hague"), MoveStack(("ge-920", "ge-101"), WAY), STOP)
    assert (now.pieces["ge-920"].space, now.pieces["ge-920"].status) == ("valognes", "spent")
    assert now.pieces["ge-101"].space == "valognes"


def test_example_5_without_flak_cherbourg_is_rolled_for() -> None:
    now = play(cotentin(0), Activate("cap-de-la-hague"), Move("ge-920", WAY))
    assert (now.pieces["ge-920"].space, now.decision is not None) == ("cherbourg", True)


# --- 8.51, 8.511, 8.52: what must assault ---------------------------------------------------------------


def river_board(*pieces: Piece, side: str = "german", facts: Mapping[Key, Fact] | None = None) -> Position:
    spaces = [area("a"), area("r"), area("o")]
    edges = [edge("a", "r", "river", bridge=True), edge("a", "o"), edge("o", "r")]
    return position(spaces, edges, pieces, facts or {}, side=side, active=["a"])


def test_entering_an_uncontested_enemy_occupied_area_is_mandatory() -> None:
    now = river_board(piece("ge-1", "a"), piece("us-1", "o"), facts={("control", "o"): "us"})
    assert play(now, Move("ge-1", ("o",))).flag("mandatory", "ge-1")
    assert any("must assault O" in s.text for s in check(now, Move("ge-1", ("o",))).steps)


def test_the_second_unit_in_is_mandatory_too() -> None:
    units = [piece("ge-1", "a"), piece("ge-2", "a"), piece("us-1", "o")]
    now = play(
        river_board(*units, facts={("control", "o"): "us"}), Move("ge-1", ("o",)), Move("ge-2", ("o",))
    )
    assert now.flag("mandatory", "ge-2")


def test_entering_a_contested_area_is_optional() -> None:
    units = [piece("ge-1", "a"), piece("ge-2", "o", "d2"), piece("us-1", "o")]
    now = play(river_board(*units, facts={("control", "o"): "us"}), Move("ge-1", ("o",)))
    assert not now.flag("mandatory", "ge-1")


@pytest.mark.parametrize(("holder", "must"), [("german", False), ("allied", True)])
def test_a_contested_area_over_a_bridge(holder: str, must: bool) -> None:
    units = [piece("ge-1", "a"), piece("ge-2", "r", "spent"), piece("us-1", "r")]
    facts: dict[Key, Fact] = {("control", "r"): "us", ("bridge", "a/r"): holder}
    now = play(river_board(*units, facts=facts), Move("ge-1", ("r",)))
    assert (now.flag("mandatory", "ge-1"), now.flag("bridge-was-held", "ge-1")) == (must, must)
    assert now.text("crossed", "ge-1") == "bridge"
    assert now.number("crossings", "a/r") == 1


@pytest.mark.parametrize(("holder", "must"), [("german", False), ("allied", True)])
def test_a_contested_area_beside_the_bridge(holder: str, must: bool) -> None:
    units = [piece("ge-1", "a"), piece("ge-2", "r", "spent"), piece("us-1", "r")]
    facts: dict[Key, Fact] = {("control", "r"): "us", ("bridge", "a/r"): holder}
    now = play(river_board(*units, facts=facts), Move("ge-1", ("~r",)))
    assert now.flag("mandatory", "ge-1") == must
    assert (now.text("crossed", "ge-1"), now.number("crossings", "a/r")) == ("river", 0)


def test_a_river_without_bridge_is_held_by_its_marker() -> None:
    facts: dict[Key, Fact] = {("control", "a"): "us", ("bridge", "a/r"): "destroyed"}
    units = [piece("us-1", "a"), piece("us-2", "r", "spent"), piece("ge-1", "r")]
    wet = river_board(*units, side="allied", facts=facts)
    assert play(wet, Move("us-1", ("r",))).flag("mandatory", "us-1")
    held = river_board(*units, side="allied", facts={**facts, ("river", "a/r"): "allied"})
    assert not play(held, Move("us-1", ("r",))).flag("mandatory", "us-1")


def test_a_unit_that_takes_a_vacant_area_takes_the_bridge_behind_it() -> None:
    units = [piece("ge-1", "o"), piece("ge-2", "r", "spent"), piece("us-1", "r")]
    facts: dict[Key, Fact] = {("control", "a"): "us", ("bridge", "a/r"): "allied"}
    now = river_board(*units, facts={**facts, ("active", "o"): 1})
    assert not enemy_holds(now, now.board.edges["a/r"], "german", "a")
    assert reach(now, "ge-1").destinations["r"].duty == ("", "")
    assert play(now, Move("ge-1", ("a",))).text("bridge", "a/r") == "german"


def test_a_vacant_area_forces_nothing() -> None:
    now = river_board(piece("us-1", "a"), side="allied", facts={("control", "a"): "us"})
    assert duty(now, now.pieces["us-1"], now.board.edges["a/r"], "r", at="a", river=True) == ("", "")


def test_kinds_of_crossing() -> None:
    kinds = [crossing_kind(edge("a", "b", k)) for k in ("open", "arrow", "landing", "river", "flooded")]
    assert kinds == ["open", "arrow", "landing", "bridge", "bridge"]
    assert crossing_kind(edge("a", "b", "river"), river=True) == "river"


def test_bridges_between_areas_of_one_side_change_hands() -> None:
    now = river_board(piece("us-1", "a"), side="allied", facts={("control", "a"): "us"})
    after = play(now, Move("us-1", ("r",)))
    assert (after.text("bridge", "a/r"), after.text("river", "a/r")) == ("allied", "allied")
    blown = river_board(
        piece("us-1", "a"), side="allied", facts={("control", "a"): "us", ("bridge", "a/r"): "destroyed"}
    )
    after = play(blown, Move("us-1", ("r",)))
    assert (after.text("bridge", "a/r"), after.text("river", "a/r")) == ("destroyed", "allied")


def test_secure_boundaries_leaves_boxes_alone() -> None:
    now = position([box("approach-x"), area("b")], [edge("approach-x", "b", "landing")], [])
    draft = now.draft()
    secure_boundaries(draft, "approach-x")
    assert draft.finish() == now


# --- example 6 ------------------------------------------------------------------------------------------


def pont_labbe(active: str, *, contested: bool = True) -> Position:
    spaces = [area("valognes"), area("pont-labbe", tem=3), area("st-jores"), area("st-sauveur")]
    edges = [
        edge("valognes", "pont-labbe", "river", bridge=True),
        edge("pont-labbe", "st-jores", "flooded", bridge=True),
        edge("pont-labbe", "st-sauveur", "river", bridge=True),
        edge("valognes", "st-sauveur"),
    ]
    units = [
        piece("ge-1058", "valognes"),
        piece("us-1", "pont-labbe", "spent"),
        piece("us-2", "pont-labbe", "spent"),
    ]
    if contested:
        units.append(piece("ge-1057", "pont-labbe"))
    facts: dict[Key, Fact] = {("bridge", "pont-labbe/valognes"): "allied"}
    return position(spaces, edges, units, facts, active=[active])


def test_example_6_withdrawal_and_control() -> None:
    now = play(pont_labbe("pont-labbe"), Move("ge-1057", ("st-jores",)))
    assert now.text("control", "pont-labbe") == "us"
    assert now.number("mf-used", "ge-1057") == 4


# The bridge is Allied-held although both its Areas are German-controlled: the Americans secured it by drop.
def test_example_6_no_exit_over_the_enemy_held_bridge() -> None:
    assert rules(pont_labbe("pont-labbe"), Move("ge-1057", ("valognes",))) == {"8.372"}
    assert "enemy-held" in reasons(pont_labbe("pont-labbe"), Move("ge-1057", ("valognes",)))["8.372"]


def test_example_6_the_short_way_is_mandatory() -> None:
    now = play(pont_labbe("valognes"), Move("ge-1058", ("pont-labbe",)))
    assert now.flag("mandatory", "ge-1058")
    assert now.flag("bridge-was-held", "ge-1058")


def test_example_6_the_long_way_is_not_but_risks_the_air() -> None:
    start = pont_labbe("valognes")
    now = play(start, Move("ge-1058", ("st-sauveur", "pont-labbe")))
    assert now.pieces["ge-1058"].space == "st-sauveur"
    assert now.decision is not None
    now = play(now, SAFE)
    assert (now.pieces["ge-1058"].space, now.flag("mandatory", "ge-1058")) == ("pont-labbe", False)
    assert reach(start, "ge-1058").destinations["pont-labbe"].path == ("pont-labbe",)


def test_example_6_a_failed_seizure_bars_the_long_way() -> None:
    draft = pont_labbe("valognes").draft()
    draft.set("mf-used", 1, "ge-1058")
    draft.set_status("us-2", "fresh")
    assert rules(draft.finish(), Move("ge-1058", ("st-sauveur", "pont-labbe"))) == {"8.36D", "8.38"}


# --- example 7 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("garrison", "must"), [(False, True), (True, False)])
def test_example_7(garrison: bool, must: bool) -> None:
    spaces = [area("carentan"), area("st-mere-eglise", tem=3, terrain="bocage")]
    edges = [edge("carentan", "st-mere-eglise", "flooded", bridge=True)]
    units = [piece("ge-6fs", "carentan", af=6), piece("us-1", "st-mere-eglise", "spent")]
    if garrison:
        units.append(piece("ge-0", "st-mere-eglise", "d2"))
    facts: dict[Key, Fact] = {("control", "st-mere-eglise"): "us", ("weather-today", ""): "overcast"}
    now = play(
        position(spaces, edges, units, facts, active=["carentan"]), Move("ge-6fs", ("st-mere-eglise",))
    )
    assert now.flag("mandatory", "ge-6fs") == must
    assert (now.text("crossed", "ge-6fs"), now.flag("bridge-was-held", "ge-6fs")) == ("bridge", False)


# --- example 8 ------------------------------------------------------------------------------------------


def omaha(*defenders: Piece, mf: int = 5, fought: str = "attacked") -> Position:
    spaces = [area("omaha-beach"), area("port-en-bessin"), area("grandcamp"), area("bayeux")]
    edges = [
        edge("omaha-beach", "port-en-bessin"),
        edge("omaha-beach", "grandcamp"),
        edge("port-en-bessin", "bayeux"),
    ]
    units = [
        piece("us-29-115", "omaha-beach", mf=mf),
        piece("us-tank", "omaha-beach", type="armor", mf=6),
        *defenders,
    ]
    facts: dict[Key, Fact] = {
        ("control", "omaha-beach"): "us",
        ("control", "port-en-bessin"): "us",
        ("control", "bayeux"): "us",
        ("attacked", "omaha-beach"): fought,
        ("assault-mf", "omaha-beach"): 2,
    }
    return position(spaces, edges, units, facts, side="allied", active=["omaha-beach"])


def test_example_8_idle_units_leave_for_the_free_area_and_stop() -> None:
    now = omaha(piece("ge-1", "omaha-beach"), piece("ge-2", "grandcamp"))
    found = reach(now, "us-29-115")
    assert {d.space: d.cost for d in found.destinations.values()} == {"port-en-bessin": 3}
    assert play(now, Move("us-29-115", ("port-en-bessin",))).number("mf-used", "us-29-115") == 5
    assert rules(now, Move("us-29-115", ("grandcamp",))) >= {"8.34", "8.35"}


def test_example_8_armor_goes_on() -> None:
    now = omaha(piece("ge-1", "omaha-beach"))
    assert rules(now, Move("us-tank", ("port-en-bessin", "bayeux"))) == set()
    assert reach(now, "us-tank").destinations["bayeux"].cost == 2
    assert mf_after(now, "us-tank", "port-en-bessin") == 3


def mf_after(now: Position, uid: str, space: str) -> int:
    return play(now, Move(uid, (space,))).number("mf-used", uid)


def test_example_8_a_cleared_area_lets_idle_units_attack_what_retreated() -> None:
    now = omaha(piece("ge-1", "grandcamp", "spent"))
    assert mf_after(now, "us-29-115", "grandcamp") == 5
    assert rules(now, Move("us-29-115", ("port-en-bessin", "bayeux"))) == set()


# --- examples 10 and 11 ---------------------------------------------------------------------------------


def bretteville() -> Position:
    spaces = [area(n) for n in ("gold-beach", "bretteville", "verson", "villars-bocage", "tilly")]
    bridged = [edge("bretteville", n, "river", bridge=True) for n in ("verson", "villars-bocage", "tilly")]
    units = [piece("br-56", "bretteville", mf=5), piece("br-8", "bretteville", type="armor", mf=6)]
    facts: dict[Key, Fact] = {
        ("control", "gold-beach"): "british",
        ("control", "bretteville"): "british",
        ("taken", "bretteville"): True,
        ("attacked", "bretteville"): "overrun",
        ("seizure-tried", "bretteville/verson"): True,
        ("seized-by", "bretteville/verson"): "br-56",
        ("bridge", "bretteville/verson"): "allied",
    }
    for uid, used in (("br-56", 5), ("br-8", 4)):
        facts |= {("start", uid): "approach-gold", ("entered", uid): 2, ("mf-used", uid): used}
        facts["came-from", uid] = "gold-beach"
    edges = [edge("gold-beach", "bretteville"), *bridged]
    return position(spaces, edges, units, facts, side="allied", active=["approach-gold"])


def test_example_10_after_the_overrun() -> None:
    now = bretteville()
    assert set(reach(now, "br-8").destinations) == {"gold-beach", "villars-bocage", "tilly"}
    assert "8.36B" in rules(now, Move("br-8", ("verson",)))
    assert reach(now, "br-56").destinations == {}
    after = play(now, Move("br-8", ("tilly",)))
    assert after.text("bridge", "bretteville/tilly") == "allied"


def isigny(river: str = "bridge") -> Position:
    units = [piece(f"us-{n}", "isigny") for n in range(6)]
    units += [piece("ge-1", "st-lo"), piece("us-9", "st-lo", "spent")]
    spaces = [area("isigny"), area("st-lo", tem=3)]
    facts: dict[Key, Fact] = {("control", "isigny"): "us", ("weather-today", ""): "overcast"}
    facts["bridge", "isigny/st-lo"] = "allied" if river == "bridge" else "german"
    edges = [edge("isigny", "st-lo", "river", bridge=True)]
    return position(spaces, edges, units, facts, side="allied", active=["isigny"])


def test_example_11_five_by_the_bridge_and_the_sixth_through_the_river() -> None:
    now = play(isigny(), MoveStack(tuple(f"us-{n}" for n in range(5)), ("st-lo",)))
    assert rules(now, Move("us-5", ("st-lo",))) == {"8.371"}
    now = play(now, Move("us-5", ("~st-lo",)))
    assert [now.flag("mandatory", f"us-{n}") for n in range(6)] == [False] * 6
    assert now.text("crossed", "us-5") == "river"


def test_example_11_a_river_that_is_not_held() -> None:
    now = play(isigny("river"), Move("us-5", ("~st-lo",)))
    assert now.flag("mandatory", "us-5")


# --- reach ----------------------------------------------------------------------------------------------


def test_reach_with_costs_paths_and_drs() -> None:
    found = reach(road(piece("ge-1", "a"), allied=["c"]), "ge-1")
    assert {d.space: (d.cost, d.rolls) for d in found.destinations.values()} == {
        "b": (1, 0),
        "c": (3, 1),
        "d": (4, 2),
    }
    assert found.destinations["d"].path == ("b", "c", "d")
    assert found.left == 4


def test_reach_marks_the_assault_and_the_river() -> None:
    units = [piece("ge-1", "a"), piece("us-1", "r", "spent")]
    now = river_board(*units, facts={("control", "r"): "us", ("bridge", "a/r"): "destroyed"})
    found = reach(now, "ge-1")
    assert found.destinations["r"].duty[0] == "8.51"
    assert (found.destinations["r"].path, found.destinations["r"].cost) == (("r",), 4)


def test_every_destination_is_a_legal_move_and_costs_what_it_says() -> None:
    draft = GAME.scenario("d-day").draft()
    draft.set("phase", "daylight")
    draft.set("side", "german")
    now = play(draft.finish(), Activate("valognes"))
    for uid in ("ge-1058",):
        for place in reach(now, uid).destinations.values():
            ruling = check(now, Move(uid, place.path))
            assert ruling.ok
            assert ruling.steps[-1].value == place.cost


def test_reach_of_a_unit_that_may_not_move() -> None:
    found = reach(road(piece("ge-1", "a", "spent")), "ge-1")
    assert (found.destinations, [v.rule for v in found.faults]) == ({}, ["8.32"])
    fixed = reach(road(piece("ge-1", "a", type="coastal-artillery", mf=None)), "ge-1")
    assert [v.rule for v in fixed.faults] == ["8.373"]
    away = reach(road(piece("ge-1", "setup-card")), "ge-1")
    assert away.destinations == {}


def test_reach_before_anything_is_active() -> None:
    now = position(ROAD, ROADS, [piece("us-1", "b")])
    assert set(reach(now, "us-1").destinations) == {"a", "b", "c", "d"} - {"b"}


def test_rulings_about_reach() -> None:
    now = road(piece("ge-1", "a", mf=1), piece("us-1", "c"), allied=["c"])
    all_of_it = reach_ruling(now, "ge-1")
    assert (all_of_it.ok, all_of_it.verdict) == (True, "Unit ge-1 reaches 1 space.")
    assert all_of_it.answer["destinations"][0]["space"] == "b"
    there = reach_ruling(now, "ge-1", to="b")
    assert there.verdict == "Unit ge-1 reaches B for 1 MF."
    no = reach_ruling(now, "ge-1", to="c")
    assert no.verdict == "Unit ge-1 does not reach C. It gets as near as B."
    assert {"8.36D", "8.38"} <= set(no.rules)
    far = reach_ruling(now, "ge-1", to="d")
    assert [v.rule for v in far.violations] == ["8.33"]
    spent = reach_ruling(road(piece("ge-1", "a", "spent")), "ge-1", to="b")
    assert (spent.ok, spent.verdict) == (False, "Unit ge-1 may not move.")


def test_the_ruling_tells_of_assaults_and_drs() -> None:
    now = road(piece("ge-1", "a", mf=6), piece("us-1", "c"), allied=["c"])
    told = reach_ruling(now, "ge-1", to="c").verdict
    assert told == "Unit ge-1 reaches C for 5 MF; it must assault there; Air Interdiction drs on the way: 1."
    assert reach_ruling(now, "ge-1").answer["destinations"][-1]["mandatory"]


def test_the_nearest_alternative() -> None:
    now = road(piece("ge-1", "a", mf=2))
    found = reach(now, "ge-1")
    nearest = alternative(now.board, found, "d")
    assert nearest is not None
    assert nearest.space == "c"
    assert alternative(now.board, found, "nowhere") is None
    assert alternative(now.board, reach(road(piece("ge-1", "a", "d1")), "ge-1"), "b") is None


def test_reach_from_an_approach_box() -> None:
    spaces = [box("approach-x"), area("shore", beach="us"), area("inland"), zone("zone-a")]
    edges = [
        edge("approach-x", "shore", "landing"),
        edge("shore", "inland"),
        edge("inland", "zone-a", "arrow"),
    ]
    facts: dict[Key, Fact] = {("control", "shore"): "us"}
    now = position(spaces, edges, [piece("us-1", "approach-x")], facts, side="allied", active=["approach-x"])
    found = reach(now, "us-1")
    assert {d.space: d.cost for d in found.destinations.values()} == {"shore": 1, "inland": 3}
    assert found.refused["zone-a"][0].rule == "14.2"
    shut = position(spaces, edges, [piece("us-1", "approach-x")], side="allied", active=["approach-x"])
    assert reach(shut, "us-1").refused["shore"][0].rule == "19.3"
    assert landing_duty(shut, "shore") == ("", "")
