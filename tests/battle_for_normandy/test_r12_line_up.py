"""A combat made ready for the die: the worked examples, the order of modifiers, Combined Arms."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12.line_up import combined_arms, line_up, why_no_combined_arms
from adjudicator.frames import plain
from adjudicator.inquiry import Inquiry
from tests.battle_for_normandy.build import sides, unit
from tests.battle_for_normandy.fighting import EAST, TARGET, WEST, attack, field, fought, lined, said, troops

FOE = (troops(6, "ge-1"), TARGET)
FOOT, TANK = (troops(6, "us-1"), EAST), (unit("us-t", "tank", as_=8), EAST)


def gun(uid: str, strength: int) -> tuple[Any, str]:
    return unit(uid, "artillery", as_=strength, division="us-1"), "c1720"


def test_example_12_1_a() -> None:
    on = field(features={TARGET: {"level": 1}})
    found = lined(fought((troops(13, "us-1"), EAST), (troops(12, "us-2"), WEST), FOE, on=on))
    assert (found.attack, found.column, found.drm) == (25, "4:1", -1)


def test_example_12_1_c() -> None:
    on = field(terrain={TARGET: "forest"})
    here = fought((troops(12, "us-1"), EAST), (troops(8, "us-2"), WEST), gun("us-g", 10), FOE, on=on)
    found = lined(here, support=("us-g",))
    assert (found.attack, found.column, found.drm) == (30, "5:1", -2)


def test_example_12_1_d() -> None:
    on = field(features={TARGET: {"settlement": "town"}})
    guns = [(unit(f"br-g{n}", "artillery", as_=4), "c1720") for n in range(2)]
    here = fought((troops(6, "br-1"), EAST), (troops(6, "br-2"), WEST), *guns, FOE, on=on)
    found = lined(here, support=("br-g0", "br-g1"))
    assert (found.attack, found.column, found.drm) == (20, "3:1", -2)


def test_example_12_3_b() -> None:
    on = field(
        terrain={TARGET: "farmland", EAST: "flooded", WEST: "flooded"}, features={TARGET: {"poi": True}}
    )
    panzer = (unit("ge-p", "panzer", ds=6), TARGET)
    here = fought((troops(10, "us-1"), EAST), (troops(10, "us-2"), WEST), gun("us-g", 6), panzer, on=on)
    found = lined(here, support=("us-g",))
    assert (found.attack, found.column, found.drm) == (16, "2:1", -2)


def test_example_12_3_c_combined_arms_after_the_roll() -> None:
    on = field(terrain={TARGET: "farmland"})
    found = lined(fought(FOOT, TANK, FOE, on=on))
    assert (found.attack, found.column, found.drm, found.combined_drm) == (14, "2:1", -1, 0)
    assert found.combined_arms


def test_example_12_3_d() -> None:
    on = field(sides=sides(f"{EAST}/{TARGET}"), terrain={TARGET: "flooded", WEST: "flooded"})
    units = [
        (troops(6, "us-1"), EAST), (unit("us-t", "tank", as_=5), EAST), (troops(5, "us-2"), WEST),
        (troops(5, "us-3"), WEST),
    ]  # fmt: skip
    found = lined(fought(*units, gun("us-g", 4), FOE, on=on), support=("us-g",))
    assert (found.attack, found.column, found.drm, found.combined_arms) == (15, "2:1", 2, False)


def test_example_12_5_1() -> None:
    ship = (unit("us-dd", "destroyer", as_=5), "c1720")
    here = fought(
        (troops(4, "us-1"), EAST),
        (troops(4, "us-2"), EAST),
        gun("us-g", 4),
        ship,
        (troops(8, "ge-1"), TARGET),
    )
    found = lined(here, support=("us-g", "us-dd"))
    assert (found.attack, found.defence, found.column) == (17, 8, "2:1")


def test_example_herouvillette() -> None:
    panzers = [(unit("ge-p1", "panzer", as_=10), EAST), (unit("ge-p2", "panzer", as_=8), WEST)]
    rest = [(unit("ge-i", "inf", as_=6), EAST), (unit("ge-nw", "nw", as_=6), "c2320")]
    heavy = [(unit(f"ge-g{n}", "artillery", as_=5), "c2320") for n in range(2)]
    paras = [(unit("br-1", "para", ds=5), TARGET), (unit("br-2", "para", reduced_ds=3), f"{TARGET} reduced")]
    help_ = [(unit("br-52", "artillery", as_=8), "c1720"), (unit("br-dd", "destroyer", as_=3), "c1720")]
    here = fought(*panzers, *rest, *heavy, *paras, *help_, side="german")
    support = ("ge-nw", "ge-g0", "ge-g1")
    before = lined(here, side="german", support=support)
    assert (before.attack, before.defence, before.column) == (40, 8, "5:1")
    after = lined(here, side="german", support=support, defence_support=("br-52", "br-dd"))
    assert (after.defence, after.column) == (19, "2:1")


def test_example_12_8_from_first_to_last() -> None:
    on = field(features={TARGET: {"settlement": "town"}})
    guns = [gun(f"us-g{n}", 4) for n in range(3)]
    ship = (unit("us-dd", "destroyer", as_=5), "c1720")
    ours = [(troops(31, "us-1"), EAST), (unit("us-t", "tank", as_=8), WEST)]
    support, plain = ("us-g0", "us-g1", "us-g2", "us-dd"), (troops(14, "ge-1"), TARGET)
    first = lined(fought(*ours, *guns, ship, plain), support=support, air=1)
    assert (first.attack, first.column, first.drm, first.combined_drm) == (56, "4:1", 1, 2)
    theirs = [(troops(12, "ge-1"), TARGET), (unit("ge-at", "at", ds=2), TARGET)]
    russian = (unit("ge-r", "artillery", as_=2), "c2320")
    here = fought(*ours, *guns, ship, *theirs, russian, on=on)
    last = lined(here, support=support, air=1, defence_support=("ge-r",))
    assert (last.defence, last.column, last.drm, last.combined_arms) == (16, "3:1", -1, False)
    assert last.result(9).text == "1/2"


def test_example_12_6_5_stream_hill_bocage_village() -> None:
    on = field(
        sides=sides(f"{EAST}/{TARGET}"), terrain={TARGET: "bocage"},
        features={TARGET: {"settlement": "village", "level": 1}},
    )  # fmt: skip
    found = lined(fought(FOOT, FOE, on=on))
    assert (found.attack, found.drm, found.raw) == (3, -3, -3)


def test_modifiers_are_held_at_three_in_the_end() -> None:
    on = field(terrain={TARGET: "flooded"})
    found = lined(fought(FOOT, TANK, FOE, on=on), air=3)
    assert (found.raw, found.drm, found.combined_drm) == (5, 3, 3)


def test_below_one_to_four_no_attack_is_permitted() -> None:
    found = lined(fought((troops(1), EAST), FOE))
    assert not found.legal
    assert lined(fought((troops(2), EAST), FOE)).legal


@pytest.mark.parametrize(("letter", "column"), [("A", "1:1"), ("B", "3:2")])
def test_the_column_between(letter: str, column: str) -> None:
    here = fought((troops(9), EAST), FOE, options={"odds-columns": letter})
    inquiry = Inquiry(here)
    assert line_up(inquiry, attack(here)).column == column
    assert f"odds-columns={letter}" in inquiry.ruling("x", "y").interpretations


def test_combined_arms_needs_both_kinds() -> None:
    assert not lined(fought(FOOT, FOE)).combined_arms
    assert not lined(fought(TANK, FOE)).combined_arms
    assert lined(fought(TANK, (unit("us-a", "armored-infantry"), WEST), FOE)).combined_arms


@pytest.mark.parametrize("word", ["panzer", "at", "heavy-flak", "stug"])
def test_white_and_red_dots_cancel_combined_arms(word: str) -> None:
    here = fought(FOOT, TANK, FOE, (unit("ge-2", word), TARGET))
    assert not combined_arms(here, attack(here))


def test_light_flak_does_not_cancel_it() -> None:
    assert lined(fought(FOOT, TANK, FOE, (unit("ge-2", "flak"), TARGET))).combined_arms


@pytest.mark.parametrize("kind", ["stream", "major-river", "bluff", "cliff"])
def test_hexsides_closed_to_vehicles_forbid_it_bridge_or_not(kind: str) -> None:
    edge = f"{EAST}/{TARGET}"
    here = fought(FOOT, TANK, FOE, on=field(sides=sides(edge, kind=kind), roads={edge: "primary"}))
    assert not lined(here).combined_arms
    other = fought(FOOT, TANK, (unit("us-u", "tank"), WEST), FOE, on=field(sides=sides(edge, kind=kind)))
    assert lined(other).combined_arms


def test_a_draw_is_open_to_them() -> None:
    assert lined(
        fought(FOOT, TANK, FOE, on=field(sides=sides(f"{EAST}/{TARGET}", kind="draw")))
    ).combined_arms


def test_hexes_closed_to_vehicles_forbid_it() -> None:
    assert not lined(fought(FOOT, TANK, FOE, on=field(terrain={TARGET: "flooded"}))).combined_arms
    bocage = field(terrain={TARGET: "bocage"})
    assert lined(fought(FOOT, TANK, FOE, on=bocage)).combined_arms
    assert not lined(fought(FOOT, TANK, FOE, on=bocage, options={"dug-tanks": "B"})).combined_arms


def test_funnies_are_no_tanks() -> None:
    here = fought((troops(6, "br-1"), EAST), (unit("br-a", "avre"), EAST), (unit("br-c", "croc"), EAST), FOE)
    assert [s for s, _ in why_no_combined_arms(here, attack(here))] == ["12.6.2"]


def test_the_trail_tells_odds_modifiers_and_why_no_combined_arms() -> None:
    text = said(fought(FOOT, FOE, on=field(terrain={TARGET: "flooded"})), air=3)
    for words in ("odds 6:6, column 1:1", "Flooded / Marsh", "held at +3", "no Combined Arms: no Tank-type"):
        assert words in text


def test_the_trail_names_the_cap_on_terrain() -> None:
    on = field(terrain={TARGET: "bocage"}, features={TARGET: {"settlement": "town"}})
    assert "terrain counts for -3 at the most (12.6.5)" in said(fought(FOOT, TANK, FOE, on=on))


def test_an_inquiry_and_a_position_agree() -> None:
    here = fought(FOOT, TANK, FOE, on=field(terrain={TARGET: "bocage"}))
    assert line_up(Inquiry(here), plain(attack(here))) == line_up(here, attack(here))
