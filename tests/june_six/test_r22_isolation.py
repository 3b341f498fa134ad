"""Section 22: isolation in the End Phase and Surrender Checks."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r22_isolation import (
    ROLLS,
    end_phase,
    explain_isolation,
    explain_surrender,
    must_check,
    surrender_number,
    ways_out,
)
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, position, unit

BLOCK = hexes(30, 36, 10, 16)
MIDDLE = "e1333"


def around(*others: tuple[Unit, str], **facts: Fact) -> Position:
    """A German unit without any source on the block, with other units."""
    known: dict[Key, Fact] = {(item, "ge-1"): value for item, value in facts.items()}
    return position(board(BLOCK), (unit("ge-1", cohesion=5), MIDDLE), *others, facts=known)


def after(here: Position) -> Position:
    draft = here.draft()
    end_phase(draft)
    return draft.finish()


def test_a_unit_without_a_loc_gets_the_marker_and_a_disorder_at_once() -> None:
    then = after(around())
    assert then.flag("isolated", "ge-1")
    assert then.number("disorder", "ge-1") == 1


def test_a_marker_is_kept_and_the_disorder_mounts_to_a_step() -> None:
    then = after(around(isolated=True, disorder=1))
    assert (then.flag("isolated", "ge-1"), then.number("disorder", "ge-1")) == (True, 2)
    then = after(around(isolated=True, disorder=2))
    assert (then.number("disorder", "ge-1"), then.pieces["ge-1"].status) == (0, "reduced")


def test_a_unit_with_no_step_left_is_eliminated() -> None:
    known: dict[Key, Fact] = {("isolated", "ge-1"): True, ("disorder", "ge-1"): 2}
    here = position(board(BLOCK), (unit("ge-1"), f"{MIDDLE} reduced"), facts=known)
    assert after(here).pieces["ge-1"].space == "eliminated"


def test_a_unit_that_traces_again_loses_the_marker_and_suffers_nothing() -> None:
    on = board(BLOCK, features={"e1434": {"edge": "south"}})
    here = position(on, (unit("ge-1"), MIDDLE), facts={("isolated", "ge-1"): True})
    then = after(here)
    assert not then.flag("isolated", "ge-1")
    assert then.number("disorder", "ge-1") == 0


def test_units_off_the_map_are_left_alone() -> None:
    here = position(board(BLOCK), (unit("us-1"), "landing-utah"), (unit("ge-2"), "turn-track"))
    then = after(here)
    assert not then.subjects("isolated")


SURROUNDERS = ((unit("us-1"), "e1332"), (unit("us-2"), "e1434"), (unit("us-3"), "e1233"))


def test_a_surrounded_unit_of_cohesion_five_checks_and_surrenders_on_nine() -> None:
    here = after(around(*SURROUNDERS))
    assert not ways_out(here, MIDDLE, "german")
    assert must_check(here, "ge-1")
    assert surrender_number(here, here.pieces["ge-1"]) == 9
    asked = here.decision
    assert asked is not None
    assert asked.data["what"] == "surrender"
    for rolled, gone in ((9, True), (8, False)):
        draft = here.draft()
        draft.settle()
        ROLLS["surrender"].resolve(draft, asked.data, [rolled])
        assert (draft.pieces["ge-1"].space == "eliminated") is gone


@pytest.mark.parametrize(("cohesion", "needed"), [(5, 9), (4, 8), (2, 4)])
def test_twice_the_cohesion(cohesion: int, needed: int) -> None:
    here = position(board(BLOCK), (unit("ge-1", cohesion=cohesion), MIDDLE))
    assert surrender_number(here, here.pieces["ge-1"]) == needed


def test_cohesion_six_never_checks() -> None:
    here = position(
        board(BLOCK), (unit("ge-1", cohesion=6), MIDDLE), *SURROUNDERS, facts={("isolated", "ge-1"): True}
    )
    assert not must_check(here, "ge-1")
    assert explain_surrender(Inquiry(here), "ge-1") is None


def test_a_free_hex_or_a_friendly_unit_beside_it_keeps_a_unit_from_being_surrounded() -> None:
    here = around(*SURROUNDERS[:1], isolated=True)
    assert ways_out(here, MIDDLE, "german")
    assert not must_check(here, "ge-1")
    helped = around(*SURROUNDERS, (unit("ge-2", "flak"), "e1334"), isolated=True)
    assert ways_out(helped, MIDDLE, "german") == ("e1334",)


def test_a_hex_that_nobody_can_enter_is_read_two_ways() -> None:
    others = ((unit("us-2"), "e1434"), (unit("us-3"), "e1234"))
    on = board(BLOCK, sides={"e1332/e1333": "cliff"})
    facts: dict[Key, Fact] = {("isolated", "ge-1"): True}
    here = position(on, (unit("ge-1"), MIDDLE), *others, facts=facts)
    assert "e1332" not in ways_out(here, MIDDLE, "german")
    read = Position(
        here.game, here.board, here.schema, here.pieces, here.facts, options={"surrender-impassable": "B"}
    )
    assert "e1332" in ways_out(read, MIDDLE, "german")


def test_what_the_marker_means_is_told_with_its_sections() -> None:
    inquiry = Inquiry(around())
    assert explain_isolation(inquiry, "ge-1")
    told = {step.rule for step in inquiry.steps}
    assert {"22.12", "22.21", "22.22", "22.24", "22.25", "22.26"} <= told


def test_an_hq_that_surrenders_does_not_return() -> None:
    head = hq("ge-hq", "ge-352", cohesion=4, steps=2)
    here = after(position(board(BLOCK), (head, MIDDLE), *SURROUNDERS))
    asked = here.decision
    assert asked is not None
    draft = here.draft()
    draft.settle()
    ROLLS["surrender"].resolve(draft, asked.data, [9])
    assert draft.pieces["ge-hq"].space == "eliminated"
    assert not draft.number("returns", "ge-hq")
