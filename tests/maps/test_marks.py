"""Symbols stand where they belong: forts in their Area, cliffs on the coast, letters beside towns."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
import shapely

from adjudicator.contract import GAMES
from maps import hexdrawing, hexdrawing_sides
from maps.areaspots import FORT, faces
from maps.areatowns import built_up
from maps.battle_for_normandy.painted_sea import landing_ways
from maps.coastsides import along_coast
from maps.drawing import Canvas, Piece
from maps.hexdrawing_ground import coastline
from maps.hexdrawing_lines import limit_painters, shared_side
from maps.hexdrawing_names import PlacedName
from maps.hexdrawing_sheet import HexSheet
from maps.hexdrawing_sides import cliff_lines
from maps.labels import NAME_SIZE
from maps.lettering import text_rect
from maps.render import dressed_sheet, joined, sheet_painters
from maps.sheet import Sheet
from tests.every import quick_one

BATTLE = "battle-for-normandy"
HEXES = [game for game in GAMES if isinstance(dressed_sheet(game), HexSheet)]
AREAS = [game for game in GAMES if game not in HEXES]
OFF_COAST = 2.0  # pixels by which a cliff may leave its coast


@functools.cache
def hex_sheet(game: str) -> HexSheet:
    sheet = dressed_sheet(game)
    assert isinstance(sheet, HexSheet)
    return sheet


@functools.cache
def painters(game: str) -> Sequence[Any]:
    return sheet_painters(hex_sheet(game) if game in HEXES else area_sheet(game))


@functools.cache
def area_sheet(game: str) -> Sheet:
    sheet = dressed_sheet(game)
    assert isinstance(sheet, Sheet)
    return sheet


def told(every: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """What each painter is, and the words that it is told."""
    for painter in every:
        inner = painter.paint if isinstance(painter, Piece) else painter
        if isinstance(inner, partial):
            yield inner.func, inner.keywords


# --- maps of Areas ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", AREAS)
def test_a_fort_lies_in_its_area_and_touches_no_border(game: str) -> None:
    sheet = area_sheet(game)
    forts = {key: face.fort for key, face in faces(sheet).items() if face.fort is not None}
    assert forts.keys() == {key for key, shape in sheet.geometry.areas.items() if shape.fortification}
    borders = {"open": 6.2, "river": 14.0, "flooded": 18.0 + 19.0}
    for key, at in forts.items():
        star = shapely.Point(at).buffer(FORT / 2)
        assert shapely.Polygon(sheet.geometry.areas[key].polygon).contains(star)
        for edge, lines in sheet.geometry.borders.items():
            wide = borders.get(sheet.board.edges[edge].boundary, 0.0) if edge in sheet.board.edges else 0.0
            assert all(shapely.LineString(line).distance(star) >= wide / 2 for line in lines)


@pytest.mark.parametrize("game", AREAS)
def test_the_marker_of_a_destroyed_fort_covers_it(game: str) -> None:
    sheet = area_sheet(game)
    for key, face in faces(sheet).items():
        if face.fort is not None:
            (x, y), (a, b) = face.fort, sheet.geometry.areas[key].fortification or (math.inf, 0.0)
            assert max(abs(x - a), abs(y - b)) + FORT / 2 <= sheet.geometry.counter / 2


@pytest.mark.slow
@pytest.mark.parametrize("game", AREAS)
def test_houses_of_a_city_stand_on_its_ground(game: str) -> None:
    sheet = area_sheet(game)
    cities = [town for town in sheet.towns if town.kind == "city"]
    assert cities
    grounds = shapely.union_all([built_up(sheet, town) for town in cities])
    blocks = [k["points"] for paint, k in told(painters(game)) if paint is Canvas.polygon]
    stand = [shapely.Polygon(block) for block in blocks if len(block) == 4]
    inside = [block for block in stand if grounds.intersects(block)]
    assert len(inside) >= 12 * len(cities)
    assert all(grounds.contains(block) for block in inside)


def test_names_of_areas_touch_no_border() -> None:
    sheet = area_sheet("breakout-normandy")
    strokes = []
    for edge, lines in sheet.geometry.borders.items():
        wide = {"open": 6.2, "river": 14.0, "flooded": 37.0}.get(sheet.board.edges[edge].boundary, 0.0)
        strokes += [shapely.LineString(line).buffer(wide / 2) for line in lines if wide]
    tree, boxes = shapely.STRtree(strokes), []
    for key, face in faces(sheet).items():
        look = "heavy" if sheet.board.spaces[key]["vp"] else "serif"
        boxes += [shapely.box(*text_rect(line, at, look, NAME_SIZE)) for line, at in face.lines]
    assert len(boxes) > 60
    assert tree.query(boxes, predicate="intersects").size == 0


# --- coasts -----------------------------------------------------------------------------------------------


def coast_of(sheet: HexSheet) -> Any:
    return coastline(sheet)[1] if sheet.own_ground is None else sheet.land


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in HEXES if game != "dark-summer"])
def test_cliffs_above_the_sea_lie_on_the_drawn_coast(game: str) -> None:
    sheet = hex_sheet(game)
    dry, land = set(sheet.dry()), coast_of(sheet)
    edges = [e for e in sheet.board.edges.values() if e.boundary == "cliff"]
    falls = [e for e in edges if not dry.issuperset((e.a, e.b))]
    lines = [shapely.LineString(line) for line in cliff_lines(sheet)]
    inland = {tuple(sorted(shared_side(sheet, e.a, e.b))) for e in edges if e not in falls}
    coast = [line for line in lines if tuple(sorted(line.coords)) not in inland]
    assert len(falls) > 20
    for line in coast:
        spots = [line.interpolate(t / 8, normalized=True) for t in range(9)]
        assert max(land.boundary.distance(spot) for spot in spots) <= OFF_COAST
    every = shapely.union_all(coast)
    for edge in falls:
        middle = shapely.LineString(shared_side(sheet, edge.a, edge.b)).centroid
        assert every.distance(middle) <= sheet.lattice.flat * 0.8


@pytest.mark.parametrize("game", [game for game in HEXES if game != "dark-summer"])
def test_the_face_of_a_cliff_looks_to_the_sea(game: str) -> None:
    sheet = hex_sheet(game)
    dry, land = set(sheet.dry()), coast_of(sheet)
    wet = shapely.union_all([shapely.LineString(line) for line in cliff_lines(sheet)]).intersection(
        land.boundary.buffer(OFF_COAST)
    )
    assert wet.length > 0
    assert dry
    ahead = total = 0
    for line in cliff_lines(sheet):
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            middle = shapely.Point((ax + bx) / 2, (ay + by) / 2)
            if land.boundary.distance(middle) > OFF_COAST:
                continue
            away = 4.0 / math.dist((ax, ay), (bx, by))
            total += 1
            ahead += not land.contains(
                shapely.Point(middle.x - (by - ay) * away, middle.y + (bx - ax) * away)
            )
    assert ahead >= 0.97 * total > 0


def test_a_side_without_coast_of_its_own_gets_the_nearest() -> None:
    land = shapely.box(0, 0, 100, 100)
    sides = [((0, 95), (50, 95)), ((50, 95), (100, 95)), ((40, 70), (60, 70))]
    lines = along_coast(land, sides, [2], reach=20)
    assert [shapely.LineString(line).distance(shapely.Point(50, 100)) for line in lines] == [0.0]
    assert along_coast(land, sides, [], reach=20) == []


def test_a_cliff_may_run_all_round() -> None:
    land = shapely.box(0, 0, 40, 40)
    ring = [(0, 0), (40, 0), (40, 40), (0, 40), (0, 0)]
    (line,) = along_coast(land, list(itertools.pairwise(ring)), range(4), reach=20)
    assert shapely.LineString(line).length == pytest.approx(160, abs=8)


# --- letters ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one([game for game in HEXES if game != BATTLE], "june-six"))
def test_letters_of_hexes_touch_no_town_and_no_limit(game: str) -> None:
    sheet = hex_sheet(game)
    painted = list(told(painters(game)))
    houses = [
        shapely.Polygon(k["points"])
        for paint, k in painted
        if paint is Canvas.polygon and k["fill"] in {hexdrawing._HOUSE, hexdrawing._CITY_HOUSE}
    ]
    limits = [shapely.LineString(p.keywords["points"]).buffer(4.0) for p in limit_painters(sheet)]
    taken, letters = shapely.STRtree([*houses, *limits]), []
    for paint, k in painted:
        if paint is hexdrawing.map_letter:
            (x, y), half = k["at"], k["size"] * 0.46
            flat = text_rect(k["letter"], k["at"], "heavy", k["size"])
            letters.append(shapely.box(*((x - half, y - half, x + half, y + half) if k["framed"] else flat)))
    assert len(letters) == len(sheet.letters) > 6
    assert taken.query(letters, predicate="intersects").size == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in HEXES if game != BATTLE])
def test_a_town_with_a_letter_keeps_its_houses(game: str) -> None:
    sheet = hex_sheet(game)
    blocks = [k["points"] for paint, k in told(painters(game)) if paint is Canvas.polygon]
    centres = [shapely.Polygon(block).centroid for block in blocks if len(block) == 4]
    settled = [n for n in sheet.letters if sheet.board.spaces[n]["terrain"] in {"town", "city"}]
    assert settled
    for number in settled:
        ground = shapely.Polygon(sheet.lattice.corners(number))
        assert sum(ground.contains(centre) for centre in centres) >= 6


@pytest.mark.parametrize("game", [game for game in HEXES if game != BATTLE])
def test_letters_stay_in_their_hex(game: str) -> None:
    sheet = hex_sheet(game)
    for paint, k in told(painters(game)):
        if paint is hexdrawing.map_letter:
            numbers = [n for n, letter in sheet.letters.items() if letter == k["letter"]]
            assert any(
                shapely.Polygon(sheet.lattice.corners(n)).contains(shapely.Point(k["at"])) for n in numbers
            )


# --- joined maps ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_mark_of_a_single_map_stands_on_the_joined_one() -> None:
    sheet = hex_sheet(BATTLE)
    every = painters(BATTLE)
    shown = list(told(joined(every)))
    assert len(shown) < len(every)
    names = [k["name"] for _, k in shown if isinstance(k.get("name"), PlacedName)]
    assert {"entry"} <= {name.label.kind for name in names}
    assert "passing" not in {name.label.kind for name in names}
    assert sum(paint.__name__ == "_directions" for paint, _ in shown) == 1
    arrows = [(k["tail"], k["head"]) for paint, k in shown if paint is hexdrawing_sides.leave]
    assert len(arrows) == len(sheet.leaving) > 6
    ground = shapely.union_all([shapely.Polygon(sheet.lattice.corners(n)).buffer(1) for n in sheet.dry()])
    for (ax, ay), (bx, by) in arrows:
        far = 40 / math.dist((ax, ay), (bx, by))
        assert not ground.contains(shapely.Point(bx + (bx - ax) * far, by + (by - ay) * far))


@pytest.mark.slow
def test_a_single_map_says_where_its_roads_lead() -> None:
    sheet = hex_sheet(BATTLE)
    (left, top, width, height) = sheet.geometry.part("D").rect
    board = (float(left), float(top), float(left + width), float(top + height))
    pieces = [p for p in painters(BATTLE) if isinstance(p, Piece) and p.alone and p.reaches(board)]
    names = [k["name"].label.text for _, k in told(pieces) if isinstance(k.get("name"), PlacedName)]
    assert {"Mortain", "Avranches"} <= set(names)


def test_no_way_to_a_beach_crosses_a_direction_chart() -> None:
    sheet = hex_sheet(BATTLE)
    charts = [
        shapely.Point(x + w / 2, y + h / 2).buffer(w / 2)
        for name, (x, y, w, h) in sheet.furniture.items()
        if name.startswith("rose-")
    ]
    ways = [shapely.LineString((tail, head)).buffer(5) for tail, head, _ in landing_ways(sheet)]
    assert len(charts) == 2
    assert len(ways) > 15
    assert shapely.STRtree(charts).query(ways, predicate="intersects").size == 0


# --- boxes and land ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", quick_one([game for game in HEXES if game != BATTLE], "dark-summer"))
def test_no_islet_peeps_out_from_under_a_box(game: str) -> None:
    sheet = hex_sheet(game)
    play, land = coastline(sheet)
    boxes = shapely.union_all([shapely.Polygon(shape.polygon) for shape in sheet.geometry.boxes.values()])
    parts = shapely.get_parts(land)
    assert len(parts) >= 1
    assert [p for p in parts if p.intersects(boxes) and not p.intersects(play)] == []
