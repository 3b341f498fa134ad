"""Sections 10.4, 10.5, 17.31: Attrition Points by exact count."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.breakout_normandy.r10_attrition import (
    HANDLERS,
    Demand,
    MistakenTarget,
    TakeAttrition,
    allocations,
    attrition_cost,
    best_sum,
    demand,
    primary_candidates,
    suffer,
)
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r3 import position, unit
from tests.playing import allowed, play, reasons, rules

LADDER = [
    unit("ge-ca", "town", type="coastal-artillery", af=None, mf=None),
    unit("ge-i1", "town"),
    unit("ge-i2", "town", "spent"),
]


def struck(pieces: list[Piece], points: int, primary: str, side: str = "german", **more: str) -> Position:
    """The position once a side has been told its Attrition Points."""
    draft = position(pieces, options={k.replace("_", "-"): v for k, v in more.items()}).draft()
    suffer(draft, "town", side, primary, points)
    return draft.finish()


def statuses(after: Position) -> dict[str, str]:
    return {uid[3:]: p.status for uid, p in after.pieces.items()}


@pytest.mark.parametrize(
    ("kind", "status", "cost"),
    [
        ("armor", "fresh", 3),
        ("armor", "spent", 2),
        ("armor", "d1", 2),
        ("coastal-artillery", "fresh", 2),
        ("coastal-artillery", "spent", 2),
        ("coastal-artillery", "d1", 2),
        ("infantry", "fresh", 2),
        ("flak", "fresh", 2),
        ("infantry", "spent", 1),
        ("field-artillery", "d1", 1),
    ],
)
def test_cost_of_each_unit(kind: str, status: str, cost: int) -> None:
    assert attrition_cost(unit("ge-x", "town", status, type=kind)) == cost


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (0, ("fresh", "fresh", "spent")),
        (1, ("fresh", "fresh", "spent")),
        (2, ("spent", "fresh", "spent")),
        (3, ("spent", "fresh", "d1")),
        (4, ("spent", "spent", "spent")),
        (5, ("spent", "spent", "d1")),
        (6, ("spent", "spent", "d1")),
        (20, ("spent", "spent", "d1")),
    ],
)
def test_printed_ladder(points: int, expected: tuple[str, ...]) -> None:
    """Example of 10.4, with every number of points; nothing is left to choose."""
    after = struck(LADDER, points, "ge-ca")
    assert after.decision is None
    assert tuple(statuses(after)[u] for u in ("ca", "i1", "i2")) == expected


def test_omaha_example_leaves_the_german_one_choice() -> None:
    """Example 2: five points, two on the Coastal Artillery, one more Fresh unit of three, one point lost."""
    there = [
        unit("ge-vierville", "town", type="coastal-artillery", af=None, mf=None),
        unit("ge-916", "town"),
        unit("ge-726", "town"),
        unit("ge-art", "town", type="field-artillery"),
    ]
    asked = struck(there, 5, "ge-vierville")
    assert asked.decision is not None
    assert asked.decision.player == "german"
    others = {"ge-916", "ge-726", "ge-art"}
    assert allowed(asked, "take-attrition") == {TakeAttrition(("ge-vierville", u)) for u in others}
    after = play(asked, TakeAttrition(("ge-vierville", "ge-art")))
    assert statuses(after) == {"vierville": "spent", "916": "fresh", "726": "fresh", "art": "spent"}
    assert after.decision is None


@pytest.mark.parametrize(
    ("difference", "reduced"), [(-3, 0), (-2, 0), (-1, 1), (0, 1), (1, 2), (2, 2), (3, 3), (9, 3)]
)
def test_grandcamp_example(difference: int, reduced: int) -> None:
    """Example 3: AV 5 against DV 2 on three Fresh units."""
    there = [
        unit("ge-ca", "town", type="coastal-artillery", af=None, mf=None),
        unit("ge-flak", "town", type="flak"),
        unit("ge-inf", "town"),
    ]
    asked = struck(there, 3 + difference, "ge-ca")
    for action in allowed(asked, "take-attrition") or [None]:
        after = asked if action is None else play(asked, action)
        assert sum(p.status == "spent" for p in after.pieces.values()) == reduced


def test_what_a_defender_may_not_choose() -> None:
    there = [unit("ge-p", "town"), unit("ge-a", "town"), unit("ge-b", "town"), unit("ge-c", "town", "d2")]
    asked = struck(there, 4, "ge-p")
    assert rules(asked, TakeAttrition(("ge-p", "ge-a"))) == set()
    assert rules(asked, TakeAttrition(("ge-a", "ge-b"))) == {"10.12", "10.4"}
    assert "absorb exactly 2" in reasons(asked, TakeAttrition(("ge-p",)))
    assert "not 4" in reasons(asked, TakeAttrition(("ge-p", "ge-a", "ge-b")))
    assert "one level" in reasons(asked, TakeAttrition(("ge-p", "ge-a", "ge-a")))
    assert "Disrupt 2" in reasons(asked, TakeAttrition(("ge-p", "ge-a", "ge-c")))
    assert "no unit 'ge-none'" in reasons(asked, TakeAttrition(("ge-p", "ge-a", "ge-none")))
    assert rules(asked, TakeAttrition(())) == {"10.12", "10.4"}


def test_units_elsewhere_and_of_the_enemy_are_no_defenders() -> None:
    there = [unit("ge-p", "town"), unit("ge-a", "town"), unit("ge-b", "town"), unit("ge-far", "hill")]
    asked = struck([*there, unit("us-1", "town")], 4, "ge-p")
    for uid in ("ge-far", "us-1"):
        assert "no defender" in reasons(asked, TakeAttrition(("ge-p", uid)))


def test_disrupted_twice_is_unaffected_and_nobody_is_eliminated() -> None:
    there = [unit("ge-p", "town", "d1"), unit("ge-a", "town", "d2")]
    assert statuses(struck(there, 12, "ge-p")) == {"p": "d2", "a": "d2"}


@pytest.mark.parametrize(("reading", "expected"), [("A", "d1"), ("B", "spent")])
def test_primary_target_at_disrupt_2(reading: str, expected: str) -> None:
    """Open point: does it swallow the first points or not?"""
    there = [unit("ge-p", "town", "d2"), unit("ge-a", "town", "spent")]
    after = struck(there, 1, "ge-p", bombard_d2_primary=reading)
    assert statuses(after) == {"p": "d2", "a": expected}


def test_the_maximum_may_pass_over_the_dearest_unit() -> None:
    """With three points a Fresh infantry and a Spent one (2 + 1) count like one Fresh tank (3): a choice."""
    there = [
        unit("ge-p", "town", "spent"),
        unit("ge-tank", "town", type="armor"),
        unit("ge-inf", "town"),
        unit("ge-old", "town", "spent"),
    ]
    found = demand(position(there), "town", "german", "ge-p", 4)
    assert (found.must, found.rest, found.best) == (("ge-p",), 3, 3)
    assert {frozenset(a) for a in allocations(found)} == {
        frozenset({"ge-p", "ge-tank"}),
        frozenset({"ge-p", "ge-inf", "ge-old"}),
    }


def test_construct_takes_one_point_and_the_rest_goes_on() -> None:
    edge = "marsh/town"
    draft = position([unit("ge-a", "town", "spent")], {("construct-german", edge): 2}).draft()
    suffer(draft, "town", "german", edge, 2)
    assert draft.number("construct-german", edge) == 1
    assert draft.pieces["ge-a"].status == "d1"
    suffer(draft, "town", "german", edge, 1)
    assert draft.number("construct-german", edge) == 0
    assert draft.pieces["ge-a"].status == "d1"


def test_a_crowd_is_listed_by_class() -> None:
    crowd = [unit(f"ge-{i:02}", "zone-b", af=4) for i in range(14)]
    found = demand(position(crowd), "zone-b", "german", "ge-00", 8)
    assert list(allocations(found)) == [("ge-00", "ge-01", "ge-02", "ge-03")]
    asked = position(crowd).draft()
    suffer(asked, "zone-b", "german", "ge-00", 8)
    assert {asked.pieces[f"ge-{i:02}"].status for i in range(4)} == {"spent"}


def test_a_crowd_of_two_classes_asks() -> None:
    crowd = [unit(f"ge-{i:02}", "zone-b", "spent" if i > 6 else "fresh") for i in range(13)]
    draft = position(crowd).draft()
    suffer(draft, "zone-b", "german", "ge-00", 4)
    asked = draft.finish()
    assert allowed(asked, "take-attrition") == {
        TakeAttrition(("ge-00", "ge-01")),
        TakeAttrition(("ge-00", "ge-07", "ge-08")),
    }
    # equal units stand for one another in the list only: any of them may be named
    assert rules(asked, TakeAttrition(("ge-00", "ge-11", "ge-12"))) == set()


def test_candidates_for_primary_target() -> None:
    guns = [unit("ge-art", "town", type="field-artillery"), unit("ge-nw", "town", type="field-artillery")]
    assert [p.uid for p in primary_candidates(position(guns), "town", "german")] == ["ge-art", "ge-nw"]
    mixed = [*guns, unit("ge-flak", "town", "d2", type="flak")]
    assert [p.uid for p in primary_candidates(position(mixed), "town", "german")] == ["ge-flak"]


def test_mistaken_target_is_named_by_the_german() -> None:
    there = [unit("us-1", "town"), unit("us-art", "town", type="field-artillery"), unit("us-2", "town")]
    draft = position([*there, unit("ge-1", "town")]).draft()
    draft.ask("german", "mistaken-target", "17.31", area="town", points=2)
    asked = draft.finish()
    assert allowed(asked, "mistaken-target") == {MistakenTarget("us-1"), MistakenTarget("us-2")}
    for wrong in ("us-art", "ge-1", "nobody"):
        assert rules(asked, MistakenTarget(wrong)) == {"17.31"}
    assert play(asked, MistakenTarget("us-2")).pieces["us-2"].status == "spent"


def test_no_answer_without_a_question() -> None:
    quiet = position([unit("ge-1", "town")])
    assert rules(quiet, TakeAttrition(("ge-1",))) == {"10.4"}
    assert rules(quiet, MistakenTarget("ge-1")) == {"17.31"}


def test_rules_are_total_without_a_question() -> None:
    """Asked directly, past the gate of the sequence, a rule refuses and offers nothing."""
    quiet = position([unit("ge-1", "town")])
    for handler, action in zip(HANDLERS, (TakeAttrition(("ge-1",)), MistakenTarget("ge-1")), strict=True):
        inquiry = Inquiry(quiet)
        handler.check(inquiry, action)
        assert inquiry.violations
        assert list(handler.options(quiet)) == []


def test_nothing_happens_without_points() -> None:
    draft = position([unit("ge-1", "town")]).draft()
    suffer(draft, "town", "german", "ge-1", -3)
    suffer(draft, "town", "german", "ge-1", 0)
    assert draft.pieces["ge-1"].status == "fresh"


@given(st.lists(st.integers(1, 3), max_size=8), st.integers(0, 20))
def test_best_sum_is_the_subset_maximum(costs: list[int], limit: int) -> None:
    every = {sum(c) for n in range(len(costs) + 1) for c in itertools.combinations(costs, n)}
    assert best_sum(costs, limit) == max(s for s in every if s <= limit)


@given(
    st.lists(
        st.tuples(st.sampled_from(["infantry", "armor", "coastal-artillery"]), st.integers(0, 3)), max_size=6
    ),
    st.integers(0, 14),
)
def test_every_allocation_is_accepted_and_uses_the_most(drawn: list[tuple[str, int]], points: int) -> None:
    levels = ("fresh", "spent", "d1", "d2")
    there = [unit("ge-p", "town")]
    there += [unit(f"ge-{i}", "town", levels[n], type=kind) for i, (kind, n) in enumerate(drawn)]
    before = position(there)
    found: Demand = demand(before, "town", "german", "ge-p", points)
    sets = list(allocations(found))
    assert len(sets) == len(set(sets)) >= 1
    if points < 2:
        assert sets == [()]
        return
    draft = before.draft()
    draft.ask("german", "attrition", "10.4", area="town", primary="ge-p", points=points)
    asked = draft.finish()
    for chosen in sets:
        assert rules(asked, TakeAttrition(chosen)) == set()
        used = sum(attrition_cost(before.pieces[u]) for u in chosen)
        assert used <= points
