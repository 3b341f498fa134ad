"""15.2, 15.3, 20.7: voluntary breakdown, and the German one at the start."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r15_breakdown import BreakDown, Deploy
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build, june_6

BOARD = build.board(build.around("c3014", radius=2))


def _here(
    word: str = "inf", status: str = "", *, steps: int | None = None, companies: int = 3, **more: Any
) -> Position:
    unit = build.unit("us-1", word, steps=steps)
    return build.situation(
        BOARD, (unit, f"c3014 {status}".strip()), *june_6.pool("us-c", number=companies), **more
    )


def test_three_steps_become_three_companies() -> None:
    after = playing.done(_here(), BreakDown("us-1"))
    assert [after.pieces[f"us-c{n}"].space for n in (1, 2, 3)] == ["c3014"] * 3
    assert after.pieces["us-1"].space == "broken-down"


def test_one_company_costs_a_step() -> None:
    after = playing.done(_here(), BreakDown("us-1", 1))
    assert after.pieces["us-1"].status == "reduced"
    assert after.pieces["us-c1"].space == "c3014"


def test_a_reduced_unit_that_makes_one_becomes_one_itself() -> None:
    after = playing.done(_here(status="reduced"), BreakDown("us-1", 1))
    assert [after.pieces[f"us-c{n}"].space for n in (1, 2, 3)] == ["c3014", "c3014", "companies"]
    assert after.pieces["us-1"].space == "broken-down"


def test_a_two_step_unit_makes_one_company_only() -> None:
    assert playing.done(_here(steps=2), BreakDown("us-1", 1)).pieces["us-1"].status == "reduced"
    assert playing.barred(_here(steps=2), BreakDown("us-1")) == ["15.2"]
    assert playing.barred(_here(steps=2, status="reduced"), BreakDown("us-1", 1)) == ["15.2"]


@pytest.mark.parametrize(
    ("here", "rules"),
    [
        (_here(status="reduced"), ["15.2"]),
        (_here("artillery"), ["9.4"]),
        (_here(companies=2), ["15.1"]),
        (_here(marks={"us-1": {"moved": True}}), ["15.2"]),
        (_here(side="german"), ["15.2"]),
        (_here("hq"), ["15.2"]),
    ],
)
def test_what_forbids_a_breakdown(here: Position, rules: list[str]) -> None:
    assert playing.barred(here, BreakDown("us-1")) == rules


def test_ost_battalions_never_break_down_but_make_a_company_by_an_option() -> None:
    ost = build.unit("ge-441", "ost", steps=3)
    placed = [(ost, "c3014"), *june_6.pool("ge-c"), *june_6.pool("ge-o", "ost", 1, marks=("company",))]
    here = build.situation(BOARD, *placed, side="german")
    assert playing.barred(here, BreakDown("ge-441")) == ["20.7"]
    assert playing.barred(here, BreakDown("ge-441", 1)) == ["20.7"]
    used = build.situation(BOARD, *placed, side="german", options={"20.7o": "B"})
    assert playing.barred(used, BreakDown("ge-441")) == ["20.7o"]
    assert playing.done(used, BreakDown("ge-441", 1)).pieces["ge-o1"].space == "c3014"


def test_german_companies_of_the_start_go_next_to_their_hex_or_to_a_strongpoint() -> None:
    unit = build.unit("ge-1", entry=("c2128",))
    points = [(build.unit("ge-sp1", "sp"), "c1929"), (build.unit("ge-sp2", "sp"), "c2131")]
    shore = june_6.gold({"c2128": "clear", "c2131": "clear", "c2127": "clear"})
    here = build.situation(
        shore,
        (unit, "c2128"),
        *june_6.pool("ge-c"),
        *points,
        phase="set-up",
        side="german",
        date=6,
        time="night",
    )
    broken = playing.done(here, BreakDown("ge-1"))
    assert playing.done(broken, Deploy("ge-c1", "c2029")).pieces["ge-c1"].space == "c2029"
    manned = playing.done(broken, Deploy("ge-c1", "c1929"))
    assert playing.barred(manned, Deploy("ge-c2", "c1929")) == ["15.3"]
    assert playing.barred(broken, Deploy("ge-c1", "c2131")) == ["15.3"]
    assert playing.barred(broken, Deploy("ge-c1", "c1928")) == ["15.3"]
    assert playing.barred(broken, Deploy("ge-sp1", "c2029")) == ["15.3"]
