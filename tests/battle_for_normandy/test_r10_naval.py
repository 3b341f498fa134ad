"""Section 10.9: ships and mines."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.r10.naval import MoveShip, from_land, waters
from adjudicator.position import Position
from tests.battle_for_normandy.build import board, hexes, situation, unit
from tests.playing import barred, done

LAND = hexes("c1401", "c1620")
SEA = hexes("c0601", "c1320")
MAP = board([*LAND, *SEA], terrain=dict.fromkeys(SEA, "sea"))
WEST = board(hexes("a2030", "a2040"), terrain=dict.fromkeys(hexes("a2035", "a2040"), "sea"))


def night(*placed: tuple[object, str], on: object = MAP, **more: object) -> Position:
    return situation(on, *placed, phase="naval", time="night", **more)  # type: ignore[arg-type]


BB = (unit("us-bb", "bb", as_=6), "c0710")
DD = (unit("us-dd", "destroyer", as_=3), "c0810")


def test_hexes_between_a_ship_and_the_land() -> None:
    here = night(BB)
    assert [from_land(here, f"c{row}10") for row in ("14", "13", "12", "11", "08")] == [-1, 0, 1, 2, 3]
    assert set(waters(here)) == set(hexes("c0601", "c1220"))


@pytest.mark.parametrize(
    ("uid", "to", "sections"),
    [
        ("us-bb", "c1110", []),
        ("us-bb", "c1210", ["18.8.3.1"]),
        ("us-dd", "c1210", []),
        ("us-dd", "c1310", ["18.8.3.1"]),
        ("us-dd", "c1410", ["10.9"]),
        ("us-bb", "c0710", ["10.9"]),
    ],
)
def test_how_near_a_ship_may_come(uid: str, to: str, sections: list[str]) -> None:
    assert barred(night(BB, DD), MoveShip(uid, to)) == sections


def test_three_ships_or_twelve_points_to_a_hex() -> None:
    small = [(unit(f"us-d{n}", "destroyer", as_=3), "c1010") for n in range(3)]
    assert barred(night(DD, *small), MoveShip("us-dd", "c1010")) == ["10.9"]
    big = [(unit(f"us-b{n}", "bb", as_=6), "c1010") for n in range(2)]
    assert barred(night(DD, *big), MoveShip("us-dd", "c1010")) == ["10.9"]
    assert barred(night(DD, *big, options={"naval-stacking": "B"}), MoveShip("us-dd", "c1010")) == []
    assert barred(night(DD, *small[:2]), MoveShip("us-dd", "c1010")) == []


def test_no_ship_enters_the_west_of_map_a() -> None:
    ship = (unit("us-dd", "destroyer", as_=3), "a2040")
    assert "10.9" in barred(night(ship, on=WEST), MoveShip("us-dd", "a2038"))


@pytest.mark.parametrize(("value", "there"), [(1, "removed"), (2, "c1010")])
def test_a_mine_removes_a_ship_that_moves(value: int, there: str) -> None:
    draft = done(night(DD), MoveShip("us-dd", "c1010")).draft()
    roll = draft.settle()
    GAME.rolls[roll.data["what"]].resolve(draft, roll.data, [value])
    assert draft.pieces["us-dd"].space == there


def test_a_ship_moves_once_a_night() -> None:
    assert barred(night(DD, marks={"us-dd": {"moved": True}}), MoveShip("us-dd", "c1010")) == ["10.9"]
