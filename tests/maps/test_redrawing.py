"""Borders of Areas drawn anew: both sides change, what meets stays together, adjacency never changes."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.errors import DataError
from maps.redrawing import BORDER, check_areas, drawn_values, followed, redrawn

MAP = """\
version = 1

[board]
width = 400
height = 400

[areas."a"]
german = [100, 100, 100, 300]
name = [60, 200]
polygon = [0, 0, 200, 0, 200, 100, 200, 200, 200, 300, 200, 400, 0, 400]
zone = [0, 0, 200, 0, 200, 100, 200, 200, 200, 300, 200, 400, 0, 400]

[areas."b"]
german = [300, 100]
name = [300, 60]
polygon = [200, 0, 400, 0, 400, 200, 300, 200, 200, 200, 200, 100]

[areas."c"]
german = [300, 300]
name = [300, 360]
polygon = [400, 200, 400, 400, 200, 400, 200, 300, 200, 200, 300, 200]

[boxes."off"]
polygon = [0, 420, 400, 420, 400, 460, 0, 460]

[crossings."a/b"]
boundary = "river"
bridge = true
at = [200, 100]
angle = 0
zone = [190, 90, 210, 90, 210, 110, 190, 110]

[borders]
"a/b" = [[200, 0, 200, 100, 200, 200]]
"a/c" = [[200, 200, 200, 300, 200, 400]]
"b/c" = [[200, 200, 300, 200, 400, 200]]
"""
OURS = tomllib.loads(MAP)
NAMES = {"a": "Alpha", "b": "Bravo", "c": "Charlie"}


def drawn(**borders: str) -> dict[str, Any]:
    """The map with borders drawn otherwise."""
    return tomllib.loads(redrawn(MAP, {(row.replace("_", "/"), BORDER): v for row, v in borders.items()}))


def area(data: dict[str, Any], name: str) -> float:
    ring = data["areas"][name]["polygon"]
    points = list(zip(ring[::2], ring[1::2], strict=True))
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return float(abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs))) / 2


def test_a_border_belongs_to_both_sides() -> None:
    data = drawn(a_b="200,0 150,50 180,100 200,200")
    check_areas(data, OURS, NAMES)
    assert (150.0, 50.0) in set(zip(*[iter(data["areas"]["a"]["polygon"])] * 2, strict=True))
    assert (150.0, 50.0) in set(zip(*[iter(data["areas"]["b"]["polygon"])] * 2, strict=True))
    assert data["areas"]["c"] == OURS["areas"]["c"]
    assert sum(area(data, name) for name in NAMES) == sum(area(OURS, name) for name in NAMES)


def test_what_meets_stays_together() -> None:
    data = drawn(a_b="200,0 200,100 220,190")
    check_areas(data, OURS, NAMES)
    assert data["borders"]["a/c"][0][:2] == data["borders"]["b/c"][0][:2] == [220, 190]
    assert sum(area(data, name) for name in NAMES) == sum(area(OURS, name) for name in NAMES)
    with pytest.raises(DataError, match="one end with a/b, 220,190, not 230,190; draw one of the two again"):
        drawn(a_b="200,0 220,190", b_c="230,190 400,200")


def test_a_bridge_stays_on_its_border() -> None:
    data = drawn(a_b="200,0 160,100 200,200")
    at = data["crossings"]["a/b"]["at"]
    assert at != [200, 100]
    assert abs(at[0] - (200 - 0.4 * at[1])) < 0.2
    zone = data["crossings"]["a/b"]["zone"]
    assert [round(sum(zone[n::2]) / 4, 1) for n in (0, 1)] == at


points = st.integers(150, 250).map(lambda x: x / 1.0)


@given(st.lists(points, min_size=1, max_size=5), st.tuples(points, st.integers(180, 220)))
@settings(max_examples=60, deadline=None)
def test_drawing_takes_nothing_from_the_land_and_is_the_same_in_any_order(
    xs: list[float], end: tuple[float, float]
) -> None:
    inner = [(x, 15.0 + 150 * n / len(xs)) for n, x in enumerate(xs)]
    line = " ".join(f"{x:g},{y:g}" for x, y in [(200, 0), *inner, end])
    text = redrawn(MAP, {("a/b", BORDER): line})
    data = tomllib.loads(text)
    assert sum(area(data, name) for name in NAMES) == pytest.approx(160_000, abs=1)
    now, plain = drawn_values(data), drawn_values(OURS)
    told = {key: value for key, value in now.items() if value != plain[key]}
    assert redrawn(MAP, told) == redrawn(MAP, dict(reversed(told.items()))) == text
    assert redrawn(MAP, followed(now, {("a/b", BORDER): plain["a/b", BORDER]})) == MAP


REFUSED = {
    "crosses itself": ("200,0 100,50 250,50 150,20 200,200", "an outline that does not cross itself"),
    "a box for counters outside": (
        "200,0 80,100 200,200",
        "Alpha, near 100,100: expected the place for german",
    ),
    "no point": ("200,0 moon 200,200", "2 or more points such as 120,35.5"),
    "one point": ("200,0", "2 or more points"),
    "no number": ("200,0 nan,3 200,200", "2 or more points"),
    "two lines": ("200,0 200,100 | 200,100 200,200", "a/b, border: expected 1 lines, not 2"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_nobody_could_play_on_is_refused(name: str) -> None:
    line, told = REFUSED[name]
    with pytest.raises(DataError) as fault:
        check_areas(drawn(a_b=line), OURS, NAMES)
    assert told in str(fault.value)


def test_neighbours_are_neither_parted_nor_joined() -> None:
    apart = tomllib.loads(MAP)
    apart["areas"]["c"]["polygon"] = [400, 210, 400, 400, 200, 400, 200, 300, 200, 210, 300, 210]
    with pytest.raises(
        DataError, match=r"Bravo and Charlie, near .*: expected neighbours, as our map has them"
    ):
        check_areas(apart, OURS, NAMES)
    joined = {**OURS, "borders": {k: v for k, v in OURS["borders"].items() if k != "b/c"}}
    with pytest.raises(DataError, match=r"Bravo and Charlie, near .*: expected no neighbours"):
        check_areas(OURS, joined, NAMES)


def test_areas_that_overlap_are_refused() -> None:
    wide = {**OURS, "areas": {**OURS["areas"], "b": {**OURS["areas"]["b"]}}}
    wide["areas"]["b"]["polygon"] = [180, 0, 400, 0, 400, 200, 300, 200, 200, 200, 200, 100]
    with pytest.raises(DataError, match=r"Alpha and Bravo, near .*: expected two that do not overlap"):
        check_areas(wide, OURS, NAMES)
    onto = drawn(a_c="200,200 200,300 200,440")
    with pytest.raises(DataError, match=r"off, near .*: expected two that do not overlap"):
        check_areas(onto, OURS, NAMES)


def test_what_our_map_has_not_is_refused() -> None:
    for key in (("a/d", BORDER), ("a", "fortification"), ("d", "name")):
        with pytest.raises(DataError, match="that our map has"):
            redrawn(MAP, {key: "1,1 2,2"})
    assert redrawn(MAP, {}) == MAP
    assert redrawn(MAP, drawn_values(OURS)) == MAP


def test_a_bridge_stays_where_its_border_does() -> None:
    data = drawn(a_b="200,0 200,100 200,140 210,170 200,200")
    assert data["crossings"] == OURS["crossings"]


def test_places_are_drawn_too_and_stay_as_many() -> None:
    data = tomllib.loads(redrawn(MAP, {("a", "german"): "120,110.5 90,300"}))
    assert data["areas"]["a"]["german"] == [120, 110.5, 90, 300]
    with pytest.raises(DataError, match="a, german: expected 2 points, not 1"):
        redrawn(MAP, {("a", "german"): "120,110.5"})


def test_a_geometry_that_no_program_wrote_is_one_line() -> None:
    for old, new, told in (
        ("german = [300, 100]", "german = [300]", "pairs of numbers"),
        ("german = [300, 100]", 'german = "moon"', "pairs of numbers"),
        ("polygon = [0, 420, 400, 420, 400, 460, 0, 460]", "polygon = [0, 420]", "3 points or more"),
    ):
        with pytest.raises(DataError, match=told):
            check_areas(tomllib.loads(MAP.replace(old, new)), OURS, NAMES)
