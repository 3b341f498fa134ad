"""15.4: combining near an HQ, without one on June 6, and absorbing."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r15_combining import Absorb, Combine
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

BOARD = june_6.gold()
INF = build.unit("us-1-16", division="us-1")


def _companies(number: int, space: str) -> list[tuple[Unit, str]]:
    return [(unit, space) for unit, _ in june_6.pool("us-c", number=number)]


def _late(number: int, hq: str, *more: tuple[Unit, str], **facts: Any) -> Position:
    placed = [(INF, "broken-down"), (build.hq("us-1"), hq), *_companies(number, "c2029"), *more]
    return build.situation(BOARD, *placed, **facts)


def test_two_companies_give_the_reduced_side_and_three_the_full_one() -> None:
    after = playing.done(_late(2, "c2028"), Combine(("us-c1", "us-c2"), "us-1-16"))
    assert (after.pieces["us-1-16"].space, after.pieces["us-1-16"].status) == ("c2029", "reduced")
    assert after.pieces["us-c1"].space == "companies"
    three = playing.done(_late(3, "c2028"), Combine(("us-c1", "us-c2", "us-c3"), "us-1-16"))
    assert three.pieces["us-1-16"].status == "full"


def test_the_parent_hq_must_be_adjacent_and_no_enemy_zoc_there() -> None:
    assert playing.barred(_late(2, "c1929"), Combine(("us-c1", "us-c2"), "us-1-16")) == []
    far = build.situation(BOARD, (INF, "broken-down"), (build.hq("us-1"), "c1829"), *_companies(2, "c2129"))
    assert playing.barred(far, Combine(("us-c1", "us-c2"), "us-1-16")) == ["15.4"]
    near = _late(2, "c2028", (build.unit("ge-1"), "c2129"))
    assert playing.barred(near, Combine(("us-c1", "us-c2"), "us-1-16")) == ["15.4"]


def test_on_june_6_no_hq_is_needed_and_an_ezoc_does_not_matter() -> None:
    placed = [(INF, "holding-king-red"), *_companies(2, "c1829"), (build.unit("ge-1"), "c1929")]
    marks = {"us-c1": {"battalion": "us-1-16"}}
    here = june_6.invasion(1, BOARD, *placed, marks=marks)
    assert playing.done(here, Combine(("us-c1", "us-c2"), "us-1-16")).pieces["us-1-16"].space == "c1829"


def test_on_june_6_only_battalions_of_the_holding_boxes_and_of_the_division_form_up() -> None:
    companies = _companies(2, "c1829")
    marks = {"us-c1": {"battalion": "us-1-16"}, "us-c2": {"battalion": "us-1-16"}}
    here = june_6.invasion(1, BOARD, (INF, "eliminated"), *companies, marks=marks)
    assert playing.barred(here, Combine(("us-c1", "us-c2"), "us-1-16")) == ["15.4"]
    other = build.unit("us-1-116", division="us-29")
    here = june_6.invasion(
        1, BOARD, (INF, "eliminated"), (other, "holding-king-red"), *companies, marks=marks
    )
    assert "15.4" in playing.barred(here, Combine(("us-c1", "us-c2"), "us-1-116"))


def test_airborne_companies_of_other_battalions_combine_from_8_june() -> None:
    own = build.unit("us-505", "para", division="us-82")
    other = build.unit("us-508", "para", division="us-82")
    companies = [build.unit(f"us-{n}", "para-co", marks=(f"of=us-{b}",)) for n, b in (("a", 505), ("b", 508))]
    placed = [
        (own, "eliminated"),
        (other, "c2128"),
        (build.hq("us-82"), "c2028"),
        *[(c, "c2029") for c in companies],
    ]
    for date, rules in ((7, ["15.4"]), (8, [])):
        here = build.situation(BOARD, *placed, date=date)
        assert playing.barred(here, Combine(("us-a", "us-b"), "us-505")) == rules
    here = june_6.night("airborne-movement", BOARD, *placed[:1], *placed[3:])
    assert playing.barred(here, Combine(("us-a", "us-b"), "us-505")) == ["15.4", "15.4"]


def test_a_reduced_battalion_absorbs_a_company_even_after_movement() -> None:
    placed = [(INF, "c2029 reduced"), *_companies(1, "c2029")]
    moved = {"us-1-16": {"moved": True}}
    after = playing.done(build.situation(BOARD, *placed, marks=moved), Absorb("us-1-16", "us-c1"))
    assert after.pieces["us-1-16"].status == "full"
    assert after.pieces["us-c1"].space == "companies"
    used = build.situation(BOARD, *placed, marks=moved, options={"15.4o-absorb": "B"})
    assert playing.barred(used, Absorb("us-1-16", "us-c1")) == ["15.4o"]
    full = build.situation(BOARD, (INF, "c2029"), *_companies(1, "c2029"))
    assert playing.barred(full, Absorb("us-1-16", "us-c1")) == ["15.4"]
    tank = build.situation(BOARD, (INF, "c2029 reduced"), (build.unit("us-t", "tank-co"), "c2029"))
    assert playing.barred(tank, Absorb("us-1-16", "us-t")) == ["15.4"]


def test_stacking_must_be_kept_before_combining() -> None:
    crowd = [(build.unit("us-9"), "c2029"), (build.unit("us-8"), "c2029")]
    here = _late(2, "c2028", *crowd)
    assert playing.barred(here, Combine(("us-c1", "us-c2"), "us-1-16")) == ["6.1"]
