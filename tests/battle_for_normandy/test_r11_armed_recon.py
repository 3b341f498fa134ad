"""Armed Recon: chart, modifiers, attacks on units and bridges, Friendly Fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.r11.armed_recon import HANDLERS, Strike, TakeStray, TakeStrike
from adjudicator.battle_for_normandy.r11.recon_numbers import (
    allowance,
    chances,
    chances_of,
    die_adding,
    flak_of,
    hexes_of,
)
from adjudicator.game import resolve_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from maps.filing import OURS
from tests.battle_for_normandy.build import around, board, hq, road, sides, situation, unit
from tests.playing import barred, done, look

TARGET, BESIDE, TWO, THREE = "c2020", "c2021", "c2022", "c2023"
STRIKE, TAKE, STRAY = HANDLERS
BRIDGE = "b3015/b3114"


def scene(*placed: tuple[Any, str], terrain: str = "clear", roads: Any = None, **more: Any) -> Position:
    features = {TARGET: more.pop("features", {})}
    ground = board(around(TARGET, radius=4), terrain={TARGET: terrain}, roads=roads, features=features)
    facts = {"recon_attacks": 6, "recon_hit": 5, "air_points": 100, **more}
    return situation(ground, *placed, phase="armed-recon", side="german", **facts)


def bridge(*placed: tuple[Any, str], **more: Any) -> Position:
    ground = board(
        around("b3015", "b3114", radius=2), sides=sides(BRIDGE, kind="major-river"),
        roads=road("b3015", "b3114"), terrain={"b3015": "bocage", "b3114": "city"},
    )  # fmt: skip
    facts = {"recon_attacks": 6, "recon_hit": 5, "air_points": 100, **more}
    return situation(ground, *placed, phase="armed-recon", side="german", **facts)


FOE = (unit("ge-1", "inf"), TARGET)


def modifier(here: Position, target: str = TARGET) -> int:
    return die_adding(here, target).value


def rolled(here: Position, *rolls: int) -> Position:
    """The position after rolls, and after every step that nobody decides."""
    for value in rolls:
        draft = here.draft()
        top = draft.settle()
        assert top.player == "dice"
        resolve_roll(draft, top.data, [value])
        here = _carried(draft)
    return here


def _carried(draft: Any) -> Position:
    steps = GAME.rules.steps
    while draft.pending and draft.pending[-1].player == "auto":
        decision = draft.settle()
        steps[decision.kind](draft, decision)
    found: Position = draft.finish()
    return found


# --- chart ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "attacks", "hit"), [(12, 4, 7), (20, 6, 5), (0, 0, 10)])
def test_what_the_text_says_of_the_chart(points: int, attacks: int, hit: int) -> None:
    row = allowance(OURS, points)
    assert row.number("attacks") == attacks
    if attacks:
        assert row.number("hit") == hit


def test_more_points_never_harm() -> None:
    rows = [allowance(OURS, n) for n in range(1, 21)]
    assert [r.number("attacks") for r in rows] == sorted(r.number("attacks") for r in rows)
    assert [r.number("hit") for r in rows] == sorted((r.number("hit") for r in rows), reverse=True)


# --- modifiers --------------------------------------------------------------------------------------------


def test_example_1_a_bridge_with_two_flak_units() -> None:
    here = bridge((unit("ge-f", "flak"), "b3114"), (unit("ge-h", "flak"), "b3015"))
    found = chances(here, BRIDGE)
    assert (modifier(here, BRIDGE), found.hit_on, found.lost_on) == (-2, 7, 3)
    assert (found.hit, found.lost) == (Fraction(2, 5), Fraction(3, 10))
    assert hexes_of(here, BRIDGE) == ("b3015", "b3114")


def test_example_2_a_unit_in_a_city() -> None:
    here = scene(FOE, (unit("ge-f", "flak"), TARGET), (unit("ge-h", "flak"), BESIDE), terrain="city")
    found = chances(here, TARGET)
    assert (modifier(here), found.hit_on, found.lost_on) == (-5, 10, 6)  # trap 7: six, not five


def test_no_roll_hits() -> None:
    found = chances_of(7, -5)
    assert (found.hit_on, found.hit) == (11, Fraction(0))


def test_flak_counts_each_or_all_together() -> None:
    placed = [FOE, (unit("ge-f", "flak"), TARGET), (unit("ge-h", "flak"), BESIDE), (hq("ge-352"), TARGET)]
    assert modifier(scene(*placed)) == -3
    assert modifier(scene(*placed, options={"flak-count": "B"})) == -1
    assert len(flak_of(scene(*placed), TARGET)) == 3


@pytest.mark.parametrize(
    ("terrain", "features", "found"),
    [
        ("bocage", {}, -3), ("farmland", {}, -1), ("flooded", {}, 2),
        ("farmland", {"settlement": "town"}, -3),
        ("bocage", {"settlement": "village"}, -3),
    ],
)  # fmt: skip
def test_terrain_counts_as_in_combat(terrain: str, features: dict[str, Any], found: int) -> None:
    assert modifier(scene(FOE, terrain=terrain, features=features)) == found


@pytest.mark.parametrize(
    ("kind", "found"), [("highway", 0), ("primary", 0), ("secondary", -3), ("railroad", -3)]
)
def test_highways_and_primary_roads_strip_terrain(kind: str, found: int) -> None:
    roads = road(TARGET, BESIDE, kind=kind)
    assert modifier(scene(FOE, terrain="bocage", roads=roads)) == found


def test_an_enemy_within_two_hexes_gives_it_back() -> None:
    roads = road(TARGET, BESIDE, kind="highway")
    ground: dict[str, Any] = {"terrain": "bocage", "roads": roads}
    assert modifier(scene(FOE, (unit("us-1", "inf"), TWO), **ground)) == -3
    assert modifier(scene(FOE, (unit("us-1", "inf"), THREE), **ground)) == 0
    assert modifier(scene(FOE, (unit("us-1", "destroyer"), TWO), **ground)) == 0


def test_strategic_movement_takes_all_terrain_and_adds_one() -> None:
    marks = {"ge-1": {"strategic": True}}
    assert modifier(scene(FOE, terrain="bocage", marks=marks)) == 1
    near = scene(
        FOE,
        (unit("us-1", "inf"), TWO),
        terrain="city",
        marks=marks,
        roads=road(TARGET, BESIDE, kind="highway"),
    )
    assert modifier(near) == 1


def test_entrenchments_and_strongpoints_with_terrain_to_three() -> None:
    dug = {("entrenchment", TARGET): "ready"}
    assert modifier(scene(FOE, facts=dug)) == -3
    assert modifier(scene(FOE, terrain="forest", facts=dug)) == -3
    assert modifier(scene((unit("ge-sp", "sp"), TARGET))) == -3
    assert (
        modifier(scene((unit("ge-sp", "sp"), TARGET), (unit("ge-f", "flak"), TARGET), terrain="city")) == -4
    )
    assert modifier(scene(FOE, terrain="flooded", facts=dug)) == -1


def test_tac_move() -> None:
    roads, marks = road(TARGET, BESIDE, kind="primary"), {"ge-1": {"tac-move": True}}
    assert modifier(scene(FOE, terrain="bocage", roads=roads, marks=marks)) == 0
    used = scene(FOE, terrain="bocage", roads=roads, marks=marks, options={"11.3.2o": "B"})
    assert modifier(used) == -3


# --- the declaration --------------------------------------------------------------------------------------


def test_a_legal_strike_tells_what_it_needs() -> None:
    inquiry = look(scene(FOE), Strike(TARGET))
    assert not inquiry.violations
    assert any("5 or more hits; 1 or less loses" in s.text for s in inquiry.steps)


@pytest.mark.parametrize(
    ("action", "more", "sections"),
    [
        (Strike(TARGET, 2), {}, ["11.3.3"]), (Strike(TARGET, 0), {}, ["11.3.3"]),
        (Strike(TARGET), {"recon_attacks": 0}, ["11.3.1"]), (Strike(TARGET), {"time": "night"}, ["11.3"]),
        (Strike(TARGET), {"weather": "storm"}, ["11.1.1"]), (Strike(TARGET), {"date": 6}, ["11.1.1"]),
        (Strike(TARGET), {"facts": {("struck", TARGET): True}}, ["11.3.3"]), (Strike(BESIDE), {}, ["11.3"]),
        (Strike("c9999"), {}, ["11.3"]), (Strike("c2020/c2021"), {}, ["11.3.3"]),
    ],
)  # fmt: skip
def test_illegal_strikes(action: Strike, more: dict[str, Any], sections: list[str]) -> None:
    assert barred(scene(FOE, **more), action) == sections


def test_a_bridge_may_be_attacked_several_times_while_it_stands() -> None:
    assert barred(bridge(), Strike(BRIDGE, 3)) == []
    assert barred(bridge(facts={("blown", BRIDGE): True}), Strike(BRIDGE)) == ["11.3.3"]


def test_candidates() -> None:
    assert list(STRIKE.options(scene(FOE))) == [Strike(TARGET)]
    assert list(STRIKE.options(scene(FOE, recon_attacks=0))) == []
    assert list(STRIKE.options(bridge(recon_attacks=2))) == [Strike(BRIDGE, 1), Strike(BRIDGE, 2)]


# --- rolls ------------------------------------------------------------------------------------------------


def test_a_hit_takes_a_step_and_the_marker() -> None:
    here = done(scene(FOE, marks={"ge-1": {"strategic": True}}), Strike(TARGET))
    assert (here.number("recon-attacks"), here.flag("struck", TARGET)) == (5, True)
    after = rolled(here, 4)  # 4 + 1 meets 5
    assert after.pieces["ge-1"].status == "reduced"
    assert not after.flag("strategic", "ge-1")
    assert not after.pending


def test_a_miss_and_a_lost_plane() -> None:
    here = done(scene(FOE), Strike(TARGET))
    assert rolled(here, 4).number("air-points") == 100
    lost = rolled(here, 1)
    assert (lost.number("air-points"), lost.pieces["ge-1"].status) == (99, "full")


def test_the_german_player_chooses_the_unit() -> None:
    here = done(scene(FOE, (unit("ge-2", "inf"), TARGET)), Strike(TARGET))
    asked = rolled(here, 9)
    assert asked.decision is not None
    assert (asked.decision.player, asked.decision.kind) == ("german", "recon-hit")
    assert list(TAKE.options(asked)) == [TakeStrike("ge-1"), TakeStrike("ge-2")]
    assert barred(asked, TakeStrike("us-1")) == ["11.3.3"]
    after = done(asked, TakeStrike("ge-2"))
    assert [after.pieces[u].status for u in ("ge-1", "ge-2")] == ["full", "reduced"]


def test_every_declared_attack_on_a_bridge_is_made() -> None:
    here = done(bridge(), Strike(BRIDGE, 3))
    after = rolled(here, 6, 1)
    assert after.flag("blown", BRIDGE)
    assert after.number("air-points") == 99
    assert after.pending
    end = rolled(after, 9)
    assert not end.pending
    assert end.number("recon-attacks") == 3


def test_friendly_fire() -> None:
    placed = [FOE, (unit("us-1", "inf"), BESIDE), (unit("us-2", "inf"), BESIDE)]
    here = done(scene(*placed, options={"11.3.1o": "B"}), Strike(TARGET))
    asked = rolled(here, 2)
    assert list(STRAY.options(asked)) == [TakeStray("us-1"), TakeStray("us-2")]
    assert barred(asked, TakeStray("ge-1")) == ["11.3.1o"]
    chosen = done(asked, TakeStray("us-2"))
    assert rolled(chosen, 3).pieces["us-2"].status == "reduced"  # 3 + 2 meets 5
    assert rolled(chosen, 2).pieces["us-2"].status == "full"
    assert rolled(done(scene(*placed), Strike(TARGET)), 2).decision is None


def test_friendly_fire_on_the_only_unit_needs_no_choice() -> None:
    placed = [FOE, (unit("us-1", "inf"), BESIDE)]
    here = done(scene(*placed, options={"11.3.1o": "B"}), Strike(TARGET))
    assert rolled(here, 2, 8).pieces["us-1"].status == "reduced"
    alone = done(scene(FOE, options={"11.3.1o": "B"}), Strike(TARGET))
    assert not rolled(alone, 2).pending


def test_aa_fire_before_an_attack_by_the_other_reading() -> None:
    placed = [FOE, (unit("ge-f", "flak"), BESIDE)]
    here = done(scene(*placed, options={"recon-aa": "B"}), Strike(TARGET))
    assert rolled(here, 8).pieces["ge-1"].status == "full"
    assert not rolled(here, 8).pending
    assert rolled(here, 10).number("air-points") == 99
    assert rolled(here, 4, 9).pieces["ge-1"].status == "reduced"


def test_why_the_dice_are_due() -> None:
    here = done(bridge(), Strike(BRIDGE))
    assert here.decision is not None
    why = GAME.rules.rolls[here.decision.data["what"]].why(here, here.decision.data)
    assert why == "Armed Recon on B3015 / B3114"


def test_without_a_hit_number_that_of_twenty_points() -> None:
    inquiry = Inquiry(scene(FOE, recon_hit=0))
    assert chances(inquiry, TARGET).hit_on == 5


def test_a_stack_in_a_box_of_the_three_map_game() -> None:
    from maps.board import Board, Space

    ground = Board([Space("d-3", "Map D box 3", "track")], [])
    placed = [(unit("ge-1", "inf"), "d-3"), (unit("ge-f", "flak"), "d-3")]
    facts: dict[str, Any] = {"recon_attacks": 2, "recon_hit": 5}
    here = situation(ground, *placed, phase="armed-recon", side="german", **facts)
    assert [p.uid for p in flak_of(here, "d-3")] == ["ge-f"]
    assert modifier(here, "d-3") == -1
    assert barred(here, Strike("d-3")) == []
    assert list(STRIKE.options(here)) == [Strike("d-3")]


def test_aa_fire_before_each_attack_on_a_bridge_by_the_other_reading() -> None:
    here = done(bridge((unit("ge-f", "flak"), "b3015"), options={"recon-aa": "B"}), Strike(BRIDGE, 2))
    after = rolled(here, 8, 4, 6)  # the first aborted; the second gets through and hits with 6 - 1
    assert after.flag("blown", BRIDGE)
    assert not after.pending


def test_units_that_are_gone_and_blown_bridges_are_no_candidates() -> None:
    here = scene(FOE, (unit("ge-9", "inf"), "eliminated"), (unit("ge-t", "truck"), BESIDE))
    assert list(STRIKE.options(here)) == [Strike(TARGET)]
    assert list(STRIKE.options(bridge(facts={("blown", BRIDGE): True}))) == []


def test_why_friendly_fire_is_due() -> None:
    placed = [FOE, (unit("us-1", "inf"), BESIDE)]
    here = rolled(done(scene(*placed, options={"11.3.1o": "B"}), Strike(TARGET)), 2)
    assert here.decision is not None
    rule = GAME.rules.rolls[here.decision.data["what"]]
    assert rule.why(here, here.decision.data) == "Friendly Fire on us-1"


def test_a_hit_on_a_hex_that_is_empty_by_now() -> None:
    from adjudicator.battle_for_normandy.r11.armed_recon import _hit

    draft = scene(FOE).draft()
    _hit(draft, BESIDE)
    assert not draft.pending
