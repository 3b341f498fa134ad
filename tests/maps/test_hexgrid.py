"""Numbers of hexes: neighbours, distance and centres, in both layouts."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.dark_summer.ground import corners, hex_at
from maps.hexgrid import DIRECTIONS, HexGrid

ODD, EVEN = HexGrid("odd"), HexGrid("even")
numbers = st.builds(ODD.number, st.integers(8, 62), st.integers(0, 27))
inner = st.builds(ODD.number, st.integers(9, 61), st.integers(1, 26))
grids = st.sampled_from([ODD, EVEN])


@given(grids, numbers)
def test_axial_and_back(grid: HexGrid, number: str) -> None:
    assert grid.at(*grid.axial(number)) == number
    assert grid.number(*grid.split(number)) == number


@given(grids, inner)
def test_neighbours_know_each_other(grid: HexGrid, number: str) -> None:
    ring = grid.ring(number)
    assert len(ring) == len(DIRECTIONS)
    for i, other in enumerate(ring):
        assert other is not None
        assert grid.ring(other)[(i + 3) % 6] == number
        assert grid.distance(number, other) == 1
        assert math.dist(grid.centre(number), grid.centre(other)) == pytest.approx(1, abs=0.002)


@given(inner)
def test_neighbours_touch_each_other_in_turn(number: str) -> None:
    ring = [n for n in ODD.ring(number) if n is not None]
    assert all(ODD.distance(a, b) == 1 for a, b in pairwise([*ring, ring[0]]))


@given(numbers, numbers, numbers)
def test_distance_is_a_distance(a: str, b: str, c: str) -> None:
    assert ODD.distance(a, b) == ODD.distance(b, a)
    assert (ODD.distance(a, b) == 0) == (a == b)
    assert ODD.distance(a, c) <= ODD.distance(a, b) + ODD.distance(b, c)


@given(numbers)
def test_a_point_in_a_hex_is_found(number: str) -> None:
    x, y = (sum(v) / 6 for v in zip(*corners(number), strict=True))
    assert hex_at((x, y)) == number
    for cx, cy in corners(number):
        assert hex_at((x + (cx - x) * 0.97, y + (cy - y) * 0.97)) == number


def test_corners_face_the_directions() -> None:
    points = corners("3020")
    for i, other in enumerate(ODD.ring("3020")):
        assert other is not None
        shared = {(round(x, 6), round(y, 6)) for x, y in points} & {
            (round(x, 6), round(y, 6)) for x, y in corners(other)
        }
        a, b = points[i], points[(i + 1) % 6]
        assert shared == {(round(a[0], 6), round(a[1], 6)), (round(b[0], 6), round(b[1], 6))}


@pytest.mark.parametrize("wrong", ["", "123", "12a4", "12345", "１２３４"])
def test_no_number(wrong: str) -> None:
    with pytest.raises(ValueError, match="is no hex number"):
        ODD.split(wrong)


def test_edge_of_what_can_be_printed() -> None:
    assert ODD.ring("0000")[0] is None
    assert ODD.neighbours("0000") == ("0100", "0001")
    assert EVEN.ring("0000")[1] == "0100"
