"""The drawing: the same twice, the right ground in the right place, print and board alike."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from maps import render
from maps.areas import paint_border
from maps.breakout_normandy.ground import load_sheet
from maps.drawing import Canvas, Piece, dashes, offset_wave, spin
from maps.errors import DataError
from maps.furniture import furniture_painters
from maps.games import UnknownGame
from maps.jpeg import JpegWriter
from maps.layers import Ground
from maps.png import PngWriter, write_png
from maps.render import draw_board, draw_map, map_bands, map_size
from maps.symbols import anchor, arrow, bridge, emblem, fortification, identity, panel
from maps.texture import fields, marsh, noise, tiled

GAME = "breakout-normandy"
SCALE = 0.1


@pytest.fixture(scope="module")
def small() -> Image.Image:
    return draw_board(GAME, scale=SCALE)


def colour(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    part = image.crop((round(x) - 2, round(y) - 2, round(x) + 3, round(y) + 3)).resize(
        (1, 1), Image.Resampling.BOX
    )
    found = part.getpixel((0, 0))
    assert isinstance(found, tuple)
    r, g, b = (int(v) for v in found[:3])
    return r, g, b


def test_the_same_pixels_every_time(small: Image.Image) -> None:
    again = draw_board(GAME, scale=SCALE)
    assert hashlib.sha256(small.tobytes()).digest() == hashlib.sha256(again.tobytes()).digest()


def test_size(small: Image.Image) -> None:
    assert small.size == (576, 396)
    assert small.mode == "RGB"


def test_sea_is_blue_bocage_green_open_ground_straw() -> None:
    sheet = load_sheet()
    ground = Ground(sheet, SCALE).band(0, 396)
    r, g, b = colour(ground, 480, 150)
    assert b > g > r
    for key, hue in (("balleroy", "green"), ("cagny", "straw")):
        x, y = sheet.geometry.areas[key].symbol
        r, g, b = colour(ground, x * SCALE, y * SCALE)
        assert b < min(r, g)
        assert (g > r) == (hue == "green"), key


def test_bands_join_without_a_seam() -> None:
    ground = Ground(load_sheet(), SCALE)
    whole = ground.band(0, 100)
    lower = ground.band(60, 40)
    difference = ImageChops.difference(whole.crop((0, 60, 576, 100)), lower)
    assert max(high for _, high in difference.getextrema()) <= 3  # type: ignore[misc]


def test_print_and_board_are_one_drawing(tmp_path: Path, small: Image.Image) -> None:
    draw_map(GAME, tmp_path / "map.png", dpi=18)
    with Image.open(tmp_path / "map.png") as image:
        assert round(image.info["dpi"][0]) == 18
        assert ImageChops.difference(image.convert("RGB"), small).getbbox() is None


def test_arrivals_are_drawn_on_their_day(small: Image.Image) -> None:
    shown = draw_board(GAME, scale=SCALE, arrivals={8: ("german", "us", "british")})
    box = ImageChops.difference(shown, small).getbbox()
    assert box is not None
    day = load_sheet().geometry.tracks["turn"].named["8"]
    assert box[0] >= day.x * SCALE - 1
    assert box[2] <= (day.x + day.width) * SCALE + 1
    assert box[3] <= (day.y + day.height) * SCALE + 1


@pytest.mark.slow
def test_more_processes_paint_the_same_bands() -> None:
    alone, together = (list(map_bands(GAME, dpi=26, workers=workers)) for workers in (1, 2))
    assert [band.size for band in alone] == [(832, 512), (832, 60)]
    assert [band.tobytes() for band in alone] == [band.tobytes() for band in together]
    assert map_size(GAME, 26) == (832, 572)


def test_the_key_says_how_much_is_reconstructed() -> None:
    sheet = load_sheet()
    whole = [
        paint_all([p for p in furniture_painters(replace(sheet, reconstructed=share)) if is_key(p)])
        for share in (None, 0.5, 0.6)
    ]
    for a, b in combinations(whole, 2):
        box = ImageChops.difference(a, b).getbbox()
        assert box is not None
        x, y, wide, high = sheet.furniture["legend"]
        left, top, right, bottom = (v / SCALE for v in box)
        assert x + 20 < left < right < x + wide - 20
        assert y + high - 70 < top < bottom < y + high - 10


def is_key(painter: Callable[[Canvas], None]) -> bool:
    return isinstance(painter, partial) and "share" in painter.keywords


def paint_all(painters: list[Callable[[Canvas], None]]) -> Image.Image:
    assert painters
    canvas = Canvas(Image.new("RGB", (576, 396)), 0, SCALE)
    for paint in painters:
        paint(canvas)
    return canvas.finish()


def test_a_game_without_area_map() -> None:
    with pytest.raises(UnknownGame):
        draw_board("no-such-game")


@pytest.mark.parametrize("rows", [1, 3])
def test_png_must_have_all_its_rows(tmp_path: Path, rows: int) -> None:
    with pytest.raises(ValueError, match="bands of 2 rows"):
        write_png(tmp_path / "a.png", 2, 2, [bytes(6 * rows)])
    assert not list(tmp_path.iterdir())


def test_a_picture_that_is_broken_off_leaves_the_old_one(tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield bytes(6)
        raise KeyboardInterrupt

    file = tmp_path / "a.png"
    write_png(file, 2, 1, [bytes(6)])
    before = file.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        write_png(file, 2, 2, broken())
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


def test_a_picture_for_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a\.png, .*nowhere: expected a folder that there is"):
        write_png(tmp_path / "nowhere" / "a.png", 2, 1, [bytes(6)])


@given(st.binary(min_size=6 * 9, max_size=6 * 9), st.integers(1, 5))
@settings(max_examples=20, deadline=None)
def test_png_holds_what_was_written(tmp_path_factory: pytest.TempPathFactory, body: bytes, step: int) -> None:
    file = tmp_path_factory.mktemp("png") / "a.png"
    rows = [body[i : i + 6 * step] for i in range(0, len(body), 6 * step)]
    write_png(file, 2, 9, rows, dpi=300)
    with Image.open(file) as image:
        assert image.convert("RGB").tobytes() == body
        assert round(image.info["dpi"][0]) == 300


def test_a_wrong_number_of_rows_is_refused() -> None:
    for kind in (PngWriter, JpegWriter):
        writer = kind(lambda _: None, 8, 9)
        writer.add(np.zeros((8, 8, 3), dtype=np.uint8))
        with pytest.raises(ValueError, match="bands of 9 rows together, not 8"):
            writer.close()


lines = st.lists(st.tuples(st.floats(0, 300), st.floats(0, 300)), min_size=2, max_size=8).filter(
    lambda ps: sum(math.dist(a, b) for a, b in pairwise(ps)) > 50
)


@given(lines)
def test_dashes_begin_and_end_with_a_dash(line: list[tuple[float, float]]) -> None:
    parts = dashes(line, 27, 15)
    assert math.dist(parts[0][0], line[0]) < 1e-6
    assert math.dist(parts[-1][-1], line[-1]) < 1e-6
    solid = sum(math.dist(a, b) for p in parts for a, b in pairwise(p))
    whole = sum(math.dist(a, b) for a, b in pairwise(line))
    assert 0.4 * whole < solid <= whole + 1e-6


@given(lines)
def test_a_wave_stays_near_its_line(line: list[tuple[float, float]]) -> None:
    course = shapely.LineString(line)
    assert all(course.distance(shapely.Point(p)) <= 9.001 for p in offset_wave(line, 9.0, 40.0))


def test_boundaries_differ_at_a_glance() -> None:
    seen = set()
    for kind in ("open", "river", "flooded"):
        canvas = Canvas(Image.new("RGB", (200, 60), (255, 255, 255)), 0, 1.0)
        for paint in paint_border([(10, 30), (190, 30)], kind):
            paint(canvas)
        seen.add(canvas.finish().tobytes())
    assert len(seen) == 3


def blank() -> Canvas:
    return Canvas(Image.new("RGB", (100, 100), (255, 255, 255)), 0, 1.0)


AT = (50.0, 50.0)
SYMBOLS: list[Callable[[Canvas], None]] = [
    partial(identity, at=AT, size=60, number="7", tem="+2", backs=[(1, 2, 3)], square=False),
    partial(identity, at=AT, size=60, number="7", tem="+2", backs=[(1, 2, 3), (9, 99, 9)], square=True),
    partial(bridge, at=AT, angle=30),
    partial(fortification, at=AT, size=60),
    partial(anchor, at=AT, size=40, colour=(0, 0, 90)),
    partial(arrow, path=[(10, 50), (90, 50)], fill=(200, 100, 0), width=10, both=True),
    partial(panel, corners=[(10, 10), (90, 10), (90, 90), (10, 90)], fill=(9, 9, 9)),
    *(partial(emblem, at=AT, size=40, nation=nation) for nation in ("german", "us", "british")),
]


def test_symbols_leave_ink_where_they_stand() -> None:
    white = Image.new("RGB", (100, 100), (255, 255, 255))
    drawn = set()
    for paint in SYMBOLS:
        canvas = blank()
        paint(canvas)
        image = canvas.finish()
        box = ImageChops.difference(image, white).getbbox()
        assert box is not None
        assert abs((box[0] + box[2]) / 2 - 50) <= 6
        drawn.add(image.tobytes())
    assert len(drawn) == len(SYMBOLS)


def test_two_colours_share_an_identity_symbol() -> None:
    canvas = blank()
    identity(canvas, (50, 50), 60, number="", tem="", backs=[(200, 0, 0), (0, 0, 200)], square=False)
    image = canvas.finish()
    assert colour(image, 36, 40)[0] > 150
    assert colour(image, 64, 40)[2] > 150


def test_the_bar_of_an_identity_symbol_stays_within_it() -> None:
    canvas = blank()
    identity(canvas, AT, 60, number="7", tem="+2", backs=[(240, 240, 240)], square=False)
    image = canvas.finish().convert("L")
    y, x = np.nonzero(np.asarray(image) < 128)
    assert np.hypot(x + 0.5 - 50, y + 0.5 - 50).max() < 33


def test_landing_arrows_leave_the_sides_of_their_boxes() -> None:
    sheet = load_sheet()
    sides = [shapely.Polygon(shape.polygon).exterior for shape in sheet.geometry.boxes.values()]
    corners = [shapely.Point(p) for shape in sheet.geometry.boxes.values() for p in shape.polygon]
    paths = [
        shapely.LineString(p.keywords["path"])
        for p in furniture_painters(sheet)
        if isinstance(p, partial) and p.func is arrow and not p.keywords["both"]
    ]
    assert len(paths) == 5
    for path in paths:
        gate = next(found for side in sides if not (found := path.intersection(side)).is_empty)
        assert min(corner.distance(gate) for corner in corners) > 12  # half of the shaft and its rim


def test_text_with_spacing_is_wider() -> None:
    widths = []
    for spacing in (0.0, 0.5):
        canvas = blank()
        canvas.text(
            (50, 50), "ABC", face="bold", size=20, fill=(0, 0, 0), spacing=spacing, halo=(250, 250, 250)
        )
        box = ImageChops.difference(canvas.finish().convert("L"), Image.new("L", (100, 100), 255)).getbbox()
        assert box is not None
        widths.append(box[2] - box[0])
    assert widths[1] > widths[0] + 8


def test_what_lies_outside_the_band_is_not_drawn() -> None:
    canvas = Canvas(Image.new("RGB", (50, 50)), 500, 1.0)
    canvas.line([(0, 0), (50, 50)], (255, 0, 0), 5)
    canvas.line([(0, 520)], (255, 0, 0), 5)
    canvas.circle((20, 20), 10, fill=(255, 0, 0))
    canvas.polygon([(0, 0), (9, 0), (9, 9)], fill=(255, 0, 0))
    canvas.text((20, 20), "x", face="bold", size=20, fill=(255, 0, 0))
    assert canvas.finish().getbbox() is None


@given(st.floats(-360, 360), st.floats(0.1, 4))
def test_spin_keeps_lengths(angle: float, size: float) -> None:
    ((x, y),) = spin([(3, 4)], (0, 0), angle, size)
    assert math.hypot(x, y) == pytest.approx(5 * size)


@pytest.mark.parametrize("cells", [2, 5])
def test_noise_repeats_at_its_edges(cells: int) -> None:
    values = noise(64, cells, 3)
    assert 0 <= values.min() < values.max() <= 1
    assert abs(values[0] - values[-1]).max() < 0.25


def test_textures_are_always_the_same_and_differ_by_key() -> None:
    fields.cache_clear()
    first = fields(64, 6, (180, 190, 120), (90, 110, 60), 1).tobytes()
    fields.cache_clear()
    assert fields(64, 6, (180, 190, 120), (90, 110, 60), 1).tobytes() == first
    assert fields(64, 6, (180, 190, 120), (90, 110, 60), 2).tobytes() != first
    assert fields(64, 6, (180, 190, 120), None, 1).tobytes() != first
    assert marsh(64, 6, 1).getbbox() is not None


def test_tiles_go_on_across_bands() -> None:
    tile = fields(32, 4, (100, 100, 100), None, 1)
    whole = tiled(tile, 70, 0, 80)
    assert tiled(tile, 70, 50, 30).tobytes() == whole.crop((0, 50, 70, 80)).tobytes()


@given(
    st.tuples(*[st.floats(-60, 160)] * 2, *[st.floats(0, 90)] * 2),
    st.tuples(*[st.integers(0, 80)] * 2, *[st.integers(20, 60)] * 2),
    st.floats(0.05, 3),
)
def test_a_painter_that_a_band_shows_is_one_of_its_part(
    shape: tuple[float, float, float, float], rect: tuple[int, int, int, int], scale: float
) -> None:
    x, y, wide, high = shape
    piece = Piece((x, y, x + wide, y + high), lambda _: None)
    left, top, width, height = (round(v * scale) for v in rect)
    for first in range(0, height, 16):
        band = Image.new("RGB", (max(1, width), min(16, height - first)))
        if Canvas(band, top + first, scale, left).meets(piece.bounds):
            assert piece.reaches(render._around(rect, scale))
