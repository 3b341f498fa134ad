"""Rivers as drawn: one stroke, wider downstream, to the sea, meeting, on the boundary that follows them."""

from __future__ import annotations

import itertools
from functools import partial

import pytest
import shapely

from maps.areas import area_painters
from maps.battle_for_normandy.painted_lines import river_courses as battle_courses
from maps.battle_for_normandy.shore import build_shore
from maps.flow import Course, course_stroke, courses
from maps.geometry import LineLattice
from maps.hexdrawing_ground import coastline
from maps.hexdrawing_lines import river_courses
from maps.hexdrawing_sheet import HexSheet
from maps.render import dressed_sheet
from maps.riversides import area_courses, followed
from maps.sheet import Sheet
from tests.every import quick_one

HEXES = ["dark-summer", "june-six", "battle-for-normandy"]
Spot = tuple[int, int]


def drawn(game: str) -> tuple[list[Course], shapely.Polygon | shapely.MultiPolygon]:
    sheet = dressed_sheet(game)
    assert isinstance(sheet, HexSheet)
    if not isinstance(sheet.lattice, LineLattice) or game == "june-six":
        return river_courses(sheet), coastline(sheet)[1]
    _, land = build_shore(sheet.lattice, (sheet.geometry.width, sheet.geometry.height), sheet.board.filing)
    return battle_courses(sheet), land


def spot(at: tuple[float, float]) -> Spot:
    return round(at[0]), round(at[1])


@pytest.mark.parametrize("game", quick_one(HEXES, "dark-summer"))
def test_rivers_flow_to_the_sea_and_grow(game: str) -> None:
    found, land = drawn(game)
    starts = {spot(course.line[0]) for course in found}
    mouths = [course for course in found if course.mouth]
    assert len(mouths) >= 4
    for course in found:
        assert course.first <= course.last
        if course.mouth:
            assert not land.contains(shapely.Point(course.line[-1]))
    # Where a stretch ends another begins, of the same river or of the one that it flows into.
    inland = [course for course in found if not course.mouth]
    onward = [course for course in inland if spot(course.line[-1]) in starts]
    assert len(onward) > 0.6 * len(inland)
    by_start = {spot(course.line[0]): course for course in found}
    for course in onward:
        below = by_start[spot(course.line[-1])]
        if len([c for c in found if spot(c.line[0]) == spot(course.line[-1])]) == 1:
            assert below.last >= course.last - 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "river_end"),
    quick_one(
        [
            ("dark-summer", ("2405", "2504")), ("dark-summer", ("2505", "2605")),
            ("june-six", ("w2726", "w2727")),
        ],
        "dark-summer",
    ),
)  # fmt: skip
def test_douve_and_vire_reach_the_sea(game: str, river_end: tuple[str, str]) -> None:
    sheet = dressed_sheet(game)
    assert isinstance(sheet, HexSheet)
    near = [shapely.Point(sheet.lattice.centre(number)) for number in river_end]
    mouths = [shapely.Point(course.line[-1]) for course in drawn(game)[0] if course.mouth]
    assert min(max(mouth.distance(at) for at in near) for mouth in mouths) < 1.7 * sheet.lattice.flat


def test_the_orne_and_the_dives_lie_on_their_boundaries() -> None:
    sheet = dressed_sheet("storm-over-normandy")
    assert isinstance(sheet, Sheet)
    borders = sheet.geometry.borders
    lines = [line for lines in borders.values() for line in lines]
    rivers = shapely.union_all([shapely.LineString(c.line) for c in area_courses(sheet.rivers, lines)])
    follows = ["carpiquet/may-sur-orne", "evrecy/may-sur-orne", "ranville/sword", "cabourg/troarn"]
    for key in follows:
        for line in borders[key]:
            points = shapely.points(shapely.get_coordinates(shapely.segmentize(shapely.LineString(line), 4)))
            assert float(shapely.distance(points, rivers).max()) < 0.5, key


def test_a_river_crosses_no_boundary_that_it_follows() -> None:
    river = [(float(x), 12.0 if x % 200 else -12.0) for x in range(0, 1001, 100)]
    boundary = [(300.0, 0.0), (500.0, 4.0), (700.0, 0.0)]
    line = followed(river, [boundary])
    at = line.index(boundary[0])
    assert line[at : at + 3] == boundary
    assert followed(river, [[(300.0, 400.0), (700.0, 400.0)]]) == river


def test_banks_are_drawn_before_all_water() -> None:
    sheet = dressed_sheet("breakout-normandy")
    assert isinstance(sheet, Sheet)
    partials = [painter for painter in area_painters(sheet) if isinstance(painter, partial)]
    more = [bool(p.keywords.get("more")) for p in partials if p.func is course_stroke]
    assert more == sorted(more, reverse=True)
    assert sum(more) == len(more) / 2 > 10


def test_an_arm_has_its_share_and_a_ring_ends() -> None:
    ring = [(0.0, 10.0), (10.0, 10.0), (10.0, 20.0), (0.0, 20.0), (0.0, 10.0)]
    sides = [*itertools.pairwise(ring), ((0.0, 20.0), (0.0, 30.0)), ((0.0, 0.0), (0.0, 10.0))]
    found = courses({"river": sides}, land=shapely.box(-50, 2, 50, 50), reach=5, bend=list, full=100)
    assert [course.mouth for course in found].count(True) == 1
    (mouth,) = [course for course in found if course.mouth]
    assert mouth.last == max(course.last for course in found)
    assert mouth.line[-1][1] <= 2
