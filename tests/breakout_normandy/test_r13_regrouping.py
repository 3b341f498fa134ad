"""Section 13: regrouping by land, from the sea, and to the Offshore Box."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.actions import Action, Roll
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r13_regrouping import Regroup, RegroupLand
from adjudicator.errors import RollNeeded
from adjudicator.game import apply, check, legal, need_roll
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r4 import EVERYTHING, at, board_of, play, position, reasons, rules
from tests.playing import allowed

DOUVE = board_of(
    "pont-labbe",
    "st-jores",
    "st-sauveur",
    "valognes",
    "montebourg",
    "cherbourg",
    "zone-e",
    st_jores__zone_e=("arrow", False),
)
VALOGNES = "pont-labbe/valognes"


def evening(pieces: list[Piece], facts: Any = None, side: str = "german", **more: Any) -> Position:
    more.setdefault("board", DOUVE)
    return position(pieces, facts, phase=f"regroup-{side}", side=side, **more)


# --- by land --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", terms.STATUSES)
def test_a_unit_moves_one_area_and_keeps_its_status(status: str) -> None:
    place = evening([at("valognes", "ge-1058", status)])
    after = apply(place, Regroup("ge-1058", "montebourg"))
    assert after.pieces["ge-1058"].space == "montebourg"
    assert after.pieces["ge-1058"].status == status
    assert rules(after, Regroup("ge-1058", "valognes")) == ["13"], "one Area is the most"


def test_only_adjacent_spaces() -> None:
    place = evening([at("valognes", "ge-1058")])
    assert rules(place, Regroup("ge-1058", "st-jores")) == ["13"]
    assert rules(place, Regroup("ge-1058", "nowhere")) == ["13"]
    assert rules(place, Regroup("ge-1058", "eliminated")) == ["13"]


def test_only_free_areas() -> None:
    there = [at("valognes", "ge-1058"), at("montebourg", "us-4-8"), at("montebourg", "ge-916")]
    place = evening(there, us=["cherbourg"])
    assert reasons(place, Regroup("ge-1058", "montebourg")) == [
        "Montebourg is Contested, and only Free Areas are entered by regrouping"
    ]
    assert rules(place, Regroup("ge-1058", "cherbourg")) == ["7.6"]


def test_zones_may_be_entered_and_hold_any_number() -> None:
    crowd = [at("zone-e", f"ge-{n}", af=1) for n in range(12)]
    place = evening([*crowd, at("st-jores", "ge-100-pz")])
    assert apply(place, Regroup("ge-100-pz", "zone-e")).pieces["ge-100-pz"].space == "zone-e"
    assert rules(evening([at("st-jores", "ge-100-pz")], us=["zone-e"]), Regroup("ge-100-pz", "zone-e")) == [
        "7.6"
    ]


def test_not_above_ten_units_nor_two_corps_artilleries() -> None:
    crowd = [at("montebourg", f"ge-{n}", af=1) for n in range(10)]
    assert rules(evening([*crowd, at("valognes", "ge-1058")]), Regroup("ge-1058", "montebourg")) == ["7.1"]
    guns = [
        at("montebourg", "ge-a", kind="field-artillery", corps="84"),
        at("valognes", "ge-b", kind="field-artillery", corps="I"),
    ]
    assert rules(evening(guns), Regroup("ge-b", "montebourg")) == ["16.13"]


def test_coastal_artillery_never_regroups() -> None:
    place = evening([at("valognes", "ge-marcouf")])
    assert rules(place, Regroup("ge-marcouf", "montebourg")) == ["8.373"]
    assert allowed(place, "regroup") == set()


def test_a_contested_area_may_be_left_and_control_passes_at_once() -> None:
    there = [at("pont-labbe", "ge-1057"), at("pont-labbe", "us-82-507", "spent")]
    facts = {("bridge", VALOGNES): "german"}
    after = apply(evening(there, facts), Regroup("ge-1057", "st-jores"))
    assert after.text("control", "pont-labbe") == "us"


def test_each_side_in_its_own_part() -> None:
    there = [at("valognes", "ge-1058"), at("montebourg", "us-4-8")]
    place = evening(there, us=["montebourg"])
    assert rules(place, Regroup("us-4-8", "valognes"))[0] == "6.5"
    assert rules(place, Regroup("nobody", "valognes")) == ["13"]
    allied = evening(there, side="allied", us=["montebourg", "cherbourg"])
    assert rules(allied, Regroup("ge-1058", "cherbourg"))[0] == "6.5"


# --- boundaries -----------------------------------------------------------------------------------------


def test_no_enemy_held_bridge_out_of_a_contested_area() -> None:
    there = [at("pont-labbe", "ge-1057"), at("pont-labbe", "us-82-507")]
    held = evening(there, {("bridge", VALOGNES): "allied"}, us=["pont-labbe"])
    assert reasons(held, Regroup("ge-1057", "valognes")) == [
        "the enemy holds the bridge Pont L'Abbe / Valognes"
    ]
    assert rules(held, Regroup("ge-1057", "valognes", river=True)) == ["8.372"]
    assert check(evening(there, us=["pont-labbe"]), Regroup("ge-1057", "valognes")).ok


def test_five_units_for_each_bridge() -> None:
    crowd = [at("valognes", f"ge-{n}", af=1) for n in range(6)]
    place = evening(crowd)
    for n in range(5):
        place = apply(place, Regroup(f"ge-{n}", "pont-labbe"))
    assert place.number("crossings", VALOGNES) == 5
    assert rules(place, Regroup("ge-5", "pont-labbe")) == ["8.371"]
    after = apply(place, Regroup("ge-5", "pont-labbe", river=True))
    assert after.pieces["ge-5"].space == "pont-labbe"
    assert after.number("crossings", VALOGNES) == 5


def test_only_infantry_crosses_an_unbridged_river() -> None:
    there = [at("montebourg", "ge-916"), at("montebourg", "ge-100-pz"), at("montebourg", "ge-91-art")]
    place = evening(there)
    assert check(place, Regroup("ge-916", "pont-labbe")).ok
    assert rules(place, Regroup("ge-100-pz", "pont-labbe")) == ["8.36E"]
    assert rules(place, Regroup("ge-91-art", "pont-labbe")) == ["8.36E"]


def test_a_flooded_boundary_takes_a_bridge() -> None:
    place = evening([at("pont-labbe", "ge-1057")], {("bridge", "pont-labbe/st-jores"): "destroyed"})
    assert rules(place, Regroup("ge-1057", "st-jores")) == ["8.371"]
    whole = evening([at("pont-labbe", "ge-1057")])
    assert check(whole, Regroup("ge-1057", "st-jores")).ok
    assert rules(whole, Regroup("ge-1057", "st-jores", river=True)) == ["8.371"]
    assert rules(whole, Regroup("ge-1057", "montebourg", river=True)) == ["8.371"], (
        "no bridge to cross beside"
    )
    assert rules(evening([at("valognes", "ge-1058")]), Regroup("ge-1058", "montebourg", river=True)) == [
        "8.371"
    ]


# --- from the sea ---------------------------------------------------------------------------------------

SHORE = board_of("utah-beach", "approach-utah", "montebourg", "st-mere-eglise")


def ashore(pieces: list[Piece], facts: Any = None, **more: Any) -> Position:
    chosen: dict[str, Any] = {"board": SHORE, "us": ["utah-beach"]} | more
    return evening(pieces, facts, "allied", **chosen)


WAITING = [at("approach-utah", f"us-x-{n}", af=n) for n in range(7)]


def test_up_to_five_land_on_a_free_beach() -> None:
    place = ashore(WAITING)
    five = tuple(p.uid for p in WAITING[:5])
    after = apply(place, RegroupLand(five))
    assert {after.pieces[u].space for u in five} == {"utah-beach"}
    assert {after.pieces[u].status for u in five} == {"fresh"}
    assert rules(place, RegroupLand((*five, "us-x-5"))) == ["19.3"]
    assert rules(after, RegroupLand(("us-x-5",))) == ["19.3"]
    assert rules(after, Regroup("us-x-0", "montebourg"))[0] == "13"


def test_the_beach_must_be_free() -> None:
    contested = ashore([*WAITING, at("utah-beach", "us-4-8"), at("utah-beach", "ge-1-919")])
    assert rules(contested, RegroupLand(("us-x-0",))) == ["13"]
    assert rules(ashore(WAITING, us=[]), RegroupLand(("us-x-0",))) == ["13"]


def test_ten_units_are_the_most() -> None:
    crowd = [at("utah-beach", f"us-y-{n}", af=1) for n in range(8)]
    assert rules(ashore([*WAITING, *crowd]), RegroupLand(("us-x-0", "us-x-1", "us-x-2"))) == ["19.3"]


def test_fresh_coastal_artillery_interdicts() -> None:
    place = ashore([*WAITING, at("montebourg", "ge-marcouf"), at("st-mere-eglise", "ge-martin")])
    asked = apply(place, RegroupLand(("us-x-0", "us-x-1", "us-x-2")))
    with pytest.raises(RollNeeded, match="interdiction of 3 units landing on Utah Beach"):
        need_roll(asked)
    after = play(asked, Roll((1, 2, 3)))
    assert [after.pieces[f"us-x-{n}"].status for n in range(3)] == ["d1", "spent", "fresh"]
    assert rules(after, RegroupLand(("us-x-3",))) == ["19.4"], "all are named before any dr"
    quiet = ashore([*WAITING, at("montebourg", "ge-marcouf", "spent")])
    assert apply(quiet, RegroupLand(("us-x-0",))).decision is None


def test_no_landing_in_a_storm() -> None:
    place = ashore(WAITING, {"date": 16, "storm-day": 16}, extended_game="B")
    assert "24.6A" in rules(place, RegroupLand(("us-x-0",)))


@pytest.mark.parametrize(
    "action",
    [
        RegroupLand(()),
        RegroupLand(("us-x-0", "us-x-0")),
        RegroupLand(("nobody",)),
        RegroupLand(("us-4-8",)),
        RegroupLand(("us-x-0", "us-4-8")),
        Regroup("us-x-0", "utah-beach"),
        Regroup("us-x-0", "montebourg"),
    ],
)
def test_refusals(action: Action) -> None:
    place = ashore([*WAITING, at("utah-beach", "us-4-8")])
    assert not check(place, action).ok


def test_a_unit_in_an_approach_box_may_wait_offshore() -> None:
    place = ashore(WAITING[:1])
    after = apply(place, Regroup("us-x-0", "offshore-box"))
    assert after.pieces["us-x-0"].space == "offshore-box"
    assert rules(after, Regroup("us-x-0", "approach-utah")) == ["13", "13"]
    assert rules(place, Regroup("us-x-0", "offshore-box", river=True)) == ["13"]


def test_the_options_hold_boxes_and_skip_whoever_cannot() -> None:
    place = ashore([*WAITING[:1], at("utah-beach", "us-4-8"), at("montebourg", "ge-916")])
    assert allowed(place, "regroup") == {Regroup("us-x-0", "offshore-box")}
    assert allowed(place, "regroup-land") == {RegroupLand(("us-x-0",))}
    german = evening([*WAITING[:1], at("montebourg", "ge-916")], board=SHORE, us=["utah-beach"])
    beside = Regroup("ge-916", "st-mere-eglise", river=True)  # bridge 50-52 was published
    assert allowed(german, "regroup") == {Regroup("ge-916", "st-mere-eglise"), beside}
    assert allowed(german, "regroup-land") == set()
    assert allowed(ashore(WAITING, us=[]), "regroup-land") == set()


def test_equal_units_land_as_one_choice() -> None:
    there = [at("approach-utah", f"us-x-{n}", af=4) for n in range(4)]
    assert allowed(ashore(there), "regroup-land") == {
        RegroupLand(tuple(f"us-x-{k}" for k in range(n))) for n in range(1, 5)
    }


# --- properties -----------------------------------------------------------------------------------------

LAND = sorted(s.id for s in EVERYTHING.spaces.values() if s.kind in {"area", "zone"})


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(LAND), st.sampled_from(["ge", "us", "br"])), max_size=12),
    st.sets(st.sampled_from(LAND), max_size=25),
    st.sampled_from(["german", "allied"]),
)
def test_whoever_regroups_stands_in_a_free_area_next_door_in_the_same_status(
    units: list[tuple[str, str]], us: set[str], side: str
) -> None:
    there = [at(s, f"{k}-{n}", "spent", af=1) for n, (s, k) in enumerate(units)]
    place = evening(there, side=side, board=EVERYTHING, us=us)
    offered = set(legal(place).of("regroup"))
    for piece in place.pieces.values():
        for _, to in EVERYTHING.neighbours(piece.space):
            for river in (False, True):
                tried = Regroup(piece.uid, to, river)
                assert (tried in offered) == check(place, tried).ok
    for action in offered:
        assert isinstance(action, Regroup)
        before = place.pieces[action.unit]
        assert terms.is_free(place, action.to, side)
        assert EVERYTHING.edge(before.space, action.to) is not None
        after = apply(place, action).pieces[action.unit]
        assert (after.space, after.status) == (action.to, "spent")
