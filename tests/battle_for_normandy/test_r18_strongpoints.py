"""18.9: where Strongpoints stand, and their isolation (trap 94; BFN-EX-067)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r18 import strongpoints as points
from adjudicator.battle_for_normandy.r18.default import HistoricalPlacement
from adjudicator.battle_for_normandy.r18.strongpoints import PlaceStrongpoint
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from maps.battle_for_normandy.board import load_board
from maps.filing import OURS
from tests import playing
from tests.battle_for_normandy import build, june_6

REAL = load_board()
POINT = build.unit("ge-sp", "sp", as_=2)


def _here(*placed: tuple[Unit, str], side: str = "german", **more: Any) -> Position:
    return build.situation(REAL, *placed, phase="set-up", side=side, time="night", date=6, **more)


@pytest.mark.parametrize(
    ("to", "rules"), [("c1929", []), ("c1930", []), ("c1928", ["18.9.2"]), ("c3040", ["18.9.2"])]
)
def test_next_to_a_beach_hex_in_any_terrain_but_not_on_it(to: str, rules: list[str]) -> None:
    assert playing.barred(_here((POINT, "pool")), PlaceStrongpoint("ge-sp", to)) == rules


def test_one_for_each_hex_and_only_the_german_player() -> None:
    other = build.unit("ge-sp2", "sp")
    assert playing.barred(_here((POINT, "pool"), (other, "c1929")), PlaceStrongpoint("ge-sp", "c1929")) == [
        "18.9.2"
    ]
    assert playing.barred(_here((POINT, "pool"), side="allied"), PlaceStrongpoint("ge-sp", "c1929")) == [
        "18.9.2"
    ]
    assert playing.barred(_here((build.unit("ge-1"), "c1929")), PlaceStrongpoint("ge-1", "c1930")) == [
        "18.9.2"
    ]


def test_a_place_has_its_number() -> None:
    hexes = sorted(points.areas(REAL)["utah"])
    two = [(build.unit(f"ge-u{n}", "sp"), h) for n, h in enumerate(hexes[:2])]
    assert "18.9.2" in playing.barred(_here((POINT, "pool"), *two), PlaceStrongpoint("ge-sp", hexes[2]))
    assert points.quota(OURS, "cherbourg") == 12


def test_fort_du_roule_and_the_historical_utah_points_stay() -> None:
    fort = _here((POINT, "a2035"))
    assert playing.barred(fort, PlaceStrongpoint("ge-sp", "c1929")) == ["18.9.2"]
    utah = _here((POINT, "a4110"), options={"22.9o": "B"})
    assert playing.barred(utah, PlaceStrongpoint("ge-sp", "c1929")) == ["22.9o"]
    assert playing.barred(_here((POINT, "a4110")), PlaceStrongpoint("ge-sp", "c1929")) == []


def test_two_inside_the_perimeter_and_the_others_along_it() -> None:
    board = REAL
    inside = points.areas(board)["cherbourg"]
    rim = {n for n in inside if any(_is_outside(m) for m in board_neighbours(n))}
    deep = sorted(inside - rim - {"a2035"})
    assert "a2035" in inside
    assert all(board.spaces[n]["terrain"] != "city" for n in deep)
    if len(deep) > 2:
        two = [(build.unit(f"ge-d{n}", "sp"), h) for n, h in enumerate(deep[:2])]
        assert playing.barred(_here((POINT, "pool"), *two), PlaceStrongpoint("ge-sp", deep[2])) == ["18.9.2"]
        along = min(rim - {"a2035"})
        assert playing.barred(_here((POINT, "pool"), *two), PlaceStrongpoint("ge-sp", along)) == []


def board_neighbours(number: str) -> list[str]:
    """Hexes of the real map around one."""
    return [other for _, other in REAL.neighbours(number)]


def _is_outside(number: str) -> bool:
    space = REAL.spaces[number]
    return space.kind == "hex" and not space["perimeter"] and space["terrain"] != "sea"


def test_one_action_places_the_rest() -> None:
    many = [(build.unit(f"ge-s{n}", "sp", as_=1 + n % 4), "pool") for n in range(40)]
    after = playing.done(_here(*many, (build.unit("ge-f", "sp"), "a2035")), HistoricalPlacement())
    assert points.waiting(after) == ()
    assert points.still_due(after) == []
    counts = {
        area: sum(p.space in hexes for p in after.pieces.values())
        for area, hexes in points.areas(REAL).items()
    }
    assert all(number <= points.quota(OURS, area) for area, number in counts.items())


BOARD = build.board(build.around("c3014", radius=4))


def _alone(*more: tuple[Unit, str], **facts: Any) -> Position:
    return build.situation(
        BOARD,
        (POINT, "c3014"),
        *more,
        phase="combat",
        side="german",
        date=7,
        time="am",
        **facts,
    )


def test_a_line_of_any_length_to_a_unit_or_strongpoint_keeps_it() -> None:
    assert points.is_isolated(_alone(), "ge-sp")
    assert not points.is_isolated(_alone((build.unit("ge-1"), "c2714")), "ge-sp")
    assert not points.is_isolated(_alone((build.unit("ge-1", "sp"), "c3014")), "ge-sp")
    ring = [(build.unit(f"us-{n}"), h) for n, h in enumerate(["c2913", "c3015", "c3113"])]
    assert points.is_isolated(_alone((build.unit("ge-1"), "c2614"), *ring), "ge-sp")


def test_isolated_ones_roll_from_7_june_on() -> None:
    draft = _alone().draft()
    assert points.end_of_combat(draft)
    here = draft.finish()
    assert apply(here, Roll((1,))).pieces["ge-sp"].space == "eliminated"
    assert apply(here, Roll((2,))).pieces["ge-sp"].space == "c3014"
    early = build.situation(BOARD, (POINT, "c3014"), phase="combat", side="german", date=6, time="pm").draft()
    assert not points.end_of_combat(early)


def test_allied_units_do_not_enter_a_strongpoint_hex() -> None:
    from adjudicator.battle_for_normandy.r17.airborne import OneHex

    gold = june_6.gold()
    here = june_6.invasion(2, gold, (POINT, "c1929"), (build.unit("br-c1", "co"), "c1829"), step="landing")
    assert "10.1" in playing.barred(here, OneHex("br-c1", "c1929"))
