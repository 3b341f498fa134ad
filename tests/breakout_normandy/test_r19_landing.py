"""Sections 19.3 and 19.4, with 16.3, 21.6 and 24.6A: landing and interdiction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy.r08_assault_duty import landing_duty
from adjudicator.breakout_normandy.r08_impulses import Activate, DoubleImpulse, finish_units
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r19_landing import (
    Land,
    count_landing,
    interdict,
    interdicted_status,
    interdiction_value,
    interdictors,
    landing_room,
)
from adjudicator.errors import IllegalAction
from adjudicator.game import apply, check, legal
from adjudicator.position import Fact, Key, Piece, Position
from tests.breakout_normandy.build_r1 import area, box, edge, piece, play, position, zone
from tests.playing import rules

SPACES = [
    area("utah-beach", beach="us", fortified=True),
    area("omaha-beach", beach="us"),
    area("gold-beach", beach="br"),
    area("inland"),
    area("drop"),
    zone("zone-a"),
    zone("zone-b"),
    box("approach-utah"),
    box("approach-omaha"),
    box("approach-gold", beach="br"),
    box("offshore-box", kind="offshore"),
]
EDGES = [
    edge("utah-beach", "approach-utah", "landing"),
    edge("omaha-beach", "approach-omaha", "landing"),
    edge("gold-beach", "approach-gold", "landing"),
    edge("utah-beach", "inland"),
    edge("omaha-beach", "inland"),
    edge("inland", "zone-a", "arrow"),
]
US = {("control", "utah-beach"): "us"}


def board(
    *pieces: Piece,
    facts: Mapping[Key, Fact] | None = None,
    active: Iterable[str] = ("approach-utah",),
    **options: str,
) -> Position:
    return position(SPACES, EDGES, pieces, facts or {}, side="allied", active=active, **options)


def boat(uid: str = "us-1", space: str = "approach-utah", **more: object) -> Piece:
    return piece(uid, space, entry=("utah-beach",), arrival=6, **more)  # type: ignore[arg-type]


def battery(uid: str, space: str, status: str = "fresh") -> Piece:
    return piece(uid, space, status, type="coastal-artillery", mf=None)


# --- 19.3: landing --------------------------------------------------------------------------------------


def test_landing_on_a_free_beach_and_going_on() -> None:
    now = play(board(boat(), facts=US), Land(("us-1",)))
    assert now.decision is None
    assert now.pieces["us-1"].space == "utah-beach"
    values = [
        now.fact(i, "us-1") for i in ("start", "came-from", "mf-used", "entered", "crossed", "mandatory")
    ]
    assert values == ["approach-utah", "approach-utah", 1, 1, "landing", False]
    assert play(now, Move("us-1", ("inland",))).number("mf-used", "us-1") == 3


def test_landing_costs_what_the_beach_costs() -> None:
    units = [boat(), piece("us-9", "utah-beach", "spent"), piece("ge-1", "utah-beach", "spent")]
    assert play(board(*units), Land(("us-1",))).number("mf-used", "us-1") == 3
    fresh = [boat(mf=3), piece("us-9", "utah-beach", "spent"), piece("ge-1", "utah-beach")]
    now = board(*fresh)
    assert play(now, Land(("us-1",))).number("mf-used", "us-1") == 3
    assert "8.38" in [s.rule for s in check(now, Land(("us-1",))).steps]
    assert rules(play(now, Land(("us-1",))), Move("us-1", ("inland",))) >= {"8.33"}


def test_units_ashore_are_not_activated() -> None:
    now = board(boat(), piece("us-9", "utah-beach"), facts=US)
    assert rules(now, Move("us-9", ("inland",))) == {"8.22"}


def test_no_landing_on_an_uncontested_german_beach() -> None:
    assert rules(board(boat()), Land(("us-1",))) == {"19.3"}
    assert rules(board(boat(), piece("ge-1", "utah-beach")), Land(("us-1",))) >= {"19.3"}


def test_only_from_one_active_approach_box() -> None:
    now = board(boat(), piece("us-2", "inland"), boat("us-3", "approach-omaha"), facts=US)
    assert "19.3" in rules(now, Land(("us-2",)))
    assert rules(now, Land(("us-3",))) >= {"8.22"}
    both = board(boat(), boat("us-3", "approach-omaha"), facts=US, active=["approach-utah", "approach-omaha"])
    assert rules(both, Land(("us-1", "us-3"))) == {"19.3"}
    assert rules(now, Land(())) == {"19.3", "19.4"}
    assert "19.4" in rules(now, Land(("us-1", "us-1")))
    assert rules(now, Land(("nobody",))) == {"8.22", "19.3"}


def test_boats_move_only_by_landing() -> None:
    now = board(boat(), facts=US)
    assert rules(now, Move("us-1", ("utah-beach",))) == {"19.3"}
    assert list(legal(now).of("move")) == []


def test_five_units_land_in_an_impulse() -> None:
    boats = [boat(f"us-{n}") for n in range(7)]
    now = board(*boats, facts=US)
    assert rules(now, Land(tuple(f"us-{n}" for n in range(6)))) == {"19.3"}
    now = play(now, Land(("us-0", "us-1", "us-2")))
    assert landing_room(now, "utah-beach") == 2
    assert rules(now, Land(("us-3", "us-4", "us-5"))) == {"19.3"}
    assert rules(now, Land(("us-3", "us-4"))) == set()


def test_the_limit_of_five_in_all_is_a_reading() -> None:
    facts: dict[Key, Fact] = {**US, ("landed", "omaha-beach"): 4}
    units = [boat("us-1"), boat("us-2")]
    assert rules(board(*units, facts=facts), Land(("us-1", "us-2"))) == set()
    assert rules(board(*units, facts=facts, landing_limit="B"), Land(("us-1", "us-2"))) == {"19.3"}
    draft = board(*units, facts=facts, landing_limit="B").draft()
    count_landing(draft, "utah-beach", 1)
    assert landing_room(draft, "utah-beach") == 0


def test_never_more_than_ten_allied_units_on_the_beach() -> None:
    ashore = [piece(f"us-{n}", "utah-beach", "spent") for n in range(20, 28)]
    now = board(*(boat(f"us-{n}") for n in range(3)), *ashore, facts=US)
    assert rules(now, Land(("us-0", "us-1", "us-2"))) == {"19.3"}
    assert rules(now, Land(("us-0", "us-1"))) == set()


def test_corps_artillery_on_the_beach() -> None:
    guns = [
        boat("us-1", type="field-artillery", corps="V"),
        boat("us-2", type="field-artillery", corps="VII"),
    ]
    assert rules(board(*guns, facts=US), Land(("us-1", "us-2"))) == {"16.13"}
    there = piece("us-9", "utah-beach", corps="XIX")
    assert rules(board(*guns, there, facts=US), Land(("us-1",))) == {"16.13"}


def test_only_own_beaches() -> None:
    british = piece("br-1", "approach-utah", entry=("utah-beach",))
    assert rules(board(british, facts=US), Land(("br-1",))) == {"19.3"}


@pytest.mark.parametrize(("date", "section"), [(6, "21.6"), (7, "19.5"), (8, "")])
def test_until_7_june_only_the_scheduled_beach(date: int, section: str) -> None:
    stray = piece("us-1", "approach-utah", entry=("omaha-beach",), arrival=6)
    found = rules(board(stray, facts={**US, ("date", ""): date}), Land(("us-1",)))
    assert found == ({section} if section else set())


def test_no_landing_in_a_storm() -> None:
    assert rules(board(boat(), facts={**US, ("weather-today", ""): "storm"}), Land(("us-1",))) == {"24.6A"}


def test_no_landing_on_a_beach_that_was_attacked() -> None:
    facts: dict[Key, Fact] = {**US, ("attacked", "utah-beach"): "attacked"}
    assert rules(board(boat(), facts=facts), Land(("us-1",))) == {"8.31"}


def test_nationalities_do_not_land_together() -> None:
    units = [boat(), piece("br-1", "approach-gold", entry=("gold-beach",))]
    facts: dict[Key, Fact] = {**US, ("control", "gold-beach"): "british"}
    now = play(board(*units, facts=facts, active=["approach-utah", "approach-gold"]), Land(("us-1",)))
    assert rules(now, Land(("br-1",))) == {"8.374"}


def test_a_double_impulse_lands_both() -> None:
    units = [boat(), piece("br-1", "approach-gold", entry=("gold-beach",))]
    facts: dict[Key, Fact] = {**US, ("control", "gold-beach"): "british"}
    now = play(board(*units, facts=facts), Land(("us-1",)), DoubleImpulse("approach-gold"), Land(("br-1",)))
    assert now.pieces["br-1"].space == "gold-beach"


def test_candidates_count_equal_units_once() -> None:
    boats = [boat(f"us-{n}") for n in range(3)] + [boat("us-7", type="armor")]
    now = board(*boats, facts=US)
    found = [a for a in legal(now).of("land") if isinstance(a, Land)]
    assert [len(a.units) for a in found] == sorted(len(a.units) for a in found)
    assert sorted(found, key=str) == sorted(
        [
            Land(units)
            for units in [
                ("us-7",),
                ("us-0",),
                ("us-7", "us-0"),
                ("us-0", "us-1"),
                ("us-7", "us-0", "us-1"),
                ("us-0", "us-1", "us-2"),
                ("us-7", "us-0", "us-1", "us-2"),
            ]
        ],
        key=str,
    )


def test_a_beach_full_for_today_offers_nothing() -> None:
    now = board(
        boat(), piece("us-9", "inland"), facts={**US, ("landed", "utah-beach"): 5, ("active", "inland"): 1}
    )
    assert list(legal(now).of("land")) == []
    assert rules(now, Land(("us-1",))) == {"19.3"}


def test_the_full_beach_is_said_once_for_all_units() -> None:
    ashore = [piece(f"us-{n}", "utah-beach", "spent") for n in range(20, 30)]
    ruling = check(board(boat(), *ashore, facts=US), Land(("us-1",)))
    assert [v.rule for v in ruling.violations] == ["19.3"]


# --- 21.6, 15.2: what landing forces --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ashore", "destroyed", "must"),
    [
        ("fresh", False, False),
        ("spent", False, False),
        ("d1", False, True),
        ("d2", False, True),
        ("d1", True, False),
    ],
)
def test_landing_on_a_contested_fortified_beach(ashore: str, destroyed: bool, must: bool) -> None:
    facts: dict[Key, Fact] = {("fortification-destroyed", "utah-beach"): destroyed}
    units = [boat(), piece("us-9", "utah-beach", ashore), piece("ge-1", "utah-beach")]
    now = board(*units, facts=facts)
    assert bool(landing_duty(now, "utah-beach")[0]) == must
    assert play(now, Land(("us-1",))).flag("mandatory", "us-1") == must


def test_a_beach_without_fortification_forces_nothing() -> None:
    units = [boat("us-1", "approach-omaha"), piece("us-9", "omaha-beach", "d2"), piece("ge-1", "omaha-beach")]
    now = board(*units, active=["approach-omaha"])
    assert not play(now, Land(("us-1",))).flag("mandatory", "us-1")


def test_artillery_lands_in_no_mandatory_assault() -> None:
    units = [boat(), boat("us-gun", type="field-artillery"), piece("ge-1", "utah-beach")]
    disrupted = board(*units, piece("us-9", "utah-beach", "d1"))
    assert rules(disrupted, Land(("us-1", "us-gun"))) == {"21.6"}
    assert rules(disrupted, Land(("us-1",))) == set()
    joined = board(*units, piece("us-9", "utah-beach", "spent"))
    assert rules(joined, Land(("us-gun",))) == set()


# --- 19.4: interdiction ---------------------------------------------------------------------------------


def test_fresh_coastal_artillery_in_or_adjacent_interdicts() -> None:
    guns = [battery("ge-1", "inland"), battery("ge-2", "utah-beach"), battery("ge-3", "inland", "spent")]
    far = battery("ge-4", "gold-beach")
    now = board(*guns, far, piece("ge-5", "inland"))
    assert {p.uid for p in interdictors(now, "utah-beach")} == {"ge-1", "ge-2"}
    assert interdiction_value(now, "omaha-beach") == 1
    assert interdiction_value(now, "gold-beach") == 1


@pytest.mark.parametrize(
    ("die", "value", "status"),
    [(1, 1, "spent"), (2, 1, ""), (1, 2, "d1"), (2, 2, "spent"), (3, 2, ""), (6, 0, "")],
)
def test_interdiction_results(die: int, value: int, status: str) -> None:
    assert interdicted_status(die, value) == status


def test_each_landing_unit_makes_its_own_dr() -> None:
    guns = [battery("ge-1", "inland"), battery("ge-2", "inland")]
    now = board(*(boat(f"us-{n}") for n in range(3)), *guns, facts=US)
    now = play(now, Land(("us-0", "us-1", "us-2")))
    assert now.decision is not None
    assert now.decision.data["dice"] == ["dr", "dr", "dr"]
    assert now.pieces["us-0"].space == "approach-utah"
    now = play(now, Roll((1, 2, 3)))
    assert [now.pieces[f"us-{n}"].status for n in range(3)] == ["d1", "spent", "fresh"]
    assert {now.pieces[f"us-{n}"].space for n in range(3)} == {"utah-beach"}
    assert "8.32" in rules(now, Move("us-1", ("inland",)))


def test_the_values_must_fit_the_dice() -> None:
    now = play(board(boat(), boat("us-2"), battery("ge-1", "inland"), facts=US), Land(("us-1", "us-2")))
    for values in [(1,), (1, 7), (0, 1)]:
        with pytest.raises(IllegalAction):
            apply(now, Roll(values))


def test_all_who_land_are_named_before_any_dr() -> None:
    now = play(board(boat(), boat("us-2"), battery("ge-1", "inland"), facts=US), Land(("us-1",)), Roll((6,)))
    assert rules(now, Land(("us-2",))) == {"19.4"}


def test_without_interdiction_units_may_land_one_after_another() -> None:
    now = play(board(boat(), boat("us-2"), facts=US), Land(("us-1",)))
    assert rules(now, Land(("us-2",))) == set()


def test_a_unit_that_arrives_worse_is_not_improved() -> None:
    draft = board(piece("us-1", "utah-beach", "d2")).draft()
    assert interdict(draft, "us-1", 1, 1)
    assert draft.pieces["us-1"].status == "d2"
    assert not interdict(draft, "us-1", 6, 1)


def test_coastal_artillery_is_not_used_up() -> None:
    now = play(board(boat(), battery("ge-1", "inland"), facts=US), Land(("us-1",)), Roll((1,)))
    assert now.pieces["ge-1"].status == "fresh"


def test_an_interdicted_unit_owes_no_assault() -> None:
    units = [
        boat(),
        piece("us-9", "utah-beach", "d1"),
        piece("ge-1", "utah-beach"),
        battery("ge-2", "inland"),
    ]
    now = play(board(*units), Land(("us-1",)), Roll((1,)))
    assert (now.flag("interdicted", "us-1"), now.flag("mandatory", "us-1")) == (True, False)
    draft = now.draft()
    finish_units(draft)
    assert draft.flag("fortification-destroyed", "utah-beach")


def test_example_4_interdiction_value_of_one() -> None:
    now = board(battery("ge-marcouf", "inland"))
    assert interdiction_value(now, "utah-beach") == 1
    assert interdicted_status(1, 1) == "spent"


def test_example_10_landing_and_moving_inland() -> None:
    units = [
        piece("br-56", "approach-gold", mf=5, entry=("gold-beach",)),
        piece("br-8", "approach-gold", type="armor", mf=6, entry=("gold-beach",)),
        piece("ge-flak", "bretteville", "spent", type="flak"),
    ]
    spaces = [*SPACES, area("bretteville")]
    edges = [*EDGES, edge("gold-beach", "bretteville")]
    facts: dict[Key, Fact] = {("control", "gold-beach"): "british"}
    now = position(spaces, edges, units, facts, side="allied")
    now = play(now, Activate("approach-gold"), Land(("br-56", "br-8")))
    now = play(now, Move("br-56", ("bretteville",)), Move("br-8", ("bretteville",)))
    assert [now.number("mf-used", u) for u in ("br-56", "br-8")] == [4, 4]
    assert now.flag("mandatory", "br-8")
