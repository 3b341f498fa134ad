"""Sections 8.31, 8.511 and 8.54: who may come back after an Overrun, who swims, and what was paid before."""

from __future__ import annotations

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.hypothesis import brought_in
from adjudicator.breakout_normandy.questions_movement import Duty
from adjudicator.breakout_normandy.r08_assault_duty import swims
from adjudicator.breakout_normandy.r08_mf import has_overrun, mf_used
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r09_assault import Assault, NameForward
from adjudicator.breakout_normandy.r20_bridges import Seize
from adjudicator.game import check
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.questions import Asking
from tests.breakout_normandy.build_r1 import area, edge, piece, play, position
from tests.playing import rules

SPACES = [area("a"), area("b"), area("c")]
EDGES = [edge("a", "b"), edge("b", "c"), edge("a", "c", "river", bridge=True)]
WON = Roll((12, 2))


def board(*pieces: Piece) -> Position:
    held = {("bridge", "a/c"): "allied", ("control", "c"): "us", ("weather-today", ""): "overcast"}
    return position(SPACES, EDGES, pieces, held, active=["a"], side="german")


def overrun_from_inside() -> Position:
    """Two units begin in Contested A; one of them overruns the enemy there."""
    units = [piece("ge-1", "a", mf=6), piece("ge-2", "a", mf=6), piece("us-1", "a", "d2", spent_df=0)]
    assault = Assault("a", ("ge-1",), "ge-1", ())
    return play(board(*units), assault, NameForward("us-1"), WON)


def test_who_overran_leaves_and_comes_back_in_one_move() -> None:
    now = overrun_from_inside()
    assert now.text("attacked", "a") == "overrun"
    assert rules(now, Move("ge-1", ("b",))) == set()
    assert check(now, Move("ge-1", ("b", "a"))).ok
    assert rules(play(now, Move("ge-1", ("b",))), Move("ge-1", ("a",))) == set()


def test_who_stood_aside_does_not_come_back() -> None:
    now = overrun_from_inside()
    assert not has_overrun(now, now.pieces["ge-2"], "a")
    left = play(now, Move("ge-2", ("b",)))
    assert rules(left, Move("ge-2", ("a",))) == {"8.31"}


def test_a_seizure_is_paid_on_top_of_the_assault() -> None:
    now = play(overrun_from_inside(), Seize("ge-2", "a/c"))
    assert mf_used(now, now.pieces["ge-2"]) == 2  # one for the assault on Disrupted units, one for the bridge


def test_without_a_bridge_a_river_is_swum() -> None:
    river, bridged = edge("a", "b", "river"), edge("a", "c", "river", bridge=True)
    now = position(SPACES, [river, bridged], [piece("ge-1", "a"), piece("us-1", "b")])
    assert [swims(now, river), swims(now, bridged), swims(now, bridged, river=True)] == [True, False, True]
    draft = now.draft()
    draft.set("bridge", "destroyed", "a/c")
    assert swims(draft, bridged)


def test_the_questions_know_an_unbridged_river() -> None:
    facts = {("control", "b"): "us", ("river", "a/b"): "allied"}
    spaces, edges = SPACES[:2], [edge("a", "b", "river")]
    now = position(spaces, edges, [piece("ge-1", "a"), piece("us-1", "b")], facts)
    answer = Duty(unit="ge-1", area="b").answer(Asking(GAME, now)).answer
    assert answer["type"] == "mandatory"
    assert answer["dv_modifier"] == 2
    scene = brought_in(now, ["ge-1"], "b")
    assert scene.position.text("crossed", "ge-1") == "river"


def test_no_duty_over_flooded_ground_without_a_bridge() -> None:
    now = position(SPACES[:2], [edge("a", "b", "flooded")], [piece("ge-1", "a"), piece("us-1", "b")])
    ruling = Duty(unit="ge-1", area="b").answer(Asking(GAME, now))
    assert [v.rule for v in ruling.violations] == ["8.371"]


def test_one_move_out_and_back_uses_a_bridge_twice() -> None:
    here = [area("a"), area("c")]
    facts: dict[Key, Fact] = {("crossings", "a/c"): 4, ("weather-today", ""): "overcast"}
    road = edge("a", "c", "river", bridge=True)
    now = position(here, [road], [piece("ge-1", "a")], facts, active=["a"])
    assert rules(now, Move("ge-1", ("c",))) == set()
    assert [v.rule for v in check(now, Move("ge-1", ("c", "a"))).violations] == ["8.371"]
