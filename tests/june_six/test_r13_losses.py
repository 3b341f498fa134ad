"""Sections 13.1, 13.2 and 6.16: what results do to units, and who takes a loss."""

from __future__ import annotations

import pytest

from adjudicator.june_six import r13_losses as losses
from adjudicator.june_six.r13_losses import LoseStep
from tests.june_six.build import hq, unit
from tests.june_six.fighting import HERE, SOUTH, fight, play, sections, where
from tests.playing import decision, options


@pytest.mark.parametrize(
    ("before", "result", "after"),
    [
        (0, "dis-1", (1, "full")),  # 13.11
        (0, "dis-2", (2, "full")),
        (1, "dis-1", (2, "full")),  # 13.13
        (1, "dis-2", (0, "reduced")),  # 13.14
        (2, "dis-1", (0, "reduced")),
        (2, "dis-2", (0, "reduced")),
        (0, "reduced", (0, "reduced")),  # 13.21
        (1, "reduced", (0, "reduced")),  # 13.15
        (2, "reduced", (0, "reduced")),
    ],
)
def test_disorder_arithmetic(before: int, result: str, after: tuple[int, str]) -> None:
    draft = fight((unit("us-1"), SOUTH), marks={"us-1": {"disorder": before}}).draft()
    losses.apply_result(draft, "us-1", result)
    assert (draft.number("disorder", "us-1"), draft.pieces["us-1"].status) == after


@pytest.mark.parametrize("steps", [1, 2])
def test_the_last_step_eliminates(steps: int) -> None:
    where_ = SOUTH if steps == 1 else f"{SOUTH} reduced"
    at = fight((unit("us-1", steps=steps), where_), marks={"us-1": {"disorder": 2, "pinned": True}})
    draft = at.draft()
    losses.disorder(draft, "us-1", 1)
    assert draft.pieces["us-1"].space == "eliminated"
    assert not draft.number("disorder", "us-1")
    assert not draft.flag("pinned", "us-1")


def test_a_lost_hq_leaves_its_units_at_re() -> None:
    at = fight((hq("us-hq", "us-1"), SOUTH), (unit("us-1", division="us-1"), SOUTH))
    draft = at.draft()
    losses.eliminate(draft, "us-hq")
    assert draft.flag("re", "us-1")


def test_first_loss_of_a_two_step_hq_by_either_reading() -> None:
    placed = (hq("us-hq", "us-1", steps=2), SOUTH)
    draft = fight(placed).draft()
    losses.lose_step(draft, "us-hq")
    assert (draft.pieces["us-hq"].space, draft.number("returns", "us-hq")) == ("turn-track", 4)
    draft = fight(placed, options={"hq-reduced": "B"}).draft()
    losses.lose_step(draft, "us-hq")
    assert where(draft.finish(), "us-hq") == [f"{SOUTH} reduced"]


def test_an_hq_loses_the_last_step_of_its_stack() -> None:
    at = fight((hq("us-hq", "us-1"), SOUTH), (unit("us-1"), SOUTH), (unit("us-2"), HERE))
    assert not losses.may_lose(at, "us-hq", ["us-hq", "us-1"])
    assert losses.may_lose(at, "us-hq", ["us-hq", "us-2"])  # another stack
    assert losses.may_lose(at, "us-1", ["us-hq", "us-1"])


def test_the_owner_chooses_who_of_a_stack_is_reduced() -> None:
    at = fight((hq("us-hq", "us-1"), SOUTH), (unit("us-1"), SOUTH), (unit("us-2"), SOUTH))
    draft = at.draft()
    losses.ask_reduced(draft, ["us-hq", "us-1", "us-2"])
    at = draft.finish()
    assert decision(at) == "lose-step"
    assert options(at, LoseStep) == [LoseStep("us-1"), LoseStep("us-2")]
    assert sections(at, LoseStep("us-hq")) == ["6.16"]
    assert where(play(at, LoseStep("us-2")), "us-1", "us-2") == [SOUTH, f"{SOUTH} reduced"]


def test_one_unit_is_reduced_without_asking() -> None:
    draft = fight((unit("us-1"), SOUTH)).draft()
    losses.ask_reduced(draft, ["us-1"])
    assert not draft.pending
    assert draft.pieces["us-1"].status == "reduced"


def test_leaving_the_map_is_for_good() -> None:
    draft = fight((hq("us-hq", "us-1", steps=2), SOUTH), (unit("us-1", division="us-1"), SOUTH)).draft()
    losses.remove(draft, "us-hq", "left")
    assert (draft.pieces["us-hq"].space, draft.number("returns", "us-hq")) == ("left", 0)
    assert draft.flag("re", "us-1")
