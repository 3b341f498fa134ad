"""Section 19.3: carpet bombing."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.r19.carpet import BombHit, CarpetBomb, drop_bombs, endangered
from adjudicator.position import Draft, Position
from tests.battle_for_normandy.build import board, hexes, situation, unit
from tests.playing import barred, done

MAP = board(hexes("c3001", "c3620"), terrain={"c3205": "bocage"})
TARGETS = tuple(f"c32{n:02d}" for n in range(1, 11))


def day(*placed: tuple[object, str], **more: object) -> Position:
    values = {"date": 55, "csp": 20, **more}
    return situation(MAP, *placed, **values)  # type: ignore[arg-type]


NEAR = (unit("us-a"), "c3105")
FAR = (unit("us-b"), "c3405")


@pytest.mark.parametrize(
    ("more", "section"),
    [({"date": 45}, "19.3.1"), ({"time": "night"}, "19.3.1"), ({"side": "german"}, "19.3.1"),
     ({"csp": 9}, "19.3.2"), ({"carpets": 2}, "19.3.1"), ({"marks": {"us-a": {"moved": True}}}, "19.3.1")],
)  # fmt: skip
def test_when_it_may_not_be_declared(more: dict[str, object], section: str) -> None:
    assert barred(day(NEAR, **more), CarpetBomb(TARGETS)) == [section]


@pytest.mark.parametrize("targets", [TARGETS[:9], (*TARGETS[:9], "c3620"), (*TARGETS[:9], TARGETS[0])])
def test_ten_different_hexes_that_hang_together(targets: tuple[str, ...]) -> None:
    assert set(barred(day(NEAR), CarpetBomb(targets))) == {"19.3.3"}


def roll(draft: Draft, *values: int) -> None:
    decision = draft.settle()
    GAME.rolls[decision.data["what"]].resolve(draft, decision.data, values)


@pytest.mark.parametrize(("value", "held"), [(8, False), (9, True), (10, True)])
def test_units_next_to_the_targets_may_stay_behind(value: int, held: bool) -> None:
    here = day(NEAR, FAR)
    assert [p.uid for p in endangered(here, TARGETS)] == ["us-a"]
    draft = done(here, CarpetBomb(TARGETS)).draft()
    assert draft.number("csp") == 10
    roll(draft, value)
    assert draft.flag("held-back", "us-a") is held


def test_bombs_fall_on_targets_and_on_friends_beside_them() -> None:
    placed = [(unit("ge-a"), "c3202"), (unit("ge-b"), "c3205"), (unit("ge-c"), "c3202"), NEAR]
    here = day(*placed, facts={("carpet", h): True for h in TARGETS})
    draft = here.draft()
    drop_bombs(draft)
    roll(draft, 5)  # c3202, Clear: a hit, the German chooses
    choice = draft.finish()
    assert choice.pending[-1].data["units"] == ["ge-a", "ge-c"]
    draft = done(choice, BombHit("ge-c")).draft()
    assert draft.pieces["ge-c"].status == "reduced"
    roll(draft, 7)  # c3205, Bocage -3: 4 misses
    assert draft.pieces["ge-b"].status == "full"
    roll(draft, 5)
    assert draft.pieces["us-a"].status == "reduced"
