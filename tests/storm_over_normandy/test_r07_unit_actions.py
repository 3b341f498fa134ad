"""Section 7.1: which units may act together."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r07_unit_actions import (
    groups,
    is_restricted,
    may_act,
    require_ready,
    require_together,
    select,
    selections,
    turns,
)
from tests.storm_over_normandy.build import board, held, strongpoint, unit
from tests.storm_over_normandy.moving import situation

GROUND = board(["tilly", "bayeux", "gold"], ["tilly/bayeux", "bayeux/gold"])


def refused(here: Position, *uids: str, areas: int = 1) -> list[str]:
    inquiry = Inquiry(here)
    select(inquiry, uids, areas=areas)
    return [v.text for v in inquiry.violations]


def allied() -> Position:
    return situation(
        GROUND,
        (unit("us-1"), "tilly"),
        (unit("us-2"), "tilly spent"),
        (unit("us-3"), "bayeux"),
        (unit("br-1"), "tilly"),
        (unit("ca-1"), "tilly"),
        (unit("br-2"), "turn-track"),
        facts=held("tilly", "bayeux"),
    )


def test_some_or_all_of_the_fresh_units_of_an_area() -> None:
    here = allied()
    assert not refused(here, "us-1")
    assert not refused(here, "br-1", "ca-1")
    inquiry = Inquiry(here)
    assert [p.uid for p in select(inquiry, ["br-1", "ca-1"])] == ["br-1", "ca-1"]
    told = [s.text for s in inquiry.steps]
    assert "all of them are Commonwealth units" in told
    assert "all of them are in Tilly" in told
    assert "br-1 is fresh" in told


def test_a_spent_unit_does_nothing() -> None:
    assert refused(allied(), "us-2") == ["us-2 is spent"]


def test_american_and_commonwealth_units_never_act_together() -> None:
    assert refused(allied(), "us-1", "br-1") == ["US and Commonwealth units do not act together"]


def test_units_of_two_areas_act_together_by_a_card_only() -> None:
    here = allied()
    assert refused(here, "us-1", "us-3") == ["the units are in Tilly and Bayeux, not in one Area"]
    assert not refused(here, "us-1", "us-3", areas=2)


def test_every_fault_is_told() -> None:
    found = refused(allied(), "us-2", "us-2", "br-2", "us-9")
    assert found == [
        "there is no unit 'us-9'",
        "a unit is named twice",
        "US and Commonwealth units do not act together",
        "the units are in Tilly and Turn Track, not in one Area",
        "us-2 is spent",
        "br-2 is not in play",
    ]


def test_an_action_names_units_of_the_side_that_has_the_impulse() -> None:
    here = situation(GROUND, (unit("us-1"), "tilly"), (unit("ge-1"), "tilly"))
    assert refused(here) == ["the action names no unit"]
    assert refused(here, "us-9") == ["there is no unit 'us-9'"]
    assert refused(here, "ge-1") == ["the Allied player has the impulse, not the German player"]
    both = refused(here, "us-1", "ge-1")
    assert both == ["the units are of both sides", "US and German units do not act together"]


def test_whose_impulse_it_is_may_be_left_out() -> None:
    here = situation(GROUND, (unit("ge-1"), "tilly"))
    inquiry = Inquiry(here)
    assert require_together(inquiry, [here.pieces["ge-1"]])
    assert not inquiry.violations
    assert require_together(inquiry, [])


@pytest.mark.parametrize(
    ("release", "restricted"), [("restricted", True), ("rolled", True), ("released", False)]
)
def test_two_regiments_wait_for_their_release(release: str, restricted: bool) -> None:
    facts = {("release", ""): release}
    here = situation(
        GROUND, (unit("ge-711-731"), "tilly"), (unit("ge-1"), "tilly"), side="german", facts=facts
    )
    held_back = here.pieces["ge-711-731"]
    assert is_restricted(here, held_back) is restricted
    assert may_act(here, held_back) is not restricted
    assert require_ready(Inquiry(here), held_back) is not restricted
    assert bool(refused(here, "ge-711-731", "ge-1")) is restricted
    assert not is_restricted(here, here.pieces["ge-1"])


# --- groups and selections --------------------------------------------------------------------------------


def test_groups_are_by_space_and_nationality() -> None:
    found = [tuple(p.uid for p in group) for group in groups(allied(), "allied")]
    assert found == [("br-1", "ca-1"), ("us-1",), ("us-3",)]


def test_strongpoints_act_but_never_move() -> None:
    here = situation(GROUND, (strongpoint("ge-s"), "gold"), (unit("ge-1"), "gold"), side="german")
    assert [len(g) for g in groups(here, "german")] == [2]
    assert [[p.uid for p in g] for g in groups(here, "german", moving=True)] == [["ge-1"]]
    assert set(turns(here, "german")) == {("ge-1", "ge-s"), ("ge-1",), ("ge-s",)}
    assert set(turns(here, "german", moving=True)) == {("ge-1",)}


def test_every_selection_of_a_few_units_is_offered() -> None:
    here = situation(GROUND, *((unit(f"us-{n}"), "tilly") for n in range(4)))
    found = list(turns(here, "allied"))
    assert len(found) == len(set(found)) == 15
    assert found[0] == ("us-0", "us-1", "us-2", "us-3")


def test_of_many_units_a_fair_sample_is_offered() -> None:
    here = situation(GROUND, *((unit(f"us-{n}", division=str(n // 3)), "tilly") for n in range(6)))
    group = next(groups(here, "allied"))
    found = list(selections(group))
    assert len(found) == len(set(found)) == 1 + 2 + 6 + 6
    assert ("us-0", "us-1", "us-2") in found
    assert ("us-5",) in found
    assert tuple(f"us-{n}" for n in range(5)) in found
    independent = situation(GROUND, *((unit(f"us-{n}"), "tilly") for n in range(5)))
    assert len(list(selections(next(groups(independent, "allied"))))) == 1 + 5 + 5


def test_of_a_crowd_in_a_box_six_at_a_time_are_offered() -> None:
    here = situation(GROUND, *((unit(f"us-{n}"), "landing-gold") for n in range(8)))
    found = list(selections(next(groups(here, "allied"))))
    assert len(found) == len(set(found)) == 1 + 8 + 8 + 3
    assert tuple(f"us-{n}" for n in range(1, 7)) in found


def test_no_area_comes_last() -> None:
    first = [uids[0] for uids in turns(allied(), "allied")][:3]
    assert first == ["br-1", "us-1", "us-3"]
