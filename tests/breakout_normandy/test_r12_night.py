"""Sections 12.62, 12.8 and 12.9: the drs of Cherbourg, surrender, Air Supply."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from adjudicator.actions import Action, Roll
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r12_night import (
    AirSupply,
    CherbourgRefit,
    air_supply_drm,
    ask_surrenders,
    surrender_result,
)
from adjudicator.breakout_normandy.r12_refit import PlaceDepot, Refit
from adjudicator.errors import RollNeeded
from adjudicator.game import apply, check, need_roll
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r4 import at, board_of, play, position, reasons, rules
from tests.playing import allowed

COTENTIN = board_of("cherbourg", "valognes", "montebourg", "zone-e", valognes__zone_e=("arrow", False))


def refit(side: str, pieces: list[Piece], facts: Any = None, **more: Any) -> Position:
    return position(pieces, facts, board=COTENTIN, phase=f"refit-{side}", side=side, **more)


# --- Cherbourg ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "need", "better"), [("spent", 4, "fresh"), ("d1", 5, "spent"), ("d2", 6, "d1")]
)
def test_the_drs_of_cherbourg(status: str, need: int, better: str) -> None:
    for dr in range(1, 7):
        place = refit("german", [at("cherbourg", "ge-152-flak", status)])
        after = play(place, CherbourgRefit("ge-152-flak"), Roll((dr,)))
        assert after.pieces["ge-152-flak"].status == (better if dr >= need else status)


def test_one_dr_each_and_after_a_failure_a_depot_may_still_refit() -> None:
    place = play(
        refit("german", [at("cherbourg", "ge-152-flak", "d1")]), CherbourgRefit("ge-152-flak"), Roll((4,))
    )
    assert rules(place, CherbourgRefit("ge-152-flak")) == ["12.62"]
    after = play(place, PlaceDepot("ge-1", "cherbourg"), Refit("ge-152-flak", ("ge-1",)))
    assert after.pieces["ge-152-flak"].status == "spent"


def test_never_two_levels() -> None:
    place = play(
        refit("german", [at("cherbourg", "ge-152-flak", "d2")]), CherbourgRefit("ge-152-flak"), Roll((6,))
    )
    after = apply(place, PlaceDepot("ge-1", "cherbourg"))
    assert rules(after, Refit("ge-152-flak", ("ge-1",))) == ["12.4"]


def test_not_elsewhere_not_fresh_not_after_the_depots() -> None:
    there = [
        at("valognes", "ge-916", "spent"),
        at("cherbourg", "ge-152-flak"),
        at("cherbourg", "ge-153-flak", "d1"),
    ]
    place = refit("german", there)
    assert rules(place, CherbourgRefit("ge-916")) == ["12.62"]
    assert rules(place, CherbourgRefit("ge-152-flak")) == ["12.4"]
    assert rules(place, CherbourgRefit("nobody")) == ["12.62"]
    assert allowed(place, "cherbourg-refit") == {CherbourgRefit("ge-153-flak")}
    later = apply(place, PlaceDepot("ge-1", "valognes"))
    assert rules(later, CherbourgRefit("ge-153-flak")) == ["12.62"]


@pytest.mark.parametrize(("letter", "legal"), [("A", True), ("B", False)])
def test_under_allied_control_the_reading_decides(letter: str, legal: bool) -> None:
    there = [at("cherbourg", "ge-152-flak", "spent"), at("cherbourg", "us-4-8")]
    place = refit("german", there, us=["cherbourg"], cherbourg_not_controlled=letter)
    assert check(place, CherbourgRefit("ge-152-flak")).ok is legal


def test_the_roll_says_what_it_is_for() -> None:
    place = apply(refit("german", [at("cherbourg", "ge-152-flak", "d1")]), CherbourgRefit("ge-152-flak"))
    with pytest.raises(RollNeeded, match="Cherbourg Refit dr of 152 FLAK Bn"):
        need_roll(place)


# --- Air Supply -----------------------------------------------------------------------------------------

FREE, CONTESTED, GERMAN = "valognes", "montebourg", "cherbourg"


def flown(status: str, area: str, overcast: int = 0, impulses: int = 9) -> Position:
    there = [at(area, "us-101-501", status)]
    if area != FREE:
        there.append(at(area, "ge-916"))
    control = ["valognes", "montebourg"]
    facts = {"impulses-today": impulses, "overcast-today": overcast}
    return refit("allied", there, facts, us=control)


@pytest.mark.parametrize(
    ("overcast", "row"),
    [
        (0, [(3, 4), (4, 5), (5, 6)]),
        (4, [(4, 5), (5, 6), (6, 7)]),
        (5, [(5, 6), (6, 7), (7, 8)]),
        (9, [(6, 7), (7, 8), (8, 9)]),
    ],
)
def test_the_least_dr(overcast: int, row: list[tuple[int, int]]) -> None:
    for area, pair in zip((FREE, CONTESTED, GERMAN), row, strict=True):
        for status, need in zip(("spent", "d1"), pair, strict=True):
            place = flown(status, area, overcast)
            for dr in range(1, 7):
                after = play(place, AirSupply(area, ("us-101-501",)), Roll((dr,)))
                better = {"spent": "fresh", "d1": "spent"}[status]
                assert after.pieces["us-101-501"].status == (better if dr >= need else status)


def test_every_line_of_the_drm_is_told() -> None:
    steps = check(flown("d1", CONTESTED, 5), AirSupply(CONTESTED, ("us-101-501",))).steps
    under = next(s for s in steps if s.under).under
    assert [(s.rule, s.value, s.op) for s in under] == [("12.9", 3, "+"), ("12.9", 1, "-"), ("12.9", -2, "+")]
    assert air_supply_drm(flown("d1", CONTESTED, 5), flown("d1", CONTESTED).pieces["us-101-501"]).value == 0


def test_both_nations_up_to_four_in_one_area_once_a_night() -> None:
    there = [at("valognes", f"us-x-{n}", "spent", af=n) for n in range(3)]
    there += [at("valognes", f"br-x-{n}", "spent", af=n) for n in range(2)]
    there.append(at("montebourg", "us-y", "spent", af=1))
    place = refit("allied", there, us=["valognes", "montebourg"])
    four = ("us-x-0", "us-x-1", "br-x-0", "br-x-1")
    after = play(place, AirSupply("valognes", four), Roll((6, 1, 6, 2)))
    assert [after.pieces[u].status for u in four] == ["fresh", "spent", "fresh", "spent"]
    assert rules(after, AirSupply("montebourg", ("us-y",))) == ["12.9"]
    five = tuple(p.uid for p in there[:5])
    assert rules(place, AirSupply("valognes", five)) == ["12.9"]


def test_an_isolated_area_may_be_supplied_and_a_depot_may_follow_a_failure_but_not_a_success() -> None:
    there = [at("montebourg", "us-4-8", "d1"), at("montebourg", "us-4-12", "d1")]
    facts = {("depot", "utah"): "montebourg", ("depot-points", "utah"): 9}
    place = refit("allied", there, facts, us=["montebourg"])
    after = play(place, AirSupply("montebourg", ("us-4-8", "us-4-12")), Roll((6, 1)))
    assert rules(after, Refit("us-4-8", ("utah",))) == ["12.4"]
    assert check(after, Refit("us-4-12", ("utah",))).ok


@pytest.mark.parametrize(
    "action",
    [
        AirSupply("zone-e", ("us-4-8",)),
        AirSupply("nowhere", ("us-4-8",)),
        AirSupply("eliminated", ()),
        AirSupply("valognes", ()),
        AirSupply("valognes", ("us-4-8", "us-4-8")),
        AirSupply("valognes", ("nobody",)),
        AirSupply("valognes", ("us-4-12",)),
        AirSupply("valognes", ("us-4-22",)),
        AirSupply("valognes", ("ge-916",)),
    ],
)
def test_refusals(action: Action) -> None:
    there = [at("zone-e", "us-4-8", "spent"), at("valognes", "us-4-12"), at("montebourg", "us-4-22", "spent")]
    there.append(at("valognes", "ge-916", "spent"))
    place = refit("allied", there, us=["valognes", "zone-e"])
    assert rules(place, action)
    assert not set(rules(place, action)) - {"12.9", "12.4", "6.4"}


def test_no_air_supply_in_a_storm() -> None:
    there = [at("valognes", "us-4-8", "spent")]
    place = refit("allied", there, {"date": 16, "storm-day": 16}, us=["valognes"], extended_game="B")
    assert rules(place, AirSupply("valognes", ("us-4-8",))) == ["24.6D"]
    assert allowed(place, "air-supply") == set()


def test_equal_units_are_offered_once_and_the_largest_choices_first() -> None:
    there = [at("valognes", f"us-x-{n}", "spent", af=4) for n in range(6)]
    place = refit("allied", there, us=["valognes"])
    sizes = [len(a.units) for a in GAME.handlers["air-supply"].options(place) if isinstance(a, AirSupply)]
    assert sizes == [4, 3, 2, 1]
    assert check(place, AirSupply("valognes", ("us-x-5", "us-x-2"))).ok


def test_the_air_roll_says_what_it_is_for() -> None:
    place = apply(flown("spent", FREE), AirSupply(FREE, ("us-101-501",)))
    with pytest.raises(RollNeeded, match="the Air Supply of 1 unit in Valognes"):
        need_roll(place)


# --- surrender ------------------------------------------------------------------------------------------


def test_the_table_of_surrender() -> None:
    table = {
        status: "".join(surrender_result(status, dr)[0] for dr in range(1, 7))
        for status in ("fresh", "spent")
    }
    assert table == {"fresh": "sfffff", "spent": "edssss"}
    assert [surrender_result("d1", dr) for dr in (1, 2, 3, 4)] == ["eliminated", "eliminated", "d2", "d1"]
    assert [surrender_result("d2", dr) for dr in (4, 5)] == ["eliminated", "d2"]


def pocket(letter: str = "A", **more: Any) -> Position:
    there = [
        at("montebourg", "ge-916", "spent"),
        at("montebourg", "us-4-8"),
        at("cherbourg", "ge-152-flak", "d2"),
    ]
    board = board_of("montebourg", "cherbourg", "valognes", "utah-beach")
    place = position(
        there, board=board, phase="surrender", us=["valognes", "utah-beach"], surrender_timing=letter, **more
    )
    draft = place.draft()
    ask_surrenders(draft)
    return draft.finish()


def test_only_isolated_units_roll_and_cherbourg_saves() -> None:
    place = pocket()
    assert [d.data["unit"] for d in place.pending] == ["ge-916"]
    assert play(place, Roll((3,))).pieces["ge-916"].status == "spent"
    assert play(place, Roll((2,))).pieces["ge-916"].status == "d1"


def test_an_eliminated_unit_leaves_the_area_to_the_enemy() -> None:
    after = play(pocket(), Roll((1,)))
    assert after.pieces["ge-916"].space == "eliminated"
    assert after.text("control", "montebourg") == "us"
    assert after.number("eliminated", "german") == 1


def test_a_bridge_falls_to_the_side_that_holds_both_ends_then() -> None:
    there = [at("pont-labbe", "ge-916", "spent"), at("pont-labbe", "us-4-8")]
    board = board_of("pont-labbe", "valognes", "utah-beach")
    draft = position(there, board=board, phase="surrender", us=["valognes"]).draft()
    ask_surrenders(draft)
    after = play(draft.finish(), Roll((1,)))
    assert after.text("bridge", "pont-labbe/valognes") == "allied"


def test_the_reading_sets_the_time() -> None:
    for letter, when in itertools.product("AB", ("surrender", "refit-german")):
        place = pocket(letter)
        draft = place.draft()
        draft.pending = ()
        ask_surrenders(draft, when=when)
        assert bool(draft.pending) == ((letter, when) in {("A", "surrender"), ("B", "refit-german")})


def test_units_roll_in_the_order_of_their_ids() -> None:
    there = [at("montebourg", f"ge-{n}", "spent", af=1) for n in (3, 1, 2)]
    draft = position(there, board=board_of("montebourg"), phase="surrender").draft()
    ask_surrenders(draft)
    place = draft.finish()
    assert place.decision is not None
    assert place.decision.data["unit"] == "ge-1"
    after = play(place, Roll((6,)), Roll((6,)), Roll((1,)))
    assert [after.pieces[f"ge-{n}"].space for n in (1, 2, 3)] == ["montebourg", "montebourg", "eliminated"]


def test_isolated_allies_never_roll() -> None:
    draft = position(
        [at("montebourg", "us-4-8", "d2")], board=board_of("montebourg"), us=["montebourg"]
    ).draft()
    ask_surrenders(draft)
    assert draft.pending == ()


def test_reasons_are_sentences() -> None:
    place = refit("german", [at("cherbourg", "ge-152-flak")])
    assert reasons(place, CherbourgRefit("ge-152-flak")) == ["152 FLAK Bn is Fresh"]
