"""Sections 8.3, 8.4, 8.51, 8.511, 8.52: paths, stacks, Air Interdiction, duties, what is reached."""

from __future__ import annotations

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy.r07_stacking_and_control import secure_boundaries
from adjudicator.breakout_normandy.r08_air_interdiction import air_dr, drm, interdicted_status
from adjudicator.breakout_normandy.r08_assault_duty import crossing_kind, duty, enemy_holds
from adjudicator.breakout_normandy.r08_movement import Move, MoveStack, split
from adjudicator.breakout_normandy.r08_reach import reach
from adjudicator.errors import RollNeeded
from adjudicator.game import check, legal, need_roll
from adjudicator.position import Fact, Key
from tests.breakout_normandy.build_r1 import (
    ROAD,
    ROADS,
    area,
    box,
    edge,
    piece,
    play,
    position,
    river_board,
    road,
)
from tests.playing import rules

SAFE, STOP, DISRUPT = Roll((6,)), Roll((2,)), Roll((1,))

# --- 7.3, 8.33: entering --------------------------------------------------------------------------------


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


def test_the_leader_of_a_listed_stack_has_most_mf_left() -> None:
    units = [piece("ge-1", "a", mf=3), piece("ge-2", "a", mf=5), piece("ge-3", "a", mf=4)]
    now = road(*units, piece("ge-gun", "a", type="pak"))
    assert set(legal(now).of("move-stack")) == {MoveStack(("ge-2", "ge-gun"), ("b",))}


def test_candidates_leave_the_landing_boundary_out() -> None:
    spaces = [area("shore", beach="us"), box("approach-x"), area("a")]
    edges = [edge("shore", "approach-x", "landing"), edge("shore", "a")]
    facts: dict[Key, Fact] = {("control", "shore"): "us"}
    now = position(spaces, edges, [piece("us-1", "shore")], facts, side="allied", active=["shore"])
    assert list(legal(now).of("move")) == [Move("us-1", ("a",))]


def test_candidates_offer_the_river_beside_a_bridge() -> None:
    now = river_board(piece("ge-1", "a"))
    assert set(legal(now).of("move")) == {Move("ge-1", (s,)) for s in ("o", "r", "~r")}


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


def test_a_stack_lists_the_faults_of_every_unit() -> None:
    units = [piece("ge-1", "a", mf=4), piece("ge-gun", "a", type="pak"), piece("ge-2", "a", mf=0)]
    now = road(*units, allied=["b"])
    faults = check(now, MoveStack(("ge-gun", "ge-2", "ge-1"), ("b", "c"))).violations
    assert [(v.rule, v.units) for v in faults] == [
        ("8.375", ("ge-gun",)),
        ("8.36B", ("ge-2",)),
        ("8.38", ("ge-2",)),
    ]


def test_a_stack_of_two_nations() -> None:
    units = [piece("us-1", "a"), piece("br-1", "a")]
    now = road(*units, side="allied", allied="ab")
    assert rules(now, MoveStack(("us-1", "br-1"), ("b",))) == {"8.374"}
    draft = now.draft()
    draft.set("double-impulse", True)
    assert rules(draft.finish(), MoveStack(("us-1", "br-1"), ("b",))) == set()


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


# --- 8.51, 8.511, 8.52: what must assault ---------------------------------------------------------------


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
