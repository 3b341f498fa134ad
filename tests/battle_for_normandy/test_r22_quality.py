"""Section 22.1o: the die for the quality of a division; a commander is replaced. Charts of section 22."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r04_phases import EndPhase
from adjudicator.battle_for_normandy.r12.range import is_once_a_day
from adjudicator.battle_for_normandy.r22 import charts as r22_charts
from adjudicator.battle_for_normandy.r22.new_commander import Sack
from adjudicator.battle_for_normandy.r22.quality import due, exempt
from adjudicator.game import apply, legal
from adjudicator.position import Position
from tests.battle_for_normandy.build import board, hexes, hq, situation, unit
from tests.playing import barred

HERE = "c1720"
WIDE = board(hexes("c1505", "c2535"))


def night(*heads: str, letter: str = "B", **more: Any) -> Position:
    """The Allied Combat Phase of a Night with the HQs of some divisions on the map."""
    placed = [(hq(slug), HERE) for slug in heads]
    return situation(WIDE, *placed, phase="combat", time="night", options={"22.1o": letter}, **more)


@pytest.mark.parametrize(
    ("slug", "letter", "expected"),
    [
        ("us-29", "B", True), ("us-29", "A", False), ("us-29", "D", False), ("us-82", "B", False),
        ("br-6", "C", False), ("br-gds-armd", "B", False), ("br-43", "C", True),
        ("ge-352", "B", False), ("us-v", "B", False), ("br-4-armd", "B", False),
    ],
)  # fmt: skip
def test_who_rolls_when_its_hq_has_entered(slug: str, letter: str, expected: bool) -> None:
    assert (due(night(slug, letter=letter)) == (slug,)) is expected


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("ge-21pz", True),
        ("ge-1ss", True),
        ("ge-17ss", False),
        ("ge-3fj", True),
        ("ge-5fj", False),
        ("us-1", False),
    ],
)
def test_exempt_divisions(slug: str, expected: bool) -> None:
    assert exempt(night(), slug) is expected


@pytest.mark.parametrize(("roll", "drm"), [(1, -1), (2, -1), (3, 0), (8, 0), (9, 1), (10, 1)])
def test_the_die_gives_the_quality(roll: int, drm: int) -> None:
    asked = apply(night("us-29"), EndPhase())
    assert asked.decision is not None
    assert asked.decision.player == "dice"
    assert apply(asked, Roll((roll,))).number("quality", "us-29") == drm


def test_a_german_hq_rolls_when_it_returns() -> None:
    assert due(night("ge-352", marks={})) == ()
    back = {("quality-rolled", "ge-352"): "again"}
    assert due(night("ge-352", facts=back)) == ("ge-352",)
    assert due(night("ge-21pz", facts={("quality-rolled", "ge-21pz"): "again"})) == ()


def test_a_replaced_commander_leaves_with_his_quality() -> None:
    known = {("quality", "us-90"): -1, ("quality-rolled", "us-90"): "yes"}
    here = night("us-90", facts=known)
    assert list(legal(here).of("sack")) == [Sack("us-90-hq")]
    after = apply(here, Sack("us-90-hq"))
    assert after.pieces["us-90-hq"].space == "turn-track"
    assert (after.number("quality", "us-90"), after.text("quality-rolled", "us-90")) == (0, "again")
    assert barred(after, Sack("us-90-hq")) == ["22.1o"]
    assert barred(night("us-90", letter="D"), Sack("us-90-hq")) == ["22.1o"]


def test_batteries_of_the_list_face_the_sea() -> None:
    longues, other = unit("ge-4-hkaa-1260", "battery"), unit("ge-3-hkaa-1260", "battery")
    here = situation(WIDE, (longues, "c1940"), (other, "c2029"), options={"22.7o": "B"})
    faces = [r22_charts.facing_of(here, here.pieces[u.id]) for u in (longues, other)]
    assert faces == [6, 0]
    plain = situation(WIDE, (longues, "c1940"))
    assert r22_charts.facing_of(plain, plain.pieces[longues.id]) == 0


def test_a_strong_german_gun_fires_once_a_day_by_the_optional_rule() -> None:
    guns = (unit("ge-a", "artillery", as_=4), HERE), (unit("ge-b", "artillery", as_=3), HERE)
    here = situation(WIDE, *guns, (unit("us-a", "artillery", as_=4), "c2020"), options={"12.5.1o-day": "B"})
    assert [is_once_a_day(here, here.pieces[u]) for u in ("ge-a", "ge-b", "us-a")] == [True, False, False]
